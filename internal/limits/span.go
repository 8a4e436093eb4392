package limits

import (
	"fmt"
	"strconv"
	"strings"
)

// A Span is a range of units from First to Last, both included and counted
// from 1. Last 0 means "to the end".
type Span struct{ First, Last int64 }

// ParseSpans reads "10", "10-40", "10-" or "10-40,80-90". Spans must be in
// ascending order and must not overlap, so that the answer is in file order.
func ParseSpans(s string) ([]Span, error) {
	var out []Span
	for part := range strings.SplitSeq(s, ",") {
		a, b, ranged := strings.Cut(strings.TrimSpace(part), "-")
		first, err := parseUnit(a)
		sp := Span{First: first, Last: first}
		if err == nil && ranged {
			sp.Last = 0
			if b != "" {
				sp.Last, err = parseUnit(b)
			}
		}
		switch {
		case err != nil:
			return nil, fmt.Errorf("%q is not a range of lines; write 10, 10-40 or 10-40,80-90", s)
		case sp.Last != 0 && sp.Last < sp.First:
			return nil, fmt.Errorf("the range %d-%d ends before it starts; write %d-%d", sp.First, sp.Last, sp.Last, sp.First)
		}
		if len(out) > 0 {
			if before := out[len(out)-1]; before.Last == 0 || sp.First <= before.Last {
				return nil, fmt.Errorf("the ranges in %q must ascend and not overlap, as in 10-40,80-90", s)
			}
		}
		out = append(out, sp)
	}
	return out, nil
}

func parseUnit(s string) (int64, error) {
	for _, c := range s {
		if c < '0' || c > '9' {
			return 0, strconv.ErrSyntax
		}
	}
	n, err := strconv.ParseInt(s, 10, 64)
	if err == nil && n < 1 {
		err = strconv.ErrRange
	}
	return n, err
}
