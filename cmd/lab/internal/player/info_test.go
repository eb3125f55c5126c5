package player

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/nitoryu/nitoryu/core"
)

func TestParseInfo(t *testing.T) {
	tests := []struct {
		name, line string
		want       Info
		pv         string
	}{
		{"everything",
			"depth 20 seldepth 31 multipv 2 score cp -35 upperbound wdl 1 2 997 nodes 123456789012 nps 2000000 hashfull 12 tbhits 0 time 61728 pv e2e4 e7e5",
			Info{Depth: 20, SelDepth: 31, MultiPV: 2, Score: -35, HasScore: true, Bound: core.Upper, Nodes: 123456789012, NPS: 2000000, Time: 61728 * time.Millisecond}, "e2e4 e7e5"},
		{"lower bound", "score cp 5 lowerbound", Info{MultiPV: 1, Score: 5, HasScore: true, Bound: core.Lower}, ""},
		{"no score", "depth 3 currmove e2e4 currmovenumber 1", Info{MultiPV: 1, Depth: 3}, ""},
		{"tabs and blanks", "\tdepth  4\t score  cp +7 ", Info{MultiPV: 1, Depth: 4, Score: 7, HasScore: true, Bound: core.Exact}, ""},
		{"moves in the middle", "depth 4 pv e2e4 e7e5 score cp 7 nodes 3", Info{MultiPV: 1, Depth: 4, Score: 7, HasScore: true, Bound: core.Exact, Nodes: 3}, "e2e4 e7e5"},
		{"a remark at the end", "depth 4 string score cp 9", Info{MultiPV: 1, Depth: 4}, ""},
		{"numbers that are none", "depth x nodes -3 time 1.5 score cp y", Info{MultiPV: 1}, ""},
		{"numbers too large", "depth 99999999999999999999 nodes 99999999999999999999 score cp 99999999999999999999",
			Info{MultiPV: 1, Depth: 1<<31 - 1, Nodes: 1<<63 - 1, Score: core.EvalBound, HasScore: true, Bound: core.Exact}, ""},
		{"a number is missing", "depth score cp 3", Info{MultiPV: 1, Score: 3, HasScore: true, Bound: core.Exact}, ""},
		{"score without kind", "score 12 depth 2", Info{MultiPV: 1, Depth: 2}, ""},
		{"first line is the zeroth", "multipv 0", Info{MultiPV: 1}, ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got, pv, ok := parseInfo([]byte(test.line), false)
			if !ok || !reflect.DeepEqual(got, test.want) || string(pv) != test.pv {
				t.Errorf("got %+v %q\nwant %+v %q", got, pv, test.want, test.pv)
			}
		})
	}
	if _, _, ok := parseInfo([]byte("string depth 3"), false); ok {
		t.Error("a remark is taken for information")
	}
}

func TestMateScores(t *testing.T) {
	tests := []struct {
		text     string
		uci, usi core.Score // NoScore: none
	}{
		{"3", core.WinIn(5), core.WinIn(3)},
		{"1", core.WinIn(1), core.WinIn(1)},
		{"-3", core.LossIn(6), core.LossIn(3)},
		{"-1", core.LossIn(2), core.LossIn(1)},
		{"0", core.LossIn(0), core.WinIn(core.MaxPly)},
		{"-0", core.LossIn(0), core.LossIn(0)},
		{"+0", core.LossIn(0), core.WinIn(core.MaxPly)},
		{"+", core.NoScore, core.WinIn(core.MaxPly)},
		{"-", core.NoScore, core.LossIn(core.MaxPly)},
		{"+7", core.WinIn(13), core.WinIn(7)},
		{"123", core.WinIn(245), core.WinIn(123)},
		{"124", core.WinIn(core.MaxPly), core.WinIn(124)},
		{"-124", core.LossIn(core.MaxPly), core.LossIn(124)},
		{"9999", core.WinIn(core.MaxPly), core.WinIn(core.MaxPly)},
		{"-99999999999999999999", core.LossIn(core.MaxPly), core.LossIn(core.MaxPly)},
		{"x", core.NoScore, core.NoScore},
		{"", core.NoScore, core.NoScore},
	}
	for _, test := range tests {
		t.Run(test.text, func(t *testing.T) {
			for usi, want := range map[bool]core.Score{false: test.uci, true: test.usi} {
				i, _, _ := parseInfo([]byte("score mate "+test.text), usi)
				if i.HasScore != (want != core.NoScore) || i.HasScore && i.Score != want {
					t.Errorf("USI %v: got %v %d, want %d", usi, i.HasScore, i.Score, want)
				}
			}
		})
	}
}

func TestCheckPV(t *testing.T) {
	tests := []struct {
		name  string
		usi   bool
		moves string
		mates bool
		bad   string // beginning
	}{
		{"legal", false, "e2e4 e7e5 g1f3", false, ""},
		{"empty", false, "", false, ""},
		{"no move", false, "(none)", false, ""},
		{"mates", false, "f2f3 e7e5 g2g4 d8h4", true, ""},
		{"continues after mate", false, "f2f3 e7e5 g2g4 d8h4 a2a3", false, "move 5: "},
		{"illegal", false, "e2e4 e2e4", false, "move 2: "},
		{"says how it ends", true, "7g7f 3c3d rep_draw", false, ""},
		{"resigns", true, "7g7f resign", false, ""},
		{"says so in the middle", true, "7g7f win 3c3d", false, "move 2: "},
		{"says so in chess", false, "e2e4 resign", false, "move 2: "},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			board := question(test.usi, 0).Position
			before := board.String()
			mates, bad := checkPV(board, strings.Fields(test.moves), []byte("the line"), test.usi)
			if mates != test.mates || !strings.HasPrefix(bad, test.bad) || (bad == "") != (test.bad == "") {
				t.Errorf("got %v, %q", mates, bad)
			}
			if bad != "" && !strings.Contains(bad, "the line") {
				t.Errorf("%q does not name the line", bad)
			}
			if board.String() != before {
				t.Error("the board has changed")
			}
		})
	}
}

