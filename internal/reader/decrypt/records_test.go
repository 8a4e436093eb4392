package decrypt_test

import (
	"bytes"
	"errors"
	"fmt"
	"testing"

	"fread/internal/reader/decrypt"
	"fread/internal/reader/decrypt/decrypttest"
)

func TestRecords(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		how  string
		bits int
	}{{decrypttest.XOR, 16}, {decrypttest.RC4, 40}, {decrypttest.CryptoAPI, 40}, {decrypttest.CryptoAPI, 56}, {decrypttest.CryptoAPI, 128}} {
		for _, password := range []string{"abc", "pass", "fifteen letters", decrypt.Default} {
			t.Run(fmt.Sprintf("%s/%d/%s", c.how, c.bits, password), func(t *testing.T) {
				t.Parallel()
				pass, encrypt := decrypttest.FilePass(c.how, password, c.bits)
				for _, wrong := range []string{"", "abd"} {
					if _, err := decrypt.NewRecords(pass, wrong); !errors.Is(err, decrypt.ErrPassword) && password != decrypt.Default {
						t.Errorf("the password %q gives %v", wrong, err)
					}
				}
				r, err := decrypt.NewRecords(pass, password)
				if err != nil {
					t.Fatal(err)
				}
				for _, at := range []int64{4, 100, 1020, 5000, 2047, 2048, 40} { // forth and back
					content := pattern(1500)
					encrypt(content, at)
					r.Decrypt(content, at)
					if !bytes.Equal(content, pattern(1500)) {
						t.Errorf("a record at %d is another", at)
					}
				}
			})
		}
	}
}

func TestRecordsRefused(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]error{
		"": decrypt.ErrNone, "\x01\x00\x01\x00": decrypt.ErrPassword, "\x01\x00\x01\x00\x01\x00": decrypt.ErrUnsupported, "\x07\x00\x01\x00\x01\x00": decrypt.ErrUnsupported,
		"\x01\x00\x02\x00\x02\x00\x04\x00\x00\x00\xff\xff\xff\xff": decrypt.ErrNone, "\x01\x00\x02\x00\x02\x00\x04\x00\x00\x00\x00\x00\x00\x00": decrypt.ErrNone,
	} {
		if _, err := decrypt.NewRecords([]byte(name), "x"); !errors.Is(err, want) {
			t.Errorf("%q: %v", name, err)
		}
	}
	pass, _ := decrypttest.FilePass(decrypttest.CryptoAPI, "x", 128)
	for n := range pass {
		if _, err := decrypt.NewRecords(pass[:n], "x"); err == nil {
			t.Errorf("%d bytes of it are enough", n)
		}
	}
}

func BenchmarkRecords(b *testing.B) {
	pass, _ := decrypttest.FilePass(decrypttest.CryptoAPI, "x", 128)
	r, err := decrypt.NewRecords(pass, "x")
	if err != nil {
		b.Fatal(err)
	}
	content := make([]byte, 100)
	b.SetBytes(int64(len(content)))
	at := int64(4)
	for b.Loop() {
		r.Decrypt(content, at)
		at += int64(len(content)) + 4
	}
}
