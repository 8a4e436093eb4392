package cmd

import "os"

// openTerminal opens the console for reading and writing.
func openTerminal() (in, out *os.File, err error) {
	in, err = os.OpenFile("CONIN$", os.O_RDWR, 0) //nolint:forbidigo // not a file that a user names
	if err != nil {
		return nil, nil, err
	}
	out, err = os.OpenFile("CONOUT$", os.O_RDWR, 0) //nolint:forbidigo // not a file that a user names
	if err != nil {
		_ = in.Close()
		return nil, nil, err
	}
	return in, out, nil
}
