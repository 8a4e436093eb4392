package markup

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A setting is where running text stands.
type setting uint8

const (
	inParagraph setting = iota
	inHeading
	inTableCell
)

// inliner writes running text as Markdown. What is text stays text when it is
// rendered, with as few escapes as that takes.
type inliner struct {
	spans []Span // tidied; kept to be used again
	where setting
	start bool // what comes next begins a line
	last  rune // the last of the text, delimiters of emphasis left out; 0: none
	link  bool // inside the text of a link

	closed  int  // the length of what was written behind the last delimiter that closes
	touched bool // the one that it belongs to began at one that closes
}

const emphasis = Bold | Italic | Strike

func (m *inliner) inline(b []byte, spans []Span, where setting) []byte {
	m.spans = tidy(m.spans[:0], spans)
	m.where, m.start, m.last, m.link = where, where == inParagraph, 0, false
	m.closed, m.touched = -1, false
	for i := 0; i < len(m.spans); {
		s := &m.spans[i]
		if s.Link == "" {
			b = m.span(b, i)
			i++
			continue
		}
		end := i + 1
		for end < len(m.spans) && m.spans[end].Link == s.Link {
			end++
		}
		b = m.linked(b, i, end)
		i = end
	}
	return b
}

// tidy appends spans to out without empty ones, joining those that look alike.
// White space between takes the look of what comes before it.
func tidy(out, spans []Span) []Span {
	var joined []byte // text of the last one, if it is of several
	finish := func() {
		if len(joined) > 0 {
			out[len(out)-1].Text, joined = string(joined), joined[:0]
		}
	}
	for i := range spans {
		s := spans[i]
		if s.Kind == Text && s.Text == "" {
			continue
		}
		s.Style = shown(s.Style)
		if n := len(out); n > 0 && s.Kind == Text && out[n-1].Kind == Text && out[n-1].Link == s.Link {
			before := &out[n-1]
			if before.Style != s.Style && before.Style&Code == 0 && strings.TrimSpace(s.Text) == "" {
				s.Style = before.Style
			}
			if before.Style == s.Style {
				if len(joined) == 0 {
					joined = append(joined, before.Text...)
				}
				joined = append(joined, s.Text...)
				continue
			}
		}
		finish()
		out = append(out, s)
	}
	finish()
	return out
}

// shown is what is shown of a style: delimiters of struck text cannot stand
// beside others, so nothing else is shown of it, and code is not struck.
func shown(s Style) Style {
	switch {
	case s&(Code|Superscript|Subscript) != 0:
		return s &^ Strike
	case s&Strike != 0:
		return s &^ (Bold | Italic)
	}
	return s
}

// linked writes the spans from..to, which lead to the same place.
func (m *inliner) linked(b []byte, from, to int) []byte {
	url := m.spans[from].Link
	if to == from+1 && m.spans[from].Kind == Text && m.spans[from].Text == url && m.spans[from].Style == 0 && isAutolink(url) {
		m.start, m.last = false, '>'
		return append(append(append(b, '<'), m.guard(url)...), '>')
	}
	before := len(b)
	lead, _ := spaces(m.spans[from].Text)
	if m.spans[from].Kind != Text {
		lead = ""
	}
	b = m.space(b, lead)
	at := len(b)
	b = append(b, '[')
	m.link, m.last, m.start = true, '[', false
	for i := from; i < to; i++ {
		b = m.span(b, i)
	}
	m.link = false
	text := strings.Trim(string(b[at+1:]), " \t")
	if text == "" {
		return b[:before]
	}
	trailing := b[len(b)-1] == ' '
	b = append(append(b[:at+1], text...), "]("...)
	b = append(m.url(b, url), ')')
	m.last = ')'
	if trailing {
		b = append(b, ' ')
		m.last = ' '
	}
	return b
}

// space writes white space outside of what it surrounds.
func (m *inliner) space(b []byte, s string) []byte {
	if s == "" || (m.link && m.last == '[') {
		return b
	}
	if m.last == ' ' {
		s = strings.TrimLeft(s, " ")
	}
	b = appendFlat(b, s)
	m.last = ' '
	return b
}

// isAutolink reports whether <url> is a link (CommonMark 0.31, 6.5).
func isAutolink(url string) bool {
	scheme, rest, ok := strings.Cut(url, ":")
	if !ok || len(scheme) < 2 || len(scheme) > 32 || rest == "" || strings.ContainsAny(url, "<> \\|") {
		return false
	}
	for i, r := range scheme {
		letter := r|0x20 >= 'a' && r|0x20 <= 'z'
		if !letter && (i == 0 || (r < '0' || r > '9') && r != '+' && r != '.' && r != '-') {
			return false
		}
	}
	return !strings.ContainsFunc(url, unicode.IsControl)
}

