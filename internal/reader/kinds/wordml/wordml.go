// Package wordml reads the XML documents of Word 2003 (Office 2003 XML Reference
// Schemas, WordprocessingML) as prose. They are one file of XML and often called
// .doc; what is like in .docx is called alike here.
package wordml

import (
	"context"
	"errors"
	"io"
	"math"
	"strings"

	"fread/internal/reader"
	"fread/internal/reader/detect"
	"fread/internal/reader/fault"
	"fread/internal/reader/markup"
	"fread/internal/reader/paragraphs"
	"fread/internal/reader/source"
	"fread/internal/reader/xmltext"
)

// Reader implements reader.Reader for XML documents of Word 2003.
type Reader struct{}

// Info implements reader.Reader.
func (Reader) Info() reader.Info {
	return reader.Info{Name: "wordml", Forms: []reader.Form{reader.FormMarkdown, reader.FormText}, Unit: reader.UnitLine, Parts: true, Contained: true}
}

// Match implements reader.Reader.
func (Reader) Match(t detect.Type, form reader.Form) bool {
	return t.Format == "wordml" && (form == reader.FormDefault || form == reader.FormMarkdown || form == reader.FormText)
}

// Open implements reader.Reader.
func (Reader) Open(ctx context.Context, f *source.File, o reader.Options) (reader.Document, error) {
	walk := func(ctx context.Context, w markup.Writer) error {
		in := &input{Reader: io.NewSectionReader(f, 0, math.MaxInt64), ctx: ctx, alive: o.Alive}
		k := &walker{
			x: xmltext.New(in, namespaces()), w: w, t: paragraphs.NewTeller(w, o.Form == reader.FormText), styles: map[string]*style{},
			changes: o.Request != nil && o.Request.Changes == "all",
		}
		return k.tell()
	}
	return markup.NewDocument(ctx, o, walk), nil
}

// input says now and then that the file is still being read.
type input struct {
	io.Reader
	ctx   context.Context //nolint:containedctx // it lives as long as one walk
	alive func()
}

// Read implements io.Reader.
func (i *input) Read(p []byte) (int, error) {
	if i.alive != nil {
		i.alive()
	}
	if err := i.ctx.Err(); err != nil {
		return 0, err
	}
	return i.Reader.Read(p)
}

func namespaces() xmltext.Namespaces {
	return xmltext.Namespaces{
		"http://schemas.microsoft.com/office/word/2003/wordml":  "w",
		"http://schemas.microsoft.com/office/word/2003/auxHint": "wx",
		"http://schemas.microsoft.com/aml/2001/core":            "aml",
		"urn:schemas-microsoft-com:vml":                         "v",
	}
}

// A style is one of the styles of paragraphs or of text.
type style struct {
	name, base string
	outline    int // level from 1; 0: not said
	hidden     bool
}

const (
	maxStyles      = 1 << 14
	maxInheritance = 16
	maxDepth       = 200     // of what is read inside of itself
	maxParagraph   = 4 << 20 // bytes of a paragraph; what is behind them is left out
	maxFields      = 64
	maxShort       = 4 << 10
)

// errDeep is returned for a document that is nested deeper than maxDepth.
var errDeep = fault.New(fault.TooComplex, fault.PhaseConvert, "", "The document is nested too deeply.", "")

// A walker tells the document while it is read.
type walker struct {
	x       *xmltext.Reader
	w       markup.Writer
	t       *paragraphs.Teller
	styles  map[string]*style
	changes bool // tracked changes are marked, and comments told

	noteNo, commentNo, images int
	depth                     int // of calls
	tables                    int // that are open
	p                         *paragraph
	aside                     *[]paragraphs.Paragraph // of the note or the text box that is open
}

// A paragraph is one while it is read.
type paragraph struct {
	paragraphs.Paragraph
	style  string
	hint   string // its label as Word shows it
	listed bool
	size   int
	fields []field
	link   string
	change markup.Style
	boxes  []paragraphs.Paragraph
}

// A field is one that is open.
type field struct {
	instruction string
	link        string
	result      bool
	mute        bool // its result is not shown
}

// tell tells the document.
func (k *walker) tell() error {
	for {
		kind, err := k.x.Next()
		if errors.Is(err, io.EOF) {
			return k.t.Finish()
		}
		if err != nil {
			return k.damaged(err)
		}
		if kind != xmltext.Start || k.x.Name() == "w:wordDocument" {
			continue
		}
		switch k.x.Name() {
		case "w:styles":
			err = k.children(k.readStyle)
		case "w:body":
			err = k.children(k.block)
		default:
			err = k.x.Skip()
		}
		if err != nil {
			return k.damaged(err)
		}
	}
}

// damaged tells what waits before a document that cannot be read on.
func (k *walker) damaged(err error) error {
	if !errors.Is(err, xmltext.ErrEnds) && !errors.Is(err, xmltext.ErrTooLarge) && !errors.Is(err, xmltext.ErrTooDeep) && !errors.Is(err, io.EOF) {
		return err
	}
	if err := k.t.Finish(); err != nil {
		return err
	}
	return fault.New(fault.Corrupt, fault.PhaseConvert, "", "The document ends in the middle, or is damaged.", "Use --as bytes to see it as it is.")
}

