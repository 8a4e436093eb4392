package docx

import "fread/internal/reader/markup"

// table reads a table (17.4.37).
func (k *walker) table() error {
	if err := k.settle(); err != nil {
		return err
	}
	if k.depth++; k.depth > maxDepth {
		k.depth--
		return k.tooDeep()
	}
	defer func() { k.depth-- }()
	t := table{}
	if err := k.rows(&t); err != nil || !t.begun {
		return err
	}
	return k.w.End()
}

// A table is one that is being read.
type table struct {
	columns int
	begun   bool
}

// rows reads the rows of a table, or of what holds some of them.
func (k *walker) rows(t *table) error {
	return children(k.x, func(name string) (bool, error) {
		switch name {
		case "w:tblGrid":
			return true, children(k.x, func(name string) (bool, error) {
				if name == "w:gridCol" {
					t.columns++
				}
				return false, nil
			})
		case "w:tr":
			if !t.begun {
				t.begun = true
				if err := k.w.Begin(markup.Table{Columns: t.columns}); err != nil {
					return true, err
				}
			}
			return true, k.row()
		case "w:sdt", "w:sdtContent", "w:customXml", "w:ins", "w:moveTo":
			return true, k.rows(t)
		}
		return false, nil
	})
}

// A row is one that is being read.
type row struct {
	begun   bool
	gone    bool
	columns int // that are left out before its cells
}

// row reads a row (17.4.79).
func (k *walker) row() error {
	r := row{}
	mark := k.mark
	defer func() { k.mark = mark }()
	if err := k.cells(&r); err != nil || !r.begun {
		return err
	}
	return k.w.End()
}

func (k *walker) cells(r *row) error {
	return children(k.x, func(name string) (bool, error) {
		switch name {
		case "w:trPr":
			return true, k.rowProperties(r)
		case "w:tc":
			if r.gone {
				return false, nil
			}
			if !r.begun {
				r.begun = true
				if err := k.beginRow(r); err != nil {
					return true, err
				}
			}
			return true, k.cell()
		case "w:sdt", "w:sdtContent", "w:customXml":
			return true, k.cells(r)
		}
		return false, nil
	})
}

func (k *walker) rowProperties(r *row) error {
	return children(k.x, func(name string) (bool, error) {
		switch name {
		case "w:gridBefore":
			r.columns = number(val(k.x), 0)
		case "w:del":
			if r.gone = !k.d.changes; r.gone {
				k.withhold("deletions")
			}
			k.mark |= markup.Deleted
		case "w:ins":
			if k.d.changes {
				k.mark |= markup.Inserted
			}
		}
		return false, nil
	})
}

func (k *walker) beginRow(r *row) error {
	if err := k.w.Begin(markup.Row{}); err != nil || r.columns < 1 {
		return err
	}
	if err := k.w.Begin(markup.Cell{Columns: r.columns}); err != nil {
		return err
	}
	return k.w.End()
}

// cell reads a cell (17.4.66). Those that a merged cell covers are cells of their own.
func (k *walker) cell() error {
	outer, inCell := k.blocks, k.inCell
	k.blocks, k.inCell = blocks{}, true
	defer func() { k.inCell = inCell }()
	begun := false
	begin := func(columns int) error {
		if begun {
			return nil
		}
		begun = true
		return k.w.Begin(markup.Cell{Columns: columns})
	}
	if k.depth++; k.depth > maxDepth {
		k.depth--
		return k.tooDeep()
	}
	defer func() { k.depth-- }()
	err := children(k.x, func(name string) (bool, error) {
		if name == "w:tcPr" {
			columns := 1
			if err := children(k.x, func(name string) (bool, error) {
				if name == "w:gridSpan" {
					columns = number(val(k.x), 1)
				}
				return false, nil
			}); err != nil {
				return true, err
			}
			return true, begin(columns)
		}
		if err := begin(1); err != nil {
			return true, err
		}
		return k.block(name)
	})
	if err != nil {
		return err
	}
	if err := begin(1); err != nil {
		return err
	}
	if err := k.settle(); err != nil {
		return err
	}
	k.blocks = outer
	return k.w.End()
}
