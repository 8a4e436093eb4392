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
	byStyle map[string]*progress
	byID    map[string]*progress
	count   int
}

// progress is how far the numbers of a list have come.
type progress struct {
	next [levels]int // number of the next item of each level; 0: of the first one
	list int         // that tells lists apart
}

// openList is one list with its numbers.
type openList struct {
	style, id string
	list      int
	next      int
	below     int // next of a list inside it that goes on in another item
}

func newLists() *lists {
	return &lists{byStyle: map[string]*progress{}, byID: map[string]*progress{}}
}

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
	k.beginList()
	err := k.each(func(name string) error {
		if name != "text:list-item" && name != "text:list-header" {
			return k.x.Skip()
		}
		return k.listItem(name == "text:list-header")
	})
	k.lists.end()
	return err
}

// beginList opens a list: another one, or one that goes on.
func (k *walker) beginList() {
	l := k.lists
	level := len(l.open)
	at := min(level, levels-1)
	o := openList{style: k.attr("text:style-name"), id: k.attr("xml:id")}
	if o.id == "" {
		o.id = k.attr("text:id")
	}
	if level > 0 && o.style == "" {
		o.style = l.open[level-1].style
	}
	from := l.byID[k.attr("text:continue-list")]
	if from == nil && k.attr("text:continue-numbering") == "true" {
		from = l.byStyle[o.style]
	}
	switch n := len(k.items); {
	case from != nil:
		o.list, o.next = from.list, from.next[at]
	case level == 0:
		o.list = l.other(k.styles, o.style)
	default:
		o.list = l.open[level-1].list
		if n > 0 && !k.items[n-1].begun { // the item around it has no text: it is one more of the list before
			o.next = l.open[level-1].below
		}
	}
	l.open = append(l.open, o)
}

// other returns a number for a list that begins. Bullets of one style are one
// list, however many lists the file makes of them.
func (l *lists) other(s *styles, style string) int {
	if list := s.lists[style]; list == nil || !list[0].numbered {
		if before := l.byStyle[style]; before != nil {
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
	if last > 0 {
		l.open[last-1].below = o.next
	}
	at := min(last, levels-1)
	record := func(in map[string]*progress, key string) {
		p := in[key]
		if p == nil {
			if len(in) >= maxLists {
				return
			}
			p = &progress{}
			in[key] = p
		}
		p.list, p.next[at] = o.list, o.next
	}
	record(l.byStyle, o.style)
	if o.id != "" {
		record(l.byID, o.id)
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

// item numbers the item that begins. Lists around it that have no item yet count
// as if they had one.
func (l *lists) item(s *styles, it *openItem) markup.Item {
	for i := range min(it.level, len(l.open)) {
		if o := &l.open[i]; o.next == 0 {
			o.next = s.level(o.style, i).start + 1
		}
	}
	o := &l.open[it.level]
	o.below = 0
	style := s.level(it.style, it.level)
	if !style.numbered || it.header {
		return markup.Item{List: o.list}
	}
	switch {
	case it.start > 0:
		o.next = it.start
	case o.next == 0:
		o.next = max(style.start, 0)
	}
	n := o.next
	o.next++
	return markup.Item{List: o.list, Ordered: true, Number: n, Label: l.label(s, it)}
}

// level returns how a level of a list style begins its items.
func (s *styles) level(style string, level int) *listLevel {
	if list := s.lists[style]; list != nil {
		return &list[min(level, levels-1)]
	}
	return &listLevel{start: 1}
}

// label writes the number of an item that has just been counted.
func (l *lists) label(s *styles, it *openItem) string {
	style := s.level(it.style, it.level)
	var b strings.Builder
	b.WriteString(style.prefix)
	for i := max(it.level-style.display+1, 0); i <= it.level; i++ {
		above := s.level(it.style, i)
		if !above.numbered {
			continue
		}
		if b.Len() > len(style.prefix) {
			b.WriteByte('.')
		}
		b.WriteString(number(above.format, l.open[i].next-1))
	}
	b.WriteString(style.suffix)
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
