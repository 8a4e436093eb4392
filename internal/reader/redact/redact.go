// Package redact finds secrets in text that comes unit by unit (lines, cells,
// paragraphs) and replaces them by marks that name the rule.
//
// A rule is a literal anchor, such as a token's prefix, and a check of the
// shape around it: character set, length, enough different characters, no
// placeholder. All anchors are looked for in one pass over pairs of bytes, so
// text without secrets costs a fraction of a nanosecond a byte and no memory.
//
// What is found does not depend on where reading began: every match is decided
// by at most [MaxSecret] bytes, overlapping matches are joined, and a block of
// a private key, the only secret of several lines, is followed from its BEGIN
// line for less than [Reach] bytes.
//
// Examples in documentation are no secrets: values that hold a word such as
// EXAMPLE, "your" or xxxx, that repeat a few characters or count up, references
// such as ${VAR} and <token>, and passwords for the example domains.
package redact

import (
	"bytes"
	"slices"
	"sort"
	"strings"
	"sync"
	"unicode/utf8"
)

const (
	// Reach is how many bytes of a file before a window have to be passed
	// through a Stream so that the window is redacted as in the whole file.
	Reach = 64 << 10
	// MaxSecret is how long a secret of one line can be with the context that
	// makes it one. See [Stream.Part] for lines that are seen in pieces.
	MaxSecret = 16 << 10
)

// Set is an immutable list of rules; it is safe for concurrent use.
type Set struct {
	rules    []rule
	patterns []pattern
	index    func() *index
}

func newSet(rules []rule, patterns []pattern) *Set {
	return &Set{rules: rules, patterns: patterns, index: sync.OnceValue(func() *index { return newIndex(rules) })}
}

// A Mark is one replacement in a text.
type Mark struct {
	Start, End       int // in the original text, in bytes
	OutStart, OutEnd int // in the redacted text
	Rule             string
}

// markOpen and markClose enclose the name of the rule in the redacted text.
const (
	markOpen  = "⟨redacted:"
	markClose = "⟩"
)

// A span is what is replaced. The decision for it rests on the text from from,
// the beginning of its context, to end.
type span struct {
	from, start, end int
	rule             int // of Set.rules, and behind them of Set.patterns
}

// Stream redacts consecutive units; it carries the state of a key block from
// one to the next. It is not safe for concurrent use.
type Stream struct {
	set   *Set
	index *index
	key   block
	// before are the last bytes of the pieces before; line feeds at the start of
	// a unit.
	before [edgeLen]byte

	spans []span
	opens []span // BEGIN lines, see beginKey
	marks []Mark
	out   []byte
}

// NewStream returns a Stream for the units of one document.
func (s *Set) NewStream() *Stream {
	return &Stream{set: s, index: s.index(), before: lineFeeds()}
}

// Inside reports whether a block of several lines is open after the last unit.
func (s *Stream) Inside() bool { return s.key.open }

// Redact returns text with every secret replaced by ⟨redacted:rule-name⟩, and
// the marks in order. Where nothing is found it returns text itself and no
// marks. The result is valid until the next call. A unit that holds line
// breaks is taken line by line. The body lines of a key block are replaced one
// by one; its BEGIN and END lines stay.
func (s *Stream) Redact(text []byte) (out []byte, marks []Mark) {
	out, marks, _ = s.Part(text, false)
	return out, marks
}

// Part is Redact for a line that comes in pieces. While more of the line
// follows, it redacts and takes only what the rest of the line cannot change,
// which is all but about the last MaxSecret bytes; the caller puts what was not
// taken, possibly everything, before the next piece. Out is the redacted form of
// text[:taken]. In such a line a match of an own expression is found whole if it
// has at most MaxSecret bytes, and ^ may match where a piece begins.
func (s *Stream) Part(text []byte, more bool) (out []byte, marks []Mark, taken int) {
	if more && len(text) <= MaxSecret {
		return nil, nil, 0
	}
	s.spans, s.opens = s.spans[:0], s.opens[:0]
	if s.index != nil {
		s.scan(text)
	}
	if len(s.opens) > 0 {
		s.oneLiners(text)
	}
	if len(s.set.patterns) > 0 {
		s.match(text)
	}
	taken = len(text)
	if more {
		taken = s.cut(text, len(text)-MaxSecret)
		if taken == 0 {
			if len(text) < 4*MaxSecret || len(s.spans) == 0 {
				return nil, nil, 0
			}
			// One chain of overlapping secrets: hide all of it.
			taken = len(text)
			s.spans = append(s.spans, span{end: taken, rule: s.spans[0].rule})
		}
	}
	if s.key.open || len(s.opens) > 0 {
		s.walk(text, taken, more)
	}
	s.remember(text[:taken], more)
	if len(s.spans) == 0 {
		return text[:taken], nil, taken
	}
	s.replace(text[:taken])
	if len(s.marks) == 0 {
		return text[:taken], nil, taken
	}
	return s.out, s.marks, taken
}

