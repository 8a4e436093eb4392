package sandbox

import (
	"errors"
	"fmt"
	"runtime"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

func executable() (string, error) { return "/proc/self/exe", nil }

// cage gives up everything that a parser does not need.
func cage() Protections {
	var p Protections
	err := limitResources()
	p.Limits = err == nil
	version, landlockErr := restrictFiles()
	if landlockErr == nil {
		p.Landlock = version
	}
	seccompErr := filterCalls()
	p.Seccomp = seccompErr == nil
	if err = errors.Join(err, landlockErr, seccompErr); err != nil {
		p.Problem = err.Error()
	}
	return p
}

// rulesetAttr is struct landlock_ruleset_attr of the kernel.
type rulesetAttr struct{ files, network, scoped uint64 }

// restrictFiles forbids every use of the file system, TCP, abstract sockets and
// signals to others, through Landlock as far as the kernel knows it, in all
// threads. It returns the version of the interface.
func restrictFiles() (version int, err error) {
	v, _, e := unix.Syscall(unix.SYS_LANDLOCK_CREATE_RULESET, 0, 0, unix.LANDLOCK_CREATE_RULESET_VERSION)
	if e != 0 {
		return 0, fmt.Errorf("the kernel has no Landlock: %w", e)
	}
	version = int(v)
	rights := [...]uint{13, 14, 15, 15, 16} // kinds of access to files that versions 1, 2, … know
	attr := rulesetAttr{files: 1<<rights[min(version, len(rights))-1] - 1}
	size := unsafe.Sizeof(attr.files)
	if version >= 4 {
		attr.network = unix.LANDLOCK_ACCESS_NET_BIND_TCP | unix.LANDLOCK_ACCESS_NET_CONNECT_TCP
		size = unsafe.Offsetof(attr.scoped)
	}
	if version >= 6 {
		attr.scoped = unix.LANDLOCK_SCOPE_ABSTRACT_UNIX_SOCKET | unix.LANDLOCK_SCOPE_SIGNAL
		size = unsafe.Sizeof(attr)
	}
	fd, _, e := unix.Syscall(unix.SYS_LANDLOCK_CREATE_RULESET, uintptr(unsafe.Pointer(&attr)), size, 0) //nolint:gosec // the kernel takes a pointer
	if e != 0 {
		return version, fmt.Errorf("landlock_create_ruleset: %w", e)
	}
	defer func() { _ = unix.Close(int(fd)) }()
	if _, _, e := syscall.AllThreadsSyscall6(unix.SYS_PRCTL, unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0, 0); e != 0 {
		return version, fmt.Errorf("no new privileges: %w", e)
	}
	if _, _, e := syscall.AllThreadsSyscall(unix.SYS_LANDLOCK_RESTRICT_SELF, fd, 0, 0); e != 0 {
		return version, fmt.Errorf("landlock_restrict_self: %w", e)
	}
	return version, nil
}

// The actions of a seccomp filter.
const (
	actAllow   = 0x7fff0000 // SECCOMP_RET_ALLOW
	actErrno   = 0x00050000 // SECCOMP_RET_ERRNO
	actKill    = 0x80000000 // SECCOMP_RET_KILL_PROCESS
	offsetNr   = 0          // of the number of the call in struct seccomp_data
	offsetArch = 4
	offsetArgs = 16 // each of 8 bytes, the low half first
)

// allowed are the calls without conditions: what the Go runtime needs, reading
// and writing what is open, nothing that opens, connects, executes or changes.
func allowed() []uint32 {
	return append(archCalls(),
		unix.SYS_READ, unix.SYS_PREAD64, unix.SYS_WRITE, unix.SYS_CLOSE, unix.SYS_LSEEK, unix.SYS_FSTAT, unix.SYS_FCNTL,
		unix.SYS_SENDMSG, unix.SYS_RECVMSG,
		unix.SYS_MUNMAP, unix.SYS_MADVISE, unix.SYS_BRK, unix.SYS_MINCORE,
		unix.SYS_FUTEX, unix.SYS_NANOSLEEP, unix.SYS_CLOCK_NANOSLEEP, unix.SYS_SCHED_YIELD, unix.SYS_SCHED_GETAFFINITY,
		unix.SYS_RT_SIGACTION, unix.SYS_RT_SIGPROCMASK, unix.SYS_RT_SIGRETURN, unix.SYS_SIGALTSTACK,
		unix.SYS_GETPID, unix.SYS_GETPPID, unix.SYS_GETTID, unix.SYS_TGKILL, unix.SYS_EXIT, unix.SYS_EXIT_GROUP,
		unix.SYS_CLOCK_GETTIME, unix.SYS_GETTIMEOFDAY, unix.SYS_GETRUSAGE,
		unix.SYS_EPOLL_CREATE1, unix.SYS_EPOLL_CTL, unix.SYS_EPOLL_PWAIT, unix.SYS_EVENTFD2,
		unix.SYS_RESTART_SYSCALL, unix.SYS_GETRANDOM, unix.SYS_RSEQ, unix.SYS_SET_ROBUST_LIST,
	)
}

// filterCalls lets only the calls through that a parser and the runtime under it
// need; every other one fails with EPERM. The filter holds in all threads.
func filterCalls() error {
	if auditArch == 0 {
		return errors.New("seccomp: no filter is known for this machine")
	}
	const (
		load  = unix.BPF_LD | unix.BPF_W | unix.BPF_ABS
		equal = unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K
		bits  = unix.BPF_JMP | unix.BPF_JSET | unix.BPF_K
		ret   = unix.BPF_RET | unix.BPF_K
	)
	refuse := unix.SockFilter{Code: ret, K: actErrno | uint32(unix.EPERM)}
	allow := unix.SockFilter{Code: ret, K: actAllow}
	argument := func(n uint32) unix.SockFilter { return unix.SockFilter{Code: load, K: offsetArgs + 8*n} }
	p := []unix.SockFilter{
		{Code: load, K: offsetArch},
		{Code: equal, Jt: 1, K: auditArch},
		{Code: ret, K: actKill},
		{Code: load, K: offsetNr},

		// Threads, not processes.
		{Code: equal, Jf: 4, K: unix.SYS_CLONE},
		argument(0),
		{Code: bits, Jf: 1, K: unix.CLONE_THREAD},
		allow,
		refuse,
		// Its flags lie in memory, which a filter cannot see: C libraries then try clone.
		{Code: equal, Jf: 1, K: unix.SYS_CLONE3},
		{Code: ret, K: actErrno | uint32(unix.ENOSYS)},
	}
	for _, nr := range []uint32{unix.SYS_MMAP, unix.SYS_MPROTECT} { // nothing becomes executable
		p = append(p, unix.SockFilter{Code: equal, Jf: 4, K: nr}, argument(2),
			unix.SockFilter{Code: bits, Jf: 1, K: unix.PROT_EXEC}, refuse, allow)
	}
	// The runtime names its memory; nothing else may be set.
	p = append(p, unix.SockFilter{Code: equal, Jf: 4, K: unix.SYS_PRCTL}, argument(0),
		unix.SockFilter{Code: equal, Jf: 1, K: unix.PR_SET_VMA}, allow, refuse)
	for _, nr := range allowed() {
		p = append(p, unix.SockFilter{Code: equal, Jf: 1, K: nr}, allow)
	}
	p = append(p, refuse)
	program := unix.SockFprog{Len: uint16(len(p)), Filter: &p[0]}

	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return fmt.Errorf("no new privileges: %w", err)
	}
	thread, _, e := unix.Syscall(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, unix.SECCOMP_FILTER_FLAG_TSYNC, uintptr(unsafe.Pointer(&program))) //nolint:gosec // the kernel takes a pointer
	switch {
	case e != 0:
		return fmt.Errorf("seccomp: %w", e)
	case thread != 0:
		return fmt.Errorf("seccomp: thread %d did not take the filter", thread)
	}
	return nil
}
