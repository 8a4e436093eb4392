package rtf_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fread/internal/reader"
	"fread/internal/reader/kinds/rtf"
	"fread/internal/reader/readertest"
)

func engine(tb testing.TB) *reader.Engine {
	tb.Helper()
	g, err := reader.NewRegistry(rtf.Reader{})
	if err != nil {
		tb.Fatal(err)
	}
	return &reader.Engine{Registry: g}
}

func write(tb testing.TB, content string) string {
	tb.Helper()
	p := filepath.Join(tb.TempDir(), "a.rtf")
	if err := os.WriteFile(p, []byte(content), 0o600); err != nil {
		tb.Fatal(err)
	}
	return p
}

func read(tb testing.TB, content string, as reader.Form) *reader.Result {
	tb.Helper()
	r, err := engine(tb).Read(context.Background(), &reader.Request{Path: write(tb, content), As: as, All: true})
	if err != nil {
		tb.Fatal(err)
	}
	return r
}

const fonts = `{\fonttbl{\f0\froman\fcharset0 Times;}{\f1\fcharset204 Arial Cyr;}{\f2\fcharset2 Symbol;}{\f3\fcharset128 MS Mincho;}{\f4\fcharset2 Wingdings;}}`

// document is an RTF file around a text.
func document(s string) string { return `{\rtf1\ansi\ansicpg1252\deff0` + fonts + s + "}" }

