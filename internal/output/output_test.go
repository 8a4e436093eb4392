package output_test

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"reflect"
	"regexp"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/rivo/uniseg"

	"fread/internal/output"
	"fread/internal/reader"
	"fread/internal/reader/cells"
	"fread/internal/reader/fault"
)

// render runs pieces through a printer as the engine does.
func render(t *testing.T, s output.Style, r *reader.Result, pieces ...reader.Piece) (out, errs string) {
	t.Helper()
	var o, e bytes.Buffer
	p, err := output.New(s, &o, &e)
	if err != nil {
		t.Fatal(err)
	}
	show(t, p, r, pieces)
	return o.String(), e.String()
}

func show(t *testing.T, p output.Printer, r *reader.Result, pieces []reader.Piece) {
	t.Helper()
	if err := p.Begin(r); err != nil {
		t.Fatal(err)
	}
	for i := range pieces {
		if err := p.Put(&pieces[i]); err != nil {
			t.Fatal(err)
		}
	}
	if err := p.Finish(r); err != nil {
		t.Fatal(err)
	}
}

func line(no int64, text string) reader.Piece {
	return reader.Piece{Unit: reader.UnitLine, No: no, Text: []byte(text), EndsLine: true}
}

func row(no int64, fields ...string) reader.Piece {
	p := reader.Piece{Unit: reader.UnitRow, No: no, EndsLine: true, Cells: []cells.Cell{}}
	for _, f := range fields {
		p.Cells = append(p.Cells, cells.Typed(f))
	}
	return p
}

func textResult(notes ...reader.Note) *reader.Result {
	return &reader.Result{Schema: reader.SchemaID, Status: reader.StatusOK, Readable: true, Path: "a.txt", Warnings: []string{}, Notes: notes, TextPart: &reader.TextPart{}}
}

func rowsResult(headers ...string) *reader.Result {
	r := textResult()
	r.TextPart, r.RowsPart = nil, &reader.RowsPart{Headers: headers, Rows: [][]cells.Cell{}}
	return r
}

func entriesResult() *reader.Result {
	r := textResult()
	r.TextPart, r.EntriesPart = nil, &reader.EntriesPart{Entries: []reader.Entry{}}
	return r
}

func entry(no int64, e reader.Entry) reader.Piece {
	return reader.Piece{Unit: reader.UnitEntry, No: no, Text: []byte(e.Name), EndsLine: true, Entry: &e}
}

var note = reader.Note{Code: reader.NoteContinue, Message: "More follows."}

