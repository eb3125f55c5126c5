package review_test

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/mate"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/internal/inside"
	"github.com/nitoryu/nitoryu/review"
)

// script is what a thinker thinks, by the board of the position: lines with | between them,
// each a score, #N or #-N for a mate in plies, and moves.
type script map[string]string

func board(p core.Position) string {
	b, _, _ := strings.Cut(p.String(), " ")
	return b
}

// answers reads what a script says.
func answers(t *testing.T, text string) nitoryu.Result {
	t.Helper()
	var all nitoryu.Result
	for part := range strings.SplitSeq(text, "|") {
		score, moves, _ := strings.Cut(strings.TrimSpace(part), " ")
		n, err := strconv.Atoi(strings.TrimPrefix(score, "#"))
		if err != nil {
			t.Fatal(err)
		}
		s := core.Score(n)
		switch {
		case score[0] == '#' && n > 0:
			s = core.WinIn(n)
		case score[0] == '#':
			s = core.LossIn(-n)
		}
		all.Lines = append(all.Lines, answer(s, moves).Lines...)
	}
	return all
}

// Limits of the searches of a script.
var (
	glance = nitoryu.Limits{Nodes: 1}
	verify = nitoryu.Limits{Nodes: 8}
)

// scripted is an engine that answers what scripts say, and knows nothing of other positions.
type scripted struct {
	t              *testing.T
	glance, verify script
	anything       bool // other positions are even
	asked          func(p *nitoryu.Position)
}

// both answers the same at a glance and when it verifies.
func (s script) both(t *testing.T) *scripted { return &scripted{t: t, glance: s, verify: s} }

func (s *scripted) NewGame(context.Context) error { return nil }
func (s *scripted) Close() error                  { return nil }

func (s *scripted) Search(_ context.Context, p *nitoryu.Position, l nitoryu.Limits) (*nitoryu.Search, error) {
	if l.Lines != 2 {
		s.t.Errorf("%d lines are asked for", l.Lines)
	}
	if s.asked != nil {
		s.asked(p)
	}
	says := s.glance
	if l.Nodes == verify.Nodes {
		says = s.verify
	}
	text, ok := says[board(inside.Core(p))]
	switch {
	case ok:
	case s.anything:
		text = "0" + first(inside.Core(p))
	default:
		return nil, fmt.Errorf("nothing is known of %s", p)
	}
	search, report := nitoryu.NewSearch(func() {}, nil)
	report.Finish(answers(s.t, text), nil)
	return search, nil
}

// solverOf returns a solver of problems of a game.
func solverOf(g games.Game, most uint64) review.Solver {
	return func(p core.Position, plies int) ([]core.Move, bool) {
		a := mate.New(4).Solve(p, mate.Problem{ChecksOnly: g.Tsume, Plies: plies, GoOn: func(n uint64) bool { return n < most }})
		return a.Line, a.Verdict != mate.Unknown
	}
}

