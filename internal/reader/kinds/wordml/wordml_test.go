package wordml_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fread/internal/reader"
	"fread/internal/reader/kinds/wordml"
	"fread/internal/reader/readertest"
)

func engine(tb testing.TB) *reader.Engine {
	tb.Helper()
	g, err := reader.NewRegistry(wordml.Reader{})
	if err != nil {
		tb.Fatal(err)
	}
	return &reader.Engine{Registry: g}
}

func write(tb testing.TB, content string) string {
	tb.Helper()
	p := filepath.Join(tb.TempDir(), "a.doc")
	if err := os.WriteFile(p, []byte(content), 0o600); err != nil {
		tb.Fatal(err)
	}
	return p
}

// document is a document with styles around a body.
func document(body string) string {
	return `<?xml version="1.0" encoding="UTF-8"?><?mso-application progid="Word.Document"?>` +
		`<w:wordDocument xmlns:w="http://schemas.microsoft.com/office/word/2003/wordml" xmlns:wx="http://schemas.microsoft.com/office/word/2003/auxHint" xmlns:aml="http://schemas.microsoft.com/aml/2001/core" xmlns:v="urn:schemas-microsoft-com:vml">` +
		`<w:styles><w:style w:type="paragraph" w:styleId="H1"><w:name w:val="heading 1"/></w:style><w:style w:type="paragraph" w:styleId="Mine"><w:name w:val="mine"/><w:basedOn w:val="H1"/><w:pPr><w:outlineLvl w:val="1"/></w:pPr></w:style></w:styles>` +
		`<w:body><wx:sect>` + body + `</wx:sect></w:body></w:wordDocument>`
}

func p(text string) string { return `<w:p><w:r><w:t>` + text + `</w:t></w:r></w:p>` }

func TestDocuments(t *testing.T) {
	t.Parallel()
	item := func(ilfo, ilvl int, hint, text string) string {
		return fmt.Sprintf(`<w:p><w:pPr><w:listPr><w:ilvl w:val="%d"/><w:ilfo w:val="%d"/><wx:t wx:val="%s"/></w:listPr></w:pPr><w:r><w:t>%s</w:t></w:r></w:p>`, ilvl, ilfo, hint, text)
	}
	for _, c := range []struct{ name, in, want string }{
		{"paragraphs", p("one") + p("<![CDATA[t<w>o]]>") + `<wx:sub-section>` + p("three") + `</wx:sub-section>`, "one\n\nt\\<w>o\n\nthree\n"},
		{"headings", `<w:p><w:pPr><w:pStyle w:val="H1"/></w:pPr><w:r><w:t>A</w:t></w:r></w:p><w:p><w:pPr><w:pStyle w:val="Mine"/></w:pPr><w:r><w:t>B</w:t></w:r></w:p>`, "# A\n\n## B\n"},
		{"look", `<w:p><w:r><w:rPr><w:b/></w:rPr><w:t>bold</w:t></w:r><w:r><w:rPr><w:b w:val="off"/></w:rPr><w:t> not</w:t></w:r><w:r><w:tab/><w:br/><w:noBreakHyphen/><w:sym w:font="Wingdings" w:char="F0FC"/></w:r></w:p>`, "**bold** not\\\n\u2011✓\n"},
		{"lists", item(1, 0, "1.", "a") + item(1, 1, "·", "b") + item(1, 0, "2.", "c") + p("d"), "1. a\n   - b\n2. c\n\nd\n"},
		{"table", `<w:tbl><w:tr><w:tc>` + p("a") + `</w:tc><w:tc>` + p("b") + `</w:tc></w:tr><w:tr><w:tc><w:tcPr><w:gridSpan w:val="2"/></w:tcPr>` + p("c") + `</w:tc></w:tr></w:tbl>` + p("d"), "| a | b |\n|---|---|\n| c | |\n\nd\n"},
		{"links", `<w:p><w:hlink w:dest="https://example.org" w:bookmark="x"><w:r><w:t>here</w:t></w:r></w:hlink><w:r><w:t> and </w:t></w:r><w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText> HYPERLINK "https://example.com" </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>there</w:t></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>`, "[here](https://example.org#x) and [there](https://example.com)\n"},
		{"note", `<w:p><w:r><w:t>x</w:t></w:r><w:r><w:footnote>` + p("note") + `</w:footnote></w:r></w:p>`, "x[^1]\n\n[^1]: note\n"},
		{"text box", `<w:p><w:r><w:t>x</w:t><w:pict><w:binData>AAAA</w:binData><v:shape alt="A cat"><v:imagedata/><v:textbox><w:txbxContent>` + p("box") + `</w:txbxContent></v:textbox></v:shape></w:pict></w:r></w:p>`, "box\n\nx![A cat](#image1)\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			r, err := engine(t).Read(context.Background(), &reader.Request{Path: write(t, document(c.in))})
			if err != nil || r.TextPart == nil || r.Content != c.want {
				t.Fatalf("got %+v %v, want %q", r.TextPart, err, c.want)
			}
		})
	}
}

