package detect

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"errors"
	"io"
	"strings"
)

// Binary recognises formats that are not text by their content. It answers
// false when there is no known signature; the file may still be text.
//
// A signature made of printable characters is believed only when what follows
// it fits, so that a text which happens to begin with BM or MZ stays a text.
func Binary(in Input) (Type, bool) {
	in.Head = in.Head[:min(len(in.Head), HeadSize)]
	h := in.Head
	if len(h) < 2 {
		return Type{}, false
	}
	format, evidence := magic(h)
	switch format {
	case "":
		format, evidence = deeper(&in)
		if format == "zip" {
			return zipType(&in, evidence), true
		}
	case "zip":
		return zipType(&in, evidence), true
	case "ole":
		return oleType(&in), true
	case "gz":
		format, evidence = gzipFormat(&in, evidence)
	case "bz2", "xz", "zst", "lz4", "lzma", "z":
		// What is inside costs a whole block to see; the name says it.
		if r := byExtension(extension(in.Name)); r != nil && r.format == "tar."+format ||
			strings.HasSuffix(strings.ToLower(in.Name), ".tar."+format) {
			format, evidence = "tar."+format, evidence+", name ending in tar"
		}
	case "tiff":
		format, evidence = rawPhoto(&in, evidence)
	case "rar":
		if extension(in.Name) == "cbr" {
			format = "cbr"
		}
	}
	if format == "" {
		return Type{}, false
	}
	return typeOf(format, evidence), true
}

// magic knows the signatures at the very beginning. The switch on the first
// byte keeps the cost of a text to a few comparisons.
func magic(h []byte) (format, evidence string) {
	format = signature(h)
	if format == "" {
		return "", ""
	}
	return format, evidenceOf(format)
}

// evidenceOf words what a signature at the beginning is called.
func evidenceOf(format string) string {
	switch format {
	case "pdf":
		return "PDF header"
	case "zip":
		return "zip header"
	case "ole":
		return "OLE header"
	case "rtf":
		return "RTF header"
	case "xls":
		return "BIFF stream without OLE"
	}
	return format + " signature"
}

func has(h []byte, prefix string) bool {
	return len(h) >= len(prefix) && string(h[:len(prefix)]) == prefix
}

// at reports whether s lies at offset off.
func at(h []byte, off int, s string) bool {
	return len(h) >= off+len(s) && string(h[off:off+len(s)]) == s
}

func byteAt(h []byte, off int) byte {
	if off < len(h) {
		return h[off]
	}
	return 0
}

func le16(h []byte, off int) int {
	if len(h) < off+2 {
		return -1
	}
	return int(binary.LittleEndian.Uint16(h[off:]))
}

func le32(h []byte, off int) int64 {
	if len(h) < off+4 {
		return -1
	}
	return int64(binary.LittleEndian.Uint32(h[off:]))
}

func be32(h []byte, off int) int64 {
	if len(h) < off+4 {
		return -1
	}
	return int64(binary.BigEndian.Uint32(h[off:]))
}

// first returns the format of the first pair (signature, format) that matches.
func first(h []byte, pairs ...string) string {
	for i := 0; i+1 < len(pairs); i += 2 {
		if has(h, pairs[i]) {
			return pairs[i+1]
		}
	}
	return ""
}

// signature dispatches on the first byte: control bytes and high bytes cannot
// begin a text, letters can.
func signature(h []byte) string {
	switch c := h[0]; {
	case c < 0x20:
		return signatureLow(h)
	case c < 0x7f:
		return signatureASCII(h)
	default:
		return signatureHigh(h)
	}
}

func signatureLow(h []byte) string {
	switch h[0] {
	case 0x00:
		return signatureZero(h)
	case 0x01:
		switch {
		case has(h, "\x01\x00\x00\x00") && at(h, 40, " EMF"):
			return "emf"
		case has(h, "\x01fcp"):
			return "pcf"
		case has(h, "\x01\x00\x09\x00\x00\x03"), has(h, "\x01\x00\x09\x00\x00\x01"):
			return "wmf"
		}
	case 0x02:
		return first(h, "\x02\x00\x09\x00\x00\x03", "wmf", "\x02\x21\x4c\x18", "lz4")
	case 0x03, 0x83, 0x8b:
		return dbase(h)
	case 0x04:
		return first(h, "\x04\x22\x4d\x18", "lz4")
	case 0x06:
		return first(h, "\x06\x06\xed\xf5\xd8\x1d\x46\xe5\xbd\x31\xef\xe7\xfe\x74\xb7\x1d", "indd")
	case 0x09:
		return biff(h)
	case 0x0a:
		// PCX: version, run-length encoding, bits per pixel.
		if len(h) > 65 && h[1] <= 5 && h[2] == 1 && (h[3] == 1 || h[3] == 2 || h[3] == 4 || h[3] == 8) && h[64] == 0 {
			return "pcx"
		}
	case 0x0e:
		return first(h, "\x0e\x03\x13\x01", "hdf4")
	case 0x13:
		return first(h, "\x13\x57\x9a\xce", "gdbm")
	case 0x1a:
		if has(h, "\x1a\x45\xdf\xa3") {
			// EBML (RFC 8794): the DocType says which.
			if bytes.Contains(h[:min(len(h), 64)], []byte("webm")) {
				return "webm"
			}
			return "mkv"
		}
		if has(h, "\x1a\x01") && len(h) > 12 && le16(h, 2) > 0 && le16(h, 2) <= 128 {
			return "terminfo"
		}
	case 0x1b:
		return first(h, "\x1bLua", "luac")
	case 0x1e:
		if has(h, "\x1e\x02") && len(h) > 12 && le16(h, 2) > 0 && le16(h, 2) <= 128 {
			return "terminfo"
		}
	case 0x1f:
		switch {
		case has(h, "\x1f\x8b\x08"):
			return "gz"
		case has(h, "\x1f\x9d"), has(h, "\x1f\xa0"):
			return "z"
		}
	}
	return ""
}

