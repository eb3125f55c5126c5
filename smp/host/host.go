package host

import "runtime"

// Processors returns how many processors this process may use at any time, at least one. Beyond a
// quota the system stops a process for up to a tenth of a second at a time, so that a part of a
// processor counts for nothing.
func Processors() int {
	n, _ := Quota()
	return Within(runtime.NumCPU(), n)
}

// Within returns how many of these processors a quota allows, at least one. A quota of 0
// is no limit.
func Within(processors int, quota float64) int {
	if quota > 0 {
		processors = min(processors, int(quota))
	}
	return max(1, processors)
}
