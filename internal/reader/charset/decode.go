package charset

import (
	"bytes"
	"slices"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
	"golang.org/x/text/transform"
)

// replacement is what stands for an undecodable byte or unit.
const replacement = string(utf8.RuneError)

// Decoder turns the bytes of one encoding into UTF-8. It keeps no bytes back,
// only the shift state of the stateful encodings, so it may be fed in pieces.
// A byte order mark is decoded like any other character: skip it before.
type Decoder struct {
	enc   *Encoding
	table *[256]rune            // single-byte sets
	bulk  transform.Transformer // sets whose decoder comes from x/text, none of them with state
	step  stepper               // the others
	state shift
}

// A stepper decodes the first character of src. It returns its size in bytes, 0
// if src ends inside it and more may follow. The rune is noRune where the bytes
// only changed the state, and isBad tells a U+FFFD that stands for bad bytes.
type stepper func(state *shift, src []byte, atEOF bool) (r rune, size int, isBad bool)

// noRune is the result of bytes that stand for no character.
const noRune = -1

// NewDecoder returns a decoder in its initial state.
func (e *Encoding) NewDecoder() *Decoder {
	d := &Decoder{enc: e}
	switch e.form {
	case formUTF8:
	case formUTF16:
		d.step = e.stepUTF16
	case formUTF32:
		d.step = e.stepUTF32
	case formSingle:
		d.table = e.byteTable()
	case formMultiByte, formStateful:
		if x := e.transformer(); x != nil {
			d.bulk = x.NewDecoder().Transformer
		} else {
			d.step = e.stepper()
		}
	}
	return d
}

// transformer returns the x/text encoding that decodes e, nil if none does.
func (e *Encoding) transformer() encoding.Encoding {
	switch e.name {
	case "big5":
		return traditionalchinese.Big5
	case "euc-jp":
		return japanese.EUCJP
	case "euc-kr":
		return korean.EUCKR
	case "gb18030", "gbk": // the standard decodes GBK by GB18030
		return simplifiedchinese.GB18030
	case "shift_jis":
		return japanese.ShiftJIS
	}
	return nil
}

// stepper returns the function that decodes e, an encoding x/text lacks or
// decodes with a state that can't be copied.
func (e *Encoding) stepper() stepper {
	switch e.name {
	case "johab":
		return stepJohab
	case "euc-tw":
		return stepEUCTW
	case "iso-2022-jp":
		return stepISO2022JP
	case "iso-2022-kr":
		return stepISO2022KR
	case "hz-gb-2312":
		return stepHZ
	}
	return nil
}

// byteTable returns the character of each byte of a single-byte set.
func (e *Encoding) byteTable() *[256]rune {
	var t [256]rune
	for i := range 128 {
		t[i] = rune(i)
	}
	i := 128
	for _, r := range upperHalf(e.name) {
		t[i] = r
		i++
	}
	if e.name == "viscii" {
		// Six capitals had no room above and took the place of control characters.
		t[0x02], t[0x05], t[0x06], t[0x14], t[0x19], t[0x1E] = 'Ẳ', 'Ẵ', 'Ẫ', 'Ỷ', 'Ỹ', 'Ỵ'
	}
	return &t
}

// Reset returns the decoder to its initial state.
func (d *Decoder) Reset() { d.state = shift{} }

// Append decodes src and appends it to dst as UTF-8. With atEOF false, a
// sequence split at the end of src is left: consumed says how many bytes were
// taken, and the caller presents the rest again with what follows.
//
// Each undecodable byte or unit becomes one U+FFFD; bad counts them and firstBad
// is the offset in src of the first, -1 if there is none. A U+FFFD that stands
// in the source is not bad.
func (d *Decoder) Append(dst, src []byte, atEOF bool) (out []byte, consumed, bad, firstBad int) {
	switch {
	case d.table != nil:
		return appendSingle(d.table, dst, src)
	case d.bulk != nil:
		return d.appendBulk(dst, src, atEOF)
	case d.step != nil:
		return d.appendSteps(dst, src, atEOF)
	}
	return appendUTF8(dst, src, atEOF)
}

func appendUTF8(dst, src []byte, atEOF bool) (out []byte, consumed, bad, firstBad int) {
	if utf8.Valid(src) {
		return append(dst, src...), len(src), 0, -1
	}
	firstBad = -1
	done := 0 // src[done:i] is valid and not yet copied
	i := 0
	for i < len(src) {
		if src[i] < utf8.RuneSelf {
			i++
			continue
		}
		r, size := utf8.DecodeRune(src[i:])
		if r == utf8.RuneError && size == 1 {
			if !atEOF && !utf8.FullRune(src[i:]) {
				break
			}
			dst = append(dst, src[done:i]...)
			dst = append(dst, replacement...)
			done = i + 1
			bad++
			if firstBad < 0 {
				firstBad = i
			}
		}
		i += size
	}
	return append(dst, src[done:i]...), i, bad, firstBad
}

