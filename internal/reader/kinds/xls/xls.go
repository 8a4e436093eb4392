// Package xls reads the workbooks of Excel 2 to 2003 ([MS-XLS] and its ancestors,
// BIFF2 to BIFF8), in compound files and as bare streams of records. The rows of
// a sheet come as they are met, the shared strings as far as they are needed.
package xls

import (
	"context"

	"fread/internal/reader"
	"fread/internal/reader/cells"
	"fread/internal/reader/detect"
	"fread/internal/reader/source"
	"fread/internal/reader/workbook"
)

// Reader implements reader.Reader for workbooks of Excel before 2007.
type Reader struct{}

// Info implements reader.Reader.
func (Reader) Info() reader.Info {
	return reader.Info{Name: "xls", Forms: []reader.Form{reader.FormRows}, Unit: reader.UnitRow, Parts: true, Contained: true}
}

// Match implements reader.Reader.
func (Reader) Match(t detect.Type, form reader.Form) bool {
	return t.Format == "xls" && t.Reason == "" && (form == reader.FormDefault || form == reader.FormRows)
}

// Open implements reader.Reader.
func (Reader) Open(ctx context.Context, f *source.File, o reader.Options) (reader.Document, error) {
	var formulas bool
	var password string
	if q := o.Request; q != nil {
		formulas, password = q.Cells == cells.Formula, q.Password
	}
	b, err := open(ctx, f, o.Alive, formulas, password)
	if err != nil {
		return nil, err
	}
	return workbook.NewDocument(ctx, o, b)
}
