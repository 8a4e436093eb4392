package docx

import (
	"strings"
	"unicode/utf8"

	"fread/internal/reader/markup"
	"fread/internal/reader/omml"
	"fread/internal/reader/xmltext"
)

// A paragraph is one that is being read (17.3.1.22).
type paragraph struct {
	style   string
	list    string // of its own properties; "0": none, whatever its style says
	level   int    // of the list; -1: not said
	outline int    // of its own properties; -1: not said
	joins   bool   // its end is deleted, or it is a drop cap: the next one goes on
	ready   bool   // what follows is found out

	heading int
	role    role
	base    look
}

// A setting is where a run stands.
type setting struct {
	base look
	link string
	mark markup.Style // of a tracked change
	code bool
}

// paragraph reads the paragraph that just started.
func (k *walker) paragraph() error {
	p := paragraph{level: -1, outline: -1}
	k.text = k.text[:0]
	err := children(k.x, func(name string) (bool, error) {
		if name == "w:pPr" {
			return true, k.properties(&p)
		}
		k.prepare(&p)
		return true, k.inline(name, setting{base: p.base, mark: k.mark})
	})
	if err != nil && !isEnd(err) {
		return err
	}
	k.prepare(&p)
	if done := k.finish(&p); done != nil {
		return done
	}
	return err
}

// properties reads those of a paragraph (17.3.1.26).
func (k *walker) properties(p *paragraph) error {
	return children(k.x, func(name string) (bool, error) {
		switch name {
		case "w:pStyle":
			p.style = val(k.x)
		case "w:outlineLvl":
			p.outline = number(val(k.x), -1)
		case "w:numPr":
			return true, children(k.x, func(name string) (bool, error) {
				switch name {
				case "w:numId":
					p.list = val(k.x)
				case "w:ilvl":
					p.level = number(val(k.x), -1)
				}
				return false, nil
			})
		case "w:framePr":
			frame, _ := k.x.Attr("w:dropCap")
			p.joins = p.joins || (frame != "" && frame != "none")
		case "w:rPr": // of the mark that ends it
			return true, children(k.x, func(name string) (bool, error) {
				if (name == "w:del" || name == "w:moveFrom") && !k.d.changes {
					p.joins = true
				}
				return false, nil
			})
		case "w:sectPr":
			return true, k.section()
		}
		return false, nil
	})
}

// prepare finds out what its style says of a paragraph.
func (k *walker) prepare(p *paragraph) {
	if p.ready {
		return
	}
	p.ready = true
	s := k.d.styles
	if p.style == "" {
		p.style = s.paragraph
	}
	p.heading = s.heading(p.style)
	s.inherited(p.style, func(st *style) bool {
		p.role = st.role
		return p.role == prose
	})
	if p.base, _ = s.look(p.style); p.heading > 0 || p.role != prose { // that is how all such paragraphs look
		p.base = look{hidden: p.base.hidden}
	}
	k.number(p)
}

// number finds the list that a paragraph belongs to and its level.
func (k *walker) number(p *paragraph) {
	s := k.d.styles
	if p.list == "" {
		s.inherited(p.style, func(st *style) bool {
			if st.num == "" {
				return true
			}
			p.list = st.num
			if p.level < 0 {
				p.level = st.level
			}
			return false
		})
		if p.list != "" && p.level < 0 {
			p.level = k.d.numbering.levelOf(p.list, p.style)
		}
	}
	if p.level < 0 {
		s.inherited(p.style, func(st *style) bool {
			p.level = st.level
			return p.level < 0
		})
	}
	p.level = max(p.level, 0)
	if p.list == "0" {
		p.list = ""
	}
}

