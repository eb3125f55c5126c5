//go:build !js

package app

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/nitoryu/nitoryu/cmd/internal/cli"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/tests/must"
)

// call runs the command line and returns what it printed.
func call(t *testing.T, args ...string) (string, error) {
	t.Helper()
	var out strings.Builder
	err := run(args, cli.Streams{In: strings.NewReader(""), Out: &out, Err: &out})
	return out.String(), err
}

func TestCommandLines(t *testing.T) {
	tests := []struct {
		name string
		args []string
		want string // a regular expression
	}{
		{"help", []string{"--help"}, `nitoryu analyse`},
		{"version", []string{"version"}, `^Nitoryu (\d|dev)\S*( \(\S.*\))?, go\S+\n$`},
		{"the flag for the version", []string{"--version"}, `^Nitoryu (\d|dev)`},
		{"help of a subcommand", []string{"help", "perft"}, `^nitoryu perft \[flags\]`},
		{"perft of chess", []string{"perft", "3"}, `e2e4: 600\n(?s:.*)Nodes searched: 8902\n`},
		{"perft of shogi", []string{"perft", "--game", "shogi", "--quiet", "3"}, `^\nNodes searched: 25470\n`},
		{"perft of a position", []string{"perft", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", "4"}, `Nodes searched: 43238\n`},
		{"flags behind", []string{"perft", "2", "-quiet"}, `^\nNodes searched: 400\n`},
		{"bench for OpenBench", []string{"bench", "-depth", "2"}, `^chess \d+ nodes\nshogi \d+ nodes\n\d+ nodes \d+ nps\n$`},
		{"bench of one game", []string{"bench", "-depth", "1", "shogi"}, `^shogi \d+ nodes\n\d+ nodes \d+ nps\n$`},
		{"bench of the hand-crafted evaluation", []string{"bench", "--depth", "1", "--eval", "<classic>"}, `^chess \d+ nodes\nshogi \d+ nodes\n`},
		{"bench of a network", []string{"bench", "--depth", "1", "--eval", "../../../games/nets/shogi.net", "shogi"}, `^shogi \d+ nodes\n`},
		{"one protocol command in words", []string{"go", "depth", "2"}, `bestmove [a-h][1-8]`},
		{"several protocol commands", []string{"usi", "position startpos moves 7g7f", "go depth 2", "quit"}, `usiok\n(?s:.*)bestmove `},
		{"commands after nothing and a remark", []string{"", "# shogi", "usi", "go depth 1"}, `usiok\n(?s:.*)bestmove `},
		{"options", []string{"options"}, `(?s)^UCI \(chess\)\n\n.*\n  UCI_Elo: \d+ to \d+ \(default \d+\)\n        \w.*\nUSI \(shogi\)\n.*\n  EnteringKingRule: CSARule27, .*TryRule or NoEnteringKing \(default CSARule27\)\n`},
		{"a button among the options", []string{"options"}, `\n  Clear.?Hash\n        \w`},
		{"analyse", []string{"analyse", "--depth", "3"}, `best move: \w+`},
		{"analyse shogi by its board", []string{"analyse", "--depth", "2", "4k4/9/4P4/9/9/9/9/9/4K4 b G 1"}, `best move: G\*5b`},
		{"analyse the only move", []string{"analyse", "--depth", "2", "7k/8/8/8/8/8/r7/1K5r w - - 0 1"}, `White to move, 1 legal move; scores are for White\n`},
		{"analyse after moves", []string{"analyse", "--depth", "2", "startpos", "moves", "e2e4"}, `Black to move, 20 legal moves; scores are for White\n`},
		{"play after moves", []string{"play", "--nodes", "1", "startpos", "moves", "e2e4", "e7e5"}, `You are White against (?s:.*)Type a move`},
		{"analyse a line of USI", []string{"analyse", "--depth", "2", "position startpos moves 7g7f 3c3d"}, `shogi: lnsgkgsnl/1r5b1/pppppp1pp/6p2/\S* b - 3\nSente to move`},
		{"analyse Chess960", []string{"analyse", "--depth", "2", "--notation", "uci", "r3k3/8/8/8/8/8/8/1R3KR1 w GBa - 0 1"}, `chess: r3k3/8/8/8/8/8/8/1R3KR1 w GBa - 0 1\n`},
		{"analyse Chess960 by its castling rights", []string{"analyse", "--depth", "2", "--notation", "uci", "r3k3/8/8/8/8/8/8/1R3KR1 w KQq - 0 1"}, `chess: r3k3/8/8/8/8/8/8/1R3KR1 w GBa - 0 1\n`},
		{"d of Chess960", []string{"d", "fen", "r3k3/8/8/8/8/8/8/1R3KR1", "w", "KQq", "-", "0", "1", "moves", "f1b1"}, `Fen: r3k3/8/8/8/8/8/8/2KR2R1 b a - 1 1\n(?s:.*)Last move: f1b1 `},
		{"analyse for Black's eyes", []string{"analyse", "--depth", "2", "--view", "mover", "6k1/5ppp/8/8/8/8/r7/6K1 b - - 0 1"}, `scores are for Black\n(?s:.*)\+\d+\.\d\d +(9\d|100)%`},
		{"analyse for White's eyes", []string{"analyse", "--depth", "2", "6k1/5ppp/8/8/8/8/r7/6K1 b - - 0 1"}, `scores are for White\n(?s:.*)-\d+\.\d\d +\d% +\d+/\d+/\d+`},
		{"analyse in SAN with figures", []string{"analyse", "--depth", "2", "--notation", "san", "--pieces", "symbols"}, `(?s)1  ♖ ♘ ♗ ♕ ♔ ♗ ♘ ♖\n.*best move: \S+ \([a-h]`},
		{"analyse in Japanese with kanji", []string{"analyse", "--depth", "2", "--notation", "japanese", "--pieces", "symbols", "--game", "shogi"}, `(?s)\|v香v桂v銀v金v玉v金v銀v桂v香\|一\n.*先手 to move.*best move: ▲`},
		{"analyse in Western notation", []string{"analyse", "--depth", "2", "--notation", "western", "--game", "shogi"}, `best move: [PLNSGBRK]\d?\w?-\d\w`},
		{"a handicap has its own names", []string{"analyse", "--depth", "1", "lnsgkgsnl/7b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"}, `Uwate to move`},
		{"analyse a finished game", []string{"analyse", "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"}, `checkmate`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got, err := call(t, test.args...)
			if err != nil || !regexp.MustCompile(test.want).MatchString(got) {
				t.Errorf("error %v, printed\n%s", err, got)
			}
		})
	}
}

func TestBadCommandLines(t *testing.T) {
	t.Setenv("NITORYU_PASSWORD", "")
	t.Setenv("LICHESS_API_TOKEN", "")
	tests := []struct {
		name string
		args []string
		want string
	}{
		{"unknown flag", []string{"--fast"}, "there is no flag --fast in front of a subcommand; see nitoryu help"},
		{"a misspelt flag", []string{"--versoin"}, "there is no flag --versoin; did you mean --version?"},
		{"an unknown word", []string{"foo"}, `there is no subcommand or command "foo"; there are analyse, play, serve, csa, mcp, remote, eval, d, moves, webapi, bench, mate, perft, cpu, check, net, options, version and help, and commands of the protocols such as go depth 10; see nitoryu help`},
		{"an unknown word before a command", []string{"foo", "go", "depth", "1"}, `there is no subcommand or command "foo"`},
		{"a misspelt subcommand", []string{"analyze", "--time", "1s"}, `there is no subcommand or command "analyze"; did you mean "analyse"?`},
		{"a misspelt command", []string{"postion startpos", "go depth 1"}, `there is no subcommand or command "postion"; did you mean "position"?`},
		{"a misspelt command after a good one", []string{"position startpos", "og depth 1"}, `did you mean "go"?`},
		{"help of something misspelt", []string{"help", "bnech"}, `there is no subcommand "bnech"; did you mean "bench"?`},
		{"a time without a unit", []string{"analyse", "-time", "5"}, `analyse: --time "5" needs a unit, e.g. 5s`},
		{"perft without a depth", []string{"perft"}, "perft: the depth is missing, as in nitoryu perft 5; see nitoryu perft --help"},
		{"perft with a strange depth", []string{"perft", "deep"}, `perft: the last word must be the depth, 0 to 20, not "deep"`},
		{"perft of a broken FEN", []string{"perft", "8/8/8 w - - 0 1", "2"}, "rank"},
		{"a profile in a place that is not there", []string{"bench", "-depth", "1", "--profile", "none/x"}, "none"},
		{"the processor of something", []string{"cpu", "go"}, `cpu: "go" is one word too many; see nitoryu cpu --help`},
		{"a check of something", []string{"check", "book.bin"}, `check: "book.bin" is one word too many; see nitoryu check --help`},
		{"csa without a host", []string{"csa"}, "csa: the host is missing, as in nitoryu csa HOST --name NAME; see nitoryu csa --help"},
		{"csa on two hosts", []string{"csa", "here", "there"}, `csa: "there" is one word too many`},
		{"csa without a password", []string{"csa", "here"}, "csa: there is no password: set NITORYU_PASSWORD or give --password-file"},
		{"csa with a password that is not there", []string{"csa", "here", "--password-file", "none/x"}, "csa: open none/x"},
		{"csa without a name", []string{"csa", "here", "--password-file", "app.go"}, `csa: the name "" must have`},
		{"csa with a password of several words", []string{"csa", "here", "--name", "me", "--password-file", "app.go"}, "csa: the password must have 1 to 512 characters"},
		{"csa without time", []string{"csa", "here", "--time", "0"}, "csa: --time must be above 0"},
		{"mcp with a word", []string{"mcp", "chess"}, `"chess" is one word too many`},
		{"mcp in another language", []string{"mcp", "--lang", "fr"}, `there is no language "fr"`},
		{"mcp without time", []string{"mcp", "--time", "0s"}, "mcp: --time must be above 0, not 0s"},
		{"mcp without patience", []string{"mcp", "--time", "10m"}, "mcp: --patience must be at least --time: 5m0s"},
		{"mcp without threads", []string{"mcp", "--threads", "0"}, "mcp: --threads must be 1 to "},
		{"mcp without a table", []string{"mcp", "--hash", "0"}, "mcp: --hash must be at least 1, not 0"},
		{"mcp without endgame tables", []string{"mcp", "--tables", "testdata"}, "mcp: --tables: there is no table in testdata"},
		{"remote without a site", []string{"remote"}, "remote: the site is missing, as in nitoryu remote lichess; see nitoryu remote --help"},
		{"remote to another site", []string{"remote", "chess"}, `remote: there is no site "chess"`},
		{"remote to two sites", []string{"remote", "lichess", "lishogi"}, `remote: "lishogi" is one word too many`},
		{"remote without a token", []string{"remote", "lichess"}, "remote: there is no token: set LICHESS_API_TOKEN or give --token-file"},
		{"remote with a token of several words", []string{"remote", "lichess", "--token-file", "app.go"}, "remote: the token must have 1 to 512 characters"},
		{"remote with an option of shogi", []string{"remote", "lichess", "--token-file", "app.go", "--option", "EnteringKingRule=TryRule"}, "is not for chess"},
		{"options of one protocol", []string{"options", "uci"}, `options: "uci" is one word too many`},
		{"analyse at a depth below 0", []string{"analyse", "--depth", "-1"}, "analyse: --depth must be 0 to "},
		{"analyse without lines", []string{"analyse", "--multipv", "0"}, "analyse: --multipv must be at least 1, not 0"},
		{"bench of a network of another game", []string{"bench", "--depth", "1", "--eval", "../../../games/nets/shogi.net"}, "bench: ../../../games/nets/shogi.net: this is a network for shogi, not for chess"},
		{"bench of an unknown game", []string{"bench", "go"}, "no game"},
		{"analyse for a negative time", []string{"analyse", "--time", "-1s"}, "negative"},
		{"analyse with too much memory", []string{"analyse", "--hash", "1000000000"}, "MiB"},
		{"analyse in an unknown notation", []string{"analyse", "--notation", "morse"}, `analyse: there is no notation "morse"; choose san, japanese, western, uci or usi`},
		{"analyse with strange pieces", []string{"analyse", "--pieces", "stones"}, `analyse: there is no set of pieces "stones"`},
		{"analyse for nobody", []string{"analyse", "--view", "gote"}, `analyse: there is no view "gote"`},
		{"analyse an illegal move", []string{"analyse", "startpos", "moves", "e2e5"}, `analyse: move 1: `},
		{"analyse nothing", []string{"analyse", "position"}, `analyse: the position is missing`},
		{"analyse moves of another game", []string{"analyse", "--game", "chess", "startpos", "moves", "7g7f"}, `analyse: this is a position of shogi, not of chess`},
		{"play an unknown game", []string{"play", "checkers"}, `play: there is no game "checkers"`},
		{"play a file that there is not", []string{"play", "none.pgn"}, `play: open none.pgn: `},
		{"play a file that there is not in a folder that there is not", []string{"play", "shogi", "none/none.kif"}, `play: open none/none.kif: `},
		{"play at a strange pace", []string{"play", "--pace", "hasty"}, `there is no pace "hasty"`},
		{"play at an unknown level", []string{"play", "--level", "godlike"}, `play: there is no level "godlike": choose beginner, casual, club, expert, full, a skill level from 0 to 20 or an Elo from 300 to `},
		{"play as nobody", []string{"play", "--side", "sente"}, `play: there is no side "sente" in chess: choose white or black`},
		{"play with an unknown handicap", []string{"play", "shogi", "--handicap", "king"}, `play: there is no handicap "king"`},
		{"play chess with a handicap", []string{"play", "chess", "--handicap", "rook"}, `play: there are no handicaps in chess`},
		{"play with an increment alone", []string{"play", "--increment", "3s"}, `play: --increment needs --clock`},
		{"play with two kinds of clock", []string{"play", "--clock", "1m", "--increment", "3s", "--byoyomi", "5s"}, `exclude each other`},
		{"play without time", []string{"play", "--time", "0"}, `play: --time must be above 0`},
		{"play into a strange file", []string{"play", "--save", "game.kif"}, `play: game.kif: the name of a file for a game of chess ends in .pgn`},
		{"analyse an unknown game", []string{"analyse", "--game", "checkers"}, "no game"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got, err := call(t, test.args...)
			if err == nil || !strings.Contains(fmt.Sprint(err), test.want) || got != "" {
				t.Errorf("error %v, want one with %q; printed\n%s", err, test.want, got)
			}
		})
	}
}

