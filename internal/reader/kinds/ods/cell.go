package ods

import (
	"strconv"
	"strings"

	"fread/internal/reader/numfmt"
	"fread/internal/reader/workbook"
	"fread/internal/reader/xmltext"
)

// maxText is how many bytes of text a cell may have; Excel allows 32,767
// characters.
const maxText = 1 << 20

// cell reads a cell, which may stand for many (ODF 1.3 part 3, 9.1.4).
func (w *walker) cell(rowStyle string) error {
	repeated := w.count("table:number-columns-repeated", workbook.MaxColumns)
	column := w.column + 1
	w.column += repeated
	var c workbook.Cell
	valueType := w.attr("office:value-type")
	formula, hasFormula := w.x.Attr("table:formula")
	text, hasText := "", false
	if w.decode {
		w.value(&c, valueType)
		text, hasText = w.x.Attr("office:string-value")
		c.Format = w.b.styles.format(w.styleOf(column, rowStyle))
	}
	if w.collect {
		w.merge(column)
	}
	isError := w.attr("calcext:value-type") == "error"
	if err := w.content(); err != nil {
		return err
	}
	if valueType == "" && !hasFormula && len(w.text.out) == 0 || column > workbook.MaxColumns {
		return nil
	}
	last := min(column+repeated-1, workbook.MaxColumns)
	if w.filled == 0 {
		w.begins = column
	}
	w.filled = last
	if !w.decode {
		return nil
	}
	shown := w.text.out
	switch {
	case isError || hasFormula && isErrorName(shown):
		c = workbook.Cell{Kind: workbook.Error, Text: w.b.arena.String(shown)}
	case c.Kind != workbook.Blank:
		w.classify(&c, valueType)
		c.Shown = w.b.arena.String(shown)
	case hasText && text != "":
		c.Kind, c.Text, c.Shown = workbook.Text, text, w.b.arena.String(shown)
	case valueType != "" || len(shown) > 0:
		c.Kind, c.Text = workbook.Text, w.b.arena.String(shown)
		c.Shown = c.Text
	default:
		c.Uncached = true
	}
	if hasFormula && w.b.formulas {
		c.Formula = plainFormula(formula)
	}
	for c.Column = column; c.Column <= last; c.Column++ {
		w.row.Cells = append(w.row.Cells, c)
	}
	return nil
}

// value reads the value of the cell that just started, if its attributes have it.
func (w *walker) value(c *workbook.Cell, valueType string) {
	switch valueType {
	case "float", "currency", "percentage":
		if v, err := strconv.ParseFloat(w.attr("office:value"), 64); err == nil {
			c.Kind, c.Number = workbook.Number, v
		}
	case "date":
		if v := w.attr("office:date-value"); v != "" {
			c.Kind, c.Text = workbook.Date, v
			if serial, ok := dateSerial(v); ok {
				c.Kind, c.Number, c.Text = workbook.Number, serial, ""
			}
		}
	case "time":
		if v, ok := durationDays(w.attr("office:time-value")); ok {
			c.Kind, c.Number = workbook.Number, v
		}
	case "boolean":
		c.Kind = workbook.Bool
		if v := w.attr("office:boolean-value"); v == "true" || v == "1" {
			c.Number = 1
		}
	}
}

// classify makes the format of a number agree with the type of the value, which
// says more surely what it is.
func (w *walker) classify(c *workbook.Cell, valueType string) {
	if c.Kind != workbook.Number {
		return
	}
	class := numfmt.Plain
	if c.Format != nil {
		class = c.Format.Class()
	}
	isDate := class == numfmt.Date || class == numfmt.Time || class == numfmt.Elapsed
	switch {
	case valueType == "date" && class != numfmt.Date:
		code := "yyyy-mm-dd"
		if c.Number != float64(int64(c.Number)) {
			code += " hh:mm:ss"
		}
		c.Format = w.b.styles.coded(code)
	case valueType == "time" && (c.Number < 0 || c.Number >= 1):
		if class != numfmt.Elapsed {
			c.Format = w.b.styles.coded("[h]:mm:ss")
		}
	case valueType == "time" && !isDate:
		c.Format = w.b.styles.coded("hh:mm:ss")
	case valueType == "percentage" && c.Format == nil:
		c.Format = w.b.styles.coded("0.00%")
	case valueType != "date" && valueType != "time" && isDate:
		c.Format = nil
	}
}

