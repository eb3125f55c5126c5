//go:build !amd64 && !arm64

package foreign

const canAlias = false

func aliasInt16([]byte) []int16 { return nil }
func aliasInt8([]byte) []int8   { return nil }
