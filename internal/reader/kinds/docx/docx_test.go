package docx_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fread/internal/reader"
	"fread/internal/reader/fault"
	"fread/internal/reader/kinds/docx"
	"fread/internal/reader/readertest"
)

func engine(tb testing.TB) *reader.Engine {
	tb.Helper()
	g, err := reader.NewRegistry(docx.Reader{})
	if err != nil {
		tb.Fatal(err)
	}
	return &reader.Engine{Registry: g, Log: tb.Logf}
}

func write(tb testing.TB, b []byte) string {
	tb.Helper()
	p := filepath.Join(tb.TempDir(), "a.docx")
	if err := os.WriteFile(p, b, 0o600); err != nil {
		tb.Fatal(err)
	}
	return p
}

func read(tb testing.TB, req reader.Request) *reader.Result {
	tb.Helper()
	req.All = true
	r, err := engine(tb).Read(context.Background(), &req)
	if err != nil {
		tb.Fatal(err)
	}
	return r
}

// content is what is shown, or why nothing is.
func content(r *reader.Result) string {
	if r.TextPart == nil {
		return "! " + r.Reason
	}
	return r.Content
}

const names = ` xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"
 xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"
 xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"
 xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math" xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office"
 xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart"`

// parts is what a document is made of besides its body.
type parts map[string]string

// document makes a Word document.
func document(tb testing.TB, body string, more parts) []byte {
	tb.Helper()
	all := []readertest.Part{
		{Name: "[Content_Types].xml", Text: `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`},
		{Name: "word/document.xml", Text: `<w:document` + names + `><w:body>` + body + `</w:body></w:document>`},
	}
	for _, name := range []string{"styles", "numbering", "footnotes", "endnotes", "comments", "header1", "footer1"} {
		if content, ok := more[name]; ok {
			all = append(all, readertest.Part{Name: "word/" + name + ".xml", Text: `<w:` + name + names + `>` + content + `</w:` + name + `>`})
		}
	}
	if links, ok := more["rels"]; ok {
		all = append(all, readertest.Part{Name: "word/_rels/document.xml.rels", Text: `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">` + links + `</Relationships>`})
	}
	return readertest.Zip(tb, all...)
}

func p(text string) string { return `<w:p>` + r(text) + `</w:p>` }
func r(text string) string { return `<w:r><w:t xml:space="preserve">` + text + `</w:t></w:r>` }

// pp is a paragraph with properties, rr a run with some.
func pp(properties, content string) string {
	return `<w:p><w:pPr>` + properties + `</w:pPr>` + content + `</w:p>`
}

func rr(properties, text string) string {
	return `<w:r><w:rPr>` + properties + `</w:rPr><w:t xml:space="preserve">` + text + `</w:t></w:r>`
}

func styled(style, text string) string { return pp(`<w:pStyle w:val="`+style+`"/>`, r(text)) }

func listed(list string, level int, text string) string {
	return pp(fmt.Sprintf(`<w:numPr><w:ilvl w:val="%d"/><w:numId w:val=%q/></w:numPr>`, level, list), r(text))
}

func row(cells ...string) string {
	var b strings.Builder
	for _, c := range cells {
		_, _ = b.WriteString(`<w:tc>` + c + `</w:tc>`)
	}
	return `<w:tr>` + b.String() + `</w:tr>`
}

func table(rows ...string) string { return `<w:tbl>` + strings.Join(rows, "") + `</w:tbl>` }

func field(instruction, result string) string {
	return `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>` + instruction + `</w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>` +
		result + `<w:r><w:fldChar w:fldCharType="end"/></w:r>`
}

