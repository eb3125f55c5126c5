//go:build darwin || freebsd || netbsd || openbsd || dragonfly

package mapped

// adviseHugePages does nothing: the system takes no such advice.
func adviseHugePages([]byte) {}
