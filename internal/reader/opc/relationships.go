package opc

import (
	"errors"
	"io"
	"io/fs"
	"path"
	"strings"

	"fread/internal/reader/fault"
	"fread/internal/reader/xmltext"
)

const (
	// maxRelationships is how many a part may have.
	maxRelationships = 1 << 18
	// maxStrings bounds what is kept of the relationships of a part, in bytes.
	maxStrings = 32 << 20
)

// A Relationship is a reference of a part to another one, or to what lies
// outside.
type Relationship struct {
	ID       string
	Type     string // last segment of its URI, such as slide; the same in strict files
	Target   string // name of a part, or the URL where External
	External bool
}

// Relationships are those of one part, in the order of the file.
type Relationships []Relationship

// ByID returns the relationship with an id, or an empty one.
func (r Relationships) ByID(id string) Relationship {
	for i := range r {
		if r[i].ID == id {
			return r[i]
		}
	}
	return Relationship{}
}

// ByType returns the first relationship of a type to a part, or an empty one.
func (r Relationships) ByType(kind string) Relationship {
	for i := range r {
		if r[i].Type == kind && !r[i].External {
			return r[i]
		}
	}
	return Relationship{}
}

// Relationships reads those of a part (ECMA-376 part 2, 6.5); the empty name is
// that of the package. A part without any has none. What lies before damage is
// returned with the error.
func (p *Package) Relationships(part string) (Relationships, error) {
	part = cleanName(part)
	dir, file := path.Split(part)
	in, err := p.Open(dir + "_rels/" + file + ".rels")
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer func() { _ = in.Close() }()
	x := p.xmlReader(in, xmltext.Namespaces{"http://schemas.openxmlformats.org/package/2006/relationships": ""})
	defer p.release(x)
	var list Relationships
	size := 0
	for {
		kind, err := x.Next()
		switch {
		case errors.Is(err, io.EOF):
			return list, nil
		case err != nil:
			return list, inPart(in, err)
		case kind != xmltext.Start || x.Name() != "Relationship":
			continue
		}
		r := relationship(x, dir)
		if size += len(r.ID) + len(r.Target); len(list) >= maxRelationships || size > maxStrings {
			return list, tooComplex("The part " + fault.Quote(part) + " of the document refers to too many others.")
		}
		list = append(list, r)
	}
}

// relationship reads one element.
func relationship(x *xmltext.Reader, dir string) Relationship {
	var r Relationship
	for name, value := range x.Attrs {
		switch name {
		case "Id":
			r.ID = value
		case "Type":
			r.Type = value[strings.LastIndexByte(value, '/')+1:]
		case "Target":
			r.Target = value
		case "TargetMode":
			r.External = strings.EqualFold(value, "external")
		}
	}
	if hasScheme(r.Target) { // some programs forget the mode
		r.External = true
	}
	if !r.External {
		r.Target = resolve(dir, r.Target)
	}
	return r
}

// hasScheme reports whether a target begins like a URL.
func hasScheme(target string) bool {
	scheme, _, ok := strings.Cut(target, ":")
	if !ok || len(scheme) < 2 {
		return false
	}
	return !strings.ContainsFunc(scheme, func(r rune) bool {
		return (r|0x20 < 'a' || r|0x20 > 'z') && (r < '0' || r > '9') && r != '+' && r != '-' && r != '.'
	})
}

// resolve returns the part that a target in a part of folder dir means. A place
// inside the part itself stays as it is.
func resolve(dir, target string) string {
	if strings.HasPrefix(target, "#") {
		return target
	}
	target = strings.ReplaceAll(target, `\`, "/")
	if i := strings.IndexByte(target, '#'); i > 0 {
		target = target[:i]
	}
	if !strings.HasPrefix(target, "/") {
		target = "/" + dir + target
	}
	return strings.TrimPrefix(path.Clean(target), "/")
}

// inPart says in which part of a document its XML is broken.
func inPart(in *Part, err error) error {
	if in.err != nil && !errors.Is(in.err, io.EOF) { // the cause, not what follows from it
		return in.err
	}
	return broken("The part "+fault.Quote(in.name)+" of the document", err)
}

// broken turns an error of reading XML into one that a caller understands; others
// stay as they are.
func broken(what string, err error) error {
	switch {
	case errors.Is(err, xmltext.ErrEnds), errors.Is(err, io.EOF):
		return fault.New(fault.Corrupt, fault.PhaseConvert, "", what+" ends too early.", "Use a copy that is whole.")
	case errors.Is(err, xmltext.ErrTooLarge):
		return tooComplex(what + " has a tag of more than 1 MiB.")
	case errors.Is(err, xmltext.ErrTooDeep):
		return tooComplex(what + " is nested too deep.")
	}
	return err
}
