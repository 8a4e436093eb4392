package ppt

import (
	"cmp"
	"context"
	"encoding/binary"
	"fmt"
	"slices"
	"strconv"

	"fread/internal/reader"
	"fread/internal/reader/markup"
	"fread/internal/reader/paragraphs"
)

const (
	maxGroups = 32   // in one another
	maxCells  = 2000 // of a table
)

// The kinds of placeholders that matter ([MS-PPT] 2.13.21).
const (
	masterDate   = 0x07
	masterNumber = 0x08
	masterFooter = 0x09
	masterHeader = 0x0a
)

// A shape is one shape of a slide.
type shape struct {
	records       []record // of its text
	outline       int      // text of the outline that it shows; -1: none
	placeholder   byte
	kind          uint16
	picture       bool
	object        bool
	hidden        bool
	alt           string
	left, top     int
	right, bottom int
}

// A slide is one slide while it is told.
type slide struct {
	p       *presentation
	w       markup.Writer
	t       *paragraphs.Teller
	outline []text
	shown   map[int]bool // texts of the outline that shapes have shown
	images  *int
	lists   int
}

// walk tells the presentation.
func (p *presentation) walk(ctx context.Context, w markup.Writer) error {
	total := int64(len(p.slides))
	images := 0
	for i := range p.slides {
		if err := ctx.Err(); err != nil {
			return err
		}
		s := &slide{p: p, w: w, images: &images, shown: map[int]bool{}}
		if err := s.tell(&p.slides[i], int64(i)+1, total); err != nil {
			return err
		}
	}
	p.pages.Missing(w, total)
	return nil
}

func (s *slide) tell(ref *slideRef, number, total int64) error {
	r, err := s.p.recordAt(ref.at)
	broken := err != nil || r.kind != slideContainer
	if broken {
		r = record{}
	}
	if !s.p.pages.Has(s.w, number, total, isHidden(r.body)) {
		return nil
	}
	s.w.At(reader.Place{Slide: number})
	if broken {
		s.w.Omit("slides", 1)
		s.w.Note(reader.Note{Code: reader.NoteCorrupt, Severity: reader.SeverityWarning, Message: fmt.Sprintf("Slide %d is not where it should be; the text of its placeholders is shown.", number)})
	}
	s.outline = s.p.texts(ref.outline)
	shapes, tables := s.shapes(r.body)
	title := s.titleOf(shapes)
	if blank(title) {
		title = []markup.Span{{Text: "Slide " + strconv.FormatInt(number, 10)}}
	}
	if err := s.w.Heading(2, title); err != nil {
		return err
	}
	s.t = paragraphs.NewTeller(s.w, false)
	if err := s.tellShapes(shapes, tables); err != nil {
		return err
	}
	for i := range s.outline { // what no shape shows
		if !s.shown[i] {
			if err := s.text(&s.outline[i]); err != nil {
				return err
			}
		}
	}
	if err := s.t.Finish(); err != nil {
		return err
	}
	return s.notes(r.body)
}

// isHidden reports whether a slide is left out of the show ([MS-PPT] 2.6.6).
func isHidden(b []byte) bool {
	hidden := false
	each(b, func(r record) bool {
		if r.kind == slideShowInfo && len(r.body) >= 12 {
			hidden = binary.LittleEndian.Uint16(r.body[10:])&4 != 0
		}
		return r.kind != slideShowInfo
	})
	return hidden
}

// A tableGroup says which shapes are the cells of a table: those from..to.
type tableGroup struct{ from, to int }

// shapes lists the shapes of a slide.
func (s *slide) shapes(b []byte) (list []shape, tables []tableGroup) {
	var walk func(b []byte, depth int)
	walk = func(b []byte, depth int) {
		if depth > maxGroups {
			s.w.Omit("shapes nested too deep", 1)
			return
		}
		from, table := len(list), false
		first := true
		each(b, func(r record) bool {
			switch r.kind {
			case shapeContainer:
				h, isTable := parseShape(r.body)
				if first {
					table = isTable
				}
				first = false
				list = append(list, h)
			case shapeGroup:
				walk(r.body, depth+1)
			}
			return true
		})
		if table && len(list)-from < maxCells {
			tables = append(tables, tableGroup{from, len(list)})
		}
	}
	each(b, func(r record) bool {
		if r.kind == drawing {
			each(r.body, func(r record) bool { // the container of the drawing
				each(r.body, func(r record) bool {
					if r.kind == shapeGroup {
						walk(r.body, 0)
					}
					return true
				})
				return true
			})
		}
		return true
	})
	return list, tables
}

