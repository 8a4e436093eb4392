package mail_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fread/internal/reader"
	"fread/internal/reader/kinds/csv"
	"fread/internal/reader/kinds/mail"
	"fread/internal/reader/kinds/raw"
	"fread/internal/reader/kinds/text"
	"fread/internal/reader/readertest"
)

func engine(tb testing.TB) *reader.Engine {
	tb.Helper()
	g, err := reader.NewRegistry(raw.Reader{}, mail.Reader{}, text.Reader{}, csv.Reader{})
	if err != nil {
		tb.Fatal(err)
	}
	return &reader.Engine{Registry: g}
}

func write(tb testing.TB, name, content string) string {
	tb.Helper()
	p := filepath.Join(tb.TempDir(), name)
	if err := os.WriteFile(p, []byte(content), 0o600); err != nil {
		tb.Fatal(err)
	}
	return p
}

func read(tb testing.TB, e *reader.Engine, req reader.Request) *reader.Result {
	tb.Helper()
	r, err := e.Read(context.Background(), &req)
	if err != nil {
		tb.Fatal(err)
	}
	return r
}

func noted(r *reader.Result, code reader.NoteCode) bool {
	for _, n := range r.Notes {
		if n.Code == code {
			return true
		}
	}
	return false
}

const mixed = "From: =?utf-8?q?J=C3=B6rg?= <j@example.org>\r\nTo: a@example.org,\r\n b@example.org\r\nSubject: =?iso-8859-1?B?SOlsbG8=?=\r\n =?iso-8859-1?q?_w=F6rld?=\r\n" +
	"Date: Tue, 1 Jul 2003 10:52:37 +0200 (CEST)\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=\"outer\"\r\n\r\npreamble\r\n--outer\r\n" +
	"Content-Type: multipart/alternative; boundary=inner\r\n\r\n--inner\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\nPlain =E2=82=AC text\r\n--inner\r\n" +
	"Content-Type: text/html; charset=utf-8\r\n\r\n<p><b>Rich</b> text <img src=\"cid:pic\" alt=pic>\r\n--inner--\r\n--outer\r\n" +
	"Content-Type: text/csv; name*=utf-8''t%C3%A4ble.csv\r\nContent-Disposition: attachment\r\nContent-Transfer-Encoding: base64\r\n\r\nYSxiCjEsMgo=\r\n--outer\r\n" +
	"Content-Type: image/png\r\nContent-ID: <pic>\r\nContent-Transfer-Encoding: base64\r\n\r\niVBORw0KGgo=\r\n--outer\r\n" +
	"Content-Type: message/rfc822\r\n\r\nSubject: Inner\r\nFrom: c@example.org\r\n\r\nInner text\r\n--outer--\r\nepilogue\r\n"

func TestMessage(t *testing.T) {
	t.Parallel()
	e, path := engine(t), write(t, "a.eml", mixed)
	r := read(t, e, reader.Request{Path: path})
	want := "# Héllo wörld\n\n**From:** Jörg \\<j@example.org>\\\n**To:** a@example.org, b@example.org\\\n**Date:** Tue, 1 Jul 2003 10:52:37 +0200 (CEST)\n\n" +
		"**Rich** text ![pic](#attachment2)\n\n## Attachments\n\n- [täble.csv](#attachment1): text/csv, 8 bytes\n- [(no name)](#attachment2): image/png, 8 bytes\n" +
		"- [Inner](#attachment3): message/rfc822, 49 bytes\n\n## Inner\n\n**From:** c@example.org\n\nInner text\n"
	if r.Content != want {
		t.Errorf("%s", r.Content)
	}
	if h := r.MailHeaders; h == nil || h.From != "Jörg <j@example.org>" || h.Date != "2003-07-01T10:52:37+02:00" || h.Subject != "Héllo wörld" {
		t.Errorf("%+v", r.MailHeaders)
	}
	if len(r.Attachments) != 3 || r.Attachments[0].Name != "täble.csv" || !r.Attachments[1].Inline || r.Attachments[2].Part != "attachment3" {
		t.Errorf("%+v", r.Attachments)
	}
	r = read(t, e, reader.Request{Path: path, As: reader.FormText})
	if !strings.Contains(r.Content, "\n\nPlain € text\n\nAttachments\n") || strings.Contains(r.Content, "Rich") {
		t.Errorf("%s", r.Content)
	}
}

