package workbook

import (
	"cmp"
	"slices"
)

// Settle orders the cells of a row by their columns. Of several in one column the
// last stays, as it does when a program that writes over cells reads them.
func (r *Row) Settle() {
	ordered := slices.IsSortedFunc(r.Cells, func(a, b Cell) int {
		return cmp.Or(cmp.Compare(a.Column, b.Column), 1) // two in one column are out of order too
	})
	if ordered {
		return
	}
	slices.SortStableFunc(r.Cells, func(a, b Cell) int { return cmp.Compare(a.Column, b.Column) })
	kept := r.Cells[:0]
	for i := range r.Cells {
		if n := len(kept); n > 0 && kept[n-1].Column == r.Cells[i].Column {
			kept[n-1] = r.Cells[i]
		} else {
			kept = append(kept, r.Cells[i])
		}
	}
	r.Cells = kept
}
