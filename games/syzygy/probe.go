package syzygy

import (
	"math/bits"
	"runtime/debug"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/chess"
)

// WDL is the result of a position for the side to move, played perfectly with the
// halfmove clock at zero.
type WDL int8

// The results.
const (
	Loss        WDL = iota - 2
	BlessedLoss     // a loss that the fifty-move rule turns into a draw
	Draw
	CursedWin // a win that the fifty-move rule turns into a draw
	Win
)

func (w WDL) String() string {
	if w < Loss || w > Win {
		return "no result"
	}
	return [...]string{"loss", "blessed loss", "draw", "cursed win", "win"}[w-Loss]
}

// sign returns -1, 0 or 1.
func (w WDL) sign() int { return int(min(max(w, -1), 1)) }

// zeroingDistance returns the DTZ before a capture or pawn move that leads to w.
func (w WDL) zeroingDistance() int {
	return [...]int{-1, -101, 0, 101, 1}[w-Loss]
}

func first(set uint64) core.Square { return core.Square(bits.TrailingZeros64(set)) & 63 }

// WDL returns the result of a position, whatever its halfmove clock says. It returns
// false if the position, or a position after a capture, has no table, if a table is
// damaged, or if a side may still castle. It plays moves on the position and restores
// it; the call allocates nothing while the position has room for seven more plies.
func (t *Tables) WDL(p *chess.Position) (w WDL, ok bool) {
	if !t.covers(p) {
		return 0, false
	}
	defer restore(p, p.Plies(), debug.SetPanicOnFault(true), &ok)
	w, _, ok = t.search(p, false)
	return w, ok
}

// DTZ returns the distance to zeroing: the plies until the next capture, pawn move or
// mate when the winner hurries and the loser delays, on the way to the result that WDL
// returns; positive for a win and 0 for a draw. Beyond 100 plies the fifty-move rule
// draws the game. A mated side has -1. The distance may be one ply too short, but
// never where one ply decides about the fifty-move rule with the clock at zero. DTZ
// returns false where WDL does.
func (t *Tables) DTZ(p *chess.Position) (plies int, ok bool) {
	if !t.covers(p) {
		return 0, false
	}
	defer restore(p, p.Plies(), debug.SetPanicOnFault(true), &ok)
	return t.distance(p, true)
}

// covers reports whether a position may have a table.
func (t *Tables) covers(p *chess.Position) bool {
	return bits.OnesCount64(p.Occupied()) <= t.men && !p.HasCastlingRights()
}

// restore is deferred by probes. A mapped file that shrinks, or that lies on a device
// that fails, raises a fault on access: the probe then finds nothing, and the position
// is taken back to where it was.
func restore(p *chess.Position, plies int, fault bool, ok *bool) {
	debug.SetPanicOnFault(fault)
	if !isFault(recover()) {
		return
	}
	for p.Plies() > plies {
		p.Undo()
	}
	*ok = false
}

// isFault reports whether a recovered panic is a fault on access. Any other panic goes
// on.
func isFault(recovered any) bool {
	if recovered == nil {
		return false
	}
	if _, ok := recovered.(interface{ Addr() uintptr }); !ok {
		panic(recovered)
	}
	return true
}

