package xlsx_test

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"fread/internal/reader"
	"fread/internal/reader/cells"
	"fread/internal/reader/fault"
	"fread/internal/reader/kinds/xlsx"
	"fread/internal/reader/readertest"
)

const (
	mainSpace = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
	relSpace  = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
)

// engine returns an engine that knows only this kind.
func engine(tb testing.TB) *reader.Engine {
	tb.Helper()
	registry, err := reader.NewRegistry(xlsx.Reader{})
	if err != nil {
		tb.Fatal(err)
	}
	return &reader.Engine{Registry: registry, Log: tb.Logf}
}

// A part of a book; the name of a sheet is sheet1 and so on.
type parts map[string]string

// book makes a workbook of one sheet with these rows, and other parts.
func book(tb testing.TB, rows string, more parts) []byte {
	tb.Helper()
	all := parts{
		"[Content_Types].xml":        `<Types><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>`,
		"_rels/.rels":                relations("officeDocument xl/workbook.xml"),
		"xl/workbook.xml":            `<workbook xmlns="` + mainSpace + `" xmlns:r="` + relSpace + `"><sheets><sheet name="S" sheetId="1" r:id="rId1"/></sheets></workbook>`,
		"xl/_rels/workbook.xml.rels": relations("worksheet worksheets/sheet1.xml", "styles styles.xml", "sharedStrings sharedStrings.xml"),
		"xl/worksheets/sheet1.xml":   sheet(rows),
		"xl/sharedStrings.xml":       `<sst xmlns="` + mainSpace + `"><si><t>plain &amp; simple</t></si><si><r><t>Rich</t></r><r><t xml:space="preserve"> text</t></r></si><si><t>kanji</t><rPh sb="0" eb="1"><t>kana</t></rPh></si><si><t>a_x000D_b_x005F_x000D_</t></si><si><t/></si></sst>`,
		"xl/styles.xml":              `<styleSheet xmlns="` + mainSpace + `"><numFmts><numFmt numFmtId="164" formatCode="[h]:mm:ss"/><numFmt numFmtId="165" formatCode="yyyy\-mm\-dd hh:mm"/></numFmts><cellStyleXfs><xf numFmtId="9"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="21"/><xf numFmtId="10"/></cellXfs></styleSheet>`,
	}
	maps.Copy(all, more)
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	names := make([]string, 0, len(all))
	for name := range all {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		if all[name] == "" {
			continue
		}
		w, err := z.Create(name)
		if err != nil {
			tb.Fatal(err)
		}
		_, _ = w.Write([]byte(all[name]))
	}
	if err := z.Close(); err != nil {
		tb.Fatal(err)
	}
	return b.Bytes()
}

// relations makes the part of relationships, each of them a type and a target.
func relations(list ...string) string {
	var b strings.Builder
	b.WriteString(`<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">`)
	for i, r := range list {
		kind, target, _ := strings.Cut(r, " ")
		fmt.Fprintf(&b, `<Relationship Id="rId%d" Type="%s/%s" Target="%s"/>`, i+1, relSpace, kind, target)
	}
	b.WriteString(`</Relationships>`)
	return b.String()
}

func sheet(rows string) string {
	return `<?xml version="1.0"?><worksheet xmlns="` + mainSpace + `"><sheetData>` + rows + `</sheetData></worksheet>`
}

func write(tb testing.TB, b []byte) string {
	tb.Helper()
	path := filepath.Join(tb.TempDir(), "x.xlsx")
	if err := os.WriteFile(path, b, 0o600); err != nil {
		tb.Fatal(err)
	}
	return path
}

func read(tb testing.TB, req reader.Request) *reader.Result {
	tb.Helper()
	res, err := engine(tb).Read(context.Background(), &req)
	if err != nil {
		tb.Fatal(err)
	}
	return res
}

// rowsOf is the rows as JSON.
func rowsOf(tb testing.TB, res *reader.Result) string {
	tb.Helper()
	if res.RowsPart == nil {
		return res.Reason
	}
	b, err := json.Marshal(res.Rows)
	if err != nil {
		tb.Fatal(err)
	}
	return string(b)
}