func TestDocuments(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, in, want string }{
		{"paragraphs", `one\par\par two\line three\par`, "one\n\ntwo\\\nthree\n"},
		{"look", `{\b bold} {\i italic}\b  both\b0  {\strike gone} x{\super 2} y{\sub 1}\par`, "**bold** *italic* **both** ~~gone~~ x<sup>2</sup> y<sub>1</sub>\n"},
		{"code page", `caf\'e9 \f1\'cf\'f0\f0  \'93q\'94\par`, "café Пр “q”\n"},
		{"two bytes", `\f3\'83A\'82\'a0\par`, "アあ\n"},
		{"Far East font beside a western one", `\loch\f0\dbch\af3\'82\'a0\loch\'e9\par`, "あé\n"},
		{"unicode", `\u233\'e9 \u8364? {\uc0\u26085}\uc2\u26412\'93\'fa \u-10179?\u-8704 ??x\par`, "é € 日本 😀x\n"},
		{"symbols", `\f2 a\'b7\f4\'fc\f0 \u-3913?\par`, "α•✓•\n"},
		{"special characters", `a\~b\_c\-d\emdash\lquote\rquote\bullet\tab e\par`, "a\u00a0b\u2011cd—‘’•\te\n"},
		{"braces", `\{x\}\\y\par`, "{x}\\y\n"},
		{"headings", `{\stylesheet{\s0 Normal;}{\s1\outlinelevel0 Kapitel;}{\s2\sbasedon1 Mine;}{\s3 heading 3;}}\pard\s1{\b A}\par\pard\s2 B\par\pard\s3 C\par\pard\outlinelevel1 D\par\pard E\par`, "# A\n\n# B\n\n### C\n\n## D\n\nE\n"},
		{"list", `\pard{\listtext\f2\'b7\tab}\ls1 a\par{\listtext\f2\'b7\tab}b\par\pard{\listtext 1.\tab}\ls2\ilvl1 c\par`, "- a\n- b\n  1. c\n"},
		{"numbered heading", `{\stylesheet{\s1 heading 1;}}\pard\s1{\listtext 2.1\tab}\ls1 A\par`, "# A\n"},
		{"old list", `{\pntext 3)\tab}three\par`, "3. three\n"},
		{"list table", `{\*\listtable{\list{\listlevel\levelnfc0\levelstartat4}{\listlevel\levelnfc23}\listid7}}{\*\listoverridetable{\listoverride\listid7\ls1}}\pard\ls1 a\par b\par`, "4. a\n5. b\n"},
		{"table", `\trowd\cellx100\cellx200\pard\intbl a\cell b\cell\row\trowd\cellx100\cellx200\pard\intbl c\cell d\cell\row\pard e\par`, "| a | b |\n|---|---|\n| c | d |\n\ne\n"},
		{"merged cells", `\trowd\cellx1000\cellx2000\cellx3000\intbl a\cell b\cell c\cell\row\trowd\cellx2000\cellx3000\intbl d\cell e\cell\row\trowd\clvmgf\cellx1000\clmgf\cellx2000\clmrg\cellx3000\intbl f\cell g\cell\cell\row`, "| a | b | c |\n|---|---|---|\n| d | | e |\n| f | g | |\n"},
		{"nested table", `\trowd\cellx100\intbl x\par\itap2 i\nestcell j\nestcell{\*\nesttableprops\trowd\cellx10\cellx20\nestrow}\itap1\intbl y\cell\row`, "| x<br>i \\| j<br>y |\n|---|\n"},
		{"list outside of its table", `{\list{\listlevel\levelnfc0{\leveltext \'02\'00.;}}{\listname L;}\listid1}x\par`, "x\n"},
		{"link", `{\field{\*\fldinst HYPERLINK "https://example.org/a" \\l "b"}{\fldrslt here}}\par`, "[here](https://example.org/a#b)\n"},
		{"table of contents", `{\field{\*\fldinst HYPERLINK \\l "t1"}{\fldrslt Start\tab{\field{\*\fldinst PAGEREF t1}{\fldrslt 12}}}}\par`, "[Start](#t1)\n"},
		{"symbol field", `x{\field{\*\fldinst SYMBOL 183 \\f "Symbol"}}y\par`, "x•y\n"},
		{"footnote", `text{\super\chftn}{\footnote\pard note {\i n}\par}more\par`, "text[^1]more\n\n[^1]: note *n*\n"},
		{"text box", `before{\shp{\*\shpinst{\sp{\sn fill}{\sv 1}}{\shptxt\pard inside\par}}{\shprslt old}}\par`, "inside\n\nbefore\n"},
		{"picture", `x{\*\shppict{\pict{\*\picprop{\sp{\sn wzDescription}{\sv A cat}}}\pngblip\picwgoal300\pichgoal150 89504e47}}{\nonshppict{\pict 00}}\par`, "x![A cat](#image1 \"20x10\")\n"},
		{"binary", "a{\\pict\\bin5 }}{\\\\}b\\par", "a![](#image1)b\n"},
		{"headers", `{\header top\par}{\footer {\field{\*\fldinst PAGE}}}{\info{\title T}{\author {\upr{x}{\*\ud y}}}}body\par`, "body\n"},
		{"two variants", `{\upr{a}{\*\ud \u228?}}b\par`, "äb\n"},
		{"unknown destination", `{\*\unheardof lost}kept\par`, "kept\n"},
		{"no last paragraph mark", `end`, "end\n"},
		{"Macintosh", `}{\rtf1\mac x}`, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			r := read(t, document(c.in), reader.FormMarkdown)
			got := ""
			if r.TextPart != nil {
				got = r.Content
			}
			if got != c.want {
				t.Fatalf("got\n%q, want\n%q", got, c.want)
			}
		})
	}
}

func TestWhatIsNotShown(t *testing.T) {
	t.Parallel()
	r := read(t, document(`a{\v secret}{\v  more}b{\deleted gone}c{\pict 00}{\header h}\par`), reader.FormText)
	if r.Content != "abc\n" || r.Complete {
		t.Fatalf("got %q", r.Content)
	}
	var got []string
	for _, o := range r.Omitted {
		got = append(got, fmt.Sprint(o.What, " ", *o.Count))
	}
	if s := strings.Join(got, ", "); s != "hidden characters 11, deletions 1, images 1, headers and footers 1" {
		t.Errorf("omitted: %s", s)
	}
	if len(r.Notes) == 0 || r.Notes[0].Code != reader.NoteHiddenContent {
		t.Errorf("notes: %v", r.Notes)
	}
}

func TestChanges(t *testing.T) {
	t.Parallel()
	path := write(t, document(`a{\deleted gone}{\revised new}{\*\atnid A}{\*\atnauthor Ann}{\*\annotation why?}b\par`))
	for changes, want := range map[string]string{"": "anewb\n", "all": "a{--gone--}{++new++}[^comment-1]b\n\n[^comment-1]: Ann: why?\n"} {
		r, err := engine(t).Read(context.Background(), &reader.Request{Path: path, Changes: changes})
		if err != nil || r.TextPart == nil || r.Content != want {
			t.Errorf("%q: %+v, want %q", changes, r, want)
		}
	}
}