const styleSheet = `
<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/></w:style>
<w:style w:type="paragraph" w:styleId="H1"><w:name w:val="heading 1"/><w:basedOn w:val="Normal"/><w:pPr><w:outlineLvl w:val="0"/></w:pPr><w:rPr><w:b/></w:rPr></w:style>
<w:style w:type="paragraph" w:styleId="Mine"><w:name w:val="Chapter"/><w:basedOn w:val="H1"/></w:style>
<w:style w:type="paragraph" w:styleId="U2"><w:name w:val="Überschrift 2"/></w:style>
<w:style w:type="paragraph" w:styleId="Body"><w:name w:val="no heading"/><w:basedOn w:val="H1"/><w:pPr><w:outlineLvl w:val="9"/></w:pPr></w:style>
<w:style w:type="paragraph" w:styleId="A"><w:name w:val="a"/><w:basedOn w:val="B"/></w:style>
<w:style w:type="paragraph" w:styleId="B"><w:name w:val="b"/><w:basedOn w:val="A"/></w:style>
<w:style w:type="paragraph" w:styleId="Code"><w:name w:val="Source Code"/></w:style>
<w:style w:type="paragraph" w:styleId="Q"><w:name w:val="Intense Quote"/><w:rPr><w:i/></w:rPr></w:style>
<w:style w:type="paragraph" w:styleId="L"><w:name w:val="List Bullet"/><w:pPr><w:numPr><w:numId w:val="3"/></w:numPr></w:pPr></w:style>
<w:style w:type="paragraph" w:styleId="TOC1"><w:name w:val="toc 1"/></w:style>
<w:style w:type="character" w:styleId="Strong"><w:name w:val="Strong"/><w:rPr><w:b/></w:rPr></w:style>
<w:style w:type="character" w:styleId="V"><w:name w:val="Verbatim Char"/></w:style>
<w:style w:type="character" w:styleId="Secret"><w:name w:val="secret"/><w:rPr><w:vanish/></w:rPr></w:style>
<w:style w:type="paragraph" w:styleId="Bold"><w:name w:val="bold"/><w:rPr><w:b/></w:rPr></w:style>`

const lists = `
<w:abstractNum w:abstractNumId="0">
<w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%1."/></w:lvl>
<w:lvl w:ilvl="1"><w:start w:val="1"/><w:numFmt w:val="lowerLetter"/><w:lvlText w:val="%2)"/></w:lvl>
<w:lvl w:ilvl="2"><w:start w:val="1"/><w:numFmt w:val="upperRoman"/><w:lvlText w:val="%1.%2.%3"/></w:lvl></w:abstractNum>
<w:abstractNum w:abstractNumId="1"><w:lvl w:ilvl="0"><w:numFmt w:val="bullet"/><w:lvlText w:val="•"/></w:lvl></w:abstractNum>
<w:abstractNum w:abstractNumId="2"><w:lvl w:ilvl="0"><w:start w:val="3"/><w:numFmt w:val="decimal"/><w:lvlText w:val="Article %1"/></w:lvl></w:abstractNum>
<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>
<w:num w:numId="2"><w:abstractNumId w:val="0"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="7"/></w:lvlOverride></w:num>
<w:num w:numId="3"><w:abstractNumId w:val="1"/></w:num>
<w:abstractNum w:abstractNumId="3"><w:lvl w:ilvl="0"><w:numFmt w:val="bullet"/><w:lvlText w:val="☐"/></w:lvl></w:abstractNum>
<w:abstractNum w:abstractNumId="4"><w:lvl w:ilvl="0"><w:numFmt w:val="bullet"/><w:lvlText w:val=""/><w:rPr><w:rFonts w:ascii="Wingdings" w:hAnsi="Wingdings"/></w:rPr></w:lvl></w:abstractNum>
<w:num w:numId="4"><w:abstractNumId w:val="2"/></w:num>
<w:num w:numId="5"><w:abstractNumId w:val="3"/></w:num>
<w:num w:numId="6"><w:abstractNumId w:val="4"/></w:num>`

