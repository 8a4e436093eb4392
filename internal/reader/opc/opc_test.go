package opc

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"fread/internal/reader/fault"
	"fread/internal/reader/source"
	"fread/internal/reader/xmltext"
)

type member struct{ name, text string }

// packed returns a zip of members, written as a stream: with data descriptors.
func packed(tb testing.TB, members ...member) []byte {
	tb.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, m := range members {
		f, err := w.Create(m.name)
		if err == nil {
			_, err = io.WriteString(f, m.text)
		}
		if err != nil {
			tb.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		tb.Fatal(err)
	}
	return b.Bytes()
}

// plain returns a zip of stored members with their sizes in the local headers.
func plain(tb testing.TB, members ...member) []byte {
	tb.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, m := range members {
		f, err := w.CreateRaw(&zip.FileHeader{Name: m.name, CompressedSize64: uint64(len(m.text)), UncompressedSize64: uint64(len(m.text))})
		if err == nil {
			_, err = io.WriteString(f, m.text)
		}
		if err != nil {
			tb.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		tb.Fatal(err)
	}
	return b.Bytes()
}

func open(tb testing.TB, b []byte) *Package {
	tb.Helper()
	p, err := Open(source.FromBytes("a.zip", b), nil)
	if err != nil {
		tb.Fatal(err)
	}
	return p
}

func read(tb testing.TB, p *Package, name string) string {
	tb.Helper()
	b, err := p.ReadAll(name, maxPart)
	if err != nil {
		tb.Fatalf("%s: %v", name, err)
	}
	return string(b)
}

var two = []member{{"word/document.xml", strings.Repeat("some text ", 1000)}, {"word/styles.xml", "styles"}}

func TestOpenReadsWhatProgramsWrite(t *testing.T) {
	t.Parallel()
	whole, stored := packed(t, two...), plain(t, two...)
	cut := func(b []byte) []byte {
		data, _, _ := bytes.Cut(b, []byte(centralSignature))
		return data
	}
	for name, b := range map[string][]byte{
		"packed": whole, "stored": stored,
		"behind other bytes":                append([]byte("#!/bin/sh\nPK\x03\x04junk\n"), whole...),
		"with a comment":                    slices.Concat(whole[:len(whole)-2], []byte{40, 0}, bytes.Repeat([]byte("PK\x05\x06"), 10)),
		"before other bytes":                append(slices.Clone(whole), bytes.Repeat([]byte("x"), 5000)...),
		"without a directory":               cut(whole),
		"stored, without a directory":       cut(stored),
		"without a directory, behind bytes": append([]byte("junk PK\x03\x04 junk"), cut(whole)...),
		"with half a directory":             slices.Concat(cut(whole), whole[len(cut(whole)):len(cut(whole))+70], whole[len(whole)-endSize:]),
		"large records":                     zip64(whole),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := open(t, b)
			for _, m := range two {
				if got := read(t, p, m.name); got != m.text {
					t.Errorf("%s is %.40q", m.name, got)
				}
			}
		})
	}
}

// zip64 replaces the end record by one that refers to a large one.
func zip64(b []byte) []byte {
	le := binary.LittleEndian
	end := b[len(b)-endSize:]
	out := slices.Clone(b[:len(b)-endSize])
	at := len(out)
	large := make([]byte, 56)
	copy(large, end64Signature)
	le.PutUint64(large[4:], 44)
	le.PutUint64(large[24:], uint64(le.Uint16(end[8:])))
	le.PutUint64(large[32:], uint64(le.Uint16(end[10:])))
	le.PutUint64(large[40:], uint64(le.Uint32(end[12:])))
	le.PutUint64(large[48:], uint64(le.Uint32(end[16:])))
	locator := make([]byte, 20)
	copy(locator, locatorSignature)
	le.PutUint64(locator[8:], uint64(at))
	locator[16] = 1
	small := make([]byte, endSize)
	copy(small, endSignature)
	for i := 8; i < 20; i++ {
		small[i] = 0xff
	}
	return slices.Concat(out, large, locator, small)
}

func TestStreamsAreReadToTheirEnd(t *testing.T) {
	t.Parallel()
	b := packed(t, two...)
	f := source.FromStream(t.Context(), "-", iotest.OneByteReader(bytes.NewReader(b)), 1<<20)
	p, err := Open(f, nil)
	if err != nil {
		t.Fatal(err)
	}
	if got := read(t, p, "word/styles.xml"); got != "styles" {
		t.Errorf("got %q", got)
	}
}

