// Package xmltext reads XML as documents, workbooks and e-books hold it: once,
// from front to back, without a tree, in memory that does not grow with the
// file. It follows XML 1.0 and Namespaces in XML 1.0 where a document does, and
// reads on where one does not. It resolves nothing outside the file and expands
// no entities but the five of XML and references to characters.
package xmltext

import (
	"bytes"
	"errors"
	"io"
	"strconv"
	"unicode/utf8"
)

// A Kind says what Next found.
type Kind uint8

// The kinds of what is found. Comments, processing instructions and document
// types are passed over.
const (
	Start Kind = iota + 1 // of an element; an empty one has an End as well
	End
	Text // character data; it may come in several pieces
)

// Bounds of what is held at once.
const (
	maxTag   = 1 << 20 // bytes of a start tag with its attributes
	maxDepth = 1 << 16 // elements that are open
	readSize = 32 << 10
)

// The errors of a document that cannot be read on. What was read before is
// valid.
var (
	// ErrEnds is returned where the document ends inside an element or a tag.
	ErrEnds = errors.New("the XML ends before its root element does")
	// ErrTooLarge is returned for a tag of more than 1 MiB.
	ErrTooLarge = errors.New("a tag of the XML is too large")
	// ErrTooDeep is returned for more than 65,536 elements inside each other.
	ErrTooDeep = errors.New("the XML is nested too deep")
)

// Namespaces says by which prefix a caller knows a namespace. Several may have
// the same, such as the transitional and the strict one of a format. The empty
// prefix stands for no prefix. A name of a namespace that is not in it keeps
// the prefix of the document behind a question mark, so that it is not taken
// for one that is.
type Namespaces map[string]string

// A Reader reads one document. It is not safe for concurrent use.
type Reader struct {
	in     io.Reader
	known  Namespaces
	inErr  error // why no more can be read
	buf    []byte
	at     int   // in buf
	passed int64 // bytes before buf
	begun  bool

	name   string
	attrs  []attr
	text   []byte
	own    []byte // text that had to be changed
	closes bool   // the element that was started is empty

	open     []element
	bindings []binding
	names    map[string]string // of elements as written to as known, under the bindings of now
	seenRoot bool
}

// attr is one attribute as it is written, in buf of the reader.
type attr struct{ name, value []byte }

// element is one that is open.
type element struct {
	name     string
	raw      string
	bindings int // that there were before it
	space    bool
}

// binding is a prefix with what it stands for.
type binding struct{ prefix, known string }

// New returns a Reader of what in holds.
func New(in io.Reader, known Namespaces) *Reader {
	return &Reader{in: in, known: known, names: map[string]string{}, buf: make([]byte, 0, 2*readSize)}
}

// Reset makes r a Reader of another document, with the memory that it has.
func (r *Reader) Reset(in io.Reader, known Namespaces) {
	clear(r.names)
	*r = Reader{in: in, known: known, names: r.names, buf: r.buf[:0], attrs: r.attrs[:0], own: r.own[:0], open: r.open[:0], bindings: r.bindings[:0]}
}

// Name is the name of the element that started or ended, with the prefix that
// the caller knows its namespace by, such as "w:p".
func (r *Reader) Name() string { return r.name }

// Depth is how many elements are open, counting one that just started.
func (r *Reader) Depth() int { return len(r.open) }

// Offset is where in the decoded document the reader is, in bytes.
func (r *Reader) Offset() int64 { return r.passed + int64(r.at) }

// Text is the character data that was found, in UTF-8, with line ends
// normalised. It is valid until the next call of Next.
func (r *Reader) Text() []byte { return r.text }

// KeepsSpace reports whether xml:space="preserve" holds here.
func (r *Reader) KeepsSpace() bool { return len(r.open) > 0 && r.open[len(r.open)-1].space }

// Attr returns the value of an attribute of the element that just started, by
// its name with the prefix that the caller knows. An attribute without a prefix
// has no namespace.
func (r *Reader) Attr(name string) (value string, ok bool) {
	for i := range r.attrs {
		if r.isNamed(r.attrs[i].name, name) {
			return string(r.plain(r.attrs[i].value, true)), true
		}
	}
	return "", false
}

