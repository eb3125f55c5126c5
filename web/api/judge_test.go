package api_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/review"
)

// The fool's mate, with what an engine thinks of it.
const foolsMate = `"record":{"game":"chess","root":{"next":[{"move":"f2f3","next":[{"move":"e7e5","next":[{"move":"g2g4","next":[{"move":"d8h4"}]}]}]}]}},
	"thoughts":[{"lines":[{"score":"+0.20","depth":10,"moves":["e2e4","e7e5"]}]},{"lines":[{"score":"+0.60","depth":10,"moves":["e7e5"]}]},{"lines":[{"score":"-0.70","depth":10,"moves":["e2e4","g8f6"]}]},{"lines":[{"score":"#1","depth":10,"moves":["d8h4"]}]}]`

func TestJudge(t *testing.T) {
	a := asked(t, `{"id":1,"do":"judge",`+foolsMate+`}`)
	check(t, a, []fact{
		{"moves.0.ply", "1"}, {"moves.0.side", `"first"`}, {"moves.1.side", `"second"`}, {"moves.0.kind", `"inaccuracy"`}, {"moves.0.best", `{"move":"e2e4","names":{"figurine":"e4","san":"e4"}}`},
		{"moves.1.kind", `""`}, {"moves.1.word", `{"en":"best","ja":"最善手"}`}, {"moves.1.reasons", "null"}, {"moves.1.line", "null"}, {"moves.1.loss", "0"},
		{"moves.2.kind", `"blunder"`}, {"moves.2.word", `{"en":"blunder","ja":"大悪手"}`},
		{"moves.2.reasons.en", `"Blunder. Lets Black mate in 1 by Qh4#. Best was e4."`}, {"moves.2.reasons.ja", `"【大悪手】Qh4#から黒に1手詰めがある。最善手はe4。"`},
		{"moves.2.line.1.names.san", `"Nf6"`}, {"moves.3.kind", `""`}, {"moves.4", "null"},
		{"players.0.blunders", "1"}, {"players.0.inaccuracies", "1"}, {"players.0.moves", "2"}, {"players.1.accuracy", "100"},
		{"turning.1.ply", "3"}, {"turning.1.text.en", `"Blunder. Lets Black mate in 1 by Qh4#. Best was e4."`}, {"chances.4", "0"}, {"chances.5", "null"},
	})
	s := review.OwnStandardOf("chess")
	if chance, want := at(a, "chances.0").(float64), s.Chance(20)/100; math.Abs(chance-want) > 1e-9 {
		t.Errorf("the chance at the start is %v, want %v", chance, want)
	}
	loss := at(a, "moves.2.loss").(float64)
	if want := (s.Chance(-70) - s.Chance(-31999)) / 100; math.Abs(loss-want) > 1e-9 {
		t.Errorf("the loss is %v, want %v", loss, want)
	}
}

func TestJudgeShogi(t *testing.T) {
	a := asked(t, `{"id":1,"do":"judge","record":{"game":"shogi","root":{"next":[{"move":"7g7f","next":[{"move":"5a6b"}]}]}},
		"thoughts":[{"lines":[{"score":"+0.50","moves":["7g7f"]}]},{"lines":[{"score":"-0.40","moves":["3c3d","2g2f"]}]},{"lines":[{"score":"+9.00","moves":["8h3c+","2a3c"]}]}]}`)
	check(t, a, []fact{
		{"moves.1.kind", `"mistake"`}, {"moves.1.best.names.kanji", `"△３四歩"`}, {"chances.3", "null"},
		{"moves.1.reasons.ja", `"【悪手】▲３三角成から先手が指しやすくなる。最善手は△３四歩。"`}, {"moves.1.reasons.en", `"Mistake. Gives Sente the better chances after Bx3c+. Best was P-3d."`},
	})
}

// A comparison of the move with a better one counts, and not the searches before and after it.
func TestJudgeComparison(t *testing.T) {
	loss := func(compared string) float64 {
		a := asked(t, `{"do":"judge","record":{"game":"chess","root":{"next":[{"move":"e2e4"}]}},
			"thoughts":[{"lines":[{"score":"+0.50","moves":["d2d4"]}]},{"lines":[{"score":"-0.40","moves":["e7e5"]}]}],"compared":[`+compared+`]}`)
		return at(a, "moves.0.loss").(float64)
	}
	without, worse := loss(``), loss(`{"best":"d2d4","played":"e2e4","scores":["-0.50","+3.00"],"times":1}`)
	if without > 0.05 || worse < 0.2 {
		t.Errorf("the loss is %v without a comparison, %v with one", without, worse)
	}
	for _, compared := range []string{`{"best":"d2d4","played":"e2e4","scores":["-0.50","+3.00"]}`, `{"scores":["high","low"]}`, `{"scores":3}`} {
		if a := ask(t, `{"do":"judge","record":{"game":"chess","root":{}},"thoughts":[],"compared":[`+compared+`]}`); a["error"] == nil {
			t.Errorf("%s is taken", compared)
		}
	}
}

