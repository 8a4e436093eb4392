package opc

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"math"
	"slices"

	"fread/internal/reader/fault"
)

// The records of a zip file (PKWARE APPNOTE 6.3.10, 4.3).
const (
	localSignature   = "PK\x03\x04"
	centralSignature = "PK\x01\x02"
	endSignature     = "PK\x05\x06"
	end64Signature   = "PK\x06\x06"
	locatorSignature = "PK\x06\x07"
	dataSignature    = "PK\x07\x08"

	localSize   = 30
	centralSize = 46
	endSize     = 22
	maxComment  = math.MaxUint16

	isEncrypted = 1 << 0 // a bit of the flags
	sizesFollow = 1 << 3 // behind the data, in a data descriptor
)

// A directory says where the central directory lies.
type directory struct {
	from    int64
	base    int64 // what the offsets in it have to be moved by: the length of a prefix
	entries uint64
	whole   bool // the end record fits what it describes
}

// readEntries reads the central directory, or the local headers where that is
// lost.
func (p *Package) readEntries() error {
	d, ok, err := p.findDirectory()
	if err != nil {
		return err
	}
	if ok {
		if err := p.readCentral(&d); err != nil {
			return err
		}
	}
	if !ok || !d.whole {
		if err := p.scan(); err != nil {
			return err
		}
	}
	p.sort()
	return nil
}

// findDirectory looks for the end record, at the very end or before a comment.
func (p *Package) findDirectory() (directory, bool, error) {
	for _, n := range []int64{1 << 10, maxComment + endSize} {
		n = min(n, p.size)
		tail := make([]byte, n)
		if err := p.readAt(tail, p.size-n); err != nil {
			return directory{}, false, err
		}
		for i := len(tail); ; {
			i = bytes.LastIndex(tail[:i], []byte(endSignature))
			if i < 0 {
				break
			}
			if len(tail)-i >= endSize {
				if d, ok := p.directoryAt(tail[i:i+endSize], p.size-n+int64(i)); ok {
					return d, true, nil
				}
			}
		}
		if n == p.size {
			break
		}
	}
	return directory{}, false, nil
}

// directoryAt takes the end record that lies at offset at.
func (p *Package) directoryAt(record []byte, at int64) (directory, bool) {
	le := binary.LittleEndian
	count, size, offset := uint64(le.Uint16(record[10:])), int64(le.Uint32(record[12:])), int64(le.Uint32(record[16:]))
	end := at
	if count == math.MaxUint16 || size == math.MaxUint32 || offset == math.MaxUint32 {
		if r, pos := p.end64(at); r != nil {
			count, size, offset = le.Uint64(r[32:]), int64(le.Uint64(r[40:])), int64(le.Uint64(r[48:]))
			end = pos
		}
	}
	if size < 0 || offset < 0 || size > p.size || offset > p.size {
		return directory{}, false
	}
	// Where the directory is follows from its end; the offset that it claims is off
	// by the length of a prefix, and right where something was put in between.
	var magic [4]byte
	for _, from := range []int64{end - size, offset} {
		if from < 0 || (count > 0 && (p.readAt(magic[:], from) != nil || string(magic[:]) != centralSignature)) {
			continue
		}
		return directory{from: from, base: from - offset, entries: count}, true
	}
	return directory{}, false
}

// end64 returns the end record of a large file (4.3.14), which the locator
// before the plain one names, and where it lies.
func (p *Package) end64(at int64) ([]byte, int64) {
	locator, record := make([]byte, 20), make([]byte, 56)
	if at < 20 || p.readAt(locator, at-20) != nil || string(locator[:4]) != locatorSignature {
		return nil, 0
	}
	for _, pos := range []int64{int64(binary.LittleEndian.Uint64(locator[8:])), at - 20 - 56} {
		if pos >= 0 && pos <= p.size && p.readAt(record, pos) == nil && string(record[:4]) == end64Signature {
			return record, pos
		}
	}
	return nil, 0
}

// readAt fills b; its error is nil also where the file ends first.
func (p *Package) readAt(b []byte, at int64) error {
	n, err := p.in.ReadAt(b, at)
	clear(b[n:])
	if errors.Is(err, io.EOF) {
		return nil
	}
	return err
}

// readCentral reads the entries of the central directory (4.3.12).
func (p *Package) readCentral(d *directory) error {
	in := bufio.NewReaderSize(io.NewSectionReader(p.in, d.from, p.size-d.from), 64<<10)
	var fixed [centralSize]byte
	var rest []byte
	le := binary.LittleEndian
	n := uint64(0)
	for ; ; n++ {
		if _, err := io.ReadFull(in, fixed[:]); err != nil || string(fixed[:4]) != centralSignature {
			if err != nil && !ended(err) {
				return err
			}
			break
		}
		name, extra, comment := int(le.Uint16(fixed[28:])), int(le.Uint16(fixed[30:])), int(le.Uint16(fixed[32:]))
		if cap(rest) < name+extra {
			rest = make([]byte, 2*(name+extra))
		}
		rest = rest[:name+extra]
		if _, err := io.ReadFull(in, rest); err != nil {
			if !ended(err) {
				return err
			}
			break
		}
		if _, err := in.Discard(comment); err != nil && !ended(err) {
			return err
		}
		e := entry{
			flags: le.Uint16(fixed[8:]), method: le.Uint16(fixed[10:]), sum: le.Uint32(fixed[16:]),
			packed: int64(le.Uint32(fixed[20:])), size: int64(le.Uint32(fixed[24:])), local: int64(le.Uint32(fixed[42:])),
		}
		e.large(rest[name:])
		e.local += d.base
		if err := p.add(rest[:name], e); err != nil {
			return err
		}
	}
	d.whole = n&math.MaxUint16 == d.entries&math.MaxUint16
	return nil
}

