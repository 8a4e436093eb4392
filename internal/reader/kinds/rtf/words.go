package rtf

import (
	"slices"

	"fread/internal/reader/charset"
	"fread/internal/reader/markup"
	"fread/internal/reader/paragraphs"
)

// word takes a control word.
func (c *converter) word(t *token) error {
	name := string(t.name)
	if name == "bin" {
		c.s.skip(t.number)
		return nil
	}
	if c.g.star {
		c.g.star = false
		if !starred(name) {
			c.begin(toNothing)
			return nil
		}
	}
	switch c.g.to {
	case toNothing:
		if name == "ud" && c.g.variants { // the variant of \upr that is Unicode
			c.g.to = c.g.outer
		}
		return nil
	case toHeader:
		switch name {
		case "pict", "fldinst", "shppict":
			c.begin(toNothing)
		case "u":
			c.unicode(t.number)
		}
		return nil
	case toFonts:
		c.fontWord(name, t)
		return nil
	case toStyles:
		c.styleWord(name, t)
		return nil
	case toLists:
		c.listWord(name, t)
		return nil
	case toPicture:
		c.pictureWord(name, t)
		return nil
	case toProperty, toName, toValue:
		c.propertyWord(name, t)
		return nil
	case toText, toLabel, toInstruction, toAuthor:
	}
	if c.destination(name) || c.look(name, t) || c.character(name, t) {
		return nil
	}
	return c.paragraphWord(name, t)
}

// begin makes the group one whose text goes elsewhere.
func (c *converter) begin(to destination) { c.g.to = to }

// starred reports whether a destination that older programs may pass over is
// one that is read.
func starred(name string) bool {
	switch name {
	case "fldinst", "shppict", "shpinst", "listtable", "listoverridetable", "cs", "ds", "ts", "tsrowd", "do", "annotation", "atnauthor",
		"nesttableprops", "ud", "footnote", "picprop", "listtext", "pntext", "sv", "sn", "sp", "dptxbxtext", "shptxt":
		return true
	}
	return false
}

// destination takes a word that says where the text of its group goes.
func (c *converter) destination(name string) bool {
	switch name {
	case "rtf":
		c.g.ends = max(c.g.ends, endsDocument)
	case "fonttbl":
		c.begin(toFonts)
	case "stylesheet":
		c.begin(toStyles)
	case "listtable", "listoverridetable", "list", "listoverride":
		c.begin(toLists)
	case "listtext", "pntext":
		if c.g.to == toText {
			c.begin(toLabel)
			c.g.ends = endsLabel
			c.label, c.bullet = c.label[:0], false
		}
	case "field":
		if len(c.fields) < maxFields {
			c.fields = append(c.fields, field{depth: len(c.groups)})
		}
	case "fldinst":
		c.begin(toInstruction)
	case "fldrslt":
		c.fieldResult()
	case "footnote":
		c.beginFrame(footnote)
	case "annotation":
		c.beginFrame(comment)
	case "shptxt", "dptxbxtext":
		c.beginFrame(textBox)
	case "atnauthor":
		c.author = c.author[:0]
		c.begin(toAuthor)
	case "pict":
		c.picture = picture{alt: c.picture.alt}
		c.begin(toPicture)
		c.g.ends = endsPicture
	case "NeXTGraphic":
		c.images++
		c.w.Omit("images", 1)
		c.begin(toNothing)
	case "sp":
		c.begin(toProperty)
		c.g.ends = endsProperty
	case "upr":
		c.g.outer, c.g.variants = c.g.to, true
		c.begin(toNothing)
	case "nesttableprops":
		c.g.nested = true
	case "header", "headerl", "headerr", "headerf", "footer", "footerl", "footerr", "footerf":
		c.begin(toHeader)
	case "object":
		c.w.Omit("embedded objects", 1)
	case "colortbl", "info", "xe", "tc", "tcn", "themedata", "colorschememapping", "latentstyles", "datastore", "generator", "rsidtbl",
		"mmathPr", "xmlnstbl", "wgrffmtfilter", "nonshppict", "fldtype", "datafield", "pntxta", "pntxtb", "pn", "pnseclvl", "revtbl",
		"ftnsep", "ftnsepc", "ftncn", "aftnsep", "aftnsepc", "aftncn", "atnid", "atnref", "atndate", "atntime", "filetbl", "private", "panose",
		"falt", "objdata", "objclass", "objname", "pgptbl", "userprops", "docvar", "shprslt", "nonesttables", "template", "bkmkstart", "bkmkend",
		"listname", "leveltext", "levelnumbers", "rxe", "txe", "formfield", "keycode", "listpicture", "background", "ffname", "ffdeftext", "sn", "sv":
		c.begin(toNothing)
	default:
		return false
	}
	return true
}

