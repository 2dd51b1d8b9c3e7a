// Package web is the page: scripts and styles as they are written, without a build step, and the
// server that answers them on this computer.
package web

import "embed"

// Files are the files of the page.
//
//go:embed *.html *.css *.js *.svg
var Files embed.FS
