// Package numfmt renders numbers by the number formats of spreadsheets (ECMA-376
// part 1, 18.8.30 and 18.8.31), as Excel displays them in English.
package numfmt

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

// A Format is a compiled number format. It is safe for concurrent use.
type Format struct {
	code  string
	class Class
}

// Parse compiles a number format. What cannot be understood is shown as General
// does; there is no error.
func Parse(code string) *Format { return &Format{code: code} }

// Builtin returns the format with a number below 164 that files use without
// writing it out (18.8.30), or nil.
func Builtin(id int) *Format { return nil }

// Class is what the format makes of numbers.
func (f *Format) Class() Class { return f.class }

// Code is the format as it was written.
func (f *Format) Code() string { return f.code }

// Number is how a number is displayed. Date1904 says from when days are counted.
func (f *Format) Number(value float64, date1904 bool) string { return "" }

// Text is how text is displayed.
func (f *Format) Text(s string) string { return s }
