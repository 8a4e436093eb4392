package limits_test

import (
	"math"
	"strings"
	"testing"
	"unicode/utf8"

	"fread/internal/limits"
)

func TestFitNamesTheLimit(t *testing.T) {
	t.Parallel()
	const long = "aé日😀 0123456789"
	for _, c := range []struct {
		name  string
		lim   limits.Limits
		text  string
		feeds int64
		fits  int
		by    limits.Cause
	}{
		{"nothing bounds", limits.Limits{}, long, 1, len(long), limits.ByNothing},
		{"empty text", limits.Limits{Bytes: 1}, "", 0, 0, limits.ByNothing},
		{"all and its feed", limits.Limits{Bytes: 4}, "abc", 1, 3, limits.ByNothing},
		{"the feed is too much", limits.Limits{Bytes: 3}, "abc", 1, 3, limits.ByBytes},
		{"only the feed, too much", limits.Limits{Bytes: 1}, "", 2, 0, limits.ByBytes},
		{"bytes inside a character", limits.Limits{Bytes: 5}, long, 0, 3, limits.ByBytes},
		{"bytes at its end", limits.Limits{Bytes: 6}, long, 0, 6, limits.ByBytes},
		{"characters", limits.Limits{Chars: 4}, long, 0, 10, limits.ByChars},
		{"the feed as a character", limits.Limits{Chars: 3}, "abc", 1, 3, limits.ByChars},
		{"tokens, four letters each", limits.Limits{Tokens: 1}, "abcde", 0, 4, limits.ByTokens},
		{"tokens, two of another alphabet", limits.Limits{Tokens: 1}, "жжж", 0, 4, limits.ByTokens},
		{"tokens, one ideograph", limits.Limits{Tokens: 1}, "日本", 0, 3, limits.ByTokens},
		{"nothing fits", limits.Limits{Bytes: 2}, "日本", 0, 0, limits.ByBytes},
		{"two at once: bytes are named first", limits.Limits{Bytes: 2, Chars: 2, Tokens: 1}, "abcdefgh", 0, 2, limits.ByBytes},
		{"undecodable bytes", limits.Limits{Chars: 2}, "\xff\xfe\xfd", 0, 2, limits.ByChars},
		{"limits as large as can be", limits.Limits{Bytes: math.MaxInt64, Chars: math.MaxInt64, Tokens: math.MaxInt64}, long, 1, len(long), limits.ByNothing},
		{"tokens that overflow when counted in quarters", limits.Limits{Tokens: 1 << 62}, long, 1, len(long), limits.ByNothing},
	} {
		n, by := limits.NewMeter(c.lim).Fit([]byte(c.text), c.feeds)
		if n != c.fits || by != c.by {
			t.Errorf("%s: %d bytes by %q, want %d by %q", c.name, n, by, c.fits, c.by)
		}
	}
}

func TestRoom(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name string
		lim  limits.Limits
		used string
		want int64
	}{
		{"nothing bounds", limits.Limits{Units: 3}, "abc", -1},
		{"bytes", limits.Limits{Bytes: 10}, "abc", 7},
		{"none left", limits.Limits{Bytes: 2}, "abc", 0},
		{"characters may be four bytes each", limits.Limits{Chars: 10}, "abc", 28},
		{"the smaller of two", limits.Limits{Bytes: 10, Chars: 100}, "", 10},
		{"a limit as large as can be does not hide another", limits.Limits{Bytes: 10, Chars: math.MaxInt64, Tokens: math.MaxInt64}, "", 10},
	} {
		m := limits.NewMeter(c.lim)
		m.Add([]byte(c.used), 0)
		if got := m.Room(); got != c.want {
			t.Errorf("%s: %d, want %d", c.name, got, c.want)
		}
	}
	if got := limits.NewMeter(limits.Limits{Chars: math.MaxInt64}).Room(); got < 1<<40 {
		t.Errorf("the largest number of characters leaves room for %d bytes", got)
	}
}

func TestUnits(t *testing.T) {
	t.Parallel()
	m := limits.NewMeter(limits.Limits{Units: 2})
	for i := range 2 {
		if !m.UnitsLeft() {
			t.Fatalf("no unit left after %d of 2", i)
		}
		m.AddUnit()
	}
	if m.UnitsLeft() {
		t.Fatal("a third of 2 units is left")
	}
	if m = limits.NewMeter(limits.Limits{}); !m.UnitsLeft() {
		t.Fatal("no limit leaves nothing")
	}
}

// FuzzMeter holds Fit to Add: what fits, added, is never above a limit, the
// next code point would be, and Room is an upper bound of what fits.
func FuzzMeter(f *testing.F) {
	f.Add("aé日😀", uint16(5), uint16(3), uint16(2), uint8(1))
	f.Add("\xff\xfe日", uint16(0), uint16(0), uint16(1), uint8(0))
	f.Add(strings.Repeat("ж", 20), uint16(11), uint16(7), uint16(3), uint8(2))
	f.Fuzz(func(t *testing.T, s string, bytes, chars, tokens uint16, feeds uint8) {
		l := limits.Limits{Bytes: int64(bytes), Chars: int64(chars), Tokens: int64(tokens)}
		m := limits.NewMeter(l)
		text, nl := []byte(s), int64(feeds%3)
		for range 3 {
			room := m.Room()
			n, by := m.Fit(text, nl)
			if n < 0 || n > len(text) || (by == limits.ByNothing && n != len(text)) {
				t.Fatalf("%d of %d bytes fit, by %q", n, len(text), by)
			}
			if room >= 0 && int64(n) > room {
				t.Fatalf("%d bytes fit in room for %d", n, room)
			}
			shown, with := text[:n], nl
			if by != limits.ByNothing {
				with = 0
			}
			if by != limits.ByNothing && n < len(text) {
				_, size := utf8.DecodeRune(text[n:])
				if _, again := m.Fit(text[:n+size], 0); again == limits.ByNothing {
					t.Fatalf("%q stops before %q, which fits", by, text[n:n+size])
				}
			}
			m.Add(shown, with)
			if (l.Bytes > 0 && m.Bytes > l.Bytes) || (l.Chars > 0 && m.Chars > l.Chars) {
				t.Fatalf("%+v is above %+v", m, l)
			}
			if _, after := m.Fit(nil, 0); after != limits.ByNothing {
				t.Fatalf("what was said to fit is above the limit %q", after)
			}
			text = text[n:]
		}
	})
}
