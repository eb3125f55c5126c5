package record

import (
	"strings"
	"testing"
	"time"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/tests/must"
)

// jkfLine is JKF with entries behind the first one.
func jkfLine(entries ...string) string {
	return "{\"header\":{\"先手\":\"甲\"},\n\"moves\":[{},\n" + strings.Join(entries, ",\n") + "\n]}\n"
}

// Moves of JKF.
const (
	pawn76  = `{"move":{"color":0,"from":{"x":7,"y":7},"to":{"x":7,"y":6},"piece":"FU"}}`
	pawn34  = `{"move":{"color":1,"from":{"x":3,"y":3},"to":{"x":3,"y":4},"piece":"FU"}}`
	takes22 = `{"move":{"color":0,"from":{"x":8,"y":8},"to":{"x":2,"y":2},"piece":"KA","capture":"KA","promote":true}}`
	same22  = `{"move":{"color":1,"from":{"x":3,"y":1},"same":true,"piece":"GI","capture":"UM"}}`
	drop45  = `{"move":{"color":0,"to":{"x":4,"y":5},"piece":"KA"}}`
)

func TestReadJKF(t *testing.T) {
	for _, test := range []struct{ name, text, start, moves, end string }{
		{"a player's file", `{"header":{"先手":"甲","後手":"乙","手合割":"平手"},"initial":{"preset":"HIRATE"},"moves":[{},` + pawn76 + "," + pawn34 + "]}", "", "7g7f 3c3d", ""},
		{"capture, same square and drop", jkfLine(pawn76, pawn34, takes22, same22, drop45), "", "7g7f 3c3d 8h2b+ 3a2b B*4e", ""},
		{"no promotion", jkfLine(pawn76, pawn34, strings.Replace(takes22, "true", "false", 1)), "", "7g7f 3c3d 8h2b", ""},
		{"made of CSA", jkfLine(pawn76, pawn34, `{"move":{"from":{"x":8,"y":8},"to":{"x":2,"y":2},"piece":"UM"}}`), "", "7g7f 3c3d 8h2b+", ""},
		{"made of KI2", jkfLine(`{"move":{"to":{"x":5,"y":8},"piece":"KI","relative":"R"}}`), "", "4i5h", ""},
		{"null instead of nothing", jkfLine(`{"comments":null,"forks":null,"time":null,"move":{"from":{"x":7,"y":7},"to":{"x":7,"y":6},"piece":"FU","promote":null,"same":null}}`), "", "7g7f", ""},
		{"forks in front of the move", jkfLine(`{"forks":[[` + strings.ReplaceAll(pawn76, `"x":7`, `"x":2`) + `]],` + pawn76[1:]), "", "7g7f", ""},
		{"an array of one", "[\n" + jkfLine(pawn76) + "]", "", "7g7f", ""},
		{"a byte order mark", mark + jkfLine(pawn76), "", "7g7f", ""},
		{"a handicap", `{"header":{},"initial":{"preset":"6"},"moves":[{},{"move":{"from":{"x":5,"y":1},"to":{"x":4,"y":2},"color":1,"piece":"OU"}}]}`, "2sgkgs2/9" + handicapRest, "5a4b", ""},
		{"a handicap in the header", `{"header":{"手合割":"香落ち"},"moves":[]}`, "lnsgkgsn1/1r5b1" + handicapRest, "", ""},
		{"moves in front of the position", `{"moves":[{},` + pawn34 + `],"initial":{"preset":"KA"}}`, "lnsgkgsnl/1r7" + handicapRest, "3c3d", ""},
		{"resigned", jkfLine(pawn76, `{"special":"TORYO"}`), "", "7g7f", "1-0 by resignation"},
		{"with a percent sign", jkfLine(pawn76, `{"special":"%TORYO"}`), "", "7g7f", "1-0 by resignation"},
		{"a draw", jkfLine(`{"special":"SENNICHITE"}`), "", "", "1/2-1/2 by repetition"},
		{"a foul of the opponent", jkfLine(pawn76, `{"special":"ILLEGAL_ACTION"}`), "", "7g7f", "0-1 by illegal move"},
		{"a foul that stands there", jkfLine(pawn76, `{"move":{"from":{"x":5,"y":3},"to":{"x":5,"y":5},"piece":"FU"}}`, `{"special":"ILLEGAL_MOVE"}`), "", "7g7f", "1-0 by illegal move"},
		{"an unknown end", jkfLine(pawn76, `{"special":"MATTA"}`), "", "7g7f", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			g := readOne(t, test.text, Hint{})
			if g.Source.Format != JKF || g.Start != test.start || mainLine(t, g) != test.moves {
				t.Errorf("%s from %q: %s, want %q: %s", g.Source.Format, g.Start, mainLine(t, g), test.start, test.moves)
			}
			end := ""
			if g.Result != Unfinished {
				end = outcome(g.Result, g.Ending)
			}
			if end != test.end {
				t.Errorf("%s, want %s", end, test.end)
			}
			first := write(t, g, JKF, Options{})
			if second := write(t, readOne(t, first, Hint{}), JKF, Options{}); second != first {
				t.Errorf("written again\n%s\nfirst\n%s", second, first)
			}
		})
	}
}