func TestAttachmentsByAddress(t *testing.T) {
	t.Parallel()
	e, path := engine(t), write(t, "a.eml", mixed)
	r := read(t, e, reader.Request{Path: path + "#attachment1", As: reader.FormRows})
	if r.Format != "csv" || r.RowsPart == nil || len(r.Rows) == 0 {
		t.Errorf("%+v", r)
	}
	r = read(t, e, reader.Request{Path: path + "#täble.csv", As: reader.FormText})
	if r.TextPart == nil || r.Content != "a,b\n1,2\n" {
		t.Errorf("%+v", r)
	}
	r = read(t, e, reader.Request{Path: path + "#attachment3"})
	if r.TextPart == nil || !strings.HasPrefix(r.Content, "# Inner\n") {
		t.Errorf("%+v", r)
	}
	r = read(t, e, reader.Request{Path: path + "#attachment2", As: reader.FormHex})
	if r.TextPart == nil || !strings.Contains(r.Content, "89 50 4e 47") {
		t.Errorf("%+v", r)
	}
	r = read(t, e, reader.Request{Path: path + "#inner"})
	if r.TextPart == nil || !strings.HasPrefix(r.Content, "## Inner\n") {
		t.Errorf("a section: %+v", r)
	}
	r = read(t, e, reader.Request{Path: path + "#attachment9"})
	if r.Readable || r.ReasonCode != "NOT_FOUND" {
		t.Errorf("%+v", r)
	}
	// A cursor goes on inside an attachment.
	long := write(t, "b.eml", "Subject: x\nMIME-Version: 1.0\nContent-Type: text/plain; name=a.txt\nContent-Disposition: attachment\n\n"+strings.Repeat("a line\n", 50))
	base := reader.Request{Path: long + "#attachment1"}
	whole, _ := readertest.ReadWhole(t, e, base)
	if len(whole.Lines) != 50 {
		t.Fatalf("%d lines", len(whole.Lines))
	}
	for _, req := range []reader.Request{{Limit: 7}, {MaxLineChars: 4}} {
		req.Path = base.Path
		readertest.Paging(t, e, req, whole)
	}
}

func TestPlainText(t *testing.T) {
	t.Parallel()
	e := engine(t)
	for name, c := range map[string]struct{ kind, text, want string }{
		"lines":  {"", "Hi,\nthis is short.\n\nBye\n", "Hi,\\\nthis is short.\n\nBye"},
		"broken": {"", "This is a long line of text that the program broke since it would have\nbeen too long. And on it goes.\n", "This is a long line of text that the program broke since it would have been too long. And on it goes."},
		"quoted": {"", "On Monday X wrote:\n> first\n> > deeper\n> back\nmine\n", "On Monday X wrote:\n\n> first\n>\n> > deeper\n>\n> back\n\nmine"},
		"flowed": {"; format=flowed", "one \ntwo \nthree\n\n> a \n> b\n-- \nsig\n", "one two three\n\n> a b\n\n\\--\\\nsig"},
		"list":   {"", "Items:\n- one\n  more\n- two\n", "Items:\n\n- one more\n- two"},
		"table":  {"", "name    value\none     1\n", "```\nname    value\none     1\n```"},
		"patch":  {"", "Fix it.\n\ndiff --git a/x b/x\n--- a/x\n+++ b/x\n\n-old\n+new\n", "Fix it.\n\n```diff\ndiff --git a/x b/x\n--- a/x\n+++ b/x\n\n-old\n+new\n```"},
	} {
		path := write(t, "a.eml", "Subject: s\nFrom: f\nContent-Type: text/plain"+c.kind+"\n\n"+c.text)
		r := read(t, e, reader.Request{Path: path})
		got := strings.TrimSuffix(strings.TrimPrefix(r.Content, "# s\n\n**From:** f\n\n"), "\n")
		if got != c.want {
			t.Errorf("%s:\n%s\nwant\n%s", name, got, c.want)
		}
	}
}

func TestMailbox(t *testing.T) {
	t.Parallel()
	var box strings.Builder
	for i := 1; i <= 3; i++ {
		fmt.Fprintf(&box, "From a@b Mon Jun 01 04:28:28 2009\nFrom: a@b\nSubject: Number %d\n\nText %d\n>From here\nFrom there\n\nFrom now on\n\n", i, i)
	}
	e, path := engine(t), write(t, "a.mbox", box.String())
	r := read(t, e, reader.Request{Path: path, Lines: true})
	if strings.Count(r.Content, "\n---\n") != 2 || !strings.Contains(r.Content, "# Number 3\n\n**From:** a@b\n\nText 3\\\nFrom here\\\nFrom there\n\nFrom now on\n") {
		t.Errorf("%s", r.Content)
	}
	if at := r.Lines[len(r.Lines)-1].At.Member; at != "message3" {
		t.Errorf("the last line is of %q", at)
	}
	if r = read(t, e, reader.Request{Path: path + "#message2"}); !strings.HasPrefix(r.Content, "# Number 2\n") || strings.Contains(r.Content, "Number 3") {
		t.Errorf("%s", r.Content)
	}
	if r = read(t, e, reader.Request{Path: path + "#message4"}); r.ReasonCode != "NOT_FOUND" {
		t.Errorf("%+v", r)
	}
	whole, _ := readertest.ReadWhole(t, e, reader.Request{Path: path})
	readertest.Paging(t, e, reader.Request{Path: path, Limit: 2}, whole)
}

