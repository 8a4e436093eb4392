package charset

import (
	"bytes"
	"unicode/utf8"
)

// declarationBytes is how much of a file's start may hold a declaration: the
// standard has a browser look at 1,024 bytes for a meta element.
const declarationBytes = 1024

// Declared returns the encoding that the first bytes of an XML, HTML, CSS or
// source file say it is in, nil if they say none. Whether that is true is for
// [Detect] to find out.
func Declared(head []byte) *Encoding { return declared(head) }

// declared returns the encoding that the start of an XML, HTML, CSS or source
// file says it is in, nil if it says none.
func declared(b []byte) *Encoding {
	b = b[:min(len(b), declarationBytes)]
	lower := bytes.ToLower(b)
	start := bytes.TrimLeft(lower, " \t\r\n")
	var label []byte
	switch {
	case bytes.HasPrefix(start, []byte("<?xml")):
		head, _, _ := bytes.Cut(start, []byte("?>"))
		label = valueOf(head, "encoding")
	case bytes.HasPrefix(start, []byte(`@charset "`)):
		label, _, _ = bytes.Cut(start[len(`@charset "`):], []byte(`"`))
	}
	for rest := lower; label == nil; {
		_, after, found := bytes.Cut(rest, []byte("<meta"))
		if !found {
			break
		}
		element, next, _ := bytes.Cut(after, []byte(">"))
		label, rest = valueOf(element, "charset"), next
	}
	if label == nil {
		// "coding: name" in a comment on one of the first two lines, as Emacs and
		// Python (PEP 263) read it.
		first, rest, _ := bytes.Cut(lower, []byte("\n"))
		second, _, _ := bytes.Cut(rest, []byte("\n"))
		for _, line := range [...][]byte{first, second} {
			if comment := bytes.TrimLeft(line, " \t"); label == nil && len(comment) > 0 && bytes.IndexByte([]byte("#;/*%-"), comment[0]) >= 0 {
				label = valueOf(line, "coding")
			}
		}
	}
	e, ok := Lookup(string(label))
	if !ok {
		return nil
	}
	return e
}

// valueOf returns what follows name and an equals sign or colon, without quotes.
func valueOf(b []byte, name string) []byte {
	_, after, found := bytes.Cut(b, []byte(name))
	if !found {
		return nil
	}
	after = bytes.TrimLeft(after, " \t\r\n")
	if len(after) == 0 || after[0] != '=' && after[0] != ':' {
		return nil
	}
	after = bytes.TrimLeft(after[1:], " \t\r\n\"'")
	n := 0
	for n < len(after) && (isASCIILetter(after[n]) || bytes.IndexByte([]byte("0123456789-_.:"), after[n]) >= 0) {
		n++
	}
	if n == 0 {
		return nil
	}
	return after[:n]
}

// believable reports whether a declared encoding can be right: it decodes all
// of the file that was read, and is not much less likely than the best guess.
// Files that were converted and kept their old declaration fail this.
func believable(e *Encoding, b []byte, complete bool, s *sample, found []candidate, best candidate) bool {
	if e.Width() != 1 || e.IsUTF8() || e.Stateful() {
		return false // these were looked for before
	}
	text, _, bad, _ := e.NewDecoder().Append(nil, b, complete)
	if bad > 0 || bytes.ContainsFunc(text, func(r rune) bool { return r >= utf8.RuneSelf && r < 0xA0 }) {
		return false
	}
	for _, c := range found {
		if c.encoding == e || c.encoding.name == "gb18030" && e.name == "gbk" {
			return c.surprise <= best.surprise+10+float64(s.total)/2
		}
	}
	return true
}
