package ods

import (
	"context"
	"errors"
	"io"
	"strconv"
	"strings"

	"fread/internal/reader/fault"
	"fread/internal/reader/opc"
	"fread/internal/reader/workbook"
	"fread/internal/reader/xmltext"
)

// What a walker is to find, if not the rows of a sheet.
const (
	everything = -1
	nothing    = -2 // but styles, up to the first sheet
)

// errDone ends a walk whose sheet has ended.
var errDone = errors.New("ods: done")

// A walker goes through a part once.
type walker struct {
	b     *book
	x     *opc.XML
	ctx   context.Context //nolint:containedctx // a walker lives as long as one call
	want  int             // index of a sheet, everything or nothing
	first int             // row
	yield func(*workbook.Row) error

	index   int // of the sheets that were met
	s       *sheet
	collect bool // what there is beside the values is not known yet
	number  int  // of the row of now
	column  int  // up to which the row has been read
	row     workbook.Row
	filled  int  // the last column of the row with a value
	begins  int  // the first one
	decode  bool // the row is wanted
	text    paragraphs
	rows    int64
}

// each calls yield with the start of each element in the one that just started.
// Yield reads it to its end, or leaves it to each to go into.
func (w *walker) each(yield func(name string) error) error {
	depth := w.x.Depth()
	for {
		kind, err := w.x.Next()
		if err != nil {
			return err
		}
		switch kind {
		case xmltext.Start:
			if err := yield(w.x.Name()); err != nil {
				return err
			}
		case xmltext.End:
			if w.x.Depth() < depth {
				return nil
			}
		case xmltext.Text:
		}
	}
}

func (w *walker) attr(name string) string {
	v, _ := w.x.Attr(name)
	return v
}

// count is a number of an attribute such as how often a cell is repeated.
func (w *walker) count(name string, most int) int {
	v, ok := w.x.Attr(name)
	if !ok {
		return 1
	}
	n, err := strconv.Atoi(v)
	switch {
	case errors.Is(err, strconv.ErrRange):
		return most
	case err != nil || n < 1:
		return 1
	}
	return min(n, most)
}

// document reads a part from its beginning.
func (w *walker) document() error {
	for {
		kind, err := w.x.Next()
		if err != nil {
			return err
		}
		if kind == xmltext.Start {
			if err := w.element(w.x.Name()); err != nil {
				if errors.Is(err, errDone) {
					return io.EOF
				}
				return err
			}
		}
	}
}

func (w *walker) element(name string) error {
	survey := w.want < 0
	switch name {
	case "office:document", "office:document-content", "office:document-styles", "office:body", "office:spreadsheet":
		return nil
	case "office:styles", "office:automatic-styles":
		if survey {
			return w.readStyles()
		}
	case "table:table":
		if w.want == nothing {
			return errDone
		}
		return w.table()
	case "table:named-expressions":
		if survey {
			return w.names()
		}
	case "table:database-ranges":
		if survey {
			return w.databases()
		}
	case "table:data-pilot-tables":
		if survey {
			return w.pivotTables()
		}
	}
	return w.x.Skip()
}

// names reads ranges with names.
func (w *walker) names() error {
	return w.each(func(name string) error {
		if name == "table:named-range" {
			w.b.addName(w.attr)
		}
		return w.x.Skip()
	})
}

// databases reads the ranges that are tables.
func (w *walker) databases() error {
	return w.each(func(name string) error {
		if name == "table:database-range" {
			w.b.addDatabase(w.attr)
		}
		return w.x.Skip()
	})
}

func (w *walker) pivotTables() error {
	return w.each(func(name string) error {
		if name == "table:data-pilot-table" {
			w.b.addPivotTable(w.attr)
		}
		return w.x.Skip()
	})
}

// table reads a sheet.
func (w *walker) table() error {
	name := w.attr("table:name")
	if isCache(name) {
		if w.want == everything {
			w.b.links++
		}
		return w.x.Skip()
	}
	index := w.index
	w.index++
	if w.want == everything {
		w.b.addSheet(w.attr)
	}
	if index >= len(w.b.sheets) || w.want >= 0 && index != w.want {
		return w.x.Skip()
	}
	w.s = &w.b.sheets[index]
	if w.s.Name != name {
		return fault.New(fault.Corrupt, fault.PhaseConvert, "", "The sheet "+fault.Quote(w.s.Name)+" is not where it was found before.", "Use a copy that is whole.")
	}
	if w.collect = !w.s.known; w.collect {
		w.s.used, w.s.columns = workbook.Range{}, nil
		w.s.beside = workbook.Beside{PivotTables: w.s.beside.PivotTables}
	}
	w.number, w.column = 0, 0
	if err := w.each(w.inTable); err != nil {
		return err
	}
	w.s.known = true
	if w.want == index {
		return errDone
	}
	return nil
}

