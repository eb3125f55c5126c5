//go:build amd64 || arm64

package foreign

import "unsafe"

// canAlias says that numbers in a file are numbers in memory: their bytes have the same
// order, and they may begin at any byte.
const canAlias = true

// aliasInt16 returns bytes as numbers.
func aliasInt16(b []byte) []int16 {
	return unsafe.Slice((*int16)(unsafe.Pointer(unsafe.SliceData(b))), len(b)/2)
}

// aliasInt8 returns bytes as numbers.
func aliasInt8(b []byte) []int8 {
	return unsafe.Slice((*int8)(unsafe.Pointer(unsafe.SliceData(b))), len(b))
}
