package kinds_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"

	"fread/internal/reader"
	"fread/internal/reader/kinds"
	"fread/internal/reader/readertest"
)

func engine(tb testing.TB) *reader.Engine {
	tb.Helper()
	g, err := reader.NewRegistry(kinds.All()...)
	if err != nil {
		tb.Fatal(err)
	}
	return &reader.Engine{Registry: g}
}

func write(tb testing.TB, name string, b []byte) string {
	tb.Helper()
	p := filepath.Join(tb.TempDir(), name)
	if err := os.WriteFile(p, b, 0o600); err != nil {
		tb.Fatal(err)
	}
	return p
}

// hostile makes texts that end lines, cut characters and mix lengths in every
// way that once went wrong somewhere.
func hostile(r *rand.Rand) string {
	parts := []string{
		"\n", "\r\n", "\r", "\n\n", "\r\r\n", "a", "hello world", "\t indented", "\f", "\u0085", "\u2028", "é", "e\u0301", "日本語", "😀",
		"👨\u200d👩\u200d👧", "🇩🇪", "\u202eabc", "\ufeff", "\x1b[31m", strings.Repeat("x", 20), strings.Repeat("長い", 10), strings.Repeat("a\u0301", 12), " ", "0123456789",
	}
	var b strings.Builder
	for range r.IntN(24) {
		b.WriteString(parts[r.IntN(len(parts))])
	}
	return b.String()
}

func encode(s, as string) []byte {
	switch as {
	case "utf-8-bom":
		return append([]byte("\xef\xbb\xbf"), s...)
	case "utf-16le", "utf-16be":
		b := []byte{0xff, 0xfe}
		if as == "utf-16be" {
			b = []byte{0xfe, 0xff}
		}
		for _, u := range utf16.Encode([]rune(s)) {
			if as == "utf-16be" {
				b = append(b, byte(u>>8), byte(u))
			} else {
				b = append(b, byte(u), byte(u>>8))
			}
		}
		return b
	case "damaged":
		b := []byte(s)
		for i := 7; i < len(b); i += 31 {
			b[i] = 0xff
		}
		return b
	}
	return []byte(s)
}

func TestPagingCoversEverythingOnce(t *testing.T) {
	t.Parallel()
	e := engine(t)
	r := rand.New(rand.NewPCG(1, 2))
	for i := range 20 {
		text := hostile(r)
		for _, as := range []string{"utf-8", "utf-8-bom", "utf-16le", "utf-16be", "damaged"} {
			path := write(t, "a.txt", encode(text, as))
			base := reader.Request{Path: path, As: reader.FormText}
			whole, _ := readertest.ReadWhole(t, e, base)
			if as == "utf-8" && !strings.Contains(text, "\r") && !strings.HasPrefix(text, "\ufeff") {
				want := strings.Split(text, "\n")
				if last := len(want) - 1; want[last] == "" {
					want = want[:last]
				}
				if strings.Join(want, "\n") != strings.Join(whole.Lines, "\n") {
					t.Fatalf("text %q read as %q", text, whole.Lines)
				}
			}
			for range 4 {
				req := base
				if r.IntN(2) == 0 {
					req.Limit = int64(1 + r.IntN(5))
				}
				if r.IntN(2) == 0 {
					req.MaxBytes = int64(1 + r.IntN(40))
				}
				if r.IntN(3) == 0 {
					req.MaxChars = int64(1 + r.IntN(40))
				}
				if r.IntN(2) == 0 {
					req.MaxLineChars = int64(1 + r.IntN(30))
				}
				if r.IntN(4) == 0 {
					req.Budget = int64(1 + r.IntN(20))
				}
				t.Run(fmt.Sprintf("%d/%s", i, as), func(t *testing.T) {
					t.Parallel()
					readertest.Paging(t, e, req, whole)
				})
			}
		}
	}
}

// A line longer than several pieces is paged inside, in every encoding.
func TestPagingInsideHugeLines(t *testing.T) {
	t.Parallel()
	e := engine(t)
	long := strings.Repeat("0123456789日本語😀", 4_000)
	for _, as := range []string{"utf-8", "utf-16le", "damaged"} {
		for _, text := range []string{long, "short\n" + long + "\nshort\n", long + "\r\n" + long + "\r\nx"} {
			path := write(t, "a.txt", encode(text, as))
			base := reader.Request{Path: path, As: reader.FormText}
			whole, _ := readertest.ReadWhole(t, e, base)
			for _, req := range []reader.Request{
				{MaxLineChars: 7001}, {MaxBytes: 100_000}, {MaxLineChars: 1 << 20, MaxBytes: 70_001}, {Limit: 1, MaxLineChars: 50_000}, {},
			} {
				req.Path, req.As = base.Path, base.As
				readertest.Paging(t, e, req, whole)
			}
		}
	}
}

