package api

import (
	"github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/internal/schema"
)

// positionRequest asks for a position: the start of a game, and the moves from there.
type positionRequest struct {
	lineRequest
	claims
	// Lines go on from the position that is asked for; the answer names their moves.
	Lines [][]string `json:"lines"`
}

// lineRequest asks about the position after the moves of a game.
type lineRequest struct {
	setup
	Moves []string `json:"moves"`
}

// play returns the position that is asked about, and the move before it, NoMove if there is none.
func (r *lineRequest) play() (g games.Game, p core.Position, previous core.Move, err error) {
	if g, p, err = r.open(); err != nil {
		return g, nil, core.NoMove, err
	}
	moves, err := readMoves(p, r.Moves)
	for _, m := range moves {
		p.Do(m, nil)
		previous = m
	}
	return g, p, previous, err
}

// claims are what ends a game besides the position, in favour of the side to move or against
// it.
type claims struct {
	Declared bool `json:"declared"` // it declares by the entering king rule
	Flagged  bool `json:"flagged"`  // its time is over
}

// outcome returns how a game at p stands after what is claimed, nil if it goes on.
func (c *claims) outcome(p core.Position, sides [2]schema.Text) *schema.Outcome {
	v := p.Verdict()
	switch other := p.Side().Other(); {
	case v.Over():
	case c.Flagged:
		v = core.Verdict{Ending: core.TimeForfeit, Winner: other, Drawn: !p.CanWin(other)}
	case c.Declared:
		v = p.Claim().Verdict(p.Side())
	}
	return schema.OutcomeOf(p, v, sides)
}

// position answers a request for a position.
func (*API) position(request []byte) (any, error) {
	r, err := decode[positionRequest](request)
	if err != nil {
		return nil, err
	}
	_, p, err := r.open()
	if err != nil {
		return nil, err
	}
	moves, err := readMoves(p, r.Moves)
	if err != nil {
		return nil, err
	}
	a := schema.PositionOf(p, moves)
	a.Key, a.Declarations = keyOf(p), schema.DeclarationsOf(p)
	previous := core.NoMove
	if len(moves) > 0 {
		previous = moves[len(moves)-1]
	}
	a.Legal = schema.LegalOf(p, previous)
	a.Outcome = r.outcome(p, a.Sides)
	if least, ok := games.AcceptedDraw(p); ok {
		a.Draw = new(nitoryu.Score(least))
	}
	if settings, err := r.settings(); err == nil {
		if passed := schema.Passed(p, settings); passed != nil {
			a.Passed = passed.String()
		}
	}
	a.Lines, err = r.lines(p, previous)
	return a, err
}

// readMoves reads the moves of a game that begins with p, which is left as it was.
func readMoves(p core.Position, texts []string) (moves []core.Move, err error) {
	if len(texts) > maxMoves {
		return nil, faultf("too many moves", args{"most": maxMoves}, "the game has %d moves, %d are the most", len(texts), maxMoves)
	}
	p = p.Clone()
	for i, text := range texts {
		m, err := p.ParseMove(text)
		if err != nil {
			return nil, &moveError{kept: i, move: text, err: err}
		}
		moves = append(moves, m)
		p.Do(m, nil)
	}
	return moves, nil
}

// lines names the moves of the lines that go on from p, which previous led to.
func (r *positionRequest) lines(p core.Position, previous core.Move) (named [][]schema.Names, err error) {
	left := maxMoves
	for _, line := range r.Lines {
		if left -= len(line); left < 0 {
			return nil, faultf("too many moves", args{"most": maxMoves}, "the lines have more than %d moves", maxMoves)
		}
		own, before := []schema.Names{}, previous
		for _, text := range line {
			m, err := p.ParseMove(text)
			if err != nil {
				break
			}
			own = append(own, schema.NamesOf(p, m, before))
			p.Do(m, nil)
			before = m
		}
		for range own {
			p.Undo()
		}
		named = append(named, own)
	}
	return named, nil
}
