package lines

import (
	"encoding/binary"
	"math/bits"
	"unicode/utf8"
)

// Text is counted in chunks of 64 bytes: what matters about them fits words of
// 64 bits, bit i for byte i, and is found in words of 8 bytes at a time.
const chunkSize = 64

const (
	lows  = 0x0101010101010101
	highs = 0x80 * lows // of each byte the bit that ASCII has not
	// toHigh, added to an ASCII byte, sets the high bit if the byte is no control
	// byte, and carries nothing over.
	toHigh = (0x80 - ' ') * lows
)

// asciiControls returns how many bytes at the start of p are whole chunks of ASCII, and
// how many of those bytes are below 0x20.
func asciiControls(p []byte) (n, controls int) {
	for ; len(p)-n >= chunkSize; n += chunkSize {
		q := (*[chunkSize]byte)(p[n:])
		a := binary.LittleEndian.Uint64(q[0:])
		b := binary.LittleEndian.Uint64(q[8:])
		c := binary.LittleEndian.Uint64(q[16:])
		d := binary.LittleEndian.Uint64(q[24:])
		e := binary.LittleEndian.Uint64(q[32:])
		f := binary.LittleEndian.Uint64(q[40:])
		g := binary.LittleEndian.Uint64(q[48:])
		h := binary.LittleEndian.Uint64(q[56:])
		if (a|b|c|d|e|f|g|h)&highs != 0 {
			break
		}
		controls += chunkSize - bits.OnesCount64(
			(a+toHigh)&highs>>7|(b+toHigh)&highs>>6|(c+toHigh)&highs>>5|(d+toHigh)&highs>>4|
				(e+toHigh)&highs>>3|(f+toHigh)&highs>>2|(g+toHigh)&highs>>1|(h+toHigh)&highs)
	}
	return n, controls
}

// asciiPrefix returns how many bytes at the start of p are whole chunks of ASCII.
func asciiPrefix(p []byte) (n int) {
	for ; len(p)-n >= chunkSize; n += chunkSize {
		q := (*[chunkSize]byte)(p[n:])
		a := binary.LittleEndian.Uint64(q[0:]) | binary.LittleEndian.Uint64(q[8:])
		b := binary.LittleEndian.Uint64(q[16:]) | binary.LittleEndian.Uint64(q[24:])
		c := binary.LittleEndian.Uint64(q[32:]) | binary.LittleEndian.Uint64(q[40:])
		d := binary.LittleEndian.Uint64(q[48:]) | binary.LittleEndian.Uint64(q[56:])
		if (a|b|c|d)&highs != 0 {
			break
		}
	}
	return n
}

// transpose mirrors the matrix of 8 rows of 8 bits in x: bit 8i+j goes to 8j+i.
// It swaps ever larger squares across the diagonal.
func transpose(x uint64) uint64 {
	t := (x ^ x>>7) & 0x00AA00AA00AA00AA
	x ^= t ^ t<<7
	t = (x ^ x>>14) & 0x0000CCCC0000CCCC
	x ^= t ^ t<<14
	t = (x ^ x>>28) & 0x00000000F0F0F0F0
	return x ^ t ^ t<<28
}

// A decoder is an automaton that tells valid UTF-8 at the cost of one shift a
// byte, whatever the text. Its states are multiples of 7; the entry of a byte
// holds the state after that byte at the bit number of the state before it, so
// the next state is entry>>state. Shifts only look at the low six bits of
// the state; the seventh tells that the bytes may be an invisible character.
type decoder struct {
	next [256]uint64
	// Bytes that start an invisible character: the first two have a bit in common.
	first, second [256]uint8
}

const (
	accept  = 7 * iota // between sequences
	reject             // not valid, or too rare to be worth a state
	one                // one more continuation byte
	two                // two more
	afterE0            // two more, the first not below 0xA0
	afterED            // two more, the first not above 0x9F
	afterE1            // two more; as two, for E1 and E2, with invisible characters
	afterE3            // two more; as two, for E3 and EF
	afterF0            // three more, the first not below 0x90

	stateMask = 0x3F
	suspect   = 0x40
)

