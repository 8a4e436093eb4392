package doc_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fread/internal/reader"
	"fread/internal/reader/cfb/cfbtest"
	"fread/internal/reader/fault"
	"fread/internal/reader/kinds/doc"
	"fread/internal/reader/readertest"
)

func engine(tb testing.TB) *reader.Engine {
	tb.Helper()
	g, err := reader.NewRegistry(doc.Reader{})
	if err != nil {
		tb.Fatal(err)
	}
	return &reader.Engine{Registry: g}
}

func file(tb testing.TB, content []byte) string {
	tb.Helper()
	p := filepath.Join(tb.TempDir(), "a.doc")
	if err := os.WriteFile(p, content, 0o600); err != nil {
		tb.Fatal(err)
	}
	return p
}

func read(tb testing.TB, content []byte) *reader.Result {
	tb.Helper()
	r, err := engine(tb).Read(context.Background(), &reader.Request{Path: file(tb, content), All: true})
	if err != nil {
		tb.Fatal(err)
	}
	return r
}

var (
	cell   = sprm(0x2416, 1)
	rowEnd = join(sprm(0x2416, 1), sprm(0x2417, 1))
)

// row is the definition of a row with the right edges of its cells and what is
// said of each.
func row(edges []uint16, flags ...uint16) []byte {
	arg := append([]byte{byte(len(edges))}, 0, 0)
	for _, e := range edges {
		arg = le.AppendUint16(arg, e)
	}
	for i := range edges {
		f := uint16(0)
		if i < len(flags) {
			f = flags[i]
		}
		arg = append(le.AppendUint16(arg, f), make([]byte, 18)...)
	}
	return append(le.AppendUint16(le.AppendUint16(nil, 0xd608), uint16(len(arg)+1)), arg...)
}

func TestDocuments(t *testing.T) {
	t.Parallel()
	two := join(rowEnd, row([]uint16{1000, 2000}))
	for _, c := range []struct {
		name string
		b    builder
		want string
	}{
		{"paragraphs", builder{paras: []para{p("one\r"), p("\r"), p("tw\u00f6\vthree\r")}}, "one\n\ntwö\\\nthree\n"},
		{"look", builder{paras: []para{{runs: []run{
			{"bold", sprm(0x0835, 1)}, {" plain ", nil}, {"italic", sprm(0x0836, 1)}, {"2", sprm(0x2a48, 1)}, {"\r", nil},
		}}}}, "**bold** plain *italic*<sup>2</sup>\n"},
		{"headings", builder{styles: []string{"Normal", "heading 1", "Überschrift 2"}, paras: []para{styled(1, "A\r"), styled(2, "B\r"), p("c\r"), with(sprm(0x2640, 2), "D\r")}}, "# A\n\n## B\n\nc\n\n### D\n"},
		{"table", builder{paras: []para{with(cell, "a\a"), with(cell, "b\a"), with(two, "\a"), with(cell, "c\a"), with(cell, "\a"), with(two, "\a"), p("end\r")}}, "| a | b |\n|---|---|\n| c | |\n\nend\n"},
		{"merged cells", builder{paras: []para{
			with(cell, "a\a"), with(cell, "b\a"), with(join(rowEnd, row([]uint16{1000, 2000}, 0x60)), "\a"),
			with(cell, "\a"), with(cell, "c\a"), with(join(rowEnd, row([]uint16{1000, 2000}, 0x20)), "\a"),
			with(cell, "d\a"), with(join(rowEnd, row([]uint16{2000})), "\a"),
		}}, "| a | b |\n|---|---|\n| | c |\n| d | |\n"},
		{"nested table", builder{paras: []para{
			with(join(cell, sprm(0x6649, 2, 0, 0, 0), sprm(0x244b, 1)), "i\r"), with(join(cell, sprm(0x6649, 2, 0, 0, 0), sprm(0x244c, 1)), "\r"), with(cell, "o\a"), with(join(rowEnd, row([]uint16{1000})), "\a"),
		}}, "| i<br>o |\n|---|\n"},
		{"link", builder{paras: []para{p("see \x13 HYPERLINK \"https://example.org\" \x14here\x15 now\r")}}, "see [here](https://example.org) now\n"},
		{"table of contents", builder{paras: []para{p("\x13 HYPERLINK \\l \"t1\" \x14Start\t\x13 PAGEREF t1 \x1412\x15\x15\r")}}, "[Start](#t1)\n"},
		{"field without a result", builder{paras: []para{p("a\x13 PAGE \x15b\r")}}, "ab\n"},
		{"readings over characters", builder{paras: []para{p("a\x13 EQ \\* jc2 \\* hps10 \\o\\ad(\\s\\up 9(to),\u6771)\x15b\r")}}, "a東b\n"},
		{"symbols", builder{paras: []para{{runs: []run{{"(", join(sprm(0x0855, 1), sprm(0x6a09, 0, 0, 0xb7, 0xf0))}, {" x\u001ey\u001f\uf0b7\r", nil}}}}}, "• x\u2011y•\n"},
		{"piece that changes text", builder{prc: sprm(0x0835, 1), paras: []para{p("bold\r")}}, "**bold**\n"},
		{"footnote", builder{
			spans: [8]uint32{9, 8}, paras: []para{{runs: []run{{"text", nil}, {"\x02", sprm(0x0855, 1)}, {"end\r", nil}}}, {runs: []run{{"\x02", sprm(0x0855, 1)}, {" a note", nil}, {"\r", nil}}}},
			tables: map[int][]byte{0xaa: plc(2, 4, 9), 0xb2: plc(0, 0, 9, 10)},
		}, "text[^1]end\n\n[^1]: a note\n"},
		{"characters of two units", builder{paras: []para{p("\U0001f600\r")}}, "😀\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			r := read(t, c.b.build())
			if r.TextPart == nil || r.Content != c.want {
				t.Fatalf("got %+v %s, want %q", r.TextPart, r.Reason, c.want)
			}
		})
	}
}

