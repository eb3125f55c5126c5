package chess

import (
	"math/bits"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/attack/board64"
	"github.com/nitoryu/nitoryu/core/chess"
	"github.com/nitoryu/nitoryu/core/nnue"
)

// How many inputs there are of each kind of pairs.
const (
	threats18Inputs = 79856
	threats19Inputs = 59808
	pawnPairInputs  = 96 * 95 / 2
)

// pieceSet is a set of kinds of pieces in order: pawn, knight, bishop, rook, queen, king.
type pieceSet [6]bool

// targets18 and targets19 are the kinds whose being attacked by each kind is an input.
var (
	targets18 = [6]pieceSet{
		{true, true, false, true, false, false},
		{true, true, true, true, true, true},
		{true, true, true, true, false, true},
		{true, true, true, true, false, true},
		{true, true, true, true, true, true},
		{true, true, true, true, false, false},
	}
	targets19 = [6]pieceSet{
		{false, true, false, true, false, false},
		{true, true, true, true, true, false},
		{true, true, true, true, false, false},
		{true, true, true, true, false, false},
		{true, true, true, true, true, false},
		{},
	}
)

// threats are the inputs of pairs of pieces of which one attacks or defends the other. A
// pair is the squares of both, then the pieces, that which attacks first. Inputs are
// numbered by the attacking piece, own ones first; by the piece that is attacked, own
// ones first; by the square of the attacker; and by the square that it attacks.
type threats struct {
	targets  [6]pieceSet
	pawns    bool                                     // pairs of pawns on a file or on neighbouring ones are inputs too, of another kind
	first    [2][core.MaxPieces][core.MaxPieces]int32 // if the attacked square is below, if it is above
	offset   [core.MaxPieces][64]int32
	attacked [core.MaxPieces][64]uint64 // on an empty board

	targetSets, attackerSets [6][6]uint64   // all squares for the kinds that a kind attacks, and for those that attack it
	beyond                   [64][64]uint64 // the squares that the second one hides from a slider on the first
}

// The two kinds of inputs.
const (
	threatKind = iota
	pawnPairKind
)

// no is for pairs that are no input.
const no = -1

// threatPairs returns the pairs of Stockfish 18 or, with pairs of pawns, of Stockfish 19.
func threatPairs(pawns bool) *nnue.Pairs {
	t := &threats{targets: targets18, pawns: pawns}
	if pawns {
		t.targets = targets19
	}
	next := int32(0)
	for owner := range core.Color(2) {
		for k := chess.Pawn; k <= chess.King; k++ {
			attacker, total := core.NewPiece(owner, k), int32(0)
			for sq := range core.Square(64) {
				t.offset[attacker][sq] = total
				t.attacked[attacker][sq] = reach(attacker, sq, 0)
				if k != chess.Pawn || sq >= 8 && sq < 56 {
					total += int32(bits.OnesCount64(t.attacked[attacker][sq]))
				}
			}
			for side := range core.Color(2) {
				for target := chess.Pawn; target <= chess.King; target++ {
					victim := core.NewPiece(side, target)
					below, above := &t.first[0][attacker][victim], &t.first[1][attacker][victim]
					if *below, *above = no, no; !t.targets[k-chess.Pawn][target-chess.Pawn] {
						continue
					}
					*below = next
					// Pieces of a kind attack each other; only one of them counts.
					if k != target || k == chess.Pawn && attacker == victim {
						*above = next
					}
					next += total
					t.targetSets[k-chess.Pawn][target-chess.Pawn] = ^uint64(0)
					t.attackerSets[target-chess.Pawn][k-chess.Pawn] = ^uint64(0)
				}
			}
		}
	}
	for from := range core.Square(64) {
		for sq := range core.Square(64) {
			t.beyond[from][sq] = board64.Queen(from, 0) &^ board64.Queen(from, 1<<sq)
		}
	}
	pairs := &nnue.Pairs{Tracker: func() nnue.PairTracker { return &tracker{threats: t} }, King: chess.King, Inputs: t.inputs}
	for sq := range core.Square(64) {
		for c := range core.Color(2) {
			pairs.View[c][sq] = threatView(c, sq)
		}
	}
	return pairs
}

// threatView returns how a side sees the board, by the square of its king: turned upside
// down for Second, and mirrored if the king is on the files e to h.
func threatView(c core.Color, king core.Square) uint8 { return 2*uint8(c) + uint8(king>>2&1) }

