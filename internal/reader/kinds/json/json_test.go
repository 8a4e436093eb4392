package json

import (
	"bytes"
	"context"
	stdjson "encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"fread/internal/reader"
	"fread/internal/reader/cells"
	"fread/internal/reader/charset"
	"fread/internal/reader/cursor"
	"fread/internal/reader/detect"
	"fread/internal/reader/fault"
	"fread/internal/reader/kinds/text"
	"fread/internal/reader/source"
)

func engine(tb testing.TB) *reader.Engine {
	tb.Helper()
	registry, err := reader.NewRegistry(text.Reader{}, Reader{}, Value{})
	if err != nil {
		tb.Fatal(err)
	}
	return &reader.Engine{Registry: registry, Log: tb.Logf}
}

func file(tb testing.TB, name, content string) string {
	tb.Helper()
	path := filepath.Join(tb.TempDir(), name)
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		tb.Fatal(err)
	}
	return path
}

func read(tb testing.TB, req reader.Request) *reader.Result {
	tb.Helper()
	res, err := engine(tb).Read(context.Background(), &req)
	if err != nil {
		tb.Fatal(err)
	}
	if _, err := stdjson.Marshal(res); err != nil {
		tb.Fatalf("the result is not JSON: %v", err)
	}
	return res
}

func rows(tb testing.TB, path string) *reader.Result {
	tb.Helper()
	return read(tb, reader.Request{Path: path, As: reader.FormRows})
}

// asJSON writes the rows as a result document has them.
func asJSON(tb testing.TB, res *reader.Result) string {
	tb.Helper()
	if res.RowsPart == nil {
		return "none: " + res.Reason
	}
	var b bytes.Buffer
	e := stdjson.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(res.Rows); err != nil {
		tb.Fatal(err)
	}
	return strings.TrimSpace(b.String())
}

func note(res *reader.Result, code reader.NoteCode) *reader.Note {
	i := slices.IndexFunc(res.Notes, func(n reader.Note) bool { return n.Code == code })
	if i < 0 {
		return nil
	}
	return &res.Notes[i]
}

