// Package raw shows any file as it is: verbatim bytes, or a hex dump.
package raw

import (
	"context"
	"errors"
	"io"
	"iter"

	"fread/internal/reader"
	"fread/internal/reader/cursor"
	"fread/internal/reader/detect"
	"fread/internal/reader/source"
)

const (
	hexRow    = 16       // bytes in a line of a dump
	blockSize = 64 << 10 // bytes read at once
)

// Reader implements reader.Reader for bytes.
type Reader struct{}

// Info implements reader.Reader.
func (Reader) Info() reader.Info {
	return reader.Info{Name: "raw", Forms: []reader.Form{reader.FormBytes, reader.FormHex}, Unit: reader.UnitByte}
}

// Match implements reader.Reader.
func (Reader) Match(t detect.Type, form reader.Form) bool {
	return (form == reader.FormBytes || form == reader.FormHex) && t.Kind != detect.Directory
}

// Open implements reader.Reader.
func (Reader) Open(_ context.Context, f *source.File, o reader.Options) (reader.Document, error) {
	return &document{f: f, hex: o.Form == reader.FormHex, window: o.Limits.Window, block: o.Limits.Bytes}, nil
}

type document struct {
	f      *source.File
	hex    bool
	window int64 // bytes that are asked for; 0: all
	block  int64 // bytes that may be shown; 0: any number
}

func (d *document) Close() error { return nil }

// Meta implements reader.Document.
func (d *document) Meta() reader.Meta {
	m := reader.Meta{ContentFormat: "text", TotalExact: true}
	if size := d.f.Size(); size >= 0 {
		m.Total = &size
	}
	return m
}

// Units implements reader.Document. The number of a unit is that of its first
// byte, from 1. No unit crosses the end of the window.
func (d *document) Units(ctx context.Context, from cursor.Position) iter.Seq2[*reader.Unit, error] {
	return func(yield func(*reader.Unit, error) bool) {
		off, err := d.first(from)
		if err != nil {
			yield(nil, err)
			return
		}
		left := d.window
		if !d.hex && (left == 0 || (d.block > 0 && d.block < left)) {
			left = d.block // so that a view of bytes ends exactly at its limit
		}
		buf := make([]byte, blockSize)
		for {
			if err := ctx.Err(); err != nil {
				yield(nil, err)
				return
			}
			want := buf
			if left > 0 {
				want = buf[:min(int64(len(buf)), left)]
				left -= int64(len(want))
			}
			if size := d.f.State.Size; size >= 0 { // a file is read as far as it went when it was opened
				want = want[:max(0, min(int64(len(want)), size-off))]
			}
			if len(want) == 0 {
				return
			}
			n, err := d.f.ReadAt(want, off)
			if err != nil && !errors.Is(err, io.EOF) {
				yield(nil, err)
				return
			}
			if n == 0 || !d.yieldBlock(off, want[:n], yield) || err != nil {
				return
			}
			off += int64(n)
			d.f.Release(off)
		}
	}
}

func (d *document) yieldBlock(off int64, p []byte, yield func(*reader.Unit, error) bool) bool {
	step := len(p)
	if d.hex {
		step = hexRow
	}
	var line []byte
	for len(p) > 0 {
		row := p[:min(step, len(p))]
		place := off
		u := reader.Unit{No: off + 1, Start: at(off), Next: at(off + int64(len(row))), Text: row, EOL: d.hex, At: reader.Place{Byte: &place}}
		if d.hex {
			line = appendDump(line[:0], off, row)
			u.Text = line
		}
		if !yield(&u, nil) {
			return false
		}
		off += int64(len(row))
		p = p[len(row):]
	}
	return true
}

func at(off int64) cursor.Position { return cursor.Position{Unit: off + 1, Byte: off} }

// first returns the offset that from means.
func (d *document) first(from cursor.Position) (int64, error) {
	switch {
	case from.Byte > 0:
		return from.Byte, nil
	case from.Unit > 0:
		return from.Unit - 1, nil
	case from.Unit == 0:
		return 0, nil
	}
	size := d.f.Size()
	for one := make([]byte, 1); size < 0; size = d.f.Size() { // a stream has to be read to its end
		if _, err := d.f.ReadAt(one, 1<<62); err != nil && !errors.Is(err, io.EOF) {
			return 0, err
		}
	}
	return max(0, size+from.Unit), nil
}

// Split implements reader.Splitter.
func (d *document) Split(start cursor.Position, n int) (cursor.Position, error) {
	return at(start.Byte + int64(n)), nil
}

// appendDump appends one line of a dump: offset, bytes in hexadecimal, and
// the printable ASCII among them.
func appendDump(b []byte, off int64, row []byte) []byte {
	const digits = "0123456789abcdef"
	shift := 28 // of the first of 8 digits
	for off>>(shift+4) != 0 {
		shift += 4
	}
	for ; shift >= 0; shift -= 4 {
		b = append(b, digits[off>>shift&15])
	}
	b = append(b, ' ')
	for i := range hexRow {
		if i == hexRow/2 {
			b = append(b, ' ')
		}
		if i < len(row) {
			b = append(b, ' ', digits[row[i]>>4], digits[row[i]&15])
		} else {
			b = append(b, "   "...)
		}
	}
	b = append(b, "  |"...)
	for _, c := range row {
		if c < 0x20 || c > 0x7e {
			c = '.'
		}
		b = append(b, c)
	}
	return append(b, '|')
}
