package client

import (
	"errors"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/core"
)

func TestParseInfo(t *testing.T) {
	tests := []struct {
		name, line string
		want       info
		pv         string
	}{
		{"everything",
			"depth 20 seldepth 31 multipv 2 score cp -35 upperbound wdl 1 2 997 nodes 123456789012 nps 2000000 hashfull 12 tbhits 0 time 61728 pv e2e4 e7e5",
			info{depth: 20, selDepth: 31, rank: 2, score: -35, hasScore: true, bound: nitoryu.AtMost, nodes: 123456789012, hashFull: 12, chances: nitoryu.Chances{Win: 1, Draw: 2, Loss: 997}}, "e2e4 e7e5"},
		{"lower bound", "score cp 5 lowerbound", info{rank: 1, score: 5, hasScore: true, bound: nitoryu.AtLeast}, ""},
		{"no score", "depth 3 currmove e2e4 currmovenumber 1", info{rank: 1, depth: 3}, ""},
		{"tabs and blanks", "\tdepth  4\t score  cp +7 ", info{rank: 1, depth: 4, score: 7, hasScore: true}, ""},
		{"moves in the middle", "depth 4 pv e2e4 e7e5 score cp 7 nodes 3", info{rank: 1, depth: 4, score: 7, hasScore: true, nodes: 3}, "e2e4 e7e5"},
		{"a remark at the end", "depth 4 string score cp 9", info{rank: 1, depth: 4}, ""},
		{"numbers that are none", "depth x nodes -3 time 1.5 score cp y", info{rank: 1}, ""},
		{"numbers too large", "depth 99999999999999999999 nodes 99999999999999999999 score cp 99999999999999999999",
			info{rank: 1, depth: 1<<31 - 1, nodes: 1<<63 - 1, score: core.EvalBound, hasScore: true}, ""},
		{"a number is missing", "depth score cp 3", info{rank: 1, score: 3, hasScore: true}, ""},
		{"chances that are none", "score cp 3 wdl 1 2 3 nodes 5", info{rank: 1, score: 3, hasScore: true, nodes: 5}, ""},
		{"score without kind", "score 12 depth 2", info{rank: 1, depth: 2}, ""},
		{"first line is the zeroth", "multipv 0", info{rank: 1}, ""},
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

// 200 pawns are a win by endgame tables in chess; shogi has none.
func TestTableScores(t *testing.T) {
	for text, want := range map[string][2]core.Score{
		"20000": {core.TableWin, 20000}, "-19997": {-core.TableWinIn(3), -19997}, "19000": {19000, 19000}, "-30000": {-30000, -30000},
	} {
		for i, usi := range []bool{false, true} {
			if got, _, _ := parseInfo([]byte("score cp "+text), usi); got.score != want[i] {
				t.Errorf("%s, USI %v: %d, want %d", text, usi, got.score, want[i])
			}
		}
	}
}

func TestMateScores(t *testing.T) {
	tests := []struct {
		text     string
		uci, usi core.Score // Noscore: none
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
				if i.hasScore != (want != core.NoScore) || i.hasScore && i.score != want {
					t.Errorf("USI %v: got %v %d, want %d", usi, i.hasScore, i.score, want)
				}
			}
		})
	}
}

func TestLegalLine(t *testing.T) {
	for _, test := range []struct {
		name  string
		usi   bool
		moves string
		legal int
		bad   string
	}{
		{"legal", false, "e2e4 e7e5 g1f3", 3, ""},
		{"empty", false, "", 0, ""},
		{"no move", false, "(none)", 0, ""},
		{"mates", false, "f2f3 e7e5 g2g4 d8h4", 4, ""},
		{"continues after mate", false, "f2f3 e7e5 g2g4 d8h4 a2a3", 4, "a2a3"},
		{"illegal", false, "e2e4 e2e4", 1, "e2e4"},
		{"says how it ends", true, "7g7f 3c3d rep_draw", 2, ""},
		{"resigns", true, "7g7f resign", 1, ""},
		{"says so in the middle", true, "7g7f win 3c3d", 1, "win"},
		{"says so in chess", false, "e2e4 resign", 1, "resign"},
	} {
		t.Run(test.name, func(t *testing.T) {
			board := at(t, test.usi, 0)
			before := board.String()
			moves, err := legalLine(board, strings.Fields(test.moves), test.usi)
			var bad *nitoryu.MoveError
			if len(moves) != test.legal || errors.As(err, &bad) != (test.bad != "") || bad != nil && (string(bad.Move) != test.bad || bad.Index != test.legal) {
				t.Errorf("%v, %v", moves, err)
			}
			if board.String() != before {
				t.Error("the board has changed")
			}
		})
	}
}

// Positions with one move to a mate.
const (
	goldMate  = "4k4/9/4P4/9/9/9/9/9/4K4 b G 1"
	foolsMate = "rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2"
	mated     = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3"
)

