package json

import (
	"fmt"
	"strconv"
	"strings"

	"fread/internal/reader/fault"
)

// walk moves from the beginning of a text to the value that d.part names, and
// notes its layout. Values on the way are passed over, not read. Of members of
// the same name the first is found (RFC 6901 leaves that open).
func (d *document) walk(s *stream) error {
	l, err := d.layoutOf(s)
	if err != nil {
		return err
	}
	d.layout = l
	if d.part == "" {
		return nil
	}
	if d.part[0] != '/' {
		return fault.Invalid("The address #"+d.part+" does not begin with a slash.", "Write the way to a value as in #/a/0; ~1 stands for / and ~0 for ~ in a name.")
	}
	rest := d.part[1:]
	done := ""
	several := l == lines || l == values
	for {
		token, more, found := strings.Cut(rest, "/")
		token = strings.NewReplacer("~1", "/", "~0", "~").Replace(token)
		var err error
		if several {
			err = d.findRecord(s, done, token)
			several = false
		} else {
			err = d.find(s, done, token)
		}
		if err != nil {
			return err
		}
		done = d.part[:len(d.part)-len(more)]
		if !found {
			break
		}
		done = strings.TrimSuffix(done, "/")
		rest = more
	}
	c, ok, err := s.peek()
	if err != nil {
		return err
	}
	d.layout = values
	if ok && (c == '[' || c == '{') {
		d.layout = layout(c)
	}
	return nil
}

func escapePointer(name string) string {
	return strings.NewReplacer("~", "~0", "/", "~1").Replace(name)
}

// find moves from a value into its part.
func (d *document) find(s *stream, done, token string) error {
	c, ok, err := s.peek()
	if err != nil {
		return err
	}
	switch {
	case ok && c == '{':
		return d.findMember(s, done, token)
	case ok && c == '[':
		return d.findElement(s, done, token)
	}
	return d.nowhere(done, "is a single value, which has no parts", nil)
}

// findRecord moves to a value of a text that holds several, counted from 0.
func (d *document) findRecord(s *stream, done, token string) error {
	n, ok := index(token)
	if !ok {
		return d.nowhere(done, "holds several values, which are counted from 0", nil)
	}
	s.turn = atFirst
	passed, err := d.skip(s, n)
	if err != nil {
		return d.brokenOnTheWay(s, err)
	}
	d.marks = nil
	more, err := d.more(s)
	if err != nil {
		return d.brokenOnTheWay(s, err)
	}
	if !more {
		return d.nowhere(done, "has "+strconv.FormatInt(passed, 10)+" values, counted from 0", nil)
	}
	return nil
}

// index reads an array index of RFC 6901: digits without a leading zero.
func index(token string) (int64, bool) {
	if token == "" || token[0] < '0' || token[0] > '9' || (token[0] == '0' && len(token) > 1) {
		return 0, false
	}
	n, err := strconv.ParseInt(token, 10, 64)
	return n, err == nil
}

func (d *document) findElement(s *stream, done, token string) error {
	s.t.Advance(1)
	n, ok := index(token)
	inner := document{f: d.f, guess: d.guess, layout: elements, part: "/"}
	s.turn = atFirst
	passed := int64(0)
	for {
		more, err := inner.more(s)
		switch {
		case err != nil:
			return d.brokenOnTheWay(s, err)
		case more && ok && passed == n:
			return nil
		case more:
			err = s.skip()
		}
		if err != nil {
			return d.brokenOnTheWay(s, err)
		}
		if !more {
			break
		}
		passed++
	}
	return d.nowhere(done, "is an array of "+strconv.FormatInt(passed, 10)+" elements, counted from 0", nil)
}

func (d *document) findMember(s *stream, done, token string) error {
	s.t.Advance(1)
	inner := document{f: d.f, guess: d.guess, layout: members, part: "/"}
	s.turn = atFirst
	var near nearNames
	for {
		more, err := inner.more(s)
		if err != nil {
			return d.brokenOnTheWay(s, err)
		}
		if !more {
			break
		}
		raw, whole, err := s.take()
		if err != nil {
			return d.brokenOnTheWay(s, err)
		}
		d.parser.init(raw)
		name, err := d.parser.str(d.parser.key[:0])
		d.parser.key = name
		found := err == nil && whole && string(name) == token
		if whole && err == nil {
			near.add(token, string(name[:min(len(name), 200)]))
		}
		if err := d.colon(s); err != nil {
			return d.brokenOnTheWay(s, err)
		}
		if found {
			return nil
		}
		if err := s.skip(); err != nil {
			return d.brokenOnTheWay(s, err)
		}
	}
	return d.nowhere(done, "is an object of "+strconv.Itoa(near.seen)+" members", near.best())
}

// nowhere says how far an address leads.
func (d *document) nowhere(done, what string, near []string) error {
	where := "the document"
	if done != "" {
		where = "#" + done
	}
	e := fault.New(fault.NotFound, fault.PhaseResolve, d.f.Name, fmt.Sprintf("There is no #%s: %s %s.", d.part, where, what), "")
	e.Data = map[string]any{"part": d.part, "found": done}
	if len(near) > 0 {
		quoted := make([]string, len(near))
		for i, n := range near {
			quoted[i] = fault.Quote(n)
		}
		e.Hint = "It has " + strings.Join(quoted, ", ") + "."
		e.Data["near"] = near
	}
	return e
}

// brokenOnTheWay is the error for a document that breaks off before the value.
func (d *document) brokenOnTheWay(s *stream, err error) error {
	if err := d.damaged(s, err); err != nil {
		return err
	}
	return d.refusal()
}

// nearNames keeps the names that are closest to one that was not found.
type nearNames struct {
	seen   int
	names  []string
	scores []int
}

const nearMost = 5

func (n *nearNames) add(want, name string) {
	n.seen++
	score := 0
	w, h := strings.ToLower(want), strings.ToLower(name)
	switch {
	case w == h:
		score = 1000
	case w != "" && (strings.Contains(h, w) || h != "" && strings.Contains(w, h)):
		score = 500
	}
	for i := 0; i < len(w) && i < len(h) && w[i] == h[i]; i++ {
		score += 2
	}
	i := len(n.names)
	for i > 0 && n.scores[i-1] < score {
		i--
	}
	if i >= nearMost {
		return
	}
	n.names = append(n.names[:i], append([]string{name}, n.names[i:]...)...)
	n.scores = append(n.scores[:i], append([]int{score}, n.scores[i:]...)...)
	if len(n.names) > nearMost {
		n.names, n.scores = n.names[:nearMost], n.scores[:nearMost]
	}
}

func (n *nearNames) best() []string { return n.names }
