package doc

import (
	"context"
	"encoding/binary"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"fread/internal/reader"
	"fread/internal/reader/charset"
	"fread/internal/reader/markup"
	"fread/internal/reader/paragraphs"
)

// Bounds, so that no file decides how much memory it takes.
const (
	segmentSize  = 16 << 10 // characters that are taken at once
	maxParagraph = 4 << 20  // bytes of a paragraph; a longer one is divided
	maxShort     = 4 << 10  // bytes of the instruction of a field
	maxFields    = 64
	maxFrame     = 4 << 20 // bytes of a note or a text box
)

// The characters that are more than text ([MS-DOC] 2.4.1 and 2.8.25).
const (
	picture       = 0x01
	noteNumber    = 0x02
	noteLine      = 0x03
	noteLineMore  = 0x04
	commentMark   = 0x05
	cellEnd       = 0x07
	drawing       = 0x08
	lineBreak     = 0x0b
	pageBreak     = 0x0c
	paragraphEnd  = 0x0d
	columnBreak   = 0x0e
	fieldBegin    = 0x13
	fieldSeparate = 0x14
	fieldEnd      = 0x15
	symbolMark    = 0x28
	hardHyphen    = 0x1e
	softHyphen    = 0x1f
)

// A converter tells a document while it is read.
type converter struct {
	ctx     context.Context //nolint:containedctx // it lives as long as one walk
	d       *document
	w       markup.Writer
	t       *paragraphs.Teller
	alive   func()
	changes bool // tracked changes are marked, and comments told

	texts, layouts *pages
	numbering      *numbering
	looks          look // of the text that is told
	ref            int  // that comes next in the main text
	fields         []field
	frames         []frame
	noteNo         int
	commentNo      int
	images         int
	deleting       bool // the text before was deleted

	spans []markup.Span // of the paragraph
	piece []byte        // text of the span that is being written
	style markup.Style  // of it
	link  string        // of it
	size  int           // of the paragraph
	notes []paragraphs.Note
	high  rune // first half of a surrogate pair

	decoder *charset.Decoder
	page    int // that it decodes
}

// A field is one that is open.
type field struct {
	instruction []byte
	link        string
	result      bool
	mute        bool // its result is not shown
}

// A frame is text aside from the paragraph in which it stands.
type frame struct {
	spans      []markup.Span
	notes      []paragraphs.Note
	fields     []field
	paragraphs []paragraphs.Paragraph
	bytes      int // of them
	size       int // of the paragraph that waits
}

func newConverter(ctx context.Context, d *document, w markup.Writer, o reader.Options) *converter {
	c := &converter{ctx: ctx, d: d, w: w, t: paragraphs.NewTeller(w, o.Form == reader.FormText), alive: o.Alive, numbering: newNumbering(d)}
	c.changes = o.Request != nil && o.Request.Changes == "all"
	c.texts = newPages(d, &d.characters, 1)
	item := 13
	if d.old {
		item = 7
	}
	c.layouts = newPages(d, &d.paragraphs, item)
	return c
}

// tell tells the document.
func (c *converter) tell() error {
	if c.d.lost {
		c.w.Omit("formatting", 1)
		c.w.Note(reader.Note{
			Code: reader.NoteCorrupt, Severity: reader.SeverityWarning,
			Message: "The container of the document is damaged, so its text is shown as far as it was found, and headings, lists, tables and notes may be lost.",
		})
	}
	c.headers()
	end := c.d.spans.main
	if end == 0 { // it does not say so
		end = math.MaxInt64
	}
	if err := c.text(0, end); err != nil {
		return err
	}
	if len(c.spans) > 0 || len(c.piece) > 0 {
		if err := c.endParagraph(&layout{outline: -1, override: -1}, 0); err != nil {
			return err
		}
	}
	return c.t.Finish()
}

// headers counts those that have text: of each section six, behind six lines
// between text and notes ([MS-DOC] 2.8.22).
func (c *converter) headers() {
	t := parsePLC(c.d.bytesOf(headerTexts), 0)
	n := int64(0)
	for i := 6; i < t.count()-1; i++ {
		if t.at[i+1] > t.at[i]+2 {
			n++
		}
	}
	c.w.Omit("headers and footers", n)
}

