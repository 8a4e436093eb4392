package text_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"unicode/utf16"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"

	"fread/internal/limits"
	"fread/internal/reader"
	"fread/internal/reader/detect"
	"fread/internal/reader/fault"
	"fread/internal/reader/kinds"
	"fread/internal/reader/kinds/text"
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

func write(tb testing.TB, content []byte) string {
	tb.Helper()
	path := filepath.Join(tb.TempDir(), "a.txt")
	if err := os.WriteFile(path, content, 0o600); err != nil {
		tb.Fatal(err)
	}
	return path
}

func read(t *testing.T, req reader.Request) *reader.Result {
	t.Helper()
	r, err := engine(t).Read(t.Context(), &req)
	if err != nil {
		t.Fatalf("%+v: %v", req, err)
	}
	readertest.Check(t, &req, r)
	return r
}

func stream(t *testing.T, content []byte, req reader.Request) *reader.Result {
	t.Helper()
	e := engine(t)
	e.Stdin = bytes.NewReader(content)
	req.Path = "-"
	r, err := e.Read(t.Context(), &req)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func noted(r *reader.Result, code reader.NoteCode) bool {
	for _, n := range r.Notes {
		if n.Code == code {
			return true
		}
	}
	return false
}

// The small files of the peer's cases, with what is to be said of them.
func TestSmallFiles(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, content string
		lines         []string
		eol           reader.EOL
		final         bool
		notes         []reader.NoteCode
	}{
		{"case 01", "alpha\nbeta\ngamma\n", []string{"alpha", "beta", "gamma"}, reader.EOL{LF: 3}, true, nil},
		{"case 02", "", nil, reader.EOL{}, false, []reader.NoteCode{reader.NoteEmpty}},
		{"case 03", "alpha\nbeta", []string{"alpha", "beta"}, reader.EOL{LF: 1}, false, nil},
		{"case 04", "\n", []string{""}, reader.EOL{LF: 1}, true, nil},
		{"case 05", "a\r\nb\r\nc\r\n", []string{"a", "b", "c"}, reader.EOL{CRLF: 3}, true, nil},
		{"case 06", "lf\ncrlf\r\ncr\rlast", []string{"lf", "crlf", "cr\rlast"}, reader.EOL{LF: 1, CRLF: 1, CR: 1}, false, []reader.NoteCode{reader.NoteMixedEOL}},
		{"case 07", "progress 1%\rprogress 2%\rdone\nnext line\n", []string{"progress 1%\rprogress 2%\rdone", "next line"}, reader.EOL{LF: 2, CR: 2}, true, []reader.NoteCode{reader.NoteMixedEOL}},
		{"case 08", "a\u2028b\u2029c\u0085d\x0be\x0cf\nline2\n", []string{"a\u2028b\u2029c\u0085d\x0be\x0cf", "line2"}, reader.EOL{LF: 2}, true, nil},
		{"case 31", "\x1b[31mred\x1b[0m\x07 bell\ttab\nbackspace\x08x\n", []string{"\x1b[31mred\x1b[0m\x07 bell\ttab", "backspace\x08x"}, reader.EOL{LF: 2}, true, nil},
		{"only CR LF", "\r\n", []string{""}, reader.EOL{CRLF: 1}, true, nil},
		{"only CR", "\r", []string{"\r"}, reader.EOL{CR: 1}, false, []reader.NoteCode{reader.NoteMixedEOL}},
		{"CR CR LF", "a\r\r\n", []string{"a\r"}, reader.EOL{CRLF: 1, CR: 1}, true, []reader.NoteCode{reader.NoteMixedEOL}},
		{"CR at the end", "a\nb\r", []string{"a", "b\r"}, reader.EOL{LF: 1, CR: 1}, false, []reader.NoteCode{reader.NoteMixedEOL}},
		{"blank lines at the end", "a\n\n\n", []string{"a", "", ""}, reader.EOL{LF: 3}, true, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			path := write(t, []byte(c.content))
			r := read(t, reader.Request{Path: path, Lines: true})
			var got []string
			for _, l := range r.Lines {
				got = append(got, l.Text)
			}
			if strings.Join(got, "\n") != strings.Join(c.lines, "\n") || len(got) != len(c.lines) || *r.TotalLines != int64(len(c.lines)) {
				t.Errorf("%q of %d, want %q", got, *r.TotalLines, c.lines)
			}
			if p := r.Profile; p.EOL != c.eol || p.FinalNewline != c.final || !p.Exact {
				t.Errorf("%+v", p)
			}
			if strings.HasSuffix(r.Content, "\n") != c.final && c.content != "" {
				t.Errorf("content ends in %q", r.Content)
			}
			if len(r.Notes) != len(c.notes) {
				t.Errorf("notes %+v", r.Notes)
			}
			for _, n := range c.notes {
				if !noted(r, n) {
					t.Errorf("no note %s", n)
				}
			}
			if !r.Complete || r.IsTruncated {
				t.Errorf("complete %v, truncated %v", r.Complete, r.IsTruncated)
			}
			// The last line by its number, and from the end, is the same.
			if n := int64(len(c.lines)); n > 0 {
				for _, off := range []int64{n, -1} {
					if l := read(t, reader.Request{Path: path, Offset: off, Lines: true}).Lines; len(l) != 1 || l[0].Number != n || l[0].Text != c.lines[n-1] {
						t.Errorf("offset %d: %+v", off, l)
					}
				}
			}
		})
	}
}

