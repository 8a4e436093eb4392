package text

import (
	"bytes"
	"context"
	"regexp"
	"strings"

	"fread/internal/reader"
	"fread/internal/reader/cursor"
	"fread/internal/reader/detect"
	"fread/internal/reader/markup"
	"fread/internal/reader/source"
)

// Markdown implements reader.Reader for Markdown: lines as they are, and the
// sections under its headings by address.
type Markdown struct{ Reader }

// Info implements reader.Reader.
func (Markdown) Info() reader.Info {
	return reader.Info{Name: "markdown", Forms: []reader.Form{reader.FormMarkdown, reader.FormText}, Unit: reader.UnitLine, Parts: true}
}

// Match implements reader.Reader.
func (Markdown) Match(t detect.Type, form reader.Form) bool {
	markdown := t.Format == "markdown" || t.Format == "mdx"
	return markdown && (form == reader.FormDefault || form == reader.FormMarkdown || form == reader.FormText)
}

// Open implements reader.Reader.
func (m Markdown) Open(ctx context.Context, f *source.File, o reader.Options) (reader.Document, error) {
	d, err := m.Reader.Open(ctx, f, o)
	if err != nil {
		return nil, err
	}
	return &sections{d.(*document)}, nil
}

// sections is a text in which addresses name sections.
type sections struct{ *document }

// Locate implements reader.Locator.
func (d *sections) Locate(ctx context.Context, part string) (first, last int64, err error) {
	s := markup.NewSection(part)
	var h headings
	for u, err := range d.Units(ctx, cursor.Position{}) {
		if err != nil {
			return 0, 0, err
		}
		last = u.No
		level, title, at := h.line(u)
		if level == 0 {
			continue
		}
		begins, ends := s.Heading(level, title)
		if ends {
			return first, at - 1, nil
		}
		if begins {
			first = at
		}
	}
	if first == 0 {
		return 0, 0, s.NotFound()
	}
	return first, last, nil
}

// headings finds the headings of Markdown (CommonMark 0.31, 4.2 and 4.3) among
// its lines.
type headings struct {
	fence  []byte // the one that is open
	above  string // the line of a paragraph above
	aboveN int64
	inside bool // a line that came in pieces
	marks  []*regexp.Regexp
}

// longestHeading is the length of the longest line that can be a heading.
const longestHeading = 4 << 10

// line takes the next line, and returns the heading that it ends, which begins at
// line number at; its level is 0 where it ends none.
func (h *headings) line(u *reader.Unit) (level int, title string, at int64) {
	inside := h.inside
	h.inside = u.More
	if inside || u.More || len(u.Text) > longestHeading {
		h.above = ""
		return 0, "", 0
	}
	text := bytes.TrimLeft(u.Text, " ")
	indent := len(u.Text) - len(text)
	text = bytes.TrimRight(text, " \t")
	above, aboveN := h.above, h.aboveN
	h.above = ""
	if mark := fence(text); mark != nil && indent < 4 {
		switch {
		case h.fence == nil:
			h.fence = bytes.Clone(mark)
		case mark[0] == h.fence[0] && len(mark) >= len(h.fence) && len(mark) == len(text):
			h.fence = nil
		}
		return 0, "", 0
	}
	if h.fence != nil || indent > 3 || len(text) == 0 {
		return 0, "", 0
	}
	if n := len(text) - len(bytes.TrimLeft(text, "#")); n > 0 && n <= 6 && (n == len(text) || text[n] == ' ' || text[n] == '\t') {
		title := strings.TrimSpace(string(text[n:]))
		if end := strings.TrimRight(title, "#"); end == "" || strings.HasSuffix(end, " ") {
			title = strings.TrimSpace(end)
		}
		return n, h.plain(title), u.No
	}
	if above != "" {
		switch {
		case len(bytes.Trim(text, "=")) == 0:
			return 1, h.plain(above), aboveN
		case len(bytes.Trim(text, "-")) == 0:
			return 2, h.plain(above), aboveN
		}
	}
	if !bytes.ContainsAny(text[:1], ">|") {
		h.above, h.aboveN = string(text), u.No
	}
	return 0, "", 0
}

// fence returns the marks that open or close a block of code, or nil.
func fence(text []byte) []byte {
	if len(text) < 3 || (text[0] != '`' && text[0] != '~') {
		return nil
	}
	n := 0
	for n < len(text) && text[n] == text[0] {
		n++
	}
	if n < 3 || (text[0] == '`' && bytes.IndexByte(text[n:], '`') >= 0) {
		return nil
	}
	return text[:n]
}

// plain is the text of a heading without the marks of its spans.
func (h *headings) plain(s string) string {
	if !strings.ContainsAny(s, "[`*_<\\") {
		return s
	}
	if h.marks == nil {
		h.marks = []*regexp.Regexp{
			regexp.MustCompile(`!?\[([^\]]*)\](?:\([^)]*\)|\[[^\]]*\])?`), // links, images
			regexp.MustCompile(`<[^>]*>`),                                 // tags
			regexp.MustCompile(`(^|\W)_+(\w[^_]*)_+`),                     // emphasis
		}
	}
	s = h.marks[0].ReplaceAllString(s, "$1")
	s = h.marks[1].ReplaceAllString(s, "")
	s = h.marks[2].ReplaceAllString(s, "$1$2")
	return strings.NewReplacer("`", "", "*", "", `\`, "").Replace(s)
}
