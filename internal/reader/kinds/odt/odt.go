// Package odt reads OpenDocument texts, presentations and drawings (ODF 1.3,
// ISO/IEC 26300), packed and flat, as Markdown, and those of OpenOffice.org 1, from
// whose format OpenDocument comes.
package odt

import (
	"context"
	"errors"
	"io"
	"math"
	"strings"

	"fread/internal/reader"
	"fread/internal/reader/detect"
	"fread/internal/reader/fault"
	"fread/internal/reader/markup"
	"fread/internal/reader/opc"
	"fread/internal/reader/source"
	"fread/internal/reader/xmltext"
)

// Reader implements reader.Reader for OpenDocument files that are read as prose.
type Reader struct{}

// Info implements reader.Reader.
func (Reader) Info() reader.Info {
	return reader.Info{
		Name: "odt", Forms: []reader.Form{reader.FormMarkdown, reader.FormText}, Unit: reader.UnitLine, Parts: true, Contained: true,
	}
}

// Match implements reader.Reader.
func (Reader) Match(t detect.Type, form reader.Form) bool {
	if t.Reason != "" || (form != reader.FormDefault && form != reader.FormMarkdown && form != reader.FormText) {
		return false
	}
	switch t.Format {
	case "odt", "ott", "odm", "fodt", "odp", "otp", "fodp", "odg", "otg", "fodg", "sxw", "sxi":
		return true
	}
	return false
}

// Open implements reader.Reader.
func (Reader) Open(ctx context.Context, f *source.File, o reader.Options) (reader.Document, error) {
	d := &document{f: f, known: namespaces(), changes: o.Request != nil && o.Request.Changes == "all", noun: "slide"}
	switch o.Type.Format {
	case "odg", "otg", "fodg":
		d.noun = "page"
	case "sxw", "sxi":
		d.isFirst = true
	}
	var err error
	if !strings.HasPrefix(o.Type.Format, "f") {
		if d.pack, err = opc.Open(f, o.Alive); err != nil {
			return nil, err
		}
		if err := d.encrypted(); err != nil {
			return nil, err
		}
	}
	if o.Type.Kind != detect.Presentation {
		return markup.NewDocument(ctx, o, d.walk), nil
	}
	if d.pages, err = markup.SelectPages(&o, d.noun); err != nil {
		return nil, err
	}
	if d.total, err = d.countPages(ctx); err != nil {
		return nil, err
	}
	return markup.NewDocument(ctx, o, d.walk).Paged(d.total, d.pages)
}

// namespaces are those that are understood, by their usual prefixes.
func namespaces() xmltext.Namespaces {
	const oasis = "urn:oasis:names:tc:opendocument:xmlns:"
	known := xmltext.Namespaces{
		"http://www.w3.org/1999/xlink":         "xlink",
		"http://www.w3.org/1998/Math/MathML":   "math",
		"http://purl.org/dc/elements/1.1/":     "dc",
		oasis + "xsl-fo-compatible:1.0":        "fo",
		oasis + "svg-compatible:1.0":           "svg",
		"http://www.w3.org/XML/1998/namespace": "xml",
	}
	for _, name := range []string{"office", "style", "text", "table", "presentation", "chart", "meta", "form"} {
		known[oasis+name+":1.0"] = name
	}
	known[oasis+"drawing:1.0"] = "draw"
	const first = "http://openoffice.org/2000/"
	for _, name := range []string{"office", "style", "text", "table", "presentation", "chart", "meta", "form"} {
		known[first+name] = name
	}
	known[first+"drawing"] = "draw"
	known["http://www.w3.org/1999/XSL/Format"], known["http://www.w3.org/2000/svg"] = "fo", "svg"
	known["urn:openoffice:names:experimental:ooo-ms-interop:xmlns:field:1.0"] = "field"
	return known
}

// document is an open file.
type document struct {
	f       *source.File
	pack    *opc.Package // nil: the file is flat
	known   xmltext.Namespaces
	changes bool // mark tracked changes
	isFirst bool // it is of OpenOffice.org 1, where the body holds its blocks itself

	noun  string // of a presentation or a drawing: what its pages are called
	pages *markup.Pages
	total int64
}

// encrypted refuses a package whose content is (ODF 1.3 part 2, 3.4).
func (d *document) encrypted() error {
	const most = 1 << 20
	manifest, err := d.pack.ReadAll("META-INF/manifest.xml", most)
	if err != nil && len(manifest) == 0 {
		return nil // the manifest is not needed otherwise
	}
	if strings.Contains(string(manifest), "encryption-data") {
		return fault.New(fault.Encrypted, fault.PhaseConvert, "", "The document is encrypted.", "Decrypt it first.")
	}
	return nil
}

// open begins to read a part, or the whole of a flat file.
func (d *document) open(part string) (*opc.XML, error) {
	if d.pack == nil {
		return opc.FlatXML(io.NewSectionReader(d.f, 0, math.MaxInt64), d.known), nil
	}
	return d.pack.OpenXML(part, d.known)
}

// walk tells w the document.
func (d *document) walk(ctx context.Context, w markup.Writer) error {
	k := newWalker(ctx, d, w)
	if d.pack != nil {
		if err := k.readStyles("styles.xml"); err != nil {
			return err
		}
	}
	x, err := d.open("content.xml")
	if err != nil {
		return err
	}
	defer func() { _ = x.Close() }()
	k.x = x
	if d.pages != nil {
		d.pages.Missing(w, d.total)
	}
	if err := k.document(); err != nil {
		return err
	}
	return k.finish()
}

// readStyles reads the styles of a package. Without them the text is still there.
func (k *walker) readStyles(part string) error {
	x, err := k.d.open(part)
	if err != nil {
		return ignoreDamage(err)
	}
	defer func() { _ = x.Close() }()
	k.x = x
	return ignoreDamage(k.document())
}

func ignoreDamage(err error) error {
	if fault.CodeOf(err) == fault.Corrupt {
		return nil
	}
	return err
}

// document reads one XML file: the styles in it, and its body if it has one.
func (k *walker) document() error {
	for {
		kind, err := k.x.Next()
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return err
		case kind != xmltext.Start:
			continue
		}
		switch k.x.Name() {
		case "office:document", "office:document-content", "office:document-styles":
		case "office:body":
			if k.d.isFirst {
				err = k.blocks()
			}
		case "office:styles", "office:automatic-styles", "office:font-face-decls", "office:font-decls":
			err = k.styles.read(k.x)
		case "office:master-styles":
			err = k.masters()
		case "office:text", "office:presentation", "office:drawing":
			err = k.blocks()
		default:
			err = k.x.Skip()
		}
		if err != nil {
			return err
		}
	}
}

// countPages counts the pages of a presentation.
func (d *document) countPages(ctx context.Context) (int64, error) {
	x, err := d.open("content.xml")
	if err != nil {
		return 0, err
	}
	defer func() { _ = x.Close() }()
	for n := int64(0); ; {
		kind, err := x.Next()
		switch {
		case errors.Is(err, io.EOF), fault.CodeOf(err) == fault.Corrupt && err != nil:
			return n, nil // what is damaged is said when it is read
		case err != nil:
			return 0, err
		case kind == xmltext.Start && x.Name() == "draw:page":
			if n++; n&0xff == 0 && ctx.Err() != nil {
				return 0, ctx.Err()
			}
			if err := x.Skip(); err != nil && fault.CodeOf(err) != fault.Corrupt {
				return 0, err
			}
		}
	}
}
