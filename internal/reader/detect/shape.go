package detect

import "bytes"

func startsJSON(start []byte) bool { return len(start) > 0 && (start[0] == '{' || start[0] == '[') }

// json tells what JSON text is: json, ndjson (several values, one a line),
// ipynb or geojson; empty if the text is not JSON (RFC 8259) as far as it is
// seen. Only objects and arrays count: a bare word or number is any text.
func (s *text) json() string {
	b := bytes.TrimRight(s.start(), " \t\r\n")
	values, lines, cut := 0, 0, false
	for len(b) > 0 {
		if !startsJSON(b) {
			return ""
		}
		n, closed, ok := scanJSON(b)
		if !ok {
			return ""
		}
		values++
		cut = !closed
		if bytes.IndexByte(b[:n], '\n') < 0 {
			lines++
		}
		rest := b[n:]
		b = bytes.TrimLeft(rest, " \t\r\n")
		if len(b) > 0 && bytes.IndexByte(rest[:len(rest)-len(b)], '\n') < 0 {
			return "" // two values on a line
		}
	}
	if cut && s.complete {
		return "" // never closed
	}
	if values > 1 {
		if lines*2 < values {
			return "" // concatenated, not one a line
		}
		return "ndjson"
	}
	head := s.b
	switch {
	case bytes.Contains(head, []byte(`"nbformat"`)) && (bytes.Contains(head, []byte(`"nbformat_minor"`)) || bytes.Contains(head, []byte(`"worksheets"`))),
		cut && bytes.Contains(head, []byte(`"cells"`)) && bytes.Contains(head, []byte(`"cell_type"`)):
		return "ipynb"
	case bytes.Contains(head[:min(len(head), 512)], []byte(`"FeatureCollection"`)):
		return "geojson"
	}
	return "json"
}

// maxJSONDepth bounds the nesting that is followed; deeper is taken as JSON.
const maxJSONDepth = 512

// scanJSON checks one object or array at the beginning of b without building
// it. It returns how far it went and whether the value was closed there.
func scanJSON(b []byte) (n int, closed, ok bool) {
	const (
		value    = iota // a value, or the end of an empty array
		key             // a name, or the end of an empty object
		colon           // after a name
		comma           // after a value
		mustVal         // a value, after a comma
		mustName        // a name, after a comma
	)
	open := make([]byte, 0, maxJSONDepth) // the brackets within which i lies
	state := mustVal
	for i := 0; i < len(b); {
		c := b[i]
		if c == ' ' || c == '\t' || c == '\r' || c == '\n' {
			i++
			continue
		}
		object := len(open) > 0 && open[len(open)-1] == '{'
		switch state {
		case key, mustName:
			switch {
			case c == '"':
				end, done := jsonString(b[i:])
				i += end
				if !done {
					return i, false, i == len(b)
				}
				state = colon
				continue
			case c == '}' && state == key:
			default:
				return i, false, false
			}
		case colon:
			if c != ':' {
				return i, false, false
			}
			i++
			state = mustVal
			continue
		case comma:
			if c == ',' {
				i++
				state = mustVal
				if object {
					state = mustName
				}
				continue
			}
		}
		switch {
		case c == '}' || c == ']':
			if len(open) == 0 || state == mustVal || state == mustName || object != (c == '}') {
				return i, false, false
			}
			i++
			open = open[:len(open)-1]
			if len(open) == 0 {
				return i, true, true
			}
			state = comma
		case state == comma:
			return i, false, false
		case c == '{' || c == '[':
			if len(open) == maxJSONDepth {
				return len(b), false, true
			}
			open = append(open, c)
			i++
			state = value
			if c == '{' {
				state = key
			}
		case c == '"':
			end, done := jsonString(b[i:])
			i += end
			if !done {
				return i, false, i == len(b)
			}
			state = comma
		default:
			end := jsonScalar(b[i:])
			if end == 0 {
				return i, false, false
			}
			i += end
			state = comma
		}
	}
	return len(b), false, true
}

// jsonString passes over a string and reports whether its end was seen. A raw
// line end in one is an error, at which it stops short.
func jsonString(b []byte) (n int, done bool) {
	for i := 1; i < len(b); i++ {
		switch b[i] {
		case '"':
			return i + 1, true
		case '\\':
			i++
		case '\n', '\r':
			return i, false
		}
	}
	return len(b), false
}

