// Command libsepdist is the library for other languages, built with -buildmode=c-shared. It
// answers the requests of package request, which are frames of JSON and arrays. It is the only
// package with C in it.
//
//	int32_t sepdist_abi(void);
//	int32_t sepdist_start(int64_t job, const char *frame, int64_t size);
//	int32_t sepdist_poll(int64_t job, int32_t milliseconds, double *progress);
//	int64_t sepdist_take(int64_t job, void **frame);
//	void    sepdist_drop(int64_t job);
//	void    sepdist_free(void *frame);
//	int32_t sepdist_count(int32_t metric, int64_t nodes, const char *truth, const char *guess,
//	                      int32_t turned, double *wrong_of, char *text, int64_t room);
//	int32_t sepdist_start_count(int64_t job, int32_t metric, int64_t nodes, const char *truth,
//	                            const char *guess, int32_t turned, char *text, int64_t room);
//	int64_t sepdist_compare(const int64_t *head, const char *plan,
//	                        const void *truth, const void *truth_marks, const char *truth_names,
//	                        const void *guess, const void *guess_marks, const char *guess_names,
//	                        void *out, int64_t room);
//
// The caller numbers its jobs. It waits by polling, so that it can look at its own signals in
// between; there are no callbacks. The library does not survive a fork: the child must load a
// copy from another file.
package main

/*
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
*/
import "C"

import (
	"bytes"
	"context"
	"strconv"
	"sync"
	"time"
	"unsafe"

	"github.com/sepdist/sepdist/format"
	"github.com/sepdist/sepdist/internal/heap"
	"github.com/sepdist/sepdist/internal/request"
)

// abi changes with the functions below and with the form of frames. python/sepdist/_native/library.py and r/src/shim.c have it, too.
const abi = 3

func main() {}

func init() { heap.Reserve() }

var jobs request.Jobs

//export sepdist_abi
func sepdist_abi() C.int32_t { return abi }

// sepdist_start begins to answer a request, which it copies. It returns 0, or 1 where the number
// is taken.
//
//export sepdist_start
func sepdist_start(job C.int64_t, frame *C.char, size C.int64_t) C.int32_t {
	data := unsafe.Slice((*byte)(unsafe.Pointer(frame)), size)
	if jobs.Start(int64(job), bytes.Clone(data)) != nil {
		return 1
	}
	return 0
}

// sepdist_poll waits for a job for at most the given time. It returns 0 if the job is running, 1 if it is
// done and -1 if there is no such job.
//
//export sepdist_poll
func sepdist_poll(job C.int64_t, milliseconds C.int32_t, progress *C.double) C.int32_t {
	done, share, err := jobs.Poll(int64(job), time.Duration(milliseconds)*time.Millisecond)
	if err != nil {
		return -1
	}
	*progress = C.double(share)
	if done {
		return 1
	}
	return 0
}

// sepdist_take waits for a job and gives its response, to be freed by sepdist_free. It returns
// the size, or -1 where there is no such job or no memory.
//
//export sepdist_take
func sepdist_take(job C.int64_t, frame *unsafe.Pointer) C.int64_t {
	response, err := jobs.Take(int64(job))
	if err != nil {
		return -1
	}
	*frame = C.malloc(C.size_t(len(response)))
	if *frame == nil {
		return -1
	}
	copy(unsafe.Slice((*byte)(*frame), len(response)), response)
	return C.int64_t(len(response))
}

// sepdist_drop cancels a job and forgets it.
//
//export sepdist_drop
func sepdist_drop(job C.int64_t) { jobs.Drop(int64(job)) }

//export sepdist_free
func sepdist_free(frame unsafe.Pointer) { C.free(frame) }

// counted are the metrics of sepdist_count, by number.
var counted = [...]struct {
	metric  string
	class   string // that both graphs must be of
	perPair bool   // it walks for each pair, not for each node, and can take seconds on any graph
}{{metric: "parent-aid"}, {metric: "ancestor-aid"}, {metric: "oset-aid", perPair: true}, {metric: "sid", class: "dag"}}

