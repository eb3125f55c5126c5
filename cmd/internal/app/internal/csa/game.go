package csa

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/cmd/internal/app/internal/play"
	"github.com/nitoryu/nitoryu/cmd/internal/app/internal/retry"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/internal/excerpt"
	"github.com/nitoryu/nitoryu/internal/inside"
	"github.com/nitoryu/nitoryu/record"
)

// The words of players and of the server that end a game.
const (
	resigns  = "%TORYO"
	declares = "%KACHI"
)

// game is a game that is being played.
type game struct {
	*client
	link *link
	*summary
	files   keeper
	rec     *nitoryu.Game
	tail    *record.Node // of the last move
	left    [2]time.Duration
	thought *thought
	sent    string // what we have said and the server has not confirmed
	next    move   // of ours that was sent, until it is confirmed
	reason  string // why the game ends, in the word of the server
	claim   string // the last word of a player: resigns or declares
	foul    error  // what the server has let an opponent play; the game has to end
	broken  error  // of the engine
	warned  bool   // of a record that cannot be written
}

// move is a move with what the engine says of it.
type move struct {
	nitoryu.Move
	eval *record.Eval
}

// thought is a search that runs.
type thought struct {
	search   *nitoryu.Search
	expected nitoryu.Move // that the opponent is to play, where it ponders; else NoMove
	done     chan answer
}

// answer is how a search ended.
type answer struct {
	nitoryu.Result
	err error
}

// play plays a game to its end. The game is kept, however it ends.
func (c *client) play(ctx context.Context, l *link, s *summary) error {
	g := &game{client: c, link: l, summary: s, files: keeper{folder: c.Folder, id: s.id}}
	if err := g.begin(ctx); err != nil {
		return err
	}
	c.Say(fmt.Sprintf("game %s: %s against %s", s.id, s.players[s.you], s.players[s.you.Other()]))
	err := g.run(ctx)
	g.stop()
	if err != nil {
		_ = g.add(g.next) // nobody knows whether it has arrived
		g.rec.SetOutcome(nitoryu.Outcome{Ending: nitoryu.Interrupted})
	} else {
		if g.next.Move != nitoryu.NoMove {
			g.tail.Comments = append(g.tail.Comments, g.sent+" does not count")
		}
		c.played++
		c.tries.Succeeded()
	}
	g.rec.SetTag(record.TagEndTime, now())
	file, unkept := g.files.keep(g.rec, true)
	c.unkept = errors.Join(c.unkept, unkept)
	if unkept != nil {
		c.Say(fmt.Sprintf("the game is not saved: %v", unkept))
	} else {
		c.Say(fmt.Sprintf("%s at move %d: %s", g.told(), len(g.rec.Moves()), file))
	}
	if g.broken != nil {
		return retry.Lasting(g.broken)
	}
	return err
}

// begin sets the game up.
func (g *game) begin(ctx context.Context) (err error) {
	if g.rec, err = nitoryu.NewGame(g.setup); err == nil {
		err = g.rec.Play(g.moves...)
	}
	if err != nil {
		return err
	}
	if err := g.Engine.NewGame(ctx); err != nil {
		return retry.Lasting(err)
	}
	g.follow()
	for s := range g.left {
		g.left[s] = g.clock[s].total
	}
	r := g.rec.Record()
	r.Tags.Set(record.TagEvent, g.id)
	r.Tags.Set(record.TagSite, g.Address)
	r.Tags.Set(record.TagStartTime, now())
	for s, name := range g.players {
		r.SetPlayer(core.Color(s), name)
	}
	if c := g.clock[g.you]; c.on() {
		r.Tags.Set(record.TagTimeControl, play.Clock{Time: c.total, Byoyomi: c.byoyomi, Increment: c.increment}.Control(true))
	}
	if g.limit > 0 {
		r.Tags.Set(record.TagMaxMoves, strconv.Itoa(g.limit))
	}
	return nil
}

// now returns the time for a record.
func now() string { return time.Now().Format("2006/01/02 15:04:05") }

