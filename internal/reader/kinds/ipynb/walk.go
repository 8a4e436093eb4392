package ipynb

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"fread/internal/limits"
	"fread/internal/reader"
	"fread/internal/reader/markup"
)

// errDone ends a walk behind the cell that was asked for.
var errDone = errors.New("ipynb: the cell has been told")

// A teller tells one walk.
type teller struct {
	*notebook
	s      *scanner
	w      markup.Writer
	images int // told so far
	number int64
}

// A cell is one cell with what is told of it.
type cell struct {
	kind, id, language string
	source             []byte
	left               int64 // bytes of source that are not kept
	level              int64 // of a heading
	outputs            []byte
	outputsAt          int64 // where they are if they are not kept; 0: kept
	attachments        int64
}

func (n *notebook) walk(ctx context.Context, w markup.Writer) error {
	t := &teller{notebook: n, s: n.open(ctx, 0), w: w}
	err := t.s.members(func(string) error { return t.s.skip() }, t.next)
	switch {
	case errors.Is(err, errDone):
		w.Omit("cells", n.cells-1)
		return nil
	case isDamage(err):
		return damaged(err)
	}
	return err
}

// next takes one cell and tells it.
func (t *teller) next() error {
	t.number++
	if t.only > 0 && t.number < t.only {
		return t.s.skip()
	}
	var c cell
	if err := t.s.object(func(name string) error { return t.member(&c, name) }); err != nil {
		return err
	}
	if err := t.tell(&c); err != nil {
		return err
	}
	if t.only > 0 {
		return errDone
	}
	return nil
}

func (t *teller) member(c *cell, name string) (err error) {
	s := t.s
	switch name {
	case "cell_type":
		return s.name(&c.kind)
	case "id":
		return s.name(&c.id)
	case "language":
		return s.name(&c.language)
	case "level":
		c.level, err = s.number()
		return err
	case "source", "input":
		c.source, c.left, err = s.text(c.source[:0], maxSource)
		return err
	case "outputs":
		at := s.t.Offset()
		if c.outputs, err = s.raw(maxRaw); c.outputs == nil {
			c.outputsAt = at
		}
		return err
	case "attachments":
		return s.object(func(string) error {
			c.attachments++
			return s.skip()
		})
	}
	return s.skip()
}

// name reads a short string.
func (s *scanner) name(into *string) error {
	b, _, err := s.text(nil, maxName)
	*into = string(b)
	return err
}

// tell tells a cell: its source, then its outputs.
func (t *teller) tell(c *cell) error {
	place := reader.Place{Cell: c.id}
	if c.id == "" {
		place.Cell = strconv.FormatInt(t.number, 10)
	}
	t.w.At(place)
	t.w.Omit("attachments", c.attachments)
	t.cut("source", c.left)
	if err := t.source(c); err != nil {
		return err
	}
	s := &scanner{ctx: t.s.ctx, data: c.outputs}
	if c.outputsAt > 0 {
		s = t.open(t.s.ctx, c.outputsAt)
	}
	if c.outputs == nil && c.outputsAt == 0 {
		return nil
	}
	return s.array(func() error {
		if t.o.Request != nil && t.o.Request.NoOutputs {
			t.w.Omit("outputs", 1)
			return s.skip()
		}
		return t.output(s)
	})
}

func (t *teller) source(c *cell) error {
	text := strings.ToValidUTF8(string(c.source), "\uFFFD")
	switch c.kind {
	case "markdown":
		return t.w.Verbatim(text)
	case "heading":
		level := int(min(max(c.level, 1), 6))
		return t.w.Verbatim(strings.Repeat("#", level) + " " + strings.Join(strings.Fields(text), " "))
	case "code":
		language := t.language
		if c.language != "" {
			language = fenceName(c.language)
		}
		if magic := cellMagic(text); magic != "" {
			language = magic
		}
		return t.w.Code(language, trimBlank(text))
	}
	return t.w.Code("", trimBlank(text))
}

// cellMagic is the language of a cell whose first line hands it to another
// interpreter than the kernel.
func cellMagic(text string) string {
	line, _, _ := strings.Cut(strings.TrimLeft(text, " \t\n"), "\n")
	name, found := strings.CutPrefix(line, "%%")
	if !found {
		return ""
	}
	name, _, _ = strings.Cut(strings.TrimSpace(name), " ")
	switch name {
	case "bash", "sh", "html", "javascript", "latex", "markdown", "perl", "ruby", "sql", "svg":
		return name
	case "js":
		return "javascript"
	}
	return ""
}

// trimBlank cuts lines without text from the beginning of code.
func trimBlank(s string) string {
	for {
		line, rest, found := strings.Cut(s, "\n")
		if !found || strings.TrimSpace(line) != "" {
			return s
		}
		s = rest
	}
}

// cut says that something was larger than what is kept of it.
func (t *teller) cut(what string, left int64) {
	if left == 0 {
		return
	}
	t.w.Omit("bytes", left)
	t.w.Note(reader.Note{
		Code: reader.NoteCellsCut, Severity: reader.SeverityWarning, Data: map[string]any{"cell": t.number},
		Message: fmt.Sprintf("The %s of cell %d is too large to be shown whole; %s left out.", what, t.number, limits.Nouns(left, "byte of it is", "bytes of it are")),
	})
}
