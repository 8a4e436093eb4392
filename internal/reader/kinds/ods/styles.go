package ods

import (
	"strings"

	"fread/internal/reader/numfmt"
	"fread/internal/reader/xmltext"
)

// maxStyles bounds how many styles are kept, maxParents how far one is followed
// to those that it is based on.
const (
	maxStyles  = 1 << 16
	maxParents = 32
)

// styles are those of cells and sheets, and the formats of numbers.
type styles struct {
	cells   map[string]cellStyle
	hidden  map[string]bool // of sheets
	data    map[string]dataStyle
	formats map[string]*numfmt.Format // by styles of cells
	codes   map[string]*numfmt.Format
}

// A cellStyle names a format of numbers and the style that it is based on.
type cellStyle struct{ data, parent string }

// A dataStyle is a format of numbers: the code of Excel for it, and others that
// are used under conditions.
type dataStyle struct {
	code string
	maps []condition
}

type condition struct{ when, style string }

func newStyles() *styles {
	return &styles{
		cells: map[string]cellStyle{}, hidden: map[string]bool{}, data: map[string]dataStyle{},
		formats: map[string]*numfmt.Format{}, codes: map[string]*numfmt.Format{},
	}
}

// coded is the format of a code.
func (s *styles) coded(code string) *numfmt.Format {
	f, ok := s.codes[code]
	if !ok {
		f = numfmt.Parse(code)
		if len(s.codes) < maxStyles {
			s.codes[code] = f
		}
	}
	return f
}

// format is the format of numbers of a style of cells; nil: General.
func (s *styles) format(name string) *numfmt.Format {
	if name == "" {
		name = "Default"
	}
	if f, ok := s.formats[name]; ok {
		return f
	}
	var f *numfmt.Format
	at := name
	for range maxParents {
		style, ok := s.cells[at]
		if !ok {
			break
		}
		if style.data != "" {
			if code := s.code(style.data); code != "" && code != "General" {
				f = s.coded(code)
			}
			break
		}
		at = style.parent
	}
	if len(s.formats) < maxStyles {
		s.formats[name] = f
	}
	return f
}

// code is the code of Excel for a format of numbers. Conditions on the sign are
// its sections.
func (s *styles) code(name string) string {
	d := s.data[name]
	var sections []string
	for _, m := range d.maps {
		when := strings.TrimPrefix(strings.ReplaceAll(m.when, " ", ""), "value()")
		sections = append(sections, "["+when+"]"+s.data[m.style].code)
	}
	plain := func(i int, when string) bool { return strings.HasPrefix(sections[i], "["+when+"]") }
	switch {
	case len(sections) == 1 && plain(0, ">=0"), len(sections) == 2 && plain(0, ">0") && plain(1, "<0"):
		for i := range sections {
			sections[i] = sections[i][strings.IndexByte(sections[i], ']')+1:]
		}
	case len(sections) > 2:
		return d.code
	}
	return strings.Join(append(sections, d.code), ";")
}

// readStyles reads the styles in the element that just started.
func (w *walker) readStyles() error {
	s := w.b.styles
	return w.each(func(name string) error {
		switch name {
		case "style:style", "style:default-style":
			return w.readStyle()
		case "number:number-style", "number:currency-style", "number:percentage-style", "number:date-style", "number:time-style",
			"number:boolean-style", "number:text-style":
			id := w.attr("style:name")
			d, err := w.readDataStyle(name)
			if err == nil && len(s.data) < maxStyles {
				s.data[id] = d
			}
			return err
		}
		return w.x.Skip()
	})
}

func (w *walker) readStyle() error {
	s := w.b.styles
	name, family := w.attr("style:name"), w.attr("style:family")
	if w.x.Name() == "style:default-style" {
		name = "Default"
	}
	if family == "table-cell" && len(s.cells) < maxStyles {
		s.cells[name] = cellStyle{w.attr("style:data-style-name"), w.attr("style:parent-style-name")}
	}
	return w.each(func(element string) error {
		if element == "style:table-properties" && family == "table" && w.attr("table:display") == "false" && len(s.hidden) < maxStyles {
			s.hidden[name] = true
		}
		return w.x.Skip()
	})
}

