//go:build !windows

package policy

import (
	"io/fs"
	"os"
	"strconv"
	"strings"
	"syscall"
)

// openNonblocking opens path so that neither a FIFO without a writer nor a
// terminal can hold or claim the process.
func openNonblocking(path string, noFollow bool) (*os.File, error) {
	flags := syscall.O_RDONLY | syscall.O_NONBLOCK | syscall.O_NOCTTY | syscall.O_CLOEXEC
	if noFollow {
		flags |= syscall.O_NOFOLLOW
	}
	for {
		fd, err := syscall.Open(path, flags, 0)
		if err == nil {
			return fileOf(fd, path), nil
		}
		if err != syscall.EINTR {
			return nil, &fs.PathError{Op: "open", Path: path, Err: err}
		}
	}
}

// linkCount returns how many names a file has.
func linkCount(info fs.FileInfo) uint64 {
	st, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return 1
	}
	return uint64(st.Nlink) //nolint:unconvert // the width of Nlink differs by system
}

// fileOf wraps fd. A regular file goes on in blocking mode, which keeps it off
// the runtime's poller; os.NewFile would put a non-blocking one there.
func fileOf(fd int, path string) *os.File {
	var st syscall.Stat_t
	if err := syscall.Fstat(fd, &st); err == nil && st.Mode&syscall.S_IFMT != syscall.S_IFIFO {
		_ = syscall.SetNonblock(fd, false)
	}
	return os.NewFile(uintptr(fd), path)
}

// descriptor opens /dev/stdin and /dev/fd/N, which are how a shell passes a
// stream by name.
func descriptor(path string) (*os.File, bool) {
	if path == "/dev/stdin" {
		path = "/dev/fd/0"
	}
	rest, ok := strings.CutPrefix(path, "/dev/fd/")
	if !ok {
		return nil, false
	}
	n, err := strconv.ParseUint(rest, 10, 31)
	if err != nil {
		return nil, false
	}
	fd, err := syscall.Dup(int(n))
	if err != nil {
		return nil, false
	}
	return os.NewFile(uintptr(fd), path), true
}
