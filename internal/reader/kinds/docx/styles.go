package docx

import (
	"errors"
	"io"
	"io/fs"
	"strconv"
	"strings"

	"fread/internal/reader/markup"
	"fread/internal/reader/opc"
	"fread/internal/reader/xmltext"
)

const (
	// maxInheritance is how many styles are asked that are based on each other.
	maxInheritance = 32
	// maxStyles is how many styles are kept.
	maxStyles = 50_000
	// bodyText is the outline level of text that is no heading (17.3.1.20).
	bodyText = 9
)

// A toggle is a property that a style can switch on or off, or leave (17.7.3).
type toggle int8

const (
	unset toggle = 0
	on    toggle = 1
	off   toggle = -1
)

// style is what of a style matters (17.7.4.17).
type style struct {
	name    string
	based   string
	outline int // of a heading, from 0; -1: it says nothing
	num     string
	level   int // of num; -1: it says nothing
	look    look
	role    role
}

// look is what the properties of a run or a style say of how text looks.
type look struct {
	bold, italic, strike, hidden toggle
	script                       string // superscript, subscript, baseline
	font                         string
}

// A role is what the name of a style says that a paragraph is.
type role uint8

const (
	prose role = iota
	code
	quote
	contents // an entry of a table of contents
)

// styles are those of a document, by their identifiers.
type styles struct {
	byID      map[string]*style
	paragraph string            // the style of paragraphs that name none
	numbering map[string]string // the list that a numbering style stands for
}

// readStyles reads the part of that name. Without one there are no styles.
func readStyles(p *opc.Package, name string) (*styles, error) {
	s := &styles{byID: map[string]*style{}, numbering: map[string]string{}}
	x, err := p.OpenXML(name, namespaces())
	if errors.Is(err, fs.ErrNotExist) {
		return s, nil
	}
	if err != nil {
		return s, err
	}
	defer func() { _ = x.Close() }()
	for len(s.byID) < maxStyles {
		kind, err := x.Next()
		switch {
		case errors.Is(err, io.EOF):
			return s, nil
		case err != nil:
			return s, err
		case kind == xmltext.Start && x.Name() == "w:style":
			if err := s.read(x); err != nil {
				return s, err
			}
		}
	}
	return s, nil
}

func (s *styles) read(x *opc.XML) error {
	st := &style{outline: -1, level: -1}
	id, _ := x.Attr("w:styleId")
	kind, _ := x.Attr("w:type")
	standard, _ := x.Attr("w:default")
	for depth := 1; depth > 0; {
		what, err := x.Next()
		if err != nil {
			return unexpected(err)
		}
		switch what {
		case xmltext.End:
			depth--
			continue
		case xmltext.Text:
			continue
		case xmltext.Start:
			depth++
		}
		val, _ := x.Attr("w:val")
		switch name := x.Name(); name {
		case "w:name":
			st.name = val
		case "w:basedOn":
			st.based = val
		case "w:outlineLvl":
			st.outline = number(val, -1)
		case "w:numId":
			st.num = val
		case "w:ilvl":
			st.level = number(val, -1)
		case "w:tblStylePr": // of parts of tables only
			if err := x.Skip(); err != nil {
				return err
			}
			depth--
		default:
			st.look.property(x, name)
		}
	}
	st.role = roleOf(st.name)
	if kind == "paragraph" && isOn(standard) {
		s.paragraph = id
	}
	if kind == "numbering" && st.num != "" {
		s.numbering[id] = st.num
	}
	if _, twice := s.byID[id]; !twice {
		s.byID[id] = st
	}
	return nil
}

// property takes a property of a run (17.3.2), if name is one that matters.
func (l *look) property(x *opc.XML, name string) {
	switch name {
	case "w:b":
		l.bold = toggled(x)
	case "w:i":
		l.italic = toggled(x)
	case "w:strike", "w:dstrike":
		l.strike = toggled(x)
	case "w:vanish":
		l.hidden = toggled(x)
	case "w:vertAlign":
		l.script, _ = x.Attr("w:val")
	case "w:rFonts":
		l.font, _ = x.Attr("w:ascii")
		if hAnsi, ok := x.Attr("w:hAnsi"); ok && l.font == "" {
			l.font = hAnsi
		}
	}
}

