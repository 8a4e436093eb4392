package workbook

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"

	"fread/internal/reader"
	"fread/internal/reader/cells"
	"fread/internal/reader/cursor"
	"fread/internal/reader/fault"
)

const (
	// countLeft is how many bytes of a sheet behind the rows that are shown are
	// gone through unasked, for how many rows there are.
	countLeft = 2 << 20
	// sampleRows and sampleCells are how much of a sheet decides where its cells
	// begin and whether it has a header.
	sampleRows  = 60
	sampleCells = 6_000
	// maxRow is how many bytes of the text of a row are kept, and maxLabel of what
	// may be the name of a column.
	maxRow   = 4 << 20
	maxLabel = 4 << 10
)

// document is the rows of one sheet, numbered from the one behind the header on.
// A blank row between others is a unit, so that numbers never shift.
type document struct {
	book    Book
	o       reader.Options
	choice  choice
	asked   bool // the range was
	values  values
	head    []Row // the first rows, which were looked at
	only    bool  // and there are no others
	header  bool
	why     string // it has a header or not
	headers []string
	renamed int

	area   Range // where rows and columns are counted in; its ends are 0 where not known
	width  int   // columns of the rows that decided on the header
	last   int   // last row known to have a value
	widest int   // last column
	ended  bool  // last is that of the sheet
	whole  bool  // and widest too
	alive  func()

	cells []cells.Cell
	text  []byte
	remarks
}

// NewDocument gives the rows of the sheet of b that a request means. It closes b
// with the document, or if there is an error.
func NewDocument(ctx context.Context, o reader.Options, b Book) (reader.Document, error) {
	d := &document{book: b, o: o, alive: o.Alive}
	if d.alive == nil {
		d.alive = func() {}
	}
	if err := d.open(ctx); err != nil {
		_ = b.Close()
		return nil, err
	}
	return d, nil
}

func (d *document) open(ctx context.Context) (err error) {
	if d.o.Resume != nil {
		err = d.resume(d.o.Resume.Kept)
	} else {
		d.choice, err = choose(d.book, d.o)
		d.asked = !d.choice.area.Empty()
	}
	if err != nil {
		return err
	}
	view := d.o.Request.Cells
	if view == "" {
		view = cells.Stored
	}
	d.values = values{view: view, date: d.book.Date1904()}
	if d.o.Resume != nil {
		err = d.readHeader(ctx)
	} else {
		err = d.look(ctx)
	}
	if err != nil {
		return err
	}
	if d.o.Request.Count || d.o.Request.As == reader.FormInfo {
		return d.finish(ctx)
	}
	return nil
}

// errEnough ends the rows of a Book.
var errEnough = errors.New("enough rows")

// rows calls yield with the rows that lie in the area and have a value, with only
// their cells in it.
func (d *document) rows(ctx context.Context, first int, yield func(*Row) error) error {
	count := 0
	last := MaxRows
	if d.asked {
		last = d.area.LastRow
	}
	return d.book.Rows(ctx, d.choice.sheet, first, func(r *Row) error {
		if count++; count&0xff == 0 {
			d.alive()
			if err := ctx.Err(); err != nil {
				return err
			}
		}
		if r.Number > last {
			d.ended = true
			return errEnough
		}
		if d.crop(r); len(r.Cells) == 0 {
			return nil
		}
		return yield(r)
	})
}

// crop leaves of a row the cells of the area that hold something.
func (d *document) crop(r *Row) {
	list := r.Cells
	for len(list) > 0 && list[len(list)-1].blank() {
		list = list[:len(list)-1]
	}
	first := d.area.FirstColumn
	for len(list) > 0 && (list[0].blank() || list[0].Column < first) {
		if !list[0].blank() && !d.asked {
			d.left(r.Number, list[0].Column)
		}
		list = list[1:]
	}
	if d.asked {
		for len(list) > 0 && (list[len(list)-1].blank() || list[len(list)-1].Column > d.area.LastColumn) {
			list = list[:len(list)-1]
		}
	}
	r.Cells = list
}

