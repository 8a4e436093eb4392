// Package message reads Internet messages and their parts (RFC 5322, RFC 2045 to
// 2049): mail, mailboxes and saved web pages. It forgives what real messages do
// wrong, and finds the parts in one pass without holding their content.
package message

import (
	"bytes"
	"context"
	"errors"
	"io"
	"slices"
	"strings"
)

// Bounds of what is kept of a message.
const (
	maxHeader = 256 << 10 // bytes of one header
	maxFields = 2_000     // fields of one
	maxDepth  = 30        // parts in parts
	maxParts  = 10_000
	blockSize = 64 << 10
	// maxLine is how much of a line is looked at; boundaries have at most 70
	// characters (RFC 2046, 5.1.1), though some senders use more.
	maxLine = 2 << 10
)

// A Part is a message or one of its parts.
type Part struct {
	Header      Header
	Type        string            // in lower case, such as text/plain
	Params      map[string]string // of the type; names in lower case
	Encoding    string            // of the transfer, in lower case
	Disposition string            // inline, attachment or empty
	Name        string            // of the file, if it has one
	Start, End  int64             // of the body in the file
	Parts       []*Part           // of a multipart, or the one message in a message/rfc822
	Cut         bool              // it has more parts than are kept

	r      io.ReaderAt
	closed string // the boundary that ends it, for a multipart
	parent string // type of what it is in
}

// Parse finds the parts of the message from start to end of r. It fails only if
// reading does.
func Parse(ctx context.Context, r io.ReaderAt, start, end int64) (*Part, error) {
	p := &parser{r: r, root: &Part{r: r, Start: start, End: end}}
	p.leaf = p.root
	p.inHeader, p.count = true, 1
	err := Lines(ctx, r, start, end, p.line)
	p.close(0, end)
	p.root.settle()
	return p.root, err
}

// settle ends messages in messages where those end.
func (p *Part) settle() {
	for _, c := range p.Parts {
		c.settle()
	}
	if p.Type == "message/rfc822" && len(p.Parts) > 0 {
		p.End = max(p.Parts[0].End, p.Start)
	}
}

// A Line is one of a message.
type Line struct {
	At   int64  // where it begins
	Text []byte // without its end; of a very long one only so much as can matter
	End  int64  // where its text ends
	Next int64  // where the next one begins
}

// Lines calls each with every line from start to end of r, which is valid during
// the call.
func Lines(ctx context.Context, r io.ReaderAt, start, end int64, each func(Line) error) error {
	buf := make([]byte, min(blockSize, max(end-start, 1)))
	var head []byte // of the line that goes on in the next block
	l := Line{At: start}
	last := byte(0) // before the block
	tell := func(text []byte, next, lineEnd int64) error {
		l.Text, l.End, l.Next = text, next-lineEnd, next
		err := each(l)
		l.At = next
		return err
	}
	for at := start; at < end; {
		if err := ctx.Err(); err != nil {
			return err
		}
		n, err := r.ReadAt(buf[:min(int64(len(buf)), end-at)], at)
		if err != nil && !errors.Is(err, io.EOF) {
			return err
		}
		if n == 0 { // it has become shorter
			end = at
			break
		}
		b := buf[:n]
		for {
			i := bytes.IndexByte(b, '\n')
			if i < 0 {
				break
			}
			text := b[:i]
			if l.At < at {
				head = append(head, text[:min(i, max(0, maxLine-len(head)))]...)
				text = head
			}
			before, lineEnd := last, int64(1)
			if i > 0 {
				before = b[i-1]
			}
			next := at + int64(n-len(b)+i+1)
			if before == '\r' && next-l.At > 1 {
				lineEnd++
				if int64(len(text)) > next-l.At-lineEnd {
					text = text[:len(text)-1]
				}
			}
			b = b[i+1:]
			last, head = '\n', head[:0]
			if err := tell(text, next, lineEnd); err != nil {
				return err
			}
		}
		head = append(head, b[:min(len(b), max(0, maxLine-len(head)))]...)
		at += int64(n)
		last = buf[n-1]
	}
	if l.At < end {
		return tell(head, end, 0)
	}
	return nil
}

// parser finds the parts of a message while its lines pass.
type parser struct {
	r        io.ReaderAt
	root     *Part
	open     []*Part // multiparts, from the outermost
	leaf     *Part   // the part that lines are of; nil: between parts
	inHeader bool
	header   []byte
	count    int
	before   int64 // where the text of the line before ends
}

func (p *parser) line(l Line) error {
	before := max(p.before, p.root.Start)
	p.before = l.End
	if len(l.Text) > 2 && l.Text[0] == '-' && l.Text[1] == '-' && p.boundary(before, l.Text, l.Next) {
		return nil
	}
	if p.inHeader {
		p.headerLine(l.At, l.Text, l.Next)
	}
	return nil
}