func note(res *reader.Result, code reader.NoteCode) string {
	for _, n := range res.Notes {
		if n.Code == code {
			return n.Message
		}
	}
	return ""
}

func TestCells(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, rows, want, where string }{
		{"numbers", `<row r="1"><c r="A1"><v>5.0</v></c><c r="B1"><v>0.30000000000000004</v></c><c r="C1"><v> 7 </v></c><c r="D1"><v>1E+20</v></c><c r="E1"><v>-0</v></c></row>`, `[[5,0.3,7,100000000000000000000,0]]`, "A1:E1"},
		{"kinds", `<row r="1"><c r="A1" t="b"><v>1</v></c><c r="B1" t="b"><v>0</v></c><c r="C1" t="e"><v>#N/A</v></c><c r="D1" t="str"><v>x &lt; y</v></c><c r="E1" t="inlineStr"><is><t>in</t></is></c><c r="F1" t="d"><v>2026-11-30T12:00:00Z</v></c></row>`, `[[true,false,"#N/A","x \u003c y","in","2026-11-30T12:00:00"]]`, "A1:F1"},
		{"strings", `<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="C1" t="s"><v>2</v></c><c r="D1" t="s"><v>3</v></c><c r="E1" t="s"><v>4</v></c><c r="F1"><v>1</v></c></row>`, `[["plain \u0026 simple","Rich text","kanji","a\rb_x000D_",null,1]]`, "A1:F1"},
		{"dates", `<row r="1"><c r="A1" s="1"><v>45000</v></c><c r="B1" s="2"><v>1.5</v></c><c r="C1" s="3"><v>45000.75</v></c><c r="D1" s="4"><v>0.5</v></c><c r="E1" s="5"><v>0.5</v></c><c r="F1" s="1"><v>60</v></c></row>`, `[["2023-03-15","36:00:00","2023-03-15T18:00:00","12:00:00",0.5,"1900-02-29"]]`, "A1:F1"},
		{"no references", `<row><c><v>1</v></c><c><v>2</v></c></row><row><c t="inlineStr"><is><t>x</t></is></c></row>`, `[[1,2],["x",null]]`, "A1:B2"},
		{"some references", `<row r="1"><c r="B1"><v>1</v></c><c><v>2</v></c><c r="F1"><v>3</v></c></row><row><c><v>4</v></c></row>`, `[[null,1,2,null,null,3],[4,null,null,null,null,null]]`, "A1:F2"},
		{"rows out of order", `<row r="2"><c r="A2"><v>2</v></c></row><row r="1"><c r="A1"><v>1</v></c></row>`, `[[1],[2]]`, "A1:A2"},
		{"a row twice", `<row r="1"><c r="A1"><v>1</v></c><c r="B1"><v>2</v></c></row><row r="1"><c r="A1"><v>9</v></c></row>`, `[[9,2]]`, "A1:B1"},
		{"cells out of order", `<row r="1"><c r="C1"><v>3</v></c><c r="A1"><v>1</v></c></row>`, `[[1,null,3]]`, "A1:C1"},
		{"blank rows stay", `<row r="3"><c r="C3"><v>3</v></c></row><row r="6"><c r="D6"><v>6</v></c></row>`, `[[3,null],[],[],[null,6]]`, "C3:D6"},
		{"styled blanks are no rows", `<row r="1"><c r="A1"><v>1</v></c></row><row r="2"><c r="A2" s="1"/><c r="B2" s="1"></c></row>`, `[[1]]`, "A1"},
		{"text where a number should be", `<row r="1"><c r="A1"><v>abc</v></c></row>`, `[["abc"]]`, "A1"},
		{"CDATA and comments", `<row r="1"><c r="A1" t="inlineStr"><is><t><![CDATA[a<b&c]]></t></is></c><c r="B1"><v><!-- c -->5</v></c></row>`, `[["a\u003cb\u0026c",5]]`, "A1:B1"},
		{"line ends", "<row r=\"1\"><c r=\"A1\" t=\"inlineStr\"><is><t>a\r\nb&#13;c</t></is></c></row>", `[["a\nb\rc"]]`, "A1"},
		{"a value beside an inline string", `<row r="1"><c r="A1" t="inlineStr"><v>1.0</v><is><t>x</t></is></c></row>`, `[["x"]]`, "A1"},
		{"other quotes", `<row r='1'><c r='A1' t='inlineStr'><is><t>x</t></is></c><c r='B1'><v>2</v></c></row>`, `[["x",2]]`, "A1:B1"},
		{"alternatives", `<mc:AlternateContent xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"><mc:Choice Requires="zz"><row r="1"><c r="A1"><v>1</v></c></row></mc:Choice><mc:Fallback><row r="1"><c r="A1"><v>2</v></c></row></mc:Fallback></mc:AlternateContent>`, `[[2]]`, "A1"},
		{"results of formulas", `<row r="1"><c r="A1"><f>1+1</f><v>2</v></c><c r="B1" t="str"><f>"x"</f><v>x</v></c><c r="C1"><f>NOW()</f></c></row>`, `[[2,"x",null]]`, "A1:C1"},
		{"nothing", ``, `[]`, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			res := read(t, reader.Request{Path: write(t, book(t, c.rows, nil)), Headers: cells.HeadersNo})
			if got := rowsOf(t, res); got != c.want {
				t.Errorf("rows %s, want %s", got, c.want)
			}
			if res.Range != c.where {
				t.Errorf("range %s, want %s", res.Range, c.where)
			}
			if res.RowCount == nil || *res.RowCount != int64(len(res.Rows)) || !res.RowCountExact {
				t.Errorf("row count %v of %d", res.RowCount, len(res.Rows))
			}
		})
	}
}

