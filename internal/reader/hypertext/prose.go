package hypertext

import (
	"bytes"
	"cmp"
	"strconv"
	"strings"

	"fread/internal/reader/markup"
)

// prose tells a page as blocks: headings, paragraphs, lists, tables, code.
type prose struct {
	p *parser
	w *tables

	spans []markup.Span
	run   []byte // text that looks alike
	style markup.Style
	link  string
	space bool // white space waits
	some  bool // the block has text, or an image

	containers []markup.Container // open; those from begun on hold nothing yet
	begun      int
	lists      []list
	listCount  int

	level  int // of the heading that is open; 0: none
	code   *listing
	math   *formula
	choice *choice
	ref    string // what the reference to a note leads to, whose text is left out
	quiet  int    // elements open whose text is left out
	notes  int    // elements open that hold notes
}

// A list is one that is open.
type list struct {
	id      int
	ordered bool
	terms   bool // dl
	next    int
	step    int
	letters string // type of an ordered list, such as a or I
	itemAt  int    // where its last item is among the containers, plus one; 0: none is open
}

// A listing is preformatted text that is open.
type listing struct {
	language string
	text     []byte
	started  bool
}

// A formula is MathML that is open.
type formula struct {
	tex     []byte
	shown   []byte
	display bool
	note    bool // inside an annotation
}

// A choice is a select element that is open.
type choice struct {
	options  int
	taking   bool
	selected bool
	text     []byte
}

// maxListing is how long a listing may be that is told at once, in bytes.
const maxListing = 4 << 20

func newProse(p *parser, w *tables) *prose { return &prose{p: p, w: w} }

func (f *prose) open(e *element) error {
	switch {
	case f.code != nil:
		f.openInCode(e)
		return nil
	case f.math != nil:
		f.math.note = f.math.note || e.tag == tagAnnotation
		return nil
	case f.choice != nil:
		f.openInChoice(e)
		return nil
	}
	if e.display != displayInline && e.display != displayInlineBlock {
		if err := f.breakBlock(); err != nil {
			return err
		}
	} else if e.display == displayInlineBlock && e.tag != tagImg && e.tag != tagInput {
		f.space = true
	}
	return f.element(e)
}

// element begins what an element is in prose.
func (f *prose) element(e *element) error {
	p := f.p
	if id := p.value("id"); id != "" {
		f.w.Anchor(id)
	}
	switch e.tag {
	case tagP:
		if it, ok := f.waiting().(markup.Item); ok {
			it.Loose = true
			f.containers[len(f.containers)-1] = it
		}
	case tagH1, tagH2, tagH3, tagH4, tagH5, tagH6:
		if f.level == 0 {
			f.level, e.saved = int(e.tag-tagH1)+1, 1
		}
	case tagPre, tagListing, tagXmp, tagPlaintext, tagTextarea:
		if f.level > 0 {
			return nil
		}
		f.code = &listing{language: cmp.Or(f.language(), f.p.stack[len(f.p.stack)-2].language)}
		e.saved = 1
	case tagUl, tagOl, tagMenu, tagDir, tagDl:
		f.openList(e)
	case tagLi, tagDd:
		return f.openItem(e)
	case tagDt:
		e.style |= markup.Bold
		return f.closeItem()
	case tagBlockquote:
		f.push(e, markup.Quote{})
	case tagTable:
		role := p.value("role")
		f.push(e, markup.Table{Layout: role == "presentation" || role == "none"})
	case tagCaption:
		f.openCaption(e)
	case tagTr:
		f.push(e, markup.Row{})
	case tagTd, tagTh:
		return f.openCell(e)
	case tagHr:
		if err := f.ensure(); err != nil {
			return err
		}
		return f.w.Rule()
	case tagSummary:
		e.style |= markup.Bold
	case tagImg:
		f.image(e)
	case tagInput:
		f.input(e)
	case tagSelect:
		f.choice, e.saved = &choice{}, 1
	case tagMath:
		f.math, e.saved = &formula{display: p.value("display") == "block", tex: []byte(p.value("alttext"))}, 1
	case tagQ:
		return f.text(e, []byte("\u201c"))
	case tagRt:
		return f.text(e, []byte("("))
	case tagA:
		f.reference(e)
	case tagSection, tagDiv, tagAside:
		e.language = f.language()
		f.noteSection(e)
	}
	return nil
}

