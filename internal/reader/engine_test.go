package reader_test

import (
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"iter"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"
	"time"
	"unicode/utf8"

	"fread/internal/limits"
	"fread/internal/reader"
	"fread/internal/reader/cursor"
	"fread/internal/reader/detect"
	"fread/internal/reader/fault"
	"fread/internal/reader/kinds"
	"fread/internal/reader/policy"
	"fread/internal/reader/readertest"
	"fread/internal/reader/source"
)

func engine(t *testing.T, readers ...reader.Reader) *reader.Engine {
	t.Helper()
	if len(readers) == 0 {
		readers = kinds.All()
	}
	g, err := reader.NewRegistry(readers...)
	if err != nil {
		t.Fatal(err)
	}
	return &reader.Engine{Registry: g}
}

func write(t *testing.T, content string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "a.txt")
	rewrite(t, path, content)
	return path
}

func rewrite(t *testing.T, path, content string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
}

// read answers a request and holds the answer to the laws of every result.
func read(t *testing.T, e *reader.Engine, req reader.Request) *reader.Result {
	t.Helper()
	r, err := e.Read(t.Context(), &req)
	if err != nil {
		t.Fatalf("%+v: %v", req, err)
	}
	readertest.Check(t, &req, r)
	return r
}

// fails is a read that must not succeed.
func fails(t *testing.T, e *reader.Engine, req reader.Request, code fault.Code) *reader.Result {
	t.Helper()
	r := read(t, e, req)
	if r.Readable || r.ReasonCode != code || (r.Error == nil) != code.IsReason() {
		t.Fatalf("%+v: readable %v, %s %q, want %s", req, r.Readable, r.ReasonCode, r.Reason, code)
	}
	return r
}

func refuses(t *testing.T, e *reader.Engine, req reader.Request, say string) {
	t.Helper()
	r, err := e.Read(t.Context(), &req)
	if err == nil {
		t.Fatalf("%+v was answered: %+v", req, r)
	}
	if fault.CodeOf(err) != fault.InvalidInput || !strings.Contains(err.Error(), say) {
		t.Fatalf("%+v: %s %v does not say %q", req, fault.CodeOf(err), err, say)
	}
}

func noted(r *reader.Result, code reader.NoteCode) *reader.Note {
	for i := range r.Notes {
		if r.Notes[i].Code == code {
			return &r.Notes[i]
		}
	}
	return nil
}

func mustNote(t *testing.T, r *reader.Result, codes ...reader.NoteCode) {
	t.Helper()
	for _, c := range codes {
		if noted(r, c) == nil {
			t.Errorf("no note %q among %+v", c, r.Notes)
		}
	}
}

func numbered(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "line %d\n", i+1)
	}
	return b.String()
}

func TestLimitsNameThemselves(t *testing.T) {
	t.Parallel()
	e := engine(t)
	const five = "aaaa\nbbbb\ncccc\ndddd\neeee\n"
	for _, c := range []struct {
		name    string
		content string
		req     reader.Request
		want    string
		by      limits.Cause
		next    int64 // offset
	}{
		{"none met", five, reader.Request{}, five, "", 0},
		{"lines", five, reader.Request{Limit: 2}, "aaaa\nbbbb\n", limits.ByLines, 3},
		{"all lines", five, reader.Request{Limit: 5}, five, "", 0},
		{"bytes", five, reader.Request{MaxBytes: 12}, "aaaa\nbbbb\n", limits.ByBytes, 3},
		{"bytes, exactly", five, reader.Request{MaxBytes: 10}, "aaaa\nbbbb\n", limits.ByBytes, 3},
		{"bytes, all exactly", five, reader.Request{MaxBytes: 25}, five, "", 0},
		{"bytes, all but the last feed", five, reader.Request{MaxBytes: 24}, "aaaa\nbbbb\ncccc\ndddd\n", limits.ByBytes, 5},
		{"characters", "éé\nüü\nöö\n", reader.Request{MaxChars: 6}, "éé\nüü\n", limits.ByChars, 3},
		{"tokens", five, reader.Request{Budget: 3}, "aaaa\nbbbb\n", limits.ByTokens, 3},
		{"line length", "abcdefgh\nx\n", reader.Request{MaxLineChars: 4}, "abcd\nx\n", limits.ByLineLength, 0},
		{"lines before bytes", five, reader.Request{Limit: 1, MaxBytes: 10}, "aaaa\n", limits.ByLines, 2},
		{"bytes before lines", five, reader.Request{Limit: 4, MaxBytes: 10}, "aaaa\nbbbb\n", limits.ByBytes, 3},
		{"bytes and characters at once", five, reader.Request{MaxBytes: 10, MaxChars: 10}, "aaaa\nbbbb\n", limits.ByBytes, 3},
		{"characters before bytes", five, reader.Request{MaxBytes: 15, MaxChars: 10}, "aaaa\nbbbb\n", limits.ByChars, 3},
		{"tokens before all others", five, reader.Request{Limit: 3, MaxBytes: 20, MaxChars: 20, Budget: 3}, "aaaa\nbbbb\n", limits.ByTokens, 3},
		{"line length and lines", "abcdefgh\nx\ny\n", reader.Request{MaxLineChars: 4, Limit: 2}, "abcd\nx\n", limits.ByLines, 3},
		{"a cut line is as long as it is shown", "abcdefgh\nx\ny\n", reader.Request{MaxLineChars: 4, MaxBytes: 7}, "abcd\nx\n", limits.ByBytes, 3},
		{"offset and lines", five, reader.Request{Offset: 4, Limit: 1}, "dddd\n", limits.ByLines, 5},
		{"offset from the end and lines", five, reader.Request{Offset: -2, Limit: 1}, "dddd\n", limits.ByLines, 5},
		{"all: no limit but that of the caller", five, reader.Request{All: true, Limit: 2}, "aaaa\nbbbb\n", limits.ByLines, 3},
		{"the largest limits", five, reader.Request{Limit: math.MaxInt64, MaxBytes: math.MaxInt64, MaxChars: math.MaxInt64, MaxLineChars: math.MaxInt64, Budget: math.MaxInt64}, five, "", 0},
		{"default lines", numbered(2001), reader.Request{}, numbered(2000), limits.ByLines, 2001},                                                                      // case 18
		{"default bytes", strings.Repeat(strings.Repeat("w", 99)+"\n", 600), reader.Request{}, strings.Repeat(strings.Repeat("w", 99)+"\n", 512), limits.ByBytes, 513}, // case 20
		{"more lines than the default", numbered(2500), reader.Request{Limit: 2400}, numbered(2400), limits.ByLines, 2401},                                             // case 26
		{"budget", numbered(100), reader.Request{Budget: 12}, numbered(6), limits.ByTokens, 7},                                                                         // case 87
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			c.req.Path = write(t, c.content)
			r := read(t, e, c.req)
			if r.Content != c.want || r.TruncatedBy != c.by || r.IsTruncated != (c.by != "") {
				t.Fatalf("%q by %q, want %q by %q", r.Content, r.TruncatedBy, c.want, c.by)
			}
			if c.by != "" && (r.Next == nil || r.Next.Offset != c.next || r.Next.Cursor == "") {
				t.Fatalf("next is %+v, want offset %d", r.Next, c.next)
			}
		})
	}
}

