package policy_test

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fread/internal/reader/fault"
	"fread/internal/reader/policy"
)

func write(t *testing.T, path, content string) string {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// realDir is the directory of a test as the kernel names it.
func realDir(t *testing.T) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

func link(t *testing.T, target, path string) {
	t.Helper()
	if err := os.Symlink(target, path); err != nil {
		t.Skip("no symbolic links here: ", err)
	}
}

// content opens path and reads all of it.
func content(t *testing.T, p policy.Policy, path string) string {
	t.Helper()
	o, err := p.Open(path)
	if err != nil {
		t.Fatalf("%q: %v", path, err)
	}
	defer func() { _ = o.File.Close() }()
	b, err := io.ReadAll(o.File)
	if err != nil {
		t.Fatalf("%q: %v", path, err)
	}
	return string(b)
}

// refused opens path, which must fail with the code and without saying anything
// that the caller cannot use.
func refused(t *testing.T, p policy.Policy, path string, code fault.Code, say string) {
	t.Helper()
	o, err := p.Open(path)
	if err == nil {
		t.Fatalf("%q was opened as %v", path, o.Shape)
	}
	e, ok := errors.AsType[*fault.Error](err)
	switch {
	case !ok:
		t.Fatalf("%q: %T %v", path, err, err)
	case e.Code != code:
		t.Fatalf("%q: %s %v, want %s", path, e.Code, err, code)
	case !strings.Contains(e.Error(), say):
		t.Fatalf("%q: %q does not say %q", path, e.Error(), say)
	case e.Phase == "" || e.Path != path || !strings.HasSuffix(e.Error(), ".") && !strings.HasSuffix(e.Error(), "?"):
		t.Fatalf("%q: %+v", path, e)
	}
}

func TestOpen(t *testing.T) {
	t.Parallel()
	dir := realDir(t)
	a := write(t, filepath.Join(dir, "a.txt"), "A")
	sub := filepath.Join(dir, "sub")
	write(t, filepath.Join(sub, "b.txt"), "B")
	link(t, "a.txt", filepath.Join(dir, "link"))
	link(t, "link", filepath.Join(dir, "link2"))
	link(t, "sub", filepath.Join(dir, "linkdir"))
	write(t, filepath.Join(dir, ".env"), "E")
	write(t, filepath.Join(dir, "emoji_😀_name.txt"), "emoji")                  // case 73
	write(t, filepath.Join(dir, "fam_👨\u200d👩\u200d👧.txt"), "zwj")             // case 74
	write(t, filepath.Join(dir, "a\n[read:empty] injected line"), "line feed") // case 84
	for _, c := range []struct{ name, path, want, real string }{
		{"plain", "a.txt", "A", "a.txt"},
		{"dots", "sub/../a.txt", "A", "a.txt"},
		{"a link", "link", "A", "a.txt"}, // case 44
		{"a link to a link", "link2", "A", "a.txt"},
		{"through a link", "linkdir/b.txt", "B", "sub/b.txt"},
		{"hidden", ".env", "E", ".env"},
		{"emoji", "emoji_😀_name.txt", "emoji", "emoji_😀_name.txt"},
		{"joined emoji", "fam_👨\u200d👩\u200d👧.txt", "zwj", "fam_👨\u200d👩\u200d👧.txt"},
		{"a line feed in the name", "a\n[read:empty] injected line", "line feed", "a\n[read:empty] injected line"},
	} {
		path := filepath.Join(dir, filepath.FromSlash(c.path))
		if got := content(t, policy.Policy{}, path); got != c.want {
			t.Errorf("%s: %q", c.name, got)
		}
		o, err := (&policy.Policy{}).Open(path)
		if err != nil {
			t.Fatal(err)
		}
		_ = o.File.Close()
		if o.Path != filepath.Join(dir, filepath.FromSlash(c.real)) || o.Shape != policy.Regular || o.Root != nil {
			t.Errorf("%s: opened %q as %v", c.name, o.Path, o.Shape)
		}
	}
	info, err := os.Stat(a)
	if err != nil {
		t.Fatal(err)
	}
	o, err := (&policy.Policy{}).Open(filepath.Join(dir, "link"))
	if err != nil {
		t.Fatal(err)
	}
	_ = o.File.Close()
	if !os.SameFile(o.Info, info) {
		t.Error("what is said of a link is not of the file that was opened")
	}
}

func TestOpenDirectory(t *testing.T) {
	t.Parallel()
	dir := realDir(t)
	write(t, filepath.Join(dir, "sub", "b.txt"), "B")
	link(t, "sub", filepath.Join(dir, "link"))
	for _, path := range []string{"", "sub", "sub/", "sub/.", "link", "link/"} {
		o, err := (&policy.Policy{}).Open(dir + "/" + path)
		if err != nil {
			t.Errorf("%q: %v", path, err)
			continue
		}
		if o.Shape != policy.Directory || o.Root == nil {
			t.Errorf("%q: %+v", path, o)
			continue
		}
		if _, err := o.Root.Stat(".."); err == nil {
			t.Errorf("%q: leads outside", path)
		}
		_ = o.Root.Close()
	}
}

func TestRefusals(t *testing.T) {
	t.Parallel()
	dir := realDir(t)
	join := func(s string) string { return dir + string(filepath.Separator) + s }
	write(t, join("a.txt"), "A")
	link(t, "nowhere", join("dangling"))
	link(t, "a\x1b[31m\n", join("odd"))
	link(t, "loop_b", join("loop_a"))
	link(t, "loop_a", join("loop_b"))
	link(t, "self/x", join("self"))
	link(t, "a.txt", join("link"))
	none := policy.Policy{}
	for _, c := range []struct {
		name   string
		policy policy.Policy
		path   string
		code   fault.Code
		say    string
	}{
		{"empty", none, "", fault.InvalidInput, "empty"},
		{"NUL", none, "a\x00b", fault.InvalidInput, "NUL"}, // case 85
		{"NUL at the end", none, join("a.txt\x00"), fault.InvalidInput, "NUL"},
		{"missing", none, join("nope"), fault.NotFound, "no such file"},
		{"below a missing folder", none, join("nope/a.txt"), fault.NotFound, "no such file"},
		{"below a file", none, join("a.txt/b"), fault.NotFound, "no such file"},
		{"a file as a folder", none, join("a.txt/"), fault.NotFound, "no such file"},            // case 83
		{"dangling", none, join("dangling"), fault.NotFound, `"nowhere", which does not exist`}, // case 46
		{"dangling to an odd name", none, join("odd"), fault.NotFound, `"a\x1b[31m\n"`},         // finding 15
		{"a loop", none, join("loop_a"), fault.NotFound, "leads back to itself"},                // case 47
		{"a link below itself", none, join("self"), fault.NotFound, ""},                         //
		{"a link, not followed", policy.Policy{NoFollow: true}, join("link"), fault.Denied, ""}, // case 48
		{"a dangling link, not followed", policy.Policy{NoFollow: true}, join("dangling"), fault.Denied, ""},
		{"a long name", none, join(strings.Repeat("n", 300)), fault.InvalidInput, "longer"}, // finding 18
		{"a long path", none, join(strings.Repeat("n/", 4000)), fault.InvalidInput, "longer"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			refused(t, c.policy, c.path, c.code, c.say)
		})
	}
	t.Run("without permission", func(t *testing.T) {
		t.Parallel()
		if os.Geteuid() == 0 {
			t.Skip("this user may read everything")
		}
		secret := write(t, join("secret"), "S")
		if err := os.Chmod(secret, 0); err != nil {
			t.Fatal(err)
		}
		refused(t, none, secret, fault.PermissionDenied, "may not read")
	})
}