// A profile is a gzip file, as the tools of Go expect.
func TestBenchProfile(t *testing.T) {
	name := filepath.Join(t.TempDir(), "cpu.pgo")
	out, err := call(t, "bench", "-depth", "2", "--profile", name, "chess")
	if err != nil || !strings.HasPrefix(out, "chess ") {
		t.Fatalf("error %v, printed\n%s", err, out)
	}
	if profile, err := os.ReadFile(name); err != nil || !strings.HasPrefix(string(profile), "\x1f\x8b") {
		t.Errorf("error %v, the file begins with %.20q", err, profile)
	}
}

// The signature is the same in every run.
func TestBenchIsRepeatable(t *testing.T) {
	counts := regexp.MustCompile(`(?m)^.*\d+ nodes$`)
	first, err := call(t, "bench", "-depth", "4", "-verbose")
	must.OK(t, err)
	second, err := call(t, "bench", "-depth", "4", "-verbose")
	must.OK(t, err)
	if a, b := counts.FindAllString(first, -1), counts.FindAllString(second, -1); fmt.Sprint(a) != fmt.Sprint(b) || len(a) == 0 {
		t.Errorf("%v, then %v", a, b)
	}
}

// A handicap game has the declaration rule of handicap games, however it is set up, and its
// sides keep their names after some moves.
func TestRulesOfHandicaps(t *testing.T) {
	const sfen = "lnsgkgsnl/1r7/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"
	for _, c := range []struct {
		name  string
		flags playFlags
		words []string
		rule  string
		sides [2]string
	}{
		{"the flag", playFlags{handicap: "bishop"}, []string{"shogi"}, core.CSARule27H, [2]string{"Shitate", "Uwate"}},
		{"a position", playFlags{}, strings.Fields(sfen), core.CSARule27H, [2]string{"Shitate", "Uwate"}},
		{"a position with moves", playFlags{}, strings.Fields("sfen " + sfen + " moves 3c3d 7g7f"), core.CSARule27H, [2]string{"Shitate", "Uwate"}},
		{"the flag in Japanese", playFlags{handicap: "６枚落ち", level: "初級"}, nil, core.CSARule27H, [2]string{"Shitate", "Uwate"}},
		{"an even game by the flag", playFlags{handicap: "平手"}, []string{"shogi"}, "", [2]string{"Sente", "Gote"}},
		{"another rule", playFlags{handicap: "bishop", enteringKing: core.CSARule24}, []string{"shogi"}, core.CSARule24H, [2]string{"Shitate", "Uwate"}},
		{"a rule without a form of its own", playFlags{handicap: "bishop", enteringKing: core.TryRule}, []string{"shogi"}, core.TryRule, [2]string{"Shitate", "Uwate"}},
		{"an even game", playFlags{}, []string{"shogi"}, "", [2]string{"Sente", "Gote"}},
		{"an even game by 24 points", playFlags{enteringKing: core.CSARule24}, []string{"shogi"}, core.CSARule24, [2]string{"Sente", "Gote"}},
		{"chess", playFlags{}, nil, "", [2]string{"White", "Black"}},
	} {
		c.flags.time = time.Second
		config, err := c.flags.config(c.words, cli.Streams{Out: io.Discard})
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
		} else if config.Settings.EnteringKing != c.rule || config.Look.Sides != c.sides {
			t.Errorf("%s: rule %q, sides %v", c.name, config.Settings.EnteringKing, config.Look.Sides)
		}
	}
}

