package cmd

import (
	"fmt"
	"strings"
	"text/tabwriter"

	"fread/internal/cli"
	"fread/internal/reader"
	"fread/internal/reader/detect"
	"fread/internal/reader/kinds"
)

func newFormats(a *app) *cli.Command {
	return &cli.Command{
		Use:   "formats",
		Short: "List every format that is recognised, and what it yields",
		Args:  noArgs,
		RunE: func(*cli.Command, []string) error {
			w := tabwriter.NewWriter(a.io.Out, 0, 0, 2, ' ', 0)
			fmt.Fprintln(w, "KIND\tFORMAT\tNAME\tYIELDS\tEXTENSIONS")
			for _, f := range detect.Formats() {
				fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\n", f.Kind, f.Format, f.Name, yields(f), strings.Join(f.Extensions, " "))
			}
			return w.Flush()
		},
	}
}

// yields lists the forms that some reader gives of a format, the default first.
func yields(f detect.Format) string {
	t := detect.Type{Kind: f.Kind, Format: f.Format, MIME: f.MIME, Name: f.Name}
	var forms []string
	for _, form := range reader.Forms() {
		for _, r := range kinds.All() {
			if form != reader.FormBytes && form != reader.FormHex && r.Match(t, form) {
				forms = append(forms, string(form))
				break
			}
		}
	}
	if t.Kind == detect.Unsupported || len(forms) == 0 {
		return "-"
	}
	return strings.Join(forms, ", ")
}