func TestErrorsKeepTheirCause(t *testing.T) {
	t.Parallel()
	_, err := (&policy.Policy{}).Open(filepath.Join(t.TempDir(), "nope"))
	if !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("%v", err)
	}
}

func TestRepairs(t *testing.T) {
	dir := realDir(t)
	t.Setenv("HOME", dir)
	t.Chdir(dir)
	p := func(s string) string { return filepath.Join(dir, filepath.FromSlash(s)) }
	for _, name := range []string{
		"normal.txt", "cafe\u0301.txt", "cre\u0300me/note\u00a0one.txt", "Screenshot 10.42\u202fAM.txt", "it\u2019s.txt", "\u201cq\u201d.txt",
		"two words.txt", "two\u00a0words.txt", "a  b.txt", "a\u00a0\u202fb2.txt", "caf\u00e9/x.txt", "Å.txt",
	} {
		write(t, p(name), name)
	}
	var none policy.Policy
	for _, c := range []struct {
		name, path string
		want       string // the file that one of the repairs opens; "" for none
	}{
		{"home", "~/normal.txt", "normal.txt"},      // case 80
		{"a pasted @", "@normal.txt", "normal.txt"}, // case 81
		{"@ and home", "@~/normal.txt", "normal.txt"},
		{"@ and an absolute path", "@" + p("normal.txt"), "normal.txt"},
		{"a URL", "file://" + p("normal.txt"), "normal.txt"}, // case 79
		{"a URL with a host", "file://localhost" + p("normal.txt"), "normal.txt"},
		{"a URL in capitals", "FILE://" + p("normal.txt"), "normal.txt"},
		{"a URL with escapes", "file://" + dir + "/two%20words.txt", "two words.txt"},
		{"a URL of another host", "file://elsewhere" + p("normal.txt"), ""},
		{"a URL with broken escapes", "file://" + dir + "/two%2words.txt", ""},
		{"composed for decomposed", "caf\u00e9.txt", "cafe\u0301.txt"}, // case 75
		{"in a URL", "file://" + dir + "/caf%C3%A9.txt", "cafe\u0301.txt"},
		{"behind @", "@caf\u00e9.txt", "cafe\u0301.txt"},
		{"behind ~", "~/caf\u00e9.txt", "cafe\u0301.txt"},
		{"decomposed for composed, of a folder", "cafe\u0301/x.txt", "caf\u00e9/x.txt"},
		{"a singleton", "\u212b.txt", "Å.txt"},
		{"in folder and name", "cr\u00e8me/note one.txt", "cre\u0300me/note\u00a0one.txt"},
		{"absolute", p("cr\u00e8me/note one.txt"), "cre\u0300me/note\u00a0one.txt"},
		{"a narrow space", "Screenshot 10.42 AM.txt", "Screenshot 10.42\u202fAM.txt"}, // case 77
		{"a curly quote", "it's.txt", "it\u2019s.txt"},                                // case 78
		{"curly double quotes", `"q".txt`, "\u201cq\u201d.txt"},
		{"two spaces of other kinds", "a  b2.txt", "a\u00a0\u202fb2.txt"},
		{"two that look alike", "two\u202fwords.txt", ""},
		{"another letter", "caf\u00e8.txt", ""},
		{"another name", "it's not.txt", ""},
		{"below a file", "caf\u00e9.txt/x", ""},
		{"of another user", "~root/normal.txt", ""},
		{"~ within", "a~/normal.txt", ""},
		{"nothing behind @", "@", ""},
		{"an empty URL", "file:", ""},
	} {
		if _, err := none.Open(c.path); err == nil {
			t.Errorf("%s: %q can be opened as it is", c.name, c.path)
			continue
		}
		got := ""
		for _, r := range none.Repairs(c.path) {
			if r == c.path || r == "" {
				t.Errorf("%s: %q is no repair", c.name, r)
			}
			if _, err := os.Stat(r); err == nil {
				got = content(t, none, r)
				break
			}
		}
		if got != c.want {
			t.Errorf("%s: %q opens %q, want %q (repairs %q)", c.name, c.path, got, c.want, none.Repairs(c.path))
		}
	}
}

