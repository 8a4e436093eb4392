package redact

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

// source returns clean Go source of about 2 MB.
func source(b *testing.B) []byte {
	b.Helper()
	var all []byte
	root := goSource(b)
	for _, dir := range []string{"go/types", "encoding/json", "fmt", "strconv", "os"} {
		names, _ := filepath.Glob(filepath.Join(root, dir, "*.go"))
		for _, name := range names {
			data, err := os.ReadFile(name)
			if err != nil {
				b.Fatal(err)
			}
			all = append(all, data...)
		}
	}
	return all
}

func benchmark(b *testing.B, values []string, unit func(*Stream, []byte)) {
	b.Helper()
	data := source(b)
	set, err := Parse(values)
	if err != nil {
		b.Fatal(err)
	}
	s := set.NewStream()
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	for b.Loop() {
		unit(s, data)
	}
}

func BenchmarkLinesOnly(b *testing.B) {
	n := 0
	benchmark(b, []string{"secrets"}, func(_ *Stream, data []byte) {
		for line := range bytes.Lines(data) {
			n += len(line)
		}
	})
}

func BenchmarkLines(b *testing.B) {
	benchmark(b, []string{"secrets"}, func(s *Stream, data []byte) {
		for line := range bytes.Lines(data) {
			s.Redact(line)
		}
	})
}

func BenchmarkLinesAssignments(b *testing.B) {
	benchmark(b, []string{"secrets", "assignments"}, func(s *Stream, data []byte) {
		for line := range bytes.Lines(data) {
			s.Redact(line)
		}
	})
}

func BenchmarkLinesPattern(b *testing.B) {
	benchmark(b, []string{`CUST-\d{8}`}, func(s *Stream, data []byte) {
		for line := range bytes.Lines(data) {
			s.Redact(line)
		}
	})
}

func BenchmarkWhole(b *testing.B) {
	benchmark(b, []string{"secrets"}, func(s *Stream, data []byte) { s.Redact(data) })
}

func BenchmarkStart(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		set, _ := Parse([]string{"secrets"})
		set.NewStream()
	}
}
