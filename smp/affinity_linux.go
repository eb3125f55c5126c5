package smp

import (
	"os"

	"golang.org/x/sys/unix"

	"github.com/nitoryu/nitoryu/smp/topology"
)

// machine returns the memory nodes of this machine, none if they are unknown.
func machine() topology.Map {
	var set unix.CPUSet
	if unix.SchedGetaffinity(0, &set) != nil {
		return nil // more processors than the set holds
	}
	usable := []int{}
	for i := range 64 * len(set) {
		if set.IsSet(i) {
			usable = append(usable, i)
		}
	}
	m, err := topology.Read(os.DirFS("/sys/devices/system/node"), usable)
	if err != nil {
		return nil // a kernel without NUMA, or a container that hides it
	}
	return m
}

// bind restricts the calling system thread to some processors.
func bind(processors []int) {
	var set unix.CPUSet
	for _, p := range processors {
		set.Set(p)
	}
	_ = unix.SchedSetaffinity(0, &set)
}
