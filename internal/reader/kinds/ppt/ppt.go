// Package ppt reads the binary presentations of PowerPoint 97 to 2003 ([MS-PPT])
// as Markdown: one heading a slide, its texts, lists, tables and notes. The slides
// are those of the last save, in the order of the show.
package ppt

import (
	"context"
	"encoding/binary"
	"errors"

	"fread/internal/reader"
	"fread/internal/reader/cfb"
	"fread/internal/reader/detect"
	"fread/internal/reader/fault"
	"fread/internal/reader/markup"
	"fread/internal/reader/source"
)

// Reader implements reader.Reader for binary presentations of PowerPoint.
type Reader struct{}

// Info implements reader.Reader.
func (Reader) Info() reader.Info {
	return reader.Info{Name: "ppt", Forms: []reader.Form{reader.FormMarkdown, reader.FormText}, Unit: reader.UnitLine, Parts: true, Contained: true}
}

// Match implements reader.Reader.
func (Reader) Match(t detect.Type, form reader.Form) bool {
	return t.Format == "ppt" && t.Reason == "" && (form == reader.FormDefault || form == reader.FormMarkdown || form == reader.FormText)
}

// Open implements reader.Reader. It reads which slides there are.
func (Reader) Open(ctx context.Context, f *source.File, o reader.Options) (reader.Document, error) {
	pages, err := markup.SelectPages(&o, "slide")
	if err != nil {
		return nil, err
	}
	p := &presentation{pages: pages, alive: o.Alive}
	if err := p.open(f); err != nil {
		return nil, err
	}
	if p.content != nil {
		return markup.NewDocument(ctx, o, p.walkContent), nil
	}
	return markup.NewDocument(ctx, o, p.walk).Paged(int64(len(p.slides)), pages)
}

func damaged(why string) error {
	return fault.New(fault.Corrupt, fault.PhaseConvert, "", "The presentation is damaged: "+why+".", "")
}

// A presentation is one that is open.
type presentation struct {
	pages  *markup.Pages
	alive  func()
	s      *cfb.Stream
	places map[uint32]int64 // of persistent objects, by their id
	slides []slideRef
	notes  map[uint32]int64  // places of the pages of notes, by their id
	links  map[uint32]string // where links lead, by their id
	fonts  map[uint16]string // names of fonts of symbols, by their number

	content *cfb.Stream // text of a presentation of PowerPoint 95; nil: it is none
}

// A slideRef is a slide as the document lists it.
type slideRef struct {
	at      int64    // place of its container
	outline []record // texts of its placeholders
}

const (
	maxEdits  = 1000
	maxSlides = 1 << 15
)

// open finds the last state of the document ([MS-PPT] 2.1.2).
func (p *presentation) open(f *source.File) error {
	c, err := cfb.OpenSource(f)
	if errors.Is(err, cfb.ErrFormat) {
		return damaged("its container cannot be read")
	}
	if err != nil {
		return err
	}
	root := ""
	if p.s, err = c.Stream("PowerPoint Document"); err != nil {
		root = "PP97_DUALSTORAGE/"
		if p.s, err = c.Stream(root + "PowerPoint Document"); err != nil {
			if _, err := c.Stream("PP40"); err == nil {
				return fault.New(fault.LegacyFormat, fault.PhaseConvert, "", "This is a presentation of PowerPoint 95 or older, which is not read.", "Save it in a newer format and read that.")
			}
			return damaged("it has no slides")
		}
	}
	edit := int64(-1)
	if user, err := c.Stream(root + "Current User"); err == nil {
		b, err := user.ReadAll(32)
		if err != nil {
			return err
		}
		if len(b) >= 20 {
			if binary.LittleEndian.Uint32(b[12:]) == 0xf3d1c4df {
				return encrypted()
			}
			edit = int64(binary.LittleEndian.Uint32(b[16:]))
		}
	}
	if err := p.load(edit); err != nil {
		if text, missing := c.Stream(root + "Text_Content"); missing == nil && fault.CodeOf(err) == fault.Corrupt {
			p.content = text
			return nil
		}
		return err
	}
	return nil
}

func encrypted() error {
	return fault.New(fault.Encrypted, fault.PhaseConvert, "", "The presentation is encrypted with a password.", "Save it without the password and read that.")
}

// load reads the directory of persistent objects and the document.
func (p *presentation) load(edit int64) error {
	document, err := p.directory(edit)
	if errors.Is(err, errNoEdit) {
		if edit, err = p.lastEdit(); err != nil {
			return err
		}
		document, err = p.directory(edit)
	}
	if errors.Is(err, errNoEdit) {
		return p.withoutDirectory()
	}
	if err != nil {
		return err
	}
	r, err := p.recordAt(document)
	if err != nil || r.kind != documentContainer {
		return p.withoutDirectory()
	}
	p.document(r.body)
	return nil
}

var errNoEdit = errors.New("ppt: there is no record of a save here")

