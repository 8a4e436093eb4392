package reader

import (
	"encoding/base64"
	"slices"
	"unicode/utf8"

	"fread/internal/reader/cells"
)

// Collector is the Sink that keeps what is shown in the Result.
type Collector struct {
	Lines bool // also keep the lines one by one

	res     *Result
	content []byte
	open    bool // the last line has not been ended
}

func emptyRows() [][]cells.Cell { return [][]cells.Cell{} }

// Begin implements Sink.
func (c *Collector) Begin(r *Result) error {
	c.res = r
	return nil
}

// Put implements Sink.
func (c *Collector) Put(p *Piece) error {
	switch {
	case p.Cells != nil:
		c.res.Rows = append(c.res.Rows, slices.Clone(p.Cells))
	case p.Entry != nil:
		c.res.Entries = append(c.res.Entries, *p.Entry)
	default:
		c.putText(p)
	}
	return nil
}

func (c *Collector) putText(p *Piece) {
	if c.open && !p.Joins && p.Unit == UnitLine {
		c.content = append(c.content, '\n') // the line before was cut
	}
	c.content = append(c.content, p.Text...)
	if p.EndsLine {
		c.content = append(c.content, '\n')
	}
	c.open = !p.EndsLine
	if c.Lines && p.Continues {
		last := &c.res.Lines[len(c.res.Lines)-1]
		last.Text += string(p.Text)
	} else if c.Lines {
		l := Line{Number: p.No, Text: string(p.Text), At: p.At}
		if p.At.Byte != nil { // valid only during the call
			l.At.Byte = new(*p.At.Byte)
		}
		if p.Col > 0 {
			l.Column = p.Col + 1
		}
		c.res.Lines = append(c.res.Lines, l)
	}
}

// Finish writes the content into r, the result of the read.
func (c *Collector) Finish(r *Result) {
	if r.TextPart == nil {
		return
	}
	if !utf8.Valid(c.content) {
		r.Content, r.ContentEncoding = base64.StdEncoding.EncodeToString(c.content), "base64"
		return
	}
	r.Content = string(c.content)
}
