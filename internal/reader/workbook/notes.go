package workbook

import (
	"fmt"
	"strconv"
	"strings"

	"fread/internal/limits"
	"fread/internal/reader"
	"fread/internal/reader/fault"
)

// Bounds of what is listed one by one.
const (
	listedSheets = 10
	listedMerged = 1000
	fewMerged    = 200 // all of them are listed, wherever they are
	listedRows   = 100
)

// remarks is what was met on the way through the rows.
type remarks struct {
	uncached      int64
	firstUncached [2]int // row and column
	lost          int64  // cells left of the area
	firstLost     [2]int
	lostColumn    int   // the leftmost of them
	cuts          int64 // cells of rows that are too large
	firstCut      [2]int
	over          int64 // rows with more cells than there are names
	firstOver     int
	hiddenRows    []limits.Span
	hiddenCount   int64
	seen          Range // rows that were yielded
}

func (m *remarks) noValue(row, column int) {
	if m.uncached++; m.uncached == 1 {
		m.firstUncached = [2]int{row, column}
	}
}

func (m *remarks) left(row, column int) {
	if m.lost++; m.lost == 1 {
		m.firstLost, m.lostColumn = [2]int{row, column}, column
	}
	m.lostColumn = min(m.lostColumn, column)
}

func (m *remarks) cut(row, column int) {
	if m.cuts++; m.cuts == 1 {
		m.firstCut = [2]int{row, column}
	}
}

func (m *remarks) unnamed(row int) {
	if m.over++; m.over == 1 {
		m.firstOver = row
	}
}

func (m *remarks) hidden(row int) {
	m.hiddenCount++
	n := len(m.hiddenRows)
	switch {
	case n > 0 && m.hiddenRows[n-1].Last == int64(row)-1:
		m.hiddenRows[n-1].Last++
	case n < listedRows:
		m.hiddenRows = append(m.hiddenRows, limits.Span{First: int64(row), Last: int64(row)})
	}
}

// Meta implements reader.Document.
func (d *document) Meta() reader.Meta {
	sheets := d.book.Sheets()
	m := reader.Meta{
		ContentFormat: "csv", SheetName: sheets[d.choice.sheet].Name, SheetNames: names(sheets), Headers: d.headers, HeaderRow: d.header, Keep: d.keep(),
	}
	used := d.used()
	m.Range = used.String()
	d.total(&m, used)
	m.Sheets = describe(sheets)
	if d.ended && !d.asked {
		m.Sheets[d.choice.sheet].Rows, m.Sheets[d.choice.sheet].Columns = size(used)
	}
	d.say(&m)
	return m
}

// used is the range in which rows and columns are counted: as asked, or what has
// a value as far as known.
func (d *document) used() Range {
	if d.asked {
		return d.area
	}
	r := Range{d.area.FirstRow, d.area.FirstColumn, d.last, d.widest}
	if declared := d.book.Sheets()[d.choice.sheet].Declared; !d.whole && !declared.Empty() && r.FirstRow > 0 {
		if !d.ended {
			r.LastRow = max(r.LastRow, declared.LastRow)
		}
		if declared.LastColumn < MaxColumns { // a sheet that claims all columns has formatted them
			r.LastColumn = max(r.LastColumn, declared.LastColumn)
		}
	}
	return r
}

// total is how many rows there are.
func (d *document) total(m *reader.Meta, used Range) {
	last := used.LastRow
	switch {
	case d.ended:
		last = d.last
	case d.asked:
		declared := d.book.Sheets()[d.choice.sheet].Declared
		if declared.Empty() {
			return
		}
		last = max(d.last, min(last, declared.LastRow))
	case d.book.Sheets()[d.choice.sheet].Declared.Empty():
		return // nothing says how far it goes
	}
	m.TotalExact = d.ended
	if d.area.FirstRow == 0 {
		m.Total = new(int64)
		return
	}
	m.Total = new(max(0, int64(last-d.first()+1)))
}

func size(r Range) (rows, columns *int64) {
	if r.Empty() {
		return new(int64), new(int64)
	}
	return new(int64(r.LastRow - r.FirstRow + 1)), new(int64(r.LastColumn - r.FirstColumn + 1))
}

