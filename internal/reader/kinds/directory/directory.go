// Package directory lists what is in a directory.
package directory

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"fread/internal/limits"
	"fread/internal/reader"
	"fread/internal/reader/cursor"
	"fread/internal/reader/detect"
	"fread/internal/reader/fault"
	"fread/internal/reader/source"
)

// Reader implements reader.Reader for directories.
type Reader struct{}

// Info implements reader.Reader.
func (Reader) Info() reader.Info {
	return reader.Info{Name: "directory", Forms: []reader.Form{reader.FormText, reader.FormRows}, Unit: reader.UnitEntry}
}

// Match implements reader.Reader.
func (Reader) Match(t detect.Type, form reader.Form) bool {
	return t.Kind == detect.Directory && (form == reader.FormDefault || form == reader.FormRows || form == reader.FormText)
}

// Open implements reader.Reader. It reads all names, so that the listing is
// sorted and counted whatever part of it is shown.
func (Reader) Open(ctx context.Context, f *source.File, o reader.Options) (reader.Document, error) {
	d := &document{root: f.Root()}
	err := d.collect(ctx, ".", max(o.Request.Depth, 1))
	slices.SortFunc(d.names, func(a, b name) int { return strings.Compare(a.path, b.path) })
	return d, err
}

type document struct {
	root      *os.Root
	names     []name
	truncated bool
	unread    []string // folders that could not be listed
}

type name struct {
	path string
	dir  bool
}

func (d *document) Close() error { return nil }

// collect adds the names in dir, and those depth-1 levels below.
func (d *document) collect(ctx context.Context, dir string, depth int) error {
	f, err := d.root.Open(dir)
	if err != nil {
		return err
	}
	entries, err := d.list(ctx, f)
	_ = f.Close()
	if err != nil {
		return err
	}
	for _, e := range entries {
		n := name{path: path.Join(dir, e.Name()), dir: e.IsDir()}
		d.names = append(d.names, n)
		if !n.dir || depth <= 1 || d.truncated {
			continue
		}
		if err := d.collect(ctx, n.path, depth-1); err != nil {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			d.unread = append(d.unread, n.path)
		}
	}
	return nil
}

func (d *document) list(ctx context.Context, f *os.File) ([]fs.DirEntry, error) {
	const batch = 4096
	var all []fs.DirEntry
	for {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		entries, err := f.ReadDir(batch)
		if room := limits.DirectoryEntries - len(d.names) - len(all); len(entries) > room {
			entries, d.truncated, err = entries[:max(room, 0)], true, io.EOF
		}
		all = append(all, entries...)
		switch {
		case errors.Is(err, io.EOF):
			return all, nil
		case err != nil:
			return nil, err
		}
	}
}

// Meta implements reader.Document.
func (d *document) Meta() reader.Meta {
	total := int64(len(d.names))
	m := reader.Meta{Total: &total, TotalExact: !d.truncated}
	if d.truncated {
		m.Notes = append(m.Notes, reader.Note{
			Code: reader.NoteDirectoryTruncated, Severity: reader.SeverityWarning,
			Message: fmt.Sprintf("The directory has more than %d entries; the rest are not listed.", limits.DirectoryEntries),
		})
		m.Omitted = append(m.Omitted, reader.Omission{What: "entries", From: total + 1})
	}
	for _, p := range d.unread {
		m.Notes = append(m.Notes, reader.Note{Code: reader.NoteDirectoryTruncated, Severity: reader.SeverityWarning, Message: "The directory " + fault.Quote(p) + " could not be listed."})
		m.Omitted = append(m.Omitted, reader.Omission{What: "entries of " + fault.Quote(p)})
	}
	return m
}

// Units implements reader.Document. What costs a look at each file is asked
// only for the entries that are shown.
func (d *document) Units(ctx context.Context, from cursor.Position) iter.Seq2[*reader.Unit, error] {
	return func(yield func(*reader.Unit, error) bool) {
		first := max(from.Unit, 1)
		if from.Unit < 0 {
			first = max(1, int64(len(d.names))+from.Unit+1)
		}
		for no := first; no <= int64(len(d.names)); no++ {
			if err := ctx.Err(); err != nil {
				yield(nil, err)
				return
			}
			e := d.entry(d.names[no-1])
			u := reader.Unit{No: no, Start: cursor.Position{Unit: no}, Next: cursor.Position{Unit: no + 1}, Text: []byte(e.Name), EOL: true, Entry: &e}
			if !yield(&u, nil) {
				return
			}
		}
	}
}

func (d *document) entry(n name) reader.Entry {
	e := reader.Entry{Name: strings.ToValidUTF8(n.path, "\uFFFD"), Type: "other"}
	if !utf8.ValidString(n.path) {
		e.NameBytes = []byte(n.path)
	}
	info, err := d.root.Lstat(n.path)
	if err != nil {
		if n.dir {
			e.Type = "directory"
		}
		return e
	}
	modified := info.ModTime().UTC()
	e.Modified = &modified
	switch mode := info.Mode(); {
	case mode.IsRegular():
		size := info.Size()
		e.Type, e.SizeBytes = "file", &size
	case mode.IsDir():
		e.Type = "directory"
	case mode&fs.ModeSymlink != 0:
		e.Type = "link"
		if target, err := d.root.Readlink(n.path); err == nil {
			e.Target = strings.ToValidUTF8(target, "\uFFFD")
		}
	case mode&fs.ModeNamedPipe != 0:
		e.Type = "fifo"
	case mode&fs.ModeSocket != 0:
		e.Type = "socket"
	case mode&fs.ModeDevice != 0:
		e.Type = "device"
	}
	return e
}
