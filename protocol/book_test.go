package protocol_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/options"
	"github.com/nitoryu/nitoryu/protocol"
)

// fakeBooks are books whose names say what is in them.
type fakeBooks struct {
	log  func(string)
	open string
}

func (b *fakeBooks) Open(game string, c options.Book) (string, error) {
	name := ""
	if c.On && c.File != "" && c.File != options.NoBook {
		name = c.Folder + "/" + c.File
	}
	if name == b.open {
		return "", nil
	}
	if b.open = name; strings.HasSuffix(name, "missing.bin") {
		return "", errors.New(name + ": no such file")
	}
	return strings.TrimSpace(game + " " + name), nil
}

func (b *fakeBooks) Pick(game string, c options.Book, _ core.Position) (m options.BookMove, ok bool, err error) {
	b.log(fmt.Sprintf("* pick %s plies=%d variety=%d weights=%v", game, c.Plies, c.Variety, c.ByWeight))
	m = options.BookMove{Move: take(2)[0], Reply: take(1)[0], Score: core.NoScore, Moves: 3, Book: "b"}
	switch b.open {
	case "", "/missing.bin", "/other.bin":
		return m, false, nil
	case "/illegal.bin":
		m.Move = core.NewMove(0, 7, 1, 0)
	case "/last.bin":
		m.Reply = core.NoMove
	case "/broken.bin":
		return m, false, errors.New("broken.bin: ends at byte 7")
	case "book/scores.db", "/scores.bin":
		m.Score, m.Depth = -35, 32
		err = errors.New("scores.db: a move is not legal and was ignored")
	}
	return m, true, err
}

func TestBook(t *testing.T) {
	const on = "setoption name OwnBook value true\n"
	const line = "info string book b, moves 3\ninfo depth 1 seldepth 1 multipv 1 nodes 0 nps 0 hashfull 0 time 1 pv t2 t1\nbestmove t2 ponder t1\n"
	const pick = "* pick chess plies=255 variety=100 weights=true\n"
	const searched = "info depth 1 seldepth 2 multipv 1 score cp 13 nodes 1000 nps 100000 hashfull 5 time 10 pv t1 t1 t1 t1\nbestmove t1 ponder t1\n"
	file := func(name string) string { return "setoption name BookFile value " + name + "\n" }
	for _, c := range []struct{ name, commands, want string }{
		{"off", file("good.bin") + "go depth 1", "* go depth=1\n" + searched},
		{"on, without a file", on + "go depth 1", pick + "* go depth=1\n" + searched},
		{"on", on + file("good.bin") + "go depth 1", "info string book chess /good.bin\n" + pick + line},
		{"in the other order, with a clock", file("good.bin") + on + "go wtime 1000 btime 1000", "info string book chess /good.bin\n" + pick + line},
		{"opened before the first go", on + file("good.bin") + "isready\ngo nodes 7",
			"* prepare\ninfo string book chess /good.bin\nreadyok\n" + pick + line},
		{"a name with blanks, in Japanese", on + file("我が 定跡.bin") + "go depth 1", "info string book chess /我が 定跡.bin\n" + pick + line},
		{"no move", on + file("other.bin") + "go depth 1", "info string book chess /other.bin\n" + pick + "* go depth=1\n" + searched},
		{"no reply", on + file("last.bin") + "go depth 1", "info string book chess /last.bin\n" + pick +
			"info string book b, moves 3\ninfo depth 1 seldepth 1 multipv 1 nodes 0 nps 0 hashfull 0 time 1 pv t2\nbestmove t2\n"},
		{"a move with a score", on + file("scores.bin") + "setoption name UCI_ShowWDL value true\ngo depth 1", "info string book chess /scores.bin\n" + pick +
			"info string book: scores.db: a move is not legal and was ignored\ninfo string book b, moves 3\n" +
			"info depth 32 seldepth 32 multipv 1 score cp -35 wdl 2 54 944 nodes 0 nps 0 hashfull 0 time 1 pv t2 t1\nbestmove t2 ponder t1\n"},
		{"without a score there are no chances", on + file("good.bin") + "setoption name UCI_ShowWDL value true\ngo depth 1", "info string book chess /good.bin\n" + pick + line},
		{"an illegal move", on + file("illegal.bin") + "go depth 1", "info string book chess /illegal.bin\n" + pick + "* go depth=1\n" + searched},
		{"a missing file is said once", on + file("missing.bin") + "isready\ngo depth 1",
			"* prepare\ninfo string ERROR playing without a book: /missing.bin: no such file\nreadyok\n" + pick + "* go depth=1\n" + searched},
		{"a broken file", on + file("broken.bin") + "go depth 1",
			"info string book chess /broken.bin\n" + pick + "info string book: broken.bin: ends at byte 7\n* go depth=1\n" + searched},
		{"what is wrong is said once a game", on + file("broken.bin") + "go depth 1\ngo depth 1\nucinewgame\ngo depth 1",
			"info string book chess /broken.bin\n" + pick + "info string book: broken.bin: ends at byte 7\n* go depth=1\n" + searched +
				pick + "* go depth=1\n" + searched + "* new game\n" + pick + "info string book: broken.bin: ends at byte 7\n* go depth=1\n" + searched},
		{"its options", on + file("good.bin") + "setoption name BookDepth value 8\nsetoption name BookVariety value 0\ngo depth 1",
			"info string book chess /good.bin\n* pick chess plies=8 variety=0 weights=true\n" + line},
		{"a value out of range", "setoption name BookVariety value 101", "info string ERROR option BookVariety keeps its value: \"101\" is not a number from 0 to 100\n"},
		{"not for mates", on + file("good.bin") + "go mate 1", "* mate\n* go mate=1\n" + searched},
		{"not for chosen moves", on + file("good.bin") + "go depth 1 searchmoves t1", "* go depth=1 only=1\n" + searched},
		{"not for analyses", on + file("good.bin") + "setoption name UCI_AnalyseMode value true\ngo depth 1", "* go depth=1 analysis=yes\n" + searched},
		{"not without end", on + file("good.bin") + "go infinite\nstop", "* go infinite=yes\n" + searched},
		{"not on the opponent's time", on + file("good.bin") + "go ponder wtime 100\nponderhit",
			"* go time=100ms/0s ponder=yes\n" + strings.Replace(searched, "bestmove", "* ponderhit\nbestmove", 1)},
		{"once more after a search", on + file("good.bin") + "go infinite\nstop\ngo depth 1", "* go infinite=yes\n" + searched + "info string book chess /good.bin\n" + pick + line},
	} {
		t.Run(c.name, func(t *testing.T) { bookTranscript(t, c.commands, c.want) })
	}
}

