package detect

import (
	"bytes"
	"encoding/binary"
	"slices"
	"strings"
	"unicode/utf16"

	"fread/internal/reader/fault"
)

// Bounds on what is followed of a compound file.
const (
	maxOLEEntries = 8 << 10
	oleFree       = 0xfffffffa // sector numbers from here on have other meanings
)

// oleFile reads the directory of a compound file ([MS-CFB] 2). The allocation
// table is looked up where needed and never loaded.
type oleFile struct {
	in     *Input
	header []byte
	sector int64

	table   []byte // the one allocation table sector at hand
	tableAt int64
}

type oleEntry struct {
	name               string
	left, right, child uint32
	class              [16]byte
}

// oleType names a compound file by the streams of its root storage. Those of
// inner storages are of embedded objects and do not count, unless the tree is
// broken and nothing else is left to go by.
func oleType(in *Input) Type {
	entries := oleEntries(in)
	root := rootNames(entries)
	if t, ok := oleByNames(in, root, "OLE stream "); ok {
		return t
	}
	if len(entries) > 0 {
		switch string(entries[0].class[:4]) { // the first part of the CLSID, little-endian
		case "\x84\x10\x0c\x00": // 000C1084, 000C1086 and 000C1082: Windows Installer
			return typeOf("msi", "OLE class of an installer")
		case "\x86\x10\x0c\x00", "\x82\x10\x0c\x00":
			return typeOf("msi", "OLE class of an installer patch or transform")
		}
	}
	// No stream says it; the name may, and in a damaged file what is left.
	all := namesIn(in)
	if slices.Contains(all, "EncryptedPackage") {
		return encryptedOffice(in.Name, "damaged OLE file with stream EncryptedPackage")
	}
	switch ext := extension(in.Name); ext {
	case "doc", "dot", "xls", "xlt", "xla", "ppt", "pps", "msg", "oft", "vsd", "pub", "wps", "mpp", "msi", "hwp":
		return typeOf(byExtension(ext).format, "OLE header, extension ."+ext)
	}
	if len(root) == 0 {
		for _, e := range entries {
			all = append(all, e.name)
		}
		if t, ok := oleByNames(in, all, "damaged OLE file with stream "); ok {
			return t
		}
	}
	return typeOf("ole", "OLE header")
}

// oleNames are the streams and storages that make a format, the surest first:
// an encrypted package also keeps an old stream that says so in words, and a
// file of two versions of Excel has both streams.
func oleByNames(in *Input, names []string, evidence string) (Type, bool) {
	have := make(map[string]string, len(names))
	for _, n := range names {
		have[strings.ToLower(n)] = n
	}
	for _, m := range [...]struct{ name, format string }{
		{"encryptedpackage", "ooxml"},
		{"\x09drmcontent", "drm"},
		{"__properties_version1.0", "msg"},
		{"__nameid_version1.0", "msg"},
		{"worddocument", "doc"},
		{"powerpoint document", "ppt"},
		{"pp97_dualstorage", "ppt"},
		{"pp40", "ppt"},
		{"workbook", "xls"},
		{"book", "xls"},
		{"visiodocument", "vsd"},
		{"quill", "pub"},
		{"matost", "wps"},
		{"perfectoffice_main", "wpd"},
		{"nativecontent_main", "wq1"},
		{"hwpsummaryinformation", "hwp"},
		{"bodytext", "hwp"},
		{"starwriterdocument", "sdw"},
		{"starcalcdocument", "sdc"},
		{"stardrawdocument3", "sdd"},
		{"stardrawdocument", "sdd"},
		{"   114", "mpp"},
		{"   112", "mpp"},
		{"tbkproject", "mpp"},
		{"catalog", "thumbsdb"},
	} {
		stream, ok := have[m.name]
		if !ok {
			continue
		}
		evidence += strings.TrimLeft(stream, "\x00\x01\x05\x06\x09")
		switch m.format {
		case "ooxml":
			return encryptedOffice(in.Name, evidence), true
		case "drm":
			return rightsManaged(in.Name, have, evidence), true
		}
		return typeOf(m.format, evidence), true
	}
	return Type{}, false
}

// encryptedOffice is a password-protected Office Open XML file ([MS-OFFCRYPTO]
// 2.3): what is inside cannot be seen, so the name says which.
func encryptedOffice(name, evidence string) Type {
	format := "ooxml"
	switch ext := extension(name); ext {
	case "docx", "docm", "dotx", "dotm", "xlsx", "xlsm", "xltx", "xltm", "xlam", "xlsb", "pptx", "pptm", "ppsx", "ppsm", "potx", "potm":
		format = ext
	case "doc", "dot":
		format = "docx"
	case "xls", "xlt":
		format = "xlsx"
	case "ppt", "pps":
		format = "pptx"
	}
	t := typeOf(format, evidence)
	t.Reason = fault.Encrypted
	return t
}

