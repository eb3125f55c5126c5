package suite

import (
	"context"
	"errors"
	"strings"

	"github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/internal/inside"
)

// MateMode is how engines are asked for a tsume. Other mates are always searched for.
type MateMode string

// The modes. Time is the only limit of USI go mate.
const (
	MateAuto   MateMode = "auto"    // go mate if there is a time limit and the engine knows it, else a search
	MateGoMate MateMode = "go-mate" // go mate only
	MateSearch MateMode = "search"  // an ordinary search with a mate score
)

// Result is the result of one problem.
type Result struct {
	ID        string      `json:"id"`
	Source    string      `json:"source"`
	Position  string      `json:"position"`             // FEN or SFEN
	Expected  string      `json:"expected"`             // see Problem.expected
	Answer    string      `json:"answer"`               // SAN or USI, or the answer that is not a move
	Line      string      `json:"line,omitempty"`       // the line of a go mate, in USI
	Solved    bool        `json:"solved"`               //
	Points    int         `json:"points"`               //
	MaxPoints int         `json:"max_points"`           // 0: the suite gives no points
	Score     *core.Score `json:"score,omitempty"`      // hundredths of a pawn for the side to move; a win in n plies is 32000-n, a loss n-32000
	MateIn    int         `json:"mate_plies,omitempty"` // length of the wanted mate that was found, in plies
	Stated    int         `json:"stated_plies,omitempty"`
	GoMate    bool        `json:"go_mate,omitempty"` // asked by go mate
	End       Moment      `json:"end"`
	Solution  *Moment     `json:"solution,omitempty"` // when the answer became right for the rest of the search; nil: not solved
	Problem   string      `json:"problem,omitempty"`  // what else went wrong: a crash, an illegal move
}

// solver asks one engine.
type solver struct {
	engine   nitoryu.Searcher
	limits   nitoryu.Limits
	mate     MateMode
	noGoMate bool // the engine has said that it does not know go mate
	stop     int
}

// solve asks for the answer to p. With an error of the engine or of ctx, the result says that
// there is no answer.
func (s *solver) solve(ctx context.Context, p *Problem) (Result, error) {
	if err := s.engine.NewGame(ctx); err != nil {
		return newResult(p), err
	}
	if p.MateIn > 0 && p.tsume && s.asksGoMate() {
		r, known, err := s.goMate(ctx, p)
		if err != nil || known || s.mate == MateGoMate {
			return r, err
		}
		s.noGoMate = true
	}
	return s.search(ctx, p)
}

func (s *solver) asksGoMate() bool {
	return s.mate == MateGoMate || s.mate == MateAuto && s.limits.Time > 0 && !s.noGoMate
}

// newResult returns the part of the result that does not depend on the answer.
func newResult(p *Problem) Result {
	return Result{
		ID: p.ID, Source: p.Source, Position: p.Position.String(), Expected: p.expected(),
		MaxPoints: p.maxPoints(), Stated: p.MateIn,
	}
}

// search asks by an ordinary search.
func (s *solver) search(ctx context.Context, p *Problem) (Result, error) {
	w := newWatch(p, s.stop)
	search, err := s.ask(ctx, p, s.limits)
	if err != nil {
		return newResult(p), err
	}
	for l := range search.Lines() {
		if w.hear(&l) {
			search.Stop()
		}
	}
	found, err := search.Result()
	illegal := (*nitoryu.MoveError)(nil)
	if err != nil && !errors.As(err, &illegal) {
		return newResult(p), err
	}
	if w.stopped {
		return w.result(w.last), nil // the answer may differ from the last line
	}
	final := answer{score: w.last.score}
	if found.Best != nitoryu.NoMove {
		if final.move, err = w.board.ParseMove(string(found.Best)); err != nil {
			return newResult(p), err
		}
	}
	best := nitoryu.Line{}
	if len(found.Lines) > 0 {
		best = found.Lines[0]
		if !w.heard && best.Bound != nitoryu.AtMost {
			final.score, w.hasScore = core.Score(best.Score), true
		}
	}
	w.now = Moment{Elapsed: found.Elapsed, Nodes: max(w.now.Nodes, best.Nodes), Depth: max(w.now.Depth, best.Depth)}
	r := w.result(final)
	switch {
	case illegal != nil:
		r.Answer, r.Problem = string(illegal.Move), illegal.Error()
	case found.Declare:
		r.Answer = "win"
	case found.Resign:
		r.Answer = "resign"
	case final.move == core.NoMove:
		r.Answer = w.board.FormatMove(core.NoMove)
	}
	return r, nil
}

// ask starts a search of a problem.
func (s *solver) ask(ctx context.Context, p *Problem, l nitoryu.Limits) (*nitoryu.Search, error) {
	position, err := inside.FromCore(p.Position)
	if err != nil {
		return nil, err
	}
	return s.engine.Search(ctx, position, l)
}

// result judges the final answer of a search.
func (w *watch) result(final answer) Result {
	r := newResult(w.problem)
	r.Solved = w.problem.solvedBy(final)
	r.Points = w.problem.worth(final.move)
	r.End = w.now
	if final.move != core.NoMove {
		r.Answer = w.problem.notation([]core.Move{final.move})
	}
	if w.hasScore {
		score := final.score
		r.Score = &score
		if w.problem.MateIn > 0 && score.IsWin() {
			r.MateIn = score.PliesToMate()
		}
	}
	if r.Solved {
		r.Solution = new(w.now)
		if w.right {
			r.Solution = new(w.since)
		}
	}
	return r
}

// goMate asks by USI go mate. known is false if the engine has no go mate.
func (s *solver) goMate(ctx context.Context, p *Problem) (r Result, known bool, err error) {
	limits := s.limits
	limits.Tsume = true
	r = newResult(p)
	r.GoMate = true
	search, err := s.ask(ctx, p, limits)
	var found nitoryu.Result
	if err == nil {
		found, err = search.Result()
	}
	r.End = Moment{Elapsed: found.Elapsed, Nodes: found.Nodes, Depth: found.Depth}
	illegal := (*nitoryu.MoveError)(nil)
	switch {
	case errors.Is(err, errors.ErrUnsupported):
		r.Answer, r.Problem = "notimplemented", "the engine has no go mate"
		return r, false, nil
	case err != nil && !errors.As(err, &illegal):
		return r, true, err
	case illegal == nil && found.Score.IsLoss():
		r.Answer = "nomate"
		return r, true, nil
	case illegal == nil && len(found.Lines) == 0:
		r.Answer = "timeout"
		return r, true, nil
	}
	var line []string
	if len(found.Lines) > 0 {
		for _, m := range found.Lines[0].Moves {
			line = append(line, string(m))
		}
	}
	if illegal != nil {
		line = append(line, string(illegal.Move))
	}
	r.Line, r.Answer = strings.Join(line, " "), line[0]
	first, err := p.checkMate(line)
	if first != core.NoMove {
		r.Answer = p.notation([]core.Move{first})
	}
	if err != nil {
		r.Problem = err.Error()
		return r, true, nil
	}
	r.MateIn = len(line)
	r.Solved = p.solvedBy(answer{first, core.WinIn(min(r.MateIn, core.MaxPly))})
	if r.Solved {
		r.Solution = new(r.End)
	}
	return r, true, nil
}
