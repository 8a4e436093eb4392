package charset

import (
	"bytes"
	"fmt"
	"math"
	"strings"
	"unicode"
	"unicode/utf8"
)

// windowBytes is how much text around non-ASCII bytes is enough to tell
// encodings apart; lineBytes bounds what one line adds.
const (
	windowBytes = 8 << 10
	lineBytes   = 2 << 10
)

// legacy decides among the encodings that are neither Unicode nor seven bits.
// Every candidate, an encoding with a language, is asked how surprising the
// bytes are if it is the right one, in nats (natural logarithms of a
// probability). All explain the same bytes, so the least surprised is right.
func legacy(b []byte, complete bool) Guess {
	s := newSample(b)
	found := s.candidates()
	best := pick(found)
	if e := declared(b); e != nil && believable(e, b, complete, s, found, best) {
		return Guess{Encoding: e, Confidence: 0.95, Evidence: "declared in the file"}
	}
	limit := costOdd
	western := found[0]
	switch few := s.high <= strayBytes; {
	case few && (s.high == cutTail(b) || s.brokenUTF8()):
		return strays(s.high)
	case few && s.alone:
		best, limit = western, costOddAlone
	case few && s.bare && s.letters >= 4*s.high:
		best, limit = western, costOddBare
	case s.alone:
		return Guess{Encoding: western.encoding, Confidence: 0.4, Evidence: "no words to judge by"}
	case few && s.letters >= 200*s.high && western.surprise < best.surprise+costOdd:
		// So little in a text that is ASCII else is a name, a sign or a fault, whatever
		// rarer encodings would make of it, unless they make much more of it.
		best = western
	}
	if s.oddness(best) > limit {
		return strays(s.high)
	}
	return Guess{Encoding: best.encoding, Confidence: s.confidence(found, best), Evidence: best.evidence()}
}

// brokenUTF8 reports whether all non-ASCII bytes are in runs of a lead byte and
// continuation bytes, as a sequence cut short or an encoded surrogate is.
func (s *sample) brokenUTF8() bool {
	for w := s.window; len(w) > 0; {
		n := 0
		for n < len(w) && w[n] >= utf8.RuneSelf {
			if (w[n] >= 0xC2 && w[n] <= 0xF4) != (n == 0) {
				return false
			}
			n++
		}
		if n == 1 {
			return false
		}
		w = w[max(n, 1):]
	}
	return true
}

// Text with at most strayBytes non-ASCII bytes, standing alone or in long text,
// is not called anything exotic.
const strayBytes = 3

// maxSingles is how many different one-letter words a language may have.
const maxSingles = 8

// strays is the answer for bytes that no encoding makes sense of: UTF-8 shows
// them as undecodable, which is the truth.
func strays(n int) Guess {
	return Guess{Encoding: UTF8(), Confidence: 0.4, Evidence: fmt.Sprintf("ASCII but for %s", plural(n, "stray byte"))}
}

// candidate is an encoding with the language that explains the bytes best.
type candidate struct {
	encoding *Encoding
	language string
	surprise float64
	multi    bool
}

func (c candidate) evidence() string {
	if c.multi {
		return "characters of " + languageName(c.language)
	}
	return "letter pairs of " + languageName(c.language)
}

func pick(found []candidate) candidate {
	best := found[0]
	for _, c := range found[1:] {
		if c.surprise < best.surprise {
			best = c
		}
	}
	return best
}

// sample is what the candidates look at.
type sample struct {
	window  []byte     // whole lines, where possible, that hold non-ASCII bytes
	pairs   []bytePair // in words with a non-ASCII byte
	seen    [256]bool  // the non-ASCII bytes in pairs
	high    int        // number of non-ASCII bytes in window
	letters int        // number of ASCII letters in window
	total   int        // number of pairs
	alone   bool       // no non-ASCII byte is in a word with others
	bare    bool       // no non-ASCII byte is in a word with ASCII letters
}

