package charset

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math/bits"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// A Guess is what [Detect] concluded about a file.
type Guess struct {
	Encoding   *Encoding // nil exactly if Binary
	BOM        int       // bytes of the byte order mark, 0 if there is none
	Confidence float64   // 0 to 1
	Evidence   string    // a short phrase, as "byte order mark" or "letter pairs of Russian"
	Binary     bool      // not text
	ASCII      bool      // only ASCII was seen: to be revised at the first byte that breaks it
}

// Detect decides from sample, the first bytes of a file (64 KiB are plenty),
// which encoding the file is in, or that it is binary. With complete false the
// sample may end inside a character. An empty sample is ASCII, thus UTF-8.
//
// The order is: byte order mark, valid UTF-8, UTF-16 and UTF-32 by their units,
// ISO-2022 by its escape sequences, a declaration in XML or HTML, and statistics
// of multi-byte structure and letter pairs. Binary is a sample with NUL bytes
// that is not UTF-16 or UTF-32, but for very few of them in valid UTF-8, or with
// too many control bytes.
func Detect(sample []byte, complete bool) Guess {
	if g, ok := byteOrderMark(sample); ok {
		return g
	}
	s := survey(sample)
	if s.nul > 0 {
		if g, ok := unicodeUnits(sample, complete); ok {
			return g
		}
		if !strayNULs(s, sample, complete) {
			return Guess{Binary: true, Confidence: 0.99, Evidence: "NUL bytes"}
		}
	}
	if s.ascii && (s.escapes > 0 || s.controls > 0 || bytes.Contains(sample, []byte("~{"))) {
		if e := escaped(sample); e != nil {
			return Guess{Encoding: e, Confidence: 0.99, Evidence: "escape sequences"}
		}
	}
	valid := s.ascii || validUTF8(sample, complete)
	if tooManyControls(s.controls, len(sample), valid) {
		return Guess{
			Binary: true, Confidence: 0.95,
			Evidence: fmt.Sprintf("%d %% control bytes", s.controls*100/len(sample)),
		}
	}
	if s.ascii {
		return Guess{Encoding: UTF8(), Confidence: 1, Evidence: "only ASCII", ASCII: true}
	}
	if valid {
		return Guess{Encoding: UTF8(), Confidence: 0.99, Evidence: "valid UTF-8"}
	}
	if g, ok := mostlyUTF8(sample, complete); ok {
		return g
	}
	return legacy(sample, complete)
}

// DetectLegacy decides where a file was taken for ASCII or UTF-8 and later bytes
// broke that: region holds whole lines around the first breaking bytes. It never
// answers Binary.
func DetectLegacy(region []byte) Guess {
	if survey(region).ascii {
		if e := escaped(region); e != nil {
			return Guess{Encoding: e, Confidence: 0.99, Evidence: "escape sequences"}
		}
		return Guess{Encoding: UTF8(), Confidence: 1, Evidence: "only ASCII", ASCII: true}
	}
	if g, ok := mostlyUTF8(region, true); ok {
		return g
	}
	return legacy(region, true)
}

func byteOrderMark(b []byte) (Guess, bool) {
	for _, m := range [...]struct{ mark, name string }{
		{"\xEF\xBB\xBF", "utf-8"},
		{"\x00\x00\xFE\xFF", "utf-32be"},
		{"\xFF\xFE\x00\x00", "utf-32le"},
		{"\xFE\xFF", "utf-16be"},
		{"\xFF\xFE", "utf-16le"},
	} {
		if !bytes.HasPrefix(b, []byte(m.mark)) {
			continue
		}
		e := byName(m.name)
		// FF FE 00 00 may also be UTF-16 that starts with a NUL; the units tell.
		if e.Width() == 4 && badUnits32(e, b[:len(b)&^3])*100 > len(b)/4 {
			continue
		}
		// Binary files begin like this too; a tenth of bad units is no text.
		if e.Width() == 2 && badUnits16(e, b)*10 > len(b)/2 {
			continue
		}
		return Guess{Encoding: e, BOM: len(m.mark), Confidence: 1, Evidence: "byte order mark"}, true
	}
	return Guess{}, false
}

// tally is what one pass over a sample counts.
type tally struct {
	controls int // control bytes by the rule of Controls
	nul      int
	escapes  int
	ascii    bool
}

// Controls counts the control bytes that speak against text: those below 0x20
// but for BS, TAB, LF, VT, FF, CR, SUB and ESC, which text files hold (ESC in
// coloured logs, BS in overstruck manual pages, SUB at the end of DOS files), and
// DEL. A block of text has few of them and no NUL.
func Controls(b []byte) int { return survey(b).controls }

// strayNULs reports whether the NUL bytes of a sample are so few that it is a text
// with some damage, as a crash leaves it in a log: less than one in a thousand
// bytes that are valid UTF-8. Where in the file they stand makes no difference.
func strayNULs(t tally, sample []byte, complete bool) bool {
	return t.nul*1024 < len(sample) && (t.ascii || validUTF8(sample, complete))
}