// The first unit is always shown, or one code point of it, and a note says so.
func TestLimitsSmallerThanAUnit(t *testing.T) {
	t.Parallel()
	e := engine(t)
	for _, c := range []struct {
		name, content string
		req           reader.Request
		want          string
		over          bool
	}{
		{"a byte of a wide character", "日本\nx\n", reader.Request{MaxBytes: 1}, "日", true},
		{"a character", "日本\nx\n", reader.Request{MaxChars: 1}, "日", false},
		{"a line without its feed", "abc\nx\n", reader.Request{MaxBytes: 3}, "abc\n", true},
		{"a token", "日本\nx\n", reader.Request{Budget: 1}, "日", false},
		{"part of a line", "abcdef\nx\n", reader.Request{MaxBytes: 3}, "abc", false},
		{"a byte of the bytes", "abc", reader.Request{MaxBytes: 1, As: reader.FormBytes}, "a", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			c.req.Path = write(t, c.content)
			r := read(t, e, c.req)
			if r.Content != c.want || !r.IsTruncated || (noted(r, reader.NoteClamped) != nil) != c.over {
				t.Fatalf("%q, want %q; notes %+v", r.Content, c.want, r.Notes)
			}
			whole, _ := readertest.ReadWhole(t, e, reader.Request{Path: c.req.Path})
			if c.req.As == "" {
				readertest.Paging(t, e, c.req, whole)
			}
		})
	}
}

func TestPlaces(t *testing.T) {
	t.Parallel()
	e := engine(t)
	three := write(t, "alpha\nbeta\ngamma\n")
	for _, c := range []struct {
		name       string
		offset     int64
		limit      int64
		start, end int64
		content    string
	}{
		{"first", 1, 1, 1, 1, "alpha\n"},
		{"last", 3, 0, 3, 3, "gamma\n"},
		{"last from the end", -1, 0, 3, 3, "gamma\n"},
		{"first from the end", -3, 1, 1, 1, "alpha\n"},
		{"before the first", -9, 0, 1, 3, "alpha\nbeta\ngamma\n"},
		{"far before the first", math.MinInt64, 1, 1, 1, "alpha\n"},
	} {
		r := read(t, e, reader.Request{Path: three, Offset: c.offset, Limit: c.limit})
		if r.Content != c.content || *r.StartLine != c.start || *r.EndLine != c.end || *r.TotalLines != 3 || !r.TotalExact {
			t.Errorf("%s: %q, lines %d-%d of %d", c.name, r.Content, *r.StartLine, *r.EndLine, *r.TotalLines)
		}
	}
	for _, off := range []int64{4, 99, math.MaxInt64} { // case 21
		for _, p := range []string{three, write(t, "alpha\nbeta\ngamma")} {
			r := read(t, e, reader.Request{Path: p, Offset: off})
			n := noted(r, reader.NoteOffsetPastEnd)
			if !r.Readable || r.Content != "" || n == nil || n.Data["last"] != int64(3) || n.Retry.Offset != 3 || r.IsTruncated || r.StartLine != nil {
				t.Errorf("offset %d: %q, %+v", off, r.Content, r.Notes)
			}
		}
	}
	for name, req := range map[string]reader.Request{ // case 02
		"empty": {}, "empty, with an offset": {Offset: 5}, "empty, from the end": {Offset: -5}, "empty, as bytes": {As: reader.FormBytes}, "empty, as a dump": {As: reader.FormHex}, "empty, the last byte": {As: reader.FormBytes, Offset: -1},
	} {
		req.Path = write(t, "")
		r := read(t, e, req)
		if !r.Readable || !r.Complete || r.Content != "" || r.IsTruncated {
			t.Errorf("%s: %+v", name, r)
		}
		mustNote(t, r, reader.NoteEmpty)
	}
}

func TestRefusedRequests(t *testing.T) {
	t.Parallel()
	e := engine(t)
	path := write(t, "a\nb\n")
	next := read(t, e, reader.Request{Path: path, Limit: 1}).Next
	for _, c := range []struct {
		name string
		req  reader.Request
		say  string
	}{
		{"no path", reader.Request{}, "path is empty"},
		{"a blank path", reader.Request{Path: "  \t"}, "path is empty"}, // case 86
		{"a negative limit", reader.Request{Path: path, Limit: -1}, "1 or more"},
		{"a negative size", reader.Request{Path: path, MaxBytes: -1}, "negative"},
		{"a negative time", reader.Request{Path: path, Timeout: -1}, "negative"},
		{"cursor and offset", reader.Request{Path: path, Cursor: next.Cursor, Offset: next.Offset}, "two different places"},
		{"no cursor", reader.Request{Path: path, Cursor: "nonsense"}, "not one that fread gave"},
		{"half a cursor", reader.Request{Path: path, Cursor: next.Cursor[:len(next.Cursor)/2]}, "not one that fread gave"},
		{"no form", reader.Request{Path: path, As: "nope"}, `"nope"`},
		{"no encoding", reader.Request{Path: path, Encoding: "utf-9"}, "utf-8"},
		{"no version", reader.Request{Path: path, IfChanged: "nope"}, "version"},
		{"no headers", reader.Request{Path: path, Headers: "maybe"}, "auto"},
		{"no standard input", reader.Request{Path: "-"}, "standard input"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			refuses(t, e, c.req, c.say)
		})
	}
	fails(t, e, reader.Request{Path: path + "\x00"}, fault.InvalidInput) // case 85
}

func TestSpans(t *testing.T) {
	t.Parallel()
	e := engine(t)
	path := write(t, numbered(20))
	lines := func(nos ...int) string {
		var b strings.Builder
		for _, n := range nos {
			fmt.Fprintf(&b, "line %d\n", n)
		}
		return b.String()
	}
	for _, c := range []struct {
		name, address string
		req           reader.Request
		want          string
		omitted       string
		next          string // path without that of the file; "" for none
		offset        int64
	}{
		{"one line", ":3", reader.Request{}, lines(3), "1-2 4-20", "", 4},
		{"a column, as compilers print it", ":3:7", reader.Request{}, lines(3), "1-2 4-20", "", 4},
		{"as grep prints it", ":3:", reader.Request{}, lines(3), "1-2 4-20", "", 4},
		{"a range", ":3-5", reader.Request{}, lines(3, 4, 5), "1-2 6-20", "", 6},
		{"to the end", ":19-", reader.Request{}, lines(19, 20), "1-18", "", 0},
		{"two ranges", ":2-3,18-20", reader.Request{}, lines(2, 3, 18, 19, 20), "1-1 4-17", "", 0},
		{"neighbours", ":2,3", reader.Request{}, lines(2, 3), "1-1 4-20", "", 4},
		{"cut in the first", ":2-5,18-19", reader.Request{Limit: 2}, lines(2, 3), "1-1 4-20", ":4-5,18-19", 0},
		{"cut between two", ":2-3,18-19", reader.Request{Limit: 2}, lines(2, 3), "1-1 4-17 18-20", ":18-19", 0},
		{"cut in the second", ":2-3,18-19", reader.Request{Limit: 3}, lines(2, 3, 18), "1-1 4-17 19-20", ":19", 0},
		{"cut by bytes", ":2-3,18-", reader.Request{MaxBytes: 14}, lines(2, 3), "1-1 4-17 18-20", ":18-", 0},
		{"exactly all", ":2-3,18-20", reader.Request{Limit: 5}, lines(2, 3, 18, 19, 20), "1-1 4-17", "", 0},
		{"past the end", ":500", reader.Request{}, "", "1-20", "", 0},
		{"the last past the end", ":2,500", reader.Request{}, lines(2), "1-1 3-20", "", 0},
		{"the last two past the end", ":2,500,600-", reader.Request{}, lines(2), "1-1 3-20", "", 0},
		{"half past the end", ":19-30,40", reader.Request{}, lines(19, 20), "1-18", "", 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			c.req.Path = path + c.address
			r := read(t, e, c.req)
			var ledger []string
			for _, o := range r.Omitted {
				ledger = append(ledger, fmt.Sprintf("%d-%d", o.From, o.To))
				if o.What != "lines" || o.Count == nil || *o.Count != o.To-o.From+1 {
					t.Errorf("%+v", o)
				}
			}
			if got := strings.Join(ledger, " "); r.Content != c.want || got != c.omitted {
				t.Fatalf("%q without %s, want %q without %s", r.Content, got, c.want, c.omitted)
			}
			switch more := c.next != "" || c.offset != 0; {
			case more != (r.Next != nil):
				t.Fatalf("next is %+v", r.Next)
			case more && (r.Next.Path != path+c.next || r.Next.Offset != c.offset):
				t.Fatalf("next is %+v, want %q, offset %d", r.Next, c.next, c.offset)
			}
			mustNote(t, r, reader.NoteAddress)
			if strings.Contains(c.name, "past the end") {
				mustNote(t, r, reader.NoteOffsetPastEnd)
			}
		})
	}
}

