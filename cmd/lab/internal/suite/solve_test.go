package suite

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/tests/must"
)

// question is what an engine is asked. say hands out a line, and reports whether the search
// goes on.
type question struct {
	*nitoryu.Position
	limits nitoryu.Limits
	say    func(nitoryu.Line) bool
}

// fake is an engine whose answers a test writes.
type fake struct {
	think   func(ctx context.Context, q question) (nitoryu.Result, error)
	newGame func() error // may be nil
	closed  *int         // counts calls of Close; may be nil
}

func (f *fake) NewGame(context.Context) error {
	if f.newGame == nil {
		return nil
	}
	return f.newGame()
}

func (f *fake) Search(ctx context.Context, p *nitoryu.Position, l nitoryu.Limits) (*nitoryu.Search, error) {
	ctx, stop := context.WithCancel(ctx)
	search, report := nitoryu.NewSearch(stop, func(*nitoryu.Clock) error { return nil })
	q := question{p, l, func(line nitoryu.Line) bool {
		if ctx.Err() == nil {
			report.Line(line)
		}
		return ctx.Err() == nil
	}}
	go func() {
		r, err := f.think(ctx, q)
		if r.Lines == nil {
			r.Lines = []nitoryu.Line{}
		}
		stop()
		report.Finish(r, err)
	}()
	return search, nil
}

func (f *fake) Close() error {
	if f.closed != nil {
		*f.closed++
	}
	return nil
}

// says returns the line of an iteration; each takes a second and a thousand nodes.
func says(depth int, score core.Score, pv ...nitoryu.Move) nitoryu.Line {
	return nitoryu.Line{
		Rank: 1, Depth: depth, Score: nitoryu.Score(score), Moves: pv, Nodes: uint64(depth) * 1000, Elapsed: time.Duration(depth) * time.Second,
	}
}

func bounded(l nitoryu.Line, b nitoryu.Bound) nitoryu.Line { l.Bound = b; return l }
func second(l nitoryu.Line) nitoryu.Line                   { l.Rank = 2; return l }

// replies returns an engine that says the lines and then plays the move.
func replies(t testing.TB, move nitoryu.Move, lines ...nitoryu.Line) *fake {
	return &fake{think: func(_ context.Context, q question) (nitoryu.Result, error) {
		r := nitoryu.Result{Best: move, Elapsed: 9 * time.Second}
		if err := q.Clone().Play(move); err != nil {
			t.Error(err)
		}
		for _, line := range lines {
			if !q.say(line) {
				break
			}
			r.Lines = []nitoryu.Line{line}
		}
		return r, nil
	}}
}

// at is the moment of an iteration, as says dates it.
func at(depth int) *Moment {
	return &Moment{Elapsed: time.Duration(depth) * time.Second, Nodes: uint64(depth) * 1000, Depth: depth}
}

