// Package doc reads the binary documents of Word, versions 6 to 2003
// ([MS-DOC]), as prose: paragraphs with their headings and lists, tables, notes
// and links. Formatting is found where Word left it, so that a document that was
// saved fast, in pieces, reads like any other.
package doc

import (
	"context"
	"encoding/binary"
	"errors"
	"io"

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

// findText looks for the stream with the text in a damaged container, where it
// mostly lies in one piece.
func findText(f io.ReaderAt) (int64, error) {
	const head, step, most = 512, 64, 4 << 20
	b := make([]byte, most)
	n, err := f.ReadAt(b, head)
	if err != nil && !errors.Is(err, io.EOF) {
		return 0, err
	}
	for at := 0; at+step <= n; at += step {
		magic, version := binary.LittleEndian.Uint16(b[at:]), binary.LittleEndian.Uint16(b[at+2:])
		if magic == 0xa5ec && version >= 0xc0 && version <= 0x112 || magic == 0xa5dc && version >= 0x65 && version <= 0x69 {
			return head + int64(at), nil
		}
	}
	return 0, damaged("its container cannot be read")
}

// open reads the tables of a document.
func open(f *source.File) (*document, error) {
	c, err := cfb.OpenSource(f)
	if err != nil && !errors.Is(err, cfb.ErrFormat) {
		return nil, err
	}
	d := &document{}
	var text *cfb.Stream
	if err == nil {
		text, err = c.Stream("WordDocument")
	}
	if err == nil {
		d.text = text
	} else {
		c, d.lost = nil, true
		at, err := findText(f)
		if err != nil {
			return nil, err
		}
		d.text = io.NewSectionReader(f, at, f.Size()-at)
	}
	if err := d.readFib(c); err != nil {
		if errors.Is(err, errEncrypted) {
			return nil, fault.New(fault.Encrypted, fault.PhaseConvert, "", "The document is encrypted with a password.", "Save it without the password and read that.")
		}
		return nil, err
	}
	if c != nil {
		if data, err := c.Stream("Data"); err == nil {
			d.data = data
		}
	}
	return d, d.readTables()
}