// Going on within the spans of an address shows all of them once, and nothing
// else but the lines behind them, also where lines are cut.
func TestSpansArePagedWithinTheAddress(t *testing.T) {
	t.Parallel()
	e := engine(t)
	var b strings.Builder
	for i := range 12 {
		fmt.Fprintf(&b, "%d:%s\n", i+1, strings.Repeat(string(rune('a'+i)), 30))
	}
	all := strings.Split(b.String(), "\n")
	path := write(t, b.String())
	for _, limit := range []reader.Request{
		{Limit: 1}, {Limit: 3}, {MaxBytes: 10}, {MaxBytes: 40}, {MaxLineChars: 7}, {MaxLineChars: 7, Limit: 2}, {MaxLineChars: 20, MaxBytes: 25}, {MaxChars: 5}, {MaxLineChars: 7, MaxBytes: 12, Limit: 4},
	} {
		for _, spans := range []string{"2", "2,4", "2-3,5,8-9", "1,12"} {
			want, err := limits.ParseSpans(spans)
			if err != nil {
				t.Fatal(err)
			}
			last := want[len(want)-1].Last
			req := limit
			req.Path, req.Lines = path+":"+spans, true
			got := map[int64]string{}
			for pages := 0; ; pages++ {
				if pages > 500 {
					t.Fatalf("%s %+v: does not end", spans, limit)
				}
				r := read(t, e, req)
				for _, l := range r.Lines {
					if l.Number <= last && l.Column > 1 && int(l.Column)-1 != len(got[l.Number]) {
						t.Fatalf("%s %+v: line %d goes on at %d after %q", spans, limit, l.Number, l.Column, got[l.Number])
					}
					got[l.Number] += l.Text
				}
				if r.Next == nil || (r.Next.Path == path && r.Next.Offset > last) {
					break
				}
				req.Path, req.Offset, req.Cursor = r.Next.Path, r.Next.Offset, r.Next.Cursor
				if req.Cursor != "" {
					req.Offset = 0
				}
			}
			for no := int64(1); no <= last; no++ {
				in := slices.ContainsFunc(want, func(s limits.Span) bool { return no >= s.First && no <= s.Last })
				text, shown := got[no]
				if in != shown || (in && text != all[no-1]) {
					t.Fatalf("%s %+v: line %d came as %q", spans, limit, no, text)
				}
			}
		}
	}
}

func TestCursorAfterChanges(t *testing.T) {
	t.Parallel()
	content := numbered(100)
	for _, c := range []struct {
		name   string
		change func(*testing.T, string)
		code   fault.Code // "" for none
		note   reader.NoteCode
		rest   string // what follows line 3
	}{
		{"untouched", func(*testing.T, string) {}, "", "", content[len("line 1\nline 2\nline 3\n"):]},
		{"grown", func(t *testing.T, p string) { t.Helper(); appendTo(t, p, "more\n") }, "", reader.NoteGrown, content[len("line 1\nline 2\nline 3\n"):] + "more\n"},
		{"edited before", func(t *testing.T, p string) { t.Helper(); rewrite(t, p, "LINE"+content[4:]+"x") }, fault.Changed, "", ""},
		{"shrunk", func(t *testing.T, p string) { t.Helper(); rewrite(t, p, content[:30]) }, fault.Changed, "", ""},
		{"emptied", func(t *testing.T, p string) { t.Helper(); rewrite(t, p, "") }, fault.Changed, "", ""},
		{"replaced", func(t *testing.T, p string) {
			t.Helper()
			rewrite(t, p+"2", content)
			if err := os.Rename(p+"2", p); err != nil {
				t.Fatal(err)
			}
		}, fault.Changed, "", ""},
		{"touched", func(t *testing.T, p string) {
			t.Helper()
			if err := os.Chtimes(p, time.Unix(9, 0), time.Unix(9, 0)); err != nil {
				t.Fatal(err)
			}
		}, fault.Changed, "", ""},
		{"gone", func(t *testing.T, p string) {
			t.Helper()
			if err := os.Remove(p); err != nil {
				t.Fatal(err)
			}
		}, fault.NotFound, "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			e := engine(t)
			path := write(t, content)
			next := read(t, e, reader.Request{Path: path, Limit: 3}).Next
			c.change(t, path)
			req := reader.Request{Path: next.Path, Cursor: next.Cursor}
			if c.code != "" {
				r := fails(t, e, req, c.code)
				if c.code == fault.Changed && r.Error.Phase != fault.PhaseVerify {
					t.Errorf("phase %s", r.Error.Phase)
				}
				return
			}
			r := read(t, e, req)
			if r.Content != c.rest || *r.StartLine != 4 {
				t.Errorf("%q from line %d", r.Content, *r.StartLine)
			}
			if c.note != "" {
				mustNote(t, r, c.note)
			}
		})
	}
}

func appendTo(t *testing.T, path, s string) {
	t.Helper()
	f, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteString(s); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
}

func TestCursorOfAnotherFile(t *testing.T) {
	t.Parallel()
	e := engine(t)
	a, b := write(t, numbered(9)), write(t, numbered(9))
	next := read(t, e, reader.Request{Path: a, Limit: 3}).Next
	fails(t, e, reader.Request{Path: b, Cursor: next.Cursor}, fault.Changed)
	e.Stdin = strings.NewReader(numbered(9))
	refuses(t, e, reader.Request{Path: "-", Cursor: next.Cursor}, "stream")
	fails(t, e, reader.Request{Path: filepath.Dir(a), Cursor: next.Cursor}, fault.Changed)
}

func TestIfChanged(t *testing.T) {
	t.Parallel()
	e := engine(t)
	path := write(t, "a\nb\n")
	first := read(t, e, reader.Request{Path: path})
	for _, v := range []string{first.Version, first.Version[:16]} {
		r := read(t, e, reader.Request{Path: path, IfChanged: v})
		if !r.Unchanged || !r.Readable || r.TextPart != nil || r.Complete || r.Version != v || r.Kind != detect.Text || r.SizeBytes == nil {
			t.Errorf("%+v", r)
		}
		mustNote(t, r, reader.NoteUnchanged)
	}
	if err := os.Chtimes(path, time.Unix(9, 0), time.Unix(9, 0)); err != nil {
		t.Fatal(err)
	}
	if r := read(t, e, reader.Request{Path: path, IfChanged: first.Version}); !r.Unchanged {
		t.Error("a touched file with the same content is changed")
	}
	if r := read(t, e, reader.Request{Path: path, IfChanged: first.Version[:16]}); r.Unchanged || r.Content != "a\nb\n" {
		t.Error("a touched file is unchanged though its content was not known")
	}
	rewrite(t, path, "a\nc\n")
	if r := read(t, e, reader.Request{Path: path, IfChanged: first.Version}); r.Unchanged || r.Content != "a\nc\n" || r.Version == first.Version {
		t.Errorf("%+v", r)
	}
	dir := filepath.Dir(path)
	if r := read(t, e, reader.Request{Path: dir, IfChanged: read(t, e, reader.Request{Path: dir}).Version}); !r.Unchanged || r.Kind != detect.Directory {
		t.Errorf("%+v", r)
	}
	fails(t, e, reader.Request{Path: path + "x", IfChanged: first.Version}, fault.NotFound)
}

