package csv

import (
	"bytes"
	"context"
	"encoding/binary"
	"iter"
	"math"
	"slices"
	"unicode/utf8"

	"fread/internal/reader"
	"fread/internal/reader/cells"
	"fread/internal/reader/charset"
	"fread/internal/reader/cursor"
	"fread/internal/reader/fault"
	"fread/internal/reader/forward"
	"fread/internal/reader/source"
)

// document is one delimited text as rows. The rows are numbered from the one
// behind the header on; an empty line is a row without values, but not at the
// end of the file.
type document struct {
	sniffed
	f       *source.File
	guess   charset.Guess
	bom     int64
	literal bool // records are found in the bytes as they are, and then decoded

	header        bool
	headerWhy     string
	headers       []string
	headerRecords int // records before the first row: the header and blank lines before it
	renamed       int

	total   int64 // rows; -1: not known
	marks   []mark
	content uint64
	hashed  bool

	row      row
	cells    []cells.Cell
	decoded  []byte
	decoder  *charset.Decoder
	large    []byte // what is kept of a record that is too large
	bad      int64  // undecodable bytes of what was shown
	firstBad int64
	cuts     cuts
	ragged   ragged
	unclosed int64 // number of a row with a quote that is not closed
}

// A mark is where a row starts, so that it is found without counting again.
type mark struct{ row, at int64 }

// markEvery is how far apart marks are, in bytes.
const markEvery = 4 << 20

// cuts counts the records that are too large to be shown whole.
type cuts struct {
	records, first int64
	now            bool // the record read last is one
}

// ragged counts the rows that have more or fewer values than most.
type ragged struct {
	rows, first int64
	fields      int // of the first
}

// Close implements reader.Document.
func (d *document) Close() error { return nil }

// open returns the text from an offset on.
func (d *document) open(ctx context.Context, at int64) (*forward.Text, error) {
	enc := d.guess.Encoding
	if d.literal {
		enc = nil
	}
	t := forward.New(d.f, enc, at, -1)
	if len(t.Data) == 0 {
		return t, d.fill(ctx, t)
	}
	return t, d.settle(ctx, t, 0)
}

// fill reads on.
func (d *document) fill(ctx context.Context, t *forward.Text) error {
	seen := len(t.Data)
	if err := t.More(ctx); err != nil {
		return err
	}
	return d.settle(ctx, t, min(seen, len(t.Data)))
}

// blankEnd is how many bytes of empty lines at the end of a file are not rows.
const blankEnd = 64 << 10

// settle sees to it that t does not end in line ends of which it is not known
// whether they are blank rows or the end of the file, and drops the latter.
// Of the text behind the first seen bytes, ASCII alone leaves the encoding open.
func (d *document) settle(ctx context.Context, t *forward.Text, seen int) error {
	run := lineEnds(t.Data)
	for ; run > 1 && run < blankEnd && !t.Ended; run = lineEnds(t.Data) {
		if err := t.More(ctx); err != nil {
			return err
		}
	}
	if d.guess.ASCII && d.literal && !ascii(t.Data[seen:]) {
		if forward.Again(&d.guess, around(t.Data, seen)) {
			d.decoder = nil
		}
	}
	if !t.Ended || run == 0 {
		return nil
	}
	keep := len(t.Data) - run
	if keep > 0 { // the last record ends with the first of them
		if i := bytes.IndexByte(t.Data[keep:], d.eol); i >= 0 {
			keep += i + 1
		} else {
			keep = len(t.Data)
		}
	}
	t.Cut(keep)
	return nil
}

// lineEnds returns how many bytes at the end of b are CR or LF.
func lineEnds(b []byte) int {
	n := 0
	for n < len(b) && (b[len(b)-1-n] == '\n' || b[len(b)-1-n] == '\r') {
		n++
	}
	return n
}

