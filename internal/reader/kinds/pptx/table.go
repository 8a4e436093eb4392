package pptx

import (
	"strconv"

	"fread/internal/reader/markup"
	"fread/internal/reader/opc"
)

// table tells a table (21.1.3.13).
func (s *slide) table(x *opc.XML) error {
	open := s.open
	var t markup.Table
	begun := false
	err := s.eachChild(x, func(name string) error {
		switch name {
		case "a:tblPr":
			if first, _ := x.Attr("firstRow"); isOn(first) {
				t.HeaderRows = 1
			}
		case "a:tblGrid":
			return s.eachChild(x, func(string) error {
				t.Columns++
				return x.Skip()
			})
		case "a:tr":
			if !begun {
				begun = true
				if err := s.begin(t); err != nil {
					return err
				}
			}
			return s.row(x)
		}
		return x.Skip()
	})
	if err != nil {
		return err
	}
	return s.closeTo(open)
}

// row tells a row. Cells that another one covers are not told.
func (s *slide) row(x *opc.XML) error {
	if err := s.begin(markup.Row{}); err != nil {
		return err
	}
	err := s.eachChild(x, func(name string) error {
		if name != "a:tc" {
			return x.Skip()
		}
		c := markup.Cell{}
		covered := false
		for name, value := range x.Attrs {
			switch name {
			case "gridSpan":
				c.Columns = span(value)
			case "rowSpan":
				c.Rows = span(value)
			case "hMerge", "vMerge":
				covered = covered || isOn(value)
			}
		}
		if covered {
			return x.Skip()
		}
		return s.cell(x, c)
	})
	if err != nil {
		return err
	}
	return s.end()
}

func (s *slide) cell(x *opc.XML, c markup.Cell) error {
	if err := s.begin(c); err != nil {
		return err
	}
	err := s.eachChild(x, func(name string) error {
		if name != "a:txBody" {
			return x.Skip()
		}
		return s.body(x, &shape{})
	})
	if err != nil {
		return err
	}
	return s.end()
}

func span(value string) int {
	n, _ := strconv.Atoi(value)
	return max(n, 0)
}
