package play

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/cmd/internal/app/internal/board"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/internal/inside"
	"github.com/nitoryu/nitoryu/record"
)

// Config says what is played, against whom and how it looks.
type Config struct {
	Game     games.Game
	Start    string // FEN or SFEN; empty: the initial position
	Settings core.Settings
	Before   *record.Game // the record that the game goes on with, whose start is Start; nil: none
	Person   core.Color

	Engine nitoryu.Searcher
	Name   string // of the engine, for the record
	Levels Levels
	Level  string         // of strength at the beginning; "": full strength
	Limits nitoryu.Limits // for its moves; a clock counts in place of Time
	Advice nitoryu.Limits // for hints and judgements
	Clock  Clock
	// NoByoyomi says that the protocol of the engine has no byoyomi: the engine is told about
	// byoyomi in terms that the protocol has.
	NoByoyomi bool

	Look board.Look
	// Japanese says that the language is Japanese, in a game of shogi; otherwise it is English.
	Japanese bool
	Write    record.Notation
	Width    func() int // of the terminal in columns; nil: lines have any length
	Out      io.Writer

	// Ask shows a prompt to somebody who types, in place of the prompt before; "" removes the
	// prompt. It is nil if nobody is there to answer.
	Ask      func(prompt string)
	AutoSave string           // the file that the record is written to after every move; "": none
	Replaces string           // the file that holds Before alone, which may be written again; "": none
	Now      func() time.Time // nil: time.Now
}

// Game is a game in progress.
type Game struct {
	Config
	name    string        // of the engine and its level
	start   core.Position // before the first of moves
	pos     core.Position
	moves   []played
	clock   clock
	turn    time.Time // when the side to move began to think
	stop    <-chan os.Signal
	warned  bool     // the person was told that another Ctrl-C leaves
	over    *outcome // nil: the game goes on
	unsaved bool
	files   map[string]bool // files that this game may replace, since it has written or read them whole
	earlier []*record.Game  // games that ended or were broken off before this one, also for AutoSave
	broken  error           // of the output
	failed  error           // of the engine
}

// played is a move of the game.
type played struct {
	move  core.Move
	spent record.Time // unknown if it was played before
	clock clock       // before the move
	left  record.Time // of the side that moved, after the move; unknown without a clock
	note  string      // what changed after the move, for the record
}

// New returns a game that is ready to run. The error says what is wrong with the start
// position or with the file for the record.
func New(c Config) (*Game, error) {
	g := &Game{Config: c, name: c.Name, files: map[string]bool{}}
	if c.Level != "" {
		if err := g.setLevel(c.Level); err != nil {
			return nil, err
		}
	}
	if g.Now == nil {
		g.Now = time.Now
	}
	opened, err := record.NewGame(c.Game.Rules, c.Start, c.Settings)
	if err != nil {
		return nil, err
	}
	if g.start, err = opened.Position(); err != nil {
		return nil, err
	}
	if c.Replaces != "" {
		g.files[c.Replaces] = true
	}
	if c.AutoSave != "" {
		if err := g.mayWrite(c.AutoSave); err != nil {
			return nil, err
		}
	}
	return g, g.reset()
}

// reset goes back to the position in which the game began. The error comes from the engine.
func (g *Game) reset() error {
	g.pos, g.moves, g.over, g.unsaved = g.start.Clone(), nil, nil, false
	g.clock = g.Clock.start()
	before := g.before()
	timed := g.Clock.On() && before.Tags.Get(record.TagTimeControl) == g.Clock.Control(g.shogi())
	node := before.Root
	for _, m := range before.Moves() {
		m = g.pos.ValidateMove(m.ID())
		g.moves = append(g.moves, played{move: m, clock: g.clock})
		if node = node.Main(); timed {
			g.clock.follow(nitoryu.Side(g.pos.Side()), node)
		}
		g.pos.Do(m, nil)
	}
	g.turn = g.Now()
	g.judge()
	return g.Engine.NewGame(context.Background())
}

// before returns the record that the game goes on with, one without moves if there is none.
func (g *Game) before() *record.Game { return cmp.Or(g.Before, &record.Game{}) }

// Run plays until the person quits or lines is closed. A signal from stop ends a search that
// somebody waits for. A second signal at a prompt ends the game, and so does the first one if
// Ask is nil. The error comes from the output, or from an engine that cannot go on.
func (g *Game) Run(lines <-chan string, stop <-chan os.Signal) error {
	g.stop = stop
	g.say("You are %s against %s. Type a move, or help.", "あなたは%s、相手は%sです。指し手を入力してください（help でコマンドの一覧）。", g.Look.Sides[g.Person], g.name)
	g.draw()
	g.tell()
	for g.broken == nil {
		if g.over == nil && g.pos.Side() != g.Person {
			if !g.reply() {
				g.leave(lines)
				return errors.Join(g.broken, g.failed)
			}
			continue
		}
		line, more := g.ask(lines)
		if g.over == nil && g.flagged() {
			continue
		}
		if !more || !g.obey(line) {
			g.leave(lines)
			return g.broken
		}
	}
	return g.broken
}

