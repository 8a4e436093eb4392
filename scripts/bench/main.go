//go:build unix

// Command bench measures fread against the programs that people use for the
// same work, on this machine and in turns, and prints Markdown tables:
//
//	go run ./scripts/bench                       make the inputs, measure, print
//	go run ./scripts/bench -log big.log          use a log that exists
//	go run ./scripts/bench -readme README.md     also write the tables into a file
//
// The inputs (a log of 2 GB and a line of 1 GB) lie in a temporary folder that
// is removed at the end.
package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
	"time"
)

func main() {
	// Linux counts the memory of the process that starts another towards the
	// other's maximum, so this one stays small.
	debug.SetGCPercent(20)
	if len(os.Args) > 1 {
		if help, ok := helpers()[os.Args[1]]; ok {
			if err := help(os.Args[2:]); err != nil {
				fmt.Fprintln(os.Stderr, "bench:", err)
				os.Exit(1)
			}
			return
		}
	}
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

// bench is one run of the program.
type bench struct {
	ctx     context.Context
	dir     string
	log     string
	long    string
	small   string
	fread   string // built without cgo
	dynamic string // built as `go build` does it here
	hello   string
	self    string
	rounds  int
	starts  int
	line    int64 // number of the line that pages are read at
	bytes   int64 // that lie before the end of that page
	size    int64 // of log
	lines   int64 // of log
	failed  int   // rows that fell short
	top     int64 // most resident memory of any fread
}

func run() error {
	log := flag.String("log", "", "log to read instead of one made here")
	long := flag.String("long", "", "file with one long line to read instead of one made here")
	size := flag.Int64("size", 2_000_000_000, "bytes of the log that is made")
	longSize := flag.Int64("long-size", 1_000_000_000, "bytes of the long line that is made")
	rounds := flag.Int("rounds", 7, "runs of each command")
	starts := flag.Int("starts", 200, "runs of each command that only starts")
	readme := flag.String("readme", "", "file to write the tables into, between its bench markers")
	strict := flag.Bool("strict", false, "fail when a figure falls short")
	flag.Parse()

	dir, err := os.MkdirTemp("", "bench")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	self, err := os.Executable()
	if err != nil {
		return err
	}
	b := &bench{ctx: context.Background(), dir: dir, log: *log, long: *long, self: self, rounds: *rounds, starts: *starts}
	if err := b.inputs(*size, *longSize); err != nil {
		return err
	}
	if err := b.build(); err != nil {
		return err
	}
	tables, err := b.measure()
	if err != nil {
		return err
	}
	_, _ = os.Stdout.WriteString(tables)
	if *readme != "" {
		if err := replace(*readme, tables); err != nil {
			return err
		}
	}
	if *strict && b.failed > 0 {
		return fmt.Errorf("%d figures fell short", b.failed)
	}
	return nil
}

// build compiles fread twice and the smallest Go program.
func (b *bench) build() error {
	b.fread, b.dynamic, b.hello = filepath.Join(b.dir, "fread"), filepath.Join(b.dir, "fread-default"), filepath.Join(b.dir, "hello")
	src := filepath.Join(b.dir, "hello.go")
	if err := os.WriteFile(src, []byte("package main\n\nimport \"os\"\n\nfunc main() { os.Stdout.WriteString(\"hello\\n\") }\n"), 0o600); err != nil {
		return err
	}
	for _, c := range []struct{ cgo, out, pkg string }{{"0", b.fread, "."}, {"", b.dynamic, "."}, {"", b.hello, src}} {
		cmd := exec.CommandContext(b.ctx, "go", "build", "-buildvcs=false", "-o", c.out, c.pkg)
		if c.cgo != "" {
			cmd.Env = append(os.Environ(), "CGO_ENABLED="+c.cgo)
		}
		if out, err := cmd.CombinedOutput(); err != nil {
			return fmt.Errorf("building %s: %w\n%s", c.out, err, out)
		}
	}
	return nil
}

// replace puts the tables between the bench markers of a file.
func replace(path, tables string) error {
	b, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	const begin, end = "<!-- bench -->\n", "<!-- /bench -->"
	i, j := bytes.Index(b, []byte(begin)), bytes.Index(b, []byte(end))
	if i < 0 || j < i {
		return errors.New(path + " has no bench markers")
	}
	return os.WriteFile(path, []byte(string(b[:i])+begin+"\n"+tables+"\n"+string(b[j:])), 0o644)
}

// heading names the machine and the versions.
func (b *bench) heading() string {
	names := []string{runtime.Version()}
	for _, c := range [][]string{{"cat", "--version"}, {"sed", "--version"}, {"awk", "-W", "version"}, {"python3", "--version"}, {"rg", "--version"}, {"bat", "--version"}} {
		if out, err := exec.CommandContext(b.ctx, c[0], c[1:]...).CombinedOutput(); err == nil {
			first, _, _ := strings.Cut(string(out), "\n")
			names = append(names, strings.TrimSpace(first))
		}
	}
	return fmt.Sprintf("Measured on %s, %s/%s, %d cores, by `go run ./scripts/bench`: a log of %d bytes and %d lines, and one line of 1 GB, both in the page cache; the commands take turns, medians of %d runs, ratios are medians of the ratios of each turn. %s.\n",
		time.Now().UTC().Format(time.DateOnly), runtime.GOOS, runtime.GOARCH, runtime.NumCPU(), b.size, b.lines, b.rounds, strings.Join(names, ", "))
}
