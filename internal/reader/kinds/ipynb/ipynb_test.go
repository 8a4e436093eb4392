package ipynb_test

import (
	"bytes"
	"context"
	"encoding/base64"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fread/internal/reader"
	"fread/internal/reader/fault"
	"fread/internal/reader/kinds/ipynb"
	"fread/internal/reader/readertest"
)

func engine(tb testing.TB) *reader.Engine {
	tb.Helper()
	g, err := reader.NewRegistry(ipynb.Reader{})
	if err != nil {
		tb.Fatal(err)
	}
	return &reader.Engine{Registry: g}
}

func write(tb testing.TB, content string) string {
	tb.Helper()
	p := filepath.Join(tb.TempDir(), "a.ipynb")
	if err := os.WriteFile(p, []byte(content), 0o600); err != nil {
		tb.Fatal(err)
	}
	return p
}

func read(tb testing.TB, req *reader.Request) *reader.Result {
	tb.Helper()
	req.All, req.Lines = true, true
	r, err := engine(tb).Read(context.Background(), req)
	if err != nil {
		tb.Fatal(err)
	}
	return r
}

// notebook is a notebook of nbformat 4 with the given cells.
func notebook(cells ...string) string {
	return `{"cells": [` + strings.Join(cells, ",\n") + `], "metadata": {"kernelspec": {"language": "python", "name": "python3"}}, "nbformat": 4, "nbformat_minor": 5}`
}

func code(source string, outputs ...string) string {
	return fmt.Sprintf(`{"cell_type": "code", "execution_count": 1, "id": "c%d", "metadata": {}, "outputs": [%s], "source": [%q]}`, len(source), strings.Join(outputs, ","), source)
}

// png is the beginning of a picture of 3 by 2 pixels.
func png() string {
	return base64.StdEncoding.EncodeToString([]byte("\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\x03\x00\x00\x00\x02\x08\x06\x00\x00\x00"))
}

func TestCells(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, in, want string }{
		{"markdown as it is", notebook(`{"cell_type": "markdown", "metadata": {}, "source": ["# A *b*\n", "\n", "- x_y_z\n"]}`), "# A *b*\n\n- x_y_z\n"},
		{"code", notebook(code("x = 1\nx")), "```python\nx = 1\nx\n```\n"},
		{"raw", notebook(`{"cell_type": "raw", "source": "\\section{x}"}`), "```\n\\section{x}\n```\n"},
		{"magic", notebook(code("%%bash\nls")), "```bash\n%%bash\nls\n```\n"},
		{"stream", notebook(code("x", `{"output_type": "stream", "name": "stdout", "text": ["a\n", "b\n"]}`)), "```python\nx\n```\n\n```output\na\nb\n```\n"},
		{"progress", notebook(code("x", `{"output_type": "stream", "text": "10%\r 50%\r100%\ndone\r\n"}`)), "```python\nx\n```\n\n```output\n100%\ndone\n```\n"},
		{"error", notebook(code("x", `{"output_type": "error", "ename": "E", "evalue": "v", "traceback": ["\u001b[0;31mE\u001b[0m", "v"]}`)), "```python\nx\n```\n\n```output\nE\nv\n```\n"},
		{"error without traceback", notebook(code("x", `{"output_type": "error", "ename": "E", "evalue": "v", "traceback": []}`)), "```python\nx\n```\n\n```output\nE: v\n```\n"},
		{"plain before html", notebook(code("x", `{"data": {"text/html": "<b>h</b>", "text/plain": ["p"]}, "output_type": "execute_result"}`)), "```python\nx\n```\n\n```output\np\n```\n"},
		{"html", notebook(code("x", `{"data": {"text/html": "<style>s</style><table><tr><td>a</td><td>b&amp;c</td></tr><tr><td>d</td></tr></table>"}, "output_type": "display_data"}`)), "```python\nx\n```\n\n| a | b&c |\n|---|---|\n| d | |\n"},
		{"markdown output", notebook(code("x", `{"data": {"text/markdown": "**m**", "text/plain": "p"}, "output_type": "display_data"}`)), "```python\nx\n```\n\n**m**\n"},
		{"latex for an object", notebook(code("x", `{"data": {"text/latex": "$x^2$", "text/plain": "<IPython.core.display.Latex object>"}, "output_type": "display_data"}`)), "```python\nx\n```\n\n$x^2$\n"},
		{"picture", notebook(code("x", `{"data": {"image/png": "`+png()+`", "text/plain": "<Figure size 3x2>"}, "output_type": "display_data"}`)), "```python\nx\n```\n\n![Figure size 3x2](#image1 \"3x2\")\n"},
		{"json", notebook(code("x", `{"data": {"application/json": {"a": [1]}}, "output_type": "display_data"}`)), "```python\nx\n```\n\n```json\n{\"a\": [1]}\n```\n"},
		{"fence that is not closed", notebook(`{"cell_type": "markdown", "source": "~~~\nx"}`, `{"cell_type": "markdown", "source": "y"}`), "~~~\nx\n~~~\n\ny\n"},
		{"escapes", notebook(`{"cell_type": "markdown", "source": "\u00e9 \ud83d\ude00 \ud83d \\ \/"}`), "é 😀 \uFFFD \\ /\n"},
		{"kernel of language_info", `{"metadata": {"language_info": {"name": "R"}}, "cells": [` + code("x") + `], "nbformat": 4}`, "```r\nx\n```\n"},
		{
			"nbformat 3", `{"nbformat": 3, "metadata": {}, "worksheets": [{"cells": [{"cell_type": "heading", "level": 2, "source": ["H"]}, {"cell_type": "code", "language": "python", "input": ["a"], ` +
				`"outputs": [{"output_type": "pyout", "text": ["1"], "prompt_number": 1}, {"output_type": "display_data", "png": "` + png() + `"}]}]}]}`,
			"## H\n\n```python\na\n```\n\n```output\n1\n```\n\n![](#image1 \"3x2\")\n",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			r := read(t, &reader.Request{Path: write(t, c.in)})
			if r.TextPart == nil || r.Content != c.want {
				t.Fatalf("got %+v, want %q", r.TextPart, c.want)
			}
		})
	}
}

