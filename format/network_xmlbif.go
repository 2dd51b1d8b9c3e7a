package format

import (
	"bufio"
	"encoding/xml"
	"fmt"
	"strings"
)

var xmlbifFormat = Format{
	Name:       "xmlbif",
	Doc:        "the structure of a Bayesian network in XMLBIF",
	Extensions: []string{".xmlbif", ".xbif", ".xml"},
	Recipes: []Recipe{
		{"pgmpy", "XMLBIFWriter(model).write_xmlbif('g.xml')"},
	},
	Holds: Holds{Edges: "-->", Isolated: true, Name: func(name string) bool {
		return name != "" && isXML(name) && strings.TrimSpace(name) == name && !strings.Contains(name, "\ufeff")
	}},
	Sniff: sniffXML("BIF", ""),
	Read:  readXMLBIF,
	Write: writeXMLBIF,
}

func readXMLBIF(in *Input, o Options) (*Document, error) {
	x, err := newXMLReader(in)
	if err != nil {
		return nil, err
	}
	n := network{builder: newBuilder(in.Name), text: x.scanner}
	if _, err := x.root("BIF"); err != nil {
		return nil, err
	}
	err = x.children(func(e xml.StartElement, at int) error {
		if !strings.EqualFold(e.Name.Local, "NETWORK") {
			return x.fault(at, []byte("<"+e.Name.Local+">"), "<NETWORK>")
		}
		return x.children(func(e xml.StartElement, at int) error {
			switch strings.ToUpper(e.Name.Local) {
			case "VARIABLE":
				names, err := x.texts("NAME")
				if err == nil && len(names) != 1 {
					err = x.fault(at, []byte("<VARIABLE>"), "one NAME in it")
				}
				if err != nil {
					return err
				}
				return n.variable(names[0], at)
			case "DEFINITION":
				names, err := x.texts("FOR", "GIVEN")
				if err == nil && (len(names) == 0 || names[0] == "") {
					err = x.fault(at, []byte("<DEFINITION>"), "FOR and then GIVEN in it")
				}
				n.tables = append(n.tables, networkTable{names, at})
				return err
			}
			return x.skip()
		})
	})
	if err == nil {
		err = x.end()
	}
	if err != nil {
		return nil, err
	}
	return n.finish(o)
}

// texts returns the texts of the elements inside the present one that are called so.
// Where there are two names, the first must stand once and goes first.
func (x *xmlReader) texts(names ...string) ([]string, error) {
	list := make([]string, len(names)-1, 4)
	first := 0
	err := x.children(func(e xml.StartElement, at int) error {
		text, err := x.text()
		text = strings.TrimSpace(text)
		switch name := e.Name.Local; {
		case len(names) == 2 && strings.EqualFold(name, names[0]):
			if first++; first > 1 {
				return x.fault(at, []byte("<"+name+">"), "one "+names[0])
			}
			list[0] = text
		case strings.EqualFold(name, names[len(names)-1]):
			list = append(list, text)
		}
		return err
	})
	return list, err
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
