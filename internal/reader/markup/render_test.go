package markup_test

import (
	"bytes"
	"context"
	"fmt"
	"html"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	ghtml "github.com/yuin/goldmark/renderer/html"

	"fread/internal/reader"
	"fread/internal/reader/cursor"
	"fread/internal/reader/markup"
)

// lines runs a walk and returns its lines.
func lines(tb testing.TB, form reader.Form, walk markup.Walk) []string {
	tb.Helper()
	d := markup.NewDocument(context.Background(), reader.Options{Form: form, Request: &reader.Request{}}, walk)
	var out []string
	for u, err := range d.Units(context.Background(), cursor.Position{}) {
		if err != nil {
			tb.Fatal(err)
		}
		out = append(out, string(u.Text))
	}
	return out
}

func text(s string) []markup.Span { return []markup.Span{{Text: s}} }

// tell makes a walk of calls that return errors.
func tell(calls ...func(markup.Writer) error) markup.Walk {
	return func(_ context.Context, w markup.Writer) error {
		for _, c := range calls {
			if err := c(w); err != nil {
				return err
			}
		}
		return nil
	}
}

func para(spans ...markup.Span) func(markup.Writer) error {
	return func(w markup.Writer) error { return w.Paragraph(spans) }
}
func say(s string) func(markup.Writer) error { return para(markup.Span{Text: s}) }
func head(level int, s string) func(markup.Writer) error {
	return func(w markup.Writer) error { return w.Heading(level, text(s)) }
}

func code(language, s string) func(markup.Writer) error {
	return func(w markup.Writer) error { return w.Code(language, s) }
}
func rule(w markup.Writer) error { return w.Rule() }
func in(c markup.Container, calls ...func(markup.Writer) error) func(markup.Writer) error {
	return func(w markup.Writer) error {
		if err := w.Begin(c); err != nil {
			return err
		}
		for _, f := range calls {
			if err := f(w); err != nil {
				return err
			}
		}
		return w.End()
	}
}

func row(cells ...string) func(markup.Writer) error {
	var calls []func(markup.Writer) error
	for _, c := range cells {
		calls = append(calls, in(markup.Cell{}, say(c)))
	}
	return in(markup.Row{}, calls...)
}

var tags = regexp.MustCompile(`(?s)<[^>]*>`)

// rendered is the text that a browser would show of Markdown.
func rendered(tb testing.TB, md string) string {
	tb.Helper()
	var b bytes.Buffer
	g := goldmark.New(goldmark.WithExtensions(extension.Table, extension.Strikethrough, extension.TaskList), goldmark.WithRendererOptions(ghtml.WithUnsafe()))
	if err := g.Convert([]byte(md), &b); err != nil {
		tb.Fatal(err)
	}
	return html.UnescapeString(tags.ReplaceAllString(b.String(), ""))
}

func squash(s string) string { return strings.Join(strings.Fields(s), " ") }

// Text stays text when the Markdown is rendered, whatever it is made of.
func TestTextStaysText(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	parts := []string{
		"*", "**", "_", "__", "`", "``", "[", "]", "(", ")", "[a](b)", "![a](b)", "<", ">", "<b>", "</b>", "<!--", "&", "&amp;", "&#65;", "~", "~~", "\\", "#", "# ", "+ ", "- ", "-", "---", "===", "=",
		"1. ", "12) ", "1", ".", "!", "|", "a", "b", "word", " ", "  ", "é", "日本", "snake_case", "$", ":", "[x]: y", "[ ] ", "<http://a.b>", "C:\\Temp", "(c)", "\"", "'", "“", "—", "…", "\u00a0", "~~~", "```", "\t",
	}
	for i := range 4_000 {
		var b strings.Builder
		for range 1 + r.IntN(7) {
			b.WriteString(parts[r.IntN(len(parts))])
		}
		s := b.String()
		if strings.TrimSpace(s) == "" {
			continue
		}
		md := strings.Join(lines(t, reader.FormMarkdown, tell(say(s))), "\n")
		if got, want := squash(rendered(t, md)), squash(s); got != want {
			t.Errorf("%d: %q became %q, which shows %q", i, want, md, got)
			if i > 3000 {
				t.FailNow()
			}
		}
	}
}

