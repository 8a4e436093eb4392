package lines

// Stats is what a scan of a text found. Counts are of the bytes as UTF-8.
// [Count] leaves NUL and all that follows it 0.
type Stats struct {
	// Bytes is the length of what was scanned.
	Bytes int64

	// LF counts the line feeds that no CR precedes, CRLF the pairs, and CR the
	// carriage returns that no LF follows: those end no line.
	LF, CRLF, CR int64
	// FinalNewline tells that the text ends in a line feed.
	FinalNewline bool

	// Characters counts code points, line ends included ("\r\n" is two). A byte
	// that is not part of valid UTF-8 counts as one.
	Characters int64
	// Undecodable counts the bytes that are not part of a valid UTF-8 sequence:
	// those utf8.DecodeRune calls RuneError of width 1.
	Undecodable int64
	// FirstBad is the offset of the first undecodable byte, or -1.
	FirstBad int64
	// FirstNonASCII is the offset of the first byte from 0x80 up, or -1.
	FirstNonASCII int64

	// NUL counts bytes 0; Control counts those and all other control bytes of
	// ASCII, 0x7F included, that no text needs: not \t \n \f \r \b ESC.
	NUL, Control int64
	// Invisible counts code points that print nothing or turn the direction of
	// what follows, but not variation selectors U+FE00 to U+FE0F, which are
	// ordinary in emoji, nor U+FEFF at offset 0.
	Invisible int64

	// LongestLine is the length in code points of the longest line, without its
	// line end, and LongestLineNo its number, from 1; the first of equals, and 0
	// in an empty text.
	LongestLine, LongestLineNo int64

	// IndentTabs, IndentSpaces and IndentMixed count the lines that start with
	// only tabs, only spaces, or both. Lines of nothing else count nowhere.
	IndentTabs, IndentSpaces, IndentMixed int64
	// IndentWidth is the likely number of spaces in one step of indentation; 0
	// if unknown.
	IndentWidth int
}

// Lines returns the number of lines: that of line feeds, and one more for text
// after the last of them.
func (s *Stats) Lines() int64 {
	n := s.LF + s.CRLF
	if s.Bytes > 0 && !s.FinalNewline {
		n++
	}
	return n
}