func utf16Bytes(s string, big bool) []byte {
	var b []byte
	for _, u := range utf16.Encode([]rune(s)) {
		if big {
			b = append(b, byte(u>>8), byte(u))
		} else {
			b = append(b, byte(u), byte(u>>8))
		}
	}
	return b
}

func utf32Bytes(s string, big bool) []byte {
	var b []byte
	for _, r := range s {
		u := []byte{byte(r), byte(r >> 8), byte(r >> 16), 0}
		if big {
			u = []byte{0, byte(r >> 16), byte(r >> 8), byte(r)}
		}
		b = append(b, u...)
	}
	return b
}

func TestEncodings(t *testing.T) {
	t.Parallel()
	const hello = "hello\nwörld 日本 😀\n"
	for _, c := range []struct {
		name     string
		content  []byte
		encoding string
		bom      bool
		want     string
	}{
		{"UTF-8", []byte(hello), "utf-8", false, hello},
		{"UTF-8 with mark", []byte("\xef\xbb\xbf" + hello), "utf-8", true, hello}, // case 09
		{"two marks", []byte("\xef\xbb\xbf\xef\xbb\xbf" + hello), "utf-8", true, "\ufeff" + hello},
		{"only a mark", []byte("\xef\xbb\xbf"), "utf-8", true, ""},
		{"UTF-16LE with mark", utf16Bytes("\ufeff"+hello, false), "utf-16le", true, hello}, // case 10
		{"UTF-16BE with mark", utf16Bytes("\ufeff"+hello, true), "utf-16be", true, hello},  // case 11
		{"only a mark of UTF-16LE", []byte("\xff\xfe"), "utf-16le", true, ""},
		{"UTF-32LE with mark", utf32Bytes("\ufeff"+hello, false), "utf-32le", true, hello},
		{"UTF-32BE with mark", utf32Bytes("\ufeff"+hello, true), "utf-32be", true, hello},
		{"UTF-16LE without mark", utf16Bytes("hello\nworld\n", false), "utf-16le", false, "hello\nworld\n"},                           // case 12
		{"0A as a half of a unit", utf16Bytes("\ufeff上一伊刀\u0a0a\u0a00\n\u000a\n", false), "utf-16le", true, "上一伊刀\u0a0a\u0a00\n\n\n"}, // complaint 47
		{"Latin 1", []byte("caf\xe9 cr\xe8me\n"), "windows-1252", false, "café crème\n"},                                              // case 13
		{"Shift JIS", []byte("\x93\xfa\x96\x7b\x8c\xea\x83\x65\x83\x58\x83\x67\n"), "shift_jis", false, "日本語テスト\n"},                   // case 14
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			path := write(t, c.content)
			r := read(t, reader.Request{Path: path})
			if !r.Readable || r.Content != c.want || r.Profile.Encoding != c.encoding || r.Profile.BOM != c.bom || r.Profile.Undecodable != 0 {
				t.Fatalf("%q, %+v, %s", r.Content, r.Profile, r.Reason)
			}
			if noted(r, reader.NoteBOM) != c.bom || noted(r, reader.NoteEncoding) != (c.encoding != "utf-8") {
				t.Errorf("notes %+v", r.Notes)
			}
			if r.Profile.Evidence == "" || r.Profile.Confidence <= 0 || r.Profile.Confidence > 1 {
				t.Errorf("%+v", r.Profile)
			}
			if asked := read(t, reader.Request{Path: path, Encoding: c.encoding}); asked.Content != c.want || asked.Profile.Evidence != "as asked" {
				t.Errorf("asked for: %q, %+v", asked.Content, asked.Profile)
			}
			if s := stream(t, c.content, reader.Request{}); s.Content != c.want {
				t.Errorf("as a stream: %q", s.Content)
			}
		})
	}
}

