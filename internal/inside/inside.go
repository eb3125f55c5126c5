package inside

import (
	"github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/internal/bridge"
	"github.com/nitoryu/nitoryu/smp"
)

// Core returns a copy of a position as one of package core.
func Core(p *nitoryu.Position) core.Position { return bridge.Core(p) }

// FromCore returns a copy of a position of package core.
func FromCore(p core.Position) (*nitoryu.Position, error) {
	position, err := bridge.FromCore(p)
	if err != nil {
		return nil, err
	}
	return position.(*nitoryu.Position), nil
}

// Wrap returns an engine that searches with one of package smp, and owns it from then on.
func Wrap(e *smp.Engine) *nitoryu.Engine { return bridge.Wrap(e).(*nitoryu.Engine) }

// Unwrap returns the engine that e searches with, and still owns: it is to be changed only while e does nothing.
func Unwrap(e *nitoryu.Engine) *smp.Engine { return bridge.Unwrap(e) }

// LineFromCore returns what a search of package core reports about p.
func LineFromCore(p core.Position, i core.Info) nitoryu.Line {
	return bridge.Line(p, i).(nitoryu.Line)
}

// ResultFromCore returns the answer of a search of package core of p, without lines.
func ResultFromCore(p core.Position, r core.Result) nitoryu.Result {
	return bridge.Result(p, r).(nitoryu.Result)
}

// ReadMoves is [bridge.ReadMoves] for moves of package nitoryu.
func ReadMoves(p core.Position, moves ...nitoryu.Move) []core.Move { return bridge.ReadMoves(p, moves) }

// WriteMoves is [bridge.WriteMoves] for moves of package nitoryu.
func WriteMoves(p core.Position, moves ...core.Move) []nitoryu.Move {
	return bridge.WriteMoves[nitoryu.Move](p, moves...)
}
