package charset_test

import (
	"testing"

	"fread/internal/reader/charset"
)

func TestCodePage(t *testing.T) {
	t.Parallel()
	for page, want := range map[int]string{
		1252: "windows-1252", 1251: "windows-1251", 437: "cp437", 866: "ibm866", 932: "shift_jis", 936: "gbk", 949: "euc-kr", 950: "big5", 874: "windows-874",
		65001: "utf-8", 1200: "utf-16le", 10000: "macintosh", 28592: "iso-8859-2", 54936: "gb18030",
	} {
		if e, ok := charset.CodePage(page); !ok || e.Name() != want {
			t.Errorf("%d: %v, want %s", page, e, want)
		}
	}
	for _, page := range []int{0, -1, 1, 99999} {
		if e, ok := charset.CodePage(page); ok {
			t.Errorf("%d: %s", page, e)
		}
	}
	for set := range 256 {
		if page := charset.FontPage(set); page > 0 {
			if _, ok := charset.CodePage(page); !ok {
				t.Errorf("set %d: page %d is not known", set, page)
			}
		}
	}
}
