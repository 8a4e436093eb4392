package drawingml

import (
	"errors"
	"io"
	"strconv"
	"strings"

	"fread/internal/reader/fault"
	"fread/internal/reader/markup"
	"fread/internal/reader/opc"
	"fread/internal/reader/xmltext"
)

const (
	maxSeries = 256
	maxPoints = 10_000 // of a series
)

// series is one of a chart (21.2.2.163 and others of that form).
type series struct {
	name   string
	labels []string // of the points: categories or x
	values []string
}

// chart is what a chart shows.
type chart struct {
	title  string
	series []series
	left   int64 // points that are too many
}

// Chart tells w the title of the chart in a part and the values that the file keeps
// of it, as a table. It reports whether there was anything to tell; what is damaged
// is not.
func Chart(p *opc.Package, part string, w markup.Writer) (told bool, err error) {
	c, err := readChart(p, part)
	if err != nil && fault.CodeOf(err) != fault.Corrupt {
		return false, err
	}
	w.Omit("chart points", c.left)
	if len(c.series) == 0 {
		return false, nil
	}
	if c.title != "" {
		if err := w.Paragraph([]markup.Span{{Text: c.title, Style: markup.Bold}}); err != nil {
			return false, err
		}
	}
	return true, c.tell(w)
}

// tell tells the values: a row for each label, or for each point where every series
// has labels of its own.
func (c *chart) tell(w markup.Writer) error {
	rows := 0
	shared := true
	for i := range c.series {
		rows = max(rows, len(c.series[i].values), len(c.series[i].labels))
		shared = shared && (i == 0 || sameLabels(c.series[0].labels, c.series[i].labels))
	}
	if err := w.Begin(markup.Table{HeaderRows: 1}); err != nil {
		return err
	}
	for row := -1; row < rows; row++ {
		if err := w.Begin(markup.Row{}); err != nil {
			return err
		}
		for i := range c.series {
			one := &c.series[i]
			label, value := "", one.name
			if row >= 0 {
				label, value = at(one.labels, row), at(one.values, row)
			}
			if i == 0 || !shared {
				if err := cell(w, label); err != nil {
					return err
				}
			}
			if err := cell(w, value); err != nil {
				return err
			}
		}
		if err := w.End(); err != nil {
			return err
		}
	}
	return w.End()
}

func cell(w markup.Writer, text string) error {
	if err := w.Begin(markup.Cell{}); err != nil {
		return err
	}
	if text != "" {
		if err := w.Paragraph([]markup.Span{{Text: text}}); err != nil {
			return err
		}
	}
	return w.End()
}

func at(list []string, i int) string {
	if i < len(list) {
		return list[i]
	}
	return ""
}

