package cmd

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"

	"fread/internal/output"
	"fread/internal/reader"
	"fread/internal/reader/fault"
	"fread/internal/reader/policy"
)

// answered is one path of --from with what is to be printed for it.
type answered struct {
	out, errs bytes.Buffer
	status    int
	err       error
	done      chan struct{}
}

// maxPathBytes bounds one line of --from: no system has longer paths.
const maxPathBytes = 64 << 10

// readFrom reads the paths that a file or stream lists. Every core works; the
// answers come in the order of the paths, and only so many are held as there
// are workers.
func (a *app) readFrom(ctx context.Context, f *readFlags, style output.Style) error {
	if f.req.Cursor != "" {
		return fault.Invalid("A cursor belongs to one file, and --from reads many.", "Give the path itself.")
	}
	if _, err := output.New(style, io.Discard, io.Discard); err != nil {
		return usage(err)
	}
	engine, err := a.engine()
	if err != nil {
		return err
	}
	engine.Stdin = nil
	paths, err := a.list(f.from)
	if err != nil {
		return err
	}
	defer func() { _ = paths.Close() }()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	workers := runtime.GOMAXPROCS(0)
	jobs := make(chan func(), workers)
	order := make(chan *answered, 4*workers)
	for range workers {
		go func() {
			for job := range jobs {
				job()
			}
		}()
	}
	var listErr error
	go func() {
		defer close(order)
		defer close(jobs)
		listErr = eachPath(paths, f.nulls, func(path string) bool {
			x := &answered{done: make(chan struct{})}
			select {
			case order <- x:
			case <-ctx.Done():
				return false
			}
			jobs <- func() {
				defer close(x.done)
				x.answer(ctx, a, engine, f.req, path, style)
			}
			return true
		})
	}()
	w := bufio.NewWriterSize(a.io.Out, 64<<10)
	for x := range order {
		<-x.done
		if x.err != nil {
			return x.err
		}
		a.status = worse(a.status, x.status)
		if _, err := w.Write(x.out.Bytes()); err != nil {
			return err
		}
		if _, err := a.io.Err.Write(x.errs.Bytes()); err != nil {
			return err
		}
		if len(order) == 0 { // nothing is ready: show what there is
			if err := w.Flush(); err != nil {
				return err
			}
		}
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if listErr != nil {
		return listErr
	}
	return w.Flush()
}

func (x *answered) answer(ctx context.Context, a *app, e *reader.Engine, req reader.Request, path string, style output.Style) {
	sub := app{io: &IO{Out: &x.out, Err: &x.errs, Getenv: a.io.Getenv}}
	defer func() { // in a goroutine of its own, where nothing above would catch it
		if p := recover(); p != nil {
			x.status = sub.io.brokeDown(p)
		}
	}()
	p, err := output.New(style, &x.out, &x.errs)
	if err != nil {
		x.err = err
		return
	}
	req.Path = path
	x.status, x.err = sub.one(ctx, e, &req, p, style)
	if bad, ok := errors.AsType[*fault.Error](x.err); ok { // one bad path does not end the list
		sub.complain(path, bad)
		x.status, x.err = exitUsage, nil
	}
}

// list opens what --from names.
func (a *app) list(from string) (io.ReadCloser, error) {
	if from == "-" {
		return io.NopCloser(a.io.In), nil
	}
	var p policy.Policy
	o, err := p.Open(from)
	if err != nil {
		return nil, fault.Invalid(fmt.Sprintf("The list %s of --from cannot be read: %v", fault.Quote(from), err), "")
	}
	if o.Shape == policy.Directory {
		_ = o.Root.Close()
		return nil, fault.Invalid(fmt.Sprintf("The list %s of --from is a directory.", fault.Quote(from)), "Name a file with one path a line, or - for standard input.")
	}
	return o.File, nil
}

// eachPath calls f for every path of the list until it returns false.
func eachPath(r io.Reader, nulls bool, f func(string) bool) error {
	s := bufio.NewScanner(r)
	s.Buffer(make([]byte, 0, 4096), maxPathBytes)
	s.Split(func(data []byte, atEOF bool) (int, []byte, error) {
		end := byte('\n')
		if nulls {
			end = 0
		}
		if i := bytes.IndexByte(data, end); i >= 0 {
			return i + 1, data[:i], nil
		}
		if atEOF && len(data) > 0 {
			return len(data), data, nil
		}
		return 0, nil, nil
	})
	for s.Scan() {
		path := s.Bytes()
		if !nulls {
			path = bytes.TrimSuffix(path, []byte{'\r'})
		}
		if len(path) > 0 && !f(string(path)) {
			return nil
		}
	}
	if errors.Is(s.Err(), bufio.ErrTooLong) {
		return fault.Invalid("A line of --from is longer than any path.", "Give one path a line, or NUL-separated ones with -0.")
	}
	return s.Err()
}
