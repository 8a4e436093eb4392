package charset

import (
	"bytes"
	"testing"
	"unicode/utf8"
)

func FuzzDetect(f *testing.F) {
	for _, s := range []string{"", "abc", "caf\xe9", "\xec", "abc\x00def", "h\x00i\x00\n\x00", "\xff\xfe", "\xe4\xb8", "\x1b$B", "~{VPND~}", "\x8c\xbe\x8c\xea"} {
		f.Add([]byte(s), true)
		f.Add([]byte(s), false)
	}
	f.Fuzz(func(t *testing.T, b []byte, complete bool) {
		for _, g := range []Guess{Detect(b, complete), DetectLegacy(b)} {
			if g.Binary != (g.Encoding == nil) {
				t.Fatalf("Binary %v with encoding %v", g.Binary, g.Encoding)
			}
			if g.Confidence < 0 || g.Confidence > 1 || g.Evidence == "" || g.BOM > len(b) {
				t.Fatalf("%+v", g)
			}
		}
		if DetectLegacy(b).Binary {
			t.Fatal("DetectLegacy answers Binary")
		}
	})
}

func FuzzDecode(f *testing.F) {
	for _, s := range []string{
		"", "abc", "caf\xe9", "\xe4\xb8\xad\xe4", "h\x00i\x00\n\x00", "\x1b$B4A\x1b(B", "~{VPND~}~", "\x8c\xbe\x8c\xea", "\x84\x31\xA4\x37\x81",
		"\x1b$)C\x0e0!\x0f", "\x88\x62\x88", "\xD8\x00\xD8\x00\xDC\x00", "\x8e\xa4", "\xd9\x31\x88\x61",
	} {
		f.Add([]byte(s), uint16(len(s)/2))
	}
	f.Fuzz(func(t *testing.T, b []byte, at uint16) {
		if len(b) > 4096 {
			return
		}
		for i := range encodings {
			checkDecoder(t, &encodings[i], b, int(at)%(len(b)+1))
		}
	})
}

// checkDecoder checks what holds for every encoding and any bytes.
func checkDecoder(t *testing.T, e *Encoding, b []byte, at int) {
	t.Helper()
	whole, consumed, bad, firstBad := e.NewDecoder().Append(nil, b, true)
	if consumed != len(b) {
		t.Fatalf("%s: %d of %d bytes consumed", e, consumed, len(b))
	}
	if !utf8.Valid(whole) {
		t.Fatalf("%s: %q is not UTF-8", e, whole)
	}
	if bad > bytes.Count(whole, []byte(replacement)) || (bad == 0) != (firstBad < 0) || firstBad >= len(b) {
		t.Fatalf("%s: bad %d, first %d, %q", e, bad, firstBad, whole)
	}

	d := e.NewDecoder()
	two, n, bad1, first1 := d.Append([]byte("x"), b[:at], false)
	two, m, bad2, first2 := d.Append(two, b[n:], true)
	if first1 < 0 && first2 >= 0 {
		first1 = n + first2
	}
	if string(two) != "x"+string(whole) || n+m != len(b) || bad1+bad2 != bad || first1 != firstBad {
		t.Fatalf("%s: in pieces %q, %d bad, first %d; at once %q, %d, %d", e, two, bad1+bad2, first1, whole, bad, firstBad)
	}

	// Where the piece ended between characters, its text is a prefix of known source length.
	prefix, n, _, _ := e.NewDecoder().Append(nil, b[:at], false)
	got := e.SourceLen(b, len(prefix))
	again, _, _, _ := e.NewDecoder().Append(nil, b[:got], true)
	if got > n || !bytes.Equal(again, prefix) {
		t.Fatalf("%s: SourceLen(%q, %d) = %d, of %d, decodes to %q, not %q", e, b, len(prefix), got, n, again, prefix)
	}
}
