// Package forward reads the text of a file from a place on, block by block and
// in bounded memory, and knows where in the file every part of it lies. Kinds
// that read records instead of lines stand on it.
package forward

import (
	"context"
	"errors"
	"io"

	"fread/internal/reader/charset"
	"fread/internal/reader/source"
)

const (
	pieceSize = 64 << 10
	blockSize = 256 << 10 // once more than a page is wanted
)

// Text is a window of text that moves forward over a file.
type Text struct {
	Data  []byte // not yet taken; valid until the next call of More
	Ended bool   // nothing follows Data

	src     block
	enc     *charset.Encoding // nil: Data is the bytes of the file
	dec     *charset.Decoder
	buf     []byte // that Data lies in, of decoded text
	decoded int    // bytes of src.data that Data was decoded from
	bad     int64
	first   int64
}

// New returns the text of f from offset at to offset end; end -1 is the end of
// the file. With an encoding the text is decoded, without one Data is the bytes
// as they are.
func New(f *source.File, enc *charset.Encoding, at, end int64) *Text {
	t := &Text{src: block{f: f, off: at, end: end}, enc: enc, first: -1}
	if enc != nil {
		t.dec = enc.NewDecoder()
		t.src.keep = !enc.Stateful()
	}
	if head, complete, err := f.Head(); err == nil && at < int64(len(head)) {
		if end >= 0 && end <= int64(len(head)) {
			head, complete = head[:end], true
		}
		t.src.data, t.src.ended = head[at:], complete
		t.decode()
	}
	return t
}

// Offset returns where in the file Data starts, or 0 where that cannot be said:
// in an encoding in which escape sequences decide what a byte means.
func (t *Text) Offset() int64 {
	if t.enc != nil && t.enc.Stateful() {
		return 0
	}
	return t.src.off
}

// Undecodable returns how many bytes were decoded to U+FFFD, and where the
// first was.
func (t *Text) Undecodable() (n, first int64) { return t.bad, t.first }

// More reads on, so that Data grows or Ended becomes true.
func (t *Text) More(ctx context.Context) error {
	before := len(t.Data)
	for !t.Ended && len(t.Data) == before { // a block may hold no whole character
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := t.src.more(); err != nil {
			return err
		}
		t.decode()
	}
	return nil
}

// Hold keeps a stream from forgetting what lies behind off, which otherwise goes
// as soon as it is taken.
func (t *Text) Hold(off int64) { t.src.hold, t.src.held = off, true }

// Advance takes the first n bytes of Data.
func (t *Text) Advance(n int) {
	if n == 0 {
		return
	}
	if t.enc == nil {
		t.src.advance(n)
		t.Data = t.src.data
		return
	}
	if t.src.keep {
		k := t.decoded
		if n < len(t.Data) {
			k = t.enc.SourceLen(t.src.data[:t.decoded], n)
		}
		t.src.advance(k)
		t.decoded -= k
	}
	t.Data = t.Data[n:]
}

// Cut drops what lies behind the first n bytes of Data, and with it the rest of
// the file.
func (t *Text) Cut(n int) {
	t.Data, t.Ended, t.src.ended = t.Data[:n], true, true
	if t.enc == nil {
		t.src.data = t.src.data[:n]
	}
}

// decode brings Data up to what has been read.
func (t *Text) decode() {
	s := &t.src
	if t.enc == nil {
		t.Data, t.Ended = s.data, s.ended
		return
	}
	kept := t.Data
	if cap(t.buf)-cap(kept) > len(kept) { // room before Data: move it there
		kept = t.buf[:copy(t.buf[:cap(t.buf)], kept)]
	}
	out, used, bad, first := t.dec.Append(kept, s.data[t.decoded:], s.ended)
	if bad > 0 && t.first < 0 {
		t.first = s.off + int64(t.decoded+first)
	}
	t.bad += int64(bad)
	t.decoded += used
	if cap(out) > cap(t.buf) {
		t.buf = out[:0]
	}
	t.Data, t.Ended = out, s.ended
	if !s.keep {
		s.advance(t.decoded)
		t.decoded = 0
	}
}

// block is the bytes of the file below a Text.
type block struct {
	f     *source.File
	data  []byte
	off   int64 // of data in the file
	end   int64 // -1: of the file
	ended bool
	keep  bool // data stays until it is advanced over
	buf   []byte
	read  int64
	held  bool
	hold  int64
}

func (s *block) advance(n int) {
	s.data = s.data[n:]
	s.off += int64(n)
}

// more reads the next block behind data and lets a stream forget what lies
// before data.
func (s *block) more() error {
	size := pieceSize
	if s.read >= 4*pieceSize {
		size = blockSize
	}
	if need := len(s.data) + size; cap(s.buf) < need {
		grown := make([]byte, max(need, min(2*cap(s.buf), need+(4<<20))))
		copy(grown, s.data)
		s.buf = grown
	} else {
		copy(s.buf[:cap(s.buf)], s.data)
	}
	kept := len(s.data)
	want := s.buf[kept : kept+size]
	at := s.off + int64(kept)
	end := s.end
	if !s.f.Stream() && (end < 0 || end > s.f.State.Size) {
		end = s.f.State.Size // as far as it went when it was opened
	}
	if end >= 0 {
		want = want[:max(0, min(int64(len(want)), end-at))]
	}
	n := 0
	if len(want) > 0 {
		var err error
		n, err = s.f.ReadAt(want, at)
		if err != nil && !errors.Is(err, io.EOF) {
			return err
		}
		s.ended = err != nil
	}
	if end >= 0 && at+int64(n) >= end {
		s.ended = true
	}
	s.data = s.buf[:kept+n]
	s.read += int64(n)
	if s.held {
		s.f.Release(min(s.off, s.hold))
	} else {
		s.f.Release(s.off)
	}
	return nil
}
