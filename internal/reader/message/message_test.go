package message

import (
	"bytes"
	"context"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/iotest"
)

// Lines are found wherever blocks end.
func TestLines(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	for range 50 {
		var text strings.Builder
		for text.Len() < 3*blockSize {
			_, _ = text.WriteString(strings.Repeat("x", r.IntN(200)))
			if r.IntN(50) == 0 {
				_, _ = text.WriteString(strings.Repeat("y", r.IntN(2*blockSize)))
			}
			_, _ = text.WriteString([]string{"\n", "\r\n", "\n\n", "\r"}[r.IntN(4)])
		}
		whole := text.String()
		at := int64(0)
		err := Lines(context.Background(), strings.NewReader(whole), 0, int64(len(whole)), func(l Line) error {
			line := whole[l.At:l.Next]
			want := strings.TrimSuffix(strings.TrimSuffix(line, "\n"), "\r")
			if !strings.HasSuffix(line, "\n") {
				want = line
			}
			if l.At != at || l.End != l.At+int64(len(want)) || !strings.HasPrefix(want, string(l.Text)) || len(l.Text) < min(len(want), 100) || strings.Contains(strings.TrimSuffix(line, "\n"), "\n") {
				t.Fatalf("line %+v of %.80q", l, line)
			}
			at = l.Next
			return nil
		})
		if err != nil || at != int64(len(whole)) {
			t.Fatal(at, len(whole), err)
		}
	}
}

func TestParameters(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ in, value, name, want string }{
		{`text/plain; charset="utf-8"; name=a.txt`, "text/plain", "name", "a.txt"},
		{`attachment; filename="a \"b\" c.txt"`, "attachment", "filename", `a "b" c.txt`},
		{`attachment; filename=a b.txt`, "attachment", "filename", "a b.txt"},
		{`attachment; filename*=UTF-8''na%C3%AFve%20x.txt`, "attachment", "filename", "naïve x.txt"},
		{`attachment; filename*0="one "; filename*1=two`, "attachment", "filename", "one two"},
		{`attachment; filename*0*=iso-8859-1'en'%E9; filename*1="t%"; filename*2*=%E9`, "attachment", "filename", "ét%é"},
		{`Text/HTML ; x ; charset = UTF-8`, "text/html", "charset", "UTF-8"},
		{`text/plain (a comment)`, "text/plain", "charset", ""},
	} {
		value, params := parameters(c.in)
		if value != c.value || params[c.name] != c.want {
			t.Errorf("%s: %q, %q", c.in, value, params)
		}
	}
}

func TestDecodeWords(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"plain": "plain",
		"=?utf-8?q?a_=C3=A9?= and =?utf-8?b?w6k=?=": "a é and é",
		"=?utf-8?b?w6k=?= =?utf-8?b?w6k=?=":         "éé",
		"=?iso-2022-jp?b?GyRCRnxLXBsoQg==?=":        "日本",
		"=?utf-8*en?q?x?=":                          "x",
		"=?nope?q?=C3=A9?=":                         "é",
		"=?utf-8?q?open":                            "=?utf-8?q?open",
		"a =?b?= c":                                 "a =?b?= c",
	} {
		if got := DecodeWords(in); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}

func TestBodies(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ encoding, in, want string }{
		{"base64", "aGVs\r\nbG8=\r\n", "hello"},
		{"base64", "aGVsbG8", "hello"},
		{"base64", "aGU=bGxv", "hello"},
		{"quoted-printable", "a=3Db  \r\nc=\r\nd=ZZ", "a=b\ncd=ZZ"},
		{"", "as\r\nis", "as\r\nis"},
	} {
		p := &Part{r: strings.NewReader(c.in), End: int64(len(c.in)), Encoding: c.encoding}
		if got, err := io.ReadAll(iotest.OneByteReader(p.Body())); err != nil || string(got) != c.want {
			t.Errorf("%s %q: %q, %v", c.encoding, c.in, got, err)
		}
	}
}

// A digest holds messages, whose own type is text unless they say another; empty
// ones end where they begin.
func TestDigest(t *testing.T) {
	t.Parallel()
	const digest = "Content-Type: multipart/digest; boundary=b\n\n--b\nContent-Type: text/plain\n\none\n--b\n\nSubject: x\n\ntwo\n--b\n--b\n\n--b--\n"
	root, err := Parse(context.Background(), strings.NewReader(digest), 0, int64(len(digest)))
	if err != nil || len(root.Parts) != 4 {
		t.Fatal(root, err)
	}
	second := root.Parts[1]
	if root.Parts[0].Type != "text/plain" || second.Type != "message/rfc822" || len(second.Parts) != 1 || second.Parts[0].Header.Get("subject") != "x" || second.Parts[0].Type != "text/plain" {
		t.Errorf("%+v", second)
	}
}

// The content of SignedData, with lengths and without.
func TestSigned(t *testing.T) {
	t.Parallel()
	const oid = "\x06\x09\x2A\x86\x48\x86\xF7\x0D\x01\x07"
	wrap := func(tag byte, parts ...string) string {
		s := strings.Join(parts, "")
		return string([]byte{tag, 0x82, byte(len(s) >> 8), byte(len(s))}) + s
	}
	open := func(tag byte, parts ...string) string {
		return string([]byte{tag, 0x80}) + strings.Join(parts, "") + "\x00\x00"
	}
	const text = "Subject: x\n\nhello\n"
	for name, c := range map[string]struct {
		der string
		ok  bool
	}{
		"definite":   {wrap(0x30, oid+"\x02", wrap(0xA0, wrap(0x30, "\x02\x01\x01", wrap(0x31), wrap(0x30, oid+"\x01", wrap(0xA0, wrap(0x04, text)))))), true},
		"indefinite": {open(0x30, oid+"\x02", open(0xA0, open(0x30, "\x02\x01\x01", open(0x31), open(0x30, oid+"\x01", open(0xA0, open(0x24, wrap(0x04, text[:5]), wrap(0x04, text[5:]))))))), true},
		"enveloped":  {wrap(0x30, oid+"\x03", wrap(0xA0, wrap(0x30, "\x02\x01\x01"))), false},
		"detached":   {wrap(0x30, oid+"\x02", wrap(0xA0, wrap(0x30, "\x02\x01\x01", wrap(0x31), wrap(0x30, oid+"\x01")))), false},
		"cut":        {wrap(0x30, oid+"\x02", wrap(0xA0, "\x30\x82\xff\xff")), false},
		"deep":       {strings.Repeat("\x30\x80", 1_000), false},
		"nothing":    {"", false},
	} {
		p := &Part{r: strings.NewReader(c.der), End: int64(len(c.der))}
		root, ok := p.Signed(context.Background())
		if ok != c.ok || ok && root.Header.Get("subject") != "x" {
			t.Errorf("%s: %+v, %v", name, root, ok)
		}
	}
}

// Time grows with the size of a message alone.
func TestDeepMessages(t *testing.T) {
	t.Parallel()
	var b bytes.Buffer
	for range 20_000 {
		_, _ = b.WriteString("Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: message/rfc822\n\n")
	}
	_, _ = b.WriteString("the text\n")
	root, err := Parse(context.Background(), bytes.NewReader(b.Bytes()), 0, int64(b.Len()))
	if err != nil {
		t.Fatal(err)
	}
	parts := 0
	root.Walk(func(*Part) bool {
		parts++
		return true
	})
	if parts < 2 || parts > maxParts {
		t.Errorf("%d parts", parts)
	}
}
