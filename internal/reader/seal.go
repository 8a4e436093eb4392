package reader

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"fread/internal/limits"
	"fread/internal/reader/cursor"
	"fread/internal/reader/fault"
	"fread/internal/reader/source"
	"fread/internal/session"
)

// seal turns what a window has shown into the rest of the result: places,
// totals, what is missing and how to get it.
type seal struct {
	req  *Request
	addr address
	f    *source.File
	w    *window
	res  *Result
	span int // index of the span being shown
	gaps []limits.Span
	meta Meta

	repeat []session.Range // the window, if all of it was shown before and is held back
}

// spanDone reports whether the window was closed by the end of a span of an
// address, and not by a limit.
func (s *seal) spanDone(span limits.Span) bool {
	return span.Last > 0 && s.w.by == unitCause(s.w.unit) && s.w.resume != nil && s.w.resume.Unit > span.Last && s.w.resume.Col == 0
}

// gap writes down the lines between two spans, and opens the window again.
func (s *seal) gap(span limits.Span, i int) {
	if i+1 >= len(s.addr.spans) {
		return
	}
	if next := s.addr.spans[i+1].First; next > span.Last+1 {
		s.gaps = append(s.gaps, limits.Span{First: span.Last + 1, Last: next - 1})
	}
	s.w.by, s.w.resume = limits.ByNothing, nil
}

// omitGaps lists the lines between the spans, as far as there are any, and says
// which spans lie behind the end.
func (s *seal) omitGaps() {
	total := s.meta.Total
	for _, g := range s.gaps {
		if total != nil {
			g.Last = min(g.Last, *total)
		}
		if g.First <= g.Last {
			s.res.omit(Omission{What: "lines", From: g.First, To: g.Last, Count: new(g.Last - g.First + 1)})
		}
	}
	if total == nil {
		return
	}
	for i, span := range s.addr.spans {
		if span.First > *total {
			s.res.note(Note{
				Code: NoteOffsetPastEnd, Severity: SeverityWarning,
				Message: fmt.Sprintf("Lines %s lie behind the end: the last line is number %d.", formatSpans(s.addr.spans[i:]), *total), Data: map[string]any{"last": *total},
			})
			return
		}
	}
}

// timeout closes the window where the time ran out.
func (s *seal) timeout() {
	w := s.w
	at := w.end
	if w.cut != nil {
		at = w.cut.rest
	}
	w.cut = nil
	w.stop(limits.ByTime, at)
	s.res.note(Note{Code: NoteTimeout, Severity: SeverityWarning, Message: "The time given ran out; what had been read by then is shown."})
}

// damage says why a file could not be read on. What lay before is shown.
func (s *seal) damage(f *fault.Error) {
	s.res.note(Note{Code: NoteCode(f.Code), Severity: SeverityWarning, Message: f.Error(), Data: f.Data})
	s.res.omit(Omission{What: "all behind the damage"})
}

func (s *seal) finish() {
	s.meta = s.w.doc.Meta()
	if s.w.veil != nil && s.res.RowsPart != nil {
		s.meta.Headers = s.res.Headers // as they were shown
	}
	res := s.res
	res.part(s.w.unit, s.meta)
	if f := s.f; f.Path != "" {
		res.Version = cursor.Version(f.State, s.meta.ContentSum, s.meta.ContentHashed)
	}
	if size := s.f.Size(); size >= 0 && res.SizeBytes == nil {
		res.SizeBytes = &size
	}
	res.Warnings = append(res.Warnings, s.meta.Warnings...)
	for _, n := range s.meta.Notes {
		res.note(n)
	}
	for _, o := range s.meta.Omitted {
		res.omit(o)
	}
	if s.req.As != FormInfo {
		s.places()
		if s.repeat == nil {
			s.cutLines()
		}
		s.more()
		if s.repeat != nil {
			s.repeated()
		}
	}
	s.veiled()
	s.verify()
	if s.w.undersize {
		res.note(Note{Code: NoteClamped, Message: "A limit was smaller than what can be shown at the least, so a little more than the limit is shown."})
	}
	res.Complete = len(res.Omitted) == 0
}