// url writes where a link leads: in angle brackets if it would end early.
func (m *inliner) url(b []byte, url string) []byte {
	url = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return -1
		}
		return r
	}, strings.TrimSpace(url))
	if url == "" {
		return b
	}
	plain := !strings.ContainsAny(url, " ()<>") && url[0] != '<'
	if plain {
		return append(b, m.guard(escapeBackslashes(url))...)
	}
	url = strings.NewReplacer("<", "%3C", ">", "%3E").Replace(url)
	return append(append(append(b, '<'), m.guard(escapeBackslashes(url))...), '>')
}

func escapeBackslashes(s string) string {
	if strings.Contains(s, `\`) {
		return strings.ReplaceAll(s, `\`, `\\`)
	}
	return s
}

// guard escapes what would end a cell.
func (m *inliner) guard(s string) string {
	if m.where == inTableCell {
		return strings.ReplaceAll(s, "|", `\|`)
	}
	return s
}

// span writes one span without its link.
func (m *inliner) span(b []byte, i int) []byte {
	s := &m.spans[i]
	switch s.Kind {
	case Text:
		return m.styled(b, s, m.next(i))
	case Break:
		return m.lineBreak(b)
	case Image:
		opening, closing := changeMarks(s.Style)
		b = append(append(b, opening...), "!["...)
		link, where := m.link, m.where
		m.link = true
		alt := m.escaped(nil, strings.Join(strings.Fields(s.Text), " "), ']')
		m.link, m.where = link, where
		b = append(append(b, alt...), "]("...)
		b = m.url(b, s.Target)
		if s.Width > 0 && s.Height > 0 {
			b = append(b, ` "`...)
			b = strconv.AppendInt(b, int64(s.Width), 10)
			b = strconv.AppendInt(append(b, 'x'), int64(s.Height), 10)
			b = append(b, '"')
		}
		b = append(append(b, ')'), closing...)
	case Math:
		sign := "$"
		if s.Display {
			sign = "$$"
		}
		b = append(b, sign...)
		b = append(b, m.guard(strings.Join(strings.Fields(s.Text), " "))...)
		b = append(b, sign...)
	case NoteRef:
		b = append(append(append(b, "[^"...), noteID(s.Target)...), ']')
	}
	m.start, m.last = false, '\uFFFC'
	return b
}

// next is the character that follows span i in what is written.
func (m *inliner) next(i int) rune {
	if i+1 >= len(m.spans) {
		if m.link {
			return ']'
		}
		return 0
	}
	s := &m.spans[i+1]
	switch {
	case m.link && s.Link != m.spans[i].Link:
		return ']'
	case s.Link != "" && !m.link, s.Kind == NoteRef:
		return '['
	case s.Kind == Image:
		return '!'
	case s.Kind == Math:
		return '$'
	case s.Kind == Break:
		return '\n'
	case s.Style&Code != 0:
		return '`'
	case s.Style&(Superscript|Subscript) != 0:
		return '<'
	case s.Style&(Inserted|Deleted) != 0:
		return '{'
	}
	r, _ := utf8.DecodeRuneInString(s.Text)
	return r
}

func (m *inliner) lineBreak(b []byte) []byte {
	b = trimRight(b)
	switch m.where {
	case inHeading:
		b = append(b, ' ')
	case inTableCell:
		b = append(b, cellBreak...)
	case inParagraph:
		switch {
		case m.start: // nothing to break
		case m.link:
			b = append(b, ' ')
		default:
			b = append(append(b, hardBreak...), '\n')
			m.start = true
		}
	}
	m.last = ' '
	return b
}

