package epd

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/chess"
	"github.com/nitoryu/nitoryu/core/shogi"
)

func ExampleParse() {
	r, err := Parse(`4k3/8/8/8/8/8/4P3/4K3 w - - bm e4 Kd2; id "pawn ending"; hmvc 3;`, chess.Rules, core.Settings{})
	if err != nil {
		fmt.Println(err)
		return
	}
	moves, err := r.Moves("bm")
	fmt.Println(r.Position)
	fmt.Println(r.Text("id"), len(moves), err)
	// Output:
	// 4k3/8/8/8/8/8/4P3/4K3 w - - 3 1
	// pawn ending 2 <nil>
}

func ExampleRead() {
	file := strings.NewReader("# two positions\n4k3/8/8/8/8/8/4P3/4K3 w - - bm e4;\n4k3/8/8/8/8/8/4P3/8 w - -\n")
	_, err := Read(file, "suite.epd", chess.Rules, core.Settings{})
	fmt.Println(err)
	// Output: suite.epd:3: White has 0 kings instead of one
}

const (
	chessBoard = "4k3/8/8/8/8/8/4P3/4K3 w - -"
	shogiBoard = "8l/1l+R2P3/p2pBG1pp/kps1p4/Nn1P2G2/P1P1P2PP/1PS6/1KSG3+r1/LN2+p3L w Sbgn3p"
)

func TestParse(t *testing.T) {
	op := func(opcode string, operands ...string) Operation { return Operation{opcode, operands} }
	type test struct {
		name, line, position string
		operations           []Operation
	}
	chessTests := []test{
		{"EPD", chessBoard + ` bm e4; id "a b";`, chessBoard + " 0 1", []Operation{op("bm", "e4"), op("id", "a b")}},
		{"nothing but a position", chessBoard, chessBoard + " 0 1", nil},
		{"FEN", chessBoard + " 7 9", chessBoard + " 7 9", nil},
		{"FEN with its word", "fen " + chessBoard + " 7 9", chessBoard + " 7 9", nil},
		{"FEN with operations", chessBoard + ` 7 9 id "x"; bm e4;`, chessBoard + " 7 9", []Operation{op("id", "x"), op("bm", "e4")}},
		{"one counter", chessBoard + " 7 bm e4;", chessBoard + " 7 1", []Operation{op("bm", "e4")}},
		{"perft", chessBoard + " 0 1 ;D1 6 ;D2 30", chessBoard + " 0 1", []Operation{op("D1", "6"), op("D2", "30")}},
		{"perft without a blank", chessBoard + " 0 1;D1 6;D2 30", chessBoard + " 0 1", []Operation{op("D1", "6"), op("D2", "30")}},
		{"counters as operations", chessBoard + " hmvc 5; fmvn 30;", chessBoard + " 5 30", []Operation{op("hmvc", "5"), op("fmvn", "30")}},
		{"counters of the FEN come first", chessBoard + " 1 2 hmvc 5;", chessBoard + " 1 2", []Operation{op("hmvc", "5")}},
		{"no last semicolon", chessBoard + ` bm e4; id "x"`, chessBoard + " 0 1", []Operation{op("bm", "e4"), op("id", "x")}},
		{"no semicolon behind the moves", chessBoard + ` bm e4 Kd2 id "x";`, chessBoard + " 0 1", []Operation{op("bm", "e4", "Kd2"), op("id", "x")}},
		{"no semicolon behind moves to avoid", chessBoard + ` am e4 id "x";`, chessBoard + " 0 1", []Operation{op("am", "e4"), op("id", "x")}},
		{"c4 is a move", chessBoard + ` bm e4 c4;`, chessBoard + " 0 1", []Operation{op("bm", "e4", "c4")}},
		{"semicolon in quotes", chessBoard + ` c0 "a; b" 3; ce -20;`, chessBoard + " 0 1", []Operation{op("c0", "a; b", "3"), op("ce", "-20")}},
		{"an opcode in quotes", chessBoard + ` bm e4 "id";`, chessBoard + " 0 1", []Operation{op("bm", "e4", "id")}},
		{"empty quotes", chessBoard + ` id ""; dm 3;`, chessBoard + " 0 1", []Operation{op("id", ""), op("dm", "3")}},
		{"prose", chessBoard + ` bm e4; 1 e4! wins`, chessBoard + " 0 1", []Operation{op("bm", "e4"), op("1", "e4!", "wins")}},
		{"tabs and empty operations", strings.ReplaceAll(chessBoard, " ", "\t") + "\tbm\te4;; ; \t", chessBoard + " 0 1", []Operation{op("bm", "e4")}},
		{"Chess960", "4k2r/8/8/8/8/8/8/4K2R w Hh -", "4k2r/8/8/8/8/8/8/4K2R w Kk - 0 1", nil},
	}
	shogiTests := []test{
		{"SFEN", shogiBoard + " 98", shogiBoard + " 98", nil},
		{"SFEN with its word", "sfen " + shogiBoard + " 98", shogiBoard + " 98", nil},
		{"SFEN without a number", shogiBoard, shogiBoard + " 1", nil},
		{"SFEN without a number, with operations", shogiBoard + " mate 3;", shogiBoard + " 1", []Operation{op("mate", "3")}},
		{"SFEN with operations", shogiBoard + " 98 ;mate 3 ;fsf 3 B*8b", shogiBoard + " 98", []Operation{op("mate", "3"), op("fsf", "3", "B*8b")}},
		{"an operation without operands", shogiBoard + " 98 ;nomate1", shogiBoard + " 98", []Operation{op("nomate1")}},
		{"a table", shogiBoard + " 98\t1\t0\tyes", shogiBoard + " 98", []Operation{op("columns", "1", "0", "yes")}},
		{"tabs between operands", shogiBoard + " 98 mate\t3;", shogiBoard + " 98", []Operation{op("mate", "3")}},
		{"tabs in front of operations", shogiBoard + " 98\t;mate 3", shogiBoard + " 98", []Operation{op("mate", "3")}},
	}
	run := func(rules core.Rules, tests []test) {
		for _, test := range tests {
			t.Run(rules.Name+"/"+test.name, func(t *testing.T) {
				r, err := Parse(test.line, rules, core.Settings{})
				if err != nil {
					t.Fatal(err)
				}
				if r.Position.String() != test.position {
					t.Errorf("position %s, want %s", r.Position, test.position)
				}
				if !reflect.DeepEqual(r.Operations, test.operations) {
					t.Errorf("operations %q, want %q", r.Operations, test.operations)
				}
			})
		}
	}
	run(chess.Rules, chessTests)
	run(shogi.Rules, shogiTests)
}

