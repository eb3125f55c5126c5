package arena

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/nitoryu/nitoryu/cmd/internal/journal"
	"github.com/nitoryu/nitoryu/cmd/lab/internal/adjudicate"
	"github.com/nitoryu/nitoryu/cmd/lab/internal/book"
	"github.com/nitoryu/nitoryu/cmd/lab/internal/player"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/games"
)

// Contestant is a participant of a match.
type Contestant struct {
	Name    string
	Control Control
	Ponder  bool
	Restart bool // a new player for each game
	Bounded bool // its searches end without a time control
	// Start opens a player; each concurrent game needs its own.
	Start func(ctx context.Context) (player.Player, error)
}

// Config is a match.
type Config struct {
	Rules       core.Rules
	Settings    core.Settings
	Contestants []Contestant
	Gauntlet    bool  // the first plays each other, instead of a round robin
	Rounds      int   // openings for each pairing, each played twice
	Shard       Shard // the part of the match that is played
	// Opening returns the opening of a round, counted from 0. It is called by
	// several goroutines at once.
	Opening      func(round int) (book.Opening, error)
	Concurrency  int // games at once
	Margin       time.Duration
	FlagDraws    bool // to overstep the time against a side that cannot win is a draw
	Adjudication games.Adjudication
	Journal      *journal.File // may be nil
	Played       []Result      // by an earlier run, from the journal
	// Finished is called after each game, one call at a time, and returns whether
	// the match continues; if not, games in progress are dropped.
	Finished func(r *Result, t *Tally) (more bool)
}

// check validates the configuration.
func (c *Config) check() error {
	switch {
	case len(c.Contestants) < 2:
		return errors.New("a match needs two contestants")
	case c.Rounds < 1:
		return fmt.Errorf("a match of %d rounds has no games", c.Rounds)
	case c.Games() == 0:
		return fmt.Errorf("shard %s of a match of %d rounds has no games", c.Shard, c.Rounds)
	case c.Opening == nil:
		return errors.New("a match needs openings")
	}
	names := map[string]bool{}
	for _, e := range c.Contestants {
		if !e.Control.Limited() && !e.Bounded {
			return fmt.Errorf("%s has no time control: it needs tc, byoyomi, st, nodes or depth", e.Name)
		}
		if names[e.Name] {
			return fmt.Errorf("two contestants are called %s", e.Name)
		}
		names[e.Name] = true
	}
	return c.checkPlayed()
}

// checkPlayed returns an error if the games of earlier runs are not games of the match.
func (c *Config) checkPlayed() error {
	seen := map[int]bool{}
	for i := range c.Played {
		r := &c.Played[i]
		if err := c.fits(r); err != nil {
			return err
		}
		if seen[r.Game] {
			return fmt.Errorf("game %d was played twice", r.Game)
		}
		seen[r.Game] = true
	}
	return nil
}

// Games returns the number of games of the match, or of its shard.
func (c *Config) Games() int {
	s := c.schedule()
	s.rounds = c.Shard.rounds(s.rounds)
	return s.games()
}

func (c *Config) schedule() schedule {
	return newSchedule(len(c.Contestants), c.Gauntlet, c.Rounds)
}

// Count returns the tally of the games of earlier runs.
func Count(c *Config) *Tally {
	t := newTally(c.Contestants)
	for i := range c.Played {
		t.add(&c.Played[i])
	}
	return t
}

// Run plays a match, or the rest of one. It returns the tally so far even with an error.
// When ctx ends, games in progress are dropped and its error is returned.
func Run(ctx context.Context, c *Config) (*Tally, error) {
	if err := c.check(); err != nil {
		return newTally(c.Contestants), err
	}
	r := &run{config: c, schedule: c.schedule(), finished: map[int]bool{}, tally: Count(c)}
	for i := range c.Played {
		r.finished[c.Played[i].Game] = true
	}
	inner, stop := context.WithCancel(ctx)
	defer stop()
	r.stop = stop
	var workers sync.WaitGroup
	for range max(1, c.Concurrency) {
		workers.Go(func() { r.work(inner) })
	}
	workers.Wait()
	if r.err == nil && !r.over {
		r.err = ctx.Err()
	}
	return r.tally, r.err
}

