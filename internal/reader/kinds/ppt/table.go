package ppt

import (
	"cmp"
	"slices"

	"fread/internal/reader/paragraphs"
)

// sameLine is how far lines of a table may lie apart that are meant to be the
// same.
const sameLine = 8

const lineShape = 20 // the type of the shapes that are the borders of a table

// table tells shapes that are the cells of a table ([MS-ODRAW] 2.3.4.37). What
// says where they are is only their places.
func (s *slide) table(shapes []shape) error {
	var cells []*shape
	for i := range shapes {
		h := &shapes[i]
		if h.kind != lineShape && !h.hidden && h.right > h.left && h.bottom > h.top {
			cells = append(cells, h)
		}
	}
	tops, rights := lines(cells, func(h *shape) int { return h.top }), lines(cells, func(h *shape) int { return h.right })
	if len(cells) == 0 {
		return nil
	}
	left := slices.MinFunc(cells, func(a, b *shape) int { return cmp.Compare(a.left, b.left) }).left
	for i, top := range tops {
		var row []*shape // cells that are in the row, from the left
		for _, h := range cells {
			if h.top <= top+sameLine && h.bottom > top+sameLine {
				row = append(row, h)
			}
		}
		slices.SortStableFunc(row, func(a, b *shape) int { return cmp.Compare(a.left, b.left) })
		var r paragraphs.Row
		for _, h := range row {
			begins := h.top >= top-sameLine
			down := paragraphs.Alone
			switch {
			case !begins:
				down = paragraphs.Continued
			case i+1 < len(tops) && h.bottom > tops[i+1]+sameLine:
				down = paragraphs.First
			}
			r.Edges = append(r.Edges, (rights[column(rights, h.right)]-left)*10)
			r.Across = append(r.Across, paragraphs.Alone)
			r.Down = append(r.Down, down)
			if begins {
				if err := s.cell(h); err != nil {
					return err
				}
			}
			if err := s.t.EndCell(1); err != nil {
				return err
			}
		}
		if err := s.t.EndRow(1, &r); err != nil {
			return err
		}
	}
	return s.t.Finish()
}

// lines lists where cells begin or end, each line once.
func lines(cells []*shape, of func(*shape) int) []int {
	all := make([]int, 0, len(cells))
	for _, h := range cells {
		all = append(all, of(h))
	}
	slices.Sort(all)
	out := all[:0]
	for _, x := range all {
		if n := len(out); n == 0 || x-out[n-1] > sameLine {
			out = append(out, x)
		}
	}
	return out
}

// column returns the line that a place is on.
func column(lines []int, x int) int {
	n, _ := slices.BinarySearch(lines, x-sameLine)
	return min(n, len(lines)-1)
}

func (s *slide) cell(h *shape) error {
	for _, t := range s.textsOf(h) {
		list := t.paragraphs()
		for i := range list {
			list[i].Table = 1
			if err := s.t.Paragraph(&list[i]); err != nil {
				return err
			}
		}
	}
	return nil
}