func TestPrinters(t *testing.T) {
	t.Parallel()
	numbered := output.Style{Format: "text", Numbers: true, Notes: true}
	bare := output.Style{Format: "text", Notes: true}
	terminal := output.Style{Format: "text", Numbers: true, Notes: true, Terminal: true, Color: true}
	cut := reader.Piece{Unit: reader.UnitLine, No: 1, Text: []byte("abc")}
	inside := reader.Piece{Unit: reader.UnitLine, No: 1, Col: 3, Text: []byte("def"), Joins: true, EndsLine: true}
	size, when := int64(7), time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)
	entries := []reader.Piece{
		entry(1, reader.Entry{Name: "a.txt", Type: "file", SizeBytes: &size, Modified: &when}),
		entry(2, reader.Entry{Name: "d", Type: "directory"}),
		entry(3, reader.Entry{Name: "l", Type: "link", Target: "a\n.txt"}),
		entry(4, reader.Entry{Name: "p\x1b", Type: "fifo"}),
	}
	with := func(s output.Style, f func(*output.Style)) output.Style { f(&s); return s }
	for _, c := range []struct {
		name      string
		style     output.Style
		res       *reader.Result
		pieces    []reader.Piece
		out, errs string
	}{
		{"lines", numbered, textResult(), []reader.Piece{line(1, "one"), line(2, "")}, "1|one\n2|\n", ""},
		{"lines and a note", numbered, textResult(note), []reader.Piece{line(9, "one")}, "9|one\n\n[read:continue] More follows.\n", ""},
		{"only a note", numbered, textResult(note), nil, "[read:continue] More follows.\n", ""},
		{"nothing", numbered, textResult(), nil, "", ""},
		{"no notes", with(numbered, func(s *output.Style) { s.Notes = false }), textResult(note), []reader.Piece{line(1, "x")}, "1|x\n", ""},
		{"errors are said elsewhere", numbered, textResult(reader.Note{Code: "not-found", Severity: reader.SeverityError, Message: "Gone."}), nil, "", ""},
		{"without numbers", bare, textResult(note), []reader.Piece{line(1, "one"), line(2, "two")}, "one\ntwo\n", "[read:continue] More follows.\n"},
		{"no final line feed", bare, textResult(), []reader.Piece{{Unit: reader.UnitLine, No: 1, Text: []byte("x")}}, "x", ""},
		{"numbered, no final line feed", numbered, textResult(note), []reader.Piece{cut}, "1|abc\n\n[read:continue] More follows.\n", ""},
		{"a cut line and the next", bare, textResult(), []reader.Piece{cut, line(2, "two")}, "abc\ntwo\n", ""},
		{"a line in pieces", bare, textResult(), []reader.Piece{cut, inside}, "abcdef\n", ""},
		{"numbered, in pieces", numbered, textResult(), []reader.Piece{cut, inside}, "1|abc\n1:4|def\n", ""},
		{"from the end", numbered, textResult(), []reader.Piece{line(-2, "x"), line(-1, "y")}, "-2|x\n-1|y\n", ""},
		{"coloured", terminal, textResult(note), []reader.Piece{line(1, "a\tb\x1b[31m\u202e")}, "\x1b[2m1|\x1b[0ma\tb⟨U+001B⟩[31m⟨U+202E⟩\n\n\x1b[2m[read:continue] More follows.\x1b[0m\n", ""},
		{"layout cat", with(numbered, func(s *output.Style) { s.Layout = "cat" }), textResult(), []reader.Piece{line(12, "x"), line(1234567, "y")}, "    12\tx\n1234567\ty\n", ""},
		{"layout grep", with(numbered, func(s *output.Style) { s.Layout = "grep" }), textResult(), []reader.Piece{line(12, "x")}, "12:x\n", ""},
		{"layout padded", with(numbered, func(s *output.Style) { s.Layout = "padded" }), textResult(), []reader.Piece{line(12, "x"), line(123456, "y")}, "00012| x\n123456| y\n", ""},

		{"rows in a pipe", numbered, rowsResult("a", "b\tc"), []reader.Piece{row(1, "x", ""), row(2, "t\ta\nb\r\\", "2")}, "#|a\tb\\tc\n1|x\t\n2|t\\ta\\nb\\r\\\\\t2\n", ""},
		{"rows without headers", numbered, rowsResult(), []reader.Piece{row(1, "x")}, "1|x\n", ""},
		{"rows without numbers", bare, rowsResult("h"), []reader.Piece{row(1, "x")}, "h\nx\n", ""},
		{"a row without cells", numbered, rowsResult(), []reader.Piece{row(1), row(2, "x")}, "1|\n2|x\n", ""},
		{"entries", numbered, entriesResult(), entries, "1|a.txt\t7\t2026-11-30T12:00:00Z\n2|d/\n3|l -> a⟨U+000A⟩.txt\tlink\n4|p⟨U+001B⟩\tfifo\n", ""},

		{"bytes", numbered, textResult(note), []reader.Piece{{Unit: reader.UnitByte, No: 1, Text: []byte("a\x00\n[read:x]")}}, "a\x00\n[read:x]", "[read:continue] More follows.\n"},
		{"bytes on a terminal", with(terminal, func(s *output.Style) { s.Numbers = false }), textResult(), []reader.Piece{{Unit: reader.UnitByte, No: 1, Text: []byte("a\x1b]\nb\xff")}}, "a⟨U+001B⟩]\nb⟨U+FFFD⟩", ""},
		{"a dump", numbered, textResult(note), []reader.Piece{{Unit: reader.UnitByte, No: 1, Text: []byte("00000000  61"), EndsLine: true}}, "00000000  61\n\n[read:continue] More follows.\n", ""},

		{"csv", output.Style{Format: "csv", Notes: true}, rowsResult("a", "b"), []reader.Piece{row(1, "x,y", `q"q`), row(2, "", " s"), row(3, "line\nfeed", "é")}, "a,b\n\"x,y\",\"q\"\"q\"\n,\" s\"\n\"line\nfeed\",é\n", ""},
		{"one blank cell in csv", output.Style{Format: "csv"}, rowsResult("a"), []reader.Piece{row(1, "")}, "a\n\"\"\n", ""},
		{"tsv", output.Style{Format: "tsv", Notes: true}, rowsResult("a", "b"), []reader.Piece{row(1, "x,y", "t\tt")}, "a\tb\nx,y\t\"t\tt\"\n", ""},
		{"entries as csv", output.Style{Format: "csv"}, entriesResult(), entries[:2], "a.txt,file\nd,directory\n", ""},
		{"csv on a terminal", output.Style{Format: "csv", Terminal: true}, rowsResult(), []reader.Piece{row(1, "a\x1b[1m", "b\nc")}, "a⟨U+001B⟩[1m,\"b\nc\"\n", ""},
		{"markdown lines", output.Style{Format: "markdown", Notes: true}, textResult(note), []reader.Piece{cut, line(2, "two")}, "abc\ntwo\n", "[read:continue] More follows.\n"},
		{"markdown on a terminal", output.Style{Format: "markdown", Terminal: true}, textResult(), []reader.Piece{line(1, "\x1b[1m")}, "⟨U+001B⟩[1m\n", ""},
		{"markdown rows", output.Style{Format: "markdown"}, rowsResult("a|b", "c"), []reader.Piece{row(1, `x\|y`, "l\r\nm\nn")}, "| a\\|b | c |\n|---|---|\n| x\\\\\\|y | l<br>m<br>n |\n", ""},
		{"markdown rows without headers", output.Style{Format: "markdown"}, rowsResult(), []reader.Piece{row(1, "x", "y")}, "|  |  |\n|---|---|\n| x | y |\n", ""},
		{"markdown entries", output.Style{Format: "markdown"}, entriesResult(), entries[:2], "| Name | Type | Size |\n|---|---|---|\n| a.txt | file | 7 |\n| d | directory |  |\n", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			out, errs := render(t, c.style, c.res, c.pieces...)
			if out != c.out || errs != c.errs {
				t.Fatalf("out  %q\nwant %q\nerrs %q\nwant %q", out, c.out, errs, c.errs)
			}
		})
	}
}