func TestReply(t *testing.T) {
	tests := []struct {
		name     string
		usi      bool
		position string // "": the usual one
		mate     bool
		lines    []string // of the engine; the last is the answer
		ok       func(Reply, error) bool
	}{
		{"no mate, whatever was thought before", true, goldMate, true, []string{"info score mate 1 pv G*5b", "checkmate nomate"},
			func(r Reply, err error) bool { return err == nil && r.NoMate && r.Mate == nil }},
		{"a mate that is none", true, goldMate, true, []string{"checkmate G*5b 5a4a"},
			func(r Reply, err error) bool { return err == nil && r.Move != core.NoMove && r.Problem != "" }},
		{"an illegal mate", true, goldMate, true, []string{"checkmate S*5b"},
			func(r Reply, err error) bool { return err == nil && r.Move == core.NoMove && r.Problem != "" }},
		{"a move instead of a mate", true, goldMate, true, []string{"info score mate 1 pv G*5b", "bestmove G*5b"},
			func(r Reply, err error) bool { return err == nil && strings.Join(r.Mate, " ") == "G*5b" }},
		{"a mate in chess", false, foolsMate, true, []string{"info score mate 1 pv d8h4", "bestmove d8h4"},
			func(r Reply, err error) bool { return err == nil && strings.Join(r.Mate, " ") == "d8h4" }},
		{"a line that does not mate", false, foolsMate, true, []string{"info score mate 1 pv d8g5", "bestmove d8g5"},
			func(r Reply, err error) bool { return err == nil && r.Mate == nil && r.Move != core.NoMove }},
		{"no move where there is none", false, mated, false, []string{"info depth 0 score mate 0", "bestmove (none)"},
			func(r Reply, err error) bool {
				return err == nil && r.Problem == "" && r.Move == core.NoMove && r.Info.Score == core.LossIn(0)
			}},
		{"no move where there are some", false, "", false, []string{"bestmove (none)"},
			func(r Reply, err error) bool { return err == nil && r.Problem != "" }},
		{"an illegal move where there is none", false, mated, false, []string{"bestmove e2e4"},
			func(r Reply, err error) bool { return err == nil && r.Problem != "" }},
		{"an illegal ponder move", false, "", false, []string{"bestmove e2e4 ponder e2e4"},
			func(r Reply, err error) bool { return err == nil && r.Problem == "" && r.Ponder == core.NoMove }},
		{"no mate at all", true, goldMate, true, []string{"checkmate"},
			func(r Reply, err error) bool { return err != nil && strings.Contains(err.Error(), "go mate") }},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			q := question(test.usi, 0)
			if test.position != "" {
				q = at(t, test.usi, test.position, core.Limits{})
			}
			q.Mate = test.mate
			p := &Process{usi: test.usi, answered: make(chan struct{}, 1)}
			p.search.active = true
			for _, line := range test.lines {
				p.heard([]byte(line), time.Now())
			}
			if reply, err := p.search.reply(&q, test.usi, CheckLast); !test.ok(reply, err) {
				t.Errorf("got %+v, %v", reply, err)
			}
		})
	}
}

// Whatever an engine says, the answer is a reply or an error.
func FuzzAnswer(f *testing.F) {
	for _, seed := range []string{
		"info depth 3 score cp 12 pv e2e4 e7e5\nbestmove e2e4 ponder e7e5",
		"info score mate +0 multipv 1 pv 7g7f\nbestmove 7g7f ponder",
		"bestmove", "bestmove resign", "bestmove (none)", "checkmate nomate", "checkmate 7g7f 3c3d", "checkmate",
		"info string\ninfo\nbestmove 0000", "readyok\nuciok\noption name x type spin\nid name\nbestmove win",
	} {
		f.Add(seed, true, true)
		f.Add(seed, false, false)
	}
	f.Fuzz(func(t *testing.T, text string, usi, mate bool) {
		p := &Process{
			usi: usi, ready: make(chan struct{}, 1), answered: make(chan struct{}, 1), greeted: make(chan struct{}),
			config: Config{CheckPV: CheckEvery},
		}
		r := question(usi, 0)
		r.Mate = mate
		before := r.Position.String()
		p.search.active, p.search.board = true, r.Position.Clone()
		lines := newLineReader(strings.NewReader(text))
		for line, err := lines.next(); err == nil; line, err = lines.next() {
			p.heard(line, time.Now())
		}
		if p.search.active {
			return
		}
		reply, err := p.search.reply(&r, usi, CheckLast)
		if r.Position.String() != before {
			t.Fatal("the position has changed")
		}
		if err != nil {
			return
		}
		if reply.Move != core.NoMove {
			var legal core.MoveList
			r.Position.Generate(core.AllMoves, &legal)
			if !legal.Contains(reply.Move) {
				t.Fatalf("%+v is not legal", reply)
			}
		}
		if s := reply.Info.Score; s < -core.Mate || s > core.Mate {
			t.Fatalf("score %d", s)
		}
	})
}
