package hypertext

import (
	"bytes"
	"context"
	"io"
	"strings"
	"unicode/utf8"

	"fread/internal/reader/markup"
)

// An Article is the element of a page that holds what it is about.
type Article struct {
	ordinal int
	title   string // of the page, where the article itself has no heading of the first level
}

// Found reports whether there is one.
func (a Article) Found() bool { return a.ordinal != 0 }

// FindArticle looks for the element that holds what the page is about, and not
// its navigation, advertisements and comments: the one whose paragraphs have the
// most text and the fewest links, by the rules of Mozilla's Readability.
func FindArticle(ctx context.Context, in io.Reader, o Options) (Article, error) {
	o.Article, o.Plain = Article{}, true
	p := newParser(ctx, in, o)
	f := &finder{p: p, places: map[int]candidate{}, merged: map[int]candidate{}}
	f.nodes = append(f.nodes, node{}, node{ordinal: bodyOrdinal})
	p.sink = f
	if err := p.run(); err != nil {
		return Article{}, err
	}
	return f.result(), nil
}

const (
	// minText is how many characters a paragraph has that counts, and minArticle an
	// article.
	minText    = 25
	minArticle = 140
	// maxPlaces bounds how many article elements are remembered.
	maxPlaces = 10_000
	// maxSiblings bounds how many elements beside each other are compared.
	maxSiblings = 500
	// bodyOrdinal stands for the body of a page.
	bodyOrdinal = -1
)

// finder is a sink that rates the elements of a page.
type finder struct {
	p      *parser
	nodes  []node // open elements that are shown
	best   candidate
	places map[int]candidate // the article and main elements
	large  []candidate       // elements with much prose
	merged map[int]candidate // the element around one whose siblings belong to it too
	titles int               // headings of the first level so far
	header string            // the first of them
}

// A node is an open element.
type node struct {
	ordinal  int
	tag      tag
	score    float64
	text     int // characters in it
	linked   int // of them in links
	commas   int // in the text that is its own
	own      int
	titles   int  // headings of the first level before it
	unlikely bool // it is not of an article, nor what is in it
	article  int  // ordinal of the article or main element around
	prose    int  // characters of paragraphs in it
	children []candidate
}

type candidate struct {
	ordinal, article int
	score            float64
	text, prose      int
	titled           bool
}

func (f *finder) open(e *element) error {
	around := &f.nodes[len(f.nodes)-1]
	n := node{ordinal: e.ordinal, tag: e.tag, titles: f.titles, article: around.article}
	class := f.p.value("class") + " " + f.p.value("id")
	n.unlikely = around.unlikely || unlikely(e.tag, class, f.p.value("role"))
	if e.tag == tagArticle || e.tag == tagMain || f.p.value("role") == "main" || f.p.value("itemprop") == "articleBody" {
		n.article = e.ordinal
	}
	if e.tag == tagH1 {
		f.titles++
	}
	n.score = float64(weight(class))
	f.nodes = append(f.nodes, n)
	return nil
}

// unlikely reports whether an element is beside the point by its name or class.
func unlikely(t tag, class, role string) bool {
	switch t {
	case tagNav, tagAside, tagForm, tagButton, tagDialog:
		return true
	case tagHTML, tagBody, tagA, tagArticle, tagMain, tagTable, tagTr, tagTd, tagCode, tagPre:
		return false
	}
	switch role {
	case "menu", "menubar", "complementary", "navigation", "alert", "alertdialog", "dialog":
		return true
	}
	if len(class) < 3 {
		return false
	}
	class = strings.ToLower(class)
	return containsAny(class, "-ad-", "ai2html", "banner", "breadcrumb", "combx", "comment", "community", "cover-wrap", "disqus", "footer", "gdpr",
		"menu", "related", "remark", "replies", "rss", "shoutbox", "sidebar", "skyscraper", "social", "sponsor", "supplemental", "ad-break",
		"agegate", "pagination", "pager", "popup", "share", "newsletter", "subscribe", "cookie", "promo") &&
		!containsAny(class, "article", "body", "column", "content", "main")
}

// weight is what the class of an element says for or against it.
func weight(class string) int {
	if len(class) < 3 {
		return 0
	}
	class = strings.ToLower(class)
	w := 0
	if containsAny(class, "article", "body", "content", "entry", "hentry", "h-entry", "main", "page", "post", "text", "blog", "story") {
		w += 25
	}
	if containsAny(class, "hidden", "banner", "combx", "comment", "contact", "footer", "gdpr", "masthead", "media", "meta", "outbrain", "promo", "related",
		"scroll", "share", "shoutbox", "sidebar", "skyscraper", "sponsor", "shopping", "tags", "widget") {
		w -= 25
	}
	return w
}

func containsAny(s string, words ...string) bool {
	for _, w := range words {
		if strings.Contains(s, w) {
			return true
		}
	}
	return false
}