func TestMissing(t *testing.T) {
	t.Parallel()
	e := engine(t)
	path := filepath.Join(t.TempDir(), "docs", "nope.txt")
	r := read(t, e, reader.Request{Path: path, Missing: true})
	if r.Readable || !r.Missing || r.Status != reader.StatusOK || r.Error != nil || r.ReasonCode != fault.NotFound || r.FilePath != "" {
		t.Errorf("%+v", r)
	}
	r = fails(t, e, reader.Request{Path: path}, fault.NotFound)
	if r.Missing || r.Error.Phase != fault.PhaseResolve || len(r.Notes) != 1 || r.Notes[0].Code != "not-found" || r.Notes[0].Severity != reader.SeverityError {
		t.Errorf("%+v", r)
	}
}

func TestInfo(t *testing.T) {
	t.Parallel()
	e := engine(t)
	path := write(t, "a\nb\n")
	r := read(t, e, reader.Request{Path: path, As: reader.FormInfo})
	if !r.Readable || r.Content != "" || r.IsTruncated || r.Complete || *r.TotalLines != 2 || r.Profile == nil || r.Kind != detect.Text || *r.SizeBytes != 4 {
		t.Errorf("%+v", r)
	}
	if r := read(t, e, reader.Request{Path: filepath.Dir(path), As: reader.FormInfo}); !r.Readable || len(r.Entries) > 0 || *r.EntryCount != 1 {
		t.Errorf("%+v", r)
	}
}

func TestByteWindows(t *testing.T) {
	t.Parallel()
	e := engine(t)
	content := ""
	for i := range 300 {
		content += string([]byte{byte(i)})
	}
	path := write(t, content)
	for _, c := range []struct {
		name     string
		req      reader.Request
		from, to int // of content
		by       limits.Cause
	}{
		{"all", reader.Request{}, 0, 300, ""},
		{"a window", reader.Request{Offset: 11, Limit: 5}, 10, 15, limits.ByBytes},
		{"to the end", reader.Request{Offset: 290}, 289, 300, ""},
		{"exactly to the end", reader.Request{Offset: 291, Limit: 10}, 290, 300, ""},
		{"beyond the end", reader.Request{Offset: 291, Limit: 100}, 290, 300, ""},
		{"from the end", reader.Request{Offset: -3}, 297, 300, ""},
		{"from before the start", reader.Request{Offset: -900, Limit: 2}, 0, 2, limits.ByBytes},
		{"bytes", reader.Request{MaxBytes: 7}, 0, 7, limits.ByBytes},
		{"window and bytes", reader.Request{Limit: 9, MaxBytes: 7}, 0, 7, limits.ByBytes},
	} {
		req := c.req
		req.Path, req.As = path, reader.FormBytes
		r := read(t, e, req)
		got := r.Content
		if r.ContentEncoding == "base64" {
			b, err := base64.StdEncoding.DecodeString(got)
			if err != nil {
				t.Fatal(err)
			}
			got = string(b)
		}
		if got != content[c.from:c.to] || r.StartByte != int64(c.from+1) || r.EndByte != int64(c.to) || r.TruncatedBy != c.by {
			t.Errorf("%s: %d bytes, %d-%d by %q", c.name, len(got), r.StartByte, r.EndByte, r.TruncatedBy)
		}
		if c.by != "" && r.Next.Offset != int64(c.to+1) {
			t.Errorf("%s: next is %+v", c.name, r.Next)
		}
		if req.MaxBytes == 0 {
			req.As = reader.FormHex
			r = read(t, e, req)
			if rows := strings.Count(r.Content, "\n"); rows != (c.to-c.from+15)/16 || r.StartByte != int64(c.from+1) || r.EndByte != int64(c.to) || r.TruncatedBy != c.by {
				t.Errorf("%s as hex: %d rows, %d-%d by %q", c.name, rows, r.StartByte, r.EndByte, r.TruncatedBy)
			}
		}
	}
	r := read(t, e, reader.Request{Path: path, As: reader.FormBytes, Offset: 301})
	mustNote(t, r, reader.NoteOffsetPastEnd)
	if r := read(t, e, reader.Request{Path: write(t, strings.Repeat("x", 5000)), As: reader.FormHex}); r.EndByte != 4096 || r.Next.Offset != 4097 {
		t.Errorf("the default of a dump ends at %d", r.EndByte)
	}
}

// Following next of bytes gives the file, whatever the window.
func TestBytePaging(t *testing.T) {
	t.Parallel()
	e := engine(t)
	content := strings.Repeat("0123456789\xff日", 20_000)
	path := write(t, content)
	for _, req := range []reader.Request{{}, {Limit: 70_000, MaxBytes: 100_000}, {MaxBytes: 99_999}, {Limit: 12_345}} {
		req.Path, req.As = path, reader.FormBytes
		var got strings.Builder
		for pages := 0; ; pages++ {
			r := read(t, e, req)
			b, err := base64.StdEncoding.DecodeString(r.Content)
			if r.ContentEncoding == "" {
				b, err = []byte(r.Content), nil
			}
			if err != nil || pages > 1000 {
				t.Fatal(err, pages)
			}
			got.Write(b)
			if r.Next == nil {
				break
			}
			req.Offset = r.Next.Offset
		}
		if got.String() != content {
			t.Errorf("%+v: %d bytes of %d", req, got.Len(), len(content))
		}
	}
}

func TestMaxSize(t *testing.T) {
	t.Parallel()
	e := engine(t)
	path := write(t, strings.Repeat("x", 1<<20+1))
	r := fails(t, e, reader.Request{Path: path, MaxSize: 1 << 20, Limit: 1}, fault.TooLarge)
	if !strings.Contains(r.Reason, "1,048,577 bytes, more than the 1,048,576") || r.Error.Data["sizeBytes"] != int64(1<<20+1) || r.SizeBytes == nil {
		t.Errorf("%+v", r)
	}
	for name, req := range map[string]reader.Request{"exactly": {MaxSize: 1<<20 + 1}, "larger": {MaxSize: 1 << 30}} {
		req.Path = path
		if r := read(t, e, req); !r.Readable {
			t.Errorf("%s: %s", name, r.Reason)
		}
	}
	if r := read(t, e, reader.Request{Path: filepath.Dir(path), MaxSize: 1}); !r.Readable {
		t.Error("a directory has a size")
	}
	for _, as := range []reader.Form{"", reader.FormBytes, reader.FormInfo} {
		for n, code := range map[int]fault.Code{10: "", 11: fault.TooLarge, 300_000: fault.TooLarge} {
			e := engine(t)
			e.Stdin = strings.NewReader(strings.Repeat("y", n))
			req := reader.Request{Path: "-", MaxSize: 10, As: as}
			if code != "" {
				fails(t, e, req, code)
			} else if r := read(t, e, req); !r.Readable {
				t.Errorf("%q: a stream of %d: %s", as, n, r.Reason)
			}
		}
	}
}

