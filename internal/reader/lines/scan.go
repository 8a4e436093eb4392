package lines

import (
	"context"
	"io"
	"math"
	"sync"
	"sync/atomic"
)

// Scan counts everything about r[start:start+size], or r from start to the end
// of the file if size is negative. Offsets in the result are those of r. Above
// 64 MiB, up to workers goroutines share the work, if size is known; the
// result is the same. A file that ends early is counted as far as it goes;
// after an error the result is of what came before it.
func Scan(ctx context.Context, r io.ReaderAt, start, size int64, workers int) (Stats, error) {
	return scan(ctx, r, start, size, workers, false)
}

// Count is [Scan] at about half its cost: it leaves 0 what Stats says it does.
func Count(ctx context.Context, r io.ReaderAt, start, size int64, workers int) (Stats, error) {
	return scan(ctx, r, start, size, workers, true)
}

func scan(ctx context.Context, r io.ReaderAt, start, size int64, workers int, brief bool) (Stats, error) {
	end := int64(math.MaxInt64)
	if size >= 0 {
		end = start + size
	}
	if workers > 1 && size > parallelFrom {
		// At most so many segments, lest a huge file need a huge table.
		const most = 1024
		return scanParallel(ctx, r, start, end, max(segmentSize, size/most+1), workers, brief)
	}
	s := newScanner(start, brief)
	err := s.read(ctx, r, end, make([]byte, min(end-start, blockSize)))
	return s.Stats(), err
}

// read takes r from s.offset on, up to end or to the end of the file.
func (s *Scanner) read(ctx context.Context, r io.ReaderAt, end int64, buf []byte) error {
	for off := s.offset; off < end; {
		if err := ctx.Err(); err != nil {
			return err
		}
		p := buf[:min(int64(len(buf)), end-off)]
		k, err := fill(r, p, off)
		_, _ = s.Write(p[:k])
		if err != nil || k < len(p) {
			return err
		}
		off += int64(k)
	}
	return nil
}

// scanParallel scans r[start:end] in segments cut after line feeds, where
// nothing but the offset and the length of what came before matters, so that
// the parts add up exactly. A segment's part starts after the first line feed
// in the segment or on its border, and goes on through the first line feed at
// or after the next border; a segment with no line feed has none, and that
// before it goes on through it.
func scanParallel(
	ctx context.Context, r io.ReaderAt, start, end, segment int64, workers int, brief bool,
) (Stats, error) {
	n := (end - start + segment - 1) / segment
	parts := make([]*Scanner, n)
	errs := make([]error, n)
	var next atomic.Int64
	var group sync.WaitGroup
	for range min(int64(workers), n) {
		group.Go(func() {
			var decoder *decoder // one for all parts: they stay until all are merged
			buf := make([]byte, blockSize)
			for i := next.Add(1) - 1; i < n; i = next.Add(1) - 1 {
				from := start + i*segment
				var stop int64
				from, stop, errs[i] = part(ctx, r, start, from, min(from+segment, end), end)
				if errs[i] == nil && from < stop {
					s := newScanner(from, brief)
					s.decoder = decoder
					errs[i] = s.read(ctx, r, stop, buf)
					decoder, s.decoder = s.decoder, nil
					parts[i] = &s
				}
				if errs[i] != nil {
					next.Store(n) // what follows is not wanted any more
				}
			}
		})
	}
	group.Wait()
	s := newScanner(start, brief)
	for i, p := range parts {
		if p != nil {
			s.merge(p)
		}
		if errs[i] != nil {
			return s.Stats(), errs[i]
		}
	}
	return s.Stats(), nil
}

// part returns the bounds of the part of r[start:end] that belongs to the
// segment r[from:to]; they are equal if there is none.
func part(ctx context.Context, r io.ReaderAt, start, from, to, end int64) (first, stop int64, err error) {
	if from > start {
		feed, ok, err := End(ctx, r, from-1, to-from, Code{})
		if err != nil || !ok {
			return 0, 0, err
		}
		from = feed + 1
	}
	if to < end {
		feed, ok, err := End(ctx, r, to-1, end-(to-1), Code{})
		if err != nil {
			return 0, 0, err
		}
		if ok {
			return from, feed + 1, nil
		}
	}
	return from, end, nil
}
