package output

import (
	"bufio"
	"strconv"
	"strings"

	"fread/internal/reader"
)

// csvPrinter writes rows as delimited text (RFC 4180, with LF line ends).
type csvPrinter struct {
	w     *bufio.Writer
	style Style
	notes notes
	comma byte

	buf    []byte
	fields []string
}

// Begin implements reader.Sink.
func (p *csvPrinter) Begin(r *reader.Result) error {
	if r.RowsPart == nil || r.Headers == nil {
		return nil
	}
	return p.write(r.Headers)
}

// Put implements reader.Sink.
func (p *csvPrinter) Put(x *reader.Piece) error {
	p.fields = p.fields[:0]
	switch {
	case x.Entry != nil:
		p.fields = append(p.fields, x.Entry.Name, x.Entry.Type)
	default:
		for i := range x.Cells {
			p.fields = append(p.fields, x.Cells[i].Text)
		}
	}
	return p.write(p.fields)
}

func (p *csvPrinter) write(fields []string) error {
	b := p.buf[:0]
	for i, f := range fields {
		if i > 0 {
			b = append(b, p.comma)
		}
		if f == "" && len(fields) > 1 || f != "" && !p.special(f) {
			b = append(b, f...)
			continue
		}
		b = append(b, '"')
		b = append(b, strings.ReplaceAll(f, `"`, `""`)...)
		b = append(b, '"')
	}
	b = append(b, '\n')
	p.buf = b
	if p.style.Terminal {
		b = visibleLines(nil, b)
	}
	_, err := p.w.Write(b)
	return err
}

// special reports whether a field has to be quoted: for what it holds, or for a
// blank at its beginning, which some readers drop.
func (p *csvPrinter) special(f string) bool {
	for i := range len(f) {
		switch f[i] {
		case '"', '\r', '\n', p.comma:
			return true
		}
	}
	return f[0] == ' '
}

// Finish implements Printer.
func (p *csvPrinter) Finish(r *reader.Result) error {
	if err := p.w.Flush(); err != nil {
		return err
	}
	return p.notes.print(p.notes.w, r)
}

// markdownPrinter writes text as it is, and rows and entries as tables.
type markdownPrinter struct {
	w     *bufio.Writer
	style Style
	notes notes
	open  bool
	rows  int
	heads []string
}

// Begin implements reader.Sink.
func (p *markdownPrinter) Begin(r *reader.Result) error {
	p.open, p.rows, p.heads = false, 0, nil
	if r.TextPart != nil && r.Lead != "" {
		lead := []byte(r.Lead)
		if p.style.Terminal {
			lead = visibleLines(nil, lead)
		}
		_, _ = p.w.Write(lead)
	}
	if r.RowsPart != nil {
		p.heads = r.Headers
	}
	return nil
}

// Put implements reader.Sink.
func (p *markdownPrinter) Put(x *reader.Piece) error {
	switch {
	case x.Cells != nil:
		fields := make([]string, 0, len(x.Cells))
		for _, c := range x.Cells {
			fields = append(fields, c.Text)
		}
		for len(fields) < len(p.heads) { // so that the table keeps its shape
			fields = append(fields, "")
		}
		return p.row(p.heads, fields)
	case x.Entry != nil:
		size := ""
		if x.Entry.SizeBytes != nil {
			size = strconv.FormatInt(*x.Entry.SizeBytes, 10)
		}
		return p.row([]string{"Name", "Type", "Size"}, []string{x.Entry.Name, x.Entry.Type, size})
	}
	if p.open && !x.Joins && x.Unit == reader.UnitLine {
		_ = p.w.WriteByte('\n')
	}
	text := x.Text
	if p.style.Terminal {
		text = visibleLines(nil, text)
	}
	_, err := p.w.Write(text)
	if p.open = !x.EndsLine; !p.open && err == nil {
		err = p.w.WriteByte('\n')
	}
	return err
}

// row writes a row of a table, and before the first one its head: GFM has no
// tables without.
func (p *markdownPrinter) row(heads, fields []string) error {
	if p.rows++; p.rows == 1 {
		if heads == nil {
			heads = make([]string, len(fields))
		}
		_ = p.cells(heads)
		_, _ = p.w.WriteString(strings.Repeat("|---", len(heads)) + "|\n")
	}
	return p.cells(fields)
}

func (p *markdownPrinter) cells(fields []string) error {
	// A backslash before a bar would turn the escape of the bar into its own.
	escape := strings.NewReplacer(`\`, `\\`, "|", `\|`, "\r\n", "<br>", "\n", "<br>", "\r", "<br>")
	for _, f := range fields {
		f = escape.Replace(f)
		if p.style.Terminal {
			f = string(visible(nil, []byte(f)))
		}
		_, _ = p.w.WriteString("| " + f + " ")
	}
	_, err := p.w.WriteString("|\n")
	return err
}

// Finish implements Printer.
func (p *markdownPrinter) Finish(r *reader.Result) error {
	if err := p.w.Flush(); err != nil {
		return err
	}
	return p.notes.print(p.notes.w, r)
}
