package host

import "runtime"

// Processors returns how many processors this process may use at any time, at least one. Beyond a
// quota the system stops a process for up to a tenth of a second at a time, so that a part of a
// processor counts for nothing.
func Processors() int {
	n, _ := Quota()
	return Within(runtime.NumCPU(), n)
}

// Within returns how many of so many processors a quota allows, 0 for none; at least one.
func Within(processors int, quota float64) int {
	if quota > 0 {
		processors = min(processors, int(quota))
	}
	return max(1, processors)
}
