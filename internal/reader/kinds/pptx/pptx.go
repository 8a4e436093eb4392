// Package pptx reads PowerPoint presentations (Office Open XML, ECMA-376 part 1,
// 19: PresentationML, and 20 and 21: DrawingML) as Markdown: one heading a slide,
// its texts in the order in which a screen reader reads them, lists, tables, the
// values of charts, SmartArt as lists, notes and comments as quotations.
package pptx

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"fread/internal/reader"
	"fread/internal/reader/detect"
	"fread/internal/reader/fault"
	"fread/internal/reader/markup"
	"fread/internal/reader/opc"
	"fread/internal/reader/source"
	"fread/internal/reader/xmltext"
)

// Reader implements reader.Reader for PowerPoint presentations.
type Reader struct{}

// Info implements reader.Reader.
func (Reader) Info() reader.Info {
	return reader.Info{
		Name: "pptx", Forms: []reader.Form{reader.FormMarkdown, reader.FormText}, Unit: reader.UnitLine, Parts: true, Contained: true,
	}
}

// Match implements reader.Reader.
func (Reader) Match(t detect.Type, form reader.Form) bool {
	switch t.Format {
	case "pptx", "pptm", "ppsx", "ppsm", "potx", "potm":
		return t.Reason == "" && (form == reader.FormDefault || form == reader.FormMarkdown || form == reader.FormText)
	}
	return false
}

// Open implements reader.Reader. It reads which slides there are.
func (Reader) Open(ctx context.Context, f *source.File, o reader.Options) (reader.Document, error) {
	pages, err := markup.SelectPages(&o, "slide")
	if err != nil {
		return nil, err
	}
	p, err := opc.Open(f, o.Alive)
	if err != nil {
		return nil, err
	}
	d := &presentation{Package: p, known: namespaces(), pages: pages, layouts: map[string]*layout{}}
	d.changes = o.Request != nil && o.Request.Changes == "all"
	if err := d.open(); err != nil {
		return nil, err
	}
	return markup.NewDocument(ctx, o, d.walk).Paged(int64(len(d.slides)), pages)
}

// namespaces are those that are understood, by the prefixes that they have here.
// Choices of alternative content that need others are passed over.
func namespaces() xmltext.Namespaces {
	return xmltext.Namespaces{
		"http://schemas.openxmlformats.org/presentationml/2006/main":          "p",
		"http://purl.oclc.org/ooxml/presentationml/main":                      "p",
		"http://schemas.openxmlformats.org/drawingml/2006/main":               "a",
		"http://purl.oclc.org/ooxml/drawingml/main":                           "a",
		"http://schemas.openxmlformats.org/officeDocument/2006/relationships": "r",
		"http://purl.oclc.org/ooxml/officeDocument/relationships":             "r",
		"http://schemas.openxmlformats.org/markup-compatibility/2006":         "mc",
		"http://schemas.openxmlformats.org/officeDocument/2006/math":          "m",
		"http://purl.oclc.org/ooxml/officeDocument/math":                      "m",
		"http://schemas.openxmlformats.org/drawingml/2006/chart":              "c",
		"http://purl.oclc.org/ooxml/drawingml/chart":                          "c",
		"http://schemas.openxmlformats.org/drawingml/2006/diagram":            "dgm",
		"http://purl.oclc.org/ooxml/drawingml/diagram":                        "dgm",
		"http://schemas.microsoft.com/office/drawing/2010/main":               "a14",
		"http://schemas.microsoft.com/office/drawing/2017/decorative":         "adec",
		"http://schemas.microsoft.com/office/powerpoint/2018/8/main":          "p188",
		"http://schemas.microsoft.com/office/drawing/2014/chartex":            "cx",
		"http://schemas.microsoft.com/office/drawing/2015/9/8/chartex":        "cx",
		"http://schemas.microsoft.com/office/drawing/2015/10/21/chartex":      "cx",
		"http://schemas.microsoft.com/office/drawing/2016/5/9/chartex":        "cx",
		"http://schemas.microsoft.com/office/drawing/2016/5/10/chartex":       "cx",
		"http://schemas.microsoft.com/office/drawing/2016/5/11/chartex":       "cx",
		"http://schemas.microsoft.com/office/drawing/2016/5/12/chartex":       "cx",
		"http://schemas.microsoft.com/office/drawing/2016/5/13/chartex":       "cx",
		"http://schemas.microsoft.com/office/drawing/2016/5/14/chartex":       "cx",
	}
}

// presentation is an open file.
type presentation struct {
	*opc.Package
	known   xmltext.Namespaces
	pages   *markup.Pages
	slides  []string           // parts, in the order of the show
	damage  error              // why the list of slides is not that of the presentation
	authors map[string]string  // of comments, by id; nil: not read yet
	main    opc.Relationships  // of the presentation
	layouts map[string]*layout // layouts and masters that were read, by part
	changes bool               // show comments
}

// open reads which slides there are (19.2.1.34, sldIdLst). Where that is lost,
// they are those that the container has.
func (d *presentation) open() error {
	main, err := d.Main("ppt/presentation.xml")
	if err == nil {
		if d.main, err = d.Relationships(main); err == nil || len(d.main) > 0 {
			err = d.readSlides(main)
		}
	}
	switch {
	case err == nil:
		return nil
	case fault.CodeOf(err) != fault.Corrupt:
		return err
	}
	if len(d.slides) == 0 {
		d.slides = d.slidesByName()
	}
	if len(d.slides) == 0 {
		return err
	}
	d.damage = err
	return nil
}

func (d *presentation) readSlides(main string) error {
	x, err := d.OpenXML(main, d.known)
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
		case kind != xmltext.Start || x.Name() != "p:sldId":
			continue
		}
		if id, ok := x.Attr("r:id"); ok {
			d.slides = append(d.slides, d.main.ByID(id).Target)
		}
	}
}

// slidesByName lists the slides of the container in the order of their numbers.
func (d *presentation) slidesByName() []string {
	var list []string
	number := func(name string) (int, bool) {
		var n int
		_, err := fmt.Sscanf(strings.ToLower(name), "ppt/slides/slide%d.xml", &n)
		return n, err == nil
	}
	for name := range d.Names {
		if _, ok := number(name); ok {
			list = append(list, name)
		}
	}
	slices.SortStableFunc(list, func(a, b string) int {
		i, _ := number(a)
		j, _ := number(b)
		return i - j
	})
	return slices.Compact(list)
}

// walk tells w all slides.
func (d *presentation) walk(ctx context.Context, w markup.Writer) error {
	total := int64(len(d.slides))
	d.pages.Missing(w, total)
	for i, part := range d.slides {
		if err := ctx.Err(); err != nil {
			return err
		}
		s := &slide{d: d, teller: teller{w: w}, part: part, number: int64(i + 1)}
		err := s.tell(total)
		if err != nil && fault.CodeOf(err) == fault.Corrupt {
			err = s.broken(err)
		}
		if err != nil {
			return err
		}
	}
	return d.damage
}

// teller is a Writer that can end what was begun.
type teller struct {
	w    markup.Writer
	open int
}

func (t *teller) begin(c markup.Container) error {
	t.open++
	return t.w.Begin(c)
}

func (t *teller) end() error {
	t.open--
	return t.w.End()
}

// closeTo ends containers until so many are open.
func (t *teller) closeTo(open int) error {
	for t.open > open {
		if err := t.end(); err != nil {
			return err
		}
	}
	return nil
}
