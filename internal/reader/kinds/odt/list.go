package odt

import (
	"strconv"
	"strings"

	"fread/internal/reader/markup"
	"fread/internal/reader/opc"
	"fread/internal/reader/xmltext"
)

// levels is how deep lists can be numbered (ODF 1.3 part 3, 16.31).
const levels = 10

// listStyle is how the levels of a list begin their items.
type listStyle [levels]listLevel

// listLevel is one of them.
type listLevel struct {
	numbered       bool
	format         string // of the number: 1, a, A, i, I
	prefix, suffix string
	start          int
	display        int // levels whose numbers are shown
}

func (s *styles) readList(x *opc.XML) error {
	var list listStyle
	name, _ := x.Attr("style:name")
	for depth := x.Depth(); x.Depth() >= depth; {
		kind, err := x.Next()
		if err != nil {
			return unexpected(err)
		}
		if kind == xmltext.Start && x.Name() == "text:list-level-style-number" {
			list.read(x)
		}
	}
	if len(s.lists) < maxStyles {
		s.lists[name] = &list
	}
	return nil
}

func (l *listStyle) read(x *opc.XML) {
	at := listLevel{start: 1, display: 1}
	level := 1
	for name, value := range x.Attrs {
		n, err := strconv.Atoi(value)
		switch {
		case name == "style:num-format":
			at.format = value
		case name == "style:num-prefix":
			at.prefix = value
		case name == "style:num-suffix":
			at.suffix = value
		case err != nil:
		case name == "text:level":
			level = n
		case name == "text:start-value":
			at.start = n
		case name == "text:display-levels":
			at.display = n
		}
	}
	at.numbered = at.format != ""
	if level >= 1 && level <= levels {
		l[level-1] = at
	}
}

// maxLists bounds the lists whose numbers are remembered.
const maxLists = 1 << 14

// lists knows where the numbers of lists stand.
type lists struct {
	open    []openList // the innermost last
	byStyle map[string]counts
	byID    map[string]counts
	count   int
}

// counts are the numbers that the next items of each level have.
type counts struct {
	next [levels]int
	list int // that tells lists apart
}

// openList is one list with its numbers.
type openList struct {
	counts
	style string
	id    string
}

func newLists() *lists { return &lists{byStyle: map[string]counts{}, byID: map[string]counts{}} }

// openItem is an item that has been met.
type openItem struct {
	level  int    // from 0
	style  string // of the list
	start  int    // what it is to be numbered; 0: as it comes
	begun  bool
	header bool // of a list: it has no number
}

// list tells a list (ODF 1.3 part 3, 5.3.1).
func (k *walker) list() error {
	k.begin()
	err := k.each(func(name string) error {
		if name != "text:list-item" && name != "text:list-header" {
			return k.x.Skip()
		}
		return k.listItem(name == "text:list-header")
	})
	k.lists.end()
	return err
}

// begin opens a list: another one, or one that goes on.
func (k *walker) begin() {
	l := k.lists
	level := len(l.open)
	o := openList{style: k.attr("text:style-name"), id: k.attr("xml:id")}
	if o.id == "" {
		o.id = k.attr("text:id")
	}
	if level > 0 {
		above := l.open[level-1]
		o.counts = above.counts
		if o.style == "" {
			o.style = above.style
		}
		if level < levels {
			o.next[level] = 0
		}
	}
	from, ok := l.byID[k.attr("text:continue-list")]
	if before, same := l.byStyle[o.style]; !ok && same && k.attr("text:continue-numbering") == "true" {
		from, ok = before, true
	}
	switch {
	case level > 0:
		if ok && level < levels {
			o.next[level] = from.next[level]
		}
	case ok:
		o.counts = from
	default:
		o.list = l.other(k.styles, o.style)
	}
	l.open = append(l.open, o)
}

// other returns a number for a list that begins. Bullets of one style are one
// list, however many lists the file makes of them.
func (l *lists) other(s *styles, style string) int {
	if list := s.lists[style]; list == nil || !list[0].numbered {
		if before, ok := l.byStyle[style]; ok {
			return before.list
		}
	}
	l.count++
	return l.count
}

