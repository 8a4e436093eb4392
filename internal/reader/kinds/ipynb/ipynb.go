// Package ipynb reads Jupyter notebooks (nbformat 2 to 4) as prose: the text of
// Markdown cells as it is, code as fenced blocks in the language of the kernel,
// outputs as text and pictures as placeholders with their size.
//
// A notebook is read as a stream, so that one with large outputs takes no more
// memory than a small one.
package ipynb

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"fread/internal/limits"
	"fread/internal/reader"
	"fread/internal/reader/detect"
	"fread/internal/reader/fault"
	"fread/internal/reader/forward"
	"fread/internal/reader/markup"
	"fread/internal/reader/source"
)

// Bounds of what is kept at once, in bytes.
const (
	maxName   = 4 << 10 // names of members, types, ids
	maxSource = 8 << 20 // the source of a cell
	maxOutput = 4 << 20 // the text of an output
	maxRaw    = 1 << 20 // outputs that are kept instead of being read again
)

// Reader implements reader.Reader for notebooks.
type Reader struct{}

// Info implements reader.Reader.
func (Reader) Info() reader.Info {
	return reader.Info{Name: "ipynb", Forms: []reader.Form{reader.FormMarkdown, reader.FormText}, Unit: reader.UnitLine, Parts: true, Converted: true}
}

// Match implements reader.Reader.
func (Reader) Match(t detect.Type, form reader.Form) bool {
	return t.Format == "ipynb" && (form == reader.FormDefault || form == reader.FormMarkdown || form == reader.FormText)
}

// Open implements reader.Reader. It passes over the cells once for the language
// of the kernel, which stands behind them. An address names a cell, by its
// number (#cell7) or its id, or else a heading.
func (Reader) Open(ctx context.Context, f *source.File, o reader.Options) (reader.Document, error) {
	if strings.HasPrefix(o.Part, "/") {
		return nil, fault.New(fault.NotFound, fault.PhaseResolve, "", "A value of the JSON of a notebook is read as rows.", "Use --as rows with this address, or name a cell as in n.ipynb#cell7.")
	}
	n := &notebook{f: f, o: o}
	err := n.survey(ctx)
	if err != nil && !isDamage(err) {
		return nil, err
	}
	if o.Part != "" && n.address(o.Part) {
		if n.only > n.cells {
			return nil, n.noCell()
		}
		o.Part = ""
	}
	return markup.NewDocument(ctx, o, n.walk), nil
}

// A notebook is one that is opened.
type notebook struct {
	f        *source.File
	o        reader.Options
	language string
	cells    int64 // as far as they are whole
	only     int64 // the cell that an address names; 0: all
	byID     int64 // the cell whose id the address is; 0: none
}

// open returns the JSON from an offset on.
func (n *notebook) open(ctx context.Context, at int64) *scanner {
	enc := n.o.Guess.Encoding
	if enc == nil || enc.IsUTF8() || enc.Stateful() {
		enc = nil
	}
	t := forward.New(n.f, enc, max(at, int64(n.o.Guess.BOM)), -1)
	if n.f.Stream() {
		t.Hold(0) // it is read more than once
	}
	return &scanner{ctx: ctx, t: t, data: t.Data}
}

// survey reads what is said of all cells.
func (n *notebook) survey(ctx context.Context) error {
	s := n.open(ctx, 0)
	var kernel, info, name string
	in := func(name string, into *string) func(string) error {
		return func(member string) error {
			if member != name {
				return s.skip()
			}
			return s.name(into)
		}
	}
	cell := func() error {
		n.cells++
		if n.o.Part == "" {
			return s.skip()
		}
		return s.object(func(member string) error {
			if member != "id" {
				return s.skip()
			}
			var id string
			err := s.name(&id)
			if id == n.o.Part {
				n.byID = n.cells
			}
			return err
		})
	}
	err := s.members(func(member string) error {
		switch member {
		case "kernelspec":
			return s.object(func(member string) error {
				if member == "name" {
					return s.name(&name)
				}
				return in("language", &kernel)(member)
			})
		case "language_info":
			return s.object(in("name", &info))
		}
		return s.skip()
	}, cell)
	n.language = fenceName(cmp.Or(info, kernel, strings.TrimRight(name, "0123456789.")))
	return err
}

// fenceName is the name of a language as fences of code have it.
func fenceName(language string) string {
	language = strings.ToLower(strings.TrimSpace(language))
	if language == "ipython" || language == "ipython3" {
		return "python"
	}
	return language
}

// members walks the document: metadata is called with each member of the
// metadata of the notebook, cell at each cell. In nbformat 2 and 3 the cells lie
// in worksheets.
func (s *scanner) members(metadata func(string) error, cell func() error) error {
	c, err := s.peek()
	if err != nil {
		return err
	}
	if c != '{' {
		return errSyntax
	}
	return s.object(func(name string) error {
		switch name {
		case "metadata":
			return s.object(metadata)
		case "cells":
			return s.array(cell)
		case "worksheets":
			return s.array(func() error {
				return s.object(func(name string) error {
					if name != "cells" {
						return s.skip()
					}
					return s.array(cell)
				})
			})
		}
		return s.skip()
	})
}

// address reports whether a part names a cell.
func (n *notebook) address(part string) bool {
	if n.byID > 0 {
		n.only = n.byID
		return true
	}
	digits, found := strings.CutPrefix(strings.ToLower(part), "cell")
	number, err := strconv.ParseInt(strings.TrimPrefix(digits, "-"), 10, 64)
	if !found || err != nil || number < 1 {
		return false
	}
	n.only = number
	return true
}

func (n *notebook) noCell() error {
	e := fault.New(fault.NotFound, fault.PhaseResolve, "", fmt.Sprintf("The notebook has no cell %d.", n.only), "It has "+limits.Nouns(n.cells, "cell", "cells")+".")
	e.Data = map[string]any{"cells": n.cells}
	return e
}

// isDamage reports whether err is of the content, not of reading it.
func isDamage(err error) bool { return errors.Is(err, errEnds) || errors.Is(err, errSyntax) }

// damaged is what is said of a notebook that is not whole.
func damaged(err error) error {
	message := "This notebook is not the JSON that it should be."
	if errors.Is(err, errEnds) {
		message = "This notebook ends in the middle."
	}
	return fault.New(fault.Corrupt, fault.PhaseConvert, "", message, "Use --as bytes to see it as it is.")
}