// follow sets the tail.
func (g *game) follow() {
	if g.tail == nil {
		g.tail = g.rec.Record().Root
	}
	for n := g.tail.Main(); n != nil && n.Terminal == record.NoTerminal; n = n.Main() {
		g.tail = n
	}
}

// add adds a move to the record.
func (g *game) add(m move) error {
	if m.Move == nitoryu.NoMove {
		return nil
	}
	if err := g.rec.Play(m.Move); err != nil {
		return err
	}
	g.follow()
	g.tail.Eval = m.eval
	return nil
}

// told says how the game has ended.
func (g *game) told() string {
	o := g.rec.Outcome()
	switch {
	case !o.Over:
		return "broken off"
	case o.Drawn:
		return fmt.Sprintf("drawn by %s", o.Ending)
	case o.Winner == g.you:
		return fmt.Sprintf("won by %s", o.Ending)
	}
	return fmt.Sprintf("lost by %s", o.Ending)
}

// run plays until the server says how the game has ended. The error says why it is broken off.
func (g *game) run(ctx context.Context) error {
	if err := g.turn(ctx, nitoryu.NoMove); err != nil {
		return err
	}
	late := time.NewTimer(time.Hour)
	defer late.Stop()
	var silence <-chan time.Time
	for before := (stage{}); ; {
		// Empty lines do not count as news.
		if now := g.stage(); now != before {
			before, silence = now, nil
			if d := g.patience(); d > 0 {
				late.Reset(d)
				silence = late.C
			}
		}
		var answered <-chan answer
		if g.thought != nil && g.thought.expected == nitoryu.NoMove {
			answered = g.thought.done
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-silence:
			return errSilent
		case line, ok := <-g.link.lines:
			if !ok {
				return g.link.fault
			}
			if over, err := g.hear(ctx, line); over || err != nil {
				return err
			}
		case a := <-answered:
			g.thought = nil
			if err := g.answer(ctx, a); err != nil {
				return err
			}
		}
	}
}

// stage is what a game has come to.
type stage struct {
	begun        bool
	moves        int
	sent, reason string
	foul, ours   bool
}

func (g *game) stage() stage {
	return stage{true, g.rec.Position().Plies(), g.sent, g.reason, g.foul != nil, g.thought != nil && g.thought.expected == nitoryu.NoMove}
}

// patience returns how long the server may be silent, 0 for any time.
func (g *game) patience() time.Duration {
	mover := g.rec.Position().Side()
	c := g.clock[mover]
	switch {
	case g.thought != nil && g.thought.expected == nitoryu.NoMove:
		return 0 // it is our turn
	case mover == g.you || g.reason != "" || g.foul != nil:
		return g.Patience
	case !c.on():
		return 0 // the system finds out whether the connection is dead
	}
	return g.left[mover] + c.byoyomi + c.increment + g.Patience
}

// hear takes in a line of the server. over says that the game has ended.
func (g *game) hear(ctx context.Context, line string) (over bool, err error) {
	word, rest, _ := strings.Cut(line, ",")
	switch {
	case strings.HasPrefix(word, "#") && g.end(word):
		return true, nil
	case strings.HasPrefix(word, "#"), strings.HasPrefix(word, "%"):
		if word == resigns || word == declares {
			g.claim = word
		}
	case strings.HasPrefix(word, "+"), strings.HasPrefix(word, "-"):
		g.link.idle = 0
		return false, g.moved(ctx, word, rest)
	}
	return false, g.link.ignore()
}

// reasons are the endings by their words.
var reasons = map[string]nitoryu.Ending{
	"#RESIGN": nitoryu.Resignation, "#TIME_UP": nitoryu.TimeForfeit, "#ILLEGAL_MOVE": nitoryu.IllegalMove, "#ILLEGAL_ACTION": nitoryu.IllegalMove,
	"#SENNICHITE": nitoryu.Repetition, "#OUTE_SENNICHITE": nitoryu.PerpetualCheck, "#JISHOGI": nitoryu.Declaration, "#MAX_MOVES": nitoryu.MoveLimit,
}

