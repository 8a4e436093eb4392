package markup_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fread/internal/reader"
	"fread/internal/reader/cursor"
	"fread/internal/reader/detect"
	"fread/internal/reader/fault"
	"fread/internal/reader/markup"
	"fread/internal/reader/readertest"
	"fread/internal/reader/source"
)

// told is a kind whose documents are a walk, whatever the file holds.
type told struct{ walk markup.Walk }

func (told) Info() reader.Info {
	return reader.Info{Name: "told", Forms: []reader.Form{reader.FormMarkdown, reader.FormText}, Unit: reader.UnitLine, Parts: true, Converted: true}
}

func (told) Match(detect.Type, reader.Form) bool { return true }

func (k told) Open(ctx context.Context, _ *source.File, o reader.Options) (reader.Document, error) {
	return markup.NewDocument(ctx, o, k.walk), nil
}

// telling returns an engine that reads walk from any file, and such a file.
func telling(tb testing.TB, walk markup.Walk) (e *reader.Engine, path string) {
	tb.Helper()
	path = filepath.Join(tb.TempDir(), "told.txt")
	if err := os.WriteFile(path, []byte("anything\n"), 0o600); err != nil {
		tb.Fatal(err)
	}
	g, err := reader.NewRegistry(told{walk})
	if err != nil {
		tb.Fatal(err)
	}
	return &reader.Engine{Registry: g, Log: tb.Logf}, path
}

func result(tb testing.TB, e *reader.Engine, req reader.Request) *reader.Result {
	tb.Helper()
	r, err := e.Read(context.Background(), &req)
	if err != nil {
		tb.Fatal(err)
	}
	return r
}

func named(anchor string) func(markup.Writer) error {
	return func(w markup.Writer) error {
		w.Anchor(anchor)
		return nil
	}
}

// anything makes a document of everything there is.
func anything(r *rand.Rand) markup.Walk {
	var calls []func(markup.Writer) error
	words := []string{"a", "word", "日本語", "| x |", strings.Repeat("long ", 30), "1. x", "# y", ""}
	some := func() string { return words[r.IntN(len(words))] + words[r.IntN(len(words))] }
	var block func(depth int) func(markup.Writer) error
	block = func(depth int) func(markup.Writer) error {
		inner := func() (calls []func(markup.Writer) error) {
			for range 1 + r.IntN(3) {
				calls = append(calls, block(depth+1))
			}
			return calls
		}
		kind := r.IntN(12)
		if depth > 3 {
			kind %= 5
		}
		switch kind {
		case 0:
			return head(1+r.IntN(4), some())
		case 1:
			return code("go", some()+"\n\n"+some())
		case 2:
			return rule
		case 3, 4:
			return say(some())
		case 5:
			return in(markup.Quote{}, inner()...)
		case 6:
			return in(markup.Note{ID: fmt.Sprint(r.IntN(9))}, inner()...)
		case 7, 8:
			return in(markup.Item{List: r.IntN(2), Ordered: r.IntN(2) > 0, Number: r.IntN(20)}, inner()...)
		case 9:
			page := 1 + r.Int64N(3)
			return func(w markup.Writer) error {
				w.At(reader.Place{Page: page})
				return nil
			}
		default:
			var rows []func(markup.Writer) error
			for range 1 + r.IntN(6) {
				var cells []func(markup.Writer) error
				for range 1 + r.IntN(3) {
					content := []func(markup.Writer) error{say(some())}
					if r.IntN(8) == 0 {
						content = inner()
					}
					cells = append(cells, in(markup.Cell{Columns: r.IntN(3), Rows: r.IntN(3)}, content...))
				}
				rows = append(rows, in(markup.Row{}, cells...))
			}
			return in(markup.Table{}, rows...)
		}
	}
	for range 1 + r.IntN(12) {
		calls = append(calls, block(0))
	}
	return tell(append(calls, say("end"))...)
}

// Whatever the document and the limits, its pages are all of it, once.
func TestPaging(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(5, 6))
	for range 40 {
		e, path := telling(t, anything(r))
		req := reader.Request{Path: path}
		if r.IntN(3) == 0 {
			req.As = reader.FormText
		}
		want, whole := readertest.ReadWhole(t, e, req)
		if whole.Error != nil {
			t.Fatal(whole.Error)
		}
		for range 3 {
			req := req
			if r.IntN(2) == 0 {
				req.Limit = 1 + r.Int64N(6)
			}
			if r.IntN(2) == 0 {
				req.MaxBytes = 1 + r.Int64N(400)
			}
			if r.IntN(3) == 0 {
				req.MaxChars = 1 + r.Int64N(300)
			}
			if r.IntN(3) == 0 {
				req.MaxLineChars = 1 + r.Int64N(60)
			}
			readertest.Paging(t, e, req, want)
		}
	}
}

