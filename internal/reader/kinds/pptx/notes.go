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
			return s.noteText(x)
		}
		return x.Skip()
	})
}

func (s *slide) noteText(x *opc.XML) error {
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
	if err := l.endCode(); err != nil {
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

// comments tells the comments on the slide if they are asked for (19.4.2, and [MS-PPTX] 2.6.3 for those of
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

// comment is one comment.
type comment struct {
	author, date string
	text         []markup.Span
}

func (s *slide) commentsOf(part string) error {
	x, err := s.d.OpenXML(part, s.d.known)
	if err != nil {
		return err
	}
	defer func() { _ = x.Close() }()
	for {
		kind, err := x.Next()
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return err
		case kind != xmltext.Start || (x.Name() != "p:cm" && x.Name() != "p188:cm"):
			continue
		}
		thread, err := s.thread(x)
		if !s.d.changes {
			s.w.Withhold("comments", int64(len(thread)), "--changes all to see comments")
			thread = nil
		}
		for i := range thread {
			if err := s.comment(&thread[i]); err != nil {
				return err
			}
		}
		if err != nil {
			return err
		}
	}
}

// maxReplies bounds the answers to a comment.
const maxReplies = 1000

// thread reads a comment with the answers to it, which come before its text.
func (s *slide) thread(x *opc.XML) ([]comment, error) {
	first := s.signed(x)
	var replies []comment
	err := s.eachChild(x, func(name string) error {
		switch name {
		case "p:text":
			var p paragraph
			err := s.text(x, &p, markup.Span{})
			first.text = p.spans
			return err
		case "p188:txBody":
			var err error
			first.text, err = s.flatText(x)
			return err
		case "p188:replyLst":
		default:
			return x.Skip()
		}
		return s.eachChild(x, func(string) error {
			if len(replies) >= maxReplies {
				s.w.Omit("comments", 1)
				return x.Skip()
			}
			reply := s.signed(x)
			err := s.eachChild(x, func(name string) (err error) {
				if name != "p188:txBody" {
					return x.Skip()
				}
				reply.text, err = s.flatText(x)
				return err
			})
			replies = append(replies, reply)
			return err
		})
	})
	return append([]comment{first}, replies...), err
}

// signed reads whose comment it is that just started.
func (s *slide) signed(x *opc.XML) comment {
	id, _ := x.Attr("authorId")
	c := comment{author: s.d.author(id)}
	if c.date, _ = x.Attr("dt"); c.date == "" {
		c.date, _ = x.Attr("created")
	}
	return c
}

// comment tells one comment, or an answer to one.
func (s *slide) comment(c *comment) error {
	if isBlank(c.text) {
		return nil
	}
	head := "Comment"
	if c.author != "" {
		head += " by " + c.author
	}
	if day, _, ok := strings.Cut(c.date, "T"); ok {
		head += ", " + day
	}
	if err := s.begin(markup.Quote{}); err != nil {
		return err
	}
	if err := s.w.Paragraph(append([]markup.Span{{Text: head + ":", Style: markup.Bold}, {Text: " "}}, c.text...)); err != nil {
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
