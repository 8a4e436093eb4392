package cells

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A class is what a value looks like, for telling labels from data.
type class uint8

const (
	blank class = iota
	number
	date
	words
)

// classify looks at a value as people write them, more freely than the types
// of cells: 1.234,50 and 12 % are numbers here.
func classify(s string) class {
	s = strings.TrimSpace(s)
	if s == "" {
		return blank
	}
	digits, marks := 0, 0
	for _, r := range s {
		switch r {
		case '0', '1', '2', '3', '4', '5', '6', '7', '8', '9':
			digits++
		case '-', '/', ':', '.':
			marks++
		case '+', ',', '\'', ' ', '%', '$', '€', '£', '¥', '_', '(', ')', 0xa0, 0x202f:
		case 'e', 'E', 'T', 'Z':
			if digits == 0 {
				return words
			}
		default:
			return words
		}
	}
	switch {
	case digits == 0:
		return words
	case marks >= 2 && digits >= 4 && s[0] >= '0' && s[0] <= '9' && len(s) >= 6 && strings.Count(s, ".") != marks-1:
		return date
	}
	return number
}

// column is what the records below the first say about one column.
type column struct {
	filled, distinct, sameLen int
	length                    int
	classes                   [4]int
	recurs                    bool // the label is one of its values
	digits, marked, shaped    int  // values with a digit; with @ or ://; of the shape of a name
	seen                      map[string]bool
}

func (c *column) add(label, v string) {
	v = strings.TrimSpace(v)
	k := classify(v)
	c.classes[k]++
	if k == blank {
		return
	}
	if c.filled++; c.filled == 1 {
		c.length = utf8.RuneCountInString(v)
	}
	if utf8.RuneCountInString(v) == c.length {
		c.sameLen++
	}
	if v == label {
		c.recurs = true
	}
	if !c.seen[v] {
		c.seen[v] = true
		c.distinct++
	}
	if strings.ContainsAny(v, "0123456789") {
		c.digits++
	}
	if strings.Contains(v, "@") || strings.Contains(v, "://") {
		c.marked++
	}
	if identifier(v) {
		c.shaped++
	}
}

func (c *column) mostly(n int) bool { return c.filled > 0 && n*10 >= c.filled*9 }

// identifier reports whether s is written as programs name things.
func identifier(s string) bool {
	for i, r := range s {
		if later := r == '_' || r >= '0' && r <= '9'; !unicode.IsLower(r) && (i == 0 || !later) {
			return false
		}
	}
	return s != ""
}

// labelWords are what columns are often called.
const labelWords = " id name date time datetime timestamp email mail phone address city country state region zip postcode type status title description" +
	" value code url link count total price amount quantity qty category class group key user username first last age sex gender year month day" +
	" lat lon latitude longitude x y z index number no nr note notes comment comments text label weight height size score rate percent currency" +
	" lastname firstname surname company product order customer department salary position language unit source target version "

// DetectHeader decides whether the first of rows names the columns, and says
// why. Labels are text where the records below hold something else; they are
// unique, and do not recur below. Where nothing tells, a first record of
// plausible labels is taken as the header, as nearly every such file has one
// (and as RFC 4180 and CSV on the Web expect).
func DetectHeader(rows [][]string, fields int) (bool, string) {
	if len(rows) == 0 {
		return false, "there are no rows"
	}
	labels := rows[0]
	plausible, problem := plausibleLabels(labels)
	if len(labels) < fields-1 || len(labels) > fields+1 {
		return false, fmt.Sprintf("the first row has %d of %d fields", len(labels), fields)
	}
	if len(rows) == 1 {
		if plausible {
			return true, "the only row is all labels"
		}
		return false, "the only row has " + problem
	}
	years := isSequence(labels)
	score := 0.0
	var typed []int
	against := false
	reason := ""
	for i, label := range labels {
		label = strings.TrimSpace(label)
		c := column{seen: map[string]bool{}}
		for _, r := range rows[1:] {
			if i < len(r) {
				c.add(label, r[i])
			}
		}
		if c.filled == 0 {
			continue
		}
		k := classify(label)
		if years && k == number {
			k = words
		}
		datum := c.mostly(c.classes[number]) || c.mostly(c.classes[date]) || c.mostly(c.classes[number]+c.classes[date])
		switch {
		case datum && k == words:
			score += 2
			typed = append(typed, i+1)
		case datum && k != blank, !datum && (k == number || k == date):
			score -= 2
			against = true
		case k == words:
			s, why := c.compare(label)
			score += s
			if reason == "" && s > 0 {
				reason = why
			}
		}
	}
	if problem != "" {
		score--
	}
	switch {
	case score > 0 && len(typed) > 0:
		return true, "labels are text where " + columns(typed) + " numbers or dates"
	case score > 0 && reason != "":
		return true, reason
	case score > 0:
		return true, "labels differ from the values below"
	case score == 0 && plausible:
		return true, "nothing tells the first row from the others, but it could be labels"
	case against:
		return false, "the first row has numbers or dates, as the rows below have"
	case problem != "":
		return false, "the first row has " + problem
	}
	return false, "the first row looks like the others"
}

