package wordml

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"fread/internal/reader/markup"
	"fread/internal/reader/paragraphs"
	"fread/internal/reader/xmltext"
)

// paragraph reads a paragraph and hands it on, behind the text boxes in it.
func (k *walker) paragraph() error {
	around := k.p
	k.p = &paragraph{}
	err := k.children(k.inline)
	p := k.p
	k.p = around
	if err != nil {
		return err
	}
	for i := range p.boxes {
		if err := k.give(&p.boxes[i]); err != nil {
			return err
		}
	}
	if p.Heading == 0 {
		p.Heading = k.heading(p.style)
	}
	if p.hint != "" {
		p.Label, p.Number, p.Ordered = paragraphs.ParseLabel(p.hint, 0)
	}
	if p.listed && p.Heading == 0 && p.List == 0 {
		p.List = 1
	}
	return k.give(&p.Paragraph)
}

// inline takes an element of a paragraph.
func (k *walker) inline(name string) error {
	switch name {
	case "w:pPr":
		return k.children(k.property)
	case "w:r":
		return k.run()
	case "w:hlink":
		return k.hyperlink()
	case "w:fldSimple":
		instruction, _ := k.x.Attr("w:instr")
		if paragraphs.Muted(instruction, k.p.Text, nil) {
			return k.x.Skip()
		}
		return k.linked(paragraphs.Hyperlink(instruction))
	case "aml:annotation":
		return k.annotation()
	case "aml:content", "w:smartTag", "w:sdt", "w:sdtContent":
		return k.children(k.inline)
	}
	if strings.HasPrefix(name, "?") { // of another schema, around what is of this one
		return k.children(k.inline)
	}
	return k.x.Skip()
}

// property takes a property of the paragraph.
func (k *walker) property(name string) error {
	p := k.p
	switch name {
	case "w:pStyle":
		p.style = k.value()
	case "w:outlineLvl":
		p.Heading = outline(k.value())
	case "w:listPr":
		p.listed = true
		return k.children(func(name string) error {
			switch name {
			case "w:ilvl":
				p.Depth = number(k.value(), 0, 8)
			case "w:ilfo":
				if p.List = number(k.value(), 0, 1<<20); p.List == 0 { // it is taken out of the list
					p.listed = false
				}
			case "wx:t":
				p.hint, _ = k.x.Attr("wx:val")
			}
			return k.x.Skip()
		})
	}
	return k.x.Skip()
}

// linked reads what leads somewhere.
func (k *walker) linked(target string) error {
	around := k.p.link
	if target != "" {
		k.p.link = target
	}
	err := k.children(k.inline)
	k.p.link = around
	return err
}

func (k *walker) hyperlink() error {
	target, _ := k.x.Attr("w:dest")
	if place, _ := k.x.Attr("w:bookmark"); place != "" {
		target += "#" + place
	}
	return k.linked(target)
}

// annotation reads a tracked change, a comment or a bookmark.
func (k *walker) annotation() error {
	kind, _ := k.x.Attr("w:type")
	around := k.p.change
	defer func() { k.p.change = around }()
	switch kind {
	case "Word.Deletion":
		if !k.changes {
			k.w.Omit("deletions", 1)
			return k.x.Skip()
		}
		k.p.change = markup.Deleted
	case "Word.Insertion":
		if k.changes {
			k.p.change = markup.Inserted
		}
	case "Word.Comment":
		if !k.changes {
			k.w.Omit("comments", 1)
			return k.x.Skip()
		}
		author, _ := k.x.Attr("aml:author")
		k.commentNo++
		return k.note("comment-"+strconv.Itoa(k.commentNo), author)
	}
	return k.children(k.inline)
}

// note reads the paragraphs of a note or a comment.
func (k *walker) note(id, author string) error {
	var list []paragraphs.Paragraph
	if err := k.apart(&list); err != nil {
		return err
	}
	if len(list) == 0 {
		return nil
	}
	if author != "" {
		list[0].Text = append([]markup.Span{{Text: author + ": "}}, list[0].Text...)
	}
	k.p.Notes = append(k.p.Notes, paragraphs.Note{ID: id, Paragraphs: list})
	k.span(markup.Span{Kind: markup.NoteRef, Target: id})
	return nil
}

// apart reads blocks that do not belong to the text around.
func (k *walker) apart(list *[]paragraphs.Paragraph) error {
	around := k.aside
	k.aside = list
	err := k.children(k.block)
	k.aside = around
	return err
}

// look is how the text of a run looks.
type look struct {
	style  markup.Style
	hidden bool
}