// reach returns the squares that a piece attacks.
func reach(p core.Piece, sq core.Square, occupied uint64) uint64 {
	switch p.Type() {
	case chess.Pawn:
		return chess.PawnAttacks(p.Color(), sq)
	case chess.Knight:
		return chess.KnightAttacks(sq)
	case chess.Bishop:
		return board64.Bishop(sq, occupied)
	case chess.Rook:
		return board64.Rook(sq, occupied)
	case chess.Queen:
		return board64.Queen(sq, occupied)
	}
	return chess.KingAttacks(sq)
}

// band returns the squares of pawns on the file of a square and on those beside it.
func band(sq core.Square) uint64 {
	const file = 0x0101010101010101 &^ (1 | 1<<56)
	column := sq & 7
	files := uint64(file) << column
	if column > 0 {
		files |= file << (column - 1)
	}
	if column < 7 {
		files |= file << (column + 1)
	}
	return files
}

// inputs lists the inputs of pairs in a view.
func (t *threats) inputs(view uint8, pairs []nnue.Pair, inputs *nnue.PairInputs) {
	c := core.Color(view >> 1)
	turn, swap := core.Square(56*uint8(c)^7*(view&1)), core.NewPiece(c, 0)
	for _, pair := range pairs {
		from, to := (core.Square(pair>>18)^turn)&63, (core.Square(pair>>12)^turn)&63
		attacker, target := (core.Piece(pair>>6)^swap)&31, (core.Piece(pair)^swap)&31
		if t.pawns && attacker.Type() == chess.Pawn && target.Type() == chess.Pawn {
			a, b := pawnNumber(attacker, from), pawnNumber(target, to)
			a, b = max(a, b), min(a, b)
			inputs.Append(pawnPairKind, a*(a-1)/2+b, true)
			continue
		}
		above := 0
		if from < to {
			above = 1
		}
		first := t.first[above][attacker][target]
		below := bits.OnesCount64(t.attacked[attacker][from] & (1<<to - 1))
		inputs.Append(threatKind, first+t.offset[attacker][from]+int32(below), first != no)
	}
}

// pawnNumber numbers pawns at their squares.
func pawnNumber(p core.Piece, sq core.Square) int32 { return 48*int32(p.Color()) + int32(sq) - 8 }

// tracker is a position whose moves are taken back. It implements nnue.PairTracker.
type tracker struct {
	*threats
	position *chess.Position
	kinds    [6]uint64
	white    uint64
	occupied uint64
	// What has been on the squares that are not as in the position.
	changed uint64
	pieces  [64]core.Piece
}

// Set implements [nnue.PairTracker].
func (t *tracker) Set(position core.Position) (views [2]uint8) {
	p := position.(*chess.Position)
	for k := range t.kinds {
		kind := chess.Pawn + core.PieceType(k)
		t.kinds[k] = p.Pieces(core.First, kind) | p.Pieces(core.Second, kind)
	}
	t.position, t.white, t.occupied, t.changed = p, p.OccupiedBy(core.First), p.Occupied(), 0
	for c := range core.Color(2) {
		views[c] = threatView(c, p.KingSquare(c))
	}
	return views
}

// at returns the piece on a square, 0 if there is none.
func (t *tracker) at(sq core.Square) core.Piece {
	if t.changed>>(sq&63)&1 != 0 {
		return t.pieces[sq&63]
	}
	return t.position.PieceAt(sq)
}

// List implements [nnue.PairTracker].
func (t *tracker) List(list *nnue.PairList) {
	for rest := t.occupied; rest != 0; rest &= rest - 1 {
		from := core.Square(bits.TrailingZeros64(rest))
		attacker := t.at(from)
		to := reach(attacker, from, t.occupied) & t.targetsOf(attacker)
		if t.pawns && attacker.Type() == chess.Pawn {
			to |= band(from) & t.kinds[0] &^ (2<<from - 1)
		}
		t.attacks(list, attacker, from, to)
	}
}

// targetsOf returns the pieces whose being attacked by a piece is an input.
func (t *tracker) targetsOf(attacker core.Piece) (targets uint64) {
	sets := &t.targetSets[attacker.Type()-chess.Pawn]
	for k, kind := range t.kinds {
		targets |= kind & sets[k]
	}
	return targets
}

