package ods

import (
	"bytes"
	"context"
	"errors"
	"io"
	"math"
	"slices"

	"fread/internal/reader/workbook"
	"fread/internal/reader/xmltext"
)

const (
	// surveyed is up to how many bytes of XML a workbook is gone through element by
	// element before its first row is shown. In larger ones only the tags of sheets
	// are looked for, which is ten times as fast.
	surveyed = 4 << 20
	// quickBuffer is how much is searched at once, quickTag how long a tag may be.
	quickBuffer = 1 << 20
	quickTag    = 64 << 10
)

// isLarge reports whether the content is to be looked through quickly, which is
// only done where the tags are named as they usually are.
func (b *book) isLarge() bool {
	size := b.f.Size()
	if b.pack != nil {
		size = b.pack.Size("content.xml")
	}
	if size >= 0 && size <= surveyed {
		return false
	}
	in, err := b.raw()
	if err != nil {
		return false
	}
	defer func() { _ = in.Close() }()
	head := make([]byte, quickTag)
	n, _ := io.ReadFull(in, head)
	return bytes.Contains(head[:n], []byte(`xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0"`))
}

// raw begins to read the content as bytes.
func (b *book) raw() (io.ReadCloser, error) {
	if b.pack == nil {
		return io.NopCloser(watched{io.NewSectionReader(b.f, 0, math.MaxInt64), b.alive}), nil
	}
	return b.pack.Open("content.xml")
}

// The tags that are looked for. Text cannot hold them, as < is written otherwise
// in it. Names stand between and behind the sheets, or at the end of one.
const (
	tagSheet    = "<table:table "
	tagSheetEnd = "</table:table>"
	tagName     = "<table:named-range "
	tagDatabase = "<table:database-range "
	tagPivot    = "<table:data-pilot-table "
)

// quickSurvey finds the sheets and the names of a large workbook.
func (b *book) quickSurvey(ctx context.Context) error {
	in, err := b.raw()
	if err != nil {
		return err
	}
	defer func() { _ = in.Close() }()
	q := &quick{b: b}
	buf := make([]byte, 0, quickBuffer)
	for {
		if err := ctx.Err(); err != nil {
			return err
		}
		n, err := io.ReadFull(in, buf[len(buf):cap(buf)])
		buf = buf[:len(buf)+n]
		kept := q.search(buf, err != nil)
		buf = buf[:copy(buf, buf[len(buf)-kept:])]
		switch {
		case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
			return nil
		case err != nil:
			return err
		}
	}
}

// quick is such a search.
type quick struct {
	b     *book
	depth int // of tables in each other
}

// search takes the tags in a piece of the content. It returns how much of its end
// is to be seen again together with what follows.
func (q *quick) search(buf []byte, isLast bool) (kept int) {
	const longest = 32
	end := max(len(buf)-longest, 0)
	if isLast {
		end = len(buf)
	}
	found := appendAll(nil, buf, tagSheetEnd)
	if q.depth == 0 || len(found) > 0 {
		for _, tag := range []string{tagName, tagDatabase, tagPivot} {
			found = appendAll(found, buf, tag)
		}
	}
	found = appendAll(found, buf, tagSheet)
	slices.Sort(found)
	for _, at := range found {
		if at >= end {
			break
		}
		if !isLast && at+quickTag > len(buf) && len(buf) > quickTag {
			return len(buf) - at
		}
		q.take(buf[at:])
	}
	return len(buf) - end
}

// appendAll appends where a tag is.
func appendAll(found []int, buf []byte, tag string) []int {
	for at := 0; ; at++ {
		i := bytes.Index(buf[at:], []byte(tag))
		if i < 0 {
			return found
		}
		at += i
		found = append(found, at)
	}
}

// take takes a tag that text begins with.
func (q *quick) take(text []byte) {
	is := func(s string) bool { return bytes.HasPrefix(text, []byte(s)) }
	switch {
	case is(tagSheetEnd):
		q.depth = max(q.depth-1, 0)
	case is(tagSheet):
		if q.depth++; q.depth == 1 {
			q.b.addSheet(attributes(text))
		}
	case is(tagName):
		q.b.addName(attributes(text))
	case is(tagDatabase):
		q.b.addDatabase(attributes(text))
	default:
		q.b.addPivotTable(attributes(text))
	}
}

// attributes reads the attributes of a tag by itself.
func attributes(tag []byte) func(name string) string {
	if i := bytes.IndexByte(tag, '<'); i == 0 && len(tag) > quickTag {
		tag = tag[:quickTag]
	}
	x := xmltext.New(bytes.NewReader(tag), nil)
	if kind, err := x.Next(); err != nil || kind != xmltext.Start {
		return func(string) string { return "" }
	}
	return func(name string) string {
		v, _ := x.Attr("?" + name) // its prefix is not declared here
		return v
	}
}

// addSheet takes a sheet, but none that is only what is remembered of one of
// another workbook.
func (b *book) addSheet(attr func(string) string) {
	name := attr("table:name")
	if isCache(name) {
		b.links++
		return
	}
	if len(b.sheets) >= maxSheets {
		return
	}
	s := sheet{Sheet: workbook.Sheet{Name: name}}
	if b.styles.hidden[attr("table:style-name")] {
		s.State = workbook.Hidden
	}
	b.sheets = append(b.sheets, s)
}

func (b *book) addName(attr func(string) string) {
	if len(b.names) < maxNames {
		b.names = append(b.names, definedName{name: attr("table:name"), address: attr("table:cell-range-address")})
	}
}

// addDatabase takes a range that is a table with a header.
func (b *book) addDatabase(attr func(string) string) {
	if len(b.names) < maxNames {
		b.names = append(b.names, definedName{
			name: attr("table:name"), address: attr("table:target-range-address"),
			header: attr("table:contains-header") != "false" && attr("table:orientation") != "column",
		})
	}
}

func (b *book) addPivotTable(attr func(string) string) {
	if len(b.pivots) < maxNames {
		b.pivots = append(b.pivots, attr("table:target-range-address"))
	}
}
