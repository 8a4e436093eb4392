package reader

import (
	"errors"
	"fmt"
	"slices"
	"strconv"

	"fread/internal/reader/cells"
	"fread/internal/reader/cursor"
	"fread/internal/reader/detect"
	"fread/internal/reader/source"
	"fread/internal/session"
)

// recall is the part of a session in one read. It is the Sink between the
// window and the caller: as long as all that comes was shown before, it holds
// it back, so that a mere repeat can be answered in one sentence; at the first
// thing that is new it lets everything pass.
//
// A nil *recall is that of a read without a session.
type recall struct {
	session Session
	res     *Result
	sink    Sink
	entries []session.Entry // of this file
	known   []session.Range // shown before, of this view of this version
	found   bool            // the session has an entry of this file
	saved   bool            // and this read has made one
	counted bool            // it knows how many units there are
	entry   session.Entry   // what this read adds

	holding bool
	held    [][]heldPiece // in blocks, since a large slice is slow to grow
	text    []byte        // of all that is held
	begun   bool          // Begin is held back too
}

// meet begins the part of a session: it looks up what is known of the file.
func (c *recall) meet(f *source.File) {
	if c == nil || f.Path == "" || f.IsDir() {
		return // nothing else stays the same from one read to the next
	}
	c.entry = entryOf(c.res, f)
	entries, err := c.session.Get(c.entry.FileID, f.Path)
	if err != nil {
		c.failed(err)
		return
	}
	c.entries = entries
	c.found = slices.ContainsFunc(entries, func(e session.Entry) bool { return e.FileID == c.entry.FileID })
}

// start begins the window of one view of the file.
func (c *recall) start(req *Request, f *source.File, view string, unit UnitName) {
	if c == nil || c.entry.FileID == "" {
		return
	}
	for _, e := range c.entries {
		if e.Unit == string(unit) && e.Form == view && unchanged(e.Version, f) {
			c.known, c.counted = e.Ranges, e.Total != nil
		}
	}
	c.entry.Unit, c.entry.Form = string(unit), view
	// Without a limit there is no bound to what would have to be held.
	c.holding = len(c.known) > 0 && !req.All
}

func entryOf(res *Result, f *source.File) session.Entry {
	return session.Entry{
		FileID: cursor.FileID(f.State.ID, f.Path), Path: f.Path, Asked: res.Path, Version: cursor.Version(f.State, 0, false),
		FileName: res.FileName, ContentType: res.ContentType, SizeBytes: f.State.Size, LastModified: res.LastModified,
	}
}

func unchanged(version string, f *source.File) bool {
	return cursor.ValidVersion(version) && cursor.Unchanged(version, f.State, func() (uint64, bool) { return contentSum(f) })
}

// view names all of a request that decides what a unit holds.
func view(req *Request, kind detect.Kind, form Form, part, redacted string) string {
	v := string(form)
	if part != "" {
		v += "#" + part
	}
	add := func(name, value string) {
		if value != "" {
			v += ";" + name + "=" + value
		}
	}
	add("encoding", req.Encoding)
	add("redact", redacted)
	add("pages", req.Pages)
	add("changes", req.Changes)
	if form == FormRows {
		if req.Headers != cells.HeadersAuto {
			add("headers", string(req.Headers))
		}
		add("delimiter", req.Delimiter)
	}
	if kind == detect.Spreadsheet || kind == detect.LegacySpreadsheet {
		add("sheet", req.Sheet)
		add("range", req.Range)
		add("cells", string(req.Cells))
	}
	if req.Depth > 1 {
		add("depth", strconv.Itoa(req.Depth))
	}
	if req.Main {
		add("main", "yes")
	}
	return v
}

// failed says that the session cannot do its part; the read goes on.
func (c *recall) failed(err error) {
	msg := "The session could not be used, so this read is not remembered: " + err.Error() + "."
	if errors.Is(err, session.ErrBusy) {
		msg = "Others were writing to the session, so this read is not remembered."
	}
	c.saved, c.entry = true, session.Entry{} // do not try again
	c.res.note(Note{Code: NoteSession, Severity: SeverityWarning, Message: msg})
}

// Begin implements Sink.
func (c *recall) Begin(r *Result) error {
	if c.holding {
		c.begun = true
		return nil
	}
	return c.sink.Begin(r)
}

// Put implements Sink.
func (c *recall) Put(p *Piece) error {
	c.add(p)
	if c.holding && !session.Covers(c.known, session.Range{From: p.No, To: p.No}) {
		if err := c.release(); err != nil {
			return err
		}
	}
	if !c.holding {
		return c.sink.Put(p)
	}
	c.hold(p)
	return nil
}

// add takes down the number of a unit; settle takes those back that were not
// shown whole.
func (c *recall) add(p *Piece) {
	if p.No < 1 || p.Col > 0 || p.Unit == UnitByte {
		return
	}
	if n := len(c.entry.Ranges); n > 0 && p.No == c.entry.Ranges[n-1].To+1 {
		c.entry.Ranges[n-1].To++
		return
	}
	c.entry.Ranges = append(c.entry.Ranges, session.Range{From: p.No, To: p.No})
}

