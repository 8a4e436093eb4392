package reader

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"sync"
	"time"

	"fread/internal/limits"
	"fread/internal/reader/charset"
	"fread/internal/reader/cursor"
	"fread/internal/reader/decrypt"
	"fread/internal/reader/detect"
	"fread/internal/reader/fault"
	"fread/internal/reader/sandbox"
	"fread/internal/reader/source"
)

// Workers are the processes in which contained kinds are parsed. They are
// started when they are needed, used again, and replaced when they die. It is
// safe for concurrent use.
type Workers struct {
	mu     sync.Mutex
	idle   []*worker
	closed bool
}

// maxReads is after how many reads a worker is replaced, so that nothing that
// one file did to it can last.
const maxReads = 200

// worker is one process and what it has done.
type worker struct {
	*sandbox.Process
	hello *sandbox.Protections // nil until its first frame is read
	reads int
}

// Close ends the workers that are idle; those in use end when their document
// is closed.
func (w *Workers) Close() {
	if w == nil {
		return
	}
	w.mu.Lock()
	idle := w.idle
	w.idle, w.closed = nil, true
	w.mu.Unlock()
	for _, x := range idle {
		x.End()
	}
}

// Protections starts a worker if none is idle and asks what protects it.
func (w *Workers) Protections() (sandbox.Protections, error) {
	x, err := w.take()
	if err != nil {
		return sandbox.Protections{}, err
	}
	if err := x.greet(); err != nil {
		x.End()
		return sandbox.Protections{}, err
	}
	w.put(x)
	return *x.hello, nil
}

func (w *Workers) take() (*worker, error) {
	w.mu.Lock()
	if n := len(w.idle); n > 0 {
		x := w.idle[n-1]
		w.idle = w.idle[:n-1]
		w.mu.Unlock()
		return x, nil
	}
	w.mu.Unlock()
	p, err := sandbox.Start()
	if err != nil {
		return nil, err
	}
	return &worker{Process: p}, nil
}

func (w *Workers) put(x *worker) {
	w.mu.Lock()
	keep := !w.closed && x.reads < maxReads
	if keep {
		w.idle = append(w.idle, x)
	}
	w.mu.Unlock()
	if !keep {
		x.End()
	}
}

// greet reads the first frame of a new worker.
func (x *worker) greet() error {
	if x.hello != nil {
		return nil
	}
	kind, payload, _, err := x.Receive()
	if err != nil {
		return err
	}
	x.hello = new(sandbox.Protections)
	if kind != frameHello {
		return errBadFrame
	}
	return json.Unmarshal(payload, x.hello)
}

// The kinds of frames. Those to a worker are capital letters.
const (
	frameOpen  = 'O' // openMessage; the descriptor of the file goes along
	frameUnits = 'U' // position to yield units from
	frameMore  = 'M' // one more batch may be sent
	frameStop  = 'S' // no more units are wanted
	frameMeta  = 'A' // what is known by now
	frameClose = 'C' // of the document

	frameHello  = 'h' // sandbox.Protections
	frameOpened = 'o' // Meta
	frameBatch  = 'u' // units
	frameEnd    = 'e' // endMessage: of the units, or of an attempt to open
	frameClosed = 'c'
)

var errBadFrame = errors.New("a worker answered what was not asked")

const (
	batchSize   = 32 << 10 // bytes of units after which they are sent
	batchAhead  = 3        // batches that a worker may be ahead
	unitPiece   = 128 << 10
	maxRowBytes = 12 << 20 // of the cells of a row, together
)

// openMessage is what a worker has to know to open a file.
type openMessage struct {
	Reader  string
	Name    string
	State   source.State
	Request *Request
	Limits  limits.Limits
	Form    Form
	Type    detect.Type
	Guess   charset.Guess
	Charset string // of Guess.Encoding
	Resume  *cursor.Token
	Part    string
	Key     *decrypt.Key // of an encrypted file
}

// endMessage ends the units of a document.
type endMessage struct {
	Meta  Meta
	Error *errorMessage
}

type errorMessage struct {
	fault.Error
	Plain bool // it was no *fault.Error
}

func messageOf(err error) *errorMessage {
	if err == nil {
		return nil
	}
	if f, ok := errors.AsType[*fault.Error](err); ok {
		m := errorMessage{Error: *f}
		m.Err = nil
		return &m
	}
	return &errorMessage{Error: fault.Error{Message: err.Error()}, Plain: true}
}

func (m *errorMessage) err() error {
	switch {
	case m == nil:
		return nil
	case m.Plain:
		return errors.New(m.Message)
	}
	return &m.Error
}

// contained is a Document that a worker parses.
type contained struct {
	workers *Workers
	worker  *worker
	reader  string
	meta    Meta
	units   bool // units are being received
	dead    error
	ctx     context.Context //nolint:containedctx // it bounds the life of the document
	unwatch func() bool
}

