package pptx

import (
	"errors"
	"io"
	"strings"

	"fread/internal/reader/markup"
	"fread/internal/reader/opc"
	"fread/internal/reader/xmltext"
)

// notes tells the notes of the speaker (19.3.1.26) as a quotation.
func (s *slide) notes() error {
	part := s.rels.ByType("notesSlide").Target
	if part == "" {
		return nil
	}
	n := &slide{d: s.d, teller: teller{w: s.w}, part: part, number: s.number, lists: s.lists}
	n.rels, _ = s.d.Relationships(part) // links that cannot be read lead nowhere
	err := n.shapes(part, n.note)
	s.lists = n.lists
	if closing := n.closeTo(0); closing != nil {
		return closing
	}
	return err
}

// note tells one shape of the page of notes. The quotation begins with the first
// that has text.
func (s *slide) note(x *opc.XML) error {
	if x.Name() != "p:sp" {
		return x.Skip()
	}
	var h shape
	return s.eachChild(x, func(name string) error {
		switch name {
		case "p:nvSpPr":
			return s.properties(x, &h)
		case "p:txBody":
			if h.isFurniture() || h.hidden {
				return x.Skip()
			}
			return s.noteText(x, &h)
		}
		return x.Skip()
	})
}

func (s *slide) noteText(x *opc.XML, h *shape) error {
	l := list{s: s, base: 1}
	err := s.eachChild(x, func(name string) error {
		if name != "a:p" {
			return x.Skip()
		}
		p, err := s.paragraph(x)
		if err != nil || isBlank(p.spans) {
			return err
		}
		if s.open == 0 {
			if err := s.quote("Notes:"); err != nil {
				return err
			}
		}
		return l.tell(&p)
	})
	if err != nil {
		return err
	}
	return s.closeTo(min(s.open, 1))
}

// quote begins a quotation with what it is of.
func (s *slide) quote(what string) error {
	if err := s.begin(markup.Quote{}); err != nil {
		return err
	}
	return s.w.Paragraph([]markup.Span{{Text: what, Style: markup.Bold}})
}

// comments tells the comments on the slide (19.4.2, and [MS-PPTX] 2.6.3 for those of
// newer programs), each as a quotation.
func (s *slide) comments() error {
	for _, r := range s.rels {
		if r.Type != "comments" || r.External {
			continue
		}
		if err := s.commentsOf(r.Target); err != nil {
			return err
		}
	}
	return nil
}

func (s *slide) commentsOf(part string) error {
	x, err := s.d.OpenXML(part, s.d.known)
	if err != nil {
		return err
	}
	defer func() { _ = x.Close() }()
	var author, date string
	for {
		kind, err := x.Next()
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return err
		case kind != xmltext.Start:
			continue
		}
		switch x.Name() {
		case "p:cm", "p188:cm", "p188:reply":
			id, _ := x.Attr("authorId")
			author = s.d.author(id)
			if date, _ = x.Attr("dt"); date == "" {
				date, _ = x.Attr("created")
			}
		case "p:text":
			err = s.comment(x, author, date)
		case "p188:txBody":
			err = s.comment(x, author, date)
		}
		if err != nil {
			return err
		}
	}
}

// comment tells one comment, or an answer to one.
func (s *slide) comment(x *opc.XML, author, date string) error {
	var text []markup.Span
	var err error
	if x.Name() == "p:text" {
		p := paragraph{}
		err = s.text(x, &p, markup.Span{})
		text = p.spans
	} else {
		text, err = s.flatText(x)
	}
	if err != nil || isBlank(text) {
		return err
	}
	head := "Comment"
	if author != "" {
		head += " by " + author
	}
	if day, _, ok := strings.Cut(date, "T"); ok {
		head += ", " + day
	}
	if err := s.begin(markup.Quote{}); err != nil {
		return err
	}
	if err := s.w.Paragraph(append([]markup.Span{{Text: head + ":", Style: markup.Bold}, {Text: " "}}, text...)); err != nil {
		return err
	}
	return s.end()
}

// maxAuthors bounds the authors that are remembered.
const maxAuthors = 10_000

// author returns the name of the author of a comment, or nothing.
func (d *presentation) author(id string) string {
	if d.authors == nil {
		d.authors = map[string]string{}
		for _, kind := range []string{"commentAuthors", "authors"} {
			if part := d.main.ByType(kind).Target; part != "" {
				d.readAuthors(part)
			}
		}
	}
	return d.authors[id]
}

// readAuthors reads names as far as it can.
func (d *presentation) readAuthors(part string) {
	x, err := d.OpenXML(part, d.known)
	if err != nil {
		return
	}
	defer func() { _ = x.Close() }()
	for len(d.authors) < maxAuthors {
		kind, err := x.Next()
		if err != nil {
			return
		}
		if kind != xmltext.Start || (x.Name() != "p:cmAuthor" && x.Name() != "p188:author") {
			continue
		}
		id, _ := x.Attr("id")
		d.authors[id], _ = x.Attr("name")
	}
}
