package decrypt

import (
	"crypto/cipher"
	"crypto/md5"  //nolint:gosec // old files are encrypted with it
	"crypto/rc4"  //nolint:gosec // as above
	"crypto/sha1" //nolint:gosec // as above
	"crypto/subtle"
	"encoding/binary"
	"hash"
	"math/bits"
	"slices"
)

// Records decrypts the records of a workbook of the binary format ([MS-XLS]
// 2.2.10), which are encrypted but for their headers. It is used by one goroutine
// at a time.
type Records struct {
	array [16]byte              // of XOR obfuscation
	keys  func(b uint32) []byte // of RC4, for each block of the stream; nil: XOR

	stream cipher.Stream
	at     int64 // offset in the stream that it has come to
	waste  [256]byte
}

// recordBlock is how many bytes of a workbook one key of RC4 is for.
const recordBlock = 1024

// NewRecords reads the content of a record FilePass ([MS-XLS] 2.4.117), and tries
// the password, then the one of files that nobody gave one. Its errors are
// ErrPassword, ErrUnsupported and ErrNone.
func NewRecords(pass []byte, password string) (*Records, error) {
	if password != "" {
		if r, err := newRecords(pass, password); err != ErrPassword { //nolint:errorlint // it is ours
			return r, err
		}
	}
	return newRecords(pass, Default)
}

func newRecords(pass []byte, password string) (*Records, error) {
	le := binary.LittleEndian
	switch {
	case len(pass) == 4: // of Excel 5 and older
		return newObfuscation(le.Uint16(pass), le.Uint16(pass[2:]), password)
	case len(pass) >= 6 && le.Uint16(pass) == 0:
		return newObfuscation(le.Uint16(pass[2:]), le.Uint16(pass[4:]), password)
	case len(pass) >= 54 && le.Uint16(pass) == 1 && le.Uint16(pass[2:]) == 1:
		return newRC4(pass[6:54], password)
	case len(pass) >= 14 && le.Uint16(pass) == 1 && le.Uint16(pass[2:]) >= 2 && le.Uint16(pass[2:]) <= 4 && le.Uint16(pass[4:]) == 2:
		return newCryptoAPI(pass[6:], password)
	case len(pass) < 6:
		return nil, ErrNone
	}
	return nil, ErrUnsupported
}

// newRC4 is [MS-OFFCRYPTO] 2.3.6: a salt, a verifier and its hash.
func newRC4(b []byte, password string) (*Records, error) {
	h := md5.New() //nolint:gosec // as above
	first := digest(h, encode(password))[:5]
	var mixed []byte
	for range 16 {
		mixed = append(append(mixed, first...), b[:16]...)
	}
	base := digest(h, mixed)[:5]
	r := &Records{keys: func(block uint32) []byte {
		return digest(h, base, binary.LittleEndian.AppendUint32(nil, block))
	}}
	return r, r.verify(h, b[16:32], b[32:48])
}

// newCryptoAPI is [MS-OFFCRYPTO] 2.3.5: a header as in standard encryption, and a
// verifier.
func newCryptoAPI(info []byte, password string) (*Records, error) {
	le := binary.LittleEndian
	if le.Uint32(info[4:]) > uint32(len(info)-8) {
		return nil, ErrNone
	}
	header, verifier := info[8:8+le.Uint32(info[4:])], info[8+le.Uint32(info[4:]):]
	if len(header) < 20 || len(verifier) < 60 || le.Uint32(verifier) != 16 {
		return nil, ErrNone
	}
	const algorithmRC4 = 0x6801
	size := int(le.Uint32(header[16:])) / 8
	if size == 0 {
		size = 5
	}
	if le.Uint32(header[8:]) != algorithmRC4 || size < 5 || size > 16 {
		return nil, ErrUnsupported
	}
	h := sha1.New() //nolint:gosec // as above
	base := digest(h, verifier[4:20], encode(password))
	r := &Records{keys: func(block uint32) []byte {
		key := digest(h, base, le.AppendUint32(nil, block))[:size]
		if size == 5 { // 40 bits are padded to 128
			key = append(key, make([]byte, 11)...)
		}
		return key
	}}
	return r, r.verify(h, verifier[20:36], verifier[40:60])
}

// verify decrypts a verifier and its hash and compares them.
func (r *Records) verify(h hash.Hash, verifier, sum []byte) error {
	c, err := rc4.NewCipher(r.keys(0)) //nolint:gosec // as above
	if err != nil {
		return ErrUnsupported
	}
	input, want := make([]byte, len(verifier)), make([]byte, len(sum))
	c.XORKeyStream(input, verifier)
	c.XORKeyStream(want, sum)
	if subtle.ConstantTimeCompare(digest(h, input), want) == 0 {
		return ErrPassword
	}
	return nil
}

// newObfuscation is [MS-OFFCRYPTO] 2.3.7: bytes that are mixed with sixteen others.
func newObfuscation(key, verifier uint16, password string) (*Records, error) {
	var text []byte
	for _, c := range password {
		if len(text) < 15 {
			text = append(text, byte(c))
		}
	}
	if passwordVerifier(text) != verifier {
		return nil, ErrPassword
	}
	r := new(Records)
	pad := [15]byte{0xbb, 0xff, 0xff, 0xba, 0xff, 0xff, 0xb9, 0x80, 0x00, 0xbe, 0x0f, 0x00, 0xbf, 0x0f, 0x00}
	n := copy(r.array[:], text)
	copy(r.array[n:], pad[:])
	for i := range r.array {
		half := byte(key) // of the key, the lower one for even places
		if i%2 == 1 {
			half = byte(key >> 8)
		}
		r.array[i] = bits.RotateLeft8(r.array[i]^half, 2) // what Excel does, not what the text says
	}
	return r, nil
}

// passwordVerifier is [MS-OFFCRYPTO] 2.3.7.1.
func passwordVerifier(password []byte) uint16 {
	var v uint16
	mix := func(b byte) { v = (v>>14&1 | v<<1&0x7fff) ^ uint16(b) }
	for _, b := range slices.Backward(password) {
		mix(b)
	}
	mix(byte(len(password)))
	return v ^ 0xce4b
}

// Decrypt decrypts the content of a record in place: all of it, which begins at an
// offset of the stream.
func (r *Records) Decrypt(content []byte, offset int64) {
	if r.keys == nil {
		for i := range content {
			content[i] = bits.RotateLeft8(content[i], 3) ^ r.array[(offset+int64(len(content)+i))&15]
		}
		return
	}
	for len(content) > 0 {
		n := min(int64(len(content)), recordBlock-offset%recordBlock)
		r.seek(offset)
		r.stream.XORKeyStream(content[:n], content[:n])
		content = content[n:]
		offset += n
		r.at = offset
	}
}

// seek brings the stream of RC4 to an offset.
func (r *Records) seek(offset int64) {
	if r.stream == nil || offset < r.at || offset/recordBlock != r.at/recordBlock || r.at%recordBlock == 0 {
		r.stream, _ = rc4.NewCipher(r.keys(uint32(offset / recordBlock))) //nolint:gosec // as above; the length of the key has been used before
		r.at = offset - offset%recordBlock
	}
	for r.at < offset {
		n := min(offset-r.at, int64(len(r.waste)))
		r.stream.XORKeyStream(r.waste[:n], r.waste[:n])
		r.at += n
	}
}
