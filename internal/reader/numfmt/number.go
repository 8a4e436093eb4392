package numfmt

import (
	"math"
	"strconv"
)

// significant is how many digits of a number there are for Excel: the 17 that a
// float64 may need show noise such as 0.30000000000000004.
const significant = 15

// maxDenominator bounds a denominator: Excel allows up to seven digits of it.
const maxDenominator = 10_000_000

// decimal is a number that is not negative: 0.d1d2d3... times ten to the power of
// point. It has no digits if it is zero.
type decimal struct {
	digits [significant]byte
	n      int // digits, of which the last is not 0
	point  int
}

// newDecimal takes the first 15 significant digits of a number without its sign.
func newDecimal(v float64) decimal {
	var room [32]byte
	b := strconv.AppendFloat(room[:0], math.Abs(v), 'e', significant-1, 64)
	var d decimal
	d.digits[0] = b[0]
	copy(d.digits[1:], b[2:])
	exponent, _ := strconv.Atoi(string(b[2+significant:])) // it is one
	d.n, d.point = significant, exponent+1
	d.trim()
	return d
}

// trim drops zeros at the end.
func (d *decimal) trim() {
	for d.n > 0 && d.digits[d.n-1] == '0' {
		d.n--
	}
	if d.n == 0 {
		d.point = 0
	}
}

// round rounds to so many places behind the decimal point, halves away from zero.
func (d *decimal) round(places int) {
	keep := d.point + places
	if keep >= d.n {
		return
	}
	if keep < 0 {
		d.n, d.point = 0, 0
		return
	}
	up := d.digits[keep] >= '5'
	d.n = keep
	if up {
		for d.n > 0 && d.digits[d.n-1] == '9' {
			d.n--
		}
		if d.n == 0 {
			d.digits[0], d.n = '1', 1
			d.point++
			return
		}
		d.digits[d.n-1]++
	}
	d.trim()
}

// digit is the digit of an index; before and behind those there are it is 0.
func (d *decimal) digit(i int) byte {
	if i < 0 || i >= d.n {
		return '0'
	}
	return d.digits[i]
}

// whole is how many digits there are before the decimal point.
func (d *decimal) whole() int { return max(d.point, 0) }

// appendDecimal shows a number in digits.
func (s *section) appendDecimal(dst []byte, v float64) []byte {
	d := newDecimal(v)
	d.point += s.scale
	if d.n == 0 {
		d.point = 0
	}
	d.round(s.decimals)
	if v < 0 && d.n > 0 {
		dst = append(dst, '-')
	}
	return s.appendDigits(dst, &d, 0)
}

// appendScientific shows a number with an exponent, which is a multiple of how
// many digits there are before the decimal point.
func (s *section) appendScientific(dst []byte, v float64) []byte {
	d := newDecimal(v)
	step := max(s.integers, 1)
	lead := min(s.integers, 1) // digits that there are at least before the point
	exponent := 0
	if d.n > 0 {
		exponent = floorTo(d.point-lead, step)
		d.point -= exponent
		d.round(s.decimals)
		if d.point > s.integers { // rounded up to one digit more
			exponent += step
			d.point -= step
		}
	}
	if d.n == 0 {
		d.point, exponent = 0, 0
	}
	if v < 0 && d.n > 0 {
		dst = append(dst, '-')
	}
	return s.appendDigits(dst, &d, exponent)
}

// floorTo is the largest multiple of step that is not larger than n.
func floorTo(n, step int) int {
	if r := n % step; r < 0 {
		return n - r - step
	}
	return n - n%step
}

