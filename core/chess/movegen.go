package chess

import (
	"math/bits"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/attack/board64"
)

// Generate implements [core.Game]. Every capture, underpromoting or not, and
// every promotion to a queen is tactical; Tactical and Quiet together are
// exactly AllMoves.
//
// Moves are legal by construction: pieces stay on their pin line and, in check,
// go where they capture or block the checker
// (https://www.chessprogramming.org/Checks_and_Pinned_Pieces_(Bitboards)).
func (p *Position) Generate(kind core.GenKind, list *core.MoveList) {
	s := &p.states[p.top]
	us := p.side & 1
	own, enemy := p.colors[us], p.colors[us^1]
	occupied := own | enemy
	king := first(p.pieces[King] & own)
	targets := ^own
	switch kind {
	case core.Tactical:
		targets = enemy
	case core.Quiet:
		targets = ^occupied
	}

	p.addKing(list, king, kingAttacks[king]&targets, occupied)
	evasions := ^uint64(0)
	if s.checkers != 0 {
		if several(s.checkers) {
			return
		}
		evasions = between[king][first(s.checkers)] | s.checkers
		targets &= evasions
	}

	east, west, push, double := p.pawnTargets(kind, king, evasions)
	last := lastRanks[us]
	// Field by field: the compiler builds a literal elsewhere and copies it.
	var batch board64.Batch
	batch.Leapers = p.pieces[Knight] & own &^ s.pinned
	batch.Bishops = (p.pieces[Bishop] | p.pieces[Queen]) & own
	batch.Rooks = (p.pieces[Rook] | p.pieces[Queen]) & own
	batch.Occupied, batch.Targets, batch.Pinned = occupied, targets, s.pinned
	batch.LeaperAttacks, batch.Lines, batch.Board = &knightAttacks, &line[king], &p.board
	batch.PawnTargets[0], batch.PawnTargets[1], batch.PawnTargets[2], batch.PawnTargets[3] = east&^last, west&^last, push&^last, double
	batch.PawnTemplates = &pawnTemplates[us]
	if (east|west|push)&last != 0 {
		pieces := batch
		pieces.PawnTargets = [4]uint64{}
		pieces.List(list)
		batch.Leapers, batch.Bishops, batch.Rooks = 0, 0, 0
		up := forward[us]
		p.addPromotions(list, up+1, east&last, core.AllMoves)
		p.addPromotions(list, up-1, west&last, core.AllMoves)
		p.addPromotions(list, up, push&last, kind)
	}
	if kind == core.Tactical {
		batch.PawnTargets[2], batch.PawnTargets[3] = 0, 0
	}
	batch.List(list)
	if s.passant != noSquare && kind != core.Quiet {
		p.addPassant(list, s.passant)
	}
	if s.rights>>(2*us)&3 != 0 && kind != core.Tactical && s.checkers == 0 {
		p.addCastlings(list, king, occupied)
	}
}

// addKing appends the king's moves to the targets that are not attacked,
// castling left out.
func (p *Position) addKing(list *core.MoveList, king core.Square, targets, occupied uint64) {
	if targets == 0 {
		return
	}
	n := list.N
	them := p.side&1 ^ 1
	targets &^= allPawnAttacks(them, p.pieces[Pawn]&p.colors[them])
	for ; targets != 0; targets &= targets - 1 {
		to := first(targets)
		// The king does not hide the squares behind it from a slider.
		if !p.attacked(to, occupied&^bit(king), them) {
			list.Moves[n] = core.NewMove(king, to, King, 0) | p.board[to].Move()
			n++
		}
	}
	list.N = n
}

// Constants of the pawns of each side.
var (
	forward       = [2]int{8, -8}
	thirdRanks    = [2]uint64{rank1 << 16, rank8 >> 16}
	lastRanks     = [2]uint64{rank8, rank1}
	pawnTemplates = [2][4]core.Move{
		{board64.Template(Pawn, 9), board64.Template(Pawn, 7), board64.Template(Pawn, 8), board64.Template(Pawn, 16)},
		{board64.Template(Pawn, -7), board64.Template(Pawn, -9), board64.Template(Pawn, -8), board64.Template(Pawn, -16)},
	}
)

// pawnTargets returns which of the targets pawns reach by captures to the east and
// to the west and by single and double pushes, without en passant. A pinned pawn may
// move in a direction if that is the direction of its pin line.
func (p *Position) pawnTargets(kind core.GenKind, king core.Square, targets uint64) (east, west, push, double uint64) {
	us := p.side & 1
	own, enemy := p.colors[us], p.colors[us^1]
	pawns, free := p.pieces[Pawn]&own, ^p.states[p.top].pinned
	empty := ^(own | enemy)
	eastLine, westLine := diagonal[king], antidiagonal[king]
	if us == core.Second {
		eastLine, westLine = westLine, eastLine
	}
	up := forward[us]
	push = bits.RotateLeft64(pawns&(fileA<<fileOf(king)|free), up) & empty
	double = bits.RotateLeft64(push&thirdRanks[us], up) & empty & targets
	if kind != core.Quiet {
		east = bits.RotateLeft64(pawns&^fileH&(eastLine|free), up+1) & enemy & targets
		west = bits.RotateLeft64(pawns&^fileA&(westLine|free), up-1) & enemy & targets
	}
	return east, west, push & targets, double
}

