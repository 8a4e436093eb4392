package output

import (
	"bufio"
	"strconv"
	"strings"
	"time"

	"fread/internal/reader"
	"fread/internal/reader/cells"
)

// textPrinter writes numbered lines, rows and entries for people and agents.
type textPrinter struct {
	w      *bufio.Writer
	style  Style
	layout layout
	notes  notes
	buf    []byte
	files  int
	begun  bool // this file: its content, of which there may be none
	open   bool // the last line has not been ended
	any    bool // something of this file has been written
	raw    bool // that was bytes as they are, among which a note could not be told
	table  *table
}

// Begin implements reader.Sink.
func (p *textPrinter) Begin(r *reader.Result) error {
	p.begin(r)
	if r.TextPart != nil && !p.style.Facts {
		p.lead(r.Lead)
	}
	if r.RowsPart == nil || p.style.Facts {
		return nil
	}
	if p.style.Terminal && p.style.Numbers {
		p.table = &table{style: p.style, headers: r.Headers}
		return nil
	}
	if r.Headers != nil {
		b := p.buf[:0]
		if p.style.Numbers {
			b = append(b, "#|"...)
		}
		for i, h := range r.Headers {
			if i > 0 {
				b = append(b, '\t')
			}
			b = appendEscaped(b, h)
		}
		p.buf = append(p.show(b), '\n')
		_, _ = p.w.Write(p.buf)
		p.any = true
	}
	return nil
}

// lead writes the lines that head what is shown; they have no numbers.
func (p *textPrinter) lead(lines string) {
	for l := range strings.Lines(lines) {
		b := p.buf[:0]
		if p.style.Numbers {
			b = append(b, '|')
		}
		b = append(b, strings.TrimSuffix(l, "\n")...)
		p.buf = append(p.show(b), '\n')
		_, _ = p.w.Write(p.buf)
		p.any = true
	}
}

// begin forgets the file before.
func (p *textPrinter) begin(r *reader.Result) {
	p.begun, p.any, p.open, p.raw, p.table = true, false, false, false, nil
	p.heading(r)
}

// heading names one of several files. It is written only with numbers: then no
// line of a file can look like it.
func (p *textPrinter) heading(r *reader.Result) {
	p.files++
	if !p.style.Headings || !p.style.Numbers {
		return
	}
	if p.files > 1 {
		_ = p.w.WriteByte('\n')
	}
	b := p.buf[:0]
	b = append(b, "==> "...)
	b = append(visible(b, []byte(r.Path)), " <=="...)
	if p.style.Color {
		b = append(append([]byte(bold), b...), reset...)
	}
	b = append(b, '\n')
	p.buf = b
	_, _ = p.w.Write(b)
}

// Put implements reader.Sink.
func (p *textPrinter) Put(x *reader.Piece) error {
	b := p.buf[:0]
	switch {
	case p.table != nil:
		return p.table.add(p.w, x)
	case x.Cells != nil:
		b = append(p.cells(p.prefix(b, x), x.Cells), '\n')
	case x.Entry != nil:
		b = append(p.entry(p.prefix(b, x), x.Entry), '\n')
	case x.Unit == reader.UnitByte && !x.EndsLine:
		p.raw = true
		b = p.text(b, x)
	default:
		b = p.line(b, x)
	}
	p.buf, p.any = b, true
	_, err := p.w.Write(b)
	return err
}

func (p *textPrinter) line(b []byte, x *reader.Piece) []byte {
	if !x.Continues {
		if p.open && (p.style.Numbers || !x.Joins) {
			b = append(b, '\n')
		}
		b = p.prefix(b, x)
	}
	b = p.text(b, x)
	if p.open = !x.EndsLine; !p.open {
		b = append(b, '\n')
	}
	return b
}

func (p *textPrinter) text(b []byte, x *reader.Piece) []byte {
	switch {
	case !p.style.Terminal:
		return append(b, x.Text...)
	case p.raw:
		return visibleLines(b, x.Text)
	}
	return visible(b, x.Text)
}

func (p *textPrinter) prefix(b []byte, x *reader.Piece) []byte {
	if !p.style.Numbers || x.Unit == reader.UnitByte {
		return b
	}
	col := int64(0)
	if x.Col > 0 {
		col = x.Col + 1
	}
	if p.style.Color {
		b = append(p.layout.prefix(append(b, faint...), x.No, col, x.Text), reset...)
		return b
	}
	return p.layout.prefix(b, x.No, col, x.Text)
}

func (p *textPrinter) cells(b []byte, row []cells.Cell) []byte {
	for i, c := range row {
		if i > 0 {
			b = append(b, '\t')
		}
		start := len(b)
		b = appendEscaped(b, c.Text)
		if p.style.Terminal {
			b = append(b[:start], visible(nil, b[start:])...)
		}
	}
	return b
}

// appendEscaped writes a cell so that it stays in its column and its line.
func appendEscaped(b []byte, s string) []byte {
	for i := range len(s) {
		switch s[i] {
		case '\t':
			b = append(b, '\\', 't')
		case '\n':
			b = append(b, '\\', 'n')
		case '\r':
			b = append(b, '\\', 'r')
		case '\\':
			b = append(b, '\\', '\\')
		default:
			b = append(b, s[i])
		}
	}
	return b
}

func (p *textPrinter) entry(b []byte, e *reader.Entry) []byte {
	b = visible(b, []byte(e.Name))
	switch e.Type {
	case "file":
	case "directory":
		b = append(b, '/')
	case "link":
		b = append(visible(append(b, " -> "...), []byte(e.Target)), "\tlink"...)
	default:
		b = append(append(b, '\t'), e.Type...)
	}
	if e.SizeBytes != nil {
		b = strconv.AppendInt(append(b, '\t'), *e.SizeBytes, 10)
	}
	if e.Modified != nil {
		b = e.Modified.AppendFormat(append(b, '\t'), time.RFC3339)
	}
	return b
}

func (p *textPrinter) show(b []byte) []byte {
	if p.style.Terminal {
		return visible(nil, b)
	}
	return b
}

// Finish implements Printer.
func (p *textPrinter) Finish(r *reader.Result) error {
	if !p.begun && r.Readable { // there is something to say of content that is not repeated
		p.begin(r)
	}
	defer func() { p.begun = false }()
	if p.style.Facts && r.FileName != "" {
		if err := printFacts(p.w, r, p.style); err != nil {
			return err
		}
		p.any = true
	}
	if p.table != nil {
		if err := p.table.flush(p.w); err != nil {
			return err
		}
		p.any = true
	}
	switch {
	case !p.style.Numbers || p.raw:
		if err := p.w.Flush(); err != nil {
			return err
		}
		return p.notes.print(p.notes.w, r)
	case p.notes.has(r):
		if p.open {
			_ = p.w.WriteByte('\n')
		}
		if p.any {
			_ = p.w.WriteByte('\n')
		}
		if err := p.notes.print(p.w, r); err != nil {
			return err
		}
	case p.open && p.style.Numbers:
		_ = p.w.WriteByte('\n')
	}
	return p.w.Flush()
}
