package workbook

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"fread/internal/reader/cells"
	"fread/internal/reader/fault"
)

// headerSample is how many rows decide whether there is a header.
const headerSample = 50

// decide finds out whether the first row of the area names the columns.
func (d *document) decide(sample []Row) {
	if len(sample) > headerSample {
		sample = sample[:headerSample]
	}
	d.width = d.widest - d.area.FirstColumn + 1
	if d.widest == 0 {
		d.width = 0
	}
	switch mode := d.o.Request.Headers; {
	case mode == cells.HeadersYes:
		d.header, d.why = d.area.FirstRow > 0, "as asked"
	case mode == cells.HeadersNo:
		d.header, d.why = false, "as asked"
	case d.choice.headerRow:
		d.header, d.why = true, "the table has one"
	default:
		d.header, d.why = d.detect(sample)
	}
	if d.header {
		var labels *Row
		if len(sample) > 0 && sample[0].Number == d.area.FirstRow {
			labels = &sample[0]
		}
		d.name(labels)
	}
}

// detect tells from the first rows whether the first is a header.
func (d *document) detect(sample []Row) (bool, string) {
	switch {
	case len(sample) == 0:
		return false, "there are no rows"
	case sample[0].Number != d.area.FirstRow:
		return false, "the first row is blank"
	case len(sample) == 1 && d.ended:
		return false, "there is only one row"
	}
	v := values{view: cells.Stored, date: d.values.date}
	rows := make([][]string, len(sample))
	for i := range sample {
		rows[i] = v.texts(&sample[i], d.area.FirstColumn)
	}
	yes, why := cells.DetectHeader(rows, d.width)
	if !yes {
		return false, why
	}
	for i := range sample[0].Cells {
		if k := sample[0].Cells[i].Kind; k == Bool || k == Error || k == Date {
			return false, "the first row has values that are no names"
		}
	}
	if len(rows) > 2 && len(sample[0].Cells) < len(sample[1].Cells) && onlyText(&sample[1]) && !onlyText(&sample[2]) {
		return false, "the first two rows together name the columns"
	}
	return true, why
}

// onlyText reports whether all cells of a row hold text.
func onlyText(r *Row) bool {
	for i := range r.Cells {
		if k := r.Cells[i].Kind; k != Text && k != Blank {
			return false
		}
	}
	return true
}

// texts is the values of a row as text, from a column on.
func (v *values) texts(r *Row, first int) []string {
	var list []string
	for i := range r.Cells {
		for len(list) < r.Cells[i].Column-first {
			list = append(list, "")
		}
		label := v.cell(&r.Cells[i]).Text
		if len(label) > maxLabel {
			label = strings.ToValidUTF8(label[:maxLabel], "") + "..."
		}
		list = append(list, label)
	}
	return list
}

// name takes the names of the columns from a row; nil: it is blank.
func (d *document) name(row *Row) {
	var labels []string
	if row != nil {
		v := values{view: cells.Stored, date: d.values.date}
		if d.values.view == cells.Shown {
			v.view = cells.Shown
		}
		labels = v.texts(row, d.area.FirstColumn)
		for i := range row.Cells {
			if c := &row.Cells[i]; c.Uncached {
				d.noValue(row.Number, c.Column)
			}
		}
		if row.Hidden {
			d.hidden(row.Number)
		}
	}
	for len(labels) < d.width {
		labels = append(labels, "")
	}
	d.headers, d.renamed = cells.UniqueNames(labels[:d.width])
}

// keep writes what a cursor has to carry, so that all pages are read alike.
func (d *document) keep() string {
	a := d.area
	last := Range{}
	if d.asked {
		last = a
	}
	return fmt.Sprintf("wb %d %d %d %d %d %t %d %s", d.choice.sheet, a.FirstRow, a.FirstColumn, last.LastRow, last.LastColumn, d.header, d.width, d.values.view)
}

// resume takes up what keep wrote.
func (d *document) resume(kept string) error {
	a := &d.area
	var view string
	n, err := fmt.Sscanf(kept, "wb %d %d %d %d %d %t %d %s", &d.choice.sheet, &a.FirstRow, &a.FirstColumn, &a.LastRow, &a.LastColumn, &d.header, &d.width, &view)
	sheets := d.book.Sheets()
	if err != nil || n != 8 || d.choice.sheet < 0 || d.choice.sheet >= len(sheets) || a.FirstRow < 0 || a.FirstColumn < 0 || d.width < 0 || d.width > MaxColumns {
		return fault.Invalid("This cursor is of another form of the file.", "Use it with the --as of the read that gave it, or read again without a cursor.")
	}
	if name := d.o.Request.Sheet; name != "" {
		if i, ok := findSheet(sheets, name); !ok || i != d.choice.sheet {
			return fault.Invalid("This cursor is of the sheet "+fault.Quote(sheets[d.choice.sheet].Name)+".", "Leave --sheet out, or name that one.")
		}
	}
	d.asked = a.LastRow > 0
	d.why = "as in the page before"
	if d.o.Request.Cells == "" {
		d.o.Request = new(*d.o.Request)
		d.o.Request.Cells = cells.View(view)
	}
	return nil
}

// readHeader reads the names of the columns where it is known that there are
// some.
func (d *document) readHeader(ctx context.Context) error {
	if !d.header {
		return nil
	}
	var labels *Row
	read := func() error {
		return d.rows(ctx, d.area.FirstRow, func(r *Row) error {
			if r.Number == d.area.FirstRow {
				row := *r
				row.Cells = append([]Cell(nil), r.Cells...)
				labels = &row
			}
			return errEnough
		})
	}
	err := read()
	if errors.Is(err, ErrDisorder) {
		err = read()
	}
	if err != nil && !errors.Is(err, errEnough) {
		return err
	}
	d.name(labels)
	return nil
}
