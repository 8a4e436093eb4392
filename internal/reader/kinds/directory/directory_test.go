package directory_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fread/internal/limits"
	"fread/internal/reader"
	"fread/internal/reader/detect"
	"fread/internal/reader/fault"
	"fread/internal/reader/kinds"
	"fread/internal/reader/kinds/directory"
	"fread/internal/reader/readertest"
)

func engine(t *testing.T) *reader.Engine {
	t.Helper()
	g, err := reader.NewRegistry(kinds.All()...)
	if err != nil {
		t.Fatal(err)
	}
	return &reader.Engine{Registry: g}
}

func tree(t *testing.T, names ...string) string {
	t.Helper()
	dir := t.TempDir()
	for _, n := range names {
		p := filepath.Join(dir, filepath.FromSlash(n))
		if strings.HasSuffix(n, "/") {
			if err := os.MkdirAll(p, 0o700); err != nil {
				t.Fatal(err)
			}
			continue
		}
		if err := os.MkdirAll(filepath.Dir(p), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(p, []byte(n), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func read(t *testing.T, req reader.Request) *reader.Result {
	t.Helper()
	r, err := engine(t).Read(t.Context(), &req)
	if err != nil {
		t.Fatal(err)
	}
	readertest.Check(t, &req, r)
	return r
}

func names(r *reader.Result) []string {
	out := []string{}
	for _, e := range r.Entries {
		out = append(out, e.Name)
	}
	return out
}

func TestListings(t *testing.T) {
	t.Parallel()
	dir := tree(t, "b.txt", "a.txt", "sub/c.txt", "sub/deep/d.txt", ".hidden", "empty/", "A.txt", "日本.txt")
	for _, c := range []struct {
		name  string
		req   reader.Request
		want  []string
		total int64
	}{
		{"sorted, with hidden ones", reader.Request{}, []string{".hidden", "A.txt", "a.txt", "b.txt", "empty", "sub", "日本.txt"}, 7}, // case 39
		{"two levels", reader.Request{Depth: 2}, []string{".hidden", "A.txt", "a.txt", "b.txt", "empty", "sub", "sub/c.txt", "sub/deep", "日本.txt"}, 9},
		{"all levels", reader.Request{Depth: 9}, []string{".hidden", "A.txt", "a.txt", "b.txt", "empty", "sub", "sub/c.txt", "sub/deep", "sub/deep/d.txt", "日本.txt"}, 10},
		{"a window", reader.Request{Offset: 2, Limit: 2}, []string{"A.txt", "a.txt"}, 7},
		{"from the end", reader.Request{Offset: -2}, []string{"sub", "日本.txt"}, 7},
		{"from before the start", reader.Request{Offset: -100, Limit: 1}, []string{".hidden"}, 7},
		{"past the end", reader.Request{Offset: 8}, []string{}, 7},
		{"in few bytes", reader.Request{MaxBytes: 16}, []string{".hidden", "A.txt"}, 7},
		{"as rows", reader.Request{As: reader.FormRows, Limit: 1}, []string{".hidden"}, 7},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			c.req.Path = dir
			r := read(t, c.req)
			if got := names(r); !slices.Equal(got, c.want) || *r.EntryCount != c.total {
				t.Fatalf("%q of %d, want %q of %d", got, *r.EntryCount, c.want, c.total)
			}
			if last := int64(len(c.want)); last > 0 && r.StartEntry+last-1 < c.total && (r.Next == nil || r.Next.Offset != r.StartEntry+last || r.Next.Cursor != "") {
				t.Errorf("next is %+v", r.Next)
			}
			if r.Kind != detect.Directory || r.ContentType != "inode/directory" {
				t.Errorf("%s, %s", r.Kind, r.ContentType)
			}
		})
	}
}

func TestEmptyDirectory(t *testing.T) { // case 41
	t.Parallel()
	r := read(t, reader.Request{Path: tree(t)})
	if !r.Readable || !r.Complete || len(r.Entries) != 0 || *r.EntryCount != 0 || r.Notes[0].Code != reader.NoteEmpty {
		t.Errorf("%+v", r)
	}
}

func TestEntries(t *testing.T) {
	t.Parallel()
	dir := tree(t, "file", "dir/x", "bad\xff", "line\nfeed")
	if err := os.Symlink("../nowhere\xff", filepath.Join(dir, "link")); err != nil {
		t.Skip(err)
	}
	if err := os.Symlink("dir", filepath.Join(dir, "linkdir")); err != nil {
		t.Fatal(err)
	}
	r := read(t, reader.Request{Path: dir, Depth: 5})
	var got []string
	for _, e := range r.Entries {
		size := int64(-1)
		if e.SizeBytes != nil {
			size = *e.SizeBytes
		}
		if e.Modified == nil {
			t.Errorf("%q has no time", e.Name)
		}
		got = append(got, fmt.Sprintf("%q %s %d %q %x", e.Name, e.Type, size, e.Target, e.NameBytes))
	}
	want := []string{
		`"bad` + "\uFFFD" + `" file 4 "" 626164ff`, `"dir" directory -1 "" `, `"dir/x" file 5 "" `, `"file" file 4 "" `, `"line\nfeed" file 9 "" `,
		`"link" link -1 "../nowhere` + "\uFFFD" + `" `, `"linkdir" link -1 "dir" `, // not gone into
	}
	if !slices.Equal(got, want) {
		t.Errorf("\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// case 40: the first page is the first in order, and all the rest is reached.
func TestPaging(t *testing.T) {
	t.Parallel()
	var all []string
	for i := range 1203 {
		all = append(all, fmt.Sprintf("file%04d.dat", i))
	}
	dir := tree(t, all...)
	for _, req := range []reader.Request{{}, {Limit: 400}, {MaxBytes: 3000}, {Limit: 1000}, {Budget: 2000}} {
		req.Path = dir
		var got []string
		for pages := range 100 {
			r := read(t, req)
			got = append(got, names(r)...)
			if pages == 0 && req.Limit == 0 && req.MaxBytes == 0 && req.Budget == 0 && (len(r.Entries) != limits.DefaultEntries || r.TruncatedBy != limits.ByEntries) {
				t.Errorf("%d entries by %q", len(r.Entries), r.TruncatedBy)
			}
			if r.Next == nil {
				break
			}
			req.Offset = r.Next.Offset
		}
		if !slices.Equal(got, all) {
			t.Errorf("%+v: %d entries of %d", req, len(got), len(all))
		}
	}
}

func TestUnreadableFolder(t *testing.T) {
	t.Parallel()
	if os.Geteuid() == 0 {
		t.Skip("this user may read everything")
	}
	dir := tree(t, "open/x", "shut/y")
	if err := os.Chmod(filepath.Join(dir, "shut"), 0); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.Chmod(filepath.Join(dir, "shut"), 0o700) })
	r := read(t, reader.Request{Path: dir, Depth: 2})
	if !slices.Equal(names(r), []string{"open", "open/x", "shut"}) || r.Complete || len(r.Warnings) != 1 {
		t.Errorf("%q, %+v, %q", names(r), r.Omitted, r.Warnings)
	}
}

func TestForms(t *testing.T) {
	t.Parallel()
	dir := tree(t, "a")
	for _, as := range []reader.Form{reader.FormHex, reader.FormBytes, reader.FormMedia, reader.FormMarkdown} {
		r := read(t, reader.Request{Path: dir, As: as})
		if r.Readable || r.ReasonCode != fault.UnsupportedFormat || !strings.Contains(r.Reason, "--as text") {
			t.Errorf("%s: %+v", as, r)
		}
	}
	if i := (directory.Reader{}).Info(); i.Unit != reader.UnitEntry || i.Name != "directory" {
		t.Errorf("%+v", i)
	}
}