func TestHeadings(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	p, err := output.New(output.Style{Format: "text", Numbers: true, Notes: true, Headings: true}, &out, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	first, second := textResult(note), textResult()
	second.Path = "b\n==> c <=="
	show(t, p, first, []reader.Piece{{Unit: reader.UnitLine, No: 1, Text: []byte("no line end")}})
	show(t, p, second, []reader.Piece{line(1, "==> d <==")})
	const want = "==> a.txt <==\n1|no line end\n\n[read:continue] More follows.\n\n==> b⟨U+000A⟩==> c <== <==\n1|==> d <==\n"
	if out.String() != want {
		t.Fatalf("%q\nwant %q", out.String(), want)
	}
}

func TestNewRefuses(t *testing.T) {
	t.Parallel()
	for _, s := range []output.Style{{}, {Format: "nope"}, {Format: "text", Layout: "nope"}} {
		if _, err := output.New(s, io.Discard, io.Discard); err == nil {
			t.Errorf("%+v", s)
		}
	}
	for _, f := range output.Formats() {
		for _, l := range output.Layouts() {
			if _, err := output.New(output.Style{Format: f, Layout: l}, io.Discard, io.Discard); err != nil {
				t.Errorf("%s, %s: %v", f, l, err)
			}
		}
		if got := output.RowsOnly(f); got != (f == "csv" || f == "tsv") {
			t.Errorf("%s: %v", f, got)
		}
	}
}

// A writer that fails ends the printing with its error.
func TestWriterFails(t *testing.T) {
	t.Parallel()
	broken := errors.New("broken")
	for _, f := range output.Formats() {
		p, err := output.New(output.Style{Format: f, Numbers: true, Notes: true}, failing{broken}, failing{broken})
		if err != nil {
			t.Fatal(err)
		}
		r := textResult(note)
		if err := p.Begin(r); err != nil {
			t.Fatal(err)
		}
		x := line(1, strings.Repeat("x", 100))
		for range 2000 {
			if err = p.Put(&x); err != nil {
				break
			}
		}
		if err == nil {
			err = p.Finish(r)
		}
		if !errors.Is(err, broken) {
			t.Errorf("%s: %v", f, err)
		}
	}
}

type failing struct{ err error }

func (f failing) Write([]byte) (int, error) { return 0, f.err }

// evil are texts that try to pass for something of ours, or to act.
func evil(r *rand.Rand) string {
	parts := []string{
		"\n", "\r", "\r\n", "\t", "\\", "\"", ",", "|", " ", "a", "12|", "[read:continue] forged", "[read:", "==> x <==", "\x1b[31m", "\x1b]0;t\x07", "\x00", "\x7f",
		"\u0085", "\u009b1m", "\u2028", "\u202e", "\ufeff", "\U000e0041", "\xff", "\xc3", "日本", "😀", "e\u0301", "⟨U+001B⟩",
	}
	var b strings.Builder
	for range r.IntN(8) {
		b.WriteString(parts[r.IntN(len(parts))])
	}
	return b.String()
}

// anything makes a result of any shape with pieces of evil content.
func anything(r *rand.Rand) (*reader.Result, []reader.Piece) {
	var res *reader.Result
	var pieces []reader.Piece
	n := int64(r.IntN(6))
	switch r.IntN(4) {
	case 0:
		res = textResult()
		for i := range n {
			text := strings.ReplaceAll(evil(r), "\n", "") // ends a line
			p := line(i+1, text)
			if p.EndsLine = r.IntN(3) > 0; i > 0 && r.IntN(3) == 0 {
				p.Col, p.No, p.Joins = int64(r.IntN(9)+1), pieces[i-1].No, !pieces[i-1].EndsLine
			}
			pieces = append(pieces, p)
		}
	case 1:
		res = rowsResult()
		if r.IntN(2) == 0 {
			res = rowsResult(evil(r), evil(r))
		}
		for i := range n {
			pieces = append(pieces, row(i+1, evil(r), evil(r), evil(r)))
		}
	case 2:
		res = entriesResult()
		for i := range n {
			pieces = append(pieces, entry(i+1, reader.Entry{Name: evil(r), Type: []string{"file", "directory", "link", "other"}[r.IntN(4)], Target: evil(r)}))
		}
	default:
		res = textResult()
		for i := range n {
			pieces = append(pieces, reader.Piece{Unit: reader.UnitByte, No: i + 1, Text: []byte(evil(r))})
		}
	}
	res.Path = evil(r)
	for range r.IntN(3) {
		res.Notes = append(res.Notes, reader.Note{Code: reader.NotePathRepaired, Message: "Read was " + fault.Quote(evil(r)) + " " + evil(r) + "."})
	}
	return res, pieces
}

// Whatever a file holds and is called, a line that begins like a note is one:
// in every layout, for every shape of content. (cases 32, 84)
func TestNotesCannotBeForged(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(5, 6))
	for i := range 1500 {
		res, pieces := anything(r)
		s := output.Style{Format: "text", Numbers: true, Notes: true, Layout: output.Layouts()[r.IntN(len(output.Layouts()))], Terminal: r.IntN(2) == 0, Headings: r.IntN(2) == 0, Width: r.IntN(60)}
		out, errs := render(t, s, res, pieces...)
		raw := len(pieces) > 0 && pieces[0].Unit == reader.UnitByte
		notes := out
		if raw { // bytes are given as they are, and so the notes elsewhere
			notes = errs
		}
		if got := strings.Count("\n"+notes, "\n[read:"); got != len(res.Notes) {
			t.Fatalf("%d: %d notes of %d\n%+v\n%q", i, got, len(res.Notes), s, notes)
		}
		if !raw && errs != "" {
			t.Fatalf("%d: %q on the error stream", i, errs)
		}
		for l := range strings.Lines(notes) {
			if strings.HasPrefix(l, "[read:") && !strings.HasPrefix(l, "[read:path-repaired] Read was \"") {
				t.Fatalf("%d: forged: %q", i, l)
			}
		}
	}
}

