//go:build unix

package sandbox

import (
	"os"
	"sync"
	"syscall"

	"golang.org/x/sys/unix"
)

// A Process is a worker seen from the process that started it.
type Process struct {
	*Conn
	process *os.Process
	once    sync.Once
	death   Death
}

// Start starts a worker. Nothing is awaited: its first frame comes when it has
// closed its cage.
func Start() (*Process, error) {
	pair, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM, 0)
	if err != nil {
		return nil, os.NewSyscallError("socketpair", err)
	}
	unix.CloseOnExec(pair[0])
	unix.CloseOnExec(pair[1])
	theirs := os.NewFile(uintptr(pair[1]), "worker")
	defer func() { _ = theirs.Close() }()
	exe, err := executable()
	if err != nil {
		_ = unix.Close(pair[0])
		return nil, err
	}
	env := []string{"GOTRACEBACK=none", "PATH="}
	var stderr *os.File
	if os.Getenv("FREAD_DEBUG") != "" {
		env[0], stderr = "GOTRACEBACK=single", os.Stderr
	}
	//nolint:gosec // it is this program itself
	p, err := os.StartProcess(exe, []string{os.Args[0], Argument}, &os.ProcAttr{Dir: "/", Env: env, Files: []*os.File{nil, nil, stderr, theirs}})
	if err != nil {
		_ = unix.Close(pair[0])
		return nil, err
	}
	return &Process{Conn: newConn(pair[0]), process: p}, nil
}

// Kill ends the worker at once, whatever it is doing. It may be called from
// another goroutine and any number of times; a Receive that waits returns.
func (p *Process) Kill() { _ = p.process.Kill() }

// End ends the worker and says how it died, if it was dead before.
func (p *Process) End() Death {
	p.once.Do(func() {
		_ = p.Close()
		_ = p.process.Kill() // does nothing to one that is dead and not yet waited for
		state, err := p.process.Wait()
		if err != nil {
			return
		}
		switch {
		case state.ExitCode() == exitIdle:
			p.death = OutOfTime
		case state.ExitCode() == exitRuntime:
			p.death = OutOfMemory
		default:
			if s, ok := state.Sys().(syscall.WaitStatus); ok && s.Signaled() && s.Signal() == syscall.SIGXCPU {
				p.death = OutOfTime
			}
		}
	})
	return p.death
}