func (f *finder) close(*element) error {
	i := len(f.nodes) - 1
	n := f.nodes[i]
	f.nodes = f.nodes[:i]
	around := &f.nodes[i-1]
	around.text += n.text
	around.linked += n.linked
	if n.tag == tagA {
		around.linked += n.text - n.linked
	}
	if n.unlikely {
		return nil
	}
	if traitsOf(n.tag)&block == 0 && n.tag != tagTd { // its text is that of the block around
		around.own += n.own
		around.commas += n.commas
	} else if n.own >= minText && n.tag != tagLi {
		if n.linked*3 < n.own {
			n.prose += n.own
		}
		score := 1 + float64(n.commas) + min(float64(n.own)/100, 3)
		for j, share := i-1, 1.0; j > max(0, i-4); j-- {
			f.nodes[j].score += score * share
			share /= 2 + float64(i-1-j)
		}
	}
	around.prose += n.prose
	if n.ordinal == n.article && len(f.places) < maxPlaces {
		f.places[n.ordinal] = candidate{ordinal: n.ordinal, text: n.text, titled: f.titles > n.titles}
	}
	if c, ok := f.rate(&n); ok && len(around.children) < maxSiblings {
		around.children = append(around.children, c)
	}
	return nil
}

// rate compares an element that has ended with the best so far. It is ok if it
// may be of an article, by itself or with others beside it.
func (f *finder) rate(n *node) (c candidate, ok bool) {
	c = candidate{ordinal: n.ordinal, article: n.article, text: n.text, prose: n.prose, titled: f.titles > n.titles}
	if n.prose >= minArticle && len(f.large) < maxPlaces {
		f.large = append(f.large, c)
	}
	f.merge(n, c)
	if n.text == 0 {
		return c, false
	}
	links := float64(n.linked) / float64(n.text)
	c.score = n.score * (1 - links)
	if c.score > f.best.score && n.text >= minArticle {
		f.best = c
	}
	prose := n.tag == tagP && links < 0.25 && n.own >= 80
	return c, prose || c.score >= 10
}

// merge sees whether the best element so far is inside n and only the largest of
// several that belong together.
func (f *finder) merge(n *node, c candidate) {
	beside, inside := 0, false
	for i := range n.children {
		k := &n.children[i]
		if k.ordinal == f.best.ordinal {
			inside = true
		} else if k.score == 0 || k.score >= max(10, f.best.score/5) {
			beside += k.text
		}
	}
	if inside && beside*4 > f.best.text && len(f.merged) < maxPlaces {
		f.merged[f.best.ordinal] = c
	}
}

func (f *finder) text(e *element, s []byte) error {
	s = bytes.TrimSpace(s)
	n := &f.nodes[len(f.nodes)-1]
	count := utf8.RuneCount(s)
	n.text += count
	n.own += count
	n.commas += bytes.Count(s, []byte(",")) + bytes.Count(s, []byte("\u3001")) + bytes.Count(s, []byte("\uff0c"))
	if e.tag == tagH1 && f.titles == 1 && len(f.header) < 1<<10 {
		f.header += string(s)
	}
	return nil
}

func (f *finder) lineBreak(*element) error { return nil }
func (f *finder) edge() error              { return nil }

func (f *finder) end() error {
	f.rate(&f.nodes[1])
	return nil
}

// result is the best element, or the article around it if that holds not much
// else.
func (f *finder) result() Article {
	b := f.best
	if b.ordinal == 0 {
		return Article{}
	}
	if around, ok := f.merged[b.ordinal]; ok {
		around.article = b.article
		if around.article == b.ordinal {
			around.article = 0
		}
		b = around
	}
	if most := f.most(); b.prose*5 < most.prose*3 {
		b = most
	}
	a := Article{ordinal: b.ordinal}
	if around, ok := f.places[b.article]; ok && around.text < 3*b.text {
		a.ordinal, b.titled = b.article, around.titled
	}
	if !b.titled {
		a.title = strings.Join(strings.Fields(f.header), " ")
		if a.title == "" {
			a.title = strings.Join(strings.Fields(string(f.p.title)), " ")
		}
	}
	return a
}

// most is the smallest element with most of the prose of the page.
func (f *finder) most() candidate {
	var total int
	for i := range f.large {
		total = max(total, f.large[i].prose)
	}
	var best candidate
	for _, c := range f.large {
		if c.prose*4 >= total*3 && (best.ordinal == 0 || c.prose < best.prose || c.prose == best.prose && c.text < best.text) {
			best = c
		}
	}
	return best
}

// titleFirst tells the title of a page whose article has none.
func (a *Article) titleFirst(w markup.Writer) error {
	if a.title == "" {
		return nil
	}
	return w.Heading(1, []markup.Span{{Text: a.title}})
}
