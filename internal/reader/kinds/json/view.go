package json

import (
	"context"
	"fmt"
	"iter"
	"strings"

	"fread/internal/reader"
	"fread/internal/reader/cursor"
	"fread/internal/reader/detect"
	"fread/internal/reader/fault"
	"fread/internal/reader/source"

	"github.com/cespare/xxhash/v2"
)

// Value implements reader.Reader for one value of a JSON document as the text
// that it is in the file.
type Value struct{}

// Info implements reader.Reader.
func (Value) Info() reader.Info {
	return reader.Info{Name: "json-value", Forms: []reader.Form{reader.FormText}, Unit: reader.UnitLine, Parts: true}
}

// Match implements reader.Reader. It is asked only where an address names a
// part of the file.
func (Value) Match(t detect.Type, form reader.Form) bool {
	return (form == reader.FormDefault || form == reader.FormText) && isJSON(t)
}

// Open implements reader.Reader. The lines are those of the reader of text,
// of the section of the file that holds the value.
func (Value) Open(ctx context.Context, f *source.File, o reader.Options) (reader.Document, error) {
	if o.Part == "" || o.Sub == nil {
		return nil, fault.Invalid("This form needs the address of a value.", "Write it as in f.json#/a/0.")
	}
	d := newDocument(f, o)
	kept, inner := fmt.Sprintf("part %x ", xxhash.Sum64String(o.Part)), ""
	if o.Resume != nil {
		rest, ok := strings.CutPrefix(o.Resume.Kept, kept)
		if !ok {
			return nil, foreignCursor()
		}
		inner = rest
	}
	if d.guess.Encoding.Stateful() {
		return nil, fault.New(fault.UnsupportedFormat, fault.PhaseConvert, "", "Values cannot be addressed in "+d.guess.Encoding.Name()+".", "Read the whole document.")
	}
	s := d.open(ctx, d.bom)
	if f.Stream() {
		s.t.Hold(0)
	}
	if err := d.walk(s); err != nil {
		return nil, err
	}
	start := s.t.Offset()
	if err := s.skip(); err != nil {
		if err := d.damaged(s, err); err != nil {
			return nil, err
		}
	}
	length := s.t.Offset() - start
	t := detect.Type{Kind: detect.Text, Format: "json", MIME: "application/json", Name: "JSON", Evidence: "part of JSON"}
	doc, err := o.Sub(ctx, source.Section(f, f.Name, start, length), t, inner)
	if err != nil {
		return nil, err
	}
	v := &view{Document: doc, value: d, base: start, kept: kept}
	if before := start; before > 0 {
		v.omitted = append(v.omitted, reader.Omission{What: "bytes", From: 1, To: before, Count: &before})
	}
	if size := f.Size(); size > start+length {
		v.omitted = append(v.omitted, reader.Omission{What: "bytes", From: start + length + 1, To: size, Count: new(size - start - length)})
	}
	if sp, ok := doc.(reader.Splitter); ok {
		return &splitView{view: v, Splitter: sp}, nil
	}
	return v, nil
}

// view is a section of a file as lines, with places counted in the file.
// Positions are those of the section: only the document reads them.
type view struct {
	reader.Document
	value   *document
	base    int64
	kept    string
	omitted []reader.Omission
}

// splitView is a view of what can be cut inside a line.
type splitView struct {
	*view
	reader.Splitter
}

// Meta implements reader.Document.
func (v *view) Meta() reader.Meta {
	m := v.Document.Meta()
	m.Keep = v.kept + m.Keep
	m.ContentSum, m.ContentHashed = 0, false // that is not of the file
	m.Omitted = append(m.Omitted, v.omitted...)
	if p := m.Profile; p != nil && p.FirstBad != nil {
		p.FirstBad = new(*p.FirstBad + v.base)
	}
	if r := v.value.remarks; r.damage != nil {
		m.Notes = append(m.Notes, reader.Note{
			Code: reader.NoteCorrupt, Severity: reader.SeverityWarning, Message: fmt.Sprintf("The value is damaged at offset %d: %v.", r.damageAt, r.damage),
			Data: map[string]any{"offset": r.damageAt},
		})
	}
	return m
}

// Units implements reader.Document.
func (v *view) Units(ctx context.Context, from cursor.Position) iter.Seq2[*reader.Unit, error] {
	return func(yield func(*reader.Unit, error) bool) {
		place := int64(0)
		for u, err := range v.Document.Units(ctx, from) {
			if err == nil && u.At.Byte != nil {
				moved := *u
				place = *u.At.Byte + v.base
				moved.At.Byte = &place
				u = &moved
			}
			if !yield(u, err) {
				return
			}
		}
	}
}
