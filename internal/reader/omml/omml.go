// Package omml turns the equations of Office documents (Office Math Markup
// Language, ECMA-376 part 1, 22.1), and those of OpenDocument (MathML), into LaTeX
// as it is shown by KaTeX and MathJax.
package omml

import (
	"errors"
	"io"
	"strings"

	"fread/internal/reader/xmltext"
)

const (
	// maxDepth is how deep the parts of an equation may lie in each other; what is
	// deeper is left out.
	maxDepth = 48
	// maxSize is how long an equation may become, in bytes of LaTeX.
	maxSize = 64 << 10
)

// A Source is a reader of XML that knows the namespace of OMML by the prefix m.
type Source interface {
	Next() (xmltext.Kind, error)
	Skip() error
	Name() string
	Text() []byte
	Attr(name string) (value string, ok bool)
}

// Read reads the rest of an m:oMath that just started, with its end, and returns
// it as LaTeX. Its errors are those of in.
func Read(in Source) (string, error) {
	r := reader{in: in}
	tex, err := r.content()
	return strings.TrimSpace(tex), err
}

// reader reads one equation.
type reader struct {
	in    Source
	depth int
	size  int
}

// An arg is a part of an object, such as the denominator of a fraction.
type arg struct{ name, tex string }

// An object is a mathematical structure with its properties and its parts.
type object struct {
	props []arg // the value of each in tex
	args  []arg
}

func (o *object) prop(name, otherwise string) string { return find(o.props, name, otherwise) }

// has reports whether a property that is on or off is on (22.9.2.7).
func (o *object) has(name string) bool {
	switch o.prop(name, "off") {
	case "off", "0", "false":
		return false
	}
	return true
}

func (o *object) arg(name string) string { return strings.TrimSpace(find(o.args, name, "")) }

func (o *object) group(name string) string { return "{" + o.arg(name) + "}" }

func find(list []arg, name, otherwise string) string {
	for i := range list {
		if list[i].name == name {
			return list[i].tex
		}
	}
	return otherwise
}

// all returns the parts of that name.
func (o *object) all(name string) []string {
	var out []string
	for i := range o.args {
		if o.args[i].name == name {
			out = append(out, strings.TrimSpace(o.args[i].tex))
		}
	}
	return out
}

// content reads up to the end of the element that started last.
func (r *reader) content() (string, error) {
	var b strings.Builder
	for {
		kind, err := r.in.Next()
		if err != nil {
			return b.String(), unexpected(err)
		}
		switch kind {
		case xmltext.End:
			return b.String(), nil
		case xmltext.Text:
			continue
		case xmltext.Start:
		}
		tex, err := r.element(r.in.Name())
		if r.size += len(tex); r.size < maxSize {
			join(&b, tex)
		}
		if err != nil {
			return b.String(), err
		}
	}
}

func unexpected(err error) error {
	if errors.Is(err, io.EOF) {
		return xmltext.ErrEnds
	}
	return err
}

// join writes what follows a command apart from it.
func join(b *strings.Builder, tex string) {
	if tex == "" {
		return
	}
	if s := b.String(); isLetter(tex[0]) && endsInCommand(s) {
		b.WriteByte(' ')
	}
	b.WriteString(tex)
}

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

// endsInCommand reports whether letters behind s would belong to a command.
func endsInCommand(s string) bool {
	n := len(s)
	for n > 0 && isLetter(s[n-1]) {
		n--
	}
	return n < len(s) && n > 0 && s[n-1] == '\\'
}

// element reads the element that just started.
func (r *reader) element(name string) (string, error) {
	if r.depth >= maxDepth {
		return "", r.in.Skip()
	}
	r.depth++
	defer func() { r.depth-- }()
	switch name {
	case "m:r":
		return r.run()
	case "m:oMath", "m:oMathPara", "m:box", "m:borderBox", "m:phant", "m:e", "w:ins", "w:moveTo", "w:smartTag", "w:sdt", "w:sdtContent", "w:hyperlink":
		return r.content()
	}
	if !strings.HasPrefix(name, "m:") || strings.HasSuffix(name, "Pr") {
		return "", r.in.Skip()
	}
	var o object
	if err := r.read(&o); err != nil {
		return "", err
	}
	return o.tex(name), nil
}