// styleOf is the style of the cell that just started: its own, or that of the row
// or of the column.
func (w *walker) styleOf(column int, rowStyle string) string {
	if style := w.attr("table:style-name"); style != "" {
		return style
	}
	if rowStyle != "" {
		return rowStyle
	}
	if len(w.s.columns) == 0 || w.s.columns[len(w.s.columns)-1].last < column {
		return ""
	}
	for i := range w.s.columns { // few, as they stand for columns alike
		if s := &w.s.columns[i]; s.first <= column && column <= s.last {
			return s.style
		}
	}
	return ""
}

// merge notes that the cell that just started covers others.
func (w *walker) merge(column int) {
	columns := w.count("table:number-columns-spanned", workbook.MaxColumns)
	rows := w.count("table:number-rows-spanned", workbook.MaxRows)
	if columns == 1 && rows == 1 || len(w.s.beside.Merged) >= maxMerged || column > workbook.MaxColumns || w.number >= workbook.MaxRows {
		return
	}
	w.s.beside.Merged = append(w.s.beside.Merged, workbook.Range{
		FirstRow: w.number + 1, LastRow: min(w.number+rows, workbook.MaxRows),
		FirstColumn: column, LastColumn: min(column+columns-1, workbook.MaxColumns),
	})
}

// isErrorName reports whether the text of a formula says that it has no result.
func isErrorName(s []byte) bool {
	switch string(s) {
	case "#DIV/0!", "#N/A", "#NAME?", "#NULL!", "#NUM!", "#REF!", "#VALUE!":
		return true
	}
	return len(s) == len("Err:502") && strings.HasPrefix(string(s), "Err:")
}

// content reads what is in the cell that just started. Its text is in w.text.
func (w *walker) content() error {
	w.text.reset()
	return w.each(func(name string) error {
		switch name {
		case "text:p", "text:h":
			w.text.begin()
			return w.paragraph()
		case "text:list", "text:list-item", "text:list-header", "text:section":
			return nil
		case "office:annotation":
			if w.collect {
				w.s.beside.Comments++
			}
		case "draw:frame":
			if w.collect {
				return w.drawing(name)
			}
		}
		return w.x.Skip()
	})
}

// paragraph reads the text of the paragraph that just started, or of a part of
// it.
func (w *walker) paragraph() error {
	depth := w.x.Depth()
	for {
		kind, err := w.x.Next()
		if err != nil {
			return err
		}
		switch kind {
		case xmltext.Text:
			w.text.add(w.x.Text())
		case xmltext.Start:
			if err := w.inline(); err != nil {
				return err
			}
		case xmltext.End:
			if w.x.Depth() < depth {
				return nil
			}
		}
	}
}

// inline takes an element in a paragraph (ODF 1.3 part 3, 6.1).
func (w *walker) inline() error {
	switch w.x.Name() {
	case "text:s":
		w.text.literal(strings.Repeat(" ", w.count("text:c", maxSpaces)))
	case "text:tab":
		w.text.literal("\t")
	case "text:line-break":
		w.text.literal("\n")
	case "office:annotation", "text:note", "text:ruby-text", "draw:frame", "text:bookmark", "office:annotation-end":
		return w.x.Skip()
	}
	return nil // what is in it is text of the paragraph
}

// maxSpaces is how many spaces one element may stand for.
const maxSpaces = 1 << 10

// paragraphs is the text of a cell, a line for each paragraph.
type paragraphs struct {
	out   []byte
	count int
	space bool // white space was met that is not out yet
	any   bool // something of the paragraph is out
}

func (t *paragraphs) reset() { *t = paragraphs{out: t.out[:0]} }

func (t *paragraphs) begin() {
	if t.count++; t.count > 1 {
		t.literal("\n")
	}
	t.space, t.any = false, false
}

// add appends text, in which white space is one space, and none at the ends of a
// paragraph (6.1.2).
func (t *paragraphs) add(s []byte) {
	for _, c := range s {
		switch {
		case c == ' ' || c == '\t' || c == '\n' || c == '\r':
			t.space = t.any
		case len(t.out) >= maxText:
			return
		default:
			if t.space {
				t.out = append(t.out, ' ')
				t.space = false
			}
			t.out = append(t.out, c)
			t.any = true
		}
	}
}

// literal appends what elements stand for.
func (t *paragraphs) literal(s string) {
	if len(t.out) >= maxText {
		return
	}
	if t.space {
		t.out = append(t.out, ' ')
		t.space = false
	}
	t.out = append(t.out, s...)
	t.any = true
}
