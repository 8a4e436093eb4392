package mail

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf16"
	"unicode/utf8"

	"fread/internal/reader"
	"fread/internal/reader/cfb"
	"fread/internal/reader/charset"
	"fread/internal/reader/detect"
	"fread/internal/reader/fault"
	"fread/internal/reader/message"
	"fread/internal/reader/source"
)

// Outlook implements reader.Reader for the messages of Outlook ([MS-OXMSG]).
type Outlook struct{}

// Info implements reader.Reader.
func (Outlook) Info() reader.Info {
	return reader.Info{Name: "msg", Forms: []reader.Form{reader.FormMarkdown, reader.FormText}, Unit: reader.UnitLine, Parts: true, Members: true, Contained: true}
}

// Match implements reader.Reader.
func (Outlook) Match(t detect.Type, form reader.Form) bool {
	switch form {
	case reader.FormDefault, reader.FormMarkdown, reader.FormText:
		return t.Format == "msg"
	case reader.FormRows, reader.FormBytes, reader.FormHex, reader.FormMedia, reader.FormInfo:
	}
	return false
}

// Open implements reader.Reader.
func (Outlook) Open(ctx context.Context, f *source.File, o reader.Options) (reader.Document, error) {
	size, err := wholeSize(f)
	if err != nil {
		return nil, err
	}
	file, err := cfb.Open(f, size)
	if err != nil {
		if errors.Is(err, cfb.ErrFormat) {
			return nil, damaged()
		}
		return nil, err
	}
	s := &store{file: file, plain: o.Form == reader.FormText, inside: map[string][]string{}}
	for _, e := range file.Entries() {
		dir, name := path.Split(e.Path)
		s.inside[dir] = append(s.inside[dir], name)
	}
	l := s.letter("", rootHeader, new(counter), 0)
	if l == nil {
		return nil, damaged()
	}
	if o.Form == reader.FormBytes {
		return l.member(o.Part)
	}
	return l.document(ctx, o), nil
}

func damaged() error {
	return fault.New(fault.Corrupt, fault.PhaseConvert, "", "This Outlook message is damaged: its properties cannot be found.", "Use a copy that is whole.")
}

// wholeSize reads a stream to its end, since a message has to be sought in.
func wholeSize(f *source.File) (int64, error) {
	const step = 256 << 10
	var one [1]byte
	for at := int64(step); f.Size() < 0; at += step {
		if _, err := f.ReadAt(one[:], at); err != nil && !errors.Is(err, io.EOF) {
			return 0, err
		}
	}
	return f.Size(), nil
}

// Properties of a message, a recipient or an attachment ([MS-OXPROPS]).
const (
	propSubject        = 0x0037
	propSubmitTime     = 0x0039
	propSentName       = 0x0042
	propSentAddress    = 0x0065
	propHeaders        = 0x007D
	propRecipientKind  = 0x0C15
	propSenderName     = 0x0C1A
	propSenderAddress  = 0x0C1F
	propDisplayBcc     = 0x0E02
	propDisplayCc      = 0x0E03
	propDisplayTo      = 0x0E04
	propDeliveryTime   = 0x0E06
	propClass          = 0x001A
	propBody           = 0x1000
	propRTF            = 0x1009
	propHTML           = 0x1013
	propMessageID      = 0x1035
	propDisplayName    = 0x3001
	propAddress        = 0x3003
	propData           = 0x3701
	propMethod         = 0x3705
	propShortName      = 0x3704
	propLongName       = 0x3707
	propMIME           = 0x370E
	propContentID      = 0x3712
	propSMTP           = 0x39FE
	propCodePage       = 0x3FFD
	propInternetCode   = 0x3FDE
	propSenderSMTP     = 0x5D01
	propSentSMTP       = 0x5D02
	propHidden         = 0x7FFE
	methodMessage      = 5
	methodOLE          = 6
	maxText            = 64 << 20 // bytes of a body
	maxRecipients      = 2_000
	maxOutlookNested   = 10
	propertyEntry      = 16
	rootHeader         = 32 // bytes before the properties of the message
	embeddedHeader     = 24 // of a message in a message
	smallHeader        = 8  // of a recipient or an attachment
	propertiesStream   = "__properties_version1.0"
	maxPropertiesBytes = 1 << 20
)

// store is an Outlook message as it lies in its compound file.
type store struct {
	file   *cfb.File
	plain  bool
	inside map[string][]string // names of what is in a storage, whose path has a slash behind it
}

// An object is a storage with properties.
type object struct {
	s     *store
	dir   string // with a slash behind it, or empty
	fixed map[uint16]uint64
	page  string // label of the encoding of its 8-bit texts
}

