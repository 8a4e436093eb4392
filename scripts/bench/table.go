//go:build unix

package main

import (
	"fmt"
	"strings"
	"time"
)

// A check is one figure with what it should reach.
type check struct {
	what string
	got  string
	ok   bool
}

func atMost(what string, got, limit float64, unit string) check {
	return check{fmt.Sprintf("%s ≤ %g%s", what, limit, unit), number(got) + unit, got <= limit}
}

func atLeast(what string, got, limit float64) check {
	return check{fmt.Sprintf("%s ≥ %g×", what, limit), number(got) + "×", got >= limit}
}

// number writes three digits that count, and no exponent.
func number(v float64) string {
	if v >= 100 {
		return fmt.Sprintf("%.0f", v)
	}
	return fmt.Sprintf("%.3g", v)
}

// report collects the two tables.
type report struct {
	b          *bench
	goals, all strings.Builder
}

// goal writes the row of one piece of work.
func (r *report) goal(work string, checks ...check) {
	reach, got := make([]string, len(checks)), make([]string, len(checks))
	for i, c := range checks {
		reach[i], got[i] = c.what, c.got
		if !c.ok {
			got[i] = "**" + c.got + "**"
			r.b.failed++
		}
	}
	fmt.Fprintf(&r.goals, "| %s | %s | %s |\n", work, strings.Join(reach, "; "), strings.Join(got, "; "))
}

// peers writes what each command took; the first is that of fread.
func (r *report) peers(work string, commands []*command) {
	for i, c := range commands {
		name := work
		if i > 0 {
			name = ""
		}
		fmt.Fprintf(&r.all, "| %s | `%s` | %.1f | %.1f | %.2f | %.0f |\n", name, strings.ReplaceAll(c.name, "|", `\|`), ms(c.at(0.5, wall)), ms(c.at(0.5, cpu)), ratio(c, commands[0], cpu), mib(c.rss()))
	}
}

// measure does all the work and returns the tables.
func (b *bench) measure() (string, error) {
	r := &report{b: b}
	for _, part := range []func(*report) error{b.startUp, b.atLine, b.byCursor, b.tail, b.longLine, b.totals} {
		if err := part(r); err != nil {
			return "", err
		}
	}
	r.goal("memory, any of the above", atMost("resident", mib(b.top), 32, " MiB"))
	return b.heading() + "\n| work | aim | measured (**bold**: falls short) |\n|---|---|---|\n" + r.goals.String() +
		"\n| work | command | wall ms | CPU ms | CPU, fread = 1 | MiB |\n|---|---|---|---|---|---|\n" + r.all.String(), nil
}

func (b *bench) startUp(r *report) error {
	c, err := b.compete(b.starts, b.reads("fread small.txt", b.small), direct("fread small.txt, plain go build", b.dynamic, b.small), direct("Go hello", b.hello), direct("cat small.txt", "cat", b.small))
	if err != nil {
		return err
	}
	hello := c[2].at(0.1, wall)
	quick := func(c *command) float64 { return float64(c.at(0.1, wall)) / float64(hello) }
	r.goal(fmt.Sprintf("start-up, `fread small.txt`, p10 of %d runs, Go hello = 1 (%.2f ms)", b.starts, ms(hello)),
		atMost("built with CGO_ENABLED=0", quick(c[0]), 1.6, "×"), atMost("plain go build", quick(c[1]), 1.6, "×"))
	r.peers("start-up (p50)", c)
	return nil
}

func (b *bench) atLine(r *report) error {
	first, last := b.line, b.line+pageLines-1
	c, err := b.compete(b.rounds,
		b.reads("fread --offset N --limit 100", "--offset", fmt.Sprint(first), "--limit", fmt.Sprint(pageLines), b.log),
		direct("pread alone, to the same line", b.self, "-pread", b.log, fmt.Sprint(b.bytes)),
		direct("cat", "cat", b.log),
		shell("tail -n +N | head", fmt.Sprintf("tail -n +%d '%s' | head -n %d", first, b.log, pageLines)),
		direct("sed -n 'N,Mp;Mq'", "sed", "-n", fmt.Sprintf("%d,%dp;%dq", first, last, last), b.log),
		direct("awk", "awk", fmt.Sprintf("NR>=%d{print} NR>=%d{exit}", first, last), b.log),
		direct("wc -l", "wc", "-l", b.log),
		direct("python3 islice", "python3", "-c", fmt.Sprintf("import sys,itertools\nsys.stdout.buffer.writelines(itertools.islice(open(sys.argv[1],'rb'),%d,%d))", first-1, last), b.log),
		direct("bat", "bat", "-p", "--line-range", fmt.Sprintf("%d:%d", first, last), b.log),
		direct("rg -n", "rg", "-n", "-m", fmt.Sprint(last), "", b.log),
	)
	if err != nil {
		return err
	}
	by := named(c)
	checks := []check{
		atMost("CPU, pread alone = 1,", ratio(c[0], by["pread alone, to the same line"], cpu), 1.2, "×"),
		atMost("CPU, cat = 1,", ratio(c[0], by["cat"], cpu), 1, "×"),
		atLeast("CPU of tail \\| head", ratio(by["tail -n +N | head"], c[0], cpu), 1.7),
		atLeast("of sed", ratio(by["sed -n 'N,Mp;Mq'"], c[0], cpu), 4),
		atLeast("of awk", ratio(by["awk"], c[0], cpu), 6),
		atMost("wall, cat = 1,", ratio(c[0], by["cat"], wall), 0.7, "×"),
	}
	r.goal(fmt.Sprintf("%d lines at line %d", pageLines, first), checks...)
	r.peers(fmt.Sprintf("%d lines at line %d", pageLines, first), c)
	return nil
}

