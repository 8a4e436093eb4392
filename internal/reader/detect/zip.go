package detect

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"io"
	"strings"

	"fread/internal/reader/fault"
)

// Bounds on what is read of a zip: detection must cost the same whatever the
// directory claims.
const (
	maxZipDirectory = 1 << 20  // bytes of central directory
	maxZipEntries   = 64 << 10 // entries looked at
	maxZipLocals    = 1 << 10  // local headers walked when there is no directory
	maxZipName      = 256      // longer names are none that matter here
	maxPartPacked   = 64 << 10
	maxPart         = 256 << 10
	zipEndSize      = 22
)

// A zipEntry is what detection needs of a directory entry or a local header.
type zipEntry struct {
	method uint16
	flags  uint16
	packed int64
	local  int64 // offset of the local header
}

// zipContents is what the names in a zip say.
type zipContents struct {
	in      *Input
	base    int64 // of the offsets, which some programs count from behind a prefix
	entries int

	marks              map[string]bool
	images, npy, other int
	types, mimetype    *zipEntry // [Content_Types].xml, mimetype
	manifest           *zipEntry // META-INF/manifest.xml
}

// zipType names a zip by what it holds (APPNOTE 4.3; ECMA-376 part 2; ODF 1.3
// part 2; EPUB OCF 4.3).
func zipType(in *Input, evidence string) Type {
	z := &zipContents{in: in, marks: make(map[string]bool, 8)}
	if !z.directory() {
		z.locals()
		evidence = "zip with a damaged directory"
	}
	format, why := z.format()
	if format == "" {
		// Nothing inside says more than zip; the name may.
		if r := byExtension(extension(in.Name)); r != nil && z.mayBe(r.format) {
			format, why = r.format, "extension ."+extension(in.Name)
		}
	}
	if format == "" {
		return typeOf("zip", evidence)
	}
	t := typeOf(format, "zip with "+why)
	if z.manifest != nil && (t.Kind == Word || t.Kind == Spreadsheet || t.Kind == Presentation || t.Format == "odf") {
		// ODF 1.3 part 2, 4.7: an encrypted file has this element in the manifest.
		if m := z.part(z.manifest); bytes.Contains(m, []byte("encryption-data")) || bytes.Contains(m, []byte("encrypted-package")) {
			t.Reason = fault.Encrypted
		}
	}
	return t
}

// mayBe says which formats a zip can be on the word of its name alone: those
// that have no mark of their own, and, where no entry could be read at all,
// those whose mark is lost.
func (z *zipContents) mayBe(format string) bool {
	switch format {
	case "xpi", "kmz", "npz", "whl", "jar", "ipa", "pages", "numbers", "key", "pyz", "nupkg", "aab":
		return true
	case "cbz":
		return z.images > 0
	case "docx", "docm", "dotx", "xlsx", "xlsm", "xlsb", "xltx", "pptx", "pptm", "ppsx", "odt", "ods", "odp", "odg", "epub":
		return z.entries == 0 || z.types != nil || z.marks["content.xml"] || z.marks["word/"] || z.marks["xl/"] || z.marks["ppt/"]
	}
	return false
}

