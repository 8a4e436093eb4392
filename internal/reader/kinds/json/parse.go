package json

import (
	"bytes"
	"errors"
	"unicode/utf16"
	"unicode/utf8"

	"fread/internal/reader/cells"
)

// errSyntax is all that is said of a value that is not JSON; its place says
// where.
var errSyntax = errors.New("this is not JSON")

// A parser reads one value that lies in memory (RFC 8259). It also takes what
// files have in spite of the standard, and remembers that: comments, a comma
// before a closing bracket, NaN and Infinity, control characters in strings.
type parser struct {
	b       []byte
	i       int
	relaxed bool
	key     []byte
}

func (p *parser) init(b []byte) { p.b, p.i = b, 0 }

// next passes over blanks and comments and returns the byte behind them, 0 at
// the end.
func (p *parser) next() byte {
	for p.i < len(p.b) {
		c := p.b[p.i]
		switch {
		case isBlank(c):
			p.i++
		case c == '/' && p.i+1 < len(p.b) && p.b[p.i+1] == '/':
			p.relaxed = true
			n := bytes.IndexByte(p.b[p.i:], '\n')
			if n < 0 {
				n = len(p.b) - p.i
			}
			p.i += n
		case c == '/' && p.i+1 < len(p.b) && p.b[p.i+1] == '*':
			p.relaxed = true
			n := bytes.Index(p.b[p.i+2:], []byte("*/"))
			if n < 0 {
				p.i = len(p.b)
			} else {
				p.i += n + 4
			}
		default:
			return c
		}
	}
	return 0
}

// value appends the value that begins here as the text of a cell.
func (p *parser) value(dst []byte) ([]byte, cells.Type, error) {
	start := len(dst)
	switch p.next() {
	case '"':
		dst, err := p.str(dst)
		return dst, cells.String, err
	case '{', '[':
		dst, err := p.compact(dst)
		return dst, cells.JSON, err
	default:
		dst, err := p.scalar(dst)
		if err != nil {
			return dst, cells.Null, err
		}
		switch string(dst[start:]) {
		case "null":
			return dst[:start], cells.Null, nil
		case "true", "false":
			return dst, cells.Bool, nil
		case "NaN", "Infinity", "-Infinity":
			return dst, cells.String, nil
		}
		return dst, cells.Number, nil
	}
}

// scalar appends a number or a word as it stands.
func (p *parser) scalar(dst []byte) ([]byte, error) {
	start := p.i
	for p.i < len(p.b) && !endsScalar(p.b[p.i]) {
		p.i++
	}
	word := p.b[start:p.i]
	switch string(word) {
	case "null", "true", "false":
	case "NaN", "Infinity", "-Infinity":
		p.relaxed = true
	default:
		if !isNumber(word) {
			p.i = start
			return dst, errSyntax
		}
	}
	return append(dst, word...), nil
}

// isNumber reports whether b is a number of RFC 8259, section 6.
func isNumber(b []byte) bool {
	digits := func() bool {
		n := 0
		for n < len(b) && b[n] >= '0' && b[n] <= '9' {
			n++
		}
		b = b[n:]
		return n > 0
	}
	if len(b) > 0 && b[0] == '-' {
		b = b[1:]
	}
	switch {
	case len(b) > 0 && b[0] == '0':
		b = b[1:]
	case !digits():
		return false
	}
	if len(b) > 0 && b[0] == '.' {
		if b = b[1:]; !digits() {
			return false
		}
	}
	if len(b) > 0 && (b[0] == 'e' || b[0] == 'E') {
		if b = b[1:]; len(b) > 0 && (b[0] == '+' || b[0] == '-') {
			b = b[1:]
		}
		if !digits() {
			return false
		}
	}
	return len(b) == 0
}

// str appends what a string means.
func (p *parser) str(dst []byte) ([]byte, error) {
	i := p.i + 1
	for {
		start := i
		for i < len(p.b) && p.b[i] != '"' && p.b[i] != '\\' {
			if p.b[i] < 0x20 {
				p.relaxed = true
			}
			i++
		}
		dst = append(dst, p.b[start:i]...)
		if i >= len(p.b) {
			p.i = i
			return dst, errSyntax
		}
		if i++; p.b[i-1] == '"' {
			p.i = i
			return dst, nil
		}
		if i == len(p.b) {
			p.i = i
			return dst, errSyntax
		}
		i++
		switch c := p.b[i-1]; c {
		case '"', '\\', '/':
			dst = append(dst, c)
		case 'b':
			dst = append(dst, '\b')
		case 'f':
			dst = append(dst, '\f')
		case 'n':
			dst = append(dst, '\n')
		case 'r':
			dst = append(dst, '\r')
		case 't':
			dst = append(dst, '\t')
		case 'u':
			r, ok := hex4(p.b[i:])
			if !ok {
				p.i = i - 2
				return dst, errSyntax
			}
			i += 4
			if utf16.IsSurrogate(r) { // half of one is U+FFFD
				low, ok := rune(0), false
				if len(p.b) > i+1 && p.b[i] == '\\' && p.b[i+1] == 'u' {
					low, ok = hex4(p.b[i+2:])
				}
				if r = utf16.DecodeRune(r, low); ok && r != utf8.RuneError {
					i += 6
				}
			}
			dst = utf8.AppendRune(dst, r)
		default:
			p.i = i - 2
			return dst, errSyntax
		}
	}
}