func (c *converter) fieldResult() {
	n := len(c.fields)
	if n == 0 {
		return
	}
	f := &c.fields[n-1]
	if f.result {
		return
	}
	f.result = true
	f.link, f.mute = paragraphs.Hyperlink(string(f.instruction)), paragraphs.Muted(string(f.instruction), c.spans, c.piece)
}

// look takes a word that says how text looks.
func (c *converter) look(name string, t *token) bool {
	on := !t.numbered || t.number != 0
	set := func(s markup.Style) {
		c.g.style &^= s
		if on {
			c.g.style |= s
		}
	}
	switch name {
	case "b":
		set(markup.Bold)
	case "i":
		set(markup.Italic)
	case "strike", "striked":
		set(markup.Strike)
	case "super":
		c.g.style &^= markup.Subscript
		set(markup.Superscript)
	case "sub":
		c.g.style &^= markup.Superscript
		set(markup.Subscript)
	case "nosupersub":
		c.g.style &^= markup.Superscript | markup.Subscript
	case "v":
		c.g.hidden = on
	case "deleted":
		c.g.deleted = on
	case "revised":
		c.g.revised = on
	case "plain":
		c.g.style, c.g.hidden, c.g.deleted, c.g.revised, c.g.font, c.g.eastern, c.g.east = 0, false, false, false, -1, -1, false
	case "f":
		c.g.font = t.number
	case "af":
		if c.g.east {
			c.g.eastern = t.number
		}
	case "loch", "hich":
		c.g.east = false
	case "dbch":
		c.g.east = true
	case "uc":
		c.g.uc = min(max(t.number, 0), 16)
	case "ansicpg":
		if _, ok := charset.CodePage(t.number); ok {
			c.page = t.number
		}
	case "mac":
		c.page = 10000
	case "pc":
		c.page = 437
	case "pca":
		c.page = 850
	case "deff":
		c.defaultFont = t.number
	default:
		return false
	}
	return true
}

// character takes a word that stands for a character.
func (c *converter) character(name string, t *token) bool {
	var s string
	switch name {
	case "u":
		c.unicode(t.number)
		return true
	case "tab":
		s = "\t"
	case "emdash":
		s = "\u2014"
	case "endash":
		s = "\u2013"
	case "lquote":
		s = "\u2018"
	case "rquote":
		s = "\u2019"
	case "ldblquote":
		s = "\u201c"
	case "rdblquote":
		s = "\u201d"
	case "bullet":
		s = "\u2022"
	case "emspace", "enspace", "qmspace":
		s = " "
	case "zwj":
		s = "\u200d"
	case "zwnj":
		s = "\u200c"
	case "line", "lbr":
		c.span(markup.Span{Kind: markup.Break})
		return true
	default:
		return false
	}
	if c.skip > 0 {
		c.skip--
		return true
	}
	c.emit(s)
	return true
}

// paragraphWord takes a word that ends a paragraph or says what it is.
func (c *converter) paragraphWord(name string, t *token) error {
	p := &c.g.para
	switch name {
	case "pard":
		*p = properties{}
	case "s":
		p.style = t.number
	case "outlinelevel":
		p.outline = 0
		if t.number >= 0 && t.number < 9 {
			p.outline = t.number + 1
		}
	case "ls":
		p.list = max(t.number, 0)
	case "ilvl":
		p.depth = t.number
	case "li", "lin":
		p.indent = t.number
	case "pnlvl":
		p.depth = t.number - 1
	case "intbl":
		p.inTable = true
	case "itap":
		p.tables = min(max(t.number, 0), 100)
	}
	if c.g.to != toText {
		return nil
	}
	switch name {
	case "par", "sect", "page":
		return c.endParagraph(p.level())
	case "cell":
		return c.endCell(1)
	case "nestcell":
		return c.endCell(max(p.level(), 2))
	case "row":
		return c.endRow(1)
	case "nestrow":
		return c.endRow(max(p.level(), 2))
	default:
		c.rowWord(name, t)
	}
	return nil
}

func (c *converter) endCell(tables int) error {
	if err := c.endParagraph(tables); err != nil || len(c.frames) > 0 {
		return err
	}
	return c.t.EndCell(tables)
}