// Cells that are written in the usual way take another path than others; both
// have to give the same.
func TestBothWaysOfReadingCells(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	var quick, slow strings.Builder
	for row := 1; row <= 200; row++ {
		fmt.Fprintf(&quick, `<row r="%d">`, row)
		fmt.Fprintf(&slow, `<x:row r='%d'>`, row)
		for column := range 12 {
			ref := fmt.Sprintf("%c%d", 'A'+column, row)
			kind, value, formula := "", "", ""
			switch r.IntN(6) {
			case 0:
				kind, value = "s", fmt.Sprint(r.IntN(5))
			case 1:
				kind, value = "b", fmt.Sprint(r.IntN(2))
			case 2:
				kind, value = "str", []string{"x", "a &amp; b", "_x0041_", "\u00e9\u65e5\u672c"}[r.IntN(4)]
			case 3:
				kind, value = "e", "#REF!"
			case 4:
				value = []string{fmt.Sprint(r.Float64()), fmt.Sprint(r.IntN(1e9)), "-12.5", "1E-7", "123456789012345678", "0.1"}[r.IntN(6)]
			case 5:
				continue
			}
			if r.IntN(3) == 0 {
				formula = []string{"<f>A1+1</f>", `<f t="shared" si="0"/>`, `<f t="array" ref="A1">B1&lt;2</f>`}[r.IntN(3)]
			}
			style := r.IntN(7)
			fmt.Fprintf(&quick, `<c r="%s" s="%d" t="%s">%s<v>%s</v></c>`, ref, style, kind, formula, value)
			fmt.Fprintf(&slow, "<x:c\n t='%s' r='%s' s='%d' >%s<x:v xml:space='preserve'>%s</x:v></x:c>", kind, ref, style, strings.NewReplacer("<f", "<x:f", "</f", "</x:f").Replace(formula), value)
		}
		quick.WriteString(`</row>`)
		slow.WriteString(`</x:row>`)
	}
	other := `<x:worksheet xmlns:x="` + mainSpace + `"><x:sheetData>` + slow.String() + `</x:sheetData></x:worksheet>`
	one := write(t, book(t, quick.String(), nil))
	two := write(t, book(t, "", parts{"xl/worksheets/sheet1.xml": other}))
	for _, view := range []cells.View{cells.Stored, cells.Shown} {
		a := read(t, reader.Request{Path: one, Cells: view, All: true, Headers: cells.HeadersNo})
		b := read(t, reader.Request{Path: two, Cells: view, All: true, Headers: cells.HeadersNo})
		if len(a.Rows) == 0 || !reflect.DeepEqual(a.Rows, b.Rows) {
			t.Errorf("%s: %s\n%s", view, rowsOf(t, a), rowsOf(t, b))
		}
	}
	for _, path := range []string{one, two} { // counting and skipping look at bytes only
		res := read(t, reader.Request{Path: path, Offset: 150, Limit: 2, Headers: cells.HeadersNo})
		if *res.RowCount != 200 || res.StartRow != 150 || len(res.Rows) != 2 {
			t.Errorf("%d rows from %d of %d", len(res.Rows), res.StartRow, *res.RowCount)
		}
	}
}

