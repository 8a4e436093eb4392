package odt_test

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fread/internal/reader"
	"fread/internal/reader/fault"
	"fread/internal/reader/kinds/odt"
	"fread/internal/reader/readertest"
)

func engine(tb testing.TB) *reader.Engine {
	tb.Helper()
	g, err := reader.NewRegistry(odt.Reader{})
	if err != nil {
		tb.Fatal(err)
	}
	return &reader.Engine{Registry: g, Log: tb.Logf}
}

func write(tb testing.TB, name string, b []byte) string {
	tb.Helper()
	p := filepath.Join(tb.TempDir(), name)
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

// names declares the namespaces.
func names() string {
	var b strings.Builder
	for _, name := range []string{"office", "style", "text", "table", "presentation", "chart", "meta", "form"} {
		fmt.Fprintf(&b, ` xmlns:%s="urn:oasis:names:tc:opendocument:xmlns:%[1]s:1.0"`, name)
	}
	return b.String() + ` xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0" xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0"` +
		` xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0" xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:math="http://www.w3.org/1998/Math/MathML"`
}

const theFonts = `<office:font-face-decls><style:font-face style:name="Courier" style:font-pitch="fixed"/></office:font-face-decls>`

const theStyles = `<style:style style:name="B" style:family="text"><style:text-properties fo:font-weight="bold"/></style:style>
<style:style style:name="BI" style:family="text" style:parent-style-name="B"><style:text-properties fo:font-style="italic"/></style:style>
<style:style style:name="Up" style:family="text"><style:text-properties style:text-position="super 58%"/></style:style>
<style:style style:name="Down" style:family="text"><style:text-properties style:text-position="-33% 58%"/></style:style>
<style:style style:name="Out" style:family="text"><style:text-properties style:text-line-through-style="solid"/></style:style>
<style:style style:name="Gone" style:family="text"><style:text-properties text:display="none"/></style:style>
<style:style style:name="Mono" style:family="text"><style:text-properties style:font-name="Courier"/></style:style>
<style:style style:name="Typed" style:family="paragraph"><style:text-properties style:font-name="Courier"/></style:style>
<style:style style:name="Source_20_Text" style:family="text"/>
<style:style style:name="Preformatted_20_Text" style:family="paragraph"/><style:style style:name="P1" style:family="paragraph" style:parent-style-name="Preformatted_20_Text"/>
<style:style style:name="Quotations" style:family="paragraph"/><style:style style:name="Title" style:family="paragraph"/><style:style style:name="Horizontal_20_Line" style:family="paragraph"/>
<style:style style:name="Loop" style:family="paragraph" style:parent-style-name="Loop"/>
<style:style style:name="Numbered" style:family="paragraph" style:list-style-name="N"/>
<style:style style:name="Unseen" style:family="drawing-page"><style:drawing-page-properties presentation:visibility="hidden"/></style:style>
<text:list-style style:name="N"><text:list-level-style-number text:level="1" style:num-format="1" style:num-suffix="."/><text:list-level-style-number text:level="2" style:num-format="a" style:num-suffix=")" text:start-value="3"/></text:list-style>
<text:list-style style:name="M"><text:list-level-style-number text:level="1" style:num-format="I" style:num-suffix="."/><text:list-level-style-number text:level="2" style:num-format="1" style:num-suffix="." text:display-levels="2"/></text:list-style>
<text:list-style style:name="L"><text:list-level-style-bullet text:level="1"/></text:list-style>`

// flat is a document that is one XML file. Kind is text or presentation.
func flat(kind, body string) []byte {
	return []byte(`<?xml version="1.0"?><office:document` + names() + ` office:mimetype="application/vnd.oasis.opendocument.` + kind + `">` + theFonts + `<office:automatic-styles>` + theStyles +
		`</office:automatic-styles><office:master-styles><style:master-page><style:header><text:p>head</text:p></style:header></style:master-page></office:master-styles><office:body><office:` + kind + `>` + body + `</office:` + kind + `></office:body></office:document>`)
}

// packed is the same in a container, with other parts.
func packed(tb testing.TB, kind, body string, more ...readertest.Part) []byte {
	tb.Helper()
	return readertest.Zip(tb, append([]readertest.Part{
		{Name: "mimetype", Text: "application/vnd.oasis.opendocument." + kind},
		{Name: "content.xml", Text: `<office:document-content` + names() + `><office:automatic-styles/><office:body><office:` + kind + `>` + body + `</office:` + kind + `></office:body></office:document-content>`},
		{Name: "styles.xml", Text: `<office:document-styles` + names() + `>` + theFonts + `<office:styles>` + theStyles + `</office:styles></office:document-styles>`},
	}, more...)...)
}

func TestText(t *testing.T) {
	t.Parallel()
	list := func(attrs string, items ...string) string {
		return `<text:list ` + attrs + `><text:list-item>` + strings.Join(items, `</text:list-item><text:list-item>`) + `</text:list-item></text:list>`
	}
	p := func(text string) string { return `<text:p>` + text + `</text:p>` }
	for name, c := range map[string]struct{ body, want string }{
		"headings":    {`<text:h text:outline-level="2">a <text:span text:style-name="B">b</text:span></text:h><text:p text:style-name="Title">c</text:p><text:h/>`, "## a **b**\n\n# c\n"},
		"white space": {p("\n  a\n  b<text:s text:c=\"2\"/>c<text:tab/> d <text:span> e</text:span> \n"), "a b  c\td e\n"},
		"looks": {
			p(`<text:span text:style-name="B">b</text:span> <text:span text:style-name="BI">bi</text:span> <text:span text:style-name="Out">s</text:span> x<text:span text:style-name="Up">2</text:span><text:span text:style-name="Down">3</text:span> <text:span text:style-name="Source_20_Text">f()</text:span><text:line-break/>y`),
			"**b** ***bi*** ~~s~~ x<sup>2</sup><sub>3</sub> `f()`\\\ny\n",
		},
		"links":                    {p(`<text:a xlink:href="https://example.org/">out</text:a> and <text:a xlink:href="#One|outline">in</text:a>`), "[out](https://example.org/) and [in](#One)\n"},
		"lists":                    {list(`text:style-name="L"`, p("a")+list("", p("b")), p("c")+p("d")), "- a\n  - b\n- c\n\n  d\n"},
		"numbers":                  {list(`text:style-name="N"`, p("a")+list("", p("b"), p("c")), p("d")), "1. a\n\n   3. b\n   4. c\n2. d\n"},
		"several levels":           {list(`text:style-name="M"`, p("a")+list("", p("b")), p("c")+list("", p("d"), p("e"))), "1. a\n   1. b\n2. c\n   1. d\n   2. e\n"},
		"numbers go on":            {list(`text:style-name="N" xml:id="x"`, p("a")) + p("-") + list(`text:style-name="N" text:continue-numbering="true"`, p("b")) + p("-") + list(`text:continue-list="x" text:style-name="N"`, p("c")), "1. a\n\n\\-\n\n2. b\n\n\\-\n\n2. c\n"},
		"a start":                  {`<text:list text:style-name="N"><text:list-item text:start-value="7">` + p("a") + `</text:list-item><text:list-item>` + p("b") + `</text:list-item></text:list>`, "7. a\n8. b\n"},
		"a list that begins deep":  {list(`text:style-name="L"`, list("", p("a"), p("b"))), "- a\n- b\n"},
		"a list by its paragraphs": {`<text:list><text:list-item><text:p text:style-name="Numbered">a</text:p></text:list-item></text:list>`, "1. a\n"},
		"a header of a list":       {`<text:list text:style-name="N"><text:list-header>` + p("h") + `</text:list-header><text:list-item>` + p("a") + `</text:list-item></text:list>`, "- h\n\n1. a\n"},
		"a heading in a list":      {list(`text:style-name="N"`, `<text:h text:outline-level="1">a</text:h>`) + p("b"), "# a\n\nb\n"},
		"code":                     {`<text:p text:style-name="P1">if x:</text:p><text:p text:style-name="P1"><text:s text:c="4"/>y<text:line-break/>z</text:p>` + p("a"), "```\nif x:\n    y\nz\n```\n\na\n"},
		"typefaces of one width":   {p(`call <text:span text:style-name="Mono">f()</text:span>`) + `<text:p text:style-name="Typed">all <text:span text:style-name="Mono">typed</text:span></text:p>`, "call `f()`\n\nall typed\n"},
		"quotations":               {`<text:p text:style-name="Quotations">a</text:p><text:p text:style-name="Quotations">b</text:p>` + p("c"), "> a\n>\n> b\n\nc\n"},
		"a rule":                   {p("a") + `<text:p text:style-name="Horizontal_20_Line"/>` + p("b"), "a\n\n---\n\nb\n"},
		"a table": {
			`<table:table><table:table-column table:number-columns-repeated="3"/><table:table-header-rows><table:table-row><table:table-cell table:number-columns-spanned="2">` + p("h") + `</table:table-cell><table:covered-table-cell/><table:table-cell>` + p("i") + `</table:table-cell></table:table-row></table:table-header-rows>` +
				`<table:table-row><table:table-cell table:number-rows-spanned="2">` + p("a") + p("b") + `</table:table-cell><table:table-cell table:number-columns-repeated="2">` + p("x") + `</table:table-cell></table:table-row>` +
				`<table:table-row><table:covered-table-cell/><table:table-cell/><table:table-cell>` + p("y") + `</table:table-cell><table:table-cell table:number-columns-repeated="9999"/></table:table-row></table:table>`,
			"| h | | i |\n|---|---|---|\n| a<br>b | x | x |\n| | | y |\n",
		},
		"notes": {
			p(`a<text:note text:note-class="footnote"><text:note-citation>1</text:note-citation><text:note-body>` + p("foot") + `</text:note-body></text:note> b<office:annotation><dc:creator>Ann</dc:creator><dc:date>2026-01-01T00:00:00</dc:date>` + p("Why?") + `</office:annotation>`),
			"a[^1] b[^comment-1]\n\n[^1]: foot\n\n[^comment-1]: Ann: Why?\n",
		},
		"text boxes follow": {p(`a<draw:frame><draw:text-box>` + p("box") + `</draw:text-box></draw:frame> b<draw:custom-shape>` + p("shape") + `</draw:custom-shape>`), "a b\n\nbox\n\nshape\n"},
		"images": {
			p(`<draw:frame svg:width="2.54cm" svg:height="36pt"><draw:image xlink:href="Pictures/a.png"/><svg:title>T</svg:title><svg:desc>A cat</svg:desc></draw:frame>x <draw:a xlink:href="https://example.org/"><draw:frame text:anchor-type="as-char"><draw:image xlink:href="https://example.org/b.png"/></draw:frame></draw:a><draw:g><svg:desc>no</svg:desc></draw:g>`),
			"![A cat](#image1 \"96x48\") x [![](https://example.org/b.png)](https://example.org/)\n",
		},
		"sections, indexes":            {`<text:section>` + p("a") + `</text:section><text:table-of-content><text:table-of-content-source>` + p("no") + `</text:table-of-content-source><text:index-body>` + p("b") + `</text:index-body></text:table-of-content>`, "a\n\nb\n"},
		"fields":                       {p(`<text:page-number>3</text:page-number><text:ruby><text:ruby-base>漢</text:ruby-base><text:ruby-text>kan</text:ruby-text></text:ruby><text:variable-set text:display="none">no</text:variable-set>`), "3漢(kan)\n"},
		"a formula":                    {p(`<draw:frame><draw:object><math:math><math:semantics><math:mi>x</math:mi><math:annotation>no</math:annotation></math:semantics></math:math></draw:object></draw:frame>`), "$x$\n"},
		"a style that inherits itself": {`<text:p text:style-name="Loop">a</text:p>`, "a\n"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for file, b := range map[string][]byte{"a.fodt": flat("text", c.body), "a.odt": packed(t, "text", c.body)} {
				if r := read(t, reader.Request{Path: write(t, file, b), Changes: "all"}); r.Content != c.want {
					t.Errorf("%s: got\n%s\nwant\n%s", file, r.Content, c.want)
				}
			}
		})
	}
}

