package xlsx

import (
	"bytes"
	"context"

	"fread/internal/reader/workbook"
)

// skipTo passes over the rows before number first without looking into them.
func (r *run) skipTo(ctx context.Context, first int) error {
	_, err := r.pass(ctx, first, false)
	return err
}

// count goes to the end of the rows, and notes the last that has a value.
func (r *run) count(ctx context.Context) error {
	if !r.inData {
		return nil
	}
	if _, err := r.pass(ctx, workbook.MaxRows+1, true); err != nil {
		return err
	}
	r.inData = false
	return r.tail()
}

// pass goes from row to row by looking for their tags, up to the first with a
// number from first on, or to the end of the rows. Counting, it looks whether
// they have values. In a row it looks at the bytes only: where < is text, it is
// written otherwise.
func (r *run) pass(ctx context.Context, first int, counting bool) (found bool, err error) {
	s := r.s
	row, closing := []byte("<"+r.prefix+"row"), []byte("</"+r.prefix+"sheetData")
	s.closes = false
	inside := 0 // the row of which the content is being passed over
	for count := 0; ; count++ {
		if count&0xff == 0 && ctx.Err() != nil {
			return false, ctx.Err()
		}
		i := bytes.Index(s.buf[s.at:], row)
		segment := s.buf[s.at:]
		if i >= 0 {
			segment = segment[:i]
		}
		if counting && inside > r.sh.last && r.hasValue(segment) {
			r.note(inside, 0)
		}
		if i < 0 {
			if j := bytes.Index(segment, closing); j >= 0 {
				s.at += j
				if _, err := s.next(); err != nil {
					return false, r.broken(err)
				}
				r.inData = false
				return false, nil
			}
			keep := max(len(closing), len(row)) + 8 // a tag may be cut here
			s.at += max(0, len(segment)-keep)
			r.ahead()
			if !s.fill() {
				return false, r.broken(s.ended())
			}
			continue
		}
		s.at += i
		for len(s.buf)-s.at < len(row)+1 {
			if !s.fill() {
				return false, r.broken(s.ended())
			}
		}
		if c := s.buf[s.at+len(row)]; c > ' ' && c != '>' && c != '/' { // another name
			s.at += len(row)
			continue
		}
		back := s.offset()
		at := r.at
		number, err := r.rowTag()
		if err != nil {
			return false, r.broken(err)
		}
		if number >= first {
			if n := int(s.offset() - back); n <= s.at { // it is taken again by who wants it
				s.at -= n
				s.closes = false
				r.at = at
			}
			return true, nil
		}
		r.at, inside = number, number
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
