package biff

import (
	"bytes"
	"encoding/binary"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Version is that of a format: 2 to 5 and 8 of .xls (5 stands for 7 too), 12 of
// .xlsb.
type Version int

// The versions.
const (
	Biff2  Version = 2
	Biff3  Version = 3
	Biff4  Version = 4
	Biff5  Version = 5
	Biff8  Version = 8
	Biff12 Version = 12
)

const (
	// maxFormula is the length of formulas, in bytes of their tokens and in bytes of
	// their text; Excel limits both to half of it.
	maxFormula = 32 << 10
	// maxDepth is how many values of a formula wait to be used.
	maxDepth = 4096
)

// A Scope knows what formulas refer to by numbers. What it does not know is an
// empty string.
type Scope interface {
	// Sheets is what stands before the exclamation mark for the sheets of a
	// reference: of version 5 by the number of the link and the first and the last
	// of its sheets, else by the number of the reference.
	Sheets(link, first, last int) string
	// Name is a defined name, numbered from 1.
	Name(i int) string
	// LinkName is a name that another workbook or an add-in defines, numbered
	// from 1.
	LinkName(link, i int) string
	// Text decodes text of the code page of the workbook, of versions before 8.
	Text(b []byte) string
}

// A Formula is the tokens of one ([MS-XLS] 2.5.198, [MS-XLSB] 2.5.97).
type Formula struct {
	Version     Version
	Tokens      []byte
	Extra       []byte // what lies behind the tokens
	Row, Column int    // of the cell, from 0: what shared formulas count from
}

// Text is the formula as it is typed, without the equals sign. It is not ok for
// a formula that cannot be told, such as one that is damaged.
func (f *Formula) Text(scope Scope) (text string, ok bool) {
	if len(f.Tokens) == 0 || len(f.Tokens) > maxFormula {
		return "", false
	}
	p := printer{f: f, scope: scope, in: f.Tokens, extra: f.Extra}
	for len(p.in) > 0 {
		if !p.token() || len(p.at) > maxDepth || len(p.out) > maxFormula {
			return "", false
		}
	}
	if len(p.at) != 1 {
		return "", false
	}
	return string(p.out), true
}

// SharedWith reports the cell whose formula a cell shares, or whose array it is
// part of, where its formula says so. Column is -1 where it is not known.
func (f *Formula) SharedWith() (row, column int, ok bool) {
	if len(f.Tokens) == 0 || f.Tokens[0] != tokenExp && f.Tokens[0] != tokenTable {
		return 0, 0, false
	}
	switch f.Version {
	case Biff12:
		column = -1
		if len(f.Extra) >= 4 {
			column = int(Uint32(f.Extra, 0))
		}
		return int(Uint32(f.Tokens, 1)), column, len(f.Tokens) >= 5
	case Biff2:
		return Uint16(f.Tokens, 1), int(Byte(f.Tokens, 3)), len(f.Tokens) >= 4
	case Biff3, Biff4, Biff5, Biff8:
	}
	return Uint16(f.Tokens, 1), Uint16(f.Tokens, 3), len(f.Tokens) >= 5
}

// Target is what a name stands for that is one range of cells: the number of the
// reference to its sheet and the range, from 0. Of version 5 it is the number of
// the link and of the sheet.
func (f *Formula) Target() (link, sheet int, r Range, ok bool) {
	p := printer{f: f, in: f.Tokens}
	if len(p.in) == 0 {
		return 0, 0, Range{}, false
	}
	id := p.in[0]
	p.in = p.in[1:]
	switch plainToken(id) {
	case tokenRef3D:
		link, sheet, _ = p.sheets()
		r = p.cell()
	case tokenArea3D:
		link, sheet, _ = p.sheets()
		r = p.area()
	default:
		return 0, 0, Range{}, false
	}
	return link, sheet, r, !p.short && len(p.in) == 0
}

// A Range is a rectangle of cells of a formula, counted from 0; what is relative
// moves with the cell of the formula.
type Range struct {
	Row, Column, LastRow, LastColumn             int
	RelRow, RelColumn, RelLastRow, RelLastColumn bool
}

// Tokens of formulas ([MS-XLS] 2.5.198.25). Those from 0x20 on come in three
// classes, of which the first stands for all here.
const (
	tokenExp       = 0x01
	tokenTable     = 0x02
	tokenAdd       = 0x03 // the first operator
	tokenRange     = 0x11 // the last operator of two values
	tokenPlus      = 0x12
	tokenMinus     = 0x13
	tokenPercent   = 0x14
	tokenParen     = 0x15
	tokenMissing   = 0x16
	tokenText      = 0x17
	tokenExtended  = 0x18
	tokenAttribute = 0x19
	tokenError     = 0x1c
	tokenBool      = 0x1d
	tokenInteger   = 0x1e
	tokenNumber    = 0x1f
	tokenArray     = 0x20
	tokenFunction  = 0x21
	tokenVariadic  = 0x22
	tokenName      = 0x23
	tokenRef       = 0x24
	tokenArea      = 0x25
	tokenMemArea   = 0x26
	tokenMemError  = 0x27
	tokenMemNone   = 0x28
	tokenMemFunc   = 0x29
	tokenRefError  = 0x2a
	tokenAreaError = 0x2b
	tokenRefN      = 0x2c
	tokenAreaN     = 0x2d
	tokenMemAreaN  = 0x2e
	tokenMemNoneN  = 0x2f
	tokenLinkName  = 0x39
	tokenRef3D     = 0x3a
	tokenArea3D    = 0x3b
	tokenRefErr3D  = 0x3c
	tokenAreaErr3D = 0x3d
)

func plainToken(id byte) byte {
	if id >= 0x20 {
		return id&0x1f | 0x20
	}
	return id
}

// printer writes a formula. The values that wait for what uses them lie behind
// one another in out.
type printer struct {
	f     *Formula
	scope Scope
	in    []byte
	extra []byte
	short bool // the tokens ended too early
	out   []byte
	at    []int     // where each value begins
	space [3]string // that stands before the next token, an opening and a closing parenthesis
}

// The places of space.
const (
	beforeToken = iota
	beforeOpen
	beforeClose
)

// spaced takes the space of a place.
func (p *printer) spaced(place int) string {
	s := p.space[place]
	p.space[place] = ""
	return s
}

// take returns the next n bytes of the tokens.
func (p *printer) take(n int) []byte {
	if n > len(p.in) {
		p.short, p.in = true, nil
		return make([]byte, min(n, maxFormula))
	}
	b := p.in[:n]
	p.in = p.in[n:]
	return b
}

func (p *printer) byte() int   { return int(p.take(1)[0]) }
func (p *printer) uint16() int { return int(binary.LittleEndian.Uint16(p.take(2))) }
func (p *printer) uint32() int { return int(binary.LittleEndian.Uint32(p.take(4))) }

// index is a number that early versions have in one byte.
func (p *printer) index() int {
	if p.f.Version <= Biff3 {
		return p.byte()
	}
	return p.uint16()
}

// by chooses a size by the version.
func (p *printer) by(v2, v3, v5, v8, v12 int) int {
	switch {
	case p.f.Version >= Biff12:
		return v12
	case p.f.Version >= Biff8:
		return v8
	case p.f.Version >= Biff5:
		return v5
	case p.f.Version >= Biff3:
		return v3
	}
	return v2
}

func (p *printer) push(s string) bool {
	p.at = append(p.at, len(p.out))
	p.out = append(append(p.out, p.spaced(beforeToken)...), s...)
	return !p.short
}

// operator puts an operator between the last two values.
func (p *printer) operator(s string) bool {
	n := len(p.at)
	if n < 2 {
		return false
	}
	p.out = slices.Insert(p.out, p.at[n-1], []byte(p.spaced(beforeToken)+s)...)
	p.at = p.at[:n-1]
	return true
}

// around puts something before and behind the last values, with commas between
// them, so that they are one.
func (p *printer) around(before string, values int, after string) bool {
	n := len(p.at)
	switch {
	case values > n:
		return false
	case values == 0:
		return p.push(before + after)
	}
	for i := n - 1; i > n-values; i-- {
		p.out = slices.Insert(p.out, p.at[i], ',')
	}
	p.out = slices.Insert(p.out, p.at[n-values], []byte(p.spaced(beforeToken)+before)...)
	p.out = append(p.out, after...)
	p.at = p.at[:n-values+1]
	return len(p.out) <= maxFormula
}

// token takes one token; false: the formula cannot be told.
func (p *printer) token() bool {
	id := plainToken(p.in[0])
	p.in = p.in[1:]
	if id >= tokenAdd && id <= tokenRange {
		return p.operator([]string{"+", "-", "*", "/", "^", "&", "<", "<=", "=", ">=", ">", "<>", " ", ",", ":"}[id-tokenAdd])
	}
	switch id {
	case tokenPlus:
		return p.around("+", 1, "")
	case tokenMinus:
		return p.around("-", 1, "")
	case tokenPercent:
		return p.around("", 1, "%")
	case tokenParen:
		return p.around(p.spaced(beforeOpen)+"(", 1, p.spaced(beforeClose)+")")
	case tokenMissing:
		return p.push("")
	case tokenText:
		return p.push(quoteText(p.text()))
	case tokenExtended:
		return p.extended()
	case tokenAttribute:
		return p.attribute()
	case tokenError:
		return p.push(ErrorName(byte(p.byte())))
	case tokenBool:
		return p.push(boolName(p.byte()))
	case tokenInteger:
		return p.push(strconv.Itoa(p.uint16()))
	case tokenNumber:
		return p.push(number(p.take(8)))
	case tokenArray:
		p.take(p.by(6, 7, 7, 7, 14))
		return p.array()
	case tokenFunction, tokenVariadic:
		return p.function(id)
	}
	return p.operand(id)
}

// operand takes a token that refers to cells or names.
func (p *printer) operand(id byte) bool {
	switch id {
	case tokenName:
		var i int
		if p.f.Version >= Biff8 {
			i = p.uint32()
		} else {
			i = p.uint16()
			p.take(p.by(5, 8, 12, 0, 0))
		}
		return p.named(p.scope.Name(i))
	case tokenLinkName:
		link := p.uint16()
		var i int
		if p.f.Version >= Biff8 {
			i = p.uint32()
		} else {
			p.take(8)
			i = p.uint16()
			p.take(12)
		}
		return p.named(p.scope.LinkName(link, i))
	case tokenRef:
		return p.push(p.reference(p.cell(), false))
	case tokenArea:
		return p.push(p.reference(p.area(), true))
	case tokenRefN:
		return p.push(p.reference(p.moved(p.cell()), false))
	case tokenAreaN:
		return p.push(p.reference(p.moved(p.area()), true))
	case tokenRefError:
		p.cell()
		return p.push("#REF!")
	case tokenAreaError:
		p.area()
		return p.push("#REF!")
	case tokenRef3D:
		_, _, sheets := p.sheets()
		return sheets != "" && p.push(sheets+"!"+p.reference(p.cell(), false))
	case tokenArea3D:
		_, _, sheets := p.sheets()
		return sheets != "" && p.push(sheets+"!"+p.reference(p.area(), true))
	case tokenRefErr3D:
		p.sheets()
		p.cell()
		return p.push("#REF!")
	case tokenAreaErr3D:
		p.sheets()
		p.area()
		return p.push("#REF!")
	}
	return p.memory(id)
}

// memory takes a token before what a value is computed from, which says more.
func (p *printer) memory(id byte) bool {
	width := p.by(1, 2, 2, 2, 2)
	switch id {
	case tokenMemArea:
		p.take(p.by(3, 4, 4, 4, 4) + width)
		count, size := Uint16(p.extra, 0), 6
		skip := 2
		switch {
		case p.f.Version >= Biff12:
			count, size, skip = int(Uint32(p.extra, 0)), 16, 4
		case p.f.Version >= Biff8:
			size = 8
		}
		p.extra = p.extra[min(int64(len(p.extra)), int64(skip)+int64(count)*int64(size)):]
	case tokenMemError, tokenMemNone:
		p.take(p.by(3, 4, 4, 4, 4) + width)
	case tokenMemFunc, tokenMemAreaN, tokenMemNoneN:
		p.take(width)
	default:
		return false
	}
	return !p.short
}

func (p *printer) named(name string) bool { return name != "" && p.push(name) }

// extended takes one of the tokens that later versions added.
func (p *printer) extended() bool {
	const list, slicer = 0x19, 0x1d
	switch kind := p.byte(); {
	case p.f.Version < Biff8:
		return false
	case kind == list:
		p.take(12)
		return false // it names the columns of a table by numbers
	case kind == slicer:
		p.take(4)
		return false
	default:
		p.take(4)
		return !p.short // of natural language formulas: what follows says it
	}
}

// attribute takes what says how to compute; the sum of one value is a function.
func (p *printer) attribute() bool {
	const choose, sum, space = 0x04, 0x10, 0x40
	kind := p.byte()
	width := p.by(1, 2, 2, 2, 2)
	data := p.take(width)
	switch {
	case kind&choose != 0:
		count := int(data[0])
		if width == 2 {
			count |= int(data[1]) << 8
		}
		p.take((count + 1) * width)
	case kind&sum != 0:
		return p.around("SUM(", 1, p.spaced(beforeClose)+")")
	case kind&space != 0 && width == 2 && data[0] <= 5: // PtgAttrSpaceType, [MS-XLS] 2.5.198.37
		what := " "
		if data[0]&1 != 0 {
			what = "\n"
		}
		p.space[data[0]>>1] += strings.Repeat(what, int(data[1]))
	}
	return !p.short
}

// function takes the call of a function.
func (p *printer) function(id byte) bool {
	const userDefined = 255
	count := -1
	if id == tokenVariadic {
		count = p.byte() & 0x7f
	}
	i := p.index()
	if count > 0 && i == userDefined { // its name is the first value
		return p.call(count)
	}
	fn, ok := functionAt(i)
	if count < 0 {
		count = fn.arguments
		if i >= 101 && i <= 102 { // HLOOKUP and VLOOKUP got a fourth in version 5
			count = 3
		}
	}
	return ok && count >= 0 && !p.short && p.around(fn.name+"(", count, p.spaced(beforeClose)+")")
}

// call makes a call of the last values, of which the first is the name of a
// function. Functions that came later are stored so too, behind a prefix.
func (p *printer) call(count int) bool {
	n := len(p.at)
	if count > n {
		return false
	}
	from := p.at[n-count]
	to := len(p.out)
	if count > 1 {
		to = p.at[n-count+1]
	}
	name := string(p.out[from:to])
	for _, prefix := range []string{"_xlfn.", "_xlws."} {
		name = strings.TrimPrefix(name, prefix)
	}
	p.out = slices.Delete(p.out, from, to)
	for i := n - count + 1; i < n; i++ {
		p.at[i] -= to - from
	}
	p.at = slices.Delete(p.at, n-count, n-count+1)
	return p.around(name+"(", count-1, p.spaced(beforeClose)+")")
}

// sheets takes what a reference to another sheet begins with.
func (p *printer) sheets() (link, sheet int, text string) {
	link = p.uint16()
	last := 0
	if p.f.Version < Biff8 {
		p.take(8)
		sheet, last = p.uint16(), p.uint16()
	}
	if p.scope != nil {
		text = p.scope.Sheets(link, sheet, last)
	}
	return link, sheet, text
}

const (
	isColumnRelative = 1 << 14
	isRowRelative    = 1 << 15
)

// cell takes a reference to a cell.
func (p *printer) cell() Range {
	var r Range
	switch {
	case p.f.Version >= Biff12:
		r.Row = p.uint32()
		r.setColumn(p.uint16(), 0x3fff)
	case p.f.Version >= Biff8:
		r.Row = p.uint16()
		r.setColumn(p.uint16(), 0xff)
	default:
		r.setRow(p.uint16())
		r.Column = p.byte()
	}
	r.LastRow, r.LastColumn, r.RelLastRow, r.RelLastColumn = r.Row, r.Column, r.RelRow, r.RelColumn
	return r
}

// area takes a reference to a range.
func (p *printer) area() Range {
	var first, last Range
	switch {
	case p.f.Version >= Biff12:
		first.Row, last.Row = p.uint32(), p.uint32()
		first.setColumn(p.uint16(), 0x3fff)
		last.setColumn(p.uint16(), 0x3fff)
	case p.f.Version >= Biff8:
		first.Row, last.Row = p.uint16(), p.uint16()
		first.setColumn(p.uint16(), 0xff)
		last.setColumn(p.uint16(), 0xff)
	default:
		first.setRow(p.uint16())
		last.setRow(p.uint16())
		first.Column, last.Column = p.byte(), p.byte()
	}
	first.LastRow, first.LastColumn, first.RelLastRow, first.RelLastColumn = last.Row, last.Column, last.RelRow, last.RelColumn
	return first
}

// setColumn takes a column with what is relative, setRow a row of versions
// before 8.
func (r *Range) setColumn(v, mask int) {
	r.Column, r.RelColumn, r.RelRow = v&mask, v&isColumnRelative != 0, v&isRowRelative != 0
}

func (r *Range) setRow(v int) {
	r.Row, r.RelColumn, r.RelRow = v&0x3fff, v&isColumnRelative != 0, v&isRowRelative != 0
}

// rows and columns are how many a sheet has.
func (v Version) rows() int {
	switch {
	case v >= Biff12:
		return 1 << 20
	case v >= Biff8:
		return 1 << 16
	}
	return 1 << 14
}

func (v Version) columns() int {
	if v >= Biff12 {
		return 1 << 14
	}
	return 1 << 8
}

// moved is a reference of a shared formula: what is relative in it is a distance
// from the cell, round the edges of the sheet.
func (p *printer) moved(r Range) Range {
	rows, columns := p.f.Version.rows(), p.f.Version.columns()
	move := func(v *int, relative bool, by, size int) {
		if relative {
			*v = ((*v+by)%size + size) % size
		}
	}
	move(&r.Row, r.RelRow, p.f.Row, rows)
	move(&r.LastRow, r.RelLastRow, p.f.Row, rows)
	move(&r.Column, r.RelColumn, p.f.Column, columns)
	move(&r.LastColumn, r.RelLastColumn, p.f.Column, columns)
	return r
}

// reference is a reference as it is typed.
func (p *printer) reference(r Range, isArea bool) string {
	rows, columns := p.f.Version.rows(), p.f.Version.columns()
	if !isArea {
		return columnName(r.Column, r.RelColumn) + rowName(r.Row, r.RelRow)
	}
	switch {
	case r.Row == 0 && r.LastRow == rows-1:
		return columnName(r.Column, r.RelColumn) + ":" + columnName(r.LastColumn, r.RelLastColumn)
	case r.Column == 0 && r.LastColumn == columns-1:
		return rowName(r.Row, r.RelRow) + ":" + rowName(r.LastRow, r.RelLastRow)
	}
	return columnName(r.Column, r.RelColumn) + rowName(r.Row, r.RelRow) + ":" + columnName(r.LastColumn, r.RelLastColumn) + rowName(r.LastRow, r.RelLastRow)
}

func rowName(row int, relative bool) string {
	if relative {
		return strconv.Itoa(row + 1)
	}
	return "$" + strconv.Itoa(row+1)
}

func columnName(column int, relative bool) string {
	var b [8]byte
	i := len(b)
	for n := column + 1; n > 0; n = (n - 1) / 26 {
		i--
		b[i] = byte('A' + (n-1)%26)
	}
	if !relative {
		i--
		b[i] = '$'
	}
	return string(b[i:])
}

// text takes a text of the tokens.
func (p *printer) text() string {
	if p.f.Version >= Biff12 {
		n := p.uint16()
		return string(AppendUTF16(nil, p.take(2*n)))
	}
	n := p.byte()
	if p.f.Version < Biff8 {
		return p.scope.Text(p.take(n))
	}
	if p.byte()&1 != 0 {
		return string(AppendUTF16(nil, p.take(2*n)))
	}
	return string(AppendLatin1(nil, p.take(n)))
}

func quoteText(s string) string { return `"` + strings.ReplaceAll(s, `"`, `""`) + `"` }

func boolName(v int) string {
	if v != 0 {
		return "TRUE"
	}
	return "FALSE"
}

func number(b []byte) string {
	f := math.Float64frombits(binary.LittleEndian.Uint64(b))
	s := strconv.FormatFloat(f, 'G', 15, 64)
	return strings.Replace(s, "E+0", "E+", 1)
}

// array takes a constant array, whose values lie behind the tokens ([MS-XLS]
// 2.5.198.32).
func (p *printer) array() bool {
	tokens := p.in
	p.in = p.extra
	var rows, columns int
	switch {
	case p.f.Version >= Biff12:
		rows, columns = p.uint32(), p.uint32()
	case p.f.Version >= Biff8:
		columns = p.byte() + 1
		rows = p.uint16() + 1
	default:
		if columns = p.byte(); columns == 0 {
			columns = 256
		}
		rows = p.uint16()
	}
	if rows <= 0 || columns <= 0 || rows > maxFormula || columns > maxFormula {
		return false
	}
	var out bytes.Buffer
	out.WriteByte('{')
	for y := range rows {
		for x := range columns {
			switch {
			case x > 0:
				out.WriteByte(',')
			case y > 0:
				out.WriteByte(';')
			}
			out.WriteString(p.element())
			if p.short || out.Len() > maxFormula {
				return false
			}
		}
	}
	out.WriteByte('}')
	p.in, p.extra = tokens, p.in
	return p.push(out.String())
}

// element takes a value of an array (SerAr, [MS-XLS] 2.5.198.40, [MS-XLSB]
// 2.5.97.24).
func (p *printer) element() string {
	kind := p.byte()
	if p.f.Version >= Biff12 {
		switch kind {
		case 0:
			return number(p.take(8))
		case 1:
			n := p.uint16()
			return quoteText(string(AppendUTF16(nil, p.take(2*n))))
		case 2:
			return boolName(p.byte())
		default:
			return ErrorName(p.take(4)[0])
		}
	}
	switch kind {
	case 0:
		p.take(8)
		return ""
	case 1:
		return number(p.take(8))
	case 2:
		return quoteText(p.arrayText())
	case 4:
		return boolName(int(p.take(8)[0]))
	default:
		return ErrorName(p.take(8)[0])
	}
}

// arrayText takes a text of an array, with its length in two bytes of version 8.
func (p *printer) arrayText() string {
	if p.f.Version < Biff8 {
		return p.text()
	}
	n := p.uint16()
	if p.byte()&1 != 0 {
		return string(AppendUTF16(nil, p.take(2*n)))
	}
	return string(AppendLatin1(nil, p.take(n)))
}

// SheetPrefix is the name of a sheet, or of the first and the last of several,
// and of the workbook they lie in, if it is another, as formulas have them before
// the exclamation mark.
func SheetPrefix(book, first, last string) string {
	s := first
	if book != "" {
		s = "[" + book + "]" + s
	}
	if last != "" && last != first {
		s += ":" + last
	}
	if isPlainName(first) && isPlainName(last) && isPlainName(book) {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", "''") + "'"
}

// isPlainName reports whether a name needs no quotes.
func isPlainName(s string) bool {
	for i, r := range s {
		switch {
		case r >= '0' && r <= '9', r == '.':
			if i == 0 {
				return false
			}
		case r|0x20 >= 'a' && r|0x20 <= 'z', r == '_', r >= 0x80:
		default:
			return false
		}
	}
	return true
}
