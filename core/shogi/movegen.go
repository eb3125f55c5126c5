package shogi

import (
	"math/bits"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/attack/board81"
)

// promotes is what a promotion adds to a move.
var promotes = core.FlagPromotes | core.Variant(1)

// generator carries what the parts of Generate share. The parts write moves from
// index n on and return the next free index.
type generator struct {
	p        *Position
	moves    *[core.MaxMoves]core.Move
	us       core.Color
	all      bool     // list pointless moves as well
	occupied Bitboard // all pieces
	targets  Bitboard // where board moves of the wanted kind may go
	pinned   Bitboard
	ways     *[128]Bitboard // the lines through the own king
}

// Generate implements [core.Game]. In check it lists evasions only.
func (p *Position) Generate(kind core.GenKind, list *core.MoveList) {
	us := p.side & 1
	own, enemy := p.colors[us], p.colors[us^1]
	s := &p.states[p.top]
	king := p.kings[us] & 127
	g := generator{p: p, moves: &list.Moves, us: us, all: kind == core.AllMoves,
		occupied: own.Or(enemy), pinned: s.pinned, ways: &line[king]}
	empty := board81.Full.AndNot(g.occupied)
	switch kind {
	case core.Tactical:
		g.targets = enemy
	case core.Quiet:
		g.targets = empty
	default:
		g.targets = board81.Full.AndNot(own)
	}
	n := g.king(list.N, king)
	reachable := board81.Full.AndNot(own)
	if s.checkers.Any() {
		if s.checkers.Many() {
			list.N = n
			return
		}
		stops := between[king][s.checkers.First()].Or(s.checkers)
		g.targets, empty, reachable = g.targets.And(stops), empty.And(stops), reachable.And(stops)
	}

	// On the king's file a pin leaves pawns and lances all their moves.
	stuck := g.pinned.AndNot(files[king])
	pushes := advance(us, p.pieces[Pawn].And(own).AndNot(stuck)).And(reachable)
	n = g.pawns(n, pushes.And(g.targets).AndNot(zones[us]), 0)
	if better := pushes.And(zones[us]); better.Any() && kind != core.Quiet {
		n = g.pawns(n, better, promotes|core.FlagTactical)
		if g.all {
			n = plain(g.moves, n, g.pawns(n, better.AndNot(lastRank[us]), 0))
		}
	}
	for b := p.pieces[Lance].And(own).AndNot(stuck); b.Any(); {
		from := b.Pop()
		if to := board81.Lance(us, from, g.occupied).And(g.targets); to.Any() {
			n = g.lance(n, from, to)
		}
	}
	for b := p.pieces[Knight].And(own).AndNot(g.pinned); b.Any(); {
		from := b.Pop()
		to := steps[us][Knight][from&127].And(g.targets)
		n = g.add(n, boardMove(from, Knight), to.AndNot(lastTwo[us]))
		if better := to.And(zones[us]); better.Any() {
			n = g.add(n, boardMove(from, Knight)|promotes, better)
		}
	}
	for b := p.pieces[Silver].And(own); b.Any(); {
		from := b.Pop()
		to := g.unpinned(from, steps[us][Silver][from&127])
		n = g.add(n, boardMove(from, Silver), to)
		if better := g.promoting(from, to); better.Any() {
			n = g.add(n, boardMove(from, Silver)|promotes, better)
		}
	}
	for b := p.golds.And(own); b.Any(); {
		from := b.Pop()
		to := g.unpinned(from, steps[us][Gold][from&127])
		n = g.add(n, boardMove(from, p.kindAt(from)), to)
	}
	for b := p.pieces[Bishop].And(own); b.Any(); {
		from := b.Pop()
		n = g.slider(n, from, Bishop, g.unpinned(from, board81.Bishop(from, g.occupied)))
	}
	for b := p.pieces[Rook].And(own); b.Any(); {
		from := b.Pop()
		n = g.slider(n, from, Rook, g.unpinned(from, board81.Rook(from, g.occupied)))
	}
	for b := p.pieces[Horse].And(own); b.Any(); {
		from := b.Pop()
		to := board81.Bishop(from, g.occupied).Or(steps[us][Horse][from&127])
		n = g.add(n, boardMove(from, Horse), g.unpinned(from, to))
	}
	for b := p.pieces[Dragon].And(own); b.Any(); {
		from := b.Pop()
		to := board81.Rook(from, g.occupied).Or(steps[us][Dragon][from&127])
		n = g.add(n, boardMove(from, Dragon), g.unpinned(from, to))
	}
	if kind != core.Tactical {
		n = g.drops(n, empty)
	}
	list.N = n
}

// boardMove returns the part of a move that its source tells.
func boardMove(from core.Square, k core.Kind) core.Move { return core.NewMove(from, 0, k, 0) }

// add lists the moves of one piece to a set of squares.
func (g *generator) add(n int, stem core.Move, to Bitboard) int {
	moves, victims := g.moves, &g.p.victims
	for b := to.Lo; b != 0; b &= b - 1 {
		sq := bits.TrailingZeros64(b)
		moves[n] = stem | core.Move(sq) | victims[sq]
		n++
	}
	for b := to.Hi; b != 0; b &= b - 1 {
		sq := (63 + bits.TrailingZeros64(b)) & 127
		moves[n] = stem | core.Move(sq) | victims[sq]
		n++
	}
	return n
}

