package markup

import (
	"bytes"
	"slices"
	"strconv"
	"strings"
)

// markdown is the dialect of GitHub Flavored Markdown.
type markdown struct{ inliner }

func (m *markdown) heading(b []byte, level int, text []Span) []byte {
	from := len(b)
	b = append(append(b, "######"[:min(max(level, 1), 6)]...), ' ')
	at := len(b)
	b = trimLines(m.inline(b, plainHeading(text), inHeading), at)
	if len(b) == at {
		return b[:from]
	}
	return escapeClosing(b, at)
}

// plainHeading drops bold where all of a heading is bold: it is so anyway.
func plainHeading(text []Span) []Span {
	for i := range text {
		if s := &text[i]; s.Kind == Text && s.Style&Bold == 0 && strings.TrimSpace(s.Text) != "" {
			return text
		}
	}
	plain := make([]Span, len(text))
	for i := range text {
		plain[i] = text[i]
		plain[i].Style &^= Bold
	}
	return plain
}

// escapeClosing keeps number signs at the end of a heading from being taken for
// its end.
func escapeClosing(b []byte, from int) []byte {
	end := bytes.TrimRight(b[from:], "#")
	n := from + len(end)
	if n < len(b) && (len(end) == 0 || end[len(end)-1] == ' ') {
		b = append(b, 0)
		copy(b[n+1:], b[n:])
		b[n] = '\\'
	}
	return b
}

func (m *markdown) paragraph(b []byte, text []Span) []byte {
	from := len(b)
	b = m.inline(b, text, inParagraph)
	b = trimLines(b, from)
	if bytes.HasSuffix(b[from:], []byte(hardBreak)) { // at the very end it breaks nothing
		b = b[:len(b)-len(hardBreak)]
	}
	return escapeLines(b, from)
}

// hardBreak is what breaks a line before its line feed.
const hardBreak = "\\"

// escapeLines guards lines that would otherwise be rules, underlines of
// headings, or the second row of a table.
func escapeLines(b []byte, from int) []byte {
	for at := from; at < len(b); {
		end := at + indexLineFeed(b[at:])
		text := strings.TrimSuffix(string(b[at:end]), hardBreak)
		if text != "" && strings.Trim(text, "-=_|: \t") == "" && strings.ContainsAny(text, "-=_|") {
			b = append(b, 0)
			copy(b[at+1:], b[at:])
			b[at] = '\\'
			end++
		}
		at = end + 1
	}
	return b
}

func (m *markdown) code(b []byte, language, text string) []byte {
	fence := strings.Repeat("`", max(3, longestRun(text, '`')+1))
	language = strings.Map(func(r rune) rune {
		if r <= ' ' || r == '`' {
			return -1
		}
		return r
	}, language)
	b = append(append(append(b, fence...), language...), '\n')
	return append(append(append(b, text...), '\n'), fence...)
}

func longestRun(s string, c byte) int {
	longest, n := 0, 0
	for i := range len(s) {
		if s[i] != c {
			n = 0
			continue
		}
		n++
		longest = max(longest, n)
	}
	return longest
}

func (m *markdown) rule() string { return "---" }

// marker writes the number of an item as Markdown does, at every level; a label
// that says more, such as "Article 3", is text behind a bullet.
func (m *markdown) marker(it Item, other bool) (first, rest string) {
	first = "- "
	if other {
		first = "* "
	}
	if it.Ordered {
		number := strconv.Itoa(it.Number)
		closing := ". "
		if other {
			closing = ") "
		}
		switch {
		case it.Number < 0 || len(number) > 9:
			first += number + closing
			return escapeNumber(first), "  "
		case !strings.Contains(strings.TrimSpace(it.Label), " "):
			first = number + closing
		default:
			return first + it.Label + " ", "  "
		}
	}
	rest = strings.Repeat(" ", len(first))
	switch it.Task {
	case Open:
		first += "[ ] "
	case Done:
		first += "[x] "
	case NoTask:
	}
	return first, rest
}

func escapeNumber(s string) string {
	return strings.Replace(s, "- -", "- \\-", 1)
}

// interrupts follows CommonMark 0.31, 5.2.
func (m *markdown) interrupts(it Item) bool { return !it.Ordered || it.Number == 1 }

func (m *markdown) quote() string { return "> " }

func (m *markdown) note(id string) (first, rest string) { return "[^" + id + "]: ", "    " }

func (m *markdown) cell(b []byte, text []Span, heading bool) []byte {
	from := len(b)
	if heading {
		text = boldText(text)
	}
	b = m.inline(b, text, inTableCell)
	out := bytes.Trim(b[from:], " \t")
	for bytes.HasPrefix(out, []byte(cellBreak)) {
		out = bytes.TrimLeft(out[len(cellBreak):], " \t")
	}
	for bytes.HasSuffix(out, []byte(cellBreak)) {
		out = bytes.TrimRight(out[:len(out)-len(cellBreak)], " \t")
	}
	return append(b[:from], out...)
}

// boldText is text all of which is bold.
func boldText(text []Span) []Span {
	bold := slices.Clone(text)
	for i := range bold {
		bold[i].Style |= Bold
	}
	return bold
}

// cellMarker is the same for all lists: GFM has none in cells, and a number
// would become part of the text.
func (m *markdown) cellMarker(Item) string { return "- " }

// cellBreak is a line break in a cell of a table, for which GFM has no other.
const cellBreak = "<br>"

func (m *markdown) codeCell(b []byte, text string) []byte {
	first := true
	for l := range strings.SplitSeq(text, "\n") {
		if l = strings.TrimRight(l, " \t\r"); l == "" {
			continue
		}
		if !first {
			b = append(b, cellBreak...)
		}
		first = false
		b = appendCode(b, l, true)
	}
	return b
}

func (m *markdown) between() string { return cellBreak }

func (m *markdown) beside() string { return ` \| ` }

func (m *markdown) row(b []byte, cells [][]byte, columns int) []byte {
	b = append(b, '|')
	n := len(cells)
	if columns <= padTo {
		n = columns
	}
	for i := range n {
		b = append(b, ' ')
		if i < len(cells) && len(cells[i]) > 0 {
			b = append(append(b, cells[i]...), ' ')
		}
		b = append(b, '|')
	}
	return b
}

func (m *markdown) head(b []byte, aligns []Align, columns int) []byte {
	b = append(b, '|')
	for i := range columns {
		align := AlignNone
		if i < len(aligns) {
			align = aligns[i]
		}
		switch align {
		case AlignNone:
			b = append(b, "---|"...)
		case AlignLeft:
			b = append(b, ":--|"...)
		case AlignCenter:
			b = append(b, ":-:|"...)
		case AlignRight:
			b = append(b, "--:|"...)
		}
	}
	return b
}

func (m *markdown) streams() bool { return false }
