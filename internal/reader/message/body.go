package message

import (
	"bufio"
	"bytes"
	"errors"
	"io"

	"fread/internal/reader/charset"
)

// smallBody is the length of a body that is held, rather than read through
// buffers that are larger, in bytes.
const smallBody = 64 << 10

// Body reads the content of a part as it was before it was encoded for its way.
func (p *Part) Body() io.Reader {
	section := io.NewSectionReader(p.r, p.Start, p.End-p.Start)
	if p.Encoding == "" {
		return section
	}
	r := bufio.NewReaderSize(section, int(min(32<<10, p.End-p.Start+1)))
	switch p.Encoding {
	case "base64":
		return &decoder{in: r, step: stepBase64}
	case "quoted-printable":
		return &decoder{in: r, step: stepQuoted}
	case "x-uuencode", "uuencode", "x-uue":
		return &decoder{in: r, step: stepUU}
	}
	return r
}

// Size is how many bytes Body gives, or nearly so: of an encoded part it is an
// estimate.
func (p *Part) Size() int64 {
	n := p.End - p.Start
	if p.Encoding == "base64" { // lines of 76 and a line end
		return n * 3 / 4 * 76 / 78
	}
	return n
}

// Text reads the content of a part as UTF-8: from the encoding that its header
// names, else the one that it looks like, for which also what it says itself
// counts.
func (p *Part) Text() io.Reader {
	in := p.Body()
	if p.End-p.Start <= smallBody {
		if b, err := io.ReadAll(in); err == nil {
			in = bytes.NewReader(b)
		}
	}
	return charset.NewReader(in, p.Params["charset"])
}

// decoder decodes line by line.
type decoder struct {
	in   *bufio.Reader
	step func(d *decoder, dst, line []byte) []byte
	out  []byte
	buf  []byte
	bits uint32 // base64 digits that wait for others
	have int
}

func (d *decoder) Read(p []byte) (int, error) {
	for len(d.out) == 0 {
		line, err := d.in.ReadSlice('\n')
		if len(line) > 0 {
			d.buf = d.step(d, d.buf[:0], line)
			d.out = d.buf
		}
		if errors.Is(err, bufio.ErrBufferFull) || len(d.out) > 0 {
			continue
		}
		if err != nil {
			if d.have == 0 {
				return 0, err
			}
			d.buf = stepBase64(d, d.buf[:0], []byte("=")) // the padding is missing
			d.out = d.buf
		}
	}
	n := copy(p, d.out)
	d.out = d.out[n:]
	return n, nil
}

// stepBase64 decodes digits and passes over everything else, as RFC 2045, 6.8
// asks for.
func stepBase64(d *decoder, dst, line []byte) []byte {
	for _, c := range line {
		v := base64Value(c)
		switch {
		case c == '=':
			if d.have >= 2 {
				n := d.have - 1
				bits := d.bits << (6 * (4 - d.have))
				dst = append(dst, []byte{byte(bits >> 16), byte(bits >> 8)}[:n]...)
			}
			d.bits, d.have = 0, 0
			continue
		case v < 0:
			continue
		}
		d.bits = d.bits<<6 | uint32(v)
		if d.have++; d.have == 4 {
			dst = append(dst, byte(d.bits>>16), byte(d.bits>>8), byte(d.bits))
			d.bits, d.have = 0, 0
		}
	}
	return dst
}

func base64Value(c byte) int {
	switch {
	case c >= 'A' && c <= 'Z':
		return int(c - 'A')
	case c >= 'a' && c <= 'z':
		return int(c-'a') + 26
	case c >= '0' && c <= '9':
		return int(c-'0') + 52
	case c == '+' || c == '-':
		return 62
	case c == '/' || c == '_':
		return 63
	}
	return -1
}

// appendBase64 decodes a text that may lack its padding or hold other signs.
func appendBase64(dst, text []byte) []byte {
	var d decoder
	return stepBase64(&d, dst, append(bytes.Clone(text), '='))
}

// stepQuoted decodes quoted-printable; what is not of it stays as it is.
func stepQuoted(_ *decoder, dst, line []byte) []byte {
	ended := bytes.HasSuffix(line, []byte("\n"))
	if ended {
		line = bytes.TrimRight(line, " \t\r\n")
	}
	for i := 0; i < len(line); i++ {
		c := line[i]
		switch {
		case c == '=' && i+2 < len(line) && isHex(line[i+1]) && isHex(line[i+2]):
			dst = append(dst, unhex(line[i+1])<<4|unhex(line[i+2]))
			i += 2
		case c == '=' && i+1 == len(line) && ended: // the line goes on
			return dst
		default:
			dst = append(dst, c)
		}
	}
	if ended {
		dst = append(dst, '\n')
	}
	return dst
}

// stepUU decodes uuencoded lines between begin and end.
func stepUU(_ *decoder, dst, line []byte) []byte {
	line = bytes.TrimRight(line, "\r\n")
	if len(line) == 0 || bytes.HasPrefix(line, []byte("begin ")) || string(line) == "end" {
		return dst
	}
	n := int(line[0]-' ') & 63
	line = line[1:]
	for n > 0 && len(line) > 0 {
		var v [4]byte
		for i := range v {
			if i < len(line) {
				v[i] = (line[i] - ' ') & 63
			}
		}
		three := []byte{v[0]<<2 | v[1]>>4, v[1]<<4 | v[2]>>2, v[2]<<6 | v[3]}
		dst = append(dst, three[:min(n, 3)]...)
		n -= 3
		line = line[min(4, len(line)):]
	}
	return dst
}