func describe(sheets []Sheet) []reader.Sheet {
	list := make([]reader.Sheet, len(sheets))
	for i := range sheets {
		s := &sheets[i]
		list[i] = reader.Sheet{Name: s.Name, Hidden: s.State != Visible, VeryHidden: s.State == VeryHidden, Chart: s.Chart}
		if !s.Declared.Empty() {
			list[i].Rows, list[i].Columns = size(s.Declared)
		}
	}
	return list
}

// say tells what there is to know about what is shown, and what is not.
func (d *document) say(m *reader.Meta) {
	note := func(code reader.NoteCode, severity reader.Severity, data map[string]any, format string, args ...any) {
		m.Notes = append(m.Notes, reader.Note{Code: code, Severity: severity, Message: fmt.Sprintf(format, args...), Data: data})
	}
	info, warning := reader.SeverityInfo, reader.SeverityWarning
	if d.why != "as asked" && d.why != "as in the page before" && d.area.FirstRow > 0 {
		header, other := "the first row is the header", "--headers no"
		if !d.header {
			header, other = "no row is taken for a header", "--headers yes"
		}
		note(reader.NoteDialect, info, map[string]any{"header": d.header}, "Of the sheet %s, %s (%s; %s if not).", fault.Quote(m.SheetName), header, d.why, other)
	}
	d.saySheets(m, note)
	if d.renamed > 0 {
		note(reader.NoteHeadersRenamed, info, map[string]any{"count": d.renamed}, "%s made unique: they were empty, repeated or had blanks around them.", limits.Nouns(int64(d.renamed), "name of a column was", "names of columns were"))
	}
	if d.uncached > 0 {
		first := string(AppendReference(nil, d.firstUncached[0], d.firstUncached[1]))
		note(reader.NoteNoCachedValue, warning, map[string]any{"cells": d.uncached, "first": first},
			"%s no result in the file, and %s blank; the first is %s. Use --cells formula to see the formulas.", limits.Nouns(d.uncached, "formula has", "formulas have"), truth(d.uncached == 1, "is", "are"), first)
	}
	if d.lost > 0 {
		first := string(AppendReference(nil, d.firstLost[0], d.firstLost[1]))
		note(reader.NoteCellsCut, warning, map[string]any{"cells": d.lost, "first": first},
			"%s left of column %s, where the rows shown begin; the first is %s. Use --range %s:%s to see them.", limits.Nouns(d.lost, "cell lies", "cells lie"), ColumnName(d.area.FirstColumn), first,
			ColumnName(d.lostColumn), ColumnName(max(d.widest, d.area.FirstColumn)))
		m.Omitted = append(m.Omitted, reader.Omission{What: "cells", Count: new(d.lost)})
	}
	if d.cuts > 0 {
		first := string(AppendReference(nil, d.firstCut[0], d.firstCut[1]))
		note(reader.NoteCellsCut, warning, map[string]any{"cells": d.cuts, "first": first},
			"%s left out, because the text of a row would be larger than %s; the first is %s. Use --range to see fewer at a time.", limits.Nouns(d.cuts, "cell is", "cells are"), limits.FormatSize(maxRow), first)
		m.Omitted = append(m.Omitted, reader.Omission{What: "cells", Count: new(d.cuts)})
	}
	if d.over > 0 {
		note(reader.NoteNewColumns, info, map[string]any{"rows": d.over, "first": d.firstOver}, "%s cells in columns that the header does not name; the first is row %d of the sheet.", limits.Nouns(d.over, "row has", "rows have"), d.firstOver)
	}
	d.sayHidden(note)
	d.sayBeside(m, note)
	if d.asked {
		m.Omitted = append(m.Omitted, reader.Omission{What: "cells outside " + d.area.String()})
	}
}

type noter func(code reader.NoteCode, severity reader.Severity, data map[string]any, format string, args ...any)