func (c *converter) endRow(tables int) error {
	if len(c.frames) > 0 {
		return nil
	}
	return c.t.EndRow(tables, &c.described(tables > 1).row)
}

// described is the description of the rows of outer or of inner tables.
func (c *converter) described(inner bool) *rowState {
	if inner {
		return &c.rows[1]
	}
	return &c.rows[0]
}

// rowWord takes a word that describes a row.
func (c *converter) rowWord(name string, t *token) {
	r := c.described(c.g.nested)
	switch name {
	case "trowd":
		*r = rowState{row: paragraphs.Row{}}
	case "trhdr":
		r.row.Header = true
	case "clmgf":
		r.across = paragraphs.First
	case "clmrg":
		r.across = paragraphs.Continued
	case "clvmgf":
		r.down = paragraphs.First
	case "clvmrg":
		r.down = paragraphs.Continued
	case "cellx":
		r.edge(t.number)
	}
}

// fontWord takes a word of the font table.
func (c *converter) fontWord(name string, t *token) {
	switch name {
	case "f":
		c.fontNumber = t.number
	case "fcharset":
		c.setPage(charset.FontPage(t.number))
	case "cpg":
		if _, ok := charset.CodePage(t.number); ok {
			c.setPage(t.number)
		}
	case "panose", "falt", "fname", "fontemb", "fontfile":
		c.begin(toNothing)
	case "u":
		c.skip = c.g.uc
	}
}

func (c *converter) setPage(page int) {
	if len(c.fonts) >= maxEntries {
		return
	}
	f := c.fonts[c.fontNumber]
	if page == 0 && manyBytes(c.page) { // the western set, whose letters are no halves of others
		page = 1252
	}
	f.page = page
	c.fonts[c.fontNumber] = f
}

// manyBytes reports whether characters of a code page may take two bytes.
func manyBytes(page int) bool {
	switch page {
	case 932, 936, 949, 950, 1361, 10001, 10002, 10003, 10008:
		return true
	}
	return false
}

// styleWord takes a word of the style sheet.
func (c *converter) styleWord(name string, t *token) {
	switch name {
	case "s":
		c.entry.number = t.number
	case "cs", "ds", "ts":
		c.entry.foreign = true
	case "sbasedon":
		c.entry.base = t.number
	case "outlinelevel":
		if t.number >= 0 && t.number < 9 {
			c.entry.outline = t.number + 1
		}
	case "f":
		c.g.font = t.number
	case "u":
		c.unicode(t.number)
	}
}

// listWord takes a word of the tables of lists.
func (c *converter) listWord(name string, t *token) {
	switch name {
	case "list":
		c.list, c.listID = list{}, 0
	case "listlevel":
		if len(c.list.formats) < 9 {
			c.list.formats = append(c.list.formats, 0)
			c.list.starts = append(c.list.starts, 1)
		}
	case "levelnfc", "levelnfcn":
		if n := len(c.list.formats); n > 0 {
			c.list.formats[n-1] = t.number
		}
	case "levelstartat":
		if n := len(c.list.starts); n > 0 {
			c.list.starts[n-1] = t.number
		}
	case "listoverride":
		c.listID = 0
	case "listid":
		c.listID = t.number
		if len(c.list.formats) > 0 && len(c.lists) < maxEntries {
			c.lists[t.number] = list{formats: slices.Clone(c.list.formats), starts: slices.Clone(c.list.starts)}
			c.list = list{}
		}
	case "ls":
		if len(c.overrides) < maxEntries {
			c.overrides[t.number] = c.listID
		}
	case "listpicture":
		c.begin(toNothing)
	}
}

// pictureWord takes a word of a picture.
func (c *converter) pictureWord(name string, t *token) {
	p := &c.picture
	switch name {
	case "picwgoal":
		p.width = t.number
	case "pichgoal":
		p.height = t.number
	case "picscalex":
		p.scaleX = t.number
	case "picscaley":
		p.scaleY = t.number
	case "sp", "picprop":
		c.begin(toProperty)
		c.g.ends = endsProperty
	}
}

// propertyWord takes a word of a property.
func (c *converter) propertyWord(name string, t *token) {
	switch name {
	case "sn":
		c.begin(toName)
	case "sv":
		c.begin(toValue)
	case "sp":
		c.begin(toProperty)
		c.g.ends = endsProperty
	case "pict":
		c.picture = picture{alt: c.picture.alt}
		c.begin(toPicture)
		c.g.ends = endsPicture
	case "u":
		c.unicode(t.number)
	}
}
