package xlsx

import (
	"strconv"

	"fread/internal/reader/workbook"
)

const maxShared = 1 << 16 // shared formulas of a sheet

// formulaTag is what the tag of a formula says (18.3.1.40).
type formulaTag struct {
	shared bool
	index  int
}

func (r *run) formulaTag() formulaTag {
	t, _ := r.s.attr("t")
	index, _ := r.s.attr("si")
	return formulaTag{shared: string(t) == "shared", index: number(index)}
}

// share keeps a formula that others share, or takes it from the first of them.
func (r *run) share(c *content, f *formulaTag, column int) {
	if !r.b.formulas || !f.shared || f.index < 0 {
		return
	}
	if len(c.formula) > 0 {
		if r.shared == nil {
			r.shared = map[int]shared{}
		}
		if _, known := r.shared[f.index]; !known && len(r.shared) < maxShared {
			r.shared[f.index] = shared{string(c.formula), r.row.Number, column}
		}
		return
	}
	if first, ok := r.shared[f.index]; ok {
		c.formula = shift(c.formula, first.text, r.row.Number-first.row, column-first.column)
	}
}

// shift appends a formula as it is so many rows and columns further on:
// references without a dollar sign move. What is in quotes stays.
func shift(b []byte, formula string, rows, columns int) []byte {
	for i := 0; i < len(formula); {
		c := formula[i]
		switch {
		case c == '"' || c == '\'':
			n := i + 1
			for n < len(formula) && formula[n] != c {
				n++
			}
			n = min(n+1, len(formula))
			b = append(b, formula[i:n]...)
			i = n
		case c == '$' || isWord(c):
			n := i
			for n < len(formula) && (formula[n] == '$' || isWord(formula[n])) {
				n++
			}
			word := formula[i:n]
			if n < len(formula) && (formula[n] == '(' || formula[n] == '!' || formula[n] == '[') {
				b = append(b, word...)
			} else {
				b = shiftReference(b, word, rows, columns)
			}
			i = n
		default:
			b = append(b, c)
			i++
		}
	}
	return b
}

// isWord reports whether c can be in a name or a number.
func isWord(c byte) bool {
	return c == '_' || c == '.' || c == '\\' || c >= 0x80 || c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z'
}

// shiftReference appends a word, moved if it is a reference to a cell.
func shiftReference(b []byte, word string, rows, columns int) []byte {
	row, column, n := workbook.ParseReference(word)
	if n != len(word) || row == 0 || column == 0 {
		return append(b, word...)
	}
	i := 0
	if word[0] == '$' {
		b, i = append(b, '$'), 1
	} else {
		column += columns
	}
	for i < len(word) && word[i] != '$' && (word[i] < '0' || word[i] > '9') {
		i++
	}
	fixed := i < len(word) && word[i] == '$'
	if !fixed {
		row += rows
	}
	if row < 1 || column < 1 || row > workbook.MaxRows || column > workbook.MaxColumns {
		return append(b, "#REF!"...)
	}
	b = append(b, workbook.ColumnName(column)...)
	if fixed {
		b = append(b, '$')
	}
	return strconv.AppendInt(b, int64(row), 10)
}
