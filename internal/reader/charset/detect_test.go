package charset

import (
	"bytes"
	"strings"
	"testing"
	"unicode/utf16"
)

func encode16(s string, big bool) []byte {
	var b []byte
	for _, u := range utf16.Encode([]rune(s)) {
		if big {
			b = append(b, byte(u>>8), byte(u))
		} else {
			b = append(b, byte(u), byte(u>>8))
		}
	}
	return b
}

// encodeSingle writes s in a single-byte set that holds all of it.
func encodeSingle(t *testing.T, name, s string) []byte {
	t.Helper()
	e, ok := Lookup(name)
	if !ok {
		t.Fatalf("no encoding %s", name)
	}
	table := e.byteTable()
	var b []byte
next:
	for _, r := range s {
		for c, x := range table {
			if x == r {
				b = append(b, byte(c))
				continue next
			}
		}
		t.Fatalf("%s has no %q", name, r)
	}
	return b
}

func TestDetect(t *testing.T) {
	english := strings.Repeat("The quick brown fox jumps over the lazy dog. ", 20)
	for _, c := range []struct {
		name   string
		sample string
		want   string // "" for binary
		bom    int
		ascii  bool
	}{
		{"empty", "", "utf-8", 0, true},
		{"ascii", "hello\nworld\n", "utf-8", 0, true},
		{"utf-8", "naïve\n", "utf-8", 0, false},
		{"utf-8 mark", "\xEF\xBB\xBFabc", "utf-8", 3, false},
		{"utf-16le mark", "\xFF\xFE" + string(encode16("上一伊刀", false)), "utf-16le", 2, false},
		{"utf-16be mark", "\xFE\xFF" + string(encode16("上一伊刀", true)), "utf-16be", 2, false},
		{"utf-16le mark only", "\xFF\xFE", "utf-16le", 2, false},
		{"utf-32le mark", "\xFF\xFE\x00\x00a\x00\x00\x00", "utf-32le", 4, false},
		{"utf-32be mark", "\x00\x00\xFE\xFF\x00\x00\x00a", "utf-32be", 4, false},
		{"utf-16le bare", string(encode16("hello\nworld\n", false)), "utf-16le", 0, false},
		{"utf-16be bare", string(encode16("hello\nworld\n", true)), "utf-16be", 0, false},
		{"utf-16le one word", string(encode16("hello", false)), "utf-16le", 0, false},
		{"utf-16le russian", string(encode16("привет, мир\n", false)), "utf-16le", 0, false},
		{"utf-32le bare", "h\x00\x00\x00i\x00\x00\x00\n\x00\x00\x00", "utf-32le", 0, false},
		{"nul", "abc\x00def", "", 0, false},
		{"nul in ascii", "comment-null = \"null\"  # \x00\n", "", 0, false},
		{"nul even", "abc\x00defg", "", 0, false},
		{"controls", "\x01\x02\x03abc", "", 0, false},
		{"elf", "\x7fELF\x02\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x03\x00>\x00", "", 0, false},
		{"colours", "\x1b[31mred\x1b[0m\n\x1b[1;32mgreen\x1b[0m\n", "utf-8", 0, true},
		{"overstruck", "N\bNA\bAM\bME\bE\n", "utf-8", 0, true},
		{"shift_jis", "\x93\xfa\x96\x7b\x8c\xea\x83\x65\x83\x58\x83\x67\n", "shift_jis", 0, false},
		{"euc-jp", "\xc6\xfc\xcb\xdc\xb8\xec\xa5\xc6\xa5\xb9\xa5\xc8\n", "euc-jp", 0, false},
		{"iso-2022-jp", "\x1b$BF|K\\8l\x1b(B\n", "iso-2022-jp", 0, false},
		{"iso-2022-kr", "\x1b$)C\n\x0e0!\x0f\n", "iso-2022-kr", 0, false},
		{"hz", "~{VPND~}\n", "hz-gb-2312", 0, false},
		{"gbk", "\xd6\xd0\xce\xc4\xb2\xe2\xca\xd4\xa3\xac\xc4\xe3\xba\xc3\xa1\xa3\n", "gb18030", 0, false},
		{"big5", "\xa4\xa4\xa4\xe5\xb4\xfa\xb8\xd5\xa1A\xa7A\xa6n\xa1C\n", "big5", 0, false},
		{"euc-kr", "\xc7\xd1\xb1\xb9\xbe\xee \xc5\xd7\xbd\xba\xc6\xae\n", "euc-kr", 0, false},
		{"windows-1251", string(encodeSingle(t, "windows-1251", "Привет, как дела? Всё хорошо.\n")), "windows-1251", 0, false},
		{"koi8-r", string(encodeSingle(t, "koi8-r", "Привет, как дела? Всё хорошо.\n")), "koi8-r", 0, false},
		{"ibm866", string(encodeSingle(t, "ibm866", "Привет, как дела? Всё хорошо.\n")), "ibm866", 0, false},
		{"windows-1253", string(encodeSingle(t, "windows-1253", "Καλημέρα, τι κάνεις σήμερα;\n")), "windows-1253", 0, false},
		{"windows-1255", string(encodeSingle(t, "windows-1255", "שלום, מה שלומך היום\n")), "windows-1255", 0, false},
		{"windows-1250", string(encodeSingle(t, "windows-1250", "Příliš žluťoučký kůň úpěl ďábelské ódy.\n")), "windows-1250", 0, false},
		{"two french words", "caf\xe9 cr\xe8me\n", "windows-1252", 0, false},
		{"one name", english + "Rapha\xebl " + english, "windows-1252", 0, false},
		{"copyright sign", english + "\xa9 2026 " + english, "windows-1252", 0, false},
		{"curly quotes", english + "it\x92s \x93good\x94 " + english, "windows-1252", 0, false},
		{"stray ff", "bad \xff byte\n", "utf-8", 0, false},
		{"stray ff in prose", english + "bad \xff byte" + english, "utf-8", 0, false},
		{"stray 81", english + "bad\x81byte" + english, "utf-8", 0, false},
		{"surrogate in utf-8", "# Invalid codepoint U+D800 : \xed\xa0\x80\n", "utf-8", 0, false},
		{"cut at the end", "x = \"abc \xda", "utf-8", 0, false},
		{"odd pair", "bom-not-at-start \xff\xfd\n", "utf-8", 0, false},
		{"one short word", "\xe4\xe0\n", "windows-1251", 0, false},
		{"gb18030 french", "\xa8\xa6t\xa8\xa6 d\xa8\xa6\x81\x30\x86\x33a gar\x81\x30\x86\x33on le\x81\x30\x86\x33on\n", "gb18030", 0, false},
		{"broken utf-8", strings.Repeat("Grüße über ", 5) + "\xff", "utf-8", 0, false},
		{"declared in xml", `<?xml version="1.0" encoding="ISO-8859-2"?><a>` + "caf\xe9</a>", "iso-8859-2", 0, false},
		{"declared in html", `<html><head><META http-equiv=Content-Type content="text/html; charset=iso-8859-7"><p>` + "\xea\xe1\xeb\xe7\xec\xdd\xf1\xe1", "iso-8859-7", 0, false},
		{"declared in a comment", "# -*- coding: iso-8859-15 -*-\nprint('caf\xe9')\n", "iso-8859-15", 0, false},
		{"declared wrongly", `<meta charset="utf-8"><p>` + string(encodeSingle(t, "windows-1251", "Привет, как дела? Всё хорошо.")), "windows-1251", 0, false},
		{"declared against all letters", `<meta charset="windows-1252"><p>` + string(encodeSingle(t, "windows-1251", "Привет, как дела? Всё хорошо.")), "windows-1251", 0, false},
	} {
		g := Detect([]byte(c.sample), true)
		got := ""
		if !g.Binary {
			got = g.Encoding.Name()
		}
		if got != c.want || g.BOM != c.bom || g.ASCII != c.ascii {
			t.Errorf("%s: %q, mark %d, ASCII %v (%s, %.2f); want %q, %d, %v", c.name, got, g.BOM, g.ASCII, g.Evidence, g.Confidence, c.want, c.bom, c.ascii)
		}
	}
}