func TestFormulas(t *testing.T) {
	t.Parallel()
	rows := `<row r="1"><c r="A1"><v>1</v></c><c r="B1"><f t="shared" ref="B1:B3" si="0">A1*$A$1+SUM(A$1:A1)&amp;"A1"&amp;'A1 b'!A1</f><v>2</v></c></row>` +
		`<row r="2"><c r="B2"><f t="shared" si="0"/><v>3</v></c></row><row r="3"><c r="B3"><f t="shared" si="0"/></c></row>`
	path := write(t, book(t, rows, nil))
	res := read(t, reader.Request{Path: path, Cells: cells.Formula, Headers: cells.HeadersNo})
	want := `[[1,"=A1*$A$1+SUM(A$1:A1)\u0026\"A1\"\u0026'A1 b'!A1"],[null,"=A2*$A$1+SUM(A$1:A2)\u0026\"A1\"\u0026'A1 b'!A2"],[null,"=A3*$A$1+SUM(A$1:A3)\u0026\"A1\"\u0026'A1 b'!A3"]]`
	if got := rowsOf(t, res); got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
	res = read(t, reader.Request{Path: path, Headers: cells.HeadersNo})
	if got := note(res, reader.NoteNoCachedValue); !strings.Contains(got, "1 formula has no result") || !strings.Contains(got, "B3") {
		t.Errorf("note %q", got)
	}
}

const twoSheets = `<workbook xmlns="` + mainSpace + `" xmlns:r="` + relSpace + `"><workbookPr date1904="1"/><sheets><sheet name="Hid" sheetId="1" state="veryHidden" r:id="rId1"/><sheet name="Main list" sheetId="2" r:id="rId2"/><sheet name="2" sheetId="3" r:id="rId1"/></sheets>` +
	`<definedNames><definedName name="Part">'Main list'!$B$2:$C$3</definedName></definedNames></workbook>`

