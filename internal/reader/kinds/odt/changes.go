package odt

import "fread/internal/reader/markup"

// maxChanges bounds the tracked changes that are remembered, and maxDeleted how much
// of what they took away, in bytes.
const (
	maxChanges = 1 << 16
	maxDeleted = 16 << 20
)

// change is a tracked change (ODF 1.3 part 3, 5.5).
type change struct {
	inserted bool
	deleted  []markup.Span // what a deletion took away, where changes are to be marked
}

// tracked reads the changes of a document, which come before its text.
func (k *walker) tracked() error {
	return k.each(func(name string) error {
		if name != "text:changed-region" {
			return k.x.Skip()
		}
		id := k.attr("text:id")
		if id == "" {
			id = k.attr("xml:id")
		}
		var c change
		err := k.each(func(name string) error {
			switch name {
			case "text:insertion":
				c.inserted = true
			case "text:deletion":
				return k.deletion(&c)
			}
			return k.x.Skip()
		})
		if len(k.changed) < maxChanges {
			k.changed[id] = c
		}
		return err
	})
}

// deletion reads what a deletion took away.
func (k *walker) deletion(c *change) error {
	if !k.d.changes {
		k.w.Withhold("deletions", 1, "--changes all to see tracked changes and comments")
		return k.x.Skip()
	}
	return k.each(func(name string) error {
		if name != "text:p" && name != "text:h" {
			return k.x.Skip()
		}
		p := &paragraph{spaced: true}
		if p.spans = c.deleted; len(p.spans) > 0 {
			p.spans = append(p.spans, markup.Span{Text: " ", Style: markup.Deleted})
		}
		if k.deleted > maxDeleted {
			k.w.Omit("deletions", 1)
			return k.x.Skip()
		}
		k.mark = markup.Deleted
		err := k.inline(p, look{}, "")
		k.mark = 0
		k.deleted += p.size
		c.deleted = p.spans
		return err
	})
}

// change takes a mark of a change in the text.
func (k *walker) change(name string, p *paragraph) {
	if !k.d.changes {
		return
	}
	c := k.changed[k.attr("text:change-id")]
	switch {
	case name == "text:change":
		p.spans = append(p.spans, c.deleted...)
		p.spaced = false
	case !c.inserted:
	case name == "text:change-start":
		k.mark = markup.Inserted
	default:
		k.mark = 0
	}
}