// rightsManaged is a file under Information Rights Management ([MS-OFFCRYPTO]
// 2.2): the original streams hold a notice, and say what it was.
func rightsManaged(name string, have map[string]string, evidence string) Type {
	t := encryptedOffice(name, evidence)
	for stream, format := range map[string]string{"worddocument": "doc", "workbook": "xls", "powerpoint document": "ppt"} {
		if _, ok := have[stream]; ok {
			t = typeOf(format, evidence)
		}
	}
	t.Reason = fault.Encrypted
	return t
}

// oleEntries reads the directory; what cannot be read is left out.
func oleEntries(in *Input) []oleEntry {
	h := in.bytes(0, 512)
	if len(h) < 512 {
		return nil
	}
	// The sector size is 512 or 4,096; others are damage.
	f := &oleFile{in: in, header: h, sector: 512, tableAt: -1}
	if shift := le16(h, 30); shift == 12 {
		f.sector = 4096
	}
	var entries []oleEntry
	for s := uint32(le32(h, 48)); s < oleFree && len(entries) < maxOLEEntries; s = f.next(s) {
		b := f.read(s)
		whole := int64(len(b)) == f.sector
		for ; len(b) >= 128; b = b[128:] {
			entries = append(entries, parseOLEEntry(b[:128]))
		}
		if !whole { // a chain that goes in circles ends with the entries
			break
		}
	}
	return entries
}

func (f *oleFile) read(sector uint32) []byte {
	return f.in.bytes((int64(sector)+1)*f.sector, int(f.sector))
}

// next looks a sector's successor up in the allocation table, whose sectors
// are listed in the header and, beyond 109, in a chain of lists ([MS-CFB] 2.5).
func (f *oleFile) next(s uint32) uint32 {
	per := f.sector / 4
	index, within := int64(s)/per, int(int64(s)%per)*4
	if f.tableAt != index {
		where := f.tableSector(index)
		if where >= oleFree {
			return oleFree
		}
		f.table, f.tableAt = f.read(where), index
	}
	if within+4 > len(f.table) {
		return oleFree
	}
	return binary.LittleEndian.Uint32(f.table[within:])
}

func (f *oleFile) tableSector(index int64) uint32 {
	const inHeader = 109
	if index < inHeader {
		return binary.LittleEndian.Uint32(f.header[76+4*index:])
	}
	index -= inHeader
	per := f.sector/4 - 1
	list := binary.LittleEndian.Uint32(f.header[68:])
	for range 256 { // lists of 127: files up to 2 GiB
		if list >= oleFree {
			return oleFree
		}
		b := f.read(list)
		if int64(len(b)) < f.sector {
			return oleFree
		}
		if index < per {
			return binary.LittleEndian.Uint32(b[4*index:])
		}
		index -= per
		list = binary.LittleEndian.Uint32(b[f.sector-4:])
	}
	return oleFree
}

// parseOLEEntry reads a directory entry ([MS-CFB] 2.6.1).
func parseOLEEntry(b []byte) oleEntry {
	le := binary.LittleEndian
	e := oleEntry{left: le.Uint32(b[68:]), right: le.Uint32(b[72:]), child: le.Uint32(b[76:])}
	copy(e.class[:], b[80:96])
	n := min(int(le.Uint16(b[64:])), 64) - 2 // without the final NUL
	var u [32]uint16
	for i := 0; i+1 < n; i += 2 {
		u[i/2] = le.Uint16(b[i:])
	}
	if b[66] != 0 && n > 0 { // 0 is an unused entry
		e.name = string(utf16.Decode(u[:n/2]))
	}
	return e
}

// rootNames walks the tree of the root storage.
func rootNames(entries []oleEntry) []string {
	if len(entries) == 0 {
		return nil
	}
	var names []string
	visited := make([]bool, len(entries))
	for todo := []uint32{entries[0].child}; len(todo) > 0; {
		i := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if int64(i) >= int64(len(entries)) || visited[i] {
			continue
		}
		visited[i] = true
		e := &entries[i]
		if e.name != "" {
			names = append(names, e.name)
		}
		todo = append(todo, e.left, e.right)
	}
	return names
}

// namesIn searches the ends of a file whose directory cannot be found.
func namesIn(in *Input) []string {
	end := in.end()
	tail := in.bytes(max(end-HeadSize, 0), HeadSize)
	var found []string
	for _, name := range []string{"EncryptedPackage", "WordDocument", "PowerPoint Document", "Workbook", "__properties_version1.0", "VisioDocument"} {
		wide := make([]byte, 0, 2*len(name))
		for _, c := range []byte(name) {
			wide = append(wide, c, 0)
		}
		if bytes.Contains(in.Head, wide) || bytes.Contains(tail, wide) {
			found = append(found, name)
		}
	}
	return found
}
