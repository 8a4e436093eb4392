package csv

import (
	"bytes"
	"context"
	stdcsv "encoding/csv"
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
	"fread/internal/reader/source"
)

// engine returns an engine that knows only this kind.
func engine(tb testing.TB) *reader.Engine {
	tb.Helper()
	registry, err := reader.NewRegistry(Reader{})
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
	req.As = reader.FormRows
	res, err := engine(tb).Read(context.Background(), &req)
	if err != nil {
		tb.Fatal(err)
	}
	return res
}

// texts returns the rows as strings, numbers with their type before them.
func texts(res *reader.Result) [][]string {
	rows := [][]string{}
	if res.RowsPart == nil {
		return rows
	}
	for _, r := range res.Rows {
		row := []string{}
		for _, c := range r {
			s := c.Text
			if c.Type == cells.Number {
				s = "#" + s
			}
			row = append(row, s)
		}
		rows = append(rows, row)
	}
	return rows
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
		rows       [][]string
		note       reader.NoteCode
	}{
		{"plain", "a,b\n1,x\n2,y\n", []string{"a", "b"}, [][]string{{"#1", "x"}, {"#2", "y"}}, ""},
		{"no newline at the end", "a,b\n1,x", []string{"a", "b"}, [][]string{{"#1", "x"}}, ""},
		{"crlf", "a,b\r\n1,x\r\n", []string{"a", "b"}, [][]string{{"#1", "x"}}, ""},
		{"cr only", "a,b\r1,x\r2,y\r", []string{"a", "b"}, [][]string{{"#1", "x"}, {"#2", "y"}}, ""},
		{"lone cr in a file with lf", "a,b\n1,x\ry\n", []string{"a", "b"}, [][]string{{"#1", "x\ry"}}, ""},
		{"newline in quotes", "a,b\n1,\"x\r\ny\"\n", []string{"a", "b"}, [][]string{{"#1", "x\r\ny"}}, ""},
		{"doubled quotes", "a,b\n1,\"x\"\"y\"\"\"\n", []string{"a", "b"}, [][]string{{"#1", `x"y"`}}, ""},
		{"quote inside", "a,b\n1,5\" pipe\n", []string{"a", "b"}, [][]string{{"#1", `5" pipe`}}, ""},
		{"text behind a quote", "a,b\n1,\"x\"y\"z\n", []string{"a", "b"}, [][]string{{"#1", `xy"z`}}, ""},
		{"quote not closed", "a,b\n1,\"x\n2,y\n", []string{"a", "b"}, [][]string{{"#1", "x\n2,y"}}, reader.NoteUnclosedQuote},
		{"lossless types", "a,b\n007,1.50\n1e5,true\n-3,0.25\n", []string{"a", "b"}, [][]string{{"007", "1.50"}, {"1e5", "true"}, {"#-3", "#0.25"}}, ""},
		{"blank lines", "a,b\n\n1,x\n\r\n2,y\n\n\n", []string{"a", "b"}, [][]string{{}, {"#1", "x"}, {}, {"#2", "y"}}, ""},
		{"blank lines before", "\n\na,b\n1,x\n", []string{"a", "b"}, [][]string{{"#1", "x"}}, ""},
		{"ragged", "a,b\n1,x\n2\n3,y,z\n4,u\n", []string{"a", "b"}, [][]string{{"#1", "x"}, {"#2"}, {"#3", "y", "z"}, {"#4", "u"}}, reader.NoteRaggedRows},
		{"no header", "1,2\n3,4\n", nil, [][]string{{"#1", "#2"}, {"#3", "#4"}}, ""},
		{"renamed", "id,x,x,\n1,2,3,4\n1,2,3,4\n", []string{"id", "x", "x_2", "column_4"}, [][]string{{"#1", "#2", "#3", "#4"}, {"#1", "#2", "#3", "#4"}}, reader.NoteHeadersRenamed},
		{"semicolon", "name;price\nx;1,5\ny;2,5\n", []string{"name", "price"}, [][]string{{"x", "1,5"}, {"y", "2,5"}}, ""},
		{"semicolon without header", "1,5;2,5\n3,5;4,5\n", nil, [][]string{{"1,5", "2,5"}, {"3,5", "4,5"}}, ""},
		{"sep line", "sep=|\r\na|b,c\r\n1|2\r\n", []string{"a", "b,c"}, [][]string{{"#1", "#2"}}, ""},
		{"blank behind delimiter", "a, b\n1, \"x, y\"\n2, \"z\"\n", []string{"a", "b"}, [][]string{{"#1", "x, y"}, {"#2", "z"}}, ""},
		{"apostrophes", "a,b\n1,'x, y'\n2,'z'\n", []string{"a", "b"}, [][]string{{"#1", "x, y"}, {"#2", "z"}}, ""},
		{"one column", "name\nx\ny\n", []string{"name"}, [][]string{{"x"}, {"y"}}, ""},
		{"only a header", "name,age\n", []string{"name", "age"}, [][]string{}, ""},
		{"empty", "", nil, [][]string{}, reader.NoteEmpty},
		{"only line ends", "\n\n\n", nil, [][]string{}, reader.NoteEmpty},
		{"empty quoted line is a row", "a\n\"\"\nx\n", []string{"a"}, [][]string{{""}, {"x"}}, ""},
		{"years", "country,1990,1991,1992\nFR,1,2,3\nDE,4,5,6\n", []string{"country", "1990", "1991", "1992"}, [][]string{{"FR", "#1", "#2", "#3"}, {"DE", "#4", "#5", "#6"}}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			res := read(t, reader.Request{Path: file(t, "x.csv", c.text)})
			if got := texts(res); !reflect.DeepEqual(got, c.rows) {
				t.Errorf("rows %q, want %q (%s)", got, c.rows, res.Reason)
			}
			if !slices.Equal(res.Headers, c.headers) {
				t.Errorf("headers %q, want %q: %s", res.Headers, c.headers, res.Dialect.Evidence)
			}
			if c.note != "" && note(res, c.note) == nil {
				t.Errorf("no note %s in %v", c.note, res.Notes)
			}
			if res.RowCount == nil || *res.RowCount != int64(len(c.rows)) || !res.RowCountExact {
				t.Errorf("row count %v, want %d", res.RowCount, len(c.rows))
			}
		})
	}
}

