package xlsx

import (
	"bytes"
	"context"
	"errors"
	"io"
	"path"
	"slices"
	"strings"

	"fread/internal/reader"
	"fread/internal/reader/cells"
	"fread/internal/reader/fault"
	"fread/internal/reader/opc"
	"fread/internal/reader/workbook"
	"fread/internal/reader/xmltext"
)

const (
	maxSheets   = 1 << 14
	maxNames    = 1 << 16
	maxNameText = 8 << 20  // bytes of defined names
	maxBeside   = 16 << 20 // bytes of a part of which only elements are counted
	// lookedAt is of how many sheets the declared range is read unasked.
	lookedAt = 64
)

// book is a workbook that is open (18.2.27).
type book struct {
	pack     *opc.Package
	main     string
	rels     opc.Relationships
	list     []workbook.Sheet
	sheets   []*sheet
	names    []name
	date1904 bool
	macros   bool
	links    int64
	damage   error
	styles   *styles
	strings  *stringTable
	formulas bool // the formulas of cells are wanted
	beside   map[int]*workbook.Beside
}

// name is a defined name and what it stands for.
type name struct{ name, text string }

// namespaces are those that are understood; transitional and strict files differ
// in them only.
func namespaces() xmltext.Namespaces {
	return xmltext.Namespaces{
		"http://schemas.openxmlformats.org/spreadsheetml/2006/main":           "",
		"http://purl.oclc.org/ooxml/spreadsheetml/main":                       "",
		"http://schemas.openxmlformats.org/officeDocument/2006/relationships": "r",
		"http://purl.oclc.org/ooxml/officeDocument/relationships":             "r",
		"http://schemas.openxmlformats.org/markup-compatibility/2006":         "mc",
	}
}

func attr(x *opc.XML, name string) string {
	v, _ := x.Attr(name)
	return v
}

// atEnd is nil for the end of a part, else the error.
func atEnd(err error) error {
	if errors.Is(err, io.EOF) {
		return nil
	}
	return err
}

func openBook(p *opc.Package, o reader.Options) (*book, error) {
	main, err := p.Main("xl/workbook.xml")
	if err != nil {
		return nil, err
	}
	b := &book{pack: p, main: main, beside: map[int]*workbook.Beside{}}
	if b.rels, err = p.Relationships(main); err != nil {
		b.damage = err
	}
	if err := b.readWorkbook(); err != nil {
		return nil, err
	}
	if b.styles, err = readStyles(p, b.part("styles", "xl/styles.xml")); err != nil {
		b.damage = err
	}
	b.strings = &stringTable{pack: p, name: b.part("sharedStrings", "xl/sharedStrings.xml")}
	b.formulas = o.Request.Cells == cells.Formula
	b.macros = b.rels.ByType("vbaProject").Target != ""
	for _, r := range b.rels {
		if r.Type == "externalLink" {
			b.links++
		}
	}
	b.declare(o.Request.As == reader.FormInfo)
	return b, nil
}

// part is the name of the part of a kind, or nothing.
func (b *book) part(kind, usual string) string {
	if r := b.rels.ByType(kind); r.Target != "" && b.pack.Has(r.Target) {
		return r.Target
	}
	if b.pack.Has(usual) {
		return usual
	}
	return ""
}

// readWorkbook reads the list of the sheets and the defined names.
func (b *book) readWorkbook() error {
	x, err := b.pack.OpenXML(b.main, namespaces())
	if err != nil {
		return err
	}
	defer func() { _ = x.Close() }()
	var defined *name
	size := 0
	for {
		k, err := x.Next()
		if err != nil {
			if err = atEnd(err); err != nil && len(b.list) > 0 {
				b.damage, err = err, nil
			}
			return err
		}
		switch n := x.Name(); {
		case k == xmltext.Text && defined != nil:
			if size += len(x.Text()); size < maxNameText {
				defined.text += string(x.Text())
			}
		case k == xmltext.Text:
		case k == xmltext.End:
			defined = nil
		case n == "workbookPr":
			b.date1904 = isTrue([]byte(attr(x, "date1904")))
		case n == "sheet" && len(b.list) < maxSheets:
			b.addSheet(x)
		case n == "definedName" && len(b.names) < maxNames:
			b.names = append(b.names, name{name: attr(x, "name")})
			defined = &b.names[len(b.names)-1]
		}
	}
}

