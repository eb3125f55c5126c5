package shogi

import "github.com/nitoryu/nitoryu/core"

// How far back Outcome looks for the same board, in plies: for the same hands as
// well, and for other hands. What lies farther back is rare and costs time;
// Verdict looks at the whole game.
const (
	repetitionWindow  = 64
	superiorityWindow = 16
)

// superior is the score of having come back to a board of the searched line with
// more in hand, the opponent with less. Who repeats that has thrown pieces away,
// and who gains by it may do so again and again: as good as won, but not a mate
// to be announced.
const superior core.Score = 20000

// Outcome implements [core.Game]. From the root on, one repetition settles the
// game, and a superior or inferior position as good as settles it; before the
// root only the four of the rules do. The move limit draws unless the side to
// move has no move left.
func (p *Position) Outcome(ply int) (core.Score, bool) {
	if score, over := p.repetition(ply); over {
		return score, true
	}
	if p.moveLimit > 0 && p.Plies() >= p.moveLimit && p.hasMoves() {
		return core.Draw, true
	}
	if p.CanDeclare() {
		return core.WinIn(ply + 1), true
	}
	return core.Draw, false
}

// NoMoves implements [core.Game]: who cannot move has lost, in check or not.
func (p *Position) NoMoves(ply int) core.Score { return core.LossIn(ply) }

// repetition is the part of Outcome that looks back.
func (p *Position) repetition(ply int) (core.Score, bool) {
	now := &p.states[p.top]
	seen := 1
	for back := 4; back <= min(int(now.sinceNull), repetitionWindow); back += 2 {
		old := &p.states[p.top-back]
		if old.boardKey != now.boardKey {
			continue
		}
		if old.firstHand == now.firstHand {
			if seen++; back < ply || seen == 4 {
				return p.cycleScore(back, ply), true
			}
			continue
		}
		if back >= ply || back > superiorityWindow {
			continue
		}
		// The board being the same, what one hand gained the other lost.
		more, less := now.firstHand, old.firstHand
		if p.side == core.Second {
			more, less = less, more
		}
		if more.covers(less) {
			return superior, true
		}
		if less.covers(more) {
			return -superior, true
		}
	}
	return core.Draw, false
}

// cycleScore returns the score of having repeated the position of some plies ago.
func (p *Position) cycleScore(back, ply int) core.Score {
	switch checker, perpetual := p.perpetualChecker(back); {
	case !perpetual:
		return core.Draw
	case checker == p.side:
		return core.LossIn(ply)
	default:
		return core.WinIn(ply)
	}
}

// perpetualChecker returns which side gave check with each of its moves in the
// last plies, an even number. If both did, neither is to blame.
func (p *Position) perpetualChecker(plies int) (core.Color, bool) {
	checks := &p.states[p.top].checks
	first, second := 2*int(checks[core.First]) >= plies, 2*int(checks[core.Second]) >= plies
	if first {
		return core.First, !second
	}
	return core.Second, second
}

// Verdict implements [core.Position]. A position that occurs for the fourth time
// ends the game: with a loss for the side that gave check with every move since
// the first time, else with a draw.
func (p *Position) Verdict() core.Verdict {
	if !p.hasMoves() {
		ending := core.Stalemate
		if p.InCheck() {
			ending = core.Checkmate
		}
		return core.Verdict{Ending: ending, Winner: p.side.Other()}
	}
	now := &p.states[p.top]
	seen := 1
	for back := 4; back <= int(now.sinceNull); back += 2 {
		old := &p.states[p.top-back]
		if old.boardKey != now.boardKey || old.firstHand != now.firstHand {
			continue
		}
		if seen++; seen < 4 {
			continue
		}
		if checker, perpetual := p.perpetualChecker(back); perpetual {
			return core.Verdict{Ending: core.PerpetualCheck, Winner: checker.Other()}
		}
		return core.Verdict{Ending: core.Repetition, Drawn: true}
	}
	if p.moveLimit > 0 && p.Plies() >= p.moveLimit {
		return core.Verdict{Ending: core.MoveLimit, Drawn: true}
	}
	return core.Verdict{}
}

// hasMoves reports whether the side to move has a legal move.
func (p *Position) hasMoves() bool {
	if p.InCheck() {
		return p.hasEvasion()
	}
	p.scratch.Clear()
	p.Generate(core.AllMoves, &p.scratch)
	return p.scratch.N > 0
}

// declarationRule holds the points that each colour needs to declare a win;
// zero means that no declaration wins.
type declarationRule [2]int

// declarationRules are the rules of the Computer Shogi Association by their names
// in USI. By the 27-point rule Second, who moved later, needs one point less.
var declarationRules = map[string]declarationRule{
	"":                  {28, 27},
	core.CSARule27:      {28, 27},
	core.CSARule24:      {31, 31},
	core.NoEnteringKing: {},
}

// declarationPieces is how many pieces besides the king a declaration needs in
// the enemy camp.
const declarationPieces = 10

// CanDeclare implements [core.Position]: the king stands in the enemy camp, not
// in check, with enough pieces there, and the pieces there and in hand have
// enough points: five for each rook and bishop, one for each other.
func (p *Position) CanDeclare() bool {
	us := p.side & 1
	if !zones[us].Has(p.kings[us]) || p.declaration[us] == 0 || p.InCheck() {
		return false
	}
	pieces, points := p.declarationPoints(us)
	return pieces >= declarationPieces && points >= p.declaration[us]
}

// declarationPoints returns the pieces in the enemy camp besides the king, and
// their points with those of the hand.
func (p *Position) declarationPoints(c core.Color) (pieces, points int) {
	camp := p.colors[c].And(zones[c]).AndNot(bit(p.kings[c]))
	big := p.pieces[Bishop].Or(p.pieces[Rook]).Or(p.pieces[Horse]).Or(p.pieces[Dragon])
	h := p.hands[c]
	pieces = camp.Count()
	bigs := camp.And(big).Count() + h.count(Bishop) + h.count(Rook)
	return pieces, pieces + h.total() + 4*bigs
}
