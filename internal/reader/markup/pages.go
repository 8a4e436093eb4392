package markup

import (
	"fmt"
	"slices"
	"strings"

	"fread/internal/limits"
	"fread/internal/reader"
	"fread/internal/reader/fault"
)

// Pages are the pages or slides of a document that are to be shown.
type Pages struct {
	asked limits.Pages
	spec  string // as it was asked
	noun  string // "page" or "slide"
	part  bool   // asked by an address, which makes them all that there is
}

// SelectPages reads which pages or slides o asks for: by an address, such as
// #slide3 or #p3-5, or by --pages. An address that names them is then no part of
// o any more. Noun is "page" or "slide".
func SelectPages(o *reader.Options, noun string) (*Pages, error) {
	p := &Pages{noun: noun}
	part := strings.ToLower(o.Part)
	for _, prefix := range []string{noun + "s", noun, "p"} {
		spec, ok := strings.CutPrefix(part, prefix)
		if !ok {
			continue
		}
		if asked, err := limits.ParsePages(spec); err == nil {
			p.asked, p.spec, o.Part = asked, spec, ""
			p.part = true
			break
		}
	}
	if p.spec == "" && o.Request != nil && o.Request.Pages != "" {
		asked, err := limits.ParsePages(o.Request.Pages)
		if err != nil {
			return nil, fault.Invalid("No pages can be read from this: "+err.Error()+".", "")
		}
		p.asked, p.spec = asked, o.Request.Pages
	}
	if o.Resume != nil && o.Resume.Kept != p.keep() {
		return nil, fault.Invalid("This cursor is of other "+noun+"s of the file.", "Use it with the --pages of the read that gave it, or read again without a cursor.")
	}
	return p, nil
}

// keep is what a cursor carries, since lines are counted in what is selected.
func (p *Pages) keep() string {
	if p.spec == "" {
		return ""
	}
	return "pages " + p.spec
}

// Has reports whether page n of total is to be shown. A hidden one is only if it
// is asked for by its number, and is withheld otherwise.
func (p *Pages) Has(w Writer, n, total int64, hidden bool) bool {
	switch {
	case !p.asked.Has(n, total):
		if !p.part {
			w.Omit(p.noun+"s", 1)
		}
		return false
	case !hidden || p.asked.Names(n, total):
		return true
	}
	w.Withhold("hidden "+p.noun+"s", 1, fmt.Sprintf("--pages %d to see the first hidden %s", n, p.noun))
	return false
}

// Missing tells w which of the pages asked for a document of total pages does
// not have.
func (p *Pages) Missing(w Writer, total int64) {
	missing := p.asked.Missing(total)
	if len(missing) == 0 {
		return
	}
	w.Note(reader.Note{
		Code: reader.NotePagesMissing, Severity: reader.SeverityWarning,
		Message: fmt.Sprintf("The document has %s, fewer than were asked for: %s.", count(total, p.noun), strings.Join(missing, ", ")),
		Data:    map[string]any{"missing": missing, "pageCount": total},
	})
}

func count(n int64, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// Paged says how many pages or slides the document has, and which of them it
// shows. An address of one that it does not have is an error.
func (d *Document) Paged(total int64, p *Pages) (reader.Document, error) {
	if p.part && !p.any(total) {
		e := fault.New(fault.NotFound, fault.PhaseResolve, "", fmt.Sprintf("There is no %s %s in the document.", p.noun, p.spec), "It has "+count(total, p.noun)+".")
		e.Data = map[string]any{"pageCount": total}
		return nil, e
	}
	d.meta.PageCount, d.meta.Keep = &total, p.keep()
	return d, nil
}

// any reports whether there is any of what was asked for.
func (p *Pages) any(total int64) bool {
	return slices.ContainsFunc(p.asked, func(s limits.PageSpan) bool {
		first, last := s.Of(total)
		return first <= total && last >= 1 && first <= last
	})
}
