package xlsx

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"

	"fread/internal/reader/fault"
	"fread/internal/reader/opc"
	"fread/internal/reader/workbook"
)

const (
	maxMerged  = 1 << 16
	maxFormula = 8192 * 4 // bytes: Excel allows 8,192 characters
	quickAhead = 2 << 10  // bytes of a cell that is written in the usual way, at most
	pipeFrom   = 1 << 20  // bytes of a sheet behind which it is inflated beside the parsing
)

// sheet is one tab with what is known of it by now.
type sheet struct {
	part     string
	damage   error
	merged   []workbook.Range
	hidden   []workbook.Range // columns
	rows     int64            // hidden ones that have cells
	declared workbook.Range
	last     int             // row that has a value
	widest   int             // column
	ended    bool            // last is that of the sheet
	sorted   bool            // rows have to be put in order
	order    []*workbook.Row // that was done
	run      *run            // where Rows ended
}

// A run is one way through a sheet from its beginning (18.3.1.99).
type run struct {
	b      *book
	sh     *sheet
	part   *opc.Part
	pipe   *pipe
	s      *scanner
	prefix string // of the elements
	inData bool   // between the rows
	ended  bool

	row     workbook.Row
	numbers bool // the row has its number in the file
	column  int  // of the last cell
	order   bool // the cells are not in order
	at      int  // number of the last row
	shown   int  // number of the last row that was yielded
	arena   workbook.Arena
	value   []byte
	formula []byte
	shared  map[int]shared
}

// shared is a formula that several cells have, as it is in the first of them.
type shared struct {
	text        string
	row, column int
}

// start begins a run and reads what stands before the rows.
func (b *book) start(sh *sheet) (*run, error) {
	part, err := b.pack.Open(sh.part)
	if err != nil {
		return nil, err
	}
	part.Stream()
	r := &run{b: b, sh: sh, part: part, s: newScanner(part)}
	if err := r.prolog(); err != nil {
		r.close()
		return nil, err
	}
	return r, nil
}

func (r *run) close() {
	if r.pipe != nil {
		r.pipe.stop()
	}
	_ = r.part.Close()
}

// prolog reads up to the rows. A sheet that ends before has none.
func (r *run) prolog() error {
	r.sh.hidden = nil
	for {
		k, err := r.s.next()
		if err != nil {
			return r.broken(err)
		}
		switch name := string(r.s.name); {
		case k == start && name == "dimension":
			r.dimension()
		case k == start && name == "col":
			r.columns()
		case k == start && name == "Choice": // nothing that a choice would require is understood
			if err := r.s.skip(); err != nil {
				return r.broken(err)
			}
		case k == start && name == "sheetData":
			r.prefix, r.inData = string(r.s.prefix), true
			return nil
		case k == end && isRoot(name):
			r.end()
			return nil
		}
	}
}

// isRoot reports whether a sheet ends with an element. Sheets of the macros of
// old have cells too.
func isRoot(name string) bool {
	return name == "worksheet" || name == "macrosheet" || name == "chartsheet" || name == "dialogsheet"
}

// dimension takes the used range as it is declared.
func (r *run) dimension() {
	ref, _ := r.s.attr("ref")
	if d, ok := workbook.ParseRange(string(ref)); ok {
		r.sh.declared = d
	}
}

// columns takes the columns that are hidden (18.3.1.13).
func (r *run) columns() {
	from, _ := r.s.attr("min")
	to, _ := r.s.attr("max")
	if a, b := number(from), number(to); r.s.flag("hidden") && a > 0 && b >= a && len(r.sh.hidden) < maxMerged {
		r.sh.hidden = append(r.sh.hidden, workbook.Range{FirstColumn: a, LastColumn: min(b, workbook.MaxColumns)})
	}
}

// broken says what an error of reading the sheet means.
func (r *run) broken(err error) error {
	_, isFault := errors.AsType[*fault.Error](err)
	switch {
	case isFault:
		return err
	case errors.Is(err, errEnds), errors.Is(err, io.ErrUnexpectedEOF):
		return fault.New(fault.Corrupt, fault.PhaseConvert, "", "The sheet ends too early.", "Use a copy that is whole.")
	case errors.Is(err, errTagBig):
		return fault.New(fault.TooComplex, fault.PhaseConvert, "", "A tag of the sheet has more than 1 MiB.", "")
	}
	return err
}

