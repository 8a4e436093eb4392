package workbook

import (
	"math"
	"strconv"
	"strings"
	"time"

	"fread/internal/reader/numfmt"
)

// ParseISO reads a date, a time of day or a duration as strict files and
// OpenDocument store them (ISO 8601: 2026-11-30, 2026-11-30T12:00:00, 12:00:00,
// PT12H30M5.5S), as days counted from 1900 like Excel does.
func ParseISO(s string) (serial float64, class numfmt.Class, ok bool) {
	s = strings.TrimSpace(s)
	if strings.HasPrefix(s, "P") || strings.HasPrefix(s, "-P") {
		serial, ok = duration(s)
		return serial, numfmt.Elapsed, ok
	}
	s = strings.TrimSuffix(s, "Z")
	day, clock, both := strings.Cut(s, "T")
	if !both && len(day) > 2 && day[2] == ':' {
		day, clock = "", day
	}
	if clock != "" {
		if serial, ok = ofClock(clock); !ok {
			return 0, 0, false
		}
	}
	if day == "" {
		return serial, numfmt.Time, clock != ""
	}
	t, err := time.Parse("2006-01-02", day)
	if err != nil {
		return 0, 0, false
	}
	days := t.Sub(time.Date(1899, 12, 30, 0, 0, 0, 0, time.UTC)).Hours() / 24
	if days <= leap {
		days-- // Excel has one day more in February 1900
	}
	return math.Round(days) + serial, numfmt.Date, true
}

// ofClock reads 12:30 or 12:30:05.5 as a part of a day. What follows, such as a
// zone, is left out.
func ofClock(s string) (float64, bool) {
	total, unit := 0.0, 3600.0
	for field := range strings.SplitSeq(s, ":") {
		n := 0
		for n < len(field) && (field[n] >= '0' && field[n] <= '9' || field[n] == '.') {
			n++
		}
		f, err := strconv.ParseFloat(field[:n], 64)
		if err != nil || unit < 1 {
			return 0, false
		}
		total += f * unit
		if unit /= 60; n < len(field) {
			break
		}
	}
	return total / 86400, true
}

// duration reads PnDTnHnMnS. Years and months have no length.
func duration(s string) (float64, bool) {
	sign := 1.0
	if s[0] == '-' {
		sign, s = -1, s[1:]
	}
	s = s[1:]
	total, given := 0.0, false
	inTime := false
	for s != "" {
		if s[0] == 'T' {
			inTime, s = true, s[1:]
			continue
		}
		n := 0
		for n < len(s) && (s[n] >= '0' && s[n] <= '9' || s[n] == '.') {
			n++
		}
		f, err := strconv.ParseFloat(s[:n], 64)
		if err != nil || n == len(s) {
			return 0, false
		}
		unit := 0.0
		switch c := s[n]; {
		case c == 'D' && !inTime:
			unit = 86400
		case c == 'H' && inTime:
			unit = 3600
		case c == 'M' && inTime:
			unit = 60
		case c == 'S' && inTime:
			unit = 1
		case f != 0:
			return 0, false
		}
		total, given = total+f*unit, true
		s = s[n+1:]
	}
	return sign * total / 86400, given
}
