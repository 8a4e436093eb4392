package ppt

import (
	"encoding/binary"
	"strings"
	"unicode/utf16"

	"fread/internal/reader/charset"
	"fread/internal/reader/markup"
	"fread/internal/reader/paragraphs"
)

// The types of texts ([MS-PPT] 2.13.33).
const (
	titleText       = 0
	bodyText        = 1
	notesText       = 2
	otherText       = 4
	centerBody      = 5
	centerTitleText = 6
	halfBody        = 7
	quarterBody     = 8
)

const maxLinks = 500 // of a text

// A text is what one placeholder or shape holds.
type text struct {
	kind   uint32
	units  []uint16
	levels []levelRun
	looks  []lookRun
	links  []linkRange
	marks  map[int]bool // places of dates, numbers and the like
	fonts  map[uint16]string
}

// A levelRun is for how many characters paragraphs are alike.
type levelRun struct {
	count  int
	level  int
	bullet int8 // 1: has one, 0: has none, -1: not said
}

// A lookRun is for how many characters text is alike.
type lookRun struct {
	count int
	style markup.Style
	fonts []byte // numbers of the fonts for letters and for symbols, two bytes each
}

type linkRange struct {
	from, to int
	target   string
}

func (t *text) isTitle() bool { return t.kind == titleText || t.kind == centerTitleText }

// texts reads the texts among records that lie behind one another: each begins
// with its type.
func (p *presentation) texts(records []record) []text {
	var out []text
	var link string
	for _, r := range records {
		if r.kind == textHeader && len(r.body) >= 4 {
			out = append(out, text{fonts: p.fonts, kind: binary.LittleEndian.Uint32(r.body)})
			continue
		}
		if len(out) == 0 {
			if r.kind != textChars && r.kind != textBytes {
				continue
			}
			out = append(out, text{fonts: p.fonts, kind: otherText})
		}
		p.take(&out[len(out)-1], r, &link)
	}
	return out
}

// take takes up a record that says something of a text.
func (p *presentation) take(t *text, r record, link *string) {
	le := binary.LittleEndian
	switch r.kind {
	case textChars:
		t.units = t.units[:0]
		for b := r.body; len(b) >= 2; b = b[2:] {
			t.units = append(t.units, le.Uint16(b))
		}
	case textBytes:
		t.units = utf16.Encode([]rune(latin(r.body)))
	case textStyles:
		t.parseStyles(r.body)
	case interactiveInfo:
		*link = ""
		each(r.body, func(r record) bool {
			if r.kind == interactiveAtom && len(r.body) >= 8 {
				*link = p.links[le.Uint32(r.body[4:])]
			}
			return true
		})
	case textLinkRange:
		if len(r.body) >= 8 && *link != "" && len(t.links) < maxLinks {
			t.links = append(t.links, linkRange{int(int32(le.Uint32(r.body))), int(int32(le.Uint32(r.body[4:]))), *link})
		}
	case slideNumberMark, dateMark, genericDateMark, headerMark, footerMark, rtfDateMark:
		if len(r.body) >= 4 {
			if t.marks == nil {
				t.marks = map[int]bool{}
			}
			t.marks[int(int32(le.Uint32(r.body)))] = true
		}
	}
}

func latin(b []byte) string {
	e, _ := charset.CodePage(1252)
	out, _, _, _ := e.NewDecoder().Append(nil, b, true)
	return string(out)
}

// parseStyles reads the runs of paragraphs and of characters ([MS-PPT] 2.9.44,
// 2.9.45, 2.9.46).
func (t *text) parseStyles(b []byte) {
	le := binary.LittleEndian
	length := len(t.units) + 1
	for covered := 0; covered < length && len(b) >= 10; {
		run := levelRun{count: int(min(le.Uint32(b), 1<<24)), level: int(le.Uint16(b[4:])), bullet: -1}
		mask := le.Uint32(b[6:])
		b = b[10:]
		if mask&1 != 0 && len(b) >= 2 {
			run.bullet = int8(b[0] & 1)
		}
		n := paragraphSize(mask, b)
		if n > len(b) || run.count == 0 {
			return
		}
		b = b[n:]
		t.levels = append(t.levels, run)
		covered += run.count
	}
	for covered := 0; covered < length && len(b) >= 8; {
		run := lookRun{count: int(min(le.Uint32(b), 1<<24))}
		mask := le.Uint32(b[4:])
		b = b[8:]
		n := characterSize(mask)
		if n > len(b) || run.count == 0 {
			return
		}
		run.style, run.fonts = look(mask, b[:n]), fontsOf(mask, b[:n])
		b = b[n:]
		t.looks = append(t.looks, run)
		covered += run.count
	}
}

// paragraphSize is how long the properties of a paragraph are ([MS-PPT] 2.9.20).
func paragraphSize(mask uint32, b []byte) int {
	n := 0
	if mask&0xf != 0 {
		n += 2
	}
	for _, bit := range []uint32{0x80, 0x10, 0x40} { // character, font and size of the bullet
		if mask&bit != 0 {
			n += 2
		}
	}
	if mask&0x20 != 0 { // its colour
		n += 4
	}
	for _, bit := range []uint32{0x800, 0x1000, 0x2000, 0x4000, 0x100, 0x400, 0x8000} {
		if mask&bit != 0 {
			n += 2
		}
	}
	if mask&0x10_0000 != 0 { // tabs
		if n+2 > len(b) {
			return len(b) + 1
		}
		n += 2 + 4*int(binary.LittleEndian.Uint16(b[n:]))
	}
	for _, bits := range []uint32{0x1_0000, 0xe_0000, 0x20_0000} {
		if mask&bits != 0 {
			n += 2
		}
	}
	return n
}

