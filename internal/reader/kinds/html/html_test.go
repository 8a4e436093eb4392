package html_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fread/internal/reader"
	"fread/internal/reader/kinds/html"
	"fread/internal/reader/kinds/text"
	"fread/internal/reader/readertest"
	"fread/internal/reader/redact"
)

func engine(tb testing.TB) *reader.Engine {
	tb.Helper()
	g, err := reader.NewRegistry(html.Reader{}, text.Reader{})
	if err != nil {
		tb.Fatal(err)
	}
	return &reader.Engine{Registry: g}
}

func write(tb testing.TB, name, content string) string {
	tb.Helper()
	p := filepath.Join(tb.TempDir(), name)
	if err := os.WriteFile(p, []byte(content), 0o600); err != nil {
		tb.Fatal(err)
	}
	return p
}

func read(tb testing.TB, e *reader.Engine, req reader.Request) *reader.Result {
	tb.Helper()
	r, err := e.Read(context.Background(), &req)
	if err != nil {
		tb.Fatal(err)
	}
	return r
}

func noted(r *reader.Result, code reader.NoteCode) bool {
	for _, n := range r.Notes {
		if n.Code == code {
			return true
		}
	}
	return false
}

const page = `<!DOCTYPE html><html><head><title>t</title></head><body>
<h1>Title</h1><p>One <a href="x.html">link</a>.</p><p hidden>secret</p>
<h2>Second part</h2><ul><li>a<li>b<ul><li>c</ul></ul>
<table><tr><th>k<th>v<tr><td>1<td>2<tr><td>3<td>4</table>
<pre>  code
    more</pre><h2>Third</h2><p>A paragraph that is somewhat longer, so that it can be cut inside of it.</p></body></html>`

func TestForms(t *testing.T) {
	t.Parallel()
	e, path := engine(t), write(t, "a.html", page)
	r := read(t, e, reader.Request{Path: path})
	want := "# Title\n\nOne [link](x.html).\n\n## Second part\n\n- a\n- b\n  - c\n\n| k | v |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |\n\n" +
		"```\n  code\n    more\n```\n\n## Third\n\nA paragraph that is somewhat longer, so that it can be cut inside of it.\n"
	if r.Content != want || r.ContentFormat != "markdown" || !r.TotalExact || r.Complete || !noted(r, reader.NoteHiddenContent) {
		t.Errorf("%s\n%+v", r.Content, r)
	}
	r = read(t, e, reader.Request{Path: path, As: reader.FormText})
	want = "Title\n\nOne link.\n\nSecond part\n\na\nb\nc\nk\tv\n1\t2\n3\t4\n  code\n    more\n\nThird\n\nA paragraph that is somewhat longer, so that it can be cut inside of it.\n"
	if r.Content != want || r.ContentFormat != "text" {
		t.Errorf("%q", r.Content)
	}
	for _, as := range []reader.Form{reader.FormMarkdown, reader.FormText} {
		r = read(t, e, reader.Request{Path: path + "#third", As: as})
		if !strings.HasSuffix(r.Content, "inside of it.\n") || strings.Contains(r.Content, "code") {
			t.Errorf("section as %s: %q", as, r.Content)
		}
	}
}

func TestPaging(t *testing.T) {
	t.Parallel()
	e, path := engine(t), write(t, "a.html", page)
	for _, as := range []reader.Form{reader.FormMarkdown, reader.FormText} {
		base := reader.Request{Path: path, As: as}
		whole, _ := readertest.ReadWhole(t, e, base)
		for _, req := range []reader.Request{{}, {Limit: 1}, {Limit: 4}, {MaxBytes: 30}, {MaxLineChars: 7}, {Budget: 9}, {MaxChars: 1}} {
			req.Path, req.As = base.Path, base.As
			readertest.Paging(t, e, req, whole)
		}
	}
}

func TestEncodings(t *testing.T) {
	t.Parallel()
	e := engine(t)
	for name, c := range map[string]struct{ content, want string }{
		"byte order mark": {"\xff\xfe<\x00p\x00>\x00\xe9\x00", "é"},
		"valid UTF-8":     {"<meta charset=iso-8859-1><p>é", "é"},
		"declared":        {"<meta http-equiv=content-type content='text/html; charset=windows-1251'><p>\xcf\xf0\xe8\xe2\xe5\xf2", "Привет"},
		"late":            {"<meta charset=windows-1251><p>" + strings.Repeat("x", 70_000) + "</p><p>\xcf\xf0\xe8\xe2\xe5\xf2", "Привет"},
		"late, not said":  {"<p>" + strings.Repeat("word ", 14_000) + "</p><p>" + strings.Repeat("fa\xe7ade d\xe9j\xe0 vu \xe9t\xe9 ", 40), "façade déjà vu été"},
		"damaged":         {"<p>é\xff", "é\ufffd"},
	} {
		r := read(t, e, reader.Request{Path: write(t, "a.html", c.content), As: reader.FormText, All: true})
		lines := strings.Split(strings.TrimSpace(r.Content), "\n")
		if got := lines[len(lines)-1]; !strings.HasPrefix(got, c.want) {
			t.Errorf("%s: %.60q, want %q (%+v)", name, got, c.want, r.Notes)
		}
		if noted(r, reader.NoteUndecodable) != (name == "damaged") {
			t.Errorf("%s: notes %+v", name, r.Notes)
		}
	}
}