// Properties of shapes ([MS-ODRAW] 2.3).
const (
	propertyPicture     = 0x104
	propertyDescription = 0x381
	propertyTable       = 0x39f
	propertyGroupFlags  = 0x3bf
)

// parseShape reads a shape, and whether it stands for the group of a table.
func parseShape(b []byte) (h shape, table bool) {
	le := binary.LittleEndian
	h.outline = -1
	each(b, func(r record) bool {
		switch r.kind {
		case shapeAtom:
			h.kind = r.instance
			if len(r.body) >= 8 && le.Uint32(r.body[4:])&8 != 0 { // deleted
				h.hidden = true
			}
		case shapeOptions:
			h.options(r)
		case tertiaryOptions:
			table = table || hasProperty(r, propertyTable)
		case childAnchor:
			if len(r.body) >= 16 {
				h.left, h.top, h.right, h.bottom = int(int32(le.Uint32(r.body))), int(int32(le.Uint32(r.body[4:]))), int(int32(le.Uint32(r.body[8:]))), int(int32(le.Uint32(r.body[12:])))
			}
		case clientAnchor:
			if len(r.body) == 8 {
				h.top, h.left, h.right, h.bottom = int(int16(le.Uint16(r.body))), int(int16(le.Uint16(r.body[2:]))), int(int16(le.Uint16(r.body[4:]))), int(int16(le.Uint16(r.body[6:])))
			}
		case clientTextBox:
			each(r.body, func(r record) bool {
				if r.kind == outlineTextRef && len(r.body) >= 4 {
					h.outline = int(int32(le.Uint32(r.body)))
				}
				h.records = append(h.records, r)
				return true
			})
		case clientData:
			each(r.body, func(r record) bool {
				switch {
				case r.kind == placeholderAtom && len(r.body) >= 5:
					h.placeholder = r.body[4]
				case r.kind == exObjRef:
					h.object = true
				}
				return true
			})
		}
		return true
	})
	return h, table
}

// options takes the properties of a shape.
func (h *shape) options(r record) {
	le := binary.LittleEndian
	count := int(r.instance)
	if count*6 > len(r.body) {
		return
	}
	complexAt := count * 6
	for i := range count {
		p := r.body[6*i:]
		id, value := le.Uint16(p), le.Uint32(p[2:])
		data := []byte(nil)
		if id&0x8000 != 0 {
			n := min(int64(value), int64(len(r.body)-complexAt))
			data = r.body[complexAt : complexAt+int(n)]
			complexAt += int(n)
		}
		switch id & 0x3fff {
		case propertyPicture:
			h.picture = value != 0
		case propertyDescription:
			h.alt = zeroEnded(utf16String(data))
		case propertyGroupFlags:
			h.hidden = h.hidden || value&0x2_0002 == 0x2_0002
		}
	}
}

func zeroEnded(s string) string {
	for i := range len(s) {
		if s[i] == 0 {
			return s[:i]
		}
	}
	return s
}

func hasProperty(r record, id uint16) bool {
	for i := range int(r.instance) {
		if 6*i+6 > len(r.body) {
			return false
		}
		if binary.LittleEndian.Uint16(r.body[6*i:])&0x3fff == id {
			return true
		}
	}
	return false
}

// textsOf returns the texts of a shape, and which of the outline it is.
func (s *slide) textsOf(h *shape) []text {
	if h.outline >= 0 && h.outline < len(s.outline) {
		t := s.outline[h.outline]
		for _, more := range s.p.texts(h.records) {
			if len(more.units) > 0 {
				return []text{t, more}
			}
		}
		return []text{t}
	}
	return s.p.texts(h.records)
}

// titleOf is the title of the slide.
func (s *slide) titleOf(shapes []shape) []markup.Span {
	for i := range shapes {
		h := &shapes[i]
		if h.hidden {
			continue
		}
		for _, t := range s.textsOf(h) {
			if title := t.flat(); t.isTitle() && !blank(title) {
				s.shown[h.outline] = true
				h.records, h.outline = nil, -1
				return title
			}
		}
	}
	for i := range s.outline {
		if t := &s.outline[i]; t.isTitle() && !blank(t.flat()) {
			s.shown[i] = true
			return t.flat()
		}
	}
	return nil
}

