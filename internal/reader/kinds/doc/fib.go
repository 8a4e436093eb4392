package doc

import (
	"encoding/binary"
	"errors"
	"io"

	"fread/internal/reader/cfb"
	"fread/internal/reader/charset"
)

// A document is one whose tables have been read.
type document struct {
	text  stream // WordDocument
	table stream // where the tables lie
	data  stream // pictures and large properties; nil: none
	old   bool   // of Word 6 or 95
	wide  bool   // one of these whose characters take two bytes
	lost  bool   // its container is damaged, and with it all but its text
	page  int    // code page of text of one byte a character
	fib   []byte
	spans spans

	pieces     []piece
	prcs       [][]byte // properties of pieces
	characters plc      // where properties of text lie
	paragraphs plc
	styles     []style
	fonts      []fontName
	lists      map[uint32]*list
	overrides  []override
	owners     []string // who wrote comments
	refs       []ref
}

// A stream is one of the streams of the container.
type stream interface {
	io.ReaderAt
	Size() int64
}

// spans are how long the parts of the text are, in characters, in their order.
type spans struct{ main, notes, headers, macros, comments, endnotes, boxes, headerBoxes int64 }

// A place of the file information block says where a table lies.
type place struct{ modern, old int }

// The tables that are read: offsets of their places in the file information block
// of Word 97 and later ([MS-DOC] 2.5.6), and of Word 6 and 95; 0: it has none.
func placeOf(t tableName) place {
	switch t {
	case stylesTable:
		return place{0xa2, 0x60}
	case noteRefs:
		return place{0xaa, 0x68}
	case noteTexts:
		return place{0xb2, 0x70}
	case commentRefs:
		return place{0xba, 0x78}
	case commentTexts:
		return place{0xc2, 0x80}
	case headerTexts:
		return place{0xf2, 0xb0}
	case characterPages:
		return place{0xfa, 0xb8}
	case paragraphPages:
		return place{0x102, 0xc0}
	case fontNames:
		return place{0x112, 0xd0}
	case pieceTable:
		return place{0x1a2, 0x160}
	case commentOwners:
		return place{0x1ba, 0}
	case shapes:
		return place{0x1da, 0}
	case endnoteRefs:
		return place{0x20a, 0x1d2}
	case endnoteTexts:
		return place{0x212, 0x1da}
	case boxTexts:
		return place{0x25a, 0}
	case listTable:
		return place{0x2e2, 0}
	case listOverrides:
		return place{0x2ea, 0}
	}
	return place{}
}

type tableName uint8

const (
	stylesTable tableName = iota
	noteRefs
	noteTexts
	commentRefs
	commentTexts
	headerTexts
	characterPages
	paragraphPages
	fontNames
	pieceTable
	commentOwners
	shapes
	endnoteRefs
	endnoteTexts
	boxTexts
	listTable
	listOverrides
)

const (
	fibSize  = 1024
	maxTable = 16 << 20 // bytes of a table
)

// readFib reads the file information block ([MS-DOC] 2.5.1).
func (d *document) readFib(c *cfb.File) error {
	d.fib = make([]byte, fibSize)
	n, err := d.text.ReadAt(d.fib, 0)
	if err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	if n < 0x60 {
		return damaged("it ends in its first block")
	}
	le := binary.LittleEndian
	magic, version, flags := le.Uint16(d.fib), le.Uint16(d.fib[2:]), le.Uint16(d.fib[10:])
	switch magic {
	case 0xa5ec, 0xa5dc, 0xa697, 0xa698, 0xa699: // the last three are of the Far East
	default:
		return damaged("it does not begin as documents of Word do")
	}
	if flags&0x100 != 0 {
		return errEncrypted
	}
	d.old = magic != 0xa5ec || version < 0xc0
	d.wide = d.old && magic >= 0xa697 && magic <= 0xa699
	d.page = 1252
	at := 0x4c
	if d.old {
		at = 0x34
		d.page = pageOfLanguage(le.Uint16(d.fib[6:]))
	}
	count := func(i int) int64 { return max(int64(int32(le.Uint32(d.fib[at+4*i:]))), 0) }
	d.spans = spans{count(0), count(1), count(2), count(3), count(4), count(5), count(6), count(7)}
	if d.old {
		d.table = d.text
		return nil
	}
	if c == nil { // lost
		return nil
	}
	name, other := "0Table", "1Table"
	if flags&0x200 != 0 {
		name, other = other, name
	}
	for _, n := range []string{name, other} {
		if t, err := c.Stream(n); err == nil {
			d.table = t
			return nil
		}
	}
	return nil
}

// pageOfLanguage is the code page of a language of Windows.
func pageOfLanguage(id uint16) int {
	switch id & 0x3ff {
	case 0x01, 0x20, 0x29: // Arabic, Urdu, Persian
		return 1256
	case 0x02, 0x19, 0x22, 0x23, 0x2f: // Cyrillic
		return 1251
	case 0x04:
		if id == 0x0404 || id == 0x0c04 {
			return 950
		}
		return 936
	case 0x05, 0x0e, 0x15, 0x18, 0x1a, 0x1b, 0x1c, 0x24: // central Europe
		return 1250
	case 0x08:
		return 1253
	case 0x0d:
		return 1255
	case 0x11:
		return 932
	case 0x12:
		return 949
	case 0x1e:
		return 874
	case 0x1f:
		return 1254
	case 0x25, 0x26, 0x27:
		return 1257
	case 0x2a:
		return 1258
	}
	return 1252
}

// bytesOf reads a table; nil if there is none.
func (d *document) bytesOf(t tableName) []byte {
	p := placeOf(t)
	at := p.modern
	if d.old {
		at = p.old
	}
	if at == 0 {
		return nil
	}
	le := binary.LittleEndian
	start, length := int64(le.Uint32(d.fib[at:])), int64(le.Uint32(d.fib[at+4:]))
	return d.bytesAt(start, length)
}

