// Package heap decides when garbage is collected.
package heap

import (
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync"
)

const (
	reserved = 32 << 20 // garbage that waits in any case
	share    = 4        // garbage of large graphs waits until it is this share of the memory in use: one in four
	least    = 4 << 20  // GOGC is a percentage of the memory in use, or of this if it is less
)

// Reserve lets garbage wait until there are 32 MB of it, and a quarter of the memory in use, unless the environment says
// when (GOGC, GOMEMLIMIT). By default it is collected from 4 MB on, which reading a graph with some thousand
// edges takes, and that costs a sixth of the time of what comes next; and graphs with a million nodes have as
// much garbage as memory in use, half a gigabyte.
var Reserve = sync.OnceFunc(func() {
	if os.Getenv("GOGC") == "" && os.Getenv("GOMEMLIMIT") == "" {
		reserve(struct{}{})
	}
})

// reserve sets GOGC for the next collection, and is called again after it.
func reserve(struct{}) {
	live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(live)
	used := max(live[0].Value.Uint64(), least)
	debug.SetGCPercent(int(100 * max(reserved, used/share) / used))
	next := new([16]byte) // smaller ones share memory, and may be kept by others
	runtime.AddCleanup(next, reserve, struct{}{})
}
