package xlsb

import (
	"context"
	"errors"
	"io"
	"strings"

	"fread/internal/reader/biff"
	"fread/internal/reader/fault"
	"fread/internal/reader/numfmt"
	"fread/internal/reader/opc"
	"fread/internal/reader/workbook"
)

const (
	// maxSheets bounds the sheets of a workbook, maxNames its defined names, each
	// text of which Excel limits to 255 characters.
	maxSheets = 1 << 14
	maxNames  = 1 << 16
	maxStyles = 1 << 17 // Excel allows 65,490 combinations of formats
)

// A book is an open workbook. It implements workbook.Book.
type book struct {
	pack     *opc.Package
	formulas bool // are asked for
	rels     opc.Relationships
	sheets   []sheet
	names    []definedName
	links    []link           // in the order of the references to them
	linked   int              // how many of them are other workbooks
	externs  []reference3D    // that formulas refer to by their number
	formats  []*numfmt.Format // of each style of cells
	strings  biff.Strings
	begun    bool     // the shared strings have been opened
	unread   *records // of the shared strings; nil: there are no more
	scratch  []byte
	date1904 bool
	damage   error // beside the sheets
}

// A sheet is one of the workbook, with what the last pass over it found.
type sheet struct {
	workbook.Sheet
	part   string
	beside workbook.Beside
	left   int64
}

// open reads what the rows of any sheet need. Formulas says whether the formulas
// of cells are wanted.
func open(ctx context.Context, pack *opc.Package, formulas bool) (*book, error) {
	b := &book{pack: pack, formulas: formulas}
	main, err := pack.Main("xl/workbook.bin")
	if err != nil {
		return nil, err
	}
	if b.rels, err = pack.Relationships(main); err != nil {
		b.damage = err
	}
	if err := b.readWorkbook(ctx, main); err != nil {
		if len(b.sheets) == 0 {
			return nil, err
		}
		b.damage = err
	}
	if len(b.sheets) == 0 {
		return nil, fault.New(fault.Corrupt, fault.PhaseConvert, "", "The workbook lists no sheets.", "Use a copy that is whole.")
	}
	if err := b.readStyles(ctx); err != nil {
		b.damage = err
	}
	return b, nil
}

// each calls yield with the records of a part until it returns false.
func (b *book) each(ctx context.Context, part string, yield func(r *records) bool) error {
	r, err := b.records(part)
	if err != nil {
		return err
	}
	defer r.close()
	for {
		if err := ctx.Err(); err != nil {
			return err
		}
		switch err := r.next(); {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return err
		case !yield(r):
			return nil
		}
	}
}

func (b *book) readWorkbook(ctx context.Context, main string) error {
	return b.each(ctx, main, func(r *records) bool {
		switch r.id {
		case recWorkbook:
			b.date1904 = biff.Byte(r.data, 0)&1 != 0
		case recSheet:
			b.addSheet(r.data)
		case recName:
			b.addName(r.data)
		case recLink, recLinkSelf, recLinkSame, recLinkAddIn:
			if len(b.links) < maxNames {
				b.links = append(b.links, b.newLink(r))
			}
		case recExternSheets:
			b.addExterns(r.data)
		}
		return true
	})
}

// addSheet takes a sheet (BrtBundleSh, [MS-XLSB] 2.4.311).
func (b *book) addSheet(d []byte) {
	if len(b.sheets) >= maxSheets {
		return
	}
	id, end := wideString(d, 8)
	name, _ := wideString(d, end)
	rel := b.rels.ByID(id)
	s := sheet{Sheet: workbook.Sheet{Name: name}, part: rel.Target}
	switch biff.Uint32(d, 0) {
	case 1:
		s.State = workbook.Hidden
	case 2:
		s.State = workbook.VeryHidden
	}
	switch strings.ToLower(rel.Type) {
	case "chartsheet", "dialogsheet":
		s.Chart = true
	}
	b.sheets = append(b.sheets, s)
}

// readStyles reads the number formats of the styles of cells.
func (b *book) readStyles(ctx context.Context) error {
	part := b.rels.ByType("styles").Target
	if part == "" {
		return nil
	}
	codes := map[int]*numfmt.Format{}
	inCells := false
	return b.each(ctx, part, func(r *records) bool {
		switch r.id {
		case recFormat: // BrtFmt, 2.4.697
			if code, _ := wideString(r.data, 2); len(codes) < maxStyles {
				codes[biff.Uint16(r.data, 0)] = numfmt.Parse(code)
			}
		case recCellXFs:
			inCells = true
		case recXF: // BrtXF, 2.4.876
			if inCells && len(b.formats) < maxStyles {
				b.formats = append(b.formats, formatOf(codes, biff.Uint16(r.data, 2)))
			}
		case recCellXFsEnd:
			return false
		}
		return true
	})
}

// formatOf finds a number format; nil: General.
func formatOf(codes map[int]*numfmt.Format, id int) *numfmt.Format {
	if id == 0 {
		return nil
	}
	if f, ok := codes[id]; ok {
		return f
	}
	f := numfmt.Builtin(id)
	codes[id] = f
	return f
}

// text is a shared string. They are read as far as they are needed.
func (b *book) text(i int) (text []byte, ok bool, err error) {
	if !b.begun {
		b.begun = true
		if part := b.rels.ByType("sharedStrings").Target; part != "" {
			if b.unread, err = b.records(part); err != nil {
				return nil, false, err
			}
		}
	}
	for b.unread != nil && b.strings.Len() <= i {
		if err := b.readString(); err != nil {
			b.unread.close()
			b.unread = nil
			if !errors.Is(err, io.EOF) {
				return nil, false, err
			}
		}
	}
	text, ok = b.strings.At(i)
	return text, ok, nil
}

// readString reads on to the next shared string (BrtSSTItem, 2.4.859).
func (b *book) readString() error {
	for {
		if err := b.unread.next(); err != nil {
			return err
		}
		if b.unread.id == recSharedString {
			raw, _ := wide(b.unread.data, 1)
			b.scratch = biff.AppendUTF16(b.scratch[:0], raw)
			return b.strings.Append(b.scratch)
		}
	}
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
func (b *book) Date1904() bool { return b.date1904 }

// Left implements workbook.Book.
func (b *book) Left(sheet int) int64 { return b.sheets[sheet].left }

// Close implements workbook.Book.
func (b *book) Close() error {
	if b.unread != nil {
		b.unread.close()
		b.unread = nil
	}
	return nil
}