func signatureZero(h []byte) string {
	switch {
	case has(h, "\x00\x00\x01\x00") && iconDirectory(h):
		return "ico"
	case has(h, "\x00\x00\x02\x00\x06\x04\x06\x00"), has(h, "\x00\x00\x02\x00\x04\x04"),
		has(h, "\x00\x00\x1a\x00\x00\x10\x04\x00"), has(h, "\x00\x00\x1a\x00\x02\x10\x04\x00"),
		has(h, "\x00\x00\x1a\x00\x05\x10\x04\x00"), has(h, "\x00\x00\x1a\x00\x03\x10\x04\x00"):
		return "wk1"
	case has(h, "\x00\x00\x02\x00\x20\x51"), has(h, "\x00\x00\x02\x00\x21\x51"),
		has(h, "\x00\x00\x02\x00\x01\x10"), has(h, "\x00\x00\x02\x00\x02\x10"), has(h, "\x00\x00\x02\x00\x07\x10"):
		return "wq1"
	case has(h, "\x00\x00\x02\x00") && iconDirectory(h):
		return "cur"
	case has(h, "\x00\x01\x00\x00Standard"): // Jet DB, ACE DB
		return "mdb"
	case has(h, "\x00\x01\x00\x00") && byteAt(h, 4) == 0 && byteAt(h, 5) > 0 && byteAt(h, 5) < 64 && sfnt(h):
		return "ttf"
	case has(h, "\x00asm"):
		return "wasm"
	case has(h, "\x00\x00\x00\x0cjP  "):
		return "jp2"
	case has(h, "\x00\x00\x00\x0cJXL \x0d\x0a\x87\x0a"):
		return "jxl"
	case has(h, "\x00\x00\x01\xba"), has(h, "\x00\x00\x01\xb3"):
		return "mpeg"
	case has(h, "\x00\x00\x27\x0a") && len(h) > 32 && le32(h, 28) == 1000:
		return "shp"
	case has(h, "\x00\x00\x00\x01Bud1"):
		return "dsstore"
	case has(h, "\x00go120ld"):
		return "goobj"
	}
	return isoMedia(h)
}

// iconDirectory checks the first entry of an icon or cursor directory: how
// many there are, the reserved byte and that the picture lies behind it.
func iconDirectory(h []byte) bool {
	n := le16(h, 4)
	if n < 1 || n > 1024 || len(h) < 22 {
		return false
	}
	return h[9] == 0 && le32(h, 14) > 0 && le32(h, 18) >= int64(6+16*n)
}

// sfnt checks that the first table of a font has a printable tag.
func sfnt(h []byte) bool {
	if len(h) < 28 {
		return false
	}
	for _, c := range h[12:16] {
		if c < 0x20 || c > 0x7e {
			return false
		}
	}
	return true
}

// isoMedia reads the file type box of ISO base media (ISO/IEC 14496-12),
// which MPEG-4, QuickTime, HEIF and AVIF share.
func isoMedia(h []byte) string {
	if len(h) < 12 {
		return ""
	}
	switch string(h[4:8]) {
	case "ftyp":
	case "moov", "mdat", "wide", "pnot":
		if h[0] == 0 {
			return "mov"
		}
		return ""
	default:
		return ""
	}
	size := be32(h, 0)
	if size < 8 || size > 4096 {
		return ""
	}
	brand := func(b []byte) string {
		switch string(b) {
		case "heic", "heix", "heim", "heis", "hevc", "hevx", "hevm", "hevs":
			return "heic"
		case "avif", "avis":
			return "avif"
		case "crx ":
			return "cr3"
		case "jxl ":
			return "jxl"
		case "jp2 ", "jpx ", "jpm ":
			return "jp2"
		case "qt  ":
			return "mov"
		case "M4A ", "M4B ", "M4P ":
			return "m4a"
		}
		if has(b, "3gp") || has(b, "3g2") {
			return "3gp"
		}
		return ""
	}
	if f := brand(h[8:12]); f != "" {
		return f
	}
	if string(h[8:12]) == "mif1" || string(h[8:12]) == "msf1" || string(h[8:12]) == "miaf" {
		// A generic HEIF: the compatible brands tell the codec.
		for i := 16; i+4 <= min(int(size), len(h)); i += 4 {
			if f := brand(h[i : i+4]); f == "avif" || f == "heic" {
				return f
			}
		}
		return "heic"
	}
	return "mp4"
}

// biff recognises Excel streams that lie bare in a file: BIFF2 to BIFF4 know
// no other way, some programs write BIFF5 and BIFF8 so ([MS-XLS] 2.4.21; the
// low byte of the record is 9, the high byte the version).
func biff(h []byte) string {
	if len(h) < 8 {
		return ""
	}
	size := le16(h, 2)
	switch kind := le16(h, 6); h[1] {
	case 0x00, 0x02, 0x04:
		if size >= 4 && size <= 8 && (kind == 0x10 || kind == 0x20 || kind == 0x40 || kind == 0x100) {
			return "xls"
		}
	case 0x08:
		if version := le16(h, 4); (size == 8 || size == 16) && (version == 0x500 || version == 0x600) {
			return "xls"
		}
	}
	return ""
}

// dbase checks the header of a dBASE table: a date, sizes that fit each other.
func dbase(h []byte) string {
	if len(h) < 32 || h[2] < 1 || h[2] > 12 || h[3] < 1 || h[3] > 31 {
		return ""
	}
	if header, record := le16(h, 8), le16(h, 10); header < 33 || record < 2 || h[30] != 0 || h[31] != 0 {
		return ""
	}
	return "dbf"
}

