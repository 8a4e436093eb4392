package charset

import (
	"bytes"
	"testing"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
)

func TestAppend(t *testing.T) {
	for _, c := range []struct {
		name, src, want string
		bad, firstBad   int
	}{
		{"utf-8", "naïve", "naïve", 0, -1},
		{"utf-8", "a\xffb\xc3", "a\uFFFDb\uFFFD", 2, 1},
		{"utf-8", "\xe4\xb8x", "\uFFFD\uFFFDx", 2, 0},
		{"utf-8", "a\xef\xbf\xbdb", "a\uFFFDb", 0, -1},
		{"utf-16le", "h\x00i\x00", "hi", 0, -1},
		{"utf-16be", "\xD8\x3D\xDE\x00", "😀", 0, -1},
		{"utf-16be", "\x00a\xD8\x00\x00b", "a\uFFFDb", 1, 2},
		{"utf-16le", "h\x00i", "h\uFFFD", 1, 2},
		{"utf-16le", "\xFD\xFF", "\uFFFD", 0, -1},
		{"utf-32be", "\x00\x01\xF6\x00\x00\x11\x00\x00", "😀\uFFFD", 1, 4},
		{"windows-1252", "caf\xe9 \x80\x81", "café €\uFFFD", 1, 6},
		{"iso-8859-7", "\xe1\xae", "α\uFFFD", 1, 1},
		{"viscii", "\x02n", "Ẳn", 0, -1},
		{"shift_jis", "\x93\xfa\x96{", "日本", 0, -1},
		{"shift_jis", "\x93\xfa\x81\n\xb1", "日\uFFFD\nｱ", 1, 2},
		{"euc-jp", "\xc6\xfc\x8f\xb0\xa1", "日丂", 0, -1},
		{"gb18030", "\xd6\xd0\x84\x31\xa4\x37\xff", "中\uFFFD\uFFFD", 1, 6},
		{"gbk", "\xd6\xd0\x80", "中€", 0, -1},
		{"big5", "\xa4\xa4\x88\x62", "中Ê̄", 0, -1},
		{"euc-kr", "\xc7\xd1\xb1", "한\uFFFD", 1, 2},
		{"johab", "\xd0\x65\x8b\x69\xd9\x31", "한글\u3000", 0, -1},
		{"euc-tw", "\xc4\xe3\x8e\xa2\xa1\xa1", "中乂", 0, -1},
		{"iso-2022-jp", "\x1b$BF|K\\\x1b(J\\~\x1b(B\\", "日本¥‾\\", 0, -1},
		{"iso-2022-jp", "\x1b$BF|\nabc", "日\nabc", 0, -1},
		{"iso-2022-kr", "\x1b$)C\x0eGQ\x0fa\n", "한a\n", 0, -1},
		{"hz-gb-2312", "a~~~{VPND~}b", "a~中文b", 0, -1},
	} {
		e, ok := Lookup(c.name)
		if !ok {
			t.Fatalf("no encoding %s", c.name)
		}
		got, n, bad, first := e.NewDecoder().Append([]byte(">"), []byte(c.src), true)
		if string(got) != ">"+c.want || n != len(c.src) || bad != c.bad || first != c.firstBad {
			t.Errorf("%s %q: %q, %d of %d bytes, %d bad, first %d; want %q, %d, %d",
				c.name, c.src, got, n, len(c.src), bad, first, c.want, c.bad, c.firstBad)
		}
		if n := e.SourceLen([]byte(c.src), len(c.want)); n != len(c.src) && !e.Stateful() {
			t.Errorf("%s: SourceLen of all of %q is %d", c.name, c.src, n)
		}
	}
}

func TestAppendLeavesSplitSequences(t *testing.T) {
	for name, src := range map[string]string{
		"utf-8": "a\xe4\xb8", "utf-16le": "a\x00\x3d\xd8", "utf-32le": "a\x00\x00\x00b\x00", "shift_jis": "a\x93",
		"gb18030": "a\x84\x31\xa4", "euc-tw": "a\x8e\xa2\xa1", "johab": "a\xd0", "iso-2022-jp": "a\x1b$", "hz-gb-2312": "a~",
	} {
		e := byName(name)
		got, n, bad, _ := e.NewDecoder().Append(nil, []byte(src), false)
		if string(got) != "a" || n != e.Width() || bad != 0 {
			t.Errorf("%s: %q, %d bytes, %d bad", name, got, n, bad)
		}
	}
}

