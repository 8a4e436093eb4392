package hypertext

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
)

// Bounds of what is kept of the style sheets in a page.
const (
	maxSheet     = 4 << 20
	maxRules     = 20_000
	maxAncestors = 64 // how far up the parts of a selector are searched
	maxParts     = 8
	maxSame      = 64      // rules whose last part has the same key
	maxClass     = 1 << 10 // bytes of a class attribute that are looked at
	maxMatching  = 20_000_000
	viewport     = 1280 // CSS pixels that media queries are held against
)

// A sheet is the rules of the style elements of a page that decide whether and
// how its text is shown. Selectors are of names, classes and ids, also below each
// other; rules with others, such as :hover, are left out.
type sheet struct {
	rules map[string][]rule // by the last part of the selector: .class, #id or name
	count int
	work  int // parts that were compared; after too many of them rules are no longer followed
}

type rule struct {
	parts  []part // from the last one to the outermost
	weight int    // specificity, then order
	look   look
}

// A part is one compound of a selector.
type part struct {
	name    string // of the element; empty: any
	id      string
	classes []string
	child   bool // the part before it is of the parent
}

// parse takes in the rules of one style element.
func (s *sheet) parse(css string) {
	if s.rules == nil {
		s.rules = map[string][]rule{}
	}
	s.block(stripComments(css), 0)
}

func stripComments(css string) string {
	if !strings.Contains(css, "/*") {
		return strings.NewReplacer("<!--", "", "-->", "").Replace(css)
	}
	var b strings.Builder
	for {
		before, after, found := strings.Cut(css, "/*")
		_, _ = b.WriteString(before)
		if !found {
			return strings.NewReplacer("<!--", "", "-->", "").Replace(b.String())
		}
		_, css, _ = strings.Cut(after, "*/")
	}
}

// block takes in rules, such as those in a media query.
func (s *sheet) block(css string, depth int) {
	for css != "" && s.count < maxRules {
		i := strings.IndexAny(css, "{;")
		if i < 0 {
			return
		}
		head := strings.TrimSpace(css[:i])
		if css[i] == ';' { // @import and the like
			css = css[i+1:]
			continue
		}
		body, rest := cutBlock(css[i+1:])
		css = rest
		switch {
		case strings.HasPrefix(head, "@media"):
			if depth < 4 && mediaApplies(head[len("@media"):]) {
				s.block(body, depth+1)
			}
		case strings.HasPrefix(head, "@supports"), strings.HasPrefix(head, "@layer"):
			if depth < 4 && !strings.Contains(head, "not") {
				s.block(body, depth+1)
			}
		case strings.HasPrefix(head, "@"):
		default:
			s.rule(head, body)
		}
	}
}

// cutBlock splits off what comes before the closing brace.
func cutBlock(s string) (body, rest string) {
	depth := 1
	for i := range len(s) {
		switch s[i] {
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return s[:i], s[i+1:]
			}
		}
	}
	return s, ""
}

// mediaApplies reports whether a media query is true of a screen of usual width.
func mediaApplies(query string) bool {
	for q := range strings.SplitSeq(strings.ToLower(query), ",") {
		if oneMediaApplies(q) {
			return true
		}
	}
	return false
}

func oneMediaApplies(q string) bool {
	for f := range strings.SplitSeq(q, " and ") {
		f = strings.Trim(strings.TrimSpace(f), "()")
		name, value, _ := strings.Cut(f, ":")
		switch strings.TrimSpace(name) {
		case "screen", "all", "only screen", "only all", "":
		case "min-width":
			if pixels(value) > viewport {
				return false
			}
		case "max-width":
			if pixels(value) < viewport {
				return false
			}
		default:
			return false
		}
	}
	return true
}

func pixels(value string) int {
	value = strings.TrimSpace(value)
	scale := 1.0
	switch {
	case strings.HasSuffix(value, "rem"):
		value, scale = strings.TrimSuffix(value, "rem"), 16
	case strings.HasSuffix(value, "em"):
		value, scale = strings.TrimSuffix(value, "em"), 16
	default:
		value = strings.TrimSuffix(value, "px")
	}
	n, err := strconv.ParseFloat(value, 64)
	if err != nil {
		return 0
	}
	return int(n * scale)
}

// rule keeps one if it says anything that matters here.
func (s *sheet) rule(selectors, body string) {
	var l look
	l.declarations(body)
	if l == (look{}) {
		return
	}
	for sel := range strings.SplitSeq(selectors, ",") {
		parts, weight, ok := parseSelector(sel)
		if !ok || s.count >= maxRules {
			continue
		}
		s.count++
		last := &parts[0]
		key := last.name
		switch {
		case last.id != "":
			key = "#" + last.id
		case len(last.classes) > 0:
			key = "." + last.classes[0]
		}
		if len(s.rules[key]) >= maxSame {
			continue
		}
		s.rules[key] = append(s.rules[key], rule{parts: parts, weight: weight<<20 + s.count, look: l})
	}
}

