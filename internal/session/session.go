// Package session remembers what was shown of which file. A session is one
// append-only file: each line says what one read has shown, with a checksum,
// and is written at once under a lock, so that processes side by side lose
// nothing and one that is killed costs at most its own last line. The lines of
// a file are brought together when they are read. It is a leaf and knows
// nothing of readers.
package session

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

const (
	// Lifetime is how long a session is kept after it was last used.
	Lifetime = 30 * 24 * time.Hour
	// DefaultWait is how long a read waits for others that write to its session.
	DefaultWait = 50 * time.Millisecond

	compactAbove = 1 << 20  // bytes
	keepBytes    = 8 << 20  // of entries in a compaction; the oldest go first
	readBytes    = 64 << 20 // of a store; what lies before is not looked at
	blockBytes   = 64 << 10 // read at once
	maxID        = 128
)

// Errors of a store, beside those of the file system.
var (
	// ErrBusy means that others held the lock for longer than the wait.
	ErrBusy = errors.New("the session is being written by others")
	// ErrID means that an id is not one that a session can have.
	ErrID = errors.New("a session id has 1 to 128 letters, digits, dots, hyphens and underscores")
	// ErrUnsafe means that the place of the store is not the user's own.
	ErrUnsafe = errors.New("the session store is not a plain file or folder of this user alone")
)

// ValidID reports whether id can name a session.
func ValidID(id string) bool {
	if id == "" || len(id) > maxID {
		return false
	}
	for i := range len(id) {
		c := id[i]
		if (c < '0' || c > '9') && !letter(c) && c != '.' && c != '_' && c != '-' {
			return false
		}
	}
	return true
}

func letter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

// A Dir is the folder that holds the sessions of one user.
type Dir struct {
	Path string
	Wait time.Duration    // for a lock; 0: DefaultWait
	Now  func() time.Time // nil: time.Now
}

// UserDir returns the folder of this user's sessions: below XDG_STATE_HOME, or
// else where the system keeps such state.
func UserDir(getenv func(string) string) (Dir, error) {
	base := getenv("XDG_STATE_HOME")
	if !filepath.IsAbs(base) { // the standard has relative ones ignored
		base = ""
	}
	if base == "" && runtime.GOOS == "windows" {
		base = getenv("LocalAppData")
	}
	if home := getenv("HOME"); base == "" && filepath.IsAbs(home) {
		base = filepath.Join(home, ".local", "state")
	}
	if base == "" {
		return Dir{}, errors.New("there is no place for sessions: neither XDG_STATE_HOME nor a home folder is set")
	}
	return Dir{Path: filepath.Join(base, "fread", "sessions")}, nil
}

func (d Dir) now() time.Time {
	if d.Now != nil {
		return d.Now()
	}
	return time.Now()
}

// Open returns the session of that name. Nothing is made before the first Put.
func (d Dir) Open(id string) (*Store, error) {
	if !ValidID(id) {
		return nil, ErrID
	}
	return &Store{dir: d, id: id, base: filepath.Join(d.Path, fileName(id))}, nil
}

// make makes the folder, and refuses one that others can write to.
func (d Dir) make() error {
	if err := os.MkdirAll(d.Path, 0o700); err != nil {
		return err
	}
	return d.check()
}

func (d Dir) check() error {
	info, err := os.Lstat(d.Path)
	if err != nil {
		return err
	}
	if !info.IsDir() || (runtime.GOOS != "windows" && info.Mode().Perm()&0o022 != 0) {
		return fmt.Errorf("%s: %w", d.Path, ErrUnsafe)
	}
	return nil
}

// The files of a session: its lines, its lock, and a compaction under way.
const (
	prefix  = "s-"
	logExt  = ".log"
	lockExt = ".lock"
	tempExt = ".tmp"
)

