package limits

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// ParseSize reads a size in bytes: "1048576", "512KB", "25MB", "2GiB", "1.5G".
// Units are binary (1 KB is 1,024 bytes), in any case, with or without "B" and "i".
func ParseSize(s string) (int64, error) {
	t := strings.ToLower(strings.TrimSpace(s))
	i := strings.IndexFunc(t, func(r rune) bool { return (r < '0' || r > '9') && r != '.' })
	unit := ""
	if i >= 0 {
		t, unit = t[:i], strings.TrimSpace(t[i:])
	}
	var shift uint
	switch unit {
	case "", "b":
	case "k", "kb", "kib":
		shift = 10
	case "m", "mb", "mib":
		shift = 20
	case "g", "gb", "gib":
		shift = 30
	case "t", "tb", "tib":
		shift = 40
	default:
		return 0, badSize(s)
	}
	if n, err := strconv.ParseInt(t, 10, 64); err == nil {
		if n > math.MaxInt64>>shift {
			return 0, badSize(s)
		}
		return n << shift, nil
	}
	f, err := strconv.ParseFloat(t, 64)
	if err != nil || shift == 0 || f*float64(int64(1)<<shift) >= math.MaxInt64 {
		return 0, badSize(s)
	}
	return int64(f * float64(int64(1)<<shift)), nil
}

func badSize(s string) error {
	return fmt.Errorf("%q is not a size; write bytes or a number with KB, MB or GB, such as 1048576, 512KB or 25MB", s)
}

// FormatSize writes n bytes for people: "17 bytes", "512 KB", "1.5 MB".
func FormatSize(n int64) string {
	switch {
	case n == 1:
		return "1 byte"
	case n < 1<<10:
		return strconv.FormatInt(n, 10) + " bytes"
	}
	f, unit := float64(n)/(1<<10), "KB"
	for _, u := range []string{"MB", "GB", "TB", "PB"} {
		if f < 1023.95 { // what is rounded to 1024 is one of the next unit
			break
		}
		f, unit = f/1024, u
	}
	return strings.TrimSuffix(strconv.FormatFloat(f, 'f', 1, 64), ".0") + " " + unit
}

// FormatCount writes n with a comma between thousands: "1,234,567".
func FormatCount(n int64) string {
	s := strconv.FormatInt(n, 10)
	start := 0
	if s[0] == '-' {
		start = 1
	}
	for i := len(s) - 3; i > start; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// Nouns counts something in a sentence: "1 row is", "1,234 rows are".
func Nouns(n int64, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return FormatCount(n) + " " + many
}
