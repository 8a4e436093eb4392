package pptx_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fread/internal/reader"
	"fread/internal/reader/fault"
	"fread/internal/reader/kinds/pptx"
	"fread/internal/reader/readertest"
)

func engine(tb testing.TB) *reader.Engine {
	tb.Helper()
	g, err := reader.NewRegistry(pptx.Reader{})
	if err != nil {
		tb.Fatal(err)
	}
	return &reader.Engine{Registry: g, Log: tb.Logf}
}

func write(tb testing.TB, b []byte) string {
	tb.Helper()
	p := filepath.Join(tb.TempDir(), "a.pptx")
	if err := os.WriteFile(p, b, 0o600); err != nil {
		tb.Fatal(err)
	}
	return p
}

func read(tb testing.TB, req reader.Request) *reader.Result {
	tb.Helper()
	req.All, req.Lines = true, true
	r, err := engine(tb).Read(context.Background(), &req)
	if err != nil {
		tb.Fatal(err)
	}
	return r
}

const names = ` xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"
 xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"
 xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" xmlns:dgm="http://schemas.openxmlformats.org/drawingml/2006/diagram"
 xmlns:a14="http://schemas.microsoft.com/office/drawing/2010/main" xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"
 xmlns:p188="http://schemas.microsoft.com/office/powerpoint/2018/8/main" xmlns:v="urn:schemas-microsoft-com:vml"`

// rels are the relationships of a part: id, type, target, and so on.
func rels(part string, list ...string) readertest.Part {
	dir, file := filepath.Split(part)
	var b strings.Builder
	for i := 0; i < len(list); i += 3 {
		mode := ""
		if strings.Contains(list[i+2], "://") {
			mode = ` TargetMode="External"`
		}
		fmt.Fprintf(&b, `<Relationship Id=%q Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/%s" Target=%q%s/>`, list[i], list[i+1], list[i+2], mode)
	}
	return readertest.Part{
		Name: dir + "_rels/" + file + ".rels",
		Text: `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">` + b.String() + `</Relationships>`,
	}
}

// show is a presentation of slides, each of which is the content of its tree of
// shapes, with what else it is made of.
func show(tb testing.TB, slides []string, more ...readertest.Part) []byte {
	tb.Helper()
	var ids strings.Builder
	var links []string
	parts := []readertest.Part{
		{Name: "[Content_Types].xml", Text: `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/ppt/presentation.xml" ContentType="application/vnd.openxmlformats-officedocument.presentationml.presentation.main+xml"/></Types>`},
		rels("", "r1", "officeDocument", "ppt/presentation.xml"),
	}
	for i, s := range slides {
		name := fmt.Sprintf("slides/slide%d.xml", i+1)
		fmt.Fprintf(&ids, `<p:sldId id="%d" r:id="s%d"/>`, 256+i, i)
		links = append(links, fmt.Sprintf("s%d", i), "slide", name)
		parts = append(parts, readertest.Part{Name: "ppt/" + name, Text: slide(s)})
	}
	links = append(links, "a", "commentAuthors", "authors.xml", "b", "authors", "authors2.xml")
	parts = append(parts, readertest.Part{Name: "ppt/presentation.xml", Text: `<p:presentation` + names + `><p:sldIdLst>` + ids.String() + `</p:sldIdLst></p:presentation>`}, rels("ppt/presentation.xml", links...))
	return readertest.Zip(tb, append(parts, more...)...)
}

func slide(tree string) string {
	attrs := ""
	if rest, ok := strings.CutPrefix(tree, "hidden "); ok {
		attrs, tree = ` show="0"`, rest
	}
	return `<p:sld` + names + attrs + `><p:cSld><p:spTree><p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr/>` + tree + `</p:spTree></p:cSld></p:sld>`
}