const filler = "an ASCII line of no interest\n" // 29 bytes

var (
	ascii   = strings.Repeat(filler, 70<<10/len(filler)+1)
	russian = strings.Repeat("Съешь ещё этих мягких французских булок, да выпей же чаю. Широкая электрификация южных губерний даст мощный толчок.\n", 20)
)

// complaint 13: what is decided on an ASCII beginning is decided again at the
// first byte that is none.
func TestEncodingIsDecidedAgain(t *testing.T) {
	t.Parallel()
	cyrillic, err := charmap.Windows1251.NewEncoder().String(russian)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, content, want, encoding string
		bad                           int64
	}{
		{"windows-1251", ascii + cyrillic, ascii + russian, "windows-1251", 0},
		{"UTF-8", ascii + russian, ascii + russian, "utf-8", 0},
		{"a stray byte", ascii + "one \xff byte\n", ascii + "one \uFFFD byte\n", "utf-8", 1},
		{"a stray byte, and UTF-8", ascii + "one \xff byte\n" + russian, ascii + "one \uFFFD byte\n" + russian, "utf-8", 1},
		{"UTF-8, and a stray byte", ascii + russian + "one \xff byte\n", ascii + russian + "one \uFFFD byte\n", "utf-8", 1},
		{"a character cut at the end", ascii + "caf\xc3", ascii + "caf\uFFFD", "utf-8", 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			path := write(t, []byte(c.content))
			for how, r := range map[string]*reader.Result{
				"file":              read(t, reader.Request{Path: path, All: true}),
				"stream":            stream(t, []byte(c.content), reader.Request{All: true}),
				"stream, counted":   stream(t, []byte(c.content), reader.Request{All: true, Totals: true}),
				"from the end":      read(t, reader.Request{Path: path, All: true, Offset: -100_000}),
				"stream, from last": stream(t, []byte(c.content), reader.Request{All: true, Offset: -100_000}),
			} {
				if r.Content != c.want || r.Profile.Encoding != c.encoding || r.Profile.Undecodable != c.bad {
					t.Errorf("%s: %s, %d undecodable, …%q", how, r.Profile.Encoding, r.Profile.Undecodable, r.Content[max(0, len(r.Content)-60):])
				}
				if c.bad > 0 && (r.Profile.FirstBad == nil || *r.Profile.FirstBad != int64(firstBad(c.content)) || !noted(r, reader.NoteUndecodable) || r.Complete) {
					t.Errorf("%s: %+v", how, r.Profile)
				}
			}
			if last := read(t, reader.Request{Path: path, Offset: -1}).Content; !strings.HasSuffix(c.want, last) || last == "" {
				t.Errorf("the last line is %q", last)
			}
			whole, _ := readertest.ReadWhole(t, engine(t), reader.Request{Path: path})
			readertest.Paging(t, engine(t), reader.Request{Path: path, Limit: 1999, MaxLineChars: 50}, whole)
		})
	}
}

func firstBad(s string) int {
	for i, r := range s {
		if r == utf8.RuneError && !strings.HasPrefix(s[i:], "\uFFFD") {
			return i
		}
	}
	return -1
}

