package games

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/chess"
	"github.com/nitoryu/nitoryu/games/syzygy"
	"github.com/nitoryu/nitoryu/tests/must"
)

// suites returns a folder of endgame tables below NITORYU_SUITES, and skips the test when
// there is none.
func suites(t *testing.T) string {
	t.Helper()
	folder := filepath.Join(os.Getenv("NITORYU_SUITES"), "chess", "syzygy")
	if found, _ := filepath.Glob(filepath.Join(folder, "*.rtbw")); len(found) == 0 {
		t.Skip("NITORYU_SUITES does not name a folder of suites with endgame tables")
	}
	return folder
}

// The engine wins won endings against a defender who always has the longest way.
func TestWonEndings(t *testing.T) {
	folder := suites(t)
	for _, c := range []struct{ name, fen string }{
		{"queen", "8/8/8/3k4/8/8/8/Q3K3 w - - 0 1"},
		{"rook", "8/8/8/3k4/8/8/8/4K2R w - - 0 1"},
		{"two bishops", "8/8/8/3k4/8/8/8/2B1KB2 w - - 0 1"},
		{"bishop and knight", "8/8/8/3k4/8/8/8/1NB1K3 w - - 0 1"},
		{"pawn", "8/8/8/1k6/8/8/4P3/4K3 w - - 0 1"},
		{"queen against rook", "8/8/8/3k4/3r4/8/8/Q3K3 w - - 0 1"},
		{"queen against pawn", "6Q1/8/8/8/8/2k5/3p4/6K1 w - - 0 1"},
		{"with Black", "q3k3/8/8/3R4/3K4/8/8/8 b - - 0 1"},
		{"just in time", "8/8/8/3k4/8/8/8/1NB1K3 w - - 30 60"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			e := NewEngine()
			defer e.Close()
			if found, err := e.SetTables("chess", folder); err != nil || !strings.Contains(found, "up to 4 pieces") {
				t.Fatalf("%q, error %v", found, err)
			}
			tables, _ := syzygy.Open(folder)
			defer tables.Close()
			p, err := chess.Rules.Parse(c.fen, core.Settings{})
			must.OK(t, err)
			winner := p.Side()
			var moves []string
			for !p.Verdict().Over() {
				var m core.Move
				if p.Side() == winner {
					m = e.Search(p, core.Limits{Nodes: 300}).Best
				} else {
					ranked, _, ok := tables.Root(p.(*chess.Position), syzygy.RootOptions{})
					if !ok {
						t.Fatalf("no tables for %s", p)
					}
					m = ranked[0].Move
				}
				moves = append(moves, p.FormatMove(m))
				p.Do(m, nil)
			}
			if v := p.Verdict(); v.Ending != core.Checkmate || v.Winner != winner {
				t.Errorf("%v in %s after %v", v.Ending, p, moves)
			}
		})
	}
}

// In the tree, tables settle what is a capture away.
func TestTablesInTheTree(t *testing.T) {
	e := NewEngine()
	defer e.Close()
	if _, err := e.SetTables("chess", suites(t)); err != nil {
		t.Fatal(err)
	}
	p, err := chess.Rules.Parse("8/8/1k6/3n4/4B3/4K3/8/5R2 w - - 0 1", core.Settings{}) // five pieces
	must.OK(t, err)
	var last core.Info
	e.Go(p.Clone(), core.Limits{Depth: 8}, core.Callbacks{Info: func(i core.Info) { last = i }})
	e.Wait()
	if !last.Score.IsWin() || last.Score.IsMate() || last.Endgames == 0 {
		t.Errorf("score %d, %d hits", last.Score, last.Endgames)
	}
}

// What is missing or broken is said once, and the engine plays on.
func TestBadTables(t *testing.T) {
	empty, broken := t.TempDir(), filepath.Join(t.TempDir(), "終盤 データ")
	must.OK(t, os.Mkdir(broken, 0o700))
	for name, size := range map[string]int{"KQvK.rtbw": 80, "KRvK.rtbw": 81, "KRvK.rtbz": 0} {
		must.Write(t, filepath.Join(broken, name), make([]byte, size))
	}
	separator := string(filepath.ListSeparator)
	for _, c := range []struct {
		name, path, found, problem string
		damaged                    bool // as is seen when it is needed
	}{
		{"no folder", filepath.Join(empty, "none"), "no endgame tables in ", "none", false},
		{"no tables", empty, "no endgame tables in ", "", false},
		{"only separators", separator, "no endgame tables in ", "", false},
		{"some are broken", broken + separator + empty + separator, "up to 3 pieces: 1 of results, 0 of distances", "KRvK.rtbw", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			e := NewEngine()
			defer e.Close()
			found, err := e.SetTables("chess", c.path)
			if !strings.Contains(found, c.found) || (err == nil) != (c.problem == "") || err != nil && !strings.Contains(err.Error(), c.problem) {
				t.Errorf("%q, error %v", found, err)
			}
			p, err := chess.Rules.Parse("8/8/8/3k4/8/8/8/Q3K3 w - - 0 1", core.Settings{})
			must.OK(t, err)
			for search := range 2 {
				var notes []string
				var answer core.Result
				e.Go(p.Clone(), core.Limits{Nodes: 2000}, core.Callbacks{
					Fault: func(err error) { notes = append(notes, err.Error()) },
					Done:  func(r core.Result) { answer = r },
				})
				e.Wait()
				if answer.Best == core.NoMove || answer.Score < 300 {
					t.Errorf("plays %s, score %d", p.FormatMove(answer.Best), answer.Score)
				}
				if said := len(notes) == 1 && strings.Contains(notes[0], "KQvK.rtbw"); said != (search == 0 && c.damaged) || len(notes) > 0 && !said {
					t.Errorf("remarks %q", notes)
				}
			}
		})
	}
}

// Once a position has repeated, only the fastest wins are the best moves.
func TestRankAfterRepetition(t *testing.T) {
	tables, _, problems := openSyzygy(suites(t))
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	for _, c := range []struct {
		name, moves string
		all         bool // all wins are equally good
	}{
		{"at first", "", true},
		{"repeated", "a1a2 d5d6 a2a1 d6d5", false},
		{"repeated earlier", "a1a2 d5d6 a2a1 d6d5 a1b1 d5e5 b1b3 e5f5", false},
	} {
		p, err := chess.Rules.Parse("8/8/8/3k4/8/8/8/Q3K3 w - - 0 1", core.Settings{})
		must.OK(t, err)
		for text := range strings.FieldsSeq(c.moves) {
			m, err := p.ParseMove(text)
			must.OK(t, err)
			p.Do(m, nil)
		}
		moves, byDistance, ok := tables.Rank(p, 7, false)
		if !ok || !byDistance {
			t.Fatalf("%s: no tables", c.name)
		}
		best, wins := 0, 0
		for _, m := range moves {
			if m.WDL == 2 {
				wins++
			}
			if m.Rank == moves[0].Rank {
				best++
			}
		}
		if all := best == wins; all != c.all || wins < 5 {
			t.Errorf("%s: %d of %d wins are best", c.name, best, wins)
		}
		if _, _, ok := tables.Rank(p, 2, false); ok {
			t.Errorf("%s: ranked, with more pieces than are asked for", c.name)
		}
	}
}
