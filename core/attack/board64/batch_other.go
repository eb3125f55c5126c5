//go:build !amd64 || purego

package board64

import "github.com/nitoryu/nitoryu/core"

// List appends the moves to the list.
func (b *Batch) List(list *core.MoveList) { list.N = b.list(&list.Moves, list.N) }

// Kernel describes the kernel that List uses.
func Kernel() string { return inGo }