// judged returns a game in which each position was analysed as told, or else with a score
// of 0.
func judged(t *testing.T, of games.Game, text string, analysis script) *review.Game {
	t.Helper()
	g := read(t, text)
	p, err := g.Position()
	if err != nil {
		t.Fatal(err)
	}
	var all []nitoryu.Result
	think := func(p core.Position) {
		var legal core.MoveList
		if p.Generate(core.AllMoves, &legal); legal.N == 0 {
			return
		}
		text, ok := analysis[board(p)]
		if !ok {
			text = "0 " + p.FormatMove(legal.Moves[0])
		}
		all = append(all, answers(t, text))
	}
	think(p)
	for _, m := range g.Moves() {
		p.Do(p.ValidateMove(m.ID()), nil)
		think(p)
	}
	r, err := review.Judge(g, review.Thoughts{Answers: all}, review.StandardOf(of.Name))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// told writes puzzles.
func told(puzzles []review.Puzzle) string {
	var all []string
	for _, z := range puzzles {
		kind := "tactic"
		if z.Mate > 0 {
			kind = fmt.Sprint("mate ", z.Mate)
		}
		text := fmt.Sprintf("%s at %d:", kind, z.Ply)
		for _, m := range z.Line {
			text += " " + string(m)
		}
		if z.Played == z.Right[0] {
			text += ", played"
		}
		all = append(all, text)
	}
	return strings.Join(all, "; ")
}

// Boards of the tactics: a queen can be taken, and then.
const (
	hanging = "k7/8/8/3q4/8/2N5/7P/K7"
	stepped = "8/1k6/8/3N4/8/8/7P/K7"
	wins    = "700 c3d5 a8b7 d5c3 b7b6 | -300 a1b1"
	ends    = "0 d5c3 | 0 a1b1"
	tell    = "[FEN \"" + hanging + " w - - 0 1\"]\n\n1. Kb1 *"
	do      = "[FEN \"" + hanging + " w - - 0 1\"]\n\n1. Nxd5 *"
)

func TestTactics(t *testing.T) {
	tests := []struct {
		name                     string
		game                     string
		analysis, glance, verify string // of the first position
		then                     script
		want                     string
	}{
		{"the only move wins", tell, "700 c3d5 a8b7", wins, wins, nil, "tactic at 0: c3d5"},
		{"it was played", do, "700 c3d5 a8b7", wins, wins, nil, "tactic at 0: c3d5, played"},
		{"two lines need no glance", tell, wins, "0 a1b1", wins, nil, "tactic at 0: c3d5"},
		{"two lines that win need no verification", tell, "700 c3d5 | 690 a1b1", "", "", nil, ""},
		{"another move wins at a glance", tell, "700 c3d5", "700 c3d5 a8b7 | 300 a1b1", wins, nil, ""},
		{"another move wins, as verified", tell, "700 c3d5", wins, "700 c3d5 a8b7 | 300 a1b1", nil, ""},
		{"another move nearly keeps the win", tell, "700 c3d5", wins, "700 c3d5 a8b7 | 225 a1b1", nil, "tactic at 0: c3d5"},
		{"another move is the best, as verified", tell, "700 c3d5", wins, "#9 a1b1 a8b8 | 0 c3d5", nil, ""},
		{"it does not win, as verified", tell, "700 c3d5", wins, "590 c3d5 a8b7 | -300 a1b1", nil, ""},
		{"it does not win", tell, "590 c3d5", wins, wins, nil, ""},
		{"nothing else was thought about", tell, "700 c3d5", "700 c3d5", wins, nil, ""},
		{"no material is won", tell, "700 a1b1 a8b8", "700 a1b1 a8b8 | -300 c3d5", "700 a1b1 a8b8 | -300 c3d5", nil, ""},
		{"a quiet mate needs no material", tell, "#9 a1b1 a8b8", "#9 a1b1 a8b8 | -300 c3d5", "#9 a1b1 a8b8 | -300 c3d5", nil, "tactic at 0: a1b1, played"},
		{"a mate in one is none", tell, "#1 a1b1", "#1 a1b1 | 0 c3d5", "#1 a1b1 | 0 c3d5", nil, ""},
		{"taking back is none", "[FEN \"k7/3q4/8/3Q4/8/2N5/7P/K7 b - - 0 1\"]\n\n1... Qxd5 2. Nxd5 *", "700 c3d5 a8b7", wins, wins, nil, ""},
		{"a longer solution", tell, "700 c3d5", wins, wins,
			script{stepped: "700 d5c3 b7b6 a1b2 | 0 a1b1", "8/8/1k6/8/8/2N5/7P/K7": "700 a1b2 | 690 a1b1"},
			"tactic at 0: c3d5 a8b7 d5c3"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			r := judged(t, games.Chess(), test.game, script{hanging: test.analysis})
			then := script{stepped: ends}
			for b, text := range test.then {
				then[b] = text
			}
			with := func(text string) script {
				s := script{}
				for b, was := range then {
					s[b] = was
				}
				if text != "" {
					s[hanging] = text
				}
				if strings.Contains(text, "a1b1 a8b8") {
					s["1k6/8/8/3q4/8/2N5/7P/1K6"] = "0 b1a1 | 0 b1b2"
				}
				return s
			}
			f := review.Finder{
				Standard: review.StandardOf("chess"), Solve: solverOf(games.Chess(), 5000),
				Engine: &scripted{t: t, glance: with(test.glance), verify: with(test.verify)}, Glance: glance, Verify: verify,
			}
			puzzles, err := f.Find(t.Context(), r)
			if got := told(puzzles); got != test.want || err != nil {
				t.Errorf("%q, error %v, want %q", got, err, test.want)
			}
		})
	}
}

