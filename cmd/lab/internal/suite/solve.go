package suite

import (
	"context"
	"strings"

	"github.com/nitoryu/nitoryu/cmd/lab/internal/player"
	"github.com/nitoryu/nitoryu/core"
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
	Expected  string      `json:"expected"`             // see [Problem.Expected]
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
	player   player.Player
	limits   core.Limits
	mate     MateMode
	noGoMate bool // the engine has said that it does not know go mate
	stop     int
}

// solve asks for the answer to p. With an error of the player or of ctx, the result is that
// of a problem without an answer.
func (s *solver) solve(ctx context.Context, p *Problem) (Result, error) {
	if err := s.player.NewGame(ctx); err != nil {
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
	return s.mate == MateGoMate || s.mate == MateAuto && s.limits.MoveTime > 0 && !s.noGoMate
}

// newResult returns the part of the result that does not depend on the answer.
func newResult(p *Problem) Result {
	return Result{
		ID: p.ID, Source: p.Source, Position: p.Position.String(), Expected: p.Expected(),
		MaxPoints: p.maxPoints(), Stated: p.MateIn,
	}
}

func (s *solver) request(p *Problem) player.Request {
	return player.Request{Start: p.Position.String(), Position: p.Position, Limits: s.limits}
}

// search asks by an ordinary search.
func (s *solver) search(ctx context.Context, p *Problem) (Result, error) {
	thinking, stop := context.WithCancel(ctx)
	defer stop()
	w := newWatch(p, s.stop, stop)
	q := s.request(p)
	q.Info = w.info
	reply, err := s.player.Think(thinking, q)
	if err != nil {
		// A search that was stopped from here may give another answer than its last PV.
		if !w.stopped || ctx.Err() != nil || isFailure(err) {
			return newResult(p), err
		}
		return w.result(w.last), nil
	}
	final := answer{move: reply.Move, score: w.last.score}
	if !w.heard && reply.Info.HasScore && reply.Info.Bound != core.Upper {
		final.score, w.last.score, w.hasScore = reply.Info.Score, reply.Info.Score, true
	}
	if !w.stopped {
		w.now = Moment{Elapsed: reply.Elapsed, Nodes: max(w.now.Nodes, reply.Info.Nodes), Depth: max(w.now.Depth, reply.Info.Depth)}
	}
	r := w.result(final)
	r.Problem = reply.Problem
	if final.move == core.NoMove {
		r.Answer = reply.Text
	}
	return r, nil
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
	q := s.request(p)
	q.Mate = true
	r = newResult(p)
	r.GoMate = true
	reply, err := s.player.Think(ctx, q)
	if err != nil {
		return r, true, err
	}
	r.Answer = reply.Text
	r.End = Moment{Elapsed: reply.Elapsed, Nodes: reply.Info.Nodes, Depth: reply.Info.Depth}
	if len(reply.Mate) == 0 {
		known = strings.TrimSpace(reply.Text) != "notimplemented"
		if !known {
			r.Problem = "the engine has no go mate"
		}
		return r, known, nil
	}
	r.Line = strings.Join(reply.Mate, " ")
	first, err := p.checkMate(reply.Mate)
	if first != core.NoMove {
		r.Answer = p.notation([]core.Move{first})
	}
	if err != nil {
		r.Problem = err.Error()
		return r, true, nil
	}
	r.MateIn = len(reply.Mate)
	r.Solved = p.solvedBy(answer{first, core.WinIn(min(r.MateIn, core.MaxPly))})
	if r.Solved {
		r.Solution = new(r.End)
	}
	return r, true, nil
}
