package ipynb

import (
	"bytes"
	"context"
	"errors"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"

	"fread/internal/reader/forward"
)

var (
	errEnds   = errors.New("the notebook ends inside a value")
	errSyntax = errors.New("this is not JSON")
)

// A scanner takes JSON (RFC 8259) apart as a stream: it goes from member to
// member, gives the strings that are wanted up to a bound, and passes over the
// rest without looking into it.
type scanner struct {
	ctx  context.Context //nolint:containedctx // it lives as long as one walk
	t    *forward.Text   // nil: data is all there is
	data []byte          // not yet taken
}

func (s *scanner) take(n int) {
	if s.t == nil {
		s.data = s.data[n:]
		return
	}
	s.t.Advance(n)
	s.data = s.t.Data
}

// more makes data longer.
func (s *scanner) more() error {
	if s.t == nil || s.t.Ended {
		return errEnds
	}
	err := s.t.More(s.ctx)
	s.data = s.t.Data
	return err
}

// peek passes over white space and returns the byte behind it.
func (s *scanner) peek() (byte, error) {
	for {
		n := 0
		for n < len(s.data) && isBlank(s.data[n]) {
			n++
		}
		s.take(n)
		if len(s.data) > 0 {
			return s.data[0], nil
		}
		if err := s.more(); err != nil {
			return 0, err
		}
	}
}

func isBlank(c byte) bool { return c == ' ' || c == '\n' || c == '\t' || c == '\r' }

// object calls member with the name of each member of the object that begins
// here; member takes its value. Any other value is passed over.
func (s *scanner) object(member func(name string) error) error {
	return s.within('{', '}', func() error {
		var name []byte
		c, err := s.peek()
		if err == nil && c != '"' {
			err = errSyntax
		}
		if err == nil {
			name, _, err = s.str(nil, maxName)
		}
		if err == nil {
			c, err = s.peek()
		}
		switch {
		case err != nil:
			return err
		case c != ':':
			return errSyntax
		}
		s.take(1)
		if _, err := s.peek(); err != nil {
			return err
		}
		return member(string(name))
	})
}

// array calls element at each element of the array that begins here; element
// takes it. Any other value is passed over.
func (s *scanner) array(element func() error) error { return s.within('[', ']', element) }

func (s *scanner) within(opening, closing byte, each func() error) error {
	c, err := s.peek()
	if err != nil {
		return err
	}
	if c != opening {
		return s.skip()
	}
	s.take(1)
	for first := true; ; first = false {
		c, err := s.peek()
		if err != nil {
			return err
		}
		if c == closing {
			s.take(1)
			return nil
		}
		if !first {
			if c != ',' {
				return errSyntax
			}
			s.take(1)
			if c, err = s.peek(); err != nil {
				return err
			}
			if c == closing { // a comma too many
				continue
			}
		}
		if err := each(); err != nil {
			return err
		}
	}
}

// skip passes over the value that begins here.
func (s *scanner) skip() error {
	depth := 0
	for {
		c, err := s.peek()
		if err != nil {
			return err
		}
		switch c {
		case '"':
			err = s.skipString()
		case '{', '[':
			depth++
			s.take(1)
		case '}', ']':
			if depth--; depth < 0 {
				return errSyntax
			}
			s.take(1)
		case ',', ':':
			if depth == 0 {
				return errSyntax
			}
			s.take(1)
			continue
		default:
			err = s.skipWord()
		}
		if err != nil || depth == 0 {
			return err
		}
	}
}

// skipWord passes over a number, true, false or null.
func (s *scanner) skipWord() error {
	for taken := 0; ; {
		n := 0
		for n < len(s.data) && !endsWord(s.data[n]) {
			n++
		}
		s.take(n)
		if taken += n; taken == 0 {
			return errSyntax
		}
		if len(s.data) > 0 || s.t == nil || s.t.Ended {
			return nil
		}
		if err := s.more(); err != nil {
			return err
		}
	}
}

