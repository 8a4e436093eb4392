package limits_test

import (
	"slices"
	"testing"

	"fread/internal/limits"
)

func TestParsePages(t *testing.T) {
	t.Parallel()
	const total = 10
	for in, c := range map[string]struct {
		pages   []int64
		missing []string
	}{
		"3":           {pages: []int64{3}},
		"1-3":         {pages: []int64{1, 2, 3}},
		"1, 4-5":      {pages: []int64{1, 4, 5}},
		"5,1-2":       {pages: []int64{1, 2, 5}},
		"1-2,last":    {pages: []int64{1, 2, 10}},
		"last-2-last": {pages: []int64{8, 9, 10}},
		"last-2":      {pages: []int64{8}},
		"9-last":      {pages: []int64{9, 10}},
		"8-last-1":    {pages: []int64{8, 9}},
		"LAST":        {pages: []int64{10}},
		"9-12":        {pages: []int64{9, 10}, missing: []string{"9-12"}},
		"11":          {missing: []string{"11"}},
		"12-14,1":     {pages: []int64{1}, missing: []string{"12-14"}},
		"last-10":     {missing: []string{"last-10"}},
		"11-last":     {missing: []string{"11-last"}},
	} {
		p, err := limits.ParsePages(in)
		if err != nil {
			t.Errorf("%q: %v", in, err)
		}
		var got []int64
		for n := int64(1); n <= total; n++ {
			if p.Has(n, total) {
				got = append(got, n)
			}
		}
		if !slices.Equal(got, c.pages) || !slices.Equal(p.Missing(total), c.missing) {
			t.Errorf("%q gives %v without %q", in, got, p.Missing(total))
		}
	}
	for _, in := range []string{"", "0", "-1", "a", "1-", "3-1", "1,,2", "1-2-3", "last-", "lasting", "last-1-last-2", "99999999999999999999", "1 2"} {
		if p, err := limits.ParsePages(in); err == nil {
			t.Errorf("%q is taken for %v", in, p)
		}
	}
	if all := limits.Pages(nil); !all.Has(7, total) || all.Names(7, total) || all.Missing(total) != nil {
		t.Error("no pages are not all")
	}
}
