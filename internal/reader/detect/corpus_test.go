package detect

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf16"
	"unicode/utf8"

	"fread/internal/reader/fault"
)

// corpusDir holds files from public test suites, sorted into folders by kind.
// It is not part of the repository; the test is skipped where it is missing.
func corpusDir() string {
	if dir := os.Getenv("FREAD_CORPUS"); dir != "" {
		return dir
	}
	dir, _ := filepath.Abs("../../../../shared/corpus")
	return dir
}

// recognise does what the caller of the package does, with a decoder that is
// good enough for a test.
func recognise(tb testing.TB, name string, data []byte) Type {
	tb.Helper()
	in := Input{Name: name, Head: data[:min(len(data), HeadSize)], At: bytes.NewReader(data), Size: int64(len(data))}
	if t, ok := Binary(in); ok {
		return t
	}
	text, ok := decode(in.Head)
	if !ok {
		return Unknown("bytes that are no text")
	}
	return TextFormat(name, text, len(data) <= HeadSize)
}

func decode(b []byte) ([]byte, bool) {
	switch {
	case bytes.HasPrefix(b, []byte("\xef\xbb\xbf")):
		return b[3:], true
	case bytes.HasPrefix(b, []byte("\xff\xfe\x00\x00")), bytes.HasPrefix(b, []byte("\x00\x00\xfe\xff")):
		return bytes.ReplaceAll(b[4:], []byte{0}, nil), true
	case bytes.HasPrefix(b, []byte("\xff\xfe")), bytes.HasPrefix(b, []byte("\xfe\xff")):
		return utf16ToUTF8(b[2:], b[0] == 0xff), true
	case len(b) > 1 && b[1] == 0 && b[0] != 0:
		return utf16ToUTF8(b, true), true
	case len(b) > 1 && b[0] == 0 && b[1] != 0:
		return utf16ToUTF8(b, false), true
	case bytes.IndexByte(b, 0) >= 0:
		return nil, false
	}
	if utf8.Valid(b) {
		return b, true
	}
	out := make([]byte, 0, len(b))
	for _, c := range b {
		out = utf8.AppendRune(out, rune(c))
	}
	return out, true
}

func utf16ToUTF8(b []byte, little bool) []byte {
	u := make([]uint16, 0, len(b)/2)
	for ; len(b) >= 2; b = b[2:] {
		if little {
			u = append(u, uint16(b[0])|uint16(b[1])<<8)
		} else {
			u = append(u, uint16(b[1])|uint16(b[0])<<8)
		}
	}
	return []byte(string(utf16.Decode(u)))
}

// expected says which formats a file of the corpus may be.
func expected(folder, ext string) string {
	switch folder + "/" + ext {
	case "image/jpg":
		return "jpeg"
	case "image/tif":
		return "tiff"
	case "archive/gz":
		return "gz tar.gz"
	case "archive/tgz":
		return "tar.gz"
	case "sqlite/db":
		return "sqlite"
	case "text/xml":
		return "xml rss atom rdf svg html xhtml plist spreadsheetml wordml mathml xslt soap"
	case "text/bin", "text/be", "text/txt":
		return "text csv json xml html log markdown"
	case "text/html", "html/html":
		return "html xhtml"
	case "sheet-edge/py":
		return "python"
	}
	return ext
}

func TestCorpus(t *testing.T) {
	dir := corpusDir()
	files, _ := filepath.Glob(filepath.Join(dir, "*", "*"))
	if len(files) == 0 {
		t.Skip("no corpus")
	}
	for _, way := range []string{"named", "unnamed"} {
		t.Run(way, func(t *testing.T) {
			right, all := 0, 0
			for _, file := range files {
				data, err := os.ReadFile(file)
				if err != nil {
					t.Fatal(err)
				}
				folder, name := filepath.Base(filepath.Dir(file)), filepath.Base(file)
				ext := strings.TrimPrefix(filepath.Ext(name), ".")
				want := expected(folder, ext)
				if way == "unnamed" {
					name = ""
				}
				got := recognise(t, name, data)
				all++
				if way == "unnamed" && got.Format == "ooxml" && got.Reason == fault.Encrypted {
					want = "ooxml" // only the name could say more
				}
				if strings.Contains(" "+want+" ", " "+got.Format+" ") {
					right++
					continue
				}
				t.Logf("%s/%s: %s (%s), want %s; %q", folder, filepath.Base(file), got.Format, got.Evidence, want, data[:min(len(data), 24)])
			}
			share := 100 * float64(right) / float64(all)
			t.Logf("%d of %d right: %.2f %%", right, all, share)
			// Most misses of the first way are files whose name is wrong.
			if least := map[string]float64{"named": 98.9, "unnamed": 98.5}[way]; share < least {
				t.Errorf("%.2f %% right, want %.1f", share, least)
			}
		})
	}
}
