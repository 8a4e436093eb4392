//go:build !race

package sandbox

// raceDetector says whether this binary carries the race detector, whose
// memory and system calls a cage does not allow.
const raceDetector = false
