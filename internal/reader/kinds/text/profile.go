package text

import (
	"fmt"
	"math"

	"fread/internal/reader"
)

// profile describes the text for a result.
func (d *document) profile() *reader.Profile {
	s := &d.stats
	p := &reader.Profile{
		Encoding:     d.guess.Encoding.Name(),
		Confidence:   math.Round(d.guess.Confidence*100) / 100,
		Evidence:     d.guess.Evidence,
		BOM:          d.guess.BOM > 0,
		EOL:          reader.EOL{LF: s.LF, CRLF: s.CRLF, CR: s.CR},
		FinalNewline: s.FinalNewline,
		Indent:       reader.Indent{Style: "none"},
		LongestLine:  s.LongestLine,
		Invisible:    s.Invisible,
		Control:      s.Control,
		Undecodable:  d.bad,
		Exact:        !d.sampled,
	}
	if d.bad > 0 {
		p.FirstBad = new(d.firstBad)
	}
	switch tabs, spaces := s.IndentTabs > 0, s.IndentSpaces > 0; {
	case s.IndentMixed > 0, tabs && spaces:
		p.Indent.Style = "mixed"
	case tabs:
		p.Indent.Style = "tabs"
	case spaces:
		p.Indent.Style = "spaces"
	}
	if s.IndentSpaces > 0 {
		p.Indent.Width = s.IndentWidth
	}
	return p
}

// remarks adds the notes that the text itself gives cause for.
func (d *document) remarks(m *reader.Meta) {
	s, g := &d.stats, d.guess
	if g.BOM > 0 {
		m.Notes = append(m.Notes, reader.Note{Code: reader.NoteBOM, Message: fmt.Sprintf("A byte order mark of %d bytes (%s) is not shown.", g.BOM, g.Encoding.Name())})
	}
	if !g.Encoding.IsUTF8() {
		n := reader.Note{Code: reader.NoteEncoding, Message: fmt.Sprintf("Decoded from %s (%s).", g.Encoding.Name(), g.Evidence), Data: map[string]any{"encoding": g.Encoding.Name(), "confidence": g.Confidence}}
		if g.Confidence < 0.5 {
			n.Severity = reader.SeverityWarning
			n.Message = fmt.Sprintf("The encoding is not certain: decoded from %s (%s). Name another with --encoding if the text looks wrong.", g.Encoding.Name(), g.Evidence)
		}
		m.Notes = append(m.Notes, n)
	}
	if d.bad > 0 {
		where := ""
		if !d.exact {
			where = " of what is shown"
		}
		m.Notes = append(m.Notes, reader.Note{
			Code: reader.NoteUndecodable, Severity: reader.SeverityWarning,
			Message: fmt.Sprintf("%d %s%s cannot be decoded as %s and %s shown as U+FFFD; the first is at offset %d.", d.bad, plural(d.bad, "byte"), where, g.Encoding.Name(), areOrIs(d.bad), d.firstBad),
			Data:    map[string]any{"count": d.bad, "offset": d.firstBad, "encoding": g.Encoding.Name()},
		})
		m.Omitted = append(m.Omitted, reader.Omission{What: "undecodable", Count: new(d.bad), Byte: new(d.firstBad)})
	}
	if s.LF > 0 && s.CRLF > 0 || s.CR > 0 {
		m.Notes = append(m.Notes, reader.Note{
			Code:    reader.NoteMixedEOL,
			Message: fmt.Sprintf("Line ends differ: %d LF, %d CRLF, %d lone CR (which end no line).", s.LF, s.CRLF, s.CR),
			Data:    map[string]any{"lf": s.LF, "crlf": s.CRLF, "cr": s.CR},
		})
	}
	if s.NUL > 0 {
		m.Notes = append(m.Notes, reader.Note{
			Code: reader.NoteBinary, Severity: reader.SeverityWarning,
			Message: fmt.Sprintf("The text holds %d NUL %s, as binary data does.", s.NUL, plural(s.NUL, "byte")), Data: map[string]any{"count": s.NUL},
		})
	}
}

func plural(n int64, word string) string {
	if n == 1 {
		return word
	}
	return word + "s"
}

func areOrIs(n int64) string {
	if n == 1 {
		return "is"
	}
	return "are"
}
