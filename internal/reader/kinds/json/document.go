package json

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math"
	"slices"
	"strconv"
	"unicode/utf8"

	"fread/internal/reader"
	"fread/internal/reader/cells"
	"fread/internal/reader/charset"
	"fread/internal/reader/cursor"
	"fread/internal/reader/fault"
	"fread/internal/reader/forward"
	"fread/internal/reader/source"
)

// A layout says what the rows are.
type layout byte

const (
	elements layout = '[' // of an array
	members  layout = '{' // of an object: name and value
	lines    layout = 'l' // each line that is not blank is a value
	values   layout = 'v' // one value or several, one behind the other
)

// document is one JSON text, or a value in one, as rows.
type document struct {
	f      *source.File
	guess  charset.Guess
	bom    int64
	format string
	part   string
	layout layout
	root   int64 // offset of the array or object; -1: not known

	headers []string
	columns map[string]int
	mixed   int // column of what is not an object; -1: none yet
	fixed   int // columns that the headers named when the window began

	total   int64
	marks   []mark
	content uint64
	hashed  bool

	parser  parser
	decoder *charset.Decoder
	decoded []byte
	text    []byte
	tab     []byte
	made    int64 // rows of objects
	spans   []span
	cells   []cells.Cell
	remarks remarks
}

// A mark is where a row starts, so that it is found without counting again.
type mark struct{ row, at int64 }

const markEvery = 4 << 20

// span is where in text the value of a column lies.
type span struct {
	start, end int
	kind       cells.Type
	set        int64 // which row it is of, counted as they are made
}

// remarks is what there is to say about what was read.
type remarks struct {
	bad, firstBad     int64 // undecodable bytes
	relaxed           bool
	twice, firstTwice int64 // names that an object has twice, and the first row with one
	broken            int64 // rows that are not JSON
	firstBroken       int64
	brokenAt          int64
	cut, firstCut     int64  // rows larger than maxRow
	cutPart           string // address of the first
	lateRow           int64  // the first row with members that the headers do not name
	more              int64  // members that have no column, as there are too many
	damage            error  // where the document breaks off
	damageAt          int64
	hint              string // address of an array that is worth reading
}

// maxColumns is how many columns the members of objects can have.
const maxColumns = 16384

// lateColumns is how many columns may be added to those that the headers named
// when the window began. Records that all have other members would make rows as
// wide as there are records.
const lateColumns = 256

// wideRow is how many columns a row is filled up to with blanks; beyond it ends
// with its last member.
const wideRow = 256

// Close implements reader.Document.
func (d *document) Close() error { return nil }

// open returns the text from an offset on.
func (d *document) open(ctx context.Context, at int64) *stream {
	enc := d.guess.Encoding
	if enc.IsUTF8() || d.decoder != nil {
		enc = nil
	}
	return &stream{ctx: ctx, t: forward.New(d.f, enc, at, -1)}
}

// begin returns the text from the first row on.
func (d *document) begin(ctx context.Context) (*stream, error) {
	s := d.open(ctx, max(d.root, d.bom))
	if d.root < 0 && d.part != "" {
		if err := d.walk(s); err != nil {
			return nil, err
		}
	}
	s.turn = atFirst
	if d.layout == elements || d.layout == members {
		if _, _, err := s.peek(); err != nil {
			return nil, err
		}
		s.t.Advance(min(1, len(s.t.Data)))
	}
	return s, nil
}

// more moves to the next row; ok is false behind the last.
func (d *document) more(s *stream) (ok bool, err error) {
	turn := s.turn
	s.turn = later
	if d.layout == lines {
		return s.blank()
	}
	c, ok, err := s.peek()
	switch {
	case err != nil:
		return false, err
	case d.layout == values:
		return ok && (turn != later || d.part == ""), nil
	case !ok:
		return false, errEnds
	}
	end, missing := byte(']'), errComma
	if d.layout == members {
		end, missing = '}', errMember
	}
	switch {
	case c == end:
		return false, d.finish(s)
	case c == ',' && turn == atFirst:
		return false, errNoValue
	case c == ',':
		s.t.Advance(1)
		c, ok, err = s.peek()
		switch {
		case err != nil:
			return false, err
		case !ok:
			return false, errEnds
		case c == end:
			s.relaxed = true
			return false, d.finish(s)
		}
	case turn == later:
		return false, missing
	}
	if d.layout == members && c != '"' {
		return false, errKey
	}
	return true, nil
}

// finish passes over the bracket that ends the document, behind which nothing
// may follow.
func (d *document) finish(s *stream) error {
	s.t.Advance(1)
	if d.part != "" {
		return nil
	}
	_, ok, err := s.peek()
	if ok {
		return errTrailing
	}
	return err
}

