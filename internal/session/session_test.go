package session

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

func TestMain(m *testing.M) {
	if spec := os.Getenv("SESSION_TEST_WRITER"); spec != "" {
		os.Exit(writer(spec))
	}
	os.Exit(m.Run())
}

// writer is what this binary does when a test starts it as another process: it
// puts entries and says which were taken.
func writer(spec string) int {
	part := strings.Split(spec, "|")
	n, _ := strconv.Atoi(part[2])
	pad, _ := strconv.Atoi(part[3])
	s, err := Dir{Path: part[0], Wait: 20 * time.Second}.Open("many")
	if err != nil {
		return 1
	}
	for i := range n {
		shared := sample("shared", Range{int64(2 * i), int64(2 * i)})
		shared.Asked = strings.Repeat("long", pad) // so that the store is compacted often
		if err := s.Put(sample(part[1]+"-"+strconv.Itoa(i), Range{1, 9}), shared); err != nil {
			fmt.Println("ERR", err)
			return 1
		}
		fmt.Println("ACK", part[1]+"-"+strconv.Itoa(i))
	}
	return 0
}

func sample(file string, ranges ...Range) Entry {
	return Entry{FileID: "f" + file, Path: "/home/user/src/" + file, Asked: file, Version: "0123456789abcdef", Unit: "line", Form: "text", Ranges: ranges, FileName: file, SizeBytes: 100}
}

func open(tb testing.TB, id string) (*Store, Dir) {
	tb.Helper()
	// A process that another test starts holds a copy of the lock for a moment, until
	// it runs its program; on a busy machine that is longer than the default.
	d := Dir{Path: filepath.Join(tb.TempDir(), "fread", "sessions"), Wait: 10 * time.Second}
	s, err := d.Open(id)
	if err != nil {
		tb.Fatal(err)
	}
	return s, d
}

func put(tb testing.TB, s *Store, entries ...Entry) {
	tb.Helper()
	if err := s.Put(entries...); err != nil {
		tb.Fatal(err)
	}
}

func get(tb testing.TB, s *Store, fileID, path string) []Entry {
	tb.Helper()
	e, err := s.Get(fileID, path)
	if err != nil {
		tb.Fatal(err)
	}
	return e
}

func TestPutAndGet(t *testing.T) {
	t.Parallel()
	s, _ := open(t, "a")
	if got := get(t, s, "fx", "/x"); len(got) != 0 {
		t.Fatal(got)
	}
	put(t, s, sample("x", Range{1, 5}))
	put(t, s, sample("y", Range{1, 2}))
	put(t, s, sample("x", Range{6, 7}, Range{20, 30}))
	got := get(t, s, "fx", "")
	if len(got) != 1 || !slices.Equal(got[0].Ranges, []Range{{1, 7}, {20, 30}}) || got[0].Whole() {
		t.Fatalf("%+v", got)
	}
	rest := sample("x", Range{8, 19})
	rest.Total = new(int64(30))
	rest.Version += ".00000000000000aa"
	put(t, s, rest)
	if got = get(t, s, "fx", ""); !got[0].Whole() || !strings.HasSuffix(got[0].Version, "aa") {
		t.Fatalf("%+v", got)
	}
	touched := sample("x", Range{1, 1}) // another state, the same content
	touched.Version = "00000000000000ff.00000000000000aa"
	put(t, s, touched)
	if got = get(t, s, "fx", ""); !got[0].Whole() || got[0].Version != touched.Version {
		t.Fatalf("%+v", got)
	}
	other := sample("x", Range{3, 4})
	other.Version = "ffffffffffffffff"
	put(t, s, other)
	if got = get(t, s, "fx", ""); !slices.Equal(got[0].Ranges, []Range{{3, 4}}) || got[0].Whole() {
		t.Fatalf("a new version starts afresh: %+v", got)
	}
	rows := other
	rows.Unit, rows.Form = "row", "rows"
	put(t, s, rows)
	if got = get(t, s, "fx", ""); len(got) != 2 || got[1].Form != "rows" {
		t.Fatalf("%+v", got)
	}
	if got = get(t, s, "fnew", "/home/user/src/x"); len(got) != 2 {
		t.Fatalf("by path: %+v", got)
	}
	if got = get(t, s, "fnew", "/home/user/src"); len(got) != 0 {
		t.Fatalf("by part of a path: %+v", got)
	}
	empty := sample("e")
	empty.Total = new(int64)
	put(t, s, empty)
	if got = get(t, s, "fe", ""); !got[0].Whole() {
		t.Fatalf("%+v", got)
	}
}

