package decrypt_test

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fread/internal/reader/cfb/cfbtest"
	"fread/internal/reader/decrypt"
	"fread/internal/reader/decrypt/decrypttest"
)

// pattern is content in which every place can be told from its neighbours.
func pattern(n int) []byte {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(i*7 + i>>8*13 + i>>16*29)
	}
	return b
}

func TestSchemes(t *testing.T) {
	t.Parallel()
	schemes := []decrypttest.Scheme{{Standard: true, Bits: 128}, {Standard: true, Bits: 192}, {Standard: true, Bits: 256}}
	for _, hash := range []string{"SHA1", "SHA256", "SHA384", "SHA512"} {
		for _, bits := range []int{128, 192, 256} {
			schemes = append(schemes, decrypttest.Scheme{Bits: bits, Hash: hash, Spins: 1000})
		}
	}
	document := pattern(4096*3 + 1001)
	for _, s := range schemes {
		t.Run(fmt.Sprintf("%+v", s), func(t *testing.T) {
			t.Parallel()
			const password = "Pässwörd 🔑"
			file := decrypttest.Encrypt(document, password, s)
			r, size := bytes.NewReader(file), int64(len(file))
			for _, wrong := range []string{"", "Passwort", decrypt.Default} {
				if _, err := decrypt.Find(t.Context(), r, size, wrong); !errors.Is(err, decrypt.ErrPassword) {
					t.Errorf("the password %q gives %v", wrong, err)
				}
			}
			k, err := decrypt.Find(t.Context(), r, size, password)
			if err != nil {
				t.Fatal(err)
			}
			b, err := json.Marshal(k)
			if err != nil {
				t.Fatal(err)
			}
			var sent decrypt.Key
			if err := json.Unmarshal(b, &sent); err != nil {
				t.Fatal(err)
			}
			p, err := decrypt.Open(r, size, &sent)
			if err != nil {
				t.Fatal(err)
			}
			got := make([]byte, len(document)+1)
			if n, err := p.ReadAt(got, 0); n != len(document) || !errors.Is(err, io.EOF) || !bytes.Equal(got[:n], document) || p.Size() != int64(n) {
				t.Errorf("%d bytes, %v", n, err)
			}
			for _, at := range []int{1, 4095, 4096, 8191, 12288, len(document) - 1} {
				part := make([]byte, min(5000, len(document)-at))
				if _, err := p.ReadAt(part, int64(at)); err != nil || !bytes.Equal(part, document[at:at+len(part)]) {
					t.Errorf("what lies at %d is another, %v", at, err)
				}
			}
		})
	}
}