func signatureASCII(h []byte) string {
	switch h[0] {
	case '!':
		if has(h, "!<arch>\n") {
			if at(h, 8, "debian-binary") {
				return "deb"
			}
			return "ar"
		}
		return first(h, "!BDN", "pst", "!<thin>\n", "ar")
	case '#':
		return first(h, "#!AMR", "amr", "#!SILK", "amr", "#?RADIANCE\n", "hdr", "#?RGBE\n", "hdr")
	case '%':
		if has(h, "%PDF-") {
			return "pdf"
		}
	case '(':
		return first(h, "\x28\xb5\x2f\xfd", "zst")
	case '.':
		return first(h, ".snd\x00\x00", "au", ".RMF\x00", "rm", ".ra\xfd", "rm")
	case '0':
		if len(h) > 110 && (has(h, "070701") || has(h, "070702") || has(h, "070707")) && octalOrHex(h[6:46]) {
			return "cpio"
		}
		return first(h, "0&\xb2\x75\x8e\x66\xcf\x11", "wmv", "0\x82", derFormat(h))
	case '1':
		return first(h, "1\xbe\x00\x00\x00\xab", "wri")
	case '2':
		return first(h, "2\xbe\x00\x00\x00\xab", "wri")
	case '7':
		return first(h, "7z\xbc\xaf\x27\x1c", "7z", "7kSt", "zpaq")
	case '8':
		if has(h, "8BPS\x00\x01") || has(h, "8BPS\x00\x02") {
			return "psd"
		}
	case '?':
		return first(h, "?_\x03\x00", "hlp")
	case 'A':
		return signatureA(h)
	case 'B':
		switch {
		case has(h, "BM") && bitmap(h):
			return "bmp"
		case has(h, "BZh") && len(h) > 9 && h[3] >= '1' && h[3] <= '9' && (at(h, 4, "1AY&SY") || at(h, 4, "\x17\x72\x45\x38\x50\x90")):
			return "bz2"
		}
		return first(h, "BC\xc0\xde", "bitcode", "BLENDER-v", "blend", "BLENDER_v", "blend", "BLENDER-V", "blend", "BLENDER17-", "blend")
	case 'C':
		switch {
		case has(h, "CWS") && byteAt(h, 3) < 0x20 && len(h) > 8:
			return "swf"
		case has(h, "CDF\x01"), has(h, "CDF\x02"), has(h, "CDF\x05"):
			return "netcdf"
		}
		return first(h, "Cr24\x02\x00\x00\x00", "crx", "Cr24\x03\x00\x00\x00", "crx", "CISO", "iso")
	case 'D':
		return first(h, "DDS \x7c\x00\x00\x00", "dds", "DIRC\x00\x00\x00", "gitindex")
	case 'E':
		return first(h, "ElfFile\x00", "evtx", "E\x3d\xcd\x28", "cramfs")
	case 'F':
		return signatureF(h)
	case 'G':
		switch {
		case has(h, "GIF87a"), has(h, "GIF89a"):
			// A script may begin so to pass for an image.
			if len(h) >= 13 && printable(h[6:13]) {
				return ""
			}
			return "gif"
		case has(h, "GRIB") && (byteAt(h, 7) == 1 || byteAt(h, 7) == 2):
			return "grib"
		case at(h, 188, "G") && at(h, 376, "G") && at(h, 564, "G") && byteAt(h, 3)&0x30 != 0 && bytes.IndexByte(h[:188], 0) >= 0:
			return "mpegts"
		}
		return first(h, "GGUF\x01\x00", "gguf", "GGUF\x02\x00", "gguf", "GGUF\x03\x00", "gguf")
	case 'I':
		return signatureI(h)
	case 'J':
		return first(h, "JM\x01\x00PK\x03\x04", "jmod")
	case 'K':
		return first(h, "KDMV\x01\x00", "vmdk", "KDMV\x02\x00", "vmdk", "KDMV\x03\x00", "vmdk")
	case 'L':
		switch {
		case has(h, "L\x00\x00\x00\x01\x14\x02\x00"):
			return "lnk"
		case has(h, "LZIP\x01"), has(h, "LZIP\x00"):
			return "lz"
		case at(h, 34, "LP") && len(h) > 40 && (le32(h, 8) == 0x00020001 || le32(h, 8) == 0x00020002):
			return "eot"
		case has(h, "L\x01") && coff(h):
			return "coff"
		}
		return first(h, "LUKS\xba\xbe", "luks", "LPKSHHRH", "journal")
	case 'M':
		return signatureM(h)
	case 'N':
		return first(h, "NES\x1a", "disk")
	case 'O':
		return signatureO(h)
	case 'P':
		return signatureP(h)
	case 'Q':
		return first(h, "QFI\xfb", "qcow2")
	case 'R':
		return signatureR(h)
	case 'S':
		switch {
		case has(h, "SQLite format 3\x00"):
			return "sqlite"
		case has(h, "SIMPLE  =                    T"):
			return "fits"
		}
	case 'T':
		return first(h, "TZif\x00", "tzif", "TZif2\x00", "tzif", "TZif3\x00", "tzif", "TZif4\x00", "tzif")
	case ']':
		// LZMA alone has no magic: properties, a dictionary size that is a
		// power of two, and a size that is unknown or plausible.
		if has(h, "]\x00\x00") && len(h) > 13 && (le32(h, 9) == 0 || le32(h, 9) == 0xffffffff) {
			return "lzma"
		}
	case 'd':
		switch {
		case has(h, "dex\n0") && byteAt(h, 7) == 0:
			return "dex"
		case has(h, "d8:announce"), has(h, "d10:created by"), has(h, "d13:announce-list"), has(h, "d7:comment"), has(h, "d13:creation date"), has(h, "d4:info"):
			return "torrent"
		case has(h, "d\x86") && coff(h):
			return "coff"
		}
	case 'a':
		return first(h, "age-encryption.org/v1", "age")
	case 'b':
		return first(h, "bplist0", "bplist")
	case 'c':
		return first(h, "conectix\x00", "vhd", "caff\x00\x01", "caf")
	case 'f':
		return first(h, "fLaC\x00", "flac", "fLaC\x80", "flac")
	case 'g':
		return first(h, "glTF\x02\x00\x00\x00", "glb", "glTF\x01\x00\x00\x00", "glb", "gimp xcf ", "xcf")
	case 'h':
		return first(h, "hsqs", squashfs(h))
	case 'i':
		return first(h, "icns\x00", "icns", "icns", icns(h))
	case 'q':
		return first(h, "qoif\x00\x00", "qoi")
	case 'r':
		return first(h, "regf", regf(h))
	case 's':
		return first(h, "sqsh", squashfs(h))
	case 't':
		return first(h, "ttcf\x00", "ttc", "true\x00", "ttf", "typ1\x00", "ttf")
	case 'v':
		return first(h, "v/1\x01", "exr", "v\x2f\x31\x01", "exr", "vhdxfile", "vhdx")
	case 'w':
		return first(h, "wOFF\x00\x01\x00\x00", "woff", "wOFFOTTO", "woff", "wOFFtrue", "woff",
			"wOF2\x00\x01\x00\x00", "woff2", "wOF2OTTO", "woff2", "wOF2true", "woff2", "wvpk", wavpack(h))
	case '{':
		// RTF may hold raw bytes (\bin), so it is not left to the texts.
		return first(h, "{\\rtf", "rtf")
	case 'x':
		switch {
		case has(h, "xar!\x00\x1c"):
			return "xar"
		case has(h, "x\x9f\x3e\x22"):
			return "tnef"
		}
	}
	return ""
}