// level is a level of a list that numbers by a format and a label.
func level(format byte, label string) []byte {
	b := make([]byte, 28)
	b[0], b[4] = 1, format
	b = le.AppendUint16(b, uint16(len(label)))
	for _, r := range label {
		b = le.AppendUint16(b, uint16(r))
	}
	return b
}

func TestLists(t *testing.T) {
	t.Parallel()
	lists := le.AppendUint32(le.AppendUint16(nil, 1), 77)
	lists = append(lists, make([]byte, 24)...)
	lists = join(lists, level(0, "\x00."), level(4, "\x00.\x01)"))
	for range 7 {
		lists = join(lists, level(23, "\uf0b7"))
	}
	overrides := le.AppendUint32(le.AppendUint32(nil, 1), 77)
	overrides = append(overrides, make([]byte, 16)...)
	item := func(depth byte, text string) para { return with(join(sprm(0x260a, depth), sprm(0x460b, 1, 0)), text) }
	b := builder{
		paras:  []para{item(0, "a\r"), item(1, "b\r"), item(1, "c\r"), item(2, "d\r"), item(0, "e\r"), item(1, "f\r"), p("end\r")},
		tables: map[int][]byte{0x2e2: lists, 0x2ea: overrides},
	}
	want := "1. a\n   1. b\n   2. c\n      - d\n2. e\n   1. f\n\nend\n"
	if r := read(t, b.build()); r.TextPart == nil || r.Content != want {
		t.Fatalf("got %+v, want %q", r.TextPart, want)
	}
}

func TestWhatIsNotShown(t *testing.T) {
	t.Parallel()
	b := builder{paras: []para{{runs: []run{{"a", nil}, {"secret", sprm(0x083c, 1)}, {"b", nil}, {"gone", sprm(0x0800, 1)}, {"\x01", sprm(0x0855, 1)}, {"\r", nil}}}}}
	r := read(t, b.build())
	if r.Content != "ab![](#image1)\n" || r.Complete {
		t.Fatalf("got %q", r.Content)
	}
	var got []string
	for _, o := range r.Omitted {
		got = append(got, fmt.Sprint(o.What, " ", *o.Count))
	}
	if s := strings.Join(got, ", "); s != "hidden characters 6, deletions 1, images 1" {
		t.Errorf("omitted: %s", s)
	}
}

func TestRefusals(t *testing.T) {
	t.Parallel()
	encrypted := builder{flags: 0x100, paras: []para{p("x\r")}}
	for _, c := range []struct {
		data []byte
		code fault.Code
	}{
		{encrypted.build(), fault.Encrypted},
		{cfbtest.Build(cfbtest.Stream{Path: "WordDocument", Data: make([]byte, 5000)}), fault.Corrupt},
		{cfbtest.Build(cfbtest.Stream{Path: "WordDocument", Data: []byte("\xec\xa5")}), fault.Corrupt},
	} {
		if r := read(t, c.data); r.Readable || r.ReasonCode != c.code {
			t.Errorf("got %s, want %s", r.ReasonCode, c.code)
		}
	}
}

// A container without its tables still shows the text.
func TestLostContainer(t *testing.T) {
	t.Parallel()
	b := builder{paras: []para{p("one\r"), with(cell, "c\u00f6ll\a"), with(join(rowEnd, row([]uint16{1000})), "\a"), p("two\r")}}
	data := b.build()
	at := bytes.Index(data, []byte("o\x00n\x00e\x00"))
	r := read(t, data[:at+512]) // the directory lies behind
	if r.TextPart == nil || r.Content != "one\n\ncöll\n\ntwo\n" || r.Complete || r.Notes[0].Code != reader.NoteCorrupt {
		t.Fatalf("got %+v", r)
	}
}

func sample() []byte {
	two := join(rowEnd, row([]uint16{1000, 2000}))
	b := builder{styles: []string{"Normal", "heading 1"}, paras: []para{
		styled(1, "Títle\r"),
		{runs: []run{{"Some ", nil}, {"text", sprm(0x0835, 1)}, {" and more of it\r", nil}}},
		with(cell, "a\a"), with(cell, "b\a"), with(two, "\a"), p("see \x13 HYPERLINK \"x\" \x14here\x15\r"), p("end \U0001f600\r"),
	}}
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

// FuzzDoc changes bytes of a good document: of what is random, nothing would
// get past the container.
func FuzzDoc(f *testing.F) {
	f.Add(700, []byte{0xff}, 90, []byte{0})
	f.Add(512, []byte{0xdc, 0xa5, 101}, 2000, []byte{1, 2, 3, 4})
	f.Add(512+0x1a2, []byte{1, 0, 0, 0}, 512+0x4c, []byte{255, 255, 255, 127})
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