// tooManyControls is the rule of binary: more than one in 16 control bytes (bytes
// by chance have twice as many), or in valid UTF-8, which bytes by chance are not,
// one in six. Key maps and typescripts are such texts.
func tooManyControls(controls, size int, valid bool) bool {
	if valid {
		return controls*6 > size
	}
	return controls*16 > size
}

// survey looks at 32 bytes at a time; only those that may be control bytes are
// looked at one by one.
func survey(b []byte) tally {
	const (
		ones  = 0x0101010101010101
		highs = 0x8080808080808080
	)
	// The high bit is set where a byte is below 0x20, or 0x7F. A borrow may set it
	// for the byte above such a one too; count looks again.
	low := func(w uint64) uint64 { return ((w - 0x20*ones) | (w + ones)) &^ w & highs }
	var t tally
	var all uint64
	for len(b) >= 32 {
		w0, w1 := binary.LittleEndian.Uint64(b), binary.LittleEndian.Uint64(b[8:])
		w2, w3 := binary.LittleEndian.Uint64(b[16:]), binary.LittleEndian.Uint64(b[24:])
		all |= w0 | w1 | w2 | w3
		if low(w0)|low(w1)|low(w2)|low(w3) != 0 {
			for i, w := range [...]uint64{w0, w1, w2, w3} {
				for m := low(w); m != 0; m &= m - 1 {
					t.count(b[8*i+bits.TrailingZeros64(m)/8])
				}
			}
		}
		b = b[32:]
	}
	for _, c := range b {
		all |= uint64(c)
		t.count(c)
	}
	t.ascii = all&highs == 0
	return t
}

func (t *tally) count(c byte) {
	switch {
	case c == 0x1B:
		t.escapes++
	case textControl(rune(c)):
	case c == 0:
		t.nul++
		t.controls++
	case c < 0x20 || c == 0x7F:
		t.controls++
	}
}

// validUTF8 reports whether b is UTF-8, but for a character cut by its end if
// more follows.
func validUTF8(b []byte, complete bool) bool {
	if !complete {
		b = b[:len(b)-cutTail(b)]
	}
	return utf8.Valid(b)
}

// cutTail returns how many bytes at the end of b are the start of a character.
func cutTail(b []byte) int {
	for i := 1; i < utf8.UTFMax && i <= len(b); i++ {
		if c := b[len(b)-i]; utf8.RuneStart(c) {
			if c >= utf8.RuneSelf && !utf8.FullRune(b[len(b)-i:]) {
				return i
			}
			break
		}
	}
	return 0
}

// mostlyUTF8 recognises UTF-8 with a few bad bytes, as logs have them: legacy
// text almost never holds four valid sequences for one invalid.
func mostlyUTF8(b []byte, complete bool) (Guess, bool) {
	if !complete {
		b = b[:len(b)-cutTail(b)]
	}
	good, bad := 0, 0
	for i := 0; i < len(b); {
		if b[i] < utf8.RuneSelf {
			i++
			continue
		}
		r, size := utf8.DecodeRune(b[i:])
		if r == utf8.RuneError && size == 1 {
			if bad++; bad > 1000 && good < bad {
				return Guess{}, false // no need to see the rest
			}
		} else {
			good++
		}
		i += size
	}
	if good == 0 || good < 4*bad {
		return Guess{}, false
	}
	if bad == 0 {
		return Guess{Encoding: UTF8(), Confidence: 0.99, Evidence: "valid UTF-8"}, true
	}
	return Guess{Encoding: UTF8(), Confidence: 0.9, Evidence: "UTF-8 but for " + plural(bad, "byte")}, true
}

func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// escaped recognises the encodings that live in seven bits.
func escaped(b []byte) *Encoding {
	japanese := [...]string{"\x1B$B", "\x1B$@", "\x1B$(D", "\x1B(J", "\x1B(I"}
	for rest := b; ; {
		i := bytes.IndexByte(rest, 0x1B)
		if i < 0 {
			break
		}
		rest = rest[i:]
		if bytes.HasPrefix(rest, []byte("\x1B$)C")) {
			return byName("iso-2022-kr")
		}
		for _, seq := range japanese {
			if bytes.HasPrefix(rest, []byte(seq)) {
				return byName("iso-2022-jp")
			}
		}
		rest = rest[1:]
	}
	if looksHZ(b) {
		return byName("hz-gb-2312")
	}
	return nil
}

// looksHZ reports whether b holds "~{", pairs of GB 2312 and "~}", and nothing
// that the encoding forbids between them.
func looksHZ(b []byte) bool {
	pairs := 0
	for {
		_, rest, found := bytes.Cut(b, []byte("~{"))
		if !found {
			return pairs > 0
		}
		inner, after, found := bytes.Cut(rest, []byte("~}"))
		if !found || len(inner) == 0 || len(inner)%2 == 1 {
			return false
		}
		for i := 0; i < len(inner); i += 2 {
			if inner[i] < 0x21 || inner[i] > 0x77 || inner[i+1] < 0x21 || inner[i+1] > 0x7E {
				return false
			}
		}
		pairs += len(inner) / 2
		b = after
	}
}