func TestEncodings(t *testing.T) {
	t.Parallel()
	text := "name;città\nRenée Müller, élève à l'école;Zürich und Genève\nÅsa;Malmö, Skåne län i Sverige är också en stad\n"
	want := [][]string{{"Renée Müller, élève à l'école", "Zürich und Genève"}, {"Åsa", "Malmö, Skåne län i Sverige är också en stad"}}
	wide := func(big bool) string {
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
		return string(b)
	}
	var latin []byte
	for _, r := range text {
		latin = append(latin, byte(r))
	}
	for name, content := range map[string]string{
		"utf-8": text, "bom": "\ufeff" + text, "utf-16le": wide(false), "utf-16be": wide(true), "windows-1252": string(latin),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			path := file(t, "x.csv", content)
			res := read(t, reader.Request{Path: path})
			if got := texts(res); !reflect.DeepEqual(got, want) || !slices.Equal(res.Headers, []string{"name", "città"}) {
				t.Errorf("%q %q", res.Headers, got)
			}
			if got := joined(t, reader.Request{Path: path, Limit: 1}); !reflect.DeepEqual(got, want) {
				t.Errorf("by pages: %q", got)
			}
		})
	}
}

// A file that starts as ASCII for longer than is looked at first is decoded by
// what comes later.
func TestEncodingFoundLate(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	b.WriteString("id,name\n")
	for i := range 20000 {
		fmt.Fprintf(&b, "%d,name number %d\n", i, i)
	}
	b.WriteString("20000,Ren\xe9e Caf\xe9 M\xfcller\n20001,x\n")
	path := file(t, "x.csv", b.String())
	res := read(t, reader.Request{Path: path, Offset: -2})
	if got := texts(res); !reflect.DeepEqual(got, [][]string{{"#20000", "Renée Café Müller"}, {"#20001", "x"}}) {
		t.Errorf("%q", got)
	}
	if res.Dialect.Encoding != "windows-1252" {
		t.Errorf("encoding %s", res.Dialect.Encoding)
	}
}

