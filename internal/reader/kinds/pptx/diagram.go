package pptx

import (
	"cmp"
	"errors"
	"io"
	"slices"
	"strconv"

	"fread/internal/reader/fault"
	"fread/internal/reader/markup"
	"fread/internal/reader/opc"
	"fread/internal/reader/xmltext"
)

// maxNodes bounds what is kept of a diagram.
const maxNodes = 10_000

// node is a point of a diagram's data model (21.4.3.5).
type node struct {
	id     string
	texts  [][]markup.Span
	root   bool
	parent string
	order  int
	told   bool
}

// diagram tells a SmartArt diagram as a list, nested as its points are. One that
// cannot be read is counted.
func (s *slide) diagram(part string) error {
	nodes, err := s.readDiagram(part)
	if err != nil && fault.CodeOf(err) != fault.Corrupt {
		return err
	}
	if len(nodes) == 0 {
		s.w.Omit("diagrams", 1)
		return nil
	}
	s.lists++
	t := &tree{s: s, list: s.lists, children: map[string][]*node{}}
	for i := range nodes {
		t.children[nodes[i].parent] = append(t.children[nodes[i].parent], &nodes[i])
	}
	for _, c := range t.children {
		slices.SortStableFunc(c, func(a, b *node) int { return cmp.Compare(a.order, b.order) })
	}
	for i := range nodes { // the root first, then what hangs on nothing
		if nodes[i].root {
			if err := t.tell(&nodes[i], 0); err != nil {
				return err
			}
		}
	}
	for i := range nodes {
		if err := t.tell(&nodes[i], 0); err != nil {
			return err
		}
	}
	return nil
}

// tree tells points with those below them.
type tree struct {
	s        *slide
	list     int
	children map[string][]*node
}

func (t *tree) tell(n *node, depth int) error {
	const deepest = 64
	if n.told || depth > deepest {
		return nil
	}
	n.told = true
	open := t.s.open
	for i, text := range n.texts {
		if i == 0 {
			if err := t.s.begin(markup.Item{List: t.list}); err != nil {
				return err
			}
		}
		if err := t.s.w.Paragraph(text); err != nil {
			return err
		}
	}
	for _, c := range t.children[n.id] {
		if err := t.tell(c, depth+1); err != nil {
			return err
		}
	}
	return t.s.closeTo(open)
}

// readDiagram reads the points that hold text, and the root, with what connects
// them.
func (s *slide) readDiagram(part string) ([]node, error) {
	if part == "" {
		return nil, nil
	}
	x, err := s.d.OpenXML(part, s.d.known)
	if err != nil {
		return nil, err
	}
	defer func() { _ = x.Close() }()
	var nodes []node
	at := map[string]int{}
	for {
		kind, err := x.Next()
		switch {
		case errors.Is(err, io.EOF):
			return nodes, nil
		case err != nil:
			return nodes, err
		case kind != xmltext.Start:
			continue
		}
		switch x.Name() {
		case "dgm:pt":
			n, ok, err := s.point(x)
			if err != nil {
				return nodes, err
			}
			if ok && len(nodes) < maxNodes {
				at[n.id] = len(nodes)
				nodes = append(nodes, n)
			}
		case "dgm:cxn":
			connect(x, nodes, at)
		}
	}
}

// point reads a point; not those that only say how others are presented.
func (s *slide) point(x *opc.XML) (n node, ok bool, err error) {
	kind := "node"
	for name, value := range x.Attrs {
		switch name {
		case "modelId":
			n.id = value
		case "type":
			kind = value
		}
	}
	n.root = kind == "doc"
	err = s.eachChild(x, func(name string) error {
		if name != "dgm:t" {
			return x.Skip()
		}
		return s.eachChild(x, func(name string) error {
			if name != "a:p" {
				return x.Skip()
			}
			p, err := s.paragraph(x)
			if err == nil && !isBlank(p.spans) {
				n.texts = append(n.texts, p.spans)
			}
			return err
		})
	})
	return n, kind != "pres" && (n.root || len(n.texts) > 0 || kind == "node" || kind == "asst"), err
}

// connect reads a connection between two points (21.4.3.2).
func connect(x *opc.XML, nodes []node, at map[string]int) {
	kind, from, to, order := "parOf", "", "", 0
	for name, value := range x.Attrs {
		switch name {
		case "type":
			kind = value
		case "srcId":
			from = value
		case "destId":
			to = value
		case "srcOrd":
			order, _ = strconv.Atoi(value)
		}
	}
	i, ok := at[to]
	if _, known := at[from]; ok && known && kind == "parOf" {
		nodes[i].parent, nodes[i].order = from, order
	}
}
