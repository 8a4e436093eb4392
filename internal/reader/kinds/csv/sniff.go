package csv

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf8"

	"fread/internal/reader/fault"
)

// sniffed is what the beginning of a file says about its dialect.
type sniffed struct {
	dialect
	lead   int // bytes of a line that only names the delimiter
	fields int // of most records
	rows   int // records looked at
	share  float64
	fits   bool // the first record has as many fields as most, or one off
	why    string
}

// sampleRows is how many records of the sample are looked at.
const sampleRows = 1000

// sniff decides the dialect from the first text of a file, which is all of it
// if complete. A delimiter is one that gives most records the same number of
// fields, and the first record that number too, because it is likely to be the
// header: 1,5;2,5 may be read as three fields, but name;price has no comma.
func sniff(sample []byte, complete bool, asked string) (sniffed, error) {
	best := sniffed{dialect: dialect{comma: ',', quote: '"', eol: '\n'}}
	if !bytes.Contains(sample, []byte{'\n'}) && bytes.Contains(sample, []byte{'\r'}) {
		best.eol = '\r' // as the Macintosh ended lines before 2001
	}
	lead, named := separatorLine(sample, best.eol)
	best.lead = lead
	sample = sample[best.lead:]
	best.quote = quoteOf(sample)
	candidates := []byte("\t;|,")
	switch {
	case asked != "":
		c, err := parseDelimiter(asked)
		if err != nil {
			return best, err
		}
		best.comma, best.why = c, "delimiter as asked"
	case named != 0:
		best.comma, best.why = named, "delimiter named by the sep= line"
	}
	if best.why != "" {
		candidates = []byte{best.comma}
	}
	var top float64
	for _, c := range append(candidates, ' ') {
		if c == ' ' && (best.why != "" || top >= 0.7) {
			break // the last resort
		}
		if best.why == "" && bytes.IndexByte(sample, c) < 0 {
			continue
		}
		try := best
		try.comma = c
		for _, spaced := range []bool{false, true} {
			try.spaced = spaced
			if spaced && (c == ' ' || !bytes.Contains(sample, []byte{c, ' ', best.quote})) {
				break
			}
			score := try.measure(sample, complete)
			if try.fields < 2 && best.why == "" {
				continue
			}
			if score > top || best.why != "" && top == 0 {
				top, best = score, try
			}
		}
	}
	if best.why == "" && best.fields > 1 {
		best.why = fmt.Sprintf("%s gives %d fields in %d of the first %d records", delimiterName(best.comma), best.fields, int(best.share*float64(best.rows)+0.5), best.rows)
	}
	if best.fields == 0 {
		best.measure(sample, complete)
	}
	return best, nil
}

// convincing reports whether a text that nobody called CSV is delimited.
func (s *sniffed) convincing() bool {
	return s.fields > 1 && s.rows > 1 && s.fits && (s.share >= 0.9 && s.comma != ' ' || s.share == 1 && s.rows > 2)
}

// measure counts the fields of the records of a sample, and scores how regular
// they are.
func (s *sniffed) measure(sample []byte, complete bool) (score float64) {
	counts := map[int]int{}
	var r row
	var clean, seen float64
	first, rows := 0, 0
	for len(sample) > 0 && rows < sampleRows {
		at := atField
		n, done := s.scan(&at, sample)
		if !done && !complete && rows > 0 {
			break // cut by the end of the sample
		}
		record := s.trimEnd(sample[:n])
		s.split(&r, record)
		sample = sample[n:]
		if r.fields() == 0 {
			continue
		}
		if rows++; rows == 1 {
			first = r.fields()
		}
		counts[r.fields()]++
		if rows <= 100 && r.fields() > 1 {
			seen++
			clean += s.clean(&r, record)
		}
	}
	s.rows, s.fields, s.share = rows, 0, 0
	if rows == 0 {
		return 0
	}
	for n, c := range counts {
		if c > counts[s.fields] || c == counts[s.fields] && n > s.fields {
			s.fields = n
		}
	}
	s.share = float64(counts[s.fields]) / float64(rows)
	s.fits = first >= s.fields-1 && first <= s.fields+1 && (first > 1 || s.fields == 1)
	score = s.share * float64(s.fields) / (float64(s.fields) + 0.5)
	switch {
	case first == s.fields:
	case s.fits:
		score *= 0.9
	default:
		score *= 0.7
	}
	if seen > 0 {
		score *= clean / seen
	}
	return score
}