// Plain text has numbers as they are shown.
func TestLabels(t *testing.T) {
	t.Parallel()
	body := `<text:list text:style-name="M"><text:list-item><text:p>a</text:p></text:list-item><text:list-item><text:p>b</text:p><text:list><text:list-item><text:p>c</text:p></text:list-item></text:list></text:list-item>` +
		`<text:list-item><text:list><text:list-item><text:p>d</text:p></text:list-item></text:list></text:list-item></text:list>` +
		`<text:list text:style-name="N"><text:list-item><text:list><text:list-item text:start-value="28"><text:p>e</text:p></text:list-item></text:list></text:list-item><text:list-item><text:p>f</text:p></text:list-item></text:list>`
	r := read(t, reader.Request{Path: write(t, "a.fodt", flat("text", body)), As: reader.FormText})
	var got []string
	for l := range strings.Lines(r.Content) {
		if l = strings.TrimSpace(l); l != "" {
			got = append(got, l)
		}
	}
	if want := "I. a|II. b|II.1. c|II.2. d|ab) e|2. f"; strings.Join(got, "|") != want {
		t.Errorf("got %q", got)
	}
}

func TestHidden(t *testing.T) {
	t.Parallel()
	body := `<text:p>a<text:span text:style-name="Gone">bb</text:span></text:p><text:section text:display="none"><text:p>ccc</text:p></text:section>` +
		`<text:p><text:hidden-text text:string-value="dddd" text:is-hidden="true"/><text:hidden-text text:string-value="e" text:is-hidden="false"/></text:p><text:p><text:hidden-paragraph text:is-hidden="true"/>fffff</text:p>`
	r := read(t, reader.Request{Path: write(t, "a.fodt", flat("text", body))})
	if r.Content != "a\n\ne\n" || len(r.Notes) == 0 || r.Notes[0].Code != reader.NoteHiddenContent {
		t.Errorf("got %q, %+v", r.Content, r.Notes)
	}
	if o := r.Omitted; len(o) != 2 || o[1].What != "headers and footers" || o[0].What != "hidden characters" || *o[0].Count != 14 {
		t.Errorf("omitted is %+v", o)
	}
}