// pass skips one row.
func (d *document) pass(s *stream) error {
	if d.layout != members {
		return s.skip()
	}
	if err := s.skip(); err != nil {
		return err
	}
	if err := d.colon(s); err != nil {
		return err
	}
	return s.skip()
}

func (d *document) colon(s *stream) error {
	c, ok, err := s.peek()
	switch {
	case err != nil:
		return err
	case !ok:
		return errEnds
	case c != ':':
		return errColon
	}
	s.t.Advance(1)
	c, ok, err = s.peek()
	if err == nil && !ok {
		return errEnds
	}
	if err == nil && (c == ',' || c == '}') {
		return errNoValue
	}
	return err
}

// skip passes over n rows and returns how many there were.
func (d *document) skip(s *stream, n int64) (passed int64, err error) {
	if d.layout == lines {
		for passed < n { // marks, from time to time
			k, err := s.skipLines(min(n-passed, 1<<14))
			passed += k
			if err != nil || k == 0 {
				return passed, err
			}
			d.mark(s, passed)
		}
		return passed, nil
	}
	for passed < n {
		ok, err := d.more(s)
		if !ok || err != nil {
			return passed, err
		}
		d.mark(s, passed)
		if err := d.pass(s); err != nil {
			return passed, err
		}
		passed++
	}
	return passed, nil
}

func (d *document) mark(s *stream, passed int64) {
	at := s.t.Offset()
	last := int64(0)
	if n := len(d.marks); n > 0 {
		last = d.marks[n-1].at
	}
	if at-last >= markEvery {
		d.marks = append(d.marks, mark{passed, at})
	}
}

// damaged remembers where the document breaks off; other errors are returned.
func (d *document) damaged(s *stream, err error) error {
	for _, known := range []error{errDeep, errMismatch, errSlash, errNoValue, errEnds, errComma, errMember, errKey, errColon, errTrailing} {
		if errors.Is(err, known) {
			d.remarks.damage, d.remarks.damageAt = known, s.t.Offset()
			return nil
		}
	}
	return err
}

// refusal is the error for a document of which nothing can be shown.
func (d *document) refusal() error {
	r := &d.remarks
	code := fault.Corrupt
	if errors.Is(r.damage, errDeep) {
		code = fault.TooComplex
	}
	e := fault.New(code, fault.PhaseConvert, "", fmt.Sprintf("This cannot be read as JSON: %v, at offset %d.", r.damage, r.damageAt), "Use --as text to look at it as it is.")
	e.Data = map[string]any{"offset": r.damageAt}
	return e
}

// count finds out how many rows there are.
func (d *document) count(ctx context.Context) error {
	s, err := d.begin(ctx)
	if err != nil {
		return err
	}
	if d.f.Stream() {
		s.t.Hold(0)
	}
	d.marks = nil
	n, err := d.skip(s, math.MaxInt64)
	if err != nil {
		if err := d.damaged(s, err); err != nil {
			return err
		}
	}
	d.total = n
	d.remarks.relaxed = d.remarks.relaxed || s.relaxed
	return nil
}

// locate returns the text from the row that from names on, and its number. The
// stream is nil where there is no such row.
func (d *document) locate(ctx context.Context, from cursor.Position) (*stream, int64, error) {
	if from.Byte > 0 {
		return d.open(ctx, max(from.Byte, d.bom)), max(from.Unit, 1), nil
	}
	no := max(from.Unit, 1)
	if from.Unit < 0 {
		if d.total < 0 {
			if err := d.count(ctx); err != nil {
				return nil, 0, err
			}
		}
		no = max(1, d.total+from.Unit+1)
	}
	if d.total >= 0 && no > d.total {
		return nil, 0, nil
	}
	s, passed, err := d.near(ctx, no)
	if err != nil {
		return nil, 0, err
	}
	n, err := d.skip(s, no-1-passed)
	passed += n
	if err != nil {
		if err := d.damaged(s, err); err != nil {
			return nil, 0, err
		}
	}
	if passed < no-1 {
		d.total = passed
		return nil, 0, nil
	}
	return s, no, nil
}

// near returns the text from a row at or before number no on, and how many rows
// lie before that.
func (d *document) near(ctx context.Context, no int64) (s *stream, passed int64, err error) {
	for _, m := range slices.Backward(d.marks) {
		if m.row < no {
			return d.open(ctx, m.at), m.row, nil
		}
	}
	s, err = d.begin(ctx)
	return s, 0, err
}

