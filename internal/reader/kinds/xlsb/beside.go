package xlsb

import (
	"context"

	"fread/internal/reader/workbook"
)

// lookBeside finds what the relationships of a sheet tell of it.
func (b *book) lookBeside(ctx context.Context, s *sheet) {
	rels, err := b.pack.Relationships(s.part)
	if err != nil {
		s.beside.Damage = err
	}
	for _, r := range rels {
		switch r.Type {
		case "comments":
			err = b.each(ctx, r.Target, func(r *records) bool {
				if r.id == recComment {
					s.beside.Comments++
				}
				return true
			})
			if err != nil {
				s.beside.Damage = err
			}
		case "drawing":
			b.lookDrawing(s, r.Target)
		case "pivotTable":
			s.beside.PivotTables++
		}
	}
}

// lookDrawing counts what a drawing refers to.
func (b *book) lookDrawing(s *sheet, part string) {
	rels, err := b.pack.Relationships(part)
	if err != nil {
		s.beside.Damage = err
	}
	for _, r := range rels {
		switch r.Type {
		case "chart", "chartEx":
			s.beside.Charts++
		case "image":
			s.beside.Pictures++
		}
	}
}

// Beside implements workbook.Book.
func (b *book) Beside(index int) workbook.Beside {
	if index >= 0 {
		return b.sheets[index].beside
	}
	out := workbook.Beside{Damage: b.damage}
	for _, r := range b.rels {
		switch r.Type {
		case "externalLink":
			out.Links++
		case "vbaProject":
			out.Macros = true
		}
	}
	return out
}
