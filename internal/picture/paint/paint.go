// Package paint writes pictures as files: SVG, PNG and PDF. It stands at the edge: fonts and
// the libraries that paint are linked here and nowhere below.
//
// The same picture gives the same bytes. Fonts are read when something is painted, not when
// the package is loaded.
package paint

import (
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/sepdist/sepdist/internal/picture/canvas"
)

// Options say how to paint.
type Options struct {
	// DPI is the number of dots per inch of a PNG, from MinDPI to what makes 25 million
	// dots of the picture. Zero is 200, or fewer where those would be too many.
	DPI int

	// Font is a TrueType or OpenType font for the characters that the built-in one
	// does not have. Without it they are shown in PNG and PDF as boxes with the digits of
	// their code; in SVG the viewer finds a font.
	Font []byte
}

// MinDPI is the least number of dots per inch.
const MinDPI = 10

// A Format is a way to write a picture. Its name is also the extension of its files.
type Format struct {
	Name string
	Doc  string // one line, for help and docs

	write func(w io.Writer, p *canvas.Picture, o Options) error
}

// Formats lists every format there is.
var Formats = []Format{
	{"svg", "vector graphics for browsers and editors, can be embedded in HTML", func(w io.Writer, p *canvas.Picture, _ Options) error { return p.SVG(w) }},
	{"png", "an image", writePNG},
	{"pdf", "a page cropped to the picture, for LaTeX", writePDF},
}

// Names returns the names of the formats.
func Names() []string {
	var names []string
	for _, f := range Formats {
		names = append(names, f.Name)
	}
	return names
}

// FormatOf returns the name of the format for a file of the given name.
func FormatOf(file string) (string, error) {
	ext := strings.ToLower(strings.TrimPrefix(filepath.Ext(file), "."))
	if !slices.Contains(Names(), ext) {
		return "", fmt.Errorf("%q: unknown picture format: use one of the extensions .%s", file, strings.Join(Names(), ", ."))
	}
	return ext, nil
}

// Write writes a picture in the format of the given name.
func Write(w io.Writer, p *canvas.Picture, format string, o Options) error {
	i := slices.Index(Names(), format)
	if i < 0 {
		return fmt.Errorf("draw: unknown picture format %q: use one of %s", format, strings.Join(Names(), ", "))
	}
	return Formats[i].write(w, p, o)
}
