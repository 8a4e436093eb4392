package markup

import (
	"errors"
	"strings"

	"fread/internal/reader"
)

// errStop ends a walk whose lines nobody wants any more.
var errStop = errors.New("markup: no more is wanted")

// maxDepth is how deep containers may lie in each other; what lies in deeper
// ones is shown as if it lay in the deepest allowed.
const maxDepth = 40

// A dialect is how blocks are written: Markdown or plain text.
type dialect interface {
	// heading returns the line of a heading, or nothing if it has no text.
	heading(b []byte, level int, text []Span) []byte
	// paragraph writes running text; a line feed in it begins another line.
	paragraph(b []byte, text []Span) []byte
	// code writes text whose lines stay as they are.
	code(b []byte, language, text string) []byte
	rule() string
	// marker returns what begins the first line of an item and what the others.
	// Other says that the item belongs to another list than the one before it.
	marker(it Item, other bool) (first, rest string)
	// interrupts reports whether an item can follow a paragraph without a blank line.
	interrupts(it Item) bool
	quote() string
	note(id string) (first, rest string)
	// cell writes running text, or a heading, as part of a cell; between joins two blocks of one,
	// and beside two cells of a row in one.
	cell(b []byte, text []Span, heading bool) []byte
	// cellMarker is what begins an item in a cell.
	cellMarker(it Item) string
	codeCell(b []byte, text string) []byte
	between() string
	beside() string
	// row writes the cells of a row, and head what divides the header from the
	// others, if anything does.
	row(b []byte, cells [][]byte, columns int) []byte
	head(b []byte, aligns []Align, columns int) []byte
	// streams says that rows can be written without knowing those that follow.
	streams() bool
}

// A line is one that is finished; it is valid during the call it is given to.
type line struct {
	text    []byte
	place   reader.Place
	ahead   reader.Extent
	heading int      // its level, of a line that is a heading
	title   string   // its text without markup
	anchors []string // of a heading
	lead    string   // of a row of a table: the rows that head it
}

// A blockKind is what matters of a block to the one that follows it.
type blockKind uint8

const (
	nothing blockKind = iota
	item
	other
)

// A level is a container that is open.
type level struct {
	container   Container
	clear       bool // its blocks are those of the level around it
	bullets     bool // of a Table: its rows are told apart by bullets
	first, rest string
	begun       bool // its first line has been written
	last        blockKind
	list        listState // of the last item in it
	mine        listState // of itself, an Item
}

// listState tells whether an item goes on with the list before it.
type listState struct {
	list           int
	ordered, other bool
}

// flow is the Writer: it knows what is open, when a blank line is due, and how
// the lines of a block begin. What a block looks like is up to its dialect.
type flow struct {
	dialect dialect
	emit    func(*line) error
	remarks remarks

	stack []level
	muted int // containers open that lie too deep
	gap   int // a blank line is due: of how many levels it has the prefix; 0: none

	recorder *recorder // what is being told waits in it
	queue    [][]event // notes that are shown when the list or table before them has ended

	anchors []string // of the block that comes next

	place     reader.Place // of what is being told
	paragraph int64        // block of the part, from 1
	numbered  bool         // the kind numbers the blocks itself

	line line
	text []byte // of the block being written
	buf  []byte // a line with its prefixes
}

func newFlow(d dialect, emit func(*line) error) *flow {
	return &flow{dialect: d, emit: emit, stack: make([]level, 1, 8)}
}

// At implements Writer. Blocks are numbered here unless the place has a number;
// they begin again where any other part of the place changes.
func (f *flow) At(p reader.Place) {
	if f.recorder != nil && f.recorder.place(p) {
		return
	}
	f.numbered = p.Paragraph > 0
	before := f.place
	before.Paragraph, before.Byte = 0, nil
	now := p
	now.Paragraph, now.Byte = 0, nil
	if before != now {
		f.paragraph = 0
	}
	f.place = p
}

// Omit implements Writer.
func (f *flow) Omit(what string, count int64) { f.remarks.omit(what, count) }

// Withhold implements Writer.
func (f *flow) Withhold(what string, count int64, see string) { f.remarks.withhold(what, count, see) }

// Note implements Writer.
func (f *flow) Note(n reader.Note) { f.remarks.note(n) }

// maxAnchors is how many names one block can have.
const maxAnchors = 64

