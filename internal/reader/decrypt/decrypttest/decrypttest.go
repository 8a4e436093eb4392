// Package decrypttest encrypts documents for tests, by the text of [MS-OFFCRYPTO].
package decrypttest

import (
	"bytes"
	"crypto/aes"
	"crypto/cipher"
	"crypto/sha1" //nolint:gosec // the format uses it
	"crypto/sha256"
	"crypto/sha512"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"hash"
	"slices"
	"unicode/utf16"

	"fread/internal/reader/cfb/cfbtest"
)

// A Scheme says how a document is encrypted.
type Scheme struct {
	Standard bool   // else agile
	Bits     int    // of an AES key
	Hash     string // SHA1, SHA256, SHA384 or SHA512, of the agile one
	Spins    int    // of the agile one
}

// Encrypt returns a compound file that holds a document encrypted.
func Encrypt(document []byte, password string, s Scheme) []byte {
	var info, content []byte
	if s.Standard {
		info, content = standard(document, password, s)
	} else {
		info, content = agile(document, password, s)
	}
	content = append(binary.LittleEndian.AppendUint64(nil, uint64(len(document))), content...)
	return cfbtest.Build(cfbtest.Stream{Path: "EncryptionInfo", Data: info}, cfbtest.Stream{Path: "EncryptedPackage", Data: content})
}

// salt is the same in every run.
func salt(n byte) []byte {
	b := make([]byte, 16)
	for i := range b {
		b[i] = n + byte(i)*7
	}
	return b
}

func number(n int) []byte { return binary.LittleEndian.AppendUint32(nil, uint32(n)) }

// spun is a password hashed count times over.
func spun(h hash.Hash, salt []byte, password string, count int) []byte {
	text := salt
	for _, u := range utf16.Encode([]rune(password)) {
		text = binary.LittleEndian.AppendUint16(slices.Clip(text), u)
	}
	sum := sumOf(h, text)
	for i := range count {
		sum = sumOf(h, number(i), sum)
	}
	return sum
}

func sumOf(h hash.Hash, parts ...[]byte) []byte {
	h.Reset()
	for _, p := range parts {
		h.Write(p)
	}
	return h.Sum(nil)
}

func padded(b []byte, block int) []byte {
	for len(b)%block != 0 {
		b = append(slices.Clip(b), 0)
	}
	return b
}

func fitted(b []byte, n int) []byte {
	for len(b) < n {
		b = append(b, 0x36)
	}
	return b[:n]
}

func newAES(key []byte) cipher.Block {
	c, err := aes.NewCipher(key)
	if err != nil {
		panic(err)
	}
	return c
}

func ecb(key, b []byte) []byte {
	c := newAES(key)
	b = padded(bytes.Clone(b), 16)
	for at := 0; at < len(b); at += 16 {
		c.Encrypt(b[at:at+16], b[at:at+16])
	}
	return b
}

func cbc(key, iv, b []byte) []byte {
	b = padded(bytes.Clone(b), 16)
	cipher.NewCBCEncrypter(newAES(key), iv).CryptBlocks(b, b)
	return b
}

// standard is 2.3.4.5 to 2.3.4.9.
func standard(document []byte, password string, s Scheme) (info, content []byte) {
	h := sha1.New() //nolint:gosec // as above
	sum := sumOf(h, spun(h, salt(1), password, 50000), number(0))
	var key []byte
	for _, pad := range []byte{0x36, 0x5c} {
		b := bytes.Repeat([]byte{pad}, 64)
		for i := range sum {
			b[i] ^= sum[i]
		}
		key = append(key, sumOf(h, b)...)
	}
	key = key[:s.Bits/8]
	algorithm := map[int]int{128: 0x660e, 192: 0x660f, 256: 0x6610}[s.Bits]
	var header []byte
	for _, n := range []int{0x24, 0, algorithm, 0x8004, s.Bits, 0x18, 0, 0} {
		header = append(header, number(n)...)
	}
	header = append(header, "M\x00S\x00\x00\x00"...)
	verifier := salt(3)
	info = append([]byte{4, 0, 2, 0}, number(0x24)...)
	info = append(append(info, number(len(header))...), header...)
	info = append(append(info, number(16)...), salt(1)...)
	info = append(info, ecb(key, verifier)...)
	info = append(append(info, number(20)...), ecb(key, sumOf(h, verifier))...)
	return info, ecb(key, document)
}

func hashOf(name string) hash.Hash {
	switch name {
	case "SHA1":
		return sha1.New() //nolint:gosec // as above
	case "SHA256":
		return sha256.New()
	case "SHA384":
		return sha512.New384()
	}
	return sha512.New()
}

// agile is 2.3.4.10 to 2.3.4.15.
func agile(document []byte, password string, s Scheme) (info, content []byte) {
	h := hashOf(s.Hash)
	sum := spun(h, salt(1), password, s.Spins)
	seal := func(use string, b []byte) string {
		key := fitted(sumOf(h, sum, []byte(use)), s.Bits/8)
		return base64.StdEncoding.EncodeToString(cbc(key, salt(1), b))
	}
	secret := fitted(salt(9), s.Bits/8)
	input := salt(5)
	for at := 0; at < len(document); at += 4096 {
		iv := sumOf(h, salt(2), number(at/4096))[:16]
		content = append(content, cbc(secret, iv, document[at:min(at+4096, len(document))])...)
	}
	how := fmt.Sprintf(`saltSize="16" blockSize="16" keyBits="%d" hashSize="%d" cipherAlgorithm="AES" cipherChaining="ChainingModeCBC" hashAlgorithm="%s"`, s.Bits, h.Size(), s.Hash)
	xml := fmt.Sprintf(`<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<encryption xmlns="http://schemas.microsoft.com/office/2006/encryption" xmlns:k="http://schemas.microsoft.com/office/2006/keyEncryptor/password"><keyData %s saltValue="%s"/><keyEncryptors><keyEncryptor uri="http://schemas.microsoft.com/office/2006/keyEncryptor/password"><k:encryptedKey spinCount="%d" %s saltValue="%s" encryptedVerifierHashInput="%s" encryptedVerifierHashValue="%s" encryptedKeyValue="%s"/></keyEncryptor></keyEncryptors></encryption>`,
		how, base64.StdEncoding.EncodeToString(salt(2)), s.Spins, how, base64.StdEncoding.EncodeToString(salt(1)),
		seal("\xfe\xa7\xd2\x76\x3b\x4b\x9e\x79", input), seal("\xd7\xaa\x0f\x6d\x30\x61\x34\x4e", sumOf(h, input)), seal("\x14\x6e\x0b\xe7\xab\xac\xd0\xd6", secret))
	return append([]byte{4, 0, 4, 0, 0x40, 0, 0, 0}, xml...), content
}
