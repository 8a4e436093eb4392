package ppt

import (
	"encoding/binary"
	"errors"
	"io"
	"unicode/utf16"
)

// The types of records that are read ([MS-PPT] 2.13.24, [MS-ODRAW] 2.2).
const (
	documentContainer = 0x03e8
	environment       = 0x03f2
	fontCollection    = 0x07d5
	fontEntity        = 0x0fb7
	slideContainer    = 0x03ee
	slideAtom         = 0x03ef
	notesContainer    = 0x03f0
	slidePersistAtom  = 0x03f3
	slideShowInfo     = 0x03f9
	exObjList         = 0x0409
	drawing           = 0x040c
	placeholderAtom   = 0x0bc3
	exObjRef          = 0x0bc1
	outlineTextRef    = 0x0f9e
	textHeader        = 0x0f9f
	textChars         = 0x0fa0
	textStyles        = 0x0fa1
	textBytes         = 0x0fa8
	cString           = 0x0fba
	exHyperlinkAtom   = 0x0fd3
	exHyperlink       = 0x0fd7
	slideNumberMark   = 0x0fd8
	textLinkRange     = 0x0fdf
	slideList         = 0x0ff0
	interactiveInfo   = 0x0ff2
	interactiveAtom   = 0x0ff3
	userEditAtom      = 0x0ff5
	dateMark          = 0x0ff7
	genericDateMark   = 0x0ff8
	headerMark        = 0x0ff9
	footerMark        = 0x0ffa
	rtfDateMark       = 0x1015
	persistDirectory  = 0x1772

	shapeGroup      = 0xf003
	shapeContainer  = 0xf004
	shapeAtom       = 0xf00a
	shapeOptions    = 0xf00b
	clientTextBox   = 0xf00d
	childAnchor     = 0xf00f
	clientAnchor    = 0xf010
	clientData      = 0xf011
	tertiaryOptions = 0xf122
)

// A record is one record with what lies in it.
type record struct {
	instance uint16
	kind     uint16
	body     []byte
}

const (
	headerSize = 8
	maxRecord  = 64 << 20 // bytes of a record that is read as a whole
)

// each calls do with each of the records that lie behind one another in b, until
// it returns false. The last one is cut where b ends.
func each(b []byte, do func(record) bool) {
	le := binary.LittleEndian
	for len(b) >= headerSize {
		r := record{instance: le.Uint16(b) >> 4, kind: le.Uint16(b[2:])}
		n := int64(le.Uint32(b[4:]))
		b = b[headerSize:]
		n = min(n, int64(len(b)))
		r.body = b[:n]
		if !do(r) {
			return
		}
		b = b[n:]
	}
}

// recordAt reads the record at a place of the stream.
func (p *presentation) recordAt(at int64) (record, error) {
	if p.alive != nil {
		p.alive()
	}
	var h [headerSize]byte
	if at < 0 {
		return record{}, io.ErrUnexpectedEOF
	}
	if n, err := p.s.ReadAt(h[:], at); n < headerSize {
		return record{}, err
	}
	le := binary.LittleEndian
	r := record{instance: le.Uint16(h[:]) >> 4, kind: le.Uint16(h[2:])}
	n := min(int64(le.Uint32(h[4:])), p.s.Size()-at-headerSize, maxRecord)
	r.body = make([]byte, max(n, 0))
	k, _ := p.s.ReadAt(r.body, at+headerSize)
	r.body = r.body[:k]
	return r, nil
}

// top calls do with the place and the type of each record of the stream that lies
// in no other.
func (p *presentation) top(do func(at int64, kind uint16)) error {
	le := binary.LittleEndian
	for at := int64(0); at+headerSize <= p.s.Size(); {
		var h [headerSize]byte
		if n, err := p.s.ReadAt(h[:], at); n < headerSize {
			if errors.Is(err, io.EOF) {
				err = nil
			}
			return err
		}
		do(at, le.Uint16(h[2:]))
		at += headerSize + int64(le.Uint32(h[4:]))
	}
	return nil
}

func utf16String(b []byte) string {
	u := make([]uint16, 0, len(b)/2)
	for ; len(b) >= 2; b = b[2:] {
		u = append(u, binary.LittleEndian.Uint16(b))
	}
	return string(utf16.Decode(u))
}