func TestParseSettings(t *testing.T) {
	r, err := Parse("4k2r/8/8/8/8/8/8/4K2R w Hh -", chess.Rules, core.Settings{Chess960: true})
	if err != nil || r.Position.String() != "4k2r/8/8/8/8/8/8/4K2R w Hh - 0 1" {
		t.Errorf("%s, %v", r.Position, err)
	}
}

func TestParseRefuses(t *testing.T) {
	tests := []struct {
		name  string
		rules core.Rules
		line  string
		want  string
	}{
		{"empty", chess.Rules, "", "empty"},
		{"semicolon only", chess.Rules, ";", "empty"},
		{"not a position", chess.Rules, "hello world", "instead of 8"},
		{"no side", chess.Rules, "4k3/8/8/8/8/8/4P3/4K3 x - -", "side to move"},
		{"three counters", chess.Rules, chessBoard + " 0 1 2 bm e4;", `"2" is not an operation`},
		{"quotes as an opcode", chess.Rules, chessBoard + ` "id";`, `"id" is not an operation`},
		{"open quotes", chess.Rules, chessBoard + ` id "x;`, `"\"x;" is not closed`},
		{"counter that is none", chess.Rules, chessBoard + " hmvc x;", "halfmove clock"},
		{"SFEN in chess", chess.Rules, shogiBoard, "instead of 8"},
		{"FEN in shogi", shogi.Rules, chessBoard, "want 9"},
		{"two sides only", shogi.Rules, "9/9 b", "fields"},
		{"open quotes in shogi", shogi.Rules, shogiBoard + ` 1 ;id "x`, "is not closed"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			r, err := Parse(test.line, test.rules, core.Settings{})
			if err == nil || !strings.Contains(err.Error(), test.want) || r.Position != nil {
				t.Errorf("error %v, want %q", err, test.want)
			}
		})
	}
}

func TestMoves(t *testing.T) {
	line := func(text string) string { return chessBoard + " " + text }
	tests := []struct {
		name, line, opcode string
		want               string // moves, or the error
	}{
		{"SAN", line("bm e4 Kd2;"), "bm", "e2e4 e1d2"},
		{"coordinates", line("bm e2e4;"), "bm", "e2e4"},
		{"commas", line("bm e4, Kd2+!;"), "bm", "e2e4 e1d2"},
		{"mate without its move", line("bm #3;"), "bm", ""},
		{"none", line("bm e4;"), "am", ""},
		{"illegal", line("am Ke3;"), "am", `am: move "Ke3" is not legal`},
		{"ambiguous", "4k3/8/8/6N1/8/2N5/8/4K3 w - - bm Ne4;", "bm", `bm: move "Ne4" is ambiguous: Nce4, Nge4`},
		{"USI", shogi.StartSFEN + " ;bm 7g7f 2g2f", "bm", "7g7f 2g2f"},
		{"illegal in shogi", shogi.StartSFEN + " ;bm P*5e", "bm", "bm: P*5e is not legal: there is no such piece in hand"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			rules := chess.Rules
			if strings.HasPrefix(test.line, shogi.StartSFEN) {
				rules = shogi.Rules
			}
			r, err := Parse(test.line, rules, core.Settings{})
			if err != nil {
				t.Fatal(err)
			}
			moves, err := r.Moves(test.opcode)
			if got := answer(r.Position, moves, err); got != test.want {
				t.Errorf("%q, want %q", got, test.want)
			}
		})
	}
}

