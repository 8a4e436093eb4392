package hypertext

import (
	"bytes"
	"net/url"
	"strconv"
	"strings"

	"fread/internal/reader/markup"
)

// maxAddress is the longest address that is shown; that of a picture inside the
// page is cut to its type.
const maxAddress = 8 << 10

// resolve returns where a link leads, or nothing if it leads nowhere.
func (p *parser) resolve(href string) string {
	href = strings.TrimSpace(href)
	if len(href) > maxAddress {
		return ""
	}
	scheme, _, ok := strings.Cut(href, ":")
	if ok && (strings.EqualFold(scheme, "javascript") || strings.EqualFold(scheme, "data") || strings.EqualFold(scheme, "vbscript")) {
		return ""
	}
	if p.o.Link != nil {
		return p.o.Link(href)
	}
	if p.base == nil || href == "" {
		return href
	}
	u, err := url.Parse(href)
	if err != nil {
		return href
	}
	return p.base.ResolveReference(u).String()
}

// maxPlaceholder is how long the address of a picture inside the page is at most
// that only keeps room for another.
const maxPlaceholder = 300

// imageSource is where a picture lies, also one that a script would load when it
// comes into sight.
func (p *parser) imageSource() string {
	src := p.value("src")
	if src != "" && !strings.HasPrefix(src, "data:") {
		return src
	}
	for _, name := range []string{"data-src", "data-original", "data-lazy-src", "srcset", "data-srcset"} {
		if v := strings.TrimSpace(p.value(name)); v != "" {
			v, _, _ = strings.Cut(v, " ") // of a list with widths the first
			return strings.TrimSuffix(v, ",")
		}
	}
	return src
}

// image tells a picture by what it shows and where it lies.
func (f *prose) image(e *element) {
	if f.quiet > 0 {
		return
	}
	p := f.p
	alt := strings.Join(strings.Fields(p.value("alt")), " ")
	if strings.Contains(p.value("class"), "mwe-math-fallback") {
		f.finish()
		f.settle()
		f.finish()
		f.spans = append(f.spans, markup.Span{Kind: markup.Math, Text: alt})
		f.some = true
		return
	}
	src := p.imageSource()
	width, height := atoi(p.value("width")), atoi(p.value("height"))
	isPlaceholder := strings.HasPrefix(src, "data:") && len(src) < maxPlaceholder
	spacer := alt == "" && (isPlaceholder || width > 0 && width <= 3 || height > 0 && height <= 3)
	if spacer || src == "" && alt == "" { // it takes up room, or counts visitors
		return
	}
	if kind, ok := strings.CutPrefix(src, "data:"); ok {
		kind, _, _ = strings.Cut(kind, ",")
		kind, _, _ = strings.Cut(kind, ";")
		src = "data:" + kind[:min(len(kind), 64)]
	} else {
		src = p.resolve(src)
	}
	f.finish()
	f.link, f.style = e.link, e.style
	f.settle()
	f.finish()
	f.spans = append(f.spans, markup.Span{Kind: markup.Image, Text: alt, Target: src, Link: e.link, Width: width, Height: height})
	f.some = true
}

// input tells what a control shows.
func (f *prose) input(e *element) {
	p := f.p
	switch strings.ToLower(p.value("type")) {
	case "checkbox":
		if it, ok := f.waiting().(markup.Item); ok {
			it.Task = markup.Open
			if p.has("checked") {
				it.Task = markup.Done
			}
			f.containers[len(f.containers)-1] = it
			return
		}
		if p.has("role") || strings.Contains(p.value("class"), "toggle") { // it opens a menu
			return
		}
		box := "\u2610 "
		if p.has("checked") {
			box = "\u2611 "
		}
		f.words(e, []byte(box))
	case "", "text", "search", "email", "url", "tel", "number", "date", "submit", "button", "reset":
		if v := p.value("value"); v != "" {
			f.space = true
			f.words(e, []byte(v))
			f.space = true
		}
	case "image":
		f.words(e, []byte(p.value("alt")))
	}
}

func (f *prose) openInChoice(e *element) {
	c := f.choice
	if e.tag != tagOption {
		return
	}
	c.options++
	c.taking = c.options == 1 || !c.selected && f.p.has("selected")
	if f.p.has("selected") && c.taking {
		c.selected = true
		c.text = c.text[:0]
	}
}

