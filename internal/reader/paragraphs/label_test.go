package paragraphs_test

import (
	"testing"

	"fread/internal/reader/paragraphs"
)

func TestParseLabel(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text     string
		expected int
		label    string
		number   int
	}{
		{"1.", 1, "1.", 1},
		{" 12) ", 1, "12)", 12},
		{"2.1.3", 3, "2.1.3", 3},
		{"(a)", 1, "(a)", 1},
		{"b.", 2, "b.", 2},
		{"i.", 1, "i.", 1},
		{"i.", 9, "i.", 9},
		{"iv)", 4, "iv)", 4},
		{"XII.", 1, "XII.", 12},
		{"bb", 28, "bb", 28},
		{"1st", 1, "1st", 1},
		{"Article 3", 1, "Article 3", 3},
		{"\u4e00\u3001", 7, "\u4e00\u3001", 7},
	} {
		label, number, ordered := paragraphs.ParseLabel(c.text, c.expected)
		if !ordered || label != c.label || number != c.number {
			t.Errorf("%q: %q %d %v, want %q %d", c.text, label, number, ordered, c.label, c.number)
		}
	}
	for _, bullet := range []string{"", " ", "\u2022", "-", "o", "\u00b7", "*"} {
		if label, number, ordered := paragraphs.ParseLabel(bullet, 3); ordered || label != "" || number != 0 {
			t.Errorf("%q: %q %d %v", bullet, label, number, ordered)
		}
	}
}
