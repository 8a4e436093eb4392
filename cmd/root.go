// Package cmd is the command line of fread: it turns flags into requests, hands
// them to the engine and what comes back to a printer.
package cmd

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
	"unicode/utf8"

	"fread/internal/cli"
	"fread/internal/limits"
	"fread/internal/output"
	"fread/internal/reader"
	"fread/internal/reader/cells"
	"fread/internal/reader/charset"
	"fread/internal/reader/fault"
	"fread/internal/reader/kinds"
	"fread/internal/reader/policy"
	"fread/internal/reader/redact"
	"fread/internal/reader/sandbox"
)

// Main runs the command line and returns the exit status.
func Main(args []string, sio *IO) (status int) {
	defer func() {
		if p := recover(); p != nil {
			status = sio.brokeDown(p)
		}
	}()
	ignoreBrokenPipes()
	if len(args) == 1 && args[0] == sandbox.Argument {
		return serveWorker(sio)
	}
	a := &app{io: sio, workers: &reader.Workers{}}
	defer a.workers.Close()
	err := newRoot(a).Execute(context.Background(), args)
	if err != nil && !errors.Is(err, syscall.EPIPE) {
		a.complain("", err)
	}
	return worse(exitOf(err), a.status)
}

// brokeDown says that a panic has ended the run, or a part of it.
func (s *IO) brokeDown(p any) (status int) {
	fmt.Fprintf(s.Err, "fread: this is a fault of fread itself: %v. Please report it with the file that caused it.\n", p)
	if s.Getenv("FREAD_DEBUG") != "" {
		_, _ = s.Err.Write(debug.Stack())
	}
	return exitInternal
}

// app is one run of the command line.
type app struct {
	io      *IO
	workers *reader.Workers
	status  int
}

// serveWorker is the whole run of a process that was started to parse files.
func serveWorker(sio *IO) int {
	registry, err := reader.NewRegistry(kinds.All()...)
	if err == nil {
		err = reader.ServeWorker(registry)
	}
	if err != nil {
		fmt.Fprintf(sio.Err, "fread: this process serves another one of fread and cannot be started by hand: %v\n", err)
		return exitInternal
	}
	return exitRead
}

// complain writes one error for people.
func (a *app) complain(path string, err error) {
	where := ""
	if path != "" {
		where = printable(path) + ": "
	}
	fmt.Fprintf(a.io.Err, "fread: %s%s\n", where, printable(err.Error()))
}

// printable quotes a text that would otherwise act on a terminal or break out
// of its line.
func printable(s string) string {
	if strings.ContainsFunc(s, func(r rune) bool { return !strconv.IsPrint(r) || r == utf8.RuneError }) {
		return fault.Quote(s)
	}
	return s
}

// usage makes any error one of wrong usage.
func usage(err error) error {
	if _, ok := errors.AsType[*fault.Error](err); ok {
		return err
	}
	return fault.Invalid(sentence(err.Error()), "")
}

func sentence(s string) string {
	s = strings.ToUpper(s[:1]) + s[1:]
	if !strings.HasSuffix(s, ".") {
		s += "."
	}
	return s
}

// readFlags are the flags of a read.
type readFlags struct {
	req       reader.Request
	as        string
	format    string
	layout    string
	color     string
	headers   string
	cells     string
	password  string // name of the file that holds it
	from      string
	skipDone  string
	nulls     bool
	numbers   bool
	notes     bool
	outputs   bool
	failGone  bool
	roots     []string
	deny      []string
	unranged  string
	redact    []string
	ask       bool
	open      bool // without a sandbox
	version   bool
	maxSize   string
	maxBytes  string
	timeout   time.Duration
	offset    int64
	limit     int64
	maxChars  int64
	lineChars int64
	budget    int64
}