// blank reports whether c holds nothing, whatever it looks like.
func (c *Cell) blank() bool { return c.Kind == Blank && c.Formula == "" && !c.Uncached }

// look decides where the rows begin and whether the first of them is a header.
func (d *document) look(ctx context.Context) error {
	if d.asked {
		d.area = d.choice.area
	}
	sample, err := d.sample(ctx)
	if errors.Is(err, ErrDisorder) {
		sample, err = d.sample(ctx)
	}
	if err != nil && (len(sample) == 0 || ctx.Err() != nil) { // what lies before damage is shown
		return err
	}
	if !d.asked {
		d.begin(sample)
	}
	d.decide(sample)
	d.head, d.only = sample, d.ended
	return nil
}

// sample returns the first rows.
func (d *document) sample(ctx context.Context) (list []Row, err error) {
	n := 0
	err = d.rows(ctx, max(d.area.FirstRow, 1), func(r *Row) error {
		row := *r
		row.Cells = slices.Clone(r.Cells)
		list = append(list, row)
		d.reach(r)
		if n += len(r.Cells); len(list) >= sampleRows || n > sampleCells && len(list) > 1 {
			return errEnough
		}
		return nil
	})
	switch {
	case err == nil:
		d.ended, d.whole = true, true
	case errors.Is(err, errEnough):
		err = nil
	}
	return list, err
}

// reach notes how far the cells go.
func (d *document) reach(r *Row) {
	d.last = max(d.last, r.Number)
	d.widest = max(d.widest, r.Cells[len(r.Cells)-1].Column)
}

// begin places the area at the first used row and column. Where the sheet is not
// known to its end, what it states counts too.
func (d *document) begin(sample []Row) {
	declared := d.book.Sheets()[d.choice.sheet].Declared
	for i := range sample {
		first := sample[i].Cells[0].Column
		if d.area.FirstColumn == 0 || first < d.area.FirstColumn {
			d.area.FirstColumn = first
		}
	}
	if len(sample) > 0 {
		d.area.FirstRow = sample[0].Number
	}
	if !d.ended && declared.FirstColumn > 0 {
		d.area.FirstColumn = min(d.area.FirstColumn, declared.FirstColumn)
	}
}

// first is the row of the first unit.
func (d *document) first() int {
	if d.header {
		return d.area.FirstRow + 1
	}
	return d.area.FirstRow
}

// Units implements reader.Document.
func (d *document) Units(ctx context.Context, from cursor.Position) iter.Seq2[*reader.Unit, error] {
	return func(yield func(*reader.Unit, error) bool) {
		if d.area.FirstRow == 0 { // there is nothing
			return
		}
		no := max(from.Unit, 1)
		if from.Unit < 0 {
			if err := d.count(ctx); err != nil {
				yield(nil, err)
				return
			}
			no = max(1, int64(d.last-d.first()+1)+from.Unit+1)
		}
		if first := int64(d.first()) + no - 1; first <= MaxRows && (!d.ended || first <= int64(d.last)) {
			d.yieldRows(ctx, int(first), yield)
		}
	}
}

