package cmd

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"fread/internal/reader"
	"fread/internal/reader/detect"
)

const readme = "../README.md"

func readReadme(t *testing.T) string {
	t.Helper()
	b, err := os.ReadFile(readme)
	if err != nil {
		t.Fatal(err)
	}
	return strings.ReplaceAll(string(b), "\r\n", "\n")
}

// TestReadmeTablesAreFresh holds the tables of the README against what they
// are made from.
func TestReadmeTablesAreFresh(t *testing.T) { // it may rewrite the file that the next test reads
	text := readReadme(t)
	for name, table := range map[string]string{"flags": flagTable(), "formats": formatTable(), "fields": fieldTable(), "codes": codeTable()} {
		begin, end := "<!-- "+name+" -->\n", "<!-- /"+name+" -->"
		i, j := strings.Index(text, begin), strings.Index(text, end)
		if i < 0 || j < i {
			t.Fatalf("the README has no markers for %s", name)
		}
		text = text[:i] + begin + "\n" + table + "\n" + text[j:]
	}
	golden(t, readme, []byte(text))
}

func flagTable() string {
	var b strings.Builder
	b.WriteString("| flag | meaning |\n|---|---|\n")
	group := ""
	for _, f := range newRoot(&app{io: System()}).Flags().All() {
		if f.Group != group {
			group = f.Group
			fmt.Fprintf(&b, "| **%s** | |\n", group)
		}
		left, usage := f.Doc()
		switch {
		case f.Default == "true":
			usage += " (on; `--" + f.Name + "=false` turns it off)"
		case f.Default != "":
			usage += " (default " + f.Default + ")"
		}
		fmt.Fprintf(&b, "| `%s` | %s |\n", left, cell(usage))
	}
	return b.String()
}

// cell keeps a text from ending the cell of a table.
func cell(s string) string { return strings.ReplaceAll(s, "|", `\|`) }

func formatTable() string {
	type group struct {
		names  []string
		yields map[string]bool
	}
	groups := map[detect.Kind]*group{}
	var order []detect.Kind
	for _, f := range detect.Formats() {
		g := groups[f.Kind]
		if g == nil {
			g = &group{yields: map[string]bool{}}
			groups[f.Kind] = g
			order = append(order, f.Kind)
		}
		g.names = append(g.names, f.Name)
		if y := yields(f); y != "-" {
			for form := range strings.SplitSeq(y, ", ") {
				g.yields[form] = true
			}
		}
	}
	var b strings.Builder
	b.WriteString("| kind | formats recognised | some or all can be read as |\n|---|---|---|\n")
	const listed = 6
	for _, kind := range order {
		g := groups[kind]
		names := strings.Join(g.names[:min(listed, len(g.names))], ", ")
		if more := len(g.names) - listed; more > 0 {
			names += fmt.Sprintf(" and %d more", more)
		}
		var forms []string
		for _, f := range reader.Forms() {
			if g.yields[string(f)] {
				forms = append(forms, string(f))
			}
		}
		if kind != detect.Directory {
			forms = append(forms, "hex", "bytes")
		}
		fmt.Fprintf(&b, "| %s | %s | %s |\n", kind, cell(names), strings.Join(forms, ", "))
	}
	return b.String()
}

func fieldTable() string {
	var b strings.Builder
	for _, part := range []struct {
		of  string
		typ reflect.Type
	}{
		{"every file", reflect.TypeFor[reader.Result]()},
		{"text, hex, bytes", reflect.TypeFor[reader.TextPart]()},
		{"rows", reflect.TypeFor[reader.RowsPart]()},
		{"listings", reflect.TypeFor[reader.EntriesPart]()},
	} {
		fmt.Fprintf(&b, "| %s | always | meaning |\n|---|---|---|\n", part.of)
		for f := range part.typ.Fields() {
			if f.Anonymous {
				continue
			}
			name, opts, _ := strings.Cut(f.Tag.Get("json"), ",")
			always := "✓"
			if strings.Contains(opts, "omitempty") {
				always = ""
			}
			meaning := f.Tag.Get("jsonschema")
			fmt.Fprintf(&b, "| `%s` | %s | %s |\n", name, always, cell(meaning))
		}
		b.WriteString("\n")
	}
	return strings.TrimSuffix(b.String(), "\n")
}

