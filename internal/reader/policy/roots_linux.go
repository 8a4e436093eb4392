package policy

import (
	"errors"
	"io/fs"
	"os"

	"golang.org/x/sys/unix"
)

const openFlags = unix.O_RDONLY | unix.O_NONBLOCK | unix.O_NOCTTY | unix.O_CLOEXEC

// openBelow opens rel below a root by openat2 (Linux 5.6), with which the
// kernel itself refuses each step out of the root, whatever is renamed
// meanwhile.
func openBelow(r *Root, rel string, noFollow bool) (*os.File, error) {
	fd, err := openat2(r, rel, openFlags, noFollow)
	if errors.Is(err, unix.ENOSYS) || errors.Is(err, unix.EPERM) { // an old kernel, or a sandbox that hides the call
		return openPortable(r, rel, noFollow)
	}
	if err != nil {
		return nil, err
	}
	return fileOf(fd, rel), nil
}

// statBelow looks at rel without opening it for reading, which would wake the
// writer of a pipe.
func statBelow(r *Root, rel string, noFollow bool) (fs.FileInfo, error) {
	fd, err := openat2(r, rel, unix.O_PATH|unix.O_CLOEXEC, noFollow)
	if errors.Is(err, unix.ENOSYS) || errors.Is(err, unix.EPERM) {
		return statPortable(r, rel, noFollow)
	}
	if err != nil {
		return nil, err
	}
	f := os.NewFile(uintptr(fd), rel)
	defer func() { _ = f.Close() }()
	return f.Stat()
}

func openat2(r *Root, rel string, flags uint64, noFollow bool) (int, error) {
	how := unix.OpenHow{Flags: flags, Resolve: unix.RESOLVE_BENEATH | unix.RESOLVE_NO_MAGICLINKS}
	if noFollow {
		how.Resolve |= unix.RESOLVE_NO_SYMLINKS
	}
	const tries = 64 // EAGAIN: something was renamed on the way
	for range tries {
		fd, err := unix.Openat2(int(r.self.Fd()), rel, &how)
		switch {
		case err == nil:
			return fd, nil
		case errors.Is(err, unix.EAGAIN), errors.Is(err, unix.EINTR):
		case errors.Is(err, unix.EXDEV):
			return -1, errOutside
		case noFollow && errors.Is(err, unix.ELOOP):
			return -1, errLink
		default:
			return -1, &fs.PathError{Op: "openat2", Path: rel, Err: err}
		}
	}
	return -1, &fs.PathError{Op: "openat2", Path: rel, Err: unix.EAGAIN}
}
