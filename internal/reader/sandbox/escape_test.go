//go:build linux

package sandbox

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// TestMain makes of the test binary a worker that attacks, where it is started
// as one.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == Argument {
		os.Exit(misbehave())
	}
	os.Exit(m.Run())
}

// An order tells a worker what to protect itself by and what to try then.
type order struct {
	Cage   string // limits, landlock, seccomp or all
	Attack string
	Target target
}

// target is what the attacks are tried on.
type target struct {
	File   string // to be read
	Folder string // to be written in
	TCP    string // address that listens
	Unix   string // path that listens
	Parent int
}

func misbehave() int {
	c := newConn(workerSocket)
	_, payload, passed, err := c.Receive()
	var o order
	if err != nil || json.Unmarshal(payload, &o) != nil {
		return 1
	}
	switch o.Cage {
	case "limits":
		err = limitResources()
	case "landlock":
		_, err = restrictFiles()
	case "seccomp":
		err = filterCalls()
	case "all":
		c, _, _, err = Enter() // what of it cannot be had, the others have to make up for
	}
	if err != nil {
		_ = c.Send('n', []byte(err.Error()), nil)
		return 1
	}
	answer := "" // it worked
	if err := attacks()[o.Attack](o.Target, passed); err != nil {
		answer = err.Error()
	}
	_ = c.Send('a', []byte(answer), nil)
	return 0
}

// attacks are what code that took a worker over might try; nil: it worked.
func attacks() map[string]func(target, *os.File) error {
	return map[string]func(target, *os.File) error{
		"read a file": func(t target, _ *os.File) error {
			_, err := os.ReadFile(t.File)
			return err
		},
		"list a folder": func(t target, _ *os.File) error {
			_, err := os.ReadDir(t.Folder)
			return err
		},
		"write a file": func(t target, _ *os.File) error {
			return os.WriteFile(filepath.Join(t.Folder, "written"), []byte("x"), 0o600)
		},
		"make a folder":   func(t target, _ *os.File) error { return os.Mkdir(filepath.Join(t.Folder, "made"), 0o700) },
		"make a link":     func(t target, _ *os.File) error { return os.Symlink(t.File, filepath.Join(t.Folder, "link")) },
		"remove a file":   func(t target, _ *os.File) error { return os.Remove(t.File) },
		"rename a file":   func(t target, _ *os.File) error { return os.Rename(t.File, t.File+"2") },
		"change the mode": func(t target, _ *os.File) error { return os.Chmod(t.File, 0o777) },
		"change the mode of the input": func(_ target, f *os.File) error {
			return f.Chmod(0o600)
		},
		"write into the input": func(_ target, f *os.File) error {
			_, err := f.Write([]byte("overwritten"))
			return err
		},
		"cut the input": func(_ target, f *os.File) error { return f.Truncate(0) },
		"open the input again for writing": func(_ target, f *os.File) error {
			w, err := os.OpenFile(fmt.Sprintf("/proc/self/fd/%d", f.Fd()), os.O_WRONLY, 0)
			if err == nil {
				_ = w.Close()
			}
			return err
		},
		"connect by TCP": func(t target, _ *os.File) error {
			c, err := net.Dial("tcp", t.TCP)
			if err == nil {
				_ = c.Close()
			}
			return err
		},
		"listen by TCP": func(target, *os.File) error {
			l, err := net.Listen("tcp", "127.0.0.1:0")
			if err == nil {
				_ = l.Close()
			}
			return err
		},
		"send by UDP": func(target, *os.File) error {
			c, err := net.Dial("udp", "127.0.0.1:9")
			if err == nil {
				_ = c.Close()
			}
			return err
		},
		"connect to a Unix socket": func(t target, _ *os.File) error {
			c, err := net.Dial("unix", t.Unix)
			if err == nil {
				_ = c.Close()
			}
			return err
		},
		"start a program": func(target, *os.File) error { return exec.CommandContext(context.Background(), "/bin/true").Run() },
		"become a program": func(target, *os.File) error {
			return unix.Exec("/nonexistent", []string{"x"}, nil)
		},
		"fork": func(target, *os.File) error {
			pid, _, e := unix.RawSyscall(unix.SYS_CLONE, uintptr(unix.SIGCHLD), 0, 0)
			if e != 0 {
				return e
			}
			if pid == 0 {
				_, _, _ = unix.RawSyscall(unix.SYS_EXIT_GROUP, 0, 0, 0)
			}
			return nil
		},
		"make memory that can be executed": func(target, *os.File) error {
			b, err := unix.Mmap(-1, 0, 4096, unix.PROT_READ|unix.PROT_WRITE|unix.PROT_EXEC, unix.MAP_ANON|unix.MAP_PRIVATE)
			if err == nil {
				_ = unix.Munmap(b)
			}
			return err
		},
		"turn memory into code": func(target, *os.File) error {
			b, err := unix.Mmap(-1, 0, 4096, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_ANON|unix.MAP_PRIVATE)
			if err != nil {
				return err
			}
			return unix.Mprotect(b, unix.PROT_READ|unix.PROT_EXEC)
		},
		"make a file in memory": func(target, *os.File) error {
			fd, err := unix.MemfdCreate("x", 0)
			if err == nil {
				_ = unix.Close(fd)
			}
			return err
		},
		"signal the parent": func(t target, _ *os.File) error { return unix.Kill(t.Parent, 0) },
		"look into the memory of the parent": func(t target, _ *os.File) error {
			b := make([]byte, 1)
			local := unix.Iovec{Base: &b[0]}
			local.SetLen(1)
			_, err := unix.ProcessVMReadv(t.Parent, []unix.Iovec{local}, []unix.RemoteIovec{{Base: 0x1000, Len: 1}}, 0)
			if errors.Is(err, unix.EFAULT) { // it was let look; nothing lies there
				return nil
			}
			return err
		},
		"raise a limit": func(target, *os.File) error {
			var r unix.Rlimit
			if err := unix.Getrlimit(unix.RLIMIT_NOFILE, &r); err != nil {
				return err
			}
			return unix.Setrlimit(unix.RLIMIT_NOFILE, &r)
		},
		"leave the root": func(target, *os.File) error { return unix.Chroot("/") },
		"make a namespace": func(target, *os.File) error {
			return unix.Unshare(unix.CLONE_FS)
		},
		"queue calls to the kernel": func(target, *os.File) error {
			_, _, e := unix.Syscall(unix.SYS_IO_URING_SETUP, 1, 0, 0)
			if e == unix.EFAULT { // it would do it, given a place for the answer
				return nil
			}
			return e
		},
		"open many files": func(_ target, f *os.File) error {
			for range 64 {
				if _, err := unix.FcntlInt(f.Fd(), unix.F_DUPFD_CLOEXEC, 0); err != nil {
					return err
				}
			}
			return nil
		},
		"take much memory": func(target, *os.File) error {
			b, err := unix.Mmap(-1, 0, 300<<20, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_ANON|unix.MAP_PRIVATE)
			if err == nil {
				_ = unix.Munmap(b)
			}
			return err
		},
	}
}

