package mail

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"strings"
	"time"
	"unicode"

	"fread/internal/limits"
	"fread/internal/reader"
	"fread/internal/reader/fault"
	"fread/internal/reader/hypertext"
	"fread/internal/reader/markup"
	"fread/internal/reader/message"
)

// maxNested is how deep messages in messages are shown.
const maxNested = 5

// maxMember is how large an attachment may be that is read by its address.
const maxMember = 256 << 20

// A letter is a message, whatever it was kept in.
type letter struct {
	from, to, cc, bcc, replyTo, subject, date, id string
	plain                                         bool
	box                                           string // its place in a mailbox
	bodies                                        []body
	attachments                                   []attachment
	notes                                         []reader.Note
	cut                                           bool
}

// A body is a text of a letter.
type body struct {
	kind    string // its type, such as text/html
	flowed  bool   // format=flowed (RFC 3676)
	delSp   bool
	verbose bool // shown as it is
	size    int64
	text    func() io.Reader
}

// An attachment is a file that came with a letter.
type attachment struct {
	number int // from 1, over all letters in a message
	name   string
	kind   string
	size   int64
	inline bool
	id     string // Content-ID
	data   func() io.Reader
	letter *letter // that it is

	embedded bool // it is no file of its own, only the letter
}

// A counter numbers the attachments of a message.
type counter struct{ n int }

// fromMessage makes a letter of a message.
func fromMessage(ctx context.Context, root *message.Part, plain bool, count *counter) *letter {
	h := root.Header
	l := &letter{
		plain: plain, from: h.Text("from"), to: h.Text("to"), cc: h.Text("cc"), bcc: h.Text("bcc"), replyTo: h.Text("reply-to"),
		subject: h.Text("subject"), date: h.Text("date"), id: h.Text("message-id"),
	}
	if l.from == "" {
		l.from = h.Text("sender")
	}
	g := gatherer{ctx: ctx, l: l, count: count}
	g.part(root, root.Disposition == "attachment")
	return l
}

// gatherer sorts the parts of a message into bodies and attachments.
type gatherer struct {
	ctx   context.Context //nolint:containedctx // of one message
	l     *letter
	count *counter

	opened int // signed messages in it
}

func (g *gatherer) part(p *message.Part, attached bool) {
	l := g.l
	l.cut = l.cut || p.Cut
	switch {
	case len(p.Parts) > 0 && p.Type == "multipart/alternative" && !attached:
		g.alternatives(p.Parts)
	case len(p.Parts) > 0 && p.Type == "multipart/related":
		g.related(p)
	case p.Type == "multipart/encrypted":
		l.note(reader.Note{Code: reader.NoteEncrypted, Severity: reader.SeverityWarning, Message: "The message is encrypted; only its header can be read."})
		g.all(p.Parts, true)
	case p.Type == "multipart/signed" && len(p.Parts) > 0:
		l.note(signedNote())
		g.all(p.Parts, attached)
	case len(p.Parts) > 0 && strings.HasPrefix(p.Type, "multipart/"):
		g.all(p.Parts, attached)
	case p.Type == "message/rfc822" && len(p.Parts) > 0:
		g.attach(p).letter = g.nested(p.Parts[0])
	case p.Type == "application/pkcs7-mime" || p.Type == "application/x-pkcs7-mime":
		if g.opened++; g.opened > maxNested {
			g.attach(p)
			return
		}
		if root, ok := p.Signed(g.ctx); ok {
			l.note(signedNote())
			g.part(root, false) // though it came as if attached
			return
		}
		l.note(reader.Note{Code: reader.NoteEncrypted, Severity: reader.SeverityWarning, Message: "The message is encrypted (S/MIME); only its header can be read."})
		g.attach(p)
	case g.isBody(p) && !attached && p.Disposition != "attachment":
		g.body(p)
	default:
		g.attach(p)
	}
}

func signedNote() reader.Note {
	return reader.Note{Code: reader.NoteSigned, Message: "The message is signed; the signature was not checked."}
}

func (g *gatherer) all(parts []*message.Part, attached bool) {
	for _, c := range parts {
		g.part(c, attached)
	}
}

// isBody reports whether a part is a text of the message itself.
func (g *gatherer) isBody(p *message.Part) bool {
	switch p.Type {
	case "text/plain", "text/html":
		return p.Name == "" || p.Disposition == "inline" && len(g.l.bodies) == 0
	case "message/delivery-status", "text/rfc822-headers", "text/enriched", "message/disposition-notification":
		return true
	}
	return strings.HasPrefix(p.Type, "multipart/") || strings.HasPrefix(p.Type, "text/") && p.Name == "" && p.Type != "text/calendar"
}

func (g *gatherer) body(p *message.Part) {
	b := body{kind: p.Type, size: p.End - p.Start, text: p.Text, flowed: strings.EqualFold(p.Params["format"], "flowed"), delSp: strings.EqualFold(p.Params["delsp"], "yes")}
	b.verbose = p.Type != "text/plain" && p.Type != "text/html"
	g.l.bodies = append(g.l.bodies, b)
}