// fileName writes an id so that two ids that differ only in case are two files
// everywhere: in small letters, and behind a + which of them are capital, four
// to a digit.
func fileName(id string) string {
	mask := make([]byte, (len(id)+3)/4)
	for i := range len(id) {
		if letter(id[i]) && id[i]&0x20 == 0 {
			mask[i/4] |= 1 << (i % 4)
		}
	}
	mask = bytes.TrimRight(mask, "\x00")
	name := prefix + strings.ToLower(id)
	if len(mask) == 0 {
		return name
	}
	name += "+"
	for _, m := range mask {
		name += fmt.Sprintf("%x", m)
	}
	return name
}

// idOf is the inverse of fileName; ok is false for any other name.
func idOf(name string) (id string, ok bool) {
	lower, mask, _ := strings.Cut(strings.TrimPrefix(name, prefix), "+")
	b := []byte(lower)
	for i := range b {
		if i/4 < len(mask) {
			digit := strings.IndexByte("0123456789abcdef", mask[i/4])
			if digit > 0 && digit>>(i%4)&1 == 1 && letter(b[i]) {
				b[i] &^= 0x20
			}
		}
	}
	id = string(b)
	return id, ValidID(id) && fileName(id) == name
}

// A Store is one session. It is safe for concurrent use, also by many
// processes.
type Store struct {
	dir  Dir
	id   string
	base string // path of its files, without the extension
}

// ID returns the name of the session.
func (s *Store) ID() string { return s.id }

// Put adds to what the session knows. The ranges of an entry are only those
// that are new: they are merged with those that the session has of the same
// version. An entry without a time gets the present one.
func (s *Store) Put(entries ...Entry) error {
	var lines []byte
	for _, e := range entries {
		if e.Time.IsZero() {
			e.Time = s.dir.now().UTC()
		}
		var err error
		if lines, err = appendLine(lines, e); err != nil {
			return err
		}
	}
	if err := s.dir.make(); err != nil {
		return err
	}
	unlock, err := s.lock()
	if err != nil {
		return err
	}
	isNew, err := s.append(lines)
	unlock()
	if isNew { // a rare moment, so the right one to look for old sessions
		_, _ = s.dir.Expire(Lifetime)
	}
	return err
}

// append writes lines behind the others, in one write.
func (s *Store) append(lines []byte) (isNew bool, err error) {
	f, err := openAppend(s.base + logExt)
	if err != nil {
		return false, err
	}
	defer func() { _ = f.Close() }() // all of it went out in one write
	info, err := f.Stat()
	if err != nil {
		return false, err
	}
	size := info.Size()
	if size > 0 {
		last := []byte{0}
		if _, err := f.ReadAt(last, size-1); err != nil {
			return false, err
		}
		if last[0] != '\n' { // a writer was killed: its line ends here
			lines = slices.Insert(lines, 0, '\n')
		}
	}
	if _, err := f.Write(lines); err != nil {
		return false, err
	}
	if size += int64(len(lines)); size > compactAbove && size > 2*compactedTo(f) {
		return false, s.compact(f, size)
	}
	return size == int64(len(lines)), nil
}

// compactedTo returns the size of the store after the compaction before, so
// that a large session is not compacted at every turn.
func compactedTo(f *os.File) int64 {
	head := make([]byte, 256)
	n, _ := f.ReadAt(head, 0)
	line, _, _ := bytes.Cut(head[:n], []byte{'\n'})
	r, _ := parseLine(line)
	return r.Base
}

// compact writes the store anew with one line a view, the newest last, and puts
// it in place of the old one. The caller holds the lock.
func (s *Store) compact(f *os.File, size int64) error {
	var l ledger
	if err := eachBlock(f, size, l.addAll); err != nil {
		return err
	}
	entries := l.list()
	var lines [][]byte
	total := 0
	for _, e := range slices.Backward(entries) {
		line, err := appendLine(nil, e)
		if err != nil {
			return err
		}
		if total += len(line); total > keepBytes {
			break
		}
		lines = append(lines, line)
	}
	out, err := appendLine(nil, struct {
		Base int64 `json:"base"`
	}{int64(total)})
	if err != nil {
		return err
	}
	for _, line := range slices.Backward(lines) {
		out = append(out, line...)
	}
	return s.replace(out)
}

