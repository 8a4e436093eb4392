package markup

import (
	"errors"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"fread/internal/reader/fault"
)

// errSectionEnd ends a walk behind the section that was asked for.
var errSectionEnd = errors.New("markup: the section has ended")

// A Section is what an address names in a document: a heading with all that
// follows it, to the next of the same or a higher level. A heading is named by
// its text, without regard to case and white space, by the anchor that GitHub
// gives it, or by one that the document has.
type Section struct {
	part   string
	name   string // as it is compared
	found  bool
	level  int
	slugs  map[string]int
	near   []string
	scores []int
	seen   int
}

const (
	nearMost = 5
	maxSlugs = 100_000
)

// NewSection returns the section that part names.
func NewSection(part string) *Section {
	return &Section{part: part, name: normal(part), slugs: map[string]int{}}
}

// normal makes names comparable that differ in case and white space only.
func normal(s string) string { return strings.ToLower(strings.Join(strings.Fields(s), " ")) }

// slug is the anchor that GitHub gives a heading.
func slug(title string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == ' ':
			return '-'
		case r == '-', r == '_', unicode.IsLetter(r), unicode.IsDigit(r), unicode.IsMark(r):
			return unicode.ToLower(r)
		}
		return -1
	}, strings.TrimSpace(title))
}

// Heading takes the next heading of the document, of a level from 1, with the
// names by which links lead to it. The section begins with it, ends before it, or
// neither.
func (s *Section) Heading(level int, title string, anchors ...string) (begins, ends bool) {
	if s.found {
		return false, level <= s.level
	}
	anchor := slug(title)
	if n := s.slugs[anchor]; n > 0 {
		s.slugs[anchor]++
		anchor += "-" + strconv.Itoa(n)
	} else if len(s.slugs) < maxSlugs {
		s.slugs[anchor] = 1
	}
	if name := normal(title); name == s.name || anchor == strings.ToLower(s.part) || slices.Contains(anchors, s.part) {
		s.found, s.level, s.slugs = true, level, nil
		return true, false
	}
	s.resembles(title)
	return false, false
}

// resembles keeps the titles that are closest to the one asked for.
func (s *Section) resembles(title string) {
	s.seen++
	t := normal(title)
	if t == "" {
		return
	}
	score := 0
	if strings.Contains(t, s.name) || strings.Contains(s.name, t) {
		score = 500
	}
	for i := 0; i < len(t) && i < len(s.name) && t[i] == s.name[i]; i++ {
		score += 2
	}
	at := len(s.near)
	for at > 0 && s.scores[at-1] < score {
		at--
	}
	if at >= nearMost {
		return
	}
	s.near = slices.Insert(s.near, at, strings.Clone(title))
	s.scores = slices.Insert(s.scores, at, score)
	s.near, s.scores = s.near[:min(len(s.near), nearMost)], s.scores[:min(len(s.scores), nearMost)]
}

// NotFound is the error for a document that has no such section. It names
// headings that are like it.
func (s *Section) NotFound() error {
	what := "There is no heading " + fault.Quote(s.part) + " in the document."
	switch noun := strings.TrimRight(s.part, "0123456789-"); {
	case noun == "image" && noun != s.part:
		what = "Pictures inside documents cannot be read yet."
	case noun != "" && noun != s.part && strings.Trim(noun, "abcdefghijklmnopqrstuvwxyz") == "":
		what = "There is no " + noun + " or heading " + fault.Quote(s.part) + " in the document."
	}
	e := fault.New(fault.NotFound, fault.PhaseResolve, "", what, hint(s.near))
	e.Data = map[string]any{"part": s.part}
	if len(s.near) > 0 {
		e.Data["near"] = s.near
	}
	return e
}