// holder is a placeholder of a type with paragraphs.
func holder(kind string, paragraphs ...string) string {
	return `<p:sp><p:nvSpPr><p:cNvPr id="2" name="x"/><p:cNvSpPr/><p:nvPr><p:ph ` + kind + `/></p:nvPr></p:nvSpPr><p:spPr/><p:txBody><a:bodyPr/><a:lstStyle/>` + strings.Join(paragraphs, "") + `</p:txBody></p:sp>`
}

// box is a text box.
func box(paragraphs ...string) string {
	return `<p:sp><p:nvSpPr><p:cNvPr id="2" name="x"/><p:cNvSpPr/><p:nvPr/></p:nvSpPr><p:spPr/><p:txBody><a:bodyPr/>` + strings.Join(paragraphs, "") + `</p:txBody></p:sp>`
}

func p(text string) string { return `<a:p><a:r><a:t>` + text + `</a:t></a:r></a:p>` }

// mono is a paragraph of code.
func mono(text string) string {
	return `<a:p><a:r><a:rPr><a:latin typeface="Consolas"/></a:rPr><a:t>` + text + `</a:t></a:r></a:p>`
}

// pp is a paragraph with properties.
func pp(level int, bullet, text string) string {
	return fmt.Sprintf(`<a:p><a:pPr lvl="%d">%s</a:pPr><a:r><a:t>%s</a:t></a:r></a:p>`, level, bullet, text)
}