// yieldRows yields the rows from one on, and the blank ones between them.
func (d *document) yieldRows(ctx context.Context, first int, yield func(*reader.Unit, error) bool) {
	u := &reader.Unit{EOL: true}
	next, from := first, first
	stopped := false
	give := func(number int) error {
		u.No = int64(number - d.first() + 1)
		u.Start, u.Next = cursor.Position{Unit: u.No}, cursor.Position{Unit: u.No + 1}
		if !yield(u, nil) {
			stopped = true
			return errEnough
		}
		return nil
	}
	each := func(r *Row) error {
		for ; next < r.Number; next++ {
			if next&0xfff == 0 && ctx.Err() != nil {
				return ctx.Err()
			}
			u.Cells, u.Text = d.blankRow(), nil
			if err := give(next); err != nil {
				return err
			}
		}
		d.reach(r)
		d.take(r)
		if d.seen.FirstRow == 0 {
			d.seen.FirstRow = r.Number
		}
		d.seen.LastRow = r.Number
		u.Cells, u.Text = d.cells, d.text
		next = r.Number + 1
		return give(r.Number)
	}
	err := d.fromHead(&first, each)
	if err == nil && !d.only {
		err = d.rows(ctx, first, each)
	}
	if errors.Is(err, ErrDisorder) {
		if next > from {
			err = fault.New(fault.Corrupt, fault.PhaseConvert, "", fmt.Sprintf("The rows of the sheet are not in order behind row %d.", next-1), "Read it again: it is sorted where that is known from the beginning, as from --offset.")
		} else {
			err = d.rows(ctx, first, each)
		}
	}
	switch {
	case err == nil:
		d.whole = d.whole || from <= d.first()
		_ = d.count(ctx) // it knows by now
	case !errors.Is(err, errEnough):
		yield(nil, err)
	case stopped:
		_ = d.finish(ctx) // what is wrong behind what is shown is seen when that is read
	}
}

// fromHead gives the rows from number first on that are among the first, and
// moves first behind them.
func (d *document) fromHead(first *int, each func(*Row) error) error {
	for i := range d.head {
		row := d.head[i]
		if row.Number < *first {
			continue
		}
		*first = row.Number + 1
		if err := each(&row); err != nil {
			return err
		}
	}
	return nil
}

// finish finds out what is behind the rows that were read, where that is asked
// for or costs little.
func (d *document) finish(ctx context.Context) error {
	if d.ended || !d.o.Request.Count && d.book.Left(d.choice.sheet) > countLeft {
		return nil
	}
	return d.count(ctx)
}

// count finds out where the sheet ends.
func (d *document) count(ctx context.Context) error {
	if d.ended {
		return nil
	}
	used, err := d.book.Count(ctx, d.choice.sheet)
	if err != nil {
		return err
	}
	d.last = max(d.last, used.LastRow)
	d.widest = max(d.widest, used.LastColumn)
	if d.asked {
		d.last, d.widest = min(d.last, d.area.LastRow), min(d.widest, d.area.LastColumn)
	}
	d.ended = true
	return nil
}

// blankRow is the cells of a row without any.
func (d *document) blankRow() []cells.Cell {
	if d.cells == nil {
		d.cells = make([]cells.Cell, 0, max(d.width, 1)) // not nil even without values
	}
	return d.cells[:0]
}

// take makes the cells and the text of a unit of a row.
func (d *document) take(r *Row) {
	list, text := d.blankRow(), d.text[:0]
	column := d.area.FirstColumn
	for i := range r.Cells {
		c := &r.Cells[i]
		for ; column < c.Column; column++ {
			list = append(list, cells.Cell{})
			text = append(text, '\t')
		}
		v := d.values.cell(c)
		if len(text)+len(v.Text) > maxRow {
			v = cells.Cell{}
			d.cut(r.Number, c.Column)
		}
		list = append(list, v)
		text = append(append(text, v.Text...), '\t')
		column++
		if c.Uncached {
			d.noValue(r.Number, c.Column)
		}
	}
	for ; column < d.area.FirstColumn+d.width; column++ { // as many as the header has
		list = append(list, cells.Cell{})
		text = append(text, '\t')
	}
	if len(text) > 0 {
		text = text[:len(text)-1]
	}
	d.cells, d.text = list, text
	if r.Hidden {
		d.hidden(r.Number)
	}
	if d.headers != nil && len(list) > len(d.headers) {
		d.unnamed(r.Number)
	}
}

// Close implements reader.Document.
func (d *document) Close() error { return d.book.Close() }