// joined reads by cursor, page after page, and returns all rows.
func joined(tb testing.TB, req reader.Request) [][]string {
	tb.Helper()
	all := [][]string{}
	no := int64(0)
	for range 10000 {
		res := read(tb, req)
		if res.Status != reader.StatusOK {
			tb.Fatalf("%s", res.Reason)
		}
		if len(res.Rows) > 0 && no > 0 && res.StartRow != no {
			tb.Fatalf("page starts at row %d, want %d", res.StartRow, no)
		}
		all = append(all, texts(res)...)
		if res.Next == nil {
			return all
		}
		no = res.StartRow + int64(len(res.Rows))
		req.Cursor, req.Offset = res.Next.Cursor, 0
		if req.Cursor == "" {
			req.Offset = res.Next.Offset
		}
	}
	tb.Fatal("does not end")
	return nil
}

// nasty makes records of what gives readers trouble.
func nasty(rng *rand.Rand, rows int, encode func(string) string) string {
	pieces := []string{"a", "b c", "007", "1.5", "", "ü", "x\"y", "日本語", "true", "long value with words"}
	inner := []string{"a", ",", "\n", "\r\n", "\"\"", "ü", " ", "\n\n"}
	eol := []string{"\n", "\r\n"}[rng.IntN(2)]
	var b strings.Builder
	b.WriteString("id,name,note" + eol)
	for i := range rows {
		switch rng.IntN(12) {
		case 0:
			b.WriteString(eol)
			continue
		case 1:
			b.WriteString("only one" + eol)
			continue
		}
		fmt.Fprint(&b, i)
		for range 2 {
			b.WriteByte(',')
			if rng.IntN(3) == 0 {
				b.WriteByte('"')
				for range rng.IntN(6) {
					b.WriteString(inner[rng.IntN(len(inner))])
				}
				b.WriteByte('"')
			} else {
				b.WriteString(pieces[rng.IntN(len(pieces))])
			}
		}
		b.WriteString(eol)
	}
	b.WriteString("last,x,y" + eol)
	return encode(b.String())
}

func toUTF16(s string) string {
	b := []byte{0xff, 0xfe}
	for _, u := range utf16.Encode([]rune(s)) {
		b = append(b, byte(u), byte(u>>8))
	}
	return string(b)
}

// Pages joined are the whole, at every limit and offset, and rows from the end
// are those from the start.
func TestPages(t *testing.T) {
	t.Parallel()
	for seed := range uint64(12) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			rng := rand.New(rand.NewPCG(seed, 1))
			encode := func(s string) string { return s }
			if seed%3 == 2 {
				encode = toUTF16
			}
			path := file(t, "x.csv", nasty(rng, 40+rng.IntN(40), encode))
			whole := read(t, reader.Request{Path: path, All: true})
			want := texts(whole)
			n := int64(len(want))
			if whole.RowCount == nil || *whole.RowCount != n {
				t.Fatalf("row count %v of %d", whole.RowCount, n)
			}
			for _, limit := range []int64{1, 2, 3, 7, 50} {
				if got := joined(t, reader.Request{Path: path, Limit: limit}); !reflect.DeepEqual(got, want) {
					t.Fatalf("limit %d: %q, want %q", limit, got, want)
				}
				if got := joined(t, reader.Request{Path: path, MaxBytes: limit * 20}); !reflect.DeepEqual(got, want) {
					t.Fatalf("max bytes %d: %q, want %q", limit*20, got, want)
				}
			}
			for from := int64(1); from <= n; from++ {
				res := read(t, reader.Request{Path: path, Offset: from, Limit: 2})
				if got := texts(res); !reflect.DeepEqual(got, want[from-1:min(from+1, n)]) || res.StartRow != from {
					t.Fatalf("offset %d: row %d %q", from, res.StartRow, got)
				}
				back := read(t, reader.Request{Path: path, Offset: from - n - 1, Limit: 2})
				if got := texts(back); !reflect.DeepEqual(got, want[from-1:min(from+1, n)]) || back.StartRow != from {
					t.Fatalf("offset %d: row %d %q", from-n-1, back.StartRow, got)
				}
			}
			past := read(t, reader.Request{Path: path, Offset: n + 1})
			if note(past, reader.NoteOffsetPastEnd) == nil {
				t.Fatalf("no note past the end: %v", past.Notes)
			}
		})
	}
}

