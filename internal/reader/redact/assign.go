package redact

import (
	"bytes"
	"slices"
	"strings"
)

// assignments returns the opt-in rule: values assigned to names that stand for
// secrets, as in configuration and code, and those of .netrc and .pgpass.
func assignments() rule {
	return rule{assignmentsName, []string{
		"assword", "ASSWORD", "asswd", "ASSWD", "assphrase", "ASSPHRASE", "secret", "Secret", "SECRET", "token", "Token", "TOKEN",
		"pi_key", "PI_KEY", "pi-key", "PI-KEY", "piKey", "PIKey", "pi-Key", "ccess_key", "ccessKey", "ACCESS_KEY", "rivate_key", "rivateKey", "PRIVATE_KEY",
		"redential", "REDENTIAL", "PASS=", "pass=", "PWD=", "pwd=", "_pass:", "pwd:", ":5432:", ":*:*:",
	}, assignment, false}
}

// maxAssigned is how long an assigned value can be.
const maxAssigned = 512

// assignment finds the value assigned to a name that holds the anchor.
func assignment(l line, at, end int) (span, bool) {
	if l.text[at] == ':' {
		return pgpass(l, at, end)
	}
	name := l.back(at, 64, isDotted)
	bare := name // where the name begins with the words that may precede it
	at = end
	if c := l.text[end-1]; c == '=' || c == ':' {
		at--
	}
	at = l.run(at, 64, isDotted)
	at = l.run(at, 4, func(c byte) bool { return c == '"' || c == '\'' || c == ']' || c == ')' || c == '\\' })
	op := l.run(at, 8, isBlank)
	tight := op == at
	start := op
	switch two := string(l.text[op:min(op+2, len(l.text))]); {
	case two == ":=" || two == "=>" || two == "?=" || two == "+=":
		start += 2
	case two == "==" || two == "=~" || two == "!=" || two == "::":
		return span{}, false
	case strings.HasPrefix(two, "=") || strings.HasPrefix(two, ":"):
		start++
	case !tight && (isOption(l, name) || isNetrc(l.text, name)):
		tight = true
	default:
		return span{}, false
	}
	value := l.run(start, 8, isBlank)
	tight = tight && (value == start || l.at(start-1) != '=')
	escaped := 0
	if l.at(value) == '\\' {
		escaped = 1
	}
	if q := l.at(value + escaped); q == '"' || q == '\'' || q == '`' {
		start = value + escaped + 1
		to := l.run(start, maxAssigned, func(c byte) bool { return c != q && c != '\n' && (escaped == 0 || c != '\\') })
		if l.at(to) != q && (escaped == 0 || l.at(to) != '\\') {
			return span{}, false
		}
		return span{from: bare, start: start, end: to}, isAssigned(l.text[start:to]) && !bytes.Equal(l.text[start:to], l.text[name:end])
	}
	to := l.run(value, maxAssigned, func(c byte) bool { return isUserinfo(c) && c != ';' && c != '&' })
	if to == value || to-value == maxAssigned {
		return span{}, false
	}
	word := l.text[value:to]
	if c := l.at(to); c == '(' || c == '{' || c == '<' || !isAssigned(word) {
		return span{}, false
	}
	// Without quotes it may be an expression of a program.
	literal := hasDigit(word) && slices.ContainsFunc(word, isLetter) && !bytes.ContainsAny(word, "[.") ||
		bytes.ContainsAny(word, "!@#$%^*~") || tight && restIsBlank(l, to) && !bytes.Contains(word, []byte("."))
	return span{from: bare, start: value, end: to}, literal
}

func isBlank(c byte) bool  { return c == ' ' || c == '\t' }
func isLetter(c byte) bool { return isAlnum(c) && !isDigit(c) }

func restIsBlank(l line, at int) bool {
	at = l.run(at, 64, func(c byte) bool { return isBlank(c) || c == '\r' })
	return l.at(at) == '\n'
}

// isOption reports whether a name is that of a flag, which a blank separates
// from its value.
func isOption(l line, name int) bool { return l.at(name) == '-' && l.at(name+1) == '-' }

// isNetrc reports whether a name is behind a login or a machine.
func isNetrc(text []byte, name int) bool {
	before := text[max(0, name-256):name]
	before = before[bytes.LastIndexByte(before, '\n')+1:]
	return bytes.Contains(before, []byte("login ")) || bytes.Contains(before, []byte("machine "))
}

// isAssigned reports whether a value is neither a placeholder nor a word of a
// programming language.
func isAssigned(value []byte) bool {
	switch strings.ToLower(string(value[:min(len(value), 16)])) {
	case "false", "none", "null", "undefined", "string", "string,", "required", "optional", "bytes", "[]byte", "object":
		return false
	}
	if len(value) > 0 && (value[0] == '&' || value[0] == '(' || value[0] == '/') {
		return false
	}
	return isPassword(value)
}

// pgpass finds the password at the end of host:5432:database:user:password.
func pgpass(l line, at, end int) (span, bool) {
	from := l.back(at, 256, isDotted)
	field := func(c byte) bool { return c > ' ' && c != ':' }
	start := end
	if string(l.text[at:end]) == ":5432:" {
		start = l.run(start, 128, field) + 1
	}
	start = l.run(start, 128, field) + 1
	if start > len(l.text) || l.at(start-1) != ':' {
		return span{}, false
	}
	to := l.run(start, 256, func(c byte) bool { return c > ' ' })
	return span{from: from, start: start, end: to}, restIsBlank(l, to) && isPassword(l.text[start:to])
}
