package detect

import (
	"bytes"
	"strings"
)

// markup tells HTML, XHTML, SVG, flat ODF and the better known XML
// vocabularies apart by the document type and the first element.
func (s *text) markup() (format, why string) {
	b := s.start()
	declared, doctype := false, ""
	for range 256 { // prologue: declaration, comments, instructions, document type
		b = bytes.TrimLeft(b, " \t\r\n\f\ufeff")
		switch {
		case has(b, "<!--"):
			i := bytes.Index(b, []byte("-->"))
			if i < 0 {
				return plainMarkup(declared, s.b)
			}
			b = b[i+3:]
		case has(b, "<?php"), has(b, "<?PHP"), has(b, "<?=") && !declared:
			return "php", "<?php"
		case has(b, "<?xml-"), has(b, "<?") && declared:
			i := bytes.Index(b, []byte("?>"))
			if i < 0 {
				return plainMarkup(declared, s.b)
			}
			b = b[i+2:]
		case has(b, "<?xml"):
			declared = true
			i := bytes.IndexByte(b, '>')
			if i < 0 {
				return "xml", "XML declaration"
			}
			b = b[i+1:]
		case foldPrefix(b, "<!doctype"):
			doctype = strings.ToLower(string(word(bytes.TrimLeft(b[9:], " \t\r\n"))))
			if doctype == "html" && !declared {
				return "html", "HTML document type"
			}
			b = afterDoctype(b)
			if b == nil {
				return plainMarkup(true, s.b)
			}
		default:
			return element(b, declared, doctype, s.b)
		}
		if len(b) == 0 {
			break
		}
	}
	return plainMarkup(declared, s.b)
}

// plainMarkup is the answer when the first element is out of sight.
func plainMarkup(declared bool, all []byte) (format, why string) {
	if declared {
		return "xml", "XML declaration"
	}
	if len(all) == 0 || !looksHTML(all) {
		return "", ""
	}
	return "html", "HTML elements"
}

// afterDoctype passes over a document type with its internal subset.
func afterDoctype(b []byte) []byte {
	i := bytes.IndexAny(b, "[>")
	if i < 0 {
		return nil
	}
	if b[i] == '>' {
		return b[i+1:]
	}
	for {
		_, rest, found := bytes.Cut(b, []byte("]"))
		if !found {
			return nil
		}
		if b = bytes.TrimLeft(rest, " \t\r\n"); has(b, ">") {
			return b[1:]
		}
	}
}

// foldPrefix compares ASCII without case.
func foldPrefix(b []byte, lower string) bool {
	return len(b) >= len(lower) && strings.EqualFold(string(b[:len(lower)]), lower)
}

