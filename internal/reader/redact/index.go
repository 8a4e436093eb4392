package redact

import (
	"bytes"
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
	for i, r := range rules {
		for _, literal := range r.anchors {
			k := rarest(literal)
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

// rarest returns where the part of an anchor begins that is the least common
// in ordinary text, which consists of small letters.
func rarest(literal string) int {
	best, at := -1, 0
	for i := 0; i+keyLen <= len(literal); i++ {
		rare := 0
		for _, c := range []byte(literal[i : i+keyLen]) {
			if c < 'a' || c > 'z' {
				rare++
			}
		}
		if rare > best {
			best, at = rare, i
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
	for ; i+2 <= len(text); i += 2 {
		if p := x.pairs[uint16(text[i])|uint16(text[i+1])<<8]; p != 0 {
			s.candidate(text, i, p)
		}
	}
}

// candidate looks at a pair of bytes that keys of anchors hold.
func (s *Stream) candidate(text []byte, i int, p uint8) {
	if p&pairSecond != 0 && i > 0 {
		s.lookup(text, i-1)
	}
	if p&pairFirst != 0 && i+keyLen <= len(text) {
		s.lookup(text, i)
	}
}

// lookup checks the rules that have an anchor whose key may be at i.
func (s *Stream) lookup(text []byte, i int) {
	x := s.index
	for n := int(x.heads[hash(text[i], text[i+1], text[i+2])]); n >= 0; n = x.anchors[n].next {
		a := &x.anchors[n]
		at := i - a.key
		if at < 0 || !bytes.HasPrefix(text[at:], []byte(a.literal)) {
			continue
		}
		r := &s.set.rules[a.rule]
		f, ok := r.find(line{text, s.prev}, at, at+len(a.literal))
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