func (d *document) bytesAt(start, length int64) []byte {
	if d.table == nil {
		return nil
	}
	length = min(length, maxTable, d.table.Size()-start)
	if length <= 0 {
		return nil
	}
	b := make([]byte, length)
	n, _ := d.table.ReadAt(b, start)
	return b[:n]
}

// readTables reads what stands beside the text. Only the piece table must be
// there.
func (d *document) readTables() error {
	if err := d.readPieces(); err != nil {
		return err
	}
	width := 4
	if d.old {
		width = 2
	}
	d.characters = parsePLC(d.bytesOf(characterPages), width)
	d.paragraphs = parsePLC(d.bytesOf(paragraphPages), width)
	d.readFonts()
	d.readStyles()
	d.readLists()
	d.readRefs()
	return nil
}

// A plc is a table of places with something about what lies between them
// ([MS-DOC] 2.2.2).
type plc struct {
	at    []uint32 // one more than there are entries
	data  []byte
	width int
}

func parsePLC(b []byte, width int) plc {
	n := (len(b) - 4) / (4 + width)
	if n <= 0 {
		return plc{}
	}
	p := plc{width: width, data: b[4*(n+1):]}
	for i := range n + 1 {
		p.at = append(p.at, binary.LittleEndian.Uint32(b[4*i:]))
	}
	return p
}

func (p *plc) count() int { return max(len(p.at)-1, 0) }

func (p *plc) entry(i int) []byte { return p.data[i*p.width : (i+1)*p.width] }

// A piece is a run of characters that lie behind one another in the file.
type piece struct {
	from, to int64 // characters of the text
	at       int64 // offset in the stream
	width    int64 // bytes of a character
	prm      uint16
}

const maxPieces = 1 << 20

// readPieces reads the piece table ([MS-DOC] 2.8.35, 2.9.38).
func (d *document) readPieces() error {
	clx := d.bytesOf(pieceTable)
	le := binary.LittleEndian
	for len(clx) >= 3 && clx[0] == 1 {
		n := min(int(le.Uint16(clx[1:])), len(clx)-3)
		d.prcs = append(d.prcs, clx[3:3+n])
		clx = clx[3+n:]
	}
	if len(clx) < 5 || clx[0] != 2 {
		return d.onePiece()
	}
	table := clx[5:]
	if n := int64(le.Uint32(clx[1:])); n < int64(len(table)) {
		table = table[:n]
	}
	p := parsePLC(table, 8)
	for i := range min(p.count(), maxPieces) {
		e := p.entry(i)
		at := le.Uint32(e[2:])
		x := piece{from: int64(p.at[i]), to: int64(p.at[i+1]), at: int64(at), width: 2, prm: le.Uint16(e[6:])}
		switch {
		case d.wide:
		case d.old:
			x.width = 1
		case at&0x4000_0000 != 0:
			x.at, x.width = int64(at&^0x4000_0000)/2, 1
		}
		if n := len(d.pieces); x.to <= x.from || n > 0 && x.from < d.pieces[n-1].to {
			continue
		}
		x.to = min(x.to, x.from+(d.text.Size()-x.at)/x.width)
		if x.to > x.from {
			d.pieces = append(d.pieces, x)
		}
	}
	if len(d.pieces) == 0 {
		return damaged("it does not say where its text lies")
	}
	return nil
}

// onePiece is the table of a document of Word 6 that was saved as a whole, or of
// one whose table stream is lost.
func (d *document) onePiece() error {
	le := binary.LittleEndian
	from, to := int64(le.Uint32(d.fib[0x18:])), int64(le.Uint32(d.fib[0x1c:]))
	if from >= min(to, d.text.Size()) {
		return damaged("it does not say where its text lies")
	}
	x := piece{to: to - from, at: from, width: 1}
	if d.wide {
		x.to, x.width = x.to/2, 2
	}
	if total := d.spans.main + d.spans.notes + d.spans.headers + d.spans.macros + d.spans.comments + d.spans.endnotes + d.spans.boxes + d.spans.headerBoxes; !d.old && (to-from) >= 2*total && total > 0 {
		x.width, x.to = 2, (to-from)/2
	}
	x.to = min(x.to, (d.text.Size()-from)/x.width)
	d.pieces = []piece{x}
	return nil
}

// fontName is a font with the code page of its character set.
type fontName struct {
	name string
	page int
}

const maxNames = 1 << 14

// readFonts reads the table of fonts ([MS-DOC] 2.9.79).
func (d *document) readFonts() {
	b := d.bytesOf(fontNames)
	header, name := 4, 40
	if d.old {
		header, name = 2, 6
	}
	if len(b) < header {
		return
	}
	for b = b[header:]; len(b) > 6 && len(d.fonts) < maxNames; {
		n := min(int(b[0])+1, len(b))
		e := b[:n]
		b = b[n:]
		f := fontName{}
		if n > 5 {
			f.page = charset.FontPage(int(e[4]))
		}
		if n > name && d.old {
			f.name = zeroEnded(e[name:])
		} else if n > name {
			f.name = zeroEnded16(e[name:])
		}
		d.fonts = append(d.fonts, f)
	}
}

func zeroEnded(b []byte) string {
	for i, c := range b {
		if c == 0 {
			return string(b[:i])
		}
	}
	return string(b)
}

func zeroEnded16(b []byte) string {
	var out []rune
	for ; len(b) >= 2; b = b[2:] {
		r := rune(binary.LittleEndian.Uint16(b))
		if r == 0 {
			break
		}
		out = append(out, r)
	}
	return string(out)
}
