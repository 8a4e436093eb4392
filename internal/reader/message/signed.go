package message

import (
	"bytes"
	"context"
	"io"
)

const (
	// maxSigned is how large a signed message may be that is opened, in bytes.
	maxSigned = 64 << 20
	maxASN1   = 24 // levels of what is in it
)

// Signed opens a message that lies inside its signature (RFC 8551, 3.5.2), which
// is not checked: the content of SignedData (RFC 5652, 5.1), itself a message. It
// is not ok if the part holds something else, such as an encrypted one.
func (p *Part) Signed(ctx context.Context) (root *Part, ok bool) {
	b, err := io.ReadAll(io.LimitReader(p.Body(), maxSigned))
	if err != nil {
		return nil, false
	}
	content, ok := signedContent(b)
	if !ok {
		return nil, false
	}
	root, err = Parse(ctx, bytes.NewReader(content), 0, int64(len(content)))
	return root, err == nil
}

// Tags of ASN.1 in its basic encoding (X.690).
const (
	asnObject   = 0x06
	asnSequence = 0x30
	asnOctets   = 0x04
	asnPieces   = 0x24 // octets in several pieces
	asnExplicit = 0xA0 // [0]
)

// signedContent finds the content in a ContentInfo with SignedData.
func signedContent(b []byte) ([]byte, bool) {
	const signedData = "\x2A\x86\x48\x86\xF7\x0D\x01\x07\x02"
	info, ok := inside(b, asnSequence)
	if !ok || string(first(info, asnObject)) != signedData {
		return nil, false
	}
	signed, ok := inside(first(info, asnExplicit), asnSequence)
	if !ok {
		return nil, false
	}
	encapsulated := first(signed, asnSequence)
	octets := first(encapsulated, asnExplicit)
	tag, content, _, ok := element(octets, 0)
	switch {
	case ok && tag == asnOctets:
		return content, true
	case ok && tag == asnPieces:
		var all []byte
		for len(content) > 0 {
			var piece []byte
			if tag, piece, content, ok = element(content, 0); !ok || tag != asnOctets {
				break
			}
			all = append(all, piece...)
		}
		return all, len(all) > 0
	}
	return nil, false
}

// inside is the content of the element at the start of b, which has a tag.
func inside(b []byte, tag byte) ([]byte, bool) {
	got, content, _, ok := element(b, 0)
	return content, ok && got == tag
}

// first is the content of the first of several elements that has a tag.
func first(b []byte, tag byte) []byte {
	for len(b) > 0 {
		got, content, rest, ok := element(b, 0)
		if !ok {
			return nil
		}
		if got == tag {
			return content
		}
		b = rest
	}
	return nil
}

// element reads the element at the start of b. One of indefinite length goes to
// the end-of-contents behind the elements in it.
func element(b []byte, depth int) (tag byte, content, rest []byte, ok bool) {
	if len(b) < 2 || b[0]&0x1F == 0x1F || depth > maxASN1 {
		return 0, nil, nil, false
	}
	tag, n := b[0], int(b[1])
	b = b[2:]
	switch {
	case n == 0x80:
		for at := b; ; {
			if len(at) < 2 {
				return 0, nil, nil, false
			}
			if at[0] == 0 && at[1] == 0 {
				return tag, b[:len(b)-len(at)], at[2:], true
			}
			if _, _, at, ok = element(at, depth+1); !ok {
				return 0, nil, nil, false
			}
		}
	case n > 0x80:
		size := n & 0x7F
		if size > 4 || size > len(b) {
			return 0, nil, nil, false
		}
		n = 0
		for _, c := range b[:size] {
			n = n<<8 | int(c)
		}
		b = b[size:]
	}
	if n > len(b) {
		return 0, nil, nil, false
	}
	return tag, b[:n], b[n:], true
}
