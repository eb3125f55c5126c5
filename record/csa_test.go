package record

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/shogi"
)

const csaHead = "'CSA encoding=UTF-8\nV2.2\n"

// A text that is already as it should be comes out letter for letter.
func TestCSAVerbatim(t *testing.T) {
	tests := []struct{ name, text string }{
		{"moves", csaHead + "N+羽生　善治\nN-b\n$EVENT:x\n$TIME_LIMIT:00:25+00\nPI\n+\n+7776FU\nT12\n-3334FU\n+8822UM\nT0\n-3122GI\n+0045KA\n"},
		{"floodgate", csaHead + "N+a\nN-b\nPI\n+\n'rating:a:1500\n+7776FU\nT12\n'** 30 -3334FU +2726FU\n%TORYO\n'summary:toryo:a lose:b win\n"},
		{"comments", csaHead + "PI\n+\n'*intro\n'*\n'*more\n+7776FU\n'remark\n%CHUDAN\nT3\n'*the end\n"},
		{"fouls", csaHead + "PI\n+\n+7776FU\n%+ILLEGAL_ACTION\n"},
		{"fouls of the side to move", csaHead + "PI\n+\n+7776FU\n%-ILLEGAL_ACTION\n"},
		{"unknown end", csaHead + "PI\n+\n+7776FU\n%MATTA\n"},
		{"unknown statements", csaHead + "$表題:x\n$OTHER:a:b\nPI\n+\n"},
		{"version 3", "'CSA encoding=UTF-8\nV3.0\n$TIME:300.5+0+10\n$MAX_MOVES:256\nPI\n+\n+7776FU\nT1.25\n%MAX_MOVES\n"},
		{"position", csaHead + "P1-KY *  *  *  *  *  *  * -OU\nP2 *  *  *  *  *  *  *  *  * \nP3 *  *  *  *  *  *  *  *  * \n" +
			"P4 *  *  *  *  *  *  *  *  * \nP5 *  *  * +NG *  *  *  *  * \nP6 *  *  *  *  *  *  *  *  * \n" +
			"P7 *  *  *  *  *  *  *  *  * \nP8 *  *  *  *  *  *  *  *  * \nP9 *  *  *  * +OU *  *  *  * \nP+00HI00FU00FU\nP-00KI\n-\n-0055KI\n"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := write(t, readOne(t, test.text, Hint{}), CSA, Options{}); got != test.text {
				t.Errorf("got\n%s\nwant\n%s", got, test.text)
			}
		})
	}
}

func TestCSAStart(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"even", "PI\n+\n", ""},
		{"nothing but moves", "+7776FU\n", ""},
		{"handicap", "PI82HI22KA\n-\n", "lnsgkgsnl/9" + handicapRest},
		{"rows", "P1-KY-KE-GI-KI-OU-KI-GI-KE-KY\nP9 *  *  *  * +OU\n+\n", "lnsgkgsnl/9/9/9/9/9/9/9/4K4 b - 1"},
		{"rows of mail", "P1 * -HI * * * * * -OU *\nP9 * * * * +OU * * * *\n+\n", "1r5k1/9/9/9/9/9/9/9/4K4 b - 1"},
		{"pieces", "P-11OU12FU\nP+59OU00KI00FU00FU\n-\n", "8k/8p/9/9/9/9/9/9/4K4 w G2P 1"},
		{"the rest", "P-11OU\nP+59OU00KI\nP-00AL\n+\n", "8k/9/9/9/9/9/9/9/4K4 b G2r2b3g4s4n4l18p 1"},
		{"on one line", "P-11OU,P+59OU,-\n", "8k/9/9/9/9/9/9/9/4K4 w - 1"},
		{"strange row", "P1-XX\n+\n", "rank \"-XX\" of the board is strange"},
		{"long row", "P1 *  *  *  *  *  *  *  *  *  * \n+\n", "of the board is strange"},
		{"strange removal", "PI55FU\n+\n", "handicap \"55FU\" is not on the board"},
		{"gold in two halves", "P+00K\n+\n", "\"00K\" is no piece"},
		{"promoted in hand", "P+00TO\n+\n", "\"00TO\" is no piece"},
		{"impossible", "P+59OU58OU11OU\n+\n", "start position: sfen"},
		{"no statement", "PX\n+\n", "\"PX\" is no statement"},
	}
	readStarts(t, CSA, tests)
}

func TestCSAStream(t *testing.T) {
	text := csaHead + "N+one\nPI\n+\n+7776FU,T12.5,'*c\n%TORYO,T1\n/\n" +
		"N+two\nPI\n+\n-3334FU\n+7776FU\n/\n" +
		"N+three\nPI\n+\n+7776GI\n/\n" +
		"N+four\nPI\n+\n+7776FU\n%TORYO\n-3334FU\n" + // no separator
		"V2.2\nN+five\nPI\n+\n+7776FU\n"
	games, faults := readAll(t, text, Hint{})
	var names []string
	for _, g := range games {
		names = append(names, g.Player(core.First))
	}
	if !slices.Equal(names, []string{"one", "five"}) {
		t.Fatalf("games %q", names)
	}
	wants := []string{
		"game 2, line 12: move 1: \"-3334FU\" moves for the side that is not to move",
		"game 3, line 18: move 1: \"+7776GI\" names another piece",
		"game 4, line 25: a move follows after \"%TORYO\"", // which has no separator behind it
	}
	if len(faults) != len(wants) {
		t.Fatalf("faults %q", faults)
	}
	for i, want := range wants {
		if !strings.HasPrefix(faults[i], want) {
			t.Errorf("fault %q, want %q", faults[i], want)
		}
	}
	n := games[0].Root.Main()
	if n.Spent != Known(12500*time.Millisecond) || n.Comments[0] != "c" || n.Main().Spent != Known(time.Second) ||
		games[0].Result != FirstWins || games[0].Ending != core.Resignation {
		t.Errorf("%+v, result %s by %s", n, games[0].Result, games[0].Ending)
	}
}

