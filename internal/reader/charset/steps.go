package charset

import (
	"bytes"
	"unicode/utf16"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
)

func (e *Encoding) unit16(b []byte) rune {
	if e.bigEndian {
		return rune(b[0])<<8 | rune(b[1])
	}
	return rune(b[1])<<8 | rune(b[0])
}

func (e *Encoding) unit32(b []byte) uint32 {
	if e.bigEndian {
		return uint32(b[0])<<24 | uint32(b[1])<<16 | uint32(b[2])<<8 | uint32(b[3])
	}
	return uint32(b[3])<<24 | uint32(b[2])<<16 | uint32(b[1])<<8 | uint32(b[0])
}

// stepUTF16 decodes UTF-16; an unpaired surrogate is one bad unit.
func (e *Encoding) stepUTF16(_ *shift, src []byte, atEOF bool) (r rune, size int, isBad bool) {
	if len(src) < 2 {
		return cut(src, atEOF)
	}
	r = e.unit16(src)
	if !utf16.IsSurrogate(r) {
		return r, 2, false
	}
	if r < 0xDC00 {
		if len(src) < 4 && !atEOF {
			return 0, 0, false
		}
		if len(src) >= 4 {
			if r = utf16.DecodeRune(r, e.unit16(src[2:])); r != utf8.RuneError {
				return r, 4, false
			}
		}
	}
	return utf8.RuneError, 2, true
}

// stepUTF32 decodes UTF-32; a unit that is no code point is bad.
func (e *Encoding) stepUTF32(_ *shift, src []byte, atEOF bool) (r rune, size int, isBad bool) {
	if len(src) < 4 {
		return cut(src, atEOF)
	}
	u := e.unit32(src)
	if u > utf8.MaxRune || !utf8.ValidRune(rune(u)) {
		return utf8.RuneError, 4, true
	}
	return rune(u), 4, false
}

// cut is the step over a unit cut off by the end of src.
func cut(src []byte, atEOF bool) (r rune, size int, isBad bool) {
	if !atEOF {
		return 0, 0, false
	}
	return utf8.RuneError, len(src), true
}

// shift is the state of a stateful encoding; the zero value is the initial one.
type shift struct {
	g0  charSet // what the bytes 0x21 to 0x7E stand for
	out bool    // ISO-2022-KR: shifted out to the Korean set
}

// charSet is a set that an escape sequence selects.
type charSet uint8

const (
	ascii charSet = iota
	jisRoman
	jisKatakana
	jis0208
	jis0212
	gb2312
)

// pair decodes two bytes of a 94x94 set through the EUC form of it.
func pair(enc encoding.Encoding, euc ...byte) (r rune, ok bool) {
	var buf [8]byte
	n, _, _ := enc.NewDecoder().Transform(buf[:], euc, true)
	r, size := utf8.DecodeRune(buf[:n])
	return r, size == n && r != utf8.RuneError
}

// pairStep finishes the step over a pair: both bytes are bad if it is none, or
// only the first if the second can't belong to a pair, as after a lost byte.
func pairStep(r rune, ok bool, second byte) (rune, int, bool) {
	switch {
	case ok:
		return r, 2, false
	case second < 0x21 || second > 0x7E:
		return utf8.RuneError, 1, true
	}
	return utf8.RuneError, 2, true
}

// stepISO2022JP decodes ISO-2022-JP as the WHATWG standard does, and JIS X 0212
// of ISO-2022-JP-1 (RFC 2237) too.
func stepISO2022JP(s *shift, src []byte, atEOF bool) (r rune, size int, isBad bool) {
	c := src[0]
	if c == 0x1B {
		for _, x := range [...]struct {
			seq string
			set charSet
		}{
			{"\x1B(B", ascii},
			{"\x1B(J", jisRoman},
			{"\x1B(I", jisKatakana},
			{"\x1B$@", jis0208},
			{"\x1B$B", jis0208},
			{"\x1B$(D", jis0212},
		} {
			if bytes.HasPrefix(src, []byte(x.seq)) {
				s.g0 = x.set
				return noRune, len(x.seq), false
			}
			if !atEOF && bytes.HasPrefix([]byte(x.seq), src) {
				return 0, 0, false
			}
		}
		return utf8.RuneError, 1, true
	}
	if c == '\n' || c == '\r' {
		// RFC 1468: a line ends in ASCII. Returning to it keeps one lost escape
		// sequence from spoiling the rest of the file.
		s.g0 = ascii
		return rune(c), 1, false
	}
	switch {
	case c >= 0x80:
		return utf8.RuneError, 1, true
	case c < 0x21 || c == 0x7F:
		return rune(c), 1, false
	}
	switch s.g0 {
	case jisRoman:
		switch c {
		case '\\':
			return '¥', 1, false
		case '~':
			return '‾', 1, false
		}
	case jisKatakana:
		if c > 0x5F {
			return utf8.RuneError, 1, true
		}
		return 0xFF61 - 0x21 + rune(c), 1, false
	case jis0208, jis0212:
		if len(src) < 2 {
			return cut(src, atEOF)
		}
		euc := []byte{c | 0x80, src[1] | 0x80}
		if s.g0 == jis0212 {
			euc = []byte{0x8F, c | 0x80, src[1] | 0x80}
		}
		r, ok := pair(japanese.EUCJP, euc...)
		return pairStep(r, ok && src[1] < 0x80, src[1])
	case ascii, gb2312:
	}
	return rune(c), 1, false
}