// replace puts a store with these lines in place of the one that there is.
func (s *Store) replace(lines []byte) error {
	temp := s.base + tempExt
	if err := os.Remove(temp); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	t, err := openAppend(temp)
	if err != nil {
		return err
	}
	_, err = t.Write(lines)
	if closed := t.Close(); err == nil {
		err = closed
	}
	if err != nil {
		return err
	}
	return os.Rename(temp, s.base+logExt)
}

// Get returns what the session knows of one file: of that with the id, or else
// of that with the path, which may have been replaced since. The newest entry
// comes last. It needs no lock.
func (s *Store) Get(fileID, path string) ([]Entry, error) {
	var byID, byPath ledger
	err := s.read(func(block []byte) {
		if fileID != "" {
			byID.addWith(block, quoted(fileID))
		}
		if path != "" && utf8.ValidString(path) {
			byPath.addWith(block, quoted(path))
		}
	})
	if err != nil {
		return nil, err
	}
	byID.drop(func(e *Entry) bool { return e.FileID != fileID })
	if len(byID.entries) > 0 {
		return byID.list(), nil
	}
	byPath.drop(func(e *Entry) bool { return e.Path != path })
	return byPath.list(), nil
}

// quoted writes s as it stands in the store.
func quoted(s string) []byte {
	b, err := json.Marshal(s)
	if err != nil {
		return nil // strings can always be marshalled
	}
	return b
}

// Entries returns all that the session knows, the newest last, and how many
// lines of its store were broken and are not among it.
func (s *Store) Entries() (entries []Entry, damaged int, err error) {
	var l ledger
	if err := s.read(l.addAll); err != nil {
		return nil, 0, err
	}
	return l.list(), l.damaged, nil
}

// Latest returns the file that was registered last; where none was, that which
// was shown last.
func (s *Store) Latest() (e Entry, ok bool, err error) {
	entries, _, err := s.Entries()
	if err != nil || len(entries) == 0 {
		return e, false, err
	}
	for _, e := range slices.Backward(entries) {
		if e.Registered {
			return e, true, nil
		}
	}
	return entries[len(entries)-1], true, nil
}

func (l *ledger) drop(which func(*Entry) bool) {
	for k, e := range l.entries {
		if which(&e.Entry) {
			delete(l.entries, k)
		}
	}
}

// list returns the entries, the newest last.
func (l *ledger) list() []Entry {
	all := make([]*kept, 0, len(l.entries))
	for _, e := range l.entries {
		all = append(all, e)
	}
	slices.SortFunc(all, func(a, b *kept) int { return cmp.Compare(a.seq, b.seq) })
	out := make([]Entry, len(all))
	for i, e := range all {
		out[i] = e.Entry
	}
	return out
}

// read passes on the lines of the store, if there is one.
func (s *Store) read(do func(block []byte)) error {
	f, err := openRead(s.base + logExt)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer func() { _ = f.Close() }()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	return eachBlock(f, info.Size(), do)
}

// eachBlock passes on the store, or as much of its end as is looked at, in
// blocks that end with a line. A block is valid only during the call.
func eachBlock(f *os.File, size int64, do func(block []byte)) error {
	from := max(0, size-readBytes)
	r := io.NewSectionReader(f, from, size-from)
	block := make([]byte, 0, min(size-from, blockBytes)+1)
	for {
		if len(block) == cap(block) { // a long line
			block = slices.Grow(block, cap(block))
		}
		n, err := r.Read(block[len(block):cap(block)])
		block = block[:len(block)+n]
		if err != nil {
			if errors.Is(err, io.EOF) {
				do(block)
				return nil
			}
			return err
		}
		end := bytes.LastIndexByte(block, '\n') + 1
		do(block[:end])
		block = append(block[:0], block[end:]...)
	}
}

