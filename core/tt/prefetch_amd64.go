//go:build !purego

package tt

// prefetch asks for a bucket to be brought near the processor. It changes
// nothing; its twin for other machines does nothing.
//
//go:noescape
func prefetch(b *bucket)
