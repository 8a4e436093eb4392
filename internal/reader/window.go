package reader

import (
	"context"
	"errors"
	"unicode/utf8"

	"github.com/rivo/uniseg"

	"fread/internal/limits"
	"fread/internal/reader/cells"
	"fread/internal/reader/cursor"
)

// A Sink takes what a read shows, in order, as soon as it is known.
type Sink interface {
	// Begin is called once, before the first Put and even if there is none.
	// By then r says what the file is and, for rows, what the headers are.
	Begin(r *Result) error
	// Put takes one line or piece of a line, row or entry; p and what it points
	// to is valid only during the call.
	Put(p *Piece) error
}

// A Piece is what is shown of one unit.
type Piece struct {
	Unit     UnitName
	No       int64  // of the unit; negative where only known from the end
	Col      int64  // code points of the line that lie before Text
	Text     []byte // of a line
	EndsLine bool   // a line end follows in the file
	Joins    bool   // goes on exactly where the piece before ended
	// Continues says that it belongs to what is shown as one line with the piece
	// before: a line of more than 64 KiB comes in pieces.
	Continues bool
	Cells     []cells.Cell
	Entry     *Entry
	At        Place
}

// sinkError wraps an error of the Sink, which ends the read.
type sinkError struct{ error }

func (e sinkError) Unwrap() error { return e.error }

// A cutLine is a line of which only the beginning is shown.
type cutLine struct {
	no, shown int64
	full      int64 // code points of the whole line; -1 where its end was not found
	rest      cursor.Position
}

// window is the one loop in which limits act on what is shown. It takes the
// units of a document in order and passes on what fits.
type window struct {
	doc   Document
	sink  Sink
	res   *Result
	lim   limits.Limits
	meter *limits.Meter
	unit  UnitName

	veil    *veil  // hides secrets; nil: shows what is there
	between string // what delimiter has found
	stream  bool   // what has been passed cannot be read again, nor resumed
	counted bool   // lines have no place in the file but their numbers
	soft    bool   // the limit of lines is not one that was asked for

	// Rest mode shows the cut-off ends of the lines before that of until.
	rest      bool
	until     cursor.Position
	restChars int64 // code points shown of each

	line  line     // being taken
	piece Piece    // being shown; one for all, since a Sink keeps none
	lead  int64    // code points to drop before the first piece
	cut   *cutLine // its end is being looked for
	seek  int64    // bytes that may still be looked at for ends of cut lines
	ended bool     // the file has no more units

	begun     bool
	shown     int64 // pieces
	first     Piece // of what was shown, without its contents
	last      Piece
	end       cursor.Position // behind the last piece shown
	pages     []limits.Span   // that what was shown is of
	cuts      []cutLine
	by        limits.Cause
	resume    *cursor.Position // where the window stopped, if the file goes on there
	undersize bool             // a limit was smaller than one unit
}

// line is the line that is being taken, piece by piece.
type line struct {
	active bool
	inside bool  // begins inside the line: show all of it, in parts that a line may have
	hide   int64 // code points that were shown before and are passed over
	shown  int64 // code points of the part that is being shown
}

func newWindow(doc Document, sink Sink, res *Result, lim limits.Limits, unit UnitName) *window {
	return &window{doc: doc, sink: sink, res: res, lim: lim, meter: limits.NewMeter(lim), unit: unit, seek: limits.LineEndSeek}
}

// show passes on the units from a position to the unit number last (0: to the
// end). It reports whether the window is closed, so that nothing more fits.
func (w *window) show(ctx context.Context, from cursor.Position, last int64) (closed bool, err error) {
	for {
		again, closed, err := w.pass(ctx, from, last)
		if !again || closed || err != nil {
			return closed, err
		}
		w.rest = false // the ends of cut lines are shown: go on behind them
		from = w.until
	}
}