func toggled(x *opc.XML) toggle {
	val, ok := x.Attr("w:val")
	if !ok || isOn(val) {
		return on
	}
	return off
}

// isOn reads a value of ST_OnOff (22.9.2.7).
func isOn(val string) bool {
	switch val {
	case "1", "true", "on":
		return true
	}
	return false
}

func number(s string, otherwise int) int {
	n, err := strconv.Atoi(strings.TrimSpace(s))
	if err != nil || n > 1e9 || n < -1e9 {
		return otherwise
	}
	return n
}

func unexpected(err error) error {
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}

// inherited calls visit with a style and those that it is based on, until that
// returns false.
func (s *styles) inherited(id string, visit func(*style) bool) {
	for range maxInheritance {
		st := s.byID[id]
		if st == nil || !visit(st) {
			return
		}
		id = st.based
	}
}

// over is what l says where it says anything, else what other says.
func (l look) over(other look) look {
	for _, t := range []struct{ mine, its *toggle }{{&l.bold, &other.bold}, {&l.italic, &other.italic}, {&l.strike, &other.strike}, {&l.hidden, &other.hidden}} {
		if *t.mine == unset {
			*t.mine = *t.its
		}
	}
	if l.script == "" {
		l.script = other.script
	}
	if l.font == "" {
		l.font = other.font
	}
	return l
}

// look is what a style with all that it inherits says.
func (s *styles) look(id string) (l look, isCode bool) {
	s.inherited(id, func(st *style) bool {
		l = l.over(st.look)
		isCode = isCode || st.role == code
		return true
	})
	return l, isCode
}

// style is how the text looks in Markdown.
func (l look) style() markup.Style {
	var s markup.Style
	if l.bold == on {
		s |= markup.Bold
	}
	if l.italic == on {
		s |= markup.Italic
	}
	if l.strike == on {
		s |= markup.Strike
	}
	switch l.script {
	case "superscript":
		s |= markup.Superscript
	case "subscript":
		s |= markup.Subscript
	}
	return s
}

// heading is the level of the headings of a style, from 1, or 0: by the outline
// level, else by the name of a built-in style.
func (s *styles) heading(id string) int {
	level := 0
	s.inherited(id, func(st *style) bool {
		switch named := headingName(st.name); {
		case st.outline >= 0 && st.outline < bodyText:
			level = st.outline + 1
		case named > 0: // the heading of a table of contents has the outline level of body text
			level = named
		case st.outline < 0:
			return true
		}
		return false
	})
	if level == 0 && s.byID[id] == nil { // the style is missing: its identifier tells
		name := strings.ToLower(id)
		if n := number(strings.TrimPrefix(name, "heading"), 0); n >= 1 && n <= bodyText {
			return n
		}
		if name == "title" {
			return 1
		}
	}
	return level
}

// headingName is the level that the name of a style says, or 0. Word writes
// built-in styles by their English names; others do not.
func headingName(name string) int {
	name = strings.ToLower(strings.TrimSpace(strings.ReplaceAll(name, "\u00a0", " ")))
	if name == "title" || name == "toc heading" {
		return 1
	}
	digits := len(name) - len(strings.TrimRight(name, "0123456789"))
	n := number(name[len(name)-digits:], 0)
	if n < 1 || n > bodyText {
		return 0
	}
	switch strings.TrimSpace(name[:len(name)-digits]) {
	case "heading", "überschrift", "titre", "título", "titolo", "titulo", "kop", "rubrik", "overskrift", "otsikko", "nagłówek", "заголовок", "标题", "標題", "見出し", "제목",
		"encabezado", "nadpis", "başlık", "cabeçalho", "címsor", "επικεφαλίδα", "titlu", "naslov", "virsraksts", "antraštė", "pealkiri", "כותרת", "عنوان":
		return n
	}
	return 0
}

func roleOf(name string) role {
	name = strings.ToLower(name)
	switch name {
	case "html code", "code", "macro", "macro text", "preformatted text", "html keyboard", "html sample", "html typewriter", "code block", "inline code":
		return code
	case "quote", "intense quote", "block text", "quotations", "block quotation", "citation", "block quote":
		return quote
	}
	switch {
	case strings.Contains(name, "source code"), strings.Contains(name, "verbatim"):
		return code
	case strings.HasPrefix(name, "toc ") && number(name[4:], 0) > 0:
		return contents
	}
	return prose
}
