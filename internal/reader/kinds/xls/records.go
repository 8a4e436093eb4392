package xls

import (
	"encoding/binary"
	"errors"
	"io"

	"fread/internal/reader/decrypt"
	"fread/internal/reader/fault"
)

// The records that are understood ([MS-XLS] 2.3). Those of early versions differ
// in their upper byte.
const (
	recDimensions2   = 0x00
	recBlank2        = 0x01
	recInteger2      = 0x02
	recNumber2       = 0x03
	recLabel2        = 0x04
	recBoolError2    = 0x05
	recFormula       = 0x06
	recText2         = 0x07 // the result of a formula
	recRow2          = 0x08
	recBegin2        = 0x09
	recEnd           = 0x0a
	recExternSheet   = 0x17
	recName          = 0x18
	recNote          = 0x1c
	recFormat23      = 0x1e
	recArray2        = 0x21
	recDate1904      = 0x22
	recExternName    = 0x23
	recPassword      = 0x2f
	recTable2        = 0x36
	recContinue      = 0x3c
	recCodePage      = 0x42
	recXF2           = 0x43
	recIndexOfXF     = 0x44
	recObject        = 0x5d
	recColumn        = 0x7d
	recSheet         = 0x85
	recSheetHeader   = 0x8f
	recPivotTable    = 0xb0
	recNumbers       = 0xbd
	recBlanks        = 0xbe
	recRichText      = 0xd6
	recXF            = 0xe0
	recMerged        = 0xe5
	recSharedStrings = 0xfc
	recLabelShared   = 0xfd
	recLink          = 0x1ae
	recDimensions    = 0x200
	recBlank         = 0x201
	recNumber        = 0x203
	recLabel         = 0x204
	recBoolError     = 0x205
	recFormula3      = 0x206
	recText          = 0x207
	recRow           = 0x208
	recBegin3        = 0x209
	recName3         = 0x218
	recArray         = 0x221
	recExternName3   = 0x223
	recTable         = 0x236
	recXF3           = 0x243
	recRK            = 0x27e
	recFormula4      = 0x406
	recBegin4        = 0x409
	recFormat        = 0x41e
	recXF4           = 0x443
	recSharedFormula = 0x4bc
	recBegin         = 0x809
)

// bufferSize is how much of a stream is read at once; a record with its header
// fits into it.
const bufferSize = 128 << 10

// records reads the records of a stream. What next gave is valid until it is
// called again.
type records struct {
	in    io.ReaderAt
	size  int64
	alive func()
	buf   []byte
	from  int64 // of buf in the stream
	at    int64 // where the record of now begins
	after int64 // where the next one does

	cipher *decrypt.Records // of an encrypted workbook
	plain  []byte

	id   int
	data []byte
}

// window returns n bytes of the stream, or those that it still has.
func (r *records) window(at int64, n int) ([]byte, error) {
	if at < r.from || at+int64(n) > r.from+int64(len(r.buf)) {
		if r.buf == nil {
			r.buf = make([]byte, 0, bufferSize)
		}
		r.alive()
		k, err := r.in.ReadAt(r.buf[:bufferSize], at)
		if err != nil && !errors.Is(err, io.EOF) {
			return nil, err
		}
		r.buf, r.from = r.buf[:k], at
	}
	b := r.buf[at-r.from:]
	return b[:min(n, len(b))], nil
}

// next reads a record; io.EOF ends the stream. The error for one that is cut off
// is corrupt.
func (r *records) next() error {
	const header = 4
	b, err := r.window(r.after, header)
	switch {
	case err != nil:
		return err
	case len(b) < header:
		return io.EOF
	}
	id, n := int(binary.LittleEndian.Uint16(b)), int(binary.LittleEndian.Uint16(b[2:]))
	data, err := r.window(r.after+header, n)
	if err != nil {
		return err
	}
	r.id, r.data = id, r.decrypted(id, data)
	r.at, r.after = r.after, r.after+header+int64(n)
	if len(data) < n {
		return fault.New(fault.Corrupt, fault.PhaseConvert, "", "The workbook ends inside a record.", "Use a copy that is whole.")
	}
	return nil
}

// decrypted returns the content of the record that comes next, of which a few types
// are never encrypted ([MS-XLS] 2.2.10), and the place of a sheet is not either.
func (r *records) decrypted(id int, data []byte) []byte {
	const interfaceHeader, revisions, revisionHeader, exclusive, lock = 0xe1, 0x196, 0x138, 0x194, 0x195
	if r.cipher == nil || isBegin(id) || id == recPassword || id == interfaceHeader || id == revisions || id == revisionHeader || id == exclusive || id == lock {
		return data
	}
	r.plain = append(r.plain[:0], data...)
	r.cipher.Decrypt(r.plain, r.after+4)
	if id == recSheet {
		copy(r.plain, data[:min(4, len(data))])
	}
	return r.plain
}

// peek is the type of the next record, or -1. The data of the record of now is
// lost.
func (r *records) peek() int {
	b, err := r.window(r.after, 4)
	if err != nil || len(b) < 4 {
		return -1
	}
	return int(binary.LittleEndian.Uint16(b))
}

// isBegin reports whether a record begins a stream within the stream.
func isBegin(id int) bool {
	return id == recBegin || id == recBegin4 || id == recBegin3 || id == recBegin2
}
