package cmd

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/rogpeppe/go-internal/testscript"

	"fread/internal/cli"
	"fread/internal/output"
	"fread/internal/reader"
	"fread/internal/reader/cells"
	"fread/internal/reader/decrypt/decrypttest"
)

var update = flag.Bool("update", false, "rewrite golden files, completions and schemas")

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"fread": func() { os.Exit(Main(os.Args[1:], System())) }})
}

// TestScript runs the command line as a user does.
func TestScript(t *testing.T) {
	t.Parallel()
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script", UpdateScripts: *update, RequireUniqueNames: true, RequireExplicitExec: true,
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"zip": zipFolder, "encrypt": encryptFile},
		Condition: func(name string) (bool, error) { // [worker]: formats with containers can be read
			if name != "worker" {
				return false, fmt.Errorf("there is no condition %s", name)
			}
			return !raceDetector, nil
		},
	})
}

// zipFolder is the command zip FILE FOLDER of scripts: it makes a zip file, such as a
// document, of the files in a folder.
func zipFolder(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: zip FILE FOLDER")
	}
	out, err := os.Create(ts.MkAbs(args[0]))
	ts.Check(err)
	w := zip.NewWriter(out)
	ts.Check(w.AddFS(os.DirFS(ts.MkAbs(args[1]))))
	ts.Check(w.Close())
	ts.Check(out.Close())
}

// encryptFile is the command encrypt IN OUT PASSWORD of scripts: it encrypts a
// document as Office does.
func encryptFile(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 3 {
		ts.Fatalf("usage: encrypt IN OUT PASSWORD")
	}
	out := decrypttest.Encrypt([]byte(ts.ReadFile(args[0])), args[2], decrypttest.Scheme{Bits: 256, Hash: "SHA512", Spins: 1000})
	ts.Check(os.WriteFile(ts.MkAbs(args[1]), out, 0o600))
}

// golden compares a generated file that is committed with what would be
// generated now.
func golden(t *testing.T, path string, got []byte) {
	t.Helper()
	if *update {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil || !bytes.Equal(want, got) {
		t.Errorf("%s is stale (%v); run: go test ./cmd -update", path, err)
	}
}

func TestCompletionsAreFresh(t *testing.T) {
	t.Parallel()
	for _, s := range cli.Shells() {
		golden(t, filepath.Join("..", "completions", s.File), []byte(s.Script("fread")))
	}
}

func TestHelpIsFresh(t *testing.T) {
	t.Parallel()
	var out, errs bytes.Buffer
	if status := Main([]string{"--help"}, &IO{Out: &out, Err: &errs, Getenv: func(string) string { return "" }}); status != 0 {
		t.Fatalf("status %d: %s", status, errs.String())
	}
	golden(t, "testdata/help.txt", out.Bytes())
	if !strings.Contains(out.String(), "Examples:") {
		t.Fatal("no examples")
	}
}

// resultSchema generates the JSON Schema of a result from its Go type. It is
// open: a reader of results must accept fields it does not know.
func resultSchema(t *testing.T) *jsonschema.Schema {
	t.Helper()
	s, err := jsonschema.For[reader.Result](&jsonschema.ForOptions{TypeSchemas: map[reflect.Type]*jsonschema.Schema{
		reflect.TypeFor[cells.Cell](): {Types: []string{"null", "string", "number", "boolean", "object", "array"}},
		reflect.TypeFor[time.Time]():  {Type: "string", Format: "date-time"},
		reflect.TypeFor[[]byte]():     {Type: "string", ContentEncoding: "base64"},
	}})
	if err != nil {
		t.Fatal(err)
	}
	openSchema(s)
	for _, part := range []reflect.Type{reflect.TypeFor[reader.TextPart](), reflect.TypeFor[reader.RowsPart](), reflect.TypeFor[reader.EntriesPart]()} {
		for f := range part.Fields() { // there only for files of that shape
			name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
			s.Required = slices.DeleteFunc(s.Required, func(r string) bool { return r == name })
		}
	}
	s.Schema = "https://json-schema.org/draft/2020-12/schema"
	s.Title = "fread result"
	return s
}

func openSchema(s *jsonschema.Schema) {
	if s == nil {
		return
	}
	s.AdditionalProperties = nil
	for _, p := range s.Properties {
		openSchema(p)
	}
	openSchema(s.Items)
}

func TestSchemaIsFresh(t *testing.T) {
	t.Parallel()
	b, err := json.MarshalIndent(resultSchema(t), "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	golden(t, "../internal/output/schema/result.json", append(b, '\n'))
}

// TestResultsFollowTheSchema validates real documents of every shape.
func TestResultsFollowTheSchema(t *testing.T) {
	t.Parallel()
	resolved, err := resultSchema(t).Resolve(nil)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	write := func(name, content string) string {
		p := filepath.Join(dir, name)
		if err := os.WriteFile(p, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		return p
	}
	text := write("a.txt", "one\r\ntwo\n"+strings.Repeat("x", 5000)+"\n")
	requests := []reader.Request{
		{Path: text},
		{Path: text, Limit: 1, Lines: true},
		{Path: text, Offset: 99},
		{Path: text, As: reader.FormInfo},
		{Path: text, As: reader.FormHex},
		{Path: text, As: reader.FormMedia},
		{Path: text, As: reader.FormBytes, MaxBytes: 3},
		{Path: write("empty", "")},
		{Path: write("bin", "\x7fELF\x02\x01\x01\x00\x00\x00")},
		{Path: write("a.csv", "a,b\n1,x\n007,\n"), As: reader.FormRows},
		{Path: dir},
		{Path: filepath.Join(dir, "missing")},
		{Path: filepath.Join(dir, "missing"), Missing: true},
	}
	engine, err := (&app{io: &IO{Getenv: func(string) string { return "" }}}).engine(&readFlags{})
	if err != nil {
		t.Fatal(err)
	}
	for _, req := range requests {
		r, err := engine.Read(context.Background(), &req)
		if err != nil {
			t.Fatalf("%+v: %v", req, err)
		}
		doc, err := output.Marshal(r, false)
		if err != nil {
			t.Fatal(err)
		}
		var v any
		if err := json.Unmarshal(doc, &v); err != nil {
			t.Fatal(err)
		}
		if err := resolved.Validate(v); err != nil {
			t.Errorf("%s --as %s: %v\n%.2000s", req.Path, req.As, err, doc)
		}
	}
}
