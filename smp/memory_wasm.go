package smp

// physicalMemory returns a share of the 4 GiB that WebAssembly can address. What is beyond
// would end the program instead of being refused.
func physicalMemory() uint64 { return 1 << 30 }
