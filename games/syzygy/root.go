package syzygy

import (
	"cmp"
	"math/bits"
	"runtime/debug"
	"slices"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/chess"
)

// Ranked is a move of the root and what the tables say about it.
type Ranked struct {
	Move core.Move
	// WDL is the result for the side that moves, the halfmove clock of the root
	// included: a win that comes too late is a CursedWin. Without the fifty-move rule
	// it is a plain win, and a BlessedLoss a plain loss.
	WDL WDL
	// DTZ is the plies from the root to the next capture, pawn move or mate, negative
	// if the move loses and 0 if it draws, or without tables of distances.
	DTZ int
	// Rank is higher for better moves. A search that keeps to the moves of the highest
	// rank keeps the result: among certain wins it may choose freely, other wins are
	// ranked by distance. Losses rank equal as long as the fifty-move rule is far off.
	Rank int
}

// RootOptions say how the moves of a root are ranked.
type RootOptions struct {
	// NoFiftyMoves ignores the fifty-move rule.
	NoFiftyMoves bool
	// Repeated says that a position of the game has occurred twice since the last
	// capture or pawn move. Then wins are ranked by distance, so that the game makes
	// progress. If the root itself has occurred before, Root notices.
	Repeated bool
}

// Ranks. Their differences are far larger than any distance.
const (
	certainRank = 1 << 18
	distantRank = 1 << 17
)

// Root ranks the legal moves, the best first, moves of equal rank by distance. It
// returns false and no moves if the position has no table, if a needed table is missing
// or damaged, or if there is no legal move. byDistance reports whether tables of
// distances were used. Without them wins are never thrown away, but nothing brings them
// closer: a search has to do so, with the tables.
func (t *Tables) Root(p *chess.Position, o RootOptions) (moves []Ranked, byDistance, ok bool) {
	if !t.covers(p) {
		return nil, false, false
	}
	if _, seen := p.Outcome(core.MaxPly); seen {
		o.Repeated = true
	}
	var list core.MoveList
	p.Generate(core.AllMoves, &list)
	for _, byDistance := range [2]bool{true, false} {
		moves = make([]Ranked, 0, list.N)
		for _, m := range list.Slice() {
			var r Ranked
			var ok bool
			if byDistance {
				r, ok = t.rankByDistance(p, m, o)
			} else {
				r, ok = t.rankByResult(p, m, o)
			}
			if !ok {
				break
			}
			moves = append(moves, r)
		}
		if len(moves) == list.N && list.N > 0 {
			slices.SortStableFunc(moves, func(a, b Ranked) int {
				return cmp.Or(cmp.Compare(b.Rank, a.Rank), cmp.Compare(a.DTZ, b.DTZ))
			})
			return moves, byDistance, true
		}
	}
	return nil, false, false
}

// rankByDistance ranks a move by the DTZ after it.
func (t *Tables) rankByDistance(p *chess.Position, m core.Move, o RootOptions) (r Ranked, ok bool) {
	clock := p.HalfmoveClock()
	defer restore(p, p.Plies(), debug.SetPanicOnFault(true), &ok)
	p.Do(m, nil)
	plies := 0
	drawn, repeats := outcome(p, m, o)
	ok = true
	if !drawn {
		plies, ok = t.afterMove(p, m, true)
	}
	p.Undo()
	if !ok {
		return r, false
	}
	r = Ranked{Move: m, DTZ: plies}
	late := plies + clock
	if plies < 0 {
		late = -plies + clock
	}
	// A distance may be a ply too short, unless the move itself zeroes or mates.
	switch certain := late <= 99 || plies == 1; {
	case plies == 0:
	case plies > 0:
		r.WDL, r.Rank = CursedWin, distantRank-late
		// At the very edge the distance is exact if the clock is at zero.
		if certain || clock == 0 && late == 100 || o.NoFiftyMoves {
			r.WDL = Win
		}
		if certain && !o.Repeated && !repeats {
			r.Rank = certainRank
		}
	default:
		r.WDL, r.Rank = BlessedLoss, late-distantRank
		if late <= 100 || o.NoFiftyMoves {
			r.WDL = Loss
		}
		// As long as twice the distance leaves time, the opponent has no problem.
		if late-plies < 100 || o.NoFiftyMoves {
			r.Rank = -certainRank
		}
	}
	return r, true
}

// rankByResult ranks a move by the result after it.
func (t *Tables) rankByResult(p *chess.Position, m core.Move, o RootOptions) (r Ranked, ok bool) {
	defer restore(p, p.Plies(), debug.SetPanicOnFault(true), &ok)
	p.Do(m, nil)
	w := Draw
	drawn, repeats := outcome(p, m, o)
	ok = true
	if !drawn {
		w, _, ok = t.search(p, false)
	}
	p.Undo()
	r = Ranked{Move: m, WDL: -w}
	if o.NoFiftyMoves {
		r.WDL = WDL(2 * r.WDL.sign())
	}
	r.Rank = [...]int{-certainRank, -distantRank, 0, distantRank, certainRank}[r.WDL-Loss]
	if repeats && r.Rank > 0 {
		r.Rank--
	}
	return r, ok
}

// outcome reports whether the game is drawn by the rules after a move that has just been
// played, and whether the move repeats a position. Without the fifty-move rule only a
// repetition draws.
func outcome(p *chess.Position, m core.Move, o RootOptions) (drawn, repeats bool) {
	if m.IsCapture() || m.PieceType() == chess.Pawn {
		return false, false
	}
	if p.HalfmoveClock() >= 100 {
		if !o.NoFiftyMoves {
			_, drawn = p.Outcome(1)
			return drawn, false
		}
		return p.Verdict().Ending == core.Repetition, false
	}
	_, drawn = p.Outcome(1)
	_, repeats = p.Outcome(core.MaxPly)
	return drawn, repeats
}

// Probe returns the result of a position for a search, from -2 to 2 as in [WDL]. It
// returns false for positions of other games, for positions with more than limit
// pieces and where WDL returns false.
func (t *Tables) Probe(g core.Game, limit int) (wdl int, ok bool) {
	p, isChess := g.(*chess.Position)
	if !isChess || bits.OnesCount64(p.Occupied()) > limit {
		return 0, false
	}
	w, ok := t.WDL(p)
	return int(w), ok
}
