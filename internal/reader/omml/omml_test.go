package omml_test

import (
	"strings"
	"testing"

	"fread/internal/reader/omml"
	"fread/internal/reader/xmltext"
)

const namespace = "http://schemas.openxmlformats.org/officeDocument/2006/math"

// tex reads an equation, and fails if it is not read to its end.
func tex(tb testing.TB, content string) string {
	tb.Helper()
	x := xmltext.New(strings.NewReader(`<m:oMath xmlns:m="`+namespace+`">`+content+`</m:oMath>`), xmltext.Namespaces{namespace: "m"})
	if kind, err := x.Next(); err != nil || kind != xmltext.Start {
		tb.Fatal(err)
	}
	s, err := omml.Read(x)
	if err != nil {
		tb.Fatal(err)
	}
	if x.Depth() > 1 {
		tb.Fatalf("%q ended at depth %d", content, x.Depth())
	}
	return s
}

func r(text string) string { return `<m:r><m:t>` + text + `</m:t></m:r>` }

func e(name, content string) string { return `<m:` + name + `>` + content + `</m:` + name + `>` }

func TestEquations(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, content, want string }{
		{"text", r("a+b") + r("=c"), "a+b=c"},
		{"symbols", r("αx≤∞") + r("y"), `\alpha x\leq\infty y`},
		{"italic letters", r("𝑎𝑍ℎ𝛼"), `aZh\alpha`},
		{"escapes", r("5% {x}_&amp;"), `5\% \{x\}\_\&`},
		{"plain words", `<m:r><m:rPr><m:nor/></m:rPr><m:t>if x_1</m:t></m:r>`, `\text{if x\_1}`},
		{"styles", `<m:r><m:rPr><m:sty m:val="b"/></m:rPr><m:t>v</m:t></m:r><m:r><m:rPr><m:scr m:val="double-struck"/></m:rPr><m:t>R</m:t></m:r><m:r><m:rPr><m:sty m:val="p"/></m:rPr><m:t>sin</m:t></m:r><m:r><m:rPr><m:sty m:val="p"/></m:rPr><m:t>kg</m:t></m:r>`, `\mathbf{v}\mathbb{R}\sin\mathrm{kg}`},
		{"fraction", e("f", e("num", r("1"))+e("den", r("2"))), `\frac{1}{2}`},
		{"linear fraction", e("f", `<m:fPr><m:type m:val="lin"/></m:fPr>`+e("num", r("a"))+e("den", r("b"))), "a/b"},
		{"binomial", e("f", `<m:fPr><m:type m:val="noBar"/></m:fPr>`+e("num", r("n"))+e("den", r("k"))), `\genfrac{}{}{0pt}{}{n}{k}`},
		{"powers", e("sSup", e("e", r("x"))+e("sup", r("2"))) + e("sSub", e("e", r("ab"))+e("sub", r("i"))) + e("sSubSup", e("e", r("α"))+e("sub", r("i"))+e("sup", r("n"))), `x^{2}{ab}_{i}\alpha_{i}^{n}`},
		{"before", e("sPre", e("sub", r("1"))+e("sup", r("2"))+e("e", r("X"))), "{}_{1}^{2}{X}"},
		{"roots", e("rad", `<m:radPr><m:degHide m:val="1"/></m:radPr>`+e("deg", "")+e("e", r("x"))) + e("rad", e("deg", r("3"))+e("e", r("y"))), `\sqrt{x}\sqrt[3]{y}`},
		{"sum", e("nary", `<m:naryPr><m:chr m:val="∑"/></m:naryPr>`+e("sub", r("i=1"))+e("sup", r("n"))+e("e", r("i"))), `\sum_{i=1}^{n}{i}`},
		{"integral", e("nary", `<m:naryPr><m:subHide m:val="on"/></m:naryPr>`+e("sub", r("x"))+e("sup", "")+e("e", r("f"))), `\int{f}`},
		{"brackets", e("d", e("e", r("a"))+e("e", r("b"))), `\left(a|b\right)`},
		{"cases", e("d", `<m:dPr><m:begChr m:val="{"/><m:endChr m:val=""/></m:dPr>`+e("e", e("eqArr", e("e", r("a"))+e("e", r("b"))))), `\left\{\begin{aligned}a \\ b\end{aligned}\right.`},
		{"angles", e("d", `<m:dPr><m:begChr m:val="⟨"/><m:endChr m:val="⟩"/></m:dPr>`+e("e", r("x"))), `\left\langle x\right\rangle`},
		{"matrix", e("d", e("e", e("m", e("mr", e("e", r("a"))+e("e", r("b")))+e("mr", e("e", r("c"))+e("e", r("d")))))), `\begin{pmatrix}a & b \\ c & d\end{pmatrix}`},
		{"function", e("func", e("fName", `<m:r><m:rPr><m:sty m:val="p"/></m:rPr><m:t>cos</m:t></m:r>`)+e("e", r("x"))), `\cos{x}`},
		{"limit", e("limLow", e("e", r("lim"))+e("lim", r("n→∞"))), `\lim_{n\rightarrow\infty}`},
		{"over", e("limUpp", e("e", r("x"))+e("lim", r("!"))), `\overset{!}{x}`},
		{"accents", e("acc", `<m:accPr><m:chr m:val="⃗"/></m:accPr>`+e("e", r("v"))) + e("acc", e("e", r("p"))) + e("bar", `<m:barPr><m:pos m:val="top"/></m:barPr>`+e("e", r("z"))), `\vec{v}\hat{p}\overline{z}`},
		{"brace", e("groupChr", e("e", r("x"))), `\underbrace{x}`},
		{"box", e("borderBox", e("e", r("x"))), "x"},
		{"unknown", e("future", e("e", r("x"))), "x"},
		{"other vocabularies", `<w:rPr xmlns:w="w"/>` + r("x"), "x"},
	} {
		if got := tex(t, c.content); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

// Neither depth nor size are without bound, and what is read on is right.
func TestBounds(t *testing.T) {
	t.Parallel()
	if got := tex(t, strings.Repeat(`<m:e>`, 10_000)+r("x")+strings.Repeat(`</m:e>`, 10_000)+r("y")); got != "y" {
		t.Errorf("deep: %q", got)
	}
	if got := tex(t, strings.Repeat(r("0123456789"), 100_000)); len(got) > 1<<17 {
		t.Errorf("long: %d bytes", len(got))
	}
}

func FuzzEquation(f *testing.F) {
	f.Add(e("f", e("num", r("1"))+e("den", r("2"))))
	f.Add(e("d", `<m:dPr><m:begChr m:val="{"/></m:dPr>`+e("e", e("m", e("mr", e("e", r("a")))))))
	f.Fuzz(func(_ *testing.T, content string) {
		x := xmltext.New(strings.NewReader(`<m:oMath xmlns:m="`+namespace+`">`+content), xmltext.Namespaces{namespace: "m"})
		if _, err := x.Next(); err == nil {
			_, _ = omml.Read(x)
		}
	})
}
