package epub

import (
	"net/url"
	"path"
	"strings"

	"fread/internal/reader/fault"
	"fread/internal/reader/opc"
	"fread/internal/reader/xmltext"
)

// Bounds of what is kept of a book besides its text.
const (
	maxItems    = 100_000
	maxContents = 20_000
	maxName     = 2 << 10
)

// A book is one that is open.
type book struct {
	pkg      *opc.Package
	plain    bool
	title    string
	creators []string
	spine    []chapter
	contents []entry
}

// A chapter is a file of the book in reading order.
type chapter struct {
	name   string
	xml    bool
	secret bool // it is encrypted
}

// An entry is one of the table of contents.
type entry struct {
	title   string
	name    string
	level   int
	chapter int  // index in the spine; -1: none
	inside  bool // it leads to a place inside the chapter
}

// An item is a file that the package document lists.
type item struct{ name, kind, properties, fallback string }

// namespaces are those of the files of a book (EPUB 3.3, 5; OCF 4).
func namespaces() xmltext.Namespaces {
	return xmltext.Namespaces{
		"urn:oasis:names:tc:opendocument:xmlns:container":  "",
		"http://www.idpf.org/2007/opf":                     "",
		"http://openebook.org/namespaces/oeb-package/1.0/": "",
		"http://purl.org/dc/elements/1.1/":                 "dc",
		"http://purl.org/dc/elements/1.0/":                 "dc",
		"http://www.w3.org/2001/04/xmlenc#":                "enc",
		"http://www.daisy.org/z3986/2005/ncx/":             "ncx",
		"http://www.w3.org/1999/xhtml":                     "h",
		"http://www.idpf.org/2007/ops":                     "epub",
	}
}

// open reads the package document, and what else says how the book is made.
func (b *book) open() error {
	root := b.rootFile()
	if root == "" {
		return fault.New(fault.Corrupt, fault.PhaseConvert, "", "The book has no package document, which says what is in it.", "Use a copy that is whole.")
	}
	items, toc, err := b.packageDocument(root)
	if err != nil && len(b.spine) == 0 {
		return err
	}
	secret, all := b.encrypted()
	for i := range b.spine {
		b.spine[i].secret = all || secret[b.spine[i].name]
	}
	if n := len(b.spine); n > 0 {
		open := 0
		for i := range b.spine {
			if !b.spine[i].secret {
				open++
			}
		}
		if open == 0 {
			return fault.New(fault.Encrypted, fault.PhaseConvert, "", "The text of the book is encrypted, as books with a copy protection are.", "Use a copy without protection.")
		}
	}
	b.tableOfContents(items, toc)
	return nil
}

// rootFile is the name of the package document.
func (b *book) rootFile() string {
	name := ""
	_ = b.each("META-INF/container.xml", func(r *xmltext.Reader) error {
		if local(r.Name()) == "rootfile" && name == "" {
			kind, _ := r.Attr("media-type")
			if full, ok := r.Attr("full-path"); ok && (kind == "" || kind == "application/oebps-package+xml") {
				name = full
			}
		}
		return nil
	})
	if name != "" && b.pkg.Has(name) {
		return name
	}
	for n := range b.pkg.Names {
		if strings.HasSuffix(strings.ToLower(n), ".opf") {
			return n
		}
	}
	return ""
}

// local is a name without its prefix.
func local(name string) string {
	if i := strings.LastIndexByte(name, ':'); i >= 0 {
		return name[i+1:]
	}
	return name
}

// each calls visit for every element of an XML part that starts.
func (b *book) each(name string, visit func(r *xmltext.Reader) error) error {
	in, err := b.pkg.Open(name)
	if err != nil {
		return err
	}
	defer func() { _ = in.Close() }()
	r := xmltext.New(in, namespaces())
	for {
		kind, err := r.Next()
		if err != nil {
			return end(err)
		}
		if kind != xmltext.Start {
			continue
		}
		if err := visit(r); err != nil {
			return end(err)
		}
	}
}

// textOf is the text in the element that just started.
func textOf(r *xmltext.Reader) (string, error) {
	var b []byte
	for depth := r.Depth(); ; {
		kind, err := r.Next()
		switch {
		case err != nil:
			return string(b), err
		case kind == xmltext.Text && len(b) < maxName:
			b = append(b, r.Text()...)
		case kind == xmltext.End && r.Depth() < depth:
			return strings.Join(strings.Fields(string(b)), " "), nil
		}
	}
}

// packageDocument reads the metadata, the files and their order.
func (b *book) packageDocument(root string) (items map[string]item, toc string, err error) {
	items = map[string]item{}
	dir := path.Dir(root)
	err = b.each(root, func(r *xmltext.Reader) error {
		var err error
		var text string
		switch local(r.Name()) {
		case "title":
			if text, err = textOf(r); b.title == "" {
				b.title = text
			}
		case "creator":
			if text, err = textOf(r); text != "" && len(b.creators) < 50 {
				b.creators = append(b.creators, text)
			}
		case "item":
			id, _ := r.Attr("id")
			href, _ := r.Attr("href")
			it := item{name: within(dir, href)}
			it.kind, _ = r.Attr("media-type")
			it.properties, _ = r.Attr("properties")
			it.fallback, _ = r.Attr("fallback")
			if len(items) < maxItems {
				items[id] = it
			}
		case "spine":
			toc, _ = r.Attr("toc")
		case "itemref":
			id, _ := r.Attr("idref")
			b.addChapter(items, id)
		}
		return err
	})
	return items, toc, err
}

// within is the name of a part that a file in dir refers to.
func within(dir, href string) string {
	href, _, _ = strings.Cut(href, "#")
	if plain, err := url.PathUnescape(href); err == nil {
		href = plain
	}
	return path.Join(dir, href)
}

// addChapter adds a file to the reading order, or what stands in for it.
func (b *book) addChapter(items map[string]item, id string) {
	for range 5 {
		it, ok := items[id]
		if !ok || len(b.spine) >= maxItems {
			return
		}
		isXHTML := it.kind == "application/xhtml+xml"
		if isXHTML || it.kind == "text/html" || it.kind == "text/x-oeb1-document" || it.kind == "application/x-dtbook+xml" || it.kind == "" {
			b.spine = append(b.spine, chapter{name: it.name, xml: isXHTML})
			return
		}
		id = it.fallback
	}
}

// encrypted returns the names of the encrypted files; fonts that are only
// obfuscated are none of them. All says that the whole book is.
func (b *book) encrypted() (names map[string]bool, all bool) {
	names = map[string]bool{}
	method := ""
	_ = b.each("META-INF/encryption.xml", func(r *xmltext.Reader) error {
		switch local(r.Name()) {
		case "EncryptedData":
			method = ""
		case "EncryptionMethod":
			if method == "" {
				method, _ = r.Attr("Algorithm")
			}
		case "CipherReference":
			uri, _ := r.Attr("URI")
			if !strings.Contains(method, "idpf.org/2008/embedding") && !strings.Contains(method, "ns.adobe.com/pdf/enc") && len(names) < maxItems {
				names[within("", uri)] = true
			}
		}
		return nil
	})
	return names, b.pkg.Has("META-INF/sinf.xml")
}