func newRoot(a *app) *cli.Command {
	var f readFlags
	c := &cli.Command{
		Use:   "fread [flags] PATH...",
		Short: "Read any file as numbered text, rows or a listing, within limits",
		Long:  "Read any file as numbered text, rows or a listing: the window you ask for, within limits,\nand what was left out and how to get it. - is standard input.",
		Example: `  fread main.go                        the first 2000 lines, numbered
  fread app.log --offset -50           the last 50 lines
  fread main.go:10-40                  lines 10 to 40
  fread data.csv --as rows             records, with their header
  fread book.xlsx#Sheet2!B2:F40        cells of a workbook
  fread data.json#/items/0             one value of a JSON document
  fread talk.pptx --pages 1-3          slides of a presentation, as Markdown
  fread notes.txt --format json        the whole answer for a program
  find . -name '*.go' | fread --from - many files, JSON Lines`,
		FlagError: flagError,
		Out:       a.io.Out,
		RunE: func(c *cli.Command, args []string) error {
			return a.read(c, &f, args)
		},
	}
	f.define(c.Flags())
	c.AddCommand(newCheck(a), newRegister(a), newSessions(a), newFormats(a), newDoctor(a), newSchema(a), newCompletion(a))
	return c
}

func (f *readFlags) define(s *cli.FlagSet) {
	s.Group("What to show")
	s.Int64Var(&f.offset, "offset", 0, "first `line`, row or entry, from 1; -N counts from the end")
	s.Int64Var(&f.limit, "limit", 0, "`number` of lines (default 2000), rows or entries (1000)")
	s.StringVar(&f.req.Cursor, "cursor", "", "go on exactly where next.cursor of a result said").Complete = words()
	s.StringVar(&f.as, "as", "", "`form`: text, markdown, rows, bytes, hex, info (default by kind)").Complete = formNames
	s.StringVar(&f.req.Encoding, "encoding", "", "`name` of the encoding, any WHATWG label (default detected)").Complete = charset.Names
	s.StringVar(&f.headers, "headers", "auto", "auto, yes or no: the first row names the columns").Complete = words("auto", "yes", "no")
	s.StringVar(&f.req.Sheet, "sheet", "", "`name` or number of a sheet of a workbook (default the first that is shown)").Complete = words()
	s.StringVar(&f.req.Range, "range", "", "`cells` of a sheet, such as A1:D20, B:D or the name of a table (default what is used)").Complete = words()
	s.StringVar(&f.cells, "cells", "", "`view` of the cells of a workbook: shown as displayed, stored with their types, formula (default shown in text and markdown, else stored)").Complete = words("shown", "stored", "formula")
	s.StringVar(&f.req.Delimiter, "delimiter", "", "`character` between the fields of a CSV file (default sniffed)").Complete = words(",", ";", "|", "tab")
	s.StringVar(&f.req.Changes, "changes", "", "`mode` of a document under review: all marks insertions and deletions and shows comments (default as if accepted, without comments)").Complete = words("all")
	s.StringVar(&f.req.Pages, "pages", "", "`pages` or slides to show, such as 1-3 or 1,4-8,last (default all)").Complete = words()
	s.IntVar(&f.req.Depth, "depth", 0, "`levels` of a directory to list (default 1)")
	s.BoolVar(&f.outputs, "outputs", true, "show the outputs of a notebook")
	s.Group("Limits")
	s.StringVar(&f.maxSize, "max-size", "", "refuse a file larger than `size` before reading it, such as 25MB").Complete = words()
	s.StringVar(&f.maxBytes, "max-bytes", "", "show at most `size` of content (default 50KB, rows 1MB)").Complete = words()
	s.Int64Var(&f.maxChars, "max-chars", 0, "show at most `number` characters")
	s.Int64Var(&f.lineChars, "max-line-chars", 0, "show at most `number` characters of a line (default 2000)")
	s.Int64Var(&f.budget, "budget", 0, "show at most about so many `tokens`")
	s.BoolVar(&f.req.All, "all", false, "no limit on what is shown")
	s.DurationVar(&f.timeout, "timeout", 0, "give up after this `time` with what was got by then (default 60s)")
	s.Group("Output")
	s.StringVar(&f.format, "format", "text", "text, json, markdown, csv or tsv").Complete = output.Formats
	s.StringVar(&f.layout, "layout", "fread", "how lines are numbered: "+strings.Join(output.Layouts(), ", ")).Complete = output.Layouts
	s.BoolVar(&f.numbers, "numbers", true, "number lines, rows and entries")
	s.BoolVar(&f.notes, "notes", true, "say what was left out and how to get it")
	s.StringVar(&f.color, "color", "auto", "auto, always or never").Complete = words("auto", "always", "never")
	s.BoolVar(&f.req.Lines, "lines", false, "JSON: also each line with its number and place")
	s.BoolVar(&f.req.Totals, "totals", false, "count the lines and characters of a file of any size")
	s.BoolVar(&f.req.Count, "count", false, "count the rows of a file of any size")
	s.BoolVar(&f.req.Main, "main", false, "of a web page only the article, without navigation and the like")
	s.Group("Which files")
	s.StringVar(&f.from, "from", "", "read the paths in `file`, one a line; - is standard input")
	s.BoolVar(&f.nulls, "null", false, "with --from: paths end in NUL bytes").Short = "0"
	s.StringVar(&f.skipDone, "skip-done", "", "with --from: leave out the paths answered in `file`, the output of an earlier run")
	s.BoolVar(&f.failGone, "fail-if-missing", true, "a missing file is a failure, not an empty answer")
	s.StringVar(&f.req.IfChanged, "if-changed", "", "give no content if the file still has this `version`").Complete = words()
	s.StringVar(&f.req.Session, "session", "", "remember this read in the session `id`, and do not repeat what it was shown (default $FREAD_SESSION)").Complete = words()
	s.StringVar(&f.password, "password-file", "", "`file` with the password of an encrypted document in its first line (also FREAD_PASSWORD)")
	s.BoolVar(&f.req.Special, "special", false, "also read FIFOs, devices and files of the kernel")
	s.BoolVar(&f.req.NoFollow, "no-follow", false, "refuse symbolic links")
	s.Group("What may be read")
	s.StringArrayVar(&f.roots, "root", "read only below `dir` (repeatable; also FREAD_ROOTS)")
	s.StringArrayVar(&f.deny, "deny", "refuse paths that match `glob`, or the built-in set secrets (repeatable)")
	s.StringArrayVar(&f.redact, "redact", "hide secrets: `rules` is secrets, assignments, one rule by name, or a regular expression (repeatable)")
	s.StringVar(&f.unranged, "max-unranged", "", "refuse a file larger than `size` unless a part of it is asked for")
	s.BoolVar(&f.ask, "ask", false, "ask on the terminal before each read")
	s.Group("Other")
	s.BoolVar(&f.open, "no-sandbox", false, "parse in this process, for debugging; every result says so")
	s.BoolVar(&f.version, "version", false, "print the version")
}

