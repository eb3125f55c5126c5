package record

import (
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"
)

// hostile are texts that tempt a reader to look at the same bytes again and again. Each
// is made for a size, and nearly that long.
var hostile = []struct {
	name   string
	format Format
	text   func(n int) string
}{
	{"lines in no encoding", KIF, func(n int) string { return repeat("*\x80\xff\n", n) }},
	{"lines in no encoding, and one that is not ASCII", KIF, func(n int) string { return repeat("*\x80\xff\n*歩\n", n) }},
	{"marks", PGN, func(n int) string { return repeat("e4"+mark, n) }},
	{"marks in tags", PGN, func(n int) string { return repeat("[a"+mark, n) }},
	{"marks in heads", KIF, func(n int) string { return repeat("手数---"+mark, n) }},
	{"marks in comments", CSA, func(n int) string { return repeat("'*a"+mark, n) }},
	{"carriage returns", PGN, func(n int) string { return repeat("[a\r", n) }},

	{"words that are no moves", PGN, func(n int) string { return "1. e4 " + repeat("why ", n) }},
	{"words that are no moves, on lines", PGN, func(n int) string { return "1. e4 " + repeat("why\n", n) }},
	{"signs", PGN, func(n int) string { return "1. e4 " + repeat("!? ", n) }},
	{"glyphs", PGN, func(n int) string { return "1. e4 " + repeat("$1", n) }},
	{"one word", PGN, func(n int) string { return repeat("e4", n) }},
	{"tags on a line", PGN, func(n int) string { return repeat(`[a "b"]`, n) }},
	{"tags on a line with words behind", PGN, func(n int) string { return repeat(`[a "b"]`, n/2) + repeat("x", n/2) }},
	{"tags on a line with quotes behind", PGN, func(n int) string { return repeat(`[a "b"]`, n/2) + repeat(`" `, n/2) }},
	{"tags behind empty lines", PGN, func(n int) string {
		var text strings.Builder
		for i := 0; text.Len() < n; i++ {
			fmt.Fprintf(&text, "[a%d \"\"]\n\n", i)
		}
		return text.String()
	}},
	{"tags without values", PGN, func(n int) string { return repeat("[a\n", n) }},
	{"quotes in a tag", PGN, func(n int) string { return "[a " + repeat(`" `, n) }},
	{"parentheses", PGN, func(n int) string { return "1. e4 " + repeat("(", n) }},
	{"variations", PGN, func(n int) string { return "1. e4 " + repeat("(1. d4)", n) }},
	{"variations of variations", PGN, func(n int) string { return "1. e4 " + repeat("(1. d4 d5 2. c4 ", n/8) + repeat(")", n/8) }},
	{"commands", PGN, func(n int) string { return "1. e4 {" + repeat("[%", n) + "}" }},
	{"evaluations", PGN, func(n int) string { return "1. e4 {" + repeat("[%eval 1.0]", n) + "}" }},
	{"short comments", PGN, func(n int) string { return "1. e4 " + repeat("{a}", n) }},
	{"a comment without end", PGN, func(n int) string { return "1. e4 {" + repeat("x\n", n) }},
	{"moves", PGN, func(n int) string { return repeat("Nf3 Nf6 Ng1 Ng8 ", n) }},
	{"games", PGN, func(n int) string { return repeat("1.e4 * ", n) }},

	{"parentheses", KIF, func(n int) string { return "1 ７六歩" + repeat("(", n) + ")" }},
	{"bookmarks", KIF, func(n int) string { return repeat("&a\n", n) }},
	{"bookmarks between variations", KIF, func(n int) string { return "1 ７六歩(77)\n" + repeat("変化：2手\n&a\n", n) }},
	{"comments", KIF, func(n int) string { return repeat("*\n", n) }},
	{"fields", KIF, func(n int) string { return repeat("x：y\n", n) }},
	{"ranks", KIF, func(n int) string { return repeat("|\n", n) }},
	{"hands", KIF, func(n int) string { return "先手の持駒：" + repeat("歩 ", n) }},
	{"hands without blanks", KIF, func(n int) string { return "先手の持駒：" + repeat("歩", n) }},
	{"a long number", KIF, func(n int) string { return "先手の持駒：歩" + repeat("9", n) }},
	{"variations without moves", KIF, func(n int) string { return shuttle(n/2) + repeat("変化：3手\n", n/2) }},
	{"variations of other lines", KIF, func(n int) string {
		return shuttle(n/2) + repeat(fmt.Sprintf("変化：2手\n2 ３四歩(33)\n変化：%d手\n", n/64), n/2)
	}},
	{"variations of the longest line", KIF, func(n int) string {
		return shuttle(1<<12) + repeat("変化：2手\n2 ３四歩(33)\n変化：40手\n", n)
	}},
	{"deep variations", KIF, func(n int) string {
		return "1 ７六歩(77)\n2 ３四歩(33)\n" + repeat("変化：1手\n1 ７六歩(77)\n変化：2手\n2 ３四歩(33)\n", n)
	}},
	{"games", KIF, func(n int) string { return repeat("先手：a\n1 ７六歩(77)\n", n) }},
	{"marks of moves", KI2, func(n int) string { return repeat("▲", n) }},
	{"moves", KI2, func(n int) string { return repeat("▲３八飛△７二飛▲２八飛△８二飛", n) }},
	{"words", KI2, func(n int) string { return "▲７六歩" + repeat("△投", n) }},

	{"statements on a line", CSA, func(n int) string { return "PI\n+\n" + repeat("T1,", n) }},
	{"statements", CSA, func(n int) string { return "PI\n" + repeat("x\n", n) }},
	{"pieces", CSA, func(n int) string { return "P+" + repeat("00AL", n) }},
	{"comments", CSA, func(n int) string { return "PI\n+\n" + repeat("'*a\n", n) }},
	{"moves", CSA, func(n int) string { return "PI\n+\n" + repeat("+2838HI,-8272HI,+3828HI,-7282HI,", n) }},
	{"games", CSA, func(n int) string { return repeat("PI\n+\n%TORYO\n/\n", n) }},

	{"moves", USI, func(n int) string { return "startpos moves " + repeat("2h3h 8b7b 3h2h 7b8b ", n) }},
	{"words", SFEN, func(n int) string { return "startpos moves " + repeat("resign ", n) }},
	{"lines", SFEN, func(n int) string { return repeat("startpos moves 2g2f\n", n) }},
	{"a hand", SFEN, func(n int) string { return "sfen 9/9/9/9/9/9/9/9/9 b " + repeat("P", n) + " 1" }},

	{"moves", JKF, func(n int) string {
		var text strings.Builder
		for i := 0; text.Len() < n; i++ {
			from := [...][2]int{{2, 3}, {8, 7}, {3, 2}, {7, 8}}[i%4]
			rank := [...]int{8, 2}[i%2]
			fmt.Fprintf(&text, ",\n"+`{"move":{"from":{"x":%d,"y":%d},"to":{"x":%d,"y":%d},"piece":"HI"}}`, from[0], rank, from[1], rank)
		}
		return `{"moves":[{}` + text.String() + `]}`
	}},
	{"entries", JKF, func(n int) string { return `{"moves":[` + repeat("{},", n) + "{}]}" }},
	{"entries on lines", JKF, func(n int) string { return `{"moves":[` + repeat("{},\n", n) + "{}]}" }},
	{"comments", JKF, func(n int) string { return `{"moves":[` + repeat(`{"comments":["a"]},`, n) + "{}]}" }},
	{"forks", JKF, func(n int) string {
		return `{"moves":[{},{"special":"TORYO","forks":[` + repeat(`[{"special":"TORYO"}],`, n) + "[]]}]}"
	}},
	{"forks of forks", JKF, func(n int) string {
		return `{"moves":[` + repeat(`{"forks":[[`, n/2) + repeat("]]}", n/2) + "]}"
	}},
	{"fields", JKF, func(n int) string { return `{"header":{` + repeat(`"a":"",`, n) + `"a":""},"moves":[]}` }},
	{"games on a line", JKF, func(n int) string { return repeat(`{"moves":[]}`, n) }},
	{"games", JKF, func(n int) string { return repeat(`{"moves":[]}`+"\n", n) }},
	{"brackets", JKF, func(n int) string { return repeat("{", n) }},
	{"a string without end", JKF, func(n int) string { return `{"` + repeat(`\"`, n) }},

	{"operations", EPD, func(n int) string { return emptyEPD + repeat("x 1;", n) }},
	{"operations of moves", EPD, func(n int) string { return emptyEPD + repeat("bm am ", n) }},
	{"moves", EPD, func(n int) string { return emptyEPD + "bm " + repeat("e4 ", n) + "id" }},
	{"strings", EPD, func(n int) string { return emptyEPD + repeat(`x "\";`, n) }},
	{"a string without end", EPD, func(n int) string { return emptyEPD + `x "` + repeat(`\"`, n) }},
	{"lines", EPD, func(n int) string { return repeat(emptyEPD+"\n", n) }},
}