// alternatives takes one of several forms of the same text: plain text for plain
// text, else HTML. What is no text at all is attached.
func (g *gatherer) alternatives(parts []*message.Part) {
	best, rank := -1, -1
	for i, p := range parts {
		if r := g.rank(p); r >= rank && r > 0 {
			best, rank = i, r
		}
	}
	for i, p := range parts {
		switch {
		case i == best:
			g.part(p, false)
		case g.rank(p) == 0:
			g.part(p, true)
		}
	}
}

// rank is how good a form of the text is; 0: it is no text.
func (g *gatherer) rank(p *message.Part) int {
	switch {
	case len(p.Parts) > 0:
		best := 0
		for _, c := range p.Parts {
			best = max(best, g.rank(c))
		}
		return best
	case p.Type == "text/html" && !blank(p.Text()):
		return 3
	case p.Type == "text/plain" && !blank(p.Text()):
		if g.l.plain {
			return 4
		}
		return 2
	case strings.HasPrefix(p.Type, "text/") && p.Type != "text/calendar":
		return 1
	}
	return 0
}

// blank reports whether a text has nothing but white space where it begins.
func blank(r io.Reader) bool {
	b, err := io.ReadAll(io.LimitReader(r, 32<<10))
	return err == nil && len(bytes.TrimFunc(b, func(c rune) bool { return unicode.IsSpace(c) || c == 0 })) == 0
}

// related takes the part that the others are for, and attaches those.
func (g *gatherer) related(p *message.Part) {
	root := 0
	if start := strings.Trim(p.Params["start"], "<>"); start != "" {
		for i, c := range p.Parts {
			if c.ID() == start {
				root = i
			}
		}
	}
	g.part(p.Parts[root], false)
	for i, c := range p.Parts {
		if i != root {
			g.part(c, true)
		}
	}
}

func (g *gatherer) attach(p *message.Part) *attachment {
	g.count.n++
	a := attachment{
		number: g.count.n, name: p.Name, kind: p.Type, size: p.Size(), inline: p.Disposition == "inline" || p.ID() != "" && p.Disposition != "attachment",
		id: p.ID(), data: p.Body,
	}
	g.l.attachments = append(g.l.attachments, a)
	return &g.l.attachments[len(g.l.attachments)-1]
}

// nested makes a letter of a message in the message.
func (g *gatherer) nested(p *message.Part) *letter {
	n := fromMessage(g.ctx, p, g.l.plain, g.count)
	a := &g.l.attachments[len(g.l.attachments)-1]
	if a.name == "" {
		a.name = n.subject
	}
	return n
}

func (l *letter) note(n reader.Note) { l.notes = append(l.notes, n) }

// headers is what the header says, for the result.
func (l *letter) headers() *reader.MailHeaders {
	h := &reader.MailHeaders{From: l.from, To: l.to, Cc: l.cc, Bcc: l.bcc, ReplyTo: l.replyTo, Subject: l.subject, Date: l.date, MessageID: l.id}
	if t, ok := parseDate(l.date); ok {
		h.Date = t.Format(time.RFC3339)
	}
	return h
}

// parseDate reads the date of a header (RFC 5322, 3.3), also with what is often
// wrong in it.
func parseDate(s string) (time.Time, bool) {
	s, _, _ = strings.Cut(s, "(")
	s = strings.Join(strings.Fields(s), " ")
	if day, rest, ok := strings.Cut(s, ","); ok && len(day) < 12 {
		s = strings.TrimSpace(rest)
	}
	for _, layout := range [...]string{
		"2 Jan 2006 15:04:05 -0700", "2 Jan 2006 15:04 -0700", "2 Jan 06 15:04:05 -0700", "2 Jan 2006 15:04:05 MST", "2 Jan 2006 15:04:05",
		time.RFC3339, "Mon Jan 2 15:04:05 2006",
	} {
		if t, err := time.Parse(layout, s); err == nil {
			return t, true
		}
	}
	return time.Time{}, false
}

// list is the attachments, for the result.
func (l *letter) list() []reader.Attachment {
	var list []reader.Attachment
	l.each(func(a *attachment) bool {
		list = append(list, reader.Attachment{Name: a.name, ContentType: a.kind, SizeBytes: a.size, Inline: a.inline, Part: a.part()})
		return true
	})
	return list
}

// each calls visit for the attachments, also those of messages in the message,
// until it returns false.
func (l *letter) each(visit func(*attachment) bool) bool {
	for i := range l.attachments {
		a := &l.attachments[i]
		if !visit(a) || a.letter != nil && !a.letter.each(visit) {
			return false
		}
	}
	return true
}

// part is what addresses an attachment.
func (a *attachment) part() string { return fmt.Sprintf("attachment%d", a.number) }

