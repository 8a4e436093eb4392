// Package cursor makes the tokens that resume a read, and the version of a
// file that tells whether it is still the one that was read.
package cursor

import (
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/cespare/xxhash/v2"

	"fread/internal/reader/source"
)

// A Position is a place in a file where a read can go on. The zero Position is
// the start.
type Position struct {
	Unit int64 // number of the line, row or entry, from 1; negative counts from the end; 0 means 1
	Byte int64 // offset in the file where reading starts; 0 with Unit > 1 means "not known"
	Col  int64 // code points of the unit that lie before this place
	Skip int64 // code points between Byte and this place (decoding has to start earlier)
}

// A Token resumes a read exactly where it stopped.
type Token struct {
	State source.State // of the file when the token was made
	Sum   uint64       // hash of the up to 4 KiB before Pos.Byte
	Pos   Position
	Kept  string // what the kind needs besides, such as the encoding it decided on

	// Rest is set while the cut-off ends of long lines are being shown: those
	// of the lines before Until, of which LineChars code points were shown.
	Rest      bool
	Until     Position
	LineChars int64
}

// sumBytes is how much before a position is hashed.
const sumBytes = 4 << 10

// ErrMalformed is returned for a token that this program did not make.
var ErrMalformed = errors.New("not a cursor")

const tokenVersion = 1

// Encode writes t as a short string of letters, digits, - and _.
func (t Token) Encode() string {
	b := []byte{tokenVersion}
	for _, v := range []uint64{t.State.ID.Device, t.State.ID.Inode, uint64(t.State.Size), uint64(t.State.ModTime.UnixNano()), t.Sum} {
		b = binary.AppendUvarint(b, v)
	}
	b = t.Pos.append(b)
	b = binary.AppendUvarint(b, uint64(len(t.Kept)))
	b = append(b, t.Kept...)
	if t.Rest {
		b = t.Until.append(b)
		b = binary.AppendVarint(b, t.LineChars)
	}
	b = binary.LittleEndian.AppendUint32(b, check(b))
	return base64.RawURLEncoding.EncodeToString(b)
}

func (p Position) append(b []byte) []byte {
	for _, v := range []int64{p.Unit, p.Byte, p.Col, p.Skip} {
		b = binary.AppendVarint(b, v)
	}
	return b
}

// check tells a token that was copied whole from any other string.
func check(b []byte) uint32 { return uint32(xxhash.Sum64(b)) }

// Decode reads a token; any string that Encode did not make is ErrMalformed.
func Decode(s string) (Token, error) {
	b, err := base64.RawURLEncoding.DecodeString(s)
	if err != nil || len(b) < 5 || b[0] != tokenVersion {
		return Token{}, ErrMalformed
	}
	body := b[:len(b)-4]
	if check(body) != binary.LittleEndian.Uint32(b[len(b)-4:]) {
		return Token{}, ErrMalformed
	}
	d := decoder{b: body[1:]}
	var t Token
	t.State.ID.Device, t.State.ID.Inode = d.uvarint(), d.uvarint()
	t.State.Size = int64(d.uvarint())
	t.State.ModTime = time.Unix(0, int64(d.uvarint()))
	t.Sum = d.uvarint()
	t.Pos = d.position()
	t.Kept = d.string()
	if len(d.b) > 0 {
		t.Rest, t.Until, t.LineChars = true, d.position(), d.varint()
	}
	if d.bad || len(d.b) > 0 || !t.valid() || t.Encode() != s {
		return Token{}, ErrMalformed
	}
	return t, nil
}

// valid reports whether the places of t can be in a file: a checksum keeps
// slips of the pen out, but not a token made up to send a reader astray.
func (t *Token) valid() bool {
	return t.State.Size >= 0 && t.Pos.within(t.State.Size) && t.Until.within(t.State.Size) && t.LineChars >= 0
}

func (p Position) within(size int64) bool {
	return p.Unit != math.MinInt64 && p.Byte >= 0 && p.Byte <= size && p.Col >= 0 && p.Skip >= 0 && p.Skip <= p.Col && p.Skip <= size-p.Byte
}

type decoder struct {
	b   []byte
	bad bool
}

func (d *decoder) uvarint() uint64 {
	v, n := binary.Uvarint(d.b)
	return take(d, v, n)
}