func TestRows(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, text string
		headers    []string
		rows       string
		note       reader.NoteCode
	}{
		{"array", `[{"a":1,"b":"x"},{"b":"y","a":2}]`, []string{"a", "b"}, `[[1,"x"],[2,"y"]]`, ""},
		{"spread", "[\n {\"a\" : 1 } ,\n\t{ \"b\": [ 1 , { } , [ ] ] }\n]\n", []string{"a", "b"}, `[[1,null],[null,[1,{},[]]]]`, ""},
		{"lines", "{\"a\":1}\n\n{\"a\":2}\r\n", []string{"a"}, `[[1],[2]]`, ""},
		{"a broken line", "{\"a\":1}\n{\"a\":\n{\"a\":3}", []string{"a", "value"}, `[[1,null],[null,"{\"a\":"],[3,null]]`, reader.NoteCorrupt},
		{"one behind the other", "{\n\"a\":1\n}\n{\n\"a\":2\n}\n", []string{"a"}, `[[1],[2]]`, ""},
		{"object", `{"x":1,"y":{"z":[true,null]}}`, []string{"key", "value"}, `[["x",1],["y",{"z":[true,null]}]]`, ""},
		{"scalar", ` "text" `, []string{"value"}, `[["text"]]`, ""},
		{"scalars", `[1,"a",null,true,-0.50e+10,123456789012345678901234567890]`, []string{"value"}, `[[1],["a"],[null],[true],[-0.50e+10],[123456789012345678901234567890]]`, ""},
		{"mixed", `[{"value":1},2]`, []string{"value", "value_2"}, `[[1,null],[null,2]]`, ""},
		{"escapes", `["\u00e9\n\"\\\/\ud83d\ude00\ud83d x"]`, []string{"value"}, `[["é\n\"\\/😀� x"]]`, ""},
		{"twice", `[{"a":1,"b":2,"a":3}]`, []string{"a", "b"}, `[[3,2]]`, reader.NoteDuplicateKeys},
		{"empty array", `[]`, nil, `[]`, reader.NoteEmpty},
		{"empty object in array", `[{}]`, nil, `[[]]`, ""},
		{"empty object", `{}`, []string{"key", "value"}, `[]`, reader.NoteEmpty},
		{"empty file", ``, nil, `[]`, reader.NoteEmpty},
		{"comments", "// c\n[1, /* [ */ 2, // \"\n {\"a\": 1,},]", []string{"value", "a"}, `[[1,null],[2,null],[null,1]]`, reader.NoteRelaxedSyntax},
		{"nan", `[{"a":NaN,"b":[Infinity,-Infinity]}]`, []string{"a", "b"}, `[["NaN",["Infinity","-Infinity"]]]`, reader.NoteRelaxedSyntax},
		{"cut off", `[{"a":1},{"a":2`, []string{"a"}, `[[1]]`, reader.NoteCorrupt},
		{"no comma", `[1 2]`, []string{"value"}, `[[1]]`, reader.NoteCorrupt},
		{"wrong bracket", `[[1],[2}]`, []string{"value"}, `[[[1]]]`, reader.NoteCorrupt},
		{"broken element", `[1,tru,3]`, []string{"value"}, `[[1],["tru"],[3]]`, reader.NoteCorrupt},
		{"something behind", `[1] x`, []string{"value"}, `[[1]]`, reader.NoteCorrupt},
		{"comma first", `[,1]`, nil, "none", ""},
		{"raw control", "[\"a\tb\",{\"k\":[\"c\td\"]}]", []string{"value", "k"}, `[["a\tb",null],[null,["c\u0009d"]]]`, reader.NoteRelaxedSyntax},
		{"sequence", "\x1e{\"a\":\"some text, so that it is text\"}\n\x1e{\"a\":\"some text, so that it is text\"}\n", []string{"a"}, `[["some text, so that it is text"],["some text, so that it is text"]]`, ""},
		{"bom", "\ufeff[1]", []string{"value"}, `[[1]]`, ""},
		{"empty name", `[{"":1," a ":2}]`, []string{"", " a "}, `[[1,2]]`, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			res := rows(t, file(t, "x.json", c.text))
			got := asJSON(t, res)
			if none := strings.HasPrefix(got, "none"); got != c.rows && (c.rows != "none" || !none) {
				t.Fatalf("rows %s\nwant %s", got, c.rows)
			}
			if c.rows == "none" {
				return
			}
			if !slices.Equal(res.Headers, c.headers) {
				t.Errorf("headers %q, want %q", res.Headers, c.headers)
			}
			if c.note != "" && note(res, c.note) == nil {
				t.Errorf("no note %s in %v", c.note, res.Notes)
			}
			if res.RowCount == nil || *res.RowCount != int64(len(res.Rows)) {
				t.Errorf("row count %v of %d", res.RowCount, len(res.Rows))
			}
		})
	}
}

