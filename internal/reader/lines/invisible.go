package lines

// invisible reports whether r prints nothing by itself, or turns the direction
// of what follows. Variation selectors are left out: they are ordinary in
// emoji.
func invisible(r rune) bool {
	switch {
	case r < 0x2000:
		switch r {
		case 0x00AD, // soft hyphen
			0x034F,         // combining grapheme joiner
			0x061C,         // Arabic letter mark
			0x115F, 0x1160, // Hangul fillers
			0x17B4, 0x17B5, // Khmer inherent vowels
			0x180B, 0x180C, 0x180D, 0x180E: // Mongolian selectors and separator
			return true
		}
		return false
	case r < 0x3000:
		return 0x200B <= r && r <= 0x200F || // zero width, direction marks
			0x202A <= r && r <= 0x202E || // bidi embeddings and overrides
			0x2060 <= r && r <= 0x206F && r != 0x2065 // joiners, invisible operators, isolates
	case r < 0x10000:
		return r == 0x3164 || r == 0xFFA0 || // Hangul fillers
			r == 0xFEFF || // zero width no-break space
			0xFFF9 <= r && r <= 0xFFFB // interlinear annotation
	default:
		return 0x1D173 <= r && r <= 0x1D17A || // musical format
			0xE0000 <= r && r <= 0xE007F || // tags
			0xE0100 <= r && r <= 0xE01EF // variation selectors supplement
	}
}