// A stream gives the same rows as a file, in both directions.
func TestStream(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(7, 7))
	text := nasty(rng, 30000, func(s string) string { return s })
	path := file(t, "x.csv", text)
	for _, offset := range []int64{1, 2, 20000, -1, -5, -20000} {
		want := read(t, reader.Request{Path: path, Offset: offset, Limit: 10})
		e := engine(t)
		e.Stdin = iotestReader{strings.NewReader(text)}
		got, err := e.Read(context.Background(), &reader.Request{Path: "-", As: reader.FormRows, Offset: offset, Limit: 10})
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(texts(got), texts(want)) || got.StartRow != want.StartRow {
			t.Errorf("offset %d: row %d %q, want %d %q", offset, got.StartRow, texts(got), want.StartRow, texts(want))
		}
	}
}

// iotestReader gives odd amounts at a time.
type iotestReader struct{ r io.Reader }

func (r iotestReader) Read(p []byte) (int, error) { return r.r.Read(p[:min(len(p), 7777)]) }

// Every file is larger than what is looked at first; where a block ends must
// not matter.
func TestBlockEdges(t *testing.T) {
	t.Parallel()
	for pad := range 40 {
		var b strings.Builder
		b.WriteString("id,text\n")
		for b.Len() < 64<<10-20-pad {
			fmt.Fprintf(&b, "%d,\"a\"\"b\"\n", b.Len())
		}
		b.WriteString("1,\"" + strings.Repeat("x", pad) + "\"\"\r\n\r\n\n\",\n\r\n\n\n2,y\r\n\r\n\r\n")
		path := file(t, "x.csv", b.String())
		res := read(t, reader.Request{Path: path, Offset: -5})
		got := texts(res)
		want := [][]string{{"#1", strings.Repeat("x", pad) + "\"\r\n\r\n\n", ""}, {}, {}, {}, {"#2", "y"}}
		if !reflect.DeepEqual(got, want) {
			t.Fatalf("pad %d: %q", pad, got)
		}
		whole := read(t, reader.Request{Path: path, All: true})
		if !reflect.DeepEqual(texts(whole)[len(whole.Rows)-5:], want) {
			t.Fatalf("pad %d: whole %q", pad, texts(whole)[len(whole.Rows)-5:])
		}
	}
}

func TestRefuses(t *testing.T) {
	t.Parallel()
	prose := "It was a dark night.\nNobody, not even the rain, came.\nSo we waited, and slept.\nThe end.\n"
	res := read(t, reader.Request{Path: file(t, "x.txt", prose)})
	if res.ReasonCode != "unsupported-format" || !strings.Contains(res.Reason, "--delimiter") {
		t.Errorf("%s %s", res.ReasonCode, res.Reason)
	}
	res = read(t, reader.Request{Path: file(t, "x.dat", "a|b|c\n1|2|3\n4|5|6\n")})
	if res.Status != reader.StatusOK || len(res.Rows) != 2 {
		t.Errorf("%v %s", res.Status, res.Reason)
	}
	res = read(t, reader.Request{Path: file(t, "x.txt", "a^b\n1^2\n"), Delimiter: "^"})
	if res.Status != reader.StatusOK || len(res.Rows) != 1 {
		t.Errorf("%v %s", res.Status, res.Reason)
	}
	bad := reader.Request{Path: file(t, "x.csv", "a,b\n"), As: reader.FormRows, Delimiter: "ab"}
	if _, err := engine(t).Read(context.Background(), &bad); fault.CodeOf(err) != fault.InvalidInput {
		t.Errorf("delimiter of two characters: %v", err)
	}
}