// Attrs calls yield with each attribute of the element that just started.
func (r *Reader) Attrs(yield func(name, value string) bool) {
	for i := range r.attrs {
		if !yield(r.resolve(r.attrs[i].name, false), string(r.plain(r.attrs[i].value, true))) {
			return
		}
	}
}

// isNamed reports whether raw, as written, is name, as known.
func (r *Reader) isNamed(raw []byte, name string) bool {
	_, after, ok := bytes.Cut(raw, []byte{':'})
	if !ok {
		return string(raw) == name
	}
	local := after
	return len(name) >= len(local) && name[len(name)-len(local):] == string(local) && r.resolve(raw, false) == name
}

// Skip passes over the rest of the element that just started, with its End.
func (r *Reader) Skip() error {
	for depth := len(r.open); len(r.open) >= depth; {
		if _, err := r.Next(); err != nil {
			return err
		}
	}
	return nil
}

// Next finds the next piece of the document; io.EOF ends it.
func (r *Reader) Next() (Kind, error) {
	r.attrs = r.attrs[:0]
	if r.closes {
		r.closes = false
		r.pop()
		return End, nil
	}
	if !r.begun {
		r.begin()
	}
	for {
		if r.at == len(r.buf) && !r.fill() {
			return 0, r.ended()
		}
		if r.buf[r.at] != '<' {
			if kind, ok := r.characters(); ok {
				return kind, nil
			}
			continue
		}
		kind, err := r.markup()
		if err != nil || kind != 0 {
			return kind, err
		}
	}
}

// ended is what the end of the input means.
func (r *Reader) ended() error {
	switch {
	case r.inErr != nil && !errors.Is(r.inErr, io.EOF):
		return r.inErr
	case len(r.open) > 0 || !r.seenRoot:
		return ErrEnds
	}
	return io.EOF
}

// fill reads more behind what is left of buf; false: there is no more.
func (r *Reader) fill() bool {
	if r.inErr != nil {
		return false
	}
	if r.at > 0 {
		r.passed += int64(r.at)
		r.buf = r.buf[:copy(r.buf, r.buf[r.at:])]
		r.at = 0
	}
	if cap(r.buf)-len(r.buf) < readSize {
		bigger := make([]byte, len(r.buf), 2*cap(r.buf))
		copy(bigger, r.buf)
		r.buf = bigger
	}
	for range 100 {
		n, err := r.in.Read(r.buf[len(r.buf):cap(r.buf)])
		r.buf = r.buf[:len(r.buf)+n]
		if err != nil {
			r.inErr = err
			return n > 0
		}
		if n > 0 {
			return true
		}
	}
	r.inErr = io.ErrNoProgress
	return false
}

// characters takes character data up to the next tag, or as much of it as is
// here. Outside the root element there is none.
func (r *Reader) characters() (Kind, bool) {
	rest := r.buf[r.at:]
	n := bytes.IndexByte(rest, '<')
	if n < 0 {
		n = len(rest)
		if cut := wholeText(rest); cut < n && r.inErr == nil {
			if cut == 0 { // only a part of a reference or a code point is here
				r.fill()
				return 0, false
			}
			n = cut
		}
	}
	r.at += n
	if len(r.open) == 0 {
		return 0, false
	}
	r.text = r.plain(rest[:n], false)
	return Text, true
}

// wholeText returns how much of text can be taken without what may follow.
func wholeText(text []byte) int {
	const longest = 12 // of a reference, such as &#x0010FFFF;
	n := len(text)
	for i := max(0, n-longest); i < n; i++ {
		if text[i] == '&' && bytes.IndexByte(text[i:], ';') < 0 {
			return i
		}
	}
	for i := 1; i < utf8.UTFMax && i <= n; i++ {
		if utf8.RuneStart(text[n-i]) {
			if !utf8.FullRune(text[n-i:]) {
				return n - i
			}
			break
		}
	}
	if n > 0 && text[n-1] == '\r' {
		return n - 1
	}
	return n
}