// directory reads the central directory and reports whether it is whole.
func (z *zipContents) directory() bool {
	end := z.in.end()
	tail, at := findZipEnd(z.in)
	if tail == nil {
		return false
	}
	le := binary.LittleEndian
	size, offset := int64(le.Uint32(tail[12:])), int64(le.Uint32(tail[16:]))
	from := at - size
	if size == 0xffffffff || offset == 0xffffffff || le.Uint16(tail[10:]) == 0xffff {
		// Zip64 (APPNOTE 4.3.14, 4.3.15): a locator just before points to the real record.
		if loc := z.in.bytes(at-20, 20); len(loc) == 20 && has(loc, "PK\x06\x07") {
			pos := int64(le.Uint64(loc[8:]))
			if r := z.in.bytes(pos, 56); len(r) == 56 && has(r, "PK\x06\x06") {
				size, offset = int64(le.Uint64(r[40:])), int64(le.Uint64(r[48:]))
				from = pos - size
			}
		}
	}
	if size < 0 || offset < 0 || size > end {
		return false
	}
	// Where the directory is follows from its end; the offset it claims is off
	// by the length of a prefix, and right where something was put in between.
	if from < 0 || !has(z.in.bytes(from, 4), "PK\x01\x02") {
		from = offset
	}
	z.base = from - offset
	if z.base > 0 && has(z.in.Head, "PK\x03\x04") {
		// No prefix explains the difference: this is the directory of a zip
		// within the zip, whose own directory is cut off.
		return false
	}
	z.list(z.in.bytes(from, int(min(max(size, 46), maxZipDirectory))))
	return z.entries >= int(le.Uint16(tail[10:])) || z.entries == maxZipEntries || size > maxZipDirectory
}

// findZipEnd finds the end record: at the very end, or before a comment.
func findZipEnd(in *Input) (record []byte, at int64) {
	end := in.end()
	for _, n := range []int64{1 << 10, 64<<10 + zipEndSize} {
		n = min(n, end)
		tail := in.bytes(end-n, int(n))
		for i := len(tail) - zipEndSize; i >= 0; {
			i = bytes.LastIndex(tail[:i+4], []byte("PK\x05\x06"))
			if i < 0 {
				break
			}
			return tail[i : i+zipEndSize], end - n + int64(i)
		}
		if n == end {
			break
		}
	}
	return nil, 0
}

// zipEnds reports whether there is an end record, which tells a zip behind a
// prefix from a file that has the bytes of a zip somewhere.
func zipEnds(in *Input) bool {
	r, _ := findZipEnd(in)
	return r != nil
}

// list goes through the central directory (APPNOTE 4.3.12).
func (z *zipContents) list(dir []byte) {
	le := binary.LittleEndian
	for z.entries < maxZipEntries && len(dir) >= 46 && has(dir, "PK\x01\x02") {
		name, extra, comment := int(le.Uint16(dir[28:])), int(le.Uint16(dir[30:])), int(le.Uint16(dir[32:]))
		if 46+name > len(dir) {
			break
		}
		z.see(dir[46:46+name], zipEntry{
			flags: le.Uint16(dir[8:]), method: le.Uint16(dir[10:]),
			packed: int64(le.Uint32(dir[20:])), local: int64(le.Uint32(dir[42:])),
		})
		dir = dir[min(46+name+extra+comment, len(dir)):]
	}
}

// locals walks the local headers of a file whose directory is lost, as of a
// broken download (APPNOTE 4.3.7). Where a header does not say how long its
// data is, the next one is searched in the head.
func (z *zipContents) locals() {
	le := binary.LittleEndian
	z.base = 0
	pos := int64(max(bytes.Index(z.in.Head[:min(len(z.in.Head), junkBeforeZip)], []byte("PK\x03\x04")), 0))
	for range maxZipLocals {
		h := z.in.bytes(pos, 30)
		if len(h) < 30 || !localHeader(h) {
			return
		}
		name, extra := int(le.Uint16(h[26:])), int(le.Uint16(h[28:]))
		e := zipEntry{flags: le.Uint16(h[6:]), method: le.Uint16(h[8:]), packed: int64(le.Uint32(h[18:])), local: pos}
		z.see(z.in.bytes(pos+30, name), e)
		data := pos + 30 + int64(name) + int64(extra)
		if e.packed > 0 || e.flags&8 == 0 {
			pos = data + e.packed
			continue
		}
		if data >= int64(len(z.in.Head)) || e.method == 0 { // stored data may be a zip itself
			return
		}
		i := bytes.Index(z.in.Head[data:], []byte("PK\x03\x04"))
		if i < 0 {
			return
		}
		pos = data + int64(i)
	}
}