func lineFeeds() [edgeLen]byte { return [edgeLen]byte{'\n', '\n', '\n', '\n', '\n', '\n'} }

// remember keeps the last bytes of a piece for what follows it.
func (s *Stream) remember(piece []byte, more bool) {
	if !more {
		s.before = lineFeeds()
		return
	}
	n := min(len(piece), edgeLen)
	copy(s.before[:], s.before[n:])
	copy(s.before[edgeLen-n:], piece[len(piece)-n:])
}

// cut moves at to the left until no match, with its context, and no
// code point lies across it.
func (s *Stream) cut(text []byte, at int) int {
	for moved := true; moved; {
		moved = false
		for _, found := range [][]span{s.spans, s.opens} {
			for _, f := range slices.Backward(found) { // mostly in order: one round is enough
				if f.from < at && f.end > at {
					at, moved = f.from, true
				}
			}
		}
	}
	for at > 0 && !utf8.RuneStart(text[at]) {
		at--
	}
	return at
}

// replace builds the redacted text from the spans found in text.
func (s *Stream) replace(text []byte) {
	slices.SortFunc(s.spans, func(a, b span) int {
		switch {
		case a.start != b.start:
			return a.start - b.start
		case a.end != b.end:
			return b.end - a.end // the longer one gives the name
		}
		return a.rule - b.rule
	})
	s.marks, s.out = s.marks[:0], s.out[:0]
	at := 0
	for i := 0; i < len(s.spans) && s.spans[i].start < len(text); {
		f := s.spans[i]
		for i++; i < len(s.spans) && s.spans[i].start < f.end; i++ {
			f.end = max(f.end, s.spans[i].end)
		}
		f.end = min(f.end, len(text))
		s.out = append(s.out, text[at:f.start]...)
		m := Mark{Start: f.start, End: f.end, OutStart: len(s.out), Rule: s.set.ruleName(f.rule)}
		s.out = append(s.out, markOpen...)
		s.out = append(s.out, m.Rule...)
		s.out = append(s.out, markClose...)
		m.OutEnd = len(s.out)
		s.marks = append(s.marks, m)
		at = f.end
	}
	s.out = append(s.out, text[at:]...)
}

func (s *Set) ruleName(i int) string {
	if i < len(s.rules) {
		return s.rules[i].name
	}
	return s.patterns[i-len(s.rules)].name
}

// match finds the own patterns, line by line. A match inside a mark of an
// earlier redaction is none.
func (s *Stream) match(text []byte) {
	eachLine(text, func(a, b int) {
		line := text[a:b]
		for i := range s.set.patterns {
			re := s.set.patterns[i].re
			if !re.Match(line) { // allocates nothing, unlike FindAllIndex
				continue
			}
			for _, m := range re.FindAllIndex(line, -1) {
				if m[0] < m[1] && !insideMark(line, m[0], m[1]) {
					s.spans = append(s.spans, span{from: a + m[0], start: a + m[0], end: a + m[1], rule: len(s.set.rules) + i})
				}
			}
		}
	})
}

// insideMark reports whether line[a:b] is part of the text of a mark.
func insideMark(line []byte, a, b int) bool {
	const longest = 64
	from := max(0, a-longest)
	before := string(line[from:min(len(line), a+len(markOpen))])
	i := strings.LastIndex(before, markOpen)
	if i < 0 || from+i > a {
		return false
	}
	name := from + i + len(markOpen)
	rest := string(line[name:min(len(line), name+longest)])
	end := strings.Index(rest, markClose)
	if end < 0 || b > name+end+len(markClose) {
		return false
	}
	return !strings.ContainsFunc(rest[:end], func(r rune) bool { return !isNameByte(r) })
}

func isNameByte(r rune) bool { return r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r == '-' }

// eachLine calls f with the place of every line of text, without its line end.
func eachLine(text []byte, f func(a, b int)) {
	for a := 0; ; {
		end := bytes.IndexByte(text[a:], '\n')
		last := end < 0
		if last {
			end = len(text) - a
		}
		b := a + end
		if b > a && text[b-1] == '\r' {
			b--
		}
		f(a, b)
		if a += end + 1; last || a == len(text) {
			return
		}
	}
}

// Original maps an offset in the redacted text to the original text; an offset
// inside a mark maps to the beginning of what it replaced.
func Original(marks []Mark, out int) int {
	i := sort.Search(len(marks), func(i int) bool { return marks[i].OutStart > out })
	if i == 0 {
		return out
	}
	m := marks[i-1]
	if out < m.OutEnd {
		return m.Start
	}
	return m.End + out - m.OutEnd
}

// Redacted maps an offset in the original text to the redacted text; an offset
// inside what was replaced maps to the beginning of the mark.
func Redacted(marks []Mark, orig int) int {
	i := sort.Search(len(marks), func(i int) bool { return marks[i].Start > orig })
	if i == 0 {
		return orig
	}
	m := marks[i-1]
	if orig < m.End {
		return m.OutStart
	}
	return m.OutEnd + orig - m.End
}