// end notes that all of the sheet was gone through.
func (r *run) end() {
	r.ended, r.inData = true, false
	r.sh.ended = true
}

// rows calls yield with the rows from number first on that have cells.
func (r *run) rows(ctx context.Context, first int, yield func(*workbook.Row) error) error {
	if !r.inData {
		return nil
	}
	if first > r.at+1 {
		if err := r.skipTo(ctx, first); err != nil {
			return err
		}
	}
	inRow := false
	for r.inData {
		if inRow && r.quick() {
			continue
		}
		k, err := r.s.next()
		if err != nil {
			return r.broken(err)
		}
		if k == text {
			continue
		}
		name := r.s.name
		switch {
		case len(name) == 1 && name[0] == 'c' && k == start && inRow:
			if err := r.slow(); err != nil {
				return r.broken(err)
			}
		case k == start && string(name) == "row":
			r.begin()
			inRow = true
		case k == end && string(name) == "row":
			inRow = false
			if err := r.give(first, yield); err != nil {
				return err
			}
		case k == end && string(name) == "sheetData":
			r.inData = false
		case k == start && string(name) == "Choice":
			if err := r.s.skip(); err != nil {
				return r.broken(err)
			}
		}
		r.ahead()
	}
	return r.tail()
}

// ahead has the rest of a large sheet inflated beside the parsing.
func (r *run) ahead() {
	if r.pipe == nil && r.s.offset() > pipeFrom {
		r.pipe = newPipe(r.s.in)
		r.s.in = r.pipe
	}
}

// begin takes the tag of a row (18.3.1.73).
func (r *run) begin() {
	number := -1
	if v, ok := r.s.attr("r"); ok {
		number = atoi(v)
	}
	if r.numbers = number > 0; r.numbers {
		r.at = number
	} else {
		r.at++
	}
	r.row = workbook.Row{Number: r.at, Cells: r.row.Cells[:0], Hidden: r.s.flag("hidden")}
	r.column, r.order = 0, false
}

func atoi(b []byte) int { return number(bytes.TrimSpace(b)) }

// give yields the row that ends here.
func (r *run) give(first int, yield func(*workbook.Row) error) error {
	row := &r.row
	if r.order {
		row.Settle()
	}
	valued := slices.ContainsFunc(row.Cells, func(c workbook.Cell) bool { return c.Kind != workbook.Blank || c.Uncached })
	if !valued {
		return nil
	}
	if row.Number > workbook.MaxRows {
		r.sh.damage = errOutside()
		return nil
	}
	r.note(row.Number, row.Cells[len(row.Cells)-1].Column)
	if row.Hidden {
		r.sh.rows++
	}
	if row.Number <= r.shown && !r.sh.sorted {
		r.sh.sorted = true
		return workbook.ErrDisorder
	}
	if r.sh.sorted || row.Number >= first {
		r.shown = max(r.shown, row.Number)
		return yield(row)
	}
	return nil
}

func errOutside() error {
	return errors.New("there are cells behind the last that a sheet can have, XFD1048576; they are left out")
}

// note that a cell has a value.
func (r *run) note(row, column int) {
	r.sh.last, r.sh.widest = max(r.sh.last, row), max(r.sh.widest, column)
}

