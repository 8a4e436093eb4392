package docx

import (
	"slices"
	"strings"

	"fread/internal/reader/xmltext"
)

// maxInstruction is how much of the instruction of a field is kept.
const maxInstruction = 16 << 10

// A field is one that is open: its instruction, then its result (17.16).
type field struct {
	instruction string
	result      bool // what comes now is its result
	link        string
	mute        bool // its result is not part of the text
}

// begin begins the result of a field.
func (f *field) begin() {
	f.result = true
	name, rest, _ := strings.Cut(strings.TrimSpace(f.instruction), " ")
	switch strings.ToUpper(name) {
	case "HYPERLINK":
		f.link = hyperlinkField(rest)
	case "PAGE", "NUMPAGES", "SECTIONPAGES", "SECTION", "PAGEREF", "XE", "TC", "RD", "TA": // of a layout that is not shown, or marks
		f.mute = true
	}
}

// visible reports whether text at this place is shown: it is no instruction.
func (k *walker) visible() bool {
	for i := range k.fields {
		if !k.fields[i].result || k.fields[i].mute {
			return false
		}
	}
	return true
}

// fieldLink is where the innermost field leads that leads anywhere.
func (k *walker) fieldLink() string {
	for _, f := range slices.Backward(k.fields) {
		if f.link != "" {
			return f.link
		}
	}
	return ""
}

// fieldChar reads what begins, divides or ends a field (17.16.18).
func (k *walker) fieldChar(l look, at setting) error {
	kind, _ := k.x.Attr("w:fldCharType")
	switch n := len(k.fields); kind {
	case "begin":
		text, err := k.formField()
		k.add(text, l, at)
		if len(k.fields) < maxDepth {
			k.fields = append(k.fields, field{})
		}
		return err
	case "separate":
		if n > 0 {
			k.fields[n-1].begin()
		}
	case "end":
		if n > 0 {
			f := k.fields[n-1]
			k.fields = k.fields[:n-1]
			if !f.result {
				k.add(f.text(), l, at)
			}
		}
	}
	return k.x.Skip()
}

// text is what a field without a result shows.
func (f *field) text() string {
	words := strings.Fields(f.instruction)
	if len(words) > 2 && strings.EqualFold(words[0], "MACROBUTTON") {
		return strings.Join(words[2:], " ")
	}
	return ""
}

// instruction reads a piece of the instruction of the innermost field.
func (k *walker) instruction() error {
	for {
		kind, err := k.x.Next()
		switch {
		case err != nil:
			return unexpected(err)
		case kind == xmltext.End:
			return nil
		case kind == xmltext.Start:
			if err := k.x.Skip(); err != nil {
				return err
			}
			continue
		}
		if n := len(k.fields); n > 0 && !k.fields[n-1].result && len(k.fields[n-1].instruction) < maxInstruction {
			k.fields[n-1].instruction += string(k.x.Text())
		}
	}
}

// formField reads the properties of a field of a form (17.16.17), and returns what
// is shown of it: whether a box is checked, or what is chosen.
func (k *walker) formField() (string, error) {
	var entries []string
	chosen, shown := 0, ""
	box, checked := false, unset
	var read func(name string) (bool, error)
	read = func(name string) (bool, error) {
		switch name {
		case "w:ffData", "w:ddList":
			return true, children(k.x, read)
		case "w:checkBox":
			box = true
			return true, children(k.x, read)
		case "w:checked":
			checked = toggled(k.x)
		case "w:default":
			if box && checked == unset {
				checked = toggled(k.x)
			}
		case "w:result":
			chosen = number(val(k.x), 0)
		case "w:listEntry":
			if len(entries) < 1000 {
				entries = append(entries, val(k.x))
			}
		}
		return false, nil
	}
	err := children(k.x, read)
	switch {
	case box && checked == on:
		shown = "☒"
	case box:
		shown = "☐"
	case chosen >= 0 && chosen < len(entries):
		shown = entries[chosen]
	}
	return shown, err
}

// hyperlinkField reads where a HYPERLINK field leads (17.16.5.25): a URL, and with
// \l a place in it.
func hyperlinkField(s string) string {
	url, place := "", ""
	next := &url
	for {
		word, rest, ok := fieldWord(s)
		s = rest
		switch {
		case !ok:
			if place != "" {
				url += "#" + place
			}
			return url
		case strings.EqualFold(word, `\l`):
			next = &place
		case strings.EqualFold(word, `\o`), strings.EqualFold(word, `\t`):
			_, s, _ = fieldWord(s)
		case strings.HasPrefix(word, `\`):
		case *next == "":
			*next = word
		}
	}
}

// fieldWord takes the next word of an instruction, which may be in quotes.
func fieldWord(s string) (word, rest string, ok bool) {
	s = strings.TrimLeft(s, " \t\n")
	if s == "" {
		return "", "", false
	}
	if s[0] != '"' {
		n := strings.IndexAny(s, " \t\n")
		if n < 0 {
			n = len(s)
		}
		return s[:n], s[n:], true
	}
	word, rest, _ = strings.Cut(s[1:], `"`)
	return strings.ReplaceAll(word, `\\`, `\`), rest, true
}
