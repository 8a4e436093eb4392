// Package rtf reads Rich Text Format (Rich Text Format Specification 1.9.1) as
// prose, as a stream: the file of any program that writes RTF, with the text of
// any code page, and with most of what such programs do wrong.
package rtf

import (
	"context"

	"fread/internal/reader"
	"fread/internal/reader/detect"
	"fread/internal/reader/markup"
	"fread/internal/reader/source"
)

// Reader implements reader.Reader for RTF.
type Reader struct{}

// Info implements reader.Reader.
func (Reader) Info() reader.Info {
	return reader.Info{Name: "rtf", Forms: []reader.Form{reader.FormMarkdown, reader.FormText}, Unit: reader.UnitLine, Parts: true, Contained: true}
}

// Match implements reader.Reader.
func (Reader) Match(t detect.Type, form reader.Form) bool {
	return t.Format == "rtf" && (form == reader.FormDefault || form == reader.FormMarkdown || form == reader.FormText)
}

// Open implements reader.Reader.
func (Reader) Open(ctx context.Context, f *source.File, o reader.Options) (reader.Document, error) {
	walk := func(ctx context.Context, w markup.Writer) error {
		c := newConverter(newScanner(ctx, f, int64(o.Guess.BOM), o.Alive), w, o)
		return c.tell()
	}
	return markup.NewDocument(ctx, o, walk), nil
}
