package cli_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"fread/internal/cli"
)

type flags struct {
	all     bool
	numbers bool
	limit   int64
	format  string
	roots   []string
	timeout time.Duration
}

// program is a command with a flag of every type and a subcommand.
func program(f *flags, ran *[]string) *cli.Command {
	c := &cli.Command{Use: "prog [flags] PATH...", Short: "does things", RunE: func(c *cli.Command, args []string) error {
		*ran = append([]string{c.Name()}, args...)
		return nil
	}}
	s := c.Flags()
	s.Group("First")
	s.BoolVar(&f.all, "all", false, "everything").Short = "a"
	s.BoolVar(&f.numbers, "numbers", true, "number lines")
	s.Int64Var(&f.limit, "limit", 0, "at most `n`")
	s.Group("Second")
	s.StringVar(&f.format, "format", "text", "how").Complete = func() []string { return []string{"text", "json"} }
	s.StringArrayVar(&f.roots, "root", "a `dir`")
	s.DurationVar(&f.timeout, "timeout", 0, "`time`")
	sub := &cli.Command{Use: "sub WORD", Short: "a subcommand", ValidArgs: []string{"one", "two"}, RunE: func(c *cli.Command, args []string) error {
		*ran = append([]string{c.Name()}, args...)
		return nil
	}}
	c.AddCommand(sub)
	return c
}

func TestParse(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		line string
		ran  string
		want flags
		err  string
	}{
		{line: "x y", ran: "prog x y"},
		{line: "x --all y", ran: "prog x y", want: flags{all: true}},
		{line: "-a x", ran: "prog x", want: flags{all: true}},
		{line: "--all=false x", ran: "prog x"},
		{line: "--limit 3 x", ran: "prog x", want: flags{limit: 3}},
		{line: "--limit=-3 x", ran: "prog x", want: flags{limit: -3}},
		{line: "--limit -3 x", ran: "prog x", want: flags{limit: -3}},
		{line: "--root a --root=b x", ran: "prog x", want: flags{roots: []string{"a", "b"}}},
		{line: "--timeout 1m30s x", ran: "prog x", want: flags{timeout: 90 * time.Second}},
		{line: "--format= x", ran: "prog x", want: flags{format: "-"}},
		{line: "- x", ran: "prog - x"},
		{line: "-- --all -a sub", ran: "prog --all -a sub"},
		{line: "sub one", ran: "sub one"},
		{line: "x sub", ran: "prog x sub"},
		{line: "./sub", ran: "prog ./sub"},
		{line: "--nope x", err: "there is no flag --nope"},
		{line: "--nope=1", err: "there is no flag --nope"},
		{line: "-x", err: "there is no flag -x"},
		{line: "-5", err: "there is no flag -5"},
		{line: "--limit", err: "--limit wants a value"},
		{line: "--limit x", err: `--limit does not take "x"`},
		{line: "--all=maybe", err: `--all does not take "maybe"`},
		{line: "--timeout 5", err: `--timeout does not take "5"`},
		{line: "sub --all", err: "there is no flag --all"},
	} {
		var f flags
		var ran []string
		err := program(&f, &ran).Execute(context.Background(), strings.Fields(c.line))
		if c.err != "" {
			if err == nil || err.Error() != c.err {
				t.Errorf("%q: error %v, want %s", c.line, err, c.err)
			}
			continue
		}
		if err != nil || strings.Join(ran, " ") != c.ran {
			t.Errorf("%q ran %q, %v, want %q", c.line, ran, err, c.ran)
		}
		if f.all != c.want.all || f.limit != c.want.limit || f.timeout != c.want.timeout || !slices.Equal(f.roots, c.want.roots) {
			t.Errorf("%q set %+v, want %+v", c.line, f, c.want)
		}
		if c.want.format == "-" && f.format != "" || c.want.format == "" && f.format != "text" {
			t.Errorf("%q set the format %q", c.line, f.format)
		}
	}
}

