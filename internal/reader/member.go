package reader

import (
	"context"
	"encoding/base64"
	"errors"
	"io"
	"iter"

	"fread/internal/limits"
	"fread/internal/reader/cursor"
	"fread/internal/reader/fault"
	"fread/internal/reader/source"
)

// memberPiece is how much of a member is passed on at once: bytes that base64
// needs no padding for.
const memberPiece = 48 << 10

// Member is the bytes of a file inside another one as a Document, whose units are
// base64, since units are text, and say in At.Member what its name is. A Reader
// with Info.Members gives it for the form FormBytes and a part.
type Member struct {
	name string
	r    io.Reader
	most int64
}

// NewMember returns the content of r, of which more than most bytes are refused,
// as a document.
func NewMember(name string, r io.Reader, most int64) *Member {
	return &Member{name: name, r: r, most: most}
}

// Meta implements Document.
func (m *Member) Meta() Meta { return Meta{} }

// Close implements Document.
func (m *Member) Close() error { return nil }

// Units implements Document; they can be had once.
func (m *Member) Units(ctx context.Context, _ cursor.Position) iter.Seq2[*Unit, error] {
	return func(yield func(*Unit, error) bool) {
		u := Unit{At: Place{Member: m.name}}
		buf := make([]byte, memberPiece)
		for total := int64(0); ; {
			if err := ctx.Err(); err != nil {
				yield(nil, err)
				return
			}
			n, err := io.ReadFull(m.r, buf)
			total += int64(n)
			if total > m.most {
				yield(nil, fault.New(fault.TooComplex, fault.PhaseConvert, "", "What is to be read has more than "+limits.FormatSize(m.most)+".", "Save it as a file of its own, and read that."))
				return
			}
			u.No++
			u.Start, u.Next = cursor.Position{Unit: u.No}, cursor.Position{Unit: u.No + 1}
			u.Text = base64.StdEncoding.AppendEncode(u.Text[:0], buf[:n])
			if (n > 0 || u.No == 1) && !yield(&u, nil) {
				return
			}
			switch {
			case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
				return
			case err != nil:
				yield(nil, err)
				return
			}
		}
	}
}

// inside returns the file inside f that o.Part names, or nil if it names none.
func (e *Engine) inside(ctx context.Context, f *source.File, o Options, res *Result) (*source.File, error) {
	r, err := e.Registry.pick(o.Type, FormDefault, o.Part)
	if err != nil || !r.Info().Members {
		return nil, nil //nolint:nilerr,nilnil // what is wrong is said where the whole is opened
	}
	return e.member(ctx, r, f, o, res)
}

// member returns the file inside f that the part of an address names, or nil if
// it names no file. It has the identity of f, so that cursors into it hold as
// long as f stays the same.
func (e *Engine) member(ctx context.Context, r Reader, f *source.File, o Options, res *Result) (*source.File, error) {
	o.Form, o.Resume = FormBytes, nil
	doc, err := e.openDocument(ctx, r, f, o, res)
	switch {
	case fault.CodeOf(err) == fault.NotFound:
		return nil, nil //nolint:nilnil // the part may name something else
	case err != nil:
		return nil, err
	}
	defer func() { _ = doc.Close() }()
	var content, piece []byte
	name := ""
	for u, err := range doc.Units(ctx, cursor.Position{}) {
		if err != nil {
			return nil, err
		}
		name = u.At.Member
		if piece = append(piece, u.Text...); u.More {
			continue
		}
		if content, err = base64.StdEncoding.AppendDecode(content, piece); err != nil {
			return nil, err
		}
		piece = piece[:0]
	}
	inner := source.FromBytes(name, content)
	inner.Path, inner.State.ID, inner.State.ModTime = f.Path, f.State.ID, f.State.ModTime
	return inner, nil
}
