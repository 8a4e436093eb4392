package cmd

import (
	"fmt"
	"runtime"

	"fread/internal/cli"
)

func newDoctor(a *app) *cli.Command {
	return &cli.Command{
		Use:   "doctor",
		Short: "Say which protections are active on this machine",
		Long:  "Say which protections are active on this machine, as a process that parses a file finds them.",
		Out:   a.io.Out,
		Args:  noArgs,
		RunE: func(*cli.Command, []string) error {
			return a.doctor()
		},
	}
}

func (a *app) doctor() error {
	p, err := a.workers.Protections()
	line := func(what string, on bool, yes, no string) {
		state, words := "yes", yes
		if !on {
			state, words = "no", no
		}
		fmt.Fprintf(a.io.Out, "%-26s %-4s %s\n", what, state, words)
	}
	fmt.Fprintf(a.io.Out, "fread %s, %s/%s, %s\n\n", version(), runtime.GOOS, runtime.GOARCH, runtime.Version())
	if err != nil {
		p.Problem = err.Error()
	}
	line("process of its own", p.Process, "documents, workbooks, archives and the like are parsed in a worker", "all is parsed in the process that prints")
	line("limits of resources", p.Limits, "memory, descriptors, no writing of files", "nothing but the checks of the program bounds a parser")
	line("no files, no network", p.Landlock > 0, fmt.Sprintf("Landlock, version %d", p.Landlock), "Landlock is in Linux from 5.13 on, where it is enabled")
	line("system calls filtered", p.Seccomp, "seccomp", "seccomp is in Linux, where a container does not forbid it")
	if p.Problem != "" {
		fmt.Fprintf(a.io.Out, "\n%s\n", printable(p.Problem))
	}
	return nil
}
