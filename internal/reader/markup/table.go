package markup

import (
	"bytes"
	"slices"
	"unicode/utf8"

	"fread/internal/limits"
	"fread/internal/reader"
)

const (
	// gridBytes is how much of a table waits for its end, so that its columns and
	// its size are known before it is written.
	gridBytes = 128 << 10
	// boxChars is how many code points the only cell of a table may have: as many as
	// are shown of a line.
	boxChars = limits.DefaultLineChars
	// cellBytes is how large a cell of a grid may be, and richBytes one of several
	// blocks. Tables with larger ones are shown as blocks.
	cellBytes  = 32 << 10
	richBytes  = 6 << 10
	richBlocks = 12
	codeLines  = 8
	// maxSpan is over how many columns or rows one cell may go.
	maxSpan = 256
	// padTo is the width of a table up to which its short rows are filled up.
	padTo = 64
	// maxLead is the largest header that is repeated, in bytes.
	maxLead = 4 << 10
)

// How deep inside a table it is being told.
const (
	inTable = iota
	inRow
	inCell
)

// A grid is a table while it is being told: rows of cells, each with what was
// told of it. Rows are written as soon as the number of columns is known. A
// table that does not fit into a grid is told again as blocks.
type grid struct {
	spec    Table
	depth   int // of open containers inside the table
	rows    []gridRow
	bytes   int // of what waits
	columns int
	written int // rows
	taken   []int
	lead    []byte
	aligns  []Align
	begun   bool // rows are being written
}

type gridRow []gridCell

type gridCell struct {
	spec   Cell
	events []event
	bytes  int
	chars  int // code points of running text
	blocks int
	text   bool // it holds more than pictures
	rich   bool // cannot be said in a line
}

func (f *flow) beginTable(t Table) {
	if t.Layout {
		f.push(level{container: t, clear: true})
		return
	}
	f.recorder = &recorder{table: &grid{spec: t, depth: inTable}}
}

// rowLevel is a row of a table that is shown as blocks.
func (f *flow) rowLevel(r Row) level {
	if t := &f.stack[len(f.stack)-1]; !t.bullets {
		return level{container: r, clear: true}
	}
	first, rest := f.dialect.marker(Item{}, false)
	if i := f.top(); f.stack[i].last != nothing {
		f.gap = i + 1
	}
	return level{container: r, first: first, rest: rest}
}

// add keeps an event of the cell that is open.
func (g *grid) add(e *event) {
	row := g.rows[len(g.rows)-1]
	c := &row[len(row)-1]
	kept := *e
	kept.spans = slices.Clone(e.spans)
	c.events = append(c.events, kept)
	n := e.size()
	c.bytes += n
	g.bytes += n
	switch e.op {
	case opHeading, opParagraph:
		c.blocks++
		for i := range e.spans {
			c.chars += utf8.RuneCountInString(e.spans[i].Text)
		}
		c.text = c.text || len(bytes.TrimSpace(plainText(nil, e.spans))) > 0
	case opCode, opVerbatim:
		c.blocks++
		c.text = true
		c.rich = c.rich || bytes.Count([]byte(e.text), []byte("\n")) >= codeLines
	case opBegin, opRule, opEnd, opAt:
	}
	c.rich = c.rich || c.bytes > cellBytes || (c.bytes > richBytes && c.blocks > richBlocks)
}

// tell keeps what is told of a table, and writes the rows that can be.
func (f *flow) tell(g *grid, e *event) error {
	switch {
	case e.op == opEnd:
		g.depth--
		switch g.depth {
		case inTable - 1:
			return f.endTable(g)
		case inTable:
			return f.endRow(g)
		case inRow:
			return nil
		}
		g.add(e)
	case e.op == opBegin && g.depth < inCell:
		g.depth++
		if g.depth == inRow {
			g.rows = append(g.rows, nil)
			return nil
		}
		spec, _ := e.container.(Cell)
		last := &g.rows[len(g.rows)-1]
		*last = append(*last, gridCell{spec: spec})
	case g.depth == inCell || g.depth > inCell:
		if e.op == opBegin {
			g.depth++
		}
		g.add(e)
		row := g.rows[len(g.rows)-1]
		if row[len(row)-1].rich {
			return f.asBlocks(g)
		}
	}
	return nil
}