func TestSlides(t *testing.T) {
	t.Parallel()
	const dot = `<a:buChar char="-"/>`
	num := func(attrs string) string { return `<a:buAutoNum ` + attrs + `/>` }
	for name, c := range map[string]struct{ tree, want string }{
		"the title is told first": {holder(`type="body"`, p("text")) + holder(`type="ctrTitle"`, p("The"), p("title")), "## The title\n\n- text\n"},
		"without a title":         {box(p("text")), "## Slide 1\n\ntext\n"},
		"an empty title":          {holder(`type="title"`, `<a:p/>`) + box(p("x")), "## Slide 1\n\nx\n"},
		"a second title is text":  {holder(`type="title"`, p("a")) + holder(`type="title"`, p("b")), "## a\n\nb\n"},
		"furniture is left out":   {holder(`type="sldNum"`, p("1")) + holder(`type="ftr"`, p("foot")) + holder(`type="dt"`, p("day")), "## Slide 1\n"},
		"groups": {
			`<p:grpSp><p:nvGrpSpPr><p:cNvPr id="3" name="g"/></p:nvGrpSpPr><p:grpSp><p:nvGrpSpPr/>` + box(p("a")) + `</p:grpSp>` + box(p("b")) + `</p:grpSp>` + box(p("c")),
			"## Slide 1\n\na\n\nb\n\nc\n",
		},
		"hidden shapes are left out": {
			`<p:grpSp><p:nvGrpSpPr><p:cNvPr id="3" name="g" hidden="1"/></p:nvGrpSpPr>` + box(p("a")) + `</p:grpSp>` + strings.Replace(box(p("b")), `name="x"`, `name="x" hidden="true"`, 1) + box(p("c")),
			"## Slide 1\n\nc\n",
		},
		"looks": {
			box(`<a:p><a:r><a:rPr b="1"/><a:t>b</a:t></a:r><a:r><a:t> </a:t></a:r><a:r><a:rPr i="true"/><a:t>i</a:t></a:r><a:r><a:rPr strike="sngStrike"/><a:t> s</a:t></a:r><a:r><a:rPr baseline="30000"/><a:t>2</a:t></a:r><a:r><a:rPr baseline="-25000"/><a:t>3</a:t></a:r><a:br/><a:fld type="datetime"><a:t>today</a:t></a:fld><a:r><a:t>x&#11;y</a:t></a:r></a:p>`),
			"## Slide 1\n\n**b** *i* ~~s~~<sup>2</sup><sub>3</sub>\\\ntodayx\\\ny\n",
		},
		"lists": {
			box(pp(0, dot, "a"), pp(1, dot, "b"), pp(1, num(`type="alphaLcParenR"`), "c"), pp(1, num(`type="alphaLcParenR"`), "d"), pp(0, num(`type="arabicPeriod" startAt="3"`), "e"), `<a:p/>`, pp(0, num(`type="arabicPeriod" startAt="3"`), "f"), pp(0, "<a:buNone/>", "g"), pp(0, num(`type="arabicPeriod"`), "h")),
			"## Slide 1\n\n- a\n  - b\n\n  1. c\n  2. d\n\n3. e\n4. f\n\ng\n\n1. h\n",
		},
		"schemes": {
			box(pp(0, num(`type="romanUcPeriod" startAt="4"`), "a")) + box(pp(0, num(`type="alphaUcParenBoth" startAt="28"`), "b")) + box(pp(0, num(`type="arabicPlain"`), "c")),
			"## Slide 1\n\n4. a\n\n28) b\n\n1. c\n",
		},
		"code": {
			box(mono("if x:"), `<a:p/>`, mono("    y")+`<a:p><a:r><a:t>call </a:t></a:r><a:r><a:rPr><a:latin typeface="Courier New"/></a:rPr><a:t>f()</a:t></a:r></a:p>`),
			"## Slide 1\n\n```\nif x:\n\n    y\n```\n\ncall `f()`\n",
		},
		"a list style of the shape": {
			strings.Replace(box(p("a"), pp(0, "<a:buNone/>", "b")), `<a:bodyPr/>`, `<a:bodyPr/><a:lstStyle><a:lvl1pPr>`+dot+`</a:lvl1pPr></a:lstStyle>`, 1), "## Slide 1\n\n- a\n\nb\n",
		},
		"a table": {
			`<p:graphicFrame><a:graphic><a:graphicData><a:tbl><a:tblPr firstRow="1"/><a:tblGrid><a:gridCol/><a:gridCol/></a:tblGrid>` +
				`<a:tr><a:tc gridSpan="2"><a:txBody>` + p("head") + `</a:txBody></a:tc><a:tc hMerge="1"><a:txBody>` + p("gone") + `</a:txBody></a:tc></a:tr>` +
				`<a:tr><a:tc rowSpan="2"><a:txBody>` + p("a") + `</a:txBody></a:tc><a:tc><a:txBody>` + p("b") + p("c") + `</a:txBody></a:tc></a:tr>` +
				`<a:tr><a:tc vMerge="1"/><a:tc><a:txBody>` + p("d|e") + `</a:txBody></a:tc></a:tr></a:tbl></a:graphicData></a:graphic></p:graphicFrame>`,
			"## Slide 1\n\n| head | |\n|---|---|\n| a | b<br>c |\n| | d\\|e |\n",
		},
		"alternatives": {
			`<mc:AlternateContent><mc:Choice Requires="a14">` + box(`<a:p><a14:m><m:oMath><m:r><m:t>x=1</m:t></m:r></m:oMath></a14:m></a:p>`) + `</mc:Choice><mc:Fallback>` + box(p("picture")) + `</mc:Fallback></mc:AlternateContent>` +
				`<mc:AlternateContent><mc:Choice Requires="v">` + box(p("vml")) + `</mc:Choice><mc:Fallback>` + box(p("other")) + `</mc:Fallback></mc:AlternateContent>`,
			"## Slide 1\n\n$x=1$\n\nother\n",
		},
		"a placeholder of a layout": {holder(`idx="1"`, p("a"), pp(1, "", "b")) + holder(`type="subTitle" idx="2"`, p("c")) + holder(`type="body" idx="9"`, p("d")), "## Slide 1\n\n- a\n  1. b\n\nc\n\n- d\n"},
		"images": {
			`<p:pic><p:nvPicPr><p:cNvPr id="4" name="Picture 3" descr="A cat"/><p:cNvPicPr/><p:nvPr/></p:nvPicPr><p:blipFill><a:blip r:embed="i"/></p:blipFill><p:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="952500" cy="476250"/></a:xfrm></p:spPr></p:pic>`,
			"## Slide 1\n\n![A cat](#image7 \"100x50\")\n",
		},
		"links": {
			box(`<a:p><a:r><a:rPr><a:hlinkClick r:id="u"/></a:rPr><a:t>out</a:t></a:r><a:r><a:t> and </a:t></a:r><a:r><a:rPr><a:hlinkClick r:id="j" action="ppaction://hlinksldjump"/></a:rPr><a:t>in</a:t></a:r><a:r><a:rPr><a:hlinkClick r:id=""/></a:rPr><a:t> none</a:t></a:r></a:p>`),
			"## Slide 1\n\n[out](https://example.org/) and [in](#slide1) none\n",
		},
		"a chart":           {frame(`<c:chart r:id="c"/>`), "## Slide 1\n\n**Sales**\n\n| | 2024 | 2025 |\n|---|---|---|\n| North | 1.5 | 0.582 |\n| South | | 4 |\n"},
		"a diagram":         {frame(`<dgm:relIds r:dm="d"/>`), "## Slide 1\n\n- one\n- two\n  - below two\n"},
		"an object":         {frame(`<mc:AlternateContent><mc:Choice Requires="v"><p:oleObj/></mc:Choice><mc:Fallback><p:oleObj><p:pic><p:nvPicPr><p:cNvPr id="1" name="y" descr="A sheet"/></p:nvPicPr><p:blipFill><a:blip r:embed="i"/></p:blipFill></p:pic></p:oleObj></mc:Fallback></mc:AlternateContent>`), "## Slide 1\n\n![A sheet](#image7)\n"},
		"what is not there": {frame(`<c:chart r:id="none"/>`) + frame(`<dgm:relIds r:dm="none"/>`) + box(p("x")), "## Slide 1\n\nx\n"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := read(t, reader.Request{Path: write(t, show(t, []string{c.tree}, parts()...))})
			if r.Content != c.want {
				t.Errorf("got\n%s\nwant\n%s", r.Content, c.want)
			}
		})
	}
}

