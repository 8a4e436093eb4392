package hypertext

import (
	"bytes"

	"fread/internal/reader/markup"
)

// chunkBytes is how much text of lines without a blank one between them is told
// at once.
const chunkBytes = 64 << 10

// inner gives the text of a page as a browser's innerText does (WHATWG HTML,
// 3.2.7), but that blank lines do not add up, and that what stands in one row of
// a table stays in one line where it can. Headings are told as such, so that they
// can be addressed.
type inner struct {
	w       markup.Writer
	out     []byte // waits to be told
	need    int    // line feeds that blocks call for
	breaks  int    // line feeds of br elements
	space   bool   // white space waits
	level   int    // of the heading that is open; 0: none
	cell    bool   // nothing is in the cell yet that has begun
	row     bool   // nothing is in the row yet that has begun
	tall    bool   // the row has several lines, so what follows in it cannot be in one
	newLine bool   // a line feed is left out if it comes next, as at the start of pre
	upper   []byte
}

func (n *inner) open(e *element) error {
	n.newLine = e.tag == tagPre || e.tag == tagListing
	switch e.tag {
	case tagH1, tagH2, tagH3, tagH4, tagH5, tagH6:
		n.edges(1)
		if n.level == 0 {
			e.saved = 1
			if err := n.flush(); err != nil {
				return err
			}
			n.level = int(e.tag-tagH1) + 1
		}
		return nil
	case tagImg, tagInput:
		return nil
	}
	if e.display == displayCell {
		if e.column == 0 {
			return nil
		}
		if n.tall {
			n.edges(1)
			return nil
		}
		if n.row { // those before it are empty
			if err := n.settle(); err != nil {
				return err
			}
		}
		n.need, n.breaks, n.space, n.cell = 0, 0, false, true // in the line of those before it
		n.out = append(n.out, '\t')
		return nil
	}
	if e.display == displayRow {
		n.row, n.tall = true, false
	}
	n.edges(e.lineFeeds())
	return nil
}

// lineFeeds is how many a browser puts before and behind an element.
func (e *element) lineFeeds() int {
	switch e.display {
	case displayParagraph:
		return 2
	case displayBlock, displayTable, displayGroup, displayRow:
		return 1
	case displayInline, displayInlineBlock, displayCell, displayNone:
	}
	return 0
}

func (n *inner) close(e *element) error {
	if e.tag >= tagH1 && e.tag <= tagH6 && e.saved > 0 {
		level := n.level
		n.level = 0
		text := bytes.TrimSpace(bytes.ReplaceAll(n.out, []byte("\n"), []byte(" ")))
		n.out, n.space, n.breaks, n.need = n.out[:0], false, 0, 1
		if len(text) == 0 {
			return nil
		}
		return n.w.Heading(level, []markup.Span{{Text: string(text)}})
	}
	if e.display == displayRow {
		n.cell = false
	}
	n.tall = n.tall || e.display == displayTable
	n.edges(e.lineFeeds())
	return nil
}

func (n *inner) edge() error {
	n.edges(1)
	return nil
}

func (n *inner) edges(feeds int) {
	if feeds > 0 {
		n.need, n.space = max(n.need, feeds), false
	}
}

func (n *inner) lineBreak(*element) error {
	n.breaks++
	n.space = false
	return nil
}

// settle writes the line feeds that are due before more text.
func (n *inner) settle() error {
	feeds := max(n.need, n.breaks)
	row := n.row
	n.row = false
	if n.cell {
		feeds, n.need, n.breaks, n.cell = 0, 0, 0, false
	}
	if feeds == 0 {
		if n.space && len(n.out) > 0 && n.out[len(n.out)-1] != '\n' && n.out[len(n.out)-1] != '\t' {
			n.out = append(n.out, ' ')
		}
		n.space = false
		return nil
	}
	n.need, n.breaks, n.space = 0, 0, false
	n.tall = n.tall || !row
	switch {
	case n.level > 0:
		n.out = append(n.out, ' ')
		return nil
	case feeds > 1, len(n.out) > chunkBytes:
		return n.flush()
	}
	n.out = bytes.TrimRight(n.out, "\t") // cells without text
	if len(n.out) > 0 && n.out[len(n.out)-1] != '\n' {
		n.out = append(n.out, '\n')
	}
	return nil
}

func (n *inner) flush() error {
	text := bytes.Trim(n.out, "\n")
	n.need, n.breaks, n.space = 0, 0, false
	if len(bytes.TrimSpace(text)) == 0 {
		n.out = n.out[:0]
		return nil
	}
	err := n.w.Code("", string(text))
	n.out = n.out[:0]
	return err
}

func (n *inner) end() error { return n.flush() }

func (n *inner) text(e *element, s []byte) error {
	if e.tag == tagTextarea || e.tag == tagTable || e.tag == tagTr {
		if e.tag == tagTextarea || len(bytes.TrimSpace(s)) == 0 {
			return nil
		}
	}
	if e.upper {
		n.upper = append(n.upper[:0], bytes.ToUpper(s)...)
		s = n.upper
	}
	if e.pre {
		return n.preformatted(s)
	}
	n.newLine = false
	for i := 0; i < len(s); {
		c := s[i]
		if isSpace(c) {
			n.space = true
			i++
			continue
		}
		if c == 0 {
			i++
			continue
		}
		j := i + 1
		for j < len(s) && !isSpace(s[j]) && s[j] != 0 {
			j++
		}
		if n.need|n.breaks != 0 || n.space || n.cell {
			if err := n.settle(); err != nil {
				return err
			}
		}
		n.out = append(n.out, s[i:j]...)
		i = j
	}
	return nil
}

// preformatted takes text as it is.
func (n *inner) preformatted(s []byte) error {
	if n.newLine && len(s) > 0 {
		s = bytes.TrimPrefix(bytes.TrimPrefix(s, []byte("\r")), []byte("\n"))
		n.newLine = false
	}
	if len(s) == 0 {
		return nil
	}
	if err := n.settle(); err != nil {
		return err
	}
	n.out = appendLines(n.out, s)
	return nil
}

// appendLines appends text in which every line ends in a line feed.
func appendLines(dst, s []byte) []byte {
	for i, c := range s {
		switch {
		case c == '\r' && i+1 < len(s) && s[i+1] == '\n', c == 0:
		case c == '\r':
			dst = append(dst, '\n')
		default:
			dst = append(dst, c)
		}
	}
	return dst
}