func (f *prose) close(e *element) error {
	if f.code != nil && e.saved == 0 {
		f.closeInCode(e)
		return nil
	}
	if (f.math != nil || f.choice != nil) && e.saved == 0 {
		f.closeInside(e)
		return nil
	}
	switch e.tag {
	case tagQ:
		if err := f.text(e, []byte("\u201d")); err != nil {
			return err
		}
	case tagRt:
		if err := f.text(e, []byte(")")); err != nil {
			return err
		}
	case tagMath:
		f.closeMath(e)
	case tagSelect:
		if err := f.closeChoice(e); err != nil {
			return err
		}
	case tagA:
		f.closeReference(e)
	}
	if e.saved > 0 {
		switch e.tag {
		case tagH1, tagH2, tagH3, tagH4, tagH5, tagH6:
			return f.heading()
		case tagPre, tagListing, tagXmp, tagPlaintext, tagTextarea:
			return f.closeListing()
		}
	}
	if e.display != displayInline && e.display != displayInlineBlock {
		if err := f.breakBlock(); err != nil {
			return err
		}
	} else if e.display == displayInlineBlock {
		f.space = true
	}
	return f.closeContainers(e)
}

// closeContainers ends what an element has begun.
func (f *prose) closeContainers(e *element) error {
	switch e.tag {
	case tagUl, tagOl, tagMenu, tagDir, tagDl:
		if e.saved > 0 {
			if err := f.endItem(&f.lists[len(f.lists)-1]); err != nil {
				return err
			}
			f.lists = f.lists[:len(f.lists)-1]
		}
	case tagCaption:
		if e.saved > 0 {
			f.containers = append(f.containers, markup.Table{})
		}
	case tagSection, tagDiv, tagAside:
		f.notes -= e.saved
	}
	for range e.containers {
		if err := f.pop(); err != nil {
			return err
		}
	}
	return nil
}

// push opens a container that begins once there is something in it.
func (f *prose) push(e *element, c markup.Container) {
	f.containers = append(f.containers, c)
	e.containers++
}

func (f *prose) pop() error {
	n := len(f.containers) - 1
	f.containers = f.containers[:n]
	if f.begun > n {
		f.begun = n
		return f.w.End()
	}
	return nil
}

// waiting is the innermost container if nothing is in it yet.
func (f *prose) waiting() markup.Container {
	if n := len(f.containers); n > f.begun && !f.some {
		return f.containers[n-1]
	}
	return nil
}

// ensure begins the containers that what comes next lies in.
func (f *prose) ensure() error {
	for f.begun < len(f.containers) {
		f.begun++
		if err := f.w.Begin(f.containers[f.begun-1]); err != nil {
			return err
		}
	}
	return nil
}

func (f *prose) edge() error {
	if f.code != nil {
		f.code.newLine()
		return nil
	}
	return f.breakBlock()
}

// breakBlock ends a paragraph. In a heading it is a space.
func (f *prose) breakBlock() error {
	if f.level > 0 || f.math != nil || f.choice != nil {
		f.space = true
		return nil
	}
	return f.flush()
}

// flush tells the paragraph that was gathered.
func (f *prose) flush() error {
	f.finish()
	f.space = false
	if !f.some {
		f.spans = f.spans[:0]
		return nil
	}
	f.some = false
	err := f.ensure()
	if err == nil {
		err = f.w.Paragraph(f.spans)
	}
	clear(f.spans)
	f.spans = f.spans[:0]
	return err
}

// heading tells the heading that was gathered.
func (f *prose) heading() error {
	f.finish()
	level := f.level
	f.level, f.space = 0, false
	spans := withoutAnchors(f.spans)
	some := f.some
	f.some = false
	var err error
	if some && len(spans) > 0 {
		if err = f.ensure(); err == nil {
			err = f.w.Heading(level, spans)
		}
	}
	clear(f.spans)
	f.spans = f.spans[:0]
	return err
}

// withoutAnchors leaves out what leads from a heading to itself: signs beside it
// as a whole, and the link of its text.
func withoutAnchors(spans []markup.Span) []markup.Span {
	isAnchor := func(s *markup.Span) bool {
		switch strings.TrimSpace(s.Text) {
		case "#", "\u00b6", "\u00a7", "\U0001F517", "\u2693":
			return s.Kind == markup.Text && strings.Contains(s.Link, "#")
		}
		return false
	}
	for len(spans) > 0 && isAnchor(&spans[0]) {
		spans = spans[1:]
	}
	for len(spans) > 0 && (isAnchor(&spans[len(spans)-1]) || strings.TrimSpace(spans[len(spans)-1].Text) == "" && spans[len(spans)-1].Kind == markup.Text) {
		spans = spans[:len(spans)-1]
	}
	for i := range spans {
		if strings.HasPrefix(spans[i].Link, "#") {
			spans[i].Link = ""
		}
	}
	return spans
}

// finish ends the run of text that looks alike.
func (f *prose) finish() {
	if len(f.run) > 0 {
		f.spans = append(f.spans, markup.Span{Text: string(f.run), Style: f.style, Link: f.link})
		f.run = f.run[:0]
	}
}

// look makes what comes next look like an element.
func (f *prose) look(e *element) {
	if f.style != e.style || f.link != e.link {
		f.finish()
		f.style, f.link = e.style, e.link
	}
}

