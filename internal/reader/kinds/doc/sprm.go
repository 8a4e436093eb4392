package doc

import (
	"encoding/binary"

	"fread/internal/reader/markup"
	"fread/internal/reader/paragraphs"
)

// A modifier is one change of a property: a Sprm of Word 97 and later ([MS-DOC]
// 2.6), or of the same name in Word 6 and 95, whose numbers are translated.
type modifier struct {
	code uint16
	arg  []byte
}

func (m *modifier) byte() byte {
	if len(m.arg) > 0 {
		return m.arg[0]
	}
	return 0
}

func (m *modifier) uint16() uint16 {
	if len(m.arg) >= 2 {
		return binary.LittleEndian.Uint16(m.arg)
	}
	return uint16(m.byte())
}

func (m *modifier) uint32() uint32 {
	if len(m.arg) >= 4 {
		return binary.LittleEndian.Uint32(m.arg)
	}
	return uint32(m.uint16())
}

// The modifiers that matter.
const (
	paragraphStyle  = 0x4600
	outlineLevel    = 0x2640
	listLevel       = 0x260a
	listOverride    = 0x460b
	inTable         = 0x2416
	tableRowEnd     = 0x2417
	tableDepth      = 0x6649
	innerCellEnd    = 0x244b
	innerRowEnd     = 0x244c
	hugeProperties  = 0x6646
	hugeProperties2 = 0x6645
	tableDefinition = 0xd608
	tableHeader     = 0x3404
	leftIndent      = 0x840f
	leadingIndent   = 0x845e

	isDeleted     = 0x0800
	isInserted    = 0x0801
	isData        = 0x0806
	isObject      = 0x080a
	isBold        = 0x0835
	isItalic      = 0x0836
	isStruck      = 0x0837
	isHidden      = 0x083c
	isDoubly      = 0x2a53
	isSpecial     = 0x0855
	raised        = 0x2a48
	characterFont = 0x4a4f
	symbolOf      = 0x6a09
	pictureAt     = 0x6a03
	textStyle     = 0x4a30
)

// each calls do with each modifier of a list of them, as far as the list makes
// sense.
func (d *document) each(list []byte, do func(*modifier)) {
	var m modifier
	for len(list) > 0 {
		var n int
		if d.old {
			n = old(list, &m)
		} else {
			n = modern(list, &m)
		}
		if n <= 0 || n > len(list) {
			return
		}
		do(&m)
		list = list[n:]
	}
}

// modern takes a modifier apart and returns how long it is; 0: the list ends.
func modern(b []byte, m *modifier) int {
	if len(b) < 3 {
		return 0
	}
	m.code = binary.LittleEndian.Uint16(b)
	head, n := 2, 0
	switch m.code >> 13 { // the size of the operand
	case 0, 1:
		n = 1
	case 2, 4, 5:
		n = 2
	case 3:
		n = 4
	case 7:
		n = 3
	case 6:
		head, n = 3, int(b[2])
		switch {
		case m.code == tableDefinition:
			if len(b) < 4 {
				return 0
			}
			head, n = 4, int(binary.LittleEndian.Uint16(b[2:]))-1
		case m.code == 0xc615 && n == 255: // tabs, whose length does not fit
			if len(b) < 5 {
				return 0
			}
			cleared := int(b[3])
			if 4+4*cleared >= len(b) {
				return 0
			}
			n = 2 + 4*cleared + 3*int(b[4+4*cleared])
		}
	}
	if n < 0 || head+n > len(b) {
		return 0
	}
	m.arg = b[head : head+n]
	return head + n
}

// old does the same for Word 6 and 95.
func old(b []byte, m *modifier) int {
	code := b[0]
	head, n := 1, oldSize(code)
	if n < 0 {
		if len(b) < 2 {
			return 0
		}
		head, n = 2, int(b[1])
		if code == 190 {
			if len(b) < 3 {
				return 0
			}
			head, n = 3, int(binary.LittleEndian.Uint16(b[1:]))-1
		}
	}
	if n < 0 || head+n > len(b) {
		return 0
	}
	m.code, m.arg = translated(code), b[head:head+n]
	return head + n
}

