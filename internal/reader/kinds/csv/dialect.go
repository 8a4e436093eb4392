package csv

import "bytes"

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
	quote  byte // 0: fields are not quoted
	eol    byte // LF or CR
	spaced bool // blanks before an opening quote are not part of the field
}

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
	if d.quote == 0 || *at == atField {
		// Most lines have no quotes, and are then records.
		i := bytes.IndexByte(data, d.eol)
		switch {
		case i >= 0 && (d.quote == 0 || bytes.IndexByte(data[:i], d.quote) < 0):
			return i + 1, true
		case d.quote == 0:
			return len(data), false
		}
	}
	i := 0
	for i < len(data) {
		switch *at {
		case atField:
			switch {
			case data[i] == d.quote:
				*at = quoted
				i++
			case d.spaced && data[i] == ' ':
				i++
			default:
				*at = plain
			}
		case plain:
			for i < len(data) && data[i] != d.comma && data[i] != d.eol {
				i++
			}
			if i == len(data) {
				return i, false
			}
			*at = atField
			if i++; data[i-1] == d.eol {
				return i, true
			}
		case quoted:
			j := bytes.IndexByte(data[i:], d.quote)
			if j < 0 {
				return len(data), false
			}
			i += j + 1
			*at = closing
		case closing:
			*at = plain
			if data[i] == d.quote {
				*at = quoted
				i++
			}
		}
	}
	return i, false
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
	text []byte // the values, with a tab between two
	ends []int  // of each value in text
	open bool   // a quote is not closed
	cut  bool   // there are more fields than maxFields
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
	r.text, r.ends, r.open, r.cut = r.text[:0], r.ends[:0], false, false
	if len(record) == 0 {
		return
	}
	if d.quote == 0 || bytes.IndexByte(record, d.quote) < 0 {
		r.text = append(r.text, record...)
		for i, c := range r.text {
			if c == d.comma {
				if r.ends = append(r.ends, i); len(r.ends) == maxFields {
					r.text, r.cut = r.text[:i], true
					return
				}
				r.text[i] = '\t'
			}
		}
		r.ends = append(r.ends, len(r.text))
		return
	}
	for {
		rest := record
		if d.spaced {
			rest = bytes.TrimLeft(record, " ")
		}
		if len(rest) > 0 && rest[0] == d.quote {
			record = d.unquote(r, rest[1:])
		}
		i := bytes.IndexByte(record, d.comma)
		if i < 0 {
			r.text = append(r.text, record...)
			r.ends = append(r.ends, len(r.text))
			return
		}
		r.text = append(r.text, record[:i]...)
		if r.ends = append(r.ends, len(r.text)); len(r.ends) == maxFields {
			r.cut = true
			return
		}
		r.text = append(r.text, '\t')
		record = record[i+1:]
	}
}

// unquote takes what lies between quotes and returns what follows them.
func (d *dialect) unquote(r *row, b []byte) (rest []byte) {
	for {
		i := bytes.IndexByte(b, d.quote)
		if i < 0 {
			r.text = append(r.text, b...)
			r.open = true
			return nil
		}
		r.text = append(r.text, b[:i]...)
		b = b[i+1:]
		if len(b) == 0 || b[0] != d.quote {
			return b
		}
		r.text = append(r.text, d.quote)
		b = b[1:]
	}
}