// stoppedBy says which of the protections alone stops an attack. Every one of
// them is stopped by all together.
func stoppedBy() map[string][]string {
	return map[string][]string{
		"limits": {"open many files", "take much memory", "write a file", "write into the input"},
		"landlock": {
			"read a file", "list a folder", "write a file", "make a folder", "make a link", "remove a file", "rename a file",
			"open the input again for writing", "connect by TCP", "start a program", // to listen, Go uses MPTCP, which Landlock does not know
			"signal the parent", "look into the memory of the parent",
		},
		"seccomp": {
			"read a file", "list a folder", "write a file", "make a folder", "make a link", "remove a file", "rename a file", "change the mode",
			"change the mode of the input", "cut the input", "open the input again for writing", "connect by TCP", "listen by TCP", "send by UDP", "connect to a Unix socket",
			"start a program", "become a program", "fork", "make memory that can be executed", "turn memory into code", "make a file in memory",
			"signal the parent", "look into the memory of the parent", "raise a limit", "leave the root", "make a namespace", "queue calls to the kernel",
		},
	}
}

// TestEscape shows of each attack that it works where nothing is done against
// it, and that it fails behind each protection that is there to stop it.
func TestEscape(t *testing.T) {
	t.Parallel()
	if raceDetector {
		t.Skip("the race detector does not run in a cage")
	}
	all := attacks()
	var names []string
	for name := range all {
		names = append(names, name)
	}
	slices.Sort(names)
	behind := stoppedBy()
	behind["all"] = names
	for _, name := range names {
		t.Run(strings.ReplaceAll(name, " ", "-"), func(t *testing.T) {
			t.Parallel()
			answer, problem := try(t, order{Cage: "nothing", Attack: name})
			if problem != "" {
				t.Fatal(problem)
			}
			if answer != "" && name != "become a program" && !strings.Contains(answer, "0 processes") {
				t.Skipf("it does not work on this machine anyway: %s", answer)
			}
			for _, cage := range []string{"limits", "landlock", "seccomp", "all"} {
				if !slices.Contains(behind[cage], name) {
					continue
				}
				switch answer, problem := try(t, order{Cage: cage, Attack: name}); {
				case strings.Contains(problem, "the kernel has no Landlock"), strings.Contains(problem, "no new privileges: operation not supported"): // built with cgo
					t.Logf("%s: not to be had here: %s", cage, problem)
				case problem != "":
					t.Errorf("%s: %s", cage, problem)
				case answer == "":
					t.Errorf("%s does not stop it", cage)
				case name == "become a program" && !strings.Contains(answer, "not permitted"):
					t.Errorf("%s lets it try: %s", cage, answer)
				}
			}
		})
	}
}

// try has a new worker do what is ordered. Problem says why it could not try.
func try(t *testing.T, o order) (answer, problem string) {
	t.Helper()
	dir := t.TempDir()
	o.Target = target{File: filepath.Join(dir, "file"), Folder: dir, Parent: os.Getpid()}
	if err := os.WriteFile(o.Target.File, []byte("content"), 0o600); err != nil {
		t.Fatal(err)
	}
	tcp, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = tcp.Close() }()
	o.Target.TCP = tcp.Addr().String()
	o.Target.Unix = filepath.Join(dir, "s")
	local, err := net.Listen("unix", o.Target.Unix)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = local.Close() }()
	input, err := os.OpenFile(filepath.Join(dir, "input"), os.O_CREATE|os.O_RDWR, 0o600) // an input is never open for writing; if it were
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = input.Close() }()

	p, err := Start()
	if err != nil {
		t.Fatal(err)
	}
	defer p.End()
	message, err := json.Marshal(o)
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Send('x', message, input); err != nil {
		t.Fatal(err)
	}
	kind, payload, _, err := p.Receive()
	switch {
	case err != nil: // killed by the attempt
		return "died: " + err.Error(), ""
	case kind == 'n':
		return "", string(payload)
	}
	return string(payload), ""
}