// tell tells w the letter under a heading of that level.
func (l *letter) tell(ctx context.Context, w markup.Writer, level int) error {
	subject := strings.Join(strings.Fields(l.subject), " ")
	if subject == "" {
		subject = "(no subject)"
	}
	if err := w.Heading(level, []markup.Span{{Text: subject}}); err != nil {
		return err
	}
	if err := l.tellHeader(w); err != nil {
		return err
	}
	for _, n := range l.notes {
		w.Note(n)
		if n.Code == reader.NoteEncrypted {
			w.Omit("encrypted", 1)
		}
	}
	if l.cut {
		w.Omit("parts", 1)
	}
	for i := range l.bodies {
		if err := l.tellBody(ctx, w, &l.bodies[i]); err != nil {
			return err
		}
	}
	return l.tellAttachments(ctx, w, level)
}

func (l *letter) tellHeader(w markup.Writer) error {
	var spans []markup.Span
	for _, f := range [...]struct{ name, value string }{
		{"From", l.from}, {"Reply-To", l.replyTo}, {"To", l.to}, {"Cc", l.cc}, {"Bcc", l.bcc}, {"Date", l.date},
	} {
		value := strings.Join(strings.Fields(f.value), " ")
		if value == "" || f.name == "Reply-To" && f.value == l.from {
			continue
		}
		if len(spans) > 0 {
			spans = append(spans, markup.Span{Kind: markup.Break})
		}
		spans = append(spans, markup.Span{Text: f.name + ":", Style: markup.Bold}, markup.Span{Text: " " + value})
	}
	return w.Paragraph(spans)
}

func (l *letter) tellBody(ctx context.Context, w markup.Writer, b *body) error {
	switch {
	case b.kind == "text/html":
		return hypertext.Walk(ctx, b.text(), w, hypertext.Options{Plain: l.plain, Link: l.link, Notes: l.box})
	case b.verbose:
		return tellVerbatim(w, b.text())
	}
	return tellPlain(ctx, w, b, l.plain)
}

// link leads to the attachments that a text shows.
func (l *letter) link(href string) string {
	id, ok := strings.CutPrefix(href, "cid:")
	if !ok {
		return href
	}
	for i := range l.attachments {
		if a := &l.attachments[i]; a.id == id {
			return "#" + a.part()
		}
	}
	return href
}

// tellVerbatim tells a text as it is, such as the report of a mail server.
func tellVerbatim(w markup.Writer, r io.Reader) error {
	b, err := io.ReadAll(io.LimitReader(r, 1<<20))
	if err != nil {
		return err
	}
	return w.Code("", strings.ReplaceAll(string(b), "\r\n", "\n"))
}

func (l *letter) tellAttachments(ctx context.Context, w markup.Writer, level int) error {
	if len(l.attachments) == 0 {
		return nil
	}
	if err := w.Heading(level+1, []markup.Span{{Text: "Attachments"}}); err != nil {
		return err
	}
	for i := range l.attachments {
		if err := l.attachments[i].tell(w, l.box); err != nil {
			return err
		}
	}
	for i := range l.attachments {
		n := l.attachments[i].letter
		if n == nil {
			continue
		}
		if level >= maxNested {
			w.Omit("messages", 1)
			continue
		}
		n.box = l.box
		if err := n.tell(ctx, w, level+1); err != nil {
			return err
		}
	}
	return nil
}

func (a *attachment) tell(w markup.Writer, box string) error {
	name := strings.Join(strings.Fields(a.name), " ")
	if name == "" {
		name = "(no name)"
	}
	if err := w.Begin(markup.Item{List: 1}); err != nil {
		return err
	}
	about := ": " + a.kind + ", " + limits.FormatSize(a.size)
	link := "#" + a.part()
	if box != "" {
		link = "#" + box + "/" + a.part()
	}
	if err := w.Paragraph([]markup.Span{{Text: name, Link: link}, {Text: about}}); err != nil {
		return err
	}
	return w.End()
}

// member gives the content of the attachment that a part of an address names: by
// its number, or by its name.
func (l *letter) member(part string) (reader.Document, error) {
	var found *attachment
	l.each(func(a *attachment) bool {
		if strings.EqualFold(part, a.part()) || part == a.name && a.name != "" {
			found = a
		}
		return found == nil
	})
	if found == nil {
		return nil, fault.New(fault.NotFound, fault.PhaseResolve, "", "The message has no attachment "+fault.Quote(part)+".", "")
	}
	if found.embedded {
		return nil, fault.New(fault.NotFound, fault.PhaseResolve, "", "The attached message is no file of its own; it is shown with the message.", "")
	}
	return reader.NewMember(found.fileName(), found.data(), maxMember), nil
}

// fileName is the name of an attachment, for telling what it is.
func (a *attachment) fileName() string {
	name := a.name
	if name == "" {
		name = a.part()
	}
	if a.letter != nil && !strings.HasSuffix(strings.ToLower(name), ".eml") {
		name += ".eml"
	}
	return name
}