// end takes in a word about the end of the game. It returns true for the last one, which says who has
// won.
func (g *game) end(word string) bool {
	o := nitoryu.Outcome{Over: true, Ending: reasons[g.reason]}
	switch word {
	case "#WIN":
		o.Winner = g.you
	case "#LOSE":
		o.Winner = g.you.Other()
	case "#DRAW":
		o.Drawn = true
	case "#CENSORED": // neither has won
		o.Drawn = g.reason == "#MAX_MOVES" || g.reason == "#SENNICHITE"
		o.Over = o.Drawn
	case "#CHUDAN":
		o = nitoryu.Outcome{}
	default:
		if _, known := reasons[word]; known {
			g.reason = word
		}
		return false
	}
	if g.reason == "#ILLEGAL_MOVE" && g.claim == declares {
		o.Ending = nitoryu.WrongDeclaration
	}
	if !o.Over {
		o = nitoryu.Outcome{Ending: nitoryu.Interrupted}
	}
	g.rec.SetOutcome(o)
	return true
}

// moved takes in a move, of ours or of the opponent, with the time that it took.
func (g *game) moved(ctx context.Context, word, rest string) error {
	p := g.rec.Position()
	if word[:1] == sign(g.you) {
		if g.sent != word {
			return fmt.Errorf("the server says that we played %s, which we did not", excerpt.Quote(word))
		}
		g.sent = ""
		if err := g.add(g.next); err != nil {
			return err
		}
		g.next = move{}
		g.spend(g.you, rest)
		g.save()
		return nil
	}
	switch m, err := p.Parse(word); {
	case g.foul != nil:
		return g.foul
	case g.sent != "" || p.Side() == g.you || g.rec.Outcome().Over:
		return fmt.Errorf("the opponent plays %s out of turn", excerpt.Quote(word))
	case err != nil:
		g.foul = fmt.Errorf("the server goes on after an illegal move: %w", err)
		return nil
	default:
		if err := g.add(move{Move: m}); err != nil {
			return err
		}
		g.spend(g.you.Other(), rest)
		return g.turn(ctx, m)
	}
}

// spend notes the time that a side has taken for the last move: T12, in units of the clock.
func (g *game) spend(s nitoryu.Side, text string) {
	digits, ok := strings.CutPrefix(text, "T")
	n, err := strconv.ParseUint(digits, 10, 31)
	if !ok || err != nil {
		return // it is not known
	}
	d := time.Duration(n) * g.units[s]
	g.left[s] = max(0, g.left[s]+g.clock[s].increment-d)
	g.tail.Spent = record.Known(d)
}

// turn begins to think about a move of ours, if it is our turn, after a move of the opponent.
func (g *game) turn(ctx context.Context, last nitoryu.Move) error {
	p := g.rec.Position()
	if p.Side() != g.you {
		return nil
	}
	q := g.bounded(p)
	switch o := q.Outcome(); {
	case o.Ending == nitoryu.Checkmate, o.Ending == nitoryu.Stalemate:
		g.stop()
		return g.say(resigns)
	case o.Ending == nitoryu.MoveLimit && g.limit == 0:
		q = p // the server goes on: it has another limit than the user thinks
	case o.Over:
		g.stop()
		return nil // the server says so, too
	}
	if t := g.thought; t != nil && t.expected == last && last != nitoryu.NoMove {
		t.expected = nitoryu.NoMove
		return t.search.PonderHit(g.limits().Clock)
	}
	g.stop()
	return g.think(ctx, q, g.limits(), nitoryu.NoMove)
}

// bounded returns a position under the limit of plies.
func (g *game) bounded(p *nitoryu.Position) *nitoryu.Position {
	s := p.Setup()
	if s.MoveLimit = cmp.Or(g.limit, g.MoveLimit); s.MoveLimit == 0 {
		return p
	}
	q, err := nitoryu.Open(s)
	if err != nil || q.Play(p.Moves()...) != nil {
		return p // does not happen: all was played before
	}
	return q
}

