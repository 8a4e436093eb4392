package doc

import (
	"encoding/binary"
	"strconv"
	"strings"
	"unicode/utf16"

	"fread/internal/reader/paragraphs"
)

const levelsOfList = 9

// A list is the definition of a list ([MS-DOC] 2.9.147).
type list struct {
	levels []listLevelDef
}

// listLevelDef is one of its levels ([MS-DOC] 2.9.150).
type listLevelDef struct {
	start  int
	format byte
	label  []uint16 // in which the numbers of levels stand for these
	indent int      // of the left edge
}

// override is what a paragraph refers to: a list, of which levels may begin
// anew ([MS-DOC] 2.9.131).
type override struct {
	list   uint32
	starts [levelsOfList]int // -1: as the list says
}

// Formats of numbers that are none (nfc).
const (
	formatBullet = 23
	formatNone   = 255
)

// readLists reads the lists and what refers to them.
func (d *document) readLists() {
	d.lists = map[uint32]*list{}
	if d.old {
		return
	}
	le := binary.LittleEndian
	p := placeOf(listTable).modern
	start, length := int64(le.Uint32(d.fib[p:])), int64(le.Uint32(d.fib[p+4:]))
	if length < 2 {
		return
	}
	b := d.bytesAt(start, maxTable) // the levels lie behind the table
	if len(b) < 2 {
		return
	}
	count := int(le.Uint16(b))
	if 2+28*count > len(b) {
		return
	}
	heads, levels := b[2:2+28*count], b[2+28*count:]
	for i := range count {
		h := heads[28*i:]
		l := &list{levels: make([]listLevelDef, levelsOfList)}
		if h[26]&1 != 0 {
			l.levels = l.levels[:1]
		}
		for j := range l.levels {
			n := d.parseLevel(levels, &l.levels[j])
			if n == 0 {
				l.levels = l.levels[:j]
				levels = nil
				break
			}
			levels = levels[n:]
		}
		d.lists[le.Uint32(h)] = l
	}
	d.readOverrides()
}

// parseLevel reads a level and returns how long it is; 0: it is not there.
func (d *document) parseLevel(b []byte, l *listLevelDef) int {
	if len(b) < 28 {
		return 0
	}
	le := binary.LittleEndian
	l.start, l.format = int(int32(le.Uint32(b))), b[4]
	at := 28 + int(b[24]) + int(b[25])
	if at+2 > len(b) {
		return 0
	}
	var p layout
	d.each(b[28:28+int(b[25])], func(m *modifier) {
		if m.code == leftIndent || m.code == leadingIndent {
			p.apply(d, m)
		}
	})
	l.indent = p.indent
	n := int(le.Uint16(b[at:]))
	at += 2
	if at+2*n > len(b) {
		return 0
	}
	for i := range min(n, 64) {
		l.label = append(l.label, le.Uint16(b[at+2*i:]))
	}
	return at + 2*n
}

func (d *document) readOverrides() {
	b := d.bytesOf(listOverrides)
	if len(b) < 4 {
		return
	}
	le := binary.LittleEndian
	count := int(le.Uint32(b))
	b = b[4:]
	if count < 0 || count > len(b)/16 {
		count = len(b) / 16
	}
	heads, data := b[:16*count], b[16*count:]
	for i := range count {
		o := override{list: le.Uint32(heads[16*i:])}
		for j := range o.starts {
			o.starts[j] = -1
		}
		changed := int(heads[16*i+12])
		data = data[min(4, len(data)):]
		for ; changed > 0 && len(data) >= 8; changed-- {
			start, flags := int(int32(le.Uint32(data))), le.Uint32(data[4:])
			data = data[8:]
			if level := int(flags & 0xf); flags&0x10 != 0 && level < levelsOfList {
				o.starts[level] = start
			}
			if flags&0x20 != 0 { // a whole level follows
				var l listLevelDef
				n := d.parseLevel(data, &l)
				data = data[min(max(n, 1), len(data)):]
			}
		}
		d.overrides = append(d.overrides, o)
	}
}

// numbering counts the items of lists.
type numbering struct {
	d       *document
	counts  map[uint32]*[levelsOfList]int
	begun   map[uint32]*[levelsOfList]bool
	started map[[2]int]bool // overrides that have begun anew
}