func (w *window) pass(ctx context.Context, from cursor.Position, last int64) (again, closed bool, err error) {
	w.line, w.lead = line{}, -1
	count := 0
	skipTo := int64(0)
	if w.veil != nil {
		if w.counted && from.Unit < 0 {
			if from.Unit, err = w.fromStart(ctx, from.Unit); err != nil {
				return false, false, err
			}
		}
		if (w.stream || w.counted) && from.Unit > 1 { // it can be seen only from its beginning
			skipTo, from = from.Unit, cursor.Position{Col: from.Col}
		}
		if from, err = w.veil.begin(w.doc, from); err != nil {
			return false, false, err
		}
	}
	for u, err := range w.doc.Units(ctx, from) {
		if err != nil {
			return false, false, err
		}
		if count++; count&0xff == 0 && ctx.Err() != nil {
			return false, false, ctx.Err()
		}
		if skipTo > 0 && u.No < skipTo {
			w.veil.pass(u, w.delimiter())
			continue
		}
		if w.veil != nil && !w.veil.primed && skipTo == 0 {
			if err := w.veil.prime(ctx, w.doc, u); err != nil {
				return false, false, err
			}
		}
		if w.lead < 0 {
			w.lead = max(from.Col-u.Start.Col, 0)
			if w.rest && from.Unit < 0 { // counted from an end that has moved
				w.until.Unit += u.Start.Unit - from.Unit
			}
		}
		if !w.line.active && w.cut == nil {
			switch {
			case w.rest && u.Start.Unit >= w.until.Unit:
				return true, false, nil
			case last > 0 && u.No > last, !w.meter.UnitsLeft(), w.pastWindow(u):
				w.stop(unitCause(w.unit), u.Start)
				return false, true, nil
			case u.Ahead.Lines > 0 && w.shown > 0 && u.Start.Col == 0:
				if by := w.meter.Split(u.Ahead.Lines, u.Ahead.Bytes, w.soft); by != limits.ByNothing {
					w.stop(by, u.Start)
					return false, true, nil
				}
			}
		}
		closed, err := w.take(u)
		if closed || err != nil {
			return false, closed, err
		}
	}
	w.rest, w.ended = false, true
	return false, false, nil
}

// fromStart turns a number counted from the end into one from the start.
func (w *window) fromStart(ctx context.Context, unit int64) (int64, error) {
	var last int64
	for u, err := range w.doc.Units(ctx, cursor.Position{}) {
		if err != nil {
			return 0, err
		}
		last = u.No
	}
	return max(1, last+1+unit), nil
}

// pastWindow reports whether u lies behind the bytes that were asked for.
func (w *window) pastWindow(u *Unit) bool {
	return w.lim.Window > 0 && w.shown > 0 && u.No >= w.first.No+w.lim.Window
}

func unitCause(u UnitName) limits.Cause {
	switch u {
	case UnitRow:
		return limits.ByRows
	case UnitEntry:
		return limits.ByEntries
	case UnitByte:
		return limits.ByBytes
	case UnitLine:
		return limits.ByLines
	}
	return limits.ByLines
}

func (w *window) stop(by limits.Cause, at cursor.Position) {
	w.by, w.resume = by, &at
}

// delimiter is what divides the fields of the records being shown.
func (w *window) delimiter() string {
	if w.between == "" {
		w.between = ","
		if d := w.doc.Meta().Dialect; d != nil {
			w.between = d.Delimiter
		}
	}
	return w.between
}

// take passes on one unit, or one piece of one.
func (w *window) take(u *Unit) (closed bool, err error) {
	if u.Cells != nil || u.Entry != nil {
		if w.veil != nil {
			w.veil.row(u, w.delimiter())
		}
		return w.putRow(u)
	}
	if w.cut != nil {
		if w.veil != nil {
			w.veil.pass(u, "")
		}
		return w.seekEnd(u), nil
	}
	p := passage{shown: u.Text, orig: u.Text, start: u.Start}
	if w.veil != nil {
		if ready, err := w.veil.text(w, u, &p); !ready || err != nil {
			return false, err
		}
	}
	start := p.start
	if w.lead > 0 {
		dropped := p.drop(w.lead)
		w.lead -= dropped
		start.Col += dropped
		if !w.counted {
			start.Skip += dropped
		}
		if w.lead > 0 && u.More {
			return false, nil
		}
	}
	if !w.line.active {
		w.line = line{active: true, inside: start.Col > 0}
		if w.rest && !w.line.inside {
			w.line.hide = w.restChars
		}
	}
	closed, err = w.takeText(&p, start, u)
	if w.cut != nil {
		w.cut.full += w.veil.release()
	}
	return closed, err
}

// takeText shows a piece of a line from start on: as much as a line may have,
// and then, if the line is shown from inside, the following parts of it.
func (w *window) takeText(p *passage, start cursor.Position, u *Unit) (closed bool, err error) {
	if w.line.hide > 0 {
		text := p.shown[p.off:]
		n := p.cut(w.line.hide, w.line.hide < w.restChars)
		if n == len(text) {
			w.line.hide -= int64(utf8.RuneCount(text))
			w.line.inside = w.line.hide <= 0
			w.line.active = u.More
			return false, nil
		}
		if start, err = w.goOn(p, start, n); err != nil {
			return false, err
		}
		w.line.hide, w.line.inside = 0, true
	}
	limit := w.lim.LineChars
	for {
		text := p.shown[p.off:]
		n := len(text)
		if limit > 0 {
			n = p.cut(limit-w.line.shown, w.line.shown > 0)
		}
		whole := n == len(text)
		if n > 0 || whole {
			closed, err := w.put(p, n, start, u, whole && !u.More && u.EOL)
			if closed || err != nil {
				return closed, err
			}
			if !whole || u.More {
				w.line.shown += int64(utf8.RuneCount(text[:n]))
			}
		}
		if whole {
			w.line.active = u.More
			return false, nil
		}
		if start, err = w.goOn(p, start, n); err != nil {
			return false, err
		}
		if !w.line.inside {
			w.clamp(p.shown[p.off:], start, u)
			return false, nil
		}
		w.line.shown = 0
		if !w.meter.UnitsLeft() {
			w.stop(unitCause(w.unit), start)
			return true, nil
		}
	}
}

