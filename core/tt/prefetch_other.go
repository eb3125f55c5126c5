//go:build purego || !amd64

package tt

func prefetch(*bucket) {}