func TestTotals(t *testing.T) {
	t.Parallel()
	walk := func(_ context.Context, w markup.Writer) error {
		for i := range 200 {
			if err := w.Paragraph(text(fmt.Sprint("paragraph ", i))); err != nil {
				return err
			}
		}
		w.Omit("images", 3)
		return nil
	}
	e, path := telling(t, walk)
	r := result(t, e, reader.Request{Path: path, Limit: 3})
	if r.TotalLines == nil || *r.TotalLines != 399 || !r.TotalExact || r.TotalCharacters == nil || !strings.HasPrefix(r.Content, "paragraph 0\n\nparagraph 1\n") {
		t.Errorf("%+v", r.TextPart)
	}
	if len(r.Omitted) != 2 || r.Omitted[1].What != "images" && r.Omitted[0].What != "images" {
		t.Errorf("omitted %+v", r.Omitted)
	}
	r = result(t, e, reader.Request{Path: path, Offset: -3})
	if r.Content != "paragraph 198\n\nparagraph 199\n" || r.StartLine == nil || *r.StartLine != 397 {
		t.Errorf("the end is %q from %v", r.Content, r.StartLine)
	}
	r = result(t, e, reader.Request{Path: path, As: reader.FormInfo})
	if r.TotalLines == nil || *r.TotalLines != 399 {
		t.Errorf("info tells of %v lines", r.TotalLines)
	}
}

func TestSections(t *testing.T) {
	t.Parallel()
	e, path := telling(t, tell(
		say("before"), head(1, "First part"), say("one"), named("x"), head(2, "Inner"), say("two"), named("lost"), say("more"), head(1, "First part"), say("three"), head(2, "Was ist’s?"), say("four"), in(markup.Item{}, head(3, "In an item")), say("five"),
	))
	for part, want := range map[string]string{
		"First part":   "# First part\n\none\n\n## Inner\n\ntwo\n\nmore\n",
		"first-part":   "# First part\n\none\n\n## Inner\n\ntwo\n\nmore\n",
		"first-part-1": "# First part\n\nthree\n\n## Was ist’s?\n\nfour\n\n- ### In an item\n\nfive\n",
		"INNER":        "## Inner\n\ntwo\n\nmore\n",
		"x":            "## Inner\n\ntwo\n\nmore\n",
		"was-ists":     "## Was ist’s?\n\nfour\n\n- ### In an item\n\nfive\n",
	} {
		if got := result(t, e, reader.Request{Path: path + "#" + part}).Content; got != want {
			t.Errorf("%s: %q, want %q", part, got, want)
		}
	}
	if err := result(t, e, reader.Request{Path: path + "#innr"}).Error; err == nil || err.Code != fault.NotFound || !strings.Contains(err.Message, `"Inner"`) {
		t.Errorf("%v", err)
	}
}

// The header of a table heads the pages that begin inside it.
func TestLead(t *testing.T) {
	t.Parallel()
	rows := []func(markup.Writer) error{row("name", "value")}
	for i := range 100 {
		rows = append(rows, row(fmt.Sprint("n", i), fmt.Sprint(i)))
	}
	e, path := telling(t, tell(say("x"), in(markup.Table{}, rows...)))
	first := result(t, e, reader.Request{Path: path, Limit: 10})
	if first.Lead != "" || first.Next == nil {
		t.Fatalf("%+v", first.TextPart)
	}
	second := result(t, e, reader.Request{Path: path, Cursor: first.Next.Cursor, Limit: 10})
	if second.Lead != "| name | value |\n|---|---|\n" || !strings.HasPrefix(second.Content, "| n6 | 6 |\n") {
		t.Errorf("lead %q, content %q", second.Lead, second.Content)
	}
}

// A page ends before a small table that would not fit on it.
func TestSoftCut(t *testing.T) {
	t.Parallel()
	e, path := telling(t, tell(say(strings.Repeat("x", 800)), in(markup.Table{}, row("name", "value"), row(strings.Repeat("y", 100), strings.Repeat("z", 100)), row("a", "b")), say("end")))
	r := result(t, e, reader.Request{Path: path, MaxBytes: 1000})
	if strings.Contains(r.Content, "name") || !r.IsTruncated {
		t.Errorf("the page ends with %q", r.Content[790:])
	}
	r = result(t, e, reader.Request{Path: path, Cursor: r.Next.Cursor, MaxBytes: 1000})
	if !strings.HasPrefix(r.Content, "| name") || r.IsTruncated {
		t.Errorf("the next page is %q", r.Content)
	}
}

// What lies before damage is shown, and that it is damaged is said.
func TestDamage(t *testing.T) {
	t.Parallel()
	e, path := telling(t, tell(say("one"), say("two"), func(markup.Writer) error {
		return fault.New(fault.Corrupt, fault.PhaseConvert, "", "The document ends early.", "")
	}))
	for _, offset := range []int64{0, -1} {
		r := result(t, e, reader.Request{Path: path, Offset: offset})
		if !strings.HasSuffix(r.Content, "two\n") || len(r.Notes) == 0 {
			t.Errorf("from %d: %q, %+v", offset, r.Content, r.Notes)
		}
	}
	e, path = telling(t, tell())
	if r := result(t, e, reader.Request{Path: path}); r.Readable || r.ReasonCode != fault.EmptyDocument {
		t.Errorf("of nothing: %+v", r)
	}
}

// After Close, and in the middle, a walk can be given up.
func TestGivingUp(t *testing.T) {
	t.Parallel()
	closed := false
	d := markup.NewDocument(context.Background(), reader.Options{}, tell(say("a"), say("b"))).OnClose(func() error { closed = true; return nil })
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for range d.Units(ctx, cursor.Position{}) {
		break
	}
	if err := d.Close(); err != nil || !closed {
		t.Error("Close was not passed on")
	}
}
