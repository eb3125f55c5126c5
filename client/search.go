package client

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/internal/excerpt"
)

// thought is a search that runs.
type thought struct {
	engine *Engine
	side   nitoryu.Side // to move
	limits nitoryu.Limits
	report nitoryu.Reporter

	stop     chan struct{} // closed by Stop
	stopOnce sync.Once
	hit      chan nitoryu.Limits // gets what holds after a ponder hit
}

// Search implements [nitoryu.Searcher]. For each rank, the result has the last line that the program reported
// with an exact score, or else the last bound. An answer that is not a legal move is a [*nitoryu.MoveError] of
// the result, after which the program can be asked again; after a [*Failure] it cannot. Problems by checks
// alone (Tsume) are asked for by USI go mate; errors.ErrUnsupported says that the program lacks that, or an
// option that the limits need.
func (e *Engine) Search(ctx context.Context, p *nitoryu.Position, l nitoryu.Limits) (*nitoryu.Search, error) {
	t, search, err := e.begun(ctx, p, l)
	if err != nil {
		return nil, err
	}
	go func() {
		result, err := t.answer(ctx)
		e.release()
		t.report.Finish(result, err)
	}()
	return search, nil
}

// Ask is nitoryu.Ask without a goroutine of its own, which costs as much as a short search.
func (e *Engine) Ask(ctx context.Context, p *nitoryu.Position, l nitoryu.Limits) (nitoryu.Result, error) {
	t, _, err := e.begun(ctx, p, l)
	if err != nil {
		return nitoryu.Result{}, err
	}
	defer e.release()
	return t.answer(ctx)
}

// begun asks the program, and leaves the turn to the search.
func (e *Engine) begun(ctx context.Context, p *nitoryu.Position, l nitoryu.Limits) (*thought, *nitoryu.Search, error) {
	if err := e.plays(p); err != nil {
		return nil, nil, err
	}
	if err := l.Check(p); err != nil {
		return nil, nil, err
	}
	if err := e.expresses(&l); err != nil {
		return nil, nil, err
	}
	if err := e.begin(ctx); err != nil {
		return nil, nil, err
	}
	t := &thought{
		engine: e, side: p.Side(), limits: l,
		stop: make(chan struct{}), hit: make(chan nitoryu.Limits, 1),
	}
	var search *nitoryu.Search
	search, t.report = nitoryu.NewSearch(t.halt, t.ponderHit)
	if err := t.ask(p); err != nil {
		e.release()
		return nil, nil, err
	}
	return t, search, nil
}

// plays returns an error for a position of another game than the program was started for,
// which it would misread.
func (e *Engine) plays(p *nitoryu.Position) error {
	if e.turn == nil {
		return nitoryu.ErrClosed // the zero value
	}
	if v := p.Variant(); v != e.config.Variant {
		return fmt.Errorf("%s was started for %s and cannot be asked about a position of %s: %w", e.Name(), e.config.Variant, v, errors.ErrUnsupported)
	}
	return nil
}

// expresses returns an error for limits that the protocol has no words for.
func (e *Engine) expresses(l *nitoryu.Limits) error {
	switch {
	case l.Tsume && !e.usi:
		return fmt.Errorf("%s: UCI has no search for a mate by checks alone: %w", e.Name(), errors.ErrUnsupported)
	case l.Mate > 0 && e.usi:
		return fmt.Errorf("%s: USI has no search that ends with a mate: %w", e.Name(), errors.ErrUnsupported)
	case l.Draw != 0:
		return fmt.Errorf("%s: no protocol tells what a draw is worth: %w", e.Name(), errors.ErrUnsupported)
	}
	return e.expressesClock(l.Clock)
}

func (e *Engine) expressesClock(c *nitoryu.Clock) error {
	if c != nil && c.Byoyomi > 0 && !e.usi {
		return &nitoryu.LimitError{Problem: e.Name() + ": UCI has no byoyomi; limit the time of each search instead"}
	}
	return nil
}

// ask opens the question and writes options, position and go at once: several writes would
// wake the program as often.
func (t *thought) ask(p *nitoryu.Position) error {
	e := t.engine
	wanted := e.demandsOf(p, &t.limits)
	options, values, err := e.changes(wanted)
	if err != nil {
		return err
	}
	e.out = appendGo(appendPosition(append(e.out[:0], options...), p, e.usi), &t.limits, e.usi)
	e.mu.Lock()
	q := &e.question
	now := time.Now()
	*q = question{
		active: true, quiet: e.config.Quiet || t.limits.Quiet && e.config.BadLine == nil, opened: now, asked: now, report: t.report,
		from: p.CloneTo(q.from), last: q.last[:0], answer: q.answer[:0],
	}
	e.mu.Unlock()
	if err := e.send(e.out); err != nil {
		return err
	}
	e.met(wanted, values)
	return nil
}

