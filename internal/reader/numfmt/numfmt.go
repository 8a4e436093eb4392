// Package numfmt renders numbers by the number formats of spreadsheets (ECMA-376
// part 1, 18.8.30 and 18.8.31), as Excel displays them in English in columns that
// are wide enough.
package numfmt

import (
	"math"
	"sync"
)

// A Class says what a format makes of a number.
type Class uint8

// The classes of formats.
const (
	Plain    Class = iota // a number
	Date                  // a day, perhaps with a time
	Time                  // a time of day
	Elapsed               // a duration, such as [h]:mm
	Verbatim              // text (@)
)

// maxCode is the length in bytes of the longest code that is compiled. Excel allows
// 255 characters.
const maxCode = 1024

// A Format is a compiled number format. It is safe for concurrent use.
type Format struct {
	code     string
	class    Class
	sections []section // of numbers, in the order in which they are tried
	text     *section  // nil: text is shown as it is
}

// Parse compiles a number format. What cannot be understood is shown as General
// does; there is no error.
func Parse(code string) *Format {
	f := &Format{code: code}
	if len(code) > maxCode {
		code = ""
	}
	f.compile(code)
	return f
}

// Builtin returns the format with a number below 164 that files use without
// writing it out (18.8.30), or nil.
func Builtin(id int) *Format {
	if id < 0 || id >= builtins {
		return nil
	}
	builtin.once.Do(func() {
		for id := range builtin.formats {
			if code := builtinCode(id); code != "" {
				builtin.formats[id] = Parse(code)
			}
		}
	})
	return builtin.formats[id]
}

const builtins = 82

var builtin struct { //nolint:gochecknoglobals // compiled on first use
	once    sync.Once
	formats [builtins]*Format
}

// builtinCode is the code of a format that files do not write out. Of those that
// differ between countries (5 to 8, 14, 22, 27 to 36, 41 to 44, 50 to 58) it is
// what Excel shows in English, or a plain one of the same kind.
func builtinCode(id int) string {
	switch id {
	case 0, 23, 24, 25, 26:
		return "General"
	case 1, 59:
		return "0"
	case 2, 60:
		return "0.00"
	case 3, 61:
		return "#,##0"
	case 4, 62:
		return "#,##0.00"
	case 5:
		return `"$"#,##0_);\("$"#,##0\)`
	case 6:
		return `"$"#,##0_);[Red]\("$"#,##0\)`
	case 7:
		return `"$"#,##0.00_);\("$"#,##0.00\)`
	case 8:
		return `"$"#,##0.00_);[Red]\("$"#,##0.00\)`
	case 9, 67:
		return "0%"
	case 10, 68:
		return "0.00%"
	case 11:
		return "0.00E+00"
	case 12, 69:
		return "# ?/?"
	case 13, 70:
		return "# ??/??"
	case 14, 71:
		return "m/d/yyyy"
	case 15, 72:
		return "d-mmm-yy"
	case 16, 73:
		return "d-mmm"
	case 17, 74:
		return "mmm-yy"
	case 18:
		return "h:mm AM/PM"
	case 19:
		return "h:mm:ss AM/PM"
	case 20, 32, 75:
		return "h:mm"
	case 21, 33, 76:
		return "h:mm:ss"
	case 22, 77:
		return "m/d/yyyy h:mm"
	case 27, 28, 29, 30, 31, 34, 35, 36, 50, 51, 52, 53, 54, 55, 56, 57, 58:
		return "yyyy/m/d"
	case 37:
		return `#,##0_);\(#,##0\)`
	case 38:
		return `#,##0_);[Red]\(#,##0\)`
	case 39:
		return `#,##0.00_);\(#,##0.00\)`
	case 40:
		return `#,##0.00_);[Red]\(#,##0.00\)`
	case 41:
		return `_(* #,##0_);_(* \(#,##0\);_(* "-"_);_(@_)`
	case 42:
		return `_("$"* #,##0_);_("$"* \(#,##0\);_("$"* "-"_);_(@_)`
	case 43:
		return `_(* #,##0.00_);_(* \(#,##0.00\);_(* "-"??_);_(@_)`
	case 44:
		return `_("$"* #,##0.00_);_("$"* \(#,##0.00\);_("$"* "-"??_);_(@_)`
	case 45, 78:
		return "mm:ss"
	case 46, 79:
		return "[h]:mm:ss"
	case 47, 80:
		return "mmss.0"
	case 48:
		return "##0.0E+0"
	case 49:
		return "@"
	case 81:
		return "d/m/bb"
	}
	return ""
}

// Class is what the format makes of numbers.
func (f *Format) Class() Class { return f.class }

// Code is the format as it was written.
func (f *Format) Code() string { return f.code }

// Number is how a number is displayed. Date1904 says from when days are counted.
// It is empty where nothing is displayed, as of a day after the year 9999.
func (f *Format) Number(value float64, date1904 bool) string {
	var room [64]byte
	return string(f.AppendNumber(room[:0], value, date1904))
}

// AppendNumber appends what Number returns.
func (f *Format) AppendNumber(dst []byte, value float64, date1904 bool) []byte {
	if math.IsNaN(value) || math.IsInf(value, 0) {
		return append(dst, "#NUM!"...)
	}
	for i := range f.sections {
		if s := &f.sections[i]; s.admits(value) {
			return s.append(dst, value, date1904)
		}
	}
	return appendGeneral(dst, value) // no section is for it
}

// Text is how text is displayed.
func (f *Format) Text(s string) string {
	if f.text == nil || f.text.is(tokenText) {
		return s
	}
	return string(f.AppendText(nil, s))
}

// AppendText appends what Text returns.
func (f *Format) AppendText(dst []byte, s string) []byte {
	if f.text == nil {
		return append(dst, s...)
	}
	for _, t := range f.text.tokens {
		switch t.kind {
		case tokenText:
			dst = append(dst, s...)
		case tokenLiteral:
			dst = append(dst, t.text...)
		default: // has no meaning for text
		}
	}
	return dst
}
