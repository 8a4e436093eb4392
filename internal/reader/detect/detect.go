// Package detect says what a file is, by its content: magic numbers, the
// directory of a zip, the stream names of an OLE file, the shape of a text.
// The name only breaks ties, so that a text called x.png is read as the text
// it is and a workbook called x.dat as a workbook.
//
// Detection is in two steps, because telling text from bytes needs a decoder
// that this package does not have. [Binary] looks at raw bytes; when it knows
// no signature and the caller finds that the bytes decode as text, [TextFormat]
// names the kind of text. [Unknown] is the answer for the rest.
//
// Nothing here trusts what a file says about itself: sizes, counts and chains
// are followed only within fixed bounds.
package detect

import (
	"io"
	"math"
	"strings"

	"fread/internal/reader/fault"
)

// A Kind is a family of files, as in the field kind of a result. The families
// image, archive and database are open: they hold also formats that can only
// be named, and their readers say so. A document format that nothing reads is
// Unsupported.
type Kind string

// The kinds.
const (
	Text              Kind = "text"
	Spreadsheet       Kind = "spreadsheet"
	LegacySpreadsheet Kind = "legacyspreadsheet"
	PDF               Kind = "pdf"
	Word              Kind = "word"
	Presentation      Kind = "presentation"
	HTML              Kind = "html"
	Notebook          Kind = "notebook"
	Email             Kind = "email"
	Ebook             Kind = "ebook"
	Image             Kind = "image"
	Archive           Kind = "archive"
	Database          Kind = "database"
	Directory         Kind = "directory"
	Unsupported       Kind = "unsupported"
)

// A Type is what a file was recognised as.
type Type struct {
	Kind     Kind
	Format   string     // short lower-case name: go, csv, xlsx, png, tar.gz, elf
	MIME     string     // without parameters
	Name     string     // for people: "Excel workbook", "ELF executable"
	Evidence string     // what it was recognised by: "PDF header", "extension .go"
	Reason   fault.Code // set when the content itself says that it cannot be read
}

// HeadSize is how much of the beginning of a file detection makes use of.
const HeadSize = 64 << 10

// Input is what Binary may look at.
type Input struct {
	Name string      // last path element; may be empty
	Head []byte      // the first bytes, up to HeadSize
	At   io.ReaderAt // the whole file, for containers; may be nil
	Size int64       // of the whole file, -1 if unknown; then At is not used
}

// bytes returns up to n bytes from off, from Head where it reaches. What is
// not there is not returned: the answer may be short or empty.
func (in *Input) bytes(off int64, n int) []byte {
	if off < 0 || n <= 0 || off > math.MaxInt64-int64(n) { // offsets come out of the file
		return nil
	}
	if have := int64(len(in.Head)); off+int64(n) <= have || in.At == nil || in.Size < 0 {
		return in.Head[min(off, have):min(off+int64(n), have)]
	}
	if off >= in.Size {
		return nil
	}
	b := make([]byte, min(int64(n), in.Size-off))
	got, _ := in.At.ReadAt(b, off) // a short answer is dealt with by every caller
	return b[:max(got, 0)]
}

// end returns the size of the file, or of what is seen of it.
func (in *Input) end() int64 {
	if in.Size >= 0 && in.At != nil {
		return in.Size
	}
	return int64(len(in.Head))
}

// Unknown is the answer for bytes that carry no known signature and are not
// text either; evidence says what showed that.
func Unknown(evidence string) Type {
	return typeOf("binary", evidence)
}

// typeOf is the Type of a format of the table.
func typeOf(format, evidence string) Type {
	r := byFormat(format)
	if r == nil {
		r = &row{kind: Unsupported, format: format, mime: octetStream, name: format}
	}
	return Type{Kind: r.kind, Format: r.format, MIME: r.mime, Name: r.name, Evidence: evidence, Reason: r.reason}
}

// Misnamed reports whether the name of a file says that it is of another kind
// than its content is, or another format of documents, and returns the extension
// that does. A name that only says text contradicts no format that is text too.
func Misnamed(name string, t Type) (ext string, is bool) {
	ext = extension(name)
	claimed, own := byExtension(ext), byFormat(t.Format)
	if claimed == nil || own == nil || claimed.format == t.Format || claimed.kind == Unsupported || claimed.format == "xml" || hasWord(own.exts, ext) {
		return "", false
	}
	switch t.Kind {
	case Unsupported, Directory:
		return "", false
	case Text, HTML, Email, Notebook:
		return ext, claimed.kind != Text && claimed.kind != t.Kind
	case Word, Presentation, Spreadsheet, LegacySpreadsheet, Ebook, PDF:
		return ext, true
	case Image, Archive, Database:
	}
	return ext, claimed.kind != t.Kind
}

// extension returns the last extension of a file name, lower-case and without
// the dot. A leading dot begins a name, not an extension.
func extension(name string) string {
	i := strings.LastIndexByte(name, '.')
	if i <= 0 || i == len(name)-1 || len(name)-i > maxExtension {
		return ""
	}
	return strings.ToLower(name[i+1:])
}

// maxExtension bounds what is looked up; no known extension comes near it.
const maxExtension = 24
