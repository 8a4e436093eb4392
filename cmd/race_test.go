//go:build race

package cmd

// raceDetector says whether this binary carries the race detector, whose memory
// and system calls a cage does not allow: what needs a worker is not tested then.
const raceDetector = true
