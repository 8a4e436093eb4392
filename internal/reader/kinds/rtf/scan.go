package rtf

import (
	"context"
	"errors"
	"io"

	"fread/internal/reader/source"
)

// blockSize is how much of the file is looked at at once.
const blockSize = 64 << 10

// A kind of token.
type kind uint8

const (
	end    kind = iota
	open        // {
	closed      // }
	word        // \name or \nameN
	symbol      // \ and one character that is no letter
	hex         // \'hh
	text        // anything else, without line ends
)

// A token is one thing of an RTF file (Rich Text Format Specification 1.9.1,
// "RTF Syntax"). Its name and text are valid until the next one.
type token struct {
	kind     kind
	name     []byte
	number   int
	numbered bool
	char     byte // of symbol and hex
	text     []byte
}

// A scanner divides a file into tokens.
type scanner struct {
	ctx   context.Context //nolint:containedctx // it lives as long as one walk
	f     *source.File
	alive func()
	off   int64 // of what is read next
	buf   []byte
	data  []byte // not yet taken
	ended bool
}

func newScanner(ctx context.Context, f *source.File, at int64, alive func()) *scanner {
	return &scanner{ctx: ctx, f: f, alive: alive, off: at}
}

// more makes data longer; false at the end of the file.
func (s *scanner) more() (bool, error) {
	if s.ended {
		return false, nil
	}
	if err := s.ctx.Err(); err != nil {
		return false, err
	}
	if s.alive != nil {
		s.alive()
	}
	if s.buf == nil {
		s.buf = make([]byte, 2*blockSize)
	}
	kept := copy(s.buf, s.data) // less than a block: tokens are shorter
	n, err := s.f.ReadAt(s.buf[kept:kept+blockSize], s.off)
	s.off += int64(n)
	s.data = s.buf[:kept+n]
	if errors.Is(err, io.EOF) {
		s.ended, err = true, nil
	}
	return n > 0, err
}

// need makes data at least n bytes long, if the file is.
func (s *scanner) need(n int) error {
	for len(s.data) < n {
		if ok, err := s.more(); !ok || err != nil {
			return err
		}
	}
	return nil
}

const (
	maxWord   = 32 // letters of a control word
	maxDigits = 10 // of its number
)

// next returns the next token.
func (s *scanner) next(t *token) error {
	*t = token{}
	for {
		if len(s.data) == 0 {
			if err := s.need(1); err != nil || len(s.data) == 0 {
				return err
			}
		}
		switch c := s.data[0]; c {
		case '\r', '\n', 0:
			s.data = s.data[1:]
			continue
		case '{', '}':
			t.kind = open
			if c == '}' {
				t.kind = closed
			}
			s.data = s.data[1:]
			return nil
		case '\\':
			return s.control(t)
		}
		n := 1
		for n < len(s.data) && !special(s.data[n]) {
			n++
		}
		t.kind, t.text = text, s.data[:n]
		s.data = s.data[n:]
		return nil
	}
}

func special(c byte) bool {
	return c == '\\' || c == '{' || c == '}' || c == '\r' || c == '\n' || c == 0
}

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

// control takes what begins with a backslash.
func (s *scanner) control(t *token) error {
	if err := s.need(maxWord + maxDigits + 4); err != nil {
		return err
	}
	b := s.data
	switch {
	case len(b) < 2:
		s.data = nil
		return nil
	case b[1] == '\'':
		t.kind = hex
		n := 2
		for ; n < len(b) && n < 4; n++ {
			digit, ok := hexDigit(b[n])
			if !ok {
				break
			}
			t.char = t.char<<4 | digit
		}
		s.data = b[n:]
		return nil
	case !isLetter(b[1]):
		t.kind, t.char = symbol, b[1]
		s.data = b[2:]
		return nil
	}
	t.kind = word
	n := 1
	for n < len(b) && n <= maxWord && isLetter(b[n]) {
		n++
	}
	t.name = b[1:n]
	minus := n < len(b) && b[n] == '-'
	digits := n
	if minus {
		digits++
	}
	at := digits
	for at < len(b) && at-digits < maxDigits && b[at] >= '0' && b[at] <= '9' {
		t.number = t.number*10 + int(b[at]-'0')
		at++
	}
	if t.numbered = at > digits; t.numbered {
		n = at
		if minus {
			t.number = -t.number
		}
	}
	if n < len(b) && b[n] == ' ' {
		n++
	}
	s.data = b[n:]
	return nil
}

func hexDigit(c byte) (byte, bool) {
	switch {
	case c >= '0' && c <= '9':
		return c - '0', true
	case c|0x20 >= 'a' && c|0x20 <= 'f':
		return c | 0x20 - 'a' + 10, true
	}
	return 0, false
}

// skip passes over n bytes, as \bin has them.
func (s *scanner) skip(n int) {
	if n <= 0 {
		return
	}
	if n <= len(s.data) {
		s.data = s.data[n:]
		return
	}
	s.off += int64(n - len(s.data))
	s.data = nil
}
