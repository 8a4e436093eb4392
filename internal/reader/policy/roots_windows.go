package policy

import (
	"io/fs"
	"os"
)

const openFlags = os.O_RDONLY

func openBelow(r *Root, rel string, noFollow bool) (*os.File, error) {
	return openPortable(r, rel, noFollow)
}

func statBelow(r *Root, rel string, noFollow bool) (fs.FileInfo, error) {
	return statPortable(r, rel, noFollow)
}