func TestNames(t *testing.T) {
	t.Parallel()
	p := open(t, packed(t, member{`word\Document.xml`, "1"}, member{"/a/b.xml", "2"}, member{"A/B.xml", "3"}, member{"twice", "4"}, member{"twice", "5"},
		member{"OPS/a b.html", "6"}, member{"folder/", ""}))
	for name, want := range map[string]string{
		"word/document.xml": "1", "/word/Document.xml": "1", `WORD\DOCUMENT.XML`: "1",
		"a/b.xml": "2", "A/B.xml": "3", "twice": "5", "OPS/a%20b.html": "6", "./twice": "5",
	} {
		if got := read(t, p, name); got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
	if p.Has("folder/x") || !p.Has("TWICE") || p.Size("twice") != 1 {
		t.Error("Has or Size is wrong")
	}
	if got := slices.Collect(p.Names); !slices.Equal(got, []string{"a/b.xml", "A/B.xml", "OPS/a b.html", "twice", "twice", "word/Document.xml"}) {
		t.Errorf("names are %q", got)
	}
}

func TestDamage(t *testing.T) {
	t.Parallel()
	b := packed(t, two...)
	directory := bytes.Index(b, []byte(centralSignature))
	edit := func(at int, c byte) []byte {
		b := slices.Clone(b)
		b[at] = c
		return b
	}
	flags := func(c byte) []byte { return edit(directory+8, c) }
	for name, c := range map[string]struct {
		b    []byte
		code fault.Code
	}{
		"no zip":        {[]byte("hello"), fault.Corrupt},
		"nothing":       {nil, fault.Corrupt},
		"an empty one":  {packed(t), fault.Corrupt},
		"cut off":       {b[:40+len(two[0].name)], fault.Corrupt},
		"checksum":      {edit(directory+16, b[directory+16]+1), fault.Corrupt},
		"data":          {edit(localSize+len(two[0].name)+2, 0xff), fault.Corrupt},
		"encrypted":     {flags(b[directory+8] | 1), fault.Encrypted},
		"another way":   {edit(directory+10, 14), fault.UnsupportedFormat},
		"no such place": {edit(directory+42, 7), fault.Corrupt},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p, err := Open(source.FromBytes("a", c.b), nil)
			if err == nil {
				_, err = p.ReadAll("word/document.xml", maxPart)
			}
			if f, ok := errors.AsType[*fault.Error](err); !ok || f.Code != c.code {
				t.Errorf("got %v", err)
			}
		})
	}
	p := open(t, b)
	if _, err := p.Open("nothing.xml"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a missing part gives %v", err)
	}
	if _, err := p.ReadAll("word/document.xml", 100); fault.CodeOf(err) != fault.TooComplex {
		t.Errorf("a part that is larger than asked gives %v", err)
	}
}

func TestUnpackingIsBounded(t *testing.T) {
	t.Parallel()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	zeros := make([]byte, 1<<20)
	for name, n := range map[string]int{"dense": 40, "part": 257} {
		f, _ := w.Create(name)
		for range n {
			if name == "part" { // not so dense that the ratio ends it first
				copy(zeros, fmt.Sprint(n, "some text that is not zeros at all"))
				for i := range 1000 {
					zeros[i*1000] = byte(i * 7)
				}
			}
			_, _ = f.Write(zeros)
		}
		clear(zeros)
	}
	_ = w.Close()
	p := open(t, b.Bytes())
	for name, want := range map[string]string{"dense": "1,000 times", "part": "256"} {
		r, err := p.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		n, err := io.Copy(io.Discard, r)
		if fault.CodeOf(err) != fault.TooComplex || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %d bytes, then %v", name, n, err)
		}
		_ = r.Close()
	}
}

// Reading a part again does not count again; several are open at once.
func TestPartsAreReadAgainAndTogether(t *testing.T) {
	t.Parallel()
	p := open(t, packed(t, two...))
	for range 3 {
		a, err := p.Open(two[0].name)
		if err != nil {
			t.Fatal(err)
		}
		b, err := p.Open(two[1].name)
		if err != nil {
			t.Fatal(err)
		}
		first, second := new(strings.Builder), new(strings.Builder)
		if _, err := io.CopyN(first, a, 100); err != nil {
			t.Fatal(err)
		}
		if _, err := io.Copy(second, b); err != nil {
			t.Fatal(err)
		}
		_ = b.Close()
		if _, err := io.Copy(first, a); err != nil {
			t.Fatal(err)
		}
		_ = a.Close()
		if first.String() != two[0].text || second.String() != two[1].text {
			t.Error("parts are mixed up")
		}
		if _, err := a.Read(make([]byte, 1)); err == nil {
			t.Error("a closed part can be read")
		}
	}
	if want := int64(len(two[0].text) + len(two[1].text)); p.total != want {
		t.Errorf("%d bytes were counted, want %d", p.total, want)
	}
}

const relsXML = `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">
<Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/slide" Target="slides/slide1.xml"/>
<Relationship Id="rId2" Type="http://purl.oclc.org/ooxml/officeDocument/relationships/image" Target="../media/../media/a.png"/>
<Relationship Id="rId3" Type="x/hyperlink" Target="https://example.org/?a=1&amp;b=2" TargetMode="External"/>
<Relationship Id="rId4" Type="x/hyperlink" Target="mailto:a@example.org"/>
<Relationship Id="rId5" Type="x/hyperlink" Target="#Sheet1!A1"/>
<Relationship Id="rId6" Type="x/slide" Target="\ppt\slides\slide2.xml#x"/>
<Relationship Id="rId7" Type="x/slide" Target="../../../../etc/passwd"/>`