func TestRefused(t *testing.T) {
	t.Parallel()
	find := func(file []byte) error {
		_, err := decrypt.Find(t.Context(), bytes.NewReader(file), int64(len(file)), "x")
		return err
	}
	content := cfbtest.Stream{Path: "EncryptedPackage", Data: make([]byte, 100)}
	info := func(b string) []byte {
		return cfbtest.Build(content, cfbtest.Stream{Path: "EncryptionInfo", Data: []byte(b)})
	}
	agile := string(decrypttest.Encrypt([]byte("x"), "x", decrypttest.Scheme{Bits: 128, Hash: "SHA1", Spins: 1}))
	for name, c := range map[string]struct {
		file []byte
		want error
	}{
		"empty":       {nil, decrypt.ErrNone},
		"zip":         {[]byte("PK\x03\x04" + strings.Repeat("x", 600)), decrypt.ErrNone},
		"other":       {cfbtest.Build(cfbtest.Stream{Path: "Workbook", Data: []byte("x")}), decrypt.ErrNone},
		"no info":     {cfbtest.Build(content), decrypt.ErrNone},
		"short":       {info("\x04\x00\x04"), decrypt.ErrNone},
		"extensible":  {info("\x04\x00\x03\x00\x10\x00\x00\x00xxxxxxxx"), decrypt.ErrUnsupported},
		"header":      {info("\x03\x00\x02\x00\x24\x00\x00\x00\xff\xff\xff\xff"), decrypt.ErrNone},
		"no XML":      {info("\x04\x00\x04\x00\x40\x00\x00\x00<encryption"), decrypt.ErrNone},
		"certificate": {info("\x04\x00\x04\x00\x40\x00\x00\x00" + `<encryption xmlns="http://schemas.microsoft.com/office/2006/encryption"><keyData cipherAlgorithm="AES"/></encryption>`), decrypt.ErrUnsupported},
		"cipher":      {[]byte(strings.ReplaceAll(agile, `"AES"`, `"XYZ"`)), decrypt.ErrUnsupported},
		"hash":        {[]byte(strings.ReplaceAll(agile, `"SHA1"`, `"MD99"`)), decrypt.ErrUnsupported},
		"chaining":    {[]byte(strings.ReplaceAll(agile, `"ChainingModeCBC"`, `"ChainingModeCFB"`)), decrypt.ErrUnsupported},
		"key bits":    {[]byte(strings.ReplaceAll(agile, `keyBits="128"`, `keyBits="999"`)), decrypt.ErrUnsupported},
		"spins":       {spins(99_999_999), decrypt.ErrExpensive},
		"no spins":    {[]byte(strings.Replace(agile, `spinCount="1"`, `spinCount="-"`, 1)), decrypt.ErrNone},
	} {
		if err := find(c.file); !errors.Is(err, c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	file := decrypttest.Encrypt([]byte("x"), "x", decrypttest.Scheme{Standard: true, Bits: 128})
	if _, err := decrypt.Find(ctx, bytes.NewReader(file), int64(len(file)), "x"); !errors.Is(err, context.Canceled) {
		t.Errorf("it goes on: %v", err)
	}
}

// spins is a file that wants a password hashed more often than it is worth.
func spins(n int) []byte {
	return cfbtest.Build(cfbtest.Stream{Path: "EncryptedPackage", Data: make([]byte, 100)}, cfbtest.Stream{Path: "EncryptionInfo", Data: []byte("\x04\x00\x04\x00\x40\x00\x00\x00" + fmt.Sprintf(
		`<encryption xmlns="http://schemas.microsoft.com/office/2006/encryption" xmlns:p="http://schemas.microsoft.com/office/2006/keyEncryptor/password"><keyData keyBits="128" cipherAlgorithm="AES" saltValue="AAAA"/><p:encryptedKey spinCount="%d" keyBits="128" cipherAlgorithm="AES" saltValue="AAAA"/></encryption>`, n))})
}

// TestCut: of a file that is cut off, what is there can be read.
func TestCut(t *testing.T) {
	t.Parallel()
	document := pattern(20000)
	file := decrypttest.Encrypt(document, "x", decrypttest.Scheme{Bits: 256, Hash: "SHA512", Spins: 10})
	k, err := decrypt.Find(t.Context(), bytes.NewReader(file), int64(len(file)), "x")
	if err != nil {
		t.Fatal(err)
	}
	whole := int64(len(file))
	for size := whole; size > whole-9000; size -= 777 {
		p, err := decrypt.Open(bytes.NewReader(file[:size]), size, k)
		if err != nil {
			continue
		}
		got, err := io.ReadAll(io.NewSectionReader(p, 0, p.Size()))
		if err == nil && !bytes.HasPrefix(document, got) {
			t.Errorf("cut after %d bytes it is another", size)
		}
	}
}

// TestCorpus opens real files, whose passwords stand in their names or are those
// that projects use in tests.
func TestCorpus(t *testing.T) {
	t.Parallel()
	var opened, all int
	for _, pattern := range []string{"sheet/*.xls[xb]", "docx/*", "pptx/*"} {
		names, _ := filepath.Glob("../../../../shared/corpus/" + pattern)
		for _, name := range names {
			b, err := os.ReadFile(name)
			if err != nil || !bytes.Contains(b, []byte("E\x00n\x00c\x00r\x00y\x00p\x00t\x00e\x00d\x00P\x00a\x00c\x00k\x00a\x00g\x00e\x00")) {
				continue
			}
			all++
			for _, password := range []string{"password", "tika", "123", decrypt.Default} {
				k, err := decrypt.Find(t.Context(), bytes.NewReader(b), int64(len(b)), password)
				if errors.Is(err, decrypt.ErrPassword) {
					continue
				}
				if err != nil {
					t.Errorf("%s: %v", name, err)
					break
				}
				opened++
				unzip(t, name, b, k)
				break
			}
		}
	}
	if all == 0 {
		t.Skip("there are no files here")
	}
	t.Logf("%d of %d are opened", opened, all)
	if opened < all-1 {
		t.Errorf("only %d of %d", opened, all)
	}
}

func unzip(t *testing.T, name string, file []byte, k *decrypt.Key) {
	t.Helper()
	p, err := decrypt.Open(bytes.NewReader(file), int64(len(file)), k)
	if err != nil {
		t.Fatal(err)
	}
	z, err := zip.NewReader(p, p.Size())
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	for _, m := range z.File {
		in, err := m.Open()
		if err == nil {
			_, err = io.Copy(io.Discard, in)
		}
		if err != nil {
			t.Errorf("%s: %s: %v", name, m.Name, err)
		}
	}
}

func FuzzFind(f *testing.F) {
	f.Add(decrypttest.Encrypt(pattern(5000), "x", decrypttest.Scheme{Bits: 128, Hash: "SHA1", Spins: 2}), 3000, byte(3))
	f.Add(decrypttest.Encrypt(pattern(5000), "x", decrypttest.Scheme{Standard: true, Bits: 128}), 3000, byte(3))
	f.Fuzz(func(t *testing.T, data []byte, at int, with byte) {
		if len(data) > 1<<16 || len(data) == 0 {
			t.Skip()
		}
		data = bytes.Clone(data)
		data[uint(at)%uint(len(data))] = with
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		k, err := decrypt.Find(ctx, bytes.NewReader(data), int64(len(data)), "x")
		if err != nil {
			return
		}
		p, err := decrypt.Open(bytes.NewReader(data), int64(len(data)), k)
		if err != nil {
			return
		}
		if b, _ := io.ReadAll(io.NewSectionReader(p, 0, p.Size())); len(b) > len(data) {
			t.Errorf("%d bytes come out of %d", len(b), len(data))
		}
	})
}

func BenchmarkRead(b *testing.B) {
	document := pattern(1 << 20)
	for _, s := range []decrypttest.Scheme{{Standard: true, Bits: 128}, {Bits: 256, Hash: "SHA512", Spins: 10}} {
		b.Run(fmt.Sprintf("standard=%v", s.Standard), func(b *testing.B) {
			file := decrypttest.Encrypt(document, "x", s)
			k, err := decrypt.Find(b.Context(), bytes.NewReader(file), int64(len(file)), "x")
			if err != nil {
				b.Fatal(err)
			}
			p, err := decrypt.Open(bytes.NewReader(file), int64(len(file)), k)
			if err != nil {
				b.Fatal(err)
			}
			buf := make([]byte, 16<<10)
			b.SetBytes(p.Size())
			for b.Loop() {
				for at := int64(0); at < p.Size(); at += int64(len(buf)) {
					_, _ = p.ReadAt(buf, at)
				}
			}
		})
	}
}
