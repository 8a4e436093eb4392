package numfmt

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// compile divides a code into sections and says which numbers each is for.
func (f *Format) compile(code string) {
	var all []section
	for rest, more := code, true; more && len(all) < 4; {
		var part string
		part, rest, more = cutSection(rest)
		all = append(all, newSection(part))
	}
	last := &all[len(all)-1]
	switch {
	case len(all) == 1 && len(last.tokens) == 0: // nothing, or a colour
		last.general()
	case len(all) == 4 || last.has(tokenText):
		f.text = last
		all = all[:len(all)-1]
	case len(all) == 1 && last.style == styleLiteral: // of text only, it stands for any value
		f.text = last
	}
	if len(all) == 0 { // only of text
		var s section
		s.tokens, s.style = []token{{kind: tokenGeneral}}, styleGeneral
		if f.text.is(tokenText) {
			s.tokens[0].kind = tokenText
		}
		all = []section{s}
		f.class = Verbatim
	}
	share(all)
	f.sections = all
	if f.class == Plain {
		f.class = classOf(all)
	}
}

// classOf is the class of the first section that shows more than text and is not
// for a single number, such as [=0]"-".
func classOf(all []section) Class {
	for i := range all {
		if s := &all[i]; s.style != styleLiteral && (s.op != equal || i == len(all)-1) {
			return s.class()
		}
	}
	return Plain
}

// share says which numbers each section is for, where it does not say so itself.
func share(all []section) {
	for i := range all {
		s := &all[i]
		if s.explicit {
			s.unsigned = s.negative()
			continue
		}
		switch {
		case i == len(all)-1:
			if i == 1 { // what the first leaves over
				op, limit := all[0].op, all[0].limit
				s.unsigned = (op == greater || op == greaterOrEqual) && limit == 0
			}
		case i == 0 && len(all) == 2:
			s.op = greaterOrEqual
			if all[1].explicit && all[1].admits(0) {
				s.op = greater
			}
		case i == 0:
			s.op = greater
		default:
			s.op, s.unsigned = less, true
		}
	}
}

// cutSection cuts a code at its first semicolon that divides sections.
func cutSection(code string) (part, rest string, more bool) {
	for i := 0; i < len(code); i++ {
		switch code[i] {
		case '\\', '_', '*':
			i++
		case '"', '[':
			end := byte('"')
			if code[i] == '[' {
				end = ']'
			}
			n := strings.IndexByte(code[i+1:], end)
			if n < 0 {
				return code, "", false
			}
			i += n + 1
		case ';':
			return code[:i], code[i+1:], true
		}
	}
	return code, "", false
}

// newSection compiles one section.
func newSection(code string) section {
	var s section
	l := lexer{s: &s, rest: code}
	l.run()
	s.settle()
	return s
}

// general makes the section show numbers as General does.
func (s *section) general() { s.tokens, s.style = []token{{kind: tokenGeneral}}, styleGeneral }

func (s *section) has(k kind) bool {
	for i := range s.tokens {
		if s.tokens[i].kind == k {
			return true
		}
	}
	return false
}

// lexer divides a section into tokens.
type lexer struct {
	s      *section
	rest   string
	digits bool // a digit placeholder has been met
}

func (l *lexer) run() {
	for l.rest != "" {
		l.next()
	}
}

// take cuts n bytes, or what there is.
func (l *lexer) take(n int) string {
	n = min(n, len(l.rest))
	t := l.rest[:n]
	l.rest = l.rest[n:]
	return t
}

// rune cuts one character.
func (l *lexer) rune() string {
	_, n := utf8.DecodeRuneInString(l.rest)
	return l.take(n)
}

func (l *lexer) add(t token) { l.s.tokens = append(l.s.tokens, t) }

func (l *lexer) literal(text string) {
	if text != "" {
		l.add(token{kind: tokenLiteral, text: text})
	}
}

