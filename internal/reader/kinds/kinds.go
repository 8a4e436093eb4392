// Package kinds lists the readers of fread. Adding a kind is one folder here
// and one line below.
package kinds

import (
	"fread/internal/reader"
	"fread/internal/reader/kinds/csv"
	"fread/internal/reader/kinds/directory"
	"fread/internal/reader/kinds/doc"
	"fread/internal/reader/kinds/docx"
	"fread/internal/reader/kinds/epub"
	"fread/internal/reader/kinds/html"
	"fread/internal/reader/kinds/ipynb"
	"fread/internal/reader/kinds/json"
	"fread/internal/reader/kinds/mail"
	"fread/internal/reader/kinds/ods"
	"fread/internal/reader/kinds/odt"
	"fread/internal/reader/kinds/ppt"
	"fread/internal/reader/kinds/pptx"
	"fread/internal/reader/kinds/raw"
	"fread/internal/reader/kinds/rtf"
	"fread/internal/reader/kinds/text"
	"fread/internal/reader/kinds/wordml"
	"fread/internal/reader/kinds/xls"
	"fread/internal/reader/kinds/xlsb"
	"fread/internal/reader/kinds/xlsx"
)

// All returns every reader; the first that matches a file is used.
func All() []reader.Reader {
	return []reader.Reader{
		directory.Reader{},
		raw.Reader{},
		text.Markdown{},
		html.Reader{},
		mail.Reader{},
		mail.Outlook{},
		epub.Reader{},
		ipynb.Reader{},
		rtf.Reader{},
		doc.Reader{},
		wordml.Reader{},
		ppt.Reader{},
		text.Reader{},
		json.Reader{},
		json.Value{},
		csv.Reader{},
		docx.Reader{},
		pptx.Reader{},
		odt.Reader{},
		xls.Reader{},
		ods.Reader{},
		xlsx.Reader{},
		xlsb.Reader{},
	}
}
