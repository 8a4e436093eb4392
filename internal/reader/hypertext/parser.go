package hypertext

import (
	"bytes"
	"context"
	"io"
	"net/url"
	"slices"
	"strings"
	"unicode/utf8"

	"fread/internal/reader/markup"
)

// maxOpen is how many elements may be open at once; deeper ones are only
// counted, and their text is that of the deepest.
const maxOpen = 512

// maxSearch bounds how far up the element of an end tag is searched.
const maxSearch = 256

// scopes says what is open around an element, as far as that decides which end
// tags are implied (WHATWG HTML, 13.2.4.2).
type scopes uint16

const (
	inParagraph scopes = 1 << iota
	inItem
	inTerm // dt or dd
	inTable
	inSection // tbody, thead or tfoot
	inRow
	inCell
	inCaption
	inAnchor
	inButton
	inSelect
	inForeign // SVG or MathML
	inGraphic // SVG
)

// An element is one that is open.
type element struct {
	tag     tag
	scopes  scopes
	display display
	name    string // of an unknown one
	id      string
	class   string
	ordinal int // how many elements began before it

	outside   bool // it is beside the article that is asked for
	hidden    bool // it is not shown, nor what is in it
	invisible bool // visibility: hidden
	pre       bool // white space counts
	upper     bool // text-transform: uppercase
	over      bool // its end tag came before those of elements in it
	folded    bool // a closed details element
	blockify  bool // its children are blocks, as in a flex container

	style markup.Style
	link  string

	cells  int // of a row, that have begun in it
	column int // of a cell: those before it

	language   string // of the listings in it, in prose
	containers int    // that the sink opened for it
	saved      int    // what the sink has to know at its end
}

// A sink takes what a parser meets. The element is valid during the call.
type sink interface {
	open(e *element) error
	close(e *element) error
	text(e *element, s []byte) error
	lineBreak(e *element) error
	// edge is where a block begins or ends that is nested too deep to be an element.
	edge() error
	end() error
}

// A parser finds out which elements are open where.
type parser struct {
	ctx    context.Context //nolint:containedctx // of one walk
	z      *tokenizer
	o      Options
	sink   sink
	stack  []element
	counts [numTags]int // of open elements
	deep   []tag        // open elements that lie too deep
	mute   int          // the first of deep that is hidden, from 1; 0: none

	sheet    *sheet
	base     *url.URL
	hidden   *Hidden
	ordinal  int
	outside  int64 // characters beside the article
	embedded int64 // elements whose content is not of the page
	article  int   // depth of the article plus one while it is open
	buf      []byte
	css      []byte // of the style element that is open
	media    bool   // it is for a screen
	title    []byte
	calls    int
}

func newParser(ctx context.Context, in io.Reader, o Options) *parser {
	p := &parser{ctx: ctx, z: newTokenizer(in), o: o, base: o.Base, stack: make([]element, 0, 64)}
	p.z.xml = o.XML
	if p.hidden = o.Hidden; p.hidden == nil {
		p.hidden = new(Hidden)
	}
	p.stack = append(p.stack, element{tag: tagHTML, display: displayBlock}, element{tag: tagBody, display: displayBlock})
	if o.Article.ordinal == bodyOrdinal {
		p.article = len(p.stack)
	}
	return p
}

func (p *parser) top() *element { return &p.stack[len(p.stack)-1] }

// run reads the page to its end.
func (p *parser) run() error {
	for {
		if p.calls++; p.calls&0xfff == 0 {
			if err := p.ctx.Err(); err != nil {
				return err
			}
		}
		var err error
		switch kind := p.z.next(); kind {
		case endOfFile:
			if err := p.popTo(2); err != nil {
				return err
			}
			if err := p.sink.end(); err != nil {
				return err
			}
			return p.z.err
		case textToken:
			err = p.text()
		case startTag:
			err = p.start()
		case endTag:
			err = p.endTag(lookup(p.z.name))
		}
		if err != nil {
			return err
		}
	}
}