// localHeader checks the fixed part of a local file header for sense.
func localHeader(h []byte) bool {
	return len(h) >= 30 && has(h, "PK\x03\x04") && h[5] <= 20 && le16(h, 4)&0xff < 100 && le16(h, 26) < 4096
}

// see notes what the name of an entry says. Names are compared without case,
// with slashes either way and without a leading one, as Office does.
func (z *zipContents) see(raw []byte, e zipEntry) {
	z.entries++
	if len(raw) == 0 || len(raw) > maxZipName {
		z.other++
		return
	}
	var buf [maxZipName]byte
	name := normalName(append(buf[:0], raw...))
	switch string(name) {
	case "[content_types].xml":
		z.types = &e
	case "mimetype":
		z.mimetype = &e
	case "meta-inf/manifest.xml":
		z.manifest = &e
	case "meta-inf/manifest.mf":
		z.marks["meta-inf/manifest.mf"] = true
		return
	case "content.xml", "androidmanifest.xml", "classes.dex", "classes.jar", "extension.vsixmanifest", "install.rdf",
		"manifest.json", "doc.kml", "3d/3dmodel.model", "appxmanifest.xml", "meta-inf/container.xml", "index.zip",
		"index/document.iwa", "index/presentation.iwa", "__main__.py", "contents/content.hpf", "base/manifest/androidmanifest.xml",
		"word/document.xml", "ppt/presentation.xml", "xl/workbook.xml", "xl/workbook.bin",
		"word/vbaproject.bin", "xl/vbaproject.bin", "ppt/vbaproject.bin":
		z.marks[string(name)] = true
	}
	dir, rest, inDir := bytes.Cut(name, []byte("/"))
	if len(rest) > 0 {
		switch string(dir) {
		case "word", "ppt", "xl", "visio", "web-inf":
			z.marks[string(dir)+"/"] = true
		case "payload":
			if bytes.Contains(rest, []byte(".app/")) {
				z.marks["payload/.app"] = true
			}
		}
	}
	switch ext := name[bytes.LastIndexByte(name, '.')+1:]; string(ext) {
	case "png", "jpg", "jpeg", "gif", "webp", "jxl", "avif":
		z.images++
		return
	case "npy":
		z.npy++
		return
	case "kml", "nuspec", "fdseq":
		if !inDir {
			z.marks["."+string(ext)] = true
		}
	case "pkl":
		if bytes.HasSuffix(name, []byte("/data.pkl")) {
			z.marks["data.pkl"] = true
		}
	case "dist-info/wheel":
		z.marks["wheel"] = true
	}
	if name[len(name)-1] != '/' {
		z.other++
	}
}

// normalName normalises a name in place.
func normalName(name []byte) []byte {
	for i, c := range name {
		switch {
		case c == '\\':
			name[i] = '/'
		case c >= 'A' && c <= 'Z':
			name[i] = c + 'a' - 'A'
		}
	}
	if name := bytes.TrimLeft(name, "/"); len(name) > 0 {
		return name
	}
	return name
}

