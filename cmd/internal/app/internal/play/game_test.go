package play

import (
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/record"
	"github.com/nitoryu/nitoryu/tests/must"
)

// Games end as the rules say, are told in words, and their records say so, too.
func TestEndings(t *testing.T) {
	const (
		rookAlone = "4k4/9/9/9/9/9/9/7R1/K8 b - 1"
		entered   = "K+R+R+B+B4/GGGGSSSS1/9/9/9/9/9/9/4k4 b - 1"
	)
	again := func(n int, text string) string { return strings.Repeat(text, n) }
	for _, c := range []struct {
		name, start, typed, answers string
		game                        games.Game
		person                      core.Color
		want                        string
		result                      record.Result
		ending                      core.Ending
	}{
		{"mate", "", "e4;Bc4;Qh5;Qxf7#", "e7e5 b8c6 g8f6", games.Chess(), core.First,
			"You play 4. Qxf7#\nCheckmate: White wins (1-0).\n", record.FirstWins, core.Checkmate},
		{"mated", "", "f3;g4", "e7e5 d8h4", games.Chess(), core.First,
			"Black plays 2... Qh4#\nCheckmate: Black wins (0-1).\n", record.SecondWins, core.Checkmate},
		{"mated in a game that the engine begins", "", "f6;g5", "e2e4 d2d4 d1h5", games.Chess(), core.Second,
			"White plays 3. Qh5#\nCheckmate: White wins (1-0).\n", record.FirstWins, core.Checkmate},
		{"stalemate", "k7/8/1K6/8/8/8/8/2Q5 w - - 0 1", "Qc7", "", games.Chess(), core.First,
			"Stalemate: a draw (1/2-1/2).\n", record.Draw, core.Stalemate},
		{"repetition", "", again(2, "Nf3;Ng1;"), again(2, "g8f6 f6g8 "), games.Chess(), core.First,
			"The position has occurred three times: a draw (1/2-1/2).\n", record.Draw, core.Repetition},
		{"fifty moves", "7k/8/8/8/8/8/R7/K7 w - - 99 100", "Ra3", "", games.Chess(), core.First,
			"Fifty moves without a capture or a pawn move: a draw (1/2-1/2).\n", record.Draw, core.FiftyMoves},
		{"bare kings", "8/8/8/8/8/3k4/1r6/K7 w - - 0 1", "Kxb2", "", games.Chess(), core.First,
			"Neither side can mate any more: a draw (1/2-1/2).\n", record.Draw, core.InsufficientMaterial},
		{"resigned", "", "e4;resign", "e7e5", games.Chess(), core.First,
			"White resigns: Black wins (0-1).\n", record.SecondWins, core.Resignation},
		{"mate in shogi by a drop", "4k4/9/4P4/9/9/9/9/9/4K4 b G 1", "G*5b", "", games.Shogi(), core.First,
			"You play 1. G*5b\nCheckmate: Sente wins.\n", record.FirstWins, core.Checkmate},
		{"repetition in shogi", "", again(3, "2h3h;3h2h;"), again(3, "8b7b 7b8b "), games.Shogi(), core.First,
			"The position has occurred four times: a draw (1/2-1/2).\n", record.Draw, core.Repetition},
		{"perpetual check", rookAlone, again(3, "R-5h;R-4h;") + "R-5h", again(3, "5a4a 4a5a "), games.Shogi(), core.First,
			"Sente has repeated the position by perpetual check: Gote wins.\n", record.SecondWins, core.NoEnding},
		{"declaration", entered, "declare", "", games.Shogi(), core.First,
			"Declaration by the entering king rule: Sente wins.\n", record.FirstWins, core.Declaration},
		{"resigned in shogi", "", "76歩;resign", "3c3d", games.Shogi(), core.First,
			"Sente resigns: Gote wins.\n", record.SecondWins, core.Resignation},
		{"the engine declares", entered, "", "win", games.Shogi(), core.Second,
			"Declaration by the entering king rule: Sente wins.\n", record.FirstWins, core.Declaration},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := script{game: c.game, start: c.start, person: c.person, typed: c.typed, engine: &prepared{moves: strings.Fields(c.answers)}}
			got, g := s.run(t)
			must.Has(t, got, c.want)
			r := reread(t, g)
			if r.Result != c.result || c.ending != core.NoEnding && r.Ending != c.ending || len(r.Moves()) != len(g.moves) {
				t.Errorf("the record says %v by %v after %d moves", r.Result, r.Ending, len(r.Moves()))
			}
		})
	}
}

