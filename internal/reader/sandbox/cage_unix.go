//go:build unix && !linux

package sandbox

import (
	"os"
)

func executable() (string, error) { return os.Executable() }

// cage sets the limits that the system knows; it has no other protections that
// can be had without C.
func cage() Protections {
	var p Protections
	err := limitResources()
	p.Limits = err == nil
	if err != nil {
		p.Problem = err.Error()
	}
	return p
}