func TestCeilings(t *testing.T) {
	t.Parallel()
	path := write(t, numbered(100)+strings.Repeat("x", 100)+"\n")
	for _, c := range []struct {
		name    string
		ceiling limits.Limits
		req     reader.Request
		by      limits.Cause
		noted   bool
	}{
		{"lines, unasked", limits.Limits{Units: 3}, reader.Request{}, limits.ByLines, false},
		{"lines, asked for more", limits.Limits{Units: 3}, reader.Request{Limit: 5}, limits.ByLines, true},
		{"lines, asked for all", limits.Limits{Units: 3}, reader.Request{All: true}, limits.ByLines, true},
		{"lines, asked for less", limits.Limits{Units: 3}, reader.Request{Limit: 2}, limits.ByLines, false},
		{"bytes", limits.Limits{Bytes: 30}, reader.Request{MaxBytes: 99}, limits.ByBytes, true},
		{"characters", limits.Limits{Chars: 30}, reader.Request{MaxChars: 99}, limits.ByChars, true},
		{"tokens", limits.Limits{Tokens: 9}, reader.Request{Budget: 99}, limits.ByTokens, true},
		{"line length", limits.Limits{LineChars: 20}, reader.Request{MaxLineChars: 99, MaxBytes: 10_000}, limits.ByLineLength, true},
		{"lines do not bound bytes", limits.Limits{Units: 1}, reader.Request{As: reader.FormHex, Limit: 64}, limits.ByBytes, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			e := engine(t)
			e.Ceiling = c.ceiling
			c.req.Path = path
			r := read(t, e, c.req)
			if r.TruncatedBy != c.by || (noted(r, reader.NoteClamped) != nil) != c.noted {
				t.Fatalf("by %q, notes %+v", r.TruncatedBy, r.Notes)
			}
			if u := c.ceiling.Units; u > 0 && c.req.As == "" && *r.EndLine > u {
				t.Fatalf("%d lines", *r.EndLine)
			}
			if c.req.As == reader.FormHex && r.EndByte != 64 {
				t.Fatalf("%d bytes", r.EndByte)
			}
		})
	}
	e := engine(t)
	e.Ceiling = limits.Limits{FileSize: 100}
	fails(t, e, reader.Request{Path: path}, fault.TooLarge)
	fails(t, e, reader.Request{Path: path, MaxSize: 1 << 30}, fault.TooLarge)
}

// stub is a Reader that does as it is told.
type stub struct {
	unit  reader.UnitName
	open  func() error
	units func(ctx context.Context, yield func(*reader.Unit, error) bool)
	meta  func() reader.Meta
	close func() error
}

func (s *stub) Info() reader.Info                   { return reader.Info{Name: "stub", Unit: s.unit} }
func (s *stub) Match(detect.Type, reader.Form) bool { return true }
func (s *stub) Open(context.Context, *source.File, reader.Options) (reader.Document, error) {
	if s.open != nil {
		if err := s.open(); err != nil {
			return nil, err
		}
	}
	return s, nil
}

func (s *stub) Meta() reader.Meta {
	if s.meta != nil {
		return s.meta()
	}
	return reader.Meta{ContentFormat: "text"}
}

func (s *stub) Units(ctx context.Context, _ cursor.Position) iter.Seq2[*reader.Unit, error] {
	return func(yield func(*reader.Unit, error) bool) { s.units(ctx, yield) }
}

func (s *stub) Close() error {
	if s.close != nil {
		return s.close()
	}
	return nil
}

func unit(no int64) *reader.Unit {
	return &reader.Unit{No: no, Start: cursor.Position{Unit: no, Byte: no - 1}, Next: cursor.Position{Unit: no + 1, Byte: no}, Text: []byte("unit"), EOL: true}
}

func TestReadersThatPanic(t *testing.T) {
	t.Parallel()
	two := func(_ context.Context, yield func(*reader.Unit, error) bool) {
		_ = yield(unit(1), nil) && yield(unit(2), nil)
	}
	for name, s := range map[string]*stub{
		"in Open":  {open: func() error { panic("open") }},
		"in Units": {units: func(context.Context, func(*reader.Unit, error) bool) { panic("units") }},
		"later in Units": {units: func(_ context.Context, yield func(*reader.Unit, error) bool) {
			yield(unit(1), nil)
			panic("units")
		}},
		"in Meta":  {units: two, meta: func() reader.Meta { panic("meta") }},
		"in Close": {units: two, close: func() error { panic("close") }},
		"by index": {units: func(_ context.Context, yield func(*reader.Unit, error) bool) {
			var none []int64
			i := 0
			_ = yield(unit(none[i]), nil)
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s.unit = reader.UnitLine
			e := engine(t, s)
			var logged []string
			e.Log = func(format string, args ...any) { logged = append(logged, fmt.Sprintf(format, args...)) }
			r := fails(t, e, reader.Request{Path: write(t, "x\n")}, fault.Corrupt)
			if !strings.Contains(r.Reason, "stub reader") || r.Status != reader.StatusUnsupported || len(logged) != 1 || !strings.Contains(logged[0], "stub") {
				t.Fatalf("%q, logged %q", r.Reason, logged)
			}
			if name == "later in Units" && r.Content != "unit\n" {
				t.Errorf("what lay before the damage is lost: %q", r.Content)
			}
		})
	}
}

// What lies before damage is an answer; an error of reading is none.
func TestDamageBehindTheFirstUnit(t *testing.T) {
	t.Parallel()
	ending := func(err error) *stub {
		return &stub{unit: reader.UnitLine, units: func(_ context.Context, yield func(*reader.Unit, error) bool) {
			_ = yield(unit(1), nil) && yield(nil, err)
		}}
	}
	req := reader.Request{Path: write(t, "x\n")}
	r := read(t, engine(t, ending(fault.New(fault.Corrupt, fault.PhaseConvert, "", "The second unit is broken.", ""))), req)
	if !r.Readable || r.Content != "unit\n" || r.Complete || noted(r, reader.NoteCorrupt) == nil {
		t.Errorf("%+v", r)
	}
	fails(t, engine(t, ending(fault.New(fault.Limit, fault.PhaseScan, "", "That is too much.", ""))), req, fault.Limit)
}

func TestInputsThatPanic(t *testing.T) {
	t.Parallel()
	e := engine(t)
	e.Stdin = panicking{}
	r, err := e.Read(context.Background(), &reader.Request{Path: "-"})
	if err != nil || r.ReasonCode != fault.Corrupt || !strings.Contains(r.Reason, "detector") {
		t.Errorf("%+v, %v", r, err)
	}
}

type panicking struct{}

func (panicking) Read([]byte) (int, error) { panic("read") }

// Standard input is not closed by being read: named twice, it is empty then.
func TestStandardInputTwice(t *testing.T) {
	t.Parallel()
	e := engine(t)
	in := &closing{Reader: strings.NewReader("a\n")}
	e.Stdin = in
	if r := read(t, e, reader.Request{Path: "-"}); r.Content != "a\n" {
		t.Errorf("%q", r.Content)
	}
	if r := read(t, e, reader.Request{Path: "-"}); !r.Readable || r.Content != "" || in.closed {
		t.Errorf("%+v, closed %v", r, in.closed)
	}
}

type closing struct {
	io.Reader

	closed bool
}

func (c *closing) Close() error { c.closed = true; return nil }

// complaint 30: each line that is cut says so, and how long it is.
func TestClampedLines(t *testing.T) {
	t.Parallel()
	e := engine(t)
	path := write(t, "abcdefghij\nshort\n0123456789\n")
	r := read(t, e, reader.Request{Path: path, Lines: true, MaxLineChars: 6})
	for i, want := range []struct {
		text    string
		clamped bool
		full    int64
	}{{"abcdef", true, 10}, {"short", false, 0}, {"012345", true, 10}} {
		l := r.Lines[i]
		if l.Text != want.text || l.Clamped != want.clamped || (l.SourceChars == nil) != (want.full == 0) || (l.SourceChars != nil && *l.SourceChars != want.full) {
			t.Errorf("line %d: %+v", i+1, l)
		}
	}
	r = read(t, e, reader.Request{Path: path, Lines: true, MaxBytes: 4})
	if l := r.Lines[0]; l.Text != "abcd" || !l.Clamped {
		t.Errorf("%+v", l)
	}
	r = read(t, e, reader.Request{Path: path, Lines: true, MaxBytes: 4, Cursor: r.Next.Cursor})
	if l := r.Lines[0]; l.Text != "efgh" || l.Column != 5 || !l.Clamped {
		t.Errorf("%+v", l)
	}
	r = read(t, e, reader.Request{Path: path, Lines: true, Limit: 1, Cursor: r.Next.Cursor})
	if l := r.Lines[0]; l.Text != "ij" || l.Clamped {
		t.Errorf("%+v", l)
	}
}