// request checks the flags and completes the request. changed tells whether a
// flag was given: 0 as a number is refused, not taken for "not given".
func (f *readFlags) request(changed func(string) bool) error {
	r := &f.req
	r.Offset, r.Limit, r.MaxChars, r.MaxLineChars, r.Budget, r.Timeout = f.offset, f.limit, f.maxChars, f.lineChars, f.budget, f.timeout
	if changed("offset") && f.offset == 0 {
		return fault.Invalid("--offset counts from 1, so there is no 0.", "Use --offset 1 for the start, or --offset -1 for the last.")
	}
	for name, v := range map[string]int64{"limit": f.limit, "max-chars": f.maxChars, "max-line-chars": f.lineChars, "budget": f.budget, "depth": int64(r.Depth)} {
		if changed(name) && v < 1 {
			return fault.Invalid(fmt.Sprintf("--%s must be 1 or more, not %d.", name, v), "Leave it out for the default, or use --all for no limit.")
		}
	}
	if changed("timeout") && f.timeout <= 0 {
		return fault.Invalid("--timeout must be longer than nothing.", "Write it as 500ms, 10s or 2m.")
	}
	var err error
	if r.MaxSize, err = size("max-size", f.maxSize, changed); err != nil {
		return err
	}
	if r.MaxBytes, err = size("max-bytes", f.maxBytes, changed); err != nil {
		return err
	}
	r.As, r.Headers, r.Missing = reader.Form(f.as), cells.HeaderMode(f.headers), !f.failGone
	r.NoOutputs = !f.outputs
	if r.Cells = cells.View(f.cells); r.Cells == "" {
		r.Cells = cells.Stored
		if f.format == "text" && f.from == "" || f.format == "markdown" {
			r.Cells = cells.Shown
		}
	}
	if r.Timeout == 0 && !r.All && f.from == "" {
		r.Timeout = limits.DefaultTimeout
	}
	if output.RowsOnly(f.format) && r.As == reader.FormDefault {
		r.As = reader.FormRows
	}
	return nil
}