func TestLatest(t *testing.T) {
	t.Parallel()
	s, _ := open(t, "a")
	if _, ok, err := s.Latest(); ok || err != nil {
		t.Fatal(ok, err)
	}
	put(t, s, sample("x", Range{1, 5}))
	put(t, s, sample("y", Range{1, 5}))
	latest := func(want string) {
		t.Helper()
		if e, ok, err := s.Latest(); !ok || err != nil || e.FileName != want {
			t.Fatal(e, ok, err)
		}
	}
	latest("y")
	for _, name := range []string{"p", "q"} {
		e := sample(name)
		e.Unit, e.Form, e.Registered = "", "", true
		put(t, s, e)
	}
	put(t, s, sample("x", Range{7, 8}))
	latest("q")
}

func TestIDs(t *testing.T) {
	t.Parallel()
	for _, id := range []string{"", "a/b", "../x", "a b", "ä", "a\x00", strings.Repeat("a", 129), "a+b", `a\b`} {
		if _, err := (Dir{}).Open(id); !errors.Is(err, ErrID) {
			t.Errorf("%q: %v", id, err)
		}
	}
	seen := map[string]string{}
	for _, id := range []string{"a", "A", "aB", "Ab", "AB", "ab", ".", "..", "con", "a.log", strings.Repeat("A", 128), strings.Repeat("aB", 64), "0000Z", "-x_Y"} {
		name := fileName(id)
		if len(name) > 200 || seen[strings.ToLower(name)] != "" {
			t.Errorf("%q and %q are one file", id, seen[strings.ToLower(name)])
		}
		seen[strings.ToLower(name)] = id
		if back, ok := idOf(name); !ok || back != id {
			t.Errorf("%q came back as %q", id, back)
		}
	}
	for _, name := range []string{"", "x", "s-", "s-a+", "s-a+0", "s-a+f", "s-A", "s-a b", "s-a+z"} {
		if id, ok := idOf(name); ok {
			t.Errorf("%q is taken for %q", name, id)
		}
	}
}

func TestListClearExpire(t *testing.T) {
	t.Parallel()
	a, d := open(t, "a")
	if l, err := d.List(); err != nil || len(l) != 0 {
		t.Fatal(l, err)
	}
	if existed, err := a.Clear(); existed || err != nil {
		t.Fatal(existed, err)
	}
	now := time.Now()
	put(t, a, sample("x", Range{1, 2}), sample("y"))
	for i, id := range []string{"B", "old", "older"} {
		s, _ := d.Open(id)
		put(t, s, sample("x", Range{1, 2}))
		when := now.Add(-time.Duration(i)*20*24*time.Hour - time.Hour)
		if err := os.Chtimes(s.base+logExt, when, when); err != nil {
			t.Fatal(err)
		}
	}
	l, err := d.List()
	if err != nil || len(l) != 4 || l[0].ID != "a" || l[0].Files != 2 || l[1].ID != "B" || l[3].ID != "older" {
		t.Fatalf("%+v %v", l, err)
	}
	if n, err := d.Expire(Lifetime); n != 1 || err != nil {
		t.Fatal(n, err)
	}
	old, _ := d.Open("old")
	if err := os.Chtimes(old.base+logExt, now.Add(-31*24*time.Hour), now.Add(-31*24*time.Hour)); err != nil {
		t.Fatal(err)
	}
	s, _ := d.Open("new") // beginning a session is when old ones go
	put(t, s, sample("x"))
	if l, _ = d.List(); len(l) != 3 {
		t.Fatalf("%+v", l)
	}
	if existed, err := a.Clear(); !existed || err != nil || len(get(t, a, "fx", "")) != 0 {
		t.Fatal(existed, err)
	}
	if n, err := d.Expire(0); n != 2 || err != nil {
		t.Fatal(n, err)
	}
	if left, _ := os.ReadDir(d.Path); len(left) != 0 && runtime.GOOS != "windows" {
		t.Fatal(left)
	}
}

