package mail_test

import (
	"encoding/binary"
	"fmt"
	"strings"
	"testing"
	"unicode/utf16"

	"fread/internal/reader"
	"fread/internal/reader/cfb/cfbtest"
	"fread/internal/reader/kinds/mail"
	"fread/internal/reader/kinds/raw"
	"fread/internal/reader/kinds/text"
	"fread/internal/reader/readertest"
)

func outlook(tb testing.TB) *reader.Engine {
	tb.Helper()
	g, err := reader.NewRegistry(raw.Reader{}, mail.Outlook{}, text.Reader{})
	if err != nil {
		tb.Fatal(err)
	}
	return &reader.Engine{Registry: g}
}

// property makes the stream of a text property.
func property(dir string, id int, s string) cfbtest.Stream {
	var b []byte
	for _, u := range utf16.Encode([]rune(s)) {
		b = binary.LittleEndian.AppendUint16(b, u)
	}
	return cfbtest.Stream{Path: fmt.Sprintf("%s__substg1.0_%04X001F", dir, id), Data: b}
}

func binaryProperty(dir string, id int, b []byte) cfbtest.Stream {
	return cfbtest.Stream{Path: fmt.Sprintf("%s__substg1.0_%04X0102", dir, id), Data: b}
}

// properties makes the stream of the properties that are numbers.
func properties(dir string, header int, values map[int]uint64) cfbtest.Stream {
	b := make([]byte, header)
	for id, v := range values {
		b = binary.LittleEndian.AppendUint32(b, uint32(id)<<16|0x40)
		b = binary.LittleEndian.AppendUint32(b, 6)
		b = binary.LittleEndian.AppendUint64(b, v)
	}
	return cfbtest.Stream{Path: dir + "__properties_version1.0", Data: b}
}

func sample(body ...cfbtest.Stream) []byte {
	const attach, to, cc = "__attach_version1.0_#00000000/", "__recip_version1.0_#00000000/", "__recip_version1.0_#00000001/"
	return cfbtest.Build(append(body,
		properties("", 32, map[int]uint64{0x0039: 129077007070000000, 0x3FDE: 1252}),
		property("", 0x0037, "Grüße"), property("", 0x0C1A, "Ann"), property("", 0x5D01, "ann@example.org"),
		property(to, 0x3001, "Bob"), property(to, 0x39FE, "bob@example.org"), properties(to, 8, map[int]uint64{0x0C15: 1}),
		property(cc, 0x3001, "carl@example.org"), properties(cc, 8, map[int]uint64{0x0C15: 2}),
		property(attach, 0x3707, "notes.txt"), property(attach, 0x370E, "text/plain"), binaryProperty(attach, 0x3701, []byte("some notes\n")),
		properties(attach, 8, map[int]uint64{0x3705: 1}))...)
}

// packed is RTF without compression as it lies in a message.
func packed(s string) []byte {
	b := binary.LittleEndian.AppendUint32(nil, uint32(len(s)+12))
	b = binary.LittleEndian.AppendUint32(b, uint32(len(s)))
	b = binary.LittleEndian.AppendUint32(b, 0x414C454D)
	b = binary.LittleEndian.AppendUint32(b, 0)
	return append(b, s...)
}