// markup takes what begins with '<'. A kind of 0 means that it was passed over.
func (r *Reader) markup() (Kind, error) {
	if !r.have(2) {
		r.at = len(r.buf)
		return 0, nil
	}
	switch c := r.buf[r.at+1]; {
	case c == '!':
		return r.declaration()
	case c == '?':
		r.past("?>", 2)
		return 0, nil
	case c == '/':
		return r.endTag()
	case c == ':' || c == '_' || c >= 0x80 || c|0x20 >= 'a' && c|0x20 <= 'z':
		return r.startTag()
	}
	return r.literal()
}

// literal takes a '<' that begins nothing as text.
func (r *Reader) literal() (Kind, error) {
	r.at++
	if len(r.open) == 0 {
		return 0, nil
	}
	r.own = append(r.own[:0], '<')
	r.text = r.own
	return Text, nil
}

// have makes sure that n bytes are here.
func (r *Reader) have(n int) bool {
	for len(r.buf)-r.at < n {
		if !r.fill() {
			return len(r.buf)-r.at >= n
		}
	}
	return true
}

// past moves behind the next occurrence of end. Nothing before it is kept.
func (r *Reader) past(end string, skip int) {
	r.at += skip
	for {
		if i := bytes.Index(r.buf[r.at:], []byte(end)); i >= 0 {
			r.at += i + len(end)
			return
		}
		r.at = max(r.at, len(r.buf)-len(end)+1)
		if !r.fill() {
			r.at = len(r.buf)
			return
		}
	}
}

// declaration takes a comment, a CDATA section or a document type.
func (r *Reader) declaration() (Kind, error) {
	const cdata = "<![CDATA["
	r.have(len(cdata))
	rest := r.buf[r.at:]
	switch {
	case bytes.HasPrefix(rest, []byte("<!--")):
		r.past("-->", 4)
		return 0, nil
	case bytes.HasPrefix(rest, []byte(cdata)):
		return r.section(len(cdata))
	}
	r.doctype()
	return 0, nil
}

// section takes a CDATA section as one piece of text.
func (r *Reader) section(skip int) (Kind, error) {
	from := skip
	for {
		i := bytes.Index(r.buf[r.at+from:], []byte("]]>"))
		if i < 0 {
			from = max(skip, len(r.buf)-r.at-2)
			if len(r.buf)-r.at > maxTag {
				return 0, ErrTooLarge
			}
			if r.fill() {
				continue
			}
			i = len(r.buf) - r.at - from
		}
		text := r.buf[r.at+skip : r.at+from+i]
		r.at = min(r.at+from+i+3, len(r.buf))
		if len(r.open) == 0 {
			return 0, nil
		}
		r.text = r.normal(text, false, false)
		return Text, nil
	}
}

// doctype passes over a document type with all that it declares.
func (r *Reader) doctype() {
	depth, quote := 0, byte(0)
	for {
		for r.at < len(r.buf) {
			c := r.buf[r.at]
			r.at++
			switch {
			case quote != 0:
				if c == quote {
					quote = 0
				}
			case (c == '"' || c == '\'') && depth > 0:
				quote = c
			case c == '<':
				depth++
			case c == '>':
				if depth--; depth <= 0 {
					return
				}
			}
		}
		if !r.fill() {
			return
		}
	}
}

// tagEnd returns how far the tag reaches that begins here.
func (r *Reader) tagEnd() (int, error) {
	quote := byte(0)
	for i := 1; ; i++ {
		if r.at+i >= len(r.buf) {
			if i > maxTag {
				return 0, ErrTooLarge
			}
			if !r.fill() {
				r.at = len(r.buf)
				return 0, ErrEnds
			}
		}
		switch c := r.buf[r.at+i]; {
		case quote != 0:
			if c == quote {
				quote = 0
			} else if n := bytes.IndexByte(r.buf[r.at+i:], quote); n > 0 {
				i += n - 1
			}
		case c == '"' || c == '\'':
			quote = c
		case c == '>':
			return i + 1, nil
		}
	}
}

