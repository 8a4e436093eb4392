package markup

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// escaped writes text so that it stays text. Next is the character behind it,
// 0 at the end of a block.
func (m *inliner) escaped(b []byte, s string, next rune) []byte {
	if s == "" {
		return b
	}
	if m.start {
		b, s = m.lineStart(b, s)
	}
	m.start = false
	before := m.last
	plain := 0
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c >= utf8.RuneSelf || !isSpecial(c) {
			continue
		}
		if i > 0 || c == '*' { // what was written before may be a delimiter
			before, _ = utf8.DecodeLastRuneInString(s[:i])
		}
		if c == '\n' || c == '\r' {
			b = append(append(b, s[plain:i]...), ' ')
			plain = i + 1
			continue
		}
		run := i + 1 // of the same character
		for (c == '_' || c == '~') && run < len(s) && s[run] == c {
			run++
		}
		after := next
		if run < len(s) {
			after, _ = utf8.DecodeRuneInString(s[run:])
		}
		if m.mustEscape(c, s[i:], before, after, run-i) {
			b = append(b, s[plain:i]...)
			for ; i < run; i++ {
				b = append(b, '\\', c)
			}
			plain = run
		}
		i = run - 1
	}
	m.last, _ = utf8.DecodeLastRuneInString(s)
	return append(b, s[plain:]...)
}

func isSpecial(c byte) bool {
	switch c {
	case '\\', '`', '*', '_', '[', ']', '<', '&', '~', '!', '|', '\n', '\r':
		return true
	}
	return false
}

// mustEscape reports whether c, with which rest begins, would be markup. Before
// and after stand beside it, or beside the run of it that is n long.
func (m *inliner) mustEscape(c byte, rest string, before, after rune, n int) bool {
	switch c {
	case '`':
		return true
	case '\\':
		return len(rest) == 1 || after == '\n' || after < utf8.RuneSelf && isPunct(after)
	case '*':
		return !unicode.IsSpace(before) || !unicode.IsSpace(after) || len(rest) == 1
	case '_':
		inside := isWord(before) && isWord(after)
		return !inside && (!edge(before) || !blank(after)) && (!blank(before) || !edge(after) || n <= 2)
	case '~':
		return n > 1 || isWord(before) || (!blank(before) && edge(after)) // it could close
	case '[':
		return m.link || after == '^'
	case ']':
		return m.link || after == '(' || len(rest) == 1 && !blank(after)
	case '<':
		return after < utf8.RuneSelf && (after|0x20 >= 'a' && after|0x20 <= 'z' || after == '/' || after == '!' || after == '?')
	case '&':
		return isEntity(rest)
	case '!':
		return after == '[' && len(rest) == 1
	case '|':
		return m.where == inTableCell
	}
	return false
}

func blank(r rune) bool { return r == 0 || unicode.IsSpace(r) }

func isWord(r rune) bool { return r != 0 && !unicode.IsSpace(r) && !isPunct(r) }

// isEntity reports whether s begins like a character reference.
func isEntity(s string) bool {
	end := strings.IndexByte(s[:min(len(s), 40)], ';')
	if end < 2 {
		return false
	}
	name := strings.TrimPrefix(s[1:end], "#")
	for i := range len(name) {
		c := name[i]
		if (c < '0' || c > '9') && (c|0x20 < 'a' || c|0x20 > 'z') {
			return false
		}
	}
	return name != ""
}

// lineStart escapes what would begin a block, and returns what is left to write.
func (m *inliner) lineStart(b []byte, s string) (out []byte, rest string) {
	switch c := s[0]; c {
	case '#':
		n := len(s) - len(strings.TrimLeft(s, "#"))
		if n <= 6 && (n == len(s) || unicode.IsSpace(rune(s[n]))) {
			b = append(b, '\\')
			return append(b, s[:n]...), m.rest(s, n)
		}
	case '>':
		return append(b, '\\', '>'), m.rest(s, 1)
	case '+', '-', '*':
		if len(s) == 1 || s[1] == ' ' || s[1] == '\t' {
			return append(b, '\\', c), m.rest(s, 1)
		}
	case '[':
		box := len(s) >= 3 && s[2] == ']' && strings.IndexByte(" xX", s[1]) >= 0
		if box || strings.Contains(s, "]:") {
			return append(b, '\\', '['), m.rest(s, 1)
		}
	}
	n := 0
	for n < len(s) && n < 10 && s[n] >= '0' && s[n] <= '9' {
		n++
	}
	if n > 0 && n < 10 && n < len(s) && (s[n] == '.' || s[n] == ')') && (n+1 == len(s) || s[n+1] == ' ' || s[n+1] == '\t') {
		b = append(append(b, s[:n]...), '\\', s[n])
		return b, m.rest(s, n+1)
	}
	return b, s
}

// rest is s behind the first n bytes, which have been written.
func (m *inliner) rest(s string, n int) string {
	m.last, _ = utf8.DecodeLastRuneInString(s[:n])
	return s[n:]
}