// A segment is text that lies in one piece and looks alike.
type segment struct {
	from  int64 // first character
	at    int64 // offset in the stream
	width int64
	data  []byte
}

// text tells the characters from..to.
func (c *converter) text(from, to int64) error {
	buf := make([]byte, 2*segmentSize)
	for i := range c.d.pieces {
		p := &c.d.pieces[i]
		for at := max(p.from, from); at < min(p.to, to); {
			if err := c.ctx.Err(); err != nil {
				return err
			}
			if c.alive != nil {
				c.alive()
			}
			if err := c.referred(at, p); err != nil {
				return err
			}
			s := segment{from: at, at: p.at + (at-p.from)*p.width, width: p.width}
			end := c.dress(&s, p, min(p.to, to))
			s.data = buf[:(end-at)*p.width]
			n, err := c.d.text.ReadAt(s.data, s.at)
			if n < len(s.data) {
				if n == 0 {
					return err
				}
				s.data = s.data[:n]
			}
			if err := c.segment(&s, p); err != nil {
				return err
			}
			at = end
		}
	}
	return nil
}

// dress finds how the text of a segment looks and where it ends.
func (c *converter) dress(s *segment, p *piece, to int64) (end int64) {
	list, stop := c.texts.at(s.at)
	c.looks = look{font: -1, symbolFont: -1, picture: -1}
	if n := c.styleAt(s.at); n < len(c.d.styles) {
		x := &c.d.styles[n]
		c.looks.base, c.looks.baseHidden, c.looks.hidden = x.text, x.hidden, x.hidden
	}
	c.d.each(list, func(m *modifier) { c.looks.apply(c.d, m) })
	for _, list := range c.pieceModifiers(p) {
		c.d.each(list, func(m *modifier) { c.looks.apply(c.d, m) })
	}
	end = min(to, s.from+segmentSize)
	if stop < math.MaxInt64 {
		end = min(end, s.from+max((stop-s.at+s.width-1)/s.width, 1))
	}
	if len(c.frames) == 0 && c.ref < len(c.d.refs) && c.d.refs[c.ref].at > s.from {
		end = min(end, c.d.refs[c.ref].at)
	}
	return end
}

// styleAt is the style of the paragraph around an offset.
func (c *converter) styleAt(at int64) int {
	list, _ := c.layouts.at(at)
	switch {
	case len(list) < 2:
		return 0
	case c.d.old:
		return int(list[0])
	}
	return int(binary.LittleEndian.Uint16(list))
}

// pieceModifiers are what a piece changes ([MS-DOC] 2.9.220).
func (c *converter) pieceModifiers(p *piece) [][]byte {
	if n := int(p.prm >> 1); p.prm&1 != 0 && n < len(c.d.prcs) {
		return c.d.prcs[n : n+1]
	}
	return nil
}

// referred tells what belongs at a character.
func (c *converter) referred(at int64, p *piece) error {
	if len(c.frames) > 0 {
		return nil
	}
	for c.ref < len(c.d.refs) && c.d.refs[c.ref].at <= at {
		r := &c.d.refs[c.ref]
		c.ref++
		switch {
		case r.at < at:
			continue
		case r.kind == commentRef && !c.changes:
			c.w.Omit("comments", 1)
			continue
		}
		if err := c.aside(r, p); err != nil {
			return err
		}
	}
	return nil
}

