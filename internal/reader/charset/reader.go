package charset

import (
	"bufio"
	"errors"
	"io"
	"strings"
)

// headBytes is how much of a text is looked at to find out its encoding.
const headBytes = 64 << 10

// NewReader returns the text of r as UTF-8: from the encoding with that label,
// or, if there is none or the text is not in it, from the one that its first
// bytes look like.
func NewReader(r io.Reader, label string) io.Reader {
	size := headBytes
	if known, ok := r.(interface{ Len() int }); ok { // such as a bytes.Reader
		size = min(size, known.Len()+1)
	}
	in := bufio.NewReaderSize(r, size)
	head, err := in.Peek(size)
	enc, ok := Lookup(label)
	if l := strings.ToLower(label); l == "us-ascii" || l == "ascii" || l == "unknown-8bit" { // said by those that do not know
		ok = false
	}
	guess := Detect(head, err != nil)
	switch {
	case guess.BOM > 0:
		enc = guess.Encoding
		_, _ = in.Discard(guess.BOM)
	case ok && (!enc.IsUTF8() || guess.Encoding == nil):
	case guess.Encoding != nil:
		enc = guess.Encoding
	default:
		enc = UTF8()
	}
	return &decoded{in: in, dec: enc.NewDecoder(), read: make([]byte, min(size, 16<<10))}
}

// decoded is text that is being decoded.
type decoded struct {
	in    io.Reader
	dec   *Decoder
	raw   []byte // not yet decoded
	out   []byte // not yet given
	buf   []byte
	ended bool
	read  []byte // what r gave last
}

// Read implements io.Reader.
func (t *decoded) Read(p []byte) (int, error) {
	for len(t.out) == 0 {
		if t.ended {
			return 0, io.EOF
		}
		n, err := t.in.Read(t.read)
		if err != nil && !errors.Is(err, io.EOF) {
			return 0, err
		}
		t.ended = err != nil
		t.raw = append(t.raw, t.read[:n]...)
		out, used, _, _ := t.dec.Append(t.buf[:0], t.raw, t.ended)
		t.out, t.buf = out, out
		t.raw = append(t.raw[:0], t.raw[used:]...)
	}
	n := copy(p, t.out)
	t.out = t.out[n:]
	return n, nil
}