// format decides what the marks add up to, the surest first.
func (z *zipContents) format() (format, why string) {
	if z.mimetype != nil {
		media := strings.TrimSpace(string(z.part(z.mimetype)))
		if f := byMimetype(media); f != "" {
			return f, "mimetype " + media
		}
	}
	if f, why := z.openPackage(); f != "" {
		return f, why
	}
	m := z.marks
	switch {
	case m["meta-inf/container.xml"]:
		return "epub", "META-INF/container.xml"
	case m["content.xml"] && (z.manifest != nil || z.mimetype != nil):
		// The mimetype is lost; the name says which, else a text is likeliest.
		if r := byExtension(extension(z.in.Name)); r != nil && strings.HasPrefix(r.mime, "application/vnd.oasis.opendocument.") {
			return r.format, "content.xml, extension ." + extension(z.in.Name)
		}
		return "odt", "content.xml"
	case m["contents/content.hpf"]:
		return "hwpx", "Contents/content.hpf"
	case m["base/manifest/androidmanifest.xml"]:
		return "apk", "base/manifest/AndroidManifest.xml"
	case m["androidmanifest.xml"] && m["classes.jar"]:
		return "jar", "AndroidManifest.xml and classes.jar"
	case m["androidmanifest.xml"]:
		return "apk", "AndroidManifest.xml"
	case m["payload/.app"]:
		return "ipa", "Payload/*.app"
	case m["wheel"]:
		return "whl", "*.dist-info/WHEEL"
	case m["install.rdf"]:
		return "xpi", "install.rdf"
	case m["manifest.json"] && extension(z.in.Name) == "xpi":
		return "xpi", "manifest.json"
	case m["index/presentation.iwa"]:
		return "key", "Index/Presentation.iwa"
	case m["index/document.iwa"], m["index.zip"]:
		// Pages, Numbers and Keynote share it; the name says which.
		switch ext := extension(z.in.Name); ext {
		case "pages", "numbers", "key":
			return ext, "Index/Document.iwa, extension ." + ext
		}
		return "iwork", "Index/Document.iwa"
	case m["meta-inf/manifest.mf"], m["web-inf/"]:
		return "jar", "META-INF/MANIFEST.MF"
	case m["doc.kml"], m[".kml"] && z.other <= 4:
		return "kmz", "a KML map"
	case z.npy > 0 && z.other == 0 && z.images == 0:
		return "npz", ".npy arrays only"
	case m["data.pkl"]:
		return "pytorch", "data.pkl"
	case m["__main__.py"] && extension(z.in.Name) != "zip":
		return "pyz", "__main__.py"
	}
	return "", ""
}

// byMimetype maps the entry mimetype of ODF, EPUB and formats modelled on them.
func byMimetype(media string) string {
	media, _, _ = strings.Cut(media, ";")
	for i := range table {
		// The first row of a media type is its plain format.
		if r := &table[i]; r.mime == media {
			return r.format
		}
	}
	switch kind, odf := strings.CutPrefix(media, "application/vnd.oasis.opendocument."); {
	case kind == "text-web":
		return "odt"
	case kind == "text-master-template":
		return "odm"
	case odf:
		return "odf"
	}
	switch kind, _ := strings.CutPrefix(media, "application/vnd.sun.xml."); kind {
	case "writer.template", "writer.global":
		return "sxw"
	case "calc.template":
		return "sxc"
	case "impress.template":
		return "sxi"
	}
	return ""
}

// openPackage recognises what is built on the Open Packaging Conventions. The
// main part's content type decides, because names of parts are free and many
// programs choose others; the names decide when it is unreadable.
func (z *zipContents) openPackage() (format, why string) {
	m := z.marks
	word, ppt, xl := m["word/"], m["ppt/"], m["xl/"]
	if z.types == nil && !m["word/document.xml"] && !m["ppt/presentation.xml"] && !m["xl/workbook.xml"] && !m["xl/workbook.bin"] {
		return "", ""
	}
	switch {
	case m["extension.vsixmanifest"]:
		return "vsix", "extension.vsixmanifest"
	case m[".nuspec"]:
		return "nupkg", "a .nuspec"
	case m["appxmanifest.xml"]:
		return "appx", "AppxManifest.xml"
	case m["3d/3dmodel.model"]:
		return "3mf", "3D/3dmodel.model"
	case m["visio/"] && !word && !ppt && !xl:
		return "vsdx", "visio/"
	case m[".fdseq"]:
		return "xps", "a fixed document sequence"
	}
	if z.types != nil {
		if f := mainPart(z.part(z.types)); f != "" {
			return f, "content type of " + f
		}
	}
	switch {
	case word:
		return z.officeBy("word/", Word, "docx", "docm")
	case ppt:
		return z.officeBy("ppt/", Presentation, "pptx", "pptm")
	case m["xl/workbook.bin"]:
		return "xlsb", "xl/workbook.bin"
	case xl:
		return z.officeBy("xl/", Spreadsheet, "xlsx", "xlsm")
	}
	return "", ""
}

