package output

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/cespare/xxhash/v2"
)

// A layout is how a line and its number are written, as other tools do it.
type layout struct {
	name, example string
	// prefix appends what stands before the text. col is the first code point
	// shown, from 1, or 0 where that is the beginning of the line.
	prefix func(b []byte, no, col int64, text []byte) []byte
}

func layouts() []layout {
	return []layout{
		{"fread", "12|text", func(b []byte, no, col int64, _ []byte) []byte { return append(number(b, no, col), '|') }},
		{"cat", "    12⇥text", func(b []byte, no, col int64, _ []byte) []byte {
			return append(pad(b, number(nil, no, col), 6, ' '), '\t')
		}},
		{"grep", "12:text", func(b []byte, no, col int64, _ []byte) []byte { return append(number(b, no, col), ':') }},
		{"hashline", "12:5f1c0a|text", func(b []byte, no, col int64, text []byte) []byte {
			// The hash is of the line as shown, so that an edit can name the
			// line it means; 24 bits keep chance equals rare within a page.
			return append(fmt.Appendf(append(number(b, no, col), ':'), "%06x", xxhash.Sum64(text)>>40), '|')
		}},
		{"padded", "00012| text", func(b []byte, no, col int64, _ []byte) []byte {
			return append(pad(b, number(nil, no, col), 5, '0'), "| "...)
		}},
	}
}

// Layouts lists the values of --layout.
func Layouts() []string {
	var names []string
	for _, l := range layouts() {
		names = append(names, l.name)
	}
	return names
}

func layoutByName(name string) (layout, error) {
	all := layouts()
	for _, l := range all {
		if l.name == name || name == "" {
			return l, nil
		}
	}
	return layout{}, fmt.Errorf("there is no layout %q; use one of %s", name, strings.Join(Layouts(), ", "))
}

func number(b []byte, no, col int64) []byte {
	b = strconv.AppendInt(b, no, 10)
	if col > 0 {
		b = strconv.AppendInt(append(b, ':'), col, 10)
	}
	return b
}

func pad(b, digits []byte, width int, with byte) []byte {
	for range width - len(digits) {
		b = append(b, with)
	}
	return append(b, digits...)
}