// boundary reports whether a line divides parts, and ends and begins them. End is
// where the content before it ends.
func (p *parser) boundary(end int64, line []byte, next int64) bool {
	line = bytes.TrimRight(line, " \t\r")
	for i, part := range slices.Backward(p.open) {
		rest, ok := bytes.CutPrefix(line[2:], []byte(part.closed))
		if !ok || len(rest) > 0 && string(rest) != "--" {
			continue
		}
		p.close(i+1, end)
		if len(rest) > 0 {
			part.End = end
			p.open = p.open[:i]
			return true
		}
		p.begin(part, next)
		return true
	}
	return false
}

// close ends the parts that are open from the i-th on.
func (p *parser) close(i int, end int64) {
	for p.inHeader {
		p.endHeader(end)
	}
	if p.leaf != nil {
		p.leaf.End = max(end, p.leaf.Start)
		p.leaf = nil
	}
	for len(p.open) > i {
		p.open[len(p.open)-1].End = end
		p.open = p.open[:len(p.open)-1]
	}
}

func (p *parser) begin(parent *Part, at int64) {
	if p.count >= maxParts {
		parent.Cut = true
		return
	}
	p.count++
	p.leaf = &Part{r: p.r, Start: at, End: at, parent: parent.Type}
	parent.Parts = append(parent.Parts, p.leaf)
	p.inHeader, p.header = true, p.header[:0]
}

func (p *parser) headerLine(at int64, line []byte, next int64) {
	switch {
	case len(line) == 0:
		if len(p.header) == 0 && at == p.root.Start && next < p.root.End { // a blank line before it
			p.root.Start = next
			return
		}
		p.endHeader(next)
	case line[0] == ' ' || line[0] == '\t':
		p.keep(line)
	case bytes.HasPrefix(line, []byte("From ")) || bytes.HasPrefix(line, []byte(">From ")): // of a mailbox
	case !isField(line):
		p.endHeader(at) // it has no blank line behind it
	default:
		p.keep(line)
	}
}

// isField reports whether a line begins a field of a header.
func isField(line []byte) bool {
	i := bytes.IndexByte(line, ':')
	if i <= 0 {
		return false
	}
	name := bytes.TrimRight(line[:i], " \t")
	for _, c := range name {
		if c <= ' ' || c >= 0x7f {
			return false
		}
	}
	return len(name) > 0
}

func (p *parser) keep(line []byte) {
	if len(p.header)+len(line) < maxHeader {
		p.header = append(append(p.header, line...), '\n')
	}
}

// endHeader takes in the header of the part; its body begins at body.
func (p *parser) endHeader(body int64) {
	part := p.leaf
	p.inHeader = false
	part.Header = ParseHeader(p.header)
	p.header = p.header[:0]
	part.Start = body
	part.describe()
	switch {
	case strings.HasPrefix(part.Type, "multipart/") && part.Params["boundary"] != "" && len(p.open) < maxDepth:
		part.closed = part.Params["boundary"]
		p.open = append(p.open, part)
		p.leaf = nil
	case part.Type == "message/rfc822" && part.Encoding == "" && p.count < maxParts && len(p.open) < maxDepth && p.nested(part) < maxDepth:
		p.begin(part, body)
	}
}

// nested is how many messages lie in each other here.
func (p *parser) nested(part *Part) int {
	n := 0
	for at := p.root; at != part && len(at.Parts) > 0; at = at.Parts[len(at.Parts)-1] {
		if at.Type == "message/rfc822" {
			n++
		}
	}
	return n
}

// describe says what a part is by its header.
func (p *Part) describe() {
	p.Type, p.Params = parameters(p.Header.Get("content-type"))
	if !strings.Contains(p.Type, "/") {
		p.Type = "text/plain"
		if p.parent == "multipart/digest" {
			p.Type = "message/rfc822"
		}
	}
	p.Encoding = strings.ToLower(strings.TrimSpace(p.Header.Get("content-transfer-encoding")))
	switch p.Encoding {
	case "7bit", "8bit", "binary", "none":
		p.Encoding = ""
	}
	var disposed map[string]string
	p.Disposition, disposed = parameters(p.Header.Get("content-disposition"))
	p.Name = disposed["filename"]
	if p.Name == "" {
		p.Name = p.Params["name"]
	}
	p.Name = DecodeWords(p.Name)
}

// ID is the Content-ID without its brackets.
func (p *Part) ID() string {
	return strings.Trim(strings.TrimSpace(p.Header.Get("content-id")), "<>")
}

// Walk calls visit for the part and all in it, until it returns false.
func (p *Part) Walk(visit func(*Part) bool) bool {
	if !visit(p) {
		return false
	}
	for _, c := range p.Parts {
		if !c.Walk(visit) {
			return false
		}
	}
	return true
}