// shogi-server, which runs floodgate, leaves most ends to a remark, and writes a
// declaration twice.
func TestCSASummary(t *testing.T) {
	const game = csaHead + "N+a\nN-b\nPI\n+\n+7776FU\nT1\n-3334FU\nT0\n"
	tests := []struct {
		name, end string
		result    Result
		ending    core.Ending
		terminal  string // as CSA is written again
	}{
		{"resigned", "%TORYO\n'summary:toryo:a lose:b win\n", SecondWins, core.Resignation, "%TORYO"},
		{"gone", "%TORYO\n'summary:abnormal:a lose:b win\n", SecondWins, core.Resignation, "%TORYO"},
		{"declared", "%KACHI\nT3\n%KACHI\n'summary:kachi:a win:b lose\n", FirstWins, core.Declaration, "%KACHI"},
		{"wrongly declared", "%KACHI\nT3\n%KACHI\n'summary:illegal kachi:a lose:b win\n", SecondWins, core.WrongDeclaration, "%ILLEGAL_MOVE"},
		{"no move left to play", "'P1 * \n'+\n'summary:max_moves:a draw:b draw\n", Draw, core.MoveLimit, "%MAX_MOVES"},
		{"illegal", "'ILLEGAL_MOVE(+2211FU)\n'summary:illegal move:a lose:b win\n", SecondWins, core.IllegalMove, "%ILLEGAL_MOVE"},
		{"illegal, by the other side", "'summary:oute_sennichite:a win:b lose\n", FirstWins, core.PerpetualCheck, "%-ILLEGAL_ACTION"},
		{"repeated", "%SENNICHITE\n'summary:sennichite:a draw:b draw\n", Draw, core.Repetition, "%SENNICHITE"},
		{"the sides in the other order", "%KACHI\nT3\n%KACHI\n'summary:illegal kachi:b win:a lose\n", SecondWins, core.WrongDeclaration, "%ILLEGAL_MOVE"},
		{"the special move has the last word", "%TORYO\n'summary:time up:a win:b lose\n", SecondWins, core.Resignation, "%TORYO"},
		{"names with blanks", "'summary:max_moves:a b draw:c draw draw\n", Draw, core.MoveLimit, "%MAX_MOVES"},
		{"an unknown word", "'summary:storm:a win:b lose\n", Unfinished, core.NoEnding, ""},
		{"two winners", "'summary:toryo:a win:b win\n", Unfinished, core.NoEnding, ""},
		{"too short", "'summary:toryo\n", Unfinished, core.NoEnding, ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			g := readOne(t, game+test.end, Hint{})
			if g.Result != test.result || g.Ending != test.ending {
				t.Errorf("%s by %s, want %s by %s", g.Result, g.Ending, test.result, test.ending)
			}
			text := write(t, g, CSA, Options{})
			terminal := ""
			for line := range strings.Lines(text) {
				if line[0] == '%' {
					terminal += strings.TrimSpace(line)
				}
			}
			if terminal != test.terminal || strings.Contains(text, "V3.0") != (terminal == "%MAX_MOVES") {
				t.Errorf("ends with %q, want %q, in\n%s", terminal, test.terminal, text)
			}
			for _, f := range []Format{CSA, KIF} {
				again := readOne(t, write(t, g, f, Options{}), Hint{})
				if again.Result != g.Result || f == CSA && again.Ending != g.Ending {
					t.Errorf("%s says %s by %s, the game %s by %s", f, again.Result, again.Ending, g.Result, g.Ending)
				}
			}
		})
	}
}

func TestParseCSA(t *testing.T) {
	p := shogi.Rules.Start(core.Settings{})
	for text, want := range map[string]string{
		"+7776FU": "", "+7776TO": "last three ranks only", "+7776GI": "another piece", "7776FU": "is no move", "+77x6FU": "is no move", "+7076FU": "two squares",
		"+7776XX": "has no piece", "+0055TO": "never in hand", "+0055FU": "no such piece", "-3334FU": "not to move",
	} {
		m, err := ParseCSA(p, text)
		if want == "" && (err != nil || CSAMove(p, m) != text) || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: %v, error %v, want %q", text, m, err, want)
		}
	}
}

// readStarts reads games, each of which begins with the position that is wanted, or is damaged as the
// error says.
func readStarts(t *testing.T, f Format, tests []struct{ name, text, want string }) {
	t.Helper()
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			g, err := NewReader(strings.NewReader(test.text), Hint{Format: f}).Next()
			got := ""
			if err != nil {
				got = err.Error()
			} else {
				got = g.Start
			}
			if !strings.Contains(got, test.want) || test.want == "" && got != "" {
				t.Errorf("%q, want %q", got, test.want)
			}
		})
	}
}