// answer writes moves, or an error, as text.
func answer(p core.Position, moves []core.Move, err error) string {
	if err != nil {
		return err.Error()
	}
	var texts []string
	for _, m := range moves {
		texts = append(texts, p.FormatMove(m))
	}
	return strings.Join(texts, " ")
}

func TestLine(t *testing.T) {
	tests := []struct {
		name  string
		rules core.Rules
		line  string
		want  string
	}{
		{"chess", chess.Rules, chessBoard + " pv e4 Ke7 e4e5;", "e2e4 e8e7 e4e5"},
		{"shogi", shogi.Rules, shogi.StartSFEN + " ;pv 7g7f 3c3d 8h2b+", "7g7f 3c3d 8h2b+"},
		{"illegal", chess.Rules, chessBoard + " pv e4 e5;", `pv: move "e5" is not legal`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			r, err := Parse(test.line, test.rules, core.Settings{})
			if err != nil {
				t.Fatal(err)
			}
			before := r.Position.String()
			moves, err := r.Line("pv")
			if got := answer(r.Position, moves, err); got != test.want {
				t.Errorf("%q, want %q", got, test.want)
			}
			if r.Position.String() != before {
				t.Errorf("the position is now %s", r.Position)
			}
		})
	}
}

func TestMateIn(t *testing.T) {
	tests := []struct {
		operations string
		want       int
	}{
		{"dm 3;", 5},
		{"bm #2;", 3},
		{"bm e4; dm 1;", 1},
		{"mate 7;", 7},
		{"mate -3;", 0},
		{"dm 0;", 0},
		{"dm -2;", 0},
		{"bm e4;", 0},
		{"id \"3\";", 0},
	}
	for _, test := range tests {
		t.Run(test.operations, func(t *testing.T) {
			r, err := Parse(chessBoard+" "+test.operations, chess.Rules, core.Settings{})
			if err != nil {
				t.Fatal(err)
			}
			if got := r.MateIn(); got != test.want {
				t.Errorf("%d, want %d", got, test.want)
			}
		})
	}
}

func TestRead(t *testing.T) {
	file := "\ufeff# a suite\r\n\r\n" + chessBoard + " bm e4;\r\n   # indented\n" + chessBoard + " bm Ke3;\n\n"
	records, err := Read(strings.NewReader(file), "x.epd", chess.Rules, core.Settings{})
	if err != nil || len(records) != 2 {
		t.Fatalf("%d records, error %v", len(records), err)
	}
	if records[0].Source != "x.epd:3" || records[1].Source != "x.epd:5" {
		t.Errorf("sources %s and %s", records[0].Source, records[1].Source)
	}
	_, err = records[1].Moves("bm")
	if want := `x.epd:5: bm: move "Ke3" is not legal`; err == nil || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
}

func TestReadShogi(t *testing.T) {
	records, err := Read(strings.NewReader("# one\n"+shogiBoard+" 98 ;mate 3\n"), "x.sfen", shogi.Rules, core.Settings{})
	if err != nil || len(records) != 1 || records[0].MateIn() != 3 {
		t.Errorf("%v, error %v", records, err)
	}
}

func TestReadRefuses(t *testing.T) {
	tests := []struct{ name, file, want string }{
		{"a bad line", "#\n" + chessBoard + "\n\nnonsense\n", "x.epd:4: "},
		{"an endless line", chessBoard + "\n" + strings.Repeat(" ", maxLine+1), "x.epd:2: the line is longer than"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, err := Read(strings.NewReader(test.file), "x.epd", chess.Rules, core.Settings{})
			if err == nil || !strings.HasPrefix(err.Error(), test.want) {
				t.Errorf("error %v, want %q", err, test.want)
			}
		})
	}
}

func FuzzParse(f *testing.F) {
	f.Add(chessBoard + ` 0 1 bm e4 #3, Kd2 id "x"; dm 3 ;D1 20;;"`)
	f.Add("sfen " + shogiBoard + " 98\t1\t;mate 3 ;bm S*7g")
	f.Fuzz(func(t *testing.T, line string) {
		for _, rules := range []core.Rules{chess.Rules, shogi.Rules} {
			r, err := Parse(line, rules, core.Settings{})
			if err != nil {
				continue
			}
			if _, err := rules.Parse(r.Position.String(), core.Settings{}); err != nil {
				t.Errorf("%q became %s: %v", line, r.Position, err)
			}
			r.MateIn()
			for _, o := range r.Operations {
				moves, _ := r.Moves(o.Opcode)
				for _, m := range moves {
					if r.Position.Expand(m.ID()) == core.NoMove {
						t.Errorf("%q has an illegal move", line)
					}
				}
				_, _ = r.Line(o.Opcode)
			}
		}
	})
}