// stepISO2022KR decodes ISO-2022-KR (RFC 1557): an announcing escape sequence,
// then SO and SI around Korean; each line starts in ASCII.
func stepISO2022KR(s *shift, src []byte, atEOF bool) (r rune, size int, isBad bool) {
	const announcer = "\x1B$)C"
	c := src[0]
	switch {
	case c == 0x1B:
		if bytes.HasPrefix(src, []byte(announcer)) {
			return noRune, len(announcer), false
		}
		if !atEOF && bytes.HasPrefix([]byte(announcer), src) {
			return 0, 0, false
		}
		return utf8.RuneError, 1, true
	case c == 0x0E || c == 0x0F:
		s.out = c == 0x0E
		return noRune, 1, false
	case c == '\n':
		s.out = false
		return '\n', 1, false
	case c >= 0x80:
		return utf8.RuneError, 1, true
	case !s.out || c < 0x21 || c == 0x7F:
		return rune(c), 1, false
	case len(src) < 2:
		return cut(src, atEOF)
	}
	r, ok := pair(korean.EUCKR, c|0x80, src[1]|0x80)
	return pairStep(r, ok && src[1] < 0x80, src[1])
}

// stepHZ decodes HZ (RFC 1843): GB 2312 between "~{" and "~}".
func stepHZ(s *shift, src []byte, atEOF bool) (r rune, size int, isBad bool) {
	c := src[0]
	switch {
	case c >= 0x80:
		return utf8.RuneError, 1, true
	case c == '\n':
		s.g0 = ascii
		return '\n', 1, false
	case c == '~':
		if len(src) < 2 {
			return cut(src, atEOF)
		}
		switch {
		case src[1] == '{':
			s.g0 = gb2312
			return noRune, 2, false
		case src[1] == '}':
			s.g0 = ascii
			return noRune, 2, false
		case src[1] == '~' && s.g0 == ascii:
			return '~', 2, false
		case src[1] == '\n' && s.g0 == ascii:
			return noRune, 2, false
		}
		return utf8.RuneError, 1, true
	case s.g0 == ascii || c < 0x21 || c == 0x7F:
		return rune(c), 1, false
	case len(src) < 2:
		return cut(src, atEOF)
	}
	r, ok := pair(simplifiedchinese.GB18030, c|0x80, src[1]|0x80)
	return pairStep(r, ok && src[1] < 0x80, src[1])
}

// stepJohab decodes Johab (KS X 1001 annex 3): Hangul by their three letters,
// five bits each; symbols and hanja by an arrangement of KS X 1001.
func stepJohab(_ *shift, src []byte, atEOF bool) (r rune, size int, isBad bool) {
	lead := src[0]
	switch {
	case lead < 0x80: // the backslash stays one, as in code page 1361 and the standard's EUC-KR
		return rune(lead), 1, false
	case len(src) < 2:
		return cut(src, atEOF)
	}
	trail := src[1]
	ok := false
	switch {
	case lead >= 0x84 && lead <= 0xD3:
		r, ok = johabHangul(uint16(lead)<<8 | uint16(trail))
	case lead >= 0xD9 && lead <= 0xDE, lead >= 0xE0 && lead <= 0xF9:
		r, ok = johabKSX1001(int(lead), int(trail))
	}
	switch {
	case ok:
		return r, 2, false
	case trail < 0x80: // as in the other sets, ASCII is never swallowed
		return utf8.RuneError, 1, true
	}
	return utf8.RuneError, 2, true
}

// johabHangul composes a syllable, or a single letter where the other places
// hold the filler code.
func johabHangul(code uint16) (rune, bool) {
	const (
		// The position of each five-bit code in the Unicode order of letters;
		// '.' is a code without a letter, 'f' the filler.
		initials = ".fABCDEFGHIJKLMNOPQRS..........."
		vowels   = "..fABCDE..FGHIJK..LMNOPQ..RSTU.."
		finals   = ".fABCDEFGHIJKLMNOP.QRSTUVWXYZ[.."
		// Compatibility letters, in the same orders.
		loneInitials = "ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ"
		loneFinals   = "ㄱㄲㄳㄴㄵㄶㄷㄹㄺㄻㄼㄽㄾㄿㅀㅁㅂㅄㅅㅆㅇㅈㅊㅋㅌㅍㅎ"
	)
	i, v, f := initials[code>>10&31], vowels[code>>5&31], finals[code&31]
	if i == '.' || v == '.' || f == '.' {
		return 0, false
	}
	switch {
	case i != 'f' && v != 'f':
		final := rune(0)
		if f != 'f' {
			final = rune(f-'A') + 1
		}
		return 0xAC00 + (rune(i-'A')*21+rune(v-'A'))*28 + final, true
	case i != 'f' && f == 'f':
		return []rune(loneInitials)[i-'A'], true
	case i == 'f' && v != 'f' && f == 'f':
		return 'ㅏ' + rune(v-'A'), true
	case i == 'f' && v == 'f' && f != 'f':
		return []rune(loneFinals)[f-'A'], true
	}
	return 0, false
}

// johabKSX1001 finds a symbol or hanja: one lead byte covers two rows of KS X
// 1001, the trail bytes 0x31-0x7E and 0x91-0xFE their 188 cells.
func johabKSX1001(lead, trail int) (rune, bool) {
	var cell int
	switch {
	case trail >= 0x31 && trail <= 0x7E:
		cell = trail - 0x31
	case trail >= 0x91 && trail <= 0xFE:
		cell = trail - 0x91 + 0x4E
	default:
		return 0, false
	}
	row := (lead - 0xD9) * 2 // symbols: rows 1 to 12
	if lead >= 0xE0 {
		row = (lead-0xE0)*2 + 41 // hanja: rows 42 to 93
	}
	return pair(korean.EUCKR, byte(0xA1+row+cell/94), byte(0xA1+cell%94))
}
