package cmd

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"fread/internal/output/schema"
	"fread/internal/reader/fault"
)

func newSchema(a *app) *cobra.Command {
	return &cobra.Command{
		Use:       "schema result",
		Short:     "Print the JSON Schema of a result document",
		Args:      oneOf(schema.Names()),
		ValidArgs: schema.Names(),
		RunE: func(_ *cobra.Command, args []string) error {
			_, err := a.io.Out.Write(schema.Document(args[0]))
			return err
		},
	}
}

// oneOf accepts exactly one of a set of words.
func oneOf(words []string) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		if len(args) == 1 && slices.Contains(words, args[0]) {
			return nil
		}
		return fault.Invalid("fread "+c.Name()+" takes one of "+strings.Join(words, ", ")+".", "")
	}
}
