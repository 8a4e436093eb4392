package decrypt

import (
	"context"
	"crypto/sha1" //nolint:gosec // old files are encrypted with it
	"crypto/subtle"
	"encoding/binary"
)

const (
	standardSpins = 50000
	flagAES       = 1 << 5 // of an encryption header ([MS-OFFCRYPTO] 2.3.1)
)

// findStandard computes the key of a document with standard encryption
// ([MS-OFFCRYPTO] 2.3.4.5 to 2.3.4.9): AES, each block for itself.
func findStandard(ctx context.Context, info []byte, password string) (*Key, error) {
	le := binary.LittleEndian
	if len(info) < 8 || le.Uint32(info[4:]) > uint32(len(info)-8) {
		return nil, ErrNone
	}
	header, verifier := info[8:8+le.Uint32(info[4:])], info[8+le.Uint32(info[4:]):]
	if len(header) < 20 || len(verifier) < 72 || le.Uint32(verifier) != 16 {
		return nil, ErrNone
	}
	bits := int(le.Uint32(header[16:]))
	if le.Uint32(header)&flagAES == 0 {
		return nil, ErrUnsupported
	}
	if bits == 0 {
		bits = map[uint32]int{0x660e: 128, 0x660f: 192, 0x6610: 256}[le.Uint32(header[8:])]
	}
	if bits != 128 && bits != 192 && bits != 256 {
		return nil, ErrUnsupported
	}
	h := sha1.New() //nolint:gosec // as above
	sum, err := spin(ctx, h, verifier[4:20], password, standardSpins)
	if err != nil {
		return nil, err
	}
	k := &Key{Cipher: "AES", Whole: true, Secret: derive(digest(h, sum, make([]byte, 4)), bits/8)}
	c, err := k.segments()
	if err != nil {
		return nil, err
	}
	input, want := append([]byte(nil), verifier[20:36]...), append([]byte(nil), verifier[40:72]...)
	c.decrypt(input, 0)
	c.decrypt(want, 0)
	if subtle.ConstantTimeCompare(digest(h, input), want[:h.Size()]) == 0 {
		return nil, ErrPassword
	}
	return k, nil
}

// derive makes a key of n bytes of a hash, as CryptDeriveKey does.
func derive(sum []byte, n int) []byte {
	var key []byte
	for _, pad := range []byte{0x36, 0x5c} {
		var b [64]byte
		for i := range b {
			b[i] = pad
			if i < len(sum) {
				b[i] ^= sum[i]
			}
		}
		x := sha1.Sum(b[:]) //nolint:gosec // as above
		key = append(key, x[:]...)
	}
	return key[:n]
}
