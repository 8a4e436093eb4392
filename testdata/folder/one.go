package folder

// One is one.
const One = 1
