package cmd

import (
	"context"
	"errors"
	"syscall"

	"fread/internal/reader"
	"fread/internal/reader/fault"
)

// The exit statuses, the same for every format (contract, section 2).
const (
	exitRead       = 0   // read, also when truncated
	exitFailed     = 1   // not read
	exitUsage      = 2   // wrong usage
	exitUnreadable = 3   // there, but nothing readable in this form
	exitInternal   = 70  // a fault of fread itself
	exitInterrupt  = 130 // interrupted
)

// exitOf is the one place where an error becomes an exit status.
func exitOf(err error) int {
	f, isFault := errors.AsType[*fault.Error](err)
	switch {
	case err == nil, errors.Is(err, syscall.EPIPE):
		return exitRead
	case errors.Is(err, context.Canceled):
		return exitInterrupt
	case isFault:
		if f.Code == fault.InvalidInput {
			return exitUsage
		}
		return exitFailed
	}
	return exitFailed
}

// exitOfResult is the one place where a result becomes an exit status.
func exitOfResult(r *reader.Result) int {
	switch {
	case r.Readable, r.Missing:
		return exitRead
	case r.Status == reader.StatusUnsupported:
		return exitUnreadable
	case r.ReasonCode == fault.InvalidInput:
		return exitUsage
	case r.ReasonCode == fault.Aborted:
		return exitInterrupt
	case r.ReasonCode == fault.Internal:
		return exitInternal
	}
	return exitFailed
}

// worse combines the statuses of several paths: 1 if any failed, else 3 if any
// was unreadable.
func worse(a, b int) int {
	for _, s := range []int{exitInterrupt, exitInternal, exitFailed, exitUsage, exitUnreadable} {
		if a == s || b == s {
			return s
		}
	}
	return exitRead
}