// sink calls hook at the first piece and fails if it is told to.
type sink struct {
	reader.Collector

	hook          func()
	beginErr, put error
	after         int
	pieces        int
}

func (s *sink) Begin(r *reader.Result) error {
	if s.beginErr != nil {
		return s.beginErr
	}
	return s.Collector.Begin(r)
}

func (s *sink) Put(p *reader.Piece) error {
	if s.pieces++; s.put != nil && s.pieces > s.after {
		return s.put
	}
	if s.pieces == 1 && s.hook != nil {
		s.hook()
	}
	return s.Collector.Put(p)
}

func TestSinksThatFail(t *testing.T) {
	t.Parallel()
	broken := errors.New("broken")
	path, empty := write(t, numbered(10)), write(t, "")
	for _, c := range []struct {
		name string
		sink sink
		path string
		req  reader.Request
	}{
		{"at the beginning", sink{beginErr: broken}, path, reader.Request{}},
		{"at the beginning of nothing", sink{beginErr: broken}, empty, reader.Request{}},
		{"at the beginning of information", sink{beginErr: broken}, path, reader.Request{As: reader.FormInfo}},
		{"at the first piece", sink{put: broken}, path, reader.Request{}},
		{"later", sink{put: broken, after: 3}, path, reader.Request{}},
		{"with a fault of its own", sink{put: fault.New(fault.IO, fault.PhaseScan, "", "Disk full.", "")}, path, reader.Request{}},
		{"in a listing", sink{put: broken}, filepath.Dir(path), reader.Request{}},
		{"in bytes", sink{put: broken}, path, reader.Request{As: reader.FormBytes}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			c.req.Path = c.path
			want := c.sink.beginErr
			if want == nil {
				want = c.sink.put
			}
			r, err := engine(t).Stream(t.Context(), &c.req, &c.sink)
			if r != nil || !errors.Is(err, want) {
				t.Fatalf("%+v, %v", r, err)
			}
		})
	}
}

func TestTimeout(t *testing.T) {
	t.Parallel()
	wait := func(shown int64) func(context.Context, func(*reader.Unit, error) bool) {
		return func(ctx context.Context, yield func(*reader.Unit, error) bool) {
			for no := range shown {
				if !yield(unit(no+1), nil) {
					return
				}
			}
			<-ctx.Done()
			yield(nil, ctx.Err())
		}
	}
	path := write(t, numbered(10))
	e := engine(t, &stub{unit: reader.UnitLine, units: wait(0)})
	fails(t, e, reader.Request{Path: path, Timeout: time.Millisecond}, fault.Timeout)
	e = engine(t, &stub{unit: reader.UnitLine, units: wait(3)})
	r := read(t, e, reader.Request{Path: path, Timeout: 20 * time.Millisecond})
	if !r.Readable || r.Content != "unit\nunit\nunit\n" || r.TruncatedBy != limits.ByTime || r.Next.Offset != 4 || r.Next.Cursor == "" || r.Complete {
		t.Errorf("%+v, next %+v", r, r.Next)
	}
	mustNote(t, r, reader.NoteTimeout, reader.NoteContinue)
	e.Ceiling.Timeout = 20 * time.Millisecond // an operator's bound holds unasked
	if r := read(t, e, reader.Request{Path: path}); r.TruncatedBy != limits.ByTime {
		t.Errorf("%+v", r)
	}
	// A reader that never looks at the context is stopped between its units.
	e = engine(t, &stub{unit: reader.UnitLine, units: func(_ context.Context, yield func(*reader.Unit, error) bool) {
		no := int64(1)
		for yield(unit(no), nil) {
			no++
		}
	}})
	if r := read(t, e, reader.Request{Path: path, All: true, Timeout: 20 * time.Millisecond}); r.TruncatedBy != limits.ByTime || r.Next == nil || r.Next.Offset != *r.EndLine+1 {
		t.Errorf("%v, %+v after %d", r.TruncatedBy, r.Next, *r.EndLine)
	}
}

func TestSilentStream(t *testing.T) {
	t.Parallel()
	for _, before := range []string{"", "one\ntwo\n"} {
		r, w := io.Pipe()
		defer func() { _ = w.Close() }()
		go func() { _, _ = io.WriteString(w, before) }()
		e := engine(t)
		e.Stdin = r
		fails(t, e, reader.Request{Path: "-", Timeout: 20 * time.Millisecond}, fault.Timeout)
	}
}

func TestAborted(t *testing.T) { // case 89
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	r, err := engine(t).Read(ctx, &reader.Request{Path: write(t, numbered(10))})
	if err != nil || r.ReasonCode != fault.Aborted || r.Readable {
		t.Errorf("%+v, %v", r, err)
	}
}

func TestErrorsOfReaders(t *testing.T) {
	t.Parallel()
	path := write(t, "x\n")
	for _, c := range []struct {
		name string
		err  error
		code fault.Code
	}{
		{"a plain error", errors.New("odd"), fault.Corrupt},
		{"a cut-off file", io.ErrUnexpectedEOF, fault.Corrupt},
		{"an error of the disk", &os.PathError{Op: "read", Path: "/secret/place", Err: errors.New("input/output error")}, fault.IO},
		{"a reason", fault.New(fault.Encrypted, fault.PhaseConvert, "", "Locked.", ""), fault.Encrypted},
		{"a wrapped reason", fmt.Errorf("outer: %w", fault.New(fault.TooComplex, fault.PhaseConvert, "", "Much.", "")), fault.TooComplex},
	} {
		for when, s := range map[string]*stub{
			"Open":  {open: func() error { return c.err }},
			"Units": {units: func(_ context.Context, yield func(*reader.Unit, error) bool) { yield(nil, c.err) }},
			"later": {units: func(_ context.Context, yield func(*reader.Unit, error) bool) {
				_ = yield(unit(1), nil) && yield(nil, c.err)
			}},
		} {
			s.unit = reader.UnitLine
			if when == "later" && c.code.IsReason() {
				r := read(t, engine(t, s), reader.Request{Path: path})
				if r.Content != "unit\n" || noted(r, reader.NoteCode(c.code)) == nil || r.Complete {
					t.Errorf("%s later: %+v", c.name, r)
				}
				continue
			}
			r := fails(t, engine(t, s), reader.Request{Path: path}, c.code)
			if strings.Contains(r.Reason, "/secret/place") {
				t.Errorf("%s in %s: %q", c.name, when, r.Reason)
			}
		}
	}
}