func TestSavedPage(t *testing.T) {
	t.Parallel()
	const saved = "From: <Saved by Blink>\r\nSnapshot-Content-Location: https://example.org/d/p\r\nMIME-Version: 1.0\r\n" +
		"Content-Type: multipart/related; type=\"text/html\"; boundary=\"--b\"\r\n\r\n----b\r\nContent-Type: text/html\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n" +
		"<meta charset=3Dutf-8><p>C=C3=A9 <a href=3D\"x=\r\n.html\">l</a>\r\n----b\r\nContent-Type: image/png\r\nContent-Transfer-Encoding: base64\r\n\r\nAAAA\r\n----b--\r\n"
	r := read(t, engine(t), reader.Request{Path: write(t, "a.mhtml", saved)})
	if r.Content != "Cé [l](https://example.org/d/x.html)\n" {
		t.Errorf("%q %s", r.Content, r.Reason)
	}
}

func TestArticle(t *testing.T) {
	t.Parallel()
	para := strings.Repeat("The story goes on, and on, for quite a while here. ", 5)
	path := write(t, "a.html", "<nav><a href=a>Menu</a></nav><article><h1>Story</h1><p>"+para+"<p>"+para+"</article><footer>Imprint</footer>")
	e := engine(t)
	r := read(t, e, reader.Request{Path: path, Main: true})
	if !strings.HasPrefix(r.Content, "# Story\n") || strings.Contains(r.Content, "Menu") || strings.Contains(r.Content, "Imprint") || r.Complete {
		t.Errorf("%q", r.Content)
	}
	r = read(t, e, reader.Request{Path: write(t, "b.html", "<p>too short</p>"), Main: true})
	if r.Content != "too short\n" || !noted(r, reader.NoteNoArticle) {
		t.Errorf("%q %+v", r.Content, r.Notes)
	}
}

// A stream gives what the file gives, and secrets are hidden in what is shown.
func TestStreamsAndSecrets(t *testing.T) {
	t.Parallel()
	secret := "AKIA" + "QYLPMN5HHHFPZAM2"
	content := "<p>key = " + secret[:8] + "<b></b>" + secret[8:] + "</p><p>" + strings.Repeat("x ", 50_000) + "</p><p>end</p>"
	e := engine(t)
	file := read(t, e, reader.Request{Path: write(t, "a.html", content), All: true})
	e.Stdin = strings.NewReader(content)
	if stream := read(t, e, reader.Request{Path: "-", All: true}); stream.Content != file.Content {
		t.Errorf("%.80q as a stream, %.80q as a file", stream.Content, file.Content)
	}
	set, err := redact.Parse([]string{"secrets"})
	if err != nil {
		t.Fatal(err)
	}
	e.Redact = set
	for _, as := range []reader.Form{reader.FormMarkdown, reader.FormText} {
		r := read(t, e, reader.Request{Path: write(t, "a.html", content), As: as})
		if strings.Contains(r.Content, secret) || !strings.Contains(r.Content, "redacted") {
			t.Errorf("as %s: %.100q", as, r.Content)
		}
	}
}

func TestNothingToShow(t *testing.T) {
	t.Parallel()
	r := read(t, engine(t), reader.Request{Path: write(t, "a.html", "<html><head><script>x()</script></head><body><div id=app></div></body></html>")})
	if r.Readable || r.ReasonCode != "empty-document" {
		t.Errorf("%+v", r)
	}
}

func FuzzPage(f *testing.F) {
	f.Add([]byte(page), false)
	f.Add([]byte("MIME-Version: 1.0\nContent-Type: multipart/related; boundary=b\n\n--b\nContent-Type: text/html\n\n<p>x\n--b--\n"), true)
	f.Add([]byte("\xff\xfe<\x00p\x00>\x00\xe9\x00"), false)
	e := engine(f)
	f.Fuzz(func(t *testing.T, b []byte, saved bool) {
		if len(b) > 1<<13 {
			t.Skip()
		}
		name := "a.html"
		if saved {
			name = "a.mhtml"
		}
		path := write(t, name, string(b))
		for _, as := range []reader.Form{reader.FormDefault, reader.FormText} {
			base := reader.Request{Path: path, As: as}
			whole, r := readertest.ReadWhole(t, e, base)
			if !r.Readable {
				continue
			}
			req := base
			req.Limit, req.MaxLineChars = 3, 11
			readertest.Paging(t, e, req, whole)
		}
	})
}
