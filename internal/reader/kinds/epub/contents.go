package epub

import (
	"errors"
	"io"
	"path"
	"strings"

	"fread/internal/reader/xmltext"
)

// end makes of the end of a file no error.
func end(err error) error {
	if errors.Is(err, io.EOF) {
		return nil
	}
	return err
}

// errStop ends the reading of a part of which enough is known.
var errStop = errors.New("epub: enough")

// tableOfContents reads the titles of the chapters: from the navigation document
// of EPUB 3, else from the NCX of EPUB 2. Damage in it costs only titles.
func (b *book) tableOfContents(items map[string]item, toc string) {
	byName := map[string]int{}
	for i := range b.spine {
		if _, ok := byName[b.spine[i].name]; !ok {
			byName[b.spine[i].name] = i
		}
	}
	nav, ncx := "", items[toc].name
	for _, it := range items {
		if strings.Contains(it.properties, "nav") {
			nav = it.name
		}
		if ncx == "" && it.kind == "application/x-dtbncx+xml" {
			ncx = it.name
		}
	}
	if nav != "" {
		b.navigation(nav)
	}
	if len(b.contents) == 0 && ncx != "" {
		b.controlFile(ncx)
	}
	for i := range b.contents {
		e := &b.contents[i]
		n, ok := byName[e.name]
		if !ok {
			n = -1
		}
		e.chapter = n
	}
}

func (b *book) add(dir, title, target string, level int) error {
	if len(b.contents) >= maxContents {
		return errStop
	}
	_, fragment, _ := strings.Cut(target, "#")
	b.contents = append(b.contents, entry{title: title, name: within(dir, target), level: level, inside: fragment != ""})
	return nil
}

// navigation reads the links of a navigation document (EPUB 3.3, 7).
func (b *book) navigation(name string) {
	dir := path.Dir(name)
	inTOC, depth := false, 0
	_ = b.each(name, func(r *xmltext.Reader) error {
		switch local(r.Name()) {
		case "nav":
			kind, _ := r.Attr("epub:type")
			inTOC, depth = kind == "toc" || kind == "", r.Depth()
		case "a":
			if !inTOC {
				return nil
			}
			target, _ := r.Attr("href")
			level := r.Depth() - depth
			title, err := textOf(r)
			if err != nil {
				return err
			}
			return b.add(dir, title, target, level)
		}
		return nil
	})
}

// controlFile reads the points of an NCX (DAISY 3, 8).
func (b *book) controlFile(name string) {
	dir := path.Dir(name)
	title := ""
	inMap := false
	_ = b.each(name, func(r *xmltext.Reader) error {
		var err error
		switch local(r.Name()) {
		case "navMap":
			inMap = true
		case "text":
			title, err = textOf(r)
		case "content":
			if target, ok := r.Attr("src"); ok && inMap {
				err = b.add(dir, title, target, r.Depth())
			}
		}
		return err
	})
}
