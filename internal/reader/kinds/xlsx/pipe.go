package xlsx

import (
	"errors"
	"io"
)

const (
	pipeBuffers = 4
	pipeSize    = 64 << 10
)

// A pipe reads ahead in a goroutine of its own, so that inflating and parsing
// each have a processor.
type pipe struct {
	full  chan piece
	empty chan []byte
	quit  chan struct{}
	done  chan struct{}
	now   piece
	rest  []byte
	err   error
}

// piece is what was read at once.
type piece struct {
	buf []byte
	n   int
	err error
}

var errBroken = errors.New("the data broke its reader down")

func newPipe(in io.Reader) *pipe {
	p := &pipe{full: make(chan piece, pipeBuffers), empty: make(chan []byte, pipeBuffers), quit: make(chan struct{}), done: make(chan struct{})}
	for range pipeBuffers {
		p.empty <- make([]byte, pipeSize)
	}
	go p.run(in)
	return p
}

func (p *pipe) run(in io.Reader) {
	defer close(p.done)
	defer func() {
		if broken := recover(); broken != nil { // what inflates is not ours
			select {
			case p.full <- piece{err: errBroken}:
			case <-p.quit:
			}
		}
	}()
	for {
		var buf []byte
		select {
		case buf = <-p.empty:
		case <-p.quit:
			return
		}
		n, err := readFull(in, buf)
		select {
		case p.full <- piece{buf, n, err}:
		case <-p.quit:
			return
		}
		if err != nil {
			return
		}
	}
}

// readFull reads until buf is full or there is an error.
func readFull(in io.Reader, buf []byte) (n int, err error) {
	for n < len(buf) && err == nil {
		var k int
		k, err = in.Read(buf[n:])
		n += k
	}
	return n, err
}

// Read implements io.Reader.
func (p *pipe) Read(b []byte) (int, error) {
	for len(p.rest) == 0 {
		if p.err != nil {
			return 0, p.err
		}
		if p.now.buf != nil {
			p.empty <- p.now.buf
		}
		p.now = <-p.full
		p.rest, p.err = p.now.buf[:p.now.n], p.now.err
	}
	n := copy(b, p.rest)
	p.rest = p.rest[n:]
	return n, nil
}

// stop ends the reading; what was read ahead is lost.
func (p *pipe) stop() {
	close(p.quit)
	<-p.done
}
