// Package paragraphs makes blocks of the flat paragraphs of which word
// processors of the old school write a document: one paragraph after the other,
// each of which says what list, table or heading it belongs to. RTF and the
// binary files of Word are such.
package paragraphs

import (
	"strings"

	"fread/internal/reader"
	"fread/internal/reader/markup"
)

const (
	// maxTables is how deep tables may lie in one another, and maxItems items.
	maxTables = 8
	maxItems  = 10
	// maxCells is how many cells a row may have; the text of more is in the last.
	maxCells = 1000
	// tableBytes is how much of a table waits for its end, and tableRows how many
	// rows, so that the columns of all of it are known before it is told.
	tableBytes = 256 << 10
	tableRows  = 2000
	// openBytes is how large the rows of tables may become before they are ended.
	// What is larger is told without its tables.
	openBytes = 8 << 20
)

// A Paragraph is one paragraph with what it says of itself.
type Paragraph struct {
	Text    []markup.Span // the Teller's from then on
	Heading int           // level from 1; 0: none
	List    int           // what tells its list from others; 0: it is no item
	Depth   int           // of an item, from 0
	Indent  int           // of an item, in twentieths of a point; 0: not known
	Ordered bool
	Number  int
	Label   string // of an item or a heading, as the document shows it
	Table   int    // how many tables it lies in
	Notes   []Note // that it refers to
}

// A Note is a footnote or a comment with its paragraphs.
type Note struct {
	ID         string
	Paragraphs []Paragraph
}

func (p *Paragraph) size() int {
	n := 256 + len(p.Label)
	for i := range p.Text {
		n += len(p.Text[i].Text) + 128
	}
	for i := range p.Notes {
		for j := range p.Notes[i].Paragraphs {
			n += p.Notes[i].Paragraphs[j].size()
		}
	}
	return n
}

// blank reports whether there is nothing to show.
func (p *Paragraph) blank() bool {
	for i := range p.Text {
		s := &p.Text[i]
		switch s.Kind {
		case markup.Text:
			if strings.TrimSpace(s.Text) != "" {
				return false
			}
		case markup.Break:
		case markup.Image, markup.Math, markup.NoteRef:
			return false
		}
	}
	return len(p.Notes) == 0
}

// A Teller tells a Writer what it is given, paragraph by paragraph. It holds a
// small table until its end and the beginning of a large one.
type Teller struct {
	w      markup.Writer
	items  items
	tables []*table // those that are open, the outermost first
}

// NewTeller returns a Teller that tells w. With numbered the numbers of headings
// are told before them, as plain text shows them; Markdown has the names alone, by
// which sections are found.
func NewTeller(w markup.Writer, numbered bool) *Teller {
	return &Teller{w: w, items: items{w: w, numbered: numbered}}
}

// Paragraph tells a paragraph, or keeps it for the cell that it lies in.
func (t *Teller) Paragraph(p *Paragraph) error {
	depth := min(p.Table, maxTables)
	if err := t.closeTables(depth); err != nil {
		return err
	}
	if p.blank() {
		return nil
	}
	if depth == 0 {
		return t.items.tell(p)
	}
	for len(t.tables) < depth {
		t.tables = append(t.tables, &table{})
	}
	t.tables[depth-1].add(block{paragraph: *p}, p.size())
	return t.bound()
}

// bound gives up tables that have become too large to wait for their ends.
func (t *Teller) bound() error {
	n := 0
	for _, x := range t.tables {
		n += x.bytes
	}
	if n > openBytes {
		return t.giveUp()
	}
	return nil
}

// EndCell ends a cell of a table that lies in depth-1 others.
func (t *Teller) EndCell(depth int) error {
	if depth = min(depth, maxTables); depth < 1 {
		return nil
	}
	if err := t.closeTables(depth); err != nil {
		return err
	}
	for len(t.tables) < depth {
		t.tables = append(t.tables, &table{})
	}
	t.tables[depth-1].endCell()
	return t.bound()
}

// EndRow ends a row of a table that lies in depth-1 others.
func (t *Teller) EndRow(depth int, r *Row) error {
	if depth = min(depth, maxTables); depth < 1 || len(t.tables) < depth {
		return nil
	}
	if err := t.closeTables(depth); err != nil {
		return err
	}
	top := t.tables[depth-1]
	top.endRow(r)
	if depth == 1 && (top.bytes > tableBytes || len(top.rows) > tableRows) {
		return t.tellTable(top)
	}
	return t.bound()
}

// Finish tells what waits.
func (t *Teller) Finish() error {
	if err := t.closeTables(0); err != nil {
		return err
	}
	return t.items.end()
}