func TestRelationships(t *testing.T) {
	t.Parallel()
	p := open(t, packed(t, member{"ppt/_rels/presentation.xml.rels", relsXML + "</Relationships>"}, member{"ppt/_rels/cut.xml.rels", relsXML}))
	want := Relationships{
		{"rId1", "slide", "ppt/slides/slide1.xml", false},
		{"rId2", "image", "media/a.png", false},
		{"rId3", "hyperlink", "https://example.org/?a=1&b=2", true},
		{"rId4", "hyperlink", "mailto:a@example.org", true},
		{"rId5", "hyperlink", "#Sheet1!A1", false},
		{"rId6", "slide", "ppt/slides/slide2.xml", false},
		{"rId7", "slide", "etc/passwd", false},
	}
	got, err := p.Relationships("/ppt/presentation.xml")
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("got %+v, %v", got, err)
	}
	if got.ByID("rId3") != want[2] || got.ByID("none") != (Relationship{}) || got.ByType("slide") != want[0] || got.ByType("none") != (Relationship{}) {
		t.Error("they are not found")
	}
	if got, err := p.Relationships("ppt/cut.xml"); fault.CodeOf(err) != fault.Corrupt || !slices.Equal(got, want) {
		t.Errorf("of a part that is cut: %+v, %v", got, err)
	}
	if got, err := p.Relationships("ppt/none.xml"); got != nil || err != nil {
		t.Errorf("of a part without any: %+v, %v", got, err)
	}
}

func TestMain(t *testing.T) {
	t.Parallel()
	rels := func(target string) member {
		return member{"_rels/.rels", `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="a" Type="x/officeDocument" Target="` + target + `"/></Relationships>`}
	}
	types := member{"[Content_Types].xml", `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="PNG" ContentType="image/png"/>
		<Override PartName="/other.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`}
	other, usual := member{"other.xml", "x"}, member{"word/document.xml", "x"}
	for name, c := range map[string]struct {
		members []member
		want    string
	}{
		"named":             {[]member{rels("/other.xml"), other, usual}, "other.xml"},
		"named and missing": {[]member{rels("gone.xml"), usual}, "word/document.xml"},
		"usual":             {[]member{other, usual, types}, "word/document.xml"},
		"by type":           {[]member{other, types}, "other.xml"},
		"none":              {[]member{other}, ""},
	} {
		p := open(t, packed(t, c.members...))
		got, err := p.Main("word/document.xml")
		if got != c.want || (err != nil) != (c.want == "") {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
	p := open(t, packed(t, types))
	if p.ContentType("media/A.png") != "image/png" || p.ContentType("Other.xml") == "" || p.ContentType("b.gif") != "" {
		t.Error("content types are wrong")
	}
}

func TestOpenXML(t *testing.T) {
	t.Parallel()
	const text = `<a xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"><mc:AlternateContent><mc:Choice Requires="x"><b>1</b></mc:Choice><mc:Fallback><c>2</c></mc:Fallback></mc:AlternateContent>`
	p := open(t, packed(t, member{"a.xml", text + "</a>"}, member{"cut.xml", text}))
	for name, want := range map[string]string{"a.xml": "<nil>", "cut.xml": string(fault.Corrupt)} {
		x, err := p.OpenXML(name, xmltext.Namespaces{"http://schemas.openxmlformats.org/markup-compatibility/2006": "mc"})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for err == nil {
			var kind xmltext.Kind
			if kind, err = x.Next(); kind == xmltext.Start {
				got = append(got, x.Name())
			}
		}
		if strings.Join(got, " ") != "a c" || (want == "<nil>") != errors.Is(err, io.EOF) || want != "<nil>" && string(fault.CodeOf(err)) != want {
			t.Errorf("%s: %q, %v", name, got, err)
		}
		_ = x.Close()
	}
}

func FuzzOpen(f *testing.F) {
	f.Add(packed(f, two...))
	f.Add(plain(f, two...))
	f.Add(zip64(packed(f, member{"a", "b"})))
	f.Add(packed(f, member{"_rels/.rels", relsXML}, member{"[Content_Types].xml", "<Types><Override PartName='a'/></Types>"}))
	whole := packed(f, two...)
	f.Add(whole[:len(whole)-100])
	f.Fuzz(func(t *testing.T, b []byte) {
		p, err := Open(source.FromBytes("a", b), nil)
		if err != nil {
			if _, ok := errors.AsType[*fault.Error](err); !ok {
				t.Fatal(err)
			}
			return
		}
		_, _ = p.Main("word/document.xml")
		n := 0
		for name := range p.Names {
			if n++; n > 20 {
				break
			}
			_, err := p.ReadAll(name, 1<<20)
			if _, ok := errors.AsType[*fault.Error](err); err != nil && !ok {
				t.Fatal(err)
			}
			_, _ = p.Relationships(name)
		}
	})
}
