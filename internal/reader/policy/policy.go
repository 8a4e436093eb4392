// Package policy is the only opener of what users name. It decides what may be
// opened, opens it without ever blocking, and repairs or explains a path that
// leads nowhere.
package policy

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"

	"fread/internal/reader/fault"
)

// A Policy says what may be opened. The zero Policy allows every regular file
// and directory that the user can read.
type Policy struct {
	Roots    []*Root // nothing outside of them is opened; none: anything may be
	Deny     *Deny   // nil: nothing is denied
	Special  bool    // also FIFOs, devices and kernel files
	NoFollow bool    // no symbolic link as the last element of a path; with roots, nowhere in it
}

// A Shape says what kind of thing was opened.
type Shape int

// The shapes of what Open returns.
const (
	Regular Shape = iota
	Directory
	Stream // can only be read forward
	Null   // the null device: empty
)

// An Opened is an open file with what the kernel says of it.
type Opened struct {
	File  *os.File // of anything but a directory
	Root  *os.Root // of a directory
	Info  fs.FileInfo
	Path  string // real and absolute
	Shape Shape
}

// Close closes what was opened.
func (o *Opened) Close() error {
	if o.Root != nil {
		return o.Root.Close()
	}
	return o.File.Close()
}

// Open opens path for reading. It never blocks: FIFOs, sockets and devices are
// refused, first by their type and again after opening, for a file may be
// swapped in between. Errors are *fault.Error.
func (p *Policy) Open(path string) (*Opened, error) {
	if err := check(path); err != nil {
		return nil, err
	}
	// A denied name is denied whether it exists or not, so that the answer does
	// not tell which.
	if rule := p.Deny.Match(absolute(path)); rule != "" {
		return nil, refuseDenied(path, rule)
	}
	if len(p.Roots) > 0 {
		if _, _, ok := p.rootOf(path); !ok {
			return nil, refuseOutside(path, p.Roots)
		}
	} else if f, ok := descriptor(path); ok {
		info, err := f.Stat()
		if err != nil {
			return nil, openError(path, err)
		}
		if rule := p.Deny.Match(realPath(f, path)); rule != "" {
			return nil, refuseDenied(path, rule)
		}
		return &Opened{File: f, Info: info, Path: path, Shape: Stream}, nil
	}
	if !p.Special && dangerous(absolute(path)) {
		return nil, refuseDangerous(path)
	}
	info, err := p.stat(path)
	if err != nil {
		return nil, p.openError(path, err)
	}
	if info.Mode()&fs.ModeSymlink != 0 {
		return nil, p.openError(path, errLink)
	}
	if err := p.checkShape(path, info); err != nil {
		return nil, err
	}
	f, err := p.open(path)
	if err != nil {
		return nil, p.openError(path, err)
	}
	o, err := p.accept(path, f)
	if err != nil {
		_ = f.Close()
		return nil, err
	}
	return o, nil
}

// accept judges what was really opened.
func (p *Policy) accept(path string, f *os.File) (*Opened, error) {
	info, err := f.Stat()
	if err != nil {
		return nil, openError(path, err)
	}
	o := &Opened{File: f, Info: info, Path: realPath(f, path)}
	if o.Path == os.DevNull {
		o.Shape = Null
		return o, nil
	}
	if !p.Special && (dangerous(o.Path) || kernelFile(f)) {
		return nil, refuseDangerous(path)
	}
	if rule := p.Deny.Match(o.Path); rule != "" {
		return nil, refuseDenied(path, rule)
	}
	if rule := p.deniedLink(o); rule != "" {
		return nil, refuseDenied(path, rule)
	}
	if err := p.checkShape(path, info); err != nil {
		return nil, err
	}
	if err := placeholder(path, info); err != nil {
		return nil, err
	}
	switch {
	case info.IsDir():
		o.Shape = Directory
		return o, o.list()
	case !info.Mode().IsRegular(), info.Size() == 0 && kernelFile(f):
		o.Shape = Stream
	}
	return o, nil
}

// list exchanges the open directory for a handle that can look up names below it.
func (o *Opened) list() error {
	root, err := os.OpenRoot(o.Path)
	if err != nil {
		return openError(o.Path, err)
	}
	info, err := root.Stat(".")
	if err == nil && !os.SameFile(info, o.Info) {
		err = fs.ErrNotExist // it was replaced in between
	}
	if err != nil {
		_ = root.Close()
		return openError(o.Path, err)
	}
	o.Root = root
	return o.File.Close()
}

