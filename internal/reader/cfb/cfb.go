// Package cfb opens compound files, the container of the binary formats of
// Office ([MS-CFB]): a file system of streams within a file. It reads what is
// needed of a file of any size and believes no number in it.
package cfb

import (
	"encoding/binary"
	"errors"
	"io"
	"strings"
	"unicode/utf16"

	"fread/internal/reader/source"
)

// Errors of files that cannot be read.
var (
	ErrFormat = errors.New("cfb: this is no compound file, or a damaged one")
	ErrStream = errors.New("cfb: there is no such stream")
)

// Signature is what a compound file begins with.
const Signature = "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"

const (
	headerSize = 512
	entrySize  = 128
	free       = 0xfffffffa // sector numbers from here on have other meanings
	maxEntries = 1 << 16
	// maxSectors bounds the allocation table: 64 MiB of it, of files of 8 GiB.
	maxSectors = 16 << 20
)

// A File is a compound file that is open.
type File struct {
	r       io.ReaderAt
	size    int64
	shift   uint // of the size of a sector
	mini    uint // of the size of a small sector
	cutoff  uint32
	table   []uint32 // allocation table
	small   []uint32 // allocation table of small sectors
	streams []Entry
	root    *Stream // where the small sectors lie
}

// An Entry is a stream or a storage of a file.
type Entry struct {
	Path    string // names of its storages and its own, divided by /
	Storage bool
	Size    int64
	start   uint32
}

// OpenSource opens a compound file that is an input. A stream is read to its end
// first, which tells its size.
func OpenSource(f *source.File) (*File, error) {
	const step = 1 << 20
	for at := int64(step); f.Size() < 0; at += step {
		var b [1]byte
		if _, err := f.ReadAt(b[:], at); err != nil && !errors.Is(err, io.EOF) {
			return nil, err
		}
	}
	return Open(f, f.Size())
}

// Open reads the tables of a compound file of size bytes. A damaged file is read
// as far as it goes.
func Open(r io.ReaderAt, size int64) (*File, error) {
	h := make([]byte, headerSize)
	if _, err := r.ReadAt(h, 0); err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	le := binary.LittleEndian
	f := &File{r: r, size: size, shift: uint(le.Uint16(h[30:])), mini: uint(le.Uint16(h[32:])), cutoff: le.Uint32(h[56:])}
	if string(h[:8]) != Signature || f.shift < 7 || f.shift > 16 || f.mini < 2 || f.mini >= f.shift {
		return nil, ErrFormat
	}
	if err := f.readTable(h); err != nil {
		return nil, err
	}
	directory, err := f.readChain(le.Uint32(h[48:]), maxEntries*entrySize)
	if err != nil {
		return nil, err
	}
	if len(directory) < entrySize {
		return nil, ErrFormat
	}
	small, err := f.readChain(le.Uint32(h[60:]), maxSectors)
	if err != nil {
		return nil, err
	}
	f.small = numbers(nil, small)
	f.root = &Stream{f: f, size: int64(le.Uint32(directory[120:])), sectors: f.chain(f.table, le.Uint32(directory[116:]), maxSectors), shift: f.shift}
	f.readDirectory(directory)
	return f, nil
}

// readTable reads the allocation table, whose sectors are listed in the header
// and in a chain of further sectors ([MS-CFB] 2.3, 2.5).
func (f *File) readTable(h []byte) error {
	le := binary.LittleEndian
	list := numbers(nil, h[76:headerSize])
	per := 1<<(f.shift-2) - 1
	next := le.Uint32(h[68:])
	for n := int64(0); next < free && n<<f.shift < f.size && len(list) < maxSectors; n++ {
		b, err := f.sector(next)
		if err != nil {
			return err
		}
		v := numbers(nil, b)
		if len(v) <= per {
			break
		}
		list = append(list, v[:per]...)
		next = v[per]
	}
	most := min(f.size>>f.shift+1, maxSectors)
	for _, s := range list {
		if s >= free {
			continue
		}
		if int64(len(f.table)) >= most {
			break
		}
		b, err := f.sector(s)
		if err != nil {
			return err
		}
		f.table = numbers(f.table, b)
		for i := len(b) >> 2; i <= per; i++ { // of a damaged file
			f.table = append(f.table, free)
		}
	}
	return nil
}

func numbers(v []uint32, b []byte) []uint32 {
	for ; len(b) >= 4; b = b[4:] {
		v = append(v, binary.LittleEndian.Uint32(b))
	}
	return v
}

// sector reads a sector as far as the file has it.
func (f *File) sector(n uint32) ([]byte, error) {
	b := make([]byte, 1<<f.shift)
	k, err := f.r.ReadAt(b, (int64(n)+1)<<f.shift)
	if errors.Is(err, io.EOF) {
		err = nil
	}
	return b[:k], err
}

// chain follows a chain of a table, at most most links of it. A chain that goes
// in circles ends where all sectors could have been met.
func (f *File) chain(table []uint32, start uint32, most int64) []uint32 {
	var out []uint32
	for s := start; int64(s) < int64(len(table)) && int64(len(out)) < min(most, int64(len(table))); s = table[s] {
		out = append(out, s)
	}
	return out
}

