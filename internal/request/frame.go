package request

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"math"

	"github.com/sepdist/sepdist/graph"
)

// A frame is JSON with binary parts:
//
//	"SDF1"           4 bytes
//	number of parts  uint32; the first is the JSON
//	their lengths    uint64 each
//	the parts        each padded with zeros to a multiple of 8 bytes
//
// All numbers are little-endian.
const magic = "SDF1"

// maxParts keeps a damaged frame from taking memory.
const maxParts = 1 << 16

var errFrame = errors.New("the frame is damaged")

// split returns the parts of a frame, which stay where they are.
func split(frame []byte) ([][]byte, error) {
	if len(frame) < 8 || string(frame[:4]) != magic {
		return nil, errFrame
	}
	count := binary.LittleEndian.Uint32(frame[4:])
	rest := frame[8:]
	if count == 0 || count > maxParts || uint64(len(rest)) < 8*uint64(count) {
		return nil, errFrame
	}
	lengths, rest := rest[:8*count], rest[8*count:]
	parts := make([][]byte, count)
	for i := range parts {
		size := binary.LittleEndian.Uint64(lengths[8*i:])
		if size > uint64(len(rest)) {
			return nil, errFrame
		}
		parts[i] = rest[:size:size]
		rest = rest[min(uint64(len(rest)), (size+7)&^7):]
	}
	return parts, nil
}

// join returns the frame of a header and parts.
func join(header any, parts [][]byte) ([]byte, error) {
	text, err := json.Marshal(header)
	if err != nil {
		return nil, err
	}
	all := append([][]byte{text}, parts...)
	size := 8 + 8*len(all)
	for _, p := range all {
		size += (len(p) + 7) &^ 7
	}
	frame := make([]byte, 0, size)
	frame = append(frame, magic...)
	frame = binary.LittleEndian.AppendUint32(frame, uint32(len(all)))
	for _, p := range all {
		frame = binary.LittleEndian.AppendUint64(frame, uint64(len(p)))
	}
	for _, p := range all {
		frame = append(frame, p...)
		frame = append(frame, make([]byte, -len(p)&7)...)
	}
	return frame, nil
}

// parts are those of a request beside its JSON, by number.
type parts [][]byte

func (p parts) get(i *int) ([]byte, error) {
	if i == nil || *i < 0 || *i >= len(p) {
		return nil, errors.New("the request names a part that it does not have")
	}
	return p[*i], nil
}

// int32s returns a part as integers in rows of the given width.
func (p parts) int32s(i *int, width int) ([]int32, error) {
	data, err := p.get(i)
	if err != nil {
		return nil, err
	}
	if len(data)%(4*width) != 0 {
		return nil, fmt.Errorf("part %d has %d bytes: expected rows of %d integers", *i, len(data), width)
	}
	list := make([]int32, len(data)/4)
	for k := range list {
		list[k] = int32(binary.LittleEndian.Uint32(data[4*k:]))
	}
	return list, nil
}

// int32s adds a part of integers and returns its number.
func (a *answer) int32s(list []int32) int {
	data := make([]byte, 0, 4*len(list))
	for _, x := range list {
		data = binary.LittleEndian.AppendUint32(data, uint32(x))
	}
	return a.part(data)
}

// floats adds a part of numbers and returns its number.
func (a *answer) floats(list []float64) int {
	data := make([]byte, 0, 8*len(list))
	for _, x := range list {
		data = binary.LittleEndian.AppendUint64(data, math.Float64bits(x))
	}
	return a.part(data)
}

// edgesOf returns edges from their ends and marks, in rows of two.
func edgesOf(ends []int32, marks []byte) ([]graph.Edge, error) {
	if len(ends) != len(marks) {
		return nil, fmt.Errorf("%d ends of edges and %d marks: expected as many of both", len(ends), len(marks))
	}
	edges := make([]graph.Edge, len(ends)/2)
	for i := range edges {
		edges[i] = graph.Edge{X: graph.Node(ends[2*i]), Y: graph.Node(ends[2*i+1]), AtX: graph.Mark(marks[2*i]), AtY: graph.Mark(marks[2*i+1])}
	}
	return edges, nil
}

// triplesOf returns triples from rows of status, a, b, c.
func triplesOf(rows []int32) ([]graph.Triple, error) {
	triples := make([]graph.Triple, len(rows)/4)
	for i := range triples {
		r := rows[4*i:]
		if r[0] < 0 || r[0] > int32(graph.NonCollider) {
			return nil, fmt.Errorf("a triple has status %d: expected 0 to %d", r[0], graph.NonCollider)
		}
		triples[i] = graph.Triple{A: graph.Node(r[1]), B: graph.Node(r[2]), C: graph.Node(r[3]), Status: graph.Status(r[0])}
	}
	return triples, nil
}