// isCache reports whether a table is no sheet, but what is remembered of one of
// another workbook.
func isCache(name string) bool {
	return strings.HasPrefix(name, "'") && strings.Contains(name, "'#")
}

func (w *walker) inTable(name string) error {
	switch name {
	case "table:table-columns", "table:table-column-group", "table:table-header-columns",
		"table:table-rows", "table:table-row-group", "table:table-header-rows":
		return nil
	case "table:table-column":
		if w.collect {
			w.columns()
		}
	case "table:table-row":
		return w.tableRow()
	case "table:shapes":
		if w.collect {
			return w.each(w.drawing)
		}
	case "table:named-expressions":
		if w.want == everything {
			return w.names()
		}
	case "table:table-source":
		if w.want == everything {
			w.b.links++
		}
	}
	return w.x.Skip()
}

// columns takes columns alike.
func (w *walker) columns() {
	n := w.count("table:number-columns-repeated", workbook.MaxColumns)
	first, last := w.column+1, min(w.column+n, workbook.MaxColumns)
	w.column += n
	if first > last || len(w.s.columns) >= maxSpans {
		return
	}
	if style := w.attr("table:default-cell-style-name"); style != "" {
		w.s.columns = append(w.s.columns, span{first, last, style})
	}
	if v := w.attr("table:visibility"); v == "collapse" || v == "filter" {
		w.s.beside.HiddenColumns = append(w.s.beside.HiddenColumns, workbook.Range{FirstColumn: first, LastColumn: last})
	}
}

// drawing counts a chart or a picture.
func (w *walker) drawing(name string) error {
	if name != "draw:frame" {
		return nil // it may be a group of them
	}
	object, image := false, false
	err := w.each(func(name string) error {
		switch name {
		case "draw:object", "draw:object-ole":
			object = true
		case "draw:image":
			image = true
		}
		return w.x.Skip()
	})
	switch {
	case object:
		w.s.beside.Charts++
	case image:
		w.s.beside.Pictures++
	}
	return err
}

// tableRow reads a row, which may stand for many.
func (w *walker) tableRow() error {
	if w.rows++; w.rows&0xff == 0 && w.ctx.Err() != nil {
		return w.ctx.Err()
	}
	repeated := w.count("table:number-rows-repeated", workbook.MaxRows)
	visibility := w.attr("table:visibility")
	w.row = workbook.Row{Hidden: visibility == "collapse" || visibility == "filter", Cells: w.row.Cells[:0]}
	w.decode = w.yield != nil && w.number+repeated >= w.first
	w.column, w.filled, w.begins = 0, 0, 0
	style := w.attr("table:default-cell-style-name")
	err := w.each(func(name string) error {
		if name == "table:table-cell" || name == "table:covered-table-cell" {
			return w.cell(style)
		}
		return w.x.Skip()
	})
	if err != nil {
		return err
	}
	first := w.number + 1
	w.number += repeated
	last := min(w.number, workbook.MaxRows)
	if w.filled == 0 || first > last {
		return nil
	}
	if w.collect {
		w.use(first, last)
	}
	if w.yield == nil {
		return nil
	}
	return w.give(max(first, w.first), last)
}

// use notes which cells are used.
func (w *walker) use(first, last int) {
	u := &w.s.used
	if u.FirstRow == 0 {
		u.FirstRow, u.FirstColumn = first, w.begins
	}
	u.LastRow = last
	u.FirstColumn = min(u.FirstColumn, w.begins)
	u.LastColumn = max(u.LastColumn, w.filled)
	if w.row.Hidden {
		w.s.beside.HiddenRows += int64(last - first + 1)
	}
}

// give yields a row as often as it is there.
func (w *walker) give(first, last int) error {
	cells := w.row.Cells
	for n := first; n <= last; n++ {
		row := w.row
		row.Number, row.Cells, row.Columns = n, cells, min(w.column, workbook.MaxColumns)
		if err := w.yield(&row); err != nil {
			return err
		}
	}
	return nil
}
