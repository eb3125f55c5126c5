//go:build !js

package app

import (
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/cmd/internal/cli"
	"github.com/nitoryu/nitoryu/tests/must"
)

// converse feeds lines to a session of the real engine and returns its output.
func converse(t *testing.T, lines ...string) string {
	t.Helper()
	var out strings.Builder
	in := strings.NewReader(strings.Join(lines, "\n") + "\n")
	must.OK(t, run(nil, cli.Streams{In: in, Out: &out, Err: &out}))
	return out.String()
}

// An invalid position is refused with a reason, the position before is kept, and the
// engine continues.
func TestBadPositionsAreSurvived(t *testing.T) {
	corpus := map[string][]string{
		"uci": {
			"position", "position fen", "position fen startpos", "position fen 8/8/8/8/8/8/8/8 w - - 0 1",
			"position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQ1BNR w kq - 0 1",
			"position fen rnbqkbnr/pppppppp/9/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
			"position fen P7/8/8/8/8/8/8/K1k5 w - - 0 1", "position fen 4k3/8/8/8/8/8/8/4RK2 w - - 0 1",
			"position fen \xff\xfe\x00", "position startpos moves e2e5", "position startpos moves e2e4 e2e4",
			"position startpos moves 0000", "position sfen lnsgkgsnl/9 b - 1",
		},
		"usi": {
			"position", "position sfen", "position sfen 9/9/9/9/9/9/9/9/9 b - 1",
			"position sfen lnsg1gsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSG1GSNL b - 1",
			"position sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b 19P 1",
			"position sfen lnsgkgsnl/1r5b1/ppppppppp/9/4P4/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
			"position sfen P8/9/4k4/9/9/9/9/9/4K4 b - 1", "position startpos moves 7g7e",
			"position startpos moves 7g7f 7g7f", "position startpos moves P*5e", "position fen 8/8 w",
		},
	}
	for word, lines := range corpus {
		for _, line := range lines {
			out := converse(t, word, line, "isready", "go depth 2", "isready", "quit")
			if !strings.Contains(out, "info string ERROR position rejected") {
				t.Errorf("%s, %q: no reason given in\n%s", word, line, out)
			}
			if strings.Count(out, "readyok") != 2 || strings.Count(out, "bestmove ") != 1 {
				t.Errorf("%s, %q: the engine did not go on:\n%s", word, line, out)
			}
		}
	}
}

// Both protocols can be spoken in one process, and each starts from its own
// initial position.
func TestProtocolsAlternate(t *testing.T) {
	out := converse(t, "usi", "go depth 1", "isready", "uci", "d", "go depth 1", "isready", "usi", "d", "quit")
	must.Has(t, out, "usiok", "uciok", "rnbqkbnr/pppppppp", "lnsgkgsnl/1r5b1")
	if strings.Count(out, "bestmove ") != 2 {
		t.Errorf("not two answers in\n%s", out)
	}
}

// fishnet does not send uci, sends everything at once and reads every line.
func TestPipelinedWithoutHandshake(t *testing.T) {
	out := converse(t, "setoption name UCI_Chess960 value true", "isready", "ucinewgame",
		"position fen r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1 moves e1h1", "go nodes 500", "isready", "quit")
	for line := range strings.Lines(out) {
		if word, _, _ := strings.Cut(strings.TrimSpace(line), " "); word != "info" && word != "bestmove" && word != "readyok" {
			t.Errorf("unexpected line %q", line)
		}
	}
	must.Has(t, out, "bestmove ")
}

// With UCI_ShowWDL each line of a chess search says how games end, before the counts.
func TestShowWDL(t *testing.T) {
	out, err := call(t, "setoption name UCI_ShowWDL value true", "go depth 4")
	must.OK(t, err)
	lines := regexp.MustCompile(`(?m)^info depth \d+ .* score cp -?\d+( lowerbound| upperbound)? wdl (\d+) (\d+) (\d+) nodes `).FindAllStringSubmatch(out, -1)
	if len(lines) < 4 {
		t.Errorf("too few lines in\n%s", out)
	}
	for _, line := range lines {
		sum := 0
		for _, n := range line[2:] {
			v, _ := strconv.Atoi(n)
			sum += v
		}
		if sum != 1000 {
			t.Errorf("not a thousand: %s", line[0])
		}
	}
}

