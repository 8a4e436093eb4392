package cmd

import (
	"slices"
	"strings"

	"fread/internal/cli"
	"fread/internal/output/schema"
	"fread/internal/reader/fault"
)

func newSchema(a *app) *cli.Command {
	return &cli.Command{
		Use:       "schema result",
		Short:     "Print the JSON Schema of a result document",
		Args:      oneOf(schema.Names()),
		ValidArgs: schema.Names(),
		RunE: func(_ *cli.Command, args []string) error {
			_, err := a.io.Out.Write(schema.Document(args[0]))
			return err
		},
	}
}

// noArgs accepts no words.
func noArgs(c *cli.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	return fault.Invalid("fread "+c.Name()+" takes no words.", "A file of that name is read as ./"+c.Name()+".")
}

// oneOf accepts exactly one of a set of words.
func oneOf(words []string) func(*cli.Command, []string) error {
	return func(c *cli.Command, args []string) error {
		if len(args) == 1 && slices.Contains(words, args[0]) {
			return nil
		}
		return fault.Invalid("fread "+c.Name()+" takes one of "+strings.Join(words, ", ")+".", "")
	}
}