// places says which units are shown, and which are not.
func (s *seal) places() {
	w, res := s.w, s.res
	name := s.units()
	if w.shown == 0 {
		s.nothing(name)
		return
	}
	if w.unit == UnitByte {
		s.bytePlaces()
		return
	}
	if t := res.TextPart; t != nil {
		if w.first.No > 0 {
			t.StartLine, t.EndLine = new(w.first.No), new(w.last.No)
		} else {
			t.FromEnd = w.first.No
		}
		t.Pages = formatSpans(w.pages)
		if w.first.Col > 0 {
			t.StartColumn = w.first.Col + 1
			res.omit(Omission{What: "columns", Line: w.first.No, From: 1, To: w.first.Col, Count: new(w.first.Col)})
		}
	}
	if r := res.RowsPart; r != nil {
		if w.first.No > 0 {
			r.StartRow = w.first.No
		} else {
			r.RowsFromEnd = w.first.No
		}
	}
	if e := res.EntriesPart; e != nil {
		e.StartEntry = w.first.No
	}
	switch {
	case w.first.No > 1:
		res.omit(Omission{What: name, From: 1, To: w.first.No - 1, Count: new(w.first.No - 1)})
	case w.first.No < 0:
		res.omit(Omission{What: name, From: 1})
	}
	s.omitGaps()
	if w.resume == nil {
		return
	}
	from := w.resume.Unit
	if w.resume.Col > 0 {
		from++ // the rest of the line itself is among the cut lines
	}
	o := Omission{What: name, From: max(from, 0)}
	if total := s.meta.Total; total != nil && from > 0 {
		if from > *total {
			return
		}
		o.To, o.Count = *total, new(*total-from+1)
	}
	res.omit(o)
}

func (s *seal) bytePlaces() {
	w, res := s.w, s.res
	res.StartByte, res.EndByte = w.first.No, w.end.Byte
	if w.first.No > 1 {
		res.omit(Omission{What: "bytes", From: 1, To: w.first.No - 1, Count: new(w.first.No - 1)})
	}
	if w.resume != nil {
		o := Omission{What: "bytes", From: w.resume.Byte + 1}
		if size := s.f.Size(); size >= 0 {
			o.To, o.Count = size, new(size-w.resume.Byte)
		}
		res.omit(o)
	}
}

// nothing explains a window in which there is nothing.
func (s *seal) nothing(name string) {
	total := s.meta.Total
	switch {
	case total == nil && s.w.resume != nil:
	case total != nil && *total == 0:
		s.res.note(Note{Code: NoteEmpty, Message: "There are no " + name + " in it."})
	case total != nil:
		s.res.omit(Omission{What: name, From: 1, To: *total, Count: new(*total)})
		if s.w.rest || s.req.Cursor != "" {
			return
		}
		s.res.note(Note{
			Code: NoteOffsetPastEnd, Severity: SeverityWarning,
			Message: fmt.Sprintf("The offset lies behind the end: the last %s is number %d.", singular(name), *total),
			Retry:   &Next{Path: s.path(), Offset: *total}, Data: map[string]any{"last": *total},
		})
	}
}

func (s *seal) units() string {
	switch s.w.unit {
	case UnitRow:
		return "rows"
	case UnitEntry:
		return "entries"
	case UnitByte:
		return "bytes"
	case UnitLine:
		return "lines"
	}
	return "lines"
}

func singular(units string) string {
	if units == "entries" {
		return "entry"
	}
	return strings.TrimSuffix(units, "s")
}

// cutLines lists the lines of which only the beginning is shown.
func (s *seal) cutLines() {
	cuts := s.w.cuts
	if p := s.meta.Profile; p != nil && p.Exact { // a scan has seen the end of the longest
		for i, c := range cuts {
			if c.full < 0 && c.no == s.meta.LongestLine {
				cuts[i].full = p.LongestLine
			}
		}
	}
	s.markClamped(cuts)
	if len(cuts) == 0 {
		return
	}
	for _, c := range cuts {
		o := Omission{What: "columns", Line: c.no, From: c.shown + 1}
		if c.full >= 0 {
			o.To, o.Count = c.full, new(c.full-c.shown)
		}
		s.res.omit(o)
	}
	const listed = 5
	lines := make([]map[string]any, 0, len(cuts))
	var names []string
	for _, c := range cuts {
		d := map[string]any{"line": c.no, "shown": c.shown}
		name := strconv.FormatInt(c.no, 10)
		if c.full >= 0 {
			d["characters"] = c.full
			name += fmt.Sprintf(" (%d characters)", c.full)
		}
		lines = append(lines, d)
		if len(names) < listed {
			names = append(names, name)
		}
	}
	var msg string
	switch first := cuts[0]; {
	case len(cuts) == 1 && first.full >= 0:
		msg = fmt.Sprintf("Line %d is cut after %d of its %d characters.", first.no, first.shown, first.full)
	case len(cuts) == 1:
		msg = fmt.Sprintf("Line %d is cut after %d characters; how long it is was not counted.", first.no, first.shown)
	default:
		msg = fmt.Sprintf("%d lines are cut: %s", len(cuts), strings.Join(names, ", "))
		if len(cuts) > listed {
			msg += " and more"
		}
		msg += "."
	}
	s.res.note(Note{Code: NoteLineClamped, Severity: SeverityWarning, Message: msg, Data: map[string]any{"lines": lines}, Retry: s.retryFor(cuts[0].rest)})
}

