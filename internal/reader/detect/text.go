package detect

import (
	"bytes"
	"strings"
)

// TextFormat names the format of what has been found to be text. decoded is
// its beginning as UTF-8 without a byte order mark; complete says that it is
// the whole. The answer is always a format, "text" at the least.
//
// Between text formats the name is believed, because all of them are shown as
// they are. The content is believed where the name says little (no extension,
// .txt, or the extension of something that is not text), and where a name that
// promises a syntax plainly does not keep it: an error page saved as .json.
func TextFormat(name string, decoded []byte, complete bool) Type {
	s := text{b: decoded[:min(len(decoded), HeadSize)], complete: complete && len(decoded) <= HeadSize}
	r, evidence := named(name)
	if r == nil || r.format == "text" && !strings.HasPrefix(evidence, "file name") {
		if f, why := s.format(); f != "" {
			return typeOf(f, why)
		}
		if r == nil {
			return typeOf("text", "text content")
		}
		return typeOf(r.format, evidence)
	}
	if f, why := s.contradicts(r); f != "" {
		return typeOf(f, why)
	}
	return typeOf(r.format, evidence)
}

// maxName bounds what is looked at of a file name.
const maxName = 256

// named finds the text format that a file name stands for: the whole name,
// then its beginning or end where that is the custom, then the extension.
func named(name string) (*row, string) {
	name = name[max(0, len(name)-maxName):] // no known name is that long; the extension counts
	lower := strings.ToLower(name)
	if r := byFileName(lower); r != nil {
		return r, "file name " + name
	}
	if ext := extension(name); ext != "" {
		if r := byExtension(ext); r != nil {
			if !readAsText(r) {
				return nil, ""
			}
			return r, "extension ." + ext
		}
	}
	// A copy is of the format of what it is a copy of: main.go.orig, app.log.1.
	if i := strings.LastIndexByte(lower, '.'); i > 0 || strings.HasSuffix(lower, "~") {
		switch suffix := lower[i+1:]; {
		case strings.HasSuffix(lower, "~"):
			return named(name[:len(name)-1])
		case i > 0 && len(suffix) < 3 && strings.Trim(suffix, "0123456789") == "" && strings.HasSuffix(lower[:i], ".log"):
			return byFormat("log"), "extension .log"
		case suffix == "bak" || suffix == "orig" || suffix == "old" || suffix == "save" || suffix == "sample" ||
			suffix == "example" || suffix == "dist" || suffix == "in" || suffix == "new":
			return named(strings.TrimSuffix(name[:len(name)-len(suffix)], "."))
		}
	}
	// Dockerfile.dev, Makefile.linux, requirements-dev.txt, .env.staging
	for _, p := range [...]struct{ prefix, format string }{
		{"dockerfile.", "dockerfile"},
		{"makefile.", "makefile"},
		{".env.", "env"},
		{"jenkinsfile.", "groovy"},
		{"license.", "text"},
		{"license-", "text"},
		{"licence.", "text"},
		{"copying.", "text"},
		{"readme.", "text"},
	} {
		if strings.HasPrefix(lower, p.prefix) {
			return byFormat(p.format), "file name " + name
		}
	}
	return nil, ""
}

// readAsText reports whether a row is of a format that is text underneath.
func readAsText(r *row) bool {
	switch r.kind {
	case Text, HTML, Notebook:
		return true
	case Email:
		return r.format != "msg"
	case Word, Spreadsheet, Presentation:
		return r.format == "rtf" || strings.HasPrefix(r.format, "fod")
	case LegacySpreadsheet, PDF, Ebook, Image, Archive, Database, Directory, Unsupported:
	}
	return false
}

// A text is the decoded beginning of one.
type text struct {
	b        []byte
	complete bool
}

