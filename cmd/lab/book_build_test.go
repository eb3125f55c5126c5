package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/shogi"
	"github.com/nitoryu/nitoryu/record"
	"github.com/nitoryu/nitoryu/tests/must"
)

// textFile writes a file with a name and returns its path.
func textFile(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	write(t, path, text)
	return path
}

// recordOf returns a game of shogi, won by First, in a format.
func recordOf(t *testing.T, f record.Format, moves string) string {
	t.Helper()
	g, err := record.NewGame(shogi.Rules, "", core.Settings{})
	must.OK(t, err)
	g.Result, g.Ending = record.FirstWins, core.Resignation
	p, n := shogi.Rules.Start(core.Settings{}), g.Root
	for text := range strings.FieldsSeq(moves) {
		m, err := p.ParseMove(text)
		must.OK(t, err)
		n = n.Add(m)
		p.Do(m, nil)
	}
	var out strings.Builder
	must.OK(t, record.Write(&out, g, f, record.Options{}))
	return out.String()
}

// bookMoves returns the moves of the start position of a book with their weights.
func bookMoves(t *testing.T, path string, args ...string) string {
	t.Helper()
	out, _, err := callBook(t, append([]string{"show"}, append(args, path)...)...)
	must.OK(t, err)
	var moves []string
	for line := range strings.Lines(out) {
		if words := strings.Fields(line); len(words) > 2 && words[1] == "weight" {
			moves = append(moves, words[0]+" "+words[2])
		}
	}
	return strings.Join(moves, ", ")
}

func TestBookOfRecords(t *testing.T) {
	const (
		head = "[White \"A\"]\n[Black \"B\"]\n"
		won  = head + "[Result \"1-0\"]\n[WhiteElo \"2500\"]\n[BlackElo \"2400\"]\n\n1. e4 {best} (1. d4 d5 (1... Nf6 2. c4)) 1... e5 $1 2. Nf3 1-0\n\n"
		weak = head + "[Result \"0-1\"]\n[WhiteElo \"1200\"]\n[BlackElo \"2400\"]\n\n1. f3 e5 0-1\n\n"
		even = head + "[Result \"1/2-1/2\"]\n\n1. d4 d5 1/2-1/2\n\n"
		ill  = head + "[Result \"1-0\"]\n\n1. e4 e5 2. Nf5 1-0\n\n"
		open = head + "[Result \"*\"]\n\n1. c4 *\n\n"
	)
	line := "7g7f 3c3d 2g2f"
	tests := []struct {
		name, made string
		args       []string
		files      []string // name, text
		want       string   // moves of the start
		log        []string
	}{
		{"PGN with variations", "a.bin", nil, []string{"a.pgn", won + even}, "e2e4 2, d2d4 1", []string{"2 games, 6 positions"}},
		{"a broken game between others", "a.bin", nil, []string{"a.pgn", won + ill + even}, "e2e4 2, d2d4 1",
			[]string{"a.pgn:13: game 2: ", "Nf5", "2 games", "; 1 with faults"}},
		{"a broken variation", "a.bin", nil, []string{"a.pgn", strings.Replace(won, "(1. d4 d5", "(1. d4 d9", 1)}, "e2e4 2", []string{"game 1: ", "d9", "1 game,"}},
		{"weak players", "a.bin", []string{"--min-rating", "2000"}, []string{"a.pgn", won + weak + even}, "e2e4 2, d2d4 1",
			[]string{"2 games, ", "; 1 game by players below 2000 left out"}},
		{"weak players too", "a.bin", []string{"--losing"}, []string{"a.pgn", won + weak}, "e2e4 2, f2f3 0", []string{"2 games"}},
		{"a rate", "a.bin", []string{"--min-rate", "60"}, []string{"a.pgn", won + even}, "e2e4 2", nil},
		{"a count", "a.bin", []string{"--min-count", "2"}, []string{"a.pgn", won + won + even}, "e2e4 4", nil},
		{"an unfinished game", "a.bin", nil, []string{"a.pgn", open}, "c2c4 1", nil},
		{"two files", "a.bin", nil, []string{"a.pgn", won, "b.pgn", won}, "e2e4 4", nil},
		{"lines of UCI", "a.bin", nil, []string{"a.usi", "position startpos moves e2e4 e7e5\nstartpos moves d2d4\n"}, "d2d4 1, e2e4 1", nil},
		{"KIF", "a.db", nil, []string{"a.kif", recordOf(t, record.KIF, line)}, "7g7f 1", []string{"1 game,"}},
		{"KI2", "a.db", nil, []string{"a.ki2", recordOf(t, record.KI2, line)}, "7g7f 1", nil},
		{"CSA", "a.db", nil, []string{"a.csa", recordOf(t, record.CSA, line)}, "7g7f 1", nil},
		{"lines of USI", "a.db", nil, []string{"a.sfen", "startpos moves 7g7f 3c3d\nstartpos moves 2g2f\nstartpos moves 7g7f\n"}, "7g7f 2, 2g2f 1", []string{"3 games"}},
		{"a broken line of USI", "a.db", nil, []string{"a.sfen", "startpos moves 7g7f 3c3d\nstartpos moves 1a1b\nstartpos moves 7g7f\n"}, "7g7f 2",
			[]string{"a.sfen:2: game 2: ", "2 games", "1 with faults"}},
		{"several formats", "a.db", nil, []string{"a.kif", recordOf(t, record.KIF, line), "a.csa", recordOf(t, record.CSA, line), "a.usi", "startpos moves 7g7f\n"}, "7g7f 3", nil},
		{"a game of chess among shogi", "a.db", nil, []string{"a.kif", recordOf(t, record.KIF, line), "b.pgn", won}, "7g7f 1",
			[]string{"b.pgn:1: game 1: it is a game of chess, not of shogi"}},
		{"a turn that is passed", "a.db", nil, []string{"a.usi", "startpos moves 7g7f 3c3d\nstartpos moves 2g2f 0000 7g7f\n"}, "7g7f 1",
			[]string{"a.usi:2: game 2: a side passes its turn", "1 game,"}},
		{"a name without a suffix", "book", nil, []string{"a.usi", "startpos moves 7g7f\n"}, "7g7f 1", nil},
		{"Chess960", "a.bin", nil, []string{"a.pgn", won + "[Variant \"Chess960\"]\n\n1. e4 *\n"}, "e2e4 2", []string{"it is Chess960"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			made := filepath.Join(t.TempDir(), test.made)
			args := append([]string{"build", "--min-count", "1"}, append(test.args, made)...)
			for i := 0; i < len(test.files); i += 2 {
				args = append(args, textFile(t, test.files[i], test.files[i+1]))
			}
			_, log, err := callBook(t, args...)
			must.OK(t, err)
			if got := bookMoves(t, made); got != test.want {
				t.Errorf("moves %q, want %q", got, test.want)
			}
			must.Has(t, log, test.log...)
		})
	}
}

