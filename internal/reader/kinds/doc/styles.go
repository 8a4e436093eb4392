package doc

import (
	"encoding/binary"

	"fread/internal/reader/charset"
	"fread/internal/reader/markup"
	"fread/internal/reader/paragraphs"
)

// A style is an entry of the style sheet ([MS-DOC] 2.9.260).
type style struct {
	heading  int // level by its number or its name; 0: none
	outline  int // -1: not said
	override int // of lists; -1: not said
	depth    int
	base     int
	looks    []byte       // modifiers of its text
	text     markup.Style // how its text looks
	hidden   bool
	resolved bool
}

const noStyle = 0xfff

// readStyles reads the style sheet ([MS-DOC] 2.9.271).
func (d *document) readStyles() {
	b := d.bytesOf(stylesTable)
	if len(b) < 6 {
		return
	}
	le := binary.LittleEndian
	n := int(le.Uint16(b))
	if n < 4 || 2+n > len(b) {
		return
	}
	count, base := int(le.Uint16(b[2:])), int(le.Uint16(b[4:]))
	b = b[2+n:]
	for len(d.styles) < min(count, noStyle) && len(b) >= 2 {
		n := int(le.Uint16(b))
		if 2+n > len(b) {
			break
		}
		d.styles = append(d.styles, d.parseStyle(b[2:2+n], base))
		b = b[2+n:]
	}
	for i := range d.styles {
		d.resolve(i, 0)
	}
}

func (d *document) parseStyle(b []byte, base int) style {
	s := style{outline: -1, override: -1, base: noStyle}
	if len(b) < base || base < 8 {
		return s
	}
	le := binary.LittleEndian
	number, kind := int(le.Uint16(b)&0xfff), le.Uint16(b[2:])&0xf
	s.base = int(le.Uint16(b[2:]) >> 4)
	parts := int(le.Uint16(b[4:]) & 0xf)
	name, rest := d.styleName(b, base)
	switch {
	case kind == 1 && number >= 1 && number <= 9:
		s.heading = number
	case kind == 1 && number == 62:
		s.heading = 1
	case kind == 1:
		s.heading = paragraphs.HeadingLevel(name)
	}
	paragraph := layout{outline: -1, override: -1}
	for i := range parts {
		if len(rest) < 2 {
			break
		}
		n := min(int(le.Uint16(rest)), len(rest)-2)
		list := rest[2 : 2+n]
		rest = rest[min(2+n+n&1, len(rest)):]
		switch {
		case kind == 1 && i == 0 && len(list) >= 2:
			d.each(list[2:], func(m *modifier) {
				if m.code != hugeProperties && m.code != hugeProperties2 {
					paragraph.apply(d, m)
				}
			})
		case kind == 1 && i == 1 || kind == 2 && i == 0:
			s.looks = list
		}
	}
	s.outline, s.override, s.depth = paragraph.outline, paragraph.override, paragraph.depth
	return s
}

// styleName returns the name of a style and what follows it.
func (d *document) styleName(b []byte, base int) (name string, rest []byte) {
	le := binary.LittleEndian
	b = b[base:]
	if d.old {
		if len(b) < 1 {
			return "", nil
		}
		n := min(int(b[0]), len(b)-1)
		at := min(1+n+1, len(b))
		at = min(at+at&1, len(b)) // what follows is even from the start of the style
		return d.decode(b[1 : 1+n]), b[at:]
	}
	if len(b) < 2 {
		return "", nil
	}
	n := min(int(le.Uint16(b)), (len(b)-2)/2)
	return zeroEnded16(b[2 : 2+2*n]), b[min(2+2*n+2, len(b)):]
}

func (d *document) decode(b []byte) string {
	e, ok := charset.CodePage(d.page)
	if !ok {
		e, _ = charset.CodePage(1252)
	}
	out, _, _, _ := e.NewDecoder().Append(nil, b, true)
	return string(out)
}

const maxInheritance = 16

// resolve lets a style inherit what it does not say.
func (d *document) resolve(i, depth int) {
	s := &d.styles[i]
	if s.resolved || depth > maxInheritance {
		return
	}
	s.resolved = true
	none := style{outline: -1, override: -1}
	b := &none
	if s.base < len(d.styles) && s.base != i {
		d.resolve(s.base, depth+1)
		b = &d.styles[s.base]
	}
	if s.heading == 0 {
		s.heading = b.heading
	}
	if s.outline < 0 {
		s.outline = b.outline
	}
	if s.override < 0 {
		s.override = b.override
		if s.depth == 0 {
			s.depth = b.depth
		}
	}
	l := look{style: b.text, hidden: b.hidden, base: b.text, baseHidden: b.hidden}
	d.each(s.looks, func(m *modifier) {
		if m.code != textStyle {
			l.apply(d, m)
		}
	})
	s.text, s.hidden = l.style, l.hidden
}

// headingLevel is the level of a heading of a style.
func (d *document) headingLevel(l *layout) int {
	if l.outline >= 0 {
		return l.outline
	}
	if l.style >= len(d.styles) {
		return 0
	}
	s := &d.styles[l.style]
	if s.outline > 0 {
		return s.outline
	}
	return s.heading
}
