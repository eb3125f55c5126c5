package api_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/strength"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/web/api"
)

func Example() {
	d := newAPI()
	fmt.Printf("%s\n", d.Answer(context.Background(), []byte(`{"id":1,"do":"start960","number":518}`)))
	fmt.Printf("%s\n", d.Answer(context.Background(), []byte(`{"id":2,"do":"position","game":"chess","moves":["e2e5"]}`)))
	// Output:
	// {"id":1,"number":518,"position":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1"}
	// {"id":2,"error":"ply 1: move \"e2e5\" is illegal","code":"illegal move","args":{"move":"e2e5","ply":1},"kept":0}
}

// tooLong is the answer to a request with so many bytes more than there may be.
func tooLong(id string, over int) string {
	return fmt.Sprintf(`{"id":%s,"error":"the request has %d bytes, %d is the most","code":"too large","args":{"most":%[3]d,"size":%[2]d}}`, id, api.MaxLine+over, api.MaxLine)
}

func TestRequests(t *testing.T) {
	for _, c := range []struct{ name, request, want string }{
		{"nothing", ``, `{"id":null,"error":"the request is not understood: unexpected end of JSON input","code":"not understood"}`},
		{"no JSON", `hello`, `{"id":null,"error":"the request is not understood: invalid character 'h' looking for beginning of value","code":"not understood"}`},
		{"no object", `[1]`, `{"id":null,"error":"the request is not understood: it cannot be array","code":"not understood"}`},
		{"nothing to do", `{"id":3}`, `{"id":3,"error":"the web API cannot do \"\"","code":"unknown request"}`},
		{"something unknown", `{"id":3,"do":"dance"}`, `{"id":3,"error":"the web API cannot do \"dance\"","code":"unknown request"}`},
		{"something misspelt", `{"id":3,"do":"psition"}`, `{"id":3,"error":"the web API cannot do \"psition\"; did you mean \"position\"?","code":"unknown request"}`},
		{"no id", `{"do":"start960","number":960}`, `{"id":null,"error":"there is no start position 960: they are numbered 0 to 959","code":"start960","args":{"most":959}}`},
		{"an id with a fraction", `{"id":1.5,"do":"start960","number":-1}`, `{"id":1.5,"error":"there is no start position -1: they are numbered 0 to 959","code":"start960","args":{"most":959}}`},
		{"a number that is too large", `{"id":7,"do":"start960","number":9223372036854775808}`, `{"id":7,"error":"the request is not understood: number cannot be number 9223372036854775808","code":"not understood"}`},
		{"a broken request", `{"do":"games","id":7,`, `{"id":7,"error":"the request is not understood: unexpected end of JSON input","code":"not understood"}`},
		{"a long request", `{"id":1,"do":"games"}` + strings.Repeat(" ", api.MaxLine), tooLong("1", 21)},
		{"a long request with its id elsewhere", `{"do":"read","text":"` + strings.Repeat(" ", api.MaxLine) + `","id":1}`, tooLong("null", 30)},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := string(newAPI().Answer(t.Context(), []byte(c.request))); got != c.want {
				t.Errorf("answered %s\nwant %s", got, c.want)
			}
		})
	}
}

func TestGames(t *testing.T) {
	a := asked(t, `{"id":1,"do":"games"}`)
	check(t, a, []fact{
		{"version", `"1.0"`}, {"most", `{"hash":256,"threads":4}`}, {"games.0.game", `"chess"`}, {"games.0.setup", `"fen"`},
		{"games.0.start", `"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"`}, {"games.0.pieces", `["figures"]`},
		{"games.0.sides", `[{"en":"White","ja":"白"},{"en":"Black","ja":"黒"}]`}, {"games.0.starts.1", "null"},
		{"games.0.formats.0", `{"extension":"pgn","format":"PGN"}`}, {"games.0.kinds.1", `{"name":{"en":"pawn","ja":"ポーン"},"piece":"P"}`},
		{"games.1.game", `"shogi"`}, {"games.1.setup", `"sfen"`}, {"games.1.pieces", `["kanji","letters"]`},
		{"games.1.starts.6", `{"key":"2-piece","name":{"en":"2-piece","ja":"二枚落ち"},"position":"lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"}`},
		{"games.1.hand", `"RBGSNLP"`}, {"games.1.formats.0.format", `"KIF"`}, {"games.1.declarations.0", `"CSARule27"`},
		{"games.1.kinds.13", `{"name":{"en":"dragon","ja":"龍"},"piece":"+R"}`},
		{"games.1.verdicts.0", `{"kind":"praise","name":"brilliant","sign":"!!"}`}, {"games.1.verdicts.4", `{"kind":"inaccuracy","name":"dubious","sign":"?!"}`}, {"games.1.verdicts.7", "null"},
	})
	for i, g := range games.All() {
		told := at(a, fmt.Sprintf("games.%d", i))
		if !strings.Contains(at(told, "symbols").(string), `id="p-P"`) {
			t.Errorf("%s has no symbols", g.Name)
		}
		for _, s := range at(told, "starts").([]any) {
			if _, err := g.Parse(at(s, "position").(string), core.Settings{}); err != nil {
				t.Errorf("%v: %v", s, err)
			}
		}
	}
}

