package redact

import (
	"errors"
	"regexp"
	"regexp/syntax"
	"slices"
	"strconv"
	"strings"

	"fread/internal/reader/fault"
)

const (
	curatedName     = "secrets"     // all rules but the opt-in one
	assignmentsName = "assignments" // the opt-in rule
)

// A pattern is an expression of the user.
type pattern struct {
	name string
	re   *regexp.Regexp
}

// Parse reads the values of --redact: "secrets" for the curated rules, the name
// of one of them or of the opt-in rule "assignments", or a regular expression
// (RE2) for what is to be hidden. An expression sees one line at a time, so it
// cannot span lines.
func Parse(values []string) (*Set, error) {
	all := append(curated(), assignments())
	last := len(all) - 1
	wanted := make(map[string]bool)
	var patterns []pattern
	for _, v := range values {
		switch {
		case v == curatedName:
			for _, r := range all[:last] {
				wanted[r.name] = true
			}
		case slices.ContainsFunc(all, func(r rule) bool { return r.name == v }):
			wanted[v] = true
		default:
			re, err := expression(v)
			if err != nil {
				return nil, err
			}
			patterns = append(patterns, pattern{"pattern-" + strconv.Itoa(len(patterns)+1), re})
		}
	}
	return newSet(slices.DeleteFunc(all, func(r rule) bool { return !wanted[r.name] }), patterns), nil
}

// Names returns what Parse knows by name, "secrets" first.
func Names() []string {
	names := []string{curatedName, assignmentsName}
	for _, r := range curated() {
		if !slices.Contains(names, r.name) {
			names = append(names, r.name)
		}
	}
	slices.Sort(names[2:])
	return names
}

func expression(v string) (*regexp.Regexp, error) {
	const form = `Use --redact secrets, the name of a rule, or a regular expression (RE2) such as 'CUST-\d{8}'.`
	if v == "" {
		return nil, fault.Invalid("There is nothing to redact in an empty value.", form)
	}
	if near := nearNames(v); len(near) > 0 {
		return nil, fault.Invalid("There is no rule "+fault.Quote(v)+" to redact.",
			"Did you mean "+strings.Join(near, " or ")+"? As an expression, write (?:"+v+").")
	}
	if strings.Contains(v, "\n") || strings.Contains(v, `\n`) {
		return nil, fault.Invalid("The expression "+fault.Quote(v)+" to redact would match across lines, and lines are looked at one by one.", "Write one expression for what stands in one line.")
	}
	re, err := regexp.Compile(v)
	if err != nil {
		reason := err.Error()
		if e, ok := errors.AsType[*syntax.Error](err); ok {
			reason = string(e.Code)
			if e.Expr != v {
				reason += ": " + fault.Quote(e.Expr)
			}
		}
		f := fault.Invalid("The expression "+fault.Quote(v)+" to redact cannot be read ("+reason+").", form)
		f.Err = err
		return nil, f
	}
	return re, nil
}

// nearNames returns the names that v, if it looks like one, may be meant for.
func nearNames(v string) (near []string) {
	if strings.ContainsFunc(v, func(r rune) bool { return !isNameByte(r) && r != '_' && (r < 'A' || r > 'Z') }) {
		return nil
	}
	low := strings.ReplaceAll(strings.ToLower(v), "_", "-")
	for _, name := range Names() {
		if distance(low, name) <= min(2, len(name)/4) {
			near = append(near, name)
		}
	}
	return near
}

// distance is how many bytes have to be put in, left out or changed to make b
// of a.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost = 1 + min(diagonal, row[j], row[j+1])
			}
			diagonal, row[j+1] = row[j+1], cost
		}
	}
	return row[len(b)]
}