// addPromotions appends the promotions of the kind by a step to the targets.
func (p *Position) addPromotions(list *core.MoveList, step int, targets uint64, kind core.GenKind) {
	n := list.N
	for ; targets != 0; targets &= targets - 1 {
		to := first(targets)
		m := core.NewMove(to-core.Square(step), to, Pawn, 0) | p.board[to].Move() | core.FlagPromotes
		if kind != core.Quiet {
			list.Moves[n] = m | promoteTo(Queen)
			n++
		}
		if kind != core.Tactical {
			list.Moves[n] = m | promoteTo(Knight)
			list.Moves[n+1] = m | promoteTo(Rook)
			list.Moves[n+2] = m | promoteTo(Bishop)
			n += 3
		}
	}
	list.N = n
}

// addPassant appends the captures en passant.
func (p *Position) addPassant(list *core.MoveList, passant core.Square) {
	us := p.side & 1
	for b := pawnAttacks[us^1][passant&63] & p.pieces[Pawn] & p.colors[us]; b != 0; b &= b - 1 {
		if from := first(b); p.passantLegal(from, passant) {
			list.Add(passantMove(from, passant))
		}
	}
}

// addCastlings appends the castlings of a king that is not in check.
func (p *Position) addCastlings(list *core.MoveList, king core.Square, occupied uint64) {
	s := &p.states[p.top]
	us := p.side & 1
	for index := 2 * us; index < 2*us+2; index++ {
		c := &p.castlings[index&3]
		if s.rights>>index&1 != 0 && occupied&c.empty == 0 && p.canCastle(c, occupied, s.pinned) {
			list.Add(castlingMove(king, c.rookFrom))
		}
	}
}

// promoteTo returns the bits of a promotion to kind k.
func promoteTo(k core.PieceType) core.Move {
	m := core.Variant(uint8(k-Knight)) | core.FlagPromotes
	if k == Queen {
		m |= core.FlagTactical
	}
	return m
}

func passantMove(from, to core.Square) core.Move {
	return core.NewMove(from, to, Pawn, Pawn) | core.FlagEnPassant | core.FlagTactical
}

func castlingMove(king, rook core.Square) core.Move {
	return core.NewMove(king, rook, King, 0) | core.FlagCastles
}

// canCastle reports whether the castling is legal for the side to move, which has the
// right to it, is not in check and has the squares between empty.
func (p *Position) canCastle(c *castling, occupied, pinned uint64) bool {
	// Castling with a pinned rook leaves the king in check; this happens in Chess960
	// only.
	if pinned&bit(c.rookFrom) != 0 {
		return false
	}
	them := p.side&1 ^ 1
	for path := c.kingPath; path != 0; path &= path - 1 {
		if p.attacked(first(path), occupied, them) {
			return false
		}
	}
	return true
}

// passantLegal reports whether the pawn on from, which attacks the en passant square,
// may capture there. Pins do not tell: two pawns leave their lines at once.
func (p *Position) passantLegal(from, passant core.Square) bool {
	s := &p.states[p.top]
	us := p.side & 1
	captured := bit(passant ^ 8)
	if s.checkers&^captured&(p.pieces[Pawn]|p.pieces[Knight]) != 0 {
		return false
	}
	occupied := p.Occupied()&^bit(from)&^captured | bit(passant)
	return !p.sliderAttacks(p.KingSquare(us), occupied, p.colors[us^1])
}

// passantPossible reports whether a capture on the en passant square is legal.
func (p *Position) passantPossible(passant core.Square) bool {
	us := p.side & 1
	for b := pawnAttacks[us^1][passant&63] & p.Pieces(us, Pawn); b != 0; b &= b - 1 {
		if p.passantLegal(first(b), passant) {
			return true
		}
	}
	return false
}

