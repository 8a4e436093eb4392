package html

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"unicode/utf8"

	"fread/internal/limits"
	"fread/internal/reader"
	"fread/internal/reader/charset"
	"fread/internal/reader/forward"
	"fread/internal/reader/markup"
	"fread/internal/reader/source"
)

// noteEncoding says what the page was decoded from.
func noteEncoding(w markup.Writer, g charset.Guess) {
	if g.Encoding == nil || g.Encoding.IsUTF8() {
		return
	}
	n := reader.Note{Code: reader.NoteEncoding, Message: fmt.Sprintf("Decoded from %s (%s).", g.Encoding.Name(), g.Evidence), Data: map[string]any{"encoding": g.Encoding.Name(), "confidence": g.Confidence}}
	if g.Confidence < 0.5 {
		n.Severity = reader.SeverityWarning
		n.Message = fmt.Sprintf("The encoding is not certain: decoded from %s (%s). Name another with --encoding if the text looks wrong.", g.Encoding.Name(), g.Evidence)
	}
	w.Note(n)
}

// text is the characters of a page as a stream.
type text struct {
	ctx  context.Context //nolint:containedctx // of one walk
	data *forward.Text
}

// settle revises a guess that rests on nothing but ASCII, where the rest of the
// file has other bytes that are not UTF-8: then what the page declares holds, and
// else what its first such bytes look like.
func settle(ctx context.Context, f *source.File, g charset.Guess) (charset.Guess, error) {
	head, complete, err := f.Head()
	if err != nil || !g.ASCII || complete || f.Stream() {
		return g, err
	}
	region := make([]byte, 64<<10)
	for at := int64(len(head)); ; at += int64(len(region)) {
		if err := ctx.Err(); err != nil {
			return g, err
		}
		n, err := f.ReadAt(region, at)
		if i := bytes.IndexFunc(region[:n], func(r rune) bool { return r >= utf8.RuneSelf }); i >= 0 {
			return revise(f, g, head, at+int64(i))
		}
		switch {
		case errors.Is(err, io.EOF) || n == 0:
			return g, nil
		case err != nil:
			return g, err
		}
	}
}

// revise decides by the bytes round the first that is not ASCII.
func revise(f *source.File, g charset.Guess, head []byte, at int64) (charset.Guess, error) {
	region := make([]byte, 64<<10)
	n, err := f.ReadAt(region, max(0, at-1<<10))
	if err != nil && !errors.Is(err, io.EOF) {
		return g, err
	}
	found := charset.DetectLegacy(region[:n])
	if found.Encoding == nil || found.Encoding.IsUTF8() {
		return g, nil
	}
	if e := charset.Declared(head); e != nil && !e.IsUTF8() && e.Width() == 1 {
		return charset.Guess{Encoding: e, Confidence: 0.95, Evidence: "declared in the file"}, nil
	}
	const sureEnough = 0.5 // a stray byte in ASCII is damage
	if found.Confidence < sureEnough {
		return g, nil
	}
	return found, nil
}

func newText(ctx context.Context, f *source.File, g charset.Guess) *text {
	enc := g.Encoding
	if enc == nil {
		enc = charset.UTF8()
	}
	t := &text{ctx: ctx, data: forward.New(f, enc, int64(g.BOM), -1)}
	if f.Stream() {
		t.data.Hold(0) // it may be walked again
	}
	return t
}

// Read implements io.Reader.
func (t *text) Read(p []byte) (int, error) {
	for len(t.data.Data) == 0 {
		if t.data.Ended {
			return 0, io.EOF
		}
		if err := t.data.More(t.ctx); err != nil {
			return 0, err
		}
	}
	n := copy(p, t.data.Data)
	t.data.Advance(n)
	return n, nil
}

// report says which bytes could not be decoded.
func (t *text) report(w markup.Writer) {
	bad, first := t.data.Undecodable()
	if bad == 0 {
		return
	}
	w.Omit("undecodable", bad)
	w.Note(reader.Note{
		Code: reader.NoteUndecodable, Severity: reader.SeverityWarning,
		Message: fmt.Sprintf("%s bytes cannot be decoded and are shown as U+FFFD; the first is byte %s.", limits.FormatCount(bad), limits.FormatCount(first+1)),
		Data:    map[string]any{"count": bad, "first": first},
	})
}
