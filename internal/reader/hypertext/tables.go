package hypertext

import (
	"slices"

	"fread/internal/reader"
	"fread/internal/reader/markup"
)

const (
	// tableEvents is how much of a table is looked at to find out whether it holds
	// data or only arranges the page.
	tableEvents = 4_000
	// cellBlocks is how many blocks a cell has that is more than data.
	cellBlocks = 3
)

// tables is a Writer that decides of every table what it is for. It keeps what
// is told of one until that is clear. Tables were long used to arrange pages, and
// as rows and columns those cannot be read.
type tables struct {
	w      markup.Writer
	kept   []call
	spec   markup.Table
	inside int // containers open, the table that is being looked at among them; 0: none is
	seen   evidence
}

// call is one call of a Writer.
type call struct {
	kind      callKind
	level     int
	spans     []markup.Span
	text      string
	language  string
	container markup.Container
}

type callKind uint8

const (
	callHeading callKind = iota
	callParagraph
	callCode
	callRule
	callBegin
	callEnd
)

// evidence is what has been seen of a table.
type evidence struct {
	data       bool // it has header cells or a caption
	rich       int  // cells with more than data
	nested     bool // it holds a heading or another table
	cells      int  // with content
	rows       int  // with cells
	columns    int  // most in a row
	rowCells   int
	blocks     int // in the cell that is open
	rowHeads   int // header cells in the row that is open
	headerRows int
	pastHeads  bool
	inHead     bool
}

func newTables(w markup.Writer) *tables { return &tables{w: w} }

// cell says what the cell will be that begins next: whether it is a header, and
// whether that is said of all rows round it.
func (t *tables) cell(header, thead bool) {
	if t.inside != 2 {
		return
	}
	if header {
		t.seen.data = true
		t.seen.rowHeads++
	}
	t.seen.inHead = thead
	t.seen.data = t.seen.data || thead
}

// At implements markup.Writer.
func (t *tables) At(p reader.Place) { t.w.At(p) }

// Omit implements markup.Writer.
func (t *tables) Omit(what string, count int64) { t.w.Omit(what, count) }

// Anchor implements markup.Writer.
func (t *tables) Anchor(name string) { t.w.Anchor(name) }

// Withhold implements markup.Writer.
func (t *tables) Withhold(what string, count int64, see string) { t.w.Withhold(what, count, see) }

// Note implements markup.Writer.
func (t *tables) Note(n reader.Note) { t.w.Note(n) }

// Heading implements markup.Writer.
func (t *tables) Heading(level int, text []markup.Span) error {
	if t.inside == 0 {
		return t.w.Heading(level, text)
	}
	t.seen.nested = true
	return t.keep(call{kind: callHeading, level: level, spans: text})
}

// Paragraph implements markup.Writer.
func (t *tables) Paragraph(text []markup.Span) error {
	if t.inside == 0 {
		return t.w.Paragraph(text)
	}
	return t.keep(call{kind: callParagraph, spans: text})
}

// Code implements markup.Writer.
func (t *tables) Code(language, text string) error {
	if t.inside == 0 {
		return t.w.Code(language, text)
	}
	return t.keep(call{kind: callCode, language: language, text: text})
}

// Rule implements markup.Writer.
func (t *tables) Rule() error {
	if t.inside == 0 {
		return t.w.Rule()
	}
	return t.keep(call{kind: callRule})
}

// keep keeps a call, and decides once there is enough.
func (t *tables) keep(c call) error {
	c.spans = slices.Clone(c.spans)
	t.kept = append(t.kept, c)
	if c.kind <= callRule {
		if t.seen.blocks == 0 {
			t.seen.cells++
		}
		if t.seen.blocks++; t.seen.blocks == cellBlocks+1 {
			t.seen.rich++
		}
	}
	if len(t.kept) > tableEvents {
		return t.decide()
	}
	return nil
}

// Begin implements markup.Writer.
func (t *tables) Begin(c markup.Container) error {
	table, isTable := c.(markup.Table)
	if isTable && t.inside > 0 { // the outer one is decided by what is known now
		t.seen.nested = true
		if err := t.decide(); err != nil {
			return err
		}
	}
	switch {
	case isTable && !table.Layout:
		t.spec, t.inside, t.seen = table, 1, evidence{}
		t.kept = t.kept[:0]
		return nil
	case t.inside == 0:
		return t.w.Begin(c)
	}
	t.inside++
	switch t.inside {
	case 2:
		t.seen.rowCells, t.seen.rowHeads, t.seen.inHead = 0, 0, false
	case 3:
		t.seen.rowCells++
		t.seen.columns = max(t.seen.columns, t.seen.rowCells)
		t.seen.blocks = 0
	}
	return t.keep(call{kind: callBegin, container: c})
}

// End implements markup.Writer.
func (t *tables) End() error {
	if t.inside == 0 {
		return t.w.End()
	}
	t.inside--
	switch t.inside {
	case 0:
		t.inside = 1
		if t.seen.cells == 0 { // nothing is in it
			t.inside, t.kept = 0, t.kept[:0]
			return nil
		}
		if err := t.decide(); err != nil {
			return err
		}
		return t.w.End()
	case 1:
		if t.seen.rowCells > 0 {
			t.seen.rows++
		}
		heads := t.seen.rowCells > 0 && (t.seen.rowHeads == t.seen.rowCells || t.seen.inHead)
		if heads && !t.seen.pastHeads {
			t.seen.headerRows++
		} else {
			t.seen.pastHeads = true
		}
	}
	return t.keep(call{kind: callEnd})
}

// layout reports whether the table only arranges its cells.
func (s *evidence) layout() bool {
	switch {
	case s.data:
		return false
	case s.columns <= 1, s.rows <= 1, s.nested:
		return true
	}
	return s.rich*3 >= s.cells && s.rich > 0
}

// decide tells what was kept, and from then on everything as it comes.
func (t *tables) decide() error {
	spec := t.spec
	spec.Layout = t.seen.layout()
	if !spec.Layout {
		spec.HeaderRows = t.seen.headerRows
	}
	kept := t.kept
	t.inside, t.kept = 0, nil
	if err := t.w.Begin(spec); err != nil {
		return err
	}
	for i := range kept {
		if err := t.tell(&kept[i]); err != nil {
			return err
		}
	}
	t.kept = kept[:0]
	clear(kept)
	return nil
}

func (t *tables) tell(c *call) error {
	switch c.kind {
	case callHeading:
		return t.w.Heading(c.level, c.spans)
	case callParagraph:
		return t.w.Paragraph(c.spans)
	case callCode:
		return t.w.Code(c.language, c.text)
	case callRule:
		return t.w.Rule()
	case callBegin:
		return t.w.Begin(c.container)
	case callEnd:
		return t.w.End()
	}
	return nil
}

// flush tells what still waits, at the end of a page.
func (t *tables) flush() error {
	if t.inside == 0 {
		return nil
	}
	return t.decide()
}
