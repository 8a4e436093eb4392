package xlsx

import (
	"strconv"

	"fread/internal/reader/numfmt"
	"fread/internal/reader/opc"
	"fread/internal/reader/xmltext"
)

const (
	maxStyles  = 1 << 16 // Excel allows 65,490
	maxFormats = 1 << 14
)

// styles are the number formats of cells (18.8.10).
type styles struct {
	codes map[int]string // of formats that are written out
	ids   []int          // format of each style
	made  []*numfmt.Format
	known []bool // made holds it
}

// readStyles reads the part of the styles. What lies before damage counts.
func readStyles(p *opc.Package, name string) (*styles, error) {
	st := &styles{codes: map[int]string{}}
	if name == "" || !p.Has(name) {
		return st, nil
	}
	x, err := p.OpenXML(name, namespaces())
	if err != nil {
		return st, err
	}
	defer func() { _ = x.Close() }()
	inCells := false
	for {
		k, err := x.Next()
		if err != nil {
			return st, atEnd(err)
		}
		switch n := x.Name(); {
		case k == xmltext.Start && n == "numFmt":
			id, _ := strconv.Atoi(attr(x, "numFmtId"))
			if _, known := st.codes[id]; !known && len(st.codes) < maxFormats {
				st.codes[id] = attr(x, "formatCode")
			}
		case n == "cellXfs":
			if inCells = k == xmltext.Start; !inCells {
				return st, nil
			}
		case k == xmltext.Start && n == "xf" && inCells && len(st.ids) < maxStyles:
			id, _ := strconv.Atoi(attr(x, "numFmtId"))
			st.ids = append(st.ids, id)
		}
	}
}

// format is the number format of a style; nil: General.
func (s *styles) format(style int) *numfmt.Format {
	if style == 0 && len(s.ids) > 0 && s.ids[0] == 0 || style >= len(s.ids) {
		return nil
	}
	if s.known == nil {
		s.known, s.made = make([]bool, len(s.ids)), make([]*numfmt.Format, len(s.ids))
	}
	if !s.known[style] {
		s.known[style] = true
		id := s.ids[style]
		if code, ok := s.codes[id]; !ok {
			s.made[style] = numfmt.Builtin(id)
		} else if code != "General" && code != "" {
			s.made[style] = numfmt.Parse(code)
		}
	}
	return s.made[style]
}
