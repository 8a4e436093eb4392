//go:build unix

package reader_test

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"os"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"fread/internal/reader"
	"fread/internal/reader/cursor"
	"fread/internal/reader/detect"
	"fread/internal/reader/fault"
	"fread/internal/reader/readertest"
	"fread/internal/reader/sandbox"
	"fread/internal/reader/source"
)

// TestMain makes of the test binary a worker, where it is started as one.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == sandbox.Argument {
		g, err := reader.NewRegistry(acting{})
		if err == nil {
			err = reader.ServeWorker(g)
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, err) // shown under FREAD_DEBUG
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// acting is a contained reader that does what the file says: each line is a
// line of the document, or one of the ways in which parsers go wrong.
type acting struct{}

func (acting) Info() reader.Info {
	return reader.Info{Name: "acting", Forms: []reader.Form{reader.FormText}, Unit: reader.UnitLine, Contained: true}
}

func (acting) Match(detect.Type, reader.Form) bool { return true }

func (acting) Open(_ context.Context, f *source.File, o reader.Options) (reader.Document, error) {
	b := make([]byte, f.Size())
	if _, err := f.ReadAt(b, 0); err != nil {
		return nil, err
	}
	d := &actingDocument{lines: strings.Split(strings.TrimSuffix(string(b), "\n"), "\n"), alive: o.Alive}
	switch d.lines[0] {
	case "!refuse":
		return nil, fault.New(fault.Encrypted, fault.PhaseConvert, f.Name, "This file is encrypted.", "Give its password.")
	case "!panic at once":
		panic("as asked")
	}
	return d, nil
}

type actingDocument struct {
	lines []string
	alive func()
	total int64
}

func (d *actingDocument) Close() error { return nil }

func (d *actingDocument) Meta() reader.Meta {
	m := reader.Meta{ContentFormat: "text"}
	if d.total > 0 {
		m.Total, m.TotalExact = &d.total, true
	}
	return m
}

func (d *actingDocument) Units(_ context.Context, from cursor.Position) iter.Seq2[*reader.Unit, error] {
	return func(yield func(*reader.Unit, error) bool) {
		if from.Unit < 0 {
			from.Unit += int64(len(d.lines)) + 1
		}
		for i := max(from.Unit, 1); i <= int64(len(d.lines)); i++ {
			text := d.lines[i-1]
			if err := d.act(text); err != nil {
				yield(nil, err)
				return
			}
			if n, ok := strings.CutPrefix(text, "!long "); ok {
				text = strings.Repeat(n, 100_000)
			}
			u := reader.Unit{No: i, Start: cursor.Position{Unit: i}, Next: cursor.Position{Unit: i + 1}, Text: []byte(text), EOL: true, At: reader.Place{Paragraph: i}}
			if !yield(&u, nil) {
				return
			}
		}
		d.total = int64(len(d.lines))
	}
}

// act does what a line asks for.
func (d *actingDocument) act(line string) error {
	switch line {
	case "!panic":
		panic("as asked")
	case "!panic elsewhere":
		go panic("as asked")
		time.Sleep(time.Minute)
	case "!spin":
		for n := 0; ; n++ {
			runtime.Gosched()
		}
	case "!work": // for longer than is allowed without a sign of life
		for start := time.Now(); time.Since(start) < 2*sandbox.IdleCPU; d.alive() {
			runtime.Gosched()
		}
	case "!allocate":
		var held [][]byte
		for {
			held = append(held, slices.Repeat([]byte{1}, 16<<20))
			runtime.KeepAlive(held)
		}
	case "!recurse":
		return fmt.Errorf("%d", deep(0))
	case "!exit":
		os.Exit(0)
	case "!sleep":
		time.Sleep(time.Minute)
	case "!damage":
		return fault.New(fault.Corrupt, fault.PhaseConvert, "", "The file breaks off here.", "")
	case "!fail":
		return errors.New("a plain error")
	case "!open":
		_, err := os.ReadFile("/etc/hostname")
		return fmt.Errorf("opened: %w", err)
	}
	return nil
}

// deep never comes back.
func deep(n int) int {
	var room [1024]byte
	if n < 0 {
		return 0
	}
	room[n%len(room)] = 1
	return deep(n+1) + int(room[(n+1)%len(room)])
}

// crew is an engine whose contained kinds run in workers.
func crew(t *testing.T) *reader.Engine {
	t.Helper()
	if raceDetector {
		t.Skip("the race detector does not run in a cage")
	}
	e := engine(t, acting{})
	e.Workers = new(reader.Workers)
	t.Cleanup(e.Workers.Close)
	return e
}

func TestContainedReadsAsInProcess(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	for i := range 5000 {
		fmt.Fprintf(&b, "line %d of some text\n", i)
	}
	path := write(t, b.String()+"!long añ\nend\n")
	inside, outside := engine(t, acting{}), crew(t)
	want, _ := readertest.ReadWhole(t, inside, reader.Request{Path: path})
	got, r := readertest.ReadWhole(t, outside, reader.Request{Path: path})
	if !slices.Equal(want.Lines, got.Lines) || len(got.Lines) != 5002 {
		t.Fatalf("%d lines came, want %d alike: %+v", len(got.Lines), len(want.Lines), r.Notes)
	}
	if r.TotalLines == nil || *r.TotalLines != 5002 || r.Lines[41].At.Paragraph != 42 {
		t.Errorf("totalLines %v, place %+v", r.TotalLines, r.Lines[41].At)
	}
	for _, req := range []reader.Request{{Limit: 1700}, {MaxBytes: 30_000}, {MaxChars: 50_001}, {Limit: 1000, MaxLineChars: 7}} {
		req.Path = path
		readertest.Paging(t, outside, req, want)
	}
	for _, req := range []reader.Request{{Offset: -3}, {Offset: 4000, Limit: 5}, {Offset: 9999}} {
		req.Path = path
		a, b := read(t, inside, req), read(t, outside, req)
		a.Version, b.Version = "", ""
		if a.Content != b.Content || len(a.Notes) != len(b.Notes) {
			t.Errorf("%+v: in a worker %q %v, in process %q %v", req, clip(b.Content), b.Notes, clip(a.Content), a.Notes)
		}
	}
}

