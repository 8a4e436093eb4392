// Package text reads everything that is lines: plain text, code, logs, and the
// source of data and markup formats, of any size and encoding.
package text

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"

	"github.com/cespare/xxhash/v2"

	"fread/internal/limits"
	"fread/internal/reader"
	"fread/internal/reader/charset"
	"fread/internal/reader/detect"
	"fread/internal/reader/fault"
	"fread/internal/reader/lines"
	"fread/internal/reader/source"
)

// Reader implements reader.Reader for lines.
type Reader struct{}

// Info implements reader.Reader.
func (Reader) Info() reader.Info {
	return reader.Info{Name: "text", Forms: []reader.Form{reader.FormText}, Unit: reader.UnitLine}
}

// Match implements reader.Reader. Formats that are text by nature are shown as
// they are; anything else only when text is asked for in spite of its content.
func (Reader) Match(t detect.Type, form reader.Form) bool {
	switch form {
	case reader.FormDefault:
		return isText(t)
	case reader.FormText:
		return isText(t) || t.Kind == detect.Unsupported
	case reader.FormMarkdown, reader.FormRows, reader.FormBytes, reader.FormHex, reader.FormMedia, reader.FormInfo:
		return false
	}
	return false
}

// isText reports whether the source of a file is itself text for people.
func isText(t detect.Type) bool {
	switch t.Kind {
	case detect.Text, detect.Notebook:
		return true
	case detect.HTML, detect.Email, detect.Spreadsheet, detect.LegacySpreadsheet, detect.PDF, detect.Word, detect.Presentation,
		detect.Ebook,
		detect.Image, detect.Archive, detect.Database, detect.Directory, detect.Unsupported:
		return false
	}
	return false
}

// Open implements reader.Reader. It decides the encoding, and counts a file
// that is small enough, or that is to be counted, as a whole.
func (Reader) Open(ctx context.Context, f *source.File, o reader.Options) (reader.Document, error) {
	d := &document{f: f, format: o.Type.Format, guess: o.Guess, size: f.Size(), total: -1, firstBad: -1}
	if d.guess.Encoding == nil { // text was asked for in spite of the content
		d.guess = charset.Guess{Encoding: charset.UTF8(), Evidence: "as asked"}
	}
	d.start = int64(d.guess.BOM)
	if o.Resume != nil && o.Resume.Kept != "" {
		enc, ok := charset.Lookup(o.Resume.Kept)
		if !ok {
			return nil, fault.Invalid("The cursor names an encoding that does not exist.", "Read the file again without a cursor.")
		}
		d.guess.Encoding, d.guess.ASCII = enc, false
	}
	d.grown = o.Resume != nil && d.size > o.Resume.State.Size
	head, complete, err := f.Head()
	if err != nil {
		return nil, err
	}
	switch {
	case complete:
		d.count(head[d.start:])
		d.content, d.hashed = xxhash.Sum64(head), !f.Stream()
	case o.Request.Totals || (d.size >= 0 && d.size <= limits.TotalsUnasked):
		if err := d.countAll(ctx); err != nil {
			return nil, err
		}
	default:
		d.sample(head[d.start:])
	}
	if d.exact && !d.sampled && o.Form != reader.FormText && o.Request.Encoding == "" && mostlyControl(&d.stats) {
		return nil, fault.New(fault.Binary, fault.PhaseDetect, "", fmt.Sprintf("This file begins like text, but %d of its %d bytes are control characters, as in binary data.", d.stats.Control, d.stats.Bytes),
			"Use --as hex to look at its bytes, or --as text to read it as text all the same.")
	}
	return d, nil
}

// mostlyControl holds a whole file to the rule that its first bytes have passed:
// a text has few control characters.
func mostlyControl(s *lines.Stats) bool {
	if s.Undecodable == 0 {
		return s.Control*6 > s.Bytes
	}
	return s.Control*16 > s.Bytes
}

// count takes in the whole text, which is in memory.
func (d *document) count(body []byte) {
	if !d.guess.Encoding.IsUTF8() {
		var bad, first int
		decoder := d.guess.Encoding.NewDecoder()
		body, _, bad, first = decoder.Append(make([]byte, 0, 2*len(body)), body, true)
		d.setBad(int64(bad), int64(first), d.start)
	}
	s := lines.NewScanner()
	_, _ = s.Write(body)
	d.settle(s.Stats(), d.start)
}

// countAll scans a file that is not in memory. Where the first bytes left the
// encoding open and later ones break it, it is decided again from those.
func (d *document) countAll(ctx context.Context) error {
	if !d.guess.Encoding.IsUTF8() {
		return d.countDecoded(ctx)
	}
	if d.size < 0 || d.size > limits.TotalsUnasked {
		return d.countLarge(ctx)
	}
	at := &hashing{r: d.f, sum: xxhash.New()}
	if _, err := at.ReadAt(make([]byte, d.start), 0); d.start > 0 && err != nil {
		return fmt.Errorf("reading the byte order mark: %w", err)
	}
	stats, err := lines.Scan(ctx, at, d.start, d.size-d.start, 1)
	if err != nil {
		return err
	}
	if at.sum != nil && at.next == d.size {
		d.content, d.hashed = at.sum.Sum64(), true
	}
	if stats.Undecodable > 0 && d.guess.ASCII && d.decideAgain(stats.FirstBad) {
		return d.countDecoded(ctx)
	}
	d.settle(stats, 0)
	return nil
}

