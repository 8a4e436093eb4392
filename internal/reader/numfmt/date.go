package numfmt

import (
	"math"
	"strconv"
)

const (
	// lastDay is the serial of 9999-12-31, the last day of Excel (18.17.4.1).
	lastDay = 2958465
	// days1904 is the serial of 1904-01-01, from which some workbooks count.
	days1904 = 1462
	// leap1900 is the serial of 1900-02-29, a day that Excel believes in.
	leap1900 = 60
	// epoch is the days from 0000-03-01 to 1899-12-30, the day 0 of those behind
	// leap1900.
	epoch = 693899

	daySeconds    = 24 * 60 * 60
	maxSubseconds = 6 // decimals that are computed; further ones are 0
)

// moment is a number as a date and a time.
type moment struct {
	year, month, day     int
	weekday              int // 0 is Sunday
	negative             bool
	hour, minute, second int64
	fraction             int64 // of a second, in units of the decimals of the section
	seconds              int64 // all seconds, of a duration
}

// appendDate shows a number as a date, a time of day or a duration.
func (s *section) appendDate(dst []byte, v float64, date1904 bool) []byte {
	if date1904 && !s.elapsed {
		v += days1904
	}
	if (s.date || s.elapsed) && math.Abs(v) >= lastDay+1 {
		return s.appendImpossible(dst, v)
	}
	var m moment
	if s.elapsed && !s.date {
		m.negative = v < 0
		v = math.Abs(v)
	}
	day := math.Floor(v)
	unit := int64(1) // units of a second
	for range s.subseconds {
		unit *= 10
	}
	ticks := s.ticks(v-day, unit)
	if ticks >= daySeconds*unit {
		ticks -= daySeconds * unit
		day++
	}
	m.fraction = ticks % unit
	second := ticks / unit
	m.hour, m.minute, m.second = second/3600, second/60%60, second%60
	if s.elapsed {
		m.seconds = int64(day)*daySeconds + second
	}
	if s.date {
		if (day < 0 && s.day) || day > lastDay {
			return s.appendImpossible(dst, day)
		}
		m.setDay(int(day), s.day)
	}
	if m.negative && (m.seconds > 0 || m.fraction > 0) {
		dst = append(dst, '-')
	}
	for i := range s.tokens {
		dst = s.appendToken(dst, &s.tokens[i], &m)
	}
	return dst
}

// appendImpossible shows what Excel cannot: it fills the cell with number signs. Of
// a day after the year 9999 nothing is shown, as other programs do.
func (s *section) appendImpossible(dst []byte, day float64) []byte {
	if day > lastDay && s.date {
		return dst
	}
	return append(dst, "#####"...)
}

// ticks rounds a part of a day to the smallest unit of time that may be shown. A
// date that is shown alone is not rounded up, but for the noise of float64.
func (s *section) ticks(part float64, unit int64) int64 {
	if !s.clock && !s.elapsed {
		return int64(part*daySeconds + 1e-4)
	}
	return int64(math.Floor(part*daySeconds*float64(unit) + 0.5 + 1e-6))
}

// setDay finds the date of a serial of the 1900 calendar. A day 0 is shown as the
// one before January 1, unless only its month or year is, which then is that of
// 1899.
func (m *moment) setDay(serial int, shown bool) {
	m.weekday = ((serial-1)%7 + 7) % 7
	switch {
	case serial == leap1900:
		m.year, m.month, m.day = 1900, 2, 29
	case serial == 0 && shown:
		m.year, m.month, m.day = 1900, 1, 0
	case serial < leap1900:
		m.civil(epoch + 1 + serial)
	default:
		m.civil(epoch + serial)
	}
}

// civil finds the date of a count of days from 0000-03-01 in the Gregorian
// calendar.
func (m *moment) civil(days int) {
	const era = 146097 // days of 400 years
	cycle := days / era
	in := days % era
	year := (in - in/1460 + in/36524 - in/(era-1)) / 365
	in -= 365*year + year/4 - year/100
	month := (5*in + 2) / 153 // from March
	m.day = in - (153*month+2)/5 + 1
	m.month = month + 3
	m.year = year + 400*cycle
	if m.month > 12 {
		m.month -= 12
		m.year++
	}
}

// appendToken shows one part of a date or a time.
func (s *section) appendToken(dst []byte, t *token, m *moment) []byte {
	switch t.kind {
	case tokenYear:
		return appendYear(dst, m.year+s.language.years(), t.count)
	case tokenBuddhist:
		return appendYear(dst, m.year+buddhistYears, t.count)
	case tokenEraYear:
		return s.language.appendEraYear(dst, m, t.count)
	case tokenEra:
		return s.language.appendEra(dst, m, t.count)
	case tokenMonth:
		return s.appendMonth(dst, m, t.count)
	case tokenDay:
		if t.count > 2 {
			return s.language.appendWeekday(dst, m.weekday, t.count > 3)
		}
		return appendPadded(dst, int64(m.day), t.count)
	case tokenWeekday:
		return s.language.appendWeekday(dst, m.weekday, t.count > 3)
	case tokenHour:
		hour := m.hour
		if s.half {
			hour = (hour+11)%12 + 1
		}
		return appendPadded(dst, hour, min(t.count, 2))
	case tokenMinute:
		return appendPadded(dst, m.minute, min(t.count, 2))
	case tokenSecond:
		return appendPadded(dst, m.second, min(t.count, 2))
	case tokenFraction:
		return s.appendSubseconds(dst, m.fraction, t.count)
	case tokenHalf:
		return s.language.appendHalf(dst, m.hour >= 12, t.text)
	case tokenHours:
		return appendPadded(dst, m.seconds/3600, t.count)
	case tokenMinutes:
		return appendPadded(dst, m.seconds/60, t.count)
	case tokenSeconds:
		return appendPadded(dst, m.seconds, t.count)
	default:
		return append(dst, t.text...)
	}
}

func (s *section) appendMonth(dst []byte, m *moment, count int) []byte {
	switch {
	case count <= 2:
		return appendPadded(dst, int64(m.month), count)
	case count == 3:
		return append(dst, s.language.month(m.month, true, false)...)
	}
	name := s.language.month(m.month, false, s.day)
	if count == 5 {
		for i := range name {
			if i > 0 {
				name = name[:i]
				break
			}
		}
	}
	return append(dst, name...)
}

// appendYear shows a year in two digits or in four.
func appendYear(dst []byte, year, count int) []byte {
	if count <= 2 {
		return appendPadded(dst, int64(year%100), 2)
	}
	return appendPadded(dst, int64(year), 4)
}

// appendPadded shows a number with zeros before it up to a width.
func appendPadded(dst []byte, v int64, width int) []byte {
	digits := 1
	for rest := v; rest >= 10; rest /= 10 {
		digits++
	}
	for ; digits < width; digits++ {
		dst = append(dst, '0')
	}
	return strconv.AppendInt(dst, v, 10)
}

// appendSubseconds shows a point and the first digits of a fraction of a second.
func (s *section) appendSubseconds(dst []byte, fraction int64, count int) []byte {
	var room [maxSubseconds]byte
	for i := s.subseconds - 1; i >= 0; i-- {
		room[i] = byte('0' + fraction%10)
		fraction /= 10
	}
	dst = append(dst, '.')
	for i := range count {
		if i < s.subseconds {
			dst = append(dst, room[i])
		} else {
			dst = append(dst, '0')
		}
	}
	return dst
}