func (r *Reader) startTag() (Kind, error) {
	n, err := r.tagEnd()
	if err != nil {
		return 0, err
	}
	if len(r.open) >= maxDepth {
		return 0, ErrTooDeep
	}
	tag := r.buf[r.at+1 : r.at+n-1]
	r.at += n
	if len(tag) > 0 && tag[len(tag)-1] == '/' {
		r.closes = true
		tag = tag[:len(tag)-1]
	}
	end := nameEnd(tag)
	raw := tag[:end]
	e := element{bindings: len(r.bindings), space: r.KeepsSpace()}
	r.attributes(tag[end:], &e)
	if len(r.bindings) > e.bindings {
		clear(r.names)
	}
	e.name = r.elementName(raw)
	if e.raw = e.name; e.name != string(raw) {
		e.raw = string(raw)
	}
	r.seenRoot = true
	r.open = append(r.open, e)
	r.name = e.name
	return Start, nil
}

// attributes collects the attributes of a tag and takes those of XML itself.
func (r *Reader) attributes(s []byte, e *element) {
	for {
		s = bytes.TrimLeft(s, " \t\r\n/")
		end := nameEnd(s)
		if end == 0 {
			if len(s) == 0 {
				return
			}
			s = s[1:]
			continue
		}
		a := attr{name: s[:end]}
		s = bytes.TrimLeft(s[end:], " \t\r\n")
		if len(s) > 0 && s[0] == '=' {
			s = bytes.TrimLeft(s[1:], " \t\r\n")
			if len(s) > 0 && (s[0] == '"' || s[0] == '\'') {
				n := bytes.IndexByte(s[1:], s[0])
				if n < 0 {
					return
				}
				a.value, s = s[1:1+n], s[n+2:]
			} else { // without quotes
				end := bytes.IndexAny(s, " \t\r\n")
				if end < 0 {
					end = len(s)
				}
				a.value, s = s[:end], s[end:]
			}
		}
		switch {
		case string(a.name) == "xmlns":
			r.bind("", a.value)
		case bytes.HasPrefix(a.name, []byte("xmlns:")):
			r.bind(string(valid(a.name[6:])), a.value)
		default:
			if string(a.name) == "xml:space" {
				e.space = string(a.value) == "preserve"
			}
			r.attrs = append(r.attrs, a)
		}
	}
}

// bind gives a prefix a meaning inside the element that is being started.
func (r *Reader) bind(prefix string, uri []byte) {
	known, ok := r.known[string(r.plain(uri, true))]
	if !ok {
		known = "?" + prefix
	}
	r.bindings = append(r.bindings, binding{prefix, known})
}

func (r *Reader) endTag() (Kind, error) {
	n, err := r.tagEnd()
	if err != nil {
		return 0, err
	}
	tag := r.buf[r.at+2 : r.at+n-1]
	raw := tag[:nameEnd(tag)]
	r.at += n
	if len(r.open) == 0 {
		return 0, nil
	}
	if r.open[len(r.open)-1].raw == string(raw) {
		r.pop()
		return End, nil
	}
	const near = 64 // a tag that was forgotten is near
	for i := len(r.open) - 2; i >= max(0, len(r.open)-near); i-- {
		if r.open[i].raw == string(raw) { // what is open inside it ends now, and it at the next call
			r.at -= n
			r.pop()
			return End, nil
		}
	}
	return 0, nil // it ends nothing
}

// pop ends the innermost element.
func (r *Reader) pop() {
	last := r.open[len(r.open)-1]
	r.open = r.open[:len(r.open)-1]
	if len(r.bindings) > last.bindings {
		r.bindings = r.bindings[:last.bindings]
		clear(r.names)
	}
	r.name = last.name
}

// maxNames bounds the names that are remembered.
const maxNames = 4096

// elementName resolves the name of an element, remembering it.
func (r *Reader) elementName(raw []byte) string {
	if name, ok := r.names[string(raw)]; ok {
		return name
	}
	name := r.resolve(raw, true)
	if len(r.names) < maxNames {
		r.names[string(raw)] = name
	}
	return name
}

