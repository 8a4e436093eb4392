package markup

import (
	"slices"

	"fread/internal/reader"
	"fread/internal/reader/fault"
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
		if err := events[i].tell(f); err != nil {
			return err
		}
	}
	return nil
}

// tell repeats a call.
func (e *event) tell(w Writer) error {
	switch e.op {
	case opHeading:
		return w.Heading(e.level, e.spans)
	case opParagraph:
		return w.Paragraph(e.spans)
	case opCode:
		return w.Code(e.name, e.text)
	case opRule:
		return w.Rule()
	case opBegin:
		return w.Begin(e.container)
	case opEnd:
		return w.End()
	case opAt:
		w.At(e.place)
	case opVerbatim:
		return w.Verbatim(e.text)
	}
	return nil
}

// maxRecording is how much a Recording holds, in bytes.
const maxRecording = 32 << 20

// A Recording is a Writer that keeps what it is told, such as a note or a text
// box, for Replay to tell another one where it belongs. What is said beside the
// document is passed on at once.
type Recording struct {
	events []event
	size   int
	beside Writer
}

// NewRecording returns an empty Recording; Omit and Note are those of beside.
func NewRecording(beside Writer) *Recording { return &Recording{beside: beside} }

// Replay tells w what was kept.
func (r *Recording) Replay(w Writer) error {
	for i := range r.events {
		if err := r.events[i].tell(w); err != nil {
			return err
		}
	}
	return nil
}

// Empty reports whether no text, image or rule is kept.
func (r *Recording) Empty() bool {
	return !slices.ContainsFunc(r.events, func(e event) bool {
		return e.op == opCode || e.op == opRule || (len(e.spans) > 0 && (e.op == opHeading || e.op == opParagraph))
	})
}

// Close ends the containers that were begun and not ended.
func (r *Recording) Close() {
	open := 0
	for i := range r.events {
		switch r.events[i].op {
		case opBegin:
			open++
		case opEnd:
			open--
		case opHeading, opParagraph, opCode, opVerbatim, opRule, opAt:
		}
	}
	for ; open > 0; open-- {
		r.events = append(r.events, event{op: opEnd})
	}
}

// Size is about how many bytes are kept.
func (r *Recording) Size() int { return r.size }

// Flat returns the running text that is kept, as if it were one paragraph.
func (r *Recording) Flat() []Span {
	var all []Span
	for i := range r.events {
		if spans := r.events[i].spans; len(spans) > 0 {
			if len(all) > 0 {
				all = append(all, Span{Text: " "})
			}
			all = append(all, spans...)
		}
	}
	return all
}

func (r *Recording) keep(e event) error {
	e.spans = slices.Clone(e.spans)
	r.events = append(r.events, e)
	if r.size += e.size(); r.size > maxRecording {
		return fault.New(fault.TooComplex, fault.PhaseConvert, "", "A note or a text box of the document is too large.", "")
	}
	return nil
}

// At implements Writer.
func (r *Recording) At(p reader.Place) { r.events = append(r.events, event{op: opAt, place: p}) }

// Anchor implements Writer. What is told later is no section of its own.
func (r *Recording) Anchor(string) {}

// Heading implements Writer.
func (r *Recording) Heading(level int, text []Span) error {
	return r.keep(event{op: opHeading, level: level, spans: text})
}

// Paragraph implements Writer.
func (r *Recording) Paragraph(text []Span) error {
	return r.keep(event{op: opParagraph, spans: text})
}

// Code implements Writer.
func (r *Recording) Code(language, text string) error {
	return r.keep(event{op: opCode, name: language, text: text})
}

// Rule implements Writer.
func (r *Recording) Rule() error { return r.keep(event{op: opRule}) }

// Begin implements Writer.
func (r *Recording) Begin(c Container) error { return r.keep(event{op: opBegin, container: c}) }

// End implements Writer.
func (r *Recording) End() error { return r.keep(event{op: opEnd}) }

// Omit implements Writer.
func (r *Recording) Omit(what string, count int64) { r.beside.Omit(what, count) }

// Withhold implements Writer.
func (r *Recording) Withhold(what string, count int64, see string) {
	r.beside.Withhold(what, count, see)
}

// Note implements Writer.
func (r *Recording) Note(n reader.Note) { r.beside.Note(n) }