// asBlocks tells the rows that wait as blocks, and goes on like that.
func (f *flow) asBlocks(g *grid) error {
	f.recorder = nil
	bullets := slices.ContainsFunc(g.rows, gridRow.isRecord)
	f.push(level{container: g.spec, clear: true, bullets: bullets})
	for i, r := range g.rows {
		if err := f.Begin(Row{}); err != nil {
			return err
		}
		whole := i < len(g.rows)-1 || g.depth < inRow
		for j := range r {
			if err := f.Begin(r[j].spec); err != nil {
				return err
			}
			if err := f.replay(r[j].events); err != nil {
				return err
			}
			if whole || j < len(r)-1 || g.depth < inCell {
				if err := f.End(); err != nil {
					return err
				}
			}
		}
		if whole {
			if err := f.End(); err != nil {
				return err
			}
		}
	}
	return nil
}

// isRecord reports whether more than one cell of a row has text, so that it is
// more than a means of layout.
func (r gridRow) isRecord() bool {
	n := 0
	for i := range r {
		if r[i].text {
			n++
		}
	}
	return n > 1
}

func (f *flow) endRow(g *grid) error {
	switch {
	case g.begun:
		row := g.rows[0]
		g.rows = g.rows[:0]
		g.bytes = 0
		return f.writeRow(g, row)
	case g.bytes > gridBytes || len(g.rows) >= gridBytes/64 || f.dialect.streams():
		return f.writeRows(g)
	}
	return nil
}

func (f *flow) endTable(g *grid) error {
	if !g.begun && len(g.rows) == 1 && len(g.rows[0]) == 1 {
		if c := &g.rows[0][0]; c.blocks > 1 && c.chars > boxChars || c.blocks == 0 && len(c.events) == 0 { // a frame around text, or around nothing
			if err := f.asBlocks(g); err != nil {
				return err
			}
			return f.End()
		}
	}
	if err := f.writeRows(g); err != nil {
		return err
	}
	f.recorder = nil
	if f.top() == 0 {
		return f.flushNotes()
	}
	return nil
}

// writeRows writes the rows that wait.
func (f *flow) writeRows(g *grid) error {
	rows := g.rows
	g.rows, g.bytes = nil, 0
	if len(rows) == 0 || (!g.begun && !anyCell(rows)) {
		return nil
	}
	ended := g.depth < inTable
	var ahead reader.Extent
	if !g.begun {
		g.columns = g.spec.Columns
		if ended {
			g.columns = 0
			for _, r := range rows {
				for i := range r {
					ahead.Bytes += int64(r[i].bytes)
				}
			}
			ahead.Lines = int64(len(rows)) + 1
		}
		var taken []int
		for _, r := range rows {
			_, n := r.spread(&taken)
			g.columns = max(g.columns, n)
		}
		g.columns = min(g.columns, maxSpan*4)
		for i := range rows[0] {
			for range span(rows[0][i].spec.Columns) {
				g.aligns = append(g.aligns, rows[0][i].spec.Align)
			}
		}
	}
	f.line.ahead = ahead
	for _, r := range rows {
		if err := f.writeRow(g, r); err != nil {
			return err
		}
	}
	return nil
}

func anyCell(rows []gridRow) bool {
	return slices.ContainsFunc(rows, func(r gridRow) bool { return len(r) > 0 })
}

func span(n int) int { return min(max(n, 1), maxSpan) }

