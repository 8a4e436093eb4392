package xlsb

import (
	"context"
	"errors"
	"io"
	"math"

	"fread/internal/reader/biff"
	"fread/internal/reader/fault"
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

// A pass goes over the records of a sheet once.
type pass struct {
	b      *book
	s      *sheet
	in     *records
	first  int // row that is to be decoded
	yield  func(*workbook.Row) error
	row    workbook.Row // of now; Number 0: none yet
	filled bool         // row has a value
	column int          // of the last cell
	used   workbook.Range
	shared sharedFormulas
	asked  []pending // formulas of row that are shared ones
}

// pass goes over a sheet, from its beginning, as rows hide and formulas are
// shared there. It decodes the rows from first on.
func (b *book) pass(ctx context.Context, index, first int, yield func(*workbook.Row) error) (workbook.Range, error) {
	s := &b.sheets[index]
	s.beside, s.left = workbook.Beside{}, 0
	b.lookBeside(ctx, s)
	if s.Chart || s.part == "" {
		if !s.Chart {
			s.beside.Damage = fault.New(fault.Corrupt, fault.PhaseConvert, "", "The part of the sheet "+fault.Quote(s.Name)+" is missing.", "Use a copy that is whole.")
		}
		return workbook.Range{}, nil
	}
	in, err := b.records(s.part)
	if err != nil {
		return workbook.Range{}, err
	}
	defer in.close()
	p := &pass{b: b, s: s, in: in, first: first, yield: yield}
	err = p.run(ctx)
	if size := b.pack.Size(s.part); err != nil && size > in.passed {
		s.left = size - in.passed
	}
	return p.used, err
}

func (p *pass) run(ctx context.Context) error {
	for {
		err := p.in.next()
		if errors.Is(err, io.EOF) {
			return p.flush()
		}
		if err != nil { // the rows before it are good
			if err := p.flush(); err != nil {
				return err
			}
			return err
		}
		if err := p.record(ctx); err != nil {
			return err
		}
	}
}

func (p *pass) record(ctx context.Context) error {
	d := p.in.data
	switch id := p.in.id; {
	case id == recRowHeader:
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := p.flush(); err != nil {
			return err
		}
		return p.begin(d)
	case id >= recCellBlank && id <= recShortShared, id == recCellRich:
		return p.cell(id, d)
	case id == recSheetDataEnds:
		return p.flush()
	case id == recSharedFormula, id == recArrayFormula:
		p.shared.add(id, d)
	case id == recDimension:
		p.s.Declared = rangeAt(d)
	case id == recMerged:
		if len(p.s.beside.Merged) < maxMerged {
			p.s.beside.Merged = append(p.s.beside.Merged, rangeAt(d))
		}
	case id == recColumns: // BrtColInfo, 2.4.328
		if biff.Uint16(d, 16)&1 != 0 && len(p.s.beside.HiddenColumns) < workbook.MaxColumns {
			p.s.beside.HiddenColumns = append(p.s.beside.HiddenColumns, workbook.Range{FirstColumn: int(biff.Uint32(d, 0)) + 1, LastColumn: int(biff.Uint32(d, 4)) + 1})
		}
	}
	return nil
}

// maxMerged bounds how many merged ranges of a sheet are known.
const maxMerged = 1 << 16

// rangeAt reads a range (UncheckedRfX, 2.5.155).
func rangeAt(b []byte) workbook.Range {
	return workbook.Range{
		FirstRow: int(biff.Uint32(b, 0)) + 1, LastRow: int(biff.Uint32(b, 4)) + 1,
		FirstColumn: int(biff.Uint32(b, 8)) + 1, LastColumn: int(biff.Uint32(b, 12)) + 1,
	}
}

// begin takes the header of a row (BrtRowHdr, 2.4.748).
func (p *pass) begin(d []byte) error {
	const isHidden = 1 << 4
	number := int(biff.Uint32(d, 0)) + 1
	if number > workbook.MaxRows || number <= p.row.Number {
		return fault.New(fault.Corrupt, fault.PhaseConvert, "", "The rows of the sheet "+fault.Quote(p.s.Name)+" are out of order.", "Use a copy that is whole.")
	}
	p.row = workbook.Row{Number: number, Hidden: biff.Byte(d, 11)&isHidden != 0, Cells: p.row.Cells[:0]}
	p.filled, p.column = false, -1
	p.asked = p.asked[:0]
	return nil
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
	columns := p.row.Columns
	p.row.Columns = 0 // it may be ended again
	if p.row.Number < p.first {
		return nil
	}
	p.finishFormulas()
	row := p.row
	row.Columns = columns
	row.Settle()
	return p.yield(&row)
}

// cell takes a cell (Cell, 2.5.9). Short ones lie behind the one before.
func (p *pass) cell(id int, d []byte) error {
	if p.row.Number == 0 || len(d) < 4 {
		return nil
	}
	var style int
	var v []byte
	if id >= recShortBlank && id <= recShortShared {
		p.column++
		style, v = int(biff.Uint32(d, 0)&0xff_ffff), d[4:]
		id -= recShortBlank - recCellBlank
	} else {
		p.column = int(biff.Uint32(d, 0))
		style, v = int(biff.Uint32(d, 4)&0xff_ffff), d[min(8, len(d)):]
	}
	if p.column < 0 || p.column >= workbook.MaxColumns {
		return nil
	}
	p.row.Columns = max(p.row.Columns, p.column+1)
	if id == recCellBlank {
		return nil
	}
	p.filled = true
	p.used.LastColumn = max(p.used.LastColumn, p.column+1)
	if p.used.FirstColumn == 0 || p.column < p.used.FirstColumn {
		p.used.FirstColumn = p.column + 1
	}
	if p.row.Number < p.first {
		return nil
	}
	c := workbook.Cell{Column: p.column + 1}
	if style < len(p.b.formats) {
		c.Format = p.b.formats[style]
	}
	rest, err := p.value(&c, id, v)
	if err != nil {
		return err
	}
	if p.b.formulas && id >= recFormulaText && id <= recFormulaError {
		p.formula(&c, v, rest)
	}
	p.row.Cells = append(p.row.Cells, c)
	return nil
}

// value reads the value of a cell, which begins v. It returns where it ends.
func (p *pass) value(c *workbook.Cell, id int, v []byte) (end int, err error) {
	switch id {
	case recCellRK:
		c.Kind, c.Number = workbook.Number, biff.RK(biff.Uint32(v, 0))
	case recCellReal, recFormulaNumber:
		c.Kind, c.Number = workbook.Number, biff.Float(v, 0)
		return 8, nil
	case recCellError, recFormulaError:
		c.Kind, c.Text = workbook.Error, biff.ErrorName(biff.Byte(v, 0))
		return 1, nil
	case recCellBool, recFormulaBool:
		c.Kind = workbook.Bool
		if biff.Byte(v, 0) != 0 {
			c.Number = 1
		}
		return 1, nil
	case recCellText, recFormulaText:
		c.Kind = workbook.Text
		c.Text, end = wideString(v, 0)
		return end, nil
	case recCellRich:
		c.Kind = workbook.Text
		c.Text, end = wideString(v, 1)
		return end, nil
	case recCellShared:
		text, ok, err := p.b.text(int(biff.Uint32(v, 0)))
		if err != nil {
			return 0, err
		}
		if ok {
			c.Kind, c.Text = workbook.Text, string(text)
		} else {
			p.s.beside.Damage = fault.New(fault.Corrupt, fault.PhaseConvert, "", "Cells refer to shared strings that are not there; they are shown empty.", "Use a copy that is whole.")
		}
	}
	return 0, nil
}
