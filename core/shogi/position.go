package shogi

import (
	"slices"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/attack/board81"
)

// Position is a position of shogi with the game that led to it. It implements
// [core.Position] and is used by one goroutine at a time. Open one with
// [Rules]; the zero value is not usable.
type Position struct {
	pieces [core.MaxPieceTypes]Bitboard // by kind, both colours
	golds  Bitboard                     // all pieces that move like a gold
	colors [2]Bitboard
	board  [128]core.Capture // the piece on each square, as a capture of it
	hands  [2]hand
	kings  [2]core.Square // noSquare if there is none
	side   core.Color

	settings    core.Settings // that the rules were chosen by
	declaration declarationRule
	moveLimit   int // 0: none
	offset      int // plies before the first state

	top     int     // states[top] is the current one
	states  []state // longer than top+1: room to play on without allocating
	scratch core.MoveList
}

// state is what a move changes and Undo cannot recompute, and what is computed once
// after a move.
type state struct {
	boardKey  uint64 // key of board and side to move
	handKey   uint64 // key of both hands
	parts     core.PartKeys
	checkers  Bitboard // pieces that give check to the side to move
	pinned    Bitboard // pieces of the side to move that alone block a slider from its king
	firstHand hand     // hand of First; on the same board it determines the other one
	move      core.Move
	sinceNull int32     // plies since the start or the last null move
	checks    [2]uint16 // how many moves in a row, the last included, gave check, by colour
}

// hand counts the pieces of each kind in a byte of its own, kind k in bits 8k to
// 8k+7. No count comes near 128, so that hands can be compared in one word.
type hand uint64

// one is the hand that holds one piece of kind k.
func one(k core.PieceType) hand { return 1 << (8 * k & 63) }

func (h hand) count(k core.PieceType) int { return int(h >> (8 * k & 63) & 0xff) }

func (h hand) has(k core.PieceType) bool { return h&(0xff<<(8*k&63)) != 0 }

// total returns the number of pieces in the hand.
func (h hand) total() int { return int(h * 0x0101010101010101 >> 56) }

// covers reports whether h holds at least as many pieces of every kind as g.
func (h hand) covers(g hand) bool {
	const guards = 0x8080808080808080
	return ((h|guards)-g)&guards == guards
}

// spare is how many more states Clone allocates. Parse and Copy allocate none: then moves do,
// fewStates at first.
const spare, fewStates = 2 * core.MaxPly, 16

var _ core.Position = (*Position)(nil)

// Pieces returns the set of pieces of colour c and kind k.
func (p *Position) Pieces(c core.Color, k core.PieceType) Bitboard {
	return p.pieces[k&15].And(p.colors[c&1])
}

// Occupied returns the set of all pieces.
func (p *Position) Occupied() Bitboard { return p.colors[0].Or(p.colors[1]) }

// OccupiedBy returns the set of pieces of colour c.
func (p *Position) OccupiedBy(c core.Color) Bitboard { return p.colors[c&1] }

// KingSquare returns where the king of colour c stands. Without a king it returns the
// king's square of the initial position.
func (p *Position) KingSquare(c core.Color) core.Square {
	if sq := p.kings[c&1]; sq != noSquare {
		return sq
	}
	return kingHomes[c&1]
}

// kingHomes are where the kings stand at the start.
var kingHomes = [2]core.Square{44, 36}

// PieceAt returns the piece on sq, 0 if there is none.
func (p *Position) PieceAt(sq core.Square) core.Piece {
	c := core.First
	if p.colors[core.Second].Has(sq) {
		c = core.Second
	}
	return core.NewPiece(c, p.kindAt(sq))
}

// Hand returns the number of pieces of kind k, Pawn to Rook, in the hand of c.
func (p *Position) Hand(c core.Color, k core.PieceType) int { return p.hands[c&1].count(k) }

// HandSize returns the number of pieces in the hand of c.
func (p *Position) HandSize(c core.Color) int { return p.hands[c&1].total() }

