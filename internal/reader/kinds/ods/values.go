package ods

import (
	"strconv"
	"strings"
	"time"
)

// dateSerial is a date, perhaps with a time (office:date-value, ODF 1.3 part 3,
// 18.3.14), as Excel counts days. Dates that it cannot count are not ok.
func dateSerial(s string) (serial float64, ok bool) {
	const layout = "2006-01-02"
	if len(s) < len(layout) {
		return 0, false
	}
	day, err := time.Parse(layout, s[:len(layout)])
	if err != nil {
		return 0, false
	}
	seconds := 0.0
	if rest := s[len(layout):]; rest != "" {
		if rest[0] != 'T' && rest[0] != ' ' {
			return 0, false
		}
		if seconds, ok = clock(strings.TrimSuffix(rest[1:], "Z")); !ok {
			return 0, false
		}
	}
	const secondsOfDay, leap = 24 * 60 * 60, 60
	days := (day.Unix() - time.Date(1899, 12, 30, 0, 0, 0, 0, time.UTC).Unix()) / secondsOfDay
	if days <= leap { // Excel counts a February 29, 1900, which there was not
		days--
	}
	return float64(days) + seconds/secondsOfDay, days >= 1
}

// clock reads a time of day as seconds.
func clock(s string) (seconds float64, ok bool) {
	parts := strings.Split(s, ":")
	if len(parts) < 2 || len(parts) > 3 {
		return 0, false
	}
	factor := 60.0 * 60
	for _, part := range parts {
		v, err := strconv.ParseFloat(part, 64)
		if err != nil || v < 0 || v >= 61 {
			return 0, false
		}
		seconds += v * factor
		factor /= 60
	}
	return seconds, seconds < 24*60*60
}

// durationDays reads a duration such as PT12H30M00S (office:time-value, ISO 8601)
// as days.
func durationDays(s string) (days float64, ok bool) {
	s, negative := strings.CutPrefix(s, "-")
	s, ok = strings.CutPrefix(s, "P")
	if !ok || s == "" {
		return 0, false
	}
	date, clock, _ := strings.Cut(s, "T")
	for date != "" {
		i := strings.IndexAny(date, "DW")
		if i < 0 {
			return 0, false // months and years are no time
		}
		v, err := strconv.ParseFloat(date[:i], 64)
		if err != nil {
			return 0, false
		}
		if date[i] == 'W' {
			v *= 7
		}
		days += v
		date = date[i+1:]
	}
	seconds := 0.0
	for clock != "" {
		i := strings.IndexAny(clock, "HMS")
		if i < 0 {
			return 0, false
		}
		v, err := strconv.ParseFloat(strings.Replace(clock[:i], ",", ".", 1), 64)
		if err != nil {
			return 0, false
		}
		switch clock[i] {
		case 'H':
			v *= 60 * 60
		case 'M':
			v *= 60
		}
		seconds += v
		clock = clock[i+1:]
	}
	if days += seconds / (24 * 60 * 60); negative {
		days = -days
	}
	return days, true
}

// plainFormula writes a formula of OpenFormula (ODF 1.3 part 4) as people type it:
// of:=SUM([.A1:.B2];[$Sheet2.C3]) is SUM(A1:B2,$Sheet2!C3).
func plainFormula(s string) string {
	if prefix, rest, ok := strings.Cut(s, ":"); ok && !strings.ContainsAny(prefix, "=\"'[(") {
		s = rest
	}
	s = strings.TrimPrefix(s, "=")
	var out strings.Builder
	inArray := 0
	for i := 0; i < len(s); i++ {
		switch c := s[i]; c {
		case '"', '\'':
			end := quoted(s, i)
			out.WriteString(s[i:end])
			i = end - 1
		case '[':
			end := referenceEnd(s, i)
			out.WriteString(plainReference(s[i+1 : end]))
			i = end
		case ';':
			out.WriteByte(',')
		case '|':
			if inArray > 0 {
				c = ';'
			}
			out.WriteByte(c)
		case '{', '}':
			if inArray++; c == '}' {
				inArray -= 2
			}
			out.WriteByte(c)
		case '~':
			out.WriteByte(',')
		case '!':
			out.WriteByte(' ')
		default:
			out.WriteByte(c)
		}
	}
	return out.String()
}

// quoted returns the end of the text in quotes that begins at i. A quote in it is
// written twice, which reads like two texts.
func quoted(s string, i int) int {
	if n := strings.IndexByte(s[i+1:], s[i]); n >= 0 {
		return i + n + 2
	}
	return len(s)
}

// referenceEnd returns where the reference ends that begins at i with a bracket.
func referenceEnd(s string, i int) int {
	for j := i + 1; j < len(s); j++ {
		switch s[j] {
		case ']':
			return j
		case '\'':
			j = quoted(s, j) - 1
		}
	}
	return len(s)
}

// plainReference writes .A1:.B2 as A1:B2 and $Sheet2.A1 as $Sheet2!A1 without the
// dollar sign before the sheet.
func plainReference(s string) string {
	var out strings.Builder
	for first := true; ; first = false {
		part, rest, more := cutRange(s)
		if !first {
			out.WriteByte(':')
		}
		name, cell, ok := cutSheet(part)
		switch {
		case !ok:
			out.WriteString(part)
		case name == "":
			out.WriteString(cell)
		case isPlain(name):
			out.WriteString(name + "!" + cell)
		default:
			out.WriteString("'" + strings.ReplaceAll(name, "'", "''") + "'!" + cell)
		}
		if !more {
			return out.String()
		}
		s = rest
	}
}

// cutRange cuts at the first colon that is not in quotes.
func cutRange(s string) (before, after string, found bool) {
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case ':':
			return s[:i], s[i+1:], true
		case '\'':
			i = quoted(s, i) - 1
		}
	}
	return s, "", false
}

// isPlain reports whether the name of a sheet needs no quotes.
func isPlain(s string) bool {
	for i, r := range s {
		switch {
		case r >= '0' && r <= '9':
			if i == 0 {
				return false
			}
		case r|0x20 >= 'a' && r|0x20 <= 'z', r == '_', r >= 0x80:
		default:
			return false
		}
	}
	return true
}
