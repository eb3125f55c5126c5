package api_test

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

// read reads a text.
func read(t testing.TB, record, more string) object {
	t.Helper()
	return ask(t, `{"id":1,"do":"read","text":`+text(t, record)+more+`}`)
}

const pgn = `[Event "Café"]
[White "A, B"]
[Black "C"]
[Result "0-1"]

{Begin.} 1. f3! {[%clk 0:01:00]} e5 $14 (1... d5 2. g4 {no} (2. h4)) 2. g4?? {[%eval #-1]} Qh4# 0-1
`

const kif = `手合割：平手
先手：羽生
後手：森内
手数----指手---------消費時間--
   1 ７六歩(77)   ( 0:05/00:00:05)
*始まり
   2 ３四歩(33)   ( 0:03/00:00:03)
   3 投了
`

func TestRead(t *testing.T) {
	for _, c := range []struct {
		name, text, more string
		facts            []fact
	}{
		{"PGN", pgn, "", []fact{
			{"format", `"PGN"`}, {"faults", "[]"}, {"records.0.game", `"chess"`}, {"records.0.result", `"0-1"`}, {"records.0.ending", `"checkmate"`},
			{"records.0.tags.White", `"A, B"`}, {"records.0.tags.Event", `"Café"`}, {"records.0.chess960", "null"},
			{"records.0.position", `"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"`},
			{"records.0.root.comment", `"Begin."`}, {"records.0.root.next.0.move", `"f2f3"`}, {"records.0.root.next.0.glyphs", `["!"]`},
			{"records.0.root.next.0.clock", "60"}, {"records.0.root.next.0.comment", "null"}, {"records.0.root.next.0.names", `{"figurine":"f3","san":"f3"}`},
			{"records.0.root.next.0.next.0.glyphs", `["$14"]`}, {"records.0.root.next.0.next.1.move", `"d7d5"`},
			{"records.0.root.next.0.next.1.next.0.comment", `"no"`}, {"records.0.root.next.0.next.1.next.1.move", `"h2h4"`},
			{"records.0.root.next.0.next.0.next.0.eval", `{"score":"#1"}`}, {"records.0.root.next.0.next.0.next.0.next.0.names.san", `"Qh4#"`},
		}},
		{"KIF", kif, "", []fact{
			{"format", `"KIF"`}, {"records.0.game", `"shogi"`}, {"records.0.result", `"0-1"`}, {"records.0.ending", `"resignation"`},
			{"records.0.tags.Sente", `"羽生"`}, {"records.0.root.next.0.spent", "5"}, {"records.0.root.next.0.comment", `"始まり"`},
			{"records.0.root.next.0.next.0.names", `{"kanji":"△３四歩","western":"P-3d"}`}, {"records.0.root.next.0.next.0.next", "null"},
		}},
		{"KI2", "▲７六歩 △３四歩 ▲２二角成", "", []fact{{"format", `"KI2"`}, {"records.0.root.next.0.next.0.next.0.move", `"8h2b+"`}}},
		{"CSA", "PI\n+\n+7776FU\n-3334FU\n%TORYO\n", "", []fact{{"format", `"CSA"`}, {"records.0.result", `"0-1"`}}},
		{"a line of USI", "position startpos moves 7g7f 3c3d", "", []fact{{"records.0.game", `"shogi"`}, {"records.0.root.next.0.move", `"7g7f"`}}},
		{"a line of UCI", "position startpos moves e2e4", `,"game":"chess"`, []fact{{"records.0.game", `"chess"`}, {"records.0.root.next.0.move", `"e2e4"`}}},
		{"FEN", "4k3/8/8/8/8/8/8/R3K3 w Q - 5 20", "", []fact{{"records.0.position", `"4k3/8/8/8/8/8/8/R3K3 w Q - 5 20"`}, {"records.0.root", "{}"}}},
		{"SFEN", "  4k4/9/9/9/9/9/9/9/4K4 b P 7\n", "", []fact{{"records.0.position", `"4k4/9/9/9/9/9/9/9/4K4 b P 7"`}, {"records.0.game", `"shogi"`}}},
		{"EPD", `4k3/8/8/8/8/8/8/R3K3 w Q - bm Ra8+; id "x";`, "", []fact{{"records.0.position", `"4k3/8/8/8/8/8/8/R3K3 w Q - 0 1"`}}},
		{"moves alone", "1. e4 e5 2. Nf3", "", []fact{{"records.0.root.next.0.next.0.next.0.move", `"g1f3"`}}},
		{"Chess960", "[Variant \"Chess960\"]\n[FEN \"bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1\"]\n\n1. e3 *", "", []fact{
			{"records.0.chess960", "true"}, {"records.0.position", `"bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1"`},
		}},
		{"a side passes", "1. e4 -- (1... e5) 2. d4 *", "", []fact{
			{"records.0.root.next.0.next.0.move", `"e7e5"`}, {"faults.0.error", `"line 1: a side passes its turn; what follows there is left out"`}, {"faults.0.code", `"passes"`},
		}},
		{"Chess960 without a word", "[FEN \"bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1\"]\n\n1. e3 *", "", []fact{
			{"records.0.chess960", "true"}, {"records.0.position", `"bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1"`},
		}},
		{"several games", "[White \"A\"]\n\n1. e4 *\n\n[White \"B\"]\n\n1. d4 *\n", "", []fact{{"records.0.tags.White", `"A"`}, {"records.1.tags.White", `"B"`}}},
		{"a game with a fault", "1. e4 e5 2. Ke3 *", "", []fact{
			{"records.0.root.next.0.next.0.move", `"e7e5"`}, {"faults.0", `{"args":{"line":1,"reason":"ply 3: move \"Ke3\" is not legal"},"code":"record","error":"line 1: ply 3: move \"Ke3\" is not legal"}`},
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			a := read(t, c.text, c.more)
			if fault, ok := a["error"]; ok {
				t.Fatal(fault)
			}
			check(t, a, c.facts)
		})
	}
}

