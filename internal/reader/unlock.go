package reader

import (
	"bytes"
	"context"
	"errors"
	"io"

	"fread/internal/reader/cfb"
	"fread/internal/reader/decrypt"
	"fread/internal/reader/detect"
	"fread/internal/reader/fault"
	"fread/internal/reader/source"
)

// unlock gives the content of a document that is encrypted with a password, as an
// overlay of f, and its key. It gives f and no key where the file is none of those
// that can be decrypted.
func unlock(ctx context.Context, f *source.File, t detect.Type, password string) (*source.File, *decrypt.Key, error) {
	head, _, err := f.Head()
	if err != nil || !bytes.HasPrefix(head, []byte(cfb.Signature)) {
		return f, nil, err
	}
	if err := readToEnd(f); err != nil {
		return f, nil, err
	}
	key, err := findKey(ctx, f, password)
	if err == nil {
		inner, err := overlay(f, key)
		if err != nil {
			return f, nil, err
		}
		return inner, key, nil
	}
	if errors.Is(err, decrypt.ErrNone) {
		return f, nil, nil
	}
	err = decrypt.Explain(err, t.Name, password != "")
	if e, ok := errors.AsType[*fault.Error](err); ok {
		e.Phase, e.Data = fault.PhaseDetect, map[string]any{"evidence": t.Evidence}
	}
	return f, nil, err
}

// findKey tries the password that was given, and the one of files that nobody gave
// a password to.
func findKey(ctx context.Context, f *source.File, password string) (*decrypt.Key, error) {
	if password != "" {
		key, err := decrypt.Find(ctx, f, f.Size(), password)
		if !errors.Is(err, decrypt.ErrPassword) {
			return key, err
		}
	}
	return decrypt.Find(ctx, f, f.Size(), decrypt.Default)
}

// overlay shows the content of an encrypted file.
func overlay(f *source.File, key *decrypt.Key) (*source.File, error) {
	p, err := decrypt.Open(f, f.Size(), key)
	if err != nil {
		return nil, err
	}
	return source.Overlay(f, p, p.Size()), nil
}

// readToEnd reads a stream to its end, which tells its size.
func readToEnd(f *source.File) error {
	const step = 1 << 20
	for at := int64(step); f.Size() < 0; at += step {
		var b [1]byte
		if _, err := f.ReadAt(b[:], at); err != nil && !errors.Is(err, io.EOF) {
			return err
		}
	}
	return nil
}
