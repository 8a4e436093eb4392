package workbook

import (
	"math"
	"strconv"
	"strings"
	"time"

	"fread/internal/reader/cells"
	"fread/internal/reader/numfmt"
)

// A values turns the cells of a book into those of a row.
type values struct {
	view    cells.View
	date    bool // days are counted from 1904
	general *numfmt.Format
	arena   Arena
	buf     []byte
}

// cell is what is shown of c.
func (v *values) cell(c *Cell) cells.Cell {
	switch {
	case v.view == cells.Formula && c.Formula != "":
		v.buf = append(append(v.buf[:0], '='), c.Formula...)
		return cells.Cell{Type: cells.String, Text: v.arena.String(v.buf)}
	case v.view == cells.Shown:
		return v.shown(c)
	}
	switch c.Kind {
	case Blank:
		return cells.Cell{}
	case Number:
		return v.number(c)
	case Text:
		return cells.Cell{Type: cells.String, Text: c.Text}
	case Bool:
		return cells.Cell{Type: cells.Bool, Text: truth(c.Number != 0, "true", "false")}
	case Error:
		return cells.Cell{Type: cells.Error, Text: c.Text}
	case Date:
		return v.iso(c.Text)
	}
	return cells.Cell{}
}

// iso is a date, a time or a duration as it is stored in words.
func (v *values) iso(text string) cells.Cell {
	serial, class, ok := ParseISO(text)
	if !ok {
		return cells.Cell{Type: cells.Date, Text: text}
	}
	if b, ok := appendDate(v.buf[:0], serial, class, false); ok && class != numfmt.Elapsed {
		v.buf = b
		return cells.Cell{Type: cells.Date, Text: v.arena.String(b)}
	}
	if b, ok := appendDuration(v.buf[:0], serial); ok && class == numfmt.Elapsed {
		v.buf = b
		return cells.Cell{Type: cells.Duration, Text: v.arena.String(b)}
	}
	return cells.Cell{Type: cells.Date, Text: text}
}

func truth(b bool, yes, no string) string {
	if b {
		return yes
	}
	return no
}

// shown is a cell as it is displayed.
func (v *values) shown(c *Cell) cells.Cell {
	if c.Shown != "" {
		return cells.Cell{Type: cells.String, Text: c.Shown}
	}
	text := ""
	switch c.Kind {
	case Blank:
		return cells.Cell{}
	case Number:
		f := c.Format
		if f == nil {
			if v.general == nil {
				v.general = numfmt.Parse("General")
			}
			f = v.general
		}
		text = f.Number(c.Number, v.date)
	case Text:
		if text = c.Text; c.Format != nil {
			text = c.Format.Text(text)
		}
	case Bool:
		text = truth(c.Number != 0, "TRUE", "FALSE")
	case Error:
		text = c.Text
	case Date:
		text = v.iso(c.Text).Text
		if serial, _, ok := ParseISO(c.Text); ok && c.Format != nil && c.Format.Class() != numfmt.Plain {
			text = c.Format.Number(serial, false)
		}
	}
	return cells.Cell{Type: cells.String, Text: text}
}

// number is a number as it is stored; its format says whether it is one or
// rather a date, a time or a duration.
func (v *values) number(c *Cell) cells.Cell {
	class := numfmt.Plain
	if c.Format != nil {
		class = c.Format.Class()
	}
	switch class {
	case numfmt.Date, numfmt.Time:
		if b, ok := appendDate(v.buf[:0], c.Number, class, v.date); ok {
			v.buf = b
			return cells.Cell{Type: cells.Date, Text: v.arena.String(b)}
		}
	case numfmt.Elapsed:
		if b, ok := appendDuration(v.buf[:0], c.Number); ok {
			v.buf = b
			return cells.Cell{Type: cells.Duration, Text: v.arena.String(b)}
		}
	case numfmt.Plain, numfmt.Verbatim:
	}
	if math.IsInf(c.Number, 0) || math.IsNaN(c.Number) {
		return cells.Cell{Type: cells.Error, Text: "#NUM!"}
	}
	v.buf = AppendNumber(v.buf[:0], c.Number)
	return cells.Cell{Type: cells.Number, Text: v.arena.String(v.buf)}
}