// Files come as they are: one detection knows all encodings.
func TestReadBytes(t *testing.T) {
	for _, c := range []struct{ name, data, want string }{
		{"Latin-1", "[White \"Andr\xe9\"]\n[Black \"M\xfcller\"]\n\n1. e4 e5 *", "André"},
		{"Shift-JIS", "\x90\xe6\x8e\xe8\x81F\x8f\x48\n   1 \x82V\x98Z\x95\xe0(77)\n", "秋"},
		{"EUC-JP", "\xc0\xe8\xbc\xea\xa1\xa7\xb1\xa9\xc0\xb8\xc1\xb1\xbc\xa3\n   1 \xa3\xb7\xcf\xbb\xca\xe2(77)\n", "羽生善治"},
		{"UTF-16", "\xff\xfe[\x00W\x00h\x00i\x00t\x00e\x00 \x00\"\x00\x5f\x79\"\x00]\x00\n\x001\x00.\x00e\x004\x00", "祟"},
	} {
		a := asked(t, `{"id":1,"do":"read","bytes":"`+base64.StdEncoding.EncodeToString([]byte(c.data))+`"}`)
		if got := text(t, at(a, "records.0.tags")); !strings.Contains(got, `"`+c.want+`"`) || at(a, "records.0.root.next.0.move") == nil {
			t.Errorf("%s: %s, want %s", c.name, text(t, a), c.want)
		}
	}
}