// Units implements reader.Document.
func (d *document) Units(ctx context.Context, from cursor.Position) iter.Seq2[*reader.Unit, error] {
	return func(yield func(*reader.Unit, error) bool) {
		s, no, err := d.locate(ctx, from)
		if err != nil {
			yield(nil, err)
			return
		}
		if s == nil {
			return
		}
		d.fixed = len(d.headers)
		if err := d.yieldRows(s, no, yield); err != nil {
			yield(nil, err)
		}
		d.remarks.relaxed = d.remarks.relaxed || s.relaxed || d.parser.relaxed
	}
}

func (d *document) yieldRows(s *stream, no int64, yield func(*reader.Unit, error) bool) error {
	place := int64(0)
	u := &reader.Unit{EOL: true, At: reader.Place{Byte: &place}}
	for ; ; no++ {
		ok, err := d.more(s)
		if err != nil {
			return d.breaksOff(s, no, err)
		}
		if !ok {
			d.total = no - 1
			return nil
		}
		place = s.t.Offset()
		if err := d.row(s, no); err != nil {
			return d.breaksOff(s, no, err)
		}
		u.No = no
		u.Start = cursor.Position{Unit: no, Byte: place}
		u.Next = cursor.Position{Unit: no + 1, Byte: s.t.Offset()}
		u.Text, u.Cells = d.text, d.cells
		if !yield(u, nil) {
			return nil
		}
	}
}

// breaksOff ends the rows before number no, where the document is damaged.
func (d *document) breaksOff(s *stream, no int64, err error) error {
	if err := d.damaged(s, err); err != nil {
		return err
	}
	if d.total = no - 1; no == 1 {
		return d.refusal()
	}
	return nil
}

// row takes the next row and makes cells of it.
func (d *document) row(s *stream, no int64) error {
	at := s.t.Offset()
	if d.layout == members {
		return d.memberRow(s, no)
	}
	var raw []byte
	var whole bool
	var err error
	if d.layout == lines {
		raw, _, _, whole, err = s.line()
	} else {
		raw, whole, err = s.take()
	}
	if err != nil {
		return err
	}
	raw = d.utf8(raw, at)
	d.text, d.cells = d.text[:0], d.cells[:0]
	if !whole {
		d.cutRow(no, "")
		d.single(cells.String, wholeRunes(raw[:min(len(raw), cutShown)]))
		return nil
	}
	d.parser.init(raw)
	if d.parser.next() == '{' {
		if d.object(no) == nil && d.parser.next() == 0 && d.parser.i >= len(raw) {
			return nil
		}
	} else if text, kind, err := d.parser.value(d.text[:0]); err == nil && d.parser.next() == 0 && d.parser.i >= len(raw) {
		d.single(kind, text)
		return nil
	}
	d.brokenRow(no, at+int64(d.parser.i))
	d.single(cells.String, raw)
	return nil
}

// cutShown is how much is shown of a value that is not kept whole.
const cutShown = 64 << 10

func wholeRunes(b []byte) []byte {
	for i := 0; i < utf8.UTFMax && len(b) > 0 && !utf8.Valid(b[max(0, len(b)-utf8.UTFMax):]); i++ {
		if r, size := utf8.DecodeLastRune(b); r != utf8.RuneError || size > 1 {
			break
		}
		b = b[:len(b)-1]
	}
	return b
}

// cutRow remembers a row that is too large, and its address. The rows of a text
// of several values are those of an array.
func (d *document) cutRow(no int64, name string) {
	if d.remarks.cut++; d.remarks.cut > 1 {
		return
	}
	if d.layout != members {
		name = strconv.FormatInt(no-1, 10)
	}
	d.remarks.firstCut, d.remarks.cutPart = no, d.part+"/"+escapePointer(name)
	if d.layout == values && d.part != "" {
		d.remarks.cutPart = d.part
	}
}

func (d *document) brokenRow(no, at int64) {
	if d.remarks.broken++; d.remarks.broken == 1 {
		d.remarks.firstBroken, d.remarks.brokenAt = no, at
	}
}

// single makes a row of a value that is not an object.
func (d *document) single(kind cells.Type, text []byte) {
	if d.mixed < 0 {
		name := "value"
		for n := 2; ; n++ {
			if _, taken := d.columns[name]; !taken {
				break
			}
			name = fmt.Sprintf("value_%d", n)
		}
		d.mixed = len(d.headers)
		d.headers = append(d.headers, name)
	}
	d.blankCells(d.mixed + 1)
	d.cells[d.mixed] = cells.Cell{Type: kind, Text: string(text)}
	d.text = append(append(d.text[:0], text...), d.tabs()...)
}

// blankCells makes a row of n blank cells, or of as many as there are headers.
func (d *document) blankCells(n int) {
	if d.fixed <= wideRow {
		n = max(n, d.fixed)
	}
	if cap(d.cells) < n {
		d.cells = make([]cells.Cell, 0, n+8)
	}
	d.cells = d.cells[:n]
	clear(d.cells)
}