func size(flag, value string, changed func(string) bool) (int64, error) {
	if !changed(flag) {
		return 0, nil
	}
	n, err := limits.ParseSize(value)
	if err != nil {
		return 0, fault.Invalid(sentence(fmt.Sprintf("--%s: %v", flag, err)), "")
	}
	if n < 1 {
		return 0, fault.Invalid(fmt.Sprintf("--%s must be 1 byte or more.", flag), "Leave it out for the default.")
	}
	return n, nil
}

// words is a fixed set of completions.
func words(w ...string) func() []string { return func() []string { return w } }

func formNames() []string {
	var names []string
	for _, f := range reader.Forms() {
		names = append(names, string(f))
	}
	return names
}

// flagError turns an error of the flag parser into one plain sentence.
func flagError(c *cli.Command, err error) error {
	if unknown, ok := errors.AsType[*cli.UnknownFlagError](err); ok {
		hint := "See fread --help."
		if near := nearFlag(c, strings.TrimLeft(unknown.Flag, "-")); near != "" {
			hint = "Did you mean --" + near + "?"
		}
		return fault.Invalid("There is no flag "+unknown.Flag+".", hint)
	}
	if bad, ok := errors.AsType[*cli.ValueError](err); ok {
		return fault.Invalid(fmt.Sprintf("--%s does not take %s.", bad.Flag.Name, fault.Quote(bad.Value)), rightForm(bad.Flag))
	}
	if missing, ok := errors.AsType[*cli.MissingValueError](err); ok {
		return fault.Invalid("--"+missing.Flag.Name+" wants a value.", rightForm(missing.Flag))
	}
	return usage(err)
}

func rightForm(f *cli.Flag) string {
	switch f.Type {
	case cli.Int:
		return "Write a whole number, such as --" + f.Name + " 10."
	case cli.Duration:
		return "Write a time, such as 500ms, 10s or 2m."
	case cli.Bool:
		return "Write --" + f.Name + " or --" + f.Name + "=false."
	case cli.String, cli.Strings:
	}
	return ""
}

// nearFlag returns the flag whose name is close to a mistyped one.
func nearFlag(c *cli.Command, name string) string {
	best, near := 3, ""
	for _, f := range c.Flags().All() {
		if d := policy.Distance(name, f.Name, best); d < best {
			best, near = d, f.Name
		}
		if near == "" && len(name) > 3 && (strings.HasPrefix(f.Name, name) || strings.HasSuffix(f.Name, name)) {
			near = f.Name
		}
	}
	return near
}