// By the 24-point rule a declaration with 24 to 30 points draws, whoever makes it.
func TestDrawnDeclarations(t *testing.T) {
	const (
		points24 = "K+R+R+B5/GGGGSSSS1/9/9/9/9/9/9/4k4 b P 1"
		points23 = "K+R+R+B5/GGGGSSSS1/9/9/9/9/9/9/4k4 b - 1"
	)
	for _, c := range []struct {
		name, start, rule, typed, answers string
		person                            core.Color
		japanese                          bool
		want                              string
		result                            record.Result // * where the game goes on
	}{
		{"a person", points24, core.CSARule24, "declare", "", core.First, false, "Declaration by the entering king rule: a draw (1/2-1/2).\n", record.Draw},
		{"in Japanese", points24, core.CSARule24, "宣言", "", core.First, true, "入玉宣言。まで0手で引き分けです。\n", record.Draw},
		{"an engine", points24, core.CSARule24, "", "win", core.Second, false, "Declaration by the entering king rule: a draw (1/2-1/2).\n", record.Draw},
		{"too few points", points23, core.CSARule24, "declare", "", core.First, false, "You may not declare yet: ", record.Unfinished},
		{"an engine with too few points", points23, core.CSARule24, "", "win", core.Second, false, "Sente has declared without the right to: Gote wins.\n", record.SecondWins},
		{"another rule", points24, core.CSARule27, "declare", "", core.First, false, "You may not declare yet: ", record.Unfinished},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, g := script{
				game: games.Shogi(), start: c.start, person: c.person, typed: c.typed, engine: &prepared{moves: strings.Fields(c.answers)},
				change: func(config *Config) {
					config.Settings.EnteringKing, config.Japanese = c.rule, c.japanese
					if c.japanese {
						config.Look.Sides = [2]string{"先手", "後手"}
					}
				},
			}.run(t)
			must.Has(t, got, c.want)
			if r := reread(t, g); r.Result != c.result || c.result == record.Draw && r.Ending != core.Declaration {
				t.Errorf("the record says %v by %v", r.Result, r.Ending)
			}
		})
	}
}

// Every notation that package record reads may be typed, and what is wrong is said.
func TestTypedMoves(t *testing.T) {
	const (
		promoting = "8/P6k/8/8/8/8/8/K7 w - - 0 1"
		knights   = "4k3/8/8/8/8/8/8/1N2KN2 w - - 0 1"
		castling  = "4k3/8/8/8/8/8/8/4K2R w K - 0 1"
		golds     = "4k4/9/9/9/9/9/9/3G1G3/4K4 b P 1"
		rook      = "4k4/9/9/2R6/9/9/9/9/4K4 b - 1"
	)
	for _, c := range []struct {
		name, start, typed string
		game               games.Game
		want               string
	}{
		{"SAN", "", "Nf3", games.Chess(), "You play 1. Nf3\n"},
		{"SAN in small letters", "", "nf3", games.Chess(), "You play 1. Nf3\n"},
		{"UCI", "", "g1f3", games.Chess(), "You play 1. Nf3\n"},
		{"UCI in capitals", "", "E2E4", games.Chess(), "You play 1. e4\n"},
		{"long notation", "", "Ng1-f3", games.Chess(), "You play 1. Nf3\n"},
		{"blanks around", "", "  e4  ", games.Chess(), "You play 1. e4\n"},
		{"castling", castling, "O-O", games.Chess(), "You play 1. O-O\n"},
		{"castling with zeros", castling, "0-0", games.Chess(), "You play 1. O-O\n"},
		{"castling in small letters", castling, "o-o", games.Chess(), "You play 1. O-O\n"},
		{"castling in UCI", castling, "e1g1", games.Chess(), "You play 1. O-O\n"},
		{"a promotion", promoting, "a8=N", games.Chess(), "You play 1. a8=N\n"},
		{"a promotion in UCI", promoting, "a7a8r", games.Chess(), "You play 1. a8=R\n"},
		{"a promotion to what?", promoting, "a8", games.Chess(), `That is not possible: move "a8" is ambiguous: a8=`},
		{"ambiguous", knights, "Nd2", games.Chess(), `That is not possible: move "Nd2" is ambiguous: Nbd2, Nfd2.`},
		{"not legal", "", "Nd4", games.Chess(), `That is not possible: move "Nd4" is not legal.`},
		{"nothing known", "", "hello there", games.Chess(), `"hello there" is no move and no command (did you mean help?). Moves are typed as e4, Nf3, O-O or e2e4; a promotion e8=Q or e7e8q.`},
		{"a misspelt command", "", "resing", games.Chess(), `"resing" is no move and no command (did you mean resign?).`},
		{"no text at all", "", "\xff\xfe", games.Chess(), `is no move and no command`},
		{"USI", "", "7g7f", games.Shogi(), "You play 1. P-7f\n"},
		{"Western", "", "P-7f", games.Shogi(), "You play 1. P-7f\n"},
		{"Western in small letters", "", "p-7f", games.Shogi(), "You play 1. P-7f\n"},
		{"Japanese", "", "▲７六歩", games.Shogi(), "You play 1. P-7f\n"},
		{"Japanese with plain digits", "", "76歩", games.Shogi(), "You play 1. P-7f\n"},
		{"CSA", "", "+7776FU", games.Shogi(), "You play 1. P-7f\n"},
		{"a drop", golds, "P*5e", games.Shogi(), "You play 1. P*5e\n"},
		{"a drop in Japanese", golds, "５五歩打", games.Shogi(), "You play 1. P*5e\n"},
		{"a drop of what is not in hand", golds, "R*5e", games.Shogi(), "That is not possible: "},
		{"ambiguous in Western", golds, "G-5g", games.Shogi(), `That is not possible: move "G-5g" is ambiguous: G4h-5g, G6h-5g.`},
		{"ambiguous in Japanese", golds, "５七金", games.Shogi(), `is ambiguous: ５七金右, ５七金左.`},
		{"a promotion in shogi", rook, "R-7a+", games.Shogi(), "You play 1. R-7a+\n"},
		{"no promotion", rook, "R-7a=", games.Shogi(), "You play 1. R-7a=\n"},
		{"a promotion in Japanese", rook, "７一飛成", games.Shogi(), "You play 1. R-7a+\n"},
		{"why it is not legal", "", "8h5e", games.Shogi(), "That is not possible: 8h5e is not legal: the piece does not move so.\n"},
		{"nothing known in shogi", "", "e4", games.Shogi(), `"e4" is no move and no command. Moves are typed as 7g7f,`},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := script{game: c.game, start: c.start, typed: c.typed, engine: &prepared{}}
			if got, _ := s.run(t); !strings.Contains(got, c.want) {
				t.Errorf("no %q in\n%s", c.want, got)
			}
		})
	}
}

