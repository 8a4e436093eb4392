package redact

import (
	"bytes"
	"slices"
)

const (
	// keySpan is how long a key block can be, with two bytes for each line end:
	// in UTF-16 that is Reach. A key of 16,384 bits has 13 KB.
	keySpan = Reach / 2
	// keyMisses is how many lines that are no body close a block: what looked
	// like one was the mention of a BEGIN line in a program.
	keyMisses = 8
	// Lengths from which base64 is taken for the body of a key: anywhere in a
	// line, and as all that the line holds. Behind a body line any length is.
	keyRun, keyLine = 40, 16
)

// block is the state of a key block of several lines. It is set anew by every
// BEGIN line and depends on nothing before it.
type block struct {
	open   bool
	rule   int
	left   int  // how much longer the block may be
	misses int  // lines in a row that are no body
	column int  // where the body begins in the line before, or -1
	joined bool // the piece of the line before ended inside a body
	hit    bool // a body was found in the line
}

// oneLiners looks for keys that lie in one line with their BEGIN and END, with
// escaped line feeds, with spaces or with none, and extends their opens to END.
func (s *Stream) oneLiners(text []byte) {
	slices.SortFunc(s.opens, func(a, b span) int { return a.end - b.end })
	for i := range s.opens {
		o := &s.opens[i]
		limit := min(len(text), o.from+MaxSecret)
		if i+1 < len(s.opens) {
			limit = min(limit, max(o.end, s.opens[i+1].from))
		}
		rest := text[o.end:limit]
		if n := bytes.IndexByte(rest, '\n'); n >= 0 {
			rest = rest[:n]
		}
		n := endMarker(rest)
		if n < 0 {
			continue
		}
		o.end += n + len("-----END ")
		from, to := trimEscapes(text, o.start, o.start+n)
		if holdsRun(text[from:to]) {
			s.spans = append(s.spans, span{from: o.from, start: from, end: to, rule: o.rule})
		}
	}
}

func holdsRun(b []byte) bool {
	for i := 0; i < len(b); i++ {
		n := runOf(b[i:], isBase64)
		if n >= keyLine {
			return true
		}
		i += n
	}
	return false
}

// walk follows key blocks through the lines of text, of which only the part
// before taken counts now. More says that the last line goes on.
func (s *Stream) walk(text []byte, taken int, more bool) {
	opens := s.opens
	eachLine(text, func(a, b int) {
		for len(opens) > 0 && opens[0].start <= b && opens[0].from < taken {
			o := opens[0]
			opens = opens[1:]
			s.body(text, a, max(a, o.from), taken)
			s.key = block{}
			if o.end == o.start {
				s.key = block{open: true, rule: o.rule, left: keySpan, column: -1}
			}
			a = min(o.end, b)
		}
		s.body(text, a, b, taken)
		if !more {
			s.key.endLine(b - a)
		}
	})
}

// endLine counts a line that has been looked at.
func (k *block) endLine(n int) {
	if !k.open {
		return
	}
	k.left -= n + 2
	if k.hit || n == 0 {
		k.misses = 0
	} else {
		k.misses++
		k.column = -1
	}
	k.hit, k.joined = false, false
	if k.left < 0 || k.misses >= keyMisses {
		*k = block{}
	}
}

// body hides what looks like the body of a key in text[a:b], part of one line.
func (s *Stream) body(text []byte, a, b, taken int) {
	k := &s.key
	if !k.open {
		return
	}
	end := endMarker(text[a:b])
	stop := b
	if end >= 0 {
		stop = a + end
	}
	only := countWords(text[a:stop]) == 1
	for i := a; i < stop; {
		n := runOf(text[i:stop], isKeyByte)
		if n == 0 {
			i++
			continue
		}
		from, to := trimEscapes(text, i, i+n)
		long := to - from
		behind := k.column >= 0 && (from-a == k.column || i+n == stop && end >= 0)
		continues := k.joined && i == 0
		if hasAlnum(text[from:to]) && (long >= keyRun || only && (long >= keyLine || k.column >= 0 && end < 0) || behind && only || behind && restIsDecoration(text[to:stop]) || continues) && from < taken {
			s.spans = append(s.spans, span{from: from, start: from, end: to, rule: k.rule})
			if !continues {
				k.column = from - a
			}
			k.hit, k.joined = true, to > taken
		}
		i += n
	}
	if end >= 0 && stop < taken {
		*k = block{}
	}
}