// contradicts says what a text is instead of what its name promises, for the
// formats that have a syntax to keep; an empty answer means the name stands.
func (s *text) contradicts(r *row) (format, why string) {
	start := s.start()
	if len(start) == 0 {
		return "", ""
	}
	switch r.format {
	case "html", "xhtml":
		switch f, why := s.document(); f {
		case "", "html", "xhtml", "xml":
			if f == "" && startsJSON(start) {
				if j := s.json(); j != "" {
					return j, "JSON content"
				}
			}
			return "", ""
		default:
			return f, why
		}
	case "ipynb":
		if start[0] != '{' {
			if f, why := s.format(); f != "" {
				return f, why
			}
			return "text", "text content that is no JSON"
		}
	case "json", "geojson", "jsonld", "ndjson":
		if startsJSON(start) {
			if r.format == "json" {
				switch f := s.json(); f {
				case "ndjson", "ipynb", "geojson":
					return f, "JSON content"
				}
			}
			return "", ""
		}
		return s.document()
	case "eml", "mhtml":
		if f, why := s.document(); f != "eml" && f != "mbox" {
			return f, why
		}
	case "mbox":
		if f, why := s.document(); f == "eml" || f == "rtf" || f == "html" {
			return f, why
		}
	case "rtf", "fodt", "fods", "fodp", "fodg":
		if f, why := s.format(); f == r.format || r.format == "rtf" && has(start, "{\\") {
			return "", ""
		} else if f != "" {
			return f, why
		}
		return "text", "text content"
	case "xml", "rss", "atom", "rdf", "kml", "gpx", "gml", "xslt", "plist", "svg":
		if start[0] == '<' {
			// Elements that HTML has too are no contradiction; a page is.
			if f, why := s.markup(); f != "xml" && (f != "html" || wholePage(start)) {
				return f, why
			}
			return "", ""
		}
		if f, why := s.format(); f != "" {
			return f, why
		}
		return "text", "text content that is no markup"
	case "csv", "tsv", "yaml", "log":
		// What a server answers instead of the data is a page.
		if f, why := s.document(); f == "html" && wholePage(start) || f == "rtf" {
			return f, why
		}
	}
	return "", ""
}

// format is what the content alone says; empty if nothing is clear.
func (s *text) format() (format, why string) {
	if f, why := s.document(); f != "" {
		return f, why
	}
	start := s.start()
	if len(start) == 0 {
		return "", ""
	}
	if startsJSON(start) {
		if f := s.json(); f != "" {
			return f, "JSON content"
		}
	}
	if has(start, "#!") {
		if f := interpreter(start); f != "" {
			return f, "#! line"
		}
	}
	if f := opening(start); f != "" {
		return f, "text beginning as " + f
	}
	return s.shape()
}

// document recognises what another reader than that of plain text takes, and
// markup; these are surer than a name that says nothing.
func (s *text) document() (format, why string) {
	start := s.start()
	switch {
	case len(start) == 0:
		return "", ""
	case has(start, "{\\rtf"):
		return "rtf", "RTF header"
	case start[0] == '<':
		return s.markup()
	}
	switch {
	case has(s.b, "From ") && (envelope(firstLine(s.b)) || isMail(afterLine(s.b))):
		return "mbox", "mbox From line"
	case isMail(start):
		if head := start[:min(len(start), 2048)]; bytes.Contains(head, []byte("multipart/related")) && !bytes.Contains(head, []byte("\nTo:")) {
			return "mhtml", "MIME header of a saved page"
		}
		return "eml", "mail header"
	}
	return "", ""
}

// start is the text without leading blanks.
func (s *text) start() []byte { return bytes.TrimLeft(s.b, " \t\r\n\f\ufeff") }

func firstLine(b []byte) []byte {
	line, _, _ := bytes.Cut(b, []byte("\n"))
	return bytes.TrimSuffix(line, []byte("\r"))
}

func afterLine(b []byte) []byte {
	_, rest, _ := bytes.Cut(b, []byte("\n"))
	return rest
}

// envelope matches the line that parts messages of a mailbox: an address, and
// a date as asctime writes it (RFC 4155, Appendix A).
func envelope(line []byte) bool {
	f := bytes.Fields(line)
	if len(f) < 7 {
		return false
	}
	for i, day := range f[2 : len(f)-3] {
		switch string(day) {
		case "Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun":
			return digits(f[i+5], "00:00")
		}
	}
	return false
}

