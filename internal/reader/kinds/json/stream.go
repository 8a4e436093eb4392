package json

import (
	"bytes"
	"context"
	"errors"

	"fread/internal/reader/forward"
)

// maxRow is the largest value that is kept whole; of a larger one the
// beginning is shown.
const maxRow = 8 << 20

// A stream takes values from a text one after the other.
type stream struct {
	ctx     context.Context //nolint:containedctx // it lives as long as one call of Units
	t       *forward.Text
	skipper skipper
	relaxed bool   // comments or needless commas were passed
	large   []byte // the beginning of a value larger than maxRow
	turn    turn
	most    int // give up on a value that is larger; 0: maxRow applies
}

// A turn says what may come before the next row.
type turn byte

const (
	resumed turn = iota // perhaps the comma behind a row
	atFirst             // nothing
	later               // a comma
)

// errLarge ends the look at a sample.
var errLarge = errors.New("the value is larger than a sample")

// peek passes over blanks and comments and returns the byte behind them; ok is
// false at the end.
func (s *stream) peek() (c byte, ok bool, err error) {
	for {
		data := s.t.Data
		i := 0
		for i < len(data) && isBlank(data[i]) {
			i++
		}
		s.t.Advance(i)
		switch {
		case i == len(data) && s.t.Ended:
			return 0, false, nil
		case i == len(data):
			err = s.t.More(s.ctx)
		case data[i] == '/':
			err = s.passComment()
		default:
			return data[i], true, nil
		}
		if err != nil {
			return 0, false, err
		}
	}
}

// isBlank knows the blanks of JSON, and the record separator of JSON text
// sequences (RFC 7464).
func isBlank(c byte) bool {
	return c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == 0x1e
}

func (s *stream) passComment() error {
	s.relaxed = true
	k := skipper{began: true, slash: true}
	s.t.Advance(1)
	for k.slash || k.comment != 0 {
		if len(s.t.Data) == 0 {
			if s.t.Ended {
				return nil
			}
			if err := s.t.More(s.ctx); err != nil {
				return err
			}
			continue
		}
		n, err := k.inComment(s.t.Data)
		if err != nil {
			return err
		}
		s.t.Advance(n)
	}
	return nil
}

// skip passes over the value that starts here.
func (s *stream) skip() error {
	s.skipper.reset()
	return s.finish()
}

func (s *stream) finish() error {
	for {
		n, done, err := s.skipper.run(s.t.Data)
		if err != nil {
			s.t.Advance(n)
			return err
		}
		s.t.Advance(n)
		switch {
		case done:
			return nil
		case s.t.Ended && s.skipper.scalar:
			return nil
		case s.t.Ended:
			return errEnds
		}
		if err := s.t.More(s.ctx); err != nil {
			return err
		}
	}
}

// take returns the value that starts here and passes over it. It is valid until
// the stream is used again. Of a value larger than maxRow the beginning is
// returned, and whole is false.
func (s *stream) take() (raw []byte, whole bool, err error) {
	s.skipper.reset()
	n := 0
	for {
		k, done, err := s.skipper.run(s.t.Data[n:])
		n += k
		switch {
		case err != nil:
			s.t.Advance(n)
			return nil, false, err
		case done, s.t.Ended && s.skipper.scalar:
			raw = s.t.Data[:n]
			s.t.Advance(n)
			return raw, true, nil
		case s.t.Ended:
			s.t.Advance(n)
			return nil, false, errEnds
		case s.most > 0 && n > s.most:
			return nil, false, errLarge
		case n > maxRow:
			s.large = append(s.large[:0], s.t.Data[:maxRow]...)
			s.t.Advance(n)
			return s.large, false, s.finish()
		}
		if err := s.t.More(s.ctx); err != nil {
			return nil, false, err
		}
	}
}

// line returns the next line that is not blank, without blanks around it, and
// the offset of its first byte.
func (s *stream) line() (raw []byte, at int64, ok, whole bool, err error) {
	for {
		if ok, err := s.blank(); !ok || err != nil {
			return nil, 0, false, false, err
		}
		at = s.t.Offset()
		seen := 0
		for {
			i := bytes.IndexByte(s.t.Data[seen:], '\n')
			if i >= 0 || s.t.Ended {
				n := len(s.t.Data)
				if i >= 0 {
					n = seen + i
				}
				raw = s.t.Data[:n]
				s.t.Advance(n)
				return bytes.TrimRight(raw, " \t\r\x1e"), at, true, true, nil
			}
			if seen = len(s.t.Data); s.most > 0 && seen > s.most {
				return nil, 0, false, false, errLarge
			}
			if seen > maxRow {
				s.large = append(s.large[:0], s.t.Data[:maxRow]...)
				return s.large, at, true, false, s.passLine()
			}
			if err := s.t.More(s.ctx); err != nil {
				return nil, 0, false, false, err
			}
		}
	}
}

// blank passes over blanks, comments not being possible between lines.
func (s *stream) blank() (ok bool, err error) {
	for {
		data := s.t.Data
		i := 0
		for i < len(data) && isBlank(data[i]) {
			i++
		}
		s.t.Advance(i)
		if i < len(data) {
			return true, nil
		}
		if s.t.Ended {
			return false, nil
		}
		if err := s.t.More(s.ctx); err != nil {
			return false, err
		}
	}
}

// passLine passes over the rest of a line.
func (s *stream) passLine() error {
	for {
		i := bytes.IndexByte(s.t.Data, '\n')
		if i >= 0 {
			s.t.Advance(i)
			return nil
		}
		s.t.Advance(len(s.t.Data))
		if s.t.Ended {
			return nil
		}
		if err := s.t.More(s.ctx); err != nil {
			return err
		}
	}
}

// skipLines passes over up to n lines that are not blank, and returns how many
// there were.
func (s *stream) skipLines(n int64) (passed int64, err error) {
	for passed < n {
		if ok, err := s.blank(); !ok || err != nil {
			return passed, err
		}
		data, pos := s.t.Data, 0
		for passed < n {
			i := bytes.IndexByte(data[pos:], '\n')
			if i < 0 {
				break
			}
			passed++
			pos += i + 1
			for pos < len(data) && isBlank(data[pos]) {
				pos++
			}
		}
		s.t.Advance(pos)
		if pos == len(data) || passed == n {
			continue
		}
		if err := s.passLine(); err != nil {
			return passed, err
		}
		passed++
	}
	return passed, nil
}