// squashfs checks the major version of a superblock, in either byte order.
func squashfs(h []byte) string {
	if len(h) > 96 && (h[28] > 0 && h[28] <= 4 && h[29] == 0 || h[28] == 0 && h[29] > 0 && h[29] <= 4) {
		return "squashfs"
	}
	return ""
}

func printable(b []byte) bool {
	for _, c := range b {
		if (c < 0x20 || c > 0x7e) && c != '\n' && c != '\r' && c != '\t' {
			return false
		}
	}
	return true
}

func icns(h []byte) string {
	if len(h) > 16 && be32(h, 4) >= 16 && h[4] < 0x20 {
		return "icns"
	}
	return ""
}

func regf(h []byte) string {
	if len(h) >= 48 && le32(h, 20) == 1 && le32(h, 24) <= 6 {
		return "regf"
	}
	return ""
}

func wavpack(h []byte) string {
	if len(h) > 32 && byteAt(h, 9) == 4 {
		return "wavpack"
	}
	return ""
}

// coff checks an object file header: machine, a plausible section count, and
// no optional header.
func coff(h []byte) bool {
	return len(h) > 20+40 && le16(h, 2) > 0 && le16(h, 2) < 4096 && le16(h, 16) == 0 && le32(h, 8) > 20 && h[20] == '.'
}

// derFormat tells certificates and keys by the first element in the outer
// SEQUENCE: another SEQUENCE, the INTEGER of a version, or an object identifier.
func derFormat(h []byte) string {
	if len(h) < 8 {
		return ""
	}
	switch h[4] {
	case 0x30:
		if h[5] == 0x82 || h[5] == 0x81 {
			return "der"
		}
	case 0x02:
		if h[5] == 1 && h[6] <= 3 {
			return "der"
		}
	case 0x06:
		if h[5] == 9 {
			return "der"
		}
	}
	return ""
}

func octalOrHex(b []byte) bool {
	for _, c := range b {
		if (c < '0' || c > '9') && (c < 'a' || c > 'f') && (c < 'A' || c > 'F') {
			return false
		}
	}
	return true
}

// bitmap checks the information header that follows "BM": its size is one of
// a few and the pixels lie behind it.
func bitmap(h []byte) bool {
	if len(h) < 26 {
		return false
	}
	switch le32(h, 14) {
	case 12, 16, 40, 52, 56, 64, 108, 124:
		return le32(h, 10) >= 14+12
	}
	return false
}

func signatureA(h []byte) string {
	switch {
	case has(h, "AC10") && len(h) > 6 && h[4] >= '0' && h[4] <= '9' && (h[6] == 0 || h[6] < 0x20):
		return "dwg"
	case has(h, "ARROW1\x00\x00"):
		return "arrow"
	case has(h, "AT&TFORM") && at(h, 12, "DJV"):
		return "djvu"
	}
	return ""
}

func signatureF(h []byte) string {
	switch {
	case has(h, "FORM") && (at(h, 8, "AIFF") || at(h, 8, "AIFC")):
		return "aiff"
	case has(h, "FWS") && byteAt(h, 3) > 0 && byteAt(h, 3) < 0x20 && len(h) > 8:
		return "swf"
	case has(h, "FLV\x01") && byteAt(h, 4)&0xfa == 0:
		return "flv"
	case has(h, "FEA1"):
		return "arrow"
	case has(h, "FUJIFILMCCD-RAW"):
		return "raf"
	case has(h, "FOR1") && at(h, 8, "BEAM"):
		return "beam"
	}
	return ""
}

func signatureI(h []byte) string {
	switch {
	case has(h, "II*\x00"), has(h, "II\x2b\x00\x08\x00\x00\x00"):
		return "tiff"
	case has(h, "II\xbc\x01"), has(h, "II\xbc\x00"):
		return "jxr"
	case has(h, "IIRO\x08"), has(h, "IIRS\x08"):
		return "orf"
	case has(h, "IIU\x00"):
		return "rw2"
	case has(h, "ID3") && len(h) > 10 && h[3] >= 2 && h[3] <= 4 && h[4] < 0x10 && h[6]|h[7]|h[8]|h[9] < 0x80:
		return "mp3"
	case has(h, "ITSF\x03\x00\x00\x00"), has(h, "ITSF\x02\x00\x00\x00"):
		return "chm"
	case has(h, "ITOLITLS"):
		return "lit"
	}
	return ""
}

