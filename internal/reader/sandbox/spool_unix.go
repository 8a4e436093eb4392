//go:build unix && !linux

package sandbox

import "os"

// nameless returns a new file that no directory names any more.
func nameless() (*os.File, error) {
	f, err := os.CreateTemp("", "fread")
	if err != nil {
		return nil, err
	}
	if err := os.Remove(f.Name()); err != nil {
		_ = f.Close()
		return nil, err
	}
	return f, nil
}
