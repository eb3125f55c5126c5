//go:build !purego

package tt

// prefetch loads a bucket into the cache.
//
//go:noescape
func prefetch(b *bucket)
