package rtf

import (
	"bytes"
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
	maxGroups      = 4096    // braces in one another; what lies deeper is of the deepest
	maxEntries     = 1 << 16 // of the tables of fonts, styles and lists
	maxShort       = 4 << 10 // bytes of a label, an instruction, a name
	maxParagraph   = 4 << 20 // bytes of a paragraph; a longer one is divided
	maxFrames      = 8
	maxFields      = 64
	maxInheritance = 16
	maxDepth       = 8 // of items in one another
)

// A converter tells a document while it is read.
type converter struct {
	s       *scanner
	w       markup.Writer
	t       *paragraphs.Teller
	changes bool // tracked changes are marked, and comments told

	g        group
	groups   []group
	overflow int // groups that are open beyond maxGroups

	page        int // code page of the document
	defaultFont int
	fonts       map[int]font
	fontNumber  int // of the font that is being described
	styles      map[int]style
	entry       style // that is being described
	lists       map[int]list
	overrides   map[int]int // list number of paragraphs to id of a list
	list        list        // that is being described
	listID      int
	counts      map[int][]int // items so far, by list and depth

	decoders decoders
	raw      []byte // not yet decoded
	skip     int    // characters to pass over behind a \u
	high     rune   // first half of a surrogate pair

	spans  []markup.Span // of the paragraph
	piece  []byte        // text of the span that is being written
	style  markup.Style  // of it
	link   string        // of it
	size   int           // of the paragraph
	notes  []paragraphs.Note
	label  []byte
	bullet bool // the label is of a font of symbols

	fields    []field
	frames    []frame
	noteNo    int
	commentNo int
	rows      [2]rowState // of outer and of inner tables

	picture  picture
	images   int
	name     []byte // of a property
	value    []byte
	author   []byte
	header   bool // text has been met in the header that is open
	deleting bool // the text before was deleted
	done     bool
}

func newConverter(s *scanner, w markup.Writer, o reader.Options) *converter {
	return &converter{
		s: s, w: w, changes: o.Request != nil && o.Request.Changes == "all", t: paragraphs.NewTeller(w, o.Form == reader.FormText), page: 1252, defaultFont: -1, g: group{uc: 1, font: -1, eastern: -1},
		fonts: map[int]font{}, styles: map[int]style{}, lists: map[int]list{}, overrides: map[int]int{}, counts: map[int][]int{},
	}
}

// tell tells the document.
func (c *converter) tell() error {
	var t token
	for !c.done {
		if err := c.s.next(&t); err != nil {
			return err
		}
		if t.kind == end && len(c.groups) == 0 { // a piece of a document
			break
		}
		if t.kind == end {
			c.w.Note(reader.Note{Code: reader.NoteCorrupt, Severity: reader.SeverityWarning, Message: "The document ends before its last brace, so the end of it may be missing."})
			break
		}
		if err := c.token(&t); err != nil {
			return err
		}
	}
	for len(c.frames) > 0 {
		if err := c.endFrame(); err != nil {
			return err
		}
	}
	if err := c.endParagraph(c.g.para.level()); err != nil {
		return err
	}
	return c.t.Finish()
}

func (c *converter) token(t *token) error {
	switch t.kind {
	case text:
		c.text(t.text)
		return c.bound()
	case hex:
		if c.skip > 0 {
			c.skip--
			return nil
		}
		c.bytes([]byte{t.char})
		return nil
	case open:
		c.flush()
		c.skip = 0
		c.open()
		return nil
	case closed:
		c.flush()
		c.skip = 0
		if err := c.close(); err != nil {
			return err
		}
		return c.bound()
	case symbol:
		c.flush()
		return c.symbol(t.char)
	case word:
		c.flush()
		return c.word(t)
	case end:
	}
	return nil
}

// bound divides a paragraph that has become too large.
func (c *converter) bound() error {
	if c.size > maxParagraph {
		return c.endParagraph(c.g.para.level())
	}
	return nil
}

