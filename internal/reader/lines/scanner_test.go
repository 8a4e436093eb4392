package lines

import (
	"bytes"
	"context"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestScannerTable(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, text string
		want       func(st *Stats) bool
	}{
		{"empty", "", func(st *Stats) bool { return st.Lines() == 0 && st.LongestLineNo == 0 && st.FirstBad == -1 }},
		{"one line", "abc", func(st *Stats) bool { return st.Lines() == 1 && st.LongestLine == 3 && !st.FinalNewline }},
		{"ended", "abc\n", func(st *Stats) bool { return st.Lines() == 1 && st.LF == 1 && st.FinalNewline }},
		{"crlf", "a\r\nb", func(st *Stats) bool {
			return st.Lines() == 2 && st.CRLF == 1 && st.LF == 0 && st.CR == 0 && st.LongestLine == 1
		}},
		{"lone cr", "a\rb\r", func(st *Stats) bool { return st.Lines() == 1 && st.CR == 2 && st.LongestLine == 4 }},
		{"cr before crlf", "a\r\r\n", func(st *Stats) bool { return st.CR == 1 && st.CRLF == 1 && st.LongestLine == 2 }},
		{"first of equals", "a\nbb\ncc\n", func(st *Stats) bool { return st.LongestLine == 2 && st.LongestLineNo == 2 }},
		{"only an end", "\n", func(st *Stats) bool { return st.LongestLine == 0 && st.LongestLineNo == 1 }},
		{"bom", "\uFEFFa\uFEFF", func(st *Stats) bool { return st.Invisible == 1 && st.Characters == 3 }},
		{"bad", "aé\xE2\x82b\xFF", func(st *Stats) bool {
			return st.Undecodable == 3 && st.FirstBad == 3 && st.FirstNonASCII == 1 && st.Characters == 6
		}},
		{"control", "\x00\x01\x1b\x7f\t\b\f", func(st *Stats) bool { return st.NUL == 1 && st.Control == 3 }},
		{"indent", "a\n\tb\n  c\n \td\n \n\t\r\n", func(st *Stats) bool {
			return st.IndentTabs == 1 && st.IndentSpaces == 1 && st.IndentMixed == 1
		}},
		{"width 4", "a\n    b\n        c\nd\n", func(st *Stats) bool { return st.IndentWidth == 4 }},
		{"width 2", "a\n  b\n    c\n  b\n    c\na\n", func(st *Stats) bool { return st.IndentWidth == 2 }},
		{"width 1", "a\n b\n  c\n   d\n", func(st *Stats) bool { return st.IndentWidth == 1 }},
		{"comments", "a\n    /*\n     * b\n     */\n    c\n        d\n    e\nf\n", func(st *Stats) bool { return st.IndentWidth == 4 }},
		{"no width", "a\nb\n", func(st *Stats) bool { return st.IndentWidth == 0 }},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := NewScanner()
			_, _ = s.Write([]byte(tt.text))
			if st := s.Stats(); !tt.want(&st) {
				t.Errorf("%q: %+v", tt.text, st)
			}
			checkScanner(t, []byte(tt.text), 1)
		})
	}
}

// checkScanner compares a Scanner that takes text in pieces of at most most
// bytes with the naive count, at every cut if the text is short.
func checkScanner(t *testing.T, text []byte, most int) {
	t.Helper()
	rnd := rand.New(rand.NewPCG(uint64(len(text)), uint64(most)))
	s := NewScanner()
	for rest, done := text, 0; ; {
		if len(rest) == 0 || len(text) < 300 {
			if got, want := s.Stats(), naiveStats(string(text[:done])); got != want {
				t.Fatalf("pieces up to %d, %d bytes of %.300q:\n got %+v\nwant %+v", most, done, text, got, want)
			}
		}
		if len(rest) == 0 {
			return
		}
		n := 1 + rnd.IntN(min(most, len(rest)))
		_, _ = s.Write(rest[:n])
		rest = rest[n:]
		done += n
	}
}