// Checkers returns the set of pieces that give check to the side to move.
func (p *Position) Checkers() Bitboard { return p.states[p.top].checkers }

// Attackers returns the pieces of colour by that attack sq, whatever stands there and pinned or
// not.
func (p *Position) Attackers(by core.Color, sq core.Square) Bitboard {
	return p.attackersBy(by, sq, p.Occupied())
}

func (p *Position) kindAt(sq core.Square) core.PieceType { return p.board[sq&127].PieceType() }

// GameInfo implements [core.Game].
func (p *Position) GameInfo() *core.GameInfo { return &info }

// PartKeys implements [core.Game].
func (p *Position) PartKeys() *core.PartKeys { return &p.states[p.top].parts }

// DrawClock implements [core.Game].
func (p *Position) DrawClock() int { return 0 }

// UpcomingRepetition implements [core.Game]. In shogi repetitions rarely save a game,
// and to detect them early gains nothing.
func (p *Position) UpcomingRepetition(int) bool { return false }

// Side implements [core.Game].
func (p *Position) Side() core.Color { return p.side }

// Key implements [core.Game].
func (p *Position) Key() uint64 { return p.states[p.top].boardKey ^ p.states[p.top].handKey }

// InCheck implements [core.Game].
func (p *Position) InCheck() bool { return p.states[p.top].checkers.Any() }

// Plies implements [core.Position].
func (p *Position) Plies() int { return p.offset + p.top }

// Clone implements [core.Position]. The copy can be played as deep as a search
// goes without allocating.
func (p *Position) Clone() core.Position { return p.CloneTo(nil) }

// CloneTo implements [core.Position].
func (p *Position) CloneTo(old core.Position) core.Position {
	c, ok := old.(*Position)
	if !ok {
		c = new(Position)
	}
	states := c.states
	if need := p.top + 1 + spare; len(states) < need {
		states = make([]state, need)
	}
	copy(states, p.states[:p.top+1])
	*c = *p
	c.states = states
	return c
}

// Copy implements [core.Position].
func (p *Position) Copy() core.Position {
	c := *p
	c.states = slices.Clone(p.states[:p.top+1])
	return &c
}

// put sets a piece on an empty square; keys and states are up to the caller.
func (p *Position) put(piece core.Piece, sq core.Square) {
	k, c := piece.Type(), piece.Color()
	p.pieces[k] = p.pieces[k].Or(bit(sq))
	p.colors[c] = p.colors[c].Or(bit(sq))
	if goldMovers[k] != 0 {
		p.golds = p.golds.Or(bit(sq))
	}
	if k == King {
		p.kings[c] = sq
	}
	p.board[sq] = core.NewCapture(k)
}

// goldMovers is all ones for the kinds that move like a gold, else 0.
var goldMovers = [core.MaxPieceTypes]uint64{
	Gold: ^uint64(0), ProPawn: ^uint64(0), ProLance: ^uint64(0), ProKnight: ^uint64(0), ProSilver: ^uint64(0),
}

// checkInfo returns the pieces that give check to the king of colour c, and the pieces
// of both colours that alone block an enemy slider from it.
func (p *Position) checkInfo(c core.Color) (checkers, blockers Bitboard) {
	c &= 1
	king := p.kings[c] & 127
	enemy, occupied := p.colors[c^1], p.Occupied()
	near := &steps[c]
	checkers = near[Pawn][king].And(p.pieces[Pawn]).
		Or(near[Knight][king].And(p.pieces[Knight])).
		Or(near[Silver][king].And(p.pieces[Silver])).
		Or(near[Gold][king].And(p.golds)).
		Or(near[King][king].And(p.pieces[Horse].Or(p.pieces[Dragon]))).
		And(enemy)
	snipers := rookRays[king].And(p.pieces[Rook].Or(p.pieces[Dragon])).
		Or(bishopRays[king].And(p.pieces[Bishop].Or(p.pieces[Horse]))).
		Or(lanceRays[c][king].And(p.pieces[Lance])).
		And(enemy)
	gaps := &between[king]
	for snipers.Any() {
		sniper := snipers.Pop()
		between := gaps[sniper&127].And(occupied)
		if !between.Any() {
			checkers = checkers.Or(bit(sniper))
		} else if !between.Many() {
			blockers = blockers.Or(between)
		}
	}
	return checkers, blockers
}