func TestReadNothing(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"nothing", "", "there is no game in the text: it is empty"},
		{"a page", "<!DOCTYPE html><p>1. e4", "this is no record of a game but HTML"},
		{"an archive", "PK\x03\x04abc", "this is no record of a game but ZIP"},
		{"no record", "hello world", "line 1: the text has no format that is known"},
		{"a broken FEN", "4k3/8/8/8/8/8/8/R3K2 w Q - 5 20", "rank 1"},
	} {
		if got := fmt.Sprint(read(t, c.text, "")["error"]); !strings.Contains(got, c.want) {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// A text with very many moves is read as far as a page can use it.
func TestReadVeryMuch(t *testing.T) {
	game := "[White \"A\"]\n\n1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 *\n\n"
	a := read(t, strings.Repeat(game, 3000), "")
	if n := len(a["records"].([]any)); n != 2500 {
		t.Errorf("%d records", n)
	}
	check(t, a, []fact{{"faults.0.error", `"line 10001: the records have more than 20000 moves; the rest is left out"`}})
	long := read(t, strings.Repeat("Nf3 Nf6 Ng1 Ng8 ", 2000), "")
	if fault := fmt.Sprint(long["error"]); !strings.Contains(fault, "more than") {
		t.Errorf("a game of 8000 plies: %q", fault)
	}
}

// A text with many games is listed, and each game picked from it.
func TestReadList(t *testing.T) {
	many := strings.Repeat("[White \"A\"]\n\n1. Nf3 Nf6 2. Ng1 Ng8 *\n\n", 6000) + "[White \"Ann\"]\n[Date \"2024.01.02\"]\n[Annotator \"x\"]\n\n1. e4 (1. d4 d5) e5 1-0\n"
	a := read(t, many, `,"list":true`)
	if n := len(a["games"].([]any)); n != 6001 {
		t.Fatalf("%d games", n)
	}
	check(t, a, []fact{
		{"games.6000", `{"game":"chess","number":6000,"plies":2,"result":"1-0","tags":{"Date":"2024.01.02","White":"Ann"}}`}, {"records", `[]`},
	})
	check(t, read(t, many, `,"pick":6000`), []fact{{"records.0.tags.White", `"Ann"`}, {"records.0.root.next.1.move", `"d2d4"`}, {"records.1", "null"}})
	if fault := ask(t, `{"id":1,"do":"read","text":"1. e4 *","pick":1}`); fault["code"] != "no game" || fault["error"] != "there is no game 1: they are numbered 0 to 0" {
		t.Errorf("a game that is not there: %v", fault)
	}
}

// Marks on the board are no comment, and are written as they came.
func TestShapes(t *testing.T) {
	a := read(t, "1. e4 {best [%csl Gd4,Re5][%cal Ye2e4,Xa1a2] by test} e5 {[%cal Bg1f3]} *", "")
	check(t, a, []fact{
		{"records.0.root.next.0.comment", `"best by test"`},
		{"records.0.root.next.0.shapes", `[{"colour":"G","from":"d4","to":"d4"},{"colour":"R","from":"e5","to":"e5"},{"colour":"Y","from":"e2","to":"e4"}]`},
		{"records.0.root.next.0.next.0.comment", "null"},
	})
	w := asked(t, `{"id":2,"do":"write","format":"pgn","record":`+text(t, at(a, "records.0"))+`}`)
	if got, want := w["text"].(string), "1. e4 {best by test [%csl Gd4,Re5] [%cal Ye2e4]} 1... e5 {[%cal Bg1f3]} *"; !strings.Contains(strings.ReplaceAll(got, "\n", " "), want) {
		t.Errorf("written:\n%s\nwant %s", got, want)
	}
}

// What comments say to other programs is not shown, and is written as it came.
func TestCommands(t *testing.T) {
	for _, c := range []struct{ name, comment, says, commands, written string }{
		{"evaluations of all moves", "[%evp 0,3,19,-3,29999,-30000]", "null", `"[%evp 0,3,19,-3,29999,-30000]"`, "{[%evp 0,3,19,-3,29999,-30000]}"},
		{"medals", "[%mdl 8192]", "null", `"[%mdl 8192]"`, "{[%mdl 8192]}"},
		{"among words", "Good [%mdl 64] move [%evp 0,1,2]", `"Good move"`, `"[%mdl 64] [%evp 0,1,2]"`, "{Good move [%mdl 64] [%evp 0,1,2]}"},
		{"beside what is read", "[%mdl 64] [%clk 0:01:00][%csl Gd4] x", `"x"`, `"[%mdl 64]"`, "[%csl Gd4] [%mdl 64]"},
		{"of programs to come", "[%tqu \"En\",\"\",\"\"] x", `"x"`, `"[%tqu \"En\",\"\",\"\"]"`, `[%tqu "En","",""]`},
		{"no command", "[50 %] of [%] and 5 % [sic]", `"[50 %] of [%] and 5 % [sic]"`, "null", "{[50 %] of [%] and 5 % [sic]}"},
	} {
		t.Run(c.name, func(t *testing.T) {
			a := read(t, "1. e4 {"+c.comment+"} *", "")
			check(t, a, []fact{{"records.0.root.next.0.comment", c.says}, {"records.0.root.next.0.commands", c.commands}})
			w := asked(t, `{"id":2,"do":"write","format":"pgn","record":`+text(t, at(a, "records.0"))+`}`)
			if got := strings.ReplaceAll(w["text"].(string), "\n", " "); !strings.Contains(got, c.written) {
				t.Errorf("written:\n%s\nwant %s", got, c.written)
			}
		})
	}
}

// What is read is written again, and reads as the same.
func TestRoundTrip(t *testing.T) {
	for _, c := range []struct {
		format, text string
	}{{"pgn", pgn}, {"kif", kif}, {"ki2", kif}, {"csa", kif}, {"usi", "position startpos moves 7g7f 3c3d"}, {"sfen", "4k4/9/9/9/9/9/9/9/4K4 b P 7"}, {"fen", "4k3/8/8/8/8/8/8/R3K3 w Q - 5 20"}} {
		t.Run(c.format, func(t *testing.T) {
			first := read(t, c.text, "")
			told := text(t, at(first, "records.0"))
			w := asked(t, `{"id":2,"do":"write","format":"`+c.format+`","record":`+told+`}`)
			second := read(t, w["text"].(string), `,"name":`+text(t, w["name"]))
			for _, path := range []string{"records.0.position", "records.0.result", "records.0.ending"} {
				if a, b := text(t, at(first, path)), text(t, at(second, path)); a != b {
					t.Errorf("%s was %s and is %s in\n%s", path, a, b, w["text"])
				}
			}
			a, b := text(t, at(first, "records.0.root")), text(t, at(second, "records.0.root"))
			if c.format == "csa" { // writes times as comments cannot be told from others
				return
			}
			if c.format == "ki2" { // has no times
				a, b = untimed(t, a), untimed(t, b)
			}
			if a != b {
				t.Errorf("the tree was\n%s\nand is\n%s\nin\n%s", a, b, w["text"])
			}
		})
	}
}

// untimed removes times.
func untimed(t testing.TB, tree string) string {
	var root object
	if err := json.Unmarshal([]byte(tree), &root); err != nil {
		t.Fatal(err)
	}
	var strip func(o object)
	strip = func(o object) {
		delete(o, "spent")
		next, _ := o["next"].([]any)
		for _, n := range next {
			strip(n.(object))
		}
	}
	strip(root)
	return text(t, root)
}

func TestWrite(t *testing.T) {
	for _, c := range []struct {
		name, request, text, file string
	}{
		{"names of files", `"format":"pgn","record":{"game":"chess","tags":{"White":"A/../B: C","Black":"D.\u0000"},"root":{}}`, `[White "A/../B: C"]`, "A_B_C-D.pgn"},
		{"a file without names", `"format":"KIF","record":{"game":"shogi","root":{}}`, "手合割：平手", "shogi.kif"},
		{"the order of tags", `"format":"pgn","record":{"game":"chess","tags":{"Zeta":"1","Alpha":"2"},"root":{}}`, "[Zeta \"1\"]\n[Alpha \"2\"]", "chess.pgn"},
		{"an ending", `"format":"kif","record":{"game":"shogi","result":"1-0","ending":"time forfeit","root":{"next":[{"move":"7g7f"}]}}`, "2 切れ負け", "shogi.kif"},
		{"glyphs, clocks and scores", `"format":"pgn","record":{"game":"chess","root":{"next":[{"move":"e2e4","glyphs":["!?","$13"],"clock":61.5,"eval":{"score":"+0.25","depth":9}}]}}`,
			"1. e4 $5 $13 {[%eval -0.25,9] [%clk 0:01:01.5]}", "chess.pgn"},
		{"a variation", `"format":"pgn","record":{"game":"chess","root":{"next":[{"move":"e2e4"},{"move":"d2d4","comment":"too","before":"or"}]}}`, "1. e4 ({or} 1. d4 {too})", "chess.pgn"},
		{"a position", `"format":"pgn","record":{"position":"4k3/8/8/8/8/8/8/R3K3 w Q - 5 20","root":{}}`, `[FEN "4k3/8/8/8/8/8/8/R3K3 w Q - 5 20"]`, "chess.pgn"},
		{"the initial position", `"format":"usi","record":{"position":"lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1","root":{}}`, "position startpos", "shogi.usi"},
	} {
		t.Run(c.name, func(t *testing.T) {
			a := asked(t, `{"id":1,"do":"write",`+c.request+`}`)
			if got := a["text"].(string); !strings.Contains(got, c.text) {
				t.Errorf("written:\n%s\nwithout %q", got, c.text)
			}
			if a["name"] != c.file {
				t.Errorf("the file is called %q, want %q", a["name"], c.file)
			}
		})
	}
}

func TestWriteFaults(t *testing.T) {
	root := func(node string) string {
		return `"format":"pgn","record":{"game":"chess","root":{"next":[` + node + `]}}`
	}
	for _, c := range []struct{ name, request, want string }{
		{"an unknown format", `"format":"doc","record":{"game":"chess","root":{}}`, `there is no format "doc"`},
		{"the other game's format", `"format":"kif","record":{"game":"chess","root":{}}`, "KIF is for games of shogi"},
		{"an illegal move", root(`{"move":"e2e4","next":[{"move":"e2e4"}]}`), "ply 2: "},
		{"no move", root(`null`), "a move is missing after ply 0"},
		{"a wrong glyph", root(`{"move":"e2e4","glyphs":["!!!"]}`), `"!!!" is no annotation glyph`},
		{"a glyph of a wrong number", root(`{"move":"e2e4","glyphs":["$256"]}`), `"$256" is no annotation glyph`},
		{"a negative clock", root(`{"move":"e2e4","clock":-1}`), "-1 are no seconds of a game"},
		{"a score without value", root(`{"move":"e2e4","eval":{"score":"high"}}`), "no score"},
		{"a wrong result", `"format":"pgn","record":{"game":"chess","result":"2-0","root":{}}`, `"2-0" is no result`},
		{"a wrong ending", `"format":"pgn","record":{"game":"chess","ending":"boredom","root":{}}`, `there is no ending "boredom"`},
		{"tags that are none", `"format":"pgn","record":{"game":"chess","tags":["White"],"root":{}}`, "tags are an object"},
		{"a tag that is no text", `"format":"pgn","record":{"game":"chess","tags":{"White":1},"root":{}}`, "the tag White is no text"},
		{"a long line", root(strings.Repeat(`{"move":"g1f3","next":[{"move":"g8f6","next":[{"move":"f3g1","next":[{"move":"f6g8","next":[`, 1025) + strings.Repeat(`]}]}]}]}`, 1025)), "one of its lines more than 4096"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := fmt.Sprint(ask(t, `{"id":1,"do":"write",`+c.request+`}`)["error"]); !strings.Contains(got, c.want) {
				t.Errorf("the error is %q, want %q", got, c.want)
			}
		})
	}
}
