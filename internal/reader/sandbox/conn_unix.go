//go:build unix

package sandbox

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"

	"golang.org/x/sys/unix"
)

// A Conn carries frames between a worker and the process that started it. One
// goroutine at a time sends and one receives.
type Conn struct {
	fd  int
	in  []byte // received and not yet consumed
	buf []byte // the array that in is the end of
}

const (
	frameHeader = 5 // kind and length
	readSize    = 64 << 10
)

func newConn(fd int) *Conn { return &Conn{fd: fd} }

// Close ends the conversation; the other side reads io.EOF.
func (c *Conn) Close() error { return unix.Close(c.fd) }

// Send writes one frame. With pass, its descriptor goes along; the caller keeps
// its own.
func (c *Conn) Send(kind byte, payload []byte, pass *os.File) error {
	if len(payload) > MaxFrame {
		return fmt.Errorf("a frame of %d bytes is larger than %d", len(payload), MaxFrame)
	}
	b := make([]byte, frameHeader+len(payload))
	b[0] = kind
	binary.LittleEndian.PutUint32(b[1:], uint32(len(payload)))
	copy(b[frameHeader:], payload)
	var rights []byte
	if pass != nil {
		rights = unix.UnixRights(int(pass.Fd()))
	}
	for len(b) > 0 {
		n, err := unix.SendmsgN(c.fd, b, rights, nil, noSignal)
		if errors.Is(err, unix.EINTR) {
			continue
		}
		if err != nil {
			return os.NewSyscallError("sendmsg", err)
		}
		b, rights = b[n:], nil
	}
	return nil
}

// Receive reads one frame. Payload is valid until the next call. The file, if
// one came along, is the caller's.
func (c *Conn) Receive() (kind byte, payload []byte, passed *os.File, err error) {
	for {
		need := frameHeader
		if len(c.in) >= frameHeader {
			size := binary.LittleEndian.Uint32(c.in[1:])
			if size > MaxFrame {
				err = fmt.Errorf("a frame claims %d bytes", size)
				break
			}
			need += int(size)
		}
		if len(c.in) >= need {
			break
		}
		var f *os.File
		if f, err = c.fill(); f != nil {
			if passed != nil {
				_ = passed.Close()
			}
			passed = f
		}
		if err != nil {
			break
		}
	}
	if err != nil {
		if passed != nil {
			_ = passed.Close()
		}
		return 0, nil, nil, err
	}
	n := frameHeader + int(binary.LittleEndian.Uint32(c.in[1:]))
	kind, payload = c.in[0], c.in[frameHeader:n:n]
	c.in = c.in[n:]
	return kind, payload, passed, nil
}

// fill reads once more behind c.in.
func (c *Conn) fill() (passed *os.File, err error) {
	if cap(c.in)-len(c.in) < readSize {
		b := c.buf
		if cap(b) < len(c.in)+readSize { // what a frame claims to hold is taken as it comes, not reserved ahead
			b = make([]byte, 0, 2*len(c.in)+2*readSize)
		}
		c.in = append(b[:0], c.in...)
		c.buf = c.in[:0]
	}
	var control [64]byte
	room := c.in[len(c.in):cap(c.in)]
	for {
		n, k, flags, _, err := unix.Recvmsg(c.fd, room, control[:], closeOnExec)
		if errors.Is(err, unix.EINTR) {
			continue
		}
		if err != nil {
			return nil, os.NewSyscallError("recvmsg", err)
		}
		if k > 0 {
			passed = received(control[:k])
		}
		if n == 0 {
			return passed, io.EOF
		}
		if flags&unix.MSG_CTRUNC != 0 {
			return passed, errors.New("a descriptor was lost")
		}
		c.in = c.in[:len(c.in)+n]
		return passed, nil
	}
}

// received returns the first descriptor of a control message and closes others.
func received(control []byte) *os.File {
	messages, err := unix.ParseSocketControlMessage(control)
	if err != nil {
		return nil
	}
	var first *os.File
	for i := range messages {
		fds, err := unix.ParseUnixRights(&messages[i])
		if err != nil {
			continue
		}
		for _, fd := range fds {
			if first != nil {
				_ = unix.Close(fd)
				continue
			}
			first = os.NewFile(uintptr(fd), "input")
		}
	}
	return first
}