func TestSuggest(t *testing.T) {
	t.Parallel()
	dir := realDir(t)
	p := func(s string) string { return filepath.Join(dir, filepath.FromSlash(s)) }
	for _, name := range []string{"docs/setup.md", "docs/Setup-Guide.md", "docs/readme.txt", "two.txt", "tow.txt", "src/deep/code.go", "config.yaml", "many/zz_target_file.txt"} {
		write(t, p(name), "x")
	}
	for i := range 300 {
		write(t, p("many/file"+string(rune('a'+i%26))+strings.Repeat("x", i/26)+".dat"), "x")
	}
	write(t, p("bad_nam\xff.txt"), "x")
	link(t, "nowhere", p("dangling"))
	for i := range 9 {
		write(t, p("alike/report_"+string(rune('a'+i))+".txt"), "x")
	}
	var none policy.Policy
	for _, c := range []struct {
		name, path string
		first      string // the nearest; "" for none at all
	}{
		{"two letters swapped", "docs/setpu.md", "docs/setup.md"}, // case 33
		{"another case", "docs/SETUP.MD", "docs/setup.md"},        // case 34
		{"a letter more", "towx.txt", "tow.txt"},
		{"swapped, of two", "twx.txt", "two.txt"},            // case 35
		{"a wrong folder", "dosc/setup.md", "docs/setup.md"}, // case 36
		{"two wrong folders", "scr/depe/code.go", "src/deep/code.go"},
		{"a wrong folder and name", "dosc/setpu.md", "docs/setup.md"},
		{"a folder of many", "many/zz_target_fil.txt", "many/zz_target_file.txt"}, // case 37
		{"another extension", "config.yml", "config.yaml"},
		{"no extension", "config", "config.yaml"},
		{"a name that cannot be typed", "bad_name.txt", ""}, // finding 16
		{"dangling", "dangling", ""},                        // case 46
		{"nothing near", "quite_something_else.pdf", ""},
		{"a file as a folder", "two.txt/", "two.txt"}, // case 83
	} {
		got := none.Suggest(dir + "/" + c.path)
		if len(got) > 5 {
			t.Errorf("%s: %d suggestions", c.name, len(got))
		}
		switch {
		case c.first == "" && len(got) > 0:
			t.Errorf("%s: %q", c.name, got)
		case c.first != "" && (len(got) == 0 || got[0] != p(c.first)):
			t.Errorf("%s: %q, want %q first", c.name, got, c.first)
		}
		for _, s := range got {
			if _, err := os.Stat(s); err != nil || s == dir+"/"+c.path {
				t.Errorf("%s: %q is no help", c.name, s)
			}
		}
	}
	if got := none.Suggest(p("alike/report_x.txt")); len(got) != 5 {
		t.Errorf("of nine: %q", got)
	}
}

