// Package page makes the report on two graphs: one HTML file that needs nothing else.
//
// [Write] puts together what other packages have computed and drawn. The page has no
// script and asks for nothing from the network; it is read on a phone, on a screen and on
// paper. The same input gives the same bytes.
package page
