package epub_test

import (
	"archive/zip"
	"bytes"
	"context"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fread/internal/reader"
	"fread/internal/reader/kinds/epub"
	"fread/internal/reader/kinds/raw"
	"fread/internal/reader/kinds/text"
	"fread/internal/reader/readertest"
)

func engine(tb testing.TB) *reader.Engine {
	tb.Helper()
	g, err := reader.NewRegistry(raw.Reader{}, epub.Reader{}, text.Reader{})
	if err != nil {
		tb.Fatal(err)
	}
	return &reader.Engine{Registry: g}
}

func read(tb testing.TB, e *reader.Engine, req reader.Request) *reader.Result {
	tb.Helper()
	r, err := e.Read(context.Background(), &req)
	if err != nil {
		tb.Fatal(err)
	}
	return r
}

// files are those of a small book.
func files() map[string]string {
	return map[string]string{
		"META-INF/container.xml": `<?xml version="1.0"?><container xmlns="urn:oasis:names:tc:opendocument:xmlns:container" version="1.0"><rootfiles>` +
			`<rootfile full-path="EPUB/book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>`,
		"EPUB/book.opf": `<package xmlns="http://www.idpf.org/2007/opf" version="3.0"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>The &amp; Book</dc:title>` +
			`<dc:creator>A. Writer</dc:creator><dc:creator>B. Helper</dc:creator></metadata><manifest><item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>` +
			`<item id="c1" href="text/one.xhtml" media-type="application/xhtml+xml"/><item id="c2" href="text/two%20b.xhtml" media-type="application/xhtml+xml"/>` +
			`<item id="s" href="text/s.svg" media-type="image/svg+xml" fallback="c3"/><item id="c3" href="text/three.xhtml" media-type="application/xhtml+xml"/>` +
			`<item id="p" href="pic.txt" media-type="text/plain"/></manifest><spine><itemref idref="c1"/><itemref idref="c2"/><itemref idref="s"/></spine></package>`,
		"EPUB/nav.xhtml": `<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><body><nav epub:type="toc"><ol><li><a href="text/one.xhtml">Begin here</a></li>` +
			`<li><a href="text/two%20b.xhtml">The middle</a><ol><li><a href="text/two%20b.xhtml#x">Part</a></li></ol></li></ol></nav></body></html>`,
		"EPUB/text/one.xhtml": `<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><head><title/></head><body><p>First<a epub:type="noteref" href="#n1">1</a> text, ` +
			`see <a href="two%20b.xhtml#x">two</a> and <a href="https://example.org/">that</a>.</p><aside epub:type="footnote" id="n1"><p>A note</p></aside></body></html>`,
		"EPUB/text/two b.xhtml": `<html xmlns="http://www.w3.org/1999/xhtml"><body><h1>Two</h1><p>Second text <img src="../pic.png" alt="pic"/></p><p hidden="">no</p></body></html>`,
		"EPUB/text/three.xhtml": `<html xmlns="http://www.w3.org/1999/xhtml"><body><p>Third text</p></body></html>`,
		"EPUB/pic.txt":          "a file\n",
	}
}

func pack(tb testing.TB, files map[string]string) []byte {
	tb.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	add := func(name, content string, method uint16) {
		w, err := z.CreateHeader(&zip.FileHeader{Name: name, Method: method})
		if err == nil {
			_, err = w.Write([]byte(content))
		}
		if err != nil {
			tb.Fatal(err)
		}
	}
	add("mimetype", "application/epub+zip", zip.Store)
	for _, name := range slices.Sorted(maps.Keys(files)) {
		add(name, files[name], zip.Deflate)
	}
	if err := z.Close(); err != nil {
		tb.Fatal(err)
	}
	return b.Bytes()
}

func write(tb testing.TB, b []byte) string {
	tb.Helper()
	p := filepath.Join(tb.TempDir(), "a.epub")
	if err := os.WriteFile(p, b, 0o600); err != nil {
		tb.Fatal(err)
	}
	return p
}

const second = "# Two\n\nSecond text ![pic](EPUB/pic.png)\n"

func TestBook(t *testing.T) {
	t.Parallel()
	e, path := engine(t), write(t, pack(t, files()))
	r := read(t, e, reader.Request{Path: path, Lines: true})
	want := "# The & Book\n\nA. Writer, B. Helper\n\nFirst[^1-n1] text, see [two](EPUB/text/two%20b.xhtml#x) and [that](https://example.org/).\n\n[^1-n1]: A note\n\n" + second + "\nThird text\n"
	if r.TextPart == nil || r.Content != want || r.Complete {
		t.Fatalf("%s %+v", r.Reason, r.TextPart)
	}
	if at := r.Lines[len(r.Lines)-1].At; at.Member != "EPUB/text/three.xhtml" || at.Paragraph != 1 {
		t.Errorf("the last line is at %+v", at)
	}
	r = read(t, e, reader.Request{Path: path, As: reader.FormText})
	if !strings.HasPrefix(r.Content, "First") || strings.Contains(r.Content, "Writer") {
		t.Errorf("%q", r.Content)
	}
	whole, _ := readertest.ReadWhole(t, e, reader.Request{Path: path})
	for _, req := range []reader.Request{{Limit: 1}, {MaxLineChars: 5}, {MaxBytes: 40}} {
		req.Path = path
		readertest.Paging(t, e, req, whole)
	}
}

