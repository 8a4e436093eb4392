package xmltext

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf8"
)

func known() Namespaces {
	return Namespaces{"urn:word": "w", "urn:strict": "w", "urn:rel": "r", "urn:html": ""}
}

// told writes down what a Reader finds: <name a="b">, </name>, text as it is.
func told(in io.Reader) (string, error) {
	r := New(in, known())
	var b strings.Builder
	for {
		kind, err := r.Next()
		if err != nil {
			if errors.Is(err, io.EOF) {
				err = nil
			}
			return b.String(), err
		}
		switch kind {
		case Start:
			fmt.Fprintf(&b, "<%s", r.Name())
			for name, value := range r.Attrs {
				fmt.Fprintf(&b, " %s=%q", name, value)
			}
			b.WriteString(">")
		case End:
			fmt.Fprintf(&b, "</%s>", r.Name())
		case Text:
			b.Write(r.Text())
		}
	}
}

func TestNext(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, in, want string
		err            error
	}{
		{"plain", `<a><b c="d">e</b></a>`, `<a><b c="d">e</b></a>`, nil},
		{"empty elements", `<a><b/><c d='e' /></a>`, `<a><b></b><c d="e"></c></a>`, nil},
		{"declaration, comment, instruction", `<?xml version="1.0"?><!-- <x> --><a><?p <y> ?>z<!----></a>`, `<a>z</a>`, nil},
		{"references", `<a b="&lt;&#65;&#x42;&quot;">&amp;&gt;&apos;&#x1F600;</a>`, `<a b="<AB\"">&>'😀</a>`, nil},
		{"references to nothing", `<a>&nbsp; & &#xD800; &#0; &;</a>`, "<a>&nbsp; & \uFFFD \uFFFD &;</a>", nil},
		{"CDATA", `<a><![CDATA[<b>&amp;]]>]]&gt;</a>`, `<a><b>&amp;]]></a>`, nil},
		{"line ends", "<a b=\"1\r\n2\">x\r\ny\rz\n</a>", "<a b=\"1 2\">x\ny\nz\n</a>", nil},
		{"a document type is not followed", `<!DOCTYPE a [<!ENTITY b "c"><!ELEMENT a (#PCDATA)>]><a>&b;</a>`, `<a>&b;</a>`, nil},
		{"a quote in a document type", `<!DOCTYPE a [<!ENTITY b ">]">]><a/>`, `<a></a>`, nil},
		{"prefixes", `<x:a xmlns:x="urn:word" x:b="1" c="2"><x:d/></x:a>`, `<w:a w:b="1" c="2"><w:d></w:d></w:a>`, nil},
		{"two namespaces of one prefix", `<a xmlns="urn:strict"><b/></a>`, `<w:a><w:b></w:b></w:a>`, nil},
		{"no prefix for a namespace", `<h:p xmlns:h="urn:html"/>`, `<p></p>`, nil},
		{"a namespace that is not known", `<w:a xmlns:w="urn:other"><w:b w:c="d"/></w:a>`, `<?w:a><?w:b ?w:c="d"></?w:b></?w:a>`, nil},
		{"a prefix that is not declared", `<w:a/>`, `<?w:a></?w:a>`, nil},
		{"bindings end with their element", `<a><x:b xmlns:x="urn:word"/><x:b xmlns:x="urn:rel"/><x:b/></a>`, `<a><w:b></w:b><r:b></r:b><?x:b></?x:b></a>`, nil},
		{"attributes without quotes or value", `<a b=c d><e/></a>`, `<a b="c" d=""><e></e></a>`, nil},
		{"end tags that were forgotten", `<a><b><c>x</a>y`, `<a><b><c>x</c></b></a>`, nil},
		{"end tags of nothing", `</x><a></b>c</a>`, `<a>c</a>`, nil},
		{"less than", `<a>1 < 2</a>`, `<a>1 < 2</a>`, nil},
		{"greater than in a value", `<a b=">">c</a>`, `<a b=">">c</a>`, nil},
		{"ends inside", `<a><b>text`, `<a><b>text`, ErrEnds},
		{"ends inside a tag", `<a><b c="`, `<a>`, ErrEnds},
		{"nothing", ``, ``, ErrEnds},
		{"bad bytes", "<a b='\xff'>\xc3(\xe2\x82</a>", "<a b=\"\uFFFD\">\uFFFD(\uFFFD\uFFFD</a>", nil},
		{"byte order mark", "\uFEFF<a>é</a>", "<a>é</a>", nil},
		{"UTF-16", "\xff\xfe<\x00a\x00>\x00\xe9\x00<\x00/\x00a\x00>\x00", "<a>é</a>", nil},
		{"UTF-16 without a mark", "\x00<\x00a\x00>\x00\xe9\x00<\x00/\x00a\x00>", "<a>é</a>", nil},
		{"declared", "<?xml version='1.0' encoding='windows-1252'?><a>\x93\xe9\x94</a>", "<a>“é”</a>", nil},
		{"declared wrongly", "<?xml version='1.0' encoding='utf-16'?><a>é</a>", "<a>é</a>", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			for how, in := range map[string]io.Reader{"at once": strings.NewReader(c.in), "byte by byte": iotest.OneByteReader(strings.NewReader(c.in)), "with the end": iotest.DataErrReader(strings.NewReader(c.in))} {
				got, err := told(in)
				if got != c.want || !errors.Is(err, c.err) {
					t.Errorf("%s: %q, %v; want %q, %v", how, got, err, c.want, c.err)
				}
			}
		})
	}
}