// many is a workbook of several sheets.
func many(tb testing.TB) string {
	tb.Helper()
	second := `<worksheet xmlns="` + mainSpace + `"><dimension ref="A1:D4"/><cols><col min="3" max="3" hidden="1"/></cols><sheetData>` +
		`<row r="1"><c r="A1" t="inlineStr"><is><t>id</t></is></c><c r="B1" t="inlineStr"><is><t>name</t></is></c><c r="C1" t="inlineStr"><is><t>name</t></is></c><c r="D1" t="inlineStr"><is><t>n</t></is></c></row>` +
		`<row r="2"><c r="A2"><v>1</v></c><c r="B2" t="inlineStr"><is><t>x</t></is></c><c r="C2" t="inlineStr"><is><t>y</t></is></c><c r="D2"><v>5</v></c></row>` +
		`<row r="3" hidden="1"><c r="A3"><v>2</v></c><c r="B3" t="inlineStr"><is><t>z</t></is></c><c r="D3"><v>6</v></c></row>` +
		`<row r="4"><c r="A4"><v>3</v></c></row></sheetData><mergeCells count="1"><mergeCell ref="A4:B4"/></mergeCells></worksheet>`
	return write(tb, book(tb, `<row r="1"><c r="A1" s="1"><v>0</v></c></row>`, parts{
		"xl/workbook.xml":                     twoSheets,
		"xl/_rels/workbook.xml.rels":          relations("worksheet worksheets/sheet1.xml", "worksheet worksheets/sheet2.xml", "styles styles.xml", "vbaProject vbaProject.bin"),
		"xl/vbaProject.bin":                   "x",
		"xl/worksheets/sheet2.xml":            second,
		"xl/worksheets/_rels/sheet2.xml.rels": relations("comments ../comments1.xml", "drawing ../drawings/drawing1.xml", "table ../tables/table1.xml"),
		"xl/comments1.xml":                    `<comments xmlns="` + mainSpace + `"><commentList><comment ref="A1"/><comment ref="A2"/></commentList></comments>`,
		"xl/drawings/drawing1.xml":            `<x/>`,
		"xl/drawings/_rels/drawing1.xml.rels": relations("chart ../charts/chart1.xml", "image ../media/image1.png"),
		"xl/tables/table1.xml":                `<table xmlns="` + mainSpace + `" id="1" name="T1" displayName="Table1" ref="B1:C3"/>`,
	}))
}

func TestSheets(t *testing.T) {
	t.Parallel()
	path := many(t)
	res := read(t, reader.Request{Path: path})
	if res.SheetName != "Main list" || !slices.Equal(res.SheetNames, []string{"Hid", "Main list", "2"}) || !res.Sheets[0].VeryHidden || res.Sheets[1].Hidden || *res.Sheets[1].Rows != 4 {
		t.Errorf("%q %q %+v", res.SheetName, res.SheetNames, res.Sheets)
	}
	if got := rowsOf(t, res); got != `[[1,"x","y",5],[2,"z",null,6],[3,null,null,null]]` || !slices.Equal(res.Headers, []string{"id", "name", "name_2", "n"}) {
		t.Errorf("%q %s", res.Headers, got)
	}
	if !slices.Equal(res.MergedRanges, []string{"A4:B4"}) || res.Range != "A1:D4" || *res.RowCount != 3 {
		t.Errorf("%q %s %d", res.MergedRanges, res.Range, *res.RowCount)
	}
	omitted := ""
	for _, o := range res.Omitted {
		omitted += o.What
		if o.Count != nil {
			omitted += fmt.Sprint(" ", *o.Count)
		}
		omitted += ", "
	}
	if want := `sheets 1, hidden sheet "Hid", comments 2, charts 1, pictures 1, macros, `; omitted != want {
		t.Errorf("omitted %s, want %s", omitted, want)
	}
	hidden := ""
	for _, n := range res.Notes {
		if n.Code == reader.NoteHiddenContent {
			hidden += n.Message + "\n"
		}
	}
	if !strings.Contains(hidden, "1 row (3) and columns C") || !strings.Contains(hidden, `"Hid"`) {
		t.Errorf("hidden: %s", hidden)
	}
	for _, c := range []struct {
		req   reader.Request
		name  string
		where string
		rows  string
	}{
		{reader.Request{Sheet: "main LIST", Range: "B2:C2", Headers: cells.HeadersNo}, "Main list", "B2:C2", `[["x","y"]]`},
		{reader.Request{Sheet: "2"}, "2", "A1", `[["1904-01-01"]]`}, // the name wins over the number
		{reader.Request{Sheet: "3"}, "2", "A1", `[["1904-01-01"]]`},
		{reader.Request{Path: "#Hid"}, "Hid", "A1", `[["1904-01-01"]]`},
		{reader.Request{Path: "#Table1"}, "Main list", "B1:C3", `[["x","y"],["z",null]]`},
		{reader.Request{Path: "#part", Headers: cells.HeadersNo}, "Main list", "B2:C3", `[["x","y"],["z",null]]`},
		{reader.Request{Path: "#Main list!A2:A9", Headers: cells.HeadersNo}, "Main list", "A2:A9", `[[1],[2],[3]]`},
		{reader.Request{Path: "#'Main list'!$D$1:$D$2", Headers: cells.HeadersYes}, "Main list", "D1:D2", `[[5]]`},
		{reader.Request{Path: "#B2", Headers: cells.HeadersNo}, "Main list", "B2", `[["x"]]`},
		{reader.Request{Range: "A:A", Offset: -2, Headers: cells.HeadersNo}, "Main list", "A1:A1048576", `[[2],[3]]`},
		{reader.Request{Range: "table1", Cells: cells.Shown}, "Main list", "B1:C3", `[["x","y"],["z",null]]`},
	} {
		c.req.Path = path + c.req.Path
		res := read(t, c.req)
		if got := rowsOf(t, res); got != c.rows || res.SheetName != c.name || res.Range != c.where {
			t.Errorf("%+v: %q %s %s, want %s", c.req, res.SheetName, res.Range, got, c.rows)
		}
	}
	if res := read(t, reader.Request{Path: path, Sheet: "Main lst"}); res.Error == nil || res.Error.Code != fault.NotFound || !strings.Contains(res.Reason, `Did you mean "Main list"?`) {
		t.Errorf("%s", res.Reason)
	}
	if _, err := engine(t).Read(context.Background(), &reader.Request{Path: path, Range: "A0:B"}); fault.CodeOf(err) != fault.InvalidInput {
		t.Errorf("%v", err)
	}
}

