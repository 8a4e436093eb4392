package paragraphs

import (
	"slices"

	"fread/internal/reader/markup"
)

// A Merge says that cells are one.
type Merge uint8

// The places of a cell in a merge.
const (
	Alone     Merge = iota
	First           // the cells behind or below it belong to it
	Continued       // it belongs to the one before or above it
)

// A Row describes a row whose cells have been given.
type Row struct {
	Header bool
	Edges  []int   // right edge of each cell, in any unit
	Across []Merge // of each cell with those beside it
	Down   []Merge // of each cell with those above and below it
}

// sameEdge is how far edges may lie apart that are meant to be the same, in
// twentieths of a point.
const sameEdge = 60

// A table is one that is being given.
type table struct {
	rows  []row
	row   []cell
	cell  cell
	bytes int
	edges []int // of the columns; nil: each cell is a column
	begun bool  // rows of it have been told
}

type row struct {
	cells  []cell
	header bool
}

type cell struct {
	blocks []block
	bytes  int
	edge   int // right one; 0: not known
	down   Merge
	across int // columns that it takes
	rows   int // that it takes
}

func (t *table) add(b block, size int) {
	t.cell.blocks = append(t.cell.blocks, b)
	t.cell.bytes += size
	t.bytes += size
}

func (t *table) endCell() {
	t.bytes += 128
	if n := len(t.row); n >= maxCells {
		last := &t.row[n-1]
		last.blocks = append(last.blocks, t.cell.blocks...)
	} else {
		t.row = append(t.row, t.cell)
	}
	t.cell = cell{}
}

// endRow takes up what is said of the cells of the row.
func (t *table) endRow(r *Row) {
	if len(t.cell.blocks) > 0 {
		t.endCell()
	}
	if len(t.row) == 0 {
		return
	}
	var cells []cell
	for i, c := range t.row {
		if i < len(r.Edges) {
			c.edge = r.Edges[i]
		}
		if i < len(r.Down) {
			c.down = r.Down[i]
		}
		if n := len(cells); n > 0 && i < len(r.Across) && r.Across[i] == Continued {
			cells[n-1].edge = c.edge
			cells[n-1].blocks = append(cells[n-1].blocks, c.blocks...)
			continue
		}
		cells = append(cells, c)
	}
	t.rows = append(t.rows, row{cells: cells, header: r.Header})
	t.bytes += 128
	t.row = nil
}

// finish ends a row that was not ended.
func (t *table) finish() { t.endRow(&Row{}) }

// layOut finds the columns, and how many of them and how many rows each cell
// takes.
func (t *table) layOut() {
	if !t.begun && !t.regular() {
		t.edges = columns(t.rows)
	}
	for i := range t.rows {
		left := 0
		for j := range t.rows[i].cells {
			c := &t.rows[i].cells[j]
			c.across, c.rows = 1, 1
			if t.edges != nil && c.edge > 0 {
				right := t.column(c.edge)
				c.across = max(right-left, 1)
				left += c.across
			}
		}
	}
	t.mergeDown()
}

// regular reports whether all rows have as many cells.
func (t *table) regular() bool {
	for i := range t.rows {
		if len(t.rows[i].cells) != len(t.rows[0].cells) {
			return false
		}
	}
	return true
}

// columns are the edges that the cells of the rows have; nil if a row does not
// say it.
func columns(rows []row) []int {
	var all []int
	for i := range rows {
		for j := range rows[i].cells {
			e := rows[i].cells[j].edge
			if e <= 0 {
				return nil
			}
			all = append(all, e)
		}
	}
	slices.Sort(all)
	out := all[:0]
	for _, e := range all {
		if n := len(out); n == 0 || e-out[n-1] > sameEdge {
			out = append(out, e)
		}
	}
	return out
}

// column returns how many columns end at an edge or before it.
func (t *table) column(edge int) int {
	n, _ := slices.BinarySearch(t.edges, edge-sameEdge)
	return min(n+1, len(t.edges))
}

// mergeDown gives the cells that continue downwards their rows, and takes out
// those that only continue one.
func (t *table) mergeDown() {
	starts := map[int]*cell{} // by column, the cell that may go on
	for i := range t.rows {
		cells := t.rows[i].cells
		kept := make([]cell, 0, len(cells)) // pointers into it are kept
		at := 0
		seen := map[int]bool{}
		for j := range cells {
			c := cells[j]
			if c.down == Continued {
				if above := starts[at]; above != nil && above.across == c.across {
					above.rows++
					above.blocks = append(above.blocks, c.blocks...)
					seen[at] = true
					at += c.across
					continue
				}
			}
			kept = append(kept, c)
			delete(starts, at)
			if c.down == First {
				starts[at] = &kept[len(kept)-1]
				seen[at] = true
			}
			at += c.across
		}
		for column := range starts {
			if !seen[column] {
				delete(starts, column)
			}
		}
		t.rows[i].cells = kept
	}
}

// tellTable tells the rows that wait, and the beginning of the table if it has
// not been told.
func (t *Teller) tellTable(x *table) error {
	if len(x.rows) == 0 {
		return nil
	}
	if !x.begun {
		if err := t.items.end(); err != nil {
			return err
		}
	}
	return tellRows(t.w, x)
}

func tellRows(w markup.Writer, x *table) error {
	x.layOut()
	if !x.begun {
		head := 0
		for head < len(x.rows) && x.rows[head].header {
			head++
		}
		if err := w.Begin(markup.Table{Columns: len(x.edges), HeaderRows: head}); err != nil {
			return err
		}
		x.begun = true
	}
	for i := range x.rows {
		if err := w.Begin(markup.Row{}); err != nil {
			return err
		}
		for j := range x.rows[i].cells {
			if err := tellCell(w, &x.rows[i].cells[j]); err != nil {
				return err
			}
		}
		if err := w.End(); err != nil {
			return err
		}
	}
	x.rows, x.bytes = nil, 0
	return nil
}

func tellCell(w markup.Writer, c *cell) error {
	if err := w.Begin(markup.Cell{Columns: c.across, Rows: c.rows}); err != nil {
		return err
	}
	list := items{w: w}
	for i := range c.blocks {
		b := &c.blocks[i]
		if b.table == nil {
			if err := list.tell(&b.paragraph); err != nil {
				return err
			}
			continue
		}
		if err := list.end(); err != nil {
			return err
		}
		if len(b.table.rows) == 0 {
			continue
		}
		if err := tellRows(w, b.table); err != nil {
			return err
		}
		if err := w.End(); err != nil {
			return err
		}
	}
	if err := list.end(); err != nil {
		return err
	}
	return w.End()
}
