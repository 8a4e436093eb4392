package session

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"
	"time"

	"github.com/cespare/xxhash/v2"
)

// An Entry is what a session knows of one view of one file. Put takes what is
// new; Get and Entries give what has come together.
type Entry struct {
	FileID       string     `json:"fileId"`
	Path         string     `json:"path"`           // real and absolute
	Asked        string     `json:"asked"`          // the path as it was asked for
	Version      string     `json:"version"`        // as package cursor writes it
	Unit         string     `json:"unit,omitempty"` // line, row, entry, byte; empty where nothing was shown
	Form         string     `json:"form,omitempty"` // with all that decides what a unit holds
	Ranges       []Range    `json:"ranges,omitempty"`
	Total        *int64     `json:"total,omitempty"` // units of the whole file, once they are known
	Registered   bool       `json:"registered,omitempty"`
	FileName     string     `json:"fileName,omitempty"`
	ContentType  string     `json:"contentType,omitempty"`
	SizeBytes    int64      `json:"sizeBytes"`
	LastModified *time.Time `json:"lastModified,omitempty"`
	Time         time.Time  `json:"time"`
}

// Whole reports whether all of the file was shown in this view.
func (e *Entry) Whole() bool {
	return e.Total != nil && (*e.Total == 0 || Covers(e.Ranges, Range{1, *e.Total}))
}

// SameVersion reports whether two versions name the same content: that of a
// file in the same state, or else the same content hash.
func SameVersion(a, b string) bool {
	stateA, contentA, hashedA := strings.Cut(a, ".")
	stateB, contentB, hashedB := strings.Cut(b, ".")
	return stateA == stateB || (hashedA && hashedB && contentA == contentB)
}

// record is one line of the store: an entry, or as the first line after a
// compaction the size that the store then had.
type record struct {
	Entry
	Base int64 `json:"base,omitempty"`
}

// appendLine writes a record with its checksum: eight hexadecimal digits, a
// space, JSON, a line feed.
func appendLine(b []byte, r any) ([]byte, error) {
	doc, err := json.Marshal(r)
	if err != nil {
		return b, err
	}
	const digits = "0123456789abcdef"
	sum := check(doc)
	for shift := 28; shift >= 0; shift -= 4 {
		b = append(b, digits[sum>>shift&15])
	}
	b = append(b, ' ')
	b = append(b, doc...)
	return append(b, '\n'), nil
}

// check tells a line that was written whole from one that was cut or damaged.
// A CRC would do as well, but its package makes a table at every start.
func check(doc []byte) uint32 { return uint32(xxhash.Sum64(doc)) }

// parseLine reads one line without its line feed; ok is false for one that was
// cut or damaged.
func parseLine(line []byte) (r record, ok bool) {
	if len(line) < 10 || line[8] != ' ' {
		return r, false
	}
	sum, err := strconv.ParseUint(string(line[:8]), 16, 32)
	if err != nil || uint32(sum) != check(line[9:]) {
		return r, false
	}
	return r, json.Unmarshal(line[9:], &r) == nil
}

// key names one view of one file.
type key struct{ file, unit, form string }

// ledger brings lines together, oldest first: ranges of one version are
// merged, and a new version starts afresh.
type ledger struct {
	entries map[key]*kept
	seq     int // of the line that came last
	damaged int
}

type kept struct {
	Entry
	seq int
}

func (l *ledger) add(line []byte) {
	if len(line) == 0 {
		return
	}
	r, ok := parseLine(line)
	switch {
	case !ok:
		l.damaged++
		return
	case r.FileID == "":
		return // not an entry
	}
	e := r.Entry
	k := key{e.FileID, e.Unit, e.Form}
	if l.entries == nil {
		l.entries = map[key]*kept{}
	}
	old := l.entries[k]
	if old != nil && SameVersion(old.Version, e.Version) {
		e.Ranges = Merge(old.Ranges, e.Ranges)
		e.Registered = e.Registered || old.Registered
		if e.Total == nil {
			e.Total = old.Total
		}
		if len(old.Version) > len(e.Version) && strings.HasPrefix(old.Version, e.Version) {
			e.Version = old.Version // it also has a hash of the content
		}
	} else {
		e.Ranges = Merge(e.Ranges)
	}
	l.seq++
	l.entries[k] = &kept{e, l.seq}
}

// addAll adds every line of data.
func (l *ledger) addAll(data []byte) {
	for line := range bytes.SplitSeq(data, []byte{'\n'}) {
		l.add(line)
	}
}

// addWith adds the lines that hold needle, and parses no other.
func (l *ledger) addWith(data, needle []byte) {
	for {
		i := bytes.Index(data, needle)
		if i < 0 {
			return
		}
		start := bytes.LastIndexByte(data[:i], '\n') + 1
		end := bytes.IndexByte(data[i:], '\n')
		if end < 0 {
			l.add(data[start:])
			return
		}
		l.add(data[start : i+end])
		data = data[i+end+1:]
	}
}