// compare tells a label from the texts below it.
func (c *column) compare(label string) (score float64, why string) {
	switch {
	case c.recurs && c.filled > 1:
		return -2, ""
	case strings.Contains(labelWords, " "+strings.ToLower(lastWord(label))+" "):
		return 1, "the first row has the words that columns are called by"
	case c.mostly(c.marked) && !strings.Contains(label, "@") && !strings.Contains(label, "://"):
		return 1, "labels differ in kind from the values below"
	case c.mostly(c.digits) && !strings.ContainsAny(label, "0123456789"):
		return 1, "labels differ in kind from the values below"
	case identifier(label) && c.shaped*5 <= c.filled:
		return 1, "labels are written as names of columns, the values below are not"
	case c.filled >= 3 && c.sameLen == c.filled && utf8.RuneCountInString(label) != c.length:
		return 1, "labels differ in length from the values below"
	case c.filled >= 4 && c.distinct*2 <= c.filled:
		return 0.5, "labels do not recur where the values below do"
	}
	return 0, ""
}

func lastWord(s string) string {
	if i := strings.LastIndexAny(s, " _-."); i >= 0 {
		return s[i+1:]
	}
	return s
}

// plausibleLabels reports whether a record could name columns; if not, problem
// says what it has.
func plausibleLabels(labels []string) (ok bool, problem string) {
	seen := map[string]bool{}
	for i, l := range labels {
		l = strings.TrimSpace(l)
		switch k := classify(l); {
		case k == blank && i > 0: // the first is often left empty: an index
			problem = "an empty field"
		case k == number || k == date:
			return false, "numbers or dates"
		case strings.Contains(l, "@") || strings.Contains(l, "://") || strings.Contains(l, ", ") || strings.Contains(l, "; "):
			problem = "a field that reads like a value"
		case k != blank && seen[l]:
			problem = "a value twice"
		}
		seen[l] = true
	}
	return problem == "", problem
}

// isSequence reports whether the numbers among labels are years or steps that
// follow one another, as the columns of a cross table are called.
func isSequence(labels []string) bool {
	before, count := 0, 0
	for i, l := range labels {
		l = strings.TrimSpace(l)
		n := 0
		for _, r := range l {
			if r < '0' || r > '9' || n > 1e6 {
				n = -1
				break
			}
			n = 10*n + int(r-'0')
		}
		if l == "" || n < 0 {
			if count > 0 || i > 8 {
				return false
			}
			continue
		}
		if count > 0 && n != before+1 {
			return false
		}
		before = n
		count++
	}
	return count >= 3 && count < len(labels)
}

// columns names the columns that hold something: "column 2 holds".
func columns(list []int) string {
	if len(list) == 1 {
		return fmt.Sprintf("column %d holds", list[0])
	}
	if len(list) > 3 {
		return fmt.Sprintf("%d columns hold", len(list))
	}
	var names []string
	for _, n := range list {
		names = append(names, fmt.Sprint(n))
	}
	return "columns " + strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1] + " hold"
}
