package hypertext

import (
	"bytes"
	"unicode/utf8"

	"fread/internal/limits"
	"fread/internal/reader"
	"fread/internal/reader/markup"
)

// Hidden counts what pages hold and do not show.
type Hidden struct {
	elements int64
	chars    int64
	inside   bool // an element that is hidden, not one that never has text
	counted  bool // it holds text
}

func (h *Hidden) begin() { h.inside, h.counted = true, false }

func (h *Hidden) end() { h.inside = false }

// text is some of the text in a hidden element.
func (h *Hidden) text(s []byte) {
	if !h.inside {
		return
	}
	s = bytes.TrimSpace(s)
	if len(s) == 0 {
		return
	}
	if !h.counted {
		h.elements++
		h.counted = true
	}
	h.chars += int64(utf8.RuneCount(s))
}

// invisible is text that only takes up room.
func (h *Hidden) invisible(s []byte) {
	inside, counted := h.inside, h.counted
	h.inside, h.counted = true, false
	h.text(s)
	h.inside, h.counted = inside, counted
}

// Report says what was left out.
func (h *Hidden) Report(w markup.Writer) {
	if h.elements == 0 {
		return
	}
	w.Omit("hidden", h.elements)
	w.Note(reader.Note{
		Code: reader.NoteHiddenContent, Message: hiddenMessage(h.elements, h.chars),
		Data: map[string]any{"elements": h.elements, "characters": h.chars},
	})
}

func hiddenMessage(elements, chars int64) string {
	what := "One element that the page hides is left out"
	if elements > 1 {
		what = limits.FormatCount(elements) + " elements that the page hides are left out"
	}
	if chars == 1 {
		return what + ", with one character of text."
	}
	return what + ", with " + limits.FormatCount(chars) + " characters of text."
}