// ValidateMove implements [core.Game].
func (p *Position) ValidateMove(id core.MoveID) core.Move {
	s := &p.states[p.top]
	us := p.side & 1
	own := p.colors[us]
	m := core.Move(id)
	from, to := m.From(), m.To()
	if from > 63 || to > 63 || own&bit(from) == 0 {
		return core.NoMove
	}
	kind := p.kindAt(from)
	if kind == Pawn {
		return p.expandPawn(m)
	}
	if m.Variant() != 0 {
		return core.NoMove
	}
	occupied := p.Occupied()
	if own&bit(to) != 0 {
		index := castlingIndex(us, from, to)
		c := &p.castlings[index]
		if kind == King && s.rights>>index&1 != 0 && c.rookFrom == to && s.checkers == 0 &&
			occupied&c.empty == 0 && p.canCastle(c, occupied, s.pinned) {
			return castlingMove(from, to)
		}
		return core.NoMove
	}
	if Attacks(kind, from, occupied)&bit(to) == 0 {
		return core.NoMove
	}
	if kind == King {
		if p.attacked(to, occupied&^bit(from), us^1) {
			return core.NoMove
		}
	} else if !p.keepsKingSafe(from, to) {
		return core.NoMove
	}
	return core.NewMove(from, to, kind, 0) | p.board[to].Move()
}

// expandPawn completes a move whose from square holds a pawn of the side to
// move and whose squares are on the board.
func (p *Position) expandPawn(m core.Move) core.Move {
	us := p.side & 1
	from, to := m.From(), m.To()
	if passant := p.states[p.top].passant; to == passant {
		if pawnAttacks[us][from&63]&bit(to) != 0 {
			if m.Variant() == 0 && p.passantLegal(from, to) {
				return passantMove(from, to)
			}
			return core.NoMove
		}
	}
	up, second, last := core.Square(8), core.Square(1), core.Square(7)
	if us == core.Second {
		up, second, last = ^core.Square(8)+1, 6, 0
	}
	occupied := p.Occupied()
	switch {
	case pawnAttacks[us][from&63]&p.colors[us^1]&bit(to) != 0:
	case to == from+up && occupied&bit(to) == 0:
	case to == from+2*up && rankOf(from) == second && occupied&(bit(from+up)|bit(to)) == 0:
	default:
		return core.NoMove
	}
	if !p.keepsKingSafe(from, to) {
		return core.NoMove
	}
	full := core.NewMove(from, to, Pawn, 0) | p.board[to&63].Move()
	if rankOf(to) == last {
		return full | promoteTo(Knight+core.PieceType(m.Variant()))
	}
	if m.Variant() != 0 {
		return core.NoMove
	}
	return full
}

// keepsKingSafe reports whether a pseudo-legal move of a piece other than the
// king, not en passant, respects its pin and answers a check.
func (p *Position) keepsKingSafe(from, to core.Square) bool {
	s := &p.states[p.top]
	king := p.KingSquare(p.side)
	if s.checkers != 0 && (several(s.checkers) || (between[king][first(s.checkers)]|s.checkers)&bit(to) == 0) {
		return false
	}
	return s.pinned&bit(from) == 0 || line[king][from&63]&bit(to) != 0
}

// GivesCheck implements [core.Game].
func (p *Position) GivesCheck(m core.Move) bool {
	s := &p.states[p.top]
	us := p.side & 1
	king := p.KingSquare(us ^ 1)
	occupied := p.Occupied()
	from, to := m.From()&63, m.To()&63

	if m.IsCastling() {
		c := &p.castlings[castlingIndex(us, from, to)]
		occupied = occupied&^bit(from)&^bit(to) | bit(c.kingTo) | bit(c.rookTo)
		return board64.Rook(c.rookTo, occupied)&bit(king) != 0 ||
			p.sliderAttacks(king, occupied, p.colors[us]&^bit(to))
	}
	if m.IsEnPassant() {
		occupied = occupied&^bit(from)&^bit(to^8) | bit(to)
		return pawnAttacks[us][to]&bit(king) != 0 || p.sliderAttacks(king, occupied, p.colors[us])
	}

	if !s.discovered {
		s.discoverers = p.findDiscoverers(king, occupied)
		s.discovered = true
	}
	if s.discoverers&bit(from) != 0 && line[king][from]&bit(to) == 0 {
		return true
	}
	kind := m.PieceType()
	if m.IsPromotion() {
		kind = promotedKind(m)
	}
	switch kind {
	case Pawn:
		return pawnAttacks[us][to]&bit(king) != 0
	case King:
		return false
	}
	return Attacks(kind, to, occupied&^bit(from))&bit(king) != 0
}

// findDiscoverers returns the pieces of the side to move that alone block one of its
// sliders from the enemy king.
func (p *Position) findDiscoverers(king core.Square, occupied uint64) uint64 {
	own := p.colors[p.side&1]
	snipers := rookRays[king]&(p.pieces[Rook]|p.pieces[Queen]) | bishopRays[king]&(p.pieces[Bishop]|p.pieces[Queen])
	found := uint64(0)
	for b := snipers & own; b != 0; b &= b - 1 {
		if blockers := between[king][first(b)] & occupied; !several(blockers) {
			found |= blockers
		}
	}
	return found & own
}
