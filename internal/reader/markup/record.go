package markup

import (
	"slices"

	"fread/internal/reader"
)

// An op is one method of a Writer.
type op uint8

const (
	opHeading op = iota
	opParagraph
	opCode
	opRule
	opBegin
	opEnd
	opAt
	opVerbatim
)

// An event is one call of a Writer that is kept.
type event struct {
	op        op
	level     int
	spans     []Span
	name      string // language of code
	text      string
	container Container
	place     reader.Place
}

func (e *event) size() int {
	n := len(e.text)
	for i := range e.spans {
		n += len(e.spans[i].Text) + 32
	}
	return n + 32
}

// recorder keeps what is told of a note or a table until the container ends.
type recorder struct {
	events []event
	depth  int   // of open containers, the recorded one among them
	table  *grid // keeps them instead, by row and cell; nil: of a note
}

func newRecorder(c Container) *recorder {
	return &recorder{events: []event{{op: opBegin, container: c}}, depth: 1}
}

// place keeps where what follows lies; false where it need not wait.
func (r *recorder) place(p reader.Place) bool {
	e := event{op: opAt, place: p}
	switch {
	case r.table == nil:
		r.add(e)
	case r.table.depth < inCell:
		return false
	default:
		r.table.add(&e)
	}
	return true
}

func (r *recorder) add(e event) {
	e.spans = slices.Clone(e.spans) // the caller's to use again
	r.events = append(r.events, e)
}

// record keeps a call, and ends the recording with the container.
func (f *flow) record(e event) error {
	r := f.recorder
	if r.table != nil {
		return f.tell(r.table, &e)
	}
	r.add(e)
	switch e.op {
	case opBegin:
		r.depth++
	case opEnd:
		r.depth--
	case opHeading, opParagraph, opCode, opRule, opAt, opVerbatim:
	}
	if r.depth > 0 {
		return nil
	}
	f.recorder = nil
	f.queue = append(f.queue, r.events)
	if f.top() == 0 && f.stack[0].last != item {
		return f.flushNotes()
	}
	return nil
}

// replay tells what was kept.
func (f *flow) replay(events []event) error {
	for i := range events {
		if err := f.retell(&events[i]); err != nil {
			return err
		}
	}
	return nil
}

func (f *flow) retell(e *event) error {
	switch e.op {
	case opHeading:
		return f.Heading(e.level, e.spans)
	case opParagraph:
		return f.Paragraph(e.spans)
	case opCode:
		return f.Code(e.name, e.text)
	case opRule:
		return f.Rule()
	case opBegin:
		return f.Begin(e.container)
	case opEnd:
		return f.End()
	case opAt:
		f.At(e.place)
	case opVerbatim:
		return f.Verbatim(e.text)
	}
	return nil
}