func TestDamage(t *testing.T) {
	t.Parallel()
	r := read(t, `{\rtf1 {\b begun`, reader.FormMarkdown)
	if r.Content != "**begun**\n" || r.Notes[0].Code != reader.NoteCorrupt {
		t.Errorf("cut: %+v", r)
	}
	deep := `{\rtf1 a` + strings.Repeat("{", 200_000) + "b" + strings.Repeat("}", 200_000) + "c}"
	if r := read(t, deep, reader.FormText); r.Content != "abc\n" {
		t.Errorf("deep: %q", r.Content)
	}
}

func TestLargeTables(t *testing.T) {
	t.Parallel()
	rows := strings.Repeat(`\trowd\cellx100\cellx200\pard\intbl left\cell right\cell\row `, 9000)
	r := read(t, document(rows), reader.FormMarkdown)
	if n := strings.Count(r.Content, "| left | right |\n"); n != 9000 || strings.Count(r.Content, "---") != 2 {
		t.Fatalf("%d rows", n)
	}
	r = read(t, document(strings.Repeat(`\trowd\cellx1\intbl`+strings.Repeat(`{\itap9 x\nestcell`, 20), 20)), reader.FormMarkdown)
	if !strings.Contains(r.Content, "x") {
		t.Fatal("nothing of many tables")
	}
}

func TestLaws(t *testing.T) {
	t.Parallel()
	e := engine(t)
	path := write(t, document(`{\stylesheet{\s1 heading 1;}}\pard\s1 T\'eftle\par\pard Some {\b text}{\footnote a note}\par\trowd\cellx100\cellx200\intbl a\cell b\cell\row\pard{\listtext 1.\tab}\ls1 item\par end\par`))
	for _, as := range []reader.Form{reader.FormDefault, reader.FormText} {
		base := reader.Request{Path: path, As: as}
		whole, _ := readertest.ReadWhole(t, e, base)
		for _, req := range []reader.Request{{Limit: 2}, {MaxBytes: 7}, {MaxChars: 5}, {MaxLineChars: 3}, {Budget: 4}, {}} {
			req.Path, req.As = path, as
			readertest.Paging(t, e, req, whole)
		}
	}
}

func FuzzRTF(f *testing.F) {
	f.Add([]byte(document(`{\stylesheet{\s1 heading 1;}}\pard\s1 A\par{\listtext 1.\tab}\ls1 b\par\trowd\clvmgf\cellx100\clmgf\cellx200\intbl c\cell\row{\footnote d}{\field{\*\fldinst HYPERLINK "x"}{\fldrslt y}}`)))
	f.Add([]byte(document(`\itap3\intbl a\nestcell{\*\nesttableprops\trowd\nestrow}\cell\row{\shp{\*\shpinst{\shptxt b\par}}}{\pict\bin9 }`)))
	f.Add([]byte(`{\rtf1\ansicpg932\u-10179?\'81{\v x}{\deleted y}\`))
	e := engine(f)
	f.Fuzz(func(t *testing.T, b []byte) {
		if len(b) > 1<<14 {
			t.Skip()
		}
		for _, as := range []reader.Form{reader.FormMarkdown, reader.FormText} {
			req := reader.Request{Path: write(t, "{\\rtf1"+string(b)), As: as, Limit: 5}
			r, err := e.Read(context.Background(), &req)
			if err != nil {
				t.Fatal(err)
			}
			readertest.Check(t, &req, r)
			if strings.Contains(r.Reason, "broke down") {
				t.Fatal("a panic")
			}
		}
	})
}

func BenchmarkRTF(b *testing.B) {
	text := document(strings.Repeat(`\pard\plain\f0 {\b Some text} of a paragraph with \'e9 and \u233? in it, which goes on for a while.\par `, 20_000))
	path := write(b, text)
	e := engine(b)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		r, err := e.Read(context.Background(), &reader.Request{Path: path, All: true})
		if err != nil || !r.Readable {
			b.Fatal(r, err)
		}
	}
}
