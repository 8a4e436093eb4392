package cmd

import (
	"io"

	"fread/internal/cli"
)

func newCompletion(a *app) *cli.Command {
	var names []string
	for _, s := range cli.Shells() {
		names = append(names, s.Name)
	}
	return &cli.Command{
		Use:       "completion SHELL",
		Short:     "Print the completion script of bash, zsh, fish or powershell",
		Args:      oneOf(names),
		ValidArgs: names,
		RunE: func(c *cli.Command, args []string) error {
			for _, s := range cli.Shells() {
				if s.Name == args[0] {
					_, err := io.WriteString(a.io.Out, s.Script(c.Root().Name()))
					return err
				}
			}
			return nil
		},
	}
}
