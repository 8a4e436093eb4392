package hypertext

import (
	"strconv"
	"strings"

	"fread/internal/reader/markup"
)

// A display is how an element takes its place among others.
type display uint8

const (
	displayInline display = iota
	displayBlock
	displayInlineBlock
	displayParagraph // a block with a blank line around it in a browser's innerText
	displayTable
	displayGroup // rows of a table
	displayRow
	displayCell
	displayNone
)

// A look is what style rules say of an element; zero values say nothing.
type look struct {
	display    display
	hasDisplay bool
	visible    int8 // 1 visible, -1 hidden
	pre        int8 // 1 white space counts, -1 it does not
	bold       int8
	italic     int8
	strike     bool
	upper      int8
	flex       bool // its children are blocks
	float      bool // it is a block, however it is displayed
}

// present finds out how an element looks: by what it is, by the rules of style
// sheets, by its attributes and by its style.
func (p *parser) present(e, around *element, tr traits) {
	e.display = ownDisplay(e.tag, tr)
	e.style |= ownStyle(e.tag)
	switch e.tag {
	case tagPre, tagListing, tagXmp, tagPlaintext, tagTextarea:
		e.pre = true
	case tagTable:
		e.pre = e.pre && e.tag != tagTable
	}
	e.class, e.id = p.value("class"), p.value("id")
	if p.sheet != nil {
		if l, ok := p.sheet.match(p.stack, e); ok {
			e.apply(l)
		}
	}
	href := ""
	for i := range p.z.attrs {
		a := &p.z.attrs[i]
		switch string(a.name) {
		case "hidden":
			if !strings.EqualFold(string(a.value), "until-found") {
				e.display = displayNone
			}
		case "style":
			var l look
			l.declarations(attributeValue(a.value))
			e.apply(&l)
		case "href":
			href = attributeValue(a.value)
		}
	}
	if p.o.Plain {
		switch {
		case e.tag == tagDetails && !p.has("open"): // closed: only its summary is shown
			e.invisible, e.folded = true, true
		case e.tag == tagSummary && around.folded:
			e.invisible = false
		}
	} else if e.tag == tagAnnotation && strings.Contains(p.value("encoding"), "tex") {
		tr &^= unseen
	}
	if around.blockify && (e.display == displayInline || e.display == displayInlineBlock) {
		e.display = displayBlock
		if !p.o.Plain { // beside each other they are one paragraph
			e.display = displayInlineBlock
		}
	}
	if tr&unseen != 0 || e.display == displayNone || e.tag == tagDialog && !p.has("open") || e.tag == tagInput && strings.EqualFold(p.value("type"), "hidden") {
		e.hidden = true
	}
	if e.tag == tagA && href != "" {
		e.link = p.resolve(href)
	}
}

// apply gives an element the look that rules say.
func (e *element) apply(l *look) {
	if l.hasDisplay {
		if l.display != displayBlock || e.display != displayParagraph {
			e.display = l.display
		}
		e.blockify = l.flex
	}
	if l.float && (e.display == displayInline || e.display == displayInlineBlock) {
		e.display = displayBlock
	}
	if l.visible != 0 {
		e.invisible = l.visible < 0
	}
	if l.pre != 0 {
		e.pre = l.pre > 0
	}
	if l.upper != 0 {
		e.upper = l.upper > 0
	}
	set := func(s markup.Style, v int8) {
		switch {
		case v > 0:
			e.style |= s
		case v < 0:
			e.style &^= s
		}
	}
	set(markup.Bold, l.bold)
	set(markup.Italic, l.italic)
	if l.strike {
		e.style |= markup.Strike
	}
}

// ownDisplay is the display that a browser gives an element by itself.
func ownDisplay(t tag, tr traits) display {
	switch t {
	case tagP:
		return displayParagraph
	case tagTable:
		return displayTable
	case tagTbody, tagThead, tagTfoot:
		return displayGroup
	case tagTr:
		return displayRow
	case tagTd, tagTh:
		return displayCell
	case tagCaption, tagText:
		return displayBlock
	case tagButton, tagSelect, tagInput, tagImg, tagTextarea, tagObject, tagMarquee:
		return displayInlineBlock
	}
	if tr&block != 0 {
		return displayBlock
	}
	return displayInline
}