const fontStyles = 0x3eb7 // bits of a mask that say something of the style of the font

// characterSize is how long the properties of characters are ([MS-PPT] 2.9.14).
func characterSize(mask uint32) int {
	n := 0
	if mask&fontStyles != 0 {
		n += 2
	}
	for _, bit := range []uint32{0x1_0000, 0x20_0000, 0x40_0000, 0x80_0000, 0x2_0000, 0x8_0000} {
		if mask&bit != 0 {
			n += 2
		}
	}
	if mask&0x4_0000 != 0 { // the colour
		n += 4
	}
	return n
}

func look(mask uint32, b []byte) markup.Style {
	var s markup.Style
	if mask&fontStyles != 0 {
		if mask&1 != 0 && b[0]&1 != 0 {
			s |= markup.Bold
		}
		if mask&2 != 0 && b[0]&2 != 0 {
			s |= markup.Italic
		}
	}
	if mask&0x8_0000 != 0 { // the position comes last
		switch at := int16(binary.LittleEndian.Uint16(b[len(b)-2:])); {
		case at > 0:
			s |= markup.Superscript
		case at < 0:
			s |= markup.Subscript
		}
	}
	return s
}

// fontsOf returns the numbers of the fonts for letters and for symbols, 0xffff
// where they are not said.
func fontsOf(mask uint32, b []byte) []byte {
	fonts := []byte{0xff, 0xff, 0xff, 0xff}
	at := 0
	if mask&fontStyles != 0 {
		at += 2
	}
	if mask&0x1_0000 != 0 {
		copy(fonts, b[at:at+2])
		at += 2
	}
	for _, bit := range []uint32{0x20_0000, 0x40_0000} {
		if mask&bit != 0 {
			at += 2
		}
	}
	if mask&0x80_0000 != 0 {
		copy(fonts[2:], b[at:at+2])
	}
	return fonts
}

// symbol is what a character means in the fonts of its run: one of a font of
// symbols lies in the private area, or is an ordinary one in such a font.
func (t *text) symbol(u uint16, run int) uint16 {
	letters, symbols := "", ""
	if run >= 0 && run < len(t.looks) {
		f := t.looks[run].fonts
		letters, symbols = t.fonts[binary.LittleEndian.Uint16(f)], t.fonts[binary.LittleEndian.Uint16(f[2:])]
	}
	switch {
	case u >= 0xf000 && u <= 0xf0ff:
		if symbols == "" {
			symbols = letters
		}
		return uint16(paragraphs.Symbol(symbols, byte(u)))
	case letters != "" && u > ' ' && u < 0x100:
		return uint16(paragraphs.Symbol(letters, byte(u)))
	}
	return u
}

// paragraphs divides a text into paragraphs. Those of the body of a slide have
// bullets unless it is said that they have none.
func (t *text) paragraphs() []paragraphs.Paragraph {
	var out []paragraphs.Paragraph
	var spans []markup.Span
	var piece []uint16
	var style markup.Style
	var link string
	flush := func() {
		if len(piece) > 0 {
			spans = append(spans, markup.Span{Text: string(utf16.Decode(piece)), Style: style, Link: link})
			piece = piece[:0]
		}
	}
	levels, looks := cursor{}, cursor{}
	start := 0
	for i := 0; i <= len(t.units); i++ {
		if i == len(t.units) || t.units[i] == '\r' {
			flush()
			level := levels.run(start, len(t.levels), func(n int) int { return t.levels[n].count })
			out = append(out, t.paragraph(spans, level))
			spans, start = nil, i+1
			continue
		}
		if t.marks[i] {
			continue
		}
		u := t.units[i]
		if u == '\v' {
			flush()
			spans = append(spans, markup.Span{Kind: markup.Break})
			continue
		}
		s := markup.Style(0)
		run := looks.run(i, len(t.looks), func(n int) int { return t.looks[n].count })
		if run >= 0 {
			s = t.looks[run].style
		}
		l := t.linkAt(i)
		if s != style || l != link {
			flush()
			style, link = s, l
		}
		if u < ' ' && u != '\t' {
			continue
		}
		piece = append(piece, t.symbol(u, run))
	}
	return out
}

// paragraph is one paragraph with what its run says; -1: it has none.
func (t *text) paragraph(spans []markup.Span, run int) paragraphs.Paragraph {
	p := paragraphs.Paragraph{Text: spans}
	bullet := t.kind == bodyText || t.kind == halfBody || t.kind == quarterBody
	if run >= 0 {
		p.Depth = t.levels[run].level
		if b := t.levels[run].bullet; b >= 0 {
			bullet = b == 1
		}
	}
	if bullet && !t.isTitle() {
		p.List = 1
	}
	return p
}

// A cursor finds the runs of rising places.
type cursor struct{ index, end int }

// run returns the index of the run that a place is in; -1: of none.
func (c *cursor) run(at, runs int, count func(int) int) int {
	for c.index < runs && at >= c.end+count(c.index) {
		c.end += count(c.index)
		c.index++
	}
	if c.index >= runs {
		return runs - 1
	}
	return c.index
}

func (t *text) linkAt(i int) string {
	for _, l := range t.links {
		if i >= l.from && i < l.to {
			return l.target
		}
	}
	return ""
}

// flat is the text of a title.
func (t *text) flat() []markup.Span {
	var out []markup.Span
	for _, p := range t.paragraphs() {
		if len(out) > 0 && len(p.Text) > 0 {
			out = append(out, markup.Span{Text: " "})
		}
		for _, s := range p.Text {
			s.Style = 0
			out = append(out, s)
		}
	}
	return out
}

func blank(spans []markup.Span) bool {
	for i := range spans {
		if strings.TrimSpace(spans[i].Text) != "" {
			return false
		}
	}
	return true
}
