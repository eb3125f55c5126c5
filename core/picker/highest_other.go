//go:build !amd64 || purego

package picker

func highestOfMany(ranks []int32) int32 { return highestGo(ranks) }