func TestChapters(t *testing.T) {
	t.Parallel()
	e, path := engine(t), write(t, pack(t, files()))
	for _, part := range []string{"chapter2", "Chapter2", "EPUB/text/two b.xhtml", "two b.xhtml", "EPUB/text/two%20b.xhtml", "two"} {
		if r := read(t, e, reader.Request{Path: path + "#" + part}); r.TextPart == nil || !strings.HasPrefix(r.Content, second) {
			t.Errorf("%s: %s %+v", part, r.Reason, r.TextPart)
		}
	}
	if r := read(t, e, reader.Request{Path: path + "#the middle"}); r.TextPart == nil || r.Content != second+"\nThird text\n" {
		t.Errorf("%s %+v", r.Reason, r.TextPart)
	}
	if r := read(t, e, reader.Request{Path: path + "#EPUB/pic.txt"}); r.TextPart == nil || r.Content != "a file\n" {
		t.Errorf("%s %+v", r.Reason, r.TextPart)
	}
	if r := read(t, e, reader.Request{Path: path + "#chapter9"}); r.ReasonCode != "NOT_FOUND" {
		t.Errorf("%+v", r)
	}
}

func TestContentsOfVersion2(t *testing.T) {
	t.Parallel()
	f := files()
	f["EPUB/book.opf"] = strings.NewReplacer(`properties="nav"`, "", "<spine>", `<item id="ncx" href="toc.ncx" media-type="application/x-dtbncx+xml"/><spine toc="ncx">`).Replace(f["EPUB/book.opf"])
	f["EPUB/toc.ncx"] = `<ncx xmlns="http://www.daisy.org/z3986/2005/ncx/"><docTitle><text>x</text></docTitle><navMap><navPoint><navLabel><text>Part two</text></navLabel><content src="text/two%20b.xhtml"/></navPoint></navMap></ncx>`
	if r := read(t, engine(t), reader.Request{Path: write(t, pack(t, f)) + "#part two"}); r.TextPart == nil || !strings.HasPrefix(r.Content, second) {
		t.Errorf("%s %+v", r.Reason, r.TextPart)
	}
}

func TestEncryption(t *testing.T) {
	t.Parallel()
	secret := func(method string, names ...string) string {
		var b strings.Builder
		_, _ = b.WriteString(`<encryption xmlns="urn:oasis:names:tc:opendocument:xmlns:container" xmlns:enc="http://www.w3.org/2001/04/xmlenc#">`)
		for _, n := range names {
			_, _ = b.WriteString(`<enc:EncryptedData><enc:EncryptionMethod Algorithm="` + method + `"/><enc:CipherData><enc:CipherReference URI="` + n + `"/></enc:CipherData></enc:EncryptedData>`)
		}
		return b.String() + "</encryption>"
	}
	const aes, font = "http://www.w3.org/2001/04/xmlenc#aes128-cbc", "http://www.idpf.org/2008/embedding"
	one, two, three := "EPUB/text/one.xhtml", "EPUB/text/two%20b.xhtml", "EPUB/text/three.xhtml"
	e := engine(t)
	for name, c := range map[string]struct {
		content  string
		code     string
		complete bool
	}{
		"all":   {secret(aes, one, two, three), "encrypted", false},
		"some":  {secret(aes, one), "", false},
		"fonts": {secret(font, one), "", false},
	} {
		f := files()
		f["META-INF/encryption.xml"] = c.content
		r := read(t, e, reader.Request{Path: write(t, pack(t, f))})
		if string(r.ReasonCode) != c.code {
			t.Errorf("%s: %+v", name, r)
		}
		if name == "some" && (strings.Contains(r.Content, "First") || !strings.Contains(r.Content, "Second")) {
			t.Errorf("%s: %s", name, r.Content)
		}
	}
}

// What is damaged or missing costs itself only.
func TestDamage(t *testing.T) {
	t.Parallel()
	e := engine(t)
	f := files()
	delete(f, "EPUB/text/one.xhtml")
	r := read(t, e, reader.Request{Path: write(t, pack(t, f))})
	if r.TextPart == nil || !strings.Contains(r.Content, second) || r.Complete {
		t.Errorf("%s %+v", r.Reason, r.TextPart)
	}
	f = files()
	delete(f, "META-INF/container.xml")
	if r = read(t, e, reader.Request{Path: write(t, pack(t, f))}); r.TextPart == nil || !strings.Contains(r.Content, second) {
		t.Errorf("%s %+v", r.Reason, r.TextPart)
	}
	f = files()
	delete(f, "EPUB/book.opf")
	if r = read(t, e, reader.Request{Path: write(t, pack(t, f))}); r.ReasonCode != "corrupt" {
		t.Errorf("%+v", r)
	}
}

func FuzzEPUB(f *testing.F) {
	f.Add(pack(f, files()))
	e := engine(f)
	f.Fuzz(func(t *testing.T, b []byte) {
		if len(b) > 1<<15 {
			t.Skip()
		}
		path := write(t, b)
		whole, r := readertest.ReadWhole(t, e, reader.Request{Path: path})
		if r.Readable && r.TextPart != nil && r.Format == "epub" {
			readertest.Paging(t, e, reader.Request{Path: path, Limit: 3, MaxLineChars: 11}, whole)
		}
	})
}
