package xmltext

import (
	"slices"
	"strings"
)

// Alternatives is a Reader that shows, of each alternative content (ECMA-376
// part 3, 7.6), the first choice all of whose namespaces the caller knows, or
// else the fallback. The elements that hold them are not seen; the caller knows
// their namespace,
// http://schemas.openxmlformats.org/markup-compatibility/2006, as "mc".
type Alternatives struct {
	*Reader
	chosen []bool // of each alternative content that is open
}

// NewAlternatives returns r with its alternatives decided.
func NewAlternatives(r *Reader) *Alternatives { return &Alternatives{Reader: r} }

// Next finds the next piece of the document; io.EOF ends it.
func (a *Alternatives) Next() (Kind, error) {
	for {
		kind, err := a.Reader.Next()
		if err != nil || kind == Text || !strings.HasPrefix(a.name, "mc:") {
			return kind, err
		}
		if err := a.decide(kind); err != nil {
			return 0, err
		}
	}
}

// decide takes an element of the alternatives themselves.
func (a *Alternatives) decide(kind Kind) error {
	n := len(a.chosen)
	switch {
	case a.name == "mc:AlternateContent" && kind == Start:
		a.chosen = append(a.chosen, false)
	case n == 0 || (kind == End && a.name != "mc:AlternateContent"):
	case kind == End:
		a.chosen = a.chosen[:n-1]
	case a.name == "mc:Choice" && !a.chosen[n-1] && a.understood(), a.name == "mc:Fallback" && !a.chosen[n-1]:
		a.chosen[n-1] = true
	default:
		return a.Skip()
	}
	return nil
}

// understood reports whether the caller knows what the choice that just started
// requires.
func (a *Alternatives) understood() bool {
	requires, _ := a.Attr("Requires")
	for prefix := range strings.FieldsSeq(requires) {
		if !a.knows(prefix) {
			return false
		}
	}
	return requires != ""
}

// knows reports whether a prefix stands for a namespace that the caller knows.
func (r *Reader) knows(prefix string) bool {
	for _, b := range slices.Backward(r.bindings) {
		if b.prefix == prefix {
			return !strings.HasPrefix(b.known, "?")
		}
	}
	return false
}
