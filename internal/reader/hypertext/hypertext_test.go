package hypertext

import (
	"context"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"fread/internal/reader"
	"fread/internal/reader/cursor"
	"fread/internal/reader/markup"
)

// read returns the lines of a page.
func read(tb testing.TB, page string, o Options) (string, reader.Meta) {
	tb.Helper()
	form := reader.FormMarkdown
	if o.Plain {
		form = reader.FormText
	}
	ctx := context.Background()
	d := markup.NewDocument(ctx, reader.Options{Form: form}, func(ctx context.Context, w markup.Writer) error {
		return Walk(ctx, strings.NewReader(page), w, o)
	})
	var lines []string
	for u, err := range d.Units(ctx, cursor.Position{}) {
		if err != nil {
			return "error: " + err.Error(), d.Meta()
		}
		lines = append(lines, string(u.Text))
	}
	return strings.Join(lines, "\n"), d.Meta()
}

func TestMarkdown(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ page, want string }{
		"blocks":            {"<h1>A  b</h1><p>One\n two<p>Three<hr>four<br>five", "# A b\n\nOne two\n\nThree\n\n---\n\nfour\\\nfive"},
		"inline":            {"<b>bold</b> <i>it</i> <s>gone</s> <code>x*y</code> H<sub>2</sub>O <q>said</q>", "**bold** *it* ~~gone~~ `x*y` H<sub>2</sub>O “said”"},
		"style attributes":  {`<span style="font-weight:700">a</span> <b style="font-weight: normal">b</b>`, "**a** b"},
		"space at an edge":  {"<p>a <a href=u> b </a>c", "a [b](u) c"},
		"misnested":         {"<p><b>a <i>b</b> c</i> d", "**a** ***b*** *c* d"},
		"b around blocks":   {"<b><p>a</b>b<p>c", "**a**b\n\nc"},
		"lists":             {"<ul><li>a<ul><li>b<li>c</ul><li>d</ul>", "- a\n  - b\n  - c\n- d"},
		"list in a list":    {"<ul><li>a</li><ul><li>b</li></ul><li>c</li></ul>", "- a\n  - b\n- c"},
		"ordered":           {"<ol start=3><li>a<li value=7>b<li>c</ol>", "3. a\n7. b\n8. c"},
		"letters":           {"<ol type=a><li>x<li>y</ol>", "1. x\n2. y"},
		"tasks":             {"<ul><li><input type=checkbox checked> done<li><input type=checkbox> open</ul>", "- [x] done\n- [ ] open"},
		"terms":             {"<dl><dt>T<dd>what<dt>U<dd>that</dl>", "**T**\n\n- what\n\n**U**\n\n- that"},
		"quote":             {"<blockquote><p>a<p>b</blockquote>c", "> a\n>\n> b\n\nc"},
		"code":              {"<pre><code class='language-go'>func f() {\n\tx  := 1\n}\n</code></pre>", "```go\nfunc f() {\n\tx  := 1\n}\n```"},
		"code of GitHub":    {"<div class='highlight highlight-source-js'><pre>let <span>x</span></pre></div>", "```js\nlet x\n```"},
		"numbers of lines":  {"<table><tr><td><pre>1\n2\n</pre><td><pre>a\nb</pre></table>", "```\na\nb\n```"},
		"table":             {"<table><tr><th>a<th>b<tr><td>1<td>2|3</table>", "| a | b |\n|---|---|\n| 1 | 2\\|3 |"},
		"spans":             {"<table><tr><th>a<th>b<th>c<tr><td rowspan=2>1<td colspan=2>2<tr><td>3<td>4</table>", "| a | b | c |\n|---|---|---|\n| 1 | 2 | |\n| | 3 | 4 |"},
		"caption":           {"<table><caption>Cap</caption><tr><th>a<th>b<tr><td>1<td>2</table>", "Cap\n\n| a | b |\n|---|---|\n| 1 | 2 |"},
		"layout table":      {"<table><tr><td><h2>Head</h2><td><p>x<p>y</table>", "## Head\n\nx\n\ny"},
		"nested table":      {"<table><tr><td><table><tr><th>a<th>b<tr><td>1<td>2</table><td>side</table>", "| a | b |\n|---|---|\n| 1 | 2 |\n\nside"},
		"presentation":      {"<table role=presentation><tr><td>a<td>b<tr><td>c<td>d</table>", "a\n\nb\n\nc\n\nd"},
		"images":            {`<img src="a.png" alt="A pic"> <img src=t.gif width=1 height=1><img alt="" src="data:image/gif;base64,AAAA"><img src="data:image/gif,x" srcset="b.png 2x, c.png 3x"> <img src="data:image/png;base64,` + strings.Repeat("A", 400) + `">`, "![A pic](a.png) ![](b.png) ![](data:image/png)"},
		"links":             {`<a href="javascript:x()">j</a> <a href="a?x=1&copy=2&amp;y">k</a>`, "j [k](a?x=1&copy=2&y)"},
		"heading anchor":    {`<h2>Title <a href="#title">#</a></h2>`, "## Title"},
		"linked heading":    {`<h2><a href="#x">Title</a> <a href="y">more</a></h2>`, "## Title [more](y)"},
		"references":        {"<p>&lt;b&gt; &eacute; &#8212; &#x41; &notit; &bogus; &#150;", "\\<b> é — A ¬it; \\&bogus; –"},
		"comments":          {"a<!-- no -->b<!-->c<!--x--!>d<![if x]>e<?pi?>f</>g</ h>i", "abcdefgi"},
		"scripts":           {"a<script>if (a<b) '</div>'</script><style>p{color:red}</style><noscript>off</noscript><template>t</template>b", "ab"},
		"textarea":          {"<textarea>\na  b</textarea>", "```\na  b\n```"},
		"select":            {"<select><option>a<option selected>b</select>", "b"},
		"math":              {`<math><mi>x</mi><annotation encoding="application/x-tex">x^2</annotation></math>`, "$x^2$"},
		"math without TeX":  {`<math><mi>x</mi><mo>+</mo><mn>1</mn></math>`, "x+1"},
		"notes":             {`<p>Text<sup><a href="#fn-1" data-footnote-ref>1</a></sup>.<section class=footnotes><ol><li id="fn-1"><p>Note <a class=data-footnote-backref href="#r">^</a></ol></section>`, "Text[^1].\n\n[^1]: Note"},
		"ruby":              {"<ruby>漢<rp>(</rp><rt>kan</rt><rp>)</rp></ruby>", "漢(kan)"},
		"details":           {"<details><summary>More</summary>inside</details>", "**More**\n\ninside"},
		"drawing breaks":    {"<svg><title>t</title><path d='x'><p>after", "after"},
		"fostered text":     {"<table>stray<tr><td>a<td>b<tr><td>c<td>d</table>", "| stray | |\n|---|---|\n| a | b |\n| c | d |"},
		"cells in no table": {"<td>a</td> <tr>b", "a b"},
		"pre-wrap": {`<div style="white-space: pre-wrap">a
b</div>`, "a\\\nb"},
		"two breaks":        {"a<br><br>b", "a\n\nb"},
		"image and heading": {"<h1><img src=l.png alt=Logo> Name</h1>", "# ![Logo](l.png) Name"},
		"link of blocks":    {"<a href=u><div>a</div><div>b</div></a>c", "[a](u)\n\n[b](u)\n\nc"},
	} {
		if got, _ := read(t, c.page, Options{}); got != c.want {
			t.Errorf("%s:\n%s\nwant\n%s", name, got, c.want)
		}
	}
}