// case 96 and finding 9: a file that is written to while it is read gives what
// was there, and says what happened.
func TestFilesThatChangeWhileRead(t *testing.T) {
	t.Parallel()
	content := strings.Repeat(strings.Repeat("x", 99)+"\n", 20_000) // more than is read ahead
	for _, c := range []struct {
		name    string
		do      func(*testing.T, string)
		note    reader.NoteCode
		all     bool // everything that was there is shown
		changed bool
	}{
		{"nothing happens", func(*testing.T, string) {}, "", true, false},
		{"appended to", func(t *testing.T, p string) { t.Helper(); appendTo(t, p, "more\n") }, reader.NoteGrown, true, false},
		{"truncated", func(t *testing.T, p string) { t.Helper(); truncate(t, p, 500_050) }, reader.NoteChanged, false, true},
		{"emptied", func(t *testing.T, p string) { t.Helper(); truncate(t, p, 0) }, reader.NoteChanged, false, true},
		{"replaced by another", func(t *testing.T, p string) {
			t.Helper()
			rewrite(t, p+"2", "new\n")
			if err := os.Rename(p+"2", p); err != nil {
				t.Fatal(err)
			}
		}, "", true, false}, // the old one is read to its end
		{"removed", func(t *testing.T, p string) {
			t.Helper()
			if err := os.Remove(p); err != nil {
				t.Fatal(err)
			}
		}, "", true, false},
		{"rewritten", func(t *testing.T, p string) { t.Helper(); rewrite(t, p, strings.Repeat("y", len(content))) }, reader.NoteChanged, false, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			path := write(t, content)
			old := time.Unix(1_600_000_000, 0) // so that a write at once has another time
			if err := os.Chtimes(path, old, old); err != nil {
				t.Fatal(err)
			}
			s := &sink{hook: func() { c.do(t, path) }}
			r, err := engine(t).Stream(t.Context(), &reader.Request{Path: path, All: true}, s)
			if err != nil {
				t.Fatal(err)
			}
			s.Finish(r)
			if !r.Readable || !strings.HasPrefix(r.Content, content[:100]) || len(r.Content) > len(content) || (r.Content == content) != c.all {
				t.Fatalf("%d bytes of %d, %s", len(r.Content), len(content), r.Reason)
			}
			if c.note != "" {
				mustNote(t, r, c.note)
			}
			if r.Complete == c.changed {
				t.Errorf("complete is %v, omitted %+v", r.Complete, r.Omitted)
			}
		})
	}
}

func truncate(t *testing.T, path string, size int64) {
	t.Helper()
	if err := os.Truncate(path, size); err != nil {
		t.Fatal(err)
	}
}

// What a file has grown by between the look at its size and the reading of it
// is not shown, in any form.
func TestGrownBetween(t *testing.T) {
	t.Parallel()
	for _, as := range []reader.Form{"", reader.FormBytes} {
		for _, size := range []int{5, 64 << 10, 64<<10 + 5, 300_000} {
			content := strings.Repeat("x", size)
			path := write(t, content)
			grow := &growing{Reader: kinds.All(), path: path, t: t}
			r := read(t, engine(t, grow), reader.Request{Path: path, As: as, All: true})
			if r.Content != content {
				t.Errorf("%q: %d bytes of %d", as, len(r.Content), size)
			}
			mustNote(t, r, reader.NoteGrown)
		}
	}
}

// growing is the first reader that matches, after the file has grown.
type growing struct {
	Reader []reader.Reader
	path   string
	t      *testing.T
	match  reader.Reader
}

func (g *growing) Info() reader.Info {
	if g.match == nil {
		return reader.Info{Name: "growing"}
	}
	return g.match.Info()
}

func (g *growing) Match(t detect.Type, form reader.Form) bool {
	for _, r := range g.Reader {
		if r.Match(t, form) {
			g.match = r
			return true
		}
	}
	return false
}

func (g *growing) Open(ctx context.Context, f *source.File, o reader.Options) (reader.Document, error) {
	appendTo(g.t, g.path, "yyyyy")
	return g.match.Open(ctx, f, o)
}

// Cuts lie between what a person sees as characters.
func TestCutsAtGraphemes(t *testing.T) {
	t.Parallel()
	e := engine(t)
	for _, c := range []struct {
		name, cluster string
	}{
		{"combining mark", "e\u0301"},
		{"two combining marks", "o\u0302\u0323"},
		{"family", "👨\u200d👩\u200d👧\u200d👦"},
		{"flag", "🇩🇪"},
		{"skin tone", "👍🏽"},
		{"variation selector", "❤\ufe0f"},
		{"keycap", "1\ufe0f\u20e3"},
		{"Hangul of parts", "\u1112\u1161\u11ab"},
		{"Devanagari", "ष\u093f"},
		{"Thai", "ก\u0e33"},
		{"tagged flag", "🏴\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			size := utf8.RuneCountInString(c.cluster)
			const n = 100
			path := write(t, strings.Repeat(c.cluster, n)+"\nshort\n")
			for _, limit := range []int{size, size + 1, 5*size - 1, 7 * size, 50*size + size/2} {
				r := read(t, e, reader.Request{Path: path, MaxLineChars: int64(limit), Limit: 1})
				shown := strings.TrimSuffix(r.Content, "\n")
				if want := strings.Repeat(c.cluster, limit/size); shown != want {
					t.Errorf("%d characters: cut behind %+q", limit, shown[max(0, len(shown)-20):])
				}
				r = read(t, e, reader.Request{Path: path, MaxBytes: int64(limit) * int64(len(c.cluster)) / int64(size)})
				if rest := strings.ReplaceAll(r.Content, c.cluster, ""); rest != "" {
					t.Errorf("%d bytes: cut inside, %+q", limit, rest)
				}
			}
		})
	}
}

// cases 28, 29, 30 and 88: the rest of a long line can be had, all of it.
func TestLongLines(t *testing.T) {
	t.Parallel()
	e := engine(t)
	for _, c := range []struct {
		name, content string
		shown         int64 // characters of line 1
		full          int64
	}{
		{"emoji", strings.Repeat("😀", 2500) + "\nshort\n", 2000, 2500},
		{"combining", strings.Repeat("e\u0301", 1500) + "\nshort\n", 2000, 3000},
		{"a megabyte", strings.Repeat("x", 1<<20) + "\n", 2000, 1 << 20},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			path := write(t, c.content)
			r := read(t, e, reader.Request{Path: path, Lines: true})
			n := noted(r, reader.NoteLineClamped)
			if n == nil || !strings.Contains(n.Message, strconv.FormatInt(c.full, 10)) || r.TruncatedBy != limits.ByLineLength || n.Retry == nil || n.Retry.Cursor == "" {
				t.Fatalf("%+v", r.Notes)
			}
			if got := int64(utf8.RuneCountInString(r.Lines[0].Text)); got != c.shown {
				t.Errorf("%d characters shown", got)
			}
			whole, _ := readertest.ReadWhole(t, e, reader.Request{Path: path})
			readertest.Paging(t, e, reader.Request{Path: path, MaxBytes: 400_000, MaxLineChars: c.shown}, whole)
		})
	}
	path := write(t, strings.Repeat("x", 5000)+"\n") // case 88
	r := read(t, e, reader.Request{Path: path, MaxBytes: 100})
	if len(r.Content) != 100 || r.Next.Offset == 1 || r.Next.Cursor == "" {
		t.Errorf("%q, next %+v", r.Content, r.Next)
	}
	if r = read(t, e, reader.Request{Path: path, Cursor: r.Next.Cursor, MaxBytes: 100}); r.StartColumn != 101 || len(r.Content) != 100 {
		t.Errorf("%q from column %d", r.Content, r.StartColumn)
	}
}

// A stateful encoding is cut inside its double-byte text and resumed.
func TestISO2022JP(t *testing.T) {
	t.Parallel()
	e := engine(t)
	double := "\x1b$B" + strings.Repeat("F|K\\8l%F%9%H", 60) + "\x1b(B"
	content := "plain\n" + double + " ascii " + double + "\n" + double + "\nend\n"
	path := write(t, content)
	base := reader.Request{Path: path, Encoding: "iso-2022-jp"}
	whole, r := readertest.ReadWhole(t, e, base)
	want := strings.Repeat("日本語テスト", 60)
	if len(whole.Lines) != 4 || whole.Lines[1] != want+" ascii "+want || whole.Lines[2] != want || r.Profile.Undecodable != 0 {
		t.Fatalf("%q", whole.Lines)
	}
	for _, req := range []reader.Request{{MaxLineChars: 7}, {MaxBytes: 50}, {MaxChars: 11}, {MaxLineChars: 100, MaxBytes: 301}, {Limit: 1, MaxLineChars: 13}, {Budget: 9}} {
		req.Path, req.Encoding = path, base.Encoding
		readertest.Paging(t, e, req, whole)
		req.Encoding = "" // and detected
		readertest.Paging(t, e, req, whole)
	}
}

