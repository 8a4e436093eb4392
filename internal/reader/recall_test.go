package reader_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"fread/internal/reader"
	"fread/internal/reader/fault"
	"fread/internal/reader/kinds"
	"fread/internal/session"
)

func sessionEngine(tb testing.TB) (*reader.Engine, session.Dir) {
	tb.Helper()
	g, err := reader.NewRegistry(kinds.All()...)
	if err != nil {
		tb.Fatal(err)
	}
	dir := session.Dir{Path: filepath.Join(tb.TempDir(), "sessions")}
	return &reader.Engine{Registry: g, Sessions: func(id string) (reader.Session, error) { return dir.Open(id) }}, dir
}

func sessionWrite(tb testing.TB, name, content string) string {
	tb.Helper()
	p := filepath.Join(tb.TempDir(), name)
	if err := os.WriteFile(p, []byte(content), 0o600); err != nil {
		tb.Fatal(err)
	}
	return p
}

func sessionRead(tb testing.TB, e *reader.Engine, req reader.Request) *reader.Result {
	tb.Helper()
	r, err := e.Read(context.Background(), &req)
	if err != nil {
		tb.Fatal(err)
	}
	return r
}

func numbers(to int) string {
	var b strings.Builder
	for i := range to {
		fmt.Fprintln(&b, i+1)
	}
	return b.String()
}

func has(r *reader.Result, code reader.NoteCode) bool {
	return slices.ContainsFunc(r.Notes, func(n reader.Note) bool { return n.Code == code })
}

// same checks that a session changes nothing of an answer but for the fields
// that name the file.
func same(tb testing.TB, got, want *reader.Result) {
	tb.Helper()
	got.File, got.RuntimeFile = nil, nil
	a, _ := json.Marshal(got)
	b, _ := json.Marshal(want)
	if !bytes.Equal(a, b) {
		tb.Fatalf("%s\nwant %s", a, b)
	}
}

// TestRepeatsAgainstModel reads windows of every kind, and compares with a set
// of the lines that were shown: an answer is a repeat if and only if all of its
// lines are in it, and else is that of a read without a session.
func TestRepeatsAgainstModel(t *testing.T) {
	t.Parallel()
	e, _ := sessionEngine(t)
	r := rand.New(rand.NewPCG(7, 7))
	for round := range 30 {
		lines := 1 + r.IntN(60)
		var b strings.Builder
		for i := range lines {
			b.WriteString(strings.Repeat("x", r.IntN(30)))
			if i < lines-1 || r.IntN(2) == 0 {
				b.WriteByte('\n')
			}
		}
		path := sessionWrite(t, "a.txt", b.String())
		shown := map[int64]bool{}
		for range 40 {
			req := reader.Request{Path: path, Lines: true, MaxLineChars: 25}
			switch r.IntN(5) {
			case 0:
				req.Path = fmt.Sprintf("%s:%d-%d", path, 1+r.IntN(lines), lines+r.IntN(3))
			case 1:
				a := 1 + r.IntN(lines)
				req.Path = fmt.Sprintf("%s:%d,%d-", path, a, a+1+r.IntN(10))
			case 2:
				req.Offset = -1 - int64(r.IntN(lines+3))
			default:
				req.Offset, req.Limit = 1+int64(r.IntN(lines+2)), 1+int64(r.IntN(lines))
			}
			if r.IntN(4) == 0 {
				req.MaxBytes = 1 + int64(r.IntN(200))
			}
			want := sessionRead(t, e, req)
			req.Session = fmt.Sprint("s", round)
			got := sessionRead(t, e, req)
			repeat := len(want.Lines) > 0
			for _, l := range want.Lines {
				repeat = repeat && shown[l.Number]
			}
			if has(got, reader.NoteRepeatRead) != repeat {
				t.Fatalf("%+v\nrepeat %v, want %v; shown before: %v\n%q", req, !repeat, repeat, shown, b.String())
			}
			if repeat {
				if got.Content != "" || len(got.Lines) > 0 || got.Complete || !got.Readable || !got.Unchanged || *got.StartLine != *want.StartLine || *got.EndLine != *want.EndLine || (got.Next == nil) != (want.Next == nil) {
					t.Fatalf("%+v", got)
				}
				continue
			}
			same(t, got, want)
			for _, l := range want.Lines {
				if l.Column == 0 && !l.Clamped && !partial(want, l.Number) {
					shown[l.Number] = true
				}
			}
		}
	}
}

