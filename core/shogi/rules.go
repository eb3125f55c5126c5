package shogi

import (
	"fmt"

	"github.com/nitoryu/nitoryu/core"
)

// Rules opens positions of shogi. Parse reads an SFEN: board, side, hands and an
// optional move number. The side that is not to move must have a king; the other king
// may be missing, as the attacker's in a tsume problem, and so may other pieces,
// as in handicap games.
var Rules = core.Rules{
	Name: info.Name,
	Start: func(s core.Settings) core.Position {
		p, err := parse(StartSFEN)
		if err != nil {
			panic(err) // a mistake in StartSFEN, not in any input
		}
		_ = p.apply(s) // an unknown rule name leaves the usual rule
		return p
	},
	Parse: func(text string, s core.Settings) (core.Position, error) {
		p, err := parse(text)
		if err != nil {
			return nil, fmt.Errorf("sfen: %w", err)
		}
		if err := p.apply(s); err != nil {
			return nil, err
		}
		return p, nil
	},
}

// apply sets the rules that the settings choose. An unknown name leaves the 27-point
// rule in force.
func (p *Position) apply(s core.Settings) error {
	p.moveLimit = max(0, s.MoveLimit)
	rule, known := ruleNamed(s.EnteringKing)
	if !known {
		return fmt.Errorf("settings: unknown entering king rule %q", s.EnteringKing)
	}
	p.settings = core.Settings{MoveLimit: p.moveLimit, EnteringKing: s.EnteringKing}
	if p.declaration = rule; rule.handicap {
		// White gives the handicap, and so needs as many points fewer.
		missing := allPoints - p.points()
		p.declaration.wins[core.Second] -= missing
		p.declaration.draws[core.Second] -= missing
	}
	return nil
}

// Settings returns the choices about the rules that the position was opened with.
func (p *Position) Settings() core.Settings { return p.settings }

// info are the constants of shogi. The value of a capture counts the piece twice: the
// enemy loses it on the board, and it goes to the own hand.
var info = core.GameInfo{
	Name:       "shogi",
	Squares:    81,
	PieceTypes: int(Dragon),
	Value: [core.MaxPieceTypes]core.Score{
		Pawn: 31, Lance: 99, Knight: 112, Silver: 166, Gold: 187, Bishop: 269, Rook: 320,
		ProPawn: 99, ProLance: 134, ProKnight: 141, ProSilver: 174, Horse: 306, Dragon: 375,
	},
	Gain: [core.MaxPieceTypes]core.Score{
		Pawn: 67, Lance: 35, Knight: 29, Silver: 7, Bishop: 37, Rook: 55,
	},
	PawnSets: 2048,
}

// ZugzwangProne implements [core.Game]: there is practically no zugzwang with drops.
func (p *Position) ZugzwangProne() bool { return false }

// How far back Outcome looks for the same board, in plies: with the same hands, and
// with other hands. To look farther costs time and rarely finds anything; Verdict
// looks at the whole game.
const (
	repetitionWindow  = 64
	superiorityWindow = 16
)

// superior is the score of a superior repetition: the same board as before in the
// searched line, but with more in hand. As the side can repeat that, it counts as
// nearly won, but not as a mate.
const superior core.Score = 20000

// Outcome implements [core.Game]. Within the searched line one repetition (sennichite)
// decides the game, and a superior or inferior one scores as nearly decided; before
// the root it takes four as in the rules. At the move limit the game is drawn, unless
// the side to move has no legal move.
func (p *Position) Outcome(ply int) (core.Score, bool) {
	if score, over := p.repetition(ply); over {
		return score, true
	}
	if p.moveLimit > 0 && p.Plies() >= p.moveLimit && p.hasMoves() {
		return core.Draw, true
	}
	if p.tried() {
		return core.LossIn(ply), true
	}
	if p.Claim() == core.WinningClaim {
		return core.WinIn(ply + 1), true
	}
	return core.Draw, false
}

// MateOrStalemate implements [core.Game]: the side that cannot move has lost, in check or not.
func (p *Position) MateOrStalemate(ply int) core.Score { return core.LossIn(ply) }

// repetition returns the score of a repeated position, if it is one.
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
		// On the same board, one hand has gained what the other has lost.
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

// perpetualChecker returns which side gave check with each of its moves in the last
// plies, an even number. If both sides did, there is no perpetual checker.
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
// the first time, else with a draw. A king that reaches its goal by the try rule wins.
func (p *Position) Verdict() core.Verdict {
	if !p.hasMoves() {
		ending := core.Stalemate
		if p.InCheck() {
			ending = core.Checkmate
		}
		return core.Verdict{Ending: ending, Winner: p.side.Other()}
	}
	if p.tried() {
		return core.WinningClaim.Verdict(p.side.Other())
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

// CanWin implements [core.Position]: what is captured comes back, and shogi has no rule
// about time that needs more.
func (p *Position) CanWin(core.Color) bool { return true }
