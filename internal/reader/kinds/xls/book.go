package xls

import (
	"context"
	"errors"
	"io"
	"strings"

	"fread/internal/reader/biff"
	"fread/internal/reader/cfb"
	"fread/internal/reader/charset"
	"fread/internal/reader/decrypt"
	"fread/internal/reader/fault"
	"fread/internal/reader/numfmt"
	"fread/internal/reader/source"
	"fread/internal/reader/workbook"
)

const (
	// maxSheets and maxNames bound what a workbook lists; Excel had room for less.
	maxSheets = 1 << 12
	maxNames  = 1 << 16
	maxStyles = 1 << 16
)

// A book is an open workbook. It implements workbook.Book.
type book struct {
	in       io.ReaderAt
	size     int64
	alive    func()
	version  biff.Version
	formulas bool // are asked for
	password string
	cipher   *decrypt.Records // nil: nothing is encrypted
	decoder  *charset.Decoder
	scratch  []byte
	arena    workbook.Arena

	sheets   []sheet
	tabs     []int // of the sheets as formulas number them: the index in sheets, or -1
	codes    map[int]*numfmt.Format
	listed   int   // formats that are numbered by their order
	styles   []int // number formats of styles
	shared   sharedTexts
	date1904 bool
	macros   bool
	located  bool // the sheets have been searched for

	names   []definedName
	links   []link
	externs []reference3D
}

// A sheet is one of the workbook, with what the last pass over it found.
type sheet struct {
	workbook.Sheet
	begin  int64
	sorted []place // its cells by rows, where the file has them in another order
	beside workbook.Beside
	left   int64
}

func damaged(what string) error {
	return fault.New(fault.Corrupt, fault.PhaseConvert, "", what, "Use a copy that is whole.")
}

// open reads what the rows of any sheet need. Formulas says whether the formulas
// of cells are wanted.
func open(ctx context.Context, f *source.File, alive func(), formulas bool, password string) (*book, error) {
	if alive == nil {
		alive = func() {}
	}
	b := &book{alive: alive, formulas: formulas, password: password, codes: map[int]*numfmt.Format{}, decoder: codePage(1252)}
	if err := b.find(f); err != nil {
		return nil, err
	}
	r := b.records(0)
	if err := r.next(); err != nil {
		if errors.Is(err, io.EOF) {
			err = damaged("The workbook is empty.")
		}
		return nil, err
	}
	if !b.setVersion(r) {
		return nil, damaged("The workbook does not begin as one does.")
	}
	if err := b.readGlobals(ctx, r); err != nil {
		return nil, err
	}
	if len(b.sheets) == 0 {
		return nil, damaged("The workbook lists no sheets.")
	}
	b.lookDimensions()
	return b, nil
}

// find finds the stream of the workbook: in a compound file, or bare.
func (b *book) find(f *source.File) error {
	c, err := cfb.OpenSource(f)
	if errors.Is(err, cfb.ErrFormat) {
		b.in, b.size = f, f.Size()
		return nil
	}
	if err != nil {
		return err
	}
	for _, name := range []string{"Workbook", "Book"} {
		if s, err := c.Stream(name); err == nil && s.Size() > 0 {
			b.in, b.size = s, s.Size()
			break
		}
	}
	if b.in == nil {
		return damaged("The file has no workbook in it.")
	}
	for _, e := range c.Entries() {
		if e.Storage && strings.EqualFold(e.Path, "_VBA_PROJECT_CUR") {
			b.macros = true
		}
	}
	return nil
}

func (b *book) records(at int64) *records {
	return &records{in: b.in, size: b.size, alive: b.alive, after: at, cipher: b.cipher}
}

