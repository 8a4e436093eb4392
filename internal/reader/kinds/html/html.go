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
	guess, err := settle(ctx, f, o.Guess)
	if err != nil {
		return nil, err
	}
	o.Guess = guess
	d := &page{f: f, o: o}
	return markup.NewDocument(ctx, o, d.walk), nil
}

type page struct {
	f *source.File
	o reader.Options

	article hypertext.Article
	sought  bool
}

func (d *page) walk(ctx context.Context, w markup.Writer) error {
	o := hypertext.Options{Plain: d.o.Form == reader.FormText, XML: d.o.Type.Format == "xhtml"}
	if d.o.Request.Main {
		if err := d.findArticle(ctx, w, &o); err != nil {
			return err
		}
	}
	noteEncoding(w, d.o.Guess)
	in := newText(ctx, d.f, d.o.Guess)
	err := hypertext.Walk(ctx, in, w, o)
	in.report(w)
	return err
}

// findArticle sets o to leave out what is beside the article of the page.
func (d *page) findArticle(ctx context.Context, w markup.Writer, o *hypertext.Options) error {
	if !d.sought {
		a, err := hypertext.FindArticle(ctx, newText(ctx, d.f, d.o.Guess), *o)
		if err != nil {
			return err
		}
		d.article, d.sought = a, true
	}
	o.Article = d.article
	if !d.article.Found() {
		w.Note(reader.Note{Code: reader.NoteNoArticle, Message: "No article was found in the page, so all of it is shown."})
	}
	return nil
}
