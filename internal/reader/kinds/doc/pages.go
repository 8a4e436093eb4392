package doc

import (
	"encoding/binary"
	"math"
	"sort"
)

// pageSize is that of the pages on which properties lie ([MS-DOC] 2.9.33,
// 2.9.175).
const pageSize = 512

// pages looks up the properties of places of the file. It keeps the page it used
// last, since text is read from front to back.
type pages struct {
	d      *document
	table  *plc
	item   int // bytes of what stands for a run on a page
	number int64
	page   []byte
}

func newPages(d *document, table *plc, item int) *pages {
	return &pages{d: d, table: table, item: item, number: -1}
}

// at returns the run around an offset: the modifiers of text, or the style and
// modifiers of a paragraph, and where it ends.
func (p *pages) at(offset int64) (found []byte, end int64) {
	n := p.table.count()
	if n == 0 || offset < int64(p.table.at[0]) {
		return nil, math.MaxInt64
	}
	i := sort.Search(n, func(i int) bool { return int64(p.table.at[i+1]) > offset })
	if i == n {
		return nil, math.MaxInt64
	}
	e := p.table.entry(i)
	number := int64(binary.LittleEndian.Uint16(e))
	if p.table.width == 4 {
		number = int64(binary.LittleEndian.Uint32(e) & 0x3f_ffff)
	}
	if !p.turn(number) {
		return nil, int64(p.table.at[i+1])
	}
	b := p.page
	le := binary.LittleEndian
	runs := int(b[pageSize-1])
	if runs == 0 || 4*(runs+1)+runs*p.item > pageSize-1 {
		return nil, int64(p.table.at[i+1])
	}
	j := sort.Search(runs, func(j int) bool { return int64(le.Uint32(b[4*(j+1):])) > offset })
	if j == runs || offset < int64(le.Uint32(b[4*j:])) {
		return nil, int64(p.table.at[i+1])
	}
	at := 2 * int(b[4*(runs+1)+j*p.item])
	return p.list(at), int64(le.Uint32(b[4*(j+1):]))
}

// list returns the list of modifiers at a place of the page.
func (p *pages) list(at int) []byte {
	b := p.page[:pageSize-1]
	if at == 0 || at >= len(b) {
		return nil
	}
	n := int(b[at])
	at++
	if p.item > 1 { // of a paragraph: the length is in words
		switch {
		case p.d.old:
			n = 2 * n
		case n == 0 && at < len(b):
			n = 2 * int(b[at])
			at++
		default:
			n = 2*n - 1
		}
	}
	return b[at:min(at+max(n, 0), len(b))]
}

// turn brings the page of a number.
func (p *pages) turn(number int64) bool {
	if number == p.number {
		return p.page != nil
	}
	if p.page == nil {
		p.page = make([]byte, pageSize)
	}
	p.number = number
	if n, _ := p.d.text.ReadAt(p.page, number*pageSize); n < pageSize {
		p.page = nil
		return false
	}
	return true
}
