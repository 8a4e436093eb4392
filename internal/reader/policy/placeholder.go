//go:build darwin || windows

package policy

import "fread/internal/reader/fault"

// refusePlaceholder names a file whose content would have to be fetched from a
// cloud first, which may take any time.
func refusePlaceholder(path string) error {
	return fault.New(fault.IO, fault.PhaseOpen, path, "This is a placeholder: its content lies in a cloud and not on this machine.", "Download it first.")
}