func TestBinaryData(t *testing.T) {
	t.Parallel()
	lines := strings.Repeat("a line of text\n", 1000)
	r := read(t, reader.Request{Path: write(t, []byte("abc\x00def\nline2\n"))}) // case 15
	if r.Readable || r.ReasonCode != fault.Binary || !strings.Contains(r.Reason, "--as hex") {
		t.Errorf("a NUL at once: %+v", r)
	}
	for name, content := range map[string]string{ // case 16
		"a NUL behind 8 KiB":        lines + "x\x00y\ntail\n",
		"a NUL beyond what is seen": strings.Repeat(lines, 5) + "x\x00y\ntail\n",
	} {
		r := read(t, reader.Request{Path: write(t, []byte(content)), All: true})
		if r.Readable && (r.Content != content || !noted(r, reader.NoteBinary) || r.Profile.Control != 1) {
			t.Errorf("%s: passed on without a word: %+v", name, r.Notes)
		}
		if !r.Readable && r.ReasonCode != fault.Binary {
			t.Errorf("%s: %s", name, r.Reason)
		}
	}
	r = read(t, reader.Request{Path: write(t, []byte(strings.Repeat(lines, 5)+strings.Repeat("\x00\x01\x02\x03", 50_000)))})
	if r.Readable || r.ReasonCode != fault.Binary {
		t.Errorf("binary data behind text: %+v", r.Notes)
	}
	// case 17: a bad byte far away refuses nothing
	r = read(t, reader.Request{Path: write(t, []byte(lines+"bad \xff byte\ntail\n")), Limit: 3})
	if r.Content != "a line of text\na line of text\na line of text\n" || r.Profile.Undecodable != 1 || *r.Profile.FirstBad != 15004 || r.Complete {
		t.Errorf("%q, %+v", r.Content, r.Profile)
	}
	// what is no text can be read as text if one insists
	r = read(t, reader.Request{Path: write(t, []byte("abc\x00def\nline2\n")), As: reader.FormText})
	if r.Content != "abc\x00def\nline2\n" {
		t.Errorf("%q, %s", r.Content, r.Reason)
	}
	for name, kind := range map[string]detect.Kind{"fake.png": detect.Text, "data.dat": detect.Text, "a.ods": detect.Text} { // case 56, complaint 9
		path := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(path, []byte("this is text, not what its name says\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		if r := read(t, reader.Request{Path: path}); r.Kind != kind || !r.Readable {
			t.Errorf("%s: %s, %s", name, r.Kind, r.Reason)
		}
	}
}

// boundaries are where blocks end: of detection, of a line's pieces, of reads.
var boundaries = []int{1024, 64 << 10, 4096, 128 << 10, 8192, 256 << 10}

func TestCharactersAcrossBoundaries(t *testing.T) {
	t.Parallel()
	for i, b := range boundaries {
		for _, fill := range []string{"x", filler}[:2-i%2] { // the large ones as one line
			for _, char := range []string{"é", "日", "😀", "\xe6\x97", "\xf0\x9f\x98"} { // the last two are damaged
				encoding := ""
				if !utf8.ValidString(char) {
					encoding = "utf-8"
				}
				for before := range len(char) {
					start := (strings.Repeat(fill, b/len(fill)) + strings.Repeat("y", b%len(fill)))[:b-before]
					content := "é" + start[2:] + char + "z\nend\n"
					want := strings.ToValidUTF8(content[:b-before], "?") + string([]rune(char)) + "z\nend\n"
					path := write(t, []byte(content))
					for how, r := range map[string]*reader.Result{
						"file":   read(t, reader.Request{Path: path, All: true, Encoding: encoding}),
						"stream": stream(t, []byte(content), reader.Request{All: true, Encoding: encoding}),
					} {
						if r.Content != want {
							t.Fatalf("%+q at %d-%d as %s: …%q, want …%q", char, b, before, how, r.Content[max(0, len(r.Content)-30):], want[max(0, len(want)-30):])
						}
					}
				}
			}
		}
	}
}

func TestCRAtBoundaries(t *testing.T) {
	t.Parallel()
	for name, encode := range map[string]func(string) []byte{
		"UTF-8": func(s string) []byte { return []byte(s) }, "UTF-16LE": func(s string) []byte { return utf16Bytes("\ufeff"+s, false) }, "UTF-16BE": func(s string) []byte { return utf16Bytes("\ufeff"+s, true) },
	} {
		width := max(len(encode("xx"))-len(encode("x")), 1)
		for _, b := range []int{64 << 10, 128 << 10} {
			for shift := -2; shift <= 2; shift++ {
				for _, end := range []string{"\r\n", "\r", "\r\r\n", "\n\r\n", "\r\n\r\n"} {
					content := strings.Repeat("x", b/width+shift) + end + "y" + end
					path := write(t, encode(content))
					r := read(t, reader.Request{Path: path, All: true})
					if want := strings.ReplaceAll(content, "\r\n", "\n"); r.Content != want {
						t.Fatalf("%s, %q at %d%+d: …%q, want …%q", name, end, b, shift, r.Content[max(0, len(r.Content)-12):], want[len(want)-12:])
					}
					feeds := int64(strings.Count(content, "\n"))
					if p := r.Profile.EOL; p.LF+p.CRLF != feeds || p.CRLF != int64(strings.Count(content, "\r\n")) || p.CR != int64(strings.Count(content, "\r"))-p.CRLF {
						t.Fatalf("%s, %q at %d%+d: %+v", name, end, b, shift, p)
					}
				}
			}
		}
	}
}

// numbers is a text of numbered lines, a little above the size to which totals
// are counted unasked.
var numbers = sync.OnceValue(func() []byte {
	var b []byte
	for n := 1; len(b) < limits.TotalsUnasked+64; n++ {
		b = fmt.Appendf(b, "%015d\n", n)
	}
	return b
})

// large writes so many bytes of it, and says how many lines they are.
func large(tb testing.TB, size int) (path string, lines int64) {
	tb.Helper()
	return write(tb, numbers()[:size]), int64(size+15) / 16
}

func TestAboveTheTotalsLimit(t *testing.T) {
	t.Parallel()
	path, lines := large(t, limits.TotalsUnasked+1) // the last line is the one byte "0"
	number := func(n int64) string { return fmt.Sprintf("%015d\n", n) }

	r := read(t, reader.Request{Path: path})
	if r.TotalLines != nil || r.TotalExact || r.TotalCharacters != nil || r.Profile.Exact || *r.EndLine != 2000 || r.Next.Offset != 2001 || strings.Contains(r.Version, ".") {
		t.Errorf("%+v", r)
	}
	r = read(t, reader.Request{Path: path, Limit: 1, Totals: true})
	if *r.TotalLines != lines || !r.TotalExact || *r.TotalCharacters != limits.TotalsUnasked+1 || r.Profile.Exact || r.Profile.FinalNewline || r.Profile.EOL.LF != lines-1 {
		t.Errorf("with totals: %+v", r)
	}
	r = read(t, reader.Request{Path: path, Offset: 1_000_000, Limit: 2})
	if r.Content != number(1_000_000)+number(1_000_001) || *r.StartLine != 1_000_000 {
		t.Errorf("in the middle: %q", r.Content)
	}
	again := read(t, reader.Request{Path: path, Cursor: r.Next.Cursor, Limit: 1})
	if again.Content != number(1_000_002) || *again.StartLine != 1_000_002 {
		t.Errorf("by cursor: %q", again.Content)
	}
	r = read(t, reader.Request{Path: path, Offset: lines})
	if r.Content != "0" || *r.TotalLines != lines || r.IsTruncated {
		t.Errorf("the last line: %q of %v", r.Content, r.TotalLines)
	}
	for _, off := range []int64{lines + 1, lines + 1000} {
		r = read(t, reader.Request{Path: path, Offset: off})
		if r.Content != "" || *r.TotalLines != lines || !noted(r, reader.NoteOffsetPastEnd) {
			t.Errorf("offset %d: %q of %v", off, r.Content, r.TotalLines)
		}
	}

	r = read(t, reader.Request{Path: path, Offset: -3})
	if r.Content != number(lines-2)+number(lines-1)+"0" || r.StartLine != nil || r.EndLine != nil || r.FromEnd != -3 || r.TotalLines != nil || r.IsTruncated || r.Complete {
		t.Errorf("from the end: %q, %+v", r.Content, r.TextPart)
	}
	r = read(t, reader.Request{Path: path, Offset: -3, Totals: true})
	if *r.StartLine != lines-2 || r.FromEnd != 0 {
		t.Errorf("from the end, with totals: %+v", r.TextPart)
	}
	r = read(t, reader.Request{Path: path, Offset: -3, Limit: 1, Lines: true})
	if r.Content != number(lines-2) || r.Lines[0].Number != -3 || r.Next.Offset != -2 || r.Next.Cursor == "" {
		t.Errorf("one from the end: %q, next %+v", r.Content, r.Next)
	}
	for name, req := range map[string]reader.Request{"offset": {Offset: r.Next.Offset}, "cursor": {Cursor: r.Next.Cursor}} {
		req.Path = path
		if r := read(t, req); r.Content != number(lines-1)+"0" || r.FromEnd != -2 {
			t.Errorf("on by %s: %q, %+v", name, r.Content, r.TextPart)
		}
	}
	if r = read(t, reader.Request{Path: path, Offset: -lines - 5, Limit: 1}); r.Content != number(1) || *r.StartLine != 1 {
		t.Errorf("before the start: %q", r.Content)
	}
	// The tail by cursors: every line once, in order.
	var got strings.Builder
	req := reader.Request{Path: path, Offset: -7000, MaxBytes: 9000, MaxLineChars: 13}
	for pages := range 200 {
		r := read(t, req)
		if pages == 0 && r.FromEnd != -7000 {
			t.Fatalf("%+v", r.TextPart)
		}
		if r.Next == nil {
			break
		}
		if r.TruncatedBy != limits.ByLineLength { // not the ends of cut lines
			got.WriteString(r.Content)
		}
		req.Offset, req.Cursor = 0, r.Next.Cursor
	}
	if !strings.Contains(got.String(), fmt.Sprintf("%013d\n", (lines-7000+1)/100)) {
		t.Errorf("the tail came as %.100q", got.String())
	}
}

// What is appended to a file while its tail is paged through is shown too,
// although its lines are numbered from an end that moves.
func TestTailOfAGrowingFile(t *testing.T) {
	t.Parallel()
	for _, end := range []string{"", "\n"} {
		path, _ := large(t, limits.TotalsUnasked+16)
		if end == "" {
			if err := os.Truncate(path, limits.TotalsUnasked+15); err != nil {
				t.Fatal(err)
			}
		}
		r := read(t, reader.Request{Path: path, Offset: -3, Limit: 1})
		f, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.WriteString("more\nand more\n"); err != nil {
			t.Fatal(err)
		}
		if err := f.Close(); err != nil {
			t.Fatal(err)
		}
		r = read(t, reader.Request{Path: path, Cursor: r.Next.Cursor, Lines: true})
		want, first := "more\nand more\n", int64(-4)
		if end == "" {
			first = -3 // the last line has been continued
		}
		if !strings.HasSuffix(r.Content, want) || r.FromEnd != first || !noted(r, reader.NoteGrown) || r.Lines[len(r.Lines)-1].Number != -1 {
			t.Errorf("%q from %d", r.Content, r.FromEnd)
		}
	}
}

func TestExactlyTheTotalsLimit(t *testing.T) {
	t.Parallel()
	path, lines := large(t, limits.TotalsUnasked)
	r := read(t, reader.Request{Path: path, Offset: -1})
	if *r.TotalLines != lines || !r.TotalExact || *r.StartLine != lines || !strings.Contains(r.Version, ".") {
		t.Errorf("%+v", r)
	}
}

// A hole of zeros between two texts is one long line; it is cut, and what lies
// behind it can be reached from the end.
func TestSparseFile(t *testing.T) {
	t.Parallel()
	path := write(t, []byte(strings.Repeat(filler, 3000)))
	if err := os.Truncate(path, 40<<20); err != nil {
		t.Fatal(err)
	}
	f, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteString("\nlast\n"); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	if r := read(t, reader.Request{Path: path, Offset: -1}); r.Content != "last\n" || r.FromEnd != -1 {
		t.Errorf("%q, %+v", r.Content, r.TextPart)
	}
	r := read(t, reader.Request{Path: path, Offset: 3000})
	if !strings.HasPrefix(r.Content, filler) || r.TruncatedBy != limits.ByLineLength || r.Next == nil || !noted(r, reader.NoteLineClamped) {
		t.Errorf("by %q, %+v", r.TruncatedBy, r.Notes)
	}
	if r := read(t, reader.Request{Path: path, Offset: 3002}); r.Content != "last\n" {
		t.Errorf("%q", r.Content)
	}
}

func TestUTF16AboveTheTotalsLimit(t *testing.T) {
	t.Parallel()
	content := utf16Bytes("\ufeff"+strings.Repeat("a line of UTF-16 \u0a0a\n", 500_000), false)
	path := write(t, content)
	r := read(t, reader.Request{Path: path, Offset: -2})
	if r.Content != "a line of UTF-16 \u0a0a\na line of UTF-16 \u0a0a\n" || r.FromEnd != -2 || r.Profile.Exact {
		t.Errorf("%q, %+v", r.Content, r.TextPart)
	}
	r = read(t, reader.Request{Path: path, Offset: 499_999, Limit: 1})
	if *r.StartLine != 499_999 || r.Content != "a line of UTF-16 \u0a0a\n" {
		t.Errorf("%q", r.Content)
	}
	if r = read(t, reader.Request{Path: path, Cursor: r.Next.Cursor}); *r.StartLine != 500_000 || r.IsTruncated {
		t.Errorf("%+v", r.TextPart)
	}
}

func TestProfile(t *testing.T) { // complaint 10
	t.Parallel()
	for _, c := range []struct {
		content string
		indent  reader.Indent
		longest int64
		unseen  int64
	}{
		{"a\nb\n", reader.Indent{Style: "none"}, 1, 0},
		{"if:\n\tx\n\t\tyyy\n", reader.Indent{Style: "tabs"}, 5, 0},
		{"if:\n  x\n    y\n  z\n", reader.Indent{Style: "spaces", Width: 2}, 5, 0},
		{"a:\n    x\n        y\n    z\n", reader.Indent{Style: "spaces", Width: 4}, 9, 0},
		{"日本語テスト\nab\n", reader.Indent{Style: "none"}, 6, 0},
		{"a\u202eb\u200b\ufeff\n", reader.Indent{Style: "none"}, 5, 3}, // complaint 40
	} {
		p := read(t, reader.Request{Path: write(t, []byte(c.content))}).Profile
		if p.Indent != c.indent || p.LongestLine != c.longest || p.Invisible != c.unseen {
			t.Errorf("%q: %+v", c.content, p)
		}
	}
	p := read(t, reader.Request{Path: write(t, []byte("\tx\n  y\n"))}).Profile
	if p.Indent.Style != "mixed" {
		t.Errorf("%+v", p.Indent)
	}
}

func TestMatch(t *testing.T) {
	t.Parallel()
	r := text.Reader{}
	for _, k := range []detect.Kind{detect.Text, detect.Notebook} {
		if !r.Match(detect.Type{Kind: k}, reader.FormDefault) || !r.Match(detect.Type{Kind: k}, reader.FormText) {
			t.Errorf("%s is not read as text", k)
		}
	}
	for _, k := range []detect.Kind{detect.Image, detect.PDF, detect.Archive, detect.Directory, detect.Unsupported} {
		if r.Match(detect.Type{Kind: k}, reader.FormDefault) {
			t.Errorf("%s is read as text unasked", k)
		}
	}
	for _, f := range []reader.Form{reader.FormRows, reader.FormHex, reader.FormBytes, reader.FormMedia, reader.FormMarkdown, reader.FormInfo} {
		if r.Match(detect.Type{Kind: detect.Text}, f) {
			t.Errorf("text gives %s", f)
		}
	}
	if i := r.Info(); i.Name != "text" || i.Unit != reader.UnitLine {
		t.Errorf("%+v", i)
	}
}

// Files and streams of any bytes agree, in whole and from the end.
func FuzzStreamsAndFiles(f *testing.F) {
	f.Add([]byte("a\r\nb\rc\n\xff"), int8(-2))
	f.Add([]byte("\xff\xfea\x00\n\x00b"), int8(2))
	f.Add([]byte("\xff\xfea\x00\n\x00A\n\x00"), int8(4)) // half a unit at the end
	f.Add([]byte("\x00\x00\xfe\xff\x00\x00\x00\n\x00"), int8(-1))
	e := engine(f)
	f.Fuzz(func(t *testing.T, b []byte, offset int8) {
		if len(b) > 1<<12 {
			t.Skip()
		}
		req := reader.Request{Path: write(t, b), As: reader.FormText, Offset: int64(offset)}
		file, err := e.Read(t.Context(), &req)
		if err != nil {
			t.Fatal(err)
		}
		readertest.Check(t, &req, file)
		piped := stream(t, b, req)
		if file.Readable != piped.Readable || (file.Readable && (file.Content != piped.Content || file.Profile.Encoding != piped.Profile.Encoding)) {
			t.Fatalf("file %q, stream %q", file.Content, piped.Content)
		}
	})
}

// Whatever the bytes, a text shows every line feed of them as a line.
func TestRandomBytes(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(21, 22))
	for range 100 {
		b := make([]byte, r.IntN(300))
		for i := range b {
			b[i] = byte(r.IntN(256))
			if r.IntN(9) == 0 {
				b[i] = '\n'
			}
		}
		res := read(t, reader.Request{Path: write(t, b), As: reader.FormText, Encoding: "utf-8", All: true})
		want := int64(bytes.Count(b, []byte("\n")))
		if len(b) > 0 && b[len(b)-1] != '\n' {
			want++
		}
		if *res.TotalLines != want || !utf8.ValidString(res.Content) {
			t.Fatalf("%d lines of %q, want %d", *res.TotalLines, b, want)
		}
	}
}
