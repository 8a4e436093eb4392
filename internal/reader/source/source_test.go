package source_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"testing/iotest"
	"time"

	"fread/internal/reader/fault"
	"fread/internal/reader/source"
)

func open(t *testing.T, path string) *source.File {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	info, err := f.Stat()
	if err != nil {
		t.Fatal(err)
	}
	s := source.New(filepath.Base(path), path, f, info)
	t.Cleanup(func() { _ = s.Close() })
	return s
}

func write(t *testing.T, content []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "a.txt")
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// pattern is content in which every place can be told from its neighbours.
func pattern(n int) []byte {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(i*7 + i>>8*13 + i>>16*29)
	}
	return b
}

func TestHead(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		size     int
		head     int
		complete bool
	}{
		{0, 0, true},
		{1, 1, true},
		{source.HeadSize - 1, source.HeadSize - 1, true},
		{source.HeadSize, source.HeadSize, true},
		{source.HeadSize + 1, source.HeadSize, false},
		{3 * source.HeadSize, source.HeadSize, false},
	} {
		content := pattern(c.size)
		for name, f := range map[string]*source.File{
			"file":             open(t, write(t, content)),
			"bytes":            source.FromBytes("a", content),
			"stream":           source.FromStream(t.Context(), "a", bytes.NewReader(content), 0),
			"stream, unhurt":   source.FromStream(context.Background(), "a", bytes.NewReader(content), 0),
			"stream by halves": source.FromStream(t.Context(), "a", iotest.HalfReader(bytes.NewReader(content)), 0),
			"stream, eager":    source.FromStream(t.Context(), "a", iotest.DataErrReader(bytes.NewReader(content)), 0),
		} {
			for range 2 { // the second answer is the first
				head, complete, err := f.Head()
				if err != nil || complete != c.complete || !bytes.Equal(head, content[:c.head]) {
					t.Errorf("%s of %d bytes: head of %d, complete %v, %v", name, c.size, len(head), complete, err)
				}
			}
		}
	}
}

func TestHeadOfWhatCannotBeRead(t *testing.T) {
	t.Parallel()
	broken := errors.New("broken")
	for _, before := range []int{0, 10, source.HeadSize - 1} {
		r := io.MultiReader(bytes.NewReader(pattern(before)), iotest.ErrReader(broken))
		if _, _, err := source.FromStream(t.Context(), "a", r, 0).Head(); !errors.Is(err, broken) {
			t.Errorf("after %d bytes: %v", before, err)
		}
	}
}

// A file that grows or shrinks between opening and reading is read as far as
// it went, or still goes.
func TestFileThatChangesSize(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name      string
		was, is   int
		head      int
		complete  bool
		readable  int // bytes that ReadAt gives
		sizeAfter int64
	}{
		{"empty grows", 0, 100, 0, false, 100, 100},
		{"small grows", 10, 100, 10, false, 100, 100},
		{"small grows by one", 10, 11, 10, false, 11, 11},
		{"grows at the size of the head", source.HeadSize, source.HeadSize + 1, source.HeadSize, false, source.HeadSize + 1, source.HeadSize + 1},
		{"small shrinks", 100, 10, 10, true, 10, 10},
		{"becomes empty", 100, 0, 0, true, 0, 0},
		{"large becomes small", 3 * source.HeadSize, 10, 10, true, 10, 10},
	} {
		content := pattern(max(c.was, c.is))
		path := write(t, content[:c.was])
		f := open(t, path)
		if err := os.WriteFile(path, content[:c.is], 0o600); err != nil {
			t.Fatal(err)
		}
		head, complete, err := f.Head()
		if err != nil || complete != c.complete || !bytes.Equal(head, content[:c.head]) {
			t.Errorf("%s: head of %d, complete %v, %v", c.name, len(head), complete, err)
		}
		if f.Size() != int64(c.was) {
			t.Errorf("%s: size %d", c.name, f.Size())
		}
		b := make([]byte, len(content)+1)
		if n, err := f.ReadAt(b, 0); n != c.readable || !errors.Is(err, io.EOF) {
			t.Errorf("%s: %d bytes, %v", c.name, n, err)
		}
		if now := f.Now(); now.Size != c.sizeAfter || now.ID != f.State.ID {
			t.Errorf("%s: now %+v, was %+v", c.name, now, f.State)
		}
	}
}