// plain takes FlagTactical off the moves from index n to end: they are pointless
// and belong to AllMoves only.
func plain(moves *[core.MaxMoves]core.Move, n, end int) int {
	for i := n; i < end; i++ {
		moves[i] &^= core.FlagTactical
	}
	return end
}

// pawns lists pawn moves by their target squares.
func (g *generator) pawns(n int, to Bitboard, flags core.Move) int {
	moves, victims := g.moves, &g.p.victims
	stem := boardMove(1, Pawn) // the square behind the target is the next one
	if g.us == core.Second {
		stem = boardMove(0, Pawn) - boardMove(1, 0)
	}
	for b := to.Lo; b != 0; b &= b - 1 {
		sq := core.Square(bits.TrailingZeros64(b))
		moves[n] = stem + boardMove(sq, 0) | core.Move(sq) | victims[sq&127] | flags
		n++
	}
	for b := to.Hi; b != 0; b &= b - 1 {
		sq := core.Square(63 + bits.TrailingZeros64(b))
		moves[n] = stem + boardMove(sq, 0) | core.Move(sq) | victims[sq&127] | flags
		n++
	}
	return n
}

func (g *generator) lance(n int, from core.Square, to Bitboard) int {
	stem := boardMove(from, Lance)
	n = g.add(n, stem, to.AndNot(lastTwo[g.us]))
	if better := to.And(zones[g.us]); better.Any() {
		n = g.add(n, stem|promotes, better)
		if g.all {
			n = plain(g.moves, n, g.add(n, stem, to.And(lastTwo[g.us]).AndNot(lastRank[g.us])))
		}
	}
	return n
}

// slider lists the moves of a bishop or rook.
func (g *generator) slider(n int, from core.Square, k core.Kind, to Bitboard) int {
	stem, better := boardMove(from, k), g.promoting(from, to)
	n = g.add(n, stem, to.AndNot(better))
	if better.Any() {
		n = g.add(n, stem|promotes, better)
		if g.all {
			n = plain(g.moves, n, g.add(n, stem, better))
		}
	}
	return n
}

// king lists the king's moves to squares that are not attacked once it has left.
func (g *generator) king(n int, from core.Square) int {
	p, us, them := g.p, g.us, g.us^1
	enemy := p.colors[them]
	occupied := g.occupied.AndNot(bit(from))
	near := enemy.Meets(vicinity[us][from&127])
	bishops := p.pieces[Bishop].Or(p.pieces[Horse]).And(enemy)
	rooks := p.pieces[Rook].Or(p.pieces[Dragon]).And(enemy)
	lances := p.pieces[Lance].And(enemy)
	for b := steps[us][King][from&127].And(g.targets); b.Any(); {
		to := b.Pop() & 127
		if near && p.nearAttackers(them, to).Any() ||
			bishopRays[to].Meets(bishops) && board81.Bishop(to, occupied).Meets(bishops) ||
			rookRays[to].Meets(rooks) && board81.Rook(to, occupied).Meets(rooks) ||
			lanceRays[us][to].Meets(lances) && board81.Lance(us, to, occupied).Meets(lances) {
			continue
		}
		g.moves[n] = boardMove(from, King) | core.Move(to) | p.victims[to]
		n++
	}
	return n
}

// unpinned returns the wanted squares of to that a pin on from allows.
func (g *generator) unpinned(from core.Square, to Bitboard) Bitboard {
	to = to.And(g.targets)
	if g.pinned.Has(from) {
		to = to.And(g.ways[from&127])
	}
	return to
}

// promoting returns the squares of to on which a piece from from may promote.
func (g *generator) promoting(from core.Square, to Bitboard) Bitboard {
	if zones[g.us].Has(from) {
		return to
	}
	return to.And(zones[g.us])
}

// Expand implements [core.Game].
func (p *Position) Expand(id core.MoveID) core.Move {
	m := core.Move(id)
	to := m.To()
	if to >= 81 || m.Variant() > 1 {
		return core.NoMove
	}
	if m.IsDrop() {
		k := core.Kind(m.From() - core.DropFrom)
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
	m := boardMove(from, k) | core.Move(to) | p.victims[to&127]
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

// stopsCheck reports whether a piece that arrives on to ends the check, if any.
func (p *Position) stopsCheck(to core.Square) bool {
	checkers := p.states[p.top].checkers
	return !checkers.Any() || !checkers.Many() &&
		(checkers.Has(to) || between[p.kings[p.side&1]&127][checkers.First()&127].Has(to))
}

// GivesCheck implements [core.Game].
func (p *Position) GivesCheck(m core.Move) bool {
	us := p.side & 1
	king := p.kings[us^1] & 127
	to, k := m.To(), m.Kind()
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
	// A piece that leaves its line to the king may uncover a slider. Where it
	// goes it shuts off none, as no other looked at the king before.
	if way := line[king][from]; !way.Any() || way.Has(to) {
		return false
	}
	return p.sliderAttackers(us, king, occupied).AndNot(bit(from)).Any()
}
