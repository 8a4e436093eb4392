package session

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
)

// A Range is a run of lines, rows, entries or bytes, both ends included and
// counted from 1. In JSON it is [from, to].
type Range struct{ From, To int64 }

// valid reports whether r can be in a file.
func (r Range) valid() bool { return r.From >= 1 && r.To >= r.From }

// MarshalJSON implements json.Marshaler.
func (r Range) MarshalJSON() ([]byte, error) { return fmt.Appendf(nil, "[%d,%d]", r.From, r.To), nil }

// UnmarshalJSON implements json.Unmarshaler.
func (r *Range) UnmarshalJSON(b []byte) error {
	var ends []int64
	if err := json.Unmarshal(b, &ends); err != nil {
		return err
	}
	if len(ends) != 2 {
		return errors.New("a range has two ends")
	}
	r.From, r.To = ends[0], ends[1]
	return nil
}

// Merge returns what any of the ranges hold, in ascending order, without
// overlaps and with neighbours joined. Ranges that no file can have are left
// out.
func Merge(ranges ...[]Range) []Range {
	all := slices.DeleteFunc(slices.Concat(ranges...), func(r Range) bool { return !r.valid() })
	slices.SortFunc(all, func(a, b Range) int { return cmp.Compare(a.From, b.From) })
	out := all[:0]
	for _, r := range all {
		if n := len(out); n > 0 && (out[n-1].To == math.MaxInt64 || r.From <= out[n-1].To+1) {
			out[n-1].To = max(out[n-1].To, r.To)
			continue
		}
		out = append(out, r)
	}
	return slices.Clip(out)
}

// Covers reports whether merged ranges hold all of r.
func Covers(merged []Range, r Range) bool {
	i, found := slices.BinarySearchFunc(merged, r.From, func(m Range, from int64) int { return cmp.Compare(m.From, from) })
	if !found {
		i-- // the last one that starts before
	}
	return i >= 0 && merged[i].To >= r.To
}

// CoversAll reports whether merged ranges hold all of the others.
func CoversAll(merged, others []Range) bool {
	return !slices.ContainsFunc(others, func(r Range) bool { return !Covers(merged, r) })
}

// Format writes ranges for people: 1-20, 35, 40-50.
func Format(ranges []Range) string {
	var b strings.Builder
	for i, r := range ranges {
		if i > 0 {
			b.WriteString(", ")
		}
		fmt.Fprintf(&b, "%d", r.From)
		if r.To > r.From {
			fmt.Fprintf(&b, "-%d", r.To)
		}
	}
	return b.String()
}
