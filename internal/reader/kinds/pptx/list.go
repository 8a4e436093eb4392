package pptx

import (
	"errors"
	"strconv"
	"strings"

	"fread/internal/reader/markup"
	"fread/internal/reader/opc"
	"fread/internal/reader/xmltext"
)

// levels is how deep paragraphs can be indented (21.1.2.2.7, lvl).
const levels = 9

// A bulletKind says what stands before a paragraph.
type bulletKind uint8

const (
	unset bulletKind = iota // what is inherited
	without
	dot
	number
)

// bullet is what stands before a paragraph (21.1.2.4).
type bullet struct {
	kind   bulletKind
	scheme string // of a number (20.1.10.61, ST_TextAutonumberScheme)
	start  int
}

func (b bullet) or(inherited bullet) bullet {
	if b.kind == unset {
		return inherited
	}
	return b
}

// bullets are those of each level.
type bullets [levels]bullet

// or fills in what is not set.
func (b *bullets) or(inherited *bullets) {
	for i := range b {
		b[i] = b[i].or(inherited[i])
	}
}

// level reads the level of a paragraph, from 0.
func level(x *opc.XML) int {
	value, _ := x.Attr("lvl")
	n, _ := strconv.Atoi(value)
	return min(max(n, 0), levels-1)
}

// readBullet reads the properties of a paragraph to their end.
func readBullet(x *opc.XML) (bullet, error) {
	var b bullet
	for {
		kind, err := x.Next()
		if err != nil {
			return b, unexpected(err)
		}
		if kind == xmltext.End {
			return b, nil
		}
		if kind != xmltext.Start {
			continue
		}
		switch x.Name() {
		case "a:buNone":
			b = bullet{kind: without}
		case "a:buChar", "a:buBlip":
			b = bullet{kind: dot}
		case "a:buAutoNum":
			b = bullet{kind: number, start: 1}
			b.scheme, _ = x.Attr("type")
			if start, ok := x.Attr("startAt"); ok {
				if n, err := strconv.Atoi(start); err == nil && n > 0 {
					b.start = n
				}
			}
		}
		if err := x.Skip(); err != nil {
			return b, err
		}
	}
}

// readLevels reads a list style to its end (21.1.2.4.12). What it says goes
// before what is known.
func readLevels(x *opc.XML, known *bullets) error {
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
		name := x.Name() // a:lvl1pPr
		if len(name) != len("a:lvl1pPr") || !strings.HasPrefix(name, "a:lvl") || name[5] < '1' || name[5] > '9' {
			err = x.Skip()
		} else {
			var b bullet
			b, err = readBullet(x)
			at := &known[name[5]-'1']
			*at = b.or(*at)
		}
		if err != nil {
			return err
		}
	}
}

// list tells paragraphs as items of lists.
type list struct {
	s    *slide
	base int      // containers that were open before
	open []int    // levels of the items that are open
	code []string // lines that are to be told
	last [levels]struct {
		bullet
		value int // of the last number; 0: none
		list  int
	}
}

// tell tells the next paragraph of a text.
func (l *list) tell(p *paragraph) error {
	s := l.s
	code, isCode := p.code()
	if !isCode {
		if err := l.endCode(); err != nil {
			return err
		}
	}
	if p.bullet.kind != dot && p.bullet.kind != number {
		clear(l.last[p.level:])
		if err := s.closeTo(l.base); err != nil {
			return err
		}
		l.open = l.open[:0]
		if isCode {
			l.code = append(l.code, code)
			return nil
		}
		return s.w.Paragraph(p.spans)
	}
	for len(l.open) > 0 && l.open[len(l.open)-1] >= p.level {
		l.open = l.open[:len(l.open)-1]
	}
	if err := s.closeTo(l.base + len(l.open)); err != nil {
		return err
	}
	l.open = append(l.open, p.level)
	if err := s.begin(l.item(p)); err != nil {
		return err
	}
	return s.w.Paragraph(p.spans)
}

// blank takes a paragraph without text, which in code is a line.
func (l *list) blank() {
	if len(l.code) > 0 {
		l.code = append(l.code, "")
	}
}

// endCode tells the lines of code that have come.
func (l *list) endCode() error {
	if len(l.code) == 0 {
		return nil
	}
	code := strings.TrimRight(strings.Join(l.code, "\n"), "\n")
	l.code = nil
	return l.s.w.Code("", code)
}

// item numbers a paragraph. A number goes on with the one before on its level,
// unless that has another scheme or something less deep lies between.
func (l *list) item(p *paragraph) markup.Item {
	clear(l.last[p.level+1:])
	last := &l.last[p.level]
	if last.bullet != p.bullet {
		l.s.lists++
		last.bullet, last.value, last.list = p.bullet, p.bullet.start-1, l.s.lists
	}
	it := markup.Item{List: last.list}
	if p.bullet.kind == number {
		last.value++
		it.Ordered, it.Number, it.Label = true, last.value, label(p.bullet.scheme, last.value)
	}
	return it
}