// markClamped writes into the lines given one by one which of them go on.
func (s *seal) markClamped(cuts []cutLine) {
	if s.res.TextPart == nil {
		return
	}
	if r := s.w.resume; r != nil && r.Col > 0 {
		cuts = append(slices.Clip(cuts), cutLine{no: r.Unit, shown: r.Col, full: -1})
	}
	lines := s.res.Lines
	for i := len(lines) - 1; i >= 0 && len(cuts) > 0; i-- {
		for len(cuts) > 0 && cuts[len(cuts)-1].no == lines[i].Number {
			lines[i].Clamped = true
			if full := cuts[len(cuts)-1].full; full >= 0 {
				lines[i].SourceChars = new(full)
			}
			cuts = cuts[:len(cuts)-1]
		}
	}
}

func (s *seal) retryFor(at cursor.Position) *Next {
	c := s.cursor(cursor.Token{Pos: at})
	if c == "" {
		return nil
	}
	return &Next{Path: s.path(), Cursor: c}
}

// more says how to go on.
func (s *seal) more() {
	w, res := s.w, s.res
	token, ok := s.token()
	if !ok {
		return
	}
	res.IsTruncated = true
	res.TruncatedBy = w.by
	if w.by == limits.ByNothing {
		res.TruncatedBy = limits.ByLineLength
	}
	next := &Next{Path: s.path(), Limit: s.req.Limit, Cursor: s.cursor(token)}
	if w.resume != nil && w.resume.Col == 0 && w.resume.Unit != 0 {
		next.Offset = w.resume.Unit
	}
	if w.unit == UnitByte && w.resume != nil {
		next.Offset = w.resume.Byte + 1
	}
	if s.addr.spans != nil {
		s.addressed(next, token)
	}
	if next.Offset != 0 || next.Cursor != "" || next.Path != s.path() { // there is no call that goes on inside a line of a stream
		res.Next = next
	}
	if s.repeat != nil {
		return // what is said of it names the next call too
	}
	res.note(Note{Code: NoteContinue, Message: s.continueMessage(next, token)})
}

// token is where the next read goes on, if anything is left.
func (s *seal) token() (cursor.Token, bool) {
	w := s.w
	var pending []cutLine
	for _, c := range w.cuts {
		if w.resume == nil || c.rest != *w.resume {
			pending = append(pending, c)
		}
	}
	switch {
	case w.rest && w.resume != nil:
		return cursor.Token{Pos: *w.resume, Rest: true, Until: w.until, LineChars: w.restChars}, true
	case len(pending) > 0:
		until := w.end
		if w.resume != nil {
			until = *w.resume
		}
		return cursor.Token{Pos: pending[0].rest, Rest: true, Until: until, LineChars: w.lim.LineChars}, true
	case w.resume != nil:
		return cursor.Token{Pos: *w.resume}, true
	}
	return cursor.Token{}, false
}

// cursor encodes t for the file as it was opened; a stream has none.
func (s *seal) cursor(t cursor.Token) string {
	if s.f.Path == "" || s.f.IsDir() || s.w.unit == UnitEntry {
		return ""
	}
	sum, err := cursor.Sum(s.f, t.Pos.Byte)
	if err != nil {
		return ""
	}
	t.State, t.Sum, t.Kept = s.f.State, sum, s.meta.Keep
	return t.Encode()
}

// addressed makes next go on within the spans of an address that are left.
func (s *seal) addressed(next *Next, token cursor.Token) {
	var left []limits.Span
	for _, span := range s.addr.spans {
		if span.Last == 0 || span.Last >= token.Pos.Unit {
			left = append(left, limits.Span{First: max(span.First, token.Pos.Unit), Last: span.Last})
		}
	}
	if len(left) == 0 {
		return // the last span has been shown: go on behind it
	}
	next.Path, next.Offset = s.addr.path+":"+formatSpans(left), 0
	if !token.Rest && token.Pos.Col == 0 {
		next.Cursor = ""
	}
}

func (s *seal) path() string {
	if s.addr.part != "" {
		return s.addr.path + "#" + s.addr.part
	}
	if s.addr.path != "" {
		return s.addr.path
	}
	return s.req.Path
}

// cursorPays is from which offset in the file on going on by cursor is worth
// naming: before, finding a line again takes about a millisecond.
const cursorPays = 4 << 20