// readDataStyle reads a format of numbers (ODF 1.3 part 3, 16.29).
func (w *walker) readDataStyle(kind string) (dataStyle, error) {
	const most = 1 << 12 // of a code, in bytes
	var d dataStyle
	isElapsed := w.attr("number:truncate-on-overflow") == "false"
	var code strings.Builder
	err := w.each(func(name string) error {
		if code.Len() > most {
			return w.x.Skip()
		}
		switch name {
		case "number:text":
			text, err := w.plainText()
			code.WriteString(literal(text))
			return err
		case "number:currency-symbol":
			text, err := w.plainText()
			if text != "" {
				code.WriteString("[$" + strings.ReplaceAll(text, "]", "") + "]")
			}
			return err
		case "number:fill-character":
			text, err := w.plainText()
			if text != "" {
				code.WriteString("*" + text)
			}
			return err
		case "style:map":
			if len(d.maps) < 4 {
				d.maps = append(d.maps, condition{w.attr("style:condition"), w.attr("style:apply-style-name")})
			}
		default:
			code.WriteString(w.piece(name, isElapsed))
			if name == "number:hours" || name == "number:minutes" && isElapsed {
				isElapsed = false // only the largest unit goes on
			}
		}
		return w.x.Skip()
	})
	d.code = code.String()
	if kind == "number:text-style" && d.code == "" {
		d.code = "@"
	}
	return d, err
}

// plainText reads the text of the element that just started.
func (w *walker) plainText() (string, error) {
	const most = 256
	var text []byte
	depth := w.x.Depth()
	for {
		kind, err := w.x.Next()
		if err != nil {
			return "", err
		}
		if kind == xmltext.Text && len(text) < most {
			text = append(text, w.x.Text()...)
		}
		if kind == xmltext.End && w.x.Depth() < depth {
			return string(text), nil
		}
	}
}

// literal writes text so that a code shows it.
func literal(s string) string {
	switch s {
	case "", " ", "-", "/", ":", "%", "(", ")", "- ", " -", "+":
		return s
	}
	if strings.Contains(s, `"`) {
		var out strings.Builder
		for _, r := range s {
			out.WriteString(`\` + string(r))
		}
		return out.String()
	}
	return `"` + s + `"`
}

// piece is the code for an element of a format.
func (w *walker) piece(name string, isElapsed bool) string {
	isLong := w.attr("number:style") == "long"
	either := func(short, long string) string {
		if isLong {
			return long
		}
		return short
	}
	elapsed := func(s string) string {
		if isElapsed {
			return "[" + s + "]"
		}
		return s
	}
	switch name {
	case "number:number":
		return w.digits()
	case "number:scientific-number":
		return w.digits() + "E+" + strings.Repeat("0", w.small("number:min-exponent-digits", 2))
	case "number:fraction":
		return w.fraction()
	case "number:text-content":
		return "@"
	case "number:boolean":
		return "General"
	case "number:day":
		return either("d", "dd")
	case "number:month":
		if w.attr("number:textual") == "true" {
			return either("mmm", "mmmm")
		}
		return either("m", "mm")
	case "number:year":
		return either("yy", "yyyy")
	case "number:day-of-week":
		return either("ddd", "dddd")
	case "number:hours":
		return elapsed(either("h", "hh"))
	case "number:minutes":
		return elapsed(either("m", "mm"))
	case "number:seconds":
		code := elapsed(either("s", "ss"))
		if n := w.small("number:decimal-places", 0); n > 0 {
			code += "." + strings.Repeat("0", n)
		}
		return code
	case "number:am-pm":
		return "AM/PM"
	}
	return ""
}

// small is a number of digits.
func (w *walker) small(name string, otherwise int) int {
	const most = 30
	v, ok := w.x.Attr(name)
	if !ok {
		return otherwise
	}
	if v == "0" {
		return 0
	}
	return w.count(name, most)
}

// digits is the code for a number (16.29.3).
func (w *walker) digits() string {
	integers := w.small("number:min-integer-digits", 0)
	grouped := w.attr("number:grouping") == "true"
	_, has := w.x.Attr("number:decimal-places")
	if !has && !grouped && integers <= 1 {
		if w.x.Name() == "number:scientific-number" {
			return "0"
		}
		return "General"
	}
	code := strings.Repeat("0", integers)
	if grouped {
		for len(code) < 4 {
			code = "#" + code
		}
		for i := len(code) - 3; i > 0; i -= 3 {
			code = code[:i] + "," + code[i:]
		}
	} else if code == "" {
		code = "#"
	}
	places := w.small("number:decimal-places", 0)
	least := min(w.small("number:min-decimal-places", places), places)
	if places > 0 {
		code += "." + strings.Repeat("0", least) + strings.Repeat("#", places-least)
	}
	for factor := w.attr("number:display-factor"); strings.HasSuffix(factor, "000"); factor = strings.TrimSuffix(factor, "000") {
		code += ","
	}
	return code
}

// fraction is the code for a fraction (16.29.6).
func (w *walker) fraction() string {
	numerator := w.small("number:min-numerator-digits", 1)
	denominator := w.small("number:min-denominator-digits", 1)
	code := strings.Repeat("?", max(numerator, 1)) + "/"
	if v := w.attr("number:denominator-value"); v != "" && len(v) < 8 && strings.Trim(v, "0123456789") == "" {
		code += v
	} else {
		code += strings.Repeat("?", max(denominator, 1))
	}
	if _, ok := w.x.Attr("number:min-integer-digits"); ok {
		return "# " + code
	}
	return code
}
