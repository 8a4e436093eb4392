package decrypt

import (
	"context"
	"crypto/aes"
	"crypto/cipher"
	"crypto/des"  //nolint:gosec // old files are encrypted with it
	"crypto/md5"  //nolint:gosec // as above
	"crypto/sha1" //nolint:gosec // as above
	"crypto/sha256"
	"crypto/sha512"
	"encoding/binary"
	"hash"
	"strings"
	"unicode/utf16"
)

// newHash returns a hash function by its name in an encrypted document
// ([MS-OFFCRYPTO] 2.3.4.10), or nil.
func newHash(name string) hash.Hash {
	switch strings.ReplaceAll(strings.ToUpper(name), "-", "") {
	case "MD5":
		return md5.New() //nolint:gosec // as above
	case "SHA1":
		return sha1.New() //nolint:gosec // as above
	case "SHA256":
		return sha256.New()
	case "SHA384":
		return sha512.New384()
	case "SHA512":
		return sha512.New()
	}
	return nil
}

// newCipher returns a block cipher by its name in an encrypted document.
func newCipher(name string, key []byte) (c cipher.Block, err error) {
	switch strings.ToUpper(name) {
	case "AES":
		c, err = aes.NewCipher(key)
	case "DES":
		c, err = des.NewCipher(key) //nolint:gosec // as above
	case "3DES":
		c, err = des.NewTripleDESCipher(key) //nolint:gosec // as above
	case "3DES_112":
		if len(key) == 16 {
			key = append(key[:16:16], key[:8]...)
		}
		c, err = des.NewTripleDESCipher(key) //nolint:gosec // as above
	case "RC2":
		c, err = newRC2(key)
	default:
		return nil, ErrUnsupported
	}
	if err != nil { // a key of another length
		return nil, ErrUnsupported
	}
	return c, nil
}

// segmentCipher decrypts segments of a document.
type segmentCipher struct {
	block cipher.Block
	hash  hash.Hash
	salt  []byte
	whole bool
}

// segments returns what decrypts with the key.
func (k *Key) segments() (segmentCipher, error) {
	c := segmentCipher{salt: k.Salt, whole: k.Whole}
	var err error
	if c.block, err = newCipher(k.Cipher, k.Secret); err != nil {
		return c, err
	}
	if !c.whole {
		if c.hash = newHash(k.Hash); c.hash == nil {
			return c, ErrUnsupported
		}
	}
	return c, nil
}

// decrypt decrypts whole blocks of the segment of an index ([MS-OFFCRYPTO]
// 2.3.4.15).
func (c *segmentCipher) decrypt(b []byte, index uint32) {
	if c.whole {
		for size := c.block.BlockSize(); len(b) >= size; b = b[size:] {
			c.block.Decrypt(b[:size], b[:size])
		}
		return
	}
	var number [4]byte
	binary.LittleEndian.PutUint32(number[:], index)
	c.hash.Reset()
	c.hash.Write(c.salt)
	c.hash.Write(number[:])
	iv := fit(c.hash.Sum(nil), c.block.BlockSize())
	cipher.NewCBCDecrypter(c.block, iv).CryptBlocks(b, b)
}

// fit cuts b to n bytes, or pads it as keys and vectors are ([MS-OFFCRYPTO]
// 2.3.4.11).
func fit(b []byte, n int) []byte {
	for len(b) < n {
		b = append(b, 0x36)
	}
	return b[:n]
}

// encode is a password as it is hashed: in UTF-16.
func encode(password string) []byte {
	var b []byte
	for i, u := range utf16.Encode([]rune(password)) {
		if i == maxPassword {
			break
		}
		b = binary.LittleEndian.AppendUint16(b, u)
	}
	return b
}

// spin hashes a password with a salt, and the result again and again with a
// counter before it ([MS-OFFCRYPTO] 2.3.4.7 and 2.3.4.11).
func spin(ctx context.Context, h hash.Hash, salt []byte, password string, count int) ([]byte, error) {
	h.Reset()
	h.Write(salt)
	h.Write(encode(password))
	sum := make([]byte, 4, 4+h.Size())
	sum = h.Sum(sum)
	for i := range count {
		if i&0x3fff == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		binary.LittleEndian.PutUint32(sum, uint32(i))
		h.Reset()
		h.Write(sum)
		sum = h.Sum(sum[:4])
	}
	return sum[4:], nil
}

// digest hashes what there is one behind the other.
func digest(h hash.Hash, parts ...[]byte) []byte {
	h.Reset()
	for _, p := range parts {
		h.Write(p)
	}
	return h.Sum(nil)
}
