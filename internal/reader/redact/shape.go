package redact

import (
	"bytes"
	"slices"
	"strings"
)

// A class is a set of bytes; all of them are ASCII, so that a match never
// splits a code point.
type class func(c byte) bool

func isDigit(c byte) bool     { return c >= '0' && c <= '9' }
func isUpper(c byte) bool     { return c >= 'A' && c <= 'Z' || isDigit(c) }
func isLower(c byte) bool     { return c >= 'a' && c <= 'z' || isDigit(c) }
func isAlnum(c byte) bool     { return isLower(c) || c >= 'A' && c <= 'Z' }
func isHex(c byte) bool       { return isDigit(c) || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F' }
func isWord(c byte) bool      { return isAlnum(c) || c == '_' }
func isURLSafe(c byte) bool   { return isWord(c) || c == '-' }
func isDotted(c byte) bool    { return isURLSafe(c) || c == '.' }
func isDashed(c byte) bool    { return isAlnum(c) || c == '-' }
func isBase64(c byte) bool    { return isAlnum(c) || c == '+' || c == '/' || c == '=' }
func isEscaped64(c byte) bool { return isBase64(c) || c == '%' }

// line is text in which a rule looks at a match, and what is before it.
type line struct {
	text   []byte
	before [edgeLen]byte
}

// edgeLen is how many bytes before a word say whether it begins there.
const edgeLen = len(`\u003d`)

func (l line) at(i int) byte {
	switch {
	case i < 0:
		return l.before[edgeLen+i]
	case i < len(l.text):
		return l.text[i]
	}
	return '\n'
}

// run returns the end of the bytes of a class from at, at most n of them.
func (l line) run(at, n int, in class) int {
	end := at
	for end < len(l.text) && end-at < n && in(l.text[end]) {
		end++
	}
	return end
}

// back returns the beginning of the bytes of a class before at, at most n.
func (l line) back(at, n int, in class) int {
	from := at
	for from > 0 && at-from < n && in(l.text[from-1]) {
		from--
	}
	return from
}

// edge reports whether a word can begin at at: behind no letter or digit, but
// for those of an escape such as \n, \u003d and %3D.
func (l line) edge(at int) bool {
	if !isAlnum(l.at(at - 1)) {
		return true
	}
	if l.at(at-2) == '\\' {
		return true
	}
	if l.at(at-3) == '%' && isHex(l.at(at-2)) && isHex(l.at(at-1)) {
		return true
	}
	return l.at(at-6) == '\\' && l.at(at-5) == 'u'
}

// value returns where the value behind a name that ends at at begins: behind
// quotes and brackets, spaces and at least one of : = > , in any order.
func (l line) value(at int) (start int, ok bool) {
	for start = at; start < at+16; start++ {
		switch l.at(start) {
		case ':', '=', '>', ',':
			ok = true
		case ' ', '\t', '"', '\'', '`', '\\', ')', ']', '(', '[':
		default:
			return start, ok
		}
	}
	return start, false
}

// placeholders are words in lower case of which a value holds none if it is a
// secret. They are long enough not to be in random values, but for one in a
// million.
func placeholders() []string {
	return []string{
		"example", "xxxxxx", "****", "....", "your-", "your_", "yourtoken", "yourkey", "yoursecret", "yourpass", "placeholder", "redacted",
		"changeme", "change-me", "change_me", "insert", "replace", "dummy",
	}
}

// random reports whether a value can be a secret: it holds at least distinct
// different bytes and no word of a placeholder.
func random(value []byte, distinct int) bool {
	var seen [256]bool
	n := 0
	for _, c := range value {
		if !seen[c] {
			seen[c] = true
			n++
		}
	}
	if n < distinct {
		return false
	}
	low := strings.ToLower(string(value[:min(len(value), 512)]))
	return !slices.ContainsFunc(placeholders(), func(w string) bool { return strings.Contains(low, w) })
}

// hasDigit reports whether a value has a digit, as few identifiers have.
func hasDigit(value []byte) bool { return slices.ContainsFunc(value, isDigit) }

// tokenOf finds a token that begins with the anchor and goes on with between
// least and most bytes of a class.
func tokenOf(in class, least, most int) finder {
	return func(l line, at, end int) (span, bool) {
		if !l.edge(at) {
			return span{}, false
		}
		to := l.run(end, most+1, in)
		if n := to - end; n < least || n > most || isAlnum(l.at(to)) {
			return span{}, false
		}
		return span{from: at, start: at, end: to}, random(l.text[end:to], distinctOf(least))
	}
}

// distinctOf is how many different bytes a random value of n has at least, but
// for one in a million.
func distinctOf(n int) int {
	switch {
	case n < 16:
		return 5
	case n < 24:
		return 7
	}
	return 8
}

// namedValue finds a value of a class behind a name.
func namedValue(in class, least, most int) finder {
	return func(l line, at, end int) (span, bool) {
		start, ok := l.value(end)
		if !ok {
			return span{}, false
		}
		to := l.run(start, most+1, in)
		if n := to - start; n < least || n > most || isAlnum(l.at(to)) {
			return span{}, false
		}
		return span{from: at, start: start, end: to}, random(l.text[start:to], distinctOf(least))
	}
}

// behind finds a value of a class directly behind the anchor, which stays.
func behind(in class, least, most int) finder {
	return func(l line, at, end int) (span, bool) {
		to := l.run(end, most+1, in)
		if n := to - end; n < least || n > most {
			return span{}, false
		}
		return span{from: at, start: end, end: to}, random(l.text[end:to], distinctOf(least))
	}
}

// webhook finds the path of a webhook: digits, a slash and a token.
func webhook(l line, at, end int) (span, bool) {
	slash := l.run(end, 24, isDigit)
	to := l.run(slash+1, 121, isURLSafe)
	ok := slash-end >= 15 && l.at(slash) == '/' && to-slash > 40 && to-slash < 120
	return span{from: at, start: end, end: to}, ok
}

// twilio finds SK and 32 hexadecimal digits, of which the anchor has
// the first.
func twilio(l line, at, _ int) (span, bool) {
	to := l.run(at+2, 33, func(c byte) bool { return isHex(c) && isLower(c) })
	if to-at != 34 || !l.edge(at) || isWord(l.at(to)) {
		return span{}, false
	}
	return span{from: at, start: at, end: to}, random(l.text[at+2:to], 8)
}

func sendgrid(l line, at, end int) (span, bool) {
	dot := l.run(end, 23, isURLSafe)
	to := l.run(dot+1, 44, isURLSafe)
	if dot-end != 22 || l.at(dot) != '.' || to-dot-1 != 43 || !l.edge(at) {
		return span{}, false
	}
	return span{from: at, start: at, end: to}, random(l.text[end:to], 8)
}

// skToken finds keys that begin with sk- and no name of their service, as those
// of OpenAI do; style sheets and packages have names of that kind, too.
func skToken(l line, at, end int) (span, bool) {
	if !l.edge(at) || bytes.HasPrefix(l.text[end:], []byte("ant-")) {
		return span{}, false
	}
	to := l.run(end, 301, isURLSafe)
	value := l.text[end:to]
	last := value[bytes.LastIndexByte(value, '-')+1:]
	if len(value) < 20 || len(value) > 300 || !hasDigit(value) {
		return span{}, false
	}
	named := slices.ContainsFunc([]string{"proj-", "svcacct-", "admin-", "or-"}, func(p string) bool { return bytes.HasPrefix(value, []byte(p)) })
	if !named && (len(value) < 32 || len(last) < 20) {
		return span{}, false
	}
	return span{from: at, start: at, end: to}, random(value, 8)
}

// around finds a token whose anchor is in the middle: at least least and up to
// most bytes before it, and between after and upTo behind it.
func around(before class, least, most int, in class, after, upTo int) finder {
	return func(l line, at, end int) (span, bool) {
		start := l.back(at, most, before)
		to := l.run(end, upTo+1, in)
		if at-start < least || to-end < after || to-end > upTo {
			return span{}, false
		}
		return span{from: start, start: start, end: to}, random(l.text[end:to], 8)
	}
}

// discord finds bot tokens: the number of the account in base64, a time and a
// signature, of 24 to 28, 6 and 27 to 38 bytes.
func discord(l line, at, _ int) (span, bool) {
	if !l.edge(at) {
		return span{}, false
	}
	first := l.run(at, 29, isURLSafe)
	second := l.run(first+1, 7, isURLSafe)
	to := l.run(second+1, 39, isURLSafe)
	if n := first - at; n < 24 || n > 28 || l.at(first) != '.' || second-first-1 != 6 || l.at(second) != '.' || to-second-1 < 27 || to-second-1 > 38 {
		return span{}, false
	}
	return span{from: at, start: at, end: to}, random(l.text[second:to], 8)
}

// jwt finds a signed JSON web token around the beginning of its second part. A
// longer part than these is cut, which leaves a token that is of no use.
func jwt(l line, at, end int) (span, bool) {
	const header, payload, signature = 2 << 10, 8 << 10, 2 << 10
	from := l.back(at, header, isURLSafe)
	i := bytes.Index(l.text[from:at], []byte("eyJ"))
	if at-from == header { // its beginning is out of sight
		i = 0
	}
	if i < 0 || at-from-i < 14 {
		return span{}, false
	}
	start := from + i
	dot := l.run(end, payload, isURLSafe)
	to := l.run(dot+1, signature, isURLSafe)
	if l.at(dot) != '.' || to-dot-1 < 16 {
		if dot-end < payload {
			return span{}, false
		}
		to = dot
	}
	return span{from: start, start: start, end: to}, random(l.text[dot:to], 8) || to == dot
}

// authorization finds the credentials of an HTTP header.
func authorization(l line, at, end int) (span, bool) {
	start, ok := l.value(end)
	if !ok || start >= len(l.text) {
		return span{}, false
	}
	to := l.run(start, 12, isAlnum)
	scheme := strings.ToLower(string(l.text[start:to]))
	least := 16
	if blank := l.run(to, 8, func(c byte) bool { return c == ' ' || c == '\t' }); blank == to {
		least = 24 // a bare key
	} else {
		start = blank
		switch scheme {
		case "basic":
			least = 8
		case "bearer", "token", "apikey", "bot", "key":
		default:
			return span{}, false
		}
	}
	to = l.run(start, 4096, func(c byte) bool { return isBase64(c) || isDotted(c) || c == '~' || c == ':' })
	value := l.text[start:to]
	if len(value) < least || scheme != "basic" && !hasDigit(value) {
		return span{}, false
	}
	return span{from: at, start: start, end: to}, random(value, 5)
}

// urlPassword finds the password of scheme://user:password@host. The last @
// before the path ends it, so that one that was not escaped is found whole; if
// there is none, the slash is part of it.
func urlPassword(l line, at, end int) (span, bool) {
	from := l.back(at, 24, func(c byte) bool { return isAlnum(c) || c == '+' || c == '-' || c == '.' })
	if at-from < 2 {
		return span{}, false
	}
	start := l.run(end, 128, func(c byte) bool { return isUserinfo(c) && c != ':' && c != '/' && c != '?' && c != '#' && c != '@' })
	if l.at(start) != ':' {
		return span{}, false
	}
	start++
	const most = 512
	host := l.run(start, most, isSecretByte)
	if host-start == most {
		return span{}, false
	}
	path := l.run(start, host-start, func(c byte) bool { return c != '/' && c != '?' && c != '#' })
	to := bytes.LastIndexByte(l.text[start:path], '@')
	if to < 0 {
		to = bytes.LastIndexByte(l.text[start:host], '@')
	}
	if to < 0 {
		return span{}, false
	}
	to += start
	port := l.run(start, 6, isDigit)
	if c := l.at(port); c == '/' || c == '?' || c == '#' {
		return span{}, false // host:port/path@
	}
	if !isAlnum(l.at(to+1)) && l.at(to+1) != '[' || exampleHost(l.text[to+1:host]) {
		return span{}, false
	}
	password := l.text[start:to]
	return span{from: from, start: start, end: to}, isPassword(password) && !bytes.Contains(password, []byte("://"))
}

// isSecretByte accepts what can be in a password in running text, and so in any
// letters; quotes and angle brackets end the text around it.
func isSecretByte(c byte) bool {
	switch c {
	case '"', '\'', '<', '>', '`', '\\':
		return false
	}
	return c > ' ' && c != 0x7f
}

// isUserinfo accepts of these what does not end an expression either.
func isUserinfo(c byte) bool {
	switch c {
	case '{', '}', '(', ')', '|', ',':
		return false
	}
	return isSecretByte(c)
}

func exampleHost(host []byte) bool {
	if i := bytes.IndexAny(host, ":/?#"); i >= 0 {
		host = host[:i]
	}
	name := strings.ToLower(string(host))
	for _, e := range []string{"example.com", "example.org", "example.net", "example"} {
		if name == e || strings.HasSuffix(name, "."+e) {
			return true
		}
	}
	return false
}

// isPassword reports whether a password is none of the words that stand for
// one, no reference and no mark.
func isPassword(value []byte) bool {
	if len(value) < 5 || bytes.Contains(value, []byte(markOpen)) {
		return false
	}
	last := value[len(value)-1]
	switch first, second := value[0], value[1]; {
	case first == '{', first == '<' && last == '>', first == '[' && last == ']':
		return false
	case first == '$' && (second == '(' || !slices.ContainsFunc(value[1:], func(c byte) bool { return !isWord(c) || c >= 'a' && c <= 'z' })):
		return false
	case first == '%' && !isHex(second):
		return false
	case bytes.Contains(value, []byte("${")), bytes.Contains(value, []byte("{{")):
		return false
	}
	switch strings.ToLower(string(value[:min(len(value), 16)])) {
	case "password", "passwd", "passw0rd", "secret", "token", "username", "pass123", "api_key", "apikey", "api-key", "mypassword", "password1", "password123",
		"userpass", "userpassword", "user-password", "dbpassword", "db_password":
		return false
	}
	return random(value, 4)
}

// encodedKey finds a private key block that is itself in base64, as Kubernetes
// writes it.
func encodedKey(l line, at, end int) (span, bool) {
	if c := l.at(at - 1); !l.edge(at) || c == '/' || c == '+' || !holdsKey(l.text[at:l.run(end, 128, isBase64)]) {
		return span{}, false
	}
	to := l.run(end, MaxSecret-64, func(c byte) bool { return isBase64(c) && c != '=' })
	to = l.run(to, 2, func(c byte) bool { return c == '=' })
	return span{from: at, start: at, end: to}, true
}
