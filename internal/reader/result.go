package reader

import (
	"strings"
	"time"

	"fread/internal/limits"
	"fread/internal/reader/cells"
	"fread/internal/reader/detect"
	"fread/internal/reader/fault"
)

// SchemaID names the result document; its number changes only when a field is
// removed or retyped.
const SchemaID = "fread.result/1"

// A Status sums up a read in one word.
type Status string

// The values of `status`.
const (
	StatusOK          Status = "ok"
	StatusMedia       Status = "media"
	StatusUnsupported Status = "unsupported"
	StatusError       Status = "error"
)

// A Result is the whole answer to one Request; every door returns exactly this
// value. Its JSON form is the result document.
type Result struct {
	Schema      string       `json:"schema" jsonschema:"always fread.result/1"`
	Status      Status       `json:"status" jsonschema:"ok, media, unsupported or error"`
	Readable    bool         `json:"readable" jsonschema:"content, rows, entries or media are here, or would be but for the form asked"`
	Reason      string       `json:"reason,omitempty" jsonschema:"why it is not readable and what to do instead"`
	ReasonCode  fault.Code   `json:"reasonCode,omitempty" jsonschema:"stable code of the reason"`
	IsTruncated bool         `json:"isTruncated" jsonschema:"more follows: a limit ended the view"`
	Complete    bool         `json:"complete" jsonschema:"nothing of the file is missing from what is shown"`
	Omitted     []Omission   `json:"omitted,omitempty" jsonschema:"each thing that is not shown"`
	TruncatedBy limits.Cause `json:"truncatedBy,omitempty" jsonschema:"the limit that ended the view"`
	Next        *Next        `json:"next,omitempty" jsonschema:"the exact next call"`

	Path         string       `json:"path" jsonschema:"as asked"`
	PathBytes    []byte       `json:"pathBytes,omitempty" jsonschema:"the path in base64 when it is not UTF-8"`
	FilePath     string       `json:"filePath,omitempty" jsonschema:"real absolute path"`
	ResolvedFrom string       `json:"resolvedFrom,omitempty" jsonschema:"the path before it was repaired"`
	FileName     string       `json:"fileName,omitempty" jsonschema:"last element of the path"`
	ContentType  string       `json:"contentType,omitempty" jsonschema:"MIME type"`
	SizeBytes    *int64       `json:"sizeBytes,omitempty" jsonschema:"bytes of the file"`
	LastModified *time.Time   `json:"lastModified,omitempty" jsonschema:"RFC 3339"`
	FileID       string       `json:"fileId,omitempty" jsonschema:"id for passing the file on"`
	Version      string       `json:"version,omitempty" jsonschema:"changes whenever the file does"`
	File         *FileRef     `json:"file,omitempty" jsonschema:"with a session: the file for passing it on"`
	RuntimeFile  *RuntimeFile `json:"runtimeFile,omitempty" jsonschema:"with a session: what stands for the file in the arguments of a tool"`
	Kind         detect.Kind  `json:"kind" jsonschema:"family of the file"`
	Format       string       `json:"format" jsonschema:"format within the family"`

	Warnings  []string `json:"warnings" jsonschema:"sentences a person should see"`
	Notes     []Note   `json:"notes" jsonschema:"machine form of everything said beside the content"`
	Missing   bool     `json:"missing,omitempty" jsonschema:"the file does not exist and that was allowed"`
	Unchanged bool     `json:"unchanged,omitempty" jsonschema:"the caller already holds this version, or was shown this part of it before in the session"`
	Error     *Error   `json:"error,omitempty" jsonschema:"code, phase and sentence of a failure"`

	*TextPart
	*RowsPart
	*EntriesPart
}

