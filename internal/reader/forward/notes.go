package forward

import (
	"fmt"

	"fread/internal/reader"
	"fread/internal/reader/charset"
)

// Notes says what a reader of records has to say about the encoding: that it is
// not UTF-8, and what could not be decoded of what is shown.
func Notes(m *reader.Meta, g charset.Guess, bad, firstBad int64) {
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
	if bad > 0 {
		bytes := "1 byte of what is shown cannot be decoded as %s and is shown as U+FFFD; it is at offset %d."
		if bad > 1 {
			bytes = fmt.Sprint(bad) + " bytes of what is shown cannot be decoded as %s and are shown as U+FFFD; the first is at offset %d."
		}
		m.Notes = append(m.Notes, reader.Note{
			Code: reader.NoteUndecodable, Severity: reader.SeverityWarning, Message: fmt.Sprintf(bytes, g.Encoding.Name(), firstBad),
			Data: map[string]any{"count": bad, "offset": firstBad, "encoding": g.Encoding.Name()},
		})
		m.Omitted = append(m.Omitted, reader.Omission{What: "undecodable", Count: new(bad), Byte: new(firstBad)})
	}
}

// Again decides the encoding once more, where only ASCII had been seen and
// region breaks it. It reports whether that is another single-byte encoding;
// any other answer leaves UTF-8.
func Again(g *charset.Guess, region []byte) bool {
	g.ASCII = false
	d := charset.Detect(region, false)
	if d.Binary {
		d = charset.DetectLegacy(region)
	}
	if d.Encoding == nil || d.Encoding.IsUTF8() || !d.Encoding.Literal(';') {
		return false
	}
	g.Encoding, g.Confidence, g.Evidence = d.Encoding, d.Confidence, d.Evidence
	return true
}