// halt stops the search.
func (t *thought) halt() { t.stopOnce.Do(func() { close(t.stop) }) }

// ponderHit starts the clock of the program.
func (t *thought) ponderHit(c *nitoryu.Clock) error {
	l, e := t.limits, t.engine
	if !l.Ponder {
		return nil
	}
	if err := e.expressesClock(c); err != nil {
		return err
	}
	if l.Ponder = false; c != nil {
		l.Clock = c
	}
	if !t.started() {
		return nil
	}
	select {
	case t.hit <- l:
		return e.send([]byte("ponderhit\n"))
	default:
		return nil // the second one
	}
}

// started starts the clock of the search, and reports whether it runs.
func (t *thought) started() bool {
	e := t.engine
	e.mu.Lock()
	defer e.mu.Unlock()
	if q := &e.question; q.active && q.report == t.report {
		q.asked = time.Now()
		return true
	}
	return false
}

// answer waits for the answer, or makes the program give it.
func (t *thought) answer(ctx context.Context) (nitoryu.Result, error) {
	e, limits := t.engine, t.limits
	var late <-chan time.Time
	var limit time.Duration
	for {
		if known := false; !limits.Ponder {
			if limit, known = Patience(t.side, &limits); known {
				limit += cmp.Or(e.config.Grace, usualGrace)
				e.timer.Reset(limit)
				late = e.timer.C
			}
		}
		select {
		case <-e.answered:
			e.timer.Stop()
			return e.reply(t)
		case limits = <-t.hit:
			continue
		case <-late:
			return nitoryu.Result{}, e.hang(limit)
		case <-t.stop:
			return t.cut(nil)
		case <-ctx.Done():
			return t.cut(ctx.Err())
		case <-e.closing:
			return t.cut(nitoryu.ErrClosed)
		case <-e.ended:
		}
		e.timer.Stop()
		select {
		case <-e.answered: // both at once: a program may answer and end
			return e.reply(t)
		default:
			return nitoryu.Result{}, e.fail(Crash, "while it was thinking")
		}
	}
}

// cut ends the search for a reason and returns what was found so far.
func (t *thought) cut(reason error) (nitoryu.Result, error) {
	t.engine.timer.Stop()
	if err := t.engine.halt(cmp.Or(t.engine.config.StopTimeout, usualGrace)); err != nil {
		return nitoryu.Result{}, errors.Join(err, reason)
	}
	result, err := t.engine.reply(t)
	return result, errors.Join(err, reason)
}

// halt sends stop and waits for the answer.
func (e *Engine) halt(grace time.Duration) error {
	e.mu.Lock()
	answered := !e.question.active
	e.mu.Unlock()
	if !answered {
		if err := e.send([]byte("stop\n")); err != nil {
			return err
		}
	}
	switch e.wait(context.Background(), e.answered, grace) {
	case errEnded:
		return e.fail(Crash, "after stop")
	case errLate:
		return e.fail(Hang, fmt.Sprintf("no answer to stop within %v", grace))
	}
	return nil
}

// hang kills a program that is late, after a try whether it reacts to stop.
func (e *Engine) hang(limit time.Duration) error {
	detail := fmt.Sprintf("no answer within %v", limit)
	stopped := time.Now()
	if err := e.send([]byte("stop\n")); err != nil {
		return err
	}
	switch e.wait(context.Background(), e.answered, lastChance) {
	case nil:
		detail += fmt.Sprintf(", but %v after stop", time.Since(stopped).Round(time.Millisecond))
	default:
		detail += ", nor to stop"
	}
	return e.fail(Hang, detail)
}

