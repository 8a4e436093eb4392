package xlsx

import (
	"bytes"
	"errors"
	"io"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"

	"fread/internal/reader/xmltext"
)

// A kind says what next found.
type kind uint8

const (
	start kind = iota + 1 // of an element
	end                   // of an element; one that was written as empty has its own
	text
)

const (
	bufferSize = 64 << 10
	maxTag     = 1 << 20 // bytes of a tag
	longestRef = 12      // of a reference, such as &#x0010FFFF;
)

var (
	errEnds   = errors.New("the XML ends too early")
	errTagBig = errors.New("a tag of the XML has more than 1 MiB")
)

// A scanner finds the tags of a sheet or a string table, which are too large for
// a reader that knows all of XML. Names come without their prefixes.
type scanner struct {
	in     io.Reader
	inErr  error // why no more can be read
	buf    []byte
	at     int
	passed int64 // bytes before buf

	name   []byte
	prefix []byte
	attrs  []byte
	chars  []byte // of text, as written
	cdata  bool
	closes bool // the element that started is empty
}

func newScanner(in io.Reader) *scanner {
	return &scanner{in: xmltext.UTF8(in), buf: make([]byte, 0, bufferSize/4)}
}

// offset is how many bytes lie before the place where s is.
func (s *scanner) offset() int64 { return s.passed + int64(s.at) }

// fill reads more behind what is left; false: there is no more.
func (s *scanner) fill() bool {
	if s.inErr != nil {
		return false
	}
	if s.at > 0 {
		s.passed += int64(s.at)
		s.buf = s.buf[:copy(s.buf, s.buf[s.at:])]
		s.at = 0
	}
	if cap(s.buf)-len(s.buf) < cap(s.buf)/4 || s.passed > bufferSize && cap(s.buf) < bufferSize {
		bigger := make([]byte, len(s.buf), 2*cap(s.buf))
		copy(bigger, s.buf)
		s.buf = bigger
	}
	for range 100 {
		n, err := s.in.Read(s.buf[len(s.buf):cap(s.buf)])
		s.buf = s.buf[:len(s.buf)+n]
		if err != nil {
			s.inErr = err
			return n > 0
		}
		if n > 0 {
			return true
		}
	}
	s.inErr = io.ErrNoProgress
	return false
}

// ended is what the end of the input means inside an element.
func (s *scanner) ended() error {
	if s.inErr != nil && !errors.Is(s.inErr, io.EOF) {
		return s.inErr
	}
	return errEnds
}

// next finds the next tag or piece of text. What it gives is valid until the
// next call.
func (s *scanner) next() (kind, error) {
	if s.closes {
		s.closes = false
		return end, nil
	}
	for {
		if s.at == len(s.buf) && !s.fill() {
			return 0, s.ended()
		}
		if s.buf[s.at] != '<' {
			if s.characters() {
				return text, nil
			}
			continue
		}
		for len(s.buf)-s.at < 2 {
			if !s.fill() {
				return 0, s.ended()
			}
		}
		switch s.buf[s.at+1] {
		case '!':
			if ok, err := s.declaration(); ok || err != nil {
				return text, err
			}
		case '?':
			s.past("?>", 2)
		default:
			return s.tag()
		}
	}
}

// characters takes text up to the next tag, or what is here of it.
func (s *scanner) characters() bool {
	rest := s.buf[s.at:]
	n := bytes.IndexByte(rest, '<')
	if n < 0 {
		n = len(rest)
		var cut int
		if i := bytes.LastIndexByte(rest[max(0, n-longestRef):], '&'); i >= 0 {
			cut = max(0, n-longestRef) + i
		} else {
			cut = wholeRunes(rest)
		}
		if cut < n && s.inErr == nil {
			if n = cut; n == 0 {
				s.fill()
				return false
			}
		}
	}
	s.chars, s.cdata = rest[:n], false
	s.at += n
	return true
}

// wholeRunes returns how much of b can be taken without what may follow: code
// points that are whole, and no CR, behind which an LF may come.
func wholeRunes(b []byte) int {
	n := len(b)
	for i := 1; i < utf8.UTFMax && i <= n; i++ {
		if utf8.RuneStart(b[n-i]) {
			if !utf8.FullRune(b[n-i:]) {
				n -= i
			}
			break
		}
	}
	if n > 0 && n == len(b) && b[n-1] == '\r' {
		n--
	}
	return n
}

