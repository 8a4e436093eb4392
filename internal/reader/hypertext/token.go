package hypertext

import (
	"bytes"
	"errors"
	"io"
)

// A tokenKind is what a tokenizer met.
type tokenKind uint8

const (
	endOfFile tokenKind = iota
	textToken
	startTag
	endTag
)

// Sizes of what is held of a page at once, in bytes.
const (
	bufferSize = 64 << 10
	// maxTag is how long a tag may be, attributes and all; of a longer one only the
	// beginning counts.
	maxTag = 16 << 20
	// keptOfLongTag is that beginning.
	keptOfLongTag = 4 << 10
	// maxReference is how long a character reference can be; text is not cut inside
	// one.
	maxReference = 40
)

// An attribute is one of a tag; both slices are valid until the next token.
type attribute struct {
	name  []byte // in lower case
	value []byte // as written, references and all
}

// tokenizer splits HTML into tags and text as the standard says (WHATWG HTML,
// 13.2.5), in memory that does not depend on the size of the page. Comments,
// declarations and the content of scripts are passed over. It is our own since
// that of x/net/html holds every text and comment whole and fills its table of
// 2,200 entities when the program starts.
type tokenizer struct {
	in    io.Reader
	buf   []byte // what has been read
	at    int    // of it has been taken
	ended bool
	err   error // of in

	xml     bool // empty-element tags and CDATA sections are what they are in XML
	foreign bool // in SVG or MathML, where no element is raw
	raw     string
	verbose bool // the raw text is given, and may hold references

	name  []byte // of a tag, in lower case
	attrs []attribute
	empty bool   // the tag ends in />
	text  []byte // of textToken, references not resolved
	refs  bool   // the text may hold references
}

func newTokenizer(in io.Reader) *tokenizer {
	return &tokenizer{in: in, buf: make([]byte, 0, bufferSize)}
}

// more reads on. What has been taken is dropped. It reports whether there is
// more now.
func (z *tokenizer) more() bool {
	if z.ended {
		return false
	}
	if z.at > 0 {
		z.buf = z.buf[:copy(z.buf, z.buf[z.at:])]
		z.at = 0
	}
	if cap(z.buf)-len(z.buf) < bufferSize/4 {
		grown := make([]byte, len(z.buf), 2*cap(z.buf))
		copy(grown, z.buf)
		z.buf = grown
	}
	for range 100 {
		n, err := z.in.Read(z.buf[len(z.buf):cap(z.buf)])
		z.buf = z.buf[:len(z.buf)+n]
		if err != nil {
			z.ended = true
			if !errors.Is(err, io.EOF) {
				z.err = err
			}
			return n > 0
		}
		if n > 0 {
			return true
		}
	}
	z.ended, z.err = true, io.ErrNoProgress
	return false
}

// next finds the next token.
func (z *tokenizer) next() tokenKind {
	if z.raw != "" {
		if kind, ok := z.rawText(); ok {
			return kind
		}
	}
	for {
		if z.at == len(z.buf) && !z.more() {
			return endOfFile
		}
		b := z.buf[z.at:]
		if b[0] != '<' {
			return z.plainText(b)
		}
		if len(b) < 2 {
			if z.more() {
				continue
			}
			return z.take(1, true)
		}
		switch c := b[1]; {
		case isLetter(c):
			if z.tag(2) {
				return startTag
			}
		case c == '/' && len(b) < 3:
			if !z.more() {
				return z.take(2, true)
			}
		case c == '/' && isLetter(b[2]):
			if z.tag(3) {
				return endTag
			}
		case c == '!':
			if kind, ok := z.declaration(); ok {
				return kind
			}
		case c == '?':
			z.passOver(2, "?>", z.xml)
		case c == '/':
			z.passOver(2, ">", true)
		default:
			return z.plainText(b)
		}
	}
}

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

func isSpace(c byte) bool { return c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == '\f' }

// take gives the next n bytes as text.
func (z *tokenizer) take(n int, refs bool) tokenKind {
	z.text, z.refs = z.buf[z.at:z.at+n], refs
	z.at += n
	return textToken
}

// plainText gives the text to the next less-than sign, or as much of it as has
// been read.
func (z *tokenizer) plainText(b []byte) tokenKind {
	n := bytes.IndexByte(b[1:], '<') + 1
	if n > 0 {
		return z.take(n, true)
	}
	return z.take(z.whole(len(b)), true)
}

