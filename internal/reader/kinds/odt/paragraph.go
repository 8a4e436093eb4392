package odt

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"fread/internal/reader/fault"
	"fread/internal/reader/markup"
	"fread/internal/reader/xmltext"
)

// maxParagraph is how much of a paragraph is held at once, in bytes. One of a text
// that is longer is told in parts.
const maxParagraph = 1 << 20

// paragraph is one while it is read.
type paragraph struct {
	spans    []markup.Span
	size     int          // of its text in bytes
	part     func() error // tells what is there of it; nil: it is not told in parts
	spaced   bool         // a space now would be one too many (ODF 1.3 part 3, 6.1.2)
	unseen   bool
	floats   bool // it ends with an image that does not stand in its line
	fixed    bool // all of it is in a typeface of one width
	verbatim bool // white space stays, and breaks are line ends
	asides   []aside
}

// aside is what belongs to a paragraph and is told behind it.
type aside struct {
	note string // identifier; empty: a text box
	what *markup.Recording
}

// paragraph tells a paragraph or a heading (ODF 1.3 part 3, 5.1).
func (k *walker) paragraph(element string) error {
	name := k.attr("text:style-name")
	outline, role, rule := k.styles.paragraph(name)
	if n := len(k.items); n > 0 && !k.items[n-1].begun && k.items[n-1].style == "" {
		k.items[n-1].style = k.styles.listOf(name)
	}
	if element == "text:h" {
		outline = 1
		if n, err := strconv.Atoi(first(k.attr("text:outline-level"), k.attr("text:level"))); err == nil && n > 0 {
			outline = n
		}
	}
	base := k.styles.look("paragraph", name)
	p := &paragraph{spaced: true, verbatim: role == code && outline == 0, fixed: base.fixed == on}
	base.fixed = inherited // where all is in it, it means nothing
	if outline > 0 || role == code {
		base = look{hidden: base.hidden}
	}
	if outline == 0 {
		p.part = func() error {
			err := k.tell(p, 0, role, false)
			p.spans, p.size = p.spans[:0], 0
			return err
		}
	}
	err := k.inline(p, base, "")
	if err != nil && fault.CodeOf(err) != fault.Corrupt { // what lies before damage is told
		return err
	}
	if err := k.tell(p, outline, role, rule); err != nil {
		return err
	}
	if err := k.tellAsides(p); err != nil {
		return err
	}
	return err
}

// tell tells what was read of a paragraph.
func (k *walker) tell(p *paragraph, outline int, r role, rule bool) error {
	p.trim()
	if p.unseen {
		k.unseen(flat(p.spans))
		return nil
	}
	switch {
	case outline > 0 && !isBlank(p.spans):
		if err := k.part(); err != nil {
			return err
		}
		return k.w.Heading(outline, p.spans)
	case r == code && (k.joined.code != nil || len(p.spans) > 0):
		if err := k.ready(); err != nil {
			return err
		}
		if err := k.join(code); err != nil {
			return err
		}
		k.joined.code = append(k.joined.code, flat(p.spans))
		return nil
	case rule && isBlank(p.spans):
		if err := k.part(); err != nil {
			return err
		}
		return k.w.Rule()
	case isBlank(p.spans):
		return nil
	}
	if err := k.ready(); err != nil {
		return err
	}
	if err := k.join(r); err != nil {
		return err
	}
	return k.w.Paragraph(p.spans)
}

// tellAsides tells the notes and text boxes of a paragraph.
func (k *walker) tellAsides(p *paragraph) error {
	for i := range p.asides {
		a := &p.asides[i]
		if a.note == "" {
			if err := k.ready(); err != nil {
				return err
			}
			if err := k.part(); err != nil {
				return err
			}
			if err := a.what.Replay(k.w); err != nil {
				return err
			}
			continue
		}
		if err := k.w.Begin(markup.Note{ID: a.note}); err != nil {
			return err
		}
		if err := a.what.Replay(k.w); err != nil {
			return err
		}
		if err := k.w.End(); err != nil {
			return err
		}
	}
	return nil
}

// isBlank reports whether spans show nothing.
func isBlank(spans []markup.Span) bool {
	for i := range spans {
		switch spans[i].Kind {
		case markup.Text:
			if strings.TrimSpace(spans[i].Text) != "" {
				return false
			}
		case markup.Break:
		case markup.Image, markup.Math, markup.NoteRef:
			return false
		}
	}
	return true
}

