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

// A section is what an address names in a document: a heading with all that
// follows it, to the next of the same or a higher level.
type section struct {
	part   string
	name   string // as it is compared
	found  bool
	begins bool // what comes next is its first line
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

func newSection(part string) *section {
	return &section{part: part, name: normal(part), slugs: map[string]int{}}
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

// takes reports whether a line is of the section.
func (s *section) takes(l *line) (bool, error) {
	if l.heading == 0 {
		return s.found, nil
	}
	if s.found {
		if l.heading <= s.level {
			return false, errSectionEnd
		}
		return true, nil
	}
	anchor := slug(l.title)
	if n := s.slugs[anchor]; n > 0 {
		s.slugs[anchor]++
		anchor += "-" + strconv.Itoa(n)
	} else if len(s.slugs) < maxSlugs {
		s.slugs[anchor] = 1
	}
	if name := normal(l.title); name == s.name || anchor == strings.ToLower(s.part) {
		s.found, s.begins, s.level, s.slugs = true, true, l.heading, nil
		return true, nil
	}
	s.resembles(l.title)
	return false, nil
}

// resembles keeps the titles that are closest to the one asked for.
func (s *section) resembles(title string) {
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

func (s *section) notFound() error {
	e := fault.New(fault.NotFound, fault.PhaseResolve, "", "There is no heading "+fault.Quote(s.part)+" in the document.", hint(s.near))
	e.Data = map[string]any{"part": s.part}
	if len(s.near) > 0 {
		e.Data["near"] = s.near
	}
	return e
}