// quick takes a cell that is written as most are,
// <c r="B2" s="1" t="s"><v>12</v></c>, and reports whether it was one.
func (r *run) quick() bool {
	s := r.s
	if s.closes || r.prefix != "" {
		return false
	}
	if len(s.buf)-s.at < quickAhead {
		s.fill()
	}
	b := s.buf[s.at:]
	const before = `<c r="`
	if len(b) < len(before) || string(b[:len(before)]) != before {
		return false
	}
	i, column, row := len(before), 0, 0
	for ; i < len(b) && b[i] >= 'A' && b[i] <= 'Z' && i < len(before)+3; i++ {
		column = column*26 + int(b[i]-'A') + 1
	}
	for ; i < len(b) && b[i] >= '0' && b[i] <= '9' && row <= workbook.MaxRows; i++ {
		row = row*10 + int(b[i]-'0')
	}
	if row != r.row.Number || column == 0 || column > workbook.MaxColumns || i >= len(b) || b[i] != '"' {
		return false
	}
	i++
	style, kind, i := attributes(b, i)
	if i < 0 {
		return false
	}
	if b[i] == '/' {
		if i+1 >= len(b) || b[i+1] != '>' {
			return false
		}
		s.at += i + 2
		r.place(column)
		return true
	}
	i++
	formula := false
	if i+2 < len(b) && b[i] == '<' && b[i+1] == 'f' {
		if i = r.quickFormula(b, i); i < 0 {
			return false
		}
		formula = true
	}
	const opening, closing = "<v>", "</v></c>"
	if len(b)-i < len(opening) || string(b[i:i+len(opening)]) != opening {
		return false
	}
	i += len(opening)
	n := bytes.IndexByte(b[i:], '<')
	if n <= 0 || len(b)-i-n < len(closing) || string(b[i+n:i+n+len(closing)]) != closing {
		return false
	}
	value := b[i : i+n]
	s.at += i + n + len(closing)
	r.place(column)
	r.add(column, style, kind, value, formula, true)
	return true
}

// attributes reads s="1" and t="s" of a cell in either order. It returns where
// the tag ends, or -1 where there is something else.
func attributes(b []byte, i int) (style int, kind cellType, at int) {
	for i < len(b) && b[i] == ' ' {
		if i+5 > len(b) || b[i+2] != '=' || b[i+3] != '"' {
			return 0, 0, -1
		}
		name := b[i+1]
		i += 4
		n := bytes.IndexByte(b[i:min(len(b), i+16)], '"')
		if n < 0 {
			return 0, 0, -1
		}
		switch name {
		case 's':
			if style = number(b[i : i+n]); style < 0 {
				return 0, 0, -1
			}
		case 't':
			kind = typeOf(b[i : i+n])
		default:
			return 0, 0, -1
		}
		i += n + 1
	}
	if i >= len(b) || b[i] != '>' && b[i] != '/' {
		return 0, 0, -1
	}
	return style, kind, i
}

// quickFormula passes over a formula, if formulas are not wanted.
func (r *run) quickFormula(b []byte, i int) int {
	const closing = "</f>"
	if r.b.formulas {
		return -1
	}
	n := bytes.IndexByte(b[i:], '>')
	if n < 2 || bytes.IndexByte(b[i:i+n], '\'') >= 0 {
		return -1
	}
	if b[i+n-1] == '/' {
		return i + n + 1
	}
	i += n + 1
	n = bytes.IndexByte(b[i:], '<')
	if n < 0 || len(b)-i-n < len(closing) || string(b[i+n:i+n+len(closing)]) != closing {
		return -1
	}
	return i + n + len(closing)
}

// cellType is the t of a cell (18.18.11).
type cellType uint8

const (
	typeNumber cellType = iota
	typeShared
	typeText // the result of a formula
	typeInline
	typeBool
	typeError
	typeDate
)

func typeOf(t []byte) cellType {
	switch string(t) {
	case "s":
		return typeShared
	case "str":
		return typeText
	case "inlineStr":
		return typeInline
	case "b":
		return typeBool
	case "e":
		return typeError
	case "d":
		return typeDate
	}
	return typeNumber
}

// place notes where a cell is.
func (r *run) place(column int) {
	if column <= r.column {
		r.order = true
	}
	r.column = column
	r.row.Columns = max(r.row.Columns, column)
}