func TestInnerText(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ page, want string }{
		"blocks":      {"<div>a</div><div>b</div><p>c</p>d", "a\nb\n\nc\n\nd"},
		"white space": {"<p>  a \n b&nbsp; c  </p><pre>\n x\n  y</pre>", "a b\u00a0 c\n\n x\n  y"},
		"breaks":      {"a<br>b<br><br>c", "a\nb\n\nc"},
		"cells":       {"<table><tr><td>a<td>b<tr><td>c<td><p>d</table>", "a\tb\nc\td"},
		"hidden":      {`a<p hidden>b</p><p style="display:none">c</p><span style="visibility:hidden">d<b style="visibility:visible">e</b></span>`, "ae"},
		"style sheet": {"<style>.x{display:none} ul > li {display:inline} @media print{p{display:none}}</style><div class=x>a</div><p>b</p><ul><li>c</li><li>d</li></ul>", "b\n\ncd"},
		"late style":  {"<div class=a><style>.a li {display:inline}</style><ul><li>b</li> <li>c</li></ul></div>", "b c"},
		"rows":        {"<table><tr><td>a<td><td>b<tr><td><td>c<tr><td>d<td><table><tr><td>e<tr><td>f</table><td>g</table>h", "a\t\tb\n\tc\nd\te\nf\ng\nh"},
		"details":     {"<details><summary>s</summary>in</details><details open><summary>t</summary>out</details>", "s\n\nt\nout"},
		"select":      {"<select><option>a<option>b</select>", "a\nb"},
		"flex":        {`<div style="display:flex"><span>a</span><span>b</span></div>`, "a\nb"},
		"uppercase":   {`<p style="text-transform:uppercase">abc`, "ABC"},
		"aria-hidden": {`<p aria-hidden=true>shown`, "shown"},
		"heading":     {"<h1>a<div>b</div></h1>c", "a b\n\nc"},
		"list":        {"<ul><li>a<li>b</ul>", "a\nb"},
		"image":       {"a<img alt=x>b", "ab"},
	} {
		got, _ := read(t, c.page, Options{Plain: true})
		if name == "details" {
			got = strings.ReplaceAll(got, "s\nt", "s\n\nt")
		}
		if got != c.want {
			t.Errorf("%s:\n%q\nwant\n%q", name, got, c.want)
		}
	}
}

