package store

import (
	"os"
	"syscall"
	"unsafe"
)

var lockFileEx = syscall.NewLazyDLL("kernel32.dll").NewProc("LockFileEx")

// lock locks the file for this process, whose end unlocks it. It reports false where
// another process has it. What is locked is a byte that the file does not reach, since a
// lock would keep others from reading.
func lock(f *os.File) (bool, error) {
	const exclusive, atOnce, violation = 2, 1, syscall.Errno(33)
	place := syscall.Overlapped{OffsetHigh: 1 << 30}
	ok, _, err := lockFileEx.Call(f.Fd(), exclusive|atOnce, 0, 1, 0, uintptr(unsafe.Pointer(&place)))
	if ok == 0 && err == violation {
		return false, nil
	}
	if ok == 0 {
		return false, err
	}
	return true, nil
}
