// Package xlsb reads the binary workbooks of Excel ([MS-XLSB]): a package whose
// parts are records instead of XML. A sheet is read from front to back, the
// shared strings as far as its rows need them.
package xlsb

import (
	"context"

	"fread/internal/reader"
	"fread/internal/reader/cells"
	"fread/internal/reader/detect"
	"fread/internal/reader/opc"
	"fread/internal/reader/source"
	"fread/internal/reader/workbook"
)

// Reader implements reader.Reader for binary workbooks.
type Reader struct{}

// Info implements reader.Reader.
func (Reader) Info() reader.Info {
	return reader.Info{Name: "xlsb", Forms: []reader.Form{reader.FormRows}, Unit: reader.UnitRow, Parts: true, Contained: true}
}

// Match implements reader.Reader.
func (Reader) Match(t detect.Type, form reader.Form) bool {
	return t.Format == "xlsb" && t.Reason == "" && (form == reader.FormDefault || form == reader.FormRows)
}

// Open implements reader.Reader.
func (Reader) Open(ctx context.Context, f *source.File, o reader.Options) (reader.Document, error) {
	pack, err := opc.Open(f, o.Alive)
	if err != nil {
		return nil, err
	}
	b, err := open(ctx, pack, o.Request != nil && o.Request.Cells == cells.Formula)
	if err != nil {
		return nil, err
	}
	return workbook.NewDocument(ctx, o, b)
}