// finish tells the paragraph whose text has been read, and what hangs on it.
func (k *walker) finish(p *paragraph) error {
	noted, boxes := k.noted, k.boxes
	k.noted, k.boxes = nil, nil
	if len(k.blocks.joined) > 0 {
		k.text = append(k.blocks.joined, k.text...)
		k.blocks.joined = nil
	}
	if p.joins && len(noted) == 0 && len(boxes) == 0 {
		k.blocks.joined = append(k.blocks.joined, k.text...)
		k.text = nil
		return nil
	}
	if err := k.tell(p); err != nil {
		return err
	}
	for _, n := range noted {
		if err := k.tellNote(n); err != nil {
			return err
		}
	}
	if len(boxes) > 0 {
		if err := k.endItems(0); err != nil {
			return err
		}
	}
	for _, b := range boxes {
		if err := b.Replay(k.w); err != nil {
			return err
		}
	}
	return nil
}

// tell tells the text as what its paragraph is.
func (k *walker) tell(p *paragraph) error {
	if p.role == contents {
		k.cutPage()
	}
	blank := isBlank(k.text)
	if p.heading == 0 && p.list == "" && p.outline >= 0 && p.outline < bodyText && isTitle(k.text) {
		p.heading = p.outline + 1
	}
	switch {
	case blank && p.role == code && k.blocks.isCode:
		k.blocks.code = append(k.blocks.code, '\n')
		return nil
	case blank && p.list != "" && k.inCell: // a column of numbers
		if m, ok := k.counters.next(p.list, p.level); ok && !m.bullet && k.d.plain {
			return k.w.Paragraph([]markup.Span{{Text: m.label}})
		}
		return nil
	case blank:
		return nil
	case p.heading > 0:
		if p.list != "" {
			if m, ok := k.counters.next(p.list, p.level); ok && !m.bullet && k.d.plain {
				k.text = append([]markup.Span{{Text: m.label + " "}}, k.text...)
			}
		}
		if err := k.settle(); err != nil {
			return err
		}
		return k.w.Heading(p.heading, k.text)
	case p.list != "":
		if m, ok := k.counters.next(p.list, p.level); ok {
			return k.item(p, m)
		}
	case p.role == code:
		return k.codeLine()
	case p.role == quote:
		return k.quoted()
	}
	return k.prose()
}

func isBlank(text []markup.Span) bool {
	for i := range text {
		if s := &text[i]; s.Kind != markup.Break && (s.Kind != markup.Text || strings.TrimSpace(s.Text) != "") {
			return false
		}
	}
	return true
}

// isTitle reports whether text looks like a heading, where only the outline level
// of its paragraph says so: those are set on letterheads and the like as well.
func isTitle(text []markup.Span) bool {
	n, last := 0, ""
	for i := range text {
		if s := &text[i]; s.Kind == markup.Text && strings.TrimSpace(s.Text) != "" {
			n += utf8.RuneCountInString(s.Text)
			last = strings.TrimSpace(s.Text)
		}
	}
	return n > 0 && n <= 120 && !strings.HasSuffix(last, ":") && !strings.HasSuffix(last, ",")
}

func (k *walker) prose() error {
	if err := k.settle(); err != nil {
		return err
	}
	return k.w.Paragraph(k.text)
}

func (k *walker) item(p *paragraph, m mark) error {
	if err := k.endCode(); err != nil {
		return err
	}
	if err := k.endQuote(); err != nil {
		return err
	}
	if err := k.endItems(p.level); err != nil {
		return err
	}
	k.blocks.items = append(k.blocks.items, item{p.level})
	if m.box != "" {
		k.text = append([]markup.Span{{Text: m.box + " "}}, k.text...)
	}
	if err := k.w.Begin(markup.Item{List: number(p.list, 0), Ordered: !m.bullet, Number: m.number, Label: m.label}); err != nil {
		return err
	}
	return k.w.Paragraph(k.text)
}

