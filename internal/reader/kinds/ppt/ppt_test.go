package ppt_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"fread/internal/reader"
	"fread/internal/reader/cfb/cfbtest"
	"fread/internal/reader/fault"
	"fread/internal/reader/kinds/ppt"
	"fread/internal/reader/readertest"
)

var le = binary.LittleEndian

// rec is a record around what lies in it.
func rec(kind, instance uint16, body ...[]byte) []byte {
	all := slices.Concat(body...)
	version := uint16(0)
	switch kind {
	case 1000, 1006, 1008, 0x3f2, 0x7d5, 4080, 1036, 0xf002, 0xf003, 0xf004, 0xf00d, 0xf011, 4082, 1033, 4055:
		version = 0xf
	}
	b := le.AppendUint16(nil, instance<<4|version)
	b = le.AppendUint16(b, kind)
	return append(le.AppendUint32(b, uint32(len(all))), all...)
}

func num(v ...uint32) (b []byte) {
	for _, n := range v {
		b = le.AppendUint32(b, n)
	}
	return b
}

func wide(s string) (b []byte) {
	for _, u := range utf16.Encode([]rune(s)) {
		b = le.AppendUint16(b, u)
	}
	return b
}

// words is a text of a type.
func words(kind uint32, s string, more ...[]byte) []byte {
	return slices.Concat(rec(0xf9f, 0, num(kind)), rec(0xfa0, 0, wide(s)), slices.Concat(more...))
}

// box is a shape with a text.
func box(text []byte, more ...[]byte) []byte {
	return rec(0xf004, 0, slices.Concat(more...), rec(0xf00d, 0, text))
}

func placeholder(kind byte) []byte {
	return rec(0xf011, 0, rec(0xbc3, 0, []byte{0, 0, 0, 0, kind, 0, 0, 0}))
}

// slide is a slide with shapes.
func slide(notes uint32, hidden bool, shapes ...[]byte) []byte {
	flags := byte(0)
	if hidden {
		flags = 4
	}
	return rec(1006, 0,
		rec(1007, 2, num(0, 0, 0, 0, notes, 0)), rec(0x3f9, 0, num(0, 0), []byte{0, 0, flags, 0, 0, 0, 0, 0}),
		rec(1036, 0, rec(0xf002, 0, rec(0xf003, 0, shapes...))))
}

// A builder writes a presentation.
type builder struct {
	slides  [][]byte
	outline [][]byte // by slide
	notes   []byte
	more    []byte // of the document
	token   uint32
}

func (b *builder) build() []byte {
	list, notes := []byte{}, []byte{}
	var stream []byte
	var places []uint32
	put := func(r []byte) uint32 {
		places = append(places, uint32(len(stream)))
		stream = append(stream, r...)
		return uint32(len(places))
	}
	put(rec(1000, 0)) // an older state of the document
	for i, s := range b.slides {
		list = append(list, rec(1011, 0, num(put(s), 0, 0, uint32(256+i), 0))...)
		if i < len(b.outline) {
			list = append(list, b.outline[i]...)
		}
	}
	if b.notes != nil {
		notes = rec(4080, 2, rec(1011, 0, num(put(b.notes), 0, 0, 77, 0)))
	}
	directory := func(first uint32, at ...uint32) uint32 {
		n := uint32(len(stream))
		stream = append(stream, rec(0x1772, 0, num(first|uint32(len(at))<<20), num(at...))...)
		return n
	}
	old := directory(1, places...)
	edit := uint32(len(stream))
	stream = append(stream, rec(0xff5, 0, num(0, 0, 0, old, 1, 9, 0))...)
	document := uint32(len(stream))
	stream = append(stream, rec(1000, 0, rec(4080, 0, list), notes, b.more)...)
	latest := directory(1, document)
	last := uint32(len(stream))
	stream = append(stream, rec(0xff5, 0, num(0, 0, edit, latest, 1, 9, 0))...)
	if b.token == 0 {
		b.token = 0xe391c05f
	}
	user := rec(0xff6, 0, num(20, b.token, last))
	return cfbtest.Build(cfbtest.Stream{Path: "Current User", Data: user}, cfbtest.Stream{Path: "PowerPoint Document", Data: stream})
}

func engine(tb testing.TB) *reader.Engine {
	tb.Helper()
	g, err := reader.NewRegistry(ppt.Reader{})
	if err != nil {
		tb.Fatal(err)
	}
	return &reader.Engine{Registry: g}
}

func file(tb testing.TB, content []byte) string {
	tb.Helper()
	p := filepath.Join(tb.TempDir(), "a.ppt")
	if err := os.WriteFile(p, content, 0o600); err != nil {
		tb.Fatal(err)
	}
	return p
}

func read(tb testing.TB, req *reader.Request) *reader.Result {
	tb.Helper()
	r, err := engine(tb).Read(context.Background(), req)
	if err != nil {
		tb.Fatal(err)
	}
	return r
}