func newNumbering(d *document) *numbering {
	return &numbering{d: d, counts: map[uint32]*[levelsOfList]int{}, begun: map[uint32]*[levelsOfList]bool{}, started: map[[2]int]bool{}}
}

// item makes p the next item of a list, if there is one.
func (n *numbering) item(p *paragraphs.Paragraph, number, depth int) {
	if number < 1 || number > len(n.d.overrides) || depth < 0 || depth >= levelsOfList {
		return
	}
	o := &n.d.overrides[number-1]
	l := n.d.lists[o.list]
	if l == nil || depth >= len(l.levels) {
		return
	}
	level := &l.levels[depth]
	if level.format == formatNone && len(level.label) == 0 {
		return
	}
	counts, begun := n.counts[o.list], n.begun[o.list]
	if counts == nil {
		counts, begun = new([levelsOfList]int), new([levelsOfList]bool)
		n.counts[o.list], n.begun[o.list] = counts, begun
	}
	n.advance(o, l, number, depth, counts, begun)
	if p.Indent == 0 {
		p.Indent = level.indent
	}
	p.List, p.Depth, p.Number = int(o.list&0x7fff_ffff)+1, depth, counts[depth]
	if level.format == formatBullet {
		return
	}
	p.Label, _, p.Ordered = paragraphs.ParseLabel(l.text(depth, counts), p.Number)
}

// advance counts one item more.
func (n *numbering) advance(o *override, l *list, number, depth int, counts *[levelsOfList]int, begun *[levelsOfList]bool) {
	for i := range depth { // levels above that have had no item
		if !begun[i] && i < len(l.levels) {
			counts[i], begun[i] = l.levels[i].start, true
		}
	}
	anew := [2]int{number, depth}
	switch {
	case o.starts[depth] >= 0 && !n.started[anew]:
		counts[depth] = o.starts[depth]
		n.started[anew] = true
	case !begun[depth]:
		counts[depth] = l.levels[depth].start
	default:
		counts[depth]++
	}
	begun[depth] = true
	for i := depth + 1; i < levelsOfList; i++ {
		begun[i] = false
	}
}

// text is the label of an item.
func (l *list) text(depth int, counts *[levelsOfList]int) string {
	var b strings.Builder
	for _, u := range l.levels[depth].label {
		if int(u) < levelsOfList {
			if int(u) < len(l.levels) {
				b.WriteString(formatNumber(counts[u], l.levels[u].format))
			}
			continue
		}
		b.WriteString(string(utf16.Decode([]uint16{u})))
	}
	return b.String()
}

// formatNumber writes a number as lists have it ([MS-OSHARED] 2.2.1.3, MSONFC).
func formatNumber(n int, format byte) string {
	switch format {
	case 1:
		return roman(n)
	case 2:
		return strings.ToLower(roman(n))
	case 3:
		return letters(n, 'A')
	case 4:
		return letters(n, 'a')
	case 5:
		return strconv.Itoa(n) + ordinal(n)
	case 22:
		if n >= 0 && n < 10 {
			return "0" + strconv.Itoa(n)
		}
	case formatBullet, formatNone:
		return ""
	}
	return strconv.Itoa(n)
}

// ordinal is the ending of an English ordinal number.
func ordinal(n int) string {
	if n%100/10 != 1 {
		switch n % 10 {
		case 1:
			return "st"
		case 2:
			return "nd"
		case 3:
			return "rd"
		}
	}
	return "th"
}

func letters(n int, first byte) string {
	if n < 1 || n > 26*20 {
		return strconv.Itoa(n)
	}
	return strings.Repeat(string(rune(first)+rune((n-1)%26)), (n-1)/26+1)
}

func roman(n int) string {
	if n < 1 || n > 3999 {
		return strconv.Itoa(n)
	}
	values := []int{1000, 900, 500, 400, 100, 90, 50, 40, 10, 9, 5, 4, 1}
	digits := []string{"M", "CM", "D", "CD", "C", "XC", "L", "XL", "X", "IX", "V", "IV", "I"}
	var b strings.Builder
	for i, v := range values {
		for ; n >= v; n -= v {
			b.WriteString(digits[i])
		}
	}
	return b.String()
}
