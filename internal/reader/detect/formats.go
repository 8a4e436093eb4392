package detect

import (
	"strings"

	"fread/internal/reader/fault"
)

// A Format is a row of the table of known formats.
type Format struct {
	Kind       Kind     `json:"kind"`
	Format     string   `json:"format"`
	Extensions []string `json:"extensions,omitempty"` // without the dot
	FileNames  []string `json:"fileNames,omitempty"`  // whole names, lower-case
	MIME       string   `json:"mime"`
	Name       string   `json:"name"`
}

// Formats lists every known format. Where two formats share an extension, the
// one that is text comes first.
func Formats() []Format {
	list := make([]Format, 0, len(table))
	for i := range table {
		r := &table[i]
		list = append(list, Format{
			Kind: r.kind, Format: r.format, MIME: r.mime, Name: r.name,
			Extensions: strings.Fields(r.exts), FileNames: strings.Fields(r.files),
		})
	}
	return list
}

// ContentFormat says which of the content formats of a result document a text
// format is shown as: markdown, csv, json, xml, yaml, or else text. It follows
// from the media type (RFC 6839: the suffixes +json and +xml name the syntax).
func ContentFormat(format string) string {
	r := byFormat(format)
	if r == nil || r.kind == HTML && r.format != "xhtml" {
		return "text"
	}
	switch m := r.mime; {
	case m == "text/markdown":
		return "markdown"
	case m == "text/csv", m == "text/tab-separated-values":
		return "csv"
	case m == "application/json", m == "application/x-ndjson", m == "application/json5", strings.HasSuffix(m, "+json"):
		return "json"
	case m == "application/xml", strings.HasSuffix(m, "+xml"):
		return "xml"
	case m == "application/yaml":
		return "yaml"
	}
	return "text"
}

// The table is searched from its beginning: that costs some microseconds, and
// a map of it, which would pay only from the hundredth file on, costs every run
// a quarter of a millisecond.

// byFormat returns the row of a format, or nil.
func byFormat(format string) *row {
	for i := range table {
		if table[i].format == format {
			return &table[i]
		}
	}
	return nil
}

// byExtension returns the first row with an extension, or nil.
func byExtension(ext string) *row {
	if ext == "" {
		return nil
	}
	for i := range table {
		if hasWord(table[i].exts, ext) {
			return &table[i]
		}
	}
	return nil
}

// byFileName returns the first row with a whole file name, or nil.
func byFileName(name string) *row {
	if name == "" {
		return nil
	}
	for i := range table {
		if hasWord(table[i].files, name) {
			return &table[i]
		}
	}
	return nil
}

// hasWord reports whether list, words separated by spaces, holds word.
func hasWord(list, word string) bool {
	for len(list) >= len(word) {
		i := strings.Index(list, word)
		if i < 0 {
			return false
		}
		end := i + len(word)
		if (i == 0 || list[i-1] == ' ') && (end == len(list) || list[end] == ' ') {
			return !strings.Contains(word, " ")
		}
		list = list[i+1:]
	}
	return false
}

const octetStream = "application/octet-stream"

// A row of the table. Extensions and file names are lower-case and separated
// by spaces, which keeps the table constant data without initialisation.
type row struct {
	kind   Kind
	format string
	mime   string
	name   string
	exts   string
	files  string
	reason fault.Code
}