func TestFromBytes(t *testing.T) {
	t.Parallel()
	f := source.FromBytes("a", []byte("hello"))
	for _, c := range []struct {
		off  int64
		n    int
		want string
		eof  bool
	}{
		{0, 5, "hello", false}, {1, 2, "el", false}, {3, 5, "lo", true}, {5, 1, "", true}, {9, 1, "", true}, {-1, 1, "", true},
	} {
		b := make([]byte, c.n)
		n, err := f.ReadAt(b, c.off)
		if string(b[:n]) != c.want || errors.Is(err, io.EOF) != c.eof {
			t.Errorf("%d bytes at %d: %q, %v", c.n, c.off, b[:n], err)
		}
	}
	if f.Stream() || f.IsDir() || f.Size() != 5 || f.Now() != f.State || f.Close() != nil {
		t.Errorf("%+v", f)
	}
	f.Release(3)
	f.Cap(1, nil) // neither does anything to what is in memory
	if n, err := f.ReadAt(make([]byte, 5), 0); n != 5 || err != nil {
		t.Errorf("%d, %v", n, err)
	}
}

func TestDirectory(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	info, err := root.Stat(".")
	if err != nil {
		t.Fatal(err)
	}
	f := source.FromDirectory("d", dir, root, info)
	if !f.IsDir() || f.Stream() || f.Root() != root {
		t.Errorf("%+v", f)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := root.Stat("."); err == nil {
		t.Error("the directory is still open")
	}
}

const block = 256 << 10 // what a stream keeps and forgets at once

func TestStreamIsRandomAccess(t *testing.T) {
	t.Parallel()
	content := pattern(3*block + 777)
	f := source.FromStream(t.Context(), "a", iotest.OneByteReader(bytes.NewReader(content[:1000])), 0)
	check(t, f, content[:1000], 999, 1)
	f = source.FromStream(t.Context(), "a", bytes.NewReader(content), 0)
	if f.Size() != -1 || !f.Stream() {
		t.Errorf("size %d before the end", f.Size())
	}
	for _, at := range [][2]int{{0, 10}, {2*block - 5, 10}, {5, block}, {block - 1, 2}, {3*block + 700, 77}, {0, len(content)}, {block, block}, {len(content) - 1, 1}} {
		check(t, f, content, at[0], at[1])
	}
	b := make([]byte, 100)
	if n, err := f.ReadAt(b, int64(len(content)-40)); n != 40 || !errors.Is(err, io.EOF) {
		t.Errorf("across the end: %d, %v", n, err)
	}
	if n, err := f.ReadAt(b, 1<<62); n != 0 || !errors.Is(err, io.EOF) {
		t.Errorf("behind the end: %d, %v", n, err)
	}
	if f.Size() != int64(len(content)) {
		t.Errorf("size %d at the end", f.Size())
	}
}

func check(t *testing.T, f *source.File, content []byte, at, n int) {
	t.Helper()
	b := make([]byte, n)
	if k, err := f.ReadAt(b, int64(at)); k != n || err != nil || !bytes.Equal(b, content[at:at+n]) {
		t.Errorf("%d bytes at %d: %d, %v", n, at, k, err)
	}
}

// What is released is forgotten, a block at a time, and all that is kept stays
// readable; so a stream of any length needs the memory of its window.
func TestStreamRelease(t *testing.T) {
	t.Parallel()
	content := pattern(8*block + 99)
	f := source.FromStream(t.Context(), "a", bytes.NewReader(content), 3*block)
	for off := 0; off+1000 < len(content); off += 100_000 {
		f.Release(int64(off))
		check(t, f, content, off, 1000)
	}
	f.Release(0) // never takes anything back
	check(t, f, content, len(content)-99, 99)
	if _, err := f.ReadAt(make([]byte, 1), 0); fault.CodeOf(err) != fault.Limit {
		t.Errorf("what was forgotten: %v", err)
	}
}

func TestStreamMemory(t *testing.T) {
	t.Parallel()
	content := pattern(4 * block)
	f := source.FromStream(t.Context(), "a", bytes.NewReader(content), 2*block)
	check(t, f, content, 0, 2*block)
	if _, err := f.ReadAt(make([]byte, 1), 2*block); fault.CodeOf(err) != fault.Limit {
		t.Errorf("beyond the memory: %v", err)
	}
	check(t, f, content, 0, 2*block) // what is kept is still there
	f.Release(block)
	check(t, f, content, 2*block, block) // and room can be made
}

func TestStreamCap(t *testing.T) {
	t.Parallel()
	tooLarge := errors.New("too large")
	for _, c := range []struct {
		size int
		most int64
		fits bool
	}{{10, 10, true}, {11, 10, false}, {0, 1, true}, {3 * block, 3*block - 1, false}, {3 * block, 3 * block, true}, {10, 0, true}} {
		f := source.FromStream(t.Context(), "a", bytes.NewReader(pattern(c.size)), 0)
		f.Cap(c.most, func() error { return tooLarge })
		_, err := f.ReadAt(make([]byte, c.size+1), 0)
		if c.fits != errors.Is(err, io.EOF) || c.fits == errors.Is(err, tooLarge) {
			t.Errorf("%d bytes, at most %d: %v", c.size, c.most, err)
		}
	}
}

// silent never gives anything until it is closed.
type silent struct {
	once sync.Once
	c    chan struct{}
}

func newSilent() *silent { return &silent{c: make(chan struct{})} }

func (s *silent) Read([]byte) (int, error) { <-s.c; return 0, io.EOF }
func (s *silent) Close() error             { s.once.Do(func() { close(s.c) }); return nil }

// A read that waits for a silent stream ends with its context, and what had
// come before stays readable.
func TestAbandonedRead(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	s := newSilent()
	f := source.FromStream(ctx, "a", io.MultiReader(bytes.NewReader([]byte("abc")), s), 0)
	check(t, f, []byte("abc"), 0, 3)
	for range 2 {
		if n, err := f.ReadAt(make([]byte, 4), 0); n != 3 && n != 0 || !errors.Is(err, context.DeadlineExceeded) {
			t.Fatalf("%d, %v", n, err)
		}
	}
	check(t, f, []byte("abc"), 0, 3)
	if f.Size() != -1 {
		t.Error("a stream that was given up has a size")
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
}

// stubborn answers every read with nothing, which io.Reader allows.
type stubborn struct{}

func (stubborn) Read([]byte) (int, error) { return 0, nil }

func TestStreamWithoutProgress(t *testing.T) {
	t.Parallel()
	for name, ctx := range map[string]context.Context{"with an end": t.Context(), "without one": context.Background()} {
		f := source.FromStream(ctx, "a", stubborn{}, 0)
		if _, err := f.ReadAt(make([]byte, 1), 0); !errors.Is(err, io.ErrNoProgress) {
			t.Errorf("context %s: %v", name, err)
		}
	}
}

func TestConcurrentReads(t *testing.T) {
	t.Parallel()
	content := pattern(2*block + 5)
	for name, f := range map[string]*source.File{
		"file":   open(t, write(t, content)),
		"stream": source.FromStream(t.Context(), "a", iotest.HalfReader(bytes.NewReader(content)), 0),
	} {
		var wg sync.WaitGroup
		for i := range 8 {
			wg.Go(func() {
				at := i * 60_000
				b := make([]byte, 1000)
				if _, err := f.ReadAt(b, int64(at)); err != nil || !bytes.Equal(b, content[at:at+1000]) {
					t.Errorf("%s at %d: %v", name, at, err)
				}
				if head, _, err := f.Head(); err != nil || len(head) != source.HeadSize {
					t.Errorf("%s: head of %d, %v", name, len(head), err)
				}
			})
		}
		wg.Wait()
	}
}

// FuzzStream reads and releases in any order: a read gives what is there, or
// says that it is no longer kept.
func FuzzStream(f *testing.F) {
	f.Add([]byte{0, 9, 0x81, 3, 2, 0x85, 255, 1})
	f.Add([]byte("\xfft")) // reads what lies before what was released
	f.Fuzz(func(t *testing.T, steps []byte) {
		if len(steps) > 40 {
			t.Skip()
		}
		content := pattern(4*block + 3)
		s := source.FromStream(context.Background(), "a", bytes.NewReader(content), 2*block)
		var released int64
		for _, step := range steps {
			off := int64(step&0x7f) * 9000
			if step&0x80 != 0 {
				s.Release(off)
				released = max(released, off)
				continue
			}
			b := make([]byte, 5000)
			n, err := s.ReadAt(b, off)
			if n > 0 && !bytes.Equal(b[:n], content[off:off+int64(n)]) {
				t.Fatalf("wrong bytes at %d", off)
			}
			switch code := fault.CodeOf(err); {
			case err == nil && n < len(b), errors.Is(err, io.EOF) && off+int64(n) != int64(len(content)) && off < int64(len(content)):
				t.Fatalf("%d bytes at %d, %v", n, off, err)
			case err == nil, errors.Is(err, io.EOF):
			case code != fault.Limit:
				t.Fatal(err)
			}
		}
	})
}