// words are what random texts are made of.
var words = []string{
	"\n", "\n", "\r\n", "\r", "\t", " ", "    ", "word", "another", "é", "ß", "Привет", "мир", "你好", "。", "世界", "日本語",
	"ひらがな", "한국어", "مرحبا", "नमस्ते", "😀", "👨‍👩‍👧", "\uFEFF", "\u200B", "\u202E", "\u00AD", "\u034F", "\u061C", "\u115F", "\u17B4",
	"\u180E", "\u2060", "\u2065", "\u206F", "\u3164", "\uFFA0", "\uFFF9", "\uFFFD", "\U0001D173", "\U000E0041", "\U000E0100", "\U000E01F0",
	"\U0010FFFF", "\U000F0000", "\uD7FF", "\uE000", "“", "—", "\x00", "\x01", "\x1b", "\x7f", "\xff", "\xc0\x80", "\xe2\x80", "\xed\xa0\x80", "\xf0\x9f",
	"\xf4\x90\x80\x80", "\xe0\x80\x80", "\x80", "\xbf\xbf", strings.Repeat("x", 63), strings.Repeat("y", 200), strings.Repeat(" ", 70),
	strings.Repeat("я", 70), strings.Repeat("字", 50),
}

// randomText draws from a few of the words, so that some texts are clean.
func randomText(rnd *rand.Rand, size int) []byte {
	few := make([]string, 1+rnd.IntN(8))
	for i := range few {
		few[i] = words[rnd.IntN(len(words))]
	}
	var b bytes.Buffer
	for b.Len() < size {
		b.WriteString(few[rnd.IntN(len(few))])
	}
	return b.Bytes()
}

func TestScannerRandom(t *testing.T) {
	t.Parallel()
	rounds := 1000
	if testing.Short() {
		rounds = 100
	}
	rnd := rand.New(rand.NewPCG(5, 6))
	for range rounds {
		text := randomText(rnd, rnd.IntN(600))
		for _, most := range []int{1, 3, 70, 1000} {
			checkScanner(t, text, most)
		}
	}
}

// TestScannerEveryRune has each code point, and each start of three bytes, in
// the middle of a long line.
func TestScannerEveryRune(t *testing.T) {
	t.Parallel()
	var text []byte
	check := func() {
		checkScanner(t, text, 1<<20)
		text = text[:0]
	}
	for r := range rune(utf8.MaxRune + 1) {
		text = append(utf8.AppendRune(text, r), "line"[:r%5]...)
		if len(text) > 1<<16 {
			check()
		}
	}
	for b := range 1 << 16 {
		text = append(text, byte(b>>8), byte(b), 0xBF, 'x')
		if len(text) > 1<<16 {
			check()
		}
	}
	check()
}

func TestScan(t *testing.T) {
	t.Parallel()
	rnd := rand.New(rand.NewPCG(7, 8))
	for range 12 {
		text := randomText(rnd, 1+rnd.IntN(3*blockSize))
		want := naiveStats(string(text))
		for _, size := range []int64{-1, int64(len(text)), int64(len(text)) + 5} {
			got, err := Scan(t.Context(), stutter{text, 100_000}, 0, size, 2)
			if got != want || err != nil {
				t.Fatalf("Scan(size %d) = %+v, %v\nwant %+v", size, got, err, want)
			}
		}
		// a part of the text
		from, to := len(text)/3, len(text)/2
		got, err := Scan(t.Context(), bytes.NewReader(text), int64(from), int64(to-from), 2)
		want = naiveStats(string(text[from:to]))
		if want.FirstBad >= 0 {
			want.FirstBad += int64(from)
		}
		if want.FirstNonASCII >= 0 {
			want.FirstNonASCII += int64(from)
		}
		if bytes.HasPrefix(text[from:to], []byte("\uFEFF")) {
			want.Invisible++
		}
		if got != want || err != nil {
			t.Fatalf("Scan of a part = %+v, %v\nwant %+v", got, err, want)
		}
	}
}

// TestScanParallel scans segments much shorter than usual, with lines shorter
// and longer than they are.
func TestScanParallel(t *testing.T) {
	t.Parallel()
	rnd := rand.New(rand.NewPCG(9, 10))
	for range 100 {
		text := randomText(rnd, 1+rnd.IntN(3000))
		for _, segment := range []int64{1, 2, 7, 50, 400, 5000} {
			want := naiveStats(string(text))
			got, err := scanParallel(t.Context(), bytes.NewReader(text), 0, int64(len(text)), segment, 3, false)
			if got != want || err != nil {
				t.Fatalf("segments of %d bytes: %+v, %v\nwant %+v\n%q", segment, got, err, want, text)
			}
		}
	}
}