func (k *walker) codeLine() error {
	if !k.blocks.isCode {
		if err := k.settle(); err != nil {
			return err
		}
		k.blocks.isCode = true
	} else {
		k.blocks.code = append(k.blocks.code, '\n')
	}
	for i := range k.text {
		switch s := &k.text[i]; s.Kind {
		case markup.Break:
			k.blocks.code = append(k.blocks.code, '\n')
		case markup.Text, markup.Math:
			k.blocks.code = append(k.blocks.code, s.Text...)
		case markup.Image, markup.NoteRef:
		}
	}
	return nil
}

func (k *walker) quoted() error {
	if !k.blocks.quote {
		if err := k.settle(); err != nil {
			return err
		}
		k.blocks.quote = true
		if err := k.w.Begin(markup.Quote{}); err != nil {
			return err
		}
	}
	return k.w.Paragraph(k.text)
}

// cutPage takes the number of the page from an entry of a table of contents.
func (k *walker) cutPage() {
	for i := len(k.text) - 1; i >= 0; i-- {
		s := &k.text[i]
		tab := strings.LastIndexByte(s.Text, '\t')
		if strings.Trim(s.Text[tab+1:], "0123456789ivxlcIVXLC.- ") != "" {
			return
		}
		if tab >= 0 {
			s.Text = s.Text[:tab]
			k.text = k.text[:i+1]
			return
		}
	}
}

// inline reads something in a paragraph.
func (k *walker) inline(name string, at setting) error {
	switch name {
	case "w:r":
		return k.run(at)
	case "w:hyperlink":
		if link := k.hyperlink(); link != "" {
			at.link = link
		}
		return k.inlines(at)
	case "w:ins", "w:moveTo":
		if k.d.changes {
			at.mark |= markup.Inserted
		}
		return k.inlines(at)
	case "w:del":
		if k.d.changes {
			at.mark |= markup.Deleted
			return k.inlines(at)
		}
		k.withhold("deletions")
	case "w:moveFrom":
		if k.d.changes {
			at.mark |= markup.Deleted
			return k.inlines(at)
		}
	case "w:smartTag", "w:customXml", "w:sdt", "w:sdtContent", "w:dir", "w:bdo", "w:p", "m:oMathPara":
		return k.inlines(at)
	case "w:fldSimple":
		instruction, _ := k.x.Attr("w:instr")
		f := field{instruction: instruction}
		f.begin()
		k.fields = append(k.fields, f)
		err := k.inlines(at)
		k.fields = k.fields[:len(k.fields)-1]
		return err
	case "m:oMath":
		return k.equation()
	case "w:bookmarkStart":
		k.bookmark()
	}
	return k.x.Skip()
}

// inlines reads what the element that just started holds.
func (k *walker) inlines(at setting) error {
	if k.depth++; k.depth > maxDepth {
		k.depth--
		return k.tooDeep()
	}
	defer func() { k.depth-- }()
	outer := k.x.Name()
	return children(k.x, func(name string) (bool, error) {
		if outer == "m:oMathPara" && name == "m:oMath" {
			before := len(k.text)
			err := k.equation()
			if len(k.text) > before {
				k.text[before].Display = true
			}
			return true, err
		}
		return true, k.inline(name, at)
	})
}

// hyperlink is where the one that just started leads (17.16.22).
func (k *walker) hyperlink() string {
	id, _ := k.x.Attr("r:id")
	anchor, _ := k.x.Attr("w:anchor")
	link := k.links[id].Target
	if anchor != "" {
		link += "#" + anchor
	}
	return link
}

func (k *walker) equation() error {
	tex, err := omml.Read(k.x)
	if tex != "" && k.visible() {
		k.text = append(k.text, markup.Span{Kind: markup.Math, Text: tex})
	}
	return err
}

