// Package drawingml reads what documents of all programs of Office draw alike:
// charts and diagrams (ECMA-376 part 1, 21).
package drawingml

import (
	"errors"
	"io"
	"strings"

	"fread/internal/reader/fault"
	"fread/internal/reader/markup"
	"fread/internal/reader/opc"
	"fread/internal/reader/xmltext"
)

// namespaces are those of the parts that are read here.
func namespaces() xmltext.Namespaces {
	return xmltext.Namespaces{
		"http://schemas.openxmlformats.org/drawingml/2006/main":       "a",
		"http://purl.oclc.org/ooxml/drawingml/main":                   "a",
		"http://schemas.openxmlformats.org/drawingml/2006/chart":      "c",
		"http://purl.oclc.org/ooxml/drawingml/chart":                  "c",
		"http://schemas.openxmlformats.org/drawingml/2006/diagram":    "dgm",
		"http://purl.oclc.org/ooxml/drawingml/diagram":                "dgm",
		"http://schemas.openxmlformats.org/markup-compatibility/2006": "mc",
		"http://schemas.microsoft.com/office/drawing/2014/chartex":    "cx",
	}
}

// each calls take with the name of each element inside the one that just started;
// take reads it to its end.
func each(x *opc.XML, take func(name string) error) error {
	for {
		kind, err := x.Next()
		if err != nil {
			return unexpected(err)
		}
		switch kind {
		case xmltext.End:
			return nil
		case xmltext.Start:
			if err := take(x.Name()); err != nil {
				return err
			}
		case xmltext.Text:
		}
	}
}

// unexpected turns an end of the input inside an element into an error.
func unexpected(err error) error {
	if errors.Is(err, io.EOF) {
		return fault.New(fault.Corrupt, fault.PhaseConvert, "", "A part of the document ends too early.", "Use a copy that is whole.")
	}
	return err
}

// paragraph reads the text of a paragraph (21.1.2.2.6).
func paragraph(x *opc.XML) ([]markup.Span, error) {
	var text []markup.Span
	var look markup.Style
	blank, inText := true, false
	for depth := x.Depth(); x.Depth() >= depth; {
		kind, err := x.Next()
		if err != nil {
			return text, unexpected(err)
		}
		switch {
		case kind == xmltext.Start:
			switch x.Name() {
			case "a:r", "a:fld":
				look = 0
			case "a:rPr":
				look = Style(x)
			case "a:br":
				text = append(text, markup.Span{Kind: markup.Break})
			}
			inText = x.Name() == "a:t"
		case kind == xmltext.End:
			inText = false
		case inText:
			blank = blank && strings.TrimSpace(string(x.Text())) == ""
			text = append(text, markup.Span{Text: string(x.Text()), Style: look})
		}
	}
	if blank {
		return nil, nil
	}
	return text, nil
}

// Style reads what the run looks like whose properties just started (21.1.2.3.9).
func Style(x *opc.XML) markup.Style {
	var style markup.Style
	for name, value := range x.Attrs {
		isOn := value == "1" || value == "true" || value == "on"
		switch {
		case name == "b" && isOn:
			style |= markup.Bold
		case name == "i" && isOn:
			style |= markup.Italic
		case name == "strike" && value != "noStrike":
			style |= markup.Strike
		case name == "baseline" && strings.HasPrefix(value, "-"):
			style |= markup.Subscript
		case name == "baseline" && strings.Trim(value, "0%") != "":
			style |= markup.Superscript
		}
	}
	return style
}