func TestDocuments(t *testing.T) {
	t.Parallel()
	changed := p("a") + `<w:p>` + `<w:ins w:id="1">` + r("new ") + `</w:ins><w:del w:id="2"><w:r><w:delText>old</w:delText></w:r></w:del>` + r("text") + `<w:r><w:commentReference w:id="0"/></w:r></w:p>`
	for _, c := range []struct {
		name, body string
		more       parts
		want       string
		plain      string // where it is not the Markdown
	}{
		{"text", p("a b") + p("") + p("c*d"), nil, "a b\n\nc\\*d", "a b\n\nc*d"},
		{"breaks", `<w:p>` + r("a") + `<w:r><w:br/><w:t>b</w:t><w:tab/><w:t>c</w:t><w:noBreakHyphen/><w:softHyphen/><w:t>d</w:t></w:r></w:p>`, nil, "a\\\nb\tc\u2011d", "a\nb\tc\u2011d"},
		{
			"headings", styled("H1", "One") + styled("Mine", "Two") + styled("U2", "Three") + styled("Body", "no") + styled("Heading3", "Four") + pp(`<w:outlineLvl w:val="1"/>`, r("Five")),
			parts{"styles": styleSheet},
			"# One\n\n# Two\n\n## Three\n\n**no**\n\n### Four\n\n## Five", "One\n\nTwo\n\nThree\n\nno\n\nFour\n\nFive",
		},
		{"cyclic styles", styled("A", "x"), parts{"styles": styleSheet}, "x", ""},
		{
			"looks", `<w:p>` + rr(`<w:b/>`, "b") + rr(`<w:i/>`, "i ") + rr(`<w:b w:val="0"/>`, "n") + rr(`<w:strike/>`, " s") + r(" ") + rr(`<w:vertAlign w:val="superscript"/>`, "2") + rr(`<w:rStyle w:val="V"/>`, "x*y") + rr(`<w:rStyle w:val="Strong"/>`, " st") + `</w:p>`,
			parts{"styles": styleSheet},
			"**b***i* n ~~s~~ <sup>2</sup>`x*y` **st**", "bi n s 2x*y st",
		},
		{"toggles", pp(`<w:pStyle w:val="Bold"/>`, r("a ")+rr(`<w:rStyle w:val="Strong"/>`, "b")), parts{"styles": styleSheet}, "**a** b", "a b"},
		{"code", styled("Code", "if x {") + styled("Code", "  y") + styled("Code", "") + styled("Code", "}") + p("z"), parts{"styles": styleSheet}, "```\nif x {\n  y\n\n}\n```\n\nz", "if x {\n  y\n\n}\n\nz"},
		{"quote", styled("Q", "a") + styled("Q", "b") + p("c"), parts{"styles": styleSheet}, "> a\n>\n> b\n\nc", "a\n\nb\n\nc"},
		{
			"lists", listed("1", 0, "one") + listed("1", 1, "a") + listed("1", 1, "b") + listed("1", 2, "deep") + listed("1", 0, "two") + listed("1", 1, "a again") + p("x") + listed("2", 0, "seven") + styled("L", "dot") + listed("4", 0, "art") + listed("9", 0, "none"),
			parts{"numbering": lists, "styles": styleSheet},
			"1. one\n   1. a\n   2. b\n      1. deep\n2. two\n   1. a again\n\nx\n\n7. seven\n\n- dot\n\n- Article 3 art\n\nnone",
			"1. one\n  a) a\n  b) b\n    1.b.I deep\n2. two\n  a) a again\n\nx\n\n7. seven\n\n- dot\n\nArticle 3 art\n\nnone",
		},
		{
			"tables", table(row(p("a"), p("b|")), row(p("c")+p("d"), "")) + table(`<w:tblGrid><w:gridCol/><w:gridCol/><w:gridCol/></w:tblGrid>`, `<w:tr><w:tc><w:tcPr><w:gridSpan w:val="2"/></w:tcPr>`+p("wide")+`</w:tc><w:tc><w:tcPr><w:vMerge w:val="restart"/></w:tcPr>`+p("tall")+`</w:tc></w:tr>`,
				`<w:tr><w:trPr><w:gridBefore w:val="1"/></w:trPr><w:tc>`+p("x")+`</w:tc><w:tc><w:tcPr><w:vMerge/></w:tcPr><w:p/></w:tc></w:tr>`), nil,
			"| a | b\\| |\n|---|---|\n| c<br>d | |\n\n| wide | | tall |\n|---|---|---|\n| | x | |", "a\tb|\nc d\t\n\nwide\t\ttall\n\tx\t",
		},
		{"nested table", table(row(p("a")+table(row(p("x"), p("y")), row(p("z"))), p("b"))), nil, "| a<br>x \\| y<br>z | b |\n|---|---|", "a x y z\tb"},
		{
			"links", `<w:p><w:hyperlink r:id="rId1" w:anchor="top">` + r("out") + `</w:hyperlink>` + r(" ") + field(` HYPERLINK "http://b/" \l "x" \o "tip"`, r("fld")) + r(" ") + `<w:fldSimple w:instr=" HYPERLINK http://c/ ">` + r("simple") + `</w:fldSimple></w:p>`,
			parts{"rels": `<Relationship Id="rId1" Type="http://x/hyperlink" Target="http://a/" TargetMode="External"/>`},
			"[out](http://a/#top) [fld](http://b/#x) [simple](http://c/)", "out fld simple",
		},
		{"fields", `<w:p>` + r("page ") + field("PAGE", r("7")) + field(`IF `+"", r("yes")) + field("REF x", r(" shown")) + `<w:r><w:fldChar w:fldCharType="begin"><w:ffData><w:checkBox><w:default w:val="1"/></w:checkBox></w:ffData></w:fldChar></w:r><w:r><w:instrText>FORMCHECKBOX</w:instrText></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>` +
			`<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>MACROBUTTON NoMacro click here</w:instrText></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>`, nil, "page yes shown☒click here", ""},
		{
			"table of contents", pp(`<w:pStyle w:val="TOC1"/>`, `<w:hyperlink w:anchor="_Toc1">`+r("1")+`<w:r><w:tab/></w:r>`+r("Start")+`<w:r><w:tab/></w:r>`+field(`PAGEREF _Toc1 \h`, r("12"))+`</w:hyperlink>`) + pp(`<w:pStyle w:val="TOC1"/>`, r("End")+`<w:r><w:tab/></w:r>`+r("13")),
			parts{"styles": styleSheet},
			"[1\tStart](#_Toc1)\n\nEnd", "1\tStart\n\nEnd",
		},
		{
			"notes", `<w:p>` + r("a") + `<w:r><w:footnoteReference w:id="2"/></w:r>` + r(" b") + `<w:r><w:endnoteReference w:id="1"/></w:r></w:p>` + p("c"),
			parts{"footnotes": `<w:footnote w:type="separator" w:id="-1"><w:p/></w:footnote><w:footnote w:id="1">` + p("unused") + `</w:footnote><w:footnote w:id="2"><w:p><w:r><w:footnoteRef/></w:r>` + r("foot") + `</w:p></w:footnote>`, "endnotes": `<w:endnote w:id="1">` + p("end") + p("more") + `</w:endnote>`},
			"a[^1] b[^2]\n\n[^1]: foot\n\n[^2]: end\n\n    more\n\nc", "a[1] b[2]\n\n[1] foot\n\n[2] end\n\nmore\n\nc",
		},
		{"changes", changed, parts{"comments": `<w:comment w:id="0" w:author="Ann">` + p("why?") + `</w:comment>`}, "a\n\nnew text", ""},
		{"deleted end", pp(`<w:rPr><w:del/></w:rPr>`, r("one ")) + p("line"), nil, "one line", ""},
		{"drop cap", pp(`<w:framePr w:dropCap="drop"/>`, r("O")) + p("nce"), nil, "Once", ""},
		{"hidden", `<w:p>` + r("a") + rr(`<w:vanish/>`, "secret") + rr(`<w:rStyle w:val="Secret"/>`, "too") + `</w:p>`, parts{"styles": styleSheet}, "a", ""},
		{"image", `<w:p><w:r><w:drawing><wp:inline><wp:extent cx="952500" cy="476250"/><wp:docPr id="1" name="x" descr="A [dog]"/><a:graphic><a:graphicData><a:blip r:embed="rId1"/></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>` +
			`<w:r><w:pict><v:shape style="width:72pt;height:36pt" alt="old"><v:imagedata r:id="rId2"/></v:shape></w:pict></w:r></w:p>`, nil, "![A \\[dog\\]](#image1 \"100x50\")![old](#image2 \"96x48\")", "-"},
		{
			"text box", `<w:p>` + r("before") + `<w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:drawing><wps:txbx><w:txbxContent>` + p("boxed") + table(row(p("t"), p("u"))) + `</w:txbxContent></wps:txbx></w:drawing></mc:Choice><mc:Fallback><w:pict><v:textbox><w:txbxContent>` + p("boxed") + `</w:txbxContent></v:textbox></w:pict></mc:Fallback></mc:AlternateContent></w:r>` + r(" after") + `</w:p>`, nil,
			"before after\n\nboxed\n\n| t | u |\n|---|---|", "before after\n\nboxed\n\nt\tu",
		},
		{"controls", `<w:sdt><w:sdtPr><w:alias w:val="no"/></w:sdtPr><w:sdtContent><w:p>` + r("a") + `<w:sdt><w:sdtContent>` + r("b") + `</w:sdtContent></w:sdt><w:smartTag>` + r("c") + `</w:smartTag></w:p></w:sdtContent></w:sdt>`, nil, "abc", ""},
		{"symbols", `<w:p><w:r><w:sym w:font="Wingdings" w:char="F0FC"/><w:sym w:font="Symbol" w:char="F061"/></w:r>` + rr(`<w:rFonts w:ascii="Symbol"/>`, "\uF0B3") + `</w:p>`, nil, "✓α≥", ""},
		{"ruby", `<w:p><w:r><w:ruby><w:rt>` + r("") + `</w:rt><w:rubyBase>` + r("漢") + `</w:rubyBase></w:ruby></w:r></w:p>`, nil, "漢", ""},
		{"equation", `<w:p>` + r("so ") + `<m:oMath><m:f><m:num><m:r><m:t>a</m:t></m:r></m:num><m:den><m:r><m:t>b</m:t></m:r></m:den></m:f></m:oMath></w:p><m:oMathPara><m:oMath><m:r><m:t>x=1</m:t></m:r></m:oMath></m:oMathPara>`, nil, "so $\\frac{a}{b}$\n\n$$x=1$$", "so \\frac{a}{b}\n\nx=1"},
		{"strict", strings.ReplaceAll(p("strict"), "w:", "x:") + `<x:p xmlns:x="http://purl.oclc.org/ooxml/wordprocessingml/main"><x:r><x:t>other prefix</x:t></x:r></x:p>`, nil, "other prefix", ""},
	} {
		path := write(t, document(t, c.body, c.more))
		if got := strings.TrimSuffix(content(read(t, reader.Request{Path: path})), "\n"); got != c.want {
			t.Errorf("%s:\n%s\nwant\n%s", c.name, got, c.want)
		}
		if c.plain == "-" {
			continue
		}
		if c.plain == "" {
			c.plain = c.want
		}
		if got := strings.TrimSuffix(content(read(t, reader.Request{Path: path, As: reader.FormText})), "\n"); got != c.plain {
			t.Errorf("%s as text:\n%s\nwant\n%s", c.name, got, c.plain)
		}
	}
	path := write(t, document(t, changed, parts{"comments": `<w:comment w:id="0" w:author="Ann">` + p("why?") + `</w:comment>`}))
	want := "a\n\n{++new++} {--old--}text[^comment-1]\n\n[^comment-1]: Ann: why?\n"
	if got := read(t, reader.Request{Path: path, Changes: "all"}).Content; got != want {
		t.Errorf("all changes: %q, want %q", got, want)
	}
}