// TextPart holds the fields of everything that is shown as lines.
type TextPart struct {
	Content         string   `json:"content" jsonschema:"the lines of the window; a line feed ends every line that the file ends"`
	Lead            string   `json:"lead,omitempty" jsonschema:"lines that head what the window begins inside of, such as the header of a table; no part of content and not counted"`
	ContentFormat   string   `json:"contentFormat" jsonschema:"markdown, text, csv, json, xml or yaml"`
	ContentEncoding string   `json:"contentEncoding,omitempty" jsonschema:"base64 where content is bytes that are not text"`
	StartLine       *int64   `json:"startLine" jsonschema:"first line shown; null where it is only known from the end"`
	EndLine         *int64   `json:"endLine" jsonschema:"last line shown; null where it is only known from the end"`
	FromEnd         int64    `json:"fromEnd,omitempty" jsonschema:"first line shown, counted from the end: -1 is the last"`
	StartByte       int64    `json:"startByte,omitempty" jsonschema:"first byte shown, from 1, in the forms that count bytes"`
	EndByte         int64    `json:"endByte,omitempty" jsonschema:"last byte shown"`
	StartColumn     int64    `json:"startColumn,omitempty" jsonschema:"first code point shown of the first line, from 1, where the view starts inside it"`
	TotalLines      *int64   `json:"totalLines" jsonschema:"null where not counted"`
	TotalCharacters *int64   `json:"totalCharacters" jsonschema:"code points; null where not counted"`
	TotalExact      bool     `json:"totalExact" jsonschema:"the totals were counted over the whole file"`
	PageCount       *int64   `json:"pageCount,omitempty" jsonschema:"pages or slides of the document"`
	Pages           string   `json:"pages,omitempty" jsonschema:"pages or slides that the lines shown are of, such as 1-3,7"`
	Profile         *Profile `json:"profile,omitempty" jsonschema:"encoding, line ends, indentation and the like of a text"`

	MailHeaders *MailHeaders `json:"mailHeaders,omitempty" jsonschema:"of a message: from whom, to whom, when and about what"`
	Attachments []Attachment `json:"attachments,omitempty" jsonschema:"files that came with a message"`

	Lines []Line `json:"lines,omitempty" jsonschema:"with --lines: each line with its number and place"`
}

// MailHeaders is what the header of a message says, decoded.
type MailHeaders struct {
	From      string `json:"from,omitempty"`
	To        string `json:"to,omitempty"`
	Cc        string `json:"cc,omitempty"`
	Bcc       string `json:"bcc,omitempty"`
	ReplyTo   string `json:"replyTo,omitempty"`
	Date      string `json:"date,omitempty" jsonschema:"RFC 3339 where it can be understood, else as written"`
	Subject   string `json:"subject,omitempty"`
	MessageID string `json:"messageId,omitempty"`
}

// An Attachment is a file that came with a message.
type Attachment struct {
	Name        string `json:"name,omitempty"`
	ContentType string `json:"contentType" jsonschema:"MIME type that the message gives"`
	SizeBytes   int64  `json:"sizeBytes" jsonschema:"nearly, where it is encoded"`
	Inline      bool   `json:"inline,omitempty" jsonschema:"shown in the text of the message"`
	Part        string `json:"part" jsonschema:"what to put behind the path and # to read it"`
}

// A Line is one line of a window with its place.
type Line struct {
	Number      int64  `json:"number" jsonschema:"from 1; negative where counted from the end"`
	Text        string `json:"text"`
	Column      int64  `json:"column,omitempty" jsonschema:"first code point shown, from 1, where it is not 1"`
	Clamped     bool   `json:"clamped" jsonschema:"the line goes on"`
	SourceChars *int64 `json:"sourceChars,omitempty" jsonschema:"code points of the whole line of a clamped one; absent where not counted"`
	At          Place  `json:"at"`
}

