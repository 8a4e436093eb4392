package xlsb

import (
	"fread/internal/reader/biff"
	"fread/internal/reader/workbook"
)

// maxShared bounds how many shared formulas of a sheet are kept.
const maxShared = 1 << 14

// sharedFormulas are those of a sheet that several cells have, by the row and the
// column of the first of them.
type sharedFormulas map[[2]int]sharedFormula

type sharedFormula struct{ tokens, extra []byte }

// pending is a cell of the row whose formula is a shared one, which may be told
// behind the cell.
type pending struct {
	index       int // in the cells of the row
	row, column int // of the first cell that shares it
}

// add takes a shared formula (BrtShrFmla, [MS-XLSB] 2.4.799) or one of an array
// (BrtArrFmla, 2.4.5).
func (s *sharedFormulas) add(id int, d []byte) {
	if *s == nil {
		*s = sharedFormulas{}
	}
	at := 16
	if id == recArrayFormula {
		at++
	}
	tokens, extra := formulaAt(d, at)
	if len(*s) < maxShared {
		r := rangeAt(d)
		(*s)[[2]int{r.FirstRow, r.FirstColumn}] = sharedFormula{append([]byte(nil), tokens...), append([]byte(nil), extra...)}
	}
}

// formula reads the formula of a cell, which lies behind its value and flags.
func (p *pass) formula(c *workbook.Cell, d []byte, at int) {
	tokens, extra := formulaAt(d, at+2)
	f := biff.Formula{Version: biff.Biff12, Tokens: tokens, Extra: extra, Row: p.row.Number - 1, Column: c.Column - 1}
	if row, column, ok := f.SharedWith(); ok {
		p.asked = append(p.asked, pending{len(p.row.Cells), row + 1, column + 1})
		return
	}
	c.Formula, _ = f.Text(scope{p.b})
}

// finishFormulas tells the shared formulas of the row.
func (p *pass) finishFormulas() {
	for _, ask := range p.asked {
		s, ok := p.shared[[2]int{ask.row, ask.column}]
		if !ok {
			continue
		}
		c := &p.row.Cells[ask.index]
		f := biff.Formula{Version: biff.Biff12, Tokens: s.tokens, Extra: s.extra, Row: p.row.Number - 1, Column: c.Column - 1}
		c.Formula, _ = f.Text(scope{p.b})
	}
	p.asked = p.asked[:0]
}
