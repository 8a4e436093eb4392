package html

import (
	"context"
	"fmt"
	"io"

	"fread/internal/limits"
	"fread/internal/reader"
	"fread/internal/reader/charset"
	"fread/internal/reader/forward"
	"fread/internal/reader/markup"
	"fread/internal/reader/source"
)

// text is the characters of a page as a stream.
type text struct {
	ctx  context.Context //nolint:containedctx // of one walk
	data *forward.Text
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