// bytePair counts how often byte q follows p in a word; a space stands for what
// is around words.
type bytePair struct {
	p, q  byte
	count int
}

func newSample(b []byte) *sample {
	s := &sample{window: window(b), alone: true, bare: true}
	var counts [1 << 16]uint16
	var single [256]bool
	singles := 0
	for w := s.window; len(w) > 0; {
		n := 0
		high, low := false, false
		for n < len(w) && (w[n] >= utf8.RuneSelf || isASCIILetter(w[n])) {
			if w[n] >= utf8.RuneSelf {
				high = true
				s.high++
				s.seen[w[n]] = true
			} else {
				low = true
				s.letters++
			}
			n++
		}
		switch {
		case high && n == 1:
			if !single[w[0]] {
				single[w[0]] = true
				singles++
			}
		case high:
			s.alone = false
			s.bare = s.bare && !low
			p := byte(' ')
			for _, q := range w[:n] {
				counts[int(p)<<8|int(q)]++
				p = q
			}
			counts[int(p)<<8|' ']++
		}
		w = w[min(n+1, len(w)):]
	}
	// A byte between spaces is a one-letter word or a sign, and counted once. Where
	// there are many, it is a table of characters, which says nothing by itself.
	if s.alone || singles <= maxSingles {
		for c, is := range single {
			if is {
				counts[' '<<8|c]++
				counts[c<<8|' ']++
			}
		}
	}
	for i, n := range counts {
		if n > 0 {
			s.pairs = append(s.pairs, bytePair{byte(i >> 8), byte(i), int(n)})
			s.total += int(n)
		}
	}
	return s
}

// oddness is the mean cost that a non-ASCII byte and its neighbours have in a
// single-byte candidate, in nats.
func (s *sample) oddness(c candidate) float64 {
	if c.multi {
		return 0
	}
	near := &sample{seen: s.seen}
	n := 0
	for _, p := range s.pairs {
		if p.p >= utf8.RuneSelf || p.q >= utf8.RuneSelf {
			near.pairs = append(near.pairs, p)
		}
		if p.q >= utf8.RuneSelf {
			n += p.count
		}
	}
	rd := newReading(c.encoding.byteTable(), near)
	for _, m := range pairModels() {
		if m.name == c.language {
			return (rd.surprise + near.pairSurprise(&rd, &m)) / float64(max(n, 1))
		}
	}
	return 0
}

func isASCIILetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

// window copies the lines of b that hold non-ASCII bytes, up to windowBytes.
func window(b []byte) []byte {
	if len(b) <= windowBytes {
		return b
	}
	var w []byte
	for len(b) > 0 && len(w) < windowBytes {
		i := bytes.IndexFunc(b, func(r rune) bool { return r >= utf8.RuneSelf })
		if i < 0 {
			break
		}
		// All before i is ASCII, so the cut can't fall inside a character.
		start := max(0, i-64, bytes.LastIndexByte(b[:i], '\n')+1)
		end := len(b)
		if n := bytes.IndexByte(b[i:], '\n'); n >= 0 {
			end = i + n + 1
		}
		if end-i > lineBytes {
			end = i + lineBytes
			if n := bytes.LastIndexAny(b[i:end], " \t"); n > 0 {
				end = i + n + 1
			}
		}
		w = append(w, b[start:end]...)
		b = b[end:]
	}
	return appendRare(w, b)
}

// appendRare adds the surroundings of the bytes that occur in b but not in w:
// sets such as windows-1253 and ISO-8859-7 differ in a few rare characters only.
func appendRare(w, b []byte) []byte {
	var seen [256]bool
	for _, c := range w {
		seen[c] = true
	}
	limit := len(w) + windowBytes/2
	for i := 0; i < len(b) && len(w) < limit; i++ {
		if b[i] < utf8.RuneSelf || seen[b[i]] {
			continue
		}
		// White space is never part of a longer character.
		start := bytes.LastIndexAny(b[:i], " \n\t") + 1
		end := len(b)
		if n := bytes.IndexAny(b[i:], " \n\t"); n >= 0 {
			end = i + n
		}
		if end-start > lineBytes {
			continue
		}
		w = append(append(w, b[start:end]...), '\n')
		for _, c := range b[start:end] {
			seen[c] = true
		}
		b = b[end:]
		i = -1
	}
	return w
}

