// Package decrypt opens files of Office that are encrypted with a password
// ([MS-OFFCRYPTO]): documents of Office Open XML, which then lie in a compound
// file, as a view that is decrypted where it is read, and the streams of the older
// binary formats.
package decrypt

import (
	"context"
	"encoding/binary"
	"errors"
	"io"
	"sync"

	"fread/internal/reader/cfb"
)

// Errors of files that cannot be decrypted.
var (
	// ErrNone says that the file is no encrypted document, or that nothing says how
	// it is encrypted.
	ErrNone = errors.New("decrypt: this is no encrypted document")
	// ErrPassword says that the password is wrong.
	ErrPassword = errors.New("decrypt: the password is wrong")
	// ErrUnsupported says that the file is encrypted in a way that is not known, or
	// without a password.
	ErrUnsupported = errors.New("decrypt: it is encrypted in a way that is not known")
	// ErrExpensive says that the key would take too long to compute.
	ErrExpensive = errors.New("decrypt: the key takes too long to compute")
)

// Default is the password of files that are encrypted although nobody gave one
// ([MS-OFFCRYPTO] 2.4.2.3).
const Default = "VelvetSweatshop"

const (
	infoStream    = "EncryptionInfo"
	packageStream = "EncryptedPackage"
	maxInfo       = 1 << 20 // bytes of what says how a file is encrypted
	maxPassword   = 255     // characters
	segmentSize   = 4096    // bytes that are encrypted together
	sizeLength    = 8       // bytes of the size before the encrypted ones
)

// MaxSpins is how often a password is hashed at most ([MS-OFFCRYPTO] 2.3.4.10).
const MaxSpins = 10_000_000

// A Key opens one encrypted document. It holds no more than that needs, and can be
// sent to another process.
type Key struct {
	Cipher string
	Secret []byte
	Hash   string // that gives the initialisation vectors, with Salt
	Salt   []byte
	Whole  bool // it is encrypted block by block (ECB), not in segments (CBC)
}

// Find computes the key of an encrypted document of size bytes. It ends early with
// the error of ctx. Its other errors are those of this package and of reading.
func Find(ctx context.Context, r io.ReaderAt, size int64, password string) (*Key, error) {
	f, err := cfb.Open(r, size)
	if err != nil {
		return nil, known(err)
	}
	if _, err := f.Stream(packageStream); err != nil {
		return nil, known(err)
	}
	s, err := f.Stream(infoStream)
	if err != nil {
		return nil, known(err)
	}
	info, err := s.ReadAll(maxInfo)
	if err != nil {
		return nil, err
	}
	if len(info) < 8 {
		return nil, ErrNone
	}
	major, minor := binary.LittleEndian.Uint16(info), binary.LittleEndian.Uint16(info[2:])
	switch {
	case major >= 2 && major <= 4 && minor == 2:
		return findStandard(ctx, info[4:], password)
	case major == 4 && minor == 4:
		return findAgile(ctx, info[8:], password)
	}
	return nil, ErrUnsupported
}

// known makes ErrNone of the errors of a file that is no compound file.
func known(err error) error {
	if errors.Is(err, cfb.ErrFormat) || errors.Is(err, cfb.ErrStream) {
		return ErrNone
	}
	return err
}

// A Package is the content of an encrypted document. It is safe for concurrent
// use.
type Package struct {
	stream *cfb.Stream
	size   int64
	cipher segmentCipher

	mu     sync.Mutex // guards what follows
	buffer [segmentSize]byte
	index  int64 // of the segment in buffer; -1: none
	filled int
}

// Open gives the content of a document of size bytes that Find found the key of.
func Open(r io.ReaderAt, size int64, k *Key) (*Package, error) {
	f, err := cfb.Open(r, size)
	if err != nil {
		return nil, known(err)
	}
	s, err := f.Stream(packageStream)
	if err != nil {
		return nil, known(err)
	}
	var b [sizeLength]byte
	if _, err := s.ReadAt(b[:], 0); err != nil {
		return nil, errors.Join(ErrNone, err)
	}
	c, err := k.segments()
	if err != nil {
		return nil, err
	}
	p := &Package{stream: s, cipher: c, index: -1, size: max(s.Size()-sizeLength, 0)}
	if said := binary.LittleEndian.Uint64(b[:]); said < uint64(p.size) {
		p.size = int64(said)
	}
	return p, nil
}

// Size returns the length of the content in bytes.
func (p *Package) Size() int64 { return p.size }

// ReadAt implements io.ReaderAt.
func (p *Package) ReadAt(b []byte, off int64) (n int, err error) {
	if off < 0 {
		return 0, ErrNone
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	for n < len(b) {
		if off >= p.size {
			return n, io.EOF
		}
		if err := p.load(off / segmentSize); err != nil {
			return n, err
		}
		part := p.buffer[min(int(off%segmentSize), p.filled):p.filled]
		part = part[:min(int64(len(part)), p.size-off)]
		if len(part) == 0 {
			return n, io.EOF
		}
		k := copy(b[n:], part)
		n += k
		off += int64(k)
	}
	return n, nil
}

// load decrypts a segment into the buffer. The last is padded to a whole block;
// what is left of a block where the file is cut off is lost.
func (p *Package) load(index int64) error {
	if p.index == index {
		return nil
	}
	p.index = -1
	n, err := p.stream.ReadAt(p.buffer[:], sizeLength+index*segmentSize)
	if err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	n -= n % p.cipher.block.BlockSize()
	p.cipher.decrypt(p.buffer[:n], uint32(index))
	p.index, p.filled = index, n
	return nil
}
