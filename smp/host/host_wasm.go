package host

// Memory returns a share of the 4 GiB that WebAssembly can address, with room for a table of 1 GiB
// beside the program. A request for more would end the program instead of being refused.
func Memory() uint64 { return 1<<30 + 64<<20 }
