package xls

import (
	"strings"

	"fread/internal/reader/biff"
	"fread/internal/reader/workbook"
)

// A definedName is one of the workbook or of a sheet (Lbl, [MS-XLS] 2.4.150).
type definedName struct {
	name    string
	isLocal bool // to a sheet
	tokens  []byte
}

// linkKind is what references go to.
type linkKind uint8

const (
	linkBook linkKind = iota // another workbook
	linkSelf
	linkAddIn
)

// A link is what references go to (SupBook, [MS-XLS] 2.4.271; of version 5 one
// sheet).
type link struct {
	kind  linkKind
	book  string
	tabs  []string
	names []string
}

// A reference3D is sheets that formulas refer to by a number (XTI, 2.5.298).
type reference3D struct{ link, first, last int }

func (b *book) addName(r *records) {
	d := r.data
	const isBuiltIn = 1 << 5
	if len(b.names) >= maxNames {
		return
	}
	header, countAt, sizeAt := 14, 3, 4
	switch b.version {
	case biff.Biff8, biff.Biff5, biff.Biff12:
	case biff.Biff4, biff.Biff3:
		header = 6
	case biff.Biff2:
		header = 5
	}
	count, size := int(biff.Byte(d, countAt)), biff.Uint16(d, sizeAt)
	if b.version == biff.Biff2 {
		size = int(biff.Byte(d, sizeAt))
	}
	n := definedName{isLocal: b.version >= biff.Biff5 && biff.Uint16(d, 8) != 0}
	end := min(header+count, len(d))
	switch text := d[min(header, len(d)):end]; {
	case b.version < biff.Biff8:
		n.name = string(b.appendDecoded(nil, text))
	case biff.Byte(d, header)&1 != 0:
		end = min(header+1+2*count, len(d))
		n.name = string(biff.AppendUTF16(nil, d[min(header+1, end):end]))
	default:
		end = min(end+1, len(d))
		n.name = string(biff.AppendLatin1(nil, d[min(header+1, end):end]))
	}
	if biff.Uint16(d, 0)&isBuiltIn != 0 && len(n.name) == 1 && b.version > biff.Biff2 {
		n.name = builtInName(n.name[0])
	}
	if end+size <= len(d) {
		n.tokens = append(n.tokens, d[end:end+size]...)
	}
	b.names = append(b.names, n)
}

// builtInName is a name that is stored as a number (2.5.114).
func builtInName(i byte) string {
	names := [...]string{
		"Consolidate_Area", "Auto_Open", "Auto_Close", "Extract", "Database", "Criteria", "Print_Area", "Print_Titles",
		"Recorder", "Data_Form", "Auto_Activate", "Auto_Deactivate", "Sheet_Title", "_FilterDatabase",
	}
	if int(i) < len(names) {
		return names[i]
	}
	return ""
}

// addLink takes a workbook that references go to, with the names of its sheets.
func (b *book) addLink(d []byte) {
	const self, addIn = 0x401, 0x3a01
	if len(b.links) >= maxNames {
		return
	}
	count := biff.Uint16(d, 0)
	switch v := biff.Uint16(d, 2); {
	case len(d) == 4 && v == self:
		b.links = append(b.links, link{kind: linkSelf})
	case len(d) == 4 && v == addIn:
		b.links = append(b.links, link{kind: linkAddIn})
	default:
		l := link{}
		var end int
		b.scratch, end = b.appendText(b.scratch[:0], d, 2, 2)
		l.book = fileName(string(b.scratch))
		for range count {
			if end+3 > len(d) {
				break
			}
			b.scratch, end = b.appendText(b.scratch[:0], d, end, 2)
			l.tabs = append(l.tabs, string(b.scratch))
		}
		b.links = append(b.links, l)
	}
}

// fileName is the name of a file in a path that is encoded ([MS-XLS] 2.5.277).
func fileName(path string) string {
	i := strings.LastIndexFunc(path, func(r rune) bool { return r < ' ' || r == '/' || r == '\\' || r == ':' })
	return path[i+1:]
}

// addExterns takes the sheets that formulas refer to (ExternSheet, 2.4.105), of
// version 5 one of them.
func (b *book) addExterns(d []byte) {
	if b.version >= biff.Biff8 {
		for at := 2; at+6 <= len(d) && len(b.externs) < maxNames; at += 6 {
			b.externs = append(b.externs, reference3D{biff.Uint16(d, at), int(int16(biff.Uint16(d, at+2))), int(int16(biff.Uint16(d, at+4)))})
		}
		return
	}
	if len(b.links) >= maxNames {
		return
	}
	const own, isOwnSheet, addIn = 2, 3, ':'
	l := link{}
	switch text := b.text(d, 0, 1); {
	case text == "":
	case text[0] == isOwnSheet:
		l.kind, l.tabs = linkSelf, []string{text[1:]}
	case text[0] == own:
		l.kind = linkSelf
	case text[0] == addIn:
		l.kind = linkAddIn
	default:
		l.book = fileName(text)
	}
	b.links = append(b.links, l)
}