var ours = regexp.MustCompile("\x1b\\[[012]m") // bold, faint, reset

// On a terminal nothing acts on it but our own colours, in every format.
func TestNothingActsOnATerminal(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(7, 8))
	for i := range 1500 {
		res, pieces := anything(r)
		format := output.Formats()[r.IntN(len(output.Formats()))]
		s := output.Style{Format: format, Numbers: r.IntN(2) == 0, Notes: true, Layout: output.Layouts()[r.IntN(len(output.Layouts()))], Terminal: true, Color: r.IntN(2) == 0, Headings: r.IntN(2) == 0, Width: r.IntN(60)}
		out, errs := render(t, s, res, pieces...)
		harmless(t, fmt.Sprintf("%d: %s", i, format), out+errs)
	}
}

func harmless(t *testing.T, name, s string) {
	t.Helper()
	s = ours.ReplaceAllString(s, "")
	if !utf8.ValidString(s) {
		t.Fatalf("%s: not UTF-8: %q", name, s)
	}
	for _, r := range s {
		switch {
		case r == '\n' || r == '\t':
		case r < 0x20, r >= 0x7f && r < 0xa0, r == 0x2028, r == 0x2029, r >= 0x202a && r <= 0x202e, r >= 0x2066 && r <= 0x2069, r >= 0xe0000 && r <= 0xe007f, r == 0xfeff:
			t.Fatalf("%s: U+%04X reaches the terminal: %q", name, r, s)
		}
	}
}