// Anchor implements Writer. Those in notes and tables lead to no section.
func (f *flow) Anchor(name string) {
	if f.recorder == nil && len(f.anchors) < maxAnchors {
		f.anchors = append(f.anchors, name)
	}
}

// Heading implements Writer.
func (f *flow) Heading(level int, text []Span) error {
	if f.recorder != nil {
		return f.record(event{op: opHeading, level: level, spans: text})
	}
	b := f.dialect.heading(f.text[:0], level, text)
	if f.text = b; len(b) == 0 {
		return nil
	}
	anchors := f.anchors
	if err := f.block(); err != nil {
		return err
	}
	f.line.heading, f.line.title, f.line.anchors = min(max(level, 1), 6), string(plainText(nil, text)), anchors
	return f.write(b)
}

// Paragraph implements Writer.
func (f *flow) Paragraph(text []Span) error {
	if f.recorder != nil {
		return f.record(event{op: opParagraph, spans: text})
	}
	b := f.dialect.paragraph(f.text[:0], text)
	if f.text = b; len(b) == 0 {
		return nil
	}
	if err := f.block(); err != nil {
		return err
	}
	return f.lines(b)
}

// Code implements Writer.
func (f *flow) Code(language, text string) error {
	if f.recorder != nil {
		return f.record(event{op: opCode, name: language, text: text})
	}
	if strings.TrimSpace(text) == "" {
		return nil
	}
	if err := f.block(); err != nil {
		return err
	}
	f.text = f.dialect.code(f.text[:0], language, strings.TrimRight(text, "\n"))
	f.line.ahead = extent(f.text)
	return f.lines(f.text)
}

// Rule implements Writer.
func (f *flow) Rule() error {
	if f.recorder != nil {
		return f.record(event{op: opRule})
	}
	r := f.dialect.rule()
	if r == "" {
		return nil
	}
	if err := f.block(); err != nil {
		return err
	}
	return f.write([]byte(r))
}

// Begin implements Writer.
func (f *flow) Begin(c Container) error {
	if f.recorder != nil {
		return f.record(event{op: opBegin, container: c})
	}
	if n, ok := c.(Note); ok {
		f.recorder = newRecorder(n)
		return nil
	}
	if f.muted > 0 || len(f.stack) >= maxDepth {
		f.muted++
		return nil
	}
	switch c := c.(type) {
	case Table:
		f.beginTable(c)
	case Row: // of a table that is shown as blocks
		f.push(f.rowLevel(c))
	case Cell, Note:
		f.push(level{container: c, clear: true})
	case Item:
		f.beginItem(c)
	case Quote:
		if err := f.block(); err != nil {
			return err
		}
		q := f.dialect.quote()
		f.push(level{container: c, first: q, rest: q, clear: q == ""})
	}
	return nil
}

func (f *flow) push(l level) { f.stack = append(f.stack, l) }

// End implements Writer.
func (f *flow) End() error {
	switch {
	case f.recorder != nil:
		return f.record(event{op: opEnd})
	case f.muted > 0:
		f.muted--
	case len(f.stack) > 1:
		top := &f.stack[len(f.stack)-1]
		if it, ok := top.container.(Item); ok && !top.begun && !f.silent(it) {
			if err := f.write(nil); err != nil { // an item without text
				return err
			}
		}
		f.stack = f.stack[:len(f.stack)-1]
	}
	return nil
}

// silent reports whether an item that holds nothing is left out.
func (f *flow) silent(it Item) bool { return !it.Ordered && it.Task == NoTask }

// finish ends a document.
func (f *flow) finish() error {
	for f.recorder != nil {
		if err := f.End(); err != nil {
			return err
		}
	}
	for len(f.stack) > 1 || f.muted > 0 {
		if err := f.End(); err != nil {
			return err
		}
	}
	return f.flushNotes()
}

// top is the innermost level that has blocks of its own.
func (f *flow) top() int {
	i := len(f.stack) - 1
	for f.stack[i].clear {
		i--
	}
	return i
}

// block prepares for a block that is no item: what waits for the end of a list
// comes first, and a blank line is due between blocks.
func (f *flow) block() error {
	if len(f.queue) > 0 && f.top() == 0 {
		if err := f.flushNotes(); err != nil {
			return err
		}
	}
	i := f.top()
	if f.stack[i].last != nothing {
		f.gap = i + 1
	}
	f.count()
	return nil
}