func TestUserDir(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("paths are written in another way")
	}
	for _, c := range []struct{ state, home, want string }{
		{"/s", "/h", "/s/fread/sessions"},
		{"relative", "/h", "/h/.local/state/fread/sessions"},
		{"", "/h", "/h/.local/state/fread/sessions"},
		{"", "", ""},
	} {
		d, err := UserDir(func(name string) string {
			return map[string]string{"XDG_STATE_HOME": c.state, "HOME": c.home}[name]
		})
		if d.Path != c.want || (err != nil) != (c.want == "") {
			t.Errorf("%+v: %q %v", c, d.Path, err)
		}
	}
}

func TestManyProcessesLoseNothing(t *testing.T) {
	t.Parallel()
	const processes, puts = 16, 60
	s, d := open(t, "many")
	var wg sync.WaitGroup
	for p := range processes {
		wg.Go(func() {
			if out, err := other(d, p, puts, 500).CombinedOutput(); err != nil {
				t.Errorf("process %d: %v\n%s", p, err, out)
			}
		})
	}
	wg.Wait()
	all, damaged, err := s.Entries()
	if err != nil || damaged != 0 || len(all) != processes*puts+1 {
		t.Fatalf("%d entries, %d damaged lines, %v", len(all), damaged, err)
	}
	if shared := get(t, s, "fshared", ""); len(shared) != 1 || len(shared[0].Ranges) != puts-1 { // there is no line 0
		t.Fatalf("%+v", shared)
	}
}

func other(d Dir, p, puts, pad int) *exec.Cmd {
	c := exec.Command(os.Args[0])
	c.Env = append(os.Environ(), fmt.Sprintf("SESSION_TEST_WRITER=%s|p%d|%d|%d", d.Path, p, puts, pad))
	return c
}

// TestKill ends writers at any moment. What was acknowledged is there, and the
// store can be read and written on.
func TestKill(t *testing.T) {
	t.Parallel()
	s, d := open(t, "many")
	acked := map[string]bool{}
	rounds := 0
	for end := time.Now().Add(1500 * time.Millisecond); time.Now().Before(end) || rounds < 5; rounds++ {
		var buf [3]bytes.Buffer
		var wg sync.WaitGroup
		for i := range buf {
			c := other(d, 3*rounds+i, 1_000_000, 5000)
			c.Stdout = &buf[i]
			if err := c.Start(); err != nil {
				t.Fatal(err)
			}
			wg.Go(func() {
				time.Sleep(20*time.Millisecond + rand.N(40*time.Millisecond))
				_ = c.Process.Kill()
				_ = c.Wait()
			})
		}
		wg.Wait()
		for i := range buf {
			for line := bufio.NewScanner(&buf[i]); line.Scan(); {
				if file, ok := strings.CutPrefix(line.Text(), "ACK "); ok {
					acked["f"+file] = true
				}
			}
		}
		if _, _, err := s.Entries(); err != nil {
			t.Fatal(err)
		}
	}
	put(t, s, sample("after", Range{1, 1}))
	all, damaged, err := s.Entries()
	if err != nil {
		t.Fatal(err)
	}
	there := map[string]bool{}
	for _, e := range all {
		there[e.FileID] = true
	}
	for file := range acked {
		if !there[file] {
			t.Fatalf("%s was acknowledged and is lost", file)
		}
	}
	if !there["fafter"] {
		t.Fatal("the store cannot be written on")
	}
	t.Logf("%d kills, %d acknowledged, %d cut lines", 3*rounds, len(acked), damaged)
}