func FuzzTerminal(f *testing.F) {
	f.Add([]byte("a\x1b[31mb\u202e\xff\r\n"), uint8(0))
	f.Add([]byte("\xc2\x9b1m\xed\xa0\x80\xf4\x90\x80\x80"), uint8(7))
	f.Fuzz(func(t *testing.T, b []byte, how uint8) {
		s := output.Style{Format: output.Formats()[int(how)%5], Terminal: true, Numbers: how&8 == 0, Notes: true, Color: how&16 == 0, Width: int(how >> 3)}
		text := string(bytes.ReplaceAll(b, []byte("\n"), nil))
		for name, x := range map[string]struct {
			r *reader.Result
			p reader.Piece
		}{
			"line":  {textResult(reader.Note{Code: "x", Message: string(b)}), line(1, text)},
			"bytes": {textResult(), reader.Piece{Unit: reader.UnitByte, No: 1, Text: b}},
			"row":   {rowsResult(string(b)), row(1, string(b), "1")},
			"entry": {entriesResult(), entry(1, reader.Entry{Name: string(b), Type: "link", Target: string(b)})},
		} {
			x.r.Path = string(b)
			out, errs := render(t, s, x.r, x.p)
			harmless(t, name, out+errs)
		}
	})
}

// What csv prints, a reader of csv reads back.
func TestCSVComesBack(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(9, 10))
	for i := range 1000 {
		headers := []string{"h" + evil(r), evil(r)}
		var pieces []reader.Piece
		want := [][]string{headers}
		for n := range r.IntN(5) {
			fields := []string{evil(r), evil(r)}
			want = append(want, fields)
			pieces = append(pieces, row(int64(n+1), fields...))
		}
		for format, comma := range map[string]rune{"csv": ',', "tsv": '\t'} {
			out, errs := render(t, output.Style{Format: format, Notes: true}, rowsResult(headers...), pieces...)
			c := csv.NewReader(strings.NewReader(out))
			c.Comma = comma
			got, err := c.ReadAll()
			if err != nil || errs != "" {
				t.Fatalf("%d: %v, %q\n%q", i, err, errs, out)
			}
			if !reflect.DeepEqual(got, lineFeeds(want)) {
				t.Fatalf("%d, %s: %q\nwant %q\nfrom %q", i, format, got, want, out)
			}
		}
	}
}