// tabs stands for what divides cells, so that limits count it.
func (d *document) tabs() []byte {
	n := max(len(d.cells)-1, 0)
	for len(d.tab) < n {
		d.tab = append(d.tab, '\t')
	}
	return d.tab[:n]
}

// object makes a row of the members of the object at which the parser is. A
// member that comes twice counts as it comes last, as in other parsers.
func (d *document) object(no int64) error {
	p := &d.parser
	p.i++
	d.made++
	d.text = d.text[:0]
	used := 0
	for first := true; ; first = false {
		c := p.next()
		if c == '}' {
			p.i++
			break
		}
		if !first {
			if c != ',' {
				return errSyntax
			}
			p.i++
			if p.next() == '}' {
				p.relaxed = true
				p.i++
				break
			}
		}
		name, err := p.member()
		if err != nil {
			return err
		}
		i := d.column(name, no)
		start := len(d.text)
		text, kind, err := p.value(d.text)
		if d.text = text; err != nil {
			return err
		}
		if i < 0 {
			continue
		}
		for len(d.spans) <= i {
			d.spans = append(d.spans, span{})
		}
		if d.spans[i].set == d.made {
			if d.remarks.twice++; d.remarks.twice == 1 {
				d.remarks.firstTwice = no
			}
		}
		d.spans[i] = span{start, len(d.text), kind, d.made}
		used = max(used, i+1)
	}
	all := string(d.text)
	d.blankCells(used)
	for i := range used {
		if s := d.spans[i]; s.set == d.made {
			d.cells[i] = cells.Cell{Type: s.kind, Text: all[s.start:s.end]}
		}
	}
	d.text = append(d.text, d.tabs()...)
	return nil
}

// column returns the column of a member, a new one if need be; -1 if there are
// too many.
func (d *document) column(name []byte, no int64) int {
	if i, ok := d.columns[string(name)]; ok {
		return i
	}
	if len(d.headers) >= min(maxColumns, max(d.fixed, wideRow)+lateColumns) && d.fixed > 0 || len(d.headers) >= maxColumns {
		d.remarks.more++
		return -1
	}
	if d.remarks.lateRow == 0 {
		d.remarks.lateRow = no
	}
	i := len(d.headers)
	d.columns[string(name)] = i
	d.headers = append(d.headers, string(name))
	return i
}

// memberRow makes a row of the name and the value of a member.
func (d *document) memberRow(s *stream, no int64) error {
	at := s.t.Offset()
	name, whole, err := s.take()
	if err != nil {
		return err
	}
	d.parser.init(d.utf8(name, at))
	text, kind, err := d.parser.value(d.text[:0])
	if err != nil || !whole {
		d.brokenRow(no, at+int64(d.parser.i))
		text = append(text[:0], d.parser.b[:min(len(d.parser.b), cutShown)]...)
	}
	d.text = text
	if err := d.colon(s); err != nil {
		return err
	}
	key := len(text)
	at = s.t.Offset()
	raw, whole, err := s.take()
	if err != nil {
		return err
	}
	raw = d.utf8(raw, at)
	d.parser.init(raw)
	if whole {
		text, kind, err = d.parser.value(text)
	}
	switch {
	case !whole:
		d.cutRow(no, string(text[:key]))
		text, kind = append(text[:key], wholeRunes(raw[:min(len(raw), cutShown)])...), cells.String
	case err != nil || d.parser.i < len(raw):
		d.brokenRow(no, at+int64(d.parser.i))
		text, kind = append(text[:key], raw...), cells.String
	}
	all := string(text)
	d.cells = append(d.cells[:0], cells.Cell{Type: cells.String, Text: all[:key]}, cells.Cell{Type: kind, Text: all[key:]})
	text = append(text, '\t')
	d.text = text
	return nil
}

// utf8 makes UTF-8 of a value that starts at offset at. Where only ASCII has
// been seen before, what is not UTF-8 leaves the encoding open.
func (d *document) utf8(raw []byte, at int64) []byte {
	if d.decoder == nil && (!d.guess.Encoding.IsUTF8() || utf8.Valid(raw)) {
		return raw
	}
	if d.decoder == nil {
		if d.guess.ASCII {
			forward.Again(&d.guess, raw[:min(len(raw), 64<<10)])
		}
		d.decoder = d.guess.Encoding.NewDecoder()
	}
	out, _, bad, first := d.decoder.Append(d.decoded[:0], raw, true)
	if d.decoded = out; bad > 0 && d.remarks.bad == 0 {
		d.remarks.firstBad = at + int64(first)
	}
	d.remarks.bad += int64(bad)
	return out
}