func TestBombs(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		text string
		code fault.Code
	}{
		"arrays":  {strings.Repeat("[", 100_000), fault.TooComplex},
		"objects": {strings.Repeat(`{"a":`, 100_000), fault.TooComplex},
		"nested":  {"[" + strings.Repeat("[", 100_000) + strings.Repeat("]", 100_000) + "]", fault.TooComplex},
		"slashes": {`["` + strings.Repeat(`\`, 3<<20), fault.Corrupt},
		"garbage": {"\x01\x02{}{}}}]]", ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			res := rows(t, file(t, "x.json", c.text))
			if res.Readable || (c.code != "" && res.ReasonCode != c.code) {
				t.Errorf("%s %s", res.ReasonCode, res.Reason)
			}
		})
	}
	// Behind readable rows, the rows are shown.
	res := rows(t, file(t, "x.json", `[1,2,`+strings.Repeat("[", 100_000)))
	if asJSON(t, res) != "[[1],[2]]" || note(res, reader.NoteTooComplex) == nil || res.Complete {
		t.Errorf("%s %v", asJSON(t, res), res.Notes)
	}
}

func TestPointer(t *testing.T) {
	t.Parallel()
	doc := `{"a":[10,{"b":"x","list":[{"k":1},{"k":2}]},"s"],"c/d":{"e~f":true},"":{"":7},"long":"` + strings.Repeat("x", 300_000) + `","z":[1,2]}`
	path := file(t, "x.json", doc)
	for part, want := range map[string]string{
		"/a/0": "10", "/a/1/b": `"x"`, "/c~1d/e~0f": "true", "/": `{"":7}`, "//": "7", "/z": "[1,2]", "/a/1": `{"b":"x","list":[{"k":1},{"k":2}]}`,
	} {
		res := read(t, reader.Request{Path: path + "#" + part})
		if res.Status != reader.StatusOK || res.TextPart == nil || res.Content != want {
			t.Errorf("#%s: %s %+v, want %s", part, res.Reason, res.TextPart, want)
		}
		if res.Complete {
			t.Errorf("#%s is said to be complete", part)
		}
	}
	res := read(t, reader.Request{Path: path + "#/a/1/list", As: reader.FormRows})
	if asJSON(t, res) != "[[1],[2]]" || !slices.Equal(res.Headers, []string{"k"}) {
		t.Errorf("%s %q", asJSON(t, res), res.Headers)
	}
	if res := read(t, reader.Request{Path: path + "#/z/1", As: reader.FormRows}); asJSON(t, res) != "[[2]]" || *res.RowCount != 1 {
		t.Errorf("%s", asJSON(t, res))
	}
	for part, want := range map[string]string{
		"/a/3": "3 elements", "/a/01": "elements", "/a/-": "elements", "/lang": `"long"`, "/a/0/b": "single value", "/C~1D": `"c/d"`,
	} {
		res := read(t, reader.Request{Path: path + "#" + part})
		if res.ReasonCode != fault.NotFound || res.Error == nil || res.Error.Phase != fault.PhaseResolve || !strings.Contains(res.Reason, want) {
			t.Errorf("#%s: %s %s", part, res.ReasonCode, res.Reason)
		}
	}
	lines := file(t, "x.ndjson", "{\"a\":1}\n\n{\"a\":[2,3]}\n")
	if res := read(t, reader.Request{Path: lines + "#/1/a/1"}); res.TextPart == nil || res.Content != "3" {
		t.Errorf("%s %v", res.Reason, res.TextPart)
	}
	if res := read(t, reader.Request{Path: lines + "#/2"}); res.ReasonCode != fault.NotFound {
		t.Errorf("%s", res.Reason)
	}
	plain := file(t, "x.txt", "text\n")
	if res := read(t, reader.Request{Path: plain + "#x"}); res.ReasonCode != fault.NotFound {
		t.Errorf("a text has no parts: %s %s", res.ReasonCode, res.Reason)
	}
}

// A value as lines can be read by pages, by number or by cursor.
func TestPointerPages(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	b.WriteString("{\n \"before\": \"é\",\n \"v\": [\n")
	for i := range 50 {
		fmt.Fprintf(&b, "  %d,\n", i)
	}
	b.WriteString("  \"end of the list, a long line to be cut\"\n ]\n}\n")
	path := file(t, "x.json", b.String()) + "#/v"
	want := read(t, reader.Request{Path: path}).Content
	if !strings.HasPrefix(want, "[\n") || !strings.HasSuffix(want, "\n ]") {
		t.Fatalf("%q", want)
	}
	for _, req := range []reader.Request{{Path: path, Limit: 7}, {Path: path, MaxBytes: 11}, {Path: path, Limit: 3, MaxLineChars: 5}} {
		var got string
		for range 1000 {
			res := read(t, req)
			if res.Status != reader.StatusOK {
				t.Fatal(res.Reason)
			}
			got += res.Content
			if res.Next == nil {
				break
			}
			if req.MaxLineChars > 0 {
				break // cut lines come in another order; that is the window's to prove
			}
			req.Path, req.Cursor = res.Next.Path, res.Next.Cursor
		}
		if req.MaxLineChars == 0 && got != want {
			t.Errorf("%+v: %q, want %q", req, got, want)
		}
	}
	first := read(t, reader.Request{Path: path, Limit: 2})
	at := read(t, reader.Request{Path: first.Next.Path, Offset: first.Next.Offset, Limit: 1})
	if at.Content != "  1,\n" {
		t.Errorf("%q", at.Content)
	}
	// A cursor of one part is not taken for another.
	if _, err := engine(t).Read(context.Background(), &reader.Request{Path: strings.TrimSuffix(path, "v") + "before", Cursor: first.Next.Cursor}); fault.CodeOf(err) != fault.InvalidInput {
		t.Errorf("%v", err)
	}
}

func TestEncodings(t *testing.T) {
	t.Parallel()
	text := "{\"k\":\"Zürich\",\"n\":1}\n{\"k\":\"日本\",\"n\":2}\n"
	for name, big := range map[string]bool{"le": false, "be": true} {
		b := []byte{0xff, 0xfe}
		if big {
			b = []byte{0xfe, 0xff}
		}
		for _, u := range utf16.Encode([]rune(text)) {
			if big {
				b = append(b, byte(u>>8), byte(u))
			} else {
				b = append(b, byte(u), byte(u>>8))
			}
		}
		path := file(t, "x.jsonl", string(b))
		if got := asJSON(t, rows(t, path)); got != `[["Zürich",1],["日本",2]]` {
			t.Errorf("%s: %s", name, got)
		}
		if got := strings.Join(pages(t, reader.Request{Path: path, Limit: 1}), ","); got != `["Zürich",1],["日本",2]` {
			t.Errorf("%s: %s", name, got)
		}
		if res := read(t, reader.Request{Path: path + "#/1/k"}); res.TextPart == nil || res.Content != `"日本"` {
			t.Errorf("%s: %s %v", name, res.Reason, res.TextPart)
		}
	}
	bad := rows(t, file(t, "x.json", "[\"é ü ö ä à è ß ñ\", \"a\xffb\"]"))
	if got := asJSON(t, bad); got != "[[\"é ü ö ä à è ß ñ\"],[\"a\ufffdb\"]]" || note(bad, reader.NoteUndecodable) == nil {
		t.Errorf("%s %v", got, bad.Notes)
	}
}

// pages reads by cursor, page after page, and returns all rows as JSON.
func pages(tb testing.TB, req reader.Request) []string {
	tb.Helper()
	req.As = reader.FormRows
	var all []string
	for range 10000 {
		res := read(tb, req)
		if res.Status != reader.StatusOK {
			tb.Fatal(res.Reason)
		}
		all = append(all, each(tb, res)...)
		if res.Next == nil {
			return all
		}
		if req.Cursor, req.Offset = res.Next.Cursor, 0; req.Cursor == "" {
			tb.Fatal("no cursor")
		}
	}
	tb.Fatal("does not end")
	return nil
}

func each(tb testing.TB, res *reader.Result) []string {
	tb.Helper()
	var all []string
	for _, r := range res.Rows {
		b, err := stdjson.Marshal(r)
		if err != nil {
			tb.Fatal(err)
		}
		all = append(all, string(b))
	}
	return all
}

// value makes a random JSON value.
func value(rng *rand.Rand, depth int) string {
	blank := []string{"", "", " ", "\n", "\t "}[rng.IntN(5)]
	switch k := rng.IntN(9); {
	case k < 2 && depth > 0:
		var parts []string
		for range rng.IntN(4) {
			parts = append(parts, value(rng, depth-1))
		}
		return blank + "[" + strings.Join(parts, ",") + blank + "]"
	case k < 5 && depth > 0:
		var parts []string
		for i := range rng.IntN(4) {
			parts = append(parts, fmt.Sprintf(`%s"k%d"%s:%s`, blank, i, blank, value(rng, depth-1)))
		}
		return "{" + strings.Join(parts, ",") + blank + "}"
	case k < 6:
		return []string{"1", "-2.5e3", "0", "true", "false", "null"}[rng.IntN(6)] + blank
	}
	return []string{`"a"`, `""`, `"\""`, `"\\"`, `"a]}{["`, `"\u00e9\\\""`, `"é日本"`, `"\n, // \\\\"`}[rng.IntN(8)] + blank
}

// Pages joined are the whole, at every limit and offset.
func TestPages(t *testing.T) {
	t.Parallel()
	for seed := range uint64(12) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			rng := rand.New(rand.NewPCG(seed, 3))
			var parts []string
			for range 30 + rng.IntN(30) {
				parts = append(parts, value(rng, 4))
			}
			doc := ""
			switch seed % 4 {
			case 0:
				doc = "[" + strings.Join(parts, ",\n ") + "]"
			case 1:
				for i := range parts {
					parts[i] = fmt.Sprintf(`"m%d": %s`, i, parts[i])
				}
				doc = "{" + strings.Join(parts, ",\n ") + "}"
			case 2:
				for i := range parts {
					parts[i] = strings.ReplaceAll(parts[i], "\n", " ")
				}
				doc = strings.Join(parts, "\n\n") + "\n"
			case 3:
				doc = "{\n\"a\": 1}\n" + strings.Join(parts, "\n")
			}
			path := file(t, "x.json", doc)
			whole := read(t, reader.Request{Path: path, As: reader.FormRows, All: true})
			want := each(t, whole)
			n := int64(len(want))
			if whole.RowCount == nil || *whole.RowCount != n || n < 20 {
				t.Fatalf("count %v of %d: %s", whole.RowCount, n, whole.Reason)
			}
			for _, limit := range []int64{1, 2, 5, 40} {
				if got := pages(t, reader.Request{Path: path, Limit: limit}); !slices.Equal(got, want) {
					t.Fatalf("limit %d: %q, want %q", limit, got, want)
				}
				if got := pages(t, reader.Request{Path: path, MaxBytes: limit * 10}); !slices.Equal(got, want) {
					t.Fatalf("max bytes %d: %q, want %q", limit*10, got, want)
				}
			}
			for from := int64(1); from <= n; from++ {
				res := read(t, reader.Request{Path: path, As: reader.FormRows, Offset: from, Limit: 2})
				back := read(t, reader.Request{Path: path, As: reader.FormRows, Offset: from - n - 1, Limit: 2})
				if got := each(t, res); !slices.Equal(got, want[from-1:min(from+1, n)]) || res.StartRow != from || !slices.Equal(got, each(t, back)) || back.StartRow != from {
					t.Fatalf("offset %d: row %d %q, from the end %q", from, res.StartRow, got, each(t, back))
				}
			}
		})
	}
}

// A stream is read forward like a file.
func TestStream(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	for i := range 20000 {
		fmt.Fprintf(&b, "{\"i\":%d,\"s\":\"some words\"}\n", i)
	}
	e := engine(t)
	for _, offset := range []int64{1, 15000, -3} {
		e.Stdin = pieces{strings.NewReader(b.String())}
		res, err := e.Read(context.Background(), &reader.Request{Path: "-", As: reader.FormRows, Offset: offset, Limit: 1})
		if err != nil {
			t.Fatal(err)
		}
		want := offset - 1
		if offset < 0 {
			want = 20000 + offset
		}
		if got := asJSON(t, res); got != fmt.Sprintf(`[[%d,"some words"]]`, want) {
			t.Errorf("offset %d: %s", offset, got)
		}
	}
}

type pieces struct{ r io.Reader }

func (r pieces) Read(p []byte) (int, error) { return r.r.Read(p[:min(len(p), 7777)]) }

// New members come into columns behind those of the sample.
func TestLateColumns(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	for i := range 1500 {
		fmt.Fprintf(&b, "{\"a\":%d}\n", i)
	}
	b.WriteString("{\"z\":1,\"a\":2}\n{\"y\":3}\n")
	res := read(t, reader.Request{Path: file(t, "x.ndjson", b.String()), As: reader.FormRows, Offset: 1500, Limit: 5})
	if got := asJSON(t, res); got != "[[1499],[2,1],[null,null,3]]" || !slices.Equal(res.Headers, []string{"a", "z", "y"}) {
		t.Errorf("%s %q", got, res.Headers)
	}
	if n := note(res, reader.NoteNewColumns); n == nil || n.Data["first"] != int64(1501) {
		t.Errorf("%v", res.Notes)
	}
}

// A value that is too large is cut, and what follows is found.
func TestHugeRow(t *testing.T) {
	t.Parallel()
	huge := `["` + strings.Repeat("é", 6<<20) + `"]`
	for name, doc := range map[string]string{"array": "[1," + huge + ",3]", "lines": "1\n" + huge + "\n3\n", "object": `{"a":1,"b":` + huge + `,"c":3}`} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			res := read(t, reader.Request{Path: file(t, "x.json", doc), As: reader.FormRows, All: true})
			if len(res.Rows) != 3 || note(res, reader.NoteCellsCut) == nil || res.Complete {
				t.Fatalf("%d rows, %v", len(res.Rows), res.Notes)
			}
			last := res.Rows[2]
			if last[len(last)-1] != (cells.Cell{Type: cells.Number, Text: "3"}) {
				t.Errorf("%v", last)
			}
			if cut := res.Rows[1][len(last)-1]; cut.Type != cells.String || len(cut.Text) > cutShown || !strings.HasPrefix(cut.Text, `["é`) {
				t.Errorf("%d bytes", len(cut.Text))
			}
		})
	}
}

