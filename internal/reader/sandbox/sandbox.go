// Package sandbox is where files that attackers may have written are parsed: a
// process of this same program that has given up what a parser does not need
// before it sees the first byte. It gets the open descriptor of a file over a
// socket and answers over the same socket; it opens nothing, writes nothing,
// connects to nothing and starts nothing, within bounded memory and time.
//
// This package knows processes, protections and frames of bytes. What the
// frames mean is the business of package reader.
package sandbox

import (
	"errors"
	"time"
)

// Argument is the one argument of a process that is to be a worker.
const Argument = "__worker"

// Bounds of a worker.
const (
	// Memory is how much data a worker may hold, in bytes. With the program
	// itself that stays below the 256 MB promised for any read.
	Memory = 224 << 20
	// softMemory is where garbage is collected harder.
	softMemory = 112 << 20
	// maxStack bounds the recursion of a parser, in bytes.
	maxStack = 64 << 20
	// IdleCPU is how long a worker may compute without yielding anything.
	IdleCPU = 1800 * time.Millisecond
	// maxDescriptors is how many descriptors a worker may have open.
	maxDescriptors = 16
	// MaxFrame is the size in bytes of the largest frame.
	MaxFrame = 16 << 20
)

// Exit statuses of a worker. One of the Go runtime's own is 2, for running out
// of memory or of stack.
const (
	exitRuntime = 2
	exitIdle    = 124
)

// Protections says which of them hold.
type Protections struct {
	Process  bool   `json:"process"`  // it is a process of its own
	Limits   bool   `json:"limits"`   // on memory, file size, descriptors
	Landlock int    `json:"landlock"` // version of the kernel's interface; 0: none
	Seccomp  bool   `json:"seccomp"`  // system calls are filtered
	Problem  string `json:"problem,omitempty"`
}

// All reports whether everything holds that this program can ask of a system.
func (p Protections) All() bool {
	return p.Process && p.Limits && p.Landlock > 0 && p.Seccomp
}

// ErrUnsupported is returned by Start where the system has no way to hand an
// open file to another process.
var ErrUnsupported = errors.New("this system has no worker processes")

// A Death says why a worker ended before it answered.
type Death uint8

// The ways of dying.
const (
	Crashed   Death = iota
	OutOfTime       // it computed for IdleCPU and yielded nothing
	OutOfMemory
)