func TestTimeToSolution(t *testing.T) {
	const wins = core.Mate - 3
	right := func(depth int) nitoryu.Line { return says(depth, 20, "e2e4", "e8e7") }
	wrong := func(depth int) nitoryu.Line { return says(depth, 10, "e2e3") }
	tests := []struct {
		name, line string
		move       nitoryu.Move
		lines      []nitoryu.Line
		want       *Moment
	}{
		{"right from the start", "bm e4;", "e2e4", []nitoryu.Line{right(1), right(2), right(3)}, at(1)},
		{"found late", "bm e4;", "e2e4", []nitoryu.Line{wrong(1), wrong(2), right(3), right(4)}, at(3)},
		{"lost and found again", "bm e4;", "e2e4", []nitoryu.Line{right(1), wrong(2), right(3), wrong(4), right(5), right(6)}, at(5)},
		{"found and lost", "bm e4;", "e2e3", []nitoryu.Line{right(1), right(2), wrong(3)}, nil},
		{"from one best move to another", "bm e4 Kd2;", "e1d2", []nitoryu.Line{right(1), says(2, 0, "e1d2")}, at(1)},
		{"never found", "bm e4;", "e2e3", []nitoryu.Line{wrong(1)}, nil},
		{"avoided late", "am e3;", "e2e4", []nitoryu.Line{wrong(1), right(2)}, at(2)},
		{"the second line does not count", "bm e4;", "e2e4", []nitoryu.Line{right(1), second(wrong(1)), right(2)}, at(1)},
		{"an upper bound does not count", "bm e4;", "e2e4", []nitoryu.Line{right(1), bounded(wrong(2), nitoryu.AtMost), right(2)}, at(1)},
		{"a lower bound counts", "bm e4;", "e2e4", []nitoryu.Line{wrong(1), bounded(right(2), nitoryu.AtLeast), right(3)}, at(2)},
		{"a line without moves does not count", "bm e4;", "e2e4", []nitoryu.Line{right(1), says(2, 0), right(3)}, at(1)},
		{"an illegal line does not count", "bm e4;", "e2e4", []nitoryu.Line{right(1), says(2, 0, "e7e5"), right(3)}, at(1)},
		{"a mate that was too long", "dm 2;", "e2e4", []nitoryu.Line{says(1, wins-2, "e2e4"), says(2, wins, "e2e4"), says(3, wins, "e2e4")}, at(2)},
		{"another mind at the last moment", "bm e4;", "e2e4", []nitoryu.Line{wrong(1), wrong(2)}, &Moment{9 * time.Second, 2000, 2}},
		{"without a word", "bm e4;", "e2e4", nil, &Moment{9 * time.Second, 0, 0}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s := &solver{engine: replies(t, test.move, test.lines...)}
			r, err := s.solve(t.Context(), problem(t, pawnEnding+test.line))
			must.OK(t, err)
			if r.Solved != (test.want != nil) || r.Solved && *r.Solution != *test.want || !r.Solved && r.Solution != nil {
				t.Errorf("solved %v at %+v, want %+v", r.Solved, r.Solution, test.want)
			}
			if r.End.Elapsed != 9*time.Second {
				t.Errorf("end %+v", r.End)
			}
		})
	}
}

