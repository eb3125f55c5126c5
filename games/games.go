package games

import (
	"fmt"
	"strings"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/chess"
	chesseval "github.com/nitoryu/nitoryu/core/eval/chess"
	shogieval "github.com/nitoryu/nitoryu/core/eval/shogi"
	"github.com/nitoryu/nitoryu/core/nnue"
	"github.com/nitoryu/nitoryu/core/params"
	"github.com/nitoryu/nitoryu/core/shogi"
	"github.com/nitoryu/nitoryu/opening"
	"github.com/nitoryu/nitoryu/smp"
)

// Game is what belongs to one game.
type Game struct {
	core.Rules
	Params  func() *params.Set // a fresh copy of the defaults
	Source  core.Source        // the evaluation that is used unless another is asked for
	Classic core.Source        // the hand-crafted evaluation
	Inputs  *nnue.Inputs       // how networks see a position
	Bench   Bench
	Opening opening.Shape // of random openings
}

// The games. Random shogi is lost sooner than random chess: its openings vary in
// length and are judged more strictly.
var (
	Chess = Game{
		Rules: chess.Rules, Params: params.Chess, Bench: chessBench,
		Source: embedded(chess.Rules.Name, chesseval.Inputs(), chesseval.Classic()), Classic: chesseval.Classic(), Inputs: chesseval.Inputs(),
		Opening: opening.Shape{MinPlies: 8, MaxPlies: 9, Blunder: 150, Bound: 400},
	}
	Shogi = Game{
		Rules: shogi.Rules, Params: params.Shogi, Bench: shogiBench,
		Source: embedded(shogi.Rules.Name, shogieval.Inputs(), shogieval.Classic()), Classic: shogieval.Classic(), Inputs: shogieval.Inputs(),
		Opening: opening.Shape{MinPlies: 6, MaxPlies: 12, Blunder: 150, Bound: 350},
	}
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
	return smp.Game{Traits: g.Start(core.Settings{}).Traits(), Params: p, Source: g.Source, Load: g.Evaluation}
}

// NewEngine returns an engine that plays every game.
func NewEngine() *smp.Engine {
	var all []smp.Game
	for _, g := range All() {
		all = append(all, g.Engine(nil))
	}
	return smp.New(all...)
}