// appendDigits fills the placeholders of the section with a decimal that is rounded
// to fit them.
func (s *section) appendDigits(dst []byte, d *decimal, exponent int) []byte {
	integer := filler{total: s.integers, group: s.thousands}
	power := filler{total: s.exponents}
	var room [8]byte
	absolute := strconv.AppendInt(room[:0], int64(max(exponent, -exponent)), 10)
	decimals, sign := 0, ""
	least := s.leastDecimals(d)
	for i := range s.tokens {
		t := &s.tokens[i]
		switch t.kind {
		case tokenDigit:
			switch t.place {
			case inInteger:
				placeholder := t.digit
				if s.style == styleScientific && d.n == 0 { // a zero fills them all
					placeholder = '0'
				}
				dst = integer.next(dst, placeholder, d.whole(), func(i int) byte { return d.digit(i) })
			case inExponent:
				if power.met == 0 {
					dst = append(dst, sign...)
				}
				dst = power.next(dst, t.digit, len(absolute), func(i int) byte { return absolute[i] })
			default:
				dst = appendPlace(dst, t.digit, d.digit(d.point+decimals), decimals < least)
				decimals++
			}
		case tokenExponent:
			dst = append(dst, t.text[0])
			switch { // it stands before the digits, even if something else comes first
			case exponent < 0:
				sign = "-"
			case t.text[1] == '+':
				sign = "+"
			}
		default:
			dst = append(dst, t.text...)
		}
	}
	return dst
}

// leastDecimals is how many decimals have to be shown: those up to the last digit
// of the number and the last 0 of the format.
func (s *section) leastDecimals(d *decimal) int {
	least, decimals := d.n-d.point, 0
	for _, t := range s.tokens {
		if t.kind == tokenDigit && t.place == inDecimals {
			decimals++
			if t.digit == '0' {
				least = max(least, decimals)
			}
		}
	}
	return least
}

// appendPlace shows a digit in a placeholder, or what the placeholder shows for a
// digit that is not there.
func appendPlace(dst []byte, placeholder, digit byte, there bool) []byte {
	switch {
	case there:
		return append(dst, digit)
	case placeholder == '0':
		return append(dst, '0')
	case placeholder == '?':
		return append(dst, ' ')
	}
	return dst
}

// A filler fills the placeholders of an integer from left to right.
type filler struct {
	total int // placeholders
	met   int
	group bool // by thousands
}

// next fills the next placeholder with its digit out of so many. The first takes
// all for which there are no placeholders.
func (f *filler) next(dst []byte, placeholder byte, digits int, digit func(int) byte) []byte {
	right := f.total - 1 - f.met // digits to the right of it
	from := right
	if f.met == 0 {
		from = max(right, digits-1)
	}
	f.met++
	for ; from >= right; from-- {
		before := len(dst)
		if from < digits {
			dst = append(dst, digit(digits-1-from))
		} else {
			dst = appendPlace(dst, placeholder, '0', false)
		}
		if f.group && from > 0 && from%3 == 0 && len(dst) > before {
			if dst[before] == ' ' { // as wide as a comma
				dst = append(dst, ' ')
			} else {
				dst = append(dst, ',')
			}
		}
	}
	return dst
}

// appendFraction shows a number with a numerator and a denominator.
func (s *section) appendFraction(dst []byte, v float64) []byte {
	a := math.Abs(v)
	if s.scale != 0 {
		a *= math.Pow10(s.scale)
	}
	if a >= 1e15 { // it has no fraction, and as many digits as there can be
		return appendGeneral(dst, v)
	}
	if v < 0 {
		dst = append(dst, '-')
	}
	whole, part := math.Modf(a)
	if !s.whole {
		whole, part = 0, a
	}
	var p, q int64
	if s.denominator > 0 {
		q = int64(s.denominator)
		p = int64(math.Round(part * float64(q)))
	} else {
		most := int64(math.Pow10(min(s.denominators, 7))) - 1
		p, q = nearest(part, most)
	}
	if s.whole && p == q {
		whole, p = whole+1, 0
	}
	return s.appendParts(dst, int64(whole), p, q)
}

// appendParts shows a mixed number. A numerator of 0 is not shown beside an
// integer, unless its placeholders ask for zeros.
func (s *section) appendParts(dst []byte, whole, p, q int64) []byte {
	var rooms [3][24]byte
	number := func(i int, v int64) []byte { return strconv.AppendInt(rooms[i][:0], v, 10) }
	w, above, below := number(0, whole), number(1, p), number(2, q)
	blank := s.whole && p == 0 && !s.zeroNumerator()
	if whole == 0 && !blank {
		w = nil
	}
	integer, numerator := filler{total: s.integers, group: s.thousands}, filler{total: s.numerators}
	denominators := 0
	for i := range s.tokens {
		t := &s.tokens[i]
		switch {
		case t.kind == tokenSlash && blank:
			dst = append(dst, ' ')
		case t.kind != tokenDigit:
			dst = append(dst, t.text...)
		case t.place == inInteger:
			dst = integer.next(dst, t.digit, len(w), func(i int) byte { return w[i] })
		case blank:
			dst = append(dst, ' ')
		case t.place == inNumerator:
			dst = numerator.next(dst, t.digit, len(above), func(i int) byte { return above[i] })
		default: // from the left
			if denominators < len(below) {
				dst = append(dst, below[denominators])
				if denominators == s.denominators-1 {
					dst = append(dst, below[s.denominators:]...)
				}
			} else {
				dst = append(dst, ' ')
			}
			denominators++
		}
	}
	return dst
}

