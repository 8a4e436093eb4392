package charset

import (
	"sort"
	"unicode/utf8"

	"golang.org/x/text/encoding/traditionalchinese"
)

// stepEUCTW decodes EUC-TW: pairs of the bytes 0xA1 to 0xFE are CNS 11643 plane
// 1, with 0x8E 0xA2 before them plane 2, which together are the characters of
// Big5 in nearly the same order. Higher planes are not decoded.
func stepEUCTW(_ *shift, src []byte, atEOF bool) (r rune, size int, isBad bool) {
	lead := src[0]
	if lead < 0x80 {
		return rune(lead), 1, false
	}
	plane, size := 1, 2
	if lead == 0x8E {
		if len(src) < 4 && !atEOF {
			return 0, 0, false
		}
		if len(src) < 4 || src[1] < 0xA1 || src[1] > 0xB0 {
			return utf8.RuneError, 1, true
		}
		plane, size = int(src[1]-0xA0), 4
		src = src[2:]
	}
	if len(src) < 2 {
		return cut(src, atEOF)
	}
	if src[0] < 0xA1 || src[0] == 0xFF || src[1] < 0xA1 || src[1] == 0xFF {
		return utf8.RuneError, 1, true
	}
	r, ok := cnsCharacter(plane, int(src[0]-0xA1)*94+int(src[1]-0xA1))
	if !ok {
		return utf8.RuneError, size, true
	}
	return r, size, false
}

// cnsCharacter finds a character of CNS 11643 by its index in the plane.
func cnsCharacter(plane, index int) (rune, bool) {
	i := sort.Search(len(cnsRanges), func(i int) bool {
		g := &cnsRanges[i]
		return int(g.plane) > plane || int(g.plane) == plane && int(g.start) > index
	}) - 1
	if i < 0 {
		return 0, false
	}
	g := &cnsRanges[i]
	offset := index - int(g.start)
	if int(g.plane) != plane || offset >= int(g.size) {
		return 0, false
	}
	lead, trail := (int(g.big5)+offset)/157, (int(g.big5)+offset)%157
	if trail < 63 {
		trail += 0x40
	} else {
		trail += 0xA1 - 63
	}
	return pair(traditionalchinese.Big5, byte(0xA1+lead), byte(trail))
}

// cnsRanges maps runs of characters of CNS 11643 to runs of Big5: plane, index
// in the plane (94 a row), index in Big5 from 0xA140 (157 a row), length. Sorted.
//
//nolint:gochecknoglobals // constant data
var cnsRanges = [...]struct{ plane, start, big5, size uint16 }{
	{1, 0, 0, 5},
	{1, 6, 6, 8},
	{1, 15, 15, 6},
	{1, 21, 23, 2},
	{1, 24, 22, 1},
	{1, 29, 29, 44},
	{1, 73, 74, 1},
	{1, 74, 73, 1},
	{1, 75, 75, 22},
	{1, 98, 98, 1},
	{1, 100, 100, 27},
	{1, 127, 128, 1},
	{1, 128, 127, 1},
	{1, 129, 129, 19},
	{1, 148, 149, 1},
	{1, 149, 148, 1},
	{1, 150, 150, 4},
	{1, 155, 21, 1},
	{1, 156, 158, 2},
	{1, 160, 160, 1},
	{1, 162, 162, 1},
	{1, 165, 165, 54},
	{1, 219, 13968, 4},
	{1, 223, 13967, 1},
	{1, 224, 13951, 3},
	{1, 227, 227, 7},
	{1, 282, 234, 29},
	{1, 312, 264, 1},
	{1, 314, 266, 142},
	{1, 470, 5872, 30},
	{1, 571, 5905, 1},
	{1, 578, 5908, 1},
	{1, 583, 5909, 1},
	{1, 3290, 471, 1412},
	{1, 4702, 1884, 424},
	{1, 5126, 1883, 1},
	{1, 5127, 2308, 1876},
	{1, 7003, 4571, 1},
	{1, 7004, 4184, 387},
	{1, 7391, 4572, 525},
	{1, 7916, 5286, 1},
	{1, 7917, 5097, 105},
	{1, 8023, 5203, 83},
	{1, 8106, 5287, 84},
	{1, 8190, 5517, 1},
	{1, 8191, 5371, 54},
	{1, 8245, 5426, 1},
	{1, 8246, 5425, 1},
	{1, 8247, 5427, 90},
	{1, 8337, 5518, 354},
	{2, 0, 6280, 10},
	{2, 10, 6291, 33},
	{2, 43, 6372, 1},
	{2, 44, 6324, 48},
	{2, 92, 6373, 46},
	{2, 138, 6586, 1},
	{2, 139, 6419, 167},
	{2, 306, 6587, 1840},
	{2, 2146, 9074, 1},
	{2, 2147, 8428, 108},
	{2, 2255, 8537, 537},
	{2, 2792, 8427, 1},
	{2, 2793, 9075, 100},
	{2, 2893, 8536, 1},
	{2, 2894, 9175, 399},
	{2, 3293, 9575, 1637},
	{2, 4930, 11761, 1},
	{2, 4931, 11212, 146},
	{2, 5077, 11899, 1},
	{2, 5078, 11358, 287},
	{2, 5365, 12508, 1},
	{2, 5366, 11645, 116},
	{2, 5482, 11762, 137},
	{2, 5619, 11900, 104},
	{2, 5723, 12425, 1},
	{2, 5724, 12004, 222},
	{2, 5946, 12227, 198},
	{2, 6144, 12426, 82},
	{2, 6226, 12509, 86},
	{2, 6312, 12226, 1},
	{2, 6313, 12595, 8},
	{2, 6321, 12604, 153},
	{2, 6474, 12758, 56},
	{2, 6530, 13114, 1},
	{2, 6531, 12814, 113},
	{2, 6644, 12603, 1},
	{2, 6645, 12927, 142},
	{2, 6787, 12757, 1},
	{2, 6788, 13069, 45},
	{2, 6833, 13115, 71},
	{2, 6904, 13380, 1},
	{2, 6905, 13186, 194},
	{2, 7099, 13381, 490},
	{2, 7589, 13914, 1},
	{2, 7590, 13871, 43},
	{2, 7633, 13915, 1},
	{2, 7634, 13917, 11},
	{2, 7645, 13916, 1},
	{2, 7646, 13928, 4},
	{2, 7650, 175, 1},
}
