//go:build !race

package reader_test

// raceDetector says whether this binary carries the race detector, whose
// memory and system calls a cage does not allow.
const raceDetector = false