// engine builds the core for this run.
func (a *app) engine(f *readFlags) (*reader.Engine, error) {
	registry, err := reader.NewRegistry(kinds.All()...)
	if err != nil {
		return nil, err
	}
	ceiling, err := ceilings(a.io.Getenv)
	if err != nil {
		return nil, err
	}
	e := &reader.Engine{Registry: registry, Ceiling: ceiling, Stdin: a.io.In, Sessions: a.sessions(0), Workers: a.workers}
	if f.open {
		e.Workers, e.Uncontained = nil, true
	}
	if err := a.protect(e, f); err != nil {
		return nil, err
	}
	if a.io.Getenv("FREAD_DEBUG") != "" {
		e.Log = func(format string, args ...any) { fmt.Fprintf(a.io.Err, "fread: "+format+"\n", args...) }
	}
	return e, nil
}

// protect sets what may be read and who is asked.
func (a *app) protect(e *reader.Engine, f *readFlags) (err error) {
	if e.Policy.Roots, err = a.roots(f.roots); err != nil {
		return err
	}
	if len(f.deny) > 0 {
		if e.Policy.Deny, err = policy.ParseDeny(f.deny); err != nil {
			return err
		}
	}
	if len(f.redact) > 0 {
		if e.Redact, err = redact.Parse(f.redact); err != nil {
			return err
		}
		e.RedactAs = strings.Join(f.redact, "\x00")
	}
	if e.MaxUnranged, err = size("max-unranged", f.unranged, func(string) bool { return f.unranged != "" }); err != nil {
		return err
	}
	if f.ask {
		e.Ask = a.askTerminal
	}
	return nil
}

// roots opens the roots of --root and FREAD_ROOTS. Those of the flags can only
// narrow those of the environment. A root that cannot be opened is said and
// left out; when none is left, nothing may be read.
func (a *app) roots(flags []string) ([]*policy.Root, error) {
	outer, err := a.openRoots(filepath.SplitList(a.io.Getenv("FREAD_ROOTS")))
	if err != nil || len(flags) == 0 {
		return outer, err
	}
	inner, err := a.openRoots(flags)
	if err != nil {
		return nil, err
	}
	for _, r := range inner {
		if len(outer) > 0 && !slices.ContainsFunc(outer, func(o *policy.Root) bool { return o.Contains(r) }) {
			return nil, fault.Invalid("The root "+fault.Quote(r.Path())+" lies outside those of FREAD_ROOTS.", "Name a folder inside them.")
		}
	}
	return inner, nil
}

func (a *app) openRoots(paths []string) ([]*policy.Root, error) {
	var roots []*policy.Root
	var last error
	for _, path := range paths {
		r, err := policy.OpenRoot(path)
		if err != nil {
			a.complain("", err)
			last = err
			continue
		}
		roots = append(roots, r)
	}
	if len(roots) == 0 {
		return nil, last
	}
	return roots, nil
}

// ceilings reads what the operator allows at most.
func ceilings(getenv func(string) string) (limits.Limits, error) {
	var l limits.Limits
	for _, v := range []struct {
		name string
		to   *int64
	}{
		{"FREAD_MAX_BYTES", &l.Bytes},
		{"FREAD_MAX_SIZE", &l.FileSize},
		{"FREAD_MAX_LIMIT", &l.Units},
		{"FREAD_MAX_CHARS", &l.Chars},
		{"FREAD_MAX_LINE_CHARS", &l.LineChars},
		{"FREAD_MAX_BUDGET", &l.Tokens},
	} {
		s := getenv(v.name)
		if s == "" {
			continue
		}
		n, err := limits.ParseSize(s)
		if err != nil {
			return l, fault.Invalid(sentence(fmt.Sprintf("%s: %v", v.name, err)), "")
		}
		*v.to = n
	}
	if s := getenv("FREAD_MAX_TIMEOUT"); s != "" {
		d, err := time.ParseDuration(s)
		if err != nil || d <= 0 {
			return l, fault.Invalid("FREAD_MAX_TIMEOUT is not a time.", "Write it as 500ms, 10s or 2m.")
		}
		l.Timeout = d
	}
	return l, nil
}

