package record

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/chess"
	"github.com/nitoryu/nitoryu/core/shogi"
	"github.com/nitoryu/nitoryu/tests/must"
)

func ExampleParsePosition() {
	g, err := ParsePosition(`4k3/8/8/8/8/8/4P3/4K3 w - - bm e4 Kd2; id "pawn ending"; hmvc 3;`, chess.Rules, core.Settings{})
	if err != nil {
		fmt.Println(err)
		return
	}
	moves, err := g.OperandMoves("bm")
	name, _ := g.Operands("id")
	fmt.Println(g.Start)
	fmt.Println(name, len(moves), err)
	// Output:
	// 4k3/8/8/8/8/8/4P3/4K3 w - - 3 1
	// [pawn ending] 2 <nil>
}

const (
	chessBoard = "4k3/8/8/8/8/8/4P3/4K3 w - -"
	shogiBoard = "8l/1l+R2P3/p2pBG1pp/kps1p4/Nn1P2G2/P1P1P2PP/1PS6/1KSG3+r1/LN2+p3L w Sbgn3p"
)

func TestParsePosition(t *testing.T) {
	type test struct {
		name, line, position string
		operations           string // opcodes with their operands in brackets
	}
	chessTests := []test{
		{"EPD", chessBoard + ` bm e4; id "a b";`, chessBoard + " 0 1", "bm [e4] id [a b]"},
		{"nothing but a position", chessBoard, chessBoard + " 0 1", ""},
		{"FEN", chessBoard + " 7 9", chessBoard + " 7 9", ""},
		{"FEN with its word", "fen " + chessBoard + " 7 9", chessBoard + " 7 9", ""},
		{"FEN with operations", chessBoard + ` 7 9 id "x"; bm e4;`, chessBoard + " 7 9", "id [x] bm [e4]"},
		{"one counter", chessBoard + " 7 bm e4;", chessBoard + " 7 1", "bm [e4]"},
		{"perft", chessBoard + " 0 1 ;D1 6 ;D2 30", chessBoard + " 0 1", "D1 [6] D2 [30]"},
		{"perft without a blank", chessBoard + " 0 1;D1 6;D2 30", chessBoard + " 0 1", "D1 [6] D2 [30]"},
		{"counters as operations", chessBoard + " hmvc 5; fmvn 30;", chessBoard + " 5 30", ""},
		{"counters of the FEN come first", chessBoard + " 1 2 hmvc 5;", chessBoard + " 1 2", "hmvc [5]"},
		{"no last semicolon", chessBoard + ` bm e4; id "x"`, chessBoard + " 0 1", "bm [e4] id [x]"},
		{"no semicolon behind the moves", chessBoard + ` bm e4 Kd2 id "x";`, chessBoard + " 0 1", "bm [e4 Kd2] id [x]"},
		{"no semicolon behind moves to avoid", chessBoard + ` am e4 id "x";`, chessBoard + " 0 1", "am [e4] id [x]"},
		{"c4 is a move", chessBoard + ` bm e4 c4;`, chessBoard + " 0 1", "bm [e4 c4]"},
		{"semicolon in quotes", chessBoard + ` c0 "a; b" 3; ce -20;`, chessBoard + " 0 1", "c0 [a; b 3] ce [-20]"},
		{"an opcode in quotes", chessBoard + ` bm e4 "id";`, chessBoard + " 0 1", "bm [e4 id]"},
		{"empty quotes", chessBoard + ` id ""; dm 3;`, chessBoard + " 0 1", "id [] dm [3]"},
		{"prose", chessBoard + ` bm e4; 1 e4! wins; dm 3;`, chessBoard + " 0 1", "bm [e4] dm [3]"},
		{"tabs and empty operations", strings.ReplaceAll(chessBoard, " ", "\t") + "\tbm\te4;; ; \t", chessBoard + " 0 1", "bm [e4]"},
		{"Chess960", "4k2r/8/8/8/8/8/8/4K2R w Hh -", "4k2r/8/8/8/8/8/8/4K2R w Kk - 0 1", ""},
	}
	shogiTests := []test{
		{"SFEN", shogiBoard + " 98", shogiBoard + " 98", ""},
		{"SFEN with its word", "sfen " + shogiBoard + " 98", shogiBoard + " 98", ""},
		{"SFEN without a number", shogiBoard, shogiBoard + " 1", ""},
		{"SFEN without a number, with operations", shogiBoard + " mate 3;", shogiBoard + " 1", "mate [3]"},
		{"SFEN with operations", shogiBoard + " 98 ;mate 3 ;fsf 3 B*8b", shogiBoard + " 98", "mate [3] fsf [3 B*8b]"},
		{"an operation without operands", shogiBoard + " 98 ;nomate1", shogiBoard + " 98", "nomate1 []"},
		{"a table", shogiBoard + " 98\t1\t0\tyes", shogiBoard + " 98", ""},
		{"tabs between operands", shogiBoard + " 98 mate\t3;", shogiBoard + " 98", "mate [3]"},
		{"tabs in front of operations", shogiBoard + " 98\t;mate 3", shogiBoard + " 98", "mate [3]"},
	}
	run := func(rules core.Rules, tests []test) {
		for _, test := range tests {
			t.Run(rules.Name+"/"+test.name, func(t *testing.T) {
				g, err := ParsePosition(test.line, rules, core.Settings{})
				must.OK(t, err)
				if p, err := g.Position(); err != nil || p.String() != test.position {
					t.Errorf("position %s, error %v, want %s", p, err, test.position)
				}
				var operations []string
				for _, tag := range g.Tags {
					operands, _ := g.Operands(tag.Name)
					operations = append(operations, fmt.Sprint(tag.Name, " ", operands))
				}
				if got := strings.Join(operations, " "); got != test.operations {
					t.Errorf("operations %s, want %s", got, test.operations)
				}
			})
		}
	}
	run(chess.Rules, chessTests)
	run(shogi.Rules, shogiTests)
}

