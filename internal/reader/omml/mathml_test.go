package omml

import (
	"strings"
	"testing"

	"fread/internal/reader/xmltext"
)

func TestReadMathML(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		`<mi>x</mi><mo>=</mo><mn>1</mn>`: "x=1",
		`<semantics><mrow><msup><mi>a</mi><mn>2</mn></msup><mo>+</mo><msub><mi>b</mi><mi>i</mi></msub></mrow><annotation>a^2</annotation></semantics>`: "a^{2}+b_{i}",
		`<mfrac><mn>1</mn><msqrt><mi>x</mi><mo>+</mo><mn>1</mn></msqrt></mfrac>`:                                                                       `\frac{1}{\sqrt{x+1}}`,
		`<mroot><mi>x</mi><mn>3</mn></mroot>`: `\sqrt[3]{x}`,
		`<munderover><mo>∑</mo><mrow><mi>i</mi><mo>=</mo><mn>0</mn></mrow><mi>n</mi></munderover><mi>i</mi>`:     `\sum_{i=0}^{n}i`,
		`<munder><mo>∑</mo><mi>i</mi></munder>`:                                                                  `\sum_{i}`,
		`<mover><mi>x</mi><mo>~</mo></mover><mover><mi>y</mi><mi>z</mi></mover>`:                                 `\tilde{x}\overset{z}{y}`,
		`<mfenced open="[" close="]"><mi>a</mi><mi>b</mi></mfenced>`:                                             `[a, b]`,
		`<mtable><mtr><mtd><mn>1</mn></mtd><mtd><mn>2</mn></mtd></mtr><mtr><mtd><mn>3</mn></mtd></mtr></mtable>`: `\begin{matrix} 1 & 2 \\ 3 \end{matrix}`,
		`<mi>sin</mi><mi>α</mi><mtext>if 5%</mtext><mi>abc</mi><mo>&#x2061;</mo>`:                                `\sin\alpha\text{if 5\%}\mathrm{abc}`,
		`<msup><mrow><mi>a</mi><mo>+</mo><mi>b</mi></mrow><mn>2</mn></msup>`:                                     `{a+b}^{2}`,
		`<mspace/><msup/><mphantom><mi>x</mi></mphantom>`:                                                        `\ ^{}`,
	} {
		x := xmltext.New(strings.NewReader(`<math xmlns="http://www.w3.org/1998/Math/MathML">`+in+`</math>`), xmltext.Namespaces{"http://www.w3.org/1998/Math/MathML": "math"})
		if _, err := x.Next(); err != nil {
			t.Fatal(err)
		}
		got, err := ReadMathML(x)
		if err != nil || got != want {
			t.Errorf("%s gives %q, %v, want %q", in, got, err, want)
		}
	}
	deep := strings.Repeat("<math:mrow>", 5000)
	x := xmltext.New(strings.NewReader(`<math xmlns:math="http://www.w3.org/1998/Math/MathML">`+deep), xmltext.Namespaces{"http://www.w3.org/1998/Math/MathML": "math"})
	_, _ = x.Next()
	if _, err := ReadMathML(x); err == nil {
		t.Error("one that is cut gives no error")
	}
}