// reply makes a result of the answer that the reader has stored, which does not touch an
// answered question. An answer that makes no sense ends the program.
func (e *Engine) reply(t *thought) (nitoryu.Result, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	q := &e.question
	r := nitoryu.Result{Elapsed: max(0, q.at.Sub(q.asked)), Nodes: q.nodes, Lines: []nitoryu.Line{}}
	for i := range q.last {
		if h := &q.last[i]; h.hasScore {
			r.Lines = append(r.Lines, e.line(h))
		}
	}
	if len(r.Lines) > 0 {
		best := &r.Lines[0]
		r.Score, r.Chances, r.Depth = best.Score, best.Chances, best.Depth
	}
	var err error
	words := strings.Fields(string(q.answer))
	switch {
	case t.limits.Tsume && len(words) > 1 && words[0] == "checkmate":
		err = e.takeCheckmate(&r, words[1:])
	case !t.limits.Tsume && len(words) > 1 && words[0] == "bestmove":
		err = e.takeMove(&r, words[1:])
	default:
		e.mu.Unlock()
		err = e.fail(ProtocolError, fmt.Sprintf("%s is not an answer to go", excerpt.QuoteTo(80, string(q.answer))))
		e.mu.Lock()
	}
	return r, err
}

// line returns what was heard as a line, up to its first move that is not legal.
func (e *Engine) line(h *heard) nitoryu.Line {
	q := &e.question
	l := nitoryu.Line{
		Rank: h.rank, Depth: h.depth, SelDepth: h.selDepth, Score: nitoryu.Score(h.score), Bound: h.bound, Chances: h.chances,
		Nodes: h.nodes, Elapsed: h.elapsed, HashFull: h.hashFull,
	}
	if l.Chances == (nitoryu.Chances{}) {
		l.Chances = q.from.ChancesFor(e.name(), l.Score)
	}
	_, words := cutWord(h.text)
	_, pv, _ := parseInfo(words, e.usi)
	var problem error
	if l.Moves, problem = legalLine(q.from, strings.Fields(string(pv)), e.usi); problem != nil && e.config.BadLine != nil {
		e.config.BadLine(string(h.text), problem)
	}
	return l
}

// legalLine returns the moves of a line as our own notation has them, up to the first that
// is not legal, of which the error is.
func legalLine(p *nitoryu.Position, words []string, usi bool) (moves []nitoryu.Move, err error) {
	for i, text := range words {
		if illegal := p.Play(nitoryu.Move(text)); illegal != nil {
			if usi && i == len(words)-1 && endsLine(text) || len(words) == 1 && isNone(text) {
				break
			}
			err = &nitoryu.MoveError{Move: nitoryu.Move(text), Index: i, Err: illegal}
			break
		}
		moves = append(moves, p.Last())
	}
	for range moves {
		p.Undo()
	}
	return moves, err
}

// endsLine reports whether text is one of the words that end a line of YaneuraOu and
// similar programs.
func endsLine(text string) bool {
	return text == "resign" || text == "win" || strings.HasPrefix(text, "rep_")
}

// isNone reports whether text is one of the ways to say that there is no move.
func isNone(text string) bool {
	return slices.Contains([]string{"(none)", "none", "0000", "NULL"}, text)
}

// takeMove parses the words after bestmove.
func (e *Engine) takeMove(r *nitoryu.Result, words []string) error {
	p, text := e.question.from, words[0]
	switch {
	case text == "resign":
		r.Resign = true
		return nil
	case text == "win" && e.usi:
		r.Declare = true
		return nil
	}
	if err := p.Play(nitoryu.Move(text)); err != nil {
		if isNone(text) && len(p.Legal()) == 0 {
			return nil
		}
		return err
	}
	r.Best = p.Last()
	if len(words) > 2 && words[1] == "ponder" && p.Play(nitoryu.Move(words[2])) == nil {
		r.Ponder = p.Last()
		p.Undo()
	}
	p.Undo()
	return nil
}

// takeCheckmate parses the words after checkmate.
func (e *Engine) takeCheckmate(r *nitoryu.Result, words []string) error {
	r.Score, r.Lines = 0, nil
	switch words[0] {
	case "nomate":
		r.Score = nitoryu.Score(core.LossIn(core.MaxPly))
	case "timeout":
	case "notimplemented":
		return fmt.Errorf("%s has no go mate: %w", e.name(), errors.ErrUnsupported)
	default:
		moves, err := legalLine(e.question.from, words, false)
		if len(moves) == 0 {
			return e.question.from.Play(nitoryu.Move(words[0])) // why it is no move
		}
		r.Best, r.Lines = moves[0], []nitoryu.Line{{Rank: 1, Moves: moves, Nodes: r.Nodes, Elapsed: r.Elapsed}}
		if err != nil {
			return err
		}
		r.Score = nitoryu.Score(core.WinIn(min(len(moves), core.MaxPly)))
		r.Lines[0].Score = r.Score
	}
	r.Chances = e.question.from.ChancesFor(e.name(), r.Score)
	return nil
}
