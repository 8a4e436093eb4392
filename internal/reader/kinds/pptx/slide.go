package pptx

import (
	"errors"
	"fmt"
	"io"
	"path"
	"strconv"
	"strings"

	"fread/internal/reader"
	"fread/internal/reader/drawingml"
	"fread/internal/reader/fault"
	"fread/internal/reader/markup"
	"fread/internal/reader/opc"
	"fread/internal/reader/xmltext"
)

// slide is one slide while it is told.
type slide struct {
	d *presentation
	teller
	part   string
	number int64
	rels   opc.Relationships
	layout *layout

	titled bool // its title has been told
	lists  int  // that were begun
}

// errFound ends a look for something.
var errFound = errors.New("pptx: found")

// tell tells the slide, if it is to be shown.
func (s *slide) tell(total int64) error {
	title, shown, err := s.look(total)
	if err != nil || !shown {
		return err
	}
	if len(title) == 0 {
		title = []markup.Span{{Text: "Slide " + strconv.FormatInt(s.number, 10)}}
	}
	if err := s.w.Heading(2, title); err != nil {
		return err
	}
	if err := s.shapes(s.part, s.shape); err != nil {
		return err
	}
	if err := s.notes(); err != nil {
		return err
	}
	return s.comments()
}

// look decides whether the slide is shown, and reads its title, which may come
// anywhere in it.
func (s *slide) look(total int64) (title []markup.Span, shown bool, err error) {
	if s.part == "" {
		return nil, false, fault.New(fault.Corrupt, fault.PhaseConvert, "", "The presentation names a slide that is missing.", "Use a copy that is whole.")
	}
	x, err := s.d.OpenXML(s.part, s.d.known)
	if err != nil {
		return nil, false, err
	}
	defer func() { _ = x.Close() }()
	hidden, err := isHidden(x)
	if err != nil || !s.d.pages.Has(s.w, s.number, total, hidden) {
		return nil, false, err
	}
	s.w.At(reader.Place{Slide: s.number})
	if s.rels, err = s.d.Relationships(s.part); err != nil && len(s.rels) == 0 {
		return nil, false, err
	}
	s.layout = s.d.layout(s.rels.ByType("slideLayout").Target)
	title, err = s.title(x)
	return title, true, err
}

// broken says that a slide cannot be read on.
func (s *slide) broken(err error) error {
	if err := s.closeTo(0); err != nil {
		return err
	}
	s.w.Omit("slides", 1)
	s.w.Note(reader.Note{
		Code: reader.NoteCorrupt, Severity: reader.SeverityWarning,
		Message: fmt.Sprintf("Slide %d could not be read to its end: %v", s.number, err),
	})
	return nil
}

// isHidden reports whether the slide that x is at the beginning of is not part of
// the show (19.3.1.38, show).
func isHidden(x *opc.XML) (bool, error) {
	for {
		kind, err := x.Next()
		if err != nil {
			return false, unexpected(err)
		}
		if kind == xmltext.Start {
			show, ok := x.Attr("show")
			return ok && !isOn(show), nil
		}
	}
}

// isOn reads a boolean of XML Schema, or of the older files.
func isOn(value string) bool { return value == "1" || value == "true" || value == "on" }

// unexpected turns an end of the input inside an element into an error.
func unexpected(err error) error {
	if errors.Is(err, io.EOF) {
		return fault.New(fault.Corrupt, fault.PhaseConvert, "", "A part of the document ends too early.", "Use a copy that is whole.")
	}
	return err
}

// title returns the text of the title of the slide.
func (s *slide) title(x *opc.XML) ([]markup.Span, error) {
	var title []markup.Span
	err := s.eachShape(x, func(x *opc.XML) error {
		if x.Name() != "p:sp" {
			return x.Skip()
		}
		h := shape{}
		return s.eachChild(x, func(name string) error {
			switch {
			case name == "p:nvSpPr":
				return s.properties(x, &h)
			case name != "p:txBody" || !h.isTitle():
				return x.Skip()
			}
			text, err := s.flatText(x)
			if err == nil && !isBlank(text) {
				title, err = text, errFound
			}
			return err
		})
	})
	if errors.Is(err, errFound) || fault.CodeOf(err) == fault.Corrupt { // what lies before damage is still to be told
		err = nil
	}
	return title, err
}

// isBlank reports whether spans show nothing.
func isBlank(spans []markup.Span) bool {
	for i := range spans {
		switch spans[i].Kind {
		case markup.Text:
			if strings.TrimSpace(spans[i].Text) != "" {
				return false
			}
		case markup.Break:
		case markup.Image, markup.Math, markup.NoteRef:
			return false
		}
	}
	return true
}

// shapes calls take with each shape of a part, groups resolved; take reads it to
// its end.
func (s *slide) shapes(part string, take func(x *opc.XML) error) error {
	x, err := s.d.OpenXML(part, s.d.known)
	if err != nil {
		return err
	}
	defer func() { _ = x.Close() }()
	return s.eachShape(x, take)
}