// styles says of the first paragraphs, each of a length, how deep they are.
func styles(looks []byte, runs ...[2]uint32) []byte {
	var b []byte
	for _, r := range runs {
		b = le.AppendUint32(b, r[0])
		b = le.AppendUint16(b, uint16(r[1]))
		b = le.AppendUint32(b, 0x1800) // alignment and line spacing, to be passed over
		b = append(b, 1, 0, 90, 0)
	}
	return rec(0xfa1, 0, b, looks)
}

func TestPresentations(t *testing.T) {
	t.Parallel()
	anchor := func(left, top, right, bottom uint32) []byte { return rec(0xf00f, 0, num(left, top, right, bottom)) }
	tableMark := rec(0xf004, 0, rec(0xf122, 1, []byte{0x9f, 3}, num(1)))
	for _, c := range []struct {
		name string
		b    builder
		want string
	}{
		{"title and list", builder{slides: [][]byte{slide(0, false, box(words(1, "a\rb\rc")), box(words(0, "The\vtitle")))}}, "## The title\n\n- a\n- b\n- c\n"},
		{"levels", builder{slides: [][]byte{slide(0, false, box(words(1, "a\rb\rc", styles(nil, [2]uint32{2, 0}, [2]uint32{2, 1}, [2]uint32{2, 0}))))}}, "## Slide 1\n\n- a\n  - b\n- c\n"},
		{"look", builder{slides: [][]byte{slide(0, false, box(words(4, "ab c", styles(slices.Concat(num(2, 1), []byte{1, 0}, num(3, 0)), [2]uint32{5, 0}))))}}, "## Slide 1\n\n**ab** c\n"},
		{"outline", builder{
			slides:  [][]byte{slide(0, false, box(rec(0xf9e, 0, num(0))), box(rec(0xf9e, 0, num(1)))), slide(0, false)},
			outline: [][]byte{slices.Concat(words(0, "T"), words(1, "x\ry")), words(0, "U")},
		}, "## T\n\n- x\n- y\n\n## U\n"},
		{"one byte a character", builder{slides: [][]byte{slide(0, false, box(slices.Concat(rec(0xf9f, 0, num(4)), rec(0xfa8, 0, []byte("caf\xe9")))))}}, "## Slide 1\n\ncafé\n"},
		{"notes", builder{
			slides: [][]byte{slide(77, false, box(words(0, "T")))},
			notes:  rec(1008, 0, rec(1036, 0, rec(0xf002, 0, rec(0xf003, 0, box(words(2, "say this"), placeholder(0x0c)), box(words(4, "*"), placeholder(8)))))),
		}, "## T\n\n> **Notes:**\n>\n> say this\n"},
		{"number of the slide", builder{slides: [][]byte{slide(0, false, box(words(4, "no. *!", rec(0xfd8, 0, num(4)))))}}, "## Slide 1\n\nno. !\n"},
		{"link", builder{
			slides: [][]byte{slide(0, false, box(words(4, "see here now", rec(0xff2, 0, rec(0xff3, 0, num(0, 5))), rec(0xfdf, 0, num(4, 8)))))},
			more:   rec(1033, 0, rec(4055, 0, rec(0xfd3, 0, num(5)), rec(0xfba, 1, wide("https://example.org")))),
		}, "## Slide 1\n\nsee [here](https://example.org) now\n"},
		{"fonts of symbols", builder{
			slides: [][]byte{slide(0, false, box(words(4, "a\uf0b3b", styles(slices.Concat(num(1, 0x1_0000), []byte{1, 0}, num(1, 0x80_0000), []byte{1, 0}, num(2, 0)), [2]uint32{4, 0}))))},
			more:   rec(0x3f2, 0, rec(0x7d5, 0, rec(0xfb7, 1, wide("Symbol"), make([]byte, 52), []byte{2, 0, 0, 0}))),
		}, "## Slide 1\n\nα≥b\n"},
		{
			"table",
			builder{slides: [][]byte{slide(0, false, rec(0xf003, 0, tableMark,
				box(words(4, "a"), anchor(0, 0, 100, 50)), box(words(4, "b"), anchor(100, 0, 200, 50)), box(words(4, "c"), anchor(0, 50, 200, 100)), rec(0xf004, 0, rec(0xf00a, 20, num(1, 0)), anchor(0, 0, 200, 0))))}},
			"## Slide 1\n\n| a | b |\n|---|---|\n| c | |\n",
		},
		{"picture", builder{slides: [][]byte{slide(0, false, rec(0xf004, 0, rec(0xf00b, 2, []byte{4, 0x41}, num(1), []byte{0x81, 0xc3}, num(8), wide("cat\x00")), rec(0xf010, 0, []byte{0, 0, 0, 0, 60, 0, 30, 0})))}}, "## Slide 1\n\n![cat](#image1 \"10x5\")\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			r := read(t, &reader.Request{Path: file(t, c.b.build()), All: true})
			if r.TextPart == nil || r.Content != c.want {
				t.Fatalf("got %+v %s, want %q", r.TextPart, r.Reason, c.want)
			}
		})
	}
}

