package cursor_test

import (
	"encoding/base64"
	"errors"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"fread/internal/reader/cursor"
	"fread/internal/reader/source"
)

func tokens() map[string]cursor.Token {
	state := source.State{ID: source.Identity{Device: 1 << 40, Inode: math.MaxUint64}, Size: 1 << 40, ModTime: time.Unix(1_700_000_000, 123_456_789)}
	return map[string]cursor.Token{
		"zero":           {State: source.State{ModTime: time.Unix(0, 0)}},
		"in a line":      {State: state, Sum: math.MaxUint64, Pos: cursor.Position{Unit: 7, Byte: 1000, Col: 12}, Kept: "utf-8"},
		"from the end":   {State: state, Pos: cursor.Position{Unit: -3, Byte: 5}, Kept: "windows-1251"},
		"shift state":    {State: state, Pos: cursor.Position{Unit: 2, Byte: 9, Col: 40, Skip: 40}, Kept: "iso-2022-jp"},
		"rest":           {State: state, Pos: cursor.Position{Unit: 1, Byte: 2000, Col: 2000}, Rest: true, Until: cursor.Position{Unit: 5, Byte: 9000}, LineChars: 2000},
		"rest, all zero": {State: state, Rest: true},
		"much kept":      {State: state, Kept: strings.Repeat("k", 1000)},
		"before 1970":    {State: source.State{Size: 1, ModTime: time.Unix(-5, 0)}},
	}
}

func TestRoundTrip(t *testing.T) {
	t.Parallel()
	for name, want := range tokens() {
		s := want.Encode()
		if strings.Trim(s, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_") != "" {
			t.Errorf("%s: %q has other characters than it may", name, s)
		}
		got, err := cursor.Decode(s)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if !got.State.ModTime.Equal(want.State.ModTime) {
			t.Errorf("%s: time %v, want %v", name, got.State.ModTime, want.State.ModTime)
		}
		got.State.ModTime = want.State.ModTime
		if got != want {
			t.Errorf("%s: %+v, want %+v", name, got, want)
		}
	}
}

func TestDecodeRefuses(t *testing.T) {
	t.Parallel()
	good := tokens()["rest"].Encode()
	state := source.State{Size: 100, ModTime: time.Unix(0, 0)}
	for name, s := range map[string]string{
		"empty":                  "",
		"one letter":             "A",
		"a word":                 "nonsense",
		"not base64":             "!!!!",
		"padded":                 good + "=",
		"cut":                    good[:len(good)-1],
		"longer":                 good + "A",
		"two in one":             good + good,
		"a line feed in it":      good[:10] + "\n" + good[10:],
		"a space before":         " " + good,
		"one bit of it":          flip(good, 12),
		"the checksum":           flip(good, len(good)-2),
		"the version":            flip(good, 0),
		"a byte before the file": cursor.Token{State: state, Pos: cursor.Position{Byte: -1}}.Encode(),
		"a byte behind the file": cursor.Token{State: state, Pos: cursor.Position{Byte: 101}}.Encode(),
		"a negative column":      cursor.Token{State: state, Pos: cursor.Position{Col: -1}}.Encode(),
		"skips beyond the file":  cursor.Token{State: state, Pos: cursor.Position{Byte: 90, Col: 1 << 40, Skip: 1 << 40}}.Encode(),
		"skips beyond its place": cursor.Token{State: state, Pos: cursor.Position{Col: 1, Skip: 2}}.Encode(),
		"no such unit":           cursor.Token{State: state, Pos: cursor.Position{Unit: math.MinInt64}}.Encode(),
		"rest until nowhere":     cursor.Token{State: state, Rest: true, Until: cursor.Position{Byte: -1}}.Encode(),
		"rest of negative lines": cursor.Token{State: state, Rest: true, LineChars: -1}.Encode(),
		"a negative size":        cursor.Token{State: source.State{Size: -1, ModTime: time.Unix(0, 0)}}.Encode(),
	} {
		if _, err := cursor.Decode(s); !errors.Is(err, cursor.ErrMalformed) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func flip(s string, i int) string {
	b, _ := base64.RawURLEncoding.DecodeString(s)
	b[min(i, len(b)-1)] ^= 4
	return base64.RawURLEncoding.EncodeToString(b)
}

func FuzzDecode(f *testing.F) {
	for _, t := range tokens() {
		s := t.Encode()
		f.Add(s)
		f.Add(s[:len(s)/2])
	}
	f.Fuzz(func(t *testing.T, s string) {
		token, err := cursor.Decode(s)
		switch {
		case err != nil && !errors.Is(err, cursor.ErrMalformed):
			t.Fatalf("%q: %v", s, err)
		case err == nil && token.Encode() != s:
			t.Fatalf("%q was read as a token that is written %q", s, token.Encode())
		}
	})
}

// file opens path as the policy does, and closes it with the test.
func file(t *testing.T, path string) *source.File {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = f.Close() })
	info, err := f.Stat()
	if err != nil {
		t.Fatal(err)
	}
	return source.New(filepath.Base(path), path, f, info)
}

