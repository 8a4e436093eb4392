package reader

import (
	"fmt"

	"fread/internal/reader/detect"
	"fread/internal/reader/fault"
)

// Registry is an ordered, immutable list of readers; the first that matches wins.
type Registry struct{ readers []Reader }

// NewRegistry refuses readers without a name and names given twice.
func NewRegistry(readers ...Reader) (*Registry, error) {
	seen := make(map[string]bool, len(readers))
	for _, r := range readers {
		name := r.Info().Name
		if name == "" || seen[name] {
			return nil, fmt.Errorf("reader: name %q is empty or taken", name)
		}
		seen[name] = true
	}
	return &Registry{readers: readers}, nil
}

// Readers lists the readers in order.
func (g *Registry) Readers() []Reader { return g.readers }

// pick returns the reader that gives the form of a file of type t, or of the
// part of it that an address names.
func (g *Registry) pick(t detect.Type, form Form, part string) (Reader, error) {
	for _, r := range g.readers {
		if (part == "" || r.Info().Parts) && r.Match(t, form) {
			return r, nil
		}
	}
	if part != "" && g.gives(t, form) {
		return nil, fault.New(fault.NotFound, fault.PhaseResolve, "", "Recognised as "+t.Name+" ("+t.Evidence+"), in which #"+part+" names nothing in this form.", "Leave the address out.")
	}
	return nil, g.refuse(t, form)
}

// refuse says why no reader gives the form of a file of type t, and what does.
func (g *Registry) refuse(t detect.Type, form Form) error {
	e := &fault.Error{Phase: fault.PhaseDetect, Data: map[string]any{"evidence": t.Evidence}}
	name := t.Name
	if name == "" {
		name = t.Format
	}
	e.Code, e.Message = t.Reason, "Recognised as "+name+" ("+t.Evidence+")."
	e.Hint = "Use --as hex to look at its bytes."
	switch {
	case t.Reason == fault.Encrypted:
		e.Message = "Recognised as " + name + ", which is encrypted (" + t.Evidence + ")."
		e.Hint = "Decrypt it first."
	case t.Reason != "":
	case form != FormDefault && g.gives(t, FormDefault):
		e.Code = fault.UnsupportedFormat
		e.Message = "Recognised as " + name + " (" + t.Evidence + "), which has no form " + string(form) + "."
		e.Hint = "It can be read" + g.formsOf(t) + "."
	case t.Kind == detect.Image:
		e.Code = fault.Image
	case t.Kind == detect.Archive:
		e.Code = fault.Archive
	case t.Kind == detect.Unsupported:
		e.Code = fault.Binary
		e.Hint = "Use --as hex to look at its bytes, or --as text to read it as text all the same."
	default:
		e.Code = fault.UnsupportedFormat
		e.Message += " This version cannot read it yet."
	}
	return e
}

func (g *Registry) gives(t detect.Type, form Form) bool {
	for _, r := range g.readers {
		if r.Match(t, form) {
			return true
		}
	}
	return false
}

func (g *Registry) formsOf(t detect.Type) string {
	s := ""
	for _, f := range Forms() {
		if g.gives(t, f) {
			if s != "" {
				s += ","
			}
			s += " --as " + string(f)
		}
	}
	return s
}