// counters keep their working memory between calls, by metric and orientation: those of one
// goroutine, and those that use all processors.
var counters, shared [len(counted)][2]sync.Pool

// The kinds of errors of sepdist_count.
const (
	okay = iota
	badGraph
	badClass
	badMetric
	badEngine
)

// sepdist_count counts the wrong claims of one small pair, at once and on the calling thread:
// int8 cells row by row in the code of gadjid, from row to column, or turned. It returns 0, or
// the kind of an error with its text, cut to the room there is.
//
//export sepdist_count
func sepdist_count(metric C.int32_t, nodes C.int64_t, truth, guess *C.char, turned C.int32_t, result *C.double, text *C.char, room C.int64_t) C.int32_t {
	if !countable(metric, nodes) {
		return badEngine
	}
	pool := &counters[metric][turned&1]
	c, err := counter(pool, metric, turned, 1)
	if err != nil {
		return tell(err, text, room)
	}
	wrong, of, err := c.Count(context.Background(), int(nodes), cells(truth, nodes), cells(guess, nodes))
	pool.Put(c)
	if err != nil {
		return tell(err, text, room)
	}
	both := unsafe.Slice((*float64)(unsafe.Pointer(result)), 2)
	both[0], both[1] = wrong, of
	return okay
}

// sepdist_start_count begins the same for a pair of any size, as a job that uses all processors.
// The cells are the caller's again when it returns. The answer to the job has the numbers "wrong"
// and "of".
//
//export sepdist_start_count
func sepdist_start_count(job C.int64_t, metric C.int32_t, nodes C.int64_t, truth, guess *C.char, turned C.int32_t, text *C.char, room C.int64_t) C.int32_t {
	if !countable(metric, nodes) {
		return badEngine
	}
	pool := &shared[metric][turned&1]
	c, err := counter(pool, metric, turned, 0)
	if err != nil {
		return tell(err, text, room)
	}
	if err := c.Load(int(nodes), cells(truth, nodes), cells(guess, nodes)); err != nil {
		pool.Put(c)
		return tell(err, text, room)
	}
	now := c.Short() && !counted[metric].perPair
	if jobs.StartCount(int64(job), c, now, func() { pool.Put(c) }) != nil {
		return badEngine
	}
	return okay
}

func countable(metric C.int32_t, nodes C.int64_t) bool {
	return metric >= 0 && int(metric) < len(counted) && nodes >= 0 && nodes <= 1<<20
}

// counter returns a counter of a pool, or a new one.
func counter(pool *sync.Pool, metric, turned C.int32_t, workers int) (*request.Counter, error) {
	if c, _ := pool.Get().(*request.Counter); c != nil {
		return c, nil
	}
	orientation := [...]string{"row-to-col", "col-to-row"}[turned&1]
	return request.NewCounter(counted[metric].metric, orientation, counted[metric].class, workers)
}

func cells(at *C.char, nodes C.int64_t) []int8 {
	return unsafe.Slice((*int8)(unsafe.Pointer(at)), nodes*nodes)
}

// tell writes the text of an error and returns its kind.
func tell(err error, text *C.char, room C.int64_t) C.int32_t {
	kind, message := request.Kind(err)
	if text != nil && room > 0 {
		to := unsafe.Slice((*byte)(unsafe.Pointer(text)), room)
		to[copy(to[:room-1], message)] = 0
	}
	switch kind {
	case "class":
		return badClass
	case "metric":
		return badMetric
	case "internal":
		return badEngine
	}
	return badGraph
}

// comparers keep their working memory between calls, by plan: for pairs that one goroutine compares,
// and for those that are worth all processors.
var comparers struct {
	sync.Mutex
	byPlan map[string]*[2]sync.Pool
}

