// Package xlsx reads Excel workbooks (Office Open XML SpreadsheetML, ECMA-376
// part 1, 18) as rows. It goes through a sheet once, inflates only as much of it
// and of the texts as the rows need, and believes little of what the file states
// about itself.
package xlsx

import (
	"context"

	"fread/internal/reader"
	"fread/internal/reader/detect"
	"fread/internal/reader/opc"
	"fread/internal/reader/source"
	"fread/internal/reader/workbook"
)

// Reader implements reader.Reader for workbooks.
type Reader struct{}

// Info implements reader.Reader.
func (Reader) Info() reader.Info {
	return reader.Info{Name: "xlsx", Forms: []reader.Form{reader.FormRows}, Unit: reader.UnitRow, Parts: true, Contained: true}
}

// Match implements reader.Reader.
func (Reader) Match(t detect.Type, form reader.Form) bool {
	return t.Reason == "" && (form == reader.FormDefault || form == reader.FormRows) && isFormat(t.Format)
}

// Open implements reader.Reader.
func (Reader) Open(ctx context.Context, f *source.File, o reader.Options) (reader.Document, error) {
	p, err := opc.Open(f, o.Alive)
	if err != nil {
		return nil, err
	}
	b, err := openBook(p, o)
	if err != nil {
		return nil, err
	}
	return workbook.NewDocument(ctx, o, b)
}
