package smp

// reserved returns nil: the system has no reserved pages.
func reserved(int) *memory { return nil }

// adviseHugePages does nothing: the system takes no such advice.
func adviseHugePages([]byte) string { return "plain pages" }

// mostThreads returns "": no limit is known.
func mostThreads(int) (most int, bound string) { return 0, "" }
