package charset

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// corpus holds files whose encoding is known, beside the repository.
const corpus = "../../../../shared/corpus/text"

type labelled struct {
	file, label, source string
	content             []byte
}

func readLabels(t *testing.T) []labelled {
	t.Helper()
	list, err := os.ReadFile(filepath.Join(corpus, "LABELS.tsv"))
	if err != nil {
		t.Skip("no labelled files here")
	}
	var all []labelled
	for line := range strings.Lines(string(list)) {
		f := strings.Split(strings.TrimSpace(line), "\t")
		if len(f) < 3 || f[0] == "file" {
			continue
		}
		b, err := os.ReadFile(filepath.Join(corpus, f[0]))
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, labelled{f[0], f[1], f[2], b})
	}
	return all
}

// same reports whether the guess shows the text that the label means.
func same(t *testing.T, g Guess, label string, b []byte) bool {
	t.Helper()
	if g.Encoding == nil {
		return false
	}
	if label == "utf-16" || label == "utf-32" { // of the order that the byte order mark says
		return g.BOM > 0 && strings.HasPrefix(g.Encoding.Name(), label)
	}
	want, ok := Lookup(label)
	if !ok {
		return false
	}
	if want == g.Encoding {
		return true
	}
	got, _, _, _ := g.Encoding.NewDecoder().Append(nil, b, true)
	text, _, _, _ := want.NewDecoder().Append(nil, b, true)
	return bytes.Equal(got, text)
}

func TestLabels(t *testing.T) {
	files := readLabels(t)
	right := 0
	for _, f := range files {
		sample := f.content[:min(len(f.content), 64<<10)]
		g := Detect(sample, len(sample) == len(f.content))
		if same(t, g, f.label, f.content) {
			right++
			continue
		}
		name := "binary"
		if g.Encoding != nil {
			name = g.Encoding.Name()
		}
		t.Logf("%s %d bytes: %s, want %s (%s, %.2f) %s", f.file, len(f.content), name, f.label, g.Evidence, g.Confidence, f.source)
		if strings.HasPrefix(f.label, "utf-8") || f.label == "ascii" && !g.Binary { // one holds a thousand NUL bytes
			t.Errorf("%s: UTF-8 misjudged", f.file)
		}
	}
	t.Logf("%d of %d right", right, len(files))
	if right*100 < len(files)*95 {
		t.Errorf("%d of %d right, want 95 %%", right, len(files))
	}
}