func named(commands []*command) map[string]*command {
	m := map[string]*command{}
	for _, c := range commands {
		m[c.name] = c
	}
	return m
}

func (b *bench) byCursor(r *report) error {
	_, off, err := survey(b.log, b.line)
	if err != nil {
		return err
	}
	cursor, err := b.output("-cursor", b.log, fmt.Sprint(b.line), fmt.Sprint(off), "0")
	if err != nil {
		return err
	}
	var took [3]time.Duration
	for i, p := range []struct {
		runs     int
		path, at string
	}{{2001, b.small, "1"}, {2001, b.log, cursor}, {5, b.log, fmt.Sprint(b.line)}} {
		if took[i], err = b.page(p.runs, p.path, p.at, pageLines); err != nil {
			return err
		}
	}
	r.goal(fmt.Sprintf("next page by cursor at line %d, within one process (%.3f ms)", b.line, ms(took[1])),
		atMost("first page of a small file = 1,", float64(took[1])/float64(took[0]), 2, "×"),
		atLeast("finding the line again", float64(took[2])/float64(took[1]), 500))
	c, err := b.compete(b.starts/4,
		b.reads("fread --cursor", "--cursor", cursor, "--limit", fmt.Sprint(pageLines), b.log),
		b.reads("fread small.txt --limit 100", "--limit", fmt.Sprint(pageLines), b.small))
	if err != nil {
		return err
	}
	r.peers(fmt.Sprintf("next page by cursor at line %d", b.line), c)
	return nil
}

func (b *bench) tail(r *report) error {
	c, err := b.compete(b.starts/4,
		b.reads("fread --offset -1000 --all", "--offset", "-1000", "--all", b.log),
		b.reads("fread small.txt", b.small),
		direct("tail -n 1000", "tail", "-n", "1000", b.log))
	if err != nil {
		return err
	}
	r.goal("last 1,000 lines", atMost("wall above start-up", ms(above(c[0], c[1], wall)), 3, " ms"))
	r.peers("last 1,000 lines", c)
	return nil
}

func (b *bench) longLine(r *report) error {
	const column = 500_000_000
	cursor, err := b.output("-cursor", b.long, "1", fmt.Sprint(column-1), fmt.Sprint(column-1))
	if err != nil {
		return err
	}
	c, err := b.compete(b.starts/4,
		b.reads("fread", b.long),
		b.reads("fread --cursor", "--cursor", cursor, b.long),
		b.reads("fread small.txt", b.small))
	if err != nil {
		return err
	}
	r.goal("first 2,000 characters of one line of 1 GB", atMost("wall above start-up", ms(above(c[0], c[2], wall)), 10, " ms"), atMost("memory", mib(c[0].rss()), 16, " MiB"))
	r.goal("a piece of it at column 500,000,000 by cursor", atMost("wall above start-up", ms(above(c[1], c[2], wall)), 10, " ms"), atMost("memory", mib(c[1].rss()), 16, " MiB"))
	peers, err := b.compete(min(b.rounds, 3), direct("cut -c 1-2000", "cut", "-c", "1-2000", b.long))
	if err != nil {
		return err
	}
	for _, p := range peers {
		p.runs = repeat(p.runs, len(c[0].runs))
	}
	r.peers("one line of 1 GB: its first 2,000 characters; at column 500,000,000", append(c, peers...))
	return nil
}

func (b *bench) totals(r *report) error {
	c, err := b.compete(b.rounds,
		b.reads("fread --totals --as info", "--totals", "--as", "info", b.log),
		direct("cat", "cat", b.log),
		direct("wc -l", "wc", "-l", b.log))
	if err != nil {
		return err
	}
	slow, err := b.compete(min(b.rounds, 3), b.reads("fread --totals --as info", "--totals", "--as", "info", b.log), direct("wc -lm", "wc", "-lm", b.log))
	if err != nil {
		return err
	}
	r.goal("exact totals, `--totals --as info`",
		atMost("CPU, cat = 1,", ratio(c[0], c[1], cpu), 2.5, "×"),
		atLeast("CPU of wc -lm", ratio(slow[1], slow[0], cpu), 10))
	slow[1].runs = repeat(slow[1].runs, len(c[0].runs))
	r.peers("exact totals", append(c, slow[1]))
	return nil
}

// repeat makes n samples of fewer.
func repeat(s []sample, n int) []sample {
	for i := 0; len(s) < n; i++ {
		s = append(s, s[i])
	}
	return s[:n]
}
