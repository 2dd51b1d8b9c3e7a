package npy

import (
	"strconv"
	"strings"
)

// A header reads the Python dictionary at the head of an array.
type header struct{ text string }

// parse reads the whole dictionary. Its three keys are in any order.
func (h *header) parse(a *Array) bool {
	var descr, order, shape bool
	if !h.eat("{") {
		return false
	}
	for !h.eat("}") {
		key, ok := h.quoted()
		if !ok || !h.eat(":") {
			return false
		}
		switch {
		case key == "descr" && !descr:
			a.Descr, descr = h.value()
			ok = descr
		case key == "fortran_order" && !order:
			order = true
			if a.Fortran = h.eat("True"); !a.Fortran {
				ok = h.eat("False")
			}
		case key == "shape" && !shape:
			a.Shape, shape = h.tuple()
			ok = shape
		default:
			return false
		}
		if !ok || !h.eat(",") && !strings.HasPrefix(h.text, "}") {
			return false
		}
	}
	h.blanks()
	return descr && order && shape && h.text == ""
}

func (h *header) blanks() {
	i := 0
	for i < len(h.text) && (h.text[i] == ' ' || h.text[i] == '\n' || h.text[i] == '\t') {
		i++
	}
	h.text = h.text[i:]
}

// eat removes a word from the beginning of the text, if it is there.
func (h *header) eat(word string) bool {
	h.blanks()
	rest, ok := strings.CutPrefix(h.text, word)
	if ok {
		h.text = rest
		h.blanks()
	}
	return ok
}

func (h *header) quoted() (string, bool) {
	h.blanks()
	if h.text == "" || h.text[0] != '\'' && h.text[0] != '"' {
		return "", false
	}
	end := strings.IndexByte(h.text[1:], h.text[0])
	if end < 0 {
		return "", false
	}
	s := h.text[1 : end+1]
	h.text = h.text[end+2:]
	h.blanks()
	return s, true
}

// value returns a type: a text, or the list of a record, which is not looked into.
func (h *header) value() (string, bool) {
	if !strings.HasPrefix(h.text, "[") {
		return h.quoted()
	}
	end := strings.LastIndexByte(h.text, ']')
	if end < 0 {
		return "", false
	}
	s := h.text[:end+1]
	h.text = h.text[end+1:]
	return s, true
}

// tuple returns numbers such as (3, 3). Python 2 writes (3L, 3L).
func (h *header) tuple() ([]int, bool) {
	if !h.eat("(") {
		return nil, false
	}
	list := []int{}
	for !h.eat(")") {
		n := 0
		for n < len(h.text) && h.text[n] >= '0' && h.text[n] <= '9' {
			n++
		}
		d, _ := strconv.ParseUint(h.text[:n], 10, strconv.IntSize-1) // the largest int if it is too large
		if n == 0 || len(list) == 32 {
			return nil, false
		}
		h.text = h.text[n:]
		h.eat("L")
		list = append(list, int(d))
		if !h.eat(",") && !strings.HasPrefix(h.text, ")") {
			return nil, false
		}
	}
	return list, true
}
