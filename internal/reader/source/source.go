// Package source is one opened input: its name, size, identity, first bytes,
// and bounded random access to the rest. Readers get a File and never a path
// that they could open again.
package source

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"sync"
	"time"

	"fread/internal/reader/fault"
)

// HeadSize is how many leading bytes are read at once for detection.
const HeadSize = 64 << 10

// Identity names a file independently of its path: device and inode, or volume
// and file index on Windows. It is zero for a stream.
type Identity struct{ Device, Inode uint64 }

// State is what tells one version of a file from another.
type State struct {
	ID      Identity
	Size    int64
	ModTime time.Time
}

// A File is one opened input. It is safe for concurrent ReadAt.
type File struct {
	Name  string // last element of the path as asked, for detection and messages
	Path  string // real absolute path; empty for a stream
	State State  // at the time of opening; Size is -1 while a stream has not ended

	at      io.ReaderAt
	under   *File    // that this is an overlay of
	length  int64    // of an overlay
	file    *os.File // nil for a stream, memory or an overlay
	root    *os.Root // of a directory
	stream  *stream  // nil for a regular file
	headBuf []byte
	headErr error
	once    sync.Once
}

// New wraps an opened regular file.
func New(name, path string, f *os.File, info fs.FileInfo) *File {
	return &File{Name: name, Path: path, State: stateOf(f, info), at: f, file: f}
}

// FromStream wraps an input that can be read once: standard input, a pipe, a
// kernel file without a size. What has been read is kept until Release, up to
// memory bytes; reading on beyond that is a fault.Limit. A read that waits for
// more ends when ctx does.
func FromStream(ctx context.Context, name string, r io.Reader, memory int64) *File {
	s := &stream{ctx: ctx, r: r, memory: memory, name: name}
	return &File{Name: name, State: State{Size: -1}, at: s, stream: s}
}

// FromBytes wraps bytes that are already in memory, such as a member of an archive.
func FromBytes(name string, b []byte) *File {
	return &File{Name: name, State: State{Size: int64(len(b))}, at: bytesAt(b)}
}

// Section is a part of f as a file of its own, which starts at start and is
// length bytes long. It is closed with f.
func Section(f *File, name string, start, length int64) *File {
	s := f.State
	s.Size = length
	return &File{Name: name, State: s, at: io.NewSectionReader(f, start, length)}
}

// Overlay gives a file other content, such as what it holds encrypted. It keeps the
// identity and the state of f, and closes it.
func Overlay(f *File, content io.ReaderAt, length int64) *File {
	return &File{Name: f.Name, Path: f.Path, State: f.State, at: content, under: f, length: length}
}

// Under returns the file that f is an overlay of, else f.
func (f *File) Under() *File {
	if f.under != nil {
		return f.under
	}
	return f
}

// FromDirectory wraps a directory whose names can be listed below root.
func FromDirectory(name, path string, root *os.Root, info fs.FileInfo) *File {
	return &File{Name: name, Path: path, State: State{ID: identityOf(nil, info), Size: info.Size(), ModTime: info.ModTime()}, at: bytesAt(nil), root: root}
}

// Descriptor returns the opened file of the system, or nil where there is none
// with just this content. It belongs to f.
func (f *File) Descriptor() *os.File { return f.file }

// IsDir reports whether this is a directory; Root then lists it.
func (f *File) IsDir() bool { return f.root != nil }

// Root gives access to the names below a directory, and to nothing outside.
func (f *File) Root() *os.Root { return f.root }

// Cap makes a stream end with the error that tooLarge returns once more than
// so many bytes of it have been read.
func (f *File) Cap(most int64, tooLarge func() error) {
	if f.stream != nil {
		f.stream.most, f.stream.tooLarge = most, tooLarge
	}
}

// Stream reports whether the input can only be read forward.
func (f *File) Stream() bool { return f.stream != nil }

// Size returns the length in bytes, or -1 for a stream whose end has not been seen.
func (f *File) Size() int64 {
	switch {
	case f.under != nil:
		return f.length
	case f.stream != nil:
		return f.stream.size()
	}
	return f.State.Size
}

// ReadAt implements io.ReaderAt. A file that became shorter since it was
// opened ends early with io.EOF.
func (f *File) ReadAt(p []byte, off int64) (int, error) { return f.at.ReadAt(p, off) }

// Head returns the first bytes, at most HeadSize, and whether they are all.
func (f *File) Head() (head []byte, complete bool, err error) {
	f.once.Do(func() {
		size := int64(HeadSize)
		if known := f.stated(); known >= 0 {
			size = min(size, known+1) // one more shows a file that has grown
		}
		f.headBuf = make([]byte, size)
		n, err := readFull(f.at, f.headBuf)
		f.headBuf = f.headBuf[:n]
		f.headErr = err
	})
	if f.headErr != nil && !errors.Is(f.headErr, io.EOF) {
		return nil, false, f.headErr
	}
	if known := f.stated(); known >= 0 && int64(len(f.headBuf)) > known { // it has grown since
		return f.headBuf[:known], false, nil
	}
	return f.headBuf, errors.Is(f.headErr, io.EOF), nil
}

// stated is the size at the time of opening.
func (f *File) stated() int64 {
	if f.under != nil {
		return f.length
	}
	return f.State.Size
}

// readFull fills p from the start of r and returns io.EOF where r ends first.
func readFull(r io.ReaderAt, p []byte) (int, error) {
	n := 0
	for n < len(p) {
		k, err := r.ReadAt(p[n:], int64(n))
		n += k
		if err != nil {
			return n, err
		}
		if k == 0 {
			return n, io.ErrNoProgress
		}
	}
	var one [1]byte // a file of exactly len(p) bytes is complete too
	if k, err := r.ReadAt(one[:], int64(n)); k == 0 && errors.Is(err, io.EOF) {
		return n, io.EOF
	}
	return n, nil
}

