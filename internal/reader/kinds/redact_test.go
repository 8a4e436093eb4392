package kinds_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
	"unicode/utf8"

	"fread/internal/reader"
	"fread/internal/reader/cells"
	"fread/internal/reader/redact"
)

// Secrets are put together here, so that no scanner takes the test for a leak.
func planted() (text string, secrets []string) {
	token := "ghp_" + "Zx9Kq2Wm7Rt4Yv1Bn8Lc5Hd3Gf6Js0Pa2Qe4"
	aws := "AKIA" + "Z7QWERTYUIOPASDF"
	key := make([]string, 0, 12)
	r := rand.New(rand.NewPCG(9, 9))
	const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
	for range 12 {
		b := make([]byte, 64)
		for i := range b {
			b[i] = letters[r.IntN(len(letters))]
		}
		key = append(key, string(b))
	}
	lines := []string{
		"plain", "token = " + token + " and more", "a " + aws + " b " + token + " c", "", "日本語 " + token + " 日本語",
		"-----BEGIN RSA PRIVATE KEY-----",
	}
	lines = append(lines, key...)
	lines = append(lines, "-----END RSA PRIVATE KEY-----", "after", strings.Repeat("x", 300)+" "+token+strings.Repeat(" y", 100), "last "+aws)
	return strings.Join(lines, "\n") + "\n", append(key, token, aws)
}

func secretEngine(tb testing.TB) *reader.Engine {
	tb.Helper()
	e := engine(tb)
	set, err := redact.Parse([]string{"secrets"})
	if err != nil {
		tb.Fatal(err)
	}
	e.Redact = set
	return e
}

// leaks fails where a piece of a secret that is long enough to matter is shown.
func leaks(t *testing.T, shown string, secrets []string, what string) {
	t.Helper()
	const piece = 10
	for _, s := range secrets {
		for i := 0; i+piece <= len(s); i++ {
			if strings.Contains(shown, s[i:i+piece]) {
				t.Fatalf("%s shows %q in %.300q", what, s[i:i+piece], shown)
			}
		}
	}
}

// TestRedactionAtEveryBoundary holds redaction to its promise: whatever the
// limits, and wherever a window begins, the same text is shown, and no secret.
func TestRedactionAtEveryBoundary(t *testing.T) {
	t.Parallel()
	text, secrets := planted()
	e := secretEngine(t)
	for _, as := range []string{"utf-8", "utf-16le", "utf-16be"} {
		path := write(t, "a.txt", encode(text, as))
		whole, err := e.Read(context.Background(), &reader.Request{Path: path, As: reader.FormText, All: true, Lines: true})
		if err != nil {
			t.Fatal(err)
		}
		leaks(t, whole.Content, secrets, "the whole")
		if whole.Complete || !strings.Contains(whole.Content, "⟨redacted:private-key⟩") || strings.Count(whole.Content, "⟨redacted:") < 17 {
			t.Fatalf("%+v", whole)
		}
		for n := range whole.Lines {
			for _, req := range []reader.Request{{Offset: int64(n + 1), Limit: 1}, {Path: fmt.Sprintf("%s:%d", path, n+1)}, {Offset: int64(n - len(whole.Lines)), Limit: 1}} {
				if req.Path == "" {
					req.Path = path
				}
				req.As, req.Lines, req.MaxLineChars = reader.FormText, true, 10_000
				r, err := e.Read(context.Background(), &req)
				if err != nil || len(r.Lines) != 1 || r.Lines[0].Text != whole.Lines[n].Text {
					t.Fatalf("%s line %d by %+v: %+v, %v; want %q", as, n+1, req, r.Lines, err, whole.Lines[n].Text)
				}
			}
		}
		for limit := int64(1); limit < 90; limit += 3 {
			for _, req := range []reader.Request{{MaxLineChars: limit}, {MaxBytes: limit}, {MaxChars: limit, Limit: 2}, {MaxLineChars: limit + 7, MaxBytes: 3 * limit}} {
				req.Path, req.As, req.Lines = path, reader.FormText, true
				got := map[int64]string{}
				for pages := 0; ; pages++ {
					r, err := e.Read(context.Background(), &req)
					if err != nil || pages > 5000 {
						t.Fatalf("%+v: %v", req, err)
					}
					leaks(t, r.Content, secrets, fmt.Sprintf("%+v", req))
					for _, l := range r.Lines {
						got[l.Number] += l.Text
					}
					if r.Next == nil {
						break
					}
					req.Cursor = r.Next.Cursor
				}
				for i, l := range whole.Lines {
					if got[int64(i+1)] != l.Text {
						t.Fatalf("%s with %+v: line %d came as %q, want %q", as, req, i+1, got[int64(i+1)], l.Text)
					}
				}
			}
		}
	}
}