func TestHeadersFlag(t *testing.T) {
	t.Parallel()
	path := file(t, "x.csv", "1,2\n3,4\n")
	res := read(t, reader.Request{Path: path, Headers: cells.HeadersYes})
	if !slices.Equal(res.Headers, []string{"1", "2"}) || len(res.Rows) != 1 || res.StartRow != 1 {
		t.Errorf("%q %d", res.Headers, len(res.Rows))
	}
	path = file(t, "y.csv", "name,age\nx,4\n")
	res = read(t, reader.Request{Path: path, Headers: cells.HeadersNo})
	if res.Headers != nil || len(res.Rows) != 2 {
		t.Errorf("%q %d", res.Headers, len(res.Rows))
	}
}

// One hostile record takes bounded memory, and the next is found.
func TestHugeRecord(t *testing.T) {
	t.Parallel()
	for name, record := range map[string]string{
		"quoted": "\"" + strings.Repeat("x\n", 6<<20) + "\"", "plain": strings.Repeat("y", 12<<20), "fields": strings.Repeat(",", 3<<20),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			path := file(t, "x.csv", "a,b\n1,2\n"+record+"\n3,4\n")
			res := read(t, reader.Request{Path: path, All: true})
			got := texts(res)
			if len(got) != 3 || !slices.Equal(got[2], []string{"#3", "#4"}) {
				t.Fatalf("%d rows", len(got))
			}
			if note(res, reader.NoteCellsCut) == nil || res.Complete {
				t.Errorf("not said: %v", res.Notes)
			}
			if len(got[1]) > maxFields || len(got[1][0]) > maxRecord {
				t.Errorf("%d fields, %d bytes", len(got[1]), len(got[1][0]))
			}
		})
	}
}

// variant is one way to write a table.
type variant struct {
	comma, eol string
	quoteAll   bool
	header     bool
	table      int
}

// tables are what delimiters are sniffed and headers are told from.
func tables() [][][]string {
	return [][][]string{
		{{"id", "name", "city"}, {"1", "Ann", "Paris"}, {"2", "Bob", "Rome"}, {"3", "Cid", "Oslo"}},
		{{"date", "price", "volume"}, {"2024-01-02", "1,50", "100"}, {"2024-01-03", "2,75", "250"}, {"2024-01-04", "3,00", "80"}},
		{{"Name", "Comment"}, {"Ann", "fine, thanks"}, {"Bob", "well; so so"}, {"Cid", "tab\there"}},
		{{"first", "last", "email"}, {"Ann", "Lee", "ann@example.org"}, {"Bob", "Ray", "bob@example.org"}},
		{{"ts", "level", "msg"}, {"2024-01-02 10:00:00", "INFO", "started, ok"}, {"2024-01-02 10:00:01", "WARN", "a | b"}},
		{{"x", "y", "z"}, {"0.1", "0.2", "0.3"}, {"-1.5", "2e5", "7"}, {"", "4", "5"}},
		{{"country", "code", "notes"}, {"France", "FR", ""}, {"Germany", "DE", "multi\nline"}, {"Italy", "IT", "say \"hi\""}},
		{{"name", "address"}, {"Lee, Ann", "1 Main St, Springfield"}, {"Ray, Bob", "2 Side St, Shelbyville"}},
	}
}

func (v variant) write() string {
	var b strings.Builder
	rows := tables()[v.table]
	if !v.header {
		rows = rows[1:]
	}
	for _, r := range rows {
		for i, f := range r {
			if i > 0 {
				b.WriteString(v.comma)
			}
			if v.quoteAll || strings.ContainsAny(f, v.comma+"\"\r\n") {
				f = `"` + strings.ReplaceAll(f, `"`, `""`) + `"`
			}
			b.WriteString(f)
		}
		b.WriteString(v.eol)
	}
	return b.String()
}