func TestReply(t *testing.T) {
	illegal := func(move nitoryu.Move) func(nitoryu.Result, error) bool {
		return func(_ nitoryu.Result, err error) bool {
			var m *nitoryu.MoveError
			return errors.As(err, &m) && m.Move == move
		}
	}
	for _, test := range []struct {
		name     string
		usi      bool
		position string // "": the usual one
		tsume    bool
		lines    []string // of the engine; the last is the answer
		ok       func(nitoryu.Result, error) bool
	}{
		{"a mate", true, goldMate, true, []string{"checkmate G*5b"},
			func(r nitoryu.Result, err error) bool {
				return err == nil && r.Best == "G*5b" && r.Score == 31999 && len(r.Lines) == 1
			}},
		{"no mate, whatever was thought before", true, goldMate, true, []string{"info score mate 1 pv G*5b", "checkmate nomate"},
			func(r nitoryu.Result, err error) bool { return err == nil && r.Score.IsLoss() && r.Lines == nil }},
		{"no answer in time", true, goldMate, true, []string{"info score mate 1 pv G*5b", "checkmate timeout"},
			func(r nitoryu.Result, err error) bool { return err == nil && r.Score == 0 && r.Lines == nil }},
		{"no go mate", true, goldMate, true, []string{"checkmate notimplemented"},
			func(r nitoryu.Result, err error) bool { return errors.Is(err, errors.ErrUnsupported) }},
		{"a mate that is none", true, goldMate, true, []string{"checkmate G*5b 5a4a"}, func(r nitoryu.Result, err error) bool {
			return illegal("5a4a")(r, err) && r.Best == "G*5b" && len(r.Lines[0].Moves) == 1
		}},
		{"a word in place of a mate", true, goldMate, true, []string{"checkmate win"}, illegal("win")},
		{"no move in place of a mate", true, goldMate, true, []string{"checkmate none"}, illegal("none")},
		{"an illegal mate", true, goldMate, true, []string{"checkmate S*5b"}, illegal("S*5b")},
		{"a line that mates", false, foolsMate, false, []string{"info score mate 1 pv d8h4", "bestmove d8h4"},
			func(r nitoryu.Result, err error) bool { return err == nil && r.Best == "d8h4" && r.Score == 31999 }},
		{"no move where there is none", false, mated, false, []string{"info depth 0 score mate 0", "bestmove (none)"},
			func(r nitoryu.Result, err error) bool { return err == nil && r.Best == "" && r.Score == -32000 }},
		{"no move where there are some", false, "", false, []string{"bestmove (none)"}, illegal("(none)")},
		{"an illegal move where there is none", false, mated, false, []string{"bestmove e2e4"}, illegal("e2e4")},
		{"an illegal ponder move", false, "", false, []string{"bestmove e2e4 ponder e2e4"},
			func(r nitoryu.Result, err error) bool { return err == nil && r.Best == "e2e4" && r.Ponder == "" }},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := at(t, test.usi, 0)
			if test.position != "" {
				var err error
				if p, err = nitoryu.Open(nitoryu.Setup{Position: test.position}); err != nil {
					t.Fatal(err)
				}
			}
			e := &Engine{usi: test.usi, answered: make(chan struct{}, 1), question: asked(p, true)}
			for _, line := range test.lines {
				e.heard([]byte(line), time.Now())
			}
			if r, err := e.reply(&thought{limits: nitoryu.Limits{Tsume: test.tsume}}); !test.ok(r, err) {
				t.Errorf("got %+v, %v", r, err)
			}
		})
	}
}

// asked returns an open question.
func asked(p *nitoryu.Position, quiet bool) question {
	_, report := nitoryu.NewSearch(func() {}, func(*nitoryu.Clock) error { return nil })
	return question{active: true, quiet: quiet, from: p, report: report}
}

// Whatever an engine says, the lines are legal, and the answer is a result or an error.
func FuzzAnswer(f *testing.F) {
	for _, seed := range []string{
		"info depth 3 score cp 12 pv e2e4 e7e5\nbestmove e2e4 ponder e7e5",
		"info score mate +0 multipv 1 pv 7g7f\nbestmove 7g7f ponder",
		"bestmove a", "bestmove resign", "bestmove (none)", "checkmate nomate", "checkmate 7g7f 3c3d",
		"info string\ninfo\nbestmove 0000", "readyok\nuciok\noption name x type spin\nid name\nbestmove win",
	} {
		f.Add(seed, true, true)
		f.Add(seed, false, false)
	}
	f.Fuzz(func(t *testing.T, text string, usi, tsume bool) {
		p := at(t, usi, 0)
		e := &Engine{
			usi: usi, ready: make(chan struct{}, 1), answered: make(chan struct{}, 1), greeted: make(chan struct{}),
			question: asked(p, false),
		}
		before := p.String()
		lines := newLineReader(strings.NewReader(text))
		for line, err := lines.next(); err == nil; line, err = lines.next() {
			e.heard(line, time.Now())
		}
		if words := strings.Fields(string(e.question.answer)); e.question.active || len(words) < 2 || tsume != (words[0] == "checkmate") {
			return // no answer, or one that ends the program
		}
		r, _ := e.reply(&thought{limits: nitoryu.Limits{Tsume: tsume}})
		if p.String() != before {
			t.Fatal("the position has changed")
		}
		if r.Best != nitoryu.NoMove && p.Clone().Play(r.Best) != nil {
			t.Fatalf("%+v is not legal", r)
		}
		for _, l := range r.Lines {
			if err := p.Clone().Play(l.Moves...); err != nil || l.Score < -32000 || l.Score > 32000 {
				t.Fatalf("%+v: %v", l, err)
			}
		}
	})
}