// Each level asks for what package strength calls so, by options that exist, and has its
// words in both languages.
func TestLevels(t *testing.T) {
	a := asked(t, `{"id":1,"do":"games"}`)
	for i, g := range games.All() {
		ladder, _ := strength.Of(g.Name)
		lowest, highest := ladder.Range()
		told := at(a, fmt.Sprintf("games.%d", i))
		check(t, told.(object), []fact{{"strength.lowest", fmt.Sprint(lowest)}, {"strength.highest", fmt.Sprint(highest)}})
		levels := at(told, "levels").([]any)
		if len(levels) != len(strength.Levels()) {
			t.Errorf("%s has %d levels", g.Name, len(levels))
		}
		for j, want := range strength.Levels() {
			l := levels[j].(object)
			for _, path := range []string{"name.en", "name.ja", "about.en", "about.ja"} {
				if text, ok := at(l, path).(string); !ok || text == "" {
					t.Errorf("level %s has no %s", want.Name, path)
				}
			}
			if elo, limited := l["elo"]; limited != (want.Skill < strength.FullSkill) || limited && elo != float64(ladder.Elo(want.Skill)) {
				t.Errorf("level %s has Elo %v", want.Name, elo)
			}
		}
	}
}

func TestStart960(t *testing.T) {
	seen := map[string]bool{}
	for n := range 960 {
		a := asked(t, fmt.Sprintf(`{"do":"start960","number":%d}`, n))
		fen := a["position"].(string)
		p, err := games.Chess().Parse(fen, core.Settings{Chess960: true})
		if err != nil || p.String() != fen || seen[fen] {
			t.Fatalf("%d: %s, %v", n, fen, err)
		}
		seen[fen] = true
		row, _, _ := strings.Cut(fen, "/")
		left, king, right := strings.Index(row, "r"), strings.Index(row, "k"), strings.LastIndex(row, "r")
		bishops := strings.Index(row, "b") + strings.LastIndex(row, "b")
		if left > king || king > right || bishops%2 == 0 {
			t.Errorf("%d: %s", n, row)
		}
	}
	for n, want := range map[int]string{0: "bbqnnrkr", 1: "bqnbnrkr", 518: "rnbqkbnr", 534: "rnbkqbnr", 959: "rkrnnqbb"} { // of the published table
		check(t, asked(t, fmt.Sprintf(`{"do":"start960","number":%d}`, n)), []fact{
			{"number", fmt.Sprint(n)},
		})
		if got := asked(t, fmt.Sprintf(`{"do":"start960","number":%d}`, n))["position"].(string); !strings.HasPrefix(got, want+"/") {
			t.Errorf("%d is %s, want %s", n, got, want)
		}
	}
	if a := asked(t, `{"do":"start960"}`); !seen[a["position"].(string)] {
		t.Errorf("any position is %v", a)
	}
}

// Any line gives one line of JSON, soon.
func FuzzAnswer(f *testing.F) {
	for _, seed := range []string{
		`{"id":1,"do":"games"}`, `{"id":2,"do":"start960","number":5}`, `{"do":"position","moves":["e2e4"],"declared":true}`,
		`{"do":"position","position":"4k4/9/9/9/9/9/9/9/4K4 b P 1","moves":["P*5e"],"rules":{"moves":9,"declaration":"TryRule"}}`,
		`{"do":"read","text":"1. e4 {[%csl Gd4] [%cal Re2e4]} (1. d4 $6 {x}) e5 *","list":true}`, `{"do":"read","bytes":"UEsDBA==","pick":1}`, `{"do":"read","text":"手合割：平手\n1 ７六歩(77)\n2 投了"}`, `{"do":"read","text":"PI\n+\n+7776FU\n%TORYO","name":"x.csa"}`,
		`{"do":"write","format":"pgn","record":{"game":"chess","tags":{"White":"A"},"result":"1-0","root":{"next":[{"move":"e2e4","glyphs":["!?"],"clock":3.5,"eval":{"score":"#-6"}}]}}}`,
		`{"do":"write","format":"kif","record":{"game":"shogi","ending":"resignation","root":{"next":[{"move":"7g7f","comment":"x"},null]}}}`,
		`{"do":"mate","position":"4k4/9/4P4/9/9/9/9/9/4K4 b G 1"}`, `{"do":"endgame","position":"k7/8/1K6/8/8/8/8/6Q1 w - - 0 1","moves":["g1g4"]}`,
	} {
		f.Add([]byte(seed))
	}
	d := newAPI()
	f.Fuzz(func(t *testing.T, request []byte) {
		began := time.Now()
		answer := d.Answer(t.Context(), request)
		var o object
		if err := json.Unmarshal(answer, &o); err != nil || strings.ContainsAny(string(answer), "\r\n") {
			t.Errorf("answered %s: %v", answer, err)
		}
		if fault, _ := o["error"].(string); strings.Contains(fault, "internal error") {
			t.Error(fault)
		}
		if taken := time.Since(began); taken > 9*time.Second {
			t.Errorf("that took %v", taken)
		}
	})
}
