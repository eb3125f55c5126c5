package nitoryu

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/chess"
	"github.com/nitoryu/nitoryu/internal/excerpt"
	"github.com/nitoryu/nitoryu/record"
)

// Ending is how a game ended. The zero value is not known.
type Ending string

// The endings.
const (
	Checkmate            Ending = "checkmate"
	Stalemate            Ending = "stalemate"             // shogi: lost for the side without a move
	InsufficientMaterial Ending = "insufficient material" // chess: neither side can win
	Repetition           Ending = "repetition"            // chess: the third, which a player claims; shogi: the fourth (sennichite)
	FivefoldRepetition   Ending = "fivefold repetition"   // chess
	FiftyMoves           Ending = "fifty-move rule"       // chess: claimed by a player
	SeventyFiveMoves     Ending = "seventy-five-move rule"
	PerpetualCheck       Ending = "perpetual check" // shogi: lost for the side that gives check
	MoveLimit            Ending = "move limit"      // shogi, see Setup
	Declaration          Ending = "declaration"     // shogi: by the entering king rule
	WrongDeclaration     Ending = "wrong declaration"
	Resignation          Ending = "resignation"
	Agreement            Ending = "agreement"
	TimeForfeit          Ending = "time forfeit"
	IllegalMove          Ending = "illegal move"
	Adjudication         Ending = "adjudication"
	Crash                Ending = "crash" // of a program
	Hang                 Ending = "hang"  // of a program
	Interrupted          Ending = "interrupted"
)

// core returns the ending of package core; ok is false if there is no such one.
func (e Ending) core() (c core.Ending, ok bool) {
	if e == "" {
		return core.NoEnding, true
	}
	return c, c.UnmarshalText([]byte(e)) == nil
}

// endingOf returns an ending of package core.
func endingOf(e core.Ending) Ending {
	if e == core.NoEnding {
		return ""
	}
	return Ending(e.String())
}

// Outcome is how a game stands. The zero value is a game that goes on. As text it is
// "1-0 by checkmate", in JSON {"result":"1-0","ending":"checkmate"}.
type Outcome struct {
	Over   bool
	Drawn  bool
	Winner Side   // if the game is over and not drawn
	Ending Ending // how it ended
}

// Result returns 1-0, 0-1, 1/2-1/2, or * for a game that is not over.
func (o Outcome) Result() string { return o.record().String() }

// record returns the result for a record.
func (o Outcome) record() record.Result {
	if !o.Over {
		return record.Unfinished
	}
	return record.ResultOf(o.Drawn, core.Color(o.Winner))
}

// outcomeOf returns the outcome of a verdict.
func outcomeOf(v core.Verdict) Outcome {
	if !v.Over() {
		return Outcome{}
	}
	o := Outcome{Over: true, Drawn: v.Drawn, Ending: endingOf(v.Ending)}
	if !v.Drawn {
		o.Winner = Side(v.Winner)
	}
	return o
}

// outcomeFrom returns what a record says.
func outcomeFrom(r record.Result, e core.Ending) Outcome {
	winner, decided := r.Winner()
	o := Outcome{Over: r != record.Unfinished, Drawn: r == record.Draw, Ending: endingOf(e)}
	if decided {
		o.Winner = Side(winner)
	}
	return o
}

// by stands between result and ending.
const by = " by "

// String returns the result, and the ending if it is known: "1-0 by checkmate".
func (o Outcome) String() string {
	if o.Ending == "" {
		return o.Result()
	}
	return o.Result() + by + string(o.Ending)
}

// MarshalText implements [encoding.TextMarshaler] with String.
func (o Outcome) MarshalText() ([]byte, error) { return []byte(o.String()), nil }

// UnmarshalText implements [encoding.TextUnmarshaler]: it reads what String writes, and a result
// alone as well.
func (o *Outcome) UnmarshalText(text []byte) error {
	result, ending, _ := strings.Cut(string(text), by)
	return o.set(result, Ending(ending))
}

// set sets an outcome by its parts.
func (o *Outcome) set(result string, ending Ending) error {
	r, known := record.ParseResult(result)
	if !known {
		return fmt.Errorf("%s is no result", excerpt.Quote(result))
	}
	e, known := ending.core()
	if !known {
		return fmt.Errorf("there is no ending %s", excerpt.Quote(string(ending)))
	}
	*o = outcomeFrom(r, e)
	return nil
}

// outcomeJSON is an outcome in JSON.
type outcomeJSON struct {
	Result string `json:"result"`
	Ending Ending `json:"ending,omitempty"`
}

// MarshalJSON implements [json.Marshaler].
func (o Outcome) MarshalJSON() ([]byte, error) {
	return json.Marshal(outcomeJSON{o.Result(), o.Ending})
}

// UnmarshalJSON implements [json.Unmarshaler].
func (o *Outcome) UnmarshalJSON(text []byte) error {
	parts := outcomeJSON{Result: record.Unfinished.String()}
	if err := json.Unmarshal(text, &parts); err != nil {
		return err
	}
	return o.set(parts.Result, parts.Ending)
}

// Outcome tells how the game stands by the rules alone: draws that a player has to claim are not
// among them, see [Position.Claim]. In chess the fifth repetition and seventy-five moves without a
// capture or a pawn move end a game by themselves.
func (p *Position) Outcome() Outcome {
	board := p.at()
	if c, isChess := board.(*chess.Position); isChess {
		return outcomeOf(c.Final())
	}
	return outcomeOf(board.Verdict())
}

// Claim returns how the game ends if the side to move claims what the position gives it the right
// to: in chess a draw, after the third repetition or fifty moves without a capture or a pawn move; in
// shogi a win, or by some rules a draw, by declaration (nyugyoku). It is zero if there is nothing to
// claim, as in a game that is over.
func (p *Position) Claim() Outcome {
	board := p.at()
	if c, isChess := board.(*chess.Position); isChess {
		return outcomeOf(c.Claimable())
	}
	if claim := board.Claim(); claim != core.LosingClaim && !board.Verdict().Over() {
		return outcomeOf(claim.Verdict(board.Side()))
	}
	return Outcome{}
}

// Declared tells how a game of shogi ends in which the side to move declares, with the right to or
// without: then it loses.
func (p *Position) Declared() Outcome {
	board := p.at()
	return outcomeOf(board.Claim().Verdict(board.Side()))
}

// CanWin reports whether a side could still win by some series of legal moves, however bad.
// Where it cannot, time that its opponent oversteps costs only half the point (FIDE 6.9).
func (p *Position) CanWin(s Side) bool { return p.at().CanWin(core.Color(s & 1)) }
