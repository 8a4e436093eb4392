package omml

import (
	"strings"

	"fread/internal/reader/xmltext"
)

// ReadMathML reads the rest of a math:math that just started, with its end, and
// returns it as LaTeX (MathML 3.0, chapter 3: presentation markup). In knows the
// namespace of MathML by the prefix math. Its errors are those of in.
func ReadMathML(in Source) (string, error) {
	r := mathML{in: in}
	parts, err := r.children()
	return strings.TrimSpace(row(parts)), err
}

// mathML reads one formula.
type mathML struct {
	in    Source
	depth int
	size  int
}

// row joins parts that stand beside each other.
func row(parts []string) string {
	var b strings.Builder
	for _, p := range parts {
		join(&b, p)
	}
	return b.String()
}

// children reads what is inside the element that just started, each element as a
// part of its own.
func (r *mathML) children() ([]string, error) {
	var parts []string
	if r.depth++; r.depth > maxDepth {
		r.depth--
		return nil, r.in.Skip()
	}
	defer func() { r.depth-- }()
	for {
		kind, err := r.in.Next()
		if err != nil {
			return parts, unexpected(err)
		}
		switch kind {
		case xmltext.End:
			return parts, nil
		case xmltext.Text:
			continue
		case xmltext.Start:
		}
		tex, err := r.element(r.in.Name())
		if r.size += len(tex); r.size > maxSize {
			tex = ""
		}
		parts = append(parts, tex)
		if err != nil {
			return parts, err
		}
	}
}

// text reads the characters of a token.
func (r *mathML) text() (string, error) {
	var b strings.Builder
	for depth := 1; depth > 0; {
		kind, err := r.in.Next()
		if err != nil {
			return b.String(), unexpected(err)
		}
		switch kind {
		case xmltext.Start:
			depth++
		case xmltext.End:
			depth--
		case xmltext.Text:
			if b.Len() < maxSize {
				b.Write(r.in.Text())
			}
		}
	}
	return strings.Join(strings.Fields(b.String()), " "), nil
}

func (r *mathML) element(name string) (string, error) {
	switch name {
	case "math:mi", "math:mn", "math:mo", "math:mtext", "math:ms":
		return r.token(name)
	case "math:annotation", "math:annotation-xml", "math:maligngroup", "math:malignmark", "math:mphantom":
		return "", r.in.Skip()
	case "math:mspace":
		return `\ `, r.in.Skip()
	case "math:mfenced":
		return r.fenced()
	}
	parts, err := r.children()
	return compose(name, parts), err
}

func (r *mathML) attr(name string) string {
	value, _ := r.in.Attr(name)
	return value
}

// token writes an identifier, a number, an operator or a text (3.2).
func (r *mathML) token(name string) (string, error) {
	upright := r.attr("mathvariant") == "normal"
	text, err := r.text()
	switch {
	case text == "" || err != nil:
		return "", err
	case name == "math:mtext" || name == "math:ms":
		return `\text{` + escapeText(text) + "}", nil
	case name == "math:mi" && len(text) > 1 && letters(text):
		if f := function(text); f != "" {
			return f, nil
		}
		return `\mathrm{` + text + "}", nil
	case name == "math:mi" && upright && letters(text):
		return `\mathrm{` + text + "}", nil
	case text == "\u2061" || text == "\u2062" || text == "\u2063": // invisible operators
		return "", nil
	}
	return symbols(text), nil
}

// fenced writes an expression in brackets (3.3.8).
func (r *mathML) fenced() (string, error) {
	fence := func(name, otherwise string) string {
		if value, ok := r.in.Attr(name); ok {
			return symbols(value)
		}
		return otherwise
	}
	opening, closing, separators := fence("open", "("), fence("close", ")"), fence("separators", ",")
	separator := ""
	if separators != "" {
		separator = separators[:1] + " "
	}
	parts, err := r.children()
	return opening + strings.Join(parts, separator) + closing, err
}

// compose writes an element of its parts (3.3 to 3.5).
func compose(name string, parts []string) string {
	at := func(i int) string {
		if i < len(parts) {
			return strings.TrimSpace(parts[i])
		}
		return ""
	}
	group := func(i int) string { return "{" + at(i) + "}" }
	switch name {
	case "math:semantics", "math:maction":
		return at(0)
	case "math:mfrac":
		return `\frac` + group(0) + group(1)
	case "math:msqrt":
		return `\sqrt{` + row(parts) + "}"
	case "math:mroot":
		return `\sqrt[` + at(1) + "]" + group(0)
	case "math:msub":
		return base(at(0)) + "_" + group(1)
	case "math:msup":
		return base(at(0)) + "^" + group(1)
	case "math:msubsup", "math:munderover":
		return base(at(0)) + "_" + group(1) + "^" + group(2)
	case "math:munder":
		return limits(at(0), at(1), "_", `\underset`)
	case "math:mover":
		if over := over(at(1)); over != "" {
			return over + group(0)
		}
		return limits(at(0), at(1), "^", `\overset`)
	case "math:mtable":
		return `\begin{matrix} ` + strings.Join(parts, ` \\ `) + ` \end{matrix}`
	case "math:mtr", "math:mlabeledtr":
		return strings.Join(parts, " & ")
	}
	return row(parts)
}

// over is the command of an accent, as it stands above a base.
func over(sign string) string {
	switch sign {
	case "~", "˜", `\sim`, "\u0303":
		return `\tilde`
	case "^", "ˆ", "\u0302", `\hat{}`, `\^{}`, `\^`:
		return `\hat`
	case "¯", "‾", "―", "\u0304", `\_`, `\overline`:
		return `\overline`
	case "→", `\rightarrow`, `\to`, "\u20d7":
		return `\vec`
	case "˙", "\u0307", ".":
		return `\dot`
	case "¨", "\u0308":
		return `\ddot`
	case "ˇ", "\u030c":
		return `\check`
	case "˘", "\u0306":
		return `\breve`
	case "⏞":
		return `\overbrace`
	}
	return ""
}

// base puts what has an index or an exponent into braces unless it is one thing.
func base(s string) string {
	if len([]rune(s)) <= 1 || s[0] == '{' || s[0] == '\\' && !strings.ContainsAny(s[1:], `\ {+-=`) {
		return s
	}
	if s[0] == '\\' && strings.HasSuffix(s, "}") {
		return s
	}
	return "{" + s + "}"
}

// limits puts something below or above: as a limit of an operator, else by
// command.
func limits(of, what, sign, command string) string {
	switch strings.TrimSpace(of) {
	case `\sum`, `\prod`, `\int`, `\lim`, `\max`, `\min`, `\sup`, `\inf`, `\bigcup`, `\bigcap`, `\coprod`, `\oint`, `\limsup`, `\liminf`:
		return of + sign + "{" + what + "}"
	}
	return command + "{" + what + "}{" + of + "}"
}