// The game and the position are read alike by all subcommands, and what cannot be read is
// refused.
func TestGamesAndPositions(t *testing.T) {
	const afterE4 = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"
	// What each subcommand prints of its position.
	commands := []struct {
		name         string
		before       []string // the words behind the game and the position
		chess, shogi string
		after        string // of e2e4
	}{
		{"eval", nil, "by chess ", "by shogi ", "Evaluation: cp -"},
		{"d", nil, "Fen: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w", "Sfen: lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b", "Fen: rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b"},
		{"moves", nil, "e2e4 ", "7g7f ", "e7e5 "},
		{"perft", []string{"1"}, "Nodes searched: 20\n", "Nodes searched: 30\n", "e7e5: 1\n"},
		{"analyse", []string{"--depth", "1"}, "\nchess: ", "\nshogi: ", "Black to move, 20 legal moves"},
		{"play", []string{"--nodes", "1"}, "You are White", "You are Sente", "You are Black"},
	}
	for _, c := range commands {
		for _, test := range []struct {
			name string
			args []string
			want string // of the output, or of the error if there is no output
			bad  bool
		}{
			{"nothing", nil, c.chess, false},
			{"the game", []string{"shogi"}, c.shogi, false},
			{"the flag", []string{"--game", "shogi"}, c.shogi, false},
			{"both", []string{"--game", "shogi", "shogi"}, c.shogi, false},
			{"the start of the game", []string{"shogi", "startpos"}, c.shogi, false},
			{"all in quotes", []string{"shogi startpos"}, c.shogi, false},
			{"a FEN", []string{afterE4}, c.after, false},
			{"a FEN without quotes", strings.Fields(afterE4), c.after, false},
			{"a FEN of the game", append([]string{"chess"}, strings.Fields(afterE4)...), c.after, false},
			{"an SFEN", []string{"lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1"}, c.shogi, false},
			{"moves", []string{"startpos", "moves", "e2e4"}, c.after, false},
			{"moves as people write them", []string{"1.", "e4"}, c.after, false},
			{"a move alone", []string{"e4"}, c.after, false},
			{"moves that are not legal", []string{"1. e4 Qh4"}, `move "Qh4" is not legal`, true},
			{"moves of the other game", []string{"shogi", "1. e4"}, "this is a position of chess, not of shogi", true},
			{"words behind moves", []string{"1. e4", "and", "so", "on"}, `"1."`, true},
			{"a word in front of moves", []string{"startpso", "moves", "e2e4"}, `"startpso"`, true},
			{"an EPD", []string{afterE4[:len(afterE4)-4], "bm e5;", "id \"x\";"}, c.after, false},
			{"two games", []string{"--game", "chess", "shogi"}, "chess or shogi? Name one game", true},
			{"a game behind the game", []string{"shogi", "chess"}, "chess", true},
			{"a game that there is not", []string{"--game", "go"}, `there is no game "go"; choose chess or shogi`, true},
			{"words", []string{"x", "y", "z"}, `"x"`, true},
			{"a path", []string{"none/"}, `"none/"`, true},
			{"a path of letters of pieces", []string{"pgn/kbq"}, `"pgn/kbq"`, true},
			{"a broken FEN", []string{"8/8/8 w - - 0 1"}, "8/8/8", true},
			{"a FEN of the other game", []string{"shogi", afterE4}, "this is a position of chess, not of shogi", true},
			{"words behind a FEN", []string{afterE4, "x", "y"}, `"x" behind the position is one word too many`, true},
			{"words behind the start", []string{"startpos", "x", "y"}, `"x"`, true},
			{"no such flag", []string{"--geme", "shogi"}, "there is no flag --geme; did you mean --game?", true},
		} {
			t.Run(c.name+" "+test.name, func(t *testing.T) {
				got, err := call(t, slices.Concat([]string{c.name}, test.args, c.before)...)
				if err != nil {
					got += err.Error()
				}
				if (err != nil) != test.bad || !strings.Contains(got, test.want) {
					t.Errorf("error %v, printed\n%s", err, got)
				}
				if err != nil && !strings.HasPrefix(err.Error(), c.name+": ") {
					t.Errorf("the error is %v", err)
				}
			})
		}
	}
}

