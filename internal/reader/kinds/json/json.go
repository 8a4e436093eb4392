// Package json reads JSON (RFC 8259), JSON Lines and JSON text sequences as
// rows, and single values by their address (JSON Pointer, RFC 6901), without
// loading the document.
//
// The rows are the elements of an array, the members of an object as name and
// value, or the values of a file that holds several. Objects are spread over
// columns: the headers are the names of their members in the order in which
// they first come in a sample.
package json

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"fread/internal/limits"
	"fread/internal/reader"
	"fread/internal/reader/cells"
	"fread/internal/reader/charset"
	"fread/internal/reader/cursor"
	"fread/internal/reader/detect"
	"fread/internal/reader/fault"
	"fread/internal/reader/source"

	"github.com/cespare/xxhash/v2"
)

// Reader implements reader.Reader for JSON as rows.
type Reader struct{}

// Info implements reader.Reader.
func (Reader) Info() reader.Info {
	return reader.Info{Name: "json", Forms: []reader.Form{reader.FormRows}, Unit: reader.UnitRow, Parts: true}
}

// Match implements reader.Reader.
func (Reader) Match(t detect.Type, form reader.Form) bool {
	return form == reader.FormRows && isJSON(t)
}

// isJSON reports whether the text of a file is JSON.
func isJSON(t detect.Type) bool {
	return (t.Kind == detect.Text || t.Kind == detect.Notebook) && detect.ContentFormat(t.Format) == "json"
}

// Open implements reader.Reader. It finds out what the rows are, and what the
// columns.
func (Reader) Open(ctx context.Context, f *source.File, o reader.Options) (reader.Document, error) {
	d := newDocument(f, o)
	head, complete, err := f.Head()
	if err != nil {
		return nil, err
	}
	if o.Resume != nil {
		err = d.resume(o.Resume.Kept)
	} else {
		err = d.survey(ctx)
	}
	if err != nil {
		return nil, err
	}
	if err := d.sample(ctx); err != nil {
		return nil, err
	}
	size := f.Size()
	if complete || o.Request.Count || (size >= 0 && size <= limits.TotalsUnasked) {
		if err := d.count(ctx); err != nil {
			return nil, err
		}
		if d.total == 0 && d.remarks.damage != nil {
			return nil, d.refusal()
		}
	}
	if complete {
		d.content, d.hashed = xxhash.Sum64(head), !f.Stream()
	} else if size >= 0 && size <= limits.TotalsUnasked && !f.Stream() {
		sum, err := cursor.ContentSum(f, size)
		d.content, d.hashed = sum, err == nil
	}
	return d, nil
}

func newDocument(f *source.File, o reader.Options) *document {
	d := &document{
		f: f, guess: o.Guess, bom: int64(o.Guess.BOM), format: o.Type.Format, part: o.Part,
		root: -1, total: -1, mixed: -1, columns: map[string]int{}, cells: make([]cells.Cell, 0, 8),
	}
	if d.guess.Encoding == nil {
		d.guess = charset.Guess{Encoding: charset.UTF8(), Evidence: "as JSON is"}
	}
	return d
}

// survey finds the array or object whose parts are the rows.
func (d *document) survey(ctx context.Context) error {
	s := d.open(ctx, d.bom)
	if err := d.walk(s); err != nil {
		return err
	}
	if at := s.t.Offset(); at > 0 || !d.guess.Encoding.Stateful() {
		d.root = at
	}
	return nil
}

// layoutOf tells the layout from the beginning of the text.
func (d *document) layoutOf(s *stream) (layout, error) {
	c, ok, err := s.peek()
	if err != nil {
		return 0, err
	}
	alone := values
	if ok && (c == '[' || c == '{') {
		alone = layout(c)
	}
	data := s.t.Data
	var k skipper
	n, done, damage := k.run(data) // damage is found again, and told, by who reads it
	ndjson := d.format == "ndjson"
	switch {
	case ndjson && damage != nil: // the lines behind it may be good
		return lines, nil //nolint:nilerr // as said above
	case !done && ndjson && !s.t.Ended && !strings.Contains(string(data), "\n"):
		return lines, nil
	case !done:
		return alone, nil
	}
	between := n
	for between < len(data) && isBlank(data[between]) {
		between++
	}
	oneLine := !strings.Contains(string(data[:n]), "\n")
	several := between < len(data) && beginsValue(data[between]) && between > n
	switch {
	case several && oneLine && strings.Contains(string(data[n:between]), "\n"):
		return lines, nil
	case several:
		return values, nil
	case ndjson && oneLine:
		return lines, nil
	}
	return alone, nil
}

