package lines

import (
	"context"
	"io"
)

// Tail returns the offset where the last n lines of r[start:size] start, and
// how many lines there are from it: n, or fewer when the text is shorter; pos
// is then start. It reads backwards, so it costs the bytes of those lines and
// at most one block. Units are counted from start. A file that has become
// shorter than size ends where it ends.
func Tail(ctx context.Context, r io.ReaderAt, start, size, n int64, c Code) (pos, found int64, err error) {
	if n <= 0 || size <= start {
		return max(start, size), 0, nil
	}
	n = min(n, size-start) // no text has more lines than bytes
	var (
		buf   []byte
		width = int64(c.width())
		end   = size     // r[end:size] has been looked at
		feeds int64      // line feeds in it
		want  = n        // the line feed, counted from the end, before the first of the n lines
		last  = int64(1) // 1 if the text ends in a line that no line feed ends
	)
	for block := int64(firstBlock); end > start; block = min(4*block, blockSize) {
		if err := ctx.Err(); err != nil {
			return end, 0, err
		}
		from := max(start, end-block)
		from += (width - (from-start)%width) % width
		if int64(len(buf)) < block {
			buf = make([]byte, block)
		}
		k, err := fill(r, buf[:end-from], from)
		if err != nil {
			return end, 0, err
		}
		if from+int64(k) < end {
			return Tail(ctx, r, start, from+int64(k), n, c)
		}
		p := buf[:k]
		// The line feed at the very end of the text ends the last line and
		// starts none.
		if end == size && int64(k)%width == 0 && c.isFeed(p[int64(k)-width:]) {
			want, last = n+1, 0
		}
		here := c.count(p)
		if feeds+here >= want {
			return from + c.after(p, feeds+here-want+1), n, nil
		}
		feeds += here
		end = from
	}
	return start, feeds + last, nil
}
