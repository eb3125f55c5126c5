package games

import (
	"fmt"
	"strings"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/chess"
	chesseval "github.com/nitoryu/nitoryu/core/eval/chess"
	shogieval "github.com/nitoryu/nitoryu/core/eval/shogi"
	"github.com/nitoryu/nitoryu/core/params"
	"github.com/nitoryu/nitoryu/core/shogi"
	"github.com/nitoryu/nitoryu/smp"
)

// Game is what belongs to one game.
type Game struct {
	core.Rules
	Params       func() *params.Set // a fresh copy of the defaults
	NewEvaluator func() core.Evaluator
	Bench        Bench
}

// The games, each with its evaluation.
var (
	Chess = Game{chess.Rules, params.Chess, chesseval.New, chessBench}
	Shogi = Game{shogi.Rules, params.Shogi, shogieval.New, shogiBench}
)

// All returns the games, chess first.
func All() []Game { return []Game{Chess, Shogi} }

// ByName returns the game with that name. The error lists the names there are.
func ByName(name string) (Game, error) {
	var names []string
	for _, g := range All() {
		if g.Name == name {
			return g, nil
		}
		names = append(names, g.Name)
	}
	return Game{}, fmt.Errorf("there is no game %q; choose %s", name, strings.Join(names, " or "))
}

// Guess returns the game that the text of a position belongs to: a shogi board
// has nine ranks.
func Guess(position string) Game {
	if strings.Count(position, "/") == 8 {
		return Shogi
	}
	return Chess
}

// Engine returns what the engine has to know of the game, with the given
// parameters, or the defaults for nil.
func (g Game) Engine(p *params.Set) smp.Game {
	if p == nil {
		p = g.Params()
	}
	return smp.Game{Traits: g.Start(core.Settings{}).Traits(), Params: p, NewEvaluator: g.NewEvaluator}
}

// NewEngine returns an engine that plays every game.
func NewEngine() *smp.Engine {
	var all []smp.Game
	for _, g := range All() {
		all = append(all, g.Engine(nil))
	}
	return smp.New(all...)
}