// Plain text has numbers as they are shown.
func TestLabels(t *testing.T) {
	t.Parallel()
	tree := ""
	for _, scheme := range []string{"romanUcPeriod", "romanLcParenR", "alphaUcParenBoth", "alphaLcPlain", "arabicPeriod", "circleNumDbPlain"} {
		tree += box(pp(0, `<a:buAutoNum type="`+scheme+`" startAt="28"/>`, "x"))
	}
	r := read(t, reader.Request{Path: write(t, show(t, []string{tree})), As: reader.FormText})
	if want := "Slide 1\n\nXXVIII. x\n\nxxviii) x\n\n(BB) x\n\nbb x\n\n28. x\n\n28 x\n"; r.Content != want {
		t.Errorf("got %q", r.Content)
	}
}

func frame(graphic string) string {
	return `<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="9" name="f"/></p:nvGraphicFramePr><a:graphic><a:graphicData>` + graphic + `</a:graphicData></a:graphic></p:graphicFrame>`
}

// parts are what the first slide refers to.
func parts() []readertest.Part {
	points := func(element string, values ...string) string {
		var b strings.Builder
		for i, v := range values {
			if v != "" {
				fmt.Fprintf(&b, `<c:pt idx="%d"><c:v>%s</c:v></c:pt>`, i, v)
			}
		}
		return "<c:" + element + "><c:strRef><c:f>Sheet1!A1</c:f><c:strCache>" + b.String() + "</c:strCache></c:strRef></c:" + element + ">"
	}
	return []readertest.Part{
		rels("ppt/slides/slide1.xml", "l", "slideLayout", "../layouts/1.xml", "i", "image", "../media/image7.png", "u", "hyperlink", "https://example.org/", "j", "slide", "slide1.xml",
			"c", "chart", "../charts/1.xml", "d", "diagramData", "../diagrams/1.xml", "n", "notesSlide", "../notes/1.xml", "m", "comments", "../comments/1.xml", "k", "comments", "../comments/2.xml"),
		rels("ppt/layouts/1.xml", "m", "slideMaster", "../masters/1.xml"),
		{Name: "ppt/layouts/1.xml", Text: `<p:sldLayout` + names + `><p:cSld><p:spTree>` + strings.Replace(holder(`type="body" idx="1"`), "<a:lstStyle/>", `<a:lstStyle><a:lvl2pPr><a:buAutoNum type="arabicPeriod"/></a:lvl2pPr></a:lstStyle>`, 1) +
			strings.Replace(holder(`type="subTitle" idx="2"`), "<a:lstStyle/>", `<a:lstStyle><a:lvl1pPr><a:buNone/></a:lvl1pPr></a:lstStyle>`, 1) + `</p:spTree></p:cSld></p:sldLayout>`},
		{Name: "ppt/masters/1.xml", Text: `<p:sldMaster` + names + `><p:cSld><p:spTree>` + holder(`type="body"`) + `</p:spTree></p:cSld><p:txStyles><p:titleStyle/><p:bodyStyle><a:lvl1pPr><a:buFont typeface="Arial"/><a:buChar char="x"/></a:lvl1pPr></p:bodyStyle></p:txStyles></p:sldMaster>`},
		{Name: "ppt/charts/1.xml", Text: `<c:chartSpace` + names + `><c:chart><c:title><c:tx><c:rich>` + p("Sales") + `</c:rich></c:tx></c:title><c:plotArea><c:barChart><c:ser>` + points("tx", "2024") + points("cat", "North", "South") + points("val", "1.5") +
			`</c:ser><c:ser>` + points("tx", "2025") + points("cat", "North", "South") + points("val", "0.58199999999999996", "4") + `</c:ser></c:barChart><c:catAx><c:title><c:tx><c:rich>` + p("axis") + `</c:rich></c:tx></c:title></c:catAx></c:plotArea></c:chart></c:chartSpace>`},
		{Name: "ppt/diagrams/1.xml", Text: `<dgm:dataModel` + names + `><dgm:ptLst><dgm:pt modelId="0" type="doc"/><dgm:pt modelId="2"><dgm:t>` + p("two") + `</dgm:t></dgm:pt><dgm:pt modelId="1"><dgm:t>` + p("one") + `</dgm:t></dgm:pt>` +
			`<dgm:pt modelId="3"><dgm:t>` + p("below two") + `</dgm:t></dgm:pt><dgm:pt modelId="9" type="pres"><dgm:t>` + p("no") + `</dgm:t></dgm:pt></dgm:ptLst><dgm:cxnLst><dgm:cxn srcId="0" destId="1" srcOrd="0"/><dgm:cxn srcId="0" destId="2" srcOrd="1"/>` +
			`<dgm:cxn srcId="2" destId="3" srcOrd="0"/><dgm:cxn srcId="3" destId="2" type="presOf"/></dgm:cxnLst></dgm:dataModel>`},
	}
}