// children calls take with the name of each element inside the one that just
// started; take reads it to its end.
func (k *walker) children(take func(name string) error) error {
	if k.depth >= maxDepth {
		return errDeep
	}
	k.depth++
	defer func() { k.depth-- }()
	for {
		kind, err := k.x.Next()
		if err != nil {
			if errors.Is(err, io.EOF) {
				err = xmltext.ErrEnds
			}
			return err
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

// value is the attribute val of the element that just started.
func (k *walker) value() string {
	v, _ := k.x.Attr("w:val")
	return v
}

// on reads an element that turns something on or off.
func (k *walker) on() bool {
	v, ok := k.x.Attr("w:val")
	return !ok || v == "on" || v == "true" || v == "1"
}

func (k *walker) readStyle(name string) error {
	if name != "w:style" {
		return k.x.Skip()
	}
	s := &style{}
	id, _ := k.x.Attr("w:styleId")
	err := k.children(func(name string) error {
		switch name {
		case "w:name":
			s.name = k.value()
		case "w:basedOn":
			s.base = k.value()
		case "w:pPr":
			return k.children(func(name string) error {
				if name == "w:outlineLvl" {
					s.outline = outline(k.value())
				}
				return k.x.Skip()
			})
		case "w:rPr":
			return k.children(func(name string) error {
				if name == "w:vanish" {
					s.hidden = k.on()
				}
				return k.x.Skip()
			})
		}
		return k.x.Skip()
	})
	if len(k.styles) < maxStyles {
		k.styles[id] = s
	}
	return err
}

// outline is the level of a heading; 0: it is none.
func outline(value string) int {
	if len(value) == 1 && value[0] >= '0' && value[0] <= '8' {
		return int(value[0]-'0') + 1
	}
	return 0
}

// heading is the level of a paragraph of a style, if it is a heading.
func (k *walker) heading(id string) int {
	for range maxInheritance {
		s := k.styles[id]
		if s == nil {
			return 0
		}
		if s.outline > 0 {
			return s.outline
		}
		if level := paragraphs.HeadingLevel(s.name); level > 0 {
			return level
		}
		id = s.base
	}
	return 0
}

// block takes an element of the body, of a cell or of a note.
func (k *walker) block(name string) error {
	switch name {
	case "w:p":
		return k.paragraph()
	case "w:tbl":
		return k.table()
	case "w:sectPr":
		return k.section()
	case "wx:sect", "wx:sub-section", "wx:pBdrGroup", "w:txbxContent", "aml:content", "w:sdt", "w:sdtContent":
		return k.children(k.block)
	case "aml:annotation":
		if kind, _ := k.x.Attr("w:type"); kind == "Word.Deletion" && !k.changes {
			k.w.Omit("deletions", 1)
			return k.x.Skip()
		}
		return k.children(k.block)
	}
	if strings.HasPrefix(name, "?") { // of another schema, around what is of this one
		return k.children(k.block)
	}
	return k.x.Skip()
}

// section counts headers and footers.
func (k *walker) section() error {
	return k.children(func(name string) error {
		if name != "w:hdr" && name != "w:ftr" {
			return k.x.Skip()
		}
		text := false
		err := k.within(func(s string) { text = text || strings.TrimSpace(s) != "" })
		if text {
			k.w.Omit("headers and footers", 1)
		}
		return err
	})
}

// within calls do with the text in the element that just started.
func (k *walker) within(do func(string)) error {
	for depth := k.x.Depth(); ; {
		kind, err := k.x.Next()
		switch {
		case err != nil:
			return err
		case kind == xmltext.Text:
			do(string(k.x.Text()))
		case kind == xmltext.End && k.x.Depth() < depth:
			return nil
		}
	}
}

// give hands a paragraph on.
func (k *walker) give(p *paragraphs.Paragraph) error {
	if k.aside != nil {
		*k.aside = append(*k.aside, *p)
		return nil
	}
	p.Table = k.tables
	return k.t.Paragraph(p)
}

func (k *walker) table() error {
	if k.aside != nil { // in a note: its cells are paragraphs
		return k.children(func(name string) error {
			if name != "w:tr" {
				return k.x.Skip()
			}
			return k.children(func(name string) error {
				if name != "w:tc" {
					return k.x.Skip()
				}
				return k.children(k.block)
			})
		})
	}
	k.tables++
	err := k.children(func(name string) error {
		if name != "w:tr" {
			return k.x.Skip()
		}
		return k.row()
	})
	k.tables--
	return err
}

func (k *walker) row() error {
	var r paragraphs.Row
	column := 0
	err := k.children(func(name string) error {
		switch name {
		case "w:tc":
			return k.cell(&r, &column)
		case "w:trPr":
			return k.children(func(name string) error {
				if name == "w:tblHeader" {
					r.Header = k.on()
				}
				return k.x.Skip()
			})
		}
		return k.x.Skip()
	})
	if err != nil {
		return err
	}
	return k.t.EndRow(k.tables, &r)
}

const columnWidth = 1000 // between edges of columns, in units that paragraphs.Row tells apart

func (k *walker) cell(r *paragraphs.Row, column *int) error {
	span, across, down := 1, paragraphs.Alone, paragraphs.Alone
	merge := func() paragraphs.Merge {
		if k.value() == "restart" {
			return paragraphs.First
		}
		return paragraphs.Continued
	}
	err := k.children(func(name string) error {
		if name != "w:tcPr" {
			return k.block(name)
		}
		return k.children(func(name string) error {
			switch name {
			case "w:gridSpan":
				span = number(k.value(), 1, 256)
			case "w:vmerge":
				down = merge()
			case "w:hmerge":
				across = merge()
			}
			return k.x.Skip()
		})
	})
	if err != nil {
		return err
	}
	*column += span
	r.Edges = append(r.Edges, *column*columnWidth)
	r.Across = append(r.Across, across)
	r.Down = append(r.Down, down)
	return k.t.EndCell(k.tables)
}

// number reads a number and keeps it between bounds.
func number(s string, least, most int) int {
	n := 0
	for _, r := range s {
		if r < '0' || r > '9' || n > most {
			break
		}
		n = n*10 + int(r-'0')
	}
	return min(max(n, least), most)
}
