package paragraphs_test

import (
	"testing"

	"fread/internal/reader/markup"
	"fread/internal/reader/paragraphs"
)

func TestHeadingLevel(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]int{
		"heading 1": 1, "Heading 9": 9, "Überschrift 2": 2, "heading 3,h3": 3, "Title": 1, "标题 4": 4, "Normal": 0, "": 0, "heading": 0, "heading 0": 0, "my heading 1": 0, "TOC 1": 0,
	} {
		if got := paragraphs.HeadingLevel(name); got != want {
			t.Errorf("%q: %d, want %d", name, got, want)
		}
	}
}

func TestFields(t *testing.T) {
	t.Parallel()
	for instruction, want := range map[string]string{
		` HYPERLINK "https://example.org" `: "https://example.org", `HYPERLINK \l "here"`: "#here", `hyperlink https://a.b \o "tip" \l x`: "https://a.b#x",
		`HYPERLINK "C:\\a\\b.txt" \t "_blank"`: `C:\a\b.txt`, `PAGE`: "", ``: "", `HYPERLINK`: "", `HYPERLINK "open`: "open",
	} {
		if got := paragraphs.Hyperlink(instruction); got != want {
			t.Errorf("%q: %q, want %q", instruction, got, want)
		}
	}
	entry := []markup.Span{{Text: "Start\t"}}
	if !paragraphs.Muted(" PAGEREF x ", entry, nil) || paragraphs.Muted("PAGEREF x", entry, []byte("see page ")) || paragraphs.Muted("REF x", entry, nil) {
		t.Error("the wrong fields are left out")
	}
	if got := paragraphs.Ruby(` EQ \* jc2 \o\ad(\s\up 9(to),x)`); got != "x" || paragraphs.Ruby(`EQ \f(1,2)`) != "" {
		t.Errorf("ruby: %q", got)
	}
}

func TestSymbol(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		font string
		c    byte
		want rune
	}{{"Symbol", 'a', 'α'}, {"Symbol", 0xa3, '≤'}, {"Symbol", 0xb7, '•'}, {"Wingdings", 0xfc, '✓'}, {"Wingdings", 0x01, '•'}, {"Webdings", 0xb7, '•'}, {"", 'x', 'x'}} {
		if got := paragraphs.Symbol(c.font, c.c); got != c.want {
			t.Errorf("%s %#x: %c, want %c", c.font, c.c, got, c.want)
		}
	}
	for c := range 256 { // all of them mean something
		for _, font := range []string{"Symbol", "Wingdings", "Other"} {
			if r := paragraphs.Symbol(font, byte(c)); r < ' ' && r != '\t' || r == 0x7f {
				t.Errorf("%s %#x: %U", font, c, r)
			}
		}
	}
}
