// Package heap keeps short work from collecting garbage.
package heap

import (
	"os"
	"runtime"
	"runtime/debug"
	"sync"
	"sync/atomic"
)

// reserved is how much garbage there is before it is collected.
const reserved = 32 << 20

// held is memory that nobody touches, so that the system does not have to give it, unless it gave it for
// something large that had just become free.
var held atomic.Pointer[[reserved]byte]

// Reserve lets garbage wait until there are 32 MB of it, unless the environment says when (GOGC, GOMEMLIMIT). By default it is
// collected from 4 MB on, which reading a graph with some thousand edges takes, and that costs a sixth of the
// time of what comes next.
//
// A collection waits for as much garbage as is held, times GOGC; at first for 4 MB times GOGC. A high GOGC would
// make large graphs take many times their memory. So it is high until the first collection only, and from
// then on untouched memory is held, which adds a sum and multiplies nothing. To hold it from the start would
// itself begin a collection.
var Reserve = sync.OnceFunc(func() {
	if os.Getenv("GOGC") != "" || os.Getenv("GOMEMLIMIT") != "" {
		return
	}
	usual := debug.SetGCPercent(100 * reserved / (4 << 20))
	first := new([16]byte) // smaller ones share memory, and may be kept by others
	runtime.AddCleanup(first, func(usual int) {
		held.Store(new([reserved]byte))
		debug.SetGCPercent(usual)
	}, usual)
})
