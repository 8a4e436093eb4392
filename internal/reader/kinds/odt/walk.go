package odt

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"fread/internal/reader"
	"fread/internal/reader/fault"
	"fread/internal/reader/markup"
	"fread/internal/reader/opc"
	"fread/internal/reader/xmltext"
)

// maxDepth is how deep elements may lie in each other; what is deeper is left
// out.
const maxDepth = 400

// walker tells a Writer one document.
type walker struct {
	ctx context.Context //nolint:containedctx // of one call
	d   *document
	w   markup.Writer
	x   *opc.XML

	styles *styles
	lists  *lists
	joined joined
	items  []openItem // the innermost last
	depth  int

	images, notes, comments int
	page                    int64 // that is being told
	title                   []markup.Span
	margins                 [2]int64 // headers and footers with text
	mark                    markup.Style
	changed                 map[string]change
	deleted                 int // bytes that are held of deletions
}

// joined is what consecutive paragraphs become parts of.
type joined struct {
	code  []string
	quote bool
}

func newWalker(ctx context.Context, d *document, w markup.Writer) *walker {
	return &walker{ctx: ctx, d: d, w: w, styles: newStyles(), lists: newLists(), changed: map[string]change{}}
}

// each calls take with the name of each element inside the one that just
// started; take reads it to its end.
func (k *walker) each(take func(name string) error) error {
	if k.depth++; k.depth > maxDepth {
		k.depth--
		return k.tooDeep()
	}
	defer func() { k.depth-- }()
	for {
		kind, err := k.x.Next()
		if err != nil {
			return unexpected(err)
		}
		switch kind {
		case xmltext.End:
			return nil
		case xmltext.Start:
			if err := take(k.x.Name()); err != nil {
				return err
			}
		case xmltext.Text:
		}
	}
}

// tooDeep passes over the element that just started.
func (k *walker) tooDeep() error {
	k.w.Omit("blocks nested too deep", 1)
	k.w.Note(reader.Note{
		Code: reader.NoteTooComplex, Severity: reader.SeverityWarning,
		Message: fmt.Sprintf("What lies in more than %d elements inside each other is left out.", maxDepth),
	})
	return k.x.Skip()
}

// unexpected turns an end of the input inside an element into an error.
func unexpected(err error) error {
	if errors.Is(err, io.EOF) {
		return fault.New(fault.Corrupt, fault.PhaseConvert, "", "The document ends too early.", "Use a copy that is whole.")
	}
	return err
}

func (k *walker) attr(name string) string {
	value, _ := k.x.Attr(name)
	return value
}

// aside reads what is told later, such as a note or a text box, with all that is
// open set aside.
func (k *walker) aside(read func() error) (*markup.Recording, error) {
	w := k.w
	r := markup.NewRecording(w)
	k.w = r
	err := k.apart(read)
	k.w = w
	r.Close() // what is damaged ends anywhere
	return r, err
}

// apart reads what has nothing to do with the lists and paragraphs around it.
func (k *walker) apart(read func() error) error {
	before, items, lists := k.joined, k.items, k.lists.open
	k.joined, k.items, k.lists.open = joined{}, nil, nil
	err := read()
	if err == nil {
		err = k.part()
	}
	k.joined, k.items, k.lists.open = before, items, lists
	return err
}

// blocks tells the blocks inside the element that just started.
func (k *walker) blocks() error { return k.each(k.block) }

// block tells one block of a text (ODF 1.3 part 3, 3.4) or of a drawing.
func (k *walker) block(name string) error {
	if err := k.ctx.Err(); err != nil {
		return err
	}
	switch name {
	case "text:h", "text:p":
		return k.paragraph(name)
	case "text:list", "text:ordered-list", "text:unordered-list":
		return k.list()
	case "table:table", "table:sub-table":
		return k.table()
	case "text:section":
		if k.attr("text:display") == "none" || k.attr("text:is-hidden") == "true" {
			return k.conceal()
		}
		return k.blocks()
	case "text:index-body", "text:index-title", "text:table-of-content", "text:illustration-index", "text:table-index", "text:object-index",
		"text:user-index", "text:alphabetical-index", "text:bibliography", "text:numbered-paragraph", "draw:g":
		return k.blocks()
	case "draw:a":
		link := target(k.attr("xlink:href"))
		return k.each(func(name string) error {
			if name == "draw:frame" {
				return k.frame(nil, link)
			}
			return k.block(name)
		})
	case "text:tracked-changes":
		return k.tracked()
	case "draw:page":
		return k.slide()
	case "draw:frame":
		return k.frame(nil, "")
	case "draw:image", "draw:text-box":
		return k.bare(name, nil, "")
	case "office:annotation":
		return k.remark()
	case "office:forms":
		return k.forms()
	}
	if isShape(name) {
		return k.shape(nil)
	}
	return k.x.Skip()
}