func TestSniff(t *testing.T) {
	t.Parallel()
	wrong, headers, all := 0, 0, 0
	for table := range tables() {
		for _, comma := range []string{",", ";", "\t", "|"} {
			for _, eol := range []string{"\n", "\r\n", "\r"} {
				for bits := range 4 {
					v := variant{comma: comma, eol: eol, quoteAll: bits&1 > 0, header: bits&2 > 0, table: table}
					text := v.write()
					s, err := sniff([]byte(text), true, "")
					if err != nil {
						t.Fatal(err)
					}
					all++
					if string(s.comma) != comma {
						t.Errorf("%+v: took %q (%s)\n%s", v, s.comma, s.why, text)
						wrong++
						continue
					}
					got, why := cells.DetectHeader(s.sample([]byte(text), true), s.fields)
					// Names and remarks alone do not say that they are no labels.
					if got != v.header && (v.header || table != 2 && table != 6) {
						headers++
						t.Errorf("header %t of %+v: %s", got, v, why)
					}
				}
			}
		}
	}
	t.Logf("%d of %d delimiters and %d headers wrong", wrong, all, headers)
}

// FuzzCSVRecords compares with encoding/csv on what that accepts, and holds
// pages to the whole on anything.
func FuzzCSVRecords(f *testing.F) {
	for _, s := range []string{"a,b\n1,2\n", "a,\"b\nc\"\n", "\"\"\"\",x\r\n", "a\r\rb,c\n", "\"a\n\n\n", ",\n,,\n", "sep=;\na;b\n", "'a','b'\n'c','d'\n", "a\n\n\nb\n\n"} {
		f.Add(s, uint8(3))
	}
	f.Fuzz(func(t *testing.T, text string, limit uint8) {
		if len(text) > 4096 || strings.Contains(text, "\x00") {
			return
		}
		d := &dialect{comma: ',', quote: '"', eol: '\n'}
		if want, ok := oracle(text); ok {
			var got [][]string
			var r row
			for rest := []byte(text); len(rest) > 0; {
				at := atField
				n, _ := d.scan(&at, rest)
				if d.split(&r, d.trimEnd(rest[:n])); r.fields() > 0 {
					all := string(r.text)
					var fields []string
					for i := range r.fields() {
						fields = append(fields, strings.ReplaceAll(value(&r, all, i), "\r\n", "\n"))
					}
					got = append(got, fields)
				}
				rest = rest[n:]
			}
			if !reflect.DeepEqual(got, want) {
				t.Fatalf("%q: %q, want %q", text, got, want)
			}
		}
		o := reader.Options{Request: &reader.Request{}, Type: detect.Type{Kind: detect.Text, Format: "csv"}, Guess: charset.Guess{Encoding: charset.UTF8()}}
		doc, err := Reader{}.Open(t.Context(), source.FromBytes("x.csv", []byte(text)), o)
		if err != nil {
			t.Fatal(err)
		}
		want, _ := page(t, doc, cursor.Position{}, -1)
		if m := doc.Meta(); m.Total == nil || *m.Total != int64(len(want)) {
			t.Fatalf("%q: counted %v of %d", text, m.Total, len(want))
		}
		var got [][]cells.Cell
		at := &cursor.Position{}
		for at != nil {
			var rows [][]cells.Cell
			rows, at = page(t, doc, *at, int(limit%5)+1)
			got = append(got, rows...)
		}
		if !reflect.DeepEqual(got, want) {
			t.Fatalf("%q: pages %v, want %v", text, got, want)
		}
		for n := range want {
			rows, _ := page(t, doc, cursor.Position{Unit: int64(n) + 1}, 1)
			if !reflect.DeepEqual(rows[0], want[n]) {
				t.Fatalf("%q: row %d is %v, want %v", text, n+1, rows[0], want[n])
			}
		}
	})
}

// page takes n rows, all if n is -1, and says where the next one is.
func page(t *testing.T, doc reader.Document, from cursor.Position, n int) (rows [][]cells.Cell, next *cursor.Position) {
	t.Helper()
	for u, err := range doc.Units(t.Context(), from) {
		if err != nil {
			t.Fatal(err)
		}
		if len(rows) == n {
			return rows, &u.Start
		}
		rows = append(rows, slices.Clone(u.Cells))
	}
	return rows, nil
}