func signatureM(h []byte) string {
	switch {
	case has(h, "MZ"):
		return executable(h)
	case has(h, "MM\x00*"), has(h, "MM\x00\x2b\x00\x08\x00\x00"):
		return "tiff"
	case has(h, "MThd\x00\x00\x00\x06"):
		return "mid"
	case has(h, "MSCF\x00\x00\x00\x00"):
		return "cab"
	case has(h, "MSWIM\x00\x00\x00"):
		return "wim"
	case has(h, "MDMP\x93\xa7"):
		return "minidump"
	case has(h, "MAC \x0f"), has(h, "MAC \x96"), has(h, "MAC ") && byteAt(h, 5) == 0x0f:
		return "ape"
	case has(h, "MATLAB 5.0 MAT-file") && (at(h, 126, "IM") || at(h, 126, "MI")):
		return "mat"
	case has(h, "MATLAB 7.3 MAT-file") && at(h, 126, "IM"):
		return "mat"
	case has(h, "Microsoft C/C++ MSF 7.00\r\n\x1aDS"), has(h, "Microsoft C/C++ program database 2.00\r\n\x1aJG"):
		return "pdb"
	}
	return ""
}

// executable tells a Windows program from a DOS one by the header that the
// word at 0x3c points to ([PE format]), and both from a text about MZ.
func executable(h []byte) string {
	if len(h) < 64 {
		return ""
	}
	pe := le32(h, 0x3c)
	if pe >= 4 && pe+4 <= int64(len(h)) {
		switch o := int(pe); {
		case at(h, o, "PE\x00\x00"), at(h, o, "NE"), at(h, o, "LE"), at(h, o, "LX"):
			return "exe"
		}
	}
	if bytes.IndexByte(h[:64], 0) < 0 || le16(h, 2) >= 512 || le16(h, 8) == 0 {
		return ""
	}
	if pe > int64(len(h)) && pe < 1<<24 {
		return "exe"
	}
	return "mz"
}

func signatureO(h []byte) string {
	switch {
	case has(h, "OggS\x00"):
		switch {
		case at(h, 28, "OpusHead"):
			return "opus"
		case at(h, 28, "\x80theora"):
			return "ogv"
		}
		return "ogg"
	case has(h, "OTTO\x00"):
		return "otf"
	case has(h, "Obj\x01"):
		return "avro"
	case has(h, "ORC") && byteAt(h, 3) < 0x20 && len(h) > 4 && h[3] != '\n' && h[3] != '\r' && h[3] != '\t':
		return "orc"
	}
	return ""
}

func signatureP(h []byte) string {
	switch {
	case has(h, "PK\x03\x04"), has(h, "PK\x05\x06"), has(h, "PK\x07\x08PK\x03\x04"), has(h, "PK00PK\x03\x04"), has(h, "PK\x06\x06"):
		return "zip"
	case has(h, "PAR1"), has(h, "PARE"):
		if len(h) > 4 && (h[4] < 0x20 && h[4] != '\n' && h[4] != '\r' && h[4] != '\t' || h[4] >= 0x7f) {
			return "parquet"
		}
	case has(h, "PACK\x00\x00\x00\x02"), has(h, "PACK\x00\x00\x00\x03"):
		return "gitpack"
	case len(h) > 2 && h[1] >= '4' && h[1] <= '7' && h[2] == '\n', has(h, "PF\n"), has(h, "Pf\n"):
		if anymap(h) {
			return "pbm"
		}
	case has(h, "PGDMP\x01"):
		return "pgdump"
	}
	return ""
}

// anymap checks that a size follows the magic of a binary Netpbm image,
// possibly after comments; the size of a PAM is named.
func anymap(h []byte) bool {
	rest := h[3:min(len(h), 1024)]
	for len(rest) > 0 && rest[0] == '#' {
		_, after, ok := bytes.Cut(rest, []byte("\n"))
		if !ok {
			return false
		}
		rest = after
	}
	return len(rest) > 0 && (rest[0] >= '0' && rest[0] <= '9' || has(rest, "WIDTH ") || has(rest, "HEIGHT "))
}

func signatureR(h []byte) string {
	switch {
	case has(h, "RIFF"), has(h, "RIFX"), has(h, "RF64"):
		if len(h) < 12 {
			return ""
		}
		switch string(h[8:12]) {
		case "WEBP":
			return "webp"
		case "WAVE":
			return "wav"
		case "AVI ":
			return "avi"
		case "ACON":
			return "ani"
		}
		if bytes.IndexByte(h[4:12], 0) >= 0 {
			return "riff"
		}
	case has(h, "Rar!\x1a\x07"):
		return "rar"
	case has(h, "RE~^"):
		return "rar"
	case has(h, "RDX2\n"), has(h, "RDX3\n"), has(h, "RDA2\n"), has(h, "RDA3\n"):
		return "rds"
	}
	return ""
}

