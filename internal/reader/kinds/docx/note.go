package docx

import (
	"errors"
	"io"
	"strconv"

	"fread/internal/reader/markup"
	"fread/internal/reader/opc"
	"fread/internal/reader/xmltext"
)

// notes are those of a document, each kind in a part of its own, read as far as
// they are referred to.
type notes struct {
	parts map[string]*notePart
	found map[string]*noted // by kind and identifier
	count int               // of footnotes and endnotes that have been referred to
	said  int               // of comments
}

// noted is a note that has been read.
type noted struct {
	id    string // as shown; empty: not referred to yet
	what  *markup.Recording
	shown bool
}

// A notePart is the part of one kind of notes.
type notePart struct {
	x     *opc.XML
	links map[string]opc.Relationship
	busy  bool // in the middle of a note, which may refer to another
	ended bool
}

func (n *notes) close() {
	for _, p := range n.parts {
		if p.x != nil {
			_ = p.x.Close()
		}
	}
}

// noteReference puts a reference to a note into the text. Kind is footnote,
// endnote or comment.
func (k *walker) noteReference(kind string, l look) error {
	id, _ := k.x.Attr("w:id")
	if !k.visible() || l.hidden == on {
		return nil
	}
	n, err := k.findNote(kind, id)
	if err != nil || n == nil {
		return err
	}
	if n.id == "" {
		if kind == "comment" {
			k.notes.said++
			n.id = "comment-" + strconv.Itoa(k.notes.said)
		} else {
			k.notes.count++
			n.id = strconv.Itoa(k.notes.count)
		}
	}
	k.text = append(k.text, markup.Span{Kind: markup.NoteRef, Target: n.id})
	k.noted = append(k.noted, n)
	return nil
}

// findNote reads notes up to the one with an identifier; nil if there is none.
func (k *walker) findNote(kind, id string) (*noted, error) {
	if k.notes.parts == nil {
		k.notes.parts, k.notes.found = map[string]*notePart{}, map[string]*noted{}
	}
	p := k.notes.parts[kind]
	if p == nil {
		p = k.openNotes(kind)
		k.notes.parts[kind] = p
	}
	for k.notes.found[kind+id] == nil && !p.ended && !p.busy {
		if err := k.nextNote(kind, p); err != nil {
			return nil, err
		}
	}
	return k.notes.found[kind+id], nil
}

func (k *walker) openNotes(kind string) *notePart {
	part := k.d.part(kind+"s", "word/"+kind+"s.xml")
	p := &notePart{ended: true}
	links, err := k.d.pack.Relationships(part)
	if err == nil {
		p.links = byID(links)
	}
	if x, err := k.d.pack.OpenXML(part, namespaces()); err == nil {
		p.x, p.ended = x, false
	}
	return p
}

// nextNote reads the next note of a part. Where the part is damaged its notes end.
func (k *walker) nextNote(kind string, p *notePart) error {
	for {
		what, err := p.x.Next()
		if err != nil {
			p.ended = true
			return nil //nolint:nilerr // the text without its notes is better than nothing
		}
		if what != xmltext.Start || p.x.Name() != "w:"+kind {
			continue
		}
		id, _ := p.x.Attr("w:id")
		if special, _ := p.x.Attr("w:type"); special != "" && special != "normal" { // lines above the notes
			if p.x.Skip() != nil {
				p.ended = true
			}
			return nil
		}
		p.busy = true
		r, err := k.aside(func() error {
			k.x, k.links = p.x, p.links
			if author, _ := p.x.Attr("w:author"); kind == "comment" && author != "" {
				k.blocks.joined = []markup.Span{{Text: author + ": "}}
			}
			return k.content()
		})
		p.busy = false
		if errors.Is(err, io.ErrUnexpectedEOF) || (err != nil && isDamage(err)) {
			p.ended, err = true, nil
		}
		if k.notes.found[kind+id] == nil {
			k.notes.found[kind+id] = &noted{what: r}
		}
		return err
	}
}

// tellNote tells a note, once.
func (k *walker) tellNote(n *noted) error {
	if n.shown {
		return nil
	}
	n.shown = true
	if err := k.w.Begin(markup.Note{ID: n.id}); err != nil {
		return err
	}
	if err := n.what.Replay(k.w); err != nil {
		return err
	}
	n.what = nil
	return k.w.End()
}
