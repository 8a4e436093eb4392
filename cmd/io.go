package cmd

import (
	"io"
	"os"
	"strconv"

	"github.com/mattn/go-isatty"
	"golang.org/x/term"
)

// IO is everything of the process that a command may touch besides files.
type IO struct {
	In       io.Reader
	Out, Err io.Writer
	OutTTY   bool
	Getenv   func(string) string
	Width    func() int // columns of the terminal; 0: unknown
}

// System returns the streams of the process.
func System() *IO {
	fd := os.Stdout.Fd()
	return &IO{
		In: os.Stdin, Out: os.Stdout, Err: os.Stderr, OutTTY: isatty.IsTerminal(fd) || isatty.IsCygwinTerminal(fd), Getenv: os.Getenv,
		Width: func() int {
			if n, err := strconv.Atoi(os.Getenv("COLUMNS")); err == nil && n > 0 {
				return n
			}
			w, _, err := term.GetSize(int(fd))
			if err != nil {
				return 0
			}
			return w
		},
	}
}

// color resolves --color: auto follows CLICOLOR_FORCE, NO_COLOR and TERM=dumb,
// and otherwise colours a terminal only.
func (s *IO) color(flag string) bool {
	switch flag {
	case "always":
		return true
	case "never":
		return false
	}
	if force := s.Getenv("CLICOLOR_FORCE"); force != "" && force != "0" {
		return true
	}
	return s.OutTTY && s.Getenv("NO_COLOR") == "" && s.Getenv("TERM") != "dumb"
}