// object reads the properties that are numbers; their header is as long as that.
func (s *store) object(dir string, header int, page string) (*object, bool) {
	o := &object{s: s, dir: dir, fixed: map[uint16]uint64{}, page: page}
	stream, err := s.file.Stream(dir + propertiesStream)
	if err != nil {
		return o, false
	}
	b, err := stream.ReadAll(maxPropertiesBytes)
	if err != nil && len(b) == 0 {
		return o, false
	}
	for at := header; at+propertyEntry <= len(b); at += propertyEntry {
		tag := binary.LittleEndian.Uint32(b[at:])
		o.fixed[uint16(tag>>16)] = binary.LittleEndian.Uint64(b[at+8:])
	}
	for _, id := range []uint16{propInternetCode, propCodePage} {
		if n, ok := o.number(id); ok && codePage(n) != "" {
			o.page = codePage(n)
		}
	}
	return o, true
}

func (o *object) number(id uint16) (int, bool) {
	v, ok := o.fixed[id]
	return int(uint32(v)), ok
}

// stream returns the content of a property of a type, nil if it has none.
func (o *object) stream(id uint16, kind string) []byte {
	name := fmt.Sprintf("%s__substg1.0_%04X%s", o.dir, id, kind)
	st, err := o.s.file.Stream(name)
	if err != nil {
		return nil
	}
	b, err := st.ReadAll(maxText)
	if err != nil && len(b) == 0 {
		return nil
	}
	return b
}

// text returns a property that is text.
func (o *object) text(id uint16) string {
	if b := o.stream(id, "001F"); b != nil {
		u := make([]uint16, len(b)/2)
		for i := range u {
			u[i] = binary.LittleEndian.Uint16(b[2*i:])
		}
		return strings.TrimRight(string(utf16.Decode(u)), "\x00")
	}
	b := bytes.TrimRight(o.stream(id, "001E"), "\x00")
	if len(b) == 0 {
		return ""
	}
	return decodeAll(b, o.page)
}

func decodeAll(b []byte, label string) string {
	out, err := io.ReadAll(charset.NewReader(bytes.NewReader(b), label))
	if err == nil && !bytes.ContainsRune(out, utf8.RuneError) {
		return string(out)
	}
	western, _ := charset.Lookup("windows-1252") // so little text shows no encoding
	out, _, _, _ = western.NewDecoder().Append(nil, b, true)
	return string(out)
}

// codePage is the label of a code page of Windows, empty where it has none.
func codePage(n int) string {
	for _, label := range []string{"windows-" + strconv.Itoa(n), "cp" + strconv.Itoa(n), "ibm" + strconv.Itoa(n)} {
		if _, ok := charset.Lookup(label); ok {
			return label
		}
	}
	switch n {
	case 65001:
		return "utf-8"
	case 932:
		return "shift_jis"
	case 936:
		return "gbk"
	case 949:
		return "euc-kr"
	case 950:
		return "big5"
	case 20866:
		return "koi8-r"
	case 21866:
		return "koi8-u"
	case 50220, 50221, 50222:
		return "iso-2022-jp"
	case 51932:
		return "euc-jp"
	case 51949:
		return "euc-kr"
	case 54936:
		return "gb18030"
	}
	if n > 28590 && n < 28606 {
		return "iso-8859-" + strconv.Itoa(n-28590)
	}
	return ""
}

// letter reads the message in a storage; nil if there is none.
func (s *store) letter(dir string, header int, count *counter, depth int) *letter {
	o, ok := s.object(dir, header, "")
	if !ok && len(s.children(dir, "__substg1.0_")) == 0 {
		return nil
	}
	l := &letter{plain: s.plain, subject: o.text(propSubject), id: o.text(propMessageID)}
	l.from = person(first(o.text(propSentName), o.text(propSenderName)), first(o.text(propSentSMTP), o.text(propSenderSMTP), o.text(propSentAddress), o.text(propSenderAddress)))
	s.recipients(o, l)
	s.date(o, l)
	s.bodies(o, l)
	class := strings.ToUpper(o.text(propClass))
	switch {
	case strings.Contains(class, "SMIME.MULTIPARTSIGNED"):
		l.note(signedNote())
	case strings.Contains(class, "SMIME"):
		l.note(reader.Note{Code: reader.NoteEncrypted, Severity: reader.SeverityWarning, Message: "The message is encrypted or signed (S/MIME), and its text lies in a container that is not opened."})
	}
	for _, name := range s.children(dir, "__attach_version1.0_") {
		s.attachment(l, dir+name+"/", o.page, count, depth)
	}
	return l
}

func first(values ...string) string {
	for _, v := range values {
		if v != "" {
			return v
		}
	}
	return ""
}

// person writes a name with its address.
func person(name, address string) string {
	if strings.HasPrefix(strings.ToUpper(address), "/O=") { // of an Exchange server
		address = ""
	}
	switch {
	case name == "" || name == address:
		return address
	case address == "" || strings.Contains(name, address):
		return name
	}
	return name + " <" + address + ">"
}