func TestSlides(t *testing.T) {
	t.Parallel()
	hidden := rec(0xf004, 0, rec(0xf00b, 1, []byte{0xbf, 3}, num(0x20002)), rec(0xf00d, 0, words(4, "secret")))
	b := builder{slides: [][]byte{slide(0, false, box(words(0, "A"))), slide(0, true, box(words(0, "B"))), slide(0, false, box(words(0, "C")), hidden, box(words(4, "foot"), placeholder(9)))}}
	path := file(t, b.build())
	for suffix, want := range map[string]string{"": "## A\n\n## C\n", "#slide2": "## B\n", "#slide3": "## C\n"} {
		r := read(t, &reader.Request{Path: path + suffix, Lines: true})
		if r.TextPart == nil || r.Content != want {
			t.Errorf("%q: %+v", suffix, r.TextPart)
		}
		if suffix == "#slide3" && r.Lines[0].At.Slide != 3 {
			t.Errorf("place: %+v", r.Lines[0].At)
		}
	}
	r := read(t, &reader.Request{Path: path})
	var got []string
	for _, o := range r.Omitted {
		got = append(got, fmt.Sprint(o.What, " ", *o.Count))
	}
	if s := strings.Join(got, ", "); s != "hidden slides 1, hidden shapes 1, headers and footers 1" {
		t.Errorf("omitted: %s", s)
	}
}

func TestDamage(t *testing.T) {
	t.Parallel()
	b := builder{slides: [][]byte{slide(0, false, box(words(0, "A"))), slide(0, false, box(words(0, "B")))}, token: 0xf3d1c4df}
	if r := read(t, &reader.Request{Path: file(t, b.build())}); r.ReasonCode != fault.Encrypted {
		t.Errorf("encrypted: %s", r.ReasonCode)
	}
	b.token = 0
	lost := bytes.ReplaceAll(b.build(), []byte("\xf5\x0f"), []byte("\xf5\x0e")) // no record of a save
	if r := read(t, &reader.Request{Path: file(t, lost)}); r.TextPart == nil || r.Content != "## A\n\n## B\n" {
		t.Errorf("without a directory: %+v", r)
	}
	content := cfbtest.Build(cfbtest.Stream{Path: "PowerPoint Document", Data: make([]byte, 5)}, cfbtest.Stream{Path: "Text_Content", Data: []byte("One caf\xe9\r\rtwo\vthree\r")})
	if r := read(t, &reader.Request{Path: file(t, content)}); r.TextPart == nil || r.Content != "One café\n\ntwo three\n" || r.Complete {
		t.Errorf("PowerPoint 95: %+v", r)
	}
	empty := builder{}
	if r := read(t, &reader.Request{Path: file(t, empty.build())}); r.ReasonCode != fault.EmptyDocument {
		t.Errorf("empty: %s", r.ReasonCode)
	}
	none := cfbtest.Build(cfbtest.Stream{Path: "PowerPoint Document", Data: make([]byte, 100)})
	if r := read(t, &reader.Request{Path: file(t, none)}); r.ReasonCode != fault.Corrupt {
		t.Errorf("nothing: %s", r.ReasonCode)
	}
	old := cfbtest.Build(cfbtest.Stream{Path: "PP40", Data: make([]byte, 100)})
	if r := read(t, &reader.Request{Path: file(t, old)}); r.ReasonCode != fault.LegacyFormat {
		t.Errorf("old: %s", r.ReasonCode)
	}
}

func sample() []byte {
	b := builder{
		slides:  [][]byte{slide(77, false, box(words(1, "a\rbé\rc", styles(nil, [2]uint32{2, 0}, [2]uint32{5, 1}))), box(rec(0xf9e, 0, num(0)))), slide(0, true, box(words(4, "x 😀")))},
		outline: [][]byte{words(0, "Títle")},
		notes:   rec(1008, 0, rec(1036, 0, rec(0xf002, 0, rec(0xf003, 0, box(words(2, "notes"), placeholder(0x0c)))))),
	}
	return b.build()
}

func TestLaws(t *testing.T) {
	t.Parallel()
	e := engine(t)
	path := file(t, sample())
	for _, as := range []reader.Form{reader.FormDefault, reader.FormText} {
		base := reader.Request{Path: path, As: as}
		whole, _ := readertest.ReadWhole(t, e, base)
		for _, req := range []reader.Request{{Limit: 2}, {MaxBytes: 7}, {MaxChars: 5}, {MaxLineChars: 3}, {Budget: 4}, {}} {
			req.Path, req.As = path, as
			readertest.Paging(t, e, req, whole)
		}
	}
}

func FuzzPPT(f *testing.F) {
	f.Add(700, []byte{0xff}, 90, []byte{0})
	f.Add(520, []byte{0xff, 0xff, 0xff, 0x7f}, 2000, []byte{1, 2, 3, 4})
	good := sample()
	e := engine(f)
	f.Fuzz(func(t *testing.T, at int, change []byte, at2 int, change2 []byte) {
		data := bytes.Clone(good)
		copy(data[uint(at)%uint(len(data)):], change)
		copy(data[uint(at2)%uint(len(data)):], change2)
		req := reader.Request{Path: file(t, data), Limit: 5}
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