// resolve replaces the prefix of a name by the one that the caller knows.
func (r *Reader) resolve(raw []byte, isElement bool) string {
	raw = valid(raw)
	prefix, local := []byte(nil), raw
	if before, after, ok := bytes.Cut(raw, []byte{':'}); ok {
		prefix, local = before, after
	} else if !isElement {
		return string(raw)
	}
	for i := len(r.bindings) - 1; i >= 0; i-- {
		if b := &r.bindings[i]; b.prefix == string(prefix) {
			if b.known == "" {
				return string(local)
			}
			return b.known + ":" + string(local)
		}
	}
	if len(prefix) == 0 || string(prefix) == "xml" {
		return string(raw)
	}
	return "?" + string(raw)
}

func nameEnd(s []byte) int {
	for i, c := range s {
		switch c {
		case ' ', '\t', '\r', '\n', '=', '/', '"', '\'', '<':
			return i
		}
	}
	return len(s)
}

// plain returns text with its references resolved and its line ends normalised:
// text itself where there is nothing to do.
func (r *Reader) plain(text []byte, isValue bool) []byte {
	return r.normal(text, true, isValue)
}

func (r *Reader) normal(text []byte, references, isValue bool) []byte {
	special := "\r"
	switch {
	case references && isValue:
		special = "&\r\n\t"
	case references:
		special = "&\r"
	}
	i := bytes.IndexAny(text, special)
	if i < 0 {
		return valid(text)
	}
	out := r.own[:0]
	for ; i >= 0; i = bytes.IndexAny(text, special) {
		out = append(out, text[:i]...)
		text = text[i:]
		n := 1
		switch text[0] {
		case '&':
			out, n = reference(out, text)
		case '\r':
			if len(text) > 1 && text[1] == '\n' {
				n = 2
			}
			fallthrough
		default:
			if isValue {
				out = append(out, ' ')
			} else {
				out = append(out, '\n')
			}
		}
		text = text[n:]
	}
	out = append(out, text...)
	r.own = out
	return valid(out)
}

func valid(text []byte) []byte {
	if utf8.Valid(text) {
		return text
	}
	out := make([]byte, 0, len(text)+16)
	for len(text) > 0 { // each byte by itself, so that pieces of text give what the whole does
		c, n := utf8.DecodeRune(text)
		out = utf8.AppendRune(out, c)
		text = text[n:]
	}
	return out
}

// reference appends what the reference at the start of text stands for, and
// returns how long it is. One that stands for nothing stays as it is.
func reference(out, text []byte) ([]byte, int) {
	end := bytes.IndexByte(text[:min(len(text), 16)], ';')
	if end < 0 {
		return append(out, '&'), 1
	}
	name := text[1:end]
	switch string(name) {
	case "amp":
		return append(out, '&'), end + 1
	case "lt":
		return append(out, '<'), end + 1
	case "gt":
		return append(out, '>'), end + 1
	case "quot":
		return append(out, '"'), end + 1
	case "apos":
		return append(out, '\''), end + 1
	}
	if len(name) < 2 || name[0] != '#' {
		return append(out, '&'), 1
	}
	digits, base := string(name[1:]), 10
	if digits[0] == 'x' || digits[0] == 'X' {
		digits, base = digits[1:], 16
	}
	n, err := strconv.ParseUint(digits, base, 32)
	switch {
	case err != nil:
		return append(out, '&'), 1
	case n == 0 || n > utf8.MaxRune || !utf8.ValidRune(rune(n)):
		return utf8.AppendRune(out, utf8.RuneError), end + 1
	}
	return utf8.AppendRune(out, rune(n)), end + 1
}

// begin looks at how the document is encoded.
func (r *Reader) begin() {
	r.begun = true
	r.have(4)
	for len(r.buf) < 256 && !bytes.Contains(r.buf, []byte("?>")) && r.fill() { // a declaration may come in parts
		continue
	}
	if decoded := decode(r.buf, r.in, r.inErr); decoded != nil {
		r.in, r.inErr, r.buf = decoded, nil, make([]byte, 0, 2*readSize)
		r.have(4)
	}
	if bytes.HasPrefix(r.buf, []byte("\uFEFF")) {
		r.at = 3
	}
}