func TestCutAnywhere(t *testing.T) {
	t.Parallel()
	s, _ := open(t, "a")
	put(t, s, sample("x", Range{1, 5}))
	put(t, s, sample("y", Range{1, 5}))
	whole, err := os.ReadFile(s.base + logExt)
	if err != nil {
		t.Fatal(err)
	}
	first := bytes.IndexByte(whole, '\n') + 1
	for n := range whole {
		if err := os.WriteFile(s.base+logExt, whole[:n], 0o600); err != nil {
			t.Fatal(err)
		}
		put(t, s, sample("z", Range{1, 5}))
		all, damaged, err := s.Entries()
		want := 1
		if n >= first-1 {
			want++
		}
		if n == len(whole)-1 {
			want++
		}
		if err != nil || len(all) != want || damaged > 1 {
			t.Fatalf("cut at %d: %d entries, want %d; %d damaged, %v", n, len(all), want, damaged, err)
		}
		broken := slices.Clone(whole)
		broken[n] ^= 0x15
		if err := os.WriteFile(s.base+logExt, broken, 0o600); err != nil {
			t.Fatal(err)
		}
		if all, damaged, err := s.Entries(); err != nil || len(all) > 1 || damaged == 0 || (len(all) == 0 && whole[n] != '\n') {
			t.Fatalf("broken at %d: %d entries, %d damaged, %v", n, len(all), damaged, err)
		}
	}
}