func TestDistance(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		a, b  string
		limit int
		want  int
	}{
		{"", "", 3, 0},
		{"a", "", 3, 1},
		{"abc", "abc", 0, 0},
		{"abc", "acb", 3, 1},
		{"abc", "abd", 3, 1},
		{"abc", "xyz", 9, 3},
		{"abc", "xyz", 2, 3},
		{"abcdef", "", 2, 3},
		{"kitten", "sitting", 9, 3},
		{"ca", "abc", 9, 3},
		{"жук", "жку", 3, 1},
		{"abc", "abd", 0, 1},
	} {
		if got := policy.Distance(c.a, c.b, c.limit); got != c.want {
			t.Errorf("%q to %q within %d: %d, want %d", c.a, c.b, c.limit, got, c.want)
		}
		if got := policy.Distance(c.b, c.a, c.limit); got != c.want {
			t.Errorf("%q to %q within %d: %d, want %d", c.b, c.a, c.limit, got, c.want)
		}
	}
}

// FuzzPath opens, repairs and looks for any path below a directory that holds
// nothing dangerous: every answer is one of the vocabulary, and none panics.
func FuzzPath(f *testing.F) {
	for _, s := range []string{"a.txt", "a\x00", "~/x", "@x", "file:///%zz", "\xff\xfe", "../..", "a.txt/", "caf\u00e9", strings.Repeat("x", 300), "\u202f'\""} {
		f.Add(s)
	}
	dir := f.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "a.txt"), nil, 0o600); err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if strings.Contains(s, "..") || len(s) > 1000 {
			t.Skip()
		}
		var p policy.Policy
		path := dir + "/" + s
		o, err := p.Open(path)
		if err == nil {
			if o.Root != nil {
				_ = o.Root.Close()
			} else {
				_ = o.File.Close()
			}
			return
		}
		if _, ok := errors.AsType[*fault.Error](err); !ok {
			t.Fatalf("%q: %T", s, err)
		}
		for _, r := range append(p.Repairs(path), p.Repairs(s)...) {
			if r == "" {
				t.Fatalf("%q: an empty repair", s)
			}
		}
		for _, n := range p.Suggest(path) {
			if n == path || n == "" {
				t.Fatalf("%q: suggests %q", s, n)
			}
		}
	})
}