// Words and styles survive any mixture of spans.
func TestStylesSurvive(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(3, 4))
	parts := []string{"a", "word", " ", "(", ")", ".", ":", "x y", " lead", "trail ", "é", "“q”", "1.", "# ", "-", "*", "_", "\\", "!", "[", "]", "`", "<i>", "a*b", "\u00a0"}
	styles := []markup.Style{0, 0, markup.Bold, markup.Italic, markup.Bold | markup.Italic, markup.Strike, markup.Code, markup.Bold | markup.Strike, markup.Superscript, markup.Subscript}
	for i := range 4_000 {
		var spans []markup.Span
		var want strings.Builder
		for range 1 + r.IntN(4) {
			s := parts[r.IntN(len(parts))] + parts[r.IntN(len(parts))]
			sp := markup.Span{Text: s, Style: styles[r.IntN(len(styles))]}
			if r.IntN(6) == 0 && strings.TrimSpace(s) != "" {
				sp.Link = "http://a.b/(c)"
			}
			spans = append(spans, sp)
			want.WriteString(s)
		}
		if strings.TrimSpace(want.String()) == "" {
			continue
		}
		for _, where := range []string{"paragraph", "heading", "cell"} {
			walk := tell(para(spans...))
			switch where {
			case "heading":
				walk = tell(func(w markup.Writer) error { return w.Heading(2, spans) })
			case "cell":
				walk = tell(in(markup.Table{}, in(markup.Row{}, in(markup.Cell{}, para(spans...)), in(markup.Cell{}, say("|")))))
			}
			md := strings.Join(lines(t, reader.FormMarkdown, walk), "\n")
			got, want := rendered(t, md), want.String()
			if where == "cell" {
				got = strings.TrimSuffix(strings.TrimSpace(got), "|")
			}
			// Spaces may move where delimiters cannot stand.
			if strings.Join(strings.Fields(got), "") != strings.Join(strings.Fields(want), "") {
				t.Errorf("%d, %s: %+v became %q, which shows %q", i, where, spans, md, got)
				if i > 3000 {
					t.FailNow()
				}
			}
		}
	}
}