func ascii(b []byte) bool {
	for ; len(b) >= 32; b = b[32:] {
		w := binary.LittleEndian.Uint64(b) | binary.LittleEndian.Uint64(b[8:]) | binary.LittleEndian.Uint64(b[16:]) | binary.LittleEndian.Uint64(b[24:])
		if w&0x8080808080808080 != 0 {
			return false
		}
	}
	for _, c := range b {
		if c >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// around returns the text round the first byte behind from that is not ASCII.
func around(b []byte, from int) []byte {
	i := from
	for i < len(b) && b[i] < utf8.RuneSelf {
		i++
	}
	return b[max(0, i-32<<10):min(len(b), i+32<<10)]
}

// record takes the next record, with its line end; it is valid until t is read
// on. Of one that is too large the beginning is returned.
func (d *document) record(ctx context.Context, t *forward.Text) (raw []byte, ok bool, err error) {
	at, n := atField, 0
	for {
		k, done := d.scan(&at, t.Data[n:])
		n += k
		if done || t.Ended {
			raw = t.Data[:n]
			t.Advance(n)
			d.cuts.now = false
			return raw, n > 0, nil
		}
		if n > maxRecord {
			return d.largeRecord(ctx, t, at, n)
		}
		if err := d.fill(ctx, t); err != nil {
			return nil, false, err
		}
		n = min(n, len(t.Data))
	}
}

// largeRecord keeps the beginning of a record and passes over the rest.
func (d *document) largeRecord(ctx context.Context, t *forward.Text, at place, n int) ([]byte, bool, error) {
	d.large = append(d.large[:0], t.Data[:maxRecord]...)
	for done := false; !done; {
		t.Advance(n)
		if t.Ended && len(t.Data) == 0 {
			break
		}
		if len(t.Data) == 0 {
			if err := d.fill(ctx, t); err != nil {
				return nil, false, err
			}
		}
		n, done = d.scan(&at, t.Data)
		if done {
			t.Advance(n)
		}
	}
	d.cuts.now = true
	return d.large, true, nil
}

// utf8 decodes a record that starts at offset at.
func (d *document) utf8(raw []byte, at int64) []byte {
	if !d.literal {
		return raw
	}
	if d.guess.Encoding.IsUTF8() && utf8.Valid(raw) {
		return raw
	}
	if d.decoder == nil {
		d.decoder = d.guess.Encoding.NewDecoder()
	}
	out, _, bad, first := d.decoder.Append(d.decoded[:0], raw, true)
	d.decoded = out
	if bad > 0 && d.firstBad < 0 {
		d.firstBad = at + int64(first)
	}
	d.bad += int64(bad)
	return out
}

// skip passes over n rows and returns how many there were.
func (d *document) skip(ctx context.Context, t *forward.Text, n int64) (passed int64, err error) {
	at, inside := atField, false // inside: in a record of which the beginning is taken
	last := t.Offset()
	for passed < n {
		if len(t.Data) == 0 {
			if t.Ended {
				break
			}
			if !inside && t.Offset()-last >= markEvery && t.Offset() > 0 {
				last = t.Offset()
				d.marks = append(d.marks, mark{passed, last})
			}
			if err := d.fill(ctx, t); err != nil {
				return passed, err
			}
			continue
		}
		data := t.Data
		pos := 0
		for pos < len(data) && passed < n {
			most := n - passed
			if inside {
				most = 1
			} else if k, rows := d.plainRows(data[pos:], most); rows > 0 {
				pos += k
				passed += rows
				continue
			}
			k, rows := d.pass(&at, data[pos:], most)
			pos += k
			passed += rows
			inside = at != atField || data[pos-1] != d.eol
		}
		t.Advance(pos)
	}
	if inside && passed < n {
		passed++
	}
	return passed, nil
}

// plainRows counts up to n records at the beginning of data before the first
// quote, and returns their length.
func (d *document) plainRows(data []byte, n int64) (size int, rows int64) {
	if i := bytes.IndexByte(data, d.quote); i >= 0 {
		data = data[:i]
	}
	data = data[:bytes.LastIndexByte(data, d.eol)+1]
	if len(data) == 0 {
		return 0, 0
	}
	rows = int64(bytes.Count(data, []byte{d.eol}))
	if rows <= n {
		return len(data), rows
	}
	for range n {
		size += bytes.IndexByte(data[size:], d.eol) + 1
	}
	return size, n
}

// count finds out how many rows there are.
func (d *document) count(ctx context.Context) error {
	t, err := d.start(ctx)
	if err != nil {
		return err
	}
	if d.f.Stream() {
		t.Hold(0)
	}
	d.marks = nil
	d.total, err = d.skip(ctx, t, math.MaxInt64)
	return err
}

// locate returns the text from the row that from names on, and its number. The
// text is nil where there is no such row.
func (d *document) locate(ctx context.Context, from cursor.Position) (*forward.Text, int64, error) {
	if from.Byte > 0 {
		t, err := d.open(ctx, max(from.Byte, d.bom))
		return t, max(from.Unit, 1), err
	}
	no := max(from.Unit, 1)
	if from.Unit < 0 {
		if d.f.Stream() && d.total < 0 {
			return d.locateInStream(ctx, -from.Unit)
		}
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
	t, passed, err := d.near(ctx, no)
	if err != nil {
		return nil, 0, err
	}
	n, err := d.skip(ctx, t, no-1-passed)
	if err != nil {
		return nil, 0, err
	}
	if passed += n; passed < no-1 || t.Ended && len(t.Data) == 0 {
		d.total = passed
		return nil, 0, nil
	}
	return t, no, nil
}

// near returns the text from a row at or before number no on, and how many rows
// lie before that.
func (d *document) near(ctx context.Context, no int64) (t *forward.Text, passed int64, err error) {
	for _, m := range slices.Backward(d.marks) {
		if m.row < no {
			t, err = d.open(ctx, m.at)
			return t, m.row, err
		}
	}
	t, err = d.start(ctx)
	return t, 0, err
}

// streamRows is how many rows from the end of a stream can be remembered.
const streamRows = 1 << 20

// locateInStream reads a stream to its end, and keeps of it what its last n
// rows need.
func (d *document) locateInStream(ctx context.Context, n int64) (*forward.Text, int64, error) {
	if n > streamRows {
		return nil, 0, fault.New(fault.Limit, fault.PhaseScan, "", "That is too far from the end of a stream.", "Save it to a file and read that.")
	}
	t, err := d.start(ctx)
	if err != nil {
		return nil, 0, err
	}
	var starts []int64 // a ring
	count := int64(0)
	t.Hold(t.Offset())
	for {
		at := t.Offset()
		_, ok, err := d.record(ctx, t)
		if err != nil {
			return nil, 0, err
		}
		if !ok {
			break
		}
		if int64(len(starts)) < n {
			starts = append(starts, at)
		} else {
			starts[count%n] = at
			t.Hold(starts[(count+1)%n])
		}
		count++
	}
	d.total = count
	switch {
	case count == 0:
		return nil, 0, nil
	case count <= n:
		t, err = d.open(ctx, starts[0])
		return t, 1, err
	}
	t, err = d.open(ctx, starts[count%n])
	return t, count - n + 1, err
}

// Units implements reader.Document.
func (d *document) Units(ctx context.Context, from cursor.Position) iter.Seq2[*reader.Unit, error] {
	return func(yield func(*reader.Unit, error) bool) {
		t, no, err := d.locate(ctx, from)
		if err != nil {
			yield(nil, err)
			return
		}
		if t != nil {
			d.yieldRows(ctx, t, no, yield)
		}
	}
}

func (d *document) yieldRows(ctx context.Context, t *forward.Text, no int64, yield func(*reader.Unit, error) bool) {
	place := int64(0)
	u := &reader.Unit{EOL: true, At: reader.Place{Byte: &place}}
	for ; ; no++ {
		place = t.Offset()
		raw, ok, err := d.record(ctx, t)
		if err != nil {
			yield(nil, err)
			return
		}
		if !ok {
			d.total = no - 1
			return
		}
		d.take(raw, place, no)
		u.No = no
		u.Start = cursor.Position{Unit: no, Byte: place}
		u.Next = cursor.Position{Unit: no + 1, Byte: t.Offset()}
		u.Text, u.Cells = d.row.text, d.cells
		if !yield(u, nil) {
			return
		}
	}
}

// take makes cells of a record.
func (d *document) take(raw []byte, at, no int64) {
	r := &d.row
	d.split(r, d.trimEnd(d.utf8(raw, at)))
	all := string(r.text)
	if d.cells == nil {
		d.cells = make([]cells.Cell, 0, max(d.fields, 1)) // not nil even without values
	}
	d.cells = d.cells[:0]
	for i := range r.ends {
		d.cells = append(d.cells, cells.Typed(value(r, all, i)))
	}
	if n := r.fields(); n != d.fields && n > 0 && d.fields > 0 {
		if d.ragged.rows++; d.ragged.rows == 1 {
			d.ragged.first, d.ragged.fields = no, n
		}
	}
	if r.open && d.unclosed == 0 {
		d.unclosed = no
	}
	if d.cuts.now || r.cut {
		if d.cuts.records++; d.cuts.records == 1 {
			d.cuts.first = no
		}
	}
}
