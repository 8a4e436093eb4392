package odt

import (
	"errors"
	"io"
	"path"
	"strconv"
	"strings"

	"fread/internal/reader/markup"
	"fread/internal/reader/omml"
	"fread/internal/reader/xmltext"
)

// picture is what is known of a frame while it is read.
type picture struct {
	markup.Span
	title, text string
	blocks      *markup.Recording
	shown       bool // by something else than an image
	inLine      bool
}

// frame reads a frame (ODF 1.3 part 3, 10.4.2): the first of its contents that can
// be shown. It is put into a paragraph; nil: it is a block.
func (k *walker) frame(p *paragraph, link string) error {
	f := picture{inLine: k.attr("text:anchor-type") == "as-char", Span: markup.Span{Kind: markup.Image, Link: link, Width: pixels(k.attr("svg:width")), Height: pixels(k.attr("svg:height"))}}
	err := k.each(func(name string) error {
		var err error
		switch name {
		case "svg:title":
			f.title, err = k.words()
			return err
		case "svg:desc":
			f.text, err = k.words()
			return err
		}
		if f.shown {
			return k.x.Skip()
		}
		switch name {
		case "draw:text-box", "table:table":
			f.shown = true
			f.blocks, err = k.aside(func() error {
				if name == "table:table" {
					return k.table()
				}
				return k.blocks()
			})
			return err
		case "draw:image":
			if f.Target == "" {
				return k.image(&f)
			}
		case "draw:object":
			return k.object(&f)
		case "draw:object-ole", "draw:plugin", "draw:floating-frame", "draw:applet":
			k.w.Omit("embedded objects", 1)
		}
		return k.x.Skip()
	})
	if err != nil {
		return err
	}
	return k.showFrame(&f, p)
}

// bare reads an image or a text box without a frame around it, as the files of
// OpenOffice.org 1 have them.
func (k *walker) bare(name string, p *paragraph, link string) error {
	f := picture{inLine: k.attr("text:anchor-type") == "as-char", Span: markup.Span{Kind: markup.Image, Link: link, Width: pixels(k.attr("svg:width")), Height: pixels(k.attr("svg:height"))}}
	var err error
	if name == "draw:text-box" {
		f.shown = true
		f.blocks, err = k.aside(k.blocks)
	} else {
		k.locate(&f)
		err = k.each(func(name string) (err error) {
			if name != "svg:desc" {
				return k.x.Skip()
			}
			f.text, err = k.words()
			return err
		})
	}
	if err != nil {
		return err
	}
	return k.showFrame(&f, p)
}

func (k *walker) showFrame(f *picture, p *paragraph) error {
	if f.blocks != nil {
		return k.asideOf(f.blocks, p)
	}
	switch {
	case f.Kind != markup.Image:
	case f.Target == "" || f.shown:
		return nil
	default:
		k.w.Omit("images", 1)
		f.Text = f.text
		if f.Text == "" {
			f.Text = f.title
		}
	}
	if p != nil {
		p.spans = append(p.spans, f.Span)
		p.spaced, p.floats = false, !f.inLine && f.Kind == markup.Image
		return nil
	}
	return k.tell(&paragraph{spans: []markup.Span{f.Span}}, 0, plain, false)
}

// asideOf tells blocks behind a paragraph, or at once where there is none.
func (k *walker) asideOf(r *markup.Recording, p *paragraph) error {
	one := aside{what: r}
	if r.Empty() {
		return nil
	}
	if p != nil {
		p.asides = append(p.asides, one)
		return nil
	}
	return k.tellAsides(&paragraph{asides: []aside{one}})
}

// image takes the place of an image.
func (k *walker) image(f *picture) error {
	if f.Target == "" || !strings.Contains(k.attr("xlink:href"), "ObjectReplacements/") {
		k.locate(f)
	}
	return k.x.Skip()
}

// locate says where the image lies that just started. One that lies in the file gets
// a number.
func (k *walker) locate(f *picture) {
	if href := k.attr("xlink:href"); strings.Contains(href, "://") {
		f.Target = href
		return
	}
	k.images++
	f.Target = "#image" + strconv.Itoa(k.images)
}

// shape tells the text of a shape.
func (k *walker) shape(p *paragraph) error {
	r, err := k.aside(k.blocks)
	if err != nil {
		return err
	}
	return k.asideOf(r, p)
}

// pixels reads a length (XSL 5.9.11) as pixels, of which an inch has 96.
func pixels(length string) int {
	const most = 1 << 20
	for _, u := range [...]struct {
		name    string
		perInch float64
	}{{"cm", 2.54}, {"mm", 25.4}, {"in", 1}, {"pt", 72}, {"pc", 6}, {"px", 96}} {
		if number, ok := strings.CutSuffix(length, u.name); ok {
			n, err := strconv.ParseFloat(number, 64)
			if err != nil || !(n > 0 && n < most) {
				return 0
			}
			return int(n*96/u.perInch + 0.5)
		}
	}
	return 0
}

// object tells an object that is a document itself (ODF 1.3 part 3, 10.4.6): a
// formula or a chart. Others are counted.
func (k *walker) object(f *picture) error {
	href := strings.TrimPrefix(k.attr("xlink:href"), "./")
	if k.d.pack == nil || href == "" {
		return k.each(func(name string) error { return k.embedded(f, name) })
	}
	if err := k.x.Skip(); err != nil {
		return err
	}
	part := path.Join(href, "content.xml")
	if strings.HasPrefix(part, "..") || part == "content.xml" || k.depth >= maxDepth/2 {
		return nil
	}
	x, err := k.d.pack.OpenXML(part, k.d.known)
	if err != nil {
		k.w.Omit("embedded objects", 1)
		return ignoreDamage(err)
	}
	defer func() { _ = x.Close() }()
	outer := k.x
	k.x = x
	k.depth += maxDepth / 4 // objects in objects in objects end
	err = k.embeddedPart(f)
	k.x = outer
	k.depth -= maxDepth / 4
	return ignoreDamage(err)
}

// embeddedPart reads the content of an object.
func (k *walker) embeddedPart(f *picture) error {
	for {
		kind, err := k.x.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if kind == xmltext.Start {
			if err := k.embedded(f, k.x.Name()); err != nil {
				return err
			}
		}
	}
}

// embedded takes an element of an object.
func (k *walker) embedded(f *picture, name string) error {
	switch name {
	case "office:document", "office:document-content", "office:body":
		return k.each(func(name string) error { return k.embedded(f, name) })
	case "office:automatic-styles":
		return k.styles.read(k.x)
	case "math:math":
		tex, err := omml.ReadMathML(k.x)
		f.Kind, f.Text, f.shown = markup.Math, tex, true
		return err
	case "office:chart":
		f.shown = true
		var err error
		f.blocks, err = k.aside(k.chart)
		return err
	case "office:text", "office:spreadsheet", "office:drawing", "office:presentation":
		k.w.Omit("embedded objects", 1)
	}
	return k.x.Skip()
}

// chart tells the title of a chart and the table of its values.
func (k *walker) chart() error {
	return k.each(func(name string) error {
		switch name {
		case "chart:chart":
			return k.chart()
		case "chart:title":
			title, err := k.words()
			if err != nil || title == "" {
				return err
			}
			return k.w.Paragraph([]markup.Span{{Text: title, Style: markup.Bold}})
		case "table:table":
			return k.table()
		}
		return k.x.Skip()
	})
}
