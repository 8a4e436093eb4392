package xlsx

import (
	"bytes"
	"errors"
	"io"
	"strings"

	"fread/internal/reader/fault"
	"fread/internal/reader/opc"
)

const (
	maxString    = 32767 * 4 // bytes of a string: Excel allows 32,767 characters
	maxStrings   = 96 << 20  // bytes of all strings that are kept
	stringBlock  = 256 << 10 // of which so many lie in one block
	stringsChunk = 8192      // and so many places in one slice
)

// A stringTable is the shared strings of a workbook (18.4.9), read as far as
// cells have asked for them.
type stringTable struct {
	pack   *opc.Package
	name   string
	part   *opc.Part
	s      *scanner
	ended  bool
	long   bool               // a string was cut
	err    error              // why it could not be read to its end
	blocks []*strings.Builder // which must not move
	places [][]place
	count  int
	size   int
	buf    []byte
}

// A place is where a string lies: in which block, and where in it.
type place struct {
	block, from, to uint32
}

// get returns a string by its index; false: there is none.
func (t *stringTable) get(i int) (string, bool) {
	for i >= t.count {
		if t.ended || !t.read() {
			return "", false
		}
	}
	if i < 0 {
		return "", false
	}
	p := t.places[i/stringsChunk][i%stringsChunk]
	return t.blocks[p.block].String()[p.from:p.to], true
}

// read takes the next string.
func (t *stringTable) read() bool {
	if t.s == nil && !t.open() {
		return false
	}
	if b, ok := t.quick(); ok {
		t.add(b)
		return true
	}
	err := t.slow()
	if err == nil {
		return true
	}
	t.ended = true
	if !errors.Is(err, io.EOF) {
		t.err = err
	}
	t.close()
	return false
}

func (t *stringTable) open() bool {
	var err error
	if t.name == "" {
		t.ended = true
		return false
	}
	if t.part, err = t.pack.Open(t.name); err != nil {
		t.ended, t.err = true, err
		return false
	}
	t.s = newScanner(t.part)
	return true
}

func (t *stringTable) close() {
	if t.part != nil {
		_ = t.part.Close()
		t.part, t.s = nil, nil
	}
}

// quick takes a string that is written as they mostly are: <si><t>text</t></si>.
func (t *stringTable) quick() ([]byte, bool) {
	const before, after = "<si><t>", "</t></si>"
	s := t.s
	if s.closes {
		return nil, false
	}
	if len(s.buf)-s.at < 1<<10 {
		s.fill()
	}
	b := s.buf[s.at:]
	if len(b) < len(before) || string(b[:len(before)]) != before {
		return nil, false
	}
	b = b[len(before):]
	n := bytes.IndexByte(b, '<')
	if n < 0 || n > maxString || len(b)-n < len(after) || string(b[n:n+len(after)]) != after {
		return nil, false
	}
	s.at += len(before) + n + len(after)
	return t.plain(b[:n]), true
}

// plain is text as it is meant.
func (t *stringTable) plain(b []byte) []byte {
	t.buf = unescape(appendText(t.buf[:0], b))
	return t.buf
}

// slow takes the next string however it is written: runs of rich text make one,
// and how they are to be pronounced does not belong to it. io.EOF ends them.
func (t *stringTable) slow() error {
	s := t.s
	b := t.buf[:0]
	inside, shown := false, false
	for {
		k, err := s.next()
		if err != nil {
			return err
		}
		switch k {
		case text:
			if shown {
				b = s.appendChars(b, maxString)
			}
		case start:
			switch string(s.name) {
			case "si":
				inside, b = true, b[:0]
			case "t":
				shown = inside
			case "rPh":
				if err := s.skip(); err != nil {
					return err
				}
			}
		case end:
			switch string(s.name) {
			case "si":
				t.long = t.long || len(b) >= maxString
				t.buf = unescape(b)
				t.add(t.buf)
				return nil
			case "t":
				shown = false
			case "sst":
				return io.EOF
			}
		}
	}
}

// add keeps a string.
func (t *stringTable) add(b []byte) {
	const ofPlace = 16
	if t.size += len(b) + ofPlace; t.size > maxStrings {
		t.ended = true
		t.err = fault.New(fault.TooComplex, fault.PhaseConvert, "", "The texts of the workbook are too many to be kept.", "Read the first rows only, or save it as CSV.")
		return
	}
	n := len(t.blocks) - 1
	if n < 0 || t.blocks[n].Cap()-t.blocks[n].Len() < len(b) {
		t.blocks = append(t.blocks, &strings.Builder{})
		n++
		size := stringBlock
		if n == 0 {
			size = 16 << 10 // most workbooks have few strings
		}
		t.blocks[n].Grow(max(size, len(b)))
	}
	from := t.blocks[n].Len()
	_, _ = t.blocks[n].Write(b)
	last := len(t.places) - 1
	if last < 0 || len(t.places[last]) == stringsChunk {
		t.places = append(t.places, nil)
		last++
		if last > 0 {
			t.places[last] = make([]place, 0, stringsChunk)
		}
	}
	t.places[last] = append(t.places[last], place{uint32(n), uint32(from), uint32(from + len(b))})
	t.count++
}
