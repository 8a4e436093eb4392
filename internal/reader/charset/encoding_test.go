package charset

import (
	"slices"
	"testing"
)

func TestEncodingsAreSortedAndDecodable(t *testing.T) {
	if !slices.IsSorted(Names()) {
		t.Fatal("encodings must be sorted: byName searches them by halves")
	}
	for i := range encodings {
		e := &encodings[i]
		d := e.NewDecoder()
		if d.table == nil && d.bulk == nil && d.step == nil && !e.IsUTF8() {
			t.Errorf("%s has no decoder", e.Name())
		}
		if e.form == formSingle {
			if n := len([]rune(upperHalf(e.name))); n != 128 {
				t.Errorf("%s: %d characters in the upper half, want 128", e.name, n)
			}
		}
	}
}

func TestLookup(t *testing.T) {
	for label, want := range map[string]string{
		"utf8": "utf-8", "\tUTF-8\n": "utf-8", "cp1252": "windows-1252", "latin-1": "windows-1252",
		"ISO-8859-1": "windows-1252", "iso-8859-9": "windows-1254", "sjis": "shift_jis",
		"utf-32": "utf-32le", "utf-16": "utf-16le", "mac-roman": "macintosh", "tis-620": "windows-874",
		"ibm855": "cp855", "ibm850": "cp850", "maccentraleurope": "x-mac-ce", "gb2312": "gbk",
		"cp949": "euc-kr", "cp932": "shift_jis", "iso-2022-kr": "iso-2022-kr", "euc-kr": "euc-kr",
		"windows-1251": "windows-1251", "viscii": "viscii", "johab": "johab", "maccyrillic": "x-mac-cyrillic",
	} {
		e, ok := Lookup(label)
		if !ok || e.Name() != want {
			t.Errorf("Lookup(%q) = %v, want %s", label, e, want)
		}
	}
	if e, ok := Lookup("utf-9"); ok {
		t.Errorf("Lookup(utf-9) = %v", e)
	}
	for label := range map[string]bool{"": true, "replacement": true, "utf": true} {
		if e, ok := Lookup(label); ok {
			t.Errorf("Lookup(%q) = %v", label, e)
		}
	}
}

func TestNear(t *testing.T) {
	for label, want := range map[string]string{"utf-9": "utf-8", "widows-1251": "windows-1251", "shiftjs": "shift_jis"} {
		if near := Near(label); len(near) == 0 || near[0] != want {
			t.Errorf("Near(%q) = %v, want %s first", label, near, want)
		}
	}
	if near := Near("something else"); near != nil {
		t.Errorf("Near(something else) = %v", near)
	}
}
