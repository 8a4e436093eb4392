package markup

import (
	"context"
	"errors"
	"iter"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"fread/internal/reader"
	"fread/internal/reader/cursor"
	"fread/internal/reader/fault"
)

// A Walk tells w a document from its beginning to its end. It may be called
// more than once, and tells the same each time. Errors of w are returned as
// they are.
type Walk func(ctx context.Context, w Writer) error

const (
	// countFor is for how long lines behind a window are counted unasked.
	countFor = 100 * time.Millisecond
	// tailBytes and tailLines bound what is kept of lines while the last ones of a
	// document are looked for.
	tailBytes = 8 << 20
	tailLines = 100_000
)

// Document gives the lines of what a walk tells. It implements
// reader.Document.
type Document struct {
	walk   Walk
	o      reader.Options
	format string

	meta    reader.Meta
	final   bool // meta is of the whole document
	counted bool // the time for counting unasked has been spent
	onClose func() error
}

// NewDocument returns what walk tells as a document: Markdown, or plain text if that
// form is asked for. With a part in o it is the section under the heading of
// that name.
func NewDocument(ctx context.Context, o reader.Options, walk Walk) *Document {
	d := &Document{walk: walk, o: o, format: "markdown"}
	if o.Form == reader.FormText {
		d.format = "text"
	}
	d.meta.ContentFormat = d.format
	if o.Request != nil && o.Request.As == reader.FormInfo { // it has no window that would count them
		for range d.Units(ctx, cursor.Position{}) {
			break
		}
	}
	return d
}

// OnClose sets what Close does.
func (d *Document) OnClose(f func() error) *Document {
	d.onClose = f
	return d
}

// Meta implements reader.Document.
func (d *Document) Meta() reader.Meta { return d.meta }

// Close implements reader.Document.
func (d *Document) Close() error {
	if d.onClose != nil {
		return d.onClose()
	}
	return nil
}

// Units implements reader.Document. Once the lines are not wanted any more they
// are counted on, for a short time or as long as that takes if totals are asked
// for.
func (d *Document) Units(ctx context.Context, from cursor.Position) iter.Seq2[*reader.Unit, error] {
	return func(yield func(*reader.Unit, error) bool) {
		if from.Unit < 0 {
			d.tail(ctx, -from.Unit, yield)
			return
		}
		p := d.newPass(ctx)
		p.from, p.yield = max(from.Unit, 1), yield
		if err := p.run(); err != nil {
			yield(nil, err)
		}
	}
}

// tail yields the last n lines.
func (d *Document) tail(ctx context.Context, n int64, yield func(*reader.Unit, error) bool) {
	p := d.newPass(ctx)
	p.keep = min(n, tailLines)
	if err := p.run(); err != nil { // damaged: then the last lines are those before the damage
		if p.no == 0 {
			yield(nil, err)
			return
		}
		p.damage = err
	}
	first := max(p.no+1-n, 1)
	if int64(len(p.kept)) < p.no+1-first { // more than is kept
		again := d.newPass(ctx)
		again.from, again.yield = first, yield
		if err := again.run(); err != nil {
			yield(nil, err)
		}
		return
	}
	for i := range p.kept {
		u := p.kept[i].unit(first + int64(i))
		if i == 0 {
			d.meta.Lead = p.kept[i].lead
		}
		if !yield(&u, nil) {
			return
		}
	}
	if p.damage != nil {
		yield(nil, p.damage)
	}
}

// A pass is one walk through a document.
type pass struct {
	d     *Document
	ctx   context.Context //nolint:containedctx // of one call
	flow  *flow
	part  *Section // nil: the whole document
	blank bool     // a blank line of it waits
	from  int64
	yield func(*reader.Unit, error) bool // nil: nobody takes lines

	no, chars int64
	stopped   bool      // the lines are only counted
	until     time.Time // to which they are; zero: to the end
	keep      int64
	kept      []keptLine
	keptBytes int
	damage    error
	unit      reader.Unit
	calls     int
}