// A line of many pieces hides what lies across them, and a cursor into it too.
func TestRedactionInHugeLines(t *testing.T) {
	t.Parallel()
	_, secrets := planted()
	token := secrets[len(secrets)-2]
	e := secretEngine(t)
	for _, before := range []int{65_500, 65_530, 65_536, 131_060} {
		text := strings.Repeat("a ", before/2) + " " + token + " " + strings.Repeat("b ", 100_000) + token + "\nend\n"
		path := write(t, "a.txt", []byte(text))
		whole, err := e.Read(context.Background(), &reader.Request{Path: path, As: reader.FormText, All: true})
		if err != nil {
			t.Fatal(err)
		}
		leaks(t, whole.Content, secrets, "the whole")
		if want := strings.ReplaceAll(text, token, "⟨redacted:github-token⟩"); whole.Content != want {
			t.Fatalf("%d: the whole has %d bytes, want %d", before, len(whole.Content), len(want))
		}
		for _, req := range []reader.Request{{MaxLineChars: int64(before) + 3}, {MaxLineChars: int64(before) + 20}, {}, {MaxLineChars: 1 << 20, MaxBytes: int64(before) + 10}} {
			req.Path, req.As = path, reader.FormText
			var b strings.Builder
			for pages := 0; ; pages++ {
				r, err := e.Read(context.Background(), &req)
				if err != nil || pages > 500 {
					t.Fatal(err)
				}
				leaks(t, r.Content, secrets, fmt.Sprintf("%+v", req))
				b.WriteString(r.Content)
				if r.Next == nil {
					break
				}
				req.Cursor = r.Next.Cursor
			}
			got := strings.ReplaceAll(b.String(), "end\n", "")
			if want := strings.ReplaceAll(whole.Content, "end\n", ""); strings.ReplaceAll(got, "\n", "") != strings.ReplaceAll(want, "\n", "") {
				t.Fatalf("%d with %+v: %d characters, want %d", before, req, utf8.RuneCountInString(got), utf8.RuneCountInString(want))
			}
		}
	}
}

