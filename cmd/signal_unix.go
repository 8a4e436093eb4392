//go:build !windows

package cmd

import (
	"os/signal"
	"syscall"
)

// ignoreBrokenPipes makes a closed pipe an error of the write, which ends the
// run quietly, instead of a signal that kills it.
func ignoreBrokenPipes() { signal.Ignore(syscall.SIGPIPE) }
