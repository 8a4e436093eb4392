package xlsb

import (
	"bufio"
	"errors"
	"io"

	"fread/internal/reader/biff"
	"fread/internal/reader/fault"
	"fread/internal/reader/opc"
)

// The records that are understood ([MS-XLSB] 2.3).
const (
	recRowHeader     = 0
	recCellBlank     = 1
	recCellRK        = 2
	recCellError     = 3
	recCellBool      = 4
	recCellReal      = 5
	recCellText      = 6
	recCellShared    = 7
	recFormulaText   = 8
	recFormulaNumber = 9
	recFormulaBool   = 10
	recFormulaError  = 11
	recShortBlank    = 12
	recShortShared   = 18
	recSharedString  = 19
	recName          = 39
	recFormat        = 44
	recXF            = 47
	recColumns       = 60
	recCellRich      = 62
	recSheetDataEnds = 146
	recDimension     = 148
	recWorkbook      = 153
	recSheet         = 156
	recMerged        = 176
	recTable         = 343
	recLinkSelf      = 357
	recLinkSame      = 358
	recLink          = 355
	recExternSheets  = 362
	recArrayFormula  = 426
	recSharedFormula = 427
	recCellXFs       = 617
	recCellXFsEnd    = 618
	recComment       = 635
	recLinkAddIn     = 667
)

const (
	bufferSize = 64 << 10
	// maxRecord is how much of a record is looked at, in bytes. What must be read
	// whole is much shorter.
	maxRecord = 4 << 20
)

// records reads the records of a part one by one. What next gave is valid until
// it is called again.
type records struct {
	in   *bufio.Reader
	part *opc.Part
	name string

	id     int
	data   []byte
	held   int    // bytes of data that still lie in the buffer
	large  []byte // for data that the buffer is too small for
	passed int64  // bytes of all records before
}

func (b *book) records(part string) (*records, error) {
	in, err := b.pack.Open(part)
	if err != nil {
		return nil, err
	}
	return &records{in: bufio.NewReaderSize(in, bufferSize), part: in, name: part}, nil
}

func (r *records) close() { _ = r.part.Close() }

// next reads a record; io.EOF ends the part.
func (r *records) next() error {
	_, _ = r.in.Discard(r.held)
	r.held = 0
	id, n, err := r.header()
	if err != nil {
		return err
	}
	r.id = id
	if n <= bufferSize {
		r.data, err = r.in.Peek(n)
		r.held = len(r.data)
		if errors.Is(err, io.EOF) && len(r.data) < n {
			err = r.cut()
		}
		r.passed += int64(n)
		return err
	}
	return r.readLarge(n)
}

// readLarge reads a record that the buffer has no room for.
func (r *records) readLarge(n int) error {
	r.large = r.large[:0]
	for len(r.large) < min(n, maxRecord) { // in steps, as the length may be a lie
		from := len(r.large)
		r.large = append(r.large, make([]byte, min(bufferSize, min(n, maxRecord)-from))...)
		if _, err := io.ReadFull(r.in, r.large[from:]); err != nil {
			return r.ended(err)
		}
	}
	if _, err := r.in.Discard(n - len(r.large)); err != nil {
		return r.ended(err)
	}
	r.data = r.large
	r.passed += int64(n)
	return nil
}

// header reads the type of a record, which has one or two bytes, and its length,
// which has up to four ([MS-XLSB] 2.1.4).
func (r *records) header() (id, n int, err error) {
	c, err := r.in.ReadByte()
	if err != nil {
		return 0, 0, err
	}
	id = int(c)
	if c >= 0x80 {
		if c, err = r.in.ReadByte(); err != nil {
			return 0, 0, r.ended(err)
		}
		id = id&0x7f | int(c&0x7f)<<7
	}
	for i := range 4 {
		if c, err = r.in.ReadByte(); err != nil {
			return 0, 0, r.ended(err)
		}
		n |= int(c&0x7f) << (7 * i)
		if c < 0x80 {
			break
		}
	}
	return id, n, nil
}

// ended is what the end of the part inside a record means.
func (r *records) ended(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return r.cut()
	}
	return err
}

func (r *records) cut() error {
	return fault.New(fault.Corrupt, fault.PhaseConvert, "", "The part "+fault.Quote(r.name)+" of the workbook ends inside a record.", "Use a copy that is whole.")
}

// wide reads a text behind its length (XLWideString, [MS-XLSB] 2.5.169) at an
// offset. It returns where the text ends; a text that is not there is empty.
func wide(b []byte, at int) (text []byte, end int) {
	n := biff.Uint32(b, at)
	at += 4
	if at > len(b) || n == 0xffff_ffff { // null
		return nil, min(at, len(b))
	}
	end = at + 2*int(min(n, uint32(len(b)-at)/2))
	return b[at:end], end
}

func wideString(b []byte, at int) (text string, end int) {
	raw, end := wide(b, at)
	return string(biff.AppendUTF16(nil, raw)), end
}
