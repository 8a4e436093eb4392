package sandbox

import "golang.org/x/sys/unix"

const auditArch = unix.AUDIT_ARCH_X86_64

// archCalls are allowed calls that other machines do not have.
func archCalls() []uint32 { return []uint32{unix.SYS_ARCH_PRCTL, unix.SYS_EPOLL_WAIT} }
