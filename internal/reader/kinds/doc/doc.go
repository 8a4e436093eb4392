// Package doc reads the binary documents of Word, versions 6 to 2003
// ([MS-DOC]), as prose: paragraphs with their headings and lists, tables, notes
// and links. Formatting is found where Word left it, so that a document that was
// saved fast, in pieces, reads like any other.
package doc

import (
	"context"
	"errors"

	"fread/internal/reader"
	"fread/internal/reader/cfb"
	"fread/internal/reader/detect"
	"fread/internal/reader/fault"
	"fread/internal/reader/markup"
	"fread/internal/reader/source"
)

// Reader implements reader.Reader for binary documents of Word.
type Reader struct{}

// Info implements reader.Reader.
func (Reader) Info() reader.Info {
	return reader.Info{Name: "doc", Forms: []reader.Form{reader.FormMarkdown, reader.FormText}, Unit: reader.UnitLine, Parts: true, Contained: true}
}

// Match implements reader.Reader.
func (Reader) Match(t detect.Type, form reader.Form) bool {
	return t.Format == "doc" && t.Reason == "" && (form == reader.FormDefault || form == reader.FormMarkdown || form == reader.FormText)
}

// Open implements reader.Reader. It reads the tables of the document; its text
// is read when it is told.
func (Reader) Open(ctx context.Context, f *source.File, o reader.Options) (reader.Document, error) {
	d, err := open(f)
	if err != nil {
		return nil, err
	}
	walk := func(ctx context.Context, w markup.Writer) error {
		return newConverter(ctx, d, w, o).tell()
	}
	return markup.NewDocument(ctx, o, walk), nil
}

// damaged is what is said of a document whose tables cannot be read.
func damaged(why string) error {
	return fault.New(fault.Corrupt, fault.PhaseConvert, "", "The document is damaged: "+why+".", "")
}

var errEncrypted = errors.New("doc: encrypted")

// open reads the tables of a document.
func open(f *source.File) (*document, error) {
	c, err := cfb.OpenSource(f)
	if errors.Is(err, cfb.ErrFormat) {
		return nil, damaged("its container cannot be read")
	}
	if err != nil {
		return nil, err
	}
	d := &document{}
	if d.text, err = c.Stream("WordDocument"); err != nil {
		return nil, damaged("it has no text")
	}
	if err := d.readFib(c); err != nil {
		if errors.Is(err, errEncrypted) {
			return nil, fault.New(fault.Encrypted, fault.PhaseConvert, "", "The document is encrypted with a password.", "Save it without the password and read that.")
		}
		return nil, err
	}
	d.data, _ = c.Stream("Data")
	return d, d.readTables()
}