// candidateSets lists the single-byte encodings with the languages each is used
// for and how rare it is, in nats: what decides where several fit alike.
//
//nolint:gochecknoglobals // constant data
var candidateSets = [...]struct {
	encoding  string
	languages string
	rarity    float64
}{
	{"windows-1252", western, 0},
	{"windows-1251", cyrillic, 0},
	{"windows-1250", central, 0.5},
	{"iso-8859-2", central, 1},
	{"iso-8859-15", western, 2},
	{"koi8-r", "ru bg", 0.5},
	{"koi8-u", "ru uk be bg", 1},
	{"iso-8859-5", cyrillic, 1},
	{"ibm866", "ru bg be uk", 1},
	{"cp1125", "uk", 6},
	{"windows-1253", "el", 0},
	{"iso-8859-7", "el", 0.5},
	{"cp737", "el", 5},
	{"cp869", "el", 6},
	{"x-mac-greek", "el", 7},
	{"windows-1254", "tr", 0},
	{"cp857", "tr", 5},
	{"x-mac-turkish", "tr", 7},
	{"windows-1255", "he", 0},
	{"cp862", "he", 5},
	{"windows-1256", "ar fa", 0},
	{"iso-8859-6", "ar", 1},
	{"windows-1257", baltic, 0.5},
	{"iso-8859-13", baltic, 2},
	{"iso-8859-4", baltic + " no da sv fi", 3},
	{"iso-8859-10", nordic, 4},
	{"cp775", baltic, 6},
	{"windows-1258", "vi-marks vi", 1},
	{"viscii", "vi", 3},
	{"windows-874", "th", 0},
	{"x-mac-cyrillic", cyrillic, 5},
	{"cp855", cyrillic, 5},
	{"kz-1048", "kk", 4},
	{"macintosh", western, 6},
	{"cp850", western, 6},
	{"cp437", western, 6},
	{"cp852", central, 6},
	{"cp861", "is", 7},
	{"cp865", "no da", 7},
	{"iso-8859-16", "ro hu pl hr sl fr de it ga sq", 4},
	{"iso-8859-3", "eo mt tr", 3},
	{"iso-8859-14", "cy ga br", 4},
	{"x-mac-ce", central + " lt lv et", 6},
	{"x-mac-icelandic", "is fo", 8},
	{"x-mac-croatian", "hr sl", 8},
	{"x-mac-romanian", "ro", 8},
}

const (
	western  = "en de fr es it pt sv da no fi nl is fo ca ga sq af et"
	central  = "cs pl hu sk hr ro sl sq de"
	cyrillic = "ru uk bg sr mk be"
	baltic   = "lt lv et pl"
	nordic   = "is fo sv no da fi et lt lv"
)

// characterSets lists the multi-byte encodings in the same way.
//
//nolint:gochecknoglobals // constant data
var characterSets = [...]struct {
	encoding string
	language string
	rarity   float64
}{
	{"shift_jis", "ja", 0},
	{"euc-jp", "ja", 0},
	{"gb18030", "zh-Hans", 0},
	{"gb18030", "zh-Hant", 2},
	{"big5", "zh-Hant", 0},
	{"euc-kr", "ko", 0},
	{"johab", "ko", 4},
	{"euc-tw", "zh-Hant", 3},
}