const emptyEPD = "4k3/8/8/8/8/8/8/4K3 w - - "

// repeat repeats text to a size.
func repeat(text string, n int) string { return strings.Repeat(text, max(1, n/len(text))) }

// shuttle returns moves of KIF to a size.
func shuttle(n int) string {
	var text strings.Builder
	for i := 0; text.Len() < n; i++ {
		fmt.Fprintf(&text, "%d %s\n", i+1, [...]string{"３八飛(28)", "７二飛(82)", "２八飛(38)", "８二飛(72)"}[i%4])
	}
	return text.String()
}

// workOn reads a text, writes the games, and returns how much work that was: bytes that were
// allocated, and what was looked at more than once.
func workOn(t *testing.T, f Format, text string) (work uint64) {
	t.Helper()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	r := NewReader(strings.NewReader(text), Hint{Format: f})
	for g, err := range r.All() {
		if err != nil { // it is read all the same
			continue
		}
		if err := Write(io.Discard, g, f, Options{}); err != nil {
			t.Fatal(err)
		}
	}
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc + uint64(r.lines.again)
}

// A stranger's text that is four times as long is about four times the work.
func TestLinearWork(t *testing.T) {
	const n, times, most = 1 << 14, 4, 6
	for _, test := range hostile {
		t.Run(test.format.String()+" "+test.name, func(t *testing.T) {
			short, long := workOn(t, test.format, test.text(n)), workOn(t, test.format, test.text(times*n))
			if long > most*short {
				t.Errorf("%d bytes and steps for a text of %d KiB, %d for one of %d KiB", short, n>>10, long, times*n>>10)
			}
		})
	}
}