// whole is the length of the first n bytes without a reference that may go on
// behind them. Where nothing lies before that it reads on.
func (z *tokenizer) whole(n int) int {
	for {
		tail := z.buf[z.at+max(0, n-maxReference) : z.at+n]
		i := bytes.LastIndexByte(tail, '&')
		if i < 0 || bytes.IndexByte(tail[i:], ';') >= 0 {
			return n
		}
		if cut := n - (len(tail) - i); cut > 0 {
			return cut
		}
		if !z.more() {
			return n
		}
		b := z.buf[z.at:]
		if i := bytes.IndexByte(b[n:], '<'); i >= 0 {
			return n + i
		}
		n = len(b)
	}
}

// tag reads a tag whose name begins n bytes on. False: the file ends in it.
func (z *tokenizer) tag(n int) bool {
	for {
		size, ok := z.parseTag(z.buf[z.at:], n-1)
		switch {
		case ok:
			z.at += size
			return true
		case len(z.buf)-z.at > maxTag:
			return z.longTag(n)
		case !z.more():
			z.at = len(z.buf)
			return false
		}
	}
}

// longTag reads the beginning of a tag and passes over the rest of it.
func (z *tokenizer) longTag(n int) bool {
	head := append(bytes.Clone(z.buf[z.at:z.at+keptOfLongTag]), `">`...)
	if _, ok := z.parseTag(head, n-1); !ok {
		head[len(head)-2] = '\''
		if _, ok = z.parseTag(head, n-1); !ok {
			z.name, z.attrs = []byte("span"), nil
		}
	}
	z.at += keptOfLongTag
	z.passOver(0, ">", true)
	z.empty = false
	return true
}

// parseTag reads the tag at the start of b, whose name begins at i. Without its
// end in b it is not ok.
func (z *tokenizer) parseTag(b []byte, i int) (size int, ok bool) {
	start := i
	for i < len(b) && !isSpace(b[i]) && b[i] != '/' && b[i] != '>' {
		if c := b[i]; c >= 'A' && c <= 'Z' {
			b[i] = c | 0x20
		}
		i++
	}
	z.name, z.attrs, z.empty = b[start:i], z.attrs[:0], false
	for i < len(b) {
		switch c := b[i]; {
		case c == '>':
			z.startRaw(start == 1)
			return i + 1, true
		case c == '/':
			z.empty = i+1 < len(b) && b[i+1] == '>'
			i++
		case isSpace(c):
			i++
		default:
			i = z.attribute(b, i)
		}
	}
	return 0, false
}

// attribute reads one that begins at i, and returns where it ends.
func (z *tokenizer) attribute(b []byte, i int) int {
	start := i
	for i++; i < len(b) && !isSpace(b[i]) && b[i] != '/' && b[i] != '>' && b[i] != '='; i++ {
		if c := b[i]; c >= 'A' && c <= 'Z' {
			b[i] = c | 0x20
		}
	}
	if c := b[start]; c >= 'A' && c <= 'Z' {
		b[start] = c | 0x20
	}
	a := attribute{name: b[start:i]}
	j := i
	for j < len(b) && isSpace(b[j]) {
		j++
	}
	if j < len(b) && b[j] == '=' {
		for j++; j < len(b) && isSpace(b[j]); j++ { //nolint:revive // it only moves on
		}
		i = j
		switch {
		case j == len(b) || b[j] == '>':
		case b[j] == '"' || b[j] == '\'':
			end := bytes.IndexByte(b[j+1:], b[j])
			if end < 0 {
				return len(b)
			}
			a.value = b[j+1 : j+1+end]
			i = j + end + 2
		default:
			for i < len(b) && !isSpace(b[i]) && b[i] != '>' {
				i++
			}
			a.value = b[j:i]
		}
	}
	if wanted(a.name) {
		z.attrs = append(z.attrs, a)
	}
	return i
}

// startRaw decides whether what follows the tag is text whatever it looks like.
func (z *tokenizer) startRaw(isStart bool) {
	if !isStart || z.foreign || z.xml && z.empty {
		return
	}
	switch name := string(z.name); name {
	case "script", "iframe", "noembed", "noframes":
		z.raw, z.verbose, z.refs = name, false, false
	case "style", "xmp", "plaintext":
		z.raw, z.verbose, z.refs = name, true, z.xml
	case "textarea", "title":
		z.raw, z.verbose, z.refs = name, true, true
	}
}