// Comments, times, evaluations and variations of JKF.
func TestJKFAnnotations(t *testing.T) {
	g := readOne(t, jkfLine(`{"comments":["one","&mark","#評価値=12"],"time":{"now":{"m":1,"s":2},"total":{"h":1,"m":0,"s":2}},`+pawn76[1:],
		`{"forks":[[{"comments":["before"]},`+strings.ReplaceAll(pawn34, "3,", "8,")+`,{"special":"CHUDAN"}],[`+strings.ReplaceAll(pawn34, "3,", "4,")+`]],`+pawn34[1:]), Hint{})
	n := g.Root.Main()
	if n.Comments[0] != "one\n#評価値=12" || n.Bookmark != "mark" || n.Eval == nil || n.Eval.Score != 12 {
		t.Errorf("comments %q, bookmark %q, evaluation %v", n.Comments, n.Bookmark, n.Eval)
	}
	if n.Spent != Known(62*time.Second) || n.Total != Known(3602*time.Second) || g.Player(core.First) != "甲" {
		t.Errorf("times %v %v, player %q", n.Spent, n.Total, g.Player(core.First))
	}
	if len(n.Children) != 3 || n.Children[1].Before[0] != "before" || n.Children[1].Main().Terminal != Breaks {
		t.Fatalf("%s", tree(g))
	}
	if text := write(t, g, JKF, Options{}); !strings.Contains(text, `"time":{"now":{"h":0,"m":1,"s":2},"total":{"h":1,"m":0,"s":2}}`) || !strings.Contains(text, `"forks":[[{"comments":["before"],"move"`) {
		t.Errorf("wrote %s", text)
	}
}

// A position of its own is written and read with its hands and side.
func TestJKFPosition(t *testing.T) {
	const sfen = "4k4/9/4P4/9/9/9/9/9/4K4 w 2G9P2p 1"
	g := readOne(t, "sfen "+sfen+" moves 5a4a", Hint{})
	text := write(t, g, JKF, Options{})
	if again := readOne(t, text, Hint{}); again.Start != sfen || mainLine(t, again) != "5a4a" {
		t.Errorf("%q, %s in %s", again.Start, mainLine(t, again), text)
	}
}

// What is wrong with JKF is told with its line, and what can be read is read.
func TestJKFFaults(t *testing.T) {
	for _, test := range []struct{ name, text, want, moves string }{
		{"an illegal move", jkfLine(pawn76, pawn34, strings.Replace(drop45, "KA", "HI", 1), pawn76), `game 1, line 5: move 3: move "45HI" is not legal`, "7g7f 3c3d"},
		{"another piece", jkfLine(strings.Replace(pawn76, "FU", "KY", 1)), `line 3: move 1: "7776KY" names another piece`, ""},
		{"the other side", jkfLine(strings.Replace(pawn76, `:0`, `:1`, 1)), `line 3: move 1: "7776FU" moves for the side`, ""},
		{"no square", jkfLine(strings.Replace(pawn76, `"y":6`, `"y":16`, 1)), `line 3: move 1: "77716FU" is no move`, ""},
		{"same without a move before", jkfLine(strings.Replace(same22, `"color":1,`, "", 1)), `line 3: move 1: "31GI" is no move`, ""},
		{"a fork", jkfLine(pawn76[:len(pawn76)-1]+`,"forks":[[`+pawn34+`]]}`, pawn34), `line 3: move 1: "3334FU" moves for the side`, "7g7f 3c3d"},
		{"a move behind the end", jkfLine(`{"special":"TORYO"}`, pawn76), `line 4: a move follows after`, ""},
		{"a number for a text", "{\"moves\":[\n{},\n{\"special\":1}]}", "line 3: a number stands where JKF has something else", ""},
		{"no JSON", "{\"moves\":[\n{},\n{x}]}", "line 3: invalid character", "-"},
		{"cut off", "{\"moves\":[\n{}", "line 1: the JSON ends before its last bracket", "-"},
		{"no moves", `{"header":{}}`, "line 1: the JSON has no moves, so it is no JKF", "-"},
		{"an unknown preset", `{"initial":{"preset":"9"},"moves":[]}`, `preset "9" is not known`, "-"},
		{"a small board", `{"initial":{"preset":"OTHER","data":{"color":0,"board":[[{}]],"hands":[{},{}]}},"moves":[]}`, "the board has 1 file,", "-"},
	} {
		t.Run(test.name, func(t *testing.T) {
			r := NewReader(strings.NewReader(test.text+"\n"+jkfLine(pawn76)), Hint{})
			g, err := r.Next()
			must.Say(t, err, test.want)
			if (g == nil) != (test.moves == "-") || g != nil && mainLine(t, g) != test.moves {
				t.Errorf("game %v, want %s", g, test.moves)
			}
			if test.name == "cut off" {
				return
			}
			if next, err := r.Next(); err != nil || mainLine(t, next) != "7g7f" {
				t.Errorf("the next game: %v", err)
			}
		})
	}
}

// Several games on a line, on lines, or in an array are several games, also when written.
func TestJKFGames(t *testing.T) {
	one := strings.ReplaceAll(jkfLine(pawn76), "\n", "")
	for name, text := range map[string]string{"on a line": one + one + one, "on lines": one + "\n" + one + "\n" + one, "an array": "[" + one + ",\n" + one + ", " + one + "]"} {
		games, faults := readAll(t, text, Hint{})
		if len(games) != 3 || len(faults) > 0 {
			t.Errorf("%s: %d games, faults %v", name, len(games), faults)
		}
	}
}
