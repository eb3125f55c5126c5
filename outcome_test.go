package nitoryu_test

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/tests/must"
)

// round are moves after which a position of chess is on the board again.
var round = []nitoryu.Move{"g1f3", "g8f6", "f3g1", "f6g8"}

// drawn returns a draw.
func drawn(e nitoryu.Ending) nitoryu.Outcome {
	return nitoryu.Outcome{Over: true, Drawn: true, Ending: e}
}

// won returns a game that is decided.
func won(s nitoryu.Side, e nitoryu.Ending) nitoryu.Outcome {
	return nitoryu.Outcome{Over: true, Winner: s, Ending: e}
}

// Rules end a game by themselves, and give the right to claim something.
func TestOutcomes(t *testing.T) {
	shogi := nitoryu.Setup{Variant: nitoryu.Shogi}
	shuffle := []nitoryu.Move{"2h3h", "8b7b", "3h2h", "7b8b"}
	for _, test := range []struct {
		name        string
		setup       nitoryu.Setup
		moves       []nitoryu.Move
		want, claim nitoryu.Outcome
	}{
		{"the beginning", nitoryu.Setup{}, nil, nitoryu.Outcome{}, nitoryu.Outcome{}},
		{"a mate", nitoryu.Setup{}, []nitoryu.Move{"f2f3", "e7e5", "g2g4", "d8h4"}, won(nitoryu.Second, nitoryu.Checkmate), nitoryu.Outcome{}},
		{"stalemate", nitoryu.Setup{Position: "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"}, nil, drawn(nitoryu.Stalemate), nitoryu.Outcome{}},
		{"bare kings", nitoryu.Setup{Position: "7k/8/6K1/8/8/8/8/8 b - - 0 1"}, nil, drawn(nitoryu.InsufficientMaterial), nitoryu.Outcome{}},
		{"a second time", nitoryu.Setup{}, round, nitoryu.Outcome{}, nitoryu.Outcome{}},
		{"a third time", nitoryu.Setup{}, slices.Repeat(round, 2), nitoryu.Outcome{}, drawn(nitoryu.Repetition)},
		{"a fourth time", nitoryu.Setup{}, slices.Repeat(round, 3), nitoryu.Outcome{}, drawn(nitoryu.Repetition)},
		{"a fifth time", nitoryu.Setup{}, slices.Repeat(round, 4), drawn(nitoryu.FivefoldRepetition), nitoryu.Outcome{}},
		{"fifty moves", nitoryu.Setup{Position: "4k3/8/8/8/8/8/8/R3K3 w - - 99 80"}, []nitoryu.Move{"a1a2"}, nitoryu.Outcome{}, drawn(nitoryu.FiftyMoves)},
		{"seventy-five moves", nitoryu.Setup{Position: "4k3/8/8/8/8/8/8/R3K3 w - - 149 80"}, []nitoryu.Move{"a1a2"}, drawn(nitoryu.SeventyFiveMoves), nitoryu.Outcome{}},
		{"Chess960, a third time", nitoryu.Setup{Chess960: true}, slices.Repeat(round, 2), nitoryu.Outcome{}, drawn(nitoryu.Repetition)},
		{"a mate in shogi", nitoryu.Setup{Position: "4k4/9/4P4/9/9/9/9/9/4K4 b G 1"}, []nitoryu.Move{"G*5b"}, won(nitoryu.First, nitoryu.Checkmate), nitoryu.Outcome{}},
		{"a mate by the second", nitoryu.Setup{Position: "4k4/9/9/9/9/9/4p4/9/4K4 w g 1"}, []nitoryu.Move{"G*5h"}, won(nitoryu.Second, nitoryu.Checkmate), nitoryu.Outcome{}},
		{"shogi, a third time", shogi, slices.Repeat(shuffle, 2), nitoryu.Outcome{}, nitoryu.Outcome{}},
		{"shogi, a fourth time", shogi, slices.Repeat(shuffle, 3), drawn(nitoryu.Repetition), nitoryu.Outcome{}},
		{"the move limit", nitoryu.Setup{Variant: nitoryu.Shogi, MoveLimit: 2}, []nitoryu.Move{"7g7f", "3c3d"}, drawn(nitoryu.MoveLimit), nitoryu.Outcome{}},
		{"a declaration", nitoryu.Setup{Position: "KG7/9/+P+P+P+P+P+P+P+P+P/9/9/9/9/9/4k4 b 2RB3S 1"}, nil, nitoryu.Outcome{}, won(nitoryu.First, nitoryu.Declaration)},
		{"a declaration that draws", nitoryu.Setup{Position: "4K4/RRG1GGGSS/PPPP5/9/9/9/9/9/4k4 b 4P 1", EnteringKing: core.CSARule24}, nil, nitoryu.Outcome{}, drawn(nitoryu.Declaration)},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := open(t, test.setup, test.moves...)
			if got, claim := p.Outcome(), p.Claim(); got != test.want || claim != test.claim {
				t.Errorf("%v, may be claimed %v; want %v and %v", got, claim, test.want, test.claim)
			}
			g, err := nitoryu.NewGame(test.setup)
			must.OK(t, err)
			must.OK(t, g.Play(test.moves...))
			if got := g.Outcome(); got != test.want || g.Result() != test.want.Result() {
				t.Errorf("the game is %v, %s", got, g.Result())
			}
			err = g.Claim()
			switch {
			case test.want.Over && !errors.Is(err, nitoryu.ErrGameOver),
				!test.want.Over && !test.claim.Over && !errors.Is(err, nitoryu.ErrNoClaim),
				test.claim.Over && (err != nil || g.Outcome() != test.claim):
				t.Errorf("claimed, the game is %v, %v", g.Outcome(), err)
			}
		})
	}
}

