package api_test

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"
)

// wild are numbers that fit no field, or hardly one.
var wild = []string{
	"-1", "0", "2147483647", "2147483648", "4294967296", "9007199254740993", "9223372036854775807", "9223372036854775808",
	"-9223372036854775808", "-9223372036854775809", "18446744073709551615", "18446744073709551616", "1e18", "1e400", "-1e400", "1.5", "-0",
}

// full are requests with all fields that hold a number, also in a text.
var full = []string{
	`{"id":1,"do":"start960","number":518}`,
	`{"id":1,"do":"position","game":"shogi","position":"lnsgkgsnl/1r5b1/9/9/9/9/9/1B5R1/LNSGKGSNL b 9P8p 7","moves":["P*5e"],"rules":{"moves":320}}`,
	`{"id":1,"do":"position","position":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 3 5","moves":["e2e4"]}`,
	`{"id":1,"do":"opening","moves":["e2e4","e7e5"],"ply":1}`,
	`{"id":1,"do":"read","text":"[WhiteElo \"2000\"]\n\n1. e4 {[%eval 0.31,12] [%clk 1:02:03] [%emt 4]} e5 {[%eval #-5]} $6 2. d4 *","pick":0}`,
	`{"id":1,"do":"read","text":"手合割：平手\n1 ７六歩(77) (0:12/00:01:02)\n2 投了 (0:01/00:00:01)\n"}`,
	`{"id":1,"do":"read","text":"V2.2\nPI\n+\n+7776FU\nT12\n'** 31 +7776FU\n%TORYO\nT3\n"}`,
	`{"id":1,"do":"read","text":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - ce 31; acd 12; acn 1000; hmvc 3; fmvn 4;"}`,
	`{"id":1,"do":"write","format":"pgn","record":{"chess960":false,"root":{"next":[{"move":"e2e4","clock":3.5,"spent":2,"glyphs":["$14"],"eval":{"score":"+0.31","depth":12}}]}}}`,
	`{"id":1,"do":"write","format":"kif","record":{"game":"shogi","rules":{"moves":500},"root":{"next":[{"move":"7g7f","clock":3.5,"spent":2,"eval":{"score":"#-12","depth":12}}]}}}`,
	`{"id":1,"do":"mate","game":"shogi","position":"4k4/9/4P4/9/9/9/9/9/4K4 b G 1","rules":{"moves":100}}`,
	`{"id":1,"do":"endgame","position":"k7/8/1K6/8/8/8/8/6Q1 w - - 0 1"}`,

	`{"id":1,"do":"new","threads":2,"hash":32}`,
	`{"id":1,"do":"search","limits":{"time":5000,"depth":3,"nodes":100,"mate":9,"lines":2,"elo":900,"draw":"+0.10"}}`,
	`{"id":1,"do":"search","limits":{"depth":3,"clock":{"left":[9000,8000],"increment":[7,6],"movesToGo":5}}}`,
	`{"id":1,"do":"search","game":"shogi","rules":{"moves":320},"limits":{"depth":3,"clock":{"left":[9000,8000],"byoyomi":500}}}`,
	`{"id":1,"do":"search","game":"shogi","position":"4k4/9/4P4/9/9/9/9/9/4K4 b G 1","limits":{"tsume":true,"time":5000,"nodes":100}}`,
	`{"id":1,"do":"review","game":"shogi","rules":{"moves":320},"moves":["7g7f"],"limits":{"time":5000,"depth":3,"nodes":100,"lines":2}}`,
	`{"id":1,"do":"ponderhit","clock":{"left":[9000,8000],"increment":[7,6],"byoyomi":5,"movesToGo":4}}`,
}

var aNumber = regexp.MustCompile(`-?\d+(?:\.\d+)?`)

// Whatever number stands in whatever field, the answer is a result or says what is wrong, in words
// that are not those of a program.
func TestWildNumbers(t *testing.T) {
	for _, request := range full {
		var h struct{ Do string }
		if err := json.Unmarshal([]byte(request), &h); err != nil {
			t.Fatalf("%s: %v", request, err)
		}
		t.Run(h.Do, func(t *testing.T) {
			for _, answer := range answersTo(t, request) {
				if fault := faultOf(t, request, answer); fault != "" {
					t.Fatalf("%s fails: %s", request, fault)
				}
			}
			for _, at := range aNumber.FindAllStringIndex(request, -1) {
				for _, number := range wild {
					changed := request[:at[0]] + number + request[at[1]:]
					for _, answer := range answersTo(t, changed) {
						fault := faultOf(t, changed, answer)
						for _, word := range []string{"internal error", "json:", "Go struct", "runtime"} {
							if strings.Contains(fault, word) {
								t.Errorf("%s is answered %s", changed, answer)
							}
						}
					}
				}
			}
		})
	}
}

// faultOf returns the error in an answer, "" for none.
func faultOf(t *testing.T, request, answer string) string {
	t.Helper()
	var told struct{ Error string }
	if err := json.Unmarshal([]byte(answer), &told); err != nil {
		t.Fatalf("%s is answered %s: %v", request, answer, err)
	}
	return told.Error
}

// answersTo returns all that is told after a request, for the engine or for the web API.
func answersTo(t *testing.T, request string) (answers []string) {
	t.Helper()
	d := talk(t)
	if !d.Take([]byte(request)) {
		answers = append(answers, string(newAPI().Answer(t.Context(), []byte(request))))
	}
	d.Finish()
	close(d.lines)
	for line := range d.lines {
		answers = append(answers, line)
	}
	return answers
}
