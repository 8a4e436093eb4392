package sandbox

import "golang.org/x/sys/unix"

const (
	noSignal    = unix.MSG_NOSIGNAL
	closeOnExec = unix.MSG_CMSG_CLOEXEC
)
