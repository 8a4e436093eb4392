package policy

import (
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// maxSuggestions is how many near names a not-found answer carries.
const maxSuggestions = 5

// Suggest returns existing paths whose spelling is near to one that does not
// exist, the nearest first. It starts at the nearest existing folder, so that a
// wrong folder name is mended as well as a wrong file name.
func (p *Policy) Suggest(path string) []string {
	dir, missing := p.existing(path)
	if len(missing) == 0 || (!p.Special && dangerous(absolute(dir))) {
		return nil
	}
	at := []string{dir}
	for i, element := range missing {
		last := i == len(missing)-1
		var next []string
		for _, d := range at {
			for _, name := range p.near(d, element) {
				full := filepath.Join(d, name)
				if info, err := p.stat(full); err == nil && (last || info.IsDir()) && p.Deny.Match(absolute(full)) == "" {
					next = append(next, full)
				}
			}
		}
		if len(next) == 0 {
			return nil
		}
		at = next
	}
	return at[:min(len(at), maxSuggestions)]
}

// near lists the entries of dir whose names are close to name, closest first.
func (p *Policy) near(dir, name string) []string {
	type candidate struct {
		name     string
		distance int
	}
	want := strings.ToLower(norm.NFC.String(name))
	limit := max(2, utf8.RuneCountInString(want)/3)
	stem := strings.TrimSuffix(want, filepath.Ext(want))
	var found []candidate
	for _, have := range p.names(dir) {
		if !utf8.ValidString(have) {
			continue // could not be typed back
		}
		got := strings.ToLower(norm.NFC.String(have))
		d := Distance(want, got, limit)
		switch {
		case d <= limit:
		case strings.TrimSuffix(got, filepath.Ext(got)) == stem:
			d = limit
		case len(stem) >= 3 && strings.Contains(got, stem):
			d = limit + 1
		default:
			continue
		}
		found = append(found, candidate{have, d})
	}
	slices.SortFunc(found, func(a, b candidate) int {
		if a.distance != b.distance {
			return a.distance - b.distance
		}
		return strings.Compare(a.name, b.name)
	})
	names := make([]string, 0, maxSuggestions)
	for _, c := range found[:min(len(found), maxSuggestions)] {
		names = append(names, c.name)
	}
	return names
}

// Distance is the number of insertions, deletions, substitutions and swaps of
// neighbours between a and b (optimal string alignment), or limit+1 if more.
func Distance(a, b string, limit int) int {
	x, y := []rune(a), []rune(b)
	if max(len(x), len(y))-min(len(x), len(y)) > limit {
		return limit + 1
	}
	before, row, next := make([]int, len(y)+1), make([]int, len(y)+1), make([]int, len(y)+1)
	for j := range row {
		row[j] = j
	}
	for i := 1; i <= len(x); i++ {
		next[0] = i
		best := i
		for j := 1; j <= len(y); j++ {
			cost := 1
			if x[i-1] == y[j-1] {
				cost = 0
			}
			next[j] = min(row[j]+1, next[j-1]+1, row[j-1]+cost)
			if i > 1 && j > 1 && x[i-1] == y[j-2] && x[i-2] == y[j-1] {
				next[j] = min(next[j], before[j-2]+1)
			}
			best = min(best, next[j])
		}
		if best > limit {
			return limit + 1
		}
		before, row, next = row, next, before
	}
	return min(row[len(y)], limit+1)
}
