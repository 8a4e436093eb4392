module fread

go 1.26.0
