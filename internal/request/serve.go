package request

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"sync"
	"time"
)

// The kinds of messages between a worker and the process that uses it.
const (
	msgRequest  = 1 + iota // a frame
	msgCancel              // nothing
	msgProgress            // a float64
	msgResponse            // a frame
)

// maxMessage keeps a damaged stream from taking memory.
const maxMessage = 1 << 36

// progressInterval is the least time between two reports of progress.
const progressInterval = 100 * time.Millisecond

// Serve reads requests from in and writes their responses to out, as they come, until in ends. A
// message is a head and data, all little-endian:
//
//	job     int64
//	kind    uint32: 1 request, 2 cancel, 3 progress, 4 response
//	zero    uint32
//	length  uint64
//	data    a frame, or a float64 of progress, or nothing
func Serve(in io.Reader, out io.Writer) error {
	s := &server{out: bufio.NewWriter(out)}
	r := bufio.NewReaderSize(in, 1<<16)
	var head [24]byte
	for {
		if _, err := io.ReadFull(r, head[:]); err != nil {
			if errors.Is(err, io.EOF) {
				return nil // and the process ends with what is under way
			}
			return fmt.Errorf("the head of a message is cut off: %w", err)
		}
		id := int64(binary.LittleEndian.Uint64(head[:]))
		size := binary.LittleEndian.Uint64(head[16:])
		if size > maxMessage {
			return fmt.Errorf("a message of %d bytes", size)
		}
		data := make([]byte, 0, min(size, 1<<20))
		for uint64(len(data)) < size { // it grows with what really comes
			n := min(size-uint64(len(data)), 1<<20)
			data = append(data, make([]byte, n)...)
			if _, err := io.ReadFull(r, data[uint64(len(data))-n:]); err != nil {
				return fmt.Errorf("a message is cut off: %w", err)
			}
		}
		switch kind := binary.LittleEndian.Uint32(head[8:]); kind {
		case msgRequest:
			if err := s.jobs.Start(id, data); err == nil {
				go s.wait(id)
			}
		case msgCancel:
			s.jobs.Drop(id)
		default:
			return fmt.Errorf("a message of kind %d", kind)
		}
	}
}

// A server answers requests on a pipe.
type server struct {
	jobs Jobs
	mu   sync.Mutex
	out  *bufio.Writer
}

// wait tells of a job until it is done or dropped.
func (s *server) wait(id int64) {
	for {
		done, share, err := s.jobs.Poll(id, progressInterval)
		switch {
		case err != nil:
			return
		case done:
			if response, err := s.jobs.Take(id); err == nil {
				s.send(id, msgResponse, response)
			}
			return
		}
		s.send(id, msgProgress, binary.LittleEndian.AppendUint64(nil, math.Float64bits(share)))
	}
}

// send writes a message. Where nobody reads any more, the input will end, too.
func (s *server) send(id int64, kind uint32, data []byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	head := binary.LittleEndian.AppendUint64(nil, uint64(id))
	head = binary.LittleEndian.AppendUint32(head, kind)
	head = binary.LittleEndian.AppendUint32(head, 0)
	head = binary.LittleEndian.AppendUint64(head, uint64(len(data)))
	_, _ = s.out.Write(head)
	_, _ = s.out.Write(data)
	_ = s.out.Flush()
}