// lineFeeds is how package csv reads fields: CR LF as LF, in quotes too.
func lineFeeds(rows [][]string) [][]string {
	var out [][]string
	for _, row := range rows {
		var fields []string
		for _, f := range row {
			fields = append(fields, strings.ReplaceAll(f, "\r\n", "\n"))
		}
		out = append(out, fields)
	}
	return out
}

func FuzzCSV(f *testing.F) {
	f.Add("a,b", "\"")
	f.Add("", " x")
	f.Add("\\.", "\t\r")
	f.Fuzz(func(t *testing.T, a, b string) {
		for _, fields := range [][]string{{a}, {a, b}, {b, a, ""}} {
			out, _ := render(t, output.Style{Format: "csv"}, rowsResult(), row(1, fields...))
			got, err := csv.NewReader(strings.NewReader(out)).ReadAll()
			if err != nil || len(got) != 1 || len(got[0]) != len(fields) {
				t.Fatalf("%q came back as %q, %v", out, got, err)
			}
			for i, f := range fields {
				if got[0][i] != strings.ReplaceAll(f, "\r\n", "\n") {
					t.Fatalf("%q came back as %q", f, got[0][i])
				}
			}
		}
	})
}

// JSON is one document a line in a pipe; on a terminal it is indented, says the
// same, and has no character that acts.
func TestJSON(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(11, 12))
	for i := range 800 {
		res, pieces := anything(r)
		res.Path = strings.ToValidUTF8(res.Path, "\uFFFD")
		compact, _ := render(t, output.Style{Format: "json"}, clone(res), pieces...)
		pretty, _ := render(t, output.Style{Format: "json", Terminal: true}, clone(res), pieces...)
		if strings.Count(compact, "\n") != 1 || !strings.HasSuffix(compact, "\n") || !utf8.ValidString(compact) {
			t.Fatalf("%d: %q is not one line", i, compact)
		}
		var a, b any
		if err := json.Unmarshal([]byte(compact), &a); err != nil {
			t.Fatalf("%d: %v\n%s", i, err, compact)
		}
		if err := json.Unmarshal([]byte(pretty), &b); err != nil {
			t.Fatalf("%d: %v\n%s", i, err, pretty)
		}
		if !reflect.DeepEqual(a, b) {
			t.Fatalf("%d: differ:\n%s\n%s", i, compact, pretty)
		}
		harmless(t, "pretty", pretty)
	}
}

// clone copies what a printer writes into.
func clone(r *reader.Result) *reader.Result {
	c := *r
	if r.TextPart != nil {
		c.TextPart = &reader.TextPart{}
	}
	if r.RowsPart != nil {
		c.RowsPart = &reader.RowsPart{Headers: r.Headers, Rows: [][]cells.Cell{}}
	}
	if r.EntriesPart != nil {
		c.EntriesPart = &reader.EntriesPart{Entries: []reader.Entry{}}
	}
	return &c
}

func FuzzJSON(f *testing.F) {
	f.Add("a\U000e0041\u202e\x7f<b>&\xff")
	f.Fuzz(func(t *testing.T, s string) {
		pretty, _ := render(t, output.Style{Format: "json", Terminal: true, Lines: true}, textResult(), line(1, s))
		var got struct {
			Content string
			Lines   []struct{ Text string }
		}
		if err := json.Unmarshal([]byte(pretty), &got); err != nil {
			t.Fatalf("%v: %s", err, pretty)
		}
		if utf8.ValidString(s) && (got.Content != s+"\n" || got.Lines[0].Text != s) {
			t.Fatalf("%q came back as %q", s, got.Content)
		}
		harmless(t, "pretty", pretty)
	})
}

