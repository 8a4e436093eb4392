// Package html reads web pages: as prose in Markdown, or as the text that a
// browser shows of them.
package html

import (
	"context"
	"io"
	"net/url"
	"slices"
	"strings"

	"fread/internal/reader"
	"fread/internal/reader/charset"
	"fread/internal/reader/detect"
	"fread/internal/reader/fault"
	"fread/internal/reader/hypertext"
	"fread/internal/reader/markup"
	"fread/internal/reader/message"
	"fread/internal/reader/source"
)

// Reader implements reader.Reader for HTML, XHTML and saved web pages (MHTML, RFC
// 2557).
type Reader struct{}

// Info implements reader.Reader.
func (Reader) Info() reader.Info {
	return reader.Info{Name: "html", Forms: []reader.Form{reader.FormMarkdown, reader.FormText}, Unit: reader.UnitLine, Parts: true, Converted: true}
}

// Match implements reader.Reader.
func (Reader) Match(t detect.Type, form reader.Form) bool {
	switch form {
	case reader.FormDefault, reader.FormMarkdown, reader.FormText:
		return t.Kind == detect.HTML || t.Format == "mhtml"
	case reader.FormRows, reader.FormBytes, reader.FormHex, reader.FormMedia, reader.FormInfo:
	}
	return false
}

// Open implements reader.Reader.
func (Reader) Open(ctx context.Context, f *source.File, o reader.Options) (reader.Document, error) {
	d := &page{f: f, o: o, guess: o.Guess}
	var err error
	if o.Type.Format == "mhtml" {
		err = d.findRoot(ctx)
	} else {
		d.guess, err = settle(ctx, f, o.Guess)
	}
	if err != nil {
		return nil, err
	}
	return document{markup.NewDocument(ctx, o, d.walk)}, nil
}

// document is the lines of a page, of which is said that they are not its source.
type document struct{ *markup.Document }

// Meta implements reader.Document.
func (d document) Meta() reader.Meta {
	m := d.Document.Meta()
	m.Notes = append(slices.Clone(m.Notes), reader.Note{Code: reader.NoteConverted, Message: "This is what the page shows; --as bytes gives its source."})
	return m
}

// A page is one that is opened.
type page struct {
	f     *source.File
	o     reader.Options
	guess charset.Guess

	root *message.Part // of a saved page: the part that is the page itself
	base *url.URL

	article hypertext.Article
	sought  bool
}

// findRoot finds the page among the parts of a saved one.
func (d *page) findRoot(ctx context.Context) error {
	size := d.f.Size()
	if size < 0 {
		size = 1 << 62
	}
	all, err := message.Parse(ctx, d.f, 0, size)
	if err != nil {
		return err
	}
	start := strings.Trim(all.Params["start"], "<>")
	all.Walk(func(p *message.Part) bool {
		isPage := p.Type == "text/html" || p.Type == "application/xhtml+xml"
		if isPage && (d.root == nil || start != "" && p.ID() == start) {
			d.root = p
		}
		return true
	})
	if d.root == nil {
		return fault.New(fault.Corrupt, fault.PhaseConvert, "", "The saved web page has no part that is a page.", "Use --as bytes to look at what it holds.")
	}
	location := d.root.Header.Get("content-location")
	if location == "" {
		location = all.Header.Get("snapshot-content-location")
	}
	if u, err := url.Parse(strings.TrimSpace(location)); err == nil && (u.Scheme == "http" || u.Scheme == "https") {
		d.base = u
	}
	return nil
}

// open returns the characters of the page, from its beginning.
func (d *page) open(ctx context.Context) (in io.Reader, report func(markup.Writer)) {
	if d.root != nil {
		return d.root.Text(), func(markup.Writer) {}
	}
	t := newText(ctx, d.f, d.guess)
	return t, t.report
}

func (d *page) walk(ctx context.Context, w markup.Writer) error {
	o := hypertext.Options{Plain: d.o.Form == reader.FormText, XML: d.o.Type.Format == "xhtml", Base: d.base}
	if d.o.Request != nil && d.o.Request.Main {
		if err := d.findArticle(ctx, w, &o); err != nil {
			return err
		}
	}
	if d.root == nil {
		noteEncoding(w, d.guess)
	}
	in, report := d.open(ctx)
	seen := &witness{Writer: w}
	err := hypertext.Walk(ctx, in, seen, o)
	report(seen)
	if err == nil && !seen.any {
		return fault.New(fault.EmptyDocument, fault.PhaseConvert, "", "The page shows no text by itself; scripts, which are not run, may give it some.", "Use --as bytes to look at its source.")
	}
	return err
}

// witness is a Writer that knows whether it was told anything.
type witness struct {
	markup.Writer
	any bool
}

// Heading implements markup.Writer.
func (w *witness) Heading(level int, text []markup.Span) error {
	w.any = true
	return w.Writer.Heading(level, text)
}

// Paragraph implements markup.Writer.
func (w *witness) Paragraph(text []markup.Span) error {
	w.any = true
	return w.Writer.Paragraph(text)
}

// Code implements markup.Writer.
func (w *witness) Code(language, text string) error {
	w.any = true
	return w.Writer.Code(language, text)
}

// Rule implements markup.Writer.
func (w *witness) Rule() error {
	w.any = true
	return w.Writer.Rule()
}

// Begin implements markup.Writer.
func (w *witness) Begin(c markup.Container) error {
	w.any = true
	return w.Writer.Begin(c)
}

// Omit implements markup.Writer.
func (w *witness) Omit(what string, count int64) {
	w.any = w.any || count > 0
	w.Writer.Omit(what, count)
}

// findArticle sets o to leave out what is beside the article of the page.
func (d *page) findArticle(ctx context.Context, w markup.Writer, o *hypertext.Options) error {
	if !d.sought {
		in, _ := d.open(ctx)
		a, err := hypertext.FindArticle(ctx, in, *o)
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
