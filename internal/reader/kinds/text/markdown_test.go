package text_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"fread/internal/reader"
	"fread/internal/reader/fault"
	"fread/internal/reader/kinds/text"
)

func TestSections(t *testing.T) {
	t.Parallel()
	const content = "intro\n\n# One #\n\na\n\n```sh\n# no heading\n```\n\n## Inner `code` and [link](x)\nb\n\nTwo\n===\n\n    # code\n> # quoted\n\nc\n\nThree\n---\n\n####### seven\n#hash\n\n# Last"
	path := filepath.Join(t.TempDir(), "a.md")
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	g, err := reader.NewRegistry(text.Markdown{}, text.Reader{})
	if err != nil {
		t.Fatal(err)
	}
	e := &reader.Engine{Registry: g}
	read := func(part string, limit int64) *reader.Result {
		r, err := e.Read(context.Background(), &reader.Request{Path: path + "#" + part, Limit: limit})
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	for part, want := range map[string][2]int64{
		"One": {3, 13}, "inner code and link": {11, 13}, "inner-code-and-link": {11, 13}, "two": {14, 27}, "Three": {22, 27}, "last": {28, 28},
	} {
		r := read(part, 0)
		if r.TextPart == nil || *r.StartLine != want[0] || *r.EndLine != want[1] {
			t.Errorf("%s: lines %d-%d, %v, want %v", part, *r.StartLine, *r.EndLine, r.Error, want)
		}
	}
	if r := read("no heading", 0); r.Error == nil || r.Error.Code != fault.NotFound {
		t.Errorf("a comment in code was taken for a heading: %+v", r.TextPart)
	}
	r := read("One", 2)
	if !r.IsTruncated || r.Next == nil || *r.StartLine != 3 || *r.EndLine != 4 {
		t.Errorf("%+v", r)
	}
}
