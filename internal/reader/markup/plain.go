package markup

import (
	"strconv"
	"strings"
)

// plain is the dialect of plain text: the words in reading order.
type plain struct{}

// plainText writes spans without markup.
func plainText(b []byte, spans []Span) []byte {
	for i := range spans {
		s := &spans[i]
		switch s.Kind {
		case Text:
			open, closing := changeMarks(s.Style)
			b = append(b, open...)
			b = append(appendFlat(b, s.Text), closing...)
		case Break:
			b = append(trimRight(b), '\n')
		case Math:
			b = appendFlat(b, strings.TrimSpace(s.Text))
		case NoteRef:
			b = append(append(append(b, '['), noteID(s.Target)...), ']')
		case Image:
		}
	}
	return b
}

// appendFlat writes a text whose line feeds are spaces.
func appendFlat(b []byte, s string) []byte {
	for {
		i := strings.IndexAny(s, "\n\r")
		if i < 0 {
			return append(b, s...)
		}
		b = append(append(b, s[:i]...), ' ')
		s = s[i+1:]
	}
}

// changeMarks are the marks of tracked changes, as CriticMarkup has them.
func changeMarks(s Style) (opening, closing string) {
	switch {
	case s&Deleted != 0:
		return "{--", "--}"
	case s&Inserted != 0:
		return "{++", "++}"
	}
	return "", ""
}

// noteID is an identifier that can stand in [^…].
func noteID(id string) string {
	return strings.Map(func(r rune) rune {
		if r <= ' ' || strings.ContainsRune(`[]^\`, r) {
			return '-'
		}
		return r
	}, id)
}

// trimLines cuts white space at the ends of the lines that begin at from, and
// lines without text at the beginning and the end.
func trimLines(b []byte, from int) []byte {
	out := b[:from]
	for l := range strings.SplitSeq(string(b[from:]), "\n") {
		l = strings.Trim(l, " \t")
		if l == "" && len(out) == from {
			continue
		}
		out = append(append(out, l...), '\n')
	}
	for len(out) > from && out[len(out)-1] == '\n' {
		out = out[:len(out)-1]
	}
	return out
}

func (plain) heading(b []byte, _ int, text []Span) []byte {
	from := len(b)
	b = trimLines(plainText(b, text), from)
	return oneLine(b, from)
}

// oneLine makes the lines that begin at from one.
func oneLine(b []byte, from int) []byte {
	for i, c := range b[from:] {
		if c == '\n' {
			b[from+i] = ' '
		}
	}
	return b
}

func (plain) paragraph(b []byte, text []Span) []byte {
	from := len(b)
	return trimLines(plainText(b, text), from)
}

func (plain) code(b []byte, _, text string) []byte { return append(b, text...) }

func (plain) rule() string { return "" }

func (plain) marker(it Item, _ bool) (first, rest string) {
	switch {
	case it.Task == Done:
		return "[x] ", "  "
	case it.Task == Open:
		return "[ ] ", "  "
	case it.Label != "":
		return it.Label + " ", "  "
	case it.Ordered:
		return strconv.Itoa(it.Number) + ". ", "  "
	}
	return "- ", "  "
}

func (plain) interrupts(Item) bool { return true }

func (plain) quote() string { return "" }

func (plain) note(id string) (first, rest string) { return "[" + id + "] ", "" }

func (p plain) cellMarker(it Item) string {
	first, _ := p.marker(it, false)
	return first
}

func (p plain) cell(b []byte, text []Span, _ bool) []byte { return p.heading(b, 0, text) }

func (plain) codeCell(b []byte, text string) []byte {
	from := len(b)
	return oneLine(append(b, strings.TrimSpace(text)...), from)
}

func (plain) between() string { return " " }

func (plain) beside() string { return " " }

func (plain) row(b []byte, cells [][]byte, _ int) []byte {
	for i, c := range cells {
		if i > 0 {
			b = append(b, '\t')
		}
		for _, x := range c {
			if x == '\t' {
				x = ' '
			}
			b = append(b, x)
		}
	}
	return b
}

func (plain) head(b []byte, _ []Align, _ int) []byte { return b }

func (plain) streams() bool { return true }