// clean returns the share of the values of a record that do not look as if
// another delimiter ran through them. Where values are quoted, they may hold
// anything.
func (s *sniffed) clean(r *row, record []byte) float64 {
	if bytes.IndexByte(record, s.quote) >= 0 {
		return 1
	}
	good := 0
	for i := range r.fields() {
		if v := value(r, r.text, i); !bytes.ContainsAny(v, ";|\t") && !tightComma(v) {
			good++
		}
	}
	return float64(good) / float64(r.fields())
}

// tightComma reports whether v has a comma as delimiters stand, which is not
// one between digits, nor one of a sentence.
func tightComma(v []byte) bool {
	for i, c := range v {
		if c != ',' {
			continue
		}
		if i+1 == len(v) || v[i+1] == ' ' || i > 0 && isDigit(v[i-1]) && isDigit(v[i+1]) {
			continue
		}
		return true
	}
	return false
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// separatorLine recognises the first line sep=; by which Excel is told the
// delimiter; n is its length, 0 if there is none.
func separatorLine(sample []byte, eol byte) (n int, comma byte) {
	i := bytes.IndexByte(sample, eol)
	if i < 0 {
		return 0, 0
	}
	line := bytes.Trim(bytes.TrimSuffix(sample[:i], []byte{'\r'}), `"`)
	if len(line) != len("sep=;") || !bytes.EqualFold(line[:4], []byte("sep=")) || !allowed(line[4]) {
		return 0, 0
	}
	return i + 1, line[4]
}

// quoteOf decides between the double quote and, where the sample has none of
// those, an apostrophe that encloses every value that begins with one.
func quoteOf(sample []byte) byte {
	if bytes.IndexByte(sample, '"') >= 0 || bytes.IndexByte(sample, '\'') < 0 {
		return '"'
	}
	opened, closed := 0, 0
	edge := func(c byte) bool { return c == ',' || c == ';' || c == '\t' || c == '|' || c == '\n' || c == '\r' }
	for i, c := range sample {
		if c != '\'' {
			continue
		}
		if i == 0 || edge(sample[i-1]) {
			opened++
		}
		if i+1 == len(sample) || edge(sample[i+1]) {
			closed++
		}
	}
	if opened >= 2 && closed >= opened-1 && opened >= closed-1 {
		return '\''
	}
	return '"'
}

// allowed reports whether a character can be a delimiter.
func allowed(c byte) bool {
	return c < utf8.RuneSelf && c != '"' && c != '\r' && c != '\n' && c != 0 && c != 0x7f
}

// parseDelimiter reads a delimiter as it is asked for.
func parseDelimiter(s string) (byte, error) {
	switch strings.ToLower(s) {
	case "tab", `\t`:
		return '\t', nil
	case "comma":
		return ',', nil
	case "semicolon":
		return ';', nil
	case "pipe":
		return '|', nil
	case "space":
		return ' ', nil
	}
	if len(s) == 1 && allowed(s[0]) {
		return s[0], nil
	}
	return 0, fault.Invalid("The delimiter "+fault.Quote(s)+" is not one ASCII character other than a quote or a line end.", `Write it as --delimiter ';', '|', ',' or tab.`)
}

func delimiterName(c byte) string {
	switch c {
	case '\t':
		return "a tab"
	case ' ':
		return "a blank"
	}
	return fault.Quote(string(rune(c)))
}
