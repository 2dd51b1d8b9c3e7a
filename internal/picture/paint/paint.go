// Package paint writes pictures as files: SVG, PNG and PDF. Only this package imports fonts and graphics libraries.
//
// The same picture gives the same bytes. Fonts are parsed when the first picture is painted, not at program start.
package paint

import (
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/sepdist/sepdist/internal/picture/canvas"
)

// Options are the options of files.
type Options struct {
	// DPI is the number of dots per inch of a PNG, at least MinDPI. A picture has at most 25 million dots. Zero means
	// 200, or fewer if there would be too many dots.
	DPI int

	// Font is a TrueType or OpenType font for characters that the built-in font lacks. Without it, PNG and PDF show
	// them as boxes with the digits of their code. For SVG, the viewer chooses a font.
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

// Formats lists the formats.
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
