package core

// Bounds of what one engine may be given. WebAssembly runs one thread and has 4 GiB of
// memory, of which browsers give less.
const (
	MaxThreads = 1    // of a search
	MaxHash    = 1024 // MiB of the transposition table
)