func TestOutlook(t *testing.T) {
	t.Parallel()
	e := outlook(t)
	head := "# Grüße\n\n**From:** Ann \\<ann@example.org>\\\n**To:** Bob \\<bob@example.org>\\\n**Cc:** carl@example.org\\\n**Date:** Mon, 11 Jan 2010 16:25:07 +0000\n\n"
	foot := "\n\n## Attachments\n\n- [notes.txt](#attachment1): text/plain, 11 bytes\n"
	for name, c := range map[string]struct {
		body []cfbtest.Stream
		want string
	}{
		"plain":         {[]cfbtest.Stream{property("", 0x1000, "Hello\r\nthere")}, "Hello\\\nthere"},
		"HTML":          {[]cfbtest.Stream{property("", 0x1000, "Hello"), binaryProperty("", 0x1013, []byte("<p><b>H\xe9llo</b>"))}, "**Héllo**"},
		"RTF":           {[]cfbtest.Stream{binaryProperty("", 0x1009, packed(`{\rtf1\ansi{\fonttbl{\f0 Arial;}}Caf\'e9 \u8364?\par {\b bold}}`))}, "Café €\\\nbold"},
		"HTML in RTF":   {[]cfbtest.Stream{binaryProperty("", 0x1009, packed(`{\rtf1\ansi\fromhtml1{\*\htmltag64 <p>}\htmlrtf {\htmlrtf0 Hi {\*\htmltag84 <i>}there{\*\htmltag92 </i>}\htmlrtf\par}\htmlrtf0}`))}, "Hi *there*"},
		"plain and RTF": {[]cfbtest.Stream{property("", 0x1000, "Plain"), binaryProperty("", 0x1009, packed(`{\rtf1 Rich}`))}, "Plain"},
	} {
		r := read(t, e, reader.Request{Path: write(t, "a.msg", string(sample(c.body...)))})
		if r.TextPart == nil || r.Content != head+c.want+foot {
			t.Errorf("%s: %s %+v", name, r.Reason, r.TextPart)
		}
	}
	path := write(t, "a.msg", string(sample(property("", 0x1000, "Hello"))))
	if r := read(t, e, reader.Request{Path: path + "#notes.txt"}); r.TextPart == nil || r.Content != "some notes\n" {
		t.Errorf("%+v", r)
	}
	r := read(t, e, reader.Request{Path: path, As: reader.FormText})
	if r.MailHeaders.Date != "2010-01-11T16:25:07Z" || len(r.Attachments) != 1 || !strings.Contains(r.Content, "\nFrom: Ann <ann@example.org>\n") {
		t.Errorf("%s %+v", r.Content, r.MailHeaders)
	}
	whole, _ := readertest.ReadWhole(t, e, reader.Request{Path: path})
	readertest.Paging(t, e, reader.Request{Path: path, Limit: 1}, whole)
}

// The example of [MS-OXRTFCP], 3.1.
func TestPackedRTF(t *testing.T) {
	t.Parallel()
	b := []byte{
		0x2d, 0x00, 0x00, 0x00, 0x2b, 0x00, 0x00, 0x00, 0x4c, 0x5a, 0x46, 0x75, 0xf1, 0xc5, 0xc7, 0xa7, 0x03, 0x00, 0x0a, 0x00, 0x72, 0x63, 0x70, 0x67, 0x31, 0x32, 0x35, 0x42,
		0x32, 0x0a, 0xf3, 0x20, 0x68, 0x65, 0x6c, 0x09, 0x00, 0x20, 0x62, 0x77, 0x05, 0xb0, 0x6c, 0x64, 0x7d, 0x0a, 0x80, 0x0f, 0xa0,
	}
	r := read(t, outlook(t), reader.Request{Path: write(t, "a.msg", string(sample(binaryProperty("", 0x1009, b))))})
	if r.TextPart == nil || !strings.Contains(r.Content, "\n\nhello world\n\n") {
		t.Errorf("%+v", r.TextPart)
	}
}

func FuzzOutlook(f *testing.F) {
	f.Add(sample(property("", 0x1000, "Hello")))
	f.Add(sample(binaryProperty("", 0x1009, packed(`{\rtf1\fromhtml1{\*\htmltag64 <p>}x}`))))
	e := outlook(f)
	f.Fuzz(func(t *testing.T, b []byte) {
		if len(b) > 1<<15 {
			t.Skip()
		}
		path := write(t, "a.msg", string(b))
		whole, r := readertest.ReadWhole(t, e, reader.Request{Path: path})
		if !r.Readable || r.TextPart == nil {
			return
		}
		readertest.Paging(t, e, reader.Request{Path: path, Limit: 3, MaxLineChars: 11}, whole)
		for _, a := range r.Attachments {
			read(t, e, reader.Request{Path: path + "#" + a.Part, As: reader.FormHex})
		}
	})
}
