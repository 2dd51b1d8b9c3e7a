package msep

// vectors is true: every processor that Go runs on here has NEON. Tests unset it.
var vectors = true

const listUnit = 1