// attr returns an attribute of the tag that was just read.
func (p *parser) attr(name string) (value string, ok bool) {
	for i := range p.z.attrs {
		if a := &p.z.attrs[i]; string(a.name) == name {
			return attributeValue(a.value), true
		}
	}
	return "", false
}

func (p *parser) value(name string) string {
	v, _ := p.attr(name)
	return v
}

func (p *parser) has(name string) bool {
	_, ok := p.attr(name)
	return ok
}

// wanted reports whether an attribute is ever asked for.
func wanted(name []byte) bool {
	switch string(name) {
	case "href", "src", "alt", "class", "id", "style", "hidden", "colspan", "rowspan", "align", "type", "checked", "start", "value",
		"role", "width", "height", "open", "border", "summary", "scope", "encoding", "alttext", "display", "data-src", "data-original",
		"data-lazy-src", "srcset", "data-srcset", "reversed", "aria-hidden", "data-lang", "data-language", "data-footnote-ref", "selected", "label", "media",
		"epub:type", "itemprop", "xlink:href", "aria-level":
		return true
	}
	return false
}

// text passes on text, or keeps that of a title or a style sheet.
func (p *parser) text() error {
	e := p.top()
	switch {
	case e.tag == tagStyle:
		if p.media && len(p.css)+len(p.z.text) <= maxSheet {
			p.css = append(p.css, p.z.text...)
		}
		return nil
	case e.tag == tagTitle && e.scopes&inForeign == 0:
		if len(p.title) < 1<<10 {
			p.title = appendText(p.title, p.z.text)
		}
		return nil
	case e.hidden, p.mute > 0:
		p.hidden.text(p.z.text)
		return nil
	case e.invisible:
		p.hidden.invisible(p.z.text)
		return nil
	case p.o.Article.Found() && (p.article == 0 || e.outside):
		p.outside += int64(utf8.RuneCount(bytes.TrimSpace(p.z.text)))
		return nil
	}
	s := p.z.text
	if p.z.refs {
		p.buf = appendText(p.buf[:0], s)
		s = p.buf
	}
	return p.sink.text(e, s)
}

// start opens the element of a start tag, and ends those that cannot hold it.
func (p *parser) start() error {
	t := lookup(p.z.name)
	switch t {
	case tagHTML, tagBody:
		e := &p.stack[0]
		if t == tagBody {
			e = &p.stack[1]
		}
		if len(e.class) < maxClass {
			e.class, e.id = e.class+" "+p.value("class"), p.value("id")
		}
		return nil
	case tagHead, tagCol, tagColgroup:
		return nil
	case tagStyle:
		p.media = !p.has("media") || mediaApplies(p.value("media"))
	case tagBase:
		p.setBase()
		return nil
	}
	if err := p.imply(t); err != nil {
		return err
	}
	switch t {
	case tagTr, tagTd, tagTh, tagTbody, tagThead, tagTfoot, tagCaption:
		if p.top().scopes&inTable == 0 { // left out, as a browser does
			return nil
		}
		if (t == tagTd || t == tagTh) && p.top().scopes&inRow == 0 {
			attrs, empty := p.z.attrs, p.z.empty
			p.z.attrs, p.z.empty = nil, false
			if err := p.push(tagTr); err != nil {
				return err
			}
			p.z.attrs, p.z.empty = attrs, empty
		}
	case tagBr:
		if e := p.top(); p.shows(e) && !e.invisible && p.mute == 0 {
			return p.sink.lineBreak(e)
		}
		return nil
	}
	return p.push(t)
}

func (p *parser) setBase() {
	href := strings.TrimSpace(p.value("href"))
	if href == "" || p.o.Link != nil {
		return
	}
	u, err := url.Parse(href)
	if err != nil {
		return
	}
	if p.base != nil {
		u = p.base.ResolveReference(u)
	}
	if u.IsAbs() {
		p.base = u
	}
}

