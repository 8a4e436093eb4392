package reader

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"unicode/utf8"

	"fread/internal/limits"
	"fread/internal/reader/cells"
	"fread/internal/reader/cursor"
	"fread/internal/reader/fault"
)

// Units cross from a worker in a form of their own, because they are many. What
// else crosses is JSON.
const (
	wireMore = 1 << iota
	wireEOL
	wireCells
	wireEntry
	wireByte  // At.Byte is set
	wirePlace // another field of At is
	wireAhead
)

// appendUnit writes u, a long line in pieces.
func appendUnit(b []byte, u *Unit) ([]byte, error) {
	if u.Cells == nil && u.Entry == nil && len(u.Text) > unitPiece {
		piece := *u
		for text := u.Text; len(text) > 0; {
			n := min(unitPiece, len(text))
			for n < len(text) && !utf8.RuneStart(text[n]) {
				n--
			}
			piece.Text, text = text[:n], text[n:]
			piece.Next = piece.Start
			piece.Next.Col += int64(utf8.RuneCount(piece.Text))
			piece.More, piece.EOL = true, false
			if len(text) == 0 {
				piece.Next, piece.More, piece.EOL = u.Next, u.More, u.EOL
			}
			b = appendPiece(b, &piece)
			piece.Start, piece.Ahead = piece.Next, Extent{}
		}
		return b, nil
	}
	before := len(b)
	b = appendPiece(b, u)
	if n := len(b) - before; n > maxRowBytes {
		return b[:before], fault.New(fault.TooComplex, fault.PhaseConvert, "", fmt.Sprintf("One row holds %s, more than can be shown of one.", limits.FormatSize(int64(n))), "")
	}
	return b, nil
}

func appendPiece(b []byte, u *Unit) []byte {
	flags := byte(0)
	set := func(bit byte, on bool) {
		if on {
			flags |= bit
		}
	}
	at := u.At
	set(wireMore, u.More)
	set(wireEOL, u.EOL)
	set(wireCells, u.Cells != nil)
	set(wireEntry, u.Entry != nil)
	set(wireByte, at.Byte != nil)
	at.Byte = nil
	set(wirePlace, at != Place{})
	set(wireAhead, u.Ahead != Extent{})
	b = append(b, flags)
	b = binary.AppendVarint(b, u.No)
	for _, p := range [...]cursor.Position{u.Start, u.Next} {
		for _, v := range [...]int64{p.Unit, p.Byte, p.Col, p.Skip} {
			b = binary.AppendVarint(b, v)
		}
	}
	b = appendText(b, u.Text)
	if u.Cells != nil {
		b = binary.AppendUvarint(b, uint64(len(u.Cells)))
		for i := range u.Cells {
			b = append(b, byte(u.Cells[i].Type))
			b = appendText(b, u.Cells[i].Text)
		}
	}
	if u.Entry != nil {
		entry, _ := json.Marshal(u.Entry) // its fields cannot fail
		b = appendText(b, entry)
	}
	if u.At.Byte != nil {
		b = binary.AppendVarint(b, *u.At.Byte)
	}
	if flags&wirePlace != 0 {
		place, _ := json.Marshal(at)
		b = appendText(b, place)
	}
	if flags&wireAhead != 0 {
		b = binary.AppendVarint(b, u.Ahead.Lines)
		b = binary.AppendVarint(b, u.Ahead.Bytes)
	}
	return b
}

func appendText[T string | []byte](b []byte, text T) []byte {
	b = binary.AppendUvarint(b, uint64(len(text)))
	return append(b, text...)
}

// unitReader takes units out of a frame. A worker may have been taken over by
// what it reads, so nothing in a frame is trusted: what is wrong sets bad.
type unitReader struct {
	b     []byte
	bad   bool
	cells []cells.Cell
}

func (r *unitReader) unit(u *Unit) {
	*u = Unit{}
	if len(r.b) == 0 {
		r.bad = true
		return
	}
	flags := r.b[0]
	r.b = r.b[1:]
	u.No = r.varint()
	for _, p := range [...]*cursor.Position{&u.Start, &u.Next} {
		for _, v := range [...]*int64{&p.Unit, &p.Byte, &p.Col, &p.Skip} {
			*v = r.varint()
		}
	}
	u.More, u.EOL = flags&wireMore != 0, flags&wireEOL != 0
	u.Text = r.text()
	if flags&wireCells != 0 {
		n := r.uvarint()
		if n > uint64(len(r.b)) { // each takes two bytes or more
			r.bad = true
			return
		}
		r.cells = r.cells[:0]
		for range n {
			if len(r.b) == 0 {
				r.bad = true
				return
			}
			t := cells.Type(r.b[0])
			r.b = r.b[1:]
			r.cells = append(r.cells, cells.Cell{Type: t, Text: string(r.text())})
		}
		u.Cells = r.cells
		if u.Cells == nil {
			u.Cells = []cells.Cell{}
		}
	}
	if flags&wireEntry != 0 {
		u.Entry = new(Entry)
		r.json(u.Entry)
	}
	if flags&wireByte != 0 {
		at := r.varint()
		defer func() { u.At.Byte = &at }()
	}
	if flags&wirePlace != 0 {
		r.json(&u.At)
	}
	if flags&wireAhead != 0 {
		u.Ahead = Extent{Lines: r.varint(), Bytes: r.varint()}
	}
}

func (r *unitReader) varint() int64 {
	v, n := binary.Varint(r.b)
	if n <= 0 {
		r.bad, r.b = true, nil
		return 0
	}
	r.b = r.b[n:]
	return v
}

func (r *unitReader) uvarint() uint64 {
	v, n := binary.Uvarint(r.b)
	if n <= 0 {
		r.bad, r.b = true, nil
		return 0
	}
	r.b = r.b[n:]
	return v
}

func (r *unitReader) bytes() []byte {
	n := r.uvarint()
	if n > uint64(len(r.b)) {
		r.bad, r.b = true, nil
		return nil
	}
	p := r.b[:n:n]
	r.b = r.b[n:]
	return p
}

// text is UTF-8 whatever the worker sent.
func (r *unitReader) text() []byte {
	p := r.bytes()
	if !utf8.Valid(p) {
		r.bad = true
		return nil
	}
	return p
}

func (r *unitReader) json(v any) {
	if json.Unmarshal(r.bytes(), v) != nil {
		r.bad = true
	}
}