// What is not shown is counted.
func TestOmitted(t *testing.T) {
	t.Parallel()
	body := `<w:p>` + r("a") + `<w:del><w:r><w:delText>b</w:delText></w:r></w:del>` + rr(`<w:vanish/>`, "four") + `<w:r><w:commentReference w:id="0"/></w:r><w:r><w:drawing><a:graphic><c:chart/></a:graphic></w:drawing></w:r></w:p>` +
		`<w:altChunk r:id="x"/><w:sectPr><w:headerReference r:id="h"/><w:footerReference r:id="f"/></w:sectPr>`
	res := read(t, reader.Request{Path: write(t, document(t, body, parts{
		"rels":    `<Relationship Id="h" Type="http://x/header" Target="header1.xml"/><Relationship Id="f" Type="http://x/footer" Target="footer1.xml"/>`,
		"header1": p("top"), "footer1": `<w:p/>`,
	}))})
	got := map[string]int64{}
	for _, o := range res.Omitted {
		got[o.What] = *o.Count
	}
	want := map[string]int64{"hidden characters": 4, "deletions": 1, "comments": 1, "charts": 1, "embedded documents": 1, "headers and footers": 1}
	if fmt.Sprint(got) != fmt.Sprint(want) || res.Complete {
		t.Errorf("omitted %v, want %v", got, want)
	}
	if len(res.Notes) != 1 || res.Notes[0].Code != reader.NoteHiddenContent || !strings.Contains(res.Notes[0].Message, "1 deletion, 4 hidden characters, 1 comment, 1 chart, 1 embedded document") {
		t.Errorf("notes %+v", res.Notes)
	}
}

