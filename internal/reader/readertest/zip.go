package readertest

import (
	"archive/zip"
	"bytes"
	"io"
	"testing"
)

// A Part is a member of a zip that a test makes.
type Part struct{ Name, Text string }

// Zip returns a zip file of parts.
func Zip(tb testing.TB, parts ...Part) []byte {
	tb.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, p := range parts {
		f, err := w.Create(p.Name)
		if err == nil {
			_, err = io.WriteString(f, p.Text)
		}
		if err != nil {
			tb.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		tb.Fatal(err)
	}
	return b.Bytes()
}
