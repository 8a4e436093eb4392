package docx

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strconv"
	"strings"

	"fread/internal/reader/opc"
	"fread/internal/reader/xmltext"
)

// levels is how many levels a list has (17.9.3).
const levels = 9

// maxLists is how many definitions of lists are kept.
const maxLists = 100_000

// level is how the items of one level of a list are marked (17.9.6).
type level struct {
	format  string // of the number: decimal, lowerLetter, bullet, …
	text    string // with %1 for the number of the first level
	style   string // the paragraphs of this style are at this level
	start   int
	restart int  // the level behind which it begins again, from 1; 0: never; -1: any above
	legal   bool // all numbers are shown as decimal ones
	font    string
}

// abstract is a definition that lists share (17.9.1).
type abstract struct {
	levels [levels]*level
	style  string // the definition is the one of this numbering style
}

// list is a numbering instance (17.9.15).
type list struct {
	abstract string
	start    map[int]int
	levels   map[int]*level
}

// numbering is what the lists of a document are defined as.
type numbering struct {
	abstracts map[string]*abstract
	lists     map[string]*list
	styles    *styles
}

// readNumbering reads the part of that name. Without one there are no lists.
func readNumbering(p *opc.Package, name string, s *styles) (*numbering, error) {
	n := &numbering{abstracts: map[string]*abstract{}, lists: map[string]*list{}, styles: s}
	x, err := p.OpenXML(name, namespaces())
	if errors.Is(err, fs.ErrNotExist) {
		return n, nil
	}
	if err != nil {
		return n, err
	}
	defer func() { _ = x.Close() }()
	for len(n.abstracts)+len(n.lists) < maxLists {
		kind, err := x.Next()
		if errors.Is(err, io.EOF) {
			return n, nil
		}
		if err != nil {
			return n, err
		}
		if kind != xmltext.Start {
			continue
		}
		switch x.Name() {
		case "w:abstractNum":
			err = n.readAbstract(x)
		case "w:num":
			err = n.readList(x)
		}
		if err != nil {
			return n, err
		}
	}
	return n, nil
}

// children calls visit with each child of the element that just started. Visit
// must read the whole child where it returns true.
func children(x *opc.XML, visit func(name string) (read bool, err error)) error {
	for {
		kind, err := x.Next()
		switch {
		case err != nil:
			return unexpected(err)
		case kind == xmltext.End:
			return nil
		case kind == xmltext.Text:
			continue
		}
		read, err := visit(x.Name())
		if err == nil && !read {
			err = x.Skip()
		}
		if err != nil {
			return err
		}
	}
}

func val(x *opc.XML) string {
	v, _ := x.Attr("w:val")
	return v
}

func (n *numbering) readAbstract(x *opc.XML) error {
	a := &abstract{}
	id, _ := x.Attr("w:abstractNumId")
	if n.abstracts[id] == nil {
		n.abstracts[id] = a
	}
	return children(x, func(name string) (bool, error) {
		switch name {
		case "w:numStyleLink":
			a.style = val(x)
		case "w:lvl":
			i, l, err := readLevel(x)
			if i >= 0 && i < levels {
				a.levels[i] = l
			}
			return true, err
		}
		return false, nil
	})
}

func readLevel(x *opc.XML) (int, *level, error) {
	at, _ := x.Attr("w:ilvl")
	l := &level{format: "decimal", restart: -1} // what is left out counts from 0 (17.9.25)
	err := children(x, func(name string) (bool, error) {
		switch name {
		case "w:numFmt":
			l.format = val(x)
		case "w:lvlText":
			l.text = val(x)
		case "w:start":
			l.start = number(val(x), 1)
		case "w:lvlRestart":
			l.restart = number(val(x), -1)
		case "w:isLgl":
			l.legal = toggled(x) == on
		case "w:pStyle":
			l.style = val(x)
		case "w:rPr":
			return true, children(x, func(name string) (bool, error) {
				var marks look
				if marks.property(x, name); marks.font != "" {
					l.font = marks.font
				}
				return false, nil
			})
		}
		return false, nil
	})
	return number(at, 0), l, err
}

func (n *numbering) readList(x *opc.XML) error {
	id, _ := x.Attr("w:numId")
	l := &list{start: map[int]int{}, levels: map[int]*level{}}
	n.lists[id] = l
	return children(x, func(name string) (bool, error) {
		switch name {
		case "w:abstractNumId":
			l.abstract = val(x)
		case "w:lvlOverride":
			at, _ := x.Attr("w:ilvl")
			i := number(at, 0)
			return true, children(x, func(name string) (bool, error) {
				switch name {
				case "w:startOverride":
					l.start[i] = number(val(x), 1)
				case "w:lvl":
					_, own, err := readLevel(x)
					l.levels[i] = own
					return true, err
				}
				return false, nil
			})
		}
		return false, nil
	})
}

// level finds how level i of a list is marked, and the definition that counts
// it; nil if the list has no such level.
func (n *numbering) level(id string, i int) (l *level, counter string) {
	list := n.lists[id]
	if list == nil || i < 0 || i >= levels {
		return nil, ""
	}
	if own := list.levels[i]; own != nil {
		return own, list.abstract
	}
	counter = list.abstract
	for range maxInheritance {
		a := n.abstracts[counter]
		if a == nil {
			return nil, counter
		}
		linked := n.lists[n.styles.numbering[a.style]]
		if a.style == "" || a.levels[0] != nil || linked == nil || linked.abstract == counter {
			return a.levels[i], counter
		}
		counter = linked.abstract
	}
	return nil, counter
}

