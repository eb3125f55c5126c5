package api_test

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/games/book"
	"github.com/nitoryu/nitoryu/tests/must"
)

// keyAfter returns the key of a position after some moves.
func keyAfter(t *testing.T, game, moves string) string {
	t.Helper()
	return at(asked(t, `{"do":"position","game":"`+game+`","moves":`+text(t, strings.Fields(moves))+`}`), "key").(string)
}

// exploredAt writes what was played in a position: moves with the games, and those that each side won.
func exploredAt(answer object, key string) string {
	var all []string
	moves, _ := at(answer, "positions").(object)[key].([]any)
	for _, m := range moves {
		m := m.(object)
		n := func(field string) float64 { v, _ := m[field].(float64); return v }
		all = append(all, fmt.Sprintf("%v %v=%v+%v-%v", m["move"], n("games"), n("drawn"), n("first"), n("second")))
	}
	return strings.Join(all, " ")
}

func TestExplore(t *testing.T) {
	const pgn = `1. e4 e5 2. Nf3 1-0\n\n1. Nf3 e5 2. e4 0-1\n\n1. e4 c5 1/2-1/2\n\n1. e4 e5 *\n`
	for _, c := range []struct {
		name, request, game, after, want string
		games, left                      string
	}{
		{"the first moves", `"game":"chess","text":"` + pgn + `"`, "chess", "", "e2e4 3=1+1-0 g1f3 1=0+0-1", "4", "null"},
		{"by another order of moves", `"game":"chess","text":"` + pgn + `"`, "chess", "g1f3 e7e5", "e2e4 1=0+0-1", "4", "null"},
		{"after moves that change places", `"game":"chess","text":"1. e4 e5 2. Nf3 Nc6 1-0\n\n1. Nf3 Nc6 2. e4 e5 3. Bb5 0-1\n"`, "chess", "e2e4 b8c6 g1f3 e7e5", "f1b5 1=0+0-1", "2", "null"},
		{"a position that no game came to", `"game":"chess","text":"` + pgn + `"`, "chess", "a2a3", "", "4", "null"},
		{"games of the page", `"game":"shogi","games":[{"game":"shogi","moves":["7g7f","3c3d"],"result":"0-1"},{"game":"shogi","moves":["7g7f"]},{"game":"chess","moves":["e2e4"]},{"game":"shogi","moves":["7g7e"]}]`, "shogi", "", "7g7f 2=0+0-1", "2", "2"},
		{"a file and games of the page", `"game":"chess","text":"1. e4 1-0\n","games":[{"moves":["e2e4"],"result":"1-0"}]`, "chess", "", "e2e4 2=0+2-0", "2", "null"},
		{"a position twice in a game", `"game":"chess","text":"1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 1/2-1/2\n"`, "chess", "", "g1f3 1=1+0-0", "1", "null"},
		{"a file of another game", `"game":"chess","text":"position startpos moves 7g7f\n"`, "chess", "", "", "0", "1"},
		{"nothing", `"game":"chess"`, "chess", "", "", "0", "null"},
	} {
		t.Run(c.name, func(t *testing.T) {
			a := asked(t, `{"do":"explore",`+c.request+`}`)
			check(t, a, []fact{{"games", c.games}, {"left", c.left}})
			if got := exploredAt(a, keyAfter(t, c.game, c.after)); got != c.want {
				t.Errorf("after %q: %q, want %q", c.after, got, c.want)
			}
		})
	}
	for _, c := range []struct{ name, request, want string }{
		{"no such game", `"game":"go","text":"x"`, `"unknown game"`},
		{"no record", `"game":"chess","bytes":"iVBORw0KGgoAAAAN"`, `"foreign"`},
	} {
		if got := text(t, ask(t, `{"do":"explore",`+c.request+`}`)["code"]); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

// A book tells its moves, in positions that it has, to those who play its game.
func TestBook(t *testing.T) {
	const text = "#YANEURAOU-DB2016 1.00\nsfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1\n7g7f 3c3d 50 20 3\n2g2f none 40 20 1\n"
	file := filepath.Join(t.TempDir(), "book.db")
	must.Write(t, file, []byte(text))
	b, err := book.Open(file, book.Options{})
	must.OK(t, err)
	t.Cleanup(func() { b.Close() })
	api := newAPI().WithBooks([]book.Book{b})
	for _, c := range []struct {
		name, request string
		facts         []fact
	}{
		{"which game has one", `{"do":"games"}`, []fact{{"games.0.book", "null"}, {"games.1.book", "true"}}},
		{"the start", `{"do":"book","game":"shogi"}`, []fact{{"moves.0.move", `"7g7f"`}, {"moves.0.names.western", `"P-7f"`}, {"moves.0.score", "50"}, {"moves.1.move", `"2g2f"`}, {"moves.2", "null"}}},
		{"a position that it has not", `{"do":"book","game":"shogi","moves":["7g7f"]}`, []fact{{"moves", "[]"}}},
		{"the other game", `{"do":"book","game":"chess"}`, []fact{{"moves", "[]"}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var o object
			if err := json.Unmarshal(api.Answer(t.Context(), []byte(c.request)), &o); err != nil || o["error"] != nil {
				t.Fatal(err, o["error"])
			}
			check(t, o, c.facts)
		})
	}
}
