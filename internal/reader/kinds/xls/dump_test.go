package xls

import (
	"fmt"
	"os"
	"testing"

	"fread/internal/reader/biff"
	"fread/internal/reader/cfb"
)

func TestDump(t *testing.T) {
	b, _ := os.ReadFile(os.Getenv("DUMP"))
	f, _ := os.Open(os.Getenv("DUMP"))
	c, err := cfb.Open(f, int64(len(b)))
	r := &records{in: f, size: int64(len(b)), alive: func() {}}
	if err == nil {
		for _, e := range c.Entries() {
			fmt.Println(e)
		}
		s, err := c.Stream("Workbook")
		if err != nil {
			s, err = c.Stream("Book")
		}
		if err != nil {
			t.Fatal(err)
		}
		r.in, r.size = s, s.Size()
	}
	for r.next() == nil {
		fmt.Printf("%7x %4x %5d % x %q\n", r.at, r.id, len(r.data), r.data[:min(len(r.data), 24)], biff.AppendLatin1(nil, r.data[:min(len(r.data), 24)]))
	}
}
