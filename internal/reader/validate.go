package reader

import (
	"slices"
	"strings"

	"fread/internal/limits"
	"fread/internal/reader/cells"
	"fread/internal/reader/charset"
	"fread/internal/reader/cursor"
	"fread/internal/reader/fault"
)

// validate refuses what no file could make sense of, before any is opened.
func (r *Request) validate() error {
	switch {
	case strings.TrimSpace(r.Path) == "":
		return fault.Invalid("The path is empty.", "Name a file, or - for standard input.")
	case r.Limit < 0:
		return fault.Invalid("A limit must be 1 or more.", "Leave it out for the default, or ask for all.")
	case r.MaxSize < 0, r.MaxBytes < 0, r.MaxChars < 0, r.MaxLineChars < 0, r.Budget < 0, r.Timeout < 0, r.Depth < 0:
		return fault.Invalid("A size or a limit is negative.", "Leave it out for the default, or ask for all.")
	case r.Cursor != "" && r.Offset != 0:
		return fault.Invalid("A cursor and an offset name two different places.", "Give one of them.")
	case r.As != "" && !slices.Contains(Forms(), r.As):
		return fault.Invalid("There is no form "+fault.Quote(string(r.As))+".", "Use one of "+joinForms()+".")
	case r.IfChanged != "" && !cursor.ValidVersion(r.IfChanged):
		return fault.Invalid("This is not a version that fread gave.", "Copy the whole of version from an earlier result.")
	case r.Headers != "" && !slices.Contains([]cells.HeaderMode{cells.HeadersAuto, cells.HeadersYes, cells.HeadersNo}, r.Headers):
		return fault.Invalid("Headers can be auto, yes or no.", "")
	}
	if r.Cells != "" && !slices.Contains([]cells.View{cells.Shown, cells.Stored, cells.Formula}, r.Cells) {
		return fault.Invalid("Cells can be shown, stored or formula.", "Leave it out for the default of the format.")
	}
	if r.Changes != "" && r.Changes != "all" {
		return fault.Invalid("Changes can only be all.", "Leave it out to read a document as if its changes were accepted.")
	}
	if r.Pages != "" {
		if _, err := limits.ParsePages(r.Pages); err != nil {
			return fault.Invalid("No pages can be read from this: "+err.Error()+".", "")
		}
	}
	if r.Encoding != "" {
		if _, ok := charset.Lookup(r.Encoding); !ok {
			return unknownEncoding(r.Encoding)
		}
	}
	return nil
}

func badCursor() error {
	return fault.Invalid("The cursor is not one that fread gave.", "Copy the whole of next.cursor from the result that is to be continued.")
}

func joinForms() string {
	names := make([]string, 0, len(Forms()))
	for _, f := range Forms() {
		names = append(names, string(f))
	}
	return strings.Join(names, ", ")
}