func TestSaidOfMessages(t *testing.T) {
	t.Parallel()
	e := engine(t)
	for name, c := range map[string]struct {
		content string
		code    reader.NoteCode
	}{
		"PGP":    {"Subject: s\nMIME-Version: 1.0\nContent-Type: multipart/encrypted; boundary=b\n\n--b\nContent-Type: application/pgp-encrypted\n\nVersion: 1\n--b\nContent-Type: application/octet-stream\n\nxxx\n--b--\n", reader.NoteEncrypted},
		"S/MIME": {"Subject: s\nMIME-Version: 1.0\nContent-Type: application/pkcs7-mime; smime-type=enveloped-data\nContent-Transfer-Encoding: base64\n\nAAAA\n", reader.NoteEncrypted},
		"signed": {"Subject: s\nMIME-Version: 1.0\nContent-Type: multipart/signed; boundary=b\n\n--b\n\nhello\n--b\nContent-Type: application/pgp-signature\n\nxxx\n--b--\n", reader.NoteSigned},
	} {
		r := read(t, e, reader.Request{Path: write(t, "a.eml", c.content)})
		if !noted(r, c.code) || r.Complete == (c.code == reader.NoteEncrypted) {
			t.Errorf("%s: complete %v, %+v", name, r.Complete, r.Notes)
		}
	}
}

// What real messages do wrong costs no more than what is wrong.
func TestBrokenMessages(t *testing.T) {
	t.Parallel()
	e := engine(t)
	for name, c := range map[string]struct{ content, want string }{
		"no end boundary":   {"Subject: s\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n\n--b\n\nhello\n", "hello"},
		"no boundary":       {"Subject: s\nFrom: f\nMIME-Version: 1.0\nContent-Type: multipart/mixed\n\nhello\n", "hello"},
		"wrong boundary":    {"Subject: s\nFrom: f\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=x\n\n--b\n\nhello\n", ""},
		"no blank line":     {"Subject: s\nFrom: f\nhello there\n", "hello there"},
		"bad base64":        {"Subject: s\nFrom: f\nContent-Transfer-Encoding: base64\n\naGVs*bG8\n", "hello"},
		"bad quoted":        {"Subject: s\nFrom: f\nContent-Transfer-Encoding: quoted-printable\n\nhel=6co=ZZ=\n", "hello=ZZ"},
		"unknown charset":   {"Subject: s\nFrom: f\nContent-Type: text/plain; charset=x-nope\n\nhé\n", "hé"},
		"raw header":        {"Subject: caf\xe9 cr\xe8me br\xfbl\xe9e\nFrom: f\n\nhello\n", "crème"},
		"cut character":     {"Subject: =?utf-8?b?w6nDoMOo?= =?utf-8?b?w6k=?=\nFrom: f\n\nx\n", "éàèé"},
		"text/html, upper":  {"Subject: s\nFrom: f\nContent-Type: TEXT/HTML\n\n<b>hello</b>\n", "**hello**"},
		"emlx":              {"123\nFrom: f\nSubject: s\n\nhello\n", "hello"},
		"uuencoded":         {"Subject: s\nFrom: f\nContent-Transfer-Encoding: x-uuencode\n\nbegin 644 a\n%:&5L;&\\\n`\nend\n", "hello"},
		"alternative blank": {"Subject: s\nFrom: f\nContent-Type: multipart/alternative; boundary=b\n\n--b\n\nhello\n--b\nContent-Type: text/html\n\n \n--b--\n", "hello"},
	} {
		path := write(t, "a.eml", c.content)
		r := read(t, e, reader.Request{Path: path})
		if !r.Readable || !strings.Contains(r.Content, c.want) {
			t.Errorf("%s: %q %s (%s)", name, r.Content, r.Reason, r.Format)
		}
	}
}

func FuzzMail(f *testing.F) {
	f.Add([]byte(mixed), false)
	f.Add([]byte("From a@b Mon Jun 01 04:28:28 2009\nSubject: x\n\ny\n\nFrom a@b Mon Jun 01 04:28:28 2009\nSubject: z\n\n> q\n"), true)
	f.Add([]byte("Subject: x\nContent-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: message/rfc822\n\nContent-Type: multipart/mixed; boundary=b\n\n--b\n--b--\n"), false)
	e := engine(f)
	f.Fuzz(func(t *testing.T, b []byte, box bool) {
		if len(b) > 1<<13 {
			t.Skip()
		}
		name := "a.eml"
		if box {
			name = "a.mbox"
		}
		path := write(t, name, string(b))
		for _, as := range []reader.Form{reader.FormDefault, reader.FormText} {
			base := reader.Request{Path: path, As: as}
			whole, r := readertest.ReadWhole(t, e, base)
			if !r.Readable || r.TextPart == nil {
				continue
			}
			req := base
			req.Limit, req.MaxLineChars = 3, 11
			readertest.Paging(t, e, req, whole)
			for _, a := range r.Attachments {
				read(t, e, reader.Request{Path: path + "#" + a.Part, As: reader.FormHex})
			}
		}
	})
}