// flat returns the text of spans, with breaks as line ends.
func flat(spans []markup.Span) string {
	var b strings.Builder
	for i := range spans {
		switch spans[i].Kind {
		case markup.Break:
			b.WriteByte('\n')
		case markup.Text, markup.Math:
			b.WriteString(spans[i].Text)
		case markup.Image, markup.NoteRef:
		}
	}
	return b.String()
}

// trim drops the space that a paragraph ends with.
func (p *paragraph) trim() {
	if n := len(p.spans) - 1; n >= 0 && !p.verbatim && p.spans[n].Kind == markup.Text && p.spaced {
		p.spans[n].Text = strings.TrimSuffix(p.spans[n].Text, " ")
	}
}

// add puts text into a paragraph.
func (k *walker) add(p *paragraph, text string, l look, link string) {
	switch {
	case text == "":
		return
	case l.hidden == on:
		k.unseen(text)
		return
	}
	if p.size += len(text); p.size > maxParagraph {
		k.w.Omit("characters", int64(utf8.RuneCountInString(text)))
		return
	}
	style := l.markup() | k.mark
	if p.floats { // an image beside the text is no part of a word
		p.floats = false
		if !strings.HasPrefix(text, " ") {
			text = " " + text
		}
	}
	const short = 1 << 10 // pieces up to this size are joined at once
	if n := len(p.spans) - 1; n >= 0 && p.spans[n].Kind == markup.Text && p.spans[n].Style == style && p.spans[n].Link == link && len(p.spans[n].Text) < short {
		p.spans[n].Text += text
		return
	}
	p.spans = append(p.spans, markup.Span{Text: text, Style: style, Link: link})
}

// collapse makes white space of any length one space.
func (p *paragraph) collapse(text []byte) string {
	var b strings.Builder
	b.Grow(len(text))
	for _, c := range text {
		switch c {
		case ' ', '\t', '\n', '\r':
			if !p.spaced {
				b.WriteByte(' ')
			}
			p.spaced = true
		default:
			b.WriteByte(c)
			p.spaced = false
		}
	}
	return b.String()
}

// inline reads the text inside the element that just started (ODF 1.3 part 3, 6).
func (k *walker) inline(p *paragraph, l look, link string) error {
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
		case xmltext.Text:
			if p.size > maxParagraph/2 && p.part != nil {
				if err := p.part(); err != nil {
					return err
				}
			}
			k.add(p, p.collapse(k.x.Text()), l, link)
		case xmltext.Start:
			if err := k.span(k.x.Name(), p, l, link); err != nil {
				return err
			}
		}
	}
}

// span reads one element of a paragraph.
func (k *walker) span(name string, p *paragraph, l look, link string) error {
	switch name {
	case "text:s":
		const most = 256
		n, err := strconv.Atoi(k.attr("text:c"))
		if err != nil || n < 1 {
			n = 1
		}
		k.add(p, strings.Repeat(" ", min(n, most)), l, link)
		p.spaced = false
	case "text:tab":
		k.add(p, "\t", l, link)
		p.spaced = true
	case "text:line-break":
		p.spans = append(p.spans, markup.Span{Kind: markup.Break})
		p.spaced = true
	case "text:span":
		own := k.styles.look("text", k.attr("text:style-name"))
		if p.fixed {
			own.fixed = inherited
		}
		return k.inline(p, own.over(l), link)
	case "text:a", "draw:a":
		return k.inline(p, l, target(k.attr("xlink:href")))
	case "text:note", "text:footnote", "text:endnote":
		return k.note(p, l)
	case "office:annotation":
		return k.annotation(p)
	case "draw:frame":
		return k.frame(p, link)
	case "draw:image", "draw:text-box":
		return k.bare(name, p, link)
	case "draw:g":
		return k.each(func(name string) error { return k.span(name, p, l, link) })
	case "text:change", "text:change-start", "text:change-end":
		k.change(name, p)
	case "text:bookmark", "text:bookmark-start":
		if name := k.attr("text:name"); name != "" {
			k.w.Anchor(name)
		}
	case "text:hidden-paragraph":
		p.unseen = p.unseen || k.attr("text:is-hidden") == "true"
	case "text:hidden-text":
		return k.hiddenText(p, l, link)
	case "text:variable-set", "text:variable-get", "text:user-field-get":
		if k.attr("text:display") == "none" {
			break
		}
		return k.inline(p, l, link)
	case "text:ruby-text":
		k.add(p, "(", l, link)
		if err := k.inline(p, l, link); err != nil {
			return err
		}
		k.add(p, ")", l, link)
		return nil
	case "field:fieldmark":
		return k.formField(p, l)
	case "svg:title", "svg:desc", "office:annotation-end", "text:number", "text:script", "office:event-listeners", "text:tracked-changes", "draw:control":
	case "text:p", "text:h": // a paragraph that a program has put into another
		p.spans = append(p.spans, markup.Span{Kind: markup.Break})
		p.spaced = true
		return k.inline(p, l, link)
	default:
		if isShape(name) {
			return k.shape(p)
		}
		return k.inline(p, l, link) // fields: what they showed last
	}
	return k.x.Skip()
}