func signatureHigh(h []byte) string {
	switch h[0] {
	case 0x7f:
		if has(h, "\x7fELF") {
			// e_type 4 is a core dump (System V ABI, ELF header).
			if kind := le16(h, 16); kind == 4 || byteAt(h, 5) == 2 && kind == 4<<8 {
				return "core"
			}
			return "elf"
		}
	case 0x80:
		switch {
		case has(h, "\x80\x01") && at(h, 6, "%!"):
			return "pfb"
		case len(h) > 4 && h[1] >= 2 && h[1] <= 5 && (h[1] >= 4 && h[2] == 0x95 || h[1] < 4 && pickleOpcode(h[2])):
			return "pickle"
		}
	case 0x83, 0x8b:
		return dbase(h)
	case 0x85, 0x99:
		if h[0] == 0x85 && len(h) > 3 && h[1] <= 4 && h[3] == 3 || h[0] == 0x99 && len(h) > 4 && h[1] <= 4 && h[3] >= 3 && h[3] <= 5 {
			return "pgpbin"
		}
	case 0x89:
		return first(h, "\x89PNG\r\n\x1a\n", "png", "\x89HDF\r\n\x1a\n", "hdf5", "\x89LZO\x00\r\n\x1a\n", "lzo", "\x89PNG", "png")
	case 0x93:
		return first(h, "\x93NUMPY", "npy")
	case 0x95:
		return first(h, "\x95\x04\x12\xde", "mo")
	case 0xa1:
		return first(h, "\xa1\xb2\xc3\xd4", "pcap", "\xa1\xb2\x3c\x4d", "pcap")
	case 0xd4:
		return first(h, "\xd4\xc3\xb2\xa1", "pcap")
	case 0xab:
		return first(h, "\xabKTX 11\xbb", "ktx", "\xabKTX 20\xbb", "ktx")
	case 0xb5:
		return first(h, "\xb5\xa2\xb0\xb3", "kdbx")
	case 0xc5:
		return first(h, "\xc5\xd0\xd3\xc6", "eps")
	case 0xca:
		if has(h, "\xca\xfe\xba\xbe") && len(h) >= 8 {
			// Java classes and Mach-O fat files share a magic: a class has
			// its version there, at least 45; a fat file a count.
			if be32(h, 4)&0xffff >= 45 {
				return "class"
			}
			if n := be32(h, 4); n > 0 && n < 45 {
				return "macho"
			}
			return ""
		}
		return first(h, "\xca\xfe\xd0\x0d", "class", "\xca\xfe\xda\xda", "jimage")
	case 0xce:
		if has(h, "\xce\xce\xce\xce") {
			return "jks"
		}
		return first(h, "\xce\xfa\xed\xfe", "macho")
	case 0xcf:
		return first(h, "\xcf\xfa\xed\xfe", "macho")
	case 0xd0:
		return first(h, "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "ole", "\xd0\x0d\xfe\xed", "dtb")
	case 0xd7:
		return first(h, "\xd7\xcd\xc6\x9a", "wmf")
	case 0xda:
		return first(h, "\xda\xda\xfe\xca", "jimage")
	case 0xdb:
		return first(h, "\xdb\xa5\x2d\x00", "word2")
	case 0xdc:
		return first(h, "\xdc\xa5\x65\x00", "word6", "\xdc\xa5\x68\x00", "word6")
	case 0xde:
		return first(h, "\xde\x12\x04\x95", "mo", "\xde\xc0\x17\x0b", "bitcode")
	case 0xe4:
		return first(h, "\xe4\x52\x5c\x7b\x8c\xd8\xa7\x4d", "one")
	case 0xe9:
		if at(h, 510, "\x55\xaa") {
			return bootSector(h)
		}
	case 0xeb:
		if at(h, 510, "\x55\xaa") {
			return bootSector(h)
		}
	case 0xed:
		return first(h, "\xed\xab\xee\xdb", "rpm")
	case 0xfd:
		return first(h, "\xfd7zXZ\x00", "xz")
	case 0xfe:
		switch {
		case has(h, "\xfe\xed\xfa\xce"), has(h, "\xfe\xed\xfa\xcf"):
			return "macho"
		case has(h, "\xfe\xed\xfe\xed\x00\x00\x00"):
			return "jks"
		}
	case 0xff:
		return signatureFF(h)
	}
	return pyc(h)
}

// signatureFF keeps clear of the UTF-16 byte order mark FF FE, with which a
// text begins.
func signatureFF(h []byte) string {
	switch {
	case has(h, "\xff\xd8\xff"):
		return "jpeg"
	case has(h, "\xff\x0a") && len(h) > 2:
		return "jxl"
	case has(h, "\xff\x4f\xff\x51"):
		return "jp2"
	case has(h, "\xffWPC"):
		return "wpd"
	case has(h, "\xff\x06\x00\x00sNaPpY"):
		return "snappy"
	case has(h, "\xfftOc"):
		return "gitidx"
	case has(h, "\xff\xf1"), has(h, "\xff\xf9"):
		return adts(h)
	case len(h) > 4 && h[1]&0xe0 == 0xe0 && h[1] != 0xfe && h[1] != 0xff:
		return mpegAudio(h)
	}
	return ""
}

// mpegAudio checks the fields of a frame header that have forbidden values,
// and, where the head reaches, that a second frame follows the first.
func mpegAudio(h []byte) string {
	version, layer := h[1]>>3&3, h[1]>>1&3
	rate, sampling := h[2]>>4, h[2]>>2&3
	if version == 1 || layer == 0 || rate == 0 || rate == 15 || sampling == 3 {
		return ""
	}
	if version == 3 && layer == 1 { // MPEG-1 layer III: the frame length is known
		kbit := [...]int{0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320}[rate]
		hertz := [...]int{44100, 48000, 32000}[sampling]
		next := 144*kbit*1000/hertz + int(h[2]>>1&1)
		if next+2 <= len(h) && (h[next] != 0xff || h[next+1]&0xe0 != 0xe0) {
			return ""
		}
	}
	return "mp3"
}

func adts(h []byte) string {
	if len(h) < 7 {
		return ""
	}
	size := int(h[3]&3)<<11 | int(h[4])<<3 | int(h[5]>>5)
	if size < 7 || size+2 <= len(h) && h[size] != 0xff {
		return ""
	}
	return "aac"
}

func pickleOpcode(c byte) bool {
	switch c {
	case '}', ']', ')', '(', 'c', 'K', 'X', 'N', '\x8a', 'M', 'J', 'G', 'U':
		return true
	}
	return false
}

// pyc recognises compiled Python: a number that changes with each release,
// then CR LF, which survives no text-mode copy (PEP 3147, PEP 552).
func pyc(h []byte) string {
	if len(h) <= 16 || h[2] != '\r' || h[3] != '\n' {
		return ""
	}
	// A marshalled code object follows 8, 12 or 16 bytes of header, by version.
	const code, flag = 'c', 0x80
	if h[8] == code && h[9] < 0x20 || h[12]&^flag == code || le32(h, 4) <= 3 && h[16]&^flag == code {
		return "pyc"
	}
	return ""
}

// bootSector names what a boot sector begins: a FAT or NTFS volume or a disk.
func bootSector(h []byte) string {
	if at(h, 3, "NTFS    ") || at(h, 3, "EXFAT   ") || at(h, 54, "FAT") || at(h, 82, "FAT32") {
		return "filesystem"
	}
	return "disk"
}

// deeper looks where signatures lie inside the file. Each place costs a
// comparison; the two searches are over the first 1,024 and 4,096 bytes.
func deeper(in *Input) (format, evidence string) {
	h := in.Head
	switch {
	case tarHeader(h):
		return "tar", "tar header checksum"
	case at(h, 257, "ustar\x0000"), at(h, 257, "ustar  \x00"):
		return "tar", "tar magic"
	}
	switch {
	case at(h, 60, "BOOKMOBI"), at(h, 60, "TEXtREAd"):
		return "mobi", "mobi signature"
	case at(h, 128, "DICM"):
		return "dicom", "DICM at 128"
	case at(h, 2, "-lh") && byteAt(h, 6) == '-', at(h, 2, "-lz") && byteAt(h, 6) == '-':
		return "lha", "LHA header"
	case at(h, 7, "**ACE**"):
		return "ace", "ACE signature"
	case has(h, "\x60\xea") && len(h) > 40 && le16(h, 2) <= 2600:
		return "arj", "ARJ signature"
	case at(h, 8, "DUCK") && le32(h, 12) >= 0 && le32(h, 12) < 1024:
		return "duckdb", "DUCK at 8"
	case at(h, 4, "Standard Jet DB"), at(h, 4, "Standard ACE DB"):
		return "mdb", "Jet database header"
	case at(h, 12, "\x62\x31\x05\x00"), at(h, 12, "\x00\x05\x31\x62"), at(h, 12, "\x61\x15\x06\x00"), at(h, 12, "\x00\x06\x15\x61"):
		return "bdb", "Berkeley DB magic at 12"
	case at(h, 0x40, "\x7f\x10\xda\xbe"):
		return "vdi", "VDI signature"
	case at(h, 0x8001, "CD001"):
		return "iso", "ISO 9660 volume descriptor"
	case at(h, 0x8001, "NSR0"), at(h, 0x8001, "BEA01"):
		return "iso", "UDF volume descriptor"
	case at(h, 0x438, "\x53\xef") && le32(h, 0x418) >= 0 && le32(h, 0x418) <= 6 && h[0] == 0:
		return "filesystem", "ext superblock"
	case at(h, 0x10040, "_BHRfS_M"):
		return "filesystem", "btrfs superblock"
	case at(h, 4, "\x00\x00\x00\x00") && has(h, "\xc2\xea\x81\x60"):
		return "sas", "SAS signature"
	case h[0] == 0 && at(h, 12, "\xc2\xea\x81\x60"):
		return "sas", "SAS signature"
	case has(h, "$FL2@(#)"), has(h, "$FL3@(#)"):
		return "sav", "SPSS header"
	case has(h, "<stata_dta>"):
		return "dta", "Stata header"
	case has(h, ";ELC") && byteAt(h, 4) < 0x20 && len(h) > 8:
		return "elc", "Emacs byte code header"
	case has(h, "\x37\x7f\x06\x82"), has(h, "\x37\x7f\x06\x83"):
		return "wal", "SQLite log magic"
	case has(h, "rust\x00\x00\x00"):
		return "rlib", "Rust metadata header"
	case at(h, 510, "\x55\xaa") && (h[0] == 0xfa || h[0] == 0x33 || h[0] == 0 || h[0] == 0x45):
		return "disk", "boot sector"
	}
	if format = isoMedia(h); format != "" {
		return format, "ISO media file type box"
	}
	if format = pyc(h); format != "" {
		return format, "pyc header"
	}
	if pdfHeader(in) {
		return "pdf", "PDF header after other bytes"
	}
	// Searching for the control bytes, which texts lack, is quicker than for PK.
	if i := bytes.Index(h[:min(len(h), junkBeforeZip)], []byte("\x03\x04")); i >= 2 && localHeader(h[i-2:]) && zipEnds(in) {
		return "zip", "zip after other bytes"
	}
	return byName(in)
}

// junkBeforeZip is how far a zip header may lie behind other bytes, as the
// script in front of a zipped program does.
const junkBeforeZip = 4 << 10

// byName recognises formats whose content says nothing at the beginning; the
// name says where to look, and the content must not be text.
func byName(in *Input) (format, evidence string) {
	h := in.Head
	switch ext := extension(in.Name); ext {
	case "pdf":
		// Readers find their way in a file whose header is damaged.
		if bytes.Contains(h, []byte(" obj")) && bytes.Contains(h, []byte("endobj")) {
			return "pdf", "PDF objects, extension .pdf"
		}
	case "dmg":
		if end := in.end(); string(in.bytes(end-512, 4)) == "koly" {
			return "dmg", "koly trailer"
		}
	case "tga":
		if string(in.bytes(in.end()-18, 16)) == "TRUEVISION-XFILE" || targa(h) {
			return "tga", "Targa header, extension .tga"
		}
	case "vhd":
		if string(in.bytes(in.end()-512, 8)) == "conectix" {
			return "vhd", "conectix trailer"
		}
	case "br":
		if notText(h) {
			if strings.HasSuffix(strings.ToLower(in.Name), ".tar.br") {
				return "tar.br", "extension .tar.br"
			}
			return "br", "extension .br"
		}
	case "asar":
		if le32(h, 0) == 4 && le32(h, 4) > 8 {
			return "asar", "asar header"
		}
	case "safetensors":
		if n := le32(h, 0); n > 0 && le32(h, 4) == 0 && byteAt(h, 8) == '{' {
			return "safetensors", "safetensors header"
		}
	case "dta":
		if len(h) > 110 && h[0] >= 105 && h[0] <= 115 && (h[1] == 1 || h[1] == 2) && h[2] == 1 {
			return "dta", "Stata header"
		}
	}
	if h[0] == 'x' && (h[1] == 0x01 || h[1] == 0x9c || h[1] == 0xda) {
		return zlibFormat(h)
	}
	return "", ""
}

// zlibFormat inflates the first bytes, since the header (RFC 1950) is too
// short to go by. The objects of a git repository are of this kind.
func zlibFormat(h []byte) (format, evidence string) {
	if h[1]&0x20 != 0 { // a preset dictionary, which is elsewhere
		return "", ""
	}
	var start [8]byte
	n, err := io.ReadFull(flate.NewReader(bytes.NewReader(h[2:])), start[:])
	if n == 0 || err != nil && !errors.Is(err, io.ErrUnexpectedEOF) {
		return "", ""
	}
	if first(start[:], "blob ", "b", "tree ", "t", "commit ", "c", "tag ", "t") != "" {
		return "gitobject", "git object within zlib"
	}
	return "zlib", "zlib stream"
}

// notText is a cheap answer to whether these bytes can be text at all: a NUL
// or another control character that texts do not hold.
func notText(h []byte) bool {
	for _, c := range h[:min(len(h), 512)] {
		if c < 0x09 || c > 0x0d && c < 0x1b || c > 0x1b && c < 0x20 {
			return true
		}
	}
	return false
}

func targa(h []byte) bool {
	if len(h) < 18 || h[1] > 1 {
		return false
	}
	switch h[2] {
	case 1, 2, 3, 9, 10, 11:
	default:
		return false
	}
	switch h[16] {
	case 8, 15, 16, 24, 32:
		return le16(h, 12) > 0 && le16(h, 14) > 0
	}
	return false
}

// pdfHeader looks for a header that is not at the beginning: readers accept it
// within the first 1,024 bytes (ISO 32000-1, Annex H, implementation note 13).
// A program or a patch that speaks of PDF has one too, so it must begin a line
// or follow a byte that is no text, and objects or binary must come after it.
func pdfHeader(in *Input) bool {
	h := in.Head[:min(len(in.Head), 1024+8)]
	if has(h, "%!PS-Adobe-") && bytes.Contains(h[:min(len(h), 32)], []byte(" PDF-")) {
		return true
	}
	i := bytes.Index(h, []byte("%PDF-"))
	if i < 0 || i+8 > len(h) || h[i+5] < '0' || h[i+5] > '9' || h[i+6] != '.' {
		return false
	}
	before := h[:i]
	if junk := trimmed(before); len(junk) == 0 {
		return true
	}
	if notText(before) || bytes.ContainsFunc(before, func(r rune) bool { return r == '\ufffd' }) {
		return true
	}
	if c := before[len(before)-1]; c != '\n' && c != '\r' {
		return false
	}
	rest := in.Head[i:min(len(in.Head), i+4096)]
	if !bytes.Contains(rest, []byte(" obj")) {
		return false
	}
	r := byExtension(extension(in.Name))
	return r == nil || r.kind == PDF || r.format == "text" || r.format == "binary"
}

// trimmed returns b without blanks and byte order marks around it.
func trimmed(b []byte) []byte {
	return bytes.Trim(b, " \t\r\n\x00\ufeff")
}

// tarHeader recognises a tar by the checksum of its first header (POSIX ustar
// and before), which also finds the old kind without a magic.
func tarHeader(h []byte) bool {
	if len(h) < 512 {
		return false
	}
	// The checksum is octal digits ended by NUL or blank; a text rarely has
	// that at 148, so the sum is rarely computed.
	want, digits := 0, 0
	for _, c := range h[148:156] {
		switch {
		case c >= '0' && c <= '7':
			want, digits = want*8+int(c-'0'), digits+1
			continue
		case c == ' ' && digits == 0:
			continue
		case c == ' ' || c == 0:
		default:
			return false
		}
		break
	}
	if digits < 2 {
		return false
	}
	// The sum is of unsigned bytes; some old programs summed signed ones.
	sum, signed := 0, 0
	for i, c := range h[:512] {
		if i >= 148 && i < 156 {
			c = ' '
		}
		sum += int(c)
		signed += int(int8(c))
	}
	return (sum == want || signed == want) && sum > 8*' '
}

// gzipFormat inflates the first block to see whether a tar lies within.
func gzipFormat(in *Input, evidence string) (string, string) {
	var block [512]byte
	_, err := io.ReadFull(flate.NewReader(bytes.NewReader(gzipBody(in.Head))), block[:])
	if err == nil && tarHeader(block[:]) {
		return "tar.gz", "tar header checksum within gzip"
	}
	return "gz", evidence
}

// gzipBody returns what follows the header of a gzip member (RFC 1952, section
// 2.3). The packages for gzip and zlib would bring tables of checksums that
// every start of the program pays for.
func gzipBody(h []byte) []byte {
	const (
		hasSum, hasExtra, hasName, hasComment = 1 << 1, 1 << 2, 1 << 3, 1 << 4
		fixed                                 = 10
	)
	if len(h) < fixed {
		return nil
	}
	flags, b := h[3], h[fixed:]
	if flags&hasExtra != 0 {
		if len(b) < 2 {
			return nil
		}
		b = b[min(len(b), 2+int(binary.LittleEndian.Uint16(b))):]
	}
	for _, text := range []byte{hasName, hasComment} {
		if flags&text != 0 {
			i := bytes.IndexByte(b, 0)
			if i < 0 {
				return nil
			}
			b = b[i+1:]
		}
	}
	if flags&hasSum != 0 {
		b = b[min(len(b), 2):]
	}
	return b
}

// rawPhoto tells the raw formats of cameras, which are TIFF underneath.
func rawPhoto(in *Input, evidence string) (string, string) {
	if at(in.Head, 8, "CR\x02") {
		return "cr2", "Canon mark in a TIFF header"
	}
	switch ext := extension(in.Name); ext {
	case "dng", "nef", "arw":
		return ext, evidence + ", extension ." + ext
	}
	return "tiff", evidence
}