// partial reports whether the columns of a line are among what is not shown.
func partial(r *reader.Result, line int64) bool {
	return slices.ContainsFunc(r.Omitted, func(o reader.Omission) bool { return o.What == "columns" && o.Line == line })
}

func TestOtherViewsAreOthers(t *testing.T) {
	t.Parallel()
	e, _ := sessionEngine(t)
	path := sessionWrite(t, "a.csv", "a,b\n1,2\n3,4\n")
	for i, req := range []reader.Request{
		{As: reader.FormRows},
		{As: reader.FormText},
		{As: reader.FormHex},
		{As: reader.FormBytes},
		{As: reader.FormRows, Headers: "no"},
		{As: reader.FormRows, Delimiter: ";"},
		{As: reader.FormText, Encoding: "utf-16le"},
	} {
		req.Path, req.Session = path, "a"
		if r := sessionRead(t, e, req); has(r, reader.NoteRepeatRead) || !r.Readable {
			t.Errorf("%d: %+v", i, r.Notes)
		}
		if r := sessionRead(t, e, req); !has(r, reader.NoteRepeatRead) || len(r.Omitted) == 0 {
			t.Errorf("%d again: %+v", i, r.Notes)
		}
	}
	hex := reader.Request{Path: path, Session: "a", As: reader.FormHex, Offset: 3, Limit: 4}
	if r := sessionRead(t, e, hex); !has(r, reader.NoteRepeatRead) {
		t.Errorf("part of a dump: %+v", r.Notes)
	}
}

func TestVersions(t *testing.T) {
	t.Parallel()
	e, _ := sessionEngine(t)
	path := sessionWrite(t, "a.txt", numbers(9))
	req := reader.Request{Path: path, Session: "a"}
	sessionRead(t, e, req)
	later := time.Now().Add(time.Hour)
	if err := os.Chtimes(path, later, later); err != nil {
		t.Fatal(err)
	}
	if r := sessionRead(t, e, req); !has(r, reader.NoteRepeatRead) {
		t.Errorf("only touched: %+v", r.Notes)
	}
	if err := os.Rename(sessionWrite(t, "b", numbers(9)), path); err != nil {
		t.Fatal(err)
	}
	if r := sessionRead(t, e, req); !has(r, reader.NoteRepeatRead) {
		t.Errorf("replaced by its copy: %+v", r.Notes)
	}
	if err := os.WriteFile(path, []byte(numbers(10)), 0o600); err != nil {
		t.Fatal(err)
	}
	if c, err := e.Check(context.Background(), &req); err != nil || c.OK() || !c.Read || c.Unchanged {
		t.Errorf("%+v %v", c, err)
	}
	if r := sessionRead(t, e, req); has(r, reader.NoteRepeatRead) || r.Content != numbers(10) {
		t.Errorf("changed: %+v", r.Notes)
	}
	if c, err := e.Check(context.Background(), &req); err != nil || !c.OK() || !c.Whole {
		t.Errorf("%+v %v", c, err)
	}
	req.All = true // nothing is held back where nothing bounds it
	if r := sessionRead(t, e, req); has(r, reader.NoteRepeatRead) || r.Content != numbers(10) {
		t.Errorf("all: %+v", r.Notes)
	}
}