// search returns the result of a position. A table knows nothing of en passant, and
// where a capture decides it may hold the value that compresses best, but never a value
// that is better than the truth: so captures are searched first. If pawns is set, pawn
// moves are searched as well. zeroing is true if one of these moves is best and the DTZ
// table therefore says nothing.
func (t *Tables) search(p *chess.Position, pawns bool) (best WDL, zeroing, ok bool) {
	var moves core.MoveList
	kind := core.Tactical
	if pawns {
		kind = core.AllMoves
	}
	p.Generate(kind, &moves)
	best = Loss
	tried, passant := 0, false
	for _, m := range moves.Slice() {
		if !m.IsCapture() && !(pawns && m.PieceType() == chess.Pawn) {
			continue
		}
		tried++
		passant = passant || m.IsEnPassant()
		p.Do(m, nil)
		w, _, ok := t.search(p, false)
		p.Undo()
		if !ok {
			return 0, false, false
		}
		if best = max(best, -w); best == Win {
			return Win, true, true
		}
	}
	only := tried > 0 && tried == moves.N
	if only && !pawns {
		// Without en passant, the table is right about a position with nothing but
		// captures.
		only = passant && !hasQuiet(p)
	}
	if only {
		return best, true, true
	}
	w, ok := t.result(p)
	if !ok {
		return 0, false, false
	}
	if best >= w {
		return best, best > Draw, true
	}
	return w, false, true
}

func hasQuiet(p *chess.Position) bool {
	var moves core.MoveList
	p.Generate(core.Quiet, &moves)
	return moves.N > 0
}

// result returns the value of the WDL table for a position.
func (t *Tables) result(p *chess.Position) (WDL, bool) {
	m := materialOf(p)
	if m == 0 {
		return Draw, true // bare kings
	}
	table, flip := t.find(m)
	if table == nil {
		return 0, false
	}
	f := table.get(wdlFile)
	if f == nil {
		return 0, false
	}
	symmetric := table.symmetric()
	value, _, _, ok := f.value(p, flip || symmetric && p.Side() == core.Second, symmetric, false)
	if !ok {
		return 0, false
	}
	return wdl(value)
}

// distance returns the DTZ of a position. deeper allows a search of one ply.
func (t *Tables) distance(p *chess.Position, deeper bool) (int, bool) {
	w, zeroing, ok := t.search(p, true)
	if !ok {
		return 0, false
	}
	if w == Draw || zeroing {
		return w.zeroingDistance(), true
	}
	table, flip := t.find(materialOf(p))
	if table == nil {
		return 0, false
	}
	f := table.get(dtzFile)
	if f == nil {
		return 0, false
	}
	symmetric := table.symmetric()
	value, at, stored, ok := f.value(p, flip || symmetric && p.Side() == core.Second, symmetric, true)
	if !ok {
		return 0, false
	}
	if stored {
		plies, ok := at.distance(value, w)
		return plies * w.sign(), ok
	}
	if !deeper {
		return 0, false // the file has neither side
	}
	return t.distanceByMoves(p, w)
}

// distanceByMoves returns the DTZ of a position with the result w from the DTZ after
// its moves. The DTZ table leaves out the side to move.
func (t *Tables) distanceByMoves(p *chess.Position, w WDL) (int, bool) {
	var moves core.MoveList
	p.Generate(core.AllMoves, &moves)
	best, found := -1, false // mated
	for _, m := range moves.Slice() {
		p.Do(m, nil)
		plies, ok := t.afterMove(p, m, false)
		p.Undo()
		if !ok {
			return 0, false
		}
		// The winner wants the shortest distance, the loser the longest.
		if (plies > 0) == (w > 0) && plies != 0 && (!found || plies < best) {
			best, found = plies, true
		}
	}
	return best, true
}

// afterMove returns the DTZ of the position before the move m, which has just been
// played, if that move is chosen.
func (t *Tables) afterMove(p *chess.Position, m core.Move, deeper bool) (int, bool) {
	if m.IsCapture() || m.PieceType() == chess.Pawn {
		w, _, ok := t.search(p, false)
		return (-w).zeroingDistance(), ok
	}
	plies, ok := t.distance(p, deeper)
	switch plies = -plies; {
	case plies == 1 && p.InCheck() && !hasMoves(p):
		return 1, ok // mate
	case plies > 0:
		plies++
	case plies < 0:
		plies--
	}
	return plies, ok
}

func hasMoves(p *chess.Position) bool {
	var moves core.MoveList
	p.Generate(core.AllMoves, &moves)
	return moves.N > 0
}
