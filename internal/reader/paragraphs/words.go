package paragraphs

import (
	"strings"

	"fread/internal/reader/markup"
)

// HeadingLevel is the level of a paragraph style that is a heading by its name,
// in English or as the localized versions of word processors call it; else 0.
func HeadingLevel(name string) int {
	name = strings.ToLower(strings.TrimSpace(name))
	name, _, _ = strings.Cut(name, ",") // names that follow are aliases
	switch name {
	case "title", "titel", "titre", "título", "titolo", "название", "заголовок", "tytuł", "otsikko", "标题", "標題", "表題", "제목", "název":
		return 1
	}
	n := len(name)
	if n < 2 || name[n-1] < '1' || name[n-1] > '9' {
		return 0
	}
	switch strings.TrimSpace(name[:n-1]) {
	case "heading", "überschrift", "titre", "título", "titolo", "kop", "rubrik", "overskrift", "otsikko", "nagłówek", "заголовок", "nadpis", "címsor",
		"titlu", "başlık", "επικεφαλίδα", "标题", "標題", "見出し", "제목", "title", "head", "zaglavlje", "naslov", "pealkiri", "virsraksts", "antraštė", "encabezado", "cabeçalho":
		return int(name[n-1] - '0')
	}
	return 0
}

// Hyperlink is where a field leads whose instruction this is, such as
// HYPERLINK "https://example.org" \l "place"; empty if it leads nowhere
// (ECMA-376 part 1, 17.16.5.25).
func Hyperlink(instruction string) string {
	args := arguments(instruction)
	if len(args) == 0 || !strings.EqualFold(args[0].text, "HYPERLINK") {
		return ""
	}
	target, place := "", ""
	for i := 1; i < len(args); i++ {
		a := args[i]
		switch {
		case a.quoted || !strings.HasPrefix(a.text, `\`):
			if target == "" {
				target = a.text
			}
		case a.text == `\l` && i+1 < len(args):
			i++
			place = args[i].text
		case (a.text == `\o` || a.text == `\t` || a.text == `\s`) && i+1 < len(args):
			i++
		}
	}
	if place != "" {
		return target + "#" + place
	}
	return target
}

// Muted reports whether the result of a field is no part of the text that has come
// in the paragraph: the number of a page of a layout that is not shown, behind the
// tab of an entry in a table of contents.
func Muted(instruction string, spans []markup.Span, piece []byte) bool {
	name, _, _ := strings.Cut(strings.TrimSpace(instruction), " ")
	if !strings.EqualFold(name, "PAGEREF") {
		return false
	}
	before := string(piece)
	if n := len(spans); before == "" && n > 0 {
		before = spans[n-1].Text
	}
	return strings.HasSuffix(before, "\t")
}

// Ruby is the text of a field whose instruction puts readings over Chinese
// characters, such as EQ \* jc2 \o\ad(\s\up 9(reading),text); empty if it does not
// (ECMA-376 part 1, 17.16.5.18).
func Ruby(instruction string) string {
	instruction = strings.TrimSpace(instruction)
	if !strings.HasPrefix(instruction, "EQ ") || !strings.Contains(instruction, `\o`) || !strings.Contains(instruction, `\up`) {
		return ""
	}
	_, text, found := strings.Cut(instruction, "),")
	if !found {
		return ""
	}
	return strings.TrimSuffix(text, ")")
}

type argument struct {
	text   string
	quoted bool
}

// arguments splits the instruction of a field.
func arguments(s string) []argument {
	var out []argument
	for len(out) < 32 {
		s = strings.TrimLeft(s, " \t\r\n\u00a0")
		if s == "" {
			break
		}
		if rest, found := strings.CutPrefix(s, `"`); found {
			text, after, _ := strings.Cut(rest, `"`)
			out = append(out, argument{text: strings.ReplaceAll(text, `\\`, `\`), quoted: true})
			s = after
			continue
		}
		end := strings.IndexAny(s, " \t\r\n\"")
		if end < 0 {
			end = len(s)
		}
		out = append(out, argument{text: s[:end]})
		s = s[end:]
	}
	return out
}

// Symbol is the character that a byte means in a font of symbols: Symbol,
// Wingdings or another one, of which only the bullets are known.
func Symbol(font string, c byte) rune {
	font = strings.ToLower(font)
	switch {
	case c == '\t':
		return '\t'
	case c < 0x20:
		return '•'
	case strings.HasPrefix(font, "wingdings"):
		return wingdings(c)
	case strings.HasPrefix(font, "symbol"):
		return greek(c)
	case c == 0xb7:
		return '•'
	case c >= 0x7f && c < 0xa0:
		return '•'
	}
	return rune(c)
}

func wingdings(c byte) rune {
	switch c {
	case ' ':
		return ' '
	case 0xfc, 0x50:
		return '✓'
	case 0xfb, 0x4f:
		return '✗'
	case 0xfe:
		return '☑'
	case 0xfd:
		return '☒'
	case 0x6f, 0xa8, 0x71, 0x72, 0x70:
		return '☐'
	case 0xe0, 0xe8, 0xf0, 0xd8:
		return '→'
	case 0xdf, 0xe7, 0xef:
		return '←'
	case 0x4a:
		return '☺'
	case 0x4c:
		return '☹'
	case 0x28:
		return '☎'
	case 0x2a, 0x2b:
		return '✉'
	case 0xab:
		return '★'
	case 0xa7:
		return '▪'
	}
	return '•'
}

// greek knows what the font Symbol has in the place of Latin letters, and its
// more frequent signs.
func greek(c byte) rune {
	const upper, lower = "ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ", "αβχδεφγηιϕκλμνοπθρστυϖωξψζ"
	var letters string
	var at int
	switch {
	case c >= 'A' && c <= 'Z':
		letters, at = upper, int(c-'A')
	case c >= 'a' && c <= 'z':
		letters, at = lower, int(c-'a')
	case c < 0x7f:
		switch c {
		case '"':
			return '∀'
		case '$':
			return '∃'
		case '@':
			return '≅'
		case '^':
			return '⊥'
		case '-':
			return '−'
		case '~':
			return '∼'
		}
		return rune(c)
	case c >= 0xa1:
		const signs = "ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓°±″≥×∝∂•÷≠≡≈…⏐⎯↵ℵℑℜ℘⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉∠∇®©™∏√⋅¬∧∨⇔⇐⇑⇒⇓◊〈®©™∑"
		letters, at = signs, int(c-0xa1)
	default:
		return '•'
	}
	for _, r := range letters {
		if at == 0 {
			return r
		}
		at--
	}
	return '•'
}