// endMarker returns where the line that ends a key begins in line, or -1.
func endMarker(line []byte) int {
	for _, m := range []string{"-----END ", "---- END ", "Private-MAC:"} {
		if i := bytes.Index(line, []byte(m)); i >= 0 {
			return i
		}
	}
	return -1
}

// trimEscapes leaves out line breaks written as \n, and blanks and quotes.
func trimEscapes(text []byte, a, b int) (from, to int) {
	for a < b {
		switch {
		case isDecoration(text[a]):
			a++
		case text[a] == '\\' && a+1 < b && (text[a+1] == 'n' || text[a+1] == 'r'):
			a += 2
		case text[a] == '\\':
			a++
		default:
			for a < b {
				switch {
				case isDecoration(text[b-1]) || text[b-1] == '\\':
					b--
				case b-2 >= a && text[b-2] == '\\' && (text[b-1] == 'n' || text[b-1] == 'r'):
					b -= 2
				default:
					return a, b
				}
			}
		}
	}
	return a, b
}

func isDecoration(c byte) bool {
	switch c {
	case ' ', '\t', '"', '\'', '`', ',', ';', '|', ')', '(', '>', '<':
		return true
	}
	return false
}

// restIsDecoration reports whether line holds nothing of a body.
func restIsDecoration(rest []byte) bool {
	return !hasAlnum(bytes.ReplaceAll(rest, []byte(`\n`), nil))
}

// countWords counts the runs of body bytes that hold a letter or digit.
func countWords(line []byte) (words int) {
	for i := 0; i < len(line); {
		n := runOf(line[i:], isKeyByte)
		if n > 0 {
			a, b := trimEscapes(line, i, i+n)
			if hasAlnum(line[a:b]) {
				words++
			}
		}
		i += max(n, 1)
	}
	return words
}

func hasAlnum(b []byte) bool { return slices.ContainsFunc(b, isAlnum) }

// isKeyByte accepts base64 and the backslashes of escaped line breaks.
func isKeyByte(c byte) bool { return isBase64(c) || c == '\\' }

func runOf(b []byte, in class) int {
	n := 0
	for n < len(b) && in(b[n]) {
		n++
	}
	return n
}

// beginKey finds the BEGIN line of a private key around the words PRIVATE KEY.
func beginKey(l line, at, end int) (span, bool) {
	before := l.text[max(0, at-48):at]
	i := bytes.LastIndex(before, []byte("BEGIN "))
	if i < 0 || runOf(before[i+len("BEGIN "):], isTitle) != len(before)-i-len("BEGIN ") {
		return span{}, false
	}
	dashes := bytes.TrimSuffix(before[:i], []byte(" "))
	if !bytes.HasSuffix(dashes, []byte("----")) {
		return span{}, false
	}
	from := at - len(before) + len(dashes) - runBack(dashes, '-')
	rest := l.text[end:]
	rest = bytes.TrimPrefix(rest, []byte(" BLOCK"))
	rest = bytes.TrimPrefix(rest, []byte(" "))
	if !bytes.HasPrefix(rest, []byte("----")) {
		return span{}, false
	}
	end = len(l.text) - len(rest) + 4
	if end < len(l.text) && l.text[end] == '-' {
		end++
	}
	return span{from: from, start: end, end: end}, true
}

// puttyKey finds the line before the private part of a PuTTY key file.
func puttyKey(l line, at, end int) (span, bool) {
	to := l.run(end, 8, func(c byte) bool { return c == ' ' || isDigit(c) })
	return span{from: at, start: to, end: to}, to > end+1
}

func runBack(b []byte, c byte) int {
	n := 0
	for n < len(b) && b[len(b)-1-n] == c {
		n++
	}
	return n
}

func isTitle(c byte) bool { return c >= 'A' && c <= 'Z' || isDigit(c) || c == ' ' }
