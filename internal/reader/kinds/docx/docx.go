// Package docx reads Word documents (Office Open XML WordprocessingML, ECMA-376
// part 1, 17) in one pass over their body, so that the first page of a document
// does not wait for the last.
package docx

import (
	"context"

	"fread/internal/reader"
	"fread/internal/reader/detect"
	"fread/internal/reader/markup"
	"fread/internal/reader/opc"
	"fread/internal/reader/source"
	"fread/internal/reader/xmltext"
)

// Reader implements reader.Reader for Word documents.
type Reader struct{}

// Info implements reader.Reader.
func (Reader) Info() reader.Info {
	return reader.Info{Name: "docx", Forms: []reader.Form{reader.FormMarkdown, reader.FormText}, Unit: reader.UnitLine, Parts: true, Contained: true}
}

// Match implements reader.Reader.
func (Reader) Match(t detect.Type, form reader.Form) bool {
	if t.Reason != "" || form != reader.FormDefault && form != reader.FormMarkdown && form != reader.FormText { // encrypted
		return false
	}
	switch t.Format {
	case "docx", "docm", "dotx", "dotm":
		return true
	}
	return false
}

// Open implements reader.Reader.
func (Reader) Open(ctx context.Context, f *source.File, o reader.Options) (reader.Document, error) {
	p, err := opc.Open(f, o.Alive)
	if err != nil {
		return nil, err
	}
	main, err := p.Main("word/document.xml")
	if err != nil {
		return nil, err
	}
	d := &document{pack: p, main: main, changes: o.Request != nil && o.Request.Changes == "all", plain: o.Form == reader.FormText}
	d.load()
	return markup.NewDocument(ctx, o, d.walk), nil
}

// A document is a package with what its paragraphs refer to.
type document struct {
	pack      *opc.Package
	main      string
	changes   bool // tracked changes are to be marked, and comments shown
	plain     bool // it is read as plain text, which has the numbers of headings
	rels      opc.Relationships
	styles    *styles
	numbering *numbering
	damage    error // of a part without which the document can be shown, though not as well
}

// namespaces are those of the vocabularies that are understood; transitional
// and strict documents differ in them only.
func namespaces() xmltext.Namespaces {
	return xmltext.Namespaces{
		"http://schemas.openxmlformats.org/wordprocessingml/2006/main":           "w",
		"http://purl.oclc.org/ooxml/wordprocessingml/main":                       "w",
		"http://schemas.openxmlformats.org/officeDocument/2006/relationships":    "r",
		"http://purl.oclc.org/ooxml/officeDocument/relationships":                "r",
		"http://schemas.openxmlformats.org/officeDocument/2006/math":             "m",
		"http://purl.oclc.org/ooxml/officeDocument/math":                         "m",
		"http://schemas.openxmlformats.org/drawingml/2006/main":                  "a",
		"http://purl.oclc.org/ooxml/drawingml/main":                              "a",
		"http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing": "wp",
		"http://purl.oclc.org/ooxml/drawingml/wordprocessingDrawing":             "wp",
		"http://schemas.openxmlformats.org/drawingml/2006/picture":               "pic",
		"http://schemas.openxmlformats.org/drawingml/2006/chart":                 "c",
		"http://purl.oclc.org/ooxml/drawingml/chart":                             "c",
		"http://schemas.openxmlformats.org/drawingml/2006/diagram":               "dgm",
		"http://purl.oclc.org/ooxml/drawingml/diagram":                           "dgm",
		"http://schemas.openxmlformats.org/markup-compatibility/2006":            "mc",
		"http://schemas.microsoft.com/office/word/2010/wordprocessingShape":      "wps",
		"http://schemas.microsoft.com/office/word/2010/wordprocessingGroup":      "wpg",
		"http://schemas.microsoft.com/office/word/2010/wordprocessingCanvas":     "wpc",
		"http://schemas.microsoft.com/office/word/2010/wordprocessingDrawing":    "wp14",
		"http://schemas.microsoft.com/office/word/2010/wordml":                   "w14",
		"http://schemas.microsoft.com/office/word/2012/wordml":                   "w15",
		"http://schemas.microsoft.com/office/word/2015/wordml/symex":             "w16se",
		"http://schemas.microsoft.com/office/drawing/2010/main":                  "a14",
		"urn:schemas-microsoft-com:vml":                                          "v",
		"urn:schemas-microsoft-com:office:office":                                "o",
	}
}

// load reads the parts that are needed from the beginning. A document without
// them, or with broken ones, is shown all the same.
func (d *document) load() {
	var err error
	if d.rels, err = d.pack.Relationships(d.main); err != nil {
		d.damage = err
	}
	if d.styles, err = readStyles(d.pack, d.part("styles", "word/styles.xml")); err != nil {
		d.damage = err
	}
	if d.numbering, err = readNumbering(d.pack, d.part("numbering", "word/numbering.xml"), d.styles); err != nil {
		d.damage = err
	}
}

// part is the name of the part of a kind.
func (d *document) part(kind, usual string) string {
	if r := d.rels.ByType(kind); r.Target != "" {
		return r.Target
	}
	return usual
}
