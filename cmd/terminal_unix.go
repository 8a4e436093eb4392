//go:build !windows

package cmd

import "os"

// openTerminal opens the controlling terminal for reading and writing.
func openTerminal() (in, out *os.File, err error) {
	f, err := os.OpenFile("/dev/tty", os.O_RDWR, 0) //nolint:forbidigo // not a file that a user names
	return f, f, err
}