// run is a match in progress.
type run struct {
	config   *Config
	schedule schedule
	stop     context.CancelFunc

	mu       sync.Mutex // guards all below
	next     int
	finished map[int]bool
	tally    *Tally
	over     bool // Finished said so
	err      error
}

// work plays games until there are no more.
func (r *run) work(ctx context.Context) {
	players := make([]player.Player, len(r.config.Contestants))
	defer func() {
		for _, p := range players {
			if p != nil {
				_ = p.Close()
			}
		}
	}()
	for {
		p, ok := r.take()
		if !ok || ctx.Err() != nil {
			return
		}
		result, err := r.seat(ctx, p, players)
		if err != nil {
			// In a dropped game, a player that ignores the stop is no error.
			if ctx.Err() == nil {
				r.fail(err)
			}
			return
		}
		if !r.finish(&result) {
			return
		}
	}
}

// take returns the next game to play.
func (r *run) take() (pairing, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for r.next < r.schedule.games() && (r.finished[r.next] || !r.config.Shard.has(r.schedule.at(r.next).round)) {
		r.next++
	}
	if r.over || r.err != nil || r.next >= r.schedule.games() {
		return pairing{}, false
	}
	r.next++
	return r.schedule.at(r.next - 1), true
}

// seat opens the players of a game and plays it. A player that failed since its last game
// is replaced without losing one.
func (r *run) seat(ctx context.Context, p pairing, players []player.Player) (Result, error) {
	t, err := r.table(p)
	if err != nil {
		return Result{}, err
	}
	for c, seat := range p.seats {
		e := &r.config.Contestants[seat]
		dismiss := func() {
			_ = players[seat].Close()
			players[seat] = nil
		}
		if players[seat] != nil && e.Restart {
			dismiss()
		}
		if players[seat] != nil {
			err := players[seat].NewGame(ctx)
			switch f := failureOf(err); {
			case f != nil:
				t.brokeDown(core.Color(c), "before", f)
				dismiss()
			case err != nil:
				return Result{}, err
			}
		}
		if players[seat] == nil {
			opened, err := e.Start(ctx)
			if err != nil {
				return Result{}, fmt.Errorf("%s: %w", e.Name, err)
			}
			players[seat], t.fresh[c] = opened, true
		}
		t.players[c], t.ponders[c] = players[seat], e.Ponder
	}
	result, err := t.play(ctx)
	for c, seat := range p.seats {
		if err == nil && t.spent[c] {
			// Its state is unknown: the next game gets a new player.
			_ = players[seat].Close()
			players[seat] = nil
		}
	}
	return result, err
}

// table sets up the board and the clocks of a game.
func (r *run) table(p pairing) (*table, error) {
	c := r.config
	o, err := c.Opening(p.round)
	if err != nil {
		return nil, err
	}
	start, _, end, err := o.Play(c.Rules, c.Settings)
	if err != nil {
		return nil, fmt.Errorf("opening of round %d: %w", p.round+1, err)
	}
	t := &table{
		config: c, judge: adjudicate.Judge{Adjudication: c.Adjudication},
		position: end, moves: append([]string(nil), o.Moves...), start: o.Start,
	}
	t.result = Result{
		Game: p.number, Seats: p.seats, Began: time.Now().Truncate(time.Second).UTC(),
		Start: start.String(), Book: len(o.Moves), Mover: end.Side(),
	}
	for side, seat := range p.seats {
		t.result.Names[side] = c.Contestants[seat].Name
		t.clocks[side] = newClock(c.Contestants[seat].Control)
	}
	return t, nil
}

// fail ends the match with an error.
func (r *run) fail(err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.err == nil && !r.over {
		r.err = err
	}
	r.stop()
}

// finish stores the result of a game and reports whether the match continues.
func (r *run) finish(result *Result) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.over || r.err != nil {
		return false
	}
	if r.config.Journal != nil {
		if err := r.config.Journal.Add(result); err != nil {
			r.err = err
			r.stop()
			return false
		}
	}
	r.finished[result.Game] = true
	r.tally.add(result)
	if r.config.Finished != nil && !r.config.Finished(result, r.tally) {
		r.over = true
		r.stop()
	}
	return !r.over
}
