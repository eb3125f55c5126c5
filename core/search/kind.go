package search

import "github.com/nitoryu/nitoryu/core"

// kind is what a search expects of a node (https://www.chessprogramming.org/Node_Types).
type kind uint8

const (
	allNode kind = iota // no move raises alpha
	cutNode             // a move fails high
	pvNode              // the window is open, and the score may be exact
)

// within returns the kind of a node with that window: only an open window makes a PV
// node.
func (k kind) within(alpha, beta core.Score) kind {
	switch {
	case beta-alpha > 1:
		return pvNode
	case k == pvNode:
		return allNode
	}
	return k
}

// next returns the kind of the node after a move that is searched in a zero window.
func (k kind) next() kind {
	if k == cutNode {
		return allNode
	}
	return cutNode
}