// lock waits until this process alone may write to the session. The lock is a
// file of its own, since the store itself is replaced; one that was removed
// while it was waited for counts for nothing.
func (s *Store) lock() (unlock func(), err error) {
	wait := s.dir.Wait
	if wait == 0 {
		wait = DefaultWait
	}
	path := s.base + lockExt
	for start := time.Now(); ; time.Sleep(time.Millisecond / 2) {
		f, err := openAppend(path)
		if err != nil {
			return nil, err
		}
		locked, err := tryLock(f)
		if locked && isAt(f, path) {
			return func() { _ = f.Close() }, nil
		}
		_ = f.Close()
		if err != nil {
			return nil, err
		}
		if time.Since(start) > wait {
			return nil, ErrBusy
		}
	}
}

// isAt reports whether path still leads to f.
func isAt(f *os.File, path string) bool {
	is, err := f.Stat()
	if err != nil {
		return false
	}
	at, err := os.Lstat(path)
	return err == nil && os.SameFile(is, at)
}

// Clear forgets the session; existed tells whether there was one.
func (s *Store) Clear() (existed bool, err error) {
	return s.clearIf(func(fs.FileInfo) bool { return true })
}

// clearIf forgets the session if its store, looked at under the lock, is one to
// forget.
func (s *Store) clearIf(which func(fs.FileInfo) bool) (existed bool, err error) {
	if err := s.dir.check(); err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			err = nil
		}
		return false, err
	}
	if _, err := os.Lstat(s.base + logExt); errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	unlock, err := s.lock()
	if err != nil {
		return false, err
	}
	defer unlock()
	info, err := os.Lstat(s.base + logExt)
	if err != nil || !which(info) { // another process was faster
		return false, nil
	}
	if err := os.Remove(s.base + logExt); err != nil {
		return true, err
	}
	_ = os.Remove(s.base + tempExt)
	_ = os.Remove(s.base + lockExt) // where that fails, an empty file stays
	return true, nil
}

// A Summary says what one session holds.
type Summary struct {
	ID        string    `json:"id"`
	Files     int       `json:"files"`
	SizeBytes int64     `json:"sizeBytes"`
	LastUsed  time.Time `json:"lastUsed"`
	Damaged   int       `json:"damaged,omitempty"` // broken lines
}

// List returns the sessions, those last used first.
func (d Dir) List() ([]Summary, error) {
	var out []Summary
	err := d.each(func(s *Store, info fs.FileInfo) error {
		entries, damaged, err := s.Entries()
		if err != nil {
			return fmt.Errorf("session %s: %w", s.id, err)
		}
		files := map[string]struct{}{}
		for _, e := range entries {
			files[e.FileID] = struct{}{}
		}
		out = append(out, Summary{ID: s.id, Files: len(files), SizeBytes: info.Size(), LastUsed: info.ModTime().UTC(), Damaged: damaged})
		return nil
	})
	slices.SortFunc(out, func(a, b Summary) int {
		return cmp.Or(b.LastUsed.Compare(a.LastUsed), cmp.Compare(a.ID, b.ID))
	})
	return out, err
}

// Expire forgets the sessions that were not used for that long, and returns how
// many. One that is in use just now is left for another time.
func (d Dir) Expire(age time.Duration) (int, error) {
	before := d.now().Add(-age)
	old := func(info fs.FileInfo) bool { return !info.ModTime().After(before) }
	n := 0
	err := d.each(func(s *Store, info fs.FileInfo) error {
		if !old(info) {
			return nil
		}
		existed, err := s.clearIf(old)
		if existed && err == nil {
			n++
		}
		if errors.Is(err, ErrBusy) {
			err = nil
		}
		return err
	})
	return n, err
}

// each calls f for every session, and returns the first error after all.
func (d Dir) each(f func(*Store, fs.FileInfo) error) error {
	names, err := os.ReadDir(d.Path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	var first error
	for _, n := range names {
		name, isLog := strings.CutSuffix(n.Name(), logExt)
		id, ok := idOf(name)
		if !isLog || !ok {
			continue
		}
		info, err := n.Info()
		if err != nil {
			continue // gone since
		}
		s, err := d.Open(id)
		if err == nil {
			err = f(s, info)
		}
		first = cmp.Or(first, err)
	}
	return first
}
