package policy

import (
	"io/fs"
	"os"
)

// openNonblocking opens path; Windows has no files that block on opening but
// named pipes, which live outside the file system.
func openNonblocking(path string, _ bool) (*os.File, error) { return os.Open(path) }

func descriptor(string) (*os.File, bool) { return nil, false }

// linkCount is not known from a FileInfo here.
func linkCount(fs.FileInfo) uint64 { return 1 }
