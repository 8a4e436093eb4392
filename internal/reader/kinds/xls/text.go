package xls

import (
	"errors"
	"io"
	"slices"

	"fread/internal/reader/biff"
	"fread/internal/reader/charset"
	"fread/internal/reader/fault"
)

// codePage returns the decoder of a code page, as CODEPAGE numbers it ([MS-XLS]
// 2.4.52).
func codePage(page int) *charset.Decoder {
	switch page {
	case 367:
		page = 20127
	case 32768:
		page = 10000
	case 32769:
		page = 1252
	}
	e, ok := charset.CodePage(page)
	if !ok || page == 1200 {
		e, _ = charset.CodePage(1252)
	}
	return e.NewDecoder()
}

// appendText appends a text at an offset, behind a count of width bytes, and
// returns where it ends ([MS-XLS] 2.5.240, 2.5.294). A text that is cut off is
// read as far as it goes.
func (b *book) appendText(dst, d []byte, at, width int) (out []byte, end int) {
	n := int(biff.Byte(d, at))
	if width == 2 {
		n = biff.Uint16(d, at)
	}
	if at += width; at > len(d) {
		return dst, len(d)
	}
	if b.version < biff.Biff8 {
		n = min(n, len(d)-at)
		return b.appendDecoded(dst, d[at:at+n]), at + n
	}
	const isWide, isFarEast, isRich = 1 << 0, 1 << 2, 1 << 3
	flags := biff.Byte(d, at)
	at++
	behind := 0
	if flags&isRich != 0 {
		behind += 4 * biff.Uint16(d, at)
		at += 2
	}
	if flags&isFarEast != 0 {
		behind += int(biff.Uint32(d, at) & 0xff_ffff)
		at += 4
	}
	at = min(at, len(d))
	if flags&isWide != 0 {
		n = min(n, (len(d)-at)/2)
		return biff.AppendUTF16(dst, d[at:at+2*n]), min(at+2*n+behind, len(d))
	}
	n = min(n, len(d)-at)
	return biff.AppendLatin1(dst, d[at:at+n]), min(at+n+behind, len(d))
}

func (b *book) appendDecoded(dst, text []byte) []byte {
	b.decoder.Reset()
	dst, _, _, _ = b.decoder.Append(dst, text, true)
	return dst
}

// text is a text at an offset, behind a count of width bytes.
func (b *book) text(d []byte, at, width int) string {
	b.scratch, _ = b.appendText(b.scratch[:0], d, at, width)
	return string(b.scratch)
}

// sharedTexts reads the shared strings as far as they are needed (SST, [MS-XLS]
// 2.4.265). A string goes on in CONTINUE records, where its characters may change
// their width.
type sharedTexts struct {
	in      *records
	rest    []byte // of the record
	left    int64  // strings that are to come
	strings biff.Strings
	text    []byte
}

// at returns a string by its index.
func (s *sharedTexts) at(i int) (text []byte, ok bool, err error) {
	for s.in != nil && s.left > 0 && s.strings.Len() <= i {
		s.left--
		if err := s.read(); err != nil {
			s.left = 0
			if errors.Is(err, io.EOF) {
				err = fault.New(fault.Corrupt, fault.PhaseConvert, "", "The shared strings of the workbook end too early.", "Use a copy that is whole.")
			}
			return nil, false, err
		}
	}
	text, ok = s.strings.At(i)
	return text, ok, nil
}

// begin places it at the record of the shared strings.
func (s *sharedTexts) begin(in *records) error {
	if err := in.next(); err != nil {
		return err
	}
	s.in, s.left = in, int64(biff.Uint32(in.data, 4))
	s.rest = in.data[min(8, len(in.data)):]
	return nil
}

// goOn moves to the next record where this one is used up.
func (s *sharedTexts) goOn() error {
	for len(s.rest) == 0 {
		if s.in.peek() != recContinue {
			return io.EOF
		}
		if err := s.in.next(); err != nil {
			return err
		}
		s.rest = s.in.data
	}
	return nil
}

// number reads a number of n bytes.
func (s *sharedTexts) number(n int) (v int, err error) {
	for i := range n {
		if err := s.goOn(); err != nil {
			return 0, err
		}
		v |= int(s.rest[0]) << (8 * i)
		s.rest = s.rest[1:]
	}
	return v, nil
}

// read reads one string.
func (s *sharedTexts) read() error {
	const isWide, isFarEast, isRich = 1 << 0, 1 << 2, 1 << 3
	count, err := s.number(2)
	if err != nil {
		return err
	}
	flags, err := s.number(1)
	if err != nil {
		return err
	}
	behind := 0
	if flags&isRich != 0 {
		runs, err := s.number(2)
		if err != nil {
			return err
		}
		behind = 4 * runs
	}
	if flags&isFarEast != 0 {
		size, err := s.number(4)
		if err != nil {
			return err
		}
		behind += size
	}
	if err := s.characters(count, flags&isWide != 0); err != nil {
		return err
	}
	if err := s.strings.Append(s.text); err != nil {
		return err
	}
	for behind > 0 {
		if err := s.goOn(); err != nil {
			return err
		}
		n := min(behind, len(s.rest))
		s.rest = s.rest[n:]
		behind -= n
	}
	return nil
}

// characters reads the characters of a string.
func (s *sharedTexts) characters(count int, wide bool) error {
	s.text = s.text[:0]
	var half []byte // a pair of surrogates may lie in two records
	for count > 0 {
		if len(s.rest) == 0 {
			if err := s.goOn(); err != nil {
				return err
			}
			wide = s.rest[0]&1 != 0
			s.rest = s.rest[1:]
			continue
		}
		if !wide {
			n := min(count, len(s.rest))
			s.text = biff.AppendLatin1(s.text, s.rest[:n])
			s.rest = s.rest[n:]
			count -= n
			continue
		}
		n := min(count, len(s.rest)/2)
		if n == 0 { // half a character is left over
			s.rest = nil
			continue
		}
		units := slices.Concat(half, s.rest[:2*n])
		half = nil
		s.rest = s.rest[2*n:]
		if count -= n; count > 0 && units[len(units)-1]&0xfc == 0xd8 {
			units, half = units[:len(units)-2], []byte{units[len(units)-2], units[len(units)-1]}
		}
		s.text = biff.AppendUTF16(s.text, units)
	}
	s.text = biff.AppendUTF16(s.text, half)
	return nil
}
