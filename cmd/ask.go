package cmd

import (
	"bufio"
	"context"
	"fmt"
	"strings"

	"fread/internal/limits"
)

// askTerminal asks on the controlling terminal, not on standard input, which
// may be the file. Without a terminal the answer is no.
func (a *app) askTerminal(_ context.Context, path string, sizeBytes int64) bool {
	in, out, err := openTerminal()
	if err != nil {
		return false
	}
	defer func() { _, _ = in.Close(), out.Close() }()
	size := ""
	if sizeBytes >= 0 {
		size = " (" + limits.FormatSize(sizeBytes) + ")"
	}
	fmt.Fprintf(out, "fread: read %s%s? [y/N] ", printable(path), size)
	answer, _ := bufio.NewReader(in).ReadString('\n')
	answer = strings.ToLower(strings.TrimSpace(answer))
	return answer == "y" || answer == "yes"
}
