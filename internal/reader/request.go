package reader

import (
	"time"

	"fread/internal/limits"
	"fread/internal/reader/cells"
)

// A Form is what a file is turned into.
type Form string

// The forms of --as.
const (
	FormDefault  Form = ""
	FormText     Form = "text"
	FormMarkdown Form = "markdown"
	FormRows     Form = "rows"
	FormBytes    Form = "bytes"
	FormHex      Form = "hex"
	FormMedia    Form = "media"
	FormInfo     Form = "info"
)

// Forms lists every form, for help and for checking a request.
func Forms() []Form {
	return []Form{FormText, FormMarkdown, FormRows, FormBytes, FormHex, FormMedia, FormInfo}
}

// A Request is one read, whichever door it came through. A zero field means
// that the caller did not ask.
type Request struct {
	Path   string // as asked; "-" is standard input
	Offset int64  // first line, row or entry from 1; negative counts from the end; bytes in FormHex and FormBytes
	Limit  int64  // lines, rows, entries; bytes in FormHex and FormBytes
	Cursor string // resumes where a result's Next said
	As     Form

	MaxSize      int64 // bytes; a larger file is refused before it is read
	MaxBytes     int64 // bytes of content
	MaxChars     int64 // code points of content
	MaxLineChars int64 // code points of a line
	Budget       int64 // estimated tokens of content
	All          bool  // no limit on what is shown
	Timeout      time.Duration

	Encoding  string // WHATWG label; empty: detect
	Totals    bool   // count lines and characters whatever it costs
	Lines     bool   // also give each line with its number and place
	Headers   cells.HeaderMode
	Delimiter string // of CSV; empty: sniff
	Count     bool   // count rows exactly whatever it costs
	Depth     int    // levels of a directory
	Main      bool   // of a web page only the article
	NoOutputs bool   // leave out the outputs of a notebook
	Changes   string // of documents: all marks tracked changes and shows comments; empty: as if accepted, without comments
	Pages     string // pages or slides, as limits.ParsePages reads them; empty: all
	Sheet     string // of a workbook, by its name or its number from 1; empty: the first that is shown
	Range     string // of a sheet, such as A1:D20, or the name of one; empty: what is used
	Cells     cells.View
	Password  string // of an encrypted document

	Missing   bool   // a missing file is an empty answer
	IfChanged string // version that the caller holds
	Session   string // id of the session that remembers this read; empty: none does
	Special   bool   // read FIFOs, devices, kernel files
	NoFollow  bool   // refuse symbolic links
}

// unitLimit returns the default number of units of a form.
func unitLimit(u UnitName) int64 {
	switch u {
	case UnitRow:
		return limits.DefaultRows
	case UnitEntry:
		return limits.DefaultEntries
	case UnitLine, UnitByte:
	}
	return limits.DefaultLines
}

// limits resolves what bounds this read of the given unit: what the caller
// asked, else the defaults of the form, in either case below the ceilings.
func (r *Request) limits(u UnitName, ceiling limits.Limits) (limits.Limits, []string) {
	l := limits.Limits{FileSize: r.MaxSize, Timeout: r.Timeout, Tokens: r.Budget, Chars: r.MaxChars, Bytes: r.MaxBytes, Units: r.Limit, LineChars: r.MaxLineChars}
	if u == UnitByte {
		l.Window, l.Units, l.LineChars = r.Limit, 0, 0
		if l.Window == 0 && r.As == FormHex && !r.All {
			l.Window = limits.DefaultHexBytes
		}
		if l.Bytes == 0 && !r.All {
			l.Bytes = limits.DefaultTextBytes
		}
		ceiling.Units, ceiling.LineChars = 0, 0 // bytes are neither units nor lines
		return l.Ceiling(ceiling)
	}
	if !r.All {
		if l.Units == 0 {
			l.Units = unitLimit(u)
		}
		if l.LineChars == 0 {
			l.LineChars = limits.DefaultLineChars
		}
		if l.Bytes == 0 {
			l.Bytes = limits.DefaultTextBytes
			if u == UnitRow {
				l.Bytes = limits.DefaultRowBytes
			}
		}
	}
	return l.Ceiling(ceiling)
}
