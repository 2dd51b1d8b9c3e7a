//go:build !amd64

package npy

func nonzeroLines(list []int32, data []byte) int { return plainLines(list, data) }

func nonzeroBytes(masks []uint64, data []byte, list []int32) { plainBytes(masks, data, list) }