// imply ends what a start tag ends without saying so.
func (p *parser) imply(t tag) error {
	open := p.top().scopes
	if open&inGraphic != 0 && breaksOut(t) && p.counts[tagForeignobject] == 0 {
		if err := p.closeNearest(tagSvg); err != nil {
			return err
		}
		open = p.top().scopes
	}
	if len(p.deep) > 0 {
		return nil
	}
	var err error
	ends := func(scope scopes, tags ...tag) {
		if err == nil && open&scope != 0 {
			err = p.closeNearest(tags...)
			open = p.top().scopes
		}
	}
	switch t {
	case tagTd, tagTh:
		ends(inCaption, tagCaption)
		ends(inCell, tagTd, tagTh)
	case tagTr:
		ends(inCaption, tagCaption)
		ends(inRow, tagTr)
	case tagTbody, tagThead, tagTfoot, tagCaption:
		ends(inCaption, tagCaption)
		ends(inRow, tagTr)
		ends(inSection, tagTbody, tagThead, tagTfoot)
	case tagTable:
		if open&inTable != 0 && open&(inCell|inCaption) == 0 {
			ends(inTable, tagTable)
		}
	case tagLi:
		ends(inItem, tagLi)
	case tagDt, tagDd:
		ends(inTerm, tagDt, tagDd)
	case tagA:
		if open&inAnchor != 0 {
			err = p.endTag(tagA)
			open = p.top().scopes
		}
	case tagButton:
		ends(inButton, tagButton)
	case tagOption, tagOptgroup:
		if p.top().tag == tagOption {
			err = p.popTo(len(p.stack) - 1)
		}
		if err == nil && t == tagOptgroup && p.top().tag == tagOptgroup {
			err = p.popTo(len(p.stack) - 1)
		}
		open = p.top().scopes
	case tagSelect, tagTextarea:
		ends(inSelect, tagSelect)
	case tagH1, tagH2, tagH3, tagH4, tagH5, tagH6:
		if top := p.top().tag; top >= tagH1 && top <= tagH6 {
			err = p.popTo(len(p.stack) - 1)
			open = p.top().scopes
		}
	}
	if traitsOf(t)&closesP != 0 {
		ends(inParagraph, tagP)
	}
	return err
}

// breaksOut reports whether a tag cannot be of a drawing (WHATWG HTML, 13.2.6.5).
func breaksOut(t tag) bool {
	switch t {
	case tagBlockquote, tagCenter, tagCode, tagDd, tagDiv, tagDl, tagDt, tagEm, tagEmbed, tagH1, tagH2, tagH3, tagH4, tagH5, tagH6, tagHr, tagImg,
		tagLi, tagListing, tagMenu, tagOl, tagP, tagPre, tagSmall, tagSpan, tagStrong, tagSub, tagSup, tagTable, tagTt, tagU, tagUl, tagVar:
		return true
	}
	return false
}

// push opens an element. One without content is closed again.
func (p *parser) push(t tag) error {
	tr := traitsOf(t)
	around := p.top()
	self := p.z.empty && (p.z.xml || around.scopes&inForeign != 0 || t == tagSvg || t == tagMath)
	if len(p.stack) >= maxOpen || len(p.deep) > 0 {
		return p.pushDeep(t, tr, self)
	}
	p.ordinal++
	e := element{
		tag: t, scopes: around.scopes.inside(t, tr), ordinal: p.ordinal, hidden: around.hidden, invisible: around.invisible,
		pre: around.pre, upper: around.upper, style: around.style, link: around.link,
	}
	if t == unknown {
		e.name = string(p.z.name)
	}
	p.present(&e, around, tr)
	if p.article > 0 {
		e.outside = around.outside || unlikely(t, p.value("class")+" "+p.value("id"), p.value("role"))
	}
	if e.hidden && !around.hidden && embeds(t) {
		p.embedded++
	}
	if e.display == displayCell {
		e.column = around.cells
		around.cells++
	}
	p.counts[t]++
	shown := !around.hidden && e.hidden
	p.stack = append(p.stack, e)
	if e.scopes&inForeign != 0 {
		p.z.foreign = true
	}
	if p.o.Article.Found() && p.o.Article.ordinal == e.ordinal {
		p.article = len(p.stack)
	}
	if shown && tr&unseen == 0 {
		p.hidden.begin()
	}
	if p.shows(&e) {
		if err := p.sink.open(p.top()); err != nil {
			return err
		}
	}
	if tr&void != 0 || self {
		return p.popTo(len(p.stack) - 1)
	}
	return nil
}

