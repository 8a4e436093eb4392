package policy

import (
	"os"
	"path/filepath"
	"strconv"

	"golang.org/x/sys/unix"
)

// realPath asks the kernel where f lies, so that the answer belongs to the
// file that was opened, whatever has been renamed since.
func realPath(f *os.File, path string) string {
	if target, err := os.Readlink("/proc/self/fd/" + strconv.Itoa(int(f.Fd()))); err == nil && filepath.IsAbs(target) {
		return target
	}
	return resolved(path)
}

// kernelFile reports whether f belongs to a file system that the kernel makes
// up: its files have no size and may never end.
func kernelFile(f *os.File) bool {
	var st unix.Statfs_t
	if err := unix.Fstatfs(int(f.Fd()), &st); err != nil {
		return false
	}
	switch int64(st.Type) { //nolint:unconvert // the width of Type differs by architecture
	case unix.PROC_SUPER_MAGIC, unix.SYSFS_MAGIC, unix.DEBUGFS_MAGIC, unix.TRACEFS_MAGIC, unix.SECURITYFS_MAGIC, unix.CGROUP_SUPER_MAGIC, unix.CGROUP2_SUPER_MAGIC:
		return true
	}
	return false
}
