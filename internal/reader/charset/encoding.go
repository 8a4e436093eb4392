// Package charset names character encodings, decodes them to UTF-8 and tells
// which one a file is in.
//
// Names and labels are those of the WHATWG Encoding Standard
// (https://encoding.spec.whatwg.org), with some older sets added that the
// standard leaves out: UTF-32, the DOS code pages, the Macintosh sets of
// central Europe, Johab, ISO-2022-KR, HZ and EUC-TW.
package charset

import (
	"slices"
	"strings"
)

// form says how an encoding lays its characters out in bytes.
type form uint8

const (
	formUTF8 form = iota
	formUTF16
	formUTF32
	formSingle    // one byte a character, by a table
	formMultiByte // one to four bytes a character, no state
	formStateful  // escape sequences switch the meaning of the bytes
)

// Encoding is one character encoding. Values are obtained from [Lookup], [UTF8]
// or [Detect]; two pointers are equal exactly if the encodings are.
type Encoding struct {
	name      string
	form      form
	bigEndian bool
}

// Name returns the name in lower case: the WHATWG one where there is one.
func (e *Encoding) Name() string { return e.name }

// String returns the name.
func (e *Encoding) String() string { return e.name }

// Width returns the bytes of a code unit: 2 for UTF-16, 4 for UTF-32, else 1.
// In the sets of width 1 the byte 0x0A is always a line feed.
func (e *Encoding) Width() int {
	switch e.form {
	case formUTF16:
		return 2
	case formUTF32:
		return 4
	case formUTF8, formSingle, formMultiByte, formStateful:
	}
	return 1
}

// BigEndian reports whether a code unit's high byte comes first.
func (e *Encoding) BigEndian() bool { return e.bigEndian }

// IsUTF8 reports whether e is UTF-8.
func (e *Encoding) IsUTF8() bool { return e.form == formUTF8 }

// Stateful reports whether the meaning of a byte depends on escape sequences
// before it, so that a line can only be decoded by who knows the state at its
// start.
func (e *Encoding) Stateful() bool { return e.form == formStateful }

// Literal reports whether the ASCII byte c means that character wherever it
// stands in text of e, so that it can be searched for without decoding. The
// second bytes of the multi-byte sets begin at 0x30 (GB 18030, Johab).
func (e *Encoding) Literal(c byte) bool {
	switch e.form {
	case formUTF8, formSingle:
		return c < 0x80 && (c >= 0x20 || e.name != "viscii" || c == '\n' || c == '\r' || c == '\t')
	case formMultiByte:
		return c < 0x30
	case formUTF16, formUTF32, formStateful:
	}
	return false
}

