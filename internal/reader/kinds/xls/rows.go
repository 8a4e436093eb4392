package xls

import (
	"cmp"
	"context"
	"errors"
	"io"
	"math"
	"slices"

	"fread/internal/reader/biff"
	"fread/internal/reader/fault"
	"fread/internal/reader/numfmt"
	"fread/internal/reader/workbook"
)

// Rows implements workbook.Book.
func (b *book) Rows(ctx context.Context, sheet, first int, yield func(*workbook.Row) error) error {
	_, err := b.pass(ctx, sheet, first, yield)
	return err
}

// Count implements workbook.Book.
func (b *book) Count(ctx context.Context, sheet int) (workbook.Range, error) {
	return b.pass(ctx, sheet, math.MaxInt, nil)
}

// A place is where a cell of a sheet lies whose rows are out of order.
type place struct {
	at  int64
	row int32
}

// maxPlaces bounds the cells of such a sheet.
const maxPlaces = 4 << 20

// A pass goes over the records of a sheet once.
type pass struct {
	b      *book
	s      *sheet
	in     *records
	first  int // row that is to be decoded
	yield  func(*workbook.Row) error
	row    workbook.Row // of now; Number 0: none yet
	filled bool         // row has a value
	hidden map[int]bool // rows
	used   workbook.Range
	style  int // that is said before a cell of version 2
	shared map[[2]int]sharedFormula
	asked  []pending // formulas of row that are shared ones
}

// pass goes over a sheet, from its beginning, as rows hide and formulas are
// shared there. It decodes the rows from first on.
func (b *book) pass(ctx context.Context, index, first int, yield func(*workbook.Row) error) (workbook.Range, error) {
	s := &b.sheets[index]
	s.beside, s.left = workbook.Beside{}, 0
	if s.Chart {
		return workbook.Range{}, nil
	}
	p := &pass{b: b, s: s, in: b.records(s.begin), first: first, yield: yield}
	err := p.begin()
	if fault.CodeOf(err) == fault.Corrupt && b.locate(ctx) {
		p.in = b.records(s.begin)
		err = p.begin()
	}
	if err == nil {
		err = p.run(ctx)
	}
	if err != nil {
		s.left = max(b.size-p.in.after, 0)
		if next := index + 1; next < len(b.sheets) && b.sheets[next].begin > p.in.after {
			s.left = b.sheets[next].begin - p.in.after
		}
	}
	if errors.Is(err, workbook.ErrDisorder) {
		if sortErr := b.sort(ctx, s); sortErr != nil {
			err = sortErr
		}
	}
	return p.used, err
}

// begin takes the record that the sheet begins with.
func (p *pass) begin() error {
	err := p.in.next()
	if errors.Is(err, io.EOF) || err == nil && !isBegin(p.in.id) {
		err = damaged("The sheet " + fault.Quote(p.s.Name) + " is not where the workbook says.")
	}
	return err
}

// locate finds the sheets by their order, where the list of them has wrong places.
// It is done once.
func (b *book) locate(ctx context.Context) bool {
	if b.located {
		return false
	}
	b.located = true
	in := b.records(0)
	var begins []int64
	for depth := 0; in.next() == nil && ctx.Err() == nil && len(begins) < maxSheets; {
		switch {
		case isBegin(in.id):
			if depth == 0 {
				begins = append(begins, in.at)
			}
			depth++
		case in.id == recEnd:
			depth = max(depth-1, 0)
		}
	}
	if len(begins) != len(b.tabs)+1 {
		return false
	}
	for i, tab := range b.tabs {
		if tab >= 0 {
			b.sheets[tab].begin = begins[i+1]
		}
	}
	b.lookDimensions()
	return true
}

func (p *pass) run(ctx context.Context) error {
	depth := 1
	for n := 0; ; n++ {
		if n&0xfff == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		err := p.in.next()
		if err != nil && !errors.Is(err, io.EOF) { // the rows before it are good
			if err := p.finish(ctx); err != nil {
				return err
			}
			return err
		}
		switch {
		case err != nil:
			return p.finish(ctx)
		case isBegin(p.in.id): // of a chart in the sheet
			depth++
		case p.in.id == recEnd:
			if depth--; depth == 0 {
				return p.finish(ctx)
			}
		case depth == 1:
			if err := p.record(); err != nil {
				return err
			}
		}
	}
}

