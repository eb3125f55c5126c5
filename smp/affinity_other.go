//go:build !linux

package smp

import "github.com/nitoryu/nitoryu/smp/topology"

// machine returns none: nothing is known of its memory nodes.
func machine() topology.Map { return nil }

// bind does nothing.
func bind([]int) {}
