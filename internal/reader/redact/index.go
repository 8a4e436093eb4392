package redact

import (
	"encoding/binary"
)

// keyLen is how many bytes of an anchor are looked for; no anchor is shorter.
// Two overlapping pairs of bytes cover it, so one of them is seen even if only
// every second pair of the text is looked at.
const keyLen = 3

// An anchor is a literal that every match of a rule holds.
type anchor struct {
	literal string
	key     int // where in literal the bytes looked for begin
	rule    int
	next    int // anchor of the same hash, or -1
}

// index finds anchors.
type index struct {
	pairs   [1 << 16]uint8 // by two bytes: pairFirst, pairSecond
	heads   [1 << 10]int16 // by hash: the first anchor, or -1
	anchors []anchor
}

const (
	pairFirst  = 1 << iota // of a key
	pairSecond             // of a key
)

func newIndex(rules []rule) *index {
	if len(rules) == 0 {
		return nil
	}
	x := new(index)
	for i := range x.heads {
		x.heads[i] = -1
	}
	rank := make(map[string]int)
	for i := 0; i+2 < len(commonPairs); i += 3 {
		rank[commonPairs[i:i+2]] = len(commonPairs) - i
	}
	for i, r := range rules {
		for _, literal := range r.anchors {
			k := rarest(literal, rank)
			key := literal[k : k+keyLen]
			x.pairs[uint16(key[0])|uint16(key[1])<<8] |= pairFirst
			x.pairs[uint16(key[1])|uint16(key[2])<<8] |= pairSecond
			h := hash(key[0], key[1], key[2])
			x.anchors = append(x.anchors, anchor{literal: literal, key: k, rule: i, next: int(x.heads[h])})
			x.heads[h] = int16(len(x.anchors) - 1)
		}
	}
	return x
}

// commonPairs are the pairs of letters most met in text, in order, and those
// most met in source code.
const commonPairs = "// in re er th te on st en ti he at an or es nt et le ec se co al ar ns it me is de ro ri ic to ne om ct ed io ra nd ng as ha ou ve li ce lo ll ch " +
	"ur ma el ea pe si tr ta la us if pa ho fo no ut di ac rs un ss ca ge pr ot il so em ad ol rt po na ul ni ts mo im mi ai sh su id os am fi ci pl ig " +
	"va ck yp ld ag ap ls xp nv ok ys mp ab op ex ke od pt ty ey pp un rr by fu fr od bo "

// rarest returns where the part of an anchor begins whose pairs are the least
// common by rank.
func rarest(literal string, rank map[string]int) (at int) {
	least := -1
	for i := 0; i+keyLen <= len(literal); i++ {
		if common := rank[literal[i:i+2]] + rank[literal[i+1:i+3]]; least < 0 || common < least {
			least, at = common, i
		}
	}
	return at
}

func hash(a, b, c byte) uint32 {
	return (uint32(a) | uint32(b)<<8 | uint32(c)<<16) * 0x9E3779B1 >> 22
}

// scan finds the matches of the rules in text.
func (s *Stream) scan(text []byte) {
	x := s.index
	i := 0
	for ; i+8 <= len(text); i += 8 {
		w := binary.LittleEndian.Uint64(text[i:])
		if x.pairs[uint16(w)]|x.pairs[uint16(w>>16)]|x.pairs[uint16(w>>32)]|x.pairs[uint16(w>>48)] == 0 {
			continue
		}
		for j := i; j < i+8; j += 2 {
			if p := x.pairs[uint16(text[j])|uint16(text[j+1])<<8]; p != 0 {
				s.candidate(text, j, p)
			}
		}
	}
	if len(text) >= 8 && i+2 <= len(text) {
		// A look at the last eight bytes saves the loop over the rest: of the two
		// pairs of a key there, one is among these, too.
		w := binary.LittleEndian.Uint64(text[len(text)-8:])
		if x.pairs[uint16(w)]|x.pairs[uint16(w>>16)]|x.pairs[uint16(w>>32)]|x.pairs[uint16(w>>48)] == 0 {
			return
		}
	}
	for ; i+2 <= len(text); i += 2 {
		if p := x.pairs[uint16(text[i])|uint16(text[i+1])<<8]; p != 0 {
			s.candidate(text, i, p)
		}
	}
}

// candidate looks at a pair of bytes that keys of anchors hold.
func (s *Stream) candidate(text []byte, i int, p uint8) {
	heads := &s.index.heads
	if p&pairSecond != 0 && i > 0 {
		if n := heads[hash(text[i-1], text[i], text[i+1])]; n >= 0 {
			s.lookup(text, i-1, int(n))
		}
	}
	if p&pairFirst != 0 && i+keyLen <= len(text) {
		if n := heads[hash(text[i], text[i+1], text[i+2])]; n >= 0 {
			s.lookup(text, i, int(n))
		}
	}
}

// lookup checks the rules that have an anchor whose key may be at i; n is the
// first of those anchors.
func (s *Stream) lookup(text []byte, i, n int) {
	for x := s.index; n >= 0; n = x.anchors[n].next {
		a := &x.anchors[n]
		at := i - a.key
		end := at + len(a.literal)
		if at < 0 || end > len(text) || string(text[at:end]) != a.literal {
			continue
		}
		r := &s.set.rules[a.rule]
		f, ok := r.find(line{text, s.before}, at, end)
		if !ok {
			continue
		}
		f.rule = a.rule
		if r.opens {
			s.opens = append(s.opens, f)
		} else {
			s.spans = append(s.spans, f)
		}
	}
}
