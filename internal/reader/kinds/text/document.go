package text

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"math"
	"unicode/utf8"

	"fread/internal/reader"
	"fread/internal/reader/charset"
	"fread/internal/reader/cursor"
	"fread/internal/reader/detect"
	"fread/internal/reader/lines"
	"fread/internal/reader/source"
)

const (
	blockSize  = 256 << 10
	pieceSize  = 64 << 10 // of a line that is longer
	regionSize = 64 << 10 // looked at when the encoding is decided again
	// parallelFrom is the distance from which finding a line is worth two cores.
	parallelFrom = 64 << 20
)

// document is one text as lines.
type document struct {
	f       *source.File
	format  string
	guess   charset.Guess
	start   int64 // of the text, behind a byte order mark
	size    int64 // when opened; -1: not known
	grown   bool  // since the cursor was made that is resumed
	stats   lines.Stats
	exact   bool  // counts of lines, line ends and characters are of the whole text
	sampled bool  // the rest of stats is of its beginning only
	total   int64 // lines; -1: not known
	content uint64
	hashed  bool

	bad      int64 // undecodable bytes: of all if exact, else of what was shown
	firstBad int64
}

func (d *document) Close() error { return nil }

// keep is the encoding that a cursor has to carry. Where only ASCII has been seen
// it is still open, and later pages may decide it.
func (d *document) keep() string {
	if d.guess.ASCII {
		return ""
	}
	return d.guess.Encoding.Name()
}

// longestLine is the number of the longest line, or 0 where it is not known.
func (d *document) longestLine() int64 {
	if d.sampled {
		return 0
	}
	return d.stats.LongestLineNo
}

func (d *document) code() lines.Code {
	return lines.Code{Width: d.guess.Encoding.Width(), BigEndian: d.guess.Encoding.BigEndian()}
}

// Units implements reader.Document.
func (d *document) Units(ctx context.Context, from cursor.Position) iter.Seq2[*reader.Unit, error] {
	return func(yield func(*reader.Unit, error) bool) {
		at, ok, err := d.locate(ctx, from)
		if err != nil {
			yield(nil, err)
			return
		}
		if ok {
			d.yieldLines(ctx, at, yield)
		}
	}
}

// locate finds the line that from names; ok is false where there is none.
func (d *document) locate(ctx context.Context, from cursor.Position) (at cursor.Position, ok bool, err error) {
	switch {
	case from.Byte > 0 || from.Col > 0:
		from.Byte = max(from.Byte, d.start)
		if from.Unit < 0 && d.grown {
			from.Unit, err = d.fromEnd(ctx, from.Byte)
		}
		return from, err == nil, err
	case from.Unit < 0:
		return d.locateFromEnd(ctx, -from.Unit)
	case from.Unit <= 1:
		return cursor.Position{Unit: 1, Byte: d.start}, true, nil
	}
	if d.total >= 0 && from.Unit > d.total {
		return cursor.Position{}, false, nil
	}
	n := from.Unit - 1
	var pos, passed int64
	if d.size-d.start > parallelFrom {
		pos, passed, err = lines.SkipParallel(ctx, d.f, d.size, d.start, n, d.code(), scanWorkers())
	} else {
		pos, passed, err = d.skip(ctx, n)
	}
	if err != nil {
		return cursor.Position{}, false, err
	}
	if passed < n {
		d.total = passed
		if d.endsInsideLine(pos) {
			d.total++
		}
		return cursor.Position{}, false, nil
	}
	return cursor.Position{Unit: from.Unit, Byte: pos}, true, nil
}

// fromEnd counts the lines from a place inside or at the start of one to the
// end, as a number from the end.
func (d *document) fromEnd(ctx context.Context, at int64) (int64, error) {
	pos, feeds, err := lines.Skip(ctx, io.NewSectionReader(d.f, 0, d.size), at, math.MaxInt64, d.code())
	if err == nil && d.endsInsideLine(pos) {
		feeds++
	}
	return -feeds, err
}

// skip passes n line ends from the start. Of a stream it keeps nothing.
func (d *document) skip(ctx context.Context, n int64) (pos, passed int64, err error) {
	if !d.f.Stream() {
		return lines.Skip(ctx, d.f, d.start, n, d.code())
	}
	return lines.Skip(ctx, releasing{d.f}, d.start, n, d.code())
}

// releasing lets a stream forget what has been read once.
type releasing struct{ f *source.File }

func (r releasing) ReadAt(p []byte, off int64) (int, error) {
	r.f.Release(off)
	return r.f.ReadAt(p, off)
}