// isShape reports whether an element is a shape that may have text
// (ODF 1.3 part 3, 10.3).
func isShape(name string) bool {
	switch name {
	case "draw:rect", "draw:line", "draw:polyline", "draw:polygon", "draw:regular-polygon", "draw:path", "draw:circle", "draw:ellipse",
		"draw:connector", "draw:caption", "draw:measure", "draw:custom-shape":
		return true
	}
	return false
}

// conceal passes over an element that is hidden, counting its text.
func (k *walker) conceal() error {
	text, err := k.words()
	k.unseen(text)
	return err
}

// unseen counts text that is hidden.
func (k *walker) unseen(text string) {
	k.w.Withhold("hidden characters", int64(utf8.RuneCountInString(text)), "")
}

// words returns the text inside the element that just started, as far as it is
// not too long.
func (k *walker) words() (string, error) {
	const most = 64 << 10
	var b strings.Builder
	for depth := k.x.Depth(); k.x.Depth() >= depth; {
		kind, err := k.x.Next()
		if err != nil {
			return b.String(), unexpected(err)
		}
		switch {
		case kind == xmltext.Text && b.Len() < most:
			b.Write(k.x.Text())
		case kind == xmltext.End && b.Len() > 0 && (k.x.Name() == "text:p" || k.x.Name() == "text:h"):
			b.WriteByte(' ')
		}
	}
	return strings.Join(strings.Fields(b.String()), " "), nil
}

// forms counts the controls of forms, whose values are not text.
func (k *walker) forms() error {
	for depth := k.x.Depth(); k.x.Depth() >= depth; {
		kind, err := k.x.Next()
		if err != nil {
			return unexpected(err)
		}
		if kind == xmltext.Start && k.attr("form:id") != "" {
			k.w.Omit("form fields", 1)
		}
	}
	return nil
}

// masters looks for headers and footers, which are the same on many pages and are
// not told (ODF 1.3 part 3, 16.9).
func (k *walker) masters() error {
	return k.each(func(name string) error {
		if name != "style:master-page" {
			return k.x.Skip()
		}
		return k.each(func(name string) error {
			at := 0
			switch name {
			case "style:header", "style:header-left", "style:header-first":
			case "style:footer", "style:footer-left", "style:footer-first":
				at = 1
			default:
				return k.x.Skip()
			}
			text, err := k.words()
			if text != "" {
				k.margins[at]++
			}
			return err
		})
	})
}

// finish ends the document and says what was left out.
func (k *walker) finish() error {
	if err := k.part(); err != nil {
		return err
	}
	k.w.Omit("headers and footers", k.margins[0]+k.margins[1])
	return nil
}

// A role is what a paragraph is part of.
type role uint8

const (
	plain role = iota
	code
	quote
)

// part ends what paragraphs before were joined to.
func (k *walker) part() error { return k.join(plain) }

// join prepares for a paragraph with a role.
func (k *walker) join(r role) error {
	if r != code && k.joined.code != nil {
		text := strings.Join(k.joined.code, "\n")
		k.joined.code = nil
		if err := k.w.Code("", text); err != nil {
			return err
		}
	}
	if (r == quote) == k.joined.quote {
		return nil
	}
	k.joined.quote = r == quote
	if r == quote {
		return k.w.Begin(markup.Quote{})
	}
	return k.w.End()
}

// ready begins the item that what comes next belongs to. Items around it that
// have nothing of their own, as where a list only begins on its second level, are
// passed over.
func (k *walker) ready() error {
	n := len(k.items) - 1
	if n < 0 || k.items[n].begun {
		return nil
	}
	if err := k.part(); err != nil {
		return err
	}
	k.items[n].begun = true
	return k.w.Begin(k.lists.item(k.styles, &k.items[n]))
}

// slideName is how a page without a title is called.
func (k *walker) slideName() string {
	return fmt.Sprintf("%s%s %d", strings.ToUpper(k.d.noun[:1]), k.d.noun[1:], k.page)
}
