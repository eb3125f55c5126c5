package main

import (
	"io"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/internal/dataset"
	"github.com/nitoryu/nitoryu/smp"
	"github.com/nitoryu/nitoryu/tests/must"
)

// readGames returns the games of a file by their numbers.
func readGames(t *testing.T, path string) (dataset.Header, map[uint64]dataset.Game) {
	t.Helper()
	r, err := dataset.Open(path)
	must.OK(t, err)
	defer r.Close()
	found := map[uint64]dataset.Game{}
	for {
		var g dataset.Game
		if err := r.Next(&g); err == io.EOF {
			return r.Header(), found
		} else if err != nil {
			t.Fatal(err)
		}
		found[g.Index] = g
	}
}

// Games keep their moves and results and get the scores of another engine.
func TestRescore(t *testing.T) {
	for _, g := range tried() {
		t.Run(g.Name, func(t *testing.T) {
			src := trainingGames(t, g.Name)
			dst := filepath.Join(t.TempDir(), "new.games")
			args := []string{"data", "rescore", "--engine", "self eval=<classic> depth=1 hash=1", dst, src}
			if _, log, err := call(t, args...); err != nil || !strings.Contains(log, "12 games scored in this run, 12 of 12 games in all") {
				t.Fatal(err, log)
			}
			header, old := readGames(t, src)
			after, scored := readGames(t, dst)
			if after.Runs[0].Info["scores"] != "self eval=<classic> depth=1 hash=1" || header.Runs[0].Nodes != after.Runs[0].Nodes {
				t.Errorf("header %+v", after)
			}
			filter, all, changed, tactical := dataset.DefaultFilter(), 0, 0, 0
			classic := g
			classic.Evaluators = g.Classic
			engine := smp.New(classic.Engine(nil))
			defer engine.Close()
			must.OK(t, engine.SetHash(1))
			for index, before := range old {
				engine.NewGame()
				now := scored[index]
				if now.Result != before.Result || len(now.Moves) != len(before.Moves) {
					t.Fatalf("%s is another game", &now)
				}
				type asked struct {
					position core.Position
					score    core.Score
				}
				var positions []asked // by ply
				var moves []core.Move
				err := before.Replay(g.Rules, header.Settings, func(p core.Position, m core.Move, score core.Score, _ bool) bool {
					positions, moves = append(positions, asked{p.Clone(), score}), append(moves, m)
					return true
				})
				for ply := len(positions) - 1; ply >= 0; ply-- { // the last one first
					p, want := positions[ply].position, core.NoScore
					if filter.Keep(p, moves[ply], positions[ply].score, ply) {
						if found := engine.Search(p, core.Limits{Depth: 1}); !found.Best.IsTactical() {
							want = found.Score
						} else {
							tactical++
						}
					}
					if now.Score(ply) != want {
						t.Errorf("%s, ply %d: score %d, the engine says %d", &now, ply, now.Score(ply), want)
					}
					if want != core.NoScore {
						all++
						if now.Score(ply) != positions[ply].score {
							changed++
						}
					}
				}
				if err != nil {
					t.Error(err)
				}
			}
			if all == 0 || changed < all/4 || tactical == 0 {
				t.Errorf("%d of %d scores changed, %d best moves are tactical", changed, all, tactical)
			}

			refused(t, "another run", append(args, "--min-ply", "30")...)
			refused(t, "another run", append(args, "--share", "0.5")...)

			// With a share, the other positions lose their scores.
			part := filepath.Join(t.TempDir(), "part.games")
			_, _, err := call(t, "data", "rescore", "--share", "0.25", "--engine", args[3], part, src)
			must.OK(t, err)
			_, few := readGames(t, part)
			some := 0
			for _, game := range few {
				for ply := range game.Moves {
					if game.Score(ply) != core.NoScore {
						some++
					}
				}
			}
			if some < all/8 || some > all/2 {
				t.Errorf("%d of %d positions are a quarter", some, all)
			}

			// An interrupted run is resumed and gives the same scores.
			file := must.Read(t, dst)
			write(t, dst, string(file[:2*len(file)/3]))
			if _, log, err := call(t, args...); err != nil || !strings.Contains(log, "12 of 12 games in all") || strings.Contains(log, "12 games scored in this run") {
				t.Error(err, log)
			}
			_, again := readGames(t, dst)
			for index, game := range again {
				for ply := range game.Moves {
					if game.Score(ply) != scoredAt(scored, index, ply) {
						t.Fatalf("game %d, ply %d: score %d, before %d", index, ply, game.Score(ply), scoredAt(scored, index, ply))
					}
				}
			}
			if len(again) != len(old) {
				t.Errorf("%d games, not %d", len(again), len(old))
			}
		})
	}
}

