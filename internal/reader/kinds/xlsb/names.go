package xlsb

import (
	"context"
	"strconv"
	"strings"

	"fread/internal/reader/biff"
	"fread/internal/reader/workbook"
)

// A definedName is one of the workbook or of a sheet (BrtName, [MS-XLSB] 2.4.711).
type definedName struct {
	name   string
	sheet  int // -1: of the workbook
	tokens []byte
}

// A link is what references go to: this workbook, another one, or an add-in.
type link struct {
	self   bool
	number int    // of another workbook, as formulas show it
	part   string // of another workbook
	read   bool
	tabs   []string
	names  []string
}

// A reference3D is sheets that formulas refer to by a number (Xti, 2.5.172).
type reference3D struct{ link, first, last int }

const maxTokens = 1 << 14 // of formulas, in bytes

func (b *book) addName(d []byte) {
	if len(b.names) >= maxNames {
		return
	}
	n := definedName{sheet: int(int32(biff.Uint32(d, 5)))}
	var end int
	n.name, end = wideString(d, 9)
	tokens, _ := formulaAt(d, end)
	n.tokens = append(n.tokens, tokens...)
	b.names = append(b.names, n)
}

// formulaAt reads a formula (2.5.97.11): its tokens and what lies behind them.
func formulaAt(d []byte, at int) (tokens, extra []byte) {
	tokens, at = sizedAt(d, at)
	extra, _ = sizedAt(d, at)
	return tokens, extra
}

// sizedAt reads bytes behind their count.
func sizedAt(d []byte, at int) (b []byte, end int) {
	n := int64(biff.Uint32(d, at))
	at += 4
	if n > maxTokens || int64(at)+n > int64(len(d)) {
		return nil, len(d)
	}
	return d[at : at+int(n)], at + int(n)
}

func (b *book) newLink(r *records) link {
	switch r.id {
	case recLink:
		id, _ := wideString(r.data, 0)
		b.linked++
		return link{number: b.linked, part: b.rels.ByID(id).Target}
	case recLinkSelf, recLinkSame:
		return link{self: true}
	}
	return link{read: true}
}

// addExterns takes the sheets that formulas refer to (BrtExternSheet, 2.4.670).
func (b *book) addExterns(d []byte) {
	for at := 4; at+12 <= len(d) && len(b.externs) < maxNames; at += 12 {
		b.externs = append(b.externs, reference3D{int(biff.Uint32(d, at)), int(int32(biff.Uint32(d, at+4))), int(int32(biff.Uint32(d, at+8)))})
	}
}

// linkOf finds what a reference goes to.
func (b *book) linkOf(extern int) (*link, reference3D, bool) {
	if extern < 0 || extern >= len(b.externs) {
		return nil, reference3D{}, false
	}
	x := b.externs[extern]
	if x.link < 0 || x.link >= len(b.links) {
		return nil, reference3D{}, false
	}
	l := &b.links[x.link]
	if !l.read {
		l.read = true
		b.readLink(l)
	}
	return l, x, true
}

// readLink reads what is kept of another workbook. Without it formulas that refer
// to it are not told.
func (b *book) readLink(l *link) {
	const tabs, name = 359, 577
	if l.self || l.part == "" {
		return
	}
	_ = b.each(context.Background(), l.part, func(r *records) bool {
		switch r.id {
		case tabs: // BrtSupTabs, 2.4.814
			for at := 4; at < len(r.data) && len(l.tabs) < maxSheets; {
				var s string
				s, at = wideString(r.data, at)
				l.tabs = append(l.tabs, s)
			}
		case name: // BrtSupNameStart, 2.4.808
			if len(l.names) < maxNames {
				s, _ := wideString(r.data, 0)
				l.names = append(l.names, s)
			}
		}
		return true
	})
}

// scope is a book as what its formulas refer to.
type scope struct{ *book }

// Sheets implements biff.Scope.
func (b scope) Sheets(extern, _, _ int) string {
	l, x, ok := b.linkOf(extern)
	if !ok {
		return ""
	}
	if l.self {
		return biff.SheetPrefix("", b.sheetName(x.first), b.sheetName(x.last))
	}
	if x.first < 0 || x.first >= len(l.tabs) || x.last < x.first || x.last >= len(l.tabs) {
		return ""
	}
	return biff.SheetPrefix(strconv.Itoa(l.number), l.tabs[x.first], l.tabs[x.last])
}

func (b *book) sheetName(i int) string {
	if i < 0 || i >= len(b.sheets) {
		return "#REF"
	}
	return b.sheets[i].Name
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
	l, x, ok := b.linkOf(extern)
	switch {
	case !ok:
		return ""
	case l.self:
		if x.first >= 0 && x.first < len(b.sheets) {
			return biff.SheetPrefix("", b.sheetName(x.first), "") + "!" + b.Name(i)
		}
		return b.Name(i)
	case i < 1 || i > len(l.names):
		return ""
	case l.number > 0:
		return "[" + strconv.Itoa(l.number) + "]!" + l.names[i-1]
	}
	return l.names[i-1]
}

// Text implements biff.Scope.
func (b scope) Text(text []byte) string { return string(biff.AppendLatin1(nil, text)) }

// Lookup implements workbook.Book. A name of the whole workbook goes before those
// of sheets, and names before tables.
func (b *book) Lookup(name string) (workbook.Reference, bool) {
	found, ok := workbook.Reference{}, false
	for i := range b.names {
		n := &b.names[i]
		if !strings.EqualFold(n.name, name) {
			continue
		}
		if r, is := b.target(n); is && (!ok || n.sheet < 0) {
			found, ok = r, true
		}
	}
	if ok {
		return found, true
	}
	return b.table(name)
}

// target is the range that a name stands for.
func (b *book) target(n *definedName) (workbook.Reference, bool) {
	f := biff.Formula{Version: biff.Biff12, Tokens: n.tokens}
	extern, _, r, ok := f.Target()
	if !ok {
		return workbook.Reference{}, false
	}
	l, x, ok := b.linkOf(extern)
	if !ok || !l.self || x.first < 0 || x.first >= len(b.sheets) {
		return workbook.Reference{}, false
	}
	return workbook.Reference{Sheet: x.first, Range: workbook.Range{
		FirstRow: r.Row + 1, FirstColumn: r.Column + 1, LastRow: r.LastRow + 1, LastColumn: r.LastColumn + 1,
	}}, true
}

// table finds a table by its name (BrtBeginList, 2.4.142).
func (b *book) table(name string) (found workbook.Reference, ok bool) {
	for i := range b.sheets {
		rels, _ := b.pack.Relationships(b.sheets[i].part)
		for _, rel := range rels {
			if rel.Type != "table" || rel.External || ok {
				continue
			}
			_ = b.each(context.Background(), rel.Target, func(r *records) bool {
				if r.id != recTable {
					return true
				}
				first, end := wideString(r.data, 64)
				second, _ := wideString(r.data, end)
				if strings.EqualFold(first, name) || strings.EqualFold(second, name) {
					found, ok = workbook.Reference{Sheet: i, Range: rangeAt(r.data), HeaderRow: biff.Uint32(r.data, 24) > 0}, true
				}
				return false
			})
		}
	}
	return found, ok
}