func TestChanges(t *testing.T) {
	t.Parallel()
	body := `<text:tracked-changes><text:changed-region text:id="d"><text:deletion><office:change-info><dc:creator>A</dc:creator></office:change-info><text:p>old</text:p></text:deletion></text:changed-region>` +
		`<text:changed-region xml:id="i"><text:insertion><office:change-info/></text:insertion></text:changed-region></text:tracked-changes>` +
		`<text:p>a <text:change text:change-id="d"/>b <text:change-start text:change-id="i"/>new<text:change-end text:change-id="i"/> c</text:p>`
	path := write(t, "a.fodt", flat("text", body))
	r := read(t, reader.Request{Path: path})
	if r.Content != "a b new c\n" || r.Omitted[0].What != "deletions" || *r.Omitted[0].Count != 1 {
		t.Errorf("got %q, %+v", r.Content, r.Omitted)
	}
	if r := read(t, reader.Request{Path: path, Changes: "all"}); r.Content != "a {--old--}b {++new++} c\n" {
		t.Errorf("marked: %q", r.Content)
	}
}

func TestObjects(t *testing.T) {
	t.Parallel()
	object := func(n int) string {
		return fmt.Sprintf(`<text:p><draw:frame><draw:object xlink:href="./Object %d"/><draw:image xlink:href="./ObjectReplacements/Object %[1]d"/></draw:frame></text:p>`, n)
	}
	chart := `<office:document-content` + names() + `><office:body><office:chart><chart:chart><chart:title><text:p>Sales</text:p></chart:title><table:table><table:table-header-rows><table:table-row><table:table-cell/><table:table-cell><text:p>2025</text:p></table:table-cell></table:table-row></table:table-header-rows>` +
		`<table:table-rows><table:table-row><table:table-cell><text:p>North</text:p></table:table-cell><table:table-cell><text:p>1.5</text:p></table:table-cell></table:table-row></table:table-rows></table:table></chart:chart></office:chart></office:body></office:document-content>`
	loop := `<office:document-content` + names() + `><office:body><office:chart>` + object(3) + `</office:chart></office:body></office:document-content>`
	b := packed(t, "text", object(1)+object(2)+object(3)+object(4), readertest.Part{Name: "Object 1/content.xml", Text: chart}, readertest.Part{Name: "Object 2/content.xml", Text: `<math:math` + names() + `><math:mi>y</math:mi></math:math>`}, readertest.Part{Name: "Object 3/content.xml", Text: loop})
	r := read(t, reader.Request{Path: write(t, "a.odt", b)})
	if want := "**Sales**\n\n| | 2025 |\n|---|---|\n| North | 1.5 |\n\n$y$\n\n![](#image1)\n"; r.Content != want {
		t.Errorf("got\n%s\nwant\n%s", r.Content, want)
	}
}