// read reads the properties and the parts of an object.
func (r *reader) read(o *object) error {
	for {
		kind, err := r.in.Next()
		switch {
		case err != nil:
			return unexpected(err)
		case kind == xmltext.End:
			return nil
		case kind == xmltext.Text:
			continue
		}
		name := r.in.Name()
		if strings.HasSuffix(name, "Pr") {
			if err := r.properties(o); err != nil {
				return err
			}
			continue
		}
		a := arg{name: name}
		if name == "m:mr" { // a row of a matrix
			var row object
			err = r.read(&row)
			a.tex = strings.Join(row.all("m:e"), " & ")
		} else {
			a.tex, err = r.content()
		}
		o.args = append(o.args, a)
		if err != nil {
			return err
		}
	}
}

func (r *reader) properties(o *object) error {
	depth := 1
	for depth > 0 {
		kind, err := r.in.Next()
		if err != nil {
			return unexpected(err)
		}
		switch kind {
		case xmltext.Start:
			depth++
			value, ok := r.in.Attr("m:val")
			if !ok {
				value = "on"
			}
			o.props = append(o.props, arg{r.in.Name(), value})
		case xmltext.End:
			depth--
		case xmltext.Text:
		}
	}
	return nil
}

// run reads text (22.1.2.87).
func (r *reader) run() (string, error) {
	var o object
	var text strings.Builder
	for {
		kind, err := r.in.Next()
		switch {
		case err != nil:
			return o.text(text.String()), unexpected(err)
		case kind == xmltext.End:
			return o.text(text.String()), nil
		case kind == xmltext.Text:
			continue
		}
		switch name := r.in.Name(); name {
		case "m:t", "w:t":
			for kind, err = r.in.Next(); err == nil && kind == xmltext.Text; kind, err = r.in.Next() {
				_, _ = text.Write(r.in.Text())
			}
			if err == nil && kind == xmltext.Start {
				err = r.in.Skip()
			}
		case "m:rPr":
			err = r.properties(&o)
		default:
			err = r.in.Skip()
		}
		if err != nil {
			return o.text(text.String()), unexpected(err)
		}
	}
}

// text is a run of text in the style that its properties say.
func (o *object) text(s string) string {
	if s == "" {
		return ""
	}
	if o.has("m:nor") {
		return `\text{` + escapeText(s) + "}"
	}
	tex := symbols(s)
	command := ""
	switch o.prop("m:scr", "") {
	case "double-struck":
		command = `\mathbb`
	case "script":
		command = `\mathcal`
	case "fraktur":
		command = `\mathfrak`
	case "sans-serif":
		command = `\mathsf`
	case "monospace":
		command = `\mathtt`
	}
	switch o.prop("m:sty", "i") {
	case "b", "bi":
		if strings.TrimSpace(tex) != "" && command == "" {
			command = `\mathbf`
		}
	case "p":
		if f := function(tex); f != "" {
			return f
		}
		if letters(s) && len(s) > 1 && command == "" {
			command = `\mathrm`
		}
	}
	if command == "" || strings.TrimSpace(tex) == "" {
		return tex
	}
	return command + "{" + tex + "}"
}

func letters(s string) bool {
	for i := range len(s) {
		if !isLetter(s[i]) {
			return false
		}
	}
	return true
}