func TestPlacesAndAddresses(t *testing.T) {
	t.Parallel()
	path := write(t, notebook(`{"cell_type": "markdown", "id": "intro", "source": "# Start\n\ntext"}`, `{"cell_type": "code", "source": "x", "outputs": []}`, `{"cell_type": "markdown", "source": "# End"}`))
	r := read(t, &reader.Request{Path: path})
	if got := r.Lines[0].At.Cell + " " + r.Lines[5].At.Cell; got != "intro 2" {
		t.Errorf("places: %q", got)
	}
	for part, want := range map[string]string{
		"cell2": "```python\nx\n```\n", "cell-1": "# Start\n\ntext\n", "intro": "# Start\n\ntext\n", "End": "# End\n", "Start": "# Start\n\ntext\n\n```python\nx\n```\n",
	} {
		r := read(t, &reader.Request{Path: path + "#" + part})
		if r.TextPart == nil || r.Content != want {
			t.Errorf("#%s: %+v", part, r)
		}
	}
	for _, part := range []string{"cell4", "Nothing", "/cells/0"} {
		if r := read(t, &reader.Request{Path: path + "#" + part}); r.ReasonCode != fault.NotFound {
			t.Errorf("#%s: %s", part, r.ReasonCode)
		}
	}
}

func TestOutputsLeftOut(t *testing.T) {
	t.Parallel()
	stream := `{"output_type": "stream", "text": "a"}`
	r := read(t, &reader.Request{Path: write(t, notebook(code("x", stream, stream))), NoOutputs: true})
	if r.Content != "```python\nx\n```\n" || r.Complete || len(r.Omitted) != 1 || r.Omitted[0].What != "outputs" || *r.Omitted[0].Count != 2 {
		t.Fatalf("got %+v", r)
	}
}

