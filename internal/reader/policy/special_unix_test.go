//go:build !windows

package policy_test

import (
	"errors"
	"io"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"fread/internal/reader/fault"
	"fread/internal/reader/policy"
)

func fifo(t *testing.T, path string) string {
	t.Helper()
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Skip("no FIFOs here: ", err)
	}
	return path
}

// within fails the test when f is held up: nothing here may block.
func within(t *testing.T, f func()) {
	t.Helper()
	done := make(chan struct{})
	go func() { defer close(done); f() }()
	select {
	case <-done:
	case <-time.After(10 * time.Second):
		t.Fatal("held up")
	}
}

func TestSpecialFilesAreRefusedAtOnce(t *testing.T) {
	t.Parallel()
	dir := realDir(t)
	join := func(s string) string { return filepath.Join(dir, s) }
	fifo(t, join("fifo"))
	link(t, "fifo", join("link_fifo"))
	link(t, "/dev/zero", join("zero"))
	link(t, "/proc/self/environ", join("environ"))
	link(t, "/proc/self", join("self"))
	link(t, "/dev", join("dev"))
	for _, c := range []struct {
		name, path string
		code       fault.Code
		linux      bool
	}{
		{"a FIFO", join("fifo"), fault.NotAFile, false}, // case 49
		{"a link to one", join("link_fifo"), fault.NotAFile, false},
		{"a device", "/dev/zero", fault.DangerousPath, false}, // case 50
		{"a device, written oddly", "/dev/../dev//./zero", fault.DangerousPath, false},
		{"a device, from the root", "//dev/zero", fault.DangerousPath, false},
		{"a terminal", "/dev/tty", fault.DangerousPath, false},
		{"the devices", "/dev", fault.DangerousPath, false},
		{"a link to a device", join("zero"), fault.DangerousPath, false},
		{"through a link to the devices", join("dev/zero"), fault.DangerousPath, false},
		{"a missing device", "/dev/nope", fault.DangerousPath, false},
		{"a descriptor that is none", "/dev/fd/x", fault.DangerousPath, false},
		{"the kernel", "/proc/self/status", fault.DangerousPath, true},          // case 51
		{"its secrets", "/proc/self/environ", fault.DangerousPath, true},        // complaint 5
		{"through the root", "/../proc/self/status", fault.DangerousPath, true}, // case 52
		{"through its links", "/proc/self/root/proc/self/environ", fault.DangerousPath, true},
		{"its folder", "/proc", fault.DangerousPath, true},
		{"a link to it", join("environ"), fault.DangerousPath, true},
		{"below a link to it", join("self/environ"), fault.DangerousPath, true},
		{"its settings", "/sys/kernel/mm", fault.DangerousPath, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			if c.linux && runtime.GOOS != "linux" {
				t.Skip("of Linux")
			}
			within(t, func() { refused(t, policy.Policy{}, c.path, c.code, "") })
		})
	}
}

func TestSpecialOnRequest(t *testing.T) {
	t.Parallel()
	special := policy.Policy{Special: true}
	dir := realDir(t)
	pipe := fifo(t, filepath.Join(dir, "fifo"))
	within(t, func() { // nobody writes: it is empty, and not waited for
		o, err := special.Open(pipe)
		if err != nil {
			t.Error(err)
			return
		}
		defer func() { _ = o.File.Close() }()
		if b, err := io.ReadAll(o.File); err != nil || len(b) > 0 || o.Shape != policy.Stream {
			t.Errorf("%q, %v as %v", b, err, o.Shape)
		}
	})
	within(t, func() { // somebody writes
		w, err := os.OpenFile(pipe, os.O_RDWR, 0)
		if err != nil {
			t.Error(err)
			return
		}
		o, err := special.Open(pipe)
		if err != nil {
			t.Error(err)
			return
		}
		defer func() { _ = o.File.Close() }()
		if _, err := w.WriteString("hello"); err != nil {
			t.Error(err)
		}
		_ = w.Close()
		if b, err := io.ReadAll(o.File); err != nil || string(b) != "hello" {
			t.Errorf("%q, %v", b, err)
		}
	})
	within(t, func() {
		o, err := special.Open("/dev/zero")
		if err != nil {
			t.Error(err)
			return
		}
		defer func() { _ = o.File.Close() }()
		if n, err := io.ReadFull(o.File, make([]byte, 9)); n != 9 || err != nil || o.Shape != policy.Stream {
			t.Errorf("%d, %v as %v", n, err, o.Shape)
		}
	})
	if runtime.GOOS == "linux" {
		o, err := special.Open("/proc/self/status")
		if err != nil {
			t.Fatal(err)
		}
		if o.Shape != policy.Stream {
			t.Errorf("a file of the kernel is taken for one with a size: %v", o.Shape)
		}
		_ = o.File.Close()
	}
}

