//go:build unix

package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"time"

	"fread/internal/reader"
	"fread/internal/reader/cursor"
	"fread/internal/reader/kinds"
	"fread/internal/reader/policy"
	"fread/internal/reader/source"
)

// helpers are what this program does when it is started by itself.
func helpers() map[string]func([]string) error {
	return map[string]func([]string) error{"-pread": pread, "-cursor": makeCursor, "-page": timePage, "-workbook": makeWorkbookFor}
}

// pread reads the first bytes of a file and does nothing with them.
func pread(args []string) error {
	n, err := strconv.ParseInt(args[1], 10, 64)
	if err != nil {
		return err
	}
	f, err := os.Open(args[0])
	if err != nil {
		return err
	}
	defer func() { _ = f.Close() }()
	buf := make([]byte, blockSize)
	for off := int64(0); off < n; {
		k, err := f.ReadAt(buf[:min(blockSize, n-off)], off)
		if err != nil && !errors.Is(err, io.EOF) {
			return err
		}
		if k == 0 {
			return io.ErrUnexpectedEOF
		}
		off += int64(k)
	}
	return nil
}

// makeCursor prints the cursor of a place: path, line, byte, characters of the
// line before it.
func makeCursor(args []string) error {
	var n [3]int64
	for i := range n {
		v, err := strconv.ParseInt(args[i+1], 10, 64)
		if err != nil {
			return err
		}
		n[i] = v
	}
	var p policy.Policy
	o, err := p.Open(args[0])
	if err != nil {
		return err
	}
	f := source.New(o.Info.Name(), o.Path, o.File, o.Info)
	defer func() { _ = f.Close() }()
	sum, err := cursor.Sum(f, n[1])
	if err != nil {
		return err
	}
	t := cursor.Token{State: f.State, Sum: sum, Pos: cursor.Position{Unit: n[0], Byte: n[1], Col: n[2]}, Kept: "utf-8"}
	fmt.Fprintln(os.Stdout, t.Encode())
	return nil
}

// timePage prints the median nanoseconds of a page within one process: runs,
// path, offset or cursor, lines.
func timePage(args []string) error {
	runs, err := strconv.Atoi(args[0])
	if err != nil {
		return err
	}
	limit, err := strconv.ParseInt(args[3], 10, 64)
	if err != nil {
		return err
	}
	req := reader.Request{Path: args[1], Limit: limit}
	if req.Offset, err = strconv.ParseInt(args[2], 10, 64); err != nil {
		req.Cursor = args[2]
	}
	registry, err := reader.NewRegistry(kinds.All()...)
	if err != nil {
		return err
	}
	e := &reader.Engine{Registry: registry}
	var took []time.Duration
	for range runs {
		start := time.Now()
		r, err := e.Read(context.Background(), &req)
		if err != nil {
			return err
		}
		if !r.Readable {
			return errors.New(r.Reason)
		}
		took = append(took, time.Since(start))
	}
	slices.Sort(took)
	fmt.Fprintln(os.Stdout, int64(took[len(took)/2]))
	return nil
}
