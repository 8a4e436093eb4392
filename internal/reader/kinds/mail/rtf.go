package mail

import (
	"bytes"
	"encoding/binary"
	"strconv"
	"strings"

	"fread/internal/reader/charset"
)

// prebuf is what the dictionary of packed RTF begins with ([MS-OXRTFCP] 2.1.2).
const prebuf = "{\\rtf1\\ansi\\mac\\deff0\\deftab720{\\fonttbl;}{\\f0\\fnil \\froman \\fswiss \\fmodern \\fscript \\fdecor MS Sans SerifSymbolArialTimes New RomanCourier" +
	"{\\colortbl\\red0\\green0\\blue0\r\n\\par \\pard\\plain\\f0\\fs20\\b\\i\\u\\tab\\tx"

// unpackRTF unpacks the RTF of a message, nil if it is none.
func unpackRTF(b []byte) []byte {
	const header = 16
	if len(b) < header {
		return nil
	}
	le := binary.LittleEndian
	size := int(le.Uint32(b[4:]))
	kind := le.Uint32(b[8:])
	b = b[header:]
	switch kind {
	case 0x414C454D: // not packed
		return b[:min(len(b), size)]
	case 0x75465A4C:
		return inflateRTF(b, min(size, maxText))
	}
	return nil
}

// inflateRTF unpacks LZFu: runs of eight literals or references into the last
// 4,096 bytes.
func inflateRTF(b []byte, most int) []byte {
	const window = 4096
	var dict [window]byte
	at := copy(dict[:], prebuf)
	out := make([]byte, 0, min(most, 1<<20))
	put := func(c byte) {
		out = append(out, c)
		dict[at] = c
		at = (at + 1) % window
	}
	for len(b) > 0 && len(out) < most {
		flags := b[0]
		b = b[1:]
		for bit := 0; bit < 8 && len(b) > 0 && len(out) < most; bit++ {
			if flags>>bit&1 == 0 {
				put(b[0])
				b = b[1:]
				continue
			}
			if len(b) < 2 {
				return out
			}
			ref := int(b[0])<<8 | int(b[1])
			b = b[2:]
			from, n := ref>>4, ref&0xF+2
			if from == at { // the end
				return out
			}
			for range n {
				put(dict[from])
				from = (from + 1) % window
			}
		}
	}
	return out
}

// fromRTF returns the HTML that was packed into RTF ([MS-OXRTFEX]), or else the
// plain text of it.
func fromRTF(b []byte) (text string, isHTML bool) {
	r := rtfReader{in: b, page: "windows-1252", isHTML: bytes.Contains(b[:min(len(b), 4<<10)], []byte(`\fromhtml`))}
	r.stack = append(r.stack, rtfState{skip: 1})
	for r.at < len(r.in) {
		r.step()
	}
	r.flush()
	return r.out.String(), r.isHTML
}

// maxGroups is how deep groups may lie in each other.
const maxGroups = 10_000

// rtfState is what holds in a group.
type rtfState struct {
	silent bool // a destination without text
	tag    bool // HTML as it is
	rtf    bool // only of the RTF, not of the HTML in it
	skip   int  // characters that stand for one of Unicode
}

type rtfReader struct {
	in     []byte
	at     int
	isHTML bool
	stack  []rtfState
	lost   int // groups that lie too deep
	page   string
	bytes  []byte // 8-bit text that waits to be decoded
	skip   int    // characters to pass over
	out    strings.Builder
}

func (r *rtfReader) top() *rtfState { return &r.stack[len(r.stack)-1] }

func (r *rtfReader) shown() bool {
	s := r.top()
	return !s.silent && (!s.rtf || s.tag) && r.lost == 0
}

// flush decodes the text that waits.
func (r *rtfReader) flush() {
	if len(r.bytes) == 0 {
		return
	}
	e, ok := charset.Lookup(r.page)
	if !ok {
		e, _ = charset.Lookup("windows-1252")
	}
	out, _, _, _ := e.NewDecoder().Append(nil, r.bytes, true)
	_, _ = r.out.Write(out)
	r.bytes = r.bytes[:0]
}

