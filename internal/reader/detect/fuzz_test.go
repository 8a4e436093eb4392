package detect

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// bound is far above what any input may cost, and far below a hang.
const bound = 2 * time.Second

func check(tb testing.TB, t Type) {
	tb.Helper()
	if t.Kind == "" || t.Format == "" || t.MIME == "" || t.Name == "" || t.Evidence == "" {
		tb.Errorf("incomplete type %+v", t)
	}
}

func FuzzBinary(f *testing.F) {
	f.Add("a.docx", zipOf(f, contentTypes("openxmlformats-officedocument.wordprocessingml.document.main"), member{"word/document.xml", ""}), uint16(HeadSize-1))
	f.Add("", zipOf(f, member{"mimetype", "application/epub+zip"}), uint16(100))
	f.Add("a.doc", oleWith("WordDocument", "a", "b", "c"), uint16(600))
	f.Add("a.pdf", []byte("\n%PDF-1.4\n1 0 obj"), uint16(5))
	f.Add("", []byte("\x00\x00\x00\x1cftypmif1\x00\x00\x00\x00mif1avifmiaf"), uint16(30))
	f.Fuzz(func(t *testing.T, name string, data []byte, head uint16) {
		start := time.Now()
		for _, in := range []Input{
			{Name: name, Head: data, Size: -1},
			{Name: name, Head: data[:min(len(data), int(head))], At: bytes.NewReader(data), Size: int64(len(data))},
			{Name: name, Head: data, At: bytes.NewReader(nil), Size: int64(len(data)) + int64(head)}, // the file shrank
		} {
			if got, ok := Binary(in); ok {
				check(t, got)
			}
		}
		if d := time.Since(start); d > bound {
			t.Errorf("took %v", d)
		}
	})
}

func FuzzTextFormat(f *testing.F) {
	for _, s := range []string{"", "{\"a\":[1]}", "<html>", "<!DOCTYPE a [<!ENTITY b 'c'>]><a/>", "From: a\nTo: b\n\n", "---\na: 1\n---\n", "[a]\nb=1\n", "#!/bin/sh\n", "a,b,c\n"} {
		f.Add("", []byte(s), true)
		f.Add("a.json", []byte(s), false)
		f.Add("a.html.orig~", []byte(s), true)
	}
	f.Fuzz(func(t *testing.T, name string, text []byte, complete bool) {
		start := time.Now()
		check(t, TextFormat(name, text, complete))
		if d := time.Since(start); d > bound {
			t.Errorf("took %v", d)
		}
	})
}

// TestMutations damages every file of the corpus in ways that a broken copy
// does: cut off, with bytes changed, with a hole.
func TestMutations(t *testing.T) {
	files, _ := filepath.Glob(filepath.Join(corpusDir(), "*", "*"))
	if len(files) == 0 {
		t.Skip("no corpus")
	}
	if testing.Short() {
		t.Skip("slow")
	}
	var worst time.Duration
	kept, all := 0, 0
	for i, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		name := filepath.Base(file)
		want := recognise(t, name, data)
		state := uint32(i)*2654435761 + 1
		random := func(n int) int {
			state ^= state << 13
			state ^= state >> 17
			state ^= state << 5
			return int(state % uint32(max(n, 1)))
		}
		flipped := bytes.Clone(data)
		for range 1 + len(data)/200 {
			if len(data) > 0 {
				flipped[random(len(data))] = byte(random(256))
			}
		}
		hole := bytes.Clone(data)
		if len(data) > 0 {
			a := random(len(data))
			clear(hole[a:min(a+1024, len(hole))])
		}
		for _, damaged := range [][]byte{data[:random(len(data))], data[:len(data)*9/10], flipped, hole} {
			start := time.Now()
			got := recognise(t, name, damaged)
			worst = max(worst, time.Since(start))
			check(t, got)
			all++
			if got.Kind == want.Kind {
				kept++
			}
		}
	}
	t.Logf("%d of %d damaged files keep their kind; the longest took %v", kept, all, worst)
	if worst > bound {
		t.Errorf("the longest took %v", worst)
	}
}