// unitBytes is how much of a file is looked at as UTF-16 and UTF-32.
const unitBytes = 8 << 10

// unicodeUnits recognises UTF-32 and UTF-16 without a byte order mark.
func unicodeUnits(b []byte, complete bool) (Guess, bool) {
	if !complete || len(b)%4 == 0 {
		whole := b[:min(len(b)&^3, unitBytes)]
		for _, name := range [...]string{"utf-32le", "utf-32be"} {
			e := byName(name)
			// One unit in a hundred may be bad.
			if len(whole) >= 8 && badUnits32(e, whole)*100 <= len(whole)/4 {
				return Guess{Encoding: e, Confidence: 0.95, Evidence: "UTF-32 unit statistics"}, true
			}
		}
	}
	if len(b)%2 == 1 && complete {
		return Guess{}, false
	}
	// ASCII with some NUL bytes reads as ideographs; in UTF-16 nearly every other
	// byte of it is NUL.
	if t := survey(b); t.ascii && t.nul*5 < len(b)*2 && !tooManyControls(t.controls-t.nul, len(b), false) {
		return Guess{}, false
	}
	whole := b[:min(len(b)&^1, unitBytes)]
	little, big := byName("utf-16le"), byName("utf-16be")
	l, g := textLikeness16(little, whole), textLikeness16(big, whole)
	e := little
	if g > l {
		e = big
	}
	if max(l, g) < 0.95 {
		return Guess{}, false
	}
	return Guess{Encoding: e, Confidence: 0.9, Evidence: "UTF-16 unit statistics"}, true
}

// badUnits32 counts the units of b that no text holds.
func badUnits32(e *Encoding, b []byte) (bad int) {
	for ; len(b) >= 4; b = b[4:] {
		u := e.unit32(b)
		if u > utf8.MaxRune || !utf8.ValidRune(rune(u)) || u < 0x20 && !textControl(rune(u)) || u == 0x7F || u&0xFFFE == 0xFFFE {
			bad++
		}
	}
	return bad
}

// badUnits16 counts the units of b that no text holds.
func badUnits16(e *Encoding, b []byte) (bad int) {
	for len(b) >= 2 {
		r, size, isBad := e.stepUTF16(nil, b, true)
		if isBad || r < 0x20 && !textControl(r) || r == 0x7F || r&0xFFFE == 0xFFFE {
			bad++
		}
		b = b[size:]
	}
	return bad
}

// textControl reports whether a control character occurs in text.
func textControl(r rune) bool {
	return r >= '\b' && r <= '\r' || r == 0x1A || r == 0x1B
}

// textLikeness16 scores b as UTF-16 of e's byte order: text has spaces or line
// ends, or is all ASCII, and it has few scripts, so most characters fall into
// few blocks. Text scores about 1 or more, anything else less; 0 means it can't
// be.
func textLikeness16(e *Encoding, b []byte) float64 {
	if len(b) < 4 {
		return 0
	}
	units := make([]uint16, 0, len(b)/2)
	for ; len(b) >= 2; b = b[2:] {
		units = append(units, uint16(e.unit16(b)))
	}
	controls := 0
	for _, u := range units {
		if u < 0x20 && !textControl(rune(u)) {
			controls++
		}
	}
	if controls*50 > len(units) {
		return 0 // most binary files, at little cost
	}
	if n := len(units) - 1; units[n] >= 0xD800 && units[n] < 0xDC00 {
		units = units[:n] // the sample cut a pair
	}
	runes := utf16.Decode(units)
	var blocks [512]int
	bad, spaces := 0, 0
	for _, r := range runes {
		switch {
		case r == ' ' || r == '\n' || r == '\r' || r == '\t' || r == 0x3000:
			spaces++
		case r < 0x20, r == 0xFFFD, r >= 0xFFF0 && r < 0x10000, unicode.Is(unicode.Co, r):
			bad++
		case r < 0x80, unicode.IsGraphic(r), unicode.Is(unicode.Cf, r):
		default:
			bad++
		}
		switch {
		case r >= 0x4E00 && r < 0xA000 || r >= 0xAC00 && r < 0xD7A4:
			blocks[256+r>>13]++ // ideographs and Hangul use their whole blocks
		case r < 0x10000:
			blocks[r>>8]++
		default:
			blocks[511]++
		}
	}
	if len(runes) == 0 || bad*50 > len(runes) || spaces == 0 && blocks[0] < len(runes) {
		return 0
	}
	top := 0
	for range 4 {
		best := 0
		for i, n := range blocks {
			if n > blocks[best] {
				best = i
			}
		}
		top += blocks[best]
		blocks[best] = 0
	}
	return float64(top+spaces-5*bad) / float64(len(runes))
}
