package format

import (
	"bufio"
	"encoding/xml"
	"fmt"
	"strings"

	"github.com/sepdist/sepdist/internal/try"
)

var xmlbifFormat = Format{
	Name:       "xmlbif",
	Doc:        "the structure of a Bayesian network in XMLBIF",
	Extensions: []string{".xmlbif", ".xbif", ".xml"},
	recipes: []recipe{
		{tool: "pgmpy", save: "XMLBIFWriter(model).write_xmlbif('g.xml')"},
	},
	Capabilities: Capabilities{Edges: "-->", Isolated: true, Name: func(name string) bool {
		return name != "" && isXML(name) && strings.TrimSpace(name) == name && !strings.Contains(name, "\ufeff")
	}},
	sniff: sniffXML("BIF", ""),
	read:  readXMLBIF,
	write: writeXMLBIF,
}

func readXMLBIF(in *input, o Options) (d *Document, err error) {
	defer try.Catch(&err)
	x := newXMLReader(in)
	n := network{builder: newBuilder(in.name), text: x.scanner}
	x.whole("BIF", func(e xml.StartElement, at int) {
		if !strings.EqualFold(e.Name.Local, "NETWORK") {
			x.fail(at, []byte("<"+e.Name.Local+">"), "<NETWORK>")
		}
		x.children(func(e xml.StartElement, at int) {
			switch strings.ToUpper(e.Name.Local) {
			case "VARIABLE":
				names := x.texts("NAME")
				if len(names) != 1 {
					x.fail(at, []byte("<VARIABLE>"), "one NAME in it")
				}
				n.variable(names[0], at)
			case "DEFINITION":
				names := x.texts("FOR", "GIVEN")
				if len(names) == 0 || names[0] == "" {
					x.fail(at, []byte("<DEFINITION>"), "FOR and then GIVEN in it")
				}
				n.tables = append(n.tables, networkTable{names, at})
			default:
				x.text()
			}
		})
	})
	return n.finish(o)
}

// texts returns the texts of the elements inside the current one with one of the names. If there are
// two names, an element with the first one occurs once, and its text is the first.
func (x *xmlReader) texts(names ...string) []string {
	list := make([]string, len(names)-1, 4)
	first := 0
	x.children(func(e xml.StartElement, at int) {
		text := strings.TrimSpace(x.text())
		switch name := e.Name.Local; {
		case len(names) == 2 && strings.EqualFold(name, names[0]):
			if first++; first > 1 {
				x.fail(at, []byte("<"+name+">"), "one "+names[0])
			}
			list[0] = text
		case strings.EqualFold(name, names[len(names)-1]):
			list = append(list, text)
		}
	})
	return list
}

func writeXMLBIF(w *bufio.Writer, d *Document, _ Options) error {
	levels := networkLevels(d)
	w.WriteString("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<BIF VERSION=\"0.3\">\n<NETWORK>\n<NAME>unknown</NAME>\n")
	eachNode(w, d.Graph, func(w *bufio.Writer, name string, _ []string) {
		fmt.Fprintf(w, "<VARIABLE TYPE=\"nature\">\n  <NAME>%s</NAME>\n", escapeXML(name))
		for _, level := range levels {
			fmt.Fprintf(w, "  <OUTCOME>%s</OUTCOME>\n", level)
		}
		w.WriteString("</VARIABLE>\n")
	})
	eachNode(w, d.Graph, func(w *bufio.Writer, name string, parents []string) {
		fmt.Fprintf(w, "<DEFINITION>\n  <FOR>%s</FOR>\n", escapeXML(name))
		rows := 1
		for _, parent := range parents {
			fmt.Fprintf(w, "  <GIVEN>%s</GIVEN>\n", escapeXML(parent))
			rows *= len(levels)
		}
		fmt.Fprintf(w, "  <TABLE>%s</TABLE>\n</DEFINITION>\n", strings.TrimSpace(strings.Repeat(shares(levels, " ")+" ", rows)))
	})
	w.WriteString("</NETWORK>\n</BIF>\n")
	return nil
}