// goOn passes over n bytes of what is shown and returns the place behind them.
func (w *window) goOn(p *passage, start cursor.Position, n int) (cursor.Position, error) {
	shown := p.shown[p.off : p.off+n]
	p.off += n
	if len(p.marks) == 0 { // from the place before, not from the beginning of the piece
		return w.split(start, shown)
	}
	return w.positionAt(p, p.off)
}

// clamp leaves the rest of a line for later and looks for where it ends.
func (w *window) clamp(rest []byte, at cursor.Position, u *Unit) {
	c := cutLine{no: u.No, shown: w.line.shown, full: w.line.shown + int64(utf8.RuneCount(rest)), rest: at}
	w.line.active = false
	if u.More {
		w.cut = &c
	} else {
		w.cuts = append(w.cuts, c)
	}
}

// seekEnd looks for the end of a line whose beginning was shown. A line that
// is longer than the effort spent on it ends the window inside it.
func (w *window) seekEnd(u *Unit) (closed bool) {
	w.seek -= int64(len(u.Text))
	w.cut.full += int64(utf8.RuneCount(u.Text))
	switch {
	case !u.More:
		w.cuts = append(w.cuts, *w.cut)
		w.cut, w.end = nil, u.Next
	case w.seek < 0:
		w.cut.full = -1
		w.cuts = append(w.cuts, *w.cut)
		w.stop(limits.ByLineLength, w.cut.rest)
		w.cut = nil
		return true
	}
	return false
}

// split returns the position behind shown, the first part of what starts at start.
func (w *window) split(start cursor.Position, shown []byte) (cursor.Position, error) {
	if w.unit != UnitByte && (w.stream || w.counted) {
		start.Col += int64(utf8.RuneCount(shown))
		return start, nil
	}
	s, ok := w.doc.(Splitter)
	if !ok {
		return cursor.Position{}, errors.New("this document cannot be resumed inside a line")
	}
	return s.Split(start, len(shown))
}

// put shows the next n bytes of a passage, or as much of them as fits if
// nothing has been shown yet or the beginning of the line has.
func (w *window) put(p *passage, n int, start cursor.Position, u *Unit, endsLine bool) (closed bool, err error) {
	text := p.shown[p.off : p.off+n]
	feeds := w.feedsBefore(start)
	if endsLine {
		feeds++
	}
	fits, by := w.meter.Fit(text, feeds)
	n = fits
	if by != limits.ByNothing {
		if n < len(text) && n > 0 && w.unit != UnitByte {
			n = graphemeFloor(text, n)
		}
		n = p.clip(n)
		switch {
		case w.shown > 0 && (w.line.shown == 0 || fits == 0 || n > fits):
			w.stop(by, start)
			return true, nil
		case w.unit == UnitByte && u.EOL: // a row of a dump is shown whole: its parts are no parts of the file
			n, w.undersize = len(text), true
		case n == 0 && len(text) > 0:
			_, n = utf8.DecodeRune(text)
			n = p.clip(n)
			w.undersize = true
		case n == len(text) || n > fits: // only its line feed is too much, or a mark
			w.undersize = true
		}
		if n < len(text) {
			endsLine = false
		}
	}
	if w.veil != nil {
		w.veil.count(p, p.off, p.off+n)
	}
	if err := w.emit(text[:n], start, u, endsLine); err != nil {
		return false, err
	}
	if n == len(text) {
		return false, nil
	}
	next, err := w.positionAt(p, p.off+n)
	if err != nil {
		return false, err
	}
	w.end = next
	w.cuts = append(w.cuts, cutLine{no: u.No, shown: next.Col, full: -1, rest: next})
	w.stop(by, next)
	return true, nil
}

func (w *window) emit(text []byte, start cursor.Position, u *Unit, endsLine bool) error {
	p := &w.piece
	*p = Piece{Unit: w.unit, No: u.No, Col: start.Col, Text: text, EndsLine: endsLine, At: u.At, Joins: w.joins(start)}
	p.Continues = p.Joins && w.line.shown > 0
	feeds := w.feedsBefore(start)
	if endsLine {
		feeds++
	}
	w.meter.Add(text, feeds)
	w.end = u.Next
	return w.record(p)
}

