package decrypttest

import (
	"crypto/md5"  //nolint:gosec // the format uses it
	"crypto/rc4"  //nolint:gosec // as above
	"crypto/sha1" //nolint:gosec // as above
	"encoding/binary"
	"math/bits"
	"slices"
	"unicode/utf16"
)

// The ways in which records are encrypted.
const (
	XOR       = "XOR"
	RC4       = "RC4"
	CryptoAPI = "CryptoAPI"
)

// FilePass returns the content of a record FilePass ([MS-XLS] 2.4.117), and what
// encrypts the content of a record that begins at an offset of the stream. Bits is
// the length of a key of CryptoAPI.
func FilePass(how, password string, bits int) (pass []byte, encrypt func(content []byte, offset int64)) {
	var text []byte
	for _, u := range utf16.Encode([]rune(password)) {
		text = binary.LittleEndian.AppendUint16(text, u)
	}
	switch how {
	case XOR:
		return obfuscation(password)
	case RC4:
		return old(text)
	}
	return cryptoAPI(text, bits)
}

// obfuscation mixes with the password and its own key; the key is any.
func obfuscation(password string) (pass []byte, encrypt func([]byte, int64)) {
	key := 0x514a
	pad := "\xbb\xff\xff\xba\xff\xff\xb9\x80\x00\xbe\x0f\x00\xbf\x0f\x00"
	array := []byte((password + pad)[:16])
	for i := range array {
		array[i] = bits.RotateLeft8(array[i]^byte(key>>(i%2*8)), 2)
	}
	var verifier uint16
	counted := append([]byte{byte(len(password))}, password...)
	for _, b := range slices.Backward(counted) {
		top := verifier >> 14 & 1
		verifier = (verifier<<1&0x7fff | top) ^ uint16(b)
	}
	pass = []byte{0, 0}
	pass = binary.LittleEndian.AppendUint16(pass, uint16(key))
	pass = binary.LittleEndian.AppendUint16(pass, verifier^0xce4b)
	return pass, func(content []byte, offset int64) {
		for i := range content {
			content[i] = bits.RotateLeft8(content[i]^array[(int(offset)+len(content)+i)%16], 5)
		}
	}
}

// stream encrypts bytes at an offset, with a key for each block.
func stream(key func(block int) []byte) func([]byte, int64) {
	return func(content []byte, offset int64) {
		for i := range content {
			at := int(offset) + i
			c, err := rc4.NewCipher(key(at / 1024)) //nolint:gosec // as above
			if err != nil {
				panic(err)
			}
			waste := make([]byte, at%1024+1)
			c.XORKeyStream(waste, waste)
			content[i] ^= waste[at%1024]
		}
	}
}

func old(password []byte) (pass []byte, encrypt func([]byte, int64)) {
	h := md5.New() //nolint:gosec // as above
	first := sumOf(h, password)[:5]
	var mixed []byte
	for range 16 {
		mixed = append(append(mixed, first...), salt(1)...)
	}
	base := sumOf(h, mixed)[:5]
	encrypt = stream(func(block int) []byte { return sumOf(h, base, number(block)) })
	pass = append([]byte{1, 0, 1, 0, 1, 0}, salt(1)...)
	check := append(salt(3), sumOf(h, salt(3))...)
	encrypt(check, 0)
	return append(pass, check...), encrypt
}

func cryptoAPI(password []byte, size int) (pass []byte, encrypt func([]byte, int64)) {
	h := sha1.New() //nolint:gosec // as above
	base := sumOf(h, salt(1), password)
	encrypt = stream(func(block int) []byte {
		key := sumOf(h, base, number(block))[:size/8]
		if size == 40 { // padded to 128 bits
			key = slices.Concat(key, make([]byte, 11))
		}
		return key
	})
	var header []byte
	for _, n := range []int{4, 0, 0x6801, 0x8004, size, 1, 0, 0} {
		header = append(header, number(n)...)
	}
	pass = append([]byte{1, 0, 2, 0, 2, 0}, number(4)...)
	pass = append(append(pass, number(len(header))...), header...)
	pass = append(append(pass, number(16)...), salt(1)...)
	check := append(salt(3), sumOf(h, salt(3))...)
	encrypt(check, 0)
	pass = append(append(pass, check[:16]...), number(20)...)
	return append(pass, check[16:]...), encrypt
}