func TestDetectCutSample(t *testing.T) {
	text := []byte(strings.Repeat("中文", 100))
	for cut := range 6 {
		if g := Detect(text[:len(text)-cut], false); g.Encoding != UTF8() || g.Evidence != "valid UTF-8" {
			t.Errorf("cut by %d: %+v", cut, g)
		}
	}
}

func TestDetectLegacyNeverBinary(t *testing.T) {
	for _, s := range []string{"", "abc", "\x00\xff\x00", "caf\xe9", "\x01\x02\x03\xe9"} {
		if g := DetectLegacy([]byte(s)); g.Binary || g.Encoding == nil {
			t.Errorf("%q: %+v", s, g)
		}
	}
}

func TestDetectLegacy(t *testing.T) {
	for s, want := range map[string]string{
		"":                                       "utf-8",
		"abc\n":                                  "utf-8",
		"na\xc3\xafve\n":                         "utf-8",
		"caf\xe9 cr\xe8me\n":                     "windows-1252",
		"\x1b$BF|K\\8l\x1b(B\n":                  "iso-2022-jp",
		"\x93\xfa\x96{\x8c\xea\x83e\x83X\x83g\n": "shift_jis",
		"one line\n\xcf\xf0\xe8\xe2\xe5\xf2, \xec\xe8\xf0\n": "windows-1251",
	} {
		if g := DetectLegacy([]byte(s)); g.Encoding.Name() != want {
			t.Errorf("%q: %s (%s), want %s", s, g.Encoding, g.Evidence, want)
		}
	}
}

func TestControls(t *testing.T) {
	for s, want := range map[string]int{
		"": 0, "abc\n\t\r\f\b\x1b": 0, "\x00\x01\x7f": 3, strings.Repeat("x", 31) + "\x01": 1,
		strings.Repeat("\x1f ", 40): 40, strings.Repeat("é", 50) + "\x7f": 1, strings.Repeat("\n\x7f", 33): 33,
	} {
		if got := Controls([]byte(s)); got != want {
			t.Errorf("Controls(%q) = %d, want %d", s, got, want)
		}
	}
	// Every byte at every place, against the rule said plainly.
	for c := range 256 {
		for at := range 40 {
			b := bytes.Repeat([]byte{'x'}, 40)
			b[at] = byte(c)
			want := 0
			if c < 0x20 && !textControl(rune(c)) || c == 0x7F {
				want = 1
			}
			if got := Controls(b); got != want {
				t.Fatalf("byte %#x at %d: %d, want %d", c, at, got, want)
			}
		}
	}
}