// levelOf is the level of a list whose paragraphs have a style, or 0.
func (n *numbering) levelOf(id, style string) int {
	for i := range levels {
		if l, _ := n.level(id, i); l != nil && l.style == style {
			return i
		}
	}
	return 0
}

// counters are where the lists of a document are while it is read. A number that
// has not begun is not in it.
type counters struct {
	n       *numbering
	at      map[string]*[levels]count
	started map[string]*[levels]bool // start overrides that have been used
}

type count struct {
	value int
	begun bool
}

func newCounters(n *numbering) *counters {
	return &counters{n: n, at: map[string]*[levels]count{}, started: map[string]*[levels]bool{}}
}

// mark is what an item is marked with.
type mark struct {
	bullet bool
	box    string // a bullet that is a check box, as it is shown
	number int
	label  string // as shown
}

// next counts an item, and returns its mark; ok is false where there is no such
// list.
func (c *counters) next(id string, i int) (m mark, ok bool) {
	l, counter := c.n.level(id, i)
	if l == nil {
		return mark{bullet: true}, c.n.lists[id] != nil
	}
	at := c.at[counter]
	if at == nil {
		at = &[levels]count{}
		c.at[counter] = at
	}
	used := c.started[id]
	if used == nil {
		used = &[levels]bool{}
		c.started[id] = used
	}
	start, overridden := c.n.lists[id].start[i]
	switch {
	case overridden && !used[i]:
		at[i].value = start
	case !at[i].begun:
		at[i].value = l.start
	default:
		at[i].value++
	}
	at[i].begun, used[i] = true, true
	for k := i + 1; k < levels; k++ {
		below, _ := c.n.level(id, k)
		if below == nil || below.restart < 0 || (below.restart > 0 && i+1 <= below.restart) {
			at[k].begun = false
		}
	}
	if l.format == "bullet" {
		return mark{bullet: true, box: checkBox(l)}, true
	}
	label := strings.TrimSpace(c.label(id, l, at))
	if label == "" {
		return mark{bullet: true}, l.format != "none"
	}
	return mark{number: at[i].value, label: label}, true
}

// checkBox is the box that a level has for a bullet, or nothing.
func checkBox(l *level) string {
	switch s := strings.TrimSpace(symbols(l.font, l.text)); s {
	case "☐", "☑", "☒", "✓", "✔":
		return s
	}
	return ""
}

// label fills in the numbers of a label.
func (c *counters) label(id string, l *level, at *[levels]count) string {
	text := l.text
	for k := range levels {
		place := "%" + strconv.Itoa(k+1)
		if !strings.Contains(text, place) {
			continue
		}
		format := "decimal"
		if of, _ := c.n.level(id, k); of != nil {
			if !at[k].begun {
				at[k] = count{of.start, true}
			}
			if !l.legal {
				format = of.format
			}
		}
		text = strings.ReplaceAll(text, place, formatNumber(format, at[k].value))
	}
	return text
}

// formatNumber writes a number of a list (17.18.59).
func formatNumber(format string, n int) string {
	switch format {
	case "lowerLetter":
		return letters('a', 26, n)
	case "upperLetter":
		return letters('A', 26, n)
	case "lowerRoman":
		return strings.ToLower(roman(n))
	case "upperRoman":
		return roman(n)
	case "decimalZero":
		return fmt.Sprintf("%02d", n)
	case "ordinal":
		return ordinal(n)
	case "russianLower":
		return letters('а', 32, n)
	case "russianUpper":
		return letters('А', 32, n)
	case "decimalEnclosedCircle", "decimalEnclosedCircleChinese":
		if n >= 1 && n <= 20 {
			return string(rune('①' + n - 1))
		}
	case "none", "bullet":
		return ""
	}
	return strconv.Itoa(n)
}

// letters counts a, b, … z, aa, bb, … as Word does.
func letters(first rune, many, n int) string {
	if n < 1 {
		return strconv.Itoa(n)
	}
	n--
	return strings.Repeat(string(first+rune(n%many)), min(n/many+1, 20))
}

func roman(n int) string {
	if n < 1 || n > 4999 {
		return strconv.Itoa(n)
	}
	var b strings.Builder
	for _, d := range []struct {
		value int
		sign  string
	}{{1000, "M"}, {900, "CM"}, {500, "D"}, {400, "CD"}, {100, "C"}, {90, "XC"}, {50, "L"}, {40, "XL"}, {10, "X"}, {9, "IX"}, {5, "V"}, {4, "IV"}, {1, "I"}} {
		for ; n >= d.value; n -= d.value {
			_, _ = b.WriteString(d.sign)
		}
	}
	return b.String()
}

func ordinal(n int) string {
	suffix := "th"
	if n%100 < 11 || n%100 > 13 {
		switch n % 10 {
		case 1:
			suffix = "st"
		case 2:
			suffix = "nd"
		case 3:
			suffix = "rd"
		}
	}
	return strconv.Itoa(n) + suffix
}
