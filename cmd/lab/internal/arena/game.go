package arena

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/nitoryu/nitoryu/cmd/lab/internal/player"
	"github.com/nitoryu/nitoryu/cmd/lab/internal/record"
	"github.com/nitoryu/nitoryu/core"
)

// table is where one game is played: the position, the clocks and who sits there.
type table struct {
	config   *Config
	players  [2]player.Player // by colour
	fresh    [2]bool          // in its first game
	spent    [2]bool          // in no state for another game
	ponders  [2]bool
	clocks   [2]clock
	judge    judge
	position core.Position
	moves    []string
	start    string // as players are told it: empty for the usual position
	result   Result
}

// ending is how a game ended.
type ending struct {
	why    record.Ending
	result record.Result
	detail string
}

// lost returns the ending in which side lost.
func lost(side core.Color, why record.Ending, detail string) *ending {
	return &ending{why, record.WinOf(side.Other()), detail}
}

// play plays a game to its end. The error is that of the context, or of a player
// that could not be made ready; a player that breaks down loses the game.
func (t *table) play(ctx context.Context) (Result, error) {
	for side, p := range t.players {
		if !t.fresh[side] {
			continue // it is ready
		}
		if err := p.NewGame(ctx); err != nil {
			if e := t.breakdown(core.Color(side), err); e != nil {
				t.close(e)
				return t.result, nil
			}
			return Result{}, err
		}
	}
	e := t.verdict()
	for e == nil {
		var err error
		if e, err = t.move(ctx); err != nil {
			return Result{}, err
		}
		if e == nil {
			e = t.verdict()
		}
	}
	t.close(e)
	t.tell(e)
	return t.result, nil
}

// verdict returns the ending of the game by its rules, nil if it goes on.
func (t *table) verdict() *ending {
	v := t.position.Verdict()
	switch {
	case !v.Over():
		return nil
	case v.Drawn:
		return &ending{record.Ending(v.Ending.String()), record.Draw, ""}
	}
	return &ending{record.Ending(v.Ending.String()), record.WinOf(v.Winner), ""}
}

// move lets the side to move think and plays what it answers. It returns an
// ending if that ends the game, and an error only when the context ended.
func (t *table) move(ctx context.Context) (*ending, error) {
	side, before := t.position.Side(), stolen()
	reply, err := t.players[side].Think(ctx, t.request())
	if err != nil {
		if e := t.breakdown(side, err); e != nil && ctx.Err() == nil {
			return e, nil
		}
		return nil, err
	}
	if reply.BadPV != "" {
		t.note(side, "illegal PV: "+reply.BadPV)
	}
	thought := Thought{0, -1, 0, reply.Elapsed.Microseconds()}
	if reply.Info.HasScore {
		thought = Thought{int64(reply.Info.Score), int64(reply.Info.Depth), int64(reply.Info.Nodes), thought[3]}
	}
	t.result.Thoughts = append(t.result.Thoughts, thought)

	if late := t.clocks[side].spend(reply.Elapsed, t.config.Margin); late > 0 {
		return lost(side, record.TimeForfeit, fmt.Sprintf("%v too late, after %v (%v of processor time stolen meanwhile)", late.Round(time.Microsecond), reply.Elapsed.Round(time.Microsecond), stolen()-before)), nil
	}
	switch {
	case reply.Resigns:
		return lost(side, record.Resignation, ""), nil
	case reply.Claims && t.position.CanDeclare():
		return &ending{record.Declaration, record.WinOf(side), ""}, nil
	case reply.Claims:
		return lost(side, record.WrongDeclaration, "claimed a win that is none"), nil
	case reply.Move == core.NoMove:
		return lost(side, record.IllegalMove, reply.Problem), nil
	}
	t.do(reply.Move)

	score, known := thought.Score()
	if over, drawn, winner := t.judge.see(side, score, known, len(t.moves)); over {
		result := record.WinOf(winner)
		if drawn {
			result = record.Draw
		}
		// The rules come first: a mate on the board is no adjudication.
		if e := t.verdict(); e != nil {
			return e, nil
		}
		return &ending{record.Adjudication, result, ""}, nil
	}
	t.ponder(side, reply.Ponder)
	return nil, nil
}

// do plays m on the board.
func (t *table) do(m core.Move) {
	t.moves = append(t.moves, t.position.FormatMove(m))
	t.position.Do(m, nil)
}

// request asks the side to move.
func (t *table) request() player.Request {
	return player.Request{
		Start: t.start, Moves: t.moves, Position: t.position,
		Limits: limits(t.position.Side(), &t.clocks),
	}
}

// ponder lets side think on with the move it expects of its opponent. A player
// that breaks down over it says so when it is asked next.
func (t *table) ponder(side core.Color, expected core.Move) {
	if !t.ponders[side] || expected == core.NoMove {
		return
	}
	text := t.position.FormatMove(expected)
	p := t.position.Clone()
	p.Do(expected, nil)
	if p.Verdict().Over() {
		return
	}
	_ = t.players[side].Ponder(player.Request{
		Start: t.start, Moves: append(t.moves[:len(t.moves):len(t.moves)], text), Position: p,
		Limits: limits(side, &t.clocks),
	})
}

// breakdown returns the ending that err means for side, nil if err is not of the
// player's making.
func (t *table) breakdown(side core.Color, err error) *ending {
	f := failureOf(err)
	if f == nil {
		return nil
	}
	why := record.Crash
	switch f.Kind {
	case player.Hang:
		why = record.Hang
	case player.ProtocolError:
		why = record.IllegalMove
	}
	return lost(side, why, f.Error())
}

// failureOf returns the breakdown of a player that err is, nil if it is none.
func failureOf(err error) *player.Failure {
	var f *player.Failure
	errors.As(err, &f)
	return f
}

// brokeDown notes that a player broke down before or after the game, and is
// replaced. That is a fault, but no game was under way that it could lose.
func (t *table) brokeDown(side core.Color, when string, f *player.Failure) {
	t.note(side, fmt.Sprintf("replaced, %s the game: %s: %s", when, f.Kind, f.Detail))
	t.result.Notes[len(t.result.Notes)-1].Replaced = true
}

// tell lets the players know how the game ended.
func (t *table) tell(e *ending) {
	for side, p := range t.players {
		o := player.Drawn
		if winner, decided := e.result.Winner(); decided {
			if o = player.Lost; winner == core.Color(side) {
				o = player.Won
			}
		}
		f := failureOf(p.GameOver(o))
		if f != nil && !t.spent[side] {
			t.brokeDown(core.Color(side), "after", f)
			t.spent[side] = true
		}
	}
}

func (t *table) note(side core.Color, text string) {
	t.result.Notes = append(t.result.Notes, Note{Side: side, Text: text, Position: t.position.String()})
}

// close completes the result.
func (t *table) close(e *ending) {
	r := &t.result
	r.Moves = strings.Join(t.moves, " ")
	r.Result, r.Ending, r.Detail = e.result.String(), e.why, e.detail
	if side, faulty := r.Fault(); faulty {
		r.Position = t.position.String()
		t.spent[side] = true
	}
}
