package policy

import (
	"io/fs"
	"syscall"
)

// Attributes of files whose content is not on this machine (winnt.h).
const (
	attributeOffline            = 0x00001000
	attributeRecallOnOpen       = 0x00040000
	attributeRecallOnDataAccess = 0x00400000
)

func placeholder(path string, info fs.FileInfo) error {
	d, ok := info.Sys().(*syscall.Win32FileAttributeData)
	if ok && d.FileAttributes&(attributeOffline|attributeRecallOnOpen|attributeRecallOnDataAccess) != 0 {
		return refusePlaceholder(path)
	}
	return nil
}
