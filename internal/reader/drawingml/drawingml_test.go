package drawingml

import (
	"fmt"
	"strings"
	"testing"

	"fread/internal/reader"
	"fread/internal/reader/markup"
	"fread/internal/reader/opc"
	"fread/internal/reader/readertest"
	"fread/internal/reader/source"
)

// told is a Writer that writes down what it is told.
type told struct{ strings.Builder }

func (t *told) At(reader.Place) {}
func (t *told) Anchor(string)   {}
func (t *told) Heading(int, []markup.Span) error {
	return nil
}

func (t *told) Paragraph(text []markup.Span) error {
	for _, s := range text {
		t.WriteString(s.Text)
	}
	return nil
}
func (t *told) Code(string, string) error { return nil }
func (t *told) Rule() error               { return nil }
func (t *told) Begin(c markup.Container) error {
	switch c.(type) {
	case markup.Row:
		t.WriteString("/")
	case markup.Cell:
		t.WriteString("[")
	case markup.Item:
		t.WriteString("(")
	default:
		t.WriteString("{")
	}
	return nil
}

func (t *told) End() error {
	t.WriteString(".")
	return nil
}
func (t *told) Omit(what string, count int64)  { fmt.Fprintf(t, "<%s %d>", what, count) }
func (t *told) Withhold(string, int64, string) {}
func (t *told) Note(reader.Note)               {}
func (t *told) Verbatim(string) error          { return nil }

const names = ` xmlns:a="http://purl.oclc.org/ooxml/drawingml/main" xmlns:c="http://purl.oclc.org/ooxml/drawingml/chart" xmlns:dgm="http://schemas.openxmlformats.org/drawingml/2006/diagram" xmlns:cx="http://schemas.microsoft.com/office/drawing/2014/chartex"`

func pack(t *testing.T, text string) *opc.Package {
	t.Helper()
	p, err := opc.Open(source.FromBytes("a", readertest.Zip(t, readertest.Part{Name: "x.xml", Text: text})), nil)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestChart(t *testing.T) {
	t.Parallel()
	pt := func(i int, v string) string { return fmt.Sprintf(`<c:pt idx="%d"><c:v>%s</c:v></c:pt>`, i, v) }
	for name, c := range map[string]struct{ in, want string }{
		"a scatter chart":      {`<c:ser><c:xVal>` + pt(0, "1") + `</c:xVal><c:yVal>` + pt(0, "2") + `</c:yVal></c:ser><c:ser><c:xVal>` + pt(0, "3") + `</c:xVal><c:yVal>` + pt(0, "4") + `</c:yVal></c:ser>`, "{/[.[.[.[../[1.[2.[3.[4..."},
		"one set of labels":    {`<c:ser><c:cat>` + pt(0, "x") + `</c:cat><c:val>` + pt(0, "2") + `</c:val></c:ser><c:ser><c:val>` + pt(0, "4") + `</c:val></c:ser>`, "{/[.[.[../[x.[2.[4..."},
		"labels of two levels": {`<c:ser><c:cat><c:multiLvlStrRef><c:lvl>` + pt(0, "Q1") + `</c:lvl><c:lvl>` + pt(0, "2025") + `</c:lvl></c:multiLvlStrRef></c:cat></c:ser>`, "{/[.[../[2025 / Q1.[..."},
		"too many points":      {`<c:ser><c:val>` + pt(0, "1") + pt(1<<40, "2") + pt(-1, "3") + `</c:val></c:ser>`, "<chart points 2>{/[.[../[.[1..."},
		"a newer one":          {`<cx:chartData><cx:data><cx:strDim><cx:lvl><cx:pt idx="0">a</cx:pt></cx:lvl></cx:strDim><cx:numDim><cx:lvl><cx:pt idx="0">5</cx:pt></cx:lvl></cx:numDim></cx:data></cx:chartData><cx:series><cx:tx><cx:txData><cx:v>S</cx:v></cx:txData></cx:tx></cx:series>`, "{/[.[S../[a.[5..."},
		"without values":       {``, "<chart points 0>"},
	} {
		var w told
		_, err := Chart(pack(t, `<c:chartSpace`+names+`>`+c.in+`</c:chartSpace>`), "x.xml", &w)
		if got := strings.ReplaceAll(w.String(), "<chart points 0>", ""); err != nil || got != strings.ReplaceAll(c.want, "<chart points 0>", "") {
			t.Errorf("%s: %s, %v", name, got, err)
		}
	}
	var w told
	if ok, err := Chart(pack(t, `<c:chartSpace`+names+`><c:ser><c:val>`+pt(0, "1")+`</c:val></c:ser><c:ser>`), "x.xml", &w); !ok || err != nil || !strings.Contains(w.String(), "[1.") {
		t.Errorf("one that is damaged: %s, %v", w.String(), err)
	}
	if ok, err := Chart(pack(t, ""), "none.xml", &w); ok || err != nil {
		t.Errorf("one that is missing: %v, %v", ok, err)
	}
}

func TestDiagram(t *testing.T) {
	t.Parallel()
	pt := func(id, text string) string {
		return `<dgm:pt modelId="` + id + `"><dgm:t><a:p><a:r><a:rPr b="1"/><a:t>` + text + `</a:t></a:r></a:p></dgm:t></dgm:pt>`
	}
	link := func(from, to string) string { return `<dgm:cxn srcId="` + from + `" destId="` + to + `"/>` }
	for in, want := range map[string]string{
		pt("1", "a") + pt("2", "b") + link("1", "2"):                  "(a(b..",
		pt("1", "a") + pt("2", "b") + link("1", "2") + link("2", "1"): "(a(b..",
		pt("1", "a") + link("1", "1") + link("9", "1"):                "(a.",
		`<dgm:pt modelId="3"/>` + pt("1", "a") + link("3", "1"):       "(a.",
	} {
		var w told
		if ok, err := Diagram(pack(t, `<dgm:dataModel`+names+`>`+in+`</dgm:dataModel>`), "x.xml", 1, &w); !ok || err != nil || w.String() != want {
			t.Errorf("%s: %s, %v", in, w.String(), err)
		}
	}
}
