package markup

import "strings"

// Verbatim implements Writer.
func (f *flow) Verbatim(text string) error {
	if f.recorder != nil {
		return f.record(event{op: opVerbatim, text: text})
	}
	text = trimBlankLines(text)
	if text == "" {
		return nil
	}
	if err := f.block(); err != nil {
		return err
	}
	var fence string
	lines := strings.SplitSeq(text, "\n")
	for l := range lines {
		l = strings.TrimSuffix(l, "\r")
		if fence == "" {
			f.line.heading, f.line.title = atxHeading(l)
			fence = openingFence(l)
		} else if closesFence(l, fence) {
			fence = ""
		}
		if err := f.write([]byte(l)); err != nil {
			return err
		}
	}
	if fence != "" { // or it would take in what follows
		return f.write([]byte(fence))
	}
	return nil
}

// Verbatim implements Writer.
func (p *pass) Verbatim(text string) error {
	if err := p.goOn(); err != nil {
		return err
	}
	return p.flow.Verbatim(text)
}

// trimBlankLines cuts lines without text from both ends.
func trimBlankLines(s string) string {
	s = strings.TrimRight(s, " \t\r\n")
	for {
		line, rest, found := strings.Cut(s, "\n")
		if !found || strings.TrimSpace(line) != "" {
			return s
		}
		s = rest
	}
}

// atxHeading returns the level and the text of a line that is a heading
// (CommonMark 0.31, 4.2); of any other line the level is 0.
func atxHeading(l string) (level int, title string) {
	l = unindent(l)
	for level < len(l) && l[level] == '#' {
		level++
	}
	rest := l[level:]
	if level == 0 || level > 6 || rest == "" || (rest[0] != ' ' && rest[0] != '\t') {
		return 0, ""
	}
	rest = strings.TrimSpace(rest)
	if cut := strings.TrimRight(rest, "#"); cut == "" || strings.HasSuffix(cut, " ") {
		rest = strings.TrimSpace(cut)
	}
	return level, rest
}

// openingFence returns the characters that open fenced code in a line, if it
// does (CommonMark 0.31, 4.5).
func openingFence(l string) string {
	l = unindent(l)
	if l == "" || (l[0] != '`' && l[0] != '~') {
		return ""
	}
	n := len(l) - len(strings.TrimLeft(l, l[:1]))
	if n < 3 || l[0] == '`' && strings.Contains(l[n:], "`") {
		return ""
	}
	return l[:n]
}

func closesFence(l, fence string) bool {
	l = strings.TrimRight(unindent(l), " \t")
	return strings.HasPrefix(l, fence) && strings.Trim(l, fence[:1]) == ""
}

// unindent cuts the up to three spaces that may stand before a block.
func unindent(l string) string {
	for range 3 {
		l = strings.TrimPrefix(l, " ")
	}
	return l
}

// Verbatim implements Writer.
func (r *Recording) Verbatim(text string) error {
	return r.keep(event{op: opVerbatim, text: text})
}
