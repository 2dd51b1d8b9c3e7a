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

// Serve reads requests from in and writes their responses to out, in the order in which they are ready. When
// in ends it answers the requests that it has and returns. A message is a head and data, all little-endian:
//
//	job     int64
//	kind    uint32: 1 request, 2 cancel, 3 progress, 4 response
//	zero    uint32
//	length  uint64
//	data    a frame, or a float64 of progress, or nothing
func Serve(in io.Reader, out io.Writer) error {
	s := &server{out: bufio.NewWriter(out)}
	err := s.read(bufio.NewReaderSize(in, 1<<16))
	s.waiting.Wait()
	return err
}

// read starts and cancels jobs until r ends.
func (s *server) read(r io.Reader) error {
	var head [24]byte
	for {
		if _, err := io.ReadFull(r, head[:]); err != nil {
			if err == io.EOF {
				return nil
			}
			return cutOff(err)
		}
		id := int64(binary.LittleEndian.Uint64(head[:]))
		size := binary.LittleEndian.Uint64(head[16:])
		if size > maxMessage {
			return fmt.Errorf("the head of a message announces %d bytes: expected at most %d", size, uint64(maxMessage))
		}
		data := make([]byte, 0, min(size, 1<<20))
		for uint64(len(data)) < size { // it grows with what really comes
			n := min(size-uint64(len(data)), 1<<20)
			data = append(data, make([]byte, n)...)
			if _, err := io.ReadFull(r, data[uint64(len(data))-n:]); err != nil {
				return cutOff(err)
			}
		}
		switch kind := binary.LittleEndian.Uint32(head[8:]); kind {
		case msgRequest:
			if err := s.jobs.Start(id, data); err == nil {
				s.waiting.Go(func() { s.wait(id) })
			}
		case msgCancel:
			s.jobs.Drop(id)
		default:
			return fmt.Errorf("the head of a message has kind %d: expected %d (request) or %d (cancel)", kind, msgRequest, msgCancel)
		}
	}
}

// cutOff returns the error of a reader in the middle of a message.
func cutOff(err error) error {
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		return errors.New("standard input ends in the middle of a message")
	}
	return err
}

// A server answers requests on a pipe.
type server struct {
	jobs    Jobs
	waiting sync.WaitGroup
	mu      sync.Mutex
	out     *bufio.Writer
}

// wait reports the progress of a job and its response. It cancels the job if these cannot be written: the
// process that asked has ended.
func (s *server) wait(id int64) {
	for {
		done, share, err := s.jobs.Poll(id, progressInterval)
		switch {
		case err != nil:
			return
		case done:
			if response, err := s.jobs.Take(id); err == nil {
				_ = s.send(id, msgResponse, response)
			}
			return
		}
		if s.send(id, msgProgress, binary.LittleEndian.AppendUint64(nil, math.Float64bits(share))) != nil {
			s.jobs.Drop(id)
			return
		}
	}
}

// send writes a message.
func (s *server) send(id int64, kind uint32, data []byte) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	head := binary.LittleEndian.AppendUint64(nil, uint64(id))
	head = binary.LittleEndian.AppendUint32(head, kind)
	head = binary.LittleEndian.AppendUint32(head, 0)
	head = binary.LittleEndian.AppendUint64(head, uint64(len(data)))
	_, _ = s.out.Write(head)
	_, _ = s.out.Write(data)
	return s.out.Flush() // the first error of the three
}