// declaration takes a CDATA section as text, and passes over a comment or a
// document type.
func (s *scanner) declaration() (isText bool, err error) {
	const cdata = "<![CDATA["
	for len(s.buf)-s.at < len(cdata) && s.fill() {
		continue
	}
	rest := s.buf[s.at:]
	switch {
	case bytes.HasPrefix(rest, []byte("<!--")):
		s.past("-->", 4)
		return false, nil
	case !bytes.HasPrefix(rest, []byte(cdata)):
		s.past(">", 2) // of a document type with declarations, what is left of them is no tag
		return false, nil
	}
	for {
		if i := bytes.Index(s.buf[s.at:], []byte("]]>")); i >= 0 {
			s.chars, s.cdata = s.buf[s.at+len(cdata):s.at+i], true
			s.at += i + 3
			return true, nil
		}
		if len(s.buf)-s.at > maxTag {
			return false, errTagBig
		}
		if !s.fill() {
			return false, s.ended()
		}
	}
}

// past moves behind the next occurrence of a mark.
func (s *scanner) past(mark string, skip int) {
	s.at += skip
	for {
		if i := bytes.Index(s.buf[s.at:], []byte(mark)); i >= 0 {
			s.at += i + len(mark)
			return
		}
		s.at = max(s.at, len(s.buf)-len(mark)+1)
		if !s.fill() {
			s.at = len(s.buf)
			return
		}
	}
}

// tag takes a start or end tag.
func (s *scanner) tag() (kind, error) {
	quote := byte(0)
	for i := 1; ; i++ {
		if s.at+i >= len(s.buf) {
			if i > maxTag {
				return 0, errTagBig
			}
			if !s.fill() {
				return 0, s.ended()
			}
		}
		switch c := s.buf[s.at+i]; {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'':
			quote = c
		case c == '>':
			return s.take(s.buf[s.at+1:s.at+i], i+1), nil
		}
	}
}

// take divides a tag without its brackets, which has n bytes with them.
func (s *scanner) take(tag []byte, n int) kind {
	s.at += n
	k := start
	if len(tag) > 0 && tag[0] == '/' {
		k, tag = end, tag[1:]
	} else if len(tag) > 0 && tag[len(tag)-1] == '/' {
		s.closes, tag = true, tag[:len(tag)-1]
	}
	i, colon := 0, -1
	for ; i < len(tag) && tag[i] > ' '; i++ {
		if tag[i] == ':' {
			colon = i
		}
	}
	s.name, s.prefix, s.attrs = tag[colon+1:i], tag[:colon+1], tag[i:]
	return k
}

// attr returns an attribute without a prefix of the tag that was found, as it is
// written.
func (s *scanner) attr(name string) ([]byte, bool) {
	a := s.attrs
	for {
		a = bytes.TrimLeft(a, " \t\r\n")
		eq := bytes.IndexByte(a, '=')
		if eq < 0 {
			return nil, false
		}
		key := bytes.TrimRight(a[:eq], " \t\r\n")
		a = bytes.TrimLeft(a[eq+1:], " \t\r\n")
		if len(a) < 2 {
			return nil, false
		}
		n := bytes.IndexByte(a[1:], a[0])
		if n < 0 {
			return nil, false
		}
		if string(key) == name {
			return a[1 : 1+n], true
		}
		a = a[n+2:]
	}
}

// flag reports whether an attribute is set to a value that means yes.
func (s *scanner) flag(name string) bool {
	v, _ := s.attr(name)
	return isTrue(v)
}

func isTrue(v []byte) bool {
	switch string(bytes.TrimSpace(v)) {
	case "1", "true", "TRUE", "on":
		return true
	}
	return false
}

// skip passes over the element that just started, with its end.
func (s *scanner) skip() error {
	for depth := 1; depth > 0; {
		k, err := s.next()
		if err != nil {
			return err
		}
		switch k {
		case start:
			depth++
		case end:
			depth--
		case text:
		}
	}
	return nil
}

