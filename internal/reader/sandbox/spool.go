//go:build unix

package sandbox

import (
	"errors"
	"io"
	"os"
)

// Spool copies all of r, at most limit bytes, into a file that has no name, so
// that a worker can be given it.
func Spool(r io.ReaderAt, limit int64) (*os.File, error) {
	f, err := nameless()
	if err != nil {
		return nil, err
	}
	n, err := io.Copy(f, io.NewSectionReader(r, 0, limit+1))
	if err == nil && n > limit {
		err = ErrTooLarge
	}
	if err != nil {
		_ = f.Close()
		return nil, err
	}
	return f, nil
}

// ErrTooLarge is returned for what is larger than may be copied.
var ErrTooLarge = errors.New("larger than may be kept")