// open has a worker open f with the reader of that name.
func (w *Workers) open(ctx context.Context, r Reader, f *source.File, o Options) (*contained, error) {
	outer := f.Under()
	pass, err := descriptor(outer)
	if err != nil {
		return nil, err
	}
	if pass != outer.Descriptor() {
		defer func() { _ = pass.Close() }()
	}
	m := openMessage{Reader: r.Info().Name, Name: f.Name, State: f.State, Request: o.Request, Limits: o.Limits, Form: o.Form, Type: o.Type, Guess: o.Guess, Resume: o.Resume, Part: o.Part, Key: o.key}
	m.State.Size = outer.Size()
	if e := o.Guess.Encoding; e != nil {
		m.Charset, m.Guess.Encoding = e.Name(), nil
	}
	payload, err := json.Marshal(m)
	if err != nil {
		return nil, err
	}
	x, err := w.take()
	if err != nil {
		return nil, err
	}
	x.reads++
	d := &contained{workers: w, worker: x, reader: r.Info().Name, ctx: ctx}
	d.unwatch = context.AfterFunc(ctx, x.Kill)
	if err := x.Send(frameOpen, payload, pass); err != nil {
		return nil, d.died()
	}
	if err := x.greet(); err != nil {
		return nil, d.died()
	}
	kind, payload, _, err := x.Receive()
	switch {
	case err != nil:
		return nil, d.died()
	case kind == frameOpened && json.Unmarshal(payload, &d.meta) == nil:
		return d, nil
	case kind == frameEnd:
		var end endMessage
		if json.Unmarshal(payload, &end) == nil && end.Error != nil {
			_ = d.Close()
			return nil, end.Error.err()
		}
	}
	return nil, d.died()
}

// descriptor returns a file of the system with what f holds: its own, or a
// copy, which is then the caller's.
func descriptor(f *source.File) (*os.File, error) {
	if own := f.Descriptor(); own != nil {
		return own, nil
	}
	spooled, err := sandbox.Spool(f, limits.StreamMemory)
	if errors.Is(err, sandbox.ErrTooLarge) {
		return nil, fault.New(fault.Limit, fault.PhaseScan, f.Name, "This file has to be sought in, and as a stream it is larger than the "+limits.FormatSize(limits.StreamMemory)+" kept for that.", "Save the stream to a file and read that.")
	}
	return spooled, err
}

// died ends a worker that is of no more use and says why.
func (d *contained) died() error {
	if d.dead != nil {
		return d.dead
	}
	d.unwatch()
	d.dead = d.ctx.Err()
	if death := d.worker.End(); d.dead == nil {
		d.dead = d.obituary(death)
	}
	return d.dead
}

func (d *contained) obituary(death sandbox.Death) error {
	const hint = "Use --as hex to look at its bytes, or convert it with the program that made it."
	switch death {
	case sandbox.OutOfTime:
		return fault.New(fault.TooComplex, fault.PhaseConvert, "", fmt.Sprintf("The %s reader computed for %v on this file without getting anything out of it.", d.reader, sandbox.IdleCPU), hint)
	case sandbox.OutOfMemory:
		return fault.New(fault.TooComplex, fault.PhaseConvert, "", fmt.Sprintf("The %s reader needs more memory, or goes deeper, than it may for this file (%s).", d.reader, limits.FormatSize(sandbox.Memory)), hint)
	case sandbox.Crashed:
	}
	return fault.New(fault.Corrupt, fault.PhaseConvert, "", fmt.Sprintf("The %s reader broke down on this file.", d.reader), hint)
}

// Close implements Document. A worker that is still yielding is not waited for.
func (d *contained) Close() error {
	if d.dead == nil {
		d.retire()
	}
	return nil
}

// retire gives the worker back if it can be used again, and ends it if not.
func (d *contained) retire() {
	if !d.units && d.leave() {
		d.workers.put(d.worker)
	} else {
		d.unwatch()
		_ = d.worker.End()
	}
	d.dead = errBadFrame // from now on it is not ours
}

// leave has the worker close the file; it reports whether it can be used again.
func (d *contained) leave() bool {
	if d.worker.Send(frameClose, nil, nil) != nil {
		return false
	}
	kind, _, _, err := d.worker.Receive()
	return err == nil && kind == frameClosed && d.unwatch()
}

// Meta implements Document.
func (d *contained) Meta() Meta {
	if d.dead != nil || d.units {
		return d.meta
	}
	if d.worker.Send(frameMeta, nil, nil) != nil {
		return d.meta
	}
	if kind, payload, _, err := d.worker.Receive(); err == nil && kind == frameOpened {
		var m Meta
		if json.Unmarshal(payload, &m) == nil {
			d.meta = m
		}
	}
	return d.meta
}