// next takes one token.
func (l *lexer) next() {
	c := l.rest[0]
	switch c {
	case '"':
		l.quoted()
		return
	case '\\':
		l.take(1)
		l.literal(l.rune())
		return
	case '_': // as wide as the next character
		l.take(1)
		l.rune()
		l.literal(" ")
		return
	case '*': // as many of the next character as fit
		l.take(1)
		l.rune()
		return
	case '[':
		l.bracket()
		return
	case '@':
		l.add(token{kind: tokenText, text: l.take(1)})
		return
	case '0', '#', '?':
		l.digits = true
		l.add(token{kind: tokenDigit, digit: c, text: l.take(1)})
		return
	case '.':
		if n := l.subseconds(); n > 0 {
			l.add(token{kind: tokenFraction, count: n, text: l.take(1 + n)})
			return
		}
		l.add(token{kind: tokenPoint, text: l.take(1)})
		return
	case ',':
		l.add(token{kind: tokenComma, text: l.take(1)})
		return
	case '%':
		l.add(token{kind: tokenPercent, text: l.take(1)})
		return
	case '/':
		l.add(token{kind: tokenSlash, text: l.take(1)})
		return
	}
	switch {
	case c >= '1' && c <= '9':
		l.add(token{kind: tokenFixed, digit: c, text: l.take(1)})
	case l.word("General", tokenGeneral), l.word("Standard", tokenGeneral):
	case l.word("AM/PM", tokenHalf), l.word("A/P", tokenHalf), l.word("上午/下午", tokenHalf), l.word("午前/午後", tokenHalf), l.word("오전/오후", tokenHalf):
	case l.exponent():
	case l.letters(c):
	default:
		l.literal(l.rune())
	}
}

// quoted takes text in quotes.
func (l *lexer) quoted() {
	l.take(1)
	n := strings.IndexByte(l.rest, '"')
	if n < 0 {
		n = len(l.rest)
	}
	l.literal(l.take(n))
	l.take(1)
}

// word takes a word as a token, whatever its case.
func (l *lexer) word(w string, k kind) bool {
	if len(l.rest) < len(w) || !strings.EqualFold(l.rest[:len(w)], w) {
		return false
	}
	l.add(token{kind: k, text: l.take(len(w))})
	return true
}

// exponent takes E+ or E- behind digits.
func (l *lexer) exponent() bool {
	if !l.digits || len(l.rest) < 2 || l.rest[0]|0x20 != 'e' || (l.rest[1] != '+' && l.rest[1] != '-') {
		return false
	}
	l.add(token{kind: tokenExponent, text: l.take(2)})
	return true
}

// subseconds counts the zeros behind the point at which the rest starts, if
// seconds come before it.
func (l *lexer) subseconds() int {
	n := len(l.s.tokens)
	if n == 0 || (l.s.tokens[n-1].kind != tokenSecond && l.s.tokens[n-1].kind != tokenSeconds) {
		return 0
	}
	zeros := 1
	for zeros < len(l.rest) && l.rest[zeros] == '0' {
		zeros++
	}
	return zeros - 1
}

// letters takes a run of one of the letters of dates.
func (l *lexer) letters(c byte) bool {
	n := 1
	for n < len(l.rest) && l.rest[n]|0x20 == c|0x20 {
		n++
	}
	t := token{count: n}
	switch c | 0x20 {
	case 'y':
		t.kind = tokenYear
	case 'm':
		t.kind = tokenMonth
	case 'd':
		t.kind = tokenDay
	case 'h':
		t.kind = tokenHour
	case 's':
		t.kind = tokenSecond
	case 'e':
		t.kind = tokenEraYear
	case 'g':
		t.kind = tokenEra
	case 'a':
		if n < 3 {
			return false
		}
		t.kind = tokenWeekday
	case 'b':
		if n == 1 && len(l.rest) > 1 && (l.rest[1] == '1' || l.rest[1] == '2') { // which calendar
			l.take(2)
			return true
		}
		t.kind = tokenBuddhist
	default:
		return false
	}
	t.text = l.take(n)
	l.add(t)
	return true
}

