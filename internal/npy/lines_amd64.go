package npy

// nonzeroLines is plainLines, 16 bytes at a time.
//
//go:noescape
func nonzeroLines(list []int32, data []byte) int

// nonzeroBytes is plainBytes, 16 bytes at a time.
//
//go:noescape
func nonzeroBytes(masks []uint64, data []byte, list []int32)