// Damaged and hostile documents are shown as far as they go.
func TestBadDocuments(t *testing.T) {
	t.Parallel()
	deep := func(n int, open, end, inside string) string {
		return strings.Repeat(open, n) + inside + strings.Repeat(end, n)
	}
	for _, c := range []struct {
		name, body string
		more       parts
		want       string // content begins with it
		code       fault.Code
	}{
		{"cut off", p("one") + p("two") + `<w:p><w:r><w:t>thr`, nil, "one\n\ntwo\n", ""},
		{"broken styles", p("x"), parts{"styles": `<w:style><w:name`}, "x\n", ""},
		{"deep tables", p("x") + deep(20_000, `<w:tbl><w:tr><w:tc>`, `</w:tc></w:tr></w:tbl>`, p("in")) + p("y"), nil, "x\n", ""},
		{"deep runs", `<w:p>` + deep(50_000, `<w:smartTag>`, `</w:smartTag>`, r("in")) + r("out") + `</w:p>`, nil, "out\n", ""},
		{"deep boxes", `<w:p>` + r("x") + deep(2000, `<w:r><w:pict><w:txbxContent><w:p>`, `</w:p></w:txbxContent></w:pict></w:r>`, r("in")) + `</w:p>`, nil, "x\n", ""},
		{"a note in itself", `<w:p>` + r("x") + `<w:r><w:footnoteReference w:id="1"/></w:r></w:p>`, parts{"footnotes": `<w:footnote w:id="1"><w:p>` + r("n") + `<w:r><w:footnoteReference w:id="1"/></w:r></w:p></w:footnote>`}, "x[^1]\n", ""},
		{"wide spans", table(`<w:tr><w:tc><w:tcPr><w:gridSpan w:val="999999999"/></w:tcPr>`+p("x")+`</w:tc></w:tr>`, row(p("y"))), nil, "| x |", ""},
		{"many fields", `<w:p>` + strings.Repeat(`<w:r><w:fldChar w:fldCharType="begin"/></w:r>`, 10_000) + strings.Repeat(`<w:r><w:fldChar w:fldCharType="end"/></w:r>`, 10_000) + r("x") + `</w:p>`, nil, "x\n", ""},
		{"empty", ``, nil, "", fault.EmptyDocument},
		{"numbers", listed("1", 0, "x"), parts{"numbering": `<w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:start w:val="99999999999"/><w:numFmt w:val="upperRoman"/><w:lvlText w:val="%1%1%1"/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>`}, "1. x\n", ""},
	} {
		res := read(t, reader.Request{Path: write(t, document(t, c.body, c.more))})
		if res.ReasonCode != c.code || !strings.HasPrefix(content(res), c.want) && c.want != "" {
			t.Errorf("%s: %q %q, %.200q", c.name, res.ReasonCode, res.Reason, content(res))
		}
	}
	res := read(t, reader.Request{Path: write(t, readertest.Zip(t, readertest.Part{Name: "word/styles.xml", Text: "x"}, readertest.Part{Name: "[Content_Types].xml", Text: `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`}))})
	if res.ReasonCode != fault.Corrupt || res.Readable {
		t.Errorf("without a body: %q %q", res.ReasonCode, res.Reason)
	}
}