// AppendNumber appends a number as JSON has it, in the shortest form, without
// the noise in the last two of its 17 digits that comes from calculating: 0.3,
// not 0.30000000000000004.
func AppendNumber(b []byte, f float64) []byte {
	if n := int64(f); float64(n) == f && n > -1e15 && n < 1e15 { // -0 as well
		return strconv.AppendInt(b, n, 10)
	}
	const noisy = 16 // digits from which on there can be noise
	var short [32]byte
	s := strconv.AppendFloat(short[:0], f, 'e', -1, 64)
	if digits(s) >= noisy {
		const kept, plain = 15, 13
		var rounded [32]byte
		r := strconv.AppendFloat(rounded[:0], f, 'e', kept-1, 64)
		if digits(r) <= plain {
			if g, err := strconv.ParseFloat(string(r), 64); err == nil {
				f = g
			}
		}
	}
	if a := math.Abs(f); a < 1e-6 || a >= 1e21 {
		return strconv.AppendFloat(b, f, 'e', -1, 64)
	}
	return strconv.AppendFloat(b, f, 'f', -1, 64)
}

// digits counts the digits of a number such as -1.25e+02, without the zeros at
// their end.
func digits(s []byte) int {
	n, zeros := 0, 0
	for _, c := range s {
		switch {
		case c == 'e':
			return n - zeros
		case c == '0':
			n++
			zeros++
		case c >= '1' && c <= '9':
			n++
			zeros = 0
		}
	}
	return n - zeros
}

const (
	day    = 24 * 60 * 60 * 1000 // in milliseconds
	maxDay = 2958466             // behind December 31, 9999, counted from 1900
	leap   = 60                  // February 29, 1900, which there was not
	to1904 = 1462                // days from the one beginning to the other
)

// appendDate appends a number of days as a date or a time of day (18.17.4.1). A
// number that is none is not appended.
func appendDate(b []byte, serial float64, class numfmt.Class, date1904 bool) ([]byte, bool) {
	if date1904 && class == numfmt.Date {
		serial += to1904
		if serial < to1904 {
			return b, false
		}
	}
	if !(serial >= 0 && serial < maxDay) {
		return b, false
	}
	ms := int64(math.Round(serial * day))
	days, ms := ms/day, ms%day
	if days >= maxDay {
		return b, false
	}
	if days == 0 { // a time of day; there is no January 0
		return appendClock(b, ms/1000, ms%1000), true
	}
	if class == numfmt.Time && date1904 {
		days += to1904
	}
	switch days {
	case leap: // as it is displayed, though there was no such day
		b = append(b, "1900-02-29"...)
	default:
		if days < leap {
			days++
		}
		b = time.Date(1899, 12, 30, 0, 0, 0, 0, time.UTC).AddDate(0, 0, int(days)).AppendFormat(b, "2006-01-02")
	}
	if ms == 0 && class == numfmt.Date {
		return b, true
	}
	return appendClock(append(b, 'T'), ms/1000, ms%1000), true
}

// appendDuration appends a number of days as hours, minutes and seconds.
func appendDuration(b []byte, serial float64) ([]byte, bool) {
	if math.Abs(serial) > maxDay || math.IsNaN(serial) {
		return b, false
	}
	ms := int64(math.Round(serial * day))
	if ms < 0 {
		b, ms = append(b, '-'), -ms
	}
	return appendClock(b, ms/1000, ms%1000), true
}

// appendClock appends seconds and milliseconds as 12:00:00 or 12:00:00.5.
func appendClock(b []byte, s, ms int64) []byte {
	b = appendTwo(b, s/3600)
	b = appendTwo(append(b, ':'), s/60%60)
	b = appendTwo(append(b, ':'), s%60)
	if ms == 0 {
		return b
	}
	b = append(b, '.', byte('0'+ms/100), byte('0'+ms/10%10), byte('0'+ms%10))
	for b[len(b)-1] == '0' {
		b = b[:len(b)-1]
	}
	return b
}

func appendTwo(b []byte, n int64) []byte {
	if n < 10 {
		b = append(b, '0')
	}
	return strconv.AppendInt(b, n, 10)
}

// An Arena makes many short strings with few allocations. They stay valid; a
// block of them is freed when none is held any more.
type Arena struct{ b strings.Builder }

// arenaBlock is how many bytes of strings are in one block.
const arenaBlock = 16 << 10

// String returns p as a string.
func (a *Arena) String(p []byte) string {
	switch {
	case len(p) == 0:
		return ""
	case len(p) > arenaBlock/8:
		return string(p)
	case a.b.Cap()-a.b.Len() < len(p):
		a.b = strings.Builder{}
		a.b.Grow(arenaBlock)
	}
	from := a.b.Len()
	a.b.Write(p)
	return a.b.String()[from:]
}
