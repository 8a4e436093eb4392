package message

import (
	"bytes"
	"encoding/base64"
	"strconv"
	"strings"

	"fread/internal/reader/charset"
)

// A Header is the fields of a message in their order.
type Header []Field

// A Field is one of a header. Its value is unfolded, and as written else.
type Field struct{ Name, Value string }

// Get returns the first value of a field whose name is given in lower case.
func (h Header) Get(name string) string {
	for i := range h {
		if strings.EqualFold(h[i].Name, name) {
			return h[i].Value
		}
	}
	return ""
}

// Text returns the first value of a field as it is to be read.
func (h Header) Text(name string) string { return DecodeWords(h.Get(name)) }

// ParseHeader splits a header, whose lines end in line feeds, into its fields.
func ParseHeader(b []byte) Header {
	var h Header
	b = toUTF8(b)
	for len(b) > 0 && len(h) < maxFields {
		line, rest, _ := bytes.Cut(b, []byte("\n"))
		b = rest
		if len(line) == 0 {
			continue
		}
		if (line[0] == ' ' || line[0] == '\t') && len(h) > 0 {
			last := &h[len(h)-1]
			last.Value += " " + string(bytes.TrimSpace(line))
			continue
		}
		name, value, ok := bytes.Cut(line, []byte(":"))
		if ok {
			h = append(h, Field{Name: string(bytes.TrimSpace(name)), Value: string(bytes.TrimSpace(value))})
		}
	}
	return h
}

// toUTF8 decodes a header that holds more than ASCII, against the rules.
func toUTF8(b []byte) []byte {
	g := charset.Detect(b, true)
	if g.Encoding == nil || g.Encoding.IsUTF8() {
		return bytes.ToValidUTF8(b, []byte("\uFFFD"))
	}
	out, _, _, _ := g.Encoding.NewDecoder().Append(nil, b, true)
	return out
}

// DecodeWords decodes the encoded words in s (RFC 2047). Neighbours in one
// encoding are decoded together, since many senders cut characters in two.
func DecodeWords(s string) string {
	if !strings.Contains(s, "=?") {
		return s
	}
	var b strings.Builder
	var bytes []byte // of words that wait to be decoded
	label := ""
	flush := func() {
		if label != "" {
			_, _ = b.WriteString(decode(bytes, label))
		}
		bytes, label = nil, ""
	}
	for s != "" {
		i := strings.Index(s, "=?")
		if i < 0 {
			break
		}
		word, content, size, ok := encodedWord(s[i:])
		if !ok {
			flush()
			_, _ = b.WriteString(s[:i+2])
			s = s[i+2:]
			continue
		}
		if between := s[:i]; label == "" || strings.TrimSpace(between) != "" {
			flush()
			_, _ = b.WriteString(between)
		}
		if word != label {
			flush()
		}
		label, bytes = word, append(bytes, content...)
		s = s[i+size:]
	}
	flush()
	return b.String() + s
}

// encodedWord reads the encoded word at the start of s.
func encodedWord(s string) (label string, content []byte, size int, ok bool) {
	rest := s[2:]
	label, rest, ok = strings.Cut(rest, "?")
	if !ok || label == "" || len(label) > 64 || len(rest) < 2 || rest[1] != '?' {
		return "", nil, 0, false
	}
	kind := rest[0] | 0x20
	rest = rest[2:]
	end := strings.Index(rest, "?=")
	if end < 0 {
		return "", nil, 0, false
	}
	text := rest[:end]
	size = len(s) - len(rest) + end + 2
	label, _, _ = strings.Cut(strings.ToLower(label), "*") // a language (RFC 2231)
	switch kind {
	case 'b':
		b, err := base64.RawStdEncoding.DecodeString(strings.TrimRight(text, "= "))
		if err != nil {
			b = appendBase64(nil, []byte(text))
		}
		return label, b, size, true
	case 'q':
		return label, fromQ(text), size, true
	}
	return "", nil, 0, false
}

