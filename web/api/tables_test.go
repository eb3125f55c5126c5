package api_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/nitoryu/nitoryu/games/syzygy"
)

// The tables in testdata were written by the tests of package syzygy.
func TestEndgame(t *testing.T) {
	tables, problems := syzygy.Open("testdata/syzygy")
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	defer tables.Close()
	api := newAPI().With(tables)
	told := func(t *testing.T, request string) object {
		t.Helper()
		var o object
		if err := json.Unmarshal(api.Answer(t.Context(), []byte(request)), &o); err != nil || o["error"] != nil {
			t.Fatalf("%s: %v, %v", request, o["error"], err)
		}
		return o
	}
	check(t, told(t, `{"do":"games"}`), []fact{{"games.0.men", "3"}, {"games.1.men", "null"}})
	for _, c := range []struct {
		name, request string
		facts         []fact
	}{
		{"a mate", `"position":"k7/8/1K6/8/8/8/8/6Q1 w - - 0 1"`, []fact{{"result", `"win"`}, {"dtz", "1"}, {"moves.0.dtz", "1"}, {"moves.0.result", `"win"`}}},
		{"after moves", `"position":"k7/8/1K6/8/8/8/8/6Q1 w - - 0 1","moves":["g1g4"]`, []fact{{"result", `"loss"`}, {"moves.0.move", `"a8b8"`}, {"moves.0.names.san", `"Kb8"`}}},
		{"too late", `"position":"8/8/8/3k4/8/8/8/Q3K3 w - - 95 90"`, []fact{{"result", `"cursed win"`}}},
		{"too late for the other side", `"position":"8/8/8/3k4/8/8/8/Q3K3 b - - 95 90"`, []fact{{"result", `"blessed loss"`}}},
		{"mate on the board", `"position":"k7/1Q6/1K6/8/8/8/8/8 b - - 0 1"`, []fact{{"result", "null"}, {"moves", "null"}}},
		{"no table", `"position":"k7/8/1K6/8/8/8/8/7R w - - 0 1"`, []fact{{"result", "null"}, {"moves", "null"}}},
		{"too many pieces", `"game":"chess"`, []fact{{"moves", "null"}}},
		{"shogi", `"game":"shogi"`, []fact{{"moves", "null"}}},
	} {
		t.Run(c.name, func(t *testing.T) { check(t, told(t, `{"do":"endgame",`+c.request+`}`), c.facts) })
	}
	all := at(told(t, `{"do":"endgame","position":"8/8/8/3k4/8/8/8/Q3K3 w - - 0 1"}`), "moves").([]any)
	if first, last := fmt.Sprint(at(all[0], "result")), fmt.Sprint(at(all[len(all)-1], "result")); first != "win" || last != "draw" || len(all) != 22 {
		t.Errorf("of %d moves the best is a %s and the worst a %s", len(all), first, last)
	}
	check(t, asked(t, `{"do":"endgame","position":"k7/8/1K6/8/8/8/8/6Q1 w - - 0 1"}`), []fact{{"moves", "null"}}) // without tables
	if got := fmt.Sprint(ask(t, `{"do":"endgame","moves":["e2e5"]}`)["code"]); got != "illegal move" {
		t.Errorf("an illegal move is %q", got)
	}
}
