package nitoryu

import (
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/internal/bridge"
	"github.com/nitoryu/nitoryu/smp"
)

// Our own packages see what is inside by package inside.
func init() {
	bridge.Core = func(position any) core.Position { return position.(*Position).at().Clone() }
	bridge.FromCore = func(p core.Position) (any, error) { return fromCore(p) }
	bridge.Wrap = func(e *smp.Engine) any { return wrap(e) }
	bridge.Unwrap = func(engine any) *smp.Engine { return engine.(*Engine).engine }
	bridge.Line = func(p core.Position, i core.Info) any {
		s := sceneOf(p)
		return s.line(&i)
	}
	bridge.Result = func(p core.Position, r core.Result) any {
		s := sceneOf(p)
		return s.result(r)
	}
}

// fromCore returns a copy of a position of package core.
func fromCore(p core.Position) (*Position, error) {
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

// wrap returns an engine that searches with one of package smp, and owns it from then on.
func wrap(e *smp.Engine) *Engine {
	return &Engine{engine: e, turn: make(chan struct{}, 1), closed: make(chan struct{})}
}