func TestSlides(t *testing.T) {
	t.Parallel()
	frame := func(class, text string) string {
		return `<draw:frame presentation:class="` + class + `"><draw:text-box><text:p>` + text + `</text:p></draw:text-box></draw:frame>`
	}
	body := `<presentation:footer-decl>no</presentation:footer-decl><draw:page>` + frame("outline", "first") + frame("title", "The title") + frame("footer", "no") + `<draw:g><draw:custom-shape><text:p>shape</text:p></draw:custom-shape></draw:g>` +
		`<office:annotation><dc:creator>Ann</dc:creator><dc:date>2026-01-02T03:04:05</dc:date><text:p>Why?</text:p></office:annotation><presentation:notes><draw:page-thumbnail/>` + frame("notes", "Say this.") + `</presentation:notes></draw:page>` +
		`<draw:page draw:style-name="Unseen">` + frame("title", "hidden") + `</draw:page><draw:page>` +
		`<draw:frame><table:table><table:table-row><table:table-cell><text:p>cell</text:p></table:table-cell></table:table-row></table:table><draw:image xlink:href="x"/></draw:frame></draw:page>`
	for file, b := range map[string][]byte{"a.fodp": flat("presentation", body), "a.odp": packed(t, "presentation", body)} {
		path := write(t, file, b)
		want := "## The title\n\nfirst\n\nshape\n\n> **Comment by Ann, 2026-01-02:** Why?\n\n> **Notes:**\n>\n> Say this.\n\n## Slide 3\n\n| cell |\n|---|\n"
		r := read(t, reader.Request{Path: path, Changes: "all"})
		if r.Content != want || *r.PageCount != 3 || r.Pages != "1,3" || r.Notes[0].Code != reader.NoteHiddenContent {
			t.Errorf("%s: got\n%s\nof %s, want\n%s", file, r.Content, r.Pages, want)
		}
		if r := read(t, reader.Request{Path: path}); r.Notes[0].Message != "Not shown: 1 comment, 1 hidden slide. Use --changes all to see tracked changes and comments, and --pages 2 to see the first hidden slide." {
			t.Errorf("%s: notes are %+v", file, r.Notes)
		}
		if r := read(t, reader.Request{Path: path + "#slide2"}); r.Content != "## hidden\n" {
			t.Errorf("%s: the hidden one is %q", file, r.Content)
		}
	}
	b := bytes.ReplaceAll(flat("drawing", `<draw:page><draw:rect><text:p>box</text:p></draw:rect></draw:page>`), []byte("opendocument.drawing"), []byte("opendocument.graphics"))
	if r := read(t, reader.Request{Path: write(t, "a.fodg", b)}); r.Content != "## Page 1\n\nbox\n" || r.Pages != "1" {
		t.Errorf("a drawing: %q", r.Content)
	}
}

