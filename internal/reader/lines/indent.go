package lines

import (
	"encoding/binary"
	"math/bits"
)

// An indentation counts how the lines of a text start. Lines of nothing but
// spaces and tabs count nowhere.
type indentation struct {
	tabs, spaces, mixed int64 // lines that start with only tabs, only spaces, both
	// steps[d] counts pairs of neighbouring lines whose numbers of leading
	// spaces differ by d.
	steps [maxStep + 1]int64
	// Leading spaces of the first and the last line, or tabbed or none.
	first, last int64

	// The line whose start is being measured.
	open               bool  // what follows its spaces and tabs has not been seen
	openTabs, openGaps int64 // its tabs and spaces so far
}

const (
	// maxStep is the largest difference that counts: more is alignment.
	maxStep = 32

	none   = -1 // no line yet
	tabbed = -2 // the line starts with a tab, or spaces and a tab
)

func newIndentation() indentation {
	return indentation{first: none, last: none, open: true}
}

// start begins a line with p, of which measure need not have seen the end.
func (in *indentation) start(p []byte) {
	i := 0
	for ; len(p)-i >= 8; i += 8 {
		if w := binary.LittleEndian.Uint64(p[i:]) ^ ' '*lows; w != 0 {
			i += bits.TrailingZeros64(w) / 8
			break
		}
	}
	if i < len(p) && p[i] > ' ' {
		if i > 0 {
			in.spaces++
		}
		in.add(int64(i))
		return
	}
	in.open, in.openTabs, in.openGaps = true, 0, int64(i)
	in.measure(p[i:], 0)
}

// measure goes on with an open line; prev is the byte before p.
func (in *indentation) measure(p []byte, prev byte) {
	for i, b := range p {
		switch {
		case i == 0 && prev == '\r': // whether it was half a line end is known only now
			in.close(b == '\n')
		case b == ' ':
			in.openGaps++
			continue
		case b == '\t':
			in.openTabs++
			continue
		case b == '\r' && i+1 == len(p):
			return
		case b == '\r':
			in.close(p[i+1] == '\n')
		default:
			in.close(b == '\n')
		}
		return
	}
}

// close ends the measuring of the open line.
func (in *indentation) close(blank bool) {
	in.open = false
	switch {
	case blank:
	case in.openTabs == 0:
		if in.openGaps > 0 {
			in.spaces++
		}
		in.add(in.openGaps)
	case in.openGaps == 0:
		in.tabs++
		in.add(tabbed)
	default:
		in.mixed++
		in.add(tabbed)
	}
}

// add takes the next line that is not blank.
func (in *indentation) add(gaps int64) {
	if in.first == none {
		in.first = gaps
	}
	in.step(gaps)
	in.last = gaps
}

// step counts the difference between the last line and one that follows it.
func (in *indentation) step(gaps int64) {
	if in.last < 0 || gaps < 0 {
		return
	}
	d := max(gaps-in.last, in.last-gaps)
	if d <= maxStep {
		in.steps[d]++
	}
}

// merge adds the lines of next, which follow those of in.
func (in *indentation) merge(next *indentation) {
	in.tabs += next.tabs
	in.spaces += next.spaces
	in.mixed += next.mixed
	if next.first != none {
		if in.first == none {
			in.first = next.first
		}
		in.step(next.first)
		in.last = next.last
	}
	for d, n := range next.steps {
		in.steps[d] += n
	}
	in.open, in.openTabs, in.openGaps = next.open, next.openTabs, next.openGaps
}

// width returns the likely number of spaces of one level of indentation, or 0:
// the largest whose multiples make up nearly as many of the differences as
// those of any, since continued lines and comments are indented by other
// numbers, and some lines end two levels at once.
func (in *indentation) width() int {
	const largest = 8
	var all, best int64
	var of [largest + 1]int64 // of[w] counts the differences that are multiples of w
	for d := 1; d <= maxStep; d++ {
		all += in.steps[d]
		for w := 2; w <= largest; w++ {
			if d%w == 0 {
				of[w] += in.steps[d]
				best = max(best, of[w])
			}
		}
	}
	switch {
	case all == 0:
		return 0
	case 2*best >= all:
		for w := largest; ; w-- {
			if 4*of[w] >= 3*best {
				return w
			}
		}
	case 2*in.steps[1] > all:
		return 1
	}
	return 0
}