// fromQ decodes the Q encoding, in which an underscore is a space.
func fromQ(s string) []byte {
	b := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '_':
			b = append(b, ' ')
		case c == '=' && i+2 < len(s) && isHex(s[i+1]) && isHex(s[i+2]):
			b = append(b, unhex(s[i+1])<<4|unhex(s[i+2]))
			i += 2
		default:
			b = append(b, c)
		}
	}
	return b
}

func isHex(c byte) bool {
	return c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'f'
}

func unhex(c byte) byte {
	if c <= '9' {
		return c - '0'
	}
	return (c | 0x20) - 'a' + 10
}

// decode turns bytes in a named encoding into text; in one that is not known
// they are taken for what they look like.
func decode(b []byte, label string) string {
	e, ok := charset.Lookup(label)
	if !ok {
		return string(toUTF8(b))
	}
	out, _, _, _ := e.NewDecoder().Append(nil, b, true)
	return string(out)
}

// parameters reads a value with parameters, such as a content type (RFC 2045,
// 5.1), also those that are continued or in another encoding (RFC 2231).
func parameters(s string) (value string, params map[string]string) {
	value, rest, _ := strings.Cut(s, ";")
	value = strings.ToLower(strings.TrimSpace(value))
	if i := strings.IndexAny(value, " \t("); i >= 0 {
		value = value[:i]
	}
	params = map[string]string{}
	pieces := map[string]string{} // by name and number
	for rest != "" && len(params)+len(pieces) < 200 {
		var name, v string
		name, rest, _ = strings.Cut(rest, "=")
		if i := strings.LastIndexByte(name, ';'); i >= 0 { // one without a value
			name = name[i+1:]
		}
		name = strings.ToLower(strings.TrimSpace(name))
		v, rest = parameterValue(rest)
		if name == "" {
			continue
		}
		if strings.Contains(name, "*") {
			pieces[name] = v
		} else if _, twice := params[name]; !twice {
			params[name] = v
		}
	}
	for name := range pieces {
		base, _, _ := strings.Cut(name, "*")
		if v := join(pieces, base); v != "" {
			params[base] = v
		}
	}
	return value, params
}

// parameterValue reads the value at the start of s: a word or quoted.
func parameterValue(s string) (value, rest string) {
	s = strings.TrimLeft(s, " \t")
	if !strings.HasPrefix(s, `"`) {
		value, rest, _ = strings.Cut(s, ";")
		return strings.TrimSpace(value), rest
	}
	var b strings.Builder
	for i := 1; i < len(s); i++ {
		switch c := s[i]; {
		case c == '\\' && i+1 < len(s) && (s[i+1] == '"' || s[i+1] == '\\'):
			i++
			_ = b.WriteByte(s[i])
		case c == '"':
			_, rest, _ = strings.Cut(s[i+1:], ";")
			return b.String(), rest
		default:
			_ = b.WriteByte(c)
		}
	}
	return b.String(), ""
}

// join puts together a parameter that was continued (RFC 2231, 3 and 4).
func join(pieces map[string]string, name string) string {
	label := ""
	var b []byte
	add := func(v string, coded, first bool) {
		if !coded {
			b = append(b, v...)
			return
		}
		if first {
			if parts := strings.SplitN(v, "'", 3); len(parts) == 3 {
				label, v = strings.ToLower(parts[0]), parts[2]
			}
		}
		b = append(b, fromPercent(v)...)
	}
	if v, ok := pieces[name+"*"]; ok {
		add(v, true, true)
	} else {
		for i := 0; ; i++ {
			key := name + "*" + strconv.Itoa(i)
			if v, ok := pieces[key+"*"]; ok {
				add(v, true, i == 0)
			} else if v, ok := pieces[key]; ok {
				add(v, false, false)
			} else {
				break
			}
		}
	}
	if label == "" {
		return string(toUTF8(b))
	}
	return decode(b, label)
}

func fromPercent(s string) []byte {
	b := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		if s[i] == '%' && i+2 < len(s) && isHex(s[i+1]) && isHex(s[i+2]) {
			b = append(b, unhex(s[i+1])<<4|unhex(s[i+2]))
			i += 2
			continue
		}
		b = append(b, s[i])
	}
	return b
}