func (s *slide) eachShape(x *opc.XML, take func(x *opc.XML) error) error {
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
		case "p:sld", "p:notes", "p:cSld", "p:spTree", "p:grpSp":
		case "p:nvGrpSpPr":
			err = s.group(x)
		case "p:sp", "p:pic", "p:graphicFrame", "p:cxnSp":
			err = take(x)
		default:
			err = x.Skip()
		}
		if err != nil {
			return err
		}
	}
}

// group reads the properties of a group; one that is hidden is passed over.
func (s *slide) group(x *opc.XML) error {
	inside := x.Depth() - 1
	var h shape
	if err := s.properties(x, &h); err != nil || !h.hidden {
		return err
	}
	s.concealed()
	for x.Depth() >= inside {
		if _, err := x.Next(); err != nil {
			return unexpected(err)
		}
	}
	return nil
}

func (s *slide) concealed() { s.w.Withhold("hidden shapes", 1, "") }

// eachChild calls take with the name of each element inside the one that just
// started; take reads it to its end.
func (s *slide) eachChild(x *opc.XML, take func(name string) error) error {
	for {
		kind, err := x.Next()
		if err != nil {
			return unexpected(err)
		}
		switch kind {
		case xmltext.End:
			return nil
		case xmltext.Start:
			if err := take(x.Name()); err != nil {
				return err
			}
		case xmltext.Text:
		}
	}
}

// shape is what is known of a shape before its content.
type shape struct {
	name, alt  string
	hidden     bool
	decorative bool
	holder     bool   // a placeholder
	kind       string // of a placeholder (19.7.10, ST_PlaceholderType)
	index      string // of a placeholder
	link       string
	media      bool
	texts      bool // text of it has been told
}

func (h *shape) isTitle() bool { return h.kind == "title" || h.kind == "ctrTitle" }

// isFurniture reports whether it is a header, a footer, a date or a number, which
// are the same on many slides.
func (h *shape) isFurniture() bool {
	switch h.kind {
	case "hdr", "ftr", "dt", "sldNum", "sldImg":
		return true
	}
	return false
}

// properties reads the non-visual properties of a shape (19.3.1.34 and others of
// that form).
func (s *slide) properties(x *opc.XML, h *shape) error {
	return s.eachChild(x, func(name string) error {
		switch name {
		case "p:cNvPr":
			return s.named(x, h)
		case "p:nvPr":
			return s.placeholder(x, h)
		}
		return x.Skip()
	})
}

func (s *slide) named(x *opc.XML, h *shape) error {
	for name, value := range x.Attrs {
		switch name {
		case "name":
			h.name = value
		case "descr":
			h.alt = value
		case "title":
			if h.alt == "" {
				h.alt = value
			}
		case "hidden":
			h.hidden = isOn(value)
		}
	}
	depth := x.Depth()
	for x.Depth() >= depth {
		kind, err := x.Next()
		if err != nil {
			return unexpected(err)
		}
		if kind != xmltext.Start {
			continue
		}
		switch x.Name() {
		case "a:hlinkClick":
			h.link = s.link(x)
		case "adec:decorative":
			value, _ := x.Attr("val")
			h.decorative = isOn(value)
		}
	}
	return nil
}

func (s *slide) placeholder(x *opc.XML, h *shape) error {
	return s.eachChild(x, func(name string) error {
		switch name {
		case "p:ph":
			h.holder, h.kind, h.index = true, "obj", "0"
			for name, value := range x.Attrs {
				switch name {
				case "type":
					h.kind = value
				case "idx":
					h.index = value
				}
			}
		case "a:videoFile", "a:audioFile", "a:quickTimeFile", "a:wavAudioFile", "a:audioCd":
			h.media = true
		}
		return x.Skip()
	})
}

// link returns where a hyperlink leads (21.1.2.3.5), or nothing.
func (s *slide) link(x *opc.XML) string {
	id, _ := x.Attr("r:id")
	r := s.rels.ByID(id)
	if r.External || r.Target == "" {
		return r.Target
	}
	for i, part := range s.d.slides {
		if strings.EqualFold(part, r.Target) {
			return "#slide" + strconv.Itoa(i+1)
		}
	}
	return ""
}

// shape tells one shape.
func (s *slide) shape(x *opc.XML) error {
	switch x.Name() {
	case "p:pic":
		return s.picture(x)
	case "p:graphicFrame":
		return s.frame(x)
	}
	var h shape
	open := s.open
	var filling markup.Span
	err := s.eachChild(x, func(name string) (err error) {
		switch name {
		case "p:nvSpPr", "p:nvCxnSpPr":
			return s.properties(x, &h)
		case "p:spPr":
			filling, err = s.blip(x)
			return err
		case "p:txBody":
			return s.textShape(x, &h)
		}
		return x.Skip()
	})
	if err == nil {
		err = s.closeTo(open)
	}
	if err == nil && h.alt != "" && !h.texts && filling.Target != "" {
		return s.showImage(&h, filling)
	}
	return err
}

