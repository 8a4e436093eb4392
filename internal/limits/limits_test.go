package limits_test

import (
	"math"
	"slices"
	"testing"
	"time"

	"fread/internal/limits"
)

func TestParseSize(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		in   string
		want int64 // -1: refused
	}{
		{"0", 0},
		{"1048576", 1048576},
		{"7b", 7},
		{"7 B", 7},
		{"512KB", 512 << 10},
		{"512k", 512 << 10},
		{"512KiB", 512 << 10},
		{"512 kib", 512 << 10},
		{"25MB", 25 << 20},
		{"25m", 25 << 20},
		{"2GiB", 2 << 30},
		{"2g", 2 << 30},
		{"2gb", 2 << 30},
		{"3T", 3 << 40},
		{"3TB", 3 << 40},
		{"3TiB", 3 << 40},
		{"1.5G", 3 << 29},
		{"0.5K", 512},
		{".5K", 512},
		{"  1MB\t", 1 << 20},
		{"9223372036854775807", math.MaxInt64},
		{"8388607T", 8388607 << 40},

		{"", -1},
		{" ", -1},
		{"B", -1},
		{"KB", -1},
		{".", -1},
		{".K", -1},
		{"1.5", -1},
		{"1.5B", -1},
		{"1..5K", -1},
		{"1.5.5K", -1},
		{"-1", -1},
		{"-1K", -1},
		{"+1", -1},
		{"1e3", -1},
		{"0x10", -1},
		{"1_000", -1},
		{"1,000", -1},
		{"12XB", -1},
		{"12KBB", -1},
		{"12BK", -1},
		{"1 2", -1},
		{"1K2", -1},
		{"inf", -1},
		{"NaN", -1},
		{"infK", -1},
		{"nonsense", -1},
		{"١٢", -1},
		{"9223372036854775808", -1},
		{"8388608T", -1},
		{"9007199254740992K", -1},
		{"8388608.0T", -1},
		{"99999999999999999999999999", -1},
		{"99999999999999999999999999.5T", -1},
	} {
		got, err := limits.ParseSize(c.in)
		switch {
		case c.want < 0 && err == nil:
			t.Errorf("%q was read as %d", c.in, got)
		case c.want >= 0 && (err != nil || got != c.want):
			t.Errorf("%q: %d, %v; want %d", c.in, got, err, c.want)
		}
	}
}

func TestFormatSize(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		in   int64
		want string
	}{
		{0, "0 bytes"},
		{1, "1 byte"},
		{17, "17 bytes"},
		{1023, "1023 bytes"},
		{1024, "1 KB"},
		{1536, "1.5 KB"},
		{1<<20 - 1, "1 MB"},
		{1 << 20, "1 MB"},
		{3 << 19, "1.5 MB"},
		{1<<30 - 1, "1 GB"},
		{1 << 30, "1 GB"},
		{1 << 40, "1 TB"},
		{1 << 50, "1 PB"},
		{math.MaxInt64, "8192 PB"},
	} {
		if got := limits.FormatSize(c.in); got != c.want {
			t.Errorf("%d: %q, want %q", c.in, got, c.want)
		}
	}
}

func TestFormatCount(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		in   int64
		want string
	}{
		{0, "0"},
		{7, "7"},
		{999, "999"},
		{1000, "1,000"},
		{-999, "-999"},
		{-1000, "-1,000"},
		{1234567, "1,234,567"},
		{math.MaxInt64, "9,223,372,036,854,775,807"},
		{math.MinInt64, "-9,223,372,036,854,775,808"},
	} {
		if got := limits.FormatCount(c.in); got != c.want {
			t.Errorf("%d: %q, want %q", c.in, got, c.want)
		}
	}
}

