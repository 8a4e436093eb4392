package markup_test

import (
	"context"
	"strings"
	"testing"

	"fread/internal/reader"
	"fread/internal/reader/cursor"
	"fread/internal/reader/markup"
)

// Text that is Markdown already stays as it is, its headings are sections, and
// it ends the fences that it opens.
func TestVerbatim(t *testing.T) {
	t.Parallel()
	walk := func(_ context.Context, w markup.Writer) error {
		for _, s := range []string{"\n\n# One #\n\na *b* \\* c\n", "```\n# no heading\nopen", "  ## Two\nx\n#three\n"} {
			if err := w.Verbatim(s); err != nil {
				return err
			}
		}
		return w.Paragraph([]markup.Span{{Text: "*"}})
	}
	for part, want := range map[string]string{
		"":    "# One #\n\na *b* \\* c\n\n```\n# no heading\nopen\n```\n\n  ## Two\nx\n#three\n\n\\*",
		"One": "# One #\n\na *b* \\* c\n\n```\n# no heading\nopen\n```\n\n  ## Two\nx\n#three\n\n\\*",
		"two": "  ## Two\nx\n#three\n\n\\*",
	} {
		d := markup.NewDocument(context.Background(), reader.Options{Part: part}, walk)
		var lines []string
		for u, err := range d.Units(context.Background(), cursor.Position{}) {
			if err != nil {
				t.Fatal(err)
			}
			lines = append(lines, string(u.Text))
		}
		if got := strings.Join(lines, "\n"); got != want {
			t.Errorf("#%s: got\n%s\nwant\n%s", part, got, want)
		}
	}
}
