package rtf

import (
	"fread/internal/reader/charset"
	"fread/internal/reader/markup"
	"fread/internal/reader/paragraphs"
)

// A destination says what the text of a group is.
type destination uint8

const (
	toText        destination = iota
	toNothing                 // it is not shown
	toHeader                  // it is not shown, but said that there is some
	toFonts                   // names of fonts
	toStyles                  // names of styles
	toLists                   // definitions of lists
	toLabel                   // the number or the bullet of a paragraph
	toInstruction             // what a field is
	toPicture                 // a picture in hexadecimal digits
	toProperty                // a property of a shape
	toName                    // the name of it
	toValue                   // its value
	toAuthor                  // who wrote a comment
)

// A group is the state that a brace keeps and its partner brings back.
type group struct {
	to       destination
	variants bool        // it is of \upr, which says the same in two ways
	outer    destination // where the Unicode variant of \upr goes
	star     bool        // \* came, and decides what the next word means
	nested   bool        // in it rows of inner tables are described
	ends     ending
	style    markup.Style
	hidden   bool
	deleted  bool
	revised  bool // inserted since changes are tracked
	font     int  // of what is not of the Far East
	eastern  int  // font of what is; -1: none
	east     bool // what comes is of the Far East
	uc       int  // characters that stand for a \u in older programs
	para     properties
}

// An ending is what happens when a group is closed.
type ending uint8

const (
	endsNothing ending = iota
	endsDocument
	endsFrame
	endsPicture
	endsStyle
	endsProperty
	endsLabel
)

// properties are those of a paragraph.
type properties struct {
	style   int
	outline int // level from 1; 0: none
	list    int
	depth   int // in the list
	indent  int // of its left edge
	tables  int // how deep in tables; 0: not said
	inTable bool
}

// level is how many tables the paragraph lies in.
func (p *properties) level() int {
	switch {
	case !p.inTable && p.tables <= 1:
		return 0
	case p.tables > 0:
		return p.tables
	}
	return 1
}

// A font is what matters of an entry of the font table.
type font struct {
	page int // code page; 0: that of the document
	name string
}

// A style is an entry of the style sheet.
type style struct {
	number  int
	foreign bool // not of paragraphs
	outline int  // level from 1; 0: not said
	base    int  // style that it is based on; -1: none
	name    []byte
}

// A list is what the list table says of one, by its levels.
type list struct {
	formats []int
	starts  []int
}

// A field is one that is open.
type field struct {
	depth       int // groups that were open when it began
	instruction []byte
	link        string
	result      bool
	mute        bool // its result is not shown
}

// A frame is text aside from the paragraph in which it stands: a note, a
// comment, a text box.
type frame struct {
	kind       frameKind
	spans      []markup.Span // of the paragraph that waits
	notes      []paragraphs.Note
	label      []byte
	size       int // of the paragraph that waits
	paragraphs []paragraphs.Paragraph
	bytes      int // of them
}

// maxFrame is how much of a note or a text box is kept.
const maxFrame = 4 << 20

// add adds a paragraph of a size, as long as there is room.
func (f *frame) add(w markup.Writer, p *paragraphs.Paragraph, size int) {
	if f.bytes > maxFrame {
		w.Omit("paragraphs of notes and text boxes", 1)
		return
	}
	f.bytes += size + 256
	f.paragraphs = append(f.paragraphs, *p)
}

type frameKind uint8

const (
	footnote frameKind = iota
	comment
	textBox
)

// A rowState is the description of a row while it is read.
type rowState struct {
	row          paragraphs.Row
	across, down paragraphs.Merge
}

const maxEdges = 1000

// edge ends the description of a cell.
func (r *rowState) edge(at int) {
	if len(r.row.Edges) < maxEdges {
		r.row.Edges = append(r.row.Edges, at)
		r.row.Across = append(r.row.Across, r.across)
		r.row.Down = append(r.row.Down, r.down)
	}
	r.across, r.down = paragraphs.Alone, paragraphs.Alone
}

// A picture is one while it is passed over.
type picture struct {
	width, height  int // in twips, as shown
	scaleX, scaleY int // in per cent
	alt            string
}

// size is that of the picture in pixels.
func (p *picture) size() (width, height int) {
	const twips = 15 // of a pixel at 96 dpi
	scale := func(goal, percent int) int {
		if percent > 0 && percent < 10_000 {
			goal = goal * percent / 100
		}
		return goal / twips
	}
	if p.width > 0 && p.height > 0 && p.width < 1<<24 && p.height < 1<<24 {
		return scale(p.width, p.scaleX), scale(p.height, p.scaleY)
	}
	return 0, 0
}

// decoders are the encodings that have been used.
type decoders struct {
	page    int
	decoder *charset.Decoder
}

func (d *decoders) decode(dst, src []byte, page int) []byte {
	if d.decoder == nil || d.page != page {
		e, ok := charset.CodePage(page)
		if !ok {
			e, _ = charset.CodePage(1252)
		}
		d.page, d.decoder = page, e.NewDecoder()
	}
	d.decoder.Reset()
	dst, _, _, _ = d.decoder.Append(dst, src, true)
	return dst
}