func clip(s string) string { return s[:min(len(s), 80)] }

// TestWorkerCostsOneAnswer tries every way of going wrong, each followed by a
// read that must succeed.
func TestWorkerCostsOneAnswer(t *testing.T) {
	t.Parallel()
	good := write(t, "good\n")
	for _, c := range []struct {
		do   string
		code fault.Code
	}{
		{"!refuse", fault.Encrypted},
		{"!panic at once", fault.Corrupt},
		{"!panic", fault.Corrupt},
		{"!panic elsewhere", fault.TooComplex}, // the runtime ends as it does without memory
		{"!spin", fault.TooComplex},
		{"!allocate", fault.TooComplex},
		{"!recurse", fault.TooComplex},
		{"!exit", fault.Corrupt},
		{"!damage", fault.Corrupt},
	} {
		t.Run(strings.TrimPrefix(c.do, "!"), func(t *testing.T) {
			t.Parallel()
			if testing.Short() && c.do == "!spin" {
				t.Skip("computes for seconds")
			}
			e := crew(t)
			r := fails(t, e, reader.Request{Path: write(t, c.do+"\n")}, c.code)
			if strings.Contains(r.Reason, "goroutine") || len(r.Reason) < 20 {
				t.Errorf("reason %q", r.Reason)
			}
			switch c.do {
			case "!refuse", "!panic at once":
			case "!panic elsewhere", "!exit", "!recurse": // they take what was read in the last moments along
			default: // what came before is shown
				r := read(t, e, reader.Request{Path: write(t, "one\ntwo\n"+c.do+"\nthree\n")})
				damaged := slices.ContainsFunc(r.Notes, func(n reader.Note) bool { return string(n.Code) == string(c.code) })
				if !damaged || r.Complete || r.TextPart == nil || r.Content != "one\ntwo\n" {
					t.Errorf("%+v, notes %+v", r.TextPart, r.Notes)
				}
			}
			if r := read(t, e, reader.Request{Path: good}); !r.Readable || r.Content != "good\n" {
				t.Errorf("the read after it gave %+v %q", r.TextPart, r.Reason)
			}
		})
	}
}

func TestWorkerMayWorkLong(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("computes for seconds")
	}
	if r := read(t, crew(t), reader.Request{Path: write(t, "!work\nend\n")}); r.Content != "!work\nend\n" {
		t.Errorf("content %q, reason %q", r.Content, r.Reason)
	}
}

func TestWorkerOpensNothing(t *testing.T) {
	t.Parallel()
	r := read(t, crew(t), reader.Request{Path: write(t, "!open\n")})
	if r.Readable || !strings.Contains(r.Reason, "not permitted") && !strings.Contains(r.Reason, "permission denied") {
		t.Errorf("readable %v, reason %q", r.Readable, r.Reason)
	}
}

func TestWorkerIsUsedAgain(t *testing.T) {
	t.Parallel()
	e := crew(t)
	long := write(t, strings.Repeat("a line of text\n", 200_000))
	for i := range 20 {
		// A read that stops early leaves the worker in a state for the next.
		r := read(t, e, reader.Request{Path: long, Offset: int64(i + 1), Limit: 3})
		if r.Content != strings.Repeat("a line of text\n", 3) || r.Next == nil || r.Next.Offset != int64(i+4) {
			t.Fatalf("read %d: %q, next %+v, notes %+v", i, clip(r.Content), r.Next, r.Notes)
		}
	}
	fails(t, e, reader.Request{Path: write(t, "!refuse\n")}, fault.Encrypted)
	if r := read(t, e, reader.Request{Path: long, Limit: 1}); r.Content != "a line of text\n" {
		t.Errorf("after a refusal %q", r.Content)
	}
}

func TestWorkerIsEndedByTheCaller(t *testing.T) {
	t.Parallel()
	e := crew(t)
	path := write(t, "!sleep\n")
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	start := time.Now()
	_, err := e.Read(ctx, &reader.Request{Path: path})
	if took := time.Since(start); took > 5*time.Second {
		t.Errorf("it took %v (%v)", took, err)
	}
	r := read(t, e, reader.Request{Path: path, Timeout: 50 * time.Millisecond})
	if r.ReasonCode != fault.Timeout {
		t.Errorf("reason %s %q", r.ReasonCode, r.Reason)
	}
}

// TestWorkersSideBySide leaves nothing behind, however many read at once.
func TestWorkersSideBySide(t *testing.T) {
	t.Parallel()
	e := crew(t)
	good, bad := write(t, "good\n"), write(t, "!exit\n")
	done := make(chan error)
	for i := range 8 {
		go func() {
			for j := range 25 {
				path := good
				if (i+j)%7 == 0 {
					path = bad
				}
				r, err := e.Read(context.Background(), &reader.Request{Path: path})
				if err != nil || (path == good) != r.Readable {
					done <- fmt.Errorf("%s: %v, %s %q", path, err, r.Status, r.Reason) //nolint:errorlint // it may be nil
					return
				}
			}
			done <- nil
		}()
	}
	for range 8 {
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
}
