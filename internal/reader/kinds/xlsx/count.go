package xlsx

import (
	"bytes"
	"context"

	"fread/internal/reader/workbook"
)

// skipTo passes over the rows before number first without looking into them.
func (r *run) skipTo(ctx context.Context, first int) error {
	return r.pass(ctx, first, false)
}

// count goes to the end of the rows, and notes the last that has a value.
func (r *run) count(ctx context.Context) error {
	if !r.inData {
		return nil
	}
	if err := r.pass(ctx, workbook.MaxRows+1, true); err != nil {
		return err
	}
	r.inData = false
	return r.tail()
}

// pass goes from row to row by looking for their tags, up to the first with a
// number from first on, or to the end of the rows. Counting, it looks whether
// they have values. In a row it looks at the bytes only: where < is text, it is
// written otherwise.
func (r *run) pass(ctx context.Context, first int, counting bool) error {
	s := r.s
	row, closing := []byte("<"+r.prefix+"row"), []byte("</"+r.prefix+"sheetData")
	s.closes = false
	inside := 0 // the row of which the content is being passed over
	for count := 0; ; count++ {
		if count&0xff == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		segment, found, err := r.toRow(row, closing)
		if err != nil {
			return r.broken(err)
		}
		ends := -1
		if !found {
			ends = bytes.Index(segment, closing)
		}
		if ends >= 0 {
			segment = segment[:ends]
		}
		if counting && inside > r.sh.last && r.hasValue(segment) {
			r.note(inside, 0)
		}
		s.at += len(segment)
		if ends >= 0 {
			r.inData = false
			_, err := s.next()
			return err
		}
		if !found {
			s.at = max(s.at-len(closing)-8, 0) // a tag may be cut here
			r.ahead()
			if !s.fill() {
				return r.broken(s.ended())
			}
			continue
		}
		back := s.offset()
		at := r.at
		number, err := r.rowTag()
		if err != nil {
			return r.broken(err)
		}
		if number >= first {
			if n := int(s.offset() - back); n <= s.at { // it is taken again by who wants it
				s.at -= n
				s.closes = false
				r.at = at
			}
			return nil
		}
		r.at, inside = number, number
	}
}

// toRow returns the bytes before the next tag of a row, or all that are here. A
// tag of another name that begins alike comes behind the rows.
func (r *run) toRow(tag, closing []byte) (before []byte, found bool, err error) {
	s := r.s
	for from := 0; ; {
		rest := s.buf[s.at:]
		i := bytes.Index(rest[from:], tag)
		if i < 0 {
			return rest, false, nil
		}
		from += i
		if len(rest) < from+len(tag)+1 {
			if !s.fill() {
				return nil, false, s.ended()
			}
			continue
		}
		if c := rest[from+len(tag)]; c <= ' ' || c == '>' || c == '/' {
			return rest[:from], true, nil
		}
		if bytes.Contains(rest[:from], closing) {
			return rest[:from], false, nil
		}
		from += len(tag)
	}
}

// rowTag takes the tag of a row and returns its number.
func (r *run) rowTag() (int, error) {
	s := r.s
	const usual = ` r="`
	b := s.buf[s.at+1+len(r.prefix)+len("row"):]
	if len(b) > 24 && string(b[:len(usual)]) == usual {
		n, i := 0, len(usual)
		for ; b[i] >= '0' && b[i] <= '9' && i < len(usual)+8; i++ {
			n = n*10 + int(b[i]-'0')
		}
		if b[i] == '"' && n > 0 {
			s.at += 4 + len(r.prefix) + i
			return n, nil
		}
	}
	if _, err := s.next(); err != nil {
		return 0, err
	}
	s.closes = false
	if v, ok := s.attr("r"); ok {
		if n := atoi(v); n > 0 {
			return n, nil
		}
	}
	return r.at + 1, nil
}

// hasValue reports whether there is a value, or a formula without one, among
// cells.
func (r *run) hasValue(cells []byte) bool {
	if r.prefix == "" {
		return bytes.Contains(cells, []byte("<v>")) || bytes.Contains(cells, []byte("<is>")) || bytes.Contains(cells, []byte("<f")) || bytes.Contains(cells, []byte("<v "))
	}
	return bytes.Contains(cells, []byte("<"+r.prefix+"v")) || bytes.Contains(cells, []byte("<"+r.prefix+"is")) || bytes.Contains(cells, []byte("<"+r.prefix+"f"))
}
