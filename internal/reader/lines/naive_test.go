package lines

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"slices"
	"strings"
	"unicode/utf8"
)

// naiveInvisible lists the same code points as invisible, as a table.
var naiveInvisible = [][2]rune{
	{0xAD, 0xAD},
	{0x34F, 0x34F},
	{0x61C, 0x61C},
	{0x115F, 0x1160},
	{0x17B4, 0x17B5},
	{0x180B, 0x180E},
	{0x200B, 0x200F},
	{0x202A, 0x202E},
	{0x2060, 0x2064},
	{0x2066, 0x206F},
	{0x3164, 0x3164},
	{0xFEFF, 0xFEFF},
	{0xFFA0, 0xFFA0},
	{0xFFF9, 0xFFFB},
	{0x1D173, 0x1D17A},
	{0xE0000, 0xE007F},
	{0xE0100, 0xE01EF},
}

// naiveStats says the same as a Scanner, in the plainest way.
func naiveStats(text string) Stats {
	st := Stats{Bytes: int64(len(text)), FirstBad: -1, FirstNonASCII: -1}
	for i := range len(text) {
		b := text[i]
		if b >= 0x80 && st.FirstNonASCII < 0 {
			st.FirstNonASCII = int64(i)
		}
		if b == 0 {
			st.NUL++
		}
		if b == 0x7F || b < 0x20 && !strings.ContainsRune("\t\n\r\f\b\x1b", rune(b)) {
			st.Control++
		}
	}
	st.CRLF = int64(strings.Count(text, "\r\n"))
	st.LF = int64(strings.Count(text, "\n")) - st.CRLF
	st.CR = int64(strings.Count(text, "\r")) - st.CRLF
	st.FinalNewline = strings.HasSuffix(text, "\n")
	for i := 0; i < len(text); {
		r, w := utf8.DecodeRuneInString(text[i:])
		st.Characters++
		switch {
		case r == utf8.RuneError && w == 1:
			if st.Undecodable == 0 {
				st.FirstBad = int64(i)
			}
			st.Undecodable++
		case r == 0xFEFF && i == 0:
		case slices.ContainsFunc(naiveInvisible, func(in [2]rune) bool { return in[0] <= r && r <= in[1] }):
			st.Invisible++
		}
		i += w
	}
	if text == "" {
		return st
	}
	lines := strings.SplitAfter(text, "\n")
	if lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	st.LongestLine = -1
	last := none
	var steps []int
	for i, line := range lines {
		if before, ok := strings.CutSuffix(line, "\n"); ok {
			line = strings.TrimSuffix(before, "\r")
		}
		if n := int64(utf8.RuneCountInString(line)); n > st.LongestLine {
			st.LongestLine, st.LongestLineNo = n, int64(i)+1
		}
		rest := strings.TrimLeft(line, " \t")
		if rest == "" {
			continue
		}
		lead := line[:len(line)-len(rest)]
		spaces := len(lead)
		switch {
		case strings.Trim(lead, " ") == "":
			if spaces > 0 {
				st.IndentSpaces++
			}
			if last >= 0 && spaces != last {
				steps = append(steps, max(spaces-last, last-spaces))
			}
			last = spaces
		case strings.Trim(lead, "\t") == "":
			st.IndentTabs++
			last = tabbed
		default:
			st.IndentMixed++
			last = tabbed
		}
	}
	st.IndentWidth = naiveWidth(steps)
	return st
}

func naiveWidth(steps []int) int {
	steps = slices.DeleteFunc(steps, func(d int) bool { return d > maxStep })
	multiples := func(w int) (n int) {
		for _, d := range steps {
			if d%w == 0 {
				n++
			}
		}
		return n
	}
	best := 0
	for w := 2; w <= 8; w++ {
		best = max(best, multiples(w))
	}
	if 2*best >= len(steps) {
		for w := 8; w > 1 && best > 0; w-- {
			if 4*multiples(w) >= 3*best {
				return w
			}
		}
		return 0
	}
	ones := 0
	for _, d := range steps {
		if d == 1 {
			ones++
		}
	}
	if 2*ones > len(steps) {
		return 1
	}
	return 0
}

// naiveFeeds returns the offsets just after each line feed in text from off.
func naiveFeeds(text []byte, off int64, c Code) (after []int64) {
	w := int64(c.width())
	for ; off+w <= int64(len(text)); off += w {
		unit := slices.Clone(text[off : off+w])
		if c.BigEndian {
			slices.Reverse(unit)
		}
		var wide [4]byte
		copy(wide[:], unit)
		if binary.LittleEndian.Uint32(wide[:]) == '\n' {
			after = append(after, off+w)
		}
	}
	return after
}

func naiveSkip(text []byte, off, n int64, c Code) (pos, passed int64) {
	feeds := naiveFeeds(text, off, c)
	switch {
	case n <= 0:
		return off, 0
	case n <= int64(len(feeds)):
		return feeds[n-1], n
	}
	return max(off, int64(len(text))), int64(len(feeds))
}

func naiveTail(text []byte, start, n int64, c Code) (pos, found int64) {
	size := int64(len(text))
	if n <= 0 || start >= size {
		return max(start, size), 0
	}
	starts := append([]int64{start}, naiveFeeds(text, start, c)...)
	if starts[len(starts)-1] == size {
		starts = starts[:len(starts)-1]
	}
	n = min(n, int64(len(starts)))
	return starts[int64(len(starts))-n], n
}

// A stutter is a text that is read in short pieces, and whose last bytes come
// with io.EOF.
type stutter struct {
	text  []byte
	piece int
}

func (s stutter) ReadAt(p []byte, off int64) (int, error) {
	if off < 0 {
		return 0, errors.New("negative offset")
	}
	if off >= int64(len(s.text)) {
		return 0, io.EOF
	}
	n := copy(p[:min(len(p), s.piece)], s.text[off:])
	if off+int64(n) == int64(len(s.text)) {
		return n, io.EOF
	}
	return n, nil
}

// encode writes ASCII text in c.
func encode(text string, c Code) []byte {
	var b bytes.Buffer
	for _, r := range []byte(text) {
		unit := make([]byte, c.width())
		if c.BigEndian {
			unit[len(unit)-1] = r
		} else {
			unit[0] = r
		}
		b.Write(unit)
	}
	return b.Bytes()
}
