//go:build unix

package main

import (
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// A command is one contender.
type command struct {
	name  string
	argv  []string
	fread bool // counts towards the memory of fread
	runs  []sample
}

// A sample is one run of a command.
type sample struct {
	wall, cpu time.Duration
	rss       int64 // bytes
}

func direct(name string, argv ...string) *command { return &command{name: name, argv: argv} }

func shell(name, line string) *command {
	return &command{name: name, argv: []string{"sh", "-c", line}}
}

func (b *bench) reads(name string, args ...string) *command {
	return &command{name: name, argv: append([]string{b.fread}, args...), fread: true}
}

// compete runs the commands in turns, those whose program is here.
func (b *bench) compete(rounds int, commands ...*command) ([]*command, error) {
	commands = slices.DeleteFunc(commands, func(c *command) bool {
		_, err := exec.LookPath(c.argv[0])
		return err != nil
	})
	for i := range rounds {
		for _, c := range commands {
			s, err := b.run(c.argv)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", c.name, err)
			}
			c.runs = append(c.runs, s)
			if c.fread {
				b.top = max(b.top, s.rss)
			}
			if rounds < 50 {
				fmt.Fprintf(os.Stderr, "bench: %d/%d %-40s %8.1f ms\n", i+1, rounds, c.name, ms(s.wall))
			}
		}
	}
	return commands, nil
}

func (b *bench) run(argv []string) (sample, error) {
	null, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
	if err != nil {
		return sample{}, err
	}
	defer func() { _ = null.Close() }()
	cmd := exec.CommandContext(b.ctx, argv[0], argv[1:]...)
	cmd.Stdout = null
	cmd.Env = append(os.Environ(), "LC_ALL=C.UTF-8")
	var errs strings.Builder
	cmd.Stderr = &errs
	if strings.HasPrefix(argv[0], "/") { // nothing to say: save the pipe and the goroutine
		cmd.Stderr = nil
	}
	start := time.Now()
	err = cmd.Run()
	s := sample{wall: time.Since(start)}
	if err != nil {
		return s, fmt.Errorf("%w %s", err, errs.String())
	}
	if u, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage); ok {
		s.cpu = time.Duration(u.Utime.Nano() + u.Stime.Nano())
		s.rss = u.Maxrss
		if runtime.GOOS != "darwin" && runtime.GOOS != "ios" {
			s.rss *= 1 << 10
		}
	}
	return s, nil
}

// output runs this program as one of its helpers.
func (b *bench) output(args ...string) (string, error) {
	out, err := exec.CommandContext(b.ctx, b.self, args...).Output()
	if err != nil {
		return "", fmt.Errorf("%s: %w", strings.Join(args, " "), err)
	}
	return strings.TrimSpace(string(out)), nil
}

// page is the median time of a page within one process.
func (b *bench) page(runs int, path, at string, limit int) (time.Duration, error) {
	s, err := b.output("-page", strconv.Itoa(runs), path, at, strconv.Itoa(limit))
	if err != nil {
		return 0, err
	}
	n, err := strconv.ParseInt(s, 10, 64)
	return time.Duration(n), err
}

func wall(s sample) time.Duration { return s.wall }

func cpu(s sample) time.Duration { return s.cpu }

// at returns the quantile q of what f takes from the runs.
func (c *command) at(q float64, f func(sample) time.Duration) time.Duration {
	v := make([]time.Duration, len(c.runs))
	for i, s := range c.runs {
		v[i] = f(s)
	}
	slices.Sort(v)
	return v[int(q*float64(len(v)-1)+0.5)]
}

func (c *command) rss() int64 {
	var most int64
	for _, s := range c.runs {
		most = max(most, s.rss)
	}
	return most
}

// ratio is the median of a/b over the turns.
func ratio(a, b *command, f func(sample) time.Duration) float64 {
	v := make([]float64, len(a.runs))
	for i := range a.runs {
		v[i] = float64(f(a.runs[i])) / float64(max(f(b.runs[i]), 1))
	}
	slices.Sort(v)
	return v[len(v)/2]
}

// above is the median of a-b over the turns.
func above(a, b *command, f func(sample) time.Duration) time.Duration {
	v := make([]time.Duration, len(a.runs))
	for i := range a.runs {
		v[i] = f(a.runs[i]) - f(b.runs[i])
	}
	slices.Sort(v)
	return v[len(v)/2]
}

func ms(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

func mib(n int64) float64 { return float64(n) / (1 << 20) }