func newDecoder() *decoder {
	d := new(decoder)
	for i := range d.next {
		b := byte(i)
		in := func(from, to byte, next uint64) uint64 {
			if b < from || b > to {
				return reject
			}
			return next
		}
		marked := func(next uint64, marks ...byte) uint64 {
			for _, m := range marks {
				if b == m && next != reject {
					return next | suspect
				}
			}
			return next
		}
		d.next[i] = first(b)<<accept |
			reject<<reject |
			marked(in(0x80, 0xBF, accept), 0x9C)<<one | // for D8 9C; D8 alone would mark all Arabic
			in(0x80, 0xBF, one)<<two |
			in(0xA0, 0xBF, one)<<afterE0 |
			in(0x80, 0x9F, one)<<afterED |
			marked(in(0x80, 0xBF, one), 0x80, 0x81, 0x85, 0x9E, 0xA0)<<afterE1 |
			marked(in(0x80, 0xBF, one), 0x85, 0xBB, 0xBE, 0xBF)<<afterE3 |
			marked(in(0x90, 0xBF, two), 0x9D)<<afterF0
	}
	for bit, pair := range []string{
		"\xC2\xAD", "\xCD\x8F", "\xD8\x9C", "\xE1\x85\x9E\xA0", "\xE2\x80\x81", "\xE3\x85", "\xEF\xBB\xBE\xBF", "\xF0\x9D",
	} {
		d.first[pair[0]] |= 1 << bit
		for _, b := range []byte(pair[1:]) {
			d.second[b] |= 1 << bit
		}
	}
	return d
}

// first returns the state after the first byte of a sequence.
func first(b byte) uint64 {
	switch {
	case b < 0x80:
		return accept
	case b == 0xC2, b == 0xCD:
		return one | suspect
	case 0xC2 <= b && b <= 0xDF:
		return one
	case b == 0xE0:
		return afterE0
	case b == 0xE1, b == 0xE2:
		return afterE1
	case b == 0xE3, b == 0xEF:
		return afterE3
	case b == 0xED:
		return afterED
	case 0xE4 <= b && b <= 0xEE:
		return two
	case b == 0xF0:
		return afterF0
	}
	return reject // F1 to F4 too: planes 4 to 16 are as good as empty
}

// A shape is what a decoder finds in a chunk.
type shape struct {
	size      int    // bytes in whole sequences from the start of the chunk, ≥ 61; 0 if it has invalid ones
	controls  uint64 // bytes below 0x20
	continued uint64 // continuation bytes
	suspects  uint64 // words of 8 bytes with the first or second byte of what may be an invisible character
}

// chunk looks at q, which starts with a whole sequence.
func (d *decoder) chunk(q *[chunkSize]byte) (sh shape) {
	var state, others, continued uint64
	for i := range 8 {
		w := binary.LittleEndian.Uint64(q[8*i:])
		others = others>>1 | (w&^highs+toHigh|w)&highs
		continued = continued>>1 | w&^(w<<1)&highs
		sh.suspects >>= 1
		if w&highs == 0 && state&stateMask == accept {
			continue
		}
		state = d.next[byte(w)] >> (state & stateMask)
		seen := state
		state = d.next[byte(w>>8)] >> (state & stateMask)
		seen |= state
		state = d.next[byte(w>>16)] >> (state & stateMask)
		seen |= state
		state = d.next[byte(w>>24)] >> (state & stateMask)
		seen |= state
		state = d.next[byte(w>>32)] >> (state & stateMask)
		seen |= state
		state = d.next[byte(w>>40)] >> (state & stateMask)
		seen |= state
		state = d.next[byte(w>>48)] >> (state & stateMask)
		seen |= state
		state = d.next[byte(w>>56)] >> (state & stateMask)
		seen |= state
		sh.suspects |= seen & suspect << 1
	}
	switch state & stateMask {
	case reject:
		return shape{}
	case accept:
		sh.size = chunkSize
	default: // the last sequence goes on after q
		sh.size = chunkSize - 1 - bits.LeadingZeros64(^transpose(continued))
	}
	whole := ^uint64(0) >> (chunkSize - sh.size)
	sh.controls = transpose(^others) & whole
	sh.continued = transpose(continued) & whole
	return sh
}

// invisibles counts the invisible characters in p, whole valid sequences of
// which those words of 8 bytes are suspects.
func (d *decoder) invisibles(p []byte, suspects uint64) (n int64) {
	i := 0
	for ; suspects != 0; suspects &= suspects - 1 {
		word := 8 * bits.TrailingZeros64(suspects)
		for i = max(i, word-1); i < min(word+8, len(p)-1); i++ {
			if d.first[p[i]]&d.second[p[i+1]] != 0 {
				if r, _ := utf8.DecodeRune(p[i:]); invisible(r) {
					n++
				}
			}
		}
	}
	return n
}