func ended(err error) bool { return errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) }

// large takes the sizes and the offset of an entry from its Zip64 field (4.5.3),
// which holds those that do not fit into the record.
func (e *entry) large(extra []byte) {
	le := binary.LittleEndian
	for len(extra) >= 4 {
		id, n := le.Uint16(extra), int(le.Uint16(extra[2:]))
		extra = extra[4:]
		n = min(n, len(extra))
		if id == 1 {
			field := extra[:n]
			for _, v := range []*int64{&e.size, &e.packed, &e.local} {
				if *v == math.MaxUint32 && len(field) >= 8 {
					*v = int64(le.Uint64(field) & math.MaxInt64)
					field = field[8:]
				}
			}
		}
		extra = extra[n:]
	}
}

// add keeps an entry with its name.
func (p *Package) add(name []byte, e entry) error {
	if len(p.entries) >= maxEntries {
		return tooComplex("The container has more than 1,000,000 members.")
	}
	if len(p.entries)&0xfff == 0 {
		p.alive()
	}
	at := len(p.names)
	if at+len(name) > maxNames {
		return tooComplex("The names of the members of the container are too long.")
	}
	p.names = append(p.names, name...)
	for i, c := range p.names[at:] {
		if c == '\\' {
			p.names[at+i] = '/'
		}
	}
	skip := len(name) - len(cleanName(string(name)))
	e.nameAt, e.nameLen = uint32(at+skip), uint16(len(name)-skip)
	p.entries = append(p.entries, e)
	return nil
}

// scan finds entries by their local headers (4.3.7), as in a file whose end is
// lost. Those that the directory has named are forgotten.
func (p *Package) scan() error {
	before := p.entries
	names := p.names
	p.entries, p.names = nil, nil
	s := scanner{p: p, window: make([]byte, 0, 256<<10)}
	if err := s.run(); err != nil {
		if _, ok := errors.AsType[*fault.Error](err); ok || len(p.entries) == 0 {
			return err
		}
	}
	if len(before) > len(p.entries) {
		p.entries, p.names = before, names
	}
	return nil
}

// scanner looks for local headers from the start of a file to its end.
type scanner struct {
	p      *Package
	window []byte
	at     int64 // offset of window
}

// see makes n bytes at offset visible, or as many as there are.
func (s *scanner) see(offset int64, n int) ([]byte, error) {
	if offset < s.at || min(offset+int64(n), s.p.size) > s.at+int64(len(s.window)) {
		s.p.alive()
		s.at = offset
		k, err := s.p.in.ReadAt(s.window[:cap(s.window)], offset)
		s.window = s.window[:k]
		if err != nil && !ended(err) {
			return nil, err
		}
	}
	seen := s.window[min(offset-s.at, int64(len(s.window))):]
	return seen, nil
}

// find returns the offset of the next occurrence of one of the signatures from
// offset on, or the size of the file.
func (s *scanner) find(offset int64, signatures ...string) (int64, error) {
	for offset < s.p.size {
		seen, err := s.see(offset, 4)
		if err != nil {
			return 0, err
		}
		for from := 0; ; {
			i := bytes.Index(seen[from:], []byte("PK"))
			if i < 0 || from+i+4 > len(seen) {
				break
			}
			from += i
			if slices.Contains(signatures, string(seen[from:from+4])) {
				return offset + int64(from), nil
			}
			from += 2
		}
		if len(seen) < 4 {
			break
		}
		offset += int64(len(seen) - 3)
	}
	return s.p.size, nil
}

func (s *scanner) run() error {
	le := binary.LittleEndian
	at, err := s.find(0, localSignature)
	for ; err == nil && at < s.p.size; at, err = s.find(at, localSignature) {
		h, err := s.see(at, localSize+maxComment)
		if err != nil {
			return err
		}
		if !isLocalHeader(h) {
			at += 4
			continue
		}
		name, extra := int(le.Uint16(h[26:])), int(le.Uint16(h[28:]))
		if localSize+name+extra > len(h) {
			break // it ends inside the header
		}
		e := entry{
			flags: le.Uint16(h[6:]), method: le.Uint16(h[8:]), sum: le.Uint32(h[14:]),
			packed: int64(le.Uint32(h[18:])), size: int64(le.Uint32(h[22:])),
		}
		e.large(h[localSize+name : localSize+name+extra])
		e.local = at
		if err := s.p.add(h[localSize:localSize+name], e); err != nil {
			return err
		}
		at += int64(localSize + name + extra)
		if at, err = s.behind(at); err != nil {
			return err
		}
	}
	return err
}

// behind returns where the data of the last entry ends, which starts at offset,
// and finds out how long it is if its header does not say.
func (s *scanner) behind(offset int64) (int64, error) {
	e := &s.p.entries[len(s.p.entries)-1]
	if e.flags&sizesFollow == 0 && (e.packed <= s.p.size-offset) {
		return offset + e.packed, nil
	}
	next, err := s.find(offset, localSignature, centralSignature, dataSignature)
	if err != nil {
		return 0, err
	}
	e.packed, e.size, e.sum = next-offset, -1, 0
	if e.method != 0 { // it ends by itself; what looks like a header may be part of it
		e.packed = -1
	}
	return next, nil
}

// isLocalHeader checks the fixed part of a local header for sense.
func isLocalHeader(h []byte) bool {
	if len(h) < localSize {
		return false
	}
	version, method, name := h[4], binary.LittleEndian.Uint16(h[8:]), binary.LittleEndian.Uint16(h[26:])
	return version < 100 && method < 100 && name > 0 && name < 4096
}