func (d *decoder) varint() int64 {
	v, n := binary.Varint(d.b)
	return take(d, v, n)
}

func take[T int64 | uint64](d *decoder, v T, n int) T {
	if n <= 0 {
		d.bad, d.b = true, nil
		return 0
	}
	d.b = d.b[n:]
	return v
}

func (d *decoder) position() Position {
	return Position{Unit: d.varint(), Byte: d.varint(), Col: d.varint(), Skip: d.varint()}
}

func (d *decoder) string() string {
	n := d.uvarint()
	if n > uint64(len(d.b)) {
		d.bad, d.b = true, nil
		return ""
	}
	s := string(d.b[:n])
	d.b = d.b[n:]
	return s
}

// Sum hashes the up to 4 KiB of r that lie before off.
func Sum(r io.ReaderAt, off int64) (uint64, error) {
	n := min(off, sumBytes)
	if n <= 0 {
		return 0, nil
	}
	b := make([]byte, n)
	k, err := r.ReadAt(b, off-n)
	if err != nil && (!errors.Is(err, io.EOF) || k < len(b)) {
		return 0, fmt.Errorf("before offset %d: %w", off, err)
	}
	return xxhash.Sum64(b), nil
}

// ContentSum hashes the first size bytes of r.
func ContentSum(r io.ReaderAt, size int64) (uint64, error) {
	d := xxhash.New()
	if _, err := io.Copy(d, io.NewSectionReader(r, 0, size)); err != nil {
		return 0, fmt.Errorf("hashing the content: %w", err)
	}
	return d.Sum64(), nil
}

// A Change says how a file compares with the token that is to be resumed.
type Change int

// The outcomes of Compare.
const (
	Same    Change = iota
	Grown          // only longer: what lies before the position is as it was
	Changed        // another file, shorter, or with other content
)

// Compare tells whether the file f may be resumed at t.
func Compare(t Token, f *source.File) Change {
	now := f.Now()
	switch {
	case t.State.ID != now.ID, now.Size < t.State.Size, now.Size < t.Pos.Byte:
		return Changed
	case now.Size == t.State.Size && now.ModTime.UnixNano() != t.State.ModTime.UnixNano(): // all that a token keeps of a time
		return Changed
	}
	if sum, err := Sum(f, t.Pos.Byte); err != nil || sum != t.Sum {
		return Changed
	}
	if now.Size > t.State.Size {
		return Grown
	}
	return Same
}

// Version names one version of a file: a hash of its identity, size and time,
// and after a dot that of its content where all of it was read.
func Version(s source.State, content uint64, whole bool) string {
	d := xxhash.New()
	var b []byte
	for _, v := range []uint64{s.ID.Device, s.ID.Inode, uint64(s.Size), uint64(s.ModTime.UnixNano())} {
		b = binary.LittleEndian.AppendUint64(b, v)
	}
	_, _ = d.Write(b)
	v := fmt.Sprintf("%016x", d.Sum64())
	if whole {
		v += "." + fmt.Sprintf("%016x", content)
	}
	return v
}

// Unchanged reports whether the caller's version names the file in state s.
// When the state differs but the caller's version has a content hash, content
// is called to hash the file as it is now.
func Unchanged(version string, s source.State, content func() (uint64, bool)) bool {
	stat, sum, hashed := strings.Cut(version, ".")
	if stat == Version(s, 0, false) {
		return true
	}
	if !hashed {
		return false
	}
	want, err := strconv.ParseUint(sum, 16, 64)
	if err != nil {
		return false
	}
	got, ok := content()
	return ok && got == want
}

// ValidVersion reports whether v has the form that Version gives.
func ValidVersion(v string) bool {
	stat, sum, hashed := strings.Cut(v, ".")
	return isHex16(stat) && (!hashed || isHex16(sum))
}

func isHex16(s string) bool {
	if len(s) != 16 {
		return false
	}
	_, err := strconv.ParseUint(s, 16, 64)
	return err == nil
}

// FileID names a file for passing it on: a hash of device, inode and real path.
func FileID(id source.Identity, path string) string {
	d := xxhash.New()
	b := binary.LittleEndian.AppendUint64(nil, id.Device)
	b = binary.LittleEndian.AppendUint64(b, id.Inode)
	_, _ = d.Write(b)
	_, _ = d.WriteString(path)
	return fmt.Sprintf("f%016x", d.Sum64())
}
