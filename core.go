package nitoryu

import (
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/games"
)

// FromCore returns a copy of a position of package core.
func FromCore(p core.Position) (*Position, error) {
	rules, err := games.RulesOf(p.GameInfo().Name)
	if err != nil {
		return nil, err
	}
	start := p.String()
	if start == rules.Start(core.Settings{}).String() {
		start = ""
	}
	return &Position{board: p.Clone(), start: start}, nil
}

// Core returns a copy as a position of package core.
func (p *Position) Core() core.Position { return p.at().Clone() }

// ReadMoves returns moves that are played one after the other from p as those of package
// core, up to the first that is not legal. p stays as it is.
func ReadMoves(p core.Position, moves []Move) (read []core.Move) {
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

// WriteMoves returns moves of package core that are played one after the other from p, up to
// the first that is not legal: lines of a search come from a table, which may err. p stays as
// it is.
func WriteMoves(p core.Position, moves ...core.Move) (written []Move) {
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
