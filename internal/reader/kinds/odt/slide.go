package odt

import (
	"fread/internal/reader"
	"fread/internal/reader/markup"
)

// slide tells a page of a presentation or a drawing (ODF 1.3 part 3, 10.2.4), its
// title first.
func (k *walker) slide() error {
	k.page++
	if k.d.pages == nil { // a text
		return k.x.Skip()
	}
	if !k.d.pages.Has(k.w, k.page, k.d.total, k.styles.unseen(k.attr("draw:style-name"))) {
		return k.x.Skip()
	}
	if err := k.part(); err != nil {
		return err
	}
	place := reader.Place{Slide: k.page}
	if k.d.noun == "page" {
		place = reader.Place{Page: k.page}
	}
	k.w.At(place)
	k.title = nil
	var behind []*markup.Recording // notes and comments
	r, err := k.aside(func() error {
		return k.each(func(name string) error {
			switch name {
			case "presentation:notes":
				notes, err := k.aside(k.speakerNotes)
				behind = append(behind, notes)
				return err
			case "draw:frame", "draw:text-box":
				return k.placeholder(name)
			}
			return k.block(name)
		})
	})
	title := k.title
	if len(title) == 0 {
		title = []markup.Span{{Text: k.slideName()}}
	}
	if telling := k.w.Heading(2, title); telling != nil {
		return telling
	}
	for _, r := range append([]*markup.Recording{r}, behind...) {
		if telling := r.Replay(k.w); telling != nil {
			return telling
		}
	}
	return err
}

// placeholder tells a frame of a page by what it is for
// (ODF 1.3 part 3, 19.389, presentation:class).
func (k *walker) placeholder(name string) error {
	switch class := k.attr("presentation:class"); {
	case k.attr("presentation:placeholder") == "true", class == "header", class == "footer", class == "date-time", class == "page-number", class == "page":
		return k.x.Skip()
	case class != "title" || len(k.title) > 0:
		return k.block(name)
	}
	r, err := k.aside(func() error { return k.block(name) })
	if err == nil {
		k.title = r.Flat()
	}
	return err
}

// speakerNotes tells the notes of a page as a quotation.
func (k *walker) speakerNotes() error {
	begun := false
	err := k.each(func(name string) error {
		if (name != "draw:frame" && name != "draw:text-box") || k.attr("presentation:class") != "notes" || k.attr("presentation:placeholder") == "true" {
			return k.x.Skip()
		}
		r, err := k.aside(func() error { return k.block(name) })
		if err != nil || r.Empty() {
			return err
		}
		if !begun {
			begun = true
			if err := k.w.Begin(markup.Quote{}); err != nil {
				return err
			}
			if err := k.w.Paragraph([]markup.Span{{Text: "Notes:", Style: markup.Bold}}); err != nil {
				return err
			}
		}
		return r.Replay(k.w)
	})
	if err == nil && begun {
		err = k.w.End()
	}
	return err
}

// remark tells a comment on a page.
func (k *walker) remark() error {
	if !k.d.changes {
		return k.uncommented()
	}
	r, err := k.aside(func() error { return k.commentBody("Comment") })
	if err != nil || r.Empty() {
		return err
	}
	if err := k.w.Begin(markup.Quote{}); err != nil {
		return err
	}
	if err := r.Replay(k.w); err != nil {
		return err
	}
	return k.w.End()
}
