package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/cmd/internal/cli"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/internal/dataset"
	"github.com/nitoryu/nitoryu/record"
	"github.com/nitoryu/nitoryu/tests/must"
)

// callBook runs lab book and returns what it printed on both streams.
func callBook(t *testing.T, args ...string) (out, log string, err error) {
	t.Helper()
	var o, l strings.Builder
	err = openingBook(args, cli.Streams{In: strings.NewReader(""), Out: &o, Err: &l})
	return o.String(), l.String(), err
}

// gamesFile writes a file of games.
func gamesFile(t *testing.T, g games.Game, all ...dataset.Game) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "games")
	w, err := dataset.Create(path, dataset.Header{Game: g.Name, Runs: []dataset.Run{{Engine: "test"}}})
	must.OK(t, err)
	for i := range all {
		all[i].Index = uint64(i)
		must.OK(t, w.Append(&all[i]))
	}
	must.OK(t, w.Close())
	return path
}

// gameOfMoves makes a drawn game whose first moves were random.
func gameOfMoves(t *testing.T, g games.Game, moves string, random int) dataset.Game {
	t.Helper()
	d := dataset.Game{Random: random, Ending: core.Adjudication}
	p := g.Start(core.Settings{})
	for i, text := range strings.Fields(moves) {
		m, err := p.ParseMove(text)
		must.OK(t, err)
		d.Moves = append(d.Moves, m.ID())
		if i >= random {
			d.Scores = append(d.Scores, 0)
		}
		p.Do(m, nil)
	}
	return d
}

func TestBookOfGames(t *testing.T) {
	tests := []struct {
		game  games.Game
		moves [3]string
		start string // moves of the start position
		after string // a position that random moves lead to
		want  string // its moves
	}{
		{games.Chess(), [3]string{"e2e4 e7e5 g1f3", "e2e4 e7e5 g1f3", "d2d4 d7d5 c2c4"},
			"  e2e4   weight 2      reply e7e5\n", "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2", "  g1f3   weight 2\n"},
		{games.Shogi(), [3]string{"7g7f 3c3d 2g2f", "7g7f 3c3d 2g2f", "2g2f 8c8d 7g7f"},
			"  7g7f   weight 2      reply 3c3d\n", "lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL b - 3", "  2g2f   weight 2\n"},
	}
	for _, test := range tests {
		t.Run(test.game.Name, func(t *testing.T) {
			var all []dataset.Game
			for _, moves := range test.moves {
				all = append(all, gameOfMoves(t, test.game, moves, 0))
			}
			all = append(all, gameOfMoves(t, test.game, test.moves[2], 3))
			file, made := gamesFile(t, test.game, all...), filepath.Join(t.TempDir(), "made")
			if _, log, err := callBook(t, "build", made, file); err != nil || !strings.Contains(log, "4 games") {
				t.Fatalf("%v, %s", err, log)
			}
			for _, look := range []struct{ position, want string }{{"", test.start}, {test.after, test.want}} {
				out, _, err := callBook(t, "show", "--position", look.position, made)
				lines := strings.SplitAfterN(out, "\n", 3)
				if err != nil || !strings.HasPrefix(out, made+": ") || len(lines) < 3 || lines[2] != look.want {
					t.Errorf("%v, %s, want %s", err, out, look.want)
				}
			}
			twice := filepath.Join(t.TempDir(), "twice")
			if _, _, err := callBook(t, "merge", twice, made, made); err != nil {
				t.Fatal(err)
			}
			out, _, err := callBook(t, "show", twice)
			if err != nil || !strings.Contains(out, "weight 4") {
				t.Errorf("merged: %v, %s", err, out)
			}
			// With all that the defaults leave out.
			if _, _, err := callBook(t, "build", "--min-count", "1", "--random", made, file); err != nil {
				t.Fatal(err)
			}
			if out, _, err = callBook(t, "show", made); err != nil || strings.Count(out, "weight") != 2 {
				t.Errorf("all moves: %v, %s", err, out)
			}
		})
	}
}

func TestBadBookCommands(t *testing.T) {
	chessFile := gamesFile(t, games.Chess(), gameOfMoves(t, games.Chess(), "e2e4", 0))
	shogiFile := gamesFile(t, games.Shogi(), gameOfMoves(t, games.Shogi(), "7g7f", 0))
	made := textFile(t, "made", "sfen x b - 1\n7g7f none\n")
	tests := []struct {
		name string
		args []string
		want string
	}{
		{"no action", nil, "book: an action is missing"},
		{"an unknown action", []string{"built"}, `book: there is no action "built"; did you mean "build"?`},
		{"too few files", []string{"build", made}, "book build: too few files; usage: lab book build NEW FILE..."},
		{"too many files", []string{"show", made, made}, "book show: too many files"},
		{"games of two games", []string{"build", made, chessFile, shogiFile}, "has games of shogi, not of chess"},
		{"no games", []string{"build", made, made}, "book build: "},
		{"no book", []string{"show", chessFile}, "book show: " + chessFile},
		{"a strange position", []string{"show", "--position", "x", made}, "book show: sfen: "},
		{"no file", []string{"merge", made, "missing"}, "book merge: open missing"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, _, err := callBook(t, test.args...)
			must.Say(t, err, test.want)
		})
	}
}

func TestDrawnBook(t *testing.T) {
	dir := t.TempDir()
	made, page := filepath.Join(dir, "a.bin"), filepath.Join(dir, "a.html")
	pgn := textFile(t, "a.pgn", "[Result \"1-0\"]\n\n1. e4 e5 1-0\n\n[Result \"1/2-1/2\"]\n\n1. e4 c5 1/2-1/2\n")
	if _, _, err := callBook(t, "build", "--min-count", "1", made, pgn); err != nil {
		t.Fatal(err)
	}
	if out, _, err := callBook(t, "show", "--games", pgn, made); err != nil || !strings.Contains(out, "e2e4   weight 3      games 2      75.0 %  reply c7c5") {
		t.Errorf("error %v, printed\n%s", err, out)
	}
	out, _, err := callBook(t, "show", "--html", page, "--games", pgn, made)
	if err != nil || !strings.Contains(out, "a.html: 3 positions") {
		t.Errorf("error %v, printed\n%s", err, out)
	}
	if text, err := os.ReadFile(page); err != nil || !strings.Contains(string(text), `"t":"e4"`) || !strings.Contains(string(text), `"g":[1,1,0]`) {
		t.Errorf("error %v, the page is\n%.300s", err, text)
	}
	for _, test := range []struct{ flag, file, want string }{
		{"--games", textFile(t, "a.usi", "startpos moves 7g7f\n"), "has games of shogi"},
		{"--games", textFile(t, "a.kif", recordOf(t, record.KIF, "7g7f")), "has games of shogi"},
		{"--html", filepath.Join(dir, "missing", "a.html"), "missing"},
	} {
		if _, _, err := callBook(t, "show", test.flag, test.file, made); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s %s: error %v, want %s", test.flag, test.file, err, test.want)
		}
	}
}