// OpenOffice.org 1 wrote the format from which OpenDocument comes.
func TestFirstFormat(t *testing.T) {
	t.Parallel()
	const names = ` xmlns:office="http://openoffice.org/2000/office" xmlns:style="http://openoffice.org/2000/style" xmlns:text="http://openoffice.org/2000/text" xmlns:table="http://openoffice.org/2000/table"` +
		` xmlns:draw="http://openoffice.org/2000/drawing" xmlns:presentation="http://openoffice.org/2000/presentation" xmlns:fo="http://www.w3.org/1999/XSL/Format" xmlns:svg="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"`
	file := func(kind, body string) []byte {
		return readertest.Zip(t, readertest.Part{Name: "mimetype", Text: "application/vnd.sun.xml." + kind},
			readertest.Part{Name: "META-INF/manifest.xml", Text: "<manifest/>"},
			readertest.Part{Name: "content.xml", Text: `<!DOCTYPE office:document-content PUBLIC "-//OpenOffice.org//DTD OfficeDocument 1.0//EN" "office.dtd"><office:document-content` + names + `><office:automatic-styles>` +
				`<style:style style:name="B" style:family="text"><style:properties fo:font-weight="bold" style:text-crossing-out="single-line"/></style:style>` +
				`<text:list-style style:name="N"><text:list-level-style-number text:level="1" style:num-format="1" style:num-suffix="."/></text:list-style></office:automatic-styles><office:body>` + body + `</office:body></office:document-content>`})
	}
	text := `<text:h text:level="2">Head</text:h><text:p>a <text:span text:style-name="B">b</text:span><text:footnote><text:footnote-citation>1</text:footnote-citation><text:footnote-body><text:p>note</text:p></text:footnote-body></text:footnote>` +
		`<draw:image xlink:href="#Pictures/1.png"><svg:desc>A cat</svg:desc></draw:image><draw:text-box><text:p>box</text:p></draw:text-box></text:p><text:ordered-list text:style-name="N"><text:list-item><text:p>one</text:p></text:list-item></text:ordered-list>` +
		`<text:unordered-list><text:list-item><text:p>dot</text:p></text:list-item></text:unordered-list><table:table><table:table-row><table:table-cell><text:p>c</text:p></table:table-cell></table:table-row></table:table>`
	r := read(t, reader.Request{Path: write(t, "a.sxw", file("writer", text))})
	if want := "## Head\n\na ~~b~~[^1]![A cat](#image1)\n\n[^1]: note\n\nbox\n\n1. one\n\n- dot\n\n| c |\n|---|\n"; r.Content != want {
		t.Errorf("got\n%s\nwant\n%s", r.Content, want)
	}
	slides := `<draw:page><draw:text-box presentation:class="outline"><text:p>first</text:p></draw:text-box><draw:text-box presentation:class="title"><text:p>T</text:p></draw:text-box><presentation:notes><draw:text-box presentation:class="notes"><text:p>Say.</text:p></draw:text-box></presentation:notes></draw:page>`
	r = read(t, reader.Request{Path: write(t, "a.sxi", file("impress", slides))})
	if want := "## T\n\nfirst\n\n> **Notes:**\n>\n> Say.\n"; r.Content != want || *r.PageCount != 1 {
		t.Errorf("got\n%s\nwant\n%s", r.Content, want)
	}
}