// Mates are told in moves in chess, in plies in shogi.
func TestMates(t *testing.T) {
	for _, c := range []struct{ name, request, want string }{
		{"chess", `"record":{"position":"6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1","root":{"next":[{"move":"h2h3"}]}},
			"thoughts":[{"lines":[{"score":"#3","moves":["a1a8"]}]},{"lines":[{"score":"-5.00","moves":["h7h6"]}]}]`, "Misses a mate in 2"},
		{"shogi", `"record":{"position":"4k4/9/4P4/9/9/9/9/9/4K4 b 2G 1","root":{"next":[{"move":"5i5h"}]}},
			"thoughts":[{"lines":[{"score":"#3","moves":["G*5b"]}]},{"lines":[{"score":"-3.00","moves":["5a4b"]}]}]`, "Misses a mate in 3 plies."},
	} {
		a := asked(t, `{"do":"judge",`+c.request+`}`)
		if got := fmt.Sprint(at(a, "moves.0.reasons.en")); !strings.Contains(got, c.want) {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

func TestJudgeFaults(t *testing.T) {
	const game = `"record":{"game":"chess","root":{"next":[{"move":"e2e4"}]}}`
	for _, c := range []struct{ name, request, want string }{
		{"no thoughts", game, "positions are missing"},
		{"too few thoughts", game + `,"thoughts":[{"lines":[{"score":"+0.01","moves":["e2e4"]}]}]`, "positions are missing"},
		{"too many thoughts", game + `,"thoughts":[null,null,null]`, "there are 3 thoughts about 2 positions"},
		{"an illegal line", game + `,"thoughts":[{"lines":[{"score":"+0.01","moves":["e2e5"]}]}]`, "thought 0: move \"e2e5\" is illegal"},
		{"an empty line", game + `,"thoughts":[{"lines":[{"score":"+0.01","moves":[]}]}]`, "thought 0: the line has no move"},
		{"no score", game + `,"thoughts":[{"lines":[{"score":"high","moves":["e2e4"]}]}]`, "no score"},
		{"an illegal move", `"record":{"game":"chess","root":{"next":[{"move":"e2e5"}]}}`, "ply 1"},
	} {
		if got := fmt.Sprint(ask(t, `{"do":"judge",`+c.request+`}`)["error"]); !strings.Contains(got, c.want) {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
	// What is behind an illegal move of a line is left out.
	asked(t, `{"do":"judge",`+game+`,"thoughts":[{"lines":[{"score":"+0.01","moves":["e2e4","e2e4"]}]},{"lines":[{"score":"+0.01","moves":["e7e5"]}]}]}`)
}

// What was more than good needs a second line, and what teaches something is an exercise.
func TestJudgePraise(t *testing.T) {
	const game = `"record":{"game":"chess","root":{"next":[{"move":"f2f3","next":[{"move":"e7e5","next":[{"move":"e1f2","next":[{"move":"d7d5"}]}]}]}]}},
		"thoughts":[{"lines":[{"score":"+0.00","moves":["f2f3"]}]},{"lines":[{"score":"+0.00","moves":["e7e5"]}]},
		{"lines":[{"score":"+4.00","moves":["e2e4","g8f6"]},{"score":"+3.95","moves":["d2d4"]},{"score":"+1.00","moves":["a2a3"]}]},
		{"lines":[{"score":"+9.00","moves":["d7d5"]},{"score":"-2.00","moves":["a7a6"]}]},{"lines":[{"score":"-9.00","moves":["d2d4"]}]}]`
	a := asked(t, `{"do":"judge",`+game+`}`)
	check(t, a, []fact{
		{"moves.2.kind", `"blunder"`}, {"moves.2.praise", "null"}, {"moves.2.missedWin", "null"},
		{"moves.2.exercise", `{"moves":["e7e5"],"position":"rnbqkbnr/pppppppp/8/8/8/5P2/PPPPP1PP/RNBQKBNR b KQkq - 0 1","solutions":["e2e4","d2d4"]}`},
		{"moves.3.praise", `"great"`}, {"moves.3.word", `{"en":"great","ja":"妙手"}`}, {"moves.3.exercise", "null"},
		{"players.1.great", "1"}, {"players.1.onlyMoves", "0"}, {"players.0.missedWins", "0"},
	})
	a = asked(t, `{"do":"judge",`+strings.Replace(game, `"score":"+4.00"`, `"score":"+9.00"`, 1)+`}`)
	check(t, a, []fact{{"moves.2.missedWin", "true"}, {"moves.2.word", `{"en":"blunder, missed win","ja":"大悪手、勝ちを逃す"}`}, {"players.0.missedWins", "1"}})
	// A mistake with the first move has no move before it.
	a = asked(t, `{"do":"judge","record":{"game":"chess","root":{"next":[{"move":"g2g4"}]}},
		"thoughts":[{"lines":[{"score":"+0.20","moves":["e2e4"]}]},{"lines":[{"score":"+6.00","moves":["e7e5"]}]}]}`)
	check(t, a, []fact{{"moves.0.exercise.moves", "[]"}, {"moves.0.exercise.solutions", `["e2e4"]`}})
	if position := fmt.Sprint(at(a, "moves.0.exercise.position")); !strings.HasPrefix(position, "rnbqkbnr") {
		t.Errorf("the exercise begins at %q", position)
	}
}

func TestDoubts(t *testing.T) {
	const game = `"record":{"game":"chess","root":{"next":[{"move":"f2f3","next":[{"move":"e7e5","next":[{"move":"g2g4"}]}]}]}},
		"thoughts":[{"lines":[{"score":"+0.00","moves":["f2f3"]}]},{"lines":[{"score":"+0.00","moves":["e7e5"]}]},{"lines":[{"score":"+0.00","moves":["e2e4"]}]},{"lines":[{"score":"#1","moves":["d8h4"]}]}]`
	check(t, asked(t, `{"do":"doubts",`+game+`,"times":[1,1,1,1]}`), []fact{
		{"doubts.0.position", "1"}, {"doubts.1", `{"others":false,"position":2}`}, {"doubts.2.position", "3"}, {"doubts.3", "null"},
	})
	check(t, asked(t, `{"do":"doubts",`+game+`,"times":[2,2,2,2]}`), []fact{{"doubts", "[]"}})
	if got := fmt.Sprint(ask(t, `{"do":"doubts",`+game+`,"times":[1]}`)["error"]); got != "there are 1 times for 4 thoughts" {
		t.Errorf("the fault is %q", got)
	}
}
