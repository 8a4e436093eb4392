package doc_test

import (
	"encoding/binary"
	"slices"
	"unicode/utf16"

	"fread/internal/reader/cfb/cfbtest"
)

// A run is text that looks alike, by its modifiers.
type run struct {
	text  string
	sprms []byte
}

// A para is a paragraph with the mark that ends it, the number of its style and
// its modifiers.
type para struct {
	runs  []run
	style int
	sprms []byte
}

func p(text string) para { return para{runs: []run{{text: text}}} }

func styled(style int, text string) para { return para{runs: []run{{text: text}}, style: style} }

func with(sprms []byte, text string) para { return para{runs: []run{{text: text}}, sprms: sprms} }

// sprm is a modifier with its operand.
func sprm(code uint16, arg ...byte) []byte {
	return append(binary.LittleEndian.AppendUint16(nil, code), arg...)
}

func join(lists ...[]byte) (out []byte) {
	for _, l := range lists {
		out = append(out, l...)
	}
	return out
}

// A builder writes a document of Word 97 ([MS-DOC]).
type builder struct {
	paras  []para
	styles []string // names, by number
	spans  [8]uint32
	tables map[int][]byte // others, by the offset of their place in the first block
	prc    []byte         // modifiers of the whole text
	flags  uint16
}

var le = binary.LittleEndian

const textAt = 0x400

func (b *builder) build() []byte {
	var text []byte
	var papx, chpx page
	for _, x := range b.paras {
		for _, r := range x.runs {
			start := len(text)
			for _, u := range utf16.Encode([]rune(r.text)) {
				text = le.AppendUint16(text, u)
			}
			list := []byte{byte(len(r.sprms))}
			chpx.add(textAt+start, textAt+len(text), append(list, r.sprms...))
		}
		list := append(le.AppendUint16(nil, uint16(x.style)), x.sprms...)
		if len(list)%2 == 0 {
			list = append([]byte{0, byte(len(list) / 2)}, list...)
		} else {
			list = append([]byte{byte(len(list)/2 + 1)}, list...)
		}
		papx.add(papx.end(textAt), textAt+len(text), list)
	}
	doc := slices.Concat(make([]byte, textAt), text, make([]byte, -len(text)&511))
	var table []byte
	place := func(at int, data []byte) {
		le.PutUint32(doc[at:], uint32(len(table)))
		le.PutUint32(doc[at+4:], uint32(len(data)))
		table = append(table, data...)
	}
	characters := uint32(len(text) / 2)
	le.PutUint16(doc, 0xa5ec)
	le.PutUint16(doc[2:], 0xc1)
	le.PutUint16(doc[10:], 0x200|b.flags)
	le.PutUint32(doc[0x18:], textAt)
	le.PutUint32(doc[0x1c:], uint32(textAt+len(text)))
	if b.spans[0] == 0 {
		b.spans[0] = characters
	}
	for i, n := range b.spans {
		le.PutUint32(doc[0x4c+4*i:], n)
	}
	place(0xa2, b.styleSheet())
	pages := func(at int, p *page, item int) {
		var bte []byte
		var numbers []byte
		for _, x := range p.pages() {
			bte = le.AppendUint32(bte, uint32(x[0].from))
			numbers = le.AppendUint32(numbers, uint32(len(doc)/512))
			doc = slices.Concat(doc, write(x, item))
		}
		bte = le.AppendUint32(bte, uint32(textAt+len(text)))
		place(at, append(bte, numbers...))
	}
	pages(0xfa, &chpx, 1)
	pages(0x102, &papx, 13)
	var clx []byte
	prm := uint16(0)
	if b.prc != nil {
		clx = append(le.AppendUint16([]byte{1}, uint16(len(b.prc))), b.prc...)
		prm = 1
	}
	clx = le.AppendUint32(append(clx, 2), 16)
	clx = le.AppendUint32(le.AppendUint32(clx, 0), characters)
	clx = le.AppendUint32(append(clx, 0, 0), textAt)
	place(0x1a2, le.AppendUint16(clx, prm))
	for at, data := range b.tables {
		place(at, data)
		if at == 0x2e2 { // the levels of lists lie behind the table
			le.PutUint32(doc[at+4:], 2+28)
		}
	}
	return cfbtest.Build(cfbtest.Stream{Path: "WordDocument", Data: doc}, cfbtest.Stream{Path: "1Table", Data: table})
}

func (b *builder) styleSheet() []byte {
	out := le.AppendUint16(nil, 18)
	out = le.AppendUint16(out, uint16(len(b.styles)))
	out = le.AppendUint16(out, 10)
	out = append(out, make([]byte, 14)...)
	for i, name := range b.styles {
		var s []byte
		s = le.AppendUint16(s, uint16(min(i+100, 0xffe))) // no number of Word's own
		s = le.AppendUint16(s, 1|0xfff<<4)
		s = append(s, make([]byte, 6)...)
		s = le.AppendUint16(s, uint16(len(name)))
		for _, u := range utf16.Encode([]rune(name)) {
			s = le.AppendUint16(s, u)
		}
		s = append(s, 0, 0)
		out = le.AppendUint16(out, uint16(len(s)))
		out = append(out, s...)
	}
	return out
}

// A page is what lies on pages of properties.
type page struct{ items []item }

type item struct {
	from, to int
	list     []byte
}

func (p *page) add(from, to int, list []byte) { p.items = append(p.items, item{from, to, list}) }

func (p *page) end(first int) int {
	if n := len(p.items); n > 0 {
		return p.items[n-1].to
	}
	return first
}

// pages divides the items so that each page holds few.
func (p *page) pages() (out [][]item) {
	for items := p.items; len(items) > 0; {
		n := min(4, len(items))
		out = append(out, items[:n])
		items = items[n:]
	}
	return out
}

// write writes one page.
func write(items []item, size int) []byte {
	b := make([]byte, 512)
	b[511] = byte(len(items))
	free := 510
	for i, x := range items {
		le.PutUint32(b[4*i:], uint32(x.from))
		le.PutUint32(b[4*i+4:], uint32(x.to))
		free = (free - len(x.list)) &^ 1
		copy(b[free:], x.list)
		b[4*(len(items)+1)+i*size] = byte(free / 2)
	}
	return b
}

// plc is a table of characters with entries of a size.
func plc(size int, at ...uint32) []byte {
	var out []byte
	for _, n := range at {
		out = le.AppendUint32(out, n)
	}
	return append(out, make([]byte, size*(len(at)-1))...)
}