func TestBlocks(t *testing.T) {
	t.Parallel()
	item := func(s string, more ...func(markup.Writer) error) func(markup.Writer) error {
		return in(markup.Item{}, append([]func(markup.Writer) error{say(s)}, more...)...)
	}
	number := func(n int, list int, s string, more ...func(markup.Writer) error) func(markup.Writer) error {
		return in(markup.Item{List: list, Ordered: true, Number: n}, append([]func(markup.Writer) error{say(s)}, more...)...)
	}
	for _, c := range []struct {
		name        string
		walk        markup.Walk
		want, plain string
	}{
		{"headings", tell(head(1, "One"), say("text"), head(9, "Deep #")), "# One\n\ntext\n\n###### Deep \\#", "One\n\ntext\n\nDeep #"},
		{"lists", tell(item("a", item("b"), item("c")), item("d"), say("end")), "- a\n  - b\n  - c\n- d\n\nend", "- a\n  - b\n  - c\n- d\n\nend"},
		{"two lists", tell(number(1, 1, "a"), number(1, 2, "b"), number(2, 2, "c")), "1. a\n\n1) b\n2) c", "1. a\n\n1. b\n2. c"},
		{"item with blocks", tell(number(10, 1, "a", say("b"), code("go", "x\n\n  y"))), "10. a\n\n    b\n\n    ```go\n    x\n\n      y\n    ```", "10. a\n\n  b\n\n  x\n\n    y"},
		{"labels", tell(in(markup.Item{Ordered: true, Number: 2, Label: "(b)"}, say("x")), in(markup.Item{Ordered: true, Number: 3, Label: "3)"}, say("y"))), "2. x\n3. y", "(b) x\n3) y"},
		{"tasks", tell(in(markup.Item{Task: markup.Done}, say("x")), in(markup.Item{Task: markup.Open}, say("[ ] y"))), "- [x] x\n- [ ] \\[ ] y", "[x] x\n[ ] [ ] y"},
		{"loose", tell(in(markup.Item{Loose: true}, say("x")), in(markup.Item{Loose: true}, say("y"))), "- x\n\n- y", "- x\n\n- y"},
		{"quote", tell(in(markup.Quote{}, say("a"), item("b"), say("c")), say("d")), "> a\n>\n> - b\n>\n> c\n\nd", "a\n\n- b\n\nc\n\nd"},
		{"rule", tell(say("a"), rule, say("b")), "a\n\n---\n\nb", "a\n\nb"},
		{"table", tell(say("x"), in(markup.Table{}, row("a", "b|c"), row("1")), say("y")), "x\n\n| a | b\\|c |\n|---|---|\n| 1 | |\n\ny", "x\n\na\tb|c\n1\n\ny"},
		{"spans", tell(in(markup.Table{}, in(markup.Row{}, in(markup.Cell{Columns: 2}, say("wide")), in(markup.Cell{Rows: 2}, say("tall"))), row("a", "b"), row("c", "d", "e"))), "| wide | | tall |\n|---|---|---|\n| a | b | |\n| c | d | e |", "wide\t\ttall\na\tb\t\nc\td\te"},
		{"cell of blocks", tell(in(markup.Table{}, row("h", "i"), in(markup.Row{}, in(markup.Cell{}, say("a"), say("b")), in(markup.Cell{}, item("x"), item("y"))))), "| h | i |\n|---|---|\n| a<br>b | - x<br>- y |", "h\ti\na b\t- x - y"},
		{"box", tell(in(markup.Table{}, in(markup.Row{}, in(markup.Cell{}, say("a"), say("b"))))), "| a<br>b |\n|---|", "a b"},
		{"nested table", tell(in(markup.Table{}, row("h", "i"), in(markup.Row{}, in(markup.Cell{}, say("a")), in(markup.Cell{}, in(markup.Table{}, row("x", "y"), row("1", "2"))))), say("z")), "| h | i |\n|---|---|\n| a | x \\| y<br>1 \\| 2 |\n\nz", "h\ti\na\tx y 1 2\n\nz"},
		{"item in words", tell(in(markup.Item{Ordered: true, Number: 2, Label: "Article 2"}, say("x"))), "- Article 2 x", "Article 2 x"},
		{"nested list from 3", tell(item("a", number(3, 1, "b"))), "- a\n\n  3. b", "- a\n  3. b"},
		{"rich cells", tell(in(markup.Table{}, row("h", "i"), in(markup.Row{}, in(markup.Cell{}, say("a")), in(markup.Cell{}, code("", "1\n2\n3\n4\n5\n6\n7\n8\n9"))))), "- h\n\n  i\n\n- a\n\n  ```\n  1\n  2\n  3\n  4\n  5\n  6\n  7\n  8\n  9\n  ```", ""},
		{"layout of rich cells", tell(in(markup.Table{}, in(markup.Row{}, in(markup.Cell{}, para(markup.Span{Kind: markup.Image, Target: "#image1"})), in(markup.Cell{}, code("", "1\n2\n3\n4\n5\n6\n7\n8\n9"))))), "![](#image1)\n\n```\n1\n2\n3\n4\n5\n6\n7\n8\n9\n```", ""},
		{"heading in a cell", tell(in(markup.Table{}, in(markup.Row{}, in(markup.Cell{}, head(1, "a"), say("b")), in(markup.Cell{}, say("c"))))), "| **a**<br>b | c |\n|---|---|", "a b\tc"},
		{"layout", tell(in(markup.Table{Layout: true}, row("a", "b"))), "a\n\nb", "a\n\nb"},
		{"note", tell(para(markup.Span{Text: "x"}, markup.Span{Kind: markup.NoteRef, Target: "1"}), in(markup.Note{ID: "1"}, say("n"), say("m")), say("y")), "x[^1]\n\n[^1]: n\n\n    m\n\ny", "x[1]\n\n[1] n\n\nm\n\ny"},
		{"note of a list", tell(in(markup.Item{}, para(markup.Span{Text: "x"}, markup.Span{Kind: markup.NoteRef, Target: "1"}), in(markup.Note{ID: "1"}, say("n"))), item("z"), say("y")), "- x[^1]\n- z\n\n[^1]: n\n\ny", "- x[1]\n- z\n\n[1] n\n\ny"},
		{"break", tell(para(markup.Span{Text: "a "}, markup.Span{Kind: markup.Break}, markup.Span{Text: " - b"}, markup.Span{Kind: markup.Break}, markup.Span{Text: "==="})), "a\\\n\\- b\\\n\\===", "a\n- b\n==="},
		{"image", tell(para(markup.Span{Kind: markup.Image, Text: "A [b]", Target: "#image1", Width: 3, Height: 4, Link: "u v"})), "[![A \\[b\\]](#image1 \"3x4\")](<u v>)", ""},
		{"math", tell(para(markup.Span{Text: "so "}, markup.Span{Kind: markup.Math, Text: "a | b "}), para(markup.Span{Kind: markup.Math, Text: "x", Display: true})), "so $a | b$\n\n$$x$$", "so a | b\n\nx"},
		{"changes", tell(para(markup.Span{Text: "a "}, markup.Span{Text: "new ", Style: markup.Inserted}, markup.Span{Text: "old", Style: markup.Deleted})), "a {++new++} {--old--}", "a {++new ++}{--old--}"},
		{"link", tell(para(markup.Span{Text: "see "}, markup.Span{Text: " the ", Link: "http://x/(1)"}, markup.Span{Text: "page ", Link: "http://x/(1)", Style: markup.Bold}, markup.Span{Text: "http://y", Link: "http://y"})), "see [the **page**](<http://x/(1)>) <http://y>", "see  the page http://y"},
		{"emphasis", tell(para(markup.Span{Text: "Name"}, markup.Span{Text: ": ", Style: markup.Bold}, markup.Span{Text: "x", Style: markup.Bold}, markup.Span{Text: "y"})), "Name: **x**y", "Name: xy"},
	} {
		if got := strings.Join(lines(t, reader.FormMarkdown, c.walk), "\n"); got != c.want {
			t.Errorf("%s:\n%s\nwant\n%s", c.name, got, c.want)
		}
		if c.plain == "" {
			continue
		}
		if got := strings.Join(lines(t, reader.FormText, c.walk), "\n"); got != c.plain {
			t.Errorf("%s as text:\n%s\nwant\n%s", c.name, got, c.plain)
		}
	}
}