// addSheet takes one tab (18.2.19).
func (b *book) addSheet(x *opc.XML) {
	s := workbook.Sheet{Name: attr(x, "name")}
	switch attr(x, "state") {
	case "hidden":
		s.State = workbook.Hidden
	case "veryHidden":
		s.State = workbook.VeryHidden
	}
	r := b.rels.ByID(attr(x, "r:id"))
	part := r.Target
	if part == "" && len(b.rels) == 0 { // the relationships are lost
		part = path.Join(path.Dir(b.main), "worksheets/sheet"+attr(x, "sheetId")+".xml")
	}
	s.Chart = r.Type == "chartsheet" || r.Type == "dialogsheet"
	b.list = append(b.list, s)
	b.sheets = append(b.sheets, &sheet{part: part})
}

// declare reads what the sheets state as their used ranges, of the first or of
// all.
func (b *book) declare(every bool) {
	for i, sh := range b.sheets {
		if b.list[i].Chart || i >= lookedAt && !every {
			continue
		}
		b.list[i].Declared = b.declared(sh)
	}
}

// declared looks for the dimension at the beginning of a sheet (18.3.1.35).
func (b *book) declared(sh *sheet) workbook.Range {
	const lookAt = 2 << 10
	part, err := b.pack.Open(sh.part)
	if err != nil {
		return workbook.Range{}
	}
	defer func() { _ = part.Close() }()
	head := make([]byte, lookAt)
	n, _ := io.ReadFull(part, head)
	head = head[:n]
	i := bytes.Index(head, []byte("dimension "))
	if i < 0 {
		return workbook.Range{}
	}
	_, ref, _ := bytes.Cut(head[i:], []byte(`ref="`))
	ref, _, ok := bytes.Cut(ref, []byte{'"'})
	if !ok {
		return workbook.Range{}
	}
	r, _ := workbook.ParseRange(string(ref))
	return r
}

// Sheets implements workbook.Book.
func (b *book) Sheets() []workbook.Sheet { return b.list }

// Date1904 implements workbook.Book.
func (b *book) Date1904() bool { return b.date1904 }

// Lookup implements workbook.Book.
func (b *book) Lookup(wanted string) (workbook.Reference, bool) {
	for _, n := range b.names {
		if !strings.EqualFold(n.name, wanted) {
			continue
		}
		sheet, r, ok := workbook.ParseFormulaReference(n.text)
		if !ok {
			continue
		}
		for i := range b.list {
			if strings.EqualFold(b.list[i].Name, sheet) {
				return workbook.Reference{Sheet: i, Range: r}, true
			}
		}
	}
	for i, sh := range b.sheets {
		rels, _ := b.pack.Relationships(sh.part)
		for _, r := range rels {
			if r.Type != "table" || r.External {
				continue
			}
			if ref, ok := b.table(r.Target, wanted); ok {
				ref.Sheet = i
				return ref, true
			}
		}
	}
	return workbook.Reference{}, false
}

// table reads the range of a table if it has the name that is wanted (18.5.1.2).
func (b *book) table(part, wanted string) (ref workbook.Reference, ok bool) {
	x, err := b.pack.OpenXML(part, namespaces())
	if err != nil {
		return ref, false
	}
	defer func() { _ = x.Close() }()
	for {
		k, err := x.Next()
		if err != nil {
			return ref, false
		}
		if k != xmltext.Start || x.Name() != "table" {
			continue
		}
		if !strings.EqualFold(attr(x, "displayName"), wanted) && !strings.EqualFold(attr(x, "name"), wanted) {
			return ref, false
		}
		ref.Range, ok = workbook.ParseRange(attr(x, "ref"))
		ref.HeaderRow = attr(x, "headerRowCount") != "0"
		return ref, ok
	}
}