// shows reports whether a sink gets to know of an element.
func (p *parser) shows(e *element) bool {
	return !e.hidden && (!p.o.Article.Found() || p.article > 0 && !e.outside)
}

// embeds reports whether an element shows something that is not in the page.
func embeds(t tag) bool {
	switch t {
	case tagIframe, tagEmbed, tagObject, tagVideo, tagAudio, tagFrame:
		return true
	}
	return false
}

// pushDeep counts an element that lies too deep to be one.
func (p *parser) pushDeep(t tag, tr traits, self bool) error {
	if tr&void != 0 || self {
		return nil
	}
	p.deep = append(p.deep, t)
	if p.mute == 0 && tr&unseen != 0 {
		p.mute = len(p.deep)
	}
	if p.mute == 0 && !p.top().hidden && (tr&block != 0 || t == tagTr || t == tagTd) {
		return p.sink.edge()
	}
	return nil
}

// inside is what is open inside an element.
func (s scopes) inside(t tag, tr traits) scopes {
	if tr&marker != 0 {
		s &^= inParagraph | inAnchor
		if t != tagButton {
			s &^= inButton
		}
	}
	if tr&special != 0 && t != tagAddress && t != tagDiv && t != tagP {
		s &^= inItem | inTerm
	}
	switch t {
	case tagP:
		s |= inParagraph
	case tagLi:
		s |= inItem
	case tagDt, tagDd:
		s |= inTerm
	case tagTable:
		s = s&^(inSection|inRow|inCell|inCaption) | inTable
	case tagTbody, tagThead, tagTfoot:
		s |= inSection
	case tagTr:
		s |= inRow
	case tagTd, tagTh:
		s |= inCell
	case tagCaption:
		s |= inCaption
	case tagA:
		s |= inAnchor
	case tagButton:
		s |= inButton
	case tagSelect:
		s |= inSelect
	case tagTemplate:
		s &^= inTable | inSection | inRow | inCell | inCaption
	case tagSvg:
		s |= inForeign | inGraphic
	case tagMath:
		s |= inForeign
	}
	return s
}

// endTag ends the element that an end tag is of, if there is one.
func (p *parser) endTag(t tag) error {
	if len(p.deep) > 0 {
		return p.endDeep(t)
	}
	open := p.top().scopes
	switch t {
	case tagHTML, tagBody, tagHead:
		return nil
	case tagTable:
		return p.closeIf(open&inTable != 0, t)
	case tagTr:
		return p.closeIf(open&inRow != 0, t)
	case tagTd, tagTh:
		return p.closeIf(open&inCell != 0, tagTd, tagTh)
	case tagTbody, tagThead, tagTfoot:
		return p.closeIf(open&inSection != 0, tagTbody, tagThead, tagTfoot)
	case tagCaption:
		return p.closeIf(open&inCaption != 0, t)
	case tagP:
		return p.closeIf(open&inParagraph != 0, t)
	case tagBr:
		if e := p.top(); p.shows(e) && !e.invisible {
			return p.sink.lineBreak(e)
		}
		return nil
	case tagH1, tagH2, tagH3, tagH4, tagH5, tagH6:
		return p.endOther(tagH1, tagH2, tagH3, tagH4, tagH5, tagH6)
	case tagStyle:
		p.endStyle()
	}
	if t == unknown {
		return p.endUnknown()
	}
	return p.endOther(t)
}

