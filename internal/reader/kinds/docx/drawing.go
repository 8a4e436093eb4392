package docx

import (
	"strconv"
	"strings"

	"fread/internal/reader/markup"
	"fread/internal/reader/xmltext"
)

// emu is how many English Metric Units a pixel has, at 96 in an inch (20.1.2.1).
const emu = 9525

// A picture is what is known of a drawing by now.
type picture struct {
	alt, link     string
	width, height int
	shown         int // images of it
}

// drawing reads a drawing, in DrawingML (20.4) or VML: its pictures become
// images, and its text boxes blocks behind the paragraph.
func (k *walker) drawing(at setting, hidden bool) error {
	p := picture{link: at.link}
	for depth := 1; depth > 0; {
		kind, err := k.x.Next()
		if err != nil {
			return unexpected(err)
		}
		switch kind {
		case xmltext.End:
			depth--
		case xmltext.Start:
			read, err := k.drawn(k.x.Name(), &p, at, hidden)
			if err != nil {
				return err
			}
			if !read {
				depth++
			}
		case xmltext.Text:
		}
	}
	return nil
}

// drawn takes an element of a drawing; read tells that it has been read whole.
func (k *walker) drawn(name string, p *picture, at setting, hidden bool) (read bool, err error) {
	switch name {
	case "wp:extent":
		p.width, p.height = pixels(k.attr("cx")), pixels(k.attr("cy"))
	case "wp:docPr":
		p.alt = first(k.attr("descr"), k.attr("title"))
	case "a:hlinkClick":
		if link := k.links[k.attr("r:id")].Target; link != "" && p.link == "" {
			p.link = link
		}
	case "a:blip":
		k.image(p, first(k.attr("r:embed"), k.attr("r:link")), at.mark, hidden)
	case "v:shape", "v:rect", "v:roundrect", "v:oval":
		p.alt = first(k.attr("alt"), p.alt)
		p.width, p.height = styleSize(k.attr("style"))
	case "v:imagedata":
		p.alt = first(p.alt, k.attr("o:title"))
		k.image(p, first(k.attr("r:id"), k.attr("r:embed"), k.attr("r:href")), at.mark, hidden)
	case "v:textpath":
		k.add(k.attr("string"), at.base, at)
	case "w:txbxContent":
		return true, k.textBox(hidden)
	case "c:chart":
		k.omitDrawn("charts", hidden)
	case "dgm:relIds":
		k.omitDrawn("diagrams", hidden)
	case "o:OLEObject":
		k.omitDrawn("embedded objects", hidden)
	}
	return false, nil
}

func (k *walker) attr(name string) string {
	v, _ := k.x.Attr(name)
	return v
}

func first(values ...string) string {
	for _, v := range values {
		if v != "" {
			return v
		}
	}
	return ""
}

func pixels(units string) int { return number(units, 0) / emu }

// styleSize reads a width and a height of the style of a VML shape.
func styleSize(style string) (width, height int) {
	for property := range strings.SplitSeq(style, ";") {
		name, value, _ := strings.Cut(property, ":")
		n, err := strconv.ParseFloat(strings.TrimSuffix(strings.TrimSpace(value), "pt"), 64)
		if err != nil || n < 0 || n > 1e5 {
			continue
		}
		switch strings.TrimSpace(name) {
		case "width":
			width = int(n * 96 / 72)
		case "height":
			height = int(n * 96 / 72)
		}
	}
	return width, height
}

// image puts an image into the text. Images are numbered through the document.
func (k *walker) image(p *picture, id string, mark markup.Style, hidden bool) {
	if id == "" || hidden || !k.visible() {
		return
	}
	k.images++
	k.w.Omit("images", 1)
	k.text = append(k.text, markup.Span{Kind: markup.Image, Text: p.alt, Target: "#image" + strconv.Itoa(k.images), Width: p.width, Height: p.height, Link: first(p.link, k.fieldLink()), Style: mark})
	p.shown++
}

func (k *walker) omitDrawn(what string, hidden bool) {
	if !hidden && k.visible() {
		k.w.Withhold(what, 1, "")
	}
}

// textBox reads the blocks of a text box.
func (k *walker) textBox(hidden bool) error {
	if hidden || !k.visible() {
		return k.x.Skip()
	}
	if k.depth++; k.depth > maxDepth {
		k.depth--
		return k.tooDeep()
	}
	defer func() { k.depth-- }()
	images := k.images
	r, err := k.aside(k.content)
	k.images = max(k.images, images)
	if r != nil {
		k.boxes = append(k.boxes, r)
	}
	return err
}