// oldSize is how many bytes follow the number of a modifier; -1: the next byte
// says it.
func oldSize(code byte) int {
	switch code {
	case 83:
		return 0
	case 3, 12, 15, 23, 52, 68, 74, 81, 82, 103, 105, 106, 108, 120, 133, 134, 187, 188, 190, 191:
		return -1
	case 73, 95, 136, 137:
		return 3
	case 20, 70, 192, 194, 196, 200:
		return 4
	case 193, 199:
		return 5
	case 2, 16, 17, 18, 19, 21, 22, 26, 27, 28, 30, 31, 32, 33, 34, 35, 36, 38, 39, 40, 41, 42, 43, 45, 46, 47, 48, 49, 69, 72, 80, 93, 96, 97, 107, 109, 110,
		121, 122, 123, 124, 140, 141, 144, 145, 148, 149, 154, 155, 156, 157, 160, 161, 164, 165, 166, 167, 168, 169, 170, 171, 182, 183, 184, 189, 195, 197, 198:
		return 2
	}
	return 1
}

// translated is the modern number of a modifier; 0: it does not matter.
func translated(code byte) uint16 {
	switch code {
	case 2:
		return paragraphStyle
	case 24:
		return inTable
	case 25:
		return tableRowEnd
	case 65:
		return isDeleted
	case 66:
		return isInserted
	case 71:
		return isData
	case 75:
		return isObject
	case 80:
		return textStyle
	case 85:
		return isBold
	case 86:
		return isItalic
	case 87:
		return isStruck
	case 92:
		return isHidden
	case 93:
		return characterFont
	case 104:
		return raised
	case 117:
		return isSpecial
	case 186:
		return tableHeader
	case 190:
		return tableDefinition
	}
	return 0
}

// look is what the properties of text say of it.
type look struct {
	style           markup.Style
	hidden, deleted bool
	inserted        bool // since changes are tracked
	special         bool // the character stands for something else
	data, object    bool
	font            int
	symbol          uint16
	symbolFont      int
	picture         int64

	base       markup.Style // of the style of the paragraph
	baseHidden bool
}

// apply changes the look.
func (l *look) apply(d *document, m *modifier) {
	set := func(s markup.Style) {
		if toggled(m.byte(), false, l.base&s != 0) {
			l.style |= s
		} else {
			l.style &^= s
		}
	}
	switch m.code {
	case isBold:
		set(markup.Bold)
	case isItalic:
		set(markup.Italic)
	case isStruck, isDoubly:
		set(markup.Strike)
	case raised:
		l.style &^= markup.Superscript | markup.Subscript
		switch m.byte() {
		case 1:
			l.style |= markup.Superscript
		case 2:
			l.style |= markup.Subscript
		}
	case isHidden:
		l.hidden = toggled(m.byte(), l.baseHidden, l.baseHidden)
	case isDeleted:
		l.deleted = m.byte()&1 != 0
	case isInserted:
		l.inserted = m.byte()&1 != 0
	case isSpecial:
		l.special = m.byte() != 0
	case isData:
		l.data = m.byte() != 0
	case isObject:
		l.object = m.byte() != 0
	case characterFont:
		l.font = int(m.uint16())
	case pictureAt:
		l.picture = int64(m.uint32())
	case symbolOf:
		if len(m.arg) >= 4 {
			l.symbolFont, l.symbol, l.special = int(m.uint16()), binary.LittleEndian.Uint16(m.arg[2:]), true
		}
	case textStyle:
		if n := int(m.uint16()); n < len(d.styles) {
			l.style |= d.styles[n].text
			l.hidden = l.hidden || d.styles[n].hidden
		}
	}
}

