//go:build unix && !linux

package sandbox

// SIGPIPE is ignored by the program, and nothing is started that could inherit
// a descriptor between its receipt and its marking.
const (
	noSignal    = 0
	closeOnExec = 0
)
