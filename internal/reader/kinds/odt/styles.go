package odt

import (
	"strconv"
	"strings"

	"fread/internal/reader/markup"
	"fread/internal/reader/opc"
	"fread/internal/reader/xmltext"
)

const (
	// maxStyles is how many styles are remembered, and maxChain how many are
	// inherited from one another.
	maxStyles = 1 << 17
	maxChain  = 32
)

// A choice is a property that may be on, off, or inherited.
type choice int8

const (
	inherited choice = iota
	on
	off
)

func choose(is bool) choice {
	if is {
		return on
	}
	return off
}

// look is what text looks like.
type look struct {
	bold, italic, strike, hidden choice
	place                        choice // on: superscript, off: subscript
	level                        choice // on: not on the line
	fixed                        choice // in a typeface of one width
	code                         bool
}

// style is one of a paragraph, of text, of a page or of a graphic (ODF 1.3 part 3,
// 16.2).
type style struct {
	look
	parent  string
	role    role
	rule    bool
	outline int // level of the headings that have it
	list    string
	unseen  bool // of a page: not part of the show
}

// styles are those of a document, by family and name.
type styles struct {
	byName map[string]*style
	looks  map[string]look // of chains that have been followed
	fixed  map[string]bool // typefaces of one width, by name
	lists  map[string]*listStyle
}

func newStyles() *styles {
	return &styles{byName: map[string]*style{}, looks: map[string]look{}, fixed: map[string]bool{}, lists: map[string]*listStyle{}}
}

// read reads the styles inside the element that just started.
func (s *styles) read(x *opc.XML) error {
	for {
		kind, err := x.Next()
		if err != nil {
			return unexpected(err)
		}
		if kind == xmltext.End {
			return nil
		}
		if kind != xmltext.Start {
			continue
		}
		switch x.Name() {
		case "style:style":
			err = s.readStyle(x)
		case "text:list-style":
			err = s.readList(x)
		case "style:font-face", "style:font-decl":
			name, _ := x.Attr("style:name")
			if pitch, _ := x.Attr("style:font-pitch"); pitch == "fixed" && len(s.fixed) < maxStyles {
				s.fixed[name] = true
			}
			err = x.Skip()
		default:
			err = x.Skip()
		}
		if err != nil {
			return err
		}
	}
}

func (s *styles) readStyle(x *opc.XML) error {
	st := &style{}
	var family, name string
	for attr, value := range x.Attrs {
		switch attr {
		case "style:name":
			name = value
			st.named(value)
		case "style:display-name":
			st.named(value)
		case "style:family":
			family = value
		case "style:parent-style-name":
			st.parent = value
		case "style:default-outline-level":
			st.outline, _ = strconv.Atoi(value)
		case "style:list-style-name":
			st.list = value
		}
	}
	if len(s.byName) < maxStyles {
		s.byName[family+"/"+name] = st
	}
	for depth := x.Depth(); x.Depth() >= depth; {
		kind, err := x.Next()
		if err != nil {
			return unexpected(err)
		}
		if kind == xmltext.Start {
			st.property(x)
			if face, ok := x.Attr("style:font-name"); ok && strings.HasSuffix(x.Name(), "properties") {
				st.fixed = choose(s.fixed[face])
			}
		}
	}
	return nil
}

// named tells by its name what a style is for; spaces in names are written as
// _20_.
func (st *style) named(name string) {
	switch strings.ToLower(strings.ReplaceAll(strings.ReplaceAll(name, "_20_", " "), "_", " ")) {
	case "preformatted text", "source code", "code":
		st.role, st.code = code, true
	case "source text", "teletype", "user entry", "verbatim char":
		st.code = true
	case "quotations", "quote", "block quotation":
		st.role = quote
	case "horizontal line":
		st.rule = true
	case "title":
		st.outline = 1
	}
}

// property takes an element of the properties of a style.
func (st *style) property(x *opc.XML) {
	switch x.Name() {
	case "style:text-properties", "style:drawing-page-properties", "style:properties":
		for name, value := range x.Attrs {
			if name == "presentation:visibility" {
				st.unseen = value == "hidden"
			} else {
				st.set(name, value)
			}
		}
	}
}

// set takes an attribute of text properties (ODF 1.3 part 3, 20).
func (l *look) set(name, value string) {
	switch name {
	case "fo:font-weight":
		weight, err := strconv.Atoi(value)
		l.bold = choose(value == "bold" || err == nil && weight >= 600)
	case "fo:font-style":
		l.italic = choose(value == "italic" || value == "oblique")
	case "style:text-line-through-style", "style:text-crossing-out":
		l.strike = choose(value != "none")
	case "style:text-line-through-type":
		if value == "none" {
			l.strike = off
		}
	case "text:display":
		l.hidden = choose(value == "none")
	case "style:text-position":
		position, _, _ := strings.Cut(value, " ")
		raised, err := strconv.ParseFloat(strings.TrimSuffix(position, "%"), 64)
		l.level = choose(position == "super" || position == "sub" || err == nil && raised != 0)
		l.place = choose(position == "super" || raised > 0)
	}
}

// over returns l with what it leaves open taken from below.
func (l look) over(below look) look {
	for _, c := range []struct {
		mine *choice
		its  choice
	}{{&l.bold, below.bold}, {&l.italic, below.italic}, {&l.strike, below.strike}, {&l.hidden, below.hidden}, {&l.fixed, below.fixed}} {
		if *c.mine == inherited {
			*c.mine = c.its
		}
	}
	if l.level == inherited {
		l.level, l.place = below.level, below.place
	}
	l.code = l.code || below.code
	return l
}

// markup says how a look is shown.
func (l look) markup() markup.Style {
	var style markup.Style
	for _, c := range []struct {
		choice choice
		style  markup.Style
	}{{l.bold, markup.Bold}, {l.italic, markup.Italic}, {l.strike, markup.Strike}} {
		if c.choice == on {
			style |= c.style
		}
	}
	switch {
	case l.level == on && l.place == on:
		style |= markup.Superscript
	case l.level == on:
		style |= markup.Subscript
	}
	if l.code || l.fixed == on {
		style |= markup.Code
	}
	return style
}

// chain calls take with a style and those that it inherits from, until take is
// satisfied.
func (s *styles) chain(family, name string, take func(*style) bool) {
	for range maxChain {
		st := s.byName[family+"/"+name]
		if st == nil || take(st) {
			return
		}
		name = st.parent
	}
}

// look is what text of a style looks like.
func (s *styles) look(family, name string) look {
	if name == "" {
		return look{}
	}
	key := family + "/" + name
	if l, ok := s.looks[key]; ok {
		return l
	}
	var l look
	s.chain(family, name, func(st *style) bool {
		l = l.over(st.look)
		return false
	})
	if len(s.looks) < maxStyles {
		s.looks[key] = l
	}
	return l
}

// paragraph says what a style makes of a paragraph: a heading of a level, or
// something with a role.
func (s *styles) paragraph(name string) (outline int, r role, rule bool) {
	s.chain("paragraph", name, func(st *style) bool {
		if outline == 0 {
			outline = st.outline
		}
		if r == plain {
			r = st.role
		}
		rule = rule || st.rule
		return false
	})
	return outline, r, rule
}

// listOf is the list style of a style of paragraphs, or nothing.
func (s *styles) listOf(name string) string {
	list := ""
	s.chain("paragraph", name, func(st *style) bool {
		list = st.list
		return list != ""
	})
	return list
}

// unseen reports whether pages of a style are not part of the show.
func (s *styles) unseen(name string) bool {
	st := s.byName["drawing-page/"+name]
	return st != nil && st.unseen
}
