package reader

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"fread/internal/reader/cells"
	"fread/internal/reader/cursor"
	"fread/internal/reader/redact"
	"fread/internal/reader/source"
)

// A Rewinder is a Document that can go back, so that what a window shows does
// not depend on where it begins.
type Rewinder interface {
	// Line returns a position in the line of at from which at is reached by
	// passing over Skip code points: its beginning, or reach bytes before at.
	Line(at cursor.Position, reach int64) (cursor.Position, error)
	// Before returns the first beginning of a line that is at most reach bytes
	// before at.
	Before(at cursor.Position, reach int64) (cursor.Position, error)
}

// A passage is a piece of a line as it is shown. Without redaction what is
// shown is what the file has.
type passage struct {
	shown []byte
	orig  []byte
	marks []redact.Mark
	start cursor.Position // of orig
	off   int             // in shown: what lies before has been shown or passed over
}

// clip moves a cut n bytes behind off out of a mark: before it, or behind it
// if the mark is the first thing there.
func (p *passage) clip(n int) int {
	for _, m := range p.marks {
		if at := p.off + n; m.OutStart < at && at < m.OutEnd {
			if m.OutStart > p.off {
				return m.OutStart - p.off
			}
			return m.OutEnd - p.off
		}
	}
	return n
}

// cut returns how much to show so that it has at most room code points. A mark
// that is longer is shown whole where a line begins with it, and else waits;
// begun says that some of the line has been shown.
func (p *passage) cut(room int64, begun bool) int {
	n := cutAt(p.shown[p.off:], room)
	clipped := p.clip(n)
	if begun && clipped > n {
		return 0
	}
	return clipped
}

// drop passes over the first n code points of the original.
func (p *passage) drop(n int64) (dropped int64) {
	at := runePrefix(p.orig, n)
	p.off = redact.Redacted(p.marks, at)
	for _, m := range p.marks {
		if m.Start < at && at < m.End { // its mark was shown before
			p.off = m.OutEnd
		}
	}
	return int64(utf8.RuneCount(p.orig[:at]))
}

// positionAt is the place in the file of the offset n in what is shown.
func (w *window) positionAt(p *passage, n int) (cursor.Position, error) {
	return w.split(p.start, p.orig[:redact.Original(p.marks, n)])
}

// veil hides secrets in what a window shows.
type veil struct {
	set     *redact.Set
	stream  *redact.Stream
	columns []*redact.Stream // of rows: a secret does not go on in the next column
	cells   []cells.Cell
	held    []byte          // the end of a piece, which may be the beginning of a secret
	start   cursor.Position // of held
	primed  bool
	inKey   bool // what is shown may begin inside a private key
	f       *source.File
	part    bool             // of the file: places are not offsets in it
	counts  map[string]int64 // of marks shown, by rule
}

// begin starts a pass at from. It returns where to begin instead, so that a
// line is seen from its beginning.
func (v *veil) begin(doc Document, from cursor.Position) (cursor.Position, error) {
	v.inKey = v.part && v.keyIn(0, partReach)
	v.stream, v.columns, v.held, v.primed = v.newStream(), nil, v.held[:0], false
	r, ok := doc.(Rewinder)
	if !ok || v.part || from.Col == 0 {
		return from, nil
	}
	return r.Line(from, redact.Reach)
}

// partReach is how much of a file is looked through for private keys when only a
// part of it is shown, of which it is not known where it lies.
const partReach = 64 << 20

// newStream makes a stream in the state in which the window begins.
func (v *veil) newStream() *redact.Stream {
	s := v.set.NewStream()
	if v.inKey {
		s.Redact([]byte("-----BEGIN " + "PRIVATE KEY-----"))
	}
	return s
}

// keyIn reports whether a private key begins in a part of the file and does not
// end in it. Rows and parts cannot be read backwards, so this looks at the
// bytes: rather too much is hidden there than too little.
func (v *veil) keyIn(from, to int64) bool {
	const block = 1 << 20
	open := false
	var carry []byte
	for from < to {
		b := make([]byte, min(block, to-from))
		n, err := v.f.ReadAt(b, from)
		text := slices.Concat(carry, bytes.ReplaceAll(b[:n], []byte{0}, nil)) // as in UTF-16
		if i := bytes.LastIndex(text, []byte("PRIVATE KEY")); i >= 0 {
			before := text[max(0, i-40):i]
			open = bytes.LastIndex(before, []byte("BEGIN")) > bytes.LastIndex(before, []byte("END"))
			if v.part && bytes.Contains(text, []byte("BEGIN")) {
				return true
			}
		}
		if err != nil || n == 0 {
			break
		}
		from += int64(n)
		carry = slices.Clone(text[max(0, len(text)-64):])
	}
	return open
}

