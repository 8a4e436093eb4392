package detect

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"compress/zlib"
	"encoding/binary"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unicode/utf16"
	"unicode/utf8"

	"fread/internal/reader/fault"
)

func whole(name string, data []byte) Input {
	return Input{Name: name, Head: data[:min(len(data), HeadSize)], At: bytes.NewReader(data), Size: int64(len(data))}
}

// padded returns s followed by zeros, n bytes in all; more pairs of offset and
// string are put in.
func padded(n int, s string, more ...any) string {
	b := make([]byte, n)
	copy(b, s)
	for i := 0; i+1 < len(more); i += 2 {
		copy(b[more[i].(int):], more[i+1].(string))
	}
	return string(b)
}

func TestSignatures(t *testing.T) {
	for _, c := range []struct{ format, data string }{
		{"pdf", "%PDF-1.7\n%\xe2\xe3\xcf\xd3\n"},
		{"pdf", "\r\n\r\n%PDF-1.4\n1 0 obj"},
		{"pdf", "\x00\x01junk\x00%PDF-1.4\n1 0 obj"},
		{"pdf", "HTTP/1.1 200 OK\n\n%PDF-1.4\n1 0 obj\n"},
		{"pdf", "%!PS-Adobe-3.0 PDF-1.4\n"},
		{"rtf", "{\\rtf1\\ansi \x00\x01}"},
		{"xls", "\x09\x00\x04\x00\x07\x00\x10\x00"},
		{"xls", "\x09\x02\x06\x00\x00\x00\x10\x00\x00\x00"},
		{"xls", "\x09\x04\x06\x00\x00\x00\x10\x00\x00\x00"},
		{"xls", "\x09\x08\x08\x00\x00\x05\x05\x00\x00\x00\x00\x00"},
		{"word2", "\xdb\xa5\x2d\x00\x00\x00"},
		{"word6", "\xdc\xa5\x65\x00\x00\x00"},
		{"wri", "1\xbe\x00\x00\x00\xab\x00"},
		{"wk1", "\x00\x00\x02\x00\x06\x04\x06\x00\x08\x00"},
		{"wk1", "\x00\x00\x1a\x00\x00\x10\x04\x00"},
		{"wq1", "\x00\x00\x02\x00\x20\x51\x06\x00"},
		{"wpd", "\xffWPC\x10\x00\x00\x00"},
		{"chm", "ITSF\x03\x00\x00\x00`"},
		{"djvu", "AT&TFORM\x00\x00\x10\x00DJVU"},
		{"mobi", padded(68, "Title", 60, "BOOKMOBI")},
		{"one", "\xe4\x52\x5c\x7b\x8c\xd8\xa7\x4d\xae\xb1"},
		{"dwg", "AC1032\x00\x00"},
		{"dicom", padded(140, "", 128, "DICM")},
		{"bplist", "bplist00\xd1"},

		{"png", "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR"},
		{"jpeg", "\xff\xd8\xff\xe0\x00\x10JFIF\x00"},
		{"gif", "GIF89a\x01\x00\x01\x00\x80\x00\x00"},
		{"webp", "RIFF\x1a\x00\x00\x00WEBPVP8L"},
		{"bmp", padded(54, "BM\x36\x00\x00\x00\x00\x00\x00\x00\x36\x00\x00\x00\x28")},
		{"tiff", "II*\x00\x08\x00\x00\x00"},
		{"tiff", "MM\x00*\x00\x00\x00\x08"},
		{"tiff", "II\x2b\x00\x08\x00\x00\x00"},
		{"cr2", "II*\x00\x10\x00\x00\x00CR\x02\x00"},
		{"heic", "\x00\x00\x00\x18ftypheic\x00\x00\x00\x00mif1heic"},
		{"heic", "\x00\x00\x00\x18ftypmif1\x00\x00\x00\x00mif1heic"},
		{"avif", "\x00\x00\x00\x1cftypmif1\x00\x00\x00\x00mif1avifmiaf"},
		{"avif", "\x00\x00\x00\x18ftypavif\x00\x00\x00\x00mif1miaf"},
		{"ico", "\x00\x00\x01\x00\x01\x00\x10\x10\x00\x00\x01\x00\x20\x00\x68\x04\x00\x00\x16\x00\x00\x00"},
		{"cur", "\x00\x00\x02\x00\x01\x00\x10\x10\x00\x00\x01\x00\x01\x00\x68\x04\x00\x00\x16\x00\x00\x00"},
		{"icns", "icns\x00\x00\x10\x00ic07\x00\x00\x00\x00\x00"},
		{"psd", "8BPS\x00\x01\x00\x00"},
		{"jxl", "\xff\x0a\xfa"},
		{"jxl", "\x00\x00\x00\x0cJXL \x0d\x0a\x87\x0a"},
		{"jp2", "\x00\x00\x00\x0cjP  \x0d\x0a\x87\x0a"},
		{"jp2", "\xff\x4f\xff\x51\x00"},
		{"xcf", "gimp xcf v011\x00"},
		{"exr", "\x76\x2f\x31\x01\x02"},
		{"dds", "DDS \x7c\x00\x00\x00"},
		{"qoi", "qoif\x00\x00\x01\x00"},
		{"hdr", "#?RADIANCE\n"},
		{"pbm", "P6\n2 2\n255\n\x00"},
		{"fits", "SIMPLE  =                    T"},
		{"emf", padded(48, "\x01\x00\x00\x00", 40, " EMF")},
		{"wmf", "\xd7\xcd\xc6\x9a\x00\x00"},
		{"pcx", padded(128, "\x0a\x05\x01\x08")},

		{"mp3", "ID3\x04\x00\x00\x00\x00\x02\x00\x00"},
		{"wav", "RIFF\x24\x00\x00\x00WAVEfmt "},
		{"flac", "fLaC\x00\x00\x00\x22"},
		{"ogg", "OggS\x00\x02"},
		{"opus", padded(40, "OggS\x00\x02", 28, "OpusHead")},
		{"mid", "MThd\x00\x00\x00\x06\x00\x01"},
		{"mp4", "\x00\x00\x00\x18ftypisom\x00\x00\x02\x00isom"},
		{"mov", "\x00\x00\x00\x14ftypqt  \x00\x00"},
		{"m4a", "\x00\x00\x00\x18ftypM4A \x00"},
		{"mkv", "\x1a\x45\xdf\xa3\x9f\x42\x82\x88matroska"},
		{"webm", "\x1a\x45\xdf\xa3\x9f\x42\x82\x84webm"},
		{"avi", "RIFF\x00\x10\x00\x00AVI LIST"},
		{"wmv", "0&\xb2\x75\x8e\x66\xcf\x11\xa6\xd9"},
		{"flv", "FLV\x01\x05\x00"},
		{"swf", "FWS\x0a\x00\x10\x00\x00\x78"},
		{"ttf", padded(40, "\x00\x01\x00\x00\x00\x0a\x00\x80\x00\x03\x00\x20DSIG")},
		{"otf", "OTTO\x00\x0a"},
		{"woff", "wOFF\x00\x01\x00\x00"},
		{"woff2", "wOF2\x00\x01\x00\x00"},
		{"ttc", "ttcf\x00\x01"},
		{"pfb", "\x80\x01\x00\x10\x00\x00%!"},

		{"gz", "\x1f\x8b\x08\x00\x00\x00\x00\x00"},
		{"bz2", "BZh91AY&SY\x00"},
		{"xz", "\xfd7zXZ\x00\x00\x04"},
		{"zst", "\x28\xb5\x2f\xfd\x04"},
		{"lz4", "\x04\x22\x4d\x18\x64"},
		{"7z", "7z\xbc\xaf\x27\x1c\x00\x04"},
		{"rar", "Rar!\x1a\x07\x01\x00"},
		{"cab", "MSCF\x00\x00\x00\x00\x10"},
		{"ar", "!<arch>\nfoo.o/ "},
		{"deb", "!<arch>\ndebian-binary   "},
		{"rpm", "\xed\xab\xee\xdb\x03\x00"},
		{"lz", "LZIP\x01\x0c"},
		{"cpio", padded(120, "070701"+strings.Repeat("0", 104))},
		{"z", "\x1f\x9d\x90\x00"},
		{"lzo", "\x89LZO\x00\r\n\x1a\n"},
		{"lzma", "]\x00\x00\x80\x00\xff\xff\xff\xff\xff\xff\xff\xff\x00"},
		{"xar", "xar!\x00\x1c\x00\x01"},
		{"lha", "\x22\x4f-lh5-\x00"},
		{"iso", padded(0x8800, "", 0x8000, "\x01CD001\x01")},
		{"wim", "MSWIM\x00\x00\x00\xd0"},
		{"squashfs", padded(100, "hsqs", 28, "\x04")},

		{"sqlite", "SQLite format 3\x00\x10\x00"},
		{"parquet", "PAR1\x15\x04"},
		{"arrow", "ARROW1\x00\x00"},
		{"arrow", "FEA1\x00"},
		{"avro", "Obj\x01\x04"},
		{"orc", "ORC\x08\x01\x12"},
		{"hdf5", "\x89HDF\r\n\x1a\n\x00"},
		{"mdb", "\x00\x01\x00\x00Standard Jet DB\x00"},
		{"mdb", "\x00\x01\x00\x00Standard ACE DB\x00"},
		{"dbf", padded(64, "\x03\x7a\x06\x1e\x05\x00\x00\x00\x41\x00\x0b\x00")},
		{"bdb", padded(20, "", 12, "\x62\x31\x05\x00")},
		{"duckdb", padded(20, "", 8, "DUCK\x40")},
		{"npy", "\x93NUMPY\x01\x00"},
		{"netcdf", "CDF\x01\x00"},
		{"mat", padded(130, "MATLAB 5.0 MAT-file", 126, "IM")},
		{"pickle", "\x80\x04\x95\x10\x00\x00"},
		{"gguf", "GGUF\x03\x00\x00\x00"},

		{"elf", "\x7fELF\x02\x01\x01" + padded(20, "", 9, "\x03")},
		{"core", "\x7fELF\x02\x01\x01" + padded(20, "", 9, "\x04")},
		{"exe", padded(0x90, "MZ\x90\x00\x03\x00\x00\x00\x04\x00", 0x3c, "\x80", 0x80, "PE\x00\x00")},
		{"mz", padded(0x90, "MZ\x90\x00\x03\x00\x00\x00\x04\x00")},
		{"macho", "\xcf\xfa\xed\xfe\x07\x00\x00\x01"},
		{"macho", "\xca\xfe\xba\xbe\x00\x00\x00\x02\x01"},
		{"class", "\xca\xfe\xba\xbe\x00\x00\x00\x34\x00"},
		{"wasm", "\x00asm\x01\x00\x00\x00"},
		{"dex", "dex\n035\x00\x12"},
		{"bitcode", "BC\xc0\xde\x35"},
		{"pyc", padded(24, "\xa7\x0d\r\n", 16, "\xe3")},
		{"beam", "FOR1\x00\x00\x10\x00BEAM"},
		{"gitpack", "PACK\x00\x00\x00\x02\x00"},
		{"gitidx", "\xfftOc\x00\x00\x00\x02"},
		{"gitindex", "DIRC\x00\x00\x00\x02"},
		{"mo", "\xde\x12\x04\x95\x00\x00"},
		{"mo", "\x95\x04\x12\xde\x00"},
		{"pcap", "\xd4\xc3\xb2\xa1\x02\x00"},
		{"jks", "\xfe\xed\xfe\xed\x00\x00\x00\x02"},
		{"der", "0\x82\x03\x00\x30\x82\x02\x00"},
		{"tzif", "TZif2\x00"},
		{"torrent", "d8:announce35:http"},
		{"qcow2", "QFI\xfb\x00\x00"},
		{"lnk", "L\x00\x00\x00\x01\x14\x02\x00"},
		{"regf", padded(48, "regf", 20, "\x01", 24, "\x05")},
		{"kdbx", "\xb5\xa2\xb0\xb3\x00"},
	} {
		got, ok := Binary(whole("", []byte(c.data)))
		if !ok || got.Format != c.format {
			t.Errorf("%q: %s (%s), want %s", c.data[:min(len(c.data), 24)], got.Format, got.Evidence, c.format)
		}
		if ok && (got.Kind == "" || got.MIME == "" || got.Name == "" || got.Evidence == "") {
			t.Errorf("%s: incomplete type %+v", c.format, got)
		}
	}
}

