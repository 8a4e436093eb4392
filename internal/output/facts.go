package output

import (
	"bufio"
	"fmt"
	"strconv"
	"strings"
	"time"

	"fread/internal/limits"
	"fread/internal/reader"
	"fread/internal/reader/detect"
)

// printFacts writes what is known about a file, a line each, for --as info.
func printFacts(w *bufio.Writer, r *reader.Result, style Style) error {
	fact := func(name, value string) {
		if value == "" {
			return
		}
		if style.Color {
			name = bold + name + ":" + reset
		} else {
			name += ":"
		}
		_, _ = w.WriteString(name + " ")
		_, _ = w.Write(visible(nil, []byte(value)))
		_ = w.WriteByte('\n')
	}
	count := func(n *int64, exact bool) string {
		if n == nil {
			return "not counted"
		}
		s := limits.FormatCount(*n)
		if !exact {
			s += " or so"
		}
		return s
	}
	fact("path", r.Path)
	fact("real path", r.FilePath)
	fact("kind", string(r.Kind))
	fact("format", joinNonEmpty(" ", r.Format, parenthesised(r.ContentType)))
	if r.SizeBytes != nil {
		size := limits.FormatCount(*r.SizeBytes) + " bytes"
		if *r.SizeBytes >= 1<<10 {
			size += " (" + limits.FormatSize(*r.SizeBytes) + ")"
		}
		fact("size", size)
	}
	if r.LastModified != nil {
		fact("modified", r.LastModified.Format(time.RFC3339))
	}
	fact("version", r.Version)
	fact("id", r.FileID)
	if t := r.TextPart; t != nil && t.Profile != nil {
		p := t.Profile
		fact("lines", count(t.TotalLines, t.TotalExact))
		fact("characters", count(t.TotalCharacters, true))
		fact("encoding", fmt.Sprintf("%s (%s, confidence %s)", p.Encoding, p.Evidence, strconv.FormatFloat(p.Confidence, 'f', -1, 64)))
		fact("line ends", lineEnds(p))
		fact("indent", strings.TrimSuffix(p.Indent.Style+" of "+strconv.Itoa(p.Indent.Width), " of 0"))
		fact("longest line", limits.FormatCount(p.LongestLine)+" characters")
		if p.Invisible > 0 {
			fact("invisible", limits.FormatCount(p.Invisible)+" invisible or bidirectional characters")
		}
		if !p.Exact {
			fact("looked at", "the beginning only, for line length, indent and invisible characters")
		}
	}
	if t := r.TextPart; t != nil && t.Profile == nil { // a document
		if t.PageCount != nil {
			name := "pages"
			if r.Kind == detect.Presentation {
				name = "slides"
			}
			fact(name, limits.FormatCount(*t.PageCount))
		}
		if t.TotalLines != nil {
			fact("lines", count(t.TotalLines, t.TotalExact))
			fact("characters", count(t.TotalCharacters, true))
		}
	}
	if t := r.RowsPart; t != nil {
		fact("sheet", t.SheetName)
		fact("range", t.Range)
		fact("rows", count(t.RowCount, t.RowCountExact))
		fact("columns", strings.Join(t.Headers, ", "))
		if d := t.Dialect; d != nil {
			fact("dialect", fmt.Sprintf("delimiter %q, quote %q (%s)", d.Delimiter, d.Quote, d.Evidence))
		}
	}
	if t := r.RowsPart; t != nil {
		for i := range t.Sheets {
			fact("sheet "+strconv.Itoa(i+1), sheetFact(&t.Sheets[i]))
		}
	}
	if t := r.EntriesPart; t != nil {
		fact("entries", count(t.EntryCount, true))
	}
	return nil
}

// sheetFact says what is known of a sheet in one line.
func sheetFact(s *reader.Sheet) string {
	facts := ""
	add := func(f string) {
		if facts != "" {
			facts += ", "
		}
		facts += f
	}
	if s.Rows != nil && s.Columns != nil {
		add(fmt.Sprintf("%s x %s", limits.FormatCount(*s.Rows), limits.FormatCount(*s.Columns)))
	}
	switch {
	case s.VeryHidden:
		add("very hidden")
	case s.Hidden:
		add("hidden")
	}
	if s.Chart {
		add("without cells")
	}
	return joinNonEmpty(" ", s.Name, parenthesised(facts))
}

func lineEnds(p *reader.Profile) string {
	var parts []string
	for _, e := range []struct {
		name string
		n    int64
	}{{"LF", p.EOL.LF}, {"CRLF", p.EOL.CRLF}, {"lone CR", p.EOL.CR}} {
		if e.n > 0 {
			parts = append(parts, limits.FormatCount(e.n)+" "+e.name)
		}
	}
	if len(parts) == 0 {
		return "none"
	}
	s := strings.Join(parts, ", ")
	if !p.FinalNewline {
		s += ", none at the end"
	}
	return s
}

func parenthesised(s string) string {
	if s == "" {
		return ""
	}
	return "(" + s + ")"
}

func joinNonEmpty(sep string, parts ...string) string {
	var kept []string
	for _, p := range parts {
		if p != "" {
			kept = append(kept, p)
		}
	}
	return strings.Join(kept, sep)
}
