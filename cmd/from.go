package cmd

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime"
	"strings"

	"github.com/cespare/xxhash/v2"

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
	engine, err := a.engine(f)
	if err != nil {
		return err
	}
	engine.Stdin = nil
	paths, err := a.list(&engine.Policy, "--from", f.from)
	if err != nil {
		return err
	}
	defer func() { _ = paths.Close() }()
	done, err := donePaths(&engine.Policy, f.skipDone)
	if err != nil {
		return err
	}
	// An interrupt lets the answers that are ready be written in order. A read of
	// a few files needs no handler: the signal ends it.
	ctx, cancel := signal.NotifyContext(ctx, os.Interrupt)
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
			if _, answered := done[xxhash.Sum64String(path)]; answered {
				return true
			}
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

// donePaths collects the paths that an earlier run answered: those of its
// result documents, or of a plain list. It keeps hashes, so that millions of
// paths cost megabytes. An output that ends in the middle of a document is that
// of a run that was broken off; the path of that document is read again.
func donePaths(p *policy.Policy, name string) (map[uint64]struct{}, error) {
	if name == "" {
		return nil, nil
	}
	r, err := open(p, "--skip-done", name)
	if err != nil {
		return nil, err
	}
	defer func() { _ = r.Close() }()
	done := map[uint64]struct{}{}
	lines := bufio.NewReader(r)
	for {
		line, err := lines.ReadBytes('\n')
		if err != nil {
			if errors.Is(err, io.EOF) {
				return done, nil
			}
			return nil, fmt.Errorf("reading %s: %w", name, err)
		}
		path := string(bytes.TrimRight(line, "\r\n"))
		if strings.HasPrefix(path, "{") {
			var doc struct {
				Path      string `json:"path"`
				PathBytes []byte `json:"pathBytes"`
			}
			if json.Unmarshal(line, &doc) != nil {
				continue
			}
			if path = doc.Path; doc.PathBytes != nil {
				path = string(doc.PathBytes)
			}
		}
		done[xxhash.Sum64String(path)] = struct{}{}
	}
}

// list opens what --from names.
func (a *app) list(p *policy.Policy, flag, from string) (io.ReadCloser, error) {
	if from == "-" {
		return io.NopCloser(a.io.In), nil
	}
	return open(p, flag, from)
}

// open opens a file that a flag names, under the rules for what may be read: the
// answers tell what it holds.
func open(p *policy.Policy, flag, name string) (io.ReadCloser, error) {
	o, err := p.Open(name)
	if err != nil {
		return nil, fault.Invalid(fmt.Sprintf("The file %s of %s cannot be read: %v", fault.Quote(name), flag, err), "")
	}
	if o.Shape == policy.Directory {
		_ = o.Root.Close()
		return nil, fault.Invalid(fmt.Sprintf("The file %s of %s is a directory.", fault.Quote(name), flag), "Name a file with one path a line.")
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
