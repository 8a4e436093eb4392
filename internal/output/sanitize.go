package output

import (
	"bytes"
	"fmt"
	"unicode/utf8"
)

// visible appends text with every character that could act on a terminal or
// hide from a person written as ⟨U+XXXX⟩. Tabs stay, and so do the joiners
// that emoji and several scripts are written with.
func visible(dst, text []byte) []byte {
	start := 0
	for i := 0; i < len(text); {
		c := text[i]
		if c >= 0x20 && c < 0x7f || c == '\t' {
			i++
			continue
		}
		r, size := utf8.DecodeRune(text[i:])
		if harmless(r) && (r != utf8.RuneError || size > 1) {
			i += size
			continue
		}
		dst = append(dst, text[start:i]...)
		dst = fmt.Appendf(dst, "⟨U+%04X⟩", r)
		i += size
		start = i
	}
	return append(dst, text[start:]...)
}

// visibleLines is visible for text of several lines, whose line feeds stay.
func visibleLines(dst, text []byte) []byte {
	for {
		i := bytes.IndexByte(text, '\n')
		if i < 0 {
			return visible(dst, text)
		}
		dst = append(visible(dst, text[:i]), '\n')
		text = text[i+1:]
	}
}

func harmless(r rune) bool {
	switch {
	case r < 0x20 || r >= 0x7f && r < 0xa0: // C0, DEL, C1
		return false
	case r == 0xad, r == 0x34f, r == 0x61c, r == 0x115f, r == 0x1160, r == 0x180e, r == 0x3164, r == 0xfeff, r == 0xffa0:
		return false
	case r == 0x200b, r == 0x200e, r == 0x200f: // zero width space, direction marks
		return false
	case r >= 0x2028 && r <= 0x202e: // line and paragraph separator, embeddings
		return false
	case r >= 0x2060 && r <= 0x206f: // word joiner, isolates
		return false
	case r >= 0xfff9 && r <= 0xfffb, r >= 0xe0000 && r <= 0xe007f: // interlinear marks, tags
		return false
	}
	return true
}
