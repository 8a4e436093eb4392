package numfmt

import "math"

// A kind of token says what a part of a section shows.
type kind = uint8

const (
	tokenLiteral  kind = iota // the text of the token
	tokenGeneral              // the number as General shows it
	tokenText                 // @
	tokenDigit                // a digit placeholder: 0 # ?
	tokenFixed                // a digit 1 to 9: part of a denominator, else itself
	tokenPoint                // the decimal point
	tokenComma                // of thousands or of scaling
	tokenPercent              // %
	tokenExponent             // E+ or E-
	tokenSlash                // of a fraction, else itself
	tokenYear                 // the ones from here on are of dates
	tokenMonth
	tokenDay
	tokenWeekday // aaa, as in East Asia
	tokenEra
	tokenEraYear
	tokenBuddhist
	tokenHour // the ones from here on are of times
	tokenMinute
	tokenSecond
	tokenFraction // of a second
	tokenHalf     // AM/PM
	tokenHours    // the ones from here on count all that have passed
	tokenMinutes
	tokenSeconds
)

// token is a part of a section.
type token struct {
	kind  kind
	place place  // of a digit
	digit byte   // the placeholder or the fixed digit
	count int    // letters of a date token, decimals of a fraction of a second
	text  string // as it is written; of a literal: as it is shown
}

// place says what a digit belongs to.
type place = uint8

const (
	inInteger place = iota
	inDecimals
	inExponent
	inNumerator
	inDenominator
)

// A style says how a section shows a number.
type style uint8

const (
	styleLiteral    style = iota // only text of its own
	styleGeneral                 // has General or @ in it
	styleNumber                  // decimal digits
	styleScientific              // with an exponent
	styleFraction                // with a numerator and a denominator
	styleDate                    // a date, a time or a duration
)

// An operator compares a number with the limit of a section.
type operator = uint8

const (
	always operator = iota
	less
	lessOrEqual
	equal
	unequal
	greaterOrEqual
	greater
)

// section is one of the up to four parts of a format (18.8.31).
type section struct {
	op       operator
	limit    float64
	explicit bool // the condition is written out
	unsigned bool // it gets only negative numbers, whose sign it shows itself if at all

	tokens   []token
	style    style
	language language

	// Of numbers:
	integers, decimals, exponents int // count of their placeholders
	scale                         int // power of ten that the number is multiplied by
	thousands                     bool
	numerators, denominators      int // count of their placeholders
	denominator                   int // that is fixed; 0: the best one
	whole                         bool

	// Of dates:
	date, clock, elapsed bool // what tokens there are
	day                  bool // a day of a month is shown
	half                 bool // of AM/PM
	subseconds           int  // decimals of seconds
}

// admits reports whether the section is for a number.
func (s *section) admits(v float64) bool {
	switch s.op {
	case less:
		return v < s.limit
	case lessOrEqual:
		return v <= s.limit
	case equal:
		return v == s.limit
	case unequal:
		return v != s.limit
	case greaterOrEqual:
		return v >= s.limit
	case greater:
		return v > s.limit
	case always:
	}
	return true
}

// negative reports whether the condition is that the number is below zero. Only of
// such a section the sign is its own business; one for numbers below -10, say, shows
// it.
func (s *section) negative() bool {
	return s.limit == 0 && (s.op == less || s.op == lessOrEqual)
}

// is reports whether the section is nothing but one token.
func (s *section) is(k kind) bool { return len(s.tokens) == 1 && s.tokens[0].kind == k }

// class is what the section makes of numbers.
func (s *section) class() Class {
	switch {
	case s.style == styleDate && s.date:
		return Date
	case s.style == styleDate && s.elapsed:
		return Elapsed
	case s.style == styleDate:
		return Time
	}
	for _, t := range s.tokens {
		if t.kind == tokenText {
			return Verbatim
		}
	}
	return Plain
}

// append shows a number.
func (s *section) append(dst []byte, v float64, date1904 bool) []byte {
	if s.unsigned {
		v = math.Abs(v)
	}
	switch s.style {
	case styleDate:
		return s.appendDate(dst, v, date1904)
	case styleScientific:
		return s.appendScientific(dst, v)
	case styleFraction:
		return s.appendFraction(dst, v)
	case styleNumber:
		return s.appendDecimal(dst, v)
	case styleGeneral, styleLiteral:
	}
	if v < 0 && s.style == styleGeneral {
		dst, v = append(dst, '-'), -v
	}
	for _, t := range s.tokens {
		switch t.kind {
		case tokenGeneral:
			dst = appendGeneral(dst, v)
		case tokenText:
			dst = appendFull(dst, v)
		default:
			dst = append(dst, t.text...)
		}
	}
	return dst
}