func TestNotesAndComments(t *testing.T) {
	t.Parallel()
	more := append(parts(),
		readertest.Part{Name: "ppt/notes/1.xml", Text: strings.NewReplacer("p:sld", "p:notes").Replace(slide(holder(`type="sldImg"`, p("1")) + holder(`type="body"`, p("Say this."), `<a:p/>`, p("Then that.")) + holder(`type="sldNum"`, p("1"))))},
		readertest.Part{Name: "ppt/authors.xml", Text: `<p:cmAuthorLst` + names + `><p:cmAuthor id="0" name="Ann"/></p:cmAuthorLst>`},
		readertest.Part{Name: "ppt/authors2.xml", Text: `<p188:authorLst` + names + `><p188:author id="{1}" name="Bo"/></p188:authorLst>`},
		readertest.Part{Name: "ppt/comments/1.xml", Text: `<p:cmLst` + names + `><p:cm authorId="0" dt="2026-01-02T03:04:05"><p:pos x="1" y="1"/><p:text>Why?</p:text></p:cm></p:cmLst>`},
		readertest.Part{Name: "ppt/comments/2.xml", Text: `<p188:cmLst` + names + `><p188:cm authorId="{1}" created="2026-02-03T00:00:00"><p188:replyLst><p188:reply authorId="?"><p188:txBody>` + p("Yes.") + `</p188:txBody></p188:reply></p188:replyLst><p188:txBody>` + p("No.") + `</p188:txBody></p188:cm></p188:cmLst>`},
	)
	path := write(t, show(t, []string{holder(`type="title"`, p("T")), box(p("x"))}, more...))
	r := read(t, reader.Request{Path: path, Changes: "all"})
	want := "## T\n\n> **Notes:**\n>\n> Say this.\n>\n> Then that.\n\n> **Comment by Ann, 2026-01-02:** Why?\n\n> **Comment by Bo, 2026-02-03:** No.\n\n> **Comment:** Yes.\n\n## Slide 2\n\nx\n"
	if r.Content != want {
		t.Errorf("got\n%s\nwant\n%s", r.Content, want)
	}
	r = read(t, reader.Request{Path: path})
	if strings.Contains(r.Content, "Why?") || r.Notes[0].Message != "Not shown: 3 comments. Use --changes all to see comments." || r.Omitted[0].What != "comments" {
		t.Errorf("without comments: %q, %+v", r.Content, r.Notes)
	}
}

