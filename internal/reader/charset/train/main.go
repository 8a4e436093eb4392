//go:build ignore

// Command train makes models.bin, the statistics that tell legacy encodings
// apart, from text in many languages. It is run by hand when the text or the
// list of languages changes:
//
//	go run ./internal/reader/charset/train -o internal/reader/charset/models.bin [lang=]folder...
//
// Below each folder it reads gettext catalogues (…/<language>/LC_MESSAGES/*.mo)
// and, if the folder is given with a language, text, HTML and manual pages in
// UTF-8, packed by gzip or not.
// Only counts of letters and letter pairs reach the result, no text. The committed
// models were made from the catalogues of some hundreds of free programs and of
// an office suite, and for Chinese, Japanese and Korean from that suite's help,
// manual pages and old poems too.
//
// The result is a sequence of models:
//
//	'P' name alphabet matrix   letter pairs of an alphabetic script
//	'C' name runs              character frequencies of Chinese, Japanese, Korean
//
// where a name or alphabet is UTF-8 with a 16-bit little-endian length before
// it. With n the letters of the alphabet plus three (boundary, punctuation,
// other letter), the matrix has n rows of n bytes: the cost of column after row,
// in sixteenths of a nat (16 × -ln probability). Runs are, after a 16-bit
// length, groups of a cost byte, a 16-bit length and characters in UTF-8; the
// first group is empty and gives the cost of a character not listed.
package main

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"encoding/binary"
	"flag"
	"html"
	"io"
	"io/fs"
	"log"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// languages maps a model's name to the names of the catalogues it is made from.
var languages = []struct {
	name  string
	from  string
	ideal bool // Chinese, Japanese, Korean
}{
	{"af", "af", false},
	{"be", "be", false},
	{"bg", "bg", false},
	{"br", "br", false},
	{"ca", "ca", false},
	{"cs", "cs", false},
	{"cy", "cy", false},
	{"da", "da", false},
	{"de", "de", false},
	{"el", "el", false},
	{"en", "en@quot en_GB", false},
	{"eo", "eo", false},
	{"es", "es gl", false},
	{"et", "et", false},
	{"fi", "fi", false},
	{"fr", "fr", false},
	{"fo", "fo", false},
	{"ga", "ga gd", false},
	{"he", "he", false},
	{"hr", "hr bs sr@latin sr_Latn", false},
	{"hu", "hu", false},
	{"is", "is", false},
	{"it", "it", false},
	{"lt", "lt", false},
	{"lv", "lv", false},
	{"mk", "mk", false},
	{"mt", "mt", false},
	{"no", "nb nn nb_NO", false},
	{"nl", "nl", false},
	{"pl", "pl", false},
	{"pt", "pt pt_BR", false},
	{"ro", "ro", false},
	{"ru", "ru", false},
	{"sk", "sk", false},
	{"sl", "sl", false},
	{"sq", "sq", false},
	{"sr", "sr", false},
	{"sv", "sv", false},
	{"th", "th", false},
	{"tr", "tr", false},
	{"uk", "uk", false},
	{"kk", "kk", false},
	{"ar", "ar", false},
	{"fa", "fa", false},
	{"vi", "vi", false},
	{"vi-marks", "vi", false},
	{"ja", "ja", true},
	{"ko", "ko", true},
	{"zh-Hans", "zh_CN zh-CN", true},
	{"zh-Hant", "zh_TW zh-TW zh_HK", true},
}

const (
	maxChars   = 4 << 20 // of a language
	ideographs = 2600    // listed for each language that writes them
)

func main() {
	out := flag.String("o", "models.bin", "file to write")
	flag.Parse()
	texts := map[string][]string{}
	for _, arg := range flag.Args() {
		lang, dir, named := strings.Cut(arg, "=")
		if !named {
			lang, dir = "", arg
		}
		read(texts, lang, dir)
	}
	var b []byte
	for _, l := range languages {
		var corpus []string
		for _, from := range strings.Fields(l.from) {
			corpus = append(corpus, unique(texts[from])...)
		}
		n := len(b)
		if l.ideal {
			b = ideographModel(b, l.name, corpus)
		} else {
			b = pairModel(b, l.name, corpus)
		}
		log.Printf("%s: %d texts, %d bytes of model", l.name, len(corpus), len(b)-n)
	}
	if err := os.WriteFile(*out, b, 0o644); err != nil {
		log.Fatal(err)
	}
	log.Printf("%d bytes", len(b))
}

