package ipynb

import "strings"

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