func TestParseSpans(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		in   string
		want []limits.Span // nil: refused
	}{
		{"10", []limits.Span{{First: 10, Last: 10}}},
		{"10-40", []limits.Span{{First: 10, Last: 40}}},
		{"10-", []limits.Span{{First: 10}}},
		{"10-10", []limits.Span{{First: 10, Last: 10}}},
		{"10-40,80-90", []limits.Span{{First: 10, Last: 40}, {First: 80, Last: 90}}},
		{"1,3,5-", []limits.Span{{First: 1, Last: 1}, {First: 3, Last: 3}, {First: 5}}},
		{"1, 3", []limits.Span{{First: 1, Last: 1}, {First: 3, Last: 3}}},
		{"1-2,3", []limits.Span{{First: 1, Last: 2}, {First: 3, Last: 3}}},
		{"007", []limits.Span{{First: 7, Last: 7}}},
		{"9223372036854775807", []limits.Span{{First: math.MaxInt64, Last: math.MaxInt64}}},

		{"", nil},
		{",", nil},
		{"1,", nil},
		{",1", nil},
		{"1,,2", nil},
		{"-", nil},
		{"-5", nil},
		{"0", nil},
		{"0-5", nil},
		{"5-0", nil},
		{"5-4", nil},
		{"1--2", nil},
		{"1-2-3", nil},
		{"+1", nil},
		{"1.5", nil},
		{"1e3", nil},
		{"x", nil},
		{"1-x", nil},
		{"1 - 2", nil},
		{"10-40,40-50", nil},
		{"10-40,20", nil},
		{"10,10", nil},
		{"10,9", nil},
		{"10-,20", nil},
		{"9223372036854775808", nil},
		{"1-99999999999999999999", nil},
		{"١", nil},
	} {
		got, err := limits.ParseSpans(c.in)
		if (err != nil) != (c.want == nil) || !slices.Equal(got, c.want) {
			t.Errorf("%q: %v, %v; want %v", c.in, got, err, c.want)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{"1.5G", "10-40,80-", "8388608T", "1,,2", "٣K"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if n, err := limits.ParseSize(s); n < 0 || (err != nil && n != 0) {
			t.Errorf("size %q: %d, %v", s, n, err)
		}
		spans, err := limits.ParseSpans(s)
		if (err == nil) != (len(spans) > 0) {
			t.Errorf("spans %q: %v, %v", s, spans, err)
		}
		before := int64(0)
		for i, sp := range spans {
			if sp.First <= before || (sp.Last != 0 && sp.Last < sp.First) || (sp.Last == 0 && i < len(spans)-1) {
				t.Errorf("spans %q: %v", s, spans)
			}
			before = sp.Last
		}
	})
}

func TestCeiling(t *testing.T) {
	t.Parallel()
	ceiling := limits.Limits{Units: 10, Bytes: 100, Chars: 50, LineChars: 20, Tokens: 5, FileSize: 1000, Timeout: time.Second}
	all := []string{"limit", "maxBytes", "maxChars", "maxLineChars", "budget", "maxSize", "timeout"}
	for _, c := range []struct {
		name    string
		in      limits.Limits
		lowered []string
	}{
		{"unlimited", limits.Limits{}, all},
		{"at the ceiling", ceiling, nil},
		{"below it", limits.Limits{Units: 1, Bytes: 1, Chars: 1, LineChars: 1, Tokens: 1, FileSize: 1, Timeout: 1}, nil},
		{"above it", limits.Limits{Units: 11, Bytes: 101, Chars: 51, LineChars: 21, Tokens: 6, FileSize: 1001, Timeout: time.Minute}, all},
		{"one above", limits.Limits{Units: 10, Bytes: 100, Chars: 51, LineChars: 20, Tokens: 5, FileSize: 1000, Timeout: time.Second}, []string{"maxChars"}},
	} {
		got, lowered := c.in.Ceiling(ceiling)
		if !slices.Equal(lowered, c.lowered) {
			t.Errorf("%s: lowered %v, want %v", c.name, lowered, c.lowered)
		}
		if got.Units > 10 || got.Bytes > 100 || got.Chars > 50 || got.LineChars > 20 || got.Tokens > 5 || got.FileSize > 1000 || got.Timeout > time.Second {
			t.Errorf("%s: %+v is above the ceiling", c.name, got)
		}
		if free, lowered := c.in.Ceiling(limits.Limits{}); free != c.in || lowered != nil {
			t.Errorf("%s: without a ceiling %+v, %v", c.name, free, lowered)
		}
	}
}

func TestEstimateTokens(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		in   string
		want int64
	}{
		{"", 0}, {"a", 1}, {"abcd", 1}, {"abcde", 2}, {"жж", 1}, {"жжж", 2}, {"日本", 2}, {"😀", 1}, {"\xff", 1},
	} {
		if got := limits.EstimateTokens(c.in); got != c.want {
			t.Errorf("%q: %d, want %d", c.in, got, c.want)
		}
	}
}