func TestDamage(t *testing.T) {
	t.Parallel()
	var rows strings.Builder
	for i := 1; i <= 2000; i++ {
		fmt.Fprintf(&rows, `<row r="%d"><c r="A%d"><v>%d</v></c><c r="B%d" t="s"><v>1</v></c></row>`, i, i, i, i)
	}
	whole := book(t, rows.String(), nil)
	cut := write(t, book(t, "", parts{"xl/worksheets/sheet1.xml": `<worksheet xmlns="` + mainSpace + `"><sheetData>` + rows.String()[:40_000]}))
	res := read(t, reader.Request{Path: cut, All: true})
	if len(res.Rows) < 400 || note(res, reader.NoteCorrupt) == "" || res.Complete {
		t.Errorf("%d rows, %v", len(res.Rows), res.Notes)
	}
	res = read(t, reader.Request{Path: write(t, whole[:len(whole)*3/4]), All: true})
	if res.Readable && note(res, reader.NoteCorrupt) == "" || !res.Readable && res.ReasonCode != fault.Corrupt {
		t.Errorf("%v %s", res.Readable, res.Reason)
	}
	for _, c := range []struct{ name, rows, want string }{
		{"texts that are not there", `<row r="1"><c r="A1" t="s"><v>99</v></c><c r="B1" t="s"><v>-1</v></c><c r="C1" t="s"/><c r="D1"><v>5</v></c></row>`, "texts that the workbook does not have"},
		{"cells that cannot be", `<row r="1"><c r="A1"><v>5</v></c><c r="ZZZZ1"><v>1</v></c></row>`, "XFD1048576"},
		{"rows that cannot be", `<row r="1"><c r="A1"><v>5</v></c></row><row r="2000000"><c r="A2000000"><v>1</v></c></row>`, "XFD1048576"},
		{"a text too long", `<row r="1"><c r="A1"><v>5</v></c><c r="B1" t="inlineStr"><is><t>` + strings.Repeat("x", 200_000) + `</t></is></c></row>`, "longer than"},
	} {
		res := read(t, reader.Request{Path: write(t, book(t, c.rows, nil)), Headers: cells.HeadersNo})
		if !strings.Contains(note(res, reader.NoteCorrupt), c.want) || len(res.Rows) != 1 || res.Complete {
			t.Errorf("%s: %v %v", c.name, res.Notes, res.Reason)
		}
	}
	if res := read(t, reader.Request{Path: write(t, book(t, "", parts{"xl/worksheets/sheet1.xml": ""}))}); res.ReasonCode != fault.Corrupt {
		t.Errorf("%s", res.Reason)
	}
}

