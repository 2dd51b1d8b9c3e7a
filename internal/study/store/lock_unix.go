//go:build unix && !solaris && !aix

package store

import (
	"errors"
	"os"
	"syscall"
)

// lock locks the file for this process, whose end unlocks it. It reports false where
// another process has it.
func lock(f *os.File) (bool, error) {
	err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return false, nil
	}
	return err == nil, err
}