// A loop is a text of size bytes that repeats a short one.
type loop struct {
	text []byte
	size int64
}

func (l loop) ReadAt(p []byte, off int64) (n int, err error) {
	p = p[:max(0, min(int64(len(p)), l.size-off))]
	for n < len(p) {
		n += copy(p[n:], l.text[(off+int64(n))%int64(len(l.text)):])
	}
	if off+int64(n) >= l.size {
		err = io.EOF
	}
	return n, err
}

// TestScanLarge scans more than is worth sharing.
func TestScanLarge(t *testing.T) {
	if testing.Short() {
		t.Skip("reads 70 MB four times")
	}
	t.Parallel()
	var text []byte
	for rnd := rand.New(rand.NewPCG(15, 16)); len(text) < 100_000; {
		text = append(text, randomText(rnd, 300)...)
	}
	text = append(text, strings.Repeat("long", 50_000)...)
	r := loop{append(text, '\n'), parallelFrom + 12345}
	for name, f := range map[string]func(context.Context, io.ReaderAt, int64, int64, int) (Stats, error){"Scan": Scan, "Count": Count} {
		want, err := f(t.Context(), r, 7, r.size-7, 1)
		if err != nil || want.Bytes != r.size-7 {
			t.Fatal(err, want.Bytes)
		}
		for _, size := range []int64{r.size - 7, r.size + 100<<20} { // a file that has become shorter
			got, err := f(t.Context(), r, 7, size, 3)
			if got != want || err != nil {
				t.Errorf("%s of %d bytes: %+v, %v\nwant %+v", name, size, got, err, want)
			}
		}
	}
}

// brief returns what Count leaves of st.
func brief(st Stats) Stats {
	return Stats{
		Bytes: st.Bytes, LF: st.LF, CRLF: st.CRLF, CR: st.CR, FinalNewline: st.FinalNewline, Characters: st.Characters,
		Undecodable: st.Undecodable, FirstBad: st.FirstBad, FirstNonASCII: st.FirstNonASCII,
	}
}

func TestCount(t *testing.T) {
	t.Parallel()
	rnd := rand.New(rand.NewPCG(13, 14))
	for range 2000 {
		text := randomText(rnd, 1+rnd.IntN(1000))
		want := brief(naiveStats(string(text)))
		got, err := Count(t.Context(), bytes.NewReader(text), 0, -1, 1)
		if got != want || err != nil {
			t.Fatalf("Count = %+v, %v\nwant %+v\n%q", got, err, want, text)
		}
		got, err = scanParallel(t.Context(), bytes.NewReader(text), 0, int64(len(text)), 1+rnd.Int64N(200), 2, true)
		if got != want || err != nil {
			t.Fatalf("in segments: %+v, %v\nwant %+v\n%q", got, err, want, text)
		}
		s := newScanner(0, true)
		for rest := text; len(rest) > 0; {
			n := 1 + rnd.IntN(min(len(rest), 100))
			_, _ = s.Write(rest[:n])
			rest = rest[n:]
		}
		if got := s.Stats(); got != want {
			t.Fatalf("in pieces: %+v\nwant %+v\n%q", got, want, text)
		}
	}
}

func FuzzScanner(f *testing.F) {
	for _, w := range words {
		f.Add([]byte(w), uint16(1))
		f.Add([]byte(strings.Repeat("a"+w, 40)), uint16(9))
	}
	f.Fuzz(func(t *testing.T, text []byte, most uint16) {
		checkScanner(t, text, int(most)+1)
		if len(text) > 0 {
			want := naiveStats(string(text))
			got, err := scanParallel(t.Context(), bytes.NewReader(text), 0, int64(len(text)), int64(most%64)+1, 2, false)
			if got != want || err != nil {
				t.Fatalf("in segments: %+v, %v, want %+v", got, err, want)
			}
		}
	})
}