func appendSingle(table *[256]rune, dst, src []byte) (out []byte, consumed, bad, firstBad int) {
	firstBad = -1
	dst = slices.Grow(dst, len(src)+len(src)/8)
	for i, c := range src {
		r := table[c]
		if r < utf8.RuneSelf {
			dst = append(dst, byte(r))
			continue
		}
		if r == utf8.RuneError {
			bad++
			if firstBad < 0 {
				firstBad = i
			}
		}
		dst = utf8.AppendRune(dst, r)
	}
	return dst, len(src), bad, firstBad
}

func (d *Decoder) appendSteps(dst, src []byte, atEOF bool) (out []byte, consumed, bad, firstBad int) {
	firstBad = -1
	for consumed < len(src) {
		r, size, isBad := d.step(&d.state, src[consumed:], atEOF)
		if size == 0 {
			break
		}
		if isBad {
			bad++
			if firstBad < 0 {
				firstBad = consumed
			}
		}
		if r != noRune {
			dst = utf8.AppendRune(dst, r)
		}
		consumed += size
	}
	return dst, consumed, bad, firstBad
}

func (d *Decoder) appendBulk(dst, src []byte, atEOF bool) (out []byte, consumed, bad, firstBad int) {
	firstBad = -1
	for consumed < len(src) {
		// Three bytes for two is the usual growth of a multi-byte set.
		dst = slices.Grow(dst, (len(src)-consumed)*3/2+2*utf8.UTFMax)
		room := dst[len(dst):cap(dst)]
		nDst, nSrc, err := d.bulk.Transform(room, src[consumed:], atEOF)
		if b, first := d.countBad(room[:nDst], src[consumed:consumed+nSrc]); b > 0 {
			bad += b
			if firstBad < 0 {
				firstBad = consumed + first
			}
		}
		dst = dst[:len(dst)+nDst]
		consumed += nSrc
		if err == transform.ErrShortSrc { //nolint:errorlint // transformers return it bare
			break
		}
	}
	return dst, consumed, bad, firstBad
}

// countBad counts the U+FFFD in decoded, to which src was decoded, that stand
// for undecodable bytes, and returns the offset in src of the first.
func (d *Decoder) countBad(decoded, src []byte) (bad, first int) {
	canSay := d.enc.name == "gb18030" || d.enc.name == "gbk" // the only ones that can say U+FFFD
	pos := 0                                                 // of src, belonging to the start of decoded
	for {
		i := bytes.Index(decoded, []byte(replacement))
		if i < 0 {
			return bad, first
		}
		if !canSay && bad > 0 { // the rest need not be placed
			return bad + bytes.Count(decoded, []byte(replacement)), first
		}
		// Decoding once more into the same room shows where the U+FFFD came from.
		_, n, _ := d.bulk.Transform(decoded[:i], src[pos:], false)
		pos += n
		if !canSay || !bytes.HasPrefix(src[pos:], []byte("\x84\x31\xA4\x37")) {
			if bad == 0 {
				first = pos
			}
			bad++
		}
		_, n, _ = d.bulk.Transform(decoded[i:i+len(replacement)], src[pos:], true)
		pos += n
		decoded = decoded[i+len(replacement):]
	}
}

// SourceLen returns how many leading bytes of src decode to exactly the first n
// bytes of its UTF-8 form; n lies on a character's boundary. Src starts in the
// initial state of a stateful encoding. It is len(src) if src decodes to fewer
// bytes.
func (e *Encoding) SourceLen(src []byte, n int) int {
	if n <= 0 {
		return 0
	}
	d := e.NewDecoder()
	switch {
	case d.table != nil:
		for i, c := range src {
			if n -= utf8.RuneLen(d.table[c]); n < 0 {
				return i
			}
		}
		return len(src)
	case d.bulk != nil:
		room := make([]byte, min(n, 4096))
		pos := 0
		for n > 0 && pos < len(src) {
			nDst, nSrc, err := d.bulk.Transform(room[:min(n, len(room))], src[pos:], true)
			if nSrc == 0 && err != nil {
				break // n was inside a character
			}
			n -= nDst
			pos += nSrc
		}
		return pos
	case d.step != nil:
		pos := 0
		for n > 0 && pos < len(src) {
			r, size, _ := d.step(&d.state, src[pos:], true)
			if r != noRune {
				n -= utf8.RuneLen(r)
			}
			if n < 0 {
				break
			}
			pos += size
		}
		return pos
	}
	if n <= len(src) && utf8.Valid(src[:n]) {
		return n
	}
	pos := 0
	for n > 0 && pos < len(src) {
		r, size := utf8.DecodeRune(src[pos:])
		if n -= utf8.RuneLen(r); n < 0 {
			break
		}
		pos += size
	}
	return pos
}
