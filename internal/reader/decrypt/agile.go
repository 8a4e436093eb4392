package decrypt

import (
	"bytes"
	"context"
	"crypto/cipher"
	"crypto/subtle"
	"encoding/base64"
	"hash"
	"strconv"

	"fread/internal/reader/xmltext"
)

// parameters say how something is encrypted ([MS-OFFCRYPTO] 2.3.4.10).
type parameters struct {
	cipher, chaining, hash string
	salt                   []byte
	block, bits, spins     int
	input, value, key      []byte // encrypted
}

// findAgile computes the key of a document with agile encryption ([MS-OFFCRYPTO]
// 2.3.4.10 to 2.3.4.15), which XML describes.
func findAgile(ctx context.Context, xml []byte, password string) (*Key, error) {
	data, lock, err := readAgile(xml)
	if err != nil {
		return nil, err
	}
	if lock.spins > MaxSpins {
		return nil, ErrExpensive
	}
	if password == Default && lock.spins > MaxSpins/10 {
		return nil, ErrPassword // no program makes so much of a password that is known
	}
	h := newHash(lock.hash)
	if h == nil || newHash(data.hash) == nil || lock.chaining != chainingCBC || data.chaining != chainingCBC {
		return nil, ErrUnsupported
	}
	sum, err := spin(ctx, h, lock.salt, password, lock.spins)
	if err != nil {
		return nil, err
	}
	input, err := lock.open(h, sum, "\xfe\xa7\xd2\x76\x3b\x4b\x9e\x79", lock.input)
	if err != nil {
		return nil, err
	}
	want, err := lock.open(h, sum, "\xd7\xaa\x0f\x6d\x30\x61\x34\x4e", lock.value)
	if err != nil {
		return nil, err
	}
	if len(want) < h.Size() || len(input) < len(lock.salt) {
		return nil, ErrNone
	}
	if subtle.ConstantTimeCompare(digest(h, input[:len(lock.salt)]), want[:h.Size()]) == 0 {
		return nil, ErrPassword
	}
	secret, err := lock.open(h, sum, "\x14\x6e\x0b\xe7\xab\xac\xd0\xd6", lock.key)
	if err != nil {
		return nil, err
	}
	k := &Key{Cipher: data.cipher, Hash: data.hash, Salt: data.salt, Secret: secret[:min(len(secret), data.bits/8)]}
	if _, err := k.segments(); err != nil {
		return nil, err
	}
	return k, nil
}

const chainingCBC = "ChainingModeCBC"

// open decrypts what belongs to a password with a key that is made for its use.
func (p *parameters) open(h hash.Hash, sum []byte, use string, b []byte) ([]byte, error) {
	c, err := newCipher(p.cipher, fit(digest(h, sum, []byte(use)), p.bits/8))
	if err != nil {
		return nil, err
	}
	size := c.BlockSize()
	if len(b) == 0 || len(b)%size != 0 {
		return nil, ErrNone
	}
	out := make([]byte, len(b))
	cipher.NewCBCDecrypter(c, fit(append([]byte(nil), p.salt...), size)).CryptBlocks(out, b)
	return out, nil
}

// readAgile reads how the document is encrypted, and how its key is with a
// password.
func readAgile(xml []byte) (data, lock parameters, err error) {
	x := xmltext.New(bytes.NewReader(xml), xmltext.Namespaces{
		"http://schemas.microsoft.com/office/2006/encryption":            "",
		"http://schemas.microsoft.com/office/2006/keyEncryptor/password": "p",
	})
	for data.cipher == "" || lock.cipher == "" {
		kind, err := x.Next()
		if err != nil {
			if data.cipher != "" { // only a certificate opens it
				return data, lock, ErrUnsupported
			}
			return data, lock, ErrNone
		}
		if kind != xmltext.Start {
			continue
		}
		switch x.Name() {
		case "keyData":
			data.read(x)
		case "p:encryptedKey":
			lock.read(x)
		}
	}
	if !data.valid() || !lock.valid() {
		return data, lock, ErrNone
	}
	return data, lock, nil
}

// read takes the attributes of an element.
func (p *parameters) read(x *xmltext.Reader) {
	for name, value := range x.Attrs {
		number := func() int {
			n, err := strconv.ParseUint(value, 10, 31)
			if err != nil {
				return -1
			}
			return int(n)
		}
		secret := func() []byte {
			b, err := base64.StdEncoding.DecodeString(value)
			if err != nil {
				return nil
			}
			return b
		}
		switch name {
		case "cipherAlgorithm":
			p.cipher = value
		case "cipherChaining":
			p.chaining = value
		case "hashAlgorithm":
			p.hash = value
		case "saltValue":
			p.salt = secret()
		case "blockSize":
			p.block = number()
		case "keyBits":
			p.bits = number()
		case "spinCount":
			p.spins = number()
		case "encryptedVerifierHashInput":
			p.input = secret()
		case "encryptedVerifierHashValue":
			p.value = secret()
		case "encryptedKeyValue":
			p.key = secret()
		}
	}
}

// valid bounds the numbers.
func (p *parameters) valid() bool {
	return p.spins >= 0 && p.bits >= 8 && p.bits <= 2048 && len(p.salt) > 0
}
