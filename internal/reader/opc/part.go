package opc

import (
	"bufio"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"io"

	"github.com/klauspost/compress/flate"

	"fread/internal/limits"
	"fread/internal/reader/fault"
)

// The methods of compression that documents use (APPNOTE 4.4.5).
const (
	stored   = 0
	deflated = 8
)

// maxIdle is how many decompressors are kept to be used again.
const maxIdle = 4

// An inflater is a decompressor with its buffer.
type inflater struct {
	section io.SectionReader
	in      *bufio.Reader
	out     io.ReadCloser
}

// A Part is the content of a part, as it is read from front to back.
type Part struct {
	p      *Package
	e      *entry
	name   string
	packed *io.SectionReader
	raw    *inflater // nil: stored
	n      int64     // bytes that came out
	most   int64     // bytes that may
	sum    uint32
	err    error
}

// Open begins to read a part. Its errors and those of reading are those of the
// file and *fault.Error: corrupt (fs.ErrNotExist for a part that is missing),
// encrypted, unsupported-format, too-complex.
func (p *Package) Open(name string) (*Part, error) {
	e := p.find(name)
	if e == nil {
		return nil, missing(name)
	}
	if e.flags&isEncrypted != 0 {
		return nil, fault.New(fault.Encrypted, fault.PhaseConvert, "", "The part "+fault.Quote(name)+" of the document is encrypted.", "Decrypt it first.")
	}
	var header [localSize]byte
	if err := p.readAt(header[:], e.local); err != nil {
		return nil, err
	}
	if string(header[:4]) != localSignature {
		return nil, corrupt(name, "is not where the directory of the container says")
	}
	le := binary.LittleEndian
	at := e.local + localSize + int64(le.Uint16(header[26:])) + int64(le.Uint16(header[28:]))
	length := p.size - at
	if e.packed >= 0 {
		length = min(e.packed, length)
	}
	r := &Part{p: p, e: e, name: name, most: maxPart}
	section := io.NewSectionReader(p.in, at, max(length, 0))
	switch e.method {
	case stored:
		r.packed = section
	case deflated:
		r.raw = p.inflater(section)
		r.packed = &r.raw.section
	default:
		return nil, fault.New(fault.UnsupportedFormat, fault.PhaseConvert, "",
			"The part "+fault.Quote(name)+" of the document is packed in a way that documents do not use.", "Pack it again with an ordinary program.")
	}
	return r, nil
}

// Stream says that what is read is not kept, so that the part may be as large as
// the whole file may.
func (r *Part) Stream() { r.most = maxTotal }

// inflater returns a decompressor of a section.
func (p *Package) inflater(section *io.SectionReader) *inflater {
	p.mu.Lock()
	defer p.mu.Unlock()
	n := len(p.idle)
	if n == 0 {
		f := &inflater{section: *section}
		f.in = bufio.NewReaderSize(&f.section, 16<<10)
		f.out = flate.NewReader(f.in)
		return f
	}
	f := p.idle[n-1]
	p.idle = p.idle[:n-1]
	f.section = *section
	f.in.Reset(&f.section)
	_ = f.out.(flate.Resetter).Reset(f.in, nil) // it never fails
	return f
}

// Close ends the reading of a part.
func (r *Part) Close() error {
	if r.err == nil {
		r.err = errClosed
	}
	if r.raw == nil {
		return nil
	}
	r.p.mu.Lock()
	defer r.p.mu.Unlock()
	if len(r.p.idle) < maxIdle {
		r.p.idle = append(r.p.idle, r.raw)
	}
	r.raw = nil
	return nil
}

var errClosed = errors.New("opc: read of a part that is closed")

// Read implements io.Reader.
func (r *Part) Read(b []byte) (int, error) {
	if r.err != nil {
		return 0, r.err
	}
	var in io.Reader = r.packed
	if r.raw != nil {
		in = r.raw.out
	}
	n, err := in.Read(b)
	r.n += int64(n)
	r.sum = crc32.Update(r.sum, crc32.IEEETable, b[:n])
	r.p.alive()
	if err != nil {
		err = r.ended(err)
	}
	if over := r.bound(); over != nil {
		n, err = 0, over
	}
	r.err = err
	return n, err
}

// ended says what the error means with which the data ended.
func (r *Part) ended(err error) error {
	_, damaged := errors.AsType[flate.CorruptInputError](err)
	_, broken := errors.AsType[flate.InternalError](err)
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF):
		return corrupt(r.name, "is cut off")
	case damaged, broken:
		return corrupt(r.name, "is damaged")
	case !errors.Is(err, io.EOF):
		return err
	case r.raw == nil && r.e.packed > r.packed.Size():
		return corrupt(r.name, "is cut off")
	case r.e.sum != 0 && r.e.size == r.n && r.e.sum != r.sum:
		return corrupt(r.name, "is damaged: its checksum is wrong")
	}
	return io.EOF
}

// bound checks what has come out against what may.
func (r *Part) bound() error {
	p, e := r.p, r.e
	p.mu.Lock()
	defer p.mu.Unlock()
	if more := r.n - e.seen; more > 0 {
		e.seen = r.n
		p.total += more
	}
	what := "The part " + fault.Quote(r.name) + " of the document"
	switch {
	case r.n > r.most:
		return tooComplex(what + " unpacks to more than " + limits.FormatSize(r.most) + ".")
	case p.total > maxTotal:
		return tooComplex("The document unpacks to more than " + limits.FormatSize(maxTotal) + ".")
	case r.n > freeRatio && r.raw != nil:
		read, _ := r.packed.Seek(0, io.SeekCurrent)
		if r.n/maxRatio > read {
			return tooComplex(what + " unpacks to more than 1,000 times its size.")
		}
	}
	return nil
}

// ReadAll reads a part of at most that many bytes; a larger one is too-complex.
func (p *Package) ReadAll(name string, most int64) ([]byte, error) {
	r, err := p.Open(name)
	if err != nil {
		return nil, err
	}
	defer func() { _ = r.Close() }()
	b, err := io.ReadAll(io.LimitReader(r, most+1))
	if err == nil && int64(len(b)) > most {
		return b[:most], tooComplex("The part " + fault.Quote(name) + " of the document has more than " + limits.FormatSize(most) + ".")
	}
	return b, err
}
