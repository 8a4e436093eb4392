//go:build unix

package sandbox

import (
	"os"
	"runtime/debug"
	"sync/atomic"
	"time"

	"golang.org/x/sys/unix"
)

// workerSocket is the descriptor on which a worker finds its socket.
const workerSocket = 3

// Enter makes this process a worker: it takes the socket, sets limits and
// closes the cage. What does not hold is in the Protections; only a process
// that was not started as a worker is an error.
func Enter() (*Conn, Protections, *Watch, error) {
	unix.CloseOnExec(workerSocket)
	if _, err := unix.GetsockoptInt(workerSocket, unix.SOL_SOCKET, unix.SO_TYPE); err != nil {
		return nil, Protections{}, nil, os.NewSyscallError("getsockopt", err)
	}
	debug.SetMaxStack(maxStack)
	debug.SetMemoryLimit(softMemory)
	w := &Watch{parent: os.Getppid()}
	go w.run()
	p := cage()
	p.Process = true
	return newConn(workerSocket), p, w, nil
}

// A Watch ends a worker that computes and yields nothing, or whose parent has
// gone.
type Watch struct {
	parent int
	busy   atomic.Bool
	alive  atomic.Uint64
}

// watchEvery is how often the watch looks.
const watchEvery = 25 * time.Millisecond

// Alive tells the watch that work has begun, or that something was yielded.
func (w *Watch) Alive() {
	w.alive.Add(1)
	w.busy.Store(true)
}

// Rest tells the watch that nothing is to be done for now.
func (w *Watch) Rest() { w.busy.Store(false) }

func (w *Watch) run() {
	var seen uint64
	var since time.Duration // CPU time when it was last seen alive
	for {
		time.Sleep(watchEvery)
		now := cpuTime()
		if n := w.alive.Load(); n != seen || !w.busy.Load() {
			seen, since = n, now
		}
		if now-since > IdleCPU || os.Getppid() != w.parent {
			unix.Exit(exitIdle)
		}
	}
}

// cpuTime is the time that all threads of this process have computed.
func cpuTime() time.Duration {
	var u unix.Rusage
	if unix.Getrusage(unix.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// limitResources sets what rlimits can bound. Address space is not among it:
// the Go runtime reserves far more than it uses.
func limitResources() error {
	var first error
	for _, l := range []struct {
		resource int
		most     uint64
	}{
		{unix.RLIMIT_DATA, Memory},
		{unix.RLIMIT_FSIZE, 0},
		{unix.RLIMIT_CORE, 0},
		{unix.RLIMIT_NOFILE, maxDescriptors},
	} {
		if err := unix.Setrlimit(l.resource, &unix.Rlimit{Cur: l.most, Max: l.most}); err != nil && first == nil {
			first = os.NewSyscallError("setrlimit", err)
		}
	}
	return first
}
