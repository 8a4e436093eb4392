package raw_test

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fread/internal/reader"
	"fread/internal/reader/detect"
	"fread/internal/reader/kinds"
	"fread/internal/reader/kinds/raw"
	"fread/internal/reader/readertest"
)

func engine(tb testing.TB) *reader.Engine {
	tb.Helper()
	g, err := reader.NewRegistry(kinds.All()...)
	if err != nil {
		tb.Fatal(err)
	}
	return &reader.Engine{Registry: g}
}

func write(tb testing.TB, b []byte) string {
	tb.Helper()
	path := filepath.Join(tb.TempDir(), "a.bin")
	if err := os.WriteFile(path, b, 0o600); err != nil {
		tb.Fatal(err)
	}
	return path
}

func read(t *testing.T, e *reader.Engine, req reader.Request) *reader.Result {
	t.Helper()
	r, err := e.Read(t.Context(), &req)
	if err != nil {
		t.Fatal(err)
	}
	readertest.Check(t, &req, r)
	return r
}

func TestDump(t *testing.T) { // complaint 48
	t.Parallel()
	b := append([]byte("fread | dump\x00\x1b\x7f\xff"), "next"...)
	r := read(t, engine(t), reader.Request{Path: write(t, b), As: reader.FormHex})
	const want = "00000000  66 72 65 61 64 20 7c 20  64 75 6d 70 00 1b 7f ff  |fread | dump....|\n" +
		"00000010  6e 65 78 74                                       |next|\n"
	if r.Content != want || !r.Complete || r.EndByte != 20 {
		t.Fatalf("%s", r.Content)
	}
}

// A dump is what hex.Dump writes, but for its last line, whatever the bytes.
func TestDumpIsTheUsualOne(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(31, 32))
	for _, n := range []int{0, 1, 7, 8, 9, 15, 16, 17, 1000} {
		b := make([]byte, n)
		for i := range b {
			b[i] = byte(r.IntN(256))
		}
		res := read(t, engine(t), reader.Request{Path: write(t, b), As: reader.FormHex})
		if want := hex.Dump(b); res.Content != want {
			t.Errorf("%d bytes:\n%s\nwant\n%s", n, res.Content, want)
		}
	}
}

// A dump is paged by whole rows, however small the view.
func TestDumpInSmallViews(t *testing.T) {
	t.Parallel()
	b := []byte("0123456789abcdefghijklmnopqrstuvwxyz")
	path := write(t, b)
	for _, most := range []int64{1, 10, 79, 80, 100, 170} {
		var got string
		req := reader.Request{Path: path, As: reader.FormHex, MaxBytes: most}
		for range 20 {
			r := read(t, engine(t), req)
			got += r.Content
			if r.Next == nil {
				break
			}
			req.Offset = r.Next.Offset
		}
		if got != hex.Dump(b) {
			t.Errorf("at most %d bytes:\n%s", most, got)
		}
	}
}

func TestOffsetsBeyond32Bits(t *testing.T) {
	t.Parallel()
	path := write(t, nil)
	if err := os.Truncate(path, 5<<30); err != nil {
		t.Skip(err)
	}
	r := read(t, engine(t), reader.Request{Path: path, As: reader.FormHex, Offset: 1<<32 + 1, Limit: 16})
	if !strings.HasPrefix(r.Content, "100000000  00 00") || r.StartByte != 1<<32+1 || r.Next.Offset != 1<<32+17 {
		t.Errorf("%q, next %+v", r.Content, r.Next)
	}
	if r = read(t, engine(t), reader.Request{Path: path, As: reader.FormHex, Cursor: r.Next.Cursor, Limit: 16}); r.StartByte != 1<<32+17 {
		t.Errorf("%q", r.Content)
	}
	if r = read(t, engine(t), reader.Request{Path: path, As: reader.FormBytes, Offset: -3}); r.StartByte != 5<<30-2 || len(r.Content) != 3 {
		t.Errorf("%q from %d", r.Content, r.StartByte)
	}
}

