package protocol

import (
	"maps"
	"slices"
)

// Words lists the words that commands begin with, in the order of the alphabet.
func (s *Session) Words() []string { return slices.Sorted(maps.Keys(s.commands)) }
