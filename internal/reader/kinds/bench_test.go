package kinds_test

import (
	"bytes"
	"context"
	"fmt"
	"testing"

	"fread/internal/reader"
	"fread/internal/reader/cursor"
)

// discard takes what is shown and keeps nothing, as a printer does.
type discard struct{}

func (discard) Begin(*reader.Result) error { return nil }

func (discard) Put(*reader.Piece) error { return nil }

// numbered makes n lines of 80 bytes.
func numbered(n int) []byte {
	var b bytes.Buffer
	for i := range n {
		fmt.Fprintf(&b, "%08d INFO  the quick brown fox jumps over the lazy dog while nobody looks at it\n", i+1)
	}
	return b.Bytes()
}

// BenchmarkPage measures a page of 100 lines through the engine, from opening
// the file to sealing the result.
func BenchmarkPage(b *testing.B) {
	const lines = 400_000 // 32 MB: too large to be counted unasked
	e := engine(b)
	small, big := write(b, "small.log", numbered(100)), write(b, "big.log", numbered(lines))
	long := write(b, "long.txt", bytes.Repeat([]byte("0123456789"), 4<<20))
	for _, c := range []struct {
		name string
		req  reader.Request
	}{
		{"small", reader.Request{Path: small}},
		{"first", reader.Request{Path: big}},
		{"search", reader.Request{Path: big, Offset: lines * 9 / 10}},
		{"cursor", reader.Request{Path: big, Cursor: next(b, e, reader.Request{Path: big, Offset: lines * 9 / 10})}},
		{"tail", reader.Request{Path: big, Offset: -100}},
		{"long", reader.Request{Path: long}},
		{"long-cursor", reader.Request{Path: long, Cursor: next(b, e, reader.Request{Path: long, MaxLineChars: 20 << 20, MaxBytes: 21 << 20})}},
		{"hex", reader.Request{Path: big, As: reader.FormHex, Offset: 1 << 24}},
		{"totals", reader.Request{Path: big, As: reader.FormInfo, Totals: true}},
	} {
		if c.req.Limit == 0 && c.req.As == "" {
			c.req.Limit = 100
		}
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				r, err := e.Stream(context.Background(), &c.req, discard{})
				if err != nil || !r.Readable {
					b.Fatal(err, r)
				}
			}
		})
	}
}

// next returns the cursor behind a page.
func next(b *testing.B, e *reader.Engine, req reader.Request) string {
	b.Helper()
	if req.Limit == 0 {
		req.Limit = 100
	}
	r, err := e.Stream(context.Background(), &req, discard{})
	if err != nil || r.Next == nil {
		b.Fatal(err, r)
	}
	if _, err := cursor.Decode(r.Next.Cursor); err != nil {
		b.Fatal(err)
	}
	return r.Next.Cursor
}