// bracket takes what is in square brackets: a condition, a currency and a
// language, a count of hours, or a colour.
func (l *lexer) bracket() {
	n := strings.IndexByte(l.rest, ']')
	if n < 0 {
		l.literal(l.take(1))
		return
	}
	all := l.take(n + 1)
	in := all[1:n]
	if in == "" {
		return
	}
	switch c := in[0]; {
	case c == '$':
		symbol, tag, found := strings.Cut(in[1:], "-")
		l.literal(symbol)
		if found {
			l.s.language = parseLanguage(tag)
		}
	case c == '<' || c == '>' || c == '=':
		l.condition(in)
	case strings.Trim(in, "hH") == "":
		l.add(token{kind: tokenHours, count: len(in), text: all})
	case strings.Trim(in, "mM") == "":
		l.add(token{kind: tokenMinutes, count: len(in), text: all})
	case strings.Trim(in, "sS") == "":
		l.add(token{kind: tokenSeconds, count: len(in), text: all})
	}
}

// condition takes a comparison with a number.
func (l *lexer) condition(in string) {
	n := 1
	if len(in) > 1 && (in[1] == '=' || in[1] == '>') {
		n = 2
	}
	op := operatorOf(in[:n])
	limit, err := strconv.ParseFloat(strings.TrimSpace(in[n:]), 64)
	if op != always && err == nil {
		l.s.op, l.s.limit, l.s.explicit = op, limit, true
	}
}

func operatorOf(sign string) operator {
	switch sign {
	case "<":
		return less
	case "<=":
		return lessOrEqual
	case "=":
		return equal
	case "<>":
		return unequal
	case ">=":
		return greaterOrEqual
	case ">":
		return greater
	}
	return always
}

// settle finds out what the section shows, and makes literals of what then has no
// meaning.
func (s *section) settle() {
	first := tokenLiteral
	var digits bool
	for _, t := range s.tokens {
		switch {
		case t.kind == tokenGeneral || t.kind == tokenText:
			s.keep(func(k kind) bool { return k == tokenGeneral || k == tokenText })
			s.style = styleGeneral
			return
		case t.kind == tokenDigit:
			digits = true
		case t.kind < tokenYear:
			continue
		}
		if first == tokenLiteral {
			first = t.kind
		}
	}
	switch {
	case first >= tokenYear:
		s.keep(func(k kind) bool { return k >= tokenYear })
		s.settleDate()
	case digits:
		s.keep(func(k kind) bool { return k < tokenYear })
		s.settleNumber()
	default:
		s.keep(func(kind) bool { return false })
	}
}

// keep makes literals of the tokens whose kind is of no use.
func (s *section) keep(useful func(kind) bool) {
	for i := range s.tokens {
		if t := &s.tokens[i]; t.kind != tokenLiteral && !useful(t.kind) {
			t.kind = tokenLiteral
		}
	}
}

// settleDate tells minutes from months: an m behind hours or before seconds is one.
func (s *section) settleDate() {
	s.style = styleDate
	s.settleElapsed()
	before := tokenLiteral
	var month *token // the last token, if it could be minutes
	for i := range s.tokens {
		t := &s.tokens[i]
		switch t.kind {
		case tokenLiteral, tokenHalf, tokenFraction:
			s.half = s.half || t.kind == tokenHalf
			if t.kind == tokenFraction {
				s.subseconds = max(s.subseconds, min(t.count, maxSubseconds))
			}
			continue
		case tokenMonth:
			month = nil
			if t.count <= 2 {
				if before == tokenHour || before == tokenHours {
					t.kind = tokenMinute
				} else {
					month = t
				}
			}
			before = t.kind
			continue
		case tokenSecond, tokenSeconds:
			if month != nil {
				month.kind = tokenMinute
			}
		default:
		}
		month, before = nil, t.kind
	}
	for _, t := range s.tokens {
		switch {
		case t.kind >= tokenHours:
			s.elapsed = true
		case t.kind >= tokenHour:
			s.clock = true
		case t.kind >= tokenYear:
			s.date = true
			s.day = s.day || t.kind == tokenDay || t.kind == tokenWeekday
		}
	}
}

// settleElapsed makes all hours count the elapsed ones if one does, and so minutes
// and seconds; there are no months beside them unless there are other dates.
func (s *section) settleElapsed() {
	elapsed, dates := false, false
	for _, t := range s.tokens {
		elapsed = elapsed || t.kind >= tokenHours
		dates = dates || t.kind >= tokenYear && t.kind < tokenHour && t.kind != tokenMonth
	}
	if !elapsed {
		return
	}
	for i := range s.tokens {
		if t := &s.tokens[i]; t.kind == tokenMonth && t.count <= 2 && !dates {
			t.kind = tokenMinute
		}
	}
	for kind, all := range map[kind]kind{tokenHour: tokenHours, tokenMinute: tokenMinutes, tokenSecond: tokenSeconds} {
		if !s.has(all) {
			continue
		}
		for i := range s.tokens {
			if t := &s.tokens[i]; t.kind == kind {
				t.kind = all
			}
		}
	}
}

