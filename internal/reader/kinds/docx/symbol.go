package docx

import (
	"strconv"
	"strings"
)

// symbols returns text in which the characters of symbol fonts, which Word
// stores at U+F000, are those that they show.
func symbols(font, text string) string {
	if !strings.ContainsFunc(text, isPrivate) {
		return text
	}
	return strings.Map(func(r rune) rune {
		if isPrivate(r) {
			return symbol(font, r)
		}
		return r
	}, text)
}

func isPrivate(r rune) bool { return r >= 0xF000 && r <= 0xF0FF }

// symbolOf is the character of a font with a number in hexadecimal (17.3.3.30).
func symbolOf(font, char string) string {
	n, err := strconv.ParseUint(char, 16, 21)
	if err != nil {
		return ""
	}
	return string(symbol(font, rune(n)))
}

// symbol is the character that one of a symbol font shows.
func symbol(font string, r rune) rune {
	c := r
	if isPrivate(c) {
		c -= 0xF000
	}
	if c < 0x20 || c > 0xFF {
		return r
	}
	font = strings.ToLower(font)
	switch {
	case strings.HasPrefix(font, "symbol"):
		if s := []rune(symbolFont)[c-0x20]; s != ' ' {
			return s
		}
		return c
	case strings.HasPrefix(font, "wingdings 2"):
		return wingdings2(c)
	case strings.HasPrefix(font, "wingdings"):
		return wingdings(c)
	case !isPrivate(r):
		return r
	}
	return '•' // of a font that is not known
}

// symbolFont are the characters of the font Symbol from 0x20 on (Unicode
// mapping of Adobe Symbol); a space stands for none.
const symbolFont = " !∀#∃%&∋()∗+,−./0123456789:;<=>?≅ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ[∴]⊥_‾αβχδεφγηιϕκλμνοπθρστυϖωξψζ{|}∼ " +
	"                                " +
	"€ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓°±″≥×∝∂•÷≠≡≈…⏐⎯↵ℵℑℜ℘⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉∠∇®©™∏√⋅¬∧∨⇔⇐⇑⇒⇓◊〈®©™∑⎛⎜⎝⎡⎢⎣⎧⎨⎩⎪ 〉∫⌠⎮⌡⎞⎟⎠⎤⎥⎦⎫⎬⎭ "

// wingdings are the characters of the font Wingdings that documents use.
func wingdings(c rune) rune {
	switch c {
	case 0x28:
		return '☎'
	case 0x2A:
		return '✉'
	case 0x46:
		return '☞'
	case 0x4A:
		return '☺'
	case 0x4C:
		return '☹'
	case 0x6C:
		return '●'
	case 0x6E:
		return '■'
	case 0x6F, 0xA8:
		return '☐'
	case 0x71:
		return '❑'
	case 0x76:
		return '❖'
	case 0xA7:
		return '▪'
	case 0xD8:
		return '➢'
	case 0xDF, 0xE7:
		return '←'
	case 0xE0, 0xE8:
		return '→'
	case 0xE1:
		return '↑'
	case 0xE2:
		return '↓'
	case 0xF0:
		return '⇨'
	case 0xFB:
		return '✗'
	case 0xFC:
		return '✓'
	case 0xFD:
		return '☒'
	case 0xFE:
		return '☑'
	}
	return '•'
}

// wingdings2 are those of Wingdings 2.
func wingdings2(c rune) rune {
	switch c {
	case 0x4F, 0x54:
		return '✗'
	case 0x50:
		return '✓'
	case 0x51, 0x53, 0x56:
		return '☒'
	case 0x52:
		return '☑'
	case 0x2A, 0xA3:
		return '☐'
	}
	return '•'
}
