package ppt

import (
	"bytes"
	"context"

	"fread/internal/reader"
	"fread/internal/reader/charset"
	"fread/internal/reader/markup"
)

// maxContent is how much text of a presentation of PowerPoint 95 is read, in
// bytes.
const maxContent = 16 << 20

// walkContent tells a presentation of PowerPoint 95, which keeps its text once
// more beside its slides, for those who look for words.
func (p *presentation) walkContent(_ context.Context, w markup.Writer) error {
	w.Note(reader.Note{
		Code: reader.NoteConverted, Severity: reader.SeverityWarning,
		Message: "This is a presentation of PowerPoint 95, of which only the text is shown, not divided into slides.",
	})
	w.Omit("layouts", 1)
	b, err := p.content.ReadAll(maxContent)
	if err != nil {
		return err
	}
	guess := charset.Detect(b[:min(len(b), 64<<10)], len(b) <= 64<<10)
	enc := guess.Encoding
	if enc == nil {
		enc, _ = charset.CodePage(1252)
	}
	text, _, _, _ := enc.NewDecoder().Append(nil, b, true)
	for l := range bytes.SplitSeq(text, []byte{'\r'}) {
		l = bytes.TrimSpace(bytes.ReplaceAll(l, []byte{'\v'}, []byte{' '}))
		if len(l) == 0 {
			continue
		}
		if err := w.Paragraph([]markup.Span{{Text: string(bytes.ToValidUTF8(l, []byte("\uFFFD")))}}); err != nil {
			return err
		}
	}
	return nil
}