// styled writes text in its style; white space at its ends, and marks that
// delimiters of emphasis cannot stand at, stay outside.
func (m *inliner) styled(b []byte, s *Span, next rune) []byte {
	lead, rest := spaces(s.Text)
	core := strings.TrimRightFunc(rest, unicode.IsSpace)
	trail := rest[len(core):]
	if !m.start || s.Style&Code != 0 {
		b = m.space(b, lead)
	}
	if core == "" {
		return b
	}
	after := next
	if trail != "" {
		after = ' '
	}
	open, closing := changeMarks(s.Style)
	if open != "" {
		b = append(b, open...)
		m.last, m.start, after = '+', false, '+'
	}
	style := s.Style & emphasis
	touches := len(b) == m.closed
	if touches && m.touched { // three runs of delimiters would be taken for others (CommonMark 0.31, 6.2, rules 9 and 10)
		style = 0
	}
	if style != 0 {
		head, body, tail := m.delimited(core, s.Style, after)
		if body == "" {
			b = m.escaped(b, head+tail, after)
		} else {
			b = m.escaped(b, head, '*')
			marks := delimiters(style)
			b = append(b, marks...)
			m.start = false
			b = m.plainly(b, body, s.Style, '*')
			b = append(b, reversed(marks)...)
			m.closed, m.touched = len(b), touches && head == ""
			b = m.escaped(b, tail, after)
		}
	} else {
		b = m.plainly(b, core, s.Style, after)
	}
	if closing != "" {
		b = append(b, closing...)
		m.last = '}'
	}
	return m.space(b, trail)
}

// spaces splits white space from the beginning of s.
func spaces(s string) (lead, rest string) {
	rest = strings.TrimLeftFunc(s, unicode.IsSpace)
	return s[:len(s)-len(rest)], rest
}

// delimited splits off what delimiters of emphasis cannot stand beside:
// punctuation at an end beyond which there is no space or punctuation
// (CommonMark 0.31, 6.2, flanking).
func (m *inliner) delimited(core string, style Style, after rune) (head, body, tail string) {
	body = core
	mixed := style&(Code|Superscript|Subscript) != 0
	if !edge(m.last) {
		if mixed {
			return body, "", ""
		}
		body = strings.TrimLeftFunc(body, func(r rune) bool { return isPunct(r) || unicode.IsSpace(r) })
		head = core[:len(core)-len(body)]
	}
	if !edge(after) {
		if mixed {
			return core, "", ""
		}
		kept := strings.TrimRightFunc(body, func(r rune) bool { return isPunct(r) || unicode.IsSpace(r) })
		tail, body = body[len(kept):], kept
	}
	return head, body, tail
}

// edge reports whether r is a border at which emphasis may begin and end beside
// punctuation.
func edge(r rune) bool { return r == 0 || unicode.IsSpace(r) || isPunct(r) }

func isPunct(r rune) bool { return unicode.IsPunct(r) || unicode.IsSymbol(r) }

func delimiters(style Style) string {
	marks := ""
	if style&Strike != 0 {
		marks = "~~"
	}
	if style&Bold != 0 {
		marks += "**"
	}
	if style&Italic != 0 {
		marks += "*"
	}
	return marks
}

func reversed(s string) string {
	b := []byte(s)
	for i, j := 0, len(b)-1; i < j; i, j = i+1, j-1 {
		b[i], b[j] = b[j], b[i]
	}
	return string(b)
}

// plainly writes text without emphasis.
func (m *inliner) plainly(b []byte, s string, style Style, next rune) []byte {
	tag := ""
	switch {
	case style&Superscript != 0:
		tag = "sup>"
	case style&Subscript != 0:
		tag = "sub>"
	}
	if tag != "" {
		b = append(append(b, '<'), tag...)
		m.start, next = false, '<'
	}
	if style&Code != 0 && (!m.link || !strings.Contains(s, "]")) { // [`]:`](…) would be a link reference definition
		b = appendCode(b, string(appendFlat(nil, s)), m.where == inTableCell)
		m.start, m.last = false, '`'
	} else {
		b = m.escaped(b, s, next)
	}
	if tag != "" {
		b = append(append(b, "</"...), tag...)
		m.last = '>'
	}
	return b
}

// appendCode writes a code span.
func appendCode(b []byte, s string, cell bool) []byte {
	n := 1
	for hasRun(s, n) {
		n++
	}
	fence := strings.Repeat("`", n)
	pad := ""
	if strings.HasPrefix(s, "`") || strings.HasSuffix(s, "`") || (strings.HasPrefix(s, " ") && strings.HasSuffix(s, " ") && strings.Trim(s, " ") != "") {
		pad = " "
	}
	if cell {
		s = strings.ReplaceAll(s, "|", `\|`)
	}
	return append(append(append(append(append(b, fence...), pad...), s...), pad...), fence...)
}

// hasRun reports whether s has exactly n backticks in a row.
func hasRun(s string, n int) bool {
	run := 0
	for i := range len(s) + 1 {
		if i < len(s) && s[i] == '`' {
			run++
			continue
		}
		if run == n {
			return true
		}
		run = 0
	}
	return false
}