// finish ends the rows. Those that are out of order come now.
func (p *pass) finish(ctx context.Context) error {
	for n, at := range p.s.sorted {
		if n&0xfff == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		p.in.after = at.at
		if err := p.in.next(); err != nil {
			return err
		}
		if err := p.cell(); err != nil {
			return err
		}
	}
	return p.flush()
}

// sort finds the order of the cells of a sheet.
func (b *book) sort(ctx context.Context, s *sheet) error {
	in := b.records(s.begin)
	depth := 0
	for {
		err := in.next()
		if err != nil && !errors.Is(err, io.EOF) && len(s.sorted) == 0 || ctx.Err() != nil {
			return cmp.Or(ctx.Err(), err)
		}
		if isBegin(in.id) {
			depth++
		} else if in.id == recEnd {
			depth--
		}
		if err != nil || depth == 0 {
			break
		}
		if depth == 1 && isCell(in.id) {
			if len(s.sorted) >= maxPlaces {
				return fault.New(fault.TooComplex, fault.PhaseConvert, "", "The sheet has too many cells that are out of order.", "Save it again with the program that made it.")
			}
			s.sorted = append(s.sorted, place{in.at, int32(biff.Uint16(in.data, 0))})
		}
	}
	slices.SortStableFunc(s.sorted, func(a, b place) int { return cmp.Compare(a.row, b.row) })
	return nil //nolint:nilerr // damaged, it is sorted as far as it goes
}

// isCell reports whether a record is of cells; it begins with the row.
func isCell(id int) bool {
	switch id {
	case recBlank2, recInteger2, recNumber2, recLabel2, recBoolError2, recFormula, recNumbers, recBlanks, recRichText, recLabelShared,
		recBlank, recNumber, recLabel, recBoolError, recFormula3, recRK, recFormula4:
		return true
	}
	return false
}

// record takes a record of the sheet.
func (p *pass) record() error {
	d := p.in.data
	if isCell(p.in.id) {
		if p.s.sorted != nil {
			return nil // it comes in its turn
		}
		return p.cell()
	}
	switch p.in.id {
	case recIndexOfXF:
		p.style = biff.Uint16(d, 0)
	case recRow: // [MS-XLS] 2.4.221
		const isHidden = 1 << 5
		if biff.Uint16(d, 12)&isHidden != 0 {
			if p.hidden == nil {
				p.hidden = map[int]bool{}
			}
			p.hidden[biff.Uint16(d, 0)] = true
		}
	case recColumn: // ColInfo, 2.4.53
		if biff.Uint16(d, 8)&1 != 0 && len(p.s.beside.HiddenColumns) < maxColumns {
			p.s.beside.HiddenColumns = append(p.s.beside.HiddenColumns, workbook.Range{FirstColumn: biff.Uint16(d, 0) + 1, LastColumn: min(biff.Uint16(d, 2)+1, maxColumns)})
		}
	case recMerged: // MergeCells, 2.4.168
		for at := 2; at+8 <= len(d) && len(p.s.beside.Merged) < maxMerged; at += 8 {
			p.s.beside.Merged = append(p.s.beside.Merged, workbook.Range{
				FirstRow: biff.Uint16(d, at) + 1, LastRow: biff.Uint16(d, at+2) + 1,
				FirstColumn: biff.Uint16(d, at+4) + 1, LastColumn: biff.Uint16(d, at+6) + 1,
			})
		}
	case recNote:
		const goesOn = 0xffff // of version 5
		if biff.Uint16(d, 0) != goesOn {
			p.s.beside.Comments++
		}
	case recObject: // Obj, 2.4.181; cmo, 2.5.143
		switch biff.Uint16(d, 4) {
		case 5:
			p.s.beside.Charts++
		case 8:
			p.s.beside.Pictures++
		}
	case recPivotTable:
		p.s.beside.PivotTables++
	}
	return nil
}

// maxMerged bounds how many merged ranges of a sheet are known.
const maxMerged = 1 << 16

