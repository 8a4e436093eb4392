package ipynb

import (
	"html"
	"strings"
)

// terminalText is what a terminal shows of text: without the sequences that
// colour it (ECMA-48, 5.4), and of a line that was written over with carriage
// returns or backspaces what came last.
func terminalText(s string) string {
	if !strings.ContainsAny(s, "\x1b\r\b") {
		return s
	}
	s = strings.ReplaceAll(stripEscapes(s), "\r\n", "\n")
	if !strings.ContainsAny(s, "\r\b") {
		return s
	}
	var b strings.Builder
	b.Grow(len(s))
	for first := true; ; first = false {
		line, rest, found := strings.Cut(s, "\n")
		if !first {
			b.WriteByte('\n')
		}
		b.WriteString(overwritten(line))
		if !found {
			return b.String()
		}
		s = rest
	}
}

// overwritten is the line that is seen in the end.
func overwritten(line string) string {
	line = strings.TrimRight(line, "\r")
	line = line[strings.LastIndexByte(line, '\r')+1:]
	if !strings.Contains(line, "\b") {
		return line
	}
	out := make([]rune, 0, len(line))
	for _, r := range line {
		switch {
		case r != '\b':
			out = append(out, r)
		case len(out) > 0:
			out = out[:len(out)-1]
		}
	}
	return string(out)
}

// stripEscapes cuts escape sequences out of s.
func stripEscapes(s string) string {
	var b strings.Builder
	b.Grow(len(s))
	for {
		i := strings.IndexByte(s, 0x1b)
		if i < 0 {
			b.WriteString(s)
			return b.String()
		}
		b.WriteString(s[:i])
		s = s[i+escapeLength(s[i:]):]
	}
}

// escapeLength returns how long the escape sequence is that s begins with.
func escapeLength(s string) int {
	if len(s) < 2 {
		return len(s)
	}
	switch s[1] {
	case '[': // parameters, then a final byte
		for i := 2; i < len(s); i++ {
			if c := s[i]; c >= 0x40 && c <= 0x7e {
				return i + 1
			} else if c < 0x20 || c > 0x7e {
				return i
			}
		}
		return len(s)
	case ']': // a command of the system, to BEL or ESC \
		for i := 2; i < len(s) && i < 4096; i++ {
			if s[i] == 7 {
				return i + 1
			}
			if s[i] == 0x1b {
				return min(i+2, len(s))
			}
		}
		return 2
	}
	return 2
}

// htmlText is the text of a piece of HTML, roughly as it is laid out: blocks and
// rows on lines, cells divided by tabs.
func htmlText(s string) string {
	var b strings.Builder
	b.Grow(len(s) / 2)
	for {
		i := strings.IndexByte(s, '<')
		if i < 0 {
			appendCollapsed(&b, s)
			break
		}
		appendCollapsed(&b, s[:i])
		s = s[i:]
		end := strings.IndexByte(s, '>')
		if strings.HasPrefix(s, "<!--") {
			if end = strings.Index(s, "-->"); end >= 0 {
				end += 2
			}
		}
		if end < 0 {
			break
		}
		name := tagName(s[1:end])
		s = s[end+1:]
		switch name {
		case "script", "style":
			if i := strings.Index(s, "</"+name); i >= 0 {
				s = s[i:]
			} else {
				s = ""
			}
		case "td", "th":
			b.WriteByte('\t')
		case "br", "p", "div", "tr", "li", "h1", "h2", "h3", "h4", "h5", "h6", "table", "ul", "ol", "pre", "blockquote",
			"/p", "/div", "/tr", "/li", "/h1", "/h2", "/h3", "/h4", "/h5", "/h6", "/table", "/pre":
			b.WriteByte('\n')
		}
	}
	return tidyLines(b.String())
}

// tagName is the name of a tag in lower case, with the slash of one that closes.
func tagName(tag string) string {
	end := strings.IndexFunc(strings.TrimPrefix(tag, "/"), func(r rune) bool { return r <= ' ' || r == '/' || r == '>' })
	if end < 0 {
		return strings.ToLower(tag)
	}
	if strings.HasPrefix(tag, "/") {
		end++
	}
	return strings.ToLower(tag[:end])
}

func appendCollapsed(b *strings.Builder, s string) {
	if s == "" {
		return
	}
	fields := strings.Fields(html.UnescapeString(s))
	if s[0] <= ' ' {
		b.WriteByte(' ')
	}
	b.WriteString(strings.Join(fields, " "))
	if len(fields) > 0 && s[len(s)-1] <= ' ' {
		b.WriteByte(' ')
	}
}

// tidyLines trims lines and leaves out those without text.
func tidyLines(s string) string {
	var b strings.Builder
	for l := range strings.SplitSeq(s, "\n") {
		if l = strings.TrimSpace(l); l != "" {
			if b.Len() > 0 {
				b.WriteByte('\n')
			}
			b.WriteString(l)
		}
	}
	return b.String()
}