func (c *converter) open() {
	if len(c.groups) >= maxGroups {
		c.overflow++
		return
	}
	around := c.g.ends
	c.groups = append(c.groups, c.g)
	c.g.ends, c.g.star = endsNothing, false
	switch {
	case c.g.to != toStyles:
	case around == endsStyle: // something inside of an entry
		c.g.to = toNothing
	default:
		c.entry = style{base: -1}
		c.g.ends = endsStyle
	}
}

func (c *converter) close() error {
	if c.overflow > 0 {
		c.overflow--
		return nil
	}
	n := len(c.groups)
	if n == 0 {
		return nil
	}
	switch c.g.ends {
	case endsFrame:
		if err := c.endFrame(); err != nil {
			return err
		}
	case endsPicture:
		c.endPicture()
	case endsStyle:
		c.endStyle()
	case endsProperty:
		c.endProperty()
	case endsLabel:
		c.bullet = c.bullet || c.fontOf().page == charset.SymbolPage
	case endsDocument:
		c.done = true // what follows is no part of it
	case endsNothing:
	}
	if c.g.to == toHeader && c.groups[n-1].to != toHeader && c.header {
		c.header = false
		c.w.Omit("headers and footers", 1)
	}
	c.g = c.groups[n-1]
	c.groups = c.groups[:n-1]
	for k := len(c.fields); k > 0 && c.fields[k-1].depth > len(c.groups); k = len(c.fields) {
		c.endField(&c.fields[k-1])
		c.fields = c.fields[:k-1]
	}
	return nil
}

// text takes literal text, of which the first characters may stand for a \u.
func (c *converter) text(b []byte) {
	if c.skip > 0 {
		n := min(c.skip, len(b))
		c.skip -= n
		b = b[n:]
	}
	if len(b) > 0 {
		c.high = 0
		c.bytes(b)
	}
}

// bytes takes text in the code page of its font.
func (c *converter) bytes(b []byte) {
	if c.g.to == toNothing || c.g.to == toPicture || c.g.to == toLists {
		return
	}
	if c.fontOf().page == charset.SymbolPage && c.g.to != toFonts {
		for _, x := range b {
			c.emit(string(paragraphs.Symbol(c.fontOf().name, x)))
		}
		return
	}
	if len(c.raw) == 0 && isASCII(b) {
		c.emitBytes(b)
		return
	}
	c.raw = append(c.raw, b...)
	if len(c.raw) > blockSize {
		c.flush()
	}
}

