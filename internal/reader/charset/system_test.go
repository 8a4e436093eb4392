package charset

import (
	"bytes"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// firstBytes returns the start of a regular file, nil if it can't be read.
func firstBytes(path string) []byte {
	f, err := os.Open(path)
	if err != nil {
		return nil
	}
	defer f.Close() //nolint:errcheck // only read
	b, err := io.ReadAll(io.LimitReader(f, 64<<10))
	if err != nil {
		return nil
	}
	return b
}

// eachFile calls f with the start of every step-th regular file below root, at
// most limit of them.
func eachFile(t *testing.T, root string, step, limit int, f func(path string, b []byte)) {
	t.Helper()
	n := 0
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return nil //nolint:nilerr // what can't be read is not looked at
		}
		if n++; n%step == 0 {
			f(path, firstBytes(path))
		}
		if n/step >= limit {
			return fs.SkipAll
		}
		return nil
	})
	if err != nil || n == 0 {
		t.Skipf("no files below %s", root)
	}
}

func TestSystemTextIsNotBinary(t *testing.T) {
	texts, wrong := 0, 0
	eachFile(t, "/usr/share", 11, 3000, func(path string, b []byte) {
		switch strings.ToLower(filepath.Ext(path)) {
		case ".txt", ".html", ".xml", ".py", ".pl", ".pm", ".js", ".css", ".json", ".c", ".h", ".sh", ".vim", ".conf", ".desktop", ".md", ".svg", ".tex", ".el":
		default:
			if filepath.Base(path) != "copyright" {
				return
			}
		}
		if bytes.IndexByte(b, 0) >= 0 {
			return
		}
		texts++
		if g := Detect(b, len(b) < 64<<10); g.Binary {
			wrong++
			t.Logf("%s is called binary: %s", path, g.Evidence)
		}
	})
	// A key map made of control characters is text too, by its makers' will.
	if wrong*500 > texts {
		t.Errorf("%d of %d texts are called binary", wrong, texts)
	}
}

func TestSystemProgramsAreBinary(t *testing.T) {
	eachFile(t, "/usr/bin", 3, 400, func(path string, b []byte) {
		if !bytes.HasPrefix(b, []byte("\x7fELF")) {
			return
		}
		if g := Detect(b, len(b) < 64<<10); !g.Binary {
			t.Errorf("%s is called %s: %s", path, g.Encoding, g.Evidence)
		}
	})
}