func beginsValue(c byte) bool {
	return c == '{' || c == '[' || c == '"' || c == '-' || c >= '0' && c <= '9' || c == 't' || c == 'f' || c == 'n'
}

// Bounds of the sample that decides the columns.
const (
	sampleRows  = 1000
	sampleBytes = 256 << 10
)

// sample reads the first rows for the names of the columns. A document of which
// it shows that nothing in it can be read is refused.
func (d *document) sample(ctx context.Context) error {
	if d.layout == members {
		d.headers = []string{"key", "value"}
		d.remarks.hint = d.largestArray(ctx)
	}
	s, err := d.begin(ctx)
	if err != nil {
		return err
	}
	if d.f.Stream() {
		s.t.Hold(0)
	}
	s.most = sampleBytes
	start := s.t.Offset()
	rows := int64(0)
	for rows < sampleRows && s.t.Offset()-start < sampleBytes {
		var ok bool
		if ok, err = d.more(s); !ok || err != nil {
			break
		}
		if err = d.row(s, rows+1); err != nil {
			break
		}
		rows++
	}
	if err != nil && !errors.Is(err, errLarge) {
		if err := d.damaged(s, err); err != nil {
			return err
		}
	}
	if d.remarks.damage != nil && rows == 0 {
		return d.refusal()
	}
	if r := &d.remarks; rows > 0 && r.broken == rows {
		r.damage, r.damageAt = errSyntax, r.brokenAt
		return d.refusal()
	}
	d.remarks = remarks{hint: d.remarks.hint}
	d.parser.relaxed = false
	return nil
}

// largestArray returns the address of the array that takes most of the sample,
// if it is one of objects: its elements may be the rows that are wanted.
func (d *document) largestArray(ctx context.Context) string {
	s, err := d.begin(ctx)
	if err != nil {
		return ""
	}
	data := s.t.Data
	best, most := "", 64
	var p parser
	p.init(data)
	for p.i < len(data) {
		if p.next() == ',' {
			p.i++
		}
		name, err := p.member()
		if err != nil {
			break
		}
		c := p.next()
		var k skipper
		n, done, err := k.run(data[p.i:])
		if err != nil {
			break
		}
		if c == '[' && n > most && strings.HasPrefix(strings.TrimLeft(string(data[p.i+1:min(p.i+200, len(data))]), " \t\r\n"), "{") {
			best, most = d.part+"/"+escapePointer(string(name)), n
		}
		if p.i += n; !done {
			break
		}
	}
	return best
}

// keep writes what a cursor has to carry, so that all pages are read alike.
func (d *document) keep() string {
	enc := d.guess.Encoding.Name()
	if d.guess.ASCII {
		enc = undecided
	}
	return fmt.Sprintf("json %s %c %d %x", enc, d.layout, d.root, xxhash.Sum64String(d.part))
}

// undecided stands for an encoding of which only ASCII has been seen.
const undecided = "?"

// resume takes up what keep wrote.
func (d *document) resume(kept string) error {
	var enc string
	var hash uint64
	var l rune
	n, err := fmt.Sscanf(kept, "json %s %c %d %x", &enc, &l, &d.root, &hash)
	if err != nil || n != 4 || hash != xxhash.Sum64String(d.part) {
		return foreignCursor()
	}
	switch d.layout = layout(l); d.layout {
	case elements, members, lines, values:
	default:
		return foreignCursor()
	}
	if enc != undecided {
		e, ok := charset.Lookup(enc)
		if !ok {
			return foreignCursor()
		}
		d.guess.Encoding, d.guess.ASCII = e, false
	}
	return nil
}

func foreignCursor() error {
	return fault.Invalid("This cursor is of another form or part of the file.", "Use it with the path and the --as of the read that gave it, or read again without a cursor.")
}