// candidates returns every encoding that can decode the sample, with its best language.
func (s *sample) candidates() []candidate {
	models := pairModels()
	var found []candidate
	for i := range candidateSets {
		set := &candidateSets[i]
		e := byName(set.encoding)
		best := candidate{encoding: e, surprise: math.Inf(1)}
		letters := newReading(e.byteTable(), s)
		for lang := range strings.FieldsSeq(set.languages) {
			for j := range models {
				if models[j].name != lang {
					continue
				}
				if v := s.pairSurprise(&letters, &models[j]); v < best.surprise {
					best.surprise, best.language = v, lang
				}
			}
		}
		best.surprise += letters.surprise + set.rarity
		found = append(found, best)
	}
	for i := range characterSets {
		set := &characterSets[i]
		c := candidate{encoding: byName(set.encoding), language: set.language, multi: true}
		if v, ok := s.characterSurprise(c.encoding, set.language); ok {
			c.surprise = v + set.rarity
			if c.encoding.name == "gb18030" {
				c.surprise -= costFourBytes * float64(fourByteSequences(s.window))
			}
			found = append(found, c)
		}
	}
	return found
}

// fourByteSequences counts the pattern of GB18030's four-byte sequences, which
// hardly occurs in anything else: byte, digit, byte, digit.
func fourByteSequences(b []byte) (n int) {
	for i := 0; i+3 < len(b); i++ {
		if b[i] > 0x80 && b[i+1] >= '0' && b[i+1] <= '9' && b[i+2] > 0x80 && b[i+3] >= '0' && b[i+3] <= '9' {
			n++
			i += 3
		}
	}
	return n
}

// reading is how a single-byte encoding reads the bytes of a sample, as far as
// no language is concerned.
type reading struct {
	letter   [256]rune  // in lower case, 0 if none
	kind     [256]uint8 // class if no letter
	surprise float64    // by undefined bytes, odd symbols and odd case
}

// Costs in nats.
const (
	costUndefined = 12   // a byte the encoding does not define, or a control
	costSymbol    = 7    // one certain symbol of the less usual ones
	costSign      = 3    // such a sign right before a letter
	costBox       = 3    // one certain box-drawing character
	costUsual     = 1.5  // one certain of the usual punctuation marks
	costLess      = 5.5  // one certain of the signs beside numbers
	costCase      = 7    // a capital after a small letter
	costASCII     = 3.3  // one certain of 26 letters
	costStranger  = 5.5  // one certain of the letters of no alphabet
	costLonely    = 6    // a single ideograph amid letters, a single half-width kana
	costOddAlone  = 10.0 // the same for a byte between spaces
	costOddBare   = 7.0  // the same for a few without ASCII letters beside them
	costOdd       = 13.0 // a non-ASCII byte with its neighbours, in nothing that makes sense
	costFourBytes = 40   // what a four-byte sequence of GB18030 speaks for it
	costNarrow    = 6    // a half-width kana
)

func newReading(table *[256]rune, s *sample) reading {
	var rd reading
	var upper, lower, sign [256]bool
	var cost [256]float64
	for i := range 256 {
		r := table[i]
		if i < utf8.RuneSelf {
			if isASCIILetter(byte(i)) {
				rd.letter[i] = rune(i | 0x20)
				upper[i], lower[i] = i&0x20 == 0, i&0x20 != 0
			}
			continue
		}
		if !s.seen[i] {
			continue
		}
		rd.kind[i] = punctuation
		switch {
		case r == utf8.RuneError || r < 0xA0:
			cost[i] = costUndefined
		case unicode.IsLetter(r) || unicode.IsMark(r):
			l := unicode.ToLower(r)
			rd.letter[i] = l
			upper[i] = l != r
			lower[i] = l == r && unicode.IsLower(r)
		case strings.ContainsRune(usualPunctuation, r):
			cost[i] = costUsual
		case strings.ContainsRune(lessUsual, r):
			cost[i], sign[i] = costLess, true
		case r >= 0x2500 && r < 0x25A0:
			cost[i] = costBox
		default:
			cost[i], sign[i] = costSymbol, true
		}
	}
	for _, p := range s.pairs {
		rd.surprise += cost[p.q] * float64(p.count)
		if lower[p.p] && upper[p.q] && (p.p|p.q) >= utf8.RuneSelf {
			rd.surprise += costCase * float64(p.count)
		}
		if sign[p.p] && rd.letter[p.q] != 0 { // as in ½uf, which is œuf in another set
			rd.surprise += costSign * float64(p.count)
		}
	}
	return rd
}