// maxPlans is the number of plans to keep. A program that makes more of them does not use them again.
const maxPlans = 256

// The numbers in the head of sepdist_compare: the size of the plan, then six for each graph.
const (
	headKind  = iota // of the elements of a matrix, as in numpy.dtype.kind; 0: the graph is edges
	headSize         // bytes of an element
	headCount        // rows of a matrix, or edges
	headRowStride
	headColStride // bytes between elements in memory
	headNames     // bytes of the names
	headLength
)

// sepdist_compare compares two graphs at once and on the calling thread, and writes the numbers as
// [request.Comparer.Compare] describes them. It returns their size, or -1 for a pair that needs a
// compare request. If they need more room than there is, out has a pointer to them, to be
// freed by sepdist_free. A graph is a matrix, or ends with marks; the plan says how it is read.
//
//export sepdist_compare
func sepdist_compare(head *C.int64_t, plan *C.char, truth, truthMarks unsafe.Pointer, truthNames *C.char, guess, guessMarks unsafe.Pointer, guessNames *C.char, out unsafe.Pointer, room C.int64_t) C.int64_t {
	h := unsafe.Slice((*int64)(head), 1+2*headLength)
	t := source(h[1:1+headLength], truth, truthMarks, truthNames)
	g := source(h[1+headLength:], guess, guessMarks, guessNames)
	const small = 128 // nodes, for which more goroutines are not worth their start
	workers := 0
	if max(h[1+headCount], h[1+headLength+headCount]) <= small {
		workers = 1
	}
	pool := comparerPool(unsafe.Slice((*byte)(unsafe.Pointer(plan)), h[0]), workers)
	c, _ := pool.Get().(*request.Comparer)
	if c == nil {
		var err error
		if c, err = request.NewComparer(unsafe.Slice((*byte)(unsafe.Pointer(plan)), h[0]), workers); err != nil {
			return -1
		}
	}
	defer pool.Put(c)
	numbers, err := c.Compare(context.Background(), &t, &g)
	if err != nil {
		return -1
	}
	to := unsafe.Slice((*byte)(out), room)
	if len(numbers) > len(to) {
		block := C.malloc(C.size_t(len(numbers)))
		if block == nil {
			return -1
		}
		*(*unsafe.Pointer)(out) = block
		to = unsafe.Slice((*byte)(block), len(numbers))
	}
	copy(to, numbers)
	return C.int64_t(len(numbers))
}

// comparerPool returns the comparers of a plan.
func comparerPool(plan []byte, workers int) *sync.Pool {
	comparers.Lock()
	defer comparers.Unlock()
	pools := comparers.byPlan[string(plan)]
	if pools == nil {
		if len(comparers.byPlan)%maxPlans == 0 {
			comparers.byPlan = make(map[string]*[2]sync.Pool)
		}
		pools = new([2]sync.Pool)
		comparers.byPlan[string(plan)] = pools
	}
	return &pools[workers]
}

// source returns a graph in the memory of the caller.
func source(head []int64, data, marks unsafe.Pointer, names *C.char) (s request.Source) {
	if size := head[headNames]; size > 0 {
		s.Names = unsafe.Slice((*byte)(unsafe.Pointer(names)), size)
	}
	n, size := int(head[headCount]), int(head[headSize])
	if head[headKind] == 0 {
		s.Ends, s.Marks = unsafe.Slice((*int32)(data), 2*n), unsafe.Slice((*byte)(marks), 2*n)
		return s
	}
	strides := []int{int(head[headRowStride]), int(head[headColStride])}
	s.Array = &format.Array{
		Data:  unsafe.Slice((*byte)(data), size+(n-1)*(strides[0]+strides[1])),
		Type:  "<" + string(rune(head[headKind])) + strconv.Itoa(size),
		Shape: []int{n, n}, Strides: strides,
	}
	return s
}
