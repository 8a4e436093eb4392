package reader

import (
	"strconv"
	"strings"

	"fread/internal/limits"
)

// An address is a path with the part of the file that is meant.
type address struct {
	path  string
	spans []limits.Span // lines, of f.go:10-40,80-90
	part  string        // of d.json#/a/0, without the #
}

func (a address) isPart() bool { return a.spans != nil || a.part != "" }

// parseAddress splits what follows the path of a file from it. It is tried
// only when no file of the literal name exists. A column, as compilers and
// grep print it (f.go:10:5), is read as the line.
func parseAddress(s string) (address, bool) {
	if i := strings.LastIndexByte(s, '#'); i > 0 && i < len(s)-1 {
		return address{path: s[:i], part: s[i+1:]}, true
	}
	s = strings.TrimSuffix(s, ":") // grep -n prints path:10:
	i := strings.LastIndexByte(s, ':')
	if i <= 0 {
		return address{}, false
	}
	path, lines := s[:i], s[i+1:]
	if j := strings.LastIndexByte(path, ':'); j > 0 && isNumber(lines) && isNumber(path[j+1:]) {
		path, lines = path[:j], path[j+1:]
	}
	spans, err := limits.ParseSpans(lines)
	if err != nil {
		return address{}, false
	}
	return address{path: path, spans: spans}, true
}

// badLines says what is wrong with the lines of an address that has the form of
// one, and which file it would be of.
func badLines(s string) (path string, err error) {
	i := strings.LastIndexByte(s, ':')
	if i <= 0 || i == len(s)-1 || strings.Trim(s[i+1:], "0123456789,-") != "" {
		return "", nil
	}
	_, err = limits.ParseSpans(s[i+1:])
	return s[:i], err
}

func isNumber(s string) bool {
	_, err := strconv.ParseUint(s, 10, 63)
	return err == nil
}

// formatSpans writes spans as in an address.
func formatSpans(spans []limits.Span) string {
	var b strings.Builder
	for i, s := range spans {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(strconv.FormatInt(s.First, 10))
		switch s.Last {
		case s.First:
		case 0:
			b.WriteByte('-')
		default:
			b.WriteByte('-')
			b.WriteString(strconv.FormatInt(s.Last, 10))
		}
	}
	return b.String()
}