// children are the storages and streams in a storage whose names begin like that.
func (s *store) children(dir, prefix string) []string {
	var names []string
	for _, name := range s.inside[dir] {
		if strings.HasPrefix(name, prefix) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

func (s *store) recipients(o *object, l *letter) {
	var to, cc, bcc []string
	for i, name := range s.children(o.dir, "__recip_version1.0_") {
		if i >= maxRecipients {
			break
		}
		r, _ := s.object(o.dir+name+"/", smallHeader, o.page)
		p := person(r.text(propDisplayName), first(r.text(propSMTP), r.text(propAddress)))
		if p == "" {
			continue
		}
		switch kind, _ := r.number(propRecipientKind); kind {
		case 2:
			cc = append(cc, p)
		case 3:
			bcc = append(bcc, p)
		default:
			to = append(to, p)
		}
	}
	l.to = first(strings.Join(to, ", "), o.text(propDisplayTo))
	l.cc = first(strings.Join(cc, ", "), o.text(propDisplayCc))
	l.bcc = first(strings.Join(bcc, ", "), o.text(propDisplayBcc))
}

// date takes the time when the message was sent, also from the header that it
// came with.
func (s *store) date(o *object, l *letter) {
	for _, id := range []uint16{propSubmitTime, propDeliveryTime} {
		if v := o.fixed[id]; v > 0 {
			const unixEpoch = 11644473600 // seconds after that of Windows
			t := time.Unix(int64(v/10_000_000)-unixEpoch, 0).UTC()
			if t.Year() > 1900 && t.Year() < 3000 {
				l.date = t.Format("Mon, 2 Jan 2006 15:04:05 -0700")
				return
			}
		}
	}
	if h := o.text(propHeaders); h != "" {
		l.date = message.ParseHeader([]byte(strings.ReplaceAll(h, "\r\n", "\n"))).Text("date")
	}
}

// bodies takes the richest text there is, or the plainest for plain text.
func (s *store) bodies(o *object, l *letter) {
	plain := o.text(propBody)
	page := o.page
	if n, ok := o.number(propInternetCode); ok {
		page = first(codePage(n), page)
	}
	html := o.stream(propHTML, "0102")
	if html == nil {
		if t := o.text(propHTML); t != "" {
			html, page = []byte(t), "utf-8"
		}
	}
	hasPlain := strings.TrimSpace(plain) != ""
	if (!hasPlain || !s.plain) && len(html) == 0 {
		if rtf := unpackRTF(o.stream(propRTF, "0102")); rtf != nil {
			if text, isHTML := fromRTF(rtf); isHTML {
				html, page = []byte(text), "utf-8"
			} else if !hasPlain {
				plain, hasPlain = text, strings.TrimSpace(text) != ""
			}
		}
	}
	switch {
	case len(bytes.TrimSpace(html)) > 0 && (!hasPlain || !s.plain):
		l.bodies = append(l.bodies, body{kind: "text/html", text: func() io.Reader { return charset.NewReader(bytes.NewReader(html), page) }})
	case hasPlain:
		l.bodies = append(l.bodies, body{kind: "text/plain", size: int64(len(plain)), text: func() io.Reader { return strings.NewReader(plain) }})
	}
}

// attachment adds the attachment in a storage.
func (s *store) attachment(l *letter, dir, page string, count *counter, depth int) {
	o, _ := s.object(dir, smallHeader, page)
	count.n++
	a := attachment{
		number: count.n, name: first(o.text(propLongName), o.text(propShortName), o.text(propDisplayName)), kind: o.text(propMIME),
		id: strings.Trim(o.text(propContentID), "<>"),
	}
	if a.kind == "" {
		a.kind = "application/octet-stream"
	}
	if hidden, ok := o.number(propHidden); ok && hidden != 0 {
		a.inline = true
	}
	name := fmt.Sprintf("%s__substg1.0_%04X", dir, propData)
	a.data = func() io.Reader { return strings.NewReader("") }
	if st, err := s.file.Stream(name + "0102"); err == nil {
		a.size = st.Size()
		a.data = func() io.Reader { return io.NewSectionReader(st, 0, st.Size()) }
	}
	l.attachments = append(l.attachments, a)
	method, _ := o.number(propMethod)
	if (method == methodMessage || len(s.inside[name+"000D/"]) > 0 && method != methodOLE) && depth < maxOutlookNested {
		at := len(l.attachments) - 1
		if n := s.letter(name+"000D/", embeddedHeader, count, depth+1); n != nil {
			in := &l.attachments[at]
			in.letter, in.kind, in.embedded = n, "application/vnd.ms-outlook", true
			in.name = first(in.name, n.subject)
		}
	}
}