// FuzzJSONRows compares with encoding/json on what that accepts, and wants no
// more of the rest than an answer.
func FuzzJSONRows(f *testing.F) {
	for _, s := range []string{`[1,{"a":[]}]`, `{"a":{"b":"\ud83d\ude00"}}`, "{\"a\":1}\n{\"a\":2}\n", `[[`, `"\`, "[1,/*", "{\"a\" 1}", "[\"\\u12\"]", "1 2 3", `{"a":1,"a":2}`, "[NaN]", "\x1e[1]"} {
		f.Add(s, uint8(1))
	}
	f.Fuzz(func(t *testing.T, doc string, limit uint8) {
		if len(doc) > 4096 {
			return
		}
		f := source.FromBytes("x.json", []byte(doc))
		o := reader.Options{Request: &reader.Request{}, Type: detect.Type{Kind: detect.Text, Format: "json"}, Guess: charset.Guess{Encoding: charset.UTF8()}}
		d, err := Reader{}.Open(t.Context(), f, o)
		valid := stdjson.Valid([]byte(doc))
		if err != nil {
			if valid {
				t.Fatalf("%q: %v", doc, err)
			}
			return
		}
		want, err := collect(t, d, cursor.Position{}, 0)
		if err != nil {
			t.Fatalf("%q: %v", doc, err)
		}
		if m := d.Meta(); m.Total == nil || *m.Total != int64(len(want)) {
			t.Fatalf("%q: counted %v of %d", doc, m.Total, len(want))
		}
		if valid {
			compare(t, doc, d.Meta().Headers, want)
		}
		// By pages.
		var got []string
		at := cursor.Position{}
		for range 5000 {
			page, next := page(t, d, at, int(limit%5)+1)
			got = append(got, page...)
			if next == nil {
				break
			}
			at = *next
		}
		if !slices.Equal(got, want) {
			t.Fatalf("%q: pages %q, want %q", doc, got, want)
		}
	})
}

func collect(t *testing.T, d reader.Document, from cursor.Position, _ int) (all []string, err error) {
	t.Helper()
	for u, err := range d.Units(t.Context(), from) {
		if err != nil {
			return all, err
		}
		b, err := stdjson.Marshal(u.Cells)
		if err != nil {
			return all, err
		}
		all = append(all, string(b))
	}
	return all, nil
}

func page(t *testing.T, d reader.Document, from cursor.Position, n int) (all []string, next *cursor.Position) {
	t.Helper()
	for u, err := range d.Units(t.Context(), from) {
		if err != nil {
			t.Fatal(err)
		}
		if len(all) == n {
			return all, &u.Start
		}
		b, err := stdjson.Marshal(u.Cells)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, string(b))
	}
	return all, nil
}

// compare holds rows to what encoding/json makes of the document.
func compare(t *testing.T, doc string, headers []string, got []string) {
	t.Helper()
	var v any
	decoder := stdjson.NewDecoder(strings.NewReader(doc))
	decoder.UseNumber()
	if err := decoder.Decode(&v); err != nil {
		t.Fatal(err)
	}
	var items []any
	switch v := v.(type) {
	case []any:
		items = v
	case map[string]any:
		if len(got) < len(v) {
			t.Fatalf("%q: %d rows of %d members", doc, len(got), len(v))
		}
		return
	default:
		items = []any{v}
	}
	if len(items) != len(got) {
		t.Fatalf("%q: %d rows, want %d", doc, len(got), len(items))
	}
	for i, item := range items {
		var row []any
		decoder := stdjson.NewDecoder(strings.NewReader(got[i]))
		decoder.UseNumber()
		if err := decoder.Decode(&row); err != nil {
			t.Fatalf("%q: %v", got[i], err)
		}
		object, ok := item.(map[string]any)
		if !ok {
			if !slices.ContainsFunc(row, func(x any) bool { return reflect.DeepEqual(x, item) }) {
				t.Fatalf("%q: %v is not in %v", doc, item, row)
			}
			continue
		}
		for name, want := range object {
			c := slices.Index(headers, name)
			if c < 0 || c >= len(row) || !reflect.DeepEqual(row[c], want) {
				t.Fatalf("%q: member %q: %v in %v %q", doc, name, want, row, headers)
			}
		}
	}
}

func bigJSON(rows int, lines bool) []byte {
	var b bytes.Buffer
	if !lines {
		b.WriteString("[\n")
	}
	for i := range rows {
		fmt.Fprintf(&b, `{"id":%d,"name":"name of %d","price":%d.25,"tags":["a","b"],"sub":{"x":%d,"text":"some words, and \"more\""}}`, i, i, i%100, i)
		if !lines && i+1 < rows {
			b.WriteByte(',')
		}
		b.WriteByte('\n')
	}
	if !lines {
		b.WriteString("]\n")
	}
	return b.Bytes()
}

func BenchmarkSkip(b *testing.B) {
	for _, lines := range []bool{false, true} {
		data := bigJSON(200_000, lines)
		path := file(b, "x.json", string(data))
		b.Run(fmt.Sprintf("fread/lines=%t", lines), func(b *testing.B) {
			b.SetBytes(int64(len(data)))
			for b.Loop() {
				res := read(b, reader.Request{Path: path, As: reader.FormRows, Offset: 200_000, Limit: 1})
				if res.StartRow != 200_000 {
					b.Fatal(res.StartRow)
				}
			}
		})
		b.Run(fmt.Sprintf("encoding/lines=%t", lines), func(b *testing.B) {
			b.SetBytes(int64(len(data)))
			for b.Loop() {
				f, err := os.Open(path)
				if err != nil {
					b.Fatal(err)
				}
				d := stdjson.NewDecoder(f)
				for {
					if _, err := d.Token(); err != nil {
						if !errors.Is(err, io.EOF) {
							b.Fatal(err)
						}
						break
					}
				}
				_ = f.Close()
			}
		})
	}
}

func BenchmarkWindow(b *testing.B) {
	path := file(b, "x.json", string(bigJSON(200_000, false)))
	b.Run("fread", func(b *testing.B) {
		for b.Loop() {
			if res := rows(b, path); len(res.Rows) != 1000 {
				b.Fatal(len(res.Rows))
			}
		}
	})
	b.Run("encoding", func(b *testing.B) {
		for b.Loop() {
			f, err := os.Open(path)
			if err != nil {
				b.Fatal(err)
			}
			d := stdjson.NewDecoder(f)
			_, _ = d.Token()
			var all []map[string]any
			for len(all) < 1000 {
				var m map[string]any
				if err := d.Decode(&m); err != nil {
					b.Fatal(err)
				}
				all = append(all, m)
			}
			_ = f.Close()
		}
	})
}