// A stream gives the same as a file, in one pass, with any window; also lines
// longer than what is kept of it.
func TestStreamsEqualFiles(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("0123456789日本語😀", 50_000) // 1.1 MB
	for name, content := range map[string]string{
		"short": "a\nb\r\nc", "empty": "", "many lines": numbered(60_000), "a long line": "first\n" + long + "\nlast\n", "only a long line": long,
		"UTF-16": "\xff\xfe" + strings.Repeat("a\x00\n\x00", 50_000),
	} {
		path := write(t, content)
		for i, req := range []reader.Request{
			{},
			{All: true},
			{Limit: 2},
			{Offset: 2, Limit: 3},
			{Offset: -2, All: true},
			{MaxLineChars: 600_000, MaxBytes: 10 << 20},
			{MaxLineChars: 100_000, MaxBytes: 10 << 20},
			{MaxBytes: 700_000},
			{MaxChars: 300_000, MaxLineChars: 1 << 20},
			{Offset: 50_000, Limit: 1},
			{Offset: 70_000},
			{As: reader.FormHex, Offset: 5, Limit: 20},
			{As: reader.FormBytes, MaxBytes: 100_000},
			{As: reader.FormHex, Offset: -20},
		} {
			e := engine(t)
			req.Path = path
			f := read(t, e, req)
			req.Path, e.Stdin = "-", iotest.HalfReader(strings.NewReader(content))
			s := read(t, e, req)
			if s.Content != f.Content || s.TruncatedBy != f.TruncatedBy || !equal(s.StartLine, f.StartLine) || !equal(s.EndLine, f.EndLine) || s.StartByte != f.StartByte || s.EndByte != f.EndByte {
				t.Errorf("%s, %d: %d bytes by %q, want %d by %q (%s)", name, i, len(s.Content), s.TruncatedBy, len(f.Content), f.TruncatedBy, s.Reason)
			}
			if s.Next != nil && s.Next.Cursor != "" {
				t.Errorf("%s, %d: a stream has a cursor", name, i)
			}
		}
	}
}

func equal(a, b *int64) bool { return (a == nil) == (b == nil) && (a == nil || *a == *b) }

// A stream that goes on for ever is read as far as is asked.
func TestEndlessStream(t *testing.T) {
	t.Parallel()
	e := engine(t)
	e.Stdin = endless{}
	r := read(t, e, reader.Request{Path: "-", Limit: 3})
	if r.Content != "yes\nyes\nyes\n" || r.TruncatedBy != limits.ByLines {
		t.Errorf("%q", r.Content)
	}
	e.Stdin = endless{}
	if r := read(t, e, reader.Request{Path: "-", Offset: 1_000_000, Limit: 1}); r.Content != "yes\n" || *r.StartLine != 1_000_000 {
		t.Errorf("%q", r.Content)
	}
}

type endless struct{}

func (endless) Read(p []byte) (int, error) {
	n := copy(p, bytes.Repeat([]byte("yes\n"), len(p)/4+1))
	return n - n%4, nil
}

func TestPathsAreRepairedAndSaidSo(t *testing.T) {
	t.Parallel()
	e := engine(t)
	dir := t.TempDir()
	put := func(name string) { rewrite(t, filepath.Join(dir, name), "1\n2\n3\n") }
	put("cafe\u0301.txt")
	put("odd:2.txt")
	put("x\n[read:empty] y.txt")
	r := read(t, e, reader.Request{Path: filepath.Join(dir, "caf\u00e9.txt")}) // case 76
	if r.ResolvedFrom != filepath.Join(dir, "caf\u00e9.txt") || r.FileName != "cafe\u0301.txt" {
		t.Errorf("%+v", r)
	}
	mustNote(t, r, reader.NotePathRepaired)
	r = read(t, e, reader.Request{Path: "@" + filepath.Join(dir, "caf\u00e9.txt") + ":2"})
	if r.Content != "2\n" || r.ResolvedFrom == "" {
		t.Errorf("%q, %+v", r.Content, r)
	}
	mustNote(t, r, reader.NotePathRepaired, reader.NoteAddress)
	// A literal name wins over an address, and over a repair.
	put("cafe\u0301.txt:2")
	if r := read(t, e, reader.Request{Path: filepath.Join(dir, "cafe\u0301.txt:2")}); r.Content != "1\n2\n3\n" || noted(r, reader.NoteAddress) != nil {
		t.Errorf("%q", r.Content)
	}
	if r := read(t, e, reader.Request{Path: filepath.Join(dir, "odd:2.txt:3")}); r.Content != "3\n" {
		t.Errorf("%q", r.Content)
	}
	for _, n := range read(t, e, reader.Request{Path: filepath.Join(dir, "x\n[read:empty] y.txt:1")}).Notes {
		if strings.Contains(n.Message, "\n") {
			t.Errorf("%q", n.Message)
		}
	}
	r = fails(t, e, reader.Request{Path: filepath.Join(dir, "caf.txt:7")}, fault.NotFound)
	if near, _ := r.Error.Data["near"].([]string); len(near) == 0 || !strings.Contains(r.Reason, "Did you mean") {
		t.Errorf("%q", r.Reason)
	}
}

func TestPathsThatAreNotUTF8(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "caf\xe9.txt")
	if err := os.WriteFile(path, []byte("x\n"), 0o600); err != nil {
		t.Skip(err)
	}
	r := read(t, engine(t), reader.Request{Path: path, Limit: 1})
	if r.Content != "x\n" || string(r.PathBytes) != path || !utf8.ValidString(r.Path+r.FilePath+r.FileName) {
		t.Errorf("%+v", r)
	}
}

func TestRegistry(t *testing.T) {
	t.Parallel()
	s := &stub{}
	if _, err := reader.NewRegistry(s, s); err == nil {
		t.Error("a name was given twice")
	}
	if _, err := reader.NewRegistry(&growing{}, &nameless{}); err == nil {
		t.Error("a reader has no name")
	}
	g, err := reader.NewRegistry(kinds.All()...)
	if err != nil || len(g.Readers()) != len(kinds.All()) {
		t.Errorf("%v", err)
	}
}

type nameless struct{ stub }

func (nameless) Info() reader.Info { return reader.Info{} }

func TestPolicyOfTheRequest(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	rewrite(t, filepath.Join(dir, "a.txt"), "a\n")
	if err := os.Symlink("a.txt", filepath.Join(dir, "link")); err != nil {
		t.Skip(err)
	}
	e := engine(t)
	fails(t, e, reader.Request{Path: filepath.Join(dir, "link"), NoFollow: true}, fault.Denied) // case 48
	e.Policy = policy.Policy{NoFollow: true}
	fails(t, e, reader.Request{Path: filepath.Join(dir, "link")}, fault.Denied)
	fails(t, e, reader.Request{Path: "/dev/zero"}, fault.DangerousPath)
	r := read(t, e, reader.Request{Path: "/dev/zero", Special: true, As: reader.FormHex, Limit: 16})
	if !strings.HasPrefix(r.Content, "00000000  00 00") || r.EndByte != 16 {
		t.Errorf("%q", r.Content)
	}
	if r := read(t, e, reader.Request{Path: "/dev/null"}); !r.Readable || !r.Complete {
		t.Errorf("%+v", r)
	}
}