// tick is the interval at which the clock in a prompt is updated.
const tick = 100 * time.Millisecond

// ask waits for a line. more is false at the end of the input.
func (g *Game) ask(lines <-chan string) (line string, more bool) {
	var flag <-chan time.Time
	if g.over == nil && g.Clock.On() {
		timer := time.NewTimer(g.clock.rest(g.pos.Side()) - g.Now().Sub(g.turn) + time.Millisecond)
		defer timer.Stop()
		flag = timer.C
	}
	ticks, end := g.ticks()
	defer end()
	for {
		g.show(g.prompt())
		select {
		case line, more = <-lines:
			g.warned = false
			return line, more
		case <-flag:
			g.hush()
			return "", true
		case <-g.stop:
			g.hush()
			if g.warned || g.Ask == nil {
				return "", false
			}
			g.warned = true
			g.say("Ctrl-C once more leaves the game, as quit does.", "もう一度 Ctrl-C を押すと終了します（quit と同じ）。")
		case <-ticks:
		}
	}
}

// ticks returns a channel that says when to look at the clock on the screen, and a function
// that ends it.
func (g *Game) ticks() (<-chan time.Time, func()) {
	if g.Ask == nil || !g.Clock.On() {
		return nil, func() {}
	}
	t := time.NewTicker(tick)
	return t.C, t.Stop
}

// show shows a prompt, if somebody types.
func (g *Game) show(prompt string) {
	if g.Ask != nil {
		g.Ask(prompt)
	}
}

// hush ends the line of a prompt that was not answered.
func (g *Game) hush() {
	if g.Ask == nil {
		g.say("", "")
	}
	g.show("")
}

// prompt asks for a move.
func (g *Game) prompt() string {
	if g.over != nil {
		return g.in("(game over) ", "（終局）> ")
	}
	return g.Look.Sides[g.Person] + g.timeLeft() + "> "
}

// timeLeft returns the time left to the side to move, as it stands behind the name of the side.
func (g *Game) timeLeft() string {
	if !g.Clock.On() {
		return ""
	}
	return " " + g.clock.text(g.pos.Side(), g.Now().Sub(g.turn), g.Japanese)
}

// reply lets the engine move, at once when it is stopped. It returns false if the game cannot
// go on: the engine has no move, or it was stopped and Ask is nil.
func (g *Game) reply() bool {
	r, stopped, err := g.think(g.limits())
	illegal := (*nitoryu.MoveError)(nil)
	moves := inside.ReadMoves(g.pos, r.Best)
	switch {
	case stopped && g.Ask == nil:
		return false
	case g.flagged():
		return true
	case r.Declare:
		g.end(g.pos.Claim().Verdict(g.pos.Side()))
		return true
	case r.Resign:
		g.finish(record.WinOf(g.Person), core.Resignation)
		return true
	case errors.As(err, &illegal):
		g.say("%s wants to play an impossible move: %v.", "%sの手は指せません：%v", g.engineName(), err)
		g.finish(record.WinOf(g.Person), core.IllegalMove)
		return true
	case len(moves) == 0:
		if g.failed = err; err == nil {
			g.failed = fmt.Errorf("the engine has no move in %s", g.pos)
		}
		g.say("The engine cannot go on: %v.", "エンジンが動かなくなりました：%v", g.failed)
		return false
	}
	text := g.numbered(moves[0])
	g.play(moves[0])
	g.say("%s plays %s", "%s：%s", g.engineName(), text)
	g.draw()
	g.tell()
	return true
}

// margin is the part of the byoyomi that is kept from the engine. It would use all of it, and
// on a busy machine an answer may come late.
const margin = 50 * time.Millisecond

// limits returns the limits for a move of the engine: with a clock, its time, as for any other
// player.
func (g *Game) limits() nitoryu.Limits {
	l := g.Limits
	if g.Clock.On() {
		own := g.clock.Clock
		own.Left[g.pos.Side()] -= g.Now().Sub(g.turn)
		own.Byoyomi -= min(margin, own.Byoyomi/5)
		l.Time, l.Clock = 0, &own
		if g.NoByoyomi && g.Clock.Byoyomi > 0 {
			l = withoutByoyomi(l, g.pos.Side())
		}
	}
	return l
}