// A Place says where in the source a unit came from.
type Place struct {
	Byte      *int64 `json:"byte,omitempty" jsonschema:"offset in the file"`
	Page      int64  `json:"page,omitempty" jsonschema:"from 1"`
	Slide     int64  `json:"slide,omitempty" jsonschema:"from 1"`
	Paragraph int64  `json:"paragraph,omitempty" jsonschema:"block of the document or of its part, from 1"`
	Cell      string `json:"cell,omitempty" jsonschema:"of a workbook (B2) or a notebook (its id, or its number from 1)"`
	Member    string `json:"member,omitempty" jsonschema:"chapter, attachment or member that it is in"`
}

// A Profile describes the text of a file.
type Profile struct {
	Encoding     string  `json:"encoding"`
	Confidence   float64 `json:"confidence" jsonschema:"0 to 1"`
	Evidence     string  `json:"evidence"`
	BOM          bool    `json:"bom"`
	EOL          EOL     `json:"eol" jsonschema:"line ends; a lone CR ends no line"`
	FinalNewline bool    `json:"finalNewline"`
	Indent       Indent  `json:"indent"`
	LongestLine  int64   `json:"longestLine" jsonschema:"code points"`
	Invisible    int64   `json:"invisible" jsonschema:"invisible and bidirectional code points"`
	Control      int64   `json:"control" jsonschema:"control bytes other than tab, line ends, form feed, backspace and escape"`
	Undecodable  int64   `json:"undecodable" jsonschema:"bytes that the encoding does not have"`
	FirstBad     *int64  `json:"firstUndecodable,omitempty" jsonschema:"offset of the first such byte"`
	Exact        bool    `json:"exact" jsonschema:"the whole file was looked at"`
}

// EOL counts line ends.
type EOL struct {
	LF   int64 `json:"lf"`
	CRLF int64 `json:"crlf"`
	CR   int64 `json:"cr"`
}

// Indent says how lines are indented.
type Indent struct {
	Style string `json:"style" jsonschema:"tabs, spaces, mixed or none"`
	Width int    `json:"width,omitempty" jsonschema:"spaces of one step, where known"`
}

// RowsPart holds the fields of everything that is shown as rows.
type RowsPart struct {
	SheetName     string         `json:"sheetName,omitempty" jsonschema:"sheet that the rows are of"`
	SheetNames    []string       `json:"sheetNames,omitempty" jsonschema:"sheets of the workbook in the order of their tabs"`
	Sheets        []Sheet        `json:"sheets,omitempty" jsonschema:"what is known of each sheet without reading it"`
	Range         string         `json:"range,omitempty" jsonschema:"cells that rows and columns are counted in, such as B2:F40: those asked for, else those used as far as known; the header is the first row of it"`
	MergedRanges  []string       `json:"mergedRanges,omitempty" jsonschema:"cells of the rows shown that are merged into the first of them; absent where there are none or the end of the sheet was not read"`
	Headers       []string       `json:"headers" jsonschema:"names of the columns, unique; null without a header row"`
	Rows          [][]cells.Cell `json:"rows" jsonschema:"in the order of headers"`
	StartRow      int64          `json:"startRow" jsonschema:"number of the first row shown"`
	RowCount      *int64         `json:"rowCount" jsonschema:"null where not counted"`
	RowCountExact bool           `json:"rowCountExact" jsonschema:"rowCount is not an estimate"`
	Dialect       *Dialect       `json:"dialect,omitempty" jsonschema:"of delimited text"`
	RowsFromEnd   int64          `json:"rowsFromEnd,omitempty" jsonschema:"first row shown, counted from the end"`
}

// A Sheet is one tab of a workbook.
type Sheet struct {
	Name       string `json:"name"`
	Hidden     bool   `json:"hidden" jsonschema:"it is not among the tabs that a person sees"`
	VeryHidden bool   `json:"veryHidden,omitempty" jsonschema:"and only a program can change that"`
	Chart      bool   `json:"chart,omitempty" jsonschema:"it is a chart or a dialogue without cells"`
	Rows       *int64 `json:"rows,omitempty" jsonschema:"of its used range, with headers, as the file states it or as counted; absent where not known"`
	Columns    *int64 `json:"columns,omitempty" jsonschema:"of its used range"`
}