func (p *parser) closeIf(open bool, tags ...tag) error {
	if !open {
		return nil
	}
	return p.closeNearest(tags...)
}

// closeNearest ends the innermost of some elements, which is known to be open.
func (p *parser) closeNearest(tags ...tag) error {
	for i := len(p.stack) - 1; i > 1; i-- {
		if slices.Contains(tags, p.stack[i].tag) {
			return p.popTo(i)
		}
	}
	return nil
}

// endOther ends an element without rules of its own. A block ends everything in
// it; one of formatting that is not the innermost only stops to have effect.
func (p *parser) endOther(tags ...tag) error {
	n := 0
	for _, t := range tags {
		n += p.counts[t]
	}
	if n == 0 {
		return nil
	}
	tr := traitsOf(tags[0])
	across := false
	for i := len(p.stack) - 1; i > 1; i-- {
		e := &p.stack[i]
		switch found := slices.Contains(tags, e.tag); {
		case found && across && tr&formatting != 0:
			p.ineffective(i)
			return nil
		case found:
			return p.popTo(i)
		}
		its := traitsOf(e.tag)
		switch {
		case its&marker != 0 && tr&marker == 0 && e.tag != tagButton,
			tr&(special|formatting) == 0 && its&special != 0,
			len(p.stack)-i > maxSearch && tr&formatting != 0:
			return nil
		case its&(special|formatting) != 0:
			across = true
		}
	}
	return nil
}

// ineffective takes the effect of a formatting element from what was opened in
// it.
func (p *parser) ineffective(i int) {
	e := &p.stack[i]
	p.counts[e.tag]--
	p.counts[tagSpan]++
	gained := e.style &^ p.stack[i-1].style
	isLink := e.tag == tagA
	e.tag, e.over = tagSpan, true
	for j := i; j < len(p.stack); j++ {
		e := &p.stack[j]
		e.style &^= gained
		if isLink {
			e.link = p.stack[i-1].link
			e.scopes &^= inAnchor
		}
	}
}

func (p *parser) endUnknown() error {
	if p.counts[unknown] == 0 {
		return nil
	}
	for i := len(p.stack) - 1; i > 1; i-- {
		e := &p.stack[i]
		if e.tag == unknown && e.name == string(p.z.name) {
			return p.popTo(i)
		}
		if traitsOf(e.tag)&special != 0 && e.tag != tagDiv && e.tag != tagP || len(p.stack)-i > maxSearch {
			return nil
		}
	}
	return nil
}

// endDeep ends an element that lies too deep to be one, or all of those.
func (p *parser) endDeep(t tag) error {
	for i := len(p.deep) - 1; i >= max(0, len(p.deep)-maxSearch); i-- {
		if p.deep[i] != t {
			continue
		}
		shown := p.mute == 0
		p.deep = p.deep[:i]
		if p.mute > i {
			p.mute = 0
		}
		if shown && !p.top().hidden && (traitsOf(t)&block != 0 || t == tagTr || t == tagTd) {
			return p.sink.edge()
		}
		return nil
	}
	return nil
}

// popTo closes the elements from the i-th on.
func (p *parser) popTo(i int) error {
	p.deep, p.mute = p.deep[:0], 0
	for len(p.stack) > i || p.top().over {
		e := p.top()
		if p.shows(e) {
			if err := p.sink.close(e); err != nil {
				return err
			}
		}
		if p.article == len(p.stack) {
			p.article = 0
		}
		p.counts[e.tag]--
		was := e.hidden
		p.stack = p.stack[:len(p.stack)-1]
		top := p.top()
		p.z.foreign = top.scopes&inForeign != 0
		if was && !top.hidden {
			p.hidden.end()
		}
	}
	return nil
}

// endStyle takes in the rules of a style element.
func (p *parser) endStyle() {
	if len(p.css) == 0 {
		return
	}
	if p.sheet == nil {
		p.sheet = &sheet{}
	}
	p.sheet.parse(string(p.css))
	p.css = p.css[:0]
}