// Nothing is lost however deep containers lie in each other, and time grows with
// the size only.
func TestDeepNesting(t *testing.T) {
	t.Parallel()
	for _, c := range []markup.Container{markup.Quote{}, markup.Item{}, markup.Table{}} {
		const depth = 100_000
		walk := func(_ context.Context, w markup.Writer) error {
			for range depth {
				if err := w.Begin(c); err != nil {
					return err
				}
				if _, ok := c.(markup.Table); ok {
					if err := in(markup.Row{}, in(markup.Cell{}, say("above")))(w); err != nil {
						return err
					}
					for _, inner := range []markup.Container{markup.Row{}, markup.Cell{}} {
						if err := w.Begin(inner); err != nil {
							return err
						}
					}
				}
			}
			return w.Paragraph(text("deep"))
		}
		for _, form := range []reader.Form{reader.FormMarkdown, reader.FormText} {
			if got := strings.Join(lines(t, form, walk), "\n"); !strings.Contains(got, "deep") {
				t.Errorf("%T: %.80q", c, got)
			}
		}
	}
}

func TestWideTables(t *testing.T) {
	t.Parallel()
	walk := func(_ context.Context, w markup.Writer) error {
		if err := w.Begin(markup.Table{HeaderRows: 1}); err != nil {
			return err
		}
		for i := range 20_000 {
			if err := row("name", fmt.Sprint("value ", i), strings.Repeat("x", i%50))(w); err != nil {
				return err
			}
		}
		if err := row("a", "b", "c", "more than the columns")(w); err != nil {
			return err
		}
		return w.End()
	}
	got := lines(t, reader.FormMarkdown, walk)
	if n := len(got); n != 20_002 || got[n-1] != "| a | b | c<br>more than the columns |" {
		t.Errorf("%d lines, the last is %q", n, got[n-1])
	}
}
