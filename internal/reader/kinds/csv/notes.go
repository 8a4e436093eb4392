package csv

import (
	"fmt"

	"fread/internal/limits"
	"fread/internal/reader"
	"fread/internal/reader/forward"
)

// Meta implements reader.Document.
func (d *document) Meta() reader.Meta {
	m := reader.Meta{
		ContentFormat: "csv", TotalExact: true, Headers: d.headers, HeaderRow: d.header,
		Keep: d.keep(), ContentSum: d.content, ContentHashed: d.hashed,
		Dialect: &reader.Dialect{Delimiter: string(rune(d.comma)), Quote: string(rune(d.quote)), Header: d.header, Evidence: d.evidence(), Encoding: d.guess.Encoding.Name()},
	}
	if d.total >= 0 {
		m.Total = new(d.total)
	}
	d.remarks(&m)
	return m
}

// evidence says why the dialect is what it is.
func (d *document) evidence() string {
	e := d.why
	if e == "" {
		e = "no delimiter was found"
	}
	if d.header {
		return e + "; header: " + d.headerWhy
	}
	return e + "; no header: " + d.headerWhy
}

func (d *document) remarks(m *reader.Meta) {
	forward.Notes(m, d.guess, d.bad, d.firstBad)
	say := func(code reader.NoteCode, severity reader.Severity, data map[string]any, format string, args ...any) {
		m.Notes = append(m.Notes, reader.Note{Code: code, Severity: severity, Message: fmt.Sprintf(format, args...), Data: data})
	}
	header, other := "the first record is the header", "--headers no"
	if !d.header {
		header, other = "no record is taken for a header", "--headers yes"
	}
	how := ""
	if d.headerWhy != "as asked" && d.headerWhy != "as in the page before" {
		how = fmt.Sprintf(" (%s; %s if not)", d.headerWhy, other)
	}
	ends := ""
	if d.eol == '\r' {
		ends = "; records end in CR"
	}
	say(reader.NoteDialect, reader.SeverityInfo, map[string]any{"delimiter": string(rune(d.comma)), "quote": string(rune(d.quote)), "header": d.header},
		"Fields are divided by %s%s; %s%s.", delimiterName(d.comma), ends, header, how)
	if d.renamed > 0 {
		say(reader.NoteHeadersRenamed, reader.SeverityInfo, map[string]any{"count": d.renamed}, "%s made unique: they were empty, repeated or had blanks around them.", limits.Nouns(int64(d.renamed), "name of a column was", "names of columns were"))
	}
	if r := d.ragged; r.rows > 0 {
		say(reader.NoteRaggedRows, reader.SeverityWarning, map[string]any{"rows": r.rows, "first": r.first, "fields": d.fields},
			"%s another number of fields than %d; the first is row %d with %d.", limits.Nouns(r.rows, "row shown has", "rows shown have"), d.fields, r.first, r.fields)
	}
	if d.unclosed > 0 {
		say(reader.NoteUnclosedQuote, reader.SeverityWarning, map[string]any{"row": d.unclosed}, "A quote that opens in row %d is not closed, so all that follows it is in that row.", d.unclosed)
	}
	if c := d.cuts; c.records > 0 {
		say(reader.NoteCellsCut, reader.SeverityWarning, map[string]any{"rows": c.records, "first": c.first},
			"%s more than the %s or %s fields that are kept of one, and cut there; the first is row %d.", limits.Nouns(c.records, "row has", "rows have"), limits.FormatSize(maxRecord), limits.FormatCount(maxFields), c.first)
		m.Omitted = append(m.Omitted, reader.Omission{What: "cells", Line: c.first})
	}
}