// Rows implements workbook.Book.
func (b *book) Rows(ctx context.Context, i, first int, yield func(*workbook.Row) error) (err error) {
	sh := b.sheets[i]
	if err := b.usable(i); err != nil {
		return err
	}
	r := sh.run
	if sh.run = nil; r == nil || first <= r.at || sh.sorted {
		if r != nil {
			r.close()
		}
		if sh.sorted {
			return b.sortedRows(ctx, sh, first, yield)
		}
		if r, err = b.start(sh); err != nil {
			return err
		}
	}
	err = r.rows(ctx, first, yield)
	if err == nil || sh.sorted {
		r.close()
		return err
	}
	if _, isFault := errors.AsType[*fault.Error](err); isFault {
		r.close()
		return err
	}
	sh.run = r
	return err
}

func errLong() error {
	return errors.New("there are texts longer than the 32,767 characters that a cell can have; they are cut")
}

func (b *book) usable(i int) error {
	if sh := b.sheets[i]; sh.part == "" || !b.pack.Has(sh.part) {
		return missingSheet(b.list[i].Name)
	}
	return nil
}

// leave gives up where a run has stopped.
func (b *book) leave(sh *sheet) {
	if sh.run != nil {
		sh.run.close()
		sh.run = nil
	}
}

// Count implements workbook.Book.
func (b *book) Count(ctx context.Context, i int) (workbook.Range, error) {
	sh := b.sheets[i]
	if err := b.usable(i); err != nil {
		return workbook.Range{}, err
	}
	var err error
	if !sh.ended {
		if sh.run == nil {
			sh.run, err = b.start(sh)
		}
		if err == nil {
			err = sh.run.count(ctx)
		}
		b.leave(sh)
	}
	return workbook.Range{FirstRow: min(1, sh.last), LastRow: sh.last, LastColumn: sh.widest}, err
}

// Left implements workbook.Book.
func (b *book) Left(i int) int64 {
	sh := b.sheets[i]
	if sh.ended {
		return 0
	}
	size := b.pack.Size(sh.part)
	if size < 0 {
		return 1 << 62
	}
	if sh.run != nil {
		size -= sh.run.s.offset()
	}
	return max(size, 1)
}

// Close implements workbook.Book.
func (b *book) Close() error {
	for _, sh := range b.sheets {
		b.leave(sh)
	}
	b.strings.close()
	return nil
}

// Beside implements workbook.Book.
func (b *book) Beside(i int) workbook.Beside {
	if i < 0 {
		all := workbook.Beside{Macros: b.macros, Links: b.links, Damage: b.damage}
		if all.Damage == nil && b.strings.long {
			all.Damage = errLong()
		}
		return all
	}
	sh := b.sheets[i]
	known := b.beside[i]
	if known == nil {
		known = b.related(sh)
		b.beside[i] = known
	}
	all := *known
	all.Merged, all.HiddenColumns, all.HiddenRows = sh.merged, sh.hidden, sh.rows
	if sh.damage != nil {
		all.Damage = sh.damage
	}
	return all
}

// related counts what the relationships of a sheet name.
func (b *book) related(sh *sheet) *workbook.Beside {
	var out workbook.Beside
	rels, err := b.pack.Relationships(sh.part)
	if err != nil {
		out.Damage = err
	}
	for _, r := range rels {
		switch {
		case r.External:
		case r.Type == "comments":
			out.Comments += b.countElements(r.Target, "comment")
		case r.Type == "pivotTable":
			out.PivotTables++
		case r.Type == "drawing":
			drawn, _ := b.pack.Relationships(r.Target)
			for _, d := range drawn {
				switch d.Type {
				case "chart", "chartEx":
					out.Charts++
				case "image":
					out.Pictures++
				}
			}
		}
	}
	return &out
}

// countElements counts the elements of a name in a part, at least one.
func (b *book) countElements(part, name string) int64 {
	in, err := b.pack.Open(part)
	if err != nil {
		return 1
	}
	defer func() { _ = in.Close() }()
	s := newScanner(io.LimitReader(in, maxBeside))
	n := int64(0)
	for {
		k, err := s.next()
		if err != nil {
			return n
		}
		if k == start && string(s.name) == name {
			n++
		}
	}
}

var _ workbook.Book = (*book)(nil)

// formats are the kinds of workbooks that are alike.
func isFormat(format string) bool {
	return slices.Contains([]string{"xlsx", "xlsm", "xltx", "xltm", "xlam"}, format)
}