// settleNumber says what each digit placeholder belongs to.
func (s *section) settleNumber() {
	s.style = styleNumber
	if s.settleFraction() {
		return
	}
	at := inInteger
	lastDigit := -1 // index of the last placeholder of the mantissa
	var commas []int
	for i := range s.tokens {
		t := &s.tokens[i]
		switch t.kind {
		case tokenDigit:
			t.place = at
			switch at {
			case inInteger:
				s.integers++
				s.thousands = s.thousands || len(commas) > 0
			case inDecimals:
				s.decimals++
			default:
				s.exponents++
			}
			if at != inExponent {
				lastDigit = i
			}
			for _, c := range commas {
				s.tokens[c].text = ""
			}
			commas = commas[:0]
		case tokenPoint:
			if at != inInteger {
				t.kind = tokenLiteral
				break
			}
			at = inDecimals
			s.scaleBy(&commas)
		case tokenComma:
			if at == inExponent { // means nothing there
				t.text = ""
				break
			}
			if lastDigit < 0 || (len(commas) == 0 && lastDigit != i-1) {
				t.kind = tokenLiteral
				break
			}
			commas = append(commas, i)
		case tokenExponent:
			if at == inExponent {
				t.kind = tokenLiteral
				break
			}
			at = inExponent
			s.style = styleScientific
			s.scaleBy(&commas)
		case tokenPercent:
			s.scale += 2
			t.kind = tokenLiteral
		case tokenFixed, tokenSlash:
			t.kind = tokenLiteral
		default:
		}
	}
	s.scaleBy(&commas)
}

// scaleBy takes commas behind the last digit, each of which divides by a thousand.
func (s *section) scaleBy(commas *[]int) {
	for _, c := range *commas {
		s.scale -= 3
		s.tokens[c].text = ""
	}
	*commas = (*commas)[:0]
}

// settleFraction looks for a slash between digits and reports whether there is one.
func (s *section) settleFraction() bool {
	slash := -1
	for i, t := range s.tokens {
		if t.kind == tokenSlash && i > 0 && s.tokens[i-1].kind == tokenDigit && i+1 < len(s.tokens) {
			if k := s.tokens[i+1].kind; k == tokenDigit || k == tokenFixed {
				slash = i
			}
			break
		}
		if t.kind == tokenPoint || t.kind == tokenExponent {
			return false
		}
	}
	if slash < 0 {
		return false
	}
	s.style = styleFraction
	s.denominate(slash + 1)
	i := slash - 1
	for ; i >= 0 && s.tokens[i].kind == tokenDigit; i-- {
		s.tokens[i].place = inNumerator
		s.numerators++
	}
	for ; i >= 0; i-- {
		switch t := &s.tokens[i]; t.kind {
		case tokenDigit:
			t.place = inInteger
			s.integers++
			s.whole = true
		case tokenComma:
			s.thousands = true
			t.kind, t.text = tokenLiteral, ""
		case tokenPercent:
			s.scale += 2
			t.kind = tokenLiteral
		default:
			t.kind = tokenLiteral
		}
	}
	return true
}

// denominate reads the denominator that starts at index i.
func (s *section) denominate(i int) {
	fixed := false
	for ; i < len(s.tokens); i++ {
		t := &s.tokens[i]
		fixed = fixed || t.kind == tokenFixed
		if t.kind != tokenDigit && t.kind != tokenFixed {
			break
		}
		t.kind, t.place = tokenDigit, inDenominator
		s.denominators++
		if digit := t.digit; fixed && digit >= '0' && digit <= '9' && s.denominator < maxDenominator {
			s.denominator = s.denominator*10 + int(digit-'0')
		}
	}
	for ; i < len(s.tokens); i++ {
		t := &s.tokens[i]
		if t.kind == tokenPercent {
			s.scale += 2
		}
		t.kind = tokenLiteral
	}
}