func TestFilesAreNamed(t *testing.T) {
	t.Parallel()
	e, dir := sessionEngine(t)
	for _, path := range []string{sessionWrite(t, "a.txt", "x\n"), sessionWrite(t, "empty", ""), sessionWrite(t, "a.png", "\x89PNG\r\n\x1a\n\x00\x00\x00\x0dIHDR")} {
		r := sessionRead(t, e, reader.Request{Path: path, Session: "a"})
		if r.File == nil || r.RuntimeFile == nil || r.File.ID != r.FileID || r.RuntimeFile.ID != r.FileID || r.File.ContentType != r.ContentType {
			t.Errorf("%s: %+v", path, r.File)
		}
		s, _ := dir.Open("a")
		if known, err := s.Get(r.FileID, ""); err != nil || len(known) != 1 || known[0].ContentType != r.ContentType {
			t.Errorf("%s: %+v %v", path, known, err)
		}
		if r := sessionRead(t, e, reader.Request{Path: path}); r.File != nil || r.RuntimeFile != nil {
			t.Errorf("%s without a session: %+v", path, r.File)
		}
	}
	if r := sessionRead(t, e, reader.Request{Path: t.TempDir(), Session: "a"}); !r.Readable || has(r, reader.NoteRepeatRead) {
		t.Errorf("a folder: %+v", r)
	}
	if _, err := e.Read(context.Background(), &reader.Request{Path: "x", Session: "a b"}); fault.CodeOf(err) != fault.InvalidInput {
		t.Error(err)
	}
}

// broken is a session that fails.
type broken struct{ err error }

func (b broken) Get(string, string) ([]session.Entry, error) { return nil, b.err }
func (b broken) Put(...session.Entry) error                  { return b.err }

// deaf is a session that others hold.
type deaf struct{}

func (deaf) Get(string, string) ([]session.Entry, error) { return nil, nil }
func (deaf) Put(...session.Entry) error                  { return session.ErrBusy }

// TestReadsGoOn: a session that cannot do its part never stops a read.
func TestReadsGoOn(t *testing.T) {
	t.Parallel()
	e, _ := sessionEngine(t)
	path := sessionWrite(t, "a.txt", numbers(9))
	for name, open := range map[string]func(string) (reader.Session, error){
		"broken": func(string) (reader.Session, error) { return broken{session.ErrUnsafe}, nil },
		"busy":   func(string) (reader.Session, error) { return deaf{}, nil },
		"none":   func(string) (reader.Session, error) { return nil, errors.New("no place") },
	} {
		e := *e
		e.Sessions = open
		r := sessionRead(t, &e, reader.Request{Path: path, Session: "a"})
		if r.Content != numbers(9) || !r.Complete || !has(r, reader.NoteSession) || len(r.Warnings) != 1 {
			t.Errorf("%s: %+v", name, r)
		}
	}
}

// TestPlantedEntries: what a store says is not believed beyond what it can be.
func TestPlantedEntries(t *testing.T) {
	t.Parallel()
	e, dir := sessionEngine(t)
	path := sessionWrite(t, "a.txt", numbers(9))
	first := sessionRead(t, e, reader.Request{Path: path})
	s, _ := dir.Open("a")
	for _, version := range []string{"", ".", "x", strings.Repeat("z", 16)} {
		err := s.Put(session.Entry{FileID: first.FileID, Path: first.FilePath, Version: version, Unit: "line", Form: "text", Ranges: []session.Range{{From: 1, To: 1 << 62}}, Total: new(int64(-5))})
		if err != nil {
			t.Fatal(err)
		}
		if c, err := e.Check(context.Background(), &reader.Request{Path: path, Session: "a"}); err != nil || c.OK() {
			t.Errorf("%q: %+v %v", version, c, err)
		}
		if r := sessionRead(t, e, reader.Request{Path: path, Session: "a", Limit: 1}); has(r, reader.NoteRepeatRead) {
			t.Errorf("%q: %+v", version, r.Notes)
		}
		if _, err := s.Clear(); err != nil {
			t.Fatal(err)
		}
	}
}

func BenchmarkRepeat(b *testing.B) {
	e, _ := sessionEngine(b)
	path := sessionWrite(b, "a.txt", numbers(2000))
	for name, id := range map[string]string{"with": "a", "without": ""} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				sessionRead(b, e, reader.Request{Path: path, Session: id})
			}
		})
	}
}