// ownStyle is what an element looks like by itself, as far as Markdown can say it.
func ownStyle(t tag) markup.Style {
	switch t {
	case tagB, tagStrong:
		return markup.Bold
	case tagI, tagEm, tagCite, tagDfn, tagVar:
		return markup.Italic
	case tagS, tagStrike, tagDel:
		return markup.Strike
	case tagCode, tagTt, tagKbd, tagSamp:
		return markup.Code
	case tagSup:
		return markup.Superscript
	case tagSub:
		return markup.Subscript
	}
	return 0
}

// declarations takes in what a style attribute or a rule says.
func (l *look) declarations(s string) {
	for s != "" {
		var d string
		d, s = cutDeclaration(s)
		name, value, ok := strings.Cut(d, ":")
		if !ok {
			continue
		}
		name = strings.ToLower(strings.TrimSpace(name))
		switch name {
		case "display", "visibility", "white-space", "font-weight", "font-style", "text-decoration", "text-decoration-line", "text-transform", "float", "position":
			value, _, _ = strings.Cut(value, "!")
			l.declare(name, strings.ToLower(strings.TrimSpace(value)))
		}
	}
}

// cutDeclaration splits off what comes before a semicolon outside of quotes and
// parentheses.
func cutDeclaration(s string) (d, rest string) {
	depth := 0
	quote := byte(0)
	for i := range len(s) {
		c := s[i]
		switch {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'':
			quote = c
		case c == '(':
			depth++
		case c == ')':
			depth = max(0, depth-1)
		case c == ';' && depth == 0:
			return s[:i], s[i+1:]
		}
	}
	return s, ""
}

func (l *look) declare(name, value string) {
	switch name {
	case "display":
		l.declareDisplay(value)
	case "visibility":
		switch value {
		case "hidden", "collapse":
			l.visible = -1
		case "visible":
			l.visible = 1
		}
	case "white-space":
		switch value {
		case "pre", "pre-wrap", "pre-line", "break-spaces":
			l.pre = 1
		case "normal", "nowrap":
			l.pre = -1
		}
	case "font-weight":
		weight, err := strconv.Atoi(value)
		switch {
		case value == "bold" || value == "bolder" || err == nil && weight >= 600:
			l.bold = 1
		case value == "normal" || err == nil:
			l.bold = -1
		}
	case "font-style":
		switch {
		case strings.HasPrefix(value, "italic") || strings.HasPrefix(value, "oblique"):
			l.italic = 1
		case value == "normal":
			l.italic = -1
		}
	case "text-decoration", "text-decoration-line":
		l.strike = strings.Contains(value, "line-through")
	case "text-transform":
		l.upper = -1
		if value == "uppercase" {
			l.upper = 1
		}
	case "float":
		l.float = value == "left" || value == "right"
	case "position":
		l.float = l.float || value == "absolute" || value == "fixed"
	}
}

func (l *look) declareDisplay(value string) {
	l.hasDisplay, l.flex = true, false
	switch value {
	case "none":
		l.display = displayNone
	case "block", "list-item", "flow-root":
		l.display = displayBlock
	case "inline", "contents", "ruby":
		l.display = displayInline
	case "inline-block":
		l.display = displayInlineBlock
	case "flex", "grid", "-webkit-box", "-ms-flexbox", "-webkit-flex":
		l.display, l.flex = displayBlock, true
	case "inline-flex", "inline-grid":
		l.display, l.flex = displayInlineBlock, true
	case "table", "inline-table":
		l.display = displayTable
	case "table-row-group", "table-header-group", "table-footer-group":
		l.display = displayGroup
	case "table-row":
		l.display = displayRow
	case "table-cell":
		l.display = displayCell
	case "table-caption":
		l.display = displayBlock
	default:
		l.hasDisplay = false
	}
}
