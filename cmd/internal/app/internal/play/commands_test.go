package play

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/record"
	"github.com/nitoryu/nitoryu/tests/must"
)

func TestCommands(t *testing.T) {
	const (
		late     = "4k3/8/8/8/8/8/8/R3K3 w Q - 0 40"
		mating   = "7k/8/5KQ1/8/8/8/8/8 w - - 0 1"
		handicap = "lnsgkgsnl/7b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"
	)
	for _, c := range []struct {
		name, start, typed, answers string
		game                        games.Game
		person                      core.Color
		score                       core.Score
		want                        string // separated by |
		position                    string // the beginning of the last one; "": any
	}{
		{"take back at the beginning", "", "undo", "", games.Chess(), core.First, 0, "There is no move of yours to take back.\n", "rnbqkbnr/pppppppp"},
		{"take back before one's first move", "", "undo", "e2e4", games.Chess(), core.Second, 0, "There is no move of yours to take back.\n", "rnbqkbnr/pppppppp/8/8/4P3"},
		{"take back a full move", "", "e4;undo", "e7e5", games.Chess(), core.First, 0, "You play 1. e4\nBlack plays 1... e5\n", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w"},
		{"take back as Black", "", "e5;undo", "e2e4 g1f3", games.Chess(), core.Second, 0, "White plays 2. Nf3\n", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b"},
		{"take back twice, then once too often", "", "e4;Nf3;undo;undo;undo", "e7e5 b8c6", games.Chess(), core.First, 0, "There is no move of yours to take back.\n", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w"},
		{"take back one's mate", mating, "Qg7;undo;moves", "", games.Chess(), core.First, 0, "Checkmate: White wins (1-0).\n|Nobody has moved yet.\n", "7k/8/5KQ1"},
		{"take back the engine's mate", "", "f3;g4;undo", "e7e5 d8h4", games.Chess(), core.First, 0, "Checkmate: Black wins", "rnbqkbnr/pppp1ppp/8/4p3/8/5P2/PPPPP1PP/RNBQKBNR w"},
		{"hint", "", "hint", "", games.Chess(), core.First, 35, "1. Na3: +0.35 for White, who wins ", ""},
		{"eval for White", "", "eval", "e2e4", games.Chess(), core.Second, 50, "-0.50 for White, who wins ", ""},
		{"eval of a mate", "", "eval", "", games.Chess(), core.First, core.WinIn(5), "White mates in 3 moves.\n", ""},
		{"eval of being mated", "", "eval", "", games.Chess(), core.First, core.LossIn(2), "Black mates in 1 move.\n", ""},
		{"eval of a mate in shogi", "", "eval", "", games.Shogi(), core.First, core.WinIn(5), "Sente mates in 5 plies.\n", ""},
		{"moves", "", "e4;Nf3;moves", "e7e5 b8c6", games.Chess(), core.First, 0, "\n1. e4 e5 2. Nf3 Nc6\n", ""},
		{"moves from Black's turn", "4k3/8/8/8/8/8/8/R3K3 b Q - 0 1", "Kd7;moves", "e1c1", games.Chess(), core.Second, 0, "\n1... Kd7 2. O-O-O+\n", ""},
		{"moves in shogi", "", "76歩;moves", "3c3d", games.Shogi(), core.First, 0, "\n1. P-7f 2. P-3d\n", ""},
		{"moves of nobody", "", "moves", "", games.Chess(), core.First, 0, "Nobody has moved yet.\n", ""},
		{"an early draw", "", "draw", "", games.Chess(), core.First, 500, "Black declines: the game has only begun.\n", ""},
		{"a draw that is welcome", late, "draw", "", games.Chess(), core.First, 0, "By agreement: a draw (1/2-1/2).\n", ""},
		{"a draw in an ending that was set up", "4k3/8/8/8/8/8/8/R3K2r w - - 0 1", "draw", "", games.Chess(), core.First, 0, "By agreement: a draw (1/2-1/2).\n", ""},
		{"a draw that is not", late, "draw", "", games.Chess(), core.First, -300, "Black declines.\n", ""},
		{"a draw in shogi", "", "draw", "", games.Shogi(), core.First, 0, "In shogi there is no draw by agreement", ""},
		{"declare in chess", "", "declare", "", games.Chess(), core.First, 0, "There are no declarations in chess.\n", ""},
		{"declare too early", "", "declare", "", games.Shogi(), core.First, 0, "You may not declare yet: ", ""},
		{"resign twice", "", "resign;resign", "", games.Chess(), core.First, 0, "White resigns: Black wins (0-1).\nWhite resigns: Black wins (0-1).\n", ""},
		{"a move after the end", "", "resign;e4", "", games.Chess(), core.First, 0, "The game is over; type new, undo, save FILE or quit.\n", ""},
		{"a draw, a hint and a declaration after the end", "", "resign;draw;hint;declare", "", games.Chess(), core.First, 0, strings.Repeat("White resigns: Black wins (0-1).\n", 4), ""},
		{"new", "", "e4;new;d4", "e7e5 d7d5", games.Chess(), core.First, 0, "The game before was:\n1. e4 e5\nA new game. You are White.\n|Black plays 1... d5\n", ""},
		{"new as the other side", "", "new black", "e2e4", games.Chess(), core.First, 0, "A new game. You are Black.\nWhite plays 1. e4\n", ""},
		{"new as nobody", "", "new sente", "", games.Chess(), core.First, 0, `No new game: there is no side "sente" in chess: choose white or black.`, ""},
		{"new as gote", "", "new gote", "7g7f", games.Shogi(), core.First, 0, "A new game. You are Gote.\nSente plays 1. P-7f\n", ""},
		{"a handicap", handicap, "76歩", "8c8d 3c3d", games.Shogi(), core.First, 0, "Gote plays 1. P-8d\nYou play 2. P-7f\nGote plays 3. P-3d\n", ""},
		{"help", "", "help", "", games.Chess(), core.First, 0, "Moves are typed as e4,|\n  undo          take back|\n  save FILE     write|\n  quit          leave; also exit or q\n", ""},
		{"commands in capitals", "", "UNDO", "", games.Chess(), core.First, 0, "There is no move of yours", ""},
		{"too much behind a command", "", "undo 3", "", games.Chess(), core.First, 0, `undo takes no argument, so "3" is too much.`, ""},
		{"an empty line", "", " ;e4", "e7e5", games.Chess(), core.First, 0, "help.\nYou play 1. e4\n", ""},
		{"save nowhere", "", "save", "", games.Chess(), core.First, 0, "The name of the file is missing, as in save game.pgn.\n", ""},
		{"save nowhere in shogi", "", "save", "", games.Shogi(), core.First, 0, "as in save game.kif.\n", ""},
		{"a level", "", "level 3;level", "", games.Chess(), core.First, 0, "You play against Engine, skill level 3 from now on.\n|You play against Engine, skill level 3. Levels: beginner, casual, club, expert, full, a skill level from 0 to 20 or an Elo from 300 to ", ""},
		{"no level", "", "level x", "", games.Chess(), core.First, 0, "The level stays: there is no level \"x\": choose beginner, casual, club, expert, full, a skill level from 0 to 20 or an Elo from 300 to ", ""},
		{"exit", "", "e4;exit;d4", "e7e5", games.Chess(), core.First, 0, "1. e4 {[%emt 0:00:00]} 1... e5 {[%emt 0:00:00]} *\n", "rnbqkbnr/pppp1ppp/8/4p3/4P3"},
		{"q", "", "q;e4", "e7e5", games.Chess(), core.First, 0, "Type a move, or help.\n", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w"},
		{"save as a strange file", "", "save game.doc", "", games.Chess(), core.First, 0, "Not saved: game.doc: the name of a file for a game of chess ends in .pgn.\n", ""},
		{"save as a file of the other game", "", "save game.pgn", "", games.Shogi(), core.First, 0, "ends in .kif, .ki2 or .csa.\n", ""},
		{"save in a folder that is not there", "", "e4;save none/game.pgn", "e7e5", games.Chess(), core.First, 0, "Not saved: none/game.pgn: ", ""},
		{"quit before the first move", "", "quit;e4", "e7e5", games.Chess(), core.First, 0, "Type a move, or help.\n", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w"},
		{"quit prints what was played", "", "e4;quit", "e7e5", games.Chess(), core.First, 0, "[Result \"*\"]\n\n1. e4 {[%emt 0:00:00]} 1... e5 {[%emt 0:00:00]} *\n", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := script{game: c.game, start: c.start, person: c.person, typed: c.typed,
				engine: &prepared{moves: strings.Fields(c.answers), score: c.score}}
			s.change = func(o *Config) { o.Levels = OurLevels(c.game.Name) }
			got, g := s.run(t)
			for want := range strings.SplitSeq(c.want, "|") {
				must.Has(t, got, want)
			}
			if !strings.HasPrefix(g.pos.String(), c.position) {
				t.Errorf("the position is %s", g.pos)
			}
		})
	}
}

// Help lists what the game has, and nothing of the other one.
func TestHelpIsOfTheGame(t *testing.T) {
	for _, c := range []struct {
		game       games.Game
		has, never []string
	}{
		{games.Chess(), []string{"offer a draw", "O-O", ".pgn", "  level [NAME]", "  quit          leave; also exit or q\n"}, []string{"declare", ".kif", "drop", "  exit"}},
		{games.Shogi(), []string{"  declare ", "a drop", ".kif, .ki2 or .csa"}, []string{"offer a draw", "O-O", ".pgn", "%s"}},
	} {
		got, _ := script{game: c.game, typed: "help", engine: &prepared{}}.run(t)
		for _, word := range c.has {
			if !strings.Contains(got, word) {
				t.Errorf("%s: no %q in\n%s", c.game.Name, word, got)
			}
		}
		for _, word := range c.never {
			if strings.Contains(got, word) {
				t.Errorf("%s: %q in\n%s", c.game.Name, word, got)
			}
		}
	}
}

// What is printed, boards included.
func TestTranscript(t *testing.T) {
	got, _ := script{game: games.Chess(), start: "8/8/8/8/8/3k4/1r6/K7 w - - 0 1", typed: "flip;Kxb2", engine: &prepared{}}.play(t)
	want := `You are White against Engine. Type a move, or help.
8  . . . . . . . .
7  . . . . . . . .
6  . . . . . . . .
5  . . . . . . . .
4  . . . . . . . .
3  . . . k . . . .
2  . r . . . . . .
1  K . . . . . . .
   a b c d e f g h
1  . . . . . . . K
2  . . . . . . r .
3  . . . . k . . .
4  . . . . . . . .
5  . . . . . . . .
6  . . . . . . . .
7  . . . . . . . .
8  . . . . . . . .
   h g f e d c b a
You play 1. Kxb2
1  . . . . . . . .
2  . . . . . . K .
3  . . . . k . . .
4  . . . . . . . .
5  . . . . . . . .
6  . . . . . . . .
7  . . . . . . . .
8  . . . . . . . .
   h g f e d c b a
Neither side can mate any more: a draw (1/2-1/2).
[Event "Game at a terminal"]
`
	if !strings.HasPrefix(got, want) {
		t.Errorf("printed\n%s\nwant\n%s", got, want)
	}
}

// A saved game is read again by package record: moves, names, times and the end.
func TestSave(t *testing.T) {
	folder := t.TempDir()
	for _, c := range []struct {
		name, typed, answers string
		game                 games.Game
		start                string
		moves                int
	}{
		{"a.pgn", "e4;Nf3;resign", "e7e5 b8c6", games.Chess(), "", 4},
		{"b.pgn", "Kd2;resign", "e8d8", games.Chess(), "4k3/8/8/8/8/8/8/R3K3 w Q - 0 40", 2},
		{"c.kif", "76歩;resign", "3c3d", games.Shogi(), "", 2},
		{"d.ki2", "76歩;resign", "3c3d", games.Shogi(), "", 2},
		{"e.csa", "76歩;resign", "3c3d", games.Shogi(), "", 2},
		{"f.kif", "76歩;resign", "8c8d 3c3d", games.Shogi(), "lnsgkgsnl/7b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1", 3},
	} {
		t.Run(c.name, func(t *testing.T) {
			file := filepath.Join(folder, c.name)
			s := script{game: c.game, start: c.start, typed: c.typed + ";save " + file, engine: &prepared{moves: strings.Fields(c.answers)}}
			got, _ := s.run(t)
			if !strings.HasSuffix(got, "Saved to "+file+".\n") { // and nothing is printed at the end
				t.Error(got)
			}
			text, err := os.ReadFile(file)
			must.OK(t, err)
			r, err := record.NewReader(strings.NewReader(string(text)), record.Hint{Name: c.name}).Next()
			must.OK(t, err)
			if len(r.Moves()) != c.moves || r.Result != record.SecondWins || r.Ending != core.Resignation ||
				r.Player(core.First) != "Human" || r.Player(core.Second) != "Engine" {
				t.Errorf("%d moves, %v by %v, %s against %s in\n%s", len(r.Moves()), r.Result, r.Ending, r.Player(core.First), r.Player(core.Second), text)
			}
			if g, err := New(Config{Game: c.game, Engine: &prepared{}, AutoSave: file}); err == nil || !strings.Contains(err.Error(), "file already exists; choose another name") {
				t.Errorf("an old record would be lost: %v, %v", g, err)
			}
		})
	}
}

// What a record tells of a game besides its moves: the time left, another level, and how it ended. Hints have a line.
func TestWhatRecordsTell(t *testing.T) {
	clocked := func(c *Config) { c.Clock = Clock{Time: time.Minute, Increment: 2 * time.Second} }
	for _, c := range []struct {
		name, typed, answers string
		change               func(*Config)
		want                 string
	}{
		{"a clock", "e4", "e7e5", clocked, "1. e4 {[%clk 0:01:02] [%emt 0:00:00]} 1... e5 {[%clk 0:01:02] [%emt 0:00:00]}"},
		{"no clock", "e4", "e7e5", nil, "1. e4 {[%emt 0:00:00]} 1... e5 {[%emt 0:00:00]}"},
		{"who resigns", "e4;resign", "e7e5", nil, "e5 {[%emt 0:00:00] resignation} 0-1"},
		{"the engine resigns", "e4", "resign", nil, "e4 {[%emt 0:00:00] resignation} 1-0"},
		{"another level", "e4;level 1500;d4", "e7e5 e5d4", nil, "1... e5 {[%emt 0:00:00] From here on the opponent is Engine, Elo 1500} 2. d4 {[%emt"},
		{"the level at the beginning", "level 1500;e4", "e7e5", nil, "1... e5 {[%emt 0:00:00]} *"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, _ := script{game: games.Chess(), typed: c.typed + ";quit", change: func(o *Config) {
				o.Levels = OurLevels("chess")
				if c.change != nil {
					c.change(o)
				}
			}, engine: &prepared{moves: strings.Fields(c.answers)}}.run(t)
			if got = strings.ReplaceAll(got, "\n", " "); !strings.Contains(got, c.want) {
				t.Errorf("%s\nlacks %s", got, c.want)
			}
		})
	}
}

func TestHintsHaveALine(t *testing.T) {
	for _, c := range []struct {
		name  string
		game  games.Game
		line  []nitoryu.Move
		tells string
	}{
		{"several moves", games.Chess(), []nitoryu.Move{"b1a3", "e7e5", "d2d4"}, "1. Na3: +0.00 for White, who wins "},
		{"the line", games.Chess(), []nitoryu.Move{"b1a3", "e7e5", "d2d4"}, " The line: 1. Na3 e5 2. d4.\n"},
		{"shogi", games.Shogi(), []nitoryu.Move{"1g1f", "3c3d"}, " The line: 1. P-1f 2. P-3d.\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, _ := script{game: c.game, typed: "hint;quit", engine: &lined{prepared{}, c.line}}.run(t)
			must.Has(t, got, c.tells)
		})
	}
}

// lined is an engine that has a line.
type lined struct {
	prepared
	line []nitoryu.Move
}

func (e *lined) Search(_ context.Context, p *nitoryu.Position, l nitoryu.Limits) (*nitoryu.Search, error) {
	search, report := nitoryu.NewSearch(func() {}, nil)
	r := e.answer(p, l)
	r.Best, r.Lines = e.line[0], []nitoryu.Line{{Rank: 1, Moves: e.line}}
	report.Finish(r, nil)
	return search, nil
}

// With a file for the record, it has the game after each move, and all games of a session.
func TestAutoSave(t *testing.T) {
	file := filepath.Join(t.TempDir(), "games.pgn")
	count := func(text string) (moves []int) {
		for g, err := range record.NewReader(strings.NewReader(text), record.Hint{}).All() {
			must.OK(t, err)
			moves = append(moves, len(g.Moves()))
		}
		return moves
	}
	save := func(c *Config) { c.AutoSave = file }
	got, _ := script{game: games.Chess(), typed: "e4;undo;d4;resign;new;c4", change: save,
		engine: &prepared{moves: strings.Fields("e7e5 d7d5 c7c5")}}.run(t)
	text, err := os.ReadFile(file)
	if moves := count(string(text)); err != nil || len(moves) != 2 || moves[0] != 2 || moves[1] != 2 {
		t.Errorf("%v: games of %v moves in\n%s", err, moves, text)
	}
	if strings.Count(got, "The game is in "+file+".\n") != 2 || strings.Contains(got, "[Event") {
		t.Error(got)
	}
}

// Ctrl-C and the end of the input leave, and what was played is not lost.
func TestLeaving(t *testing.T) {
	file := filepath.Join(t.TempDir(), "left.pgn")
	ask := func(c *Config) { c.Ask = func(prompt string) { _, _ = io.WriteString(c.Out, prompt) } }
	for _, c := range []struct {
		name, typed string
		change      func(*Config)
		want, never string
	}{
		{"the input ends", "e4", nil, "[Event", "Save"},
		{"nothing was played", "", ask, "White> ", "Save"},
		{"somebody is asked", "e4;quit;" + file, ask, "Save the game as (Enter for no file): Saved to " + file + ".\n", "[Event"},
		{"somebody wants no file", "e4;quit; ", ask, "Save the game as", "[Event"},
		{"somebody is asked again", "e4;quit;a.b; ", ask, "Not saved: a.b: ", "[Event"},
		{"the input ends instead of an answer", "e4;quit", ask, "[Event", "Saved"},
		{"it is saved", "e4;save " + filepath.Join(t.TempDir(), "x.pgn") + ";quit", ask, "Saved", "Save the"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, _ := script{game: games.Chess(), typed: c.typed, change: c.change, engine: &prepared{moves: []string{"e7e5"}}}.run(t)
			if !strings.Contains(got, c.want) || strings.Contains(got, c.never) {
				t.Errorf("want %q and no %q in\n%s", c.want, c.never, got)
			}
		})
	}
	t.Run("an interrupt where nobody can be asked", func(t *testing.T) {
		var out strings.Builder
		g, err := New(Config{Game: games.Chess(), Engine: &prepared{moves: []string{"e7e5"}}, Out: &out, Write: func(p core.Position, m, _ core.Move) string { return record.SAN(p, m) }})
		must.OK(t, err)
		stop, lines := make(chan os.Signal, 1), make(chan string)
		go func() { lines <- "e4"; lines <- "moves"; stop <- os.Interrupt }()
		if err := g.Run(lines, stop); err != nil || !strings.Contains(out.String(), "1. e4 {") {
			t.Errorf("%v\n%s", err, out.String())
		}
	})
}

// The clock ends games, and taking back gives time back.
func TestClock(t *testing.T) {
	start := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	for _, c := range []struct {
		name, start   string
		clock         Clock
		step          time.Duration // between two looks at the clock
		typed, result string
		tag           string // of the record
	}{
		{"enough time", "", Clock{Time: time.Hour}, time.Second, "e4", "Black plays 1... e5\n", "3600+0"},
		{"no time left", "", Clock{Time: 2 * time.Second, Increment: time.Second / 2}, time.Second, "e4", "White has run out of time: Black wins (0-1).\n", "2+0.5"},
		{"no time left, and nobody to win", "8/8/4k3/8/8/4K3/4R3/8 w - - 0 1", Clock{Time: time.Second}, time.Second, "Rd2",
			"White has run out of time, but the other side cannot mate: a draw (1/2-1/2).\n", "1+0"},
		{"no time left against a queen", "8/8/4k3/8/8/4K3/4q3/8 w - - 0 1", Clock{Time: time.Second}, time.Second, "Kxe2",
			"White has run out of time: Black wins (0-1).\n", "1+0"},
		{"byoyomi", "", Clock{Byoyomi: time.Minute}, time.Second, "e4", "Black plays 1... e5\n", "0+60+0"},
		{"byoyomi is over", "", Clock{Byoyomi: time.Second}, time.Second, "e4", "White has run out of time: Black wins (0-1).\n", "0+1+0"},
	} {
		t.Run(c.name, func(t *testing.T) {
			now := start
			got, g := script{game: games.Chess(), start: c.start, typed: c.typed, engine: &prepared{moves: []string{"e7e5"}}, change: func(o *Config) {
				o.Clock = c.clock
				o.Now = func() time.Time { now = now.Add(c.step); return now }
			}}.run(t)
			must.Has(t, got, c.result)
			if tag := g.Record().Tags.Get(record.TagTimeControl); tag != c.tag {
				t.Errorf("the record says %q", tag)
			}
		})
	}
	now := start
	_, g := script{game: games.Chess(), typed: "e4;undo", engine: &prepared{moves: []string{"e7e5"}}, change: func(o *Config) {
		o.Clock = Clock{Time: time.Hour}
		o.Now = func() time.Time { now = now.Add(time.Second); return now }
	}}.run(t)
	if left := g.clock.Left[core.First]; left != time.Hour {
		t.Errorf("%v is left after taking back", left)
	}
	for _, c := range []struct {
		name  string
		clock Clock
		spent time.Duration
		left  time.Duration
		shown string
	}{
		{"sudden death", Clock{Time: 5 * time.Minute}, time.Minute, 4 * time.Minute, "4:00"},
		{"increment", Clock{Time: time.Minute, Increment: 3 * time.Second}, 10 * time.Second, 53 * time.Second, "0:50"},
		{"seconds that have begun", Clock{Time: time.Minute}, 300 * time.Millisecond, time.Minute - 300*time.Millisecond, "1:00"},
		{"byoyomi not yet", Clock{Time: time.Minute, Byoyomi: 30 * time.Second}, 50 * time.Second, 10 * time.Second, "0:10 (byoyomi 30s)"},
		{"byoyomi", Clock{Time: time.Minute, Byoyomi: 30 * time.Second}, 70 * time.Second, 0, "byoyomi 20s"},
	} {
		one := c.clock.start()
		if got := one.text(core.First, c.spent, false); got != c.shown {
			t.Errorf("%s: shown as %q, want %q", c.name, got, c.shown)
		}
		if one.Spend(nitoryu.First, c.spent); one.Left[core.First] != c.left {
			t.Errorf("%s: %v is left, want %v", c.name, one.Left[core.First], c.left)
		}
	}
}
