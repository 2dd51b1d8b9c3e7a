package request

import (
	"context"
	"errors"
	"math"
	"sync"
	"sync/atomic"
	"time"
)

// Jobs are requests that are being answered, by numbers that the caller chooses. The zero value
// has none.
type Jobs struct {
	mu   sync.Mutex
	jobs map[int64]*job
}

type job struct {
	cancel   context.CancelFunc
	progress atomic.Uint64 // bits of a float64
	done     chan struct{}
	response []byte
}

// ErrJob says that a number is of no job, or of one already.
var ErrJob = errors.New("no such job, or one already")

// Start begins to answer a request. The frame is the job's from then on.
func (j *Jobs) Start(id int64, frame []byte) error {
	return j.start(id, false, func(ctx context.Context, progress func(float64)) []byte { return respond(ctx, frame, progress, true) })
}

// StartCount begins to count the pair that a counter has loaded, with the numbers "wrong" and "of"
// as the answer. The counter is the job's until release is called. With now it is done before StartCount
// returns: to hand a short count to another thread would take as long as the count.
func (j *Jobs) StartCount(id int64, c *Counter, now bool, release func()) error {
	count := func(ctx context.Context, _ func(float64)) (response []byte) {
		defer release()
		wrong, of, err := c.count(ctx)
		if err == nil {
			response, err = join(map[string]float64{"wrong": wrong, "of": of}, nil)
		}
		if err != nil {
			return failure(nil, err)
		}
		return response
	}
	return j.start(id, now, count)
}

// start answers a job: now, or while the caller goes on.
func (j *Jobs) start(id int64, now bool, respond func(ctx context.Context, progress func(float64)) []byte) error {
	ctx, cancel := context.WithCancel(context.Background())
	one := &job{cancel: cancel, done: make(chan struct{})}
	if !j.add(id, one) {
		cancel()
		return ErrJob
	}
	work := func() {
		defer close(one.done)
		defer cancel()
		one.response = respond(ctx, func(share float64) { one.progress.Store(math.Float64bits(share)) })
	}
	if now {
		work()
	} else {
		go work()
	}
	return nil
}

// add keeps a job, and reports whether its number was free.
func (j *Jobs) add(id int64, one *job) bool {
	j.mu.Lock()
	defer j.mu.Unlock()
	if _, taken := j.jobs[id]; taken {
		return false
	}
	if j.jobs == nil {
		j.jobs = make(map[int64]*job)
	}
	j.jobs[id] = one
	return true
}

func (j *Jobs) find(id int64) *job {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.jobs[id]
}

// Poll waits for a job at most so long, and returns whether it is done and how far it is.
func (j *Jobs) Poll(id int64, wait time.Duration) (done bool, share float64, err error) {
	one := j.find(id)
	if one == nil {
		return true, 0, ErrJob
	}
	select {
	case <-one.done: // most are done at once, without a timer
		return true, 1, nil
	default:
	}
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-one.done:
		return true, 1, nil
	case <-timer.C:
		return false, math.Float64frombits(one.progress.Load()), nil
	}
}

// Take waits for a job, returns its response and forgets it.
func (j *Jobs) Take(id int64) ([]byte, error) {
	one := j.find(id)
	if one == nil {
		return nil, ErrJob
	}
	<-one.done
	j.mu.Lock()
	defer j.mu.Unlock()
	delete(j.jobs, id)
	return one.response, nil
}

// Drop cancels a job and forgets it; of a job that is not there nothing is said.
func (j *Jobs) Drop(id int64) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if one := j.jobs[id]; one != nil {
		one.cancel()
		delete(j.jobs, id)
	}
}
