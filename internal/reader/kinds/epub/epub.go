// Package epub reads electronic books (EPUB 2 and 3): their chapters in the order
// in which they are meant to be read.
package epub

import (
	"context"
	"errors"
	"fmt"
	"path"
	"strconv"
	"strings"

	"fread/internal/reader"
	"fread/internal/reader/charset"
	"fread/internal/reader/detect"
	"fread/internal/reader/fault"
	"fread/internal/reader/hypertext"
	"fread/internal/reader/markup"
	"fread/internal/reader/opc"
	"fread/internal/reader/source"
)

// maxMember is how large a file in a book may be that is read by its address.
const maxMember = 256 << 20

// Reader implements reader.Reader for EPUB.
type Reader struct{}

// Info implements reader.Reader.
func (Reader) Info() reader.Info {
	return reader.Info{Name: "epub", Forms: []reader.Form{reader.FormMarkdown, reader.FormText}, Unit: reader.UnitLine, Parts: true, Members: true, Contained: true}
}

// Match implements reader.Reader.
func (Reader) Match(t detect.Type, form reader.Form) bool {
	switch form {
	case reader.FormDefault, reader.FormMarkdown, reader.FormText:
		return t.Format == "epub"
	case reader.FormRows, reader.FormBytes, reader.FormHex, reader.FormMedia, reader.FormInfo:
	}
	return false
}

// Open implements reader.Reader.
func (Reader) Open(ctx context.Context, f *source.File, o reader.Options) (reader.Document, error) {
	p, err := opc.Open(f, o.Alive)
	if err != nil {
		return nil, err
	}
	b := &book{pkg: p, plain: o.Form == reader.FormText}
	if err := b.open(); err != nil {
		return nil, err
	}
	if o.Form == reader.FormBytes {
		return b.member(o.Part)
	}
	first, last, found := b.chapters(o.Part)
	if found {
		o.Part = ""
	}
	walk := func(ctx context.Context, w markup.Writer) error {
		return b.tell(ctx, w, first, last)
	}
	return markup.NewDocument(ctx, o, walk), nil
}

// member gives a file of the book that is no chapter, such as a picture.
func (b *book) member(name string) (reader.Document, error) {
	for i := range b.spine {
		if b.spine[i].name == within("", name) {
			return nil, fault.New(fault.NotFound, fault.PhaseResolve, "", "This is a chapter.", "")
		}
	}
	if !b.pkg.Has(name) {
		return nil, fault.New(fault.NotFound, fault.PhaseResolve, "", "The book has no file "+fault.Quote(name)+".", "")
	}
	in, err := b.pkg.Open(name)
	if err != nil {
		return nil, err
	}
	return reader.NewMember(path.Base(name), in, maxMember), nil
}

// chapters finds what a part of an address names: a chapter by its number in
// reading order (chapter3), by the name of its file, or by its title in the table
// of contents. Without one it is the whole book; last is the one behind.
func (b *book) chapters(part string) (first, last int, found bool) {
	if part == "" {
		return 0, len(b.spine), false
	}
	if n, ok := strings.CutPrefix(strings.ToLower(part), "chapter"); ok {
		if n, err := strconv.Atoi(n); err == nil && n > 0 && n <= len(b.spine) {
			return n - 1, n, true
		}
	}
	name := within("", part)
	for i := range b.spine {
		if c := &b.spine[i]; c.name == name || path.Base(c.name) == name {
			return i, i + 1, true
		}
	}
	for i, t := range b.contents {
		if !strings.EqualFold(strings.Join(strings.Fields(t.title), " "), strings.Join(strings.Fields(part), " ")) || t.chapter < 0 || t.inside {
			continue
		}
		last := len(b.spine)
		for _, next := range b.contents[i+1:] {
			if next.chapter > t.chapter && next.level <= t.level {
				last = next.chapter
				break
			}
		}
		return t.chapter, last, true
	}
	return 0, len(b.spine), false
}

// tell tells the chapters from first to the one before last.
func (b *book) tell(ctx context.Context, w markup.Writer, first, last int) error {
	if first == 0 && last == len(b.spine) && !b.plain && b.title != "" {
		w = &titled{Writer: w, book: b}
	}
	var hidden hypertext.Hidden
	var damage error
	left := 0
	for i := first; i < last; i++ {
		c := &b.spine[i]
		if c.secret {
			left++
			continue
		}
		w.At(reader.Place{Member: c.name})
		err := b.chapter(ctx, w, i, &hidden)
		if bad, ok := errors.AsType[*fault.Error](err); ok && bad.Code == fault.Corrupt {
			if damage == nil {
				damage = err
			}
			w.Omit("chapters", 1)
			continue
		}
		if err != nil {
			return err
		}
	}
	hidden.Report(w)
	if left > 0 {
		w.Omit("encrypted", int64(left))
		w.Note(reader.Note{Code: reader.NoteEncrypted, Severity: reader.SeverityWarning, Message: fmt.Sprintf("Chapters of the book are encrypted and left out: %d of %d.", left, last-first), Data: map[string]any{"chapters": left}})
	}
	return damage
}

// titled is a Writer that tells the title of a book first, unless the text begins
// with it.
type titled struct {
	markup.Writer
	book *book
	told bool
}

// tell tells the title before a block with that text.
func (t *titled) tell(text []markup.Span) error {
	if t.told {
		return nil
	}
	t.told = true
	var first strings.Builder
	for i := range text {
		_, _ = first.WriteString(text[i].Text)
	}
	if strings.EqualFold(strings.TrimSpace(first.String()), t.book.title) {
		return nil
	}
	if err := t.Writer.Heading(1, []markup.Span{{Text: t.book.title}}); err != nil || len(t.book.creators) == 0 {
		return err
	}
	return t.Writer.Paragraph([]markup.Span{{Text: strings.Join(t.book.creators, ", ")}})
}

// Heading implements markup.Writer.
func (t *titled) Heading(level int, text []markup.Span) error {
	if err := t.tell(text); err != nil {
		return err
	}
	return t.Writer.Heading(level, text)
}

// Paragraph implements markup.Writer.
func (t *titled) Paragraph(text []markup.Span) error {
	if err := t.tell(text); err != nil {
		return err
	}
	return t.Writer.Paragraph(text)
}

// Code implements markup.Writer.
func (t *titled) Code(language, text string) error {
	if err := t.tell(nil); err != nil {
		return err
	}
	return t.Writer.Code(language, text)
}

// Rule implements markup.Writer.
func (t *titled) Rule() error {
	if err := t.tell(nil); err != nil {
		return err
	}
	return t.Writer.Rule()
}

// Begin implements markup.Writer.
func (t *titled) Begin(c markup.Container) error {
	if err := t.tell(nil); err != nil {
		return err
	}
	return t.Writer.Begin(c)
}

// chapter tells one chapter.
func (b *book) chapter(ctx context.Context, w markup.Writer, i int, hidden *hypertext.Hidden) error {
	c := &b.spine[i]
	in, err := b.pkg.Open(c.name)
	if err != nil {
		return err
	}
	defer func() { _ = in.Close() }()
	dir := path.Dir(c.name)
	o := hypertext.Options{Plain: b.plain, XML: c.xml, Hidden: hidden, Notes: fmt.Sprintf("%d-", i+1), Link: func(href string) string { return link(dir, href) }}
	return hypertext.Walk(ctx, charset.NewReader(in, ""), w, o)
}

// link leads to the file in the book that is meant, as it can be addressed.
func link(dir, href string) string {
	if href == "" || href[0] == '#' || strings.Contains(href, ":") {
		return href
	}
	return path.Join(dir, href)
}