// parseSelector splits a selector into its parts. Ids weigh more than classes,
// and those more than names (CSS Selectors 4, 17).
func parseSelector(sel string) (parts []part, weight int, ok bool) {
	sel = strings.ReplaceAll(sel, ">", " > ")
	child := false
	for word := range strings.FieldsSeq(sel) {
		if word == ">" {
			child = true
			continue
		}
		p := part{child: child}
		child = false
		for word != "" {
			mark := word[0]
			start := 0
			if mark == '.' || mark == '#' {
				start = 1
			}
			n := strings.IndexAny(word[start:], ".#:[+~*")
			if n < 0 {
				n = len(word) - start
			}
			name := word[start : start+n]
			word = word[start+n:]
			switch {
			case name == "" && mark == '*' && start == 0:
				word = word[1:]
			case name == "":
				return nil, 0, false
			case mark == '.':
				p.classes = append(p.classes, name)
				weight += 1 << 8
			case mark == '#':
				p.id = name
				weight += 1 << 16
			default:
				p.name = strings.ToLower(name)
				weight++
			}
		}
		parts = append(parts, p)
	}
	if len(parts) == 0 || len(parts) > maxParts || child {
		return nil, 0, false
	}
	slices.Reverse(parts)
	last := &parts[0]
	return parts, weight, last.name != "" || last.id != "" || len(last.classes) > 0
}

// match returns what the rules say of an element inside those that are open.
func (s *sheet) match(stack []element, e *element) (*look, bool) {
	if len(e.class) > maxClass {
		e.class = e.class[:maxClass]
	}
	if s.work > maxMatching {
		return nil, false
	}
	var found []*rule
	try := func(key string) {
		rules := s.rules[key]
		for i := range rules {
			if s.matches(&rules[i], stack, e) {
				found = append(found, &rules[i])
			}
		}
	}
	try(e.elementName())
	if e.id != "" {
		try("#" + e.id)
	}
	if e.class != "" {
		for c := range strings.FieldsSeq(e.class) {
			try("." + c)
		}
	}
	if len(found) == 0 {
		return nil, false
	}
	slices.SortFunc(found, func(a, b *rule) int { return cmp.Compare(a.weight, b.weight) })
	var l look
	for _, r := range found {
		l.override(&r.look)
	}
	return &l, true
}

// override takes over what another look says.
func (l *look) override(o *look) {
	if o.hasDisplay {
		l.hasDisplay, l.display, l.flex = true, o.display, o.flex
	}
	take := func(to *int8, from int8) {
		if from != 0 {
			*to = from
		}
	}
	take(&l.visible, o.visible)
	take(&l.pre, o.pre)
	take(&l.bold, o.bold)
	take(&l.italic, o.italic)
	take(&l.upper, o.upper)
	l.strike = l.strike || o.strike
	l.float = l.float || o.float
}

// elementName is the name of an element in lower case.
func (e *element) elementName() string {
	if e.tag == unknown {
		return e.name
	}
	return nameOf(e.tag)
}

func (s *sheet) matches(r *rule, stack []element, e *element) bool {
	s.work += 1 + len(e.class)/16
	if !r.parts[0].matches(e) {
		return false
	}
	at := len(stack) - 1
	for i := 1; i < len(r.parts); i++ {
		lowest := max(0, len(stack)-maxAncestors)
		if r.parts[i-1].child {
			lowest = at
		}
		for at >= lowest && at >= 0 && !r.parts[i].matches(&stack[at]) {
			s.work += 1 + len(stack[at].class)/16
			at--
		}
		if at < lowest || at < 0 {
			return false
		}
		at--
	}
	return true
}

func (p *part) matches(e *element) bool {
	if p.name != "" && p.name != e.elementName() || p.id != "" && p.id != e.id {
		return false
	}
	for _, c := range p.classes {
		if !hasWord(e.class, c) {
			return false
		}
	}
	return true
}

// hasWord reports whether a list of words separated by white space has one.
func hasWord(list, word string) bool {
	for {
		i := strings.Index(list, word)
		if i < 0 {
			return false
		}
		end := i + len(word)
		if (i == 0 || isSpace(list[i-1])) && (end == len(list) || isSpace(list[end])) {
			return true
		}
		list = list[end:]
	}
}
