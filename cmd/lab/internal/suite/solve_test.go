package suite

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/nitoryu/nitoryu/cmd/lab/internal/player"
	"github.com/nitoryu/nitoryu/core"
)

// fake is a player whose answers a test writes.
type fake struct {
	think   func(ctx context.Context, q player.Request) (player.Reply, error)
	newGame func() error // may be nil
	closed  *int         // counts calls of Close; may be nil
}

func (f *fake) Name() string { return "fake" }
func (f *fake) NewGame(context.Context) error {
	if f.newGame == nil {
		return nil
	}
	return f.newGame()
}
func (f *fake) Think(ctx context.Context, q player.Request) (player.Reply, error) {
	return f.think(ctx, q)
}
func (f *fake) Ponder(player.Request) error   { return errors.New("a suite does not ponder") }
func (f *fake) GameOver(player.Outcome) error { return errors.New("a suite is no game") }
func (f *fake) Close() error {
	if f.closed != nil {
		*f.closed++
	}
	return nil
}

// says returns a line of information of an iteration; each takes a second and a
// thousand nodes.
func says(depth int, score core.Score, pv ...string) player.Info {
	return player.Info{
		Depth: depth, MultiPV: 1, Score: score, HasScore: true, Bound: core.Exact, PV: pv,
		Nodes: uint64(depth) * 1000, Elapsed: time.Duration(depth) * time.Second,
	}
}

func bounded(i player.Info, b core.Bound) player.Info { i.Bound = b; return i }
func second(i player.Info) player.Info                { i.MultiPV = 2; return i }

// replies returns a player that says the lines and then plays the move.
func replies(t testing.TB, move string, lines ...player.Info) *fake {
	return &fake{think: func(ctx context.Context, q player.Request) (player.Reply, error) {
		for _, line := range lines {
			if q.Info(line); ctx.Err() != nil {
				return player.Reply{}, ctx.Err()
			}
		}
		m, err := q.Position.ParseMove(move)
		if err != nil {
			t.Error(err)
		}
		reply := player.Reply{Text: move, Move: m, Elapsed: 9 * time.Second}
		if len(lines) > 0 {
			reply.Info = lines[len(lines)-1]
		}
		return reply, nil
	}}
}

// at is the moment of an iteration, as says dates it.
func at(depth int) *Moment {
	return &Moment{Elapsed: time.Duration(depth) * time.Second, Nodes: uint64(depth) * 1000, Depth: depth}
}

