package xls

import (
	"bytes"

	"fread/internal/reader/biff"
	"fread/internal/reader/workbook"
)

// maxShared bounds how many shared formulas of a sheet are kept.
const maxShared = 1 << 14

// sharedFormula is one that several cells have, or an array.
type sharedFormula struct{ tokens, extra []byte }

// pending is a cell of the row whose formula is a shared one.
type pending struct {
	index       int // in the cells of the row
	row, column int // of the first cell that shares it, from 0
}

func isFormula(id int) bool { return id == recFormula || id == recFormula3 || id == recFormula4 }

// formulaCell takes a formula with its result (Formula, [MS-XLS] 2.4.127).
func (p *pass) formulaCell(c *workbook.Cell, d []byte, at int) {
	const isText, isBool, isError, isEmpty = 0, 1, 2, 3
	waits := false
	switch {
	case biff.Byte(d, at+6) != 0xff || biff.Byte(d, at+7) != 0xff:
		c.Kind, c.Number = workbook.Number, biff.Float(d, at)
	case biff.Byte(d, at) == isText:
		waits = true
	case biff.Byte(d, at) == isBool:
		setBoolOrError(c, biff.Byte(d, at+2), false)
	case biff.Byte(d, at) == isError:
		setBoolOrError(c, biff.Byte(d, at+2), true)
	case biff.Byte(d, at) == isEmpty:
		c.Kind = workbook.Text
	}
	if p.b.formulas {
		p.formula(c, d, at+8)
	}
	p.formulaRecords(c, waits)
}

// formula reads a formula behind its result.
func (p *pass) formula(c *workbook.Cell, d []byte, at int) {
	var tokens, extra []byte
	switch p.b.version {
	case biff.Biff2:
		tokens, extra = cut(d, at+2, int(biff.Byte(d, at+1)))
	case biff.Biff3, biff.Biff4:
		tokens, extra = cut(d, at+4, biff.Uint16(d, at+2))
	case biff.Biff5, biff.Biff8, biff.Biff12:
		tokens, extra = cut(d, at+8, biff.Uint16(d, at+6))
	}
	f := biff.Formula{Version: p.b.version, Tokens: tokens, Extra: extra, Row: p.row.Number - 1, Column: c.Column - 1}
	if row, column, ok := f.SharedWith(); ok {
		p.asked = append(p.asked, pending{len(p.row.Cells), row, column})
		return
	}
	c.Formula, _ = f.Text(scope{p.b})
}

// cut returns n bytes and what lies behind them.
func cut(d []byte, at, n int) (part, rest []byte) {
	if at > len(d) || at+n > len(d) {
		return nil, nil
	}
	return d[at : at+n], d[at+n:]
}

// formulaRecords takes the records that follow a formula: one that is shared, and
// the text of its result if it waits for one.
func (p *pass) formulaRecords(c *workbook.Cell, waits bool) {
	for {
		switch id := p.in.peek(); id {
		case recSharedFormula, recArray, recArray2, recTable, recTable2:
			if p.in.next() != nil {
				return
			}
			p.share(id, p.in.data)
		case recText, recText2:
			if p.in.next() != nil {
				return
			}
			if c != nil && waits {
				p.result(c)
			}
			return
		case recFormulaTail:
			if p.in.next() != nil {
				return
			}
		default:
			if c != nil && waits {
				c.Kind = workbook.Text
			}
			return
		}
	}
}

// recFormulaTail goes on with a formula that is too long for a record.
const recFormulaTail = recContinue

// result takes the text of a result (String, 2.4.268), which may go on in further
// records.
func (p *pass) result(c *workbook.Cell) {
	width := 2
	if p.in.id == recText2 {
		width = 1
	}
	d := p.in.data
	count := biff.Uint16(d, 0)
	wide := p.b.version >= biff.Biff8 && biff.Byte(d, 2)&1 != 0
	p.b.scratch, _ = p.b.appendText(p.b.scratch[:0], d, 0, width)
	text := p.b.scratch
	if left := count - (len(d)-3)>>truth(wide); p.b.version >= biff.Biff8 && left > 0 {
		text = p.further(bytes.Clone(text), left)
	}
	c.Kind, c.Text = workbook.Text, p.b.arena.String(text)
}

func truth(b bool) int {
	if b {
		return 1
	}
	return 0
}

// further appends the characters of a text that lie in further records.
func (p *pass) further(text []byte, left int) []byte {
	for left > 0 && p.in.peek() == recContinue && p.in.next() == nil && len(p.in.data) > 0 {
		wide, d := p.in.data[0]&1 != 0, p.in.data[1:]
		n := min(left, len(d)>>truth(wide))
		if wide {
			text = biff.AppendUTF16(text, d[:2*n])
		} else {
			text = biff.AppendLatin1(text, d[:n])
		}
		left -= n
	}
	return text
}

// share takes a formula that several cells have (ShrFmla, 2.4.260, Array, 2.4.4).
func (p *pass) share(id int, d []byte) {
	if !p.b.formulas || len(p.shared) >= maxShared {
		return
	}
	at := 8
	switch {
	case id == recTable, id == recTable2:
		return
	case id == recArray2:
		at = 7
	case id == recArray && p.b.version >= biff.Biff5:
		at = 12
	}
	n, width := biff.Uint16(d, at), 2
	if id == recArray2 {
		n, width = int(biff.Byte(d, at)), 1
	}
	tokens, extra := cut(d, at+width, n)
	if p.shared == nil {
		p.shared = map[[2]int]sharedFormula{}
	}
	p.shared[[2]int{biff.Uint16(d, 0), int(biff.Byte(d, 4))}] = sharedFormula{bytes.Clone(tokens), bytes.Clone(extra)}
}

// finishFormulas tells the shared formulas of the row.
func (p *pass) finishFormulas() {
	for _, ask := range p.asked {
		s, ok := p.shared[[2]int{ask.row, ask.column}]
		if !ok {
			continue
		}
		c := &p.row.Cells[ask.index]
		f := biff.Formula{Version: p.b.version, Tokens: s.tokens, Extra: s.extra, Row: p.row.Number - 1, Column: c.Column - 1}
		c.Formula, _ = f.Text(scope{p.b})
	}
	p.asked = p.asked[:0]
}