func sameLabels(a, b []string) bool {
	if len(b) == 0 {
		return true
	}
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

// readChart reads the cached values of a chart: those of its last look into its
// workbook.
func readChart(p *opc.Package, part string) (chart, error) {
	var c chart
	if part == "" {
		return c, nil
	}
	x, err := p.OpenXML(part, namespaces())
	if err != nil {
		return c, err
	}
	defer func() { _ = x.Close() }()
	r := chartReader{x: x, c: &c}
	for {
		kind, err := x.Next()
		switch {
		case errors.Is(err, io.EOF):
			return c, nil
		case err != nil:
			return c, err
		case kind != xmltext.Start:
			continue
		}
		switch x.Name() {
		case "c:title":
			var title string
			if title, err = r.words(); err == nil && c.title == "" {
				c.title = title
			}
		case "c:ser":
			err = r.readSeries()
		case "c:catAx", "c:valAx", "c:dateAx", "c:serAx", "c:extLst", "c:legend":
			err = x.Skip()
		case "cx:data", "cx:series":
			err = r.extended(x.Name())
		}
		if err != nil {
			return c, err
		}
	}
}

type chartReader struct {
	x *opc.XML
	c *chart
}

// words reads all text inside the element that just started.
func (r *chartReader) words() (string, error) {
	var b strings.Builder
	x, inText := r.x, false
	for depth := x.Depth(); x.Depth() >= depth; {
		kind, err := x.Next()
		if err != nil {
			return "", unexpected(err)
		}
		switch kind {
		case xmltext.Start:
			switch x.Name() {
			case "a:t", "c:v":
				inText = true
			case "a:p", "a:br":
				b.WriteByte(' ')
			}
		case xmltext.End:
			inText = false
		case xmltext.Text:
			if inText {
				b.Write(x.Text())
			}
		}
	}
	return strings.Join(strings.Fields(b.String()), " "), nil
}

func (r *chartReader) readSeries() error {
	x := r.x
	if len(r.c.series) >= maxSeries {
		return x.Skip()
	}
	var one series
	for depth := x.Depth(); x.Depth() >= depth; {
		kind, err := x.Next()
		if err != nil {
			return unexpected(err)
		}
		if kind != xmltext.Start {
			continue
		}
		switch x.Name() {
		case "c:tx":
			one.name, err = r.words()
		case "c:cat", "c:xVal":
			one.labels, err = r.points()
		case "c:val", "c:yVal":
			one.values, err = r.points()
		default:
			err = x.Skip()
		}
		if err != nil {
			return err
		}
	}
	r.c.series = append(r.c.series, one)
	return nil
}

// points reads cached points by their indices; of several levels of categories
// each is put before the one below it.
func (r *chartReader) points() ([]string, error) {
	var list []string
	x, index := r.x, 0
	for depth := x.Depth(); x.Depth() >= depth; {
		kind, err := x.Next()
		if err != nil {
			return list, unexpected(err)
		}
		if kind != xmltext.Start {
			continue
		}
		switch x.Name() {
		case "c:pt", "cx:pt":
			value, _ := x.Attr("idx")
			index, err = strconv.Atoi(value)
			if err != nil || index < 0 {
				index = maxPoints
			}
			if x.Name() == "cx:pt" {
				list, err = r.point(list, index)
			}
		case "c:v":
			list, err = r.point(list, index)
		case "c:f", "cx:f":
			err = x.Skip()
		}
		if err != nil {
			return list, err
		}
	}
	return list, nil
}

func (r *chartReader) point(list []string, index int) ([]string, error) {
	var b strings.Builder
	x := r.x
	for depth := x.Depth(); x.Depth() >= depth; {
		kind, err := x.Next()
		if err != nil {
			return list, unexpected(err)
		}
		if kind == xmltext.Text {
			b.Write(x.Text())
		}
	}
	if index >= maxPoints {
		r.c.left++
		return list, nil
	}
	for len(list) <= index {
		list = append(list, "")
	}
	text := shortNumber(strings.TrimSpace(b.String()))
	if list[index] != "" {
		text += " / " + list[index]
	}
	list[index] = text
	return list, nil
}

// shortNumber writes a number with the 15 digits that a workbook shows of it.
func shortNumber(s string) string {
	const digits = 15
	if len(s) <= digits {
		return s
	}
	f, err := strconv.ParseFloat(s, 64)
	if err != nil {
		return s
	}
	return strconv.FormatFloat(f, 'g', digits, 64)
}

// extended reads the data of a newer kind of chart ([MS-ODRAWXML] 2.24.3), which
// come before its series.
func (r *chartReader) extended(element string) error {
	x := r.x
	if element == "cx:series" {
		name, err := r.seriesName()
		if n := len(r.c.series); n > 0 && r.c.series[n-1].name == "" {
			r.c.series[n-1].name = name
		}
		return err
	}
	if len(r.c.series) >= maxSeries {
		return x.Skip()
	}
	var one series
	for depth := x.Depth(); x.Depth() >= depth; {
		kind, err := x.Next()
		if err != nil {
			return unexpected(err)
		}
		switch {
		case kind != xmltext.Start:
		case x.Name() == "cx:strDim":
			one.labels, err = r.points()
		case x.Name() == "cx:numDim":
			one.values, err = r.points()
		}
		if err != nil {
			return err
		}
	}
	r.c.series = append(r.c.series, one)
	return nil
}

func (r *chartReader) seriesName() (string, error) {
	x, name := r.x, ""
	for depth := x.Depth(); x.Depth() >= depth; {
		kind, err := x.Next()
		if err != nil {
			return name, unexpected(err)
		}
		if kind == xmltext.Start && x.Name() == "cx:v" {
			list, err := r.point(nil, 0)
			if err != nil {
				return name, err
			}
			name = at(list, 0)
		}
	}
	return name, nil
}
