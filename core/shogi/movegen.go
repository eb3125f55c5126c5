package shogi

import (
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/attack/board81"
)

// promotes is what a promotion adds to a move.
var promotes = core.FlagPromotes | core.Variant(1)

// pawnTemplates hold what pawn moves have in common: the source of a pawn move is the
// square after the target, for the second side the one before.
var pawnTemplates = [2]core.Move{boardMove(1, Pawn), boardMove(0, Pawn) - boardMove(1, 0)}

// Generate implements [core.Game]. In check it lists evasions only.
func (p *Position) Generate(kind core.GenKind, list *core.MoveList) {
	us := p.side & 1
	s := &p.states[p.top]
	own, enemy := p.colors[us], p.colors[us^1]
	king := p.kings[us] & 127
	occupied := own.Or(enemy)
	empty, reachable := board81.Full.AndNot(occupied), board81.Full.AndNot(own)
	targets := reachable
	switch kind {
	case core.Tactical:
		targets = enemy
	case core.Quiet:
		targets = empty
	}

	// Field by field: the compiler builds a literal elsewhere and copies it.
	var b board81.Batch
	b.KingTemplate, b.PawnTemplate = boardMove(king, King), pawnTemplates[us]
	b.King = p.safe(king, targets, occupied)
	if s.checkers.Any() {
		evasions := p.evasions(king, s.checkers)
		targets, empty, reachable = targets.And(evasions), empty.And(evasions), reachable.And(evasions)
	}
	// Pawns that are pinned on the king's file can still advance.
	free := p.pieces[Pawn].And(own).AndNot(s.pinned.AndNot(files[king]))
	pushes := advance(us, free).And(reachable)
	b.Pushes = pushes.And(targets).AndNot(zones[us])
	if kind != core.Quiet {
		b.Promotes = pushes.And(zones[us])
		b.Pointless = b.Promotes.AndNot(lastRank[us])
	}
	b.Leapers = p.golds.Or(p.pieces[Silver]).Or(p.pieces[Knight]).And(own)
	b.Lances = p.pieces[Lance].And(own)
	b.Bishops = p.pieces[Bishop].Or(p.pieces[Horse]).And(own)
	b.Rooks = p.pieces[Rook].Or(p.pieces[Dragon]).And(own)
	b.Occupied, b.Targets, b.Pinned = occupied, targets, s.pinned
	b.Lines, b.Rules, b.Board = &line[king], &pieceRules[us], &p.board
	b.Color, b.All = us, kind == core.AllMoves
	if kind != core.Tactical && p.hands[us] != 0 {
		drops := p.drops(empty)
		b.Drops = &drops
	}
	b.List(list)
}

// evasions returns the squares where a piece other than the king ends a check: none if
// there are two checkers.
func (p *Position) evasions(king core.Square, checkers Bitboard) Bitboard {
	if checkers.Many() {
		return Bitboard{}
	}
	return between[king&127][checkers.First()&127].Or(checkers)
}

// boardMove returns the template of the moves of a piece on from.
func boardMove(from core.Square, k core.PieceType) core.Move { return core.NewMove(from, 0, k, 0) }

// safe returns the targets next to the king on from that are not attacked once it
// has moved.
func (p *Position) safe(from core.Square, targets, occupied Bitboard) Bitboard {
	us := p.side & 1
	them := us ^ 1
	enemy, view := p.colors[them], &ringAttackers[us][from&127]
	occupied = occupied.AndNot(bit(from))
	targets = targets.And(steps[us][King][from&127])
	for b := p.pieces[Bishop].Or(p.pieces[Horse]).And(enemy).And(view.bishops); b.Any(); {
		targets = targets.AndNot(board81.Bishop(b.Pop(), occupied))
	}
	for b := p.pieces[Rook].Or(p.pieces[Dragon]).And(enemy).And(view.rooks); b.Any(); {
		targets = targets.AndNot(board81.Rook(b.Pop(), occupied))
	}
	for b := p.pieces[Lance].And(enemy).And(view.lances); b.Any(); {
		targets = targets.AndNot(board81.Lance(them, b.Pop(), occupied))
	}
	for b := enemy.And(view.steps); b.Any(); {
		near := b.Pop()
		targets = targets.AndNot(steps[them][p.kindAt(near)&15][near&127])
	}
	return targets
}