// jsonScalar passes over a number or one of the words; a word may be cut off
// by the end of what is seen. NaN and Infinity are what programs write.
func jsonScalar(b []byte) int {
	n := 0
	for n < len(b) && n < 64 {
		c := b[n]
		if (c < '0' || c > '9') && (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && c != '-' && c != '+' && c != '.' {
			break
		}
		n++
	}
	switch string(b[:n]) {
	case "true", "false", "null", "NaN", "Infinity", "-Infinity":
		return n
	}
	if n > 0 && (b[0] == '-' || b[0] >= '0' && b[0] <= '9') {
		for _, c := range b[:n] {
			if (c < '0' || c > '9') && c != '-' && c != '+' && c != '.' && c != 'e' && c != 'E' {
				return 0
			}
		}
		return n
	}
	if n == len(b) && n < 5 {
		return n // cut off
	}
	return 0
}

// shape judges texts that have no opening words by what their lines have in
// common. All of these ask for more than chance gives.
func (s *text) shape() (format, why string) {
	lines := s.lines(64)
	if len(lines) == 0 {
		return "", ""
	}
	if string(lines[0]) == "---" && len(lines) > 1 && yamlLine(lines[1]) {
		if end := closing(lines[1:]); end > 0 && end+2 < len(lines) {
			return "markdown", "text with front matter"
		}
		return "yaml", "YAML document start"
	}
	if f := settings(lines); f != "" {
		return f, "text of the shape of " + f
	}
	if timestamps(lines) {
		return "log", "lines beginning with a time"
	}
	if f := s.delimited(); f != "" {
		return f, "lines of as many fields"
	}
	if markdown(lines) {
		return "markdown", "Markdown headings and marks"
	}
	return "", ""
}

// lines returns up to n complete lines without their ends.
func (s *text) lines(n int) [][]byte {
	var lines [][]byte
	b := s.b
	for len(lines) < n && len(b) > 0 {
		line, rest, ended := bytes.Cut(b, []byte("\n"))
		if !ended && !s.complete && len(lines) > 0 {
			break // cut off
		}
		lines = append(lines, bytes.TrimRight(line, "\r"))
		b = rest
	}
	return lines
}

func closing(lines [][]byte) int {
	for i, l := range lines {
		if string(bytes.TrimRight(l, " ")) == "---" {
			return i
		}
	}
	return -1
}

// yamlLine: a comment, an item, or a name and a colon.
func yamlLine(l []byte) bool {
	t := bytes.TrimLeft(l, " ")
	if len(t) == 0 || t[0] == '#' || has(t, "- ") {
		return true
	}
	i := bytes.IndexByte(t, ':')
	return i > 0 && (i+1 == len(t) || t[i+1] == ' ') && len(word(t[:i])) == i
}

// settings recognises ini and toml: sections in brackets, and lines of name
// and value. TOML quotes its strings; ini seldom does.
func settings(lines [][]byte) string {
	sections, pairs, quoted, others := 0, 0, 0, 0
	for _, l := range lines {
		t := bytes.TrimSpace(l)
		switch {
		case len(t) == 0 || t[0] == '#' || t[0] == ';':
		case t[0] == '[' && t[len(t)-1] == ']' && len(t) > 2:
			sections++
		default:
			name, value, ok := bytes.Cut(t, []byte("="))
			name, value = bytes.TrimSpace(name), bytes.TrimSpace(value)
			if !ok || len(name) == 0 || len(name) > 80 {
				others++
				continue
			}
			pairs++
			if len(value) > 0 && (value[0] == '"' || value[0] == '\'' || value[0] == '[' || value[0] == '{') {
				quoted++
			}
		}
	}
	if sections == 0 || pairs == 0 || others*4 > pairs {
		return ""
	}
	if quoted*2 >= pairs {
		return "toml"
	}
	return "ini"
}

// timestamps: most of the first lines begin with a date or a bracketed one.
func timestamps(lines [][]byte) bool {
	dated, all := 0, 0
	for _, l := range lines[:min(len(lines), 10)] {
		l = bytes.TrimLeft(l, " [")
		if len(l) == 0 {
			continue
		}
		all++
		if len(l) >= 19 && digits(l, "0000-00-00") && (l[10] == 'T' || l[10] == ' ') && digits(l[11:], "00:00:00") ||
			len(l) >= 19 && digits(l, "0000/00/00 00:00:00") {
			dated++
		}
	}
	return dated >= 3 && dated*2 > all
}

// digits matches a pattern in which 0 stands for any digit.
func digits(b []byte, pattern string) bool {
	if len(b) < len(pattern) {
		return false
	}
	for i := range len(pattern) {
		if p := pattern[i]; p == '0' && (b[i] < '0' || b[i] > '9') || p != '0' && b[i] != p {
			return false
		}
	}
	return true
}

// delimited recognises tables: five records or more, each of as many fields.
// Tabs want two fields, commas and semicolons three, and a comma followed by a
// blank on most of its places is prose.
func (s *text) delimited() string {
	lines := s.lines(32)
	for len(lines) > 0 && len(lines[len(lines)-1]) == 0 {
		lines = lines[:len(lines)-1]
	}
	if len(lines) < 5 {
		return ""
	}
	for _, d := range [...]struct {
		delimiter byte
		fields    int
		format    string
	}{{'\t', 2, "tsv"}, {',', 3, "csv"}, {';', 3, "csv"}} {
		want, same := 0, true
		for i, l := range lines {
			n, prose := fields(l, d.delimiter)
			if i == 0 {
				want = n
			}
			if n != want || n < d.fields || prose {
				same = false
				break
			}
		}
		if same {
			return d.format
		}
	}
	return ""
}

// fields counts the fields of a record (RFC 4180), and says whether the
// delimiters are rather those of sentences.
func fields(l []byte, delimiter byte) (n int, prose bool) {
	n = 1
	blanks, quoted := 0, false
	for i, c := range l {
		switch {
		case c == '"':
			quoted = !quoted
		case c == delimiter && !quoted:
			n++
			if i+1 < len(l) && l[i+1] == ' ' {
				blanks++
			}
		}
	}
	return n, blanks*2 > n-1 && delimiter != '\t'
}

// markdown wants a heading and two other marks that plain text lacks.
func markdown(lines [][]byte) bool {
	headings, marks := 0, 0
	for i, l := range lines {
		switch {
		case has(l, "# ") && i < 8, has(l, "## "), has(l, "### "):
			headings++
		case has(l, "```"), has(l, "~~~"):
			marks++
		case bytes.Contains(l, []byte("](")), bytes.Count(l, []byte("**")) >= 2:
			marks++
		case has(l, "- ["), has(l, "| ") && bytes.HasSuffix(l, []byte("|")):
			marks++
		}
	}
	return headings > 0 && marks >= 2 || headings >= 3 && marks > 0
}