// toggled is a property that may be said as it is in the style (0x80), or against
// it (0x81) ([MS-DOC] 2.9.334). As is what it is then as in the style.
func toggled(value byte, as, style bool) bool {
	switch value {
	case 0:
		return false
	case 0x80:
		return as
	case 0x81:
		return !style
	}
	return true
}

// layout is what the properties of a paragraph say of it.
type layout struct {
	style    int
	outline  int // level from 1; 0: none, -1: not said
	override int // list override; 0: none, -1: not said
	depth    int // in the list
	indent   int // of its left edge; 0: not said
	inTable  bool
	tables   int // how deep in tables; 0: not said
	rowEnd   bool
	innerEnd bool // of a cell of an inner table
	innerRow bool
	row      paragraphs.Row
}

// level is how many tables the paragraph lies in.
func (l *layout) level() int {
	switch {
	case !l.inTable && l.tables <= 0:
		return 0
	case l.tables > 0:
		return l.tables
	}
	return 1
}

// apply changes the layout.
func (l *layout) apply(d *document, m *modifier) {
	switch m.code {
	case paragraphStyle:
		l.style = int(m.uint16())
	case outlineLevel:
		l.outline = 0
		if n := int(m.byte()); n < 9 {
			l.outline = n + 1
		}
	case listLevel:
		l.depth = int(m.byte())
	case listOverride:
		l.override = int(int16(m.uint16()))
	case leftIndent, leadingIndent:
		l.indent = int(int16(m.uint16()))
	case inTable:
		l.inTable = m.byte() != 0
	case tableDepth:
		l.tables = int(min(m.uint32(), 100))
	case tableRowEnd:
		l.rowEnd = m.byte() != 0
	case innerCellEnd:
		l.innerEnd = m.byte() != 0
	case innerRowEnd:
		l.innerRow = m.byte() != 0
	case tableHeader:
		l.row.Header = m.byte() != 0
	case tableDefinition:
		l.define(m.arg, d.old)
	case hugeProperties, hugeProperties2:
		if list := d.huge(int64(m.uint32())); list != nil {
			d.each(list, func(m *modifier) {
				if m.code != hugeProperties && m.code != hugeProperties2 {
					l.apply(d, m)
				}
			})
		}
	}
}

// huge reads a list of modifiers that lies beside the text ([MS-DOC] 2.9.210).
func (d *document) huge(at int64) []byte {
	if d.data == nil {
		return nil
	}
	var size [2]byte
	if n, _ := d.data.ReadAt(size[:], at); n < 2 {
		return nil
	}
	b := make([]byte, binary.LittleEndian.Uint16(size[:]))
	n, _ := d.data.ReadAt(b, at+2)
	return b[:n]
}

// define takes the definition of a row ([MS-DOC] 2.9.327).
func (l *layout) define(b []byte, old bool) {
	if len(b) < 1 {
		return
	}
	cells := min(int(b[0]), 64)
	b = b[1:]
	if len(b) < 2*(cells+1) {
		return
	}
	le := binary.LittleEndian
	left := int(int16(le.Uint16(b)))
	r := paragraphs.Row{Header: l.row.Header}
	for i := range cells {
		r.Edges = append(r.Edges, max(int(int16(le.Uint16(b[2*(i+1):])))-left, 1))
	}
	b = b[2*(cells+1):]
	size := 20
	if old {
		size = 10
	}
	r.Across, r.Down = make([]paragraphs.Merge, cells), make([]paragraphs.Merge, cells)
	for i := 0; i < cells && len(b) >= size; i++ {
		flags := le.Uint16(b)
		b = b[size:]
		switch {
		case flags&2 != 0:
			r.Across[i] = paragraphs.Continued
		case flags&1 != 0:
			r.Across[i] = paragraphs.First
		}
		if old {
			continue
		}
		switch {
		case flags&0x40 != 0:
			r.Down[i] = paragraphs.First
		case flags&0x20 != 0:
			r.Down[i] = paragraphs.Continued
		}
	}
	l.row = r
}