// Only the first faults are shown.
func TestManyFaults(t *testing.T) {
	file := textFile(t, "a.sfen", "startpos moves 7g7f\n"+strings.Repeat("startpos moves 1a1b\n", 30))
	_, log, err := callBook(t, "build", "--min-count", "1", filepath.Join(t.TempDir(), "a.db"), file)
	if err != nil || strings.Count(log, "a.sfen:") != shownFaults || !strings.Contains(log, "30 games had faults") {
		t.Errorf("error %v, printed\n%s", err, log)
	}
}

func TestBadRecordFiles(t *testing.T) {
	pgn := textFile(t, "a.pgn", "[Result \"*\"]\n\n1. e9 *\n")
	for _, test := range []struct {
		name string
		args []string
		want string
	}{
		{"another game than the name", []string{"x.db", pgn}, "x.db is the name of a book of shogi, but " + pgn + " has games of chess"},
		{"broken games alone", []string{"x.bin", pgn}, "no game was read"},
		{"no record", []string{"x.db", textFile(t, "a", "Lorem ipsum\n")}, "no game in it can be read"},
		{"an empty file", []string{"x.db", textFile(t, "a", "")}, "no game in it can be read"},
		{"no file", []string{"x.db", "missing"}, "missing"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Chdir(t.TempDir())
			_, _, err := callBook(t, append([]string{"build"}, test.args...)...)
			must.Say(t, err, test.want)
			if left, _ := filepath.Glob("*"); len(left) > 0 {
				t.Errorf("files are left: %q", left)
			}
		})
	}
}

// A book without moves is not written, and the reason is told.
func TestEmptyBooks(t *testing.T) {
	const passant = "[Event \"python-chess 6\"]\n[Result \"1-0\"]\n\n1. e4 d5 2. e5 f5 3. exf6 1-0\n\n" +
		"[Event \"no capture possible\"]\n[Result \"1-0\"]\n\n1. a4 b5 2. h4 b4 3. c4 bxc3 4. Ra3 1-0\n"
	const lost = "[Result \"0-1\"]\n\n1. e4 0-1\n\n[Result \"0-1\"]\n\n1. e4 0-1\n"
	const drawn = "[Result \"1/2-1/2\"]\n\n1. e4 1/2-1/2\n\n[Result \"1/2-1/2\"]\n\n1. e4 1/2-1/2\n"
	tests := []struct {
		name, book, games string
		flags             []string
		want              string // "": it has moves
	}{
		{"rare moves", "a.bin", passant, nil, "all moves are left out, 12 too rare (--min-count 2)"},
		{"rare moves, wanted", "a.bin", passant, []string{"--min-count", "1"}, ""},
		{"rare moves of shogi", "a.db", "startpos moves 7g7f 3c3d\n", nil, "2 too rare (--min-count 2)"},
		{"moves that lost", "a.bin", lost, nil, "1 never scored (--losing)"},
		{"moves that lost, wanted", "a.bin", lost, []string{"--losing"}, ""},
		{"moves that drew", "a.bin", drawn, []string{"--min-rate", "60"}, "1 scored too little (--min-rate 60)"},
		{"rare and lost", "a.bin", lost + "\n1. d4 *\n", nil, "1 too rare (--min-count 2) and 1 never scored (--losing)"},
		{"no moves", "a.bin", "[Result \"1-0\"]\n\n1-0\n", nil, "the games have no moves"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			path, from := filepath.Join(t.TempDir(), test.book), textFile(t, "games", test.games)
			_, _, err := callBook(t, append(append([]string{"build"}, test.flags...), path, from)...)
			if (err == nil) != (test.want == "") || err != nil && (!strings.Contains(err.Error(), "the book would be empty: ") || !strings.HasSuffix(err.Error(), test.want)) {
				t.Errorf("error %v, want %q", err, test.want)
			}
			if info, _ := os.Stat(path); (info != nil) != (test.want == "") {
				t.Errorf("the book is %v", info)
			}
			if test.want == "" {
				return
			}
			// Nor does it take the place of another one.
			old := textFile(t, test.book, "")
			if _, _, err := callBook(t, append(append([]string{"build"}, test.flags...), old, from)...); err == nil {
				t.Error("it was written in place of another one")
			}
		})
	}
}