// checkShape refuses what is neither a regular file nor a directory.
func (p *Policy) checkShape(path string, info fs.FileInfo) error {
	mode := info.Mode()
	if p.Special || mode.IsRegular() || mode.IsDir() {
		return nil
	}
	what := "a special file"
	switch {
	case mode&fs.ModeNamedPipe != 0:
		what = "a named pipe (FIFO)"
	case mode&fs.ModeSocket != 0:
		what = "a socket"
		return fault.New(fault.NotAFile, fault.PhaseOpen, path, "This is "+what+", which cannot be read as a file.", "")
	case mode&fs.ModeDevice != 0:
		if target, err := filepath.EvalSymlinks(path); err == nil {
			if target == os.DevNull {
				return nil
			}
			if dangerous(target) {
				return refuseDangerous(path)
			}
		}
		what = "a device"
	}
	return fault.New(fault.NotAFile, fault.PhaseOpen, path, "This is "+what+", not a file.", "Pass --special to read it all the same, within the limits.")
}

// check refuses paths that no system accepts.
func check(path string) error {
	switch {
	case path == "":
		return fault.New(fault.InvalidInput, fault.PhaseInput, path, "The path is empty.", "Name a file, or - for standard input.")
	case strings.IndexByte(path, 0) >= 0:
		return fault.New(fault.InvalidInput, fault.PhaseInput, path, "The path holds a NUL character, which no file name can.", "Name a file.")
	}
	return nil
}

// dangerous reports whether an absolute path leads into the folders where the
// kernel shows devices and itself. Shared memory is ordinary storage.
func dangerous(abs string) bool {
	if runtime.GOOS == "windows" || abs == os.DevNull || strings.HasPrefix(abs, "/dev/shm/") {
		return false
	}
	for _, dir := range []string{"/dev", "/proc", "/sys"} {
		if rest, ok := strings.CutPrefix(abs, dir); ok && (rest == "" || rest[0] == '/') {
			return true
		}
	}
	return false
}

func refuseDangerous(path string) error {
	return fault.New(fault.DangerousPath, fault.PhaseAuthorize, path,
		"This path leads to a device or to a file of the kernel, which may block, never end or give away secrets.", "Pass --special to read it all the same, within the limits.")
}

func resolved(path string) string {
	if target, err := filepath.EvalSymlinks(path); err == nil {
		path = target
	}
	return absolute(path)
}

func absolute(path string) string {
	abs, err := filepath.Abs(path)
	if err != nil {
		return path
	}
	return abs
}

// openError explains why path could not be opened. Below roots it says nothing
// of where a link points.
func (p *Policy) openError(path string, err error) error {
	if len(p.Roots) == 0 {
		return openError(path, err)
	}
	if errors.Is(err, errOutside) {
		return refuseOutside(path, p.Roots)
	}
	e, ok := errors.AsType[*fault.Error](openError(path, err))
	if ok && e.Code == fault.NotFound && !errors.Is(err, syscall.ELOOP) {
		e.Message = "There is no such file."
	}
	return e
}

func openError(path string, err error) error {
	e := &fault.Error{Path: path, Phase: fault.PhaseOpen, Err: err}
	switch {
	case errors.Is(err, errLink):
		e.Code, e.Phase, e.Message, e.Hint = fault.Denied, fault.PhaseAuthorize, "This is a symbolic link, and links are not followed here.", "Name the file that it points to."
	case errors.Is(err, syscall.ELOOP):
		e.Code, e.Phase, e.Message = fault.NotFound, fault.PhaseResolve, "This is a symbolic link that leads back to itself."
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, syscall.ENOTDIR):
		e.Code, e.Phase, e.Message = fault.NotFound, fault.PhaseResolve, "There is no such file."
		if target, lerr := os.Readlink(path); lerr == nil {
			e.Message = "This is a symbolic link to " + strconv.Quote(target) + ", which does not exist."
		}
	case errors.Is(err, fs.ErrPermission):
		e.Code, e.Message, e.Hint = fault.PermissionDenied, "This user may not read it.", "Change its permissions or run as a user who may."
	case errors.Is(err, syscall.ENAMETOOLONG):
		e.Code, e.Phase, e.Message, e.Hint = fault.InvalidInput, fault.PhaseInput, "The path is longer than the system allows.", "Name a file, not its content."
	case errors.Is(err, syscall.ENXIO):
		e.Code, e.Message = fault.NotAFile, "This is a socket or a device, which cannot be read as a file."
	default:
		e.Code, e.Message, e.Hint = fault.IO, "It could not be opened: "+cause(err)+".", "Try again, or read a copy."
	}
	return e
}

// cause is the system's own word for an error, without operation and path.
func cause(err error) string {
	if pe, ok := errors.AsType[*fs.PathError](err); ok {
		return pe.Err.Error()
	}
	return err.Error()
}
