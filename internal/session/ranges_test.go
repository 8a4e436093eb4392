package session

import (
	"encoding/json"
	"math"
	"slices"
	"testing"
)

func TestMerge(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ in, want []Range }{
		{nil, nil},
		{[]Range{{1, 5}}, []Range{{1, 5}}},
		{[]Range{{6, 9}, {1, 5}}, []Range{{1, 9}}},
		{[]Range{{7, 9}, {1, 5}}, []Range{{1, 5}, {7, 9}}},
		{[]Range{{1, 9}, {2, 3}}, []Range{{1, 9}}},
		{[]Range{{0, 3}, {5, 4}, {-2, -1}}, nil},
		{[]Range{{3, math.MaxInt64}, {9, 12}}, []Range{{3, math.MaxInt64}}},
	} {
		if got := Merge(c.in); !slices.Equal(got, c.want) {
			t.Errorf("Merge(%v) = %v, want %v", c.in, got, c.want)
		}
	}
	if s := Format([]Range{{1, 3}, {5, 5}}); s != "1-3, 5" {
		t.Error(s)
	}
}

func TestRangeJSON(t *testing.T) {
	t.Parallel()
	b, err := json.Marshal([]Range{{1, 3}})
	if err != nil || string(b) != "[[1,3]]" {
		t.Fatal(string(b), err)
	}
	for _, bad := range []string{`[[1]]`, `[[1,2,3]]`, `["x"]`, `[{}]`} {
		var r []Range
		if json.Unmarshal([]byte(bad), &r) == nil {
			t.Error(bad)
		}
	}
}

// FuzzRanges compares with sets of numbers.
func FuzzRanges(f *testing.F) {
	f.Add([]byte{1, 5, 3, 9}, []byte{2, 2})
	f.Add([]byte{0, 5, 9, 3}, []byte{200, 255, 1, 1})
	f.Fuzz(func(t *testing.T, a, b []byte) {
		set := map[int64]bool{}
		parse := func(p []byte) (out []Range) {
			for ; len(p) >= 2; p = p[2:] {
				r := Range{int64(p[0]), int64(p[1])}
				out = append(out, r)
				for n := r.From; r.From > 0 && n <= r.To; n++ {
					set[n] = true
				}
			}
			return out
		}
		x, y := parse(a), parse(b)
		before := slices.Clone(x)
		m := Merge(x, y)
		if !slices.Equal(x, before) {
			t.Fatal("the argument was changed")
		}
		if !slices.Equal(m, Merge(m)) || !slices.Equal(m, Merge(y, x)) {
			t.Fatal("not stable, or the order matters")
		}
		count := int64(0)
		for i, r := range m {
			if !r.valid() || (i > 0 && r.From <= m[i-1].To+1) {
				t.Fatalf("%v is not merged", m)
			}
			count += r.To - r.From + 1
		}
		if count != int64(len(set)) {
			t.Fatalf("%v holds %d numbers, want %d", m, count, len(set))
		}
		for n := range int64(258) {
			if Covers(m, Range{n, n}) != set[n] {
				t.Fatalf("%v covers %d: %v", m, n, !set[n])
			}
			if Covers(m, Range{n, n + 2}) != (set[n] && set[n+1] && set[n+2]) {
				t.Fatalf("%v covers %d-%d wrongly", m, n, n+2)
			}
		}
	})
}
