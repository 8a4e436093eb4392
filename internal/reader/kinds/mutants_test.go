package kinds_test

import (
	"archive/zip"
	"bytes"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"fread/internal/reader"
	"fread/internal/reader/readertest"
)

const (
	// mutantSize is the size of the largest file that is mutated, in bytes.
	mutantSize = 1 << 20
	// mutantTime is for how long the reading of one mutant may go on.
	mutantTime = 10 * time.Second
)

// TestMutants damages real files in every way that transport and malice do, and
// holds the answers to the laws: no panic, no hang. FREAD_MUTANTS says how many
// mutants are made (default 500, or none where there are no files);
// FREAD_MUTANTS_SEED which ones, FREAD_MUTANTS_KINDS of which folders.
func TestMutants(t *testing.T) {
	t.Parallel()
	files := corpus(t)
	most := 500
	if s := os.Getenv("FREAD_MUTANTS"); s != "" {
		n, err := strconv.Atoi(s)
		if err != nil {
			t.Fatal(err)
		}
		most = n
	}
	seed, _ := strconv.ParseUint(os.Getenv("FREAD_MUTANTS_SEED"), 10, 64)
	for worker := range 2 {
		t.Run(fmt.Sprint(worker), func(t *testing.T) {
			t.Parallel()
			r := rand.New(rand.NewPCG(seed, uint64(worker)))
			path := filepath.Join(t.TempDir(), "mutant")
			for range most / 2 {
				from := files[r.IntN(len(files))]
				b, err := os.ReadFile(from)
				if err != nil {
					t.Fatal(err)
				}
				other, err := os.ReadFile(files[r.IntN(len(files))])
				if err != nil {
					t.Fatal(err)
				}
				m := mutate(r, b, other)
				name := path + filepath.Ext(from)
				if r.IntN(4) == 0 {
					name = path
				}
				if err := os.WriteFile(name, m, 0o600); err != nil {
					t.Fatal(err)
				}
				readMutant(t, r, name, from)
				_ = os.Remove(name)
			}
		})
	}
}

// readMutant reads a file in some way, and keeps it if that goes wrong.
func readMutant(t *testing.T, r *rand.Rand, path, from string) {
	t.Helper()
	failed := func(what string, args ...any) {
		t.Helper()
		keep := filepath.Join(os.TempDir(), fmt.Sprintf("fread-mutant-%x%s", r.Uint64(), filepath.Ext(path)))
		b, _ := os.ReadFile(path)
		_ = os.WriteFile(keep, b, 0o600)
		t.Errorf("a mutant of %s, kept as %s: %s", from, keep, fmt.Sprintf(what, args...))
	}
	e := engine(t)
	e.Log = func(format string, args ...any) { failed(format, args...) }
	req := reader.Request{Path: path, Lines: true, Timeout: mutantTime}
	switch r.IntN(4) {
	case 0:
		req.As = reader.FormText
	case 1:
		req.Offset, req.Limit = r.Int64N(400)-100, 1+r.Int64N(50)
	case 2:
		req.All = true
	}
	began := time.Now()
	res, err := e.Read(context.Background(), &req)
	if err != nil {
		failed("%v", err)
		return
	}
	if took := time.Since(began); took > mutantTime {
		failed("it took %v", took)
	}
	if res.Error == nil {
		readertest.Check(t, &req, res)
	}
}

// mutate damages b, the content of a file, in one of many ways.
func mutate(r *rand.Rand, b, other []byte) []byte {
	if len(b) == 0 {
		return other
	}
	if r.IntN(2) == 0 {
		if m := mutatePart(r, b); m != nil {
			return m
		}
	}
	return damage(r, bytes.Clone(b), other)
}

// damage changes bytes, cuts, or puts something in.
func damage(r *rand.Rand, b, other []byte) []byte {
	at := r.IntN(len(b))
	switch r.IntN(6) {
	case 0:
		return b[:at]
	case 1:
		return b[at:]
	case 2: // the end of another file
		return append(b[:at], other[min(at, len(other)):]...)
	case 3: // a piece of it twice
		n := r.IntN(min(len(b)-at, 4096) + 1)
		return append(b[:at+n:at+n], b[at:]...)
	case 4:
		n := min(r.IntN(64), len(b)-at)
		return append(b[:at], b[at+n:]...)
	default:
		for range 1 << r.IntN(8) {
			b[r.IntN(len(b))] = byte(r.IntN(256))
		}
		return b
	}
}

// mutatePart damages one member of a zip file, so that what is in it is seen by
// the parser and not only by the inflater; nil if b is none.
func mutatePart(r *rand.Rand, b []byte) []byte {
	in, err := zip.NewReader(bytes.NewReader(b), int64(len(b)))
	if err != nil || len(in.File) == 0 {
		return nil
	}
	chosen := r.IntN(len(in.File))
	for range 8 { // mostly one that is parsed
		if name := in.File[chosen].Name; strings.HasSuffix(name, ".xml") || strings.HasSuffix(name, ".rels") || strings.HasSuffix(name, "html") {
			break
		}
		chosen = r.IntN(len(in.File))
	}
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for i, f := range in.File {
		if i != chosen {
			if w.Copy(f) != nil {
				return nil
			}
			continue
		}
		part, err := f.Open()
		if err != nil {
			return nil
		}
		content, err := io.ReadAll(io.LimitReader(part, 16<<20))
		if err != nil || len(content) == 0 {
			return nil
		}
		to, err := w.Create(f.Name)
		if err != nil {
			return nil
		}
		_, _ = to.Write(damage(r, content, content))
	}
	if w.Close() != nil {
		return nil
	}
	return out.Bytes()
}

// corpus returns the real files to damage.
func corpus(t *testing.T) []string {
	t.Helper()
	root := filepath.Join("..", "..", "..", "..", "shared", "corpus")
	folders, err := os.ReadDir(root)
	if err != nil {
		t.Skip("there are no real files here")
	}
	only := os.Getenv("FREAD_MUTANTS_KINDS")
	var files []string
	for _, folder := range folders {
		if only != "" && !strings.Contains(","+only+",", ","+folder.Name()+",") {
			continue
		}
		list, err := os.ReadDir(filepath.Join(root, folder.Name()))
		if err != nil {
			continue
		}
		for _, f := range list {
			if info, err := f.Info(); err == nil && info.Mode().IsRegular() && info.Size() <= mutantSize {
				files = append(files, filepath.Join(root, folder.Name(), f.Name()))
			}
		}
	}
	if len(files) == 0 {
		t.Skip("there are no real files here")
	}
	return files
}
