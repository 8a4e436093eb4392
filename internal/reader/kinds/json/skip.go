package json

import (
	"bytes"
	"encoding/binary"
	"errors"
	"math/bits"
)

// maxDepth is how deep arrays and objects may lie in one another. RFC 8259,
// section 9, lets a parser set this limit.
const maxDepth = 4096

var (
	errDeep     = errors.New("values lie too deep in one another")
	errMismatch = errors.New("a bracket is closed by one of another kind")
	errSlash    = errors.New("a slash stands where JSON has none")
	errNoValue  = errors.New("there is something where a value should begin")
	errEnds     = errors.New("the document ends inside a value")
	errComma    = errors.New("a comma or the end of the array should be here")
	errMember   = errors.New("a comma or the end of the object should be here")
	errKey      = errors.New("the name of a member should be here")
	errColon    = errors.New("a colon should be here")
	errTrailing = errors.New("something follows the document")
)

// Eight bytes at once: each 1, and each with its high bit.
const (
	ones  = 0x0101010101010101
	highs = 0x8080808080808080
)

// A skipper finds the end of a value without looking into it: it only matches
// brackets and strings. It may be fed in pieces.
type skipper struct {
	depth   int
	objects [maxDepth / 64]uint64 // bit i: the bracket at depth i is a brace

	began   bool
	scalar  bool // a number or a word
	str     bool // inside a string
	odd     bool // an odd number of backslashes ended the piece before
	slash   bool // a slash ended the piece before
	comment byte // inside a comment: '/' to the end of the line, '*' to the next */
	star    bool // an asterisk ended the piece before
}

func (s *skipper) reset() {
	s.depth, s.began, s.scalar, s.str, s.odd, s.slash, s.comment, s.star = 0, false, false, false, false, false, 0, false
}

// run moves over data, which starts with a value or where the piece before
// ended, and returns how much of it belongs to the value, and whether the value
// is complete. A number or a word is complete only if something follows it.
func (s *skipper) run(data []byte) (n int, done bool, err error) {
	if len(data) == 0 {
		return 0, false, nil
	}
	if !s.began {
		s.began = true
		switch c := data[0]; c {
		case '"':
			s.str = true
			n = 1
		case '{', '[':
		case ',', ':', ']', '}', '/':
			return 0, false, errNoValue
		default:
			s.scalar = true
		}
	}
	if s.scalar {
		for ; n < len(data); n++ {
			if endsScalar(data[n]) {
				return n, true, nil
			}
		}
		return n, false, nil
	}
	for n < len(data) {
		if s.comment != 0 || s.slash {
			k, err := s.inComment(data[n:])
			if n += k; err != nil {
				return n, false, err
			}
			continue
		}
		k, done, err := s.nested(data[n:])
		if n += k; done || err != nil {
			return n, done, err
		}
	}
	return n, false, nil
}

func endsScalar(c byte) bool {
	switch c {
	case ' ', '\t', '\n', '\r', ',', ':', ']', '}', '[', '{', '"', '/', 0x1e:
		return true
	}
	return false
}

// nested moves over data up to the end of the value, or behind a slash that is
// outside strings.
func (s *skipper) nested(data []byte) (n int, done bool, err error) {
	const quotes, opens, closes, slashes, lower = ones * '"', ones * '{', ones * '}', ones * '/', ones * 0x20
	start := 0 // of the run of backslashes that may reach back to
	for base := 0; base < len(data); base += 8 {
		var w uint64
		if len(data)-base >= 8 {
			w = binary.LittleEndian.Uint64(data[base:])
		} else {
			for i, c := range data[base:] {
				w |= uint64(c) << (8 * i)
			}
		}
		q := w ^ quotes
		m := (q - ones) &^ q
		if !s.str {
			b := w | lower // [ and { differ in this bit only, and so do ] and }
			o, c, l := b^opens, b^closes, w^slashes
			m |= (o-ones)&^o | (c-ones)&^c | (l-ones)&^l
		}
		for m &= highs; m != 0; m &= m - 1 {
			i := base + bits.TrailingZeros64(m)/8
			if i >= len(data) {
				break
			}
			c := data[i]
			if s.str {
				if c == '"' && !s.escaped(data, start, i) {
					s.str, s.odd = false, false
					if s.depth == 0 {
						return i + 1, true, nil
					}
					// What else is in these eight bytes was not looked for.
					base = i + 1 - 8
					break
				}
				continue
			}
			switch c {
			case '"':
				s.str, s.odd, start = true, false, i+1
			case '{', '[':
				if err := s.open(c); err != nil {
					return i, false, err
				}
			case '}', ']':
				if !s.closes(c) {
					return i, false, errMismatch
				}
				if s.depth == 0 {
					return i + 1, true, nil
				}
			case '/':
				s.slash = true
				return i + 1, false, nil
			}
		}
	}
	if s.str {
		s.odd = s.escaped(data, start, len(data))
	}
	return len(data), false, nil
}

// escaped reports whether an odd number of backslashes stands before data[i].
func (s *skipper) escaped(data []byte, start, i int) bool {
	j := i
	for j > start && data[j-1] == '\\' {
		j--
	}
	odd := (i-j)%2 == 1
	if j == 0 && s.odd {
		return !odd
	}
	return odd
}

func (s *skipper) open(c byte) error {
	if s.depth == maxDepth {
		return errDeep
	}
	word, bit := &s.objects[s.depth/64], uint64(1)<<(s.depth%64)
	*word &^= bit
	if c == '{' {
		*word |= bit
	}
	s.depth++
	return nil
}

func (s *skipper) closes(c byte) bool {
	if s.depth == 0 {
		return false
	}
	s.depth--
	return (s.objects[s.depth/64]>>(s.depth%64)&1 == 1) == (c == '}')
}

// inComment moves behind a comment, as JSON with comments has them.
func (s *skipper) inComment(data []byte) (n int, err error) {
	if s.slash {
		s.slash = false
		if data[0] != '/' && data[0] != '*' {
			return 0, errSlash
		}
		s.comment, s.star = data[0], false
		return 1, nil
	}
	if s.comment == '/' {
		i := bytes.IndexByte(data, '\n')
		if i < 0 {
			return len(data), nil
		}
		s.comment = 0
		return i + 1, nil
	}
	for i, c := range data {
		if c == '/' && s.star {
			s.comment = 0
			return i + 1, nil
		}
		s.star = c == '*'
	}
	return len(data), nil
}