// oracle reads text with encoding/csv, if that takes it.
func oracle(text string) ([][]string, bool) {
	if strings.Contains(text, "\r") && strings.Contains(strings.ReplaceAll(text, "\r\n", ""), "\r") {
		return nil, false
	}
	r := stdcsv.NewReader(strings.NewReader(text))
	r.FieldsPerRecord = -1
	var rows [][]string
	for {
		fields, err := r.Read()
		if errors.Is(err, io.EOF) {
			return rows, true
		}
		if err != nil {
			return nil, false
		}
		rows = append(rows, fields)
	}
}

func bigCSV(rows int, quoted bool) []byte {
	var b bytes.Buffer
	b.WriteString("id,name,price,city,comment\n")
	for i := range rows {
		if quoted {
			fmt.Fprintf(&b, "\"%d\",\"name of %d\",\"%d.25\",\"Oslo\",\"some words, and \"\"more\"\"\"\n", i, i, i%100)
		} else {
			fmt.Fprintf(&b, "%d,name of %d,%d.25,Oslo,some words and more of them\n", i, i, i%100)
		}
	}
	return b.Bytes()
}

func BenchmarkSkip(b *testing.B) {
	for _, quoted := range []bool{false, true} {
		data := bigCSV(400_000, quoted)
		path := file(b, "x.csv", string(data))
		b.Run(fmt.Sprintf("fread/quoted=%t", quoted), func(b *testing.B) {
			b.SetBytes(int64(len(data)))
			for b.Loop() {
				read(b, reader.Request{Path: path, Offset: 400_000, Limit: 1})
			}
		})
		b.Run(fmt.Sprintf("encoding/quoted=%t", quoted), func(b *testing.B) {
			b.SetBytes(int64(len(data)))
			for b.Loop() {
				f, err := os.Open(path)
				if err != nil {
					b.Fatal(err)
				}
				r := stdcsv.NewReader(f)
				r.ReuseRecord = true
				for {
					if _, err := r.Read(); err != nil {
						break
					}
				}
				_ = f.Close()
			}
		})
	}
}

// BenchmarkRows makes typed cells of every record, as a window does of its own.
func BenchmarkRows(b *testing.B) {
	for _, quoted := range []bool{false, true} {
		data := bigCSV(20_000, quoted)
		b.Run(fmt.Sprintf("fread/quoted=%t", quoted), func(b *testing.B) {
			b.SetBytes(int64(len(data)))
			for b.Loop() {
				o := reader.Options{Request: &reader.Request{}, Type: detect.Type{Format: "csv"}, Guess: charset.Detect(data[:64<<10], false)}
				doc, err := Reader{}.Open(b.Context(), source.FromBytes("x.csv", data), o)
				if err != nil {
					b.Fatal(err)
				}
				n := 0
				for u, err := range doc.Units(b.Context(), cursor.Position{}) {
					if err != nil || len(u.Cells) != 5 {
						b.Fatal(err)
					}
					n++
				}
				if n != 20_000 {
					b.Fatal(n)
				}
			}
		})
		b.Run(fmt.Sprintf("encoding/quoted=%t", quoted), func(b *testing.B) {
			b.SetBytes(int64(len(data)))
			for b.Loop() {
				r := stdcsv.NewReader(bytes.NewReader(data))
				r.ReuseRecord = true
				row := make([]cells.Cell, 0, 5)
				for {
					rec, err := r.Read()
					if err != nil {
						break
					}
					row = row[:0]
					for _, s := range rec {
						row = append(row, cells.Typed(s))
					}
				}
			}
		})
	}
}

func TestLiteral(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]bool{"utf-8": true, "windows-1252": true, "shift_jis": false, "utf-16le": false, "iso-2022-jp": false} {
		e, _ := charset.Lookup(name)
		if e.Literal('|') != want {
			t.Errorf("%s: %t", name, !want)
		}
	}
}