func scoredAt(all map[uint64]dataset.Game, index uint64, ply int) core.Score {
	g := all[index]
	return g.Score(ply)
}

// A single node is the quiescence search, and the header says so.
func TestRescoreByQuiescence(t *testing.T) {
	for _, g := range tried() {
		t.Run(g.Name, func(t *testing.T) {
			src, dst := trainingGames(t, g.Name), filepath.Join(t.TempDir(), "new.games")
			_, _, err := call(t, "data", "rescore", "--engine", "self eval=<classic> nodes=1", dst, src)
			must.OK(t, err)
			header, scored := readGames(t, dst)
			if by := header.Runs[0].Info["scored by"]; by != "quiescence search" {
				t.Errorf("the header says %q", by)
			}
			static, quiet, all := g.Classic.New(), 0, 0
			for _, game := range scored {
				must.OK(t, game.Replay(g.Rules, header.Settings, func(p core.Position, _ core.Move, score core.Score, known bool) bool {
					if known && p.DrawClock() == 0 {
						static.Reset(p)
						if all++; static.Evaluate() == score {
							quiet++
						} else if static.Evaluate() > score {
							t.Errorf("%s, %s: score %d is less than the static evaluation", &game, p, score)
						}
					}
					return true
				}))
			}
			if all < 50 || quiet < all*9/10 {
				t.Errorf("%d of %d scores are the static evaluation", quiet, all)
			}
		})
	}
}

func TestRescoreRejects(t *testing.T) {
	src := trainingGames(t, "chess")
	for _, test := range []struct{ name, engine, fault string }{
		{"no engine", "", "no engine is given"},
		{"no limit", "self", "needs a limit for each position"},
		{"a clock", "self tc=1+0.1", "needs a limit for each position"},
		{"a network that is not there", "self nodes=10 eval=no.net", "no.net"},
		{"a program that is not there", "cmd=./no-such-engine nodes=10", "no-such-engine"},
	} {
		t.Run(test.name, func(t *testing.T) {
			dst := filepath.Join(t.TempDir(), "new.games")
			refused(t, test.fault, "data", "rescore", "--engine", test.engine, dst, src)
		})
	}
	for _, share := range []string{"0", "-1", "1.5", "NaN"} {
		refused(t, "--share "+share+" is not above 0", "data", "rescore", "--share", share, "--engine", "self depth=1", filepath.Join(t.TempDir(), "new.games"), src)
	}
}

// What is scored by a network in some folder says which network, and the file of it
// without the folder.
func TestScoredByANetwork(t *testing.T) {
	g := games.Chess()
	src, net := trainingGames(t, g.Name), ignorant(t, g)
	dst, reference := filepath.Join(t.TempDir(), "new.games"), filepath.Join(t.TempDir(), "reference")
	done(t, "data", "rescore", "--engine", "self nodes=1 hash=1 eval="+net, dst, src)
	n, err := games.Network(net)
	must.OK(t, err)
	header, _ := readGames(t, dst)
	if hash := header.Runs[0].Info[scoresNetInfo]; hash != n.Hash {
		t.Errorf("scored by %q, want %s", hash, n.Hash)
	}
	done(t, "gauge", "--reference", "self nodes=1 hash=1 eval="+net, "--from", src, "--positions", "5", g.Name, reference)
	if text := read(t, reference); !strings.Contains(text, " eval=ignorant.net\n") {
		t.Errorf("the reference begins with %.200s", text)
	}
}
