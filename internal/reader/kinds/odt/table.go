package odt

import (
	"strconv"

	"fread/internal/reader/markup"
)

const (
	// maxRepeats is how often a cell or a row that has text is repeated, and
	// maxRepeated how large that may become, in bytes.
	maxRepeats  = 64
	maxRepeated = 1 << 20
	// maxColumns is up to how many columns a table says its width.
	maxColumns = 256
	// maxEmpty is how many empty cells at the end of a row are told: in sheets there
	// are as many as a sheet can have.
	maxEmpty = 32
)

// table is one while it is told.
type table struct {
	columns int
	begun   bool
}

// table tells a table (ODF 1.3 part 3, 9.1).
func (k *walker) table() error {
	if err := k.ready(); err != nil {
		return err
	}
	if err := k.part(); err != nil {
		return err
	}
	items := k.items
	k.items = nil
	t := &table{}
	err := k.rows(t)
	k.items = items
	if err == nil && t.begun {
		err = k.w.End()
	}
	return err
}

// rows tells the rows inside the element that just started.
func (k *walker) rows(t *table) error {
	return k.each(func(name string) error {
		switch name {
		case "table:table-column":
			t.columns += k.repeats("table:number-columns-repeated", maxColumns)
		case "table:table-columns", "table:table-column-group", "table:table-header-columns", "table:table-rows", "table:table-row-group":
			return k.rows(t)
		case "table:table-header-rows":
			return k.header(t)
		case "table:table-row":
			if err := k.beginTable(t, 0); err != nil {
				return err
			}
			return k.row()
		}
		return k.x.Skip()
	})
}

func (k *walker) repeats(attr string, most int) int {
	n, err := strconv.Atoi(k.attr(attr))
	if err != nil {
		return 1
	}
	return min(max(n, 1), most)
}

func (k *walker) beginTable(t *table, headers int) error {
	if t.begun {
		return nil
	}
	t.begun = true
	columns := t.columns
	if columns > maxColumns {
		columns = 0
	}
	return k.w.Begin(markup.Table{Columns: columns, HeaderRows: headers})
}

// header tells rows that head the others. How many they are has to be known
// first.
func (k *walker) header(t *table) error {
	if t.begun {
		return k.rows(t)
	}
	n := 0
	r, err := k.aside(func() error {
		return k.each(func(name string) error {
			if name != "table:table-row" {
				return k.x.Skip()
			}
			n++
			return k.row()
		})
	})
	if err != nil {
		return err
	}
	if err := k.beginTable(t, n); err != nil {
		return err
	}
	return r.Replay(k.w)
}

// row tells a row, as often as it is repeated.
func (k *walker) row() error {
	switch n := k.repeats("table:number-rows-repeated", maxRepeats); {
	case k.attr("table:visibility") == "collapse" || k.attr("table:visibility") == "filter":
		return k.conceal()
	case n > 1:
		r, err := k.aside(k.cells)
		if err != nil {
			return err
		}
		if r.Empty() { // more of them say no more
			n = 1
		}
		for range k.times(r, n) {
			if err := r.Replay(k.w); err != nil {
				return err
			}
		}
		return nil
	}
	return k.cells()
}

// cells tells the cells of a row, but for those that others cover.
func (k *walker) cells() error {
	if err := k.w.Begin(markup.Row{}); err != nil {
		return err
	}
	empty := 0 // cells without anything that have been met and not told
	err := k.each(func(name string) (err error) {
		if name != "table:table-cell" {
			return k.x.Skip()
		}
		c := markup.Cell{Columns: k.repeats("table:number-columns-spanned", maxColumns), Rows: k.repeats("table:number-rows-spanned", 1<<16)}
		empty, err = k.tableCell(c, k.repeats("table:number-columns-repeated", maxColumns), empty)
		return err
	})
	if err == nil && empty <= maxEmpty {
		err = k.emptyCells(empty)
	}
	if err != nil {
		return err
	}
	return k.w.End()
}

// tableCell tells a cell n times. What it returns is how many empty ones are still
// to be told.
func (k *walker) tableCell(c markup.Cell, n, empty int) (int, error) {
	if n == 1 {
		if err := k.emptyCells(empty); err != nil {
			return 0, err
		}
		if err := k.w.Begin(c); err != nil {
			return 0, err
		}
		if err := k.apart(k.blocks); err != nil {
			return 0, err
		}
		return 0, k.w.End()
	}
	r, err := k.aside(k.blocks)
	if err != nil {
		return 0, err
	}
	if r.Empty() && c.Columns <= 1 && c.Rows <= 1 {
		return min(empty+n, maxColumns), nil
	}
	if err := k.emptyCells(empty); err != nil {
		return 0, err
	}
	for range k.times(r, n) {
		if err := k.cell(c, r); err != nil {
			return 0, err
		}
	}
	return 0, nil
}

// times is how often something that is to be told n times is told.
func (k *walker) times(r *markup.Recording, n int) int {
	most := max(1, min(maxRepeats, maxRepeated/max(r.Size(), 1)))
	if n > most {
		k.w.Omit("repeated cells", int64(n-most))
		n = most
	}
	return n
}

func (k *walker) emptyCells(n int) error {
	for range n {
		if err := k.cell(markup.Cell{}, nil); err != nil {
			return err
		}
	}
	return nil
}

func (k *walker) cell(c markup.Cell, r *markup.Recording) error {
	if err := k.w.Begin(c); err != nil {
		return err
	}
	if r != nil {
		if err := r.Replay(k.w); err != nil {
			return err
		}
	}
	return k.w.End()
}