// Units implements Document.
func (d *contained) Units(_ context.Context, from cursor.Position) iter.Seq2[*Unit, error] {
	return func(yield func(*Unit, error) bool) {
		if d.dead != nil {
			yield(nil, d.dead)
			return
		}
		payload, _ := json.Marshal(from)
		if d.worker.Send(frameUnits, payload, nil) != nil {
			yield(nil, d.died())
			return
		}
		d.units = true
		stopped := false
		for {
			kind, payload, _, err := d.worker.Receive()
			if err != nil {
				if err := d.died(); !stopped {
					yield(nil, err)
				}
				return
			}
			switch kind {
			case frameBatch:
				if stopped {
					continue
				}
				more, err := d.batch(payload, yield)
				if err == nil && more {
					err = d.worker.Send(frameMore, nil, nil)
				}
				if err != nil {
					yield(nil, d.died())
					return
				}
				if !more {
					stopped = true
					if d.worker.Send(frameStop, nil, nil) != nil {
						_ = d.died()
						return
					}
				}
			case frameEnd:
				d.units = false
				var end endMessage
				if json.Unmarshal(payload, &end) != nil {
					end.Error = messageOf(d.died())
				} else {
					d.meta = end.Meta
				}
				if err := end.Error.err(); err != nil && !stopped {
					yield(nil, err)
				}
				return
			default:
				err := d.died()
				if !stopped {
					yield(nil, err)
				}
				return
			}
		}
	}
}

// batch yields the units of one frame, behind the Meta that was known when it
// was sent. It reports whether more are wanted.
func (d *contained) batch(payload []byte, yield func(*Unit, error) bool) (more bool, err error) {
	r := unitReader{b: payload}
	if meta := r.bytes(); len(meta) > 0 {
		var m Meta
		if err := json.Unmarshal(meta, &m); err != nil {
			return false, err
		}
		d.meta = m
	}
	var u Unit
	for len(r.b) > 0 && !r.bad {
		r.unit(&u)
		if r.bad {
			break
		}
		if !yield(&u, nil) {
			return false, nil
		}
	}
	if r.bad {
		return false, errBadFrame
	}
	return true, nil
}

// ServeWorker is the life of a worker: it closes its cage, and then opens and
// reads with the readers of registry what it is sent, until nobody is there to
// ask any more.
func ServeWorker(registry *Registry) error {
	conn, protections, watch, err := sandbox.Enter()
	if err != nil {
		return err
	}
	s := server{conn: conn, watch: watch, engine: &Engine{Registry: registry}}
	if err := s.send(frameHello, protections); err != nil {
		return err
	}
	for {
		watch.Rest()
		kind, payload, passed, err := conn.Receive()
		switch {
		case errors.Is(err, io.EOF):
			return nil // nobody asks any more
		case err != nil:
			return err
		}
		watch.Alive()
		if err := s.serve(kind, payload, passed); err != nil {
			return err
		}
	}
}

// server answers in a worker.
type server struct {
	conn   *sandbox.Conn
	watch  *sandbox.Watch
	engine *Engine
	file   *source.File
	doc    Document

	mu     sync.Mutex // held where units are collected and sent
	out    []byte     // units collected
	meta   []byte     // what is known of the document at its first unit; nil: was sent
	credit int        // batches that may be sent before the other side asks for more
	enough int64      // units, with one to see that there are more, after which probably no more are wanted; 0: never
	given  int64      // units collected
}

func (s *server) send(kind byte, v any) error {
	b, err := json.Marshal(v)
	if err != nil {
		return err
	}
	return s.conn.Send(kind, b, nil)
}

func (s *server) serve(kind byte, payload []byte, passed *os.File) error {
	if passed != nil && kind != frameOpen {
		_ = passed.Close()
	}
	switch kind {
	case frameOpen:
		err := s.open(payload, passed)
		if err != nil {
			s.close()
			return s.send(frameEnd, endMessage{Error: messageOf(err)})
		}
		return s.send(frameOpened, s.doc.Meta())
	case frameMeta:
		return s.send(frameOpened, s.doc.Meta())
	case frameUnits:
		var from cursor.Position
		if err := json.Unmarshal(payload, &from); err != nil {
			return err
		}
		return s.units(from)
	case frameClose:
		s.close()
		return s.conn.Send(frameClosed, nil, nil)
	case frameMore, frameStop: // meant for units that had ended by then
		return nil
	}
	return errBadFrame
}

func (s *server) close() {
	if s.doc != nil {
		_ = s.doc.Close()
	}
	if s.file != nil {
		_ = s.file.Close()
	}
	s.doc, s.file = nil, nil
}