// FuzzStore writes behind anything that a store may hold.
func FuzzStore(f *testing.F) {
	line := func(e any) []byte {
		b, _ := appendLine(nil, e)
		return b
	}
	f.Add([]byte("x"))
	f.Add(line(sample("x", Range{5, 1}, Range{-9, 9})))
	f.Add(append(line(record{Base: -5}), line(sample("x", Range{1, 1 << 62}))...))
	f.Add(line([]int{1}))
	f.Add(line(map[string]any{"fileId": "fx", "total": -1, "ranges": [][]int64{{1, 2}}}))
	f.Add(append(bytes.Repeat([]byte{0}, 300), '\n'))
	dir := Dir{Path: filepath.Join(f.TempDir(), "sessions")}
	f.Fuzz(func(t *testing.T, data []byte) {
		s, _ := dir.Open("a")
		if err := os.MkdirAll(dir.Path, 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(s.base+logExt, data, 0o600); err != nil {
			t.Fatal(err)
		}
		put(t, s, sample("new", Range{3, 4}))
		for _, e := range get(t, s, "fx", "/x") {
			if len(e.Ranges) > 0 {
				_ = e.Whole()
			}
		}
		got := get(t, s, "fnew", "")
		if len(got) == 0 || !Covers(got[len(got)-1].Ranges, Range{3, 4}) && SameVersion(got[len(got)-1].Version, sample("new").Version) {
			t.Fatalf("%+v", got)
		}
	})
}

func TestBusy(t *testing.T) {
	t.Parallel()
	s, d := open(t, "a")
	put(t, s, sample("x", Range{1, 5}))
	d.Wait = 0
	s, err := d.Open("a")
	if err != nil {
		t.Fatal(err)
	}
	unlock, err := s.lock()
	if err != nil {
		t.Fatal(err)
	}
	start := time.Now()
	if err := s.Put(sample("y")); !errors.Is(err, ErrBusy) {
		t.Fatal(err)
	}
	if took := time.Since(start); took < DefaultWait || took > time.Second {
		t.Errorf("waited %v", took)
	}
	if len(get(t, s, "fx", "")) != 1 {
		t.Error("reading waits for no lock")
	}
	if _, err := s.Clear(); !errors.Is(err, ErrBusy) {
		t.Error(err)
	}
	if n, err := d.Expire(0); n != 0 || err != nil {
		t.Error(n, err)
	}
	unlock()
	put(t, s, sample("y"))
}

// TestCleared puts while others clear: the lock that was removed counts for
// nothing, so no put is lost to a store that is gone and none fails.
func TestCleared(t *testing.T) {
	t.Parallel()
	_, d := open(t, "a")
	d.Wait = 20 * time.Second
	s, _ := d.Open("a")
	var wg sync.WaitGroup
	for i := range 4 {
		wg.Go(func() {
			for n := range 50 {
				if err := s.Put(sample(fmt.Sprint(i, n))); err != nil {
					t.Error(err)
				}
				if n%10 == 9 {
					if _, err := s.Clear(); err != nil {
						t.Error(err)
					}
				}
			}
		})
	}
	wg.Wait()
	if _, damaged, err := s.Entries(); damaged != 0 || err != nil {
		t.Error(damaged, err)
	}
}

func TestCompaction(t *testing.T) {
	t.Parallel()
	s, _ := open(t, "a")
	if err := s.dir.make(); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(s.base+tempExt, []byte("left behind by a kill"), 0o600); err != nil {
		t.Fatal(err)
	}
	largest := int64(0)
	for n := range 400 {
		var batch []Entry
		for i := range 25 {
			batch = append(batch, sample(fmt.Sprint("file", i), Range{int64(n + 1), int64(n + 1)}))
		}
		put(t, s, batch...)
		info, err := os.Stat(s.base + logExt)
		if err != nil {
			t.Fatal(err)
		}
		largest = max(largest, info.Size())
	}
	if largest > compactAbove || largest < compactAbove/2 {
		t.Errorf("grew to %d bytes", largest)
	}
	all, damaged, err := s.Entries()
	if err != nil || damaged != 0 || len(all) != 25 {
		t.Fatal(len(all), damaged, err)
	}
	for _, e := range all {
		if !slices.Equal(e.Ranges, []Range{{1, 400}}) {
			t.Fatalf("%+v", e)
		}
	}
	if _, err := os.Stat(s.base + tempExt); err == nil {
		t.Error("a compaction left its file behind")
	}
}

// TestLargeSession has more files than a compaction can make small: it must
// not be compacted at every put, and in the end the oldest are forgotten.
func TestLargeSession(t *testing.T) {
	t.Parallel()
	s, _ := open(t, "a")
	compactions, size := 0, int64(0)
	const puts, each = 250, 12
	long := strings.Repeat("long/", 1000)
	for n := range puts {
		batch := make([]Entry, each)
		for i := range batch {
			batch[i] = sample(fmt.Sprintf("file-%d-%d", n, i), Range{1, 5})
			batch[i].Path = "/" + long
		}
		put(t, s, batch...)
		info, err := os.Stat(s.base + logExt)
		if err != nil {
			t.Fatal(err)
		}
		if info.Size() < size || n > 0 && info.Size() == size {
			compactions++
		}
		size = info.Size()
	}
	if compactions > 8 || size > 2*keepBytes+compactAbove {
		t.Errorf("%d compactions, %d bytes", compactions, size)
	}
	if got := get(t, s, fmt.Sprintf("ffile-%d-0", puts-1), ""); len(got) != 1 {
		t.Error("the newest is gone")
	}
	if got := get(t, s, "ffile-0-0", ""); len(got) != 0 {
		t.Error("the oldest is still there")
	}
}

func BenchmarkPut(b *testing.B) {
	s, _ := open(b, "a")
	e := sample("x", Range{1, 2000})
	for b.Loop() {
		put(b, s, e)
	}
}

// BenchmarkGet looks one file up in a session of about a megabyte.
func BenchmarkGet(b *testing.B) {
	s, _ := open(b, "a")
	for i := range 4000 {
		put(b, s, sample(strconv.Itoa(i), Range{1, 2000}))
	}
	for b.Loop() {
		if len(get(b, s, "f1234", "")) != 1 {
			b.Fatal("not found")
		}
	}
}