// isMail reports whether b begins with header fields (RFC 5322, 2.2) of which
// two are those of mail.
func isMail(b []byte) bool {
	fields, mail, other := 0, 0, 0
	for range 64 {
		line := firstLine(b)
		if len(line) == 0 {
			break
		}
		last := len(line)+2 >= len(b) // may be cut off
		b = afterLine(b)
		if line[0] == ' ' || line[0] == '\t' {
			if fields == 0 {
				return false
			}
			continue
		}
		name, _, ok := bytes.Cut(line, []byte(":"))
		if !ok && last && fields > 0 {
			break
		}
		if !ok || len(name) == 0 || len(name) > 76 || !fieldName(name) {
			return false
		}
		fields++
		switch strings.ToLower(string(bytes.TrimRight(name, " \t"))) {
		case "date", "content-type": // HTTP has them too
			other++
		case "from", "to", "subject", "received", "return-path", "message-id", "mime-version", "delivered-to",
			"reply-to", "cc", "sender", "dkim-signature", "x-original-to", "x-mozilla-status", "envelope-to",
			"content-transfer-encoding", "x-priority", "x-mailer", "in-reply-to", "references", "bcc", "arc-seal", "snapshot-content-location":
			mail++
		}
		if mail >= 3 {
			return true
		}
	}
	return mail > 0 && mail+other >= 2
}

// fieldName: printable ASCII without colon; a blank may stand before the
// colon (RFC 5322, 4.5).
func fieldName(b []byte) bool {
	b = bytes.TrimRight(b, " \t")
	for _, c := range b {
		if c <= ' ' || c > '~' {
			return false
		}
	}
	return len(b) > 0
}

// interpreter names the language of a #! line; env and its options are passed over.
func interpreter(b []byte) string {
	line := firstLine(b[2:min(len(b), 258)])
	for field := range bytes.FieldsSeq(line) {
		name := string(field[bytes.LastIndexByte(field, '/')+1:])
		if name == "env" || strings.HasPrefix(name, "-") || strings.Contains(name, "=") {
			continue
		}
		switch strings.TrimRight(name, "0123456789.-") {
		case "sh", "bash", "dash", "zsh", "ksh", "mksh", "ash", "fish", "csh", "tcsh", "busybox", "rc", "bats", "openrc-run":
			return "shell"
		case "python", "pypy", "pythonw", "uv", "jython", "ipython":
			return "python"
		case "perl":
			return "perl"
		case "ruby", "jruby", "rake":
			return "ruby"
		case "node", "nodejs", "bun", "gjs", "jsc", "zx":
			return "javascript"
		case "deno", "ts-node", "tsx":
			return "typescript"
		case "php":
			return "php"
		case "lua", "luajit":
			return "lua"
		case "awk", "gawk", "mawk", "nawk":
			return "awk"
		case "sed", "gsed":
			return "sed"
		case "tclsh", "wish", "expect":
			return "tcl"
		case "make", "gmake":
			return "makefile"
		case "Rscript", "littler":
			return "r"
		case "julia":
			return "julia"
		case "groovy":
			return "groovy"
		case "scala":
			return "scala"
		case "kotlin", "kotlinc":
			return "kotlin"
		case "swift":
			return "swift"
		case "elixir", "iex":
			return "elixir"
		case "escript":
			return "erlang"
		case "guile", "racket", "scheme", "csi", "chibi-scheme":
			return "scheme"
		case "sbcl", "clisp", "ecl", "emacs":
			return "lisp"
		case "clojure", "bb", "lein":
			return "clojure"
		case "ocaml", "ocamlrun":
			return "ocaml"
		case "runhaskell", "runghc", "stack":
			return "haskell"
		case "pwsh", "powershell":
			return "powershell"
		case "osascript":
			return "applescript"
		case "gnuplot":
			return "gnuplot"
		case "just":
			return "just"
		case "nft":
			return "ini"
		case "cmake":
			return "cmake"
		case "rust-script", "cargo":
			return "rust"
		case "dart":
			return "dart"
		case "crystal":
			return "crystal"
		case "nix", "nix-shell":
			return "nix"
		case "swipl":
			return "prolog"
		case "jq":
			return "text"
		}
		return ""
	}
	return ""
}

