package arena

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/client"
	"github.com/nitoryu/nitoryu/cmd/lab/internal/adjudicate"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/internal/inside"
	"github.com/nitoryu/nitoryu/record"
)

// table is the state of one game: position, clocks and engines.
type table struct {
	config   *Config
	seats    [2]*seat // by colour
	spent    [2]bool  // has to be replaced before another game
	entrants [2]*Contestant
	clocks   [2]clock
	judge    adjudicate.Judge
	position *nitoryu.Position
	plies    int
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

// play plays a game to its end. An engine that breaks down loses the game; an error comes from
// the context, or from a question that cannot be asked.
func (t *table) play(ctx context.Context) (Result, error) {
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
	t.tell(ctx, e)
	return t.result, nil
}

// verdict returns the ending of the game by its rules, or nil.
func (t *table) verdict() *ending { return endingOf(settled(t.position)) }

// settled returns how a game stands in which the referee claims every draw of chess for the players.
func settled(p *nitoryu.Position) nitoryu.Outcome {
	if o := p.Outcome(); o.Over || p.Variant() != nitoryu.Chess {
		return o
	}
	return p.Claim()
}

// endingOf returns the ending for an outcome, nil if the game goes on.
func endingOf(o nitoryu.Outcome) *ending {
	if !o.Over {
		return nil
	}
	e := &ending{result: record.ResultOf(o.Drawn, core.Color(o.Winner))}
	_ = e.why.UnmarshalText([]byte(o.Ending)) // both are names of package core
	return e
}

// move lets the side to move think and plays its answer. It returns an ending if that ends
// the game, and an error only when the match cannot go on.
func (t *table) move(ctx context.Context) (*ending, error) {
	side, before := core.Color(t.position.Side()), stolen()
	s := t.seats[side]
	r, err := s.think(ctx, t.position, limits(side, &t.clocks))
	illegal := (*nitoryu.MoveError)(nil)
	if err != nil && (ctx.Err() != nil || !errors.As(err, &illegal)) {
		if e := breakdown(side, s.failure(err)); e != nil && ctx.Err() == nil {
			return e, nil
		}
		return nil, err
	}
	if s.bad != "" {
		t.note(side, "illegal PV: "+s.bad)
	}
	if n := t.entrants[side].NodeTime; n > 0 {
		r.Elapsed = time.Duration(r.Nodes) * time.Millisecond / time.Duration(n)
	}
	thought := Thought{0, -1, 0, r.Elapsed.Microseconds()}
	if len(r.Lines) > 0 {
		best := &r.Lines[0]
		thought = Thought{int64(best.Score), int64(best.Depth), int64(best.Nodes), thought[3]}
	}
	t.result.Thoughts = append(t.result.Thoughts, thought)

	if late := t.clocks[side].spend(r.Elapsed, t.config.Margin); late > 0 {
		e := lost(side, core.TimeForfeit, fmt.Sprintf("%v too late, after %v (%v of processor time stolen meanwhile)", late.Round(time.Microsecond), r.Elapsed.Round(time.Microsecond), stolen()-before))
		if t.config.FlagDraws && !t.position.CanWin(nitoryu.Side(side.Other())) {
			e.result = record.Draw
		}
		return e, nil
	}
	switch {
	case illegal != nil:
		return lost(side, core.IllegalMove, illegal.Error()), nil
	case r.Resign:
		return lost(side, core.Resignation, ""), nil
	case r.Declare:
		e := endingOf(t.position.Declared())
		if e.why == core.WrongDeclaration {
			e.detail = "declared without the right to"
		}
		return e, nil
	}
	if err := t.position.Play(r.Best); err != nil {
		return lost(side, core.IllegalMove, err.Error()), nil
	}
	t.plies++

	if t.config.Tables != nil {
		if e := t.byTables(); e != nil {
			return e, nil
		}
	}
	score, known := thought.Score()
	if over, drawn, winner := t.judge.See(side, score, known, t.plies); over {
		// The rules take precedence over adjudication.
		if e := t.verdict(); e != nil {
			return e, nil
		}
		return &ending{core.Adjudication, record.ResultOf(drawn, winner), ""}, nil
	}
	if t.entrants[side].Ponder && r.Ponder != nitoryu.NoMove {
		s.ponder(ctx, t.position, r.Ponder, limits(side, &t.clocks))
	}
	return nil, nil
}

// byTables returns the ending by the endgame tables, or nil. The rules take precedence.
func (t *table) byTables() *ending {
	drawn, winner, known := adjudicate.ByTables(t.config.Tables, inside.Core(t.position))
	if !known {
		return nil
	}
	if e := t.verdict(); e != nil {
		return e
	}
	return &ending{core.Adjudication, record.ResultOf(drawn, winner), "endgame tables"}
}

// breakdown returns the ending that a failure of side's engine leads to, nil without a failure.
func breakdown(side core.Color, f *client.Failure) *ending {
	if f == nil {
		return nil
	}
	why := core.Crash
	switch f.Kind {
	case client.Hang:
		why = core.Hang
	case client.ProtocolError:
		why = core.IllegalMove
	}
	return lost(side, why, f.Error())
}

// brokeDown notes that an engine failed before or after the game and is replaced: it loses
// no game by that.
func (t *table) brokeDown(side core.Color, when string, f *client.Failure) {
	t.note(side, fmt.Sprintf("replaced, %s the game: %s: %s", when, f.Kind, f.Detail))
	t.result.Notes[len(t.result.Notes)-1].Replaced = true
}

// tell reports the result to the engines.
func (t *table) tell(ctx context.Context, e *ending) {
	for side, s := range t.seats {
		o := client.Drawn
		if winner, decided := e.result.Winner(); decided {
			if o = client.Lost; winner == core.Color(side) {
				o = client.Won
			}
		}
		f := s.failure(s.gameOver(ctx, o))
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
	for i, m := range t.position.Moves() {
		if i > 0 {
			r.Moves += " "
		}
		r.Moves += string(m)
	}
	r.Result, r.Ending, r.Detail = e.result.String(), e.why, e.detail
	if side, faulty := r.Fault(); faulty {
		r.Position = t.position.String()
		t.spent[side] = true
	}
}