// Dialect is how delimited text was read.
type Dialect struct {
	Delimiter string `json:"delimiter"`
	Quote     string `json:"quote"`
	Header    bool   `json:"header"`
	Evidence  string `json:"evidence"`
	Encoding  string `json:"encoding"`
}

// EntriesPart holds the fields of listings.
type EntriesPart struct {
	Entries    []Entry `json:"entries" jsonschema:"in the order of their paths"`
	StartEntry int64   `json:"startEntry" jsonschema:"number of the first entry shown"`
	EntryCount *int64  `json:"entryCount" jsonschema:"null where not counted"`
}

// An Entry is one line of a listing.
type Entry struct {
	Name      string     `json:"name" jsonschema:"path below the directory or in the archive, with / between levels"`
	NameBytes []byte     `json:"nameBytes,omitempty" jsonschema:"the name in base64 when it is not UTF-8"`
	Type      string     `json:"type" jsonschema:"file, directory, link, fifo, socket, device or other"`
	SizeBytes *int64     `json:"sizeBytes,omitempty" jsonschema:"bytes of the file"`
	Modified  *time.Time `json:"modified,omitempty"`
	Target    string     `json:"target,omitempty" jsonschema:"of a link"`
}

// Next is the exact call that goes on where a view ended.
type Next struct {
	Path   string `json:"path"`
	Offset int64  `json:"offset,omitempty" jsonschema:"next unit not shown at all; absent where there is none or it is not known"`
	Limit  int64  `json:"limit,omitempty"`
	Cursor string `json:"cursor,omitempty" jsonschema:"goes on exactly, also inside a line"`
}

// A NoteCode is a stable name for something said beside the content.
type NoteCode string

// The codes of notes (contract, section 5).
const (
	NoteContinue           NoteCode = "continue"
	NoteClamped            NoteCode = "clamped"
	NoteOffsetPastEnd      NoteCode = "offset-past-end"
	NoteEmpty              NoteCode = "empty"
	NoteLineClamped        NoteCode = "line-clamped"
	NoteScanLimit          NoteCode = "scan-limit"
	NoteRowsLimit          NoteCode = "rows-limit"
	NoteChanged            NoteCode = "changed"
	NoteGrown              NoteCode = "grown"
	NotePathRepaired       NoteCode = "path-repaired"
	NoteAddress            NoteCode = "address"
	NoteUnchanged          NoteCode = "unchanged"
	NoteViewModified       NoteCode = "view-modified"
	NoteRepeatRead         NoteCode = "repeat-read"
	NoteSession            NoteCode = "session" // the session could not do its part
	NoteEncoding           NoteCode = "encoding"
	NoteUndecodable        NoteCode = "undecodable"
	NoteMixedEOL           NoteCode = "mixed-eol"
	NoteBOM                NoteCode = "bom"
	NoteDirectoryTruncated NoteCode = "directory-truncated"
	NoteTimeout            NoteCode = "timeout"
	NoteConverted          NoteCode = "converted"
	NoteBinary             NoteCode = "binary"
	NoteDialect            NoteCode = "dialect"         // how delimited text was read, and why
	NoteHeadersRenamed     NoteCode = "headers-renamed" // names of columns were empty or repeated
	NoteNewColumns         NoteCode = "new-columns"     // records have members that the headers do not name
	NoteRaggedRows         NoteCode = "ragged-rows"     // rows have more or fewer values than most
	NoteUnclosedQuote      NoteCode = "unclosed-quote"
	NoteCellsCut           NoteCode = "cells-cut" // a row was larger than what is kept of one
	NoteDuplicateKeys      NoteCode = "duplicate-keys"
	NoteRelaxedSyntax      NoteCode = "relaxed-syntax" // read although it is not quite what the standard allows
	NotePagesMissing       NoteCode = "pages-missing"
	NoteHiddenContent      NoteCode = "hidden-content"
	NoteNoCachedValue      NoteCode = "no-cached-value"
	NoteSheets             NoteCode = "sheets"   // the workbook has others than the one shown
	NoteMisnamed           NoteCode = "misnamed" // the extension says another format than the content
	NoteEncrypted          NoteCode = "encrypted"
	NoteSigned             NoteCode = "signed"
	NoteNoArticle          NoteCode = "no-article" // --main found nothing that looks like one
	NoteSandbox            NoteCode = "sandbox"    // the file was parsed with less protection than usual
	NoteCorrupt            NoteCode = "corrupt"
	NoteTooComplex         NoteCode = "too-complex"
)

