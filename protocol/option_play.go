package protocol

import (
	"math"
	"strconv"

	"github.com/nitoryu/nitoryu/core"
)

// neverResign is the default of ResignValue, above every score.
const neverResign = 99999

// maxDraw is the largest worth of a draw, as in YaneuraOu.
const maxDraw = 30000

// playOptions are about what a search is for and when it ends. USI has the names and
// meanings of YaneuraOu.
func playOptions() []Option {
	return []Option{{
		Kind:  Check,
		UCI:   Offer{Name: "UCI_AnalyseMode", Default: "false"},
		Help:  "analysis at full strength: Skill Level and UCI_Elo are ignored",
		apply: func(s *Session, v value) error { s.wishes.analysis = v.number == 1; return nil },
	}, {
		Kind:  Spin,
		USI:   Offer{Name: "ResignValue", Default: strconv.Itoa(neverResign), Max: neverResign},
		Help:  "in a game, resign when the score of the best move is this far below 0; 99999 for never",
		apply: func(s *Session, v value) error { s.wishes.resign = v.number; return nil },
	}, {
		Kind:  Spin,
		USI:   Offer{Name: "DrawValueBlack", Default: "0", Min: -maxDraw, Max: maxDraw},
		Help:  "what a draw is worth to Black when Black is to move, as a score",
		apply: func(s *Session, v value) error { s.wishes.draw[core.First] = core.Score(v.number); return nil },
	}, {
		Kind:  Spin,
		USI:   Offer{Name: "DrawValueWhite", Default: "0", Min: -maxDraw, Max: maxDraw},
		Help:  "what a draw is worth to White when White is to move, as a score",
		apply: func(s *Session, v value) error { s.wishes.draw[core.Second] = core.Score(v.number); return nil },
	}, {
		Kind: Spin,
		UCI:  Offer{Name: "UCI_RatingAdv", Default: "0", Min: -10000, Max: 10000},
		Help: "Elo by which this engine is stronger: a draw is worth a point less for each ten of the first 500",
		apply: func(s *Session, v value) error {
			worth := -core.Score(max(-500, min(v.number, 500)) / 10)
			s.wishes.draw = [2]core.Score{worth, worth}
			return nil
		},
	}, {
		// Front ends for shogi have no go depth and no go nodes.
		Kind:  Spin,
		USI:   Offer{Name: "DepthLimit", Default: "0", Max: core.MaxPly},
		Help:  "maximum depth of each search; 0 for none",
		apply: func(s *Session, v value) error { s.wishes.depth = v.number; return nil },
	}, {
		Kind:  Spin,
		USI:   Offer{Name: "NodesLimit", Default: "0", Max: math.MaxInt32},
		Help:  "maximum number of nodes of each search; 0 for none",
		apply: func(s *Session, v value) error { s.wishes.nodes = v.number; return nil },
	}, {
		// Bench and tools search all moves, so that this is a choice of front ends.
		Kind:  Check,
		UCI:   Offer{Default: "true"},
		USI:   Offer{Name: "GenerateAllLegalMoves", Default: "false"},
		Help:  "also think about moves without a promotion that could only help, such as of a pawn",
		apply: func(s *Session, v value) error { s.wishes.sensible = v.number == 0; return nil },
	}, {
		Kind:  Check,
		USI:   Offer{Name: "Stochastic_Ponder", Default: "false"},
		Help:  "on the opponent's time, think about all of the opponent's moves instead of the expected one",
		apply: func(s *Session, v value) error { s.wishes.stochastic = v.number == 1; return nil },
	}}
}

// limit adds the limits of options to the limits of a go command, which take
// precedence.
func (w *wishes) limit(l *core.Limits, side core.Color) {
	l.Analysis, l.MultiPV, l.Draw, l.Sensible = w.analysis, w.multiPV, w.draw[side], w.sensible
	if w.sharp && !inGame(l) {
		l.MultiPV = max(l.MultiPV, sharpLines)
	}
	if l.Depth == 0 {
		l.Depth = min(w.depth, core.MaxPly-1)
	}
	if l.Nodes == 0 {
		l.Nodes = uint64(w.nodes)
	}
}

// inGame reports whether a search is about a move of a game, as far as its limits tell.
func inGame(l *core.Limits) bool {
	return (l.HasClock || l.MoveTime > 0 || l.Ponder) && !l.Infinite && !l.Analysis
}

// resigns reports whether the result of a search in a game is hopeless enough to resign.
// A move that was not searched is always played.
func (w *wishes) resigns(l *core.Limits, r core.Result) bool {
	game := !l.Infinite && !l.Analysis && l.Mate == 0
	return game && r.Nodes > 0 && int(r.Score) <= -w.resign
}
