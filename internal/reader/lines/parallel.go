package lines

import (
	"context"
	"io"
	"sync"
	"sync/atomic"
)

// segmentSize is what a goroutine takes at a time, in bytes: small enough to
// stop soon after the line sought, large enough that taking one is free.
const segmentSize = 2 << 20

// SkipParallel is [Skip] in a file of size bytes, with up to workers
// goroutines that each count whole segments of it; only the segment with the
// line sought is then walked. It pays above 64 MiB. Bytes at or after size are
// not looked at.
func SkipParallel(
	ctx context.Context, r io.ReaderAt, size, off, n int64, c Code, workers int,
) (pos, passed int64, err error) {
	r = io.NewSectionReader(r, 0, max(size, 0))
	if workers < 2 || n <= 0 || size-off <= segmentSize {
		return Skip(ctx, r, off, n, c)
	}
	t := tally{n: n, feeds: make([]int64, (size-off+segmentSize-1)/segmentSize)}
	for i := range t.feeds {
		t.feeds[i] = unknown
	}
	t.limit.Store(int64(len(t.feeds)))
	var group sync.WaitGroup
	for range min(workers, len(t.feeds)) {
		group.Go(func() {
			buf := make([]byte, blockSize)
			for i := t.next.Add(1) - 1; i < t.limit.Load(); i = t.next.Add(1) - 1 {
				from := off + i*segmentSize
				t.count(ctx, r, i, from, min(from+segmentSize, size), c, buf)
			}
		})
	}
	group.Wait()

	// Where the line sought is, and where the file could not be read or ended
	// early, Skip gives the answer it would have given alone.
	for i, feeds := range t.feeds {
		if feeds == unknown || passed+feeds >= n {
			pos, more, err := Skip(ctx, r, off+int64(i)*segmentSize, n-passed, c)
			return pos, passed + more, err
		}
		passed += feeds
	}
	return size, passed, nil
}

// unknown is the number of line feeds in a segment not counted to its end.
const unknown = -1

// A tally collects the line feeds of segments until n are found.
type tally struct {
	n     int64
	next  atomic.Int64 // the first segment nobody has taken
	limit atomic.Int64 // segments from here on need not be counted

	mu    sync.Mutex
	feeds []int64 // of each segment
	known int     // segments that are counted without a gap from the first…
	sum   int64   // …and the line feeds in them
}

// count counts segment i, r[from:end], unless it turns out not to matter.
func (t *tally) count(ctx context.Context, r io.ReaderAt, i, from, end int64, c Code, buf []byte) {
	var feeds int64
	for from < end {
		if i >= t.limit.Load() {
			return
		}
		p := buf[:min(int64(len(buf)), end-from)]
		k, err := fill(r, p, from)
		if err != nil || k < len(p) || ctx.Err() != nil {
			t.lower(i)
			return
		}
		feeds += c.count(p)
		from += int64(k)
	}
	t.mu.Lock()
	t.feeds[i] = feeds
	for t.known < len(t.feeds) && t.feeds[t.known] != unknown {
		t.sum += t.feeds[t.known]
		t.known++
	}
	found := t.sum >= t.n
	t.mu.Unlock()
	if found {
		t.lower(0)
	}
}

// lower makes i the limit unless it is lower already.
func (t *tally) lower(i int64) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.limit.Store(min(t.limit.Load(), i))
}
