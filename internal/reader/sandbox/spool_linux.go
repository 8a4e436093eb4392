package sandbox

import (
	"os"

	"golang.org/x/sys/unix"
)

// nameless returns a new file in memory.
func nameless() (*os.File, error) {
	fd, err := unix.MemfdCreate("input", unix.MFD_CLOEXEC)
	if err != nil {
		return nil, os.NewSyscallError("memfd_create", err)
	}
	return os.NewFile(uintptr(fd), "input"), nil
}