// saySheets names the sheets that are not shown.
func (d *document) saySheets(m *reader.Meta, note noter) {
	var shown, hidden []string
	for i, s := range d.book.Sheets() {
		switch {
		case i == d.choice.sheet:
		case s.State == Visible:
			shown = append(shown, s.Name)
		default:
			hidden = append(hidden, s.Name)
		}
	}
	some := func(list []string) string {
		if len(list) > listedSheets {
			return quoted(list[:listedSheets], ", ") + " and " + strconv.Itoa(len(list)-listedSheets) + " more"
		}
		return quoted(list, " and ")
	}
	if n := len(shown); n > 0 {
		m.Omitted = append(m.Omitted, reader.Omission{What: "sheets", Count: new(int64(n))})
		note(reader.NoteSheets, reader.SeverityInfo, map[string]any{"sheetName": m.SheetName}, "This is the sheet %s. The workbook has also %s; use --sheet to read one.", fault.Quote(m.SheetName), some(shown))
	}
	if len(hidden) > 0 {
		for _, name := range hidden[:min(len(hidden), listedSheets)] {
			m.Omitted = append(m.Omitted, reader.Omission{What: "hidden sheet " + fault.Quote(name)})
		}
		if n := len(hidden) - listedSheets; n > 0 {
			m.Omitted = append(m.Omitted, reader.Omission{What: "hidden sheets", Count: new(int64(n))})
		}
		note(reader.NoteHiddenContent, reader.SeverityInfo, map[string]any{"sheets": hidden[:min(len(hidden), listedRows)]}, "%s not shown: %s. Use --sheet to read one.",
			limits.Nouns(int64(len(hidden)), "hidden sheet is", "hidden sheets are"), some(hidden))
	}
	if d.book.Sheets()[d.choice.sheet].State != Visible {
		note(reader.NoteHiddenContent, reader.SeverityInfo, nil, "The sheet %s is hidden in the workbook.", fault.Quote(m.SheetName))
	}
}

// sayHidden says which of the rows and columns shown are hidden in the file.
func (d *document) sayHidden(note noter) {
	beside := d.book.Beside(d.choice.sheet)
	var what []string
	data := map[string]any{}
	if d.hiddenCount > 0 {
		var rows []string
		for _, s := range d.hiddenRows {
			r := strconv.FormatInt(s.First, 10)
			if s.Last > s.First {
				r += "-" + strconv.FormatInt(s.Last, 10)
			}
			rows = append(rows, r)
		}
		data["rows"] = rows
		what = append(what, limits.Nouns(d.hiddenCount, "row", "rows")+" ("+firstOf(rows)+")")
	}
	var columns []string
	for _, c := range beside.HiddenColumns {
		if c.FirstColumn <= max(d.widest, 1) && c.LastColumn >= d.area.FirstColumn && len(columns) < listedRows {
			name := ColumnName(c.FirstColumn)
			if last := min(c.LastColumn, max(d.widest, c.FirstColumn)); last > c.FirstColumn {
				name += ":" + ColumnName(last)
			}
			columns = append(columns, name)
		}
	}
	if len(columns) > 0 {
		data["columns"] = columns
		what = append(what, "columns "+firstOf(columns))
	}
	if len(what) > 0 && d.area.FirstRow > 0 {
		note(reader.NoteHiddenContent, reader.SeverityInfo, data, "Shown here, but hidden in the sheet: %s.", strings.Join(what, " and "))
	}
}

// firstOf lists the first few.
func firstOf(list []string) string {
	const few = 10
	if len(list) > few {
		return strings.Join(list[:few], ", ") + ", ..."
	}
	return strings.Join(list, ", ")
}

// sayBeside tells what the sheet and the workbook have beside cells.
func (d *document) sayBeside(m *reader.Meta, note noter) {
	b, book := d.book.Beside(d.choice.sheet), d.book.Beside(-1)
	for _, r := range b.Merged {
		if len(b.Merged) <= fewMerged || !r.intersect(Range{d.seen.FirstRow, 1, d.seen.LastRow, MaxColumns}).Empty() {
			if len(m.MergedRanges) < listedMerged {
				m.MergedRanges = append(m.MergedRanges, r.String())
			}
		}
	}
	for _, o := range []struct {
		what string
		n    int64
	}{
		{"comments", b.Comments + book.Comments},
		{"charts", b.Charts + book.Charts},
		{"pictures", b.Pictures + book.Pictures},
		{"pivot tables", b.PivotTables + book.PivotTables},
	} {
		if o.n > 0 {
			m.Omitted = append(m.Omitted, reader.Omission{What: o.what, Count: new(o.n)})
		}
	}
	if book.Macros {
		m.Omitted = append(m.Omitted, reader.Omission{What: "macros"})
	}
	for _, damage := range []error{b.Damage, book.Damage} {
		if damage != nil {
			note(reader.NoteCorrupt, reader.SeverityWarning, nil, "A part of the workbook is damaged: %s", damage.Error())
			m.Omitted = append(m.Omitted, reader.Omission{What: "what is damaged"})
		}
	}
}
