package format

// AllEdges and NewSeries are exported for the tests of package format_test.
const AllEdges = allEdges

var NewSeries = newSeries

// BeforeRead calls f before each text is read, until the function that it returns is called.
func BeforeRead(f func()) (restore func()) {
	read := Formats[0].read
	Formats[0].read = func(in *input, o Options) (*Document, error) { f(); return read(in, o) }
	return func() { Formats[0].read = read }
}

// CanSniff reports whether f is recognised by the content of its files.
func CanSniff(f Format) bool { return f.sniff != nil }
