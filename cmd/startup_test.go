package cmd

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// Bounds of what runs before main. Bytes and allocations of package
// initialisation are the same in every run, unlike its time.
const (
	initBytes  = 78 << 10 // of all packages together, of which 42 KiB are tables of klauspost/compress/flate (20 µs)
	initAllocs = 180
)

// TestStartUpIsLean guards the start-up of fread: nothing of ours runs in
// init, and no library that builds tables there is linked in.
func TestStartUpIsLean(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("builds the program")
	}
	deps := strings.Fields(run(t, nil, "go", "list", "-deps", ".."))
	for _, heavy := range []string{"net/http", "encoding/gob", "encoding/xml", "html/template", "database/sql", "go/ast", "golang.org/x/text/encoding/htmlindex", "golang.org/x/text/encoding/ianaindex", "golang.org/x/text/collate", "golang.org/x/net/html"} {
		if slices.Contains(deps, heavy) {
			t.Errorf("%s is linked in; it costs start-up", heavy)
		}
	}
	for _, dep := range deps {
		for _, heavy := range []string{"excelize", "chroma", "wazero", "modernc.org", "modelcontextprotocol", "jsonschema-go", "go-internal"} {
			if strings.Contains(dep, heavy) {
				t.Errorf("%s is linked in; it costs start-up", dep)
			}
		}
	}

	bin := filepath.Join(t.TempDir(), "fread")
	if runtime.GOOS == "windows" {
		bin += ".exe"
	}
	run(t, []string{"CGO_ENABLED=0"}, "go", "build", "-buildvcs=false", "-o", bin, "..")
	trace := run(t, []string{"GODEBUG=inittrace=1"}, bin, "--format", "json", "../go.mod")
	found := regexp.MustCompile(`(?m)^init (\S+) @\S+ ms, \S+ ms clock, (\d+) bytes, (\d+) allocs`).FindAllStringSubmatch(trace, -1)
	if len(found) == 0 {
		t.Fatalf("no trace of initialisation in:\n%s", trace)
	}
	bytes, allocs := 0, 0
	for _, f := range found {
		n, _ := strconv.Atoi(f[2])
		k, _ := strconv.Atoi(f[3])
		if strings.HasPrefix(f[1], "fread") {
			t.Errorf("package %s does work in init: %d bytes, %d allocations; build it on first use", f[1], n, k)
		}
		bytes, allocs = bytes+n, allocs+k
	}
	if bytes > initBytes || allocs > initAllocs {
		t.Errorf("initialisation takes %d bytes and %d allocations, more than %d and %d:\n%s", bytes, allocs, initBytes, initAllocs, trace)
	}
	t.Logf("%d packages initialise themselves with %d bytes and %d allocations", len(found), bytes, allocs)
}

// run returns what a command prints on both streams.
func run(t *testing.T, env []string, name string, args ...string) string {
	t.Helper()
	c := exec.CommandContext(context.Background(), name, args...)
	c.Env = append(os.Environ(), env...)
	out, err := c.CombinedOutput()
	if err != nil {
		t.Fatalf("%s %s: %v\n%s", name, strings.Join(args, " "), err, out)
	}
	return string(out)
}