// run reads a run (17.3.2.25).
func (k *walker) run(at setting) error {
	l := at.base
	return children(k.x, func(name string) (bool, error) {
		switch name {
		case "w:rPr":
			err := k.runProperties(&l, &at)
			return true, err
		case "w:t":
			return true, k.characters(l, at)
		case "w:delText":
			if at.mark&markup.Deleted != 0 {
				return true, k.characters(l, at)
			}
		case "w:tab", "w:ptab":
			k.add("\t", l, at)
		case "w:br":
			if kind, _ := k.x.Attr("w:type"); kind == "page" || kind == "column" {
				k.add(" ", l, at)
			} else {
				k.lineBreak(l)
			}
		case "w:cr":
			k.lineBreak(l)
		case "w:noBreakHyphen":
			k.add("\u2011", l, at)
		case "w:sym":
			font, _ := k.x.Attr("w:font")
			char, _ := k.x.Attr("w:char")
			k.add(symbolOf(font, char), l, at)
		case "w:fldChar":
			return true, k.fieldChar(l, at)
		case "w:instrText":
			return true, k.instruction()
		case "w:commentReference":
			if !k.d.changes {
				k.withhold("comments")
				return false, nil
			}
			return false, k.noteReference("comment", l)
		case "w:footnoteReference", "w:endnoteReference":
			return false, k.noteReference(strings.TrimSuffix(strings.TrimPrefix(name, "w:"), "Reference"), l)
		case "w:ruby":
			return true, k.ruby(at)
		case "w:drawing", "w:pict", "w:object":
			return true, k.drawing(at, l.hidden == on)
		}
		return false, nil
	})
}

// runProperties reads those of a run (17.3.2.28). What a style switches on that
// is on already, it switches off (17.7.3).
func (k *walker) runProperties(l *look, at *setting) error {
	var own, styled look
	err := children(k.x, func(name string) (bool, error) {
		if name == "w:rStyle" {
			var isCode bool
			styled, isCode = k.d.styles.look(val(k.x))
			at.code = at.code || isCode
			return false, nil
		}
		own.property(k.x, name)
		return false, nil
	})
	for _, t := range []struct{ style, base *toggle }{{&styled.bold, &l.bold}, {&styled.italic, &l.italic}} {
		if *t.style == on && *t.base == on {
			*t.style = off
		}
	}
	*l = own.over(styled.over(*l))
	return err
}

// characters reads the text of the element that just started.
func (k *walker) characters(l look, at setting) error {
	for {
		kind, err := k.x.Next()
		switch {
		case err != nil:
			return unexpected(err)
		case kind == xmltext.End:
			return nil
		case kind == xmltext.Start:
			if err := k.x.Skip(); err != nil {
				return err
			}
		default:
			k.add(symbols(l.font, string(k.x.Text())), l, at)
		}
	}
}

// add takes text of a paragraph.
func (k *walker) add(text string, l look, at setting) {
	switch {
	case text == "" || !k.visible():
		return
	case l.hidden == on:
		k.w.Withhold("hidden characters", int64(utf8.RuneCountInString(text)), "")
		return
	}
	s := markup.Span{Text: text, Style: l.style() | at.mark, Link: at.link}
	if s.Link == "" {
		s.Link = k.fieldLink()
	}
	if at.code {
		s.Style |= markup.Code
	}
	k.text = append(k.text, s)
}

func (k *walker) lineBreak(l look) {
	if k.visible() && l.hidden != on {
		k.text = append(k.text, markup.Span{Kind: markup.Break})
	}
}

// ruby reads text with its reading beside it (17.3.3.25), which is put in
// parentheses.
func (k *walker) ruby(at setting) error {
	return children(k.x, func(name string) (bool, error) {
		switch name {
		case "w:rubyBase":
			return true, k.inlines(at)
		case "w:rt":
			before := len(k.text)
			k.text = append(k.text, markup.Span{Text: "("})
			err := k.inlines(at)
			if len(k.text) == before+1 {
				k.text = k.text[:before]
			} else {
				k.text = append(k.text, markup.Span{Text: ")"})
			}
			return true, err
		}
		return false, nil
	})
}