// ValidateMove implements [core.Game].
func (p *Position) ValidateMove(id core.MoveID) core.Move {
	m := core.Move(id)
	to := m.To()
	if to >= 81 || m.Variant() > 1 {
		return core.NoMove
	}
	if m.IsDrop() {
		k := core.PieceType(m.From() - core.DropFrom)
		if m.Variant() != 0 || p.dropFault(k, to) != "" {
			return core.NoMove
		}
		return core.NewDrop(k, to)
	}
	if p.moveFault(m.From(), to, m.Variant() == 1) != "" {
		return core.NoMove
	}
	return p.compose(m.From(), to, m.Variant() == 1)
}

// compose returns the board move with all its fields, as Generate lists it.
func (p *Position) compose(from, to core.Square, promotion bool) core.Move {
	k := p.kindAt(from)
	m := core.NewMove(from, to, k, p.kindAt(to))
	if m.IsCapture() {
		m |= core.FlagTactical
	}
	zone := zones[p.side&1]
	switch {
	case promotion:
		m |= promotes
		if k == Pawn {
			m |= core.FlagTactical
		}
	case k == Pawn && zone.Has(to),
		k == Lance && lastTwo[p.side&1].Has(to),
		(k == Bishop || k == Rook) && (zone.Has(from) || zone.Has(to)):
		m &^= core.FlagTactical // pointless
	}
	return m
}

// moveFault returns why a board move is not legal, "" if it is.
func (p *Position) moveFault(from, to core.Square, promotion bool) string {
	us := p.side & 1
	switch {
	case from >= 81 || p.kindAt(from) == 0:
		return "there is no piece on its square"
	case !p.colors[us].Has(from):
		return "the piece is the opponent's"
	case p.colors[us].Has(to):
		return "an own piece is in the way"
	}
	k, occupied := p.kindAt(from), p.Occupied()
	if !Attacks(us, k, from, occupied).Has(to) {
		return "the piece does not move so"
	}
	rank := rankFor(us, to)
	switch {
	case promotion && promoted[k] == 0:
		return "the piece cannot promote"
	case promotion && rank > 2 && rankFor(us, from) > 2:
		return "the piece promotes in the last three ranks only"
	case !promotion && rank < deadRanks[k]:
		return "the piece must promote"
	}
	s := &p.states[p.top]
	king := p.kings[us]
	if k == King {
		if p.attacked(to, occupied.AndNot(bit(from)), us^1) {
			return "the king would be in check"
		}
		return ""
	}
	if s.pinned.Has(from) && !line[king&127][from&127].Has(to) || !p.stopsCheck(to) {
		return "the king would be in check"
	}
	return ""
}

// stopsCheck reports whether a piece that goes to a square ends the check, if any.
func (p *Position) stopsCheck(to core.Square) bool {
	checkers := p.states[p.top].checkers
	return !checkers.Any() || p.evasions(p.kings[p.side&1], checkers).Has(to)
}

// GivesCheck implements [core.Game].
func (p *Position) GivesCheck(m core.Move) bool {
	us := p.side & 1
	king := p.kings[us^1] & 127
	to, k := m.To(), m.PieceType()
	occupied := p.Occupied()
	if m.IsDrop() {
		return Attacks(us, k, to, occupied).Has(king)
	}
	if m.IsPromotion() {
		k = promoted[k]
	}
	from := m.From() & 127
	occupied = occupied.AndNot(bit(from))
	if Attacks(us, k, to, occupied).Has(king) {
		return true
	}
	// A piece that leaves its line to the king may discover a check. It cannot block
	// another check where it goes, as the king was not in check before.
	if l := line[king][from]; !l.Any() || l.Has(to) {
		return false
	}
	return p.sliderAttackers(us, king, occupied).AndNot(bit(from)).Any()
}
