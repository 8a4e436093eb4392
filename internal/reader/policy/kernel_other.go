//go:build !linux

package policy

import "os"

func realPath(_ *os.File, path string) string { return resolved(path) }

func kernelFile(*os.File) bool { return false }