func TestPages(t *testing.T) {
	t.Parallel()
	path := write(t, show(t, []string{box(p("one")), "hidden " + box(p("two")), box(p("three")), box(p("four"))}))
	for name, c := range map[string]struct {
		req     reader.Request
		want    string
		pages   string
		omitted string
		note    reader.NoteCode
	}{
		"all":             {reader.Request{}, "one three four", "1,3-4", "hidden slides", reader.NoteHiddenContent},
		"some":            {reader.Request{Pages: "1,last"}, "one four", "1,4", "slides", ""},
		"a hidden one":    {reader.Request{Pages: "2"}, "two", "2", "slides", ""},
		"too many":        {reader.Request{Pages: "4-9"}, "four", "4", "slides", reader.NotePagesMissing},
		"none":            {reader.Request{Pages: "7"}, "", "", "slides", reader.NotePagesMissing},
		"by address":      {reader.Request{Path: path + "#slide3"}, "three", "3", "", reader.NoteAddress},
		"by address, two": {reader.Request{Path: path + "#p3-4"}, "three four", "3-4", "", reader.NoteAddress},
		"a heading":       {reader.Request{Path: path + "#slide-3"}, "three", "3", "", reader.NoteAddress},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c.req.As = reader.FormText
			if c.req.Path == "" {
				c.req.Path = path
			}
			r := read(t, c.req)
			var words []string
			for w := range strings.FieldsSeq(r.Content) {
				if w != "Slide" && w[0] > '9' {
					words = append(words, w)
				}
			}
			if got := strings.Join(words, " "); got != c.want || r.Pages != c.pages || *r.PageCount != 4 {
				t.Errorf("got %q of %q", got, r.Pages)
			}
			if len(r.Omitted) > 0 != (c.omitted != "") || c.omitted != "" && r.Omitted[0].What != c.omitted {
				t.Errorf("omitted is %+v", r.Omitted)
			}
			if c.note != "" && (len(r.Notes) == 0 || r.Notes[0].Code != c.note) {
				t.Errorf("notes are %+v", r.Notes)
			}
		})
	}
	for _, l := range read(t, reader.Request{Path: path}).Lines {
		if l.At.Slide < 1 || l.At.Slide == 2 {
			t.Errorf("line %d is of slide %d", l.Number, l.At.Slide)
		}
	}
	e := engine(t)
	first, err := e.Read(t.Context(), &reader.Request{Path: path, Pages: "1,3", Limit: 2})
	if err != nil || first.Next == nil {
		t.Fatal(err)
	}
	if _, err := e.Read(t.Context(), &reader.Request{Path: path, Cursor: first.Next.Cursor}); fault.CodeOf(err) != fault.InvalidInput {
		t.Errorf("a cursor of other slides gives %v", err)
	}
	if r := read(t, reader.Request{Path: path + "#slide9"}); r.ReasonCode != fault.NotFound || r.Reason != "There is no slide 9 in the document. It has 4 slides." {
		t.Errorf("a slide that is not there gives %+v", r)
	}
	if _, err := e.Read(t.Context(), &reader.Request{Path: path, Pages: "x"}); fault.CodeOf(err) != fault.InvalidInput {
		t.Errorf("pages that are none give %v", err)
	}
}

