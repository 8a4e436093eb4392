package folder

// Two is two.
const Two = 2
