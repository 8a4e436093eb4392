package ods

import (
	"context"
	"errors"
	"io"
	"strings"

	"fread/internal/reader/fault"
	"fread/internal/reader/opc"
	"fread/internal/reader/source"
	"fread/internal/reader/workbook"
	"fread/internal/reader/xmltext"
)

// Bounds of what is kept of a workbook.
const (
	maxSheets = 1 << 14
	maxNames  = 1 << 16
	maxMerged = 1 << 16
	maxSpans  = 1 << 14 // of columns alike in a sheet
)

// A book is an open workbook. It implements workbook.Book. Dates are written out
// in the file, and counted from 1900 here.
type book struct {
	f        *source.File
	pack     *opc.Package // nil: the file is flat
	known    xmltext.Namespaces
	alive    func()
	formulas bool // are asked for
	styles   *styles
	sheets   []sheet
	names    []definedName
	pivots   []string // where pivot tables lie
	links    int64
	damage   error
	arena    workbook.Arena
}

// A sheet is one of the workbook.
type sheet struct {
	workbook.Sheet
	known   bool // what follows is that of the whole sheet
	used    workbook.Range
	columns []span
	beside  workbook.Beside
}

// A span is columns alike.
type span struct {
	first, last int // from 1
	style       string
}

// A definedName is a range with a name, or a database range.
type definedName struct {
	name, address string
	header        bool
}

// survey goes through the whole file for its sheets, styles and names, and if it is
// not large for what there is in the sheets.
func (b *book) survey(ctx context.Context) error {
	if b.pack != nil && b.pack.Has("styles.xml") {
		if err := b.walk(ctx, "styles.xml", &walker{want: nothing}); err != nil {
			b.damage = err // the values are there without
		}
	}
	var err error
	if b.isLarge() {
		if err = b.walk(ctx, "content.xml", &walker{want: nothing}); err == nil {
			err = b.quickSurvey(ctx)
		}
	} else {
		err = b.walk(ctx, "content.xml", &walker{want: everything})
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if len(b.sheets) == 0 {
		if err == nil {
			err = fault.New(fault.Corrupt, fault.PhaseConvert, "", "The workbook has no sheets.", "Use a copy that is whole.")
		}
		return err
	}
	if err != nil {
		b.damage = err
	}
	for i := range b.sheets {
		b.sheets[i].Declared = b.sheets[i].used
	}
	for _, address := range b.pivots {
		if r, ok := b.reference(address); ok {
			b.sheets[r.Sheet].beside.PivotTables++
		}
	}
	return nil
}

// walk goes through a part with w.
func (b *book) walk(ctx context.Context, part string, w *walker) error {
	x, err := b.open(part)
	if err != nil {
		return err
	}
	defer func() { _ = x.Close() }()
	w.b, w.x, w.ctx = b, x, ctx
	if err := w.document(); !errors.Is(err, io.EOF) {
		return err
	}
	return nil
}

// Rows implements workbook.Book.
func (b *book) Rows(ctx context.Context, sheet, first int, yield func(*workbook.Row) error) error {
	return b.walk(ctx, "content.xml", &walker{want: sheet, first: first, yield: yield})
}

// Count implements workbook.Book.
func (b *book) Count(ctx context.Context, sheet int) (workbook.Range, error) {
	if !b.sheets[sheet].known {
		if err := b.walk(ctx, "content.xml", &walker{want: sheet}); err != nil {
			return b.sheets[sheet].used, err
		}
	}
	return b.sheets[sheet].used, nil
}

// Left implements workbook.Book. Of a sheet that is not known to its end, it is
// all of the file.
func (b *book) Left(sheet int) int64 {
	switch {
	case b.sheets[sheet].known:
		return 0
	case b.pack != nil:
		return max(b.pack.Size("content.xml"), 0)
	}
	return max(b.f.Size(), 0)
}

// Sheets implements workbook.Book.
func (b *book) Sheets() []workbook.Sheet {
	out := make([]workbook.Sheet, len(b.sheets))
	for i := range b.sheets {
		out[i] = b.sheets[i].Sheet
	}
	return out
}

// Date1904 implements workbook.Book.
func (b *book) Date1904() bool { return false }

// Beside implements workbook.Book.
func (b *book) Beside(index int) workbook.Beside {
	if index >= 0 {
		return b.sheets[index].beside
	}
	out := workbook.Beside{Links: b.links, Damage: b.damage}
	if b.pack != nil {
		for name := range b.pack.Names {
			if strings.HasPrefix(name, "Basic/") {
				out.Macros = true
				break
			}
		}
	}
	return out
}

// Close implements workbook.Book.
func (b *book) Close() error { return nil }

// Lookup implements workbook.Book.
func (b *book) Lookup(name string) (workbook.Reference, bool) {
	for i := range b.names {
		if n := &b.names[i]; strings.EqualFold(n.name, name) {
			if r, ok := b.reference(n.address); ok {
				r.HeaderRow = n.header
				return r, true
			}
		}
	}
	return workbook.Reference{}, false
}

// reference reads the address of a range, such as $'My sheet'.$A$1:.$B$2 (ODF 1.3
// part 3, 19.595).
func (b *book) reference(address string) (workbook.Reference, bool) {
	name, rest, ok := cutSheet(address)
	if !ok {
		return workbook.Reference{}, false
	}
	first, last, isRange := strings.Cut(rest, ":")
	if isRange {
		if _, cell, ok := cutSheet(last); ok {
			last = cell
		}
		first += ":" + last
	}
	r, ok := workbook.ParseRange(strings.ReplaceAll(first, "$", ""))
	if !ok {
		return workbook.Reference{}, false
	}
	for i := range b.sheets {
		if strings.EqualFold(b.sheets[i].Name, name) {
			return workbook.Reference{Sheet: i, Range: r}, true
		}
	}
	return workbook.Reference{}, false
}

// cutSheet cuts the name of the sheet from an address; its quotes are doubled in
// quotes.
func cutSheet(s string) (name, rest string, ok bool) {
	s = strings.TrimPrefix(s, "$")
	if !strings.HasPrefix(s, "'") {
		return strings.Cut(s, ".")
	}
	for i := 1; i < len(s); i++ {
		if s[i] != '\'' {
			continue
		}
		if i+1 < len(s) && s[i+1] == '\'' {
			i++
			continue
		}
		rest, ok = strings.CutPrefix(s[i+1:], ".")
		return strings.ReplaceAll(s[1:i], "''", "'"), rest, ok
	}
	return "", "", false
}
