// Package limits holds the numbers of a read: what may be shown, how sizes and
// ranges are written, and the meter that says when to stop. It knows nothing
// about files, kinds or output.
package limits

import "time"

// Limits bound one read. Zero means "no limit" for every field but the ones
// whose comment says otherwise.
type Limits struct {
	Units     int64         // lines, rows or entries shown
	Window    int64         // bytes of the file shown, in the forms that count bytes
	Bytes     int64         // UTF-8 bytes of content shown, line feeds included
	Chars     int64         // code points of content shown
	LineChars int64         // code points of one line shown
	Tokens    int64         // estimated tokens of content shown, see EstimateTokens
	FileSize  int64         // a larger file is refused before it is read
	Timeout   time.Duration // wall-clock time of the read
}

// Defaults of the units and bytes a form shows unasked (contract, section 2).
const (
	DefaultLines     = 2000
	DefaultRows      = 1000
	DefaultEntries   = 1000
	DefaultLineChars = 2000
	DefaultTextBytes = 50 << 10
	DefaultRowBytes  = 1 << 20
	DefaultHexBytes  = 4 << 10
	DefaultTimeout   = 60 * time.Second
)

// Bounds of work that no flag changes.
const (
	// TotalsUnasked is the largest file whose totals are counted unasked, in
	// bytes: about 3 ms of scanning.
	TotalsUnasked = 16 << 20
	// LineEndSeek is how many bytes of a cut line are searched for its end.
	LineEndSeek = 1 << 20
	// StreamMemory is how much of a stream that must be sought is kept.
	StreamMemory = 256 << 20
	// DirectoryEntries is how many entries of a directory are read.
	DirectoryEntries = 1_000_000
)

// Ceiling lowers l to what an operator allows; a zero field of c allows
// anything. It returns the names of the limits that were lowered.
func (l Limits) Ceiling(c Limits) (Limits, []string) {
	var lowered []string
	lower := func(name string, v *int64, ceiling int64) {
		if ceiling > 0 && (*v == 0 || *v > ceiling) {
			*v = ceiling
			lowered = append(lowered, name)
		}
	}
	lower("limit", &l.Units, c.Units)
	lower("maxBytes", &l.Bytes, c.Bytes)
	lower("maxChars", &l.Chars, c.Chars)
	lower("maxLineChars", &l.LineChars, c.LineChars)
	lower("budget", &l.Tokens, c.Tokens)
	lower("maxSize", &l.FileSize, c.FileSize)
	if c.Timeout > 0 && (l.Timeout == 0 || l.Timeout > c.Timeout) {
		l.Timeout = c.Timeout
		lowered = append(lowered, "timeout")
	}
	return l, lowered
}