func TestErrorsAreTyped(t *testing.T) {
	t.Parallel()
	var f flags
	var ran []string
	c := program(&f, &ran)
	c.FlagError = func(_ *cli.Command, err error) error {
		if _, ok := errors.AsType[*cli.ValueError](err); !ok {
			t.Errorf("%v is not a ValueError", err)
		}
		return errors.New("explained")
	}
	if err := c.Execute(context.Background(), []string{"--limit", "1.5"}); err == nil || err.Error() != "explained" {
		t.Fatal(err)
	}
	if !c.Flags().Changed("limit") || c.Flags().Changed("all") {
		t.Fatal("what was given is not known")
	}
}

func TestHelp(t *testing.T) {
	t.Parallel()
	var f flags
	var ran []string
	var b bytes.Buffer
	c := program(&f, &ran)
	c.Out = &b
	for _, line := range [][]string{{"--help"}, {"x", "-h"}} {
		b.Reset()
		if err := c.Execute(context.Background(), line); err != nil {
			t.Fatal(err)
		}
		for _, want := range []string{"Usage:\n  prog [flags] PATH...", "Commands:\n  sub  a subcommand", "First:\n  -a, --all", "  --limit n ", "at most n", "Second:\n", "(default text)"} {
			if !strings.Contains(b.String(), want) {
				t.Errorf("help lacks %q:\n%s", want, b.String())
			}
		}
	}
	b.Reset()
	if err := c.Execute(context.Background(), []string{"sub", "--help"}); err != nil || !strings.Contains(b.String(), "prog sub WORD") {
		t.Fatal(err, b.String())
	}
}

func TestComplete(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ line, want string }{
		{"", "sub\ta subcommand|:files"},
		{"s", "sub\ta subcommand|:files"},
		{"x ", ":files"},
		{"--fo", "--format\thow|:nofiles"},
		{"--format ", "text|json|:nofiles"},
		{"--format j", "json|:nofiles"},
		{"--format=j", "--format=json|:nofiles"},
		{"--limit ", ":nofiles"},
		{"--root ", ":files"},
		{"--all ", "sub\ta subcommand|:files"},
		{"sub ", "one|two|:nofiles"},
		{"sub t", "two|:nofiles"},
		{"x s", ":files"},
	} {
		var f flags
		var ran []string
		var b bytes.Buffer
		p := program(&f, &ran)
		p.Out = &b
		words := append([]string{cli.CompleteCommand}, strings.Split(c.line, " ")...)
		if err := p.Execute(context.Background(), words); err != nil {
			t.Fatal(err)
		}
		if got := strings.ReplaceAll(strings.TrimSuffix(b.String(), "\n"), "\n", "|"); got != c.want {
			t.Errorf("%q: %q, want %q", c.line, got, c.want)
		}
	}
}

// TestBash completes as bash does, with a program that answers as ours would.
func TestBash(t *testing.T) {
	t.Parallel()
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("no bash here")
	}
	dir := t.TempDir()
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	write("prog", "#!/bin/sh\ncase \"$*\" in\n*--format=*) printf -- '--format=json\\n:nofiles\\n';;\n*) printf 'text\\tplain\\njson\\n:nofiles\\n';;\nesac\n")
	write("complete.bash", cli.Shells()[0].Script("prog"))
	run := func(line, word string, n string) string {
		cmd := exec.CommandContext(t.Context(), bash, "--norc", "-c", `. ./complete.bash
COMP_LINE=$1 COMP_POINT=${#1} COMP_CWORD=$3 COMP_WORDS=($1)
[[ $1 == *= ]] && COMP_WORDS=(./prog --format =)
_prog; printf '%s ' "${COMPREPLY[@]}"`, "bash", line, word, n)
		cmd.Dir = dir
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		return strings.TrimSpace(string(out))
	}
	if got := run("./prog --format ", "", "2"); got != "text json" {
		t.Errorf("after a flag: %q", got)
	}
	if got := run("./prog --format=", "=", "2"); got != "json" {
		t.Errorf("after = : %q", got)
	}
}