// A Severity says how much a note matters.
type Severity string

// The severities of notes.
const (
	SeverityInfo    Severity = "info"
	SeverityWarning Severity = "warning"
	SeverityError   Severity = "error"
)

// A Note is something said beside the content: one sentence for people, a code
// and data for machines, and the call that helps, if one does.
type Note struct {
	Code     NoteCode       `json:"code"`
	Severity Severity       `json:"severity" jsonschema:"info, warning or error"`
	Message  string         `json:"message"`
	Retry    *Next          `json:"retry,omitempty" jsonschema:"a call that gives what this note says is missing"`
	Data     map[string]any `json:"data,omitempty"`
}

// An Omission is one thing of the file that is not shown.
type Omission struct {
	What  string `json:"what" jsonschema:"lines, rows, entries, columns, bytes, undecodable, content and the like"`
	Line  int64  `json:"line,omitempty" jsonschema:"line that it belongs to"`
	From  int64  `json:"from,omitempty" jsonschema:"first of the things not shown, from 1"`
	To    int64  `json:"to,omitempty" jsonschema:"last of them; absent where not known"`
	Count *int64 `json:"count,omitempty" jsonschema:"how many; absent where not known"`
	Byte  *int64 `json:"byte,omitempty" jsonschema:"offset in the file of the first"`
}

// Error is the machine form of a failure.
type Error struct {
	Code    fault.Code     `json:"code"`
	Phase   fault.Phase    `json:"phase"`
	Message string         `json:"message"`
	Data    map[string]any `json:"data,omitempty"`
}

// note appends a note; a warning also becomes a sentence for people.
func (r *Result) note(n Note) {
	if n.Severity == "" {
		n.Severity = SeverityInfo
	}
	r.Notes = append(r.Notes, n)
	if n.Severity == SeverityWarning {
		r.Warnings = append(r.Warnings, n.Message)
	}
}

func (r *Result) omit(o Omission) { r.Omitted = append(r.Omitted, o) }

// fail turns err into the outcome of r. A reason means that the file is there
// but not readable in this form; any other code is an error.
func (r *Result) fail(e *fault.Error) {
	r.Readable, r.Complete = false, false
	r.Reason, r.ReasonCode = e.Error(), e.Code
	if e.Code.IsReason() {
		r.Status = StatusUnsupported
		return
	}
	r.Status = StatusError
	r.Error = &Error{Code: e.Code, Phase: e.Phase, Message: e.Error(), Data: e.Data}
}

// Refused is the result of a request that could not be run at all, for doors
// that answer every request with a document.
func Refused(req *Request, err *fault.Error) *Result {
	r := newResult(req)
	r.fail(err)
	return r
}

func newResult(req *Request) *Result {
	r := &Result{Schema: SchemaID, Status: StatusOK, Path: strings.ToValidUTF8(req.Path, "\uFFFD"), Kind: detect.Unsupported, Warnings: []string{}, Notes: []Note{}}
	if r.Path != req.Path {
		r.PathBytes = []byte(req.Path)
	}
	return r
}