func TestDamage(t *testing.T) {
	t.Parallel()
	whole := notebook(`{"cell_type": "markdown", "source": "first"}`, `{"cell_type": "markdown", "source": "second"}`)
	before, _, _ := strings.Cut(whole, "second")
	r := read(t, &reader.Request{Path: write(t, before)})
	if !r.Readable || r.Content != "first\n" || r.Notes[0].Code != reader.NoteCorrupt {
		t.Errorf("cut: %+v", r)
	}
	r = read(t, &reader.Request{Path: write(t, `{"cells": [<<<<<<< HEAD`)})
	if r.Readable || r.ReasonCode != fault.Corrupt {
		t.Errorf("broken: %+v", r)
	}
	r = read(t, &reader.Request{Path: write(t, notebook())})
	if r.Readable || r.ReasonCode != fault.EmptyDocument {
		t.Errorf("empty: %+v", r)
	}
}

// Outputs that are too large to be kept are read again, and cut.
func TestLargeOutputs(t *testing.T) {
	t.Parallel()
	large := strings.Repeat("0123456789abcdef\\n", 400_000)
	r := read(t, &reader.Request{Path: write(t, notebook(code("x", `{"output_type": "stream", "text": "`+large+`"}`), code("yy")))})
	if len(r.Content) < 4<<20 || len(r.Content) > 5<<20 || !strings.HasSuffix(r.Content, "```\n\n```python\nyy\n```\n") || r.Complete {
		t.Fatalf("%d bytes, complete %v, %v", len(r.Content), r.Complete, r.Omitted)
	}
}

func TestLaws(t *testing.T) {
	t.Parallel()
	e := engine(t)
	path := write(t, notebook(
		`{"cell_type": "markdown", "source": "# Títle\n\nSome *text* with a long line "}`, code("for x in y:\n    print(x)", `{"output_type": "stream", "text": "1\n2\n3\n"}`),
		`{"cell_type": "markdown", "attachments": {"a": {}}, "source": "end 😀"}`))
	for _, as := range []reader.Form{reader.FormDefault, reader.FormText} {
		base := reader.Request{Path: path, As: as}
		whole, _ := readertest.ReadWhole(t, e, base)
		for _, req := range []reader.Request{{Limit: 2}, {MaxBytes: 7}, {MaxChars: 5}, {MaxLineChars: 3}, {Budget: 4}, {}} {
			req.Path, req.As = path, as
			readertest.Paging(t, e, req, whole)
		}
	}
}

func FuzzNotebook(f *testing.F) {
	f.Add([]byte(notebook(`{"cell_type": "markdown", "id": "a", "source": ["# A\n", "b"]}`, code("x", `{"data": {"image/png": "`+png()+`", "text/html": "<p>x"}}`))))
	f.Add([]byte(`{"nbformat": 3, "worksheets": [{"cells": [{"cell_type": "heading", "level": 1e9, "source": "\ud800\u"}]}]}`))
	f.Add([]byte(`{"cells": [{"source": ["\x1b[", {}, []], "outputs": [{"traceback": ["\r\b"], "text": 1}]},], "nbformat": 4}`))
	e := engine(f)
	f.Fuzz(func(t *testing.T, b []byte) {
		if len(b) > 1<<14 {
			t.Skip()
		}
		for _, as := range []reader.Form{reader.FormMarkdown, reader.FormText} {
			req := reader.Request{Path: write(t, string(b)), As: as, Limit: 3}
			r, err := e.Read(context.Background(), &req)
			if err != nil {
				t.Fatal(err)
			}
			readertest.Check(t, &req, r)
			if strings.Contains(r.Reason, "broke down") {
				t.Fatal("a panic")
			}
		}
	})
}

func BenchmarkNotebook(b *testing.B) {
	var cells []string
	picture := png() + strings.Repeat("A", 40_000)
	for range 200 {
		cells = append(cells, code("for x in y:\n    print(x)", `{"data": {"image/png": "`+picture+`"}}`), `{"cell_type": "markdown", "source": "`+strings.Repeat("some text ", 50)+`"}`)
	}
	text := notebook(cells...)
	path := write(b, text)
	e := engine(b)
	b.SetBytes(int64(len(text)))
	var out bytes.Buffer
	for b.Loop() {
		r, err := e.Read(context.Background(), &reader.Request{Path: path, All: true})
		if err != nil || !r.Readable {
			b.Fatal(r, err)
		}
		out.Reset()
	}
}