// Whatever the limits, the pages of a document are all of it, once.
func TestPaging(t *testing.T) {
	t.Parallel()
	var body strings.Builder
	for i := range 12 {
		_, _ = body.WriteString(styled("H1", fmt.Sprint("Part ", i)) + p(strings.Repeat("some text ", i*3)) + listed("1", i%3, "item") + table(row(p("a"), p("b")), row(p("c"), p("d")), row(p("e"), p("f"))))
	}
	path := write(t, document(t, body.String(), parts{"styles": styleSheet, "numbering": lists}))
	e := engine(t)
	want, _ := readertest.ReadWhole(t, e, reader.Request{Path: path})
	for _, req := range []reader.Request{{Limit: 1}, {Limit: 7}, {MaxBytes: 40}, {MaxChars: 33}, {MaxLineChars: 10, Limit: 4}, {Budget: 20}} {
		req.Path = path
		readertest.Paging(t, e, req, want)
	}
	if got := read(t, reader.Request{Path: path + "#Part 3"}).Content; !strings.HasPrefix(got, "# Part 3\n") || strings.Contains(got, "Part 4") {
		t.Errorf("a section: %q", got)
	}
}

func FuzzDocument(f *testing.F) {
	const style = `<w:style w:styleId="H"><w:name w:val="heading 1"/><w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr></w:style>`
	const list = `<w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:lvlText w:val="%1."/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>`
	f.Add(p("x"), style, list)
	f.Add(listed("1", 0, "x")+table(row(p("a"))), "", list)
	f.Add(`<w:p>`+field("HYPERLINK x", r("y"))+`<w:r><w:footnoteReference w:id="1"/></w:r></w:p>`, style, "")
	f.Add(`<w:p><m:oMath><m:sSup><m:e><m:r><m:t>x</m:t></m:r></m:e></m:sSup></m:oMath></w:p>`, "", "")
	f.Fuzz(func(t *testing.T, body, styles, numbering string) {
		path := write(t, document(t, body, parts{"styles": styles, "numbering": numbering, "footnotes": `<w:footnote w:id="1">` + body + `</w:footnote>`}))
		req := reader.Request{Path: path, Lines: true, Changes: "all"}
		res := read(t, req)
		readertest.Check(t, &req, res)
	})
}

// A document of many paragraphs, of which one page is read, and all.
func BenchmarkDocument(b *testing.B) {
	var body strings.Builder
	for i := range 20_000 {
		_, _ = body.WriteString(styled("H1", fmt.Sprint("Heading ", i)) + `<w:p>` + rr(`<w:b/>`, "Some bold text") + r(strings.Repeat(" and much that is not", 10)) + `</w:p>`)
	}
	path := write(b, document(b, body.String(), parts{"styles": styleSheet}))
	e := engine(b)
	for name, req := range map[string]reader.Request{"page": {Limit: 100}, "all": {All: true}} {
		req.Path = path
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(body.Len()))
			for b.Loop() {
				if _, err := e.Read(context.Background(), &req); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