func TestDamage(t *testing.T) {
	t.Parallel()
	b := flat("text", `<text:p>one</text:p><text:p>two</text:p>`)
	r := read(t, reader.Request{Path: write(t, "a.fodt", b[:len(b)-50])})
	if !strings.HasPrefix(r.Content, "one\n") || len(r.Notes) == 0 || r.Notes[0].Code != reader.NoteCorrupt {
		t.Errorf("got %q, %+v", r.Content, r.Notes)
	}
	b = packed(t, "text", `<text:p>x</text:p>`, readertest.Part{Name: "META-INF/manifest.xml", Text: "<manifest:encryption-data/>"})
	if r := read(t, reader.Request{Path: write(t, "a.odt", b)}); r.ReasonCode != fault.Encrypted {
		t.Errorf("an encrypted one gives %+v", r)
	}
	deep := strings.Repeat("<text:section>", 5000) + "<text:p>x</text:p>" + strings.Repeat("</text:section>", 5000) + "<text:p>y" + strings.Repeat("<text:span>z", 5000)
	if r := read(t, reader.Request{Path: write(t, "a.fodt", flat("text", deep))}); !strings.HasPrefix(r.Content, "yzz") {
		t.Errorf("a deep one gives %.100q, %+v", r.Content, r.Notes)
	}
}