func (r *rtfReader) put(c byte) {
	if r.skip > 0 {
		r.skip--
		return
	}
	if r.shown() {
		r.bytes = append(r.bytes, c)
	}
}

func (r *rtfReader) say(s string) {
	if r.shown() {
		r.flush()
		_, _ = r.out.WriteString(s)
	}
}

func (r *rtfReader) step() {
	c := r.in[r.at]
	r.at++
	switch c {
	case '{':
		r.skip = 0
		if len(r.stack) >= maxGroups {
			r.lost++
			return
		}
		r.stack = append(r.stack, *r.top())
	case '}':
		r.skip = 0
		if r.lost > 0 {
			r.lost--
			return
		}
		if len(r.stack) > 1 {
			r.stack = r.stack[:len(r.stack)-1]
		}
	case '\\':
		r.control()
	case '\r', '\n', 0:
	default:
		r.put(c)
	}
}

// control reads a control word or symbol.
func (r *rtfReader) control() {
	if r.at >= len(r.in) {
		return
	}
	c := r.in[r.at]
	if c|0x20 < 'a' || c|0x20 > 'z' {
		r.at++
		r.symbol(c)
		return
	}
	start := r.at
	for r.at < len(r.in) && (r.in[r.at]|0x20 >= 'a' && r.in[r.at]|0x20 <= 'z') {
		r.at++
	}
	word := string(r.in[start:r.at])
	from := r.at
	if r.at < len(r.in) && r.in[r.at] == '-' {
		r.at++
	}
	for r.at < len(r.in) && r.in[r.at] >= '0' && r.in[r.at] <= '9' {
		r.at++
	}
	n, err := strconv.Atoi(string(r.in[from:r.at]))
	if r.at < len(r.in) && r.in[r.at] == ' ' {
		r.at++
	}
	r.word(word, n, err == nil)
}

func (r *rtfReader) symbol(c byte) {
	switch c {
	case '\'':
		if r.at+2 <= len(r.in) {
			if v, err := strconv.ParseUint(string(r.in[r.at:r.at+2]), 16, 8); err == nil {
				r.put(byte(v))
			}
			r.at += 2
		}
	case '\\', '{', '}':
		r.put(c)
	case '~':
		r.say("\u00a0")
	case '_':
		r.say("\u2011")
	case '*':
		if !bytes.HasPrefix(r.in[r.at:], []byte(`\htmltag`)) && !bytes.HasPrefix(r.in[r.at:], []byte(`\mhtmltag`)) {
			r.top().silent = true
		}
	case '\r', '\n':
		r.say("\n")
	}
}

func (r *rtfReader) word(word string, n int, has bool) {
	s := r.top()
	switch word {
	case "fonttbl", "colortbl", "stylesheet", "info", "pict", "object", "header", "footer", "generator", "listtable", "mhtmltag":
		s.silent = true
	case "htmltag":
		s.tag = true
	case "htmlrtf":
		s.rtf = !has || n != 0
	case "ansicpg":
		if label := codePage(n); label != "" {
			r.flush()
			r.page = label
		}
	case "uc":
		s.skip = min(max(n, 0), 10)
	case "u":
		if n < 0 {
			n += 1 << 16
		}
		r.say(string(rune(n)))
		r.skip = s.skip
	case "par", "line", "row", "sect", "page":
		r.say("\n")
	case "tab", "cell":
		r.say("\t")
	case "lquote":
		r.say("\u2018")
	case "rquote":
		r.say("\u2019")
	case "ldblquote":
		r.say("\u201c")
	case "rdblquote":
		r.say("\u201d")
	case "bullet":
		r.say("\u2022")
	case "endash":
		r.say("\u2013")
	case "emdash":
		r.say("\u2014")
	case "bin":
		r.at = min(len(r.in), r.at+max(n, 0))
	}
}