func endsWord(c byte) bool {
	return isBlank(c) || c == ',' || c == ':' || c == '}' || c == ']' || c == '{' || c == '[' || c == '"'
}

// skipString passes over the string that begins here.
func (s *scanner) skipString() error {
	s.take(1)
	for {
		n, closed := stringEnd(s.data)
		s.take(n)
		if closed {
			return nil
		}
		if err := s.more(); err != nil {
			return err
		}
	}
}

// stringEnd returns how much of data belongs to the string that it begins inside
// of. A backslash at its end is left, for what it escapes is not known.
func stringEnd(data []byte) (n int, closed bool) {
	quote := -1 // the next one that was found; behind n
	for {
		if quote < n {
			quote = bytes.IndexByte(data[n:], '"') + n
			if quote < n {
				quote = len(data)
			}
		}
		slash := bytes.IndexByte(data[n:quote], '\\')
		switch {
		case slash < 0 && quote == len(data):
			return len(data), false
		case slash < 0:
			return quote + 1, true
		case n+slash+1 == len(data):
			return n + slash, false
		}
		n += slash + 2
	}
}

// str appends the string that begins here to b, at most most bytes of it, and
// returns how many were left out.
func (s *scanner) str(b []byte, most int) (text []byte, left int64, err error) {
	s.take(1)
	k := keeper{b: b, most: len(b) + most}
	for {
		n, closed := k.run(s.data)
		s.take(n)
		if closed {
			return k.b, k.left, nil
		}
		if len(s.data) == 0 {
			err = s.more()
		} else { // an escape that is not simple, or not whole
			var c [8]byte
			var escaped []byte
			if escaped, err = s.escape(c[:0]); err == nil {
				k.keep(escaped)
			}
		}
		if err != nil {
			return k.b, k.left, err
		}
	}
}

// A keeper keeps the beginning of a string.
type keeper struct {
	b    []byte
	most int
	left int64 // bytes that are not kept
}

func (k *keeper) keep(b []byte) {
	n := min(len(b), k.most-len(k.b))
	k.b = append(k.b, b[:n]...)
	k.left += int64(len(b) - n)
}

// run keeps what data begins with up to the end of the string or an escape that
// takes more than two bytes, and returns how long that is.
func (k *keeper) run(data []byte) (n int, closed bool) {
	for n < len(data) {
		plain := n
		for n < len(data) && data[n] != '"' && data[n] != '\\' {
			n++
		}
		k.keep(data[plain:n])
		switch {
		case n == len(data):
			return n, false
		case data[n] == '"':
			return n + 1, true
		case n+1 == len(data):
			return n, false
		}
		c := simpleEscape(data[n+1])
		if c == 0 {
			return n, false
		}
		k.keep([]byte{c})
		n += 2
	}
	return n, false
}

// simpleEscape is the character of an escape of two bytes; 0: it is another one.
func simpleEscape(c byte) byte {
	switch c {
	case 'b':
		return '\b'
	case 'f':
		return '\f'
	case 'n':
		return '\n'
	case 'r':
		return '\r'
	case 't':
		return '\t'
	case '"', '\\', '/':
		return c
	}
	return 0
}

// escape appends the character that an escape stands for (RFC 8259, section 7).
// Half of a surrogate pair is U+FFFD.
func (s *scanner) escape(b []byte) ([]byte, error) {
	if err := s.need(2); err != nil {
		return b, err
	}
	if c := s.data[1]; c != 'u' {
		s.take(2)
		if simple := simpleEscape(c); simple != 0 {
			return append(b, simple), nil
		}
		return append(b, '\\', c), nil
	}
	r, err := s.hex()
	if err != nil || !utf16.IsSurrogate(r) {
		return utf8.AppendRune(b, r), err
	}
	if err := s.need(6); err == nil && s.data[0] == '\\' && s.data[1] == 'u' {
		if low, ok := hex4(s.data[2:6]); ok && utf16.DecodeRune(r, low) != utf8.RuneError {
			s.take(6)
			return utf8.AppendRune(b, utf16.DecodeRune(r, low)), nil
		}
	}
	return utf8.AppendRune(b, utf8.RuneError), nil
}