// Every ending is one of package core, and the other way round.
func TestEndings(t *testing.T) {
	for e := core.Checkmate; e <= core.Agreement; e++ {
		text := nitoryu.Outcome{Over: true, Drawn: true, Ending: nitoryu.Ending(e.String())}.String()
		var back nitoryu.Outcome
		if err := back.UnmarshalText([]byte(text)); err != nil || string(back.Ending) != e.String() {
			t.Errorf("%s is %v, %v", text, back, err)
		}
	}
	for _, e := range []nitoryu.Ending{
		nitoryu.Checkmate, nitoryu.Stalemate, nitoryu.InsufficientMaterial, nitoryu.Repetition, nitoryu.FivefoldRepetition, nitoryu.FiftyMoves,
		nitoryu.SeventyFiveMoves, nitoryu.PerpetualCheck, nitoryu.MoveLimit, nitoryu.Declaration, nitoryu.WrongDeclaration, nitoryu.Resignation,
		nitoryu.Agreement, nitoryu.TimeForfeit, nitoryu.IllegalMove, nitoryu.Adjudication, nitoryu.Crash, nitoryu.Hang, nitoryu.Interrupted,
	} {
		if err := new(core.Ending).UnmarshalText([]byte(e)); err != nil {
			t.Error(err)
		}
	}
}

// Outcomes are text and JSON, both ways.
func TestOutcomeText(t *testing.T) {
	for _, test := range []struct {
		outcome    nitoryu.Outcome
		text, json string
	}{
		{nitoryu.Outcome{}, "*", `{"result":"*"}`},
		{won(nitoryu.First, nitoryu.Checkmate), "1-0 by checkmate", `{"result":"1-0","ending":"checkmate"}`},
		{won(nitoryu.Second, nitoryu.Resignation), "0-1 by resignation", `{"result":"0-1","ending":"resignation"}`},
		{drawn(nitoryu.FiftyMoves), "1/2-1/2 by fifty-move rule", `{"result":"1/2-1/2","ending":"fifty-move rule"}`},
		{drawn(""), "1/2-1/2", `{"result":"1/2-1/2"}`},
	} {
		var back, again nitoryu.Outcome
		told, err := json.Marshal(test.outcome)
		err = errors.Join(err, back.UnmarshalText([]byte(test.text)), json.Unmarshal(told, &again))
		if err != nil || test.outcome.String() != test.text || string(told) != test.json || back != test.outcome || again != test.outcome {
			t.Errorf("%s, %s: %v and %v, %v", test.outcome, told, back, again, err)
		}
	}
	for _, bad := range []string{`"1-0"`, `{"result":"2-0"}`, `{"result":"1-0","ending":"boredom"}`} {
		o := drawn(nitoryu.Agreement)
		if err := json.Unmarshal([]byte(bad), &o); err == nil || o != drawn(nitoryu.Agreement) {
			t.Errorf("%s is %v", bad, o)
		}
	}
}

