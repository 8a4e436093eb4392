package policy

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"golang.org/x/text/unicode/norm"
)

// Repairs returns other spellings of a path that leads nowhere, in the order
// in which they should be tried: without a pasted @, a file URL as a path, ~ as
// the home folder, and the one sibling whose name differs only in how its
// Unicode characters are written.
func (p *Policy) Repairs(path string) []string {
	var out []string
	add := func(s string) {
		if s != "" && s != path {
			out = append(out, s)
		}
	}
	add(home(path))
	if rest, ok := strings.CutPrefix(path, "@"); ok {
		add(rest)
		add(home(rest))
	}
	if len(path) > 5 && strings.EqualFold(path[:5], "file:") {
		add(fromFileURL(path[5:]))
	}
	for _, s := range append([]string{path}, out...) {
		add(p.equivalent(s))
	}
	return out
}

// fromFileURL returns the path of a file URL (RFC 8089) without its scheme:
// /path, ///path or //localhost/path, with percent-encoded bytes.
func fromFileURL(s string) string {
	if rest, ok := strings.CutPrefix(s, "//"); ok {
		host, path, _ := strings.Cut(rest, "/")
		if host != "" && !strings.EqualFold(host, "localhost") {
			return "" // a file of another machine
		}
		s = "/" + path
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '%' && i+2 < len(s) {
			if c, err := strconv.ParseUint(s[i+1:i+3], 16, 8); err == nil {
				b.WriteByte(byte(c))
				i += 2
				continue
			}
		}
		b.WriteByte(s[i])
	}
	return filepath.FromSlash(b.String())
}

func home(path string) string {
	rest, ok := strings.CutPrefix(path, "~")
	if !ok || (rest != "" && !os.IsPathSeparator(rest[0])) {
		return ""
	}
	dir, err := os.UserHomeDir()
	if err != nil {
		return ""
	}
	return dir + rest
}

// maxSiblings bounds how much of a directory is looked at for other names.
const maxSiblings = 100_000

// equivalent follows path element by element and replaces each missing one by
// the only sibling that looks the same. It returns "" if there is none, or
// more than one.
func (p *Policy) equivalent(path string) string {
	slash := filepath.ToSlash(path)
	if !strings.ContainsFunc(slash, func(r rune) bool { return r >= 0x80 || r == '\'' || r == '"' || r == ' ' }) {
		return "" // nothing that could be written in another way
	}
	dir, elements := p.existing(path)
	if len(elements) == 0 {
		return ""
	}
	for _, e := range elements {
		want, found := lookalike(e), ""
		if _, err := p.stat(filepath.Join(dir, e)); err == nil {
			found = e
		} else {
			for _, name := range p.names(dir) {
				if lookalike(name) != want {
					continue
				}
				if found != "" {
					return "" // ambiguous
				}
				found = name
			}
		}
		if found == "" {
			return ""
		}
		dir = filepath.Join(dir, found)
	}
	return dir
}

// existing splits path into its longest existing folder and the elements below.
// It does not look for one outside the roots.
func (p *Policy) existing(path string) (dir string, missing []string) {
	dir = filepath.Clean(path)
	for {
		if info, err := p.stat(dir); err == nil && info.IsDir() {
			return dir, missing
		}
		parent, last := filepath.Dir(dir), filepath.Base(dir)
		if parent == dir {
			return dir, nil
		}
		missing = append([]string{last}, missing...)
		dir = parent
	}
}

// lookalike maps the ways in which one name can be written to one: composed
// and decomposed letters, no-break and narrow spaces, curly quotes.
func lookalike(name string) string {
	return strings.Map(func(r rune) rune {
		switch r {
		case '\u00a0', '\u202f', '\u2007', '\u2009':
			return ' '
		case '\u2018', '\u2019', '\u02bc':
			return '\''
		case '\u201c', '\u201d':
			return '"'
		}
		return r
	}, norm.NFC.String(name))
}
