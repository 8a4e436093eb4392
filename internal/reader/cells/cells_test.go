package cells_test

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"fread/internal/reader/cells"
)

func TestTyped(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		in   string
		want cells.Type
	}{
		{"", cells.Null},
		{" ", cells.String},
		{"true", cells.Bool},
		{"false", cells.Bool},
		{"TRUE", cells.String},
		{"null", cells.String},
		{"NA", cells.String}, // complaint 8: not a blank
		{"NaN", cells.String},
		{"Inf", cells.String},
		{"infinity", cells.String},
		{"0", cells.Number},
		{"-0", cells.String},
		{"12", cells.Number},
		{"-12", cells.Number},
		{"+12", cells.String},
		{"012", cells.String},
		{"007", cells.String},
		{"1.5", cells.Number},
		{"-1.5", cells.Number},
		{"1.0", cells.String},
		{"1.50", cells.String},
		{".5", cells.String},
		{"-.5", cells.String},
		{"5.", cells.String},
		{"-", cells.String},
		{"-0.0", cells.String},
		{"1e5", cells.String},
		{"1E5", cells.String},
		{"0x1F", cells.String},
		{"0x1.8", cells.String},
		{"1_000", cells.String},
		{"1,000", cells.String},
		{"12 ", cells.String},
		{" 12", cells.String},
		{"9007199254740992", cells.Number},
		{"9007199254740993", cells.String},
		{"-9007199254740993", cells.String},
		{"0.1", cells.Number},
		{"0.10000000000000001", cells.String},
		{"123456789012345678901234567890", cells.String},
		{"2026-11-30", cells.String},
		{"1.2.3", cells.String},
		{"١٢", cells.String},
	} {
		if got := cells.Typed(c.in); got.Type != c.want || got.Text != c.in {
			t.Errorf("%q: %+v, want type %d", c.in, got, c.want)
		}
	}
}

func TestJSON(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		in   cells.Cell
		want string
	}{
		{cells.Cell{}, `null`},
		{cells.Cell{Type: cells.String}, `""`},
		{cells.Cell{Type: cells.String, Text: "a<b>&\"\\\n\r\t\x00\x7f日"}, `"a<b>&\"\\\n\r\t\u0000\u007f日"`},
		{cells.Cell{Type: cells.String, Text: "a\xffb"}, "\"a\uFFFDb\""},
		{cells.Cell{Type: cells.Number, Text: "-1.5"}, `-1.5`},
		{cells.Cell{Type: cells.Bool, Text: "true"}, `true`},
		{cells.Cell{Type: cells.Date, Text: "2026-11-30"}, `"2026-11-30"`},
		{cells.Cell{Type: cells.Duration, Text: "36:00:00"}, `"36:00:00"`},
		{cells.Cell{Type: cells.Error, Text: "#DIV/0!"}, `"#DIV/0!"`},
		{cells.Cell{Type: cells.JSON, Text: `{"a":[1]}`}, `{"a":[1]}`},
		{cells.Cell{Type: 99, Text: "x"}, `"x"`},
	} {
		if got := string(c.in.AppendJSON(nil)); got != c.want {
			t.Errorf("%+v: %s, want %s", c.in, got, c.want)
		}
		if b, err := c.in.MarshalJSON(); err != nil || string(b) != c.want {
			t.Errorf("%+v: %s, %v", c.in, b, err)
		}
	}
}

// FuzzTyped holds every text to its promise: it comes back from JSON as it was,
// and a number is one that a float64 holds.
func FuzzTyped(f *testing.F) {
	for _, s := range []string{"007", "-0", "9007199254740993", "1.10", "a\xff", "\u2028", "true", "-1.5"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		c := cells.Typed(s)
		b := c.AppendJSON(nil)
		if !json.Valid(b) || !utf8.Valid(b) {
			t.Fatalf("%q became %s", s, b)
		}
		switch c.Type {
		case cells.Number:
			n, err := strconv.ParseFloat(s, 64)
			if err != nil || strconv.FormatFloat(n, 'f', -1, 64) != s {
				t.Fatalf("%q is not a number without loss", s)
			}
		case cells.String:
			var back string
			if err := json.Unmarshal(b, &back); err != nil || back != strings.ToValidUTF8(s, "\uFFFD") {
				t.Fatalf("%q came back as %q, %v", s, back, err)
			}
		case cells.Null, cells.Bool, cells.Date, cells.Duration, cells.Error, cells.JSON:
		}
	})
}

func TestUniqueNames(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name    string
		in      []string
		want    []string
		changed int
	}{
		{"nothing", nil, []string{}, 0},
		{"all different", []string{"a", "b"}, []string{"a", "b"}, 0},
		{"case matters", []string{"a", "A"}, []string{"a", "A"}, 0},
		{"repeats", []string{"a", "a", "a"}, []string{"a", "a_2", "a_3"}, 2},
		{"a repeat meets an original", []string{"a", "a", "a_2"}, []string{"a", "a_3", "a_2"}, 1},
		{"blanks", []string{"", "x", " "}, []string{"column_1", "x", "column_3"}, 2},
		{"a blank meets an original", []string{"", "column_1"}, []string{"column_1_2", "column_1"}, 1},
		{"spaces round a name", []string{" a ", "a"}, []string{"a_2", "a"}, 1},
	} {
		got, changed := cells.UniqueNames(c.in)
		if !slices.Equal(got, c.want) || changed != c.changed {
			t.Errorf("%s: %q, %d changed; want %q, %d", c.name, got, changed, c.want, c.changed)
		}
	}
}

// The time for many equal names grows with their number, not with its square.
func TestUniqueNamesOfManyEqual(t *testing.T) {
	t.Parallel()
	const n = 200_000
	names, changed := cells.UniqueNames(slices.Repeat([]string{"a"}, n))
	if last := names[n-1]; last != "a_"+strconv.Itoa(n) || changed != n-1 {
		t.Fatalf("the last is %q, %d changed", last, changed)
	}
}

func FuzzUniqueNames(f *testing.F) {
	f.Add("a,a,a_2,,column_4")
	f.Add(" , ,column_1,column_2_2")
	f.Fuzz(func(t *testing.T, s string) {
		labels := strings.Split(s, ",")
		if len(labels) > 200 {
			t.Skip()
		}
		names, _ := cells.UniqueNames(labels)
		seen := map[string]bool{}
		for i, n := range names {
			if n == "" || seen[n] {
				t.Fatalf("%q became %q: column %d is blank or taken", labels, names, i+1)
			}
			seen[n] = true
		}
	})
}