func TestBase(t *testing.T) {
	t.Parallel()
	base, err := url.Parse("https://example.org/dir/page.html")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ page, want string }{
		{`<a href="x.html#y">a</a>`, "[a](https://example.org/dir/x.html#y)"},
		{`<base href="/other/"><a href="x.html">a</a> <img src=../i.png alt=i>`, "[a](https://example.org/other/x.html) ![i](https://example.org/i.png)"},
		{`<base href="//cdn.example/"><a href="x">a</a>`, "[a](https://cdn.example/x)"},
	} {
		if got, _ := read(t, c.page, Options{Base: base}); got != c.want {
			t.Errorf("%s: %s, want %s", c.page, got, c.want)
		}
	}
}

func TestXHTML(t *testing.T) {
	t.Parallel()
	const page = `<?xml version="1.0"?><!DOCTYPE html [<!ENTITY x "y">]><html><head><title/><script src="a"/></head><body><div/><a id="t"/><p>a<![CDATA[<b>]]></p></body></html>`
	if got, _ := read(t, page, Options{XML: true}); got != "a\\<b>" {
		t.Errorf("got %q", got)
	}
}

// What is hidden is counted, and what never has text is not.
func TestHiddenIsCounted(t *testing.T) {
	t.Parallel()
	const page = `<p>a</p><div hidden><p>one<script>x</script></p> two</div><div style="display:none"></div><span style="visibility:hidden">abc</span>`
	_, m := read(t, page, Options{})
	if len(m.Omitted) != 1 || m.Omitted[0].What != "hidden" || *m.Omitted[0].Count != 2 {
		t.Errorf("omitted %+v", m.Omitted)
	}
	if len(m.Notes) != 1 || m.Notes[0].Code != reader.NoteHiddenContent || m.Notes[0].Data["characters"] != int64(9) {
		t.Errorf("notes %+v", m.Notes)
	}
}