func TestSocket(t *testing.T) { // case 53; a short name, for a socket's path has to be short
	t.Parallel()
	path := filepath.Join(t.TempDir(), "s")
	l, err := net.Listen("unix", path)
	if err != nil {
		t.Skip("no sockets here: ", err)
	}
	t.Cleanup(func() { _ = l.Close() })
	for _, special := range []bool{false, true} {
		within(t, func() { refused(t, policy.Policy{Special: special}, path, fault.NotAFile, "socket") })
	}
}

func TestNullAndDescriptors(t *testing.T) {
	t.Parallel()
	dir := realDir(t)
	link(t, "/dev/null", filepath.Join(dir, "null"))
	for _, path := range []string{"/dev/null", "/dev/../dev/null", filepath.Join(dir, "null")} {
		o, err := (&policy.Policy{}).Open(path)
		if err != nil {
			t.Errorf("%q: %v", path, err)
			continue
		}
		if o.Shape != policy.Null {
			t.Errorf("%q: %v", path, o.Shape)
		}
		_ = o.File.Close()
	}
	r, w, err := os.Pipe() // a shell's <(command)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = r.Close() }()
	if _, err := w.WriteString("from a pipe"); err != nil {
		t.Fatal(err)
	}
	_ = w.Close()
	within(t, func() {
		if got := content(t, policy.Policy{}, "/dev/fd/"+strconv.Itoa(int(r.Fd()))); got != "from a pipe" {
			t.Errorf("%q", got)
		}
	})
	for _, path := range []string{"/dev/fd/", "/dev/fd/-1", "/dev/fd/1048575", "/dev/fd/99999999999999999999"} {
		refused(t, policy.Policy{}, path, fault.DangerousPath, "")
	}
}

// A file may be swapped for a FIFO between the look at it and its opening: the
// open does not block, and what it opened is looked at again.
func TestSwapForAFIFO(t *testing.T) {
	t.Parallel()
	dir := realDir(t)
	path := write(t, filepath.Join(dir, "a"), "regular")
	pipe := fifo(t, filepath.Join(dir, "fifo"))
	stop := make(chan struct{})
	var wg sync.WaitGroup
	wg.Go(func() {
		for {
			select {
			case <-stop:
				return
			default:
			}
			_ = os.Rename(path, filepath.Join(dir, "b"))
			_ = os.Rename(pipe, path)
			_ = os.Rename(path, pipe)
			_ = os.Rename(filepath.Join(dir, "b"), path)
		}
	})
	within(t, func() {
		for range 3000 {
			o, err := (&policy.Policy{}).Open(path)
			if err != nil {
				if code := fault.CodeOf(err); code != fault.NotFound && code != fault.NotAFile {
					t.Errorf("%s: %v", code, err)
				}
				continue
			}
			if o.Shape != policy.Regular || !o.Info.Mode().IsRegular() {
				t.Errorf("a FIFO was opened: %v", o.Info.Mode())
			}
			_ = o.File.Close()
		}
	})
	close(stop)
	wg.Wait()
}

// finding 16
func TestNamesThatAreNotUTF8(t *testing.T) {
	t.Parallel()
	dir := realDir(t)
	name := filepath.Join(dir, "caf\xe9.txt")
	if err := os.WriteFile(name, []byte("latin1 name"), 0o600); err != nil {
		if errors.Is(err, syscall.EILSEQ) {
			t.Skip("this file system has no such names")
		}
		t.Fatal(err)
	}
	if got := content(t, policy.Policy{}, name); got != "latin1 name" {
		t.Errorf("%q", got)
	}
	folder := filepath.Join(dir, "d\xff")
	write(t, filepath.Join(folder, "x"), "below")
	if got := content(t, policy.Policy{}, filepath.Join(folder, "x")); got != "below" {
		t.Errorf("%q", got)
	}
	o, err := (&policy.Policy{}).Open(folder)
	if err != nil || o.Shape != policy.Directory {
		t.Fatalf("%+v, %v", o, err)
	}
	_ = o.Root.Close()
	if got := (&policy.Policy{}).Suggest(filepath.Join(dir, "cafe.txt")); len(got) > 0 {
		t.Errorf("suggests %q, which cannot be typed", got)
	}
	// A path as JSON carries it, with U+FFFD for what is not UTF-8, finds the one
	// file that it can mean.
	found := false
	for _, r := range (&policy.Policy{}).Repairs(filepath.Join(dir, "caf\uFFFD.txt")) {
		found = found || strings.HasSuffix(r, "caf\xe9.txt")
	}
	if !found {
		t.Error("a replacement character finds nothing")
	}
}
