package session

import (
	"errors"
	"fmt"
	"os"

	"golang.org/x/sys/windows"
)

// openAppend opens a file of the store for reading and for writing at its end,
// and makes it if there is none.
func openAppend(path string) (*os.File, error) {
	return openPlain(path, windows.GENERIC_READ|windows.FILE_APPEND_DATA|windows.SYNCHRONIZE, windows.OPEN_ALWAYS)
}

func openRead(path string) (*os.File, error) {
	return openPlain(path, windows.GENERIC_READ, windows.OPEN_EXISTING)
}

// openPlain opens a plain file; a link is opened itself, and refused. Others
// may go on reading, writing and replacing the file.
func openPlain(path string, access, how uint32) (*os.File, error) {
	name, err := windows.UTF16PtrFromString(path)
	if err != nil {
		return nil, &os.PathError{Op: "open", Path: path, Err: err}
	}
	share := uint32(windows.FILE_SHARE_READ | windows.FILE_SHARE_WRITE | windows.FILE_SHARE_DELETE)
	h, err := windows.CreateFile(name, access, share, nil, how, windows.FILE_ATTRIBUTE_NORMAL|windows.FILE_FLAG_OPEN_REPARSE_POINT, 0)
	if err != nil {
		return nil, &os.PathError{Op: "open", Path: path, Err: err}
	}
	f := os.NewFile(uintptr(h), path)
	if info, err := f.Stat(); err != nil || !info.Mode().IsRegular() {
		_ = f.Close()
		return nil, fmt.Errorf("%s: %w", path, ErrUnsafe)
	}
	return f, nil
}

// tryLock takes the lock of f if nobody has it. It ends with f.
func tryLock(f *os.File) (bool, error) {
	err := windows.LockFileEx(windows.Handle(f.Fd()), windows.LOCKFILE_EXCLUSIVE_LOCK|windows.LOCKFILE_FAIL_IMMEDIATELY, 0, 1, 0, &windows.Overlapped{})
	switch {
	case err == nil:
		return true, nil
	case errors.Is(err, windows.ERROR_LOCK_VIOLATION):
		return false, nil
	}
	return false, &os.PathError{Op: "lock", Path: f.Name(), Err: err}
}
