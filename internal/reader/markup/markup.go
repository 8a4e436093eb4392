// Package markup is the model of a document that is read as prose: headings,
// paragraphs, lists, tables, code, quotes, notes. A kind walks its format once
// from front to back and tells a Writer what it meets; the Writer turns that
// into the lines of Markdown (GitHub Flavored Markdown) or of plain text while
// they come, so that neither side holds the document.
package markup

// A Style is a set of what a span of text looks like.
type Style uint16

// The styles that Markdown can say.
const (
	Bold Style = 1 << iota
	Italic
	Strike
	Code
	Superscript
	Subscript
	Inserted // a tracked insertion that is to be marked
	Deleted  // a tracked deletion that is to be marked
)

// A SpanKind says what a Span is.
type SpanKind uint8

// The kinds of spans.
const (
	Text    SpanKind = iota
	Break            // a line break inside a block
	Image            // Text is its description, Target where it lies (#image3, a URL)
	Math             // Text is LaTeX
	NoteRef          // refers to the note with this Target
)

// A Span is a piece of running text, all of which looks alike.
type Span struct {
	Kind    SpanKind
	Text    string // verbatim: the Writer escapes it. A line feed in it is a space unless Style has Code
	Style   Style
	Link    string // where the span leads, as it is to be shown; empty: nowhere
	Target  string // of an Image or a NoteRef
	Width   int    // of an Image, in pixels; 0: not known
	Height  int
	Display bool // of Math: on a line of its own
}

// A Container is what other blocks lie in: Quote, Item, Note, Table, Row, Cell.
type Container interface{ container() }

// Quote is a block quotation.
type Quote struct{}

// Item is one item of a list. An item that begins inside an item is of a list nested in it.
type Item struct {
	List    int    // tells lists apart that follow each other
	Ordered bool   // numbered, not bulleted
	Number  int    // of an ordered item
	Label   string // as the document shows it ("2.1.", "(a)"); empty: Number and a full stop
	Task    Task
	Loose   bool // blank lines around it
}

// A Task is the check box of an item.
type Task uint8

// The states of a check box.
const (
	NoTask Task = iota
	Open
	Done
)

// Note is the text of a footnote, an endnote or a comment.
type Note struct {
	ID string // what refers to it, as in [^ID]
}

// Table begins a table; in it are only Rows, in them only Cells.
type Table struct {
	Columns    int  // how many if that is known, else 0
	HeaderRows int  // rows at the start that head the columns; 0: the first row does in Markdown
	Layout     bool // it only arranges its cells: they are shown one after the other as blocks
}

// Row begins a row of a table.
type Row struct{}

// Cell begins a cell.
type Cell struct {
	Columns int // columns that it takes; 0 means 1
	Rows    int // rows that it takes; 0 means 1
	Align   Align
}

// An Align is how the text of a column stands.
type Align uint8

// The alignments.
const (
	AlignNone Align = iota
	AlignLeft
	AlignCenter
	AlignRight
)

func (Quote) container() {}
func (Item) container()  {}
func (Note) container()  {}
func (Table) container() {}
func (Row) container()   {}
func (Cell) container()  {}