// read collects the texts below dir by language.
func read(texts map[string][]string, lang, dir string) {
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		b, err := os.ReadFile(path)
		if err != nil {
			return nil // a dangling link
		}
		if strings.HasSuffix(path, ".gz") {
			if z, err := gzip.NewReader(bytes.NewReader(b)); err == nil {
				if b, err = io.ReadAll(z); err != nil {
					return err
				}
			}
		}
		switch {
		case strings.HasSuffix(path, ".mo"):
			parts := strings.Split(path, string(filepath.Separator))
			if i := len(parts) - 3; i >= 0 && lang == "" && parts[i+1] == "LC_MESSAGES" {
				l := strings.ReplaceAll(parts[i], "-", "_")
				texts[l] = append(texts[l], catalogue(b)...)
			}
		case lang != "" && utf8.Valid(b):
			for line := range strings.Lines(clean(string(b))) {
				texts[lang] = append(texts[lang], line)
			}
		}
		return nil
	})
	if err != nil {
		log.Fatal(err)
	}
}

// catalogue returns the translations of a gettext catalogue that differ from the original.
func catalogue(b []byte) (texts []string) {
	if len(b) < 28 || binary.LittleEndian.Uint32(b) != 0x950412de {
		return nil
	}
	n, orig, trans := binary.LittleEndian.Uint32(b[8:]), binary.LittleEndian.Uint32(b[12:]), binary.LittleEndian.Uint32(b[16:])
	at := func(table, i uint32) string {
		size, pos := binary.LittleEndian.Uint32(b[table+8*i:]), binary.LittleEndian.Uint32(b[table+8*i+4:])
		return string(b[pos : pos+size])
	}
	for i := range n {
		from, to := at(orig, i), at(trans, i)
		if from == "" || from == to || !utf8.ValidString(to) {
			continue
		}
		for s := range strings.SplitSeq(to, "\x00") {
			texts = append(texts, clean(s))
		}
	}
	return texts
}

var (
	tag       = regexp.MustCompile(`<[^<>]*>`)
	format    = regexp.MustCompile(`%[-+#0-9.*$hlzjtL]*[a-zA-Z]|\\[nrt]|\$\{?[A-Za-z_]+\}?|\{[^{}]*\}`)
	mnemonics = strings.NewReplacer("_", "", "&", "", "~", "", "\u00ad", "", "\u200b", "", "\u200c", "")
)

// clean takes markup, formats and the marks of keyboard shortcuts out of a text.
func clean(s string) string {
	s = tag.ReplaceAllString(s, " ")
	s = format.ReplaceAllString(s, " ")
	return mnemonics.Replace(html.UnescapeString(s))
}

func unique(texts []string) []string {
	slices.Sort(texts)
	texts = slices.Compact(texts)
	// A cut at maxChars should take from everywhere, not the first letters of the alphabet.
	slices.SortFunc(texts, func(a, b string) int { return cmp.Compare(hash(a), hash(b)) })
	total := 0
	for i, s := range texts {
		if total += utf8.RuneCountInString(s); total > maxChars {
			return texts[:i]
		}
	}
	return texts
}

func hash(s string) (h uint32) {
	for i := range len(s) {
		h = (h ^ uint32(s[i])) * 16777619
	}
	return h
}

// Classes of characters that are no letters of the alphabet; see the package
// charset, which has the same.
const (
	boundary = iota
	punctuation
	otherLetter
	firstLetter
)

func isLetter(r rune) bool { return unicode.IsLetter(r) || unicode.IsMark(r) }

// words calls f for each run of letters and non-ASCII characters that holds a
// non-ASCII one, in lower case: the runs that detection scores.
func words(lang string, texts []string, f func([]rune)) {
	for _, s := range texts {
		s = spell(lang, s)
		for _, w := range strings.FieldsFunc(s, func(r rune) bool { return r < utf8.RuneSelf && !unicode.IsLetter(r) }) {
			if strings.IndexFunc(w, func(r rune) bool { return r >= utf8.RuneSelf }) >= 0 {
				f([]rune(strings.ToLower(w)))
			}
		}
	}
}

// spell writes s as the language's legacy encodings can.
func spell(lang, s string) string {
	switch lang {
	case "ro": // the older sets have the cedilla at the same bytes
		return strings.NewReplacer("ş", "ș", "ţ", "ț", "Ş", "Ș", "Ţ", "Ț").Replace(norm.NFC.String(s))
	case "fa": // windows-1256 has the Arabic yeh only
		return strings.NewReplacer("ی", "ي").Replace(s)
	case "vi-marks": // windows-1258: vowels precomposed, tones as combining marks
		var b strings.Builder
		var tones []rune
		flush := func() { b.WriteString(string(tones)); tones = tones[:0] }
		for _, r := range norm.NFD.String(s) {
			switch r {
			case 0x300, 0x301, 0x303, 0x309, 0x323:
				tones = append(tones, r)
				continue
			case 0x302, 0x306, 0x31B:
			default:
				flush()
			}
			b.WriteRune(r)
		}
		flush()
		return strings.NewReplacer("a\u0302", "â", "e\u0302", "ê", "o\u0302", "ô", "a\u0306", "ă", "o\u031b", "ơ", "u\u031b", "ư",
			"A\u0302", "Â", "E\u0302", "Ê", "O\u0302", "Ô", "A\u0306", "Ă", "O\u031b", "Ơ", "U\u031b", "Ư").Replace(b.String())
	}
	return norm.NFC.String(s)
}

