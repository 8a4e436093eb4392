package paragraphs

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// ParseLabel says what the text before an item means: whether it numbers the
// item, and as what. Expected is the number that would follow the one before; it
// decides whether i is a Roman one. A bullet is not ordered, and has no label.
func ParseLabel(text string, expected int) (label string, number int, ordered bool) {
	label = strings.TrimSpace(text)
	last := lastWord(label)
	n := utf8.RuneCountInString(label)
	if last == "" || n == 1 && strings.Trim(label, "oOvqn") == "" { // letters that are bullets in fonts of symbols
		return "", 0, false
	}
	return label, numberOf(last, expected), true
}

// lastWord is the last run of letters or digits.
func lastWord(s string) string {
	alphanumeric := func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
	end := strings.LastIndexFunc(s, alphanumeric)
	if end < 0 {
		return ""
	}
	_, size := utf8.DecodeRuneInString(s[end:])
	s = s[:end+size]
	if start := strings.LastIndexFunc(s, func(r rune) bool { return !alphanumeric(r) }); start >= 0 {
		_, size := utf8.DecodeRuneInString(s[start:])
		return s[start+size:]
	}
	return s
}

// numberOf reads a number in digits, in letters or in Roman digits.
func numberOf(word string, expected int) int {
	n, digits := 0, 0
	for _, r := range word {
		if r < '0' || r > '9' {
			break
		}
		n = min(n*10+int(r-'0'), 1_000_000_000)
		digits++
	}
	if digits > 0 {
		return n
	}
	word = strings.ToLower(word)
	letter, roman := letterNumber(word), romanNumber(word)
	switch {
	case roman == 0:
		if letter == 0 {
			return max(expected, 1)
		}
		return letter
	case letter == 0 || roman == expected:
		return roman
	case letter == expected:
		return letter
	}
	return min(letter, roman)
}

// letterNumber counts a, b, … z, aa, bb, …
func letterNumber(word string) int {
	if word == "" || word[0] < 'a' || word[0] > 'z' || strings.Trim(word, word[:1]) != "" {
		return 0
	}
	return int(word[0]-'a') + 1 + 26*(len(word)-1)
}

func romanNumber(word string) int {
	value := func(c byte) int {
		switch c {
		case 'i':
			return 1
		case 'v':
			return 5
		case 'x':
			return 10
		case 'l':
			return 50
		case 'c':
			return 100
		case 'd':
			return 500
		case 'm':
			return 1000
		}
		return 0
	}
	n := 0
	for i := range len(word) {
		v := value(word[i])
		if v == 0 || i > 15 {
			return 0
		}
		if i+1 < len(word) && value(word[i+1]) > v {
			v = -v
		}
		n += v
	}
	return max(n, 0)
}
