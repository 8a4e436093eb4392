package cells

import (
	"strconv"
	"strings"
	"testing"
)

// slowly is what lossless means, without a short cut.
func slowly(text string) bool {
	if text == "" || len(text) > 24 || strings.ContainsAny(text, "eExX_+") {
		return false
	}
	if !strings.Contains(text, ".") {
		n, err := strconv.ParseInt(text, 10, 64)
		return err == nil && strconv.FormatInt(n, 10) == text && n <= 1<<53 && n >= -(1<<53)
	}
	f, err := strconv.ParseFloat(text, 64)
	return err == nil && strconv.FormatFloat(f, 'f', -1, 64) == text
}

func TestTypedAsLossless(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]Type{
		"": Null, "0": Number, "-0": String, "7": Number, "007": String, "-7": Number, "+7": String, "1.5": Number, "1.50": String, "5.": String, ".5": String,
		"0.25": Number, "00.25": String, "-0.25": Number, "-0.0": String, "1e5": String, "0x1f": String, "-": String, "1_000": String, "1,000": String, "NaN": String,
		"9007199254740992": Number, "9007199254740993": String, "123456789012345": Number, "1234567890123456.7": String, "0.1234567890123456": Number,
		"12345678901234567890": String, "true": Bool, "TRUE": String, "1.2.3": String, "2024-01-02": String,
	} {
		if got := Typed(text).Type; got != want {
			t.Errorf("%q: %d, want %d", text, got, want)
		}
	}
}

func FuzzLossless(f *testing.F) {
	for _, s := range []string{"1.5", "-0", "007", "123456789012345.6", "0.000000000000001", "1e5"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if got := Typed(text).Type == Number; got != slowly(text) {
			t.Fatalf("%q: %t", text, got)
		}
	})
}