func TestChanges(t *testing.T) {
	t.Parallel()
	path := write(t, document(`<w:p><w:r><w:t>a</w:t></w:r><aml:annotation w:type="Word.Deletion"><aml:content><w:r><w:delText>gone</w:delText></w:r></aml:content></aml:annotation>`+
		`<aml:annotation w:type="Word.Insertion"><aml:content><w:r><w:t>new</w:t></w:r></aml:content></aml:annotation><w:r><w:rPr><w:vanish/></w:rPr><w:t>secret</w:t></w:r>`+
		`<w:r><aml:annotation w:type="Word.Comment" aml:author="Ann"/></w:r><aml:annotation w:type="Word.Comment" aml:author="Ann"><aml:content>`+p("why?")+`</aml:content></aml:annotation></w:p>`+
		`<w:sectPr><w:hdr>`+p("top")+`</w:hdr><w:ftr><w:p/></w:ftr></w:sectPr>`))
	for changes, want := range map[string]string{"": "anew\n", "all": "a{--gone--}{++new++}[^comment-1]\n\n[^comment-1]: Ann: why?\n"} {
		r, err := engine(t).Read(context.Background(), &reader.Request{Path: path, Changes: changes})
		if err != nil || r.TextPart == nil || r.Content != want {
			t.Errorf("%q: %+v, want %q", changes, r, want)
			continue
		}
		var got []string
		for _, o := range r.Omitted {
			got = append(got, fmt.Sprint(o.What, " ", *o.Count))
		}
		if s := strings.Join(got, ", "); changes == "" && s != "deletions 1, hidden characters 6, comments 1, headers and footers 1" {
			t.Errorf("omitted: %s", s)
		}
	}
}

func TestDamage(t *testing.T) {
	t.Parallel()
	whole := document(p("one") + p("two"))
	before, _, _ := strings.Cut(whole, "two")
	r, err := engine(t).Read(context.Background(), &reader.Request{Path: write(t, before)})
	if err != nil || r.TextPart == nil || r.Content != "one\n" || !slices.ContainsFunc(r.Notes, func(n reader.Note) bool { return n.Code == reader.NoteCorrupt }) {
		t.Errorf("cut: %+v %v", r, err)
	}
	deep := document(strings.Repeat(`<wx:sub-section>`, 5000) + p("x"))
	if r, err = engine(t).Read(context.Background(), &reader.Request{Path: write(t, deep)}); err != nil || r.Readable {
		t.Errorf("deep: %+v %v", r, err)
	}
}

func TestLaws(t *testing.T) {
	t.Parallel()
	e := engine(t)
	path := write(t, document(`<w:p><w:pPr><w:pStyle w:val="H1"/></w:pPr><w:r><w:t>Títle</w:t></w:r></w:p>`+p("some text 😀")+`<w:tbl><w:tr><w:tc>`+p("a")+`</w:tc><w:tc>`+p("b")+`</w:tc></w:tr></w:tbl>`))
	for _, as := range []reader.Form{reader.FormDefault, reader.FormText} {
		base := reader.Request{Path: path, As: as}
		whole, _ := readertest.ReadWhole(t, e, base)
		for _, req := range []reader.Request{{Limit: 2}, {MaxBytes: 7}, {MaxChars: 5}, {MaxLineChars: 3}, {Budget: 4}, {}} {
			req.Path, req.As = path, as
			readertest.Paging(t, e, req, whole)
		}
	}
}

func FuzzWordML(f *testing.F) {
	f.Add(`<w:p><w:pPr><w:listPr><w:ilvl w:val="9"/><w:ilfo w:val="1"/></w:listPr></w:pPr><w:r><w:t>x</w:t><w:footnote><w:p/></w:footnote></w:r></w:p>`)
	f.Add(`<w:tbl><w:tr><w:tc><w:tcPr><w:gridSpan w:val="999"/><w:vmerge w:val="restart"/></w:tcPr><w:tbl><w:tr/></w:tbl></w:tc></w:tr></w:tbl>`)
	f.Add(`<w:p><w:r><w:pict><w:txbxContent><w:p><w:r><w:pict><w:txbxContent><w:tbl>`)
	e := engine(f)
	f.Fuzz(func(t *testing.T, body string) {
		if len(body) > 1<<13 {
			t.Skip()
		}
		req := reader.Request{Path: write(t, document(body)), Limit: 5}
		r, err := e.Read(context.Background(), &req)
		if err != nil {
			t.Fatal(err)
		}
		readertest.Check(t, &req, r)
		if strings.Contains(r.Reason, "broke down") {
			t.Fatal("a panic")
		}
	})
}
