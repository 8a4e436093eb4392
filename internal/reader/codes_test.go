package reader

import (
	"go/ast"
	"go/parser"
	"go/token"
	"strconv"
	"strings"
	"testing"
)

// TestEveryCodeIsExplained holds Codes against the constants in the source.
func TestEveryCodeIsExplained(t *testing.T) {
	t.Parallel()
	want := map[string]bool{}
	for file, typ := range map[string]string{"result.go": "NoteCode", "fault/fault.go": "Code"} {
		f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(f, func(n ast.Node) bool {
			v, ok := n.(*ast.ValueSpec)
			if !ok {
				return true
			}
			if id, ok := v.Type.(*ast.Ident); !ok || id.Name != typ {
				return true
			}
			for _, x := range v.Values {
				s, err := strconv.Unquote(x.(*ast.BasicLit).Value)
				if err != nil {
					t.Fatal(err)
				}
				want[typ+" "+s] = true
			}
			return true
		})
	}
	if len(want) < 40 {
		t.Fatalf("only %d codes found in the source", len(want))
	}
	for _, d := range Codes() {
		key := "Code " + d.Code
		if d.Class == "note" {
			key = "NoteCode " + d.Code
		}
		if !want[key] {
			t.Errorf("%s %s is explained, but there is no such code, or twice", d.Class, d.Code)
		}
		delete(want, key)
		if !strings.HasSuffix(d.Meaning, ".") || strings.Count(d.Meaning, ". ") > 0 {
			t.Errorf("the meaning of %s is not one sentence: %s", d.Code, d.Meaning)
		}
	}
	for key := range want {
		t.Errorf("%s has no sentence in codes.go", key)
	}
}
