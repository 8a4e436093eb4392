// Package ods reads OpenDocument spreadsheets (ODF 1.3, ISO/IEC 26300), packed
// and flat. All sheets lie in one part behind one another: it is gone through once
// for what they are, then as far as the rows that are asked for.
package ods

import (
	"context"
	"io"
	"math"
	"strings"

	"fread/internal/reader"
	"fread/internal/reader/cells"
	"fread/internal/reader/detect"
	"fread/internal/reader/fault"
	"fread/internal/reader/opc"
	"fread/internal/reader/source"
	"fread/internal/reader/workbook"
	"fread/internal/reader/xmltext"
)

// Reader implements reader.Reader for OpenDocument spreadsheets.
type Reader struct{}

// Info implements reader.Reader.
func (Reader) Info() reader.Info {
	return reader.Info{Name: "ods", Forms: []reader.Form{reader.FormRows}, Unit: reader.UnitRow, Parts: true, Contained: true}
}

// Match implements reader.Reader.
func (Reader) Match(t detect.Type, form reader.Form) bool {
	if t.Reason != "" || form != reader.FormDefault && form != reader.FormRows {
		return false
	}
	switch t.Format {
	case "ods", "ots", "fods":
		return true
	}
	return false
}

// Open implements reader.Reader.
func (Reader) Open(ctx context.Context, f *source.File, o reader.Options) (reader.Document, error) {
	b := &book{
		f: f, known: namespaces(), alive: o.Alive, formulas: o.Request != nil && o.Request.Cells == cells.Formula,
		styles: newStyles(),
	}
	if b.alive == nil {
		b.alive = func() {}
	}
	if o.Type.Format != "fods" {
		var err error
		if b.pack, err = opc.Open(f, o.Alive); err != nil {
			return nil, err
		}
		if err := b.encrypted(); err != nil {
			return nil, err
		}
	}
	if err := b.survey(ctx); err != nil {
		return nil, err
	}
	return workbook.NewDocument(ctx, o, b)
}

// namespaces are those that are understood, by their usual prefixes.
func namespaces() xmltext.Namespaces {
	const oasis = "urn:oasis:names:tc:opendocument:xmlns:"
	known := xmltext.Namespaces{
		oasis + "datastyle:1.0": "number",
		oasis + "drawing:1.0":   "draw",
		"urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0": "calcext",
	}
	for _, name := range []string{"office", "style", "text", "table"} {
		known[oasis+name+":1.0"] = name
	}
	return known
}

// encrypted refuses a package whose content is (ODF 1.3 part 2, 3.4).
func (b *book) encrypted() error {
	const most = 1 << 20
	manifest, err := b.pack.ReadAll("META-INF/manifest.xml", most)
	if err != nil && len(manifest) == 0 {
		return nil // it is not needed otherwise
	}
	if strings.Contains(string(manifest), "encryption-data") {
		return fault.New(fault.Encrypted, fault.PhaseConvert, "", "The workbook is encrypted with a password.", "Save it without the password and read that.")
	}
	return nil
}

// open begins to read a part, or the whole of a flat file.
func (b *book) open(part string) (*opc.XML, error) {
	if b.pack == nil {
		return opc.FlatXML(watched{io.NewSectionReader(b.f, 0, math.MaxInt64), b.alive}, b.known), nil
	}
	return b.pack.OpenXML(part, b.known)
}

// watched tells that a file is being read.
type watched struct {
	io.Reader
	alive func()
}

func (w watched) Read(p []byte) (int, error) {
	w.alive()
	return w.Reader.Read(p)
}
