package doc

import (
	"cmp"
	"encoding/binary"
	"slices"
)

// A ref is a place of the main text at which other text belongs.
type ref struct {
	at       int64 // character of the text
	kind     refKind
	from, to int64 // characters of what belongs there
	author   string
}

type refKind uint8

const (
	noteRef refKind = iota
	commentRef
	boxRef
)

const maxRefs = 1 << 17

// readRefs reads where notes, comments and text boxes belong ([MS-DOC] 2.8).
func (d *document) readRefs() {
	s := &d.spans
	notes := s.main
	comments := notes + s.notes + s.headers + s.macros
	endnotes := comments + s.comments
	boxes := endnotes + s.endnotes
	d.pair(noteRefs, 2, noteTexts, notes, notes+s.notes, noteRef)
	d.pair(endnoteRefs, 2, endnoteTexts, endnotes, endnotes+s.endnotes, noteRef)
	d.readOwners()
	width := 30
	if d.old {
		width = 20
	}
	d.pair(commentRefs, width, commentTexts, comments, comments+s.comments, commentRef)
	d.pairBoxes(boxes, boxes+s.boxes)
	slices.SortStableFunc(d.refs, func(a, b ref) int { return cmp.Compare(a.at, b.at) })
}

// pair puts together references and the texts that they refer to, in order.
func (d *document) pair(refs tableName, width int, texts tableName, start, end int64, kind refKind) {
	r, t := parsePLC(d.bytesOf(refs), width), parsePLC(d.bytesOf(texts), 0)
	told := start // no text belongs to two
	for i := 0; i < r.count() && i < t.count() && len(d.refs) < maxRefs; i++ {
		x := ref{at: int64(r.at[i]), kind: kind, from: max(start+int64(t.at[i]), told), to: min(start+int64(t.at[i+1]), end)}
		told = max(told, x.to)
		if kind == commentRef {
			x.author = d.author(r.entry(i))
		}
		if x.at < d.spans.main && x.from < x.to {
			d.refs = append(d.refs, x)
		}
	}
}

// readOwners reads who wrote comments ([MS-DOC] 2.5.6, fcGrpXstAtnOwners).
func (d *document) readOwners() {
	b := d.bytesOf(commentOwners)
	for len(b) >= 2 && len(d.owners) < maxNames {
		n := min(int(binary.LittleEndian.Uint16(b)), (len(b)-2)/2)
		d.owners = append(d.owners, zeroEnded16(b[2:2+2*n]))
		b = b[2+2*n:]
	}
}

// author returns who wrote a comment ([MS-DOC] 2.9.6).
func (d *document) author(e []byte) string {
	if d.old {
		n := min(int(e[0]), len(e)-2)
		return d.decode(e[1 : 1+n])
	}
	if n := int(binary.LittleEndian.Uint16(e[20:])); n < len(d.owners) {
		return d.owners[n]
	}
	return ""
}

// pairBoxes finds the shapes of the main text that hold text ([MS-DOC] 2.8.37,
// 2.8.32).
func (d *document) pairBoxes(start, end int64) {
	t := parsePLC(d.bytesOf(boxTexts), 22)
	anchors := parsePLC(d.bytesOf(shapes), 26)
	at := make(map[uint32]int64, anchors.count())
	for i := range anchors.count() {
		at[binary.LittleEndian.Uint32(anchors.entry(i))] = int64(anchors.at[i])
	}
	told := start
	for i := 0; i < t.count() && len(d.refs) < maxRefs; i++ {
		e := t.entry(i)
		if binary.LittleEndian.Uint16(e[8:]) != 0 { // free to be used again
			continue
		}
		x := ref{at: d.spans.main - 1, kind: boxRef, from: max(start+int64(t.at[i]), told), to: min(start+int64(t.at[i+1]), end)}
		told = max(told, x.to)
		if where, ok := at[binary.LittleEndian.Uint32(e[14:])]; ok && where < d.spans.main {
			x.at = where
		}
		if x.from < x.to {
			d.refs = append(d.refs, x)
		}
	}
}