// endsInsideLine reports whether the text that ends at end has no final newline.
func (d *document) endsInsideLine(end int64) bool {
	w := int64(d.guess.Encoding.Width())
	if end-w < d.start || (end-d.start)%w != 0 {
		return end > d.start
	}
	unit := make([]byte, w)
	if _, err := d.f.ReadAt(unit, end-w); err != nil && !errors.Is(err, io.EOF) {
		return false
	}
	_, n := d.lineFeed(unit)
	return n == 0
}

// locateFromEnd finds the n-th line from the end. Its number is absolute where
// the lines are counted or all of them are shown.
func (d *document) locateFromEnd(ctx context.Context, n int64) (cursor.Position, bool, error) {
	if d.f.Stream() {
		return d.locateInStream(ctx, n)
	}
	pos, found, err := lines.Tail(ctx, d.f, d.start, d.size, n, d.code())
	if err != nil || found == 0 {
		if d.size <= d.start {
			d.total = 0
		}
		return cursor.Position{}, false, err
	}
	at := cursor.Position{Unit: -found, Byte: pos}
	switch {
	case pos == d.start:
		at.Unit = 1
		d.total = found
	case d.total >= 0:
		at.Unit = d.total - found + 1
	}
	return at, true, nil
}

// locateInStream reads a stream to its end and remembers where its last n
// lines start, so that only those are kept in memory.
func (d *document) locateInStream(ctx context.Context, n int64) (cursor.Position, bool, error) {
	var starts []int64 // a ring of the last n line starts
	var count int64
	add := func(at int64) {
		if int64(len(starts)) < n {
			starts = append(starts, at)
		} else {
			starts[count%n] = at
		}
		count++
	}
	buf := make([]byte, blockSize)
	off := d.start
	lineOpen := false
	for {
		if err := ctx.Err(); err != nil {
			return cursor.Position{}, false, err
		}
		k, err := d.f.ReadAt(buf, off)
		w := d.guess.Encoding.Width()
		p := buf[:k-k%w]
		for at := 0; at < len(p); {
			if !lineOpen {
				add(off + int64(at))
				lineOpen = true
			}
			i, size := d.lineFeed(p[at:])
			if size == 0 {
				break
			}
			at += i + size
			lineOpen = false
		}
		off += int64(len(p))
		if count > 0 && int64(len(starts)) == n {
			d.f.Release(starts[count%n])
		}
		if err != nil {
			if !errors.Is(err, io.EOF) {
				return cursor.Position{}, false, err
			}
			if len(p) < k && !lineOpen { // half a unit is a line too
				add(off)
			}
			break
		}
	}
	d.total = count
	if count == 0 {
		return cursor.Position{}, false, nil
	}
	if count <= n {
		return cursor.Position{Unit: 1, Byte: starts[0]}, true, nil
	}
	return cursor.Position{Unit: count - n + 1, Byte: starts[count%n]}, true, nil
}

// lineFeed returns where the first line feed of p is and its size in bytes; the
// size is 0 if there is none.
func (d *document) lineFeed(p []byte) (at, size int) {
	w := d.guess.Encoding.Width()
	if w == 1 {
		if i := bytes.IndexByte(p, '\n'); i >= 0 {
			return i, 1
		}
		return 0, 0
	}
	low := 0 // where the byte 0x0A stands in a unit
	if d.guess.Encoding.BigEndian() {
		low = w - 1
	}
	for i := 0; ; {
		j := bytes.IndexByte(p[i:], '\n')
		if j < 0 {
			return 0, 0
		}
		i += j
		unit := i - i%w
		if i%w == low && unit+w <= len(p) && onlyByte(p[unit:unit+w], low) {
			return unit, w
		}
		i++
	}
}

func onlyByte(unit []byte, at int) bool {
	for i, b := range unit {
		if i != at && b != 0 {
			return false
		}
	}
	return true
}

