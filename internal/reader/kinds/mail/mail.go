// Package mail reads e-mail: messages, mailboxes and the messages of Outlook.
package mail

import (
	"bytes"
	"context"
	"fmt"
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
		return openMailbox(ctx, f, o), nil
	}
	start, err := preamble(f)
	if err != nil {
		return nil, err
	}
	root, err := message.Parse(ctx, f, start, sizeOf(f))
	if err != nil {
		return nil, err
	}
	l := fromMessage(root, o.Form == reader.FormText, new(counter))
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
	only  int // the message that is asked for; 0: all
	found bool
}

func openMailbox(ctx context.Context, f *source.File, o reader.Options) reader.Document {
	b := &mailbox{f: f, plain: o.Form == reader.FormText}
	if n, ok := strings.CutPrefix(o.Part, "message"); ok {
		if n, err := strconv.Atoi(n); err == nil && n > 0 {
			b.only, o.Part = n, ""
		}
	}
	return markup.NewDocument(ctx, o, b.walk)
}

func (b *mailbox) walk(ctx context.Context, w markup.Writer) error {
	n := 0
	begun := int64(-1)
	blank := true
	end := int64(0)
	told := false
	tell := func(end int64) error {
		if begun < 0 || b.only > 0 && n != b.only {
			return nil
		}
		told = true
		return b.message(ctx, w, n, begun, end)
	}
	err := message.Lines(ctx, b.f, 0, sizeOf(b.f), func(l message.Line) error {
		if blank && bytes.HasPrefix(l.Text, []byte("From ")) {
			if err := tell(l.At); err != nil {
				return err
			}
			n++
			begun = l.At
		}
		blank = len(l.Text) == 0
		end = l.Next
		return nil
	})
	if err == nil {
		err = tell(end)
	}
	if err == nil && b.only > 0 && !told {
		return fault.New(fault.NotFound, fault.PhaseResolve, "", fmt.Sprintf("The mailbox has %d messages, and no message %d.", n, b.only), "Name one of them, such as #message1.")
	}
	return err
}

// message tells the n-th message, which lies from start to end.
func (b *mailbox) message(ctx context.Context, w markup.Writer, n int, start, end int64) error {
	root, err := message.Parse(ctx, b.f, start, end)
	if err != nil {
		return err
	}
	l := fromMessage(root, b.plain, new(counter))
	l.box = "message" + strconv.Itoa(n)
	w.At(reader.Place{Member: l.box})
	if n > 1 && b.only == 0 {
		if err := w.Rule(); err != nil {
			return err
		}
	}
	return l.tell(ctx, w, 1)
}
