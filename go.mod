module fread

go 1.26.0

require (
	github.com/cespare/xxhash/v2 v2.3.0
	github.com/rivo/uniseg v0.4.7
	golang.org/x/sys v0.50.0
	golang.org/x/text v0.44.0
)
