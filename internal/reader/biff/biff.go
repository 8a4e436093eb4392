// Package biff has what the binary workbooks of Excel have in common, those of
// [MS-XLS] and those of [MS-XLSB]: how they write numbers, errors, text and
// formulas.
package biff

import (
	"encoding/binary"
	"math"
	"unicode/utf16"
	"unicode/utf8"
)

// RK is the number that is packed in 30 bits ([MS-XLS] 2.5.217).
func RK(v uint32) float64 {
	const (
		isHundredfold = 1 << 0
		isInteger     = 1 << 1
	)
	var f float64
	if v&isInteger != 0 {
		f = float64(int32(v) >> 2)
	} else {
		f = math.Float64frombits(uint64(v&^3) << 32)
	}
	if v&isHundredfold != 0 {
		f /= 100
	}
	return f
}

// ErrorName is the text of an error ([MS-XLS] 2.5.10).
func ErrorName(code byte) string {
	switch code {
	case 0x00:
		return "#NULL!"
	case 0x07:
		return "#DIV/0!"
	case 0x0f:
		return "#VALUE!"
	case 0x17:
		return "#REF!"
	case 0x1d:
		return "#NAME?"
	case 0x24:
		return "#NUM!"
	case 0x2b:
		return "#GETTING_DATA"
	case 0x2c:
		return "#SPILL!"
	case 0x2d:
		return "#CONNECT!"
	case 0x2e:
		return "#BLOCKED!"
	case 0x2f:
		return "#UNKNOWN!"
	case 0x30:
		return "#FIELD!"
	case 0x31:
		return "#CALC!"
	}
	return "#N/A"
}

// AppendUTF16 appends little-endian UTF-16 as UTF-8. An odd byte at the end is
// left out, half a pair becomes U+FFFD.
func AppendUTF16(dst, b []byte) []byte {
	for len(b) >= 2 {
		r := rune(binary.LittleEndian.Uint16(b))
		b = b[2:]
		if utf16.IsSurrogate(r) && len(b) >= 2 {
			if pair := utf16.DecodeRune(r, rune(binary.LittleEndian.Uint16(b))); pair != utf8.RuneError {
				r, b = pair, b[2:]
			}
		}
		dst = utf8.AppendRune(dst, r)
	}
	return dst
}

// AppendLatin1 appends text of which each byte is one of the first 256 code
// points, as UTF-8.
func AppendLatin1(dst, b []byte) []byte {
	for _, c := range b {
		if c < utf8.RuneSelf {
			dst = append(dst, c)
		} else {
			dst = utf8.AppendRune(dst, rune(c))
		}
	}
	return dst
}

// Uint16 is the number at an offset of a record, 0 where the record ends before.
func Uint16(b []byte, at int) int {
	if at < 0 || at+2 > len(b) {
		return 0
	}
	return int(binary.LittleEndian.Uint16(b[at:]))
}

// Uint32 is the number at an offset of a record, 0 where the record ends before.
func Uint32(b []byte, at int) uint32 {
	if at < 0 || at+4 > len(b) {
		return 0
	}
	return binary.LittleEndian.Uint32(b[at:])
}

// Float is the number at an offset of a record, 0 where the record ends before.
// What is no number, as 64 bits may be, is 0 as well.
func Float(b []byte, at int) float64 {
	if at < 0 || at+8 > len(b) {
		return 0
	}
	f := math.Float64frombits(binary.LittleEndian.Uint64(b[at:]))
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return 0
	}
	return f
}

// Byte is the byte at an offset of a record, 0 where the record ends before.
func Byte(b []byte, at int) byte {
	if at < 0 || at >= len(b) {
		return 0
	}
	return b[at]
}