type keptLine struct {
	text  []byte
	place reader.Place
	ahead reader.Extent
	lead  string
}

func (k *keptLine) unit(no int64) reader.Unit {
	return reader.Unit{No: no, Start: cursor.Position{Unit: no}, Next: cursor.Position{Unit: no + 1}, Text: k.text, EOL: true, At: k.place, Ahead: k.ahead}
}

func (d *Document) newPass(ctx context.Context) *pass {
	p := &pass{d: d, ctx: ctx}
	if d.o.Part != "" {
		p.part = NewSection(d.o.Part)
	}
	var style dialect = &markdown{}
	if d.format == "text" {
		style = plain{}
	}
	p.flow = newFlow(style, p.line)
	return p
}

// run walks the document. Its error is one that the consumer is to see.
func (p *pass) run() error {
	d := p.d
	err := d.walk(p.ctx, p)
	if err == nil || !errors.Is(err, errStop) && p.ctx.Err() == nil { // what lies before damage is shown
		if last := p.flow.finish(); err == nil || errors.Is(last, errStop) {
			err = last
		}
	}
	ended := err == nil || errors.Is(err, errSectionEnd)
	if ended && p.part != nil && !p.part.found {
		return p.part.NotFound()
	}
	if ended && p.no == 0 && p.part == nil && p.flow.remarks.silent() {
		return fault.New(fault.EmptyDocument, fault.PhaseConvert, "", "The document has no content.", "")
	}
	if ended || !d.final {
		d.meta.Notes, d.meta.Omitted = p.flow.remarks.all(), p.flow.remarks.omissions()
	}
	if ended {
		d.final = true
		d.meta.Total, d.meta.Characters, d.meta.TotalExact = new(p.no), new(p.chars), true
		return nil
	}
	if p.stopped || errors.Is(err, errStop) {
		return nil
	}
	return err
}

// line takes a line of the whole document.
func (p *pass) line(l *line) error {
	if p.part == nil {
		return p.shown(l)
	}
	if len(l.text) == 0 { // it may be the one between two sections
		p.blank = p.part.found
		return p.goOn()
	}
	if l.heading > 0 {
		begins, ends := p.part.Heading(l.heading, l.title, l.anchors...)
		if ends {
			return errSectionEnd
		}
		if begins { // what was said before is of other sections
			p.flow.remarks = remarks{}
		}
	}
	if !p.part.found {
		return p.goOn()
	}
	if p.blank {
		p.blank = false
		if err := p.shown(&line{place: l.place}); err != nil {
			return err
		}
	}
	return p.shown(l)
}

// shown takes a line of what was asked for.
func (p *pass) shown(l *line) error {
	p.no++
	p.chars += int64(utf8.RuneCount(l.text)) + 1
	switch {
	case p.stopped:
		return p.goOn()
	case p.keep > 0:
		p.retain(l)
		return p.goOn()
	case p.yield == nil || p.no < p.from:
		return p.goOn()
	case p.no == p.from:
		p.d.meta.Lead = l.lead
	}
	k := keptLine{text: l.text, place: l.place, ahead: l.ahead}
	p.unit = k.unit(p.no)
	if p.yield(&p.unit, nil) {
		return nil
	}
	return p.stop()
}

// stop begins to count lines instead of yielding them.
func (p *pass) stop() error {
	d := p.d
	p.stopped = true
	totals := d.o.Request != nil && d.o.Request.Totals
	if d.final || (d.counted && !totals) {
		return errStop
	}
	d.counted = true
	if !totals {
		p.until = time.Now().Add(countFor)
	}
	return nil
}

