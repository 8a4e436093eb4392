package redact

import (
	"bytes"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"
)

// goSource returns the folder of Go's own source.
func goSource(tb testing.TB) string {
	tb.Helper()
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		tb.Skip("no go command: ", err)
	}
	return filepath.Join(string(bytes.TrimSpace(root)), "src")
}

// TestFalseHits redacts the source of Go. What it finds there are the keys and
// credentials of tests and examples; the log has the list.
func TestFalseHits(t *testing.T) {
	if testing.Short() {
		t.Skip("reads 80 MB")
	}
	set := setOf(t, "secrets")
	var size int64
	var hits int
	var spent time.Duration
	root := goSource(t)
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		data, err := os.ReadFile(path)
		if err != nil || bytes.IndexByte(data, 0) >= 0 {
			return err
		}
		size += int64(len(data))
		s := set.NewStream()
		no := 0
		begin := time.Now()
		for line := range bytes.Lines(data) {
			no++
			if _, marks := s.Redact(line); len(marks) > 0 {
				for _, m := range marks {
					hits++
					t.Logf("%s:%d %s %.80q", path[len(root):], no, m.Rule, line[m.Start:m.End])
				}
			}
		}
		spent += time.Since(begin)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if hits > 100 {
		t.Errorf("%d hits", hits)
	}
	t.Logf("%d hits in %d MB, %.2f ns a byte by lines", hits, size>>20, float64(spent.Nanoseconds())/float64(size))
}
