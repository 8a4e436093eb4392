package docx

import (
	"context"
	"errors"
	"io"
	"strings"

	"fread/internal/reader"
	"fread/internal/reader/fault"
	"fread/internal/reader/markup"
	"fread/internal/reader/opc"
	"fread/internal/reader/xmltext"
)

// maxDepth is how deep blocks and runs may lie in each other; what is deeper is
// left out and counted.
const maxDepth = 400

// A walker tells what it meets in the body, part by part.
type walker struct {
	d        *document
	w        markup.Writer
	x        *opc.XML // the part that is being read
	links    map[string]opc.Relationship
	counters *counters
	notes    notes
	fields   []field
	blocks   blocks
	text     []markup.Span       // of the paragraph that is being read
	noted    []*noted            // the notes that it refers to
	boxes    []*markup.Recording // the text boxes in it
	mark     markup.Style        // of all text: it lies in an inserted or deleted row
	inCell   bool
	images   int
	depth    int
	margins  map[string]bool // headers and footers
}

// blocks is what is open where blocks follow each other: in the body, a cell, a
// note or a text box.
type blocks struct {
	items  []item
	quote  bool
	code   []byte // lines of paragraphs that are code
	isCode bool
	joined []markup.Span // paragraphs whose end is deleted, for the next one
}

type item struct{ level int }

// walk tells w the document.
func (d *document) walk(_ context.Context, w markup.Writer) error {
	if d.damage != nil {
		w.Note(reader.Note{Code: reader.NoteCorrupt, Severity: reader.SeverityWarning, Message: d.damage.Error() + " The document is shown without what depends on it."})
	}
	x, err := d.pack.OpenXML(d.main, namespaces())
	if err != nil {
		return err
	}
	defer func() { _ = x.Close() }()
	k := &walker{d: d, w: w, x: x, links: byID(d.rels), counters: newCounters(d.numbering), margins: map[string]bool{}}
	defer k.notes.close()
	err = k.document()
	k.told()
	return err
}

func byID(list opc.Relationships) map[string]opc.Relationship {
	m := make(map[string]opc.Relationship, len(list))
	for _, r := range list {
		if _, twice := m[r.ID]; !twice {
			m[r.ID] = r
		}
	}
	return m
}

// document reads the main part.
func (k *walker) document() error {
	for {
		kind, err := k.x.Next()
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			if done := k.settle(); done != nil {
				return done
			}
			return err
		case kind != xmltext.Start:
		case k.x.Name() == "w:body":
			if err := k.content(); err != nil {
				return err
			}
		case k.x.Name() != "w:document":
			if err := k.x.Skip(); err != nil {
				return err
			}
		}
	}
}

// told counts the headers and footers, which are left out.
func (k *walker) told() {
	n := int64(0)
	for part := range k.margins {
		if k.d.hasText(part) {
			n++
		}
	}
	k.w.Omit("headers and footers", n)
}

// hasText reports whether there is any text in a part.
func (d *document) hasText(part string) bool {
	x, err := d.pack.OpenXML(part, namespaces())
	if err != nil {
		return false
	}
	defer func() { _ = x.Close() }()
	for {
		kind, err := x.Next()
		if err != nil {
			return false
		}
		if kind != xmltext.Start || x.Name() != "w:t" {
			continue
		}
		if kind, err = x.Next(); err == nil && kind == xmltext.Text && strings.TrimSpace(string(x.Text())) != "" {
			return true
		}
	}
}

// content reads blocks to the end of what holds them, and closes what they left
// open.
func (k *walker) content() error {
	err := k.inside()
	if last := k.settle(); err == nil || errors.Is(err, io.ErrUnexpectedEOF) {
		if last != nil {
			return last
		}
	}
	return err
}

// inside reads blocks to the end of the element that just started.
func (k *walker) inside() error {
	if k.depth++; k.depth > maxDepth {
		k.depth--
		return k.tooDeep()
	}
	defer func() { k.depth-- }()
	return children(k.x, k.block)
}

