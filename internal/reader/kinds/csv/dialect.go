package csv

import (
	"bytes"
	"encoding/binary"
	"math/bits"
)

// dialect is how records and fields are told apart: RFC 4180 with the freedoms
// that files take.
//
//   - A quote opens a quoted field only where the field begins; anywhere else it
//     is a character like others.
//   - What follows a closing quote belongs to the field as it stands.
//   - A record ends at LF or CRLF outside quotes. Only where a file has no LF at
//     all does CR end one.
//   - The delimiter and line ends inside quotes belong to the field.
type dialect struct {
	comma  byte
	quote  byte
	eol    byte // LF or CR
	spaced bool // blanks before an opening quote are not part of the field
}

// Eight bytes at once: each 1, and each with its high bit.
const (
	ones  = 0x0101010101010101
	highs = 0x8080808080808080
)

// A place is where in a record a scan stands.
type place uint8

const (
	atField place = iota // before the first byte of a field
	plain                // in what is not quoted
	quoted               // between quotes
	closing              // behind a quote that ends the quoted part unless another follows
)

// scan moves over data from a place inside a record to the end of the record,
// and returns how much of data that is and whether the end was found.
func (d *dialect) scan(at *place, data []byte) (n int, done bool) {
	if *at == atField {
		// Most lines have no quotes, and are then records.
		if i := bytes.IndexByte(data, d.eol); i >= 0 && bytes.IndexByte(data[:i], d.quote) < 0 {
			return i + 1, true
		}
	}
	n, rows := d.pass(at, data, 1)
	return n, rows == 1
}

// pass moves over data from a place inside a record, up to the n-th end of a
// record, and returns how much of data that is and how many ends it passed.
//
// Only quotes and line ends are looked at, found eight bytes at a time. Outside
// quotes, a quote opens a field if the byte before it is a delimiter or a line
// end; right behind the one that closed, it makes that an escaped one.
func (d *dialect) pass(at *place, data []byte, n int64) (size int, rows int64) {
	quotes, ends := ones*uint64(d.quote), ones*uint64(d.eol)
	inside, closed := *at == quoted, -2 // closed: where the last quoted part ended
	if *at == closing {
		closed = -1
	}
	for base := 0; base < len(data); base += 8 {
		var w uint64
		if len(data)-base >= 8 {
			w = binary.LittleEndian.Uint64(data[base:])
		} else {
			for i, c := range data[base:] {
				w |= uint64(c) << (8 * i)
			}
		}
		q, e := w^quotes, w^ends
		// The high bit is set where a byte is one of the two, and perhaps in the
		// byte above; looking at the byte decides.
		for m := ((q-ones)&^q | (e-ones)&^e) & highs; m != 0; m &= m - 1 {
			i := base + bits.TrailingZeros64(m)/8
			if i >= len(data) {
				break
			}
			switch c := data[i]; {
			case c == d.quote && inside:
				inside, closed = false, i
			case c == d.quote:
				inside = closed == i-1 || d.opens(*at, data[:i])
			case c == d.eol && !inside:
				if rows++; rows == n {
					*at = atField
					return i + 1, rows
				}
			}
		}
	}
	switch {
	case inside:
		*at = quoted
	case closed == len(data)-1:
		*at = closing
	case d.opens(*at, data):
		*at = atField
	default:
		*at = plain
	}
	return len(data), rows
}

// opens reports whether a field begins behind before, which began at a place.
func (d *dialect) opens(at place, before []byte) bool {
	i := len(before)
	for d.spaced && i > 0 && before[i-1] == ' ' {
		i--
	}
	if i == 0 {
		return at == atField
	}
	return before[i-1] == d.comma || before[i-1] == d.eol
}

// trimEnd returns a record without its line end.
func (d *dialect) trimEnd(record []byte) []byte {
	if n := len(record); n > 0 && record[n-1] == d.eol {
		record = record[:n-1]
		if d.eol == '\n' {
			record = bytes.TrimSuffix(record, []byte{'\r'})
		}
	}
	return record
}

// row is one record taken apart.
type row struct {
	text []byte // the values, with one byte between two; valid as long as the record
	ends []int  // of each value in text
	buf  []byte
	open bool // a quote is not closed
	cut  bool // there are more fields than maxFields
}

// fields is how many values there are; a blank line has none.
func (r *row) fields() int { return len(r.ends) }

// value returns value i of s, which is text or its string.
func value[T string | []byte](r *row, s T, i int) T {
	start := 0
	if i > 0 {
		start = r.ends[i-1] + 1
	}
	return s[start:r.ends[i]]
}

// split takes a record without its line end apart.
func (d *dialect) split(r *row, record []byte) {
	r.text, r.ends, r.open, r.cut = nil, r.ends[:0], false, false
	if len(record) == 0 {
		return
	}
	if bytes.IndexByte(record, d.quote) < 0 {
		d.divide(r, record)
		return
	}
	if cap(r.buf) < len(record)+8 {
		r.buf = make([]byte, len(record)+len(record)/4+8)
	}
	text := r.buf[:len(record)+8] // no field becomes longer, and copyTo needs room
	i, w := 0, 0
	for {
		start := i
		for d.spaced && i < len(record) && record[i] == ' ' {
			i++
		}
		if i == len(record) || record[i] != d.quote {
			i = start
		} else {
			i++
			for {
				n := copyTo(text[w:], record[i:], d.quote)
				w += n
				if i += n; i == len(record) {
					r.open = true
					break
				}
				if i++; i == len(record) || record[i] != d.quote {
					break
				}
				text[w] = d.quote
				w++
				i++
			}
		}
		if i < len(record) && record[i] != d.comma {
			n := copyTo(text[w:], record[i:], d.comma)
			w += n
			i += n
		}
		r.ends = append(r.ends, w)
		if r.cut = len(r.ends) == maxFields && i < len(record); i == len(record) || r.cut {
			r.text = text[:w]
			return
		}
		text[w] = '\t'
		w++
		i++
	}
}

// copyTo copies src up to the first stop byte, eight bytes at a time, and
// returns how many those were. Dst is at least eight bytes longer than src.
func copyTo(dst, src []byte, stop byte) int {
	stops := ones * uint64(stop)
	i := 0
	for ; i+8 <= len(src); i += 8 {
		w := binary.LittleEndian.Uint64(src[i:])
		binary.LittleEndian.PutUint64(dst[i:], w)
		q := w ^ stops
		if m := (q - ones) &^ q & highs; m != 0 { // the lowest bit of it is exact
			return i + bits.TrailingZeros64(m)/8
		}
	}
	for ; i < len(src) && src[i] != stop; i++ {
		dst[i] = src[i]
	}
	return i
}

// divide takes a record without quotes apart where it lies, eight bytes at a time.
func (d *dialect) divide(r *row, record []byte) {
	commas := ones * uint64(d.comma)
	r.text = record
	i := 0
	for ; i+8 <= len(record) && len(r.ends) <= maxFields; i += 8 {
		q := binary.LittleEndian.Uint64(record[i:]) ^ commas
		for m := (q - ones) &^ q & highs; m != 0; m &= m - 1 {
			if at := i + bits.TrailingZeros64(m)/8; record[at] == d.comma {
				r.ends = append(r.ends, at)
			}
		}
	}
	for ; i < len(record) && len(r.ends) <= maxFields; i++ {
		if record[i] == d.comma {
			r.ends = append(r.ends, i)
		}
	}
	r.ends = append(r.ends, len(record))
	if len(r.ends) > maxFields {
		r.ends, r.cut = r.ends[:maxFields], true
		r.text = record[:r.ends[maxFields-1]]
	}
}