// slow takes a cell however it is written (18.3.1.4), behind its start tag.
func (r *run) slow() error {
	s := r.s
	column, style := r.column+1, 0
	if ref, ok := s.attr("r"); ok {
		row, c, n := workbook.ParseReference(ref)
		if n > 0 && c > 0 {
			column = c
		}
		if n > 0 && row > 0 && !r.numbers && len(r.row.Cells) == 0 && row > r.row.Number {
			r.at, r.row.Number = row, row
		}
	}
	if v, ok := s.attr("s"); ok {
		style = max(atoi(v), 0)
	}
	t, _ := s.attr("t")
	kind := typeOf(t)
	c := content{value: r.value[:0], formula: r.formula[:0]}
	err := r.content(&c, column)
	r.value, r.formula = c.value, c.formula
	if err != nil {
		return err
	}
	if column > workbook.MaxColumns {
		r.sh.damage = errOutside()
		return nil
	}
	if len(c.value) >= maxString {
		r.b.strings.long = true
	}
	r.place(column)
	if !c.hasValue && !c.hasFormula {
		return nil
	}
	r.add(column, style, kind, c.value, c.hasFormula, false)
	if r.b.formulas && len(c.formula) > 0 {
		r.row.Cells[len(r.row.Cells)-1].Formula = r.arena.String(c.formula)
	}
	return nil
}

// content is what is inside a cell.
type content struct {
	value, formula       []byte
	hasValue, hasFormula bool
}

// content reads up to the end of a cell.
func (r *run) content(c *content, column int) error {
	s := r.s
	const (
		nowhere = iota
		inValue
		inInline
		inFormula
	)
	where := nowhere
	inline := false
	var f formulaTag
	for {
		k, err := s.next()
		if err != nil {
			return err
		}
		switch k {
		case text:
			switch where {
			case inValue, inInline:
				c.value = s.appendChars(c.value, maxString)
				c.hasValue = true
			case inFormula:
				c.formula = s.appendChars(c.formula, maxFormula)
			}
		case start:
			where = nowhere
			switch string(s.name) {
			case "v":
				if !inline {
					where = inValue
				}
			case "is": // counts before a value beside it
				inline, c.hasValue, c.value = true, true, c.value[:0]
			case "t":
				if inline {
					where = inInline
				}
			case "f":
				where, c.hasFormula = inFormula, true
				f = r.formulaTag()
			case "rPh", "extLst":
				if err := s.skip(); err != nil {
					return err
				}
			}
		case end:
			where = nowhere
			switch string(s.name) {
			case "f":
				r.share(c, &f, column)
			case "c":
				return nil
			case "row", "sheetData":
				return errEnds
			}
		}
	}
}

// add makes a cell of what stands in it. Quick says that value is as written.
func (r *run) add(column, style int, kind cellType, value []byte, formula, quick bool) {
	r.row.Cells = append(r.row.Cells, workbook.Cell{Column: column})
	c := &r.row.Cells[len(r.row.Cells)-1]
	c.Format = r.b.styles.format(style)
	switch kind {
	case typeText, typeInline, typeError, typeDate:
		if quick {
			r.value = appendText(r.value[:0], value)
			value = r.value
		}
		r.text(c, kind, value)
		return
	case typeShared:
		r.sharedString(c, value)
	case typeBool:
		if value = bytes.TrimSpace(value); len(value) > 0 {
			c.Kind = workbook.Bool
			if isTrue(value) {
				c.Number = 1
			}
		}
	case typeNumber:
		r.number(c, value)
	}
	c.Uncached = formula && c.Kind == workbook.Blank
}

// text sets a cell to text as it is meant.
func (r *run) text(c *workbook.Cell, kind cellType, value []byte) {
	c.Kind = workbook.Text
	switch kind {
	case typeError:
		value = bytes.TrimSpace(value)
		c.Kind = workbook.Error
	case typeDate:
		value = bytes.TrimSpace(value)
		c.Kind = workbook.Date
	case typeNumber, typeShared, typeText, typeInline, typeBool:
		value = unescape(value)
	}
	if len(value) == 0 && kind != typeText {
		c.Kind = workbook.Blank
		return
	}
	c.Text = r.arena.String(value)
}

func (r *run) sharedString(c *workbook.Cell, value []byte) {
	value = bytes.TrimSpace(value)
	if len(value) == 0 {
		return
	}
	t, ok := r.b.strings.get(number(value))
	if !ok {
		if r.sh.damage = r.b.strings.err; r.sh.damage == nil {
			r.sh.damage = errors.New("cells refer to texts that the workbook does not have; they are blank")
		}
		return
	}
	if t != "" {
		c.Kind, c.Text = workbook.Text, t
	}
}

