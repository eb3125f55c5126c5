package stats

import (
	"slices"
	"testing"
)

// endedGame is a game as it is added to a trial.
type endedGame struct {
	pair   int
	result Result
}

// TestTrial checks that the decision depends on the games alone: not on the order in which
// they end, nor on games that end after it.
func TestTrial(t *testing.T) {
	test := SPRT{Elo0: 0, Elo1: 50, Alpha: 0.05, Beta: 0.05, Model: Logistic}
	var wins, losses []endedGame // as many pairs as surely decide
	for pair := range 60 {
		draw := Result(pair % 2) // without any spread there is nothing to judge
		wins = append(wins, endedGame{pair, Win}, endedGame{pair, draw})
		losses = append(losses, endedGame{pair + 60, Loss}, endedGame{pair + 60, draw})
	}
	both := slices.Concat(wins, losses)
	reversed := slices.Clone(both)
	slices.Reverse(reversed)
	late := slices.Concat(wins[2:], losses, wins[:2])
	for _, c := range []struct {
		name  string
		games []endedGame
		want  Decision
	}{
		{"nothing", nil, Continue},
		{"half a pair", wins[:1], Continue},
		{"wins", wins, AcceptH1},
		{"losses after the decision do not undo it", both, AcceptH1},
		{"nor if they end before", reversed, AcceptH1},
		{"nor while the first pair is waited for", late, AcceptH1},
		{"a pair that is missing is waited for", both[2:], Continue},
	} {
		t.Run(c.name, func(t *testing.T) {
			trial := NewTrial(test)
			for _, g := range c.games {
				trial.Add(g.pair, g.result)
			}
			if trial.Decision() != c.want || trial.Decision() != test.Decide(trial.LLR()) {
				t.Errorf("%v at an LLR of %g, want %v", trial.Decision(), trial.LLR(), c.want)
			}
			if _, known := trial.Remaining(); c.want != Continue && !known {
				t.Error("the end of what is decided is not known")
			}
		})
	}
	t.Run("the same pair decides in any order", func(t *testing.T) {
		forward, backward := NewTrial(test), NewTrial(test)
		for i := range both {
			forward.Add(both[i].pair, both[i].result)
			backward.Add(reversed[i].pair, reversed[i].result)
		}
		if n := forward.Games(); n == 0 || n >= len(wins) || n != backward.Games() || forward.LLR() != backward.LLR() {
			t.Errorf("decided after %d and %d games", n, backward.Games())
		}
	})
	t.Run("a third game of a pair does not count", func(t *testing.T) {
		trial := NewTrial(test)
		for _, g := range []endedGame{{1, Loss}, {1, Loss}, {1, Win}, {0, Draw}, {0, Loss}, {0, Win}, {1, Win}} {
			trial.Add(g.pair, g.result)
		}
		if want := (Pairs{1, 1, 0, 0, 0}); trial.pairs != want || trial.games != (Games{Draws: 1, Losses: 3}) {
			t.Errorf("pairs %v, games %v; want pairs %v", trial.pairs, trial.games, want)
		}
	})
	t.Run("games are judged in pairs by BayesElo, too", func(t *testing.T) {
		trial := NewTrial(SPRT{Elo0: 0, Elo1: 50, Alpha: 0.05, Beta: 0.05, Model: Bayesian})
		for _, g := range both {
			trial.Add(g.pair, g.result)
		}
		if trial.Decision() != AcceptH1 || trial.Games()%2 != 0 || trial.Games() >= len(wins) {
			t.Errorf("%v after %d games", trial.Decision(), trial.Games())
		}
	})
}