// setVersion takes the record that begins the stream (BOF, [MS-XLS] 2.4.21).
func (b *book) setVersion(r *records) bool {
	switch r.id {
	case recBegin2:
		b.version = biff.Biff2
	case recBegin3:
		b.version = biff.Biff3
	case recBegin4:
		b.version = biff.Biff4
	case recBegin:
		switch v := biff.Uint16(r.data, 0); {
		case v >= 0x600 || v == 0:
			b.version = biff.Biff8
		case v == 0x200:
			b.version = biff.Biff2
		case v == 0x300:
			b.version = biff.Biff3
		case v == 0x400:
			b.version = biff.Biff4
		default:
			b.version = biff.Biff5
		}
	default:
		return false
	}
	return true
}

// readGlobals reads what belongs to all sheets. Early versions have one sheet and
// no more, in the same stream; a workbook of version 4 has several behind one
// another.
func (b *book) readGlobals(ctx context.Context, r *records) error {
	const isWorkbook = 0x100
	lone := b.version < biff.Biff5 && (r.id != recBegin4 || biff.Uint16(r.data, 2) != isWorkbook)
	if lone {
		b.sheets = append(b.sheets, sheet{Sheet: workbook.Sheet{Name: "Sheet1"}})
	}
	depth := 1
	for {
		if err := ctx.Err(); err != nil {
			return err
		}
		err := r.next()
		switch {
		case errors.Is(err, io.EOF), err != nil && len(b.sheets) > 0:
			return nil // damage is met again where rows are read
		case err != nil:
			return err
		}
		switch {
		case isBegin(r.id):
			depth++
			if depth == 2 && lone { // a macro sheet or a chart that nothing lists
				return nil
			}
		case r.id == recEnd:
			if depth--; depth <= 0 {
				return nil
			}
		case r.id == recPassword:
			if b.cipher, err = decrypt.NewRecords(r.data, b.password); err != nil {
				return decrypt.Explain(err, "an Excel workbook", b.password != "")
			}
			r.cipher = b.cipher
		case r.id == recSharedStrings && b.version >= biff.Biff8:
			if err := b.shared.begin(b.records(r.at)); err != nil {
				return nil //nolint:nilerr // it is cut off there, and so is what follows
			}
		case depth == 1:
			b.global(r)
		}
	}
}

// global takes a record of what belongs to all sheets.
func (b *book) global(r *records) {
	d := r.data
	switch r.id {
	case recCodePage:
		b.decoder = codePage(biff.Uint16(d, 0))
	case recDate1904:
		b.date1904 = biff.Uint16(d, 0) == 1
	case recFormat23:
		b.addFormat(b.text(d, 0, 1))
	case recFormat:
		b.format(d)
	case recXF, recXF3, recXF4, recXF2:
		b.style(r.id, d)
	case recSheet:
		b.addSheet(d)
	case recSheetHeader:
		b.addSheetBehind(r)
	case recName, recName3:
		b.addName(r)
	case recLink:
		b.addLink(d)
	case recExternSheet:
		b.addExterns(d)
	case recExternName, recExternName3:
		b.addLinkName(d)
	}
}

// format takes a number format (Format, [MS-XLS] 2.4.126).
func (b *book) format(d []byte) {
	switch {
	case len(b.codes) >= maxStyles:
	case b.version >= biff.Biff8:
		b.codes[biff.Uint16(d, 0)] = numfmt.Parse(b.text(d, 2, 2))
	case b.version >= biff.Biff5:
		b.codes[biff.Uint16(d, 0)] = numfmt.Parse(b.text(d, 2, 1))
	default:
		b.addFormat(b.text(d, 2, 1))
	}
}

// addFormat takes a number format that is numbered by its order.
func (b *book) addFormat(code string) {
	if b.listed < maxStyles {
		b.codes[b.listed] = numfmt.Parse(code)
		b.listed++
	}
}

