package ipynb

import (
	"strconv"
	"strings"

	"fread/internal/reader"
	"fread/internal/reader/hypertext"
	"fread/internal/reader/markup"
)

// An output is what one output of a cell holds: the same in several forms.
type output struct {
	kind, name, ename, evalue string

	plain, markdown, latex, html, json, trace []byte

	left     int64 // bytes that are not kept
	pictures []markup.Span
	foreign  bool // a form that is not shown
}

// output takes an output and tells it.
func (t *teller) output(s *scanner) error {
	var o output
	err := s.object(func(name string) error {
		switch name {
		case "output_type":
			return s.name(&o.kind)
		case "name":
			return s.name(&o.name)
		case "ename":
			return s.name(&o.ename)
		case "evalue":
			return s.name(&o.evalue)
		case "traceback":
			return o.traceback(s)
		case "data":
			return s.object(func(name string) error { return o.form(s, name) })
		}
		return o.form(s, name) // nbformat 3 has the forms here
	})
	if err != nil {
		return err
	}
	t.cut("output", o.left)
	return t.tellOutput(&o)
}

// form takes one of the forms of an output. Nbformat 3 has short names for some
// media types.
func (o *output) form(s *scanner, name string) error {
	into := &o.plain
	switch name {
	case "text", "text/plain":
	case "text/markdown":
		into = &o.markdown
	case "latex", "text/latex":
		into = &o.latex
	case "html", "text/html":
		into = &o.html
	case "png", "jpeg", "image/png", "image/jpeg", "image/gif":
		head, _, err := s.text(nil, pictureHead)
		picture := markup.Span{Kind: markup.Image}
		picture.Width, picture.Height = pictureSize(head)
		o.pictures = append(o.pictures, picture)
		return err
	case "svg", "image/svg+xml", "pdf", "application/pdf":
		o.pictures = append(o.pictures, markup.Span{Kind: markup.Image})
		return s.skip()
	case "json", "application/json":
		return o.value(s)
	case "metadata", "execution_count", "prompt_number", "stream":
		return s.skip()
	default:
		o.foreign = true
		return s.skip()
	}
	text, left, err := s.text((*into)[:0], maxOutput)
	*into = text
	o.left += left
	return err
}

// value takes JSON as it stands, or the text of it that nbformat 3 has.
func (o *output) value(s *scanner) error {
	c, err := s.peek()
	if err != nil {
		return err
	}
	if c == '"' {
		var left int64
		o.json, left, err = s.text(nil, maxOutput)
		o.left += left
		return err
	}
	o.json, err = s.raw(maxRaw)
	o.foreign = o.foreign || o.json == nil
	return err
}

// traceback takes the lines of an error.
func (o *output) traceback(s *scanner) error {
	c, err := s.peek()
	if err != nil {
		return err
	}
	if c != '[' {
		return s.skip()
	}
	return s.array(func() error {
		if len(o.trace) > 0 {
			o.trace = append(o.trace, '\n')
		}
		text, left, err := s.text(o.trace, max(maxOutput-len(o.trace), 0))
		o.trace = text
		o.left += left
		return err
	})
}

// tellOutput tells the form of an output that says most as text.
func (t *teller) tellOutput(o *output) error {
	plain := valid(o.plain)
	if len(o.pictures) > 0 {
		if err := t.pictures(o, plain); err != nil || stands(plain) {
			return err
		}
	}
	switch {
	case len(o.trace) > 0 || o.ename != "":
		return t.w.Code("output", terminalText(o.failure()))
	case o.kind == "stream":
		return t.w.Code("output", terminalText(plain))
	case len(o.markdown) > 0:
		return t.w.Verbatim(valid(o.markdown))
	case len(o.latex) > 0 && (plain == "" || stands(plain)):
		return t.w.Verbatim(valid(o.latex))
	case len(o.html) > 0 && (plain == "" || stands(plain)):
		return hypertext.Walk(t.s.ctx, strings.NewReader(valid(o.html)), t.w, hypertext.Options{Plain: t.o.Form == reader.FormText})
	case len(o.json) > 0 && (plain == "" || stands(plain)):
		return t.w.Code("json", valid(o.json))
	}
	if plain != "" {
		return t.w.Code("output", terminalText(plain))
	}
	if o.foreign || len(o.html) > 0 {
		t.w.Omit("outputs", 1)
	}
	return nil
}

// pictures tells the pictures of an output; its text may be what they are
// called.
func (t *teller) pictures(o *output, plain string) error {
	for i := range o.pictures {
		t.images++
		o.pictures[i].Target = "#image" + strconv.Itoa(t.images)
		if stands(plain) {
			o.pictures[i].Text = strings.Trim(plain, "<>")
		}
	}
	t.w.Omit("images", int64(len(o.pictures)))
	return t.w.Paragraph(o.pictures)
}

// stands reports whether a text only stands for an object that has no better
// one: <Figure size 640x480 with 1 Axes>.
func stands(plain string) bool {
	plain = strings.TrimSpace(plain)
	return strings.HasPrefix(plain, "<") && strings.HasSuffix(plain, ">") && !strings.Contains(plain, "\n")
}

// failure is the text of an error.
func (o *output) failure() string {
	if len(o.trace) > 0 {
		return valid(o.trace)
	}
	if o.evalue == "" {
		return o.ename
	}
	return o.ename + ": " + o.evalue
}

func valid(b []byte) string { return strings.ToValidUTF8(string(b), "\uFFFD") }
