// Package html reads web pages: as prose in Markdown, or as the text that a
// browser shows of them.
package html

import (
	"context"

	"fread/internal/reader"
	"fread/internal/reader/detect"
	"fread/internal/reader/hypertext"
	"fread/internal/reader/markup"
	"fread/internal/reader/source"
)

// Reader implements reader.Reader for HTML and XHTML.
type Reader struct{}

// Info implements reader.Reader.
func (Reader) Info() reader.Info {
	return reader.Info{Name: "html", Forms: []reader.Form{reader.FormMarkdown, reader.FormText}, Unit: reader.UnitLine, Parts: true, Converted: true}
}

// Match implements reader.Reader.
func (Reader) Match(t detect.Type, form reader.Form) bool {
	switch form {
	case reader.FormDefault, reader.FormMarkdown, reader.FormText:
		return t.Kind == detect.HTML
	case reader.FormRows, reader.FormBytes, reader.FormHex, reader.FormMedia, reader.FormInfo:
	}
	return false
}

// Open implements reader.Reader.
func (Reader) Open(ctx context.Context, f *source.File, o reader.Options) (reader.Document, error) {
	d := &page{f: f, o: o}
	return markup.NewDocument(ctx, o, d.walk)
}

type page struct {
	f *source.File
	o reader.Options
}

func (d *page) walk(ctx context.Context, w markup.Writer) error {
	in := newText(ctx, d.f, d.o.Guess)
	err := hypertext.Walk(ctx, in, w, hypertext.Options{Plain: d.o.Form == reader.FormText, XML: d.o.Type.Format == "xhtml"})
	in.report(w)
	return err
}
