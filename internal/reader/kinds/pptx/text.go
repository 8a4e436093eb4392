package pptx

import (
	"strings"
	"unicode/utf8"

	"fread/internal/reader/drawingml"
	"fread/internal/reader/fault"
	"fread/internal/reader/markup"
	"fread/internal/reader/omml"
	"fread/internal/reader/opc"
	"fread/internal/reader/xmltext"
)

// maxParagraph is how much of a paragraph is told, in bytes.
const maxParagraph = 1 << 20

// paragraph is one of a text (21.1.2.2.6).
type paragraph struct {
	spans  []markup.Span
	size   int // of its text in bytes
	level  int
	bullet bullet
}

// body tells a text, whose paragraphs may be items of lists.
func (s *slide) body(x *opc.XML, h *shape) error {
	l := list{s: s, base: s.open}
	styles := s.layout.styles(h)
	err := s.eachChild(x, func(name string) error {
		switch name {
		case "a:lstStyle":
			return readLevels(x, &styles)
		case "a:p":
		default:
			return x.Skip()
		}
		p, err := s.paragraph(x)
		if isBlank(p.spans) || err != nil && fault.CodeOf(err) != fault.Corrupt { // what lies before damage is told
			l.blank()
			return err
		}
		h.texts = true
		for i := range p.spans {
			if p.spans[i].Link == "" {
				p.spans[i].Link = h.link
			}
		}
		p.bullet = p.bullet.or(styles[p.level])
		if err := l.tell(&p); err != nil {
			return err
		}
		return err
	})
	if err != nil {
		return err
	}
	if err := l.endCode(); err != nil {
		return err
	}
	return s.closeTo(l.base)
}

// flatText returns a text as one line.
func (s *slide) flatText(x *opc.XML) ([]markup.Span, error) {
	var all []markup.Span
	err := s.eachChild(x, func(name string) error {
		if name != "a:p" {
			return x.Skip()
		}
		p, err := s.paragraph(x)
		if err != nil || isBlank(p.spans) {
			return err
		}
		if len(all) > 0 {
			all = append(all, markup.Span{Text: " "})
		}
		all = append(all, p.spans...)
		return nil
	})
	return all, err
}

// paragraph reads one paragraph.
func (s *slide) paragraph(x *opc.XML) (paragraph, error) {
	var p paragraph
	err := s.eachChild(x, func(name string) error {
		switch name {
		case "a:pPr":
			var err error
			p.level = level(x)
			p.bullet, err = readBullet(x)
			return err
		case "a:r", "a:fld":
			return s.run(x, &p)
		case "a:br":
			p.spans = append(p.spans, markup.Span{Kind: markup.Break})
		case "a14:m":
			return s.math(x, &p)
		}
		return x.Skip()
	})
	return p, err
}

// run reads a run of text (21.1.2.3.8) or a field (21.1.2.2.4).
func (s *slide) run(x *opc.XML, p *paragraph) error {
	var look markup.Span
	return s.eachChild(x, func(name string) error {
		switch name {
		case "a:rPr":
			look.Style = drawingml.Style(x)
			return s.eachChild(x, func(name string) error {
				switch name {
				case "a:hlinkClick":
					look.Link = s.link(x)
				case "a:latin":
					if face, _ := x.Attr("typeface"); isMonospaced(face) {
						look.Style |= markup.Code
					}
				}
				return x.Skip()
			})
		case "a:t":
			return s.text(x, p, look)
		}
		return x.Skip()
	})
}

// isMonospaced reports whether a typeface is one in which code is set.
func isMonospaced(face string) bool {
	face = strings.ToLower(face)
	for _, name := range [...]string{"courier", "consolas", "menlo", "monaco", "lucida console", "andale mono", "source code", "fira code", "cascadia", "inconsolata", " mono", "monospace"} {
		if strings.Contains(face, name) {
			return true
		}
	}
	return false
}

// code returns the paragraph as lines of code, if all of it is set like that.
func (p *paragraph) code() (string, bool) {
	var b strings.Builder
	for i := range p.spans {
		s := &p.spans[i]
		switch {
		case s.Kind == markup.Break:
			b.WriteByte('\n')
		case s.Kind != markup.Text || s.Link != "", s.Style&markup.Code == 0 && strings.TrimSpace(s.Text) != "":
			return "", false
		default:
			b.WriteString(s.Text)
		}
	}
	return b.String(), p.bullet.kind != dot && p.bullet.kind != number
}

// text reads the characters of a run. A vertical tab in them breaks the line.
func (s *slide) text(x *opc.XML, p *paragraph, look markup.Span) error {
	for {
		kind, err := x.Next()
		if err != nil {
			return unexpected(err)
		}
		switch kind {
		case xmltext.End:
			return nil
		case xmltext.Start:
			if err := x.Skip(); err != nil {
				return err
			}
		case xmltext.Text:
			if p.size += len(x.Text()); p.size > maxParagraph {
				s.w.Omit("characters", int64(utf8.RuneCount(x.Text())))
				continue
			}
			for i, line := range strings.Split(string(x.Text()), "\v") {
				if i > 0 {
					p.spans = append(p.spans, markup.Span{Kind: markup.Break})
				}
				p.add(look, line)
			}
		}
	}
}

// add puts text into a paragraph.
func (p *paragraph) add(look markup.Span, text string) {
	const short = 1 << 10 // pieces up to this size are joined at once
	if n := len(p.spans) - 1; n >= 0 && p.spans[n].Kind == markup.Text && p.spans[n].Style == look.Style && p.spans[n].Link == look.Link && len(p.spans[n].Text) < short {
		p.spans[n].Text += text
		return
	}
	look.Text = text
	p.spans = append(p.spans, look)
}

// math reads an equation.
func (s *slide) math(x *opc.XML, p *paragraph) error {
	depth, display := x.Depth(), false
	for x.Depth() >= depth {
		kind, err := x.Next()
		if err != nil {
			return unexpected(err)
		}
		switch {
		case kind != xmltext.Start:
		case x.Name() == "m:oMathPara":
			display = true
		case x.Name() == "m:oMath":
			tex, err := omml.Read(x)
			if err != nil {
				return err
			}
			p.spans = append(p.spans, markup.Span{Kind: markup.Math, Text: tex, Display: display})
		}
	}
	return nil
}