// attackers returns the pieces of both colours that attack sq when the squares
// of occupied block the sliders.
func (p *Position) attackers(sq core.Square, occupied Bitboard) Bitboard {
	return p.attackersBy(core.First, sq, occupied).Or(p.attackersBy(core.Second, sq, occupied))
}

// attackersBy returns the pieces of colour by that attack sq, as attackers does.
func (p *Position) attackersBy(by core.Color, sq core.Square, occupied Bitboard) Bitboard {
	sq &= 127
	return p.nearAttackers(by, sq).Or(p.sliderAttackers(by, sq, occupied))
}

// attacked reports whether a piece of colour by attacks sq when the squares of occupied
// block the sliders.
func (p *Position) attacked(sq core.Square, occupied Bitboard, by core.Color) bool {
	return p.nearAttackers(by, sq).Any() || p.sliderAttackers(by, sq, occupied).Any()
}

// Attacked implements core.Game.
func (p *Position) Attacked() core.Squares {
	by := p.side&1 ^ 1
	enemy, occupied := p.colors[by], p.Occupied()
	near := &steps[by]
	all := advance(by, p.pieces[Pawn].And(enemy)).
		Or(beside(advance(by, advance(by, p.pieces[Knight].And(enemy))))).
		Or(silverAttacks(by, p.pieces[Silver].And(enemy))).
		Or(goldAttacks(by, p.golds.And(enemy)))
	for _, k := range [...]core.PieceType{King, Horse, Dragon} {
		for set := p.pieces[k].And(enemy); set.Any(); {
			all = all.Or(near[k][set.Pop()&127])
		}
	}
	for set := p.pieces[Lance].And(enemy); set.Any(); {
		all = all.Or(board81.Lance(by, set.Pop(), occupied))
	}
	for set := p.pieces[Bishop].Or(p.pieces[Horse]).And(enemy); set.Any(); {
		all = all.Or(board81.Bishop(set.Pop(), occupied))
	}
	for set := p.pieces[Rook].Or(p.pieces[Dragon]).And(enemy); set.Any(); {
		all = all.Or(board81.Rook(set.Pop(), occupied))
	}
	return all.Squares()
}

// DropThreats implements core.Game: a piece attacks from where a piece of its kind and the other
// color, standing on the attacked square, would attack.
func (p *Position) DropThreats(t *core.Dangers) {
	us := p.side & 1
	them := us ^ 1
	enemy, occupied := p.colors[them], p.Occupied()
	for k := Pawn; k <= Rook; k++ {
		if p.Hand(us, k) == 0 {
			continue
		}
		var targets, from Bitboard
		for _, victim := range dearer[k] {
			targets = targets.Or(p.pieces[victim])
		}
		targets = targets.And(enemy)
		switch k {
		case Pawn:
			from = advance(them, targets)
		case Knight:
			from = beside(advance(them, advance(them, targets)))
		case Silver:
			from = silverAttacks(them, targets)
		case Gold:
			from = goldAttacks(them, targets)
		default:
			for set := targets; set.Any(); {
				from = from.Or(Attacks(them, k, set.Pop(), occupied))
			}
		}
		t[k] = from.Squares()
	}
}

// dearer are, for each kind that can be dropped, the kinds that are more valuable, and the king.
var dearer = func() (list [Rook + 1][]core.PieceType) {
	for k := Pawn; k <= Rook; k++ {
		for victim := Pawn; victim < core.MaxPieceTypes; victim++ {
			if victim == King || info.Value[victim] > info.Value[k]+dearerBy {
				list[k] = append(list[k], victim)
			}
		}
	}
	return list
}()

