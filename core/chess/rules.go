package chess

import (
	"fmt"

	"github.com/nitoryu/nitoryu/core"
)

// StartFEN is the initial position of chess.
const StartFEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

// Rules opens positions of chess and Chess960.
var Rules = core.Rules{
	Name: info.Name,
	Start: func(s core.Settings) core.Position {
		p, _ := parse(StartFEN, s)
		return p
	},
	Parse: func(text string, s core.Settings) (core.Position, error) {
		p, err := parse(text, s)
		if err != nil {
			return nil, err // not a nil *Position in an interface
		}
		return p, nil
	},
	Standard: standard,
}

// standard takes castling rights with a king or a rook that is not at home, which only
// Chess960 has: no move of UCI says such a castling, and other programs would take it for an
// illegal move.
func standard(position core.Position) (left string) {
	p, ok := position.(*Position)
	if !ok {
		return ""
	}
	before := p.castlingField()
	s := &p.states[p.top]
	for i := range p.castlings {
		if king := p.KingSquare(core.Color(i / 2)); !atHome(king, p.castlings[i].rookFrom) {
			s.rights &^= 1 << i
		}
	}
	after := p.castlingField()
	if before == after {
		return ""
	}
	s.key, s.parts = p.scratchKey(), p.scratchParts()
	return fmt.Sprintf("castling rights %s are read as %s: without Chess960 king and rook have to be at home", before, after)
}

var info = core.GameInfo{
	Name:       "chess",
	Squares:    64,
	PieceTypes: int(King),
	Value:      [core.MaxPieceTypes]core.Score{Pawn: 100, Knight: 320, Bishop: 330, Rook: 500, Queen: 950},
	Gain:       [core.MaxPieceTypes]core.Score{Pawn: 850},
	PawnSets:   256,
}

// ZugzwangProne implements [core.Game]: the side to move has only king and pawns.
func (p *Position) ZugzwangProne() bool {
	return p.colors[p.side&1]&^(p.pieces[Pawn]|p.pieces[King]) == 0
}

// Outcome implements [core.Game]. Checkmate takes precedence over the fifty-move rule.
func (p *Position) Outcome(ply int) (core.Score, bool) {
	s := &p.states[p.top]
	if s.halfmoves >= 100 && !p.mated() {
		return core.Draw, true
	}
	if p.repeats(ply) || p.insufficientMaterial() {
		return core.Draw, true
	}
	return 0, false
}

// MateOrStalemate implements [core.Game].
func (p *Position) MateOrStalemate(ply int) core.Score {
	if p.InCheck() {
		return core.LossIn(ply)
	}
	return core.Draw
}

// MateInOne implements [core.Game]: there is no cheap detector in chess.
func (p *Position) MateInOne() core.Move { return core.NoMove }

// Claim implements [core.Position]: there are no declarations in chess.
func (p *Position) Claim() core.Claim { return core.LosingClaim }

// Verdict implements [core.Position]. Draws that a player may claim count as
// ended: the threefold repetition and fifty moves without capture and pawn move.
func (p *Position) Verdict() core.Verdict {
	if !p.hasMoves() {
		if p.InCheck() {
			return core.Verdict{Ending: core.Checkmate, Winner: p.side.Other()}
		}
		return core.Verdict{Ending: core.Stalemate, Drawn: true}
	}
	switch {
	case p.repeats(0):
		return core.Verdict{Ending: core.Repetition, Drawn: true}
	case p.HalfmoveClock() >= 100:
		return core.Verdict{Ending: core.FiftyMoves, Drawn: true}
	case p.insufficientMaterial():
		return core.Verdict{Ending: core.InsufficientMaterial, Drawn: true}
	}
	return core.Verdict{}
}

// Final is [Position.Verdict] without the draws that end a game only when a player claims them:
// the fifth repetition does so by itself, as do seventy-five moves (FIDE 9.6).
func (p *Position) Final() core.Verdict {
	switch {
	case !p.hasMoves():
		return p.Verdict()
	case p.insufficientMaterial():
		return core.Verdict{Ending: core.InsufficientMaterial, Drawn: true}
	case p.occurrences() >= 5:
		return core.Verdict{Ending: core.FivefoldRepetition, Drawn: true}
	case p.HalfmoveClock() >= 150:
		return core.Verdict{Ending: core.SeventyFiveMoves, Drawn: true}
	}
	return core.Verdict{}
}

// Claimable returns the draw that the side to move may claim, as the position stands (FIDE 9.2,
// 9.3): none once the game is over.
func (p *Position) Claimable() core.Verdict {
	switch {
	case p.Final().Over():
	case p.repeats(0):
		return core.Verdict{Ending: core.Repetition, Drawn: true}
	case p.HalfmoveClock() >= 100:
		return core.Verdict{Ending: core.FiftyMoves, Drawn: true}
	}
	return core.Verdict{}
}

// occurrences returns how often the position has occurred in the game, now included.
func (p *Position) occurrences() int {
	s := &p.states[p.top]
	n := 1
	for back := 4; back <= int(s.reversible); back += 2 {
		if p.states[p.top-back].key == s.key {
			n++
		}
	}
	return n
}

// repeats reports whether the position occurred before: once within the last plies, or
// twice at all.
func (p *Position) repeats(plies int) bool {
	s := &p.states[p.top]
	seen := false
	for back := 4; back <= int(s.reversible); back += 2 {
		if p.states[p.top-back].key != s.key {
			continue
		}
		if seen || back <= plies {
			return true
		}
		seen = true
	}
	return false
}

// insufficientMaterial reports whether neither side can win.
func (p *Position) insufficientMaterial() bool {
	return !p.CanWin(core.First) && !p.CanWin(core.Second)
}

// CanWin implements [core.Position] by the material: a knight alone mates only a king
// whose own rook, minor piece or pawn stands in its way (a queen would capture the
// knight), and bishops that all stand on squares of one colour only a king with a knight,
// a pawn or a bishop on the other colour.
func (p *Position) CanWin(c core.Color) bool {
	own, enemy := p.colors[c&1], p.colors[c&1^1]
	knights, bishops := p.pieces[Knight], p.pieces[Bishop]
	switch {
	case own&^(knights|bishops|p.pieces[King]) != 0:
		return true
	case own&knights != 0:
		return several(own&(knights|bishops)) || enemy&^(p.pieces[King]|p.pieces[Queen]) != 0
	case own&bishops != 0:
		return knights|p.pieces[Pawn] != 0 || bishops&lightSquares != 0 && bishops&^lightSquares != 0
	}
	return false
}

func (p *Position) mated() bool { return p.InCheck() && !p.hasMoves() }

func (p *Position) hasMoves() bool {
	var list core.MoveList
	p.Generate(core.AllMoves, &list)
	return list.N > 0
}
