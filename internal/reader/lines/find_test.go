package lines

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
)

var codes = []Code{{}, {Width: 1}, {Width: 2}, {Width: 2, BigEndian: true}, {Width: 4}, {Width: 4, BigEndian: true}}

func TestFind(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, text string }{
		{"empty", ""},
		{"one line", "a"},
		{"one line ended", "a\n"},
		{"two lines", "a\nb"},
		{"only ends", "\n\n\n"},
		{"crlf", "a\r\n\r\nb\r\n"},
		{"lone cr", "a\rb\rc"},
		{"longer than a block", strings.Repeat("x", firstBlock) + "\n" + strings.Repeat("y\n", 3*firstBlock) + "z"},
		{"longer than all blocks", strings.Repeat(strings.Repeat("x", 79)+"\n", 3*blockSize/80)},
	}
	for _, tt := range tests {
		for _, c := range codes {
			t.Run(fmt.Sprintf("%s/%+v", tt.name, c), func(t *testing.T) {
				t.Parallel()
				text := encode(tt.text, c)
				for _, n := range []int64{-1, 0, 1, 2, 3, 4, 5, 1000, 5000, 40000, 1 << 62} {
					checkSkip(t, bytes.NewReader(text), text, 0, n, c)
					checkTail(t, bytes.NewReader(text), text, 0, n, c)
				}
				// a cut-off unit at the end, a start within
				text = append(text, 0)
				w := int64(c.width())
				for _, n := range []int64{1, 2, 3} {
					checkSkip(t, stutter{text, 1000}, text, w, n, c)
					checkTail(t, stutter{text, 1000}, text, w, n, c)
				}
			})
		}
	}
}

func checkSkip(t *testing.T, r io.ReaderAt, text []byte, off, n int64, c Code) {
	t.Helper()
	pos, passed, err := Skip(t.Context(), r, off, n, c)
	wantPos, wantPassed := naiveSkip(text, off, n, c)
	if pos != wantPos || passed != wantPassed || err != nil {
		t.Errorf("Skip(off %d, n %d, %+v) = %d, %d, %v, want %d, %d", off, n, c, pos, passed, err, wantPos, wantPassed)
	}
}

func checkTail(t *testing.T, r io.ReaderAt, text []byte, start, n int64, c Code) {
	t.Helper()
	wantPos, wantFound := naiveTail(text, start, n, c)
	for _, more := range []int64{0, 1, 70000} { // a file shorter than it was
		if start >= int64(len(text)) && more > 0 {
			continue
		}
		pos, found, err := Tail(t.Context(), r, start, int64(len(text))+more, n, c)
		if n <= 0 && more > 0 {
			continue // nothing was read: it cannot know
		}
		if pos != wantPos || found != wantFound || err != nil {
			t.Errorf("Tail(start %d, n %d, %+v, size +%d) = %d, %d, %v, want %d, %d",
				start, n, c, more, pos, found, err, wantPos, wantFound)
		}
	}
}

// TestWideLookalikes has bytes 0x0A in units that are no line feeds.
func TestWideLookalikes(t *testing.T) {
	t.Parallel()
	rnd := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		text := make([]byte, rnd.IntN(100))
		for i := range text {
			text[i] = "\n\n\x00\x00\x00\x00\x00a"[rnd.IntN(8)]
		}
		for _, c := range codes {
			off := int64(rnd.IntN(3) * c.width())
			n := int64(rnd.IntN(8))
			r := stutter{text, 1 + rnd.IntN(9)}
			checkSkip(t, r, text, off, n, c)
			checkTail(t, r, text, off, n, c)
		}
	}
}

func TestEnd(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", 2*blockSize)
	tests := []struct {
		text        string
		off, budget int64
		pos         int64
		ok          bool
	}{
		{"", 0, 10, 0, false},
		{"abc", 0, 10, 3, false},
		{"abc\n", 0, 10, 3, true},
		{"abc\n", 0, 4, 3, true},
		{"abc\n", 0, 3, 3, false},
		{"abc\n", 0, 0, 0, false},
		{"abc\nd\n", 3, 1, 3, true},
		{"abc\nd\n", 4, 9, 5, true},
		{"abc", 7, 9, 7, false},
		{long + "\n", 1, 1 << 40, 2 * blockSize, true},
		{long + "\n", 1, 2 * blockSize, 2 * blockSize, true},
		{long + "\n", 1, 2*blockSize - 1, 2 * blockSize, false},
	}
	for _, tt := range tests {
		for _, c := range codes {
			w := int64(c.width())
			pos, ok, err := End(t.Context(), bytes.NewReader(encode(tt.text, c)), tt.off*w, tt.budget*w+w-1, c)
			if pos != tt.pos*w || ok != tt.ok || err != nil {
				t.Errorf("End(%.10q, %d, %d, %+v) = %d, %t, %v, want %d, %t",
					tt.text, tt.off*w, tt.budget*w, c, pos, ok, err, tt.pos*w, tt.ok)
			}
		}
	}
}

// bigText has lines of many lengths over several segments.
func bigText(size int) []byte {
	rnd := rand.New(rand.NewPCG(3, 4))
	text := bytes.Repeat([]byte("abcdefgh"), size/8)
	for i := 0; i < len(text); i += 1 + rnd.IntN(3000) {
		text[i] = '\n'
	}
	return text
}

