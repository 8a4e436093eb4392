package biff

import (
	"fread/internal/limits"
	"fread/internal/reader/fault"
)

const (
	// maxStrings bounds the text of the shared strings of a workbook, in bytes.
	maxStrings = 96 << 20
	// maxCount bounds how many there are; 8 bytes are kept of each.
	maxCount = 8 << 20
	// chunkSize is of the pieces that their text lies in, a power of two; none is
	// longer: Excel allows 32,767 characters.
	chunkBits = 20
	chunkSize = 1 << chunkBits
)

// Strings are the shared strings of a workbook as far as they have been read.
type Strings struct {
	chunks [][]byte
	at     []uint32 // where each begins, and after the last one: chunk and offset in it
	length []uint32
	size   int64
}

// Len is how many there are.
func (s *Strings) Len() int { return len(s.at) }

// Append adds one. Its error is too-complex.
func (s *Strings) Append(text []byte) error {
	if len(text) > chunkSize {
		text = text[:chunkSize]
	}
	if s.size += int64(len(text)); s.size > maxStrings || len(s.at) >= maxCount {
		return fault.New(fault.TooComplex, fault.PhaseConvert, "", "The shared strings of the workbook are more than "+limits.FormatSize(maxStrings)+".",
			"Save the sheets that are needed as CSV with a program that you trust with this file.")
	}
	n := len(s.chunks)
	if n == 0 || len(s.chunks[n-1])+len(text) > chunkSize {
		s.chunks = append(s.chunks, nil)
		n++
	}
	last := &s.chunks[n-1]
	s.at = append(s.at, uint32(n-1)<<chunkBits|uint32(len(*last)))
	s.length = append(s.length, uint32(len(text)))
	*last = append(*last, text...)
	return nil
}

// At returns a string by its index; ok is false where there is none.
func (s *Strings) At(i int) (text []byte, ok bool) {
	if i < 0 || i >= len(s.at) {
		return nil, false
	}
	from := s.at[i] & (chunkSize - 1)
	return s.chunks[s.at[i]>>chunkBits][from : from+s.length[i]], true
}