func TestDamage(t *testing.T) {
	t.Parallel()
	whole := show(t, []string{box(p("one")), "", box(p("three"))}, readertest.Part{Name: "ppt/slides/slide2.xml", Text: strings.TrimSuffix(slide(box(p("cut")+p("gone"))), "gone</a:t></a:r></a:p></p:txBody></p:sp></p:spTree></p:cSld></p:sld>")})
	r := read(t, reader.Request{Path: write(t, whole)})
	if !strings.Contains(r.Content, "one") || !strings.Contains(r.Content, "cut") || !strings.Contains(r.Content, "three") || len(r.Notes) == 0 || r.Notes[0].Code != reader.NoteCorrupt || r.Complete {
		t.Errorf("got %+v", r)
	}
	list := []readertest.Part{{Name: "ppt/slides/slide10.xml", Text: slide(box(p("ten")))}, {Name: "ppt/slides/slide9.xml", Text: slide(box(p("nine")))}, {Name: "[Content_Types].xml", Text: "<Types/>"}}
	for name, more := range map[string][]readertest.Part{"no presentation": nil, "a presentation that is cut": {{Name: "ppt/presentation.xml", Text: "<p:presentation"}}} {
		r := read(t, reader.Request{Path: write(t, readertest.Zip(t, append(list, more...)...))})
		if r.Content != "## Slide 1\n\nnine\n\n## Slide 2\n\nten\n" || r.Notes[0].Code != reader.NoteCorrupt {
			t.Errorf("%s: got %+v", name, r)
		}
	}
	r = read(t, reader.Request{Path: write(t, readertest.Zip(t, list[2], readertest.Part{Name: "ppt/presentation.xml", Text: "<x/>"}))})
	if r.ReasonCode != fault.EmptyDocument {
		t.Errorf("a presentation without slides gives %+v", r)
	}
}

// Strict files have other namespaces.
func TestStrict(t *testing.T) {
	t.Parallel()
	strict := strings.NewReplacer("http://schemas.openxmlformats.org/presentationml/2006/main", "http://purl.oclc.org/ooxml/presentationml/main",
		"http://schemas.openxmlformats.org/drawingml/2006/main", "http://purl.oclc.org/ooxml/drawingml/main",
		"http://schemas.openxmlformats.org/officeDocument/2006/relationships", "http://purl.oclc.org/ooxml/officeDocument/relationships")
	var parts []readertest.Part
	for _, x := range []readertest.Part{
		rels("", "r1", "officeDocument", "ppt/presentation.xml"), rels("ppt/presentation.xml", "s", "slide", "slide.xml"),
		{Name: "[Content_Types].xml", Text: `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/ppt/presentation.xml" ContentType="application/vnd.openxmlformats-officedocument.presentationml.presentation.main+xml"/></Types>`},
		{Name: "ppt/presentation.xml", Text: `<p:presentation` + names + `><p:sldIdLst><p:sldId r:id="s"/></p:sldIdLst></p:presentation>`},
		{Name: "ppt/slide.xml", Text: slide(holder(`type="title"`, p("T")) + box(p("x")))},
	} {
		parts = append(parts, readertest.Part{Name: x.Name, Text: strict.Replace(x.Text)})
	}
	if r := read(t, reader.Request{Path: write(t, readertest.Zip(t, parts...))}); r.Content != "## T\n\nx\n" {
		t.Errorf("got %q, %+v", r.Content, r.Notes)
	}
}