// readChain reads the sectors of a chain, at most most bytes.
func (f *File) readChain(start uint32, most int64) ([]byte, error) {
	var out []byte
	for _, s := range f.chain(f.table, start, most>>f.shift+1) {
		b, err := f.sector(s)
		if err != nil {
			return nil, err
		}
		out = append(out, b...)
		if len(b) < 1<<f.shift || int64(len(out)) > f.size {
			break
		}
	}
	return out, nil
}

// node is a directory entry ([MS-CFB] 2.6.1).
type node struct {
	name               string
	kind               byte
	left, right, child uint32
	start              uint32
	size               int64
}

const (
	kindStorage = 1
	kindStream  = 2
)

func (f *File) node(b []byte) node {
	le := binary.LittleEndian
	var name []uint16
	for i := 0; i < 64 && le.Uint16(b[i:]) != 0; i += 2 {
		name = append(name, le.Uint16(b[i:]))
	}
	n := node{name: string(utf16.Decode(name)), kind: b[66], left: le.Uint32(b[68:]), right: le.Uint32(b[72:]), child: le.Uint32(b[76:]), start: le.Uint32(b[116:])}
	n.size = int64(le.Uint32(b[120:]))
	if f.shift > 9 {
		n.size |= int64(le.Uint32(b[124:])&0x7fff_ffff) << 32
	}
	return n
}

// readDirectory lists the streams and storages. The names of a storage are a
// tree; here it is enough to meet each entry once.
func (f *File) readDirectory(b []byte) {
	count := len(b) / entrySize
	type visit struct {
		at     uint32
		prefix string
		depth  int
	}
	seen := make([]bool, count)
	todo := []visit{{at: f.node(b).child}}
	for len(todo) > 0 {
		v := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if int64(v.at) >= int64(count) || seen[v.at] {
			continue
		}
		seen[v.at] = true
		n := f.node(b[int(v.at)*entrySize:])
		todo = append(todo, visit{n.right, v.prefix, v.depth}, visit{n.left, v.prefix, v.depth})
		switch {
		case n.kind == kindStorage && n.size > 0 && n.child >= free, n.kind == kindStream: // the former by damage only
			f.streams = append(f.streams, Entry{Path: v.prefix + n.name, Size: n.size, start: n.start})
		case n.kind == kindStorage:
			f.streams = append(f.streams, Entry{Path: v.prefix + n.name, Storage: true})
			if v.depth < 64 {
				todo = append(todo, visit{n.child, v.prefix + n.name + "/", v.depth + 1})
			}
		}
	}
}

// Entries lists the streams and storages, in no order.
func (f *File) Entries() []Entry { return f.streams }

// Stream opens the stream of a path; case does not matter.
func (f *File) Stream(path string) (*Stream, error) {
	for i := range f.streams {
		if e := &f.streams[i]; !e.Storage && strings.EqualFold(e.Path, path) {
			return f.open(e), nil
		}
	}
	return nil, ErrStream
}

func (f *File) open(e *Entry) *Stream {
	if e.Size < int64(f.cutoff) {
		most := e.Size>>f.mini + 1
		return &Stream{f: f, inner: f.root, size: e.Size, sectors: f.chain(f.small, e.start, most), shift: f.mini}
	}
	return &Stream{f: f, size: e.Size, sectors: f.chain(f.table, e.start, e.Size>>f.shift+1), shift: f.shift}
}

// A Stream is one stream of a File. It implements io.ReaderAt.
type Stream struct {
	f       *File
	inner   *Stream // that its sectors lie in; nil: the file
	size    int64
	sectors []uint32
	shift   uint
}

// Size returns the length of the stream in bytes: what is said of it, or less if
// the file has less of it.
func (s *Stream) Size() int64 { return min(s.size, int64(len(s.sectors))<<s.shift) }

// ReadAt implements io.ReaderAt.
func (s *Stream) ReadAt(p []byte, off int64) (n int, err error) {
	if off < 0 {
		return 0, ErrStream
	}
	size := s.Size()
	for n < len(p) {
		if off >= size {
			return n, io.EOF
		}
		within := off & (1<<s.shift - 1)
		at, run := s.run(off>>s.shift, int64(len(p)-n)+within)
		part := p[n:]
		if most := min(run<<s.shift-within, size-off); int64(len(part)) > most {
			part = part[:most]
		}
		var k int
		if s.inner != nil {
			k, err = s.inner.ReadAt(part, at<<s.shift+within)
		} else {
			k, err = s.f.r.ReadAt(part, (at+1)<<s.shift+within)
		}
		n += k
		off += int64(k)
		if err != nil && k < len(part) {
			return n, err
		}
	}
	return n, nil
}

// run returns the sector of an index, and how many lie behind one another from
// there on, as far as that is of use for so many bytes.
func (s *Stream) run(index, bytes int64) (at, count int64) {
	at, count = int64(s.sectors[index]), 1
	for index+count < int64(len(s.sectors)) && count<<s.shift < bytes && int64(s.sectors[index+count]) == at+count {
		count++
	}
	return at, count
}

// ReadAll returns the first most bytes of the stream.
func (s *Stream) ReadAll(most int64) ([]byte, error) {
	b := make([]byte, min(s.Size(), most))
	n, err := s.ReadAt(b, 0)
	if errors.Is(err, io.EOF) {
		err = nil
	}
	return b[:n], err
}