// A stream can be seen only once, so a window into it is redacted from its start.
func TestRedactionOfStreamsRowsAndNames(t *testing.T) {
	t.Parallel()
	text, secrets := planted()
	e := secretEngine(t)
	e.Stdin = strings.NewReader(text)
	r, err := e.Read(context.Background(), &reader.Request{Path: "-", Offset: 9, Limit: 3})
	if err != nil || !strings.Contains(r.Content, "⟨redacted:private-key⟩") {
		t.Fatal(r, err)
	}
	leaks(t, r.Content, secrets, "a stream")
	e.Stdin = strings.NewReader(text)
	if r, err = e.Read(context.Background(), &reader.Request{Path: "-", Offset: -15}); err != nil || r.Readable {
		t.Fatal("the end of a stream is shown, although what lies before was not seen: ", r, err)
	}

	token := secrets[len(secrets)-2]
	csv := write(t, "a.csv", []byte("name,"+token+"\na,1\nb,"+token+"\n"))
	if r, err = e.Read(context.Background(), &reader.Request{Path: csv, As: reader.FormRows}); err != nil {
		t.Fatal(err)
	}
	leaks(t, fmt.Sprint(r.Rows, r.Headers), secrets, "rows")
	if r.Complete || len(r.Rows) == 0 {
		t.Fatalf("%+v", r)
	}
	for _, form := range []reader.Form{reader.FormHex, reader.FormBytes} {
		if r, err = e.Read(context.Background(), &reader.Request{Path: csv, As: form}); err != nil || r.ReasonCode != "DENIED" {
			t.Fatal(form, r, err)
		}
	}

	dir := t.TempDir()
	if err := os.WriteFile(dir+"/"+token+".txt", []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{dir, dir + "/" + token + ".txt", dir + "/" + token + ".tx"} {
		r, err := e.Read(context.Background(), &reader.Request{Path: path})
		if err != nil {
			t.Fatal(err)
		}
		leaks(t, fmt.Sprintf("%+v %+v %+v", r, r.EntriesPart, r.Error), secrets, path)
	}
}

// Rows hide what the lines of the same file hide, wherever a window begins, and
// whatever is taken for a delimiter.
func TestRedactionOfRowsByEveryRoute(t *testing.T) {
	t.Parallel()
	text, secrets := planted()
	e := secretEngine(t)
	var csv, ndjson, array strings.Builder
	csv.WriteString("id,text\n")
	array.WriteString(`{"k":[`)
	for i, l := range strings.Split(strings.TrimSuffix(text, "\n"), "\n") {
		fmt.Fprintf(&csv, "%d,%s\n", i+1, l)
		fmt.Fprintf(&ndjson, "{\"id\":%d,\"text\":%q}\n", i+1, l)
		if i > 0 {
			array.WriteString(",\n")
		}
		fmt.Fprintf(&array, "%q", l)
	}
	array.WriteString("]}\n")
	rows := int64(strings.Count(ndjson.String(), "\n"))
	for name, content := range map[string]string{"a.csv": csv.String(), "a.ndjson": ndjson.String()} {
		path := write(t, name, []byte(content))
		for n := range rows {
			for _, req := range []reader.Request{{Offset: n + 1, Limit: 2}, {Offset: n - rows, Limit: 1}} {
				req.Path, req.As = path, reader.FormRows
				r, err := e.Read(context.Background(), &req)
				if err != nil || !r.Readable {
					t.Fatal(r, err)
				}
				leaks(t, fmt.Sprint(r.Rows), secrets, fmt.Sprintf("%s %+v", name, req))
			}
		}
		req := reader.Request{Path: path, As: reader.FormRows, Limit: 1}
		for range 100 {
			r, err := e.Read(context.Background(), &req)
			if err != nil {
				t.Fatal(err)
			}
			leaks(t, fmt.Sprint(r.Rows), secrets, "pages of "+name)
			if r.Next == nil {
				break
			}
			req.Cursor = r.Next.Cursor
		}
	}
	path := write(t, "b.json", []byte(array.String()))
	for n := range rows {
		r, err := e.Read(context.Background(), &reader.Request{Path: fmt.Sprintf("%s#/k/%d", path, n)})
		if err != nil || !r.Readable {
			t.Fatal(r, err)
		}
		leaks(t, r.Content, secrets, r.Path)
	}
	one := write(t, "c.csv", []byte("a,"+secrets[len(secrets)-1]+",b\nx,"+secrets[len(secrets)-2]+",y\n"))
	for _, delimiter := range []string{"A", "K", "I", "Q", "_", "p", "Z", "7", ","} {
		for _, headers := range []string{"no", "yes"} {
			r, err := e.Read(context.Background(), &reader.Request{Path: one, As: reader.FormRows, Delimiter: delimiter, Headers: cells.HeaderMode(headers)})
			if err != nil {
				t.Fatal(err)
			}
			var b strings.Builder
			for _, h := range r.Headers {
				b.WriteString(h + delimiter)
			}
			for _, row := range r.Rows {
				for _, c := range row {
					b.WriteString(c.Text + delimiter)
				}
			}
			leaks(t, b.String(), secrets, "delimiter "+delimiter)
		}
	}
}
