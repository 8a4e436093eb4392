package policy

import (
	"io/fs"
	"syscall"
)

// sfDataless marks a file whose content lies in a cloud (sys/stat.h).
const sfDataless = 0x40000000

func placeholder(path string, info fs.FileInfo) error {
	if st, ok := info.Sys().(*syscall.Stat_t); ok && st.Flags&sfDataless != 0 {
		return refusePlaceholder(path)
	}
	return nil
}