// textShape tells the text of a shape, but for the title that has been told.
func (s *slide) textShape(x *opc.XML, h *shape) error {
	switch {
	case h.hidden:
		text, err := s.flatText(x)
		if err == nil && !isBlank(text) {
			s.concealed()
		}
		return err
	case h.isFurniture():
		text, err := s.flatText(x)
		if err == nil && !isBlank(text) && (h.kind == "hdr" || h.kind == "ftr") {
			s.w.Omit("headers and footers", 1)
		}
		return err
	case h.isTitle() && !s.titled:
		text, err := s.flatText(x)
		s.titled = !isBlank(text)
		return err
	}
	return s.body(x, h)
}

// picture tells an image (19.3.1.37).
func (s *slide) picture(x *opc.XML) error {
	var h shape
	var image markup.Span
	err := s.eachChild(x, func(name string) error {
		switch name {
		case "p:nvPicPr":
			return s.properties(x, &h)
		case "p:blipFill", "p:spPr":
			more, err := s.blip(x)
			if more.Target != "" {
				image.Target = more.Target
			}
			if more.Width > 0 {
				image.Width, image.Height = more.Width, more.Height
			}
			return err
		}
		return x.Skip()
	})
	if err != nil {
		return err
	}
	return s.showImage(&h, image)
}

// blip reads which image the element that just started is filled with, and how
// large it is.
func (s *slide) blip(x *opc.XML) (image markup.Span, err error) {
	for depth := x.Depth(); x.Depth() >= depth; {
		kind, err := x.Next()
		if err != nil {
			return image, unexpected(err)
		}
		switch {
		case kind != xmltext.Start:
		case x.Name() == "a:blip":
			embedded, _ := x.Attr("r:embed")
			linked, _ := x.Attr("r:link")
			if image.Target = s.target(embedded); image.Target == "" {
				image.Target = s.target(linked)
			}
		case x.Name() == "a:ext" && image.Width == 0:
			image.Width, image.Height = size(x)
		}
	}
	return image, nil
}

func (s *slide) showImage(h *shape, image markup.Span) error {
	switch {
	case image.Target == "" && h.alt == "":
		return nil
	case h.hidden:
		s.concealed()
		return nil
	case h.decorative:
		s.w.Omit("decorative images", 1)
		return nil
	case h.media:
		s.w.Omit("media", 1)
	default:
		s.w.Omit("images", 1)
	}
	image.Kind, image.Text, image.Link = markup.Image, h.alt, h.link
	return s.w.Paragraph([]markup.Span{image})
}

// target is how an image is named: by the address of its part, or its URL.
func (s *slide) target(id string) string {
	r := s.rels.ByID(id)
	if r.External || r.Target == "" {
		return r.Target
	}
	return "#" + strings.TrimSuffix(path.Base(r.Target), path.Ext(r.Target))
}

// size reads an extent in English Metric Units (20.1.10.41) as pixels, of which an
// inch has 96.
func size(x *opc.XML) (width, height int) {
	const emu = 914400 / 96
	for name, value := range x.Attrs {
		n, _ := strconv.ParseInt(value, 10, 64)
		switch name {
		case "cx":
			width = int(n / emu)
		case "cy":
			height = int(n / emu)
		}
	}
	return width, height
}

// frame tells what a graphic frame holds (19.3.1.21): a table, a chart, a
// diagram, or an object of another program.
func (s *slide) frame(x *opc.XML) error {
	var h shape
	depth := x.Depth()
	for x.Depth() >= depth {
		kind, err := x.Next()
		if err != nil {
			return unexpected(err)
		}
		if kind != xmltext.Start {
			continue
		}
		switch x.Name() {
		case "p:nvGraphicFramePr":
			err = s.properties(x, &h)
		case "p:xfrm", "a:extLst", "p:extLst":
			err = x.Skip()
		case "a:graphic", "a:graphicData":
			if h.hidden {
				s.concealed()
				err = x.Skip()
			}
		case "a:tbl":
			err = s.table(x)
		case "c:chart", "cx:chart":
			var told bool
			if told, err = drawingml.Chart(s.d.Package, s.attrTarget(x, "r:id"), s.w); !told {
				s.w.Omit("charts", 1)
			}
		case "dgm:relIds":
			var told bool
			s.lists++
			if told, err = drawingml.Diagram(s.d.Package, s.attrTarget(x, "r:dm"), s.lists, s.w); !told {
				s.w.Omit("diagrams", 1)
			}
		case "p:oleObj":
			s.w.Omit("embedded objects", 1)
		case "p:pic":
			err = s.picture(x)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (s *slide) attrTarget(x *opc.XML, name string) string {
	id, _ := x.Attr(name)
	return s.rels.ByID(id).Target
}