func TestBytesAreVerbatim(t *testing.T) {
	t.Parallel()
	for name, b := range map[string][]byte{
		"text": []byte("a\r\nb\n"), "no line end": []byte("a"), "mark": []byte("\xef\xbb\xbfa\n"), "binary": {0, 1, 255, 10, 13}, "image": []byte("\x89PNG\r\n\x1a\n"),
		"many blocks": bytes.Repeat([]byte("0123456789abcde\n"), 20_000),
	} {
		path := write(t, b)
		var file, piped direct
		if _, err := engine(t).Stream(t.Context(), &reader.Request{Path: path, As: reader.FormBytes, All: true}, &file); err != nil {
			t.Fatal(err)
		}
		e := engine(t)
		e.Stdin = bytes.NewReader(b)
		if _, err := e.Stream(t.Context(), &reader.Request{Path: "-", As: reader.FormBytes, All: true}, &piped); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(file.Bytes(), b) || !bytes.Equal(piped.Bytes(), b) {
			t.Errorf("%s: %d and %d bytes of %d", name, file.Len(), piped.Len(), len(b))
		}
	}
}

// direct is the Sink that a pipe is.
type direct struct{ bytes.Buffer }

func (*direct) Begin(*reader.Result) error { return nil }

func (d *direct) Put(p *reader.Piece) error {
	_, err := d.Write(p.Text)
	return err
}

// A stream of any length passes through in the memory of its blocks.
func TestLongStream(t *testing.T) {
	t.Parallel()
	const n = 260 << 20 // more than is kept
	e := engine(t)
	e.Stdin = io.LimitReader(zeros{}, n)
	var c counter
	r, err := e.Stream(t.Context(), &reader.Request{Path: "-", As: reader.FormBytes, All: true}, &c)
	if err != nil || c.n != n || !r.Complete {
		t.Errorf("%d bytes, %v, %+v", c.n, err, r)
	}
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) { clear(p); return len(p), nil }

type counter struct{ n int64 }

func (*counter) Begin(*reader.Result) error { return nil }

func (c *counter) Put(p *reader.Piece) error {
	c.n += int64(len(p.Text))
	return nil
}

func TestMatch(t *testing.T) {
	t.Parallel()
	r := raw.Reader{}
	for _, k := range []detect.Kind{detect.Text, detect.Image, detect.Unsupported, detect.PDF} {
		if !r.Match(detect.Type{Kind: k}, reader.FormHex) || !r.Match(detect.Type{Kind: k}, reader.FormBytes) || r.Match(detect.Type{Kind: k}, reader.FormDefault) {
			t.Errorf("%s", k)
		}
	}
	if r.Match(detect.Type{Kind: detect.Directory}, reader.FormHex) {
		t.Error("a directory has bytes")
	}
}

// FuzzWindows shows exactly the window that was asked for.
func FuzzWindows(f *testing.F) {
	f.Add([]byte("0123456789abcdefXYZ\xff"), int16(3), uint16(5), uint16(4))
	f.Add([]byte(""), int16(-1), uint16(0), uint16(1))
	e := engine(f)
	f.Fuzz(func(t *testing.T, b []byte, offset int16, limit, maxBytes uint16) {
		if len(b) > 4096 {
			t.Skip()
		}
		req := reader.Request{Path: write(t, b), As: reader.FormBytes, Offset: int64(offset), Limit: int64(limit), MaxBytes: int64(maxBytes)}
		r := read(t, e, req)
		from := max(int(offset)-1, 0)
		if offset < 0 {
			from = max(0, len(b)+int(offset))
		}
		from = min(from, len(b))
		want := b[from:]
		for _, l := range []uint16{limit, maxBytes} {
			if l > 0 {
				want = want[:min(len(want), int(l))]
			}
		}
		got := []byte(r.Content)
		if r.ContentEncoding == "base64" {
			var err error
			if got, err = base64.StdEncoding.DecodeString(r.Content); err != nil {
				t.Fatal(err)
			}
		}
		if !bytes.Equal(got, want) || r.IsTruncated != (len(want) > 0 && from+len(want) < len(b)) {
			t.Fatalf("%q, truncated %v; want %q", got, r.IsTruncated, want)
		}
	})
}
