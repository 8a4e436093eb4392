// Package cells is the value layer that CSV rows, JSON records, workbooks and
// databases share: typed cells, header rows and their names.
package cells

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// A Type says what a cell holds.
type Type uint8

// The types of a cell.
const (
	Null Type = iota // blank
	String
	Number
	Bool
	Date     // 2026-11-30, or 2026-11-30T12:00:00 without a zone
	Duration // 36:00:00
	Error    // #DIV/0! and the like
	JSON     // a nested value, as JSON text
)

// A Cell is one value of a row. Text is the value as stored: for a Number a
// valid JSON number, for a Bool "true" or "false", for JSON a JSON value.
type Cell struct {
	Type Type
	Text string
}

// AppendJSON appends c as a JSON value.
func (c Cell) AppendJSON(b []byte) []byte {
	switch c.Type {
	case Null:
		return append(b, "null"...)
	case Number, Bool, JSON:
		return append(b, c.Text...)
	case String, Date, Duration, Error:
		return AppendJSONString(b, c.Text)
	}
	return AppendJSONString(b, c.Text)
}

// MarshalJSON implements json.Marshaler.
func (c Cell) MarshalJSON() ([]byte, error) { return c.AppendJSON(nil), nil }

// AppendJSONString appends s as a JSON string without escaping HTML.
// Invalid UTF-8 becomes U+FFFD.
func AppendJSONString(b []byte, s string) []byte {
	const hex = "0123456789abcdef"
	if !utf8.ValidString(s) {
		s = strings.ToValidUTF8(s, "\uFFFD")
	}
	b = append(b, '"')
	start := 0
	for i := range len(s) {
		c := s[i]
		if c >= 0x20 && c != '"' && c != '\\' && c != 0x7f {
			continue
		}
		b = append(b, s[start:i]...)
		start = i + 1
		switch c {
		case '"', '\\':
			b = append(b, '\\', c)
		case '\n':
			b = append(b, '\\', 'n')
		case '\r':
			b = append(b, '\\', 'r')
		case '\t':
			b = append(b, '\\', 't')
		default:
			b = append(b, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
		}
	}
	b = append(b, s[start:]...)
	return append(b, '"')
}

// Typed gives text the type that it states without loss: a number only where
// writing the number again gives the same text, so that 007, 1.0, +1, 1e5 and
// numbers beyond the precision of a float stay strings.
func Typed(text string) Cell {
	switch {
	case text == "":
		return Cell{}
	case text == "true" || text == "false":
		return Cell{Type: Bool, Text: text}
	case lossless(text):
		return Cell{Type: Number, Text: text}
	}
	return Cell{Type: String, Text: text}
}

// lossless reports whether text is a JSON number that a float64 holds and
// prints again as it stands.
func lossless(text string) bool {
	if len(text) > 24 || (text[0] != '-' && (text[0] < '0' || text[0] > '9')) {
		return false
	}
	if short, ok := shortDecimal(text); short {
		return ok
	}
	if strings.ContainsAny(text, "eExX_") {
		return false
	}
	if !strings.Contains(text, ".") {
		n, err := strconv.ParseInt(text, 10, 64)
		return err == nil && strconv.FormatInt(n, 10) == text && n <= 1<<53 && n >= -(1<<53)
	}
	f, err := strconv.ParseFloat(text, 64)
	return err == nil && strconv.FormatFloat(f, 'f', -1, 64) == text
}

// shortDecimal answers for texts of at most 15 digits, which a float64 always
// holds and prints again: ok where there is nothing in it that printing would
// change. Short is false where more has to be looked at.
func shortDecimal(text string) (short, ok bool) {
	digits := text
	if digits[0] == '-' {
		digits = digits[1:]
	}
	if len(digits) > 16 {
		return false, false
	}
	point := -1
	for i := range len(digits) {
		switch c := digits[i]; {
		case c >= '0' && c <= '9':
		case c == '.' && point < 0:
			point = i
		default:
			return true, false
		}
	}
	n := len(digits)
	switch {
	case point < 0 && n > 15:
		return false, false
	case n == 0, point == 0, digits[0] == '0' && n > 1 && point != 1: // -, .5, 007
		return true, false
	case point >= 0 && (point == n-1 || digits[n-1] == '0'): // 5., 1.50
		return true, false
	}
	return true, text != "-0"
}

// A HeaderMode says whether the first row holds the names of the columns.
type HeaderMode string

// The modes of --headers.
const (
	HeadersAuto HeaderMode = "auto"
	HeadersYes  HeaderMode = "yes"
	HeadersNo   HeaderMode = "no"
)

// A View says what is shown of the cells of a workbook.
type View string

// The views of --cells.
const (
	Shown   View = "shown"   // as the program that made it displays them
	Stored  View = "stored"  // the values behind that, with their types
	Formula View = "formula" // formulas, and the values of cells without
)

// UniqueNames makes header labels usable as keys: blanks become column_N,
// repeats get _2, _3…. It returns the names and how many were changed.
func UniqueNames(labels []string) (names []string, changed int) {
	names = make([]string, len(labels))
	taken := make(map[string]bool, len(labels))
	for _, l := range labels {
		taken[l] = true // an original label is never given to another column
	}
	used := make(map[string]bool, len(labels))
	number := make(map[string]int) // last given to a repeat: a thousand of them take no million steps
	for i, l := range labels {
		name := strings.TrimSpace(l)
		if name == "" {
			name = "column_" + strconv.Itoa(i+1)
		}
		base := name
		for used[name] || (name != l && taken[name]) {
			number[base] = max(number[base], 1) + 1
			name = base + "_" + strconv.Itoa(number[base])
		}
		if name != l {
			changed++
		}
		used[name] = true
		names[i] = name
	}
	return names, changed
}