// attacks lists the pairs of a piece with those on some squares.
func (t *tracker) attacks(list *nnue.PairList, attacker core.Piece, from core.Square, to uint64) {
	pair := nnue.Pair(from)<<18 | nnue.Pair(attacker)<<6
	for ; to != 0; to &= to - 1 {
		sq := core.Square(bits.TrailingZeros64(to))
		list.Append(pair | nnue.Pair(sq)<<12 | nnue.Pair(t.at(sq)))
	}
}

// attackedBy lists the pairs of pieces on some squares with one that they attack.
func (t *tracker) attackedBy(list *nnue.PairList, from uint64, target core.Piece, sq core.Square) {
	pair := nnue.Pair(sq)<<12 | nnue.Pair(target)
	for ; from != 0; from &= from - 1 {
		attacker := core.Square(bits.TrailingZeros64(from))
		list.Append(pair | nnue.Pair(attacker)<<18 | nnue.Pair(t.at(attacker))<<6)
	}
}

// Back implements [nnue.PairTracker]. Where one piece makes room for another, as in a
// capture, the square stays occupied, so that nothing changes behind it.
func (t *tracker) Back(d *core.DirtyPieces, added, removed *nnue.PairList) {
	added.Clear()
	removed.Clear()
	var before, after uint64 // the move
	for _, c := range d.Changes[:d.N] {
		if c.From != core.Nowhere {
			before |= 1 << c.From
		}
		if c.To != core.Nowhere {
			after |= 1 << c.To
		}
	}
	for _, c := range d.Changes[:d.N] {
		if c.To != core.Nowhere {
			sq, stays := core.Square(c.To), before>>c.To&1 != 0
			t.flip(c.Piece, sq, 0)
			if !stays {
				t.occupied &^= 1 << sq
			}
			t.around(c.Piece, sq, !stays, added, removed)
		}
	}
	for _, c := range d.Changes[:d.N] {
		if c.From != core.Nowhere {
			sq := core.Square(c.From)
			t.around(c.Piece, sq, after>>sq&1 == 0, removed, added)
			t.flip(c.Piece, sq, c.Piece)
			t.occupied |= 1 << sq
		}
	}
}

// flip takes a piece away or puts it on a square. Now is what is there then.
func (t *tracker) flip(p core.Piece, sq core.Square, now core.Piece) {
	t.kinds[(p.Type()-chess.Pawn)%6] ^= 1 << sq
	if p.Color() == core.First {
		t.white ^= 1 << sq
	}
	t.changed |= 1 << sq
	t.pieces[sq&63] = now
}

// around lists the pairs that there are with a piece on a square, and those that there are
// without it if the square is empty then. The piece itself is not there.
func (t *tracker) around(p core.Piece, sq core.Square, empty bool, with, without *nnue.PairList) {
	kind := p.Type() - chess.Pawn
	bishop, rook := board64.Bishop(sq, t.occupied), board64.Rook(sq, t.occupied)
	var to uint64
	switch p.Type() {
	case chess.Bishop:
		to = bishop
	case chess.Rook:
		to = rook
	case chess.Queen:
		to = bishop | rook
	default:
		to = reach(p, sq, 0)
	}
	t.attacks(with, p, sq, to&t.targetsOf(p))

	pawns, from := t.kinds[0], &t.attackerSets[kind]
	bishops, rooks := bishop&(t.kinds[2]|t.kinds[4]), rook&(t.kinds[3]|t.kinds[4])
	attackers := from[0]&pawns&(chess.PawnAttacks(core.Second, sq)&t.white|chess.PawnAttacks(core.First, sq)&^t.white) |
		from[1]&t.kinds[1]&chess.KnightAttacks(sq) | from[5]&t.kinds[5]&chess.KingAttacks(sq) |
		(from[2]&t.kinds[2]|from[4]&t.kinds[4])&bishop | (from[3]&t.kinds[3]|from[4]&t.kinds[4])&rook
	if t.pawns && kind == 0 {
		near := band(sq) & pawns
		t.attacks(with, p, sq, near&^(2<<sq-1))
		attackers |= near & (1<<sq - 1)
	}
	t.attackedBy(with, attackers, p, sq)

	if !empty {
		return
	}
	for rest := bishops | rooks; rest != 0; rest &= rest - 1 {
		slider := core.Square(bits.TrailingZeros64(rest))
		hidden := t.beyond[slider][sq] & (bishop | rook) & t.occupied
		if hidden == 0 {
			continue
		}
		if attacker := t.at(slider); hidden&t.targetsOf(attacker) != 0 {
			t.attacks(without, attacker, slider, hidden)
		}
	}
}
