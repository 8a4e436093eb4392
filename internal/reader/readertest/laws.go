// Package readertest holds the laws that every kind of file must obey through
// the engine, as checks that tests and fuzz targets share.
package readertest

import (
	"context"
	"encoding/base64"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"

	"fread/internal/reader"
	"fread/internal/reader/cells"
)

// maxPages ends a walk that does not end by itself.
const maxPages = 200_000

// Whole is all that a file holds, unit by unit.
type Whole struct {
	Lines   []string // of text: without line ends
	Rows    [][]cells.Cell
	Entries []reader.Entry
}

// ReadWhole reads everything in one go.
func ReadWhole(t *testing.T, e *reader.Engine, req reader.Request) (Whole, *reader.Result) {
	t.Helper()
	req.All, req.Lines = true, true
	r := read(t, e, req)
	var w Whole
	switch {
	case r.TextPart != nil:
		for _, l := range r.Lines {
			if n := int64(len(w.Lines)); l.Number == n { // the next piece of a long line
				w.Lines[n-1] += l.Text
				continue
			}
			w.Lines = append(w.Lines, l.Text)
		}
	case r.RowsPart != nil:
		w.Rows = r.Rows
	case r.EntriesPart != nil:
		w.Entries = r.Entries
	}
	return w, r
}

// Paging checks the first law for one set of limits: following next ends, and
// covers every unit exactly once, whatever the limits.
func Paging(t *testing.T, e *reader.Engine, req reader.Request, want Whole) {
	t.Helper()
	req.Lines = true
	var got Whole
	col := map[int64]int64{} // code points seen of each line
	text := map[int64]*strings.Builder{}
	seen := map[string]bool{}
	for page := 0; ; page++ {
		if page > maxPages {
			t.Fatalf("following next does not end: %+v", req)
		}
		r := read(t, e, req)
		Check(t, &req, r)
		if r.Error != nil {
			t.Fatalf("%v (%+v)", r.Error, req)
		}
		if r.Readable && r.TextPart != nil {
			for _, l := range r.Lines {
				start := max(l.Column, 1) - 1
				if start != col[l.Number] {
					t.Fatalf("line %d goes on at column %d, but %d characters were shown (%+v)", l.Number, l.Column, col[l.Number], req)
				}
				if text[l.Number] == nil {
					text[l.Number] = &strings.Builder{}
				}
				_, _ = text[l.Number].WriteString(l.Text)
				col[l.Number] += int64(utf8.RuneCountInString(l.Text))
			}
		}
		if r.RowsPart != nil {
			if len(r.Rows) > 0 && r.StartRow != int64(len(got.Rows))+1 {
				t.Fatalf("page starts at row %d after %d rows", r.StartRow, len(got.Rows))
			}
			got.Rows = append(got.Rows, r.Rows...)
		}
		if r.EntriesPart != nil {
			got.Entries = append(got.Entries, r.Entries...)
		}
		if r.Next == nil {
			break
		}
		req.Offset, req.Cursor = 0, r.Next.Cursor
		if req.Cursor == "" {
			req.Offset = r.Next.Offset
		}
		req.Path = r.Next.Path
		at := fmt.Sprint(req.Cursor, req.Offset, req.Path)
		if seen[at] {
			t.Fatalf("next repeats itself: %+v", r.Next)
		}
		seen[at] = true
	}
	for i, line := range want.Lines {
		b := text[int64(i+1)]
		switch {
		case b == nil:
			t.Fatalf("line %d was never shown (%+v)", i+1, req)
		case b.String() != line:
			t.Fatalf("line %d came as %q, want %q (%+v)", i+1, clip(b.String()), clip(line), req)
		}
	}
	if len(text) != len(want.Lines) {
		t.Fatalf("%d lines came, want %d", len(text), len(want.Lines))
	}
	if len(want.Rows) != len(got.Rows) || (len(want.Rows) > 0 && !reflect.DeepEqual(want.Rows, got.Rows)) {
		t.Fatalf("rows came as %v, want %v", got.Rows, want.Rows)
	}
	if len(want.Entries) != len(got.Entries) || (len(want.Entries) > 0 && !reflect.DeepEqual(want.Entries, got.Entries)) {
		t.Fatalf("entries came as %v, want %v", got.Entries, want.Entries)
	}
}

// Check holds one result to the laws that need no other.
func Check(t *testing.T, req *reader.Request, r *reader.Result) {
	t.Helper()
	if r.Complete != (len(r.Omitted) == 0) && r.Readable {
		t.Fatalf("complete is %v, omitted is %+v", r.Complete, r.Omitted)
	}
	if r.IsTruncated != (r.TruncatedBy != "") || (r.Next != nil) != r.IsTruncated && (r.Next != nil || req.Path != "-") { // inside a line of a stream nothing goes on
		t.Fatalf("isTruncated %v, truncatedBy %q, next %+v", r.IsTruncated, r.TruncatedBy, r.Next)
	}
	if !r.Readable && r.Reason == "" {
		t.Fatal("not readable, and no reason given")
	}
	if r.Next != nil && r.Next.Cursor == "" && r.Next.Offset == 0 && !strings.Contains(r.Next.Path, ":") {
		t.Fatalf("next leads nowhere: %+v", r.Next)
	}
	if r.TextPart == nil || req.All {
		return
	}
	if !utf8.ValidString(r.Content) {
		t.Fatal("content is not UTF-8")
	}
	// The first unit, or one code point of it, is always shown.
	units := int64(len(r.Lines))
	if req.Limit > 0 && req.As != reader.FormHex && req.As != reader.FormBytes && units > req.Limit {
		t.Fatalf("%d lines shown, limit %d", units, req.Limit)
	}
	over := func(name string, got, limit, one int64) {
		if limit > 0 && got > limit && got > one && (units > 1 || got > limit+1) {
			t.Fatalf("%s: %d shown, limit %d", name, got, limit)
		}
	}
	content := r.Content
	if r.ContentEncoding == "base64" {
		b, err := base64.StdEncoding.DecodeString(content)
		if err != nil {
			t.Fatal(err)
		}
		content = string(b)
	}
	one := int64(utf8.UTFMax + 1)
	if req.As == reader.FormHex {
		one = 90 // a row
	}
	over("bytes", int64(len(content)), req.MaxBytes, one)
	over("characters", int64(utf8.RuneCountInString(content)), req.MaxChars, 2)
	for i, l := range r.Lines {
		goesOn := i+1 == len(r.Lines) || r.Lines[i+1].Number != l.Number
		if full := l.SourceChars; full != nil && (!l.Clamped || *full <= max(l.Column, 1)-1+int64(utf8.RuneCountInString(l.Text))) {
			t.Fatalf("line %d is clamped: %v, of %d characters", l.Number, l.Clamped, *full)
		}
		if l.Clamped && (!goesOn || !r.IsTruncated) {
			t.Fatalf("line %d is clamped, but goes on in the window, or nothing is left", l.Number)
		}
		over("line length", int64(utf8.RuneCountInString(l.Text)), req.MaxLineChars, 1)
	}
}

func read(t *testing.T, e *reader.Engine, req reader.Request) *reader.Result {
	t.Helper()
	r, err := e.Read(context.Background(), &req)
	if err != nil {
		t.Fatalf("%+v: %v", req, err)
	}
	return r
}

func clip(s string) string {
	if len(s) > 200 {
		return s[:200] + "…"
	}
	return s
}
