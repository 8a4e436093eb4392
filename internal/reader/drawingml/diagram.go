package drawingml

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

// Diagram tells w the SmartArt diagram in a part as a list, nested as its points
// are. List tells the list apart from others. It reports whether there was anything
// to tell; what is damaged is not.
func Diagram(p *opc.Package, part string, list int, w markup.Writer) (told bool, err error) {
	nodes, err := readDiagram(p, part)
	if err != nil && fault.CodeOf(err) != fault.Corrupt {
		return false, err
	}
	t := &tree{w: w, list: list, children: map[string][]*node{}}
	for i := range nodes {
		t.children[nodes[i].parent] = append(t.children[nodes[i].parent], &nodes[i])
		told = told || len(nodes[i].texts) > 0
	}
	for _, c := range t.children {
		slices.SortStableFunc(c, func(a, b *node) int { return cmp.Compare(a.order, b.order) })
	}
	for _, roots := range []bool{true, false} { // what hangs on nothing comes last
		for i := range nodes {
			if nodes[i].root || !roots {
				if err := t.tell(&nodes[i], 0); err != nil {
					return told, err
				}
			}
		}
	}
	return told, nil
}

// tree tells points with those below them.
type tree struct {
	w        markup.Writer
	list     int
	children map[string][]*node
}

func (t *tree) tell(n *node, depth int) error {
	const deepest = 64
	if n.told || depth > deepest {
		return nil
	}
	n.told = true
	if len(n.texts) > 0 {
		if err := t.w.Begin(markup.Item{List: t.list}); err != nil {
			return err
		}
	}
	for _, text := range n.texts {
		if err := t.w.Paragraph(text); err != nil {
			return err
		}
	}
	for _, c := range t.children[n.id] {
		if err := t.tell(c, depth+1); err != nil {
			return err
		}
	}
	if len(n.texts) > 0 {
		return t.w.End()
	}
	return nil
}

// readDiagram reads the points that hold text, and the root, with what connects
// them.
func readDiagram(p *opc.Package, part string) ([]node, error) {
	if part == "" {
		return nil, nil
	}
	x, err := p.OpenXML(part, namespaces())
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
			n, ok, err := point(x)
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
func point(x *opc.XML) (n node, ok bool, err error) {
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
	err = each(x, func(name string) error {
		if name != "dgm:t" {
			return x.Skip()
		}
		return each(x, func(name string) error {
			if name != "a:p" {
				return x.Skip()
			}
			text, err := paragraph(x)
			if err == nil && len(text) > 0 {
				n.texts = append(n.texts, text)
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