// aside tells a note, a comment or a text box.
func (c *converter) aside(r *ref, p *piece) error {
	c.endPiece()
	c.frames = append(c.frames, frame{spans: c.spans, notes: c.notes, fields: c.fields, size: c.size})
	c.spans, c.notes, c.fields, c.size = nil, nil, nil, 0
	err := c.text(r.from, r.to)
	c.endPiece()
	if err == nil && len(c.spans) > 0 {
		err = c.endParagraph(&layout{outline: -1, override: -1}, 0)
	}
	n := len(c.frames) - 1
	f := c.frames[n]
	c.frames = c.frames[:n]
	c.spans, c.notes, c.fields, c.size = f.spans, f.notes, f.fields, f.size
	if err != nil {
		return err
	}
	list := f.paragraphs
	for len(list) > 0 && len(list[0].Text) == 0 {
		list = list[1:]
	}
	if len(list) == 0 {
		return nil
	}
	if r.kind == boxRef {
		l := c.layout(p.at+(r.at-p.from)*p.width, p)
		for i := range list {
			list[i].Table = l.level()
			if err := c.t.Paragraph(&list[i]); err != nil {
				return err
			}
		}
		return nil
	}
	c.trimNote(&list[0])
	if r.author != "" {
		list[0].Text = append([]markup.Span{{Text: r.author + ": "}}, list[0].Text...)
	}
	id := c.noteID(r.kind)
	c.size += 256 + f.bytes
	c.notes = append(c.notes, paragraphs.Note{ID: id, Paragraphs: list})
	c.spans = append(c.spans, markup.Span{Kind: markup.NoteRef, Target: id})
	return nil
}

// noteID is what a note is called.
func (c *converter) noteID(kind refKind) string {
	if kind == commentRef {
		c.commentNo++
		return "comment-" + strconv.Itoa(c.commentNo)
	}
	c.noteNo++
	return strconv.Itoa(c.noteNo)
}

// trimNote cuts the blank behind the number of a note.
func (c *converter) trimNote(p *paragraphs.Paragraph) {
	if s := &p.Text[0]; s.Kind == markup.Text {
		s.Text = strings.TrimLeft(s.Text, " \t")
	}
}

// segment tells a segment.
func (c *converter) segment(s *segment, p *piece) error {
	n := len(s.data) / int(s.width)
	plain := 0
	for i := range n {
		u := uint16(s.data[i*int(s.width)])
		if s.width == 2 {
			u = binary.LittleEndian.Uint16(s.data[2*i:])
		}
		if u == '\t' || u >= 0x20 && u != 0xa0 && (u != symbolMark || !c.looks.special) {
			continue
		}
		c.plain(s.data[plain*int(s.width):i*int(s.width)], s.width)
		plain = i + 1
		if err := c.special(u, s.at+int64(i)*s.width, p); err != nil {
			return err
		}
	}
	c.plain(s.data[plain*int(s.width):n*int(s.width)], s.width)
	if c.size > maxParagraph {
		return c.endParagraph(&layout{outline: -1, override: -1}, 0)
	}
	return nil
}

// plain takes text.
func (c *converter) plain(b []byte, width int64) {
	if len(b) == 0 {
		return
	}
	if width == 2 {
		c.wide(b)
		return
	}
	page := c.d.page
	if c.d.old && c.looks.font >= 0 && c.looks.font < len(c.d.fonts) {
		switch f := &c.d.fonts[c.looks.font]; {
		case f.page == charset.SymbolPage:
			for _, x := range b {
				c.show(utf8.AppendRune(nil, paragraphs.Symbol(f.name, x)))
			}
			return
		case f.page > 0:
			page = f.page
		}
	}
	c.show(c.decode(b, page))
}

func (c *converter) decode(b []byte, page int) []byte {
	for i := 0; ; i++ {
		if i == len(b) {
			return b
		}
		if b[i] >= utf8.RuneSelf {
			break
		}
	}
	if c.decoder == nil || c.page != page {
		e, ok := charset.CodePage(page)
		if !ok {
			e, _ = charset.CodePage(1252)
		}
		c.page, c.decoder = page, e.NewDecoder()
	}
	c.decoder.Reset()
	out, _, _, _ := c.decoder.Append(nil, b, true)
	return out
}

// wide takes text in UTF-16.
func (c *converter) wide(b []byte) {
	out := make([]byte, 0, len(b))
	for ; len(b) >= 2; b = b[2:] {
		r := rune(binary.LittleEndian.Uint16(b))
		switch {
		case utf16.IsSurrogate(r) && r < 0xdc00:
			c.high = r
			continue
		case utf16.IsSurrogate(r):
			r = utf16.DecodeRune(c.high, r)
			c.high = 0
		case r >= 0xf000 && r <= 0xf0ff: // a font of symbols
			r = c.symbol(c.looks.font, byte(r))
		}
		out = utf8.AppendRune(out, r)
	}
	c.show(out)
}

