//go:build unix

package main

import (
	"archive/zip"
	"bufio"
	"fmt"
	"io"
	"os"
	"strconv"
)

// workbookColumns is how many cells each row of a workbook has that is made here.
const workbookColumns = 10

// makeWorkbook writes an Excel workbook of that many rows of mixed cells: numbers,
// dates, truth values and texts, of which one a row is like no other.
func makeWorkbook(path string, rows int) error {
	return generate(path, func(w *bufio.Writer) error {
		z := zip.NewWriter(w)
		const head = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>` + "\n"
		const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
		const rel = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
		for _, part := range []struct{ name, text string }{
			{"[Content_Types].xml", head + `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>`},
			{"_rels/.rels", head + `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="` + rel + `/officeDocument" Target="xl/workbook.xml"/></Relationships>`},
			{"xl/workbook.xml", head + `<workbook xmlns="` + main + `" xmlns:r="` + rel + `"><sheets><sheet name="Data" sheetId="1" r:id="rId1"/></sheets></workbook>`},
			{"xl/_rels/workbook.xml.rels", head + `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="` + rel + `/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="` + rel + `/styles" Target="styles.xml"/><Relationship Id="rId3" Type="` + rel + `/sharedStrings" Target="sharedStrings.xml"/></Relationships>`},
			{"xl/styles.xml", head + `<styleSheet xmlns="` + main + `"><cellXfs count="3"><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/><xf numFmtId="4" applyNumberFormat="1"/></cellXfs></styleSheet>`},
		} {
			p, err := z.Create(part.name)
			if err != nil {
				return err
			}
			if _, err := io.WriteString(p, part.text); err != nil {
				return err
			}
		}
		p, err := z.Create("xl/worksheets/sheet1.xml")
		if err != nil {
			return err
		}
		out := bufio.NewWriterSize(p, blockSize)
		fmt.Fprintf(out, `%s<worksheet xmlns="%s"><dimension ref="A1:J%d"/><sheetData>`, head, main, rows+1)
		writeRows(out, rows)
		fmt.Fprint(out, `</sheetData></worksheet>`)
		if err := out.Flush(); err != nil {
			return err
		}
		if p, err = z.Create("xl/sharedStrings.xml"); err != nil {
			return err
		}
		out.Reset(p)
		fmt.Fprintf(out, `%s<sst xmlns="%s">`, head, main)
		writeTexts(out, rows)
		fmt.Fprint(out, `</sst>`)
		if err := out.Flush(); err != nil {
			return err
		}
		return z.Close()
	})
}

// The texts of a workbook are its headers, some that recur, and one for each row.
const recurring = 100

func writeTexts(out *bufio.Writer, rows int) {
	for i := range workbookColumns {
		fmt.Fprintf(out, `<si><t>column %c</t></si>`, 'A'+i)
	}
	for i := range recurring {
		fmt.Fprintf(out, `<si><t>category %d &amp; more</t></si>`, i)
	}
	for i := range rows {
		fmt.Fprintf(out, `<si><t>customer number %d</t></si>`, i*7919%rows)
	}
}

func writeRows(out *bufio.Writer, rows int) {
	var b []byte
	seed := uint64(1)
	cell := func(column byte, row int, attrs, value string) {
		b = append(b, `<c r="`...)
		b = strconv.AppendInt(append(b, column), int64(row), 10)
		b = append(b, '"')
		b = append(append(b, attrs...), `><v>`...)
		b = append(append(b, value...), `</v></c>`...)
	}
	begin := func(row int) {
		b = append(b[:0], `<row r="`...)
		b = append(strconv.AppendInt(b, int64(row), 10), `" spans="1:10">`...)
	}
	begin(1)
	for i := range workbookColumns {
		cell(byte('A'+i), 1, ` t="s"`, strconv.Itoa(i))
	}
	_, _ = out.Write(append(b, `</row>`...))
	for i := range rows {
		seed = seed*6364136223846793005 + 1442695040888963407
		r := seed >> 33
		row := i + 2
		begin(row)
		cell('A', row, "", strconv.Itoa(i+1))
		cell('B', row, ` t="s"`, strconv.Itoa(workbookColumns+recurring+i))
		cell('C', row, ` t="s"`, strconv.FormatUint(workbookColumns+r%recurring, 10))
		cell('D', row, ` s="2"`, strconv.FormatFloat(float64(r%10_000_000)/100, 'f', -1, 64))
		cell('E', row, ` s="1"`, strconv.FormatUint(40_000+r>>3%5000, 10))
		cell('F', row, ` t="b"`, strconv.FormatUint(r>>5&1, 10))
		cell('G', row, "", strconv.FormatFloat(float64(r)/(1<<31), 'f', -1, 64))
		cell('H', row, ` t="s"`, strconv.FormatUint(workbookColumns+r>>7%recurring, 10))
		cell('I', row, "", strconv.FormatUint(r>>9%1000, 10))
		cell('J', row, "", strconv.FormatFloat(float64(r>>11%100_000)/1000, 'f', -1, 64))
		_, _ = out.Write(append(b, `</row>`...))
	}
}

// makeWorkbookFor is makeWorkbook from the command line.
func makeWorkbookFor(args []string) error {
	if len(args) != 2 {
		return fmt.Errorf("-workbook wants a file and a number of rows, not %q", args)
	}
	rows, err := strconv.Atoi(args[1])
	if err != nil || rows < 1 || rows > 1_048_575 {
		return fmt.Errorf("%s is no number of rows", args[1])
	}
	if err := makeWorkbook(args[0], rows); err != nil {
		return err
	}
	info, err := os.Stat(args[0])
	if err == nil {
		fmt.Fprintln(os.Stderr, "bench:", args[0], "has", info.Size(), "bytes")
	}
	return err
}