// label writes a number in a scheme, such as alphaLcParenR.
func label(scheme string, n int) string {
	digits := strconv.Itoa(n)
	switch {
	case strings.HasPrefix(scheme, "alphaLc"):
		digits = letters(n, 'a')
	case strings.HasPrefix(scheme, "alphaUc"):
		digits = letters(n, 'A')
	case strings.HasPrefix(scheme, "romanLc"):
		digits = strings.ToLower(roman(n))
	case strings.HasPrefix(scheme, "romanUc"):
		digits = roman(n)
	}
	switch {
	case strings.HasSuffix(scheme, "ParenBoth"):
		return "(" + digits + ")"
	case strings.HasSuffix(scheme, "ParenR"):
		return digits + ")"
	case strings.HasSuffix(scheme, "Plain"):
		return digits
	}
	return digits + "."
}

// letters writes a number as a, b, … z, aa, bb, … as PowerPoint does.
func letters(n int, first byte) string {
	const longest = 20
	return strings.Repeat(string(rune(first)+rune((n-1)%26)), min((n-1)/26+1, longest))
}

// roman writes a Roman numeral; a number that has none stays as it is.
func roman(n int) string {
	if n < 1 || n > 3999 {
		return strconv.Itoa(n)
	}
	var b strings.Builder
	for _, d := range [...]struct {
		value int
		text  string
	}{{1000, "M"}, {900, "CM"}, {500, "D"}, {400, "CD"}, {100, "C"}, {90, "XC"}, {50, "L"}, {40, "XL"}, {10, "X"}, {9, "IX"}, {5, "V"}, {4, "IV"}, {1, "I"}} {
		for ; n >= d.value; n -= d.value {
			b.WriteString(d.text)
		}
	}
	return b.String()
}

// layout is what a slide inherits: what stands before the paragraphs of its
// placeholders.
type layout struct {
	holders []holder
	title   bullets // of a master (19.3.1.51, txStyles)
	body    bullets
	other   bullets
	master  *layout // of a layout
}

type holder struct {
	kind, index string
	bullets     bullets
}

// maxLayouts bounds how many layouts are remembered.
const maxLayouts = 256

// layout reads a layout with its master. What cannot be read says nothing.
func (d *presentation) layout(part string) *layout {
	if l, ok := d.layouts[part]; ok {
		return l
	}
	l := d.readLayout(part)
	if rels, err := d.Relationships(part); err == nil && part != "" {
		master := rels.ByType("slideMaster").Target
		m, ok := d.layouts[master]
		if !ok {
			m = d.readLayout(master)
			d.remember(master, m)
		}
		l.master = m
	}
	d.remember(part, l)
	return l
}

func (d *presentation) remember(part string, l *layout) {
	if len(d.layouts) < maxLayouts {
		d.layouts[part] = l
	}
}

// maxHolders bounds the placeholders of a layout.
const maxHolders = 1000

// readLayout reads the placeholders and styles of a layout or a master.
func (d *presentation) readLayout(part string) *layout {
	l := &layout{}
	if part == "" {
		return l
	}
	x, err := d.OpenXML(part, d.known)
	if err != nil {
		return l
	}
	defer func() { _ = x.Close() }()
	s := &slide{d: d}
	for {
		kind, err := x.Next()
		if err != nil {
			return l
		}
		if kind != xmltext.Start {
			continue
		}
		switch x.Name() {
		case "p:sp":
			if len(l.holders) < maxHolders {
				err = l.holder(s, x)
			}
		case "p:titleStyle":
			err = readLevels(x, &l.title)
		case "p:bodyStyle":
			err = readLevels(x, &l.body)
		case "p:otherStyle":
			err = readLevels(x, &l.other)
		}
		if err != nil && !errors.Is(err, errFound) {
			return l
		}
	}
}

func (l *layout) holder(s *slide, x *opc.XML) error {
	var h shape
	var b bullets
	err := s.eachChild(x, func(name string) error {
		switch name {
		case "p:nvSpPr":
			return s.properties(x, &h)
		case "p:txBody":
			return s.eachChild(x, func(name string) error {
				if name == "a:lstStyle" {
					return readLevels(x, &b)
				}
				return x.Skip()
			})
		}
		return x.Skip()
	})
	if h.holder {
		l.holders = append(l.holders, holder{h.kind, h.index, b})
	}
	return err
}

// styles returns what stands before the paragraphs of a shape (19.3.1.36: a
// placeholder is that of the layout with its index, and that of the master with
// its type).
func (l *layout) styles(h *shape) bullets {
	var b bullets
	if !h.holder || l == nil {
		return b
	}
	kind := h.kind
	if own := l.find(func(x *holder) bool { return x.index == h.index && (x.kind == kind || kind == "obj") }); own != nil {
		b.or(&own.bullets)
		kind = own.kind
	} else if own := l.find(func(x *holder) bool { return x.kind == kind }); own != nil {
		b.or(&own.bullets)
	}
	if l.master == nil {
		return b
	}
	family := "body"
	switch kind {
	case "title", "ctrTitle":
		family = "title"
	case "dt", "ftr", "sldNum", "hdr":
		family = kind
	}
	if own := l.master.find(func(x *holder) bool { return x.kind == family }); own != nil {
		b.or(&own.bullets)
	}
	switch family {
	case "title":
		b.or(&l.master.title)
	case "body":
		b.or(&l.master.body)
	default:
		b.or(&l.master.other)
	}
	return b
}

func (l *layout) find(is func(*holder) bool) *holder {
	for i := range l.holders {
		if is(&l.holders[i]) {
			return &l.holders[i]
		}
	}
	return nil
}
