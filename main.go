// Command fread reads any file as structured, bounded output.
package main

import (
	"os"

	"fread/cmd"
)

func main() { os.Exit(cmd.Main(os.Args[1:], cmd.System())) }