// goOn is asked now and then by work that yields nothing.
func (p *pass) goOn() error {
	if p.calls++; p.calls&0x3f != 0 {
		return nil
	}
	if p.d.o.Alive != nil {
		p.d.o.Alive()
	}
	if err := p.ctx.Err(); err != nil {
		return err
	}
	if p.stopped && !p.until.IsZero() && time.Now().After(p.until) {
		return errStop
	}
	return nil
}

// retain keeps a line, and forgets one that is not among the last ones.
func (p *pass) retain(l *line) {
	k := keptLine{text: slices.Clone(l.text), place: l.place, ahead: l.ahead, lead: l.lead}
	p.kept = append(p.kept, k)
	p.keptBytes += len(k.text)
	for int64(len(p.kept)) > p.keep || (p.keptBytes > tailBytes && len(p.kept) > 1) {
		p.keptBytes -= len(p.kept[0].text)
		p.kept = p.kept[1:]
	}
}

// The methods of a Writer pass on to the flow, as long as anybody listens.

// At implements Writer.
func (p *pass) At(place reader.Place) { p.flow.At(place) }

// Omit implements Writer.
func (p *pass) Omit(what string, count int64) { p.flow.Omit(what, count) }

// Withhold implements Writer.
func (p *pass) Withhold(what string, count int64, see string) { p.flow.Withhold(what, count, see) }

// Note implements Writer.
func (p *pass) Note(n reader.Note) { p.flow.Note(n) }

// Anchor implements Writer.
func (p *pass) Anchor(name string) { p.flow.Anchor(name) }

// Heading implements Writer.
func (p *pass) Heading(level int, text []Span) error {
	if err := p.goOn(); err != nil {
		return err
	}
	return p.flow.Heading(level, text)
}

// Paragraph implements Writer.
func (p *pass) Paragraph(text []Span) error {
	if err := p.goOn(); err != nil {
		return err
	}
	return p.flow.Paragraph(text)
}

// Code implements Writer.
func (p *pass) Code(language, text string) error {
	if err := p.goOn(); err != nil {
		return err
	}
	return p.flow.Code(language, text)
}

// Rule implements Writer.
func (p *pass) Rule() error {
	if err := p.goOn(); err != nil {
		return err
	}
	return p.flow.Rule()
}

// Begin implements Writer.
func (p *pass) Begin(c Container) error {
	if err := p.goOn(); err != nil {
		return err
	}
	return p.flow.Begin(c)
}

// End implements Writer.
func (p *pass) End() error {
	if err := p.goOn(); err != nil {
		return err
	}
	return p.flow.End()
}

// remarks is what is said beside a document.
type remarks struct {
	withheld []withheld
	notes    []reader.Note
	counts   []reader.Omission
}

func (r *remarks) note(n reader.Note) {
	if !slices.ContainsFunc(r.notes, func(x reader.Note) bool { return x.Code == n.Code }) {
		r.notes = append(r.notes, n)
	}
}

func (r *remarks) omit(what string, count int64) {
	if count <= 0 {
		return
	}
	for i := range r.counts {
		if r.counts[i].What == what {
			*r.counts[i].Count += count
			return
		}
	}
	r.counts = append(r.counts, reader.Omission{What: what, Count: &count})
}

// omissions returns a copy, since the counting may go on.
func (r *remarks) omissions() []reader.Omission {
	out := slices.Clone(r.counts)
	for i := range out {
		out[i].Count = new(*out[i].Count)
	}
	return out
}

// silent reports whether there is nothing to say.
func (r *remarks) silent() bool { return len(r.notes) == 0 && len(r.counts) == 0 }

// hint says which headings there are.
func hint(near []string) string {
	if len(near) == 0 {
		return "The document has no headings."
	}
	quoted := make([]string, len(near))
	for i, n := range near {
		quoted[i] = fault.Quote(clip(n))
	}
	return "It has " + strings.Join(quoted, ", ") + "."
}

func clip(s string) string {
	const most = 80
	if len(s) <= most {
		return s
	}
	n := most
	for !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n] + "…"
}