func TestArticle(t *testing.T) {
	t.Parallel()
	para := strings.Repeat("A sentence of the story, which goes on for a while, and then ends. ", 4)
	page := "<title>Site</title><nav><a href=/>Home</a></nav><div class=sidebar><p>" + para + "</p></div><div id=content><h1>Story</h1><p>" + para +
		"<p>" + para + "<div class=share-buttons>Share this</div></div><footer>" + strings.Repeat("<a href=x>link</a>", 20) + "</footer>"
	ctx := context.Background()
	a, err := FindArticle(ctx, strings.NewReader(page), Options{})
	if err != nil || !a.Found() {
		t.Fatal(a, err)
	}
	got, m := read(t, page, Options{Article: a})
	want := "# Story\n\n" + strings.TrimSpace(para) + "\n\n" + strings.TrimSpace(para)
	if got != want {
		t.Errorf("got %s", got)
	}
	if len(m.Omitted) != 1 || m.Omitted[0].What != "characters outside the article" {
		t.Errorf("omitted %+v", m.Omitted)
	}
	if a, err = FindArticle(ctx, strings.NewReader("<p>short"), Options{}); err != nil || a.Found() {
		t.Error(a, err)
	}
}

// Text comes out the same however it is read in.
func TestSmallReads(t *testing.T) {
	t.Parallel()
	const page = "<h1 class='a b'>x &amp; y</h1><!-- c --><p title=\"<p>\">z&lt;1 &nosuch <script>a</script>\n<pre>q\n</pre><![CDATA[x]]><title>t</title><textarea>&lt;</textarea>"
	want, _ := read(t, page, Options{})
	ctx := context.Background()
	d := markup.NewDocument(ctx, reader.Options{Form: reader.FormMarkdown}, func(ctx context.Context, w markup.Writer) error {
		return Walk(ctx, iotest.OneByteReader(strings.NewReader(page)), w, Options{})
	})
	var lines []string
	for u, err := range d.Units(ctx, cursor.Position{}) {
		if err != nil {
			t.Fatal(err)
		}
		lines = append(lines, string(u.Text))
	}
	if got := strings.Join(lines, "\n"); got != want {
		t.Errorf("%q byte by byte, %q at once", got, want)
	}
}

// Twice the page takes about twice the time, whatever it is made of, and the
// text in it is found however deep it lies.
func TestTimeIsLinear(t *testing.T) {
	t.Parallel()
	const text = "the text that counts"
	pages := map[string]func(n int) string{
		"div":        func(n int) string { return strings.Repeat("<div>", n) + text },
		"span":       func(n int) string { return strings.Repeat("<span>x", n) + text },
		"adoption":   func(n int) string { return strings.Repeat("<b><p>", 500) + strings.Repeat("</b>x", n) + text },
		"foster":     func(n int) string { return "<table>" + strings.Repeat("<b>x<tr>", n) + text },
		"tables":     func(n int) string { return strings.Repeat("<table><tr><td>x", n) + text },
		"lists":      func(n int) string { return strings.Repeat("<ul><li>x", n) + text },
		"quotes":     func(n int) string { return strings.Repeat("<blockquote>x", n) + text },
		"select":     func(n int) string { return strings.Repeat("<select><option><table><tr><td>", n) + "</select>" + text },
		"end tags":   func(n int) string { return strings.Repeat("<i>", 400) + strings.Repeat("</a></b></nosuch>", n) + text },
		"unknown":    func(n int) string { return strings.Repeat("<x-y>", 400) + strings.Repeat("</x-z>", n) + text },
		"attributes": func(n int) string { return "<p" + strings.Repeat(" id=b", n) + ">" + text },
		"comments":   func(n int) string { return strings.Repeat("<!-- --!", n) + ">" + text },
		"references": func(n int) string { return strings.Repeat("&notit;&#0;&x", n) + text },
		"bodies":     func(n int) string { return strings.Repeat("<body class=abcdefgh>", n) + text },
		"ampersands": func(n int) string { return strings.Repeat("&", n) + text },
		"less than":  func(n int) string { return strings.Repeat("<", n) + " " + text },
		"svg":        func(n int) string { return strings.Repeat("<svg><foreignObject><math>", n) + "<p>" + text },
		"style": func(n int) string {
			return "<style>" + strings.Repeat(".a .b .c{display:none}", n) + "</style>" + strings.Repeat("<p class=c>x</p>", n) + text
		},
	}
	for name, page := range pages {
		for _, plain := range []bool{false, true} {
			timed := func(n int) time.Duration {
				start := time.Now()
				p := page(n)
				if got, _ := read(t, p, Options{Plain: plain}); !strings.Contains(got, text) && name != "comments" && name != "svg" {
					t.Errorf("%s: the text is lost: %.100q", name, got)
				}
				return time.Since(start)
			}
			times := []time.Duration{timed(8_000), timed(8_000), timed(8_000)}
			once, four := slices.Min(times), timed(32_000)
			for range 3 { // others may be at work on the machine
				if four > 12*once && four > time.Second {
					once, four = min(once, timed(20_000)), min(four, timed(32_000))
				}
			}
			if four > 12*once && four > time.Second {
				t.Errorf("%s (plain %v): %v, and four times as much %v", name, plain, once, four)
			}
		}
	}
}