func TestTimeToSolution(t *testing.T) {
	const wins = core.Mate - 3
	right := func(depth int) player.Info { return says(depth, 20, "e2e4", "e8e7") }
	wrong := func(depth int) player.Info { return says(depth, 10, "e2e3") }
	tests := []struct {
		name, line, move string
		lines            []player.Info
		want             *Moment
	}{
		{"right from the start", "bm e4;", "e2e4", []player.Info{right(1), right(2), right(3)}, at(1)},
		{"found late", "bm e4;", "e2e4", []player.Info{wrong(1), wrong(2), right(3), right(4)}, at(3)},
		{"lost and found again", "bm e4;", "e2e4", []player.Info{right(1), wrong(2), right(3), wrong(4), right(5), right(6)}, at(5)},
		{"found and lost", "bm e4;", "e2e3", []player.Info{right(1), right(2), wrong(3)}, nil},
		{"from one best move to another", "bm e4 Kd2;", "e1d2", []player.Info{right(1), says(2, 0, "e1d2")}, at(1)},
		{"never found", "bm e4;", "e2e3", []player.Info{wrong(1)}, nil},
		{"avoided late", "am e3;", "e2e4", []player.Info{wrong(1), right(2)}, at(2)},
		{"the second line does not count", "bm e4;", "e2e4", []player.Info{right(1), second(wrong(1)), right(2)}, at(1)},
		{"an upper bound does not count", "bm e4;", "e2e4", []player.Info{right(1), bounded(wrong(2), core.Upper), right(2)}, at(1)},
		{"a lower bound counts", "bm e4;", "e2e4", []player.Info{wrong(1), bounded(right(2), core.Lower), right(3)}, at(2)},
		{"a line without moves does not count", "bm e4;", "e2e4", []player.Info{right(1), says(2, 0), right(3)}, at(1)},
		{"an illegal line does not count", "bm e4;", "e2e4", []player.Info{right(1), says(2, 0, "e7e5"), right(3)}, at(1)},
		{"a mate that was too long", "dm 2;", "e2e4", []player.Info{says(1, wins-2, "e2e4"), says(2, wins, "e2e4"), says(3, wins, "e2e4")}, at(2)},
		{"another mind at the last moment", "bm e4;", "e2e4", []player.Info{wrong(1), wrong(2)}, &Moment{9 * time.Second, 2000, 2}},
		{"without a word", "bm e4;", "e2e4", nil, &Moment{9 * time.Second, 0, 0}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s := &solver{player: replies(t, test.move, test.lines...)}
			r, err := s.solve(t.Context(), problem(t, pawnEnding+test.line))
			if err != nil {
				t.Fatal(err)
			}
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
	reply := func(r player.Reply) *fake {
		return &fake{think: func(context.Context, player.Request) (player.Reply, error) { return r, nil }}
	}
	const points = `bm e4; c8 "10 3"; c9 "e2e4 e2e3";`
	tests := []struct {
		name, line    string
		player        *fake
		solved        bool
		answer, score string
		points, mate  int
		problem       string
	}{
		{"solved", pawnEnding + "bm e4;", replies(t, "e2e4", says(1, 25, "e2e4")), true, "e4", "+0.25", 0, 0, ""},
		{"points", pawnEnding + points, replies(t, "e2e3", says(1, -25, "e2e3")), false, "e3", "-0.25", 3, 0, ""},
		{"all points", pawnEnding + points, replies(t, "e2e4", says(1, 0, "e2e4")), true, "e4", "+0.00", 10, 0, ""},
		{"a mate", backRank + "dm 2;", replies(t, "d1d8", says(1, core.WinIn(1), "d1d8")), true, "Rd8#", "mate 1", 0, 1, ""},
		{"a mate that is only hoped for", backRank + "dm 2;", replies(t, "d1d8", bounded(says(1, core.WinIn(1), "d1d8"), core.Upper)), false, "Rd8#", "", 0, 0, ""},
		{"a mate of a line without moves", backRank + "dm 2;", replies(t, "d1d8", says(1, core.WinIn(1))), true, "Rd8#", "mate 1", 0, 1, ""},
		{"no mate", backRank + "dm 2;", replies(t, "d1d8", says(1, 3000, "d1d8")), false, "Rd8#", "+30.00", 0, 0, ""},
		{"no score", backRank + "dm 2;", replies(t, "d1d8"), false, "Rd8#", "", 0, 0, ""},
		{"resigns", pawnEnding + "am e3;", reply(player.Reply{Text: "resign", Resigns: true}), false, "resign", "", 0, 0, ""},
		{"claims the win", shogiStart + ";bm 7g7f", reply(player.Reply{Text: "win", Claims: true}), false, "win", "", 0, 0, ""},
		{"an illegal move", pawnEnding + "bm e4;", reply(player.Reply{Text: "e2e5", Problem: "e2e5 is not legal"}), false, "e2e5", "", 0, 0, "e2e5 is not legal"},
		{"shogi", shogiStart + ";bm 7g7f", replies(t, "7g7f", says(1, 5, "7g7f")), true, "7g7f", "+0.05", 0, 0, ""},
		{"no mate in one", shogiStart + ";nomate1", replies(t, "7g7f", says(1, 5, "7g7f")), true, "7g7f", "+0.05", 0, 0, ""},
		{"a wrong mate in one", shogiStart + ";nomate1", replies(t, "7g7f", says(1, core.WinIn(1), "7g7f")), false, "7g7f", "mate 1", 0, 0, ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			p := problem(t, test.line)
			s := &solver{player: test.player}
			r, err := s.solve(t.Context(), p)
			if err != nil {
				t.Fatal(err)
			}
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
	tests := []struct {
		name    string
		mode    MateMode
		time    time.Duration
		reply   player.Reply // to go mate
		solved  bool
		goMate  bool
		answer  string
		mate    int
		problem bool
	}{
		{"mates", MateAuto, time.Second, player.Reply{Text: "G*5b", Mate: []string{"G*5b"}}, true, true, "G*5b", 1, false},
		{"an illegal line", MateAuto, time.Second, player.Reply{Text: "G*5b 5a4a", Mate: []string{"G*5b", "5a4a"}}, false, true, "G*5b", 0, true},
		{"a line that is cut off", MateAuto, time.Second, player.Reply{Text: "5i5h", Mate: []string{"5i5h"}}, false, true, "5i5h", 0, true},
		{"says there is none", MateAuto, time.Second, player.Reply{Text: "nomate", NoMate: true}, false, true, "nomate", 0, false},
		{"out of time", MateAuto, time.Second, player.Reply{Text: "timeout"}, false, true, "timeout", 0, false},
		{"knows no go mate", MateAuto, time.Second, player.Reply{Text: "notimplemented"}, true, false, "G*5b", 1, false},
		{"knows no go mate, but has to", MateGoMate, time.Second, player.Reply{Text: "notimplemented"}, false, true, "notimplemented", 0, true},
		{"no limit of time", MateAuto, 0, player.Reply{Text: "timeout"}, true, false, "G*5b", 1, false},
		{"a search was wanted", MateSearch, time.Second, player.Reply{Text: "timeout"}, true, false, "G*5b", 1, false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			searcher := replies(t, "G*5b", says(1, core.WinIn(1), "G*5b"))
			asked := 0
			s := &solver{mate: test.mode, limits: core.Limits{MoveTime: test.time}, player: &fake{
				think: func(ctx context.Context, q player.Request) (player.Reply, error) {
					if q.Mate {
						asked++
						return test.reply, nil
					}
					return searcher.think(ctx, q)
				},
			}}
			for range 2 {
				r, err := s.solve(t.Context(), problem(t, goldMate+";mate 1 ;bm G*5b"))
				if err != nil {
					t.Fatal(err)
				}
				if r.Solved != test.solved || r.GoMate != test.goMate || r.Answer != test.answer || r.MateIn != test.mate || (r.Problem != "") != test.problem {
					t.Errorf("%+v", r)
				}
				if want := strings.Join(test.reply.Mate, " "); r.Line != want {
					t.Errorf("line %q, want %q", r.Line, want)
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
	s := &solver{mate: MateGoMate, player: &fake{think: func(_ context.Context, q player.Request) (player.Reply, error) {
		if q.Mate {
			t.Error("asked by go mate")
		}
		return player.Reply{}, nil
	}}}
	if _, err := s.solve(t.Context(), problem(t, backRank+"dm 1;")); err != nil {
		t.Error(err)
	}
}

func TestStopEarly(t *testing.T) {
	right := func(depth int) player.Info { return says(depth, 20, "e2e4") }
	wrong := func(depth int) player.Info { return says(depth, 10, "e2e3") }
	tests := []struct {
		name  string
		after int
		lines []player.Info
		end   int // depth of the last line that was heard
	}{
		{"never", 0, []player.Info{right(1), right(2), right(3), right(4)}, 4},
		{"after two", 2, []player.Info{wrong(1), right(2), right(3), right(4)}, 3},
		{"after two in a row", 2, []player.Info{right(1), wrong(2), right(3), right(4), right(5)}, 4},
		{"an iteration counts once", 2, []player.Info{right(1), right(1), right(1), right(2), right(3)}, 2},
		{"lost within an iteration", 2, []player.Info{right(1), right(2), right(3)}, 2},
		{"a lower bound does not finish one", 2, []player.Info{right(1), bounded(right(2), core.Lower), right(3), right(4)}, 3},
		{"too few", 5, []player.Info{right(1), right(2)}, 2},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s := &solver{player: replies(t, "e2e4", test.lines...), stop: test.after}
			r, err := s.solve(t.Context(), problem(t, pawnEnding+"bm e4;"))
			if err != nil || !r.Solved || r.End.Depth != test.end || r.Answer != "e4" {
				t.Errorf("%+v, error %v", r, err)
			}
		})
	}
}

// Information that arrives during a stop does not count.
func TestStoppedForGood(t *testing.T) {
	s := &solver{stop: 1, player: &fake{think: func(ctx context.Context, q player.Request) (player.Reply, error) {
		q.Info(says(1, 20, "e2e4"))
		q.Info(says(2, 20, "e2e3"))
		return player.Reply{}, ctx.Err()
	}}}
	r, err := s.solve(t.Context(), problem(t, pawnEnding+"bm e4;"))
	if err != nil || !r.Solved || *r.Solution != *at(1) {
		t.Errorf("%+v, error %v", r, err)
	}
}