// prime looks at what lies before the first unit of a pass, in which a secret
// of several lines may have begun.
func (v *veil) prime(ctx context.Context, doc Document, first *Unit) error {
	v.primed = true
	r, ok := doc.(Rewinder)
	if v.part || v.f.Stream() {
		return nil
	}
	if !ok || first.Cells != nil {
		if at := first.Start.Byte; at > 0 && v.keyIn(max(0, at-redact.Reach), at) {
			v.inKey = true
			v.stream = v.newStream()
		}
		return nil
	}
	from, err := r.Before(first.Start, redact.Reach)
	if err != nil || from.Byte >= first.Start.Byte {
		return err
	}
	for u, err := range doc.Units(ctx, from) {
		if err != nil {
			return err
		}
		if u.Start.Byte >= first.Start.Byte {
			break
		}
		v.stream.Redact(u.Text)
	}
	return nil
}

// pass takes a unit that is not shown.
func (v *veil) pass(u *Unit, delimiter string) {
	if u.Cells == nil {
		v.stream.Redact(u.Text)
		return
	}
	counts := v.counts
	v.counts = nil
	v.row(u, delimiter)
	v.counts = counts
}

// text redacts a piece of a line. It reports false where more of the line has
// to be seen first.
func (v *veil) text(w *window, u *Unit, p *passage) (bool, error) {
	if len(v.held) > 0 {
		v.held = append(v.held, u.Text...)
		p.orig, p.start = v.held, v.start
	}
	out, marks, taken := v.stream.Part(p.orig, u.More)
	rest, start := p.orig[taken:], p.start
	p.orig, p.shown, p.marks = p.orig[:taken], out, marks
	if len(rest) == 0 {
		v.held = v.held[:0]
		return true, nil
	}
	if taken > 0 {
		var err error
		if start, err = w.split(p.start, p.orig); err != nil {
			return false, err
		}
	}
	p.orig = slices.Clone(p.orig) // the rest moves to the beginning of the same array
	if len(marks) == 0 {
		p.shown = p.orig
	}
	v.held, v.start = append(v.held[:0], rest...), start
	return taken > 0, nil
}

// release forgets the held end of a line that is cut, and says how long it is.
func (v *veil) release() int64 {
	if v == nil {
		return 0
	}
	n := int64(utf8.RuneCount(v.held))
	v.held = v.held[:0]
	return n
}

// count adds the marks of p between two offsets of what is shown.
func (v *veil) count(p *passage, from, to int) {
	for _, m := range p.marks {
		if from <= m.OutStart && m.OutEnd <= to {
			v.add(m.Rule)
		}
	}
}

func (v *veil) add(rule string) {
	if v.counts == nil {
		v.counts = map[string]int64{}
	}
	v.counts[rule]++
}

// row redacts the cells of a row or the names of an entry. A secret may lie in
// one cell, go on in the next row of its column, or have been divided among
// several cells by what was taken for a delimiter.
func (v *veil) row(u *Unit, delimiter string) {
	if e := u.Entry; e != nil {
		shown := *e
		if name := v.hide(v.stream, e.Name); name != e.Name {
			shown.Name, shown.NameBytes = name, nil
		}
		shown.Target = v.hide(v.stream, e.Target)
		u.Entry, u.Text = &shown, []byte(shown.Name)
		return
	}
	v.cells = append(v.cells[:0], u.Cells...)
	changed := false
	for i := range v.cells {
		for len(v.columns) <= i {
			v.columns = append(v.columns, v.newStream())
		}
		c := &v.cells[i]
		if text := v.hide(v.columns[i], c.Text); text != c.Text {
			*c, changed = cells.Cell{Type: cells.String, Text: text}, true
		}
	}
	if v.across(u.Cells, delimiter) {
		changed = true
	}
	if !changed {
		return
	}
	u.Cells, u.Text = v.cells, join(v.cells, "\t")
}