// number reads digits; what is none is -1.
func number(b []byte) int {
	n := 0
	for _, c := range b {
		if c < '0' || c > '9' || n > 1<<40 {
			return -1
		}
		n = n*10 + int(c-'0')
	}
	if len(b) == 0 {
		return -1
	}
	return n
}

// appendChars appends the text that was found, as XML means it, but no more
// than most bytes in all.
func (s *scanner) appendChars(b []byte, most int) []byte {
	src := s.chars
	if len(b) >= most {
		return b
	}
	if len(src) > most-len(b) {
		src = src[:most-len(b)]
		for len(src) > 0 && !utf8.RuneStart(s.chars[len(src)]) {
			src = src[:len(src)-1]
		}
	}
	if s.cdata {
		return appendLines(b, src)
	}
	return appendText(b, src)
}

// appendText appends text with its references resolved and its line ends made
// line feeds (XML 1.0, 2.11 and 4.4).
func appendText(b, src []byte) []byte {
	for {
		i := bytes.IndexByte(src, '&')
		if i < 0 {
			return appendLines(b, src)
		}
		b = appendLines(b, src[:i])
		src = src[i:]
		n := bytes.IndexByte(src[:min(len(src), longestRef)], ';')
		if n < 0 {
			b, src = append(b, '&'), src[1:]
			continue
		}
		b = appendReference(b, src[:n+1])
		src = src[n+1:]
	}
}

// appendReference resolves a reference such as &amp;.
func appendReference(b, ref []byte) []byte {
	name := ref[1 : len(ref)-1]
	switch string(name) {
	case "amp":
		return append(b, '&')
	case "lt":
		return append(b, '<')
	case "gt":
		return append(b, '>')
	case "quot":
		return append(b, '"')
	case "apos":
		return append(b, '\'')
	}
	if len(name) < 2 || name[0] != '#' {
		return append(b, ref...)
	}
	digits, base := name[1:], 10
	if digits[0] == 'x' || digits[0] == 'X' {
		digits, base = digits[1:], 16
	}
	n, err := strconv.ParseUint(string(digits), base, 32)
	if err != nil || n == 0 || n > utf8.MaxRune {
		return append(b, "\uFFFD"...)
	}
	return utf8.AppendRune(b, rune(n))
}

// appendLines appends text with CR LF and CR as line feeds, and U+FFFD for what
// is no UTF-8.
func appendLines(b, src []byte) []byte {
	if !utf8.Valid(src) {
		src = bytes.ToValidUTF8(src, []byte("\uFFFD"))
	}
	for {
		i := bytes.IndexByte(src, '\r')
		if i < 0 {
			return append(b, src...)
		}
		b = append(append(b, src[:i]...), '\n')
		if src = src[i+1:]; len(src) > 0 && src[0] == '\n' {
			src = src[1:]
		}
	}
}

// unescape resolves what strings of Office write for characters that XML does
// not allow, such as _x000D_ (ECMA-376 part 1, 22.9.2.19).
func unescape(b []byte) []byte {
	i := bytes.Index(b, []byte("_x"))
	if i < 0 {
		return b
	}
	out := b[:i]
	for i < len(b) {
		u, ok := escaped(b[i:])
		if !ok {
			out = append(out, b[i])
			i++
			continue
		}
		i += 7
		r := rune(u)
		if utf16.IsSurrogate(r) {
			low, ok := escaped(b[i:])
			if r = utf16.DecodeRune(r, rune(low)); ok && r != utf8.RuneError {
				i += 7
			}
		}
		out = utf8.AppendRune(out, r) // never longer than what stood for it
	}
	return out
}

// escaped reads _xHHHH_ at the beginning of b.
func escaped(b []byte) (uint64, bool) {
	if len(b) < 7 || b[0] != '_' || b[1] != 'x' || b[6] != '_' {
		return 0, false
	}
	for _, c := range b[2:6] {
		if (c < '0' || c > '9') && (c|0x20 < 'a' || c|0x20 > 'f') {
			return 0, false
		}
	}
	u, err := strconv.ParseUint(string(b[2:6]), 16, 16)
	return u, err == nil
}
