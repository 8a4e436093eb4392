package output

import (
	"bufio"
	"strconv"
	"strings"

	"github.com/rivo/uniseg"

	"fread/internal/reader"
	"fread/internal/reader/cells"
)

// tableSample is how many rows decide the widths of the columns.
const tableSample = 1000

// table writes rows as aligned columns for a terminal. It looks at the first
// rows before it decides how wide each column is, and then streams.
type table struct {
	style   Style
	headers []string
	rows    [][]string
	right   []bool // columns of numbers
	widths  []int
	set     bool
}

func (t *table) add(w *bufio.Writer, x *reader.Piece) error {
	row := make([]string, 1, len(x.Cells)+1)
	row[0] = strconv.FormatInt(x.No, 10)
	for i, c := range x.Cells {
		row = append(row, string(visible(nil, appendEscaped(nil, c.Text))))
		for len(t.right) <= i {
			t.right = append(t.right, true)
		}
		if c.Type != cells.Number && c.Type != cells.Null {
			t.right[i] = false
		}
	}
	if t.set {
		return t.write(w, row)
	}
	t.rows = append(t.rows, row)
	if len(t.rows) < tableSample {
		return nil
	}
	return t.flush(w)
}

// flush decides the widths and writes what has been collected.
func (t *table) flush(w *bufio.Writer) error {
	if t.set {
		return nil
	}
	t.set = true
	var head []string
	if t.headers != nil {
		head = append(head, "#")
		for _, h := range t.headers {
			head = append(head, string(visible(nil, appendEscaped(nil, h))))
		}
		t.measure(head)
	}
	for _, r := range t.rows {
		t.measure(r)
	}
	t.squeeze()
	if head != nil {
		if t.style.Color {
			_, _ = w.WriteString(bold)
		}
		if err := t.write(w, head); err != nil {
			return err
		}
		if t.style.Color {
			_, _ = w.WriteString(reset)
		}
	}
	for _, r := range t.rows {
		if err := t.write(w, r); err != nil {
			return err
		}
	}
	t.rows = nil
	return nil
}

func (t *table) measure(row []string) {
	for i, s := range row {
		for len(t.widths) <= i {
			t.widths = append(t.widths, 0)
		}
		t.widths[i] = max(t.widths[i], uniseg.StringWidth(s))
	}
}

// gap stands between two columns.
const gap = "  "

// squeeze takes from the widest columns until the table fits the terminal. The
// numbers of the rows stay whole.
func (t *table) squeeze() {
	const least = 6
	total := func() int {
		n := len(gap) * max(len(t.widths)-1, 0)
		for _, w := range t.widths {
			n += w
		}
		return n
	}
	for t.style.Width > 0 && total() > t.style.Width {
		widest := 0
		for i, w := range t.widths {
			if i > 0 && (widest == 0 || w > t.widths[widest]) {
				widest = i
			}
		}
		if widest == 0 || t.widths[widest] <= least {
			return
		}
		t.widths[widest]--
	}
}

func (t *table) write(w *bufio.Writer, row []string) error {
	var b strings.Builder
	for i, s := range row {
		if i > 0 {
			b.WriteString(gap)
		}
		width := 0
		if i < len(t.widths) {
			width = t.widths[i]
		}
		s = cutToWidth(s, width)
		space := strings.Repeat(" ", max(width-uniseg.StringWidth(s), 0))
		switch {
		case i == 0 || (i-1 < len(t.right) && t.right[i-1]):
			b.WriteString(space + s)
		case i == len(row)-1:
			b.WriteString(s)
		default:
			b.WriteString(s + space)
		}
	}
	b.WriteByte('\n')
	_, err := w.WriteString(b.String())
	return err
}

// cutToWidth shortens s to width columns and marks that with an ellipsis.
func cutToWidth(s string, width int) string {
	if width <= 0 || uniseg.StringWidth(s) <= width {
		return s
	}
	var b strings.Builder
	used := 0
	g := uniseg.NewGraphemes(s)
	for g.Next() {
		if used += g.Width(); used > width-1 {
			break
		}
		b.WriteString(g.Str())
	}
	b.WriteString("…")
	return b.String()
}
