package output

import (
	"bufio"
	"bytes"
	"encoding/json"

	"fread/internal/reader"
)

// jsonPrinter writes result documents: one a line, or indented on a terminal.
type jsonPrinter struct {
	w       *bufio.Writer
	style   Style
	collect *reader.Collector
}

// Begin implements reader.Sink.
func (p *jsonPrinter) Begin(r *reader.Result) error {
	p.collect = &reader.Collector{Lines: p.style.Lines}
	return p.collect.Begin(r)
}

// Put implements reader.Sink.
func (p *jsonPrinter) Put(x *reader.Piece) error { return p.collect.Put(x) }

// Finish implements Printer.
func (p *jsonPrinter) Finish(r *reader.Result) error {
	if p.collect != nil {
		p.collect.Finish(r)
		p.collect = nil
	}
	b, err := Marshal(r, p.style.Terminal)
	if err != nil {
		return err
	}
	if _, err := p.w.Write(b); err != nil {
		return err
	}
	return p.w.Flush()
}

// Marshal writes a result as a JSON document that ends in a line feed. On a
// terminal it is indented, and no character of it can act on the terminal.
func Marshal(r *reader.Result, terminal bool) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if terminal {
		e.SetIndent("", "  ")
	}
	if err := e.Encode(r); err != nil {
		return nil, err
	}
	if !terminal {
		return b.Bytes(), nil
	}
	return escapeJSON(b.Bytes()), nil
}

// escapeJSON escapes what a terminal might obey inside the strings of doc.
func escapeJSON(doc []byte) []byte {
	out := make([]byte, 0, len(doc))
	for _, r := range string(doc) {
		if r == '\n' || harmless(r) {
			out = append(out, string(r)...)
			continue
		}
		if r > 0xffff {
			hi, lo := (r-0x10000)>>10+0xd800, (r-0x10000)&0x3ff+0xdc00
			out = appendEscape(appendEscape(out, hi), lo)
			continue
		}
		out = appendEscape(out, r)
	}
	return out
}

func appendEscape(b []byte, r rune) []byte {
	const hex = "0123456789abcdef"
	return append(b, '\\', 'u', hex[r>>12&15], hex[r>>8&15], hex[r>>4&15], hex[r&15])
}