// The columns of a table begin at the same place whatever is in them, and it
// fits the terminal if that is not absurdly narrow.
func TestTables(t *testing.T) {
	t.Parallel()
	wide := [][]string{
		{"id", "name", "note"},
		{"1", "日本語テキスト", "plain"},
		{"22", "😀😀", "👨\u200d👩\u200d👧 family"},
		{"333", "e\u0301te\u0301", "tab\tand\nfeed"},
		{"4", "", strings.Repeat("very long ", 20)},
		{"5", "\x1b[31mred", "x"},
	}
	for _, width := range []int{0, 200, 80, 40, 30} {
		var pieces []reader.Piece
		for i, r := range wide[1:] {
			pieces = append(pieces, row(int64(i+1), r...))
		}
		out, _ := render(t, output.Style{Format: "text", Numbers: true, Terminal: true, Width: width}, rowsResult(wide[0]...), pieces...)
		lines := strings.Split(strings.TrimSuffix(out, "\n"), "\n")
		if len(lines) != len(wide) {
			t.Fatalf("width %d: %d lines\n%s", width, len(lines), out)
		}
		before, _, _ := strings.Cut(lines[0], "note")
		at := uniseg.StringWidth(before)
		for i, l := range lines {
			if got := uniseg.StringWidth(l); width > 0 && got > width {
				t.Errorf("width %d: line %d has %d columns: %q", width, i, got, l)
			}
			last := l
			for uniseg.StringWidth(l)-uniseg.StringWidth(last) < at && last != "" {
				_, last, _, _ = uniseg.FirstGraphemeClusterInString(last, -1)
			}
			if i == 1 && !strings.HasPrefix(last, "plain") {
				t.Errorf("width %d: the last column begins elsewhere: %q\n%s", width, last, out)
			}
			if before := l[:len(l)-len(last)]; uniseg.StringWidth(before) != at || !strings.HasSuffix(before, "  ") {
				t.Errorf("width %d: line %d: the last column does not begin at %d\n%s", width, i, at, out)
			}
		}
		if !strings.HasPrefix(lines[1], "1    1  日本") || !strings.HasPrefix(lines[3], "3  333  ") {
			t.Errorf("width %d: numbers are not aligned right\n%s", width, out)
		}
	}
}

func TestTableKeepsRowNumbers(t *testing.T) {
	t.Parallel()
	out, _ := render(t, output.Style{Format: "text", Numbers: true, Terminal: true, Width: 12}, rowsResult(), row(123456789, strings.Repeat("x", 50)))
	if !strings.HasPrefix(out, "123456789  ") {
		t.Errorf("%q", out)
	}
}

// A table of more rows than it looks at streams on, row by row.
func TestTableStreams(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	p, err := output.New(output.Style{Format: "text", Numbers: true, Terminal: true, Width: 40}, &out, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	r := rowsResult("a")
	if err := p.Begin(r); err != nil {
		t.Fatal(err)
	}
	for i := range int64(5000) {
		x := row(i+1, strings.Repeat("y", int(i%50)), "later column")
		if err := p.Put(&x); err != nil {
			t.Fatal(err)
		}
		if i == 4000 && out.Len() == 0 {
			t.Error("nothing was written for 4000 rows")
		}
	}
	if err := p.Finish(r); err != nil {
		t.Fatal(err)
	}
	if got := strings.Count(out.String(), "\n"); got != 5001 {
		t.Errorf("%d lines", got)
	}
}

func TestHashline(t *testing.T) {
	t.Parallel()
	s := output.Style{Format: "text", Numbers: true, Layout: "hashline"}
	out, _ := render(t, s, textResult(), line(1, "a"), line(2, "b"), line(3, "a"))
	m := regexp.MustCompile(`(?m)^(\d):([0-9a-f]{6})\|([ab])$`).FindAllStringSubmatch(out, -1)
	if len(m) != 3 || m[0][2] != m[2][2] || m[0][2] == m[1][2] {
		t.Errorf("%q", out)
	}
}
