package policy

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"fread/internal/reader/fault"
)

// A Root is a folder outside of which nothing is opened. The folder is held
// open: it stays the same one if its path is given to another.
type Root struct {
	asked string // absolute, as given
	real  string // without symbolic links
	dir   *os.Root
	self  *os.File // dir as a descriptor
}

// OpenRoot opens a folder as a root. A link to a folder is followed once, here.
func OpenRoot(path string) (*Root, error) {
	if err := check(path); err != nil {
		return nil, err
	}
	info, err := os.Stat(path)
	if err == nil && !info.IsDir() {
		return nil, fault.Invalid("The root "+fault.Quote(path)+" is not a folder.", "Name the folder that may be read.")
	}
	target := resolved(path)
	dir, openErr := os.OpenRoot(target)
	if err != nil || openErr != nil {
		return nil, fault.Invalid("The root "+fault.Quote(path)+" cannot be opened: "+cause(errors.Join(err, openErr))+".", "Name a folder that exists.")
	}
	self, err := dir.Open(".")
	if err != nil {
		_ = dir.Close()
		return nil, fault.Invalid("The root "+fault.Quote(path)+" cannot be opened: "+cause(err)+".", "Name a folder that may be read.")
	}
	return &Root{asked: absolute(path), real: target, dir: dir, self: self}, nil
}

// Path returns the absolute path of the root as it was given.
func (r *Root) Path() string { return r.asked }

// Contains reports whether a root lies within r.
func (r *Root) Contains(other *Root) bool {
	_, ok := below(r.real, other.real)
	return ok
}

// below returns abs relative to dir if it lies there by its spelling. What
// really lies there only the kernel can say.
func below(dir, abs string) (rel string, ok bool) {
	rel, err := filepath.Rel(dir, abs)
	if err != nil || !filepath.IsLocal(rel) {
		return "", false
	}
	return rel, true
}

// rootOf finds the root that path is spelled to lie in.
func (p *Policy) rootOf(path string) (r *Root, rel string, ok bool) {
	abs := absolute(path)
	for _, r := range p.Roots {
		for _, dir := range []string{r.asked, r.real} {
			if rel, ok := below(dir, abs); ok {
				return r, rel, true
			}
		}
	}
	return nil, "", false
}

// errOutside is what an open below a root ends in when the path leaves it.
var errOutside = errors.New("outside the root")

// open opens a file freely, or below the roots.
func (p *Policy) open(path string) (*os.File, error) {
	if len(p.Roots) == 0 {
		return openNonblocking(path, p.NoFollow)
	}
	var f *os.File
	err := p.below(path, func(r *Root, rel string) (err error) {
		f, err = openBelow(r, rel, p.NoFollow)
		return err
	})
	return f, err
}

func (p *Policy) stat(path string) (info fs.FileInfo, err error) {
	switch {
	case len(p.Roots) > 0:
		err = p.below(path, func(r *Root, rel string) (err error) {
			info, err = statBelow(r, rel, p.NoFollow)
			return err
		})
		return info, err
	case p.NoFollow:
		return os.Lstat(path)
	}
	return os.Stat(path)
}

// below runs an operation below the root that path lies in. Where a link leads
// out of the root by its spelling, its target may lie inside all the same, as
// that of an absolute link does: then the operation is tried once more on the
// path without links. That path is only a guess, which the kernel checks again.
func (p *Policy) below(path string, f func(r *Root, rel string) error) error {
	r, rel, ok := p.rootOf(path)
	if !ok {
		return errOutside
	}
	err := f(r, rel)
	if !errors.Is(err, errOutside) || p.NoFollow {
		return err
	}
	target, evalErr := filepath.EvalSymlinks(filepath.Join(r.real, rel))
	if evalErr != nil {
		return errOutside
	}
	rel, ok = below(r.real, target)
	if !ok {
		return errOutside
	}
	return f(r, rel)
}

// names lists the entries of a directory, as far as they serve to find other
// spellings.
func (p *Policy) names(dir string) []string {
	f, err := p.open(dir)
	if err != nil {
		return nil
	}
	defer func() { _ = f.Close() }()
	names, _ := f.Readdirnames(maxSiblings) // what was read before an error serves as well
	return names
}

func refuseOutside(path string, roots []*Root) error {
	e := fault.New(fault.OutsideRoots, fault.PhaseAuthorize, path, "This path leads out of the folders that may be read.", "")
	var names []string
	for _, r := range roots {
		names = append(names, fault.Quote(r.asked))
	}
	if len(names) > 0 {
		e.Hint = "Name a file inside " + strings.Join(names, " or ") + "."
	}
	return e
}

// openPortable opens below a root where the kernel has no call of its own for
// it: os.Root follows each link itself and refuses those that lead out.
func openPortable(r *Root, rel string, noFollow bool) (*os.File, error) {
	if noFollow {
		if err := refuseLinks(r, rel); err != nil {
			return nil, err
		}
	}
	f, err := r.dir.OpenFile(rel, openFlags, 0)
	return f, escaped(err)
}

func statPortable(r *Root, rel string, noFollow bool) (fs.FileInfo, error) {
	if noFollow {
		info, err := r.dir.Lstat(rel)
		return info, escaped(err)
	}
	info, err := r.dir.Stat(rel)
	return info, escaped(err)
}

// refuseLinks reports a link among the elements of a path.
func refuseLinks(r *Root, rel string) error {
	for i := range len(rel) + 1 {
		if i < len(rel) && !os.IsPathSeparator(rel[i]) {
			continue
		}
		info, err := r.dir.Lstat(rel[:i])
		if err == nil && info.Mode()&fs.ModeSymlink != 0 {
			return errLink
		}
	}
	return nil
}

// errLink is what an open ends in that would have to follow a link.
var errLink = errors.New("a symbolic link")

// escaped tells the refusal of os.Root to leave the root from other errors; it
// has no value of its own.
func escaped(err error) error {
	if err != nil && strings.Contains(err.Error(), "escapes from parent") {
		return errOutside
	}
	return err
}
