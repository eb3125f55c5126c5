package review

import (
	"context"

	"github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/internal/inside"
)

const (
	// winning is the chance, in percent of the points, from which on a move wins.
	winning = 90
	// keeping is the chance from which on another move might win as well, so that the
	// problem has no single solution.
	keeping = 70
	// shortestMate is the fewest plies of a mate that makes a puzzle.
	shortestMate = 3
	// longestTactic is how many plies of a tactic are told.
	longestTactic = 15
)

// Puzzle is a position of a game in which a move is to be found: one move alone is right, or of
// an exercise some are better than the game's.
type Puzzle struct {
	Position *nitoryu.Position // without the history of the game
	Ply      int               // half moves before it in the game, from 0
	// Line is the solution. The moves of the side to move are the only ones that win; of
	// a mate the first one is the only one that mates in as many plies.
	Line   []nitoryu.Move
	Right  []nitoryu.Move // that solve it, the best first
	Mate   int            // plies to the mate that was proved to be the shortest; 0: none was
	Score  nitoryu.Score  // for the side to move
	Played nitoryu.Move   // in the game
	// Theme says what it is about: "mate in 2", in shogi "mate in 3 plies", the name of a [Fact] such as "fork",
	// "hanging piece", "sacrifice", or "advantage".
	Theme string
	// Rating estimates at which Elo our levels find the first move in half of their tries, as it is measured of the
	// exercises of the page.
	Rating int
}

// newPuzzle returns a puzzle in p, without its score and the length of a mate.
func newPuzzle(p core.Position, m *Move, line, right []core.Move) (*Puzzle, error) {
	at, err := inside.FromCore(p)
	z := &Puzzle{Position: at, Ply: m.Ply, Played: m.Played, Line: inside.WriteMoves(p, line...)}
	for _, r := range right {
		z.Right = append(z.Right, nitoryu.Move(p.FormatMove(r)))
	}
	return z, err
}

// withoutHistory returns a position of a game as one who solves a puzzle knows it: not what was repeated
// before.
func (r *Game) withoutHistory(p core.Position) (core.Position, error) {
	return r.Record.Rules.Parse(p.String(), r.Record.Settings)
}

// solver looks for a mate by the side to move within a number of plies, which is odd, of
// the kind that problems of the game have. The line is nil if there is none; known is
// false if neither was proved. It leaves the position as it was.
type solver func(p core.Position, plies int) (line []core.Move, known bool)

// Puzzles returns the puzzles in a game that was reviewed with these options: positions in
// which one move alone is right, whether it was played or missed, in the order of the game, and
// none that stands in the solution of one before. s verifies tactics; the progress counts moves.
func Puzzles(ctx context.Context, s nitoryu.Searcher, judged *Game, o Options) ([]Puzzle, error) {
	of, err := games.ByName(judged.Record.Rules.Name)
	if err != nil {
		return nil, err
	}
	look := solvers{ctx: ctx, checksOnly: of.Tsume}
	defer look.yielder.End()
	f := finder{
		Standard: judged.standard, Engine: s, Glance: o.First(), Verify: o.Verify(), ChecksOnly: of.Tsume, Solve: look.solver(),
	}
	if of.Tsume {
		f.Prove = look.prover(MateNodes)
	}
	progress := Progress{Total: len(judged.Moves)}
	f.Step = func() {
		if progress.Done++; o.Progress != nil {
			o.Progress(progress)
		}
	}
	return f.Find(ctx, judged)
}

// finder finds puzzles in games. A mate is a puzzle if it takes 3 plies or more and no
// other first move mates in as many. A tactic is one if the best move wins, by mate
// or by material that leaves a chance of 90 percent, and the second best has less than 70.
type finder struct {
	Standard Standard
	Engine   nitoryu.Searcher
	// Glance limits a search as the moves of the game were searched, Verify is several times
	// as much. Two lines are asked for.
	Glance, Verify nitoryu.Limits
	// Prove finds mates of any length; nil: the search does.
	Prove prover
	Solve solver
	// ChecksOnly says that in problems the attacker gives check with every move.
	ChecksOnly bool
	// Step is called after each judged move that Find has looked at; it may be nil.
	Step func()
}

// Find returns the puzzles in the positions before the judged moves of a game: what was
// found and what was missed, in the order of the game, and none that stands in the
// solution of one before.
func (f *finder) Find(ctx context.Context, r *Game) ([]Puzzle, error) {
	var puzzles []Puzzle
	var problem error
	seen := Seen{}
	last := &Move{}
	err := r.Each(func(p core.Position, m *Move) {
		if f.Step != nil && problem == nil {
			defer f.Step()
		}
		previous := last
		if last = m; problem != nil || m.Judgement == Unjudged || m.Judgement == Forced || p.Claim() == core.WinningClaim {
			return
		}
		z, err := f.puzzle(ctx, r, p, m, previous)
		if problem = err; z != nil && seen.Add(z) {
			z.classify(r.standard)
			puzzles = append(puzzles, *z)
		}
	})
	if problem != nil {
		return nil, problem
	}
	return puzzles, err
}

