//go:build !windows

package session

import (
	"errors"
	"fmt"
	"os"

	"golang.org/x/sys/unix"
)

// openAppend opens a file of the store for reading and for writing at its end,
// and makes it if there is none.
func openAppend(path string) (*os.File, error) {
	return openPlain(path, unix.O_RDWR|unix.O_APPEND|unix.O_CREAT)
}

func openRead(path string) (*os.File, error) { return openPlain(path, unix.O_RDONLY) }

// openPlain opens a plain file that belongs to this user. It follows no link
// and waits for no one.
func openPlain(path string, flags int) (*os.File, error) {
	f, err := os.OpenFile(path, flags|unix.O_NOFOLLOW|unix.O_NONBLOCK, 0o600)
	if errors.Is(err, unix.ELOOP) || errors.Is(err, unix.ENXIO) || errors.Is(err, unix.EISDIR) {
		return nil, fmt.Errorf("%s: %w", path, ErrUnsafe)
	}
	if err != nil {
		return nil, err
	}
	var st unix.Stat_t
	if err := unix.Fstat(int(f.Fd()), &st); err != nil || st.Mode&unix.S_IFMT != unix.S_IFREG || int(st.Uid) != os.Geteuid() || st.Mode&0o022 != 0 {
		_ = f.Close()
		return nil, fmt.Errorf("%s: %w", path, ErrUnsafe)
	}
	return f, nil
}

// tryLock takes the lock of f if nobody has it. It ends with f.
func tryLock(f *os.File) (bool, error) {
	for {
		err := unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB)
		switch {
		case err == nil:
			return true, nil
		case errors.Is(err, unix.EWOULDBLOCK):
			return false, nil
		case !errors.Is(err, unix.EINTR):
			return false, &os.PathError{Op: "flock", Path: f.Name(), Err: err}
		}
	}
}