func TestLaws(t *testing.T) {
	t.Parallel()
	e := engine(t)
	r := rand.New(rand.NewPCG(7, 8))
	pieces := []string{
		`<text:p>some text</text:p>`, `<text:h text:outline-level="2">日本語</text:h>`, `<text:list text:style-name="N"><text:list-item><text:p>` + strings.Repeat("a long item ", 20) + `</text:p></text:list-item></text:list>`,
		`<text:p text:style-name="P1">code</text:p>`, `<text:p>a<text:note><text:note-body><text:p>note</text:p></text:note-body></text:note></text:p>`, `<text:p text:style-name="Quotations">q</text:p>`,
		`<table:table><table:table-row><table:table-cell><text:p>a</text:p></table:table-cell><table:table-cell><text:p>b</text:p></table:table-cell></table:table-row></table:table>`,
	}
	for i := range 8 {
		var body strings.Builder
		for range 1 + r.IntN(6) {
			body.WriteString(pieces[r.IntN(len(pieces))])
		}
		path := write(t, "a.fodt", flat("text", body.String()))
		for _, form := range []reader.Form{reader.FormMarkdown, reader.FormText} {
			base := reader.Request{Path: path, As: form}
			whole, _ := readertest.ReadWhole(t, e, base)
			for _, req := range []reader.Request{{Limit: 1 + r.Int64N(4)}, {MaxBytes: 1 + r.Int64N(80)}, {MaxLineChars: 1 + r.Int64N(20), MaxChars: 5 + r.Int64N(90)}} {
				req.Path, req.As = path, form
				t.Run(fmt.Sprint(i, form), func(t *testing.T) {
					t.Parallel()
					readertest.Paging(t, e, req, whole)
				})
			}
		}
	}
}

func FuzzBody(f *testing.F) {
	f.Add(`<text:p>a<text:s/></text:p>`, false)
	f.Add(`<text:list><text:list-item text:start-value="2"><text:p>x</text:p><text:list><text:list-header/></text:list></text:list-item></text:list>`, false)
	f.Add(`<table:table><table:table-row table:number-rows-repeated="3"><table:table-cell table:number-columns-repeated="3"><text:p>a</text:p></table:table-cell></table:table-row></table:table>`, false)
	f.Add(`<draw:page><draw:frame presentation:class="title"><draw:text-box><text:p>a</text:p></draw:text-box></draw:frame></draw:page>`, true)
	f.Add(`<text:p><text:change-start text:change-id="a"/><office:annotation><text:p/></office:annotation><draw:frame><draw:image xlink:href=""/></draw:frame></text:p>`, false)
	e := engine(f)
	f.Fuzz(func(t *testing.T, body string, slides bool) {
		if len(body) > 1<<14 {
			t.Skip()
		}
		name, kind := "a.fodt", "text"
		if slides {
			name, kind = "a.fodp", "presentation"
		}
		req := reader.Request{Path: write(t, name, flat(kind, body)), Changes: "all"}
		whole, r := readertest.ReadWhole(t, e, req)
		if r.ReasonCode == fault.Corrupt && strings.Contains(r.Reason, "broke down") {
			t.Fatal(r.Reason)
		}
		req.Limit = 2
		readertest.Paging(t, e, req, whole)
	})
}

func BenchmarkText(b *testing.B) {
	var body strings.Builder
	for i := range 2000 {
		if i%20 == 0 {
			body.WriteString(`<text:h text:outline-level="2">A heading of some words</text:h>`)
		}
		body.WriteString(`<text:p text:style-name="P3">Some words of a paragraph, as they are in a text, <text:span text:style-name="B">some in bold</text:span> and more behind.</text:p>`)
	}
	doc := packed(b, "text", body.String())
	path := write(b, "a.odt", doc)
	e := engine(b)
	b.SetBytes(int64(body.Len()))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := e.Read(b.Context(), &reader.Request{Path: path, All: true}); err != nil {
			b.Fatal(err)
		}
	}
}