// yieldLines reads on from a place and yields what it finds, line by line; a
// line longer than pieceSize comes in pieces.
func (d *document) yieldLines(ctx context.Context, at cursor.Position, yield func(*reader.Unit, error) bool) {
	b := newBlocks(d, at.Byte)
	t := decoding{d: d, decoder: d.guess.Encoding.NewDecoder()}
	place := b.off
	u := &reader.Unit{No: at.Unit, At: reader.Place{Byte: &place}}
	col, lineStart := at.Col-at.Skip, at.Byte // code points before b in this line
	inside := at.Col > 0
	seen := 0 // bytes of b.data that are known to hold no line feed
	for {
		if seen == 0 && ctx.Err() != nil {
			yield(nil, ctx.Err())
			return
		}
		i, size := d.lineFeed(b.data[seen:])
		i += seen
		if size == 0 && !b.ended && len(b.data) < pieceSize {
			seen = len(b.data) - len(b.data)%d.guess.Encoding.Width()
			if err := b.more(); err != nil {
				yield(nil, err)
				return
			}
			continue
		}
		seen = 0
		raw := b.data
		switch {
		case size > 0:
			raw = raw[:i]
		case len(raw) == 0 && !inside:
			d.reachedEnd(u.No - 1)
			return
		}
		u.EOL, u.More = size > 0, size == 0 && !b.ended
		if len(raw) > pieceSize { // cut alike wherever the blocks lie
			raw, size = raw[:pieceSize], 0
			u.EOL, u.More = false, true
		}
		if u.More {
			raw = d.withoutTrailingCR(raw)
		}
		text, used := t.text(b, raw, u.More)
		if u.EOL {
			text = bytes.TrimSuffix(text, []byte{'\r'})
		}
		u.Text = text
		u.Start = cursor.Position{Unit: u.No, Byte: b.off, Col: col}
		if d.guess.Encoding.Stateful() && col > 0 {
			u.Start.Byte, u.Start.Skip = lineStart, col
		}
		place = b.off
		b.advance(used + size)
		if u.More {
			col += int64(utf8.RuneCount(text))
			u.Next = cursor.Position{Unit: u.No, Byte: b.off, Col: col}
		} else {
			u.Next = cursor.Position{Unit: u.No + 1, Byte: b.off}
		}
		if !yield(u, nil) {
			return
		}
		if u.More {
			inside = true
			continue
		}
		if u.No++; u.No == 0 { // lines counted from the end have all been shown
			return
		}
		inside, col, lineStart = false, 0, b.off
		t.decoder.Reset()
		if !u.EOL {
			d.reachedEnd(u.No - 1)
			return
		}
	}
}

// reachedEnd takes the number of the last line as the total.
func (d *document) reachedEnd(last int64) {
	if last >= 0 && d.total < 0 {
		d.total = last
	}
}

// withoutTrailingCR leaves a final CR for the next piece, for a line feed may
// follow it and make it part of a line end.
func (d *document) withoutTrailingCR(raw []byte) []byte {
	w := d.guess.Encoding.Width()
	last := len(raw) - w
	if last <= 0 || len(raw)%w != 0 {
		return raw
	}
	low := 0
	if d.guess.Encoding.BigEndian() {
		low = w - 1
	}
	if raw[last+low] == '\r' && onlyByte(raw[last:], low) {
		return raw[:last]
	}
	return raw
}

// decoding turns raw bytes into UTF-8.
type decoding struct {
	d       *document
	decoder *charset.Decoder
	buf     []byte
}

// text decodes raw, the next bytes of b. Where more of the line follows, a
// sequence that is split at the end is left. It returns how many bytes it used.
func (t *decoding) text(b *blocks, raw []byte, more bool) (text []byte, used int) {
	d := t.d
	if d.guess.Encoding.IsUTF8() {
		whole := raw
		if more {
			whole = wholeRunes(raw)
		}
		if utf8.Valid(whole) {
			return whole, len(whole)
		}
		if d.guess.ASCII && !d.exact && d.decideFrom(b.data) {
			t.decoder = d.guess.Encoding.NewDecoder()
		}
	}
	out, used, bad, first := t.decoder.Append(t.buf[:0], raw, !more)
	if used == 0 && len(raw) > 0 { // cannot be: a sequence is shorter than a piece
		out, used, bad, first = t.decoder.Append(t.buf[:0], raw, true)
	}
	t.buf = out
	if bad > 0 && !d.exact {
		if d.firstBad < 0 {
			d.firstBad = b.off + int64(first)
		}
		d.bad += int64(bad)
	}
	return out, used
}

// wholeRunes cuts off a sequence that is not complete at the end of p.
func wholeRunes(p []byte) []byte {
	for i := len(p) - 1; i >= 0 && i >= len(p)-utf8.UTFMax; i-- {
		if utf8.RuneStart(p[i]) {
			if !utf8.FullRune(p[i:]) && i > 0 {
				return p[:i]
			}
			break
		}
	}
	return p
}