func TestSkipAttrAndSpace(t *testing.T) {
	t.Parallel()
	r := New(strings.NewReader(`<x:a xmlns:x="urn:word" x:v="1" v="2" xml:space="preserve"><b><b/>x<c/></b><d xml:space="default"/></x:a>`), known())
	next := func(want Kind, name string) {
		t.Helper()
		if kind, err := r.Next(); err != nil || kind != want || r.Name() != name {
			t.Fatalf("%d %q %v, want %d %q", kind, r.Name(), err, want, name)
		}
	}
	next(Start, "w:a")
	if v, ok := r.Attr("w:v"); v != "1" || !ok {
		t.Errorf("w:v is %q", v)
	}
	if v, ok := r.Attr("v"); v != "2" || !ok {
		t.Errorf("v is %q", v)
	}
	if _, ok := r.Attr("x:v"); ok {
		t.Error("a prefix of the document is not one of the caller")
	}
	if !r.KeepsSpace() {
		t.Error("xml:space is not seen")
	}
	next(Start, "b")
	if err := r.Skip(); err != nil || r.Depth() != 1 || r.Name() != "b" {
		t.Fatalf("after Skip: %v, depth %d", err, r.Depth())
	}
	next(Start, "d")
	if r.KeepsSpace() {
		t.Error("xml:space is not ended")
	}
	if err := r.Skip(); err != nil { // an empty element
		t.Fatal(err)
	}
	next(End, "w:a")
}

func TestBounds(t *testing.T) {
	t.Parallel()
	repeat := func(s string, n int) io.Reader {
		return io.LimitReader(&cycle{s: s}, int64(len(s)*n))
	}
	for _, c := range []struct {
		name string
		in   io.Reader
		want error
	}{
		{"depth", repeat("<a>", 1_000_000), ErrTooDeep},
		{"a tag", io.MultiReader(strings.NewReader("<a b='"), repeat("x", 100<<20)), ErrTooLarge},
		{"attributes", io.MultiReader(strings.NewReader("<a "), repeat("x='' ", 1_000_000)), ErrTooLarge},
		{"CDATA", io.MultiReader(strings.NewReader("<a><![CDATA["), repeat("x", 100<<20)), ErrTooLarge},
		{"a comment", io.MultiReader(strings.NewReader("<a><!--"), repeat("-x", 10<<20)), ErrEnds},
		{"text", io.MultiReader(strings.NewReader("<a>"), repeat("&", 10<<20)), ErrEnds},
		{"end tags of nothing", io.MultiReader(strings.NewReader("<a>"), repeat("</b>", 1_000_000)), ErrEnds},
		{"an input that fails", iotest.ErrReader(io.ErrClosedPipe), io.ErrClosedPipe},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			r := New(c.in, nil)
			var err error
			for err == nil {
				_, err = r.Next()
			}
			if !errors.Is(err, c.want) {
				t.Errorf("%v, want %v", err, c.want)
			}
			if cap(r.buf) > 4*maxTag {
				t.Errorf("it holds %d bytes", cap(r.buf))
			}
		})
	}
}

