package limits

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Pages are pages or slides as --pages asks for them, in any order; the zero
// value asks for all.
type Pages []PageSpan

// A PageSpan is a range of pages, both ends included.
type PageSpan struct {
	First, Last Page
	text        string
}

// Of returns the numbers of the first and the last page of a span in a document of
// total pages, which may not have them.
func (s PageSpan) Of(total int64) (first, last int64) { return s.First.of(total), s.Last.of(total) }

// A Page is a number counted from 1, or, from 0 down, that many before the last.
type Page int64

// of returns the number of p in a document of total pages.
func (p Page) of(total int64) int64 {
	if p > 0 {
		return int64(p)
	}
	return total + int64(p)
}

// ParsePages reads "3", "1-3", "1,4-8", "1-3,last" or "last-2-last".
func ParsePages(s string) (Pages, error) {
	var list Pages
	for part := range strings.SplitSeq(s, ",") {
		first, rest, ok := cutPage(strings.ToLower(strings.TrimSpace(part)))
		span := PageSpan{first, first, strings.TrimSpace(part)}
		if ok && rest != "" {
			span.Last, rest, ok = cutPage(strings.TrimPrefix(rest, "-"))
		}
		switch {
		case !ok || rest != "":
			return nil, fmt.Errorf("%q does not name pages; write 3, 1-3, 1,4-8 or 1-3,last", s)
		case (span.First > 0) == (span.Last > 0) && span.First > span.Last:
			return nil, fmt.Errorf("the pages %q end before they start", part)
		}
		list = append(list, span)
	}
	return list, nil
}

// cutPage cuts a page off the front of s: a number, last, or last-N where
// another page follows or nothing does.
func cutPage(s string) (Page, string, bool) {
	rest, fromEnd := strings.CutPrefix(s, "last")
	if !fromEnd {
		return cutNumber(s)
	}
	if before, ok := strings.CutPrefix(rest, "-"); ok && before != "last" {
		if n, rest, ok := cutNumber(before); ok {
			return -n, rest, true
		}
	}
	return 0, rest, rest == "" || rest[0] == '-'
}

func cutNumber(s string) (Page, string, bool) {
	end := 0
	for end < len(s) && s[end] >= '0' && s[end] <= '9' {
		end++
	}
	n, err := strconv.ParseInt(s[:end], 10, 32)
	if err != nil || n < 1 || (end < len(s) && s[end] != '-') {
		return 0, s, false
	}
	return Page(n), s[end:], true
}

// Has reports whether page n of a document of total pages is asked for.
func (p Pages) Has(n, total int64) bool {
	if len(p) == 0 {
		return true
	}
	return p.Names(n, total)
}

// Names reports whether page n of a document of total pages is asked for by its
// number, not only because all are.
func (p Pages) Names(n, total int64) bool {
	return slices.ContainsFunc(p, func(s PageSpan) bool { return s.has(n, total) })
}

func (s PageSpan) has(n, total int64) bool {
	first, last := s.Of(total)
	return first <= n && n <= last
}

// Missing returns those ranges, as they were written, of which a document of
// total pages does not have all.
func (p Pages) Missing(total int64) []string {
	var out []string
	for _, s := range p {
		if first, last := s.Of(total); first < 1 || last > total || first > last {
			out = append(out, s.text)
		}
	}
	return out
}

// FormatPages writes a range of pages.
func FormatPages(first, last int64) string {
	s := strconv.FormatInt(first, 10)
	if last != first {
		s += "-" + strconv.FormatInt(last, 10)
	}
	return s
}
