package games

import (
	"fmt"
	"runtime"
	"strings"
	"sync"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/chess"
	chesseval "github.com/nitoryu/nitoryu/core/eval/chess"
	shogieval "github.com/nitoryu/nitoryu/core/eval/shogi"
	"github.com/nitoryu/nitoryu/core/nnue"
	chessnet "github.com/nitoryu/nitoryu/core/nnue/chess"
	"github.com/nitoryu/nitoryu/core/nnue/foreign"
	shoginet "github.com/nitoryu/nitoryu/core/nnue/shogi"
	"github.com/nitoryu/nitoryu/core/params"
	"github.com/nitoryu/nitoryu/core/shogi"
	"github.com/nitoryu/nitoryu/core/strength"
	"github.com/nitoryu/nitoryu/games/nets"
	"github.com/nitoryu/nitoryu/games/opening"
	"github.com/nitoryu/nitoryu/smp"
)

// Game is what belongs to one game: everything in which the games differ.
type Game struct {
	core.Rules
	Protocol    string                  // of its front ends: "uci" or "usi"
	Params      func() *params.Set      // a fresh copy of the defaults
	Evaluators  core.EvaluatorFactory   // the evaluation that is used unless another is asked for
	Classic     core.EvaluatorFactory   // the hand-crafted evaluation
	FeatureSets []*nnue.FeatureSet      // how networks of ours see a position; new networks use the first
	Foreign     []*foreign.Architecture // networks of other engines that can be read
	Bench       Bench
	Opening     opening.Shape // of random openings
	Chances     core.Chances  // how games end, by the score
	// Checkers returns the names of the squares from which a position's side to move is
	// in check.
	Checkers func(core.Position) []string

	// Tables opens the endgame tables in some folders, see smp.Game; nil: the game has no
	// tables.
	Tables func(path string) (t core.Tables, description string, problems []error)

	// MoveLimit is the number of plies after which games between engines are drawn by
	// the rules; 0: never.
	MoveLimit int
	// SelfPlay settles games for training, Tuning games for tuning the search.
	SelfPlay, Tuning Adjudication
	// Tsume says that mate problems allow the attacker only checks, count plies instead
	// of moves, and are asked for by go mate.
	Tsume bool
	// Flip exchanges left and right; nil where that changes the game.
	Flip func(core.Square) core.Square

	network, own func() []byte         // files in the binary, see package nets; nil or empty: there are none
	openings     func() *opening.Paths // how people begin games
}

// made is a game that is put together when a program first asks for it. A program that asks for one
// game links only the network of that game, and a program that never searches reads no network.
type made struct {
	once sync.Once
	game Game
}

func (m *made) get(make func() Game) Game {
	m.once.Do(func() { m.game = make() })
	return m.game
}

var chessMade, shogiMade made

// Chess returns chess.
func Chess() Game { return chessMade.get(makeChess) }

// Shogi returns shogi.
func Shogi() Game { return shogiMade.get(makeShogi) }

// inBrowser says that there are no files, and that the program comes over a line each time: it does
// without what needs files, and without the second network of chess. What only that uses is not linked.
const inBrowser = runtime.GOOS == "js"

func makeChess() Game {
	g := Game{
		Rules: chess.Rules, Protocol: "uci", Params: params.Chess, Bench: chessBench,
		Classic: chesseval.Classic(), FeatureSets: chessnet.FeatureSets(), network: nets.Chess,
		Opening:  opening.Shape{MinPlies: 8, MaxPlies: 9, Blunder: 150, Bound: 400},
		SelfPlay: chessSelfPlay, Tuning: chessTuning, Chances: chessChances,
		Checkers: chessCheckers,
		own:      func() []byte { return nil },
		openings: opening.Chess,
	}
	if !inBrowser {
		g.Foreign, g.Tables, g.own = chessnet.Foreign(), openSyzygy, nets.ChessOwn
	}
	g.Evaluators = lateEvaluation(g.embedded)
	return g
}

// makeShogi puts shogi together. A random opening is lost sooner than in chess, so openings vary in
// length and are judged more strictly. Most computer leagues have this move limit.
func makeShogi() Game {
	g := Game{
		Rules: shogi.Rules, Protocol: "usi", Params: params.Shogi, Bench: shogiBench,
		Classic: shogieval.Classic(), FeatureSets: shoginet.FeatureSets(), network: nets.Shogi,
		Opening:   opening.Shape{MinPlies: 6, MaxPlies: 12, Blunder: 150, Bound: 350},
		MoveLimit: 512, SelfPlay: shogiSelfPlay, Tuning: shogiTuning, Chances: shogiChances,
		Checkers: shogiCheckers,
		Tsume:    true,
		openings: opening.Shogi,
		Flip:     func(sq core.Square) core.Square { return (8-sq/9)*9 + sq%9 },
	}
	if !inBrowser {
		g.Foreign = shoginet.Foreign()
	}
	g.Evaluators = lateEvaluation(g.embedded)
	return g
}

// MatchSettings returns the settings of games between engines.
func (g Game) MatchSettings() core.Settings { return core.Settings{MoveLimit: g.MoveLimit} }

// All returns the games, chess first.
func All() []Game { return []Game{Chess(), Shogi()} }

// ByName returns the game with that name. The error lists the names.
func ByName(name string) (Game, error) {
	rules, err := RulesOf(name)
	if err != nil {
		return Game{}, err
	}
	return of(rules), nil
}

// of returns the game with these rules.
func of(r core.Rules) Game {
	if r.Name == shogi.Rules.Name {
		return Shogi()
	}
	return Chess()
}

// RulesOf returns the rules of the game with that name. The error lists the names.
func RulesOf(name string) (core.Rules, error) {
	var names []string
	for _, r := range [...]core.Rules{chess.Rules, shogi.Rules} {
		if r.Name == name {
			return r, nil
		}
		names = append(names, r.Name)
	}
	return core.Rules{}, fmt.Errorf("there is no game %q; choose %s", name, strings.Join(names, " or "))
}

// Guess returns the game of a FEN or SFEN, see [GuessRules].
func Guess(position string) Game { return of(GuessRules(position)) }

// GuessRules returns the rules of the game of a FEN or SFEN: a shogi board has nine ranks.
// Operations may follow, with slashes of their own.
func GuessRules(position string) core.Rules {
	for word := range strings.FieldsSeq(position) {
		if ranks := strings.Count(word, "/") + 1; ranks > 1 {
			if ranks == 9 {
				return shogi.Rules
			}
			break
		}
	}
	return chess.Rules
}

// Engine returns the game for an engine, with the given parameters, or the defaults for nil.
func (g Game) Engine(p *params.Set) smp.Game {
	if p == nil {
		p = g.Params()
	}
	return smp.Game{GameInfo: g.Start(core.Settings{}).GameInfo(), Params: p, Evaluators: g.Evaluators, Load: g.Evaluation, Tables: g.Tables, Usual: g.usual}
}

// usual returns the moves with which people begin games.
func (g Game) usual(p core.Position) (moves []strength.Usual) {
	for _, next := range g.openings().Next(p) {
		moves = append(moves, strength.Usual{Move: next.Move, Weight: next.Lines})
	}
	return moves
}

// NewEngine returns an engine that plays every game.
func NewEngine() *smp.Engine { return NewEngineFor(All()...) }

// NewEngineFor returns an engine that plays these games.
func NewEngineFor(games ...Game) *smp.Engine {
	var all []smp.Game
	for _, g := range games {
		all = append(all, g.Engine(nil))
	}
	return smp.New(all...)
}