// cycle repeats s for ever.
type cycle struct {
	s  string
	at int
}

func (c *cycle) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = c.s[c.at]
		c.at = (c.at + 1) % len(c.s)
	}
	return len(p), nil
}

// FuzzNext holds: every element that starts ends or the document does, text is
// UTF-8, and the pieces in which a document is read change nothing.
func FuzzNext(f *testing.F) {
	for _, s := range []string{
		`<?xml version="1.0" encoding="utf-8"?><a xmlns="urn:word" xmlns:r="urn:rel"><b r:c="d&amp;">x &#65; y</b><![CDATA[z]]></a>`,
		"\xff\xfe<\x00a\x00>\x00", "<!DOCTYPE a [<!ENTITY b '<'>]><a>&b;</a>", "<a><b></a></b>", "<a b=c d='e\r\n'/>", "<a>\r", "<a>&#x1F60",
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, doc []byte) {
		whole, err := told(strings.NewReader(string(doc)))
		parts, err2 := told(iotest.OneByteReader(strings.NewReader(string(doc))))
		if whole != parts || fmt.Sprint(err) != fmt.Sprint(err2) {
			t.Errorf("at once %q %v, byte by byte %q %v", whole, err, parts, err2)
		}
		if !utf8.ValidString(whole) {
			t.Errorf("%q is not UTF-8", whole)
		}
		r := New(strings.NewReader(string(doc)), nil)
		depth := 0
		for {
			kind, err := r.Next()
			if err != nil {
				break
			}
			switch kind {
			case Start:
				depth++
			case End:
				depth--
			case Text:
			}
			if want := r.Depth(); kind != Start && depth != want || depth < 0 {
				t.Fatalf("depth %d, want %d", depth, want)
			}
		}
	})
}

// document is like the main part of a word processor's file.
func document(paragraphs int) string {
	var b strings.Builder
	b.WriteString(`<?xml version="1.0" encoding="UTF-8" standalone="yes"?><w:document xmlns:w="urn:word"><w:body>`)
	for i := range paragraphs {
		fmt.Fprintf(&b, `<w:p w:rsidR="00A77B3E"><w:pPr><w:pStyle w:val="Normal"/></w:pPr><w:r><w:rPr><w:b/><w:sz w:val="24"/></w:rPr><w:t xml:space="preserve">Paragraph %d of a text &amp; more of it </w:t></w:r></w:p>`, i)
	}
	b.WriteString(`</w:body></w:document>`)
	return b.String()
}

func BenchmarkNext(b *testing.B) {
	doc := document(20_000)
	b.Run("own", func(b *testing.B) {
		b.SetBytes(int64(len(doc)))
		for b.Loop() {
			r := New(strings.NewReader(doc), known())
			for {
				if _, err := r.Next(); err != nil {
					break
				}
			}
		}
	})
	b.Run("encoding-xml", func(b *testing.B) {
		b.SetBytes(int64(len(doc)))
		for b.Loop() {
			d := xml.NewDecoder(strings.NewReader(doc))
			for {
				if _, err := d.Token(); err != nil {
					break
				}
			}
		}
	})
}