// function is the command of a function with a name of its own.
func function(s string) string {
	switch strings.Trim(s, "{} ") {
	case "sin", "cos", "tan", "log", "ln", "lg", "lim", "max", "min", "exp", "det", "sup", "inf", "gcd", "cot", "sec", "csc", "sinh", "cosh", "tanh", "coth",
		"arcsin", "arccos", "arctan", "arg", "deg", "dim", "ker", "hom", "Pr", "liminf", "limsup":
		return `\` + strings.Trim(s, "{} ")
	}
	return ""
}

// tex is an object as LaTeX.
func (o *object) tex(name string) string {
	switch name {
	case "m:f":
		return o.fraction()
	case "m:sSup":
		return o.base() + "^" + o.group("m:sup")
	case "m:sSub":
		return o.base() + "_" + o.group("m:sub")
	case "m:sSubSup":
		return o.base() + "_" + o.group("m:sub") + "^" + o.group("m:sup")
	case "m:sPre":
		return "{}_" + o.group("m:sub") + "^" + o.group("m:sup") + o.group("m:e")
	case "m:rad":
		if deg := o.arg("m:deg"); deg != "" && !o.has("m:degHide") {
			return `\sqrt[` + deg + "]" + o.group("m:e")
		}
		return `\sqrt` + o.group("m:e")
	case "m:nary":
		return o.nary()
	case "m:d":
		return o.delimiters()
	case "m:func":
		f := o.arg("m:fName")
		if named := function(f); named != "" {
			f = named
		}
		return f + o.group("m:e")
	case "m:limLow":
		return o.limit("_", `\underset`)
	case "m:limUpp":
		return o.limit("^", `\overset`)
	case "m:acc":
		return accent(o.prop("m:chr", "\u0302")) + o.group("m:e")
	case "m:bar":
		if o.prop("m:pos", "bot") == "top" {
			return `\overline` + o.group("m:e")
		}
		return `\underline` + o.group("m:e")
	case "m:groupChr":
		return o.brace()
	case "m:m":
		return `\begin{matrix}` + strings.Join(o.all("m:mr"), ` \\ `) + `\end{matrix}`
	case "m:eqArr":
		return `\begin{aligned}` + strings.Join(o.all("m:e"), ` \\ `) + `\end{aligned}`
	}
	var b strings.Builder
	for i := range o.args {
		join(&b, o.args[i].tex)
	}
	return b.String()
}

func (o *object) fraction() string {
	switch o.prop("m:type", "bar") {
	case "lin":
		return o.arg("m:num") + "/" + o.arg("m:den")
	case "noBar":
		return `\genfrac{}{}{0pt}{}` + o.group("m:num") + o.group("m:den")
	}
	return `\frac` + o.group("m:num") + o.group("m:den")
}

// base is what an index belongs to, as one symbol.
func (o *object) base() string {
	e := o.arg("m:e")
	if len([]rune(e)) == 1 || (strings.HasPrefix(e, `\`) && letters(e[1:])) {
		return e
	}
	return "{" + e + "}"
}

func (o *object) nary() string {
	s := strings.TrimSpace(symbols(o.prop("m:chr", "∫")))
	if sub := o.arg("m:sub"); sub != "" && !o.has("m:subHide") {
		s += "_{" + sub + "}"
	}
	if sup := o.arg("m:sup"); sup != "" && !o.has("m:supHide") {
		s += "^{" + sup + "}"
	}
	return s + o.group("m:e")
}

func (o *object) delimiters() string {
	side := func(s string) string {
		switch s {
		case "", "on":
			return "."
		case "{", "}":
			return `\` + s
		}
		return strings.TrimSpace(symbols(s))
	}
	apart := func(s string) string {
		if endsInCommand(s) {
			return s + " "
		}
		return s
	}
	separator := symbols(o.prop("m:sepChr", "|"))
	es := o.all("m:e")
	if len(es) == 1 && o.prop("m:begChr", "(") == "(" && o.prop("m:endChr", ")") == ")" && strings.HasPrefix(es[0], `\begin{matrix}`) && strings.HasSuffix(es[0], `\end{matrix}`) &&
		strings.Count(es[0], `{matrix}`) == 2 {
		return strings.ReplaceAll(es[0], "{matrix}", "{pmatrix}")
	}
	return apart(`\left`+side(o.prop("m:begChr", "("))) + strings.Join(es, separator) + `\right` + side(o.prop("m:endChr", ")"))
}

func (o *object) limit(sign, over string) string {
	if f := function(o.arg("m:e")); f != "" {
		return f + sign + o.group("m:lim")
	}
	if e := o.arg("m:e"); strings.HasPrefix(e, `\`) && (letters(e[1:]) || strings.HasSuffix(over, "set") && strings.Contains(e, "brace{")) {
		return e + sign + o.group("m:lim")
	}
	return over + o.group("m:lim") + o.group("m:e")
}

func (o *object) brace() string {
	top := o.prop("m:pos", "bot") == "top"
	switch c := o.prop("m:chr", "⏟"); {
	case c == "⏟", c == "⏞":
		if c == "⏞" || top {
			return `\overbrace` + o.group("m:e")
		}
		return `\underbrace` + o.group("m:e")
	case top:
		return `\overset{` + strings.TrimSpace(symbols(c)) + "}" + o.group("m:e")
	default:
		return `\underset{` + strings.TrimSpace(symbols(c)) + "}" + o.group("m:e")
	}
}
