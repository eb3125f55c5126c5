package protocol

import (
	"maps"
	"slices"
)

// Words returns the names of all commands in alphabetical order.
func (s *Session) Words() []string { return slices.Sorted(maps.Keys(s.commands)) }