// A move that is forced belongs to the solution without a thought about it.
func TestTacticsWithForcedMoves(t *testing.T) {
	const start = "k7/8/7r/3q4/8/2N5/1P6/K7"
	r := judged(t, games.Chess(), "[FEN \""+start+" w - - 0 1\"]\n\n1. Kb1 *", script{start: "700 c3d5"})
	think := script{
		start:                   "700 c3d5 h6h1 a1a2 h1h2 | -300 a1b1",
		"k7/8/8/3N4/8/8/KP5r/8": "0 a2b3 | 0 a2b1",
	}
	f := review.Finder{Standard: review.StandardOf("chess"), Solve: solverOf(games.Chess(), 5000), Engine: think.both(t), Glance: glance, Verify: verify}
	puzzles, err := f.Find(t.Context(), r)
	if got, want := told(puzzles), "tactic at 0: c3d5 h6h1 a1a2"; got != want || err != nil {
		t.Errorf("%q, error %v, want %q", got, err, want)
	}
}

func TestFindEndsWithErrors(t *testing.T) {
	r := judged(t, games.Chess(), tell, script{hanging: "700 c3d5"})
	f := review.Finder{Standard: review.StandardOf("chess"), Engine: script{}.both(t), Glance: glance, Verify: verify}
	if puzzles, err := f.Find(t.Context(), r); err == nil || !strings.Contains(err.Error(), "nothing is known") || puzzles != nil {
		t.Errorf("%d puzzles, error %v", len(puzzles), err)
	}
}

// Moves that are not judged make no puzzles.
func TestFindOnlyJudgedMoves(t *testing.T) {
	r := judged(t, games.Chess(), tell, script{hanging: "700 c3d5"})
	r.Only(core.Second)
	think := script{hanging: wins, stepped: ends}.both(t)
	f := review.Finder{Standard: review.StandardOf("chess"), Engine: think, Glance: glance, Verify: verify, Solve: solverOf(games.Chess(), 5000)}
	if puzzles, err := f.Find(t.Context(), r); err != nil || len(puzzles) > 0 {
		t.Errorf("%d puzzles, error %v", len(puzzles), err)
	}
}

// What was repeated before a puzzle does not belong to it.
func TestPuzzlesHaveNoHistory(t *testing.T) {
	r := judged(t, games.Chess(), "[FEN \""+hanging+" w - - 0 1\"]\n\n1. Kb1 Ka7 2. Ka1 Ka8 3. Kb1 *", script{hanging: "700 c3d5"})
	var at []string
	think := script{hanging: "0 c3d5 | 0 a1b1"}.both(t)
	think.asked = func(p *nitoryu.Position) {
		at = append(at, p.String())
		q := p.Clone()
		if err := q.Play("a1b1", "a8a7", "b1a1", "a7a8"); err != nil || q.Outcome().Over {
			t.Errorf("%s has a history, or %v", p, err)
		}
	}
	f := review.Finder{Standard: review.StandardOf("chess"), Engine: think, Glance: glance, Verify: verify, Solve: solverOf(games.Chess(), 5000)}
	if _, err := f.Find(t.Context(), r); err != nil || len(at) != 2 {
		t.Errorf("thought about %q, error %v", at, err)
	}
}

// Positions on the way to a solution are no puzzles of their own.
func TestSeen(t *testing.T) {
	z := review.Puzzle{Position: parsed(t, backRank+" w - - 0 1"), Line: []nitoryu.Move{"d2d8", "a8d8", "d1d8"}}
	seen := review.Seen{}
	if !seen.Add(&z) || seen.Add(&z) {
		t.Error("a puzzle is not new once")
	}
	for _, test := range []struct {
		name, fen string
		want      bool
	}{
		{"other counters", backRank + " w - - 7 9", false},
		{"on the way", "3r2k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 2", false},
		{"the reply", "r2Q2k1/5ppp/8/8/8/8/5PPP/3R2K1 b - - 1 1", true},
		{"other castling rights", "r5k1/5ppp/8/8/8/8/3Q1PPP/3RK3 w - - 0 1", true},
	} {
		if got := seen.Add(&review.Puzzle{Position: parsed(t, test.fen)}); got != test.want {
			t.Errorf("%s: new %t, want %t", test.name, got, test.want)
		}
	}
}

func parsed(t *testing.T, text string) *nitoryu.Position {
	t.Helper()
	p, err := nitoryu.Open(nitoryu.Setup{Position: text})
	if err != nil {
		t.Fatal(err)
	}
	return p
}