// word is the name that b begins with.
func word(b []byte) []byte {
	for i, c := range b {
		if (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && (c < '0' || c > '9') && c != ':' && c != '-' && c != '_' && c != '.' {
			return b[:i]
		}
		if i == 64 {
			return b[:i]
		}
	}
	return b
}

// element decides by the first element: its local name, and the namespaces
// that are declared in it.
func element(b []byte, declared bool, doctype string, all []byte) (format, why string) {
	if len(b) < 2 || b[0] != '<' {
		if declared {
			return "xml", "XML declaration"
		}
		return "", ""
	}
	name := string(word(b[1:]))
	if name == "" {
		return plainMarkup(declared, all)
	}
	tag := b[:min(len(b), 4096)]
	if i := bytes.IndexByte(tag, '>'); i >= 0 {
		tag = tag[:i+1]
	}
	_, local, prefixed := strings.Cut(name, ":")
	if !prefixed {
		local = name
	}
	switch local {
	case "html":
		if declared {
			return "xhtml", "XHTML root element"
		}
		return "html", "HTML root element"
	case "HTML", "Html":
		return "html", "HTML root element"
	}
	if f := vocabulary(local, prefixed, tag, declared); f != "" {
		return f, "XML root element " + name
	}
	if declared {
		return "xml", "XML declaration"
	}
	if !prefixed && doctype == "" {
		switch strings.ToLower(local) {
		case "head", "body", "title", "meta", "script", "style", "table", "div", "p", "h1", "h2", "h3", "span", "a", "br", "ul", "ol",
			"center", "font", "b", "i", "img", "form", "frameset", "iframe", "link", "base", "section", "article", "nav", "header", "main", "pre", "hr", "li", "dl", "blockquote", "input", "button", "select", "textarea", "td", "tr", "strong", "em", "footer", "marquee", "details", "caption", "tbody", "thead", "video",
			"audio", "canvas", "template", "noscript", "fieldset", "label", "small", "u", "picture", "dialog", "address", "figure":
			return "html", "HTML elements"
		case "sami":
			return "smi", "SAMI root element"
		}
	}
	if doctype != "" || bytes.Contains(tag, []byte("xmlns")) || closes(all, name) {
		return "xml", "XML root element " + name
	}
	if looksHTML(all) {
		return "html", "HTML elements"
	}
	return "", ""
}

// closes reports whether the text has the element's end tag, or the element
// needs none.
func closes(b []byte, name string) bool {
	if len(b) == HeadSize {
		return true // it would come later
	}
	return bytes.Contains(b, []byte("</"+name+">")) || bytes.HasSuffix(bytes.TrimRight(b, " \t\r\n"), []byte("/>"))
}

// vocabulary names the XML formats that people know by a name of their own.
func vocabulary(local string, prefixed bool, tag []byte, declared bool) string {
	in := func(namespace string) bool { return bytes.Contains(tag, []byte(namespace)) }
	switch local {
	case "svg":
		return "svg"
	case "rss":
		return "rss"
	case "feed":
		if in("http://www.w3.org/2005/Atom") || in("http://purl.org/atom/ns#") {
			return "atom"
		}
	case "RDF":
		if in("http://purl.org/rss/1.0") {
			return "rss"
		}
		if prefixed || in("rdf-syntax-ns") {
			return "rdf"
		}
	case "stylesheet", "transform":
		if in("/XSL/Transform") {
			return "xslt"
		}
	case "plist":
		return "plist"
	case "kml":
		return "kml"
	case "gpx":
		return "gpx"
	case "FeatureCollection":
		if in("opengis.net/gml") {
			return "gml"
		}
	case "xliff":
		return "xliff"
	case "math":
		if in("Math/MathML") || declared {
			return "mathml"
		}
	case "score-partwise", "score-timewise":
		return "musicxml"
	case "FictionBook":
		return "fb2"
	case "Envelope":
		if in("soap") {
			return "soap"
		}
	case "Workbook":
		if in("urn:schemas-microsoft-com:office:spreadsheet") {
			return "spreadsheetml"
		}
	case "wordDocument":
		if in("schemas.microsoft.com/office/word/2003") {
			return "wordml"
		}
	case "package":
		if in("schemas.microsoft.com/office/2006/xmlPackage") {
			return "flatopc"
		}
	case "document":
		if prefixed && in("urn:oasis:names:tc:opendocument:xmlns:office") {
			return flatODF(tag)
		}
	}
	return ""
}

// flatODF reads the media type of a flat OpenDocument file, an attribute of
// its root element (ODF 1.3 part 3, 3.1.2).
func flatODF(tag []byte) string {
	_, rest, ok := bytes.Cut(tag, []byte("application/vnd.oasis.opendocument."))
	if !ok {
		return "fodt"
	}
	switch {
	case has(rest, "spreadsheet"):
		return "fods"
	case has(rest, "presentation"):
		return "fodp"
	case has(rest, "graphics"):
		return "fodg"
	}
	return "fodt"
}

// looksHTML searches for elements that only HTML has.
func looksHTML(b []byte) bool {
	b = bytes.ToLower(b[:min(len(b), 4096)])
	for _, e := range [...]string{"<html", "<body", "<head>", "<div", "<p>", "<p ", "<table", "<h1", "<span", "<a href", "<br>", "<script"} {
		if bytes.Contains(b, []byte(e)) {
			return true
		}
	}
	return false
}

// wholePage reports whether b begins like a page, not like a fragment.
func wholePage(b []byte) bool {
	return foldPrefix(b, "<!doctype html") || foldPrefix(b, "<html") || foldPrefix(b, "<head")
}