func codeTable() string {
	var b strings.Builder
	b.WriteString("| class | code | meaning |\n|---|---|---|\n")
	for _, d := range reader.Codes() {
		fmt.Fprintf(&b, "| %s | `%s` | %s |\n", d.Class, d.Code, cell(d.Meaning))
	}
	return b.String()
}

// TestReadmeNamesDependencies wants a reason for every direct dependency.
func TestReadmeNamesDependencies(t *testing.T) {
	t.Parallel()
	mod, err := os.ReadFile("../go.mod")
	if err != nil {
		t.Fatal(err)
	}
	text := readReadme(t)
	for _, m := range regexp.MustCompile(`(?m)^\t(\S+) v\S+$`).FindAllSubmatch(mod, -1) {
		if !strings.Contains(text, "`"+string(m[1])+"`") {
			t.Errorf("the README does not say what %s is for", m[1])
		}
	}
}

// TestEveryFieldIsExplained keeps empty cells out of the README.
func TestEveryFieldIsExplained(t *testing.T) {
	t.Parallel()
	if strings.Contains(fieldTable(), "|  |\n") {
		t.Errorf("a field has no meaning; give it a jsonschema tag:\n%s", fieldTable())
	}
}

// TestReadmeExamples runs every line of the README's console blocks that
// begins with "$ fread" in testdata, and compares what comes out. An ellipsis
// in the README stands for anything within a line.
func TestReadmeExamples(t *testing.T) { // not parallel: see above
	if runtime.GOOS == "windows" || raceDetector {
		t.Skip("the examples are written for sh, and for a binary as it is built for use")
	}
	text := readReadme(t)
	block := regexp.MustCompile("(?ms)^```console\n(.*?)^```$")
	count := 0
	updated := block.ReplaceAllStringFunc(text, func(b string) string {
		body := block.FindStringSubmatch(b)[1]
		var out strings.Builder
		for _, example := range splitExamples(body) {
			if strings.HasPrefix(example.line, "fread") || strings.Contains(example.line, "| fread") {
				count++
				got := runExample(t, example.line)
				if !matches(example.want, got) {
					if !*update {
						t.Errorf("$ %s\nprints\n%s\nand not\n%s\nrun: go test ./cmd -update", example.line, got, example.want)
					}
					example.want = got
				}
			}
			out.WriteString("$ " + example.line + "\n" + example.want)
		}
		return "```console\n" + out.String() + "```"
	})
	if count < 10 {
		t.Errorf("only %d examples", count)
	}
	if *update && updated != text {
		if err := os.WriteFile(readme, []byte(updated), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

type example struct{ line, want string }

func splitExamples(body string) []example {
	var all []example
	for line := range strings.Lines(body) {
		if cmd, ok := strings.CutPrefix(line, "$ "); ok {
			all = append(all, example{line: strings.TrimSuffix(cmd, "\n")})
		} else if len(all) > 0 {
			all[len(all)-1].want += line
		}
	}
	return all
}

func runExample(t *testing.T, line string) string {
	t.Helper()
	c := exec.CommandContext(context.Background(), "sh", "-c", line) // TestMain puts fread on the PATH
	c.Dir = filepath.Join("..", "testdata")
	c.Env = append(os.Environ(), "LC_ALL=C")
	var b bytes.Buffer
	c.Stdout, c.Stderr = &b, &b
	_ = c.Run() // the examples show the exit status where it matters
	return b.String()
}

func matches(want, got string) bool {
	parts := strings.Split(want, "…")
	for i, p := range parts {
		parts[i] = regexp.QuoteMeta(p)
	}
	return regexp.MustCompile(`\A` + strings.Join(parts, `[^\n]*`) + `\z`).MatchString(got)
}