func TestCompare(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("0123456789abcde\n", 1000) // 16,000 bytes
	const pos = 10_000
	change := func(at int, with string) func(*testing.T, string) {
		return func(t *testing.T, p string) {
			t.Helper()
			put(t, p, long[:at]+with+long[at+len(with):], 1)
		}
	}
	for _, c := range []struct {
		name string
		do   func(*testing.T, string)
		want cursor.Change
	}{
		{"untouched", func(*testing.T, string) {}, cursor.Same},
		{"appended to", func(t *testing.T, p string) { t.Helper(); put(t, p, long+"more\n", 1) }, cursor.Grown},
		{"appended to, time kept", func(t *testing.T, p string) { t.Helper(); put(t, p, long+"more\n", 0) }, cursor.Grown},
		{"appended to and edited before the place", func(t *testing.T, p string) { t.Helper(); put(t, p, long[:pos-9]+"X"+long[pos-8:]+"more\n", 1) }, cursor.Changed},
		{"a line put in before the place", func(t *testing.T, p string) { t.Helper(); put(t, p, "new first line\n"+long, 1) }, cursor.Changed},
		{"edited before the place, same size and time", func(t *testing.T, p string) { t.Helper(); put(t, p, long[:pos-9]+"X"+long[pos-8:], 0) }, cursor.Changed},
		{"edited before the place", change(pos-9, "X"), cursor.Changed},
		{"edited behind the place", change(pos+9, "X"), cursor.Changed},
		{"touched", func(t *testing.T, p string) { t.Helper(); put(t, p, long, 1) }, cursor.Changed},
		{"truncated to before the place", func(t *testing.T, p string) { t.Helper(); put(t, p, long[:100], 1) }, cursor.Changed},
		{"truncated to behind the place", func(t *testing.T, p string) { t.Helper(); put(t, p, long[:pos+10], 1) }, cursor.Changed},
		{"emptied", func(t *testing.T, p string) { t.Helper(); put(t, p, "", 1) }, cursor.Changed},
		{"replaced by an equal file", func(t *testing.T, p string) {
			t.Helper()
			put(t, p+".new", long, 0)
			if err := os.Rename(p+".new", p); err != nil {
				t.Fatal(err)
			}
		}, cursor.Changed},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			path := filepath.Join(t.TempDir(), "a.txt")
			put(t, path, long, 0)
			f := file(t, path)
			sum, err := cursor.Sum(f, pos)
			if err != nil {
				t.Fatal(err)
			}
			token, err := cursor.Decode(cursor.Token{State: f.State, Sum: sum, Pos: cursor.Position{Unit: 626, Byte: pos}}.Encode())
			if err != nil {
				t.Fatal(err)
			}
			c.do(t, path)
			if got := cursor.Compare(token, file(t, path)); got != c.want {
				t.Fatalf("%d, want %d", got, c.want)
			}
		})
	}
}

// epoch is far enough from now that no write can leave it by chance.
var epoch = time.Unix(1_600_000_000, 0)

// put writes the content in place, with a time of so many seconds after epoch.
func put(t *testing.T, path, content string, seconds int64) {
	t.Helper()
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	when := epoch.Add(time.Duration(seconds) * time.Second)
	if err := os.Chtimes(path, when, when); err != nil {
		t.Fatal(err)
	}
}

// A time that a token cannot hold in nanoseconds does not make every file changed.
func TestCompareAtTheEndsOfTime(t *testing.T) {
	t.Parallel()
	for _, year := range []int{1, 1902, 1969, 2300, 2400, 9999} {
		path := filepath.Join(t.TempDir(), "a.txt")
		put(t, path, "one\ntwo\n", 0)
		when := time.Date(year, 1, 2, 3, 4, 5, 0, time.UTC)
		if err := os.Chtimes(path, when, when); err != nil {
			continue // this file system has no such time
		}
		f := file(t, path)
		token, err := cursor.Decode(cursor.Token{State: f.State}.Encode())
		if err != nil {
			t.Fatal(err)
		}
		if got := cursor.Compare(token, file(t, path)); got != cursor.Same {
			t.Errorf("year %d (%v): %d", year, f.State.ModTime, got)
		}
	}
}