// Also where a character is several bytes, and where bytes switch between sets.
func TestPagingInLegacyEncodings(t *testing.T) {
	t.Parallel()
	e := engine(t)
	r := rand.New(rand.NewPCG(13, 14))
	parts := []string{"\n", "\r\n", "plain ", "日本語", "漢字、", "x", "\t", "中文", strings.Repeat("長", 9), "~", "\\", "A日B本C"}
	encodings := map[string]encoding.Encoding{
		"iso-2022-jp": japanese.ISO2022JP, "shift_jis": japanese.ShiftJIS, "euc-jp": japanese.EUCJP, "gb18030": simplifiedchinese.GB18030,
		"hz-gb-2312": simplifiedchinese.HZGB2312, "big5": traditionalchinese.Big5, "windows-1251": charmap.Windows1251,
	}
	for _, name := range slices.Sorted(maps.Keys(encodings)) {
		enc := encodings[name]
		for i := range 12 {
			var text strings.Builder
			for range r.IntN(30) {
				text.WriteString(parts[r.IntN(len(parts))])
			}
			b, err := encoding.ReplaceUnsupported(enc.NewEncoder()).String(text.String())
			if err != nil {
				t.Fatal(err)
			}
			if i%3 == 2 && len(b) > 0 { // damaged
				at := r.IntN(len(b))
				b = b[:at] + "\xff\x81" + b[at:]
			}
			base := reader.Request{Path: write(t, "a.txt", []byte(b)), As: reader.FormText, Encoding: name}
			whole, _ := readertest.ReadWhole(t, e, base)
			for _, req := range []reader.Request{{MaxLineChars: 1 + r.Int64N(9)}, {MaxBytes: 1 + r.Int64N(40)}, {Limit: 1 + r.Int64N(3), MaxLineChars: 1 + r.Int64N(30)}, {Budget: 1 + r.Int64N(9)}} {
				req.Path, req.As, req.Encoding = base.Path, base.As, name
				t.Run(fmt.Sprintf("%s/%d", name, i), func(t *testing.T) {
					t.Parallel()
					readertest.Paging(t, e, req, whole)
				})
			}
		}
	}
}

func TestTwoRunsAreEqual(t *testing.T) {
	t.Parallel()
	e := engine(t)
	r := rand.New(rand.NewPCG(3, 4))
	for range 20 {
		path := write(t, "a.log", []byte(hostile(r)))
		req := reader.Request{Path: path, Limit: 3, MaxLineChars: 9, Lines: true}
		var docs [2][]byte
		for i := range docs {
			res, err := e.Read(context.Background(), &req)
			if err != nil {
				t.Fatal(err)
			}
			if docs[i], err = json.Marshal(res); err != nil {
				t.Fatal(err)
			}
		}
		if !bytes.Equal(docs[0], docs[1]) {
			t.Fatalf("two runs differ:\n%s\n%s", docs[0], docs[1])
		}
	}
}

func TestOffsetsAndSpansAgree(t *testing.T) {
	t.Parallel()
	e := engine(t)
	var b strings.Builder
	for i := range 500 {
		fmt.Fprintf(&b, "line %d\n", i+1)
	}
	path := write(t, "a.txt", []byte(b.String()))
	for _, n := range []int64{1, 2, 250, 499, 500} {
		for _, off := range []int64{n, n - 501} {
			r, err := e.Read(context.Background(), &reader.Request{Path: path, Offset: off, Limit: 1})
			if err != nil {
				t.Fatal(err)
			}
			if want := fmt.Sprintf("line %d\n", n); r.Content != want || *r.StartLine != n {
				t.Fatalf("offset %d: %q at %d, want %q", off, r.Content, *r.StartLine, want)
			}
		}
		r, err := e.Read(context.Background(), &reader.Request{Path: fmt.Sprintf("%s:%d", path, n)})
		if err != nil {
			t.Fatal(err)
		}
		if want := fmt.Sprintf("line %d\n", n); r.Content != want {
			t.Fatalf("address %d: %q, want %q", n, r.Content, want)
		}
	}
}

func TestCancelledReadReturns(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	path := write(t, "a.txt", bytes.Repeat([]byte("line\n"), 1_000_000))
	r, err := engine(t).Read(ctx, &reader.Request{Path: path, Offset: 900_000})
	if err != nil {
		t.Fatal(err)
	}
	if r.Readable || r.ReasonCode != "ABORTED" {
		t.Fatalf("got %+v", r)
	}
}

func FuzzPaging(f *testing.F) {
	f.Add([]byte("a\nb\r\nc"), uint8(1), uint8(3), uint8(2))
	f.Add([]byte("\xff\xfea\x00\n\x00"), uint8(2), uint8(1), uint8(1))
	f.Add([]byte("caf\xe9 \xe3\x81\x82\n\r\r\n"), uint8(0), uint8(2), uint8(0))
	f.Add([]byte("\x1b$B%F%9%H\x1b(B abc\n\x1b$B%F\x1b(B"), uint8(0), uint8(0), uint8(3))
	e := engine(f)
	f.Fuzz(func(t *testing.T, b []byte, limit, maxBytes, lineChars uint8) {
		if len(b) > 1<<12 {
			t.Skip()
		}
		path := write(t, "a.txt", b)
		base := reader.Request{Path: path, As: reader.FormText}
		whole, _ := readertest.ReadWhole(t, e, base)
		req := base
		req.Limit, req.MaxBytes, req.MaxLineChars = int64(limit), int64(maxBytes), int64(lineChars)
		readertest.Paging(t, e, req, whole)
	})
}