func pairModel(b []byte, lang string, texts []string) []byte {
	count := map[rune]int{}
	total := 0
	words(lang, texts, func(w []rune) {
		for _, r := range w {
			if isLetter(r) {
				count[r]++
				total++
			}
		}
	})
	var alphabet []rune
	latin := 0
	for r, n := range count {
		if r < utf8.RuneSelf {
			latin += n
		}
		if n*20000 > total && r < 0x2000 {
			alphabet = append(alphabet, r)
		}
	}
	// Letters of other scripts are strangers.
	alphabet = slices.DeleteFunc(alphabet, func(r rune) bool {
		isLatin := unicode.Is(unicode.Latin, r) || unicode.IsMark(r) && latin*3 > total
		return isLatin != (latin*3 > total) || count[r] < 10
	})
	slices.Sort(alphabet)
	if len(alphabet) > 120 {
		log.Fatalf("%s: %d letters", lang, len(alphabet))
	}

	n := firstLetter + len(alphabet)
	pairs := make([]float64, n*n)
	class := func(r rune) int {
		if i, ok := slices.BinarySearch(alphabet, r); ok {
			return firstLetter + i
		}
		if isLetter(r) {
			return otherLetter
		}
		return punctuation
	}
	words(lang, texts, func(w []rune) {
		prev := boundary
		for _, r := range w {
			c := class(r)
			pairs[prev*n+c]++
			prev = c
		}
		pairs[prev*n+boundary]++
	})
	// Punctuation is a matter of style, not language: catalogues have little of it
	// inside words, other texts more.
	for p := range n {
		row := 0.0
		for _, v := range pairs[p*n : (p+1)*n] {
			row += v
		}
		pairs[p*n+punctuation] += row / 200
	}
	// The chance of a letter whatever is before it fills in for pairs not seen.
	single := make([]float64, n)
	all := 0.0
	for i, v := range pairs {
		single[i%n] += v
		all += v
	}
	b = append(b, 'P')
	b = text(b, lang)
	b = text(b, string(alphabet))
	for p := range n {
		row := pairs[p*n : (p+1)*n]
		sum := 0.0
		for _, v := range row {
			sum += v
		}
		weight := 4.0
		if p == punctuation {
			weight = max(weight, sum)
		}
		for q, v := range row {
			b = append(b, quantum((v+weight*(single[q]+1)/(all+float64(n)))/(sum+weight)))
		}
	}
	return b
}

func ideographModel(b []byte, lang string, texts []string) []byte {
	count := map[rune]int{}
	total := 0
	for _, s := range texts {
		for _, r := range s {
			if r >= 0xA0 && r != utf8.RuneError && r < 0x10000 {
				count[r]++
				total++
			}
		}
	}
	var chars []rune
	for r, n := range count {
		if n > 2 {
			chars = append(chars, r)
		}
	}
	slices.SortFunc(chars, func(a, b rune) int { return cmp.Or(count[b]-count[a], int(a-b)) })
	chars = chars[:min(len(chars), ideographs)]
	var runs []byte
	left := total
	for _, r := range chars {
		left -= count[r]
	}
	log.Printf("%s: %d characters cover all but %.3f %% of %d", lang, len(chars), 100*float64(left)/float64(total), total)
	// The rest is spread over some thousands of characters.
	runs = append(runs, quantum(max(float64(left)/float64(total), 0.003)/6000))
	runs = text(runs, "")
	for i := 0; i < len(chars); {
		q := quantum(float64(count[chars[i]]) / float64(total))
		j := i
		for j < len(chars) && quantum(float64(count[chars[j]])/float64(total)) <= q+3 {
			j++
		}
		runs = append(runs, q+1)
		runs = text(runs, string(chars[i:j]))
		i = j
	}
	b = append(b, 'C')
	b = text(b, lang)
	return text(b, string(runs))
}

// quantum is the cost of a probability in sixteenths of a nat.
func quantum(p float64) byte { return byte(min(255, math.Round(-16*math.Log(p)))) }

func text(b []byte, s string) []byte {
	b = binary.LittleEndian.AppendUint16(b, uint16(len(s)))
	return append(b, s...)
}