// style takes the number format of a style of cells (XF, [MS-XLS] 2.4.353).
func (b *book) style(id int, d []byte) {
	if len(b.styles) >= maxStyles {
		return
	}
	var format int
	switch id {
	case recXF:
		format = biff.Uint16(d, 2)
	case recXF2:
		format = int(biff.Byte(d, 2) & 0x3f)
	default:
		format = int(biff.Byte(d, 1))
	}
	b.styles = append(b.styles, format)
}

// formatOf finds a number format; nil: General.
func (b *book) formatOf(id int) *numfmt.Format {
	if f, ok := b.codes[id]; ok {
		return f
	}
	if id == 0 || b.version < biff.Biff5 {
		return nil
	}
	f := numfmt.Builtin(id)
	b.codes[id] = f
	return f
}

// addSheet takes a sheet of the list (BoundSheet8, [MS-XLS] 2.4.28).
func (b *book) addSheet(d []byte) {
	const chart, module = 2, 6
	kind := biff.Byte(d, 5)
	if len(b.tabs) >= maxSheets || kind == module {
		b.tabs = append(b.tabs, -1)
		return
	}
	s := sheet{Sheet: workbook.Sheet{Name: b.text(d, 6, 1), Chart: kind == chart}, begin: int64(biff.Uint32(d, 0))}
	switch biff.Byte(d, 4) & 3 {
	case 1:
		s.State = workbook.Hidden
	case 2:
		s.State = workbook.VeryHidden
	}
	b.tabs = append(b.tabs, len(b.sheets))
	b.sheets = append(b.sheets, s)
}

// addSheetBehind takes the name of the sheet that follows, in a workbook of
// version 4, and passes over it.
func (b *book) addSheetBehind(r *records) {
	if len(b.tabs) >= maxSheets {
		return
	}
	b.tabs = append(b.tabs, len(b.sheets))
	b.sheets = append(b.sheets, sheet{Sheet: workbook.Sheet{Name: b.text(r.data, 4, 1)}, begin: r.after})
	r.after += int64(biff.Uint32(r.data, 0))
}

// lookDimensions reads which range each sheet states. It is one of the first
// records.
func (b *book) lookDimensions() {
	const near, most = 64, 256
	r := b.records(0)
	for i := range b.sheets[:min(len(b.sheets), most)] {
		s := &b.sheets[i]
		if s.Chart {
			continue
		}
		r.after = s.begin
		for range near {
			if r.next() != nil || r.id == recEnd && r.at > s.begin {
				break
			}
			if r.id == recDimensions || r.id == recDimensions2 {
				s.Declared = b.dimensions(r.data)
				break
			}
		}
	}
}

// dimensions reads the used range (Dimensions, [MS-XLS] 2.4.90), whose ends lie
// behind it.
func (b *book) dimensions(d []byte) workbook.Range {
	r := workbook.Range{FirstRow: biff.Uint16(d, 0) + 1, LastRow: biff.Uint16(d, 2), FirstColumn: biff.Uint16(d, 4) + 1, LastColumn: biff.Uint16(d, 6)}
	if b.version >= biff.Biff8 {
		r = workbook.Range{
			FirstRow: int(biff.Uint32(d, 0)) + 1, LastRow: int(biff.Uint32(d, 4)), FirstColumn: biff.Uint16(d, 8) + 1, LastColumn: biff.Uint16(d, 10),
		}
	}
	if r.LastRow < r.FirstRow || r.LastColumn < r.FirstColumn || r.LastRow > maxRows || r.LastColumn > maxColumns {
		return workbook.Range{}
	}
	return r
}

// Bounds of a sheet.
const (
	maxRows    = 1 << 16
	maxColumns = 1 << 8
)

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

// Beside implements workbook.Book.
func (b *book) Beside(index int) workbook.Beside {
	if index >= 0 {
		return b.sheets[index].beside
	}
	out := workbook.Beside{Macros: b.macros}
	for i := range b.links {
		if b.links[i].kind == linkBook {
			out.Links++
		}
	}
	return out
}

// Close implements workbook.Book.
func (b *book) Close() error { return nil }