// countLarge counts lines, characters and line ends of a large file, which
// costs about as much as reading it; the rest of the profile stays that of its
// beginning.
func (d *document) countLarge(ctx context.Context) error {
	head, _, err := d.f.Head()
	if err != nil {
		return err
	}
	d.sample(head[d.start:])
	length := int64(-1)
	if d.size >= 0 {
		length = d.size - d.start
	}
	n, err := lines.Count(ctx, d.f, d.start, length, scanWorkers())
	if err != nil {
		return err
	}
	if n.Undecodable > 0 && d.guess.ASCII && d.decideAgain(n.FirstBad) {
		return d.countDecoded(ctx)
	}
	s := d.stats
	s.Bytes, s.LF, s.CRLF, s.CR, s.FinalNewline, s.Characters = n.Bytes, n.LF, n.CRLF, n.CR, n.FinalNewline, n.Characters
	s.Undecodable, s.FirstBad, s.FirstNonASCII = n.Undecodable, n.FirstBad, n.FirstNonASCII
	d.settle(s, 0)
	d.sampled = true
	return nil
}

// countDecoded scans a file that has to be decoded first.
func (d *document) countDecoded(ctx context.Context) error {
	s := lines.NewScanner()
	decoder := d.guess.Encoding.NewDecoder()
	raw, text := make([]byte, 0, blockSize), make([]byte, 0, 2*blockSize)
	var bad, first int64 = 0, -1
	for off, ended := d.start, false; !ended; {
		if err := ctx.Err(); err != nil {
			return err
		}
		n, err := d.f.ReadAt(raw[len(raw):cap(raw)], off+int64(len(raw)))
		ended = errors.Is(err, io.EOF)
		if err != nil && !ended {
			return err
		}
		raw = raw[:len(raw)+n]
		out, used, badHere, badAt := decoder.Append(text[:0], raw, ended)
		if badHere > 0 && first < 0 {
			first = off + int64(badAt)
		}
		bad += int64(badHere)
		_, _ = s.Write(out)
		off += int64(used)
		raw = append(raw[:0], raw[used:]...)
	}
	d.setBad(bad, first, 0)
	d.settle(s.Stats(), 0)
	return nil
}

// settle takes the numbers of a whole text as final; base is what its offsets
// are counted from. Of a decoded text the undecodable bytes are known already.
func (d *document) settle(s lines.Stats, base int64) {
	d.exact, d.sampled, d.stats, d.total = true, false, s, s.Lines()
	if d.guess.Encoding.IsUTF8() {
		d.setBad(s.Undecodable, s.FirstBad, base)
	}
}

func (d *document) setBad(n, first, base int64) {
	d.bad = n
	if n > 0 {
		d.firstBad = first + base
	}
}

// sample describes a file that is too large to be counted by its beginning.
func (d *document) sample(body []byte) {
	if !d.guess.Encoding.IsUTF8() {
		body, _, _, _ = d.guess.Encoding.NewDecoder().Append(nil, body, false)
	}
	s := lines.NewScanner()
	_, _ = s.Write(body)
	d.stats, d.sampled = s.Stats(), true
}

// decideAgain looks at the text round the first byte that is not UTF-8, after
// nothing but ASCII, and reports whether it chose another encoding.
func (d *document) decideAgain(at int64) bool {
	from := max(d.start, at-regionSize/2)
	region := make([]byte, regionSize)
	n, err := d.f.ReadAt(region, from)
	if err != nil && !errors.Is(err, io.EOF) {
		return false
	}
	return d.decideFrom(region[:n])
}

func (d *document) decideFrom(region []byte) bool {
	g := charset.Detect(region, false)
	if g.Binary {
		g = charset.DetectLegacy(region)
	}
	d.guess.ASCII = false
	if g.Confidence < sureEnough { // a stray byte in ASCII text is damage, not a language
		return false
	}
	if g.Encoding == nil || g.Encoding.IsUTF8() || g.Encoding.Width() > 1 {
		return false
	}
	d.guess.Encoding, d.guess.Confidence, d.guess.Evidence = g.Encoding, g.Confidence, g.Evidence
	return true
}

// sureEnough is the confidence that it takes to call a text that began as
// ASCII by another name.
const sureEnough = 0.5

func scanWorkers() int { return min(runtime.GOMAXPROCS(0), 4) }

// hashing is a ReaderAt that hashes what is read in order.
type hashing struct {
	r    io.ReaderAt
	sum  *xxhash.Digest // nil: do not hash
	next int64
}

func (h *hashing) ReadAt(p []byte, off int64) (int, error) {
	n, err := h.r.ReadAt(p, off)
	if h.sum != nil {
		if off != h.next {
			h.sum = nil
		} else {
			_, _ = h.sum.Write(p[:n])
			h.next += int64(n)
		}
	}
	return n, err
}