// read is the command itself: ask the core about each path, print the answers.
func (a *app) read(c *cli.Command, f *readFlags, paths []string) error {
	if f.version {
		_, err := fmt.Fprintln(a.io.Out, "fread", version())
		return err
	}
	if err := f.request(c.Flags().Changed); err != nil {
		return err
	}
	f.req.Session = a.sessionID(c, f.req.Session)
	if err := a.password(f); err != nil {
		return err
	}
	if len(paths) == 0 && f.from == "" {
		return fault.Invalid("No path was given.", "Try fread FILE, or fread --help.")
	}
	if f.skipDone != "" && f.from == "" {
		return fault.Invalid("--skip-done belongs to --from.", "Name the list of paths with --from.")
	}
	if len(paths) > 1 && f.req.Cursor != "" {
		return fault.Invalid("A cursor belongs to one file, and there are several paths.", "Give the path of the file alone.")
	}
	if len(paths) > 0 && f.from != "" {
		return fault.Invalid("--from names the paths, and there are others beside it.", "Give the paths in one of the two ways.")
	}
	color := a.io.color(f.color)
	style := output.Style{
		Format: f.format, Layout: f.layout, Numbers: f.numbers && f.req.As != reader.FormBytes, Notes: f.notes, Color: color,
		Terminal: a.io.OutTTY || color, Headings: len(paths) > 1 || f.from != "", Lines: f.req.Lines, Facts: f.req.As == reader.FormInfo,
	}
	if a.io.OutTTY {
		style.Width = a.io.Width()
	}
	switch f.color {
	case "auto", "always", "never":
	default:
		return fault.Invalid("--color can be auto, always or never.", "")
	}
	if f.from != "" {
		if !c.Flags().Changed("format") {
			style.Format = "json"
		}
		style.Terminal = false
		return a.readFrom(c.Context(), f, style)
	}
	p, err := output.New(style, a.io.Out, a.io.Err)
	if err != nil {
		return usage(err)
	}
	engine, err := a.engine(f)
	if err != nil {
		return err
	}
	for _, path := range paths {
		req := f.req
		req.Path = path
		status, err := a.one(c.Context(), engine, &req, p, style)
		if err != nil {
			return err
		}
		a.status = worse(a.status, status)
		if status == exitInterrupt {
			break
		}
	}
	return nil
}

// maxPassword is how many bytes of a password file are looked at.
const maxPassword = 4 << 10

// password finds the password of encrypted documents.
func (a *app) password(f *readFlags) error {
	if f.req.Password = a.io.Getenv("FREAD_PASSWORD"); f.password == "" {
		return nil
	}
	var anywhere policy.Policy // the file is a setting of the caller, and nothing of it is shown
	in, err := open(&anywhere, "--password-file", f.password)
	if err != nil {
		return err
	}
	defer func() { _ = in.Close() }()
	b, err := io.ReadAll(io.LimitReader(in, maxPassword))
	if err != nil {
		return fault.Invalid("The password file "+fault.Quote(f.password)+" cannot be read.", "")
	}
	line, _, _ := strings.Cut(string(b), "\n")
	f.req.Password = strings.TrimSuffix(line, "\r")
	return nil
}

// one reads and prints one path.
func (a *app) one(ctx context.Context, e *reader.Engine, req *reader.Request, p output.Printer, style output.Style) (int, error) {
	res, err := e.Stream(ctx, req, p)
	if bad, ok := errors.AsType[*fault.Error](err); ok && style.Format == "json" { // the one answer a program looks at
		res, err = reader.Refused(req, bad), nil
	}
	if err != nil {
		return 0, err
	}
	if err := p.Finish(res); err != nil {
		return 0, err
	}
	if !res.Readable && !res.Missing && style.Format != "json" {
		a.complain(res.Path, errors.New(res.Reason))
	}
	return exitOfResult(res), nil
}