func (c *converter) symbol(font int, x byte) rune {
	name := ""
	if font >= 0 && font < len(c.d.fonts) {
		name = c.d.fonts[font].name
	}
	return paragraphs.Symbol(name, x)
}

// show takes text in UTF-8: of a field, or of the paragraph.
func (c *converter) show(b []byte) {
	if f := c.instruction(); f != nil {
		f.instruction = append(f.instruction, b[:min(len(b), maxShort-min(len(f.instruction), maxShort))]...)
		return
	}
	if c.hides() {
		c.conceal(b)
		return
	}
	c.deleting = false
	if c.muted() {
		return
	}
	link := c.linked()
	style := c.looks.style
	if c.changes && c.looks.deleted {
		style |= markup.Deleted
	} else if c.changes && c.looks.inserted {
		style |= markup.Inserted
	}
	if len(c.piece) > 0 && (c.style != style || c.link != link) {
		c.endPiece()
	}
	c.style, c.link = style, link
	c.piece = append(c.piece, b...)
	c.size += len(b)
}

// hides reports whether the text that comes is not shown.
func (c *converter) hides() bool { return c.looks.hidden || c.looks.deleted && !c.changes }

// conceal counts text that is not shown.
func (c *converter) conceal(b []byte) {
	if strings.TrimSpace(string(b)) == "" {
		return
	}
	if !c.looks.deleted {
		paragraphs.Hidden(c.w, int64(utf8.RuneCount(b)))
		return
	}
	if !c.deleting {
		c.w.Omit("deletions", 1)
	}
	c.deleting = true
}

// instruction is the innermost field that is still being said, if the text is
// of one.
func (c *converter) instruction() *field {
	for i := len(c.fields) - 1; i >= 0; i-- {
		if !c.fields[i].result {
			return &c.fields[i]
		}
	}
	return nil
}

// muted reports whether the text is of a field whose result is not shown.
func (c *converter) muted() bool {
	return slices.ContainsFunc(c.fields, func(f field) bool { return f.mute })
}

func (c *converter) linked() string {
	for _, f := range slices.Backward(c.fields) {
		if f.link != "" {
			return f.link
		}
	}
	return ""
}

func (c *converter) endPiece() {
	if len(c.piece) > 0 {
		c.spans = append(c.spans, markup.Span{Text: string(c.piece), Style: c.style, Link: c.link})
		c.piece = c.piece[:0]
	}
}

func (c *converter) span(s markup.Span) {
	if c.instruction() != nil || c.hides() {
		return
	}
	c.endPiece()
	c.spans = append(c.spans, s)
	c.size += 64
}

// special takes a character that is more than text; at is where it lies.
func (c *converter) special(u uint16, at int64, p *piece) error {
	switch u {
	case paragraphEnd, pageBreak, cellEnd:
		return c.end(u, at, p)
	case lineBreak:
		c.span(markup.Span{Kind: markup.Break})
	case columnBreak:
		c.show([]byte{' '})
	case 0xa0:
		c.show([]byte("\u00a0"))
	case hardHyphen:
		c.show([]byte("\u2011"))
	case symbolMark:
		if c.looks.symbol != 0 {
			c.show(utf8.AppendRune(nil, c.symbol(c.looks.symbolFont, byte(c.looks.symbol))))
		}
	case picture:
		if c.looks.special && !c.looks.data {
			c.picture()
		}
	case fieldBegin:
		if len(c.fields) < maxFields {
			c.fields = append(c.fields, field{})
		}
	case fieldSeparate:
		if n := len(c.fields); n > 0 {
			f := &c.fields[n-1]
			f.result, f.link, f.mute = true, paragraphs.Hyperlink(string(f.instruction)), paragraphs.Muted(string(f.instruction), c.spans, c.piece)
		}
	case fieldEnd:
		if n := len(c.fields); n > 0 {
			c.endPiece()
			f := c.fields[n-1]
			c.fields = c.fields[:n-1]
			if ruby := paragraphs.Ruby(string(f.instruction)); ruby != "" && !f.result {
				c.show([]byte(ruby))
			}
		}
	case noteNumber, noteLine, noteLineMore, commentMark, drawing, softHyphen:
	}
	return nil
}

