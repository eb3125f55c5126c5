//go:build !linux

package smp

import "github.com/nitoryu/nitoryu/smp/topology"

// machine returns nil: the memory nodes are unknown.
func machine() topology.Map { return nil }

// bind does nothing.
func bind([]int) {}
