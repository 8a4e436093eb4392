package opc

import (
	"errors"
	"io"
	"path"
	"strings"

	"fread/internal/reader/xmltext"
)

// contentTypes are the media types of the parts.
type contentTypes struct {
	byExtension map[string]string
	byPart      map[string]string // name without case
	order       []string          // names of byPart
}

// readTypes reads [Content_Types].xml (ECMA-376 part 2, 6.2.3.2) as far as it can be
// read.
func (p *Package) readTypes() *contentTypes {
	t := &contentTypes{byExtension: map[string]string{}, byPart: map[string]string{}}
	in, err := p.Open("[Content_Types].xml")
	if err != nil {
		return t
	}
	defer func() { _ = in.Close() }()
	x := xmltext.New(in, xmltext.Namespaces{"http://schemas.openxmlformats.org/package/2006/content-types": ""})
	size := 0
	for size < maxStrings {
		kind, err := x.Next()
		if err != nil {
			return t
		}
		if kind != xmltext.Start {
			continue
		}
		var extension, part, media string
		for name, value := range x.Attrs {
			switch name {
			case "Extension":
				extension = strings.ToLower(value)
			case "PartName":
				part = strings.ToLower(cleanName(value))
			case "ContentType":
				media = value
			}
		}
		size += len(extension) + len(part) + len(media)
		switch x.Name() {
		case "Default":
			t.byExtension[extension] = media
		case "Override":
			if _, ok := t.byPart[part]; !ok {
				t.order = append(t.order, part)
			}
			t.byPart[part] = media
		}
	}
	return t
}

// ContentType returns the media type that the package gives a part, or nothing.
func (p *Package) ContentType(part string) string {
	t := p.contentTypes()
	name := strings.ToLower(cleanName(part))
	if media, ok := t.byPart[name]; ok {
		return media
	}
	return t.byExtension[strings.TrimPrefix(path.Ext(name), ".")]
}

func (p *Package) contentTypes() *contentTypes {
	p.mu.Lock()
	t := p.types
	p.mu.Unlock()
	if t == nil {
		t = p.readTypes()
		p.mu.Lock()
		p.types = t
		p.mu.Unlock()
	}
	return t
}

// Main returns the part that the document begins with: the one that the package
// refers to as such, else the first whose media type says so, else usual, if
// that is there.
func (p *Package) Main(usual string) (string, error) {
	list, err := p.Relationships("")
	if r := list.ByType("officeDocument"); r.Target != "" && p.Has(r.Target) {
		return r.Target, nil
	}
	if p.Has(usual) {
		return usual, nil
	}
	t := p.contentTypes()
	for _, name := range t.order {
		if strings.Contains(t.byPart[name], ".main+xml") && p.Has(name) {
			return name, nil
		}
	}
	if err == nil {
		err = missing(usual)
	}
	return "", err
}

// An XML is a part, or another file, that is read as XML.
type XML struct {
	*xmltext.Alternatives
	name string
	part *Part // nil: another file
}

// OpenXML begins to read a part as XML. Of alternative content it gives the one
// to be shown.
func (p *Package) OpenXML(name string, known xmltext.Namespaces) (*XML, error) {
	in, err := p.Open(name)
	if err != nil {
		return nil, err
	}
	return &XML{xmltext.NewAlternatives(p.xmlReader(in, known)), name, in}, nil
}

// xmlReader returns a reader, one that has been used before if there is one.
func (p *Package) xmlReader(in io.Reader, known xmltext.Namespaces) *xmltext.Reader {
	p.mu.Lock()
	defer p.mu.Unlock()
	n := len(p.readers)
	if n == 0 {
		return xmltext.New(in, known)
	}
	r := p.readers[n-1]
	p.readers = p.readers[:n-1]
	r.Reset(in, known)
	return r
}

// release keeps a reader to be used again.
func (p *Package) release(r *xmltext.Reader) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.readers) < maxIdle {
		p.readers = append(p.readers, r)
	}
}

// FlatXML reads a document that is one XML file in the same way.
func FlatXML(in io.Reader, known xmltext.Namespaces) *XML {
	return &XML{Alternatives: xmltext.NewAlternatives(xmltext.New(in, known))}
}

// Next finds the next piece of the part; io.EOF ends it. Its other errors are
// *fault.Error, or those of the file.
func (x *XML) Next() (xmltext.Kind, error) {
	kind, err := x.Alternatives.Next()
	if err != nil && !errors.Is(err, io.EOF) {
		err = x.broken(err)
	}
	return kind, err
}

// Skip passes over the rest of the element that just started, with its End.
func (x *XML) Skip() error {
	if err := x.Alternatives.Skip(); err != nil {
		return x.broken(err)
	}
	return nil
}

// Close ends the reading; x cannot be used any more.
func (x *XML) Close() error {
	if x.part == nil || x.Reader == nil {
		return nil
	}
	x.part.p.release(x.Reader)
	x.Reader = nil
	return x.part.Close()
}

// broken says in which part of a document the XML is broken.
func (x *XML) broken(err error) error {
	if x.part != nil {
		return inPart(x.part, err)
	}
	return broken("The document", err)
}