// In Double Chess960 the sides have different setups. Castling is read and written as
// king takes rook, and positions with the files of the rooks.
func TestDoubleChess960(t *testing.T) {
	const setup = "rkrbnqbn/pppppppp/8/8/8/8/PPPPPPPP/RBNNQBKR w HAca - 0 1"
	out := converse(t, "setoption name UCI_Chess960 value true", "position fen "+setup, "d",
		"position fen r3k3/8/8/8/8/8/8/1R3KR1 w GBa - 0 1 moves f1g1 e8a8", "d", "go depth 2", "quit")
	must.Has(t, out, "Fen: "+setup+"\n", "Fen: 2kr4/8/8/8/8/8/8/1R3RK1 w - - 2 2\n", "bestmove ")
}

// Without UCI_Chess960 no castling is read or written that chess does not have.
func TestUnusualCastling(t *testing.T) {
	const inside, remark = "1r2k1r1/pppppppp/8/8/8/8/PPPPPPPP/1R2K1R1 w KQkq - 0 1", "castling rights KQkq are read as -: without Chess960 king and rook have to be at home (UCI_Chess960 is off)"
	for _, c := range []struct {
		name  string
		lines []string
		want  []string
		not   string // a regular expression
	}{
		{"a search", []string{"position fen " + inside, "go depth 3", "isready", "position fen " + inside, "go depth 3 searchmoves e1b1 e1g1 a2a3"},
			[]string{"info string " + remark, `ignored: searchmoves "e1b1"`, `ignored: searchmoves "e1g1"`, "bestmove a2a3"}, `(?m)^(info depth|bestmove).* e1[bg]1\b`},
		{"the opponent castles", []string{"position fen " + inside + " moves e1b1", "go depth 1"},
			[]string{"info string " + remark, `ERROR position rejected: move 1 illegal in 1r2k1r1/pppppppp/8/8/8/8/PPPPPPPP/1R2K1R1 w - - 0 1: move "e1b1" castles, which is illegal here`, "bestmove (none)"}, "info depth"},
		{"one of two", []string{"position fen r3k2r/8/8/8/8/8/8/1R2K2R w KQkq - 0 1 moves e1g1", "go depth 2 searchmoves e8c8"},
			[]string{"castling rights KQkq are read as Kkq", "bestmove e8c8"}, "ERROR"},
		{"in Chess960", []string{"setoption name UCI_Chess960 value true", "position fen " + inside + " moves e1b1", "go depth 2 searchmoves e8g8"},
			[]string{"bestmove e8g8"}, "info string castling|ERROR"},
	} {
		t.Run(c.name, func(t *testing.T) {
			out := converse(t, append(append([]string{"uci"}, c.lines...), "isready")...)
			for _, want := range c.want {
				if strings.Count(out, want) != 1 {
					t.Errorf("not one %q in\n%s", want, out)
				}
			}
			if got := regexp.MustCompile(c.not).FindString(out); got != "" {
				t.Errorf("%q in\n%s", got, out)
			}
		})
	}
}

// Every line of help has its words in Japanese, in the same format.
func TestHelpInJapanese(t *testing.T) {
	commands := regexp.MustCompile(`(?m)^  (\S.*?)  +(\S.*)$`).FindAllStringSubmatch(converse(t, "usi", "help", "quit"), -1)
	if len(commands) < 20 {
		t.Fatalf("%d lines of help", len(commands))
	}
	for _, c := range commands {
		if japaneseLabels[c[2]] == "" {
			t.Errorf("%s: %q has no words in Japanese", c[1], c[2])
		}
	}
	verb := regexp.MustCompile(`%[^ ％]*?[a-z%]`)
	for english, japanese := range japaneseLabels {
		if got, want := verb.FindAllString(japanese, -1), verb.FindAllString(strings.ReplaceAll(english, " %%", ""), -1); strings.Join(got, " ") != strings.Join(want, " ") {
			t.Errorf("%q has the verbs %v, %q has %v", japanese, got, english, want)
		}
	}
}
