package workbook

import (
	"math"
	"strconv"
	"strings"
)

// Empty reports whether r has no cells.
func (r Range) Empty() bool { return r.FirstRow == 0 || r.LastRow < r.FirstRow }

// String writes r as people do, such as B2:F40.
func (r Range) String() string {
	if r.Empty() {
		return ""
	}
	b := AppendReference(nil, r.FirstRow, r.FirstColumn)
	if r.FirstRow != r.LastRow || r.FirstColumn != r.LastColumn {
		b = append(b, ':')
		b = AppendReference(b, r.LastRow, r.LastColumn)
	}
	return string(b)
}

// intersect returns the cells that are in r and in s.
func (r Range) intersect(s Range) Range {
	r.FirstRow, r.FirstColumn = max(r.FirstRow, s.FirstRow), max(r.FirstColumn, s.FirstColumn)
	r.LastRow, r.LastColumn = min(r.LastRow, s.LastRow), min(r.LastColumn, s.LastColumn)
	if r.LastRow < r.FirstRow || r.LastColumn < r.FirstColumn {
		return Range{}
	}
	return r
}

// all is every cell that a sheet can have.
func all() Range { return Range{1, 1, MaxRows, MaxColumns} }

// AppendReference appends a cell as it is written in formulas, such as B2.
func AppendReference(b []byte, row, column int) []byte {
	return strconv.AppendInt(append(b, ColumnName(column)...), int64(row), 10)
}

// ColumnName is the letters of a column: A for 1, AA for 27.
func ColumnName(column int) string {
	var buf [8]byte
	i := len(buf)
	for ; column > 0 && i > 0; column = (column - 1) / 26 {
		i--
		buf[i] = byte('A' + (column-1)%26)
	}
	return string(buf[i:])
}

// ParseReference takes a cell, or a whole column or row, from the beginning of
// s, with the dollar signs that it may have. What is not given is 0. It returns
// how much of s that was: 0 if there is none.
func ParseReference[T string | []byte](s T) (row, column, n int) {
	i := 0
	dollar := func() {
		if i < len(s) && s[i] == '$' {
			i++
		}
	}
	dollar()
	from := i
	for ; i < len(s) && i-from < 4; i++ {
		c := s[i] &^ 0x20
		if c < 'A' || c > 'Z' {
			break
		}
		column = column*26 + int(c-'A') + 1
	}
	dollar()
	digits := i
	for ; i < len(s) && s[i] >= '0' && s[i] <= '9'; i++ {
		if row = row*10 + int(s[i]-'0'); row > math.MaxInt32/10 {
			return 0, 0, 0
		}
	}
	if row == 0 && (column == 0 || i > digits) {
		return 0, 0, 0
	}
	return row, column, i
}

// ParseRange reads a range as people write it: B2, A1:D20, B:D, 2:10, with or
// without dollar signs.
func ParseRange(s string) (Range, bool) {
	first, last, pair := strings.Cut(strings.TrimSpace(s), ":")
	r1, c1, n1 := ParseReference(first)
	if !pair {
		return Range{r1, c1, r1, c1}, n1 == len(first) && n1 > 0 && r1 > 0 && c1 > 0 && valid(r1, c1)
	}
	r2, c2, n2 := ParseReference(last)
	if n1 == 0 || n1 != len(first) || n2 == 0 || n2 != len(last) || (r1 == 0) != (r2 == 0) || (c1 == 0) != (c2 == 0) {
		return Range{}, false
	}
	if !valid(r1, c1) || !valid(r2, c2) {
		return Range{}, false
	}
	r := Range{min(r1, r2), min(c1, c2), max(r1, r2), max(c1, c2)}
	if r1 == 0 {
		r.FirstRow, r.LastRow = 1, MaxRows
	}
	if c1 == 0 {
		r.FirstColumn, r.LastColumn = 1, MaxColumns
	}
	return r, true
}

func valid(row, column int) bool { return row <= MaxRows && column <= MaxColumns }

// ParseFormulaReference reads what a defined name stands for if that is one
// range of one sheet, such as 'My sheet'!$A$1:$D$20.
func ParseFormulaReference(s string) (sheet string, r Range, ok bool) {
	s = strings.TrimPrefix(strings.TrimSpace(s), "=")
	sheet, rest, ok := cutSheet(s)
	if !ok {
		return "", Range{}, false
	}
	r, ok = ParseRange(rest)
	return sheet, r, ok
}

// cutSheet divides Sheet!A1 at the exclamation mark; the name may be in
// apostrophes, in which two stand for one.
func cutSheet(s string) (sheet, rest string, ok bool) {
	i := strings.LastIndexByte(s, '!')
	if i < 0 {
		return "", s, false
	}
	sheet, rest = s[:i], s[i+1:]
	if n := len(sheet); n >= 2 && sheet[0] == '\'' && sheet[n-1] == '\'' {
		sheet = strings.ReplaceAll(sheet[1:n-1], "''", "'")
	}
	return sheet, rest, true
}
