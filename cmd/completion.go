package cmd

import (
	"io"

	"github.com/spf13/cobra"
)

// shells lists what completions are made for, and how.
func shells() []shell {
	return []shell{
		{"bash", "fread.bash", func(c *cobra.Command, w io.Writer) error { return c.GenBashCompletionV2(w, true) }},
		{"zsh", "fread.zsh", func(c *cobra.Command, w io.Writer) error { return c.GenZshCompletion(w) }},
		{"fish", "fread.fish", func(c *cobra.Command, w io.Writer) error { return c.GenFishCompletion(w, true) }},
		{"powershell", "fread.ps1", func(c *cobra.Command, w io.Writer) error { return c.GenPowerShellCompletionWithDesc(w) }},
	}
}

type shell struct {
	name, file string
	generate   func(*cobra.Command, io.Writer) error
}

func newCompletion(a *app) *cobra.Command {
	var names []string
	for _, s := range shells() {
		names = append(names, s.name)
	}
	return &cobra.Command{
		Use:       "completion SHELL",
		Short:     "Print the completion script of bash, zsh, fish or powershell",
		Args:      oneOf(names),
		ValidArgs: names,
		RunE: func(c *cobra.Command, args []string) error {
			for _, s := range shells() {
				if s.name == args[0] {
					return s.generate(c.Root(), a.io.Out)
				}
			}
			return nil
		},
	}
}
