package smp

import "github.com/nitoryu/nitoryu/core"

// expected is the position that comes next in a game if the opponent plays as an answer
// expects. The zero value expects nothing.
type expected struct {
	known bool
	plies int // since the initial position of the game
	key   uint64
}

// follow expects the position after the moves of an answer, which was found in p.
func (x *expected) follow(p core.Position, answer core.Result) {
	*x = expected{}
	if answer.Best == core.NoMove || answer.Ponder == core.NoMove {
		return
	}
	p.Do(answer.Best, nil)
	p.Do(answer.Ponder, nil)
	*x = expected{known: true, plies: p.Plies(), key: p.Key()}
	p.Undo()
	p.Undo()
}

// missed reports whether p has come in place of the expected position.
func (x *expected) missed(p core.Position) bool {
	return x.known && x.plies == p.Plies() && x.key != p.Key()
}