// A game of a record is gone on with, by the side that the person had.
func TestPlayGoesOn(t *testing.T) {
	const game = "[White \"%s\"]\n[Black \"%s\"]\n\n1. e4 e5 2. Nf3 *\n"
	other := "startpos moves d2d4\n\n"
	files := folder(t, map[string]string{
		"a.pgn": fmt.Sprintf(game, "Human", "Nitoryu, club"), "b.pgn": fmt.Sprintf(game, "x", "Human"), "two.pgn": fmt.Sprintf(game, "x", "y") + "\n1. d4 *\n",
		"c.kif": "手合割：平手\n手数----指手---------消費時間--\n   1 ７六歩(77)\n", "none.pgn": "", "bad.pgn": "1. e5 *\n", "u.usi": other,
	})
	for _, test := range []struct {
		name string
		args []string
		want string
		bad  bool
	}{
		{"of White", []string{"a.pgn"}, "You are White", false},
		{"of Black", []string{"b.pgn"}, "You are Black", false},
		{"a side that is asked for", []string{"b.pgn", "--side", "white"}, "You are White", false},
		{"the moves", []string{"b.pgn"}, "1. e4 e5 2. Nf3", false},
		{"the last of several, by the side to move", []string{"two.pgn"}, "You are Black", false},
		{"a game of shogi", []string{"c.kif"}, "You are Gote", false},
		{"lines of UCI", []string{"u.usi"}, "You are Black", false},
		{"of the other game", []string{"--game", "chess", "c.kif"}, "this is a position of shogi, not of chess", true},
		{"without a game", []string{"none.pgn"}, "there are no games", true},
		{"with a fault", []string{"bad.pgn"}, `move "e5" is not legal`, true},
		{"no file", []string{"no.pgn"}, "no.pgn: no such file", true},
	} {
		t.Run(test.name, func(t *testing.T) {
			args := []string{"play", "--nodes", "1"}
			for _, a := range test.args {
				if filepath.Ext(a) != "" {
					a = filepath.Join(files, a)
				}
				args = append(args, a)
			}
			var out strings.Builder
			err := run(args, cli.Streams{In: strings.NewReader("moves\nquit\n"), Out: &out, Err: io.Discard})
			got := out.String()
			if err != nil {
				got += err.Error()
			}
			if (err != nil) != test.bad || !strings.Contains(got, test.want) {
				t.Errorf("error %v, printed\n%s", err, got)
			}
		})
	}
}

// A file of one game is saved under its name, with all that it had. A file of several is not replaced.
func TestPlayIntoTheFile(t *testing.T) {
	const game = "[Event \"Cup\"]\n[White \"Smith\"]\n[Black \"Jones\"]\n\n1. e4 {Best by test.} e5 (1... c5 {also}) 2. Nf3 *\n"
	files := folder(t, map[string]string{"one.pgn": game, "two.pgn": game + "\n" + game})
	into := func(name string) error {
		path := filepath.Join(files, name)
		return run([]string{"play", "--nodes", "1", path, "--save", path}, cli.Streams{In: strings.NewReader("Nc6\nquit\n"), Out: io.Discard, Err: io.Discard})
	}
	must.OK(t, into("one.pgn"))
	text, err := os.ReadFile(filepath.Join(files, "one.pgn"))
	must.OK(t, err)
	must.Has(t, string(text), `[Event "Cup"]`, `[White "Smith"]`, `[Black "Jones"]`, "1. e4 {Best by test.} 1... e5 (1... c5 {also}) 2. Nf3", "2... Nc6", "3. ")
	if err := into("two.pgn"); err == nil || !strings.Contains(err.Error(), "choose another name") {
		t.Errorf("the other games of a file are lost: %v", err)
	}
}