// across redacts what only the whole record shows to be a secret.
func (v *veil) across(record []cells.Cell, delimiter string) (changed bool) {
	_, marks := v.stream.Redact(join(record, delimiter))
	for _, m := range marks {
		at := 0
		counted := false
		for i := range record {
			end := at + len(record[i].Text)
			if at < m.End && m.Start < end && v.cells[i].Text == record[i].Text {
				v.cells[i] = cells.Cell{Type: cells.String, Text: "⟨redacted:" + m.Rule + "⟩"}
				if changed = true; !counted {
					v.add(m.Rule)
					counted = true
				}
			}
			at = end + len(delimiter)
		}
	}
	return changed
}

func join(row []cells.Cell, with string) []byte {
	var b []byte
	for i, c := range row {
		if i > 0 {
			b = append(b, with...)
		}
		b = append(b, c.Text...)
	}
	return b
}

func (v *veil) hide(s *redact.Stream, text string) string {
	out, marks := s.Redact([]byte(text))
	if len(marks) == 0 {
		return text
	}
	for _, m := range marks {
		v.add(m.Rule)
	}
	return string(out)
}

// headers redacts the names of columns.
func (v *veil) headers(names []string, delimiter string) []string {
	if v == nil || names == nil {
		return names
	}
	record := make([]cells.Cell, len(names))
	for i, n := range names {
		record[i] = cells.Cell{Type: cells.String, Text: n}
	}
	u := Unit{Cells: record}
	of := veil{set: v.set, stream: v.set.NewStream(), counts: v.counts, f: v.f}
	of.row(&u, delimiter)
	v.counts = of.counts
	shown := make([]string, len(names))
	for i, c := range u.Cells {
		shown[i] = c.Text
	}
	return shown
}

// veiled says what was hidden.
func (s *seal) veiled() {
	v := s.w.veil
	if v == nil || len(v.counts) == 0 {
		return
	}
	var total int64
	var parts []string
	for _, rule := range slices.Sorted(maps.Keys(v.counts)) {
		n := v.counts[rule]
		total += n
		parts = append(parts, fmt.Sprintf("%s (%d)", rule, n))
	}
	s.res.note(Note{
		Code: NoteViewModified, Severity: SeverityWarning,
		Message: fmt.Sprintf("%d %s replaced by marks: %s. What is shown is not what the file holds.", total, plural(total, "secret is", "secrets are"), strings.Join(parts, ", ")),
		Data:    map[string]any{"rules": v.counts},
	})
	s.res.omit(Omission{What: "secrets", Count: new(total)})
}

func plural(n int64, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}

// hideNames redacts what a result says beside the content: a path may hold a
// secret as well.
func hideNames(set *redact.Set, r *Result) {
	if set == nil {
		return
	}
	stream := set.NewStream()
	hide := func(s string) string {
		out, marks := stream.Redact([]byte(s))
		if len(marks) == 0 {
			return s
		}
		return string(out)
	}
	hideAll := func(list ...*string) {
		for _, s := range list {
			*s = hide(*s)
		}
	}
	if path := hide(r.Path); path != r.Path {
		r.Path, r.PathBytes = path, nil
	}
	hideAll(&r.FilePath, &r.ResolvedFrom, &r.FileName, &r.Reason)
	if r.Error != nil {
		hideAll(&r.Error.Message)
		if near, ok := r.Error.Data["near"].([]string); ok {
			for i := range near {
				near[i] = hide(near[i])
			}
		}
	}
	for i := range r.Notes {
		n := &r.Notes[i]
		n.Message = hide(n.Message)
		if n.Retry != nil {
			n.Retry.Path = hide(n.Retry.Path)
		}
		if p, ok := n.Data["path"].(string); ok {
			n.Data["path"] = hide(p)
		}
	}
	if t := r.TextPart; t != nil {
		if h := t.MailHeaders; h != nil {
			hideAll(&h.From, &h.To, &h.Cc, &h.Bcc, &h.ReplyTo, &h.Subject, &h.MessageID)
		}
		for i := range t.Attachments {
			hideAll(&t.Attachments[i].Name)
		}
	}
	for i := range r.Warnings {
		r.Warnings[i] = hide(r.Warnings[i])
	}
	if r.Next != nil {
		r.Next.Path = hide(r.Next.Path)
	}
	if r.File != nil {
		r.File.FileName = hide(r.File.FileName)
	}
	if r.RuntimeFile != nil {
		r.RuntimeFile.FileName = hide(r.RuntimeFile.FileName)
	}
}