func TestParsePositionRefuses(t *testing.T) {
	for _, test := range []struct {
		name  string
		rules core.Rules
		line  string
		want  string
	}{
		{"empty", chess.Rules, "", "has no position"},
		{"semicolon only", chess.Rules, ";", "has no position"},
		{"not a position", chess.Rules, "hello world", "instead of 8"},
		{"no side", chess.Rules, "4k3/8/8/8/8/8/4P3/4K3 x - -", "side to move"},
		{"three counters", chess.Rules, chessBoard + " 0 1 2 bm e4;", `"2" is not an operation`},
		{"quotes as an opcode", chess.Rules, chessBoard + ` "id";`, `is not an operation`},
		{"open quotes", chess.Rules, chessBoard + ` id "x;`, `is not closed`},
		{"counter that is no number", chess.Rules, chessBoard + " hmvc x;", `hmvc "x" is no number`},
		{"SFEN in chess", chess.Rules, shogiBoard, "instead of 8"},
		{"FEN in shogi", shogi.Rules, chessBoard, "want 9"},
		{"two sides only", shogi.Rules, "9/9 b", "fields"},
		{"open quotes in shogi", shogi.Rules, shogiBoard + ` 1 ;id "x`, "is not closed"},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, err := ParsePosition(test.line, test.rules, core.Settings{})
			must.Say(t, err, test.want)
		})
	}
}

func TestOperandMoves(t *testing.T) {
	for _, test := range []struct {
		name, line, opcode string
		want               string // moves, or the error
	}{
		{"SAN", chessBoard + " bm e4 Kd2;", "bm", "e2e4 e1d2"},
		{"coordinates", chessBoard + " bm e2e4;", "bm", "e2e4"},
		{"commas", chessBoard + " bm e4, Kd2+!;", "bm", "e2e4 e1d2"},
		{"in quotes", chessBoard + ` c9 "e2e4 Kd2";`, "c9", "e2e4 e1d2"},
		{"mate without its move", chessBoard + " bm #3;", "bm", ""},
		{"none", chessBoard + " bm e4;", "am", ""},
		{"illegal", chessBoard + " am Ke3;", "am", `am: move "Ke3" is not legal`},
		{"ambiguous", "4k3/8/8/6N1/8/2N5/8/4K3 w - - bm Ne4;", "bm", `bm: move "Ne4" is ambiguous: Nce4, Nge4`},
		{"USI", shogi.StartSFEN + " ;bm 7g7f 2g2f", "bm", "7g7f 2g2f"},
		{"illegal in shogi", shogi.StartSFEN + " ;bm P*5e", "bm", "bm: P*5e is not legal: there is no such piece in hand"},
	} {
		t.Run(test.name, func(t *testing.T) {
			rules := chess.Rules
			if strings.HasPrefix(test.line, shogi.StartSFEN) {
				rules = shogi.Rules
			}
			g, err := ParsePosition(test.line, rules, core.Settings{})
			must.OK(t, err)
			moves, err := g.OperandMoves(test.opcode)
			var texts []string
			p, _ := g.Position()
			for _, m := range moves {
				texts = append(texts, p.FormatMove(m))
			}
			if err != nil {
				texts = []string{err.Error()}
			}
			if got := strings.Join(texts, " "); got != test.want {
				t.Errorf("%q, want %q", got, test.want)
			}
		})
	}
}

// The lines of a suite of shogi are read by the same reader.
func TestEPDOfShogi(t *testing.T) {
	games, faults := readAll(t, "\ufeff# one\r\n"+shogiBoard+" 98 ;mate 3\r\n"+chessBoard+"\r\n", Hint{Format: EPD, Rules: shogi.Rules})
	if len(games) != 1 || games[0].Source.Line != 2 || games[0].Tags.Get("mate") != "3" || len(faults) != 1 || !strings.Contains(faults[0], "line 3") {
		t.Errorf("%d games, faults %q", len(games), faults)
	}
}

func FuzzParsePosition(f *testing.F) {
	f.Add(chessBoard + ` 0 1 bm e4 #3, Kd2 id "x"; dm 3 ;D1 20;;"`)
	f.Add("sfen " + shogiBoard + " 98\t1\t;mate 3 ;bm S*7g")
	f.Fuzz(func(t *testing.T, line string) {
		for _, rules := range []core.Rules{chess.Rules, shogi.Rules} {
			g, err := ParsePosition(line, rules, core.Settings{})
			if err != nil {
				continue
			}
			p, err := g.Position()
			if err != nil {
				t.Fatalf("%q: %v", line, err)
			}
			for _, tag := range g.Tags {
				moves, _ := g.OperandMoves(tag.Name)
				if slices.ContainsFunc(moves, func(m core.Move) bool { return p.ValidateMove(m.ID()) == core.NoMove }) {
					t.Errorf("%q has an illegal move", line)
				}
			}
		}
	})
}