func (s *server) open(payload []byte, passed *os.File) (err error) {
	defer recovered(&err)
	s.close()
	if passed == nil {
		return errBadFrame
	}
	var m openMessage
	if err := json.Unmarshal(payload, &m); err != nil {
		return err
	}
	info, err := passed.Stat()
	if err != nil {
		return err
	}
	s.file = source.New(m.Name, "", passed, info)
	s.file.State = m.State
	if m.Key != nil {
		if s.file, err = overlay(s.file, m.Key); err != nil {
			return err
		}
	}
	for _, r := range s.engine.Registry.Readers() {
		if r.Info().Name != m.Reader {
			continue
		}
		o := Options{Request: m.Request, Limits: m.Limits, Form: m.Form, Type: m.Type, Guess: m.Guess, Resume: m.Resume, Part: m.Part, Alive: s.watch.Alive}
		o.Guess.Encoding, _ = charset.Lookup(m.Charset)
		o.Sub = s.engine.sub(o)
		if s.enough = 0; m.Limits.Units > 0 {
			s.enough = m.Limits.Units + 1
		}
		s.doc, err = r.Open(context.Background(), s.file, o)
		return err
	}
	return errBadFrame
}

// recovered turns a panic of a parser into an error.
func recovered(err *error) {
	if p := recover(); p != nil {
		*err = fault.New(fault.Corrupt, fault.PhaseConvert, "", "This file broke its reader down.", "Use --as hex to look at its bytes.")
	}
}

// errStopped ends units that nobody wants any more.
var errStopped = errors.New("stopped")

// units sends the units from a place on until they end or the other side has
// enough.
func (s *server) units(from cursor.Position) error {
	if s.doc == nil {
		return errBadFrame
	}
	s.out, s.meta, s.credit, s.given = s.out[:0], nil, batchAhead, 0
	stop := s.sendLate()
	err := s.yield(from)
	stop()
	if len(s.out) > 0 && !errors.Is(err, errStopped) { // what lay before any damage comes first
		if err := s.sendBatch(); err != nil {
			return err
		}
	}
	if errors.Is(err, errStopped) {
		err = nil
	}
	if broken, ok := errors.AsType[*os.SyscallError](err); ok {
		return broken
	}
	return s.send(frameEnd, endMessage{Meta: s.doc.Meta(), Error: messageOf(err)})
}

func (s *server) yield(from cursor.Position) (err error) {
	defer recovered(&err)
	first := true
	for u, err := range s.doc.Units(context.Background(), from) {
		if err != nil {
			return err
		}
		s.watch.Alive()
		if err := s.collect(u, first); err != nil {
			return err
		}
		first = false
	}
	return nil
}

// collect adds a unit to the batch.
func (s *server) collect(u *Unit, first bool) (err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if first {
		if s.meta, err = json.Marshal(s.doc.Meta()); err != nil {
			return err
		}
	}
	if s.out, err = appendUnit(s.out, u); err != nil {
		return err
	}
	s.given++
	switch {
	case s.given == s.enough:
		return s.flush(batchAhead)
	case len(s.out) >= batchSize:
		return s.flush(1)
	}
	return nil
}

// lateAfter is how long a unit may wait for its batch to be full. What was not
// sent when a worker dies is lost.
const lateAfter = 20 * time.Millisecond

// sendLate sends batches that take long to be full, until it is told to stop.
func (s *server) sendLate() (stop func()) {
	ticker := time.NewTicker(lateAfter)
	done, gone := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(gone)
		for {
			select {
			case <-done:
				return
			case <-ticker.C:
			}
			if s.mu.TryLock() {
				if len(s.out) > 0 && s.credit > 1 && s.sendBatch() == nil { // an error shows itself at the next send
					s.credit--
				}
				s.mu.Unlock()
			}
		}
	}()
	return func() {
		ticker.Stop()
		close(done)
		<-gone
	}
}

// sendBatch sends the units collected, the first time with what is known of
// the document.
func (s *server) sendBatch() error {
	frame := appendText(make([]byte, 0, len(s.meta)+len(s.out)+8), s.meta)
	frame = append(frame, s.out...)
	s.out, s.meta = s.out[:0], nil
	return s.conn.Send(frameBatch, frame, nil)
}

// flush sends a batch, and then waits until at least so many more may be sent.
func (s *server) flush(credit int) error {
	if err := s.sendBatch(); err != nil {
		return err
	}
	s.credit--
	for s.credit < credit {
		s.watch.Rest()
		kind, _, passed, err := s.conn.Receive()
		s.watch.Alive()
		if passed != nil {
			_ = passed.Close()
		}
		switch {
		case err != nil:
			return os.NewSyscallError("recvmsg", err)
		case kind == frameStop:
			return errStopped
		case kind == frameMore:
			s.credit++
		default:
			return os.NewSyscallError("recvmsg", errBadFrame)
		}
	}
	return nil
}