// officeBy chooses among the formats of a family by the name, else by whether
// there are macros.
func (z *zipContents) officeBy(dir string, kind Kind, plain, macros string) (format, why string) {
	ext := extension(z.in.Name)
	if r := byExtension(ext); r != nil && r.kind == kind && (strings.Contains(r.mime, "openxmlformats") || strings.Contains(r.mime, "macroenabled")) {
		return r.format, dir + ", extension ." + ext
	}
	if z.marks[dir+"vbaproject.bin"] {
		return macros, dir
	}
	return plain, dir
}

// mainPart finds the content type of a main part in [Content_Types].xml. Only
// main parts have "main" in theirs, so a workbook embedded in a document is
// not taken for one.
func mainPart(types []byte) string {
	if bytes.IndexByte(types, 0) >= 0 { // UTF-16
		types = bytes.ReplaceAll(types, []byte{0}, nil)
	}
	types = bytes.ToLower(types)
	byExtension := "" // what one would be that is named nowhere else
	for len(types) > 0 {
		i := bytes.Index(types, []byte(".main"))
		if i < 0 {
			break
		}
		name := types[:i]
		isDefault := bytes.HasPrefix(name[max(0, bytes.LastIndexByte(name, '<')):], []byte("<default"))
		if j := bytes.LastIndexAny(name, `"'`); j >= 0 {
			name = name[j+1:]
		}
		f := mainContentType(string(name[max(0, len(name)-96):]))
		switch {
		case f != "" && !isDefault:
			return f
		case byExtension == "":
			byExtension = f
		}
		types = types[i+5:]
	}
	return byExtension
}

func mainContentType(name string) string {
	name = strings.TrimPrefix(name, "application/vnd.")
	switch strings.TrimPrefix(name, "openxmlformats-officedocument.") {
	case "wordprocessingml.document":
		return "docx"
	case "ms-word.document.macroenabled":
		return "docm"
	case "wordprocessingml.template":
		return "dotx"
	case "ms-word.template.macroenabledtemplate", "ms-word.template.macroenabled":
		return "dotm"
	case "spreadsheetml.sheet":
		return "xlsx"
	case "ms-excel.sheet.macroenabled":
		return "xlsm"
	case "spreadsheetml.template":
		return "xltx"
	case "ms-excel.template.macroenabled":
		return "xltm"
	case "ms-excel.addin.macroenabled":
		return "xlam"
	case "ms-excel.sheet.binary.macroenabled":
		return "xlsb"
	case "presentationml.presentation":
		return "pptx"
	case "ms-powerpoint.presentation.macroenabled":
		return "pptm"
	case "presentationml.slideshow":
		return "ppsx"
	case "ms-powerpoint.slideshow.macroenabled":
		return "ppsm"
	case "presentationml.template":
		return "potx"
	case "ms-powerpoint.template.macroenabled":
		return "potm"
	}
	return ""
}

// part returns the beginning of an entry's content; nothing if it cannot be had.
func (z *zipContents) part(e *zipEntry) []byte {
	const encrypted = 1
	pos := e.local + z.base
	h := z.in.bytes(pos, 30)
	if e.flags&encrypted != 0 || len(h) < 30 || !has(h, "PK\x03\x04") {
		return nil
	}
	pos += 30 + int64(le16(h, 26)) + int64(le16(h, 28))
	size := int64(maxPartPacked)
	if e.packed > 0 && e.packed != 0xffffffff {
		size = min(size, e.packed)
	}
	data := z.in.bytes(pos, int(size))
	switch e.method {
	case 0: // stored; a descriptor hides the size, then what follows is cut off
		if e.packed == 0 {
			data, _, _ = bytes.Cut(data, []byte("PK"))
		}
		return data
	case 8:
		b, _ := io.ReadAll(io.LimitReader(flate.NewReader(bytes.NewReader(data)), maxPart)) // what came before an error serves
		return b
	}
	return nil
}