// The move before is known, so that 同 may be typed.
func TestSameSquare(t *testing.T) {
	s := script{game: games.Shogi(), typed: "76歩;22角成", engine: &prepared{moves: strings.Fields("3c3d 3a2b")}}
	s.person = core.First
	if got, _ := s.run(t); !strings.Contains(got, "Gote plays 4. Sx2b\n") {
		t.Error(got)
	}
	s = script{game: games.Shogi(), person: core.Second, typed: "34歩;同銀", engine: &prepared{moves: strings.Fields("7g7f 8h2b+")}}
	if got, _ := s.run(t); !strings.Contains(got, "You play 4. Sx2b\n") {
		t.Error(got)
	}
}

// Moves before the game are part of it: positions are repeated, and the record has them.
func TestMovesBefore(t *testing.T) {
	const around = "g1f3 g8f6 f3g1 f6g8"
	for _, c := range []struct {
		name, before, typed, answers, want string
		moves                              int
	}{
		{"repetition", around, "Nf3;Ng1", "g8f6 f6g8", "The position has occurred three times: a draw (1/2-1/2).\n", 8},
		{"it is the other side's turn", "e2e4", "", "e7e5", "Black plays 1... e5\n", 2},
		{"the moves are listed", "e2e4 e7e5", "moves", "", "1. e4 e5\n", 2},
		{"moves before are taken back", "e2e4 e7e5", "undo;d4;moves", "d7d5", "1. d4 d5\n", 2},
		{"a new game begins there", "e2e4 e7e5", "Nf3;new;moves", "b8c6", "A new game. You are White.\n1. e4 e5\n", 2},
		{"over at once", around + " " + around, "Nf3", "", "The position has occurred three times: a draw (1/2-1/2).\n", 8},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := script{game: games.Chess(), before: c.before, typed: c.typed, engine: &prepared{moves: strings.Fields(c.answers)}}
			got, g := s.run(t)
			must.Has(t, got, c.want)
			r := reread(t, g)
			if len(r.Moves()) != c.moves {
				t.Errorf("the record has %d moves, want %d", len(r.Moves()), c.moves)
			}
			timed := 0
			for n := r.Root.Main(); n != nil; n = n.Main() {
				if n.Spent.Known {
					timed++
				}
			}
			if played := c.moves - len(strings.Fields(c.before)); timed < played || timed > c.moves {
				t.Errorf("%d moves took time", timed)
			}
		})
	}
	s := script{game: games.Chess(), before: around, engine: &prepared{}}
	if got, _ := s.run(t); strings.Contains(got, "[Event") {
		t.Errorf("a game without a move of its own is printed:\n%s", got)
	}
}