func TestSearch(t *testing.T) {
	reply := func(r nitoryu.Result, err error) *fake {
		return &fake{think: func(context.Context, question) (nitoryu.Result, error) { return r, err }}
	}
	illegal := &nitoryu.MoveError{Move: "e2e5", Err: errors.New("e2e5 is not legal")}
	const points = `bm e4; c8 "10 3"; c9 "e2e4 e2e3";`
	tests := []struct {
		name, line    string
		engine        *fake
		solved        bool
		answer, score string
		points, mate  int
		problem       string
	}{
		{"solved", pawnEnding + "bm e4;", replies(t, "e2e4", says(1, 25, "e2e4")), true, "e4", "+0.25", 0, 0, ""},
		{"points", pawnEnding + points, replies(t, "e2e3", says(1, -25, "e2e3")), false, "e3", "-0.25", 3, 0, ""},
		{"all points", pawnEnding + points, replies(t, "e2e4", says(1, 0, "e2e4")), true, "e4", "+0.00", 10, 0, ""},
		{"a mate", backRank + "dm 2;", replies(t, "d1d8", says(1, core.WinIn(1), "d1d8")), true, "Rd8#", "mate 1", 0, 1, ""},
		{"a mate that is only hoped for", backRank + "dm 2;", replies(t, "d1d8", bounded(says(1, core.WinIn(1), "d1d8"), nitoryu.AtMost)), false, "Rd8#", "", 0, 0, ""},
		{"a mate of a line without moves", backRank + "dm 2;", replies(t, "d1d8", says(1, core.WinIn(1))), true, "Rd8#", "mate 1", 0, 1, ""},
		{"no mate", backRank + "dm 2;", replies(t, "d1d8", says(1, 3000, "d1d8")), false, "Rd8#", "+30.00", 0, 0, ""},
		{"no score", backRank + "dm 2;", replies(t, "d1d8"), false, "Rd8#", "", 0, 0, ""},
		{"resigns", pawnEnding + "am e3;", reply(nitoryu.Result{Resign: true}, nil), false, "resign", "", 0, 0, ""},
		{"claims the win", shogiStart + ";bm 7g7f", reply(nitoryu.Result{Declare: true}, nil), false, "win", "", 0, 0, ""},
		{"an illegal move", pawnEnding + "bm e4;", reply(nitoryu.Result{}, illegal), false, "e2e5", "", 0, 0, "e2e5 is not legal"},
		{"no move", pawnEnding + "am e3;", reply(nitoryu.Result{}, nil), false, "(none)", "", 0, 0, ""},
		{"shogi", shogiStart + ";bm 7g7f", replies(t, "7g7f", says(1, 5, "7g7f")), true, "7g7f", "+0.05", 0, 0, ""},
		{"no mate in one", shogiStart + ";nomate1", replies(t, "7g7f", says(1, 5, "7g7f")), true, "7g7f", "+0.05", 0, 0, ""},
		{"a wrong mate in one", shogiStart + ";nomate1", replies(t, "7g7f", says(1, core.WinIn(1), "7g7f")), false, "7g7f", "mate 1", 0, 0, ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			p := problem(t, test.line)
			s := &solver{engine: test.engine}
			r, err := s.solve(t.Context(), p)
			must.OK(t, err)
			score := ""
			if r.Score != nil {
				score = scoreText(*r.Score, "chess")
			}
			if r.Solved != test.solved || r.Answer != test.answer || score != test.score || r.Points != test.points ||
				r.MateIn != test.mate || r.Problem != test.problem || r.GoMate {
				t.Errorf("%+v, score %s", r, score)
			}
			if r.Position != p.Position.String() {
				t.Errorf("position %s", r.Position)
			}
		})
	}
}

func TestGoMate(t *testing.T) {
	mates := func(moves ...nitoryu.Move) nitoryu.Result {
		return nitoryu.Result{Best: moves[0], Score: nitoryu.Score(core.WinIn(len(moves))), Lines: []nitoryu.Line{{Rank: 1, Moves: moves}}}
	}
	none, out := nitoryu.Result{Score: nitoryu.Score(core.LossIn(core.MaxPly))}, nitoryu.Result{}
	illegal := &nitoryu.MoveError{Move: "5a4a", Index: 1, Err: errors.New("no")}
	lacks := fmt.Errorf("x: %w", errors.ErrUnsupported)
	tests := []struct {
		name    string
		mode    MateMode
		time    time.Duration
		result  nitoryu.Result // of go mate
		err     error
		solved  bool
		goMate  bool
		answer  string
		line    string
		mate    int
		problem bool
	}{
		{"mates", MateAuto, time.Second, mates("G*5b"), nil, true, true, "G*5b", "G*5b", 1, false},
		{"an illegal line", MateAuto, time.Second, mates("G*5b"), illegal, false, true, "G*5b", "G*5b 5a4a", 0, true},
		{"an illegal move", MateAuto, time.Second, out, illegal, false, true, "5a4a", "5a4a", 0, true},
		{"a line that is cut off", MateAuto, time.Second, mates("5i5h"), nil, false, true, "5i5h", "5i5h", 0, true},
		{"says there is no mate", MateAuto, time.Second, none, nil, false, true, "nomate", "", 0, false},
		{"out of time", MateAuto, time.Second, out, nil, false, true, "timeout", "", 0, false},
		{"knows no go mate", MateAuto, time.Second, out, lacks, true, false, "G*5b", "", 1, false},
		{"knows no go mate, but has to", MateGoMate, time.Second, out, lacks, false, true, "notimplemented", "", 0, true},
		{"no limit of time", MateAuto, 0, out, nil, true, false, "G*5b", "", 1, false},
		{"a search was wanted", MateSearch, time.Second, out, nil, true, false, "G*5b", "", 1, false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			searcher := replies(t, "G*5b", says(1, core.WinIn(1), "G*5b"))
			asked := 0
			s := &solver{mate: test.mode, limits: nitoryu.Limits{Time: test.time}, engine: &fake{
				think: func(ctx context.Context, q question) (nitoryu.Result, error) {
					if q.limits.Tsume {
						asked++
						return test.result, test.err
					}
					return searcher.think(ctx, q)
				},
			}}
			for range 2 {
				r, err := s.solve(t.Context(), problem(t, goldMate+";mate 1 ;bm G*5b"))
				must.OK(t, err)
				if r.Solved != test.solved || r.GoMate != test.goMate || r.Answer != test.answer || r.MateIn != test.mate || (r.Problem != "") != test.problem {
					t.Errorf("%+v", r)
				}
				if r.Line != test.line {
					t.Errorf("line %q, want %q", r.Line, test.line)
				}
				if r.Solved != (r.Solution != nil) {
					t.Errorf("solution %v", r.Solution)
				}
			}
			if s.noGoMate && asked != 1 {
				t.Errorf("asked %d times, though there is no go mate", asked)
			}
		})
	}
}

