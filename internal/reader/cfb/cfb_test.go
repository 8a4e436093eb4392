package cfb_test

import (
	"bytes"
	"errors"
	"io"
	"testing"

	"fread/internal/reader/cfb"
	"fread/internal/reader/cfb/cfbtest"
)

func TestStreams(t *testing.T) {
	t.Parallel()
	large, small := bytes.Repeat([]byte("0123456789abcdef"), 5000), bytes.Repeat([]byte("small"), 100)
	data := cfbtest.Build(cfbtest.Stream{Path: "Large", Data: large}, cfbtest.Stream{Path: "Small", Data: small}, cfbtest.Stream{Path: "Empty"}, cfbtest.Stream{Path: "Other", Data: []byte("x")})
	f, err := cfb.Open(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	if n := len(f.Entries()); n != 4 {
		t.Errorf("%d entries", n)
	}
	for name, want := range map[string][]byte{"Large": large, "small": small, "EMPTY": {}, "Other": []byte("x")} {
		s, err := f.Stream(name)
		if err != nil {
			t.Fatal(err)
		}
		got, err := s.ReadAll(1 << 20)
		if err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s: %d bytes, %v", name, len(got), err)
		}
		part := make([]byte, 100)
		n, err := s.ReadAt(part, 63)
		wanted := want[min(63, len(want)):]
		if wanted = wanted[:min(len(wanted), 100)]; !bytes.Equal(part[:n], wanted) || (n < 100) != errors.Is(err, io.EOF) {
			t.Errorf("%s: part of %d bytes, %v", name, n, err)
		}
	}
	if _, err := f.Stream("None"); err == nil {
		t.Error("a stream that is not there")
	}
}

func FuzzOpen(f *testing.F) {
	f.Add(cfbtest.Build(cfbtest.Stream{Path: "A", Data: make([]byte, 5000)}, cfbtest.Stream{Path: "B", Data: []byte("x")}), 600, byte(3))
	f.Fuzz(func(t *testing.T, data []byte, at int, with byte) {
		if len(data) > 1<<16 || len(data) == 0 {
			t.Skip()
		}
		data = bytes.Clone(data)
		data[uint(at)%uint(len(data))] = with
		file, err := cfb.Open(bytes.NewReader(data), int64(len(data)))
		if err != nil {
			return
		}
		for _, e := range file.Entries() {
			if s, err := file.Stream(e.Path); err == nil {
				if s.Size() > int64(len(data)) {
					t.Fatalf("a stream of %d bytes in a file of %d", s.Size(), len(data))
				}
				_, _ = s.ReadAll(1 << 20)
			}
		}
	})
}
