package xmltext

import (
	"bytes"
	"errors"
	"io"

	"fread/internal/reader/charset"
)

// UTF8 returns what in holds in UTF-8, without a byte order mark.
func UTF8(in io.Reader) io.Reader {
	head := make([]byte, 256)
	n, err := io.ReadFull(in, head)
	head = head[:n]
	if errors.Is(err, io.ErrUnexpectedEOF) {
		err = io.EOF
	}
	if decoded := decode(head, in, err); decoded != nil {
		return decoded
	}
	head = bytes.TrimPrefix(head, []byte("\xEF\xBB\xBF"))
	if err != nil {
		return &failing{*bytes.NewReader(head), err}
	}
	return io.MultiReader(bytes.NewReader(head), in)
}

// failing is bytes and then an error.
type failing struct {
	bytes.Reader
	err error
}

// Read implements io.Reader.
func (f *failing) Read(b []byte) (int, error) {
	if f.Len() == 0 {
		return 0, f.err
	}
	return f.Reader.Read(b)
}

// decode returns the document as UTF-8 if it is encoded otherwise, else nil. It
// follows appendix F of XML 1.0: a byte order mark, then the first characters,
// then what the XML declaration says. A declaration of UTF-16 that could be read
// byte by byte is wrong, and not followed.
func decode(head []byte, in io.Reader, inErr error) io.Reader {
	var label string
	skip := 0
	switch {
	case bytes.HasPrefix(head, []byte("\xEF\xBB\xBF")):
		return nil
	case bytes.HasPrefix(head, []byte("\xFF\xFE")):
		label, skip = "utf-16le", 2
	case bytes.HasPrefix(head, []byte("\xFE\xFF")):
		label, skip = "utf-16be", 2
	case bytes.HasPrefix(head, []byte("<\x00")):
		label = "utf-16le"
	case bytes.HasPrefix(head, []byte("\x00<")):
		label = "utf-16be"
	default:
		label = declared(head)
	}
	if label == "" {
		return nil
	}
	enc, ok := charset.Lookup(label)
	if !ok {
		return nil // it is read as UTF-8, and what is not is replaced
	}
	if enc.IsUTF8() || enc.Width() > 1 && skip == 0 && head[0] != 0 && (len(head) < 2 || head[1] != 0) {
		return nil
	}
	d := &decoder{in: in, err: inErr, decoder: enc.NewDecoder()}
	d.raw = append(make([]byte, 0, 2*readSize), head[skip:]...)
	return d
}

// declared returns the encoding that an XML declaration names.
func declared(head []byte) string {
	if !bytes.HasPrefix(head, []byte("<?xml")) {
		return ""
	}
	before, _, ok0 := bytes.Cut(head, []byte("?>"))
	if !ok0 {
		return ""
	}
	_, after, ok := bytes.Cut(before, []byte("encoding"))
	if !ok {
		return ""
	}
	after = bytes.TrimLeft(after, " \t\r\n=")
	if len(after) < 2 || after[0] != '"' && after[0] != '\'' {
		return ""
	}
	value, _, _ := bytes.Cut(after[1:], after[:1])
	return string(value)
}

// decoder is the document in UTF-8.
type decoder struct {
	in      io.Reader
	err     error
	decoder *charset.Decoder
	raw     []byte
	out     []byte
	rest    []byte // of out
}

// Read implements io.Reader.
func (d *decoder) Read(p []byte) (int, error) {
	for len(d.rest) == 0 {
		if len(d.raw) == 0 && d.err != nil {
			return 0, d.err
		}
		atEOF := errors.Is(d.err, io.EOF)
		out, consumed, _, _ := d.decoder.Append(d.out[:0], d.raw, atEOF)
		d.out, d.rest = out, out
		d.raw = d.raw[:copy(d.raw, d.raw[consumed:])]
		if len(d.rest) > 0 {
			break
		}
		if d.err != nil {
			if len(d.raw) > 0 { // what cannot be decoded any more
				d.raw = d.raw[:0]
			}
			return 0, d.err
		}
		n, err := d.in.Read(d.raw[len(d.raw):cap(d.raw)])
		d.raw, d.err = d.raw[:len(d.raw)+n], err
	}
	n := copy(p, d.rest)
	d.rest = d.rest[n:]
	return n, nil
}