// tellShapes tells shapes, and those that are the cells of a table as one.
func (s *slide) tellShapes(shapes []shape, tables []tableGroup) error {
	slices.SortFunc(tables, func(a, b tableGroup) int { return cmp.Compare(a.from, b.from) })
	for i := 0; i < len(shapes); i++ {
		for len(tables) > 0 && tables[0].from < i { // inside of another
			tables = tables[1:]
		}
		if len(tables) == 0 || tables[0].from > i {
			if err := s.shape(&shapes[i]); err != nil {
				return err
			}
			continue
		}
		t := tables[0]
		if err := s.table(shapes[t.from+1 : t.to]); err != nil { // the first one stands for the group
			return err
		}
		i = t.to - 1
	}
	return nil
}

// shape tells a shape.
func (s *slide) shape(h *shape) error {
	if h.outline >= 0 {
		s.shown[h.outline] = true
	}
	switch h.placeholder {
	case masterDate, masterNumber, masterFooter, masterHeader:
		s.w.Omit("headers and footers", 1)
		return nil
	}
	if h.hidden {
		if len(h.records) > 0 || h.picture {
			s.w.Omit("hidden shapes", 1)
			s.w.Note(reader.Note{Code: reader.NoteHiddenContent, Severity: reader.SeverityWarning, Message: "Hidden shapes are left out."})
		}
		return nil
	}
	for _, t := range s.textsOf(h) {
		if err := s.text(&t); err != nil {
			return err
		}
	}
	if h.picture || h.object {
		return s.picture(h)
	}
	return nil
}

// text tells the paragraphs of a text.
func (s *slide) text(t *text) error {
	list := t.paragraphs()
	s.lists++
	for i := range list {
		if list[i].List > 0 {
			list[i].List = s.lists
		}
		if err := s.t.Paragraph(&list[i]); err != nil {
			return err
		}
	}
	return nil
}

func (s *slide) picture(h *shape) error {
	if h.object {
		s.w.Omit("embedded objects", 1)
	}
	if !h.picture {
		return nil
	}
	*s.images++
	s.w.Omit("images", 1)
	const units = 6 // of a pixel at 96 dpi
	span := markup.Span{Kind: markup.Image, Text: h.alt, Target: "#image" + strconv.Itoa(*s.images)}
	span.Width, span.Height = max(h.right-h.left, 0)/units, max(h.bottom-h.top, 0)/units
	return s.t.Paragraph(&paragraphs.Paragraph{Text: []markup.Span{span}})
}

// notes tells the notes of a slide as a quotation.
func (s *slide) notes(b []byte) error {
	var list []paragraphs.Paragraph
	each(b, func(r record) bool {
		if r.kind != slideAtom || len(r.body) < 20 {
			return true
		}
		at, ok := s.p.notes[binary.LittleEndian.Uint32(r.body[16:])]
		if !ok {
			return false
		}
		if page, err := s.p.recordAt(at); err == nil && page.kind == notesContainer {
			list = s.notesOf(page.body)
		}
		return false
	})
	begun := false
	t := paragraphs.NewTeller(s.w, false)
	for i := range list {
		if blank(list[i].Text) {
			continue
		}
		if !begun {
			begun = true
			if err := s.w.Begin(markup.Quote{}); err != nil {
				return err
			}
			if err := s.w.Paragraph([]markup.Span{{Text: "Notes:", Style: markup.Bold}}); err != nil {
				return err
			}
		}
		if err := t.Paragraph(&list[i]); err != nil {
			return err
		}
	}
	if !begun {
		return nil
	}
	if err := t.Finish(); err != nil {
		return err
	}
	return s.w.End()
}

func (s *slide) notesOf(b []byte) (out []paragraphs.Paragraph) {
	shapes, _ := s.shapes(b)
	for i := range shapes {
		h := &shapes[i]
		switch h.placeholder {
		case masterDate, masterNumber, masterFooter, masterHeader:
			continue
		}
		for _, t := range s.p.texts(h.records) {
			if t.kind == notesText || h.placeholder == 0 {
				out = append(out, t.paragraphs()...)
			}
		}
	}
	return out
}