// Texts that begin like signatures or speak of them.
func TestNoSignature(t *testing.T) {
	for _, s := range []string{
		"", "a", "BM is a city in Liberia, and more text follows here", "MZ were his initials, so he signed everything that way, always did.",
		"PK\n", "PAR1 and PAR2 files", "ORC\nUNIX\n", "GIF89a is a version; GIF87a another", "ID3 tags are", "RIFF files hold chunks of any kind",
		"Rar! archives", "fLaC", "OggS starts a page", "Obj is short for object", "7z is smaller", "ELF\n", "BZh is the magic of bzip2",
		"import re\nMAGIC = b'%PDF-1.4 1 0 obj'\n", "the header\n%PDF-1.7\nbegins a file\n", "# PDF\n\n    %PDF-1.4 (note)\n 1 0 obj\n",
		"true\n", "icns is a format of icons by Apple", "regf begins a hive, which is a file of the registry of Windows",
		"P4 is a version control system", "SIMPLE  = T", "CWS\n", "FWS and CWS", "hsqs is little-endian", "wOFF", "MThd is a chunk",
		"G", "\xef\xbb\xbfname,value\n", "\xff\xfeh\x00i\x00", "\xfe\xff\x00h\x00i", "\x00\x00\xfe\xff\x00\x00\x00h", "dex\n035 text",
		"\xed\xf3\r\nRussian in windows-1251, two letters on the first line\r\n", "0123456 octal\n", "070701 and other numbers",
		strings.Repeat("0000000 ", 100), strings.Repeat("1234567\n", 100), "BLENDER is a kitchen device", "GGUF is",
	} {
		if got, ok := Binary(whole("", []byte(s))); ok {
			t.Errorf("%q is taken for %s (%s)", s, got.Format, got.Evidence)
		}
	}
}