// withoutByoyomi states without byoyomi how much time side may use for its move. While side has
// time for the game, byoyomi is close to an increment that side has already received. What side
// saves of this increment is lost, as the clock for its next move will tell it. Afterwards,
// byoyomi is a time for the move.
func withoutByoyomi(l nitoryu.Limits, side core.Color) nitoryu.Limits {
	c := *l.Clock
	if c.Left[side] <= 0 {
		l.Time, l.Clock = max(time.Millisecond, c.Left[side]+c.Byoyomi), nil
		return l
	}
	for i := range c.Left {
		c.Left[i] = max(0, c.Left[i]) + c.Byoyomi
		c.Increment[i] = c.Byoyomi
	}
	c.Byoyomi = 0
	l.Clock = &c
	return l
}

func (g *Game) shogi() bool { return g.Game.Name == games.Shogi().Name }

func (g *Game) engineName() string { return g.Look.Sides[g.Person.Other()] }

// position returns the position with the game that led to it, for the engine.
func (g *Game) position() (*nitoryu.Position, error) {
	p, err := inside.FromCore(g.start)
	if err != nil {
		return nil, err
	}
	var moves []core.Move
	for _, m := range g.moves {
		moves = append(moves, m.move)
	}
	return p, p.Play(inside.WriteMoves(g.start, moves...)...)
}

// think asks the engine about the position. stopped says that the search was ended by a
// signal.
func (g *Game) think(l nitoryu.Limits) (r nitoryu.Result, stopped bool, err error) {
	p, err := g.position()
	if err != nil {
		return r, false, err
	}
	search, err := g.Engine.Search(context.Background(), p, l)
	if err != nil {
		return r, false, err
	}
	done := make(chan struct{})
	go func() {
		r, err = search.Result()
		close(done)
	}()
	ticks, end := g.ticks()
	defer end()
	for {
		if ticks != nil {
			g.show(g.Look.Sides[g.pos.Side()] + g.timeLeft() + g.in(" ... ", " 考慮中… "))
		}
		select {
		case <-done:
			g.show("")
			return r, stopped, err
		case <-g.stop:
			stopped = true
			search.Stop()
		case <-ticks:
		}
	}
}

// play makes a legal move of the side to move.
func (g *Game) play(m core.Move) {
	now := g.Now()
	before := g.clock
	spent := now.Sub(g.turn)
	side := g.pos.Side()
	g.clock.Spend(nitoryu.Side(side), spent)
	left := record.Time{}
	if g.Clock.On() {
		left = record.Known(max(0, g.clock.Left[side]))
	}
	g.pos.Do(m, nil)
	g.noteOpponent()
	g.moves = append(g.moves, played{move: m, spent: record.Known(spent), clock: before, left: left})
	g.turn, g.unsaved = now, true
	g.judge()
	g.autosave()
}

// flagged ends the game if the side to move has no time left: it has lost, unless the other
// side cannot win.
func (g *Game) flagged() bool {
	if !g.Clock.On() || g.Now().Sub(g.turn) <= g.clock.rest(g.pos.Side()) {
		return false
	}
	other := g.pos.Side().Other()
	g.finish(record.ResultOf(!g.pos.CanWin(other), other), core.TimeForfeit)
	return true
}

// back takes n moves back, and reopens a finished game.
func (g *Game) back(n int) {
	for range n {
		g.pos.Undo()
		g.clock = g.moves[len(g.moves)-1].clock
		g.moves = g.moves[:len(g.moves)-1]
	}
	g.over, g.unsaved, g.turn = nil, g.begun(), g.Now()
	g.autosave()
}

// begun reports whether a move was played since the game began.
func (g *Game) begun() bool { return len(g.moves) > 0 && g.moves[len(g.moves)-1].spent.Known }

// last returns the last move, core.NoMove at the beginning.
func (g *Game) last() core.Move {
	if len(g.moves) == 0 {
		return core.NoMove
	}
	return g.moves[len(g.moves)-1].move
}

// numbered writes a move of the position with its number: 1. e4, 1... e5; in shogi, whose
// moves count one by one, 2. △３四歩.
func (g *Game) numbered(m core.Move) string {
	if g.Japanese {
		return fmt.Sprintf("%d手目 %s", g.pos.Plies()+1, g.Write(g.pos, m, g.last()))
	}
	return number(g.pos) + g.Write(g.pos, m, g.last())
}

// number returns the number of the next move as it is written in front of the move.
func number(p core.Position) string {
	n := p.Plies()
	switch {
	case p.GameInfo().Name == games.Shogi().Name:
		return fmt.Sprintf("%d. ", n+1)
	case n%2 == 0:
		return fmt.Sprintf("%d. ", n/2+1)
	}
	return fmt.Sprintf("%d... ", n/2+1)
}

func (g *Game) fail(err error) { g.broken = errors.Join(g.broken, err) }
