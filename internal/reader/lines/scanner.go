package lines

import (
	"bytes"
	"math/bits"
	"unicode/utf8"
)

// A Scanner takes a UTF-8 text in order, in blocks cut anywhere, and knows its
// [Stats] at any moment. The zero Scanner is not ready; see [NewScanner].
type Scanner struct {
	brief         bool  // count only what Count promises
	start, offset int64 // of the text, and of what comes next

	feeds, pairs, returns int64 // all of LF, of CR LF, of CR
	chars                 int64
	undecodable, firstBad int64
	firstNonASCII         int64
	nul, control          int64
	invisible             int64

	lineStart             int64 // chars before the current line
	longest, longestAfter int64 // length of the longest line, and the line feeds before it
	indent                indentation

	decoder *decoder // made when the first byte from 0x80 up comes

	prev    byte              // the byte before offset, or 0
	pending [utf8.UTFMax]byte // of a sequence cut off by the end of a block…
	npend   int               // …so many bytes, not counted yet
}

// NewScanner returns a Scanner at the start of a text.
func NewScanner() *Scanner {
	s := newScanner(0, false)
	return &s
}

// newScanner returns a Scanner at the start of a line at the given offset.
func newScanner(offset int64, brief bool) Scanner {
	return Scanner{
		brief: brief,
		start: offset, offset: offset,
		firstBad: -1, firstNonASCII: -1, longest: -1,
		indent: newIndentation(),
	}
}

// Write takes the next bytes of the text. It never fails.
func (s *Scanner) Write(p []byte) (int, error) {
	n := len(p)
	for s.npend > 0 && len(p) > 0 {
		s.pending[s.npend] = p[0]
		s.npend++
		p = p[1:]
		s.settle(false)
	}
	if len(p) > 0 {
		s.npend = copy(s.pending[:], s.scan(p))
	}
	return n, nil
}

// settle takes what is pending as far as it is decided: all of it if the text
// ends here.
func (s *Scanner) settle(end bool) {
	for s.npend > 0 && (end || utf8.FullRune(s.pending[:s.npend])) {
		_, w := utf8.DecodeRune(s.pending[:s.npend])
		s.take(s.pending[:w])
		s.npend = copy(s.pending[:], s.pending[w:s.npend])
	}
}

// Stats returns what the text holds so far, as if it ended here.
func (s *Scanner) Stats() Stats {
	t := *s
	t.settle(true)
	st := Stats{
		Bytes: t.offset - t.start,
		LF:    t.feeds - t.pairs, CRLF: t.pairs, CR: t.returns - t.pairs,
		FinalNewline:  t.offset > t.start && t.prev == '\n',
		Characters:    t.chars,
		Undecodable:   t.undecodable,
		FirstBad:      t.firstBad,
		FirstNonASCII: t.firstNonASCII,
	}
	if t.brief {
		return st
	}
	if t.indent.open && t.prev == '\r' {
		t.indent.close(false)
	}
	st.NUL, st.Control, st.Invisible = t.nul, t.control, t.invisible
	st.IndentTabs, st.IndentSpaces, st.IndentMixed = t.indent.tabs, t.indent.spaces, t.indent.mixed
	st.IndentWidth = t.indent.width()
	if st.Bytes > 0 {
		if !st.FinalNewline {
			t.endLine(t.chars - t.lineStart)
		}
		st.LongestLine, st.LongestLineNo = t.longest, t.longestAfter+1
	}
	return st
}

// pageSize is how many bytes are looked at more than once before the next: they
// stay in the first-level cache.
const pageSize = 16 << 10

// scan takes p and returns what is undecided at its end: the start of a
// sequence.
func (s *Scanner) scan(p []byte) (rest []byte) {
	for len(p) > 0 {
		n := whole(p[:min(len(p), pageSize)])
		if n == 0 {
			break
		}
		s.take(p[:n])
		p = p[n:]
	}
	return p
}

// whole returns the length of p without the sequence cut off at its end, if any.
func whole(p []byte) int {
	for k := 1; k < utf8.UTFMax && k <= len(p); k++ {
		if tail := p[len(p)-k:]; utf8.RuneStart(tail[0]) {
			if !utf8.FullRune(tail) {
				return len(p) - k
			}
			break
		}
	}
	return len(p)
}

// take counts p, which is not empty and cuts no sequence.
func (s *Scanner) take(p []byte) {
	if s.offset == 0 && bytes.HasPrefix(p, []byte("\uFEFF")) {
		s.invisible-- // the mark at the start is counted below like any other
	}
	if s.indent.open && !s.brief {
		s.indent.measure(p, s.prev)
	}
	i := 0
	for len(p)-i >= chunkSize {
		next := s.ascii(p, i)
		if next == i {
			next = s.mixed(p, i)
		}
		i = next
	}
	s.runes(p, i, len(p))
	if !s.brief {
		s.control += int64(bytes.Count(p, []byte{0x7F}))
	}
	s.prev = p[len(p)-1]
	s.offset += int64(len(p))
}

// ascii counts the chunks from p[i] on that are all ASCII, and returns where
// they end.
func (s *Scanner) ascii(p []byte, i int) (end int) {
	if s.brief {
		end = i + asciiPrefix(p[i:])
		if i < end {
			s.asciiEnds(p, i, end)
		}
	} else {
		n, controls := asciiControls(p[i:])
		end = i + n
		if feeds := s.asciiLines(p, i, end); feeds < controls {
			s.otherControls(p[i:end], controls-feeds)
		}
	}
	s.chars += int64(end - i)
	return end
}