// feedsBefore counts the line feed that ends a line whose end was cut off, when
// another line is shown behind it.
func (w *window) feedsBefore(start cursor.Position) int64 {
	if w.shown == 0 || w.last.EndsLine || w.unit == UnitByte || w.joins(start) {
		return 0
	}
	return 1
}

// joins reports whether start is exactly where the last piece ended.
func (w *window) joins(start cursor.Position) bool {
	return w.shown > 0 && !w.last.EndsLine && start.Col > 0 && start.Unit == w.last.No
}

// putRow shows a row or an entry whole.
func (w *window) putRow(u *Unit) (closed bool, err error) {
	n, by := w.meter.Fit(u.Text, 1)
	if by != limits.ByNothing && n <= len(u.Text) {
		if w.shown > 0 {
			w.stop(by, u.Start)
			return true, nil
		}
		w.undersize = true
	}
	w.meter.Add(u.Text, 1)
	w.end = u.Next
	w.piece = Piece{Unit: w.unit, No: u.No, Text: u.Text, EndsLine: true, Cells: u.Cells, Entry: u.Entry, At: u.At}
	return false, w.record(&w.piece)
}

func (w *window) record(p *Piece) error {
	if err := w.begin(); err != nil {
		return err
	}
	if !p.Continues {
		w.meter.AddUnit()
	}
	if w.shown == 0 {
		w.first = Piece{No: p.No, Col: p.Col}
	}
	w.page(max(p.At.Page, p.At.Slide))
	w.shown++
	w.last = Piece{No: p.No, Col: p.Col, EndsLine: p.EndsLine}
	if err := w.sink.Put(p); err != nil {
		return sinkError{err}
	}
	return nil
}

// page notes that a line is of page n; 0: of none.
func (w *window) page(n int64) {
	last := len(w.pages) - 1
	switch {
	case n == 0 || last >= 0 && w.pages[last].Last == n:
	case last >= 0 && w.pages[last].Last == n-1:
		w.pages[last].Last = n
	default:
		w.pages = append(w.pages, limits.Span{First: n, Last: n})
	}
}

// begin opens the sink once.
func (w *window) begin() error {
	if w.begun {
		return nil
	}
	w.begun = true
	m := w.doc.Meta()
	m.Headers = w.veil.headers(m.Headers, w.delimiter())
	if w.veil != nil { // it looks at documents from their beginning, where nothing leads
		m.Lead = ""
	}
	w.res.part(w.unit, m)
	if err := w.sink.Begin(w.res); err != nil {
		return sinkError{err}
	}
	return nil
}

// runePrefix returns the length in bytes of the first n code points of text,
// or all of it.
func runePrefix(text []byte, n int64) int {
	i := 0
	for ; n > 0 && i < len(text); n-- {
		if text[i] < utf8.RuneSelf {
			i++
			continue
		}
		_, size := utf8.DecodeRune(text[i:])
		i += size
	}
	return i
}

// cutAt returns how many bytes of text to show so that they have at most limit
// code points and end at a grapheme boundary.
func cutAt(text []byte, limit int64) int {
	if int64(len(text)) <= limit {
		return len(text)
	}
	return graphemeFloor(text, runePrefix(text, limit))
}

// graphemeFloor returns the last grapheme boundary (UAX #29) of text at or
// before n; where a single cluster is longer than n, n itself.
func graphemeFloor(text []byte, n int) int {
	if n <= 0 || n >= len(text) || (text[n-1] < utf8.RuneSelf && text[n] < utf8.RuneSelf) {
		return n
	}
	// A space or a control character begins a cluster whatever comes before.
	from := n
	for back := 0; from > 0 && back < 64*utf8.UTFMax; back++ {
		from--
		if text[from] <= ' ' {
			break
		}
	}
	for from > 0 && !utf8.RuneStart(text[from]) {
		from--
	}
	for from >= 4 && isFlagLetter(text[from:]) && isFlagLetter(text[from-4:]) { // they pair up from the first one
		from -= 4
	}
	at, state := from, -1
	for at < n {
		var cluster []byte
		cluster, _, _, state = uniseg.FirstGraphemeCluster(text[at:], state)
		if at+len(cluster) > n {
			break
		}
		at += len(cluster)
	}
	if at == 0 || (at == from && text[from] > ' ') {
		return n // one cluster as far as could be seen
	}
	return at
}

// isFlagLetter reports whether text starts with a regional indicator, two of
// which make a flag.
func isFlagLetter(text []byte) bool {
	return len(text) >= 4 && text[0] == 0xf0 && text[1] == 0x9f && text[2] == 0x87 && text[3] >= 0xa6
}
