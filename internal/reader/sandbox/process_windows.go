package sandbox

import (
	"errors"
	"io"
	"os"
)

// A Conn carries frames between a worker and the process that started it.
type Conn struct{}

// Send writes one frame.
func (*Conn) Send(byte, []byte, *os.File) error { return ErrUnsupported }

// Receive reads one frame.
func (*Conn) Receive() (kind byte, payload []byte, passed *os.File, err error) {
	return 0, nil, nil, ErrUnsupported
}

// A Process is a worker seen from the process that started it.
type Process struct{ *Conn }

// Start reports that there are no workers here.
func Start() (*Process, error) { return nil, ErrUnsupported }

// Kill does nothing.
func (*Process) Kill() {}

// End does nothing.
func (*Process) End() Death { return Crashed }

// Enter reports that there are no workers here.
func Enter() (*Conn, Protections, *Watch, error) {
	return nil, Protections{}, nil, errors.ErrUnsupported
}

// A Watch ends a worker that computes and yields nothing.
type Watch struct{}

// Alive tells the watch that something was yielded.
func (*Watch) Alive() {}

// Rest tells the watch that nothing is to be done for now.
func (*Watch) Rest() {}

// Spool copies what is not a file of the system into one that has no name.
func Spool(io.ReaderAt, int64) (*os.File, error) { return nil, ErrUnsupported }

// ErrTooLarge is returned for what is larger than may be copied.
var ErrTooLarge = errors.New("larger than may be kept")
