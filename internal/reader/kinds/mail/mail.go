// Package mail reads e-mail: messages, mailboxes and the messages of Outlook.
package mail

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"fread/internal/reader"
	"fread/internal/reader/detect"
	"fread/internal/reader/fault"
	"fread/internal/reader/markup"
	"fread/internal/reader/message"
	"fread/internal/reader/source"
)

// Reader implements reader.Reader for messages (RFC 5322) and mailboxes (RFC
// 4155).
type Reader struct{}

// Info implements reader.Reader.
func (Reader) Info() reader.Info {
	return reader.Info{Name: "mail", Forms: []reader.Form{reader.FormMarkdown, reader.FormText}, Unit: reader.UnitLine, Parts: true, Converted: true, Members: true}
}

// Match implements reader.Reader.
func (Reader) Match(t detect.Type, form reader.Form) bool {
	switch form {
	case reader.FormDefault, reader.FormMarkdown, reader.FormText:
		return t.Kind == detect.Email && (t.Format == "eml" || t.Format == "mbox")
	case reader.FormRows, reader.FormBytes, reader.FormHex, reader.FormMedia, reader.FormInfo:
	}
	return false
}

// Open implements reader.Reader.
func (Reader) Open(ctx context.Context, f *source.File, o reader.Options) (reader.Document, error) {
	if o.Type.Format == "mbox" {
		return openMailbox(ctx, f, o)
	}
	start, err := preamble(f)
	if err != nil {
		return nil, err
	}
	root, err := message.Parse(ctx, f, start, sizeOf(f))
	if err != nil {
		return nil, err
	}
	l := fromMessage(ctx, root, o.Form == reader.FormText, new(counter))
	if o.Form == reader.FormBytes {
		return l.member(o.Part)
	}
	return l.document(ctx, o), nil
}

// sizeOf is the length of a file, or more than any of a stream.
func sizeOf(f *source.File) int64 {
	if n := f.Size(); n >= 0 {
		return n
	}
	return 1 << 62
}

// preamble is the length of the line in which Apple Mail says how long the
// message is.
func preamble(f *source.File) (int64, error) {
	head, _, err := f.Head()
	if err != nil {
		return 0, err
	}
	line, _, ok := bytes.Cut(head[:min(len(head), 32)], []byte("\n"))
	if !ok || len(bytes.TrimSpace(line)) == 0 || len(bytes.Trim(line, "0123456789 \r")) > 0 {
		return 0, nil
	}
	return int64(len(line)) + 1, nil
}

// document is the lines of a letter with what is known of it beside them.
type document struct {
	*markup.Document
	letter *letter
}

// Meta implements reader.Document.
func (d document) Meta() reader.Meta {
	m := d.Document.Meta()
	m.MailHeaders, m.Attachments = d.letter.headers(), d.letter.list()
	return m
}

func (l *letter) document(ctx context.Context, o reader.Options) reader.Document {
	walk := func(ctx context.Context, w markup.Writer) error {
		return l.tell(ctx, w, 1)
	}
	return document{Document: markup.NewDocument(ctx, o, walk), letter: l}
}

// mailbox is a file of messages, each behind a line that begins with "From ".
type mailbox struct {
	f     *source.File
	plain bool
}

func openMailbox(ctx context.Context, f *source.File, o reader.Options) (reader.Document, error) {
	b := &mailbox{f: f, plain: o.Form == reader.FormText}
	if o.Form == reader.FormBytes {
		return b.member(ctx, o.Part)
	}
	return markup.NewDocument(ctx, o, b.walk), nil
}

// each calls visit for every message: its number from 1, and where it lies.
func (b *mailbox) each(ctx context.Context, visit func(n int, start, end int64) error) error {
	n := 0
	start, end := int64(0), int64(0)
	blank := true
	err := message.Lines(ctx, b.f, 0, sizeOf(b.f), func(l message.Line) error {
		if blank && divides(l.Text, n == 0) {
			if n > 0 {
				if err := visit(n, start, l.At); err != nil {
					return err
				}
			}
			n++
			start = l.At
		}
		blank = len(l.Text) == 0
		end = l.Next
		return nil
	})
	if err != nil || n == 0 {
		return err
	}
	return visit(n, start, end)
}

// divides reports whether a line begins a message of a mailbox: it has an address
// and a date as asctime writes it (RFC 4155, Appendix A). Lines of a text may
// begin alike, but have no date. The first line of a mailbox is taken for one.
func divides(line []byte, first bool) bool {
	if !bytes.HasPrefix(line, []byte("From ")) {
		return false
	}
	day, clock := false, false
	for f := range bytes.FieldsSeq(line) {
		switch string(f) {
		case "Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun":
			day = true
		}
		clock = clock || len(f) >= 5 && f[2] == ':' && f[0] >= '0' && f[0] <= '2' && f[3] >= '0' && f[3] <= '5'
	}
	return first || day && clock
}

func (b *mailbox) walk(ctx context.Context, w markup.Writer) error {
	return b.each(ctx, func(n int, start, end int64) error {
		root, err := message.Parse(ctx, b.f, start, end)
		if err != nil {
			return err
		}
		l := fromMessage(ctx, root, b.plain, new(counter))
		l.box = name(n)
		w.At(reader.Place{Member: l.box})
		if n > 1 {
			if err := w.Rule(); err != nil {
				return err
			}
		}
		return l.tell(ctx, w, 1)
	})
}

// name is what addresses a message.
func name(n int) string { return "message" + strconv.Itoa(n) }

// errFound ends the search for a message.
var errFound = errors.New("mail: found")

// member gives a message, or an attachment of one (message3/attachment1).
func (b *mailbox) member(ctx context.Context, part string) (reader.Document, error) {
	which, inner, isInner := strings.Cut(part, "/")
	var doc reader.Document
	count := 0
	err := b.each(ctx, func(n int, start, end int64) error {
		count = n
		switch {
		case name(n) != strings.ToLower(which):
			return nil
		case !isInner:
			doc = reader.NewMember(which+".eml", io.NewSectionReader(b.f, start, end-start), maxMember)
			return errFound
		}
		root, err := message.Parse(ctx, b.f, start, end)
		if err == nil {
			doc, err = fromMessage(ctx, root, b.plain, new(counter)).member(inner)
		}
		if err == nil {
			err = errFound
		}
		return err
	})
	switch {
	case errors.Is(err, errFound):
		return doc, nil
	case err != nil:
		return nil, err
	}
	return nil, fault.New(fault.NotFound, fault.PhaseResolve, "", fmt.Sprintf("The mailbox has %d messages, and none is %s.", count, fault.Quote(part)), "Name one of them, such as #message1.")
}
