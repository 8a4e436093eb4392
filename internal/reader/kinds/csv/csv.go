// Package csv reads delimited text (RFC 4180, and what is called CSV besides)
// as rows: records, not lines, with the dialect found by looking at the text.
package csv

import (
	"context"
	"fmt"
	"strings"

	"fread/internal/limits"
	"fread/internal/reader"
	"fread/internal/reader/cells"
	"fread/internal/reader/charset"
	"fread/internal/reader/cursor"
	"fread/internal/reader/detect"
	"fread/internal/reader/fault"
	"fread/internal/reader/forward"
	"fread/internal/reader/source"

	"github.com/cespare/xxhash/v2"
)

// Bounds of one record, so that no file decides how much memory it takes. A
// record that is larger is cut, and the result says so.
const (
	maxRecord = 8 << 20 // bytes
	maxFields = 1 << 16
)

// Reader implements reader.Reader for delimited text.
type Reader struct{}

// Info implements reader.Reader.
func (Reader) Info() reader.Info {
	return reader.Info{Name: "csv", Forms: []reader.Form{reader.FormRows}, Unit: reader.UnitRow}
}

// Match implements reader.Reader. Whether a text that is not called CSV has a
// delimiter is seen when it is opened.
func (Reader) Match(t detect.Type, form reader.Form) bool {
	return form == reader.FormRows && t.Kind == detect.Text
}

// Open implements reader.Reader. It decides the dialect and reads the header.
func (Reader) Open(ctx context.Context, f *source.File, o reader.Options) (reader.Document, error) {
	d := &document{f: f, guess: o.Guess, bom: int64(o.Guess.BOM), total: -1, firstBad: -1}
	head, complete, err := f.Head()
	if err != nil {
		return nil, err
	}
	if o.Resume != nil {
		err = d.resume(o.Resume.Kept)
	} else {
		err = d.decide(head[d.bom:], complete, o)
	}
	if err != nil {
		return nil, err
	}
	if err := d.readHeader(ctx); err != nil {
		return nil, err
	}
	size := f.Size()
	if complete || o.Request.Count || (size >= 0 && size <= limits.TotalsUnasked) {
		if err := d.count(ctx); err != nil {
			return nil, err
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

// decide finds the dialect and whether there is a header.
func (d *document) decide(sample []byte, complete bool, o reader.Options) error {
	if !d.guess.Encoding.IsUTF8() {
		sample, _, _, _ = d.guess.Encoding.NewDecoder().Append(nil, sample, complete)
	}
	s, err := sniff(sample, complete, o.Request.Delimiter)
	if err != nil {
		return err
	}
	if o.Type.Format != "csv" && o.Type.Format != "tsv" && o.Request.Delimiter == "" && s.lead == 0 && len(sample) > 0 && !s.convincing() {
		return fault.New(fault.UnsupportedFormat, fault.PhaseDetect, "", "No delimiter divides the lines of this text into columns.",
			"Read it with --as text, or name the delimiter with --delimiter.")
	}
	d.sniffed = s
	d.setLiteral()
	rows := s.sample(sample[s.lead:], complete)
	switch o.Request.Headers {
	case cells.HeadersYes:
		d.header, d.headerWhy = len(rows) > 0, "as asked"
	case cells.HeadersNo:
		d.header, d.headerWhy = false, "as asked"
	case cells.HeadersAuto, "":
		d.header, d.headerWhy = cells.DetectHeader(rows, s.fields)
	}
	return nil
}

// headerSample is how many records decide whether there is a header.
const headerSample = 50

// sample returns the first records that are not blank.
func (s *sniffed) sample(text []byte, complete bool) [][]string {
	var rows [][]string
	var r row
	for len(text) > 0 && len(rows) < headerSample {
		at := atField
		n, done := s.scan(&at, text)
		if !done && !complete && len(rows) > 0 {
			break
		}
		s.split(&r, s.trimEnd(text[:n]))
		text = text[n:]
		if r.fields() == 0 {
			continue
		}
		all := string(r.text)
		fields := make([]string, r.fields())
		for i := range fields {
			fields[i] = value(&r, all, i)
		}
		rows = append(rows, fields)
	}
	return rows
}

// setLiteral decides whether records can be found in the bytes as they are, or
// only after decoding.
func (d *document) setLiteral() {
	e := d.guess.Encoding
	d.literal = e.Literal('"') && e.Literal(d.comma) && e.Literal(d.quote)
}

// keep writes what a cursor has to carry, so that all pages are read alike.
func (d *document) keep() string {
	enc := d.guess.Encoding.Name()
	if d.guess.ASCII {
		enc = undecided
	}
	return fmt.Sprintf("csv %s %d %d %d %t %t %d %d", enc, d.comma, d.quote, d.eol, d.spaced, d.header, d.lead, d.fields)
}

// undecided stands for an encoding of which only ASCII has been seen.
const undecided = "?"

// resume takes up what keep wrote.
func (d *document) resume(kept string) error {
	var enc string
	n, err := fmt.Sscanf(kept, "csv %s %d %d %d %t %t %d %d", &enc, &d.comma, &d.quote, &d.eol, &d.spaced, &d.header, &d.lead, &d.fields)
	if err != nil || n != 8 || d.lead < 0 || d.fields < 0 {
		return fault.Invalid("This cursor is of another form of the file.", "Use it with the --as of the read that gave it, or read again without a cursor.")
	}
	if !strings.EqualFold(enc, undecided) {
		e, ok := charset.Lookup(enc)
		if !ok {
			return fault.Invalid("The cursor names an encoding that does not exist.", "Read the file again without a cursor.")
		}
		d.guess.Encoding, d.guess.ASCII = e, false
	}
	d.why, d.headerWhy = "as in the page before", "as in the page before"
	d.setLiteral()
	return nil
}

// readHeader reads the names of the columns.
func (d *document) readHeader(ctx context.Context) error {
	if !d.header {
		return nil
	}
	t, err := d.open(ctx, d.bom)
	if err != nil {
		return err
	}
	t.Advance(d.lead)
	for {
		raw, ok, err := d.record(ctx, t)
		if err != nil {
			return err
		}
		if !ok {
			d.header = false
			return nil
		}
		d.headerRecords++
		d.split(&d.row, d.trimEnd(d.utf8(raw, 0)))
		if d.row.fields() > 0 {
			break
		}
	}
	d.bad, d.firstBad, d.cuts = 0, -1, cuts{}
	all := string(d.row.text)
	labels := make([]string, d.row.fields())
	for i := range labels {
		labels[i] = value(&d.row, all, i)
	}
	d.headers, d.renamed = cells.UniqueNames(labels)
	return nil
}

// start returns the text behind the header.
func (d *document) start(ctx context.Context) (*forward.Text, error) {
	t, err := d.open(ctx, d.bom)
	if err != nil {
		return nil, err
	}
	t.Advance(d.lead)
	for range d.headerRecords {
		if _, _, err := d.record(ctx, t); err != nil {
			return nil, err
		}
	}
	d.cuts = cuts{}
	return t, nil
}
