// Package opc reads the containers of documents: zip files whose members, the
// parts, refer to each other. It serves Office Open XML (ECMA-376 part 2),
// OpenDocument and EPUB. It reads what other programs read too, such as a zip
// behind other bytes or one without its directory, and bounds what comes out of
// it rather than believing what its headers claim.
package opc

import (
	"cmp"
	"errors"
	"io"
	"io/fs"
	"net/url"
	"slices"
	"strings"
	"sync"

	"fread/internal/reader/fault"
	"fread/internal/reader/source"
	"fread/internal/reader/xmltext"
)

// Bounds of what a package may hold.
const (
	maxEntries = 1_000_000
	maxNames   = 64 << 20  // bytes of their names
	maxPart    = 256 << 20 // bytes that come out of a part
	maxTotal   = 1 << 30   // bytes that come out of all parts
	freeRatio  = 16 << 20  // bytes that may come out of a part whatever it is packed to
	maxRatio   = 1000      // how much larger than packed what comes out behind that may be
)

// A Package is a container that is open. Its parts can be read at the same time.
type Package struct {
	in    io.ReaderAt
	size  int64
	alive func()

	names   []byte  // of all entries, one behind the other
	entries []entry // ordered by name without case, then as in the file

	mu      sync.Mutex // guards what follows, and entry.seen
	total   int64      // bytes that came out of all entries
	idle    []*inflater
	readers []*xmltext.Reader
	types   *contentTypes
}

// entry is one member.
type entry struct {
	nameAt  uint32 // in names
	nameLen uint16
	method  uint16
	flags   uint16
	sum     uint32
	local   int64 // offset of the local header
	packed  int64 // bytes of it in the file; -1: it ends by itself
	size    int64 // bytes that are to come out; -1: not known
	seen    int64 // bytes that have come out at most
}

// Open reads the directory of a package; a stream is read to its end for that.
// Alive is called in long work; it may be nil. Its errors are those of the file
// and *fault.Error: corrupt, too-complex.
func Open(f *source.File, alive func()) (*Package, error) {
	if alive == nil {
		alive = func() {}
	}
	size, err := sizeOf(f)
	if err != nil {
		return nil, err
	}
	p := &Package{in: f, size: size, alive: alive}
	if err := p.readEntries(); err != nil {
		return nil, err
	}
	if len(p.entries) == 0 {
		return nil, fault.New(fault.Corrupt, fault.PhaseConvert, "", "This is not a zip container, or nothing of it is left.", "Use --as hex to look at its bytes.")
	}
	return p, nil
}

// sizeOf returns the size of a file, for which a stream has to end.
func sizeOf(f *source.File) (int64, error) {
	const step = 256 << 10
	var one [1]byte
	for at := int64(step); f.Size() < 0; at += step {
		if _, err := f.ReadAt(one[:], at); err != nil && !errors.Is(err, io.EOF) {
			return 0, err
		}
	}
	return f.Size(), nil
}

// name is the name of an entry, with slashes between its folders.
func (p *Package) name(e *entry) []byte {
	return p.names[e.nameAt : int(e.nameAt)+int(e.nameLen)]
}

// sort puts the entries in the order in which they are searched.
func (p *Package) sort() {
	slices.SortStableFunc(p.entries, func(a, b entry) int {
		return compareFolded(p.name(&a), p.name(&b))
	})
}

// Has reports whether there is a part of that name.
func (p *Package) Has(name string) bool { return p.find(name) != nil }

// Size returns how many bytes a part says that it has, or -1 where it says
// nothing or there is no such part.
func (p *Package) Size(name string) int64 {
	if e := p.find(name); e != nil {
		return e.size
	}
	return -1
}

// Names yields the name of every part, ordered without case.
func (p *Package) Names(yield func(string) bool) {
	for i := range p.entries {
		if name := string(p.name(&p.entries[i])); !strings.HasSuffix(name, "/") && !yield(name) {
			return
		}
	}
}

// find returns the entry of a part, or nil. Names are compared without case
// (ECMA-376 part 2, 6.2.2.3), but one that is equal wins; of several alike the
// last does, as programs that unpack write it over the others.
func (p *Package) find(name string) *entry {
	name = cleanName(name)
	if e := p.lookup(name); e != nil {
		return e
	}
	if strings.Contains(name, "%") { // a reference is written as in a URL, a name often is not
		if plain, err := url.PathUnescape(name); err == nil {
			return p.lookup(plain)
		}
	}
	return nil
}

func (p *Package) lookup(name string) *entry {
	want := []byte(name)
	i, ok := slices.BinarySearchFunc(p.entries, want, func(e entry, want []byte) int { return compareFolded(p.name(&e), want) })
	if !ok {
		return nil
	}
	var found *entry
	equal := false
	for ; i < len(p.entries) && compareFolded(p.name(&p.entries[i]), want) == 0; i++ {
		if same := string(p.name(&p.entries[i])) == name; same || !equal {
			found, equal = &p.entries[i], same
		}
	}
	return found
}

// cleanName writes a name as entries have it.
func cleanName(name string) string {
	if strings.Contains(name, `\`) {
		name = strings.ReplaceAll(name, `\`, "/")
	}
	for {
		short := strings.TrimPrefix(strings.TrimPrefix(name, "/"), "./")
		if short == name {
			return name
		}
		name = short
	}
}

// compareFolded compares names without the case of ASCII letters.
func compareFolded(a, b []byte) int {
	for i := range min(len(a), len(b)) {
		if x, y := folded(a[i]), folded(b[i]); x != y {
			return cmp.Compare(x, y)
		}
	}
	return cmp.Compare(len(a), len(b))
}

func folded(c byte) byte {
	if c >= 'A' && c <= 'Z' {
		return c + 'a' - 'A'
	}
	return c
}

// missing is the error for a part that is not there; it is fs.ErrNotExist.
func missing(name string) error {
	e := fault.New(fault.Corrupt, fault.PhaseConvert, "", "The part "+fault.Quote(name)+" of the document is missing.", "Use a copy that is whole.")
	e.Err = fs.ErrNotExist
	return e
}

func corrupt(name, what string) error {
	return fault.New(fault.Corrupt, fault.PhaseConvert, "", "The part "+fault.Quote(name)+" of the document "+what+".", "Use a copy that is whole.")
}

func tooComplex(what string) error {
	return fault.New(fault.TooComplex, fault.PhaseConvert, "", what, "Unpack it with a program that you trust with this file.")
}