// closeTables ends the tables that lie in depth others or more.
func (t *Teller) closeTables(depth int) error {
	for len(t.tables) > depth {
		n := len(t.tables) - 1
		top := t.tables[n]
		t.tables = t.tables[:n]
		top.finish()
		if n > 0 {
			t.tables[n-1].add(block{table: top}, top.bytes)
			continue
		}
		if err := t.tellTable(top); err != nil {
			return err
		}
		if top.begun {
			if err := t.w.End(); err != nil {
				return err
			}
		}
	}
	return nil
}

// giveUp tells what waits of the tables without them.
func (t *Teller) giveUp() error {
	tables := t.tables
	t.tables = nil
	for _, x := range tables {
		x.finish()
		if err := t.tellTable(x); err != nil {
			return err
		}
		if x.begun {
			if err := t.w.End(); err != nil {
				return err
			}
		}
	}
	return nil
}

// A block is what a cell holds: a paragraph or a table.
type block struct {
	paragraph Paragraph
	table     *table
}

// items tells paragraphs and keeps lists open as long as items follow.
type items struct {
	w        markup.Writer
	numbered bool // headings have their numbers
	open     []openItem
}

// An openItem is an item in which others may lie.
type openItem struct{ list, depth, indent int }

// holds reports whether an item can lie in it. Items of other lists lie in one
// if they are set further in.
func (o *openItem) holds(p *Paragraph, depth int) bool {
	if o.list != p.List && o.indent > 0 && p.Indent > 0 {
		return o.indent < p.Indent
	}
	return o.depth < depth
}

// end closes all items.
func (l *items) end() error {
	for range l.open {
		if err := l.w.End(); err != nil {
			return err
		}
	}
	l.open = l.open[:0]
	return nil
}

// makeRoom closes the items in which an item does not lie.
func (l *items) makeRoom(p *Paragraph, depth int) error {
	for n := len(l.open); n > 0 && (n > maxItems || !l.open[n-1].holds(p, depth)); n = len(l.open) {
		l.open = l.open[:n-1]
		if err := l.w.End(); err != nil {
			return err
		}
	}
	l.open = append(l.open, openItem{p.List, depth, p.Indent})
	return nil
}

// tell tells one paragraph and the notes that it refers to.
func (l *items) tell(p *Paragraph) error {
	if err := l.block(p); err != nil {
		return err
	}
	for i := range p.Notes {
		if err := l.note(&p.Notes[i]); err != nil {
			return err
		}
	}
	return nil
}

func (l *items) block(p *Paragraph) error {
	switch {
	case p.Heading > 0:
		if err := l.end(); err != nil {
			return err
		}
		return l.w.Heading(p.Heading, heading(p, l.numbered))
	case p.List > 0:
		depth := min(max(p.Depth, 0), maxItems)
		if err := l.makeRoom(p, depth); err != nil {
			return err
		}
		item := markup.Item{List: p.List, Ordered: p.Ordered, Number: p.Number}
		if p.Ordered {
			item.Label = p.Label
		}
		if err := l.w.Begin(item); err != nil {
			return err
		}
		return l.w.Paragraph(p.Text)
	}
	if err := l.end(); err != nil {
		return err
	}
	return l.w.Paragraph(p.Text)
}

// heading is the text of a heading, behind its number if that is told. That all of it is bold
// says nothing.
func heading(p *Paragraph, numbered bool) []markup.Span {
	bold := true
	for i := range p.Text {
		if s := &p.Text[i]; s.Kind == markup.Text && strings.TrimSpace(s.Text) != "" {
			bold = bold && s.Style&markup.Bold != 0
		}
	}
	if bold {
		for i := range p.Text {
			p.Text[i].Style &^= markup.Bold
		}
	}
	if p.Label == "" || !p.Ordered || !numbered {
		return p.Text
	}
	return append([]markup.Span{{Text: p.Label + " "}}, p.Text...)
}

func (l *items) note(n *Note) error {
	if err := l.w.Begin(markup.Note{ID: n.ID}); err != nil {
		return err
	}
	inner := items{w: l.w}
	for i := range n.Paragraphs {
		if n.Paragraphs[i].blank() {
			continue
		}
		if err := inner.tell(&n.Paragraphs[i]); err != nil {
			return err
		}
	}
	if err := inner.end(); err != nil {
		return err
	}
	return l.w.End()
}

// Hidden says that text was met which a reader of the document does not see.
func Hidden(w markup.Writer, characters int64) {
	w.Omit("hidden characters", characters)
	w.Note(reader.Note{
		Code: reader.NoteHiddenContent, Severity: reader.SeverityInfo,
		Message: "Some text of the document is hidden, and is not shown.",
	})
}
