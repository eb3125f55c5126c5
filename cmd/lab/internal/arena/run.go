package arena

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/client"
	"github.com/nitoryu/nitoryu/cmd/internal/journal"
	"github.com/nitoryu/nitoryu/cmd/lab/internal/adjudicate"
	"github.com/nitoryu/nitoryu/cmd/lab/internal/book"
	"github.com/nitoryu/nitoryu/cmd/lab/internal/pool"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/games/syzygy"
	"github.com/nitoryu/nitoryu/internal/inside"
)

// Contestant is a participant of a match.
type Contestant struct {
	Name    string
	Control Control
	Ponder  bool
	Restart bool // a new engine for each game
	Bounded bool // its searches end without a time control
	// NodeTime is how many of its nodes count as a millisecond; 0: the clock is real.
	NodeTime int
	// Start opens an engine, ready for a game; each concurrent game needs its own engine. The
	// engine passes lines with illegal moves to badLine, as client.Config says.
	Start func(ctx context.Context, badLine func(line string, problem error)) (nitoryu.Searcher, error)
}

// Config is a match.
type Config struct {
	Rules       core.Rules
	Settings    core.Settings
	Contestants []Contestant
	Gauntlet    bool  // the first contestant plays each other one, instead of a round robin
	Rounds      int   // openings for each pairing, each played twice
	Shard       Shard // the part of the match that is played
	// Opening returns the opening of a round, counted from 0. It is called by
	// several goroutines at once.
	Opening      func(round int) (book.Opening, error)
	Concurrency  int // games at once
	Margin       time.Duration
	FlagDraws    bool // running out of time against a side that cannot win is a draw
	Adjudication games.Adjudication
	Tables       *syzygy.Tables // that adjudicate; nil: none
	Journal      *journal.File  // may be nil
	Played       []Result       // by an earlier run, from the journal
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

// Count returns the tally of the games of earlier runs. Games that are not of this match are
// left out.
func Count(c *Config) *Tally {
	t := newTally(c.Contestants)
	for i := range c.Played {
		if r := &c.Played[i]; c.fits(r) == nil {
			t.add(r)
		}
	}
	return t
}

// Run plays a match, or the rest of one. It returns the tally so far even with an error. When
// ctx ends, Run drops games in progress and returns the error of ctx.
func Run(ctx context.Context, c *Config) (*Tally, error) {
	if err := c.check(); err != nil {
		return newTally(c.Contestants), err
	}
	r := &run{
		config: c, schedule: c.schedule(), finished: map[int]bool{}, started: map[int]bool{}, broken: make([]int, len(c.Contestants)),
		tally: Count(c),
	}
	for i := range c.Played {
		r.finished[c.Played[i].Game] = true
	}
	err := pool.Run(ctx, c.Concurrency, r.work)
	if errors.Is(err, errOver) {
		err = nil
	}
	return r.tally, err
}

// errOver ends a match: there are enough games.
var errOver = errors.New("the match is over")

// run is a match in progress.
type run struct {
	config   *Config
	schedule schedule

	mu       sync.Mutex // guards all below
	next     int
	finished map[int]bool
	started  map[int]bool // contestants of which an engine has started
	broken   []int        // games in a row that each contestant lost by breaking down
	tally    *Tally
	over     bool // Finished said so, or a game could not be written
}

// work plays games until there are no more.
func (r *run) work(ctx context.Context) error {
	seats := make([]*seat, len(r.config.Contestants))
	defer func() {
		for _, s := range seats {
			if s != nil {
				_ = s.Close()
			}
		}
	}()
	for {
		p, ok := r.take()
		if !ok || ctx.Err() != nil {
			return nil
		}
		result, err := r.seat(ctx, p, seats)
		if err == nil {
			err = r.finish(&result)
		}
		if err != nil {
			return err
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
	if r.next >= r.schedule.games() {
		return pairing{}, false
	}
	r.next++
	return r.schedule.at(r.next - 1), true
}

// seat opens the engines of a game and plays it. An engine that failed since its last game is
// replaced and loses no game.
func (r *run) seat(ctx context.Context, p pairing, seats []*seat) (Result, error) {
	t, err := r.table(p)
	if err != nil {
		return Result{}, err
	}
	dismiss := func(n int) {
		_ = seats[n].Close()
		seats[n] = nil
	}
	for c, n := range p.seats {
		e := &r.config.Contestants[n]
		if seats[n] != nil && e.Restart {
			dismiss(n)
		}
		if s := seats[n]; s != nil {
			err := s.NewGame(ctx)
			switch f := s.failure(err); {
			case f != nil:
				t.brokeDown(core.Color(c), "before", f)
				dismiss(n)
			case err != nil:
				return Result{}, err
			}
		}
		for try := 1; seats[n] == nil; try++ {
			if seats[n], err = r.open(ctx, n); err == nil {
				break
			}
			f := (*client.Failure)(nil)
			if ctx.Err() != nil || !errors.As(err, &f) || f.Kind == client.CannotStart || !r.hasStarted(n) {
				return Result{}, fmt.Errorf("%s: %w", e.Name, err)
			}
			switch {
			case f.Kind != client.Hang:
				t.close(breakdown(core.Color(c), f))
				return t.result, nil
			case try == startTries:
				return Result{}, fmt.Errorf("%s does not start again, in %d tries: %w", e.Name, try, err)
			}
			t.brokeDown(core.Color(c), "before", f) // a slow machine loses no game
		}
		t.seats[c], t.entrants[c] = seats[n], e
	}
	result, err := t.play(ctx)
	for c, n := range p.seats {
		if err == nil && t.spent[c] {
			dismiss(n) // its state is unknown: the next game gets a new one
		}
	}
	return result, err
}

// startTries is how often an engine that has started before may be too slow to start again;
// then the match ends.
const startTries = 3

// open starts an engine of a contestant.
func (r *run) open(ctx context.Context, contestant int) (*seat, error) {
	e := &r.config.Contestants[contestant]
	s := &seat{name: e.Name}
	var err error
	if s.Searcher, err = e.Start(ctx, s.badLine); err != nil {
		return nil, err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.started[contestant] = true
	return s, nil
}

// hasStarted reports whether an engine of a contestant has ever started. If one has, a failure
// to start again loses a game; a failure of the first start is a mistake of the user.
func (r *run) hasStarted(contestant int) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.started[contestant]
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
	t := &table{config: c, judge: adjudicate.Judge{Adjudication: c.Adjudication}, plies: len(o.Moves)}
	if t.position, err = inside.FromCore(start); err != nil {
		return nil, err
	}
	for _, m := range o.Moves {
		if err := t.position.Play(nitoryu.Move(m)); err != nil {
			return nil, err
		}
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

// finish stores the result of a game. Its error ends the match.
func (r *run) finish(result *Result) (err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.over {
		return errOver
	}
	if r.config.Journal != nil {
		if err := r.config.Journal.Add(result); err != nil {
			r.over = true
			return err
		}
	}
	r.finished[result.Game] = true
	r.tally.add(result)
	if r.config.Finished != nil && !r.config.Finished(result, r.tally) {
		r.over = true
		return errOver
	}
	if err := r.countBroken(result); err != nil {
		r.over = true
		return err
	}
	return nil
}

// mostBroken is how many games in a row an engine may lose by breaking down.
const mostBroken = 5

// countBroken returns an error if an engine breaks down again and again: the rest of the match
// would say nothing about how it plays.
func (r *run) countBroken(result *Result) error {
	loser, faulty := result.Fault()
	for side, contestant := range result.Seats {
		if !faulty || core.Color(side) != loser || result.Ending != core.Crash && result.Ending != core.Hang {
			r.broken[contestant] = 0
			continue
		}
		if r.broken[contestant]++; r.broken[contestant] == mostBroken {
			return fmt.Errorf("%s broke down in %d games in a row: %s", result.Names[side], mostBroken, result.Detail)
		}
	}
	return nil
}