func isASCII(b []byte) bool {
	for _, x := range b {
		if x >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// flush decodes the text that waits.
func (c *converter) flush() {
	if len(c.raw) == 0 {
		return
	}
	b := c.decoders.decode(nil, c.raw, c.codePage())
	c.raw = c.raw[:0]
	c.emitBytes(b)
}

// fontOf is the font of the text that comes.
func (c *converter) fontOf() font {
	n := c.g.font
	if c.g.east && c.g.eastern >= 0 {
		n = c.g.eastern
	}
	if n < 0 {
		n = c.defaultFont
	}
	return c.fonts[n]
}

// codePage is that of the text that comes. Fonts of the western set are used
// for any text in documents of programs that know no fonts.
func (c *converter) codePage() int {
	if f := c.fontOf(); f.page > 0 {
		return f.page
	}
	return c.page
}

func (c *converter) emit(s string) { c.emitBytes([]byte(s)) }

// emitBytes takes text in UTF-8.
func (c *converter) emitBytes(b []byte) {
	short := func(into *[]byte) {
		*into = append(*into, b[:min(len(b), maxShort-min(len(*into), maxShort))]...)
	}
	switch c.g.to {
	case toText:
		c.show(b)
	case toLabel:
		short(&c.label)
	case toInstruction:
		if n := len(c.fields); n > 0 {
			short(&c.fields[n-1].instruction)
		}
	case toStyles:
		short(&c.entry.name)
	case toFonts:
		c.nameFont(b)
	case toName:
		short(&c.name)
	case toValue:
		short(&c.value)
	case toAuthor:
		short(&c.author)
	case toHeader:
		c.header = c.header || len(bytes.TrimSpace(b)) > 0
	case toNothing, toLists, toPicture, toProperty:
	}
}

// show takes text of the paragraph.
func (c *converter) show(b []byte) {
	if c.g.hidden || c.g.deleted && !c.changes {
		c.conceal(b)
		return
	}
	c.deleting = false
	if slices.ContainsFunc(c.fields, func(f field) bool { return f.mute }) {
		return
	}
	link := c.linked()
	style := c.g.style
	if c.changes && c.g.deleted {
		style |= markup.Deleted
	} else if c.changes && c.g.revised {
		style |= markup.Inserted
	}
	if len(c.piece) > 0 && (c.style != style || c.link != link) {
		c.endRun()
	}
	c.style, c.link = style, link
	c.piece = append(c.piece, b...)
	c.size += len(b)
}

// conceal counts text that is not shown.
func (c *converter) conceal(b []byte) {
	if len(bytes.TrimSpace(b)) == 0 {
		return
	}
	if !c.g.deleted {
		paragraphs.Hidden(c.w, int64(utf8.RuneCount(b)))
		return
	}
	if !c.deleting {
		c.w.Omit("deletions", 1)
	}
	c.deleting = true
}

// linked is where the innermost field leads.
func (c *converter) linked() string {
	for i := len(c.fields) - 1; i >= 0; i-- {
		if f := &c.fields[i]; f.link != "" && f.result {
			return f.link
		}
	}
	return ""
}

func (c *converter) endRun() {
	if len(c.piece) > 0 {
		c.spans = append(c.spans, markup.Span{Text: string(c.piece), Style: c.style, Link: c.link})
		c.piece = c.piece[:0]
	}
}

// span takes what is no text.
func (c *converter) span(s markup.Span) {
	if c.g.to != toText || c.g.hidden || c.g.deleted && !c.changes {
		return
	}
	c.endRun()
	c.spans = append(c.spans, s)
	c.size += 64
}

// endParagraph ends a paragraph that lies in a number of tables.
func (c *converter) endParagraph(tables int) error {
	c.flush()
	c.endRun()
	p := paragraphs.Paragraph{Text: c.spans, Notes: c.notes, Table: tables}
	label, bullet, size := c.label, c.bullet, c.size
	c.spans, c.notes, c.size, c.label, c.bullet = nil, nil, 0, c.label[:0], false
	c.describe(&p, string(label), bullet)
	if n := len(c.frames); n > 0 {
		p.Table = 0
		c.frames[n-1].add(c.w, &p, size)
		return nil
	}
	return c.t.Paragraph(&p)
}

// describe says what a paragraph is: a heading, an item or neither.
func (c *converter) describe(p *paragraphs.Paragraph, label string, bullet bool) {
	props := &c.g.para
	p.Heading = c.headingLevel(props)
	p.Indent = props.indent
	if label = strings.TrimSpace(label); label != "" {
		p.List, p.Depth = max(props.list, 0)+1, min(max(props.depth, 0), maxDepth)
		if !bullet {
			counts := c.counter(props.list, p.Depth, nil)
			p.Label, p.Number, p.Ordered = paragraphs.ParseLabel(label, counts[p.Depth]+1)
			counts[p.Depth] = p.Number
		}
		return
	}
	if props.list > 0 && p.Heading == 0 && len(p.Text) > 0 {
		c.count(p, props)
	}
}

func (c *converter) headingLevel(p *properties) int {
	if p.outline > 0 {
		return min(p.outline, 9) % 10
	}
	n := p.style
	for range maxInheritance {
		s, ok := c.styles[n]
		if !ok {
			return 0
		}
		if s.outline > 0 {
			return s.outline
		}
		if level := paragraphs.HeadingLevel(string(s.name)); level > 0 {
			return level
		}
		if s.base < 0 || s.base == n {
			return 0
		}
		n = s.base
	}
	return 0
}

// The formats of numbers that are none (\levelnfc).
const (
	formatBullet = 23
	formatNone   = 255
)

// count numbers an item whose number the document does not spell out.
func (c *converter) count(p *paragraphs.Paragraph, props *properties) {
	l, ok := c.lists[c.overrides[props.list]]
	depth := min(max(props.depth, 0), maxDepth)
	format := formatBullet
	if ok && depth < len(l.formats) {
		format = l.formats[depth]
	}
	if format == formatNone {
		return
	}
	p.List, p.Depth = props.list+1, depth
	if format == formatBullet {
		return
	}
	counts := c.counter(props.list, depth, l.starts)
	counts[depth]++
	p.Ordered, p.Number = true, counts[depth]
}

// counter returns the numbers of the last items of a list, by depth down to the
// one given. Deeper items begin anew.
func (c *converter) counter(number, depth int, starts []int) []int {
	counts := c.counts[number]
	for len(counts) <= depth {
		start := 1
		if n := len(counts); n < len(starts) {
			start = starts[n]
		}
		counts = append(counts, start-1)
	}
	counts = counts[:depth+1]
	if _, known := c.counts[number]; known || len(c.counts) < maxEntries {
		c.counts[number] = counts
	}
	return counts
}

// symbol takes a control symbol.
func (c *converter) symbol(char byte) error {
	switch char {
	case '*':
		c.g.star = true
	case '~':
		c.emit("\u00a0")
	case '_':
		c.emit("\u2011")
	case '\\', '{', '}':
		if c.skip > 0 {
			c.skip--
			return nil
		}
		c.emit(string(rune(char)))
	case '\t':
		c.emit("\t")
	case '\r', '\n':
		if c.g.to == toText {
			return c.endParagraph(c.g.para.level())
		}
	}
	return nil
}

// unicode takes the number of a \u, a unit of UTF-16.
func (c *converter) unicode(n int) {
	c.skip = c.g.uc
	if n < 0 {
		n += 1 << 16
	}
	r := rune(n)
	switch {
	case n < 0 || n > utf8.MaxRune:
		r = utf8.RuneError
	case utf16.IsSurrogate(r) && r < 0xdc00:
		c.high = r
		return
	case utf16.IsSurrogate(r):
		r = utf16.DecodeRune(c.high, r)
	case r >= 0xf000 && r <= 0xf0ff: // a font of symbols
		r = paragraphs.Symbol(c.fontOf().name, byte(r))
	}
	c.high = 0
	if r < ' ' && r != '\t' {
		return
	}
	c.emit(string(r))
}

// endField shows what a field without a result stands for.
func (c *converter) endField(f *field) {
	if f.result || c.g.to != toText {
		return
	}
	args := strings.Fields(string(f.instruction))
	if len(args) >= 2 && strings.EqualFold(args[0], "SYMBOL") {
		n, err := strconv.ParseUint(args[1], 0, 16)
		if err != nil {
			return
		}
		name := ""
		for i := 2; i+1 < len(args); i++ {
			if args[i] == `\f` {
				name = strings.Trim(args[i+1], `"`)
			}
		}
		if n < 256 {
			c.emit(string(paragraphs.Symbol(name, byte(n))))
		} else {
			c.unicode(int(n))
		}
	}
}

// beginFrame begins text aside. What is told of the paragraph so far waits.
func (c *converter) beginFrame(kind frameKind) {
	if c.g.to != toText || len(c.frames) >= maxFrames {
		c.g.to = toNothing
		return
	}
	c.endRun()
	c.frames = append(c.frames, frame{kind: kind, spans: c.spans, notes: c.notes, size: c.size, label: bytes.Clone(c.label)})
	c.spans, c.notes, c.size, c.label = nil, nil, 0, c.label[:0]
	c.g.ends = endsFrame
	c.g.para, c.g.style = properties{}, 0
}

// endFrame ends text aside and goes on with the paragraph.
func (c *converter) endFrame() error {
	c.flush()
	c.endRun()
	n := len(c.frames) - 1
	if len(c.spans) > 0 || len(c.notes) > 0 {
		if err := c.endParagraph(0); err != nil {
			return err
		}
	}
	f := c.frames[n]
	c.frames = c.frames[:n]
	c.spans, c.notes, c.size, c.label = f.spans, f.notes, f.size, append(c.label[:0], f.label...)
	if f.kind == textBox {
		return c.placeBox(f.paragraphs)
	}
	if !hasText(f.paragraphs) {
		return nil
	}
	var id string
	if f.kind == comment {
		if !c.changes {
			c.w.Omit("comments", 1)
			return nil
		}
		c.commentNo++
		id = "comment-" + strconv.Itoa(c.commentNo)
		if first := &f.paragraphs[0]; len(c.author) > 0 {
			first.Text = append([]markup.Span{{Text: string(c.author) + ": "}}, first.Text...)
			c.author = c.author[:0]
		}
	} else {
		c.noteNo++
		id = strconv.Itoa(c.noteNo)
	}
	c.size += 256 + f.bytes
	c.notes = append(c.notes, paragraphs.Note{ID: id, Paragraphs: f.paragraphs})
	c.spans = append(c.spans, markup.Span{Kind: markup.NoteRef, Target: id})
	return nil
}

// placeBox tells the paragraphs of a text box before the one it is fixed to.
func (c *converter) placeBox(box []paragraphs.Paragraph) error {
	if n := len(c.frames); n > 0 {
		for i := range box {
			c.frames[n-1].add(c.w, &box[i], textSize(box[i].Text))
		}
		return nil
	}
	tables := 0
	if n := len(c.groups); n > 0 {
		tables = c.groups[n-1].para.level()
	}
	for i := range box {
		box[i].Table = tables
		if err := c.t.Paragraph(&box[i]); err != nil {
			return err
		}
	}
	return nil
}

func textSize(spans []markup.Span) (n int) {
	for i := range spans {
		n += len(spans[i].Text) + 64
	}
	return n
}

func hasText(list []paragraphs.Paragraph) bool {
	for i := range list {
		if len(list[i].Text) > 0 {
			return true
		}
	}
	return false
}

// endPicture shows where a picture stands.
func (c *converter) endPicture() {
	c.g.to = toText
	c.images++
	c.w.Omit("images", 1)
	s := markup.Span{Kind: markup.Image, Text: c.picture.alt, Target: "#image" + strconv.Itoa(c.images)}
	s.Width, s.Height = c.picture.size()
	c.span(s)
	c.picture = picture{}
}

// endProperty takes up a property of a shape or a picture.
func (c *converter) endProperty() {
	if string(c.name) == "wzDescription" {
		c.picture.alt = string(c.value)
	}
	c.name, c.value = c.name[:0], c.value[:0]
}

// endStyle ends an entry of the style sheet.
func (c *converter) endStyle() {
	name, _, _ := bytes.Cut(c.entry.name, []byte(";"))
	c.entry.name = bytes.TrimSpace(name)
	if !c.entry.foreign && len(c.entry.name) > 0 && len(c.styles) < maxEntries {
		c.styles[c.entry.number] = c.entry
	}
	c.entry = style{base: -1}
}

// nameFont takes the name of the font that is being described.
func (c *converter) nameFont(b []byte) {
	f := c.fonts[c.fontNumber]
	name, _, _ := bytes.Cut(b, []byte(";"))
	if len(f.name) < maxWord && len(c.fonts) < maxEntries {
		f.name += string(name[:min(len(name), maxWord)])
		c.fonts[c.fontNumber] = f
	}
}