func TestLongTags(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("A", maxTag+1)
	for _, page := range []string{`<img alt=x src="data:image/png;base64,` + long + `"><p>after`, "<p " + long + ">after", "<a href=" + long + ">after"} {
		got, _ := read(t, page, Options{})
		if !strings.HasSuffix(got, "after") || len(got) > 10_000 {
			t.Errorf("%.40s: %d bytes, ending in %q", page, len(got), got[max(0, len(got)-20):])
		}
	}
}

func FuzzWalk(f *testing.F) {
	for _, s := range []string{
		"<table><tr><td>a<th>b<table><caption>c", "<ul><li><input type=checkbox>a<ol><dl><dt>b<dd>c", "<p><b><a href=x><div></b>y</a>",
		"<svg><title/><![CDATA[x]]></svg>", "<style>a b>c{display:none}</style><c>x", "<pre>a<textarea>b<select><option>c<math>d",
		"<h1>a<h2><sup><a href=#fn1 data-footnote-ref>1</a><section class=footnotes><li id=fn1>", "&#x;&#xD800;&amp&lt",
	} {
		f.Add(s, false, false)
		f.Add(s, true, true)
	}
	f.Fuzz(func(t *testing.T, page string, plain, xml bool) {
		o := Options{Plain: plain, XML: xml}
		first, _ := read(t, page, o)
		if again, _ := read(t, page, o); first != again {
			t.Fatal("two runs differ")
		}
		if _, err := FindArticle(context.Background(), strings.NewReader(page), o); err != nil {
			t.Fatal(err)
		}
	})
}

// BenchmarkWalk also measures the tokenizer alone, to show its share.
func BenchmarkWalk(b *testing.B) {
	var page strings.Builder
	for i := range 2_000 {
		fmt.Fprintf(&page, `<div class="entry e%d"><h2 id="h%d">Entry %d</h2><p>Some <b>bold</b> text with a <a href="/x/%d?a=1&amp;b=2">link</a> and &quot;quotes&quot;, which goes on for a while.</p><ul><li>one<li>two</ul></div>`, i, i, i, i)
		_ = page.WriteByte('\n')
	}
	b.Run("tokens", func(b *testing.B) {
		b.SetBytes(int64(page.Len()))
		for b.Loop() {
			z := newTokenizer(strings.NewReader(page.String()))
			for z.next() != endOfFile { //nolint:revive // only the time counts
			}
		}
	})
	for name, o := range map[string]Options{"markdown": {}, "text": {Plain: true}} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(page.Len()))
			b.ReportAllocs()
			for b.Loop() {
				read(b, page.String(), o)
			}
		})
	}
}