// A game is ended by players, once, and can be taken up again.
func TestGameEnds(t *testing.T) {
	for _, test := range []struct {
		name, file string
		setup      nitoryu.Setup
		end        func(*nitoryu.Game) error
		want       nitoryu.Outcome
	}{
		{"White resigns", "a.pgn", nitoryu.Setup{}, func(g *nitoryu.Game) error { return g.Resign(nitoryu.First) }, won(nitoryu.Second, nitoryu.Resignation)},
		{"Black resigns", "a.pgn", nitoryu.Setup{}, func(g *nitoryu.Game) error { return g.Resign(nitoryu.Second) }, won(nitoryu.First, nitoryu.Resignation)},
		{"sente resigns", "a.kif", nitoryu.Setup{Variant: nitoryu.Shogi}, func(g *nitoryu.Game) error { return g.Resign(nitoryu.First) }, won(nitoryu.Second, nitoryu.Resignation)},
		{"a draw is agreed", "a.pgn", nitoryu.Setup{}, func(g *nitoryu.Game) error { g.SetOutcome(drawn(nitoryu.Agreement)); return nil }, drawn(nitoryu.Agreement)},
		{"time is over", "a.pgn", nitoryu.Setup{}, func(g *nitoryu.Game) error { g.SetOutcome(won(nitoryu.First, nitoryu.TimeForfeit)); return nil }, won(nitoryu.First, nitoryu.TimeForfeit)},
		{"time is over in shogi", "a.csa", nitoryu.Setup{Variant: nitoryu.Shogi}, func(g *nitoryu.Game) error { g.SetOutcome(won(nitoryu.First, nitoryu.TimeForfeit)); return nil }, won(nitoryu.First, nitoryu.TimeForfeit)},
		{"a result", "a.pgn", nitoryu.Setup{}, func(g *nitoryu.Game) error { return g.SetResult("1-0") }, won(nitoryu.First, "")},
	} {
		t.Run(test.name, func(t *testing.T) {
			g, err := nitoryu.NewGame(test.setup)
			must.OK(t, err)
			first := g.Start().Legal()[0]
			must.OK(t, errors.Join(g.Play(first), test.end(g)))
			next := g.Position().Legal()[0]
			if g.Outcome() != test.want {
				t.Errorf("%v, want %v", g.Outcome(), test.want)
			}
			for what, err := range map[string]error{"play": g.Play(next), "resign": g.Resign(nitoryu.First), "claim": g.Claim()} {
				if !errors.Is(err, nitoryu.ErrGameOver) {
					t.Errorf("after the end they %s: %v", what, err)
				}
			}
			var file strings.Builder
			must.OK(t, g.Write(&file, test.file))
			for read, err := range nitoryu.ReadGames(strings.NewReader(file.String()), test.file) {
				must.OK(t, err)
				if read.Outcome() != test.want {
					t.Errorf("read as %v in\n%s", read.Outcome(), &file)
				}
				if err := read.Play(next); !errors.Is(err, nitoryu.ErrGameOver) {
					t.Errorf("what was read goes on: %v", err)
				}
				read.SetOutcome(nitoryu.Outcome{})
				if err := read.Play(next); err != nil || read.Result() != "*" || len(read.Moves()) != 2 {
					t.Errorf("taken up again: %v, %s, %v", err, read.Result(), read.Moves())
				}
			}
		})
	}
}

// Records say how a game ended, and where they do not, the rules may.
func TestOutcomesOfRecords(t *testing.T) {
	for _, test := range []struct {
		name, text string
		want       nitoryu.Outcome
	}{
		{"a mate without a result", "1. f3 e5 2. g4 Qh4# *", won(nitoryu.Second, nitoryu.Checkmate)},
		{"a mate", "1. f3 e5 2. g4 Qh4# 0-1", won(nitoryu.Second, nitoryu.Checkmate)},
		{"a win", "1. e4 1-0", won(nitoryu.First, "")},
		{"on time", "[Termination \"time forfeit\"]\n1. e4 1-0", won(nitoryu.First, nitoryu.TimeForfeit)},
		{"a game that goes on", "1. e4 *", nitoryu.Outcome{}},
		{"a third repetition that nobody claimed", "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 *", nitoryu.Outcome{}},
		{"one that was claimed", "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 1/2-1/2", drawn(nitoryu.Repetition)},
		{"a loss in such a position", "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 1-0", won(nitoryu.First, "")},
		{"KIF, resigned", "手合割：平手\n   1 ７六歩(77)\n   2 投了\n", won(nitoryu.First, nitoryu.Resignation)},
		{"KIF, broken off", "手合割：平手\n   1 ７六歩(77)\n   2 中断\n", nitoryu.Outcome{Ending: nitoryu.Interrupted}},
		{"KIF, goes on", "手合割：平手\n   1 ７六歩(77)\n", nitoryu.Outcome{}},
	} {
		t.Run(test.name, func(t *testing.T) {
			for g, err := range nitoryu.ReadGames(strings.NewReader(test.text), "") {
				must.OK(t, err)
				if got := g.Outcome(); got != test.want {
					t.Errorf("%+v, want %+v", got, test.want)
				}
			}
		})
	}
}
