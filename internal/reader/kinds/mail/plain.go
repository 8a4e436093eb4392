package mail

import (
	"bufio"
	"context"
	"errors"
	"io"
	"strings"
	"unicode/utf8"

	"fread/internal/reader/markup"
)

const (
	// maxTextLine is how long a line of a text may be, in bytes; longer ones are
	// cut in two.
	maxTextLine = 64 << 10
	// maxBlock is how much text without a blank line is told at once.
	maxBlock = 64 << 10
	// wrapped is how long a line is at least that was broken for its length, and
	// unwrapped from which length on nobody breaks them.
	wrapped, unwrapped = 55, 110
)

// plainText tells the plain text of a message: quotations as such, paragraphs
// whose lines were broken for their length in one, and the rest line by line.
type plainText struct {
	w     markup.Writer
	plain bool

	depth  int // quotations open
	lines  []string
	size   int
	patch  bool // the rest is a patch
	joined bool // the last line goes on with the next one (format=flowed)
}

func tellPlain(ctx context.Context, w markup.Writer, b *body, plain bool) error {
	t := &plainText{w: w, plain: plain}
	r := bufio.NewReaderSize(b.text(), int(min(maxTextLine, max(b.size, 1<<10))))
	for n := 0; ; n++ {
		if n&0xff == 0 {
			if err := ctx.Err(); err != nil {
				return err
			}
		}
		line, err := r.ReadSlice('\n')
		if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, bufio.ErrBufferFull) {
			return err
		}
		ended := errors.Is(err, io.EOF)
		if len(line) > 0 {
			if err := t.line(strings.TrimRight(string(line), "\r\n"), b.flowed, b.delSp); err != nil {
				return err
			}
		}
		if ended {
			return t.end()
		}
	}
}

func (t *plainText) line(s string, flowed, delSp bool) error {
	if t.patch || t.plain && !flowed {
		return t.verbatim(s)
	}
	depth, text := quoted(s)
	if t.plain {
		depth, text = 0, s
	}
	if depth != t.depth {
		if err := t.flush(); err != nil {
			return err
		}
		if err := t.nest(depth); err != nil {
			return err
		}
	}
	if depth == 0 && beginsPatch(text) {
		if err := t.flush(); err != nil {
			return err
		}
		t.patch = true
		return t.verbatim(s)
	}
	if strings.TrimSpace(text) == "" && !t.joined {
		return t.flush()
	}
	soft := flowed && strings.HasSuffix(text, " ") && text != "-- "
	if flowed {
		text = strings.TrimPrefix(text, " ") // space-stuffed
	}
	if soft && delSp {
		text = strings.TrimSuffix(text, " ")
	}
	if n := len(t.lines); t.joined && n > 0 {
		t.lines[n-1] += text
	} else {
		t.lines = append(t.lines, text)
	}
	t.joined = soft
	if t.size += len(text); t.size > maxBlock {
		return t.flush()
	}
	return nil
}

// quoted splits the marks of quotation from a line.
func quoted(s string) (depth int, text string) {
	for strings.HasPrefix(s, ">") {
		depth++
		s = strings.TrimPrefix(s[1:], " ")
		if depth > 0 && strings.HasPrefix(s, "From ") && depth == 1 { // of a mailbox
			return 0, s
		}
	}
	return min(depth, 20), s
}

// beginsPatch reports whether the line is one with which patches begin.
func beginsPatch(s string) bool {
	return strings.HasPrefix(s, "diff --git ") || strings.HasPrefix(s, "Index: ") || strings.HasPrefix(s, "@@ -") || strings.HasPrefix(s, "diff -")
}

// verbatim keeps a line as it is.
func (t *plainText) verbatim(s string) error {
	if !t.patch && strings.TrimSpace(s) == "" || t.size > maxBlock {
		if err := t.flush(); err != nil {
			return err
		}
		if !t.patch {
			return nil
		}
	}
	t.lines = append(t.lines, s)
	t.size += len(s) + 1
	return nil
}

func (t *plainText) nest(depth int) error {
	for ; t.depth > depth; t.depth-- {
		if err := t.w.End(); err != nil {
			return err
		}
	}
	for ; t.depth < depth; t.depth++ {
		if err := t.w.Begin(markup.Quote{}); err != nil {
			return err
		}
	}
	return nil
}

func (t *plainText) end() error {
	if err := t.flush(); err != nil {
		return err
	}
	return t.nest(0)
}

// flush tells the lines that were gathered.
func (t *plainText) flush() error {
	lines := t.lines
	t.lines, t.size, t.joined = t.lines[:0], 0, false
	switch {
	case len(lines) == 0:
		return nil
	case t.patch:
		return t.w.Code("diff", strings.Join(lines, "\n"))
	case t.plain, aligned(lines):
		return t.w.Code("", strings.Join(lines, "\n"))
	}
	longest := 0
	for _, l := range lines {
		longest = max(longest, utf8.RuneCountInString(l))
	}
	for len(lines) > 0 {
		n := 1
		item := isItem(lines[0])
		for n < len(lines) && !isItem(lines[n]) && (!item || lines[n][0] == ' ' || goesOn(lines[n-1], lines[n], longest)) {
			n++
		}
		if err := t.tell(lines[:n], item, longest); err != nil {
			return err
		}
		lines = lines[n:]
	}
	return nil
}

// isItem reports whether a line begins an item of a list.
func isItem(s string) bool {
	s = strings.TrimLeft(s, " ")
	for _, mark := range [...]string{"- ", "* ", "\u2022 ", "+ "} {
		if strings.HasPrefix(s, mark) && strings.TrimSpace(s[len(mark):]) != "" {
			return true
		}
	}
	return false
}

// tell tells lines as a paragraph or as an item of a list.
func (t *plainText) tell(lines []string, item bool, longest int) error {
	var spans []markup.Span
	for i, l := range lines {
		l := strings.Trim(l, " \t")
		if i == 0 && item {
			_, l, _ = strings.Cut(l, " ")
		}
		spans = append(spans, markup.Span{Text: l})
		if i == len(lines)-1 {
			break
		}
		if item || goesOn(lines[i], lines[i+1], longest) {
			spans = append(spans, markup.Span{Text: " "})
		} else {
			spans = append(spans, markup.Span{Kind: markup.Break})
		}
	}
	if !item {
		return t.w.Paragraph(spans)
	}
	if err := t.w.Begin(markup.Item{List: 1}); err != nil {
		return err
	}
	if err := t.w.Paragraph(spans); err != nil {
		return err
	}
	return t.w.End()
}

// goesOn reports whether a line was broken only because the next word did not fit.
func goesOn(line, next string, longest int) bool {
	if longest < wrapped || longest > unwrapped || strings.HasPrefix(next, " ") || strings.HasPrefix(next, "\t") {
		return false
	}
	word, _, _ := strings.Cut(next, " ")
	if strings.IndexAny(word, "-*\u2022") == 0 || strings.HasSuffix(word, ".") && len(word) < 4 || strings.HasSuffix(word, ")") && len(word) < 4 {
		return false
	}
	return utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) > longest
}

// aligned reports whether lines are set below each other with spaces, as in
// tables and code.
func aligned(lines []string) bool {
	if len(lines) < 2 {
		return false
	}
	n := 0
	for _, l := range lines {
		if strings.Contains(strings.TrimSpace(l), "   ") || strings.Contains(strings.TrimSpace(l), "\t") || strings.HasPrefix(l, "    ") {
			n++
		}
	}
	return n >= 2 && n*2 >= len(lines)
}