func TestLaws(t *testing.T) {
	t.Parallel()
	e := engine(t)
	r := rand.New(rand.NewPCG(5, 6))
	pieces := []func() string{
		func() string {
			return box(p("some text"), pp(0, `<a:buChar char="x"/>`, strings.Repeat("a long item ", 20)))
		},
		func() string { return holder(`type="title"`, p("日本語")) },
		func() string { return frame(`<c:chart r:id="c"/>`) + frame(`<dgm:relIds r:dm="d"/>`) },
		func() string { return "<p:sp><p:txBody>" + p("x") },
	}
	for i := range 8 {
		slides := make([]string, 1+r.IntN(4))
		for j := range slides {
			for range r.IntN(4) {
				slides[j] += pieces[r.IntN(len(pieces))]()
			}
		}
		path := write(t, show(t, slides, parts()...))
		for _, form := range []reader.Form{reader.FormMarkdown, reader.FormText} {
			base := reader.Request{Path: path, As: form}
			whole, _ := readertest.ReadWhole(t, e, base)
			for _, req := range []reader.Request{{Limit: 1 + r.Int64N(4)}, {MaxBytes: 1 + r.Int64N(80)}, {MaxLineChars: 1 + r.Int64N(20), MaxChars: 5 + r.Int64N(90)}, {Budget: 1 + r.Int64N(30)}} {
				req.Path, req.As = path, form
				t.Run(fmt.Sprint(i, form), func(t *testing.T) {
					t.Parallel()
					readertest.Paging(t, e, req, whole)
				})
			}
		}
	}
}

func FuzzSlide(f *testing.F) {
	f.Add(box(p("text")), "")
	f.Add(frame(`<c:chart r:id="c"/>`), `<c:chartSpace`+names+`><c:ser><c:val><c:pt idx="1"><c:v>1</c:v></c:pt></c:val></c:ser></c:chartSpace>`)
	f.Add(frame(`<dgm:relIds r:dm="c"/>`), `<dgm:dataModel`+names+`><dgm:pt modelId="1"/><dgm:cxn srcId="1" destId="1"/></dgm:dataModel>`)
	f.Add(`<p:grpSp><p:nvGrpSpPr><p:cNvPr hidden="1"/></p:nvGrpSpPr></p:grpSp>`, "")
	f.Add(`<p:graphicFrame><a:tbl><a:tr><a:tc gridSpan="999"><a:txBody><a:p><a:br/></a:p></a:txBody></a:tc></a:tr></a:tbl></p:graphicFrame>`, "")
	e := engine(f)
	f.Fuzz(func(t *testing.T, tree, other string) {
		if len(tree)+len(other) > 1<<14 {
			t.Skip()
		}
		b := show(t, []string{tree}, rels("ppt/slides/slide1.xml", "c", "chart", "../other.xml", "n", "notesSlide", "../other.xml", "m", "comments", "../other.xml", "l", "slideLayout", "../other.xml"), readertest.Part{Name: "ppt/other.xml", Text: other})
		req := reader.Request{Path: write(t, b)}
		whole, r := readertest.ReadWhole(t, e, req)
		if r.ReasonCode == fault.Corrupt && strings.Contains(r.Reason, "broke down") {
			t.Fatal(r.Reason)
		}
		req.Limit = 2
		readertest.Paging(t, e, req, whole)
	})
}

func BenchmarkSlides(b *testing.B) {
	slides := make([]string, 30)
	for i := range slides {
		slides[i] = holder(`type="title"`, p("A title")) + holder(`idx="1"`, strings.Repeat(p("Some words of an item, as they are in many slides."), 8))
	}
	path := write(b, show(b, slides, parts()...))
	e := engine(b)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := e.Read(b.Context(), &reader.Request{Path: path}); err != nil {
			b.Fatal(err)
		}
	}
}