// encodings is sorted by name.
//
//nolint:gochecknoglobals // constant data; its elements' addresses are the identities of the encodings
var encodings = [...]Encoding{
	{name: "armscii-8", form: formSingle},
	{name: "big5", form: formMultiByte},
	{name: "cp1125", form: formSingle},
	{name: "cp437", form: formSingle},
	{name: "cp737", form: formSingle},
	{name: "cp775", form: formSingle},
	{name: "cp850", form: formSingle},
	{name: "cp852", form: formSingle},
	{name: "cp855", form: formSingle},
	{name: "cp857", form: formSingle},
	{name: "cp858", form: formSingle},
	{name: "cp860", form: formSingle},
	{name: "cp861", form: formSingle},
	{name: "cp862", form: formSingle},
	{name: "cp863", form: formSingle},
	{name: "cp864", form: formSingle},
	{name: "cp865", form: formSingle},
	{name: "cp869", form: formSingle},
	{name: "euc-jp", form: formMultiByte},
	{name: "euc-kr", form: formMultiByte},
	{name: "euc-tw", form: formMultiByte},
	{name: "gb18030", form: formMultiByte},
	{name: "gbk", form: formMultiByte},
	{name: "georgian-ps", form: formSingle},
	{name: "hz-gb-2312", form: formStateful},
	{name: "ibm866", form: formSingle},
	{name: "iso-2022-jp", form: formStateful},
	{name: "iso-2022-kr", form: formStateful},
	{name: "iso-8859-10", form: formSingle},
	{name: "iso-8859-13", form: formSingle},
	{name: "iso-8859-14", form: formSingle},
	{name: "iso-8859-15", form: formSingle},
	{name: "iso-8859-16", form: formSingle},
	{name: "iso-8859-2", form: formSingle},
	{name: "iso-8859-3", form: formSingle},
	{name: "iso-8859-4", form: formSingle},
	{name: "iso-8859-5", form: formSingle},
	{name: "iso-8859-6", form: formSingle},
	{name: "iso-8859-7", form: formSingle},
	{name: "iso-8859-8", form: formSingle},
	{name: "johab", form: formMultiByte},
	{name: "koi8-r", form: formSingle},
	{name: "koi8-t", form: formSingle},
	{name: "koi8-u", form: formSingle},
	{name: "kz-1048", form: formSingle},
	{name: "macintosh", form: formSingle},
	{name: "shift_jis", form: formMultiByte},
	{name: "utf-16be", form: formUTF16, bigEndian: true},
	{name: "utf-16le", form: formUTF16},
	{name: "utf-32be", form: formUTF32, bigEndian: true},
	{name: "utf-32le", form: formUTF32},
	{name: "utf-8", form: formUTF8},
	{name: "viscii", form: formSingle},
	{name: "windows-1250", form: formSingle},
	{name: "windows-1251", form: formSingle},
	{name: "windows-1252", form: formSingle},
	{name: "windows-1253", form: formSingle},
	{name: "windows-1254", form: formSingle},
	{name: "windows-1255", form: formSingle},
	{name: "windows-1256", form: formSingle},
	{name: "windows-1257", form: formSingle},
	{name: "windows-1258", form: formSingle},
	{name: "windows-874", form: formSingle},
	{name: "x-mac-ce", form: formSingle},
	{name: "x-mac-croatian", form: formSingle},
	{name: "x-mac-cyrillic", form: formSingle},
	{name: "x-mac-greek", form: formSingle},
	{name: "x-mac-icelandic", form: formSingle},
	{name: "x-mac-romanian", form: formSingle},
	{name: "x-mac-turkish", form: formSingle},
	{name: "x-user-defined", form: formSingle},
}

// byName returns the encoding of a canonical name, nil if there is none.
func byName(name string) *Encoding {
	i, ok := slices.BinarySearchFunc(encodings[:], name, func(e Encoding, n string) int { return strings.Compare(e.name, n) })
	if !ok {
		return nil
	}
	return &encodings[i]
}

// UTF8 returns the encoding UTF-8.
func UTF8() *Encoding { return byName("utf-8") }

// Lookup finds an encoding by a label: any label of the WHATWG standard or a
// common alias. Case and surrounding white space do not matter.
//
// As in the standard, "iso-8859-1" and "ascii" mean windows-1252, "iso-8859-9"
// windows-1254, "tis-620" windows-874 and "utf-16" UTF-16LE.
func Lookup(label string) (*Encoding, bool) {
	label = strings.ToLower(strings.TrimSpace(label))
	if e := byName(label); e != nil {
		return e, true
	}
	for line := range strings.Lines(labels) {
		name, rest, _ := strings.Cut(line, " ")
		for l := range strings.FieldsSeq(rest) {
			if l == label {
				e := byName(name)
				return e, e != nil
			}
		}
	}
	return nil, false
}

// Names returns the canonical names, sorted.
func Names() []string {
	names := make([]string, len(encodings))
	for i := range encodings {
		names[i] = encodings[i].name
	}
	return names
}

// Near returns up to three canonical names whose name or label is close to
// label, closest first, for an error message. It is empty if none is.
func Near(label string) []string {
	label = strings.ToLower(strings.TrimSpace(label))
	if label == "" || len(label) > 40 {
		return nil
	}
	type match struct {
		name     string
		distance int
	}
	var found []match
	for line := range strings.Lines(labels) {
		name, _, _ := strings.Cut(line, " ")
		best := match{name: strings.TrimSpace(name), distance: 1 << 30}
		for l := range strings.FieldsSeq(line) {
			best.distance = min(best.distance, editDistance(label, l))
		}
		// A third of the letters wrong is still a slip, more is another name.
		if best.distance <= max(1, len(label)/3) {
			found = append(found, best)
		}
	}
	slices.SortStableFunc(found, func(a, b match) int { return a.distance - b.distance })
	var names []string
	for _, m := range found[:min(3, len(found))] {
		names = append(names, m.name)
	}
	return names
}

// editDistance is the number of bytes to insert, delete or replace to turn a into b.
func editDistance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j+1]+1, row[j]+1)
		}
	}
	return row[len(b)]
}