// number sets a cell to a number, or to the text that stands where one should.
func (r *run) number(c *workbook.Cell, value []byte) {
	f, ok := quickFloat(value)
	if !ok {
		value = bytes.TrimSpace(value)
		if len(value) == 0 {
			return
		}
		g, err := strconv.ParseFloat(string(value), 64)
		if err != nil && !errors.Is(err, strconv.ErrRange) || math.IsNaN(g) {
			c.Kind, c.Text = workbook.Text, r.arena.String(value)
			return
		}
		f = g
	}
	c.Kind, c.Number = workbook.Number, f
}

// quickFloat reads a number of few digits, for which dividing by a power of ten is
// exact.
func quickFloat(b []byte) (float64, bool) {
	const mostDigits = 15
	if len(b) == 0 || len(b) > mostDigits+2 {
		return 0, false
	}
	negative := b[0] == '-'
	if negative {
		b = b[1:]
	}
	n, digits, point := int64(0), 0, -1
	for i, c := range b {
		switch {
		case c >= '0' && c <= '9':
			n = n*10 + int64(c-'0')
			digits++
		case c == '.' && point < 0:
			point = i
		default:
			return 0, false
		}
	}
	if digits == 0 || digits > mostDigits {
		return 0, false
	}
	f := float64(n)
	if point >= 0 {
		f /= powerOfTen(len(b) - 1 - point)
	}
	if negative {
		f = -f
	}
	return f, true
}

func powerOfTen(n int) float64 {
	powers := [...]float64{1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15}
	return powers[n]
}

// tail reads what stands behind the rows.
func (r *run) tail() error {
	var merged []workbook.Range
	for {
		k, err := r.s.next()
		if err != nil {
			return r.broken(err)
		}
		switch {
		case k == start && string(r.s.name) == "mergeCell":
			ref, _ := r.s.attr("ref")
			if m, ok := workbook.ParseRange(string(ref)); ok && len(merged) < maxMerged {
				merged = append(merged, m)
			}
		case k == end && isRoot(string(r.s.name)):
			r.sh.merged = merged
			r.end()
			return nil
		}
	}
}

// sortedRows yields the rows of a sheet in which they are not in order.
func (b *book) sortedRows(ctx context.Context, sh *sheet, first int, yield func(*workbook.Row) error) error {
	if sh.order == nil {
		if err := b.sortRows(ctx, sh); err != nil {
			return err
		}
	}
	for _, row := range sh.order {
		if row.Number < first {
			continue
		}
		given := *row
		given.Cells = slices.Clone(row.Cells)
		if err := yield(&given); err != nil {
			return err
		}
	}
	return nil
}

// maxSorted is how many cells of a sheet without order are kept.
const maxSorted = 400_000

func (b *book) sortRows(ctx context.Context, sh *sheet) error {
	r, err := b.start(sh)
	if err != nil {
		return err
	}
	defer r.close()
	var list []*workbook.Row
	count := 0
	err = r.rows(ctx, 1, func(row *workbook.Row) error {
		if count += len(row.Cells) + 1; count > maxSorted {
			return fault.New(fault.TooComplex, fault.PhaseConvert, "", "The rows of the sheet are not in order, and too many to be sorted.", "Save it again with a program that reads it.")
		}
		kept := *row
		kept.Cells = slices.Clone(row.Cells)
		list = append(list, &kept)
		return nil
	})
	if err != nil {
		return err
	}
	slices.SortStableFunc(list, func(a, b *workbook.Row) int { return cmp.Compare(a.Number, b.Number) })
	for _, row := range list {
		n := len(sh.order)
		if n == 0 || sh.order[n-1].Number != row.Number {
			sh.order = append(sh.order, row)
			continue
		}
		same := sh.order[n-1]
		same.Cells = slices.Concat(same.Cells, row.Cells)
		same.Settle() // the later ones count
	}
	return nil
}

// missingSheet is the error for a sheet of which the part is not known.
func missingSheet(name string) error {
	return fault.New(fault.Corrupt, fault.PhaseConvert, "", fmt.Sprintf("The part of the sheet %s is missing.", fault.Quote(name)), "Use a copy that is whole.")
}