// hex takes \uXXXX.
func (s *scanner) hex() (rune, error) {
	if err := s.need(6); err != nil {
		return 0, err
	}
	r, ok := hex4(s.data[2:6])
	if !ok {
		return 0, errSyntax
	}
	s.take(6)
	return r, nil
}

func hex4(b []byte) (rune, bool) {
	v, err := strconv.ParseUint(string(b), 16, 16)
	return rune(v), err == nil
}

// need makes data at least n bytes long.
func (s *scanner) need(n int) error {
	for len(s.data) < n {
		if err := s.more(); err != nil {
			return err
		}
	}
	return nil
}

// text appends what begins here to b if it is a string, or the strings of an
// array that make up a text: at most most bytes, and how many more there are.
func (s *scanner) text(b []byte, most int) (text []byte, left int64, err error) {
	c, err := s.peek()
	if err != nil {
		return b, 0, err
	}
	start := len(b)
	if c == '"' {
		return s.str(b, most)
	}
	var ends []int // of the strings but the last, in b
	whole := false // they are lines with their ends
	err = s.array(func() error {
		c, err := s.peek()
		if err != nil {
			return err
		}
		if c != '"' {
			return s.skip()
		}
		if len(b) > start && len(ends) < maxLines {
			ends = append(ends, len(b))
			whole = whole || b[len(b)-1] == '\n'
		}
		var n int64
		b, n, err = s.str(b, most-(len(b)-start))
		left += n
		return err
	})
	if !whole && left == 0 && len(ends) > 0 { // lines without their ends, as some writers of version 2 had it
		b = withLineEnds(b, ends)
	}
	return b, left, err
}

// maxLines is how many lines get line ends that a notebook leaves out.
const maxLines = 100_000

// withLineEnds puts a line feed at each of the places, which are in order.
func withLineEnds(b []byte, at []int) []byte {
	out := make([]byte, 0, len(b)+len(at))
	from := 0
	for _, n := range at {
		out = append(append(out, b[from:n]...), '\n')
		from = n
	}
	return append(out, b[from:]...)
}

// number returns the number that begins here, 0 if it is none.
func (s *scanner) number() (int64, error) {
	c, err := s.peek()
	if err != nil {
		return 0, err
	}
	if c != '-' && (c < '0' || c > '9') {
		return 0, s.skip()
	}
	for !bytes.ContainsFunc(s.data, func(r rune) bool { return r < 0x80 && endsWord(byte(r)) }) && len(s.data) < maxName {
		if s.t == nil || s.t.Ended {
			break
		}
		if err := s.more(); err != nil {
			return 0, err
		}
	}
	n := 0
	for n < len(s.data) && !endsWord(s.data[n]) {
		n++
	}
	v, _ := strconv.ParseFloat(string(s.data[:n]), 64)
	return int64(v), s.skip()
}

// raw returns the bytes of the value that begins here if they are at most most,
// else nil, and passes over it.
func (s *scanner) raw(most int) ([]byte, error) {
	for {
		inner := scanner{ctx: s.ctx, data: s.data}
		err := inner.skip()
		switch {
		case err == nil && (len(inner.data) > 0 || s.t == nil || s.t.Ended):
			n := len(s.data) - len(inner.data)
			value := bytes.Clone(s.data[:n])
			s.take(n)
			return value, nil
		case err != nil && !errors.Is(err, errEnds):
			return nil, err
		case len(s.data) > most:
			return nil, s.skip()
		}
		if err := s.more(); err != nil {
			return nil, err
		}
	}
}
