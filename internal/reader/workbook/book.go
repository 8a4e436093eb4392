// Package workbook is the model of spreadsheets, whatever they are stored in:
// sheets of rows of cells. A kind implements Book; NewDocument gives the rows of
// one sheet of it as a reader.Document, with what the contract says of them:
// headers, ranges, the forms of cells, what is hidden.
package workbook

import (
	"context"
	"errors"

	"fread/internal/reader/numfmt"
)

// Bounds of a sheet (Excel specifications and limits).
const (
	MaxRows    = 1_048_576
	MaxColumns = 16_384
)

// A Book is one workbook that is open. It is used by one goroutine at a time.
type Book interface {
	// Sheets are in the order of their tabs.
	Sheets() []Sheet
	// Lookup finds what a table or a defined name stands for, without regard to
	// case.
	Lookup(name string) (Reference, bool)
	// Rows calls yield with the rows of a sheet, by its index in Sheets, in the
	// order of their numbers, from row first on. Rows without cells may be left
	// out. It decodes as little of the rows before first as it can, and nothing
	// behind the one for which yield returned an error, which it returns. What
	// it gives is valid until yield returns. Its errors are those of yield and of
	// reading the file, ErrDisorder, or *fault.Error.
	Rows(ctx context.Context, sheet, first int, yield func(*Row) error) error
	// Count counts the rows of a sheet without decoding their cells: the first and
	// the last row that have a value, and the columns, as far as those are known by
	// then, else 0.
	Count(ctx context.Context, sheet int) (Range, error)
	// Left is how many bytes of a sheet lie behind the place where Rows ended, as
	// far as is known, and 0 where all of it has been gone through. Count goes on
	// from there if it can.
	Left(sheet int) int64
	// Beside is what there is of a sheet beside its cells, and of the workbook for
	// sheet -1. It is complete once Rows or Count has come to the end of the sheet.
	Beside(sheet int) Beside
	// Date1904 reports whether days are counted from 1904 (ECMA-376 part 1, 18.17.4.1).
	Date1904() bool
	Close() error
}

// ErrDisorder is returned by Rows where a row comes that belongs before those
// that were yielded, or to one of them. From then on the Book gives the rows of
// that sheet in order.
var ErrDisorder = errors.New("the rows of the sheet are not in order")

// A Sheet is one tab of a workbook.
type Sheet struct {
	Name     string
	State    State
	Chart    bool  // it is a chart or a dialogue: it has no cells
	Declared Range // the used range that the file states, often wrong; empty: none
}

// A State says whether a sheet is shown.
type State uint8

// The states of a sheet.
const (
	Visible State = iota
	Hidden
	VeryHidden // it can be shown only by a program
)

// A Range is a rectangle of cells; rows and columns count from 1, and both ends
// are in it. The empty range has no rows.
type Range struct{ FirstRow, FirstColumn, LastRow, LastColumn int }

// A Reference is a range of a sheet.
type Reference struct {
	Sheet     int // index
	Range     Range
	HeaderRow bool // it is a table whose first row names its columns
}

// A Row is the cells of one row, ordered by column.
type Row struct {
	Number  int  // from 1
	Hidden  bool // by a person or by a filter
	Cells   []Cell
	Columns int // up to which the file had cells, styled blanks among them
}

// A Kind says what a cell holds.
type Kind uint8

// The kinds of values.
const (
	Blank Kind = iota
	Number
	Text
	Bool
	Error // Text is its name, such as #DIV/0!
	Date  // Text is a date or time as in ISO 8601, as strict files store them
)

// A Cell is one cell as it is stored.
type Cell struct {
	Column   int // from 1
	Kind     Kind
	Number   float64 // of a Number; 1 or 0 of a Bool
	Text     string
	Format   *numfmt.Format // of its style; nil: General
	Formula  string         // without the equals sign; empty: none
	Shown    string         // how the file says that it is displayed; empty: it does not
	Uncached bool           // it has a formula and no value
}

// Beside is what a sheet has beside the values of its cells.
type Beside struct {
	Merged        []Range // cells merged into the first of them
	HiddenRows    int64   // that have cells
	HiddenColumns []Range // whole columns: rows are 0
	Comments      int64
	Charts        int64
	Pictures      int64
	PivotTables   int64
	Macros        bool  // of the workbook
	Links         int64 // to other workbooks, of the workbook
	Damage        error // what was found broken, if reading went on nevertheless
}