func TestSum(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", 10_000) + "y"
	f := source.FromBytes("a", []byte(long))
	at := func(off int64) uint64 {
		t.Helper()
		s, err := cursor.Sum(f, off)
		if err != nil {
			t.Fatalf("at %d: %v", off, err)
		}
		return s
	}
	if at(0) != 0 {
		t.Error("at the start there is something before")
	}
	if at(4096) != at(5000) {
		t.Error("equal bytes have different sums")
	}
	if at(4095) == at(4096) || at(10_001) == at(10_000) {
		t.Error("different bytes have equal sums")
	}
	if _, err := cursor.Sum(f, 10_002); err == nil {
		t.Error("behind the end there is a sum")
	}
}

func TestVersions(t *testing.T) {
	t.Parallel()
	s := source.State{ID: source.Identity{Device: 1, Inode: 2}, Size: 3, ModTime: time.Unix(4, 5)}
	content := func(sum uint64, ok bool) func() (uint64, bool) { return func() (uint64, bool) { return sum, ok } }
	never := func() (uint64, bool) { t.Error("the content was hashed needlessly"); return 0, false }
	short, whole := cursor.Version(s, 0, false), cursor.Version(s, 77, true)
	for name, other := range map[string]source.State{
		"device": {ID: source.Identity{Device: 9, Inode: 2}, Size: 3, ModTime: s.ModTime},
		"inode":  {ID: source.Identity{Device: 1, Inode: 9}, Size: 3, ModTime: s.ModTime},
		"size":   {ID: s.ID, Size: 9, ModTime: s.ModTime},
		"time":   {ID: s.ID, Size: 3, ModTime: time.Unix(4, 6)},
	} {
		if cursor.Version(other, 0, false) == short {
			t.Errorf("another %s has the same version", name)
		}
		if cursor.Unchanged(short, other, never) {
			t.Errorf("another %s is unchanged", name)
		}
		if !cursor.Unchanged(whole, other, content(77, true)) {
			t.Errorf("another %s but the same content is changed", name)
		}
		if cursor.Unchanged(whole, other, content(78, true)) || cursor.Unchanged(whole, other, content(77, false)) {
			t.Errorf("another %s and other or unknown content is unchanged", name)
		}
	}
	for _, v := range []string{short, whole} {
		if !cursor.ValidVersion(v) || !cursor.Unchanged(v, s, never) {
			t.Errorf("%q is not valid, or not unchanged", v)
		}
	}
	for _, v := range []string{"", ".", "nonsense", short[1:], short + "0", short + ".", short + "." + short[1:], whole + ".", whole + "." + short, "0x" + short[2:], "+" + short[1:], " " + short[1:], short[:15] + "g", short[:15] + "_"} {
		if cursor.ValidVersion(v) {
			t.Errorf("%q is a version", v)
		}
	}
	if cursor.Unchanged(strings.Repeat("0", 16)+".zzzz", s, never) {
		t.Error("a version that is none is unchanged")
	}
}

func FuzzValidVersion(f *testing.F) {
	f.Add("0123456789abcdef.0123456789abcdef")
	f.Add("0123456789abcdef")
	f.Add(".")
	f.Fuzz(func(t *testing.T, v string) {
		want := (len(v) == 16 || len(v) == 33 && v[16] == '.') && strings.Trim(strings.Replace(v, ".", "", 1), "0123456789abcdefABCDEF") == "" && (len(v) == 33 || !strings.Contains(v, "."))
		if cursor.ValidVersion(v) != want {
			t.Fatalf("%q: %v", v, !want)
		}
		_ = cursor.Unchanged(v, source.State{}, func() (uint64, bool) { return 0, true })
	})
}

func TestFileID(t *testing.T) {
	t.Parallel()
	id := source.Identity{Device: 1, Inode: 2}
	a := cursor.FileID(id, "/a")
	if a != cursor.FileID(id, "/a") || len(a) != 17 || a[0] != 'f' {
		t.Errorf("%q", a)
	}
	if a == cursor.FileID(id, "/b") || a == cursor.FileID(source.Identity{Device: 2, Inode: 1}, "/a") {
		t.Error("two files have one id")
	}
}

func TestContentSum(t *testing.T) {
	t.Parallel()
	f := source.FromBytes("a", []byte("hello world"))
	a, err := cursor.ContentSum(f, 5)
	if err != nil {
		t.Fatal(err)
	}
	b, err := cursor.ContentSum(source.FromBytes("b", []byte("hello")), 5)
	if err != nil || a != b {
		t.Errorf("%x and %x, %v", a, b, err)
	}
}
