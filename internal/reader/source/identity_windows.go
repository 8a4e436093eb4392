package source

import (
	"io/fs"
	"os"

	"golang.org/x/sys/windows"
)

// identityOf asks for the volume and the file index, which a FileInfo does not
// carry. A directory, which comes without a handle, has none.
func identityOf(f *os.File, _ fs.FileInfo) Identity {
	if f == nil {
		return Identity{}
	}
	var info windows.ByHandleFileInformation
	if err := windows.GetFileInformationByHandle(windows.Handle(f.Fd()), &info); err != nil {
		return Identity{}
	}
	return Identity{Device: uint64(info.VolumeSerialNumber), Inode: uint64(info.FileIndexHigh)<<32 | uint64(info.FileIndexLow)}
}
