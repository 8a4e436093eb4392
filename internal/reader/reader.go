// Package reader turns a Request into a Result. It owns the contracts that
// every kind of file implements, and the one pipeline that runs them: open,
// recognise, window, seal.
package reader

import (
	"context"
	"iter"

	"fread/internal/limits"
	"fread/internal/reader/cells"
	"fread/internal/reader/charset"
	"fread/internal/reader/cursor"
	"fread/internal/reader/decrypt"
	"fread/internal/reader/detect"
	"fread/internal/reader/source"
)

// A UnitName is what a form counts.
type UnitName string

// The units of the forms.
const (
	UnitLine  UnitName = "line"
	UnitRow   UnitName = "row"
	UnitEntry UnitName = "entry"
	UnitByte  UnitName = "byte"
)

// Info describes a Reader to the registry, the help and the documentation.
type Info struct {
	Name  string // short, unique
	Forms []Form // what it gives
	Unit  UnitName
	Parts bool // it reads what an address names inside the file (Options.Part)
	// Members says that what an address names may be a file of its own: then Open
	// gives it as a Member for FormBytes, and fault.NotFound if it is none.
	Members bool
	// Contained says that it is to run in a worker process, because its format is
	// complex or its parser is not ours. Its documents are Converted.
	Contained bool
	// Converted says that the lines of its documents have no place in the file:
	// their positions are numbers of units and columns.
	Converted bool
}

// converted reports whether lines are known by their numbers only.
func (i Info) converted() bool { return i.Contained || i.Converted }

// A Reader turns one kind of file into numbered units. It holds no state and
// is safe for concurrent use.
type Reader interface {
	Info() Info
	// Match reports whether this reader gives the form of a file of type t;
	// FormDefault asks whether it is the one to use unasked.
	Match(t detect.Type, form Form) bool
	// Open looks at as much of the file as it needs to be ready. The errors of
	// Open and of Units are *fault.Error, or plain errors of reading the file.
	Open(ctx context.Context, f *source.File, o Options) (Document, error)
}

// Options is what a Reader may want to know of the request.
type Options struct {
	Request *Request
	Limits  limits.Limits
	Form    Form
	Type    detect.Type
	Guess   charset.Guess // of the first bytes; for a Request.Encoding that of it
	Resume  *cursor.Token // the cursor that is resumed, if any
	Part    string        // what an address names inside the file, such as /a/0
	// Alive is called by work that goes on for long and yields nothing, such as
	// counting; nil: nobody watches.
	Alive func()
	// Sub opens what lies inside the file, such as a section of it, as its default
	// form or as text, by the reader for files of type t. Kept is what that
	// document's Meta.Keep was where a read of it is resumed, else empty.
	Sub func(ctx context.Context, f *source.File, t detect.Type, kept string) (Document, error)

	key *decrypt.Key // of an encrypted file that is an overlay
}

// A Document is one opened file as numbered units.
type Document interface {
	// Meta says what is known by now; it is final once Units has ended.
	Meta() Meta
	// Units yields the units from a position on: from.Byte if it is set, else
	// the unit number from.Unit, which may be negative to count from the end.
	// The first unit may start before from inside the same unit (its Start
	// says where). A Unit and what it points to is valid until the next one.
	Units(ctx context.Context, from cursor.Position) iter.Seq2[*Unit, error]
	Close() error
}

// A Splitter is a Document that can place a position inside a line.
type Splitter interface {
	// Split returns the position behind the first n bytes of the Text of the
	// unit, or piece of a unit, that started at start.
	Split(start cursor.Position, n int) (cursor.Position, error)
}

// A Locator is a Document whose parts are ranges of its units, which keep their
// numbers.
type Locator interface {
	// Locate returns the first and the last unit of what an address names. Its
	// error for a part that does not exist is a *fault.Error.
	Locate(ctx context.Context, part string) (first, last int64, err error)
}

// A Unit is one line, row or entry. A long line comes in pieces.
type Unit struct {
	No    int64           // from 1; negative where only known from the end
	Start cursor.Position // where the unit or this piece of it starts
	Next  cursor.Position // where the following unit or piece starts
	Text  []byte          // of a line: UTF-8 without the line end
	More  bool            // the line goes on in the next Unit
	EOL   bool            // a line end follows Text in the file
	Cells []cells.Cell    // of a row
	Entry *Entry          // of a listing
	At    Place
	Ahead Extent // of a line that begins a block, such as a table: how large the block is
}

// An Extent is the size of a block of lines. A page ends before a block rather
// than inside it where that costs little.
type Extent struct{ Lines, Bytes int64 }

// Meta is what a Document knows about the whole file. A nil total is not known.
type Meta struct {
	ContentFormat string
	Lead          string // lines that head what Units began inside of, such as a table's; no units
	Total         *int64 // lines, rows or entries
	TotalExact    bool
	Characters    *int64
	Profile       *Profile
	PageCount     *int64 // pages or slides
	LongestLine   int64  // number of the line that Profile.LongestLine measures
	Headers       []string
	HeaderRow     bool // Headers come from the file
	Dialect       *Dialect
	SheetName     string
	SheetNames    []string
	Sheets        []Sheet
	Range         string
	MergedRanges  []string
	Warnings      []string
	MailHeaders   *MailHeaders
	Attachments   []Attachment
	Notes         []Note
	Omitted       []Omission
	Keep          string // what a cursor has to carry for Units to go on alike
	ContentSum    uint64 // hash of the whole content
	ContentHashed bool   // all of it was read for ContentSum
}