func (c *choice) add(s []byte) {
	if c.taking && len(c.text) < 1<<10 {
		c.text = append(c.text, s...)
	}
}

// closeChoice tells the option of a select element that is chosen.
func (f *prose) closeChoice(e *element) error {
	c := f.choice
	f.choice = nil
	if c == nil {
		return nil
	}
	e.saved = 0
	if c.options > 1 {
		f.w.Omit("options", int64(c.options-1))
	}
	f.space = true
	f.words(e, c.text)
	f.space = true
	return nil
}

func (f *prose) closeInside(e *element) {
	switch {
	case f.choice != nil && e.tag == tagOption:
		f.choice.taking = false
	case f.math != nil && e.tag == tagAnnotation:
		f.math.note = false
	}
}

func (m *formula) add(s []byte) {
	if m.note {
		if len(m.tex) < 64<<10 {
			m.tex = append(m.tex, s...)
		}
		return
	}
	m.shown = append(m.shown, s...)
}

// closeMath tells a formula as LaTeX where the page has that, else as its signs.
func (f *prose) closeMath(e *element) {
	m := f.math
	if m == nil {
		return
	}
	f.math = nil
	e.saved = 0
	tex := bytes.TrimSpace(m.tex)
	if len(tex) == 0 {
		f.words(e, m.shown)
		return
	}
	f.finish()
	if f.some {
		f.settle()
	}
	f.finish()
	f.space = false
	f.spans = append(f.spans, markup.Span{Kind: markup.Math, Text: string(tex), Display: m.display})
	f.some = true
}

// language finds the language of a listing in the classes of its elements.
func (f *prose) language() string {
	if l := f.p.value("data-lang"); l != "" {
		return l
	}
	if l := f.p.value("data-language"); l != "" {
		return l
	}
	return languageOf(f.p.value("class"))
}

func languageOf(class string) string {
	for c := range strings.FieldsSeq(class) {
		for _, prefix := range [...]string{"language-", "lang-", "highlight-source-", "sourceCode-", "brush:"} {
			if l, ok := strings.CutPrefix(c, prefix); ok && l != "" {
				return l
			}
		}
	}
	return ""
}

func (f *prose) openInCode(e *element) {
	c := f.code
	if c.language == "" && e.tag == tagCode && len(bytes.TrimSpace(c.text)) == 0 {
		c.language = f.language()
	}
	if e.display != displayInline && e.display != displayInlineBlock && e.display != displayCell {
		c.newLine()
	}
}

func (f *prose) closeInCode(e *element) {
	switch {
	case e.display == displayCell:
		f.code.text = append(f.code.text, '\t')
	case e.display != displayInline && e.display != displayInlineBlock:
		f.code.newLine()
	}
}

func (c *listing) newLine() {
	if n := len(c.text); n > 0 && c.text[n-1] != '\n' {
		c.text = append(c.text, '\n')
	}
}

func (c *listing) add(f *prose, s []byte) error {
	if !c.started && len(s) > 0 {
		c.started = true
		s = bytes.TrimPrefix(bytes.TrimPrefix(s, []byte("\r")), []byte("\n"))
	}
	c.text = appendLines(c.text, s)
	if len(c.text) < maxListing {
		return nil
	}
	return f.tellListing()
}

// tellListing tells what there is of a listing.
func (f *prose) tellListing() error {
	c := f.code
	text := string(bytes.TrimRight(c.text, " \t\n"))
	c.text = c.text[:0]
	if strings.TrimSpace(text) == "" || isGutter(text) {
		return nil
	}
	if err := f.ensure(); err != nil {
		return err
	}
	return f.w.Code(c.language, text)
}

// isGutter reports whether a listing is only the numbers of the lines of another
// one beside it.
func isGutter(text string) bool {
	n := 0
	for field := range strings.FieldsSeq(text) {
		v, err := strconv.Atoi(field)
		if err != nil || n > 0 && v != n+1 {
			return false
		}
		n = v
	}
	return n > 1 && strings.Contains(text, "\n")
}

func (f *prose) closeListing() error {
	err := f.tellListing()
	f.code = nil
	return err
}
