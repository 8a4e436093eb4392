// Package output prints results. A printer takes what a read shows as it comes
// and ends with what the result says beside it; it reads no files and decides
// nothing.
package output

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"

	"fread/internal/reader"
)

// A Printer writes results, one after the other: it is the Sink of a read, and
// Finish ends its result.
type Printer interface {
	reader.Sink
	// Finish writes what follows the content of r and flushes.
	Finish(r *reader.Result) error
}

// Style says how to print.
type Style struct {
	Format   string // one of Formats
	Layout   string // one of Layouts
	Numbers  bool   // of lines, rows and entries
	Notes    bool
	Color    bool
	Terminal bool // make control characters visible, align tables, indent JSON
	Width    int  // of the terminal in columns; 0: unknown
	Headings bool // a heading names each of several files
	Lines    bool // JSON gives each line with its number and place
	Facts    bool // there is no content: text says what the file is
}

// Formats lists the values of --format.
func Formats() []string { return []string{"text", "json", "markdown", "csv", "tsv"} }

// RowsOnly reports whether format can only hold rows.
func RowsOnly(format string) bool { return format == "csv" || format == "tsv" }

// New returns the printer for a style. Content goes to out; notes go there too
// where they cannot be taken for content, else to errs.
func New(s Style, out, errs io.Writer) (Printer, error) {
	if !slices.Contains(Formats(), s.Format) {
		return nil, fmt.Errorf("there is no format %q; use one of %s", s.Format, strings.Join(Formats(), ", "))
	}
	w := bufio.NewWriterSize(out, 64<<10)
	switch s.Format {
	case "json":
		return &jsonPrinter{w: w, style: s}, nil
	case "markdown":
		return &markdownPrinter{w: w, style: s, notes: notes{w: errs, style: s}}, nil
	case "csv", "tsv":
		return &csvPrinter{w: w, style: s, notes: notes{w: errs, style: s}, comma: map[string]byte{"csv": ',', "tsv": '\t'}[s.Format]}, nil
	}
	l, err := layoutByName(s.Layout)
	if err != nil {
		return nil, err
	}
	return &textPrinter{w: w, style: s, layout: l, notes: notes{w: errs, style: s}}, nil
}

// notes prints what a result says beside its content.
type notes struct {
	w     io.Writer
	style Style
}

func (n notes) print(w io.Writer, r *reader.Result) error {
	if !n.style.Notes {
		return nil
	}
	for _, note := range r.Notes {
		if note.Severity == reader.SeverityError {
			continue // said as the error
		}
		if err := n.line(w, string(note.Code), note.Message); err != nil {
			return err
		}
	}
	return nil
}

func (n notes) line(w io.Writer, code, message string) error {
	text := "[read:" + code + "] " + oneLine(message)
	if n.style.Color {
		text = faint + text + reset
	}
	_, err := io.WriteString(w, text+"\n")
	return err
}

// has reports whether anything would be printed.
func (n notes) has(r *reader.Result) bool {
	return n.style.Notes && slices.ContainsFunc(r.Notes, func(x reader.Note) bool { return x.Severity != reader.SeverityError })
}

const (
	faint = "\x1b[2m"
	bold  = "\x1b[1m"
	reset = "\x1b[0m"
)

// oneLine keeps a message from breaking out of its line: no message of ours
// holds control characters, but the names in it come from outside.
func oneLine(s string) string {
	return string(visible(nil, []byte(s)))
}