// spread finds the column of each cell of a row, and the width of the row. In
// taken is for how many rows more each column is taken by a cell above.
func (r gridRow) spread(taken *[]int) (at []int, width int) {
	t := *taken
	at = make([]int, len(r))
	column := 0
	skip := func() {
		for column < len(t) && t[column] > 0 {
			t[column]--
			column++
		}
	}
	for i := range r {
		skip()
		at[i] = column
		rows := span(r[i].spec.Rows) - 1
		for range span(r[i].spec.Columns) {
			for rows > 0 && column >= len(t) {
				t = append(t, 0)
			}
			if column < len(t) {
				t[column] = rows
			}
			column++
		}
	}
	skip()
	for i := column; i < len(t); i++ {
		if t[i] > 0 {
			t[i]--
		}
	}
	*taken = t
	return at, column
}

// writeRow writes a row of a grid, and what divides the header from the rest.
func (f *flow) writeRow(g *grid, r gridRow) error {
	at, width := r.spread(&g.taken)
	texts := make([][]byte, min(max(width, 1), max(g.columns, 1)))
	if f.dialect.streams() {
		texts = make([][]byte, width)
	}
	for i := range r {
		text := f.squeeze(r[i].events)
		column := min(at[i], len(texts)-1) // no text is lost in a row that is too wide
		if len(texts[column]) > 0 && len(text) > 0 {
			text = append(append(texts[column], f.dialect.between()...), text...)
		}
		texts[column] = text
	}
	if !g.begun {
		ahead := f.line.ahead
		if err := f.block(); err != nil {
			return err
		}
		f.line.ahead = ahead
		g.begun = true
	}
	header := g.written < max(g.spec.HeaderRows, 1)
	if !header {
		f.line.lead = string(g.lead)
	}
	f.text = f.dialect.row(f.text[:0], texts, g.columns)
	if err := f.lines(f.text); err != nil {
		return err
	}
	f.line.lead = ""
	g.written++
	if header {
		g.addLead(f.buf)
	}
	if g.written == 1 {
		head := f.dialect.head(f.text[:0], g.aligns, g.columns)
		if f.text = head; len(head) > 0 {
			if err := f.write(head); err != nil {
				return err
			}
			g.addLead(f.buf)
		}
	}
	return nil
}

func (g *grid) addLead(text []byte) {
	if len(g.lead)+len(text) < maxLead {
		g.lead = append(append(g.lead, text...), '\n')
	}
}

// squeeze says in one line what was told of a cell.
func (f *flow) squeeze(events []event) []byte {
	var b []byte
	prefix := ""
	joint, inRow := f.dialect.between(), false // of a row of a table in the cell something was written
	part := func(write func(b []byte) []byte) {
		before := len(b)
		if before > 0 {
			b = append(b, joint...)
		}
		b = append(b, prefix...)
		at := len(b)
		if b = write(b); len(b) == at {
			b = b[:before]
			return
		}
		prefix, joint, inRow = "", f.dialect.between(), true
	}
	for i := 0; i < len(events); i++ {
		e := &events[i]
		switch e.op {
		case opHeading, opParagraph:
			part(func(b []byte) []byte { return f.dialect.cell(b, e.spans, e.op == opHeading) })
		case opVerbatim:
			part(func(b []byte) []byte { return f.dialect.cell(b, []Span{{Text: e.text}}, false) })
		case opCode:
			part(func(b []byte) []byte { return f.dialect.codeCell(b, e.text) })
		case opBegin:
			switch c := e.container.(type) {
			case Item:
				prefix = f.dialect.cellMarker(c)
			case Note:
				n := contained(events[i:])
				f.queue = append(f.queue, events[i:i+n])
				i += n - 1
			case Row:
				joint, inRow = f.dialect.between(), false
			case Cell:
				if inRow {
					joint = f.dialect.beside()
				}
			case Quote, Table:
			}
		case opAt:
			f.place = e.place
			if !f.numbered {
				f.place.Paragraph = f.paragraph
			}
		case opRule, opEnd:
		}
	}
	return b
}

// contained returns how many events the container has that begins with the
// first of them, its end among them.
func contained(events []event) int {
	depth := 0
	for i := range events {
		switch events[i].op {
		case opBegin:
			depth++
		case opEnd:
			if depth--; depth == 0 {
				return i + 1
			}
		case opHeading, opParagraph, opCode, opRule, opAt, opVerbatim:
		}
	}
	return len(events)
}