// Split implements reader.Splitter.
func (d *document) Split(start cursor.Position, n int) (cursor.Position, error) {
	enc := d.guess.Encoding
	raw := make([]byte, 4*(n+utf8.UTFMax)+4*int(start.Skip)+16)
	k, err := d.f.ReadAt(raw, start.Byte)
	if err != nil && !errors.Is(err, io.EOF) {
		return cursor.Position{}, err
	}
	raw = raw[:k]
	text, _, _, _ := enc.NewDecoder().Append(nil, raw, true)
	lead := 0
	for range start.Skip {
		_, size := utf8.DecodeRune(text[lead:])
		lead += size
	}
	if lead+n > len(text) {
		return cursor.Position{}, fmt.Errorf("the line at offset %d has become shorter", start.Byte)
	}
	runes := int64(utf8.RuneCount(text[lead : lead+n]))
	p := cursor.Position{Unit: start.Unit, Byte: start.Byte, Col: start.Col + runes, Skip: start.Skip + runes}
	if !enc.Stateful() {
		p.Byte, p.Skip = start.Byte+int64(enc.SourceLen(raw, lead+n)), 0
	}
	return p, nil
}

// Line implements reader.Rewinder.
func (d *document) Line(at cursor.Position, reach int64) (cursor.Position, error) {
	if at.Col == 0 || d.f.Stream() {
		return at, nil
	}
	raw, from, err := d.back(at.Byte, reach)
	if err != nil {
		return at, err
	}
	begin := 0
	for {
		i, size := d.lineFeed(raw[begin:])
		if size == 0 {
			break
		}
		begin += i + size
	}
	text, _, _, _ := d.guess.Encoding.NewDecoder().Append(nil, raw[begin:], true)
	at.Byte = from + int64(begin)
	at.Skip += int64(utf8.RuneCount(text))
	at.Skip = min(at.Skip, at.Col)
	return at, nil
}

// Before implements reader.Rewinder.
func (d *document) Before(at cursor.Position, reach int64) (cursor.Position, error) {
	if d.f.Stream() {
		return at, nil
	}
	raw, from, err := d.back(at.Byte, reach)
	if err != nil {
		return at, err
	}
	begin := 0
	if from > d.start {
		i, size := d.lineFeed(raw)
		if size == 0 {
			return at, nil
		}
		begin = i + size
	}
	return cursor.Position{Unit: 1, Byte: from + int64(begin)}, nil
}

// back reads the at most reach bytes before an offset, whole code units of them.
func (d *document) back(at, reach int64) (raw []byte, from int64, err error) {
	reach -= reach % int64(d.guess.Encoding.Width())
	from = max(d.start, at-reach)
	raw = make([]byte, max(at-from, 0))
	n, err := d.f.ReadAt(raw, from)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, from, err
	}
	return raw[:n], from, nil
}

// blocks is a window of raw bytes that moves over the file.
type blocks struct {
	d     *document
	data  []byte // not yet taken
	off   int64  // offset of data in the file
	ended bool   // nothing follows data
	buf   []byte
	read  int64
}

func newBlocks(d *document, at int64) *blocks {
	b := &blocks{d: d, off: at}
	head, complete, err := d.f.Head()
	if err == nil && at < int64(len(head)) {
		b.data, b.ended = head[at:], complete
	}
	return b
}

// more reads on. A file is read as far as it went when it was opened.
func (b *blocks) more() error {
	size := pieceSize
	if b.read >= 4*pieceSize {
		size = blockSize // more than a page is wanted
	}
	if need := len(b.data) + size; cap(b.buf) < need {
		b.buf = make([]byte, need)
	}
	kept := copy(b.buf[:cap(b.buf)], b.data)
	want := b.buf[kept : kept+size]
	at := b.off + int64(kept)
	if d := b.d; d.size >= 0 && !d.f.Stream() {
		want = want[:max(0, min(int64(len(want)), d.size-at))]
	}
	n := 0
	if len(want) > 0 {
		var err error
		n, err = b.d.f.ReadAt(want, at)
		if err != nil && !errors.Is(err, io.EOF) {
			return err
		}
		b.ended = err != nil
	}
	if len(want) == 0 || (!b.d.f.Stream() && at+int64(n) >= b.d.size) {
		b.ended = true
	}
	b.data = b.buf[:kept+n]
	b.read += int64(n)
	b.d.f.Release(b.off)
	return nil
}

func (b *blocks) advance(n int) {
	b.data = b.data[n:]
	b.off += int64(n)
}

// Meta implements reader.Document.
func (d *document) Meta() reader.Meta {
	m := reader.Meta{ContentFormat: detect.ContentFormat(d.format), Keep: d.keep(), TotalExact: true, Profile: d.profile(), LongestLine: d.longestLine(), ContentSum: d.content, ContentHashed: d.hashed}
	if d.total >= 0 {
		m.Total = new(d.total)
	}
	if d.exact {
		m.Characters = new(d.stats.Characters)
	}
	d.remarks(&m)
	return m
}