// end closes the innermost list.
func (l *lists) end() {
	last := len(l.open) - 1
	o := l.open[last]
	l.open = l.open[:last]
	if last > 0 && o.style == l.open[last-1].style { // what is counted below goes on only there
		at := l.open[last-1].next
		copy(at[min(last, levels):], o.next[min(last, levels):])
		l.open[last-1].next = at
	}
	if len(l.byStyle) < maxLists {
		l.byStyle[o.style] = o.counts
	}
	if o.id != "" && len(l.byID) < maxLists {
		l.byID[o.id] = o.counts
	}
}

// listItem tells an item.
func (k *walker) listItem(header bool) error {
	start, err := strconv.Atoi(k.attr("text:start-value"))
	if err != nil || start < 0 {
		start = 0
	}
	level := len(k.lists.open) - 1
	k.items = append(k.items, openItem{level: level, style: k.lists.open[level].style, start: start, header: header})
	if err := k.blocks(); err != nil {
		return err
	}
	if err := k.part(); err != nil {
		return err
	}
	last := len(k.items) - 1
	begun := k.items[last].begun
	k.items = k.items[:last]
	if begun {
		return k.w.End()
	}
	return nil
}

// item numbers the item that begins.
func (l *lists) item(s *styles, it *openItem) markup.Item {
	at := min(it.level, levels-1)
	var open *openList
	if n := len(l.open); n > 0 {
		open = &l.open[min(it.level, n-1)]
	} else {
		return markup.Item{}
	}
	style := s.lists[it.style]
	if style == nil || !style[at].numbered || it.header {
		return markup.Item{List: open.list}
	}
	level := &style[at]
	if it.start > 0 {
		open.next[at] = it.start
	} else if open.next[at] == 0 {
		open.next[at] = max(level.start, 0)
	}
	n := open.next[at]
	open.next[at]++
	return markup.Item{List: open.list, Ordered: true, Number: n, Label: style.label(at, &open.counts)}
}

// label writes the number of an item that has just been counted.
func (l *listStyle) label(at int, c *counts) string {
	var b strings.Builder
	b.WriteString(l[at].prefix)
	for i := max(at-l[at].display+1, 0); i <= at; i++ {
		if !l[i].numbered {
			continue
		}
		if b.Len() > len(l[at].prefix) {
			b.WriteByte('.')
		}
		b.WriteString(number(l[i].format, max(c.next[i]-1, l[i].start)))
	}
	b.WriteString(l[at].suffix)
	return strings.TrimSpace(b.String())
}

// number writes a number in a format (ODF 1.3 part 3, 19.506).
func number(format string, n int) string {
	switch format {
	case "a":
		return strings.ToLower(letters(n))
	case "A":
		return letters(n)
	case "i":
		return strings.ToLower(roman(n))
	case "I":
		return roman(n)
	}
	return strconv.Itoa(n)
}

// letters writes a number as A, B, … Z, AA, AB, ….
func letters(n int) string {
	var b []byte
	for ; n > 0; n = (n - 1) / 26 {
		b = append([]byte{'A' + byte((n-1)%26)}, b...)
	}
	if b == nil {
		return strconv.Itoa(n)
	}
	return string(b)
}

// roman writes a Roman numeral; a number that has none stays as it is.
func roman(n int) string {
	if n < 1 || n > 3999 {
		return strconv.Itoa(n)
	}
	var b strings.Builder
	for _, d := range [...]struct {
		value int
		text  string
	}{{1000, "M"}, {900, "CM"}, {500, "D"}, {400, "CD"}, {100, "C"}, {90, "XC"}, {50, "L"}, {40, "XL"}, {10, "X"}, {9, "IX"}, {5, "V"}, {4, "IV"}, {1, "I"}} {
		for ; n >= d.value; n -= d.value {
			b.WriteString(d.text)
		}
	}
	return b.String()
}