// ReadToEnd reads a stream to its end, so that its size is known.
func (f *File) ReadToEnd() error {
	var b [1]byte
	for at := int64(HeadSize); f.Size() < 0; at += streamBlock {
		if _, err := f.ReadAt(b[:], at); err != nil && !errors.Is(err, io.EOF) {
			return err
		}
	}
	return nil
}

// Release tells a stream that nothing before off will be read again, which
// bounds its memory. It does nothing for a regular file.
func (f *File) Release(off int64) {
	if f.stream != nil {
		f.stream.release(off)
	}
}

// Now returns the state of the file at this moment; for anything but a regular
// file it returns the state at opening.
func (f *File) Now() State {
	if f.under != nil {
		return f.under.Now()
	}
	if f.file == nil {
		return f.State
	}
	info, err := f.file.Stat()
	if err != nil {
		return f.State
	}
	return stateOf(f.file, info)
}

// Close closes what New was given, and what an overlay lies over.
func (f *File) Close() error {
	if f.under != nil {
		return f.under.Close()
	}
	if f.file != nil {
		return f.file.Close()
	}
	if f.root != nil {
		return f.root.Close()
	}
	if f.stream != nil {
		return f.stream.close()
	}
	return nil
}

func stateOf(f *os.File, info fs.FileInfo) State {
	return State{ID: identityOf(f, info), Size: info.Size(), ModTime: info.ModTime()}
}

type bytesAt []byte

func (b bytesAt) ReadAt(p []byte, off int64) (int, error) {
	if off < 0 || off >= int64(len(b)) {
		return 0, io.EOF
	}
	n := copy(p, b[off:])
	if n < len(p) {
		return n, io.EOF
	}
	return n, nil
}

// stream gives random access to what a reader has yielded and is still kept.
type stream struct {
	mu     sync.Mutex
	ctx    context.Context //nolint:containedctx // it belongs to the one read that the stream is opened for
	r      io.Reader
	name   string
	memory int64
	blocks [][]byte // of streamBlock bytes each but for the last
	base   int64    // offset of the first block
	length int64    // offset behind the last byte read
	want   int64    // bytes before this offset may be dropped
	end    error    // io.EOF or the read error, once met
	idle   int      // reads in a row that gave nothing

	most     int64 // 0: any length
	tooLarge func() error
}

const (
	streamBlock = 256 << 10
	maxIdle     = 100 // reads that give nothing until a stream is given up, as bufio does
)

func (s *stream) size() int64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !errors.Is(s.end, io.EOF) {
		return -1
	}
	return s.length
}

func (s *stream) release(off int64) {
	s.mu.Lock()
	s.want = max(s.want, off)
	s.mu.Unlock()
}

func (s *stream) ReadAt(p []byte, off int64) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for off >= s.base && s.end == nil && s.length < off+int64(len(p)) {
		if err := s.fill(); err != nil {
			return 0, err
		}
	}
	if off < s.base {
		return 0, fault.New(fault.Limit, fault.PhaseScan, s.name, "This stream has already passed the place that was asked for.", "Save it to a file and read that.")
	}
	n := 0
	for n < len(p) && off+int64(n) < s.length {
		at := off + int64(n) - s.base
		n += copy(p[n:], s.blocks[at/streamBlock][at%streamBlock:])
	}
	if n < len(p) {
		return n, s.end
	}
	return n, nil
}

// fill reads once more, into the last block or a new one; blocks that were
// released are used again.
func (s *stream) fill() error {
	last := len(s.blocks) - 1
	if last < 0 || len(s.blocks[last]) == streamBlock {
		block, err := s.block()
		if err != nil {
			return err
		}
		s.blocks = append(s.blocks, block)
		last = len(s.blocks) - 1
	}
	b := s.blocks[last]
	n, err := s.read(b[len(b):streamBlock])
	if n > 0 {
		s.idle = 0
	} else if s.idle++; s.idle == maxIdle && err == nil {
		err = io.ErrNoProgress
	}
	s.blocks[last] = b[:len(b)+n]
	s.length += int64(n)
	s.end = err
	if s.most > 0 && s.length > s.most {
		return s.tooLarge()
	}
	return nil
}

// read waits for the reader no longer than the context allows. A read that is
// abandoned ends the stream, so its late arrival cannot be missed.
func (s *stream) read(p []byte) (int, error) {
	if s.ctx.Done() == nil {
		return s.r.Read(p)
	}
	type answer struct {
		n   int
		err error
	}
	c := make(chan answer, 1)
	go func() {
		n, err := s.r.Read(p)
		c <- answer{n, err}
	}()
	select {
	case a := <-c:
		return a.n, a.err
	case <-s.ctx.Done():
		return 0, s.ctx.Err()
	}
}

func (s *stream) block() ([]byte, error) {
	if len(s.blocks) > 0 && s.want >= s.base+streamBlock {
		free := s.blocks[0][:0]
		s.blocks = append(s.blocks[:0], s.blocks[1:]...)
		s.base += streamBlock
		return free, nil
	}
	if s.memory > 0 && int64(len(s.blocks)+1)*streamBlock > s.memory {
		return nil, fault.New(fault.Limit, fault.PhaseScan, s.name,
			"This read has to go back in a stream that is larger than the memory kept for it.", "Save the stream to a file and read that.")
	}
	return make([]byte, 0, streamBlock), nil
}

func (s *stream) close() error {
	if c, ok := s.r.(io.Closer); ok {
		return c.Close()
	}
	return nil
}
