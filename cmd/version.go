package cmd

import "runtime/debug"

// Version is set by the release build; otherwise the build information speaks.
var Version string //nolint:gochecknoglobals // set by the linker

func version() string {
	if Version != "" {
		return Version
	}
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "(devel)"
}
