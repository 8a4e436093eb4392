package hypertext

import (
	"bytes"
	"html"
	"strings"
	"unicode/utf8"
)

// appendText appends text with its character references resolved.
func appendText(dst, s []byte) []byte {
	for {
		i := bytes.IndexByte(s, '&')
		if i < 0 {
			return append(dst, s...)
		}
		dst = append(dst, s[:i]...)
		n := reference(s[i:])
		dst = appendReference(dst, s[i:i+n])
		s = s[i+n:]
	}
}

// reference returns the length of what may be a character reference at the
// start of s.
func reference(s []byte) int {
	i := 1
	if i < len(s) && s[i] == '#' {
		i++
	}
	for i < len(s) && i < maxReference && isAlphanumeric(s[i]) {
		i++
	}
	if i < len(s) && s[i] == ';' {
		i++
	}
	return i
}

func isAlphanumeric(c byte) bool { return isLetter(c) || c >= '0' && c <= '9' }

// appendReference resolves what is written like a reference. The frequent ones
// do not need the table of names, which takes a while to be built.
func appendReference(dst, ref []byte) []byte {
	if len(ref) > 2 && ref[1] == '#' {
		if r, ok := number(ref[2:]); ok {
			return utf8.AppendRune(dst, r)
		}
		return append(dst, ref...)
	}
	var r rune
	switch string(ref) {
	case "&":
		r = '&'
	case "&amp;":
		r = '&'
	case "&lt;":
		r = '<'
	case "&gt;":
		r = '>'
	case "&quot;":
		r = '"'
	case "&apos;":
		r = '\''
	case "&nbsp;":
		r = 0xA0
	case "&ndash;":
		r = 0x2013
	case "&mdash;":
		r = 0x2014
	case "&lsquo;":
		r = 0x2018
	case "&rsquo;":
		r = 0x2019
	case "&ldquo;":
		r = 0x201C
	case "&rdquo;":
		r = 0x201D
	case "&hellip;":
		r = 0x2026
	case "&copy;":
		r = 0xA9
	case "&middot;":
		r = 0xB7
	case "&bull;":
		r = 0x2022
	case "&laquo;":
		r = 0xAB
	case "&raquo;":
		r = 0xBB
	case "&times;":
		r = 0xD7
	default:
		return append(dst, html.UnescapeString(string(ref))...)
	}
	return utf8.AppendRune(dst, r)
}

// number is the character of a numeric reference, s being what follows the
// number sign (WHATWG HTML, 13.2.5.80).
func number(s []byte) (rune, bool) {
	base, digits := 10, 0
	if s[0]|0x20 == 'x' {
		base, s = 16, s[1:]
	}
	n := 0
	for _, c := range s {
		var d int
		switch {
		case c >= '0' && c <= '9':
			d = int(c - '0')
		case base == 16 && isLetter(c) && c|0x20 <= 'f':
			d = int(c|0x20-'a') + 10
		case c == ';':
			continue
		default:
			return 0, false
		}
		digits++
		n = min(n*base+d, utf8.MaxRune+1)
	}
	switch {
	case digits == 0:
		return 0, false
	case n >= 0x80 && n < 0xA0: // meant as windows-1252
		if r := windows1252(n); r != 0 {
			return r, true
		}
	case n == 0 || n > utf8.MaxRune || n >= 0xD800 && n < 0xE000:
		return utf8.RuneError, true
	}
	return rune(n), true
}

// windows1252 is what a byte from 0x80 to 0x9F means in windows-1252.
func windows1252(n int) rune {
	const upper = "\u20AC\x00\u201A\u0192\u201E\u2026\u2020\u2021\u02C6\u2030\u0160\u2039\u0152\x00\u017D\x00" +
		"\x00\u2018\u2019\u201C\u201D\u2022\u2013\u2014\u02DC\u2122\u0161\u203A\u0153\x00\u017E\u0178"
	i := 0
	for _, r := range upper {
		if i == n-0x80 {
			return r
		}
		i++
	}
	return 0
}

// attributeValue resolves the references of an attribute. One that does not end
// in a semicolon counts only if nothing like a name or an equals sign follows, so
// that the parameters of an address stay what they are.
func attributeValue(v []byte) string {
	if bytes.IndexByte(v, '&') < 0 {
		return string(v)
	}
	var b strings.Builder
	for {
		i := bytes.IndexByte(v, '&')
		if i < 0 {
			_, _ = b.Write(v)
			return b.String()
		}
		_, _ = b.Write(v[:i])
		n := reference(v[i:])
		ref := string(v[i : i+n])
		v = v[i+n:]
		resolved := string(appendReference(nil, []byte(ref)))
		if !strings.HasSuffix(ref, ";") && (len(v) > 0 && v[0] == '=' || utf8.RuneCountInString(resolved) > 1) {
			resolved = ref
		}
		_, _ = b.WriteString(resolved)
	}
}
