//go:build unix && !linux

package policy

import (
	"io/fs"
	"os"
	"syscall"
)

const openFlags = syscall.O_RDONLY | syscall.O_NONBLOCK | syscall.O_NOCTTY | syscall.O_CLOEXEC

func openBelow(r *Root, rel string, noFollow bool) (*os.File, error) {
	return openPortable(r, rel, noFollow)
}

func statBelow(r *Root, rel string, noFollow bool) (fs.FileInfo, error) {
	return statPortable(r, rel, noFollow)
}
