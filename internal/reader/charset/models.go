package charset

import (
	_ "embed"
	"sort"
	"unicode/utf8"
)

// modelData is written by train/main.go, which describes its form. It is read
// in place: finding a model is a walk over some fifty lengths.
//
//go:embed models.bin
var modelData string

// pairModel holds the letter pairs of one language in an alphabetic script.
type pairModel struct {
	name     string
	alphabet []rune // sorted, lower case
	classes  int    // rows and columns of costs
	costs    string // of column after row, in sixteenths of a nat
}

// Classes of characters that are no letters of an alphabet.
const (
	boundary = iota
	punctuation
	otherLetter
	firstLetter
)

// class returns the row of a lower-case letter.
func (m *pairModel) class(r rune) uint8 {
	if i := m.index(r); i >= 0 {
		return uint8(firstLetter + i)
	}
	// Romanian writes a comma below, its older encodings a cedilla; the models know one of them.
	switch r {
	case 'ş':
		r = 'ș'
	case 'ţ':
		r = 'ț'
	case 'ș':
		r = 'ş'
	case 'ț':
		r = 'ţ'
	default:
		return otherLetter
	}
	if i := m.index(r); i >= 0 {
		return uint8(firstLetter + i)
	}
	return otherLetter
}

func (m *pairModel) index(r rune) int {
	i := sort.Search(len(m.alphabet), func(i int) bool { return m.alphabet[i] >= r })
	if i < len(m.alphabet) && m.alphabet[i] == r {
		return i
	}
	return -1
}

// charModel holds the frequencies of characters in Chinese, Japanese or Korean.
type charModel struct {
	name string
	rest uint8          // cost of a character not listed
	cost [1 << 16]uint8 // of a listed character, in sixteenths of a nat, else 0
}

// surprise returns the cost of a character in nats.
func (m *charModel) surprise(r rune) float64 {
	c := m.cost[r&0xFFFF]
	if c == 0 {
		c = m.rest
	}
	return float64(c) / 16
}

// pairModels returns all models of letter pairs.
func pairModels() []pairModel {
	models := make([]pairModel, 0, 48)
	for data := modelData; data != ""; {
		kind := data[0]
		name, rest := lengthPrefixed(data[1:])
		alphabet, rest := lengthPrefixed(rest)
		data = rest
		if kind != 'P' {
			continue // the second field was the runs
		}
		m := pairModel{name: name, alphabet: []rune(alphabet)}
		m.classes = firstLetter + len(m.alphabet)
		m.costs, data = data[:m.classes*m.classes], data[m.classes*m.classes:]
		models = append(models, m)
	}
	return models
}

// characterModel returns the model of a language's characters.
func characterModel(language string) *charModel {
	for data := modelData; data != ""; {
		kind := data[0]
		name, rest := lengthPrefixed(data[1:])
		runs, rest := lengthPrefixed(rest)
		data = rest
		if kind == 'P' {
			n := firstLetter + utf8.RuneCountInString(runs)
			data = data[n*n:]
			continue
		}
		if name != language {
			continue
		}
		m := &charModel{name: name, rest: runs[0]}
		_, runs = lengthPrefixed(runs[1:])
		for runs != "" {
			cost := runs[0]
			var chars string
			chars, runs = lengthPrefixed(runs[1:])
			for _, r := range chars {
				m.cost[r&0xFFFF] = cost
			}
		}
		return m
	}
	return nil
}

func lengthPrefixed(s string) (field, rest string) {
	n := int(s[0]) | int(s[1])<<8
	return s[2 : 2+n], s[2+n:]
}

// languageName returns the English name of a model's language.
func languageName(model string) string {
	switch model {
	case "af":
		return "Afrikaans"
	case "ar":
		return "Arabic"
	case "be":
		return "Belarusian"
	case "bg":
		return "Bulgarian"
	case "br":
		return "Breton"
	case "ca":
		return "Catalan"
	case "cs":
		return "Czech"
	case "cy":
		return "Welsh"
	case "da":
		return "Danish"
	case "de":
		return "German"
	case "el":
		return "Greek"
	case "en":
		return "English"
	case "eo":
		return "Esperanto"
	case "es":
		return "Spanish"
	case "et":
		return "Estonian"
	case "fa":
		return "Persian"
	case "fi":
		return "Finnish"
	case "fo":
		return "Faroese"
	case "fr":
		return "French"
	case "ga":
		return "Gaelic"
	case "he":
		return "Hebrew"
	case "hr":
		return "Croatian"
	case "hu":
		return "Hungarian"
	case "is":
		return "Icelandic"
	case "it":
		return "Italian"
	case "ja":
		return "Japanese"
	case "kk":
		return "Kazakh"
	case "ko":
		return "Korean"
	case "lt":
		return "Lithuanian"
	case "lv":
		return "Latvian"
	case "mk":
		return "Macedonian"
	case "mt":
		return "Maltese"
	case "nl":
		return "Dutch"
	case "no":
		return "Norwegian"
	case "pl":
		return "Polish"
	case "pt":
		return "Portuguese"
	case "ro":
		return "Romanian"
	case "ru":
		return "Russian"
	case "sk":
		return "Slovak"
	case "sl":
		return "Slovenian"
	case "sq":
		return "Albanian"
	case "sr":
		return "Serbian"
	case "sv":
		return "Swedish"
	case "th":
		return "Thai"
	case "tr":
		return "Turkish"
	case "uk":
		return "Ukrainian"
	case "vi", "vi-marks":
		return "Vietnamese"
	case "zh-Hans", "zh-Hant":
		return "Chinese"
	}
	return model
}