// directory reads the directories of all saves from the last to the first
// ([MS-PPT] 2.3.3, 2.3.4), and returns where the document lies.
func (p *presentation) directory(edit int64) (document int64, err error) {
	p.places = map[uint32]int64{}
	id := uint32(0)
	le := binary.LittleEndian
	seen := map[int64]bool{}
	for first := true; edit > 0 && !seen[edit] && len(seen) < maxEdits || first; first = false {
		seen[edit] = true
		r, err := p.recordAt(edit)
		if err != nil || r.kind != userEditAtom || len(r.body) < 20 {
			if first {
				return 0, errNoEdit
			}
			break
		}
		if len(r.body) >= 32 && first {
			return 0, encrypted()
		}
		if first {
			id = le.Uint32(r.body[16:])
		}
		p.objects(int64(le.Uint32(r.body[12:])))
		edit = int64(le.Uint32(r.body[8:]))
	}
	at, ok := p.places[id]
	if !ok {
		return 0, errNoEdit
	}
	return at, nil
}

// objects reads one directory.
func (p *presentation) objects(at int64) {
	r, err := p.recordAt(at)
	if err != nil || r.kind != persistDirectory {
		return
	}
	le := binary.LittleEndian
	for b := r.body; len(b) >= 4; {
		head := le.Uint32(b)
		b = b[4:]
		id, count := head&0xfffff, int(head>>20)
		for ; count > 0 && len(b) >= 4 && len(p.places) < 1<<20; count-- {
			if _, newer := p.places[id]; !newer {
				p.places[id] = int64(le.Uint32(b))
			}
			id++
			b = b[4:]
		}
	}
}

// lastEdit looks through the stream for the last record of a save.
func (p *presentation) lastEdit() (int64, error) {
	edit := int64(-1)
	err := p.top(func(at int64, kind uint16) {
		if kind == userEditAtom {
			edit = at
		}
	})
	return edit, err
}

// withoutDirectory takes the slides as they lie in the stream.
func (p *presentation) withoutDirectory() error {
	p.slides = nil
	last := int64(-1)
	err := p.top(func(at int64, kind uint16) {
		switch {
		case kind == slideContainer && len(p.slides) < maxSlides:
			p.slides = append(p.slides, slideRef{at: at})
		case kind == documentContainer:
			last = at
		}
	})
	if err != nil {
		return err
	}
	if last >= 0 && len(p.slides) > 0 {
		slides := p.slides
		if r, err := p.recordAt(last); err == nil {
			p.document(r.body)
		}
		for i := range slides {
			if len(p.slides) == len(slides) {
				slides[i].outline = p.slides[i].outline
			}
		}
		p.slides = slides
	}
	if len(p.slides) == 0 && last < 0 {
		return damaged("it has no slides that can be read")
	}
	return nil
}

// document reads the list of slides and what else is said of all ([MS-PPT]
// 2.4.1).
func (p *presentation) document(b []byte) {
	p.slides, p.notes, p.links, p.fonts = nil, map[uint32]int64{}, map[uint32]string{}, map[uint16]string{}
	each(b, func(r record) bool {
		switch {
		case r.kind == slideList && r.instance == 0:
			p.listSlides(r.body)
		case r.kind == slideList && r.instance == 2:
			p.listNotes(r.body)
		case r.kind == exObjList:
			each(r.body, p.link)
		case r.kind == environment:
			each(r.body, func(r record) bool {
				if r.kind == fontCollection {
					each(r.body, p.font)
				}
				return true
			})
		}
		return true
	})
}

func (p *presentation) listSlides(b []byte) {
	each(b, func(r record) bool {
		if r.kind != slidePersistAtom {
			if n := len(p.slides); n > 0 {
				p.slides[n-1].outline = append(p.slides[n-1].outline, r)
			}
			return true
		}
		if len(r.body) < 4 || len(p.slides) >= maxSlides {
			return len(p.slides) < maxSlides
		}
		at, ok := p.places[binary.LittleEndian.Uint32(r.body)]
		if !ok {
			at = -1
		}
		p.slides = append(p.slides, slideRef{at: at})
		return true
	})
}

func (p *presentation) listNotes(b []byte) {
	le := binary.LittleEndian
	each(b, func(r record) bool {
		if r.kind == slidePersistAtom && len(r.body) >= 16 {
			if at, ok := p.places[le.Uint32(r.body)]; ok {
				p.notes[le.Uint32(r.body[12:])] = at
			}
		}
		return true
	})
}

// font takes up a font of symbols ([MS-PPT] 2.9.8).
func (p *presentation) font(r record) bool {
	const nameSize, symbolSet = 64, 2
	if r.kind == fontEntity && len(r.body) > nameSize && r.body[nameSize] == symbolSet {
		p.fonts[r.instance] = zeroEnded(utf16String(r.body[:nameSize]))
	}
	return true
}

// link takes up where a link leads ([MS-PPT] 2.10.16).
func (p *presentation) link(r record) bool {
	if r.kind != exHyperlink {
		return true
	}
	id, target, place := uint32(0), "", ""
	each(r.body, func(r record) bool {
		switch {
		case r.kind == exHyperlinkAtom && len(r.body) >= 4:
			id = binary.LittleEndian.Uint32(r.body)
		case r.kind == cString && r.instance == 1:
			target = utf16String(r.body)
		case r.kind == cString && r.instance == 3:
			place = utf16String(r.body)
		}
		return true
	})
	if target == "" { // to another slide
		return true
	}
	if place != "" {
		target += "#" + place
	}
	p.links[id] = target
	return true
}
