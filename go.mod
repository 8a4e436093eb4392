module fread

go 1.26.0

require golang.org/x/text v0.40.0
