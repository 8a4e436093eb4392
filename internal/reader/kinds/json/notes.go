package json

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"fread/internal/limits"
	"fread/internal/reader"
	"fread/internal/reader/fault"
	"fread/internal/reader/forward"
)

// Meta implements reader.Document.
func (d *document) Meta() reader.Meta {
	m := reader.Meta{
		ContentFormat: "json", TotalExact: true, Headers: d.headers, HeaderRow: d.layout != members,
		Keep: d.keep(), ContentSum: d.content, ContentHashed: d.hashed,
	}
	if d.total >= 0 {
		m.Total = new(d.total)
	}
	d.say(&m)
	return m
}

func (d *document) say(m *reader.Meta) {
	r := &d.remarks
	forward.Notes(m, d.guess, r.bad, r.firstBad)
	say := func(code reader.NoteCode, severity reader.Severity, data map[string]any, format string, args ...any) {
		m.Notes = append(m.Notes, reader.Note{Code: code, Severity: severity, Message: fmt.Sprintf(format, args...), Data: data})
	}
	if d.part != "" {
		m.Omitted = append(m.Omitted, reader.Omission{What: "content", Byte: new(int64(0))})
	}
	if r.hint != "" {
		say(reader.NoteAddress, reader.SeverityInfo, map[string]any{"part": r.hint}, "The rows are the members of an object; the elements of an array in it are the rows of the address #%s.", r.hint)
	}
	if r.relaxed {
		say(reader.NoteRelaxedSyntax, reader.SeverityInfo, nil, "This is not quite JSON: it has comments, needless commas, NaN or raw control characters, which are read as they are meant.")
	}
	if late := d.headers[min(d.fixed, len(d.headers)):]; r.lateRow > 0 && len(late) > 0 {
		names := fault.Quote(late[0])
		if len(late) > 1 {
			names = fmt.Sprintf("%s and %d more", names, len(late)-1)
		}
		say(reader.NoteNewColumns, reader.SeverityWarning, map[string]any{"columns": late, "first": r.lateRow}, "Rows from %d on have what the first rows had no column for: %s, from column %d on.", r.lateRow, names, d.fixed+1)
	}
	if r.more > 0 {
		say(reader.NoteCellsCut, reader.SeverityWarning, map[string]any{"count": r.more}, "%s not shown, as there are too many different names.", limits.Nouns(r.more, "member is", "members are"))
		m.Omitted = append(m.Omitted, reader.Omission{What: "cells", Count: new(r.more)})
	}
	if r.twice > 0 {
		say(reader.NoteDuplicateKeys, reader.SeverityWarning, map[string]any{"count": r.twice, "first": r.firstTwice}, "%s in the same object; the last counts. The first is in row %d.", limits.Nouns(r.twice, "name comes again", "names come again"), r.firstTwice)
	}
	if r.cut > 0 {
		say(reader.NoteCellsCut, reader.SeverityWarning, map[string]any{"rows": r.cut, "first": r.firstCut, "part": r.cutPart}, "%s larger than %s; of each the first %s are shown as text. The first is row %d, at the address #%s.",
			limits.Nouns(r.cut, "row is", "rows are"), limits.FormatSize(maxRow), limits.FormatSize(cutShown), r.firstCut, r.cutPart)
		m.Omitted = append(m.Omitted, reader.Omission{What: "cells", Line: r.firstCut})
	}
	if r.broken > 0 {
		say(reader.NoteCorrupt, reader.SeverityWarning, map[string]any{"rows": r.broken, "first": r.firstBroken, "offset": r.brokenAt}, "%s not JSON and shown as text; the first is row %d (offset %d).", limits.Nouns(r.broken, "row is", "rows are"), r.firstBroken, r.brokenAt)
	}
	if r.damage != nil {
		code := reader.NoteCorrupt
		if errors.Is(r.damage, errDeep) {
			code = reader.NoteTooComplex
		}
		line := d.lineOf(r.damageAt)
		where := fmt.Sprintf("offset %d", r.damageAt)
		data := map[string]any{"offset": r.damageAt}
		if line > 0 {
			where = fmt.Sprintf("line %d (offset %d)", line, r.damageAt)
			data["line"] = line
		}
		say(code, reader.SeverityWarning, data, "The document is damaged at %s: %v. The rows before are as they should be.", where, r.damage)
		m.Omitted = append(m.Omitted, reader.Omission{What: "content", Byte: new(r.damageAt)})
	}
}

// lineMost is how far lines are counted for a message.
const lineMost = 64 << 20

// lineOf returns the line of an offset, 0 if it was not counted.
func (d *document) lineOf(at int64) int64 {
	if at > lineMost || d.f.Stream() || d.guess.Encoding.Width() > 1 {
		return 0
	}
	buf := make([]byte, 256<<10)
	line := int64(1)
	for off := int64(0); off < at; {
		n, err := d.f.ReadAt(buf[:min(int64(len(buf)), at-off)], off)
		line += int64(bytes.Count(buf[:n], []byte{'\n'}))
		off += int64(n)
		if err != nil && !errors.Is(err, io.EOF) || n == 0 {
			return 0
		}
	}
	return line
}
