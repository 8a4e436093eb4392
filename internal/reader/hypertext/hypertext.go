// Package hypertext reads HTML as a stream and tells a markup.Writer what a
// person would see of it. Pages, the chapters of books and the bodies of
// messages share it.
//
// It builds no tree: a stack of the elements that are open is enough to end
// those whose end tags may be left out, to know what is hidden, and to break
// lines as a browser does, in time that grows with the size of the page alone
// and however deep it is nested.
package hypertext

import (
	"context"
	"io"
	"net/url"

	"fread/internal/reader/markup"
)

// Options says how a page is read.
type Options struct {
	// Plain gives the lines of a browser's innerText instead of blocks of prose.
	Plain bool
	// XML says that the page is XHTML: an element that ends in /> is empty.
	XML bool
	// Base is the address that links are relative to, unless the page names
	// another; nil leaves them as they are.
	Base *url.URL
	// Link says where a link leads that the page gives as href, if it is not the
	// page's to say, such as between the chapters of a book; nil: it is.
	Link func(href string) string
	// Article keeps only what [FindArticle] found; its zero value keeps everything.
	Article Article
	// Hidden counts what is hidden on several pages together, and its Report says
	// it; nil: it is said of this page.
	Hidden *Hidden
	// Notes tells apart the notes of several pages that are told to one Writer.
	Notes string
}

// Walk tells w the page that it reads from in, which is UTF-8. Its errors are
// those of w and of in.
func Walk(ctx context.Context, in io.Reader, w markup.Writer, o Options) error {
	p := newParser(ctx, in, o)
	t := newTables(w)
	if o.Plain {
		p.sink = &inner{w: w}
	} else {
		p.sink = newProse(p, t)
	}
	err := o.Article.titleFirst(w)
	if err == nil {
		err = p.run()
	}
	if err == nil {
		err = t.flush()
	}
	if o.Hidden == nil {
		p.hidden.Report(w)
	}
	w.Omit("characters outside the article", p.outside)
	w.Omit("embedded", p.embedded)
	return err
}
