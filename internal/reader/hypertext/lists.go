package hypertext

import (
	"strings"

	"fread/internal/reader/markup"
)

func (f *prose) openList(e *element) {
	p := f.p
	f.listCount++
	l := list{id: f.listCount, ordered: e.tag == tagOl, terms: e.tag == tagDl, next: 1, step: 1}
	if l.ordered {
		if v, ok := p.attr("start"); ok {
			l.next = signed(v, 1)
		}
		if p.has("reversed") {
			l.step = -1
		}
		l.letters = p.value("type")
	}
	f.lists = append(f.lists, l)
	e.saved = 1
	if hasNoteClass(p.value("class")) {
		f.notes++
	}
}

func signed(s string, otherwise int) int {
	s = strings.TrimSpace(s)
	digits := strings.TrimPrefix(s, "-")
	if digits == "" || len(digits) > 9 || strings.Trim(digits, "0123456789") != "" {
		return otherwise
	}
	n := atoi(digits)
	if len(digits) < len(s) {
		n = -n
	}
	return n
}

// openItem begins an item of the innermost list. It stays open until the next
// one, so that a list that follows it inside the same list is nested in it.
func (f *prose) openItem(e *element) error {
	var l *list
	if len(f.lists) > 0 {
		l = &f.lists[len(f.lists)-1]
	}
	if f.notes > 0 && e.tag == tagLi {
		if id := noteID(f.p.value("id")); id != "" {
			f.push(e, markup.Note{ID: f.p.o.Notes + id})
			return nil
		}
	}
	if l == nil || l.itemAt > 0 && l.itemAt != len(f.containers) { // in no list, or something is between
		f.push(e, markup.Item{List: -1})
		return nil
	}
	if err := f.endItem(l); err != nil {
		return err
	}
	it := markup.Item{List: l.id, Ordered: l.ordered}
	if l.ordered {
		if v, ok := f.p.attr("value"); ok {
			l.next = signed(v, l.next)
		}
		it.Number = l.next
		l.next += l.step
		it.Label = l.label(it.Number)
	}
	f.containers = append(f.containers, it)
	l.itemAt = len(f.containers)
	return nil
}

// closeItem ends the last item of the innermost list.
func (f *prose) closeItem() error {
	if n := len(f.lists); n > 0 {
		return f.endItem(&f.lists[n-1])
	}
	return nil
}

func (f *prose) endItem(l *list) error {
	if l.itemAt == 0 || l.itemAt != len(f.containers) {
		l.itemAt = 0
		return nil
	}
	l.itemAt = 0
	return f.pop()
}

// label is the number of an item where it is shown as letters or Roman digits.
func (l *list) label(n int) string {
	switch l.letters {
	case "a", "A":
		if n < 1 {
			return ""
		}
		var b []byte
		for ; n > 0; n = (n - 1) / 26 {
			b = append([]byte{l.letters[0] + byte((n-1)%26)}, b...)
		}
		return string(b) + "."
	case "i":
		if s := roman(n); s != "" {
			return strings.ToLower(s) + "."
		}
	case "I":
		if s := roman(n); s != "" {
			return s + "."
		}
	}
	return ""
}

func roman(n int) string {
	if n < 1 || n > 3999 {
		return ""
	}
	var b strings.Builder
	for _, d := range [...]struct {
		value  int
		digits string
	}{{1000, "M"}, {900, "CM"}, {500, "D"}, {400, "CD"}, {100, "C"}, {90, "XC"}, {50, "L"}, {40, "XL"}, {10, "X"}, {9, "IX"}, {5, "V"}, {4, "IV"}, {1, "I"}} {
		for ; n >= d.value; n -= d.value {
			_, _ = b.WriteString(d.digits)
		}
	}
	return b.String()
}

// noteSection counts the sections that hold the notes of a page, as GitHub and
// the converters of Markdown write them, and begins the notes of a book.
func (f *prose) noteSection(e *element) {
	p := f.p
	if kind := p.value("epub:type"); (kind == "footnote" || kind == "endnote" || kind == "rearnote") && e.tag == tagAside {
		if id := p.value("id"); id != "" {
			f.push(e, markup.Note{ID: p.o.Notes + id})
		}
		return
	}
	if hasNoteClass(p.value("class")) {
		f.notes++
		e.saved = 1
	}
}

func hasNoteClass(class string) bool { return hasWord(class, "footnotes") }

// noteID is what tells a note from others in the id of its text.
func noteID(id string) string {
	id = strings.TrimPrefix(id, "user-content-")
	rest, ok := strings.CutPrefix(id, "fn")
	if !ok {
		return ""
	}
	return strings.TrimLeft(rest, "-:_")
}

// reference begins a link that refers to a note, or leads back from one.
func (f *prose) reference(e *element) {
	p := f.p
	if f.level > 0 || f.quiet > 0 {
		return
	}
	class := p.value("class")
	if f.notes > 0 && (strings.Contains(class, "footnote-back") || hasWord(class, "reversefootnote")) {
		f.quiet++
		e.saved = 1
		return
	}
	fragment, ok := strings.CutPrefix(p.value("href"), "#")
	if !ok || fragment == "" {
		return
	}
	id := ""
	switch {
	case p.has("data-footnote-ref"), hasWord(class, "footnote-ref"), hasWord(class, "footnote"):
		id = noteID(fragment)
	case p.value("epub:type") == "noteref":
		id = fragment
	}
	if id != "" {
		f.ref = p.o.Notes + id
		f.quiet++
		e.saved = 1
	}
}

func (f *prose) closeReference(e *element) {
	if e.saved == 0 {
		return
	}
	e.saved = 0
	f.quiet--
	if f.ref == "" {
		return
	}
	f.space = false
	f.finish()
	f.spans = append(f.spans, markup.Span{Kind: markup.NoteRef, Target: f.ref})
	f.ref, f.some = "", true
}
