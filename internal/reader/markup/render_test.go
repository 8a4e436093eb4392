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
	. "fread/internal/reader/markup"
)

// lines runs a walk and returns its lines.
func lines(tb testing.TB, form reader.Form, walk Walk) []string {
	tb.Helper()
	d, err := NewDocument(context.Background(), reader.Options{Form: form, Request: &reader.Request{}}, walk)
	if err != nil {
		tb.Fatal(err)
	}
	var out []string
	for u, err := range d.Units(context.Background(), cursor.Position{}) {
		if err != nil {
			tb.Fatal(err)
		}
		out = append(out, string(u.Text))
	}
	return out
}

func text(s string) []Span { return []Span{{Text: s}} }

// tell makes a walk of calls that return errors.
func tell(calls ...func(Writer) error) Walk {
	return func(_ context.Context, w Writer) error {
		for _, c := range calls {
			if err := c(w); err != nil {
				return err
			}
		}
		return nil
	}
}

func para(spans ...Span) func(Writer) error { return func(w Writer) error { return w.Paragraph(spans) } }
func say(s string) func(Writer) error       { return para(Span{Text: s}) }
func head(level int, s string) func(Writer) error {
	return func(w Writer) error { return w.Heading(level, text(s)) }
}
func code(language, s string) func(Writer) error {
	return func(w Writer) error { return w.Code(language, s) }
}
func rule(w Writer) error { return w.Rule() }
func in(c Container, calls ...func(Writer) error) func(Writer) error {
	return func(w Writer) error {
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
func row(cells ...string) func(Writer) error {
	var calls []func(Writer) error
	for _, c := range cells {
		calls = append(calls, in(Cell{}, say(c)))
	}
	return in(Row{}, calls...)
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
	for i := range 30_000 {
		var b strings.Builder
		for range 1 + r.IntN(7) {
			b.WriteString(parts[r.IntN(len(parts))])
		}
		s := b.String()
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
	styles := []Style{0, 0, Bold, Italic, Bold | Italic, Strike, Code, Bold | Strike, Superscript, Subscript}
	for i := range 30_000 {
		var spans []Span
		var want strings.Builder
		for range 1 + r.IntN(4) {
			s := parts[r.IntN(len(parts))] + parts[r.IntN(len(parts))]
			sp := Span{Text: s, Style: styles[r.IntN(len(styles))]}
			if r.IntN(6) == 0 && strings.TrimSpace(s) != "" {
				sp.Link = "http://a.b/(c)"
			}
			spans = append(spans, sp)
			want.WriteString(s)
		}
		for _, where := range []string{"paragraph", "heading", "cell"} {
			walk := tell(para(spans...))
			switch where {
			case "heading":
				walk = tell(func(w Writer) error { return w.Heading(2, spans) })
			case "cell":
				walk = tell(in(Table{}, in(Row{}, in(Cell{}, para(spans...)), in(Cell{}, say("|")))))
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
	item := func(s string, more ...func(Writer) error) func(Writer) error {
		return in(Item{}, append([]func(Writer) error{say(s)}, more...)...)
	}
	number := func(n int, list int, s string, more ...func(Writer) error) func(Writer) error {
		return in(Item{List: list, Ordered: true, Number: n}, append([]func(Writer) error{say(s)}, more...)...)
	}
	for _, c := range []struct {
		name        string
		walk        Walk
		want, plain string
	}{
		{"headings", tell(head(1, "One"), say("text"), head(9, "Deep #")), "# One\n\ntext\n\n###### Deep \\#", "One\n\ntext\n\nDeep #"},
		{"lists", tell(item("a", item("b"), item("c")), item("d"), say("end")), "- a\n  - b\n  - c\n- d\n\nend", "- a\n  - b\n  - c\n- d\n\nend"},
		{"two lists", tell(number(1, 1, "a"), number(1, 2, "b"), number(2, 2, "c")), "1. a\n\n1) b\n2) c", "1. a\n\n1. b\n2. c"},
		{"item with blocks", tell(number(10, 1, "a", say("b"), code("go", "x\n\n  y"))), "10. a\n\n    b\n\n    ```go\n    x\n\n      y\n    ```", "10. a\n\n  b\n\n  x\n\n    y"},
		{"labels", tell(in(Item{Ordered: true, Number: 2, Label: "(b)"}, say("x")), in(Item{Ordered: true, Number: 3, Label: "3)"}, say("y"))), "- (b) x\n3. y", "(b) x\n3) y"},
		{"tasks", tell(in(Item{Task: Done}, say("x")), in(Item{Task: Open}, say("[ ] y"))), "- [x] x\n- [ ] \\[ ] y", "[x] x\n[ ] [ ] y"},
		{"loose", tell(in(Item{Loose: true}, say("x")), in(Item{Loose: true}, say("y"))), "- x\n\n- y", "- x\n\n- y"},
		{"quote", tell(in(Quote{}, say("a"), item("b"), say("c")), say("d")), "> a\n>\n> - b\n>\n> c\n\nd", "a\n\n- b\n\nc\n\nd"},
		{"rule", tell(say("a"), rule, say("b")), "a\n\n---\n\nb", "a\n\nb"},
		{"table", tell(say("x"), in(Table{}, row("a", "b|c"), row("1")), say("y")), "x\n\n| a | b\\|c |\n|---|---|\n| 1 | |\n\ny", "x\n\na\tb|c\n1\n\ny"},
		{"spans", tell(in(Table{}, in(Row{}, in(Cell{Columns: 2}, say("wide")), in(Cell{Rows: 2}, say("tall"))), row("a", "b"), row("c", "d", "e"))), "| wide | | tall |\n|---|---|---|\n| a | b | |\n| c | d | e |", "wide\t\ttall\na\tb\t\nc\td\te"},
		{"cell of blocks", tell(in(Table{}, row("h", "i"), in(Row{}, in(Cell{}, say("a"), say("b")), in(Cell{}, item("x"), item("y"))))), "| h | i |\n|---|---|\n| a<br>b | - x<br>- y |", "h\ti\na b\t- x - y"},
		{"box", tell(in(Table{}, in(Row{}, in(Cell{}, say("a"), say("b"))))), "a\n\nb", "a b"},
		{"nested table", tell(in(Table{}, row("h", "i"), in(Row{}, in(Cell{}, say("a")), in(Cell{}, in(Table{}, row("x", "y"), row("1", "2"))))), say("z")), "- h\n\n  i\n\n- a\n\n  | x | y |\n  |---|---|\n  | 1 | 2 |\n\nz", "h\ti\n\n- a\n\n  x\ty\n  1\t2\n\nz"},
		{"layout", tell(in(Table{Layout: true}, row("a", "b"))), "a\n\nb", "a\n\nb"},
		{"note", tell(para(Span{Text: "x"}, Span{Kind: NoteRef, Target: "1"}), in(Note{ID: "1"}, say("n"), say("m")), say("y")), "x[^1]\n\n[^1]: n\n\n    m\n\ny", "x[1]\n\n[1] n\n\nm\n\ny"},
		{"note of a list", tell(in(Item{}, para(Span{Text: "x"}, Span{Kind: NoteRef, Target: "1"}), in(Note{ID: "1"}, say("n"))), item("z"), say("y")), "- x[^1]\n- z\n\n[^1]: n\n\ny", "- x[1]\n- z\n\n[1] n\n\ny"},
		{"break", tell(para(Span{Text: "a "}, Span{Kind: Break}, Span{Text: " - b"}, Span{Kind: Break}, Span{Text: "==="})), "a\\\n\\- b\\\n\\===", "a\n- b\n==="},
		{"image", tell(para(Span{Kind: Image, Text: "A [b]", Target: "#image1", Width: 3, Height: 4, Link: "u v"})), "[![A \\[b\\]](#image1 \"3x4\")](<u v>)", ""},
		{"math", tell(para(Span{Text: "so "}, Span{Kind: Math, Text: "a | b "}), para(Span{Kind: Math, Text: "x", Display: true})), "so $a | b$\n\n$$x$$", "so a | b\n\nx"},
		{"changes", tell(para(Span{Text: "a "}, Span{Text: "new ", Style: Inserted}, Span{Text: "old", Style: Deleted})), "a {++new++} {--old--}", "a {++new ++}{--old--}"},
		{"link", tell(para(Span{Text: "see "}, Span{Text: " the ", Link: "http://x/(1)"}, Span{Text: "page ", Link: "http://x/(1)", Style: Bold}, Span{Text: "http://y", Link: "http://y"})), "see [the **page**](<http://x/(1)>) <http://y>", "see  the page http://y"},
		{"emphasis", tell(para(Span{Text: "Name"}, Span{Text: ": ", Style: Bold}, Span{Text: "x", Style: Bold}, Span{Text: "y"})), "Name: **x**y", "Name: xy"},
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
	for _, c := range []Container{Quote{}, Item{}, Table{}} {
		const depth = 100_000
		walk := func(_ context.Context, w Writer) error {
			for range depth {
				if err := w.Begin(c); err != nil {
					return err
				}
				if _, ok := c.(Table); ok {
					if err := in(Row{}, in(Cell{}, say("above")))(w); err != nil {
						return err
					}
					for _, inner := range []Container{Row{}, Cell{}} {
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
	walk := func(_ context.Context, w Writer) error {
		if err := w.Begin(Table{HeaderRows: 1}); err != nil {
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
