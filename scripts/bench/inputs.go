//go:build unix

package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
)

const blockSize = 256 << 10

// pageLine is the line that pages of the log are read at, pageLines how many.
const (
	pageLine  = 20_000_000
	pageLines = 100
)

// inputs makes the files that are not given, and looks at them once, which
// also brings them into the page cache.
func (b *bench) inputs(size, longSize int64) error {
	b.small = filepath.Join(b.dir, "small.txt")
	if err := generate(b.small, func(w *bufio.Writer) error { return writeLog(w, 8_000) }); err != nil {
		return err
	}
	if b.log == "" {
		b.log = filepath.Join(b.dir, "big.log")
		fmt.Fprintln(os.Stderr, "bench: making a log of", size, "bytes")
		if err := generate(b.log, func(w *bufio.Writer) error { return writeLog(w, size) }); err != nil {
			return err
		}
	}
	if b.long == "" {
		b.long = filepath.Join(b.dir, "long.txt")
		fmt.Fprintln(os.Stderr, "bench: making a line of", longSize, "bytes")
		if err := generate(b.long, func(w *bufio.Writer) error { return writeLong(w, longSize) }); err != nil {
			return err
		}
	}
	if _, _, err := survey(b.long, 0); err != nil {
		return err
	}
	lines, _, err := survey(b.log, 0)
	if err != nil {
		return err
	}
	b.lines, b.line = lines, pageLine
	if lines < pageLine+2*pageLines {
		b.line = lines * 4 / 5
	}
	info, err := os.Stat(b.log)
	if err != nil {
		return err
	}
	b.size = info.Size()
	_, b.bytes, err = survey(b.log, b.line+pageLines)
	return err
}

func generate(path string, write func(*bufio.Writer) error) (err error) {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	w := bufio.NewWriterSize(f, blockSize)
	if err := write(w); err != nil {
		return err
	}
	return w.Flush()
}

// writeLog writes at least size bytes of lines of about 80 bytes.
func writeLog(w *bufio.Writer, size int64) error {
	levels := [...]string{"INFO ", "DEBUG", "WARN ", "ERROR"}
	verbs := [...]string{"accepted", "answered in", "retried after", "dropped after"}
	var line []byte
	seed := uint64(1)
	for n, no := int64(0), int64(0); n < size; no++ {
		seed = seed*6364136223846793005 + 1442695040888963407
		r := seed >> 33
		line = append(line[:0], "2026-11-30T"...)
		for i, part := range [...]int64{no / 3_600_000 % 24, no / 60_000 % 60, no / 1000 % 60} {
			if i > 0 {
				line = append(line, ':')
			}
			line = append(line, byte('0'+part/10), byte('0'+part%10))
		}
		line = append(line, "Z "...)
		line = append(line, levels[r%4]...)
		line = append(line, " worker="...)
		line = strconv.AppendUint(line, r>>2%64, 10)
		line = append(line, " request="...)
		line = strconv.AppendUint(line, 10_000_000+r%90_000_000, 10)
		line = append(line, ' ')
		line = append(line, verbs[r>>8%4]...)
		line = append(line, ' ')
		line = strconv.AppendUint(line, r>>10%10_000, 10)
		line = append(line, " ms\n"...)
		if _, err := w.Write(line); err != nil {
			return err
		}
		n += int64(len(line))
	}
	return nil
}

// writeLong writes one line of size bytes, as a data file has it.
func writeLong(w *bufio.Writer, size int64) error {
	piece := []byte(`{"id":1048576,"name":"a piece of a very long line","value":3.14159},`)
	for n := int64(0); n < size-1; {
		p := piece[:min(int64(len(piece)), size-1-n)]
		if _, err := w.Write(p); err != nil {
			return err
		}
		n += int64(len(p))
	}
	return w.WriteByte('\n')
}

// survey counts the lines of a file, and finds where line number stop begins.
func survey(path string, stop int64) (lines, offset int64, err error) {
	f, err := os.Open(path)
	if err != nil {
		return 0, 0, err
	}
	defer func() { _ = f.Close() }()
	buf := make([]byte, blockSize)
	for {
		n, err := f.Read(buf)
		block := buf[:n]
		found := int64(bytes.Count(block, []byte{'\n'}))
		if stop > 0 && lines+found >= stop-1 {
			for lines < stop-1 {
				i := int64(bytes.IndexByte(block, '\n')) + 1
				block, offset, lines = block[i:], offset+i, lines+1
			}
			return lines, offset, nil
		}
		lines, offset = lines+found, offset+int64(n)
		if errors.Is(err, io.EOF) {
			return lines, offset, nil
		}
		if err != nil {
			return 0, 0, err
		}
	}
}