// picture shows where a picture stands, with its size ([MS-DOC] 2.9.190).
func (c *converter) picture() {
	if c.looks.object {
		c.w.Omit("embedded objects", 1)
	}
	if c.instruction() != nil || c.hides() {
		return
	}
	c.images++
	c.w.Omit("images", 1)
	s := markup.Span{Kind: markup.Image, Target: "#image" + strconv.Itoa(c.images), Link: c.linked()}
	from := c.d.data
	if c.d.old {
		from = c.d.text
	}
	if c.looks.picture >= 0 && from != nil {
		var b [36]byte
		if n, _ := from.ReadAt(b[:], c.looks.picture); n == len(b) {
			const twips = 15 // of a pixel at 96 dpi
			le := binary.LittleEndian
			s.Width = int(le.Uint16(b[28:])) * int(le.Uint16(b[32:])) / 1000 / twips
			s.Height = int(le.Uint16(b[30:])) * int(le.Uint16(b[34:])) / 1000 / twips
		}
	}
	c.span(s)
}

// layout is that of the paragraph around an offset.
func (c *converter) layout(at int64, p *piece) layout {
	l := layout{outline: -1, override: -1}
	if list, _ := c.layouts.at(at); len(list) >= 2 {
		l.style = c.styleAt(at)
		c.d.each(list[2:], func(m *modifier) { l.apply(c.d, m) })
	}
	for _, list := range c.pieceModifiers(p) {
		c.d.each(list, func(m *modifier) { l.apply(c.d, m) })
	}
	return l
}

// end ends a paragraph, a cell or a row.
func (c *converter) end(u uint16, at int64, p *piece) error {
	l := c.layout(at, p)
	depth := l.level()
	if u == cellEnd {
		depth = max(depth, 1)
	}
	if len(c.frames) > 0 || c.d.paragraphs.count() == 0 {
		return c.endParagraph(&l, 0)
	}
	switch {
	case u == cellEnd && l.rowEnd && depth <= 1:
		if err := c.endParagraph(&l, 1); err != nil {
			return err
		}
		return c.t.EndRow(1, &l.row)
	case l.innerRow && depth > 1:
		if err := c.endParagraph(&l, depth); err != nil {
			return err
		}
		return c.t.EndRow(depth, &l.row)
	}
	if err := c.endParagraph(&l, depth); err != nil {
		return err
	}
	if u == cellEnd || l.innerEnd && depth > 1 {
		return c.t.EndCell(depth)
	}
	return nil
}

// endParagraph ends a paragraph that lies in a number of tables.
func (c *converter) endParagraph(l *layout, tables int) error {
	c.endPiece()
	p := paragraphs.Paragraph{Text: c.spans, Notes: c.notes, Table: tables}
	size := c.size
	c.spans, c.notes, c.size = nil, nil, 0
	p.Heading = c.d.headingLevel(l)
	if hasText(p.Text) {
		number, depth := l.override, l.depth
		if number < 0 && l.style < len(c.d.styles) {
			number = c.d.styles[l.style].override
			depth = max(depth, c.d.styles[l.style].depth)
		}
		p.Indent = l.indent
		c.numbering.item(&p, number, depth)
	}
	if n := len(c.frames); n > 0 {
		f := &c.frames[n-1]
		if f.bytes > maxFrame {
			c.w.Omit("paragraphs of notes and text boxes", 1)
			return nil
		}
		f.bytes += size + 256
		f.paragraphs = append(f.paragraphs, p)
		return nil
	}
	return c.t.Paragraph(&p)
}

func hasText(spans []markup.Span) bool {
	for i := range spans {
		if spans[i].Kind != markup.Break && (spans[i].Kind != markup.Text || strings.TrimSpace(spans[i].Text) != "") {
			return true
		}
	}
	return false
}
