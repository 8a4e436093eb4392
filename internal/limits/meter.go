package limits

import (
	"math"
	"unicode/utf8"
)

// A Cause names the limit that ended a view; it is the value of `truncatedBy`.
type Cause string

// The causes of a view that ends before the file does.
const (
	ByNothing    Cause = ""
	ByLines      Cause = "lines"
	ByRows       Cause = "rows"
	ByEntries    Cause = "entries"
	ByPages      Cause = "pages"
	ByBytes      Cause = "bytes"
	ByChars      Cause = "characters"
	ByTokens     Cause = "tokens"
	ByLineLength Cause = "lineLength"
	ByTime       Cause = "time"
)

// A Meter adds up what has been shown and says how much more fits.
type Meter struct {
	lim    Limits
	Units  int64
	Bytes  int64
	Chars  int64
	weight int64 // of tokens, in quarters
}

// NewMeter returns a Meter for l.
func NewMeter(l Limits) *Meter {
	l.Tokens = min(l.Tokens, math.MaxInt64/8) // counted in quarters
	return &Meter{lim: l}
}

// UnitsLeft reports whether one more unit may be shown.
func (m *Meter) UnitsLeft() bool { return m.lim.Units == 0 || m.Units < m.lim.Units }

// Room returns an upper bound of the bytes that still fit, or -1 where nothing
// bounds them.
func (m *Meter) Room() int64 {
	room := int64(-1)
	bound := func(limit, used, bytesPer int64) {
		if limit > 0 {
			left := max(limit-used, 0)
			if left = min(left, math.MaxInt64/bytesPer) * bytesPer; room < 0 || left < room {
				room = left
			}
		}
	}
	bound(m.lim.Bytes, m.Bytes, 1)
	bound(m.lim.Chars, m.Chars, utf8.UTFMax)
	bound(4*m.lim.Tokens, m.weight, 4)
	return room
}

// Fit returns how many leading bytes of text fit, whole code points only, and
// the limit that stopped it; ByNothing if all of it does. Line feeds that are
// shown with it cost a byte and a code point each.
func (m *Meter) Fit(text []byte, feeds int64) (int, Cause) {
	// A code point is at least one byte, so the common case needs no look at the text.
	n := int64(len(text)) + feeds
	if m.lim.Tokens == 0 && (m.lim.Bytes == 0 || m.Bytes+n <= m.lim.Bytes) && (m.lim.Chars == 0 || m.Chars+n <= m.lim.Chars) {
		return len(text), ByNothing
	}
	bytes, chars, weight := m.Bytes, m.Chars, m.weight
	over := func() Cause {
		switch {
		case m.lim.Bytes > 0 && bytes > m.lim.Bytes:
			return ByBytes
		case m.lim.Chars > 0 && chars > m.lim.Chars:
			return ByChars
		case m.lim.Tokens > 0 && weight > 4*m.lim.Tokens:
			return ByTokens
		}
		return ByNothing
	}
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRune(text[i:])
		bytes += int64(size)
		chars++
		weight += tokenWeight(r)
		if c := over(); c != ByNothing {
			return i, c
		}
		i += size
	}
	bytes, chars, weight = bytes+feeds, chars+feeds, weight+feeds
	return len(text), over()
}

// Split returns the limit that would end a page inside a block of that many
// lines and bytes, if the page may as well end before it: the page is nearly
// full, and the block fits into one of its own. Lines says that the limit of
// units counts too. Bytes stand for code points and for quarters of tokens: a
// page may end a little earlier than it had to.
func (m *Meter) Split(lines, bytes int64, unitsToo bool) Cause {
	splits := func(limit, used, size int64) bool {
		return limit > 0 && used+size > limit && size <= limit && used > limit-limit/10*3
	}
	switch {
	case splits(m.lim.Bytes, m.Bytes, bytes):
		return ByBytes
	case splits(m.lim.Chars, m.Chars, bytes):
		return ByChars
	case splits(4*m.lim.Tokens, m.weight, bytes):
		return ByTokens
	case unitsToo && splits(m.lim.Units, m.Units, lines):
		return ByLines
	}
	return ByNothing
}

// Add counts text as shown with so many line feeds.
func (m *Meter) Add(text []byte, feeds int64) {
	m.Bytes += int64(len(text)) + feeds
	m.Chars += feeds
	m.weight += feeds
	if m.lim.Chars > 0 {
		m.Chars += int64(utf8.RuneCount(text))
	}
	if m.lim.Tokens > 0 {
		for _, r := range string(text) {
			m.weight += tokenWeight(r)
		}
	}
}

// AddUnit counts one unit as shown.
func (m *Meter) AddUnit() { m.Units++ }

// tokenWeight is the share of a token that a code point costs, in quarters.
// Byte-pair vocabularies of the day take about four ASCII characters a token,
// two of another alphabet, and one of a syllabary or of ideographs.
func tokenWeight(r rune) int64 {
	switch {
	case r < utf8.RuneSelf:
		return 1
	case r < 0x1100:
		return 2
	default:
		return 4
	}
}

// EstimateTokens estimates the tokens of text by the ratio that --budget uses.
func EstimateTokens(text string) int64 {
	var w int64
	for _, r := range text {
		w += tokenWeight(r)
	}
	return (w + 3) / 4
}