// asciiEnds counts the line ends in p[i:end], which is ASCII and not empty.
func (s *Scanner) asciiEnds(p []byte, i, end int) {
	s.feeds += int64(bytes.Count(p[i:end], []byte{'\n'}))
	if n := bytes.Count(p[i:end], []byte{'\r'}); n > 0 {
		s.returns += int64(n)
		s.pairs += int64(bytes.Count(p[i:end], []byte("\r\n")))
	}
	if p[i] == '\n' && s.before(p, i) == '\r' {
		s.pairs++
	}
}

// asciiLines takes the line feeds in p[i:end], which is ASCII, and returns their
// number.
func (s *Scanner) asciiLines(p []byte, i, end int) (feeds int) {
	before := s.chars - int64(i)
	for {
		n := bytes.IndexByte(p[i:end], '\n')
		if n < 0 {
			return feeds
		}
		i += n
		chars := before + int64(i)
		if i > 0 && i+1 < len(p) && p[i-1] != '\r' && p[i+1] > ' ' && s.indent.last == 0 && chars-s.lineStart <= s.longest {
			// By far the most lines of most files: nothing new about them.
			s.feeds++
			s.lineStart = chars + 1
		} else {
			s.feed(p, i, chars)
		}
		feeds++
		i++
	}
}

// otherControls counts the bytes of p below 0x20 that are no line feeds, so many
// of them, and stops looking when it has all.
func (s *Scanner) otherControls(p []byte, left int) {
	for _, b := range []byte{'\t', '\r', 0x1B, '\f', '\b', 0} {
		if left == 0 {
			return
		}
		n := bytes.Count(p, []byte{b})
		left -= n
		switch b {
		case '\r':
			s.returns += int64(n)
		case 0:
			s.nul += int64(n)
			left += n // counted below with all others
		}
	}
	s.control += int64(left)
}

// mixed counts a chunk from p[i] that is not all ASCII, and returns where the
// next starts.
func (s *Scanner) mixed(p []byte, i int) int {
	if s.decoder == nil {
		s.decoder = newDecoder()
	}
	q := (*[chunkSize]byte)(p[i:])
	sh := s.decoder.chunk(q)
	if sh.size == 0 || s.firstNonASCII < 0 {
		return s.runes(p, i, i+chunkSize)
	}
	for c := sh.controls; c != 0; c &= c - 1 {
		j := bits.TrailingZeros64(c)
		if p[i+j] == '\n' {
			s.feed(p, i+j, s.chars+int64(j-bits.OnesCount64(sh.continued&(1<<j-1))))
		} else {
			s.controlByte(p[i+j])
		}
	}
	s.chars += int64(sh.size - bits.OnesCount64(sh.continued))
	if sh.suspects != 0 && !s.brief {
		s.invisible += s.decoder.invisibles(q[:sh.size], sh.suspects)
	}
	return i + sh.size
}

// runes counts the code points of p that start in p[i:end] and returns the
// offset of the first after them.
func (s *Scanner) runes(p []byte, i, end int) int {
	for i < end {
		if b := p[i]; b < utf8.RuneSelf {
			if b == '\n' {
				s.feed(p, i, s.chars)
			} else if b < ' ' {
				s.controlByte(b)
			}
			s.chars++
			i++
			continue
		}
		at := s.offset + int64(i)
		if s.firstNonASCII < 0 {
			s.firstNonASCII = at
		}
		r, w := utf8.DecodeRune(p[i:])
		if r == utf8.RuneError && w == 1 {
			if s.firstBad < 0 {
				s.firstBad = at
			}
			s.undecodable++
		} else if invisible(r) {
			s.invisible++
		}
		s.chars++
		i += w
	}
	return i
}

// feed takes the line feed p[i], with so many characters before it.
func (s *Scanner) feed(p []byte, i int, chars int64) {
	length := chars - s.lineStart
	if s.before(p, i) == '\r' {
		s.pairs++
		length--
	}
	if !s.brief {
		s.endLine(length)
		s.lineStart = chars + 1
		s.indent.start(p[i+1:])
	}
	s.feeds++
}

// before returns the byte before p[i], which may be the last of what came
// before p.
func (s *Scanner) before(p []byte, i int) byte {
	if i == 0 {
		return s.prev
	}
	return p[i-1]
}

// endLine takes a line of so many characters after all line feeds so far.
func (s *Scanner) endLine(length int64) {
	if length > s.longest {
		s.longest, s.longestAfter = length, s.feeds
	}
}

// controlByte takes a byte below 0x20 other than a line feed.
func (s *Scanner) controlByte(b byte) {
	switch b {
	case '\t', '\f', '\b', 0x1B:
	case '\r':
		s.returns++
	case 0:
		s.nul++
		s.control++
	default:
		s.control++
	}
}

// merge adds the text that next scanned, which follows that of s; s ended in a
// line feed.
func (s *Scanner) merge(next *Scanner) {
	if next.firstBad >= 0 && s.firstBad < 0 {
		s.firstBad = next.firstBad
	}
	if next.firstNonASCII >= 0 && s.firstNonASCII < 0 {
		s.firstNonASCII = next.firstNonASCII
	}
	if next.longest > s.longest {
		s.longest, s.longestAfter = next.longest, s.feeds+next.longestAfter
	}
	s.indent.merge(&next.indent)
	s.lineStart = s.chars + next.lineStart

	s.feeds += next.feeds
	s.pairs += next.pairs
	s.returns += next.returns
	s.chars += next.chars
	s.undecodable += next.undecodable
	s.nul += next.nul
	s.control += next.control
	s.invisible += next.invisible

	s.offset, s.prev = next.offset, next.prev
	s.pending, s.npend = next.pending, next.npend
}
