package bridge

import (
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/smp"
)

// What package nitoryu shows. Positions, engines, lines and results are its own types.
var (
	Core     func(position any) core.Position
	FromCore func(p core.Position) (position any, err error)
	Wrap     func(e *smp.Engine) (engine any)
	Unwrap   func(engine any) *smp.Engine
	Line     func(p core.Position, i core.Info) (line any)
	Result   func(p core.Position, r core.Result) (result any)
)

// ReadMoves returns moves in protocol notation, which are played one after the other from p, as moves of
// package core, up to the first that is not legal. p stays as it is.
func ReadMoves[Move ~string](p core.Position, moves []Move) (read []core.Move) {
	for _, text := range moves {
		m, err := p.ParseMove(string(text))
		if err != nil {
			break
		}
		read = append(read, m)
		p.Do(m, nil)
	}
	for range read {
		p.Undo()
	}
	return read
}

// WriteMoves returns moves of package core, which are played one after the other from p, in protocol
// notation, up to the first that is not legal: lines of a search come from a table, which may err. p
// stays as it is.
func WriteMoves[Move ~string](p core.Position, moves ...core.Move) (written []Move) {
	for _, m := range moves {
		if m = p.ValidateMove(m.ID()); m == core.NoMove {
			break
		}
		written = append(written, Move(p.FormatMove(m)))
		p.Do(m, nil)
	}
	for range written {
		p.Undo()
	}
	return written
}