// zeroNumerator reports whether the numerator has a placeholder 0.
func (s *section) zeroNumerator() bool {
	for _, t := range s.tokens {
		if t.kind == tokenDigit && t.place == inNumerator && t.digit == '0' {
			return true
		}
	}
	return false
}

// nearest returns the last convergent of the continued fraction of a number whose
// denominator is at most most, which is what Excel shows.
func nearest(v float64, most int64) (p, q int64) {
	if v >= 1e15 {
		return int64(v), 1
	}
	p0, q0, p, q := int64(0), int64(1), int64(1), int64(0)
	for x := v; ; x = 1 / x {
		floor := math.Floor(x)
		if q > 0 && floor*float64(q)+float64(q0) > float64(most) {
			return p, q
		}
		a := int64(floor)
		p0, q0, p, q = p, q, a*p+p0, a*q+q0
		if x -= floor; x < 5e-8 {
			return p, q
		}
	}
}

// appendGeneral shows a number as General does in a wide column: in up to 11
// characters, else with an exponent.
func appendGeneral(dst []byte, v float64) []byte {
	if v == math.Trunc(v) && math.Abs(v) < 1e11 {
		return strconv.AppendInt(dst, int64(v), 10)
	}
	if v < 0 {
		dst = append(dst, '-')
	}
	d := newDecimal(v)
	const room, figures = 11, 10
	magnitude := d.point - 1
	switch {
	case magnitude > 10 || magnitude < -9:
		return appendPower(dst, d, 6)
	case magnitude == 10:
		d.round(0)
		return appendPlain(dst, &d)
	case magnitude >= -4 && magnitude < 0:
		d.round(figures - 1)
		return appendPlain(dst, &d)
	}
	exact := d
	exact.round(12)
	if plainLength(&exact) <= room {
		return appendPlain(dst, &exact)
	}
	rounded := d
	rounded.round(figures - d.point)
	if plainLength(&rounded) <= room {
		return appendPlain(dst, &rounded)
	}
	return appendPower(dst, d, 6)
}

// appendFull shows a number with all its digits.
func appendFull(dst []byte, v float64) []byte {
	if v < 0 {
		dst = append(dst, '-')
	}
	d := newDecimal(v)
	if d.point > 20 || d.point < -8 {
		return appendPower(dst, d, significant)
	}
	return appendPlain(dst, &d)
}

// plainLength is how many characters appendPlain writes.
func plainLength(d *decimal) int {
	n := max(d.point, 1)
	if decimals := d.n - d.point; decimals > 0 {
		n += 1 + decimals
	}
	return n
}

// appendPlain writes a number in digits.
func appendPlain(dst []byte, d *decimal) []byte {
	if d.point <= 0 {
		dst = append(dst, '0')
	}
	for i := range d.point {
		dst = append(dst, d.digit(i))
	}
	if d.n > d.point {
		dst = append(dst, '.')
	}
	for i := d.point; i < d.n; i++ {
		dst = append(dst, d.digit(i))
	}
	return dst
}

// appendPower writes a number with an exponent and at most so many digits.
func appendPower(dst []byte, d decimal, digits int) []byte {
	d.round(digits - d.point)
	exponent := d.point - 1
	d.point = 1
	dst = append(appendPlain(dst, &d), 'E')
	if exponent < 0 {
		dst = append(dst, '-')
		exponent = -exponent
	} else {
		dst = append(dst, '+')
	}
	if exponent < 10 {
		dst = append(dst, '0')
	}
	return strconv.AppendInt(dst, int64(exponent), 10)
}