func hex4(b []byte) (rune, bool) {
	if len(b) < 4 {
		return 0, false
	}
	var r rune
	for _, c := range b[:4] {
		switch {
		case c >= '0' && c <= '9':
			c -= '0'
		case c >= 'a' && c <= 'f':
			c -= 'a' - 10
		case c >= 'A' && c <= 'F':
			c -= 'A' - 10
		default:
			return 0, false
		}
		r = r<<4 | rune(c)
	}
	return r, true
}

// quotedStr appends a string as JSON, with its escapes as they stand.
func (p *parser) quotedStr(dst []byte) ([]byte, error) {
	const hex = "0123456789abcdef"
	dst = append(dst, '"')
	i := p.i + 1
	for i < len(p.b) {
		c := p.b[i]
		switch {
		case c == '"':
			p.i = i + 1
			return append(dst, '"'), nil
		case c == '\\' && i+1 < len(p.b):
			if e := p.b[i+1]; e == 'u' {
				if _, ok := hex4(p.b[i+2:]); !ok {
					p.i = i
					return dst, errSyntax
				}
			} else if bytes.IndexByte([]byte(`"\/bfnrt`), e) < 0 {
				p.i = i
				return dst, errSyntax
			}
			dst = append(dst, c, p.b[i+1])
			i += 2
		case c < 0x20:
			p.relaxed = true
			dst = append(dst, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
			i++
		default:
			dst = append(dst, c)
			i++
		}
	}
	p.i = len(p.b)
	return dst, errSyntax
}

// compact appends an array or an object without blanks, after checking every
// part of it.
func (p *parser) compact(dst []byte) ([]byte, error) {
	var s skipper // for its stack
	for {
		// A value begins here.
		var err error
		switch c := p.next(); c {
		case '{', '[':
			if err := s.open(c); err != nil {
				return dst, err
			}
			dst = append(dst, c)
			p.i++
			if end := p.next(); end == ']' && c == '[' || end == '}' && c == '{' {
				break
			}
			if c == '{' {
				if dst, err = p.name(dst); err != nil {
					return dst, err
				}
			}
			continue
		case '"':
			dst, err = p.quotedStr(dst)
		default:
			start := len(dst)
			dst, err = p.scalar(dst)
			if err == nil && (dst[start] == 'N' || bytes.HasSuffix(dst[start:], []byte("Infinity"))) {
				dst = cells.AppendJSONString(dst[:start], string(dst[start:]))
			}
		}
		if err != nil {
			return dst, err
		}
		// A value has ended here, or nothing is in the brackets.
		for {
			if s.depth == 0 {
				return dst, nil
			}
			object := s.objects[(s.depth-1)/64]>>((s.depth-1)%64)&1 == 1
			c := p.next()
			if c == ',' {
				p.i++
				if end := p.next(); end != ']' && end != '}' {
					dst = append(dst, ',')
					if object {
						if dst, err = p.name(dst); err != nil {
							return dst, err
						}
					}
					break
				}
				p.relaxed = true
				c = p.next()
			}
			if c != ']' && c != '}' || !s.closes(c) {
				return dst, errSyntax
			}
			dst = append(dst, c)
			p.i++
		}
	}
}

// name appends the name of a member and its colon.
func (p *parser) name(dst []byte) ([]byte, error) {
	if p.next() != '"' {
		return dst, errSyntax
	}
	dst, err := p.quotedStr(dst)
	if err != nil {
		return dst, err
	}
	if p.next() != ':' {
		return dst, errSyntax
	}
	p.i++
	return append(dst, ':'), nil
}

// member reads the name of a member and its colon, as the value begins behind.
// It is valid until the next call.
func (p *parser) member() ([]byte, error) {
	if p.next() != '"' {
		return nil, errSyntax
	}
	var err error
	if p.key, err = p.str(p.key[:0]); err != nil {
		return nil, err
	}
	if p.next() != ':' {
		return nil, errSyntax
	}
	p.i++
	return p.key, nil
}
