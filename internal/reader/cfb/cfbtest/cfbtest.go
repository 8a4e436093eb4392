// Package cfbtest writes compound files for tests.
package cfbtest

import (
	"encoding/binary"
	"slices"
	"strings"
	"unicode/utf16"
)

// A Stream is one to be written. Its path has one storage at the most.
type Stream struct {
	Path string
	Data []byte
}

const (
	sector = 512
	mini   = 64
	cutoff = 4096
	last   = 0xfffffffe
	none   = 0xffffffff
)

// Build writes a compound file of version 3 ([MS-CFB]) with streams in its root
// storage and in storages of that.
func Build(streams ...Stream) []byte {
	le := binary.LittleEndian
	var body []byte // sectors
	var table []uint32
	add := func(data []byte) uint32 { // as a chain of sectors
		if len(data) == 0 {
			return last
		}
		start := uint32(len(table))
		for n := (len(data) + sector - 1) / sector; n > 0; n-- {
			next := uint32(len(table)) + 1
			if n == 1 {
				next = last
			}
			table = append(table, next)
		}
		body = append(body, data...)
		body = append(body, make([]byte, -len(body)&(sector-1))...)
		return start
	}
	var small []byte
	var smallTable []uint32
	type entry struct {
		name  string
		kind  byte
		start uint32
		size  int
		right uint32
		child uint32
	}
	entries := []entry{{name: "Root Entry", kind: 5, right: none, child: none}}
	latest := map[string]int{} // the last entry in each storage
	storages := map[string]int{"": 0}
	put := func(dir string, e entry) int {
		n := len(entries)
		entries = append(entries, e)
		if before, ok := latest[dir]; ok {
			entries[before].right = uint32(n)
		} else {
			entries[storages[dir]].child = uint32(n)
		}
		latest[dir] = n
		return n
	}
	for _, s := range streams {
		dir, name := "", s.Path
		if i := strings.LastIndexByte(s.Path, '/'); i >= 0 {
			dir, name = s.Path[:i], s.Path[i+1:]
		}
		if _, ok := storages[dir]; !ok {
			storages[dir] = put("", entry{name: dir, kind: 1, right: none, child: none})
		}
		e := entry{name: name, kind: 2, size: len(s.Data), right: none, child: none}
		if len(s.Data) >= cutoff {
			e.start = add(s.Data)
		} else {
			e.start = uint32(len(smallTable))
			small = append(small, s.Data...)
			small = append(small, make([]byte, -len(small)&(mini-1))...)
			for len(smallTable) < len(small)/mini {
				smallTable = append(smallTable, uint32(len(smallTable))+1)
			}
			if len(s.Data) == 0 {
				e.start = last
			} else {
				smallTable[len(smallTable)-1] = last
			}
		}
		put(dir, e)
	}
	entries[0].size, entries[0].start = len(small), add(small)
	var directory []byte
	for _, e := range entries {
		b := make([]byte, 128)
		name := utf16.Encode([]rune(e.name))
		for i, u := range name {
			le.PutUint16(b[2*i:], u)
		}
		le.PutUint16(b[64:], uint16(2*len(name)+2))
		b[66] = e.kind
		le.PutUint32(b[68:], none)
		le.PutUint32(b[72:], e.right)
		le.PutUint32(b[76:], e.child)
		le.PutUint32(b[116:], e.start)
		le.PutUint32(b[120:], uint32(e.size))
		directory = append(directory, b...)
	}
	directoryStart := add(directory)
	numbers := func(v []uint32) []byte {
		var b []byte
		for _, n := range v {
			b = le.AppendUint32(b, n)
		}
		for len(b)%sector != 0 {
			b = le.AppendUint32(b, none)
		}
		return b
	}
	smallStart := add(numbers(smallTable))
	count := 1
	for count*sector/4 < len(table)+count {
		count++
	}
	first := uint32(len(table))
	for range count {
		table = append(table, 0xfffffffd)
	}
	h := make([]byte, sector)
	copy(h, "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1")
	le.PutUint16(h[24:], 0x3e)
	le.PutUint16(h[26:], 3)
	le.PutUint16(h[28:], 0xfffe)
	le.PutUint16(h[30:], 9)
	le.PutUint16(h[32:], 6)
	le.PutUint32(h[44:], uint32(count))
	le.PutUint32(h[48:], directoryStart)
	le.PutUint32(h[56:], cutoff)
	le.PutUint32(h[60:], smallStart)
	le.PutUint32(h[64:], uint32((len(smallTable)*4+sector-1)/sector))
	le.PutUint32(h[68:], last)
	for i := range 109 {
		n := uint32(none)
		if i < count {
			n = first + uint32(i)
		}
		le.PutUint32(h[76+4*i:], n)
	}
	return slices.Concat(h, body, numbers(table))
}