// cell takes a record of cells.
func (p *pass) cell() error {
	d := p.in.data
	if len(d) < 4 {
		return nil
	}
	row, column := biff.Uint16(d, 0)+1, biff.Uint16(d, 2)
	if row != p.row.Number {
		if row < p.row.Number {
			return workbook.ErrDisorder
		}
		if err := p.flush(); err != nil {
			return err
		}
		p.row = workbook.Row{Number: row, Hidden: p.hidden[row-1], Cells: p.row.Cells[:0]}
		p.filled = false
	}
	last := column
	switch p.in.id {
	case recNumbers, recBlanks: // MulRk, 2.4.175, and MulBlank, 2.4.174
		last = max(column, biff.Uint16(d, len(d)-2))
	}
	if last >= maxColumns {
		return nil
	}
	p.row.Columns = max(p.row.Columns, last+1)
	if p.in.id == recBlank || p.in.id == recBlank2 || p.in.id == recBlanks {
		return nil
	}
	p.filled = true
	p.used.LastColumn = max(p.used.LastColumn, last+1)
	if p.used.FirstColumn == 0 || column < p.used.FirstColumn-1 {
		p.used.FirstColumn = column + 1
	}
	if row < p.first {
		if isFormula(p.in.id) {
			p.formulaRecords(nil, false)
		}
		return nil
	}
	if p.in.id == recNumbers {
		for at := 4; at+6 <= len(d)-2 && column < maxColumns; at, column = at+6, column+1 {
			p.row.Cells = append(p.row.Cells, workbook.Cell{
				Column: column + 1, Kind: workbook.Number, Number: biff.RK(biff.Uint32(d, at+2)), Format: p.format(biff.Uint16(d, at)),
			})
		}
		return nil
	}
	return p.single(d, column)
}

// format is the number format of a style; nil: General.
func (p *pass) format(style int) *numfmt.Format {
	if style >= len(p.b.styles) {
		return nil
	}
	return p.b.formatOf(p.b.styles[style])
}

// single takes a record of one cell.
func (p *pass) single(d []byte, column int) error {
	c := workbook.Cell{Column: column + 1}
	at := 6
	if p.b.version == biff.Biff2 {
		at = 7
		c.Format = p.b.formatOf(int(biff.Byte(d, 5) & 0x3f))
	} else {
		c.Format = p.format(biff.Uint16(d, 4))
	}
	switch p.in.id {
	case recInteger2:
		c.Kind, c.Number = workbook.Number, float64(biff.Uint16(d, at))
	case recNumber, recNumber2:
		c.Kind, c.Number = workbook.Number, biff.Float(d, at)
	case recRK:
		c.Kind, c.Number = workbook.Number, biff.RK(biff.Uint32(d, at))
	case recBoolError, recBoolError2:
		setBoolOrError(&c, biff.Byte(d, at), biff.Byte(d, at+1) != 0)
	case recLabel2, recLabel, recRichText:
		width := 2
		if p.in.id == recLabel2 {
			width = 1
		}
		p.b.scratch, _ = p.b.appendText(p.b.scratch[:0], d, at, width)
		c.Kind, c.Text = workbook.Text, p.b.arena.String(p.b.scratch)
	case recLabelShared:
		text, ok, err := p.b.shared.at(int(biff.Uint32(d, at)))
		if err != nil {
			return err
		}
		if ok {
			c.Kind, c.Text = workbook.Text, p.b.arena.String(text)
		} else {
			p.s.beside.Damage = damaged("Cells refer to shared strings that are not there; they are shown empty.")
		}
	default:
		p.formulaCell(&c, d, at)
	}
	p.row.Cells = append(p.row.Cells, c)
	return nil
}

func setBoolOrError(c *workbook.Cell, v byte, isError bool) {
	switch {
	case isError:
		c.Kind, c.Text = workbook.Error, biff.ErrorName(v)
	default:
		c.Kind = workbook.Bool
		if v != 0 {
			c.Number = 1
		}
	}
}

// flush ends the row.
func (p *pass) flush() error {
	if p.row.Number == 0 || p.row.Columns == 0 {
		return nil
	}
	if p.filled {
		p.used.LastRow = p.row.Number
		if p.used.FirstRow == 0 {
			p.used.FirstRow = p.row.Number
		}
		if p.row.Hidden {
			p.s.beside.HiddenRows++
		}
	}
	row := p.row
	p.row.Columns = 0 // it may be ended again
	if row.Number < p.first {
		return nil
	}
	p.finishFormulas()
	row.Settle()
	return p.yield(&row)
}
