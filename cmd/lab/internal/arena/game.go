package arena

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/nitoryu/nitoryu/cmd/lab/internal/adjudicate"
	"github.com/nitoryu/nitoryu/cmd/lab/internal/player"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/record"
)

// table is the state of one game: position, clocks and players.
type table struct {
	config   *Config
	players  [2]player.Player // by colour
	fresh    [2]bool          // just started, in its first game
	spent    [2]bool          // has to be replaced before another game
	ponders  [2]bool
	clocks   [2]clock
	judge    adjudicate.Judge
	position core.Position
	moves    []string
	start    string // for players; empty for the usual position
	result   Result
}

// ending is how a game ended.
type ending struct {
	why    core.Ending
	result record.Result
	detail string
}

// lost returns an ending in which side lost.
func lost(side core.Color, why core.Ending, detail string) *ending {
	return &ending{why, record.WinOf(side.Other()), detail}
}

// play plays a game to its end. A player that breaks down loses the game; an error is that
// of the context, or of a player that could not be prepared.
func (t *table) play(ctx context.Context) (Result, error) {
	for side, p := range t.players {
		if !t.fresh[side] {
			continue // seat has prepared it
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

// verdict returns the ending of the game by its rules, or nil.
func (t *table) verdict() *ending {
	v := t.position.Verdict()
	switch {
	case !v.Over():
		return nil
	case v.Drawn:
		return &ending{v.Ending, record.Draw, ""}
	}
	return &ending{v.Ending, record.WinOf(v.Winner), ""}
}

// move lets the side to move think and plays its answer. It returns an ending if that ends
// the game, and an error only when the context ended.
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
		e := lost(side, core.TimeForfeit, fmt.Sprintf("%v too late, after %v (%v of processor time stolen meanwhile)", late.Round(time.Microsecond), reply.Elapsed.Round(time.Microsecond), stolen()-before))
		if t.config.FlagDraws && !t.position.CanWin(side.Other()) {
			e.result = record.Draw
		}
		return e, nil
	}
	switch {
	case reply.Resigns:
		return lost(side, core.Resignation, ""), nil
	case reply.Claims && t.position.CanDeclare():
		return &ending{core.Declaration, record.WinOf(side), ""}, nil
	case reply.Claims:
		return lost(side, core.WrongDeclaration, "claimed a win without the right to"), nil
	case reply.Move == core.NoMove:
		return lost(side, core.IllegalMove, reply.Problem), nil
	}
	t.do(reply.Move)

	score, known := thought.Score()
	if over, drawn, winner := t.judge.See(side, score, known, len(t.moves)); over {
		result := record.WinOf(winner)
		if drawn {
			result = record.Draw
		}
		// The rules take precedence over adjudication.
		if e := t.verdict(); e != nil {
			return e, nil
		}
		return &ending{core.Adjudication, result, ""}, nil
	}
	t.ponder(side, reply.Ponder)
	return nil, nil
}

// do plays m on the board.
func (t *table) do(m core.Move) {
	t.moves = append(t.moves, t.position.FormatMove(m))
	t.position.Do(m, nil)
}

// request is the question to the side to move.
func (t *table) request() player.Request {
	return player.Request{
		Start: t.start, Moves: t.moves, Position: t.position,
		Limits: limits(t.position.Side(), &t.clocks),
	}
}

// ponder lets side ponder on the move it expects of its opponent. Errors surface with its
// next move.
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

// breakdown returns the ending that a failure of side's player leads to, nil if err is not
// such a failure.
func (t *table) breakdown(side core.Color, err error) *ending {
	f := failureOf(err)
	if f == nil {
		return nil
	}
	why := core.Crash
	switch f.Kind {
	case player.Hang:
		why = core.Hang
	case player.ProtocolError:
		why = core.IllegalMove
	}
	return lost(side, why, f.Error())
}

// failureOf returns err as the failure of a player, or nil.
func failureOf(err error) *player.Failure {
	var f *player.Failure
	errors.As(err, &f)
	return f
}

// brokeDown notes that a player failed before or after the game and is replaced: it loses
// no game by that.
func (t *table) brokeDown(side core.Color, when string, f *player.Failure) {
	t.note(side, fmt.Sprintf("replaced, %s the game: %s: %s", when, f.Kind, f.Detail))
	t.result.Notes[len(t.result.Notes)-1].Replaced = true
}

// tell reports the result to the players.
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