// lessUsual are signs that stand beside numbers in running text.
const lessUsual = "×±µ²³¼½¾÷¹"

// usualPunctuation is what running text holds beyond ASCII.
const usualPunctuation = "\u00a0«»‘’“”„–—…·•©®°§€£№¿¡ªº´"

// pairSurprise adds up the costs of the sample's pairs in a language.
func (s *sample) pairSurprise(rd *reading, m *pairModel) float64 {
	var class [256]uint8
	var emit [256]float64
	for i := range 256 {
		switch l := rd.letter[i]; {
		case l == 0:
			class[i] = rd.kind[i]
		case i < utf8.RuneSelf || s.seen[i]:
			class[i] = m.class(l)
			if class[i] == otherLetter {
				emit[i] = costStranger
				if l < utf8.RuneSelf {
					emit[i] = costASCII
				}
			}
		}
	}
	sum := 0.0
	for _, p := range s.pairs {
		cost := float64(m.costs[int(class[p.p])*m.classes+int(class[p.q])]) / 16
		sum += float64(p.count) * (cost + emit[p.q])
	}
	return sum
}

// characterSurprise decodes the sample and adds up the costs of its characters;
// it fails if too much is undecodable.
func (s *sample) characterSurprise(e *Encoding, language string) (float64, bool) {
	const piece = 512
	var text []byte
	bad := 0
	d := e.NewDecoder()
	// In pieces, for the wrong encodings show soon.
	for rest := s.window; len(rest) > 0; {
		var n, b int
		text, n, b, _ = d.Append(text, rest[:min(piece, len(rest))], false)
		if bad += b; bad > 2+s.high/200 || n == 0 {
			break
		}
		rest = rest[n:]
	}
	if bad > 2+s.high/200 {
		return 0, false
	}
	m := characterModel(language)
	sum := float64(bad) * costUndefined
	touches := false    // those letters follow a non-ASCII character
	letters := 0        // ASCII letters just before
	run, narrow := 0, 0 // non-ASCII characters just before, half-width ones among them
	joined := false     // a letter stood right before that run
	for _, r := range string(text) + " " {
		if r < utf8.RuneSelf {
			if run > 0 {
				// These scripts write more than one character at a time; one amid
				// letters is what an accented letter of another encoding looks like.
				if run == 1 && (joined || isASCIILetter(byte(r))) {
					sum += costLonely
				}
				if narrow == 1 {
					sum += costLonely
				}
				run, narrow = 0, 0
			}
			if !isASCIILetter(byte(r)) {
				if touches {
					sum += float64(letters) * costASCII
				}
				letters, touches = 0, false
				continue
			}
			letters++
			continue
		}
		sum += float64(letters) * costASCII
		joined = run > 0 && joined || letters > 0
		letters, touches = 0, true
		run++
		switch {
		case r == utf8.RuneError:
		case r > 0xFFFF || r >= 0xE000 && r < 0xF900:
			sum += costUndefined + 8
		case r >= 0xFF61 && r < 0xFFA0: // half-width katakana, one byte each
			sum += costNarrow
			narrow++
		default:
			sum += m.surprise(r)
		}
	}
	return sum, true
}

// confidence says how far the best candidate is ahead of the best that would
// show another text.
func (s *sample) confidence(found []candidate, best candidate) float64 {
	text, _, _, _ := best.encoding.NewDecoder().Append(nil, s.window, true)
	margin := 20.0
	for _, c := range found {
		if lead := c.surprise - best.surprise; lead < margin && c.encoding != best.encoding {
			if other, _, _, _ := c.encoding.NewDecoder().Append(nil, s.window, true); !bytes.Equal(other, text) {
				margin = lead
			}
		}
	}
	// It may be behind where one was preferred for other reasons.
	return 0.3 + 0.65*(1-math.Exp(-max(0, margin)/6))
}