func TestReset(t *testing.T) {
	d := byName("iso-2022-jp").NewDecoder()
	d.Append(nil, []byte("\x1b$B"), true)
	d.Reset()
	if got, _, _, _ := d.Append(nil, []byte("F|"), true); string(got) != "F|" {
		t.Errorf("after Reset: %q", got)
	}
}

func TestSourceLen(t *testing.T) {
	for _, c := range []struct {
		name, src string
		n, want   int
	}{
		{"utf-8", "aé日", 3, 3},
		{"utf-8", "a\xffé", 4, 2},
		{"windows-1252", "caf\xe9s", 5, 4},
		{"utf-16le", "a\x00\xe9\x00b\x00", 3, 4},
		{"shift_jis", "\x93\xfa\x96{x", 3, 2},
		{"shift_jis", "\x93\xfa\x96{x", 6, 4},
		{"iso-2022-jp", "\x1b$BF|K\\\x1b(B", 3, 5},
		{"gb18030", "\x84\x31\xa4\x37a", 3, 4},
		{"koi8-r", "abc", 99, 3},
		{"koi8-r", "abc", 0, 0},
	} {
		if got := byName(c.name).SourceLen([]byte(c.src), c.n); got != c.want {
			t.Errorf("%s: SourceLen(%q, %d) = %d, want %d", c.name, c.src, c.n, got, c.want)
		}
	}
}

// TestSingleByteTables compares our tables with the independent ones of x/text.
func TestSingleByteTables(t *testing.T) {
	for name, m := range map[string]*charmap.Charmap{
		"ibm866": charmap.CodePage866, "iso-8859-2": charmap.ISO8859_2, "iso-8859-3": charmap.ISO8859_3, "iso-8859-4": charmap.ISO8859_4,
		"iso-8859-5": charmap.ISO8859_5, "iso-8859-6": charmap.ISO8859_6, "iso-8859-7": charmap.ISO8859_7, "iso-8859-8": charmap.ISO8859_8,
		"iso-8859-10": charmap.ISO8859_10, "iso-8859-13": charmap.ISO8859_13, "iso-8859-14": charmap.ISO8859_14,
		"iso-8859-15": charmap.ISO8859_15, "iso-8859-16": charmap.ISO8859_16, "koi8-r": charmap.KOI8R, "koi8-u": charmap.KOI8U,
		"macintosh": charmap.Macintosh, "x-mac-cyrillic": charmap.MacintoshCyrillic, "windows-874": charmap.Windows874,
		"windows-1250": charmap.Windows1250, "windows-1251": charmap.Windows1251, "windows-1252": charmap.Windows1252,
		"windows-1253": charmap.Windows1253, "windows-1254": charmap.Windows1254, "windows-1255": charmap.Windows1255,
		"windows-1256": charmap.Windows1256, "windows-1257": charmap.Windows1257, "windows-1258": charmap.Windows1258,
		"cp437": charmap.CodePage437, "cp850": charmap.CodePage850, "cp852": charmap.CodePage852, "cp855": charmap.CodePage855,
		"cp858": charmap.CodePage858, "cp860": charmap.CodePage860, "cp862": charmap.CodePage862, "cp863": charmap.CodePage863,
		"cp865": charmap.CodePage865, "x-user-defined": charmap.XUserDefined,
	} {
		table := byName(name).byteTable()
		for b := range 256 {
			if want := m.DecodeByte(byte(b)); table[b] != want {
				t.Errorf("%s: %#x is %U, want %U", name, b, table[b], want)
			}
		}
	}
}

// TestEveryEncodingKeepsASCII checks what callers rely on to find lines.
func TestEveryEncodingKeepsASCII(t *testing.T) {
	text := []byte("line one, 2 + 3 = 5\r\n\tline two\n")
	for _, name := range Names() {
		e := byName(name)
		if e.Width() > 1 {
			continue
		}
		if got, _, bad, _ := e.NewDecoder().Append(nil, text, true); bad != 0 || !bytes.Equal(got, text) {
			t.Errorf("%s: %q", name, got)
		}
		// A lead byte before a line feed never swallows it.
		for lead := 0x80; lead < 0x100; lead++ {
			got, _, _, _ := e.NewDecoder().Append(nil, []byte{byte(lead), '\n'}, true)
			if got[len(got)-1] != '\n' || !utf8.Valid(got) {
				t.Errorf("%s: %#x and a line feed give %q", name, lead, got)
			}
		}
	}
}