// What a sheet states about itself is not believed.
func TestDeclaredRange(t *testing.T) {
	t.Parallel()
	rows := func(n int) string {
		var b strings.Builder
		for i := 3; i < 3+n; i++ {
			fmt.Fprintf(&b, `<row r="%d"><c r="C%d"><v>%d</v></c></row>`, i, i, i)
		}
		return b.String()
	}
	declare := func(ref, rows string) string {
		return write(t, book(t, "", parts{"xl/worksheets/sheet1.xml": `<worksheet xmlns="` + mainSpace + `"><dimension ref="` + ref + `"/><sheetData>` + rows + `</sheetData></worksheet>`}))
	}
	for _, ref := range []string{"A1", "A1:XFD1048576", "C3:C500", "nonsense", ""} {
		res := read(t, reader.Request{Path: declare(ref, rows(500)), Headers: cells.HeadersNo, All: true})
		if len(res.Rows) != 500 || *res.RowCount != 500 || !res.RowCountExact {
			t.Errorf("%s: %d rows of %d", ref, len(res.Rows), *res.RowCount)
		}
	}
	// A cell left of where all the first ones begin is not lost without a word.
	late := declare("C3:C700", rows(500)+`<row r="600"><c r="A600"><v>1</v></c><c r="C600"><v>2</v></c></row>`)
	res := read(t, reader.Request{Path: late, Headers: cells.HeadersNo, All: true})
	if got := note(res, reader.NoteCellsCut); !strings.Contains(got, "A600") || !strings.Contains(got, "--range A:C") || res.Complete {
		t.Errorf("%q", got)
	}
}

func TestHeaders(t *testing.T) {
	t.Parallel()
	text := func(ref, s string) string { return `<c r="` + ref + `" t="inlineStr"><is><t>` + s + `</t></is></c>` }
	titled := `<row r="1">` + text("A1", "A title") + `</row><row r="2">` + text("A2", "id") + text("B2", "n") + text("C2", "m") + `</row><row r="3"><c r="A3"><v>1</v></c><c r="B3"><v>2</v></c><c r="C3"><v>3</v></c></row>`
	grouped := `<row r="1">` + text("A1", "who") + text("B1", "2025") + `</row><row r="2">` + text("A2", "name") + text("B2", "in") + text("C2", "out") + `</row><row r="3">` + text("A3", "x") + `<c r="B3"><v>1</v></c><c r="C3"><v>2</v></c></row>`
	plain := `<row r="1">` + text("A1", "id") + text("B1", "n") + `</row><row r="2"><c r="A2"><v>1</v></c><c r="B2"><v>2</v></c></row>`
	for name, c := range map[string]struct {
		rows   string
		header bool
	}{"titled": {titled, false}, "grouped": {grouped, false}, "plain": {plain, true}} {
		res := read(t, reader.Request{Path: write(t, book(t, c.rows, nil))})
		if (res.Headers != nil) != c.header || note(res, reader.NoteDialect) == "" {
			t.Errorf("%s: %q %q", name, res.Headers, note(res, reader.NoteDialect))
		}
	}
}

// makeRows makes rows with gaps, some of them hidden.
func makeRows(r *rand.Rand, n int) string {
	var b strings.Builder
	for row := 1 + r.IntN(3); row <= n; row++ {
		if r.IntN(5) == 0 {
			continue
		}
		fmt.Fprintf(&b, `<row r="%d">`, row)
		for column := range 1 + r.IntN(6) {
			if r.IntN(4) > 0 {
				fmt.Fprintf(&b, `<c r="%c%d" t="s"><v>%d</v></c>`, 'B'+column, row, r.IntN(5))
			} else {
				fmt.Fprintf(&b, `<c r="%c%d"><v>%d</v></c>`, 'B'+column, row, r.IntN(1000))
			}
		}
		b.WriteString(`</row>`)
	}
	return b.String()
}