// opening recognises texts by the words they must begin with.
func opening(b []byte) string {
	switch b[0] {
	case '#':
		return first(b, "#EXTM3U", "m3u", "# vtk DataFile", "text", "#VRML V", "text", "#compdef", "shell", "#autoload", "shell")
	case '%':
		switch {
		case has(b, "%!PS"), has(b, "%!FontType"), has(b, "%!\n"):
			return "ps"
		case has(b, "%YAML"):
			return "yaml"
		case has(b, "%TAG "):
			return "yaml"
		}
	case '*':
		return first(b, "*** ", contextDiff(b))
	case '-':
		switch {
		case has(b, "-----BEGIN PGP"):
			return "pgp"
		case has(b, "-----BEGIN ") && bytes.Contains(firstLine(b), []byte("-----\n"[:5])):
			return "pem"
		case has(b, "--- ") && has(afterLine(b), "+++ "):
			return "diff"
		}
	case '.':
		return first(b, ".TH ", "roff", ".Dd ", "roff", ".\\\"", "roff", ".SH ", "roff", ".so man", "roff")
	case '/':
		return first(b, "/* XPM */", "xpm")
	case '0':
		return first(b, "0\r\nSECTION\r\n", "dxf", "0\nSECTION\n", "dxf")
	case '1':
		if i := bytes.Index(b[:min(len(b), 64)], []byte(" --> ")); i > 0 && has(bytes.TrimLeft(afterLine(b), "\r\n"), "0") {
			return "srt"
		}
	case '@':
		return first(b, "@startuml", "plantuml", "@startmindmap", "plantuml", "@echo off", "batch", "@ECHO OFF", "batch", "@Echo Off", "batch",
			"@article{", "bibtex", "@book{", "bibtex", "@inproceedings{", "bibtex", "@misc{", "bibtex")
	case '>':
		if n := firstLine(afterLine(b)); len(n) >= 10 && sequence(n) {
			return "fasta"
		}
	case 'B':
		return first(b, "BEGIN:VCALENDAR", "ics", "BEGIN:VCARD", "vcf")
	case 'b':
		return first(b, "begin:vcard", "vcf")
	case 'd':
		if has(b, "diff --git ") || has(b, "diff -") {
			return "diff"
		}
	case 'F':
		// git format-patch makes a mail; Dockerfiles begin with FROM.
		return first(b, "FROM ", dockerfile(b))
	case 'H':
		return first(b, "HTTP/1.", "http", "HTTP/2 ", "http")
	case 'I':
		switch {
		case has(b, "ID;P"):
			return "sylk"
		case has(b, "ISO-10303-21;"):
			return "step"
		case has(b, "Index: ") && bytes.Contains(b[:min(len(b), 512)], []byte("\n===")):
			return "diff"
		}
	case 'm':
		if has(b, "msgid \"\"") {
			return "po"
		}
	case 'P':
		if len(b) > 3 && b[1] >= '1' && b[1] <= '3' && (b[2] == '\n' || b[2] == '\r') && (b[3] >= '0' && b[3] <= '9' || b[3] == '#') {
			return "pnm"
		}
	case 'T':
		if has(b, "TABLE\r\n0,1") || has(b, "TABLE\n0,1") {
			return "dif"
		}
	case 'W':
		return first(b, "WEBVTT", "vtt", "WARC/1.", "warc", "Windows Registry Editor Version", "ini")
	case 'R':
		return first(b, "REGEDIT4", "ini")
	case '[':
		return first(b, "[Script Info]", "ass", "[playlist]", "m3u")
	case '\\':
		return first(b, "\\documentclass", "tex", "\\documentstyle", "tex", "\\input texinfo", "texinfo", "\\begin{document}", "tex")
	case 's':
		if has(b, "solid ") && has(bytes.TrimLeft(afterLine(b), " \t"), "facet") {
			return "stl"
		}
	case 'v':
		return first(b, "version https://git-lfs.github.com/spec/", "git-lfs")
	}
	return ""
}

func contextDiff(b []byte) string {
	if has(afterLine(b), "--- ") {
		return "diff"
	}
	return ""
}

func dockerfile(b []byte) string {
	for _, word := range []string{"\nRUN ", "\nCOPY ", "\nENTRYPOINT ", "\nCMD ", "\nWORKDIR "} {
		if bytes.Contains(b[:min(len(b), 4096)], []byte(word)) {
			return "dockerfile"
		}
	}
	return ""
}

// sequence: the letters of nucleic acids and proteins only.
func sequence(line []byte) bool {
	for _, c := range line {
		if (c < 'A' || c > 'Z') && (c < 'a' || c > 'z') && c != '*' && c != '-' {
			return false
		}
	}
	return true
}
