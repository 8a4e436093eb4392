package markup

import "fread/internal/reader"

// A Writer is told of a document from front to back, block by block. It writes
// each block as soon as it is whole, so it holds no more than the table row, or
// the small table, that is being told. Every error it returns ends the walk: the
// kind returns it unchanged.
type Writer interface {
	// At says where what follows lies in the source.
	At(reader.Place)
	// Anchor is a name by which links lead to the block that comes next, such as a
	// bookmark. An address can name the section of a heading by it.
	Anchor(name string)
	// Heading is of a level from 1; those deeper than 6 are shown as 6.
	Heading(level int, text []Span) error
	// Paragraph is running text. In a table cell or an item it is a block of it.
	Paragraph(text []Span) error
	// Code is text whose white space matters; language may be empty.
	Code(language, text string) error
	// Verbatim is text that is Markdown already. Its lines stay as they are.
	Verbatim(text string) error
	// Rule is a division between parts: a thematic break.
	Rule() error
	// Begin opens a container and End closes the one opened last. What is still
	// open at the end of a document is closed by the Writer.
	Begin(Container) error
	End() error
	// Omit counts things of the document that are not shown, such as "images" or
	// "deletions".
	Omit(what string, count int64)
	// Withhold counts things that the document has and does not show of itself, such
	// as "hidden slides" or "comments"; one note says what they were. See is how they
	// can be seen, such as "--changes all to see comments"; empty: they cannot.
	Withhold(what string, count int64, see string)
	// Note says something beside the document; the same code is said once.
	Note(reader.Note)
}