// addLinkName takes a name that the last link defines (ExternName, 2.4.106).
func (b *book) addLinkName(d []byte) {
	if n := len(b.links); n > 0 && len(b.links[n-1].names) < maxNames {
		at := 6
		if b.version < biff.Biff5 {
			at = 2
		}
		l := &b.links[n-1]
		l.names = append(l.names, b.text(d, at, 1))
	}
}

// linkOf finds what a reference goes to.
func (b *book) linkOf(extern int) (*link, reference3D, bool) {
	if extern < 0 || extern >= len(b.externs) {
		return nil, reference3D{}, false
	}
	x := b.externs[extern]
	if x.link >= len(b.links) {
		return nil, x, false
	}
	return &b.links[x.link], x, true
}

// tab is the name of a sheet as formulas number them.
func (b *book) tab(i int) string {
	if i < 0 || i >= len(b.tabs) || b.tabs[i] < 0 {
		return "#REF"
	}
	return b.sheets[b.tabs[i]].Name
}

// scope is a book as what its formulas refer to.
type scope struct{ *book }

// Sheets implements biff.Scope.
func (b scope) Sheets(extern, first, last int) string {
	if b.version < biff.Biff8 {
		return b.early(int(int16(extern)), first, last)
	}
	l, x, ok := b.linkOf(extern)
	switch {
	case !ok:
		return ""
	case l.kind == linkSelf:
		return biff.SheetPrefix("", b.tab(x.first), b.tab(x.last))
	case x.first < 0 || x.first >= len(l.tabs) || x.last < x.first || x.last >= len(l.tabs):
		return ""
	}
	return biff.SheetPrefix(l.book, l.tabs[x.first], l.tabs[x.last])
}

// early is what a reference of version 5 goes to: a link, or for a negative number
// this workbook.
func (b *book) early(extern, first, last int) string {
	if extern < 0 {
		return biff.SheetPrefix("", b.tab(first), b.tab(last))
	}
	if extern < 1 || extern > len(b.links) {
		return ""
	}
	switch l := &b.links[extern-1]; {
	case len(l.tabs) > 0:
		return biff.SheetPrefix("", l.tabs[0], "")
	case l.kind == linkBook:
		return biff.SheetPrefix(l.book, "", "")
	}
	return ""
}

// Name implements biff.Scope.
func (b scope) Name(i int) string {
	if i < 1 || i > len(b.names) {
		return ""
	}
	return b.names[i-1].name
}

// LinkName implements biff.Scope.
func (b scope) LinkName(extern, i int) string {
	var l *link
	if b.version < biff.Biff8 {
		n := int(int16(extern))
		if n < 0 {
			n = -n
		}
		if n < 1 || n > len(b.links) {
			return ""
		}
		l = &b.links[n-1]
	} else {
		var x reference3D
		var ok bool
		if l, x, ok = b.linkOf(extern); !ok {
			return ""
		}
		if l.kind == linkSelf {
			if x.first >= 0 && x.first < len(b.tabs) {
				return biff.SheetPrefix("", b.tab(x.first), "") + "!" + b.Name(i)
			}
			return b.Name(i)
		}
	}
	switch {
	case i < 1 || i > len(l.names):
		return ""
	case l.kind == linkBook && l.book != "":
		return biff.SheetPrefix(l.book, "", "") + "!" + l.names[i-1]
	}
	return l.names[i-1]
}

// Text implements biff.Scope.
func (b scope) Text(text []byte) string { return string(b.appendDecoded(nil, text)) }

// Lookup implements workbook.Book. A name of the whole workbook goes before those
// of sheets.
func (b *book) Lookup(name string) (found workbook.Reference, ok bool) {
	for i := range b.names {
		n := &b.names[i]
		if !strings.EqualFold(n.name, name) {
			continue
		}
		if r, is := b.target(n); is && (!ok || !n.isLocal) {
			found, ok = r, true
		}
	}
	return found, ok
}

// target is the range that a name stands for.
func (b *book) target(n *definedName) (workbook.Reference, bool) {
	f := biff.Formula{Version: b.version, Tokens: n.tokens}
	extern, tab, r, ok := f.Target()
	if !ok {
		return workbook.Reference{}, false
	}
	if b.version >= biff.Biff8 {
		l, x, ok := b.linkOf(extern)
		if !ok || l.kind != linkSelf {
			return workbook.Reference{}, false
		}
		tab = x.first
	} else if int16(extern) >= 0 {
		return workbook.Reference{}, false
	}
	if tab < 0 || tab >= len(b.tabs) || b.tabs[tab] < 0 {
		return workbook.Reference{}, false
	}
	return workbook.Reference{Sheet: b.tabs[tab], Range: workbook.Range{
		FirstRow: r.Row + 1, FirstColumn: r.Column + 1, LastRow: r.LastRow + 1, LastColumn: r.LastColumn + 1,
	}}, true
}