// puzzle returns the puzzle before a move, or nil. previous is the move before it.
func (f *finder) puzzle(ctx context.Context, r *Game, p core.Position, m, previous *Move) (*Puzzle, error) {
	p, err := r.withoutHistory(p)
	if err != nil {
		return nil, err
	}
	line := f.mate(p, &m.Before, &previous.Before)
	mate, score := len(line), nitoryu.Score(core.WinIn(len(line)))
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if mate == 0 {
		line, score, err = f.tactic(ctx, p, m.Before, gain(p.GameInfo(), previous.Move))
	}
	if err != nil || len(line) == 0 {
		return nil, err
	}
	z, err := newPuzzle(p, m, line, line[:1])
	z.Mate, z.Score = mate, score
	return z, err
}

// tactic returns a tactic in p, a nil line if it finds none. lost is the material that the
// opponent's last move won: to take that back is no tactic.
func (f *finder) tactic(ctx context.Context, p core.Position, r nitoryu.Result, lost core.Score) (line []core.Move, score nitoryu.Score, err error) {
	if !f.tactical(p, &r, lost) {
		return nil, 0, nil
	}
	r, ok, err := f.only(ctx, p, r)
	if err != nil || !ok || !f.tactical(p, &r, lost) {
		return nil, 0, err
	}
	line, err = f.follow(ctx, p, r)
	return line, r.Lines[0].Score, err
}

// tactical reports whether the best line wins by a mate that is not too short, or by
// material.
func (f *finder) tactical(p core.Position, r *nitoryu.Result, lost core.Score) bool {
	score := r.Lines[0].Score
	if plies, mate := score.Mate(); mate {
		return plies >= shortestMate
	}
	return f.Standard.chance(p, score) >= winning && exchange(p.GameInfo(), core.NoMove, bestLine(p, r), lookahead).gain-lost >= f.Standard.Material
}

// only returns what a long search says, and whether the move of r is the only one that
// wins, as all searches say.
func (f *finder) only(ctx context.Context, p core.Position, r nitoryu.Result) (nitoryu.Result, bool, error) {
	best := bestMove(&r)
	searches := []nitoryu.Limits{f.Glance, f.Verify}
	if len(r.Lines) > 1 {
		if !f.single(p, &r) {
			return r, false, nil
		}
		searches = searches[1:]
	}
	for _, limits := range searches {
		var err error
		if r, err = f.ask(ctx, p, limits); err != nil {
			return r, false, err
		}
		if best == nitoryu.NoMove {
			best = bestMove(&r)
		}
		if bestMove(&r) != best || !f.single(p, &r) {
			return r, false, nil
		}
	}
	return r, true, nil
}

// ask asks for the two best moves of p, so that no puzzle depends on those before.
func (f *finder) ask(ctx context.Context, p core.Position, l nitoryu.Limits) (nitoryu.Result, error) {
	q, err := inside.FromCore(p)
	if err == nil {
		err = f.Engine.NewGame(ctx)
	}
	if err != nil {
		return nitoryu.Result{}, err
	}
	l.Lines = 2
	return nitoryu.Ask(ctx, f.Engine, q, l)
}

// single reports whether the best move wins and the second best does not.
func (f *finder) single(p core.Position, r *nitoryu.Result) bool {
	return len(r.Lines) > 1 && f.Standard.chance(p, r.Lines[0].Score) >= winning && f.Standard.chance(p, r.Lines[1].Score) < keeping
}

// follow returns the best line of r for as long as the moves of the side to move are the
// only ones that win.
func (f *finder) follow(ctx context.Context, p core.Position, r nitoryu.Result) ([]core.Move, error) {
	q := p.Clone()
	rest := bestLine(p, &r)
	line := rest[:1:1]
	q.Do(line[0], nil)
	for len(rest) > 1 && len(line)+2 <= longestTactic {
		reply := rest[1]
		if q.Do(reply, nil); q.Verdict().Over() {
			break
		}
		var legal core.MoveList
		if q.Generate(core.AllMoves, &legal); legal.N == 1 {
			rest = append([]core.Move{legal.Moves[0]}, rest[min(3, len(rest)):]...)
		} else {
			r, ok, err := f.only(ctx, q, nitoryu.Result{})
			if err != nil {
				return nil, err
			}
			if !ok {
				break
			}
			rest = bestLine(q, &r)
		}
		line = append(line, reply, rest[0])
		q.Do(rest[0], nil)
	}
	return line, nil
}

// Seen are positions of puzzles, by their keys.
type Seen map[uint64]bool

// Add adds the positions in which a move of z is to be found, and reports whether its first
// one is new.
func (s Seen) Add(z *Puzzle) bool {
	p := z.Position.Clone()
	if s[p.Key()] {
		return false
	}
	for i, m := range z.Line {
		if i%2 == 0 {
			s[p.Key()] = true
		}
		if p.Play(m) != nil {
			break // does not happen: the line is legal
		}
	}
	return true
}