// rawText gives the text to the end tag of the raw element, or passes over it.
func (z *tokenizer) rawText() (tokenKind, bool) {
	refs := z.refs
	for {
		b := z.buf[z.at:]
		n, whole := z.endOfRaw(b)
		if n > 0 {
			if z.verbose {
				if !whole && refs {
					n = z.whole(n)
				}
				return z.take(n, refs), true
			}
			z.at += n
		}
		if whole {
			z.raw = ""
			return 0, false
		}
		if !z.more() {
			z.raw = ""
			if rest := len(z.buf) - z.at; rest > 0 && z.verbose {
				return z.take(rest, refs), true
			}
			z.at = len(z.buf)
			return endOfFile, true
		}
	}
}

// endOfRaw returns how many bytes of b are raw text for certain, and whether its
// end tag follows them.
func (z *tokenizer) endOfRaw(b []byte) (n int, whole bool) {
	size := len(z.raw) + 2
	for i := 0; ; {
		j := bytes.Index(b[i:], []byte("</"))
		if j < 0 {
			if len(b) > 0 && b[len(b)-1] == '<' {
				return len(b) - 1, false
			}
			return len(b), false
		}
		i += j
		if len(b)-i <= size {
			return i, false
		}
		if name, c := b[i+2:i+size], b[i+size]; bytes.EqualFold(name, []byte(z.raw)) && (isSpace(c) || c == '/' || c == '>') {
			return i, z.raw != "plaintext"
		}
		i += 2
	}
}

// declaration passes over a comment or document type, and gives the text of a
// CDATA section.
func (z *tokenizer) declaration() (tokenKind, bool) {
	for len(z.buf)-z.at < 9 && z.more() { //nolint:revive // it only reads on
	}
	b := z.buf[z.at:]
	switch {
	case bytes.HasPrefix(b, []byte("<!-->")):
		z.at += 5
	case bytes.HasPrefix(b, []byte("<!--->")):
		z.at += 6
	case bytes.HasPrefix(b, []byte("<!--")):
		z.comment()
	case bytes.HasPrefix(b, []byte("<![CDATA[")) && (z.xml || z.foreign):
		z.at += 9
		return z.cdata()
	case z.xml && len(b) >= 9 && bytes.EqualFold(b[:9], []byte("<!doctype")):
		z.doctype()
	default:
		z.passOver(2, ">", true)
	}
	return 0, false
}

// comment passes over one; it also ends in --!>.
func (z *tokenizer) comment() {
	z.at += 4
	for {
		b := z.buf[z.at:]
		i := bytes.Index(b, []byte("--"))
		switch {
		case i >= 0 && i+2 < len(b) && b[i+2] == '>':
			z.at += i + 3
			return
		case i >= 0 && i+3 < len(b) && b[i+2] == '!' && b[i+3] == '>':
			z.at += i + 4
			return
		case i >= 0 && i+3 < len(b):
			z.at += i + 1
			continue
		case i >= 0:
			z.at += i
		case len(b) > 0:
			z.at = len(z.buf) - 1
		}
		if !z.more() {
			z.at = len(z.buf)
			return
		}
	}
}

// cdata gives the text of a section that has been opened, or the first part of
// it: the rest of one that is larger than the buffer is read as usual.
func (z *tokenizer) cdata() (tokenKind, bool) {
	for {
		b := z.buf[z.at:]
		if i := bytes.Index(b, []byte("]]>")); i >= 0 {
			z.take(i, false)
			z.at += 3
			return textToken, true
		}
		if len(b) > maxTag || !z.more() {
			return z.take(len(z.buf)-z.at, false), true
		}
	}
}

// doctype passes over one with its internal subset, which is not read.
func (z *tokenizer) doctype() {
	for {
		b := z.buf[z.at:]
		i := bytes.IndexAny(b, "[>")
		switch {
		case i >= 0 && b[i] == '>':
			z.at += i + 1
			return
		case i >= 0:
			z.at += i + 1
			z.passOver(0, "]", true)
			z.passOver(0, ">", true)
			return
		}
		z.at = len(z.buf)
		if !z.more() {
			return
		}
	}
}

// passOver drops n bytes and what follows to the end of mark; unless it is
// strict a greater-than sign ends it too.
func (z *tokenizer) passOver(n int, mark string, strict bool) {
	if !strict {
		mark = ">"
	}
	z.at += n
	for {
		if i := bytes.Index(z.buf[z.at:], []byte(mark)); i >= 0 {
			z.at += i + len(mark)
			return
		}
		z.at = max(z.at, len(z.buf)-len(mark)+1)
		if !z.more() {
			z.at = len(z.buf)
			return
		}
	}
}