func (s *seal) continueMessage(next *Next, token cursor.Token) string {
	w := s.w
	var b strings.Builder
	name := s.units()
	switch {
	case w.unit == UnitByte:
		fmt.Fprintf(&b, "Bytes %d-%d", w.first.No, w.resume.Byte)
		if size := s.f.Size(); size >= 0 {
			fmt.Fprintf(&b, " of %d", size)
		}
	case w.shown == 0:
		b.WriteString("No " + name)
	case s.span > 0:
		b.WriteString("Lines " + formatSpans(s.addr.spans[:s.span+1]))
	case w.first.No == w.last.No:
		b.WriteString(upperFirst(singular(name)) + " " + strconv.FormatInt(w.first.No, 10))
	default:
		fmt.Fprintf(&b, "%s %d to %d", upperFirst(name), w.first.No, w.last.No)
		if w.first.No > 0 {
			b.Reset()
			fmt.Fprintf(&b, "%s %d-%d", upperFirst(name), w.first.No, w.last.No)
		}
	}
	if total := s.meta.Total; total != nil && w.unit != UnitByte {
		fmt.Fprintf(&b, " of %d", *total)
		if !s.meta.TotalExact {
			b.WriteString(" or so")
		}
	}
	fmt.Fprintf(&b, " shown (limit: %s).", s.res.TruncatedBy)
	switch {
	case next.Path != s.path() && next.Cursor != "":
		fmt.Fprintf(&b, " Continue with %s and cursor %s.", fault.Quote(next.Path), next.Cursor)
	case next.Path != s.path():
		b.WriteString(" Continue with " + fault.Quote(next.Path) + ".")
	case token.Rest && next.Offset != 0 && next.Cursor != "":
		fmt.Fprintf(&b, " Continue with offset %d, or with cursor %s for the cut ends of lines first.", next.Offset, next.Cursor)
	case next.Offset != 0 && (next.Cursor == "" || token.Pos.Byte < cursorPays):
		fmt.Fprintf(&b, " Continue with offset %d.", next.Offset)
	case next.Offset != 0:
		fmt.Fprintf(&b, " Continue with offset %d, or at once with cursor %s.", next.Offset, next.Cursor)
	case next.Cursor != "":
		fmt.Fprintf(&b, " Continue with cursor %s.", next.Cursor)
	case s.f.Stream():
		b.WriteString(" The stream has passed; save it to a file to see more.")
	}
	return b.String()
}

func upperFirst(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

// verify looks at the file once more: what was read while it was being written
// may belong to two versions of it.
func (s *seal) verify() {
	if s.f.Path == "" || s.f.IsDir() {
		return
	}
	was, now := s.f.State, s.f.Now()
	switch {
	case now.Size > was.Size:
		s.res.note(Note{Code: NoteGrown, Message: fmt.Sprintf("The file grew by %s while it was read; the answer is of the %d bytes it had.", limits.FormatSize(now.Size-was.Size), was.Size), Data: map[string]any{"bytes": now.Size - was.Size}})
	case now.Size < was.Size || !now.ModTime.Equal(was.ModTime):
		s.res.note(Note{Code: NoteChanged, Severity: SeverityWarning, Message: "The file was changed while it was read, so parts of two versions may be mixed here. Read it again."})
		s.res.omit(Omission{What: "changed"})
	}
}

// part makes the fields for what is counted in unit and fills in what m knows.
func (r *Result) part(unit UnitName, m Meta) {
	switch unit {
	case UnitRow:
		if r.RowsPart == nil {
			r.RowsPart = &RowsPart{Rows: emptyRows()}
		}
		r.SheetName, r.Headers, r.Dialect = m.SheetName, m.Headers, m.Dialect
		r.SheetNames, r.Sheets, r.Range, r.MergedRanges = m.SheetNames, m.Sheets, m.Range, m.MergedRanges
		r.RowCount, r.RowCountExact = m.Total, m.TotalExact && m.Total != nil
	case UnitEntry:
		if r.EntriesPart == nil {
			r.EntriesPart = &EntriesPart{Entries: []Entry{}}
		}
		r.EntryCount = m.Total
	case UnitByte:
		if r.TextPart == nil {
			r.TextPart = &TextPart{}
		}
		r.ContentFormat = m.ContentFormat
	case UnitLine:
		if r.TextPart == nil {
			r.TextPart = &TextPart{Lead: m.Lead}
		}
		r.ContentFormat, r.Profile, r.PageCount = m.ContentFormat, m.Profile, m.PageCount
		r.MailHeaders, r.Attachments = m.MailHeaders, m.Attachments
		r.TotalLines, r.TotalCharacters, r.TotalExact = m.Total, m.Characters, m.TotalExact && m.Total != nil
	}
}
