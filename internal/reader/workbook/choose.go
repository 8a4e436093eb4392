package workbook

import (
	"slices"
	"strconv"
	"strings"

	"fread/internal/reader"
	"fread/internal/reader/fault"
)

// A choice is the part of a workbook that is to be shown.
type choice struct {
	sheet     int
	area      Range // empty: what is used
	headerRow bool  // the first row of area is known to name the columns
}

// choose finds the sheet and the range that a request means. An address comes
// first; the flags refine it.
func choose(b Book, o reader.Options) (choice, error) {
	c, named, err := ofAddress(b, o.Part)
	if err != nil {
		return c, err
	}
	if name := o.Request.Sheet; name != "" {
		n, ok := findSheet(b.Sheets(), name)
		if !ok {
			return c, noSheet(b.Sheets(), name)
		}
		if named && n != c.sheet {
			return c, fault.Invalid("The address and --sheet name two different sheets.", "Give one of them.")
		}
		c.sheet = n
		named = true
	}
	if name := o.Request.Range; name != "" {
		r, err := rangeOf(b, name)
		switch {
		case err != nil:
			return c, err
		case r.Sheet >= 0 && named && r.Sheet != c.sheet:
			return c, fault.Invalid("The range "+fault.Quote(name)+" is on another sheet than the one that is named.", "Leave the name of the sheet out.")
		case r.Sheet >= 0:
			c.sheet, named = r.Sheet, true
		}
		c.area, c.headerRow = r.Range, r.HeaderRow
	}
	if !named {
		c.sheet = firstShown(b.Sheets())
	}
	if c.sheet < 0 {
		return c, fault.New(fault.EmptyDocument, fault.PhaseConvert, "", "The workbook has no sheet with cells.", "")
	}
	if s := b.Sheets()[c.sheet]; s.Chart {
		return c, fault.New(fault.UnsupportedFormat, fault.PhaseConvert, "", "The sheet "+fault.Quote(s.Name)+" is a chart or a dialogue, and has no cells.", "Name another sheet with --sheet.")
	}
	return c, nil
}

// ofAddress finds what the part of an address means: a sheet, a range, both, or
// the name of a table or range. Named reports whether that tells the sheet.
func ofAddress(b Book, part string) (c choice, named bool, err error) {
	c.sheet = -1
	if part == "" {
		return c, false, nil
	}
	if n, ok := findSheet(b.Sheets(), part); ok {
		return choice{sheet: n}, true, nil
	}
	if _, _, ok := cutSheet(part); !ok {
		if _, isRange := ParseRange(part); !isRange {
			if ref, ok := b.Lookup(part); ok {
				return choice{ref.Sheet, ref.Range, ref.HeaderRow}, true, nil
			}
			return c, false, notFound("There is no sheet, table or range "+fault.Quote(part)+" in the workbook.", names(b.Sheets()), part)
		}
	}
	ref, err := rangeOf(b, part)
	return choice{ref.Sheet, ref.Range, ref.HeaderRow}, ref.Sheet >= 0, err
}

// rangeOf reads a range, with its sheet if it names one, else -1.
func rangeOf(b Book, s string) (Reference, error) {
	ref := Reference{Sheet: -1}
	sheet, rest, ok := cutSheet(s)
	if ok {
		if ref.Sheet, ok = findSheet(b.Sheets(), sheet); !ok {
			return ref, noSheet(b.Sheets(), sheet)
		}
	}
	if r, ok := ParseRange(rest); ok {
		ref.Range = r
		return ref, nil
	}
	if found, ok := b.Lookup(rest); ok && (ref.Sheet < 0 || ref.Sheet == found.Sheet) {
		return found, nil
	}
	return ref, fault.Invalid("There is no range "+fault.Quote(rest)+".", "Write it as A1:D20, B:D or 2:10, up to "+all().String()[3:]+", or give the name of a table or range.")
}

// findSheet finds a sheet by its name, else without case, else by its number.
func findSheet(sheets []Sheet, name string) (int, bool) {
	for i := range sheets {
		if sheets[i].Name == name {
			return i, true
		}
	}
	for i := range sheets {
		if strings.EqualFold(sheets[i].Name, strings.TrimSpace(name)) {
			return i, true
		}
	}
	n, err := strconv.Atoi(name)
	return n - 1, err == nil && n >= 1 && n <= len(sheets)
}

// firstShown returns the first sheet with cells, preferably one that is not
// hidden, or -1.
func firstShown(sheets []Sheet) int {
	if i := slices.IndexFunc(sheets, func(s Sheet) bool { return !s.Chart && s.State == Visible }); i >= 0 {
		return i
	}
	return slices.IndexFunc(sheets, func(s Sheet) bool { return !s.Chart })
}

func names(sheets []Sheet) []string {
	list := make([]string, len(sheets))
	for i := range sheets {
		list[i] = sheets[i].Name
	}
	return list
}

func noSheet(sheets []Sheet, name string) error {
	return notFound("There is no sheet "+fault.Quote(name)+" in the workbook.", names(sheets), name)
}

// notFound is the error for a name that does not exist; it offers those that are
// near to it, else those that there are.
func notFound(message string, have []string, name string) error {
	const offered = 5
	near := nearest(have, name, offered)
	e := fault.New(fault.NotFound, fault.PhaseResolve, "", message, "")
	switch {
	case len(near) > 0:
		e.Hint = "Did you mean " + quoted(near, " or ") + "?"
		e.Data = map[string]any{"near": near}
	case len(have) > 0:
		list := have[:min(len(have), offered)]
		e.Hint = "There are " + quoted(list, " and ") + "."
		if len(have) > offered {
			e.Hint = "There are " + strconv.Itoa(len(have)) + " sheets, such as " + quoted(list, " and ") + "."
		}
		e.Data = map[string]any{"sheetNames": list}
	}
	return e
}

// quoted lists names; and is what goes before the last.
func quoted(list []string, and string) string {
	var b strings.Builder
	for i, n := range list {
		switch {
		case i > 0 && i == len(list)-1:
			b.WriteString(and)
		case i > 0:
			b.WriteString(", ")
		}
		b.WriteString(fault.Quote(n))
	}
	return b.String()
}

// nearest returns up to n of the names that are like name, the nearest first.
func nearest(have []string, name string, n int) []string {
	type scored struct {
		name  string
		score int
	}
	var list []scored
	want := strings.ToLower(name)
	for _, h := range have {
		low := strings.ToLower(h)
		score := distance(low, want)
		if strings.Contains(low, want) || len(low) > 2 && strings.Contains(want, low) {
			score = min(score, 1)
		}
		if score <= max(1, len(want)/3) {
			list = append(list, scored{h, score})
		}
	}
	slices.SortStableFunc(list, func(a, b scored) int { return a.score - b.score })
	var near []string
	for _, s := range list[:min(n, len(list))] {
		near = append(near, s.name)
	}
	return near
}

// distance is how many letters have to be changed, at most about 64 of them.
func distance(a, b string) int {
	const most = 64
	a, b = a[:min(len(a), most)], b[:min(len(b), most)]
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		before := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := before
			if a[i] != b[j] {
				cost++
			}
			before = row[j+1]
			row[j+1] = min(cost, row[j+1]+1, row[j]+1)
		}
	}
	return row[len(b)]
}