// Chess has no go mate in any mode.
func TestNoGoMateInChess(t *testing.T) {
	s := &solver{mate: MateGoMate, engine: &fake{think: func(_ context.Context, q question) (nitoryu.Result, error) {
		if q.limits.Tsume {
			t.Error("asked by go mate")
		}
		return nitoryu.Result{}, nil
	}}}
	if _, err := s.solve(t.Context(), problem(t, backRank+"dm 1;")); err != nil {
		t.Error(err)
	}
}

func TestStopEarly(t *testing.T) {
	right := func(depth int) nitoryu.Line { return says(depth, 20, "e2e4") }
	wrong := func(depth int) nitoryu.Line { return says(depth, 10, "e2e3") }
	tests := []struct {
		name  string
		after int
		lines []nitoryu.Line
		end   int // depth of the last line that was heard
	}{
		{"never", 0, []nitoryu.Line{right(1), right(2), right(3), right(4)}, 4},
		{"after two", 2, []nitoryu.Line{wrong(1), right(2), right(3), right(4)}, 3},
		{"after two in a row", 2, []nitoryu.Line{right(1), wrong(2), right(3), right(4), right(5)}, 4},
		{"an iteration counts once", 2, []nitoryu.Line{right(1), right(1), right(1), right(2), right(3)}, 2},
		{"lost within an iteration", 2, []nitoryu.Line{right(1), right(2), right(3)}, 2},
		{"a lower bound does not finish one", 2, []nitoryu.Line{right(1), bounded(right(2), nitoryu.AtLeast), right(3), right(4)}, 3},
		{"too few", 5, []nitoryu.Line{right(1), right(2)}, 2},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s := &solver{engine: replies(t, "e2e4", test.lines...), stop: test.after}
			r, err := s.solve(t.Context(), problem(t, pawnEnding+"bm e4;"))
			if err != nil || !r.Solved || r.End.Depth != test.end || r.Answer != "e4" {
				t.Errorf("%+v, error %v", r, err)
			}
		})
	}
}

// Information that arrives during a stop does not count.
func TestStoppedForGood(t *testing.T) {
	s := &solver{stop: 1, engine: &fake{think: func(ctx context.Context, q question) (nitoryu.Result, error) {
		q.say(says(1, 20, "e2e4"))
		q.say(says(2, 20, "e2e3"))
		<-ctx.Done()
		return nitoryu.Result{Best: "e2e3"}, nil
	}}}
	r, err := s.solve(t.Context(), problem(t, pawnEnding+"bm e4;"))
	if err != nil || !r.Solved || *r.Solution != *at(1) {
		t.Errorf("%+v, error %v", r, err)
	}
}
