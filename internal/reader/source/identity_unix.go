//go:build !windows

package source

import (
	"io/fs"
	"os"
	"syscall"
)

func identityOf(_ *os.File, info fs.FileInfo) Identity {
	if st, ok := info.Sys().(*syscall.Stat_t); ok {
		return Identity{Device: uint64(st.Dev), Inode: st.Ino} //nolint:unconvert // the width of Dev differs by system
	}
	return Identity{}
}