type member struct{ name, content string }

func zipOf(tb testing.TB, members ...member) []byte {
	tb.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, m := range members {
		method := zip.Deflate
		if m.name == "mimetype" {
			method = zip.Store
		}
		f, err := w.CreateHeader(&zip.FileHeader{Name: m.name, Method: method})
		if err != nil {
			tb.Fatal(err)
		}
		if _, err := f.Write([]byte(m.content)); err != nil {
			tb.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		tb.Fatal(err)
	}
	return b.Bytes()
}

func contentTypes(main string) member {
	return member{"[Content_Types].xml", `<Types><Default Extension="xlsx" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"/>` +
		`<Override PartName="/a/b.xml" ContentType="application/vnd.` + main + `+xml"/></Types>`}
}

func TestZip(t *testing.T) {
	docx := []member{contentTypes("openxmlformats-officedocument.wordprocessingml.document.main"), {"word/document.xml", "<w/>"}}
	for _, c := range []struct {
		name, format string
		members      []member
	}{
		{"", "docx", docx},
		{"report.zip", "docx", docx},
		{"", "docm", []member{contentTypes("ms-word.document.macroEnabled.main"), {"word/document.xml", ""}}},
		{"", "dotx", []member{contentTypes("openxmlformats-officedocument.wordprocessingml.template.main"), {"word/document.xml", ""}}},
		{"", "xlsx", []member{contentTypes("openxmlformats-officedocument.spreadsheetml.sheet.main"), {"xl/workbook.xml", ""}}},
		{"", "xlsm", []member{contentTypes("ms-excel.sheet.macroEnabled.main"), {"xl/workbook.xml", ""}}},
		{"", "xltx", []member{contentTypes("openxmlformats-officedocument.spreadsheetml.template.main"), {"xl/workbook.xml", ""}}},
		{"", "xlsb", []member{contentTypes("ms-excel.sheet.binary.macroEnabled.main"), {"xl/workbook.bin", ""}}},
		{"", "pptx", []member{contentTypes("openxmlformats-officedocument.presentationml.presentation.main"), {"ppt/presentation.xml", ""}}},
		{"", "ppsx", []member{contentTypes("openxmlformats-officedocument.presentationml.slideshow.main"), {"ppt/presentation.xml", ""}}},
		{"", "pptm", []member{contentTypes("ms-powerpoint.presentation.macroEnabled.main"), {"ppt/presentation.xml", ""}}},
		{"", "xlsx", []member{contentTypes("openxmlformats-officedocument.spreadsheetml.sheet.main"), {"other/book.xml", ""}}},
		{"", "docx", []member{{"Word\\Document.xml", ""}, {"[content_types].XML", "broken"}}},
		{"", "xlsx", []member{{"/xl/workbook.xml", ""}}},
		{"a.xlsx", "xlsx", []member{{"xl/worksheets/sheet1.xml", ""}}},
		{"", "zip", []member{{"word/list.txt", ""}, {"xl/sizes.txt", ""}}},
		{"", "zip", []member{{"old/word/document.xml", ""}}},
		{"", "odt", []member{{"mimetype", "application/vnd.oasis.opendocument.text"}, {"content.xml", ""}}},
		{"", "ods", []member{{"mimetype", "application/vnd.oasis.opendocument.spreadsheet\n"}, {"content.xml", ""}}},
		{"", "odp", []member{{"mimetype", "application/vnd.oasis.opendocument.presentation"}}},
		{"", "odg", []member{{"mimetype", "application/vnd.oasis.opendocument.graphics"}}},
		{"", "ott", []member{{"mimetype", "application/vnd.oasis.opendocument.text-template"}}},
		{"", "odf", []member{{"mimetype", "application/vnd.oasis.opendocument.formula"}}},
		{"a.ods", "ods", []member{{"content.xml", ""}, {"META-INF/manifest.xml", ""}}},
		{"", "sxw", []member{{"mimetype", "application/vnd.sun.xml.writer"}}},
		{"", "epub", []member{{"mimetype", "application/epub+zip"}}},
		{"", "epub", []member{{"META-INF/container.xml", ""}, {"OEBPS/a.xhtml", ""}}},
		{"", "jar", []member{{"META-INF/MANIFEST.MF", ""}, {"a/B.class", ""}}},
		{"", "apk", []member{{"AndroidManifest.xml", ""}, {"classes.dex", ""}, {"META-INF/MANIFEST.MF", ""}}},
		{"", "whl", []member{{"pkg/__init__.py", ""}, {"pkg-1.0.dist-info/WHEEL", ""}}},
		{"a.xpi", "xpi", []member{{"manifest.json", ""}}},
		{"", "vsix", []member{contentTypes("x"), {"extension.vsixmanifest", ""}}},
		{"", "nupkg", []member{contentTypes("x"), {"Foo.nuspec", ""}}},
		{"", "3mf", []member{contentTypes("x"), {"3D/3dmodel.model", ""}}},
		{"", "vsdx", []member{contentTypes("x"), {"visio/document.xml", ""}}},
		{"", "ipa", []member{{"Payload/My.app/Info.plist", ""}}},
		{"", "kmz", []member{{"doc.kml", ""}}},
		{"b.cbz", "cbz", []member{{"1.jpg", ""}, {"2.jpg", ""}}},
		{"", "npz", []member{{"x.npy", ""}}},
		{"", "key", []member{{"Index/Presentation.iwa", ""}, {"Index/Document.iwa", ""}}},
		{"a.numbers", "numbers", []member{{"Index/Document.iwa", ""}}},
		{"a.docx", "zip", []member{{"readme.txt", ""}}},
		{"", "zip", []member{{"a.txt", "text"}}},
	} {
		data := zipOf(t, c.members...)
		if got, ok := Binary(whole(c.name, data)); !ok || got.Format != c.format {
			t.Errorf("%s %v: %s (%s), want %s", c.name, c.members, got.Format, got.Evidence, c.format)
		}
	}
	data := zipOf(t, docx...)
	for _, c := range []struct {
		what string
		data []byte
	}{
		{"truncated", data[:len(data)-60]},
		{"no end record", data[:len(data)-22]},
		{"comment", append(bytes.Clone(data[:len(data)-2]), append([]byte{5, 0}, "hello"...)...)},
		{"prefix", append([]byte("#!/bin/sh\nexec unzip\n"), data...)},
		{"spanned", append([]byte("PK\x07\x08"), data...)},
		{"trailing junk", append(bytes.Clone(data), make([]byte, 500)...)},
	} {
		if got, ok := Binary(whole("", c.data)); !ok || got.Format != "docx" {
			t.Errorf("%s: %s (%s), want docx", c.what, got.Format, got.Evidence)
		}
		if got, ok := Binary(Input{Head: c.data, Size: -1}); !ok || got.Format != "docx" {
			t.Errorf("%s, head only: %s (%s), want docx", c.what, got.Format, got.Evidence)
		}
	}
}

// A document whose directory is cut off is not the workbook embedded in it.
func TestZipWithinZip(t *testing.T) {
	inner := zipOf(t, contentTypes("openxmlformats-officedocument.spreadsheetml.sheet.main"), member{"xl/workbook.xml", ""})
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, m := range []member{contentTypes("openxmlformats-officedocument.wordprocessingml.document.main"), {"word/document.xml", "<w/>"}, {"word/embeddings/a.xlsx", string(inner)}} {
		f, err := w.CreateHeader(&zip.FileHeader{Name: m.name, Method: zip.Store})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.Write([]byte(m.content)); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	data := b.Bytes()
	for _, d := range [][]byte{data, data[:len(data)-22], data[:len(data)-100], data[:len(data)-250]} {
		if got, _ := Binary(whole("", d)); got.Format != "docx" {
			t.Errorf("%d bytes of %d: %s (%s)", len(d), len(data), got.Format, got.Evidence)
		}
	}
}

// A Zip64 record may claim any offset.
func TestZip64Offsets(t *testing.T) {
	le := binary.LittleEndian
	for _, offset := range []uint64{0, 1, 1 << 31, 1<<63 - 1, 1 << 63, 1<<64 - 1} {
		b := make([]byte, 4+56+20+22)
		copy(b, "PK\x03\x04")
		copy(b[4:], "PK\x06\x06")
		le.PutUint64(b[4+40:], offset)
		le.PutUint64(b[4+48:], offset)
		copy(b[60:], "PK\x06\x07")
		le.PutUint64(b[60+8:], 4)
		copy(b[80:], "PK\x05\x06")
		le.PutUint32(b[80+12:], 0xffffffff)
		le.PutUint32(b[80+16:], 0xffffffff)
		if got, _ := Binary(whole("", b)); got.Format != "zip" {
			t.Errorf("%x: %+v", offset, got)
		}
		le.PutUint64(b[4+40:], 0)
		le.PutUint64(b[60+8:], offset)
		if got, _ := Binary(whole("", b)); got.Format != "zip" {
			t.Errorf("%x: %+v", offset, got)
		}
	}
}

// A directory with more entries than are looked at costs no more than those.
func TestManyEntries(t *testing.T) {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for i := range 70000 {
		if _, err := w.CreateRaw(&zip.FileHeader{Name: fmt.Sprintf("d/%d", i), Method: zip.Store}); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	in := whole("", b.Bytes())
	start := time.Now()
	if got, _ := Binary(in); got.Format != "zip" {
		t.Errorf("%+v", got)
	}
	d := time.Since(start)
	t.Log(d)
	if d > bound {
		t.Errorf("took %v", d)
	}
}

// The name decides where damage leaves the content undecided.
func TestDamaged(t *testing.T) {
	for _, c := range []struct{ name, data, format string }{
		{"a.pdf", "%!PDF\x00\n1 0 obj\n<<>>\nendobj\n", "pdf"},
		{"a.dat", "%!PDF\x00\n1 0 obj\n<<>>\nendobj\n", ""},
		{"a.tar", padded(600, "a\x01", 257, "ustar\x0000"), "tar"},
		{"a.xls", string(oleWith("Workbonk")), "xls"},
		{"a.dat", string(oleWith("Workbonk")), "ole"},
		{"a.xls", "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\x00", "xls"},
		{"a.docx", "PK\x03\x04", "docx"},
		{"", "PK\x03\x04", "zip"},
	} {
		if got, _ := Binary(whole(c.name, []byte(c.data))); got.Format != c.format {
			t.Errorf("%s %q: %s (%s), want %s", c.name, c.data[:min(len(c.data), 20)], got.Format, got.Evidence, c.format)
		}
	}
}

func TestEncryptedODF(t *testing.T) {
	data := zipOf(t, member{"mimetype", "application/vnd.oasis.opendocument.text"},
		member{"META-INF/manifest.xml", `<manifest:file-entry><manifest:encryption-data/></manifest:file-entry>`})
	if got, _ := Binary(whole("", data)); got.Format != "odt" || got.Reason != fault.Encrypted {
		t.Errorf("%+v", got)
	}
}

// oleWith builds a compound file whose root storage has the given names, and
// one storage, "Inner", with a stream Workbook.
func oleWith(names ...string) []byte {
	const sector = 512
	le := binary.LittleEndian
	names = append(names, "Inner")
	entries := 2 + len(names)
	sectors := (entries + 3) / 4
	b := make([]byte, sector*(2+sectors))
	copy(b, "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1")
	le.PutUint16(b[30:], 9)
	le.PutUint32(b[48:], 1) // directory
	le.PutUint32(b[68:], 0xfffffffe)
	for i := range 109 {
		le.PutUint32(b[76+4*i:], 0xffffffff)
	}
	le.PutUint32(b[76:], 0)
	fat := b[sector : 2*sector]
	le.PutUint32(fat, 0xfffffffd)
	for i := range sectors {
		next := uint32(i + 2)
		if i == sectors-1 {
			next = 0xfffffffe
		}
		le.PutUint32(fat[4*(i+1):], next)
	}
	put := func(i int, name string, kind byte, right, child uint32) {
		e := b[2*sector+128*i:]
		u := utf16.Encode([]rune(name))
		for j, c := range u {
			le.PutUint16(e[2*j:], c)
		}
		le.PutUint16(e[64:], uint16(2*len(u)+2))
		e[66] = kind
		le.PutUint32(e[68:], 0xffffffff)
		le.PutUint32(e[72:], right)
		le.PutUint32(e[76:], child)
	}
	const none = 0xffffffff
	put(0, "Root Entry", 5, none, 1)
	for i, name := range names {
		right, child := uint32(i+2), uint32(none)
		kind := byte(2)
		if i == len(names)-1 {
			right, child, kind = none, uint32(entries-1), 1
		}
		put(i+1, name, kind, right, child)
	}
	put(entries-1, "Workbook", 2, none, none)
	return b
}

func TestOLE(t *testing.T) {
	for _, c := range []struct {
		name    string
		streams []string
		format  string
		reason  fault.Code
	}{
		{"", []string{"WordDocument", "1Table"}, "doc", ""},
		{"", []string{"Workbook"}, "xls", ""},
		{"", []string{"Book"}, "xls", ""},
		{"", []string{"PowerPoint Document", "Current User"}, "ppt", ""},
		{"", []string{"__properties_version1.0"}, "msg", ""},
		{"", []string{"EncryptionInfo", "EncryptedPackage"}, "ooxml", fault.Encrypted},
		{"a.xlsx", []string{"EncryptedPackage", "Workbook"}, "xlsx", fault.Encrypted},
		{"a.ppt", []string{"EncryptedPackage"}, "pptx", fault.Encrypted},
		{"", []string{"\tDRMContent", "WordDocument"}, "doc", fault.Encrypted},
		{"", []string{"VisioDocument"}, "vsd", fault.LegacyFormat},
		{"", []string{"Quill", "Contents"}, "pub", fault.LegacyFormat},
		{"", []string{"MatOST", "CONTENTS"}, "wps", fault.LegacyFormat},
		{"", []string{"Catalog", "1"}, "thumbsdb", ""},
		{"", []string{"Something"}, "ole", ""},
		{"", []string{"a", "b", "c", "d", "e", "f", "WordDocument"}, "doc", ""},
	} {
		data := oleWith(c.streams...)
		got, ok := Binary(whole(c.name, data))
		if !ok || got.Format != c.format || got.Reason != c.reason {
			t.Errorf("%s %q: %s (%s) %s, want %s %s", c.name, c.streams, got.Format, got.Evidence, got.Reason, c.format, c.reason)
		}
	}
	data := oleWith("WordDocument", "1Table")
	binary.LittleEndian.PutUint32(data[48:], 0x00ffffff) // the directory is out of the file
	if got, _ := Binary(whole("", data)); got.Format != "doc" {
		t.Errorf("damaged: %s (%s)", got.Format, got.Evidence)
	}
	// A directory chain that goes in circles ends.
	data = oleWith("Something")
	binary.LittleEndian.PutUint32(data[512+4:], 1)
	if got, _ := Binary(whole("", data)); got.Format != "ole" {
		t.Errorf("circle: %s (%s)", got.Format, got.Evidence)
	}
}

func TestArchivesWithin(t *testing.T) {
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	if err := w.WriteHeader(&tar.Header{Name: "a", Size: 0, Mode: 0o644}); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	old := bytes.Clone(b.Bytes()) // as before POSIX: no magic
	clear(old[257:265])
	clear(old[148:156])
	sum := 0
	for _, c := range old[:512] {
		sum += int(c)
	}
	copy(old[148:], fmt.Sprintf("%06o\x00 ", sum+8*' '))
	for _, data := range [][]byte{b.Bytes(), old} {
		if got, ok := Binary(whole("", data)); !ok || got.Format != "tar" {
			t.Errorf("tar: %+v", got)
		}
	}
	gz := func(data []byte) []byte {
		var out bytes.Buffer
		z := gzip.NewWriter(&out)
		_, _ = z.Write(data)
		_ = z.Close()
		return out.Bytes()
	}
	if got, _ := Binary(whole("", gz(b.Bytes()))); got.Format != "tar.gz" {
		t.Errorf("tar.gz: %+v", got)
	}
	if got, _ := Binary(whole("a.tgz", gz([]byte("text")))); got.Format != "gz" {
		t.Errorf("gz: %+v", got)
	}
	if got, _ := Binary(whole("a.tar.xz", []byte("\xfd7zXZ\x00\x00\x04"))); got.Format != "tar.xz" {
		t.Errorf("tar.xz: %+v", got)
	}
	if got, _ := Binary(whole("a.tbz2", []byte("BZh91AY&SY\x00"))); got.Format != "tar.bz2" {
		t.Errorf("tar.bz2: %+v", got)
	}
	var z bytes.Buffer
	zw := zlib.NewWriter(&z)
	_, _ = zw.Write([]byte("blob 5\x00hello"))
	_ = zw.Close()
	if got, _ := Binary(whole("", z.Bytes())); got.Format != "gitobject" {
		t.Errorf("git object: %+v", got)
	}
}

// TestSystem tries what every system has: programs are ELF, PE or Mach-O, and
// no text among the shared files is taken for anything else.
func TestSystem(t *testing.T) {
	programs, texts := 0, 0
	visit := func(root string, limit int, see func(path string, head []byte, in Input) bool) {
		n := 0
		_ = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			if err != nil || !d.Type().IsRegular() {
				return nil
			}
			f, err := os.Open(path)
			if err != nil {
				return nil
			}
			defer func() { _ = f.Close() }()
			info, err := f.Stat()
			if err != nil || info.Size() == 0 {
				return nil
			}
			head := make([]byte, min(info.Size(), HeadSize))
			k, _ := f.ReadAt(head, 0)
			if see(path, head[:k], Input{Name: d.Name(), Head: head[:k], At: f, Size: info.Size()}) {
				n++
			}
			if n >= limit {
				return fs.SkipAll
			}
			return nil
		})
	}
	visit("/usr/bin", 200, func(path string, head []byte, in Input) bool {
		if !bytes.HasPrefix(head, []byte("\x7fELF")) {
			return false
		}
		programs++
		if got, ok := Binary(in); !ok || got.Format != "elf" {
			t.Errorf("%s: %+v", path, got)
		}
		return true
	})
	visit("/usr/share", 3000, func(path string, head []byte, in Input) bool {
		if bytes.IndexByte(head, 0) >= 0 || !utf8.Valid(head[:max(len(head)-utf8.UTFMax, 0)]) {
			return false
		}
		texts++
		if got, ok := Binary(in); ok && got.Format != "rtf" && got.Format != "ar" {
			t.Errorf("%s: %s (%s)", path, got.Format, got.Evidence)
		}
		return true
	})
	t.Logf("%d programs, %d texts", programs, texts)
}

func BenchmarkBinary(b *testing.B) {
	text := bytes.Repeat([]byte("func main() { fmt.Println(\"Perhaps 100% of these\") }\n"), 2000)
	csv := bytes.Repeat([]byte("2026-11-30,PK,00012,text,1.25\n"), 3000)
	for _, c := range []struct {
		name string
		data []byte
	}{
		{"go", text},
		{"csv", csv},
		{"png", []byte(padded(4096, "\x89PNG\r\n\x1a\n"))},
		{"docx", zipOf(b, contentTypes("openxmlformats-officedocument.wordprocessingml.document.main"), member{"word/document.xml", ""})},
		{"doc", oleWith("WordDocument")},
	} {
		b.Run(c.name, func(b *testing.B) {
			in := whole("x", c.data)
			b.ReportAllocs()
			for b.Loop() {
				Binary(in)
			}
		})
	}
}

func TestMisnamed(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, format string
		want         bool
	}{
		{"a.doc", "html", true},
		{"a.docx", "rtf", true},
		{"a.xls", "xlsx", true},
		{"a.csv", "xlsx", true},
		{"a.pdf", "text", true},
		{"a.html", "epub", true},
		{"a.png", "jpeg", false},
		{"a.txt", "html", false},
		{"a.xml", "fodt", false},
		{"a.htm", "html", false},
		{"a.docx", "docx", false},
		{"a.log", "text", false},
		{"a", "docx", false},
		{"a.bin", "docx", false},
		{"a.docx", "binary", false},
	} {
		ext, got := Misnamed(c.name, typeOf(c.format, ""))
		if got != c.want || got && "a."+ext != c.name {
			t.Errorf("%s as %s: %q, %v", c.name, c.format, ext, got)
		}
	}
}