// dearerBy is the least difference in value, in centipawns, that makes a threat.
const dearerBy = 20

// Dangers implements core.Game. It goes through the kinds by their values, which are
// constants; with a loop over a table it takes twice the time.
func (p *Position) Dangers(d *core.Dangers) {
	by := p.side&1 ^ 1
	enemy, occupied := p.colors[by], p.Occupied()
	near := &steps[by]
	d[Pawn], d[King] = core.Squares{}, core.Squares{}

	all := advance(by, p.pieces[Pawn].And(enemy))
	d[Lance] = all.Squares()
	d[ProPawn] = d[Lance]
	for set := p.pieces[Lance].And(enemy); set.Any(); {
		all = all.Or(board81.Lance(by, set.Pop(), occupied))
	}
	all = all.Or(goldAttacks(by, p.pieces[ProPawn].And(enemy)))
	d[Knight] = all.Squares()
	all = all.Or(beside(advance(by, advance(by, p.pieces[Knight].And(enemy)))))
	d[ProLance] = all.Squares()
	for set := p.pieces[ProLance].And(enemy); set.Any(); {
		all = all.Or(near[ProLance][set.Pop()&127])
	}
	d[ProKnight] = all.Squares()
	for set := p.pieces[ProKnight].And(enemy); set.Any(); {
		all = all.Or(near[ProKnight][set.Pop()&127])
	}
	d[Silver] = all.Squares()
	all = all.Or(silverAttacks(by, p.pieces[Silver].And(enemy)))
	d[ProSilver] = all.Squares()
	for set := p.pieces[ProSilver].And(enemy); set.Any(); {
		all = all.Or(near[ProSilver][set.Pop()&127])
	}
	d[Gold] = all.Squares()
	all = all.Or(goldAttacks(by, p.pieces[Gold].And(enemy)))
	d[Bishop] = all.Squares()
	for set := p.pieces[Bishop].And(enemy); set.Any(); {
		all = all.Or(board81.Bishop(set.Pop(), occupied))
	}
	d[Horse] = all.Squares()
	for set := p.pieces[Horse].And(enemy); set.Any(); {
		all = all.Or(Attacks(by, Horse, set.Pop(), occupied))
	}
	d[Rook] = all.Squares()
	for set := p.pieces[Rook].And(enemy); set.Any(); {
		all = all.Or(board81.Rook(set.Pop(), occupied))
	}
	d[Dragon] = all.Squares()
}

// nearAttackers returns the pieces of colour by that attack sq by a step.
func (p *Position) nearAttackers(by core.Color, sq core.Square) Bitboard {
	sq &= 127
	near := &steps[by&1^1] // attacks seen from their target
	return near[Pawn][sq].And(p.pieces[Pawn]).
		Or(near[Knight][sq].And(p.pieces[Knight])).
		Or(near[Silver][sq].And(p.pieces[Silver])).
		Or(near[Gold][sq].And(p.golds)).
		Or(near[King][sq].And(p.pieces[King].Or(p.pieces[Horse]).Or(p.pieces[Dragon]))).
		And(p.colors[by&1])
}

// sliderAttackers returns the lances, bishops, rooks, horses and dragons of colour by
// that attack sq by sliding.
func (p *Position) sliderAttackers(by core.Color, sq core.Square, occupied Bitboard) Bitboard {
	sq &= 127
	by &= 1
	own := p.colors[by]
	var found Bitboard
	if b := bishopRays[sq].And(p.pieces[Bishop].Or(p.pieces[Horse])).And(own); b.Any() {
		found = b.And(board81.Bishop(sq, occupied))
	}
	if b := rookRays[sq].And(p.pieces[Rook].Or(p.pieces[Dragon])).And(own); b.Any() {
		found = found.Or(b.And(board81.Rook(sq, occupied)))
	}
	if b := lanceRays[by^1][sq].And(p.pieces[Lance]).And(own); b.Any() {
		found = found.Or(b.And(board81.Lance(by^1, sq, occupied)))
	}
	return found
}