// limits returns the limits for a move.
func (g *game) limits() nitoryu.Limits {
	l := g.Limits
	own := g.clock[g.you]
	if !own.on() {
		return l
	}
	// The increment is there from the beginning of a turn, and the time for the game without it is what is left.
	c := &nitoryu.Clock{Byoyomi: own.byoyomi}
	for s := range c.Left {
		c.Increment[s] = g.clock[s].increment
		c.Left[s] = g.left[s] + c.Increment[s]
	}
	l.Time, l.Clock = 0, c
	return l
}

// think starts a search.
func (g *game) think(ctx context.Context, p *nitoryu.Position, l nitoryu.Limits, expected nitoryu.Move) error {
	search, err := g.Engine.Search(ctx, p, l)
	if err != nil {
		return g.fail(err)
	}
	t := &thought{search: search, expected: expected, done: make(chan answer, 1)}
	go func() {
		r, err := search.Result()
		t.done <- answer{r, err}
	}()
	g.thought = t
	return nil
}

// stop ends a search.
func (g *game) stop() {
	if g.thought == nil {
		return
	}
	g.thought.search.Stop()
	<-g.thought.done
	g.thought = nil
}

// fail resigns because the engine cannot go on.
func (g *game) fail(err error) error {
	g.broken = fmt.Errorf("%s cannot go on: %w", g.EngineName, err)
	return g.say(resigns)
}

// say sends a word to the server.
func (g *game) say(word string) error {
	g.sent = word
	return g.link.send(word)
}

// answer plays what the search has found.
func (g *game) answer(ctx context.Context, a answer) error {
	p := g.rec.Position()
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case a.Declare:
		return g.say(declares)
	case a.Resign, g.hopeless(a.Score):
		return g.say(resigns)
	case a.err != nil:
		return g.fail(a.err)
	case !p.IsLegal(a.Best):
		return g.fail(fmt.Errorf("it has no move in %s", p))
	}
	words, err := p.Write(nitoryu.CSA, a.Best)
	if err != nil {
		return err
	}
	if err := p.Play(a.Best); err != nil {
		return err
	}
	g.sent, g.next = words[0], move{a.Best, g.explain(p, &a.Result)}
	line := words[0]
	if text := record.FloodgateComment(g.next.eval, inside.Core(p)); text != "" && !g.Silent {
		line += ",'" + text
	}
	if err := g.link.send(line); err != nil {
		return err
	}
	if g.Ponder && a.Ponder != nitoryu.NoMove {
		return g.ponder(ctx, p, a.Ponder)
	}
	return nil
}

// save writes the game as it is so far, while the opponent thinks. What goes wrong is told once.
func (g *game) save() {
	if _, err := g.files.keep(g.rec, false); err != nil && !g.warned {
		g.warned = true
		g.Say(fmt.Sprintf("the game is not saved: %v", err))
	}
}

// hopeless reports whether a score is one to give up at.
func (g *game) hopeless(s nitoryu.Score) bool {
	return g.Resign > 0 && s <= nitoryu.Score(-g.Resign)
}

// longestPV is how many moves a comment has at most.
const longestPV = 20

// explain returns score and line of our move, behind which the position is p.
func (g *game) explain(p *nitoryu.Position, r *nitoryu.Result) *record.Eval {
	if len(r.Lines) == 0 || r.Lines[0].First() != r.Best {
		return nil
	}
	best := &r.Lines[0]
	score := core.Score(best.Score)
	switch { // a mate is a ply nearer after the move
	case score.IsMate() && score > 0:
		score++
	case score.IsMate():
		score--
	}
	if g.you == nitoryu.Second {
		score = -score
	}
	pv := best.Moves[1:min(len(best.Moves), longestPV+1)]
	return &record.Eval{Score: score, Depth: best.Depth, Nodes: best.Nodes, Engine: g.EngineName, PV: inside.ReadMoves(inside.Core(p), pv...)}
}

// ponder searches p after the move that the opponent is expected to play there.
func (g *game) ponder(ctx context.Context, p *nitoryu.Position, m nitoryu.Move) error {
	if p.Play(m) != nil {
		return nil
	}
	q := g.bounded(p)
	if q.Outcome().Over {
		return nil
	}
	l := g.limits()
	l.Ponder = true
	return g.think(ctx, q, l, m)
}