func TestSkipParallel(t *testing.T) {
	t.Parallel()
	text := bigText(3*segmentSize + 100)
	r := bytes.NewReader(text)
	all := int64(bytes.Count(text, []byte{'\n'}))
	for _, size := range []int64{int64(len(text)), int64(len(text)) + 2*segmentSize} {
		for _, n := range []int64{0, 1, all / 3, all / 2, all - 1, all, all + 1} {
			for _, off := range []int64{0, 12345} {
				pos, passed, err := SkipParallel(t.Context(), r, size, off, n, Code{}, 3)
				wantPos, wantPassed, _ := Skip(t.Context(), r, off, n, Code{})
				if pos != wantPos || passed != wantPassed || err != nil {
					t.Errorf("SkipParallel(size %d, off %d, n %d) = %d, %d, %v, want %d, %d",
						size, off, n, pos, passed, err, wantPos, wantPassed)
				}
			}
		}
	}
	for _, c := range codes[2:] {
		pos, passed, err := SkipParallel(t.Context(), r, r.Size(), 0, 5, c, 2)
		wantPos, wantPassed, _ := Skip(t.Context(), r, 0, 5, c)
		if pos != wantPos || passed != wantPassed || err != nil {
			t.Errorf("SkipParallel(%+v) = %d, %d, %v, want %d, %d", c, pos, passed, err, wantPos, wantPassed)
		}
	}
}

// A broken reader fails from offset at on.
type broken struct {
	io.ReaderAt
	at int64
}

var errBroken = errors.New("broken")

func (b broken) ReadAt(p []byte, off int64) (int, error) {
	if off+int64(len(p)) > b.at {
		n, _ := b.ReaderAt.ReadAt(p[:max(0, b.at-off)], off)
		return n, errBroken
	}
	return b.ReaderAt.ReadAt(p, off)
}

func TestErrors(t *testing.T) {
	t.Parallel()
	text := bigText(3 * segmentSize)
	size := int64(len(text))
	r := broken{bytes.NewReader(text), 2*segmentSize + 1000}
	ctx := t.Context()

	good, passed, err := Skip(ctx, r, 0, size, Code{})
	if good != r.at || !errors.Is(err, errBroken) {
		t.Errorf("Skip = %d, %v", good, err)
	}
	pos, passed2, err := SkipParallel(ctx, r, size, 0, size, Code{}, 2)
	if pos != good || passed != passed2 || !errors.Is(err, errBroken) {
		t.Errorf("SkipParallel = %d, %d, %v, want %d, %d", pos, passed2, err, good, passed)
	}
	if pos, _, err := SkipParallel(ctx, r, size, 0, passed/2, Code{}, 2); err != nil || pos > good {
		t.Errorf("SkipParallel to a line before the failure = %d, %v", pos, err)
	}
	if _, _, err := Tail(ctx, r, 0, size, 1, Code{}); !errors.Is(err, errBroken) {
		t.Errorf("Tail: %v", err)
	}
	if _, _, err := End(ctx, r, r.at, 10, Code{}); !errors.Is(err, errBroken) {
		t.Errorf("End: %v", err)
	}
	st, err := Scan(ctx, r, 0, size, 1)
	if st.Bytes != r.at || !errors.Is(err, errBroken) {
		t.Errorf("Scan = %d bytes, %v", st.Bytes, err)
	}

	cancelled, cancel := context.WithCancel(ctx)
	cancel()
	for name, f := range map[string]func() error{
		"Skip": func() error { _, _, err := Skip(cancelled, r, 0, 1, Code{}); return err },
		"SkipParallel": func() error {
			_, _, err := SkipParallel(cancelled, r, size, 0, 1, Code{}, 2)
			return err
		},
		"Tail": func() error { _, _, err := Tail(cancelled, r, 0, size, 1, Code{}); return err },
		"End":  func() error { _, _, err := End(cancelled, r, 0, 1, Code{}); return err },
		"Scan": func() error { _, err := Scan(cancelled, r, 0, -1, 1); return err },
	} {
		if err := f(); !errors.Is(err, context.Canceled) {
			t.Errorf("%s with a cancelled context: %v", name, err)
		}
	}
}

func FuzzSkip(f *testing.F) {
	f.Add([]byte("a\nb\n"), uint8(0), uint8(1), uint8(0), uint8(3))
	f.Add([]byte("a\x00\n\x00\n\n\x00\n"), uint8(0), uint8(1), uint8(2), uint8(1))
	f.Fuzz(func(t *testing.T, text []byte, off, n, code, piece uint8) {
		c := codes[int(code)%len(codes)]
		checkSkip(t, stutter{text, int(piece) + 1}, text, int64(off)*int64(c.width()), int64(n), c)
	})
}

func FuzzTail(f *testing.F) {
	f.Add([]byte("a\nb\n"), uint8(0), uint8(1), uint8(0), uint8(3))
	f.Add([]byte("a\x00\n\x00\n\n\x00\n"), uint8(0), uint8(1), uint8(2), uint8(1))
	f.Fuzz(func(t *testing.T, text []byte, start, n, code, piece uint8) {
		c := codes[int(code)%len(codes)]
		checkTail(t, stutter{text, int(piece) + 1}, text, int64(start)*int64(c.width()), int64(n), c)
	})
}