// table is the single source of extensions, media types and names. Media types
// are those of the IANA registry where there is one.
//
//nolint:gochecknoglobals // a constant table
var table = [...]row{
	// Text: plain and documents.
	{kind: Text, format: "text", mime: "text/plain", name: "Plain text", exts: "txt text asc ans nfo", files: "license licence copying notice authors contributors readme changelog changes news todo install copyright thanks history maintainers version"},
	{kind: Text, format: "markdown", mime: "text/markdown", name: "Markdown", exts: "md markdown mdown mkd mkdn mdwn mdc qmd rmd"},
	{kind: Text, format: "mdx", mime: "text/markdown", name: "MDX", exts: "mdx"},
	{kind: Text, format: "rst", mime: "text/x-rst", name: "reStructuredText", exts: "rst rest"},
	{kind: Text, format: "asciidoc", mime: "text/asciidoc", name: "AsciiDoc", exts: "adoc asciidoc"},
	{kind: Text, format: "org", mime: "text/org", name: "Org document", exts: "org"},
	{kind: Text, format: "textile", mime: "text/x-textile", name: "Textile", exts: "textile"},
	{kind: Text, format: "wiki", mime: "text/x-wiki", name: "Wiki markup", exts: "wiki mediawiki creole"},
	{kind: Text, format: "pod", mime: "text/x-pod", name: "Perl documentation", exts: "pod"},
	{kind: Text, format: "tex", mime: "text/x-tex", name: "TeX source", exts: "tex latex ltx sty cls dtx ins"},
	{kind: Text, format: "bibtex", mime: "text/x-bibtex", name: "BibTeX bibliography", exts: "bib bibtex"},
	{kind: Text, format: "ris", mime: "application/x-research-info-systems", name: "RIS citations", exts: "ris"},
	{kind: Text, format: "typst", mime: "text/x-typst", name: "Typst source", exts: "typ"},
	{kind: Text, format: "roff", mime: "text/troff", name: "Manual page", exts: "roff troff man mdoc"},
	{kind: Text, format: "texinfo", mime: "text/x-texinfo", name: "Texinfo source", exts: "texi texinfo"},
	{kind: Text, format: "log", mime: "text/plain", name: "Log", exts: "log"},
	{kind: Text, format: "diff", mime: "text/x-diff", name: "Patch", exts: "diff patch rej"},
	{kind: Text, format: "srt", mime: "application/x-subrip", name: "SubRip subtitles", exts: "srt"},
	{kind: Text, format: "vtt", mime: "text/vtt", name: "WebVTT subtitles", exts: "vtt"},
	{kind: Text, format: "ass", mime: "text/x-ssa", name: "SubStation subtitles", exts: "ass ssa"},
	{kind: Text, format: "smi", mime: "application/x-sami", name: "SAMI subtitles", exts: "smi sami"},
	{kind: Text, format: "lrc", mime: "text/x-lrc", name: "Lyrics", exts: "lrc"},
	{kind: Text, format: "ics", mime: "text/calendar", name: "Calendar", exts: "ics ical ifb"},
	{kind: Text, format: "vcf", mime: "text/vcard", name: "Contacts", exts: "vcf vcard"},
	{kind: Text, format: "ldif", mime: "text/x-ldif", name: "LDIF directory data", exts: "ldif"},
	{kind: Text, format: "ps", mime: "application/postscript", name: "PostScript", exts: "ps eps ai"},
	{kind: Text, format: "warc", mime: "application/warc", name: "Web archive (WARC)", exts: "warc"},

	// Text: data.
	{kind: Text, format: "csv", mime: "text/csv", name: "Comma-separated values", exts: "csv"},
	{kind: Text, format: "tsv", mime: "text/tab-separated-values", name: "Tab-separated values", exts: "tsv tab"},
	{kind: Text, format: "json", mime: "application/json", name: "JSON", exts: "json jsonc json5 map avsc webmanifest har sarif topojson code-workspace", files: ".prettierrc .eslintrc .babelrc .jshintrc .swcrc composer.lock pipfile.lock flake.lock .watchmanconfig"},
	{kind: Text, format: "geojson", mime: "application/geo+json", name: "GeoJSON", exts: "geojson"},
	{kind: Text, format: "jsonld", mime: "application/ld+json", name: "JSON-LD", exts: "jsonld"},
	{kind: Text, format: "ndjson", mime: "application/x-ndjson", name: "JSON Lines", exts: "ndjson jsonl ldjson jsonlines"},
	{kind: Text, format: "yaml", mime: "application/yaml", name: "YAML", exts: "yaml yml", files: ".clang-format .clang-tidy .clangd .yamllint .gemrc citation.cff"},
	{kind: Text, format: "toml", mime: "application/toml", name: "TOML", exts: "toml", files: "cargo.lock pipfile poetry.lock uv.lock pdm.lock gopkg.lock"},
	{kind: Text, format: "ini", mime: "text/x-ini", name: "Settings", exts: "ini cfg conf cnf inf reg desktop service socket timer mount target url editorconfig", files: ".editorconfig .gitconfig .gitmodules .npmrc .pylintrc .flake8 .coveragerc .hgrc .wgetrc .curlrc config"},
	{kind: Text, format: "properties", mime: "text/x-java-properties", name: "Properties", exts: "properties"},
	{kind: Text, format: "env", mime: "text/x-shellscript", name: "Environment variables", exts: "env", files: ".env .env.example .env.local .env.sample .env.template .env.development .env.production .env.test .flaskenv"},
	{kind: Text, format: "xml", mime: "application/xml", name: "XML", exts: "xml xsd rng tei nuspec csproj vbproj fsproj vcxproj props targets resx xaml config wsdl opf ncx tmx tld jrxml glade ui qrc dae x3d xul rdl storyboard xib entitlements dita ditamap docbook dbk sch pom iml filters ttml dfxp"},
	{kind: Text, format: "svg", mime: "image/svg+xml", name: "SVG drawing", exts: "svg"},
	{kind: Text, format: "rss", mime: "application/rss+xml", name: "RSS feed", exts: "rss"},
	{kind: Text, format: "atom", mime: "application/atom+xml", name: "Atom feed", exts: "atom"},
	{kind: Text, format: "xslt", mime: "application/xslt+xml", name: "XSLT stylesheet", exts: "xsl xslt"},
	{kind: Text, format: "rdf", mime: "application/rdf+xml", name: "RDF/XML", exts: "rdf owl"},
	{kind: Text, format: "plist", mime: "application/xml", name: "Property list", exts: "plist"},
	{kind: Text, format: "kml", mime: "application/vnd.google-earth.kml+xml", name: "KML map", exts: "kml"},
	{kind: Text, format: "gpx", mime: "application/gpx+xml", name: "GPX track", exts: "gpx"},
	{kind: Text, format: "gml", mime: "application/gml+xml", name: "GML geodata", exts: "gml"},
	{kind: Text, format: "xliff", mime: "application/xliff+xml", name: "XLIFF translation", exts: "xlf xliff"},
	{kind: Text, format: "mathml", mime: "application/mathml+xml", name: "MathML", exts: "mml mathml"},
	{kind: Text, format: "musicxml", mime: "application/vnd.recordare.musicxml+xml", name: "MusicXML", exts: "musicxml"},
	{kind: Text, format: "fb2", mime: "application/xml", name: "FictionBook", exts: "fb2"},
	{kind: Text, format: "soap", mime: "application/soap+xml", name: "SOAP message"},
	{kind: Text, format: "spreadsheetml", mime: "application/xml", name: "XML Spreadsheet 2003"},
	{kind: Word, format: "wordml", mime: "application/xml", name: "Word 2003 XML"},
	{kind: Text, format: "flatopc", mime: "application/xml", name: "Flat OPC Office document"},
	{kind: Text, format: "dtd", mime: "application/xml-dtd", name: "Document type definition", exts: "dtd ent"},
	{kind: Text, format: "turtle", mime: "text/turtle", name: "Turtle RDF", exts: "ttl"},
	{kind: Text, format: "ntriples", mime: "application/n-triples", name: "N-Triples", exts: "nt nq"},
	{kind: Text, format: "sylk", mime: "text/x-sylk", name: "SYLK spreadsheet", exts: "slk sylk"},
	{kind: Text, format: "dif", mime: "text/x-dif", name: "Data Interchange Format", exts: "dif"},
	{kind: Text, format: "po", mime: "text/x-gettext-translation", name: "Gettext translation", exts: "po pot"},
	{kind: Text, format: "strings", mime: "text/x-strings", name: "Apple strings", exts: "strings"},
	{kind: Text, format: "pem", mime: "application/x-pem-file", name: "PEM certificate or key", exts: "pem csr"},
	{kind: Text, format: "pgp", mime: "application/pgp-encrypted", name: "PGP armoured data"},
	{kind: Text, format: "dxf", mime: "image/vnd.dxf", name: "DXF drawing", exts: "dxf"},
	{kind: Text, format: "step", mime: "model/step", name: "STEP model", exts: "step stp p21"},
	{kind: Text, format: "iges", mime: "model/iges", name: "IGES model", exts: "igs iges"},
	{kind: Text, format: "obj3d", mime: "model/obj", name: "Wavefront model"},
	{kind: Text, format: "stl", mime: "model/stl", name: "STL model", exts: "stl"},
	{kind: Text, format: "gcode", mime: "text/x-gcode", name: "G-code", exts: "gcode nc"},
	{kind: Text, format: "fasta", mime: "text/x-fasta", name: "FASTA sequences", exts: "fasta fa faa fna"},
	{kind: Text, format: "fastq", mime: "text/x-fastq", name: "FASTQ reads", exts: "fastq fq"},
	{kind: Text, format: "pnm", mime: "image/x-portable-anymap", name: "Portable anymap (text)"},
	{kind: Text, format: "xpm", mime: "image/x-xpixmap", name: "XPM image", exts: "xpm xbm"},
	{kind: Text, format: "m3u", mime: "audio/x-mpegurl", name: "Playlist", exts: "m3u m3u8 pls"},
	{kind: Text, format: "git-lfs", mime: "text/plain", name: "Git LFS pointer"},
	{kind: Text, format: "gitignore", mime: "text/plain", name: "Ignore rules", exts: "gitignore dockerignore npmignore", files: ".gitignore .dockerignore .npmignore .eslintignore .prettierignore .hgignore .gcloudignore .helmignore .ignore .vscodeignore"},
	{kind: Text, format: "gitattributes", mime: "text/plain", name: "Git attributes", files: ".gitattributes .mailmap codeowners"},
	{kind: Text, format: "go-mod", mime: "text/x-go-mod", name: "Go module", files: "go.mod go.work"},
	{kind: Text, format: "go-sum", mime: "text/plain", name: "Go checksums", files: "go.sum go.work.sum"},
	{kind: Text, format: "requirements", mime: "text/plain", name: "Python requirements", files: "requirements.txt constraints.txt requirements-dev.txt requirements.in"},
	{kind: Text, format: "lockfile", mime: "text/plain", name: "Lock file", exts: "lock", files: "yarn.lock gemfile.lock mix.lock podfile.lock"},

	// Text: programs.
	{kind: Text, format: "go", mime: "text/x-go", name: "Go source", exts: "go"},
	{kind: Text, format: "python", mime: "text/x-python", name: "Python source", exts: "py pyi pyw pyx pxd", files: "sconstruct sconscript wscript snakefile .pythonrc .pythonstartup"},
	{kind: Text, format: "javascript", mime: "text/javascript", name: "JavaScript source", exts: "js mjs cjs jsm es6"},
	{kind: Text, format: "jsx", mime: "text/jsx", name: "JSX source", exts: "jsx"},
	{kind: Text, format: "typescript", mime: "text/x-typescript", name: "TypeScript source", exts: "ts mts cts"},
	{kind: Text, format: "tsx", mime: "text/tsx", name: "TSX source", exts: "tsx"},
	{kind: Text, format: "vue", mime: "text/x-vue", name: "Vue component", exts: "vue"},
	{kind: Text, format: "svelte", mime: "text/x-svelte", name: "Svelte component", exts: "svelte"},
	{kind: Text, format: "astro", mime: "text/x-astro", name: "Astro component", exts: "astro"},
	{kind: Text, format: "css", mime: "text/css", name: "CSS stylesheet", exts: "css"},
	{kind: Text, format: "scss", mime: "text/x-scss", name: "Sass stylesheet", exts: "scss sass"},
	{kind: Text, format: "less", mime: "text/x-less", name: "Less stylesheet", exts: "less"},
	{kind: Text, format: "stylus", mime: "text/x-stylus", name: "Stylus stylesheet", exts: "styl"},
	{kind: Text, format: "c", mime: "text/x-c", name: "C source", exts: "c h"},
	{kind: Text, format: "cpp", mime: "text/x-c++", name: "C++ source", exts: "cpp cc cxx c++ hpp hh hxx h++ ipp inl tpp txx cppm ixx ino"},
	{kind: Text, format: "cuda", mime: "text/x-cuda", name: "CUDA source", exts: "cu cuh"},
	{kind: Text, format: "objective-c", mime: "text/x-objective-c", name: "Objective-C source", exts: "m mm"},
	{kind: Text, format: "java", mime: "text/x-java", name: "Java source", exts: "java jav"},
	{kind: Text, format: "jsp", mime: "text/x-jsp", name: "JavaServer page", exts: "jsp jspx"},
	{kind: Text, format: "kotlin", mime: "text/x-kotlin", name: "Kotlin source", exts: "kt kts"},
	{kind: Text, format: "scala", mime: "text/x-scala", name: "Scala source", exts: "scala sc sbt"},
	{kind: Text, format: "groovy", mime: "text/x-groovy", name: "Groovy source", exts: "groovy gradle gvy", files: "jenkinsfile"},
	{kind: Text, format: "clojure", mime: "text/x-clojure", name: "Clojure source", exts: "clj cljs cljc edn"},
	{kind: Text, format: "csharp", mime: "text/x-csharp", name: "C# source", exts: "cs csx"},
	{kind: Text, format: "fsharp", mime: "text/x-fsharp", name: "F# source", exts: "fs fsi fsx"},
	{kind: Text, format: "vb", mime: "text/x-vb", name: "Visual Basic source", exts: "vb vbs bas frm"},
	{kind: Text, format: "aspx", mime: "text/x-aspx", name: "ASP.NET page", exts: "asp aspx ascx ashx asmx master cshtml razor"},
	{kind: Text, format: "rust", mime: "text/x-rust", name: "Rust source", exts: "rs"},
	{kind: Text, format: "swift", mime: "text/x-swift", name: "Swift source", exts: "swift"},
	{kind: Text, format: "dart", mime: "text/x-dart", name: "Dart source", exts: "dart"},
	{kind: Text, format: "zig", mime: "text/x-zig", name: "Zig source", exts: "zig zon"},
	{kind: Text, format: "nim", mime: "text/x-nim", name: "Nim source", exts: "nim nims nimble"},
	{kind: Text, format: "d", mime: "text/x-d", name: "D source", exts: "d di"},
	{kind: Text, format: "v", mime: "text/x-verilog", name: "Verilog source", exts: "v vh sv svh"},
	{kind: Text, format: "vhdl", mime: "text/x-vhdl", name: "VHDL source", exts: "vhd vhdl"},
	{kind: Text, format: "ruby", mime: "text/x-ruby", name: "Ruby source", exts: "rb rbw rake gemspec ru podspec", files: "gemfile rakefile podfile vagrantfile guardfile brewfile fastfile capfile .irbrc .pryrc"},
	{kind: Text, format: "erb", mime: "text/x-erb", name: "ERB template", exts: "erb rhtml"},
	{kind: Text, format: "php", mime: "text/x-php", name: "PHP source", exts: "php php3 php4 php5 php7 phtml phps phpt"},
	{kind: Text, format: "perl", mime: "text/x-perl", name: "Perl source", exts: "pl pm perl psgi t al", files: "cpanfile"},
	{kind: Text, format: "raku", mime: "text/x-raku", name: "Raku source", exts: "raku rakumod p6 pm6"},
	{kind: Text, format: "lua", mime: "text/x-lua", name: "Lua source", exts: "lua rockspec"},
	{kind: Text, format: "tcl", mime: "text/x-tcl", name: "Tcl source", exts: "tcl tk exp"},
	{kind: Text, format: "r", mime: "text/x-r", name: "R source", exts: "r", files: ".rprofile"},
	{kind: Text, format: "julia", mime: "text/x-julia", name: "Julia source", exts: "jl"},
	{kind: Text, format: "matlab", mime: "text/x-matlab", name: "MATLAB source", exts: "matlab"},
	{kind: Text, format: "haskell", mime: "text/x-haskell", name: "Haskell source", exts: "hs lhs hsc cabal"},
	{kind: Text, format: "elm", mime: "text/x-elm", name: "Elm source", exts: "elm"},
	{kind: Text, format: "purescript", mime: "text/x-purescript", name: "PureScript source", exts: "purs"},
	{kind: Text, format: "ocaml", mime: "text/x-ocaml", name: "OCaml source", exts: "ml mli mll mly", files: "dune dune-project .ocamlformat"},
	{kind: Text, format: "sml", mime: "text/x-sml", name: "Standard ML source", exts: "sml sig"},
	{kind: Text, format: "erlang", mime: "text/x-erlang", name: "Erlang source", exts: "erl hrl escript", files: "rebar.config"},
	{kind: Text, format: "elixir", mime: "text/x-elixir", name: "Elixir source", exts: "ex exs eex heex leex"},
	{kind: Text, format: "gleam", mime: "text/x-gleam", name: "Gleam source", exts: "gleam"},
	{kind: Text, format: "lisp", mime: "text/x-lisp", name: "Lisp source", exts: "lisp lsp cl asd el", files: ".emacs"},
	{kind: Text, format: "scheme", mime: "text/x-scheme", name: "Scheme source", exts: "scm ss sld rkt"},
	{kind: Text, format: "prolog", mime: "text/x-prolog", name: "Prolog source", exts: "pro prolog plt"},
	{kind: Text, format: "fortran", mime: "text/x-fortran", name: "Fortran source", exts: "f for f77 f90 f95 f03 f08 ftn"},
	{kind: Text, format: "cobol", mime: "text/x-cobol", name: "COBOL source", exts: "cob cbl cpy"},
	{kind: Text, format: "pascal", mime: "text/x-pascal", name: "Pascal source", exts: "pas pp dpr lpr dfm lfm"},
	{kind: Text, format: "ada", mime: "text/x-ada", name: "Ada source", exts: "ada adb ads gpr"},
	{kind: Text, format: "asm", mime: "text/x-asm", name: "Assembly source", exts: "asm s nasm inc"},
	{kind: Text, format: "wat", mime: "text/x-wat", name: "WebAssembly text", exts: "wat wast"},
	{kind: Text, format: "llvm", mime: "text/x-llvm", name: "LLVM assembly", exts: "ll"},
	{kind: Text, format: "solidity", mime: "text/x-solidity", name: "Solidity source", exts: "sol"},
	{kind: Text, format: "vala", mime: "text/x-vala", name: "Vala source", exts: "vala vapi"},
	{kind: Text, format: "crystal", mime: "text/x-crystal", name: "Crystal source", exts: "cr"},
	{kind: Text, format: "haxe", mime: "text/x-haxe", name: "Haxe source", exts: "hx"},
	{kind: Text, format: "actionscript", mime: "text/x-actionscript", name: "ActionScript source", exts: "as"},
	{kind: Text, format: "coffeescript", mime: "text/x-coffeescript", name: "CoffeeScript source", exts: "coffee litcoffee cson"},
	{kind: Text, format: "applescript", mime: "text/x-applescript", name: "AppleScript source", exts: "applescript"},
	{kind: Text, format: "glsl", mime: "text/x-glsl", name: "Shader source", exts: "glsl vert frag geom comp tesc tese hlsl fx wgsl metal gdshader"},
	{kind: Text, format: "opencl", mime: "text/x-opencl", name: "OpenCL source", exts: "opencl clh"},
	{kind: Text, format: "gdscript", mime: "text/x-gdscript", name: "GDScript source", exts: "gd"},
	{kind: Text, format: "shell", mime: "text/x-shellscript", name: "Shell script", exts: "sh bash zsh ksh dash fish csh tcsh ebuild bats command", files: ".bashrc .bash_profile .bash_login .bash_logout .bash_aliases .profile .zshrc .zshenv .zprofile .zlogin .kshrc .cshrc .login pkgbuild apkbuild gradlew configure .envrc"},
	{kind: Text, format: "awk", mime: "text/x-awk", name: "AWK source", exts: "awk gawk"},
	{kind: Text, format: "sed", mime: "text/x-sed", name: "sed script", exts: "sed"},
	{kind: Text, format: "powershell", mime: "text/x-powershell", name: "PowerShell script", exts: "ps1 psm1 psd1"},
	{kind: Text, format: "batch", mime: "text/x-batch", name: "Batch file", exts: "bat cmd btm"},
	{kind: Text, format: "vim", mime: "text/x-vim", name: "Vim script", exts: "vim vimrc", files: ".vimrc .gvimrc .exrc vimrc"},
	{kind: Text, format: "makefile", mime: "text/x-makefile", name: "Makefile", exts: "mk mak make", files: "makefile gnumakefile bsdmakefile makefile.am makefile.in kbuild"},
	{kind: Text, format: "cmake", mime: "text/x-cmake", name: "CMake script", exts: "cmake", files: "cmakelists.txt"},
	{kind: Text, format: "meson", mime: "text/x-meson", name: "Meson build file", files: "meson.build meson_options.txt meson.options"},
	{kind: Text, format: "ninja", mime: "text/x-ninja", name: "Ninja build file", exts: "ninja"},
	{kind: Text, format: "starlark", mime: "text/x-starlark", name: "Starlark source", exts: "bzl bazel star", files: "build build.bazel workspace workspace.bazel module.bazel tiltfile .bazelrc"},
	{kind: Text, format: "autoconf", mime: "text/x-autoconf", name: "Autoconf script", exts: "ac m4", files: "configure.ac configure.in aclocal.m4"},
	{kind: Text, format: "dockerfile", mime: "text/x-dockerfile", name: "Dockerfile", exts: "dockerfile containerfile", files: "dockerfile containerfile"},
	{kind: Text, format: "just", mime: "text/x-just", name: "Justfile", exts: "just", files: "justfile .justfile"},
	{kind: Text, format: "procfile", mime: "text/plain", name: "Procfile", files: "procfile"},
	{kind: Text, format: "nix", mime: "text/x-nix", name: "Nix expression", exts: "nix"},
	{kind: Text, format: "dhall", mime: "text/x-dhall", name: "Dhall expression", exts: "dhall"},
	{kind: Text, format: "hcl", mime: "text/x-hcl", name: "HCL configuration", exts: "hcl tf tfvars nomad"},
	{kind: Text, format: "jsonnet", mime: "text/x-jsonnet", name: "Jsonnet", exts: "jsonnet libsonnet"},
	{kind: Text, format: "cue", mime: "text/x-cue", name: "CUE", exts: "cue"},
	{kind: Text, format: "rego", mime: "text/x-rego", name: "Rego policy", exts: "rego"},
	{kind: Text, format: "bicep", mime: "text/x-bicep", name: "Bicep template", exts: "bicep"},
	{kind: Text, format: "puppet", mime: "text/x-puppet", name: "Puppet manifest", files: "puppetfile"},
	{kind: Text, format: "nginx", mime: "text/x-nginx-conf", name: "nginx configuration", files: "nginx.conf"},
	{kind: Text, format: "caddyfile", mime: "text/plain", name: "Caddyfile", files: "caddyfile"},
	{kind: Text, format: "apacheconf", mime: "text/plain", name: "Apache configuration", exts: "htaccess", files: ".htaccess httpd.conf apache2.conf"},
	{kind: Text, format: "sql", mime: "application/sql", name: "SQL script", exts: "sql ddl dml pgsql plsql psql pks pkb"},
	{kind: Text, format: "graphql", mime: "application/graphql", name: "GraphQL", exts: "graphql gql graphqls"},
	{kind: Text, format: "protobuf", mime: "text/x-protobuf", name: "Protocol Buffers schema", exts: "proto"},
	{kind: Text, format: "thrift", mime: "text/x-thrift", name: "Thrift schema", exts: "thrift"},
	{kind: Text, format: "capnp", mime: "text/x-capnp", name: "Cap'n Proto schema", exts: "capnp"},
	{kind: Text, format: "avdl", mime: "text/x-avdl", name: "Avro IDL", exts: "avdl"},
	{kind: Text, format: "flatbuffers", mime: "text/x-flatbuffers", name: "FlatBuffers schema", exts: "fbs"},
	{kind: Text, format: "prisma", mime: "text/x-prisma", name: "Prisma schema", exts: "prisma"},
	{kind: Text, format: "idl", mime: "text/x-idl", name: "Interface definition", exts: "idl webidl odl"},
	{kind: Text, format: "ebnf", mime: "text/x-ebnf", name: "Grammar", exts: "ebnf bnf abnf g4 y yy l lex pest"},
	{kind: Text, format: "template", mime: "text/x-template", name: "Template", exts: "tmpl tpl mustache hbs handlebars ejs jinja jinja2 j2 njk twig liquid haml slim pug jade ftl vm gotmpl"},
	{kind: Text, format: "dot", mime: "text/vnd.graphviz", name: "Graphviz graph", exts: "gv"},
	{kind: Text, format: "mermaid", mime: "text/vnd.mermaid", name: "Mermaid diagram", exts: "mmd mermaid"},
	{kind: Text, format: "plantuml", mime: "text/x-plantuml", name: "PlantUML diagram", exts: "puml plantuml iuml"},
	{kind: Text, format: "gnuplot", mime: "text/x-gnuplot", name: "gnuplot script", exts: "gp gnuplot"},
	{kind: Text, format: "http", mime: "message/http", name: "HTTP message", exts: "http"},
	{kind: Text, format: "feature", mime: "text/x-gherkin", name: "Gherkin feature", exts: "feature"},
	{kind: Text, format: "robot", mime: "text/x-robotframework", name: "Robot Framework test", exts: "robot"},
	{kind: Text, format: "spec", mime: "text/x-rpm-spec", name: "RPM spec", exts: "spec"},
	{kind: Text, format: "sln", mime: "text/plain", name: "Visual Studio solution", exts: "sln"},
	{kind: Text, format: "linker", mime: "text/x-ld", name: "Linker script", exts: "ld lds"},
	{kind: Text, format: "devicetree", mime: "text/x-dts", name: "Device tree source", exts: "dts dtsi"},
	{kind: Text, format: "kconfig", mime: "text/x-kconfig", name: "Kconfig", files: "kconfig"},
	{kind: Text, format: "ihex", mime: "text/x-ihex", name: "Intel HEX", exts: "hex ihex srec"},

	// Text that readers of other kinds take.
	{kind: HTML, format: "html", mime: "text/html", name: "HTML page", exts: "html htm shtml"},
	{kind: HTML, format: "xhtml", mime: "application/xhtml+xml", name: "XHTML page", exts: "xhtml xht"},
	{kind: Notebook, format: "ipynb", mime: "application/x-ipynb+json", name: "Jupyter notebook", exts: "ipynb"},
	{kind: Email, format: "eml", mime: "message/rfc822", name: "E-mail message", exts: "eml emlx"},
	{kind: Email, format: "mbox", mime: "application/mbox", name: "Mailbox", exts: "mbox mbx"},
	{kind: Email, format: "mhtml", mime: "multipart/related", name: "Saved web page (MHTML)", exts: "mht mhtml"},
	{kind: Word, format: "rtf", mime: "application/rtf", name: "Rich Text document", exts: "rtf"},
	{kind: Word, format: "fodt", mime: "application/vnd.oasis.opendocument.text-flat-xml", name: "Flat OpenDocument text", exts: "fodt"},
	{kind: Spreadsheet, format: "fods", mime: "application/vnd.oasis.opendocument.spreadsheet-flat-xml", name: "Flat OpenDocument spreadsheet", exts: "fods"},
	{kind: Presentation, format: "fodp", mime: "application/vnd.oasis.opendocument.presentation-flat-xml", name: "Flat OpenDocument presentation", exts: "fodp"},
	{kind: Presentation, format: "fodg", mime: "application/vnd.oasis.opendocument.graphics-flat-xml", name: "Flat OpenDocument drawing", exts: "fodg"},

	// Documents.
	{kind: PDF, format: "pdf", mime: "application/pdf", name: "PDF document", exts: "pdf"},
	{kind: Word, format: "docx", mime: "application/vnd.openxmlformats-officedocument.wordprocessingml.document", name: "Word document", exts: "docx"},
	{kind: Word, format: "docm", mime: "application/vnd.ms-word.document.macroenabled.12", name: "Word document with macros", exts: "docm"},
	{kind: Word, format: "dotx", mime: "application/vnd.openxmlformats-officedocument.wordprocessingml.template", name: "Word template", exts: "dotx"},
	{kind: Word, format: "dotm", mime: "application/vnd.ms-word.template.macroenabled.12", name: "Word template with macros", exts: "dotm"},
	{kind: Word, format: "doc", mime: "application/msword", name: "Word 97-2003 document", exts: "doc dot"},
	{kind: Word, format: "odt", mime: "application/vnd.oasis.opendocument.text", name: "OpenDocument text", exts: "odt"},
	{kind: Word, format: "ott", mime: "application/vnd.oasis.opendocument.text-template", name: "OpenDocument text template", exts: "ott"},
	{kind: Word, format: "odm", mime: "application/vnd.oasis.opendocument.text-master", name: "OpenDocument master document", exts: "odm"},
	{kind: Word, format: "sxw", mime: "application/vnd.sun.xml.writer", name: "OpenOffice.org 1 text", exts: "sxw stw"},
	{kind: Spreadsheet, format: "xlsx", mime: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", name: "Excel workbook", exts: "xlsx"},
	{kind: Spreadsheet, format: "xlsm", mime: "application/vnd.ms-excel.sheet.macroenabled.12", name: "Excel workbook with macros", exts: "xlsm"},
	{kind: Spreadsheet, format: "xltx", mime: "application/vnd.openxmlformats-officedocument.spreadsheetml.template", name: "Excel template", exts: "xltx"},
	{kind: Spreadsheet, format: "xltm", mime: "application/vnd.ms-excel.template.macroenabled.12", name: "Excel template with macros", exts: "xltm"},
	{kind: Spreadsheet, format: "xlam", mime: "application/vnd.ms-excel.addin.macroenabled.12", name: "Excel add-in", exts: "xlam"},
	{kind: Spreadsheet, format: "xlsb", mime: "application/vnd.ms-excel.sheet.binary.macroenabled.12", name: "Excel binary workbook", exts: "xlsb"},
	{kind: LegacySpreadsheet, format: "xls", mime: "application/vnd.ms-excel", name: "Excel 97-2003 workbook", exts: "xls xlt xla xlw xlm"},
	{kind: Spreadsheet, format: "ods", mime: "application/vnd.oasis.opendocument.spreadsheet", name: "OpenDocument spreadsheet", exts: "ods"},
	{kind: Spreadsheet, format: "ots", mime: "application/vnd.oasis.opendocument.spreadsheet-template", name: "OpenDocument spreadsheet template", exts: "ots"},
	{kind: Spreadsheet, format: "sxc", mime: "application/vnd.sun.xml.calc", name: "OpenOffice.org 1 spreadsheet", exts: "sxc stc"},
	{kind: Presentation, format: "pptx", mime: "application/vnd.openxmlformats-officedocument.presentationml.presentation", name: "PowerPoint presentation", exts: "pptx"},
	{kind: Presentation, format: "pptm", mime: "application/vnd.ms-powerpoint.presentation.macroenabled.12", name: "PowerPoint presentation with macros", exts: "pptm"},
	{kind: Presentation, format: "ppsx", mime: "application/vnd.openxmlformats-officedocument.presentationml.slideshow", name: "PowerPoint show", exts: "ppsx"},
	{kind: Presentation, format: "ppsm", mime: "application/vnd.ms-powerpoint.slideshow.macroenabled.12", name: "PowerPoint show with macros", exts: "ppsm"},
	{kind: Presentation, format: "potx", mime: "application/vnd.openxmlformats-officedocument.presentationml.template", name: "PowerPoint template", exts: "potx"},
	{kind: Presentation, format: "potm", mime: "application/vnd.ms-powerpoint.template.macroenabled.12", name: "PowerPoint template with macros", exts: "potm"},
	{kind: Presentation, format: "ppt", mime: "application/vnd.ms-powerpoint", name: "PowerPoint 97-2003 presentation", exts: "ppt pps"},
	{kind: Presentation, format: "odp", mime: "application/vnd.oasis.opendocument.presentation", name: "OpenDocument presentation", exts: "odp"},
	{kind: Presentation, format: "otp", mime: "application/vnd.oasis.opendocument.presentation-template", name: "OpenDocument presentation template", exts: "otp"},
	{kind: Presentation, format: "odg", mime: "application/vnd.oasis.opendocument.graphics", name: "OpenDocument drawing", exts: "odg"},
	{kind: Presentation, format: "otg", mime: "application/vnd.oasis.opendocument.graphics-template", name: "OpenDocument drawing template", exts: "otg"},
	{kind: Presentation, format: "sxi", mime: "application/vnd.sun.xml.impress", name: "OpenOffice.org 1 presentation", exts: "sxi sti"},
	{kind: Email, format: "msg", mime: "application/vnd.ms-outlook", name: "Outlook message", exts: "msg oft"},
	{kind: Ebook, format: "epub", mime: "application/epub+zip", name: "EPUB book", exts: "epub"},
	{kind: Unsupported, format: "ooxml", mime: "application/vnd.ms-office", name: "Office document"},
	{kind: Unsupported, format: "odf", mime: "application/vnd.oasis.opendocument", name: "OpenDocument file", exts: "odf odc odi odb oti oxt"},
	{kind: Unsupported, format: "ole", mime: "application/x-ole-storage", name: "OLE compound file"},
	{kind: Unsupported, format: "pst", mime: "application/vnd.ms-outlook-pst", name: "Outlook data file", exts: "pst ost"},
	{kind: Unsupported, format: "mobi", mime: "application/x-mobipocket-ebook", name: "Kindle book", exts: "mobi azw azw3 prc"},
	{kind: Unsupported, format: "djvu", mime: "image/vnd.djvu", name: "DjVu document", exts: "djvu djv"},
	{kind: Unsupported, format: "chm", mime: "application/vnd.ms-htmlhelp", name: "Compiled HTML help", exts: "chm"},
	{kind: Unsupported, format: "hlp", mime: "application/winhlp", name: "Windows help", exts: "hlp"},
	{kind: Unsupported, format: "lit", mime: "application/x-ms-reader", name: "Microsoft Reader book", exts: "lit"},
	{kind: Unsupported, format: "pages", mime: "application/vnd.apple.pages", name: "Apple Pages document", exts: "pages"},
	{kind: Unsupported, format: "numbers", mime: "application/vnd.apple.numbers", name: "Apple Numbers spreadsheet", exts: "numbers"},
	{kind: Unsupported, format: "key", mime: "application/vnd.apple.keynote", name: "Apple Keynote presentation", exts: "key"},
	{kind: Unsupported, format: "iwork", mime: "application/vnd.apple.iwork", name: "Apple iWork document"},
	{kind: Unsupported, format: "xps", mime: "application/oxps", name: "XPS document", exts: "xps oxps"},
	{kind: Unsupported, format: "vsdx", mime: "application/vnd.ms-visio.drawing", name: "Visio drawing", exts: "vsdx vsdm vstx vstm vssx vssm"},
	{kind: Unsupported, format: "vsd", mime: "application/vnd.visio", name: "Visio drawing", exts: "vsd vst vss", reason: fault.LegacyFormat},
	{kind: Unsupported, format: "pub", mime: "application/vnd.ms-publisher", name: "Publisher document", exts: "pub", reason: fault.LegacyFormat},
	{kind: Unsupported, format: "mpp", mime: "application/vnd.ms-project", name: "Project plan", exts: "mpp mpt"},
	{kind: Unsupported, format: "one", mime: "application/onenote", name: "OneNote section", exts: "one onetoc2"},
	{kind: Unsupported, format: "idml", mime: "application/vnd.adobe.indesign-idml-package", name: "InDesign document", exts: "idml"},
	{kind: Unsupported, format: "indd", mime: "application/x-indesign", name: "InDesign document", exts: "indd"},
	{kind: Unsupported, format: "hwp", mime: "application/x-hwp", name: "Hangul document", exts: "hwp", reason: fault.LegacyFormat},
	{kind: Unsupported, format: "hwpx", mime: "application/hwp+zip", name: "Hangul document", exts: "hwpx"},
	{kind: Unsupported, format: "word2", mime: "application/msword", name: "Word 2 document", reason: fault.LegacyFormat},
	{kind: Unsupported, format: "word6", mime: "application/msword", name: "Word 6 document", reason: fault.LegacyFormat},
	{kind: Unsupported, format: "wri", mime: "application/x-mswrite", name: "Windows Write document", exts: "wri", reason: fault.LegacyFormat},
	{kind: Unsupported, format: "wps", mime: "application/vnd.ms-works", name: "Works document", exts: "wps wdb wks", reason: fault.LegacyFormat},
	{kind: Unsupported, format: "wpd", mime: "application/vnd.wordperfect", name: "WordPerfect document", exts: "wpd wp5 wp6 wpt", reason: fault.LegacyFormat},
	{kind: Unsupported, format: "wk1", mime: "application/vnd.lotus-1-2-3", name: "Lotus 1-2-3 spreadsheet", exts: "wk1 wk2 wk3 wk4 123 wrk", reason: fault.LegacyFormat},
	{kind: Unsupported, format: "wq1", mime: "application/x-quattro-pro", name: "Quattro Pro spreadsheet", exts: "wq1 wq2 wb1 wb2 wb3 qpw", reason: fault.LegacyFormat},
	{kind: Unsupported, format: "lwp", mime: "application/vnd.lotus-wordpro", name: "Lotus Word Pro document", exts: "lwp", reason: fault.LegacyFormat},
	{kind: Unsupported, format: "sdw", mime: "application/vnd.stardivision.writer", name: "StarWriter document", exts: "sdw", reason: fault.LegacyFormat},
	{kind: Unsupported, format: "sdc", mime: "application/vnd.stardivision.calc", name: "StarCalc spreadsheet", exts: "sdc", reason: fault.LegacyFormat},
	{kind: Unsupported, format: "sdd", mime: "application/vnd.stardivision.impress", name: "StarImpress presentation", exts: "sdd sda", reason: fault.LegacyFormat},
	{kind: Unsupported, format: "dwg", mime: "image/vnd.dwg", name: "AutoCAD drawing", exts: "dwg"},
	{kind: Unsupported, format: "3mf", mime: "model/3mf", name: "3MF model", exts: "3mf"},
	{kind: Unsupported, format: "glb", mime: "model/gltf-binary", name: "glTF model", exts: "glb"},
	{kind: Unsupported, format: "blend", mime: "application/x-blender", name: "Blender scene", exts: "blend"},
	{kind: Unsupported, format: "bplist", mime: "application/x-bplist", name: "Binary property list"},
	{kind: Unsupported, format: "dicom", mime: "application/dicom", name: "DICOM medical image", exts: "dcm"},

	// Images.
	{kind: Image, format: "png", mime: "image/png", name: "PNG image", exts: "png apng"},
	{kind: Image, format: "jpeg", mime: "image/jpeg", name: "JPEG image", exts: "jpg jpeg jpe jfif"},
	{kind: Image, format: "gif", mime: "image/gif", name: "GIF image", exts: "gif"},
	{kind: Image, format: "webp", mime: "image/webp", name: "WebP image", exts: "webp"},
	{kind: Image, format: "bmp", mime: "image/bmp", name: "BMP image", exts: "bmp dib"},
	{kind: Image, format: "tiff", mime: "image/tiff", name: "TIFF image", exts: "tif tiff"},
	{kind: Image, format: "heic", mime: "image/heic", name: "HEIC image", exts: "heic heif hif"},
	{kind: Image, format: "avif", mime: "image/avif", name: "AVIF image", exts: "avif"},
	{kind: Image, format: "ico", mime: "image/vnd.microsoft.icon", name: "Icon", exts: "ico"},
	{kind: Image, format: "cur", mime: "image/x-win-bitmap", name: "Cursor", exts: "cur"},
	{kind: Image, format: "icns", mime: "image/icns", name: "Apple icon", exts: "icns"},
	{kind: Image, format: "jxl", mime: "image/jxl", name: "JPEG XL image", exts: "jxl"},
	{kind: Image, format: "jp2", mime: "image/jp2", name: "JPEG 2000 image", exts: "jp2 jpf jpx j2k j2c jpc"},
	{kind: Image, format: "jxr", mime: "image/jxr", name: "JPEG XR image", exts: "jxr wdp hdp"},
	{kind: Image, format: "psd", mime: "image/vnd.adobe.photoshop", name: "Photoshop image", exts: "psd psb"},
	{kind: Image, format: "xcf", mime: "image/x-xcf", name: "GIMP image", exts: "xcf"},
	{kind: Image, format: "tga", mime: "image/x-tga", name: "Targa image", exts: "tga"},
	{kind: Image, format: "pcx", mime: "image/vnd.zbrush.pcx", name: "PCX image", exts: "pcx"},
	{kind: Image, format: "exr", mime: "image/x-exr", name: "OpenEXR image", exts: "exr"},
	{kind: Image, format: "hdr", mime: "image/vnd.radiance", name: "Radiance image", exts: "hdr"},
	{kind: Image, format: "dds", mime: "image/vnd.ms-dds", name: "DirectDraw surface", exts: "dds"},
	{kind: Image, format: "ktx", mime: "image/ktx", name: "KTX texture", exts: "ktx ktx2"},
	{kind: Image, format: "qoi", mime: "image/qoi", name: "QOI image", exts: "qoi"},
	{kind: Image, format: "pbm", mime: "image/x-portable-anymap", name: "Portable anymap image", exts: "pbm pgm ppm pam pnm pfm"},
	{kind: Image, format: "fits", mime: "image/fits", name: "FITS image", exts: "fits fit fts"},
	{kind: Image, format: "wmf", mime: "image/wmf", name: "Windows metafile", exts: "wmf"},
	{kind: Image, format: "emf", mime: "image/emf", name: "Enhanced metafile", exts: "emf"},
	{kind: Image, format: "eps", mime: "application/postscript", name: "PostScript image with preview"},
	{kind: Image, format: "ora", mime: "image/openraster", name: "OpenRaster image", exts: "ora"},
	{kind: Image, format: "kra", mime: "application/x-krita", name: "Krita image", exts: "kra"},
	{kind: Image, format: "dng", mime: "image/x-adobe-dng", name: "DNG raw photo", exts: "dng"},
	{kind: Image, format: "cr2", mime: "image/x-canon-cr2", name: "Canon raw photo", exts: "cr2"},
	{kind: Image, format: "cr3", mime: "image/x-canon-cr3", name: "Canon raw photo", exts: "cr3"},
	{kind: Image, format: "nef", mime: "image/x-nikon-nef", name: "Nikon raw photo", exts: "nef"},
	{kind: Image, format: "arw", mime: "image/x-sony-arw", name: "Sony raw photo", exts: "arw"},
	{kind: Image, format: "orf", mime: "image/x-olympus-orf", name: "Olympus raw photo", exts: "orf"},
	{kind: Image, format: "rw2", mime: "image/x-panasonic-rw2", name: "Panasonic raw photo", exts: "rw2"},
	{kind: Image, format: "raf", mime: "image/x-fuji-raf", name: "Fujifilm raw photo", exts: "raf"},

	// Archives and compressed files.
	{kind: Archive, format: "zip", mime: "application/zip", name: "Zip archive", exts: "zip zipx"},
	{kind: Archive, format: "jar", mime: "application/java-archive", name: "Java archive", exts: "jar war ear aar"},
	{kind: Archive, format: "apk", mime: "application/vnd.android.package-archive", name: "Android package", exts: "apk xapk aab"},
	{kind: Archive, format: "ipa", mime: "application/x-ios-app", name: "iOS app", exts: "ipa"},
	{kind: Archive, format: "whl", mime: "application/x-wheel+zip", name: "Python wheel", exts: "whl"},
	{kind: Archive, format: "pyz", mime: "application/x-python-zipapp", name: "Python zip application", exts: "pyz"},
	{kind: Archive, format: "xpi", mime: "application/x-xpinstall", name: "Browser extension", exts: "xpi"},
	{kind: Archive, format: "crx", mime: "application/x-chrome-extension", name: "Chrome extension", exts: "crx"},
	{kind: Archive, format: "vsix", mime: "application/vsix", name: "Visual Studio extension", exts: "vsix"},
	{kind: Archive, format: "nupkg", mime: "application/x-nuget+zip", name: "NuGet package", exts: "nupkg"},
	{kind: Archive, format: "appx", mime: "application/appx", name: "Windows app package", exts: "appx msix"},
	{kind: Archive, format: "kmz", mime: "application/vnd.google-earth.kmz", name: "KMZ map", exts: "kmz"},
	{kind: Archive, format: "cbz", mime: "application/vnd.comicbook+zip", name: "Comic book", exts: "cbz"},
	{kind: Archive, format: "cbr", mime: "application/vnd.comicbook-rar", name: "Comic book", exts: "cbr"},
	{kind: Archive, format: "npz", mime: "application/x-npz", name: "NumPy arrays", exts: "npz"},
	{kind: Archive, format: "pytorch", mime: "application/x-pytorch", name: "PyTorch model", exts: "pt pth"},
	{kind: Archive, format: "tar", mime: "application/x-tar", name: "Tar archive", exts: "tar gem"},
	{kind: Archive, format: "tar.gz", mime: "application/gzip", name: "Tar archive, gzip-compressed", exts: "tar.gz tgz crate"},
	{kind: Archive, format: "tar.bz2", mime: "application/x-bzip2", name: "Tar archive, bzip2-compressed", exts: "tar.bz2 tbz tbz2 tb2"},
	{kind: Archive, format: "tar.xz", mime: "application/x-xz", name: "Tar archive, xz-compressed", exts: "tar.xz txz"},
	{kind: Archive, format: "tar.zst", mime: "application/zstd", name: "Tar archive, Zstandard-compressed", exts: "tar.zst tzst"},
	{kind: Archive, format: "tar.lz4", mime: "application/x-lz4", name: "Tar archive, LZ4-compressed", exts: "tar.lz4"},
	{kind: Archive, format: "tar.lzma", mime: "application/x-lzma", name: "Tar archive, LZMA-compressed", exts: "tar.lzma tlz"},
	{kind: Archive, format: "tar.br", mime: "application/x-brotli", name: "Tar archive, Brotli-compressed", exts: "tar.br"},
	{kind: Archive, format: "tar.z", mime: "application/x-compress", name: "Tar archive, compressed", exts: "tar.z taz"},
	{kind: Archive, format: "gz", mime: "application/gzip", name: "Gzip-compressed file", exts: "gz svgz emz wmz"},
	{kind: Archive, format: "bz2", mime: "application/x-bzip2", name: "Bzip2-compressed file", exts: "bz2 bz"},
	{kind: Archive, format: "xz", mime: "application/x-xz", name: "Xz-compressed file", exts: "xz"},
	{kind: Archive, format: "zst", mime: "application/zstd", name: "Zstandard-compressed file", exts: "zst zstd"},
	{kind: Archive, format: "lz4", mime: "application/x-lz4", name: "LZ4-compressed file", exts: "lz4"},
	{kind: Archive, format: "lzma", mime: "application/x-lzma", name: "LZMA-compressed file", exts: "lzma"},
	{kind: Archive, format: "lz", mime: "application/x-lzip", name: "Lzip-compressed file", exts: "lz"},
	{kind: Archive, format: "lzo", mime: "application/x-lzop", name: "LZO-compressed file", exts: "lzo"},
	{kind: Archive, format: "br", mime: "application/x-brotli", name: "Brotli-compressed file", exts: "br brotli"},
	{kind: Archive, format: "z", mime: "application/x-compress", name: "Compressed file", exts: "z"},
	{kind: Archive, format: "snappy", mime: "application/x-snappy-framed", name: "Snappy-compressed file", exts: "sz snappy"},
	{kind: Archive, format: "7z", mime: "application/x-7z-compressed", name: "7-Zip archive", exts: "7z cb7"},
	{kind: Archive, format: "rar", mime: "application/vnd.rar", name: "RAR archive", exts: "rar"},
	{kind: Archive, format: "cab", mime: "application/vnd.ms-cab-compressed", name: "Cabinet archive", exts: "cab"},
	{kind: Archive, format: "ar", mime: "application/x-archive", name: "Unix archive", exts: "a ar lib"},
	{kind: Archive, format: "deb", mime: "application/vnd.debian.binary-package", name: "Debian package", exts: "deb udeb"},
	{kind: Archive, format: "rpm", mime: "application/x-rpm", name: "RPM package", exts: "rpm"},
	{kind: Archive, format: "cpio", mime: "application/x-cpio", name: "Cpio archive", exts: "cpio"},
	{kind: Archive, format: "xar", mime: "application/x-xar", name: "Xar archive", exts: "xar pkg"},
	{kind: Archive, format: "lha", mime: "application/x-lzh-compressed", name: "LHA archive", exts: "lzh lha"},
	{kind: Archive, format: "arj", mime: "application/x-arj", name: "ARJ archive", exts: "arj"},
	{kind: Archive, format: "ace", mime: "application/x-ace-compressed", name: "ACE archive", exts: "ace"},
	{kind: Archive, format: "zpaq", mime: "application/x-zpaq", name: "ZPAQ archive", exts: "zpaq"},
	{kind: Archive, format: "asar", mime: "application/x-asar", name: "Electron archive", exts: "asar"},
	{kind: Archive, format: "iso", mime: "application/x-iso9660-image", name: "ISO 9660 image", exts: "iso"},
	{kind: Archive, format: "dmg", mime: "application/x-apple-diskimage", name: "Apple disk image", exts: "dmg"},
	{kind: Archive, format: "squashfs", mime: "application/vnd.squashfs", name: "SquashFS image", exts: "squashfs sqfs snap"},
	{kind: Archive, format: "cramfs", mime: "application/x-cramfs", name: "CramFS image", exts: "cramfs"},
	{kind: Archive, format: "wim", mime: "application/x-ms-wim", name: "Windows image", exts: "wim esd"},
	{kind: Archive, format: "tnef", mime: "application/vnd.ms-tnef", name: "Outlook attachment container", exts: "tnef"},

	// Databases and data files.
	{kind: Database, format: "sqlite", mime: "application/vnd.sqlite3", name: "SQLite database", exts: "sqlite sqlite3 db db3 s3db gpkg"},
	{kind: Database, format: "parquet", mime: "application/vnd.apache.parquet", name: "Parquet table", exts: "parquet pq"},
	{kind: Database, format: "arrow", mime: "application/vnd.apache.arrow.file", name: "Arrow table", exts: "arrow feather"},
	{kind: Database, format: "avro", mime: "application/avro", name: "Avro records", exts: "avro"},
	{kind: Database, format: "orc", mime: "application/vnd.apache.orc", name: "ORC table", exts: "orc"},
	{kind: Database, format: "mdb", mime: "application/x-msaccess", name: "Access database", exts: "mdb accdb"},
	{kind: Database, format: "dbf", mime: "application/vnd.dbf", name: "dBASE table", exts: "dbf"},
	{kind: Database, format: "hdf5", mime: "application/x-hdf5", name: "HDF5 data", exts: "h5 hdf5 hdf he5 nc4"},
	{kind: Database, format: "hdf4", mime: "application/x-hdf", name: "HDF4 data"},
	{kind: Database, format: "netcdf", mime: "application/x-netcdf", name: "NetCDF data", exts: "cdf"},
	{kind: Database, format: "duckdb", mime: "application/vnd.duckdb", name: "DuckDB database", exts: "duckdb"},
	{kind: Database, format: "sas", mime: "application/x-sas-data", name: "SAS table", exts: "sas7bdat"},
	{kind: Database, format: "sav", mime: "application/x-spss-sav", name: "SPSS table", exts: "sav zsav"},
	{kind: Database, format: "dta", mime: "application/x-stata-dta", name: "Stata table", exts: "dta"},
	{kind: Database, format: "rds", mime: "application/x-r-data", name: "R data", exts: "rds rda rdata"},
	{kind: Database, format: "mat", mime: "application/x-matlab-data", name: "MATLAB data", exts: "mat"},
	{kind: Database, format: "npy", mime: "application/x-npy", name: "NumPy array", exts: "npy"},
	{kind: Database, format: "bdb", mime: "application/x-berkeley-db", name: "Berkeley DB", exts: "bdb"},
	{kind: Database, format: "gdbm", mime: "application/x-gdbm", name: "GNU dbm database", exts: "gdbm"},
	{kind: Database, format: "shp", mime: "application/vnd.shp", name: "ESRI shapes", exts: "shp shx"},
	{kind: Database, format: "grib", mime: "application/wmo-GRIB2", name: "GRIB weather data", exts: "grib grb grib2"},
	{kind: Database, format: "pgdump", mime: "application/x-postgresql-dump", name: "PostgreSQL dump", exts: "pgdump"},
	{kind: Database, format: "wal", mime: "application/x-sqlite-wal", name: "SQLite write-ahead log"},
	{kind: Unsupported, format: "pickle", mime: "application/x-pickle", name: "Python pickle", exts: "pkl pickle"},
	{kind: Unsupported, format: "gguf", mime: "application/x-gguf", name: "GGUF model", exts: "gguf"},
	{kind: Unsupported, format: "safetensors", mime: "application/x-safetensors", name: "Safetensors model", exts: "safetensors"},

	// Sound, pictures that move, type.
	{kind: Unsupported, format: "mp3", mime: "audio/mpeg", name: "MP3 audio", exts: "mp3 mp2"},
	{kind: Unsupported, format: "aac", mime: "audio/aac", name: "AAC audio", exts: "aac"},
	{kind: Unsupported, format: "m4a", mime: "audio/mp4", name: "MPEG-4 audio", exts: "m4a m4b m4r"},
	{kind: Unsupported, format: "wav", mime: "audio/vnd.wave", name: "WAV audio", exts: "wav"},
	{kind: Unsupported, format: "aiff", mime: "audio/aiff", name: "AIFF audio", exts: "aif aiff aifc"},
	{kind: Unsupported, format: "flac", mime: "audio/flac", name: "FLAC audio", exts: "flac"},
	{kind: Unsupported, format: "ogg", mime: "audio/ogg", name: "Ogg audio", exts: "ogg oga"},
	{kind: Unsupported, format: "opus", mime: "audio/ogg", name: "Opus audio", exts: "opus"},
	{kind: Unsupported, format: "ogv", mime: "video/ogg", name: "Ogg video", exts: "ogv"},
	{kind: Unsupported, format: "mid", mime: "audio/midi", name: "MIDI music", exts: "mid midi"},
	{kind: Unsupported, format: "amr", mime: "audio/AMR", name: "AMR audio", exts: "amr"},
	{kind: Unsupported, format: "au", mime: "audio/basic", name: "AU audio", exts: "au snd"},
	{kind: Unsupported, format: "ape", mime: "audio/x-ape", name: "Monkey's Audio", exts: "ape"},
	{kind: Unsupported, format: "wavpack", mime: "audio/x-wavpack", name: "WavPack audio", exts: "wv"},
	{kind: Unsupported, format: "caf", mime: "audio/x-caf", name: "Core Audio", exts: "caf"},
	{kind: Unsupported, format: "mp4", mime: "video/mp4", name: "MPEG-4 video", exts: "mp4 m4v"},
	{kind: Unsupported, format: "mov", mime: "video/quicktime", name: "QuickTime video", exts: "mov qt"},
	{kind: Unsupported, format: "3gp", mime: "video/3gpp", name: "3GPP video", exts: "3gp 3g2"},
	{kind: Unsupported, format: "mkv", mime: "video/matroska", name: "Matroska video", exts: "mkv mka mks"},
	{kind: Unsupported, format: "webm", mime: "video/webm", name: "WebM video", exts: "webm"},
	{kind: Unsupported, format: "avi", mime: "video/vnd.avi", name: "AVI video", exts: "avi"},
	{kind: Unsupported, format: "wmv", mime: "video/x-ms-asf", name: "Windows Media", exts: "wmv wma asf"},
	{kind: Unsupported, format: "flv", mime: "video/x-flv", name: "Flash video", exts: "flv"},
	{kind: Unsupported, format: "mpeg", mime: "video/mpeg", name: "MPEG video", exts: "mpg mpeg vob"},
	{kind: Unsupported, format: "mpegts", mime: "video/mp2t", name: "MPEG transport stream", exts: "m2ts"},
	{kind: Unsupported, format: "rm", mime: "application/vnd.rn-realmedia", name: "RealMedia", exts: "rm rmvb ra"},
	{kind: Unsupported, format: "swf", mime: "application/vnd.adobe.flash.movie", name: "Flash movie", exts: "swf"},
	{kind: Unsupported, format: "ani", mime: "application/x-navi-animation", name: "Animated cursor", exts: "ani"},
	{kind: Unsupported, format: "riff", mime: octetStream, name: "RIFF file"},
	{kind: Unsupported, format: "ttf", mime: "font/ttf", name: "TrueType font", exts: "ttf"},
	{kind: Unsupported, format: "otf", mime: "font/otf", name: "OpenType font", exts: "otf"},
	{kind: Unsupported, format: "ttc", mime: "font/collection", name: "Font collection", exts: "ttc otc"},
	{kind: Unsupported, format: "woff", mime: "font/woff", name: "Web font", exts: "woff"},
	{kind: Unsupported, format: "woff2", mime: "font/woff2", name: "Web font", exts: "woff2"},
	{kind: Unsupported, format: "eot", mime: "application/vnd.ms-fontobject", name: "Embedded OpenType font", exts: "eot"},
	{kind: Unsupported, format: "pfb", mime: "application/x-font-type1", name: "PostScript font", exts: "pfb pfa"},
	{kind: Unsupported, format: "pcf", mime: "application/x-font-pcf", name: "X11 bitmap font", exts: "pcf"},
	{kind: Unsupported, format: "psf", mime: "application/x-font-linux-psf", name: "Console font", exts: "psf psfu"},

	// Programs and what they leave behind.
	{kind: Unsupported, format: "elf", mime: "application/x-executable", name: "ELF executable", exts: "so o ko elf"},
	{kind: Unsupported, format: "exe", mime: "application/vnd.microsoft.portable-executable", name: "Windows executable", exts: "exe dll sys ocx scr cpl efi"},
	{kind: Unsupported, format: "mz", mime: "application/x-dosexec", name: "DOS executable"},
	{kind: Unsupported, format: "macho", mime: "application/x-mach-binary", name: "Mach-O executable", exts: "dylib"},
	{kind: Unsupported, format: "coff", mime: "application/x-coff", name: "COFF object", exts: "obj"},
	{kind: Unsupported, format: "wasm", mime: "application/wasm", name: "WebAssembly module", exts: "wasm"},
	{kind: Unsupported, format: "class", mime: "application/java-vm", name: "Java class", exts: "class"},
	{kind: Unsupported, format: "jmod", mime: "application/x-java-jmod", name: "Java module", exts: "jmod"},
	{kind: Unsupported, format: "jimage", mime: "application/x-java-jimage", name: "Java runtime image"},
	{kind: Unsupported, format: "dex", mime: "application/vnd.android.dex", name: "Android executable", exts: "dex"},
	{kind: Unsupported, format: "pyc", mime: "application/x-python-code", name: "Compiled Python", exts: "pyc pyo"},
	{kind: Unsupported, format: "luac", mime: "application/x-lua-bytecode", name: "Compiled Lua", exts: "luac"},
	{kind: Unsupported, format: "beam", mime: "application/x-erlang-beam", name: "Compiled Erlang", exts: "beam"},
	{kind: Unsupported, format: "elc", mime: "application/x-emacs-lisp-bytecode", name: "Compiled Emacs Lisp"},
	{kind: Unsupported, format: "bitcode", mime: "application/x-llvm-bitcode", name: "LLVM bitcode", exts: "bc"},
	{kind: Unsupported, format: "goobj", mime: "application/x-go-object", name: "Go object"},
	{kind: Unsupported, format: "rlib", mime: "application/x-rust-metadata", name: "Rust metadata", exts: "rlib rmeta"},
	{kind: Unsupported, format: "pdb", mime: "application/x-ms-pdb", name: "Debug symbols", exts: "pdb"},
	{kind: Unsupported, format: "msi", mime: "application/x-msi", name: "Windows installer", exts: "msi msp msm"},
	{kind: Unsupported, format: "lnk", mime: "application/x-ms-shortcut", name: "Windows shortcut", exts: "lnk"},
	{kind: Unsupported, format: "thumbsdb", mime: "application/x-thumbs-db", name: "Windows thumbnails"},
	{kind: Unsupported, format: "dsstore", mime: "application/x-apple-dsstore", name: "Finder settings", files: ".ds_store"},
	{kind: Unsupported, format: "regf", mime: "application/x-ms-registry-hive", name: "Windows registry hive"},
	{kind: Unsupported, format: "evtx", mime: "application/x-ms-evtx", name: "Windows event log", exts: "evtx"},
	{kind: Unsupported, format: "minidump", mime: "application/x-dmp", name: "Windows crash dump", exts: "dmp mdmp"},
	{kind: Unsupported, format: "core", mime: "application/x-coredump", name: "Core dump"},
	{kind: Unsupported, format: "pcap", mime: "application/vnd.tcpdump.pcap", name: "Packet capture", exts: "pcap cap"},
	{kind: Unsupported, format: "pcapng", mime: "application/x-pcapng", name: "Packet capture", exts: "pcapng"},
	{kind: Unsupported, format: "mo", mime: "application/x-gettext-translation", name: "Compiled translation", exts: "mo gmo"},
	{kind: Unsupported, format: "gitpack", mime: "application/x-git-pack", name: "Git pack"},
	{kind: Unsupported, format: "gitidx", mime: "application/x-git-pack-index", name: "Git pack index"},
	{kind: Unsupported, format: "gitindex", mime: "application/x-git-index", name: "Git index"},
	{kind: Archive, format: "zlib", mime: "application/zlib", name: "Zlib-compressed data", exts: "zlib"},
	{kind: Unsupported, format: "gitobject", mime: "application/x-git-object", name: "Git object"},
	{kind: Unsupported, format: "jks", mime: "application/x-java-keystore", name: "Java keystore", exts: "jks keystore jceks"},
	{kind: Unsupported, format: "der", mime: "application/pkix-cert", name: "Certificate or key (DER)", exts: "der cer crt p12 pfx p7b p7s p7m p7c"},
	{kind: Unsupported, format: "pgpbin", mime: "application/pgp-encrypted", name: "PGP data", exts: "gpg pgp"},
	{kind: Unsupported, format: "kdbx", mime: "application/x-keepass2", name: "KeePass database", exts: "kdbx kdb"},
	{kind: Unsupported, format: "luks", mime: "application/x-luks", name: "LUKS encrypted volume"},
	{kind: Unsupported, format: "age", mime: "application/x-age-encryption", name: "age-encrypted file", exts: "age", reason: fault.Encrypted},
	{kind: Unsupported, format: "torrent", mime: "application/x-bittorrent", name: "Torrent", exts: "torrent"},
	{kind: Unsupported, format: "terminfo", mime: "application/x-terminfo", name: "Terminal description"},
	{kind: Unsupported, format: "tzif", mime: "application/tzif", name: "Time zone data"},
	{kind: Unsupported, format: "journal", mime: "application/x-systemd-journal", name: "systemd journal", exts: "journal"},
	{kind: Unsupported, format: "dtb", mime: "application/x-dtb", name: "Device tree blob", exts: "dtb dtbo"},
	{kind: Unsupported, format: "qcow2", mime: "application/x-qcow2", name: "Disk image (QCOW2)", exts: "qcow2 qcow"},
	{kind: Unsupported, format: "vmdk", mime: "application/x-vmdk", name: "Disk image (VMDK)", exts: "vmdk"},
	{kind: Unsupported, format: "vdi", mime: "application/x-virtualbox-vdi", name: "Disk image (VDI)", exts: "vdi"},
	{kind: Unsupported, format: "vhd", mime: "application/x-vhd", name: "Disk image (VHD)"},
	{kind: Unsupported, format: "vhdx", mime: "application/x-vhdx", name: "Disk image (VHDX)", exts: "vhdx"},
	{kind: Unsupported, format: "disk", mime: "application/x-raw-disk-image", name: "Disk image", exts: "img raw"},
	{kind: Unsupported, format: "filesystem", mime: "application/x-raw-disk-image", name: "File system image"},
	{kind: Unsupported, format: "binary", mime: octetStream, name: "Binary file", exts: "bin dat"},
	{kind: Directory, format: "directory", mime: "inode/directory", name: "Directory"},
}