func first(a, b string) string {
	if a != "" {
		return a
	}
	return b
}

// formField reads a field of a form, as LibreOffice writes those of Word: a check
// box shows its state.
func (k *walker) formField(p *paragraph, l look) error {
	isBox := strings.HasSuffix(k.attr("field:type"), "FORMCHECKBOX")
	box := "☐"
	err := k.each(func(name string) error {
		if name == "field:param" && k.attr("field:name") == "Checkbox_Checked" && k.attr("field:value") == "true" {
			box = "☒"
		}
		return k.x.Skip()
	})
	if isBox {
		k.add(p, box, l, "")
		p.spaced = false
	}
	return err
}

// hiddenText reads a text that a condition hides (ODF 1.3 part 3, 7.7.5). It is
// what the element holds, or else what its attribute says.
func (k *walker) hiddenText(p *paragraph, l look, link string) error {
	text, isHidden := k.attr("text:string-value"), k.attr("text:is-hidden") == "true"
	if isHidden {
		l.hidden = on
	}
	var inside paragraph
	if err := k.inline(&inside, look{}, ""); err != nil {
		return err
	}
	if !isBlank(inside.spans) {
		text = flat(inside.spans)
	}
	k.add(p, text, l, link)
	return nil
}

// target is where a link leads. Places in the document lose the word by which
// LibreOffice says what they are.
func target(href string) string {
	if place, _, ok := strings.Cut(href, "|"); ok && strings.HasPrefix(href, "#") {
		return place
	}
	return href
}

// note reads a footnote or an endnote (ODF 1.3 part 3, 6.3).
func (k *walker) note(p *paragraph, l look) error {
	k.notes++
	id := strconv.Itoa(k.notes)
	if l.hidden == on {
		return k.conceal()
	}
	p.spans = append(p.spans, markup.Span{Kind: markup.NoteRef, Target: id})
	p.spaced = false
	return k.each(func(name string) error {
		switch name {
		case "text:note-body", "text:footnote-body", "text:endnote-body":
		default:
			return k.x.Skip()
		}
		r, err := k.aside(k.blocks)
		p.asides = append(p.asides, aside{id, r})
		return err
	})
}

// annotation reads a comment (ODF 1.3 part 3, 14.1).
func (k *walker) annotation(p *paragraph) error {
	if !k.d.changes {
		return k.uncommented()
	}
	k.comments++
	id := "comment-" + strconv.Itoa(k.comments)
	p.spans = append(p.spans, markup.Span{Kind: markup.NoteRef, Target: id})
	r, err := k.aside(func() error { return k.commentBody("") })
	p.asides = append(p.asides, aside{id, r})
	return err
}

// uncommented counts a comment that is not asked for.
func (k *walker) uncommented() error {
	k.w.Withhold("comments", 1, "--changes all to see tracked changes and comments")
	return k.x.Skip()
}

// commentBody tells a comment, whose first paragraph begins with its author.
func (k *walker) commentBody(prefix string) error {
	author, date := k.attr("office:author"), k.attr("office:create-date")
	begins := true
	return k.each(func(name string) error {
		var err error
		switch name {
		case "dc:creator":
			author, err = k.words()
		case "dc:date":
			date, err = k.words()
		case "text:p":
			p := &paragraph{spaced: true}
			if begins {
				p.spans = commentHead(prefix, author, date)
				begins = false
			}
			if err := k.inline(p, look{}, ""); err != nil {
				return err
			}
			if err := k.tell(p, 0, plain, false); err != nil {
				return err
			}
			return k.tellAsides(p)
		case "text:list":
			return k.list()
		default:
			return k.x.Skip()
		}
		return err
	})
}

// commentHead says whose comment it is.
func commentHead(prefix, author, date string) []markup.Span {
	if prefix == "" {
		if author == "" {
			return nil
		}
		return []markup.Span{{Text: author + ": "}}
	}
	if author != "" {
		prefix += " by " + author
	}
	if day, _, ok := strings.Cut(date, "T"); ok {
		prefix += ", " + day
	}
	return []markup.Span{{Text: prefix + ":", Style: markup.Bold}, {Text: " "}}
}