// Shogi has the options of YaneuraOu.
func TestBookOfShogi(t *testing.T) {
	const pick = "* pick shogi plies=16 variety=100 weights=false\n"
	const searched = "info depth 1 seldepth 2 score cp 13 nodes 1000 nps 100000 hashfull 5 time 10 pv t1 t1 t1 t1 t1\nbestmove t1 ponder t1\n"
	for _, c := range []struct{ name, commands, want string }{
		{"there is none at first", "go depth 1", pick + "* go depth=1\n" + searched},
		{"a book in the usual folder", "setoption name BookFile value scores.db\ngo byoyomi 100", "info string book shogi book/scores.db\n" + pick +
			"info string book: scores.db: a move is not legal and was ignored\ninfo string book b, moves 3\n" +
			"info depth 32 seldepth 32 score cp -35 nodes 0 nps 0 hashfull 0 time 1 pv t2 t1\nbestmove t2 ponder t1\n"},
		{"one after another is not the same", "setoption name BookFile value other.db\nsetoption name BookDir value <empty>\ngo depth 1", "info string book shogi /other.db\n" + pick +
			"info string book b, moves 3\ninfo depth 1 seldepth 1 nodes 0 nps 0 hashfull 0 time 1 pv t2 t1\nbestmove t2 ponder t1\n"},
		{"switched off", "setoption name BookFile value scores.db\nsetoption name USI_OwnBook value false\ngo depth 1", "* go depth=1\n" + searched},
		{"no book", "setoption name BookFile value no_book\ngo depth 1", pick + "* go depth=1\n" + searched},
		{"not in analyses", "setoption name BookFile value scores.db\nsetoption name ConsiderationMode value true\ngo depth 1", "* go depth=1\n" + searched},
		{"a declaration comes first", "setoption name BookFile value scores.db\nposition sfen 5 1 declare\ngo depth 1", "* go depth=1\n" + searched},
		{"numbers", "setoption name BookMoves value 3\nsetoption name ConsiderBookMoveCount value true\ngo depth 1",
			"* pick shogi plies=3 variety=100 weights=true\n* go depth=1\n" + searched},
	} {
		t.Run(c.name, func(t *testing.T) { bookTranscript(t, "usi\n"+c.commands, c.want) })
	}
}

// bookTranscript gives commands to a session with books and compares what follows them.
// The answer to usi is left out.
func bookTranscript(t *testing.T, commands, want string) {
	t.Helper()
	s, e, out := configuredSession(t, func(c *protocol.Config) {
		c.Books = &fakeBooks{log: func(text string) { c.Out.(*buffer).line(text) }}
	})
	out.reset()
	for _, line := range strings.Split(commands, "\n") {
		s.Line(line)
		e.settle()
		if line == "usi" {
			out.reset()
		}
	}
	s.Line("stop")
	s.Wait()
	if got := out.String(); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

// Every option of a book reaches the choice.
func TestBookOptions(t *testing.T) {
	var got options.Book
	s, _, _ := configuredSession(t, func(c *protocol.Config) { c.Books = &seenBooks{&got} })
	s.Line("usi")
	s.Line("isready")
	want := options.Book{
		On: true, File: "no_book", Folder: "book", Flipped: true, Plies: 16, Variety: 100,
		MinDepth: 16, MaxLoss: 30, MinScore: [2]core.Score{0, -140},
	}
	if got != want {
		t.Errorf("defaults: %+v, want %+v", got, want)
	}
	for _, line := range []string{
		"USI_OwnBook value false", "BookDir value /定跡 集", "BookFile value a b.db", "BookMoves value 40", "BookVariety value 7",
		"ConsiderBookMoveCount value true", "NarrowBook value true", "BookIgnoreRate value 5", "BookEvalDiff value 9",
		"BookEvalBlackLimit value -8", "BookEvalWhiteLimit value -9", "BookDepthLimit value 3", "BookOnTheFly value true",
		"IgnoreBookPly value true", "FlippedBook value false",
	} {
		s.Line("setoption name " + line)
	}
	s.Line("isready")
	want = options.Book{
		File: "a b.db", Folder: "/定跡 集", OnTheFly: true, IgnorePly: true, Plies: 40, Variety: 7, ByWeight: true,
		Narrow: true, Ignore: 5, MinDepth: 3, MaxLoss: 9, MinScore: [2]core.Score{-8, -9},
	}
	if got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

// seenBooks keep the last choice.
type seenBooks struct{ seen *options.Book }

func (b *seenBooks) Open(_ string, c options.Book) (string, error) { *b.seen = c; return "", nil }

func (b *seenBooks) Pick(string, options.Book, core.Position) (m options.BookMove, ok bool, err error) {
	return m, false, nil
}
