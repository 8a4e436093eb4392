package reader

import "fread/internal/reader/fault"

// A CodeDoc explains one code of the contract in one sentence.
type CodeDoc struct {
	Class   string // note, reason or error
	Code    string
	Meaning string
}

// Codes explains every code that a result may carry, in the order of the
// documentation. A test holds it against the constants.
func Codes() []CodeDoc {
	var docs []CodeDoc
	for _, n := range []struct {
		code    NoteCode
		meaning string
	}{
		{NoteContinue, "More follows; the sentence says what was shown and with which offset or cursor to go on."},
		{NoteClamped, "A limit was lowered to what the operator allows, or was smaller than the least that can be shown."},
		{NoteOffsetPastEnd, "The offset lies behind the end; the last valid one is given."},
		{NoteEmpty, "There is nothing in it, which is an answer and no error."},
		{NoteLineClamped, "Lines are longer than `--max-line-chars`; they are named with their full length where it is known, and the cursor of `next` gives their rests."},
		{NoteScanLimit, "Looking through the file stopped at a limit (not given yet)."},
		{NoteRowsLimit, "The rows were cut at a limit of the format (not given yet)."},
		{NoteChanged, "The file was changed while it was read, so parts of two versions may be mixed."},
		{NoteGrown, "The file grew while it was read, or since the cursor was made; what was shown stays true."},
		{NotePathRepaired, "No file has the name asked for; another spelling of it was read."},
		{NoteAddress, "The end of the path was taken as an address inside the file."},
		{NoteRepeatRead, "All of it was shown before in the session and is unchanged, so it is not repeated; the sentence says how to see it again."},
		{NoteSession, "The session could not be read or written, so this read is not remembered."},
		{NoteViewModified, "Secrets were replaced by marks; the rules and how often each was met are given."},
		{NoteUnchanged, "The file is still the version given with `--if-changed`, so its content is not repeated."},
		{NoteEncoding, "The text was decoded from another encoding than UTF-8; which one and why is said."},
		{NoteUndecodable, "Some bytes cannot be decoded and are shown as U+FFFD; they are counted and the first is located."},
		{NoteMixedEOL, "Line ends differ, or there are lone carriage returns, which end no line."},
		{NoteBOM, "The file begins with a byte order mark, which is not part of the content shown."},
		{NoteDirectoryTruncated, "The directory was not listed whole: too many entries, or folders that could not be read."},
		{NoteTimeout, "The time given ran out; what had been read by then is shown."},
		{NoteConverted, "What is shown is not the text of the file, or not all that its format holds could be converted; the sentence says what and how to get it."},
		{NoteBinary, "The text holds NUL bytes, as binary data does."},
		{NoteDialect, "How delimited text was read, and why: its delimiter, and whether the first record is a header."},
		{NoteHeadersRenamed, "Names of columns were blank or repeated, and were made unique."},
		{NoteNewColumns, "Records have members that the headers do not name; they are shown in further columns."},
		{NoteRaggedRows, "Rows have more or fewer fields than most; the first of them is named."},
		{NoteUnclosedQuote, "A quote is not closed before the file ends."},
		{NoteCellsCut, "A row was larger than what is kept of one, and is cut."},
		{NoteDuplicateKeys, "An object has the same key more than once; the last one counts."},
		{NoteRelaxedSyntax, "The text was read although it is not quite what its format allows."},
		{NotePagesMissing, "Pages or slides were asked for that the document does not have."},
		{NoteHiddenContent, "The document hides parts of itself, such as slides, sheets or text; the sentence says whether they are left out, and how to see them then."},
		{NoteNoCachedValue, "Cells have a formula of which the file does not hold the result; they are blank, and `--cells formula` shows the formulas."},
		{NoteSheets, "The workbook has other sheets than the one shown; they are named."},
		{NoteSandbox, "The file was parsed with less protection than usual: `--no-sandbox`, or a system without the means (`fread doctor`)."},
		{NoteMisnamed, "The extension of the name stands for another format than the content is; it was read by its content."},
		{NoteEncrypted, "A part of the file is encrypted, and only what is not is shown."},
		{NoteSigned, "The message is signed; the signature is not checked."},
		{NoteNoArticle, "`--main` was asked for, but nothing in the page looks like an article, so all of it is shown."},
		{NoteCorrupt, "The file is damaged from a place on; what lies before it is shown."},
		{NoteTooComplex, "From a place on the file is nested too deeply, unpacks to too much or takes too long; what lies before it is shown."},
	} {
		docs = append(docs, CodeDoc{"note", string(n.code), n.meaning})
	}
	for _, f := range []struct {
		code    fault.Code
		meaning string
	}{
		{fault.Image, "An image: it has no text to show."},
		{fault.NoTextLayer, "A document of scanned pages without text (not given yet)."},
		{fault.Encrypted, "Encrypted: give the password with `--password-file`, or decrypt it first."},
		{fault.LegacyFormat, "An old format that is recognised and not read."},
		{fault.Archive, "An archive, which cannot be listed yet."},
		{fault.Binary, "Data without a form that people read; `--as hex` shows its bytes, `--as text` forces text."},
		{fault.Corrupt, "The format was recognised, but the file is damaged."},
		{fault.UnsupportedFormat, "The format was recognised, but this version does not read it, or not in the form asked."},
		{fault.TooComplex, "Reading it would take too much time or memory, or it unpacks to too much."},
		{fault.EmptyDocument, "A document without any content (not given yet)."},

		{fault.InvalidInput, "The request itself is wrong; the sentence gives the right form."},
		{fault.NotFound, "There is no such file; up to five near names are offered."},
		{fault.NotAFile, "A FIFO, socket or device; `--special` reads those that can be read."},
		{fault.DangerousPath, "A path into `/dev`, `/proc` or `/sys`, which may block, never end or give away secrets; `--special` allows it."},
		{fault.OutsideRoots, "The path leads out of the folders that may be read (`--root`)."},
		{fault.PermissionDenied, "This user may not read the file."},
		{fault.Denied, "A rule forbids it: `--deny`, `--no-follow`, `--max-unranged`, or the answer to `--ask`."},
		{fault.TooLarge, "The file is larger than `--max-size`."},
		{fault.Changed, "The file has changed since the cursor was made."},
		{fault.Aborted, "The read was interrupted."},
		{fault.Timeout, "Nothing could be shown within the time given."},
		{fault.Limit, "A stream does not fit into the memory for it, or has already passed the place asked for."},
		{fault.IO, "The system could not open or read the file; its own words are given."},
		{fault.Internal, "A fault of fread itself."},
	} {
		class := "error"
		if f.code.IsReason() {
			class = "reason"
		}
		docs = append(docs, CodeDoc{class, string(f.code), f.meaning})
	}
	return docs
}
