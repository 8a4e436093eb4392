package html_test

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"

	"fread/internal/reader"
)

// shared is the folder of real files beside the project; tests of them are
// skipped where it is missing.
func shared() string {
	if dir := os.Getenv("FREAD_CORPUS"); dir != "" {
		return filepath.Dir(dir)
	}
	dir, _ := filepath.Abs("../../../../../shared")
	return dir
}

// words counts the words of a text, without case.
func words(s string) map[string]int {
	n := map[string]int{}
	for w := range strings.FieldsFuncSeq(strings.ToLower(s), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsNumber(r) && !unicode.IsMark(r) }) {
		n[w]++
	}
	return n
}

// score is the F1 of two bags of words.
func score(a, b map[string]int) float64 {
	common, all := 0, 0
	for w, n := range a {
		common += min(n, b[w])
		all += n
	}
	for _, n := range b {
		all += n
	}
	if all == 0 {
		return 1
	}
	return 2 * float64(common) / float64(all)
}

// Pages give the words that a browser's innerText gives of them.
func TestWordsOfRealPages(t *testing.T) {
	t.Parallel()
	packed, err := os.ReadFile(filepath.Join(shared(), "expected/html/innertext.jsonl.gz"))
	if err != nil {
		t.Skip("no real files here")
	}
	r, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		t.Fatal(err)
	}
	e := engine(t)
	total, n := 0.0, 0
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, 64<<20)
	for lines.Scan() {
		var want struct{ File, InnerText string }
		if err := json.Unmarshal(lines.Bytes(), &want); err != nil {
			t.Fatal(err)
		}
		expected := words(want.InnerText)
		path := filepath.Join(shared(), "corpus", want.File)
		if _, err := os.Stat(path); err != nil || len(expected) == 0 {
			continue
		}
		got := read(t, e, reader.Request{Path: path, As: reader.FormText, All: true})
		content := ""
		if got.TextPart != nil {
			content = got.Content
		}
		s := score(expected, words(content))
		if s < 0.9 {
			t.Logf("%s: %.3f", want.File, s)
		}
		total += s
		n++
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	if n > 0 && total/float64(n) < 0.98 {
		t.Errorf("words of %d pages: %.4f", n, total/float64(n))
	}
}
