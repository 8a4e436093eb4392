// Package lines finds lines in files of any size and counts everything about
// them. A line ends at LF or CRLF and nothing else, and a final line feed adds
// no line.
//
// Finding a line never decodes the text: the line feed is the byte 0x0A alone
// in every supported set but UTF-16 and UTF-32, whose [Code] says how wide it
// is. Files are read with ReadAt in blocks that fit a core's second-level cache,
// not mapped: a mapped file that shrinks kills the process, here it merely ends
// early, which is an answer and not an error.
package lines

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"io"
)

const (
	// firstBlock is what is read first, in bytes: most windows start near the
	// place where the search starts.
	firstBlock = 16 << 10
	// blockSize is how much is read at once after that, in bytes. The context is
	// looked at once a block.
	blockSize = 256 << 10
	// parallelFrom is the number of bytes above which more than one goroutine
	// pays.
	parallelFrom = 64 << 20
)

// A Code says what a line feed looks like. The zero Code is that of UTF-8 and
// of all other sets of bytes.
type Code struct {
	Width     int  // bytes in a code unit: 1 (or 0), 2 or 4
	BigEndian bool // order of the bytes in a unit
}

func (c Code) width() int { return max(c.Width, 1) }

// index returns the offset of the first line feed in p, which starts with a
// whole unit, or -1. Units cut off at the end of p are no line feeds.
func (c Code) index(p []byte) int {
	if c.Width <= 1 {
		return bytes.IndexByte(p, '\n')
	}
	for i := 0; i < len(p); i++ {
		j := bytes.IndexByte(p[i:], '\n')
		if j < 0 {
			break
		}
		i += j
		if unit := i - i%c.Width; c.isFeed(p[unit:]) {
			return unit
		}
	}
	return -1
}

// isFeed reports whether p starts with a line feed.
func (c Code) isFeed(p []byte) bool {
	if len(p) < c.width() {
		return false
	}
	var order binary.ByteOrder = binary.LittleEndian
	if c.BigEndian {
		order = binary.BigEndian
	}
	switch c.Width {
	case 2:
		return order.Uint16(p) == '\n'
	case 4:
		return order.Uint32(p) == '\n'
	default:
		return p[0] == '\n'
	}
}

// count returns the number of line feeds in p, which starts with a whole unit.
func (c Code) count(p []byte) (n int64) {
	if c.Width <= 1 {
		return int64(bytes.Count(p, []byte{'\n'}))
	}
	for i := c.index(p); i >= 0; i = c.index(p) {
		n++
		p = p[i+c.Width:]
	}
	return n
}

// after returns the offset in p just after its n-th line feed, which must be
// there.
func (c Code) after(p []byte, n int64) (off int64) {
	for ; n > 0; n-- {
		i := c.index(p) + c.width()
		p = p[i:]
		off += int64(i)
	}
	return off
}

// fill reads into buf from off until buf is full or the file ends; only the
// latter makes n < len(buf) without an error.
func fill(r io.ReaderAt, buf []byte, off int64) (n int, err error) {
	for n < len(buf) {
		k, err := r.ReadAt(buf[n:], off+int64(n))
		n += k
		switch {
		case errors.Is(err, io.EOF):
			return n, nil
		case err != nil:
			return n, err
		case k == 0:
			return n, io.ErrNoProgress
		}
	}
	return n, nil
}

// Skip returns the offset just after the n-th line feed at or after off, and
// how many it passed: n, or fewer when the file ends first; pos is then the
// end of the file. Units are counted from off. After an error, pos and passed
// tell how far it came.
func Skip(ctx context.Context, r io.ReaderAt, off, n int64, c Code) (pos, passed int64, err error) {
	var buf []byte
	for size := firstBlock; passed < n; size = min(4*size, blockSize) {
		if err := ctx.Err(); err != nil {
			return off, passed, err
		}
		if len(buf) < size {
			buf = make([]byte, size)
		}
		k, err := fill(r, buf, off)
		p := buf[:k]
		found := c.count(p)
		if passed+found >= n {
			return off + c.after(p, n-passed), n, nil
		}
		passed += found
		off += int64(k)
		if err != nil || k < size {
			return off, passed, err
		}
	}
	return off, passed, nil
}

// End looks for the first line feed that lies within budget bytes from off. It
// returns the offset of that line feed, or ok false and the offset up to which
// there is none.
func End(ctx context.Context, r io.ReaderAt, off, budget int64, c Code) (pos int64, ok bool, err error) {
	budget -= budget % int64(c.width())
	var buf []byte
	for size := firstBlock; budget > 0; size = min(4*size, blockSize) {
		if err := ctx.Err(); err != nil {
			return off, false, err
		}
		want := int(min(int64(size), budget))
		if len(buf) < want {
			buf = make([]byte, want)
		}
		k, err := fill(r, buf[:want], off)
		if i := c.index(buf[:k]); i >= 0 {
			return off + int64(i), true, nil
		}
		off += int64(k)
		budget -= int64(k)
		if err != nil || k < want {
			return off, false, err
		}
	}
	return off, false, nil
}