// settle writes the white space that waits.
func (f *prose) settle() {
	if !f.space {
		return
	}
	f.space = false
	if len(f.run) > 0 {
		f.run = append(f.run, ' ')
		return
	}
	if n := len(f.spans); n > 0 && f.spans[n-1].Kind != markup.Break {
		f.run = append(f.run, ' ')
	}
}

func (f *prose) text(e *element, s []byte) error {
	switch {
	case f.code != nil:
		return f.code.add(f, s)
	case f.math != nil:
		f.math.add(s)
		return nil
	case f.choice != nil:
		f.choice.add(s)
		return nil
	case f.quiet > 0:
		return nil
	case e.tag == tagTable || e.tag == tagTr || e.tag == tagTbody || e.tag == tagThead || e.tag == tagTfoot:
		if len(bytes.TrimSpace(s)) == 0 {
			return nil
		}
		return f.stray(e, s)
	}
	f.words(e, s)
	return nil
}

// stray is text in a table that is in no cell.
func (f *prose) stray(e *element, s []byte) error {
	depth := len(f.containers)
	if e.tag != tagTr {
		f.containers = append(f.containers, markup.Row{})
	}
	f.containers = append(f.containers, markup.Cell{})
	if err := f.ensure(); err != nil {
		return err
	}
	f.words(e, s)
	if err := f.flush(); err != nil {
		return err
	}
	for len(f.containers) > depth {
		if err := f.pop(); err != nil {
			return err
		}
	}
	return nil
}

// words takes text whose white space collapses.
func (f *prose) words(e *element, s []byte) {
	for i := 0; i < len(s); {
		c := s[i]
		if isSpace(c) {
			if c == '\n' && e.pre {
				f.addBreak()
			} else {
				f.space = true
			}
			i++
			continue
		}
		if c == 0 {
			i++
			continue
		}
		j := i + 1
		for j < len(s) && !isSpace(s[j]) && s[j] != 0 {
			j++
		}
		if f.space {
			if !f.some {
				f.space = false
			}
			f.settleIn(e)
		}
		f.look(e)
		f.run = append(f.run, s[i:j]...)
		f.some = true
		i = j
	}
}

// settleIn writes white space that waits where it disturbs least: outside of a
// link or a style that begins.
func (f *prose) settleIn(e *element) {
	if len(f.run) > 0 && (f.link != e.link && f.link != "" || f.style&markup.Code != 0 && e.style != f.style) {
		f.finish()
		f.style, f.link = e.style&^markup.Code, ""
	}
	f.settle()
}

func (f *prose) addBreak() {
	f.finish()
	f.space = false
	if f.some {
		f.spans = append(f.spans, markup.Span{Kind: markup.Break})
	}
}

func (f *prose) lineBreak(e *element) error {
	switch {
	case f.code != nil:
		return f.code.add(f, []byte("\n"))
	case f.math != nil || f.choice != nil:
		return nil
	case f.level > 0:
		f.space = true
		return nil
	}
	if n := len(f.spans); n > 0 && len(f.run) == 0 && f.spans[n-1].Kind == markup.Break && e.tag != tagTd && e.tag != tagTh {
		return f.flush() // two in a row divide paragraphs
	}
	f.addBreak()
	return nil
}

func (f *prose) end() error { return f.flush() }

// openCaption lets the caption stand before its table.
func (f *prose) openCaption(e *element) {
	n := len(f.containers)
	if n <= f.begun {
		return
	}
	if _, ok := f.containers[n-1].(markup.Table); ok {
		f.containers = f.containers[:n-1]
		e.saved = 1
	}
}

func (f *prose) openCell(e *element) error {
	p := f.p
	head := false
	for i := len(p.stack) - 1; i > 0 && p.stack[i].tag != tagTable; i-- {
		head = head || p.stack[i].tag == tagThead
	}
	n := len(f.containers)
	if err := f.ensure(); err != nil { // the row
		return err
	}
	if n > 0 {
		if _, ok := f.containers[n-1].(markup.Row); ok {
			f.w.cell(e.tag == tagTh, head)
		}
	}
	f.push(e, markup.Cell{Columns: atoi(p.value("colspan")), Rows: atoi(p.value("rowspan")), Align: p.align()})
	return f.ensure()
}

func atoi(s string) int {
	n, err := strconv.Atoi(strings.TrimSpace(s))
	if err != nil || n < 0 {
		return 0
	}
	return n
}

// align is how the text of a cell stands.
func (p *parser) align() markup.Align {
	a := p.value("align")
	if a == "" {
		if style := p.value("style"); strings.Contains(style, "text-align") {
			_, a, _ = strings.Cut(style, "text-align")
			a, _, _ = strings.Cut(strings.TrimLeft(a, ": "), ";")
		}
	}
	switch strings.ToLower(strings.TrimSpace(a)) {
	case "left", "start":
		return markup.AlignLeft
	case "center":
		return markup.AlignCenter
	case "right", "end":
		return markup.AlignRight
	}
	return markup.AlignNone
}