// A heldPiece is a copy of a Piece, which is valid only during a call.
type heldPiece struct {
	Piece
	from, to int // its Text in that of all
	at       int64
}

const holdBlock = 64

func (c *recall) hold(p *Piece) {
	h := heldPiece{Piece: *p, from: len(c.text)}
	c.text = append(c.text, p.Text...)
	h.to, h.Text = len(c.text), nil
	h.Cells = slices.Clone(p.Cells)
	if p.Entry != nil {
		h.Entry = new(*p.Entry)
	}
	if p.At.Byte != nil {
		h.at = *p.At.Byte
	}
	if n := len(c.held); n == 0 || len(c.held[n-1]) == holdBlock {
		c.held = append(c.held, make([]heldPiece, 0, holdBlock))
	}
	last := &c.held[len(c.held)-1]
	*last = append(*last, h)
}

// release lets pass what was held back.
func (c *recall) release() error {
	if c == nil || !c.holding {
		return nil
	}
	c.holding = false
	if c.begun {
		if err := c.sink.Begin(c.res); err != nil {
			return err
		}
	}
	for _, block := range c.held {
		for i := range block {
			h := &block[i]
			h.Text = c.text[h.from:h.to]
			if h.At.Byte != nil {
				h.At.Byte = &h.at
			}
			if err := c.sink.Put(&h.Piece); err != nil {
				return err
			}
		}
	}
	c.held, c.text = nil, nil
	return nil
}

// settle ends the window: it takes down which units were shown whole, and
// returns what the window holds if all of that was shown before.
func (c *recall) settle(w *window) (repeat []session.Range) {
	if c == nil || w.shown == 0 {
		return nil
	}
	if c.holding {
		repeat = session.Merge(c.entry.Ranges, []session.Range{{From: w.last.No, To: w.last.No}})
	}
	if w.unit == UnitByte {
		c.entry.Ranges = []session.Range{{From: w.first.No, To: w.end.Byte}}
		if !c.holding || !session.CoversAll(c.known, c.entry.Ranges) {
			return nil
		}
		return c.entry.Ranges
	}
	for _, cut := range w.cuts {
		c.remove(cut.no)
	}
	if w.resume != nil && w.resume.Col > 0 {
		c.remove(w.resume.Unit)
	}
	return repeat
}

// remove takes a unit back that was not shown whole.
func (c *recall) remove(no int64) {
	for i, r := range c.entry.Ranges {
		if r.From <= no && no <= r.To { // one of the two may be empty, which merging leaves out
			c.entry.Ranges = slices.Replace(c.entry.Ranges, i, i+1, session.Range{From: r.From, To: no - 1}, session.Range{From: no + 1, To: r.To})
			return
		}
	}
}

// remember writes down what was shown, where that is more than the session has.
func (c *recall) remember(s *seal) {
	if c == nil || c.saved || c.entry.Form == "" || slices.ContainsFunc(c.res.Notes, func(n Note) bool { return n.Code == NoteChanged }) {
		return
	}
	e := c.entry
	e.Ranges = session.Merge(e.Ranges)
	if s.meta.TotalExact && s.addr.part == "" {
		e.Total = s.meta.Total
	}
	if len(e.Ranges) == 0 && (e.Total == nil || *e.Total > 0) {
		return
	}
	e.Version, e.ContentType = c.res.Version, c.res.ContentType
	c.saved = true
	if c.found && session.CoversAll(c.known, e.Ranges) && (e.Total == nil || c.counted) && len(e.Ranges) > 0 {
		return
	}
	if err := c.session.Put(e); err != nil {
		c.failed(err)
	}
}

// finish names the file in the result, and makes sure that the session knows
// its id even if nothing of it was shown.
func (c *recall) finish() {
	if c == nil || c.res.FileID == "" || c.res.Error != nil {
		return
	}
	c.res.identify()
	if c.saved || c.found || c.entry.FileID == "" {
		return
	}
	e := c.entry
	e.Unit, e.Form, e.Ranges, e.ContentType = "", "", nil, c.res.ContentType
	if err := c.session.Put(e); err != nil {
		c.failed(err)
	}
}

// repeated answers a window all of which was shown before.
func (s *seal) repeated() {
	res, w := s.res, s.w
	res.Unchanged = true
	res.omit(Omission{What: "content"})
	what := s.units()
	if len(s.repeat) == 1 && s.repeat[0].From == s.repeat[0].To {
		what = singular(what)
	}
	msg := fmt.Sprintf("%s %s: shown before in this session and unchanged since, so not repeated.", upperFirst(what), session.Format(s.repeat))
	if next := res.Next; next != nil && next.Offset > 0 {
		msg += fmt.Sprintf(" What follows begins at offset %d.", next.Offset)
	}
	res.note(Note{
		Code: NoteRepeatRead, Message: msg + ` To get them again, read without the session (--session "").`,
		Data: map[string]any{"unit": string(w.unit), "ranges": s.repeat},
	})
}