// block reads the block that just started.
func (k *walker) block(name string) (read bool, err error) {
	switch name {
	case "w:p":
		return true, k.paragraph()
	case "w:tbl":
		return true, k.table()
	case "w:sdt", "w:sdtContent", "w:customXml", "w:ins", "w:moveTo", "w:smartTag", "w:txbxContent":
		return true, k.inside()
	case "w:del":
		k.withhold("deletions")
	case "m:oMath", "m:oMathPara":
		k.text = k.text[:0]
		if err := k.inline(name, setting{}); err != nil {
			return true, err
		}
		return true, k.prose()
	case "w:sectPr":
		return true, k.section()
	case "w:bookmarkStart":
		k.bookmark()
	case "w:altChunk":
		k.w.Withhold("embedded documents", 1, "")
	}
	return false, nil
}

// bookmark names the block that is being read (17.13.6.2).
func (k *walker) bookmark() {
	if name, _ := k.x.Attr("w:name"); name != "" && name != "_GoBack" {
		k.w.Anchor(name)
	}
}

// withhold counts something of the review of a document that is not shown.
func (k *walker) withhold(what string) {
	k.w.Withhold(what, 1, "--changes all to see tracked changes and comments")
}

// tooDeep leaves out the element that just started.
func (k *walker) tooDeep() error {
	k.w.Omit("blocks nested too deep", 1)
	return k.x.Skip()
}

// section reads the properties of a section (17.6.17) for its headers and footers.
func (k *walker) section() error {
	return children(k.x, func(name string) (bool, error) {
		switch name {
		case "w:headerReference", "w:footerReference":
			k.margin()
		}
		return false, nil
	})
}

func (k *walker) margin() {
	id, _ := k.x.Attr("r:id")
	if r := k.links[id]; r.Target != "" && !r.External {
		k.margins[r.Target] = true
	}
}

// settle closes what is open before a block that does not go on with it.
func (k *walker) settle() error {
	if err := k.endItems(0); err != nil {
		return err
	}
	if err := k.endCode(); err != nil {
		return err
	}
	if err := k.endQuote(); err != nil {
		return err
	}
	if len(k.blocks.joined) > 0 {
		text := k.blocks.joined
		k.blocks.joined = nil
		return k.w.Paragraph(text)
	}
	return nil
}

func (k *walker) endCode() error {
	if !k.blocks.isCode {
		return nil
	}
	k.blocks.isCode = false
	text := string(k.blocks.code)
	k.blocks.code = nil
	return k.w.Code("", text)
}

func (k *walker) endQuote() error {
	if !k.blocks.quote {
		return nil
	}
	k.blocks.quote = false
	return k.w.End()
}

// endItems closes the items at a level and deeper.
func (k *walker) endItems(level int) error {
	for n := len(k.blocks.items); n > 0 && k.blocks.items[n-1].level >= level; n-- {
		k.blocks.items = k.blocks.items[:n-1]
		if err := k.w.End(); err != nil {
			return err
		}
	}
	return nil
}

// aside reads what is shown later, such as a note or a text box, with all that is
// open set aside.
func (k *walker) aside(read func() error) (*markup.Recording, error) {
	outer := *k
	r := markup.NewRecording(k.w)
	k.w, k.blocks, k.fields, k.text, k.noted, k.boxes = r, blocks{}, nil, nil, nil, nil
	err := read()
	k.w, k.x, k.links, k.blocks, k.fields, k.text, k.noted, k.boxes = outer.w, outer.x, outer.links, outer.blocks, outer.fields, outer.text, outer.noted, outer.boxes
	r.Close() // what is damaged ends anywhere
	return r, err
}

// isEnd reports whether a part ended too early.
func isEnd(err error) bool { return errors.Is(err, io.ErrUnexpectedEOF) || isDamage(err) }

// isDamage reports whether an error says that a part is broken, so that what was
// read of it is all there is.
func isDamage(err error) bool {
	f, ok := errors.AsType[*fault.Error](err)
	return ok && f.Code.IsReason()
}