// run reads text that looks alike.
func (k *walker) run() error {
	l := look{style: k.p.change}
	return k.children(func(name string) error {
		switch name {
		case "w:rPr":
			return k.children(func(name string) error { return k.looks(name, &l) })
		case "w:t", "w:delText":
			return k.within(func(s string) { k.text(s, &l) })
		case "w:tab":
			k.text("\t", &l)
		case "w:noBreakHyphen":
			k.text("\u2011", &l)
		case "w:br":
			k.span(markup.Span{Kind: markup.Break})
		case "w:sym":
			k.symbol(&l)
		case "w:instrText":
			return k.within(k.instruct)
		case "w:fldChar":
			k.fieldChar()
		case "w:footnote", "w:endnote":
			k.noteNo++
			return k.note(strconv.Itoa(k.noteNo), "")
		case "w:pict":
			return k.picture()
		}
		return k.x.Skip()
	})
}

// looks takes a property of a run.
func (k *walker) looks(name string, l *look) error {
	set := func(s markup.Style) {
		l.style &^= s
		if k.on() {
			l.style |= s
		}
	}
	switch name {
	case "w:b":
		set(markup.Bold)
	case "w:i":
		set(markup.Italic)
	case "w:strike", "w:dstrike":
		set(markup.Strike)
	case "w:vanish":
		l.hidden = k.on()
	case "w:rStyle":
		if s := k.styles[k.value()]; s != nil && s.hidden {
			l.hidden = true
		}
	case "w:vertAlign":
		switch k.value() {
		case "superscript":
			l.style |= markup.Superscript
		case "subscript":
			l.style |= markup.Subscript
		}
	}
	return k.x.Skip()
}

// text takes text of the paragraph.
func (k *walker) text(s string, l *look) {
	p := k.p
	switch {
	case l.hidden:
		if strings.TrimSpace(s) != "" {
			paragraphs.Hidden(k.w, int64(utf8.RuneCountInString(s)))
		}
		return
	case p.size > maxParagraph:
		k.w.Omit("characters", int64(utf8.RuneCountInString(s)))
		return
	}
	if n := len(p.fields); n > 0 && !p.fields[n-1].result {
		return
	}
	link := p.link
	for i := range p.fields {
		if p.fields[i].mute {
			return
		}
		if p.fields[i].link != "" {
			link = p.fields[i].link
		}
	}
	p.size += len(s) + 64
	p.Text = append(p.Text, markup.Span{Text: s, Style: l.style, Link: link})
}

func (k *walker) span(s markup.Span) {
	if k.p.size <= maxParagraph {
		k.p.size += 64
		k.p.Text = append(k.p.Text, s)
	}
}

// symbol shows a character of a font of symbols.
func (k *walker) symbol(l *look) {
	font, _ := k.x.Attr("w:font")
	char, _ := k.x.Attr("w:char")
	if n, err := strconv.ParseUint(char, 16, 16); err == nil {
		r := rune(n)
		if r >= 0xf000 && r <= 0xf0ff {
			r = paragraphs.Symbol(font, byte(r))
		}
		k.text(string(r), l)
	}
}

// instruct takes the instruction of a field.
func (k *walker) instruct(s string) {
	if n := len(k.p.fields); n > 0 && len(k.p.fields[n-1].instruction) < maxShort {
		k.p.fields[n-1].instruction += s
	}
}

// fieldChar begins a field, goes on to its result or ends it.
func (k *walker) fieldChar() {
	p := k.p
	n := len(p.fields)
	switch kind, _ := k.x.Attr("w:fldCharType"); {
	case kind == "begin" && n < maxFields:
		p.fields = append(p.fields, field{})
	case kind == "separate" && n > 0:
		f := &p.fields[n-1]
		f.result, f.link, f.mute = true, paragraphs.Hyperlink(f.instruction), paragraphs.Muted(f.instruction, p.Text, nil)
	case kind == "end" && n > 0:
		p.fields = p.fields[:n-1]
	}
}

// picture shows where a picture stands, and reads the text boxes of a drawing.
func (k *walker) picture() error {
	image, alt := false, ""
	depth := k.x.Depth()
	for {
		kind, err := k.x.Next()
		if err != nil {
			return err
		}
		if kind == xmltext.End && k.x.Depth() < depth {
			break
		}
		if kind != xmltext.Start {
			continue
		}
		switch k.x.Name() {
		case "v:imagedata":
			image = true
		case "v:shape":
			if a, ok := k.x.Attr("alt"); ok {
				alt = a
			}
		case "w:binData":
			if err := k.x.Skip(); err != nil {
				return err
			}
		case "w:txbxContent":
			if err := k.apart(&k.p.boxes); err != nil {
				return err
			}
		}
	}
	if image {
		k.images++
		k.w.Omit("images", 1)
		k.span(markup.Span{Kind: markup.Image, Text: alt, Target: "#image" + strconv.Itoa(k.images), Link: k.p.link})
	}
	return nil
}
