package cmd

import (
	"archive/zip"
	"bytes"
	"io/fs"
	"os"
	"testing"
)

// TestTestdataIsFresh holds the documents that the README shows against what they
// are made from.
func TestTestdataIsFresh(t *testing.T) { // not parallel: the examples of the README read them
	golden(t, "../testdata/report.docx", zipped(t, "testdata/report"))
	golden(t, "../testdata/costs.xlsx", zipped(t, "testdata/costs"))
}

// zipped returns a zip file of the files in a folder.
func zipped(t *testing.T, folder string) []byte {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	source := os.DirFS(folder)
	err := fs.WalkDir(source, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		content, err := fs.ReadFile(source, name)
		if err != nil {
			return err
		}
		to, err := w.Create(name) // without a time, so that it is the same each time
		if err == nil {
			_, err = to.Write(bytes.ReplaceAll(content, []byte("\r\n"), []byte("\n")))
		}
		return err
	})
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}