// Pages joined are the whole, whatever the limits, and blank rows never shift.
func TestPaging(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(5, 6))
	e := engine(t)
	for _, n := range []int{1, 5, 60, 300} {
		for _, mode := range []cells.HeaderMode{cells.HeadersAuto, cells.HeadersYes, cells.HeadersNo} {
			base := reader.Request{Path: write(t, book(t, makeRows(r, n), nil)), Headers: mode}
			whole, _ := readertest.ReadWhole(t, e, base)
			for _, limit := range []reader.Request{{Limit: 1 + r.Int64N(9)}, {MaxBytes: 1 + r.Int64N(400)}, {Limit: 7, MaxBytes: 60}, {Range: "C2:D200", Limit: 11}} {
				req := base
				req.Limit, req.MaxBytes, req.Range = limit.Limit, limit.MaxBytes, limit.Range
				want := whole
				if req.Range != "" {
					whole := base
					whole.Range = req.Range
					want, _ = readertest.ReadWhole(t, e, whole)
				}
				readertest.Paging(t, e, req, want)
			}
		}
	}
}

func FuzzSheet(f *testing.F) {
	f.Add([]byte(sheet(`<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1"><f t="shared" si="0" ref="B1:B2">A1</f><v>1</v></c></row><row r="2"><c r="B2"><f t="shared" si="0"/></c></row>`)), []byte(`<sst><si><t>x</t></si><si><r><t>a</t></r></si></sst>`), []byte(`<styleSheet><cellXfs><xf numFmtId="14"/></cellXfs></styleSheet>`), false)
	f.Add([]byte(sheet(`<row><c><v>1</v></c></row><row r="1"><c r="C1" t="inlineStr"><is><t><![CDATA[x]]></t></is></c><c r="A1"/></row>`)+`<mergeCells><mergeCell ref="A1:B2"/></mergeCells>`), []byte(``), []byte(``), true)
	f.Add([]byte("\xff\xfe<\x00w\x00>\x00"), []byte(`<sst><si><t>_xD800__xDC00_</t></si>`), []byte(`<styleSheet/>`), true)
	e := engine(f)
	f.Fuzz(func(t *testing.T, sheet, texts, styles []byte, formulas bool) {
		more := parts{"xl/worksheets/sheet1.xml": string(sheet), "xl/sharedStrings.xml": string(texts), "xl/styles.xml": string(styles)}
		req := reader.Request{Path: write(t, book(t, "", more)), Limit: 5}
		if formulas {
			req.Cells = cells.Formula
		}
		whole := req
		whole.All, whole.Limit = true, 0
		all, err := e.Read(context.Background(), &whole)
		if err != nil {
			t.Fatal(err)
		}
		readertest.Check(t, &whole, all)
		res, err := e.Read(context.Background(), &req)
		if err != nil {
			t.Fatal(err)
		}
		readertest.Check(t, &req, res)
	})
}

// A sheet of many rows, of which a page is read, and all.
func BenchmarkSheet(b *testing.B) {
	var rows strings.Builder
	for i := 1; i <= 50_000; i++ {
		fmt.Fprintf(&rows, `<row r="%d"><c r="A%d"><v>%d</v></c><c r="B%d" t="s"><v>%d</v></c><c r="C%d" s="1"><v>%d.25</v></c><c r="D%d"><f>A%d*2</f><v>%d.5</v></c></row>`, i, i, i, i, i%5, i, 40_000+i%5000, i, i, 2*i)
	}
	path := write(b, book(b, rows.String(), nil))
	e := engine(b)
	for name, req := range map[string]reader.Request{"page": {Limit: 100}, "all": {All: true}, "count": {Limit: 1, Count: true}, "late": {Offset: 45_000, Limit: 100}} {
		req.Path = path
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(rows.Len()))
			b.ReportAllocs()
			for b.Loop() {
				res, err := e.Stream(context.Background(), &req, discard{})
				if err != nil || !res.Readable {
					b.Fatal(err, res.Reason)
				}
			}
		})
	}
}

// discard is a sink that drops all.
type discard struct{}

func (discard) Begin(*reader.Result) error { return nil }
func (discard) Put(*reader.Piece) error    { return nil }