// count numbers the block that begins.
func (f *flow) count() {
	f.anchors = f.anchors[len(f.anchors):]
	if !f.numbered {
		f.paragraph++
		f.place.Paragraph = f.paragraph
	}
}

func (f *flow) beginItem(it Item) {
	i := f.top()
	around := &f.stack[i]
	state := listState{list: it.List, ordered: it.Ordered}
	same := around.last == item && around.list.list == it.List && around.list.ordered == it.Ordered
	if around.last == item && around.list.ordered == it.Ordered {
		state.other = around.list.other != !same
	}
	parent, nested := around.container.(Item)
	switch {
	case around.last == nothing:
	case same && !it.Loose, nested && f.dialect.interrupts(it) && around.last == other && !it.Loose && !parent.Loose:
	default:
		f.gap = i + 1
	}
	first, rest := f.dialect.marker(it, state.other)
	f.push(level{container: it, first: first, rest: rest, mine: state})
}

// lines writes the lines of a block.
func (f *flow) lines(b []byte) error {
	for {
		end := indexLineFeed(b)
		if err := f.write(b[:end]); err != nil {
			return err
		}
		if end == len(b) {
			return nil
		}
		b = b[end+1:]
	}
}

// write writes one line behind the prefixes of what is open.
func (f *flow) write(text []byte) error {
	if f.gap > 0 {
		if err := f.blank(); err != nil {
			return err
		}
	}
	b := f.buf[:0]
	above := 0 // the last level that has blocks of its own
	for i := range f.stack {
		l := &f.stack[i]
		if l.begun {
			b = append(b, l.rest...)
		} else {
			b = append(b, l.first...)
		}
		l.begun = true
		if l.clear || i == 0 {
			continue
		}
		if _, ok := l.container.(Item); ok {
			f.stack[above].last, f.stack[above].list = item, l.mine
		} else {
			f.stack[above].last = other
		}
		above = i
	}
	f.stack[above].last = other
	b = append(b, text...)
	if len(text) == 0 {
		b = trimRight(b)
	}
	f.buf = b
	f.line.text, f.line.place = b, f.place
	err := f.emit(&f.line)
	f.line.ahead, f.line.heading, f.line.title, f.line.anchors = reader.Extent{}, 0, "", nil
	return err
}

// blank writes the blank line that is due.
func (f *flow) blank() error {
	b := f.buf[:0]
	for i := range f.stack[:min(f.gap, len(f.stack))] {
		b = append(b, f.stack[i].rest...)
	}
	f.gap, f.buf = 0, trimRight(b)
	return f.emit(&line{text: f.buf, place: f.place})
}

// flushNotes writes the notes that were held back.
func (f *flow) flushNotes() error {
	for len(f.queue) > 0 {
		events := f.queue[0]
		f.queue = f.queue[1:]
		if err := f.showNote(events); err != nil {
			return err
		}
	}
	return nil
}

// showNote writes one note at the outermost level.
func (f *flow) showNote(events []event) error {
	place, paragraph, muted := f.place, f.paragraph, f.muted
	stack, text, recorder := f.stack, f.text, f.recorder // of the block that waits
	f.stack, f.muted, f.text, f.recorder = f.stack[:1:1], 0, nil, nil
	first, rest := f.dialect.note(noteID(events[0].container.(Note).ID))
	if f.stack[0].last != nothing {
		f.gap = 1
	}
	f.push(level{container: events[0].container, first: first, rest: rest})
	err := f.replay(events[1 : len(events)-1])
	if err == nil && !f.stack[1].begun {
		err = f.write(nil)
	}
	root := f.stack[0]
	f.stack, f.muted, f.text, f.recorder = stack, muted, text, recorder
	f.stack[0] = root
	f.place, f.paragraph = place, paragraph
	return err
}

func indexLineFeed(b []byte) int {
	for i, c := range b {
		if c == '\n' {
			return i
		}
	}
	return len(b)
}

func trimRight(b []byte) []byte {
	for len(b) > 0 && (b[len(b)-1] == ' ' || b[len(b)-1] == '\t') {
		b = b[:len(b)-1]
	}
	return b
}

// extent is the size of a block of lines.
func extent(b []byte) reader.Extent {
	n := int64(1)
	for _, c := range b {
		if c == '\n' {
			n++
		}
	}
	return reader.Extent{Lines: n, Bytes: int64(len(b)) + 1}
}
